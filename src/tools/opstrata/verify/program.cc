#include "tools/opstrata/verify/program.h"

#include <algorithm>
#include <map>
#include <set>

namespace opstrata::tools::verify {
namespace {

using esgen::ParamType;
using esgen::Role;

/// C++ type of an attribute's value as the node keeps it; empty for those that have no printable default.
std::string_view value_type(ParamType type) {
  switch (type) {
    case ParamType::kInt: return "int64_t";
    case ParamType::kFloat: return "float";
    case ParamType::kBool: return "bool";
    case ParamType::kString: return "Text";
    case ParamType::kDataType: return "ge::DataType";
    case ParamType::kTensor: return "ge::Tensor";
    case ParamType::kListInt: return "std::vector<int64_t>";
    case ParamType::kListFloat: return "std::vector<float>";
    case ParamType::kListBool: return "std::vector<bool>";
    case ParamType::kListType: return "std::vector<ge::DataType>";
    case ParamType::kListString: return "std::vector<Text>";
    case ParamType::kListListInt: return "std::vector<std::vector<int64_t>>";
    default: return "";
  }
}

const esgen::Param *param_of(const esgen::Signature &signature, Role role, const std::string &element) {
  for (const auto &param : signature.params) {
    if (param.role == role && param.element == element) return &param;
  }
  return nullptr;
}

std::string today_name(const Subject &s, Role role, const std::string &name) {
  const auto it = s.renames.find({role, name});
  return it == s.renames.end() ? name : it->second;
}

std::string quoted(const std::string &text) { return "\"" + text + "\""; }  // identifiers only

/// The function that prints a node of the subject: elements of the old prototype under their old names, then what only today's
/// prototype has.
std::string show_function(const Subject &s, Side side, size_t index) {
  const bool today = side == Side::kToday;
  const proto::OpPrototype &op = today ? *s.today : *s.old;
  const esgen::Signature defaults = esgen::canonical_signature(op);
  std::string text = "[[maybe_unused]] static void show_" + std::to_string(index) + "([[maybe_unused]] Shown &node) {\n";
  const auto input = [&](const proto::InputDef &def, const std::string &label) {
    text += "  node.input(" + quoted(label) + ", " + quoted(def.name) + ", " + (def.kind == proto::InputKind::kDynamic ? "true" : "false") + ");\n";
  };
  std::set<std::string> known;
  for (const auto &def : s.old->inputs) {
    const std::string name = today ? today_name(s, Role::kInput, def.name) : def.name;
    known.insert(name);
    if (const int at = op.input_index(name); at >= 0) input(op.inputs[static_cast<size_t>(at)], def.name);
  }
  for (const auto &def : op.inputs) {
    if (known.count(def.name) == 0) input(def, "+" + def.name);
  }
  for (const auto &def : s.old->attrs) {
    const std::string name = today ? today_name(s, Role::kAttr, def.name) : def.name;
    const esgen::Param *param = param_of(defaults, Role::kAttr, name);
    if (param == nullptr) continue;
    const std::string type(value_type(param->type));
    const bool has_default = !param->default_text.empty() && param->type != ParamType::kTensor;
    text += "  { ";
    if (has_default) {
      const bool list = type.rfind("std::vector", 0) == 0;
      text += "const " + type + " d" + (list ? " = " + param->default_text : "(" + param->default_text + ")") + "; ";
    }
    text += "node.attr<" + type + ">(" + quoted(def.name) + ", " + quoted(name) + ", " + (has_default ? "&d" : "nullptr") + "); }\n";
  }
  for (const auto &def : s.old->outputs) {
    const std::string name = today ? today_name(s, Role::kOutputCount, def.name) : def.name;
    if (def.kind == proto::OutputKind::kDynamic && op.output_index(name) >= 0) {
      text += "  node.outputs(" + quoted(def.name) + ", " + quoted(name) + ");\n";
    }
  }
  if (!s.old->subgraphs.empty()) text += "  node.subgraphs();\n";
  return text + "}\n";
}

/// The lines of one block, `key` -> value.
std::map<std::string, std::string> lines_of(const std::string &text) {
  std::map<std::string, std::string> result;
  for (size_t start = 0; start < text.size();) {
    const size_t end = std::min(text.find('\n', start), text.size());
    const std::string line = text.substr(start, end - start);
    if (const size_t at = line.find(" = "); at != std::string::npos) result.emplace(line.substr(0, at), line.substr(at + 3));
    start = end + 1;
  }
  return result;
}

}  // namespace

std::string harness_header() {
  return R"CODE(#pragma once
#include <cstdint>
#include <cstdio>
#include <deque>
#include <memory>
#include <string>
#include <vector>
#include "ge/es_graph_builder.h"
#include "ge/es_tensor_like.h"
#include "graph/gnode.h"
#include "graph/graph.h"
#include "graph/tensor.h"
namespace witness {
using namespace ge::es;
constexpr int kPlaces = 24;
enum Unscoped { kUnscoped = 4 };
struct Text : std::string {
  Text() = default;
  Text(const char *text) : std::string(text) {}
};
// The variables of the argument forms, another value at each place, and a graph to put the node into.
struct Env {
  Env();
  EsGraphBuilder b{"g"};
  std::vector<EsTensorHolder> z;
  std::vector<EsCTensorHolder *> p;
  std::deque<EsTensorLike> l;
  int64_t n[kPlaces];
  int i[kPlaces];
  size_t u[kPlaces];
  float f[kPlaces];
  double d[kPlaces];
  const char *s[kPlaces];
  ge::DataType t[kPlaces];
  Unscoped e[kPlaces];
  std::vector<int64_t> vi[kPlaces];
  std::vector<float> vf[kPlaces];
  std::vector<uint8_t> vu[kPlaces];
  std::vector<ge::DataType> vt[kPlaces];
  std::vector<const char *> vs[kPlaces];
  std::vector<std::vector<int64_t>> vvi[kPlaces];
  std::vector<EsTensorHolder> vz[kPlaces];
  static std::unique_ptr<ge::Tensor> tensor(int place);
  static std::unique_ptr<ge::Graph> graph(int place);
  static std::vector<std::unique_ptr<ge::Graph>> graphs(int place);
};
// A built node, printed line by line.
class Shown {
 public:
  explicit Shown(ge::GNode &node) : node_(node) {}
  void input(const char *label, const char *name, bool dynamic);
  template <typename T>
  void attr(const char *label, const char *name, const T *value);
  void outputs(const char *label, const char *name);
  void subgraphs();

 private:
  std::string source(int32_t index);
  ge::GNode &node_;
};
// Runs one call in a graph of its own and prints the node of type `type`.
void start(const char *id);
void finish(Env &env, const char *type, void (*show)(Shown &));
template <typename Calls>
void run(const char *id, const char *type, void (Calls::*call)(), void (*show)(Shown &)) {
  start(id);
  Calls env;
  (env.*call)();
  finish(env, type, show);
}
}  // namespace witness
)CODE";
}

