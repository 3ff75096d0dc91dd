// Reductions in stream order (acl-runtime-api section 16): dst = dst (sum, max, min) src, element by element.
#include <cmath>
#include <cstring>
#include <type_traits>

#include "acl/acl_rt.h"
#include "base/half.h"
#include "device/acl_status.h"
#include "device/memory.h"
#include "device/runtime.h"

namespace opstrata::device {
namespace {

/// Integers wrap like the device's; a NaN on either side is the result of every kind.
template <typename T>
T reduced(T a, T b, aclrtReduceKind kind) {
  if constexpr (std::is_floating_point_v<T>) {
    if (kind == ACL_RT_MEMCPY_SDMA_AUTOMATIC_SUM) return a + b;
    if (std::isnan(a)) return a;
    if (std::isnan(b)) return b;
  } else if (kind == ACL_RT_MEMCPY_SDMA_AUTOMATIC_SUM) {
    using Unsigned = std::make_unsigned_t<T>;
    return static_cast<T>(static_cast<Unsigned>(static_cast<Unsigned>(a) + static_cast<Unsigned>(b)));
  }
  return kind == ACL_RT_MEMCPY_SDMA_AUTOMATIC_MAX ? (a < b ? b : a) : (b < a ? b : a);
}

/// How 16-bit floats are computed: in float, rounded once.
struct Fp16 {
  static float widen(uint16_t bits) { return fp16_to_float(bits); }
  static uint16_t narrow(float value) { return float_to_fp16(value); }
};
struct Bf16 {
  static float widen(uint16_t bits) { return bf16_to_float(bits); }
  static uint16_t narrow(float value) { return float_to_bf16(value); }
};

using Reduction = void (*)(void *dst, const void *src, size_t bytes, aclrtReduceKind kind);

template <typename T>
void reduce_plain(void *dst, const void *src, size_t bytes, aclrtReduceKind kind) {
  for (size_t at = 0; at < bytes; at += sizeof(T)) {  // memcpy: the interface promises no alignment
    T a, b;
    std::memcpy(&a, static_cast<const char *>(dst) + at, sizeof(T));
    std::memcpy(&b, static_cast<const char *>(src) + at, sizeof(T));
    a = reduced(a, b, kind);
    std::memcpy(static_cast<char *>(dst) + at, &a, sizeof(T));
  }
}
template <typename Half>
void reduce_half(void *dst, const void *src, size_t bytes, aclrtReduceKind kind) {
  for (size_t at = 0; at < bytes; at += sizeof(uint16_t)) {
    uint16_t a, b;
    std::memcpy(&a, static_cast<const char *>(dst) + at, sizeof(a));
    std::memcpy(&b, static_cast<const char *>(src) + at, sizeof(b));
    a = Half::narrow(reduced(Half::widen(a), Half::widen(b), kind));
    std::memcpy(static_cast<char *>(dst) + at, &a, sizeof(a));
  }
}

/// The reduction of a type and the bytes of an element; null for types that are no numbers.
std::pair<Reduction, size_t> reduction_of(aclDataType type) {
  switch (type) {
    case ACL_FLOAT: return {reduce_plain<float>, 4};
    case ACL_DOUBLE: return {reduce_plain<double>, 8};
    case ACL_FLOAT16: return {reduce_half<Fp16>, 2};
    case ACL_BF16: return {reduce_half<Bf16>, 2};
    case ACL_INT8: return {reduce_plain<int8_t>, 1};
    case ACL_UINT8: return {reduce_plain<uint8_t>, 1};
    case ACL_INT16: return {reduce_plain<int16_t>, 2};
    case ACL_UINT16: return {reduce_plain<uint16_t>, 2};
    case ACL_INT32: return {reduce_plain<int32_t>, 4};
    case ACL_UINT32: return {reduce_plain<uint32_t>, 4};
    case ACL_INT64: return {reduce_plain<int64_t>, 8};
    case ACL_UINT64: return {reduce_plain<uint64_t>, 8};
    default: return {nullptr, 0};
  }
}

class ReduceStep final : public Step {
 public:
  ReduceStep(Reduction reduction, void *dst, const void *src, size_t bytes, aclrtReduceKind kind)
      : reduction_(reduction), dst_(dst), src_(src), bytes_(bytes), kind_(kind) {}
  AclStatus run() override {
    reduction_(dst_, src_, bytes_, kind_);
    return {};
  }
  std::string label() const override { return "reduction of " + std::to_string(bytes_) + " bytes"; }

 private:
  const Reduction reduction_;
  void *const dst_;
  const void *const src_;
  const size_t bytes_;
  const aclrtReduceKind kind_;
};

}  // namespace
}  // namespace opstrata::device

using namespace opstrata::device;  // NOLINT: definitions of C functions
using opstrata::Msg;

extern "C" aclError aclrtReduceAsync(void *dst, const void *src, uint64_t count, aclrtReduceKind kind, aclDataType type, aclrtStream stream,
                                     void *) {
  return api(__func__, [&](const char *function) -> AclStatus {
    if (count == 0) return {};
    OPSTRATA_ACL_NOT_NULL(dst);
    OPSTRATA_ACL_NOT_NULL(src);
    const auto bad = [function](aclError code, const char *parameter, uint64_t value, const char *allowed) {
      return refuse(code, Msg::kBadArgument, {{"function", function}, {"parameter", parameter}, {"value", value}, {"allowed", allowed}});
    };
    if (kind < ACL_RT_MEMCPY_SDMA_AUTOMATIC_SUM || kind > ACL_RT_MEMCPY_SDMA_AUTOMATIC_EQUAL) {
      return bad(ACL_ERROR_INVALID_PARAM, "kind", kind, "10 (sum), 11 (max), 12 (min)");
    }
    const auto [reduction, size] = reduction_of(type);
    if (reduction == nullptr || kind == ACL_RT_MEMCPY_SDMA_AUTOMATIC_EQUAL) {
      return refuse(ACL_ERROR_RT_FEATURE_NOT_SUPPORT, Msg::kReduction, {{"function", function}, {"kind", static_cast<int>(kind)}, {"type", static_cast<int>(type)}});
    }
    if (count % size != 0) return bad(ACL_ERROR_RT_PARAM_INVALID, "count", count, "bytes of whole elements");
    OPSTRATA_ACL_TRY(check_access(function, "dst", dst, count));
    OPSTRATA_ACL_TRY(check_access(function, "src", src, count));
    std::shared_ptr<Stream> s;
    OPSTRATA_ACL_TRY(resolve_stream(function, stream, &s));
    s->push(std::make_shared<ReduceStep>(reduction, dst, src, count, kind));
    return {};
  });
}
