/// @file
/// Prototypes of the functions of one number (elementwise/math.def).
#ifndef OPSTRATA_OPERATORS_ELEMENTWISE_MATH_PROTO_H_
#define OPSTRATA_OPERATORS_ELEMENTWISE_MATH_PROTO_H_

#include "graph/operator_reg.h"

namespace ge {
/** y = the absolute value of x. */
REG_OP(Abs)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8, DT_UINT16,
                             DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX32, DT_COMPLEX64, DT_COMPLEX128}))
    .OP_END_FACTORY_REG(Abs)

/** y = -1, 0 or 1 by the sign of x; x / |x| for complex numbers; 0 for NaN. */
REG_OP(Sign)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT, DT_DOUBLE, DT_INT32, DT_INT64, DT_COMPLEX64, DT_COMPLEX128}))
    .OP_END_FACTORY_REG(Sign)

/** y = whether the sign bit of x is set; true for -0.0. */
REG_OP(Signbit)
    .INPUT(x, TensorType::RealNumberType())
    .OUTPUT(y, TensorType({DT_BOOL}))
    .OP_END_FACTORY_REG(Signbit)

/** y = x * x. */
REG_OP(Square)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_DOUBLE, DT_FLOAT16, DT_FLOAT, DT_BF16, DT_INT32, DT_INT64, DT_COMPLEX64, DT_COMPLEX128}))
    .OP_END_FACTORY_REG(Square)

/** y = the square root of x. */
REG_OP(Sqrt)
    .INPUT(x, TensorType{(DT_BF16, DT_FLOAT, DT_FLOAT16, DT_DOUBLE, DT_COMPLEX64, DT_COMPLEX128)})
    .OUTPUT(y, TensorType{(DT_BF16, DT_FLOAT, DT_FLOAT16, DT_DOUBLE, DT_COMPLEX64, DT_COMPLEX128)})
    .OP_END_FACTORY_REG(Sqrt)

/** y = 1 / sqrt(x). */
REG_OP(Rsqrt)
    .INPUT(x, TensorType::UnaryDataType())
    .OUTPUT(y, TensorType::UnaryDataType())
    .OP_END_FACTORY_REG(Rsqrt)

/** y = 1 / x. */
REG_OP(Reciprocal)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_DOUBLE, DT_FLOAT16, DT_COMPLEX64, DT_COMPLEX128, DT_BF16}))
    .OP_END_FACTORY_REG(Reciprocal)

/** y = 1 / x; for integers truncated, 0 for 0. */
REG_OP(Inv)
    .INPUT(x, "T")
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT32, DT_BF16}))
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_INT32, DT_INT64, DT_COMPLEX64, DT_COMPLEX128, DT_BF16}))
    .OP_END_FACTORY_REG(Inv)

/** y = the largest integer not above x. */
REG_OP(Floor)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_DOUBLE, DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OP_END_FACTORY_REG(Floor)

/** y = the smallest integer not below x. */
REG_OP(Ceil)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_DOUBLE, DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OP_END_FACTORY_REG(Ceil)

/** The integer part of input_x. */
REG_OP(Trunc)
    .INPUT(input_x, "T")
    .OUTPUT(output_y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT, DT_INT8, DT_INT32, DT_UINT8}))
    .OP_END_FACTORY_REG(Trunc)

/** y = the integer nearest to x, of two the even one. */
REG_OP(Rint)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_BF16}))
    .OP_END_FACTORY_REG(Rint)

/** y = x rounded to `decimals` places, halves to even; negative ones are places before the point. Integers stay. */
REG_OP(Round)
    .INPUT(x, TensorType(DT_FLOAT16, DT_BF16, DT_FLOAT, DT_INT32, DT_INT64, DT_DOUBLE))
    .OUTPUT(y, TensorType(DT_FLOAT16, DT_BF16, DT_FLOAT, DT_INT32, DT_INT64, DT_DOUBLE))
    .ATTR(decimals, Int, 0)
    .OP_END_FACTORY_REG(Round)

/** y = base ^ (scale * x + shift); base -1 is e. */
REG_OP(Exp)
    .INPUT(x, TensorType::UnaryDataType())
    .OUTPUT(y, TensorType::UnaryDataType())
    .ATTR(base, Float, -1.0)
    .ATTR(scale, Float, 1.0)
    .ATTR(shift, Float, 0.0)
    .OP_END_FACTORY_REG(Exp)

/** y = e^x - 1, exact near 0. */
REG_OP(Expm1)
    .INPUT(x, TensorType::UnaryDataType())
    .OUTPUT(y, TensorType::UnaryDataType())
    .OP_END_FACTORY_REG(Expm1)

