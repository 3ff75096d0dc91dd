// Command line of gen_esb (es-api section 5.1) and its exit codes (section 5.2), by running the program.
#include "tools/gen_esb/options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "esgen/compile_fixture.h"

namespace opstrata::gen_esb {
namespace {

using esgen::testing::run;
using esgen::testing::ScratchFolder;
using esgen::testing::slurp;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

Options options(const std::vector<std::string> &arguments) {
  const Parsed parsed = parse_options(arguments);
  EXPECT_FALSE(parsed.stop) << parsed.text;
  return parsed.options;
}

TEST(Options, BothSpellings) {
  for (const std::vector<std::string> &arguments : std::vector<std::vector<std::string>>{
           {"--output_dir=out", "--module_name=math", "--history_registry=reg", "--release_version=8.0.RC2",
            "--exclude_ops=A, B", "--h_guard_prefix=_P"},
           {"--output-dir", "out", "--module-name", "math", "--history-registry", "reg", "--release-version", "8.0.RC2",
            "--exclude-ops", "A,B", "--h-guard-prefix", "_P"},
           {"-output_dir=out", "-module-name=math", "-history-registry", "reg", "-release_version", "8.0.RC2",
            "-exclude_ops=A,B,", "-h_guard_prefix=_P"}}) {
    const Options o = options(arguments);
    EXPECT_EQ(o.output_dir, "out");
    EXPECT_EQ(o.module_name, "math");
    EXPECT_EQ(o.history_registry, "reg");
    EXPECT_EQ(o.release_version, "8.0.RC2");
    EXPECT_EQ(o.exclude_ops, (std::vector<std::string>{"A", "B"}));
    EXPECT_EQ(o.guard_prefix, "_P");
    EXPECT_FALSE(o.extract);
  }
}

TEST(Options, ModeIsWrittenInSixWays) {
  for (const char *on : {"--extract-history", "--extract_history", "--extract-history=true",
                         "--es_mode=extract_history", "--es-mode=extract_history", "-extract-history"}) {
    EXPECT_TRUE(options({on}).extract) << on;
  }
  EXPECT_FALSE(options({"--extract-history=false"}).extract);
  EXPECT_EQ(parse_options({"--extract-history=maybe"}).exit_code, 2);
  EXPECT_FALSE(options({"--es_mode=codegen"}).extract);
  EXPECT_TRUE(options({"--es_mode=extract_history", "--extract-history"}).extract);
  const Parsed parsed = parse_options({"--es_mode=codegen", "--extract-history"});
  EXPECT_TRUE(parsed.stop);
  EXPECT_EQ(parsed.exit_code, 2);
}

TEST(Options, ValuesKeepTheirDashesAndTheLastOneWins) {
  EXPECT_EQ(options({"--output-dir=my-out", "--output_dir=the-last"}).output_dir, "the-last");
  EXPECT_EQ(options({"--branch-name", "feature-x"}).branch_name, "feature-x");
}

TEST(Options, AnEmptyValueStaysEmptyAndTakesNothingElse) {
  const Options o = options({"--h_guard_prefix=", "--history_registry=reg", "--quiet"});
  EXPECT_EQ(o.guard_prefix, "");
  EXPECT_EQ(o.history_registry, "reg");
  EXPECT_TRUE(o.quiet);
}

TEST(Options, MistakesAreUsageErrors) {
  for (const std::vector<std::string> &arguments : std::vector<std::vector<std::string>>{{"--nonsense"},
                                                                                         {"--output_dir"},
                                                                                         {"word"},
                                                                                         {"--es_mode=other"},
                                                                                         {"--policy=loose"},
                                                                                         {"--module_name=a/b"}}) {
    const Parsed parsed = parse_options(arguments);
    EXPECT_TRUE(parsed.stop);
    EXPECT_EQ(parsed.exit_code, 2) << arguments[0];
    EXPECT_FALSE(parsed.text.empty());
  }
  EXPECT_EQ(parse_options({"--help"}).exit_code, 0);
  EXPECT_EQ(parse_options({"-h"}).exit_code, 0);
  const Parsed version = parse_options({"--version"});
  EXPECT_TRUE(version.stop);
  EXPECT_EQ(version.exit_code, 0);
  EXPECT_EQ(version.text, "gen_esb " OPSTRATA_VERSION);
}

constexpr const char *kProgram = OPSTRATA_GEN_ESB;
constexpr const char *kMath = OPSTRATA_SOURCE_DIR "/examples/data/history/math";

TEST(GenEsb, ExitCodes) {
  const ScratchFolder folder;
  const std::string tool = "env -u ASCEND_OPP_PATH -u ASCEND_CUSTOM_OPP_PATH " + std::string(kProgram) + " --quiet ";
  const std::string prototypes = "--prototypes=" + std::string(kMath) + "/registry/9.1.0/operators.json ";
  const std::string out = "--output_dir=" + folder.path() + "/out ";
  EXPECT_EQ(run(tool + "--bad").code, 2);
  auto result = run(tool + out);
  EXPECT_EQ(result.code, 3);
  EXPECT_THAT(result.output, HasSubstr("ASCEND_OPP_PATH"));
  EXPECT_EQ(run(tool + out + "--prototypes=/nowhere.json").code, 3);
  EXPECT_EQ(run(tool + prototypes + "--output_dir=/proc/nowhere").code, 3);
  result = run(tool + prototypes + out + "--history-registry " + kMath +
               " --release-version 9.1.0 --report=" + folder.path() + "/plan.json");
  EXPECT_EQ(result.code, 0) << result.output;
  // Removed operators are lost calls: --quiet keeps the warning, --strict makes it a finding.
  EXPECT_THAT(result.output, AllOf(StartsWith("gen_esb: warning: 23 operators of the window no longer exist"),
                                   HasSubstr("AddV2, CalcBuckets")));
  EXPECT_EQ(std::count(result.output.begin(), result.output.end(), '\n'), 1) << result.output;
  EXPECT_EQ(run(tool + prototypes + out + "--history-registry " + kMath + " --release-version 9.1.0 --strict").code, 1);
  EXPECT_THAT(slurp(folder.path() + "/plan.json"), HasSubstr("\"op_type\": \"Add\""));
  EXPECT_THAT(slurp(folder.path() + "/out/es_all_ops.h"), HasSubstr("#include \"es_Add.h\""));
  result = run(tool + prototypes + out + "--history-registry " + kMath + " --release-version 7.0");
  EXPECT_EQ(result.code, 3);
  EXPECT_THAT(result.output, HasSubstr("9.1.0"));
  // An absent history is generated without; --strict makes it a finding.
  for (const std::string strict : {"", " --strict"}) {
    result = run(tool + prototypes + out + "--history-registry /nowhere" + strict);
    EXPECT_EQ(result.code, strict.empty() ? 0 : 1);
    EXPECT_THAT(result.output, AllOf(HasSubstr("/nowhere"), HasSubstr("generating without history")));
  }
  // So is a window that holds nothing of the archive.
  result = run(tool + prototypes + out + "--history-registry " + kMath + " --release-date 2038-01-01");
  EXPECT_EQ(result.code, 0);
  EXPECT_THAT(result.output, AllOf(HasSubstr("13 older releases are outside the window"), HasSubstr("--window=all")));
}

/// Prototypes of one operator file per release, as text for --prototypes.
std::string prototypes_of(const std::string &inputs, const std::string &more = "") {
  std::string list;
  for (const char name : inputs) {
    const bool optional = name >= 'A' && name <= 'Z';
    list += (list.empty() ? "" : ", ") + std::string(R"({"name": ")") + name + R"(", "type": ")" +
            (optional ? "OPTIONAL_INPUT" : "INPUT") + "\"}";
  }
  return R"({"operators": [{"op_type": "Foo", "inputs": [)" + list +
         R"(], "outputs": [{"name": "y", "type": "OUTPUT"}], "attrs": [{"name": "a", "type": "Int", "required": false, "default_value": "0"}]})" +
         more + "]}";
}

/// Seed design 6.1 and 6.2: a registry is switched on at 2026-03-30; what was released on 2025-12-30 is archived
/// afterwards and served.
TEST(GenEsb, FirstEnablement) {
  const ScratchFolder folder;
  const std::string registry = folder.path() + "/registry", out = folder.path() + "/out";
  const std::string old = folder.write("old.json", prototypes_of("xz"));
  const std::string today = folder.write(
      "today.json", prototypes_of("xzO", R"(, {"op_type": "Bar", "inputs": [{"name": "x", "type": "INPUT"}]})"));
  const std::string tool = std::string(kProgram) + " ";
  const std::string generate =
      tool + "--prototypes=" + today + " --output_dir=" + out + " --history_registry=" + registry;
  // An empty registry: the current release is the baseline, with the plain interface.
  folder.write("empty", "");
  ASSERT_EQ(run("mkdir -p " + registry + " && echo '{\"version\": \"1.0.0\", \"releases\": []}' > " + registry +
                "/index.json")
                .code,
            0);
  auto result = run(generate + " --release_version=8.0.RC1 --strict");
  EXPECT_EQ(result.code, 0) << result.output;
  EXPECT_THAT(result.output, HasSubstr("'8.0.RC1' becomes the baseline"));
  EXPECT_THAT(result.output, HasSubstr("2 signatures"));
  // The release before is archived with its own date.
  result = run(tool + "--quiet --extract-history --prototypes=" + old + " --output_dir=" + registry +
               " --release_version=7.9 --release_date=2025-12-30");
  EXPECT_EQ(result.code, 0) << result.output;
  // Now the current release, which no index holds yet, serves it ...
  result = run(generate + " --release_version=8.0.RC1 --release_date=2026-03-30 --strict");
  EXPECT_EQ(result.code, 0) << result.output;
  EXPECT_THAT(result.output, ::testing::Not(HasSubstr("warning")));
  const std::string header = slurp(out + "/es_Foo.h");
  EXPECT_THAT(header, HasSubstr("Foo(const EsTensorLike &x, const EsTensorLike &z, int64_t a = 0)"));
  EXPECT_THAT(header,
              HasSubstr("Foo(const EsTensorLike &x, const EsTensorLike &z, const EsTensorHolder &O, int64_t a = 0)"));
  // ... an operator that it lacked has the plain interface and no warning (6.2) ...
  EXPECT_THAT(slurp(out + "/es_Bar.h"), HasSubstr("New in this release."));
  EXPECT_THAT(slurp(out + "/es_Bar.h"), ::testing::Not(HasSubstr("Compatibility")));
  // ... and is archived in turn.
  result = run(tool + "--quiet --extract-history --prototypes=" + today + " --output_dir=" + registry +
               " --release_version=8.0.RC1 --release_date=2026-03-30");
  EXPECT_EQ(result.code, 0) << result.output;
  result = run(generate + " --release_version=8.0.RC1");
  EXPECT_THAT(result.output, HasSubstr("window: 2 releases up to 2026-03-30 (7.9, 8.0.RC1)"));
  // Without the empty index, a folder that does not exist: the same, and said.
  result = run(tool + "--prototypes=" + today + " --output_dir=" + out +
               " --history_registry=/nowhere --release_version=8.0.RC1");
  EXPECT_EQ(result.code, 0);
  EXPECT_THAT(result.output, HasSubstr("generating without history"));
}

/// Counts (es-api 14.23) are generated and archived; a mistake in their file is refused before anything is written.
TEST(GenEsb, Counts) {
  const ScratchFolder folder;
  const std::string file = folder.write("add.json", R"({"operators": [{"op_type": "AddN", "inputs": [{"name": "x", "type": "DYNAMIC_INPUT"}],
      "outputs": [{"name": "y", "type": "OUTPUT"}], "attrs": [{"name": "N", "type": "Int", "required": true}]}]})");
  const std::string registry = folder.path() + "/registry", out = folder.path() + "/out";
  const std::string tool = std::string(kProgram) + " --quiet --prototypes=" + file + " ";
  const std::string counts = "--counts=" + folder.write("counts.json", R"({"AddN": {"N": "x"}, "Other": {}})") + " ";
  auto result = run(tool + counts + "--output_dir=" + out);
  EXPECT_EQ(result.code, 0) << result.output;
  EXPECT_THAT(result.output, HasSubstr("counts.json#/Other: there is no operator 'Other'"));
  EXPECT_EQ(run(tool + counts + "--strict --output_dir=" + out).code, 1);
  EXPECT_THAT(slurp(out + "/es_AddN.h"), HasSubstr("default number of x"));
  result = run(tool + counts + "--extract-history --release_version=1 --release_date=2026-01-01 --output_dir=" + registry);
  EXPECT_EQ(result.code, 0) << result.output;
  EXPECT_THAT(slurp(registry + "/registry/1/operators.json"), HasSubstr("\"count_of\": \"x\""));
  // Calls of that release may leave the count out, so a later one that wants it loses them.
  result = run(tool + "--strict --output_dir=" + out + " --history_registry=" + registry + " --release_date=2026-02-01");
  EXPECT_EQ(result.code, 1) << result.output;
  result = run(tool + "--counts=" + folder.write("bad.json", R"({"AddN": {"N": "y"}})") + " --output_dir=" + folder.path() + "/none");
  EXPECT_EQ(result.code, 3);
  EXPECT_THAT(result.output, HasSubstr("'y' is no dynamic input or output of AddN"));
  EXPECT_NE(run("test -e " + folder.path() + "/none").code, 0);
}

