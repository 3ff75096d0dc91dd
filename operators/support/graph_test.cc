// Operators whose results are as large as the data decides, and strings, in whole graphs: the real shapes come out.
#include <gtest/gtest.h>

#include <functional>
#include <map>

#include "acl/acl.h"
#include "ge/ge_api.h"
#include "graph/operator_factory.h"
#include "graph/operator_reg.h"

namespace ge {
REG_OP(Data).INPUT(x, TensorType::ALL()).OUTPUT(y, TensorType::ALL()).ATTR(index, Int, 0).OP_END_FACTORY_REG(Data)
}  // namespace ge

namespace {

template <class T>
ge::Tensor tensor(const std::vector<int64_t> &dims, ge::DataType dtype, const std::vector<T> &values) {
  return ge::Tensor(ge::TensorDesc(ge::Shape(dims), ge::FORMAT_ND, dtype),
                    reinterpret_cast<const uint8_t *>(values.data()), values.size() * sizeof(T));
}
ge::Tensor strings(const std::vector<int64_t> &dims, const std::vector<ge::AscendString> &texts) {
  ge::Tensor t(ge::TensorDesc(ge::Shape(dims), ge::FORMAT_ND, ge::DT_STRING));
  EXPECT_EQ(t.SetData(texts), ge::GRAPH_SUCCESS);
  return t;
}
std::vector<std::string> texts_of(const ge::Tensor &t) {
  std::vector<std::string> texts;
  const auto *heads = reinterpret_cast<const ge::StringHead *>(t.GetData());
  for (int64_t i = 0; i < t.GetTensorDesc().GetShape().GetShapeSize(); ++i) {
    texts.emplace_back(reinterpret_cast<const char *>(t.GetData()) + heads[i].addr, static_cast<size_t>(heads[i].len));
  }
  return texts;
}
template <class T>
std::vector<T> values_of(const ge::Tensor &t) {
  const auto *first = reinterpret_cast<const T *>(t.GetData());
  return {first, first + t.GetSize() / sizeof(T)};
}
std::vector<int64_t> dims_of(const ge::Tensor &t) { return t.GetTensorDesc().GetShape().GetDims(); }

/// Runs one operator as a graph; `set` gives attributes.
ge::Status run_status(const char *type, const std::vector<std::pair<const char *, ge::Tensor>> &inputs, size_t outputs,
                      const std::function<void(ge::Operator &)> &set, std::vector<ge::Tensor> &results) {
  EXPECT_EQ(ge::GEInitialize(std::map<ge::AscendString, ge::AscendString>{}), ge::SUCCESS);
  ge::Operator op = ge::OperatorFactory::CreateOperator("op", type);
  std::vector<ge::Operator> data;
  std::vector<ge::Tensor> values;
  for (const auto &[name, value] : inputs) {
    ge::op::Data source(name);
    source.set_attr_index(static_cast<int64_t>(data.size()));
    op.SetInput(name, source, "y");
    data.push_back(source);
    values.push_back(value);
  }
  if (set) set(op);
  std::vector<size_t> wanted;
  for (size_t i = 0; i < outputs; ++i) wanted.push_back(i);
  ge::Graph graph("graph");
  graph.SetInputs(data).SetOutputs(std::vector<std::pair<ge::Operator, std::vector<size_t>>>{{op, wanted}});
  const std::map<ge::AscendString, ge::AscendString> options;
  ge::Session session(options);
  EXPECT_EQ(session.AddGraph(1, graph), ge::SUCCESS) << aclGetRecentErrMsg();
  return session.RunGraph(1, values, results);
}
std::vector<ge::Tensor> run(const char *type, const std::vector<std::pair<const char *, ge::Tensor>> &inputs,
                            size_t outputs, const std::function<void(ge::Operator &)> &set = {}) {
  std::vector<ge::Tensor> results;
  const ge::Status status = run_status(type, inputs, outputs, set, results);
  const char *message = status == ge::SUCCESS ? "" : aclGetRecentErrMsg();
  EXPECT_EQ(status, ge::SUCCESS) << type << ": " << (message == nullptr ? "" : message);
  results.resize(outputs);
  return results;
}

TEST(SetsInGraphs, PositionsAndSelections) {
  const ge::Tensor x = tensor<float>({2, 3}, ge::DT_FLOAT, {0, 5, 0, 7, 0, 9});
  const ge::Tensor places = run("NonZero", {{"x", x}}, 1)[0];
  EXPECT_EQ(dims_of(places), (std::vector<int64_t>{3, 2}));
  EXPECT_EQ(values_of<int64_t>(places), (std::vector<int64_t>{0, 1, 1, 0, 1, 2}));
  const ge::Tensor mask = tensor<uint8_t>({3}, ge::DT_BOOL, {1, 0, 1});
  const ge::Tensor selected = run("MaskedSelect", {{"x", x}, {"mask", mask}}, 1)[0];
  EXPECT_EQ(values_of<float>(selected), (std::vector<float>{0, 0, 7, 9}));
  const ge::Tensor repeated =
      run("RepeatInterleave", {{"x", x}, {"repeats", tensor<int32_t>({2}, ge::DT_INT32, {0, 2})}}, 1,
          [](ge::Operator &op) { op.SetAttr("axis", int64_t{0}); })[0];
  EXPECT_EQ(dims_of(repeated), (std::vector<int64_t>{2, 3}));
  EXPECT_EQ(values_of<float>(repeated), (std::vector<float>{7, 0, 9, 7, 0, 9}));
}

TEST(SetsInGraphs, BoxesWithoutOverlap) {
  const ge::Tensor boxes = tensor<float>({4, 4}, ge::DT_FLOAT, {0, 0, 2, 2, 0, 0, 2, 1.9F, 5, 5, 7, 7, 0, 5, 2, 7});
  const ge::Tensor scores = tensor<float>({4}, ge::DT_FLOAT, {0.5F, 0.9F, 0.7F, 0.1F});
  const ge::Tensor most = tensor<int32_t>({}, ge::DT_INT32, {4}), half = tensor<float>({}, ge::DT_FLOAT, {0.5F}),
                   least = tensor<float>({}, ge::DT_FLOAT, {0.25F});
  const ge::Tensor chosen = run("NonMaxSuppressionV3",
                                {{"boxes", boxes},
                                 {"scores", scores},
                                 {"max_output_size", most},
                                 {"iou_threshold", half},
                                 {"score_threshold", least}},
                                1)[0];
  EXPECT_EQ(dims_of(chosen), (std::vector<int64_t>{2}));
  EXPECT_EQ(values_of<int32_t>(chosen), (std::vector<int32_t>{1, 2}));
  const auto padded = run("NonMaxSuppressionV4",
                          {{"boxes", boxes},
                           {"scores", scores},
                           {"max_output_size", most},
                           {"iou_threshold", half},
                           {"score_threshold", least}},
                          2, [](ge::Operator &op) { op.SetAttr("pad_to_max_output_size", true); });
  EXPECT_EQ(values_of<int32_t>(padded[0]), (std::vector<int32_t>{1, 2, 0, 0}));
  EXPECT_EQ(values_of<int32_t>(padded[1]), (std::vector<int32_t>{2}));
  const ge::Tensor image = tensor<float>({1, 4, 4}, ge::DT_FLOAT, values_of<float>(boxes));
  const ge::Tensor of_class = tensor<float>({1, 1, 4}, ge::DT_FLOAT, values_of<float>(scores));
  const ge::Tensor rows = run("NonMaxSuppressionV6",
                              {{"boxes", image},
                               {"scores", of_class},
                               {"max_output_size", most},
                               {"iou_threshold", half},
                               {"score_threshold", least}},
                              1)[0];
  EXPECT_EQ(dims_of(rows), (std::vector<int64_t>{2, 3}));
  EXPECT_EQ(values_of<int32_t>(rows), (std::vector<int32_t>{0, 0, 1, 0, 0, 2}));
}

TEST(SetsInGraphs, DistinctElements) {
  const auto out_idx = [](ge::Operator &op) { op.SetAttr("out_idx", ge::DT_INT64); };
  const auto numbers =
      run("UniqueWithCounts", {{"x", tensor<int32_t>({5}, ge::DT_INT32, {4, 2, 4, 4, 1})}}, 3, out_idx);
  EXPECT_EQ(values_of<int32_t>(numbers[0]), (std::vector<int32_t>{4, 2, 1}));
  EXPECT_EQ(values_of<int64_t>(numbers[1]), (std::vector<int64_t>{0, 1, 0, 0, 2}));
  EXPECT_EQ(values_of<int64_t>(numbers[2]), (std::vector<int64_t>{3, 1, 1}));
  const auto words = run("UniqueWithCounts", {{"x", strings({4}, {"b", "", "b", "longer text"})}}, 3, out_idx);
  EXPECT_EQ(texts_of(words[0]), (std::vector<std::string>{"b", "", "longer text"}));
  EXPECT_EQ(values_of<int64_t>(words[2]), (std::vector<int64_t>{2, 1, 1}));
}

TEST(SetsInGraphs, DifferencesAndBroadcasts) {
  const auto left = run("ListDiff",
                        {{"x", tensor<float>({5}, ge::DT_FLOAT, {1, 2, 3, 2, 5})}, {"y", tensor<float>({2}, ge::DT_FLOAT, {2, 9})}},
                        2, [](ge::Operator &op) { op.SetAttr("out_idx", ge::DT_INT64); });
  EXPECT_EQ(values_of<float>(left[0]), (std::vector<float>{1, 3, 5}));
  EXPECT_EQ(values_of<int64_t>(left[1]), (std::vector<int64_t>{0, 2, 4}));
  const auto along = run("BroadcastGradientArgs",
                         {{"x1", tensor<int32_t>({3}, ge::DT_INT32, {2, 1, 3})}, {"x2", tensor<int32_t>({2}, ge::DT_INT32, {4, 1})}}, 2);
  EXPECT_EQ(values_of<int32_t>(along[0]), (std::vector<int32_t>{1}));
  EXPECT_EQ(values_of<int32_t>(along[1]), (std::vector<int32_t>{0, 2}));
}

TEST(ShapesInGraphs, AreValues) {
  const ge::Tensor x = tensor<float>({2, 0, 3}, ge::DT_FLOAT, {});
  EXPECT_EQ(values_of<int32_t>(run("Shape", {{"x", x}}, 1)[0]), (std::vector<int32_t>{2, 0, 3}));
  EXPECT_EQ(values_of<int32_t>(run("Rank", {{"x", x}}, 1)[0]), (std::vector<int32_t>{3}));
  const ge::Tensor wide = run("ExpandDims", {{"x", x}, {"axis", tensor<int32_t>({}, ge::DT_INT32, {-1})}}, 1)[0];
  EXPECT_EQ(dims_of(wide), (std::vector<int64_t>{2, 0, 3, 1}));
}

TEST(StringsInGraphs, AreJoinedAndConcatenated) {
  const ge::Tensor joined =
      run("Add", {{"x1", strings({2, 1}, {"a", "bb"})}, {"x2", strings({2}, {"", "c\0d"})}}, 1)[0];
  EXPECT_EQ(dims_of(joined), (std::vector<int64_t>{2, 2}));
  EXPECT_EQ(texts_of(joined), (std::vector<std::string>{"a", "ac", "bb", "bbc"}));
  // Characters that the data does not hold are refused.
  const ge::StringHead outside{1 << 20, 4};
  const ge::Tensor broken(ge::TensorDesc(ge::Shape({1}), ge::FORMAT_ND, ge::DT_STRING),
                          reinterpret_cast<const uint8_t *>(&outside), sizeof(outside));
  std::vector<ge::Tensor> results;
  EXPECT_NE(run_status("Add", {{"x1", broken}, {"x2", broken}}, 1, {}, results), ge::SUCCESS);
}

}  // namespace
