// Loads prototype libraries as the environment says and prints what is then in force; run by the loading tests because
// the registry belongs to a process.
#include <cstdio>
#include <cstring>

#include "proto/registry.h"

int main(int argc, char **argv) {
  using namespace opstrata::proto;
  const LoadReport report = argc > 1 && std::strcmp(argv[1], "--installed") == 0 ? load_installed_prototypes()
                                                                                 : load_prototype_libraries(argc > 1 ? argv[1] : "");
  for (const auto &path : report.searched) std::printf("searched\t%s\n", path.c_str());
  for (const auto &path : report.loaded) std::printf("loaded\t%s\n", path.c_str());
  for (const auto &[path, reason] : report.failed) std::printf("failed\t%s\t%s\n", path.c_str(), reason.c_str());
  for (const OpPrototype *p : all_prototypes()) {
    const AttrDef *level = p->find_attr("level");
    const std::string rank(opstrata::origin_rank_name(p->origin.rank));
    std::printf("prototype\t%s\t%s\t%s\t%s\t%s\n", p->type.c_str(), level == nullptr ? "" : default_literal(*level).c_str(), rank.c_str(),
                p->origin.library.c_str(), p->where.to_string().c_str());
  }
  for (const DuplicatePrototype &duplicate : differing_duplicates()) std::printf("duplicate\t%s\n", describe(duplicate).c_str());
}
