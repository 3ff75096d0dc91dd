// Formats of at most 8 bits (opstrata/small_float.h), by their number in the interface.
#include "opdev/small_floats.h"

#include "opstrata/small_float.h"

namespace op::internal {
namespace {

using opstrata::small_float_detail::Table;

const Table &table_of(SmallFloat format) {
  using opstrata::small_float_detail::table;
  switch (format) {
    case SmallFloat::kHiFloat8: return table<ge::DT_HIFLOAT8>();
    case SmallFloat::kFloat8E5M2: return table<ge::DT_FLOAT8_E5M2>();
    case SmallFloat::kFloat8E4M3FN: return table<ge::DT_FLOAT8_E4M3FN>();
    case SmallFloat::kFloat8E8M0: return table<ge::DT_FLOAT8_E8M0>();
    case SmallFloat::kFloat6E3M2: return table<ge::DT_FLOAT6_E3M2>();
    case SmallFloat::kFloat6E2M3: return table<ge::DT_FLOAT6_E2M3>();
    case SmallFloat::kFloat4E2M1: return table<ge::DT_FLOAT4_E2M1>();
    case SmallFloat::kFloat4E1M2: return table<ge::DT_FLOAT4_E1M2>();
    default: return table<ge::DT_HIFLOAT4>();
  }
}

}  // namespace

double DecodeSmallFloat(SmallFloat format, uint8_t code) { return table_of(format).values[code]; }
uint8_t EncodeSmallFloat(SmallFloat format, double value) { return table_of(format).encode(value); }

}  // namespace op::internal
