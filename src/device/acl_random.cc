// Random numbers in stream order (acl-runtime-api section 16), as the operators of the random number engine make them.
#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <utility>

#include "acl/acl_rt.h"
#include "base/half.h"
#include "device/acl_status.h"
#include "device/checks.h"
#include "device/memory.h"
#include "device/runtime.h"
#include "device/watch.h"
#include "opstrata/philox.h"

namespace opstrata::device {
namespace {

using random::Fraction;
using random::RandomStream;

/// The bytes of a number of the task's type; 0 for types that it cannot have.
size_t item_bytes(aclDataType type) {
  switch (type) {
    case ACL_FLOAT16:
    case ACL_BF16:
      return 2;
    case ACL_FLOAT:
    case ACL_INT32:
    case ACL_UINT32:
      return 4;
    case ACL_INT64:
    case ACL_UINT64:
      return 8;
    default:
      return 0;
  }
}
bool is_integer(aclDataType type) { return type != ACL_FLOAT16 && type != ACL_BF16 && type != ACL_FLOAT; }
Fraction fraction_of(aclDataType type) {
  return type == ACL_FLOAT16 ? Fraction::kHalf : type == ACL_BF16 ? Fraction::kBFloat16 : Fraction::kFloat;
}

/// The bits of a parameter, now: its own, or those at its address.
uint64_t bits_of(const aclrtRandomParaInfo &parameter) {
  uint64_t bits = 0;
  const void *from = parameter.valueOrAddr;
  if (parameter.isAddr != 0) std::memcpy(&from, parameter.valueOrAddr, sizeof(from));
  std::memcpy(&bits, from, std::min<size_t>(parameter.size, sizeof(bits)));
  return bits;
}
float real_of(const aclrtRandomParaInfo &parameter, aclDataType type) {
  const uint64_t bits = bits_of(parameter);
  if (parameter.size == 2) {
    const auto half = static_cast<uint16_t>(bits);
    return type == ACL_BF16 ? bf16_to_float(half) : fp16_to_float(half);
  }
  float value = 0;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}
int64_t integer_of(const aclrtRandomParaInfo &parameter, aclDataType type) {
  const uint64_t bits = bits_of(parameter);
  if (parameter.size == 4 && type == ACL_INT32) return static_cast<int32_t>(bits);
  return static_cast<int64_t>(bits);
}

void store(char *to, aclDataType type, double value) {
  const auto narrow = static_cast<float>(value);
  if (type == ACL_FLOAT) {
    std::memcpy(to, &narrow, sizeof(narrow));
    return;
  }
  const uint16_t half = type == ACL_BF16 ? float_to_bf16(narrow) : float_to_fp16(narrow);
  std::memcpy(to, &half, sizeof(half));
}

bool is_mask(const aclrtRandomNumTaskInfo &task) {
  return task.randomNumFuncParaInfo.funcType == ACL_RT_RANDOM_NUM_FUNC_TYPE_DROPOUT_BITMASK;
}
/// Bytes of `count` numbers, or bits; SIZE_MAX for what no memory holds.
size_t result_bytes(const aclrtRandomNumTaskInfo &task, uint64_t count) {
  if (is_mask(task)) return count / 8 + (count % 8 != 0 ? 1 : 0);
  const size_t item = item_bytes(task.dataType);
  return count > SIZE_MAX / item ? SIZE_MAX : count * item;
}

class RandomStep final : public Step {
 public:
  RandomStep(const aclrtRandomNumTaskInfo &task, std::shared_ptr<void> pending)
      : task_(task), pending_(std::move(pending)) {}
  std::string label() const override { return "random numbers"; }
  AclStatus run() override {
    const void *const used[] = {task_.randomResultAddr, task_.randomCounterAddr};
    const CheckedWork work("random numbers", used);
    const uint64_t count = bits_of(task_.randomNum);
    OPSTRATA_ACL_TRY(check_access("aclrtRandomNumAsync", "taskInfo->randomResultAddr", task_.randomResultAddr,
                                  result_bytes(task_, count)));
    uint64_t counter[2] = {};
    if (task_.randomCounterAddr != nullptr) std::memcpy(counter, task_.randomCounterAddr, sizeof(counter));
    RandomStream stream(bits_of(task_.randomSeed), counter[0], counter[1]);
    if (is_mask(task_))
      write_mask(stream, count);
    else if (is_integer(task_.dataType))
      return write_integers(stream, count);
    else
      write_reals(stream, count);
    return {};
  }

