// metadata.json: a release is read, or it is left out as a finding, and the others stay.
#include "fuzz/fuzz_support.h"
#include "history/registry.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  using namespace opstrata;
  static const fuzz::Package package;
  static const std::string index = package.write_index();
  package.write("registry/r/metadata.json", fuzz::text_of(data, size));
  const auto registry = history::Registry::open(package.folder());
  fuzz::require(registry.ok(), "a bad release does not spoil the registry", registry.status().text());
  fuzz::require(!registry->releases().empty() || !registry->findings().empty(), "what is left out is reported");
  return 0;
}
