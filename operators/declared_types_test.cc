// Every data type that the prototypes of the base operators declare is run. The declarations are read from the
// prototypes themselves: REG_OP and its clauses are replaced by a recorder before the prototype headers are read, so
// that a type which is added there is run here. Inputs are zeros and ones, for which every result is known without
// computing it.
#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "graph/operator_reg.h"
#include "opstrata/kernel.h"
#include "support/golden_run.h"
#include "support/op_run.h"

namespace ge {

/// The element types of a declaration, as a list.
struct DeclaredTypes {
  std::vector<DataType> types;
  DeclaredTypes(std::initializer_list<DataType> list) : types(list) {}

  // The named sets of es-api section 1.4.
  static DeclaredTypes BasicType() {
    return {DT_COMPLEX128, DT_COMPLEX64, DT_DOUBLE, DT_FLOAT,  DT_FLOAT16, DT_INT16,    DT_INT32,
            DT_INT64,      DT_INT8,      DT_QINT16, DT_QINT32, DT_QINT8,   DT_QUINT16,  DT_QUINT8,
            DT_UINT16,     DT_UINT32,    DT_UINT64, DT_UINT8,  DT_BF16,    DT_COMPLEX32};
  }
  static DeclaredTypes NumberType() {
    return {DT_COMPLEX128, DT_COMPLEX64, DT_DOUBLE, DT_FLOAT,  DT_FLOAT16, DT_INT16,  DT_INT32, DT_INT64, DT_INT8,
            DT_QINT32,     DT_QINT8,     DT_QUINT8, DT_UINT16, DT_UINT32,  DT_UINT64, DT_UINT8, DT_BF16,  DT_COMPLEX32};
  }
  static DeclaredTypes RealNumberType() {
    return {DT_DOUBLE, DT_FLOAT,  DT_FLOAT16, DT_INT16,  DT_INT32, DT_INT64,
            DT_INT8,   DT_UINT16, DT_UINT32,  DT_UINT64, DT_UINT8, DT_BF16};
  }
  static DeclaredTypes IndexNumberType() { return {DT_INT32, DT_INT64}; }
};

/// A prototype as a table: types by symbol, symbol by parameter.
struct Declaration {
  std::map<std::string, std::vector<DataType>> symbols;
  std::map<std::string, std::string> parameters;

  const std::vector<DataType> &of(const std::string &parameter) const { return symbols.at(parameters.at(parameter)); }
};
std::map<std::string, Declaration> &declarations() {
  static std::map<std::string, Declaration> all;
  return all;
}

class Recorder {
 public:
  explicit Recorder(const char *type) : declaration_(&declarations()[type]) {}
  Recorder &parameter(const char *name, const char *symbol) {
    declaration_->parameters[name] = symbol;
    return *this;
  }
  Recorder &parameter(const char *name, const DeclaredTypes &types) {
    declaration_->symbols[name] = types.types;
    return parameter(name, name);
  }
  Recorder &symbol(const char *name, const DeclaredTypes &types) {
    declaration_->symbols[name] = types.types;
    return *this;
  }
  struct Promoted {
    Promoted(std::initializer_list<const char *>) {}
  };
  Recorder &symbol(const char *, const Promoted &) { return *this; }
  Recorder &other() { return *this; }
  operator bool() const { return true; }

 private:
  Declaration *declaration_;
};

}  // namespace ge

#undef REG_OP
#undef INPUT
#undef OPTIONAL_INPUT
#undef DYNAMIC_INPUT
#undef OUTPUT
#undef ATTR
#undef REQUIRED_ATTR
#undef DATATYPE
#undef OP_END_FACTORY_REG
#define REG_OP(Type) [[maybe_unused]] const bool recorded_##Type = Recorder(#Type)
#define INPUT(name, ...) parameter(#name, __VA_ARGS__)
#define OPTIONAL_INPUT(name, ...) parameter(#name, __VA_ARGS__)
#define DYNAMIC_INPUT(name, ...) parameter(#name, __VA_ARGS__)
#define OUTPUT(name, ...) parameter(#name, __VA_ARGS__)
#define ATTR(name, ...) other()
#define REQUIRED_ATTR(name, ...) other()
#define DATATYPE(name, ...) symbol(#name, __VA_ARGS__)
#define OP_END_FACTORY_REG(Type) other();
#define TensorType DeclaredTypes
#define Promote Recorder::Promoted