/** y = the logarithm of (scale * x + shift) for `base`; base -1 is e. */
REG_OP(Log)
    .INPUT(x, "T")
    .OUTPUT(y, TensorType::UnaryDataType())
    .ATTR(base, Float, -1.0)
    .ATTR(scale, Float, 1.0)
    .ATTR(shift, Float, 0.0)
    .DATATYPE(T, TensorType({DT_UINT8, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_FLOAT, DT_DOUBLE, DT_FLOAT16, DT_BF16, DT_BOOL,
                             DT_COMPLEX64, DT_COMPLEX128}))
    .OP_END_FACTORY_REG(Log)

/** y = log(1 + x), exact near 0. */
REG_OP(Log1p)
    .INPUT(x, TensorType::UnaryDataType())
    .OUTPUT(y, TensorType::UnaryDataType())
    .OP_END_FACTORY_REG(Log1p)

/** y = sin(x). */
REG_OP(Sin)
    .INPUT(x, TensorType::UnaryDataType())
    .OUTPUT(y, TensorType::UnaryDataType())
    .OP_END_FACTORY_REG(Sin)

/** y = cos(x). */
REG_OP(Cos)
    .INPUT(x, TensorType::UnaryDataType())
    .OUTPUT(y, TensorType::UnaryDataType())
    .OP_END_FACTORY_REG(Cos)

/** y = tan(x). */
REG_OP(Tan)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_BF16, DT_FLOAT16, DT_DOUBLE, DT_COMPLEX64, DT_COMPLEX128, DT_INT32}))
    .OP_END_FACTORY_REG(Tan)

/** y = the angle in [-pi/2, pi/2] whose sine is x. */
REG_OP(Asin)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_DOUBLE, DT_INT32, DT_INT64, DT_COMPLEX64, DT_COMPLEX128}))
    .OP_END_FACTORY_REG(Asin)

/** y = the angle in [0, pi] whose cosine is x. */
REG_OP(Acos)
    .INPUT(x, TensorType::UnaryDataType())
    .OUTPUT(y, TensorType::UnaryDataType())
    .OP_END_FACTORY_REG(Acos)

/** y = the angle in (-pi/2, pi/2) whose tangent is x. */
REG_OP(Atan)
    .INPUT(x, TensorType::UnaryDataType())
    .OUTPUT(y, TensorType::UnaryDataType())
    .OP_END_FACTORY_REG(Atan)

/** y = sinh(x). */
REG_OP(Sinh)
    .INPUT(x, TensorType::UnaryDataType())
    .OUTPUT(y, TensorType::UnaryDataType())
    .OP_END_FACTORY_REG(Sinh)

/** y = cosh(x). */
REG_OP(Cosh)
    .INPUT(x, TensorType::UnaryDataType())
    .OUTPUT(y, TensorType::UnaryDataType())
    .OP_END_FACTORY_REG(Cosh)

/** y = tanh(x). */
REG_OP(Tanh)
    .INPUT(x, TensorType::UnaryDataType())
    .OUTPUT(y, TensorType::UnaryDataType())
    .OP_END_FACTORY_REG(Tanh)

/** y = the number whose hyperbolic sine is x. */
REG_OP(Asinh)
    .INPUT(x, TensorType::UnaryDataType())
    .OUTPUT(y, TensorType::UnaryDataType())
    .OP_END_FACTORY_REG(Asinh)

    /** Asinh. */
    REG_OP(AsinhV2)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OP_END_FACTORY_REG(AsinhV2)

    /** Asinh. */
    REG_OP(AsinhWithAgent)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT}))
    .OP_END_FACTORY_REG(AsinhWithAgent)

    /** Asin, of integers as float32. */
    REG_OP(AsinWithAgent)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8, DT_BOOL}))
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE}))
    .OP_END_FACTORY_REG(AsinWithAgent)

    /** y = the number, at least 0, whose hyperbolic cosine is x. */
    REG_OP(Acosh)
    .INPUT(x, TensorType::UnaryDataType())
    .OUTPUT(y, TensorType::UnaryDataType())
    .OP_END_FACTORY_REG(Acosh)

/** y = the number whose hyperbolic tangent is x. */
REG_OP(Atanh)
    .INPUT(x, TensorType::UnaryDataType())
    .OUTPUT(y, TensorType::UnaryDataType())
    .OP_END_FACTORY_REG(Atanh)

/** y = sin(pi x) / (pi x), and 1 for 0. */
REG_OP(Sinc)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OP_END_FACTORY_REG(Sinc)

/** y = the error function of x. */
REG_OP(Erf)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_DOUBLE, DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OP_END_FACTORY_REG(Erf)

/** y = 1 - erf(x), exact for large x. */
REG_OP(Erfc)
    .INPUT(x, TensorType::FloatingDataType())
    .OUTPUT(y, TensorType::FloatingDataType())
    .OP_END_FACTORY_REG(Erfc)

