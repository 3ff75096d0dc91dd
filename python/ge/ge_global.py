"""Starting and ending the graph engine."""
from ge._capi import session_wrapper as _native
from ge._capi.pyes_graph_builder_wrapper import recent_error
from ge.error import GeError

__all__ = ["GeApi"]


class GeApi:
    """The engine of this process."""

    @classmethod
    def ge_initialize(cls, config):
        """Starts the engine, for example with ``{"ge.exec.deviceId": "0"}``. Returns 0; GeError when it cannot."""
        keys, values, count = _native.texts(config, "config")
        if count == 0:
            raise TypeError("config must not be empty")
        if _native.lib.GePyInitialize(keys, values, count) != 0:
            raise GeError(recent_error("the engine refused"), "ge_initialize", {"config": config})
        return 0

    @classmethod
    def ge_finalize(cls):
        """Ends the engine. Returns 0; GeError when it was not started."""
        if _native.lib.GePyFinalize() != 0:
            raise GeError(recent_error("the engine refused"), "ge_finalize")
        return 0
