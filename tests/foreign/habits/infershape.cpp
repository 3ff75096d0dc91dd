// An inference source that carries definitions of tiling data along, and names of headers that it does not include.
#include "log/log.h"
#include "register/op_impl_registry.h"
#include "register/tilingdata_base.h"
#include "util/math_util.h"

namespace optiling {
BEGIN_TILING_DATA_DEF(HabitPart)
TILING_DATA_FIELD_DEF(int64_t, rows);
TILING_DATA_FIELD_DEF_ARR(uint32_t, 8, sizes);
END_TILING_DATA_DEF;
REGISTER_TILING_DATA_CLASS(HabitPartOp, HabitPart)

BEGIN_TILING_DATA_DEF(HabitTilingData)
TILING_DATA_FIELD_DEF(float, factor);
TILING_DATA_FIELD_DEF_STRUCT(HabitPart, part);
END_TILING_DATA_DEF;
REGISTER_TILING_DATA_CLASS(Habit, HabitTilingData);
REGISTER_TILING_DATA_CLASS(Habit_1001, HabitPart)
}  // namespace optiling

namespace ops {
static ge::graphStatus InferShape4Habit(gert::InferShapeContext *context) {
  const gert::Shape *x = context->GetInputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(context, x);
  gert::Shape *y = context->GetOutputShape(0);
  OP_CHECK_NULL_WITH_CONTEXT(context, y);
  OP_CHECK_IF(x->GetDimNum() > 8, OP_LOGE(context->GetNodeName(), "rank %zu", x->GetDimNum()), return ge::GRAPH_FAILED);
  if (x->GetDimNum() > 7) {  // numbers in place of texts, and texts that live no longer than the call
    OP_LOGE_FOR_INVALID_TENSORNUM(context->GetNodeName(), "x", x->GetDimNum(), std::to_string(7).c_str());
    OP_LOGE_FOR_INVALID_VALUE_WITH_REASON(std::string("habit"), "x", x->GetDim(0), "too large");
  }
  *y = *x;
  if (y->GetDimNum() > 0) y->SetDim(0, Ops::Base::CeilDiv(y->GetDim(0), int64_t{2}));
  return ge::GRAPH_SUCCESS;
}
IMPL_OP_INFERSHAPE(Habit).InferShape(InferShape4Habit);
}  // namespace ops
