// Level-0 functions that operator libraries call across operators, and the shared kernels.
#include "aclnn_kernels/cast.h"
#include "aclnn_kernels/contiguous.h"
#include "aclnn_kernels/pad.h"
#include "aclnn_kernels/reshape.h"
#include "aclnn_kernels/slice.h"
#include "aclnn_kernels/transdata.h"
#include "aclnn_kernels/transpose.h"
#include "items.h"
#include "level0/abs.h"
#include "level0/add.h"
#include "level0/adjacent_difference.h"
#include "level0/arange.h"
#include "level0/axpy.h"
#include "level0/broadcast_to.h"
#include "level0/concat.h"
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
#include "level0/gather_v2.h"
#include "level0/greater.h"
#include "level0/inplace_index_add.h"
#include "level0/kth_value.h"
#include "level0/less.h"
#include "level0/log.h"
#include "level0/logical_and.h"
#include "level0/logical_or.h"
#include "level0/masked_fill.h"
#include "level0/max_pool3d_grad_with_argmax.h"
#include "level0/max_pool3d_with_argmax_v2.h"
#include "level0/maximum.h"
#include "level0/minimum.h"
#include "level0/mod.h"
#include "level0/mul.h"
#include "level0/muls.h"
#include "level0/not_equal.h"
#include "level0/ones_like.h"
#include "level0/padv3.h"
#include "level0/pow.h"
#include "level0/realdiv.h"
#include "level0/reduce_any.h"
#include "level0/reduce_mean.h"
#include "level0/reduce_mean_with_count.h"
#include "level0/reduce_min.h"
#include "level0/reduce_sum_op.h"
#include "level0/reduce_var.h"
#include "level0/right_shift.h"
#include "level0/rsqrt.h"
#include "level0/select.h"
#include "level0/sort.h"
#include "level0/split_v.h"
#include "level0/squeeze.h"
#include "level0/stateless_random_uniform_v2.h"
#include "level0/sub.h"
#include "level0/tensor_move.h"
#include "level0/threshold.h"
#include "level0/topk.h"
#include "level0/unique_with_counts_and_sorting.h"
#include "level0/unsqueeze.h"
#include "level0/zero_op.h"

