"""Graphs."""
import ctypes
import os
import warnings

from ge._capi import graph_wrapper as _native
from ge._capi.libraries import load
from ge._capi.pyes_graph_builder_wrapper import recent_error
from ge.graph import _attributes
from ge.graph.node import Node
from ge.graph.types import DumpFormat

__all__ = ["Graph", "DumpFormat"]


class Graph:
    """A graph; a handle: subgraphs and graphs passed to operators share their content with the object that was passed."""

    def __init__(self, name="graph"):
        if not isinstance(name, str):
            raise TypeError(f"a graph's name must be a str, not {type(name).__name__}")
        self._handle = _native.lib.GePyGraphCreate(name.encode())
        self._keep = None  # what owns the content now: the builder that got it as subgraph, or the parent graph
        self._transferred = False
        if not self._handle:
            raise RuntimeError("cannot make a graph: " + recent_error("out of memory"))

    @classmethod
    def _adopt(cls, handle, keep=None):
        graph = cls.__new__(cls)
        graph._handle, graph._keep, graph._transferred = handle, keep, False
        return graph

    def __del__(self):
        if getattr(self, "_handle", None):
            _native.lib.GePyGraphFree(self._handle)
            self._handle = None

    def __copy__(self):
        raise RuntimeError("a Graph cannot be copied")

    def __deepcopy__(self, memo):
        raise RuntimeError("a Graph cannot be copied")

    @property
    def name(self):
        return _native.take_text(_native.lib.GePyGraphName(self._handle))

    def _nodes(self, with_subgraphs):
        count = ctypes.c_size_t()
        array = _native.lib.GePyGraphNodes(self._handle, with_subgraphs, count)
        return [Node._adopt(h, self) for h in _native.take_handles(array, count, "cannot list nodes")]

    def get_all_nodes(self):
        """All nodes, those of subgraphs included."""
        return self._nodes(1)

    def get_direct_nodes(self):
        """The nodes of this graph itself."""
        return self._nodes(0)

    def find_node_by_name(self, name):
        """The node, or RuntimeError."""
        handle = _native.lib.GePyGraphFindNode(self._handle, name.encode())
        if not handle:
            raise RuntimeError(f"graph '{self.name}' has no node '{name}'")
        return Node._adopt(handle, self)

    def get_attr(self, name):
        return _attributes.get_attr(_native.OWNER_GRAPH, self._handle, 0, name)

    def set_attr(self, name, value, value_type=None):
        """Sets an attribute. `value_type` (AttrValueType) names its kind; an empty list needs it."""
        _attributes.set_attr(_native.OWNER_GRAPH, self._handle, 0, name, value, value_type)

    def dump_to_file(self, format=DumpFormat.kReadable, suffix=""):
        """Writes the dump into the folder that NPU_COLLECT_PATH or DUMP_GRAPH_PATH names, else the working folder."""
        _check_format(format)
        _native.check(_native.lib.GePyGraphDumpToFile(self._handle, format.value, suffix.encode()), "cannot dump the graph")

    def dump_to_stream(self, format=DumpFormat.kReadable):
        """The dump as text."""
        _check_format(format)
        size = ctypes.c_size_t()
        text = _native.take_text(_native.lib.GePyGraphDump(self._handle, format.value, size), size.value)
        if text is None:
            raise RuntimeError("cannot dump the graph: " + recent_error("the library refused"))
        return text

    def dump_source(self, language="python", *, history_registry=None, release=None, module="all"):
        """Source that builds this graph again through the generated API of ``module``: ``"python"`` or ``"cpp"``.

        ``history_registry`` is the package folder of the history that the API was made with; operators that no installed
        prototype library has are taken from its newest release. With ``release`` only what that release had is used.
        RuntimeError names the node that cannot be written. What the API cannot express and the source leaves out is warned of,
        one UserWarning each.
        """
        lib = load("libopstrata_esgen.so")
        lib.OpstrataDumpRunnableWithNotes.restype = ctypes.c_void_p
        lib.OpstrataDumpRunnableWithNotes.argtypes = [ctypes.c_void_p] + [ctypes.c_char_p] * 4 + [ctypes.POINTER(ctypes.c_void_p)]
        lib.OpstrataFreeText.argtypes = [ctypes.c_void_p]
        options = (None if value is None else os.fsencode(value) for value in (history_registry, release, module))
        notes = ctypes.c_void_p()
        text = lib.OpstrataDumpRunnableWithNotes(self._handle, language.encode(), *options, ctypes.byref(notes))
        if not text:
            raise RuntimeError("cannot write the graph as source: " + recent_error("out of memory"))
        try:
            for note in ctypes.string_at(notes.value).decode("utf-8", "replace").splitlines() if notes else ():
                warnings.warn(note, stacklevel=2)
            return ctypes.string_at(text).decode("utf-8", "surrogateescape")
        finally:
            lib.OpstrataFreeText(text)
            lib.OpstrataFreeText(notes)

    def __str__(self):
        return self.dump_to_stream(DumpFormat.kReadable)

    def save_to_air(self, file_path):
        """Writes a lossless image of the graph and its subgraphs."""
        _native.check(_native.lib.GePyGraphSave(self._handle, os.fsencode(file_path)), f"cannot save to {file_path}")

    def load_from_air(self, file_path):
        """Replaces the content by that of a file."""
        _native.check(_native.lib.GePyGraphLoad(self._handle, os.fsencode(file_path)), f"cannot load {file_path}")

    def remove_node(self, node):
        _native.check(_native.lib.GePyGraphRemoveNode(self._handle, _node(node)._handle), "cannot remove the node")

    def remove_edge(self, src_node, src_port_index, dst_node, dst_port_index):
        """Removes a data edge; ports of -1 remove the control edge."""
        _native.check(_native.lib.GePyGraphRemoveEdge(self._handle, _node(src_node)._handle, src_port_index, _node(dst_node)._handle,
                                                      dst_port_index), "cannot remove the edge")

    def add_data_edge(self, src_node, src_port_index, dst_node, dst_port_index):
        _native.check(_native.lib.GePyGraphAddDataEdge(self._handle, _node(src_node)._handle, src_port_index, _node(dst_node)._handle,
                                                       dst_port_index), "cannot add the edge")

    def add_control_edge(self, src_node, dst_node):
        _native.check(_native.lib.GePyGraphAddControlEdge(self._handle, _node(src_node)._handle, _node(dst_node)._handle),
                      "cannot add the control edge")

    def get_all_subgraphs(self):
        count = ctypes.c_size_t()
        array = _native.lib.GePyGraphSubgraphs(self._handle, count)
        return [Graph._adopt(h, self) for h in _native.take_handles(array, count, "cannot list subgraphs")]

    def get_subgraph(self, name):
        """The subgraph, or None."""
        handle = _native.lib.GePyGraphSubgraph(self._handle, name.encode())
        return Graph._adopt(handle, self) if handle else None

    def add_subgraph(self, subgraph):
        if not isinstance(subgraph, Graph):
            raise TypeError(f"a Graph is needed, not {type(subgraph).__name__}")
        _native.check(_native.lib.GePyGraphAddSubgraph(self._handle, subgraph._handle), f"cannot add subgraph '{subgraph.name}'")

    def remove_subgraph(self, name):
        _native.check(_native.lib.GePyGraphRemoveSubgraph(self._handle, name.encode()), f"cannot remove subgraph '{name}'")

    def _transfer_ownership_when_pass_as_subgraph(self, builder):
        """Records that ``builder`` owns the content now; the object stays a view and keeps the builder alive."""
        if self._transferred:
            raise RuntimeError(f"graph '{self.name}' was passed as a subgraph before")
        self._transferred, self._keep = True, builder


def _check_format(format):
    if not isinstance(format, DumpFormat):
        raise TypeError(f"a DumpFormat is needed, not {type(format).__name__}")


def _node(node):
    if not isinstance(node, Node):
        raise TypeError(f"a Node is needed, not {type(node).__name__}")
    return node
