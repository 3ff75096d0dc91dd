#!/usr/bin/env bash
# Sets up, builds and runs the suite. Stages: release (GCC, everything), clang (everything compiles; all tests but installation, packages,
# headers and structure), asan (address and undefined behaviour sanitizers on the framework), tsan (thread sanitizer on device, exec and session).
#   ./test.sh                 all four
#   ./test.sh STAGE...        only these (also debug)
#   ./test.sh --full          all four and debug, with the tests that are too long for every day (those labelled slow in release only);
#                             where OPSTRATA_FOREIGN_DIR names a checkout of an operator library, also its unit tests, built by its own
#                             CMake files, its sources that need no kernel toolkit, checked by GCC and Clang, and its examples
set -euo pipefail
cd "$(dirname "$0")"
full=OFF; stages=()
while [ $# -gt 0 ]; do
  case "$1" in
    --full) full=ON ;;
    release|debug|clang|asan|tsan) stages+=("$1") ;;
    -h|--help) sed -n '2,8p' "$0" | cut -c3-; exit 0 ;;
    *) echo "test.sh: unknown argument '$1' (see --help)" >&2; exit 2 ;;
  esac
  shift
done
if [ ${#stages[@]} -eq 0 ]; then
  stages=(release clang asan tsan)
  [ $full = OFF ] || stages+=(debug)
fi
scripts/setup.sh
unset ASCEND_OPP_PATH ASCEND_CUSTOM_OPP_PATH ASCEND_HOME_PATH || true
jobs=$(nproc)
summary=()
for stage in "${stages[@]}"; do
  started=$SECONDS
  echo "== $stage: build"
  cmake --preset "$stage" -DOPSTRATA_FULL_TESTS=$full >/dev/null
  select=()
  targets=()
  case "$stage" in
    debug) select=(-LE slow) ;;
    clang) select=(-LE 'install|packaging|headers|structure|slow') ;;
    asan) select=(-L '^(base|proto|infer|graph|device|aicpu|exec|session)$' -LE slow)
          targets=(--target tests_base tests_proto tests_infer tests_graph tests_device tests_aicpu tests_exec tests_session opgraph_opstrata opkernel_opstrata) ;;
    tsan) select=(-L '^(device|exec|session)$' -LE slow)
          targets=(--target tests_device tests_exec tests_session opgraph_opstrata opkernel_opstrata) ;;
  esac
  cmake --build --preset "$stage" -j "$jobs" "${targets[@]}"
  echo "== $stage: test"
  ctest --preset "$stage" -j "$jobs" "${select[@]}"
  summary+=("$stage passed in $((SECONDS - started)) s")
done
if [ $full = ON ] && [ -n "${OPSTRATA_FOREIGN_DIR:-}" ]; then
  echo "== unit tests of $OPSTRATA_FOREIGN_DIR"
  /usr/bin/python3 tests/foreign/own_builds.py --prefix build/release/prefix --checkout "$OPSTRATA_FOREIGN_DIR" --work build/foreign --jobs "$jobs"
  summary+=("own builds of the operator library passed")
  echo "== sources and examples of $OPSTRATA_FOREIGN_DIR"
  /usr/bin/python3 tests/foreign/compile_counts.py --prefix build/release/prefix --checkout "$OPSTRATA_FOREIGN_DIR" --work build/foreign --jobs "$jobs"
  /usr/bin/python3 tests/foreign/run_examples.py --prefix build/release/prefix --checkout "$OPSTRATA_FOREIGN_DIR" --work build/foreign/examples --jobs "$jobs" --caches
  summary+=("sources of the operator library counted, its examples run")
fi
printf '%s\n' "${summary[@]}"
