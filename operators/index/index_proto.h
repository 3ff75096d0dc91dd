/// @file
/// Prototypes of operators that gather and scatter by index tensors. Negative indices count from the end.
#ifndef OPSTRATA_OPERATORS_INDEX_PROTO_H_
#define OPSTRATA_OPERATORS_INDEX_PROTO_H_

#include "graph/operator_reg.h"

namespace ge {
/** y[i][j] = x[index[i][j]][j] for `dim` 0, and likewise for the others. */
REG_OP(GatherElements)
    .INPUT(x, "T")
    .INPUT(index, TensorType({DT_INT64}))
    .OUTPUT(y, "T")
    .ATTR(dim, Int, 0)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT32, DT_INT64}))
    .OP_END_FACTORY_REG(GatherElements)

/** y[i] = x[indices[i]], where indices[i] is a place in the first dimensions of x. */
REG_OP(GatherNd)
    .INPUT(x, TensorType::BasicType())
    .INPUT(indices, TensorType::IndexNumberType())
    .OUTPUT(y, TensorType::BasicType())
    .OP_END_FACTORY_REG(GatherNd)

/** output = data with output[indices[i][j]][j] joined by updates[i][j] for `axis` 0, and likewise for the others. */
REG_OP(ScatterElements)
    .INPUT(data, "T")
    .INPUT(indices, TensorType({DT_INT32, DT_INT64}))
    .INPUT(updates, "T")
    .OUTPUT(output, "T")
    .ATTR(axis, Int, 0)
    .ATTR(reduction, String, "none")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_INT8, DT_INT32, DT_UINT8, DT_INT16, DT_UINT16, DT_UINT32, DT_INT64,
                             DT_UINT64, DT_DOUBLE, DT_BOOL, DT_STRING, DT_COMPLEX64, DT_COMPLEX128, DT_BF16}))
    .OP_END_FACTORY_REG(ScatterElements)

/** var[indices[i][j]][j] joined by updates[i][j] for `axis` 0, and likewise for the others. */
REG_OP(ScatterElementsV2)
    .INPUT(var, TensorType::BasicType())
    .INPUT(indices, TensorType::IndexNumberType())
    .INPUT(updates, TensorType::BasicType())
    .OUTPUT(var, TensorType::BasicType())
    .ATTR(axis, Int, 0)
    .ATTR(reduction, String, "none")
    .OP_END_FACTORY_REG(ScatterElementsV2)

/** The operators that join updates into rows of var: they differ in their names and in how they join. */
#define OPSTRATA_SCATTER(Name) \
  REG_OP(Name) \
    .INPUT(var, "T") \
    .INPUT(indices, TensorType::IndexNumberType()) \
    .INPUT(updates, "T") \
    .OUTPUT(var, "T") \
    .ATTR(use_locking, Bool, false) \
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT32, DT_INT8, DT_UINT8})) \
    .OP_END_FACTORY_REG(Name)
/** var[indices[i]] = updates[i]. */
OPSTRATA_SCATTER(ScatterUpdate)
/** var[indices[i]] += updates[i]. */
OPSTRATA_SCATTER(ScatterAdd)
/** var[indices[i]] -= updates[i]. */
OPSTRATA_SCATTER(ScatterSub)
/** var[indices[i]] *= updates[i]. */
OPSTRATA_SCATTER(ScatterMul)
/** var[indices[i]] /= updates[i]. */
OPSTRATA_SCATTER(ScatterDiv)
/** var[indices[i]] = the larger of it and updates[i]. */
OPSTRATA_SCATTER(ScatterMax)
/** var[indices[i]] = the smaller of it and updates[i]. */
OPSTRATA_SCATTER(ScatterMin)

/** y = zeros of the sizes `shape` with x[i] added at the place indices[i]. */
REG_OP(ScatterNd)
    .INPUT(indices, TensorType::IndexNumberType())
    .INPUT(x, TensorType::BasicType())
    .INPUT(shape, TensorType::IndexNumberType())
    .OUTPUT(y, TensorType::BasicType())
    .OP_END_FACTORY_REG(ScatterNd)

/** var[indices[i]] = updates[i], where indices[i] is a place in the first dimensions of var. */
REG_OP(ScatterNdUpdate)
    .INPUT(var, TensorType::BasicType())
    .INPUT(indices, TensorType::IndexNumberType())
    .INPUT(updates, TensorType::BasicType())
    .OUTPUT(var, TensorType::BasicType())
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(ScatterNdUpdate)

