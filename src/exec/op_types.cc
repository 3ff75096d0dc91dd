#include "exec/op_types.h"

#include <deque>
#include <map>
#include <mutex>
#include <shared_mutex>

#include "exec/string_core.h"
#include "exec/thread_context.h"
#include "opdev/op_dfx.h"

namespace opstrata::exec {
namespace {

/// The registry: index = number, entry 0 is the sentinel. Made on first use (also during static initialisation), never destroyed.
struct Registry {
  std::shared_mutex mutex;
  std::deque<std::string> names{"BEGIN__"};
  std::map<std::string, uint32_t, std::less<>> ids;

  uint32_t add(std::string_view name) {
    const auto found = ids.find(name);
    if (found != ids.end()) return found->second;
    names.emplace_back(name);
    return ids.emplace(std::string(name), static_cast<uint32_t>(names.size() - 1)).first->second;
  }
  Registry() {
    // The framework's own types come first, with the first operator.
    for (const char *name : {"MemSet", "MemSetV2", "NonFiniteCheck"}) add(name);
  }
};

Registry &registry() {
  static auto *made = new Registry;
  return *made;
}

std::string_view trimmed(std::string_view name) {
  const size_t first = name.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return name.substr(first, name.find_last_not_of(" \t\r\n") - first + 1);
}

}  // namespace

uint32_t op_type_id(std::string_view name) {
  name = trimmed(name);
  if (name.empty()) return 0;
  if (const uint32_t known = find_op_type(name); known != 0) return known;
  Registry &all = registry();
  const std::unique_lock lock(all.mutex);
  return all.add(name);
}

uint32_t find_op_type(std::string_view name) {
  Registry &all = registry();
  const std::shared_lock lock(all.mutex);
  const auto found = all.ids.find(name);
  return found == all.ids.end() ? 0 : found->second;
}

const std::string &op_type_name(uint32_t id) {
  Registry &all = registry();
  const std::shared_lock lock(all.mutex);
  return all.names[id < all.names.size() ? id : 0];
}

KnownOperator known_operator(uint32_t id) {
  auto &places = thread_context().operators.places;
  const uint64_t state = infer::registry_state();
  KnownOperators::Place &place = places[id % places.size()];
  if (place.state != state || place.id != id) {
    const std::string &name = op_type_name(id);
    const KnownOperator known{&name, infer::find_shape_inference(name), infer::known_prototype(name)};
    place = {state, id, known};
  }
  return place.known;
}

size_t op_type_count() {
  Registry &all = registry();
  const std::shared_lock lock(all.mutex);
  return all.ids.size();
}

}  // namespace opstrata::exec

namespace op {

uint32_t GenOpTypeId(const char *opName) { return opName == nullptr ? INVALID_OP_TYPE : opstrata::exec::op_type_id(opName); }
void GenInternalOpTypeId() {
  for (const char *name : {"MemSet", "MemSetV2", "NonFiniteCheck"}) (void)opstrata::exec::op_type_id(name);
}

aclnnStatus OpTypeDict::Add(uint32_t &opType, const char *opName) {
  opType = opName == nullptr ? INVALID_OP_TYPE : opstrata::exec::op_type_id(opName);
  return opType == INVALID_OP_TYPE ? ACLNN_ERR_PARAM_INVALID : ACLNN_SUCCESS;
}
const ge::AscendString OpTypeDict::ToString(uint32_t opType) {
  return ge::AscendString(opstrata::exec::op_type_name(opType).c_str());
}
size_t OpTypeDict::GetAllOpTypeSize() { return opstrata::exec::op_type_count(); }

}  // namespace op
