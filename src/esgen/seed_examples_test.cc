// The examples of the seed documents (design 4.2, 4.3, appendix A.1 to A.3), of es-api section 8.10 and of section 8.11, as
// programs: calls written for an old release are compiled unchanged against today's header with every compiler found, run,
// and must print the same graphs as with the old release's own header; forbidden calls must fail with the promised text.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "esgen/compile_fixture.h"
#include "esgen/emit.h"
#include "esgen/prototype_fixture.h"

namespace opstrata::esgen {
namespace {

using testing::compilers;
using testing::make_op;
using testing::run;
using testing::ScratchFolder;
using ::testing::HasSubstr;

/// Releases of one operator, oldest first; the last is today's.
using Chain = std::vector<proto::OpPrototype>;

Chain chain(const std::string &type, std::vector<std::pair<const char *, std::vector<testing::AttrText>>> releases) {
  Chain result;
  for (const auto &[inputs, attrs] : releases) result.push_back(make_op(type, inputs, attrs));
  return result;
}

const std::vector<Chain> &chains() {
  static const auto *const kChains = new std::vector<Chain>{
      // Design 4.2.2.1 and appendix A.3.
      chain("Mode", {{"x, xo1", {"String mode=\"xx\""}}, {"x, xo1, xo2?", {"String mode=\"xx\""}}}),
      // Design 4.2.2.2 and appendix A.2.
      chain("Number", {{"x, xo1", {"Int a=0"}}, {"x, xo1, xo2?", {"Int a=0", "Int b=0"}}}),
      // Appendix A.1: V1, V2, V3.
      chain("Matrix", {{"x, xo1", {"Int a=0"}}, {"x, xo1, xo2?", {"Int a=0"}}, {"x, xo1, xo2?", {"Int a=0", "Int b=0"}}}),
      // 8.11.3
      chain("Opt", {{"x, o1?", {"Int a=0"}}, {"x, o1?, xo2?", {"Int a=0"}}}),
      chain("OptMode", {{"x, o1?", {"String mode=\"xx\""}}, {"x, o1?, xo2?", {"String mode=\"xx\""}}}),
      // 8.11.10
      chain("Two", {{"x, xo1", {"Int a=0"}}, {"x, xo1, xo2?, xo3?", {"Int a=0"}}}),
      // 8.11.11
      chain("List", {{"x, xo1", {"ListInt p=[]"}}, {"x, xo1, xo2?", {"ListInt p=[]"}}}),
      chain("NumberList", {{"x, xo1", {"Int a=0", "ListInt p=[]"}}, {"x, xo1, xo2?", {"Int a=0", "ListInt p=[]"}}}),
      chain("Lists", {{"x, xo1", {"ListListInt p=[]"}}, {"x, xo1, xo2?", {"ListListInt p=[]"}}}),
      chain("Floats", {{"x, xo1", {"Float a=0.5", "ListFloat p=[]", "ListBool q=[]", "ListString r=[]", "ListType t=[]"}},
                       {"x, xo1, xo2?", {"Float a=0.5", "ListFloat p=[]", "ListBool q=[]", "ListString r=[]", "ListType t=[]"}}}),
      // A0, try 0, one input that becomes two, all optional.
      chain("Plain", {{"x", {}}, {"x, xo2?", {}}}),
      chain("Required", {{"x", {"Int r"}}, {"x, xo2?", {"Int r"}}}),
      chain("AllOpt", {{"o1?", {}}, {"o1?, xo2?", {}}}),
      // Attribute became input; attributes of different types changed places.
      chain("Scalar", {{"x", {"Int k=2"}}, {"x, k?", {}}}),
      chain("Swap", {{"x", {"Int a=0", "ListInt s=[]"}}, {"x", {"ListInt s=[]", "Int a=0"}}}),
  };
  return *kChains;
}

constexpr const char *kOldCalls = R"(
  CALL(Mode(x, y)); CALL(Mode(x, y, "m")); CALL(Mode(x, 5)); CALL(Mode(x, 0.5f, s)); CALL(Mode(x, vi, "m"));
  CALL(Number(x, y)); CALL(Number(x, y, 0)); CALL(Number(x, y, 5)); CALL(Number(x, y, n)); CALL(Number(x, y, true));
  CALL(Number(x, y, ge::DT_INT32)); CALL(Number(x, y, 0L)); CALL(Number(x, 1, 0));
  CALL(Matrix(x, y)); CALL(Matrix(x, y, 0)); CALL(Matrix(x, y, 5));
  CALL(Opt(x)); CALL(Opt(x, y)); CALL(Opt(x, y, 5)); CALL(Opt(x, y, 0)); CALL(Opt(x, nullptr, 0)); CALL(Opt(x, nullptr)); CALL(Opt(x, 1.5f, n));
  CALL(OptMode(x)); CALL(OptMode(x, y)); CALL(OptMode(x, y, "m")); CALL(OptMode(x, nullptr, "m"));
  CALL(Two(x, y)); CALL(Two(x, y, 0)); CALL(Two(x, y, 5));
  CALL(List(x, y)); CALL(List(x, y, {})); CALL(List(x, y, {0})); CALL(List(x, y, {1})); CALL(List(x, y, {0, 1})); CALL(List(x, y, {n, 3}));
  CALL(List(x, y, vi)); CALL(List(x, y, std::vector<int64_t>{4}));
  CALL(NumberList(x, y)); CALL(NumberList(x, y, 0)); CALL(NumberList(x, y, 0, {5})); CALL(NumberList(x, y, 0, {})); CALL(NumberList(x, y, 1, {0}));
  CALL(NumberList(x, y, n, {1, 2})); CALL(NumberList(x, y, 0, vi));
  CALL(Lists(x, y)); CALL(Lists(x, y, {})); CALL(Lists(x, y, {{1, 2}, {3}})); CALL(Lists(x, y, {{}, {}})); CALL(Lists(x, y, {{1}}));
  CALL(Floats(x, y)); CALL(Floats(x, y, 1)); CALL(Floats(x, y, 0, {0.5f})); CALL(Floats(x, y, 0.25f, {1.5f, 2.5f}, {true, false}));
  CALL(Floats(x, y, 0, {}, {}, {"a", "b", "c"})); CALL(Floats(x, y, 0, {}, {true}, {}, {ge::DT_INT8, ge::DT_BF16}));
  CALL(Plain(x)); CALL(Plain(x.GetCTensorHolder()));
  CALL(Required(x, 5)); CALL(Required(x, n));
  CALL(AllOpt(x)); CALL(AllOpt(nullptr, &b)); CALL(AllOpt(x, nullptr)); CALL(AllOpt(x, &b)); CALL(AllOpt(5, &b));
)";

/// Calls that connect what is new: they mean what today's signature without history means.
constexpr const char *kNewCalls = R"(
  CALL(Mode(x, y, z)); CALL(Mode(x, y, z, "m")); CALL(Mode(x, y, 5L)); CALL(Mode(x, y, 0.5f, "m"));
  CALL(Number(x, y, z)); CALL(Number(x, y, z, 0)); CALL(Number(x, y, z, 5, 6)); CALL(Number(x, y, b.CreateScalar(int64_t{3}), 5));
  CALL(Matrix(x, y, z)); CALL(Matrix(x, y, z, 5, 6));
  CALL(Opt(x, y, z)); CALL(Opt(x, nullptr, z)); CALL(Opt(x, y, z, 0)); CALL(Opt(x, y, z, 4));
  CALL(OptMode(x, y, z)); CALL(OptMode(x, nullptr, z, "m"));
  CALL(Two(x, y, z, x)); CALL(Two(x, y, nullptr, z)); CALL(Two(x, y, z, nullptr)); CALL(Two(x, y, z, nullptr, 5)); CALL(Two(x, y, nullptr, z, 5));
  CALL(List(x, y, z)); CALL(List(x, y, z, {1, 2})); CALL(List(x, y, z, vi));
  CALL(NumberList(x, y, z)); CALL(NumberList(x, y, z, 5, {1})); CALL(Lists(x, y, z, {{1, 2}}));
  CALL(Plain(x, z)); CALL(Plain(x, nullptr)); CALL(Plain(x, 3)); CALL(Required(x, z, 5)); CALL(Required(x, nullptr, 5));
  CALL(AllOpt(x, z)); CALL(AllOpt(nullptr, z)); CALL(Scalar(x, z)); CALL(Scalar(x, n)); CALL(Swap(x, {1, 2}, 7));
)";