/** var[indices[i]] += updates[i], where indices[i] is a place in the first dimensions of var. */
OPSTRATA_SCATTER(ScatterNdAdd)
/** var[indices[i]] -= updates[i], where indices[i] is a place in the first dimensions of var. */
OPSTRATA_SCATTER(ScatterNdSub)

/** var[indices[i]] = the larger of it and updates[i], at places. */
REG_OP(ScatterNdMax)
    .INPUT(var, TensorType::NumberType())
    .INPUT(indices, TensorType::IndexNumberType())
    .INPUT(updates, TensorType::NumberType())
    .OUTPUT(var, TensorType::NumberType())
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(ScatterNdMax)

/** var[indices[i]] = the smaller of it and updates[i], at places. */
REG_OP(ScatterNdMin)
    .INPUT(var, TensorType::NumberType())
    .INPUT(indices, TensorType::IndexNumberType())
    .INPUT(updates, TensorType::NumberType())
    .OUTPUT(var, TensorType::NumberType())
    .ATTR(use_locking, Bool, false)
    .OP_END_FACTORY_REG(ScatterNdMin)

/** y = x with y[indices[i]] = updates[i], at places. */
REG_OP(TensorScatterUpdate)
    .INPUT(x, TensorType::BasicType())
    .INPUT(indices, TensorType::IndexNumberType())
    .INPUT(updates, TensorType::BasicType())
    .OUTPUT(y, TensorType::BasicType())
    .OP_END_FACTORY_REG(TensorScatterUpdate)

/** y = x with y[indices[i]] += updates[i], at places. */
REG_OP(TensorScatterAdd)
    .INPUT(x, "T")
    .INPUT(indices, TensorType::IndexNumberType())
    .INPUT(updates, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT32, DT_INT8, DT_UINT8}))
    .OP_END_FACTORY_REG(TensorScatterAdd)

/** y = x with y[indices[i]] = the larger of it and updates[i], at places. */
REG_OP(TensorScatterMax)
    .INPUT(x, TensorType::NumberType())
    .INPUT(indices, TensorType::IndexNumberType())
    .INPUT(updates, TensorType::NumberType())
    .OUTPUT(y, TensorType::NumberType())
    .OP_END_FACTORY_REG(TensorScatterMax)

/** y = x with y[indices[i]] = the smaller of it and updates[i], at places. */
REG_OP(TensorScatterMin)
    .INPUT(x, TensorType::NumberType())
    .INPUT(indices, TensorType::IndexNumberType())
    .INPUT(updates, TensorType::NumberType())
    .OUTPUT(y, TensorType::NumberType())
    .OP_END_FACTORY_REG(TensorScatterMin)

/** var[indices[i]] += alpha * updates[i] along `axis`. */
REG_OP(InplaceIndexAdd)
    .INPUT(var, "T")
    .INPUT(indices, TensorType::IndexNumberType())
    .INPUT(updates, "T")
    .OPTIONAL_INPUT(alpha, "T")
    .OUTPUT(var, "T")
    .REQUIRED_ATTR(axis, Int)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE, DT_INT8, DT_INT16, DT_INT32, DT_INT64, DT_UINT8, DT_UINT16,
                             DT_UINT32, DT_UINT64}))
    .OP_END_FACTORY_REG(InplaceIndexAdd)

/** InplaceIndexAdd with indices in an order of their own: value[…, pos[i], …] is added at sorted_indices[i]. */
REG_OP(InplaceIndexAddWithSorted)
    .INPUT(var, "T")
    .INPUT(value, "T")
    .INPUT(sorted_indices, TensorType::IndexNumberType())
    .INPUT(pos, TensorType::IndexNumberType())
    .OPTIONAL_INPUT(alpha, "T")
    .OUTPUT(var, "T")
    .REQUIRED_ATTR(axis, Int)
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_BF16, DT_INT32, DT_INT16, DT_INT64, DT_DOUBLE, DT_INT8, DT_UINT8}))
    .OP_END_FACTORY_REG(InplaceIndexAddWithSorted)

/** y = x with the slices at `indices` along `dim` filled with value. */
REG_OP(IndexFill)
    .INPUT(x, "T")
    .INPUT(indices, TensorType::IndexNumberType())
    .INPUT(value, "T")
    .OUTPUT(y, "T")
    .REQUIRED_ATTR(dim, Int)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE, DT_INT8, DT_UINT8, DT_INT16, DT_INT32, DT_INT64, DT_BOOL}))
    .OP_END_FACTORY_REG(IndexFill)

/**
 * y = x[indices]: the index tensors, broadcast against each other, take the place of the dimensions of x whose number in indexed_sizes is
 * not 0; their dimensions stand first when those of x are not neighbours. indexed_strides is not read.
 */
