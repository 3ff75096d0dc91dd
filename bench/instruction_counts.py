#!/usr/bin/env python3
"""Counts instructions and heap allocations of the warm paths and compares them with the file beside this script.

usage: instruction_counts.py WARM_PATHS [--update]

Fails when a path takes more than 5 % more instructions, or more allocations, than the file says. Counts are those of the release build
with GCC under callgrind, with the string functions of the C library pinned to their plainest form, so that they are the same on every
x86-64 machine. --update writes the file anew.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

COUNTS = pathlib.Path(__file__).with_name("instruction_counts.json")
GROWTH = 1.05
PINNED = "glibc.cpu.hwcaps=-AVX512F,-AVX512VL,-AVX2,-AVX,-ERMS,-FSRM,-BMI2,-RTM,-SSE4_2,-SSE4_1,-SSSE3"


def measure(program):
    """{path: (instructions, allocations)} of one round."""
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run(
            ["valgrind", "--tool=callgrind", "--collect-atstart=no", f"--callgrind-out-file={folder}/out", program],
            # Calls look at the list of variables, so that is pinned too.
            env={"PATH": os.environ["PATH"], "GLIBC_TUNABLES": PINNED}, capture_output=True, text=True, check=False)
        if run.returncode != 0:
            sys.exit(f"{program} ended with {run.returncode}\n{run.stdout}{run.stderr}")
        instructions = {}
        for file in pathlib.Path(folder).glob("out*"):
            text = file.read_text(errors="replace")
            path = re.search(r"^desc: Trigger: Client Request: (\w+)$", text, re.M)
            total = re.search(r"^totals: (\d+)", text, re.M) or re.search(r"^summary: (\d+)", text, re.M)
            if path and total:
                instructions[path[1]] = int(total[1])
        counts = {}
        for line in run.stdout.splitlines():
            path, rounds, allocations = line.split()
            counts[path] = (round(instructions[path] / int(rounds)), round(float(allocations), 1))
        return counts


def main():
    counts = measure(sys.argv[1])
    if "--update" in sys.argv[2:]:
        table = {path: {"instructions": i, "allocations": a} for path, (i, a) in counts.items()}
        COUNTS.write_text(json.dumps(table, indent=2) + "\n")
        return 0
    known = json.loads(COUNTS.read_text())
    worse = [f"{path}: no such path in {COUNTS.name}" for path in counts if path not in known]
    worse += [f"{path}: not measured" for path in known if path not in counts]
    for path, (instructions, allocations) in counts.items():
        if path not in known:
            continue
        before = known[path]
        print(f"{path:24} {instructions:7} instructions ({before['instructions']}), {allocations} allocations ({before['allocations']})")
        if instructions > before["instructions"] * GROWTH:
            worse.append(f"{path}: {instructions} instructions, more than 5 % above {before['instructions']}")
        if allocations > before["allocations"] + 0.1:
            worse.append(f"{path}: {allocations} allocations, {before['allocations']} before")
    for line in worse:
        print(line)
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())