/// The prototype's attribute order changed, so the node lists them in today's order; the values are those of the old call.
constexpr const char *kReorderedCalls = R"(
  CALL(Swap(x)); CALL(Swap(x, 7, {1, 2})); CALL(Swap(x, 7, vi));
)";

constexpr const char *kProgram = R"(#include <iostream>
#include <sstream>
using namespace ge::es;
#define CALL(...)                                                                                                   \
  do {                                                                                                              \
    EsGraphBuilder b("g");                                                                                          \
    auto x = b.CreateInput(0, "in_x"), y = b.CreateInput(1, "in_y"), z = b.CreateInput(2, "in_z");                  \
    const int64_t n = 7; const char *s = "text"; const std::vector<int64_t> vi = {8, 9};                            \
    (void)x; (void)y; (void)z; (void)n; (void)s; (void)vi;                                                          \
    const EsTensorHolder result = __VA_ARGS__;                                                                      \
    EsGraphBuilder::SetOutput(result, 0);                                                                           \
    auto graph = b.BuildAndReset();                                                                                 \
    std::stringstream text;                                                                                         \
    if (graph != nullptr) graph->Dump(ge::Graph::DumpFormat::kReadable, text);                                      \
    std::cout << "== " #__VA_ARGS__ "\n" << text.str() << std::endl;                                                \
  } while (false)
