/// @file
/// TensorDesc and TensorListDesc of the operator test kit (op-test-kit-api sections 6 and 7): a tensor argument of a
/// test, described by shape, type, format and, for runs, the values that it holds.
#ifndef OPSTRATA_TESTKIT_OP_API_UT_COMMON_TENSOR_DESC_H_
#define OPSTRATA_TESTKIT_OP_API_UT_COMMON_TENSOR_DESC_H_

#include <algorithm>
#include <fstream>
#include <functional>
#include <memory>
#include <numeric>
#include <random>

#include "aclnn/acl_meta.h"
#include "op_api_ut_common/inner/types.h"

class TensorDesc {
 public:
  TensorDesc(const vector<int64_t> &view_dims = {1, 1, 16, 16}, aclDataType data_type = ACL_FLOAT,
             aclFormat format = ACL_FORMAT_NCHW, const vector<int64_t> &stride = {}, int64_t offset = 0,
             const vector<int64_t> &storage_dims = {})
      : view_dims_(view_dims),
        data_type_(data_type),
        format_(format),
        stride_(stride),
        offset_(offset),
        storage_dims_(storage_dims.empty() ? view_dims : storage_dims) {}
  TensorDesc(const TensorDesc &) = default;
  TensorDesc &operator=(const TensorDesc &) = default;

  /// A tensor without data (status tests). The caller owns it.
  aclTensor *ToAclTypeRawPtr() const {
    aclTensor *tensor =
        aclCreateTensor(view_dims_.data(), view_dims_.size(), data_type_, stride_.empty() ? nullptr : stride_.data(),
                        offset_, format_, storage_dims_.data(), storage_dims_.size(), nullptr);
    EXPECT_NE(tensor, nullptr) << "aclCreateTensor refused the description";
    return tensor;
  }
  unique_ptr<aclTensor, void (*)(aclTensor *)> ToAclType() const {
    return {ToAclTypeRawPtr(), [](aclTensor *tensor) { (void)aclDestroyTensor(tensor); }};
  }

  TensorDesc &ViewDims(const vector<int64_t> &dims) {
    view_dims_ = dims;
    return *this;
  }
  TensorDesc &Format(aclFormat format) {
    format_ = format;
    return *this;
  }
  /// An element passes when |computed - expected| <= absolute + relative * |expected|; at most the share `percentage`
  /// of the elements may fail.
  TensorDesc &Precision(float relative, float percentage, float absolute = 1e-08f) {
    EXPECT_TRUE(relative >= 0 && percentage >= 0 && absolute >= 0) << "Precision takes non-negative numbers";
    has_precision_ = true;
    relative_ = static_cast<double>(relative);
    percentage_ = static_cast<double>(percentage);
    absolute_ = static_cast<double>(absolute);
    return *this;
  }
  template <typename T>
  TensorDesc &ValueRange(T low, T high) {
    EXPECT_TRUE(low <= high) << "ValueRange: low is above high";
    value_range_ = opstrata_testkit::ListText(vector<T>{low, high});
    return *this;
  }
  template <typename T>
  TensorDesc &Value(const vector<T> &values) {
    value_ = opstrata_testkit::ListText(values);
    return *this;
  }
  /// Raw bytes of the storage, read in runs.
  TensorDesc &ValueFile(const string &binary_file) {
    value_file_ = binary_file;
    return *this;
  }
  /// Only the first `count` elements of an output are compared; -1 compares all.
  TensorDesc &ValidCount(int32_t count) {
    valid_count_ = count;
    return *this;
  }
  /// Expected values of an output, in the order of the view.
  template <typename T>
  TensorDesc &Expect(const vector<T> &values) {
    expected_ = opstrata_testkit::ListText(values);
    has_expected_ = true;
    return *this;
  }

