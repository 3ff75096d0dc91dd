/// @file
/// Contexts of data type inference functions for tests (op-test-kit-api section 22).
#ifndef OPSTRATA_TESTKIT_INFER_DATATYPE_CONTEXT_FAKER_H_
#define OPSTRATA_TESTKIT_INFER_DATATYPE_CONTEXT_FAKER_H_

#include "base/context_builder/op_infer_datatype_context_builder.h"
#include "context_faker_base.h"

namespace gert {

class InferDataTypeContextFaker : public opstrata_testkit::ContextFaker<InferDataTypeContextFaker, OpInferDataTypeContextBuilder> {
 public:
  /// Pointers to one `ge::DataType` per input; they win over NodeInputTd.
  InferDataTypeContextFaker &InputDataTypes(const std::vector<void *> &inputDataTypes) {
    for (size_t i = 0; i < inputDataTypes.size(); ++i) {
      if (inputDataTypes[i] != nullptr) input_types_.emplace_back(i, *static_cast<ge::DataType *>(inputDataTypes[i]));
    }
    return *this;
  }
  /// Pointers to one `ge::DataType` per output: what the outputs are before the function runs. The result is read from the
  /// context.
  InferDataTypeContextFaker &OutputDataTypes(const std::vector<void *> &outputDataTypes) {
    output_types_ = outputDataTypes;
    return *this;
  }

  opstrata_testkit::ContextHolder<InferDataTypeContext> Build() {
    ApplyCounts();
    for (const auto &type : input_types_) opstrata_testkit::KindAt(input_kinds_, type.first).dtype = type.second;
    DescribeInputs();
    for (size_t i = 0; i < output_kinds_.size(); ++i) {
      OutputTensorDesc(i, output_kinds_[i].origin_format, output_kinds_[i].storage_format);
    }
    auto holder = OpInferDataTypeContextBuilder::Build();
    for (size_t i = 0; i < output_types_.size(); ++i) {
      if (output_types_[i] != nullptr) (void)holder.GetContext()->SetOutputDataType(i, *static_cast<ge::DataType *>(output_types_[i]));
    }
    return {std::move(holder), keep_alive_};
  }

 private:
  std::vector<std::pair<size_t, ge::DataType>> input_types_;
  std::vector<void *> output_types_;
};

}  // namespace gert

#endif  // OPSTRATA_TESTKIT_INFER_DATATYPE_CONTEXT_FAKER_H_
