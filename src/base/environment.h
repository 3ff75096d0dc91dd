/// @file
/// Variables of the environment that every call depends on, read again only when the environment changed.
#ifndef OPSTRATA_SRC_BASE_ENVIRONMENT_H_
#define OPSTRATA_SRC_BASE_ENVIRONMENT_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/export.h"

namespace opstrata {

enum class Variable : uint8_t { kDisableCache, kCustomOpp, kOpp, kDumpFolder, kDumpLevel, kCount };

/// Their values as one thread knows them. `refresh` compares the list of variables with that of last time and, of those
/// that are set, the text.
class OPSTRATA_INTERNAL Environment {
 public:
  void refresh() {
    if (!is_same()) read();
  }
  /// Value at the last refresh, null when the variable was not set.
  const char *last(Variable variable) const { return values_[static_cast<size_t>(variable)]; }
  /// Counts the changes that were seen; 0 before the first refresh.
  uint64_t version() const { return version_; }

 private:
  bool is_same() const;
  void read();

  char **array_ = nullptr;     // the environment's array
  std::vector<char *> known_;  // its entries, with the null at the end; empty before the first reading
  uint64_t version_ = 0;
  std::array<const char *, static_cast<size_t>(Variable::kCount)> values_{}, places_{};
  std::array<uint8_t, static_cast<size_t>(Variable::kCount)> set_{};  // those that have a value
  size_t set_count_ = 0;
  std::array<std::string, static_cast<size_t>(Variable::kCount)> texts_;
};

/// The calling thread's.
OPSTRATA_INTERNAL Environment &thread_environment();

}  // namespace opstrata

#endif  // OPSTRATA_SRC_BASE_ENVIRONMENT_H_
