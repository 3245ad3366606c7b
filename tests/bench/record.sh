#!/usr/bin/env bash
# Runs every suite of a bench build, times the command as a whole, and records the figures.
# Usage: tests/bench/record.sh BUILD [option of Google Benchmark ...]
# Without options the record is the release's: docs/bench/VERSION.json. With options (a filter, say) it stays
# in BUILD/record. The studies' simulations take minutes more and run only with FIELDWRIGHT_BENCH_STUDY=1.
set -euo pipefail
build=$1
shift
version=$("$build/app/cli/fieldwright" --version | cut -d' ' -f2)
work=$build/record
record=docs/bench/$version.json
[ $# -eq 0 ] || record=$work/partial.json
rm -rf "$work"
mkdir -p "$work" "$(dirname "$record")"

suites=(field_bench world_bench hand_bench placement_bench plate_bench cairo_bench map_bench landscape_bench overlay_bench crowd_bench
  action_bench spawn_bench library_bench search_bench designer_bench)
[ -z "${FIELDWRIGHT_BENCH_STUDY:-}" ] || suites+=(study_bench)
export FIELDWRIGHT_DRAG_SECONDS=${FIELDWRIGHT_DRAG_SECONDS:-0.5}  # every slider is dragged: minutes otherwise
for suite in "${suites[@]}"; do
  QT_QPA_PLATFORM=offscreen "$build/tests/bench/$suite" --benchmark_out="$work/$suite.json" \
    --benchmark_out_format=json "$@"
  # A filter that fits nothing leaves an empty file.
  [ -s "$work/$suite.json" ] || rm -f "$work/$suite.json"
done

render() {
  "$build/app/cli/fieldwright" render WindswardLike --seed 42 --quiet -o "$work/render" "$@"
}

# The least of five cold processes, in seconds.
seconds_of() {
  local i TIMEFORMAT=%R
  for i in 1 2 3 4 5; do { time render "$@" >/dev/null; } 2>&1; done | sort -n | head -n 1
}

# One thread: what a second one waits for is not counted as work. AVX2: callgrind knows nothing wider, and the
# count shall not depend on the machine.
instructions() {
  valgrind --tool=callgrind --callgrind-out-file=/dev/null "$build/app/cli/fieldwright" render WindswardLike \
    --seed 42 --quiet --threads 1 --simd avx2 -o "$work/render" 2>&1 | sed -n 's/.*Collected *: *\([0-9]*\).*/\1/p'
}

# The largest built-in template, generated and audited: seconds, and MiB at the peak.
continent() {
  local i
  for i in 1 2 3; do
    /usr/bin/time -f "$1" "$build/app/cli/fieldwright" audit ContinentLike --resolution 1024 2>&1 >/dev/null | tail -n 1
  done | sort -n | head -n 1
}

# A render's folder for exports of WindswardLike 42: rasters and points alone.
export_source() {
  local folder=$work/source-$1
  [ -d "$folder" ] || "$build/app/cli/fieldwright" render WindswardLike --seed 42 --resolution "$1" --views none \
    --formats geojson,geotiff --quiet -o "$folder" >/dev/null
  echo "$folder"
}

# Seconds and MiB at the peak of an export from such a folder, "NAME_s=..." and "NAME_mib=...": the least of COUNT
# runs. Each begins without the files of the last one, but for the name "again".
exports() {
  local name=$1 count=$2 source=$3 i
  shift 3
  for ((i = 0; i < count; ++i)); do
    [ "$name" = export_again ] || rm -rf "$work/exported"
    /usr/bin/time -f '%e %M' "$build/app/cli/fieldwright" export "$source" "$@" --quiet -o "$work/exported" 2>&1 >/dev/null |
      tail -n 1
  done | sort -n | awk -v name="$name" 'NR == 1 {print name "_s=" $1; print name "_mib=" int($2 / 1024)}'
}

process=()
if [ $# -eq 0 ] || [ -n "${FIELDWRIGHT_BENCH_PROCESS:-}" ]; then
  process=("render_s=$(seconds_of)" "render_one_thread_s=$(seconds_of --threads 1)"
    "render_instructions=$(instructions)" "continent_1024_s=$(continent %e)"
    "continent_1024_mib=$(($(continent %M) / 1024))")
  small=$(export_source 512) large=$(export_source 2048)
  mapfile -t -O "${#process[@]}" process < <(
    exports export_all 5 "$small" --target all
    exports export_again 5 "$small" --target all
    exports export_unreal_8129 2 "$large" --target unreal --vertices 8129
    exports export_unreal_16257 1 "$large" --target unreal --vertices 16257
    # A render of 8192 cells a side would take 18 GiB.
    python3 tests/bench/enlarge_render.py "$large" 4
    exports export_8192 1 "$large" --target unreal
  )
  rm -rf "$work/exported" "$large"
fi
shopt -s nullglob
"$build/tests/bench/bench_record" merge "$version" "${process[@]}" "$work"/*_bench.json >"$work/merged.json"
mv "$work/merged.json" "$record"
"$build/tests/bench/bench_record" table "$record"
echo "$record" >&2
