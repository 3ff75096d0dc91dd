#!/usr/bin/env python3
"""Runs the fuzzers of a build and keeps a small corpus.  run.py BUILD [--seconds N] [--executions N] [--target T ...] [--keep]

One line of Markdown table per target: executions, seconds, coverage, findings. With --keep inputs that reach code that the corpus in the
source tree does not reach are added to it (at most 4 KB each)."""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--seconds", type=int, default=180)
    parser.add_argument("--executions", type=int, default=-1)
    parser.add_argument("--target", nargs="*", default=["index", "metadata", "operators", "literals"])
    parser.add_argument("--keep", action="store_true")
    args = parser.parse_args()
    failed = False
    print("| Target | Executions | Seconds | Edges covered | Findings |\n|---|---|---|---|---|")
    for target in args.target:
        program, corpus = args.build.resolve() / f"tests/fuzz_{target}", HERE / "corpus" / target
        with tempfile.TemporaryDirectory() as folder:
            found = pathlib.Path(folder)
            (found / "corpus").mkdir()
            limits = ["-rss_limit_mb=1024", "-timeout=10", "-max_len=4096"]
            dictionary = HERE / "json.dict"
            done = subprocess.run([program, f"-max_total_time={args.seconds}", f"-runs={args.executions}", "-print_final_stats=1", f"-dict={dictionary}", *limits,
                                   f"-artifact_prefix={found}/", found / "corpus", corpus], stderr=subprocess.PIPE, text=True, errors="replace", cwd=folder)
            runs = re.findall(r"stat::number_of_executed_units: (\d+)", done.stderr)
            cover = re.findall(r"cov: (\d+)", done.stderr)
            seconds = re.findall(r"Done \d+ runs in (\d+) second", done.stderr)
            artifacts = sorted(p for p in found.iterdir() if p.is_file())
            print(f"| {target} | {int(runs[-1]) if runs else 0:,} | {seconds[-1] if seconds else '-'} | {cover[-1] if cover else '-'} | "
                  f"{len(artifacts) or 'none'} |", flush=True)
            for artifact in artifacts:
                failed = True
                print(f"{artifact.name}: {artifact.read_bytes()!r}\n{done.stderr[-3000:]}", file=sys.stderr)
            if args.keep and not artifacts:
                merged = found / "merged"
                merged.mkdir()
                subprocess.run([program, "-merge=1", *limits, merged, corpus, found / "corpus"], stderr=subprocess.DEVNULL, check=True, cwd=folder)
                have = {path.read_bytes() for path in corpus.iterdir()}
                small = sorted((p for p in merged.iterdir() if p.read_bytes() not in have), key=lambda p: p.stat().st_size)
                for path in small[:40]:
                    (corpus / path.name[:12]).write_bytes(path.read_bytes())
    sys.exit(1 if failed else 0)


main()
