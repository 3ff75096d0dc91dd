/// @file
/// Contexts of tiling functions for tests (op-test-kit-api section 23). Tiling describes AI Core execution; on the CPU it is run
/// by tests only.
#ifndef OPSTRATA_TESTKIT_TILING_CONTEXT_FAKER_H_
#define OPSTRATA_TESTKIT_TILING_CONTEXT_FAKER_H_

#include "base/context_builder/op_tiling_context_builder.h"
#include "context_faker_base.h"
#include "context_para.h"

namespace gert {

/// A case of tiling: the node, the result of the parse function, and the chip.
class TilingContextPara : public opstrata_testkit::NodePara {
 public:
  TilingContextPara(const std::string &opName, const std::vector<TensorDescription> &inputTensorDesc,
                    const std::vector<TensorDescription> &outputTensorDesc, const std::vector<OpAttr> &attrs,
                    const std::vector<uint32_t> &inputInstanceNum, const std::vector<uint32_t> &outputInstanceNum,
                    void *compileInfo = nullptr, uint64_t coreNum = 64, uint64_t ubSize = 262144, uint64_t tilingDataSize = 4096)
      : NodePara(opName, inputTensorDesc, outputTensorDesc, attrs, inputInstanceNum, outputInstanceNum), coreNum_(coreNum),
        ubSize_(ubSize), tilingDataSize_(tilingDataSize), compileInfo_(compileInfo) {}
  TilingContextPara(const std::string &opName, const std::vector<TensorDescription> &inputTensorDesc,
                    const std::vector<TensorDescription> &outputTensorDesc, const std::vector<OpAttr> &attrs,
                    void *compileInfo = nullptr, uint64_t coreNum = 64, uint64_t ubSize = 262144, uint64_t tilingDataSize = 4096)
      : TilingContextPara(opName, inputTensorDesc, outputTensorDesc, attrs, std::vector<uint32_t>(), std::vector<uint32_t>(),
                          compileInfo, coreNum, ubSize, tilingDataSize) {}
  TilingContextPara(const std::string &opName, const std::vector<TensorDescription> &inputTensorDesc,
                    const std::vector<TensorDescription> &outputTensorDesc, void *compileInfo = nullptr, uint64_t coreNum = 64,
                    uint64_t ubSize = 262144, uint64_t tilingDataSize = 4096)
      : TilingContextPara(opName, inputTensorDesc, outputTensorDesc, std::vector<OpAttr>(), compileInfo, coreNum, ubSize,
                          tilingDataSize) {}
  TilingContextPara(const std::string &opName, const std::vector<TensorDescription> &inputTensorDesc,
                    const std::vector<TensorDescription> &outputTensorDesc, const std::vector<uint32_t> &inputInstanceNum,
                    const std::vector<uint32_t> &outputInstanceNum, void *compileInfo = nullptr, uint64_t coreNum = 64,
                    uint64_t ubSize = 262144, uint64_t tilingDataSize = 4096)
      : TilingContextPara(opName, inputTensorDesc, outputTensorDesc, std::vector<OpAttr>(), inputInstanceNum, outputInstanceNum,
                          compileInfo, coreNum, ubSize, tilingDataSize) {}

  uint64_t coreNum_ = 64;
  uint64_t ubSize_ = 262144;
  uint64_t tilingDataSize_ = 4096;
  void *compileInfo_ = nullptr;
};

class TilingContextFaker : public opstrata_testkit::ContextFaker<TilingContextFaker, OpTilingContextBuilder> {
 public:
  TilingContextFaker &InputTensors(const std::vector<Tensor *> &inputTensors) {
    OpTilingContextBuilder::InputTensors(inputTensors);
    input_shapes_.clear();
    return *this;
  }
  TilingContextFaker &OutputTensors(const std::vector<Tensor *> &outputTensors) {
    OpTilingContextBuilder::OutputTensors(outputTensors);
    output_shapes_.clear();
    return *this;
  }
  /// Inputs and outputs by shape alone; NodeInputTd and NodeOutputTd give their types.
  TilingContextFaker &InputShapes(const std::vector<StorageShape *> &inputShapes) {
    input_shapes_ = inputShapes;
    return *this;
  }
  TilingContextFaker &OutputShapes(const std::vector<StorageShape *> &outputShapes) {
    output_shapes_ = outputShapes;
    return *this;
  }
  TilingContextFaker &CompileInfo(const void *compileInfo) {
    OpTilingContextBuilder::CompileInfo(compileInfo);
    return *this;
  }
  /// A `fe::PlatFormInfos`.
  TilingContextFaker &PlatformInfo(const void *platformInfo) {
    OpTilingContextBuilder::PlatformInfo(platformInfo);
    return *this;
  }
  TilingContextFaker &DeterministicInfo(int32_t *deterministicInfo) {
    OpTilingContextBuilder::Deterministic(deterministicInfo == nullptr ? 0 : *deterministicInfo);
    return *this;
  }
  /// A block of `gert::TilingData::CreateCap`.
  TilingContextFaker &TilingData(const void *tilingData) {
    OpTilingContextBuilder::TilingData(static_cast<const gert::TilingData *>(tilingData));
    return *this;
  }
  TilingContextFaker &Workspace(const ContinuousVector *workspace) {
    OpTilingContextBuilder::Workspace(workspace);
    return *this;
  }

  opstrata_testkit::ContextHolder<TilingContext> Build() {
    ApplyCounts();
    if (!input_shapes_.empty()) OpTilingContextBuilder::InputTensors(MakeTensors(input_shapes_, input_kinds_));
    if (!output_shapes_.empty()) OpTilingContextBuilder::OutputTensors(MakeTensors(output_shapes_, output_kinds_));
    return {OpTilingContextBuilder::Build(), keep_alive_};
  }

 private:
  std::vector<StorageShape *> input_shapes_, output_shapes_;
};

}  // namespace gert

#endif  // OPSTRATA_TESTKIT_TILING_CONTEXT_FAKER_H_
