/// @file
/// IntArrayDesc, FloatArrayDesc and BoolArrayDesc of the operator test kit (op-test-kit-api section 9).
#ifndef OPSTRATA_TESTKIT_OP_API_UT_COMMON_ARRAY_DESC_H_
#define OPSTRATA_TESTKIT_OP_API_UT_COMMON_ARRAY_DESC_H_

#include <memory>
#include <type_traits>

#include "aclnn/acl_meta.h"
#include "op_api_ut_common/inner/types.h"

namespace opstrata_testkit {

/// An array argument: `Acl` is the handle type, `Create` and `Destroy` its functions.
template <typename T, typename Acl, Acl *(*Create)(const T *, uint64_t), aclnnStatus (*Destroy)(const Acl *)>
class ArrayDesc {
 public:
  ArrayDesc(const vector<T> &values) : values_(values) {}
  ArrayDesc(int duplicate_cnt, T value) : values_(static_cast<size_t>(duplicate_cnt > 0 ? duplicate_cnt : 0), value) {}
  const vector<T> &Get() const { return values_; }
  /// The caller owns the array.
  Acl *ToAclTypeRawPtr() const {
    unique_ptr<T[]> copy(new T[values_.size() + 1]);  // vector<bool> has no data()
    for (size_t i = 0; i < values_.size(); ++i) copy[i] = values_[i];
    return Create(copy.get(), values_.size());
  }
  unique_ptr<Acl, void (*)(Acl *)> ToAclType() const {
    return {ToAclTypeRawPtr(), [](Acl *array) { (void)Destroy(array); }};
  }
  /// `dtype` (`list_int`, `list_float`, `list_bool`) and `value` as text: `[1,2,3]`, booleans `True` and `False`.
  template <typename Json>
  void ToJson(Json &root, bool = true) const {
    root["dtype"] = is_same<T, bool>::value ? "list_bool" : is_integral<T>::value ? "list_int" : "list_float";
    root["value"] = ListText(values_);
  }

 private:
  vector<T> values_;
};

}  // namespace opstrata_testkit

class IntArrayDesc : public opstrata_testkit::ArrayDesc<int64_t, aclIntArray, aclCreateIntArray, aclDestroyIntArray> {
 public:
  using ArrayDesc::ArrayDesc;
};
class FloatArrayDesc
    : public opstrata_testkit::ArrayDesc<float, aclFloatArray, aclCreateFloatArray, aclDestroyFloatArray> {
 public:
  using ArrayDesc::ArrayDesc;
};
class BoolArrayDesc : public opstrata_testkit::ArrayDesc<bool, aclBoolArray, aclCreateBoolArray, aclDestroyBoolArray> {
 public:
  using ArrayDesc::ArrayDesc;
};

// Conversion and release by overload (op-test-kit-api section 10).
inline aclIntArray *DescToAclContainer(const IntArrayDesc &desc) { return desc.ToAclTypeRawPtr(); }
inline void Release(aclIntArray *handle) { (void)aclDestroyIntArray(handle); }
inline aclFloatArray *DescToAclContainer(const FloatArrayDesc &desc) { return desc.ToAclTypeRawPtr(); }
inline void Release(aclFloatArray *handle) { (void)aclDestroyFloatArray(handle); }
inline aclBoolArray *DescToAclContainer(const BoolArrayDesc &desc) { return desc.ToAclTypeRawPtr(); }
inline void Release(aclBoolArray *handle) { (void)aclDestroyBoolArray(handle); }

#endif  // OPSTRATA_TESTKIT_OP_API_UT_COMMON_ARRAY_DESC_H_
