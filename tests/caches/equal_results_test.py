"""Results do not depend on the caches: test programs run with the caches as they are, of one entry, of none, and off; every
launch has equal bits in all of them.  equal_results_test.py PROGRAM...

With OPSTRATA_VERBOSE=2 a program prints every launch with the sum of its outputs (docs/settings.md). Lines that differ only in
time, stream or plan are one launch; each setting has to give the same ones."""
import os
import re
import subprocess
import sys

SETTINGS = {
    "as they are": {},
    "of one entry": {"ACLNN_CACHE_LIMIT": "1", "ACLNN_AICPU_CACHE_LIMIT": "1"},
    "of no entry": {"ACLNN_CACHE_LIMIT": "0"},
    "off": {"ACLNN_CACHE_LIMIT": "0", "DISABLE_L2_CACHE": "1", "ACLNN_AICPU_CACHE_LIMIT": "0"},
}
# These test that a task which is kept may be repeated, which one without a place may not.
KEEP_TASKS = {"exec_launch_test", "exec_framework_op_test"}
# Tests of the cache itself do not run without it, and those that compare all of standard error not beside the launch lines.
LEFT_OUT = ("TakesItsPlanFromTheCache", "ExecutorsOfHitsAreWholeExecutors", "CacheEntriesCanBeDeletedAndFinalised", "TaskSpacesCanBeCleared",
            "AFolderForDumpsIsMade")
ENVIRONMENT = {"OPSTRATA_VERBOSE": "2", "GTEST_FILTER": "-" + ":".join("*" + name for name in LEFT_OUT)}


def launches(program, environment):
    environment = {**os.environ, **ENVIRONMENT, **environment}
    if os.path.basename(program) in KEEP_TASKS and environment.get("ACLNN_AICPU_CACHE_LIMIT") == "0":
        environment["ACLNN_AICPU_CACHE_LIMIT"] = "1"
    done = subprocess.run([program], capture_output=True, encoding="utf-8", errors="replace", timeout=1200, env=environment)
    lines = [line for line in done.stderr.splitlines() if line.startswith("opstrata1 ")]
    hits = sum(" plan=hit" in line for line in lines)
    return done.returncode, {re.sub(r" (plan|stream|us)=\S+", "", line) for line in lines}, len(lines), hits


def differences(program):
    found = {name: launches(program, environment) for name, environment in SETTINGS.items()}
    code, expected, count, hits = found["as they are"]
    text = f"{os.path.basename(program)}: {count} launches, {len(expected)} different ones, {hits} hits"
    problems = []
    for name, (other_code, others, _, other_hits) in found.items():
        if other_code != 0:
            problems.append(f"caches {name}: the program fails ({other_code})")
        problems += [f"caches {name}: missing {line}" for line in sorted(expected - others)[:5]]
        problems += [f"caches {name}: other {line}" for line in sorted(others - expected)[:5]]
        if name in ("off", "of no entry") and other_hits != 0:
            problems.append(f"caches {name}: {other_hits} hits")
    if count == 0:
        problems.append("no launches")
    return text, problems, hits


def main():
    failed, hits = False, 0
    for program in sys.argv[1:]:
        text, problems, of_program = differences(program)
        hits += of_program
        print(text, *problems, sep="\n  ")
        failed = failed or bool(problems)
    if hits == 0:
        print("no program ever found a plan again")
    return 1 if failed or hits == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
