#!/usr/bin/env python3
"""Compiles every source of an operator library that a CPU toolkit can compile, one by one and unmodified, and counts.

  compile_counts.py --prefix PREFIX --checkout DIR --work DIR [--kinds op_api,infershape,...] [--compilers g++,clang++]
                    [--sample N] [--jobs N] [--list FILE]

Kinds: op_api, infershape, op_def, aicpu_def, aicpu, proto, op_graph, tiling, example, geir, ut_op_api, ut_infershape, ut_tiling, ut_aicpu,
ut_op_graph. Each has the include roots in the order, the definitions and the warning flags with which the library's own build compiles it
(docs/foreign.md); unit tests are compiled against our test kit instead of the library's. Only syntax and types are checked
(-fsyntax-only). Sources are taken in a fixed random order, so that a run that is stopped, or one with --sample, has seen a fair part.

A source that fails is reported with its first error, and the errors are counted by what they say. Fails when a kind has fewer than
--least percent; kinds that need the kernel toolkit or generated headers are only reported."""
import argparse
import collections
import concurrent.futures
import glob
import json
import os
import random
import re
import subprocess
import sys
import time

WARNINGS = ["-Wall", "-Wextra", "-Wshadow", "-Wformat=2", "-Wformat-signedness", "-Werror", "-Wno-error=deprecated-declarations",
            "-Wno-class-memaccess", "-Wno-write-strings", "-Wno-unused-but-set-parameter"]
COMMON = ["-fno-common", "-fPIC", "-fstack-protector-all", "-ftrapv", "-std=c++17", "-D_GLIBCXX_USE_CXX11_ABI=0"]
REPORTED_ONLY = {"tiling", "ut_tiling", "ut_op_graph", "op_graph", "example", "geir", "ut_op_api", "ut_infershape", "ut_aicpu"}
BLOCK = re.compile(r"^[ \t]*REG_OP\((\w+)\).*?OP_END_FACTORY_REG\(\1\)[ \t]*;?", re.S | re.M)


