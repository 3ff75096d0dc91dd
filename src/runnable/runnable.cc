#include "runnable/runnable.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/messages.h"
#include "esgen/generate.h"
#include "esgen/literals.h"
#include "runnable/writer.h"

namespace opstrata::runnable {
namespace {

using graph::InputPort;
using graph::OutputPort;

/// Bit equality: a default of 0.0 is not -0.0.
bool same_value(const proto::AttrValue &a, const proto::AttrValue &b) {
  if (a.index() != b.index()) return false;
  const auto same = [](float x, float y) { return std::memcmp(&x, &y, sizeof x) == 0; };
  if (const auto *x = std::get_if<float>(&a)) return same(*x, std::get<float>(b));
  if (const auto *x = std::get_if<std::vector<float>>(&a)) {
    const auto &y = std::get<std::vector<float>>(b);
    return std::equal(x->begin(), x->end(), y.begin(), y.end(), same);
  }
  return a == b;
}

bool creation_order_fits(const GraphData &graph) {
  std::set<const Node *> seen;
  for (const auto &node : graph.nodes) {
    for (const auto &port : node->inputs) {
      if (port.source != nullptr && seen.count(port.source) == 0) return false;
    }
    seen.insert(node.get());
  }
  return true;
}

int64_t index_of(const Node &node, int64_t otherwise) {
  int64_t index = otherwise;
  if (const auto it = node.attrs.find("index"); it != node.attrs.end()) (void)it->second.GetAttrValue(index);
  return index;
}

/// The prototypes and plans behind a dump.
class Operators {
 public:
  explicit Operators(const DumpRequest &request) : request_(request) {}

  Status plan(const GraphData &root) {
    std::set<std::string> types;
    collect(root, &types);
    const auto &releases = request_.registry.releases();
    const std::string newest = !request_.release.empty() ? request_.release : releases.empty() ? "" : releases.back().version;
    std::map<std::string, const proto::OpPrototype *> current;
    if (!newest.empty()) {
      const auto loaded = request_.registry.load_release(newest);
      if (!loaded.ok()) return loaded.status();
      for (const auto &op : (*loaded)->prototypes) {
        if (types.count(op.type) != 0) current[op.type] = &op;
      }
    }
    for (const auto *op : request_.prototypes) {
      if (!request_.release.empty())
        newer_[op->type] = op;
      else if (types.count(op->type) != 0) current[op->type] = op;
    }
    if (current.empty()) return {};
    esgen::GenerateRequest generate;
    for (const auto &[type, op] : current) generate.prototypes.push_back(op);
    generate.registry = request_.registry;
    generate.module = request_.module;
    generate.version = request_.version;
    if (!releases.empty()) {
      history::WindowRequest window = request_.window;
      if (!request_.release.empty()) window.release_version = request_.release, window.release_date.clear();
      else if (window.release_version.empty() && window.release_date.empty()) window.release_version = newest;
      auto selected = history::select_window(request_.registry, window);
      if (!selected.ok()) return selected.status();
      generate.window = std::move(*selected);
    }
    auto generation = esgen::generate(generate);
    if (!generation.ok() && generation.status().code() != Code::kNotFound) return generation.status();
    if (!generation.ok()) return {};
    generation_ = std::move(*generation);
    for (const auto &op : generation_.operators) by_type_.emplace(op.op->type, &op);
    for (const auto &unsupported : generation_.unsupported) reasons_.emplace(unsupported.op_type, unsupported.reason);
    return {};
  }

