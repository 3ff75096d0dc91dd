/// @file
/// Prototypes of operators between matrices and their diagonals. Diagonal k lies k columns to the right of the main
/// one. Several diagonals [k[0], k[1]] are the rows of a matrix, the highest first; the shorter ones lie left or right
/// in their rows, as align says of those above and those below the main one. Matrices may be stacked.
#ifndef OPSTRATA_OPERATORS_DIAGONALS_PROTO_H_
#define OPSTRATA_OPERATORS_DIAGONALS_PROTO_H_

#include "graph/operator_reg.h"

namespace ge {
/** y has the shape of x twice; y[i, i] = x[i] for every index i of x, else 0. */
REG_OP(Diag)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T,
              TensorType({DT_FLOAT16, DT_FLOAT, DT_DOUBLE, DT_BF16, DT_INT32, DT_INT64, DT_COMPLEX64, DT_COMPLEX128}))
    .OP_END_FACTORY_REG(Diag)

    /** y[i] = x[i, i] for every index i in the first half of the dimensions of x, which are those of its second half.
     */
    REG_OP(DiagPart)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_INT32, DT_INT64, DT_DOUBLE, DT_COMPLEX64, DT_COMPLEX128}))
    .OP_END_FACTORY_REG(DiagPart)

    /** y = square matrices with the rows of x as main diagonals, else 0. */
    REG_OP(MatrixDiag)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_COMPLEX128, DT_COMPLEX64, DT_DOUBLE,   DT_FLOAT,       DT_FLOAT16,       DT_INT16,
                             DT_INT32,      DT_INT64,     DT_INT8,     DT_QINT16,      DT_QINT32,        DT_QINT8,
                             DT_QUINT16,    DT_QUINT8,    DT_UINT16,   DT_UINT32,      DT_UINT64,        DT_UINT8,
                             DT_BF16,       DT_COMPLEX32, DT_HIFLOAT8, DT_FLOAT8_E5M2, DT_FLOAT8_E4M3FN, DT_BOOL}))
    .OP_END_FACTORY_REG(MatrixDiag)

    /**
     * output = matrices with num_rows and num_cols (-1: as few as the diagonals need) with the diagonals k, else
     * padding_value; shorter diagonals lie left in their rows.
     */
    REG_OP(MatrixDiagV2)
    .INPUT(diagonal, "T")
    .INPUT(k, TensorType({DT_INT32}))
    .INPUT(num_rows, TensorType({DT_INT32}))
    .INPUT(num_cols, TensorType({DT_INT32}))
    .INPUT(padding_value, "T")
    .OUTPUT(output, "T")
    .DATATYPE(T, TensorType::BasicType())
    .OP_END_FACTORY_REG(MatrixDiagV2)

    /** MatrixDiagV2 with align: LEFT_RIGHT, RIGHT_LEFT, LEFT_LEFT or RIGHT_RIGHT. */
    REG_OP(MatrixDiagV3)
    .INPUT(x, "T")
    .INPUT(k, TensorType({DT_INT32}))
    .INPUT(num_rows, TensorType({DT_INT32}))
    .INPUT(num_cols, TensorType({DT_INT32}))
    .INPUT(padding_value, "T")
    .OUTPUT(y, "T")
    .ATTR(align, String, "RIGHT_LEFT")
    .DATATYPE(T, TensorType({DT_COMPLEX128, DT_COMPLEX64, DT_DOUBLE, DT_FLOAT,  DT_FLOAT16, DT_INT16,     DT_INT32,
                             DT_INT64,      DT_INT8,      DT_QINT16, DT_QINT32, DT_QINT8,   DT_QUINT16,   DT_QUINT8,
                             DT_UINT16,     DT_UINT32,    DT_UINT64, DT_UINT8,  DT_BF16,    DT_COMPLEX32, DT_BOOL}))
    .OP_END_FACTORY_REG(MatrixDiagV3)

    /** y = the main diagonals of x. */
    REG_OP(MatrixDiagPart)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType::BasicType())
    .OP_END_FACTORY_REG(MatrixDiagPart)

    /** diagonal = the diagonals k of input, filled up with padding_value on the right. */
    REG_OP(MatrixDiagPartV2)
    .INPUT(input, "T")
    .INPUT(k, TensorType({DT_INT32}))
    .INPUT(padding_value, "T")
    .OUTPUT(diagonal, "T")
    .DATATYPE(T, TensorType::BasicType())
    .OP_END_FACTORY_REG(MatrixDiagPartV2)

    /** MatrixDiagPartV2 with align. */
    REG_OP(MatrixDiagPartV3)
    .INPUT(x, "T")
    .INPUT(k, TensorType({DT_INT32}))
    .INPUT(padding_value, "T")
    .OUTPUT(y, "T")
    .ATTR(align, String, "RIGHT_LEFT")
    .DATATYPE(T, TensorType::BasicType())
    .OP_END_FACTORY_REG(MatrixDiagPartV3)

    /** y = x with `diagonal` as main diagonals. */
    REG_OP(MatrixSetDiag)
    .INPUT(x, "T")
    .INPUT(diagonal, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType::BasicType())
    .OP_END_FACTORY_REG(MatrixSetDiag)

    /** output = input with `diagonal` as diagonals k; shorter ones lie left in their rows. */
    REG_OP(MatrixSetDiagV2)
    .INPUT(input, "T")
    .INPUT(diagonal, "T")
    .INPUT(k, TensorType({DT_INT32}))
    .OUTPUT(output, "T")
    .DATATYPE(T, TensorType::BasicType())
    .OP_END_FACTORY_REG(MatrixSetDiagV2)
}  // namespace ge

#endif  // OPSTRATA_OPERATORS_DIAGONALS_PROTO_H_
