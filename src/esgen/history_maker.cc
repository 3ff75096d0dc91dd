// For tests: writes a history registry of made-up operators, as years of releases leave it behind. Equal arguments make equal bytes.
//   esgen_history_maker FOLDER SEED OPERATORS straight|interleaved RELEASES BREAKING RESTLESS
// straight: a release each quarter; interleaved: maintenance releases of older branches are dated between those of newer ones.
// BREAKING is the percentage of changes that are no plain additions, RESTLESS that of releases in which an operator changes. Operators appear late, vanish and come back.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "esgen/history_fixture.h"
#include "history/registry.h"

namespace opstrata::esgen::testing {
namespace {

std::string date_of(size_t release, size_t releases, bool interleaved) {
  // Five years in quarters, or one in steps of four weeks.
  const size_t months = interleaved ? release : release * 60 / releases;
  char text[32];
  std::snprintf(text, sizeof text, "%04zu-%02zu-15", 2021 + months / 12, 1 + months % 12);
  return text;
}

int make(const std::string &folder, uint64_t seed, size_t operators, bool interleaved, size_t releases, size_t breaking, size_t restless) {
  HistoryMaker maker(seed, restless);
  const std::vector<size_t> parents = interleaved ? maker.branches(releases) : HistoryMaker::line(releases);
  std::vector<std::vector<proto::OpPrototype>> content(releases);
  for (size_t n = 0; n < operators; ++n) {
    const auto chain = maker.history("Op" + std::to_string(n), parents, breaking);
    const size_t from = maker.pick(5) == 0 ? maker.pick(releases) : 0;
    const size_t away = maker.pick(8) == 0 ? maker.pick(releases) : releases;
    for (size_t r = from; r < releases; ++r) {
      if (r != away) content[r].push_back(chain[r]);
    }
  }
  for (size_t r = 0; r < releases; ++r) {
    history::ArchiveRequest request;
    request.directory = folder;
    request.release = {"r" + std::to_string(r + 1), date_of(r, releases, interleaved), ""};
    std::vector<const proto::OpPrototype *> prototypes;
    for (const auto &op : content[r]) prototypes.push_back(&op);
    const auto report = history::archive_release(request, prototypes);
    if (!report.ok() || !report->left_out.empty()) {
      std::fprintf(stderr, "release %zu cannot be archived: %s\n", r + 1, report.ok() ? report->left_out[0].text.c_str() : report.status().text().c_str());
      return 1;
    }
  }
  return 0;
}

}  // namespace
}  // namespace opstrata::esgen::testing

int main(int argc, char **argv) {
  if (argc != 8) return 2;
  const auto number = [&](int i) { return std::strtoul(argv[i], nullptr, 10); };
  return opstrata::esgen::testing::make(argv[1], number(2), number(3), std::string(argv[4]) == "interleaved", number(5), number(6), number(7));
}
