// The operator test kit: inference, tiling, CPU kernels.
#include "any_value.h"
#include "array_ops.h"
#include "cpu_kernel_register.h"
#include "cpu_kernel_utils.h"
#include "gtest/gtest.h"
#include "infer_datatype_context_faker.h"
#include "infer_shape_context_faker.h"
#include "infer_shaperange_context_faker.h"
#include "infershape_case_executor.h"
#include "infershape_context_faker.h"
#include "infershape_test_util.h"
#include "items.h"
#include "kernel_run_context_facker.h"
#include "kernel_run_context_holder.h"
#include "node_def_builder.h"
#include "test_cube_util.h"
#include "tiling_case_executor.h"
#include "tiling_context_faker.h"
#include "tiling_parse_context_faker.h"
#include "ut_op_common.h"
#include "ut_op_util.h"
#include "utils/aicpu_read_file.h"
#include "utils/aicpu_test_utils.h"

NUMBER(Ops::Math::AnyValue::VT_STRING, 1);
NUMBER(Ops::NN::AnyValue::VT_FLOAT, 2);
NUMBER(Ops::Cv::AnyValue::VT_BOOL, 3);
NUMBER(Ops::Math::AnyValue::VT_INT, 4);
NUMBER(Ops::Math::AnyValue::VT_LIST_LIST_INT, 10);
NUMBER(Ops::Math::AnyValue::VT_LIST_BASE, 1000);
NUMBER(Ops::Math::AnyValue::VT_LIST_FLOAT, 1002);
NUMBER(Ops::Math::AnyValue::VT_LIST_BOOL, 1003);
NUMBER(Ops::Math::AnyValue::VT_LIST_INT, 1004);
TEST(Items, Inference) {
  using namespace gert;
  using V = Ops::Math::AnyValue;
  float constant[6] = {};
  V v = V::CreateFrom<std::string>("x"), v2 = V::CreateFrom<float>(1), v3 = V::CreateFrom<bool>(true),
    v4 = V::CreateFrom<int64_t>(1), v5 = V::CreateFrom<std::vector<float>>({1}),
    v6 = V::CreateFrom<std::vector<bool>>({true}), v7 = V::CreateFrom<std::vector<int64_t>>({1}),
    v8 = V::CreateFrom<std::vector<std::vector<int64_t>>>({{1}}), v9(V::VT_INT, std::make_shared<int64_t>(1));
  (void)v.type_;
  (void)v.valuePtr_;
  InfershapeContextPara p("ItemsNone",
                          {{{{2, 3}, {2, 3}}, ge::DT_FLOAT, ge::FORMAT_ND},
                           {{{2, 3}, {2, 3}}, ge::DT_FLOAT, ge::FORMAT_ND, true, constant}},
                          {{{{}, {}}, ge::DT_FLOAT, ge::FORMAT_ND}}, {{"a", V::CreateFrom<int64_t>(1)}}, {1, 1}, {1},
                          {0});
  InfershapeContextPara q("ItemsNone", {}, {});
  (void)p.opName_;
  (void)p.inputTensorDesc_;
  (void)p.outputTensorDesc_;
  (void)p.attrs_;
  (void)p.inputInstanceNum_;
  (void)p.outputInstanceNum_;
  (void)p.nullInputIndices_;
  if (constant[0] != 0) {
    ExecuteTestCase(p);
    ExecuteTestCase(p, ge::GRAPH_SUCCESS, {{2, 3}});
  }
  (void)p.inputTensorDesc_[0].shape_;
  (void)p.inputTensorDesc_[0].dtype_;
  (void)p.inputTensorDesc_[0].format_;
  (void)p.inputTensorDesc_[0].isConst_;
  (void)p.inputTensorDesc_[0].constValue_;
  (void)p.attrs_[0].attrName_;
  (void)p.attrs_[0].attr_;
  StorageShape shape({1}, {1});
  std::vector<StorageShape *> shapes{&shape};
  std::vector<Tensor *> tensors;
  InferShapeContextFaker f;
  f.SetOpType("t");
  f.NodeIoNum(1, 1)
      .IrInstanceNum({1}, {1})
      .NodeInputTd(0, ge::DT_FLOAT, ge::FORMAT_ND, ge::FORMAT_ND)
      .NodeOutputTd(0, ge::DT_FLOAT, ge::FORMAT_ND, ge::FORMAT_ND)
      .Attr("a", true)
      .Attr("b", int64_t(1))
      .Attr("c", 1.0f)
      .Attr("d", ge::AscendString("x"))
      .Attr("e", std::vector<bool>{true})
      .Attr("f", std::vector<int64_t>{1})
      .Attr("g", std::vector<float>{1})
      .Attr("h", std::vector<ge::AscendString>{"x"})
      .Attr("i", std::vector<std::vector<int64_t>>{{1}})
      .OutputShapes(shapes);
  InferDataTypeContextFaker d;
  d.IrInputNum(1)
      .NodeIoNum(1, 1)
      .IrInstanceNum({1}, {1})
      .NodeInputTd(0, ge::DT_FLOAT, ge::FORMAT_ND, ge::FORMAT_ND)
      .NodeOutputTd(0, ge::FORMAT_ND, ge::FORMAT_ND);
  std::vector<void *> types;
  (void)d.InputDataTypes(types).OutputDataTypes(types).NodeAttrs({{"a", Ops::NN::AnyValue::CreateFrom<int64_t>(1)}});
  InferShapeRangeContextFaker r;
  TilingContextFaker t;
  TilingParseContextFaker tp;
  (void)r;
  (void)t;
  (void)tp;
  TilingContextPara tiling("ItemsNone", {{{{1}, {1}}, ge::DT_FLOAT, ge::FORMAT_ND}},
                           {{{{1}, {1}}, ge::DT_FLOAT, ge::FORMAT_ND}}, nullptr, 64, 262144, 4096);
  TilingInfo info;
  (void)info.tilingKey;
  (void)info.workspaceSizes;
  (void)info.tilingData;
  (void)info.tilingDataSize;
  (void)info.blockNum;
  if (constant[0] != 0) {
    ExecuteTestCase(tiling);
    ExecuteTestCase(tiling, ge::GRAPH_SUCCESS, 0, std::string(EMPTY_EXPECT_TILING_DATA), std::vector<size_t>{1});
    ExecuteTestCase(tiling, ge::GRAPH_SUCCESS, 0, std::vector<size_t>{1});
    (void)ExecuteTiling(tiling, info);
    ExecuteTestCaseForEle(tiling, ge::GRAPH_SUCCESS, true, 0, true, "", std::vector<size_t>{1});
  }
  (void)create_desc({1}, ge::DT_FLOAT);
  (void)create_desc_with_ori({1}, ge::DT_FLOAT, ge::FORMAT_ND, {1}, ge::FORMAT_ND);
  (void)CreateShape({1});
  (void)CreateStorageShape({1});
  items::Take(&create_desc_shape_range);
  items::Take(&create_desc_with_original_shape);
  items::Take(&create_desc_shape_and_origin_shape_range);
  Runtime2TestParam param;
  (void)param.attrs;
  (void)param.input_const;
  (void)param.irnum;
  FREE(ge::graphStatus, InferShapeTest, (ge::Operator &));
  FREE(ge::graphStatus, InferDataTypeTest, (ge::Operator &));
  FREE(ge::graphStatus, InferShapeTest, (ge::Operator &, const Runtime2TestParam &));
  FREE(ge::graphStatus, InferDataTypeTest, (ge::Operator &, const Runtime2TestParam &));
}
using namespace aicpu;
TEST(Items, Kernels) {
  auto node = NodeDefBuilder::CreateNodeDef();
  NodeDefBuilder(node.get(), "ItemsNoKernel", "ItemsNoKernel");
  RUN_KERNEL(node, HOST, KERNEL_STATUS_INNER_ERROR);
  float values[2] = {1, 2};
  items::Take(CompareResult(values, values, 2));
  items::Take(CompareResultAllClose(values, values, 2));
  SetRandomValue<float>(values, 2);
  SetRandomValue<float>(values, 2, 0.0f, 1.0f);
  std::vector<std::vector<int64_t>> shapes{{2}};
  items::Take(CalTotalElements(shapes, 0));
  items::Take(ReadFile(std::string("none"), values, 2));
  items::Take(ReadFile2(std::string("none"), values, 2));
}
TEST(Items, Blocks) {
  auto node = NodeDefBuilder::CreateNodeDef();
  NodeDefBuilder(node.get(), "ItemsNoKernel", "ItemsNoKernel");
  BlkDimInfo block{2, 0};
  RUN_KERNEL_WITHBLOCK(node, HOST, KERNEL_STATUS_INNER_ERROR, &block);
}
