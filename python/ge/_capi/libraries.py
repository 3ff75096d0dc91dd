"""Finding and loading the native libraries.

A library is looked for, in this order,

1. in each folder of the environment variable ``OPSTRATA_LIBRARY_PATH`` (separated by ``:``),
2. beside this package (``ge/_capi/``) and in ``ge/_capi/lib/``,
3. for generated libraries: in the wheel that belongs to them (``es_<module>/`` and ``es_<module>/lib/``),
4. by plain name, as the dynamic loader finds it (``LD_LIBRARY_PATH``, the system's folders),
5. in ``lib64/`` below ``ASCEND_HOME_PATH``,
6. beside the libraries that this package has loaded: what is installed into the same prefix needs no variable of its own.

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


def _folders_of_loaded():
    """Folders of this package's own libraries that are in the process, whoever found them."""
    folders = []
    try:
        with open("/proc/self/maps", encoding="utf-8", errors="surrogateescape") as maps:
            for line in maps:
                folder, name = os.path.split(line.rstrip("\n").split(None, 5)[-1])
                if name in _loaded and folder not in folders:
                    folders.append(folder)
    except OSError:
        pass
    return folders


def _folders_before(name):
    own = os.path.dirname(os.path.abspath(__file__))
    folders = [f for f in os.environ.get("OPSTRATA_LIBRARY_PATH", "").split(":") if f]
    return folders + [own, os.path.join(own, "lib"), *_wheel_folders(name)]


def _folders_after():
    home = os.environ.get("ASCEND_HOME_PATH")
    return ([os.path.join(home, "lib64")] if home else []) + _folders_of_loaded()


def _try(path, reasons):
    """The library, or None and the loader's text among ``reasons``."""
    try:
        return ctypes.CDLL(path, mode=_MODE)
    except OSError as error:
        reasons.append(str(error))
        return None


def _try_folders(name, folders, reasons):
    for folder in folders:
        path = os.path.join(folder, name)
        library = _try(path, reasons) if os.path.exists(path) else None
        if library is not None:
            return library
    return None


def _find(name, reasons):
    library = _try_folders(name, _folders_before(name), reasons)
    if library is not None:
        return library
    by_name = []
    library = _try(name, by_name)
    if library is None:
        # That there is no such file is the rule here; anything else is worth telling.
        reasons += [text for text in by_name if not text.startswith(f"{name}: cannot open shared object file")]
        library = _try_folders(name, _folders_after(), reasons)
    return library


def load(name):
    """The library ``name``, loaded once. RuntimeError with what was searched, and the loader's reason for each file that is there but
    cannot be loaded."""
    with _lock:
        if name in _loaded:
            return _loaded[name]
        reasons = []
        library = _find(name, reasons)
        if library is not None:
            _loaded[name] = library
            return library
        loader = os.environ.get("LD_LIBRARY_PATH")
        places = [*_folders_before(name), f"the dynamic loader's folders (LD_LIBRARY_PATH is {loader!r})" if loader
                  else "the dynamic loader's folders (LD_LIBRARY_PATH is not set)", *_folders_after()]
        if not os.environ.get("ASCEND_HOME_PATH"):
            places.append("no lib64/ of ASCEND_HOME_PATH, which is not set")
        text = "; ".join(dict.fromkeys(reasons)) or "there is no such file"
        raise RuntimeError(f"cannot load {name}: {text}; searched: {', '.join(dict.fromkeys(places))}")


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
