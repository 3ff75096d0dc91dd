#include "infer/infer.h"

#include <algorithm>
#include <exception>
#include <map>
#include <mutex>
#include <numeric>
#include <optional>
#include <shared_mutex>
#include <unordered_map>
#include <utility>

#include "base/data_type.h"
#include "base/messages.h"
#include "infer/context_storage.h"
#include "infer/promote.h"
#include "proto/prototype.h"
#include "proto/type_sets.h"

namespace opstrata::infer {
namespace {

Status check_counts(const Node &node) {
  const auto check = [&](const std::vector<uint32_t> &counts, size_t instances, const char *side) -> Status {
    const size_t sum = std::accumulate(counts.begin(), counts.end(), size_t{0});
    if (counts.empty() || sum == instances) return {};
    return fail(Msg::kInferenceNode, {{"op", node.type}, {"count", counts.size()}, {"side", side}, {"sum", sum},
                                      {"instances", instances}});
  };
  OPSTRATA_TRY(check(node.input_counts, node.inputs.size(), "input"));
  return check(node.output_counts, node.outputs.size(), "output");
}

TensorRef ref_of(const TensorInfo &tensor) {
  return {&tensor.shape, &tensor.storage_shape, tensor.data, tensor.format, tensor.storage_format, tensor.dtype};
}

/// A node as references to its parts.
struct RefsOfNode {
  explicit RefsOfNode(const Node &node) {
    inputs.reserve(node.inputs.size());
    outputs.reserve(node.outputs.size());
    for (const TensorInfo &tensor : node.inputs) inputs.push_back(ref_of(tensor));
    for (const TensorInfo &tensor : node.outputs) outputs.push_back(ref_of(tensor));
    ref = {node.type, node.name, inputs, outputs, node.input_counts, node.output_counts, node.attrs};
  }
  RefsOfNode(const RefsOfNode &) = delete;
  RefsOfNode &operator=(const RefsOfNode &) = delete;
  std::vector<TensorRef> inputs, outputs;
  NodeRef ref;
};

void describe(gert::CompileTimeTensorDesc &desc, const TensorRef &tensor) {
  desc.SetDataType(tensor.dtype);
  desc.SetOriginFormat(tensor.format);
  desc.SetStorageFormat(tensor.storage_format);
}

void set_node(ContextStorage &storage, const NodeRef &node, const Functions &functions) {
  storage.set_node(node.type, node.name, node.inputs.size(), node.outputs.size(), node.input_counts, node.output_counts);
  storage.set_attrs(node.attrs, &functions.private_attrs);
  for (size_t i = 0; i < node.inputs.size(); ++i) describe(storage.input_desc(i), node.inputs[i]);
  for (size_t i = 0; i < node.outputs.size(); ++i) describe(storage.output_desc(i), node.outputs[i]);
  storage.make_context(node.inputs.size(), node.outputs.size());
}

/// Makes a shape whose slots are all 0 equal to another one. Few dimensions are the rule, so that no library function
/// shall copy them.
void set_dims(gert::Shape &shape, const gert::Shape &from) {
  shape.SetScalar();
  for (size_t i = 0; i < std::min(from.GetDimNum(), gert::Shape::kMaxDimNum); ++i) shape.AppendDim(from[i]);
  shape.SetDimNum(from.GetDimNum());
}

/// Everything but the shapes.
void set_rest(gert::Tensor &result, const TensorRef &tensor) {
  result.MutableFormat() = gert::StorageFormat(tensor.format, tensor.storage_format, {});
  result.SetDataType(tensor.dtype);
  result.SetData(gert::TensorData(const_cast<void *>(tensor.data), nullptr,
                                  gert::Tensor::CalcBytes(tensor.shape->GetShapeSize(), tensor.dtype),
                                  tensor.data == nullptr ? gert::kOnDeviceHbm : gert::kOnHost));
}

gert::Tensor *make_tensor(ContextStorage &storage, const TensorRef &tensor) {
  auto *result = storage.make<gert::Tensor>();
  set_dims(result->MutableOriginShape(), *tensor.shape);
  set_dims(result->MutableStorageShape(), *tensor.storage_shape);
  set_rest(*result, tensor);
  return result;
}

/// Makes an output's shape of an earlier use equal to another one, with slots behind the rank that are 0 again: a
/// function may have written any of them.
void renew_dims(gert::Shape &shape, const gert::Shape &from) {
  static const gert::Shape no_dims;  // copied with a few wide moves; filling would be a slow string instruction
  shape = no_dims;
  set_dims(shape, from);
}

/// The same of an input, of which a function writes nothing; false if there was nothing to do.
bool follow_dims(gert::Shape &shape, const gert::Shape &from) {
  if (shape == from) return false;
  const size_t used = std::min(shape.GetDimNum(), gert::Shape::kMaxDimNum);
  for (size_t i = from.GetDimNum(); i < used; ++i) shape[i] = 0;
  set_dims(shape, from);
  return true;
}

void renew_input(gert::Tensor &result, const TensorRef &tensor) {
  const bool has_other_shape = follow_dims(result.MutableOriginShape(), *tensor.shape);
  (void)follow_dims(result.MutableStorageShape(), *tensor.storage_shape);
  // The size of the data follows from the shape and the type.
  if (has_other_shape || result.GetDataType() != tensor.dtype || result.GetTensorData().GetAddr() != tensor.data) {
    set_rest(result, tensor);
  } else {
    result.MutableFormat() = gert::StorageFormat(tensor.format, tensor.storage_format, {});
  }
}

void renew_output(gert::Tensor &result, const TensorRef &tensor) {
  renew_dims(result.MutableOriginShape(), *tensor.shape);
  renew_dims(result.MutableStorageShape(), *tensor.storage_shape);
  set_rest(result, tensor);
}

/// Calls a registered function. What it reports on this thread becomes the text of the failure, not the recent message.
template <typename Context>
Status call(const Entry &entry, const NodeRef &node, const char *what, UINT32 (*function)(Context *),
            Context *context) {
  const RecentMessageScope scope;  // hides what was reported before
  UINT32 status = 0;
  try {
    status = function(context);
  } catch (const std::exception &exception) {
    return fail(Msg::kInferenceThrew,
                {{"op", node.type}, {"what", what}, {"library", entry.origin.library}, {"text", exception.what()}});
  } catch (...) {
    return fail(
        Msg::kInferenceThrew,
        {{"op", node.type}, {"what", what}, {"library", entry.origin.library}, {"text", "an unknown exception"}});
  }
  if (status == ge::GRAPH_SUCCESS) return {};
  const char *const text = recent_message();
  return fail(Msg::kInferenceFailed, {{"op", node.type},
                                      {"what", what},
                                      {"library", entry.origin.library},
                                      {"status", status},
                                      {"text", text == nullptr ? "no reason given" : text}});
}

/// Position of output instance `index` in the prototype and inside its list.
struct Place {
  size_t ir = 0;
  size_t relative = 0;
};
Place place_of(const std::vector<uint32_t> &counts, size_t index) {
  if (counts.empty()) return {index, 0};
  size_t ir = 0;
  while (ir < counts.size() && index >= counts[ir]) index -= counts[ir++];
  return {ir, index};
}

/// Data type of the first (or `relative`-th) instance of the first input whose type is written as `symbol`.
ge::DataType input_type(const Node &node, const proto::OpPrototype &prototype, const std::string &symbol, size_t relative) {
  for (size_t i = 0; i < node.inputs.size(); ++i) {
    const Place place = place_of(node.input_counts, i);
    if (place.ir >= prototype.inputs.size() || prototype.inputs[place.ir].dtype != symbol) continue;
    const bool dynamic = prototype.inputs[place.ir].kind == proto::InputKind::kDynamic;
    const size_t wanted = dynamic && place.relative == 0 && i + relative < node.inputs.size() &&
                                  place_of(node.input_counts, i + relative).ir == place.ir
                              ? i + relative
                              : i;
    if (node.inputs[wanted].dtype != ge::DT_UNDEFINED) return node.inputs[wanted].dtype;
  }
  return ge::DT_UNDEFINED;
}

/// A set of ge::TensorType by the name of its function.
const std::vector<ge::DataType> *named_type_set(std::string_view name) {
  static const auto *sets = new std::map<std::string_view, std::vector<ge::DataType>>{
#define OPSTRATA_TYPE_SET(function) {#function, ge::TensorTypeImpl::types(ge::TensorType::function())}
      OPSTRATA_TYPE_SET(QuantifiedType),
      OPSTRATA_TYPE_SET(OrdinaryType),
      OPSTRATA_TYPE_SET(BasicType),
      OPSTRATA_TYPE_SET(NumberType),
      OPSTRATA_TYPE_SET(RealNumberType),
      OPSTRATA_TYPE_SET(ComplexDataType),
      OPSTRATA_TYPE_SET(IntegerDataType),
      OPSTRATA_TYPE_SET(SignedDataType),
      OPSTRATA_TYPE_SET(UnsignedDataType),
      OPSTRATA_TYPE_SET(FloatingDataType),
      OPSTRATA_TYPE_SET(IndexNumberType),
      OPSTRATA_TYPE_SET(UnaryDataType),
      OPSTRATA_TYPE_SET(FLOAT)
#undef OPSTRATA_TYPE_SET
  };
  const auto found = sets->find(name);
  return found == sets->end() ? nullptr : &found->second;
}

/// The types that an expression such as `TensorType({DT_FLOAT, DT_INT32})`, `TensorType::NumberType()` or `{DT_BOOL}`
/// names; none for `TensorType::ALL()` and for an expression with other words in it, of which nothing can be said.
std::vector<ge::DataType> types_named_in(std::string_view expression) {
  constexpr std::string_view kWord = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";
  std::vector<ge::DataType> types;
  for (size_t at = expression.find_first_of(kWord); at < expression.size();) {
    const size_t end = std::min(expression.find_first_not_of(kWord, at), expression.size());
    const std::string_view word = expression.substr(at, end - at);
    if (const auto type = data_type_from_name(word)) {
      types.push_back(*type);
    } else if (const auto *set = named_type_set(word)) {
      types.insert(types.end(), set->begin(), set->end());
    } else if (word != "TensorType" && word != "ListTensorType" && word != "ge" && word != "DataType") {
      return {};
    }
    at = std::min(expression.find_first_of(kWord, end), expression.size());
  }
  return types;
}

ge::DataType type_by_prototype(const Node &node, const proto::OpPrototype &prototype, const std::string &symbol,
                               size_t relative) {
  if (const ge::DataType type = input_type(node, prototype, symbol, relative); type != ge::DT_UNDEFINED) return type;
  const auto definition = prototype.symbols.find(symbol);
  if (definition == prototype.symbols.end()) {
    const std::vector<ge::DataType> types = types_named_in(symbol);
    return types.size() == 1 ? types.front() : ge::DT_UNDEFINED;
  }
  if (definition->second.kind == proto::SymbolDef::Kind::kPromote) {
    std::optional<ge::DataType> promoted;
    for (const std::string &part : definition->second.promotes) {
      const ge::DataType type = type_by_prototype(node, prototype, part, 0);
      promoted = promoted ? promote(*promoted, type) : type;
    }
    return promoted.value_or(ge::DT_UNDEFINED);
  }
  return definition->second.types.size() == 1 ? definition->second.types.front() : ge::DT_UNDEFINED;
}

}  // namespace

std::vector<ge::DataType> allowed_types(const proto::OpPrototype &prototype, const std::string &symbol) {
  const auto definition = prototype.symbols.find(symbol);
  if (definition != prototype.symbols.end()) return definition->second.types;
  // Expressions are few and every launch asks for some of them.
  static std::shared_mutex mutex;
  static auto *const read = new std::unordered_map<std::string, std::vector<ge::DataType>>;
  {
    const std::shared_lock lock(mutex);
    if (const auto known = read->find(symbol); known != read->end()) return known->second;
  }
  std::vector<ge::DataType> types = types_named_in(symbol);
  const std::unique_lock lock(mutex);
  return read->emplace(symbol, std::move(types)).first->second;
}

namespace {

Status no_inference(const NodeRef &node) {
  return fail(Msg::kNoShapeInference, {{"op", node.type}, {"places", "the program, " + search_report().to_string()}});
}

void fill(ContextStorage &storage, const Entry &entry, const NodeRef &node) {
  set_node(storage, node, entry.functions);
  for (size_t i = 0; i < node.inputs.size(); ++i) storage.input(i).data.pointer = make_tensor(storage, node.inputs[i]);
  for (size_t i = 0; i < node.outputs.size(); ++i)
    storage.output(i).data.pointer = make_tensor(storage, node.outputs[i]);
}

Status infer_in(ContextStorage &storage, const Entry &entry, const NodeRef &node, const Take &take) {
  auto *context = storage.context<gert::InferShapeContext>();
  OPSTRATA_TRY(call(entry, node, "shape", entry.functions.infer_shape, context));
  for (size_t i = 0; i < node.outputs.size(); ++i) {
    const gert::CompileTimeTensorDesc &desc = storage.output_desc(i);
    take(i, {context->GetOutputShape(i), nullptr, nullptr, desc.GetOriginFormat(), desc.GetStorageFormat(),
             desc.GetDataType()});
  }
  return {};
}

/// Of lists that are too short for std::equal, which calls a library function.
bool is_equal(std::span<const uint32_t> a, std::span<const uint32_t> b) {
  bool same = a.size() == b.size();
  for (size_t i = 0; same && i < a.size(); ++i) same = a[i] == b[i];
  return same;
}

}  // namespace

/// One node's form (its type is the entry's) and its context, with the tensors that the context's values point to.
struct ReadyContexts::Context {
  static constexpr size_t kMostTensors = 8;

