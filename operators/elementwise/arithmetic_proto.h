/// @file
/// Prototypes of functions of several numbers, element by element with broadcasting (elementwise/arithmetic.def).
#ifndef OPSTRATA_OPERATORS_ELEMENTWISE_ARITHMETIC_PROTO_H_
#define OPSTRATA_OPERATORS_ELEMENTWISE_ARITHMETIC_PROTO_H_

#include "graph/operator_reg.h"

namespace ge {
/** y = x1 == x2. */
REG_OP(Equal)
    .INPUT(x1, "T")
    .INPUT(x2, "T")
    .OUTPUT(y, TensorType({DT_BOOL}))
    .DATATYPE(T, TensorType({DT_FLOAT, DT_BF16, DT_FLOAT16, DT_INT32, DT_INT8, DT_UINT8, DT_DOUBLE, DT_INT16, DT_INT64,
                             DT_COMPLEX64, DT_COMPLEX128, DT_QUINT8, DT_QINT8, DT_QINT32, DT_STRING, DT_BOOL}))
    .OP_END_FACTORY_REG(Equal)

/** y = x1 != x2. */
REG_OP(NotEqual)
    .INPUT(x1, TensorType::RealNumberType())
    .INPUT(x2, TensorType::RealNumberType())
    .OUTPUT(y, TensorType({DT_BOOL}))
    .OP_END_FACTORY_REG(NotEqual)

/** y = x1 != x2. */
REG_OP(NotEqualV2)
    .INPUT(x1, "T")
    .INPUT(x2, "T")
    .OUTPUT(y, TensorType({DT_BOOL}))
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8, DT_UINT16,
                             DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX32, DT_COMPLEX64, DT_COMPLEX128}))
    .OP_END_FACTORY_REG(NotEqualV2)

/** y = x1 < x2. */
REG_OP(Less)
    .INPUT(x1, TensorType::RealNumberType())
    .INPUT(x2, TensorType::RealNumberType())
    .OUTPUT(y, TensorType({DT_BOOL}))
    .OP_END_FACTORY_REG(Less)

/** y = x1 <= x2. */
REG_OP(LessEqual)
    .INPUT(x1, TensorType::RealNumberType())
    .INPUT(x2, TensorType::RealNumberType())
    .OUTPUT(y, TensorType({DT_BOOL}))
    .OP_END_FACTORY_REG(LessEqual)

/** y = x1 > x2. */
REG_OP(Greater)
    .INPUT(x1, TensorType::RealNumberType())
    .INPUT(x2, TensorType::RealNumberType())
    .OUTPUT(y, TensorType({DT_BOOL}))
    .OP_END_FACTORY_REG(Greater)

/** y = x1 >= x2. */
REG_OP(GreaterEqual)
    .INPUT(x1, TensorType::RealNumberType())
    .INPUT(x2, TensorType::RealNumberType())
    .OUTPUT(y, TensorType({DT_BOOL}))
    .OP_END_FACTORY_REG(GreaterEqual)

/** y = x1 and x2. */
REG_OP(LogicalAnd)
    .INPUT(x1, TensorType({DT_BOOL}))
    .INPUT(x2, TensorType({DT_BOOL}))
    .OUTPUT(y, TensorType({DT_BOOL}))
    .OP_END_FACTORY_REG(LogicalAnd)

