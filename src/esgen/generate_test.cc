// Whole generations: real histories compile cleanly with every compiler found, output is the same twice, files that did not
// change are left alone, stale ones go, and nothing of an archive becomes code.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>

#include "esgen/compile_fixture.h"
#include "esgen/generate.h"
#include "esgen/prototype_fixture.h"

namespace opstrata::esgen {
namespace {

using testing::compilers;
using testing::make_op;
using testing::run;
using testing::ScratchFolder;
using ::testing::HasSubstr;
using ::testing::Not;

Generation must_generate(const GenerateRequest &request) {
  auto generation = generate(request);
  EXPECT_TRUE(generation.ok()) << generation.status().text();
  return generation.ok() ? std::move(*generation) : Generation();
}

GenerateRequest plain_request(const std::vector<proto::OpPrototype> &ops) {
  GenerateRequest request;
  for (const auto &op : ops) request.prototypes.push_back(&op);
  request.version = "test";
  return request;
}

/// Compiles the aggregate headers as C++ and C, and all sources together, without a warning.
void expect_clean(const Generation &generation, const std::string &module) {
  const ScratchFolder folder;
  const auto written = write_files(folder.path(), "es_" + module + "_files.txt", generation.files);
  ASSERT_TRUE(written.ok()) << written.status().text();
  std::string sources;
  for (const auto &[name, text] : generation.files) {
    if (name.size() > 4 && name.substr(name.size() - 4) == ".cpp") sources += "#include \"" + name + "\"\n";
  }
  const std::string cpp = folder.write("use.cc", "#include \"es_" + module + "_ops.h\"\n" + sources + "int main() { return 0; }\n");
  const std::string c = folder.write("use.c", "#include \"es_" + module + "_ops_c.h\"\nint main(void) { return 0; }\n");
  for (const auto &compiler : compilers()) {
    const std::string flags = " -fsyntax-only -Wall -Wextra -Wpedantic -Wshadow -Werror " + testing::include_flags(folder.path());
    auto result = run(compiler + " -std=c++17" + flags + cpp);
    EXPECT_EQ(result.code, 0) << compiler << "\n" << result.output.substr(0, 4000);
    for (const char *standard : {"c99", "gnu11"}) {
      result = run((compiler == "g++" ? "gcc" : "clang") + std::string(" -std=") + standard + flags + c);
      EXPECT_EQ(result.code, 0) << compiler << " " << standard << "\n" << result.output.substr(0, 4000);
    }
  }
}

GenerateRequest history_request(const std::string &package, std::vector<proto::OpPrototype> *storage) {
  const std::string folder = OPSTRATA_SOURCE_DIR "/examples/data/history/" + package;
  GenerateRequest request;
  auto registry = history::Registry::open(folder);
  EXPECT_TRUE(registry.ok()) << registry.status().text();
  request.registry = *registry;
  const std::string newest = request.registry.releases().back().version;
  history::WindowRequest window;
  window.release_version = newest;
  request.window = *history::select_window(request.registry, window);
  *storage = (*request.registry.load_release(newest))->prototypes;
  for (const auto &op : *storage) request.prototypes.push_back(&op);
  request.module = package;
  request.version = "test";
  return request;
}

TEST(Generate, RealHistoriesCompileCleanly) {
  for (const char *package : {"math", "fwk2020", "cv", "onnx"}) {
    std::vector<proto::OpPrototype> storage;
    const GenerateRequest request = history_request(package, &storage);
    const Generation generation = must_generate(request);
    EXPECT_GT(generation.operators.size(), 80U);
    EXPECT_EQ(generation.files.size(), 5 * generation.operators.size() + 6);
    expect_clean(generation, package);
    // The same bytes again.
    EXPECT_EQ(must_generate(request).files, generation.files);
    EXPECT_EQ(report_json(must_generate(request), request), report_json(generation, request));
  }
}

/// Changed defaults of the real histories, counted from the archives by a script of its own (docs/verification.md): in fwk2020 a default
/// differs 25 times from the one before, in onnx ten times (two of them of attributes of Clip that are inputs today), in math and cv never.
TEST(Generate, ChangedDefaultsAreReported) {
  struct Row { const char *package, *window; size_t warnings, steps; };
  for (const Row &row : {Row{"fwk2020", "all", 25, 25}, Row{"math", "all", 0, 0}, Row{"cv", "all", 0, 0}, Row{"onnx", "all", 8, 10}}) {
    std::vector<proto::OpPrototype> storage;
    GenerateRequest request = history_request(row.package, &storage);
    history::WindowRequest window;
    window.release_version = request.registry.releases().back().version;
    window.size = *history::parse_window_size(row.window);
    request.window = *history::select_window(request.registry, window);
    const Generation generation = must_generate(request);
    size_t warnings = 0;
    for (const auto &op : generation.operators) {
      for (const auto &f : op.plan.findings) warnings += f.code == "default_changed" ? 1 : 0;
    }
    EXPECT_EQ(warnings, row.warnings) << row.package << " " << row.window;
    const std::string report = report_json(generation, request);
    size_t steps = 0;
    for (size_t at = report.find("default_before"); at != std::string::npos; at = report.find("default_before", at + 1)) ++steps;
    EXPECT_EQ(steps, row.steps) << row.package << " " << row.window;
  }
}

TEST(Generate, EveryKindOfElementCompiles) {
  const std::vector<proto::OpPrototype> ops = {
      make_op("Kinds", "x, o?, d*",
              {"Int i=-9223372036854775808", "Float f=1e-12", "Bool b=true", "String s=\"a\\\"b\\\\\\n%d\"", "Type t=\"DT_BF16\"", "Tensor e=\"Tensor()\"",
               "ListInt li=[1,2]", "ListFloat lf=[0.1]", "ListBool lb=[true,false]", "ListString ls=[\"q\\\"\",\"\"]",
               "ListType lt=[\"DT_FLOAT\",\"DT_BF16\"]", "ListListInt ll=[[1,2],[],[3]]"}),
      make_op("KindsRequired", "x",
              {"Int i", "Float f", "Bool b", "String s", "Type t", "Tensor e", "ListInt li", "ListFloat lf", "ListBool lb", "ListString ls",
               "ListType lt", "ListListInt ll"}, ""),
      make_op("Blend", "base, layer, mask?", {"String mode", "Float alpha=0.5", "ListInt axes=[]"}, "out"),
      make_op("SplitEven", "x", {"Int count"}, "part*, rest"), make_op("Seed", "", {"Int value=7"}),
      make_op("Choose", "which, input*", {"ListString tags=[]"}, "output*", "fallback, branches*"),
      make_op("Tune", "x?, for?", {"Int x=1", "ListListInt steps=[[],[]]", "Type out_type=\"DT_FLOAT\""}, "x"),
      make_op("TrailingOptional", "x?, o?", {}, "y", "body"), make_op("OnlyTensorDefault", "x", {"Tensor value=\"Tensor()\""}),
      make_op("Nothing", "", {}, ""), make_op("Many", "a*, b*, c?", {}, "p*, q, r*"), make_op("T32", "x", {}, "a, b"), make_op("T32Output", "x"),
      make_op("Words", "NULL, EOF, errno, self, ctypes, out, node, i", {"Int major=0", "Int stdin=1", "Int list=2", "Int len=3", "Int typeof=4", "Int _GNU_SOURCE=5", "Int __LINE__=6"},
              "NULL, x_num"),
      make_op("Locals", "opstrata_owner, x, x_num", {"Int EsLocals=0", "ListInt a=[]", "Int a_num=1"}, "Locals, LocalsOutput")};
  const Generation generation = must_generate(plain_request(ops));
  EXPECT_TRUE(generation.unsupported.empty());
  expect_clean(generation, "all");
  // es-api section 7.4.
  EXPECT_THAT(generation.files.at("es_Blend_c.h"),
              HasSubstr("EsCTensorHolder *EsBlend(EsCTensorHolder *base, EsCTensorHolder *layer, EsCTensorHolder *mask, const char *mode, "
                        "float alpha, const int64_t *axes, int64_t axes_num);"));
  EXPECT_THAT(generation.files.at("es_SplitEven_c.h"), HasSubstr("EsSplitEvenOutput EsSplitEven(EsCTensorHolder *x, int64_t part_num, int64_t count);"));
  EXPECT_THAT(generation.files.at("es_Seed_c.h"), HasSubstr("EsCTensorHolder *EsSeed(EsCGraphBuilder *owner_graph_builder, int64_t value);"));
  EXPECT_THAT(generation.files.at("es_Choose_c.h"),
              HasSubstr("EsChooseOutput EsChoose(EsCTensorHolder *which, EsCTensorHolder **input, int64_t input_num, int64_t output_num, EsCGraph "
                        "*fallback, EsCGraph **branches, int64_t branches_num, const char **tags, int64_t tags_num);"));
  EXPECT_THAT(generation.files.at("es_Tune_c.h"),
              HasSubstr("EsCTensorHolder *EsTune(EsCTensorHolder *x, EsCTensorHolder *in_for, EsCGraphBuilder *owner_graph_builder, int64_t attr_x, "
                        "const int64_t **steps, int64_t steps_num, const int64_t *steps_inner_num, C_DataType out_type);"));
  // Section 8.4.
  EXPECT_THAT(generation.files.at("es_Blend.h"),
              HasSubstr("inline EsTensorHolder Blend(const EsTensorLike &base, const EsTensorLike &layer, const EsTensorLike &mask, const char *mode, "
                        "float alpha = 0.5f, const std::vector<int64_t> &axes = {})"));
  EXPECT_THAT(generation.files.at("es_SplitEven.h"), HasSubstr("inline SplitEvenOutput SplitEven(const EsTensorHolder &x, int64_t part_num, int64_t count)"));
  EXPECT_THAT(generation.files.at("es_Seed.h"), HasSubstr("inline EsTensorHolder Seed(const EsGraphBuilder &owner_builder, int64_t value = 7)"));
  EXPECT_THAT(generation.files.at("es_Choose.h"),
              HasSubstr("inline std::vector<EsTensorHolder> Choose(const EsTensorLike &which, const std::vector<EsTensorHolder> &input, int64_t "
                        "output_num, std::unique_ptr<ge::Graph> fallback, std::vector<std::unique_ptr<ge::Graph>> branches, const "
                        "std::vector<const char *> &tags = {})"));
  EXPECT_THAT(generation.files.at("es_Tune.h"),
              HasSubstr("inline EsTensorHolder Tune(const EsTensorLike &x = nullptr, const EsTensorLike &in_for = nullptr, const EsGraphBuilder "
                        "*owner_builder = nullptr, int64_t attr_x = 1, const std::vector<std::vector<int64_t>> &steps = {{}, {}}, ge::DataType "
                        "out_type = ge::DT_FLOAT)"));
  // Python parses what we print.
  const ScratchFolder folder;
  ASSERT_TRUE(write_files(folder.path(), "es_all_files.txt", generation.files).ok());
  ASSERT_EQ(run("cd " + folder.path() + " && for f in *.pyi; do cp $f stub_${f%i}; done").code, 0);
  const auto python = run("/usr/bin/python3 -m py_compile " + folder.path() + "/*.py");
  EXPECT_EQ(python.code, 0) << python.output;
  for (const auto &[file, text] : generation.files)
    EXPECT_EQ(text.find(" \n"), std::string::npos) << file << " has trailing blanks";
}

/// Appendix A.1 of the seed design: V1, V2, V3.
TEST(Generate, ReportHasTheExistenceMatrixOfTheSeed) {
  const auto v1 = make_op("Foo", "x, xo1", {"Int a=0"}), v2 = make_op("Foo", "x, xo1, xo2?", {"Int a=0"});
  const auto v3 = make_op("Foo", "x, xo1, xo2?", {"Int a=0", "Int b=0"});
  Generation generation;
  EmitOperator entry;
  entry.op = &v3;
  entry.history = {{&v1, "V1", "2026-01-01"}, {&v2, "V2", "2026-01-02"}, {&v3, "V3", "2026-01-03"}};
  entry.plan = make_plan(v3, entry.history, Policy::kSeed);
  entry.cpp = make_names(v3, Language::kCpp);
  entry.python = make_names(v3, Language::kPython);
  generation.operators.push_back(entry);
  std::string text = report_json(generation, GenerateRequest());
  text.erase(std::remove_if(text.begin(), text.end(), [](char c) { return c == ' ' || c == '\n'; }), text.end());
  EXPECT_THAT(text, HasSubstr(R"("matrix":{"inputs":{"x":"1111","xo1":"1111","xo2":"0111"},"attrs":{"a":"1111","b":"0011"}})"));
  EXPECT_THAT(text, HasSubstr(R"("new_points":[{"release":"V2","kind":"inputs","name":"xo2"},{"release":"V3","kind":"attrs","name":"b"}])"));
  EXPECT_THAT(text, HasSubstr(R"("first_appearance":{"inputs":{"x":"V1","xo1":"V1","xo2":"V2"},"attrs":{"a":"V1","b":"V3"}})"));
  EXPECT_THAT(text, HasSubstr(R"("mode":"A1","reason":)"));
  EXPECT_THAT(text, HasSubstr("(Gate1andGate2)"));
  // The reference page tells the same to people.
  const std::string page = emit_markdown(entry, EmitContext());
  EXPECT_THAT(page, HasSubstr("| V2 | 2026-01-02 | new inputs xo2 |\n| V3 | 2026-01-03 | new attributes b |"));
  EXPECT_THAT(page, HasSubstr("EsCTensorHolder *EsFoo(EsCTensorHolder *x, EsCTensorHolder *xo1, EsCTensorHolder *xo2, int64_t a, int64_t b);"));
  EXPECT_THAT(page, HasSubstr("EsTensorHolder Foo(const EsTensorLike &x, const EsTensorLike &xo1, int64_t a = 0, int64_t b = 0);"));
  EXPECT_THAT(page, HasSubstr("def Foo(\n    x: Union[TensorHolder, TensorLike],"));
  // A changed default stands beside what was added.
  proto::OpPrototype changed = *entry.op;
  changed.attrs[0].default_value = int64_t{7};
  EmitOperator later = entry;
  later.op = &changed;
  EXPECT_THAT(emit_markdown(later, EmitContext()), HasSubstr("| current | | attribute a was `Int = 0` and is `Int = 7` |\n"));
  // Backticks of a default stay what they are.
  const auto text_before = make_op("Foo", "x", {"String s=\"a\""}),
             text_now = make_op("Foo", "x", {"String s=\"``|`\""});
  EmitOperator quoted;
  quoted.op = &text_now;
  quoted.history = {{&text_before, "V1", "2026-01-01"}};
  quoted.plan = make_plan(text_now, quoted.history, Policy::kSeed);
  quoted.cpp = make_names(text_now, Language::kCpp);
  quoted.python = make_names(text_now, Language::kPython);
  const std::string quoted_page = emit_markdown(quoted, EmitContext());
  EXPECT_THAT(quoted_page, HasSubstr("attribute `s`: ``` String, default \"``|`\" ```\n"));
  EXPECT_THAT(quoted_page, HasSubstr("was `String = \"a\"` and is ``` String = \"``\\|`\" ``` |\n"));
  proto::OpPrototype with_graph = *entry.op;
  with_graph.subgraphs.push_back({"body", proto::SubgraphKind::kStatic});
  later.op = &with_graph;
  later.cpp = make_names(with_graph, Language::kCpp);
  later.python = make_names(with_graph, Language::kPython);
  EXPECT_THAT(emit_markdown(later, EmitContext()), HasSubstr("| current | | new subgraphs body |\n"));
  PlanFinding finding;
  finding.code = "lost_call";
  finding.text = "The prototype changed.";
  finding.old_call = "Foo(z, \"n\", n, {vi})";
  finding.releases = {"V1", "V2"};
  EXPECT_EQ(finding_text(finding), "lost_call (calls of releases V1, V2): The prototype changed. Old call: Foo(z, \"n\", n, {vi}) with "
                                   "z an EsTensorHolder, n an int64_t, vi a vector of int64_t.");
  // The stub has the signature and no body.
  const std::string stub = emit_python_stub(emit_python(entry, EmitContext()));
  EXPECT_THAT(stub, HasSubstr(") -> TensorHolder: ...\n"));
  EXPECT_THAT(stub, Not(HasSubstr("_OP")));
}

TEST(Generate, NothingOfAnArchiveBecomesCode) {
  auto op = make_op("Evil", "x", {"String s=\"\\\"); system(\\\"x\\\"); (\\\"\"", "String bidi=\"\xE2\x80\xAE\"", "ListString l=[\"\\n*/ #error\",\"\\\\\"]"});
  op.inputs[0].dtype = "T */ \n#error x \\";
  const std::vector<proto::OpPrototype> ops = {op, make_op("Bad Name", "x"), make_op("BadInput", "x"), make_op("class", "x"), make_op("None", "x")};
  auto changed = ops;
  changed[2].inputs[0].name = "x; int y";
  const Generation generation = must_generate(plain_request(changed));
  ASSERT_EQ(generation.operators.size(), 1U);
  EXPECT_EQ(generation.unsupported.size(), 4U);
  expect_clean(generation, "all");
}

TEST(Generate, UnsupportedOperatorsAreNamedWithTheirReason) {
  std::vector<proto::OpPrototype> ops = {make_op("Fine", "x"), make_op("Switch", "x"), make_op("Variable", "x"), make_op("Data", "x"), make_op("Other", "x")};
  proto::AttrDef attr;
  attr.name = "b";
  attr.type_word = "Bytes";
  attr.type = proto::AttrType::kBytes;
  attr.required = true;
  ops[4].attrs.push_back(attr);
  ops.push_back(make_op("HcomAllReduce", "x"));
  ops.push_back(make_op("HcomBroadcast", "x"));
  auto request = plain_request(ops);
  request.exclude = {"Gone", "Hcom*"};
  const Generation generation = must_generate(request);
  ASSERT_EQ(generation.operators.size(), 1U);
  EXPECT_THAT(generation.warnings, ::testing::SizeIs(1));
  std::vector<std::string> names;
  for (const auto &u : generation.unsupported) names.push_back(u.op_type);
  EXPECT_THAT(names, ::testing::UnorderedElementsAre("Switch", "Variable", "Other"));
  EXPECT_THAT(generation.files.at("es_all_ops.h"), HasSubstr("// Not generated (attribute type Bytes): Other"));
  EXPECT_THAT(generation.warnings, ::testing::Contains(HasSubstr("excluded operator Gone does not exist")));
}

TEST(Generate, OptionalAttributesWithoutParameterKeepTheirDefault) {
  auto op = make_op("Odd", "x", {"Int a=1"});
  const auto add = [&](const char *name, const char *word, proto::AttrType type, proto::AttrValue value) {
    proto::AttrDef attr;
    attr.name = name;
    attr.type_word = word;
    attr.type = type;
    attr.default_value = std::move(value);
    op.attrs.insert(op.attrs.begin(), attr);
  };
  add("bytes", "Bytes", proto::AttrType::kBytes, {});
  add("named", "NamedAttrs", proto::AttrType::kNamedAttrs, {});
  add("tensors", "ListTensor", proto::AttrType::kListTensor, {});
  add("nameds", "ListNamedAttrs", proto::AttrType::kListNamedAttrs, {});
  add("full", "Tensor", proto::AttrType::kTensor, proto::TensorDefault{true});
  add("odd", "Type", proto::AttrType::kType, static_cast<ge::DataType>(999));
  add("zero", "String", proto::AttrType::kString, std::string("a\0b", 3));  // no C string, so no function could pass it
  add("zeros", "ListString", proto::AttrType::kListString, std::vector<std::string>{"", std::string(1, '\0')});
  const std::vector<proto::OpPrototype> ops = {op};
  const Generation generation = must_generate(plain_request(ops));
  EXPECT_TRUE(generation.unsupported.empty());
  EXPECT_EQ(generation.notes.size(), 8U);
  EXPECT_THAT(generation.files.at("es_Odd.h"), HasSubstr("Odd(const EsTensorHolder &x, int64_t a = 1)"));
  EXPECT_THAT(generation.files.at("es_Odd_c.h"), HasSubstr(" * - attribute `bytes` keeps its default: it has no parameter\n"));
  EXPECT_THAT(generation.files.at("es_Odd.py"), HasSubstr("attribute `full` keeps its default"));
  expect_clean(generation, "all");
}

/// In releases, too, an attribute without parameter is none that calls know: one of its name that gets a parameter is
/// new.
TEST(Generate, AttributesWithoutParameterAreNoneInReleasesEither) {
  const ScratchFolder folder;
  folder.write("index.json",
               R"({"version": "1.0.0", "releases": [{"release_version": "a", "release_date": "2026-01-01"}]})");
  ASSERT_EQ(run("mkdir -p " + folder.path() + "/registry/a").code, 0);
  folder.write("registry/a/metadata.json", R"({"release_version": "a"})");
  folder.write("registry/a/operators.json",
               R"({"operators": [{"op_type": "Foo", "inputs": [{"name": "x", "type": "INPUT", "dtype": "T"}],
    "attrs": [{"name": "m", "type": "NamedAttrs", "required": false}]}]})");
  const std::vector<proto::OpPrototype> ops = {make_op("Foo", "x", {"Int m=0"})};
  auto request = plain_request(ops);
  request.registry = *history::Registry::open(folder.path());
  request.window = *history::select_window(request.registry, {*history::parse_window_size("all"), "a", "", ""});
  const Generation generation = must_generate(request);
  EXPECT_THAT(generation.warnings, ::testing::IsEmpty());
  EXPECT_THAT(generation.files.at("es_Foo.h"),
              HasSubstr("optional attribute `m`: Int, default 0, new in this release\n"));
  EXPECT_THAT(report_json(generation, request), HasSubstr(R"("m": "01")"));
}

