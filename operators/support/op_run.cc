#include "support/op_run.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <iterator>

#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"
#include "opdev/op_executor.h"
#include "support/golden_run.h"
#include "support/two_phase.h"

namespace opstrata::operators {
namespace {

struct Arguments {
  op::OpArg *next = nullptr;
  op::OpArgContext *context = nullptr;

  explicit Arguments(size_t count) : context(op::internal::AllocateOpArgContext(count, next)) {
    for (op::OpArgList &list : context->argLists) list = {};  // kinds that a case does not have
    context->reserved = nullptr;
  }
  template <class T>
  void add(const T &value) {
    op::internal::FillOpArg(*next++, value);
  }
  void add_kind(int kind, const op::OpArg *first) {
    context->argLists[kind] = op::OpArgList{const_cast<op::OpArg *>(first), static_cast<size_t>(next - first), kind};
  }
};

void add_parameters(Arguments &arguments, const std::vector<const aclTensor *> &tensors, const std::vector<int64_t> &counts, aclOpExecutor *executor) {
  size_t next = 0;
  for (size_t i = 0; counts.empty() ? next < tensors.size() : i < counts.size(); ++i) {
    if (counts.empty() || counts[i] < 0) {
      arguments.add(tensors[next++]);
    } else {
      arguments.add(static_cast<const aclTensorList *>(executor->AllocTensorList(tensors.data() + next, static_cast<uint64_t>(counts[i]))));
      next += static_cast<size_t>(counts[i]);
    }
  }
}

void add_attr(Arguments &arguments, const GoldenAttr &attr, aclOpExecutor *executor) {
  switch (attr.kind) {
    case 'f': arguments.add(static_cast<float>(attr.reals[0])); break;
    case 'b': arguments.add(attr.ints[0] != 0); break;
    case 's': arguments.add(attr.text); break;
    case 'l': arguments.add(static_cast<const aclIntArray *>(executor->AllocIntArray(attr.ints.data(), attr.ints.size()))); break;
    case 'g': {
      const std::vector<float> values(attr.reals.begin(), attr.reals.end());
      arguments.add(static_cast<const aclFloatArray *>(executor->AllocFloatArray(values.data(), values.size())));
      break;
    }
    case 'h': {
      bool values[8];
      const size_t count = std::min(attr.ints.size(), std::size(values));
      for (size_t i = 0; i < count; ++i) values[i] = attr.ints[i] != 0;
      arguments.add(static_cast<const aclBoolArray *>(executor->AllocBoolArray(values, count)));
      break;
    }
    default: arguments.add(attr.ints[0]);
  }
}

op::Shape to_shape(const std::vector<int64_t> &dims) {
  op::Shape shape;
  for (int64_t d : dims) shape.AppendDim(d);
  return shape;
}

aclnnStatus second_phase(void *workspace, uint64_t size, aclOpExecutor *executor, aclrtStream stream) {
  return CommonOpExecutorRun(workspace, size, executor, stream);
}

std::vector<int64_t> direction(const GoldenCase &c, const char *name) {
  const auto found = c.ints.find(name);
  return found == c.ints.end() ? std::vector<int64_t>() : found->second;
}

/// Format of input or output `i`, where the outputs follow the inputs.
op::Format format_of(const GoldenCase &c, size_t i) {
  const std::vector<int64_t> formats = direction(c, "#format");
  return i < formats.size() ? static_cast<op::Format>(formats[i]) : op::Format::FORMAT_ND;
}
void set_format(aclTensor *tensor, op::Format format) {
  tensor->SetViewFormat(format);
  tensor->SetOriginalFormat(format);
  tensor->SetStorageFormat(format);
}

std::string max_key(size_t output) { return "#max" + std::to_string(output); }

/// Phase one of a case; empty, or what went wrong. `shapes`: where the real shapes of outputs with a bound go, or null.
std::string prepare(const std::string &type, const GoldenCase &c, const std::vector<aclTensor *> &in, const std::vector<aclTensor *> &out, aclTensor *shapes,
                    Call &call) {
  UniqueExecutor unique("operators_test");
  aclOpExecutor *executor = unique.get();
  std::vector<const aclTensor *> inputs, results, targets;
  for (const aclTensor *x : in) inputs.push_back(x == nullptr ? nullptr : operand(x, executor));
  for (int64_t i : direction(c, "#host")) {
    const GoldenTensor &t = c.inputs[static_cast<size_t>(i)];
    aclTensor *host = executor->AllocHostTensor(to_shape(t.shape), static_cast<op::DataType>(t.dtype));
    if (!t.data.empty()) std::memcpy(host->GetStorageAddr(), t.data.data(), t.data.size());
    inputs[static_cast<size_t>(i)] = host;
  }
  const std::vector<int64_t> refs = direction(c, "#ref");
  for (size_t i = 0; i < out.size(); ++i) {
    const bool ref = i < refs.size() && refs[i] >= 0;
    if (shapes != nullptr) {
      results.push_back(out[i]);
      targets.push_back(out[i]);
      continue;
    }
    const op::DataType dtype = static_cast<op::DataType>(c.outputs[i].dtype);
    results.push_back(ref ? inputs[static_cast<size_t>(refs[i])] : executor->AllocTensor(dtype, format_of(c, in.size() + i), format_of(c, in.size() + i)));
    targets.push_back(ref ? results.back() : out[i]);
  }
  // A list without tensors is a parameter, too.
  Arguments arguments(std::max(inputs.size(), direction(c, "#in").size()) + 4 * std::max(out.size(), direction(c, "#out").size()) + c.attrs.size());
  const op::OpArg *first = arguments.next;
  add_parameters(arguments, inputs, direction(c, "#in"), executor);
  arguments.add_kind(op::OP_INPUT_ARG, first);
  first = arguments.next;
  add_parameters(arguments, results, direction(c, "#out"), executor);
  arguments.add_kind(op::OP_OUTPUT_ARG, first);
  first = arguments.next;
  for (const GoldenAttr &attr : c.attrs) {
    if (attr.name[0] != '#') add_attr(arguments, attr, executor);
  }
  arguments.add_kind(op::OP_ATTR_ARG, first);
  const uint32_t id = op::GenOpTypeId(type.c_str());
  if (refs.empty() && shapes == nullptr && c.ints.count("#given") == 0) {
    if (InferShape(id, *arguments.context->GetOpArg(op::OP_INPUT_ARG), *arguments.context->GetOpArg(op::OP_OUTPUT_ARG),
                   *arguments.context->GetOpArg(op::OP_ATTR_ARG)) != 0) {
      op::DestroyOpArgContext(arguments.context);
      return "inference fails";
    }
    for (size_t i = 0; i < results.size(); ++i) {
      if (results[i]->GetViewShape() == to_shape(c.outputs[i].shape)) continue;
      op::DestroyOpArgContext(arguments.context);
      return "inferred shape " + std::string(op::ToString(results[i]->GetViewShape()).GetString());
    }
  }
  first = arguments.next;
  add_parameters(arguments, targets, direction(c, "#out"), executor);
  arguments.add_kind(op::OP_OUTPUT_ARG, first);
  first = arguments.next;
  for (size_t i = 0; shapes != nullptr && i < out.size(); ++i) {
    if (c.ints.count(max_key(i)) == 0) continue;
    arguments.add(static_cast<const aclTensor *>(shapes));
    arguments.add(static_cast<uint64_t>(i));
  }
  arguments.add_kind(op::OP_OUTSHAPE_ARG, first);
  if (CreatAiCoreKernelLauncher(type.c_str(), id, executor, arguments.context) != 0) return "launcher refused";
  call.workspace_size = executor->GetWorkspaceSize();
  unique.ReleaseTo(&call.executor);
  return {};
}

}  // namespace

std::string run_operator_case(const std::string &type, const GoldenCase &c, Tolerance tolerance) {
  const auto because = [](const std::string &what) {
    const char *message = aclGetRecentErrMsg();
    return what + ": " + (message == nullptr ? "" : message);
  };
  const std::vector<int64_t> refs = direction(c, "#ref");
  std::vector<std::unique_ptr<DeviceTensor>> inputs, outputs;
  Call call;
  for (const GoldenTensor &t : c.inputs) {
    inputs.push_back(t.present ? std::make_unique<DeviceTensor>(t, false) : nullptr);
    call.in.push_back(t.present ? inputs.back()->handle() : nullptr);
    if (t.present) set_format(call.in.back(), format_of(c, call.in.size() - 1));
  }
  std::vector<size_t> bounded;
  const std::vector<int64_t> changed = direction(c, "#changed");
  const size_t made = c.outputs.size() - changed.size();
  for (size_t i = 0; i < made; ++i) {
    GoldenTensor planned = c.outputs[i];
    if (c.ints.count(max_key(i)) != 0) {
      planned = make_tensor<char>(planned.dtype, c.ints.at(max_key(i)), {});
      bounded.push_back(i);
    }
    outputs.push_back(std::make_unique<DeviceTensor>(planned, true));
    call.out.push_back(outputs.back()->handle());
    set_format(call.out.back(), format_of(c, c.inputs.size() + i));
  }
  constexpr size_t kSlots = 9;  // of each output in the tensor of real shapes: the rank and its dimensions
  std::unique_ptr<DeviceTensor> shapes;
  if (!bounded.empty()) {
    shapes = std::make_unique<DeviceTensor>(make_tensor<int64_t>(ge::DT_INT64, {static_cast<int64_t>(kSlots * bounded.size())}, {}), true);
  }
  const std::string problem = prepare(type, c, call.in, call.out, shapes == nullptr ? nullptr : shapes->handle(), call);
  if (!problem.empty()) return because(problem);
  if (const aclnnStatus ran = run_second_phase(second_phase, call.workspace_size, call.executor); ran != 0) {
    return because("second phase gives " + std::to_string(ran));
  }
  std::string text;
  for (size_t i = 0; i < c.outputs.size(); ++i) {
    const int64_t input = i >= made ? changed[i - made] : i < refs.size() ? refs[i] : -1;
    const DeviceTensor &result = input >= 0 ? *inputs[static_cast<size_t>(input)] : *outputs[i];
    std::vector<char> bytes = result.download();
    if (c.ints.count(max_key(i)) != 0) {
      const std::vector<char> real = shapes->download();
      const auto slot = static_cast<size_t>(std::find(bounded.begin(), bounded.end(), i) - bounded.begin()) * kSlots;
      std::vector<int64_t> dims(kSlots);
      std::memcpy(dims.data(), real.data() + slot * sizeof(int64_t), kSlots * sizeof(int64_t));
      const int64_t rank = dims[0];
      dims.erase(dims.begin());
      if (rank < 0 || rank >= static_cast<int64_t>(kSlots)) return "output " + std::to_string(i) + ": rank " + std::to_string(rank);
      dims.resize(static_cast<size_t>(rank));
      if (dims != c.outputs[i].shape) text += " output " + std::to_string(i) + ": another shape";
      const size_t used = std::min(bytes.size(), c.outputs[i].storage_bytes());
      for (size_t b = used; b < bytes.size(); ++b) {
        if (static_cast<unsigned char>(bytes[b]) == kUntouched) continue;
        text += " output " + std::to_string(i) + ": written beyond its shape";
        break;
      }
      bytes.resize(used);
    }
    const std::string found = difference(c.outputs[i], bytes, tolerance);
    if (!found.empty()) text += " output " + std::to_string(i) + ":" + found;
  }
  return text;
}

Tolerance rounded_once(const std::string &, const GoldenCase &c) {
  switch (c.outputs[0].dtype) {
    case ge::DT_FLOAT16:
    case ge::DT_BF16:
    case ge::DT_FLOAT:
      return {1, 1e-12};
    case ge::DT_DOUBLE:
    case ge::DT_COMPLEX128:
      return {16, 1e-14};
    default:
      return {};
  }
}

std::set<std::string> run_operator_golden(
    const std::string &family, const std::function<Tolerance(const std::string &, const GoldenCase &)> &tolerance) {
  std::set<std::string> types;
  for (const GoldenCase &c : read_golden(family)) {
    const std::string type = c.name.substr(0, c.name.find(':'));
    types.insert(type);
    for (int round = 0; round < 2; ++round) EXPECT_EQ(run_operator_case(type, c, tolerance(type, c)), "") << c.name << " round " << round;
  }
  return types;
}

}  // namespace opstrata::operators
