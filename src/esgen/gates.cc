#include "esgen/gates.h"

#include <algorithm>

namespace opstrata::esgen {
namespace {

/// Typical arguments, one bit each.
enum Token : uint32_t {
  kTensor = 1U << 0, kNull = 1U << 1, kZero = 1U << 2, kZeroFloat = 1U << 3, kTensorVector = 1U << 4, kInteger = 1U << 5,
  kNumber = 1U << 6, kText = 1U << 7, kType = 1U << 8, kTensorPtr = 1U << 9, kGraphPtr = 1U << 10, kGraphVector = 1U << 11,
  kBuilder = 1U << 12, kFirstList = 1U << 13,
};

uint32_t tokens(ParamType type) {
  switch (type) {
    case ParamType::kTensorLike: return kTensor | kNull | kZero | kZeroFloat;
    case ParamType::kTensorHolder: return kTensor;
    case ParamType::kTensorVector: return kTensorVector;
    case ParamType::kInt: return kInteger | kNumber | kZero;
    case ParamType::kFloat: return kNumber | kZero | kZeroFloat;
    case ParamType::kBool: return kZero;  // besides its own token, which nothing shares
    case ParamType::kString: return kText;
    case ParamType::kDataType: return kType;
    case ParamType::kTensor: return kTensorPtr | kNull;
    case ParamType::kGraph: return kGraphPtr | kNull;
    case ParamType::kGraphVector: return kGraphVector;
    case ParamType::kBuilderRef: return kBuilder;
    case ParamType::kBuilderPtr: return kBuilder | kNull;
    case ParamType::kNullGuard: return kNull;
    default: break;
  }
  if (type >= ParamType::kListInt && type <= ParamType::kListListInt) {
    return kFirstList << (static_cast<int>(type) - static_cast<int>(ParamType::kListInt));
  }
  return 0;
}

}  // namespace

GateResult check_gates(const std::string &op_type, const std::vector<Signature> &set) {
  GateResult result;
  for (size_t i = 0; i < set.size(); ++i) {
    if (set[i].kind != SignatureKind::kShape) continue;
    for (size_t j = i + 1; j < set.size(); ++j) {
      if (set[j].kind != SignatureKind::kShape) continue;
      const auto &f = set[i], &g = set[j];
      const size_t low = std::max(f.required(), g.required()), high = std::min(f.params.size(), g.params.size());
      size_t shared = 0;  // positions from the front that one argument can fill in both
      while (shared < high && ((tokens(f.params[shared].type) & tokens(g.params[shared].type)) != 0 ||
                               (f.params[shared].type == g.params[shared].type && f.params[shared].type == ParamType::kBool))) {
        ++shared;
      }
      if (low > high || shared < low) continue;
      result = {true, i, j, low,
                call_form(op_type, f) + " and " + call_form(op_type, g) + " share typical arguments at all positions of a call with " +
                    std::to_string(low) + " arguments (Gate 1 and Gate 2)"};
      return result;
    }
  }
  return result;
}

}  // namespace opstrata::esgen
