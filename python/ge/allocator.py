"""Memory from the user for runs on a stream."""
import abc

__all__ = ["Allocator", "MemBlock"]


class MemBlock:
    """A block of device memory."""

    def __init__(self, addr, size):
        for name, value in (("addr", addr), ("size", size)):
            if isinstance(value, bool) or not isinstance(value, int):
                raise TypeError(f"{name} must be int, not {type(value).__name__}")
        self._addr, self._size = addr, size

    addr = property(lambda self: self._addr, doc="Address.")
    size = property(lambda self: self._size, doc="Bytes.")


class Allocator(abc.ABC):
    """Implemented by the user and registered with ``Session.register_external_allocator``. Called from any thread."""

    @abc.abstractmethod
    def malloc(self, size):
        """A MemBlock of at least ``size`` bytes; None when there is no memory."""

    @abc.abstractmethod
    def free(self, block):
        """Takes back a block that ``malloc`` gave."""
