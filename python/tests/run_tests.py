"""Prepares what the tests of the package `ge` need and runs them: a generated library and its wheel, a virtual environment.

run_tests.py --wheel WHEEL --prefix PREFIX --work DIR [--environment A=B ...] -- COMPILER...
"""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--wheel", required=True)
    parser.add_argument("--prefix", required=True, type=pathlib.Path)
    parser.add_argument("--work", required=True, type=pathlib.Path)
    parser.add_argument("--environment", nargs="*", default=[])
    parser.add_argument("compiler", nargs="+")
    args = parser.parse_args()
    run = lambda *command, **more: subprocess.run([str(c) for c in command], check=True, **more)
    shutil.rmtree(args.work, ignore_errors=True)
    code, libraries, venv = args.work / "code", args.work / "lib", args.work / "venv"
    for folder in (code, libraries):
        folder.mkdir(parents=True)
    run(args.prefix / "bin/gen_esb", f"--prototypes={HERE / 'operators.json'}", "--module_name=math", f"--output_dir={code}",
        stdout=subprocess.DEVNULL)
    unity = code / "unity.cc"
    unity.write_text("".join(f'#include "{source.name}"\n' for source in sorted(code.glob("es_*.cpp"))), encoding="utf-8")
    include = args.prefix / "include"
    run(*args.compiler, "-std=c++17", "-O0", "-fPIC", "-shared", f"-I{code}", f"-I{include}", f"-I{include}/ge", unity, "-o",
        libraries / "libes_math.so", f"-L{args.prefix}/lib64", "-leager_style_graph_builder_base", "-lgraph",
        "-Wl,--allow-shlib-undefined")
    es_wheel = args.work / "es_math-1.0.0-py3-none-any.whl"
    run(sys.executable, include / "ge/cmake/build_es_wheel.py", "--code", code, "--package", "es_math", "--module", "math", "--output",
        es_wheel)
    run(sys.executable, "-m", "venv", "--without-pip", venv)
    python = venv / "bin/python"
    run(sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-index", "--no-deps", "--disable-pip-version-check",
        args.wheel, es_wheel)
    environment = {**os.environ, "OPSTRATA_LIBRARY_PATH": str(libraries), "LD_LIBRARY_PATH": f"{args.prefix}/lib64",
                   "GE_TEST_WORK": str(args.work), "GE_TEST_PREFIX": str(args.prefix), **dict(e.split("=", 1) for e in args.environment)}
    environment.pop("PYTHONPATH", None)
    sys.exit(subprocess.run([python, "-m", "unittest", "discover", "-q", "-s", HERE, "-t", HERE], env=environment).returncode)


main()
