"""Graphs in eager style: built with ``ge.es``, held by ``ge.graph``, run by ``ge.session``.

The package calls the C API of the installed libraries through ctypes; ``ge._capi`` says where it finds them.
"""
