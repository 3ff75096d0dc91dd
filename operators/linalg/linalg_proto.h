/// @file
/// Prototypes of decompositions, determinants and systems of equations. Matrices are the last two dimensions,
/// everything before them a batch. Results are computed in float64 or complex128 and rounded once.
#ifndef OPSTRATA_OPERATORS_LINALG_PROTO_H_
#define OPSTRATA_OPERATORS_LINALG_PROTO_H_

#include "graph/operator_reg.h"

namespace ge {
/** y: lower triangular with y * adjoint(y) = x, or with `upper` upper triangular with adjoint(y) * y = x. x is positive
 * definite. */
REG_OP(Cholesky)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .ATTR(upper, Bool, false)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_DOUBLE, DT_FLOAT16, DT_COMPLEX64, DT_COMPLEX128}))
    .OP_END_FACTORY_REG(Cholesky)

    /**
     * x [m, n] = q * r, q orthonormal, r upper triangular, by Householder reflections. With k = min(m, n): q [m, k], r
     * [k, n], or with `full_matrices` q [m, m], r [m, n].
     */
    REG_OP(Qr)
    .INPUT(x, "T")
    .OUTPUT(q, "T")
    .OUTPUT(r, "T")
    .ATTR(full_matrices, Bool, false)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_COMPLEX64, DT_COMPLEX128}))
    .OP_END_FACTORY_REG(Qr)

    /**
     * x [m, n] = u * diag(sigma) * adjoint(v); sigma descends. With k = min(m, n): u [m, k], v [n, k], or with
     * `full_matrices` u [m, m], v [n, n]; without `compute_uv` they are empty.
     */
    REG_OP(Svd)
    .INPUT(x, "T")
    .OUTPUT(sigma, "T")
    .OUTPUT(u, "T")
    .OUTPUT(v, "T")
    .ATTR(compute_uv, Bool, true)
    .ATTR(full_matrices, Bool, false)
    .DATATYPE(T, TensorType({DT_DOUBLE, DT_FLOAT}))
    .OP_END_FACTORY_REG(Svd)

    /** matrix * y = rhs, or with `adjoint` adjoint(matrix) * y = rhs; of matrix only the lower triangle counts, or the
       upper one. */
    REG_OP(MatrixTriangularSolve)
    .INPUT(matrix, "T")
    .INPUT(rhs, "T")
    .OUTPUT(y, "T")
    .ATTR(lower, Bool, true)
    .ATTR(adjoint, Bool, false)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_DOUBLE, DT_COMPLEX64, DT_COMPLEX128}))
    .OP_END_FACTORY_REG(MatrixTriangularSolve)

    /** matrix * y = rhs, or with `adjoint` adjoint(matrix) * y = rhs. */
    REG_OP(MatrixSolve)
    .INPUT(matrix, "T")
    .INPUT(rhs, "T")
    .OUTPUT(y, "T")
    .ATTR(adjoint, Bool, false)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_DOUBLE, DT_COMPLEX64, DT_COMPLEX128}))
    .OP_END_FACTORY_REG(MatrixSolve)

    /** y = the inverse of x, or with `adjoint` that of adjoint(x). */
    REG_OP(MatrixInverse)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .ATTR(adjoint, Bool, false)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_DOUBLE, DT_COMPLEX64, DT_COMPLEX128}))
    .OP_END_FACTORY_REG(MatrixInverse)

    /** y = the determinant of x. */
    REG_OP(MatrixDeterminant)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_DOUBLE, DT_COMPLEX64, DT_COMPLEX128}))
    .OP_END_FACTORY_REG(MatrixDeterminant)

    /** determinant of x = sign * exp(y), sign of absolute value 1; 0 and -infinity for a singular x. */
    REG_OP(LogMatrixDeterminant)
    .INPUT(x, "T")
    .OUTPUT(sign, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_DOUBLE, DT_COMPLEX64, DT_COMPLEX128}))
    .OP_END_FACTORY_REG(LogMatrixDeterminant)

    /** LogMatrixDeterminant of real matrices. */
    REG_OP(Slogdet)
    .INPUT(self, "T")
    .OUTPUT(signOut, "T")
    .OUTPUT(logOut, "T")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_DOUBLE}))
    .OP_END_FACTORY_REG(Slogdet)

    /** out = the logarithm of the determinant of self: NaN where that is negative. */
    REG_OP(Logdet)
    .INPUT(self, "T")
    .OUTPUT(out, "T")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_DOUBLE}))
    .OP_END_FACTORY_REG(Logdet)
}  // namespace ge

#endif  // OPSTRATA_OPERATORS_LINALG_PROTO_H_
