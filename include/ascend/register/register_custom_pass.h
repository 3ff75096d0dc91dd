/// @file
/// Registration of passes over graphs (es-api section 13.6).
#ifndef OPSTRATA_REGISTER_REGISTER_CUSTOM_PASS_H_
#define OPSTRATA_REGISTER_REGISTER_CUSTOM_PASS_H_

#include <cstdint>
#include <functional>
#include <memory>

#include "ge/ge_api_error_codes.h"
#include "graph/ascend_string.h"
#include "graph/graph.h"
#include "opstrata/visibility.h"

namespace ge {
/// When a pass runs.
enum class CustomPassStage : uint32_t {
  kBeforeInferShape = 0,
  kAfterInferShape,
  kAfterAssignLogicStream,
  kAfterBuiltinFusionPass,
  kAfterOriginGraphOptimize,
  kCompatibleInherited,
  kInvalid
};

/// What a pass is told and what it reports.
class OPSTRATA_API CustomPassContext {
 public:
  CustomPassContext();
  virtual ~CustomPassContext();
  CustomPassContext(const CustomPassContext &) = delete;
  CustomPassContext &operator=(const CustomPassContext &) = delete;

  void SetErrorMessage(const AscendString &error_message);
  AscendString GetErrorMessage() const;
  void SetPassName(const AscendString &pass_name);
  AscendString GetPassName() const;
  /// An option of the compilation; GRAPH_FAILED when it was not given.
  graphStatus GetOptionValue(const AscendString &option_key, AscendString &option_value) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

using ConstGraphPtr = std::shared_ptr<const Graph>;
using CustomPassFunc = std::function<Status(GraphPtr &, CustomPassContext &)>;

/// One registration by REGISTER_CUSTOM_PASS.
class OPSTRATA_API PassRegistrationData {
 public:
  explicit PassRegistrationData(const char *pass_name);
  PassRegistrationData &CustomPassFn(const CustomPassFunc &custom_pass_fn);
  PassRegistrationData &Stage(CustomPassStage stage);
  AscendString GetPassName() const;
  CustomPassFunc GetCustomPassFn() const;
  CustomPassStage GetStage() const;

 private:
  AscendString name_;
  CustomPassFunc function_;
  CustomPassStage stage_ = CustomPassStage::kBeforeInferShape;
};

/// Enters a registration into the list of passes.
class OPSTRATA_API PassReceiver {
 public:
  PassReceiver(PassRegistrationData &reg_data);  // NOLINT: made from a chained expression
  ~PassReceiver() = default;
};
}  // namespace ge

/// `REGISTER_CUSTOM_PASS("name").CustomPassFn(f).Stage(s);` at namespace scope.
#define REGISTER_CUSTOM_PASS(name) OPSTRATA_REGISTER_CUSTOM_PASS_UNIQUE(name, __COUNTER__)
#define OPSTRATA_REGISTER_CUSTOM_PASS_UNIQUE(name, counter) OPSTRATA_REGISTER_CUSTOM_PASS(name, counter)
#define OPSTRATA_REGISTER_CUSTOM_PASS(name, counter) \
  static ::ge::PassReceiver opstrata_custom_pass_##counter __attribute__((unused)) = ::ge::PassRegistrationData(name)

#endif  // OPSTRATA_REGISTER_REGISTER_CUSTOM_PASS_H_
