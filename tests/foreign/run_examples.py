#!/usr/bin/env python3
"""Builds the example programs of an operator library and runs them: its own API functions (op_api sources, unmodified), our runtime,
executor and kernels.

  run_examples.py --prefix PREFIX --checkout DIR --work DIR [--jobs N] [--only TEXT] [--timeout SECONDS]
                  [--own-kernels] [--caches] [--list FILE]

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
from compile_counts import BLOCK, Library  # noqa: E402


def shell(command, timeout=600, **more):
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", timeout=timeout, **more)
        return done.returncode, done.stdout
    except subprocess.TimeoutExpired:
        return "timeout", ""


def compile_all(args, kind, sources, roots, flags, common):
    """Objects of the sources; `common`: what nearly all of them include, compiled once (compile_counts.py measures sources alone)."""
    objects = os.path.join(args.work, "objects", kind)
    os.makedirs(objects, exist_ok=True)
    flags = ["-std=c++17", "-O0", "-fPIC", "-w", "-D_GLIBCXX_USE_CXX11_ABI=0", *flags] + [f"-I{r}" for r in roots]
    header = os.path.join(args.work, f"common_{kind}.h")
    with open(header, "w") as out:
        out.write("".join(f'#include "{name}"\n' for name in common))
    code, text = shell(["g++", *flags, "-x", "c++-header", header, "-o", header + ".gch"])
    if code != 0:
        sys.exit(f"FAILED: the common headers do not compile\n{text[-3000:]}")

    def one(source):
        target = os.path.join(objects, os.path.relpath(source, args.checkout).replace("/", "__") + ".o")
        if os.path.exists(target) and os.path.getmtime(target) > os.path.getmtime(source):
            return target
        code, text = shell(["g++", "-include", header, *flags, "-c", source, "-o", target])
        if code != 0:
            print(f"not compiled: {source}\n{text[:800]}")
        return target if code == 0 else None

    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        done = [target for target in pool.map(one, sources) if target]
    print(f"{kind}: {len(done)} of {len(sources)} sources in one library", flush=True)
    return done


def link(args, objects, output, libraries):
    os.makedirs(os.path.dirname(output), exist_ok=True)
    listing = output + ".rsp"
    with open(listing, "w") as out:
        out.write("\n".join(objects))
    code, text = shell(["g++", "-shared", "-o", output, f"@{listing}", f"-L{args.prefix}/lib64", *libraries, "-Wl,-Bsymbolic"])
    os.remove(listing)
    if code != 0:
        sys.exit(f"FAILED: {output} does not link\n{text[-3000:]}")


# Settings under which the launches of a program must have the bits that they have without.
CACHES = {"with caches of one plan": {"ACLNN_CACHE_LIMIT": "1", "ACLNN_AICPU_CACHE_LIMIT": "1"},
          "without caches": {"ACLNN_CACHE_LIMIT": "0", "ACLNN_AICPU_CACHE_LIMIT": "0"}}


def result_bits(text):
    """Operators that ran and the sums over the bits of their outputs, in their order."""
    return re.findall(r"opstrata1 (\w+) .*\bsum=(\w+)", text)


def build_package(args, library, kinds, normal):
    """The library's own prototypes, inference and CPU kernels as a package of operators; the path for ASCEND_CUSTOM_OPP_PATH."""
    root = os.path.join(args.work, "package")
    whole = lambda *names: ["-Wl,--whole-archive", *[f"{args.prefix}/lib64/{n}" for n in names], "-Wl,--no-whole-archive"]
    merged, seen = os.path.join(args.work, "merged_proto.cpp"), set()
    with open(merged, "w", encoding="utf-8") as out:
        out.write('#include "graph/operator_reg.h"\n#include "register/op_impl_registry.h"\nnamespace ge {\n')
        for header in normal(library.pick(lambda f: re.search(r"op_graph/\w+_proto\w*\.h$", f) and "/tests/" not in f)):
            for block in BLOCK.finditer(open(header, encoding="utf-8").read()):
                if block.group(1) not in seen:
                    seen.add(block.group(1))
                    out.write(block.group(0) + "\n")
        out.write("}\n")
    link(args, compile_all(args, "proto", [merged], kinds["proto"][1], [], ["graph/operator_reg.h"]), f"{root}/op_proto/libcust_opsproto.so", ["-lregister"])
    sources, roots, flags = kinds["infershape"]
    # What inference sources share stands in files of other names.
    sources = sources + library.pick(lambda f: re.search(r"/op_host/(?!op_api/)(?!.*tiling)(?!.*_def\.cpp)(?!.*_infershape\.cpp)[\w/]+\.cpp$", f) and "tests/" not in f)
    objects = compile_all(args, "infershape", normal(sources), roots, [f for f in flags if f.startswith(("-D", "-f", "-isystem", args.prefix))],
                          ["log/log.h", "register/op_impl_registry.h"])
    link(args, objects, f"{root}/op_impl/ai_core/tbe/op_host/libcust_infer.so", ["-lc_sec", "-Wl,--no-as-needed", "-lregister", *whole("librt2_registry.a"), "-lgraph"])
    sources, roots, flags = kinds["aicpu"]
    objects = compile_all(args, "aicpu", normal(sources), roots, ["-Dgoogle=ascend_private", "-isystem", "/usr/include/eigen3", *library.dlog],
                          ["cpu_kernel.h", "cpu_kernel_utils.h", "utils/kernel_util.h"])
    archives = whole("libaicpu_context_host.a", "libaicpu_nodedef_host.a", "libhost_ascend_protobuf.a")
    link(args, objects, f"{root}/op_impl/cpu/aicpu_kernel/impl/libcust_aicpu_kernels.so", [*archives, "-lc_sec", "-ldl"])
    return root


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("prefix", "checkout", "work"):
        parser.add_argument("--" + name, required=True, type=os.path.abspath)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--only", default="", help="examples whose path holds this text")
    parser.add_argument("--timeout", type=int, default=60)
    parser.add_argument("--own-kernels", action="store_true", help="with the library's own prototypes, inference and CPU kernels before ours")
    parser.add_argument("--caches", action="store_true", help="run each also without caches and with caches of one plan: the results must have the same bits")
    parser.add_argument("--keep", action="store_true", help="keep the programs")
    parser.add_argument("--list", default="", help="JSON file with the result of every example")
    args = parser.parse_args()
    os.makedirs(args.work, exist_ok=True)
    library = Library(args)
    kinds = library.kinds()
    normal = lambda paths: [p for p in paths if "experimental/" not in os.path.relpath(p, args.checkout)]
    objects = compile_all(args, "op_api", normal(kinds["op_api"][0]), kinds["op_api"][1],
                          ["-Dgoogle=ascend_private", "-DACLNN_LOG_FMT_CHECK", "-DOP_LOG_LIBOPAPI_ONLY", "-DCFG_BUILD_RELEASE", *library.dlog],
                          [f"opdev/{name}.h" for name in ("make_op_executor", "op_dfx", "op_executor", "op_log", "op_def", "shape_utils",
                                                          "format_utils", "tensor_view_utils", "aicpu/aicpu_task")])
    link(args, objects, os.path.join(args.work, "libforeign_opapi.so"), ["-lc_sec", "-lnnopbase"])
    examples = [p for p in normal(kinds["example"][0]) if args.only in p]
    roots = [f"-I{r}" for r in kinds["example"][1]]
    env = {k: v for k, v in os.environ.items() if not k.startswith(("ASCEND_", "OPSTRATA_"))}
    if args.own_kernels:
        env["ASCEND_CUSTOM_OPP_PATH"] = build_package(args, library, kinds, normal)
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
        settings = dict(env, ASCEND_GLOBAL_LOG_LEVEL="3", OPSTRATA_LOG_FILE=log, **chip)
        code, text = shell([program], timeout=args.timeout, env=settings, cwd=folder)
        if args.caches and code == 0:
            runs = [result_bits(shell([program], timeout=args.timeout, env=dict(settings, OPSTRATA_VERBOSE="2", **mode), cwd=folder)[1]) for mode in ({}, *CACHES.values())]
            for what, other in zip(CACHES, runs[1:]):
                if other != runs[0]:
                    code, text = f"other bits {what}", f"error: {[(a, b) for a, b in zip(runs[0], other) if a != b][:3] or (len(runs[0]), len(other))}"
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
