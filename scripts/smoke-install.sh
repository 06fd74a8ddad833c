#!/usr/bin/env bash
# Runs the README's first command on a clone of this commit, with the recommended Node, the newest npm and an empty cache,
# and asks the club for an answer.
set -euo pipefail
cd "$(dirname "$0")/.."
answers_within_seconds=120
install_budget_megabytes=485

scratch=$(mktemp -d "${TMPDIR:-/tmp}/kindling-smoke-XXXXXX")
chmod 755 "$scratch"
club=""
clean_up() {
  # Node stops PostgreSQL before it ends; the process group also has npm and its shell.
  [ -z "$club" ] || { kill -TERM -- "-$club" 2>/dev/null && wait "$club" 2>/dev/null; } || true
  rm -rf "$scratch"
}
trap clean_up EXIT

export npm_config_cache="$scratch/cache" npm_config_update_notifier=false
mkdir "$scratch/tools"
echo '{ "allowScripts": { "node": true } }' >"$scratch/tools/package.json"
npm install --prefix "$scratch/tools" --no-audit --no-fund --loglevel=error node@24 npm@12
export PATH="$scratch/tools/node_modules/.bin:$PATH"
rm -rf "$npm_config_cache"
echo "Node $(node --version), npm $(npm --version)"

git clone --quiet . "$scratch/kindling"
cd "$scratch/kindling"
PORT=$(node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })')
export PORT HOST=127.0.0.1
unset DATABASE_URL ADMIN_EMAILS APP_URL DATA_DIR SMTP_URL
log="$scratch/club.log"
npm install
weight=$(du -sm node_modules | cut -f1)
echo "npm install: $weight MB of $install_budget_megabytes"
[ "$weight" -le "$install_budget_megabytes" ]
set -m
npm start >"$log" 2>&1 &
club=$!
set +m

deadline=$((SECONDS + answers_within_seconds))
until curl --silent --fail --max-time 5 "http://127.0.0.1:$PORT/readyz" >/dev/null; do
  if [ "$SECONDS" -ge "$deadline" ] || ! kill -0 "$club" 2>/dev/null; then
    echo "The club did not start:" >&2
    cat "$log" >&2
    exit 1
  fi
  sleep 0.5
done
page=$(curl --silent --fail --max-time 10 "http://127.0.0.1:$PORT/")
grep --quiet "Invest in Start-ups" <<<"$page"
echo "npm install && npm start: /readyz and / answer after $SECONDS s in all."
