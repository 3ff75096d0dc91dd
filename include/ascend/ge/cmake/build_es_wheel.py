#!/usr/bin/env python3
"""Builds the wheel of a generated ES package directly as an archive: no index, no build back end, the same bytes every time.

The wheel holds the generated modules, an ``__init__`` that re-exports their public names and ``get_module()``, and the entry
point of the group ``ge.es.plugins`` by which ``import ge.es`` finds the package (es-api sections 9.1 and 9.6)."""
import argparse
import base64
import hashlib
import os
import sys
import tempfile
import zipfile

VERSION = "1.0.0"

INIT = '''"""Graph-building functions of the operator package "{module}" (generated)."""
import sys as _sys

from . import es_{module}_ops as _ops
from .es_{module}_ops import *  # noqa: F401,F403

__all__ = [_name for _name in dir(_ops) if not _name.startswith("_")]


def get_module():
    """Entry point of the group ge.es.plugins: the package itself."""
    return _sys.modules[__name__]
'''


def files_of(code, package, module):
    aggregate = f"es_{module}_ops.py"
    if not os.path.exists(os.path.join(code, aggregate)):
        sys.exit(f"build_es_wheel: {os.path.join(code, aggregate)} does not exist: generate the code first")
    info = f"{package}-{VERSION}.dist-info"
    yield f"{package}/__init__.py", INIT.format(module=module).encode()
    for name in sorted(os.listdir(code)):
        if name.endswith((".py", ".pyi")) or name == "py.typed":
            with open(os.path.join(code, name), "rb") as file:
                yield f"{package}/{name}", file.read()
    yield f"{info}/METADATA", (f"Metadata-Version: 2.1\nName: {package.replace('_', '-')}\nVersion: {VERSION}\n"
                               f"Summary: Graph-building functions of the operator package {module}\n"
                               "Requires-Python: >=3.7\n").encode()
    yield f"{info}/WHEEL", b"Wheel-Version: 1.0\nGenerator: opstrata\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    yield f"{info}/entry_points.txt", f"[ge.es.plugins]\n{module} = {package}:get_module\n".encode()
    yield f"{info}/top_level.txt", f"{package}\n".encode()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--code", required=True, help="folder of the generated files")
    parser.add_argument("--package", required=True, help="Python package, es_<module>")
    parser.add_argument("--module", required=True)
    parser.add_argument("--output", required=True, help="path of the wheel")
    args = parser.parse_args()
    os.makedirs(os.path.dirname(os.path.abspath(args.output)), exist_ok=True)
    record_name = f"{args.package}-{VERSION}.dist-info/RECORD"
    record = []
    handle, partial = tempfile.mkstemp(dir=os.path.dirname(os.path.abspath(args.output)), suffix=".whl.part")
    try:
        with os.fdopen(handle, "wb") as stream, zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as wheel:
            def add(name, data):
                entry = zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))
                entry.external_attr = 0o644 << 16
                entry.compress_type = zipfile.ZIP_DEFLATED
                wheel.writestr(entry, data)

            for name, data in files_of(args.code, args.package, args.module):
                digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
                record.append(f"{name},sha256={digest},{len(data)}")
                add(name, data)
            record.append(f"{record_name},,")
            add(record_name, ("\n".join(record) + "\n").encode())
        os.chmod(partial, 0o644)
        os.replace(partial, args.output)
    except BaseException:
        if os.path.exists(partial):
            os.unlink(partial)
        raise


if __name__ == "__main__":
    main()
