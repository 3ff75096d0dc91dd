"""Devices, streams and device memory."""
from ctypes import byref, c_void_p

from acl._native import lib


def set_device(device_id):
    return lib.aclrtSetDevice(device_id)


def reset_device(device_id):
    return lib.aclrtResetDevice(device_id)


def create_stream():
    """(stream as int, code)"""
    stream = c_void_p()
    code = lib.aclrtCreateStream(byref(stream))
    return stream.value or 0, code


def destroy_stream(stream):
    return lib.aclrtDestroyStream(stream)


def synchronize_stream(stream):
    return lib.aclrtSynchronizeStream(stream)


def malloc(size, policy):
    """(address as int, code)"""
    address = c_void_p()
    code = lib.aclrtMalloc(byref(address), size, policy)
    return address.value or 0, code


def free(address):
    return lib.aclrtFree(address)
