// A launch line as a C++ program.
#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <string>

#include "base/data_type.h"
#include "infer/infer.h"
#include "proto/prototype.h"
#include "tools/opstrata/replay/made_up.h"

namespace opstrata::tools {
namespace {

Status cannot(const std::string &what) { return Status(Code::kUnsupported, "no program can be written: " + what); }

bool is_identifier(std::string_view name) {
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  return !name.empty() && !(name[0] >= '0' && name[0] <= '9') && std::all_of(name.begin(), name.end(), fits);
}

std::string numbered(std::string name, size_t number) { return name.append(std::to_string(number)); }
std::string whole(int64_t value) { return value == INT64_MIN ? "INT64_MIN" : std::to_string(value) + "LL"; }
std::string list(const std::vector<int64_t> &values) {
  std::string out;
  for (const int64_t value : values) out += (out.empty() ? "" : ", ") + whole(value);
  return out;
}
std::string bytes(const uint8_t *from, size_t count) {
  std::string out;
  for (size_t i = 0; i < count; ++i) out += (i == 0 ? "" : ", ") + std::to_string(from[i]);
  return out;
}
template <typename T>
std::string real(T value) {
  // A NaN is more than one value.
  if (std::isnan(value)) {
    using Bits = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;
    return std::string(sizeof(T) == 4 ? "of_bits<float>(" : "of_bits<double>(") +
           std::to_string(std::bit_cast<Bits>(value)) + (sizeof(T) == 4 ? "U)" : "ULL)");
  }
  if (std::isinf(value))
    return std::string(value < 0 ? "-" : "") + (sizeof(T) == 4 ? "__builtin_inff()" : "__builtin_inf()");
  std::array<char, 40> text;
  std::string out(text.data(),
                  std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::scientific).ptr);
  return sizeof(T) == 4 ? out + "f" : out;
}
std::string text(const std::string &value) {
  std::string out = "\"";
  for (const char c : value) {
    const auto byte = static_cast<unsigned char>(c);
    out += '\\';
    for (const int shift : {6, 3, 0}) out += static_cast<char>('0' + (byte >> shift & 7));
  }
  return out + "\"";
}

/// What a value looks like in OP_ATTR; statements that it needs go to `before`.
class AttrWriter {
 public:
  explicit AttrWriter(std::string name) : name_(std::move(name)) {}
  std::string before;
  bool is_possible = true;

  std::string operator()(int64_t value) { return "static_cast<int64_t>(" + whole(value) + ")"; }
  std::string operator()(float value) { return real(value); }
  std::string operator()(double value) { return real(value); }
  std::string operator()(bool value) { return value ? "true" : "false"; }
  std::string operator()(const std::string &value) {
    return "std::string(" + text(value) + ", " + std::to_string(value.size()) + ")";
  }
  std::string operator()(ge::DataType value) {
    return "static_cast<op::DataType>(" + std::to_string(static_cast<int>(value)) + ")";
  }
  std::string operator()(const std::vector<int64_t> &value) {
    return array("int64_t", "Int", list(value), value.size());
  }
  std::string operator()(const std::vector<float> &value) {
    std::string values;
    for (const float v : value) values += (values.empty() ? "" : ", ") + real(v);
    return array("float", "Float", values, value.size());
  }
  std::string operator()(const std::vector<bool> &value) {
    std::string values;
    for (const bool v : value) values += std::string(values.empty() ? "" : ", ") + (v ? "true" : "false");
    return array("bool", "Bool", values, value.size());
  }
  template <typename T>
  std::string operator()(const std::vector<T> &) {
    is_possible = false;
    return {};
  }

