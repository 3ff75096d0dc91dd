/// @file
/// Element-wise operators as formulas: an operator is one line of elementwise/*.def, its formula over numbers. Broadcasting,
/// strides, any mixture of data types and threads are the engine's.
///
/// A formula is computed in one of five types: float32, float64, complex128, signed or unsigned 64-bit integers. Elements of
/// other types are converted in blocks (support/convert.h), so that a formula is compiled at most five times, not once per data
/// type. The type is the lowest in which the operator has its formula and that holds all inputs and the output.
#ifndef OPSTRATA_OPERATORS_ELEMENTWISE_MAP_H_
#define OPSTRATA_OPERATORS_ELEMENTWISE_MAP_H_

#include <array>
#include <complex>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

#include "opstrata/kernel.h"

namespace opstrata::operators {

/// Values of the attributes that the operator's line names, in that order.
using Params = const double *;
using Complex = std::complex<double>;

/// Types of computation, from lowest to highest.
enum MapType : uint8_t { kMapInt, kMapUint, kMapFloat, kMapDouble, kMapComplex, kMapTypes };
/// The lowest that holds all values of `dtype`.
MapType map_type(ge::DataType dtype);
/// Sets of them, as the lines of the tables give them. D: float32 is computed in float64, too. U: for operators on which the
/// sign bit of 64-bit integers has another meaning than in I.
enum : unsigned { I = 1u << kMapInt, U = I | 1u << kMapUint, D = 1u << kMapDouble, F = D | 1u << kMapFloat, C = 1u << kMapComplex };

/// out[i] = formula(params, in[0][i], in[1][i], …) over dense arrays.
using MapRow = void (*)(const void *const *in, void *out, int64_t n, Params params);

struct MapForm {
  MapRow row = nullptr;
  ge::DataType result = ge::DT_UNDEFINED;  ///< of `out`: the type of computation, DT_BOOL or the parts of DT_COMPLEX128
};

inline constexpr size_t kMaxMapInputs = 5, kMaxMapAttrs = 4;

struct MapOp {
  size_t inputs = 0;
  MapForm forms[kMapTypes];
  std::array<const char *, kMaxMapAttrs> attrs = {};  ///< null: none
};

template <class X, class Formula, size_t Inputs>
struct MapInstance {
  template <size_t>
  using Operand = X;

  template <size_t... K>
  static auto result(std::index_sequence<K...>) -> decltype(Formula()(Params(), Operand<K>()...));
  using Raw = decltype(result(std::make_index_sequence<Inputs>()));
  static constexpr bool kParts = std::is_same_v<X, Complex> && std::is_same_v<Raw, double>;
  using Result = std::conditional_t<std::is_same_v<Raw, bool> || kParts, Raw, X>;

  template <size_t... K>
  static void loop(const void *const *in, Result *y, int64_t n, Params params, std::index_sequence<K...>) {
    const std::array<const X *, Inputs> x = {static_cast<const X *>(in[K])...};
    for (int64_t i = 0; i < n; ++i) y[i] = static_cast<Result>(Formula()(params, x[K][i]...));
  }
  static void row(const void *const *in, void *out, int64_t n, Params params) {
    loop(in, static_cast<Result *>(out), n, params, std::make_index_sequence<Inputs>());
  }
};

template <size_t Inputs, unsigned Types, class Formula, class... Names>
constexpr MapOp map_op(Formula, Names... attrs) {
  constexpr ge::DataType kNames[] = {ge::DT_INT64, ge::DT_UINT64, ge::DT_FLOAT, ge::DT_DOUBLE, ge::DT_COMPLEX128};
  MapOp op;
  op.inputs = Inputs;
  op.attrs = {attrs...};
  const auto add = [&]<MapType Type, class X>(std::integral_constant<MapType, Type>, std::type_identity<X>) {
    if constexpr ((Types & 1u << Type) != 0) {
      using Instance = MapInstance<X, Formula, Inputs>;
      op.forms[Type] = {Instance::row, std::is_same_v<typename Instance::Result, bool> ? ge::DT_BOOL
                                       : Instance::kParts                             ? ge::DT_DOUBLE
                                                                                      : kNames[Type]};
    }
  };
  add(std::integral_constant<MapType, kMapInt>(), std::type_identity<int64_t>());
  add(std::integral_constant<MapType, kMapUint>(), std::type_identity<uint64_t>());
  add(std::integral_constant<MapType, kMapFloat>(), std::type_identity<float>());
  add(std::integral_constant<MapType, kMapDouble>(), std::type_identity<double>());
  add(std::integral_constant<MapType, kMapComplex>(), std::type_identity<Complex>());
  return op;
}

/// Kernel with the inputs of `op` and output 0.
std::unique_ptr<KernelState> prepare_map(PrepareContext &ctx, const MapOp &op);

/// Where an operand of a formula stands: a tensor of the call, or one element of it for all elements of the result.
struct MapOperand {
  uint32_t ir = 0, instance = 0;
  int64_t element = -1;  ///< -1: the whole tensor
};
/// The same with operands of any place; `out` is the instance of output 0.
std::unique_ptr<KernelState> prepare_map(PrepareContext &ctx, const MapOp &op, const MapOperand *in, uint32_t out);

}  // namespace opstrata::operators

#endif  // OPSTRATA_OPERATORS_ELEMENTWISE_MAP_H_
