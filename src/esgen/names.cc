#include "esgen/names.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace opstrata::esgen {
namespace {

using proto::AttrType;

// Sorted, so that a lookup is a binary search. C++ keywords up to C++20, alternative tokens and the words of the
// transactional-memory specification; not `final`, `override`, `char8_t`, `import`, `module` (es-api section 6).
constexpr std::string_view kCppKeywords[] = {
    "alignas", "alignof", "and", "and_eq", "asm", "atomic_cancel", "atomic_commit", "atomic_noexcept", "auto", "bitand",
    "bitor", "bool", "break", "case", "catch", "char", "char16_t", "char32_t", "class", "co_await", "co_return", "co_yield",
    "compl", "concept", "const", "const_cast", "consteval", "constexpr", "constinit", "continue", "decltype", "default",
    "delete", "do", "double", "dynamic_cast", "else", "enum", "explicit", "export", "extern", "false", "float", "for",
    "friend", "goto", "if", "inline", "int", "long", "mutable", "namespace", "new", "noexcept", "not", "not_eq", "nullptr",
    "operator", "or", "or_eq", "private", "protected", "public", "register", "reinterpret_cast", "requires", "return",
    "short", "signed", "sizeof", "static", "static_assert", "static_cast", "struct", "switch", "synchronized", "template",
    "this", "thread_local", "throw", "true", "try", "typedef", "typeid", "typename", "union", "unsigned", "using",
    "virtual", "void", "volatile", "wchar_t", "while", "xor", "xor_eq"};

constexpr std::string_view kPythonKeywords[] = {
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif",
    "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal", "not", "or",
    "pass", "raise", "return", "try", "while", "with", "yield"};

// Object-like macros of the C library that do not look like macros (those that do: `may_be_macro`) or that programs use every
// day, C keywords that C++ lacks, and the names that the generated C and C++ code uses unqualified. `typeof` is a
// keyword of GNU dialects. `final`, `override`, `char8_t` are no keywords but contextual or newer words.
constexpr std::string_view kCppReserved[] = {
    "BUFSIZ", "C_DataType", "DOMAIN", "DataTypesToEsCDataTypes", "EOF", "EXIT_FAILURE", "EXIT_SUCCESS", "EsCGraph",
    "EsCGraphBuilder", "EsCTensor", "EsCTensorHolder", "EsGraphBuilder", "EsMakeUnique", "EsTensorHolder", "EsTensorLike",
    "FILENAME_MAX", "FOPEN_MAX", "GeGraphsToEsCGraphs", "HUGE", "HUGE_VAL", "I", "INFINITY", "INT64_MAX", "INT64_MIN",
    "L_tmpnam", "ListListTypeToPtrAndCounts", "MB_CUR_MAX", "M_E", "M_PI", "NAN", "NDEBUG", "NULL", "OVERFLOW", "PATH_MAX",
    "PLOSS", "RAND_MAX", "ResolveBuilder", "SEEK_CUR", "SEEK_END", "SEEK_SET", "SING", "TLOSS", "TMP_MAX",
    "TensorsToEsCTensorHolders", "UNDERFLOW", "_Alignas", "_Atomic", "_Bool", "_Complex", "_Generic", "_Imaginary",
    "_Noreturn", "_Static_assert", "_Thread_local", "assert", "char8_t", "complex", "d_fileno", "double_t", "environ",
    "errno", "float_t", "ge", "h_addr", "h_errno", "i386", "ifa_broadaddr", "ifa_dstaddr", "ifc_buf", "ifc_req", "ifr_addr",
    "ifr_bandwidth", "ifr_broadaddr", "ifr_data", "ifr_dstaddr", "ifr_flags", "ifr_hwaddr", "ifr_ifindex", "ifr_map",
    "ifr_metric", "ifr_mtu", "ifr_name", "ifr_netmask", "ifr_newname", "ifr_qlen", "ifr_slave", "int64_t", "linux", "major",
    "makedev", "math_errhandling", "minor", "offsetof", "restrict", "s6_addr", "s6_addr16", "s6_addr32", "sa_handler",
    "sa_sigaction", "sched_priority", "si_addr", "si_addr_lsb", "si_arch", "si_band", "si_call_addr", "si_fd", "si_int",
    "si_lower", "si_overrun", "si_pid", "si_pkey", "si_ptr", "si_status", "si_stime", "si_syscall", "si_timerid", "si_uid",
    "si_upper", "si_utime", "si_value", "sigev_notify_attributes", "sigev_notify_function", "signgam", "size_t", "st_atime",
    "st_ctime", "st_mtime", "std", "stderr", "stdin", "stdout", "typeof", "uint8_t", "unix"};

// Names of the generated Python module itself.
constexpr std::string_view kPythonReserved[] = {"_OP"};

// What no operator may be called, because the function of that name would take the place of something that the generated code
// or the base headers need: names of `ge::es`, and C functions `Es<name>` of the base library (es-api sections 10.1 to 10.4).
constexpr std::string_view kTakenTypes[] = {
    "AddControlEdge", "AddEdgeAndUpdatePeerDesc", "BuildGraphAndReset", "CGraph", "CGraphBuilder", "CNode", "CTensor",
    "CTensorHolder", "CompliantNodeBuilder", "CreateConstFloat", "CreateConstFromData", "CreateConstInt32",
    "CreateConstInt64", "CreateConstUInt32", "CreateConstUInt64", "CreateErrorMsg", "CreateEsCTensor",
    "CreateEsCTensorFromFile", "CreateFrom", "CreateFromIfNotEqual", "CreateGraphBuilder", "CreateGraphInput",
    "CreateGraphInputWithDetails", "CreateScalarFloat", "CreateScalarInt32", "CreateScalarInt64", "CreateScalarUInt32",
    "CreateScalarUInt64", "CreateTensor", "CreateTensorFromFile", "CreateVariable", "CreateVectorFloat",
    "CreateVectorInt32", "CreateVectorInt64", "CreateVectorUInt32", "CreateVectorUInt64", "DestroyEsCTensor",
    "DestroyGraphBuilder", "EsCreateConst", "EsCreateConstV2", "EsErrorResult", "EsPrintFailure", "GetOwnerBuilder",
    "GetProducer", "GetRecentError", "GraphBuilder", "IfArithmetic", "SetBoolAttrForGraph", "SetBoolAttrForNode",
    "SetBoolAttrForTensor", "SetDataType", "SetFormat", "SetGraphOutput", "SetInt64AttrForGraph", "SetInt64AttrForNode",
    "SetInt64AttrForTensor", "SetNextNodeName", "SetOriginSymbolShape", "SetShape", "SetStringAttrForGraph",
    "SetStringAttrForNode", "SetStringAttrForTensor", "TensorHolder", "TensorLike", "ValuesEqual", "detail"};

template <size_t N>
bool contains(const std::string_view (&table)[N], std::string_view word) {
  return std::binary_search(std::begin(table), std::end(table), word);
}

bool has_count(AttrType type) {
  switch (type) {
    case AttrType::kListInt:
    case AttrType::kListFloat:
    case AttrType::kListBool:
    case AttrType::kListString:
    case AttrType::kListType:
    case AttrType::kListListInt:
      return true;
    default:
      return false;
  }
}

/// Gives out names of one scope, each once.
class Scope {
 public:
  Scope(Language language, std::initializer_list<std::string> taken) : language_(language), taken_(taken) {}

