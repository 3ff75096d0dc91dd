// Svd.
#include <Eigen/SVD>

#include "linalg/linalg.h"

namespace opstrata::operators {
namespace {

std::unique_ptr<KernelState> prepare_svd(PrepareContext &ctx) {
  if (!check_matrices(ctx, 0, false)) return nullptr;
  const int64_t m = ctx.input(0)->dim(-2), n = ctx.input(0)->dim(-1), k = std::min(m, n);
  if (map_type(ctx.input(0)->dtype) == kMapComplex)
    return ctx.refuse("x: data type %s; real numbers are required", KernelCall::dtype_name(ctx.input(0)->dtype));
  const bool with_vectors = ctx.bool_attr("compute_uv", true), full = ctx.bool_attr("full_matrices");
  const int64_t left = full ? m : k, right = full ? n : k;
  if (!check_result(ctx, 0, {k})) return nullptr;
  if (with_vectors && (!check_result(ctx, 1, {m, left}) || !check_result(ctx, 2, {n, right}))) return nullptr;
  return make_kernel([=](RunContext &run) {
    MatrixBatch<double> x = read_matrices<double>(run, 0);
    const size_t count = matrix_count(*run.input(0));
    std::vector<double> sigma;
    MatrixBatch<double> u = make_matrices<double>(run, 1, m, with_vectors ? left : 0);
    MatrixBatch<double> v = make_matrices<double>(run, 2, n, with_vectors ? right : 0);
    const unsigned wanted = !with_vectors ? 0
                            : full        ? Eigen::ComputeFullU | Eigen::ComputeFullV
                                          : Eigen::ComputeThinU | Eigen::ComputeThinV;
    for (size_t i = 0; i < count && k != 0; ++i) {
      const Eigen::JacobiSVD<Eigen::MatrixXd> decomposition(x[i], wanted);
      sigma.insert(sigma.end(), decomposition.singularValues().begin(), decomposition.singularValues().end());
      if (!with_vectors) continue;
      u[i] = decomposition.matrixU();
      v[i] = decomposition.matrixV();
    }
    write_values(run, 0, sigma.data());
    if (!with_vectors) return true;
    write_values(run, 1, u.values.data());
    write_values(run, 2, v.values.data());
    return true;
  });
}

OPSTRATA_KERNEL(Svd, prepare_svd);

}  // namespace
}  // namespace opstrata::operators