/// Since when an operator and its elements are there, in every language (es-api section 9 of the issue's "Back ends").
TEST(Generate, CommentsTellSinceWhen) {
  const auto v1 = make_op("Foo", "x", {"Int a=0"}), v2 = make_op("Foo", "x, o?", {"Int a=0"}), now = make_op("Foo", "x, o?", {"Int a=0", "Int b=0"});
  const auto late = make_op("Late", "x"), fresh = make_op("Fresh", "x");
  EmitContext context;
  context.releases = {"V1", "V2"};
  const auto entry = [&](const proto::OpPrototype &op, std::vector<OldPrototype> history) {
    EmitOperator made;
    made.op = &op;
    made.history = std::move(history);
    made.plan = make_plan(op, made.history, Policy::kSeed);
    made.cpp = make_names(op, Language::kCpp);
    made.python = make_names(op, Language::kPython);
    return made;
  };
  const auto foo = entry(now, {{&v1, "V1", "2026-01-01"}, {&v2, "V2", "2026-01-02"}});
  for (const std::string &text : {emit_c_header(foo, context), emit_cpp_header(foo, context), emit_python(foo, context)}) {
    EXPECT_THAT(text, HasSubstr("Since release V1 or earlier."));
    EXPECT_THAT(text, HasSubstr("input `x`: TensorType({DT_FLOAT})\n"));
    EXPECT_THAT(text, HasSubstr("optional input `o`: TensorType({DT_FLOAT}), since release V2\n"));
    EXPECT_THAT(text, HasSubstr("optional attribute `a`: Int, default 0\n"));
    EXPECT_THAT(text, HasSubstr("optional attribute `b`: Int, default 0, new in this release\n"));
  }
  EXPECT_THAT(emit_markdown(foo, context), HasSubstr("optional input `o`: `TensorType({DT_FLOAT})`, since release V2\n"));
  // Which overload serves which release.
  EXPECT_THAT(emit_cpp_header(foo, context), HasSubstr("/// Calls of V1"));
  EXPECT_THAT(emit_c_header(entry(late, {{&late, "V2", "2026-01-02"}}), context), HasSubstr(" * Since release V2.\n"));
  EXPECT_THAT(emit_c_header(entry(fresh, {}), context), HasSubstr(" * New in this release.\n"));
  EXPECT_THAT(emit_c_header(entry(fresh, {}), EmitContext()), Not(HasSubstr("release")));
}

