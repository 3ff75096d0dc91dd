#!/usr/bin/env python3
"""Every operator type that a function of libopapi_math launches has a prototype, a shape function and a kernel.

Usage: launched_test.py <opstrata> <operators folder>     (ASCEND_OPP_PATH: the operator root)
"""
import pathlib
import re
import subprocess
import sys

# What FaultInjection does to its tensor is described nowhere; a library that brings it is used.
WITHOUT_KERNEL = {"FaultInjection"}


def launched(folder):
    types = set()
    for source in folder.glob("*/*_api.cc"):
        text = source.read_text()
        types.update(re.findall(r"^OP_TYPE_REGISTER\((\w+)\)", text, re.M))
        types.update(re.findall(r"^OPSTRATA_L0_(?:UNARY|BINARY)\((\w+)", text, re.M))
    return types


def main():
    tool, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    types = launched(folder)
    assert len(types) > 60, f"only {len(types)} operator types were found"
    missing = []
    for op in sorted(types - WITHOUT_KERNEL):
        answer = subprocess.run([tool, "why", op], capture_output=True, text=True)
        missing += [f"{op}: no {part}" for part in ("prototype", "shape function", "kernel") if not re.search(rf"^ *{part}: /", answer.stdout, re.M)]
    print("\n".join(missing) or f"{len(types)} operator types, each with prototype, shape function and kernel")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