  /// Describes the tensor in a JSON object (op-test-kit-api section 11). `Json` is nlohmann's or like it.
  template <typename Json>
  void ToJson(Json &root, bool is_input = true) const {
    root["dtype"] = String(data_type_);
    root["format"] = static_cast<int>(format_);
    root["view_shape"] = view_dims_;
    root["storage_shape"] = storage_dims_;
    root["offset"] = offset_;
    if (!stride_.empty()) root["stride"] = stride_;
    if (is_input) root["value_range"] = value_range_;
    if (is_input && !value_.empty()) root["value"] = value_;
    if (has_precision_) root["precision"] = vector<double>{relative_, percentage_, absolute_};
    if (valid_count_ >= 0) root["valid_count"] = valid_count_;
  }

  // --- runs (used by OpApiUt) ---
  aclDataType data_type() const { return data_type_; }
  const vector<int64_t> &view_dims() const { return view_dims_; }
  int32_t valid_count() const { return valid_count_; }
  bool has_precision() const { return has_precision_; }
  double relative() const { return relative_; }
  double percentage() const { return percentage_; }
  double absolute() const { return absolute_; }
  bool has_expected() const { return has_expected_; }
  vector<opstrata_testkit::Number> expected() const { return opstrata_testkit::ParseList(expected_); }

  size_t StorageBytes() const {
    return opstrata_testkit::ElementBytes(data_type_) *
           static_cast<size_t>(
               accumulate(storage_dims_.begin(), storage_dims_.end(), int64_t{1}, multiplies<int64_t>()));
  }
  /// The storage's bytes at the start of a run: the given values in view order, else random ones of the range (always
  /// the same).
  vector<uint8_t> InitialBytes() const {
    vector<uint8_t> bytes(StorageBytes());
    if (!value_file_.empty()) {
      ifstream file(value_file_, ios::binary);
      EXPECT_TRUE(file.read(reinterpret_cast<char *>(bytes.data()), static_cast<streamsize>(bytes.size())).good() ||
                  bytes.empty())
          << value_file_ << " is missing or shorter than the tensor";
      return bytes;
    }
    const size_t width = opstrata_testkit::ElementBytes(data_type_);
    if (width == 0) return bytes;
    if (!value_.empty()) {
      const auto values = opstrata_testkit::ParseList(value_);
      size_t k = 0;
      ForEachElement([&](int64_t at) {
        if (k < values.size())
          opstrata_testkit::Store(data_type_, values[k++], bytes.data() + static_cast<size_t>(at) * width);
      });
      EXPECT_EQ(k, values.size()) << "Value holds more numbers than the tensor has elements";
      return bytes;
    }
    const auto range = opstrata_testkit::ParseList(value_range_);
    mt19937_64 engine(20260330);
    for (size_t at = 0; at < bytes.size(); at += width) {
      opstrata_testkit::Number n;
      if (data_type_ == ACL_BOOL || opstrata_testkit::IsByteFloat(data_type_)) {
        n.integral = true;
        // Bytes of small floats: all of moderate size, none of them infinite or not a number.
        n.i = data_type_ == ACL_BOOL ? static_cast<int64_t>(engine() & 1U) : static_cast<int64_t>(engine() % 96U);
      } else if (opstrata_testkit::IsIntegral(data_type_)) {
        n.integral = true;
        const int64_t high = static_cast<int64_t>(range[1].real());
        const int64_t low = opstrata_testkit::IsUnsigned(data_type_)
                                ? max<int64_t>(0, static_cast<int64_t>(range[0].real()))
                                : static_cast<int64_t>(range[0].real());
        n.i = uniform_int_distribution<int64_t>(min(low, high), high)(engine);
        n.u = static_cast<uint64_t>(n.i);
      } else {
        uniform_real_distribution<double> draw(range[0].real(), range[1].real());
        n.re = draw(engine);
        if (opstrata_testkit::IsComplex(data_type_)) n.im = draw(engine);
      }
      opstrata_testkit::Store(data_type_, n, bytes.data() + at);
    }
    return bytes;
  }
  /// The storage's bytes with every element of the view set to zero: what a run must not change.
  vector<uint8_t> BytesOutsideView(vector<uint8_t> bytes) const {
    const size_t width = opstrata_testkit::ElementBytes(data_type_);
    ForEachElement([&](int64_t at) {
      const size_t from = static_cast<size_t>(at) * width;
      if (from + width <= bytes.size()) memset(bytes.data() + from, 0, width);
    });
    return bytes;
  }
  /// The elements of the view, in its order, out of the storage's bytes.
  vector<opstrata_testkit::Number> ViewValues(const vector<uint8_t> &bytes) const {
    vector<opstrata_testkit::Number> values;
    const size_t width = opstrata_testkit::ElementBytes(data_type_);
    ForEachElement([&](int64_t at) {
      const size_t from = static_cast<size_t>(at) * width;
      values.push_back(from + width <= bytes.size() ? opstrata_testkit::Load(data_type_, bytes.data() + from)
                                                    : opstrata_testkit::Number());
    });
    return values;
  }

