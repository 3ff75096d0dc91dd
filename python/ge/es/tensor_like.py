"""Numbers and nested lists in place of tensors: they become constants (es-api section 11.4)."""
import sys
from typing import Any, List, Union

if sys.version_info >= (3, 8):
    from typing import Protocol
else:
    Protocol = object

from ge.graph.tensor import Tensor
from ge.graph.types import DataType

__all__ = ["Number", "TensorLike", "convert_to_tensor_holder", "resolve_builder"]

Number = Union[int, float]


class Array(Protocol):
    """What a numpy array or scalar has, and what is used of it; numpy itself is never imported."""

    @property
    def dtype(self) -> Any: ...

    @property
    def shape(self) -> Any: ...

    def astype(self, dtype: Any) -> Any: ...

    def tobytes(self) -> bytes: ...


#: A number, a nested list of numbers, or a numpy array.
TensorLike = Union[Number, List[Any], Array]

#: Element types of numpy arrays whose bytes are those of a data type. Double precision becomes single, as Python's floats do.
_NUMPY_TYPES = {"bool": DataType.DT_BOOL, "int8": DataType.DT_INT8, "int16": DataType.DT_INT16, "int32": DataType.DT_INT32,
                "int64": DataType.DT_INT64, "uint8": DataType.DT_UINT8, "uint16": DataType.DT_UINT16, "uint32": DataType.DT_UINT32,
                "uint64": DataType.DT_UINT64, "float16": DataType.DT_FLOAT16, "float32": DataType.DT_FLOAT,
                "complex64": DataType.DT_COMPLEX64, "complex128": DataType.DT_COMPLEX128}


def is_array(value):
    """Whether ``value`` is an array or scalar of numpy, or behaves like one."""
    return all(hasattr(value, name) for name in ("dtype", "shape", "astype", "tobytes"))


def _array_constant(value, builder):
    """The array as a constant of its own element type and shape, whatever its layout in memory."""
    name = value.dtype.name
    if name == "float64":
        value, name = value.astype("float32"), "float32"
    if name not in _NUMPY_TYPES:
        raise TypeError(f"an array of {name} cannot become a tensor; possible are {', '.join(_NUMPY_TYPES)} and float64")
    native = value.astype(value.dtype.newbyteorder("="))
    return builder.create_const(Tensor.from_bytes(native.tobytes(), _NUMPY_TYPES[name], [int(dim) for dim in value.shape]))


def _shape_of(value, path="the list"):
    """Shape of a nested list; ValueError when it is not rectangular, TypeError when an element is no number."""
    if not isinstance(value, (list, tuple)):
        if not isinstance(value, (int, float)) and not (is_array(value) and value.shape == () and isinstance(value.item(), (int, float))):
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
            out.append(item if isinstance(item, (int, float)) else item.item())
    return out


def convert_to_tensor_holder(value, builder):
    """``None`` and holders as they are; int (also bool) as int64 scalar, float as float scalar, nested lists as a float constant
    when any element is a float, else int64. The empty list is an int64 constant of shape [0]. Arrays and scalars of numpy keep
    shape and element type, but float64 becomes float32."""
    from ge.es.tensor_holder import TensorHolder
    if value is None or isinstance(value, TensorHolder):
        return value
    if is_array(value):
        return _array_constant(value, builder)
    if isinstance(value, int):
        return builder.create_scalar_int64(int(value))
    if isinstance(value, float):
        return builder.create_scalar_float(value)
    if not isinstance(value, (list, tuple)):
        raise TypeError(f"a {type(value).__name__} cannot become a tensor; possible are holders, numbers, nested lists of numbers and "
                        "numpy arrays")
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