/** output_y = the number whose error function is input_x. */
REG_OP(Erfinv)
    .INPUT(input_x, "T")
    .OUTPUT(output_y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16}))
    .OP_END_FACTORY_REG(Erfinv)

/** y = the quantile of the standard normal distribution at x. */
REG_OP(Ndtri)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE}))
    .OP_END_FACTORY_REG(Ndtri)

/** y = log |gamma(x)|. */
REG_OP(Lgamma)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE}))
    .OP_END_FACTORY_REG(Lgamma)

/** y = the slope of log gamma at x. */
REG_OP(Digamma)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE}))
    .OP_END_FACTORY_REG(Digamma)

/** y = the integral of cos(pi / 2 t^2) from 0 to x. */
REG_OP(FresnelCos)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_BF16, DT_FLOAT16, DT_FLOAT, DT_DOUBLE}))
    .OP_END_FACTORY_REG(FresnelCos)

/** y = the integral of sin(pi / 2 t^2) from 0 to x. */
REG_OP(FresnelSin)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_BF16, DT_FLOAT16, DT_FLOAT, DT_DOUBLE}))
    .OP_END_FACTORY_REG(FresnelSin)

/** y = the modified Bessel function of order 0, divided by exp(|x|). */
REG_OP(BesselI0e)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_BF16, DT_FLOAT16, DT_FLOAT, DT_DOUBLE}))
    .OP_END_FACTORY_REG(BesselI0e)

/** y = the modified Bessel function of order 1, divided by exp(|x|). */
REG_OP(BesselI1e)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_BF16, DT_FLOAT16, DT_FLOAT, DT_DOUBLE}))
    .OP_END_FACTORY_REG(BesselI1e)

/** y = the integral of exp(t^2 - x^2) from 0 to x. */
REG_OP(Dawsn)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_BF16, DT_FLOAT16, DT_FLOAT, DT_DOUBLE}))
    .OP_END_FACTORY_REG(Dawsn)

/** y = the integral of log(t) / (1 - t) from 1 to x; NaN where x is negative. */
REG_OP(Spence)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_BF16, DT_FLOAT16, DT_FLOAT, DT_DOUBLE}))
    .OP_END_FACTORY_REG(Spence)

/** y = whether x is neither infinite nor NaN. */
REG_OP(IsFinite)
    .INPUT(x, "T")
    .OUTPUT(y, TensorType({DT_BOOL}))
    .DATATYPE(T, TensorType({DT_BF16, DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_BOOL, DT_UINT8, DT_INT8, DT_UINT16, DT_INT16, DT_INT32,
                             DT_UINT32, DT_UINT64, DT_INT64}))
    .OP_END_FACTORY_REG(IsFinite)

/** y = whether x is infinite. */
REG_OP(IsInf)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_BF16}))
    .OUTPUT(y, TensorType({DT_BOOL}))
    .OP_END_FACTORY_REG(IsInf)

/** y = whether x is NaN. */
REG_OP(IsNan)
    .INPUT(x, TensorType({DT_FLOAT16, DT_BF16, DT_FLOAT, DT_DOUBLE}))
    .OUTPUT(y, TensorType({DT_BOOL}))
    .OP_END_FACTORY_REG(IsNan)

/** y = whether x is +infinity. */
REG_OP(IsPosInf)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_BFLOAT16}))
    .OUTPUT(y, TensorType({DT_BOOL}))
    .OP_END_FACTORY_REG(IsPosInf)

/** y = whether x is -infinity. */
REG_OP(IsNegInf)
    .INPUT(x, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_BFLOAT16}))
    .OUTPUT(y, TensorType({DT_BOOL}))
    .OP_END_FACTORY_REG(IsNegInf)

/** y = x with NaN, +infinity and -infinity replaced by the attributes. */
REG_OP(NanToNum)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .REQUIRED_ATTR(nan, Float)
    .REQUIRED_ATTR(posinf, Float)
    .REQUIRED_ATTR(neginf, Float)
    .DATATYPE(T, TensorType({DT_BF16, DT_FLOAT16, DT_FLOAT}))
    .OP_END_FACTORY_REG(NanToNum)

/** y = whether x is false (0). */
REG_OP(LogicalNot)
    .INPUT(x, TensorType({DT_BOOL}))
    .OUTPUT(y, TensorType({DT_BOOL}))
    .OP_END_FACTORY_REG(LogicalNot)

/** y = x with all bits inverted. */
REG_OP(Invert)
    .INPUT(x, TensorType::IntegerDataType())
    .OUTPUT(y, TensorType::IntegerDataType())
    .OP_END_FACTORY_REG(Invert)

/** y = x + value. */
REG_OP(Adds)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .REQUIRED_ATTR(value, Float)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_INT16, DT_INT32, DT_FLOAT16, DT_BF16, DT_INT64}))
    .OP_END_FACTORY_REG(Adds)

