// index.json: whatever it holds, opening gives a registry whose releases are valid, or a refusal with a reason.
#include "fuzz/fuzz_support.h"
#include "history/registry.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  using namespace opstrata;
  static const fuzz::Package package;
  static const std::string metadata = package.write("registry/r/metadata.json", R"({"release_version": "r"})");
  static const std::string operators = package.write("registry/r/operators.json", R"({"operators": [{"op_type": "A"}]})");
  package.write("index.json", fuzz::text_of(data, size));
  const auto registry = history::Registry::open(package.folder());
  if (!registry.ok()) {
    fuzz::require(!registry.status().text().empty(), "a refusal has a reason");
    return 0;
  }
  for (const auto &release : registry->releases()) {
    fuzz::require(history::check_release_version(release.version).ok(), "versions are names of folders", release.version);
    fuzz::require(history::parse_day(release.date).has_value(), "dates are days", release.date);
    fuzz::require(registry->load_release(release.version).ok(), "a release of the folder is readable", release.version);
  }
  for (const char *size_text : {"365d", "12m", "2r", "all"}) {
    const auto window = history::select_window(*registry, {*history::parse_window_size(size_text), "", "", "2026-06-01"});
    fuzz::require(window.ok() && window->releases.size() + window->future.size() + window->expired.size() == registry->releases().size(),
                  "a window divides the releases", size_text);
  }
  return 0;
}
