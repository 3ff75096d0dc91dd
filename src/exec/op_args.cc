// The block of an OpArgContext (opdev-api section 2.16).
#include <new>

#include "opdev/op_arg_def.h"

namespace op {
namespace internal {

OpArgContext *AllocateOpArgContext(size_t count, OpArg *&first) {
  // Context, one reserved argument, arguments: each size is a multiple of the alignment of the next.
  static_assert(sizeof(OpArgContext) % alignof(OpArg) == 0);
  void *block = MallocPtr(sizeof(OpArgContext) + (count + 1) * sizeof(OpArg));
  if (block == nullptr) return nullptr;
  auto *context = ::new (block) OpArgContext;  // the caller fills it
  OpArg *args = reinterpret_cast<OpArg *>(context + 1);
  ::new (static_cast<void *>(args)) OpArg{};                                            // the reserved one
  for (size_t i = 1; i <= count; ++i) ::new (static_cast<void *>(args + i)) OpArg;  // the caller fills them
  first = args + 1;
  return context;
}

}  // namespace internal

void DestroyOpArgContext(OpArgContext *ctx) {
  if (ctx == nullptr) return;
  for (const OpArgList &list : ctx->argLists) {
    for (OpArg *arg = list.args, *const end = list.args + list.count; arg != end; ++arg) {
      if (arg->value.deleter != nullptr) arg->value.deleter(arg->value.pointer);
    }
  }
  internal::FreePtr(ctx);
}

}  // namespace op