std::string harness_source() {
  return R"CODE(#include "witness.h"
#include <cstring>
namespace witness {
Env::Env() {
  static const char *const kTexts[] = {"t0", "t1", "t2", "t3", "t4", "t5", "t6", "t7", "t8", "t9", "t10", "t11",
                                       "t12", "t13", "t14", "t15", "t16", "t17", "t18", "t19", "t20", "t21", "t22", "t23"};
  for (int k = 0; k < kPlaces; ++k) {
    z.push_back(b.CreateInput(k, ("in" + std::to_string(k)).c_str()));
    p.push_back(z.back().GetCTensorHolder());
    l.emplace_back(z.back());
    n[k] = 100 + k;
    i[k] = 200 + k;
    u[k] = size_t(300 + k);
    f[k] = 0.5F + float(k);
    d[k] = 0.25 + k;
    s[k] = kTexts[k];
    t[k] = static_cast<ge::DataType>(k % 12);
    e[k] = kUnscoped;
    vi[k] = {k, 8, 9};
    vf[k] = {0.5F, float(k)};
    vu[k] = {1, uint8_t(k % 2)};
    vt[k] = {ge::DT_INT8, static_cast<ge::DataType>(k % 12)};
    vs[k] = {"v", kTexts[k]};
    vvi[k] = {{k}, {1, 2}};
    vz[k] = {z[size_t(k)], z[0]};
  }
}
std::unique_ptr<ge::Tensor> Env::tensor(int place) {
  const int32_t value = place;
  return std::unique_ptr<ge::Tensor>(new ge::Tensor(ge::TensorDesc(ge::Shape(std::vector<int64_t>{1}), ge::FORMAT_ND, ge::DT_INT32),
                                                    reinterpret_cast<const uint8_t *>(&value), sizeof value));
}
std::unique_ptr<ge::Graph> Env::graph(int place) {
  EsGraphBuilder inner(("sub" + std::to_string(place)).c_str());
  auto x = inner.CreateInput(0);
  inner.SetOutput(x, 0);
  return inner.BuildAndReset();
}
std::vector<std::unique_ptr<ge::Graph>> Env::graphs(int place) {
  std::vector<std::unique_ptr<ge::Graph>> result;
  result.push_back(graph(place));
  result.push_back(graph(place + 100));
  return result;
}
namespace {
std::string text(int64_t v) { return std::to_string(v); }
std::string text(bool v) { return v ? "true" : "false"; }
std::string text(float v) {
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "%a", double(v));
  return buffer;
}
std::string text(double v) {
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "%a", v);
  return buffer;
}
std::string text(ge::DataType v) { return "type " + std::to_string(int(v)); }
std::string text(const ge::AscendString &v) { return '"' + std::string(v.GetString() == nullptr ? "" : v.GetString()) + '"'; }
std::string text(const Text &v) { return '"' + v + '"'; }
std::string bytes(const uint8_t *data, size_t size) {
  std::string result;
  char buffer[4];
  for (size_t k = 0; k < size; ++k) {
    std::snprintf(buffer, sizeof buffer, "%02x", unsigned(data[k]));
    result += buffer;
  }
  return result;
}
template <typename T>
std::string numbers(const ge::Tensor &v) {
  std::string result;
  for (size_t at = 0; at + sizeof(T) <= v.GetSize(); at += sizeof(T)) {
    T value;
    std::memcpy(&value, v.GetData() + at, sizeof value);
    result += (at == 0 ? "" : ", ") + text(value);
  }
  return result;
}
std::string text(const ge::Tensor &v) {
  const auto desc = v.GetTensorDesc();
  std::string result = "tensor of type " + std::to_string(int(desc.GetDataType())) + " [";
  for (const auto dim : desc.GetShape().GetDims()) result += std::to_string(dim) + " ";
  result += "]: ";
  switch (desc.GetDataType()) {
    case ge::DT_INT64: return result + numbers<int64_t>(v);
    case ge::DT_FLOAT: return result + numbers<float>(v);
    case ge::DT_DOUBLE: return result + numbers<double>(v);
    case ge::DT_BOOL: return result + numbers<bool>(v);
    default: return result + bytes(v.GetData(), v.GetSize());
  }
}
template <typename T>
std::string text(const std::vector<T> &v) {
  std::string result = "[";
  for (size_t k = 0; k < v.size(); ++k) result += (k == 0 ? "" : ", ") + text(static_cast<const T &>(v[k]));
  return result + "]";
}
template <typename T>
struct Stored { using type = T; };
template <>
struct Stored<Text> { using type = ge::AscendString; };
template <>
struct Stored<std::vector<Text>> { using type = std::vector<ge::AscendString>; };
}  // namespace
std::string Shown::source(int32_t index) {
  const auto found = node_.GetInDataNodesAndPortIndexs(index);
  if (found.first == nullptr) return "-";
  ge::Tensor value;
  if (node_.GetInputConstData(index, value) == ge::GRAPH_SUCCESS) return text(value);
  ge::AscendString name;
  (void)found.first->GetName(name);
  return std::string(name.GetString()) + ":" + std::to_string(found.second);
}
void Shown::input(const char *label, const char *name, bool dynamic) {
  std::vector<int32_t> indexes;
  int32_t index = -1;
  if (dynamic) (void)node_.GetDynamicInputIndexesByName(name, indexes);
  else if (node_.GetInputIndexByName(name, index) == ge::GRAPH_SUCCESS) indexes.push_back(index);
  std::string all;
  for (const auto at : indexes) all += (all.empty() ? "" : ", ") + source(at);
  std::printf("input %s = %s\n", label, all.empty() ? "-" : all.c_str());
}
template <typename T>
void Shown::attr(const char *label, const char *name, const T *value) {
  typename Stored<T>::type stored{};
  std::string result = "(none)";
  if (node_.GetAttr(name, stored) == ge::GRAPH_SUCCESS) result = text(stored);
  else if (value != nullptr) result = text(*value);
  std::printf("attr %s = %s\n", label, result.c_str());
}
template void Shown::attr(const char *, const char *, const int64_t *);
template void Shown::attr(const char *, const char *, const float *);
template void Shown::attr(const char *, const char *, const bool *);
template void Shown::attr(const char *, const char *, const Text *);
template void Shown::attr(const char *, const char *, const ge::DataType *);
template void Shown::attr(const char *, const char *, const ge::Tensor *);
template void Shown::attr(const char *, const char *, const std::vector<int64_t> *);
template void Shown::attr(const char *, const char *, const std::vector<float> *);
template void Shown::attr(const char *, const char *, const std::vector<bool> *);
template void Shown::attr(const char *, const char *, const std::vector<Text> *);
template void Shown::attr(const char *, const char *, const std::vector<ge::DataType> *);
template void Shown::attr(const char *, const char *, const std::vector<std::vector<int64_t>> *);
void Shown::outputs(const char *label, const char *name) {
  std::vector<int32_t> indexes;
  (void)node_.GetDynamicOutputIndexesByName(name, indexes);
  std::printf("outputs %s = %zu\n", label, indexes.size());
}
void Shown::subgraphs() {
  std::vector<ge::GraphPtr> graphs;
  (void)node_.GetALLSubgraphs(graphs);
  std::string all;
  for (const auto &graph : graphs) {
    ge::AscendString name;
    if (graph != nullptr && graph->GetName(name) == ge::GRAPH_SUCCESS) all += (all.empty() ? "" : ", ") + std::string(name.GetString());
  }
  std::printf("subgraphs = %s\n", all.c_str());
}
void start(const char *id) { std::printf("== %s\n", id); }
void finish(Env &env, const char *type, void (*show)(Shown &)) {
  (void)EsGraphBuilder::SetOutput(env.z[0], 0);
  auto graph = env.b.BuildAndReset();
  bool found = false;
  if (graph != nullptr) {
    for (auto &node : graph->GetDirectNode()) {
      ge::AscendString name;
      if (node.GetType(name) != ge::GRAPH_SUCCESS || name != ge::AscendString(type)) continue;
      Shown shown(node);
      show(shown);
      found = true;
      break;
    }
  }
  if (!found) std::printf("no node was built\n");
  std::fflush(stdout);
}
}  // namespace witness
)CODE";
}

