// Calls the foreign operator through both launchers: contiguous, with the optional input, non-contiguous, empty,
// refused.
#include <cstdio>
#include <cstring>
#include <vector>

#include "acl/acl.h"
#include "base/context_builder/op_kernel_run_context_builder.h"
#include "base/registry/op_impl_space_registry_v2.h"
#include "exe_graph/runtime/op_execute_context.h"
#include "halve/aclnn_halve.h"
#include "opstrata/op_impl.h"

#define CHECK(condition)                                                                     \
  do {                                                                                       \
    if (!(condition)) {                                                                      \
      const char *text = aclGetRecentErrMsg();                                               \
      std::printf("line %d: %s\n  %s\n", __LINE__, #condition, text == nullptr ? "" : text); \
      return 1;                                                                              \
    }                                                                                        \
  } while (false)

template <typename T>
static aclTensor *Make(const std::vector<T> &host, std::vector<int64_t> shape, std::vector<int64_t> strides,
                       aclDataType type, void **device) {
  const size_t bytes = host.size() * sizeof(T);
  *device = nullptr;
  if (bytes > 0 && aclrtMalloc(device, bytes, ACL_MEM_MALLOC_HUGE_FIRST) != ACL_SUCCESS) return nullptr;
  if (bytes > 0 && aclrtMemcpy(*device, bytes, host.data(), bytes, ACL_MEMCPY_HOST_TO_DEVICE) != ACL_SUCCESS)
    return nullptr;
  const int64_t storage = static_cast<int64_t>(host.size());
  return aclCreateTensor(shape.data(), shape.size(), type, strides.data(), 0, ACL_FORMAT_ND, &storage, 1, *device);
}

template <typename T>
static int Run(aclDataType type, bool onCpu, aclrtStream stream) {
  void *a = nullptr, *b = nullptr, *c = nullptr;
  aclTensor *x = Make<T>({2, 4, 6, 8, 10, 12}, {3, 2}, {1, 3}, type, &a);  // transposed view of a 2 x 3 matrix
  aclTensor *offset = Make<T>({100}, {1}, {1}, type, &b);
  aclTensor *y = Make<T>(std::vector<T>(6, T(0)), {3, 2}, {2, 1}, type, &c);
  CHECK(x != nullptr && offset != nullptr && y != nullptr);
  for (aclTensor *second : {static_cast<aclTensor *>(nullptr), offset}) {
    uint64_t size = 0;
    aclOpExecutor *executor = nullptr;
    CHECK(aclnnHalveGetWorkspaceSize(x, second, 3, onCpu, y, &size, &executor) == 0);
    void *workspace = nullptr;
    if (size > 0) CHECK(aclrtMalloc(&workspace, size, ACL_MEM_MALLOC_HUGE_FIRST) == ACL_SUCCESS);
    CHECK(aclnnHalve(workspace, size, executor, stream) == 0);
    CHECK(aclrtSynchronizeStream(stream) == ACL_SUCCESS);
    std::vector<T> got(6);
    CHECK(aclrtMemcpy(got.data(), 6 * sizeof(T), c, 6 * sizeof(T), ACL_MEMCPY_DEVICE_TO_HOST) == ACL_SUCCESS);
    const T add = second == nullptr ? T(0) : T(100);
    const std::vector<T> expected = {T(3 + add), T(12 + add), T(6 + add), T(15 + add), T(9 + add), T(18 + add)};
    CHECK(got == expected);
    if (workspace != nullptr) aclrtFree(workspace);
  }
  aclDestroyTensor(x);
  aclDestroyTensor(offset);
  aclDestroyTensor(y);
  aclrtFree(a);
  aclrtFree(b);
  aclrtFree(c);
  return 0;
}

// The operator's host execution functions, called as a graph would call them.
static int RunHostExecution(aclrtStream stream) {
  const auto registry = opstrata::op_impls_in_force();
  const auto *functions = registry->GetOpImpl("Halve");
  CHECK(functions != nullptr && functions->op_execute_func != nullptr && functions->op_execute_prepare_func != nullptr);
  for (const bool two_stages : {false, true}) {
    void *a = nullptr, *b = nullptr;
    aclTensor *unused = Make<float>({2, 4, 6}, {3}, {1}, ACL_FLOAT, &a);
    aclTensor *result = Make<float>({0, 0, 0}, {3}, {1}, ACL_FLOAT, &b);
    CHECK(unused != nullptr && result != nullptr);
    const gert::StorageShape shape({3}, {3});
    const gert::StorageFormat format(ge::FORMAT_ND, ge::FORMAT_ND, gert::ExpandDimsType());
    gert::Tensor x(shape, format, gert::kOnDeviceHbm, ge::DT_FLOAT, a);
    gert::Tensor y(shape, format, gert::kOnDeviceHbm, ge::DT_FLOAT, b);
    auto sizes_block = gert::ContinuousVector::Create<size_t>(4);
    auto addrs_block = gert::ContinuousVector::Create<gert::TensorData *>(4);
    auto *sizes = reinterpret_cast<gert::TypedContinuousVector<size_t> *>(sizes_block.get());
    auto *addrs = reinterpret_cast<gert::TypedContinuousVector<gert::TensorData *> *>(addrs_block.get());
    gert::OpKernelContextBuilder builder;
    builder.OpType("Halve").OpName("node").IOInstanceNum({1, 0}, {1}).AppendAttr(int64_t{3}).AppendAttr(false);
    void *deterministic = nullptr;
    if (!two_stages) {
      auto holder = builder.Inputs({&x, &y, stream, deterministic}).Build();
      CHECK(functions->op_execute_func(reinterpret_cast<gert::OpExecuteContext *>(holder.GetContext())) == 0);
    } else {
      auto prepare = builder.Inputs({&x, &y, stream, deterministic}).Outputs({nullptr, sizes}).Build();
      auto *first = reinterpret_cast<gert::OpExecutePrepareContext *>(prepare.GetContext());
      CHECK(functions->op_execute_prepare_func(first) == 0 && sizes->GetSize() == 1);
      void *workspace = nullptr;
      if (sizes->GetData()[0] > 0)
        CHECK(aclrtMalloc(&workspace, sizes->GetData()[0], ACL_MEM_MALLOC_HUGE_FIRST) == ACL_SUCCESS);
      gert::TensorData block(workspace);
      CHECK(addrs->SetSize(1) == 0);
      addrs->MutableData()[0] = &block;
      void *params = prepare.GetContext()->GetOutputPointer<void *>(0) == nullptr
                         ? nullptr
                         : *prepare.GetContext()->GetOutputPointer<void *>(0);
      auto launch = builder.Inputs({&x, &y, stream, deterministic, params, sizes, addrs}).Outputs({}).Build();
      CHECK(functions->op_execute_launch_func(reinterpret_cast<gert::OpExecuteLaunchContext *>(launch.GetContext())) ==
            0);
      CHECK(aclrtSynchronizeStream(stream) == ACL_SUCCESS);
      if (workspace != nullptr) aclrtFree(workspace);
    }
    CHECK(aclrtSynchronizeStream(stream) == ACL_SUCCESS);
    std::vector<float> got(3);
    CHECK(aclrtMemcpy(got.data(), 12, b, 12, ACL_MEMCPY_DEVICE_TO_HOST) == ACL_SUCCESS);
    CHECK((got == std::vector<float>{3, 6, 9}));
    const auto *absent = registry->GetOpImpl("HalveAbsent");
    auto holder = builder.Inputs({&x, &y, stream, deterministic}).Outputs({}).Build();
    CHECK(absent != nullptr &&
          absent->op_execute_func(reinterpret_cast<gert::OpExecuteContext *>(holder.GetContext())) == ge::GRAPH_FAILED);
    aclDestroyTensor(unused);
    aclDestroyTensor(result);
    aclrtFree(a);
    aclrtFree(b);
  }
  return 0;
}

int main() {
  CHECK(aclInit(nullptr) == ACL_SUCCESS && aclrtSetDevice(0) == ACL_SUCCESS);
  aclrtStream stream = nullptr;
  CHECK(aclrtCreateStream(&stream) == ACL_SUCCESS);
  for (bool onCpu : {false, true}) {
    if (Run<float>(ACL_FLOAT, onCpu, stream) != 0 || Run<int32_t>(ACL_INT32, onCpu, stream) != 0) return 1;
  }
  if (RunHostExecution(stream) != 0) return 1;
  uint64_t size = 0;
  aclOpExecutor *executor = nullptr;
  void *a = nullptr, *b = nullptr;
  aclTensor *x = Make<double>({1, 2}, {2}, {1}, ACL_DOUBLE, &a);
  aclTensor *y = Make<double>({0, 0}, {2}, {1}, ACL_DOUBLE, &b);
  CHECK(aclnnHalveGetWorkspaceSize(nullptr, nullptr, 1, true, y, &size, &executor) == 161001);
  CHECK(aclnnHalveGetWorkspaceSize(x, nullptr, 1, true, y, &size, &executor) == 161002);
  const char *text = aclGetRecentErrMsg();
  CHECK(text != nullptr && std::strstr(text, "DT_DOUBLE") != nullptr && std::strstr(text, "aclnnHalve") != nullptr);
  aclDestroyTensor(x);
  aclDestroyTensor(y);
  aclrtFree(a);
  aclrtFree(b);
  CHECK(aclrtDestroyStream(stream) == ACL_SUCCESS);
  CHECK(aclrtResetDevice(0) == ACL_SUCCESS && aclFinalize() == ACL_SUCCESS);
  std::puts("foreign ok");
  return 0;
}
