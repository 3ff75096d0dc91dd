// operators.json: what is accepted survives a round trip, and is generated or left out with a reason; code for it stays inside its
// literals and comments as far as text can tell.
#include <algorithm>

#include "esgen/generate.h"
#include "fuzz/fuzz_support.h"
#include "history/registry.h"

namespace {

bool has_nan(const opstrata::proto::OpPrototype &op) {
  return std::any_of(op.attrs.begin(), op.attrs.end(), [](const auto &attr) { return !(attr.default_value == attr.default_value); });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  using namespace opstrata;
  static const fuzz::Package package;
  static const std::string index = package.write_index();
  static const std::string metadata = package.write("registry/r/metadata.json", R"({"release_version": "r"})");
  const std::string path = package.write("registry/r/operators.json", fuzz::text_of(data, size));
  const auto strict = history::read_operators_json(path);
  const auto registry = history::Registry::open(package.folder());
  fuzz::require(registry.ok(), "operators do not concern the registry", registry.status().text());
  const auto loaded = registry->load_release("r");
  if (!loaded.ok()) {
    fuzz::require(!strict.ok() && !loaded.status().text().empty(), "a refusal has a reason");
    return 0;
  }
  const history::Operators &operators = **loaded;
  fuzz::require(strict.ok() == operators.findings.empty(), "the strict reader refuses what the other leaves out");
  std::vector<const proto::OpPrototype *> prototypes;
  for (const auto &op : operators.prototypes) {
    if (history::archivable(op).ok()) prototypes.push_back(&op);
  }
  const auto text = history::operators_json_text(prototypes, operators.unknown);
  fuzz::require(text.ok(), "what was read can be written", text.status().text());
  const auto again = history::read_operators_json(package.write("again.json", *text));
  fuzz::require(again.ok(), "what was written can be read", again.status().text() + "\n" + *text);
  fuzz::require(again->prototypes.size() == prototypes.size(), "no operator is lost", *text);
  for (size_t i = 0; i < prototypes.size(); ++i) {
    fuzz::require(has_nan(*prototypes[i]) || proto::same_interface(*prototypes[i], again->prototypes[i]), "a prototype survives the round trip", *text);
    fuzz::require(prototypes[i]->symbols == again->prototypes[i].symbols, "symbols survive the round trip", *text);
  }
  // Planning is quadratic in the number of elements of one operator at worst; its speed is no matter here.
  if (size > 4096) return 0;
  esgen::GenerateRequest request;
  for (const auto &op : operators.prototypes) request.prototypes.push_back(&op);
  request.registry = *registry;
  request.window = *history::select_window(*registry, {{}, "r", "", ""});
  request.version = "fuzz";
  request.markdown = true;
  const auto generation = esgen::generate(request);
  if (!generation.ok()) return 0;
  for (const auto &[name, content] : generation->files) {
    fuzz::require(name.find('/') == std::string::npos, "files stay in their folder", name);
    fuzz::require(content.find('\0') == std::string::npos && content.find('\r') == std::string::npos, "no control character reaches a source", name + "\n" + content);
  }
  return 0;
}
