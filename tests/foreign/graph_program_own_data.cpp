// A graph program that defines the inputs itself: the companion headers must leave them to it.
#include "experiment_ops.h"
#include "graph.h"
#include "graph/operator_reg.h"
#include "nn_other.h"

namespace ge {
REG_OP(Data).INPUT(x, TensorType::ALL()).OUTPUT(y, TensorType::ALL()).ATTR(index, Int, 0).OP_END_FACTORY_REG(Data)
REG_OP(Const).OUTPUT(y, TensorType::ALL()).ATTR(value, Tensor, Tensor()).OP_END_FACTORY_REG(Const)
}  // namespace ge

int main() {
  auto data = ge::op::Data("data").set_attr_index(0);
  auto shape = ge::op::Const("shape");
  auto reshape = ge::op::Reshape("reshape").set_input_x(data).set_input_shape(shape);
  ge::Graph graph("own");
  std::vector<ge::Operator> inputs{data}, outputs{reshape};
  graph.SetInputs(inputs).SetOutputs(outputs);
  return graph.IsValid() ? 0 : 1;
}