int main() {
)";

/// Generates all chains into `folder`: for their first or last prototype alone, or for the last with the others as history.
enum class What { kOldest, kToday, kTodayWithHistory };
void generate(What what, const ScratchFolder &folder) {
  EmitContext context;
  context.version = "test";
  for (const auto &c : chains()) context.op_types.insert(c.back().type);
  std::string all;
  for (const auto &c : chains()) {
    EmitOperator op;
    op.op = what == What::kOldest ? &c.front() : &c.back();
    op.cpp = make_names(*op.op, Language::kCpp);
    op.plan = what == What::kTodayWithHistory ? testing::plan_chain(c) : testing::plan_chain({*op.op});
    EXPECT_FALSE(op.plan.loses_calls()) << op.op->type << ": " << op.plan.findings.front().old_call;
    folder.write("es_" + op.op->type + "_c.h", emit_c_header(op, context));
    folder.write("es_" + op.op->type + ".h", emit_cpp_header(op, context));
    all += emit_c_source(op, context);
  }
  folder.write("es_log.h", emit_log_header(context));
  folder.write("es_all_ops.h", emit_cpp_aggregate(context, {}));
  folder.write("all.cpp", all);
}

/// Output of `calls` compiled against the headers of `folder`.
std::string output_of(const std::string &compiler, const std::string &calls, const ScratchFolder &folder) {
  folder.write("main.cc", "#include \"es_all_ops.h\"\n" + std::string(kProgram) + calls + "  return 0;\n}\n");
  const std::string lib = OPSTRATA_LIB_DIR;
  const auto built = run(compiler + " -std=c++17 -O0 -Wall -Wextra -Werror " + testing::include_flags(folder.path()) + folder.path() +
                         "/main.cc " + folder.path() + "/all.cpp -o " + folder.path() + "/main -L" + lib +
                         " -leager_style_graph_builder_base -lgraph -lopstrata_base -Wl,-rpath," + lib + " " OPSTRATA_TEST_LINK_FLAGS);
  EXPECT_EQ(built.code, 0) << compiler << "\n" << built.output.substr(0, 6000);
  if (built.code != 0) return "";
  const auto ran = run(folder.path() + "/main");
  EXPECT_EQ(ran.code, 0) << ran.output;
  return ran.output;
}

