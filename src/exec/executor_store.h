/// @file
/// Memory of executors. Their addresses lie in blocks that are never given back, so that any address can be asked
/// whether an executor lives there; an address is used again only after many others. What an executor holds
/// (ExecutorImpl) is kept per thread and used again at once.
#ifndef OPSTRATA_SRC_EXEC_EXECUTOR_STORE_H_
#define OPSTRATA_SRC_EXEC_EXECUTOR_STORE_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace opstrata::exec {

class ExecutorImpl;

/// One place for an aclOpExecutor.
struct ExecutorSlot;

/// A first-in first-out list of free places.
struct FreeSlots {
  ExecutorSlot *first = nullptr, *last = nullptr;
  size_t count = 0;
  ExecutorSlot *pop();
  void push(ExecutorSlot *slot);
};

/// A thread's share of the free places and its spare insides.
class ExecutorStore {
 public:
  ExecutorStore();
  ~ExecutorStore();
  ExecutorStore(const ExecutorStore &) = delete;
  ExecutorStore &operator=(const ExecutorStore &) = delete;

  /// A place of at least `size` bytes, null when memory is out or `size` is more than places have.
  void *take(size_t size);
  void give(void *place);
  /// An empty inside. Throws std::bad_alloc.
  std::unique_ptr<ExecutorImpl> take_impl();
  void give_impl(std::unique_ptr<ExecutorImpl> impl);

  /// Whether an executor lives at `place`; reads memory only where executors are.
  static bool is_live(const void *place);
  /// Says so. Nothing happens for addresses that no store gave.
  static void set_live(const void *place, bool is_live);
  /// The executor there may be claimed to be run more than once.
  static void set_repeatable(const void *place);
  /// Takes the executor that lives at `place` out of sight of everybody else, to run it or, `to_destroy`, to destroy it:
  /// true for one of several threads that try. A repeatable one that is to run stays in sight.
  static bool claim(const void *place, bool to_destroy);

 private:
  FreeSlots given_, fresh_;
  std::vector<std::unique_ptr<ExecutorImpl>> impls_;
};

}  // namespace opstrata::exec

#endif  // OPSTRATA_SRC_EXEC_EXECUTOR_STORE_H_