/** y = x * value. */
REG_OP(Muls)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .REQUIRED_ATTR(value, Float)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_INT16, DT_INT32, DT_INT64, DT_FLOAT16, DT_BF16, DT_COMPLEX32, DT_COMPLEX64}))
    .OP_END_FACTORY_REG(Muls)

/** y = `value` in the shape of x. */
REG_OP(Fills)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .REQUIRED_ATTR(value, Float)
    .DATATYPE(T, TensorType({DT_COMPLEX128, DT_COMPLEX64, DT_DOUBLE, DT_FLOAT, DT_FLOAT16, DT_INT16, DT_INT32, DT_INT64, DT_INT8, DT_QINT16,
                             DT_QINT32, DT_QINT8, DT_QUINT16, DT_QUINT8, DT_UINT16, DT_UINT32, DT_UINT64, DT_UINT8, DT_BF16, DT_COMPLEX32,
                             DT_BOOL}))
    .OP_END_FACTORY_REG(Fills)

/** y = (scale * x + shift) ^ power. */
REG_OP(Power)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .ATTR(power, Float, 1.0)
    .ATTR(scale, Float, 1.0)
    .ATTR(shift, Float, 0.0)
    .DATATYPE(T, TensorType({DT_BF16, DT_FLOAT16, DT_FLOAT}))
    .OP_END_FACTORY_REG(Power)

/** y = |x| of a complex number. */
REG_OP(ComplexAbs)
    .INPUT(x, TensorType({DT_COMPLEX64, DT_COMPLEX128}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_DOUBLE}))
    .ATTR(Tout, Type, DT_FLOAT)
    .OP_END_FACTORY_REG(ComplexAbs)

/** output = the real part of input. Its type follows from that of input; `Tout` repeats it. */
REG_OP(Real)
    .INPUT(input, "T")
    .OUTPUT(output, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE}))
    .ATTR(Tout, Int, 0)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8, DT_UINT16,
                             DT_UINT32, DT_UINT64, DT_BOOL, DT_COMPLEX32, DT_COMPLEX64, DT_COMPLEX128}))
    .OP_END_FACTORY_REG(Real)

/** output = the imaginary part of input. */
REG_OP(Imag)
    .INPUT(input, TensorType({DT_COMPLEX64, DT_COMPLEX128}))
    .OUTPUT(output, TensorType({DT_FLOAT, DT_DOUBLE}))
    .ATTR(Tout, Type, DT_FLOAT)
    .OP_END_FACTORY_REG(Imag)

/** output = the angle of the complex number input. */
REG_OP(Angle)
    .INPUT(input, TensorType({DT_COMPLEX64, DT_COMPLEX128}))
    .OUTPUT(output, TensorType({DT_FLOAT, DT_DOUBLE}))
    .ATTR(Tout, Type, DT_FLOAT)
    .OP_END_FACTORY_REG(Angle)

/** y = the angle of x; 0 or pi for real numbers. */
REG_OP(AngleV2)
    .INPUT(x, "T")
    .OUTPUT(y, TensorType({DT_FLOAT16, DT_FLOAT}))
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_COMPLEX64, DT_BOOL, DT_UINT8, DT_INT8, DT_INT16, DT_INT32, DT_INT64}))
    .OP_END_FACTORY_REG(AngleV2)

/** output = the conjugate of input. */
REG_OP(Conj)
    .INPUT(input, "T")
    .OUTPUT(output, "T")
    .DATATYPE(T, TensorType({DT_COMPLEX64, DT_COMPLEX128}))
    .OP_END_FACTORY_REG(Conj)

/** y = 0 in the shape and type of x. */
REG_OP(ZerosLike)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_COMPLEX128, DT_COMPLEX64, DT_DOUBLE, DT_FLOAT, DT_FLOAT16, DT_INT16, DT_INT32, DT_INT64, DT_INT8, DT_QINT16,
                             DT_QINT32, DT_QINT8, DT_QUINT16, DT_QUINT8, DT_UINT16, DT_UINT32, DT_UINT64, DT_UINT8, DT_BF16, DT_COMPLEX32,
                             DT_VARIANT, DT_FLOAT8_E5M2, DT_FLOAT8_E4M3FN, DT_HIFLOAT8, DT_FLOAT4_E1M2, DT_FLOAT4_E2M1}))
    .OP_END_FACTORY_REG(ZerosLike)

/** y = 1 in the shape and type of x. */
REG_OP(OnesLike)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_INT8, DT_UINT8, DT_INT16, DT_INT32, DT_INT64, DT_COMPLEX128,
                             DT_BOOL, DT_BF16}))
    .OP_END_FACTORY_REG(OnesLike)
}  // namespace ge

#endif  // OPSTRATA_OPERATORS_ELEMENTWISE_MATH_PROTO_H_