TEST(GenEsb, WindowForms) {
  const ScratchFolder folder;
  const std::string registry = folder.path() + "/registry";
  const std::string file = folder.write("foo.json", prototypes_of("x"));
  const std::string tool = std::string(kProgram) + " --prototypes=" + file + " ";
  for (const char *release : {"a 2024-06-30", "b 2025-03-29", "c 2025-03-30", "d 2026-02-01", "e 2026-03-30",
                              "f 2026-03-30", "g 2026-04-01"}) {
    const std::string version(release, 1), date(release + 2);
    ASSERT_EQ(run(tool + "--quiet --extract-history --output_dir=" + registry + " --release_version=" + version +
                  " --release_date=" + date)
                  .code,
              0);
  }
  const auto window = [&](const std::string &options) {
    const std::string text =
        run(tool + "--output_dir=" + folder.path() + "/out --history_registry=" + registry + " " + options).output;
    const size_t at = text.find("window: ");
    return at == std::string::npos ? text : text.substr(at, text.find('\n', at) - at);
  };
  // Releases outside are listed, those after the window too.
  (void)window("--release_version=e --report=" + folder.path() + "/report.json");
  const auto report = nlohmann::json::parse(slurp(folder.path() + "/report.json"));
  EXPECT_EQ(report["after_window"], nlohmann::json::parse(R"([{"release": "g", "date": "2026-04-01"}])"));
  EXPECT_EQ(report["before_window"].size(), 2U);
  EXPECT_EQ(window("--release_version=e"),
            "window: 4 releases up to 2026-03-30 (c, d, e, f)");  // equal dates in the order of the index
  EXPECT_EQ(window("--release_version=e --window=366d"), "window: 5 releases up to 2026-03-30 (b, c, d, e, f)");
  EXPECT_EQ(window("--release_version=e --window=12m"), "window: 4 releases up to 2026-03-30 (c, d, e, f)");
  EXPECT_EQ(window("--release_version=e --window=2r"), "window: 2 releases up to 2026-03-30 (e, f)");
  EXPECT_EQ(window("--release_version=e --window=all"), "window: 6 releases up to 2026-03-30 (a, b, c, d, e, f)");
  EXPECT_EQ(window("--release_date=2026-04-01 --window=1d"), "window: 1 releases up to 2026-04-01 (g)");
  EXPECT_EQ(window("--release_version=new --release_date=2025-03-29"), "window: 2 releases up to 2025-03-29 (a, b)");
  EXPECT_EQ(run(tool + "--output_dir=" + folder.path() + "/out --history_registry=" + registry +
                " --release_version=e --window=12x")
                .code,
            2);
  EXPECT_EQ(run(tool + "--output_dir=" + folder.path() + "/out --window=banana").code, 2);  // also where no history is read
}