/// Names that look like macros of headers that a user includes first; file names that two operators would share; functions of the base
/// library; sixty of everything.
TEST(Generate, NamesOfMacrosFilesAndTheBaseLibrary) {
  std::string inputs = "x0", outputs = "y0";
  std::vector<std::string> spelled;
  for (int i = 1; i < 60; ++i) inputs += ", x" + std::to_string(i) + (i < 30 ? "" : "?"), outputs += ", y" + std::to_string(i);
  for (int i = 0; i < 60; ++i) spelled.push_back("Int a" + std::to_string(i) + (i < 30 ? "" : "=" + std::to_string(i)));
  std::vector<testing::AttrText> attrs;
  for (const auto &s : spelled) attrs.emplace_back(s.c_str());
  const std::vector<proto::OpPrototype> ops = {
      make_op("Macros", "BUFLEN, SYS_read, st_atime, PRIx64, M_PIf", {"Int INT_MAX=0", "Int O_RDONLY=1", "Int SIGINT=2", "Int assert=3", "Int I=4"}, "ERANGE, TRUE, h_addr"),
      make_op("EINVAL", "x", {}, "a, b"), make_op("Ours", "OpstrataEsValue, OPSTRATA_ES_ATTR_INT, ResolveBuilder, detail", {"Int EsOurs=0"}),
      make_op("Wide", inputs, attrs, outputs), make_op("Relu", "x", {"Int axis=0", "Int Axis=0", "Int AXIS=0"}), make_op("RELU", "x"), make_op("ReLU", "x"),
      make_op("Pair", "x"), make_op("Pair_c", "x"), make_op("Lone_c", "x"), make_op("log", "x"), make_op("all_ops", "x"),
      make_op("SetShape", "x"), make_op("CreateGraphBuilder", "x"), make_op("detail", "x"), make_op("CTensorHolder", "x")};
  const Generation generation = must_generate(plain_request(ops));
  std::vector<std::string> refused;
  for (const auto &u : generation.unsupported) refused.push_back(u.op_type + ": " + u.reason);
  const std::string function = ": a function of that name would take the place of one of the base library", file = ": its files would have the names of others";
  EXPECT_THAT(refused, ::testing::UnorderedElementsAre("Pair_c" + file, "log" + file, "all_ops" + file, "SetShape" + function,
                                                       "CreateGraphBuilder" + function, "detail" + function, "CTensorHolder" + function));
  expect_clean(generation, "all");
  // After whatever a program may include, in both languages.
  const ScratchFolder folder;
  ASSERT_TRUE(write_files(folder.path(), "es_all_files.txt", generation.files).ok());
  std::string headers;
  for (const char *name : {"assert", "complex", "ctype", "errno", "fcntl", "inttypes", "limits", "math", "netdb", "pthread", "signal", "stdio", "stdlib", "string",
                           "sys/socket", "sys/stat", "sys/syscall", "sys/sysmacros", "sys/wait", "termios", "time", "unistd"}) {
    headers += "#include <" + std::string(name) + ".h>\n";
  }
  headers += "#define BUFLEN 7\n#define TRUE 1\n";
  const std::string after = "int macros[] = {INT_MAX, EINVAL, BUFLEN, TRUE};\n";  // and the macros are back
  folder.write("use.cc", headers + "#include \"es_all_ops.h\"\n" + after);
  folder.write("use.c", headers + "#include \"es_all_ops_c.h\"\n" + after);
  for (const auto &compiler : compilers()) {
    const std::string flags = " -fsyntax-only -D_GNU_SOURCE -Wall -Wextra -Werror " + testing::include_flags(folder.path()) + folder.path();
    auto result = run(compiler + " -std=gnu++17" + flags + "/use.cc");
    EXPECT_EQ(result.code, 0) << compiler << "\n" << result.output.substr(0, 4000);
    result = run((compiler == "g++" ? "gcc" : "clang") + std::string(" -std=gnu11") + flags + "/use.c");
    EXPECT_EQ(result.code, 0) << compiler << "\n" << result.output.substr(0, 4000);
  }
}

