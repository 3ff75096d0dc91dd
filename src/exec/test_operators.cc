#include "exec/test_operators.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

#include "graph/operator_reg.h"
#include "opstrata/kernel.h"
#include "register/op_impl_registry.h"

namespace ge {
REG_OP(TestAdd)
    .INPUT(x1, TensorType({DT_FLOAT}))
    .INPUT(x2, TensorType({DT_FLOAT}))
    .OUTPUT(addOut, TensorType({DT_FLOAT}))
    .ATTR(alpha, Float, 1.0)
    .OP_END_FACTORY_REG(TestAdd)

REG_OP(TestSplit)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OUTPUT(out0, TensorType({DT_FLOAT}))
    .OUTPUT(out1, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(TestSplit)

REG_OP(TestWait)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(TestWait)

REG_OP(TestNonZero)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_INT64}))
    .OP_END_FACTORY_REG(TestNonZero)

REG_OP(DSARandomUniform)
    .INPUT(count, TensorType({DT_INT64}))
    .INPUT(seed, TensorType({DT_INT64}))
    .OUTPUT(out, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(DSARandomUniform)

REG_OP(TestToFloat)
    .INPUT(x, TensorType({DT_INT64}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .ATTR(add, Float, 0.0)
    .OP_END_FACTORY_REG(TestToFloat)

REG_OP(TestAttrs)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .REQUIRED_ATTR(axis, Int)
    .ATTR(flag, Bool, false)
    .ATTR(mode, String, "plain")
    .ATTR(weights, ListFloat, {})
    .ATTR(masks, ListBool, {})
    .OP_END_FACTORY_REG(TestAttrs)

// The seeds' own examples.
REG_OP(IndexPut)
    .INPUT(x, TensorType({DT_FLOAT}))
    .INPUT(values, TensorType({DT_FLOAT}))
    .INPUT(masks, TensorType({DT_INT64}))
    .INPUT(indices, TensorType({DT_INT64}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .ATTR(accumulate, Bool, false)
    .OP_END_FACTORY_REG(IndexPut)

REG_OP(Gelu)
    .INPUT(x, TensorType({DT_FLOAT}))
    .OUTPUT(y, TensorType({DT_FLOAT}))
    .OP_END_FACTORY_REG(Gelu)
}  // namespace ge

namespace exec_test {
namespace {

ge::graphStatus same_as_first(gert::InferShapeContext *context) {
  const gert::Shape *x = context->GetInputShape(0);
  if (x == nullptr) return ge::GRAPH_FAILED;
  for (size_t i = 0; i < context->GetComputeNodeOutputNum(); ++i) *context->GetOutputShape(i) = *x;
  return ge::GRAPH_SUCCESS;
}
ge::graphStatus halves(gert::InferShapeContext *context) {
  const gert::Shape *x = context->GetInputShape(0);
  if (x == nullptr || x->GetDimNum() != 1 || x->GetDim(0) % 2 != 0) return ge::GRAPH_FAILED;
  *context->GetOutputShape(0) = {x->GetDim(0) / 2};
  *context->GetOutputShape(1) = {x->GetDim(0) / 2};
  return ge::GRAPH_SUCCESS;
}
IMPL_OP_INFERSHAPE(TestAdd).InferShape(same_as_first);
IMPL_OP_INFERSHAPE(TestSplit).InferShape(halves);
IMPL_OP_INFERSHAPE(TestWait).InferShape(same_as_first);
IMPL_OP_INFERSHAPE(TestNonZero).InferShape(same_as_first);
IMPL_OP_INFERSHAPE(TestToFloat).InferShape(same_as_first);
IMPL_OP_INFERSHAPE(TestAttrs).InferShape(same_as_first);
IMPL_OP_INFERSHAPE(IndexPut).InferShape(same_as_first);
IMPL_OP_INFERSHAPE(Gelu).InferShape(same_as_first);

using State = std::unique_ptr<opstrata::KernelState>;

/// Element `i` of a tensor of any strides.
int64_t offset_of(const opstrata::KernelTensor &tensor, int64_t index) {
  int64_t offset = 0;
  for (size_t axis = tensor.rank(); axis-- > 0;) {
    offset += index % tensor.shape[axis] * tensor.strides[axis];
    index /= tensor.shape[axis];
  }
  return offset;
}

State prepare_add(opstrata::PrepareContext &ctx) {
  const float alpha = static_cast<float>(ctx.float_attr("alpha", -100.0));
  if (ctx.input(0)->elements != ctx.input(1)->elements) return ctx.refuse("x2: %s differs from x1", ctx.dims_text(ctx.input(1)->shape));
  ctx.set_scratch_bytes(16);
  return opstrata::make_kernel([alpha](opstrata::RunContext &run) {
    if (reinterpret_cast<uintptr_t>(run.scratch()) % 64 != 0 || run.scratch() == nullptr) return run.fail("scratch");
    const float *a = run.in<float>(0);
    const float *b = run.in<float>(1);
    float *out = run.out<float>(0);
    for (int64_t i = 0; i < run.input(0)->elements; ++i) {
      out[offset_of(*run.output(0), i)] = a[offset_of(*run.input(0), i)] + alpha * b[offset_of(*run.input(1), i)];
    }
    return true;
  });
}

State prepare_split(opstrata::PrepareContext &ctx) {
  return opstrata::make_kernel([n = ctx.output(0)->elements](opstrata::RunContext &run) {
    for (int64_t i = 0; i < n; ++i) {
      run.out<float>(0)[i] = run.in<float>(0)[i];
      run.out<float>(1)[i] = run.in<float>(0)[n + i];
    }
    return true;
  });
}

State prepare_wait(opstrata::PrepareContext &ctx) {
  return opstrata::make_kernel([n = ctx.input(0)->elements](opstrata::RunContext &run) {
    latch().wait();
    ++latch().runs;
    for (int64_t i = 0; i < n; ++i) run.out<float>(0)[i] = run.in<float>(0)[i];
    if (n != 0 && run.in<float>(0)[0] < 0) return run.fail("x: negative");
    return true;
  });
}

State prepare_non_zero(opstrata::PrepareContext &ctx) {
  return opstrata::make_kernel([n = ctx.input(0)->elements](opstrata::RunContext &run) {
    int64_t count = 0;
    for (int64_t i = 0; i < n; ++i) {
      if (run.in<float>(0)[i] != 0.0F) run.out<int64_t>(0)[count++] = i;
    }
    return run.set_output_shape(0, {&count, 1});
  });
}

/// Writes as many elements as the shape has that it was prepared for.
State prepare_to_float(opstrata::PrepareContext &ctx) {
  const int64_t n = ctx.input(0)->elements;
  if (n != ctx.output(0)->elements) return ctx.refuse("y: %s differs from x", ctx.dims_text(ctx.output(0)->shape));
  ctx.set_scratch_bytes(static_cast<size_t>(64 * (8 - n)));  // more for less, as no planner expects
  return opstrata::make_kernel([n, add = static_cast<float>(ctx.float_attr("add"))](opstrata::RunContext &run) {
    std::fill_n(static_cast<char *>(run.scratch()), 64 * (8 - n), 'x');
    for (int64_t i = 0; i < n; ++i) run.out<float>(0)[i] = static_cast<float>(run.in<int64_t>(0)[i]) + add;
    return true;
  });
}

/// Not random: the seed and what follows it, so that a test knows what comes.
State prepare_random(opstrata::PrepareContext &ctx) {
  if (ctx.input(1)->dtype != ge::DT_INT64) return ctx.refuse("seed: %s is no INT64", ctx.dtype_name(ctx.input(1)->dtype));
  return opstrata::make_kernel([n = ctx.output(0)->elements](opstrata::RunContext &run) {
    for (int64_t i = 0; i < n; ++i) run.out<float>(0)[i] = static_cast<float>(run.in<int64_t>(1)[0] + i);
    return true;
  });
}

State prepare_attrs(opstrata::PrepareContext &ctx) {
  std::vector<float> values{static_cast<float>(ctx.int_attr("axis", -1)), ctx.bool_attr("flag") ? 1.0F : 0.0F,
                            static_cast<float>(ctx.text_attr("mode").size()),
                            static_cast<float>(ctx.float_list_attr("weights").size()),
                            static_cast<float>(ctx.bool_list_attr("masks").size())};
  return opstrata::make_kernel([values](opstrata::RunContext &run) {
    std::copy(values.begin(), values.end(), run.out<float>(0));
    return true;
  });
}

State prepare_index_put(opstrata::PrepareContext &ctx) {
  const bool accumulate = ctx.bool_attr("accumulate");
  return opstrata::make_kernel([accumulate](opstrata::RunContext &run) {
    float *y = run.out<float>(0);
    if (y != run.in<float>(0)) std::copy_n(run.in<float>(0), run.input(0)->elements, y);
    for (int64_t i = 0; i < run.input(3)->elements; ++i) {
      float &at = y[run.in<int64_t>(3)[i]];
      at = run.in<float>(1)[i] + (accumulate ? at : 0.0F);
    }
    return true;
  });
}

State prepare_gelu(opstrata::PrepareContext &ctx) {
  return opstrata::make_kernel([n = ctx.input(0)->elements](opstrata::RunContext &run) {
    for (int64_t i = 0; i < n; ++i) {
      const double x = static_cast<double>(run.in<float>(0)[i]);
      run.out<float>(0)[i] = static_cast<float>(x * 0.5 * (1.0 + std::erf(x / std::sqrt(2.0))));
    }
    return true;
  });
}

OPSTRATA_KERNEL(TestAdd, prepare_add);
OPSTRATA_KERNEL(TestSplit, prepare_split);
OPSTRATA_KERNEL(TestWait, prepare_wait);
OPSTRATA_KERNEL(TestNonZero, prepare_non_zero);
OPSTRATA_KERNEL(DSARandomUniform, prepare_random);
OPSTRATA_KERNEL(TestToFloat, prepare_to_float);
OPSTRATA_KERNEL(TestAttrs, prepare_attrs);
OPSTRATA_KERNEL(IndexPut, prepare_index_put);
OPSTRATA_KERNEL(Gelu, prepare_gelu);

}  // namespace

Latch &latch() {
  static auto *made = new Latch;
  return *made;
}

aclTensor *float_tensor(std::vector<float> &values, std::vector<int64_t> shape) {
  if (shape.empty()) shape = {static_cast<int64_t>(values.size())};
  return aclCreateTensor(shape.data(), shape.size(), ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, shape.data(), shape.size(), values.data());
}

}  // namespace exec_test
