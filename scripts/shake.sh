#!/usr/bin/env bash
# Whether the gate's green is chance: `npm test` five times, three alone and two beside two busy loops. Prints one line for each.
# `scripts/shake.sh clock` runs it at other hours of this machine's clock instead: around midnight in Vietnam, at the end of a year, on a leap day.
set -euo pipefail
cd "$(dirname "$0")/.."
CLOCKS=('today 16:55 UTC' 'today 17:05 UTC' '2026-12-31 16:50 UTC' '2028-02-29 01:00 UTC')
loops=()
quiet() { [ ${#loops[@]} -eq 0 ] || kill "${loops[@]}" 2>/dev/null || true; loops=(); }
trap quiet EXIT
red=0
# Runs what follows the name, and prints how it ended.
try() {
  local run=$1 begin=$SECONDS end=green log
  shift
  log=$(mktemp "${TMPDIR:-/tmp}/lobby-shake-XXXXXX.log")
  "$@" >"$log" 2>&1 || { end="red, see $log"; red=1; }
  quiet
  echo "$run: $end after $((SECONDS - begin)) s, $(grep -cE '^unstable ' "$log" || true) unstable"
}
if [ "${1:-}" = clock ]; then
  command -v faketime >/dev/null || { echo 'faketime was not found'; exit 2; }
  for at in "${CLOCKS[@]}"; do
    # An offset, not a moment: with that the clock of each process would start anew. Without the fix that older C libraries need, since mongod spins with it.
    try "$at" env DONT_FAKE_MONOTONIC=1 FAKETIME_FORCE_MONOTONIC_FIX=0 faketime -f "+$(($(date -d "$at" +%s) - $(date +%s)))s" npm --silent test
  done
  exit $red
fi
for run in alone alone alone busy busy; do
  [ "$run" = alone ] || for _ in 1 2; do (while :; do :; done) & loops+=($!); done
  try "$run" npm --silent test
done
exit $red