  const esgen::EmitOperator *find(const std::string &type) const {
    const auto it = by_type_.find(type);
    return it == by_type_.end() ? nullptr : it->second;
  }
  std::string reason(const std::string &type) const {
    const auto it = reasons_.find(type);
    return it == reasons_.end() ? "" : it->second;
  }
  const proto::OpPrototype *newest(const std::string &type) const {
    if (const auto it = newer_.find(type); it != newer_.end()) return it->second;
    for (auto release = request_.registry.releases().rbegin(); release != request_.registry.releases().rend(); ++release) {
      const auto loaded = request_.registry.load_release(release->version);
      if (!loaded.ok()) continue;
      if (const auto *op = (*loaded)->find(type)) return op;
    }
    return nullptr;
  }
  /// ", which is there since <release>" of the first release whose operator satisfies `has`, or that none does.
  template <typename Has>
  std::string since(const std::string &type, Has has, const char *what = "there") const {
    for (const auto &release : request_.registry.releases()) {
      const auto loaded = request_.registry.load_release(release.version);
      if (!loaded.ok()) continue;
      const auto *op = (*loaded)->find(type);
      if (op != nullptr && has(*op)) return std::string(", which is ") + what + " since " + release.version;
    }
    return ", which no archived release has";
  }
  std::set<std::string> types_used() const {
    std::set<std::string> types;
    for (const auto &[type, op] : by_type_) types.insert(type);
    return types;
  }

 private:
  static void collect(const GraphData &graph, std::set<std::string> *types) {
    for (const auto &node : graph.nodes) {
      types->insert(node->type());
      for (const auto &slot : node->subgraphs) collect(*slot.graph, types);
    }
  }

  const DumpRequest &request_;
  esgen::Generation generation_;
  std::map<std::string, const esgen::EmitOperator *> by_type_;
  std::map<std::string, std::string> reasons_;
  std::map<std::string, const proto::OpPrototype *> newer_;
};

class Dumper {
 public:
  Dumper(const DumpRequest &request, const Operators &operators) : request_(request), operators_(operators) {
    syntax_ = request.language == Language::kCpp ? make_cpp_syntax() : make_python_syntax();
    syntax_->module = request.module;
    syntax_->find = [this](const std::string &type) { return special(type) ? nullptr : operators_.find(type); };
  }

  Result<DumpResult> dump(const GraphData &root) {
    const auto name = function(root, true);
    if (!name.ok()) return name.status();
    if (!needs_.empty()) {
      std::string lines;
      for (const auto &need : needs_) lines += "\n  " + need;
      return fail(Msg::kRunnableNeedsMore, {{"release", request_.release}, {"graph", root.name}, {"needs", lines}});
    }
    DumpResult result;
    const std::string banner = "Graph " + esgen::comment_text(root.name) + ", written by opstrata " + request_.version +
                               (request_.release.empty() ? "" : " for release " + esgen::comment_text(request_.release)) + ".";
    std::set<std::string> types;
    for (const auto &type : operators_.types_used()) {
      if (called_.count(type) != 0) types.insert(type);
    }
    result.text = syntax_->prologue(banner, types) + functions_ + syntax_->epilogue(*name);
    result.notes = std::move(notes_);
    return result;
  }

 private:
  static bool special(const std::string &type) {
    return graph::is_input_type(type) || type == "Const" || type == "Variable" || type == "NetOutput";
  }
  bool python() const { return request_.language == Language::kPython; }
  void note(const Node &node, const std::string &what) { notes_.push_back("node '" + node.name + "' (" + node.type() + "): " + what); }

