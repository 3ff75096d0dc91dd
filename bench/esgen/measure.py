#!/usr/bin/env python3
"""Measures the generator and what it generates, and writes the section "Generator" of docs/performance.md, part by part.

  measure.py --build build/release [--work DIR] [--write docs/performance.md] [--quick] [--only PART ...]

Needs the targets gen_esb, eager_style_graph_builder_base and esgen_graph_bench. Seconds are user time of the process and its children, as those
of the targets are; the best of the runs counts, because the machine may do other things meanwhile. --quick leaves the largest history out."""
import argparse
import datetime
import json
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import document  # noqa: E402

ROOT = HERE.parent.parent
PARTS = ("generator", "compile", "graphs")


def markers(part):
    return f"<!-- {part}: begin -->", f"<!-- {part}: end -->"


def run(*command, repeat=1, **more):
    """(seconds of user time, wall seconds, peak bytes, output) of the best of some runs."""
    best = None
    for _ in range(repeat):
        with tempfile.TemporaryFile() as out:
            start = time.monotonic()
            child = subprocess.Popen([str(word) for word in command], stdout=out, stderr=subprocess.STDOUT, **more)
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
            wall = time.monotonic() - start
            out.seek(0)
            text = out.read().decode("utf-8", "replace")
        if child.returncode != 0:
            sys.exit(f"{' '.join(map(str, command))}: exit {child.returncode}\n{text[-3000:]}")
        seen = (usage.ru_utime, wall, usage.ru_maxrss << 10, text)
        best = seen if best is None or seen[0] < best[0] else best
    return best


