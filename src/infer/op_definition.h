/// @file
/// Operator definitions as registered by `OP_ADD`, read back as plain data: what a generator of operator information or of API
/// functions needs of them. The classes of register/op_def.h are views that write this data.
#ifndef OPSTRATA_SRC_INFER_OP_DEFINITION_H_
#define OPSTRATA_SRC_INFER_OP_DEFINITION_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/export.h"
#include "base/origin.h"
#include "base/status.h"
#include "register/op_def.h"

namespace opstrata::infer {

/// Strings under keys, in the order in which the keys first came; a later value of a key keeps its place.
class ConfigItems {
 public:
  void set(std::string_view key, std::string_view value) {
    for (auto &[k, v] : items_) {
      if (k == key) {
        v = value;
        return;
      }
    }
    items_.emplace_back(key, value);
  }
  const std::vector<std::pair<std::string, std::string>> &items() const { return items_; }
  /// Null when there is no such key.
  const std::string *find(std::string_view key) const {
    for (const auto &[k, v] : items_) {
      if (k == key) return &v;
    }
    return nullptr;
  }

 private:
  std::vector<std::pair<std::string, std::string>> items_;
};

struct ParamDefinition {
  std::string name;
  ops::Option kind = ops::IGNORE;  ///< IGNORE: not said
  std::vector<ge::DataType> types, type_list, types_for_query;
  std::vector<ge::Format> formats, format_list, formats_for_query, unknown_shape_formats;
  ops::Option value_depend = ops::IGNORE;
  ops::DependScope depend_scope = ops::DependScope::ALL;
  bool ignore_contiguous = false, auto_contiguous = false, scalar = false, scalar_list = false;
  std::variant<std::monostate, ge::DataType, std::string> converts_to;  ///< of a scalar: a type or the type of a parameter
  uint32_t version = 0;
  std::variant<std::monostate, uint64_t, std::vector<ops::ScalarVar>> init_value;
  bool shape_depends_on_compute = false;
  std::string follows;
  ops::FollowType follow_type = ops::FollowType::INVALID_TYPE;
  std::string comment;
};

struct AttrDefinition {
  using Value = std::variant<std::monostate, bool, float, int64_t, std::string, std::vector<bool>, std::vector<float>,
                             std::vector<int64_t>, std::vector<std::vector<int64_t>>>;
  std::string name;
  ops::Option kind = ops::REQUIRED;
  ops::AttrDataType type = ops::AttrDataType::ATTR_DT_MAX;  ///< ATTR_DT_MAX: not said
  Value value;                                              ///< default; monostate: none
  uint32_t version = 0;
  std::string comment;
  bool operator==(const AttrDefinition &) const = default;
};

struct CoreConfig {
  std::string soc;
  std::vector<ParamDefinition> inputs, outputs;  ///< replace those of the definition by name
  std::optional<bool> compile_static, dynamic_format, dynamic_rank, dynamic_shape, check_support, precision_reduce;
  ConfigItems extended;
};

struct OpDefinition {
  std::string type;
  Origin origin;
  std::vector<ParamDefinition> inputs, outputs;
  std::vector<AttrDefinition> attrs;
  std::map<ops::CommentSection, std::string> comments;
  gert::OpImplRegisterV2::InferShapeKernelFunc infer_shape = nullptr;
  gert::OpImplRegisterV2::InferShapeRangeKernelFunc infer_shape_range = nullptr;
  gert::OpImplRegisterV2::InferDataTypeKernelFunc infer_data_type = nullptr;
  std::vector<CoreConfig> configs;  ///< of the definition itself, then those added by REGISTER_OP_AICORE_CONFIG
  gert::OpImplRegisterV2::TilingKernelFunc tiling = nullptr;
  bool launch_with_empty_outputs = false;
  bool on_ai_cpu = false, on_host_cpu = false;  ///< whether AICPU() or HostCPU() was called
  ConfigItems ai_cpu, host_cpu;
  std::vector<std::string> communication_groups;
  std::map<std::string, ops::HcclServerType> communication_servers;  ///< by chip; "" for all others
  ops::FormatCheckOption format_match = ops::FormatCheckOption::DEFAULT;
  bool fall_back = false;
};

/// Types with a definition, in byte order.
OPSTRATA_INTERNAL std::vector<std::string> defined_operators();
/// The definitions of a type, strongest origin first (several libraries may define one, each for its engine).
OPSTRATA_INTERNAL std::vector<OpDefinition> definitions_of(std::string_view op_type);
/// The data behind an object.
OPSTRATA_INTERNAL OpDefinition read_definition(const ops::OpDef &def);

/// The function registered for a question (FUNC_CHECK_SUPPORTED, …) about an operator type; null when there is none.
OPSTRATA_INTERNAL optiling::OP_CHECK_FUNC check_function(std::string_view check_type, std::string_view op_type);
OPSTRATA_INTERNAL optiling::PARAM_GENERALIZE_FUNC generalize_function(std::string_view op_type);

}  // namespace opstrata::infer

#endif  // OPSTRATA_SRC_INFER_OP_DEFINITION_H_
