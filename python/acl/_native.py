"""libascendcl.so, found like the libraries of ``ge``."""
from ctypes import POINTER, c_char_p, c_int, c_int32, c_size_t, c_void_p

from ge._capi.libraries import load

lib = load("libascendcl.so")
for _name, _arguments in {
        "aclInit": (c_char_p,), "aclFinalize": (), "aclrtSetDevice": (c_int32,), "aclrtResetDevice": (c_int32,),
        "aclrtCreateStream": (POINTER(c_void_p),), "aclrtDestroyStream": (c_void_p,), "aclrtSynchronizeStream": (c_void_p,),
        "aclrtMalloc": (POINTER(c_void_p), c_size_t, c_int), "aclrtFree": (c_void_p,)}.items():
    getattr(lib, _name).argtypes = _arguments
