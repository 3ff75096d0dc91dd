// Determinants, inverses, systems of equations, Cholesky.
#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <limits>

#include "linalg/linalg.h"

namespace opstrata::operators {
namespace {

/// Output 0 = square matrices that `make(matrix)` makes of those of input 0; where it gives false, there is none, and
/// the run fails with `reason`. The flag `adjoint` of the operator says that it is made of the adjoint ones.
template <class Make>
std::unique_ptr<KernelState> prepare_square(PrepareContext &ctx, const char *adjoint, const char *reason, Make make) {
  if (!check_matrices(ctx, 0, true) || !check_result(ctx, 0, {ctx.input(0)->dim(-2), ctx.input(0)->dim(-1)}))
    return nullptr;
  return matrix_kernel(ctx, [adjoint = ctx.bool_attr(adjoint), reason, make](RunContext &run, auto sample) {
    using X = decltype(sample);
    MatrixBatch<X> x = read_matrices<X>(run, 0);
    const size_t count = matrix_count(*run.input(0));
    for (size_t i = 0; i < count; ++i) {
      Matrix<X> matrix = adjoint ? Matrix<X>(x[i].adjoint()) : Matrix<X>(x[i]);
      if (!make(matrix, adjoint)) return run.fail("x: matrix %zu is %s", i, reason);
      x[i] = matrix;
    }
    write_values(run, 0, x.values.data());
    return true;
  });
}
std::unique_ptr<KernelState> prepare_cholesky(PrepareContext &ctx) {
  // The triangle that is asked for is also the one that is read.
  return prepare_square(ctx, "upper", "not positive definite", [](auto &matrix, bool upper) {
    using M = std::decay_t<decltype(matrix)>;
    const Eigen::LLT<M> decomposition(matrix);
    if (decomposition.info() != Eigen::Success) return false;
    const M lower = decomposition.matrixL();
    matrix = upper ? M(lower.adjoint()) : lower;
    return true;
  });
}

/// matrix * y = rhs by `solve(matrix, rhs)`.
template <class Solve>
std::unique_ptr<KernelState> prepare_solve(PrepareContext &ctx, Solve solve) {
  if (!check_matrices(ctx, 0, true) || !check_matrices(ctx, 1, false)) return nullptr;
  const KernelTensor &a = *ctx.input(0), &b = *ctx.input(1);
  bool fits = a.rank() == b.rank() && a.dim(-1) == b.dim(-2);
  for (size_t d = 0; fits && d + 2 < a.rank(); ++d) fits = a.shape[d] == b.shape[d];
  if (!fits) {
    return ctx.refuse("matrix, rhs: %s and %s are no systems of equations", KernelCall::dims_text(a.shape),
                      KernelCall::dims_text(b.shape));
  }
  if (!check_result(ctx, 0, {b.dim(-2), b.dim(-1)})) return nullptr;
  return matrix_kernel(ctx, [adjoint = ctx.bool_attr("adjoint"), solve](RunContext &run, auto sample) {
    using X = decltype(sample);
    MatrixBatch<X> matrices = read_matrices<X>(run, 0), rhs = read_matrices<X>(run, 1);
    const size_t count = matrix_count(*run.input(0));
    for (size_t i = 0; i < count; ++i) {
      const Matrix<X> matrix = adjoint ? Matrix<X>(matrices[i].adjoint()) : Matrix<X>(matrices[i]);
      if (!solve(matrix, rhs[i])) return run.fail("matrix: matrix %zu is singular", i);
    }
    write_values(run, 0, rhs.values.data());
    return true;
  });
}

/// Whether a system with these pivots has one solution.
template <class Vector>
bool invertible(const Vector &pivots) {
  return (pivots.array() != typename Vector::Scalar(0)).all();
}

std::unique_ptr<KernelState> prepare_triangular(PrepareContext &ctx) {
  // The adjoint of a lower triangle is an upper one.
  const bool lower = ctx.bool_attr("lower", true) != ctx.bool_attr("adjoint");
  return prepare_solve(ctx, [lower](const auto &matrix, auto rhs) {
    if (!invertible(matrix.diagonal())) return false;
    if (lower)
      matrix.template triangularView<Eigen::Lower>().solveInPlace(rhs);
    else
      matrix.template triangularView<Eigen::Upper>().solveInPlace(rhs);
    return true;
  });
}
std::unique_ptr<KernelState> prepare_matrix_solve(PrepareContext &ctx) {
  return prepare_solve(ctx, [](const auto &matrix, auto rhs) {
    const auto decomposition = matrix.partialPivLu();
    if (!invertible(decomposition.matrixLU().diagonal())) return false;
    rhs = decomposition.solve(rhs).eval();
    return true;
  });
}
std::unique_ptr<KernelState> prepare_inverse(PrepareContext &ctx) {
  return prepare_square(ctx, "adjoint", "singular", [](auto &matrix, bool) {
    const auto decomposition = matrix.partialPivLu();
    if (!invertible(decomposition.matrixLU().diagonal())) return false;
    matrix = decomposition.inverse();
    return true;
  });
}

/// A determinant as its sign, or its direction for complex numbers, and the logarithm of its absolute value.
template <class X>
struct Determinant {
  X sign;
  double log;
};
template <class X>
Determinant<X> determinant(const Matrix<X> &x) {
  Determinant<X> result{X(1), 0.0};
  if (x.rows() == 0) return result;
  const auto decomposition = x.partialPivLu();
  const Matrix<X> &lu = decomposition.matrixLU();
  if (decomposition.permutationP().determinant() < 0) result.sign = X(-1);
  for (Eigen::Index i = 0; i < lu.rows(); ++i) {
    const double size = std::abs(lu(i, i));
    if (size == 0) return {X(0), -std::numeric_limits<double>::infinity()};
    result.sign *= lu(i, i) / size;
    result.log += std::log(size);
  }
  return result;
}

/// Outputs of determinants: `results` gives the values of each of them.
template <class Results>
std::unique_ptr<KernelState> prepare_determinant(PrepareContext &ctx, uint32_t outputs, Results results) {
  if (!check_matrices(ctx, 0, true)) return nullptr;
  for (uint32_t i = 0; i < outputs; ++i) {
    if (!check_result(ctx, i, {})) return nullptr;
  }
  return matrix_kernel(ctx, [outputs, results](RunContext &run, auto sample) {
    using X = decltype(sample);
    MatrixBatch<X> x = read_matrices<X>(run, 0);
    const size_t count = matrix_count(*run.input(0));
    std::vector<X> values[2];
    for (size_t i = 0; i < count; ++i) {
      const auto both = results(Matrix<X>(x[i]));
      for (uint32_t k = 0; k < outputs; ++k) values[k].push_back(both[k]);
    }
    for (uint32_t k = 0; k < outputs; ++k) write_values(run, k, values[k].data());
    return true;
  });
}
std::unique_ptr<KernelState> prepare_det(PrepareContext &ctx) {
  return prepare_determinant(ctx, 1, [](const auto &x) {
    using X = typename std::decay_t<decltype(x)>::Scalar;
    return std::array<X, 1>{x.rows() == 0 ? X(1) : X(x.partialPivLu().determinant())};
  });
}
std::unique_ptr<KernelState> prepare_log_det(PrepareContext &ctx) {
  return prepare_determinant(ctx, 2, [](const auto &x) {
    using X = typename std::decay_t<decltype(x)>::Scalar;
    const Determinant<X> d = determinant<X>(x);
    return std::array<X, 2>{d.sign, X(d.log)};
  });
}
std::unique_ptr<KernelState> prepare_log_of_det(PrepareContext &ctx) {
  return prepare_determinant(ctx, 1, [](const auto &x) {
    using X = typename std::decay_t<decltype(x)>::Scalar;
    const Determinant<X> d = determinant<X>(x);
    return std::array<X, 1>{d.sign == X(-1) ? X(std::numeric_limits<double>::quiet_NaN()) : X(d.log)};
  });
}

OPSTRATA_KERNEL(Cholesky, prepare_cholesky);
OPSTRATA_KERNEL(MatrixTriangularSolve, prepare_triangular);
OPSTRATA_KERNEL(MatrixSolve, prepare_matrix_solve);
OPSTRATA_KERNEL(MatrixInverse, prepare_inverse);
OPSTRATA_KERNEL(MatrixDeterminant, prepare_det);
OPSTRATA_KERNEL(LogMatrixDeterminant, prepare_log_det);
OPSTRATA_KERNEL(Slogdet, prepare_log_det);
OPSTRATA_KERNEL(Logdet, prepare_log_of_det);

}  // namespace
}  // namespace opstrata::operators
