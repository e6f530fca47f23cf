#!/usr/bin/env bash
# Whether the gate's green is chance: `npm test` five times, three alone and two beside two busy loops. Prints one line for each.
set -euo pipefail
cd "$(dirname "$0")/.."
loops=()
quiet() { [ ${#loops[@]} -eq 0 ] || kill "${loops[@]}" 2>/dev/null || true; loops=(); }
trap quiet EXIT
red=0
for run in alone alone alone busy busy; do
  [ "$run" = alone ] || for _ in 1 2; do (while :; do :; done) & loops+=($!); done
  begin=$SECONDS
  log=$(mktemp "${TMPDIR:-/tmp}/lobby-shake-XXXXXX.log")
  if npm --silent test >"$log" 2>&1; then end=green; else end="red, see $log"; red=1; fi
  quiet
  echo "$run: $end after $((SECONDS - begin)) s, $(grep -cE '^unstable ' "$log" || true) unstable"
done
exit $red
