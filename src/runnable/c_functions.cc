// The C functions of opstrata/runnable_dump.h.
#include <cstdlib>
#include <cstring>

#include "base/messages.h"
#include "opstrata/runnable_dump.h"
#include "runnable/runnable.h"

namespace {

using opstrata::Result;
using opstrata::Status;

Result<opstrata::runnable::DumpResult> dump(const ge::Graph &graph, bool python, const char *registry, const char *release, const char *module) {
  opstrata::runnable::DumpRequest request;
  request.language = python ? opstrata::runnable::Language::kPython : opstrata::runnable::Language::kCpp;
  request.version = OPSTRATA_VERSION;
  if (module != nullptr && *module != '\0') request.module = module;
  if (release != nullptr) request.release = release;
  if (registry != nullptr && *registry != '\0') {
    auto opened = opstrata::history::Registry::open(registry);
    if (!opened.ok()) return opened.status();
    request.registry = std::move(*opened);
  }
  (void)opstrata::proto::load_installed_prototypes();
  request.prototypes = opstrata::proto::all_prototypes();
  return opstrata::runnable::dump_source(graph, request);
}

char *copy_of(const std::string &text) {
  auto *copy = static_cast<char *>(std::malloc(text.size() + 1));
  if (copy != nullptr) std::memcpy(copy, text.c_str(), text.size() + 1);
  return copy;
}

}  // namespace

extern "C" char *OpstrataDumpRunnable(const EsCGraph *graph, const char *language, const char *history_registry, const char *release,
                                      const char *module) {
  char *notes = nullptr;
  char *text = OpstrataDumpRunnableWithNotes(graph, language, history_registry, release, module, &notes);
  std::free(notes);
  return text;
}

extern "C" char *OpstrataDumpRunnableWithNotes(const EsCGraph *graph, const char *language, const char *history_registry, const char *release,
                                               const char *module, char **notes) {
  const std::string_view word = language == nullptr ? "" : language;
  const auto refuse = [](const Status &status) -> char * {
    opstrata::report(status);
    return nullptr;
  };
  if (graph == nullptr) return refuse(opstrata::fail(opstrata::Msg::kGraphNull, {{"function", "OpstrataDumpRunnable"}, {"what", "graph"}}));
  if (word != "cpp" && word != "python") return refuse(opstrata::fail(opstrata::Msg::kRunnableLanguage, {{"language", word}}));
  if (notes == nullptr) return refuse(opstrata::fail(opstrata::Msg::kGraphNull, {{"function", "OpstrataDumpRunnableWithNotes"}, {"what", "notes"}}));
  *notes = nullptr;
  const auto result = dump(*reinterpret_cast<const ge::Graph *>(graph), word == "python", history_registry, release, module);
  if (!result.ok()) return refuse(result.status());
  std::string sentences;
  for (const auto &note : result->notes) sentences += note + "\n";
  if (!sentences.empty()) *notes = copy_of(sentences);
  return copy_of(result->text);
}

extern "C" void OpstrataFreeText(char *text) { std::free(text); }