 private:
  void write_mask(RandomStream &stream, uint64_t count) const {
    const double dropped =
        real_of(task_.randomNumFuncParaInfo.paramInfo.dropoutBitmaskInfo.dropoutRation, task_.dataType);
    auto *const out = static_cast<uint8_t *>(task_.randomResultAddr);
    for (uint64_t byte = 0; byte < result_bytes(task_, count); ++byte) {
      unsigned bits = 0;
      for (unsigned bit = 0; bit < 8; ++bit) {
        bits |= static_cast<unsigned>(stream.uniform(byte * 8 + bit, Fraction::kFloat) >= dropped) << bit;
      }
      out[byte] = static_cast<uint8_t>(bits);
    }
  }
  AclStatus write_integers(RandomStream &stream, uint64_t count) const {
    const auto &ends = task_.randomNumFuncParaInfo.paramInfo.uniformDisInfo;
    const int64_t low = integer_of(ends.min, task_.dataType), high = integer_of(ends.max, task_.dataType);
    const bool is_empty =
        task_.dataType == ACL_UINT64 ? static_cast<uint64_t>(high) <= static_cast<uint64_t>(low) : high <= low;
    if (is_empty) {
      return refuse(ACL_ERROR_RT_PARAM_INVALID, Msg::kBadArgument,
                    {{"function", "aclrtRandomNumAsync"},
                     {"parameter", "uniformDisInfo.max"},
                     {"value", high},
                     {"allowed", "more than uniformDisInfo.min"}});
    }
    const uint64_t range = static_cast<uint64_t>(high) - static_cast<uint64_t>(low);
    const size_t item = item_bytes(task_.dataType);
    for (uint64_t i = 0; i < count; ++i) {
      const uint64_t value = static_cast<uint64_t>(low) + stream.below(i, range);
      std::memcpy(static_cast<char *>(task_.randomResultAddr) + i * item, &value,
                  item);  // little-endian, as all machines here
    }
    return {};
  }
  void write_reals(RandomStream &stream, uint64_t count) const {
    const auto &info = task_.randomNumFuncParaInfo;
    const bool uniform = info.funcType == ACL_RT_RANDOM_NUM_FUNC_TYPE_UNIFORM_DIS;
    const double a =
        real_of(uniform ? info.paramInfo.uniformDisInfo.min : info.paramInfo.normalDisInfo.mean, task_.dataType);
    const double b =
        real_of(uniform ? info.paramInfo.uniformDisInfo.max : info.paramInfo.normalDisInfo.stddev, task_.dataType);
    const size_t item = item_bytes(task_.dataType);
    for (uint64_t i = 0; i < count; ++i) {
      double value = 0;
      if (uniform)
        value = a + stream.uniform(i, fraction_of(task_.dataType)) * (b - a);
      else if (info.funcType == ACL_RT_RANDOM_NUM_FUNC_TYPE_NORMAL_DIS)
        value = a + stream.normal(i, false) * b;
      else
        value = a + stream.truncated_normal(i, false) * b;
      store(static_cast<char *>(task_.randomResultAddr) + i * item, task_.dataType, value);
    }
  }

