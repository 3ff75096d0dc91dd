#!/usr/bin/env python3
"""Builds the example programs of an operator library and runs them: its own API functions (op_api sources, unmodified), our runtime,
executor and kernels.

  run_examples.py --prefix PREFIX --checkout DIR --work DIR [--jobs N] [--only TEXT] [--timeout SECONDS] [--list FILE]

The op_api sources of all operators that are not experimental are compiled (-O0, the library's definitions, string ABI 0) into one library
that is linked like theirs; what is up to date is not compiled again. Each example is compiled with the compiler's own standard and string
ABI against the API headers and linked with that library, then runs in a folder of its own. Prints how many compile, link, and end with
exit status 0, and for the others the status with the last error text. Fails only when the library itself cannot be built."""
import argparse
import collections
import concurrent.futures
import json
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from compile_counts import Library  # noqa: E402


def shell(command, timeout=600, **more):
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", timeout=timeout, **more)
        return done.returncode, done.stdout
    except subprocess.TimeoutExpired:
        return "timeout", ""


def build_library(args, library, sources, roots):
    objects = os.path.join(args.work, "objects")
    os.makedirs(objects, exist_ok=True)
    flags = ["-std=c++17", "-O0", "-fPIC", "-w", "-D_GLIBCXX_USE_CXX11_ABI=0", "-Dgoogle=ascend_private", "-DACLNN_LOG_FMT_CHECK",
             "-DOP_LOG_LIBOPAPI_ONLY", "-DCFG_BUILD_RELEASE", "-isystem", f"{library.p}/pkg_inc/base"] + [f"-I{r}" for r in roots]
    # What nearly every source includes, compiled once: this program measures examples, compile_counts.py measures sources.
    common = os.path.join(args.work, "common.h")
    with open(common, "w") as out:
        out.write("".join(f'#include "{name}"\n' for name in ("opdev/make_op_executor.h", "opdev/op_dfx.h", "opdev/op_executor.h", "opdev/op_log.h",
                  "opdev/op_def.h", "opdev/shape_utils.h", "opdev/format_utils.h", "opdev/tensor_view_utils.h", "opdev/aicpu/aicpu_task.h")))
    code, text = shell(["g++", *flags, "-x", "c++-header", common, "-o", common + ".gch"])
    if code != 0:
        sys.exit(f"FAILED: the common headers do not compile\n{text[-3000:]}")

    def one(source):
        target = os.path.join(objects, os.path.relpath(source, args.checkout).replace("/", "__") + ".o")
        if os.path.exists(target) and os.path.getmtime(target) > os.path.getmtime(source):
            return target, ""
        code, text = shell(["g++", "-include", common, *flags, "-c", source, "-o", target])
        return (target, "") if code == 0 else (None, f"{source}\n{text[:800]}")

    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        done = list(pool.map(one, sources))
    for _, text in done:
        if text:
            print("not compiled:", text)
    output = os.path.join(args.work, "libforeign_opapi.so")
    listing = os.path.join(args.work, "objects.rsp")
    with open(listing, "w") as out:
        out.write("\n".join(target for target, _ in done if target))
    code, text = shell(["g++", "-shared", "-o", output, f"@{listing}", f"-L{args.prefix}/lib64", "-lc_sec", "-lnnopbase", "-Wl,-Bsymbolic"])
    if code != 0:
        sys.exit(f"FAILED: the library does not link\n{text[-3000:]}")
    print(f"op_api: {sum(1 for t, _ in done if t)} of {len(sources)} sources in one library", flush=True)
    return output


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("prefix", "checkout", "work"):
        parser.add_argument("--" + name, required=True, type=os.path.abspath)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--only", default="", help="examples whose path holds this text")
    parser.add_argument("--timeout", type=int, default=60)
    parser.add_argument("--keep", action="store_true", help="keep the programs")
    parser.add_argument("--list", default="", help="JSON file with the result of every example")
    args = parser.parse_args()
    os.makedirs(args.work, exist_ok=True)
    library = Library(args)
    kinds = library.kinds()
    normal = lambda paths: [p for p in paths if "experimental/" not in os.path.relpath(p, args.checkout)]
    build_library(args, library, normal(kinds["op_api"][0]), kinds["op_api"][1])
    examples = [p for p in normal(kinds["example"][0]) if args.only in p]
    roots = [f"-I{r}" for r in kinds["example"][1]]
    env = {k: v for k, v in os.environ.items() if not k.startswith(("ASCEND_", "OPSTRATA_"))}
    env["LD_LIBRARY_PATH"] = f"{args.work}:{args.prefix}/lib64"

    def one(source):
        name = os.path.relpath(source, args.checkout).replace("/", "__")[:-4]
        folder = os.path.join(args.work, "run", name)
        os.makedirs(folder, exist_ok=True)
        program = os.path.join(folder, "program")
        code, text = shell(["g++", "-w", *roots, "-c", source, "-o", program + ".o"])
        if code != 0:
            return source, "does not compile", text
        code, text = shell(["g++", program + ".o", "-o", program, f"-L{args.work}", f"-L{args.prefix}/lib64", "-lforeign_opapi", "-lascendcl",
                            "-lnnopbase", "-lopapi_math", f"-Wl,-rpath-link,{args.prefix}/lib64"])
        os.remove(program + ".o")
        if code != 0:
            return source, "does not link", text
        log = os.path.join(folder, "log")
        if os.path.exists(log):
            os.remove(log)
        chip = {"OPSTRATA_SOC": "Ascend950"} if f"{os.sep}arch35{os.sep}" in source else {}
        code, text = shell([program], timeout=args.timeout, env=dict(env, ASCEND_GLOBAL_LOG_LEVEL="3", OPSTRATA_LOG_FILE=log, **chip), cwd=folder)
        if not args.keep:
            os.remove(program)
        if os.path.exists(log):
            text += "\n" + open(log, errors="replace").read()
        return source, code, text

    results, counts = [], collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for source, code, text in pool.map(one, examples):
            results.append({"source": os.path.relpath(source, args.checkout), "result": code, "text": text[-3000:]})
            counts["exit 0" if code == 0 else code if isinstance(code, str) else f"signal {-code}" if code < 0 else "other exit status"] += 1
            if code != 0:
                errors = re.findall(r"(?:error: .*|undefined reference to .*|.*\[error\].*)", text) or re.findall(r".*(?:failed|ERROR).*", text)
                print(f"    {results[-1]['source']}: {code}: {(errors or ['no text'])[0][:300]}", flush=True)
    print(f"examples: {len(examples)}; " + ", ".join(f"{what}: {count}" for what, count in counts.most_common()))
    if args.list:
        with open(args.list, "w") as out:
            json.dump(results, out, indent=1)
    return 0


if __name__ == "__main__":
    sys.exit(main())
