// Command line of gen_esb (es-api section 5.1) and its exit codes (section 5.2), by running the program.
#include "tools/gen_esb/options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "esgen/compile_fixture.h"

namespace opstrata::gen_esb {
namespace {

using esgen::testing::run;
using esgen::testing::ScratchFolder;
using esgen::testing::slurp;
using ::testing::HasSubstr;

Options options(const std::vector<std::string> &arguments) {
  const Parsed parsed = parse_options(arguments);
  EXPECT_FALSE(parsed.stop) << parsed.text;
  return parsed.options;
}

TEST(Options, BothSpellings) {
  for (const std::vector<std::string> &arguments : std::vector<std::vector<std::string>>{
           {"--output_dir=out", "--module_name=math", "--history_registry=reg", "--release_version=8.0.RC2", "--exclude_ops=A, B", "--h_guard_prefix=_P"},
           {"--output-dir", "out", "--module-name", "math", "--history-registry", "reg", "--release-version", "8.0.RC2", "--exclude-ops", "A,B",
            "--h-guard-prefix", "_P"},
           {"-output_dir=out", "-module-name=math", "-history-registry", "reg", "-release_version", "8.0.RC2", "-exclude_ops=A,B,", "-h_guard_prefix=_P"}}) {
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
  for (const char *on : {"--extract-history", "--extract_history", "--extract-history=true", "--es_mode=extract_history", "--es-mode=extract_history", "-extract-history"}) {
    EXPECT_TRUE(options({on}).extract) << on;
  }
  EXPECT_FALSE(options({"--extract-history=false"}).extract);
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
  for (const std::vector<std::string> &arguments : std::vector<std::vector<std::string>>{
           {"--nonsense"}, {"--output_dir"}, {"word"}, {"--es_mode=other"}, {"--policy=loose"}, {"--module_name=a/b"}}) {
    const Parsed parsed = parse_options(arguments);
    EXPECT_TRUE(parsed.stop);
    EXPECT_EQ(parsed.exit_code, 2) << arguments[0];
    EXPECT_FALSE(parsed.text.empty());
  }
  EXPECT_EQ(parse_options({"--help"}).exit_code, 0);
  EXPECT_EQ(parse_options({"-h"}).exit_code, 0);
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
  result = run(tool + prototypes + out + "--history-registry " + kMath + " --release-version 9.1.0 --report=" + folder.path() + "/plan.json");
  EXPECT_EQ(result.code, 0) << result.output;
  EXPECT_EQ(result.output, "");
  EXPECT_THAT(slurp(folder.path() + "/plan.json"), HasSubstr("\"op_type\": \"Add\""));
  EXPECT_THAT(slurp(folder.path() + "/out/es_all_ops.h"), HasSubstr("#include \"es_Add.h\""));
  result = run(tool + prototypes + out + "--history-registry " + kMath + " --release-version 7.0");
  EXPECT_EQ(result.code, 3);
  EXPECT_THAT(result.output, HasSubstr("9.1.0"));
  // An absent history is generated without; --strict makes it a finding.
  EXPECT_EQ(run(tool + prototypes + out + "--history-registry /nowhere").code, 0);
  EXPECT_EQ(run(tool + prototypes + out + "--history-registry /nowhere --strict").code, 1);
}

TEST(GenEsb, ArchivesAndServesWhatItArchived) {
  const ScratchFolder folder;
  const std::string tool = std::string(kProgram) + " --quiet --prototypes=" + kMath + "/registry/9.0.0/operators.json ";
  const std::string registry = folder.path() + "/registry";
  EXPECT_EQ(run(tool + "--extract-history --output-dir " + registry).code, 2);  // no version
  auto result = run(tool + "--extract-history --output-dir " + registry + " --release-version 8.0.RC1 --release-date 2024-09-30");
  ASSERT_EQ(result.code, 0) << result.output;
  EXPECT_THAT(slurp(registry + "/index.json"), HasSubstr("\"release_version\": \"8.0.RC1\""));
  // The same content, whatever the layout: Python's reader judges.
  result = run("/usr/bin/python3 -c \"import json, sys; sys.exit(json.load(open(sys.argv[1])) != json.load(open(sys.argv[2])))\" " + registry +
               "/registry/8.0.RC1/operators.json " + kMath + "/registry/9.0.0/operators.json");
  EXPECT_EQ(result.code, 0) << result.output;
  // Other content under an archived version.
  const std::string newer = std::string(kProgram) + " --quiet --prototypes=" + kMath + "/registry/9.1.0/operators.json ";
  EXPECT_EQ(run(newer + "--es_mode=extract_history --output_dir=" + registry + " --release_version=8.0.RC1").code, 3);
  EXPECT_EQ(run(newer + "--es_mode=extract_history --output_dir=" + registry + " --release_version=8.0.0 --release_date=2024-02-31").code, 3);
  result = run(newer + "--output_dir=" + folder.path() + "/out --history_registry=" + registry + " --release_version=8.0.0 --release_date=2024-12-30");
  EXPECT_EQ(result.code, 0) << result.output;
}

}  // namespace
}  // namespace opstrata::gen_esb
