/// @file
/// Objects that every thread has one of. They are reached by a pointer that has no destructor, because destructors of
/// static objects, and of the thread's other objects, may still call when the thread's own object is gone.
#ifndef OPSTRATA_SRC_BASE_THREAD_OWNED_H_
#define OPSTRATA_SRC_BASE_THREAD_OWNED_H_

#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>

#include "base/export.h"

/// A thread-local variable that is reached without a call of the loader, as every call asks for some of them. For small
/// ones of libraries that have few: with it all thread-local variables of the library lie in the room that the loader
/// keeps for libraries that a program opens when it runs, and that is less than two kilobytes for all of them.
#define OPSTRATA_THREAD_LOCAL thread_local constinit __attribute__((tls_model("initial-exec")))

namespace opstrata {

/// One for each kind of object that threads own.
enum class ThreadObject : uint8_t { kMessages, kEnvironment, kStream, kTrack, kBlocks, kExecution, kCount };

/// What calls get that come after the thread's object has ended.
enum class AfterEnd : uint8_t {
  kAnother,  ///< another object, which stays
  kNothing   ///< null
};

/// The calling thread's objects, in one place for all libraries (`libnnopbase` has thread-local variables of the
/// interface that are too large for it).
struct ThreadObjects {
  static constexpr auto kCount = static_cast<size_t>(ThreadObject::kCount);
  void *objects[kCount];
  bool have_ended[kCount];
};
extern OPSTRATA_INTERNAL OPSTRATA_THREAD_LOCAL ThreadObjects t_thread_objects;

/// The calling thread's T: made at the first call, destroyed when the thread ends, before what its constructor made of
/// this kind.
template <typename T, ThreadObject kObject, AfterEnd kAfterEnd>
class ThreadOwned {
 public:
  /// Null only after the end of one of kNothing, and when there is no memory for it.
  static T *get() {
    T *const object = existing();
    return object != nullptr ? object : make();
  }
  /// Null when there is none.
  static T *existing() { return static_cast<T *>(t_thread_objects.objects[kIndex]); }

 private:
  static constexpr auto kIndex = static_cast<size_t>(kObject);

  // Out of line, or the constructor of T stands in the way of every call.
  [[gnu::noinline, gnu::cold]] static T *make() {
    if (kAfterEnd == AfterEnd::kNothing && t_thread_objects.have_ended[kIndex]) return nullptr;
    T *const made = kAfterEnd == AfterEnd::kNothing ? new (std::nothrow) T : new T;
    t_thread_objects.objects[kIndex] = made;
    if (t_thread_objects.have_ended[kIndex]) return made;
    struct Owner {
      ~Owner() {
        t_thread_objects.have_ended[kIndex] = true;
        delete static_cast<T *>(std::exchange(t_thread_objects.objects[kIndex], nullptr));
      }
      bool is_used = false;
    };
    static thread_local Owner owner;
    owner.is_used = true;
    return made;
  }
};

}  // namespace opstrata

#endif  // OPSTRATA_SRC_BASE_THREAD_OWNED_H_