  const aclrtRandomNumTaskInfo task_;
  const std::shared_ptr<void> pending_;
};

AclStatus check_parameter(const char *function, const char *name, const aclrtRandomParaInfo &parameter, size_t size,
                          size_t other) {
  if (parameter.size != size && parameter.size != other) {
    return refuse(
        ACL_ERROR_INVALID_PARAM, Msg::kBadArgument,
        {{"function", function},
         {"parameter", std::string("taskInfo->") + name + ".size"},
         {"value", int{parameter.size}},
         {"allowed", size == other ? std::to_string(size) : std::to_string(size) + " or " + std::to_string(other)}});
  }
  void *address = nullptr;
  std::memcpy(&address, parameter.valueOrAddr, sizeof(address));
  if (parameter.isAddr == 0 || address != nullptr) return {};
  return refuse(ACL_ERROR_INVALID_PARAM, Msg::kNullArgument,
                {{"function", function}, {"parameter", std::string("taskInfo->") + name + ".valueOrAddr"}});
}

AclStatus check_task(const char *function, const aclrtRandomNumTaskInfo &task) {
  const auto bad = [function](const char *parameter, int value, const char *allowed) {
    return refuse(ACL_ERROR_INVALID_PARAM, Msg::kBadArgument,
                  {{"function", function}, {"parameter", parameter}, {"value", value}, {"allowed", allowed}});
  };
  const auto &info = task.randomNumFuncParaInfo;
  const size_t item = item_bytes(task.dataType);
  if (item == 0) {
    return bad("taskInfo->dataType", task.dataType,
               "ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_INT32, ACL_INT64, ACL_UINT32, ACL_UINT64");
  }
  if (static_cast<unsigned>(info.funcType) > ACL_RT_RANDOM_NUM_FUNC_TYPE_TRUNCATED_NORMAL_DIS) {
    return bad("taskInfo->randomNumFuncParaInfo.funcType", static_cast<int>(info.funcType), "0 to 3");
  }
  if (info.funcType >= ACL_RT_RANDOM_NUM_FUNC_TYPE_NORMAL_DIS && is_integer(task.dataType)) {
    return bad("taskInfo->dataType", task.dataType, "a floating type for numbers of a normal distribution");
  }
  OPSTRATA_ACL_TRY(check_parameter(function, "randomSeed", task.randomSeed, 4, 8));
  OPSTRATA_ACL_TRY(check_parameter(function, "randomNum", task.randomNum, 4, 8));
  if (is_mask(task)) {
    return check_parameter(function, "randomNumFuncParaInfo.paramInfo.dropoutBitmaskInfo.dropoutRation",
                           info.paramInfo.dropoutBitmaskInfo.dropoutRation, 2, 4);
  }
  const bool uniform = info.funcType == ACL_RT_RANDOM_NUM_FUNC_TYPE_UNIFORM_DIS;
  const auto &both = info.paramInfo.uniformDisInfo;  // the same two places as those of the normal distributions
  OPSTRATA_ACL_TRY(check_parameter(function,
                                   uniform ? "randomNumFuncParaInfo.paramInfo.uniformDisInfo.min"
                                           : "randomNumFuncParaInfo.paramInfo.normalDisInfo.mean",
                                   both.min, item, item));
  return check_parameter(function,
                         uniform ? "randomNumFuncParaInfo.paramInfo.uniformDisInfo.max"
                                 : "randomNumFuncParaInfo.paramInfo.normalDisInfo.stddev",
                         both.max, item, item);
}

}  // namespace
}  // namespace opstrata::device

using namespace opstrata::device;  // NOLINT: definitions of C functions
using opstrata::Msg;

extern "C" aclError aclrtRandomNumAsync(const aclrtRandomNumTaskInfo *taskInfo, const aclrtStream stream, void *) {
  return api(__func__, [&](const char *function) -> AclStatus {
    OPSTRATA_ACL_NOT_NULL(taskInfo);
    OPSTRATA_ACL_NOT_NULL(taskInfo->randomResultAddr);
    OPSTRATA_ACL_TRY(check_task(function, *taskInfo));
    const bool known = taskInfo->randomNum.isAddr == 0;
    const size_t bytes = known ? result_bytes(*taskInfo, bits_of(taskInfo->randomNum)) : 0;
    OPSTRATA_ACL_TRY(check_access(function, "taskInfo->randomResultAddr", taskInfo->randomResultAddr, bytes));
    std::shared_ptr<Stream> found;
    OPSTRATA_ACL_TRY(resolve_stream(function, stream, &found));
    auto pending = watched_by(kChecks) && known
                       ? pending_writes(stream, {{taskInfo->randomResultAddr, bytes, "random numbers"}})
                       : nullptr;
    found->push(std::make_shared<RandomStep>(*taskInfo, std::move(pending)));
    return {};
  });
}
