"""Numbers and nested lists in place of tensors: they become constants (es-api section 11.4)."""
from typing import Any, List, Union

__all__ = ["Number", "TensorLike", "convert_to_tensor_holder", "resolve_builder"]

Number = Union[int, float]
#: A number or a nested list of numbers.
TensorLike = Union[Number, List[Any]]


def _shape_of(value, path="the list"):
    """Shape of a nested list; ValueError when it is not rectangular, TypeError when an element is no number."""
    if not isinstance(value, (list, tuple)):
        if not isinstance(value, (int, float)):
            raise TypeError(f"{path} holds a {type(value).__name__}; only numbers and lists of them become a tensor")
        return []
    shapes = [_shape_of(item, f"{path}[{i}]") for i, item in enumerate(value)]
    for i, shape in enumerate(shapes):
        if shape != shapes[0]:
            raise ValueError(f"{path} is not rectangular: element 0 has shape {shapes[0]}, element {i} has {shape}")
    return [len(value)] + (shapes[0] if shapes else [])


def _flatten(value, out):
    for item in value:
        if isinstance(item, (list, tuple)):
            _flatten(item, out)
        else:
            out.append(item)
    return out


def convert_to_tensor_holder(value, builder):
    """``None`` and holders as they are; int (also bool) as int64 scalar, float as float scalar, nested lists as a float constant
    when any element is a float, else int64. The empty list is an int64 constant of shape [0]."""
    from ge.es.tensor_holder import TensorHolder
    if value is None or isinstance(value, TensorHolder):
        return value
    if isinstance(value, int):
        return builder.create_scalar_int64(int(value))
    if isinstance(value, float):
        return builder.create_scalar_float(value)
    if not isinstance(value, (list, tuple)):
        raise TypeError(f"a {type(value).__name__} cannot become a tensor; possible are holders, numbers and nested lists of numbers")
    shape = _shape_of(value)
    flat = _flatten(value, [])
    if any(isinstance(item, float) for item in flat):
        return builder.create_const_float([float(item) for item in flat], shape)
    return builder.create_const_int64([int(item) for item in flat], shape)


def _builder_of(value):
    from ge.es.graph_builder import GraphBuilder
    from ge.es.tensor_holder import TensorHolder
    if isinstance(value, GraphBuilder):
        return value
    if isinstance(value, TensorHolder):
        return value.get_owner_builder()
    if isinstance(value, (list, tuple)):
        return next((found for found in map(_builder_of, value) if found is not None), None)
    return None


def resolve_builder(*values):
    """The first builder found among builders, holders and lists of holders. ValueError when there is none."""
    found = _builder_of(values)
    if found is None:
        raise ValueError("no argument tells the graph builder: give a tensor of the graph, or owner_builder")
    return found
