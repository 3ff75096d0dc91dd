/// @file
/// Memory that the user provides for runs on a stream (es-api section 13.3, Session::RegisterExternalAllocator).
#ifndef OPSTRATA_GE_GE_ALLOCATOR_H_
#define OPSTRATA_GE_GE_ALLOCATOR_H_

#include <atomic>
#include <cstddef>
#include <memory>

namespace ge {
class Allocator;

/// A block of an allocator. Counted: `Free` gives it back to its allocator with the last reference.
class MemBlock {
 public:
  MemBlock(Allocator &allocator, void *addr, size_t block_size) : allocator_(allocator), addr_(addr), block_size_(block_size) {}
  virtual ~MemBlock() = default;

  const void *GetAddr() const { return addr_; }
  void *GetAddr() { return addr_; }
  size_t GetSize() const { return block_size_; }
  void SetSize(const size_t mem_size) { block_size_ = mem_size; }
  void Free();
  size_t AddCount() { return ++count_; }
  size_t SubCount() { return --count_; }
  size_t GetCount() const { return count_; }

 private:
  Allocator &allocator_;
  void *addr_;
  std::atomic<size_t> count_{1U};
  size_t block_size_;
};

/// Implemented by the user. Called from any thread; `Malloc` answers null when it has no memory.
class Allocator {
 public:
  Allocator() = default;
  virtual ~Allocator() = default;
  Allocator(const Allocator &) = delete;
  Allocator &operator=(const Allocator &) = delete;

  virtual MemBlock *Malloc(size_t size) = 0;
  virtual void Free(MemBlock *block) = 0;
  /// Asks for a block at a wished address; the default ignores the wish.
  virtual MemBlock *MallocAdvise(size_t size, void *addr) {
    (void)addr;
    return Malloc(size);
  }
};
using AllocatorPtr = std::shared_ptr<Allocator>;

inline void MemBlock::Free() {
  if (GetCount() > 0U && SubCount() == 0U) {
    allocator_.Free(this);
  }
}
}  // namespace ge

#endif  // OPSTRATA_GE_GE_ALLOCATOR_H_
