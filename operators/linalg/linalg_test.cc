#include <gtest/gtest.h>

#include <cmath>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "opdev/make_op_executor.h"
#include "support/golden_run.h"
#include "support/op_run.h"
#include "support/two_phase.h"

namespace l0op {
OP_TYPE_REGISTER(Svd);
OP_TYPE_REGISTER(Cholesky);
OP_TYPE_REGISTER(MatrixInverse);
OP_TYPE_REGISTER(MatrixSolve);
}  // namespace l0op

namespace opstrata::operators {
namespace {

using l0op::CholeskyOpTypeId;
using l0op::MatrixInverseOpTypeId;
using l0op::MatrixSolveOpTypeId;
using l0op::SvdOpTypeId;

/// Computed in float64 and rounded once; two factorisations of one matrix differ by some units in the last place of
/// float64.
Tolerance tolerance(const std::string &, const GoldenCase &c) {
  switch (c.outputs[0].dtype) {
    case ge::DT_FLOAT16:
    case ge::DT_FLOAT:
    case ge::DT_COMPLEX64:
      return {1, 1e-6};
    default:
      return {64, 1e-13};
  }
}

TEST(Linalg, MatchesPyTorch) { EXPECT_EQ(run_operator_golden("linalg", tolerance).size(), 10u); }

/// Runs what `launch` adds to an executor; the status of the first step that fails.
template <class Launch>
aclnnStatus run(const Launch &launch) {
  uint64_t size = 0;
  aclOpExecutor *executor = nullptr;
  const aclnnStatus launched = first_phase("linalg test", &size, &executor, launch);
  if (launched != ACLNN_SUCCESS) return launched;
  return run_second_phase(
      [](void *w, uint64_t s, aclOpExecutor *e, aclrtStream t) { return CommonOpExecutorRun(w, s, e, t); }, size,
      executor);
}
std::vector<double> values_of(const DeviceTensor &tensor, size_t count) {
  const std::vector<char> bytes = tensor.download();
  const auto *values = reinterpret_cast<const double *>(bytes.data());
  return {values, values + count};
}

// Singular vectors are known up to their signs only: they are orthonormal and make up the matrix.
TEST(Linalg, SingularVectorsMakeUpTheMatrix) {
  constexpr int64_t kRows = 4, kColumns = 3;
  std::vector<double> matrix(kRows * kColumns);
  for (size_t i = 0; i < matrix.size(); ++i) matrix[i] = std::sin(static_cast<double>(3 * i + 1)) * 4;
  for (const bool full : {false, true}) {
    const int64_t left = full ? kRows : kColumns;
    const auto empty = [](std::vector<int64_t> shape) {
      int64_t n = 1;
      for (int64_t d : shape) n *= d;
      return make_tensor<double>(ge::DT_DOUBLE, shape, std::vector<double>(static_cast<size_t>(n)));
    };
    const DeviceTensor x(make_tensor<double>(ge::DT_DOUBLE, {kRows, kColumns}, matrix), false),
        sigma(empty({kColumns}), true), u(empty({kRows, left}), true), v(empty({kColumns, kColumns}), true);
    ASSERT_EQ(run([&](aclOpExecutor *executor) {
                return ADD_TO_LAUNCHER_LIST_AICORE(
                    Svd, OP_INPUT(x.handle()), OP_OUTPUT(sigma.handle(), u.handle(), v.handle()), OP_ATTR(true, full));
              }),
              ACLNN_SUCCESS)
        << aclGetRecentErrMsg();
    const auto s = values_of(sigma, kColumns), us = values_of(u, static_cast<size_t>(kRows * left)),
               vs = values_of(v, kColumns * kColumns);
    const auto at = [](const std::vector<double> &m, int64_t columns, int64_t i, int64_t j) {
      return m[static_cast<size_t>(i * columns + j)];
    };
    for (int64_t i = 0; i < kRows; ++i) {
      for (int64_t j = 0; j < kColumns; ++j) {
        double sum = 0;
        for (int64_t k = 0; k < kColumns; ++k)
          sum += at(us, left, i, k) * s[static_cast<size_t>(k)] * at(vs, kColumns, j, k);
        EXPECT_NEAR(sum, at(matrix, kColumns, i, j), 1e-13);
      }
    }
    for (const auto &[m, rows, columns] : {std::tuple(us, kRows, left), std::tuple(vs, kColumns, kColumns)}) {
      for (int64_t a = 0; a < columns; ++a) {
        for (int64_t b = 0; b < columns; ++b) {
          double product = 0;
          for (int64_t i = 0; i < rows; ++i) product += at(m, columns, i, a) * at(m, columns, i, b);
          EXPECT_NEAR(product, a == b ? 1 : 0, 1e-13);
        }
      }
    }
    EXPECT_GE(s[0], s[1]);
    EXPECT_GE(s[1], s[2]);
  }
}

// What has no result fails when it runs, by name; shapes that do not fit are refused before.
TEST(Linalg, MatricesWithoutResult) {
  const DeviceTensor singular(make_tensor<double>(ge::DT_DOUBLE, {2, 2}, {1, 2, 2, 4}), false);
  const DeviceTensor wide(make_tensor<double>(ge::DT_DOUBLE, {2, 3}, {1, 2, 3, 4, 5, 6}), false);
  const DeviceTensor out(make_tensor<double>(ge::DT_DOUBLE, {2, 2}, {0, 0, 0, 0}), true);
  const DeviceTensor wide_out(make_tensor<double>(ge::DT_DOUBLE, {2, 3}, {0, 0, 0, 0, 0, 0}), true);
  EXPECT_NE(run([&](aclOpExecutor *executor) {
              return ADD_TO_LAUNCHER_LIST_AICORE(MatrixInverse, OP_INPUT(singular.handle()), OP_OUTPUT(out.handle()));
            }),
            0);
  EXPECT_NE(std::string(aclGetRecentErrMsg()).find("matrix 0 is singular"), std::string::npos);
  EXPECT_NE(run([&](aclOpExecutor *executor) {
              return ADD_TO_LAUNCHER_LIST_AICORE(MatrixSolve, OP_INPUT(singular.handle(), singular.handle()),
                                                 OP_OUTPUT(out.handle()));
            }),
            0);
  EXPECT_NE(std::string(aclGetRecentErrMsg()).find("matrix 0 is singular"), std::string::npos);
  EXPECT_NE(run([&](aclOpExecutor *executor) {
              return ADD_TO_LAUNCHER_LIST_AICORE(Cholesky, OP_INPUT(singular.handle()), OP_OUTPUT(out.handle()));
            }),
            0);
  EXPECT_NE(std::string(aclGetRecentErrMsg()).find("not positive definite"), std::string::npos);
  EXPECT_EQ(run([&](aclOpExecutor *executor) {
              return ADD_TO_LAUNCHER_LIST_AICORE(MatrixInverse, OP_INPUT(wide.handle()), OP_OUTPUT(wide_out.handle()));
            }),
            161002);
  EXPECT_NE(std::string(aclGetRecentErrMsg()).find("square matrices"), std::string::npos);
}

}  // namespace
}  // namespace opstrata::operators
