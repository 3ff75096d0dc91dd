"""Building graphs: inputs, constants, attributes, outputs; scopes for attributes and control edges."""
import contextlib
import ctypes
import enum
import threading

from ge._capi.pyes_graph_builder_wrapper import ELEMENTS, EsCTensorHolderPtr, esb_lib, recent_error
from ge.es.tensor_holder import TensorHolder
from ge.graph.graph import Graph
from ge.graph.tensor import Tensor, _count, _dims
from ge.graph.types import DataType, Format

__all__ = ["GraphBuilder", "InputType", "attr_scope", "control_dependency_scope"]

_RANGES = {"Int64": (-(1 << 63), (1 << 63) - 1), "Int32": (-(1 << 31), (1 << 31) - 1), "UInt64": (0, (1 << 64) - 1),
           "UInt32": (0, (1 << 32) - 1)}


class InputType(enum.Enum):
    """Kinds of graph inputs."""

    DATA = "Data"
    REF_DATA = "RefData"
    AIPP_DATA = "AippData"
    ANY_DATA = "AnyData"


class _Scopes(threading.local):
    def __init__(self):
        self.attrs = {}
        self.controls = []


_scopes = _Scopes()


@contextlib.contextmanager
def attr_scope(attrs):
    """Every node made inside gets these attributes. Nested scopes merge, inner values win; the scope belongs to this thread."""
    if not isinstance(attrs, dict):
        raise TypeError(f"attr_scope needs a dict, not {type(attrs).__name__}")
    before = _scopes.attrs
    _scopes.attrs = {**before, **attrs}
    try:
        yield
    finally:
        _scopes.attrs = before


@contextlib.contextmanager
def control_dependency_scope(holders):
    """Every node made inside runs after the producers of these holders. Nested lists are joined; the scope belongs to this thread."""
    holders = list(holders)
    for holder in holders:
        _require_holder(holder)
    before = _scopes.controls
    _scopes.controls = before + holders
    try:
        yield
    finally:
        _scopes.controls = before


def _require_holder(value):
    if not isinstance(value, TensorHolder):
        raise TypeError(f"a TensorHolder is needed, not {type(value).__name__}")
    return value


def _require(value, kind, what):
    # bool is an int, but never meant as one.
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise TypeError(f"{what} must be {kind.__name__}, not {type(value).__name__}")
    return value


def _number(kind, value):
    if isinstance(value, (list, tuple, str)) or not isinstance(value, (int, float)) and not hasattr(value, "__index__") \
            and not hasattr(value, "__float__"):
        raise TypeError(f"a number is needed, not {type(value).__name__}")
    if kind == "Float":
        return float(value)
    number = int(value)
    low, high = _RANGES[kind]
    if not low <= number <= high:
        raise ValueError(f"{value} does not fit {kind.lower()} ({low} to {high})")
    return number


