// Every form of REG_OP that es-api section 1 allows, odd ones included. Compiled as C++14 and C++17 by two compilers, and
// read back by reg_op_test.cc.
#ifndef OPSTRATA_PROTO_TESTDATA_ODD_FORMS_H_
#define OPSTRATA_PROTO_TESTDATA_ODD_FORMS_H_

#include "graph/operator_reg.h"

namespace ge {

// The example of section 1.1.
REG_OP(Blend)
    .INPUT(base, "T")
    .INPUT(layer, "T")
    .OPTIONAL_INPUT(mask, TensorType({DT_BOOL}))
    .OUTPUT(out, "T")
    .REQUIRED_ATTR(mode, String)
    .ATTR(alpha, Float, 0.5f)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16}))
    .OP_END_FACTORY_REG(Blend)

// Section 1.4: text that is never evaluated, as real headers have it.
REG_OP(OddTypes)
    .INPUT(a, TensorType:ALL())
    .INPUT(b, TensorType::({DT_X}))
    .INPUT(c, TensorType({float16}))
    .INPUT(d, TensorType({DT_A DT_B}))
    .INPUT(f, TensorType({DI_UINT16}))
    .INPUT(g, TensorType({POW_TYPES}))
    .INPUT(h, TensorType(IndexNumberType))
    .INPUT(i, BasicType)
    .INPUT(j, DT_INT32)
    .INPUT(k, lower_case)
    .INPUT(l,   TensorType( {DT_FLOAT,
                             DT_INT8} )  )
    .OUTPUT(y, TensorType::ALL())
    .OP_END_FACTORY_REG(OddTypes);

// Members in any order, two prototypes on one line, a call that does nothing.
REG_OP(Order).DATATYPE(T2, TensorType::NumberType()).ATTR(n, Int, 1).OUTPUT(y, "T2").INFER_SHAPE_AND_TYPE()
    .DYNAMIC_INPUT(xs, "T2").REQUIRED_ATTR(k, Int).INPUT(z, "T2").OP_END_FACTORY_REG(Order) REG_OP(Empty).OP_END_FACTORY_REG(Empty)

// Names that are keywords or alternative tokens, and one name for an input, an output and an attribute.
REG_OP(Keywords)
    .INPUT(for, "T")
    .OPTIONAL_INPUT(not, "T")
    .DYNAMIC_INPUT(case, "T")
    .OUTPUT(if, "T")
    .DYNAMIC_OUTPUT(or, "T")
    .ATTR(and, Int, 7)
    .ATTR(for, Bool, true)
    .REQUIRED_ATTR(while, ListInt)
    .OP_END_FACTORY_REG(Keywords)
REG_OP(Ref)
    .INPUT(var, TensorType::BasicType())
    .OUTPUT(var, TensorType::BasicType())
    .ATTR(var, Int, -1)
    .OP_END_FACTORY_REG(Ref)

// Types named like classes of namespace ge.
REG_OP(Shape).INPUT(x, TensorType::ALL()).OUTPUT(y, TensorType({DT_INT32, DT_INT64})).ATTR(dtype, Int, DT_INT32).OP_END_FACTORY_REG(Shape)
REG_OP(TensorDesc).OUTPUT(y, "T").ATTR(s, String, "t").OP_END_FACTORY_REG(TensorDesc)

// Section 1.6: spellings of defaults.
REG_OP(Defaults)
    .ATTR(i0, Int, 0)
    .ATTR(i1, Int, -65530)
    .ATTR(i2, Int, 0x1)
    .ATTR(i3, Int, DT_FLOAT8_E4M3FN)
    .ATTR(i4, Int, DT_BF16)
    .ATTR(f0, Float, 1)
    .ATTR(f1, Float, -0.75)
    .ATTR(f2, Float, 0.00001f)
    .ATTR(f3, Float, 1e-12)
    .ATTR(f4, Float, 1E-8)
    .ATTR(f5, Float, 1.414213562373f)
    .ATTR(b0, Bool, true)
    .ATTR(b1, Bool, 0)
    .ATTR(s0, String, "")
    .ATTR(s1, String, "%s")
    .ATTR(s2, String, "./aipp.cfg")
    .ATTR(s3, AscendString, "ascend")
    .ATTR(t0, Type, DT_UNDEFINED)
    .ATTR(t1, Type, ge::DataType(-1))
    .ATTR(x0, Tensor, Tensor())
    .ATTR(li0, ListInt, {})
    .ATTR(li1, ListInt, {0})
    .ATTR(li2, ListInt, { -1 })
    .ATTR(li3, ListInt, {1, 1, 1, 1})
    .ATTR(li4, ListInt, ge::UNKNOWN_RANK)
    .ATTR(li5, ListInt, ge::UNKNOWN_SHAPE)
    .ATTR(lf0, ListFloat, {})
    .ATTR(lf1, ListFloat, {0})
    .ATTR(lf2, ListFloat, {0.5, 1, 2})
    .ATTR(lf3, ListFloat, {1.f / 4, 1.f / 8})
    .ATTR(lb0, ListBool, {})
    .ATTR(lb1, ListBool, {true, false, false})
    .ATTR(ls0, ListString, {})
    .ATTR(ls1, ListString, {"random_uniform"})
    .ATTR(ls2, ListString, {"a", "b"})
    .ATTR(ls3, ListAscendString, {"c"})
    .ATTR(ls4, ListAcendString, {})
    .ATTR(lt0, ListType, {})
    .ATTR(lt1, ListType, {DT_FLOAT, DT_DOUBLE})
    .ATTR(ll0, ListListInt, {{}, {}})
    .ATTR(ll1, ListListInt, {{},{}})
    .ATTR(ll2, ListListInt, {{1, 2, 3}, {3, 2, 1}})
    .OP_END_FACTORY_REG(Defaults)

