/**
 * @file
 * Making operators by type, and the registrars behind REG_OP and the inference macros (es-api section 1.8, 3.5). A registrar
 * remembers the library that it is called from; a type registered twice is served by custom libraries before vendor ones
 * before built-in ones, and by the first one among equals. Also compiles as C++14.
 */
#ifndef OPSTRATA_GRAPH_OPERATOR_FACTORY_H_
#define OPSTRATA_GRAPH_OPERATOR_FACTORY_H_

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "graph/ascend_string.h"
#include "graph/error_codes.h"
#include "graph/operator.h"
#include "opstrata/visibility.h"

namespace ge {

using OpCreator = std::function<Operator(const std::string &)>;
using OpCreatorV2 = std::function<Operator(const AscendString &)>;

class OPSTRATA_API OperatorFactory {
 public:
  /// An operator of a registered type; an empty one (and a recent message) when the type is not registered.
  static Operator CreateOperator(const char *operator_name, const char *operator_type);
  static Operator CreateOperator(const std::string &operator_name, const std::string &operator_type) {
    return CreateOperator(operator_name.c_str(), operator_type.c_str());
  }
  /// All registered types in ascending byte order. GRAPH_FAILED when there is none.
  static graphStatus GetOpsTypeList(std::vector<AscendString> &all_ops);
  static graphStatus GetOpsTypeList(std::vector<std::string> &all_ops) {
    std::vector<AscendString> types;
    const graphStatus status = GetOpsTypeList(types);
    all_ops.clear();
    for (const auto &type : types) {
      all_ops.emplace_back(type.GetString(), type.GetLength());
    }
    return status;
  }
  static bool IsExistOp(const char *operator_type);
  static bool IsExistOp(const std::string &operator_type) { return IsExistOp(operator_type.c_str()); }
};

/// Registers the prototype of a type. The two strings must live as long as the library (string literals do).
class OPSTRATA_API OperatorCreatorRegister {
 public:
  OperatorCreatorRegister(const char *operator_type, const OpCreatorV2 &op_creator);
  /// What OP_END_FACTORY_REG makes: a plain function, and the place of the REG_OP.
  OperatorCreatorRegister(const char *operator_type, Operator (*op_creator)(const AscendString &), const char *file, int line);
  OperatorCreatorRegister(const std::string &operator_type, const OpCreator &op_creator)
      : OperatorCreatorRegister(operator_type.c_str(),
                                OpCreatorV2([op_creator](const AscendString &name) { return op_creator(name.GetString()); })) {}
  ~OperatorCreatorRegister() = default;
};

/// The first registration for a type counts.
class OPSTRATA_API InferShapeFuncRegister {
 public:
  InferShapeFuncRegister(const char *operator_type, const InferShapeFunc &infer_shape_func);
  InferShapeFuncRegister(const std::string &operator_type, const InferShapeFunc &infer_shape_func)
      : InferShapeFuncRegister(operator_type.c_str(), infer_shape_func) {}
  ~InferShapeFuncRegister() = default;
};

class OPSTRATA_API InferFormatFuncRegister {
 public:
  InferFormatFuncRegister(const char *operator_type, const InferFormatFunc &infer_format_func);
  InferFormatFuncRegister(const std::string &operator_type, const InferFormatFunc &infer_format_func)
      : InferFormatFuncRegister(operator_type.c_str(), infer_format_func) {}
  ~InferFormatFuncRegister() = default;
};

/// When a value range function is called.
enum WHEN_CALL { INPUT_IS_DYNAMIC = 0, INPUT_HAS_VALUE_RANGE = 1 };

class OPSTRATA_API InferValueRangeFuncRegister {
 public:
  InferValueRangeFuncRegister(const char *operator_type, WHEN_CALL when_call, const InferValueRangeFunc &infer_value_range_func);
  /// The default: the value range follows from running the operator on both ends of the input range.
  explicit InferValueRangeFuncRegister(const char *operator_type);
  ~InferValueRangeFuncRegister() = default;
};

class OPSTRATA_API VerifyFuncRegister {
 public:
  VerifyFuncRegister(const char *operator_type, const VerifyFunc &verify_func);
  VerifyFuncRegister(const std::string &operator_type, const VerifyFunc &verify_func)
      : VerifyFuncRegister(operator_type.c_str(), verify_func) {}
  ~VerifyFuncRegister() = default;
};

}  // namespace ge

#endif  // OPSTRATA_GRAPH_OPERATOR_FACTORY_H_