/// Archivers in different processes take turns: whoever comes second sees what the first has written.
TEST(GenEsb, ArchiversAtOnce) {
  const ScratchFolder folder;
  const std::string registry = folder.path() + "/registry";
  const std::string one = folder.write("one.json", prototypes_of("x")),
                    two = folder.write("two.json", prototypes_of("xz"));
  const auto archive = [&](const std::string &file, const std::string &version) {
    return std::string(kProgram) + " --quiet --extract-history --prototypes=" + file + " --output_dir=" + registry +
           " --release_version=" + version + " --release_date=2026-01-01";
  };
  std::string script;
  for (int i = 0; i < 8; ++i)
    script += archive(i % 2 == 0 ? one : two, "v" + std::to_string(i)) + " & p" + std::to_string(i) + "=$!\n";
  for (int i = 0; i < 8; ++i) script += "wait $p" + std::to_string(i) + " || exit 1\n";
  auto result = run("sh " + folder.write("all.sh", script));
  EXPECT_EQ(result.code, 0) << result.output;
  for (int i = 0; i < 8; ++i) EXPECT_THAT(slurp(registry + "/index.json"), HasSubstr("\"v" + std::to_string(i) + "\""));
  // Two contents under one version: one is archived, the other refused with the place of the first.
  result = run("sh " + folder.write("both.sh", archive(one, "same") + " & p=$!\n" + archive(two, "same") +
                                                   "\na=$?\nwait $p\necho $a $?\n"));
  EXPECT_THAT(result.output, ::testing::AnyOf(HasSubstr("0 3"), HasSubstr("3 0")));
  EXPECT_THAT(result.output, HasSubstr("release 'same' is already archived in " + registry + "/index.json"));
}

