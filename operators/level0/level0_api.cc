// The l0op functions of level0/*.h that operator libraries expect from their neighbours: each allocates its result, infers the
// shape and launches the operator of its name.
#include "level0/abs.h"
#include "level0/adjacent_difference.h"
#include "level0/arange.h"
#include "level0/cumsum.h"
#include "level0/div.h"
#include "level0/dot.h"
#include "level0/dsa_random_uniform.h"
#include "level0/equal.h"
#include "level0/exp.h"
#include "level0/expand.h"
#include "level0/fault_injection.h"
#include "level0/fill.h"
#include "level0/gather_elements.h"
#include "level0/greater.h"
#include "level0/inplace_index_add.h"
#include "level0/kth_value.h"
#include "level0/less.h"
#include "level0/log.h"
#include "level0/logical_and.h"
#include "level0/logical_or.h"
#include "level0/masked_fill.h"
#include "level0/max_pool3d_grad_with_argmax.h"
#include "level0/maximum.h"
#include "level0/minimum.h"
#include "level0/mod.h"
#include "level0/muls.h"
#include "level0/not_equal.h"
#include "level0/ones_like.h"
#include "level0/pow.h"
#include "level0/reduce_any.h"
#include "level0/reduce_mean.h"
#include "level0/reduce_mean_with_count.h"
#include "level0/reduce_min.h"
#include "level0/reduce_var.h"
#include "level0/right_shift.h"
#include "level0/rsqrt.h"
#include "level0/select.h"
#include "level0/sort.h"
#include "level0/split_v.h"
#include "level0/stateless_random_uniform_v2.h"
#include "level0/threshold.h"
#include "level0/topk.h"
#include "level0/unique_with_counts_and_sorting.h"
#include "level0/zero_op.h"
#include "support/axis.h"
#include "support/launch.h"

