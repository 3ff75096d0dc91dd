/// @file
/// exec: two-phase execution of operators: tensors, arguments, launchers, plans and caches, workspace (opdev-api).
///
/// This header is what the rooms above use to run operators through the same launchers that operator code reaches by its
/// macros. A call describes one operator by its IR parameters and named attributes:
///
///     auto made = exec::make_executor("graph");              // phase one begins
///     exec::infer_outputs(call);                             // INFER_SHAPE: sets the shapes of `call.outputs`
///     exec::add_launcher(**made, call);                      // ADD_TO_LAUNCHER_LIST_AICORE
///     exec::finish(**made) -> workspace bytes                // phase one ends
///     exec::run(executor, workspace, bytes, stream)          // phase two: enqueued, consumes the executor
#ifndef OPSTRATA_SRC_EXEC_LAUNCH_H_
#define OPSTRATA_SRC_EXEC_LAUNCH_H_

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "acl/acl_base_rt.h"
#include "aicpu/kernel_registry.h"
#include "base/export.h"
#include "base/status.h"
#include "infer/infer.h"

struct aclOpExecutor;
struct aclTensor;

namespace opstrata::exec {

/// One IR parameter of a call: its tensors. One null tensor = an optional parameter that is left out.
struct CallParameter {
  std::vector<const aclTensor *> tensors;
  bool dynamic = false;  ///< a list, possibly empty
};

/// What decides about names and defaults of attributes.
enum class AttrVocabulary : uint8_t {
  kNative,     ///< the prototype's names; missing required ones are an error, missing others get their default
  kTensorFlow  ///< names of the TensorFlow kernels, handed over as they are, followed by what has a default
};

/// One operator call.
struct OpCall {
  std::string op_type;  ///< selects prototype, inference function and kernel
  std::string name;     ///< node name for texts; empty = the type
  std::vector<CallParameter> inputs, outputs;
  std::vector<aicpu::CallAttr> attrs;
  /// Tensors that the operator needs as memory while it runs.
  std::vector<const aclTensor *> workspace;
  AttrVocabulary vocabulary = AttrVocabulary::kNative;
  bool on_ai_cpu = false;  ///< which kind of launcher it is; both run on the CPU
  /// Output parameters whose real shapes are known only after the run; they are set on the tensors in phase two, which
  /// therefore waits for the stream.
  std::vector<uint32_t> dynamic_shape_outputs;
  /// The tensor that receives rank and dimensions of those outputs (OP_OUTSHAPE); null = the kernel reports them.
  const aclTensor *out_shape = nullptr;
};

/// A new executor, owned by the caller until `run` consumes it or `destroy` frees it.
OPSTRATA_INTERNAL Result<aclOpExecutor *> make_executor(const char *name);
OPSTRATA_INTERNAL void destroy(aclOpExecutor *executor);

/// Runs shape inference for the call and sets original, storage and view shape of every output tensor. kNotFound when no
/// function is registered.
OPSTRATA_INTERNAL Status infer_outputs(const OpCall &call);

/// For outputs whose shapes `infer_outputs` left open because they depend on data: sets the largest shapes that the registered
/// range function allows and adds the parameters to `call.dynamic_shape_outputs`. Phase two then waits for the run and sets the
/// real shapes. kNotFound without such a function, kInvalid when it sets no bound.
OPSTRATA_INTERNAL Status bound_outputs(OpCall &call);

/// Sets the data types of output tensors: by the registered function, else, for those of DT_UNDEFINED, by the prototype's symbols.
/// kNotFound when neither tells the type of an output; the others are set all the same.
OPSTRATA_INTERNAL Status infer_output_types(const OpCall &call);

/// Finds the kernel, checks the call against prototype and kernel, and adds the launcher. On failure the executor is unchanged.
OPSTRATA_INTERNAL Status add_launcher(aclOpExecutor &executor, OpCall call);

/// Ends phase one: plans the workspace and returns its bytes.
OPSTRATA_INTERNAL Result<uint64_t> finish(aclOpExecutor &executor);

/// Phase two: binds addresses, puts the launches on the stream and returns; consumes the executor whatever the result
/// (unless it is repeatable).
OPSTRATA_INTERNAL Status run(aclOpExecutor *executor, void *workspace, uint64_t bytes, aclrtStream stream);

/// Shape in memory of `original_shape` when data of format `original` lie in format `storage`.
OPSTRATA_INTERNAL gert::Shape storage_shape_of(const gert::Shape &original_shape, ge::Format original, ge::Format storage,
                                               ge::DataType type);

}  // namespace opstrata::exec

#endif  // OPSTRATA_SRC_EXEC_LAUNCH_H_