/** y = x1 or x2. */
REG_OP(LogicalOr)
    .INPUT(x1, "T")
    .INPUT(x2, "T")
    .OUTPUT(y, TensorType({DT_BOOL}))
    .DATATYPE(T, TensorType({DT_BOOL, DT_INT8, DT_UINT8, DT_INT16, DT_INT32, DT_INT64, DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .OP_END_FACTORY_REG(LogicalOr)

/** y = the bits set in both. */
REG_OP(BitwiseAnd)
    .INPUT(x1, TensorType::IntegerDataType())
    .INPUT(x2, TensorType::IntegerDataType())
    .OUTPUT(y, TensorType::IntegerDataType())
    .OP_END_FACTORY_REG(BitwiseAnd)

/** y = the bits set in one or both. */
REG_OP(BitwiseOr)
    .INPUT(x1, TensorType::IntegerDataType())
    .INPUT(x2, TensorType::IntegerDataType())
    .OUTPUT(y, TensorType::IntegerDataType())
    .OP_END_FACTORY_REG(BitwiseOr)

/** y = the bits set in one of both. */
REG_OP(BitwiseXor)
    .INPUT(x1, TensorType::IntegerDataType())
    .INPUT(x2, TensorType::IntegerDataType())
    .OUTPUT(y, TensorType::IntegerDataType())
    .OP_END_FACTORY_REG(BitwiseXor)

/** z = x with its bits moved y places up. */
REG_OP(LeftShift)
    .INPUT(x, "T")
    .INPUT(y, "T")
    .OUTPUT(z, "T")
    .DATATYPE(T, TensorType({DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8, DT_UINT16, DT_UINT32, DT_UINT64}))
    .OP_END_FACTORY_REG(LeftShift)

/** z = x with its bits moved y places down; the sign bit of signed types fills up. */
REG_OP(RightShift)
    .INPUT(x, "T")
    .INPUT(y, "T")
    .OUTPUT(z, "T")
    .DATATYPE(T, TensorType({DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8, DT_UINT16, DT_UINT32, DT_UINT64}))
    .OP_END_FACTORY_REG(RightShift)

/** y = the larger number; NaN where one is. */
REG_OP(Maximum)
    .INPUT(x1, "T")
    .INPUT(x2, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_INT32, DT_INT64, DT_BF16, DT_INT8, DT_UINT8}))
    .OP_END_FACTORY_REG(Maximum)

/** y = the smaller number; NaN where one is. */
REG_OP(Minimum)
    .INPUT(x1, "T")
    .INPUT(x2, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_BF16, DT_FLOAT, DT_FLOAT16, DT_DOUBLE, DT_INT32, DT_INT64, DT_INT8, DT_UINT8}))
    .OP_END_FACTORY_REG(Minimum)

/** y = x1 / x2; integers are truncated, divided by 0 they give 0. */
REG_OP(Div)
    .INPUT(x1, "T")
    .INPUT(x2, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_INT8, DT_UINT8, DT_INT32, DT_DOUBLE, DT_INT64, DT_UINT16, DT_INT16,
                             DT_COMPLEX64, DT_COMPLEX128, DT_BF16, DT_COMPLEX32}))
    .OP_END_FACTORY_REG(Div)

/** y = x1 / x2: as it is (mode 0), truncated (1) or the floor (2). */
REG_OP(DivV3)
    .INPUT(x1, "T")
    .INPUT(x2, "T")
    .OUTPUT(y, "T")
    .ATTR(mode, Int, 0)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE}))
    .OP_END_FACTORY_REG(DivV3)

/** y = x1 / x2, and 0 where x2 is 0. */
REG_OP(DivNoNan)
    .INPUT(x1, "T")
    .INPUT(x2, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_UINT8, DT_INT8, DT_INT32, DT_FLOAT16, DT_DOUBLE, DT_BF16}))
    .OP_END_FACTORY_REG(DivNoNan)

/** y = x1 * x2, and 0 where x2 is 0 even if x1 is infinite or NaN. */
REG_OP(MulNoNan)
    .INPUT(x1, "T")
    .INPUT(x2, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT32, DT_BF16}))
    .OP_END_FACTORY_REG(MulNoNan)

/** y = the floor of x1 / x2; integers divided by 0 give 0. */
REG_OP(FloorDiv)
    .INPUT(x1, "T")
    .INPUT(x2, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT8, DT_INT32, DT_UINT8, DT_INT64, DT_INT16, DT_UINT16, DT_DOUBLE, DT_BF16}))
    .OP_END_FACTORY_REG(FloorDiv)

/** y = the remainder that belongs to FloorDiv; it has the sign of x2. */
REG_OP(FloorMod)
    .INPUT(x1, "T")
    .INPUT(x2, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_INT32, DT_INT64, DT_FLOAT, DT_FLOAT16, DT_DOUBLE, DT_BF16}))
    .OP_END_FACTORY_REG(FloorMod)

/** y = x1 / x2 without its fraction; integers divided by 0 give 0. */
REG_OP(TruncateDiv)
    .INPUT(x1, "T")
    .INPUT(x2, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_INT8, DT_UINT8, DT_INT32, DT_DOUBLE, DT_UINT16, DT_INT16, DT_INT64}))
    .OP_END_FACTORY_REG(TruncateDiv)

