"""Running graphs."""
import atexit
import ctypes
import itertools
import logging
import weakref

from ge._capi import graph_wrapper as _graph
from ge._capi import session_wrapper as _native
from ge._capi.pyes_graph_builder_wrapper import recent_error
from ge.allocator import Allocator, MemBlock
from ge.error import GeError
from ge.graph.graph import Graph
from ge.graph.tensor import Tensor

__all__ = ["Session", "GeError"]

_log = logging.getLogger("ge.session")
_sessions = weakref.WeakSet()


@atexit.register
def _close_all():
    # A run must not call an allocator of an interpreter that is gone.
    for session in list(_sessions):
        session._close()


class _Bridge:
    """The C functions of one Python allocator. Blocks live here from malloc to free."""

    # Tensors can outlive session and registration, and their memory comes back through these functions.
    _kept = []

    def __init__(self, allocator):
        self._allocator, self._blocks, self._tokens = allocator, {}, itertools.count(1)
        self.allocate, self.release = _native.Allocate(self._malloc), _native.Release(self._free)
        _Bridge._kept.append(self)

    def _malloc(self, size, address, block_size):
        try:
            block = self._allocator.malloc(size)
            if block is None:
                return 0
            if not isinstance(block, MemBlock):
                raise TypeError(f"malloc must return a MemBlock, not {type(block).__name__}")
        except Exception:
            _log.exception("the allocator's malloc(%d) failed", size)
            return 0
        token = next(self._tokens)
        self._blocks[token] = block
        address[0], block_size[0] = block.addr, block.size
        return token

    def _free(self, token):
        try:
            self._allocator.free(self._blocks.pop(token))
        except Exception:
            _log.exception("the allocator's free failed")


def _graph_id(value):
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"graph_id must be int, not {type(value).__name__}")
    if not 0 <= value < 1 << 32:
        raise TypeError(f"graph_id must be from 0 to {(1 << 32) - 1}, not {value}")
    return value


def _stream(value):
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"stream must be int, not {type(value).__name__}")
    return value


class Session:
    """Holds graphs by number and runs them. Failures raise GeError, wrong argument types TypeError."""

    def __init__(self, options=None):
        self._handle = None
        keys, values, count = _native.texts({} if options is None else options, "options")
        self._handle = _native.lib.GePySessionCreate(keys, values, count)
        if not self._handle:
            raise GeError(recent_error("out of memory"), "Session", {"options": options})
        self._graphs = {}
        _sessions.add(self)

    def _close(self):
        if getattr(self, "_handle", None):
            handle, self._handle = self._handle, None
            _native.lib.GePySessionFree(handle)

    __del__ = _close

    def __copy__(self):
        raise RuntimeError("a Session cannot be copied")

    def __deepcopy__(self, memo):
        raise RuntimeError("a Session cannot be copied")

    def _check(self, code, api, **context):
        if code != 0:
            raise GeError(recent_error("the engine refused"), api, context)

    def add_graph(self, graph_id, graph, options=None):
        """Adds a graph under a number that is free. Returns 0."""
        _graph_id(graph_id)
        if not isinstance(graph, Graph):
            raise TypeError(f"graph must be a Graph, not {type(graph).__name__}")
        keys, values, count = _native.texts({} if options is None else options, "options")
        code = _native.lib.GePySessionAddGraph(self._handle, graph_id, graph._handle, keys, values, count)
        self._check(code, "add_graph", graph_id=graph_id)
        self._graphs[graph_id] = graph
        return 0

    def remove_graph(self, graph_id):
        self._check(_native.lib.GePySessionRemoveGraph(self._handle, _graph_id(graph_id)), "remove_graph", graph_id=graph_id)
        self._graphs.pop(graph_id, None)

    def _run(self, api, graph_id, inputs, asynchronous, stream):
        _graph_id(graph_id)
        if not isinstance(inputs, (list, tuple)) or not all(isinstance(t, Tensor) for t in inputs):
            raise TypeError("inputs must be a list of Tensor")
        array = (ctypes.c_void_p * len(inputs))(*(t._handle for t in inputs))
        outputs, count = ctypes.POINTER(ctypes.c_void_p)(), ctypes.c_size_t()
        code = _native.lib.GePySessionRun(self._handle, graph_id, array, len(inputs), asynchronous, stream, outputs, count)
        self._check(code, api, graph_id=graph_id)
        return [Tensor._adopt(handle) for handle in _graph.take_handles(outputs, count, api)]

    def run_graph(self, graph_id, inputs):
        """Runs with host tensors and waits; the results are host tensors."""
        return self._run("run_graph", graph_id, inputs, 0, None)

    def run_graph_with_stream_async(self, graph_id, stream, inputs):
        """Puts the run on a stream and returns. The results are device tensors, valid when the stream was synchronised."""
        return self._run("run_graph_with_stream_async", graph_id, inputs, 1, _stream(stream))

    def register_external_allocator(self, stream, allocator):
        """Results and intermediate tensors of runs on ``stream`` take their memory from ``allocator``."""
        _stream(stream)
        if not isinstance(allocator, Allocator):
            raise TypeError(f"allocator must be an Allocator, not {type(allocator).__name__}")
        bridge = _Bridge(allocator)
        code = _native.lib.GePySessionRegisterAllocator(self._handle, stream, bridge.allocate, bridge.release)
        self._check(code, "register_external_allocator", stream=stream)

    def unregister_external_allocator(self, stream):
        code = _native.lib.GePySessionUnregisterAllocator(self._handle, _stream(stream))
        self._check(code, "unregister_external_allocator", stream=stream)
