#include "base/environment.h"

#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <iterator>

#include "base/thread_owned.h"

namespace opstrata {

bool Environment::is_same() const {
  // The array grows by moving and shrinks in place, so what was read from it once can be read again.
  if (known_.empty() || environ != array_) return false;
  if (array_ != nullptr && std::memcmp(array_, known_.data(), known_.size() * sizeof(char *)) != 0) return false;
  // A text may also be overwritten where it stands (putenv).
  for (size_t i = 0; i < set_count_; ++i) {
    const size_t variable = set_[i];
    if (std::strcmp(places_[variable], values_[variable]) != 0) return false;
  }
  return true;
}

void Environment::read() {
  static constexpr const char *kNames[] = {"DISABLE_L2_CACHE", "ASCEND_CUSTOM_OPP_PATH", "ASCEND_OPP_PATH",
                                           "OPSTRATA_DUMP_DIR", "OPSTRATA_DUMP_LEVEL"};
  static_assert(std::size(kNames) == static_cast<size_t>(Variable::kCount));
  ++version_;
  array_ = environ;
  known_.clear();
  for (char **entry = array_; entry != nullptr && *entry != nullptr; ++entry) known_.push_back(*entry);
  known_.push_back(nullptr);
  set_count_ = 0;
  for (size_t i = 0; i < places_.size(); ++i) {
    places_[i] = std::getenv(kNames[i]);
    if (places_[i] != nullptr) set_[set_count_++] = static_cast<uint8_t>(i);
    texts_[i] = places_[i] == nullptr ? "" : places_[i];
    values_[i] = places_[i] == nullptr ? nullptr : texts_[i].c_str();
  }
}

Environment &thread_environment() {
  return *ThreadOwned<Environment, ThreadObject::kEnvironment, AfterEnd::kAnother>::get();
}

}  // namespace opstrata
