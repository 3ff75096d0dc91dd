/// @file
/// Running cases of expected values through the two-phase functions; for tests only.
#ifndef OPSTRATA_OPERATORS_SUPPORT_GOLDEN_RUN_H_
#define OPSTRATA_OPERATORS_SUPPORT_GOLDEN_RUN_H_

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "support/golden.h"

namespace opstrata::operators {

/// Device memory of a tensor and the aclTensor over it.
class DeviceTensor {
 public:
  /// With the storage of an input, or filled with kUntouched for an output.
  DeviceTensor(const GoldenTensor &tensor, bool is_output);
  ~DeviceTensor();
  DeviceTensor(const DeviceTensor &) = delete;
  DeviceTensor &operator=(const DeviceTensor &) = delete;

  aclTensor *handle() const { return handle_; }
  std::vector<char> download() const;
  void fill(unsigned char byte);

 private:
  aclTensor *handle_ = nullptr;
  void *memory_ = nullptr;
  size_t bytes_ = 0;
};

/// A call under construction: the tensors of the case (null where absent) and what the first phase gives.
struct Call {
  std::vector<aclTensor *> in, out;
  uint64_t workspace_size = 0;
  aclOpExecutor *executor = nullptr;
};

using FirstPhase = std::function<aclnnStatus(const GoldenCase &, Call &)>;
using SecondPhase = aclnnStatus (*)(void *, uint64_t, aclOpExecutor *, aclrtStream);

/// Prepares device 0 and a stream once.
aclrtStream test_stream();

/// Second phase on the test stream with a workspace, then waits. 0, or the first failing code.
aclnnStatus run_second_phase(SecondPhase second, uint64_t workspace_size, aclOpExecutor *executor);

/// Runs every case of operators/<op>/<op>.golden for which `selects` (default: all) is true, twice (the second call meets the
/// executor cache), and reports every difference as a test failure. Returns the number of cases.
size_t run_golden(const std::string &op, const FirstPhase &first, SecondPhase second, const std::function<Tolerance(const GoldenCase &)> &tolerance,
                  const std::function<bool(const GoldenCase &)> &selects = {});

/// Same bits.
inline Tolerance exact(const GoldenCase &) { return {}; }

/// Owns what aclCreateScalar, aclCreateIntArray give.
using Scalar = std::unique_ptr<aclScalar, aclnnStatus (*)(const aclScalar *)>;
Scalar make_scalar(double value);
Scalar make_scalar(int64_t value);
using IntArray = std::unique_ptr<aclIntArray, aclnnStatus (*)(const aclIntArray *)>;
IntArray make_int_array(const std::vector<int64_t> &values);

/// A contiguous tensor made of values, for tests without golden cases.
template <class T>
GoldenTensor make_tensor(ge::DataType dtype, const std::vector<int64_t> &shape, const std::vector<T> &values) {
  GoldenTensor t;
  t.dtype = dtype;
  t.shape = shape;
  t.strides.resize(shape.size());
  int64_t step = 1;
  for (size_t d = shape.size(); d-- > 0; step *= shape[d]) t.strides[d] = step;
  t.storage_elements = step;
  const auto *bytes = reinterpret_cast<const char *>(values.data());
  t.data.assign(bytes, bytes + values.size() * sizeof(T));
  return t;
}

}  // namespace opstrata::operators

#endif  // OPSTRATA_OPERATORS_SUPPORT_GOLDEN_RUN_H_
