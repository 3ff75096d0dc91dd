/// @file
/// `AnyValue` of the inference and tiling test kit (op-test-kit-api section 19): an attribute value with its kind. One class;
/// the namespaces of the operator repositories name it.
#ifndef OPSTRATA_TESTKIT_ANY_VALUE_H_
#define OPSTRATA_TESTKIT_ANY_VALUE_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace opstrata_testkit {

/// Copies share the value.
class AnyValue {
 public:
  enum ValueType {
    VT_STRING = 1,
    VT_FLOAT = 2,
    VT_BOOL = 3,
    VT_INT = 4,
    VT_LIST_LIST_INT = 10,
    VT_LIST_BASE = 1000,
    VT_LIST_STRING = 1001,  ///< an extension: the interface has no list of strings
    VT_LIST_FLOAT = 1002,
    VT_LIST_BOOL = 1003,
    VT_LIST_INT = 1004
  };

  AnyValue(ValueType type, const std::shared_ptr<void> &valuePtr) : type_(type), valuePtr_(valuePtr) {}

  /// Exists for std::string, float, bool, int64_t, vectors of these and std::vector<std::vector<int64_t>>. Name the type:
  /// `CreateFrom<int64_t>(1)`.
  template <typename T>
  static AnyValue CreateFrom(const T &value);

  /// The value as a T; nothing is checked.
  template <typename T>
  const T &Get() const {
    return *static_cast<const T *>(valuePtr_.get());
  }

  ValueType type_;
  std::shared_ptr<void> valuePtr_;
};

#define OPSTRATA_TESTKIT_CREATE(kind, ...)                                        \
  template <>                                                                     \
  inline AnyValue AnyValue::CreateFrom<__VA_ARGS__>(const __VA_ARGS__ &value) {   \
    return AnyValue(kind, std::make_shared<__VA_ARGS__>(value));                  \
  }
OPSTRATA_TESTKIT_CREATE(VT_STRING, std::string)
OPSTRATA_TESTKIT_CREATE(VT_FLOAT, float)
OPSTRATA_TESTKIT_CREATE(VT_BOOL, bool)
OPSTRATA_TESTKIT_CREATE(VT_INT, int64_t)
OPSTRATA_TESTKIT_CREATE(VT_LIST_STRING, std::vector<std::string>)
OPSTRATA_TESTKIT_CREATE(VT_LIST_FLOAT, std::vector<float>)
OPSTRATA_TESTKIT_CREATE(VT_LIST_BOOL, std::vector<bool>)
OPSTRATA_TESTKIT_CREATE(VT_LIST_INT, std::vector<int64_t>)
OPSTRATA_TESTKIT_CREATE(VT_LIST_LIST_INT, std::vector<std::vector<int64_t>>)
#undef OPSTRATA_TESTKIT_CREATE

}  // namespace opstrata_testkit

namespace Ops {
namespace Math {
using opstrata_testkit::AnyValue;
}
namespace NN {
using opstrata_testkit::AnyValue;
}
namespace Cv {
using opstrata_testkit::AnyValue;
}
}  // namespace Ops

#endif  // OPSTRATA_TESTKIT_ANY_VALUE_H_
