// Copies and fills, now and in stream order (acl-runtime-api section 7).
#include <cstring>
#include <memory>

#include "acl/acl_rt.h"
#include "device/acl_status.h"
#include "device/checks.h"
#include "device/memory.h"
#include "device/runtime.h"
#include "device/watch.h"

namespace opstrata::device {
namespace {

struct Copy {
  void *dst;
  size_t dst_pitch;
  const void *src;
  size_t src_pitch;
  size_t width;   ///< bytes of a row
  size_t height;  ///< rows; 1 for a plain copy

  bool nothing() const { return width == 0 || height == 0 || dst == src; }
  size_t dst_bytes() const { return (height - 1) * dst_pitch + width; }
  size_t src_bytes() const { return (height - 1) * src_pitch + width; }
};

AclStatus copy_now(const Copy &copy, const void *source) {
  for (size_t row = 0; row < copy.height; ++row) {
    // memmove: areas of user programs may overlap.
    std::memmove(static_cast<char *>(copy.dst) + row * copy.dst_pitch,
                 static_cast<const char *>(source) + row * copy.src_pitch, copy.width);
  }
  return {};
}

/// `buffer` holds the source when it was taken over at submission.
class CopyStep final : public Step {
 public:
  CopyStep(const Copy &copy, std::unique_ptr<char[]> buffer, std::shared_ptr<void> pending)
      : copy_(copy), buffer_(std::move(buffer)), pending_(std::move(pending)) {}
  AclStatus run() override {
    const void *const used[] = {copy_.dst, copy_.src};
    const CheckedWork work("a copy", used);
    return copy_now(copy_, buffer_ != nullptr ? buffer_.get() : copy_.src);
  }
  std::string label() const override { return "copy of " + std::to_string(copy_.width * copy_.height) + " bytes"; }

 private:
  const Copy copy_;
  const std::unique_ptr<char[]> buffer_;
  const std::shared_ptr<void> pending_;
};

class FillStep final : public Step {
 public:
  FillStep(void *address, int value, size_t count, std::shared_ptr<void> pending)
      : address_(address), value_(value), count_(count), pending_(std::move(pending)) {}
  AclStatus run() override {
    const void *const used[] = {address_};
    const CheckedWork work("a fill", used);
    std::memset(address_, value_, count_);
    return {};
  }
  std::string label() const override { return "fill of " + std::to_string(count_) + " bytes"; }

