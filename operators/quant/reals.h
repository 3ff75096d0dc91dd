/// @file
/// What kernels of quantisation share: whole tensors as float64, packed ones too, and their way to small integers.
#ifndef OPSTRATA_OPERATORS_QUANT_REALS_H_
#define OPSTRATA_OPERATORS_QUANT_REALS_H_

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string_view>
#include <vector>

#include "support/checks.h"
#include "support/packed.h"

namespace opstrata::operators {

using Reals = std::vector<double>;

/// The elements of an input in row-major order; of less than a byte or whole bytes each.
inline Reals read_reals(const RunContext &run, uint32_t input, uint32_t instance = 0) {
  const KernelTensor &t = *run.input(input, instance);
  if (packed_bits(t.dtype) == 0) return read_values<double>(run, input, t.shape, instance);
  Reals values(static_cast<size_t>(t.elements));
  std::vector<char> spread(values.size());
  ElementAccess(t).load(run.input_data(input, instance), 0, t.elements, spread.data());
  spread_conversion(t.dtype, ge::DT_DOUBLE)(spread.data(), 1, reinterpret_cast<char *>(values.data()), sizeof(double),
                                            t.elements);
  return values;
}
/// Writes numbers to an output of whole bytes, or to a packed one, which takes what is in its range.
inline void write_reals(RunContext &run, uint32_t output, const Reals &values, uint32_t instance = 0) {
  const KernelTensor &t = *run.output(output, instance);
  if (packed_bits(t.dtype) == 0) return write_values(run, output, values.data(), instance);
  std::vector<char> spread(values.size());
  if (t.dtype == ge::DT_INT4) {
    std::transform(values.begin(), values.end(), spread.begin(),
                   [](double v) { return static_cast<char>(static_cast<int>(v)); });
  } else {
    spread_conversion(ge::DT_DOUBLE, t.dtype)(reinterpret_cast<const char *>(values.data()), sizeof(double),
                                              spread.data(), 1, t.elements);
  }
  ElementAccess(t).store(run.output_data(output, instance), 0, t.elements, spread.data());
}

inline bool is_readable(ge::DataType dtype) {
  return packed_bits(dtype) != 0 ? spread_conversion(dtype, ge::DT_DOUBLE) != nullptr
                                 : conversion(dtype, ge::DT_DOUBLE) != nullptr;
}
/// Input `input` is there, unless it is `optional`, and has numbers.
inline bool check_source(PrepareContext &ctx, uint32_t input, bool optional = false) {
  const KernelTensor *t = ctx.input(input);
  if (t == nullptr) return optional || (ctx.refuse("%s: missing", ctx.input_name(input)), false);
  return is_readable(t->dtype) ||
         (ctx.refuse("%s: %s", ctx.input_name(input), KernelCall::dtype_name(t->dtype)), false);
}
/// Output `output` takes numbers.
inline bool check_target(PrepareContext &ctx, uint32_t output) {
  const KernelTensor *y = ctx.output(output);
  if (y == nullptr) return ctx.refuse("%s: missing", ctx.output_name(output)), false;
  return is_readable(y->dtype) ||
         (ctx.refuse("%s: %s", ctx.output_name(output), KernelCall::dtype_name(y->dtype)), false);
}

// A scale and an offset in 64 bits, as TransQuantParamV2 makes them.
inline constexpr uint64_t kScaleBits = 0xFFFFE000, kValid = uint64_t{1} << 46, kOffsetMask = 0x1FF;
inline constexpr int kOffsetAt = 37;

/// Scales, of which those of 64 bits have offsets, too.
inline Reals read_scales(const RunContext &run, uint32_t input, uint32_t instance, Reals *offsets) {
  const KernelTensor &t = *run.input(input, instance);
  if (t.dtype != ge::DT_UINT64 && t.dtype != ge::DT_INT64) return read_reals(run, input, instance);
  Reals scales;
  for (const int64_t word : read_values<int64_t>(run, input, t.shape, instance)) {
    const auto bits = static_cast<uint32_t>(static_cast<uint64_t>(word) & kScaleBits);
    float value;
    std::memcpy(&value, &bits, sizeof(value));
    scales.push_back(static_cast<double>(value));
    const auto offset = static_cast<int64_t>(static_cast<uint64_t>(word) >> kOffsetAt & kOffsetMask);
    offsets->push_back(static_cast<double>(offset >= 256 ? offset - 512 : offset));
  }
  return scales;
}

enum class Rounding : uint8_t { kNearest, kFloor, kCeil, kTrunc };
inline bool read_rounding(PrepareContext &ctx, Rounding &rounding) {
  const std::string_view mode = ctx.string_attr("round_mode", "round");
  const auto is = [mode](const char *small, const char *large) { return mode == small || mode == large; };
  if (is("round", "Round") || mode == "rint") return rounding = Rounding::kNearest, true;
  if (is("floor", "Floor")) return rounding = Rounding::kFloor, true;
  if (is("ceil", "Ceil")) return rounding = Rounding::kCeil, true;
  if (is("trunc", "Trunc")) return rounding = Rounding::kTrunc, true;
  return ctx.refuse("round_mode: \"%s\" came; round, floor, ceil and trunc are allowed", mode.data()), false;
}

/// The largest number of a type that values are quantised to; 0 for other types. Integers go one further below 0.
inline double largest_number(ge::DataType type) {
  switch (type) {
    case ge::DT_INT4:
      return 7;
    case ge::DT_INT8:
      return 127;
    case ge::DT_INT32:
      return 2147483647.0;
    case ge::DT_FLOAT8_E4M3FN:
      return 448;
    case ge::DT_FLOAT8_E5M2:
      return 57344;
    case ge::DT_HIFLOAT8:
      return 32768;
    default:
      return 0;
  }
}
/// An integer of `type`, at its border when the number is beyond; 0 for NaN.
inline double to_integer(double v, Rounding rounding, ge::DataType type) {
  if (std::isnan(v)) return 0;
  switch (rounding) {
    case Rounding::kFloor:
      v = std::floor(v);
      break;
    case Rounding::kCeil:
      v = std::ceil(v);
      break;
    case Rounding::kTrunc:
      v = std::trunc(v);
      break;
    default:
      v = std::nearbyint(v);
  }
  const double limit = largest_number(type);
  return std::clamp(v, -limit - 1, limit);
}

inline double in_float(double v) { return static_cast<double>(static_cast<float>(v)); }
/// Divides n numbers by a scale with which the largest of them becomes `largest`; that scale, as float32 holds it.
inline double divide_row(double *row, size_t n, double largest) {
  double most = 0;
  for (size_t i = 0; i < n; ++i) most = std::max(most, std::abs(row[i]));
  const double scale = in_float(most / largest);
  for (size_t i = 0; i < n && scale != 0; ++i) row[i] /= scale;
  return scale;
}

/// Quantised results, of which integers of four bits may lie by eights in elements of 32 bits, the first in the lowest
/// bits of each.
struct QuantisedOutput {
  uint32_t output = 0;
  ge::DataType type = ge::DT_UNDEFINED;  ///< of a result
  Rounding rounding = Rounding::kNearest;
  bool by_eights = false;