 private:
  std::string array(const char *type, const char *kind, const std::string &values, size_t count) {
    before += std::string("  const ") + type + " " + name_ + "[] = {" + (values.empty() ? "0" : values) + "};\n";
    return std::string("executor->Alloc") + kind + "Array(" + name_ + ", " + std::to_string(count) + ")";
  }
  std::string name_;
};

constexpr const char *kHead = R"(#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "opdev/aicpu/aicpu_task.h"
#include "opdev/make_op_executor.h"
#include "opdev/op_dfx.h"

namespace {

void check(int code, const char *what) {
  if (code == 0) return;
  const char *text = aclGetRecentErrMsg();
  std::fprintf(stderr, "%s: %d: %s\n", what, code, text == nullptr ? "" : text);
  std::exit(1);
}

template <typename T, typename Bits>
T of_bits(Bits bits) {
  static_assert(sizeof(T) == sizeof(Bits), "one for one");
  T value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

/// Device memory of a tensor, filled with the values over and over in a fixed scrambled order, or with zeros.
void *memory(size_t bytes, const std::vector<uint8_t> &values, size_t width, uint64_t tensor) {
  std::vector<uint8_t> host(bytes);
  for (size_t i = 0; !values.empty() && (i + 1) * width <= bytes; ++i) {
    std::memcpy(&host[i * width], &values[((i + 5 * tensor) * 2654435761U >> 7) % 16 * width], width);
  }
  void *device = nullptr;
  check(aclrtMalloc(&device, bytes == 0 ? 1 : bytes, ACL_MEM_MALLOC_HUGE_FIRST), "aclrtMalloc");
  if (bytes != 0) check(aclrtMemcpy(device, bytes, host.data(), bytes, ACL_MEMCPY_HOST_TO_DEVICE), "aclrtMemcpy");
  return device;
}

uint64_t sum = 0xcbf29ce484222325U;  // of the outputs' memory
void add_to_sum(const void *device, size_t bytes) {
  std::vector<uint8_t> host(bytes);
  if (bytes != 0) check(aclrtMemcpy(host.data(), bytes, device, bytes, ACL_MEMCPY_DEVICE_TO_HOST), "aclrtMemcpy");
  for (const uint8_t byte : host) sum = (sum ^ byte) * 0x100000001b3U;
}

}  // namespace

)";

struct Source {
  std::string statements;
  std::string sums;
};

std::string shape_text(const std::vector<int64_t> &shape) { return "op::Shape{" + list(shape) + "}"; }

/// Statements that make tensor `index` of the line as `t<index>`.
Status add_tensor(const exec::LaunchLine &line, const std::vector<Place> &places, size_t index, const std::string &name,
                  Source &to) {
  const size_t inputs = line.desc.inputs.size();
  const bool is_input = index < inputs;
  const aicpu::CallTensor &tensor = is_input ? line.desc.inputs[index] : line.desc.outputs[index - inputs];
  const std::string t = numbered("t", index), m = numbered("m", index);
  if (!tensor.present) {
    to.statements += "  const aclTensor *" + t + " = nullptr;  // " + name + " is left out\n";
    return {};
  }
  const auto code = [](auto value) { return std::to_string(static_cast<int>(value)); };
  if (tensor.constant != nullptr) {
    const uint64_t count = exec::value_bytes(tensor);
    to.statements += "  const uint8_t v" + std::to_string(index) + "[] = {" +
                     (count == 0 ? "0" : bytes(static_cast<const uint8_t *>(tensor.constant), count)) + "};\n" +
                     "  aclTensor *" + t + " = executor->AllocHostTensor(" + shape_text(tensor.shape) +
                     ", static_cast<op::DataType>(" + code(tensor.dtype) + "), static_cast<op::Format>(" +
                     code(tensor.format) + "));  // " + name + "\n" + "  std::memcpy(" + t + "->GetStorageAddr(), v" +
                     std::to_string(index) + ", " + std::to_string(count) + ");\n";
    return {};
  }
  const auto [memory, size] = places[index];
  if (memory != index) {
    to.statements += "  void *" + m + " = m" + std::to_string(memory) + ";\n";
  } else {
    const MadeUp values = is_input ? made_up_values(tensor.dtype) : MadeUp();
    to.statements += "  void *" + m + " = memory(" + std::to_string(size) + ", {" +
                     bytes(values.bytes.data(), values.bytes.size()) + "}, " + std::to_string(values.width) + ", " +
                     std::to_string(index) + ");\n";
  }
  const std::vector<int64_t> &storage = tensor.storage_shape.empty() ? tensor.shape : tensor.storage_shape;
  const auto dims = [](const std::vector<int64_t> &values) {
    return "std::vector<int64_t>{" + list(values) + "}.data(), " + std::to_string(values.size());
  };
  const std::string strides = tensor.blocked || tensor.strides.empty()
                                  ? "nullptr"
                                  : "std::vector<int64_t>{" + list(tensor.strides) + "}.data()";
  to.statements += "  aclTensor *" + t + " = aclCreateTensor(" + dims(tensor.shape) + ", static_cast<aclDataType>(" +
                   code(tensor.dtype) + "), " + strides + ", 0, static_cast<aclFormat>(" + code(tensor.format) + "), " +
                   dims(storage) + ", " + m + ");  // " + name + "\n" + "  if (" + t +
                   " == nullptr) check(1, \"aclCreateTensor of " + t + "\");\n";
  if (tensor.storage_format != tensor.format)
    to.statements += "  " + t + "->SetStorageFormat(static_cast<op::Format>(" + code(tensor.storage_format) + "));\n";
  const std::vector<int64_t> &origin = tensor.origin_shape.empty() ? tensor.shape : tensor.origin_shape;
  to.statements += "  " + t + "->SetOriginalShape(" + shape_text(origin) + ");\n";
  if (!is_input) to.sums += "  add_to_sum(" + m + ", " + std::to_string(size) + ");\n";
  return {};
}

/// The arguments of OP_INPUT or OP_OUTPUT.
Status add_side(const exec::LaunchLine &line, const std::vector<Place> &places, bool is_input, Source &to,
                std::string &arguments) {
  const auto &groups = is_input ? line.desc.input_groups : line.desc.output_groups;
  for (size_t g = 0; g < groups.size(); ++g) {
    std::string members;
    for (uint32_t i = 0; i < groups[g].count; ++i) {
      const size_t index = (is_input ? 0 : line.desc.inputs.size()) + groups[g].start + i;
      OPSTRATA_TRY(add_tensor(line, places, index, groups[g].name, to));
      members += numbered(members.empty() ? "t" : ", t", index);
    }
    if (is_list(line.desc, is_input, g)) {
      const std::string l = numbered(is_input ? "in" : "out", g);
      to.statements += "  const std::vector<const aclTensor *> " + l + "s{" + members + "};\n  const aclTensorList *" +
                       l + " = executor->AllocTensorList(" + l + "s.data(), " + l + "s.size());\n";
      members = l;
    }
    arguments += (arguments.empty() ? "" : ", ") + members;
  }
  return {};
}

}  // namespace

