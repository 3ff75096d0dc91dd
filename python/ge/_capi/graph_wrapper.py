"""The C functions of ``libgraph_wrapper.so`` (python/native/graph_wrapper.h)."""
import ctypes
from ctypes import POINTER, byref, c_char_p, c_float, c_int32, c_int64, c_size_t, c_uint32, c_void_p

from ge._capi.libraries import load
from ge._capi.pyes_graph_builder_wrapper import recent_error

MAX_RANK = 64
OWNER_GRAPH, OWNER_NODE, OWNER_INPUT, OWNER_OUTPUT = range(4)


class Attr(ctypes.Structure):
    """GePyAttr."""
    _fields_ = [("kind", c_int32), ("integer", c_int64), ("real", c_float), ("data", c_void_p), ("count", c_int64),
                ("inner", POINTER(c_int64))]


class Desc(ctypes.Structure):
    """GePyDesc."""
    _fields_ = [("data_type", c_int32), ("format", c_int32), ("origin_format", c_int32), ("rank", c_int32), ("origin_rank", c_int32),
                ("dims", c_int64 * MAX_RANK), ("origin_dims", c_int64 * MAX_RANK)]


lib = load("libgraph_wrapper.so")
_SIGNATURES = {
    "GePyTextFree": (None, c_void_p), "GePyArrayFree": (None, c_void_p), "GePyPortsFree": (None, c_void_p),
    "GePyAttrSet": (c_uint32, c_int32, c_void_p, c_uint32, c_char_p, POINTER(Attr)),
    "GePyAttrGet": (POINTER(Attr), c_int32, c_void_p, c_uint32, c_char_p), "GePyAttrFree": (None, POINTER(Attr)),
    "GePyGraphCreate": (c_void_p, c_char_p), "GePyGraphCopyHandle": (c_void_p, c_void_p), "GePyGraphFree": (None, c_void_p),
    "GePyGraphName": (c_void_p, c_void_p), "GePyGraphNodes": (POINTER(c_void_p), c_void_p, c_int32, POINTER(c_size_t)),
    "GePyGraphFindNode": (c_void_p, c_void_p, c_char_p), "GePyGraphSubgraphs": (POINTER(c_void_p), c_void_p, POINTER(c_size_t)),
    "GePyGraphSubgraph": (c_void_p, c_void_p, c_char_p), "GePyGraphAddSubgraph": (c_uint32, c_void_p, c_void_p),
    "GePyGraphRemoveSubgraph": (c_uint32, c_void_p, c_char_p), "GePyGraphRemoveNode": (c_uint32, c_void_p, c_void_p),
    "GePyGraphRemoveEdge": (c_uint32, c_void_p, c_void_p, c_int32, c_void_p, c_int32),
    "GePyGraphAddDataEdge": (c_uint32, c_void_p, c_void_p, c_int32, c_void_p, c_int32),
    "GePyGraphAddControlEdge": (c_uint32, c_void_p, c_void_p, c_void_p),
    "GePyGraphDump": (c_void_p, c_void_p, c_int32, POINTER(c_size_t)), "GePyGraphDumpToFile": (c_uint32, c_void_p, c_int32, c_char_p),
    "GePyGraphSave": (c_uint32, c_void_p, c_char_p), "GePyGraphLoad": (c_uint32, c_void_p, c_char_p),
    "GePyNodeCopyHandle": (c_void_p, c_void_p), "GePyNodeFree": (None, c_void_p), "GePyNodeName": (c_void_p, c_void_p),
    "GePyNodeType": (c_void_p, c_void_p), "GePyNodeControlNodes": (POINTER(c_void_p), c_void_p, c_int32, POINTER(c_size_t)),
    "GePyNodeProducer": (c_void_p, c_void_p, c_int32, POINTER(c_int32)),
    "GePyNodeConsumers": (POINTER(c_void_p), c_void_p, c_int32, POINTER(c_size_t), POINTER(POINTER(c_int32))),
    "GePyNodeSize": (c_size_t, c_void_p, c_int32), "GePyNodeGetDesc": (c_uint32, c_void_p, c_int32, c_int32, POINTER(Desc)),
    "GePyNodeUpdateDesc": (c_uint32, c_void_p, c_int32, c_int32, POINTER(Desc)),
    "GePyTensorCreate": (c_void_p, c_char_p, c_size_t, POINTER(Desc)), "GePyTensorCopyHandle": (c_void_p, c_void_p),
    "GePyTensorFree": (None, c_void_p),
    "GePyTensorView": (c_void_p, c_void_p, POINTER(Desc), POINTER(c_int32), POINTER(c_size_t)),
    "GePyTensorSetDesc": (c_uint32, c_void_p, POINTER(Desc)), "GePyTensorSetData": (c_uint32, c_void_p, c_char_p, c_size_t),
    "GePyTensorMove": (c_uint32, c_void_p, c_int32),
}
for _name, (_result, *_arguments) in _SIGNATURES.items():
    _function = getattr(lib, _name)
    _function.restype, _function.argtypes = _result, _arguments


def check(code, what):
    """RuntimeError with the reason when ``code`` is not success."""
    if code != 0:
        raise RuntimeError(f"{what}: {recent_error('the library refused')}")


def take_text(pointer, size=None):
    """The text behind an owned pointer, which is freed; None for null."""
    if not pointer:
        return None
    try:
        return (ctypes.string_at(pointer) if size is None else ctypes.string_at(pointer, size)).decode("utf-8", "replace")
    finally:
        lib.GePyTextFree(pointer)


def take_handles(array, count, what):
    """The handles of an owned array, which is freed; the handles then belong to the caller."""
    if not array:
        raise RuntimeError(f"{what}: {recent_error('the library refused')}")
    try:
        return [array[i] for i in range(count.value)]
    finally:
        lib.GePyArrayFree(ctypes.cast(array, c_void_p))


__all__ = ["Attr", "Desc", "MAX_RANK", "OWNER_GRAPH", "OWNER_NODE", "OWNER_INPUT", "OWNER_OUTPUT", "byref", "check", "lib", "take_handles",
           "take_text"]
