#include "support/infer.h"

namespace opstrata::operators {
namespace {

ge::graphStatus infer_type(gert::InferDataTypeContext *ctx) {
  const int64_t type = attr_or<int64_t>(ctx, 0, ge::DT_UNDEFINED);
  if (type < 0 || type >= ge::DT_MAX || type == ge::DT_UNDEFINED) {
    OPSTRATA_INFER_REFUSE(ctx, "dst_type: %ld is no data type", static_cast<long>(type));
  }
  return ctx->SetOutputDataType(0, static_cast<ge::DataType>(type));
}

}  // namespace

IMPL_OP_INFERSHAPE(Cast).InferShape(infer_same).InferDataType(infer_type);

}  // namespace opstrata::operators
