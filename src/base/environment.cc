#include "base/environment.h"

#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <iterator>

namespace opstrata {

bool Environment::is_same() const {
  // The array grows by moving and shrinks in place, so what was read from it once can be read again.
  if (known_.empty() || environ != array_) return false;
  if (array_ != nullptr && std::memcmp(array_, known_.data(), known_.size() * sizeof(char *)) != 0) return false;
  // A text may also be overwritten where it stands (putenv).
  for (size_t i = 0; i < places_.size(); ++i) {
    if (places_[i] != nullptr && std::strcmp(places_[i], values_[i]) != 0) return false;
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
  for (size_t i = 0; i < places_.size(); ++i) {
    places_[i] = std::getenv(kNames[i]);
    texts_[i] = places_[i] == nullptr ? "" : places_[i];
    values_[i] = places_[i] == nullptr ? nullptr : texts_[i].c_str();
  }
}

namespace {
thread_local constinit Environment *t_environment = nullptr;
thread_local constinit bool t_has_ended = false;
}  // namespace

Environment &thread_environment() {
  if (t_environment != nullptr) return *t_environment;
  struct Owner {
    ~Owner() {
      t_environment = nullptr;
      t_has_ended = true;
    }
    Environment environment;
  };
  if (t_has_ended) {
    t_environment = new Environment;  // for destructors that run even later
    return *t_environment;
  }
  static thread_local Owner owner;
  t_environment = &owner.environment;
  return *t_environment;
}

}  // namespace opstrata