/** y = the remainder that belongs to TruncateDiv; it has the sign of x1. */
REG_OP(TruncateMod)
    .INPUT(x1, "T")
    .INPUT(x2, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_BF16, DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_INT64, DT_INT8, DT_UINT8, DT_INT32}))
    .OP_END_FACTORY_REG(TruncateMod)

/** y = the remainder of the truncated division; it has the sign of x1. */
REG_OP(Mod)
    .INPUT(x1, "T")
    .INPUT(x2, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT32, DT_INT8, DT_UINT8, DT_INT64, DT_DOUBLE, DT_BF16}))
    .OP_END_FACTORY_REG(Mod)

/** y = the greatest common divisor. */
REG_OP(Gcd)
    .INPUT(x1, TensorType::IntegerDataType())
    .INPUT(x2, TensorType::IntegerDataType())
    .OUTPUT(y, TensorType::IntegerDataType())
    .OP_END_FACTORY_REG(Gcd)

/** y = x1 ^ x2. Integers wrap; negative exponents give 0 except for 1 and -1. */
REG_OP(Pow)
    .INPUT(x1, "T")
    .INPUT(x2, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8, DT_UINT16,
                             DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX32, DT_COMPLEX64, DT_COMPLEX128}))
    .OP_END_FACTORY_REG(Pow)

/** y = x1 ^ x2 with one exponent for all. */
REG_OP(Pows)
    .INPUT(x1, "T")
    .INPUT(x2, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE}))
    .OP_END_FACTORY_REG(Pows)

/** y = (x1 - x2)^2. */
REG_OP(SquaredDifference)
    .INPUT(x1, "T")
    .INPUT(x2, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_BF16, DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_INT32, DT_INT64, DT_COMPLEX64, DT_COMPLEX128}))
    .OP_END_FACTORY_REG(SquaredDifference)

/** y = the angle of the point (x2, x1). */
REG_OP(Atan2)
    .INPUT(x1, "T")
    .INPUT(x2, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_DOUBLE, DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OP_END_FACTORY_REG(Atan2)

/** y = x1 * log(x2), and 0 where x1 is 0. */
REG_OP(Xlogy)
    .INPUT(x1, "T")
    .INPUT(x2, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_BF16, DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_COMPLEX64, DT_COMPLEX128}))
    .OP_END_FACTORY_REG(Xlogy)

/** z = x * log(1 + y), and 0 where x is 0. */
REG_OP(Xlog1py)
    .INPUT(x, "T")
    .INPUT(y, "T")
    .OUTPUT(z, "T")
    .DATATYPE(T, TensorType({DT_BF16, DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_COMPLEX64, DT_COMPLEX128}))
    .OP_END_FACTORY_REG(Xlog1py)

/** y = x1 / x2, and 0 where x1 is 0. */
REG_OP(Xdivy)
    .INPUT(x1, "T")
    .INPUT(x2, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_BF16, DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_COMPLEX64, DT_COMPLEX128}))
    .OP_END_FACTORY_REG(Xdivy)

/** z = log(scale * (e^x + e^y) + shift) for `base`; base -1 is e. */
REG_OP(LogAddExp)
    .INPUT(x, "T")
    .INPUT(y, "T")
    .OUTPUT(z, "T")
    .ATTR(base, Float, -1.0)
    .ATTR(scale, Float, 1.0)
    .ATTR(shift, Float, 0.0)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE}))
    .OP_END_FACTORY_REG(LogAddExp)

/** y = |x1 - x2| <= atol + rtol * |x2|, or both equal, or both NaN with `equal_nan`. */
REG_OP(IsClose)
    .INPUT(x1, "T")
    .INPUT(x2, "T")
    .OUTPUT(y, TensorType({DT_BOOL}))
    .ATTR(rtol, Float, 1e-05)
    .ATTR(atol, Float, 1e-08)
    .ATTR(equal_nan, Bool, false)
    .DATATYPE(T, TensorType({DT_COMPLEX128, DT_COMPLEX64, DT_DOUBLE, DT_FLOAT, DT_FLOAT16, DT_INT16, DT_INT32, DT_INT64, DT_INT8, DT_QINT16,
                             DT_QINT32, DT_QINT8, DT_QUINT16, DT_QUINT8, DT_UINT16, DT_UINT32, DT_UINT64, DT_UINT8, DT_BF16, DT_COMPLEX32,
                             DT_BOOL}))
    .OP_END_FACTORY_REG(IsClose)

