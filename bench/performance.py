#!/usr/bin/env python3
"""Measures the execution of small operators beside PyTorch, XNNPACK and oneDNN and writes the execution part of docs/performance.md.

usage: performance.py ADD_BENCH [--repetitions N] [--write]

Every repetition runs all rows, in random order, so that what disturbs one row disturbs its peers; the table shows medians. Times are CPU
time of the calling thread except where threads work together: another program on the machine then takes time away from nobody's row.
Prints the section; --write puts it into docs/performance.md between its markers.
"""
import argparse
import json
import pathlib
import platform
import re
import statistics
import subprocess
import sys
import tempfile

import document

COUNTS = pathlib.Path(__file__).with_name("instruction_counts.json")
BEGIN, END = "<!-- execution -->", "<!-- /execution -->"

# name in add_bench, what it is, what is wanted (ns; None: nothing, a text: a row whose share decides, with the factor)
ROWS = [
    ("phase_one/ai_core", "phase one, warm, AI Core", 250),
    ("phase_one/ai_cpu", "phase one, warm, AI CPU", 250),
    ("phase_one_cold", "phase one of a description that is not in the cache, and its destruction", 4000),
    ("both_phases/kernel_h", "both phases, kernel and synchronisation, `opstrata/kernel.h`", ("torch_add_out", 0.8)),
    ("both_phases/cpu_kernel", "the same through a class of `cpu_kernel.h`", ("torch_add_out", 1.5)),
    ("both_phases_queued", "both phases and kernel, one synchronisation for 64", None),
    ("phase_two_repeatable", "phase two of a repeatable executor and kernel", 333),
    ("op_arg_context", "`OpArgContext` of four arguments", 30),
    ("infer_shape", "`INFER_SHAPE` of Add", 150),
    ("pool_allocation", "64 bytes of the pool, taken and given back", 20),
    ("libc_malloc", "the same with malloc and free", None),
    ("torch_add_out", "PyTorch, `at::add_out`", None),
    ("torch_add", "PyTorch, `at::add`", None),
    ("xnnpack_setup_and_run", "XNNPACK, setup and run", None),
    ("onednn_execute", "oneDNN, execute", None),
    ("onednn_create_and_execute", "oneDNN, create (cache hit) and execute", None),
]


def measure(program, repetitions):
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "out.json"
        subprocess.run([program, f"--benchmark_repetitions={repetitions}", "--benchmark_enable_random_interleaving=true",
                        "--benchmark_min_time=0.1", "--benchmark_report_aggregates_only=false", f"--benchmark_out={out}",
                        "--benchmark_out_format=json"], check=True, stdout=subprocess.DEVNULL)
        runs = {}
        for run in json.loads(out.read_text())["benchmarks"]:
            if run.get("run_type") != "iteration" or run.get("error_occurred"):
                continue
            name = run["run_name"].replace("/real_time", "")
            runs.setdefault(name, []).append(run)
        return runs


def section(runs):
    median = {name: statistics.median(r["cpu_time"] for r in rows) for name, rows in runs.items()}
    lines = [BEGIN, "## Execution", "",
             "One addition of 16 floats, medians of runs in random order in one process (`bench/performance.py` on `bench/add_bench`), CPU time of the "
             "calling thread.", "", f"Machine: {document.machine()}.", "",
             "| | ns | heap allocations | wanted | |", "|---|---:|---:|---|---|"]
    misses = []
    for name, what, wanted in ROWS:
        if name not in median:
            lines.append(f"| {what} | not measured | | | |")
            continue
        limit, text = None, ""
        if isinstance(wanted, tuple):
            peer, factor = wanted
            if peer in median:
                limit, text = median[peer] * factor, f"{factor:g} × {peer} = {median[peer] * factor:.0f}"
        elif wanted is not None:
            limit, text = wanted, str(wanted)
        holds = "" if limit is None else "yes" if median[name] <= limit else "**no**"
        if holds == "**no**":
            misses.append(f"{what}: {median[name]:.1f} ns where {limit:.0f} are wanted ({median[name] / limit:.2f} times)")
        allocations = statistics.median(r.get("allocs", float("nan")) for r in runs[name])
        shown = "" if allocations != allocations else f"{allocations:.1f}"
        lines.append(f"| {what} | {median[name]:.0f} | {shown} | {text} | {holds} |")
    one, two = runs.get("phase_one_threads/threads:1"), runs.get("phase_one_threads/threads:2")
    if one and two:
        # With a core for each, two threads do twice as many calls as each call's processor time stays the same.
        gain = 2 * statistics.median(r["cpu_time"] for r in one) / statistics.median(r["cpu_time"] for r in two)
        real = statistics.median(r["items_per_second"] for r in two) / statistics.median(r["items_per_second"] for r in one)
        lines += ["", f"Phase one on two threads that each have a core: {gain:.2f} times the calls of one (by processor time per call; by the clock of this run, "
                      f"with the load above, {real:.2f}; wanted: 1.8)."]
    if COUNTS.exists():
        counts = json.loads(COUNTS.read_text())
        lines += ["", "Instructions per round under callgrind (`bench/instruction_counts.json`, `instruction_counts_test` fails when one grows by more than 5 %): "
                  + ", ".join(f"{path} {value['instructions']}" for path, value in counts.items()) + "."]
    lines += ["", "Where we lose:" if misses else "Nothing that is wanted is missed."]
    lines += [f"- {miss}" for miss in misses]
    for peer in ("xnnpack_setup_and_run", "onednn_execute", "torch_add_out"):
        if peer in median and "both_phases/kernel_h" in median and median[peer] < median["both_phases/kernel_h"]:
            lines.append(f"- {peer} takes {median[peer]:.0f} ns, a whole call here {median['both_phases/kernel_h']:.0f}")
    return "\n".join(lines + [END]) + "\n"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--repetitions", type=int, default=15)
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    text = section(measure(arguments.program, arguments.repetitions))
    print(text)
    if arguments.write:
        document.put_section(BEGIN, END, text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
