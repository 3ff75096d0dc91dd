/// @file
/// Runs a case of tiling (op-test-kit-api section 23) with GoogleTest expectations. The chip is BUILD_SOC_VERSION when that macro
/// is defined (`ascend910b`, `ascend950`, …), else Ascend910B.
#ifndef OPSTRATA_TESTKIT_TILING_CASE_EXECUTOR_H_
#define OPSTRATA_TESTKIT_TILING_CASE_EXECUTOR_H_

#include <cstring>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "gtest/gtest.h"
#include "platform/platform_infos_def.h"
#include "tiling_context_faker.h"

using namespace std;  // NOLINT: tests of operator libraries rely on it

/// As expected tiling data: not compared.
const string EMPTY_EXPECT_TILING_DATA = "EMPTY_EXPECT_TILING_DATA";

/// What a tiling function decided.
struct TilingInfo {
  int64_t tilingKey = -1;
  std::vector<int64_t> workspaceSizes;
  std::unique_ptr<uint8_t[]> tilingData;
  size_t tilingDataSize = 0;
  size_t blockNum = 0;
};

namespace opstrata_testkit {

#define OPSTRATA_TESTKIT_TEXT_OF(x) #x
#define OPSTRATA_TESTKIT_TEXT(x) OPSTRATA_TESTKIT_TEXT_OF(x)
/// Short name of the chip of this build.
inline string ShortSocName() {
#ifdef BUILD_SOC_VERSION
  const string unit = OPSTRATA_TESTKIT_TEXT(BUILD_SOC_VERSION);
#else
  const string unit = "ascend910b";
#endif
  const map<string, string> names = {
      {"ascend910", "Ascend910"},   {"ascend910b", "Ascend910B"}, {"ascend910_93", "Ascend910_93"}, {"ascend950", "Ascend950"},
      {"ascend310p", "Ascend310P"}, {"ascend310b", "Ascend310B"}, {"ascend610lite", "Ascend610Lite"}};
  const auto it = names.find(unit);
  return it == names.end() ? unit : it->second;
}
#undef OPSTRATA_TESTKIT_TEXT
#undef OPSTRATA_TESTKIT_TEXT_OF

/// Platform information of the chip with the core number and unified buffer of a case.
inline void FillPlatform(fe::PlatFormInfos &platform, uint64_t coreNum, uint64_t ubSize) {
  const string soc = ShortSocName();
  const map<string, string> architectures = {{"Ascend310P", "2002"}, {"Ascend910B", "2201"}, {"Ascend910_93", "2201"},
                                             {"Ascend950", "3510"},  {"Ascend910", "1001"}};
  const auto architecture = architectures.find(soc);
  map<string, map<string, string>> labels = {
      {"SoCInfo", {{"ai_core_cnt", to_string(coreNum)}, {"l2_size", "33554432"}, {"core_type_list", "AICore"}}},
      {"AICoreSpec",
       {{"ub_size", to_string(ubSize)}, {"l0_a_size", "65536"}, {"l0_b_size", "65536"}, {"l0_c_size", "131072"},
        {"l1_size", "524288"}, {"bt_size", "0"}, {"load3d_constraints", "1"}, {"cube_freq", "cube_freq"}}},
      {"AICoreintrinsicDtypeMap", {{"Intrinsic_data_move_l12ub", "float16"}, {"Intrinsic_data_move_l0c2ub", "float16"}}},
      {"version", {{"NpuArch", architecture == architectures.end() ? "" : architecture->second}, {"Short_SoC_version", soc}}}};
  (void)platform.Init();
  for (auto &label : labels) platform.SetPlatformRes(label.first, label.second);
  platform.SetCoreNumByCoreType("AICore");
}

/// One run of a tiling function, with everything that its context refers to.
class TilingRun {
 public:
  /// Throws std::invalid_argument when no tiling function of the operator is registered.
  explicit TilingRun(const gert::TilingContextPara &para)
      : inputs_(para.inputTensorDesc_), outputs_(para.outputTensorDesc_),
        tiling_data_(gert::TilingData::CreateCap(para.tilingDataSize_)),
        workspace_(gert::ContinuousVector::Create<size_t>(4096)) {
    const auto registry = opstrata::op_impls_in_force();
    const auto *functions = registry->GetOpImpl(para.opName_.c_str());
    if (functions == nullptr || functions->tiling == nullptr) {
      throw std::invalid_argument("no tiling function of operator " + para.opName_ + " is registered");
    }
    FillPlatform(platform_, para.coreNum_, para.ubSize_);
    gert::TilingContextFaker faker;
    para.Describe(faker);
    holder_ = faker.InputTensors(inputs_.pointers)
                  .OutputTensors(outputs_.pointers)
                  .CompileInfo(para.compileInfo_)
                  .PlatformInfo(&platform_)
                  .TilingData(tiling_data_.get())
                  .Workspace(reinterpret_cast<gert::ContinuousVector *>(workspace_.get()))
                  .Build();
    status_ = functions->tiling(holder_.GetContext());
  }
  ge::graphStatus status() const { return status_; }
  gert::TilingContext &context() { return *holder_.GetContext(); }
  vector<size_t> Workspaces() {
    const size_t count = context().GetWorkspaceNum();
    const size_t *sizes = context().GetWorkspaceSizes(count);
    return count == 0 ? vector<size_t>() : vector<size_t>(sizes, sizes + count);
  }