/** y = |x1 - x2| < tolerance. */
REG_OP(ApproximateEqual)
    .INPUT(x1, TensorType::NumberType())
    .INPUT(x2, TensorType::NumberType())
    .OUTPUT(y, TensorType({DT_BOOL}))
    .ATTR(tolerance, Float, 1e-05)
    .OP_END_FACTORY_REG(ApproximateEqual)

/** y = x1 + alpha * x2. */
REG_OP(Axpy)
    .INPUT(x1, "T")
    .INPUT(x2, "T")
    .OUTPUT(y, "T")
    .REQUIRED_ATTR(alpha, Float)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_INT32, DT_FLOAT16, DT_BF16}))
    .OP_END_FACTORY_REG(Axpy)

/** out = real + i * imag. */
REG_OP(Complex)
    .INPUT(real, "T")
    .INPUT(imag, "T")
    .OUTPUT(out, TensorType({DT_COMPLEX64, DT_COMPLEX128}))
    .ATTR(Tout, Type, DT_COMPLEX64)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_DOUBLE}))
    .OP_END_FACTORY_REG(Complex)

/** out = abs * e^(i * angle). */
REG_OP(Polar)
    .INPUT(abs, TensorType({DT_FLOAT}))
    .INPUT(angle, TensorType({DT_FLOAT}))
    .OUTPUT(out, TensorType({DT_COMPLEX64}))
    .OP_END_FACTORY_REG(Polar)

/** z = dy / (2 * y), with y the result of Sqrt. */
REG_OP(SqrtGrad)
    .INPUT(y, TensorType(UnaryDataType))
    .INPUT(dy, TensorType(UnaryDataType))
    .OUTPUT(z, TensorType(UnaryDataType))
    .OP_END_FACTORY_REG(SqrtGrad)

/** z = -dy * y^3 / 2, with y the result of Rsqrt. */
REG_OP(RsqrtGrad)
    .INPUT(y, "T")
    .INPUT(dy, "T")
    .OUTPUT(z, "T")
    .DATATYPE(T, TensorType({DT_COMPLEX128, DT_COMPLEX64, DT_DOUBLE, DT_FLOAT, DT_FLOAT16, DT_BF16, DT_COMPLEX32, DT_INT32, DT_INT8}))
    .OP_END_FACTORY_REG(RsqrtGrad)

/** y = -grad * x^2, with x the result of Inv. */
REG_OP(InvGrad)
    .INPUT(x, "T")
    .INPUT(grad, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_BF16, DT_FLOAT16, DT_INT32, DT_INT8}))
    .OP_END_FACTORY_REG(InvGrad)

/** z = -dy / sqrt(1 - y^2), with y the argument of Acos. */
REG_OP(AcosGrad)
    .INPUT(y, "T")
    .INPUT(dy, "T")
    .OUTPUT(z, "T")
    .DATATYPE(T, TensorType({DT_BF16, DT_FLOAT16, DT_FLOAT}))
    .OP_END_FACTORY_REG(AcosGrad)

    /** AcosGrad. */
    REG_OP(AcosGradV2)
    .INPUT(y, "T")
    .INPUT(dy, "T")
    .OUTPUT(z, "T")
    .DATATYPE(T, TensorType({DT_BF16, DT_FLOAT16, DT_FLOAT}))
    .OP_END_FACTORY_REG(AcosGradV2)

    /** y = x * mask * value. */
    REG_OP(MaskedScale)
    .INPUT(x, "T")
    .INPUT(mask, TensorType({DT_INT8, DT_UINT8, DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OUTPUT(y, "T")
    .REQUIRED_ATTR(value, Float)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OP_END_FACTORY_REG(MaskedScale)

    /** z = dy / sqrt(1 - y^2), with y the argument of Asin. */
    REG_OP(AsinGrad)
    .INPUT(y, "T")
    .INPUT(dy, "T")
    .OUTPUT(z, "T")
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT32, DT_INT64, DT_COMPLEX64, DT_COMPLEX128}))
    .OP_END_FACTORY_REG(AsinGrad)