  double largest() const { return largest_number(type); }
  void write(RunContext &run, Reals &values) const {
    if (type == ge::DT_INT4 || type == ge::DT_INT8) {
      for (double &v : values) v = to_integer(v, rounding, type);
    } else {
      const double most = largest();
      for (double &v : values) v = std::isnan(v) ? v : std::clamp(v, -most, most);
    }
    if (!by_eights) return write_reals(run, output, values);
    std::vector<int64_t> words(values.size() / 8);
    for (size_t w = 0; w < words.size(); ++w) {
      uint32_t bits = 0;
      for (size_t k = 0; k < 8; ++k)
        bits |= (static_cast<uint32_t>(static_cast<int32_t>(values[w * 8 + k])) & 0xFU) << (4 * k);
      words[w] = static_cast<int32_t>(bits);
    }
    write_values(run, output, words.data());
  }
};
/// The output has the shape `wanted` and a type that values are quantised to.
inline bool read_quantised(PrepareContext &ctx, uint32_t output, Dims wanted, QuantisedOutput &q) {
  if (!check_target(ctx, output)) return false;
  const KernelTensor &y = *ctx.output(output);
  q.output = output;
  q.by_eights = y.dtype == ge::DT_INT32;
  q.type = q.by_eights ? ge::DT_INT4 : y.dtype;
  if (q.largest() == 0)
    return ctx.refuse("%s: %s is no type that values are quantised to", ctx.output_name(output),
                      KernelCall::dtype_name(y.dtype)),
           false;
  if (!q.by_eights) return same_shape(ctx, y, ctx.output_name(output), wanted);
  bool fits = y.rank() == wanted.size() && y.rank() != 0 && y.shape.back() * 8 == wanted.back();
  for (size_t d = 0; fits && d + 1 < wanted.size(); ++d) fits = y.shape[d] == wanted[d];
  return fits || (ctx.refuse("%s: shape %s; %s with an eighth of the last dimension is required",
                             ctx.output_name(output), KernelCall::dims_text(y.shape), KernelCall::dims_text(wanted)),
                  false);
}

}  // namespace opstrata::operators

#endif  // OPSTRATA_OPERATORS_QUANT_REALS_H_