namespace l0op {

using op::DataType;
using opstrata::operators::new_result;

namespace {

op::Shape shape_of(const aclIntArray *dims) {
  op::Shape shape;
  for (uint64_t i = 0; i < dims->Size(); ++i) shape.AppendDim((*dims)[i]);
  return shape;
}
const aclTensor *integers(const aclIntArray *values, aclOpExecutor *executor) { return executor->ConvertToTensor(values, DataType::DT_INT64); }
DataType promoted(const aclTensor *a, const aclTensor *b) { return op::PromoteType(a->GetDataType(), b->GetDataType()); }

}  // namespace

// One function: its parameters, then (if given) its inputs as the operator takes them, its attributes, and the type of the result.
#define OPSTRATA_L0(Name, Like, Type, Inputs, ...)                                       \
  aclTensor *y = new_result(Like, Type, executor);                                       \
  CHECK_RET(y != nullptr, nullptr);                                                      \
  OPSTRATA_INFER_AND_LAUNCH(Name, nullptr, OP_INPUT Inputs, OP_OUTPUT(y) __VA_OPT__(, OP_ATTR(__VA_ARGS__))); \
  return y
#define OPSTRATA_L0_UNARY(Name)                                           \
  OP_TYPE_REGISTER(Name);                                                 \
  const aclTensor *Name(const aclTensor *self, aclOpExecutor *executor) { \
    OPSTRATA_REQUIRE(self);                                               \
    L0_DFX(Name, self);                                                   \
    OPSTRATA_L0(Name, self, self->GetDataType(), (self));                 \
  }
#define OPSTRATA_L0_BINARY(Name, Type)                                                            \
  OP_TYPE_REGISTER(Name);                                                                         \
  const aclTensor *Name(const aclTensor *self, const aclTensor *other, aclOpExecutor *executor) { \
    OPSTRATA_REQUIRE(self, other);                                                                \
    L0_DFX(Name, self, other);                                                                    \
    OPSTRATA_L0(Name, self, Type, (self, other));                                                 \
  }
#define OPSTRATA_L0_INPLACE(Function, Name, Inputs, ...)                                                           \
  OPSTRATA_REQUIRE(self);                                                                                          \
  L0_DFX(Function, self);                                                                                          \
  return ADD_TO_LAUNCHER_LIST_AICORE(Name, OP_INPUT Inputs, OP_OUTPUT(self) __VA_OPT__(, OP_ATTR(__VA_ARGS__))) == \
                 ACLNN_SUCCESS                                                                                     \
             ? self                                                                                                \
             : nullptr

OPSTRATA_L0_UNARY(Abs)
OPSTRATA_L0_UNARY(OnesLike)
OPSTRATA_L0_UNARY(Rsqrt)
OPSTRATA_L0_UNARY(ZerosLike)
OPSTRATA_L0_BINARY(Div, promoted(self, other))
OPSTRATA_L0_BINARY(Equal, DataType::DT_BOOL)
OPSTRATA_L0_BINARY(Greater, DataType::DT_BOOL)
OPSTRATA_L0_BINARY(Less, DataType::DT_BOOL)
OPSTRATA_L0_BINARY(LogicalAnd, DataType::DT_BOOL)
OPSTRATA_L0_BINARY(LogicalOr, DataType::DT_BOOL)
OPSTRATA_L0_BINARY(Maximum, promoted(self, other))
OPSTRATA_L0_BINARY(Minimum, promoted(self, other))
OPSTRATA_L0_BINARY(Mod, promoted(self, other))
OPSTRATA_L0_BINARY(NotEqual, DataType::DT_BOOL)
OPSTRATA_L0_BINARY(Pow, promoted(self, other))
OPSTRATA_L0_BINARY(RightShift, self->GetDataType())
OPSTRATA_L0_BINARY(Dot, self->GetDataType())

bool IsGreaterSupportNonContiguous(const aclTensor *) { return true; }
bool IsSupported(const aclTensor *, const aclTensor *) { return true; }

const aclTensor *InplaceZerosLike(const aclTensor *self, aclOpExecutor *executor) { OPSTRATA_L0_INPLACE(InplaceZerosLike, ZerosLike, (self)); }
const aclTensor *InplacePow(const aclTensor *self, const aclTensor *exponent, aclOpExecutor *executor) {
  OPSTRATA_L0_INPLACE(InplacePow, Pow, (self, exponent));
}

OP_TYPE_REGISTER(Exp);
const aclTensor *Exp(const aclTensor *self, aclOpExecutor *executor) {
  OPSTRATA_REQUIRE(self);
  L0_DFX(Exp, self);
  OPSTRATA_L0(Exp, self, self->GetDataType(), (self), -1.0f, 1.0f, 0.0f);
}
OP_TYPE_REGISTER(Log);
const aclTensor *Log(const aclTensor *self, const float base, const float scale, const float shift, aclOpExecutor *executor) {
  OPSTRATA_REQUIRE(self);
  L0_DFX(Log, self, base, scale, shift);
  OPSTRATA_L0(Log, self, self->GetDataType(), (self), base, scale, shift);
}
OP_TYPE_REGISTER(Muls);
const aclTensor *Muls(const aclTensor *self, float alpha, aclOpExecutor *executor) {
  OPSTRATA_REQUIRE(self);
  L0_DFX(Muls, self, alpha);
  OPSTRATA_L0(Muls, self, self->GetDataType(), (self), alpha);
}
const aclTensor *MulsInplace(const aclTensor *self, float alpha, aclOpExecutor *executor) { OPSTRATA_L0_INPLACE(MulsInplace, Muls, (self), alpha); }

OP_TYPE_REGISTER(SelectV2);
const aclTensor *SelectV2(const aclTensor *condition, const aclTensor *x1, const aclTensor *x2, aclOpExecutor *executor) {
  OPSTRATA_REQUIRE(condition, x1, x2);
  L0_DFX(SelectV2, condition, x1, x2);
  OPSTRATA_L0(SelectV2, x1, promoted(x1, x2), (condition, x1, x2));
}
OP_TYPE_REGISTER(MaskedFill);
const aclTensor *MaskedFill(const aclTensor *self, const aclTensor *mask, const aclTensor *value, aclOpExecutor *executor) {
  OPSTRATA_REQUIRE(self, mask, value);
  L0_DFX(MaskedFill, self, mask, value);
  OPSTRATA_L0(MaskedFill, self, self->GetDataType(), (self, mask, value));
}
OP_TYPE_REGISTER(ThresholdV2);
const aclTensor *Threshold(const aclTensor *self, const aclScalar *threshold, const aclScalar *value, aclOpExecutor *executor) {
  OPSTRATA_REQUIRE(self, threshold, value);
  L0_DFX(Threshold, self, threshold, value);
  const aclTensor *limit = executor->ConvertToTensor(threshold, self->GetDataType()), *other = executor->ConvertToTensor(value, self->GetDataType());
  CHECK_RET(limit != nullptr && other != nullptr, nullptr);
  OPSTRATA_L0(ThresholdV2, self, self->GetDataType(), (self, limit, other));
}

OP_TYPE_REGISTER(Fill);
const aclTensor *Fill(const aclTensor *dims, const aclTensor *value, const aclIntArray *outShape, aclOpExecutor *executor) {
  OPSTRATA_REQUIRE(dims, value, outShape);
  L0_DFX(Fill, dims, value, outShape);
  aclTensor *y = executor->AllocTensor(shape_of(outShape), value->GetDataType());
  CHECK_RET(y != nullptr, nullptr);
  return ADD_TO_LAUNCHER_LIST_AICORE(Fill, OP_INPUT(dims, value), OP_OUTPUT(y)) == ACLNN_SUCCESS ? y : nullptr;
}
OP_TYPE_REGISTER(Expand);
const aclTensor *Expand(const aclTensor *self, const aclIntArray *shape, aclOpExecutor *executor) {
  OPSTRATA_REQUIRE(self, shape);
  L0_DFX(Expand, self, shape);
  const aclTensor *dims = integers(shape, executor);
  CHECK_RET(dims != nullptr, nullptr);
  OPSTRATA_L0(Expand, self, self->GetDataType(), (self, dims));
}
OP_TYPE_REGISTER(Range);
const aclTensor *Arange(const aclScalar *start, const aclScalar *end, const aclScalar *step, const aclTensor *out, const bool isClosed,
                        aclOpExecutor *executor) {
  OPSTRATA_REQUIRE(start, end, step, out);
  L0_DFX(Arange, start, end, step, out, isClosed);
  const DataType dtype = out->GetDataType();
  const DataType wide = op::IsFloatingType(dtype) ? DataType::DT_DOUBLE : DataType::DT_INT64;
  const aclTensor *first = executor->ConvertToTensor(start, wide), *last = executor->ConvertToTensor(end, wide), *delta = executor->ConvertToTensor(step, wide);
  aclTensor *y = executor->AllocTensor(out->GetViewShape(), dtype);
  CHECK_RET(first != nullptr && last != nullptr && delta != nullptr && y != nullptr, nullptr);
  return ADD_TO_LAUNCHER_LIST_AICORE(Range, OP_INPUT(first, last, delta), OP_OUTPUT(y), OP_ATTR(isClosed)) == ACLNN_SUCCESS ? y : nullptr;
}

// ---- Along dimensions

OP_TYPE_REGISTER(ReduceMean);
const aclTensor *ReduceMean(const aclTensor *self, const aclIntArray *dim, bool keepDim, bool noopWithEmptyAxes, aclOpExecutor *executor) {
  OPSTRATA_REQUIRE(self);
  L0_DFX(ReduceMean, self, dim, keepDim, noopWithEmptyAxes);
  const aclTensor *axes = integers(dim, executor);
  CHECK_RET(axes != nullptr, nullptr);
  OPSTRATA_L0(ReduceMean, self, self->GetDataType(), (self, axes), keepDim, noopWithEmptyAxes);
}
const aclTensor *ReduceMean(const aclTensor *self, const aclIntArray *dim, bool keepDim, aclOpExecutor *executor) {
  return ReduceMean(self, dim, keepDim, true, executor);
}
OP_TYPE_REGISTER(ReduceMin);
const aclTensor *ReduceMin(const aclTensor *self, const aclIntArray *dims, bool keepDim, aclOpExecutor *executor) {
  OPSTRATA_REQUIRE(self);
  L0_DFX(ReduceMin, self, dims, keepDim);
  const aclTensor *axes = integers(dims, executor);
  CHECK_RET(axes != nullptr, nullptr);
  OPSTRATA_L0(ReduceMin, self, self->GetDataType(), (self, axes), keepDim, false);
}
OP_TYPE_REGISTER(ReduceAny);
const aclTensor *ReduceAny(const aclTensor *self, const aclIntArray *dim, bool keepDim, aclOpExecutor *executor) {
  OPSTRATA_REQUIRE(self);
  L0_DFX(ReduceAny, self, dim, keepDim);
  const aclTensor *axes = integers(dim, executor);
  CHECK_RET(axes != nullptr, nullptr);
  OPSTRATA_L0(ReduceAny, self, self->GetDataType(), (self, axes), keepDim);
}
OP_TYPE_REGISTER(ReduceMeanWithCount);
const aclTensor *ReduceMeanWithCount(const aclTensor *input, const aclTensor *count, const aclTensor *countSum, const aclIntArray *axes, bool keepDims,
                                     aclOpExecutor *executor) {
  OPSTRATA_REQUIRE(input);
  L0_DFX(ReduceMeanWithCount, input, count, countSum, axes, keepDims);
  OPSTRATA_L0(ReduceMeanWithCount, input, input->GetDataType(), (input, count, countSum), axes, keepDims);
}
OP_TYPE_REGISTER(Cumsum);
const aclTensor *Cumsum(const aclTensor *self, const aclTensor *dim, bool exclusive, bool reverse, aclOpExecutor *executor) {
  OPSTRATA_REQUIRE(self, dim);
  L0_DFX(Cumsum, self, dim, exclusive, reverse);
  OPSTRATA_L0(Cumsum, self, self->GetDataType(), (self, dim), exclusive, reverse);
}
const aclTensor *Cumsum(const aclTensor *self, const aclTensor *dim, aclOpExecutor *executor) { return Cumsum(self, dim, false, false, executor); }

// Operators with two results.
#define OPSTRATA_L0_PAIR(Name, First, Second, Inputs, ...)                                                                   \
  aclTensor *first = new_result(self, First, executor), *second = new_result(self, Second, executor);                        \
  CHECK_RET(first != nullptr && second != nullptr, {});                                                                      \
  OPSTRATA_INFER_AND_LAUNCH(Name, {}, OP_INPUT Inputs, OP_OUTPUT(first, second), OP_ATTR(__VA_ARGS__));                      \
  return {first, second}

OP_TYPE_REGISTER(Sort);
const std::tuple<aclTensor *, aclTensor *> Sort(const aclTensor *self, int64_t dim, bool descending, bool stable, DataType indicesType,
                                                aclOpExecutor *executor) {
  OPSTRATA_REQUIRE(self);
  L0_DFX(Sort, self, dim, descending, stable, indicesType);
  OPSTRATA_L0_PAIR(Sort, self->GetDataType(), indicesType, (self), dim, descending, stable, indicesType);
}
OP_TYPE_REGISTER(KthValue);
const std::tuple<aclTensor *, aclTensor *> KthValue(const aclTensor *self, int64_t k, int64_t dim, aclOpExecutor *executor) {
  OPSTRATA_REQUIRE(self);
  L0_DFX(KthValue, self, k, dim);
  OPSTRATA_L0_PAIR(KthValue, self->GetDataType(), DataType::DT_INT64, (self), k, dim);
}
OP_TYPE_REGISTER(TopKV2);
std::tuple<aclTensor *, aclTensor *> Topk(const aclTensor *self, int64_t k, int64_t dim, bool largest, bool sorted, DataType indicesDType,
                                          aclOpExecutor *executor) {
  OPSTRATA_REQUIRE(self);
  L0_DFX(Topk, self, k, dim, largest, sorted, indicesDType);
  const aclTensor *count = opstrata::operators::host_integers(&k, 1, executor);
  CHECK_RET(count != nullptr, {});
  OPSTRATA_L0_PAIR(TopKV2, self->GetDataType(), indicesDType, (self, count), sorted, dim, largest, static_cast<int64_t>(indicesDType));
}
OP_TYPE_REGISTER(ReduceVar);
const std::tuple<const aclTensor *, const aclTensor *> ReduceVar(const aclTensor *self, const aclIntArray *dim, int64_t correction, bool keepdim, bool isMeanOut,
                                                                 aclOpExecutor *executor) {
  OPSTRATA_REQUIRE(self);
  L0_DFX(ReduceVar, self, dim, correction, keepdim, isMeanOut);
  OPSTRATA_L0_PAIR(ReduceVar, self->GetDataType(), self->GetDataType(), (self), dim, correction, keepdim, isMeanOut);
}

// ---- Parts and indices

bool SplitVAiCoreSupport(const aclTensor *) { return true; }
bool IsSplitV2AiCoreSupport(const aclTensor *, const aclIntArray *, int64_t) { return false; }
OP_TYPE_REGISTER(SplitV);
const aclTensorList *SplitV(const aclTensor *self, const aclIntArray *splitSize, int64_t dim, aclOpExecutor *executor) {
  OPSTRATA_REQUIRE(self, splitSize);
  L0_DFX(SplitV, self, splitSize, dim);
  const aclTensor *sizes = integers(splitSize, executor), *axis = opstrata::operators::host_integers(&dim, 1, executor);
  op::FVector<const aclTensor *> parts;
  for (uint64_t i = 0; i < splitSize->Size(); ++i) parts.push_back(new_result(self, self->GetDataType(), executor));
  const aclTensorList *list = executor->AllocTensorList(parts.data(), parts.size());
  CHECK_RET(sizes != nullptr && axis != nullptr && list != nullptr, nullptr);
  const auto count = static_cast<int64_t>(parts.size());
  OPSTRATA_INFER_AND_LAUNCH(SplitV, nullptr, OP_INPUT(self, sizes, axis), OP_OUTPUT(list), OP_ATTR(count));
  return list;
}
OP_TYPE_REGISTER(GatherElements);
const aclTensor *GatherElements(const aclTensor *self, const int64_t dim, const aclTensor *index, aclOpExecutor *executor) {
  OPSTRATA_REQUIRE(self, index);
  L0_DFX(GatherElements, self, dim, index);
  OPSTRATA_L0(GatherElements, self, self->GetDataType(), (self, index), dim);
}
OP_TYPE_REGISTER(InplaceIndexAdd);
const aclTensor *InplaceIndexAddAiCore(const aclTensor *self, const int64_t dim, const aclTensor *index, const aclTensor *source,
                                       const aclTensor *alphaTensor, aclOpExecutor *executor) {
  OPSTRATA_L0_INPLACE(InplaceIndexAddAiCore, InplaceIndexAdd, (self, index, source, alphaTensor), dim);
}
const aclTensor *InplaceIndexAddAiCpu(const aclTensor *self, const int64_t dim, const aclTensor *index, const aclTensor *source,
                                      const aclTensor *alphaTensor, aclOpExecutor *executor) {
  return InplaceIndexAddAiCore(self, dim, index, source, alphaTensor, executor);
}
OP_TYPE_REGISTER(InplaceIndexAddWithSorted);
const aclTensor *InplaceIndexAddWithSorted(const aclTensor *self, const int64_t dim, const aclTensor *sortedIndices, const aclTensor *pos,
                                           const aclTensor *value, const aclTensor *alphaTensor, aclOpExecutor *executor) {
  OPSTRATA_L0_INPLACE(InplaceIndexAddWithSorted, InplaceIndexAddWithSorted, (self, value, sortedIndices, pos, alphaTensor), dim);
}
OP_TYPE_REGISTER(AdjacentDifference);
aclTensor *AdjacentDifference(const aclTensor *x, DataType yDtype, aclOpExecutor *executor) {
  OPSTRATA_REQUIRE(x);
  L0_DFX(AdjacentDifference, x, yDtype);
  OPSTRATA_L0(AdjacentDifference, x, yDtype, (x), yDtype);
}

// Results whose number of elements the kernel finds: it sets the real shapes of the given outputs.
OP_TYPE_REGISTER(UniqueWithCountsAndSorting);
aclnnStatus UniqueWithCountsAndSorting(const aclTensor *self, bool sorted, bool returnInverse, bool returnCounts, aclTensor *valueOut,
                                       aclTensor *inverseOut, aclTensor *countsOut, aclOpExecutor *executor) {
  OPSTRATA_REQUIRE(self);
  L0_DFX(UniqueWithCountsAndSorting, self, sorted, returnInverse, returnCounts);
  return ADD_TO_LAUNCHER_LIST_AICORE(UniqueWithCountsAndSorting, OP_INPUT(self), OP_OUTPUT(valueOut, inverseOut, countsOut),
                                     OP_ATTR(sorted, returnInverse, returnCounts));
}
aclnnStatus UniqueWithCountsAndSorting(const aclTensor *self, bool sorted, bool returnInverse, aclTensor *valueOut, aclTensor *inverseOut,
                                       aclOpExecutor *executor) {
  return UniqueWithCountsAndSorting(self, sorted, returnInverse, false, valueOut, inverseOut, nullptr, executor);
}

// ---- Random numbers

OP_TYPE_REGISTER(StatelessRandomUniformV2);
const aclTensor *StatelessRandomUniformV2(const aclTensor *self, const aclTensor *seedTensor, const aclTensor *offsetTensor, int32_t alg,
                                          aclOpExecutor *executor) {
  OPSTRATA_REQUIRE(self);
  L0_DFX(StatelessRandomUniformV2, self, seedTensor, offsetTensor, alg);
  op::FVector<int64_t> dims;
  for (size_t d = 0; d < self->GetViewShape().GetDimNum(); ++d) dims.push_back(self->GetViewShape().GetDim(d));
  const aclTensor *shape = opstrata::operators::host_integers(dims.data(), dims.size(), executor);
  const aclTensor *algorithm = executor->ConvertToTensor(&alg, 1, DataType::DT_INT32);
  aclTensor *y = executor->AllocTensor(self->GetViewShape(), self->GetDataType());
  CHECK_RET(shape != nullptr && algorithm != nullptr && y != nullptr, nullptr);
  const DataType dtype = self->GetDataType();
  return ADD_TO_LAUNCHER_LIST_AICORE(StatelessRandomUniformV2, OP_INPUT(shape, seedTensor, offsetTensor, algorithm), OP_OUTPUT(y), OP_ATTR(dtype)) == ACLNN_SUCCESS
             ? y : nullptr;
}
const aclTensor *StatelessRandomUniformV2(const aclTensor *self, uint64_t seed, uint64_t offset, int32_t alg, aclOpExecutor *executor) {
  OPSTRATA_REQUIRE(self);
  const uint64_t counter[2] = {0, offset};
  return StatelessRandomUniformV2(self, executor->ConvertToTensor(&seed, 1, DataType::DT_UINT64), executor->ConvertToTensor(counter, 2, DataType::DT_UINT64),
                                  alg, executor);
}
OP_TYPE_REGISTER(DSARandomUniform);
const aclTensor *DSARandomUniformTensor(const aclIntArray *outShape, const aclTensor *seed, const aclTensor *offset, const aclScalar *low, const aclScalar *high,
                                        aclOpExecutor *executor) {
  OPSTRATA_REQUIRE(outShape, low, high);
  L0_DFX(DSARandomUniformTensor, outShape, low, high);
  aclTensor *y = executor->AllocTensor(shape_of(outShape), low->GetDataType());
  const aclTensor *from = executor->ConvertToTensor(low, low->GetDataType()), *to = executor->ConvertToTensor(high, low->GetDataType());
  CHECK_RET(y != nullptr && from != nullptr && to != nullptr, nullptr);
  const int64_t n = y->Size();
  const aclTensor *count = opstrata::operators::host_integers(&n, 1, executor);
  return ADD_TO_LAUNCHER_LIST_AICORE(DSARandomUniform, OP_INPUT(count, seed, offset, from, to), OP_OUTPUT(y)) == ACLNN_SUCCESS ? y : nullptr;
}
const aclTensor *DSARandomUniform(const aclIntArray *outShape, uint64_t seed, uint64_t offset, const aclScalar *low, const aclScalar *high, aclOpExecutor *executor) {
  OPSTRATA_REQUIRE(outShape, low, high);
  return DSARandomUniformTensor(outShape, executor->ConvertToTensor(&seed, 1, DataType::DT_UINT64), executor->ConvertToTensor(&offset, 1, DataType::DT_UINT64),
                                low, high, executor);
}

// ---- Operators that this library has no kernel for: a library that brings one is used.

OP_TYPE_REGISTER(FaultInjection);
const aclTensor *FaultInjection(const aclTensor *injectObj, const aclTensor *injectPara, aclTensor *out, aclOpExecutor *executor) {
  OPSTRATA_REQUIRE(injectObj);
  L0_DFX(FaultInjection, injectObj, injectPara);
  return ADD_TO_LAUNCHER_LIST_AICORE(FaultInjection, OP_INPUT(injectObj, injectPara), OP_OUTPUT(out)) == ACLNN_SUCCESS ? out : nullptr;
}
OP_TYPE_REGISTER(MaxPool3DGradWithArgmax);
const aclTensor *MaxPool3DGradWithArgmax(const aclTensor *gradOutput, const aclTensor *self, const aclTensor *indices, const aclIntArray *kernelSize,
                                         const aclIntArray *stride, const aclIntArray *padding, const aclIntArray *dilation, bool ceilMode, aclOpExecutor *executor) {
  OPSTRATA_REQUIRE(gradOutput, self, indices);
  L0_DFX(MaxPool3DGradWithArgmax, gradOutput, self, indices, kernelSize, stride, padding, dilation, ceilMode);
  aclTensor *y = executor->AllocTensor(self->GetViewShape(), self->GetDataType(), self->GetStorageFormat());
  CHECK_RET(y != nullptr, nullptr);
  return ADD_TO_LAUNCHER_LIST_AICORE(MaxPool3DGradWithArgmax, OP_INPUT(self, gradOutput, indices), OP_OUTPUT(y),
                                     OP_ATTR(kernelSize, stride, padding, dilation, ceilMode)) == ACLNN_SUCCESS ? y : nullptr;
}

}  // namespace l0op
