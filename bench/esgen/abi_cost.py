#!/usr/bin/env python3
"""What older parameter lists cost: the newest library of each history, with every older list, against --abi=plain.

  abi_cost.py --prefix PREFIX [--compiler g++] [--linker bfd] [--runs N] [--work DIR] [--limit PERCENT] HISTORY...

Prints the rows of the table in docs/abi.md: sizes as `strip` leaves them and as linked, CPU time of compiling and linking (the
least of the runs, in turn, because the machine may do other things meanwhile), each also per ten releases. With --limit, exit 1 when
a size (stripped or as linked) exceeds so many percent per ten releases; with --time-limit the same for the time."""
import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile


def run(command):
    """CPU seconds of a command that must succeed."""
    before = os.times()
    done = subprocess.run([str(c) for c in command], capture_output=True, encoding="utf-8")
    after = os.times()
    if done.returncode != 0:
        sys.exit(f"failed: {' '.join(map(str, command))}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return after.children_user - before.children_user + after.children_system - before.children_system


class Library:
    """The generated library of one interface, built as docs/abi.md says."""

    def __init__(self, options, arch, history, abi):
        self.options, self.abi = options, abi
        self.folder = options.work / history.name / abi
        shutil.rmtree(self.folder, ignore_errors=True)
        registry = self.folder / "registry" / "m"  # the generator only reads it
        registry.parent.mkdir(parents=True)
        shutil.copytree(history, registry)
        releases = json.loads((registry / "index.json").read_text())["releases"]
        newest = max(releases, key=lambda r: r["release_date"])["release_version"]
        self.releases = len(releases)
        self.code = self.folder / "code"
        run([arch / "bin/gen_esb", f"--prototypes={registry}/registry/{newest}/operators.json", f"--history_registry={registry}", f"--release_version={newest}",
             f"--output_dir={self.code}", "--module_name=m", "--window=all", f"--abi={abi}", "--quiet"])
        own = sorted(p for p in self.code.glob("es_*.cpp") if not p.name.endswith(".abi.cpp"))
        self.operators = len(own)
        (self.folder / "all.cpp").write_text("".join(f'#include "{p}"\n' for p in own))
        self.older = sorted(self.code.glob("es_*.abi.cpp"))
        (self.folder / "abi.cpp").write_text("".join(f'#include "{p}"\n' for p in self.older))
        self.lists = len({s for p in self.older for s in re.findall(r"\.symver (\w+),", p.read_text())})
        compiling = [options.compiler, "-std=c++17", "-O2", "-fPIC", "-fno-lto", f"-I{self.code}", f"-I{arch}/include", f"-I{arch}/include/ge"]
        self.commands = [[*compiling, "-c", self.folder / "all.cpp", "-o", self.folder / "all.o"]]
        objects, script = [self.folder / "all.o"], []
        if self.older:
            self.commands.append([*compiling, "-DOPSTRATA_ES_VERSIONED", "-c", self.folder / "abi.cpp", "-o", self.folder / "abi.o"])
            objects.append(self.folder / "abi.o")
        if abi == "versioned":
            script = [f"-Wl,--version-script={self.code}/es_m.map", "-Wl,-Bsymbolic-functions"]  # as generate_es_package
        self.file = self.folder / "libes_m.so"
        self.commands.append([options.compiler, "-shared", f"-fuse-ld={options.linker}", *script, "-Wl,-soname,libes_m.so", *objects, f"-L{arch}/lib64",
                              "-leager_style_graph_builder_base", "-o", self.file])
        self.time = float("inf")

    def build(self):
        self.time = min(self.time, sum(run(c) for c in self.commands))

    def sizes(self):
        stripped = self.folder / "stripped.so"
        run(["strip", "-o", stripped, self.file])
        return stripped.stat().st_size, self.file.stat().st_size


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("histories", nargs="+", type=pathlib.Path)
    parser.add_argument("--prefix", required=True, type=pathlib.Path)
    parser.add_argument("--compiler", default="g++")
    parser.add_argument("--linker", default="bfd")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--limit", type=float)
    parser.add_argument("--time-limit", type=float)
    parser.add_argument("--work", type=pathlib.Path, help="keep the work here")
    options = parser.parse_args()
    arch = next(p for p in options.prefix.resolve().iterdir() if p.name.endswith("-linux"))
    too_much = False
    with tempfile.TemporaryDirectory() as scratch:
        options.work = options.work or pathlib.Path(scratch)
        print("| History | Releases | Operators | Older lists | Size, stripped | per ten releases | as linked | per ten releases | Build time | per ten releases |")
        print("|---|---|---|---|---|---|---|---|---|---|")
        for history in options.histories:
            both = [Library(options, arch, history, abi) for abi in ("versioned", "plain")]
            for _ in range(options.runs):
                for library in both:
                    library.build()
            new, plain = both
            (stripped, linked), (plain_stripped, plain_linked) = new.sizes(), plain.sizes()

            def more(a, b):
                percent = (a / b - 1) * 100
                return percent, percent * 10 / new.releases

            size, whole, seconds = more(stripped, plain_stripped), more(linked, plain_linked), more(new.time, plain.time)
            print(f"| {history.name} | {new.releases} | {plain.operators:,} | {new.lists} | {stripped:,} / {plain_stripped:,} ({size[0]:+.1f} %) | {size[1]:.1f} % "
                  f"| {linked:,} / {plain_linked:,} ({whole[0]:+.1f} %) | {whole[1]:.1f} % | {new.time:.2f} / {plain.time:.2f} s ({seconds[0]:+.1f} %) | {seconds[1]:.1f} % |",
                  flush=True)
            too_much |= options.limit is not None and max(size[1], whole[1]) > options.limit
            too_much |= options.time_limit is not None and seconds[1] > options.time_limit
    return 1 if too_much else 0


if __name__ == "__main__":
    sys.exit(main())