bool is_list(const aicpu::CallDesc &desc, bool is_input, size_t group) {
  if ((is_input ? desc.input_groups : desc.output_groups)[group].count != 1) return true;
  const proto::OpPrototype *prototype = infer::known_prototype(desc.op_type);
  if (prototype == nullptr) return false;
  if (!is_input)
    return group < prototype->outputs.size() && prototype->outputs[group].kind == proto::OutputKind::kDynamic;
  return group < prototype->inputs.size() && prototype->inputs[group].kind == proto::InputKind::kDynamic;
}

Result<std::string> program_of(const exec::LaunchLine &line) {
  const aicpu::CallDesc &desc = line.desc;
  if (!is_identifier(desc.op_type)) return cannot("the operator type is no identifier");
  Source source;
  std::string inputs, outputs, attrs, names, before;
  const auto places = places_of(line);
  if (!places.ok()) return cannot(places.status().text());
  OPSTRATA_TRY(add_side(line, *places, true, source, inputs));
  OPSTRATA_TRY(add_side(line, *places, false, source, outputs));
  const proto::OpPrototype *prototype = infer::known_prototype(desc.op_type);
  if (!line.on_ai_cpu && !desc.attrs.empty() && prototype == nullptr)
    return cannot("operator " + desc.op_type + " has no prototype to order its attributes by");
  std::vector<const aicpu::CallAttr *> ordered;
  if (line.on_ai_cpu) {
    for (const aicpu::CallAttr &attr : desc.attrs) ordered.push_back(&attr);
  } else {
    // Attributes are given by position: a gap cannot be said.
    for (size_t i = 0; prototype != nullptr && i < prototype->attrs.size() && ordered.size() < desc.attrs.size(); ++i) {
      const auto found = std::find_if(desc.attrs.begin(), desc.attrs.end(),
                                      [&](const aicpu::CallAttr &a) { return a.name == prototype->attrs[i].name; });
      if (found == desc.attrs.end())
        return cannot("attribute " + prototype->attrs[i].name + " is not in the line, but others behind it are");
      ordered.push_back(&*found);
    }
    for (const aicpu::CallAttr &attr : desc.attrs) {
      if (std::find(ordered.begin(), ordered.end(), &attr) == ordered.end())
        return cannot("attribute " + attr.name + " is not in the prototype of operator " + desc.op_type);
    }
  }
  for (size_t i = 0; i < ordered.size(); ++i) {
    AttrWriter writer(numbered("a", i));
    const std::string value = std::visit(writer, ordered[i]->value);
    if (!writer.is_possible)
      return cannot("attribute " + ordered[i]->name + " is a list of a kind that OP_ATTR does not take");
    before += writer.before;
    attrs += (attrs.empty() ? "" : ", ") + value;
    names += (names.empty() ? "" : ", ") + text(ordered[i]->name);
  }
  std::string out = "// Written by opstrata replay for\n//   " + exec::to_text(line) + "\n" +
                    "// g++ -std=c++17 FILE.cpp -I$ASCEND_HOME_PATH/include -I$ASCEND_HOME_PATH/include/aclnn "
                    "-I$ASCEND_HOME_PATH/pkg_inc"
                    " -L$ASCEND_HOME_PATH/lib64 -lnnopbase -lascendcl -lgraph\n" +
                    kHead + "namespace l0op {\nOP_TYPE_REGISTER(" + desc.op_type +
                    ");\n}  // namespace l0op\n\nint main() {\n  using namespace l0op;  // NOLINT\n";
  out += "  check(aclInit(nullptr), \"aclInit\");\n  check(aclrtSetDevice(0), \"aclrtSetDevice\");\n";
  out += "  aclrtStream stream = nullptr;\n  check(aclrtCreateStream(&stream), \"aclrtCreateStream\");\n";
  if (!line.api.empty())
    out += "  InitL2Phase1Context(" + text(line.api) + ", nullptr);  // the function that launched it\n";
  out += "  UniqueExecutor unique(" + text(line.api.empty() ? "replay" : line.api) +
         ");\n  aclOpExecutor *executor = unique.get();\n";
  out += source.statements + before;
  const std::string arguments =
      "OP_INPUT(" + inputs + "), OP_OUTPUT(" + outputs + ")" + (attrs.empty() ? "" : ", OP_ATTR(" + attrs + ")");
  if (line.on_ai_cpu) {
    out += "  static op::internal::AicpuTaskSpace space(\"" + desc.op_type + "\", ge::DEPEND_IN_SHAPE, " +
           (line.tensorflow_names ? "true" : "false") + ");\n";
    out += "  check(ADD_TO_LAUNCHER_LIST_AICPU(" + desc.op_type + ", OP_ATTR_NAMES({" + names + "}), " + arguments +
           "), \"launcher\");\n";
  } else {
    out += "  check(ADD_TO_LAUNCHER_LIST_AICORE(" + desc.op_type + ", " + arguments + "), \"launcher\");\n";
  }
  out += "  const uint64_t bytes = executor->GetWorkspaceSize();\n  void *workspace = nullptr;\n";
  out += "  if (bytes != 0) check(aclrtMalloc(&workspace, bytes, ACL_MEM_MALLOC_HUGE_FIRST), \"aclrtMalloc\");\n";
  out += "  aclOpExecutor *released = nullptr;\n  unique.ReleaseTo(&released);\n";
  out += "  check(CommonOpExecutorRun(workspace, bytes, released, stream), \"phase two\");\n";
  out += "  check(aclrtSynchronizeStream(stream), \"aclrtSynchronizeStream\");\n";
  out += source.sums + "  std::printf(\"sum=%016llx\\n\", static_cast<unsigned long long>(sum));\n";
  out +=
      "  check(aclrtResetDevice(0), \"aclrtResetDevice\");\n  check(aclFinalize(), \"aclFinalize\");\n  return 0;\n}\n";
  return out;
}

}  // namespace opstrata::tools
