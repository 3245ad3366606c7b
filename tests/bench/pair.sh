#!/usr/bin/env bash
# Compares two builds of the command in one run: processor time of one command, in turn, so that both meet the same load.
# Usage: tests/bench/pair.sh BEFORE AFTER [PAIRS [ARGUMENT ...]]
# BEFORE and AFTER are programs; without arguments they generate and audit WindswardLike 42 on one thread, 9 times each.
# The last line is the ratio of the medians, after / before: at most 1.03 for the classic rows (docs/speed.md).
set -euo pipefail
before=$1 after=$2 pairs=${3:-9}
shift $(($# < 3 ? $# : 3))
[ $# -gt 0 ] || set -- audit WindswardLike --seed 42 --threads 1

# User and system time of one run, in seconds.
processor_s() {
  local TIMEFORMAT='%U %S'
  { time "$@" >/dev/null 2>&1; } 2>&1 | tail -n 1 | awk '{print $1 + $2}'
}

median() {
  sort -n | awk '{v[NR] = $1} END {print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2}'
}

times=$(mktemp)
trap 'rm -f "$times"' EXIT
for ((i = 0; i < pairs; ++i)); do
  echo "$(processor_s "$before" "$@") $(processor_s "$after" "$@")" | tee -a "$times"
done
old=$(cut -d' ' -f1 "$times" | median) new=$(cut -d' ' -f2 "$times" | median)
awk -v old="$old" -v new="$new" 'BEGIN {printf "%.3f s and %.3f s: %.3f times\n", old, new, new / old}'
