/// @file
/// Contexts of shape range inference functions for tests (op-test-kit-api section 22).
#ifndef OPSTRATA_TESTKIT_INFER_SHAPERANGE_CONTEXT_FAKER_H_
#define OPSTRATA_TESTKIT_INFER_SHAPERANGE_CONTEXT_FAKER_H_

#include "base/context_builder/op_infer_shape_range_context_builder.h"
#include "context_faker_base.h"

namespace gert {

class InferShapeRangeContextFaker
    : public opstrata_testkit::ContextFaker<InferShapeRangeContextFaker, OpInferShapeRangeContextBuilder> {
 public:
  InferShapeRangeContextFaker &InputTensorsRange(const std::vector<Range<Tensor> *> &inputTensorsRange) {
    OpInferShapeRangeContextBuilder::InputTensorsRange(inputTensorsRange);
    input_shapes_.clear();
    return *this;
  }
  /// Inputs by bounds of their shapes alone; NodeInputTd gives their types.
  InferShapeRangeContextFaker &InputShapeRanges(const std::vector<Range<Shape> *> &inputShapeRanges) {
    input_shapes_ = inputShapeRanges;
    return *this;
  }
  /// Ranges that the function writes to: the shapes behind the bounds.
  InferShapeRangeContextFaker &OutputShapeRanges(const std::vector<Range<Shape> *> &outputShapeRanges) {
    output_shapes_ = outputShapeRanges;
    return *this;
  }

  opstrata_testkit::ContextHolder<InferShapeRangeContext> Build() {
    ApplyCounts();
    if (!input_shapes_.empty()) {
      std::vector<Range<Tensor> *> ranges;
      for (size_t i = 0; i < input_shapes_.size(); ++i) {
        if (input_shapes_[i] == nullptr) {
          ranges.push_back(nullptr);
          continue;
        }
        StorageShape bounds[2] = {{*input_shapes_[i]->GetMin(), *input_shapes_[i]->GetMin()},
                                  {*input_shapes_[i]->GetMax(), *input_shapes_[i]->GetMax()}};
        std::vector<opstrata_testkit::TensorKind> kinds(2, opstrata_testkit::KindAt(input_kinds_, i));
        const std::vector<Tensor *> tensors = MakeTensors(std::vector<StorageShape *>{&bounds[0], &bounds[1]}, kinds);
        auto range = std::make_shared<Range<Tensor>>(tensors[0], tensors[1]);
        ranges.push_back(range.get());
        keep_alive_.push_back(std::move(range));
      }
      OpInferShapeRangeContextBuilder::InputTensorsRange(ranges);
    }
    DescribeOutputs();
    auto holder = OpInferShapeRangeContextBuilder::Build();
    for (size_t i = 0; i < output_shapes_.size(); ++i) {
      if (output_shapes_[i] != nullptr) SetOutput(holder.GetContext(), i, output_shapes_[i]);
    }
    return {std::move(holder), keep_alive_};
  }

 private:
  std::vector<Range<Shape> *> input_shapes_, output_shapes_;
};

}  // namespace gert

#endif  // OPSTRATA_TESTKIT_INFER_SHAPERANGE_CONTEXT_FAKER_H_
