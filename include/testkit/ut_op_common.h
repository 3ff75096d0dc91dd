/// @file
/// Runs registered inference functions on graph operators (op-test-kit-api section 22): tensors, constants and attributes are
/// read from the operator, results are written to its output descriptions.
#ifndef OPSTRATA_TESTKIT_UT_OP_COMMON_H_
#define OPSTRATA_TESTKIT_UT_OP_COMMON_H_

#include <string>
#include <vector>

#include "context_para.h"
#include "graph/operator.h"
#include "infer_datatype_context_faker.h"
#include "infershape_context_faker.h"
#include "infershape_test_util.h"

/// What the operator object does not tell.
struct Runtime2TestParam {
  std::vector<std::string> attrs;     ///< names in the order of the definition
  std::vector<bool> input_const = {}; ///< inputs whose value the function may read
  std::vector<uint32_t> irnum = {};   ///< instances of each IR input; empty: one each
};

namespace opstrata_testkit {

/// Appends the attribute `name`, whatever its type; false when the operator has none.
template <typename Faker, typename T, typename... Rest>
bool AppendAttrOf(const ge::Operator &op, const std::string &name, Faker &faker) {
  T value{};
  if (op.GetAttr(name.c_str(), value) == ge::GRAPH_SUCCESS) {
    faker.Attr(name, value);
    return true;
  }
  if constexpr (sizeof...(Rest) > 0) {
    return AppendAttrOf<Faker, Rest...>(op, name, faker);
  } else {
    return false;
  }
}

/// Operator type, counts and attributes; false when an attribute is missing or the type has no functions.
template <typename Faker>
const gert::OpImplKernelRegistry::OpImplFunctionsV2 *DescribeOperator(const ge::Operator &op, const Runtime2TestParam &param,
                                                                      const gert::OpImplSpaceRegistryV2 &registry, Faker &faker) {
  ge::AscendString type;
  (void)op.GetOpType(type);
  faker.SetOpType(type.GetString());
  faker.NodeIoNum(op.GetInputsSize(), op.GetOutputsSize());
  if (!param.irnum.empty()) faker.IrInstanceNum(param.irnum);
  for (const std::string &name : param.attrs) {
    if (!AppendAttrOf<Faker, int64_t, float, bool, ge::AscendString, std::vector<int64_t>, std::vector<float>, std::vector<bool>,
                      std::vector<ge::AscendString>, std::vector<std::vector<int64_t>>>(op, name, faker)) {
      return nullptr;
    }
  }
  return registry.GetOpImpl(type.GetString());
}

}  // namespace opstrata_testkit

/// Runs the shape function; GRAPH_FAILED also when there is none or an attribute named in `param` is missing.
inline ge::graphStatus InferShapeTest(ge::Operator &op, const Runtime2TestParam &param) {
  const auto registry = opstrata::op_impls_in_force();
  gert::InferShapeContextFaker faker;
  const auto *functions = opstrata_testkit::DescribeOperator(op, param, *registry, faker);
  if (functions == nullptr || functions->infer_shape == nullptr) return ge::GRAPH_FAILED;
  std::vector<opstrata_testkit::TensorDescription> descriptions;
  std::vector<ge::Tensor> constants(op.GetInputsSize());
  for (size_t i = 0; i < op.GetInputsSize(); ++i) {
    const ge::TensorDesc desc = op.GetInputDesc(static_cast<uint32_t>(i));
    const gert::StorageShape shape = CreateStorageShape(desc.GetShape().GetDims());
    ge::AscendString name;
    void *value = nullptr;
    if (i < param.input_const.size() && param.input_const[i] && desc.GetName(name) == ge::GRAPH_SUCCESS &&
        op.GetInputConstData(name.GetString(), constants[i]) == ge::GRAPH_SUCCESS) {
      value = constants[i].GetData();
    }
    descriptions.emplace_back(shape, desc.GetDataType(), desc.GetFormat(), value != nullptr, value);
  }
  const opstrata_testkit::OwnedTensors tensors(descriptions);
  auto holder = faker.InputTensors(tensors.pointers).Build();
  const ge::graphStatus status = functions->infer_shape(holder.GetContext());
  if (status != ge::GRAPH_SUCCESS) return status;
  for (size_t i = 0; i < op.GetOutputsSize(); ++i) {
    ge::TensorDesc desc = op.GetOutputDesc(static_cast<uint32_t>(i));
    const gert::Shape *shape = holder.GetContext()->GetOutputShape(i);
    std::vector<int64_t> dims;
    for (size_t k = 0; shape != nullptr && k < shape->GetDimNum(); ++k) dims.push_back(shape->GetDim(k));
    desc.SetShape(ge::Shape(dims));
    desc.SetOriginShape(ge::Shape(dims));
    (void)op.UpdateOutputDesc(static_cast<uint32_t>(i), desc);
  }
  return status;
}
inline ge::graphStatus InferShapeTest(ge::Operator &op) { return InferShapeTest(op, Runtime2TestParam()); }

/// The same for the data type function.
inline ge::graphStatus InferDataTypeTest(ge::Operator &op, const Runtime2TestParam &param) {
  const auto registry = opstrata::op_impls_in_force();
  gert::InferDataTypeContextFaker faker;
  const auto *functions = opstrata_testkit::DescribeOperator(op, param, *registry, faker);
  if (functions == nullptr || functions->infer_datatype == nullptr) return ge::GRAPH_FAILED;
  for (size_t i = 0; i < op.GetInputsSize(); ++i) {
    const ge::TensorDesc desc = op.GetInputDesc(static_cast<uint32_t>(i));
    faker.NodeInputTd(static_cast<int32_t>(i), desc.GetDataType(), desc.GetFormat(), desc.GetFormat());
  }
  auto holder = faker.Build();
  const ge::graphStatus status = functions->infer_datatype(holder.GetContext());
  for (size_t i = 0; status == ge::GRAPH_SUCCESS && i < op.GetOutputsSize(); ++i) {
    ge::TensorDesc desc = op.GetOutputDesc(static_cast<uint32_t>(i));
    desc.SetDataType(holder.GetContext()->GetOutputDataType(i));
    (void)op.UpdateOutputDesc(static_cast<uint32_t>(i), desc);
  }
  return status;
}
inline ge::graphStatus InferDataTypeTest(ge::Operator &op) { return InferDataTypeTest(op, Runtime2TestParam()); }

#endif  // OPSTRATA_TESTKIT_UT_OP_COMMON_H_
