"""Finding and loading the native libraries.

A library is looked for, in this order,

1. in each folder of the environment variable ``OPSTRATA_LIBRARY_PATH`` (separated by ``:``),
2. beside this package (``ge/_capi/``) and in ``ge/_capi/lib/``,
3. for generated libraries: in the wheel that belongs to them (``es_<module>/`` and ``es_<module>/lib/``),
4. by plain name, as the dynamic loader finds it (``LD_LIBRARY_PATH``, the system's folders),
5. in ``lib64/`` below ``ASCEND_HOME_PATH``.

They are loaded with immediate and global binding: generated libraries resolve against the base library, and the arithmetic
of tensor holders finds ``EsAdd`` and its like in whichever generated library is loaded.
"""
import ctypes
import importlib.util
import os
import threading

_MODE = ctypes.RTLD_GLOBAL | os.RTLD_NOW
_DEFAULT = "libes_all.so"
_lock = threading.RLock()
_loaded = {}


def _wheel_folders(name):
    package = name[3:-3] if name.startswith("lib") and name.endswith(".so") else ""
    if not package.startswith("es_"):
        return
    try:
        spec = importlib.util.find_spec(package)
    except (ImportError, ValueError):
        return
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        yield folder
        yield os.path.join(folder, "lib")


def _candidates(name):
    own = os.path.dirname(os.path.abspath(__file__))
    folders = [f for f in os.environ.get("OPSTRATA_LIBRARY_PATH", "").split(":") if f]
    folders += [own, os.path.join(own, "lib"), *_wheel_folders(name)]
    yield from (path for path in (os.path.join(folder, name) for folder in folders) if os.path.exists(path))
    yield name
    home = os.environ.get("ASCEND_HOME_PATH")
    if home:
        path = os.path.join(home, "lib64", name)
        if os.path.exists(path):
            yield path


def load(name):
    """The library ``name``, loaded once. RuntimeError with every attempt's reason when none of the places has it."""
    with _lock:
        if name in _loaded:
            return _loaded[name]
        reasons = []
        for path in _candidates(name):
            try:
                library = ctypes.CDLL(path, mode=_MODE)
            except OSError as error:
                reasons.append(str(error))
                continue
            _loaded[name] = library
            return library
        raise RuntimeError(f"cannot load {name}: " + "; ".join(reasons))


def load_optional(name):
    """The library, or None."""
    try:
        return load(name)
    except RuntimeError:
        return None


def get_generated_lib(name=None):
    """A generated operator library, by file name (default ``libes_all.so``). RuntimeError when it cannot be loaded."""
    return load(name or _DEFAULT)


def is_generated_lib_available(name=None):
    return load_optional(name or _DEFAULT) is not None


def get_loaded_lib_names():
    """File names of the libraries loaded so far."""
    with _lock:
        return sorted(_loaded)


def clear_lib_cache():
    """Forgets generated libraries: the next use looks for them again. What is in the process stays there."""
    with _lock:
        for name in [n for n in _loaded if n.startswith("libes_")]:
            del _loaded[name]
