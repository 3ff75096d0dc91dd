#include "exec/kernel_graph.h"

#include <algorithm>
#include <numeric>

#include "opdev/data_type_utils.h"
#include "opdev/format_utils.h"

namespace opstrata::exec {

uint64_t counted_bytes(int64_t elements, op::DataType type) {
  const auto size = static_cast<int64_t>(op::TypeSize(type));
  int64_t units = 0;  // bytes, or bits of types below a byte
  if (__builtin_mul_overflow(std::max<int64_t>(elements, 0), size >= 1000 ? size - 1000 : size, &units))
    return INT64_MAX;
  return static_cast<uint64_t>(size >= 1000 ? units / 8 + (units % 8 != 0) : units);
}

uint64_t reach_bytes(const aclTensor &tensor) {
  int64_t view_end = tensor.GetViewOffset(), storage_end = 0;
  const op::Shape &shape = tensor.GetViewShape();
  const op::Strides &strides = tensor.GetViewStrides();
  bool fits = !__builtin_add_overflow(view_end, std::max<int64_t>(tensor.Size(), 0), &storage_end);
  if (!tensor.IsEmpty()) fits = fits && !__builtin_add_overflow(view_end, 1, &view_end);
  for (size_t i = 0; i < shape.GetDimNum() && i < strides.size() && !tensor.IsEmpty(); ++i) {
    int64_t span = 0;
    if (shape.GetDim(i) <= 1 || strides[i] <= 0) continue;
    fits = fits && !__builtin_mul_overflow(shape.GetDim(i) - 1, strides[i], &span) &&
           !__builtin_add_overflow(view_end, span, &view_end);
  }
  if (!fits) return INT64_MAX;
  return counted_bytes(tensor.IsEmpty() ? storage_end : std::max(view_end, storage_end), tensor.GetDataType());
}

uint64_t touched_bytes(const aclTensor &tensor) {
  const op::Shape &shape = tensor.GetViewShape();
  const op::Strides &strides = tensor.GetViewStrides();
  const bool blocked = op::IsPrivateFormat(tensor.GetStorageFormat());
  int64_t elements = blocked ? std::max<int64_t>(tensor.Size(), 0) : 1;
  bool fits = true;
  for (size_t i = 0; !blocked && i < shape.GetDimNum() && i < strides.size(); ++i) {
    int64_t span = 0;
    if (shape.GetDim(i) <= 1 || strides[i] <= 0) continue;
    fits = fits && !__builtin_mul_overflow(shape.GetDim(i) - 1, strides[i], &span) &&
           !__builtin_add_overflow(elements, span, &elements);
  }
  return fits ? counted_bytes(elements, tensor.GetDataType()) : INT64_MAX;
}

const aclStorage *resolve(const aclStorage *storage, const StorageAliases &aliases) {
  // At most one step per alias: a cycle of redirects ends where it began.
  for (size_t steps = 0; steps <= aliases.size(); ++steps) {
    const auto alias = aliases.find(storage);
    if (alias == aliases.end()) break;
    storage = alias->second;
  }
  return storage;
}

std::vector<Lifetime> lifetimes(const KernelGraph &graph, const StorageAliases &aliases) {
  std::vector<Lifetime> entries;
  std::map<const aclStorage *, size_t> index;
  for (const GraphNode &node : graph.nodes()) {
    const size_t position = node.position;
    for (const auto *side : {&node.inputs, &node.outputs, &node.workspace}) {
      for (const aclTensor *tensor : *side) {
        if (tensor == nullptr) continue;
        const aclStorage *own = tensor->GetStorage();
        const aclStorage *storage = resolve(own, aliases);
        const int64_t moved = storage == own ? 0 : own->GetStorageOffset();
        const uint64_t inside = static_cast<uint64_t>(op::CalcShapeBytes(moved, tensor->GetDataType()));
        if (!storage->IsFromWorkspace()) continue;
        const auto [at, added] = index.emplace(storage, entries.size());
        if (added) entries.push_back({storage, position, position, 0, 0});
        Lifetime &entry = entries[at->second];
        entry.last = position;
        entry.bytes = std::max(entry.bytes, inside + reach_bytes(*tensor));
      }
    }
  }
  for (const GraphNode &node : graph.nodes()) {
    if (node.scratch_bytes != 0) entries.push_back({nullptr, node.position, node.position, node.scratch_bytes, 0});
  }
  return entries;
}

uint64_t place(std::vector<Lifetime> &entries, bool share) {
  // The largest first: each takes the lowest place where no entry lies that lives at the same time. Ties keep their
  // order.
  std::vector<size_t> order(entries.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return entries[a].bytes > entries[b].bytes; });
  std::vector<size_t> placed;  // by ascending offset
  uint64_t total = 0;
  for (const size_t which : order) {
    Lifetime &entry = entries[which];
    const uint64_t bytes = aligned_bytes(entry.bytes);
    uint64_t offset = 0;
    for (const size_t other_index : placed) {
      const Lifetime &other = entries[other_index];
      const bool together = !share || (entry.first <= other.last && other.first <= entry.last);
      if (!together) continue;
      if (offset + bytes <= other.offset) break;
      offset = std::max(offset, other.offset + aligned_bytes(other.bytes));
    }
    entry.offset = offset;
    total = std::max(total, offset + bytes);
    placed.insert(std::upper_bound(placed.begin(), placed.end(), which,
                                   [&](size_t a, size_t b) { return entries[a].offset < entries[b].offset; }),
                  which);
  }
  return total;
}

}  // namespace opstrata::exec
