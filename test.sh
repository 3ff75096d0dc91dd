#!/usr/bin/env bash
# Sets up, builds and runs the whole suite.  ./test.sh [--full] [--preset NAME]
set -euo pipefail
cd "$(dirname "$0")"
full=0; preset=release
while [ $# -gt 0 ]; do
  case "$1" in
    --full) full=1 ;;
    --preset) preset=${2:?--preset needs a name}; shift ;;
    -h|--help) sed -n '2p' "$0" | cut -c3-; exit 0 ;;
    *) echo "test.sh: unknown argument '$1'" >&2; exit 2 ;;
  esac
  shift
done
scripts/setup.sh
cmake --preset "$preset" -DOPSTRATA_FULL_TESTS=$full >/dev/null
cmake --build --preset "$preset" -j "$(nproc)"
ctest --preset "$preset" -j "$(nproc)"
