// Attributes that are the number of tensors of a dynamic input or output (es-api section 14.23): generated, compiled, run. The
// expected graphs are written by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "esgen/compile_fixture.h"
#include "esgen/generate.h"
#include "esgen/output.h"
#include "esgen/prototype_fixture.h"

namespace opstrata::esgen {
namespace {

using testing::make_op;
using testing::run;
using ::testing::HasSubstr;
using ::testing::Not;

proto::OpPrototype counted(proto::OpPrototype op, const std::string &attr, const std::string &of) {
  for (auto &a : op.attrs) {
    if (a.name == attr) a.count_of = of;
  }
  return op;
}

constexpr const char *kProgram = R"cpp(#include <iostream>
#include <sstream>
using namespace ge::es;
template <typename Make>
void show(const char *call, Make make) {
  EsGraphBuilder b("g");
  auto x = b.CreateInput(0, "in_x"), y = b.CreateInput(1, "in_y");
  EsGraphBuilder::SetOutput(make(x, y), 0);
  auto graph = b.BuildAndReset();
  std::stringstream text, node;
  if (graph != nullptr) graph->Dump(ge::Graph::DumpFormat::kReadable, text);
  for (std::string line; std::getline(text, line);) {
    const size_t at = line.find("attrs = ");
    if (at != std::string::npos && line.find("type=Data") == std::string::npos) node << line.substr(at);
  }
  std::cout << call << " -> " << node.str() << std::endl;
}
#define SHOW(...) show(#__VA_ARGS__, [](EsTensorHolder x, EsTensorHolder y) -> EsTensorHolder { (void)x; (void)y; return __VA_ARGS__; })
int main() {
  SHOW(AddN({x, y}));
  SHOW(AddN({x, y, x}, 5));
  SHOW(Concat({x, y}, 1));
  SHOW(Concat({x, y}, 1, 1));
  SHOW(Concat({x, y}, 1, 7));
  SHOW(Parts(x, 3)[0]);
  SHOW(Parts(x, 3, 2)[0]);
}
)cpp";

TEST(Counts, ALeftOutAttributeIsTheNumberOfTensors) {
  const std::vector<proto::OpPrototype> ops = {
      counted(make_op("AddN", "x*", {"Int N"}), "N", "x"),
      counted(make_op("Concat", "x*", {"Int dim", "Int N=1"}), "N", "x"),
      counted(make_op("Parts", "x", {"Int num_split"}, "y*"), "num_split", "y"),
  };
  GenerateRequest request;
  for (const auto &op : ops) request.prototypes.push_back(&op);
  request.version = "test";
  const auto generation = generate(request);
  ASSERT_TRUE(generation.ok()) << generation.status().text();
  EXPECT_THAT(generation->files.at("es_AddN.h"), HasSubstr("optional attribute `N`: Int, default number of x"));
  EXPECT_THAT(generation->files.at("es_AddN.pyi"), HasSubstr("N: Optional[int] = None"));
  const testing::ScratchFolder folder;
  ASSERT_TRUE(write_files(folder.path(), "files.txt", generation->files).ok());
  std::string sources = "#include \"es_all_ops.h\"\n";
  for (const char *type : {"AddN", "Concat", "Parts"}) sources += "#include \"es_" + std::string(type) + ".cpp\"\n";
  folder.write("main.cc", sources + kProgram);
  const std::string lib = OPSTRATA_LIB_DIR;
  for (const auto &compiler : testing::compilers()) {
    const auto built = run(compiler + " -std=c++17 -O0 -Wall -Wextra -Werror " + testing::include_flags(folder.path()) + folder.path() +
                           "/main.cc -o " + folder.path() + "/main -L" + lib +
                           " -leager_style_graph_builder_base -lgraph -lopstrata_base -Wl,-rpath," + lib + " " OPSTRATA_TEST_LINK_FLAGS);
    ASSERT_EQ(built.code, 0) << compiler << "\n" << built.output.substr(0, 6000);
    EXPECT_EQ(run(folder.path() + "/main").output,
              "AddN({x, y}) -> attrs = {N: 2})\n"
              "AddN({x, y, x}, 5) -> attrs = {N: 5})\n"
              "Concat({x, y}, 1) -> attrs = {dim: 1, N: 2})\n"
              "Concat({x, y}, 1, 1) -> attrs = {dim: 1, N: 1})\n"  // given, so it is 1
              "Concat({x, y}, 1, 7) -> attrs = {dim: 1, N: 7})\n"
              "Parts(x, 3)[0] -> attrs = {num_split: 3})\n"
              "Parts(x, 3, 2)[0] -> attrs = {num_split: 2})\n")
        << compiler;
  }
}

TEST(Counts, OldCallsAreServed) {
  // A count that had to be written may still be written; one that had a default has another one now, which is said.
  const Plan required = testing::plan_chain({make_op("AddN", "x*", {"Int N"}), counted(make_op("AddN", "x*", {"Int N"}), "N", "x")});
  EXPECT_FALSE(required.loses_calls());
  EXPECT_EQ(testing::short_text(required), "A0\n(V x, i N=(-9223372036854775807LL - 1))");
  EXPECT_TRUE(required.findings.empty());
  const Plan optional = testing::plan_chain({make_op("Concat", "x*", {"Int N=1"}), counted(make_op("Concat", "x*", {"Int N=1"}), "N", "x")});
  EXPECT_FALSE(optional.loses_calls());
  ASSERT_EQ(optional.findings.size(), 1U);
  EXPECT_EQ(optional.findings[0].code, "default_changed");
  EXPECT_THAT(finding_text(optional.findings[0]), HasSubstr("number of x"));
  // Beside an input of an earlier step, too, calls leave the count out.
  const Plan grown = testing::plan_chain({make_op("AddN", "x*", {"Int N"}), make_op("AddN", "x*, bias?", {"Int N"}),
                                          counted(make_op("AddN", "x*, bias?", {"Int N"}), "N", "x")});
  EXPECT_FALSE(grown.loses_calls());
  EXPECT_EQ(testing::short_text(grown), "Try0\n(V x, i N=(-9223372036854775807LL - 1))\n(V x, L bias, i N=(-9223372036854775807LL - 1))");
  // No longer counted: calls that left it out are lost, and named.
  const Plan lost = testing::plan_chain({counted(make_op("AddN", "x*", {"Int N"}), "N", "x"), make_op("AddN", "x*", {"Int N"})});
  EXPECT_TRUE(lost.loses_calls());
}

}  // namespace
}  // namespace opstrata::esgen
