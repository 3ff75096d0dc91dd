/// @file
/// Operators along dimensions: reductions, scans, sorts. A *line* is all elements of x that differ only in the dimensions along
/// which the operator works; the engine gathers it as a dense array of one of the types of elementwise/map.h, and an operator
/// brings the function of one line.
#ifndef OPSTRATA_OPERATORS_LINES_LINES_H_
#define OPSTRATA_OPERATORS_LINES_LINES_H_

#include <initializer_list>
#include <type_traits>
#include <vector>

#include "elementwise/map.h"
#include "support/axis.h"
#include "support/moves.h"

namespace opstrata::operators {

/// What an output of a line function holds.
enum class Slot : uint8_t { kNone, kValue, kReal, kIndex, kFlag };  ///< type of computation; float64; int64; boolean

/// Function of one line: `n` elements of each input; output k has room for `room[k]` elements.
struct Line {
  const void *const *in;
  int64_t n;
  void *const *out;
  const int64_t *room;
  Params params;
};
using LineFunction = void (*)(const Line &line);
/// Reductions take a line in pieces, so that it need not be gathered as a whole: `step` for every piece with the index of its
/// first element, `end` once. `state` is 64 zero bytes at first.
using LineStep = void (*)(const void *const *in, int64_t n, int64_t first, void *state, Params params);

struct LineForm {
  LineStep step = nullptr;      ///< null: `function` takes the whole line
  LineFunction function = nullptr;  ///< with `step`: the end; `in[0]` is the state, n the length of the line
};

struct LineOp {
  uint32_t inputs = 1;
  LineForm forms[kMapTypes];
  Slot outputs[3] = {Slot::kNone, Slot::kNone, Slot::kNone};
  const char *attrs[kMaxMapAttrs] = {};
};

/// Kernel over the dimensions `axes` (in range) of input 0, with which the other inputs agree in shape or are broadcast. Outputs
/// have the same rank, or the rank without `axes`; along the axes they are as long as input 0, or along one of them of any
/// length and along the others of 1.
std::unique_ptr<KernelState> prepare_lines(PrepareContext &ctx, const LineOp &op, const std::vector<int64_t> &axes);

/// The dimensions that the call names: input or attribute `axes`, `axis`, `dim`, `dims` or `dimension`. None named: all, unless
/// `noop_with_empty_axes` is set. False after a refusal.
bool read_axes(PrepareContext &ctx, std::vector<int64_t> &axes);

/// `forms` of the types in `Types` from `Function`, which has `template <class X> static void run(const Line &)` and for
/// reductions `step`.
template <class Function, unsigned Types>
constexpr void set_line_forms(LineForm *forms) {
  const auto add = [&]<MapType Type, class X>(std::integral_constant<MapType, Type>, std::type_identity<X>) {
    if constexpr ((Types & 1u << Type) != 0) {
      forms[Type].function = Function::template run<X>;
      if constexpr (requires { Function::template step<X>; }) forms[Type].step = Function::template step<X>;
    }
  };
  add(std::integral_constant<MapType, kMapInt>(), std::type_identity<int64_t>());
  add(std::integral_constant<MapType, kMapUint>(), std::type_identity<uint64_t>());
  add(std::integral_constant<MapType, kMapFloat>(), std::type_identity<float>());
  add(std::integral_constant<MapType, kMapDouble>(), std::type_identity<double>());
  add(std::integral_constant<MapType, kMapComplex>(), std::type_identity<Complex>());
}
template <class Function, unsigned Types, class... Attrs>
constexpr LineOp line_op(uint32_t inputs, std::initializer_list<Slot> outputs, Attrs... attrs) {
  LineOp op;
  op.inputs = inputs;
  set_line_forms<Function, Types>(op.forms);
  size_t k = 0;
  for (Slot slot : outputs) op.outputs[k++] = slot;
  k = 0;
  ((op.attrs[k++] = attrs), ...);
  return op;
}

}  // namespace opstrata::operators

#endif  // OPSTRATA_OPERATORS_LINES_LINES_H_
