#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>

#include "support/op_run.h"

namespace opstrata::operators {
namespace {

TEST(Numeric, MatchesPyTorch) { EXPECT_GE(run_operator_golden("numeric", rounded_once).size(), 10u); }

/// API functions take the places of the window as one dimension.
TEST(Numeric, PatchesInOneDimension) {
  int count = 0;
  for (GoldenCase &c : read_golden("numeric")) {
    if (c.name.rfind("Im2col:", 0) != 0) continue;
    GoldenTensor &y = c.outputs[0];
    y.shape = {y.shape[0], y.shape[1], y.shape[2] * y.shape[3]};
    y.strides = {y.shape[1] * y.shape[2], y.shape[2], 1};
    y.offset = 0;
    y.storage_elements = y.elements();
    c.ints["#given"] = {1};
    EXPECT_EQ(run_operator_case("Im2col", c, {}), "") << c.name;
    ++count;
  }
  EXPECT_GE(count, 3);
}

/// ... and expand both operands of Cdist to all pairs.
TEST(Numeric, NormsOfRowsThatAreExpanded) {
  const auto tensor = [](std::vector<int64_t> shape, const std::vector<float> &values) {
    GoldenTensor t;
    t.dtype = ge::DT_FLOAT;
    t.shape = std::move(shape);
    t.strides.assign(t.shape.size(), 1);
    for (size_t d = t.shape.size(); d-- > 1;) t.strides[d - 1] = t.strides[d] * t.shape[d];
    t.storage_elements = t.elements();
    t.data.resize(values.size() * sizeof(float));
    std::memcpy(t.data.data(), values.data(), t.data.size());
    return t;
  };
  GoldenCase c;
  c.inputs = {tensor({2, 2, 2}, {3, 4, 1, 1, 0, 0, 6, 8}), tensor({2, 2, 2}, {0, 0, 1, 1, 0, 2, 0, 0})};
  c.outputs = {tensor({2, 2}, {5, 0, 2, 10})};
  c.attrs = {{"p", 'f', {}, {2.0}, ""}};
  c.ints["#given"] = {1};
  // Inference knows the form of the prototype only, whose output is larger: checked mode says so.
  const std::string result = run_operator_case("Cdist", c, {});
  if (std::getenv("OPSTRATA_CHECKED") == nullptr) EXPECT_EQ(result, "");
  else EXPECT_NE(result.find("which is larger (OPSTRATA_CHECKED=1)"), std::string::npos) << result;
}

}  // namespace
}  // namespace opstrata::operators