REG_OP(Index)
    .INPUT(x, "T")
    .INPUT(indexed_sizes, TensorType({DT_INT64}))
    .INPUT(indexed_strides, TensorType({DT_INT64}))
    .DYNAMIC_INPUT(indices, TensorType::IndexNumberType())
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE, DT_INT8, DT_UINT8, DT_INT16, DT_INT32, DT_INT64, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .OP_END_FACTORY_REG(Index)

/** x[indices] = value, or += value with `accumulate`; the places are those of Index, value is broadcast to their shape. */
REG_OP(IndexPutV2)
    .INPUT(x, "T")
    .INPUT(value, "T")
    .INPUT(indexed_sizes, TensorType({DT_INT64}))
    .INPUT(indexed_strides, TensorType({DT_INT64}))
    .DYNAMIC_INPUT(indices, TensorType::IndexNumberType())
    .OUTPUT(x, "T")
    .ATTR(accumulate, Bool, false)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE, DT_INT8, DT_UINT8, DT_INT16, DT_INT32, DT_INT64, DT_BOOL, DT_COMPLEX64, DT_COMPLEX128}))
    .OP_END_FACTORY_REG(IndexPutV2)

/** IndexPutV2 by numbers of slices: slice linear_index[i] of x = slice pos_idx[i] of values, or += with `accumulate`. */
REG_OP(IndexPutWithSort)
    .INPUT(x, "T")
    .INPUT(linear_index, TensorType::IndexNumberType())
    .INPUT(pos_idx, TensorType::IndexNumberType())
    .INPUT(values, "T")
    .OUTPUT(x, "T")
    .ATTR(accumulate, Bool, false)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE, DT_INT8, DT_UINT8, DT_INT16, DT_INT32, DT_INT64, DT_BOOL}))
    .OP_END_FACTORY_REG(IndexPutWithSort)

/** IndexPutWithSort. */
REG_OP(IndexPutWithSortV2)
    .INPUT(x, "T")
    .INPUT(linear_index, TensorType::IndexNumberType())
    .INPUT(pos_idx, TensorType::IndexNumberType())
    .INPUT(values, "T")
    .OUTPUT(x, "T")
    .ATTR(accumulate, Bool, false)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16, DT_DOUBLE, DT_INT8, DT_UINT8, DT_INT16, DT_INT32, DT_INT64, DT_BOOL}))
    .OP_END_FACTORY_REG(IndexPutWithSortV2)

/**
 * y[i] = the sum of the rows of grad whose index is i, for `num_weights` rows. Rows with the index `padding_idx` do not count; with
 * `scale_grad_by_freq` a sum is divided by the number of its rows.
 */