/// A release of the window that cannot be read is no release that may be forgotten.
TEST(Generate, UnreadableReleasesAreRefusedAbsentOnesWarnedOf) {
  const ScratchFolder folder;
  folder.write("index.json", R"({"version": "1.0.0", "releases": [{"release_version": "a", "release_date": "2026-01-01"},
    {"release_version": "b", "release_date": "2026-01-02"}, {"release_version": "c", "release_date": "2026-01-03"}]})");
  ASSERT_EQ(run("cd " + folder.path() + " && for v in a b c; do mkdir -p registry/$v; echo '{\"release_version\": \"'$v'\"}' > registry/$v/metadata.json; done").code, 0);
  folder.write("registry/a/operators.json", R"({"operators": [{"op_type": "Foo", "inputs": [{"name": "x", "type": "INPUT"}]}]})");
  folder.write("registry/c/operators.json", R"({"operators": [{"op_type": "Foo"}, {"op_type": "Bad", "attrs": 7}]})");
  const std::vector<proto::OpPrototype> ops = {make_op("Foo", "x")};
  const auto generated = [&] {
    auto request = plain_request(ops);
    request.registry = *history::Registry::open(folder.path());
    request.window = *history::select_window(request.registry, {*history::parse_window_size("all"), "c", "", ""});
    return generate(request);
  };
  const auto absent = generated();
  ASSERT_TRUE(absent.ok()) << absent.status().text();
  EXPECT_TRUE(absent->incomplete);
  EXPECT_THAT(absent->warnings, ::testing::ElementsAre(HasSubstr("release b is left out"), HasSubstr("release c, operator Bad")));
  folder.write("registry/b/operators.json", "{");
  const auto broken = generated();
  ASSERT_FALSE(broken.ok());
  EXPECT_THAT(broken.status().text(), HasSubstr("release b: " + folder.path() + "/registry/b/operators.json:1:2: not valid JSON"));
}

