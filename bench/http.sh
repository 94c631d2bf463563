#!/usr/bin/env bash
# Requests per second of a bare actix route, of GET /step_07, of a judged POST /step_07 without a key, and of answers to step 01 by
# registered learners, which are all different and are on the disk before the reply (`synchronous=FULL`); and their ratios.
# All are measured in turns in one run, so that a busy machine slows them alike. The median of the rounds counts.
set -euo pipefail
cd "$(dirname "$0")/.."

rounds=${ROUNDS:-5}
seconds=${SECONDS_EACH:-3}
connections=${CONNECTIONS:-64}
# More than are stored in one round, and they have two threads of wrk.
attempts=${ATTEMPTS_EACH:-30000}

if ! command -v wrk >/dev/null; then
  sudo=$([ "$(id -u)" = 0 ] || echo sudo)
  $sudo apt-get update -qq
  $sudo apt-get install -y -qq wrk
fi

cargo build --quiet --release --bin gradus --example bare
work=$(mktemp -d)
pids=()
trap 'kill "${pids[@]}" 2>/dev/null || true; rm -rf "$work"' EXIT

# Starts a server and waits for the line with its address.
start() {
  local name=$1
  shift
  mkfifo "$work/$name"
  "$@" >"$work/$name" 2>"$work/$name.log" &
  pids+=($!)
  exec {out}<"$work/$name"
  read -r line <&"$out" || { cat "$work/$name.log" >&2; exit 1; }
  address=${line#listening on }
}

start bare target/release/examples/bare
bare=$address
# The bare route logs nothing; one more server shows what a line in the log for each request costs.
# One address asks for more new boards than it may.
start gradus target/release/gradus --bind 127.0.0.1:0 --database "$work/gradus.db" --secret-file "$work/secret" --log warn --task-rate 1000000/s
gradus=$address
start logged target/release/gradus --bind 127.0.0.1:0 --database "$work/logged.db" --secret-file "$work/secret"
logged=$address
python3 bench/answer.py "$gradus" >"$work/body.json"
export BODY=$work/body.json

reply=$(curl -sS "$gradus/step_07" -H 'Content-Type: application/json' -d @"$BODY")
grep -q '"verdict":"accepted"' <<<"$reply" || { echo "the answer is not accepted: $reply" >&2; exit 1; }

# Requests per second of one load; replies that are no success are an error.
load() {
  local report
  report=$(wrk -t2 -c"$connections" -d"${seconds}s" "$@")
  if grep -qE 'Non-2xx|Socket errors' <<<"$report"; then
    echo "$report" >&2
    exit 1
  fi
  awk '/^Requests\/sec/ { print $2 }' <<<"$report"
}

files=()
for round in $(seq "$rounds"); do files+=("$work/attempts.$round"); done
python3 bench/attempts.py "$gradus" "$connections" "$attempts" "${files[@]}"

for round in $(seq "$rounds"); do
  load "$bare/" >>"$work/bare.rps"
  load "$gradus/step_07" >>"$work/get.rps"
  load "$logged/step_07" >>"$work/logged.rps"
  load -s bench/post.lua "$gradus/step_07" >>"$work/post.rps"
  ATTEMPTS=$work/attempts.$round load -s bench/attempts.lua "$gradus/step_01" >>"$work/attempts.rps"
  load "$gradus/step_07?fresh=1" >>"$work/fresh.rps"
done

median() { sort -n "$work/$1.rps" | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }
show() { awk -v name="$1" -v rps="$2" -v bare="$3" 'BEGIN { printf "%-38s %9.0f requests/s  %.2f of bare\n", name, rps, rps / bare }'; }

base=$(median bare)
echo "$rounds rounds of ${seconds} s each, $connections connections, medians"
show "bare actix route" "$base" "$base"
show "GET /step_07" "$(median get)" "$base"
show "GET /step_07, each request logged" "$(median logged)" "$base"
show "POST /step_07, accepted" "$(median post)" "$base"
show "POST /step_01, accepted and stored" "$(median attempts)" "$base"
show "GET /step_07?fresh=1 (a new board each)" "$(median fresh)" "$base"
