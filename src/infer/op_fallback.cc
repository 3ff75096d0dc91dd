#include "op_common/op_graph/op_fallback.h"

#include <dlfcn.h>

#include <string>

#include "base/origin.h"

namespace opstrata {
namespace {

/// Definition in a library that is loaded already, or in one of our own, which are loaded when they are asked for.
void *symbol_in(const std::string &library, const char *name, bool load) {
  void *handle = dlopen(library.c_str(), RTLD_LAZY | RTLD_LOCAL | (load ? 0 : RTLD_NOLOAD));
  return handle == nullptr ? nullptr : dlsym(handle, name);
}

}  // namespace

void *find_op_api(const char *name) {
  if (name == nullptr) {
    return nullptr;
  }
  static LibrarySearch &search = *new LibrarySearch("infer", {"op_api/lib"}, false);
  void *best = dlsym(RTLD_DEFAULT, name);
  OriginRank rank = OriginRank::kBuiltIn;
  if (best != nullptr) {
    rank = origin_of(best).rank;
    if (rank == OriginRank::kProgram) {
      return best;
    }
  }
  for (const std::string &library : search.report().loaded) {  // strongest root first
    void *found = symbol_in(library, name, false);
    if (found == nullptr) {
      continue;
    }
    const OriginRank found_rank = origin_of(found).rank;
    if (best == nullptr || found_rank > rank) {
      best = found;
      rank = found_rank;
    }
  }
  for (const char *library :
       {"libopapi_math.so", "libopapi_nn.so", "libopapi_cv.so", "libopapi.so", "libnnopbase.so", "libascendcl.so"}) {
    if (best != nullptr) {
      break;
    }
    best = symbol_in(own_library_dir() + "/" + library, name, true);
  }
  return best;
}

}  // namespace opstrata
