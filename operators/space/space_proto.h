/// @file
/// Prototypes of operators that trade the space of images for channels or batches and back, and that reverse the
/// beginnings of sequences. They move elements, so every type of whole bytes does.
#ifndef OPSTRATA_OPERATORS_SPACE_PROTO_H_
#define OPSTRATA_OPERATORS_SPACE_PROTO_H_

#include "graph/operator_reg.h"

namespace ge {
/**
 * y = x with blocks of channels spread over block_size * block_size points. mode: DCR (the place in the block is
 * the outer part of a channel's number) or CRD (the inner part). data_format: NHWC or NCHW.
 */
REG_OP(DepthToSpace)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .REQUIRED_ATTR(block_size, Int)
    .ATTR(mode, String, "DCR")
    .ATTR(data_format, String, "NHWC")
    .DATATYPE(T, TensorType::BasicType())
    .OP_END_FACTORY_REG(DepthToSpace)

    /**
     * y = x with the points of each block of block_size * block_size as channels, the place in the block being the
     * outer part of a channel's number. data_format: NHWC or NCHW.
     */
    REG_OP(SpaceToDepth)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .REQUIRED_ATTR(block_size, Int)
    .ATTR(data_format, String, "NHWC")
    .DATATYPE(T, TensorType::BasicType())
    .OP_END_FACTORY_REG(SpaceToDepth)

    /**
     * The dimensions after the first, as many as block_shape has numbers, are padded with zeros (paddings [m, 2]:
     * before, after) and cut into blocks; the place in the block becomes the outer part of the batch's number.
     */
    REG_OP(SpaceToBatchND)
    .INPUT(x, "T")
    .INPUT(block_shape, TensorType::IndexNumberType())
    .INPUT(paddings, TensorType::IndexNumberType())
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType::BasicType())
    .OP_END_FACTORY_REG(SpaceToBatchND)

    /**
     * What SpaceToBatchND undoes: the outer part of the batch's number becomes the place in a block; crops [m, 2]
     * elements are left out at the beginning and the end of each dimension.
     */
    REG_OP(BatchToSpaceND)
    .INPUT(x, "T")
    .INPUT(block_shape, TensorType::IndexNumberType())
    .INPUT(crops, TensorType::IndexNumberType())
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_COMPLEX128, DT_COMPLEX64, DT_DOUBLE, DT_FLOAT,  DT_FLOAT16, DT_INT16,     DT_INT32,
                             DT_INT64,      DT_INT8,      DT_QINT16, DT_QINT32, DT_QINT8,   DT_QUINT16,   DT_QUINT8,
                             DT_UINT16,     DT_UINT32,    DT_UINT64, DT_UINT8,  DT_BF16,    DT_COMPLEX32, DT_BOOL}))
    .OP_END_FACTORY_REG(BatchToSpaceND)

    /**
     * SpaceToBatchND of images [n, height, width, channels] with blocks of block_size * block_size and paddings [2, 2].
     */
    REG_OP(SpaceToBatch)
    .INPUT(x, "T")
    .INPUT(paddings, TensorType::IndexNumberType())
    .OUTPUT(y, "T")
    .REQUIRED_ATTR(block_size, Int)
    .DATATYPE(T, TensorType::BasicType())
    .OP_END_FACTORY_REG(SpaceToBatch)

    /** BatchToSpaceND of images [n, height, width, channels] with blocks of block_size * block_size and crops [2, 2].
     */
    REG_OP(BatchToSpace)
    .INPUT(x, "T")
    .INPUT(crops, TensorType::IndexNumberType())
    .OUTPUT(y, "T")
    .REQUIRED_ATTR(block_size, Int)
    .DATATYPE(T, TensorType::BasicType())
    .OP_END_FACTORY_REG(BatchToSpace)

    /** SpaceToBatchND with attributes; paddings are pairs. */
    REG_OP(SpaceToBatchNDD)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .REQUIRED_ATTR(block_shape, ListInt)
    .REQUIRED_ATTR(paddings, ListInt)
    .DATATYPE(T, TensorType::BasicType())
    .OP_END_FACTORY_REG(SpaceToBatchNDD)

    /** BatchToSpaceND with attributes; crops are pairs. */
    REG_OP(BatchToSpaceNDD)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .REQUIRED_ATTR(block_shape, ListInt)
    .REQUIRED_ATTR(crops, ListInt)
    .DATATYPE(T, TensorType::BasicType())
    .OP_END_FACTORY_REG(BatchToSpaceNDD)

    /** SpaceToBatch with attributes; paddings are pairs. */
    REG_OP(SpaceToBatchD)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .REQUIRED_ATTR(block_size, Int)
    .REQUIRED_ATTR(paddings, ListInt)
    .DATATYPE(T, TensorType::BasicType())
    .OP_END_FACTORY_REG(SpaceToBatchD)

    /** BatchToSpace with attributes; crops are pairs. */
    REG_OP(BatchToSpaceD)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .REQUIRED_ATTR(block_size, Int)
    .REQUIRED_ATTR(crops, ListInt)
    .DATATYPE(T, TensorType::BasicType())
    .OP_END_FACTORY_REG(BatchToSpaceD)

    /**
     * y = x [n, channels, ...] with the channels of its groups dealt out in turn: channel i * group + g is channel g *
     * (channels / group) + i of x.
     */
    REG_OP(ShuffleChannel)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .ATTR(group, Int, 1)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT8, DT_UINT8, DT_INT16, DT_UINT16, DT_INT32, DT_UINT32,
                             DT_INT64, DT_UINT64}))
    .OP_END_FACTORY_REG(ShuffleChannel)

    /** y = x in shape `shape` with its dimensions in the order perm, which comes first with transpose_first. */
    REG_OP(ConfusionTransposeD)
    .INPUT(x, "T")
    .OUTPUT(y, "T")
    .REQUIRED_ATTR(perm, ListInt)
    .REQUIRED_ATTR(shape, ListInt)
    .REQUIRED_ATTR(transpose_first, Bool)
    .DATATYPE(T, TensorType({DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8, DT_UINT16, DT_UINT32, DT_UINT64,
                             DT_FLOAT16, DT_FLOAT, DT_BF16}))
    .OP_END_FACTORY_REG(ConfusionTransposeD)

    /** ConfusionTransposeD with the shape as an input. */
    REG_OP(ConfusionTranspose)
    .INPUT(x, "T")
    .INPUT(shape, TensorType::IndexNumberType())
    .OUTPUT(y, "T")
    .REQUIRED_ATTR(perm, ListInt)
    .REQUIRED_ATTR(transpose_first, Bool)
    .DATATYPE(T, TensorType::BasicType())
    .OP_END_FACTORY_REG(ConfusionTranspose)

    /** y = x where the first seq_lengths[b] elements along seq_dim of entry b of batch_dim stand in reverse order. */
    REG_OP(ReverseSequence)
    .INPUT(x, "T")
    .INPUT(seq_lengths, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(y, "T")
    .REQUIRED_ATTR(seq_dim, Int)
    .ATTR(batch_dim, Int, 0)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_INT8, DT_INT16, DT_UINT16, DT_UINT8, DT_INT32, DT_INT64, DT_BOOL,
                             DT_DOUBLE, DT_COMPLEX64, DT_COMPLEX128}))
    .OP_END_FACTORY_REG(ReverseSequence)
}  // namespace ge

#endif  // OPSTRATA_OPERATORS_SPACE_PROTO_H_
