#!/usr/bin/env python3
"""Builds and runs the unit tests of an operator library with its own CMake files, unmodified and offline, and prints how many cases pass.

  own_builds.py --prefix PREFIX --checkout DIR --work DIR [--ops add,neg] [--kinds op_api,op_host,op_graph,op_kernel_aicpu] [--jobs N]

Kinds are the library's own switches: OP_API_UT, OP_HOST_UT (inference; tiling is left out), OP_GRAPH_UT (prototypes and passes),
OP_KERNEL_AICPU_UT. A source that does not compile does not stop the others. Fails when a program cannot be built or when fewer
than --least percent of the cases of a kind pass."""
import argparse
import glob
import os
import re
import shutil
import subprocess
import sys

KINDS = {"op_api": ("OP_API_UT", r"\w+_op_api_ut$"), "op_host": ("OP_HOST_UT", r"\w+_op_host_ut$"),
         "op_graph": ("OP_GRAPH_UT", r"\w+_op_graph_ut$"), "op_kernel_aicpu": ("OP_KERNEL_AICPU_UT", r"\w+aicpu_op_kernel_ut$")}


def run(command, log, env):
    with open(log, "w") as out:
        return subprocess.run(command, stdout=out, stderr=subprocess.STDOUT, env=env).returncode


def configure(args, kind, build, env):
    """Operators that the library itself declares twice are left out: their build stops with any toolkit."""
    ops = args.ops.split(",") if args.ops else []
    log = os.path.join(args.work, f"{kind}.configure.log")
    for _ in range(4):
        shutil.rmtree(build, ignore_errors=True)
        command = [args.cmake, "-G", "Ninja", "-S", args.checkout, "-B", build, "-DENABLE_TEST=TRUE", f"-D{KINDS[kind][0]}=TRUE",
                   f"-DCANN_3RD_LIB_PATH={args.prefix}/share/opstrata/3rd", f"-DASCEND_OP_NAME={';'.join(ops)}"]
        if shutil.which("ccache"):
            command.append("-DCMAKE_CXX_COMPILER_LAUNCHER=ccache")
        if run(command, log, env) == 0:
            return True
        twice = set(re.findall(r'cannot create target\s+"(\w+)_cases_obj"', open(log).read()))
        if not twice:
            return False
        if not ops:
            ops = sorted({path.split(os.sep)[-4] for path in glob.glob(os.path.join(args.checkout, "*", "*", "tests", "ut", kind))
                          if os.sep + "experimental" + os.sep not in path})
        ops = [op for op in ops if op not in twice]
        print(f"{kind}: left out, declared twice by the library: {', '.join(sorted(twice))}")
    return False


def count(text):
    passed = len(re.findall(r"^\[       OK \]", text, re.M))
    ran = re.search(r"\[==========\] (?:Running )?(\d+) tests? from", text)
    return passed, int(ran.group(1)) if ran else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("prefix", "checkout", "work"):
        parser.add_argument("--" + name, required=True, type=os.path.abspath)
    parser.add_argument("--cmake", default="cmake")
    parser.add_argument("--ops", default="")
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("--jobs", default=str(os.cpu_count()))
    parser.add_argument("--least", type=float, default=95.0)
    args = parser.parse_args()
    env = {k: v for k, v in os.environ.items() if not k.startswith(("ASCEND_", "GE_ES_"))}
    env.update(ASCEND_HOME_PATH=args.prefix, http_proxy="http://127.0.0.1:9", https_proxy="http://127.0.0.1:9")
    os.makedirs(args.work, exist_ok=True)
    bad = []
    for kind in args.kinds.split(","):
        build = os.path.join(args.work, kind)
        if not configure(args, kind, build, env):
            bad.append(f"{kind}: configuration failed, see {args.work}/{kind}.configure.log")
            continue
        targets = subprocess.run(["ninja", "-C", build, "-t", "targets", "all"], stdout=subprocess.PIPE, text=True, env=env).stdout
        names = sorted({line.split(":")[0] for line in targets.splitlines() if line.endswith(": phony") and re.match(KINDS[kind][1], line.split(":")[0])})
        names = [name for name in names if ("aicpu" in name or kind != "op_kernel_aicpu") and not name.startswith("cmake_object_order_")]
        log = os.path.join(args.work, f"{kind}.build.log")
        run(["ninja", "-C", build, "-k", "0", "-j", args.jobs, *names], log, env)
        failed = len(re.findall(r"^FAILED: ", open(log).read(), re.M))
        for name in names:
            programs = [p for p in glob.glob(os.path.join(build, "tests", "ut", "*", name)) if os.access(p, os.X_OK)]
            if not programs:
                bad.append(f"{kind}: {name} was not built ({failed} steps failed, see {log})")
                continue
            libraries = ":".join([os.path.join(build, "es_packages", "lib64"), os.path.join(args.prefix, "lib64")])
            output = os.path.join(args.work, f"{name}.log")
            code = run([programs[0]], output, dict(env, LD_LIBRARY_PATH=libraries))
            text = open(output, errors="replace").read()
            passed, total = count(text)
            share = 100.0 * passed / total if total else 0.0
            print(f"{kind}: {passed} of {total} cases pass ({share:.1f} %)" + (f"; the program ended with {code}" if code not in (0, 1) else ""))
            for case in sorted(set(re.findall(r"^\[  FAILED  \] (\S+\.\S+?),? ", text, re.M))):
                print(f"    failed: {case}")
            if share < args.least:
                bad.append(f"{kind}: {share:.1f} % of the cases of {name} pass, {args.least} % are wanted")
    for line in bad:
        print("FAILED:", line)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
