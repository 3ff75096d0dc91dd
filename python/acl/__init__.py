"""The device runtime, as far as Python programs of the interface call it (es-api section 11.7). Functions return the code."""
from acl import rt
from acl._native import lib

__all__ = ["init", "finalize", "rt"]


def init(config_path=None):
    return lib.aclInit(None if config_path is None else config_path.encode())


def finalize():
    return lib.aclFinalize()
