"""Checks an ONNX model with onnx.checker and lists what it holds, one line per item (for dumps_test.cc)."""
import sys

import onnx
from onnx import TensorProto, numpy_helper


def type_text(value):
    tensor = value.type.tensor_type
    dims = [str(d.dim_value) if d.HasField("dim_value") else d.dim_param or "?" for d in tensor.shape.dim]
    return f"{value.name} {TensorProto.DataType.Name(tensor.elem_type)}[{','.join(dims)}]"


def attribute_text(attr):
    kind = onnx.AttributeProto.AttributeType.Name(attr.type)
    if kind in ("GRAPH", "GRAPHS"):
        return f"{attr.name}:{kind}"
    value = onnx.helper.get_attribute_value(attr)
    if kind == "TENSOR":
        value = numpy_helper.to_array(value).tolist()
    if kind == "TENSORS":
        value = [numpy_helper.to_array(t).tolist() for t in value]
    return f"{attr.name}:{kind}={value}"


def listing(graph, indent=""):
    print(f"{indent}graph {graph.name}")
    indent += "  "
    for value in graph.input:
        print(f"{indent}input {type_text(value)}")
    for tensor in graph.initializer:
        print(f"{indent}initializer {tensor.name} {TensorProto.DataType.Name(tensor.data_type)}{list(tensor.dims)} "
              f"{numpy_helper.to_array(tensor).tolist()}")
    for node in graph.node:
        attributes = " ".join(attribute_text(a) for a in node.attribute)
        print(f"{indent}node {node.domain or 'onnx'}.{node.op_type} {list(node.input)} -> {list(node.output)} {attributes}".rstrip())
        for attr in node.attribute:
            for sub in [attr.g] if attr.type == onnx.AttributeProto.GRAPH else attr.graphs:
                listing(sub, indent + "  ")
    for value in graph.output:
        print(f"{indent}output {type_text(value)} {value.doc_string}".rstrip())


model = onnx.load(sys.argv[1])
onnx.checker.check_model(model)
print(f"ir {model.ir_version} opsets {sorted((o.domain or 'onnx', o.version) for o in model.opset_import)}")
listing(model.graph)
