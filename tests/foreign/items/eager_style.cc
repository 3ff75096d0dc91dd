// The eager style: C functions, builder, holders, and the layer that generated code stands on.
#include "ge/compliant_node_builder.h"
#include "ge/es_c_graph_builder.h"
#include "ge/es_c_tensor_holder.h"
#include "ge/es_graph_builder.h"
#include "ge/es_tensor_holder.h"
#include "ge/es_tensor_like.h"
#include "ge/esb_funcs.h"
#include "items.h"
#include "utils/extern_math_util.h"

using Holder = EsCTensorHolder *;
using Builder = EsCGraphBuilder *;
#define CONST(type, owner, name, ...) MEMBER(type, owner, name, (__VA_ARGS__) const)
void CFunctions() {
  FREE(Builder, EsCreateGraphBuilder, (const char *));
  FREE(void, EsDestroyGraphBuilder, (Builder));
  FREE(Holder, EsCreateGraphInputWithDetails,
       (Builder, int64_t, const char *, const char *, C_DataType, C_Format, const int64_t *, int64_t));
  FREE(Holder, EsCreateGraphInput, (Builder, int64_t));
  FREE(uint32_t, EsSetGraphOutput, (Holder, int64_t));
  FREE(EsCGraph *, EsBuildGraphAndReset, (Builder));
#define NUMBERS(Name, T)                                                             \
  FREE(Holder, EsCreateConst##Name, (Builder, const T *, const int64_t *, int64_t)); \
  FREE(Holder, EsCreateVector##Name, (Builder, const T *, int64_t));                 \
  FREE(Holder, EsCreateScalar##Name, (Builder, T))
  NUMBERS(Int64, int64_t);
  NUMBERS(Int32, int32_t);
  NUMBERS(UInt64, uint64_t);
  NUMBERS(UInt32, uint32_t);
  NUMBERS(Float, float);
  FREE(Holder, EsCreateVariable, (Builder, int32_t, const char *));
  FREE(EsCTensor *, EsCreateEsCTensor, (const void *, const int64_t *, int64_t, C_DataType, C_Format));
  FREE(EsCTensor *, EsCreateEsCTensorFromFile, (const char *, const int64_t *, int64_t, C_DataType, C_Format));
  FREE(uint32_t, EsSetDataType, (Holder, C_DataType));
  FREE(uint32_t, EsSetFormat, (Holder, C_Format));
  FREE(uint32_t, EsSetShape, (Holder, const int64_t *, int64_t));
  FREE(uint32_t, EsSetOriginSymbolShape, (Holder, const char *const *, int64_t));
  FREE(Builder, EsGetOwnerBuilder, (Holder));
  FREE(EsCNode *, EsGetProducer, (Holder));
  FREE(uint32_t, EsAddControlEdge, (Holder, Holder *, int64_t));
#define ATTRS(Kind, T)                                                   \
  FREE(uint32_t, EsSet##Kind##AttrForGraph, (Builder, const char *, T)); \
  FREE(uint32_t, EsSet##Kind##AttrForTensor, (Holder, const char *, T)); \
  FREE(uint32_t, EsSet##Kind##AttrForNode, (Holder, const char *, T))
  ATTRS(Int64, int64_t);
  ATTRS(String, const char *);
  ATTRS(Bool, bool);
}
namespace ge {
namespace es {
static_assert(!std::is_copy_constructible<EsGraphBuilder>::value && std::is_move_constructible<EsGraphBuilder>::value &&
                  !std::is_convertible<const char *, EsGraphBuilder>::value,
              "");
void Cpp(EsGraphBuilder &b, EsTensorHolder &h) {
  using Ints = std::vector<int64_t>;
  using H = EsTensorHolder;
  (void)b.CreateInput(0);
  (void)b.CreateInput(0, "n");
  (void)b.CreateInput(0, "n", "Data");
  (void)b.CreateInput(0, "n", DT_FLOAT, FORMAT_ND, Ints{1});
  auto a2 = b.CreateInputs<2>();
  auto a3 = b.CreateInputs<2>(1);
  SAME(decltype(a2), std::array<EsTensorHolder, 2>);
  SAME(decltype(b.CreateInputs(2)), std::vector<EsTensorHolder>);
  (void)b.CreateInputs(2, 1);
#define NUM(T)                                                             \
  (void)b.CreateConst(std::vector<T>{1}, Ints{1});                         \
  (void)b.CreateConst<T>(std::vector<T>{1}, Ints{1}, DT_FLOAT);            \
  (void)b.CreateConst<T>(std::vector<T>{1}, Ints{1}, DT_FLOAT, FORMAT_ND); \
  (void)b.CreateConstV2<T>(std::vector<T>{1}, Ints{1}, DT_FLOAT);          \
  (void)b.CreateVector(std::vector<T>{1});                                 \
  (void)b.CreateScalar(T(1));                                              \
  (void)b.CreateTensor<T>(std::vector<T>{1}, Ints{1}, DT_FLOAT)
  NUM(int64_t);
  NUM(int32_t);
  NUM(uint64_t);
  NUM(uint32_t);
  NUM(float);
  (void)b.CreateVariable(0, "v");
  SAME(decltype(b.CreateTensor<float>(std::vector<float>{}, Ints{}, DT_FLOAT)), std::unique_ptr<Tensor>);
  (void)b.CreateBoolTensor(std::vector<bool>{true}, Ints{1});
  (void)b.SetAttr("a", int64_t(1));
  (void)b.SetAttr("a", "x");
  (void)b.SetAttr("a", true);
  FREE(int64_t, EsGraphBuilder::SetOutput, (const EsTensorHolder &, int64_t));
  CONST(std::unique_ptr<Graph>, EsGraphBuilder, BuildAndReset);
  (void)b.BuildAndReset({h});
  CONST(EsCGraphBuilder *, EsGraphBuilder, GetCGraphBuilder);
  float f = 1;
  int64_t dim = 1;
  (void)CreateTensor<float>(&f, &dim, 1, DT_FLOAT);
  (void)CreateTensorFromFile<float>("f", Ints{1}, DT_FLOAT);
  (void)EsCreateConst<float>(b.GetCGraphBuilder(), &f, &dim, 1, DT_FLOAT);
  (void)EsCreateConstV2<float>(b.GetCGraphBuilder(), &f, &dim, 1, DT_FLOAT);
  std::vector<H> holders;
  (void)TensorsToEsCTensorHolders(holders);
  std::vector<DataType> types;
  (void)DataTypesToEsCDataTypes(types);
  auto lists = ListListTypeToPtrAndCounts<int64_t>(std::vector<Ints>{{1}});
  SAME(decltype(lists), std::pair<std::vector<const int64_t *>, std::vector<int64_t>>);
  std::vector<std::unique_ptr<Graph>> graphs;
  (void)GeGraphsToEsCGraphs(std::move(graphs));
  H none, null = nullptr, implicit = static_cast<EsCTensorHolder *>(nullptr);
  h.SetDataType(DT_FLOAT).SetFormat(FORMAT_ND).SetShape(Ints{1}).SetOriginSymbolShape(std::vector<const char *>{"s"});
  (void)h.SetAttr("a", int64_t(1));
  (void)h.SetAttr("a", "x");
  (void)h.SetAttr("a", true);
  (void)h.SetAttrForNode("a", int64_t(1));
  (void)h.SetAttrForNode("a", "x");
  (void)h.SetAttrForNode("a", true);
  (void)h.GetCTensorHolder();
  SAME(decltype(h.GetProducerOutIndex()), int32_t);
  SAME(decltype(h.GetProducer()), GNode *);
  CONST(Status, EsTensorHolder, AddControlEdge, const std::vector<EsTensorHolder> &);
  H sum = (h + h) - (h * h) / h;
  static_assert(!std::is_copy_constructible<EsTensorLike>::value && !std::is_move_constructible<EsTensorLike>::value,
                "");
  static_assert(std::is_convertible<const H &, EsTensorLike>::value &&
                    std::is_convertible<std::nullptr_t, EsTensorLike>::value &&
                    std::is_convertible<int64_t, EsTensorLike>::value &&
                    std::is_convertible<float, EsTensorLike>::value && std::is_convertible<Ints, EsTensorLike>::value &&
                    std::is_convertible<std::vector<float>, EsTensorLike>::value,
                "");
  CONST(EsCGraphBuilder *, EsTensorLike, GetOwnerBuilder);
  CONST(EsTensorHolder, EsTensorLike, ToTensorHolder, EsCGraphBuilder *);
  EsTensorLike like(h);
  std::vector<EsCTensorHolder *> chs;
  (void)ResolveBuilder(h, like, holders, h.GetCTensorHolder(), chs, &b, b.GetCGraphBuilder(), nullptr);
}
void Lower(EsCGraphBuilder &b, EsCTensorHolder &h, GNode &n) {
  EsCGraphBuilder none, named("g");
  static_assert(
      !std::is_copy_constructible<EsCGraphBuilder>::value && !std::is_copy_constructible<EsCTensorHolder>::value, "");
  MEMBER(EsCTensorHolder *, EsCGraphBuilder, GetTensorHolderFromNode, (const GNode &, int32_t));
  (void)b.AppendGraphInput();
  (void)b.AppendGraphInput("n", "Data");
  (void)b.AddGraphInput(0);
  (void)b.AddGraphInput(0, "n", "Data", C_DT_FLOAT, C_FORMAT_ND, nullptr, 0);
  MEMBER(Status, EsCGraphBuilder, SetGraphOutput, (EsCTensorHolder *, int64_t));
  MEMBER(Graph *, EsCGraphBuilder, GetGraph, ());
  MEMBER(std::unique_ptr<Graph>, EsCGraphBuilder, BuildGraphAndReset, ());
  MEMBER(AscendString, EsCGraphBuilder, GenerateNodeName, (const char *));
  (void)b.CreateDynamicTensorHolderFromNode(n, 0, 1);
  SAME(decltype(b.CreateDynamicTensorHolderFromNode(n, 0, 1)), std::vector<EsCTensorHolder *> *);
  int *kept = b.AddResource(std::make_unique<int>(1));
  items::Take(kept);
  EsCTensorHolder made(b, n, 0);
  MEMBER(Status, EsCTensorHolder, SetDataType, (DataType));
  MEMBER(Status, EsCTensorHolder, SetFormat, (Format));
  MEMBER(Status, EsCTensorHolder, SetOriginFormat, (Format));
  MEMBER(Status, EsCTensorHolder, SetStorageFormat, (Format));
  MEMBER(Status, EsCTensorHolder, SetShape, (const Shape &));
  MEMBER(Status, EsCTensorHolder, SetOriginShape, (const Shape &));
  MEMBER(Status, EsCTensorHolder, SetStorageShape, (const Shape &));
  MEMBER(Status, EsCTensorHolder, SetOriginSymbolShape, (const char *const *, int64_t));
  SAME(decltype(h.GetProducer()), GNode &);
  CONST(int32_t, EsCTensorHolder, GetOutIndex);
  SAME(decltype(h.GetOwnerBuilder()), EsCGraphBuilder &);
  using C = CompliantNodeBuilder;
  C c(b.GetGraph());
  static_assert(!std::is_copy_constructible<C>::value && std::is_move_constructible<C>::value, "");
  std::vector<C::IrInputDef> in{
      {"x", C::kEsIrInputRequired, "T"}, {"o", C::kEsIrInputOptional, ""}, {"d", C::kEsIrInputDynamic, ""}};
  std::vector<C::IrOutputDef> out{{"y", C::kEsIrOutputRequired, ""}, {"d", C::kEsIrOutputDynamic, ""}};
  std::vector<C::IrAttrDef> attrs{{"a", C::kEsAttrRequired, "Int", CreateFrom(int64_t(1))},
                                  {"b", C::kEsAttrOptional, "VT_BOOL", CreateFrom(true)}};
  (void)C::kEsIrInputTypeEnd;
  (void)C::kEsIrOutputTypeEnd;
  C::IrInputDefV2 i2, i3("x", C::kEsIrInputRequired, "T");
  i2.Name("x").InputType(C::kEsIrInputRequired).SymbolId("T");
  C::IrOutputDefV2 o2, o3("y", C::kEsIrOutputRequired, "T");
  o2.Name("y").OutputType(C::kEsIrOutputRequired).SymbolId("T");
  C::IrAttrDefV2 t2, t3("a", C::kEsAttrRequired, "Int", CreateFrom(int64_t(1)));
  t2.AttrName("a").AttrType(C::kEsAttrRequired).AttrDataType("Int").DefaultValue(CreateFrom(int64_t(1)));
  c.OpType("t")
      .Name("n")
      .IrDefInputs(in)
      .IrDefOutputs(out)
      .IrDefAttrs(attrs)
      .IrDefInputsV2(&i2, 1)
      .IrDefInputsV2({i2, i3})
      .IrDefInputsV2(std::vector<C::IrInputDefV2>{i2})
      .IrDefOutputsV2(&o2, 1)
      .IrDefOutputsV2({o2, o3})
      .IrDefOutputsV2(std::vector<C::IrOutputDefV2>{o2})
      .IrDefAttrsV2(&t2, 1)
      .IrDefAttrsV2({t2, t3})
      .IrDefAttrsV2(std::vector<C::IrAttrDefV2>{t2})
      .InstanceDynamicInputNum("d", 2)
      .InstanceDynamicOutputNum("d", 2)
      .InstanceOutputDataType("y", DT_FLOAT)
      .InstanceOutputShape("y", {1})
      .InstanceOutputOriginShape("y", {1})
      .InstanceOutputStorageShape("y", {1})
      .InstanceOutputFormat("y", FORMAT_ND)
      .InstanceOutputOriginFormat("y", FORMAT_ND)
      .InstanceOutputStorageFormat("y", FORMAT_ND);
  GNode node = c.Build();
  (void)i3.GetName();
  (void)i3.GetInputType();
  (void)i3.GetSymbolId();
  (void)o3.GetName();
  (void)o3.GetOutputType();
  (void)o3.GetSymbolId();
  (void)t3.GetAttrName();
  (void)t3.GetAttrType();
  (void)t3.GetAttrDataType();
  (void)t3.GetDefaultValue();
  C::AnyTypeOperator op("n", "t");
  op.InputRegister("x");
  op.OptionalInputRegister("o");
  op.DynamicInputRegister("d", 0);
  op.OutputRegister("y");
  op.DynamicOutputRegister("e", 0);
  op.SubgraphRegister("g", false);
  op.SubgraphCountRegister("g", 1);
  op.AttrRegister("a", int64_t(1));
  op.RequiredAttrWithTypeRegister("r", "Int");
  op.DataTypeRegister("T", TensorType(DT_FLOAT));
  (void)CreateFrom(1.0f);
  (void)CreateFrom(DT_FLOAT);
  (void)CreateFrom(std::vector<int64_t>{1});
  (void)CreateFrom(std::vector<float>{1});
  (void)CreateFrom(std::vector<bool>{true});
  (void)CreateFrom(std::vector<DataType>{DT_FLOAT});
  (void)CreateFrom(std::vector<std::vector<int64_t>>{{1}});
  (void)ValuesEqual(int64_t(1), int64_t(1));
  (void)ValuesEqual(1.0f, 1.0f);
  (void)CreateFromIfNotEqual(int64_t(1), int64_t(2));
  (void)CreateFromIfNotEqual(std::vector<int64_t>{1}, std::vector<int64_t>{2});
  FREE(graphStatus, AddEdgeAndUpdatePeerDesc, (Graph &, GNode &, int32_t, GNode &, int32_t));
  items::Take(IntegerChecker<int32_t>::Compat(int64_t(1)));
}
}  // namespace es
}  // namespace ge