class Library:
    def __init__(self, args):
        a, p = args.prefix, os.path.join(args.prefix, os.uname().machine + "-linux")
        self.a, self.p, self.r = a, p, args.checkout
        self.work = os.path.join(args.work, "compile_counts")
        self.files = []
        for folder, folders, names in os.walk(self.r):
            folders[:] = sorted(f for f in folders if f not in (".git", "build", "third_party"))
            self.files += [os.path.join(folder, name) for name in sorted(names) if name.endswith((".cpp", ".h"))]
        i = f"{p}/include"
        ops = [f"{i}", f"{i}/op_common", f"{i}/op_common/op_host", f"{i}/op_common/op_graph", f"{p}/pkg_inc", f"{p}/pkg_inc/op_common"]
        aicpu = [f"{p}/pkg_inc/aicpu_common/context"] + [f"{p}/pkg_inc/aicpu_common/context/{f}" for f in ("common", "cpu_proto", "utils")]
        aicpu += [f"{p}/pkg_inc", f"{p}/pkg_inc/aicpu", f"{i}/aicpu"]
        runtime = [f"{p}/pkg_inc/runtime", f"{p}/pkg_inc/runtime/runtime", f"{p}/pkg_inc/profiling"]
        inc = f"{self.r}/common/inc"
        self.dlog = ["-isystem", f"{p}/pkg_inc/base"]
        self.op_api = [inc, f"{inc}/op_api", f"{inc}/external", f"{a}/include", i, f"{i}/tiling", f"{i}/exe_graph", f"{i}/aclnn", *ops, *runtime, *aicpu, self.r]
        self.infer = [f"{a}/include", i, f"{i}/exe_graph", *ops, *runtime, self.r, inc, f"{inc}/op_api", f"{inc}/common"]
        toolkit = [f"{a}/ascendc", f"{a}/ascendc/include", f"{a}/ascendc/include/highlevel_api", f"{a}/ascendc/tiling"]
        self.tiling = [f"{a}/include", i, f"{i}/exe_graph", *toolkit, f"{i}/tiling", *runtime, *ops, self.r, inc]
        self.aicpu = [*ops, *aicpu, f"{a}/include", i, f"{i}/aclnn", inc, f"{inc}/op_api", f"{i}/exe_graph"]
        self.kit = [f"{a}/share/opstrata/testkit", f"{a}/share/opstrata/testkit/op_api_ut_common"]
        self.graph_program = [f"{i}/external", f"{i}/graph", f"{i}/ge", i, f"{a}/opp/built-in/op_proto/inc"]

    def pick(self, ok):
        return [f for f in self.files if ok(os.path.relpath(f, self.r))]

    def flat_api_headers(self):
        """Packages install every API header in one folder; the normal ones win over experimental ones of the same name."""
        folder = os.path.join(self.work, "api")
        os.makedirs(os.path.join(folder, "aclnnop", "level2"), exist_ok=True)
        headers = self.pick(lambda f: f.endswith(".h") and re.match(r"acl(nn)?_\w+\.h$", os.path.basename(f)) and "/op_api/" in f and "/tests/" not in f)
        for header in sorted(headers, key=lambda f: "experimental/" in f):
            for sub in ("", "level2"):
                link = os.path.join(folder, "aclnnop", sub, os.path.basename(header))
                if not os.path.lexists(link):
                    os.symlink(header, link)
        return folder

    def proto_units(self):
        """One translation unit a prototype header: the block that the library's own merge takes, wrapped as it wraps it."""
        folder = os.path.join(self.work, "proto")
        os.makedirs(folder, exist_ok=True)
        units = []
        for path in self.pick(lambda f: re.search(r"op_graph/\w+_proto\w*\.h$", f) and "/tests/" not in f):
            blocks = [m.group(0) for m in BLOCK.finditer(open(path, encoding="utf-8").read())]
            if not blocks:
                continue
            unit = os.path.join(folder, os.path.relpath(path, self.r).replace("/", "__") + ".cpp")
            with open(unit, "w", encoding="utf-8") as out:
                out.write('#include "graph/operator_reg.h"\n#include "register/op_impl_registry.h"\nnamespace ge {\n' + "\n".join(blocks) + "\n}\n")
            units.append(unit)
        return units

    def kinds(self):
        sub = lambda text: [f'-DOPS_UTILS_LOG_SUB_MOD_NAME="{text}"', '-DOP_SUBMOD_NAME="OPS_MATH"', "-Dgoogle=ascend_private", "-fvisibility=hidden"]
        api = ["-Dgoogle=ascend_private", "-DACLNN_LOG_FMT_CHECK", "-DOP_LOG_LIBOPAPI_ONLY", "-DCFG_BUILD_RELEASE"]
        eigen = ["-isystem", "/usr/include/eigen3"]
        test = ["-w", "-fno-access-control", "-DCFG_BUILD_DEBUG"]
        quiet = lambda f: "/tests/" not in f and not f.startswith(("examples/", "tests/")) and "/scripts/" not in f
        cpp = lambda pattern: (lambda f: f.endswith(".cpp") and re.search(pattern, f))
        own = lambda pattern: (lambda f: quiet(f) and "/op_kernel/" not in f and cpp(pattern)(f))
        is_test = lambda pattern: (lambda f: "tests/ut/" in f and not f.startswith("tests/") and cpp(pattern)(f))
        stub = f"{self.r}/tests/ut/op_api/stub"
        headers = self.flat_api_headers()
        programs = lambda f: f.endswith(".cpp") and re.search(r"/examples/(arch\d+/)?[^/]+\.cpp$", f)
        return {
            "op_api": (self.pick(own(r"/op_api/")), self.op_api, [*WARNINGS, *COMMON, *api, *self.dlog]),
            "infershape": (self.pick(own(r"_infershape\.cpp$")), self.infer, [*WARNINGS, *COMMON, *sub("OP_PROTO"), "-DDISABLE_COMPILE_V1", *self.dlog]),
            "op_def": (self.pick(own(r"(?<!aicpu)_def\.cpp$")), [self.r, f"{self.r}/common/inc", *self.infer[:3]], [*WARNINGS, *COMMON]),
            "aicpu_def": (self.pick(own(r"_aicpu_def\.cpp$")), [f"{self.a}/include"], ["-std=c++14", "-D_GLIBCXX_USE_CXX11_ABI=0"]),
            "aicpu": (self.pick(own(r"/op_kernel_aicpu/(?!.*_def\.cpp)")), self.aicpu, [*COMMON, "-w", "-Dgoogle=ascend_private", *eigen, *self.dlog]),
            "proto": (self.proto_units(), self.infer[:3], [*WARNINGS, *COMMON]),
            "op_graph": (self.pick(own(r"/op_graph/")), [*self.infer, *self.graph_program], [*WARNINGS, *COMMON, *sub("OP_GRAPH"), *self.dlog]),
            "tiling": (self.pick(own(r"/op_host/.*tiling\w*\.cpp$")), self.tiling, [*WARNINGS, *COMMON, *sub("OP_TILING"), "-fno-strict-aliasing", *self.dlog]),
            "example": (self.pick(lambda f: programs(f) and not os.path.basename(f).startswith("test_geir")),
                        [headers, f"{headers}/aclnnop", f"{self.a}/include", f"{self.a}/include/aclnn"], ["-w"]),
            "geir": (self.pick(lambda f: programs(f) and os.path.basename(f).startswith("test_geir")), self.graph_program, ["-w"]),
            "ut_op_api": (self.pick(is_test(r"/op_api/")), [*self.kit, stub, f"{self.a}/include", f"{self.a}/include/aclnn", *self.op_api],
                          [*COMMON, *test, "-Dnlohmann=ascend_nlohmann", *self.dlog]),
            "ut_infershape": (self.pick(is_test(r"infershape\w*\.cpp$")), [*self.kit, *self.infer, f"{self.p}/include/base/context_builder"], [*COMMON, *test, *self.dlog]),
            "ut_tiling": (self.pick(is_test(r"/op_host/.*tiling\w*\.cpp$")), [*self.kit, *self.tiling, f"{self.p}/include/base/context_builder"],
                          [*COMMON, *test, '-DBUILD_SOC_VERSION="Ascend950"', *self.dlog]),
            "ut_aicpu": (self.pick(is_test(r"/op_kernel_aicpu/")), [*self.kit, *self.aicpu, self.r], [*COMMON, *test, *eigen, *self.dlog]),
            "ut_op_graph": (self.pick(is_test(r"/op_graph/")), [*self.kit, *self.infer, *self.graph_program, f"{self.p}/include/base/context_builder"],
                            [*COMMON, *test, *self.dlog]),
        }


