// The overflow status of a context (acl-runtime-api section 16): set when a stream that checks its results
// (ACL_STREAM_ATTR_FLOAT_OVERFLOW_CHECK) finds an infinity or a NaN, read and reset in stream order.
#include <atomic>
#include <cstring>
#include <memory>
#include <mutex>

#include "acl/acl_rt.h"
#include "device/acl_status.h"
#include "device/memory.h"
#include "device/runtime.h"
#include "device/stream.h"

namespace opstrata::device {
namespace {

constexpr size_t kStatusBytes = 64;

/// Copies the status out, or resets it.
class OverflowStep final : public Step {
 public:
  OverflowStep(std::shared_ptr<uint32_t> status, void *to, size_t bytes)
      : status_(std::move(status)), to_(to), bytes_(bytes) {}
  AclStatus run() override {
    std::atomic_ref<uint32_t> flag(*status_);
    if (to_ == nullptr) {
      flag = 0;
      return {};
    }
    const uint32_t found = flag;
    std::memset(to_, 0, bytes_);
    std::memcpy(to_, &found, sizeof(found));
    return {};
  }
  std::string label() const override {
    return to_ == nullptr ? "reset of the overflow status" : "read of the overflow status";
  }

 private:
  const std::shared_ptr<uint32_t> status_;
  void *const to_;
  const size_t bytes_;
};

AclStatus submit(const char *function, aclrtStream handle, void *to, size_t bytes) {
  std::shared_ptr<Stream> stream;
  OPSTRATA_ACL_TRY(resolve_stream(function, handle, &stream));
  if (overflow_status(*stream->context()) == nullptr) {
    return refuse(ACL_ERROR_RT_MEMORY_ALLOCATION, Msg::kOutOfMemory, {{"where", function}, {"bytes", kStatusBytes}});
  }
  stream->push(std::make_shared<OverflowStep>(stream->context()->overflow, to, bytes));
  return {};
}

}  // namespace

uint32_t *overflow_status(Context &context) {
  std::call_once(context.overflow_made, [&context] {
    void *block = nullptr;
    if (!allocate("overflow status", kStatusBytes, kStatusBytes, MemoryKind::kDevice, context.device, &block).ok())
      return;
    std::memset(block, 0, kStatusBytes);
    context.overflow = {static_cast<uint32_t *>(block),
                        [](uint32_t *status) { (void)release("overflow status", status, MemoryKind::kDevice); }};
  });
  return context.overflow.get();
}

void note_overflow() {
  std::shared_ptr<Context> context;
  if (!current_context("note_overflow", &context).ok()) return;
  if (uint32_t *status = overflow_status(*context)) std::atomic_ref<uint32_t>{*status}.store(1);
}

}  // namespace opstrata::device

using namespace opstrata::device;  // NOLINT: definitions of C functions
using opstrata::Msg;

extern "C" {

aclError aclrtGetOverflowStatus(void *outputAddr, size_t outputSize, aclrtStream stream) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_NOT_NULL(outputAddr);
    if (outputSize < sizeof(uint32_t)) {
      return refuse(ACL_ERROR_INVALID_PARAM, Msg::kBadArgument,
                    {{"function", function},
                     {"parameter", "outputSize"},
                     {"value", outputSize},
                     {"allowed", "at least 4, as a rule 64"}});
    }
    OPSTRATA_ACL_TRY(check_access(function, "outputAddr", outputAddr, outputSize));
    return submit(function, stream, outputAddr, outputSize);
  });
}

aclError aclrtResetOverflowStatus(aclrtStream stream) {
  return api(__func__, [&](const char *function) { return submit(function, stream, nullptr, 0); });
}

aclError aclrtCtxGetFloatOverflowAddr(void **overflowAddr) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_NOT_NULL(overflowAddr);
    std::shared_ptr<Context> context;
    OPSTRATA_ACL_TRY(current_context(function, &context));
    *overflowAddr = overflow_status(*context);
    if (*overflowAddr != nullptr) return {};
    return refuse(ACL_ERROR_RT_MEMORY_ALLOCATION, Msg::kOutOfMemory, {{"where", function}, {"bytes", kStatusBytes}});
  });
}

}  // extern "C"
