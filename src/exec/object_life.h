/// @file
/// Lives of objects that callers destroy by pointer: a mark in front of each object's memory says whether it exists, so
/// that a second destruction is refused and not undefined (opdev-api sections 2.13 and 3.6).
#ifndef OPSTRATA_SRC_EXEC_OBJECT_LIFE_H_
#define OPSTRATA_SRC_EXEC_OBJECT_LIFE_H_

#include <utility>

#include "opdev/common_types.h"

namespace opstrata::exec {

/// Takes the right to destroy `object`: true once for what `new` made, false for what somebody has destroyed or is
/// destroying. Reads the 16 bytes in front of it, which stay readable for the next 64 objects that the thread which destroyed it retires.
bool claim_object(const op::Object *object);

/// Whether an object that `new` made has not been destroyed; reads and knows what claim_object does. For what the user may destroy
/// between the phases.
bool is_alive(const op::Object *object);

/// Gives back the memory of a claimed object whose destructor has run, late, so that stale pointers are recognised.
void retire(void *object);

/// One owner more, or one less, of a storage that `new` made. The last one deletes it: true.
void retain(const aclStorage *storage);
bool release(const aclStorage *storage);

/// Owns a storage together with others, so that it is there when the user's tensor has gone.
class StorageRef {
 public:
  StorageRef() = default;
  explicit StorageRef(const aclStorage *storage) : storage_(storage) { retain(storage_); }
  StorageRef(StorageRef &&other) noexcept : storage_(std::exchange(other.storage_, nullptr)) {}
  StorageRef &operator=(StorageRef &&other) noexcept {
    std::swap(storage_, other.storage_);
    return *this;
  }
  ~StorageRef() {
    if (storage_ != nullptr) (void)release(storage_);
  }
  const aclStorage *get() const { return storage_; }

 private:
  const aclStorage *storage_ = nullptr;
};

}  // namespace opstrata::exec

#endif  // OPSTRATA_SRC_EXEC_OBJECT_LIFE_H_