  /// Prints the function that builds `data` behind those of its subgraphs; its name.
  Result<std::string> function(const GraphData &data, bool root) {
    Scope scope;
    scope.graph = &data;
    scope.taken = syntax_->used_names();
    std::vector<const Node *> order;
    if (creation_order_fits(data)) {
      for (const auto &node : data.nodes) order.push_back(node.get());
    } else {
      auto sorted = data.topological_order();
      if (!sorted.ok()) return sorted.status();
      order.assign(sorted->begin(), sorted->end());
    }
    const Node *net_output = nullptr;
    for (const auto *node : order) {
      if (node->type() == "NetOutput") net_output = node;
      else
        scope.variables[node] = claim(scope.taken, variable_text(node->name), syntax_->language);
    }
    int64_t next_number = 0;
    int64_t next_input = 0;
    for (const auto *node : order) {
      if (node->type() == "NetOutput") continue;
      OPSTRATA_TRY(statement(*node, scope, &next_number, &next_input));
    }
    for (const auto &[node, index] : deferred_) describe(*node, index, ge::TensorDesc(), scope);
    deferred_.clear();
    for (const auto *node : order) {
      if (node->control_sources.empty()) continue;
      std::vector<std::string> sources;
      for (const auto *source : node->control_sources) {
        if (source->type() != "NetOutput" && has_holder(*source)) sources.push_back(syntax_->output(*source, use(scope, *source), first_port(*source)));
      }
      if (node->type() == "NetOutput" || !has_holder(*node) || sources.size() != node->control_sources.size()) {
        note(*node, "its control edges cannot be made with the eager style");
        continue;
      }
      scope.statements.push_back({syntax_->control_edges(syntax_->output(*node, use(scope, *node), first_port(*node)), sources)});
    }
    for (const auto &[name, value] : data.attrs) {
      if (!syntax_->set_attr(Syntax::Owner::kGraph, nullptr, 0, "", name, proto::storage_of(value), scope)) {
        notes_.push_back("graph '" + data.name + "': attribute " + name + " cannot be written as source");
      }
    }
    std::vector<std::string> outputs;
    const auto add_output = [&](const Node *node, int index) {
      outputs.push_back(syntax_->output(*node, use(scope, *node), index));
    };
    if (net_output != nullptr) {
      for (const auto &port : net_output->inputs) {
        if (port.source != nullptr) add_output(port.source, port.source_output);
      }
    } else {
      for (const auto &[node, index] : data.output_ports()) add_output(node, index);
      notes_.push_back("graph '" + data.name + "' has no NetOutput node; the one that is built has");
    }
    if (!data.registered.empty()) notes_.push_back("graph '" + data.name + "' has subgraphs that belong to no node; they are left out");
    for (auto &statement : scope.statements) {
      if (statement.defines == nullptr) continue;
      const bool used = scope.used.count(statement.defines) != 0;
      statement.text = used ? syntax_->define(scope.variables.at(statement.defines), statement.text) : syntax_->discard(statement.text);
    }
    const std::string name = root ? std::string(python() ? "build_graph" : "BuildGraph") : claim(function_names_, (python() ? "build_" : "Build_") + data.name, syntax_->language);
    functions_ += syntax_->function(name, scope, outputs);
    return name;
  }

  /// Functions of graphs begin with `Build`, so variables do not.
  static std::string variable_text(const std::string &name) {
    std::string start = name.substr(0, 5);
    if (!start.empty() && start[0] == 'B') start[0] = 'b';
    return start == "build" ? "t_" + name : name;
  }

  static int first_port(const Node &node) { return node.outputs.empty() ? -1 : 0; }
  /// A node whose outputs are all dynamic and empty has no tensor that stands for it.
  bool has_holder(const Node &node) const { return !node.outputs.empty() || node.ir.outputs.empty(); }

  Status statement(const Node &node, Scope &scope, int64_t *next_number, int64_t *next_input) {
    std::set<std::string> done;  // attributes that the creation covers
    ge::TensorDesc known;
    if (graph::is_input_type(node.type())) {
      if (node.outputs.size() != 1) return fail(Msg::kRunnableNoCall, {{"node", node.name}, {"type", node.type()}});
      const auto &wanted = node.outputs.front().desc;
      ge::TensorDesc same(wanted.GetShape(), wanted.GetFormat(), wanted.GetDataType());
      same.SetOriginShape(wanted.GetShape());
      same.SetOriginFormat(wanted.GetFormat());
      const bool described = !same_basics(wanted, ge::TensorDesc()) && same_basics(wanted, same);
      const int64_t index = index_of(node, *next_input);
      *next_input = index + 1;
      scope.statements.push_back({syntax_->input(index, node, described), &node});
      if (described && (python() || node.type() == "Data")) known = same;
      done = {"index"};
    } else if (node.type() == "Variable") {
      scope.statements.push_back({syntax_->variable(index_of(node, 0), node.name), &node});
      done = {"index"};
    } else {
      OPSTRATA_TRY(named_statement(node, scope, next_number, &done, &known));
    }
    describe_outputs(node, known, scope);
    private_attrs(node, done, scope);
    return {};
  }

