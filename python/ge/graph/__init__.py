"""Graphs, nodes, tensors and the enumerations of the interface."""
from ge.graph.graph import Graph
from ge.graph.node import Node
from ge.graph.tensor import Shape, Tensor, TensorDesc
from ge.graph.types import AttrValueType, DataType, DumpFormat, Format, Placement

__all__ = ["Graph", "Node", "Tensor", "TensorDesc", "Shape", "DataType", "Format", "Placement", "AttrValueType", "DumpFormat"]
