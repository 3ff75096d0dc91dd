// A graph program: short names of headers, operators linked by their setters, every input with the index 0, run by a session.
#include <cstdint>
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include "array_ops.h"
#include "experiment_ops.h"
#include "ge_api.h"
#include "ge_api_types.h"
#include "ge_error_codes.h"
#include "ge_ir_build.h"
#include "graph.h"
#include "nn_other.h"
#include "tensor.h"
#include "types.h"

#include "halve/halve_proto.h"

#define FAILED -1
#define SUCCESS 0

using namespace ge;

static Tensor Floats(const std::vector<int64_t> &dims, const std::vector<float> &values, TensorDesc &desc) {
  desc = TensorDesc(Shape(dims), FORMAT_ND, DT_FLOAT);
  desc.SetRealDimCnt(static_cast<int64_t>(dims.size()));
  desc.SetPlacement(kPlacementHost);
  return Tensor(desc, reinterpret_cast<const uint8_t *>(values.data()), values.size() * sizeof(float));
}

int main() {
  std::map<AscendString, AscendString> options = {{"ge.exec.deviceId", "0"}, {"ge.graphRunMode", "1"}};
  if (GEInitialize(options) != SUCCESS) return 1;
  TensorDesc desc, offsetDesc;
  std::vector<Tensor> feed = {Floats({2, 2}, {2, 4, 6, 8}, desc), Floats({1}, {1}, offsetDesc)};

  Graph graph("halve");
  auto x = op::Data("x").set_attr_index(0);
  x.update_input_desc_x(desc);
  x.update_output_desc_y(desc);
  auto offset = op::Data("offset").set_attr_index(0);
  offset.update_input_desc_x(offsetDesc);
  offset.update_output_desc_y(offsetDesc);
  auto halve = op::Halve("halve");
  halve.set_input_x(x);
  halve.set_input_offset(offset);
  halve.set_attr_times(3);
  halve.update_output_desc_y(desc);
  graph.AddOp(x);
  graph.AddOp(offset);
  std::vector<Operator> inputs{x, offset}, outputs{halve};
  graph.SetInputs(inputs).SetOutputs(outputs);

  options[AscendString(OO_CONSTANT_FOLDING)] = "false";
  Session session(options);
  std::vector<Tensor> result;
  Status status = session.AddGraph(0, graph, options);
  if (status == SUCCESS) status = session.RunGraph(0, feed, result);
  if (status != SUCCESS || result.size() != 1) {
    std::cout << "status " << status << ": " << GEGetErrorMsgV2().GetString() << std::endl;
    return 2;
  }
  const float expected[4] = {4, 7, 10, 13};  // x / 2 * 3 + offset
  const auto *values = reinterpret_cast<const float *>(result[0].GetData());
  for (int i = 0; i < 4; ++i) {
    if (values[i] != expected[i]) {
      std::cout << "element " << i << ": " << values[i] << std::endl;
      return 3;
    }
  }
  if (GEFinalize() != SUCCESS) return FAILED;
  std::cout << "graph program ok" << std::endl;
  return 0;
}
