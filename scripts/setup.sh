#!/usr/bin/env bash
# Installs what demo, build and test need on a Debian 12 machine; quiet when nothing is missing.
#   scripts/setup.sh          what ./demo.sh and ./test.sh need
#   scripts/setup.sh bench    also the peers of the benchmarks, PyTorch (regenerates golden files) and fuzzers
set -euo pipefail
packages=(g++ gcc cmake ninja-build ccache clang lld mold pkg-config python3 python3-dev python3-venv python3-pip python3-setuptools python3-wheel python3-numpy
  libcli11-dev libfmt-dev libspdlog-dev libsimdjson-dev nlohmann-json3-dev libtbb-dev libeigen3-dev
  libprotobuf-dev protobuf-compiler libonnx-dev libelf-dev python3-onnx googletest libgtest-dev libgmock-dev libbenchmark-dev abigail-tools mypy valgrind)
[ "${1:-}" = bench ] && packages+=(libdnnl-dev libxnnpack-dev libpthreadpool-dev python3-torch libtorch-dev libclang-rt-14-dev)
missing=()
for p in "${packages[@]}"; do
  [ "$(dpkg-query -W -f='${db:Status-Status}' "$p" 2>/dev/null || true)" = installed ] || missing+=("$p")
done
[ ${#missing[@]} -eq 0 ] && exit 0
echo "setup: installing ${missing[*]}"
sudo=(); [ "$(id -u)" -eq 0 ] || sudo=(sudo)
export DEBIAN_FRONTEND=noninteractive
log=$(mktemp)
{ "${sudo[@]}" apt-get update -q && "${sudo[@]}" apt-get install -y -q --no-install-recommends "${missing[@]}"; } >"$log" 2>&1 || {
  echo "setup: apt-get failed:" >&2; tail -n 20 "$log" >&2; exit 3; }
rm -f "$log"