Program calls_program(const std::vector<Subject> &subjects, Side side, const std::vector<std::pair<size_t, size_t>> &without) {
  const std::set<std::pair<size_t, size_t>> left_out(without.begin(), without.end());
  Program program;
  std::string &text = program.text;
  size_t line = 1;
  const auto add = [&](const std::string &piece) {
    text += piece;
    line += static_cast<size_t>(std::count(piece.begin(), piece.end(), '\n'));
  };
  add("#include \"witness.h\"\n");
  for (const auto &s : subjects) add("#include \"es_" + s.old->type + ".h\"\n");
  add("namespace witness {\n");
  for (size_t k = 0; k < subjects.size(); ++k) add(show_function(subjects[k], side, k));
  add("struct Calls : Env {\n");
  std::string table;
  for (size_t k = 0; k < subjects.size(); ++k) {
    for (size_t c = 0; c < subjects[k].calls.size(); ++c) {
      if (!subjects[k].calls[c].kept() || left_out.count({k, c}) != 0) continue;
      const std::string id = std::to_string(k) + "_" + std::to_string(c);
      program.calls.push_back({k, c, line});
      add("  void c" + id + "() { (void)ge::es::" + call_source(subjects[k].old->type, subjects[k].calls[c].forms) + "; }\n");
      table += "  run(\"" + id + "\", \"" + subjects[k].old->type + "\", &Calls::c" + id + ", show_" +
               std::to_string(k) + ");\n";
    }
  }
  add("};\n}  // namespace witness\nint main() {\n  using namespace witness;\n");
  add(table + "  return 0;\n}\n");
  return program;
}

