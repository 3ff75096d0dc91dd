/// @file
/// Outputs whose elements are a function of their position: what generating operators and random operators share.
#ifndef OPSTRATA_OPERATORS_SUPPORT_SEQUENCE_H_
#define OPSTRATA_OPERATORS_SUPPORT_SEQUENCE_H_

#include <memory>
#include <type_traits>

#include "opstrata/kernel.h"
#include "support/convert.h"
#include "support/strided.h"

namespace opstrata::operators {

/// Numbers of one element tensors as float64 and int64, read when the kernel runs.
struct Number {
  uint32_t input;
  UnaryRow to_double, to_integer;

  double real(const RunContext &run) const { return read<double>(run, to_double); }
  int64_t integer(const RunContext &run) const { return read<int64_t>(run, to_integer); }

 private:
  template <class X>
  X read(const RunContext &run, UnaryRow convert) const {
    X v = 0;
    convert(run.in<char>(input), 0, reinterpret_cast<char *>(&v), 0, 1);
    return v;
  }
};
inline bool read_number(PrepareContext &ctx, uint32_t input, Number &number) {
  const KernelTensor *t = ctx.input(input);
  number = {input, t == nullptr ? nullptr : conversion(t->dtype, ge::DT_DOUBLE),
            t == nullptr ? nullptr : conversion(t->dtype, ge::DT_INT64)};
  if (number.to_double != nullptr && t->elements == 1) return true;
  return ctx.refuse("%s: one number is required", ctx.input_name(input)), false;
}

inline bool is_integer(ge::DataType dtype) {
  switch (dtype) {
    case ge::DT_INT8:
    case ge::DT_INT16:
    case ge::DT_INT32:
    case ge::DT_INT64:
    case ge::DT_UINT8:
    case ge::DT_UINT16:
    case ge::DT_UINT32:
    case ge::DT_UINT64:
    case ge::DT_BOOL:
      return true;
    default:
      return false;
  }
}

/// Output `output` as numbers f(run)(i), i counting its elements in row-major order; `X` is double or int64_t. f(run)
/// is asked once for each range of elements, so that what it returns may keep something between calls.
template <class X, class F>
std::unique_ptr<KernelState> sequence(PrepareContext &ctx, F function_of_run, uint32_t output = 0) {
  const KernelTensor *y = ctx.output(output);
  const UnaryRow store =
      y == nullptr ? nullptr : conversion(std::is_same_v<X, double> ? ge::DT_DOUBLE : ge::DT_INT64, y->dtype);
  if (store == nullptr) return ctx.refuse("%s: missing or no tensor of numbers", ctx.output_name(output));
  StridedLoop<1> loop;
  const int64_t item = item_bytes(y->dtype);
  for (size_t d = 0; d < y->rank(); ++d) loop.add(y->shape[d], {y->strides[d] * item});
  return make_kernel([loop = std::move(loop), store, item, function_of_run, output](RunContext &run) {
    run.parallel_for(loop.total(), kElementGrain, [&](int64_t begin, int64_t end) {
      auto f = function_of_run(run);
      constexpr int64_t kBlock = 512;
      X block[kBlock];
      int64_t at = begin;
      loop.run({run.out<char>(output)}, begin, end, [&](const std::array<char *, 1> &p, int64_t n) {
        for (int64_t i = 0; i < n; i += kBlock) {
          const int64_t count = std::min(kBlock, n - i);
          for (int64_t k = 0; k < count; ++k) block[k] = f(at + i + k);
          store(reinterpret_cast<const char *>(block), sizeof(X), p[0] + i * loop.row_strides()[0],
                loop.rank() == 0 ? item : loop.row_strides()[0], count);
        }
        at += n;
      });
    });
    return true;
  });
}

}  // namespace opstrata::operators

#endif  // OPSTRATA_OPERATORS_SUPPORT_SEQUENCE_H_
