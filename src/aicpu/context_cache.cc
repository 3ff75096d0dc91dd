#include "aicpu/context_cache.h"

#include <algorithm>
#include <functional>
#include <list>
#include <mutex>
#include <unordered_map>

#include "aicpu/strings.h"

namespace opstrata::aicpu {
namespace {

using ::aicpu::AttrValueImpl;
using ::aicpu::NodeDefImpl;
using ::aicpu::TensorImpl;
using Contexts = std::list<std::shared_ptr<CallContext>>;

struct Cache {
  std::mutex mutex;
  Contexts contexts;  ///< last kept first
  std::unordered_multimap<size_t, Contexts::iterator> by_hash;
  size_t bytes = 0;
  uint64_t hits = 0, misses = 0;
};

/// Created on first use, never destroyed.
Cache &cache() {
  static Cache *const made = new Cache;
  return *made;
}

size_t hash(const SessionInfo &session, std::string_view bytes) {
  size_t value = std::hash<std::string_view>()(bytes);
  for (const uint64_t part : {uint64_t{session.sessionId}, uint64_t{session.kernelId}}) value = value * 31 + part;
  return value;
}

bool is_for(const CallContext &call, const SessionInfo &session, ::aicpu::DeviceType device, std::string_view bytes,
            const CallNumbers &numbers) {
  return call.session.sessionId == session.sessionId && call.session.kernelId == session.kernelId &&
         call.session.sessFlag == session.sessFlag && call.device == device &&
         std::equal(call.numbers.begin(), call.numbers.end(), numbers.begin(), numbers.end(),
                    [](const std::string &name, const auto &number) { return name == number.first; }) &&
         call.bytes == bytes;
}

/// Takes `it` out of the cache, whose lock is held.
std::shared_ptr<CallContext> take(Cache &state, std::unordered_multimap<size_t, Contexts::iterator>::iterator it) {
  std::shared_ptr<CallContext> call = std::move(*it->second);
  state.bytes -= call->bytes.size();
  state.contexts.erase(it->second);
  state.by_hash.erase(it);
  return call;
}

void restore(std::vector<std::shared_ptr<TensorImpl>> &tensors,
             const std::vector<std::shared_ptr<TensorImpl>> &original) {
  for (size_t i = 0; i < tensors.size(); ++i) {
    TensorImpl &tensor = *tensors[i];
    const TensorImpl &was = *original[i];
    // A handle that a kernel kept goes on showing what it showed.
    if (tensor.shape.use_count() == 1) {
      *tensor.shape = *was.shape;
    } else {
      tensor.shape = std::make_shared<::aicpu::TensorShapeImpl>(*was.shape);
    }
    tensor.dtype = was.dtype;
    tensor.name = was.name;
    tensor.data = was.data;
    tensor.data_size = was.data_size;
  }
}

void restore(NodeDefImpl &node, const NodeDefImpl &original) {
  restore(node.inputs, original.inputs);
  restore(node.outputs, original.outputs);
  // Both have the same names: only nodes take attributes, and contexts have no way to their node.
  auto was = original.attrs.begin();
  for (auto &[name, attr] : node.attrs) {
    // A clone where values are behind pointers; the others are assigned in place.
    const auto &value = (was++)->second->value;
    const bool has_pointers = std::visit(
        [](const auto &held) {
          using T = std::decay_t<decltype(held)>;
          return std::is_same_v<T, AttrValueImpl::Shape> || std::is_same_v<T, AttrValueImpl::TensorPtr> ||
                 std::is_same_v<T, std::vector<AttrValueImpl::Shape>> ||
                 std::is_same_v<T, std::vector<AttrValueImpl::TensorPtr>>;
        },
        value);
    if (has_pointers) {
      attr->value = AttrValueImpl{value}.clone()->value;
    } else {
      attr->value = value;
    }
  }
}

void set_numbers(NodeDefImpl &node, const CallNumbers &numbers) {
  for (const auto &[name, value] : numbers) {
    if (auto &attr = node.attrs[name]; attr == nullptr) attr = std::make_shared<AttrValueImpl>();
    node.attrs.find(name)->second->value = value;
  }
}

/// Whether nobody but the call holds what is in it: a kernel may have kept a tensor, which is a view of the same one.
bool is_alone(const CallContext &call) {
  const auto by_node_and_context = [](const auto &held) { return held.use_count() == 2; };
  const NodeDefImpl &node = *call.node;
  return call.context.use_count() == 1 && std::all_of(node.inputs.begin(), node.inputs.end(), by_node_and_context) &&
         std::all_of(node.outputs.begin(), node.outputs.end(), by_node_and_context) &&
         std::all_of(node.attrs.begin(), node.attrs.end(),
                     [&](const auto &attr) { return by_node_and_context(attr.second); });
}

}  // namespace

std::shared_ptr<CallContext> context_for_call(const std::optional<SessionInfo> &session, ::aicpu::DeviceType device,
                                              std::string_view bytes, const CallNumbers &numbers) {
  if (session) {
    Cache &state = cache();
    std::shared_ptr<CallContext> call;
    {
      const std::scoped_lock lock(state.mutex);
      const auto [begin, end] = state.by_hash.equal_range(hash(*session, bytes));
      const auto it = std::find_if(
          begin, end, [&](const auto &entry) { return is_for(**entry.second, *session, device, bytes, numbers); });
      if (it != end) call = take(state, it);
      ++(call == nullptr ? state.misses : state.hits);
    }
    if (call != nullptr) {
      restore(*call->node, call->original);
      set_numbers(*call->node, numbers);
      return call;
    }
  }
  auto call = std::make_shared<CallContext>();
  call->node = std::make_shared<NodeDefImpl>();
  if (!parse_node(*call->node, bytes)) return nullptr;
  set_numbers(*call->node, numbers);
  call->context = std::make_shared<::aicpu::CpuKernelContext>(device);
  ::aicpu::NodeDef handle(call->node);
  (void)call->context->Init(&handle);
  if (!session) return call;
  call->session = *session;
  call->device = device;
  for (const auto &number : numbers) call->numbers.emplace_back(number.first);
  call->bytes = bytes;
  call->original.op = call->node->op;
  for (const auto &tensor : call->node->inputs) call->original.inputs.push_back(std::make_shared<TensorImpl>(*tensor));
  for (const auto &tensor : call->node->outputs)
    call->original.outputs.push_back(std::make_shared<TensorImpl>(*tensor));
  for (const auto &[name, attr] : call->node->attrs) call->original.attrs.emplace(name, attr->clone());
  return call;
}

void keep_context(std::shared_ptr<CallContext> call) {
  if (call->bytes.size() > kMostContextBytes || !is_alone(*call)) return;
  const size_t key = hash(call->session, call->bytes);
  Contexts dropped;  // destroyed without the lock
  Cache &state = cache();
  const std::scoped_lock lock(state.mutex);
  state.bytes += call->bytes.size();
  state.contexts.push_front(std::move(call));
  state.by_hash.emplace(key, state.contexts.begin());
  while (state.contexts.size() > kMostContexts || state.bytes > kMostContextBytes) {
    const auto last = std::prev(state.contexts.end());
    const auto [begin, end] = state.by_hash.equal_range(hash((*last)->session, (*last)->bytes));
    dropped.push_back(take(state, std::find_if(begin, end, [&](const auto &entry) { return entry.second == last; })));
  }
}

ContextCacheStatistics context_cache_statistics() {
  Cache &state = cache();
  const std::scoped_lock lock(state.mutex);
  return {state.hits, state.misses, state.contexts.size()};
}

}  // namespace opstrata::aicpu
