"""Operator packages as plug-ins: entry points of the group ``ge.es.plugins`` (es-api section 9.6)."""
import configparser
import functools
import glob
import importlib
import logging
import os
import sys
import types

GROUP = "ge.es.plugins"
_log = logging.getLogger("ge.es")
_plugins = {}


class _EntryPoint:
    """What Python 3.7 lacks without importlib_metadata: an entry point as a wheel writes it down."""

    def __init__(self, name, value):
        self.name, self.value = name, value

    def load(self):
        module, _, attribute = self.value.partition(":")
        return functools.reduce(getattr, filter(None, attribute.strip().split(".")), importlib.import_module(module.strip()))


def _scanned_entry_points():
    found = []
    for folder in sys.path:
        for path in sorted(glob.glob(os.path.join(glob.escape(folder or "."), "*.dist-info", "entry_points.txt"))):
            parser = configparser.ConfigParser(delimiters=("=",), interpolation=None)
            parser.optionxform = str
            try:
                parser.read(path, encoding="utf-8")
                found += [_EntryPoint(*item) for item in parser.items(GROUP)] if parser.has_section(GROUP) else []
            except (OSError, UnicodeError, configparser.Error) as error:
                _log.error("%s cannot be read: %s", path, error)
    return found


def _entry_points():
    try:
        from importlib import metadata
    except ImportError:  # Python 3.7
        try:
            import importlib_metadata as metadata
        except ImportError:
            return {point.name: point for point in reversed(_scanned_entry_points())}
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
