"""One output of a node in a graph under construction."""
import ctypes

from ge._capi import graph_wrapper as _native
from ge._capi.pyes_graph_builder_wrapper import esb_lib, get_arithmetic, recent_error
from ge.graph.node import Node
from ge.graph.tensor import _dims
from ge.graph.types import DataType, Format

__all__ = ["TensorHolder"]


class TensorHolder:
    """A tensor of a graph under construction; it keeps its builder alive. Comes from a builder or an operator function."""

    # numpy must not spread `array * holder` over the array's elements.
    __array_ufunc__ = None

    def __init__(self, *_):
        raise RuntimeError("a TensorHolder comes from a GraphBuilder or an operator function")

    @classmethod
    def _create_from(cls, handle, builder):
        """A holder over the handle of a C function. ValueError for a null handle."""
        if not handle:
            raise ValueError("there is no tensor handle: " + recent_error("the library refused"))
        holder = cls.__new__(cls)
        holder._handle, holder._builder = handle, builder
        return holder

    def get_owner_builder(self):
        return self._builder

    def _producer(self):
        node = esb_lib.EsGetProducer(self._handle)
        return Node._adopt(_native.lib.GePyNodeCopyHandle(ctypes.cast(node, ctypes.c_void_p)), self._builder)

    @property
    def name(self):
        """Name of the node that produces the tensor."""
        return self._producer().name

    def _checked(self, code, what):
        if code != 0:
            raise RuntimeError(f"{what}: {recent_error('the library refused')}")
        return self

    def set_data_type(self, data_type):
        self._builder._require_open("set_data_type")
        return self._checked(esb_lib.EsSetDataType(self._handle, DataType(data_type)), "cannot set the data type")

    def set_format(self, format):
        self._builder._require_open("set_format")
        return self._checked(esb_lib.EsSetFormat(self._handle, Format(format)), "cannot set the format")

    def set_shape(self, shape):
        self._builder._require_open("set_shape")
        dims = _dims(shape)
        return self._checked(esb_lib.EsSetShape(self._handle, (ctypes.c_int64 * len(dims))(*dims), len(dims)), "cannot set the shape")

    def _arithmetic(self, name, other, reflected=False):
        from ge.es.tensor_like import convert_to_tensor_holder
        self._builder._require_open("arithmetic")
        other = convert_to_tensor_holder(other, self._builder)
        if not isinstance(other, TensorHolder):
            raise TypeError("an operand is missing")
        if other._builder is not self._builder:
            raise ValueError("the operands belong to different builders")
        first, second = (other, self) if reflected else (self, other)
        handle = get_arithmetic(name)(first._handle, second._handle)
        if not handle:
            raise RuntimeError(f"{name}: {recent_error('the library refused')}")
        result = TensorHolder._create_from(handle, self._builder)
        self._builder._apply_scope_infos_to_node(result)
        return result

    def _operand(self, name, other, reflected=False):
        from ge.es.tensor_like import is_array
        if isinstance(other, (TensorHolder, int, float, list, tuple)) or is_array(other):
            return self._arithmetic(name, other, reflected)
        return NotImplemented

    def add(self, other):
        return self._arithmetic("EsAdd", other)

    def sub(self, other):
        return self._arithmetic("EsSub", other)

    def mul(self, other):
        return self._arithmetic("EsMul", other)

    def div(self, other):
        return self._arithmetic("EsDiv", other)

    def __add__(self, other):
        return self._operand("EsAdd", other)

    def __radd__(self, other):
        return self._operand("EsAdd", other, True)

    def __sub__(self, other):
        return self._operand("EsSub", other)

    def __rsub__(self, other):
        return self._operand("EsSub", other, True)

    def __mul__(self, other):
        return self._operand("EsMul", other)

    def __rmul__(self, other):
        return self._operand("EsMul", other, True)

    def __truediv__(self, other):
        return self._operand("EsDiv", other)

    def __rtruediv__(self, other):
        return self._operand("EsDiv", other, True)

    def __repr__(self):
        return f"TensorHolder({self.name!r})"
