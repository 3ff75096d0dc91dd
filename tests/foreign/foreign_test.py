#!/usr/bin/env python3
"""Builds the small foreign library with the options of foreign builds and runs it: string ABI 0 and 1, GCC and Clang, linked before and
after our libraries, and once under the address sanitizer."""
import argparse
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
WARNINGS = ["-Wall", "-Wextra", "-Wshadow", "-Wformat=2", "-Wformat-signedness", "-Werror", "-Wno-error=deprecated-declarations",
            "-fno-common", "-fPIC", "-fstack-protector-all", "-ftrapv", "-std=c++17", "-O1"]


def run(command, env=None, want=None):
    done = subprocess.run(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0 or (want is not None and want not in done.stdout):
        sys.exit(f"FAILED ({done.returncode}): {' '.join(command)}\n{done.stdout[-5000:]}")


def main():
    parser = argparse.ArgumentParser()
    for name in ("prefix", "arch", "work"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--sanitize", default="")
    args = parser.parse_args()
    a, p = args.prefix, os.path.join(args.prefix, args.arch)
    roots = [f"{a}/include", f"{p}/include", f"{p}/include/exe_graph", f"{p}/include/aclnn", f"{a}/include/op_common",
             f"{a}/include/op_common/op_host", f"{p}/pkg_inc/runtime", f"{p}/pkg_inc/aicpu_common/context", f"{p}/pkg_inc/aicpu_common/context/common",
             f"{p}/pkg_inc/aicpu_common/context/cpu_proto", f"{p}/pkg_inc/aicpu_common/context/utils", f"{p}/pkg_inc", f"{p}/pkg_inc/aicpu"]
    include = [f"-I{HERE}/stub", f"-I{HERE}", f"-I{HERE}/halve"] + [f"-I{r}" for r in roots] + ["-isystem", f"{p}/pkg_inc/base"]
    parts = {"aclnn_halve": ["-Dgoogle=ascend_private", "-DACLNN_LOG_FMT_CHECK", "-DOP_LOG_LIBOPAPI_ONLY"],
             "halve": ["-Dgoogle=ascend_private", "-DACLNN_LOG_FMT_CHECK", "-DOP_LOG_LIBOPAPI_ONLY"],
             "halve_infershape": ['-DOPS_UTILS_LOG_SUB_MOD_NAME="OP_PROTO"', '-DOP_SUBMOD_NAME="OPS_HALVE"', "-DDISABLE_COMPILE_V1", "-fvisibility=hidden"],
             "halve_proto": [], "halve_aicpu": ["-isystem", "/usr/include/eigen3"],
             "halve_fallback": ['-DOPS_UTILS_LOG_SUB_MOD_NAME="OP_GRAPH"', "-Dgoogle=ascend_private", "-fvisibility=hidden"],
             "halve_def": [], "halve_aicpu_def": ["-std=c++14"]}
    # Sources that only have to compile: what whole libraries were found to do.
    habits = {"op_api": parts["halve"], "infershape": parts["halve_infershape"], "aicpu": parts["halve_aicpu"],
              "op_api_matmul": [*parts["halve"], "-DLOG_CPP"]}
    variants = [("g++", 0, "", "before"), ("g++", 1, "", "after"), ("clang++", 0, "", "after"), ("g++", 0, "address", "before")]
    if args.sanitize:
        variants = [("g++", 0, args.sanitize, "before"), ("g++", 1, args.sanitize, "after")]
    folders = [f"{p}/include", f"{a}/opp/built-in/op_proto/inc", f"{a}/share/opstrata/testkit"] + roots[4:]
    folders += [f"{p}/include/{f}" for f in ("aclnn", "aclnnop", "exe_graph", "graph", "ge", "external", "base/context_builder", "op_common",
                                             "op_common/op_host", "op_common/op_graph", "tiling")]
    folders += [f"{p}/pkg_inc/{f}" for f in ("base", "runtime", "runtime/runtime", "aicpu_common/context/cust_op")]
    with open(f"{HERE}/consumer_headers.txt", encoding="utf-8") as names:
        absent = [name for name in names.read().splitlines() if name and name[0] != "#" and not any(os.path.isfile(f"{f}/{name}") for f in folders)]
    if absent:
        sys.exit(f"FAILED: headers that consumers include are not installed: {', '.join(absent)}")
    work = tempfile.mkdtemp(prefix="foreign_test.", dir=args.work)
    try:
        for compiler, abi, sanitize, order in variants:
            out = os.path.join(work, f"{compiler}{abi}{sanitize}")
            os.mkdir(out)
            flags = [f"-D_GLIBCXX_USE_CXX11_ABI={abi}"] + ([f"-fsanitize={sanitize}", "-g"] if sanitize else [])
            objects = []
            for part, options in parts.items():
                objects.append(f"{out}/{part}.o")
                warnings = [w for w in WARNINGS if compiler == "g++" or w != "-Wformat-signedness"]  # Clang 14 does not know it
                run([compiler, *warnings, *flags, *options, *include, "-c", f"{HERE}/halve/{part}.cpp", "-o", objects[-1]])
            for habit, options in habits.items() if not sanitize else ():
                run([compiler, *warnings, *flags, *options, *include[2:], "-fsyntax-only", f"{HERE}/habits/{habit}.cpp"])
            ours = [f"-L{a}/lib64", "-lc_sec", "-lnnopbase", "-lopapi_math", "-lregister"]
            archives = ["-Wl,--whole-archive", f"{a}/lib64/librt2_registry.a", f"{a}/lib64/libaicpu_context_host.a", "-Wl,--no-whole-archive"]
            # Like theirs under test: linked with nothing, found complete in the program's libraries.
            run([compiler, "-shared", *flags, *objects, *archives, "-Wl,-Bsymbolic", "-o", f"{out}/libhalve.so"])
            theirs = [f"-L{out}", "-Wl,--no-as-needed", "-lhalve"]
            libraries = theirs + ours if order == "before" else ["-Wl,--no-as-needed"] + ours + theirs
            run([compiler, *flags, "-std=c++17", *include, f"{HERE}/main.cpp", f"{HERE}/stub/platform.cpp", *libraries, "-lascendcl",
                 f"-Wl,-rpath,{out}:{p}/lib64", "-o", f"{out}/main"])
            env = {k: v for k, v in os.environ.items() if k not in ("LD_LIBRARY_PATH", "ASCEND_OPP_PATH", "ASCEND_CUSTOM_OPP_PATH")}
            run([f"{out}/main"], env=env, want="foreign ok")
            if sanitize or abi == 0:
                continue
            # Graph programs: headers by short name, the compiler's own standard and string ABI.
            short = [f"-I{a}/include/{folder}" for folder in ("external", "graph", "ge")] + [f"-I{a}/include", f"-I{a}/opp/built-in/op_proto/inc", f"-I{HERE}"]
            for program, want in (("graph_program", "graph program ok"), ("graph_program_own_data", None)):
                run([compiler, *short, f"{HERE}/{program}.cpp", f"-L{a}/lib64", "-lgraph", "-lge_runner", "-lgraph_base", "-lge_compiler", *theirs, *ours,
                     f"-Wl,-rpath,{out}:{p}/lib64", "-o", f"{out}/{program}"])
                run([f"{out}/{program}"], env=env, want=want)
        print(f"foreign_test: {len(variants)} builds ran")
    finally:
        shutil.rmtree(work, ignore_errors=True)


if __name__ == "__main__":
    main()
