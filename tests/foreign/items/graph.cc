// Prototypes, values, graphs, sessions and passes.
#include "graph/graph.h"

#include "external/ge_common/ge_api_error_codes.h"
#include "external/ge_common/ge_api_types.h"
#include "ge/fusion/graph_fuse_inspector_utils.h"
#include "ge/fusion/graph_rewriter.h"
#include "ge/fusion/infer_shape_util.h"
#include "ge/fusion/match_result.h"
#include "ge/fusion/pass/decompose_pass.h"
#include "ge/fusion/pass/fusion_base_pass.h"
#include "ge/fusion/pass/fusion_pass_reg.h"
#include "ge/fusion/pass/pattern_fusion_pass.h"
#include "ge/fusion/pattern.h"
#include "ge/fusion/pattern_matcher.h"
#include "ge/fusion/pattern_matcher_config.h"
#include "ge/fusion/subgraph_boundary.h"
#include "ge/ge_allocator.h"
#include "ge/ge_api.h"
#include "ge/ge_graph_compile_summary.h"
#include "ge/ge_ir_build.h"
#include "ge/ge_utils.h"
#include "graph/attr_value.h"
#include "graph/c_types.h"
#include "graph/compiler_def.h"
#include "graph/error_codes.h"
#include "graph/ge_error_codes.h"
#include "graph/gnode.h"
#include "graph/infer_format_context.h"
#include "graph/inference_context.h"
#include "graph/operator.h"
#include "graph/operator_factory.h"
#include "graph/operator_reg.h"
#include "graph/resource_context.h"
#include "graph/tensor.h"
#include "graph/types.h"
#include "items.h"
#include "register/register_custom_pass.h"

namespace ge {
REG_OP(ItemsBlend)
    .INPUT(base, "T")
    .INPUT(layer, TensorType({DT_FLOAT, DT_FLOAT16}))
    .OPTIONAL_INPUT(mask, TensorType({DT_BOOL}))
    .DYNAMIC_INPUT(rest, "T")
    .OUTPUT(out, "T")
    .DYNAMIC_OUTPUT(more, "T")
    .REQUIRED_ATTR(mode, String)
    .REQUIRED_ATTR(count, Int)
    .REQUIRED_ATTR(ascend, AscendString)
    .ATTR(alpha, Float, 0.5f)
    .ATTR(number, Int, DT_FLOAT)
    .ATTR(flag, Bool, true)
    .ATTR(text, String, "x")
    .ATTR(type, Type, DT_FLOAT)
    .ATTR(tensor, Tensor, Tensor())
    .ATTR(names, NamedAttrs, NamedAttrs())
    .ATTR(bytes, Bytes, {1, 2})
    .ATTR(ints, ListInt, {1, 1})
    .ATTR(floats, ListFloat, {0.5, 1})
    .ATTR(flags, ListBool, {true, false})
    .ATTR(texts, ListString, {"a"})
    .ATTR(ascends, ListAscendString, {"a"})
    .ATTR(misspelt, ListAcendString, {"a"})
    .ATTR(types, ListType, {})
    .ATTR(lists, ListListInt, {{}, {}})
    .ATTR(tensors, ListTensor, {})
    .ATTR(manynames, ListNamedAttrs, {})
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16}))
    .DATATYPE(U, Promote({"T", "V"}))
    .DATATYPE(V, TensorType::NumberType())
    .DATATYPE(W, ListTensorType(TensorType::ALL()))
    .GRAPH(body)
    .DYNAMIC_GRAPH(branches)
    .INFER_SHAPE_AND_TYPE()
    .OP_END_FACTORY_REG(ItemsBlend);

IMPLEMT_INFERFUNC(ItemsBlend, ItemsInfer) { return GRAPH_SUCCESS; }
IMPLEMT_COMMON_INFERFUNC(ItemsCommonInfer) {
  (void)op;
  return GRAPH_SUCCESS;
}
IMPLEMT_INFERFORMAT_FUNC(ItemsBlend, ItemsFormat) { return GRAPH_SUCCESS; }
IMPLEMT_VERIFIER(ItemsBlend, ItemsVerify) { return GRAPH_SUCCESS; }
IMPL_INFER_VALUE_RANGE_FUNC(ItemsBlend, ItemsRange) { return GRAPH_SUCCESS; }
INFER_FUNC_REG(ItemsBlend, ItemsInfer);
COMMON_INFER_FUNC_REG(ItemsBlend, ItemsCommonInfer);
INFER_FORMAT_FUNC_REG(ItemsBlend, ItemsFormat);
VERIFY_FUNC_REG(ItemsBlend, ItemsVerify);
INFER_VALUE_RANGE_DEFAULT_REG(ItemsBlend);
INFER_VALUE_RANGE_CUSTOM_FUNC_REG(ItemsBlend, INPUT_HAS_VALUE_RANGE, ItemsRange);
NUMBER(INPUT_IS_DYNAMIC, 0);
NUMBER(INPUT_HAS_VALUE_RANGE, 1);
NUMBER(WHEN_CALL::INPUT_IS_DYNAMIC, 0);
#if !defined(INFER_VERIFY_FUNC) || !defined(COMMON_INFER_VERIFY_FUNC) || !defined(INFER_FORMAT_FUNC) ||        \
    !defined(INFER_VALUE_RANGE_FUNC) || !defined(ELMTWISE_INFER_SHAPEANDTYPE) || !defined(BROADCAST_INFER) ||  \
    !defined(FORCE_INLINE) || !defined(PASTE) || !defined(ATTRIBUTED_DEPRECATED) ||                            \
    !defined(GE_FUNC_HOST_VISIBILITY) || !defined(GE_FUNC_DEV_VISIBILITY) || !defined(DYNAMIC_INPUT_TD_NUM) || \
    !defined(DYNAMIC_OUTPUT_TD_NUM)