  static bool can_serve(const Entry &entry, const NodeRef &node) {
    return node.attrs.empty() && entry.functions.private_attrs.empty() && node.name.empty() &&
           node.inputs.size() + node.outputs.size() <= kMostTensors && node.input_counts.size() <= kMostTensors &&
           node.output_counts.size() <= kMostTensors;
  }
  Context(const Entry &of, const NodeRef &node) : entry(&of) {
    input_count = node.input_counts.size();
    output_count = node.output_counts.size();
    std::copy(node.input_counts.begin(), node.input_counts.end(), input_counts.begin());
    std::copy(node.output_counts.begin(), node.output_counts.end(), output_counts.begin());
    inputs = node.inputs.size();
    outputs = node.outputs.size();
    fill(storage, of, node);
    for (size_t i = 0; i < inputs; ++i) tensors[i] = static_cast<gert::Tensor *>(storage.input(i).data.pointer);
    for (size_t i = 0; i < outputs; ++i)
      tensors[inputs + i] = static_cast<gert::Tensor *>(storage.output(i).data.pointer);
  }
  bool has_form_of(const Entry &of, const NodeRef &node) const {
    return entry == &of && inputs == node.inputs.size() && outputs == node.outputs.size() &&
           is_equal({input_counts.data(), input_count}, node.input_counts) &&
           is_equal({output_counts.data(), output_count}, node.output_counts);
  }
  void renew(const NodeRef &node) {
    for (size_t i = 0; i < inputs; ++i) {
      renew_input(*tensors[i], node.inputs[i]);
      storage.input_desc(i) = gert::CompileTimeTensorDesc();
      describe(storage.input_desc(i), node.inputs[i]);
    }
    for (size_t i = 0; i < outputs; ++i) {
      renew_output(*tensors[inputs + i], node.outputs[i]);
      storage.output_desc(i) = gert::CompileTimeTensorDesc();
      describe(storage.output_desc(i), node.outputs[i]);
    }
  }
  /// Whether the function left the values where they were.
  bool is_whole() {
    const auto is_own = [](const AsyncAnyValue &value, const gert::Tensor *tensor) {
      return value.data.pointer == tensor && value.deleter == nullptr;
    };
    for (size_t i = 0; i < inputs; ++i) {
      if (!is_own(storage.input(i), tensors[i])) return false;
    }
    for (size_t i = 0; i < outputs; ++i) {
      if (!is_own(storage.output(i), tensors[inputs + i])) return false;
    }
    return true;
  }

