"""Prepares what the tests of the package `ge` need and runs them: generated libraries and their wheels, a virtual environment; then
the same tests with every other interpreter that is found (those that are not are printed as skipped), and a type checker over the stubs.

run_tests.py --wheel WHEEL --prefix PREFIX --work DIR [--environment A=B ...] -- COMPILER...
"""
import argparse
import glob
import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent


#: Language levels that the package supports.
LEVELS = [f"3.{minor}" for minor in range(7, 14)]


def interpreters():
    """{level: program} of the interpreters on the path and of pyenv, each tried out."""
    found = {}
    for level in LEVELS:
        places = [shutil.which(f"python{level}"), *glob.glob(os.path.expanduser(f"~/.pyenv/versions/{level}.*/bin/python{level}"))]
        for program in filter(None, places):
            tried = subprocess.run([program, "-c", "import ctypes, sys; print('%d.%d' % sys.version_info[:2])"], capture_output=True, text=True)
            if tried.returncode == 0 and tried.stdout.strip() == level:
                found[level] = program
                break
    return found


def check_types(work, code):
    """mypy over all stubs and over a program with marked mistakes. False when it finds anything else."""
    mypy = shutil.which("mypy")
    if mypy is None:
        print("type checker: skipped, mypy is not installed")
        return True
    typed = work / "typed"
    shutil.copytree(code, typed / "es_math", ignore=lambda _, names: [n for n in names if not n.endswith((".pyi", ".py")) and n != "py.typed"])
    (typed / "es_math/__init__.py").write_text("from .es_math_ops import *\n")
    environment = {**os.environ, "MYPYPATH": f"{typed}:{HERE.parent}", "PYTHONPATH": ""}

    def run(*sources):
        command = [mypy, "--python-version=3.8", "--strict", "--allow-untyped-calls", "--implicit-reexport", "--follow-imports=silent",
                   f"--cache-dir={work}/mypy", *map(str, sources)]
        return subprocess.run(command, capture_output=True, text=True, env=environment, cwd=work).stdout

    clean = run(HERE / "typed_use.py", *sorted(typed.glob("*/*.pyi")))
    if "Success" not in clean:
        print("type checker: the stubs are not clean\n" + clean)
        return False
    lines = (HERE / "typed_misuse.py").read_text().splitlines()
    wanted = {i + 1 for i, line in enumerate(lines) if line.endswith("# wrong")}
    text = run(HERE / "typed_misuse.py")
    seen = {int(line.split(":")[1]) for line in text.splitlines() if "typed_misuse.py:" in line and ": error:" in line}
    if seen != wanted:
        print(f"type checker: mistakes in lines {sorted(wanted)}, found in {sorted(seen)}\n{text}")
    return seen == wanted


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
    include = args.prefix / "include"
    wheels = [args.wheel]
    run(args.prefix / "bin/gen_esb", "--extract-history", f"--prototypes={HERE / 'former.json'}", f"--output_dir={args.work / 'history'}",
        "--release_version=1", "--release_date=2026-01-01", stdout=subprocess.DEVNULL)
    for module, prototypes, folder in (("math", "operators.json", code),):
        run(args.prefix / "bin/gen_esb", f"--prototypes={HERE / prototypes}", f"--module_name={module}", f"--output_dir={folder}",
            f"--history_registry={args.work / 'history'}", "--window=all", stdout=subprocess.DEVNULL)
        unity = folder / "unity.cc"
        unity.write_text("".join(f'#include "{source.name}"\n' for source in sorted(folder.glob("es_*.cpp"))), encoding="utf-8")
        run(*args.compiler, "-std=c++17", "-O0", "-fPIC", "-shared", f"-I{folder}", f"-I{include}", f"-I{include}/ge", unity, "-o",
            libraries / f"libes_{module}.so", f"-L{args.prefix}/lib64", "-leager_style_graph_builder_base", "-lgraph",
            "-Wl,--allow-shlib-undefined")
        wheels.append(args.work / f"es_{module}-1.0.0-py3-none-any.whl")
        run(sys.executable, include / "ge/cmake/build_es_wheel.py", "--code", folder, "--package", f"es_{module}", "--module", module, "--output",
            wheels[-1])
    run(sys.executable, "-m", "venv", "--without-pip", "--system-site-packages", venv)
    python = venv / "bin/python"
    run(sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-index", "--no-deps", "--disable-pip-version-check",
        *wheels)
    environment = {**os.environ, "OPSTRATA_LIBRARY_PATH": str(libraries), "LD_LIBRARY_PATH": f"{args.prefix}/lib64",
                   "GE_TEST_WORK": str(args.work), "GE_TEST_PREFIX": str(args.prefix), **dict(e.split("=", 1) for e in args.environment)}
    environment.pop("PYTHONPATH", None)
    test = ("-m", "unittest", "discover", "-q", "-s", HERE, "-t", HERE)
    failed = [] if subprocess.run([python, *test], env=environment).returncode == 0 else ["the tests"]
    own, found = "%d.%d" % sys.version_info[:2], interpreters()
    site = args.work / "site"
    for wheel in wheels:
        shutil.unpack_archive(str(wheel), site, "zip")
    for level in LEVELS:
        if level == own:
            continue
        if level not in found:
            print(f"Python {level}: skipped, not found")
        elif "LD_PRELOAD" in environment:
            print(f"Python {level}: skipped under a sanitizer")
        else:
            print(f"Python {level}: {found[level]}", flush=True)
            if subprocess.run([found[level], *test], env={**environment, "PYTHONPATH": str(site)}).returncode != 0:
                failed.append(f"Python {level}")
    if not check_types(args.work, code):
        failed.append("the type checker")
    sys.exit(f"failed: {', '.join(failed)}" if failed else 0)


main()