 private:
  template <typename F>
  void ForEachElement(const F &f) const {
    vector<int64_t> strides = stride_;
    if (strides.empty()) {
      strides.assign(view_dims_.size(), 1);
      for (size_t i = view_dims_.size(); i > 1; --i) strides[i - 2] = strides[i - 1] * view_dims_[i - 1];
    }
    for (int64_t d : view_dims_) {
      if (d <= 0) return;
    }
    vector<int64_t> index(view_dims_.size(), 0);
    for (;;) {
      f(inner_product(index.begin(), index.end(), strides.begin(), offset_));
      size_t axis = index.size();
      while (axis > 0 && ++index[axis - 1] == view_dims_[axis - 1]) index[--axis] = 0;
      if (axis == 0) return;
    }
  }

  vector<int64_t> view_dims_;
  aclDataType data_type_;
  aclFormat format_;
  vector<int64_t> stride_;
  int64_t offset_;
  vector<int64_t> storage_dims_;
  bool has_precision_ = false;
  double relative_ = 0.0, percentage_ = 0.0, absolute_ = 1e-8;
  string value_range_ = "[-2,2]", value_, value_file_, expected_;
  bool has_expected_ = false;
  int32_t valid_count_ = -1;
};

class TensorListDesc {
 public:
  TensorListDesc(const vector<TensorDesc> &val) : tensors_(val) { EXPECT_FALSE(val.empty()) << "an empty tensor list"; }
  TensorListDesc(int duplicate_cnt, const TensorDesc &tensor_desc)
      : tensors_(static_cast<size_t>(duplicate_cnt > 0 ? duplicate_cnt : 0), tensor_desc) {
    EXPECT_GT(duplicate_cnt, 0) << "an empty tensor list";
  }
  /// The list owns its tensors; the caller owns the list.
  aclTensorList *ToAclTypeRawPtr() const {
    vector<const aclTensor *> tensors;
    for (const TensorDesc &desc : tensors_) tensors.push_back(desc.ToAclTypeRawPtr());
    return aclCreateTensorList(tensors.data(), tensors.size());
  }
  unique_ptr<aclTensorList, void (*)(aclTensorList *)> ToAclType() const {
    return {ToAclTypeRawPtr(), [](aclTensorList *list) { (void)aclDestroyTensorList(list); }};
  }
  template <typename Json>
  void ToJson(Json &root, bool is_input = true) const {
    for (const TensorDesc &desc : tensors_) {
      Json element;
      desc.ToJson(element, is_input);
      root.push_back(element);
    }
  }
  const vector<TensorDesc> &tensors() const { return tensors_; }

 private:
  vector<TensorDesc> tensors_;
};

// Conversion and release by overload (op-test-kit-api section 10).
inline aclTensor *DescToAclContainer(const TensorDesc &desc) { return desc.ToAclTypeRawPtr(); }
inline void Release(aclTensor *handle) { (void)aclDestroyTensor(handle); }
inline aclTensorList *DescToAclContainer(const TensorListDesc &desc) { return desc.ToAclTypeRawPtr(); }
inline void Release(aclTensorList *handle) { (void)aclDestroyTensorList(handle); }

#endif  // OPSTRATA_TESTKIT_OP_API_UT_COMMON_TENSOR_DESC_H_
