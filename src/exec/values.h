/// @file
/// Numbers between C++ values, host tensors and scalars of any data type (opdev-api sections 2.9 and 2.11).
#ifndef OPSTRATA_SRC_EXEC_VALUES_H_
#define OPSTRATA_SRC_EXEC_VALUES_H_

#include <complex>
#include <cstdint>
#include <string>

#include "base/export.h"
#include "graph/types.h"

namespace opstrata::exec {

/// One number with the precision of its source: integers are not forced through double.
struct Number {
  enum class Kind : uint8_t { kBool, kSigned, kUnsigned, kFloating, kComplex };
  Kind kind = Kind::kFloating;
  int64_t i = 0;
  uint64_t u = 0;
  double d = 0.0;   ///< also the real part
  double im = 0.0;  ///< kComplex only
};

/// Whether single values of a type can be read and written: everything but text, quantised, sub-byte integers and handles.
OPSTRATA_INTERNAL bool is_value_type(ge::DataType type);
/// The target types of arrays that become tensors: FLOAT, FLOAT16, BF16, DOUBLE, BOOL and (U)INT8 to 64.
bool is_array_target(ge::DataType type);

/// Reads a value; types below a byte lie in a byte of their own. False for a type that is no value type.
OPSTRATA_INTERNAL bool load_number(const void *from, ge::DataType type, Number &number);
/// Writes a value, converted like static_cast: integers wrap, floating to integral saturates (NaN is 0), floating to bool is
/// |v| >= epsilon of float, complex to real is zero.
OPSTRATA_INTERNAL bool store_number(const Number &number, void *to, ge::DataType type);
/// Converts `count` values. False, and nothing written, for types without conversion.
bool convert_values(void *to, ge::DataType to_type, const void *from, ge::DataType from_type, uint64_t count);

/// As std::to_string prints it; "true"/"false"; "(re, im)".
std::string number_text(const Number &number);

}  // namespace opstrata::exec

#endif  // OPSTRATA_SRC_EXEC_VALUES_H_
