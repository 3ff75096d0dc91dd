/**
 * @file
 * `gert::ContextHolder`: owns a context that a builder made.
 */
#ifndef OPSTRATA_BASE_CONTEXT_BUILDER_CONTEXT_HOLDER_H_
#define OPSTRATA_BASE_CONTEXT_BUILDER_CONTEXT_HOLDER_H_

#include <memory>
#include <utility>

#include "opstrata/visibility.h"

namespace gert {
class ContextHolderImpl;

/** Move only; the context dies with it. What the builder was given (tensors, buffers) stays the caller's. */
class OPSTRATA_API ContextHolderVoid {
 public:
  ContextHolderVoid();
  ~ContextHolderVoid();
  ContextHolderVoid(ContextHolderVoid &&other) noexcept;
  ContextHolderVoid &operator=(ContextHolderVoid &&other) noexcept;
  ContextHolderVoid(const ContextHolderVoid &) = delete;
  ContextHolderVoid &operator=(const ContextHolderVoid &) = delete;
  /** For the framework. */
  explicit ContextHolderVoid(std::unique_ptr<ContextHolderImpl> impl);

  /** The context; null for a holder that was default-constructed or moved from. */
  void *GetContext() const;

 private:
  std::unique_ptr<ContextHolderImpl> impl_;
};

template <typename ContextType>
class ContextHolder {
 public:
  ContextHolder() = default;
  explicit ContextHolder(ContextHolderVoid &&holder) : holder_(std::move(holder)) {}
  ContextType *GetContext() { return static_cast<ContextType *>(holder_.GetContext()); }

 private:
  ContextHolderVoid holder_;
};
}  // namespace gert

#endif  // OPSTRATA_BASE_CONTEXT_BUILDER_CONTEXT_HOLDER_H_
