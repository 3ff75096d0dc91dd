// First-generation inference over ge::Operator: contexts, the functions of REG macros, common helpers (es-api section 1.8).
#include "graph/inference_context.h"

#include <algorithm>
#include <map>

#include "base/messages.h"
#include "graph/operator_reg.h"
#include "proto/operator_impl.h"
#include "proto/registry.h"

namespace ge {

using opstrata::fail;
using opstrata::Msg;
using opstrata::report;

ShapeAndType::ShapeAndType() : data_type_(DT_UNDEFINED) {}
ShapeAndType::~ShapeAndType() = default;
ShapeAndType::ShapeAndType(const Shape &shape, DataType data_type) : shape_(shape), data_type_(data_type) {}
void ShapeAndType::SetShape(const Shape &shape) { shape_ = shape; }
void ShapeAndType::SetType(DataType data_type) { data_type_ = data_type; }
Shape ShapeAndType::GetShape() const { return shape_; }
DataType ShapeAndType::GetDataType() const { return data_type_; }

class InferenceContextImpl {
 public:
  std::vector<std::vector<ShapeAndType>> input_handles;
  std::vector<std::vector<ShapeAndType>> output_handles;
  std::vector<AscendString> marks;
  std::map<AscendString, std::unique_ptr<ResourceContext>> resources;
};

InferenceContext::InferenceContext() : impl_(std::make_unique<InferenceContextImpl>()) {}
InferenceContext::~InferenceContext() = default;
std::unique_ptr<InferenceContext> InferenceContext::Create(void *) {
  return std::unique_ptr<InferenceContext>(new InferenceContext());
}
void InferenceContext::SetInputHandleShapesAndTypes(std::vector<std::vector<ShapeAndType>> &&shapes_and_types) {
  impl_->input_handles = std::move(shapes_and_types);
}
const std::vector<std::vector<ShapeAndType>> &InferenceContext::GetInputHandleShapesAndTypes() const { return impl_->input_handles; }
const std::vector<std::vector<ShapeAndType>> &InferenceContext::GetOutputHandleShapesAndTypes() const { return impl_->output_handles; }
void InferenceContext::SetOutputHandleShapesAndTypes(const std::vector<std::vector<ShapeAndType>> &shapes_and_types) {
  impl_->output_handles = shapes_and_types;
}
void InferenceContext::SetOutputHandleShapesAndTypes(std::vector<std::vector<ShapeAndType>> &&shapes_and_types) {
  impl_->output_handles = std::move(shapes_and_types);
}
void InferenceContext::SetMarks(const std::vector<AscendString> &marks) { impl_->marks = marks; }
void InferenceContext::GetMarks(std::vector<AscendString> &marks) const { marks = impl_->marks; }
graphStatus InferenceContext::SetResourceContext(const AscendString &key, ResourceContext *resource_context) {
  if (resource_context == nullptr) return GRAPH_FAILED;
  impl_->resources[key].reset(resource_context);
  return GRAPH_SUCCESS;
}
ResourceContext *InferenceContext::GetResourceContext(const AscendString &key) {
  const auto it = impl_->resources.find(key);
  return it == impl_->resources.end() ? nullptr : it->second.get();
}

graphStatus Operator::InferShapeAndType() {
  if (impl_ == nullptr) return GRAPH_PARAM_INVALID;
  const auto functions = opstrata::proto::find_infer_functions(impl_->type());
  if (functions.shape != nullptr) return functions.shape(*this);
  report(fail(Msg::kNoInferFunction, {{"op", impl_->name}, {"type", impl_->type()}}));
  return GRAPH_PARAM_INVALID;
}

graphStatus Operator::VerifyAllAttr(bool disable_common_verifier) {
  if (impl_ == nullptr) return GRAPH_PARAM_INVALID;
  const auto &ir = impl_->ir;
  if (!disable_common_verifier) {
    for (const auto &input : impl_->inputs) {
      const bool required = input.ir_index >= 0 && ir.inputs[static_cast<size_t>(input.ir_index)].kind != opstrata::proto::InputKind::kOptional;
      if (required && input.source == nullptr) {
        report(fail(Msg::kInputNotLinked, {{"op", impl_->name}, {"type", ir.type}, {"input", input.name}}));
        return GRAPH_FAILED;
      }
    }
    for (const auto &attr : ir.attrs) {
      if (attr.required && impl_->attrs.count(attr.name) == 0) {
        report(fail(Msg::kAttrNotSet, {{"op", impl_->name}, {"type", ir.type}, {"attr", attr.name}, {"kind", attr.type_word}}));
        return GRAPH_FAILED;
      }
    }
  }
  const auto functions = opstrata::proto::find_infer_functions(ir.type);
  return functions.verify == nullptr ? GRAPH_SUCCESS : functions.verify(*this);
}

graphStatus InferLikeInput(Operator &op, const char *in_name, const char *out_name) {
  const TensorDesc input = op.GetInputDescByName(in_name);
  TensorDesc output = op.GetOutputDescByName(out_name);
  std::vector<std::pair<int64_t, int64_t>> range;
  (void)input.GetShapeRange(range);
  output.SetShape(input.GetShape());
  output.SetOriginShape(input.GetOriginShape());
  output.SetDataType(input.GetDataType());
  (void)output.SetShapeRange(range);
  return op.UpdateOutputDesc(out_name, output);
}

namespace {

std::string text_of(const std::vector<int64_t> &dims) {
  std::string text;
  for (const int64_t dim : dims) text += (text.empty() ? "" : ", ") + std::to_string(dim);
  return "[" + text + "]";
}

}  // namespace

graphStatus BroadCastInfer(const std::function<std::vector<int64_t>()> &get_in1_shape,
                           const std::function<std::vector<int64_t>()> &get_in2_shape,
                           const std::function<void(const std::vector<int64_t> &y_shape)> &set_out_shape) {
  if (get_in1_shape == nullptr || get_in2_shape == nullptr || set_out_shape == nullptr) return GRAPH_PARAM_INVALID;
  const std::vector<int64_t> a = get_in1_shape();
  const std::vector<int64_t> b = get_in2_shape();
  if (a == UNKNOWN_RANK || b == UNKNOWN_RANK) {
    set_out_shape(UNKNOWN_RANK);
    return GRAPH_SUCCESS;
  }
  std::vector<int64_t> y(std::max(a.size(), b.size()));
  for (size_t i = 0; i < y.size(); ++i) {  // counted from the last dimension
    const int64_t da = i < a.size() ? a[a.size() - 1 - i] : 1;
    const int64_t db = i < b.size() ? b[b.size() - 1 - i] : 1;
    int64_t &dy = y[y.size() - 1 - i];
    if (da == db || db == 1) {
      dy = da;
    } else if (da == 1 || da == UNKNOWN_DIM) {
      dy = db;
    } else if (db == UNKNOWN_DIM) {
      dy = da;
    } else {
      report(fail(Msg::kShapesDoNotBroadcast, {{"a", text_of(a)}, {"b", text_of(b)}}));
      return GRAPH_FAILED;
    }
  }
  set_out_shape(y);
  return GRAPH_SUCCESS;
}

}  // namespace ge
