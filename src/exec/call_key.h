/// @file
/// The key of the call that a thread is in, under construction (opdev-api section 2.24). It lies in the interface's
/// thread-local variables (opdev/op_cache.h), whose addresses are looked up once.
#ifndef OPSTRATA_SRC_EXEC_CALL_KEY_H_
#define OPSTRATA_SRC_EXEC_CALL_KEY_H_

#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "opdev/op_cache.h"

namespace opstrata::exec {

class CallKey {
 public:
  CallKey() = default;
  CallKey(const CallKey &) = delete;
  CallKey &operator=(const CallKey &) = delete;

  void start() {
    tensors_.clear();
    addresses_.clear();
    valid = true;
    forget();
  }
  /// The key ends here: its bytes are no part of what follows.
  void forget() {
    *size_ = 0;
    *long_key_ = nullptr;
  }
  /// Room for `size` more bytes. Nothing is ever cut off: a key beyond the inline buffer moves to a block of its own.
  uint8_t *extend(size_t size) {
    const size_t at = *size_;
    if (*long_key_ != nullptr || at + size > op::internal::kHashBufMaxSize) return extend_block(size);
    *size_ = at + size;
    return inline_ + at;
  }
  void append(const void *data, size_t size) {
    if (size != 0) std::memcpy(extend(size), data, size);
  }
  template <typename T>
  void append_value(const T &value) {
    std::memcpy(extend(sizeof(T)), &value, sizeof(T));
  }
  void append_tensor(const aclTensor &tensor);

  std::string_view bytes() const {
    return {reinterpret_cast<const char *>(*long_key_ != nullptr ? *long_key_ : inline_), *size_};
  }

  bool valid = true;  ///< whether the key can stand for its call

 private:
  [[gnu::noinline, gnu::cold]] uint8_t *extend_block(size_t size);
  /// Position of `value` among those that came before it.
  template <typename T>
  static uint32_t first_index(std::vector<const T *> &known, const T *value) {
    for (size_t i = 0; i < known.size(); ++i) {
      if (known[i] == value) return static_cast<uint32_t>(i);
    }
    known.push_back(value);
    return static_cast<uint32_t>(known.size() - 1);
  }

  uint8_t *const inline_ = op::internal::g_hashBuf;
  size_t *const size_ = &op::internal::g_hashOffset;
  uint8_t **const long_key_ = &op::internal::g_cacheBuf;
  std::vector<uint8_t> block_;
  std::vector<const aclTensor *> tensors_;  // in order of appearance
  std::vector<const void *> addresses_;     // of their storages
};

/// Hash of a key. Keys of equal hash are compared in full.
uint64_t key_hash(std::string_view key);

}  // namespace opstrata::exec

#endif  // OPSTRATA_SRC_EXEC_CALL_KEY_H_
