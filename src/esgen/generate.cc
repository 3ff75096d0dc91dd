#include "esgen/generate.h"

#include <fnmatch.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <set>
#include <thread>

#include "base/data_type.h"
#include "base/messages.h"
#include "esgen/literals.h"

namespace opstrata::esgen {
namespace {

using proto::OpPrototype;

/// FNV-1a over length-prefixed fields: equal prototypes, and only those, get equal hashes for all practical purposes.
class Hash {
 public:
  void add(std::string_view text) {
    mix(text.size());
    for (const char c : text) step(static_cast<unsigned char>(c));
  }
  void mix(uint64_t n) {
    for (int i = 0; i < 8; ++i) step(static_cast<unsigned char>(n >> (8 * i)));
  }
  std::string text() const {
    static constexpr char kHex[] = "0123456789abcdef";
    std::string out;
    for (int shift = 60; shift >= 0; shift -= 4) out += kHex[(state_ >> shift) & 15];
    return out;
  }

 private:
  void step(unsigned char byte) { state_ = (state_ ^ byte) * 1099511628211ULL; }
  uint64_t state_ = 14695981039346656037ULL;
};

void add_prototype(const OpPrototype &op, Hash *hash) {
  hash->add(op.type);
  const auto section = [&](size_t n) { hash->mix(n); };
  section(op.inputs.size());
  for (const auto &i : op.inputs) {
    hash->add(i.name);
    hash->mix(static_cast<uint64_t>(i.kind));
    hash->add(i.dtype);
  }
  section(op.outputs.size());
  for (const auto &o : op.outputs) {
    hash->add(o.name);
    hash->mix(static_cast<uint64_t>(o.kind));
    hash->add(o.dtype);
  }
  section(op.attrs.size());
  for (const auto &a : op.attrs) {
    hash->add(a.name);
    hash->add(a.type_word);
    hash->mix(a.required ? 1 : 0);
    hash->add(proto::default_literal(a));
    hash->add(a.count_of);
  }
  section(op.subgraphs.size());
  for (const auto &g : op.subgraphs) {
    hash->add(g.name);
    hash->mix(static_cast<uint64_t>(g.kind));
  }
}

/// The releases of the window, each with its operators.
struct LoadedRelease {
  const history::Release *release;
  const history::Operators *operators;
};

bool is_parameterless(const proto::AttrDef &attr) { return !attr.required && !parameterless_reason(attr).empty(); }

bool is_counted(const proto::AttrDef &attr) { return !attr.count_of.empty(); }

/// The prototype as functions serve it: without the optional attributes that no language has a parameter for, and with the
/// default of those that are counted when a call leaves them out. Null when it has none of either.
std::shared_ptr<const OpPrototype> served(const OpPrototype &op) {
  const auto differs = [](const proto::AttrDef &attr) { return is_parameterless(attr) || is_counted(attr); };
  if (std::none_of(op.attrs.begin(), op.attrs.end(), differs)) return nullptr;
  auto result = std::make_shared<OpPrototype>(op);
  for (auto &attr : result->attrs) {
    if (is_counted(attr)) attr.default_value = kCounted;
  }
  result->attrs.erase(std::remove_if(result->attrs.begin(), result->attrs.end(), is_parameterless),
                      result->attrs.end());
  return result;
}

OldPrototype old_prototype(const OpPrototype &op, const history::Release &release) {
  auto as_served = served(op);
  const OpPrototype *const used = as_served == nullptr ? &op : as_served.get();
  return {used, release.version, release.date, std::move(as_served)};
}

std::vector<OldPrototype> history_of(const std::string &type, const std::vector<LoadedRelease> &releases) {
  std::vector<OldPrototype> result;
  for (const auto &loaded : releases) {
    if (const OpPrototype *op = loaded.operators->find(type)) result.push_back(old_prototype(*op, *loaded.release));
  }
  return result;
}

/// Forms of the operator that headers recommended and whose releases are no longer served. `archive`: all releases up
/// to today's, ascending; `begins`: the start of each one's own window; the window begins at `first_served`.
std::vector<OldPrototype> reserved_of(const std::string &type, const std::vector<LoadedRelease> &archive,
                                      const std::vector<size_t> &begins, size_t first_served, Policy policy) {
  std::vector<OldPrototype> all;
  std::vector<size_t> place;  // in `archive`
  for (size_t r = 0; r < archive.size(); ++r) {
    const OpPrototype *op = archive[r].operators->find(type);
    if (op == nullptr) continue;
    all.push_back(old_prototype(*op, *archive[r].release));
    place.push_back(r);
  }
  const auto first_from = [&](size_t r) {
    return static_cast<size_t>(std::lower_bound(place.begin(), place.end(), r) - place.begin());
  };
  std::vector<size_t> own;
  for (const size_t r : place) own.push_back(first_from(begins[r]));
  return reserved_forms(all, own, first_from(first_served), policy);
}

bool is_silent_input(const std::string &type) {
  static const std::set<std::string> kTypes = {"AippData", "AnnData", "Data", "NETOUTPUT", "RefData"};
  return kTypes.count(type) != 0;
}

}  // namespace

std::string parameterless_reason(const proto::AttrDef &attr) {
  ParamType param;
  if (!attr_param_type(attr.type, &param)) return "attribute type " + attr.type_word;
  if (const auto *t = std::get_if<proto::TensorDefault>(&attr.default_value); t != nullptr && t->has_data) {
    return "default of a Tensor attribute carries data";
  }
  const auto unnamed = [](ge::DataType type) { return data_type_enumerator(type).empty(); };
  const auto *type = std::get_if<ge::DataType>(&attr.default_value);
  const auto *types = std::get_if<std::vector<ge::DataType>>(&attr.default_value);
  if ((type != nullptr && unnamed(*type)) || (types != nullptr && std::any_of(types->begin(), types->end(), unnamed))) {
    return "default data type without a name";
  }
  const auto has_zero = [](const std::string &text) { return text.find('\0') != std::string::npos; };
  const auto *text = std::get_if<std::string>(&attr.default_value);
  const auto *texts = std::get_if<std::vector<std::string>>(&attr.default_value);
  if ((text != nullptr && has_zero(*text)) || (texts != nullptr && std::any_of(texts->begin(), texts->end(), has_zero))) {
    return "default text with a zero byte";
  }
  return "";
}

std::string unsupported_reason(const OpPrototype &op, bool *skip) {
  static const std::set<std::string> kFlow = {"Enter", "Exit", "LoopCond", "Merge", "NextIteration", "StreamMerge", "StreamSwitch", "Switch"};
  *skip = is_silent_input(op.type);
  if (kFlow.count(op.type) != 0) return "v1 control flow";
  if (op.type == "Variable") return "the base library creates variables";
  if (!is_identifier(op.type) || is_reserved(op.type, Language::kCpp) || is_reserved(op.type, Language::kPython)) {
    return "the operator type is no name in C++ or Python";
  }
  if (is_taken_type(op.type)) return "a function of that name would take the place of one of the base library";
  std::set<std::string> seen;
  std::string bad;
  const auto check = [&](const std::string &kind, const std::string &name) {
    if (!is_identifier(name) && bad.empty()) bad = kind + " name is no identifier";
    if (!seen.insert(kind + name).second && bad.empty()) bad = "two elements of one kind have one name";
  };
  for (const auto &i : op.inputs) check("input", i.name);
  for (const auto &o : op.outputs) check("output", o.name);
  for (const auto &g : op.subgraphs) check("subgraph", g.name);
  for (const auto &a : op.attrs) {
    check("attribute", a.name);
    if (std::string reason = parameterless_reason(a); !reason.empty()) {
      if (!a.required) continue;
      return reason;
    }
    if (!a.required && std::holds_alternative<std::monostate>(a.default_value)) return "optional attribute without default";
  }
  return bad;
}

Result<Generation> generate(const GenerateRequest &request) {
  Generation result;
  std::vector<LoadedRelease> releases;
  std::string broken;
  Code code = Code::kCorrupt;
  for (const auto &release : request.window.releases) {
    auto loaded = request.registry.load_release(release.version);
    if (!loaded.ok() && loaded.status().code() == Code::kNotFound) {
      result.warnings.push_back("release " + release.version + " is left out: " + loaded.status().text());
      result.incomplete = true;
      continue;
    }
    if (!loaded.ok()) {
      broken += (broken.empty() ? "" : "\n") + ("release " + release.version + ": " + loaded.status().text());
      code = loaded.status().code();
      continue;
    }
    releases.push_back({&release, *loaded});
    for (const auto &finding : (*loaded)->findings) {
      result.warnings.push_back("release " + release.version + ", operator " + finding.op_type + ": " + finding.text);
      result.incomplete = true;
    }
  }
  if (!broken.empty()) return Status(code, broken);
  // Releases that are no longer served still tell which forms their headers recommended; those that cannot be read
  // recommend nothing.
  std::vector<LoadedRelease> archive;
  for (const auto &release : request.window.expired) {
    if (auto loaded = request.registry.load_release(release.version); loaded.ok())
      archive.push_back({&release, *loaded});
  }
  const size_t first_served = archive.size();
  std::vector<size_t> begins;
  if (first_served > 0) {
    archive.insert(archive.end(), releases.begin(), releases.end());
    std::vector<const history::Release *> dated;
    for (const auto &loaded : archive) dated.push_back(loaded.release);
    for (size_t r = 0; r < dated.size(); ++r) begins.push_back(history::window_begin(dated, r, request.window.size));
  }
  std::vector<const OpPrototype *> sorted = request.prototypes;
  std::sort(sorted.begin(), sorted.end(), [](const auto *a, const auto *b) { return a->type < b->type; });
  std::map<std::string, bool> excluded;  // and whether there was such an operator
  for (const auto &pattern : request.exclude) excluded[pattern] = false;
  std::set<std::string> current, left_out;
  EmitContext context;
  context.module = request.module;
  context.guard_prefix = request.guard_prefix;
  context.version = request.version;
  for (const auto &loaded : releases) context.releases.push_back(loaded.release->version);
  for (const auto *op : sorted) {
    if (!current.insert(op->type).second) continue;
    // A name, or a pattern with `*`, `?` or `[…]`.
    bool is_excluded = false;
    for (auto &[pattern, used] : excluded) {
      if (::fnmatch(pattern.c_str(), op->type.c_str(), 0) != 0) continue;
      used = true;
      is_excluded = true;
    }
    if (is_excluded) {
      left_out.insert(op->type);
      continue;
    }
    bool skip = false;
    const std::string reason = unsupported_reason(*op, &skip);
    if (skip) continue;
    if (!reason.empty()) {
      result.unsupported.push_back({op->type, reason});
      continue;
    }
    EmitOperator entry;
    entry.op = op;
    if (auto as_served = served(*op)) {
      for (const auto &attr : op->attrs) {
        if (!is_parameterless(attr)) continue;
        entry.kept.push_back(attr.name);
        result.notes.push_back("operator " + op->type + ": attribute " + attr.name + " keeps its default and has no parameter (" +
                               parameterless_reason(attr) + ")");
      }
      entry.op = as_served.get();
      entry.owned = std::move(as_served);
    }
    result.operators.push_back(std::move(entry));
    context.op_types.insert(op->type);
  }
  // `es_X_c.h` is the C header of X and the C++ header of X_c; two more names are taken by the files of the whole module.
  const std::set<std::string> files = {"log", request.module + "_ops", request.module + "_ops_c"};
  const auto has_no_files = [&](const std::string &type) {
    const bool c_header = type.size() > 2 && type.compare(type.size() - 2, 2, "_c") == 0;
    return files.count(type) != 0 || (c_header && context.op_types.count(type.substr(0, type.size() - 2)) != 0);
  };
  for (size_t i = 0; i < result.operators.size();) {
    const std::string &type = result.operators[i].op->type;
    if (!has_no_files(type)) {
      ++i;
      continue;
    }
    result.unsupported.push_back({type, "its files would have the names of others"});
    context.op_types.erase(type);
    result.operators.erase(result.operators.begin() + static_cast<std::ptrdiff_t>(i));
  }
  for (const auto &[pattern, used] : excluded) {
    if (!used) result.warnings.push_back("excluded operator " + pattern + " does not exist");
  }
  std::set<std::string> gone;
  for (const auto &loaded : releases) {
    for (const auto &op : loaded.operators->prototypes) {
      if (current.count(op.type) == 0 && !is_silent_input(op.type)) gone.insert(op.type);
    }
  }
  result.removed.assign(gone.begin(), gone.end());
  if (result.operators.empty()) return fail(Msg::kEsgenNoOperators, {{"source", std::to_string(sorted.size()) + " prototypes"}});

  // Nodes of the current lists, as archiving this release will assign them.
  std::vector<std::string> nodes;
  if (request.versioned) {
    auto record = std::make_unique<history::AbiRecord>(request.abi);
    const bool recorded = !record->nodes.empty();
    const std::string release = request.abi_release.empty() ? "UNRELEASED" : request.abi_release;
    const history::Release *const archived = request.registry.find_release(release);
    for (const auto &entry : result.operators) {
      if (recorded) record->add(*entry.op, {release, archived == nullptr ? "" : archived->date});
    }
    for (const auto &node : record->nodes) nodes.push_back(node.name);
    for (const auto &unsupported : result.unsupported) left_out.insert(unsupported.op_type);
    for (const auto &node : record->nodes) {
      for (const auto &op : node.lists) {
        bool skip = false;
        AbiList list{node.name, node.first_release(op.type), history::parameter_list_hash(op), 0, &op, {}};
        // An operator's list that stands in several nodes is counted.
        const auto add_list = [&list](std::vector<AbiList> *lists) {
          list.repeat = static_cast<int>(std::count_if(lists->begin(), lists->end(), [&](const AbiList &other) {
            return other.op->type == list.op->type && other.hash == list.hash;
          }));
          lists->push_back(list);
        };
        const auto at = std::lower_bound(result.operators.begin(), result.operators.end(), op.type,
                                         [](const EmitOperator &a, const std::string &type) { return a.op->type < type; });
        if (at != result.operators.end() && at->op->type == op.type) {
          const bool is_current = list.hash == history::parameter_list_hash(*at->op);
          if (is_current || (unsupported_reason(op, &skip).empty() && !skip)) add_list(&at->abi);
          if (is_current && list.repeat == 0) at->abi_node = node.name;
        } else if (left_out.count(op.type) == 0 && unsupported_reason(op, &skip).empty() && !skip) {
          add_list(&result.gone);
          result.gone.back().names = make_names(op, Language::kCpp);
        }
      }
    }
    result.abi = std::move(record);
  }

  struct Printed {
    std::string c_header, c_source, cpp_header, python, stub, markdown;
  };
  std::vector<Printed> printed(result.operators.size());
  std::atomic<size_t> next{0};
  const auto work = [&] {
    for (size_t i = next++; i < result.operators.size(); i = next++) {
      EmitOperator &entry = result.operators[i];
      entry.cpp = make_names(*entry.op, Language::kCpp);
      entry.python = make_names(*entry.op, Language::kPython);
      const auto old = history_of(entry.op->type, releases);
      if (first_served > 0) entry.reserved = reserved_of(entry.op->type, archive, begins, first_served, request.policy);
      entry.plan = make_plan(*entry.op, old, request.policy, entry.reserved);
      Hash hash;
      add_prototype(*entry.op, &hash);
      entry.op_hash = hash.text();
      for (const auto &o : old) {
        hash.add(o.release);
        add_prototype(*o.op, &hash);
      }
      for (const auto &form : entry.reserved) {
        hash.add("reserved " + form.release);
        add_prototype(*form.op, &hash);
      }
      hash.mix(static_cast<uint64_t>(request.policy));
      entry.plan_hash = hash.text();
      entry.history = old;
      if (request.versioned) {
        entry.abi_hash = history::parameter_list_hash(*entry.op);
        Hash abi;
        add_prototype(*entry.op, &abi);
        for (auto &list : entry.abi) {
          list.names = make_names(*list.op, Language::kCpp);
          abi.add(list.node);
          add_prototype(*list.op, &abi);
        }
        entry.abi_source_hash = abi.text();
      }
      printed[i] = {emit_c_header(entry, context), emit_c_source(entry, context), emit_cpp_header(entry, context), emit_python(entry, context), "",
                    request.markdown ? emit_markdown(entry, context) : ""};
      printed[i].stub = emit_python_stub(printed[i].python);
    }
  };
  const size_t workers = std::min<size_t>(std::max(1U, std::thread::hardware_concurrency()), result.operators.size() / 16 + 1);
  std::vector<std::thread> threads;
  for (size_t i = 1; i < workers; ++i) threads.emplace_back(work);
  work();
  for (auto &thread : threads) thread.join();

  for (size_t i = 0; i < result.operators.size(); ++i) {
    const std::string base = "es_" + result.operators[i].op->type;
    result.files[base + "_c.h"] = std::move(printed[i].c_header);
    result.files[base + ".cpp"] = std::move(printed[i].c_source);
    result.files[base + ".h"] = std::move(printed[i].cpp_header);
    result.files[base + ".py"] = std::move(printed[i].python);
    result.files[base + ".pyi"] = std::move(printed[i].stub);
    if (request.markdown) result.files[base + ".md"] = std::move(printed[i].markdown);
    ++result.by_mode[static_cast<size_t>(result.operators[i].plan.mode)];
  }
  const std::string aggregate = "es_" + request.module + "_ops";
  result.files[aggregate + "_c.h"] = emit_c_aggregate(context, result.unsupported);
  result.files[aggregate + ".h"] = emit_cpp_aggregate(context, result.unsupported);
  result.files[aggregate + ".py"] = emit_python_aggregate(context, result.unsupported);
  if (request.markdown) result.files[aggregate + ".md"] = emit_markdown_index(context);
  if (request.versioned) {
    Hash hash;
    for (const auto &entry : result.operators) hash.add(entry.has_older_lists() ? entry.abi_source_hash : "");
    for (const auto &list : result.gone) hash.add(list.op->type + list.node + list.hash);
    std::string older = emit_abi_source(result.operators, result.gone, hash.text(), context);
    if (!older.empty()) result.files[aggregate + ".abi.cpp"] = std::move(older);
  }
  if (request.versioned) result.files["es_" + request.module + ".map"] = emit_version_script(nodes, result.operators, context);
  result.files["py.typed"] = "";  // the stubs are complete
  result.files["es_log.h"] = emit_log_header(context);
  return result;
}

}  // namespace opstrata::esgen
