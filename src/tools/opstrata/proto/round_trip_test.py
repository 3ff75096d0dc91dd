"""operators.json -> REG_OP source -> library -> operators.json is the identity.

round_trip_test.py OPSTRATA PREFIX WORK_DIR JSON [--sample] -- COMPILER...

--sample keeps those operators that show a parameter form or default value which no earlier operator shows.
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor


def forms(op):
    """What an operator shows: its kinds of parameters, attribute values, and unusual data-type texts."""
    found = {(a["type"], a["required"], a.get("default_value")) for a in op["attrs"]}
    for kind in ("inputs", "outputs", "subgraphs"):
        for item in op[kind]:
            found.add((kind, item["type"]))
            if not item.get("dtype", "").startswith("TensorType({DT_"):
                found.add(("dtype", item.get("dtype")))
    return found


def sample(operators):
    seen, kept = set(), []
    for op in operators:
        if forms(op) - seen:
            seen |= forms(op)
            kept.append(op)
    return kept


def main():
    split = sys.argv.index("--")
    compiler = sys.argv[split + 1:]
    arguments = [a for a in sys.argv[1:split] if a != "--sample"]
    opstrata, prefix, work, source = arguments[0], *map(pathlib.Path, arguments[1:])
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    expected = json.loads(source.read_text(encoding="utf-8"))
    if "--sample" in sys.argv:
        expected["operators"] = sample(expected["operators"])
        source = work / "sample.json"
        source.write_text(json.dumps(expected), encoding="utf-8")
    run = lambda command: subprocess.run(command, check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout
    files = run([opstrata, "proto", "source", source, f"--output-dir={work}"]).split()
    flags = ["-std=c++17", "-O0", "-fPIC", "-Wall", "-Wextra", "-Werror", f"-I{prefix}/include", f"-I{prefix}/pkg_inc"]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(lambda file: run([*compiler, *flags, "-c", file, "-o", file + ".o"]), files))
    library = work / "libprototypes.so"
    run([*compiler, "-shared", *(file + ".o" for file in files), f"-L{prefix}/lib64", "-lgraph", "-o", library])
    back = json.loads(run([opstrata, "proto", "extract", library]))
    for before, after in zip(expected["operators"], back["operators"]):
        assert before == after, f"\n{before}\nbecame\n{after}"
    assert len(expected["operators"]) == len(back["operators"])
    print(f"{len(back['operators'])} operators are the same")


main()
