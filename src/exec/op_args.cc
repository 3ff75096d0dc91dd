// The block of an OpArgContext, and texts among its arguments (opdev-api section 2.16).
#include <cstring>
#include <new>

#include "exec/executor_impl.h"
#include "opdev/op_arg_def.h"

namespace op {
namespace {

/// Frees what OwnText made: a length, then the text. No other text has this deleter.
void free_text(void *text) { internal::FreePtr(static_cast<uint64_t *>(text) - 1); }

}  // namespace

namespace internal {

void OwnText(OpArgValue &value, const char *text, size_t length) {
  value.pointer = nullptr;
  value.deleter = nullptr;
  if (text == nullptr) return;
  auto *const block = static_cast<uint64_t *>(MallocPtr(sizeof(uint64_t) + length + 1));
  if (block == nullptr) return;
  *block = length;
  auto *const copy = reinterpret_cast<char *>(block + 1);
  std::memcpy(copy, text, length);
  copy[length] = '\0';
  value.pointer = copy;
  value.deleter = free_text;
}

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

namespace opstrata::exec {

std::string_view text_of(const op::OpArgValue &value) {
  const auto *text = static_cast<const char *>(value.pointer);
  if (text == nullptr) return {};
  if (value.deleter != op::free_text) return text;
  return {text, reinterpret_cast<const uint64_t *>(text)[-1]};
}

}  // namespace opstrata::exec
