"""Tensors, their descriptions and shapes."""
import ctypes
import operator
import struct

from ge._capi import graph_wrapper as _native
from ge._capi.pyes_graph_builder_wrapper import recent_error
from ge.graph.types import ELEMENT_TYPES, DataType, Format, Placement

__all__ = ["Shape", "TensorDesc", "Tensor"]


class Shape(list):
    """Dimensions; -1 is an unknown one, ``[-2]`` an unknown rank."""

    def get_shape_size(self):
        """Number of elements; 0 for a scalar, -1 when a dimension is unknown."""
        if not self:
            return 0
        if self.is_unknown_shape():
            return -1
        size = 1
        for dim in self:
            size *= dim
        return size

    def is_unknown_shape(self):
        return any(dim < 0 for dim in self)


def _dims(shape, what="shape"):
    if not isinstance(shape, (list, tuple)):
        raise TypeError(f"{what} must be a list of int, not {type(shape).__name__}")
    if len(shape) > _native.MAX_RANK:
        raise ValueError(f"{what} has {len(shape)} dimensions; at most {_native.MAX_RANK} are possible")
    for dim in shape:
        if isinstance(dim, bool) or not isinstance(dim, int):
            raise TypeError(f"{what} must be a list of int, not of {type(dim).__name__}")
    return list(shape)


class TensorDesc:
    """Description of an input or output: shape, format, data type, and the shape and format of origin."""

    def __init__(self, shape=(), format=Format.FORMAT_ND, data_type=DataType.DT_FLOAT, origin_shape=None, origin_format=None):
        self.shape = Shape(_dims(shape))
        self.format = Format(format)
        self.data_type = DataType(data_type)
        self.origin_shape = Shape(_dims(self.shape if origin_shape is None else origin_shape, "origin_shape"))
        self.origin_format = self.format if origin_format is None else Format(origin_format)

    def get_shape(self):
        return self.shape

    def set_shape(self, shape):
        self.shape = Shape(_dims(shape))
        return self

    def get_origin_shape(self):
        return self.origin_shape

    def set_origin_shape(self, shape):
        self.origin_shape = Shape(_dims(shape, "origin_shape"))
        return self

    def get_format(self):
        return self.format

    def set_format(self, format):
        self.format = Format(format)
        return self

    def get_origin_format(self):
        return self.origin_format

    def set_origin_format(self, format):
        self.origin_format = Format(format)
        return self

    def get_data_type(self):
        return self.data_type

    def set_data_type(self, data_type):
        self.data_type = DataType(data_type)
        return self

    def __eq__(self, other):
        return isinstance(other, TensorDesc) and vars(self) == vars(other)

    __hash__ = None

    def __repr__(self):
        return (f"TensorDesc(shape={list(self.shape)}, format={self.format.name}, data_type={self.data_type.name}, "
                f"origin_shape={list(self.origin_shape)}, origin_format={self.origin_format.name})")

    def _to_native(self):
        native = _native.Desc(self.data_type, self.format, self.origin_format, len(self.shape), len(self.origin_shape))
        native.dims[:len(self.shape)] = list(self.shape)
        native.origin_dims[:len(self.origin_shape)] = list(self.origin_shape)
        return native

    @classmethod
    def _from_native(cls, native):
        return cls(list(native.dims[:native.rank]), Format(native.format), DataType(native.data_type),
                   list(native.origin_dims[:native.origin_rank]), Format(native.origin_format))


def _flatten(data):
    """A flat list of numbers; nested lists and numpy arrays are flattened."""
    if hasattr(data, "ravel") and hasattr(data, "tolist"):
        return data.ravel().tolist()
    flat = []
    for item in data:
        flat.extend(_flatten(item)) if isinstance(item, (list, tuple)) or hasattr(item, "ravel") and getattr(item, "ndim", 0) else flat.append(item)
    return flat


