#!/usr/bin/env bash
# Tries both commands as on a machine that has nothing: in a fresh clone of what is committed, with empty caches, and with a PATH that holds
# Node, npm and what Debian's base has. With arguments, only the tests that vitest finds for them: scripts/bare.sh tests/kit/dates
# KEEP names programs that stay on the PATH beside those: KEEP=python3 where no database can be had but by pip.
set -euo pipefail

START_LIMIT=900
TEST_LIMIT=3600
END_LIMIT=30
# How this machine reaches its package registries; all else of the environment is left out.
WAYS='^(https?_proxy|HTTPS?_PROXY|no_proxy|NO_PROXY|[A-Z0-9_]*_?(CERT|CERTS|CAINFO|CERT_FILE|CERT_DIR)|PIP_\w+|npm_config_registry)='

root=$(cd "$(dirname "$0")/.." && pwd)
scratch=$(mktemp -d "${TMPDIR:-/tmp}/lobby-bare-XXXXXX")
server=
cleanup() {
  [ -z "$server" ] || kill -KILL -- "-$server" 2>/dev/null || true
  rm -rf "$scratch"
}
trap cleanup EXIT
mkdir "$scratch/bin" "$scratch/home"

base=$(dpkg-query -W -f '${Priority} ${Package}\n' | awk '$1 == "required" || $2 == "apt" { print $2 }')
# shellcheck disable=SC2086 # a list of packages
for file in $(dpkg -L $base | grep -E '^(/usr)?/s?bin/[^/]+$') $(command -v sh awk which node npm ${KEEP:-}); do
  ln -sf "$file" "$scratch/bin/"
done
[ ! -f ~/.npmrc ] || cp ~/.npmrc "$scratch/home/"
git clone --quiet --no-hardlinks "$root" "$scratch/lobby"
cd "$scratch/lobby"

mapfile -t ways < <(env | grep -E "$WAYS" || true)
port=$((20000 + RANDOM % 10000))
bare=(env -i "${ways[@]}" PATH="$scratch/bin" HOME="$scratch/home" TMPDIR="$scratch" LANG=C.UTF-8 PORT="$port")
answers() { "${bare[@]}" node -e "fetch('http://127.0.0.1:$port/readyz').then(answer => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"; }

echo "npm start, on port $port"
setsid "${bare[@]}" npm start &
server=$!
until answers; do
  kill -0 "$server" 2>/dev/null || { echo 'FAILED  npm start ended before it answered'; exit 1; }
  [ "$SECONDS" -lt "$START_LIMIT" ] || { echo "FAILED  npm start does not answer after $START_LIMIT s"; exit 1; }
  sleep 1
done
echo "npm start answers after $SECONDS s"
kill -TERM -- "-$server"
for ((waited = 0; waited < END_LIMIT; waited++)); do
  kill -0 -- "-$server" 2>/dev/null || break
  sleep 1
done
if kill -0 -- "-$server" 2>/dev/null; then
  echo "FAILED  npm start does not end within $END_LIMIT s"
  exit 1
fi
server=

echo 'npm test'
timeout --kill-after=30 "$TEST_LIMIT" "${bare[@]}" npm test -- "$@"
