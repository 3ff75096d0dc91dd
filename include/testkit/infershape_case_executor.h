/// @file
/// Runs a case of shape inference (op-test-kit-api section 20) with GoogleTest expectations.
#ifndef OPSTRATA_TESTKIT_INFERSHAPE_CASE_EXECUTOR_H_
#define OPSTRATA_TESTKIT_INFERSHAPE_CASE_EXECUTOR_H_

#include "exe_graph/runtime/kernel_run_context.h"
#include "gtest/gtest.h"
#include "infershape_context_faker.h"

namespace opstrata_testkit {

inline std::vector<int64_t> Dims(const gert::Shape &shape) {
  std::vector<int64_t> dims;
  for (size_t i = 0; i < shape.GetDimNum(); ++i) dims.push_back(shape.GetDim(i));
  return dims;
}

}  // namespace opstrata_testkit

/// Calls the inference function of the operator and compares its status and, unless failure is expected, the output shapes that
/// are given. Outputs beyond the list are not checked. The function is that of the default space registry, and without one the
/// function in force in this process; a missing one is a failure of the test.
inline void ExecuteTestCase(gert::InfershapeContextPara &para, ge::graphStatus expectResult = ge::GRAPH_FAILED,
                            const std::vector<std::vector<int64_t>> &expectOutputShape = {}) {
  const auto registry = opstrata::op_impls_in_force();
  const auto *functions = registry->GetOpImpl(para.opName_.c_str());
  ASSERT_TRUE(functions != nullptr && functions->infer_shape != nullptr)
      << "no shape inference function of operator " << para.opName_ << " is registered";
  const opstrata_testkit::OwnedTensors inputs(para.inputTensorDesc_);
  gert::InferShapeContextFaker faker;
  para.Describe(faker);
  for (size_t i = 0; i < para.outputTensorDesc_.size(); ++i) {
    const auto &output = para.outputTensorDesc_[i];
    faker.NodeOutputTd(static_cast<int32_t>(i), output.dtype_, output.format_, output.format_);
  }
  auto holder = faker.InputTensors(inputs.pointers).Build();
  auto *run = holder.GetContext<KernelRunContext>();
  for (const size_t index : para.nullInputIndices_) {
    if (index < run->input_size) run->values[index]->data.pointer = nullptr;
  }
  EXPECT_EQ(functions->infer_shape(holder.GetContext()), expectResult) << "operator " << para.opName_;
  if (expectResult == ge::GRAPH_FAILED) return;
  for (size_t i = 0; i < expectOutputShape.size(); ++i) {
    const gert::Shape *shape = holder.GetContext()->GetOutputShape(i);
    ASSERT_NE(shape, nullptr) << "operator " << para.opName_ << " has no output " << i;
    EXPECT_EQ(opstrata_testkit::Dims(*shape), expectOutputShape[i]) << "operator " << para.opName_ << ", output " << i;
  }
}

#endif  // OPSTRATA_TESTKIT_INFERSHAPE_CASE_EXECUTOR_H_
