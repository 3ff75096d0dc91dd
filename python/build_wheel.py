#!/usr/bin/env python3
"""Builds the wheel of the packages `ge` and `acl` directly as an archive: no index, no build back end, the same bytes every time."""
import argparse
import base64
import hashlib
import os
import pathlib
import tempfile
import zipfile

PACKAGES = ("acl", "ge")


def files_of(source, version):
    for package in PACKAGES:
        for path in sorted(p for p in (source / package).rglob("*") if p.suffix == ".py" or p.name == "py.typed"):
            yield str(path.relative_to(source)), path.read_bytes()
    info = f"ge-{version}.dist-info"
    yield f"{info}/METADATA", (f"Metadata-Version: 2.1\nName: ge\nVersion: {version}\nLicense: Apache-2.0\n"
                               "Summary: Graphs in eager style, built and run from Python\nRequires-Python: >=3.7\n").encode()
    yield f"{info}/WHEEL", b"Wheel-Version: 1.0\nGenerator: opstrata\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    yield f"{info}/top_level.txt", "".join(f"{package}\n" for package in PACKAGES).encode()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source", required=True, type=pathlib.Path, help="folder that holds the packages")
    parser.add_argument("--version", required=True)
    parser.add_argument("--output", required=True, type=pathlib.Path, help="path of the wheel")
    args = parser.parse_args()
    args.output.parent.mkdir(parents=True, exist_ok=True)
    handle, partial = tempfile.mkstemp(dir=args.output.parent, suffix=".part")
    record = []
    try:
        with os.fdopen(handle, "wb") as stream, zipfile.ZipFile(stream, "w") as wheel:
            def add(name, data):
                entry = zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))
                entry.external_attr = 0o644 << 16
                entry.compress_type = zipfile.ZIP_DEFLATED
                wheel.writestr(entry, data)

            for name, data in files_of(args.source, args.version):
                digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
                record.append(f"{name},sha256={digest},{len(data)}\n")
                add(name, data)
            record_name = f"ge-{args.version}.dist-info/RECORD"
            add(record_name, ("".join(record) + f"{record_name},,\n").encode())
        os.chmod(partial, 0o644)
        os.replace(partial, args.output)
    except BaseException:
        os.unlink(partial)
        raise


main()