TEST(SeedExamples, OldCallsCompileAndBuildTheSameNodes) {
  const ScratchFolder old_folder, today, planned;
  generate(What::kOldest, old_folder);
  generate(What::kToday, today);
  generate(What::kTodayWithHistory, planned);
  const std::string old_graphs = output_of("g++", kOldCalls, old_folder);
  const std::string new_graphs = output_of("g++", kNewCalls, today);
  // Spot checks of the reference itself.
  EXPECT_THAT(old_graphs, HasSubstr("== Number(x, y, 5)"));
  EXPECT_THAT(new_graphs, HasSubstr("== Two(x, y, nullptr, z)"));
  for (const auto &compiler : compilers()) {
    EXPECT_EQ(output_of(compiler, std::string(kOldCalls), planned), old_graphs) << compiler;
    const std::string graphs = output_of(compiler, std::string(kNewCalls) + kReorderedCalls, planned);
    EXPECT_EQ(graphs.substr(0, new_graphs.size()), new_graphs) << compiler;
    const std::string reordered = graphs.substr(std::min(new_graphs.size(), graphs.size()));
    EXPECT_THAT(reordered, HasSubstr("(inputs = (x=%in_x), attrs = {s: [1, 2], a: 7})"));
    EXPECT_THAT(reordered, HasSubstr("(inputs = (x=%in_x), attrs = {s: [8, 9], a: 7})"));
  }
}

TEST(SeedExamples, ForbiddenCallsFailWithThePromisedText) {
  const ScratchFolder folder;
  generate(What::kTodayWithHistory, folder);
  const std::vector<std::pair<std::string, std::string>> calls = {
      {"Mode(x, y, nullptr)", "xo2 is not connected: call Mode(x, xo1[, mode])"},
      {"Mode(x, y, nullptr, \"m\")", "xo2 is not connected: call Mode(x, xo1[, mode])"},
      {"Number(x, y, nullptr)",
       "xo2 is not connected: call Number(x, xo1[, a[, b]]); to connect it, pass a tensor (TensorHolder"},
      {"Number(x, y, nullptr, 0, 0)", "CreateScalar, CreateVector or CreateConst"},
      {"Matrix(x, y, nullptr)", "xo2 is not connected: call Matrix(x, xo1[, a[, b]])"},
      {"Opt(x, y, nullptr)", "xo2 is not connected: call Opt(x[, o1[, a]])"},
      {"Two(x, y, nullptr, nullptr)", "xo2, xo3 are not connected: call Two(x, xo1[, a])"},
      {"List(x, y, nullptr)", "xo2 is not connected: call List(x, xo1[, p])"},
  };
  for (const auto &compiler : compilers()) {
    std::string source = "#include \"es_all_ops.h\"\nusing namespace ge::es;\nvoid f(EsTensorHolder x, EsTensorHolder y) {\n";
    for (const auto &[call, text] : calls) source += "  (void)" + call + ";\n";
    const std::string path = folder.write("forbidden.cc", source + "}\n");
    const auto result = run("LC_ALL=C " + compiler + " -std=c++17 -fsyntax-only " + testing::include_flags(folder.path()) + path);
    EXPECT_NE(result.code, 0);
    for (size_t i = 0; i < calls.size(); ++i) {
      // The text follows the error of the call's own line.
      const size_t at = result.output.find("forbidden.cc:" + std::to_string(i + 4) + ":");
      ASSERT_NE(at, std::string::npos) << compiler << " accepts " << calls[i].first << "\n" << result.output.substr(0, 2000);
      const size_t end = i + 1 < calls.size() ? result.output.find("forbidden.cc:" + std::to_string(i + 5) + ":", at) : std::string::npos;
      EXPECT_THAT(result.output.substr(at, end - at), HasSubstr(calls[i].second)) << compiler << " on " << calls[i].first;
    }
  }
}

}  // namespace
}  // namespace opstrata::esgen
