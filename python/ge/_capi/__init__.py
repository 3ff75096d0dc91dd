"""The C API through ctypes. Where libraries come from: see :mod:`ge._capi.libraries`."""
