#include "infer/promote.h"

namespace opstrata::infer {
namespace {

enum Class { kNone, kBool, kInteger, kReal, kComplex };

Class class_of(ge::DataType type) {
  switch (type) {
    case ge::DT_BOOL: return kBool;
    case ge::DT_INT8:
    case ge::DT_UINT8:
    case ge::DT_INT16:
    case ge::DT_INT32:
    case ge::DT_INT64: return kInteger;
    case ge::DT_FLOAT16:
    case ge::DT_BF16:
    case ge::DT_FLOAT:
    case ge::DT_DOUBLE: return kReal;
    case ge::DT_COMPLEX32:
    case ge::DT_COMPLEX64:
    case ge::DT_COMPLEX128: return kComplex;
    default: return kNone;
  }
}

ge::DataType wider(ge::DataType a, ge::DataType b) { return ge::GetSizeByDataType(a) >= ge::GetSizeByDataType(b) ? a : b; }

}  // namespace

ge::DataType promote(ge::DataType a, ge::DataType b) {
  if (a == b) return a;
  if (class_of(a) > class_of(b)) std::swap(a, b);
  const Class low = class_of(a);
  const Class high = class_of(b);
  if (low == kNone) return ge::DT_UNDEFINED;
  if (low == kBool) return b;
  if (high == kInteger) {
    const bool both_bytes = ge::GetSizeByDataType(a) == 1 && ge::GetSizeByDataType(b) == 1;
    return both_bytes ? ge::DT_INT16 : wider(a, b);
  }
  if (high == kReal) {
    if (low == kInteger) return b;
    const bool both_halves = ge::GetSizeByDataType(a) == 2 && ge::GetSizeByDataType(b) == 2;
    return both_halves ? ge::DT_FLOAT : wider(a, b);
  }
  if (low == kComplex) return wider(a, b);
  if (a == ge::DT_DOUBLE) return ge::DT_COMPLEX128;
  const bool outgrows_halves = a == ge::DT_FLOAT || a == ge::DT_BF16;
  return b == ge::DT_COMPLEX32 && outgrows_halves ? ge::DT_COMPLEX64 : b;
}

}  // namespace opstrata::infer