  /// Constants and operators: their names are generated unless another one is wanted.
  Status named_statement(const Node &node, Scope &scope, int64_t *next_number, std::set<std::string> *done, ge::TensorDesc *known) {
    std::string expression;
    if (node.type() == "Const") {
      const auto it = node.attrs.find("value");
      const auto *value = it == node.attrs.end() ? nullptr : std::get_if<ge::Tensor>(&proto::storage_of(it->second));
      const auto text = value == nullptr ? std::nullopt : syntax_->constant(*value);
      if (!text.has_value()) return fail(Msg::kRunnableValue, {{"node", node.name}, {"type", node.type()}, {"name", "value"}});
      expression = *text;
      *known = value->GetTensorDesc();
      *done = {"value"};
    } else {
      const auto *op = operators_.find(node.type());
      if (op == nullptr) {
        if (!request_.release.empty()) {
          needs_.push_back("node '" + node.name + "': operator " + node.type() + operators_.since(node.type(), [](const auto &) { return true; }));
          return {};
        }
        const std::string reason = operators_.reason(node.type());
        if (!reason.empty()) return fail(Msg::kRunnableUnsupported, {{"node", node.name}, {"type", node.type()}, {"reason", reason}});
        return fail(Msg::kRunnableNoPrototype, {{"node", node.name}, {"type", node.type()}});
      }
      called_.insert(node.type());
      Call call;
      call.node = &node;
      call.op = op;
      const size_t before = needs_.size();
      OPSTRATA_TRY(check_inputs(node, *op->op));
      OPSTRATA_TRY(check_outputs(node, *op->op));
      OPSTRATA_TRY(read_attrs(node, *op->op, &call, done));
      if (needs_.size() != before) return {};
      call.graphs.resize(op->op->subgraphs.size());
      for (const auto &slot : node.subgraphs) {
        const auto &subgraphs = op->op->subgraphs;
        const std::string ir = slot.ir < 0 ? slot.name : node.ir.subgraphs[static_cast<size_t>(slot.ir)].name;
        const auto it = std::find_if(subgraphs.begin(), subgraphs.end(), [&](const auto &def) { return def.name == ir; });
        if (it == subgraphs.end()) {
          OPSTRATA_TRY(missing(node, "subgraph", ir, [&](const auto &p) {
            return std::any_of(p.subgraphs.begin(), p.subgraphs.end(), [&](const auto &def) { return def.name == ir; });
          }));
          continue;
        }
        auto saved = std::move(deferred_);  // they belong to the graph around
        deferred_.clear();
        const auto name = function(*slot.graph, false);
        deferred_ = std::move(saved);
        if (!name.ok()) return name.status();
        call.graphs[static_cast<size_t>(it - subgraphs.begin())].push_back(*name);
      }
      if (needs_.size() != before) return {};
      auto text = syntax_->call(call, scope);
      if (!text.ok()) return text.status();
      expression = std::move(*text);
    }
    if (node.name == node.type() + "_" + std::to_string(*next_number)) ++*next_number;
    else scope.statements.push_back({syntax_->name_next(node.name)});
    scope.statements.push_back({expression, &node});
    return {};
  }