  /// Claims `wanted` with `suffixes` ("" and derived names such as "_num"); `prefix` is put before a name that cannot be
  /// had, and underscores after it as the last resort.
  std::string claim(const std::string &wanted, const std::string &prefix, const std::vector<std::string> &suffixes) {
    std::string name = wanted;
    if (is_reserved(name, language_) || is_taken(name, suffixes)) name = prefix + wanted;
    while (is_reserved(name, language_) || is_taken(name, suffixes)) name += '_';
    for (const auto &suffix : suffixes) taken_.insert(name + suffix);
    return name;
  }

 private:
  bool is_taken(const std::string &name, const std::vector<std::string> &suffixes) const {
    // Generated bodies use `opstrata_` for their own locals, and types and macros of opstrata/es_node.h.
    for (const char *ours : {"opstrata_", "Opstrata", "OPSTRATA_"}) {
      if (name.rfind(ours, 0) == 0) return true;
    }
    // Predefined macros and words of compilers.
    if (language_ == Language::kCpp && name.size() > 1 && name[0] == '_' && (name[1] == '_' || (name[1] >= 'A' && name[1] <= 'Z'))) return true;
    // In a Python class names that begin with two underscores are mangled, or are methods that the language calls.
    if (language_ == Language::kPython && name.rfind("__", 0) == 0) return true;
    return std::any_of(suffixes.begin(), suffixes.end(), [&](const auto &s) { return taken_.count(name + s) != 0; });
  }

