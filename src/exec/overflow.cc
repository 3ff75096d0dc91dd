#include <cmath>

#include "base/log.h"
#include "device/stream.h"
#include "exec/dump.h"
#include "exec/plan.h"
#include "exec/values.h"
#include "opdev/data_type_utils.h"

namespace opstrata::exec {
namespace {

bool is_finite(const void *data, ge::DataType type, int64_t elements) {
  const size_t size = op::TypeSize(type);
  Number number;
  for (int64_t i = 0; i < elements; ++i) {
    if (load_number(static_cast<const uint8_t *>(data) + static_cast<size_t>(i) * size, type, number) && !std::isfinite(number.d)) return false;
  }
  return true;
}

}  // namespace

int check_overflow(const std::string &api, const Step &step, std::span<void *const> outputs) {
  int first = -1;
  for (size_t i = 0; i < outputs.size(); ++i) {
    const TensorPlace &place = step.outputs[i];
    if (outputs[i] == nullptr || place.elements == 0 || !op::IsFloatingType(place.dtype) || op::TypeSize(place.dtype) >= 1000) continue;
    if (is_finite(outputs[i], place.dtype, place.elements)) continue;
    if (first < 0) first = static_cast<int>(i);
    device::note_overflow();
    if (log::enabled(log::Level::kWarning)) {
      log::write(log::Level::kWarning, "exec", api + ": output " + std::to_string(i) + " of operator " + step.op_type + " holds infinities or NaNs");
    }
    (void)dump_memory(dump_name("overflow", step.op_type.c_str()), "output", i, place.dtype, place.elements, outputs[i]);
  }
  return first;
}

}  // namespace opstrata::exec
