// Names in texts of operator code. Compiled for both string ABIs; also part of the sources that foreign builds compile into
// their own libraries, hence public headers only.
#include "op_common/log/log.h"

#include "graph/utils/type_utils.h"

namespace Ops {
namespace Base {

std::string ToString(const gert::Shape &shape) {
  std::string text(1, '[');
  for (size_t i = 0; i < shape.GetDimNum(); ++i) {
    if (i != 0) text.append(", ");
    text.append(std::to_string(shape.GetDim(i)));
  }
  return text.append(1, ']');
}

std::string ToString(ge::DataType type) { return ge::TypeUtils::DataTypeToAscendString(type).GetString(); }

std::string ToString(ge::Format format) { return ge::TypeUtils::FormatToAscendString(format).GetString(); }

std::string ToString(const std::vector<const gert::Shape *> &shapes) {
  std::string text(1, '[');
  for (size_t i = 0; i < shapes.size(); ++i) {
    if (i != 0) text.append(", ");
    text.append(shapes[i] == nullptr ? "nil" : ToString(*shapes[i]));
  }
  return text.append(1, ']');
}

}  // namespace Base
}  // namespace Ops
