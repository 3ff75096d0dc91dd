"""Attribute values between Python and the native helper."""
import ctypes

from ge._capi import graph_wrapper as _native
from ge.graph.types import AttrValueType as Kind
from ge.graph.types import DataType


_LISTS = (Kind.VT_LIST_STRING, Kind.VT_LIST_FLOAT, Kind.VT_LIST_BOOL, Kind.VT_LIST_INT, Kind.VT_LIST_TENSOR, Kind.VT_LIST_DATA_TYPE,
          Kind.VT_LIST_LIST_INT)


def _array(element, values):
    return (element * len(values))(*values)


def _kind_of(value):
    from ge.graph.tensor import Tensor
    # DataType and bool are integers too, so they come first.
    for kind, types in ((Kind.VT_DATA_TYPE, DataType), (Kind.VT_BOOL, bool), (Kind.VT_INT, int), (Kind.VT_FLOAT, float),
                        (Kind.VT_STRING, str), (Kind.VT_TENSOR, Tensor)):
        if isinstance(value, types):
            return kind
    raise TypeError(f"no attribute can hold a {type(value).__name__}")


def _check_int(value):
    if not -(1 << 63) <= value < 1 << 63:
        raise ValueError(f"{value} does not fit 64 bits")
    return value


def _list_kind(values):
    if not values:
        raise ValueError("an empty list has no element type; name it: value_type=AttrValueType.VT_LIST_INT, for example")
    if all(isinstance(v, (list, tuple)) for v in values):
        return Kind.VT_LIST_LIST_INT
    kinds = {_kind_of(v) for v in values}
    if kinds == {Kind.VT_INT, Kind.VT_FLOAT}:
        kinds = {Kind.VT_FLOAT}
    if len(kinds) != 1:
        raise TypeError("the elements of a list attribute must be of one kind, not " + ", ".join(sorted(k.name for k in kinds)))
    return Kind(Kind.VT_LIST_BASE + kinds.pop())


def _named_kind(value, value_type):
    """The kind that the caller names, when the value is of it. Whole numbers may be asked for as floats."""
    wanted = Kind(value_type)
    if isinstance(value, (list, tuple)) and not value and wanted in _LISTS:
        return wanted
    found = _list_kind(value) if isinstance(value, (list, tuple)) else _kind_of(value)
    if found != wanted and (found, wanted) not in ((Kind.VT_INT, Kind.VT_FLOAT), (Kind.VT_LIST_INT, Kind.VT_LIST_FLOAT)):
        raise TypeError(f"the value is {found.name}, not {wanted.name}")
    return wanted


def to_native(value, value_type=None):
    """A GePyAttr for a Python value, and what must stay alive while it is used. `value_type` (AttrValueType) names the kind: an empty
    list does not tell that of its elements."""
    attr = _native.Attr()
    kind = _named_kind(value, value_type) if value_type is not None else None
    if isinstance(value, (list, tuple)):
        if kind is None:
            kind = _list_kind(value)
        attr.kind, attr.count = kind, len(value)
        if kind == Kind.VT_LIST_INT:
            data = _array(ctypes.c_int64, [_check_int(v) for v in value])
        elif kind == Kind.VT_LIST_FLOAT:
            data = _array(ctypes.c_float, [float(v) for v in value])
        elif kind == Kind.VT_LIST_BOOL:
            data = _array(ctypes.c_uint8, value)
        elif kind == Kind.VT_LIST_DATA_TYPE:
            data = _array(ctypes.c_int32, value)
        elif kind == Kind.VT_LIST_TENSOR:
            data = _array(ctypes.c_void_p, [v._handle for v in value])
        else:
            items = [v.encode("utf-8", "surrogateescape") if kind == Kind.VT_LIST_STRING else _array(ctypes.c_int64, [_check_int(i) for i in v])
                     for v in value]
            inner = _array(ctypes.c_int64, [len(item) for item in items])
            attr.inner = inner
            data = _array(ctypes.c_void_p, [ctypes.cast(item, ctypes.c_void_p) for item in items])
            attr.data = ctypes.cast(data, ctypes.c_void_p)
            return attr, (data, items, inner)
        attr.data = ctypes.cast(data, ctypes.c_void_p)
        return attr, data
    if kind is None:
        kind = _kind_of(value)
    attr.kind = kind
    if kind == Kind.VT_STRING:
        data = value.encode("utf-8", "surrogateescape")
        attr.data, attr.count = ctypes.cast(data, ctypes.c_void_p), len(data)
        return attr, data
    if kind == Kind.VT_TENSOR:
        attr.data = value._handle
        return attr, value
    if kind == Kind.VT_FLOAT:
        attr.real = value
    else:
        attr.integer = _check_int(int(value))
    return attr, None


def from_native(attr):
    """The Python value of a GePyAttr; everything is copied."""
    from ge.graph.tensor import Tensor

    def elements(element):
        return list((element * attr.count).from_address(attr.data)) if attr.count else []

    kind = Kind(attr.kind)
    if kind == Kind.VT_INT:
        return attr.integer
    if kind == Kind.VT_BOOL:
        return bool(attr.integer)
    if kind == Kind.VT_DATA_TYPE:
        return DataType(attr.integer)
    if kind == Kind.VT_FLOAT:
        return attr.real
    if kind == Kind.VT_STRING:
        return ctypes.string_at(attr.data, attr.count).decode("utf-8", "surrogateescape") if attr.count else ""
    if kind == Kind.VT_TENSOR:
        return Tensor._adopt(_native.lib.GePyTensorCopyHandle(attr.data))
    if kind == Kind.VT_LIST_INT:
        return elements(ctypes.c_int64)
    if kind == Kind.VT_LIST_FLOAT:
        return elements(ctypes.c_float)
    if kind == Kind.VT_LIST_BOOL:
        return [bool(v) for v in elements(ctypes.c_uint8)]
    if kind == Kind.VT_LIST_DATA_TYPE:
        return [DataType(v) for v in elements(ctypes.c_int32)]
    pointers = elements(ctypes.c_void_p)
    if kind == Kind.VT_LIST_TENSOR:
        return [Tensor._adopt(_native.lib.GePyTensorCopyHandle(p)) for p in pointers]
    if kind == Kind.VT_LIST_STRING:
        return [ctypes.string_at(p, n).decode("utf-8", "surrogateescape") if n else "" for p, n in zip(pointers, attr.inner[:attr.count])]
    return [list((ctypes.c_int64 * n).from_address(p)) if n else [] for p, n in zip(pointers, attr.inner[:attr.count] if attr.count else [])]


def set_attr(owner, handle, index, name, value, value_type=None):
    """Sets an attribute of a graph, node, input or output. TypeError or ValueError for a value that no attribute can hold."""
    if not isinstance(name, str):
        raise TypeError(f"an attribute's name must be a str, not {type(name).__name__}")
    attr, keep = to_native(value, value_type)
    code = _native.lib.GePyAttrSet(owner, handle, index, name.encode(), attr)
    del keep
    _native.check(code, f"cannot set attribute '{name}'")


def get_attr(owner, handle, index, name):
    """The value, or RuntimeError when there is no such attribute."""
    if not isinstance(name, str):
        raise TypeError(f"an attribute's name must be a str, not {type(name).__name__}")
    attr = _native.lib.GePyAttrGet(owner, handle, index, name.encode())
    if not attr:
        raise RuntimeError(f"there is no attribute '{name}' with a value that Python can hold")
    try:
        return from_native(attr.contents)
    finally:
        _native.lib.GePyAttrFree(attr)
