// Qr.
#include <Eigen/QR>

#include "linalg/linalg.h"

namespace opstrata::operators {
namespace {

std::unique_ptr<KernelState> prepare_qr(PrepareContext &ctx) {
  if (!check_matrices(ctx, 0, false)) return nullptr;
  const int64_t m = ctx.input(0)->dim(-2), n = ctx.input(0)->dim(-1);
  const int64_t k = ctx.bool_attr("full_matrices") ? m : std::min(m, n);
  if (!check_result(ctx, 0, {m, k}) || !check_result(ctx, 1, {k, n})) return nullptr;
  return matrix_kernel(ctx, [m, n, k](RunContext &run, auto sample) {
    using X = decltype(sample);
    MatrixBatch<X> x = read_matrices<X>(run, 0), q = make_matrices<X>(run, 0, m, k), r = make_matrices<X>(run, 1, k, n);
    const size_t count = matrix_count(*run.input(0));
    for (size_t i = 0; i < count && k != 0; ++i) {
      const Eigen::HouseholderQR<Matrix<X>> decomposition{Matrix<X>(x[i])};
      q[i] = decomposition.householderQ() * Matrix<X>::Identity(m, k);
      if (n != 0) r[i] = Matrix<X>(decomposition.matrixQR().topRows(k).template triangularView<Eigen::Upper>());
    }
    write_values(run, 0, q.values.data());
    write_values(run, 1, r.values.data());
    return true;
  });
}

OPSTRATA_KERNEL(Qr, prepare_qr);

}  // namespace
}  // namespace opstrata::operators