// Every type word as a required attribute, and the kinds that generators leave out as optional ones.
REG_OP(Required)
    .REQUIRED_ATTR(a, Int)
    .REQUIRED_ATTR(b, Float)
    .REQUIRED_ATTR(c, String)
    .REQUIRED_ATTR(d, AscendString)
    .REQUIRED_ATTR(e, Bool)
    .REQUIRED_ATTR(f, Type)
    .REQUIRED_ATTR(g, Tensor)
    .REQUIRED_ATTR(h, NamedAttrs)
    .REQUIRED_ATTR(i, Bytes)
    .REQUIRED_ATTR(j, ListInt)
    .REQUIRED_ATTR(k, ListFloat)
    .REQUIRED_ATTR(l, ListBool)
    .REQUIRED_ATTR(m, ListString)
    .REQUIRED_ATTR(n, ListAscendString)
    .REQUIRED_ATTR(o, ListAcendString)
    .REQUIRED_ATTR(p, ListType)
    .REQUIRED_ATTR(q, ListListInt)
    .REQUIRED_ATTR(r, ListTensor)
    .REQUIRED_ATTR(s, ListNamedAttrs)
    .ATTR(t, NamedAttrs, NamedAttrs())
    .ATTR(u, Bytes, {1, 2})
    .ATTR(v, ListTensor, {})
    .ATTR(w, ListNamedAttrs, {})
    .OP_END_FACTORY_REG(Required)

// Symbols of every form, and subgraphs.
REG_OP(Symbols)
    .INPUT(x1, "T1")
    .INPUT(x2, "T2")
    .DYNAMIC_INPUT(xs, "L")
    .OUTPUT(y, "T3")
    .DYNAMIC_OUTPUT(ys, "L")
    .GRAPH(then_branch)
    .DYNAMIC_GRAPH(branches)
    .DATATYPE(T1, TensorType::IndexNumberType())
    .DATATYPE(T2, TensorType(DT_FLOAT))
    .DATATYPE(L, ListTensorType({DT_INT8, DT_UINT8}))
    .DATATYPE(T3, Promote({"T1", "T2"}))
    .OP_END_FACTORY_REG(Symbols)

// Section 1.8.
IMPLEMT_INFERFUNC(Blend, BlendInfer) {
  TensorDesc desc = op.get_input_desc_base();
  return op.update_output_desc_out(desc);
}
INFER_FUNC_REG(Blend, BlendInfer);
IMPLEMT_VERIFIER(Blend, BlendVerify) { return op.get_attr_alpha() >= 0.0F ? GRAPH_SUCCESS : GRAPH_FAILED; }
VERIFY_FUNC_REG(Blend, BlendVerify);
IMPLEMT_INFERFORMAT_FUNC(Blend, BlendFormat) {
  TensorDesc desc = op.get_output_desc_out();
  desc.SetFormat(op.get_input_desc_base().GetFormat());
  return op.update_output_desc_out(desc);
}
INFER_FORMAT_FUNC_REG(Blend, BlendFormat);
IMPL_INFER_VALUE_RANGE_FUNC(Blend, BlendRange) { return op.get_attr_alpha() > 0.0F ? GRAPH_SUCCESS : GRAPH_FAILED; }
INFER_VALUE_RANGE_CUSTOM_FUNC_REG(Blend, INPUT_IS_DYNAMIC, BlendRange);
INFER_VALUE_RANGE_DEFAULT_REG(Ref);
IMPLEMT_COMMON_INFERFUNC(KeywordsInfer) { return op.UpdateOutputDesc("if", op.GetInputDescByName("for")); }
COMMON_INFER_FUNC_REG(Keywords, KeywordsInfer);
COMMON_INFER_FUNC_REG(Ref, ELMTWISE_INFER_SHAPEANDTYPE("var", "var"));
COMMON_INFER_FUNC_REG(Symbols, BROADCAST_INFER("x1", "x2", "y"));

}  // namespace ge

#endif  // OPSTRATA_PROTO_TESTDATA_ODD_FORMS_H_