REG_OP(EmbeddingDenseGrad)
    .INPUT(grad, "T")
    .INPUT(indices, TensorType::IndexNumberType())
    .OUTPUT(y, "T")
    .REQUIRED_ATTR(num_weights, Int)
    .ATTR(padding_idx, Int, -1)
    .ATTR(scale_grad_by_freq, Bool, false)
    .DATATYPE(T, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OP_END_FACTORY_REG(EmbeddingDenseGrad)

#undef OPSTRATA_SCATTER

/**
 * y [bags, width] = the sums (mode "sum"), means ("mean") or largest elements ("max") of the rows of weight that indices names, by bags: bag k holds the
 * indices from offsets[k] on, or the row k of indices [bags, size]. include_last_offset: the last offset ends the last bag. Sums may be weighted by
 * per_sample_weights. Indices equal to padding_idx do not count; an empty bag is 0. offset2bag = the bag of each index, bag_size = the indices that
 * count, max_indices = the row of each largest element (mode "max"), else bag_size. scale_grad_by_freq, sparse: of no matter here.
 */
REG_OP(EmbeddingBag)
    .INPUT(weight, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .INPUT(indices, TensorType({DT_INT32, DT_INT64}))
    .OPTIONAL_INPUT(offsets, TensorType({DT_INT32, DT_INT64}))
    .OPTIONAL_INPUT(per_sample_weights, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OUTPUT(y, TensorType({DT_FLOAT, DT_FLOAT16, DT_BF16}))
    .OUTPUT(offset2bag, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(bag_size, TensorType({DT_INT32, DT_INT64}))
    .OUTPUT(max_indices, TensorType({DT_INT32, DT_INT64}))
    .ATTR(mode, String, "mean")
    .ATTR(scale_grad_by_freq, Bool, false)
    .ATTR(sparse, Bool, false)
    .ATTR(include_last_offset, Bool, false)
    .ATTR(padding_idx, Int, -1)
    .OP_END_FACTORY_REG(EmbeddingBag)

/** y [num_segments, ...] = the sums of the parts of x that segment_ids, which has the first dimensions of x, names alike; 0 where there is none. Negative numbers are left out. */
REG_OP(UnsortedSegmentSum)
    .INPUT(x, TensorType::NumberType())
    .INPUT(segment_ids, TensorType::IndexNumberType())
    .INPUT(num_segments, TensorType::IndexNumberType())
    .OUTPUT(y, TensorType::NumberType())
    .OP_END_FACTORY_REG(UnsortedSegmentSum)

/** y [num_segments, ...] = the products of the parts of x that segment_ids, which has the first dimensions of x, names alike; 1 where there is none. Negative numbers are left out. */
REG_OP(UnsortedSegmentProd)
    .INPUT(x, TensorType::NumberType())
    .INPUT(segment_ids, TensorType::IndexNumberType())
    .INPUT(num_segments, TensorType::IndexNumberType())
    .OUTPUT(y, TensorType::NumberType())
    .OP_END_FACTORY_REG(UnsortedSegmentProd)

/** y [num_segments, ...] = the largest of the parts of x that segment_ids, which has the first dimensions of x, names alike; the least number of the type where there is none. Negative numbers are left out. */
REG_OP(UnsortedSegmentMax)
    .INPUT(x, TensorType::RealNumberType())
    .INPUT(segment_ids, TensorType::IndexNumberType())
    .INPUT(num_segments, TensorType::IndexNumberType())
    .OUTPUT(y, TensorType::RealNumberType())
    .OP_END_FACTORY_REG(UnsortedSegmentMax)

/** y [num_segments, ...] = the smallest of the parts of x that segment_ids, which has the first dimensions of x, names alike; the largest number of the type where there is none. Negative numbers are left out. */
REG_OP(UnsortedSegmentMin)
    .INPUT(x, TensorType::RealNumberType())
    .INPUT(segment_ids, TensorType::IndexNumberType())
    .INPUT(num_segments, TensorType::IndexNumberType())
    .OUTPUT(y, TensorType::RealNumberType())
    .OP_END_FACTORY_REG(UnsortedSegmentMin)

/** y = x with the slices at `indices` minus updates. */
REG_OP(TensorScatterSub)
    .INPUT(x, "T")
    .INPUT(indices, TensorType::IndexNumberType())
    .INPUT(updates, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType({DT_FLOAT16, DT_FLOAT, DT_INT32, DT_INT8, DT_UINT8}))
    .OP_END_FACTORY_REG(TensorScatterSub)

/** y = x with the rows `indices` replaced by v. */
REG_OP(InplaceUpdate)
    .INPUT(x, "T")
    .INPUT(indices, TensorType({DT_INT32}))
    .INPUT(v, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType::BasicType())
    .OP_END_FACTORY_REG(InplaceUpdate)

/** y = x with v added to the rows `indices`. */
REG_OP(InplaceAdd)
    .INPUT(x, "T")
    .INPUT(indices, TensorType({DT_INT32}))
    .INPUT(v, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType::BasicType())
    .OP_END_FACTORY_REG(InplaceAdd)

/** y = x with v taken from the rows `indices`. */
REG_OP(InplaceSub)
    .INPUT(x, "T")
    .INPUT(indices, TensorType({DT_INT32}))
    .INPUT(v, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType::BasicType())
    .OP_END_FACTORY_REG(InplaceSub)

/** var_out = var with updates added to the slices `indices` along `axis`. */
REG_OP(IndexAdd)
    .INPUT(var, "T")
    .INPUT(indices, TensorType({DT_INT32}))
    .INPUT(updates, "T")
    .OUTPUT(var_out, "T")
    .ATTR(axis, Int, 0)
    .DATATYPE(T, TensorType({DT_INT32, DT_INT8, DT_UINT8, DT_FLOAT, DT_FLOAT16}))
    .OP_END_FACTORY_REG(IndexAdd)

/** TensorScatterAdd. */
REG_OP(ScatterNonAliasingAdd)
    .INPUT(x, "T")
    .INPUT(indices, TensorType::IndexNumberType())
    .INPUT(updates, "T")
    .OUTPUT(y, "T")
    .DATATYPE(T, TensorType::NumberType())
    .OP_END_FACTORY_REG(ScatterNonAliasingAdd)
}  // namespace ge

#endif  // OPSTRATA_OPERATORS_INDEX_PROTO_H_
