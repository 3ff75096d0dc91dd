/// @file
/// What must be equal, beside operator types and edges, for a match (es-api section 13.6).
#ifndef OPSTRATA_GE_FUSION_PATTERN_MATCHER_CONFIG_H_
#define OPSTRATA_GE_FUSION_PATTERN_MATCHER_CONFIG_H_

#include <memory>

#include "opstrata/visibility.h"

namespace ge {
namespace fusion {
class OPSTRATA_API PatternMatcherConfig {
 public:
  PatternMatcherConfig() = default;
  /// Constants of the pattern match only constants of the same type, shape and bytes.
  bool IsEnableConstValueMatch() const { return const_value_; }
  /// Attributes of the prototype must be equal.
  bool IsEnableIrAttrMatch() const { return ir_attr_; }

 private:
  friend class PatternMatcherConfigBuilder;
  bool const_value_ = false;
  bool ir_attr_ = false;
};

class OPSTRATA_API PatternMatcherConfigBuilder {
 public:
  PatternMatcherConfigBuilder() = default;
  PatternMatcherConfigBuilder &EnableConstValueMatch() {
    config_.const_value_ = true;
    return *this;
  }
  PatternMatcherConfigBuilder &EnableIrAttrMatch() {
    config_.ir_attr_ = true;
    return *this;
  }
  std::unique_ptr<PatternMatcherConfig> Build() const {
    return std::unique_ptr<PatternMatcherConfig>(new PatternMatcherConfig(config_));
  }

 private:
  PatternMatcherConfig config_;
};
}  // namespace fusion
}  // namespace ge

#endif  // OPSTRATA_GE_FUSION_PATTERN_MATCHER_CONFIG_H_
