/// @file
/// Contexts of shape inference functions for tests (op-test-kit-api sections 18 and 21):
///
///     gert::StorageShape a = {{2, 3}, {2, 3}}, out;
///     auto holder = gert::InferShapeContextFaker().SetOpType("Relu").NodeIoNum(1, 1)
///                       .NodeInputTd(0, ge::DT_FLOAT, ge::FORMAT_ND, ge::FORMAT_ND).InputShapes({&a}).OutputShapes({&out}).Build();
///     infer_shape(holder.GetContext());
#ifndef OPSTRATA_TESTKIT_INFERSHAPE_CONTEXT_FAKER_H_
#define OPSTRATA_TESTKIT_INFERSHAPE_CONTEXT_FAKER_H_

#include "base/context_builder/op_infer_shape_context_builder.h"
#include "context_faker_base.h"
#include "context_para.h"

namespace gert {

/// A case of shape inference: what the node is, and inputs for which the function sees no tensor at all.
class InfershapeContextPara : public opstrata_testkit::NodePara {
 public:
  InfershapeContextPara(const std::string &opName, const std::vector<TensorDescription> &inputTensorDesc,
                        const std::vector<TensorDescription> &outputTensorDesc, const std::vector<OpAttr> &attrs,
                        const std::vector<uint32_t> &inputInstanceNum = {}, const std::vector<uint32_t> &outputInstanceNum = {},
                        const std::vector<size_t> nullInputIndices = {})
      : NodePara(opName, inputTensorDesc, outputTensorDesc, attrs, inputInstanceNum, outputInstanceNum),
        nullInputIndices_(nullInputIndices) {}
  InfershapeContextPara(const std::string &opName, const std::vector<TensorDescription> &inputTensorDesc,
                        const std::vector<TensorDescription> &outputTensorDesc,
                        const std::vector<uint32_t> &inputInstanceNum = {}, const std::vector<uint32_t> &outputInstanceNum = {},
                        const std::vector<size_t> nullInputIndices = {})
      : InfershapeContextPara(opName, inputTensorDesc, outputTensorDesc, std::vector<OpAttr>(), inputInstanceNum,
                              outputInstanceNum, nullInputIndices) {}

  std::vector<size_t> nullInputIndices_;
};

class InferShapeContextFaker : public opstrata_testkit::ContextFaker<InferShapeContextFaker, OpInferShapeContextBuilder> {
 public:
  /// Types and formats of the inputs are those of the tensors. The context refers to them.
  InferShapeContextFaker &InputTensors(const std::vector<Tensor *> &inputTensors) {
    OpInferShapeContextBuilder::InputTensors(inputTensors);
    input_shapes_.clear();
    return *this;
  }
  /// Inputs by shape alone; NodeInputTd gives their types.
  InferShapeContextFaker &InputShapes(const std::vector<StorageShape *> &inputShapes) {
    input_shapes_ = inputShapes;
    return *this;
  }
  /// Objects that the function writes to; they are emptied when the context is built.
  InferShapeContextFaker &OutputShapes(const std::vector<StorageShape *> &outputShapes) {
    output_shapes_ = outputShapes;
    return *this;
  }

  opstrata_testkit::ContextHolder<InferShapeContext> Build() {
    ApplyCounts();
    if (!input_shapes_.empty()) OpInferShapeContextBuilder::InputTensors(MakeTensors(input_shapes_, input_kinds_));
    DescribeOutputs();
    auto holder = OpInferShapeContextBuilder::Build();
    for (size_t i = 0; i < output_shapes_.size(); ++i) {
      if (output_shapes_[i] == nullptr) continue;
      *output_shapes_[i] = StorageShape();
      SetOutput(holder.GetContext(), i, output_shapes_[i]);
    }
    return {std::move(holder), keep_alive_};
  }

 private:
  std::vector<StorageShape *> input_shapes_, output_shapes_;
};

}  // namespace gert

#endif  // OPSTRATA_TESTKIT_INFERSHAPE_CONTEXT_FAKER_H_
