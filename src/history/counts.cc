#include "history/counts.h"

#include <algorithm>

#include "history/json_input.h"
#include "history/json_text.h"

namespace opstrata::history {

namespace dom = simdjson::dom;
using proto::AttrDef;
using proto::OpPrototype;

std::string count_obstacle(const OpPrototype &op, const AttrDef &attr) {
  std::string reason;
  if (attr.type != proto::AttrType::kInt) {
    reason.append("attribute '").append(attr.name).append("' is ").append(attr.type_word).append(", a count is an Int");
    return reason;
  }
  const int input = op.input_index(attr.count_of), output = op.output_index(attr.count_of);
  const bool dynamic = (input >= 0 && op.inputs[static_cast<size_t>(input)].kind == proto::InputKind::kDynamic) ||
                       (output >= 0 && op.outputs[static_cast<size_t>(output)].kind == proto::OutputKind::kDynamic);
  if (!dynamic) reason.append("'").append(printable(attr.count_of)).append("' is no dynamic input or output of ").append(op.type);
  return reason;
}

Result<std::vector<std::string>> register_counts(const std::string &path, std::vector<const OpPrototype *> *prototypes,
                                                 std::deque<OpPrototype> *copies) {
  const auto file = JsonFile::load(path, true);
  if (!file.ok()) return file.status();
  dom::object root;
  if ((*file)->root().get(root)) return (*file)->bad("", "the root must be an object: operator -> attribute -> dynamic input or output");
  std::vector<std::string> absent;
  for (const auto &[type, entry] : root) {
    const std::string pointer = std::string("/").append(pointer_token(type));
    dom::object attrs;
    if (entry.get(attrs)) return (*file)->bad(pointer, "must be an object: attribute -> dynamic input or output");
    const auto at = std::find_if(prototypes->begin(), prototypes->end(), [&type = type](const OpPrototype *op) { return op->type == type; });
    if (at == prototypes->end()) {
      absent.push_back(path + "#" + pointer + ": there is no operator '" + printable(type) + "'");
      continue;
    }
    OpPrototype &copy = copies->emplace_back(**at);
    for (const auto &[name, counted] : attrs) {
      const std::string attr_pointer = std::string(pointer).append("/").append(pointer_token(name));
      std::string_view of;
      if (counted.get(of)) return (*file)->bad(attr_pointer, "must be a string: the dynamic input or output");
      const auto attr = std::find_if(copy.attrs.begin(), copy.attrs.end(), [&name = name](const AttrDef &a) { return a.name == name; });
      if (attr == copy.attrs.end()) return (*file)->bad(attr_pointer, copy.type + " has no attribute '" + printable(name) + "'");
      attr->count_of = of;
      if (const std::string reason = count_obstacle(copy, *attr); !reason.empty()) return (*file)->bad(attr_pointer, reason);
    }
    *at = &copy;
  }
  return absent;
}

}  // namespace opstrata::history
