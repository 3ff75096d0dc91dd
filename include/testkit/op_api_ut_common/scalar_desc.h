/// @file
/// ScalarDesc of the operator test kit (op-test-kit-api section 8). A literal decides the type: `ScalarDesc(1)` is
/// INT32, `1.0f` FLOAT, `1.0` DOUBLE; a default construction is ambiguous on purpose.
#ifndef OPSTRATA_TESTKIT_OP_API_UT_COMMON_SCALAR_DESC_H_
#define OPSTRATA_TESTKIT_OP_API_UT_COMMON_SCALAR_DESC_H_

#include <memory>

#include "aclnn/acl_meta.h"
#include "op_api_ut_common/inner/types.h"

class ScalarDesc {
 public:
  ScalarDesc(bool value = false) : type_(ACL_BOOL) { Set(value); }
  ScalarDesc(int8_t value = 0) : type_(ACL_INT8) { Set(value); }
  ScalarDesc(uint8_t value = 0) : type_(ACL_UINT8) { Set(value); }
  ScalarDesc(int16_t value = 0) : type_(ACL_INT16) { Set(value); }
  ScalarDesc(uint16_t value = 0) : type_(ACL_UINT16) { Set(value); }
  ScalarDesc(int32_t value = 0) : type_(ACL_INT32) { Set(value); }
  ScalarDesc(uint32_t value = 0) : type_(ACL_UINT32) { Set(value); }
  ScalarDesc(int64_t value = 0) : type_(ACL_INT64) { Set(value); }
  ScalarDesc(uint64_t value = 0) : type_(ACL_UINT64) { Set(value); }
  ScalarDesc(double value = 0.0) : type_(ACL_DOUBLE) { Set(value); }
  ScalarDesc(float value = 0.0f, aclDataType type = ACL_FLOAT) : type_(type) {
    EXPECT_TRUE(type == ACL_FLOAT || type == ACL_FLOAT16) << "a float scalar is FLOAT or FLOAT16";
    if (type == ACL_FLOAT16) {
      Set(op::fp16_t(value));
    } else {
      Set(value);
    }
  }

  /// The caller owns the scalar.
  aclScalar *ToAclTypeRawPtr() const { return aclCreateScalar(const_cast<uint8_t *>(bytes_), type_); }
  unique_ptr<aclScalar, void (*)(aclScalar *)> ToAclType() const {
    return {ToAclTypeRawPtr(), [](aclScalar *scalar) { (void)aclDestroyScalar(scalar); }};
  }
  /// `dtype` and `value`, the value as text.
  template <typename Json>
  void ToJson(Json &root, bool = true) const {
    const auto number = opstrata_testkit::Load(type_, bytes_);
    root["dtype"] = String(type_);
    if (type_ == ACL_BOOL) {
      root["value"] = number.i != 0 ? "True" : "False";
    } else if (!number.integral) {
      root["value"] = opstrata_testkit::Text(number.re);
    } else {
      root["value"] = type_ == ACL_UINT64 ? to_string(number.u) : to_string(number.i);
    }
  }

 private:
  template <typename T>
  void Set(T value) {
    opstrata_testkit::detail::Put(bytes_, value);
  }

  aclDataType type_;
  alignas(8) uint8_t bytes_[8] = {};
};

// Conversion and release by overload (op-test-kit-api section 10).
inline aclScalar *DescToAclContainer(const ScalarDesc &desc) { return desc.ToAclTypeRawPtr(); }
inline void Release(aclScalar *handle) { (void)aclDestroyScalar(handle); }

#endif  // OPSTRATA_TESTKIT_OP_API_UT_COMMON_SCALAR_DESC_H_
