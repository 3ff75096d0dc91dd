/// @file
/// Registration of fusion passes (es-api section 13.6).
#ifndef OPSTRATA_GE_FUSION_PASS_FUSION_PASS_REG_H_
#define OPSTRATA_GE_FUSION_PASS_FUSION_PASS_REG_H_

#include <new>

#include "ge/fusion/pass/fusion_base_pass.h"
#include "graph/ascend_string.h"
#include "opstrata/visibility.h"
#include "register/register_custom_pass.h"

namespace ge {
namespace fusion {
using CreateFusionPassFn = FusionBasePass *(*)();

/// One registration: name, maker, stage (kBeforeInferShape unless said).
class OPSTRATA_API FusionPassRegistrationData {
 public:
  explicit FusionPassRegistrationData(const AscendString &pass_name) : name_(pass_name) {}
  FusionPassRegistrationData &CreatePassFn(const CreateFusionPassFn &create_fusion_pass_fn) {
    create_ = create_fusion_pass_fn;
    return *this;
  }
  FusionPassRegistrationData &Stage(CustomPassStage stage) {
    stage_ = stage;
    return *this;
  }
  AscendString GetPassName() const { return name_; }
  CreateFusionPassFn GetCreatePassFn() const { return create_; }
  CustomPassStage GetStage() const { return stage_; }

 private:
  AscendString name_;
  CreateFusionPassFn create_ = nullptr;
  CustomPassStage stage_ = CustomPassStage::kBeforeInferShape;
};

/// Enters a registration into the list of passes.
class OPSTRATA_API PassRegistrar {
 public:
  PassRegistrar(FusionPassRegistrationData &fusion_pass_reg_data);  // NOLINT: made from a chained expression
  ~PassRegistrar() = default;
};
}  // namespace fusion
}  // namespace ge

/// `REG_FUSION_PASS(Class).Stage(CustomPassStage::…);` at namespace scope.
#define REG_FUSION_PASS(pass_class) OPSTRATA_REG_FUSION_PASS_UNIQUE(pass_class, __COUNTER__, )
/// The same for a class whose constructor takes the operator types: `REG_DECOMPOSE_PASS(Class, types).Stage(…);`
#define REG_DECOMPOSE_PASS(pass_class, ...) OPSTRATA_REG_FUSION_PASS_UNIQUE(pass_class, __COUNTER__, __VA_ARGS__)
#define OPSTRATA_REG_FUSION_PASS_UNIQUE(pass_class, counter, ...) OPSTRATA_REG_FUSION_PASS(pass_class, counter, __VA_ARGS__)
#define OPSTRATA_REG_FUSION_PASS(pass_class, counter, ...)                                                      \
  static ::ge::fusion::PassRegistrar opstrata_fusion_pass_##counter __attribute__((unused)) =                   \
      ::ge::fusion::FusionPassRegistrationData(#pass_class).CreatePassFn([]() -> ::ge::fusion::FusionBasePass * { \
        return new (std::nothrow) pass_class(__VA_ARGS__);                                                      \
      })

#endif  // OPSTRATA_GE_FUSION_PASS_FUSION_PASS_REG_H_