Program forbidden_program(const std::vector<Subject> &subjects) {
  Program program;
  program.text = "#include \"witness.h\"\n";
  size_t line = 2;
  for (const auto &s : subjects) {
    program.text += "#include \"es_" + s.old->type + ".h\"\n";
    ++line;
  }
  program.text += "namespace witness {\nstruct Calls : Env {\n";
  line += 2;
  for (size_t k = 0; k < subjects.size(); ++k) {
    for (size_t c = 0; c < subjects[k].forbidden.size(); ++c) {
      program.calls.push_back({k, c, line++});
      program.text += "  void c" + std::to_string(k) + "_" + std::to_string(c) + "() { (void)ge::es::" +
                      call_source(subjects[k].old->type, subjects[k].forbidden[c].forms) + "; }\n";
    }
  }
  program.text += "};\n}\n";
  return program;
}

Comparison compare_nodes(const Subject &s, const Call &call, const std::string &old_text, const std::string &new_text) {
  Comparison result;
  const auto before = lines_of(old_text), after = lines_of(new_text);
  if (before.empty() || after.empty()) {
    result.same = before.empty() && after.empty() && old_text == new_text;
    if (!result.same) result.difference = (before.empty() ? "the old release" : "today's library") + std::string(" builds no node");
    return result;
  }
  const auto given = [&](Role role, const std::string &element) {
    for (size_t i = 0; i < call.forms.size(); ++i) {
      const auto &param = s.signatures[call.signature].params[i];
      if (param.role == role && param.element == element) return true;
    }
    return false;
  };
  // Whether an attribute of the old node is an input today, with its value as a constant there. The old prototype may have had an input
  // of that name too, which the call left unconnected.
  const auto became_input = [&](const std::string &name) {
    const auto old_input = before.find("input " + name);
    if (old_input != before.end() && old_input->second != "-") return false;
    const auto value = before.find("attr " + name);
    const auto input = after.find((old_input != before.end() ? "input " : "input +") + name);
    if (value == before.end() || after.count("attr " + name) != 0 || input == after.end() || !given(Role::kAttr, name)) return false;
    std::string bare = value->second;
    if (!bare.empty() && bare.front() == '[') bare = bare.substr(1, bare.size() - 2);
    const size_t data = input->second.find("]: ");  // behind the type and the shape
    return data != std::string::npos && input->second.substr(data + 3) == bare;
  };
  const esgen::Signature old_defaults = esgen::canonical_signature(*s.old), new_defaults = esgen::canonical_signature(*s.today);
  for (const auto &[key, value] : before) {
    const auto it = after.find(key);
    if (it != after.end() && it->second == value) continue;
    const std::string name = key.substr(key.find(' ') + 1);
    if (key.rfind("attr ", 0) == 0) {
      const bool was_given = given(Role::kAttr, name);
      if (it == after.end()) {
        if (!was_given || became_input(name)) continue;
      } else if (!was_given) {
        const auto *old_param = param_of(old_defaults, Role::kAttr, name);
        const auto *new_param = param_of(new_defaults, Role::kAttr, today_name(s, Role::kAttr, name));
        if (old_param != nullptr && new_param != nullptr && old_param->default_text != new_param->default_text) {
          result.default_changed = true;
          continue;
        }
      }
    }
    // An input that is gone and was not connected; or one whose name an attribute had, too.
    if (key.rfind("input ", 0) == 0 && value == "-" && (it == after.end() || became_input(name))) continue;
    result.difference = key + ": " + value + " then, " + (it == after.end() ? "not there" : it->second) + " now";
    return result;
  }
  for (const auto &[key, value] : after) {
    if (key.rfind("input +", 0) != 0 || value == "-") continue;
    if (given(Role::kAttr, key.substr(7))) continue;  // compared above
    result.difference = key.substr(0, 6) + key.substr(7) + " is new and connected to " + value;
    return result;
  }
  result.same = true;
  return result;
}

}  // namespace opstrata::tools::verify