#include "add/add_proto.h"
#include "cast/cast_proto.h"
#include "concat_v2/concat_v2_proto.h"
#include "gather_v2/gather_v2_proto.h"
#include "layer_norm/layer_norm_proto.h"
#include "mat_mul/mat_mul_proto.h"
#include "mul/mul_proto.h"
#include "neg/neg_proto.h"
#include "reduce_sum/reduce_sum_proto.h"
#include "relu/relu_proto.h"
#include "softmax_v2/softmax_v2_proto.h"
#include "transpose/transpose_proto.h"

#undef TensorType
#undef Promote

namespace opstrata::operators {
namespace {

using ge::DataType;

/// The code of a small whole number in a type; by the definitions of the types.
std::string code(DataType dtype, int number) {
  const auto bytes = [](auto v) { return std::string(reinterpret_cast<const char *>(&v), sizeof(v)); };
  const auto pick = [&](uint64_t minus_one, uint64_t zero, uint64_t one, uint64_t two, size_t size) {
    const uint64_t chosen = number < 0 ? minus_one : number == 0 ? zero : number == 1 ? one : two;
    return bytes(chosen).substr(0, size);
  };
  switch (dtype) {
    case ge::DT_FLOAT:
      return pick(0xBF800000, 0, 0x3F800000, 0x40000000, 4);
    case ge::DT_DOUBLE:
      return pick(0xBFF0000000000000, 0, 0x3FF0000000000000, 0x4000000000000000, 8);
    case ge::DT_FLOAT16:
      return pick(0xBC00, 0, 0x3C00, 0x4000, 2);
    case ge::DT_BF16:
      return pick(0xBF80, 0, 0x3F80, 0x4000, 2);
    case ge::DT_HIFLOAT8:
      return pick(0x88, 0, 0x08, 0x10, 1);
    case ge::DT_FLOAT8_E5M2:
      return pick(0xBC, 0, 0x3C, 0x40, 1);
    case ge::DT_FLOAT8_E4M3FN:
      return pick(0xB8, 0, 0x38, 0x40, 1);
    case ge::DT_FLOAT8_E8M0:
      return pick(0xFF, 0, 127, 128, 1);
    case ge::DT_FLOAT4_E2M1:
      return pick(0xA, 0, 2, 4, 1);
    case ge::DT_FLOAT4_E1M2:
      return pick(0xC, 0, 4, 7, 1);
    case ge::DT_INT4:
      return pick(0xF, 0, 1, 2, 1);
    case ge::DT_UINT1:
      return pick(1, 0, 1, 0, 1);
    case ge::DT_BOOL:
      return pick(1, 0, 1, 1, 1);
    case ge::DT_COMPLEX32:
      return code(ge::DT_FLOAT16, number) + code(ge::DT_FLOAT16, 0);
    case ge::DT_COMPLEX64:
      return code(ge::DT_FLOAT, number) + code(ge::DT_FLOAT, 0);
    case ge::DT_COMPLEX128:
      return code(ge::DT_DOUBLE, number) + code(ge::DT_DOUBLE, 0);
    case ge::DT_STRING: {
      static const std::string texts[] = {"-", "", "one", "oneone"};
      return bytes(keep_string(texts[number + 1].data(), texts[number + 1].size()));
    }
    default:
      return bytes(static_cast<int64_t>(number)).substr(0, static_cast<size_t>(ge::GetSizeByDataType(dtype)));
  }
}

/// Bits of the codes that are packed; 0 when they have whole bytes.
int packed(DataType dtype) { return std::max(ge::GetSizeByDataType(dtype) - ge::kDataTypeSizeBitOffset, 0); }

GoldenTensor tensor(DataType dtype, const std::vector<int64_t> &shape, const std::vector<int> &numbers) {
  GoldenTensor t = make_tensor<char>(dtype, shape, {});
  size_t bit = 0;
  for (int number : numbers) {
    const std::string c = code(dtype, number);
    if (packed(dtype) == 0) {
      t.data.insert(t.data.end(), c.begin(), c.end());
      continue;
    }
    if (bit % 8 == 0) t.data.push_back(0);
    t.data.back() = static_cast<char>(t.data.back() | (c[0] << (bit % 8)));
    bit += static_cast<size_t>(packed(dtype));
  }
  return t;
}

GoldenAttr attr(const char *name, char kind, std::vector<int64_t> values) {
  GoldenAttr a;
  a.name = name;
  a.kind = kind;
  a.ints = std::move(values);
  return a;
}

/// Runs one call; `attrs` beginning with '#' are directions (support/op_run.h).
void run(const std::string &type, DataType dtype, std::vector<GoldenTensor> in, std::vector<GoldenTensor> out,
         const std::vector<GoldenAttr> &attrs = {}) {
  GoldenCase c;
  c.name = type;
  c.inputs = std::move(in);
  c.outputs = std::move(out);
  c.attrs = attrs;
  for (const GoldenAttr &a : attrs) c.ints[a.name] = a.ints;
  const std::string problem = run_operator_case(type, c, {});
  EXPECT_EQ(problem, "") << type << " " << KernelCall::dtype_name(dtype);
}

GoldenTensor index(DataType dtype, const std::vector<int64_t> &shape, std::vector<int> values) {
  return tensor(dtype, shape, values);
}

class DeclaredTypes : public ::testing::Test {
 protected:
  static const ge::Declaration &of(const char *type) { return ge::declarations().at(type); }
};

TEST_F(DeclaredTypes, AreThoseOfTheTwelveOperators) {
  for (const char *type : {"Add", "Mul", "Neg", "Relu", "Cast", "MatMul", "SoftmaxV2", "ReduceSum", "Transpose",
                           "ConcatV2", "GatherV2", "LayerNorm"}) {
    EXPECT_EQ(ge::declarations().count(type), 1u) << type;
  }
  EXPECT_GE(of("Cast").of("x").size(), 29u);
  EXPECT_GE(of("ConcatV2").of("x").size(), 24u);
}

TEST_F(DeclaredTypes, ElementWise) {
  for (DataType t : of("Add").of("x1")) {
    const int two = t == ge::DT_BOOL ? 1 : 2;
    run("Add", t, {tensor(t, {3}, {0, 1, 1}), tensor(t, {3}, {1, 0, 1})}, {tensor(t, {3}, {1, 1, two})});
    run("Add", t, {tensor(t, {2, 1}, {0, 1}), tensor(t, {1, 2}, {0, 1})}, {tensor(t, {2, 2}, {0, 1, 1, two})});
  }
  for (DataType t : of("Mul").of("x1"))
    run("Mul", t, {tensor(t, {3}, {0, 1, 1}), tensor(t, {3}, {1, 0, 1})}, {tensor(t, {3}, {0, 0, 1})});
  for (DataType t : of("Neg").of("x")) {
    // Minus one of every declared type, and what is left of minus zero.
    run("Neg", t, {tensor(t, {2}, {1, -1})}, {[&] {
          GoldenTensor y = tensor(t, {2}, {-1, 1});
          if (t == ge::DT_COMPLEX64 || t == ge::DT_COMPLEX128) {
            const auto half = y.data.size() / 4;
            y.data[2 * half - 1] = y.data[4 * half - 1] = static_cast<char>(0x80);  // the imaginary parts are -0
          }
          return y;
        }()});
  }
  for (DataType t : of("Relu").of("x")) run("Relu", t, {tensor(t, {3}, {0, 1, 2})}, {tensor(t, {3}, {0, 1, 2})});
}

TEST_F(DeclaredTypes, CastInAllPairs) {
  for (DataType from : of("Cast").of("x")) {
    for (DataType to : of("Cast").of("y")) {
      run("Cast", to, {tensor(from, {3}, {1, 1, 1})}, {tensor(to, {3}, {1, 1, 1})}, {attr("dst_type", 'i', {to})});
    }
  }
}

TEST_F(DeclaredTypes, Products) {
  for (DataType t : of("MatMul").of("x1")) {
    run("MatMul", t, {tensor(t, {2, 2}, {1, 0, 1, 1}), tensor(t, {2, 2}, {0, 1, 1, 0}), tensor(t, {2}, {0, 1})},
        {tensor(t, {2, 2}, {0, 2, 1, 2})}, {attr("transpose_x1", 'b', {0}), attr("transpose_x2", 'b', {0})});
  }
}

TEST_F(DeclaredTypes, Reductions) {
  for (DataType t : of("SoftmaxV2").of("x"))
    run("SoftmaxV2", t, {tensor(t, {2, 1}, {2, 1})}, {tensor(t, {2, 1}, {1, 1})}, {attr("axes", 'l', {-1})});
  for (DataType i : of("ReduceSum").of("axes")) {
    for (DataType t : of("ReduceSum").of("x")) {
      run("ReduceSum", t, {tensor(t, {2, 2}, {1, 1, 0, 1}), index(i, {1}, {1})}, {tensor(t, {2}, {2, 1})},
          {attr("keep_dims", 'b', {0}), attr("noop_with_empty_axes", 'b', {1}), attr("#host", 'l', {1})});
    }
  }
  for (DataType t : of("LayerNorm").of("x")) {
    GoldenAttr epsilon = attr("epsilon", 'f', {});
    epsilon.reals = {1.0};
    run("LayerNorm", t, {tensor(t, {1, 2}, {2, 2}), tensor(t, {2}, {1, 1}), tensor(t, {2}, {0, 1})},
        {tensor(t, {1, 2}, {0, 1}), tensor(t, {1, 1}, {2}), tensor(t, {1, 1}, {0})},
        {attr("begin_norm_axis", 'i', {1}), attr("begin_params_axis", 'i', {1}), epsilon});
  }
}

TEST_F(DeclaredTypes, Moves) {
  for (DataType i : of("Transpose").of("perm")) {
    for (DataType t : of("Transpose").of("x")) {
      run("Transpose", t, {tensor(t, {2, 3}, {0, 1, 0, 1, 1, 0}), index(i, {2}, {1, 0})},
          {tensor(t, {3, 2}, {0, 1, 1, 1, 0, 0})}, {attr("#host", 'l', {1})});
    }
  }
  for (DataType i : of("ConcatV2").of("concat_dim")) {
    for (DataType t : of("ConcatV2").of("x")) {
      run("ConcatV2", t, {tensor(t, {2}, {0, 1}), tensor(t, {1}, {1}), index(i, {}, {0})}, {tensor(t, {3}, {0, 1, 1})},
          {attr("N", 'i', {2}), attr("#in", 'l', {2, -1}), attr("#host", 'l', {2})});
    }
  }
  for (DataType i : of("GatherV2").of("indices")) {
    for (DataType t : of("GatherV2").of("x")) {
      for (DataType a : of("GatherV2").of("axis")) {
        run("GatherV2", t, {tensor(t, {3}, {0, 1, 1}), index(i, {2}, {1, 0}), index(a, {}, {0})},
            {tensor(t, {2}, {1, 0})},
            {attr("batch_dims", 'i', {0}), attr("is_preprocessed", 'b', {0}), attr("negative_index_support", 'b', {0}),
             attr("#host", 'l', {2})});
      }
    }
  }
}

}  // namespace
}  // namespace opstrata::operators