using namespace l0op;
using Tensor = const aclTensor;
void SharedKernels() {
  FREE(Tensor *, l0op::Contiguous, (Tensor *, aclOpExecutor *));
  FREE(Tensor *, l0op::ViewCopy, (Tensor *, Tensor *, aclOpExecutor *));
  FREE(Tensor *, l0op::PickViewAsContiguous, (Tensor *, aclOpExecutor *));
  FREE(Tensor *, l0op::ReViewToOut, (Tensor *, Tensor *, aclOpExecutor *));
  ContiguousParam param;
  items::Take(l0op::CanOptimizeContiguous(op::Shape(), op::Strides(), 0, 1, param));
  items::Take(l0op::CanOptimizeView(op::Shape(), op::Strides(), 0, param));
  FREE(Tensor *, l0op::Cast, (Tensor *, op::DataType, aclOpExecutor *));
  FREE(Tensor *, l0op::CastOnlyForConvBackward, (Tensor *, op::DataType, aclOpExecutor *));
  FREE(Tensor *, l0op::Reshape, (Tensor *, const op::Shape &, aclOpExecutor *));
  FREE(Tensor *, l0op::Reshape, (Tensor *, const aclIntArray *, aclOpExecutor *));
  FREE(Tensor *, l0op::Transpose, (Tensor *, Tensor *, Tensor *, aclOpExecutor *));
  FREE(Tensor *, l0op::Transpose, (Tensor *, const aclIntArray *, aclOpExecutor *));
  FREE(Tensor *, l0op::ReFormat, (Tensor *, const op::Format &, aclOpExecutor *));
  items::Take(l0op::ReFormat(nullptr, op::Format::FORMAT_ND));
  FREE(Tensor *, l0op::TransData, (Tensor *, op::Format, int64_t, aclOpExecutor *));
  FREE(Tensor *, l0op::TransDataSpecial, (Tensor *, op::Format, int64_t, aclOpExecutor *));
  FREE(Tensor *, l0op::Slice, (Tensor *, Tensor *, Tensor *, Tensor *, aclOpExecutor *));
  FREE(Tensor *, l0op::Slice, (Tensor *, const aclIntArray *, const aclIntArray *, aclOpExecutor *));
  FREE(Tensor *, l0op::Pad, (Tensor *, Tensor *, aclOpExecutor *));
}
void Level0() {
  FREE(const aclTensor *, l0op::UnsqueezeNd, (const aclTensor *, const aclIntArray *, aclOpExecutor *));
  FREE(const aclTensor *, l0op::UnsqueezeNd, (const aclTensor *, int64_t, aclOpExecutor *));
  FREE(const aclTensor *, l0op::SqueezeNd, (const aclTensor *, const aclIntArray *, aclOpExecutor *));
  FREE(const aclTensor *, l0op::SqueezeNd, (const aclTensor *, int64_t, aclOpExecutor *));
  FREE(const aclTensor *, l0op::Fill, (const aclTensor *, const aclTensor *, const aclIntArray *, aclOpExecutor *));
  FREE(const aclTensor *, l0op::BroadcastTo,
       (const aclTensor *, const aclTensor *, const aclTensor *, aclOpExecutor *));
  FREE(const aclTensor *, l0op::BroadcastTo, (const aclTensor *, const aclIntArray *, aclOpExecutor *));
  FREE(const aclTensor *, l0op::Mul, (const aclTensor *, const aclTensor *, aclOpExecutor *));
  FREE(bool, l0op::IsMulSupportNonContiguous, (const aclTensor *, const aclTensor *));
  FREE(const aclTensor *, l0op::MulInplace, (const aclTensor *, const aclTensor *, aclOpExecutor *));
  FREE(const aclTensor *, l0op::ReduceSumOp, (const aclTensor *, const aclIntArray *, bool, aclOpExecutor *));
  FREE(const aclTensor *, l0op::ZerosLike, (const aclTensor *, aclOpExecutor *));
  FREE(const aclTensor *, l0op::InplaceZerosLike, (const aclTensor *, aclOpExecutor *));
  FREE(const aclTensor *, l0op::Add, (const aclTensor *, const aclTensor *, aclOpExecutor *));
  FREE(const aclTensor *, l0op::AddInplace, (const aclTensor *, const aclTensor *, aclOpExecutor *));
  FREE(bool, l0op::IsAddSupportNonContiguous, (const aclTensor *, const aclTensor *));
  FREE(const aclTensor *, l0op::OnesLike, (const aclTensor *, aclOpExecutor *));
  FREE(const aclTensor *, l0op::Muls, (const aclTensor *, float, aclOpExecutor *));
  FREE(const aclTensor *, l0op::MulsInplace, (const aclTensor *, float, aclOpExecutor *));
  FREE(aclTensor *, l0op::ConcatD, (const aclTensorList *, int64_t, op::DataType, aclOpExecutor *));
  FREE(aclTensor *, l0op::ConcatD, (const aclTensorList *, int64_t, aclOpExecutor *));
  FREE(const aclTensor *, l0op::Div, (const aclTensor *, const aclTensor *, aclOpExecutor *));
  FREE(const aclTensor *, l0op::Sub, (const aclTensor *, const aclTensor *, aclOpExecutor *));
  {
    using Result = const std::tuple<aclTensor *, aclTensor *>;
    FREE(Result, l0op::Sort, (const aclTensor *, int64_t, bool, bool, op::DataType, aclOpExecutor *));
  }
  FREE(const aclTensor *, l0op::Arange,
       (const aclScalar *, const aclScalar *, const aclScalar *, const aclTensor *, bool, aclOpExecutor *));
  FREE(const aclTensor *, l0op::ReduceMean, (const aclTensor *, const aclIntArray *, bool, aclOpExecutor *));
  FREE(const aclTensor *, l0op::ReduceMean, (const aclTensor *, const aclIntArray *, bool, bool, aclOpExecutor *));
  FREE(const aclTensor *, l0op::Axpy, (const aclTensor *, const aclTensor *, float, aclOpExecutor *));
  FREE(const aclTensor *, l0op::AxpyInplace, (const aclTensor *, const aclTensor *, float, aclOpExecutor *));
  FREE(const aclTensor *, l0op::Dot, (const aclTensor *, const aclTensor *, aclOpExecutor *));
  FREE(const aclTensor *, l0op::PadV3,
       (const aclTensor *, const aclTensor *, const aclTensor *, const std::string &, bool, aclOpExecutor *));
  FREE(const aclTensor *, l0op::FaultInjection, (const aclTensor *, const aclTensor *, aclTensor *, aclOpExecutor *));
  FREE(const aclTensor *, l0op::Greater, (const aclTensor *, const aclTensor *, aclOpExecutor *));
  FREE(bool, l0op::IsGreaterSupportNonContiguous, (const aclTensor *));
  FREE(const aclTensor *, l0op::Cumsum, (const aclTensor *, const aclTensor *, aclOpExecutor *));
  FREE(const aclTensor *, l0op::Cumsum, (const aclTensor *, const aclTensor *, bool, bool, aclOpExecutor *));
  FREE(const aclTensor *, l0op::LogicalAnd, (const aclTensor *, const aclTensor *, aclOpExecutor *));
  FREE(const aclTensor *, l0op::LogicalOr, (const aclTensor *, const aclTensor *, aclOpExecutor *));
  FREE(const aclTensor *, l0op::MaxPool3DGradWithArgmax,
       (const aclTensor *, const aclTensor *, const aclTensor *, const aclIntArray *, const aclIntArray *,
        const aclIntArray *, const aclIntArray *, bool, aclOpExecutor *));
  FREE(const aclTensor *, l0op::SelectV2, (const aclTensor *, const aclTensor *, const aclTensor *, aclOpExecutor *));
  FREE(bool, l0op::SplitVAiCoreSupport, (const aclTensor *));
  FREE(bool, l0op::IsSplitV2AiCoreSupport, (const aclTensor *, const aclIntArray *, int64_t));
  FREE(const aclTensorList *, l0op::SplitV, (const aclTensor *, const aclIntArray *, int64_t, aclOpExecutor *));
  FREE(const aclTensor *, l0op::TensorMoveAiCore, (const aclTensor *, const aclTensor *, aclOpExecutor *));
  FREE(const aclTensor *, l0op::TensorMove, (const aclTensor *, const aclTensor *, aclOpExecutor *));
  FREE(const aclTensor *, l0op::Abs, (const aclTensor *, aclOpExecutor *));
  FREE(const aclTensor *, l0op::InplaceIndexAddAiCore,
       (const aclTensor *, int64_t, const aclTensor *, const aclTensor *, const aclTensor *, aclOpExecutor *));
  FREE(const aclTensor *, l0op::InplaceIndexAddAiCpu,
       (const aclTensor *, int64_t, const aclTensor *, const aclTensor *, const aclTensor *, aclOpExecutor *));
  FREE(const aclTensor *, l0op::InplaceIndexAddWithSorted,
       (const aclTensor *, int64_t, const aclTensor *, const aclTensor *, const aclTensor *, const aclTensor *,
        aclOpExecutor *));
  {
    using Result = const std::tuple<aclTensor *, aclTensor *>;
    FREE(Result, l0op::KthValue, (const aclTensor *, int64_t, int64_t, aclOpExecutor *));
  }
  {
    using Result = const std::tuple<const aclTensor *, const aclTensor *>;
    FREE(Result, l0op::MaxPool3DWithArgmaxV2Ncdhw,
         (const aclTensor *, const aclIntArray *, const aclIntArray *, const aclIntArray *, const aclIntArray *, bool,
          std::string, aclOpExecutor *, op::DataType));
  }
  FREE(const aclTensor *, l0op::Pow, (const aclTensor *, const aclTensor *, aclOpExecutor *));
  FREE(const aclTensor *, l0op::InplacePow, (const aclTensor *, const aclTensor *, aclOpExecutor *));
  FREE(const aclTensor *, l0op::RealDiv, (const aclTensor *, const aclTensor *, aclOpExecutor *));
  FREE(const aclTensor *, l0op::RealDivInplace, (const aclTensor *, const aclTensor *, aclOpExecutor *));
  FREE(const aclTensor *, l0op::RealDiv, (const aclTensor *, const aclTensor *, int, aclOpExecutor *));
  FREE(const aclTensor *, l0op::RealDiv, (const aclTensor *, const aclTensor *, bool, aclOpExecutor *));
  FREE(bool, l0op::IsRealDivSupportNonContiguous, (const aclTensor *));
  FREE(aclnnStatus, l0op::UniqueWithCountsAndSorting,
       (const aclTensor *, bool, bool, bool, aclTensor *, aclTensor *, aclTensor *, aclOpExecutor *));
  FREE(aclnnStatus, l0op::UniqueWithCountsAndSorting,
       (const aclTensor *, bool, bool, aclTensor *, aclTensor *, aclOpExecutor *));
  FREE(aclTensor *, l0op::AdjacentDifference, (const aclTensor *, op::DataType, aclOpExecutor *));
  FREE(const aclTensor *, l0op::DSARandomUniform,
       (const aclIntArray *, uint64_t, uint64_t, const aclScalar *, const aclScalar *, aclOpExecutor *));
  FREE(const aclTensor *, l0op::DSARandomUniformTensor,
       (const aclIntArray *, const aclTensor *, const aclTensor *, const aclScalar *, const aclScalar *,
        aclOpExecutor *));
  FREE(const aclTensor *, l0op::Equal, (const aclTensor *, const aclTensor *, aclOpExecutor *));
  FREE(const aclTensor *, l0op::Exp, (const aclTensor *, aclOpExecutor *));
  FREE(const aclTensor *, l0op::Expand, (const aclTensor *, const aclIntArray *, aclOpExecutor *));
  FREE(const aclTensor *, l0op::GatherElements, (const aclTensor *, int64_t, const aclTensor *, aclOpExecutor *));
  FREE(const aclTensor *, l0op::GatherV2, (const aclTensor *, int64_t, const aclTensor *, aclOpExecutor *, int, bool));
  FREE(const aclTensor *, l0op::GatherV2WithImplMode,
       (const aclTensor *, int64_t, const aclTensor *, int64_t, aclOpExecutor *, int, bool));
  FREE(const aclTensor *, l0op::Less, (const aclTensor *, const aclTensor *, aclOpExecutor *));
  FREE(const aclTensor *, l0op::Log, (const aclTensor *, float, float, float, aclOpExecutor *));
  FREE(const aclTensor *, l0op::MaskedFill, (const aclTensor *, const aclTensor *, const aclTensor *, aclOpExecutor *));
  FREE(const aclTensor *, l0op::Maximum, (const aclTensor *, const aclTensor *, aclOpExecutor *));
  FREE(const aclTensor *, l0op::Minimum, (const aclTensor *, const aclTensor *, aclOpExecutor *));
  FREE(const aclTensor *, l0op::Mod, (const aclTensor *, const aclTensor *, aclOpExecutor *));
  FREE(const aclTensor *, l0op::NotEqual, (const aclTensor *, const aclTensor *, aclOpExecutor *));
  FREE(const aclTensor *, l0op::ReduceAny, (const aclTensor *, const aclIntArray *, bool, aclOpExecutor *));
  FREE(const aclTensor *, l0op::ReduceMeanWithCount,
       (const aclTensor *, const aclTensor *, const aclTensor *, const aclIntArray *, bool, aclOpExecutor *));
  FREE(const aclTensor *, l0op::ReduceMin, (const aclTensor *, const aclIntArray *, bool, aclOpExecutor *));
  FREE(bool, l0op::IsSupported, (const aclTensor *, const aclTensor *));
  FREE(const aclTensor *, l0op::RightShift, (const aclTensor *, const aclTensor *, aclOpExecutor *));
  FREE(const aclTensor *, l0op::Rsqrt, (const aclTensor *, aclOpExecutor *));
  FREE(const aclTensor *, l0op::StatelessRandomUniformV2,
       (const aclTensor *, uint64_t, uint64_t, int32_t, aclOpExecutor *));
  FREE(const aclTensor *, l0op::StatelessRandomUniformV2,
       (const aclTensor *, const aclTensor *, const aclTensor *, int32_t, aclOpExecutor *));
  FREE(const aclTensor *, l0op::Threshold, (const aclTensor *, const aclScalar *, const aclScalar *, aclOpExecutor *));
  {
    using Result = std::tuple<aclTensor *, aclTensor *>;
    FREE(Result, l0op::Topk, (const aclTensor *, int64_t, int64_t, bool, bool, op::DataType, aclOpExecutor *));
  }
  {
    using Result = const std::tuple<const aclTensor *, const aclTensor *>;
    FREE(Result, l0op::ReduceVar, (const aclTensor *, const aclIntArray *, int64_t, bool, bool, aclOpExecutor *));
  }
}
