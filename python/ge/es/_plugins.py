"""Operator packages as plug-ins: entry points of the group ``ge.es.plugins`` (es-api section 9.6)."""
import importlib
import logging
import sys
import types

GROUP = "ge.es.plugins"
_log = logging.getLogger("ge.es")
_plugins = {}


def _entry_points():
    try:
        from importlib import metadata
    except ImportError:  # Python 3.7
        import importlib_metadata as metadata
    found = metadata.entry_points()
    points = found.select(group=GROUP) if hasattr(found, "select") else found.get(GROUP, ())
    # A package on the path twice (a wheel and its sources) is one plug-in.
    return {point.name: point for point in reversed(list(points))}


def _resolve(loaded):
    """The module behind what an entry point gives: a module, a module's name, or a callable that returns one of these."""
    if callable(loaded) and not isinstance(loaded, types.ModuleType):
        loaded = loaded()
    if isinstance(loaded, str):
        loaded = importlib.import_module(loaded)
    if not isinstance(loaded, types.ModuleType):
        raise TypeError(f"gives a {type(loaded).__name__}, not a module")
    return loaded


def load_plugins(package):
    """Loads every plug-in and offers it as ``ge.es.<name>``. One that fails is reported to logging and skipped."""
    for name, point in sorted(_entry_points().items()):
        try:
            module = _resolve(point.load())
        except Exception as error:  # a plug-in can raise anything; the others must still load
            _log.error("plug-in %s of %s cannot be loaded: %s", name, GROUP, error)
            continue
        module = sys.modules.setdefault(f"{package.__name__}.{name}", module)
        setattr(package, name, module)
        if name not in package.__all__:
            package.__all__.append(name)
        _plugins[name] = module
        _log.debug("plug-in %s loaded from %s", name, getattr(module, "__file__", "?"))


def list_plugins():
    """Names of the loaded plug-ins."""
    return sorted(_plugins)


def get_plugin(name):
    """The module of a loaded plug-in, or None."""
    return _plugins.get(name)
