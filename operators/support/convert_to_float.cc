#include "support/convert_rows.h"

namespace opstrata::operators {

UnaryRow conversion_to_float(ge::DataType from, ge::DataType to) { return choose_conversion<float, Half, BFloat16, double>(from, to); }

namespace {

/// The type whose elements are the codes of `dtype` in a byte each.
ge::DataType spread(ge::DataType dtype) {
  switch (dtype) {
    case ge::DT_INT4: return ge::DT_INT8;
    case ge::DT_UINT1: return ge::DT_UINT8;
    default: return dtype;
  }
}
bool is_packed(ge::DataType dtype) { return ge::GetSizeByDataType(dtype) > ge::kDataTypeSizeBitOffset; }

}  // namespace

UnaryRow spread_conversion(ge::DataType from, ge::DataType to) {
  from = spread(from);
  to = spread(to);
  for (const auto find : {conversion_to_float, conversion_to_integer, conversion_to_complex, conversion_to_small_float}) {
    if (UnaryRow row = find(from, to)) return row;
  }
  return nullptr;
}
UnaryRow conversion(ge::DataType from, ge::DataType to) {
  return is_packed(from) || is_packed(to) ? nullptr : spread_conversion(from, to);
}

}  // namespace opstrata::operators