def _encode(values, data_type):
    if data_type == DataType.DT_FLOAT16:
        return struct.pack(f"={len(values)}e", *(float(v) for v in values))
    if data_type not in ELEMENT_TYPES:
        raise ValueError(f"data type {data_type.name} cannot be filled from Python numbers; possible are DT_FLOAT16 and "
                         + ", ".join(t.name for t in ELEMENT_TYPES))
    element = ELEMENT_TYPES[data_type]
    if data_type == DataType.DT_FLOAT:
        return bytes((element * len(values))(*(float(v) for v in values)))
    if data_type == DataType.DT_BOOL:
        return bytes(1 if v else 0 for v in values)
    integers = [operator.index(v) for v in values]
    bits = ctypes.sizeof(element) * 8
    signed = element(-1).value < 0
    low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)
    for value in integers:
        if not low <= value <= high:
            raise ValueError(f"{value} does not fit {data_type.name} ({low} to {high})")
    return bytes((element * len(integers))(*integers))


def _decode(data, data_type):
    if data_type == DataType.DT_FLOAT16:
        return list(struct.unpack(f"={len(data) // 2}e", data))
    if data_type == DataType.DT_BOOL:
        return [byte != 0 for byte in data]
    element = ELEMENT_TYPES.get(data_type)
    if element is None:
        raise ValueError(f"data of type {data_type.name} cannot be shown as Python numbers")
    return list((element * (len(data) // ctypes.sizeof(element))).from_buffer_copy(data))


class Tensor:
    """A tensor with its bytes.

    ``Tensor(data, file_path, data_type, format, shape, placement)``: ``data`` is a list of numbers or a numpy array,
    ``file_path`` a file of raw bytes; giving both is a RuntimeError. Without ``shape`` the data is one-dimensional; an empty
    shape is a scalar. With ``Placement.PLACEMENT_DEVICE`` the bytes go to the current device.
    """

    def __init__(self, data=None, file_path=None, data_type=DataType.DT_FLOAT, format=Format.FORMAT_ND, shape=None,
                 placement=Placement.PLACEMENT_HOST):
        self._handle = None
        self._keep = None  # the builder that this tensor was handed to
        data_type, format, placement = DataType(data_type), Format(format), Placement(placement)
        if data is not None and file_path is not None:
            raise RuntimeError("data and file_path exclude each other")
        raw = None
        if data is not None:
            values = _flatten(data) if isinstance(data, (list, tuple)) or hasattr(data, "ravel") else None
            if values is None:
                raise TypeError(f"data must be a list of numbers, not {type(data).__name__}")
            raw = _encode(values, data_type)
            shape = [len(values)] if shape is None else _dims(shape)
            if _count(shape) != len(values):
                raise ValueError(f"shape {list(shape)} holds {_count(shape)} elements, but there are {len(values)}")
        elif file_path is not None:
            with open(file_path, "rb") as file:
                raw = file.read()
            if shape is not None:
                element = 2 if data_type == DataType.DT_FLOAT16 else ctypes.sizeof(ELEMENT_TYPES.get(data_type, ctypes.c_uint8))
                needed = _count(_dims(shape)) * element
                if len(raw) < needed or not raw:
                    raise RuntimeError(f"{file_path} holds {len(raw)} bytes; shape {list(shape)} of {data_type.name} needs {needed}")
                raw = raw[:needed]
        desc = TensorDesc(_dims(shape) if shape is not None else [], format, data_type)._to_native()
        self._handle = _native.lib.GePyTensorCreate(raw, len(raw or b""), _native.byref(desc))
        if not self._handle:
            raise RuntimeError("cannot make the tensor: " + recent_error("out of memory"))
        if placement == Placement.PLACEMENT_DEVICE:
            self.to_device()

    @classmethod
    def from_bytes(cls, data, data_type=DataType.DT_FLOAT, shape=(), format=Format.FORMAT_ND):
        """A host tensor over raw bytes in the layout of ``data_type``."""
        desc = TensorDesc(_dims(list(shape)), format, data_type)._to_native()
        handle = _native.lib.GePyTensorCreate(bytes(data), len(data), _native.byref(desc))
        if not handle:
            raise RuntimeError("cannot make the tensor: " + recent_error("out of memory"))
        return cls._adopt(handle)

    @classmethod
    def _adopt(cls, handle):
        """A tensor over a handle that it then owns."""
        tensor = cls.__new__(cls)
        tensor._handle, tensor._keep = handle, None
        return tensor

    def __del__(self):
        if getattr(self, "_handle", None):
            _native.lib.GePyTensorFree(self._handle)
            self._handle = None

    def __copy__(self):
        raise RuntimeError("a Tensor cannot be copied")

    def __deepcopy__(self, memo):
        raise RuntimeError("a Tensor cannot be copied")

    def _view(self):
        desc, placement, size = _native.Desc(), ctypes.c_int32(), ctypes.c_size_t()
        data = _native.lib.GePyTensorView(self._handle, desc, placement, size)
        return TensorDesc._from_native(desc), Placement(placement.value), data, size.value

    def _change(self, **members):
        desc = self._view()[0]
        for name, value in members.items():
            setattr(desc, name, value)
        _native.check(_native.lib.GePyTensorSetDesc(self._handle, desc._to_native()), "cannot change the tensor")
        return self

    def get_data(self):
        """The elements as a flat list; those of a tensor on a device are fetched."""
        desc, placement, data, size = self._view()
        if size == 0:
            return []
        if placement == Placement.PLACEMENT_DEVICE:
            copy = Tensor._adopt(_native.lib.GePyTensorCopyHandle(self._handle))
            return copy.to_host().get_data()
        return _decode(ctypes.string_at(data, size), desc.data_type)

    def set_data(self, data):
        """Replaces the bytes; the number of elements must fit the shape."""
        desc, placement, _, _ = self._view()
        values = _flatten(data)
        if len(values) != _count(desc.shape):
            raise ValueError(f"shape {list(desc.shape)} holds {_count(desc.shape)} elements, but there are {len(values)}")
        raw = _encode(values, desc.data_type)
        _native.check(_native.lib.GePyTensorSetData(self._handle, raw, len(raw)), "cannot change the tensor")
        if placement == Placement.PLACEMENT_DEVICE:
            _native.check(_native.lib.GePyTensorMove(self._handle, placement), "cannot move the tensor to the device")
        return self

    def get_shape(self):
        return self._view()[0].shape

    def set_shape(self, shape):
        return self._change(shape=Shape(_dims(shape)), origin_shape=Shape(_dims(shape)))

    def get_format(self):
        return self._view()[0].format

    def set_format(self, format):
        return self._change(format=Format(format), origin_format=Format(format))

    def get_data_type(self):
        return self._view()[0].data_type

    def set_data_type(self, data_type):
        return self._change(data_type=DataType(data_type))

    def get_placement(self):
        return self._view()[1]

    def get_tensor_desc(self):
        return self._view()[0]

    data = property(get_data, set_data)
    shape = property(get_shape, set_shape)
    format = property(get_format, set_format)
    data_type = property(get_data_type, set_data_type)
    placement = property(get_placement)

    def _move(self, placement):
        if self.get_placement() == placement:
            raise ValueError(f"the tensor is already at {placement.name}")
        _native.check(_native.lib.GePyTensorMove(self._handle, placement), f"cannot move the tensor to {placement.name}")
        return self

    def to_host(self):
        """Moves the bytes to the host, in place."""
        return self._move(Placement.PLACEMENT_HOST)

    def to_device(self):
        """Moves the bytes to the current device, in place."""
        return self._move(Placement.PLACEMENT_DEVICE)

    def __str__(self):
        desc = self._view()[0]
        return (f"Tensor(format={desc.format.name}, data_type={desc.data_type.name}, shape={list(desc.shape)}, data={self.get_data()})")

    def _transfer_ownership_when_pass_as_attr(self, builder):
        """Records that ``builder`` owns the tensor now; the object stays a view and keeps the builder alive."""
        if self._keep is not None:
            raise RuntimeError("the tensor was passed to an operator before")
        self._keep = builder


def _count(shape):
    count = 1
    for dim in shape:
        count *= dim
    return count
