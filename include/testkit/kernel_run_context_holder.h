/// @file
/// `gert::KernelRunContextHolder` and the faker of contexts with any values (op-test-kit-api section 22).
#ifndef OPSTRATA_TESTKIT_KERNEL_RUN_CONTEXT_HOLDER_H_
#define OPSTRATA_TESTKIT_KERNEL_RUN_CONTEXT_HOLDER_H_

#include "base/context_builder/op_kernel_run_context_builder.h"
#include "context_faker_base.h"

namespace gert {

/// Owns a kernel context; `GetContext<gert::TilingParseContext>()` reads it as another class.
using KernelRunContextHolder = opstrata_testkit::ContextHolder<KernelContext>;

class KernelRunContextFaker : public opstrata_testkit::ContextFaker<KernelRunContextFaker, OpKernelContextBuilder> {
 public:
  /// Number of values of the context; as many as Inputs and Outputs give if it is not called.
  KernelRunContextFaker &KernelIONum(size_t inputNum, size_t outputNum) {
    inputs_.resize(inputNum, nullptr);
    outputs_.resize(outputNum, nullptr);
    return *this;
  }
  KernelRunContextFaker &Inputs(const std::vector<void *> &inputs) {
    inputs_ = inputs;
    return *this;
  }
  KernelRunContextFaker &Outputs(const std::vector<void *> &outputs) {
    outputs_ = outputs;
    return *this;
  }

  KernelRunContextHolder Build() {
    ApplyCounts();
    DescribeInputs();
    DescribeOutputs();
    OpKernelContextBuilder::Inputs(inputs_);
    OpKernelContextBuilder::Outputs(outputs_);
    return {OpKernelContextBuilder::Build(), keep_alive_};
  }

 private:
  std::vector<void *> inputs_, outputs_;
};

}  // namespace gert

#endif  // OPSTRATA_TESTKIT_KERNEL_RUN_CONTEXT_HOLDER_H_
