#!/usr/bin/env python3
"""What watching costs: calls of two small operators (both phases, 256 floats, synchronised), nobody watching against each watcher.

  watch_overhead.py PROGRAM [--before PROGRAM] [--calls 20000] [--rounds 7]

PROGRAM is exec_watched_program of a release build. With --before, the same program of an older build is run in turn with it: what the questions
cost while nobody watches. Rounds are interleaved. The medians of wall and CPU time (of all threads: the trace is written by one of its own) are shown,
and the least beside them; on a machine that does other things only the CPU times mean something."""
import argparse
import os
import statistics
import subprocess
import tempfile
import time


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--before")
    parser.add_argument("--calls", type=int, default=20000)
    parser.add_argument("--rounds", type=int, default=7)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        cases = {"nobody": (args.program, {}), "trace": (args.program, {"OPSTRATA_TRACE": folder + "/trace.json"}),
                 "verbose": (args.program, {"OPSTRATA_VERBOSE": "1"})}
        if args.before:
            cases["before"] = (args.before, {})
        walls, cpus = {name: [] for name in cases}, {name: [] for name in cases}
        for _ in range(args.rounds):
            for name, (program, environment) in cases.items():
                begin, before = time.perf_counter(), os.times()
                subprocess.run([program, "bench", str(args.calls)], check=True, stderr=subprocess.DEVNULL, env={**os.environ, **environment})
                after = os.times()
                walls[name].append((time.perf_counter() - begin) / args.calls * 1e6)
                cpus[name].append((after.children_user + after.children_system - before.children_user - before.children_system) / args.calls * 1e6)
    for what, times in (("wall", walls), ("CPU", cpus)):
        base = statistics.median(times["before" if args.before else "nobody"])
        for name, of_case in times.items():
            median = statistics.median(of_case)
            print(f"{what:4} {name:8} median {median:7.2f} us a call, least {min(of_case):7.2f}, {100 * (median / base - 1):+6.1f} %")


if __name__ == "__main__":
    main()
