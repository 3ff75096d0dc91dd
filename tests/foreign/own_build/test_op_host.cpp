#include <gtest/gtest.h>

#include <memory>

#include "base/registry/op_impl_space_registry_v2.h"
#include "op_infer_shape_context_builder.h"

static std::vector<int64_t> Infer(const char *type, std::vector<gert::StorageShape> shapes) {
  auto registry = std::make_shared<gert::OpImplSpaceRegistryV2>();
  EXPECT_EQ(registry->AddSoToRegistry(gert::OppSoDesc({OPHOST_LIBRARY}, "op_host_so")), ge::GRAPH_SUCCESS);
  gert::DefaultOpImplSpaceRegistryV2::GetInstance().SetSpaceRegistry(registry);
  const auto *functions = gert::DefaultOpImplSpaceRegistryV2::GetInstance().GetSpaceRegistry()->GetOpImpl(type);
  EXPECT_NE(functions, nullptr);
  std::vector<gert::Tensor> tensors;
  for (const auto &shape : shapes) {
    tensors.emplace_back(shape, gert::StorageFormat(ge::FORMAT_ND, ge::FORMAT_ND, gert::ExpandDimsType()), gert::kOnHost, ge::DT_FLOAT, nullptr);
  }
  std::vector<gert::Tensor *> inputs;
  for (auto &tensor : tensors) inputs.push_back(&tensor);
  gert::OpInferShapeContextBuilder builder;
  builder.OpType(type).OpName("node").IONum(inputs.size(), 1).OutputTensorDesc(0, ge::DT_FLOAT, ge::FORMAT_ND, ge::FORMAT_ND);
  auto holder = builder.InputTensors(inputs).Build();
  EXPECT_EQ(functions->infer_shape(holder.GetContext()), ge::GRAPH_SUCCESS);
  std::vector<int64_t> result;
  const gert::Shape *output = holder.GetContext()->GetOutputShape(0);
  for (size_t i = 0; i < output->GetDimNum(); ++i) result.push_back(output->GetDim(i));
  gert::DefaultOpImplSpaceRegistryV2::GetInstance().SetSpaceRegistry(nullptr);
  return result;
}

TEST(HalveInfer, KeepsTheShape) { EXPECT_EQ(Infer("Halve", {{{2, 3}, {2, 3}}, {{1}, {1}}}), (std::vector<int64_t>{2, 3})); }
TEST(HalveInfer, PairBroadcasts) {
  EXPECT_EQ(Infer("HalvePair", {{{2, 1}, {2, 1}}, {{4, 1, 3}, {4, 1, 3}}}), (std::vector<int64_t>{4, 2, 3}));
  EXPECT_EQ(Infer("HalvePair", {{{-2}, {-2}}, {{3}, {3}}}), (std::vector<int64_t>{-2}));
}