 private:
  void *const address_;
  const int value_;
  const size_t count_;
  const std::shared_ptr<void> pending_;
};

AclStatus check_kind(const char *function, aclrtMemcpyKind kind, int first, int last) {
  if (static_cast<int>(kind) >= first && static_cast<int>(kind) <= last) return {};
  return refuse(ACL_ERROR_INVALID_PARAM, Msg::kBadArgument,
                {{"function", function}, {"parameter", "kind"}, {"value", static_cast<int>(kind)},
                 {"allowed", std::to_string(first) + " to " + std::to_string(last)}});
}

AclStatus check_count(const char *function, size_t count, size_t max) {
  if (count <= max && max != 0) return {};
  return refuse(ACL_ERROR_RT_PARAM_INVALID, Msg::kCopyTooLarge, {{"function", function}, {"count", count}, {"max", max}});
}

AclStatus check_copy(const char *function, const Copy &copy) {
  OPSTRATA_ACL_TRY(check_access(function, "dst", copy.dst, copy.dst_bytes()));
  return check_access(function, "src", copy.src, copy.src_bytes());
}

// The order of the checks is interface (section 7): a count of 0 succeeds before anything is looked at.
AclStatus plain_copy(const char *function, void *dst, size_t destMax, const void *src, size_t count, aclrtMemcpyKind kind,
                     int last_kind, Copy *copy) {
  *copy = Copy{dst, count, src, count, count, 1};
  if (count == 0) return {};
  OPSTRATA_ACL_NOT_NULL(dst);
  OPSTRATA_ACL_NOT_NULL(src);
  OPSTRATA_ACL_TRY(check_kind(function, kind, ACL_MEMCPY_HOST_TO_HOST, last_kind));
  OPSTRATA_ACL_TRY(check_count(function, count, destMax));
  return check_copy(function, *copy);
}

AclStatus pitched_copy(const char *function, void *dst, size_t dpitch, const void *src, size_t spitch, size_t width,
                       size_t height, aclrtMemcpyKind kind, Copy *copy) {
  *copy = Copy{dst, dpitch, src, spitch, width, height};
  if (width == 0 || height == 0) return {};
  OPSTRATA_ACL_NOT_NULL(dst);
  OPSTRATA_ACL_NOT_NULL(src);
  OPSTRATA_ACL_TRY(check_kind(function, kind, ACL_MEMCPY_HOST_TO_DEVICE, ACL_MEMCPY_DEFAULT));
  const size_t pitch = dpitch < spitch ? dpitch : spitch;
  const size_t wide = dpitch < spitch ? spitch : dpitch;
  if (width > pitch || height > SIZE_MAX / wide) {
    return refuse(ACL_ERROR_INVALID_PARAM, Msg::kBadArgument,
                  {{"function", function}, {"parameter", "width"}, {"value", width},
                   {"allowed", "up to the smaller pitch, " + std::to_string(pitch)}, {"height", height}});
  }
  return check_copy(function, *copy);
}

bool pageable(const void *address) { return !find_block(address).has_value(); }

AclStatus submit_copy(const char *function, const Copy &copy, aclrtMemcpyKind kind, aclrtStream handle) {
  if (copy.nothing()) return {};
  std::shared_ptr<Stream> stream;
  OPSTRATA_ACL_TRY(resolve_stream(function, handle, &stream));
  if (kind == ACL_MEMCPY_HOST_TO_HOST) {
    return refuse(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, Msg::kHostToHost, {{"function", function}, {"kind", static_cast<int>(kind)}});
  }
  const auto pending = [&] {
    return watched_by(kChecks) ? pending_writes(handle, {{copy.dst, copy.dst_bytes(), "a copy"}}) : nullptr;
  };
  if (kind == ACL_MEMCPY_HOST_TO_BUF_TO_DEVICE) {
    OPSTRATA_ACL_TRY(check_pending(function, "src", copy.src, copy.src_bytes()));
    auto buffer = std::make_unique_for_overwrite<char[]>(copy.src_bytes());
    std::memcpy(buffer.get(), copy.src, copy.src_bytes());
    stream->push(std::make_shared<CopyStep>(copy, std::move(buffer), pending()));
    return {};
  }
  // Ordinary host memory may be gone or reused as soon as this call returns, so it returns when the copy is done.
  const bool wait = pageable(copy.dst) || pageable(copy.src);
  if (wait) OPSTRATA_ACL_TRY(check_may_block(function));
  const uint64_t position = stream->push(std::make_shared<CopyStep>(copy, nullptr, pending()));
  if (wait) stream->wait(position, std::nullopt, true);
  return {};
}

/// A copy that waits for nobody.
AclStatus copy_by_host(const char *function, const Copy &copy) {
  OPSTRATA_ACL_TRY(check_pending(function, "src", copy.src, copy.src_bytes()));
  OPSTRATA_ACL_TRY(check_pending(function, "dst", copy.dst, copy.dst_bytes()));
  return copy_now(copy, copy.src);
}

AclStatus check_fill(const char *function, const void *devPtr, size_t maxCount, size_t count) {
  OPSTRATA_ACL_NOT_NULL(devPtr);
  OPSTRATA_ACL_TRY(check_count(function, count, maxCount));
  return check_access(function, "devPtr", devPtr, count);
}

template <typename One>
AclStatus batch(const char *function, void **dsts, const size_t *destMaxs, void **srcs, const size_t *sizes, size_t numBatches,
                const aclrtMemcpyBatchAttr *attrs, const size_t *attrsIndexes, size_t numAttrs, size_t *failIndex, One &&one) {
  if (failIndex != nullptr) *failIndex = SIZE_MAX;
  OPSTRATA_ACL_NOT_NULL(dsts);
  OPSTRATA_ACL_NOT_NULL(destMaxs);
  OPSTRATA_ACL_NOT_NULL(srcs);
  OPSTRATA_ACL_NOT_NULL(sizes);
  if (numBatches == 0 || numAttrs > numBatches || (numAttrs > 0 && (attrs == nullptr || attrsIndexes == nullptr))) {
    return refuse(ACL_ERROR_INVALID_PARAM, Msg::kBadArgument,
                  {{"function", function}, {"parameter", "numBatches"}, {"value", numBatches},
                   {"allowed", "at least 1, and at least the number of attributes"}, {"numAttrs", numAttrs}});
  }
  for (size_t i = 0; i < numBatches; ++i) {
    AclStatus status = one(i);
    if (status.ok()) continue;
    if (failIndex != nullptr) *failIndex = i;
    return status;
  }
  return {};
}

}  // namespace
}  // namespace opstrata::device

using namespace opstrata::device;  // NOLINT: definitions of C functions
using opstrata::Msg;

