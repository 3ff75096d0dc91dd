// Operators of tensor holders with operator functions at hand: one in the program itself, one in a library that is loaded
// privately under the expected name.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include "ge/es_graph_builder.h"
#include "graph/es/test_operators.h"

namespace {
int sums = 0;
}

extern "C" __attribute__((visibility("default"))) EsCTensorHolder *EsAdd(EsCTensorHolder *x1, EsCTensorHolder *x2) {
  ++sums;
  return test_operators::EsBlend(x1, x2, nullptr, "sum", 0.5F, nullptr, 0);
}

namespace {

using ge::es::EsGraphBuilder;
using ge::es::EsTensorHolder;

std::string input_type(const EsTensorHolder &holder, int32_t index) {
  ge::AscendString type;
  if (holder.GetProducer() != nullptr) (void)holder.GetProducer()->GetInDataNodesAndPortIndexs(index).first->GetType(type);
  return type.GetString();
}

TEST(EsArithmetic, FunctionOfTheProgram) {
  EsGraphBuilder builder("g");
  const auto x = builder.CreateInput(0);
  const auto y = builder.CreateInput(1);
  EXPECT_NE((x + y).GetCTensorHolder(), nullptr);
  const auto left = 2 + x;
  EXPECT_EQ(input_type(left, 0), "Const");
  EXPECT_EQ(input_type(left, 1), "Data");
  const auto right = x + 0;  // a number, not a null holder
  EXPECT_EQ(input_type(right, 1), "Const");
  EXPECT_NE((x + 1.5).GetCTensorHolder(), nullptr);
  EXPECT_EQ(sums, 4);
}

TEST(EsArithmetic, FunctionOfALibraryLoadedPrivately) {
  EsGraphBuilder builder("g");
  const auto x = builder.CreateInput(0);
  EXPECT_EQ((x * x).GetCTensorHolder(), nullptr);
  void *library = dlopen(OPSTRATA_TEST_ES_MATH, RTLD_NOW | RTLD_LOCAL);
  ASSERT_NE(library, nullptr) << dlerror();
  EXPECT_EQ((x * x).GetCTensorHolder(), x.GetCTensorHolder());  // its EsMul gives back the first operand
  EXPECT_EQ((x / x).GetCTensorHolder(), nullptr);               // it has no EsDiv
}

}  // namespace