#error "macros of graph/operator_reg.h"
#endif
static graphStatus Inferred(Operator &op) {
  ELMTWISE_INFER_SHAPEANDTYPE("base", "out");
  return GRAPH_SUCCESS;
}
#define CONST(type, owner, name, ...) MEMBER(type, owner, name, (__VA_ARGS__) const)
void Generated(op::ItemsBlend &b, Operator &v, AscendString &name) {
  using B = op::ItemsBlend;
  op::ItemsBlend one, two("n"), three(std::string("n")), four(AscendString("n"));
  std::string text =
      B::name_in_base() + B::name_out_out() + B::name_attr_mode() + B::name_graph_body() + B::name_graph_branches();
  B::name_in_base(name);
  B::name_out_out(name);
  B::name_attr_mode(name);
  B::name_graph_body(name);
  b.set_input_base(v)
      .set_input_base(v, 0U)
      .set_input_base(v, std::string("y"))
      .set_input_base_by_name(v, "y")
      .set_input_mask(v);
  CONST(TensorDesc, B, get_input_desc_base);
  MEMBER(graphStatus, B, update_input_desc_base, (const TensorDesc &));
  CONST(TensorDesc, B, get_input_desc_mask);
  b.create_dynamic_input_rest(2)
      .create_dynamic_input_rest(2, false)
      .create_dynamic_input_byindex_rest(1, 1)
      .set_dynamic_input_rest(0, v)
      .set_dynamic_input_rest(0, v, "y")
      .set_dynamic_input_rest(0, v, std::string("y"));
  CONST(TensorDesc, B, get_dynamic_input_desc_rest, uint32_t);
  MEMBER(graphStatus, B, update_dynamic_input_desc_rest, (uint32_t, const TensorDesc &));
  CONST(TensorDesc, B, get_output_desc_out);
  MEMBER(graphStatus, B, update_output_desc_out, (const TensorDesc &));
  b.create_dynamic_output_more(2).create_dynamic_output_more(2, false);
  CONST(TensorDesc, B, get_dynamic_output_desc_more, uint32_t);
  MEMBER(graphStatus, B, update_dynamic_output_desc_more, (uint32_t, const TensorDesc &));
  CONST(float, B, get_attr_alpha);
  CONST(int64_t, B, get_attr_number);
  CONST(bool, B, get_attr_flag);
  CONST(DataType, B, get_attr_type);
  CONST(Tensor, B, get_attr_tensor);
  CONST(int64_t, B, get_attr_count);
  b.set_attr_alpha(1.0f)
      .set_attr_alpha([] { return 1.0f; })
      .set_attr_number(1)
      .set_attr_text("x")
      .set_attr_text(std::string("x"))
      .set_attr_mode("x")
      .set_attr_mode([] { return AscendString("x"); })
      .set_attr_ints({1})
      .set_attr_texts(std::vector<AscendString>{"x"})
      .set_attr_texts([] { return std::vector<AscendString>{"x"}; })
      .set_attr_types({DT_FLOAT})
      .set_attr_lists({{1}});
  std::vector<AscendString> list;
  (void)b.get_attr_mode(name);
  (void)b.get_attr_text(name);
  (void)b.get_attr_texts(list);
  (void)b.get_attr_ascend(name);
  (void)b.get_attr_ascends(list);
  SAME(SubgraphBuilder, std::function<Graph()>);
  CONST(SubgraphBuilder, B, get_subgraph_builder_body);
  MEMBER(B &, B, set_subgraph_builder_body, (const SubgraphBuilder &));
  CONST(Graph, B, get_subgraph_body);
  b.create_dynamic_subgraph_branches(2).set_dynamic_subgraph_builder_branches(0, [] { return Graph("g"); });
  (void)b.get_dynamic_subgraph_builder_branches(0);
  (void)b.get_dynamic_subgraph_branches(0);
  OperatorCreatorRegister creator("ItemsMade", std::function<Operator(const AscendString &)>([](const AscendString &n) {
                                    return Operator(n, AscendString("ItemsMade"));
                                  }));
  (void)sizeof(InferShapeFuncRegister);
  (void)sizeof(InferFormatFuncRegister);
  (void)sizeof(InferValueRangeFuncRegister);
  (void)sizeof(VerifyFuncRegister);
  std::vector<AscendString> types;
  (void)OperatorFactory::GetOpsTypeList(types);
  (void)OperatorFactory::CreateOperator("n", "ItemsBlend");
  (void)OperatorFactory::IsExistOp("ItemsBlend");
  (void)text;
}
static_assert(!std::is_convertible<TensorType, ListTensorType>::value && !std::is_copy_constructible<Promote>::value &&
                  std::is_move_constructible<Promote>::value,
              "");
