#include "support/op_run.h"

#include <gtest/gtest.h>

#include <cstring>

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

  explicit Arguments(size_t count) : context(op::internal::AllocateOpArgContext(count, next)) {}
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

/// Phase one of a case; empty, or what went wrong.
std::string prepare(const std::string &type, const GoldenCase &c, const std::vector<aclTensor *> &in, const std::vector<aclTensor *> &out, Call &call) {
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
    const op::DataType dtype = static_cast<op::DataType>(c.outputs[i].dtype);
    results.push_back(ref ? inputs[static_cast<size_t>(refs[i])] : executor->AllocTensor(dtype, op::Format::FORMAT_ND, op::Format::FORMAT_ND));
    targets.push_back(ref ? results.back() : out[i]);
  }
  Arguments arguments(inputs.size() + 2 * out.size() + c.attrs.size());
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
  if (refs.empty()) {
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
  if (CreatAiCoreKernelLauncher(type.c_str(), id, executor, arguments.context) != 0) return "launcher refused";
  call.workspace_size = executor->GetWorkspaceSize();
  unique.ReleaseTo(&call.executor);
  return {};
}

}  // namespace

std::set<std::string> run_operator_golden(const std::string &family, const std::function<Tolerance(const std::string &, const GoldenCase &)> &tolerance) {
  std::set<std::string> types;
  for (const GoldenCase &c : read_golden(family)) {
    const std::string type = c.name.substr(0, c.name.find(':'));
    types.insert(type);
    const std::vector<int64_t> refs = direction(c, "#ref");
    for (int round = 0; round < 2; ++round) {
      std::vector<std::unique_ptr<DeviceTensor>> inputs, outputs;
      Call call;
      for (const GoldenTensor &t : c.inputs) {
        inputs.push_back(t.present ? std::make_unique<DeviceTensor>(t, false) : nullptr);
        call.in.push_back(t.present ? inputs.back()->handle() : nullptr);
      }
      for (const GoldenTensor &t : c.outputs) {
        outputs.push_back(std::make_unique<DeviceTensor>(t, true));
        call.out.push_back(outputs.back()->handle());
      }
      const std::string problem = prepare(type, c, call.in, call.out, call);
      if (!problem.empty()) {
        const char *message = aclGetRecentErrMsg();
        ADD_FAILURE() << c.name << ": " << problem << ": " << (message == nullptr ? "" : message);
        break;
      }
      if (const aclnnStatus ran = run_second_phase(second_phase, call.workspace_size, call.executor); ran != 0) {
        ADD_FAILURE() << c.name << ": second phase gives " << ran << ": " << aclGetRecentErrMsg();
        break;
      }
      for (size_t i = 0; i < outputs.size(); ++i) {
        const DeviceTensor &result = i < refs.size() && refs[i] >= 0 ? *inputs[static_cast<size_t>(refs[i])] : *outputs[i];
        EXPECT_EQ(difference(c.outputs[i], result.download(), tolerance(type, c)), "") << c.name << " output " << i << " round " << round;
      }
    }
  }
  return types;
}

}  // namespace opstrata::operators