/** z = dy / (1 + y^2), with y the argument of Atan. */
REG_OP(AtanGrad)
    .INPUT(y, "T")
    .INPUT(dy, "T")
    .OUTPUT(z, "T")
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OP_END_FACTORY_REG(AtanGrad)

/** z = dy / cosh(y), with y the result of Asinh. */
REG_OP(AsinhGrad)
    .INPUT(y, "T")
    .INPUT(dy, "T")
    .OUTPUT(z, "T")
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OP_END_FACTORY_REG(AsinhGrad)

/** z = dy / sinh(y), with y the result of Acosh. */
REG_OP(AcoshGrad)
    .INPUT(y, "T")
    .INPUT(dy, "T")
    .OUTPUT(z, "T")
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT}))
    .OP_END_FACTORY_REG(AcoshGrad)

/** z = dy * sign(y), with y the argument of Abs. */
REG_OP(AbsGrad)
    .INPUT(y, "T")
    .INPUT(dy, "T")
    .OUTPUT(z, "T")
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OP_END_FACTORY_REG(AbsGrad)

/** y = x1 where the condition is true, else x2. */
REG_OP(Select)
    .INPUT(condition, TensorType({DT_BOOL}))
    .INPUT(x1, "T")
    .INPUT(x2, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_COMPLEX128, DT_COMPLEX64, DT_DOUBLE, DT_FLOAT, DT_FLOAT16, DT_INT16, DT_INT32, DT_INT64, DT_INT8, DT_QINT16,
                             DT_QINT32, DT_QINT8, DT_QUINT16, DT_QUINT8, DT_UINT16, DT_UINT32, DT_UINT64, DT_UINT8, DT_BF16, DT_COMPLEX32,
                             DT_BOOL, DT_STRING}))
    .OP_END_FACTORY_REG(Select)

/** result = then where the condition is true, else `else`. */
REG_OP(SelectV2)
    .INPUT(condition, TensorType({DT_BOOL}))
    .INPUT(then, "T")
    .INPUT(else, "T")
    .OUTPUT(result, "T")
    .DATATYPE(T, TensorType({DT_COMPLEX128, DT_COMPLEX64, DT_DOUBLE, DT_FLOAT, DT_FLOAT16, DT_INT16, DT_INT32, DT_INT64, DT_INT8,
                             DT_UINT16, DT_UINT32, DT_UINT64, DT_UINT8, DT_BOOL, DT_BF16}))
    .OP_END_FACTORY_REG(SelectV2)

/** y = value where the mask is true, else x. */
REG_OP(MaskedFill)
    .INPUT(x, "T")
    .INPUT(mask, TensorType({DT_BOOL}))
    .INPUT(value, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_BF16, DT_FLOAT16, DT_INT8, DT_INT32, DT_INT64, DT_BOOL}))
    .OP_END_FACTORY_REG(MaskedFill)

/** y = x limited to [clip_value_min, clip_value_max]. */
REG_OP(ClipByValue)
    .INPUT(x, "T")
    .INPUT(clip_value_min, "T")
    .INPUT(clip_value_max, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_COMPLEX128, DT_COMPLEX64, DT_DOUBLE, DT_FLOAT, DT_FLOAT16, DT_INT16, DT_INT32, DT_INT64, DT_INT8,
                             DT_QINT32, DT_QINT8, DT_QUINT8, DT_UINT16, DT_UINT8, DT_BF16, DT_COMPLEX32}))
    .OP_END_FACTORY_REG(ClipByValue)

/** y = x limited to [clip_value_min, clip_value_max]; NaN stays. */
REG_OP(ClipByValueV2)
    .INPUT(x, TensorType::NumberType())
    .INPUT(clip_value_min, TensorType::NumberType())
    .INPUT(clip_value_max, TensorType::NumberType())
    .OUTPUT(y, TensorType::NumberType())
    .OP_END_FACTORY_REG(ClipByValueV2)

/** y = x where assist1 is 1, assist2 where it is 0: the value at the indices along `dim`. */
REG_OP(IndexFillD)
    .INPUT(x, "T")
    .INPUT(assist1, "T")
    .INPUT(assist2, "T")
    .OUTPUT(y, "T")
    .REQUIRED_ATTR(dim, Int)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT32}))
    .OP_END_FACTORY_REG(IndexFillD)