void Values() {
  CONST(std::vector<const char *>, Promote, Syms);
  TensorType one(DT_FLOAT);
  (void)TensorType::ALL();
  (void)TensorType::QuantifiedType();
  (void)TensorType::OrdinaryType();
  (void)TensorType::BasicType();
  (void)TensorType::NumberType();
  (void)TensorType::RealNumberType();
  (void)TensorType::ComplexDataType();
  (void)TensorType::IntegerDataType();
  (void)TensorType::SignedDataType();
  (void)TensorType::UnsignedDataType();
  (void)TensorType::FloatingDataType();
  (void)TensorType::IndexNumberType();
  (void)TensorType::UnaryDataType();
  (void)TensorType::FLOAT();
  SAME(Operator::OpInt, int64_t);
  SAME(Operator::OpFloat, float);
  SAME(Operator::OpString, std::string);
  SAME(Operator::OpAscendString, AscendString);
  SAME(Operator::OpBool, bool);
  SAME(Operator::OpType, DataType);
  SAME(Operator::OpTensor, Tensor);
  SAME(Operator::OpNamedAttrs, NamedAttrs);
  SAME(Operator::OpBytes, std::vector<uint8_t>);
  SAME(Operator::OpListInt, std::vector<int64_t>);
  SAME(Operator::OpListFloat, std::vector<float>);
  SAME(Operator::OpListBool, std::vector<bool>);
  SAME(Operator::OpListString, std::vector<std::string>);
  SAME(Operator::OpListAscendString, std::vector<AscendString>);
  SAME(Operator::OpListAcendString, std::vector<AscendString>);
  SAME(Operator::OpListType, std::vector<DataType>);
  SAME(Operator::OpListListInt, std::vector<std::vector<int64_t>>);
  SAME(Operator::OpListTensor, std::vector<Tensor>);
  NUMBER(C_DT_FLOAT, 0);
  NUMBER(C_DT_BF16, 27);
  NUMBER(C_DT_HIFLOAT4, 42);
  NUMBER(C_DT_MAX, 43);
  NUMBER(C_FORMAT_ND, 2);
  NUMBER(C_FORMAT_MAX, 255);
  NUMBER(C_FORMAT_FRACTAL_NZ_C0_8, 54);
  NUMBER(NPU, 0);
  NUMBER(CPU, 1);
  NUMBER(kPlacementHost, 0);
  NUMBER(kPlacementDevice, 1);
  (void)kPlacementEnd;
  SAME(char_t, char);
  SAME(float32_t, float);
  SAME(float64_t, double);
  (void)sizeof(vector_bit_t);
  FIELD(int64_t, StringHead, addr);
  FIELD(int64_t, StringHead, len);
  (void)UNKNOWN_SHAPE;
  (void)UNKNOWN_RANK;
  (void)DUMMY_SHAPE;
  NUMBER(GRAPH_NOT_CHANGED, 1343242304);
  NUMBER(GRAPH_PARAM_INVALID, 50331649);
  NUMBER(GRAPH_NODE_WITHOUT_CONST_INPUT, 50331648);
  NUMBER(GRAPH_NODE_NEED_REPASS, 50331647);
  NUMBER(GRAPH_INVALID_IR_DEF, 50331646);
  NUMBER(GRAPH_PARAM_OUT_OF_RANGE, 50331644);
  NUMBER(GRAPH_MEM_OPERATE_FAILED, 50331539);
  NUMBER(GRAPH_NULL_PTR, 50331538);
  NUMBER(GRAPH_MEMCPY_FAILED, 50331537);
  NUMBER(GRAPH_MEMSET_FAILED, 50331536);
  NUMBER(GRAPH_MATH_CAL_FAILED, 50331429);
  NUMBER(GRAPH_ADD_OVERFLOW, 50331428);
  NUMBER(GRAPH_MUL_OVERFLOW, 50331427);
  NUMBER(GRAPH_RoundUp_Overflow, 50331426);
  NUMBER(ge::SUCCESS, 0);
  NUMBER(ge::FAILED, 0xFFFFFFFFLL);
  SAME(Status, uint32_t);
  NUMBER(NOT_CHANGED, 1343242304);
  AscendString a, b("x"), c("x", 1), d(static_cast<const char *>(nullptr));
  AscendString e = "x";
  CONST(const char *, AscendString, GetString);
  CONST(size_t, AscendString, GetLength);
  CONST(size_t, AscendString, Find, const AscendString &);
  CONST(size_t, AscendString, Hash);
  items::Take(a < b || a > b || a <= b || a >= b || a == b || a != b || a == "x" || a != "x" ||
              std::hash<AscendString>()(c) == 1);
  Shape s, s2(std::vector<int64_t>{1});
  static_assert(!std::is_convertible<std::vector<int64_t>, Shape>::value, "explicit");
  CONST(size_t, Shape, GetDimNum);
  CONST(int64_t, Shape, GetDim, size_t);
  CONST(std::vector<int64_t>, Shape, GetDims);
  CONST(int64_t, Shape, GetShapeSize);
  (void)s.SetDim(0, 1);
  TensorDesc t, t2(s), t3(s, FORMAT_ND), t4(s, FORMAT_ND, DT_FLOAT), t5(t4);
  t = t5;
  t = TensorDesc(t5);
  t.Update(s);
  t.Update(s, FORMAT_ND, DT_FLOAT);
  t.SetShape(t.GetShape());
  t.SetUnknownDimNumShape();
  std::vector<std::pair<int64_t, int64_t>> range;
  t.SetShapeRange(range);
  t.GetShapeRange(range);
  t.SetFormat(t.GetFormat());
  t.SetOriginShape(t.GetOriginShape());
  t.SetOriginFormat(t.GetOriginFormat());
  t.SetDataType(t.GetDataType());
  t.SetName("x");
  AscendString name;
  t.GetName(name);
  t.SetSize(1);
  (void)t.GetSize();
  t.SetRealDimCnt(1);
  (void)t.GetRealDimCnt();
  t.SetPlacement(t.GetPlacement());
  std::unique_ptr<uint8_t[]> data;
  t.SetConstData(std::move(data), 0);
  uint8_t *p = nullptr;
  size_t n = 0;
  (void)t.GetConstData(&p, n);
  AscendString rule;
  t.SetExpandDimsRule(rule);
  t.GetExpandDimsRule(rule);
  t.SetReuseInputIndex(0);
  std::vector<uint8_t> bytes{1};
  Tensor u, u2(t), u3(t, bytes), u4(t, std::vector<uint8_t>{1}), u5(t, bytes.data(), 1);
  u.SetTensorDesc(u.GetTensorDesc());
  const Tensor &k = u;
  items::Take(k.GetData());
  items::Take(u.GetData());
  CONST(size_t, Tensor, GetSize);
  u.SetData(bytes);
  u.SetData(std::vector<uint8_t>{1});
  u.SetData(bytes.data(), 1);
  u.SetData("text");
  u.SetData(std::vector<AscendString>{"x"});
  u.SetData(new uint8_t[1], 1, [](uint8_t *q) { delete[] q; });
  auto released = u.ResetData();
  u.ResetData(new uint8_t[1], 1, [](uint8_t *q) { delete[] q; });
  (void)u.IsValid();
  Tensor clone = u.Clone();
  u.SetShapeDimNum(1);
  u.SetShapeDim(0, 1);
  (void)u.GetShapeDim(0);
  (void)u.GetShapeDimNum();
  u.SetOriginShapeDimNum(1);
  u.SetOriginShapeDim(0, 1);
  (void)u.GetOriginShapeDim(0);
  (void)u.GetOriginShapeDimNum();
  u.SetFormat(u.GetFormat());
  u.SetOriginFormat(u.GetOriginFormat());
  u.SetDataType(u.GetDataType());
  u.SetPlacement(u.GetPlacement());
  u.SetExpandDimsRule(rule);
  u.GetExpandDimsRule(rule);
  AttrValue v;
#define VALUE(...)                                                  \
  CONST(graphStatus, AttrValue, SetAttrValue, const __VA_ARGS__ &); \
  CONST(graphStatus, AttrValue, GetAttrValue, __VA_ARGS__ &)
  VALUE(int64_t);
  VALUE(float);
  VALUE(AscendString);
  VALUE(bool);
  VALUE(Tensor);
  VALUE(DataType);
  VALUE(std::vector<int64_t>);
  VALUE(std::vector<float>);
  VALUE(std::vector<AscendString>);
  VALUE(std::vector<bool>);
  VALUE(std::vector<Tensor>);
  VALUE(std::vector<DataType>);
  VALUE(std::vector<std::vector<int64_t>>);
  int64_t i = 0;
  (void)v.GetValue<AttrValue::INT>(i);
  (void)AttrValue::CreateFrom<AttrValue::INT>(int64_t(1));
}
void Operators(Operator &o) {
  Operator a("t"), b(AscendString("t")), c(std::string("t")), d("n", "t"), e(AscendString("n"), AscendString("t")),
      f(std::string("n"), std::string("t"));
  CONST(bool, Operator, IsEmpty);
  AscendString name;
  (void)o.GetName(name);
  (void)o.GetOpType(name);
  (void)o.GetName();
  (void)o.GetOpType();
  o.SetInput("x", a).SetInput("x", a, "y").SetInput("x", a, 0).SetInput(0U, a, 0U).AddControlInput(a);
  Tensor t;
  (void)o.GetInputConstData("x", t);
  TensorDesc desc;
  (void)o.GetInputDesc(0);
  (void)o.GetInputDescByName("x");
  (void)o.GetOutputDesc(0);
  (void)o.GetOutputDescByName("y");
  (void)o.UpdateInputDesc("x", desc);
  (void)o.UpdateOutputDesc("y", desc);
  (void)o.TryGetInputDesc("x", desc);
  (void)o.GetDynamicInputDesc("x", 0);
  (void)o.GetDynamicOutputDesc("y", 0);
  (void)o.UpdateDynamicInputDesc("x", 0, desc);
  (void)o.UpdateDynamicOutputDesc("y", 0, desc);
  (void)o.GetDynamicInputNum("x");
  (void)o.GetDynamicOutputNum("y");
  (void)o.InferShapeAndType();
  (void)o.SetInferenceContext(nullptr);
  (void)o.GetInferenceContext();
  (void)o.VerifyAllAttr();
  (void)o.GetInputsSize();
  (void)o.GetOutputsSize();
  std::map<AscendString, AscendString> attrs;
  (void)o.GetAllAttrNamesAndTypes(attrs);
  (void)o.GetAllIrAttrNamesAndTypes(attrs);
#define GETSET(...)              \
  {                              \
    __VA_ARGS__ value{};         \
    o.SetAttr("a", value);       \
    (void)o.GetAttr("a", value); \
  }
  GETSET(int64_t)
  GETSET(int32_t) GETSET(uint32_t) GETSET(float) GETSET(bool) GETSET(AscendString) GETSET(DataType) GETSET(Tensor)
      GETSET(NamedAttrs) GETSET(std::vector<int64_t>) GETSET(std::vector<int32_t>) GETSET(std::vector<uint32_t>)
          GETSET(std::vector<float>) GETSET(std::vector<bool>) GETSET(std::vector<AscendString>)
              GETSET(std::vector<DataType>) GETSET(std::vector<Tensor>) GETSET(std::vector<std::vector<int64_t>>)
                  GETSET(std::vector<NamedAttrs>) GETSET(std::vector<uint8_t>) {
    AttrValue value;
    o.SetAttr("a", std::move(value));
    AttrValue out;
    (void)o.GetAttr("a", out);
  }
  o.SetInputAttr(0, "a", int64_t(1));
  o.SetInputAttr("x", "a", int64_t(1));
  o.SetOutputAttr(0, "a", int64_t(1));
  o.SetOutputAttr("y", "a", "x");
  o.BreakConnect();
  std::vector<AscendString> names;
  (void)o.GetSubgraphNames(names);
  (void)o.GetSubgraph("g");
  (void)o.GetSubgraphBuilder("g");
  (void)o.GetDynamicSubgraph("g", 0);
  (void)o.GetSubgraphNamesCount();
}
void Graphs(Graph &g, GNode &n, Operator &o) {
  Graph a, b("g"), c(std::string("g")), d(g);
  AscendString name;
  (void)g.GetName(name);
  (void)g.IsValid();
  (void)g.SetValid();
  g.SetInputs(std::vector<Operator>{o})
      .SetOutputs(std::vector<Operator>{o})
      .SetOutputs(std::vector<std::pair<GNode, int32_t>>{{n, 0}})
      .SetOutputs(std::vector<std::pair<Operator, std::vector<size_t>>>{{o, {0}}})
      .SetOutputs(std::vector<std::pair<Operator, AscendString>>{{o, "y"}})
      .SetTargets(std::vector<Operator>{o});
  (void)g.AddOp(o);
  (void)g.FindOpByName("n", o);
  (void)g.FindOpByType("t", *new std::vector<Operator>());
  std::vector<AscendString> names;
  (void)g.GetAllOpName(names);
  MEMBER(GNode, Graph, AddNodeByOp, (const Operator &));
  (void)g.AddDataEdge(n, 0, n, 0);
  (void)g.AddControlEdge(n, n);
  (void)g.RemoveNode(n);
  (void)g.RemoveNode(n, true);
  (void)g.RemoveEdge(n, 0, n, 0);
  (void)g.GetAllNodes();
  (void)g.GetDirectNode();
  (void)g.GetAllSubgraphs();
  (void)g.GetSubGraph("g");
  (void)g.AddSubGraph(g);
  (void)g.RemoveSubgraph("g");
  (void)g.FindNodeByName("n");
  (void)g.GetParentGraph();
  (void)g.GetParentNode();
  (void)g.CopyFrom(g);
  (void)Graph::ConstructFromInputs(std::vector<Operator>{o}, "g");
  AttrValue v;
  (void)g.SetAttr("a", v);
  (void)g.GetAttr("a", v);
  (void)g.SaveToFile("f");
  (void)g.LoadFromFile("f");
  GraphBuffer buffer;
  (void)g.SaveToMem(buffer);
  (void)g.LoadFromMem(buffer);
  (void)g.LoadFromMem(nullptr, 0);
  (void)g.LoadFromSerializedModelArray(nullptr, 0);
  g.SetNeedIteration(true);
  SAME(std::underlying_type<Graph::DumpFormat>::type, uint32_t);
  NUMBER(Graph::DumpFormat::kOnnx, 0);
  NUMBER(Graph::DumpFormat::kTxt, 1);
  NUMBER(Graph::DumpFormat::kReadable, 2);
  (void)g.Dump(Graph::DumpFormat::kReadable, *static_cast<std::ostream *>(&std::cout));
  (void)g.DumpToFile(Graph::DumpFormat::kTxt, "s");
  (void)n.GetType(name);
  (void)n.GetName(name);
  SAME(decltype(n.GetInDataNodesAndPortIndexs(0)), std::pair<GNodePtr, int32_t>);
  SAME(decltype(n.GetOutDataNodesAndPortIndexs(0)), std::vector<std::pair<GNodePtr, int32_t>>);
  (void)n.GetInControlNodes();
  (void)n.GetOutControlNodes();
  Tensor t;
  (void)n.GetInputConstData(0, t);
  int32_t index = 0;
  (void)n.GetInputIndexByName("x", index);
  (void)n.GetOutputIndexByName("y", index);
  std::vector<int32_t> indexes;
  (void)n.GetDynamicInputIndexesByName("x", indexes);
  (void)n.GetDynamicOutputIndexesByName("y", indexes);
  (void)n.GetInputsSize();
  (void)n.GetOutputsSize();
  TensorDesc desc;
  (void)n.GetInputDesc(0, desc);
  (void)n.UpdateInputDesc(0, desc);
  (void)n.GetOutputDesc(0, desc);
  (void)n.UpdateOutputDesc(0, desc);
  (void)n.HasAttr("a");
#define NODE_ATTR(...)                                                     \
  CONST(graphStatus, GNode, SetAttr, const AscendString &, __VA_ARGS__ &); \
  CONST(graphStatus, GNode, GetAttr, const AscendString &, __VA_ARGS__ &)
  NODE_ATTR(int64_t);
  NODE_ATTR(int32_t);
  NODE_ATTR(uint32_t);
  NODE_ATTR(float);
  NODE_ATTR(bool);
  NODE_ATTR(AscendString);
  NODE_ATTR(DataType);
  NODE_ATTR(Tensor);
  NODE_ATTR(AttrValue);
  NODE_ATTR(OpBytes);
  NODE_ATTR(std::vector<int64_t>);
  NODE_ATTR(std::vector<int32_t>);
  NODE_ATTR(std::vector<uint32_t>);
  NODE_ATTR(std::vector<float>);
  NODE_ATTR(std::vector<bool>);
  NODE_ATTR(std::vector<AscendString>);
  NODE_ATTR(std::vector<DataType>);
  NODE_ATTR(std::vector<Tensor>);
  NODE_ATTR(std::vector<std::vector<int64_t>>);
  (void)n.GetOutputAttr("a", 0U, v);
  (void)n.SetOutputAttr("a", 0U, v);
  (void)n.GetInputAttr("a", 0U, v);
  (void)n.SetInputAttr("a", 0U, v);
  GraphPtr sub;
  SAME(GraphPtr, std::shared_ptr<Graph>);
  (void)n.GetSubgraph(0, sub);
  std::vector<GraphPtr> subs;
  (void)n.GetALLSubgraphs(subs);
  (void)n.SetSubgraph("g", g);
  (void)n.SetSubgraphs("g", std::vector<Graph>{g});
}
void Sessions(Graph &g) {
  using Options = std::map<AscendString, AscendString>;
  using Old = std::map<std::string, std::string>;
  Options options;
  Old old;
  std::vector<Tensor> tensors;
  std::vector<gert::Tensor> runtime;
  FREE(Status, GEInitialize, (const Options &));
  FREE(Status, GEInitialize, (const Old &));
  FREE(Status, GEFinalize, ());
  FREE(AscendString, GEGetErrorMsgV2, ());
  FREE(AscendString, GEGetWarningMsgV2, ());
  FREE(std::string, GEGetErrorMsg, ());
  FREE(std::string, GEGetWarningMsg, ());
  Session s(options), s2(old);
  MEMBER(Status, Session, AddGraph, (uint32_t, const Graph &));
  MEMBER(Status, Session, AddGraph, (uint32_t, const Graph &, const Options &));
  MEMBER(Status, Session, AddGraph, (uint32_t, const Graph &, const Old &));
  MEMBER(Status, Session, AddGraphWithCopy, (uint32_t, const Graph &));
  MEMBER(Status, Session, AddGraphWithCopy, (uint32_t, const Graph &, const Options &));
  MEMBER(Status, Session, RemoveGraph, (uint32_t));
  MEMBER(Status, Session, RunGraph, (uint32_t, const std::vector<Tensor> &, std::vector<Tensor> &));
  (void)s.RunGraphAsync(1, tensors, [](Status, std::vector<Tensor> &) {});
  (void)s.BuildGraph(1, tensors);
  (void)s.BuildGraph(1, std::vector<InputTensorInfo>{});
  MEMBER(Status, Session, CompileGraph, (uint32_t));
  (void)s.LoadGraph(1, options, nullptr);
  MEMBER(Status, Session, RunGraphWithStreamAsync,
         (uint32_t, void *, const std::vector<Tensor> &, std::vector<Tensor> &));
  (void)s.ExecuteGraphWithStreamAsync(1, nullptr, runtime, runtime);
  (void)s.GetCompiledGraphSummary(1);
  (void)s.IsGraphNeedRebuild(1);
  (void)s.GetSessionId();
  (void)s.GetVariables(std::vector<AscendString>{}, tensors);
  (void)s.RegisterExternalAllocator(nullptr, AllocatorPtr());
  (void)s.UnregisterExternalAllocator(nullptr);
  FREE(graphStatus, aclgrphDumpGraph, (const Graph &, const char *, size_t));
  ModelBufferData m;
  FIELD(std::shared_ptr<uint8_t>, ModelBufferData, data);
  FIELD(uint64_t, ModelBufferData, length);
  (void)aclgrphBuildInitialize(options);
  (void)aclgrphBuildFinalize();
  (void)aclgrphBuildModel(g, options, m);
  (void)aclgrphSaveModel("f", m);
  int a, b, c;
  (void)aclgrphGetIRVersion(&a, &b, &c);
}
static Status Pass(GraphPtr &, CustomPassContext &) { return SUCCESS; }
REGISTER_CUSTOM_PASS("ItemsPass").CustomPassFn(Pass).Stage(CustomPassStage::kBeforeInferShape);
static_assert(std::is_same<std::underlying_type<CustomPassStage>::type, uint32_t>::value, "");
NUMBER(CustomPassStage::kBeforeInferShape, 0);
NUMBER(CustomPassStage::kAfterInferShape, 1);
NUMBER(CustomPassStage::kAfterAssignLogicStream, 2);
NUMBER(CustomPassStage::kAfterBuiltinFusionPass, 3);
NUMBER(CustomPassStage::kAfterOriginGraphOptimize, 4);
NUMBER(CustomPassStage::kCompatibleInherited, 5);
NUMBER(CustomPassStage::kInvalid, 6);
namespace fusion {
struct ItemsFusion : public PatternFusionPass {
  ItemsFusion()
      : PatternFusionPass(PatternMatcherConfigBuilder().EnableConstValueMatch().EnableIrAttrMatch().Build()) {}
  std::vector<PatternUniqPtr> Patterns() override { return {}; }
  bool MeetRequirements(const std::unique_ptr<MatchResult> &) override { return true; }
  GraphUniqPtr Replacement(const std::unique_ptr<MatchResult> &) override { return nullptr; }
};
struct ItemsFusion2 : public PatternFusionPassV2 {
  std::vector<PatternUniqPtr> Patterns(CustomPassContext &) override { return {}; }
  bool MeetRequirements(const std::unique_ptr<MatchResult> &, CustomPassContext &) override { return true; }
  GraphUniqPtr Replacement(const std::unique_ptr<MatchResult> &, CustomPassContext &) override { return nullptr; }
};
struct ItemsDecompose : public DecomposePass {
  explicit ItemsDecompose(const std::vector<AscendString> &types) : DecomposePass(types) {}
  bool MeetRequirements(const GNode &) override { return true; }
  GraphUniqPtr Replacement(const GNode &) override { return nullptr; }
};
struct ItemsDecompose2 : public DecomposePassV2 {
  explicit ItemsDecompose2(const std::vector<AscendString> &types) : DecomposePassV2(types) {}
  bool MeetRequirements(const GNode &, CustomPassContext &) override { return true; }
  GraphUniqPtr Replacement(const GNode &, CustomPassContext &) override { return nullptr; }
};
REG_FUSION_PASS(ItemsFusion).Stage(CustomPassStage::kAfterInferShape);
REG_DECOMPOSE_PASS(ItemsDecompose, {"ItemsBlend"}).Stage(CustomPassStage::kAfterInferShape);
SAME(GraphUniqPtr, std::unique_ptr<Graph>);
SAME(PatternUniqPtr, std::unique_ptr<Pattern>);
void Passes(CustomPassContext &ctx, GNode &n, Graph &g, GraphPtr &p) {
  ctx.SetErrorMessage("x");
  (void)ctx.GetErrorMessage();
  ctx.SetPassName("x");
  (void)ctx.GetPassName();
  AscendString option;
  CONST(graphStatus, CustomPassContext, GetOptionValue, const AscendString &, AscendString &);
  bool supported;
  AscendString why;
  (void)GeUtils::InferShape(g, std::vector<Shape>{});
  (void)GeUtils::CheckNodeSupportOnAicore(n, supported, why);
  NodeIo io{n, 0};
  SubgraphInput in, in2(std::vector<NodeIo>{io});
  (void)in.AddInput(io);
  CONST(std::vector<NodeIo>, SubgraphInput, GetAllInputs);
  SubgraphOutput out, out2(io);
  (void)out.SetOutput(io);
  CONST(Status, SubgraphOutput, GetOutput, NodeIo &);
  SubgraphBoundary bound, bound2({in}, {out});
  (void)bound.AddInput(0, in);
  (void)bound.AddOutput(0, out);
  CONST(Status, SubgraphBoundary, GetInput, int64_t, SubgraphInput &);
  CONST(Status, SubgraphBoundary, GetAllInputs, std::vector<SubgraphInput> &);
  CONST(Status, SubgraphBoundary, GetOutput, int64_t, SubgraphOutput &);
  CONST(Status, SubgraphBoundary, GetAllOutputs, std::vector<SubgraphOutput> &);
  auto pattern = std::make_unique<Pattern>(Graph("g"));
  CONST(const Graph &, Pattern, GetGraph);
  MEMBER(Pattern &, Pattern, CaptureTensor, (const NodeIo &));
  std::vector<NodeIo> captured;
  (void)pattern->GetCapturedTensors(captured);
  MatchResult match(pattern.get()), copy(match);
  PatternMatcher matcher(std::move(pattern), p);
  PatternMatcher matcher2(std::make_unique<Pattern>(Graph("g")), p, PatternMatcherConfigBuilder().Build());
  MEMBER(std::unique_ptr<MatchResult>, PatternMatcher, MatchNext, ());
  (void)match.AppendNodeMatchPair(io, io);
  CONST(Status, MatchResult, GetMatchedNode, const GNode &, GNode &);
  CONST(std::vector<GNode>, MatchResult, GetMatchedNodes);
  CONST(Status, MatchResult, GetCapturedTensor, size_t, NodeIo &);
  (void)match.GetPatternGraph();
  CONST(std::unique_ptr<SubgraphBoundary>, MatchResult, ToSubgraphBoundary);
  (void)match.ToAscendString();
  (void)SubgraphRewriter::Replace(bound, g);
  (void)SubgraphRewriter::Replace(bound, Graph("g"));
  (void)SubgraphRewriter::Replace(bound, g, ctx);
  (void)SubgraphRewriter::Replace(bound, Graph("g"), ctx);
  (void)GraphFuseInspectorUtils::CanFuse({n}, why);
  (void)GraphFuseInspectorUtils::ReportFuse({n}, {n}, ctx);
  (void)InferShapeUtil::InferShape(g, bound);
  (void)InferShapeUtil::InferShape(g, match);
  (void)InferShapeUtil::InferShape(g, n);
  MEMBER(Status, FusionBasePass, Run, (GraphPtr &, CustomPassContext &));
  FusionPassRegistrationData data("X");
  data.CreatePassFn([]() -> FusionBasePass * { return nullptr; }).Stage(CustomPassStage::kAfterInferShape);
  PassRegistrar registrar(data);
  ItemsFusion2 f2;
  ItemsDecompose2 d2({"x"});
}
}  // namespace fusion
void KeepAll() {
  items::Take(&Inferred);
  items::Take(&Generated);
  items::Take(&Values);
  items::Take(&Operators);
  items::Take(&Graphs);
  items::Take(&Sessions);
  items::Take(&fusion::Passes);
}
}  // namespace ge