  Language language_;
  std::set<std::string> taken_;
};

}  // namespace

bool is_keyword(std::string_view word, Language language) {
  return language == Language::kCpp ? contains(kCppKeywords, word) : contains(kPythonKeywords, word);
}

bool is_reserved(std::string_view word, Language language) {
  return is_keyword(word, language) || (language == Language::kCpp ? contains(kCppReserved, word) : contains(kPythonReserved, word));
}

bool is_taken_type(std::string_view type) { return contains(kTakenTypes, type); }

bool may_be_macro(std::string_view name) {
  if (name.size() < 2 || name[0] < 'A' || name[0] > 'Z') return false;
  const bool small = std::any_of(name.begin(), name.end(), [](char c) { return c >= 'a' && c <= 'z'; });
  // Most macros have no small letter; `SYS_read`, `PRIx64` and `M_PIf` have some.
  return !small || name.find('_') != std::string_view::npos || name.rfind("PRI", 0) == 0 || name.rfind("SCN", 0) == 0;
}

bool is_identifier(std::string_view text) {
  if (text.empty() || (text[0] >= '0' && text[0] <= '9')) return false;
  return std::all_of(text.begin(), text.end(), [](char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  });
}

std::string identifier_text(std::string_view text) {
  std::string result(text);
  for (char &c : result) {
    if (!is_identifier(std::string("_") + c)) c = '_';
  }
  return result;
}

Names make_names(const proto::OpPrototype &op, Language language) {
  Names names;
  Scope parameters(language, {"owner_builder", "owner_graph_builder", "Es" + op.type, "Es" + op.type + "Output"});
  Scope members(language, {op.type + "Output", "Es" + op.type + "Output", "self"});
  const std::vector<std::string> plain = {""};
  const std::vector<std::string> counted = {"", "_num"};
  std::set<std::string> input_names;
  for (const auto &input : op.inputs) {
    names.inputs.push_back(parameters.claim(input.name, "in_", input.kind == proto::InputKind::kDynamic ? counted : plain));
    input_names.insert(input.name);
  }
  // An output or attribute with an input's name is told from it by `ref_` or `attr_` before the input's generated name.
  const auto input_rule = [&](const std::string &name) {
    return names.inputs[static_cast<size_t>(op.input_index(name))];
  };
  for (const auto &output : op.outputs) {
    const bool is_input = input_names.count(output.name) != 0;
    const bool is_dynamic = output.kind == proto::OutputKind::kDynamic;
    std::string name = members.claim(is_input ? "ref_" + input_rule(output.name) : output.name, "out_",
                                     is_dynamic ? counted : plain);
    // The count of a dynamic output is a parameter besides.
    if (is_dynamic) name = parameters.claim(name, "out_", {"_num"});
    names.outputs.push_back(name);
  }
  for (const auto &graph : op.subgraphs) {
    names.subgraphs.push_back(
        parameters.claim(graph.name, "subgraph_", graph.kind == proto::SubgraphKind::kDynamic ? counted : plain));
  }
  for (const auto &attr : op.attrs) {
    const bool is_input = input_names.count(attr.name) != 0;
    std::vector<std::string> suffixes = has_count(attr.type) ? counted : plain;
    if (attr.type == AttrType::kListListInt) suffixes.push_back("_inner_num");
    names.attrs.push_back(
        parameters.claim(is_input ? "attr_" + input_rule(attr.name) : attr.name, "attr_", suffixes));
  }
  return names;
}

}  // namespace opstrata::esgen