  /// What the node uses and the prototype lacks: with a release one of the `needs_`, with the release that `has` it
  /// first.
  template <typename Has>
  Status missing(const Node &node, const char *what, const std::string &name, Has has) {
    if (request_.release.empty())
      return fail(Msg::kRunnableInput, {{"node", node.name}, {"type", node.type()}, {"what", what}, {"name", name}});
    need(node, std::string(what) + " " + name + operators_.since(node.type(), has));
    return {};
  }
  void need(const Node &node, const std::string &what) {
    needs_.push_back("node '" + node.name + "' (" + node.type() + "): " + what);
  }

  /// Inputs that are connected but not in the prototype, or of another kind there; required ones and list elements that
  /// are not connected.
  Status check_inputs(const Node &node, const proto::OpPrototype &op) {
    const auto dynamic = [](const proto::InputDef &def) { return def.kind == proto::InputKind::kDynamic; };
    std::set<std::string> named;  // one line is enough for the elements of a dynamic input
    for (const auto &port : node.inputs) {
      const std::string name = port.ir < 0 ? port.name : node.ir.inputs[static_cast<size_t>(port.ir)].name;
      const int index = op.input_index(name);
      const bool list = port.ir >= 0 && dynamic(node.ir.inputs[static_cast<size_t>(port.ir)]);
      if (port.source != nullptr &&
          (index < 0 || (port.ir >= 0 && dynamic(op.inputs[static_cast<size_t>(index)]) != list))) {
        if (!named.insert(name).second) continue;
        OPSTRATA_TRY(missing(node, list ? "list of inputs" : "input", name, [&](const auto &p) {
          const int at = p.input_index(name);
          return at >= 0 && dynamic(p.inputs[static_cast<size_t>(at)]) == list;
        }));
      } else if (index >= 0 && port.source == nullptr &&
                 op.inputs[static_cast<size_t>(index)].kind != proto::InputKind::kOptional) {
        if (request_.release.empty() || list) {
          return fail(Msg::kRunnableMissing,
                      {{"node", node.name}, {"type", op.type}, {"what", "input"}, {"name", port.name}});
        }
        need(node, "input " + name + " left out" +
                       operators_.since(
                           op.type,
                           [&](const auto &p) {
                             const int at = p.input_index(name);
                             return at >= 0 && p.inputs[static_cast<size_t>(at)].kind == proto::InputKind::kOptional;
                           },
                           "possible"));
      }
    }
    for (const auto &def : op.inputs) {
      if (def.kind != proto::InputKind::kRequired || node.ir.input_index(def.name) >= 0) continue;
      if (std::any_of(node.inputs.begin(), node.inputs.end(), [&](const auto &port) { return port.name == def.name; }))
        continue;
      if (request_.release.empty())
        return fail(Msg::kRunnableMissing,
                    {{"node", node.name}, {"type", op.type}, {"what", "input"}, {"name", def.name}});
      need(node, "an input " + def.name + ", which that release requires");
    }
    return {};
  }

  /// Whether the prototype has the output, with the same kind.
  static bool has_output(const proto::OpPrototype &op, const proto::OutputDef &def) {
    const int index = op.output_index(def.name);
    return index >= 0 && op.outputs[static_cast<size_t>(index)].kind == def.kind;
  }
  bool has_output(const Node &node, size_t port) const {
    const auto *op = syntax_->find(node.type());
    const int ir = node.outputs[port].ir;
    return op == nullptr || ir < 0 || has_output(*op->op, node.ir.outputs[static_cast<size_t>(ir)]);
  }

  /// Outputs that are in use but not in the prototype.
  Status check_outputs(const Node &node, const proto::OpPrototype &op) {
    std::set<int> named;
    for (size_t i = 0; i < node.outputs.size(); ++i) {
      const auto &port = node.outputs[i];
      const auto &ends = node.graph->outputs;
      const bool used =
          !port.consumers.empty() ||
          std::find(ends.begin(), ends.end(), std::pair(const_cast<Node *>(&node), static_cast<int>(i))) != ends.end();
      if (!used || port.ir < 0) continue;
      const auto &def = node.ir.outputs[static_cast<size_t>(port.ir)];
      if (has_output(op, def) || !named.insert(port.ir).second) continue;
      OPSTRATA_TRY(missing(node, "output", def.name, [&](const auto &p) { return has_output(p, def); }));
    }
    return {};
  }