TEST(GenEsb, ArchivesAndServesWhatItArchived) {
  const ScratchFolder folder;
  const std::string tool = std::string(kProgram) + " --quiet --prototypes=" + kMath + "/registry/9.0.0/operators.json ";
  const std::string registry = folder.path() + "/registry";
  EXPECT_EQ(run(tool + "--extract-history --output-dir " + registry).code, 2);  // no version
  auto result =
      run(tool + "--extract-history --output-dir " + registry + " --release-version 8.0.RC1 --release-date 2024-09-30");
  ASSERT_EQ(result.code, 0) << result.output;
  EXPECT_THAT(slurp(registry + "/index.json"), HasSubstr("\"release_version\": \"8.0.RC1\""));
  // What is left out is said, and is a finding under --strict.
  const std::string odd = folder.write("odd.json", prototypes_of("x", R"(, {"op_type": "Odd", "inputs": [], "outputs": [], "attrs": [{"name": "b", "type": "Bytes", "required": true}]})"));
  for (const std::string strict : {"", " --strict"}) {
    result = run(std::string(kProgram) + " --quiet --extract-history --prototypes=" + odd + " --output-dir " + folder.path() +
                 "/odd --release-version 1" + strict);
    EXPECT_EQ(result.code, strict.empty() ? 0 : 1) << result.output;
    EXPECT_THAT(result.output, HasSubstr("Odd"));
  }
  // The same content, whatever the layout: Python's reader judges.
  result =
      run("/usr/bin/python3 -c \"import json, sys; sys.exit(json.load(open(sys.argv[1])) != "
          "json.load(open(sys.argv[2])))\" " +
          registry + "/registry/8.0.RC1/operators.json " + kMath + "/registry/9.0.0/operators.json");
  EXPECT_EQ(result.code, 0) << result.output;
  // Other content under an archived version.
  const std::string newer =
      std::string(kProgram) + " --quiet --prototypes=" + kMath + "/registry/9.1.0/operators.json ";
  EXPECT_EQ(run(newer + "--es_mode=extract_history --output_dir=" + registry + " --release_version=8.0.RC1").code, 3);
  EXPECT_EQ(run(newer + "--es_mode=extract_history --output_dir=" + registry +
                " --release_version=8.0.0 --release_date=2024-02-31")
                .code,
            3);
  EXPECT_EQ(run(newer + "--output_dir=" + folder.path() + "/out --release_date=2026-02-29").code, 3);  // no history
  result = run(newer + "--output_dir=" + folder.path() + "/out --history_registry=" + registry +
               " --release_version=8.0.0 --release_date=2024-12-30");
  EXPECT_EQ(result.code, 0) << result.output;
}

}  // namespace
}  // namespace opstrata::gen_esb
