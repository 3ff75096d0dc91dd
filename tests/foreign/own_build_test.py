#!/usr/bin/env python3
"""Configures, builds and runs the small library as a CMake project in the manner of operator libraries, offline: ASCEND_HOME_PATH is the
install prefix, CANN_3RD_LIB_PATH the helper folder in it. Unit tests of four kinds must pass, tiling sources must be left out, a second
configuration must change nothing, and a prefix that is none must be refused by name."""
import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))


def run(command, env, ok=True, want=None):
    done = subprocess.run(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if (done.returncode == 0) != ok or (want is not None and want not in done.stdout):
        sys.exit(f"FAILED: {' '.join(command)}: exit {done.returncode}, wanted {want!r}\n{done.stdout[-6000:]}")
    return done.stdout


def main():
    parser = argparse.ArgumentParser()
    for name in ("prefix", "cmake", "work"):
        parser.add_argument("--" + name, required=True)
    args = parser.parse_args()
    env = {k: v for k, v in os.environ.items() if not k.startswith(("ASCEND_", "GE_ES_", "LD_LIBRARY_PATH", "OPSTRATA_"))}
    # No proxy leads anywhere: what reaches for the network fails.
    env.update(ASCEND_HOME_PATH=args.prefix, http_proxy="http://127.0.0.1:9", https_proxy="http://127.0.0.1:9")
    work = tempfile.mkdtemp(prefix="own_build_test.", dir=args.work)
    configure = [args.cmake, "-S", os.path.join(HERE, "own_build"), "-B", work, "-G", "Ninja", "-DPython3_EXECUTABLE=/usr/bin/python3",
                 f"-DCANN_3RD_LIB_PATH={args.prefix}/share/opstrata/3rd"]
    if shutil.which("ccache"):
        configure += ["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"]
    try:
        run(configure, env, want="Opstrata left out 1 tiling sources")
        run([args.cmake, "--build", work, "--parallel", "2"], env)
        passed = 0
        for program in ("halve_op_host_ut", "halve_op_api_ut", "halve_op_graph_ut", "halve_aicpu_ut"):
            text = run([os.path.join(work, program)], dict(env, LD_LIBRARY_PATH=os.path.join(work, "es_packages/lib64")), want="[  PASSED  ]")
            passed += int(re.search(r"\[  PASSED  \] (\d+)", text).group(1))
        if passed != 7:
            sys.exit(f"FAILED: {passed} unit-test cases passed, not 7")
        run(configure, env)
        run([args.cmake, "--build", work], env, want="no work to do")
        shutil.rmtree(work)
        run(configure, dict(env, ASCEND_HOME_PATH="/nowhere"), ok=False)
        print(f"own_build_test: {passed} unit-test cases of four kinds")
    finally:
        shutil.rmtree(work, ignore_errors=True)


if __name__ == "__main__":
    main()