TEST(Generate, NoOperatorIsAnError) {
  const std::vector<proto::OpPrototype> ops = {make_op("Data", "x")};
  const auto generation = generate(plain_request(ops));
  ASSERT_FALSE(generation.ok());
  EXPECT_EQ(generation.status().code(), Code::kNotFound);
}

TEST(Output, KeepsUnchangedFilesAndRemovesStaleOnes) {
  const ScratchFolder folder;
  const std::string inner = folder.path() + "/a/b";
  auto report = write_files(inner, "es_m_files.txt", {{"es_A.h", "1"}, {"es_B.h", "2"}});
  ASSERT_TRUE(report.ok()) << report.status().text();
  EXPECT_EQ(report->written, 2U);
  folder.write("a/b/es_Mine.h", "not ours");
  struct stat before {};
  ASSERT_EQ(stat((inner + "/es_A.h").c_str(), &before), 0);
  report = write_files(inner, "es_m_files.txt", {{"es_A.h", "1"}, {"es_C.h", "3"}});
  ASSERT_TRUE(report.ok());
  EXPECT_EQ(report->written, 1U);
  EXPECT_EQ(report->removed, 1U);
  struct stat after {};
  ASSERT_EQ(stat((inner + "/es_A.h").c_str(), &after), 0);
  EXPECT_EQ(before.st_ino, after.st_ino);
  EXPECT_EQ(before.st_mtim.tv_nsec, after.st_mtim.tv_nsec);
  EXPECT_NE(stat((inner + "/es_B.h").c_str(), &after), 0);
  EXPECT_EQ(testing::slurp(inner + "/es_Mine.h"), "not ours");
  EXPECT_EQ(testing::slurp(inner + "/es_C.h"), "3");
}

TEST(Output, FailureNamesThePathAndChangesNothing) {
  const ScratchFolder folder;
  folder.write("file", "x");
  const auto report = write_files(folder.path() + "/file/inside", "es_m_files.txt", {{"es_A.h", "1"}});
  ASSERT_FALSE(report.ok());
  EXPECT_EQ(report.status().code(), Code::kIo);
  EXPECT_THAT(report.status().text(), HasSubstr("/file"));
  EXPECT_EQ(testing::slurp(folder.path() + "/file"), "x");
}

}  // namespace
}  // namespace opstrata::esgen