/** y = start + weight * (end - start), exact at both ends. */
REG_OP(Lerp)
    .INPUT(start, "T")
    .INPUT(end, "T")
    .INPUT(weight, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OP_END_FACTORY_REG(Lerp)

/** y = x1 * x2 + x3. */
REG_OP(FusedMulAdd)
    .INPUT(x1, "T")
    .INPUT(x2, "T")
    .INPUT(x3, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT32}))
    .OP_END_FACTORY_REG(FusedMulAdd)

/** y = x1 * x3 + x2; x3 is one number. */
REG_OP(FusedMulAddN)
    .INPUT(x1, "T")
    .INPUT(x2, "T")
    .INPUT(x3, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_INT32, DT_INT16, DT_BF16}))
    .OP_END_FACTORY_REG(FusedMulAddN)

/** y = input_data + value * x1 * x2. */
REG_OP(Addcmul)
    .INPUT(input_data, "T")
    .INPUT(x1, "T")
    .INPUT(x2, "T")
    .INPUT(value, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT, DT_INT8, DT_INT32, DT_UINT8, DT_DOUBLE, DT_INT64}))
    .OP_END_FACTORY_REG(Addcmul)

/** y = input_data + value * x1 / x2. */
REG_OP(Addcdiv)
    .INPUT(input_data, "T")
    .INPUT(x1, "T")
    .INPUT(x2, "T")
    .INPUT(value, "T2")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT, DT_DOUBLE, DT_INT64}))
    .DATATYPE(T2, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT, DT_INT32, DT_DOUBLE, DT_INT64}))
    .OP_END_FACTORY_REG(Addcdiv)

/** y = x1 + x2. */
REG_OP(AddV2)
    .INPUT(x1, TensorType({DT_FLOAT, DT_INT32, DT_INT64, DT_FLOAT16, DT_INT16, DT_INT8, DT_UINT8, DT_DOUBLE, DT_COMPLEX64,
                           DT_BF16, DT_COMPLEX128}))
    .INPUT(x2, TensorType({DT_FLOAT, DT_INT32, DT_INT64, DT_FLOAT16, DT_INT16, DT_INT8, DT_UINT8, DT_DOUBLE, DT_COMPLEX64,
                           DT_BF16, DT_COMPLEX128}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_INT32, DT_INT64, DT_FLOAT16, DT_INT16, DT_INT8, DT_UINT8, DT_DOUBLE, DT_COMPLEX64,
                           DT_BF16, DT_COMPLEX128}))
    .OP_END_FACTORY_REG(AddV2)

/** ref += value. */
REG_OP(AssignAdd)
    .INPUT(ref, TensorType::BasicType())
    .INPUT(value, TensorType::BasicType())
    .OUTPUT(ref, TensorType::BasicType())
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(AssignAdd)

/** var -= value. */
REG_OP(AssignSub)
    .INPUT(var, TensorType::NumberType())
    .INPUT(value, TensorType::NumberType())
    .OUTPUT(var, TensorType::NumberType())
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(AssignSub)

/** z = -dy * y * y, with y the result of Reciprocal. */
REG_OP(ReciprocalGrad)
    .INPUT(y, TensorType::UnaryDataType())
    .INPUT(dy, TensorType::UnaryDataType())
    .OUTPUT(z, TensorType::UnaryDataType())
    .OP_END_FACTORY_REG(ReciprocalGrad)

/** y = x1 * x2 + x3 + x4. */
REG_OP(FusedMulAddAdd)
    .INPUT(x1, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT32}))
    .INPUT(x2, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT32}))
    .INPUT(x3, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT32}))
    .INPUT(x4, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT32}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT32}))
    .OP_END_FACTORY_REG(FusedMulAddAdd)

/** c = c * beta + alpha * a * b, broadcast. */
REG_OP(AddMatMatElements)
    .INPUT(c, "T")
    .INPUT(a, "T")
    .INPUT(b, "T")
    .INPUT(beta, "T")
    .INPUT(alpha, "T")
    .OUTPUT(c, "T")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16}))
    .OP_END_FACTORY_REG(AddMatMatElements)
}  // namespace ge

#endif  // OPSTRATA_OPERATORS_ELEMENTWISE_ARITHMETIC_PROTO_H_