extern "C" {

aclError aclrtMemcpy(void *dst, size_t destMax, const void *src, size_t count, aclrtMemcpyKind kind) {
  return api(__func__, [&](const char *function) -> AclStatus {
    Copy copy;
    OPSTRATA_ACL_TRY(plain_copy(function, dst, destMax, src, count, kind, ACL_MEMCPY_HOST_TO_BUF_TO_DEVICE, &copy));
    return copy.nothing() ? AclStatus() : copy_by_host(function, copy);
  });
}

namespace {
aclError copy_async(const char *name, void *dst, size_t destMax, const void *src, size_t count, aclrtMemcpyKind kind,
                    aclrtStream stream) {
  return api(name, [&](const char *function) -> AclStatus {
    Copy copy;
    OPSTRATA_ACL_TRY(plain_copy(function, dst, destMax, src, count, kind, ACL_MEMCPY_INTER_DEVICE_TO_DEVICE, &copy));
    return submit_copy(function, copy, kind, stream);
  });
}
}  // namespace

aclError aclrtMemcpyAsync(void *dst, size_t destMax, const void *src, size_t count, aclrtMemcpyKind kind,
                          aclrtStream stream) {
  return copy_async(__func__, dst, destMax, src, count, kind, stream);
}

aclError aclrtMemcpyAsyncWithCondition(void *dst, size_t destMax, const void *src, size_t count, aclrtMemcpyKind kind,
                                       aclrtStream stream) {
  return copy_async(__func__, dst, destMax, src, count, kind, stream);
}

aclError aclrtMemset(void *devPtr, size_t maxCount, int32_t value, size_t count) {
  return api(__func__, [&](const char *function) -> AclStatus {
    if (count == 0) return {};
    OPSTRATA_ACL_TRY(check_fill(function, devPtr, maxCount, count));
    OPSTRATA_ACL_TRY(check_pending(function, "devPtr", devPtr, count));
    std::memset(devPtr, value, count);
    return {};
  });
}

aclError aclrtMemsetAsync(void *devPtr, size_t maxCount, int32_t value, size_t count, aclrtStream stream) {
  return api(__func__, [&](const char *function) -> AclStatus {
    if (count == 0) return {};
    OPSTRATA_ACL_TRY(check_fill(function, devPtr, maxCount, count));
    std::shared_ptr<Stream> s;
    OPSTRATA_ACL_TRY(resolve_stream(function, stream, &s));
    auto pending = watched_by(kChecks) ? pending_writes(stream, {{devPtr, count, "a fill"}}) : nullptr;
    s->push(std::make_shared<FillStep>(devPtr, value, count, std::move(pending)));
    return {};
  });
}

aclError aclrtMemsetD32(void *ptr, size_t memSize, uint32_t value, size_t N) {
  return api(__func__, [&](const char *function) -> AclStatus {
    if (N == 0) return {};
    OPSTRATA_ACL_TRY(check_fill(function, ptr, memSize, N > SIZE_MAX / sizeof(value) ? SIZE_MAX : N * sizeof(value)));
    OPSTRATA_ACL_TRY(check_pending(function, "ptr", ptr, N * sizeof(value)));
    for (size_t i = 0; i < N; ++i) std::memcpy(static_cast<char *>(ptr) + i * sizeof(value), &value, sizeof(value));
    return {};
  });
}

aclError aclrtMemcpy2d(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height,
                       aclrtMemcpyKind kind) {
  return api(__func__, [&](const char *function) -> AclStatus {
    Copy copy;
    OPSTRATA_ACL_TRY(pitched_copy(function, dst, dpitch, src, spitch, width, height, kind, &copy));
    return copy.nothing() ? AclStatus() : copy_by_host(function, copy);
  });
}

aclError aclrtMemcpy2dAsync(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height,
                            aclrtMemcpyKind kind, aclrtStream stream) {
  return api(__func__, [&](const char *function) -> AclStatus {
    Copy copy;
    OPSTRATA_ACL_TRY(pitched_copy(function, dst, dpitch, src, spitch, width, height, kind, &copy));
    return submit_copy(function, copy, kind, stream);
  });
}

aclError aclrtMemcpyBatch(void **dsts, size_t *destMaxs, void **srcs, size_t *sizes, size_t numBatches,
                          aclrtMemcpyBatchAttr *attrs, size_t *attrsIndexes, size_t numAttrs, size_t *failIndex) {
  return api(__func__, [&](const char *function) -> AclStatus {
    return batch(function, dsts, destMaxs, srcs, sizes, numBatches, attrs, attrsIndexes, numAttrs, failIndex, [&](size_t i) -> AclStatus {
      Copy copy;
      OPSTRATA_ACL_TRY(plain_copy(function, dsts[i], destMaxs[i], srcs[i], sizes[i], ACL_MEMCPY_DEFAULT, ACL_MEMCPY_DEFAULT, &copy));
      return copy.nothing() ? AclStatus() : copy_by_host(function, copy);
    });
  });
}

aclError aclrtMemcpyBatchAsync(void **dsts, size_t *destMaxs, void **srcs, size_t *sizes, size_t numBatches,
                               aclrtMemcpyBatchAttr *attrs, size_t *attrsIndexes, size_t numAttrs, size_t *failIndex,
                               aclrtStream stream) {
  return api(__func__, [&](const char *function) -> AclStatus {
    return batch(function, dsts, destMaxs, srcs, sizes, numBatches, attrs, attrsIndexes, numAttrs, failIndex, [&](size_t i) -> AclStatus {
      Copy copy;
      OPSTRATA_ACL_TRY(plain_copy(function, dsts[i], destMaxs[i], srcs[i], sizes[i], ACL_MEMCPY_DEFAULT, ACL_MEMCPY_DEFAULT, &copy));
      return submit_copy(function, copy, ACL_MEMCPY_DEFAULT, stream);
    });
  });
}

}  // extern "C"