  Status read_attrs(const Node &node, const proto::OpPrototype &op, Call *call, std::set<std::string> *done) {
    call->attrs.resize(op.attrs.size());
    call->tensors.resize(op.attrs.size());
    const auto *newest = request_.release.empty() ? nullptr : operators_.newest(op.type);
    for (size_t i = 0; i < op.attrs.size(); ++i) {
      const auto &attr = op.attrs[i];
      const auto it = node.attrs.find(attr.name);
      const auto *today = newest == nullptr ? nullptr : newest->find_attr(attr.name);
      if (it != node.attrs.end()) {
        const auto &storage = proto::storage_of(it->second);
        if (proto::kind_of(storage) == attr.type) {
          done->insert(attr.name);
          if (const auto *tensor = std::get_if<ge::Tensor>(&storage)) {
            const bool empty = tensor->GetSize() == 0 && !attr.required &&
                               std::holds_alternative<proto::TensorDefault>(attr.default_value) &&
                               same_basics(tensor->GetTensorDesc(), ge::TensorDesc());
            if (!empty) call->tensors[i] = *tensor;
          } else {
            proto::AttrValue value = proto::to_prototype_value(storage);
            if (has_zero_byte(storage)) {
              if (attr.required && python())
                return fail(Msg::kRunnableValue, {{"node", node.name}, {"type", op.type}, {"name", attr.name}});
              done->erase(attr.name);  // set behind the call, which would end the text at its zero byte
              if (!attr.required) continue;
            }
            if (attr.required || !same_value(value, attr.default_value)) call->attrs[i] = std::move(value);
          }
          continue;
        }
        if (!request_.release.empty()) {
          const auto kind = proto::kind_of(storage);
          need(node, "attribute " + attr.name + " of its kind" + operators_.since(op.type, [&](const auto &p) {
            const auto *def = p.find_attr(attr.name);
            return def != nullptr && def->type == kind;
          }));
          continue;
        }
      } else if (today != nullptr && !today->required && today->type != proto::AttrType::kTensor) {
        // The node has today's default, which that release may not have had.
        if (today->type == attr.type) {
          if (attr.required || !same_value(today->default_value, attr.default_value))
            call->attrs[i] = today->default_value;
        } else {
          need(node, "attribute " + attr.name + " of its kind" + operators_.since(op.type, [&](const auto &p) {
            const auto *def = p.find_attr(attr.name);
            return def != nullptr && def->type == today->type;
          }));
        }
        continue;
      }
      if (attr.required) return fail(Msg::kRunnableMissing, {{"node", node.name}, {"type", op.type}, {"what", "attribute"}, {"name", attr.name}});
    }
    if (request_.release.empty()) return {};
    for (const auto &[name, value] : node.attrs) {
      if (op.find_attr(name) != nullptr) continue;
      const auto *known = newest == nullptr ? nullptr : newest->find_attr(name);
      const auto *own = node.ir.find_attr(name);
      if (known == nullptr && own == nullptr) continue;  // private
      if (known != nullptr && same_value(proto::to_prototype_value(proto::storage_of(value)), known->default_value)) {
        done->insert(name);
        continue;
      }
      needs_.push_back("node '" + node.name + "' (" + op.type + "): attribute " + name +
                       operators_.since(op.type, [&, &attr_name = name](const auto &p) { return p.find_attr(attr_name) != nullptr; }));
    }
    return {};
  }