 private:
  fe::PlatFormInfos platform_;
  OwnedTensors inputs_, outputs_;
  unique_ptr<uint8_t[]> tiling_data_, workspace_;
  opstrata_testkit::ContextHolder<gert::TilingContext> holder_;
  ge::graphStatus status_ = ge::GRAPH_FAILED;
};

/// Appends `count` numbers of type T, each followed by a blank; moves `bytes` on.
template <typename T>
void AppendNumbers(string &text, const uint8_t *&bytes, size_t count) {
  for (; count != 0; --count, bytes += sizeof(T)) {
    T value;
    memcpy(&value, bytes, sizeof(T));
    text += to_string(value) + " ";
  }
}
inline string TilingDataText(const gert::TilingData &data) {
  string text;
  const auto *bytes = static_cast<const uint8_t *>(data.GetData());
  AppendNumbers<int64_t>(text, bytes, data.GetDataSize() / sizeof(int64_t));
  return text;
}
/// The record that element-wise tiling writes: int64, two int32, seven int64, uint64.
inline string ElementwiseDataText(const gert::TilingData &data) {
  string text;
  if (data.GetCapacity() < 80) return text;
  const auto *bytes = static_cast<const uint8_t *>(data.GetData());
  AppendNumbers<int64_t>(text, bytes, 1);
  AppendNumbers<int32_t>(text, bytes, 2);
  AppendNumbers<int64_t>(text, bytes, 7);
  AppendNumbers<uint64_t>(text, bytes, 1);
  return text;
}

inline void CheckTiling(TilingRun &run, const gert::TilingContextPara &para, ge::graphStatus expectResult, const uint64_t *expectKey,
                        const string *expectData, bool elementwise, const std::vector<size_t> &expectWorkspaces) {
  EXPECT_EQ(run.status(), expectResult) << "operator " << para.opName_;
  if (expectResult == ge::GRAPH_FAILED) return;
  const vector<size_t> workspaces = run.Workspaces();
  if (!workspaces.empty()) {
    ASSERT_EQ(workspaces, expectWorkspaces) << "operator " << para.opName_ << ": workspaces";
  }
  if (expectKey != nullptr) {
    ASSERT_EQ(run.context().GetTilingKey(), *expectKey) << "operator " << para.opName_ << ": tiling key";
  }
  if (expectData != nullptr && *expectData != EMPTY_EXPECT_TILING_DATA) {
    const gert::TilingData &data = *run.context().GetRawTilingData();
    EXPECT_EQ(elementwise ? ElementwiseDataText(data) : TilingDataText(data), *expectData)
        << "operator " << para.opName_ << ": tiling data";
  }
}

}  // namespace opstrata_testkit

/// Calls the tiling function and compares status and, unless failure is expected, workspaces (if there are any), tiling key and
/// tiling data (as int64 numbers, each followed by a blank).
inline void ExecuteTestCase(const gert::TilingContextPara &tilingContextPara, ge::graphStatus expectResult = ge::GRAPH_FAILED,
                            uint64_t expectTilingKey = 0, const string &expectTilingData = "",
                            const std::vector<size_t> &expectWorkspaces = {}) {
  opstrata_testkit::TilingRun run(tilingContextPara);
  opstrata_testkit::CheckTiling(run, tilingContextPara, expectResult, &expectTilingKey, &expectTilingData, false, expectWorkspaces);
}
/// Tiling data not compared.
inline void ExecuteTestCase(const gert::TilingContextPara &tilingContextPara, ge::graphStatus expectResult, uint64_t expectTilingKey,
                            const std::vector<size_t> &expectWorkspaces) {
  ExecuteTestCase(tilingContextPara, expectResult, expectTilingKey, EMPTY_EXPECT_TILING_DATA, expectWorkspaces);
}
/// For the tiling data record of element-wise operators.
inline void ExecuteTestCaseForEle(const gert::TilingContextPara &tilingContextPara, ge::graphStatus expectResult,
                                  bool needCheckTilingKey, uint64_t expectTilingKey, bool needCheckTilingData,
                                  const string &expectTilingData, const std::vector<size_t> &expectWorkspaces) {
  opstrata_testkit::TilingRun run(tilingContextPara);
  opstrata_testkit::CheckTiling(run, tilingContextPara, expectResult, needCheckTilingKey ? &expectTilingKey : nullptr,
                                needCheckTilingData ? &expectTilingData : nullptr, true, expectWorkspaces);
}
/// Calls the tiling function; false when it fails.
inline bool ExecuteTiling(const gert::TilingContextPara &tilingContextPara, TilingInfo &tilingInfo) {
  opstrata_testkit::TilingRun run(tilingContextPara);
  if (run.status() != ge::GRAPH_SUCCESS) return false;
  tilingInfo.tilingKey = static_cast<int64_t>(run.context().GetTilingKey());
  tilingInfo.blockNum = run.context().GetBlockDim();
  for (const size_t size : run.Workspaces()) tilingInfo.workspaceSizes.push_back(static_cast<int64_t>(size));
  const gert::TilingData &data = *run.context().GetRawTilingData();
  tilingInfo.tilingDataSize = data.GetDataSize();
  tilingInfo.tilingData = make_unique<uint8_t[]>(data.GetDataSize());
  if (data.GetDataSize() != 0) memcpy(tilingInfo.tilingData.get(), data.GetData(), data.GetDataSize());
  return true;
}

#endif  // OPSTRATA_TESTKIT_TILING_CASE_EXECUTOR_H_