  const Entry *const entry;
  size_t inputs = 0, outputs = 0, input_count = 0, output_count = 0;
  std::array<uint32_t, kMostTensors> input_counts{}, output_counts{};
  std::array<gert::Tensor *, kMostTensors> tensors{};
  ContextStorage storage;
};

ReadyContexts::ReadyContexts() = default;
ReadyContexts::~ReadyContexts() = default;
bool ReadyContexts::can_serve(const Entry &entry, const NodeRef &node) { return Context::can_serve(entry, node); }

Status infer_shapes(const Entry *entry, const NodeRef &node, const Take &take) {
  if (entry == nullptr) return no_inference(node);
  ContextStorage storage;
  fill(storage, *entry, node);
  return infer_in(storage, *entry, node, take);
}

Status infer_shapes(const Entry *entry, const NodeRef &node, ReadyContexts &ready, const Take &take) {
  if (entry == nullptr || !ReadyContexts::can_serve(*entry, node)) return infer_shapes(entry, node, take);
  return ready.infer(*entry, node, take);
}

Status ReadyContexts::infer(const Entry &entry, const NodeRef &node, const Take &take) {
  // Taken out while it is used: the function may ask for inference itself.
  std::unique_ptr<Context> &place = places_[reinterpret_cast<uintptr_t>(&entry) / sizeof(Entry) % places_.size()];
  std::unique_ptr<Context> context = std::move(place);
  if (context != nullptr && context->has_form_of(entry, node))
    context->renew(node);
  else
    context = std::make_unique<Context>(entry, node);
  Status inferred = infer_in(context->storage, entry, node, take);
  if (inferred.ok() && context->is_whole()) place = std::move(context);
  return inferred;
}

Status infer_shapes(Node &node) {
  OPSTRATA_TRY(check_counts(node));
  const RefsOfNode refs(node);
  return infer_shapes(find_shape_inference(node.type), refs.ref, [&node](size_t i, const TensorRef &inferred) {
    TensorInfo &output = node.outputs[i];
    output.shape = *inferred.shape;
    output.dtype = inferred.dtype;
    output.format = inferred.format;
    output.storage_format = inferred.storage_format;
  });
}

Status infer_data_types(Node &node) {
  OPSTRATA_TRY(check_counts(node));
  if (const Entry *entry = find_data_type_inference(node.type); entry != nullptr) {
    ContextStorage storage;
    const RefsOfNode refs(node);
    set_node(storage, refs.ref, entry->functions);
    const auto put = [](AsyncAnyValue &value, ge::DataType type) { new (value.data.inplace) ge::DataType(type); };
    for (size_t i = 0; i < node.inputs.size(); ++i) put(storage.input(i), node.inputs[i].dtype);
    for (size_t i = 0; i < node.outputs.size(); ++i) put(storage.output(i), node.outputs[i].dtype);
    auto *context = storage.context<gert::InferDataTypeContext>();
    OPSTRATA_TRY(call(*entry, refs.ref, "data type", entry->functions.infer_datatype, context));
    for (size_t i = 0; i < node.outputs.size(); ++i) node.outputs[i].dtype = context->GetOutputDataType(i);
  }
  const proto::OpPrototype *prototype = nullptr;
  for (size_t i = 0; i < node.outputs.size(); ++i) {
    if (node.outputs[i].dtype != ge::DT_UNDEFINED) continue;
    if (prototype == nullptr) prototype = proto::find_prototype(node.type);
    const Place place = place_of(node.output_counts, i);
    if (prototype == nullptr || place.ir >= prototype->outputs.size()) {
      return fail(Msg::kNoDataTypePrototype, {{"op", node.type}, {"output", i}});
    }
    const proto::OutputDef &output = prototype->outputs[place.ir];
    node.outputs[i].dtype = type_by_prototype(node, *prototype, output.dtype, place.relative);
    if (node.outputs[i].dtype == ge::DT_UNDEFINED) {
      return fail(Msg::kNoDataType, {{"op", node.type}, {"output", output.name}, {"symbol", output.dtype}});
    }
  }
  return {};
}

Status infer_shape_ranges(const Node &node, const std::vector<ShapeRange> &inputs, std::vector<ShapeRange> &outputs) {
  OPSTRATA_TRY(check_counts(node));
  const Entry *entry = nullptr;
  for (const Entry *candidate : find_entries(node.type)) {
    if (entry == nullptr && candidate->functions.infer_shape_range != nullptr) entry = candidate;
  }
  if (entry == nullptr) return fail(Msg::kNoShapeRangeInference, {{"op", node.type}});
  ContextStorage storage;
  const RefsOfNode refs(node);
  set_node(storage, refs.ref, entry->functions);
  const auto put = [&](AsyncAnyValue &value, TensorRef tensor, const ShapeRange &range) {
    tensor.shape = &range.min;
    gert::Tensor *const least = make_tensor(storage, tensor);
    tensor.shape = &range.max;
    value.data.pointer = storage.make<gert::TensorRange>(least, make_tensor(storage, tensor));
  };
  for (size_t i = 0; i < node.inputs.size(); ++i) {
    const gert::Shape &shape = node.inputs[i].shape;
    put(storage.input(i), refs.inputs[i], i < inputs.size() ? inputs[i] : ShapeRange{shape, shape});
  }
  for (size_t i = 0; i < node.outputs.size(); ++i) put(storage.output(i), refs.outputs[i], {});
  auto *context = storage.context<gert::InferShapeRangeContext>();
  OPSTRATA_TRY(call(*entry, refs.ref, "shape range", entry->functions.infer_shape_range, context));
  outputs.clear();
  for (size_t i = 0; i < node.outputs.size(); ++i) {
    const gert::Range<gert::Shape> *range = context->GetOutputShapeRange(i);
    outputs.push_back({*range->GetMin(), *range->GetMax()});
  }
  return {};
}

}  // namespace opstrata::infer
