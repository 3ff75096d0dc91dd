"""The C functions of ``libge_session_wrapper.so`` (python/native/session_wrapper.h)."""
from ctypes import CFUNCTYPE, POINTER, c_char_p, c_int32, c_size_t, c_uint32, c_uint64, c_void_p

from ge._capi.libraries import load

Allocate = CFUNCTYPE(c_uint64, c_uint64, POINTER(c_void_p), POINTER(c_uint64))
Release = CFUNCTYPE(None, c_uint64)

lib = load("libge_session_wrapper.so")
_Texts = POINTER(c_char_p)
for _name, (_result, *_arguments) in {
        "GePyInitialize": (c_uint32, _Texts, _Texts, c_size_t), "GePyFinalize": (c_uint32,),
        "GePySessionCreate": (c_void_p, _Texts, _Texts, c_size_t), "GePySessionFree": (None, c_void_p),
        "GePySessionAddGraph": (c_uint32, c_void_p, c_uint32, c_void_p, _Texts, _Texts, c_size_t),
        "GePySessionRemoveGraph": (c_uint32, c_void_p, c_uint32),
        "GePySessionRun": (c_uint32, c_void_p, c_uint32, POINTER(c_void_p), c_size_t, c_int32, c_void_p, POINTER(POINTER(c_void_p)),
                           POINTER(c_size_t)),
        "GePySessionRegisterAllocator": (c_uint32, c_void_p, c_void_p, Allocate, Release),
        "GePySessionUnregisterAllocator": (c_uint32, c_void_p, c_void_p)}.items():
    getattr(lib, _name).restype, getattr(lib, _name).argtypes = _result, _arguments


def texts(options, what):
    """(keys, values, count) of a dict of str. TypeError for anything else."""
    if not isinstance(options, dict):
        raise TypeError(f"{what} must be a dict of str, not {type(options).__name__}")
    for key, value in options.items():
        if not isinstance(key, str) or not isinstance(value, str):
            raise TypeError(f"{what} must be a dict of str: {key!r}: {value!r}")
    array = c_char_p * len(options)
    return array(*(k.encode() for k in options)), array(*(v.encode() for v in options.values())), len(options)