def reason(text):
    """The first error, without places and names, so that errors of one cause are counted together."""
    missing = re.search(r"fatal error: (?:'?)([^:'\n]+)'?(?:: No such file| file not found)", text)
    if missing:
        return f"header not found: {missing.group(1)}"
    error = re.search(r"error: (.*)", text)
    return re.sub(r"\s+", " ", error.group(1))[:150] if error else "no error text"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("prefix", "checkout", "work"):
        parser.add_argument("--" + name, required=True, type=os.path.abspath)
    parser.add_argument("--kinds", default="")
    parser.add_argument("--compilers", default="g++,clang++")
    parser.add_argument("--sample", type=int, default=0, help="at most so many sources of a kind")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--least", type=float, default=95.0)
    parser.add_argument("--list", default="", help="JSON file for every failure: kind, compiler, source, first error")
    args = parser.parse_args()
    kinds = Library(args).kinds()
    chosen = args.kinds.split(",") if args.kinds else list(kinds)
    failures, bad = [], []
    for compiler in args.compilers.split(","):
        for kind in chosen:
            sources, roots, flags = kinds[kind]
            if compiler.startswith("clang"):
                flags = [f for f in flags if f not in ("-Wformat-signedness", "-Wno-class-memaccess", "-Wno-unused-but-set-parameter")]
            random.Random(2026).shuffle(sources)
            sources = sources[:args.sample] if args.sample else sources
            command = [compiler, "-fsyntax-only", *flags] + [f"-I{root}" for root in roots]

            def compile_one(source):
                done = subprocess.run([*command, source], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
                return source, done.returncode, done.stdout

            started, reasons, passed = time.time(), collections.Counter(), 0
            with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
                for source, code, text in pool.map(compile_one, sources):
                    passed += code == 0
                    if code != 0:
                        reasons[reason(text)] += 1
                        failures.append({"kind": kind, "compiler": compiler, "source": os.path.relpath(source, args.checkout), "error": reason(text),
                                         "text": text[:3000]})
            share = 100.0 * passed / len(sources) if sources else 0.0
            print(f"{compiler} {kind}: {passed} of {len(sources)} compile ({share:.1f} %), {time.time() - started:.0f} s", flush=True)
            for text, count in reasons.most_common():
                print(f"    {count} x {text}", flush=True)
            if share < args.least and kind not in REPORTED_ONLY and compiler == "g++":
                bad.append(f"{kind}: {share:.1f} % compile, {args.least} % are wanted")
            if args.list:
                with open(args.list, "w") as out:
                    json.dump(failures, out, indent=1)
    for line in bad:
        print("FAILED:", line)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