class GraphBuilder:
    """Builds one graph. After ``build_and_reset`` it creates and sets nothing more."""

    def __init__(self, name=None):
        self._handle = None
        if name is not None:
            _require(name, str, "name")
        self._name = "graph" if name is None else name
        self._built = False
        self._finished = []  # handles of the graphs before: their tensors may still be around
        self._handle = self._create()

    def _create(self):
        handle = esb_lib.EsCreateGraphBuilder(self._name.encode())
        if not handle:
            raise RuntimeError("cannot make a graph builder: " + recent_error("out of memory"))
        return handle

    def restart(self, name=None):
        """Starts another graph with nothing in it. What was built stays what it is; tensors of the graph before are refused from now on."""
        if name is not None:
            _require(name, str, "name")
            self._name = name
        self._finished.append(self._handle)
        self._handle = self._create()
        self._built = False

    def __del__(self):
        for handle in (*getattr(self, "_finished", ()), getattr(self, "_handle", None)):
            if handle:
                esb_lib.EsDestroyGraphBuilder(handle)
        self._handle, self._finished = None, []

    def __copy__(self):
        raise RuntimeError("a GraphBuilder cannot be copied")

    def __deepcopy__(self, memo):
        raise RuntimeError("a GraphBuilder cannot be copied")

    @property
    def name(self):
        return self._name

    def _require_open(self, what):
        if self._built:
            raise RuntimeError(f"{what}: the graph '{self._name}' is built already")

    def _holder(self, handle, what):
        if not handle:
            raise RuntimeError(f"{what}: {recent_error('the library refused')}")
        holder = TensorHolder._create_from(handle, self)
        self._apply_scope_infos_to_node(holder)
        return holder

    def _check(self, code, what):
        if code != 0:
            raise RuntimeError(f"{what}: {recent_error('the library refused')}")

    def _apply_scope_infos_to_node(self, holder):
        """Gives the producer of ``holder`` the attributes and control edges of the scopes around."""
        for name, value in _scopes.attrs.items():
            holder._producer().set_attr(name, value)
        controls = [c for c in _scopes.controls if c is not holder]
        if controls:
            self.add_control_dependency(holder, controls)

    # --- Inputs, constants, variables ------------------------------------------------------------------------------

    def create_input(self, index, *, name=None, type_str=InputType.DATA, data_type=DataType.DT_FLOAT, format=Format.FORMAT_ND, shape=None):
        """Graph input ``index``; by default a float scalar named ``input_<index>``."""
        self._require_open("create_input")
        _require(index, int, "index")
        if name is not None:
            _require(name, str, "name")
        kind = type_str.value if isinstance(type_str, InputType) else _require(type_str, str, "type_str")
        dims = None if shape is None else _dims(shape)
        array = None if dims is None else (ctypes.c_int64 * len(dims))(*dims)
        handle = esb_lib.EsCreateGraphInputWithDetails(self._handle, index, None if name is None else name.encode(), kind.encode(),
                                                       DataType(data_type), Format(format), array, len(dims or ()))
        return self._holder(handle, f"cannot create input {index}")

    def create_inputs(self, num, start_index=0):
        """Inputs ``start_index`` to ``start_index + num - 1``."""
        if isinstance(num, bool) or not isinstance(num, int) or num <= 0:
            raise TypeError("num must be a positive int")
        if isinstance(start_index, bool) or not isinstance(start_index, int) or start_index < 0:
            raise TypeError("start_index must be an int of at least 0")
        return [self.create_input(i) for i in range(start_index, start_index + num)]

    def _create_const(self, kind, value, shape):
        self._require_open("create_const")
        values = list(value) if isinstance(value, (list, tuple)) else [value]
        if shape is None:
            shape = [len(values)] if isinstance(value, (list, tuple)) else []
        dims = _dims(shape)
        numbers = [_number(kind, v) for v in values]
        if _count(dims) != len(numbers):
            raise ValueError(f"shape {dims} holds {_count(dims)} elements, but there are {len(numbers)}")
        # One element more than needed: an empty constant still has an address.
        array = (ELEMENTS[kind] * (len(numbers) + 1))(*numbers)
        create = getattr(esb_lib, "EsCreateConst" + kind)
        return self._holder(create(self._handle, array, (ctypes.c_int64 * len(dims))(*dims), len(dims)), "cannot create the constant")

    def create_const_int64(self, value, shape=None):
        return self._create_const("Int64", value, shape)

    def create_const_int32(self, value, shape=None):
        return self._create_const("Int32", value, shape)

    def create_const_uint64(self, value, shape=None):
        return self._create_const("UInt64", value, shape)

    def create_const_uint32(self, value, shape=None):
        return self._create_const("UInt32", value, shape)

    def create_const_float(self, value, shape=None):
        return self._create_const("Float", value, shape)

    def _create_vector(self, kind, value):
        self._require_open("create_vector")
        _require(value, list, "value")
        array = (ELEMENTS[kind] * (len(value) + 1))(*(_number(kind, v) for v in value))
        return self._holder(getattr(esb_lib, "EsCreateVector" + kind)(self._handle, array, len(value)), "cannot create the vector")

    def create_vector_int64(self, value):
        return self._create_vector("Int64", value)

    def create_vector_int32(self, value):
        return self._create_vector("Int32", value)

    def create_vector_uint64(self, value):
        return self._create_vector("UInt64", value)

    def create_vector_uint32(self, value):
        return self._create_vector("UInt32", value)

    def create_vector_float(self, value):
        return self._create_vector("Float", value)

    def _create_scalar(self, kind, value):
        self._require_open("create_scalar")
        return self._holder(getattr(esb_lib, "EsCreateScalar" + kind)(self._handle, _number(kind, value)), "cannot create the scalar")

    def create_scalar_int64(self, value):
        return self._create_scalar("Int64", value)

    def create_scalar_int32(self, value):
        return self._create_scalar("Int32", value)

    def create_scalar_uint64(self, value):
        return self._create_scalar("UInt64", value)

    def create_scalar_uint32(self, value):
        return self._create_scalar("UInt32", value)

    def create_scalar_float(self, value):
        return self._create_scalar("Float", value)

    def create_const(self, tensor):
        """A constant with the bytes of a host `Tensor`, whatever its data type."""
        self._require_open("create_const")
        _require(tensor, Tensor, "tensor")
        desc, _, data, size = tensor._view()
        array = (ctypes.c_int64 * len(desc.shape))(*desc.shape)
        # Without bytes the address is of no matter, but it must not be null.
        handle = esb_lib.EsCreateConstFromData(self._handle, data if size else ctypes.addressof(array), array, len(desc.shape),
                                               desc.data_type, desc.format)
        return self._holder(handle, "cannot create the constant")

    def set_next_node_name(self, name):
        """Name of the next constant or operator node; without it the node is called ``<type>_<number>``."""
        self._require_open("set_next_node_name")
        _require(name, str, "name")
        self._check(esb_lib.EsSetNextNodeName(self._handle, name.encode()), "cannot set the name")

    def create_variable(self, index, name):
        """A variable; variables of one name share their value."""
        self._require_open("create_variable")
        _require(index, int, "index")
        _require(name, str, "name")
        return self._holder(esb_lib.EsCreateVariable(self._handle, index, name.encode()), f"cannot create variable '{name}'")

    # --- Outputs, attributes, control edges ------------------------------------------------------------------------

    def set_graph_output(self, tensor, output_index):
        self._require_open("set_graph_output")
        _require_holder(tensor)
        _require(output_index, int, "output_index")
        self._check(esb_lib.EsSetGraphOutput(tensor._handle, output_index), f"cannot set output {output_index}")

    def _set_attr(self, owner, handle, kind, name, value):
        self._require_open("setting an attribute")
        _require(name, str, "name")
        if kind == "Int64":
            value = _number("Int64", _require(value, int, "value"))
        elif kind == "String":
            value = _require(value, str, "value").encode()
            if b"\0" in value:
                raise ValueError("a string attribute cannot hold a zero byte")
        else:
            _require(value, bool, "value")
        code = getattr(esb_lib, f"EsSet{kind}AttrFor{owner}")(handle, name.encode(), value)
        self._check(code, f"cannot set attribute '{name}'")

    def set_graph_attr_int64(self, name, value):
        self._set_attr("Graph", self._handle, "Int64", name, value)

    def set_graph_attr_string(self, name, value):
        self._set_attr("Graph", self._handle, "String", name, value)

    def set_graph_attr_bool(self, name, value):
        self._set_attr("Graph", self._handle, "Bool", name, value)

    def set_tensor_attr_int64(self, tensor, name, value):
        self._set_attr("Tensor", _require_holder(tensor)._handle, "Int64", name, value)

    def set_tensor_attr_string(self, tensor, name, value):
        self._set_attr("Tensor", _require_holder(tensor)._handle, "String", name, value)

    def set_tensor_attr_bool(self, tensor, name, value):
        self._set_attr("Tensor", _require_holder(tensor)._handle, "Bool", name, value)

    def set_node_attr_int64(self, tensor, name, value):
        self._set_attr("Node", _require_holder(tensor)._handle, "Int64", name, value)

    def set_node_attr_string(self, tensor, name, value):
        self._set_attr("Node", _require_holder(tensor)._handle, "String", name, value)

    def set_node_attr_bool(self, tensor, name, value):
        self._set_attr("Node", _require_holder(tensor)._handle, "Bool", name, value)

    def add_control_dependency(self, dst, src):
        """The producer of ``dst`` runs after the producers of the holders in ``src``."""
        self._require_open("add_control_dependency")
        _require_holder(dst)
        handles = [_require_holder(holder)._handle for holder in src]
        array = (EsCTensorHolderPtr * len(handles))(*handles)
        self._check(esb_lib.EsAddControlEdge(dst._handle, array, len(handles)), "cannot add control edges")

    def build_and_reset(self, outputs=None):
        """The finished graph. ``outputs`` become outputs 0, 1, … first."""
        self._require_open("build_and_reset")
        for index, tensor in enumerate(outputs or ()):
            self.set_graph_output(tensor, index)
        handle = esb_lib.EsBuildGraphAndReset(self._handle)
        if not handle:
            raise RuntimeError(f"cannot build graph '{self._name}': {recent_error('the library refused')}")
        self._built = True
        return Graph._adopt(handle, self)
