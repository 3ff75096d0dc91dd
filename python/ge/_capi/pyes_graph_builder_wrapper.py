"""The C functions of ``ge/esb_funcs.h``, and the handle types that generated modules use."""
import ctypes
from ctypes import c_bool, c_char_p, c_float, c_int, c_int32, c_int64, c_uint32, c_uint64, c_void_p

from ge._capi.libraries import (clear_lib_cache, get_generated_lib, get_loaded_lib_names, is_generated_lib_available, load,
                                load_optional)

__all__ = ["get_generated_lib", "is_generated_lib_available", "get_loaded_lib_names", "clear_lib_cache", "esb_lib", "recent_error",
           "EsCTensorHolder", "EsCTensorHolderPtr", "EsCGraphBuilder", "EsCGraphBuilderPtr", "EsCTensor", "EsCTensorPtr", "EsCGraph",
           "EsCGraphPtr", "EsCNode", "EsCNodePtr"]


class EsCTensorHolder(ctypes.Structure):
    """Opaque."""


class EsCGraphBuilder(ctypes.Structure):
    """Opaque."""


class EsCTensor(ctypes.Structure):
    """Opaque: a ge::Tensor."""


class EsCGraph(ctypes.Structure):
    """Opaque: a ge::Graph."""


class EsCNode(ctypes.Structure):
    """Opaque: a ge::GNode."""


EsCTensorHolderPtr = ctypes.POINTER(EsCTensorHolder)
EsCGraphBuilderPtr = ctypes.POINTER(EsCGraphBuilder)
EsCTensorPtr = ctypes.POINTER(EsCTensor)
EsCGraphPtr = ctypes.POINTER(EsCGraph)
EsCNodePtr = ctypes.POINTER(EsCNode)

#: C types of the constants' elements, by the name in the C functions.
ELEMENTS = {"Int64": c_int64, "Int32": c_int32, "UInt64": c_uint64, "UInt32": c_uint32, "Float": c_float}

esb_lib = load("libeager_style_graph_builder_base.so")


def _declare(name, result, *arguments):
    function = getattr(esb_lib, name)
    function.restype = result
    function.argtypes = arguments


_Dims = ctypes.POINTER(c_int64)
_declare("EsGetRecentError", c_char_p)
_declare("EsCreateGraphBuilder", EsCGraphBuilderPtr, c_char_p)
_declare("EsDestroyGraphBuilder", None, EsCGraphBuilderPtr)
_declare("EsCreateGraphInputWithDetails", EsCTensorHolderPtr, EsCGraphBuilderPtr, c_int64, c_char_p, c_char_p, c_int, c_int, _Dims,
         c_int64)
_declare("EsSetGraphOutput", c_uint32, EsCTensorHolderPtr, c_int64)
_declare("EsBuildGraphAndReset", c_void_p, EsCGraphBuilderPtr)
for _name, _type in ELEMENTS.items():
    _declare("EsCreateConst" + _name, EsCTensorHolderPtr, EsCGraphBuilderPtr, ctypes.POINTER(_type), _Dims, c_int64)
    _declare("EsCreateVector" + _name, EsCTensorHolderPtr, EsCGraphBuilderPtr, ctypes.POINTER(_type), c_int64)
    _declare("EsCreateScalar" + _name, EsCTensorHolderPtr, EsCGraphBuilderPtr, _type)
_declare("EsCreateVariable", EsCTensorHolderPtr, EsCGraphBuilderPtr, c_int32, c_char_p)
_declare("EsCreateConstFromData", EsCTensorHolderPtr, EsCGraphBuilderPtr, c_void_p, _Dims, c_int64, c_int, c_int)
_declare("EsSetNextNodeName", c_uint32, EsCGraphBuilderPtr, c_char_p)
_declare("EsSetDataType", c_uint32, EsCTensorHolderPtr, c_int)
_declare("EsSetFormat", c_uint32, EsCTensorHolderPtr, c_int)
_declare("EsSetShape", c_uint32, EsCTensorHolderPtr, _Dims, c_int64)
_declare("EsGetProducer", EsCNodePtr, EsCTensorHolderPtr)
_declare("EsAddControlEdge", c_uint32, EsCTensorHolderPtr, ctypes.POINTER(EsCTensorHolderPtr), c_int64)
for _owner, _handle in (("Graph", EsCGraphBuilderPtr), ("Tensor", EsCTensorHolderPtr), ("Node", EsCTensorHolderPtr)):
    _declare(f"EsSetInt64AttrFor{_owner}", c_uint32, _handle, c_char_p, c_int64)
    _declare(f"EsSetStringAttrFor{_owner}", c_uint32, _handle, c_char_p, c_char_p)
    _declare(f"EsSetBoolAttrFor{_owner}", c_uint32, _handle, c_char_p, c_bool)


def recent_error(fallback):
    """The reason of this thread's last refusal, or ``fallback``."""
    text = esb_lib.EsGetRecentError()
    return text.decode("utf-8", "replace") if text else fallback


def get_arithmetic(name):
    """The function behind ``EsAdd`` or its like that takes two tensors, whatever parameters the release has: of ``libes_all.so``, else ``libes_math.so``, else of a generated library that is
    loaded. RuntimeError when none has it."""
    names = ["libes_all.so", "libes_math.so"]
    for library in names + [n for n in get_loaded_lib_names() if n.startswith("libes_") and n not in names]:
        loaded = load_optional(library)
        function = getattr(loaded, name + "__operator", None) or getattr(loaded, name, None)
        if function is not None:
            function.restype = EsCTensorHolderPtr
            function.argtypes = (EsCTensorHolderPtr, EsCTensorHolderPtr)
            return function
    raise RuntimeError(f"arithmetic of tensors needs {name} of a generated library: libes_all.so, libes_math.so, or one that is loaded")