  void describe(const Node &node, int index, const ge::TensorDesc &known, Scope &scope) {
    const size_t before = scope.statements.size() + scope.late.size();
    const std::string holder = syntax_->output(node, scope.variables.at(&node), index);
    syntax_->describe(node, index, holder, known, node.outputs[static_cast<size_t>(index)].desc, scope);
    if (scope.statements.size() + scope.late.size() != before) scope.used.insert(&node);
  }

  /// A consumer's input takes over the description that its producer has when the edge is made. So a description is set at
  /// once, or after all nodes when the consumers do not know it.
  void describe_outputs(const Node &node, const ge::TensorDesc &known, Scope &scope) {
    for (size_t i = 0; i < node.outputs.size(); ++i) {
      if (!has_output(node, i)) continue;
      const auto &port = node.outputs[i];
      std::vector<std::pair<int64_t, int64_t>> range;
      if (port.desc.GetShapeRange(range) == ge::GRAPH_SUCCESS && !range.empty()) note(node, "the shape range of output " + port.name + " is left out");
      if (same_basics(known, port.desc)) continue;
      size_t fits_now = 0, fits_later = 0, all = 0;
      for (const auto &[consumer, position] : port.consumers) {
        if (consumer->type() == "NetOutput") continue;
        const auto &desc = consumer->inputs[static_cast<size_t>(position)].desc;
        ++all;
        fits_now += same_basics(desc, port.desc) ? 1 : 0;
        fits_later += same_basics(desc, known) ? 1 : 0;
      }
      if (fits_now < all && fits_later == all && same_basics(known, ge::TensorDesc())) {
        deferred_.emplace_back(&node, static_cast<int>(i));
        continue;
      }
      describe(node, static_cast<int>(i), known, scope);
    }
  }

  void private_attrs(const Node &node, const std::set<std::string> &done, Scope &scope) {
    const auto set = [&](Syntax::Owner owner, int index, const std::string &name, const ge::AttrValue &value) {
      if (!has_holder(node)) return note(node, "attribute " + name + " is left out: no tensor stands for the node");
      const std::string holder = syntax_->output(node, scope.variables.at(&node), first_port(node));
      if (syntax_->set_attr(owner, &node, index, holder, name, proto::storage_of(value), scope)) scope.used.insert(&node);
      else note(node, "attribute " + name + " cannot be written as source");
    };
    for (const auto &[name, value] : node.attrs) {
      if (done.count(name) == 0) set(Syntax::Owner::kNode, 0, name, value);
    }
    for (size_t i = 0; i < node.outputs.size(); ++i) {
      for (const auto &[name, value] : node.outputs[i].attrs) {
        if (has_output(node, i))
          set(Syntax::Owner::kOutput, static_cast<int>(i), name, value);
        else
          note(node, "attribute " + name + " is left out: the release has no output " + node.outputs[i].name);
      }
    }
    for (size_t i = 0; i < node.inputs.size(); ++i) {
      for (const auto &[name, value] : node.inputs[i].attrs) set(Syntax::Owner::kInput, static_cast<int>(i), name, value);
    }
  }

  const DumpRequest &request_;
  const Operators &operators_;
  std::unique_ptr<Syntax> syntax_;
  std::string functions_;
  std::set<std::string> function_names_ = {"BuildGraph", "build_graph", "Value", "SetNodeAttr", "SetOutputAttr", "SetInputAttr", "main"};
  std::set<std::string> called_;
  std::vector<std::pair<const Node *, int>> deferred_;
  std::vector<std::string> notes_, needs_;
};

}  // namespace

Result<DumpResult> dump_source(const ge::Graph &graph, const DumpRequest &request) {
  const auto data = GraphData::of(graph);
  if (data == nullptr) return fail(Msg::kGraphEmptyHandle, {{"function", "dump_source"}, {"what", "graph"}});
  Operators operators(request);
  OPSTRATA_TRY(operators.plan(*data));
  return Dumper(request, operators).dump(*data);
}

}  // namespace opstrata::runnable
