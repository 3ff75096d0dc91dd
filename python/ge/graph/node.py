"""Nodes of a graph."""
import ctypes

from ge._capi import graph_wrapper as _native
from ge.graph import _attributes
from ge.graph.tensor import TensorDesc

__all__ = ["Node"]


class Node:
    """One node; a handle that keeps its graph (or builder) alive. Not constructible directly."""

    def __init__(self, *_):
        raise RuntimeError("a Node comes from a Graph")

    @classmethod
    def _adopt(cls, handle, keep):
        node = cls.__new__(cls)
        node._handle, node._keep = handle, keep
        return node

    def __del__(self):
        if getattr(self, "_handle", None):
            _native.lib.GePyNodeFree(self._handle)
            self._handle = None

    def _others(self, handles):
        return [Node._adopt(handle, self._keep) for handle in handles]

    @property
    def name(self):
        return _native.take_text(_native.lib.GePyNodeName(self._handle))

    @property
    def type(self):
        return _native.take_text(_native.lib.GePyNodeType(self._handle))

    def _control_nodes(self, outgoing):
        count = ctypes.c_size_t()
        array = _native.lib.GePyNodeControlNodes(self._handle, outgoing, count)
        return self._others(_native.take_handles(array, count, "cannot list control edges"))

    def get_in_control_nodes(self):
        return self._control_nodes(0)

    def get_out_control_nodes(self):
        return self._control_nodes(1)

    def get_in_data_nodes_and_port_indexes(self, in_index):
        """(node, output index) that feeds input ``in_index``. RuntimeError when nothing does."""
        port = ctypes.c_int32()
        handle = _native.lib.GePyNodeProducer(self._handle, in_index, port)
        if not handle:
            raise RuntimeError(f"input {in_index} of node '{self.name}' is not connected")
        return Node._adopt(handle, self._keep), port.value

    def get_out_data_nodes_and_port_indexes(self, out_index):
        """List of (node, input index) that output ``out_index`` feeds."""
        count, ports = ctypes.c_size_t(), ctypes.POINTER(ctypes.c_int32)()
        array = _native.lib.GePyNodeConsumers(self._handle, out_index, count, ports)
        nodes = self._others(_native.take_handles(array, count, "cannot list consumers"))
        pairs = [(node, ports[i]) for i, node in enumerate(nodes)]
        _native.lib.GePyPortsFree(ctypes.cast(ports, ctypes.c_void_p))
        return pairs

    def get_inputs_size(self):
        return _native.lib.GePyNodeSize(self._handle, 0)

    def get_outputs_size(self):
        return _native.lib.GePyNodeSize(self._handle, 1)

    def _get_desc(self, output, index):
        desc = _native.Desc()
        what = f"there is no description of {'output' if output else 'input'} {index} of node '{self.name}'"
        _native.check(_native.lib.GePyNodeGetDesc(self._handle, output, index, desc), what)
        return TensorDesc._from_native(desc)

    def _update_desc(self, output, index, desc):
        if not isinstance(desc, TensorDesc):
            raise TypeError(f"a TensorDesc is needed, not {type(desc).__name__}")
        what = f"cannot update {'output' if output else 'input'} {index} of node '{self.name}'"
        _native.check(_native.lib.GePyNodeUpdateDesc(self._handle, output, index, desc._to_native()), what)

    def get_input_desc(self, index):
        return self._get_desc(0, index)

    def get_output_desc(self, index):
        return self._get_desc(1, index)

    def update_input_desc(self, index, desc):
        self._update_desc(0, index, desc)

    def update_output_desc(self, index, desc):
        self._update_desc(1, index, desc)

    def get_attr(self, name):
        return _attributes.get_attr(_native.OWNER_NODE, self._handle, 0, name)

    def set_attr(self, name, value, value_type=None):
        """Sets an attribute. `value_type` (AttrValueType) names its kind; an empty list needs it."""
        _attributes.set_attr(_native.OWNER_NODE, self._handle, 0, name, value, value_type)

    def has_attr(self, name):
        attr = _native.lib.GePyAttrGet(_native.OWNER_NODE, self._handle, 0, name.encode())
        _native.lib.GePyAttrFree(attr)
        return bool(attr)

    def get_input_attr(self, name, index):
        return _attributes.get_attr(_native.OWNER_INPUT, self._handle, index, name)

    def set_input_attr(self, name, index, value, value_type=None):
        _attributes.set_attr(_native.OWNER_INPUT, self._handle, index, name, value, value_type)

    def get_output_attr(self, name, index):
        return _attributes.get_attr(_native.OWNER_OUTPUT, self._handle, index, name)

    def set_output_attr(self, name, index, value, value_type=None):
        _attributes.set_attr(_native.OWNER_OUTPUT, self._handle, index, name, value, value_type)

    def __repr__(self):
        return f"Node(name={self.name!r}, type={self.type!r})"
