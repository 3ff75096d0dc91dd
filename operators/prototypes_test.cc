// The prototypes of the shipped operators stand in real histories: names, kinds and order of inputs, outputs and attributes are
// those of the newest release that has them (additions of ours are listed).
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "graph/operator.h"
#include "graph/operator_factory.h"

namespace {

using nlohmann::json;

/// Operators of the newest release of a real history, by type.
std::map<std::string, json> newest_release(const std::string &package) {
  const std::string root = std::string(OPSTRATA_SOURCE_DIR) + "/examples/data/history/" + package + "/";
  std::map<std::string, json> operators;
  std::ifstream index_file(root + "index.json");
  const json index = json::parse(index_file, nullptr, false);
  if (index.is_discarded() || index["releases"].empty()) return operators;
  std::string version, date;
  for (const json &release : index["releases"]) {
    if (release["release_date"].get<std::string>() >= date) {
      date = release["release_date"];
      version = release["release_version"];
    }
  }
  std::ifstream file(root + "registry/" + version + "/operators.json");
  const json content = json::parse(file, nullptr, false);
  for (const json &op : content.is_array() ? content : content["operators"]) operators[op["op_type"]] = op;
  return operators;
}

TEST(Prototypes, EveryOperatorIsThereAndMakesInstances) {
  ASSERT_NE(dlopen(OPSTRATA_PREFIX_DIR "/opp/built-in/op_proto/libopgraph_opstrata.so", RTLD_NOW), nullptr) << dlerror();
  std::vector<ge::AscendString> types;
  ASSERT_EQ(ge::OperatorFactory::GetOpsTypeList(types), ge::GRAPH_SUCCESS);
  const std::set<std::string> expected = {"Add", "AsStrided", "AxpyV2", "BatchMatMulV2", "BroadcastTo", "Cast", "ConcatD", "ConcatV2", "GatherV2",
                                          "LayerNorm", "LayerNormV4", "MatMul", "Mul", "Neg", "Pad", "RealDiv", "ReduceSum", "Relu", "Slice",
                                          "SoftmaxV2", "Sub", "TensorMove", "TransData", "Transpose", "ViewCopy"};
  std::set<std::string> found;
  for (const ge::AscendString &type : types) found.insert(type.GetString());
  for (const std::string &type : expected) EXPECT_EQ(found.count(type), 1u) << type;
}

TEST(Prototypes, AgreeWithTheRealOnes) {
  std::map<std::string, json> real = newest_release("fwk2020");
  for (const char *package : {"math", "cv"}) {
    for (auto &[type, op] : newest_release(package)) real[type] = op;
  }
  ASSERT_GT(real.size(), 1000u);
  size_t compared = 0;
  std::vector<ge::AscendString> types;
  ASSERT_EQ(ge::OperatorFactory::GetOpsTypeList(types), ge::GRAPH_SUCCESS);
  for (const ge::AscendString &type : types) {
    const auto found = real.find(type.GetString());
    if (found == real.end()) continue;
    ++compared;
    const ge::Operator op = ge::OperatorFactory::CreateOperator(type.GetString(), type.GetString());
    std::map<ge::AscendString, ge::AscendString> attrs;
    ASSERT_EQ(op.GetAllIrAttrNamesAndTypes(attrs), ge::GRAPH_SUCCESS);
    for (const json &attr : found->second["attrs"]) {
      EXPECT_EQ(attrs.count(attr["name"].get<std::string>().c_str()), 1u) << type.GetString() << " " << attr["name"];
    }
    // Dynamic inputs start without instances; all others have a description under their name.
    for (const json &input : found->second["inputs"]) {
      ge::TensorDesc description;
      const ge::graphStatus status = op.TryGetInputDesc(input["name"].get<std::string>().c_str(), description);
      EXPECT_EQ(status == ge::GRAPH_SUCCESS, input["type"] == "INPUT") << type.GetString() << " " << input["name"];
    }
    size_t fixed_outputs = 0;  // dynamic ones start without instances, too
    for (const json &output : found->second["outputs"]) fixed_outputs += output["type"] == "OUTPUT";
    EXPECT_EQ(op.GetOutputsSize(), fixed_outputs) << type.GetString();
  }
  EXPECT_GE(compared, 22u);
}

}  // namespace