class Measure:
    def __init__(self, args, work):
        self.args, self.work = args, work
        self.prefix = args.build.resolve() / "prefix"
        self.gen_esb = self.prefix / f"{platform.machine()}-linux/bin/gen_esb"
        self.rows = []

    def row(self, what, measured, target, *, better=None):
        self.rows.append((what, measured, target, better))
        print(f"{what}: {measured} (target {target})", flush=True)

    def registry(self, operators, releases):
        folder = self.work / f"registry{operators}x{releases}"
        run(sys.executable, HERE / "make_registry.py", ROOT / "examples/data/history/fwk2020", folder, "--operators", operators, "--releases", releases)
        return folder

    def generate(self, registry, out, history=True, repeat=3):
        newest = sorted(p.name for p in (registry / "registry").iterdir())[-1] if not (registry / "index.json").exists() else max(
            json.loads((registry / "index.json").read_text())["releases"], key=lambda r: r["release_date"])["release_version"]
        options = [f"--history_registry={registry}", f"--release_version={newest}"] if history else []
        best = None
        for _ in range(repeat):
            shutil.rmtree(out, ignore_errors=True)
            seen = run(self.gen_esb, "--quiet", f"--prototypes={registry}/registry/{newest}/operators.json", f"--output_dir={out}", *options)
            best = seen if best is None or seen[0] < best[0] else best
        return best

    def generator(self):
        plain = self.registry(1100, 13)
        cpu, wall, peak, _ = self.generate(plain, self.work / "plain", history=False)
        self.row("generate 1,100 operators without history, three languages", f"{cpu:.2f} s user, {wall:.2f} s, {peak >> 20} MB", "0.2 s, 150 MB",
                 better=cpu <= 0.2 and peak <= 150 << 20)
        cpu, wall, peak, _ = self.generate(plain, self.work / "history")
        self.row("generate 1,100 operators with 13 releases", f"{cpu:.2f} s user, {wall:.2f} s, {peak >> 20} MB", "0.8 s, 150 MB",
                 better=cpu <= 0.8 and peak <= 150 << 20)
        before = {path: path.stat().st_mtime_ns for path in (self.work / "history").iterdir()}
        cpu, wall, _, _ = run(self.gen_esb, "--quiet", f"--prototypes={plain}/registry/v012/operators.json", f"--output_dir={self.work / 'history'}",
                              f"--history_registry={plain}", "--release_version=v012")
        changed = sum(before.get(path) != path.stat().st_mtime_ns for path in (self.work / "history").iterdir())
        self.row("the same again: files rewritten", f"{changed} of {len(before)}, {cpu:.2f} s user", "0", better=changed == 0)
        if not self.args.quick:
            cpu, wall, peak, _ = self.generate(self.registry(5000, 50), self.work / "half", repeat=1)
            cpu2, wall2, peak2, _ = self.generate(self.registry(10000, 50), self.work / "big", repeat=1)
            self.row("generate 5,000 operators with 50 releases", f"{cpu:.1f} s user, {wall:.1f} s, {peak >> 20} MB", "half of the next row")
            self.row("generate 10,000 operators with 50 releases", f"{cpu2:.1f} s user, {wall2:.1f} s, {peak2 >> 20} MB; {cpu2 / cpu:.2f} times the row above",
                     "30 s, linear", better=cpu2 <= 30)
            for name in ("registry5000x50", "registry10000x50", "half", "big"):
                shutil.rmtree(self.work / name)

    def compile(self):
        thousand = self.registry(1000, 13)
        for name, history in (("without history", False), ("with 13 releases", True)):
            code = self.work / "code"
            self.generate(thousand, code, history=history, repeat=1)
            include = self.prefix / "include"
            flags = ["-std=c++17", "-fPIC", f"-I{code}", f"-I{include}", f"-I{include}/ge"]
            use = code / "use.cc"
            use.write_text('#include "es_all_ops.h"\nint main() { return 0; }\n')
            for compiler in filter(shutil.which, ("g++", "clang++")):
                cpu, _, peak, _ = run(compiler, *flags, "-c", use, "-o", self.work / "use.o", repeat=3)
                self.row(f"include the C++ header of 1,000 operators {name}, {compiler}", f"{cpu:.2f} s user, {peak >> 20} MB", "0.8 s a translation unit",
                         better=cpu <= 0.8)
            if history:
                continue
            sources = sorted(code.glob("es_*.cpp"))
            for compiler in filter(shutil.which, ("g++", "clang++")):
                total, objects = 0.0, []
                for i in range(0, len(sources), 50):
                    shard = self.work / f"shard{i}.cc"
                    shard.write_text("".join(f'#include "{path.name}"\n' for path in sources[i:i + 50]))
                    objects.append(shard.with_suffix(".o"))
                    total += run(compiler, *flags, "-O2", "-c", shard, "-o", objects[-1])[0]
                library = self.work / "libes_all.so"
                run(compiler, "-shared", *objects, "-o", library)
                self.row(f"compile the implementation of 1,000 operators at -O2, {compiler}", f"{total:.1f} s user, library of {library.stat().st_size / 1e6:.1f} MB",
                         "60 s, 4 MB", better=total <= 60 and library.stat().st_size <= 4e6)

    def graphs(self):
        program = self.args.build.resolve() / "bench/esgen_graph_bench"
        if not program.exists():
            sys.exit(f"measure.py: {program} is not built (the target esgen_graph_bench)")
        text = subprocess.run([program, "--benchmark_format=json", "--benchmark_repetitions=7", "--benchmark_enable_random_interleaving=true",
                               "--benchmark_report_aggregates_only=true"], capture_output=True, text=True, check=True).stdout
        rate = {b["run_name"]: b["items_per_second"] for b in json.loads(text)["benchmarks"] if b.get("aggregate_name") == "median"}
        for ours, theirs, what in (("generated_cpp", "torch_jit", "10,000 nodes in C++"), ("generated_c", "torch_jit", "10,000 nodes in C"),
                                   ("generated_with_attributes", "torch_jit_with_attributes", "10,000 nodes with three attributes each, in C++")):
            if ours in rate:
                other = rate.get(theirs)
                self.row(what, f"{rate[ours] / 1e6:.2f} million nodes/s", f"torch::jit: {other / 1e6:.2f} million nodes/s" if other else "torch::jit, not installed",
                         better=None if other is None else rate[ours] >= other)

    def section(self, part, facts):
        begin, end = markers(part)
        lines = [begin, f"Made by `bench/esgen/measure.py --only {part}` on {datetime.date.today().isoformat()}, user time: {facts}.", "",
                 "| What | Measured | Target or peer | |", "|---|---|---|---|"]
        for what, measured, target, better in self.rows:
            lines.append(f"| {what} | {measured} | {target} | {'' if better is None else 'met' if better else '**missed**'} |")
        return "\n".join(lines + [end])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/release")
    parser.add_argument("--work", default=None)
    parser.add_argument("--write", type=pathlib.Path)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", action="append", choices=PARTS, help="this part (may be given again); the others stay in the document")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="measure.", dir=args.work) as folder:
        for part in args.only or PARTS:
            facts = document.machine()
            measure = Measure(args, pathlib.Path(folder))
            getattr(measure, part)()
            text = measure.section(part, facts)
            if args.write is None:
                print(text)
            else:
                document.put_section(*markers(part), text, args.write)


main()
