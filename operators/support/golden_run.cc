#include "support/golden_run.h"

#include <gtest/gtest.h>

namespace opstrata::operators {

DeviceTensor::DeviceTensor(const GoldenTensor &tensor, bool is_output) {
  test_stream();
  bytes_ = tensor.storage_bytes();
  if (bytes_ != 0) {
    EXPECT_EQ(aclrtMalloc(&memory_, bytes_, ACL_MEM_MALLOC_HUGE_FIRST), 0);
    if (is_output) {
      fill(kUntouched);
    } else {
      EXPECT_EQ(aclrtMemcpy(memory_, bytes_, tensor.data.data(), bytes_, ACL_MEMCPY_HOST_TO_DEVICE), 0);
    }
  }
  const std::vector<int64_t> flat = {tensor.storage_elements};
  const std::vector<int64_t> &storage = tensor.contiguous() ? tensor.shape : flat;
  handle_ = aclCreateTensor(tensor.shape.data(), tensor.shape.size(), static_cast<aclDataType>(tensor.dtype), tensor.strides.data(), tensor.offset,
                            ACL_FORMAT_ND, storage.data(), storage.size(), memory_);
  EXPECT_NE(handle_, nullptr);
}

DeviceTensor::~DeviceTensor() {
  aclDestroyTensor(handle_);
  if (memory_ != nullptr) aclrtFree(memory_);
}

void DeviceTensor::fill(unsigned char byte) {
  if (bytes_ != 0) {
    EXPECT_EQ(aclrtMemset(memory_, bytes_, byte, bytes_), 0);
  }
}

std::vector<char> DeviceTensor::download() const {
  std::vector<char> bytes(bytes_);
  if (bytes_ != 0) {
    EXPECT_EQ(aclrtMemcpy(bytes.data(), bytes_, memory_, bytes_, ACL_MEMCPY_DEVICE_TO_HOST), 0);
  }
  return bytes;
}

aclrtStream test_stream() {
  static const aclrtStream stream = [] {
    aclrtStream s = nullptr;
    EXPECT_EQ(aclInit(nullptr), 0);
    EXPECT_EQ(aclrtSetDevice(0), 0);
    EXPECT_EQ(aclrtCreateStream(&s), 0);
    return s;
  }();
  return stream;
}

aclnnStatus run_second_phase(SecondPhase second, uint64_t workspace_size, aclOpExecutor *executor) {
  void *workspace = nullptr;
  if (workspace_size != 0) {
    EXPECT_EQ(aclrtMalloc(&workspace, workspace_size, ACL_MEM_MALLOC_HUGE_FIRST), 0);
  }
  const aclnnStatus status = second(workspace, workspace_size, executor, test_stream());
  const aclError synchronized = aclrtSynchronizeStream(test_stream());
  if (workspace != nullptr) aclrtFree(workspace);
  return status != 0 ? status : synchronized;
}

size_t run_golden(const std::string &op, const FirstPhase &first, SecondPhase second, const std::function<Tolerance(const GoldenCase &)> &tolerance,
                  const std::function<bool(const GoldenCase &)> &selects) {
  size_t count = 0;
  for (const GoldenCase &c : read_golden(op)) {
    if (selects && !selects(c)) continue;
    ++count;
    std::vector<std::unique_ptr<DeviceTensor>> inputs, outputs;
    Call call;
    for (const GoldenTensor &t : c.inputs) {
      inputs.push_back(t.present ? std::make_unique<DeviceTensor>(t, false) : nullptr);
      call.in.push_back(t.present ? inputs.back()->handle() : nullptr);
    }
    for (const GoldenTensor &t : c.outputs) {
      outputs.push_back(std::make_unique<DeviceTensor>(t, true));
      call.out.push_back(outputs.back()->handle());
    }
    for (int round = 0; round < 2; ++round) {
      for (const auto &t : outputs) t->fill(kUntouched);
      const aclnnStatus planned = first(c, call);
      if (planned != 0) {
        ADD_FAILURE() << op << " " << c.name << ": first phase gives " << planned << ": " << aclGetRecentErrMsg();
        break;
      }
      const aclnnStatus ran = run_second_phase(second, call.workspace_size, call.executor);
      if (ran != 0) {
        ADD_FAILURE() << op << " " << c.name << ": second phase gives " << ran << ": " << aclGetRecentErrMsg();
        break;
      }
      for (size_t i = 0; i < outputs.size(); ++i) {
        const std::string text = difference(c.outputs[i], outputs[i]->download(), tolerance(c));
        EXPECT_EQ(text, "") << op << " " << c.name << " output " << i << " round " << round;
      }
    }
  }
  return count;
}

Scalar make_scalar(double value) { return {aclCreateScalar(&value, ACL_DOUBLE), aclDestroyScalar}; }
Scalar make_scalar(int64_t value) { return {aclCreateScalar(&value, ACL_INT64), aclDestroyScalar}; }
IntArray make_int_array(const std::vector<int64_t> &values) { return {aclCreateIntArray(values.data(), values.size()), aclDestroyIntArray}; }

}  // namespace opstrata::operators
