#!/usr/bin/env bash
# Shows the main job on real input: archive, evolve, compile, run, and the same from Python. No arguments, nothing to set.
set -euo pipefail
cd "$(dirname "$0")"
case "${1:-}" in
  "") ;;
  -h|--help) sed -n '2p' "$0" | cut -c3-; exit 0 ;;
  *) echo "demo.sh takes no arguments" >&2; exit 2 ;;
esac
unset ASCEND_OPP_PATH ASCEND_CUSTOM_OPP_PATH ASCEND_HOME_PATH PYTHONPATH || true
root=$PWD
build=$root/build/release
prefix=$build/prefix
out=$root/out/demo
started=$(date +%s.%N)
clock() { date +%s.%N; }
since() { awk -v a="$1" -v b="$(clock)" 'BEGIN { printf "%.1f s", b - a }'; }
fail() { echo "demo: $1" >&2; [ -z "${2:-}" ] || tail -n 30 "$2" >&2; exit 3; }

scripts/setup.sh
echo "== build"
t=$(clock)
cmake --preset release -DBUILD_TESTING=ON >/dev/null
NINJA_STATUS='   [%f/%t] ' cmake --build --preset release -j "$(nproc)" --target shipped
echo "   built in $(since "$t")"
rm -rf "$out"
mkdir -p "$out/code" "$out/graphs"

t=$(clock)
echo "== 1 archive: the prototypes of the shipped operators become a release"
cp -r examples/data/history/opstrata "$out/history"
ASCEND_OPP_PATH=$prefix/opp "$prefix/bin/gen_esb" --extract-history --output-dir "$out/history" --release-version "$(cat VERSION)-demo" \
  --release-date "$(date -u +%F)" --branch-name demo --quiet
"$prefix/bin/opstrata" history stat "$out/history" | sed 's/^/      /'
echo "   done in $(since "$t")"

t=$(clock)
echo "== 2 evolve: C, C++ and Python API of every operator of two real histories, one-year window"
for module in math fwk2020; do
  registry=examples/data/history/$module
  newest=$(/usr/bin/python3 -c 'import json,sys; print(json.load(open(sys.argv[1]))["releases"][-1]["release_version"])' $registry/index.json)
  s=$(clock)
  "$prefix/bin/gen_esb" --prototypes=$registry/registry/$newest/operators.json --history-registry $registry --release-version "$newest" \
    --module-name $module --output-dir "$out/code/$module" --report "$out/code/$module.json" --quiet 2>"$out/code/$module.warnings" ||
    fail "gen_esb failed" "$out/code/$module.warnings"
  /usr/bin/python3 examples/demo/summary.py $module "$newest" "$out/code/$module" "$out/code/$module.json" "$(since "$s")"
  echo "      $(wc -l <"$out/code/$module.warnings") lines of warnings (removed operators, changed defaults, calls that cannot be kept): $out/code/$module.warnings"
done
echo "   done in $(since "$t")"

t=$(clock)
echo "== 3 compile: all of that generated code, and a program of an older release"
cmake -S examples/demo -B "$out/build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DOpstrata_DIR="$prefix/lib/cmake/Opstrata" \
  -DPython3_EXECUTABLE=/usr/bin/python3 -DDEMO_HISTORY="$out/history" -DDEMO_CODE="$out/code" -DDEMO_OUTPUT="$out/package" >"$out/configure.log" 2>&1 ||
  fail "configuring examples/demo failed" "$out/configure.log"
cmake --build "$out/build" -j "$(nproc)" >"$out/build.log" 2>&1 || fail "compiling failed" "$out/build.log"
cmake --build "$out/build" -j "$(nproc)" >"$out/rebuild.log" 2>&1
grep -q 'no work to do' "$out/rebuild.log" || fail "a second build had something to do" "$out/rebuild.log"
echo "      $(ls "$out"/code/*/es_*.cpp | wc -l) C implementations, $(ls "$out"/code/*/es_*_c.h | wc -l) C and as many C++ headers; a second build does nothing"
echo "      old_caller (written for fwk2020 0.3.0-alpha, compiled against 1.2.0):"
"$out/build/old_caller" || fail "the old program changed its meaning"
echo "   done in $(since "$t")"

t=$(clock)
echo "== 4 run: graphs built with the generated API, on the CPU through the two-phase executor"
"$out/build/mlp" "$out/graphs" || fail "a graph gave other numbers"
/usr/bin/python3 - "$out"/graphs/*.onnx <<'PY' || fail "onnx.checker refuses a written graph"
import sys, onnx
for path in sys.argv[1:]:
    model = onnx.load(path)
    onnx.checker.check_model(model)
    print(f"      {path.rsplit('/', 1)[1]}: {len(model.graph.node)} nodes, accepted by onnx.checker {onnx.__version__}")
PY
echo "   done in $(since "$t")"

t=$(clock)
echo "== 5 python: the same graph, from the generated wheel in a virtual environment"
/usr/bin/python3 -m venv "$out/venv"
"$out/venv/bin/python" -m pip install --quiet --no-index --no-deps "$build"/prefix/python/whl/*.whl "$out"/package/whl/*.whl >"$out/pip.log" 2>&1 ||
  fail "installing the wheels failed" "$out/pip.log"
LD_LIBRARY_PATH=$prefix/lib64:$out/package/lib64 "$out/venv/bin/python" examples/demo/mlp.py "$out/graphs" || fail "Python gave other numbers"
echo "   done in $(since "$t")"

cat <<EOT

Everything worked, in $(since "$started").
  history with the new release    out/demo/history/index.json
  generated API, two histories    out/demo/code/{math,fwk2020}/   (reports: out/demo/code/*.json)
  package of the shipped ones     out/demo/package/{include,lib64,whl}/
  graphs (ONNX, readable)         out/demo/graphs/
  programs that you just saw      examples/demo/{old_caller.cpp,mlp.cpp,mlp.py}
  install tree                    build/release/prefix   (cmake --install build/release --prefix DIR)
EOT
