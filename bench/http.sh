#!/usr/bin/env bash
# Requests per second of a bare actix route, of GET /step_07, of a judged POST /step_07 without a key, and of answers to step 01 by
# registered learners, which are all different and are on the disk before the reply (`synchronous=FULL`); and their ratios.
# All are measured in turns in one run, so that a busy machine slows them alike. The median of the rounds counts. Beside it is the processor
# time that the server has used for a request.
#
#   POSTGRES=postgres://USER@127.0.0.1/EMPTY bench/http.sh      also answers that are stored in this database, which is to be empty
#   OTHER=target/image/rootfs/usr/bin/gradus bench/http.sh      also another program, such as the static one of packaging/build-static.sh
set -euo pipefail
cd "$(dirname "$0")/.."

# The profile of the programs: `dist` as they are packaged, or `release`.
profile=${PROFILE:-dist}
rounds=${ROUNDS:-5}
seconds=${SECONDS_EACH:-3}
connections=${CONNECTIONS:-64}
# More than the server stores in one round, shared by two threads of wrk.
attempts=${ATTEMPTS_EACH:-$((seconds * 30000))}

if ! command -v wrk >/dev/null; then
  sudo=$([ "$(id -u)" = 0 ] || echo sudo)
  $sudo apt-get update -qq
  $sudo apt-get install -y -qq wrk
fi

cargo build --quiet --profile "$profile" -p gradus -p gradus-bench --bin gradus --bin bare
work=$(mktemp -d)
pids=()
trap 'kill "${pids[@]}" 2>/dev/null || true; rm -rf "$work"' EXIT

# Starts a server and waits for the line with its address.
start() {
  local name=$1
  shift
  mkfifo "$work/$name"
  "$@" >"$work/$name" 2>"$work/$name.log" &
  pid=$!
  pids+=("$pid")
  exec {out}<"$work/$name"
  read -r line <&"$out" || { cat "$work/$name.log" >&2; exit 1; }
  address=${line#listening on }
}

start bare "target/$profile/bare"
bare=$address bare_pid=$pid
# The bare route logs nothing; one more server shows what a line in the log for each request costs.
# One address asks for more new boards than it may.
replica= other=
options=(--bind 127.0.0.1:0 --secret-file "$work/secret" --task-rate 1000000/s)
start gradus "target/$profile/gradus" "${options[@]}" --database "$work/gradus.db" --log warn
gradus=$address gradus_pid=$pid
start logged "target/$profile/gradus" "${options[@]}" --database "$work/logged.db"
logged=$address logged_pid=$pid
if [ -n "${POSTGRES:-}" ]; then
  # The address may contain a password: it is not an argument.
  GRADUS_DATABASE=$POSTGRES start replica "target/$profile/gradus" "${options[@]}" --log warn
  replica=$address replica_pid=$pid
fi
if [ -n "${OTHER:-}" ]; then
  start other "$OTHER" "${options[@]}" --database "$work/other.db" --log warn
  other=$address other_pid=$pid
fi
python3 bench/answer.py "$gradus" >"$work/body.json"
export BODY=$work/body.json

reply=$(curl -sS "$gradus/step_07" -H 'Content-Type: application/json' -d @"$BODY")
grep -q '"verdict":"accepted"' <<<"$reply" || { echo "the answer is not accepted: $reply" >&2; exit 1; }

# The processor time that a process has used, in ticks of the system.
ticks() { sed 's/.*) //' "/proc/$1/stat" | awk '{ print $12 + $13 }'; }
tick=$((1000000 / $(getconf CLK_TCK)))

# Adds a line to the figures of a name: requests per second of one load, and the processor time for each, in µs. Replies that are no success
# are an error.
load() {
  local name=$1 pid=$2 report before after
  shift 2
  before=$(ticks "$pid")
  report=$(wrk -t2 -c"$connections" -d"${seconds}s" "$@")
  after=$(ticks "$pid")
  if grep -qE 'Non-2xx|Socket errors' <<<"$report"; then
    echo "$report" >&2
    exit 1
  fi
  awk -v used="$(((after - before) * tick))" '
    /requests in/ { count = $1 }
    /^Requests\/sec/ { printf "%s %.1f\n", $2, used / count }
  ' <<<"$report" >>"$work/$name.rps"
}

files=()
for round in $(seq "$rounds"); do files+=("$work/attempts.$round"); done
python3 bench/attempts.py "$gradus" "$connections" "$attempts" "${files[@]}"
if [ -n "${replica:-}" ]; then
  python3 bench/attempts.py "$replica" "$connections" "$attempts" "${files[@]/%/.replica}"
fi
if [ -n "${other:-}" ]; then
  # They have the same secret, and the task is nobody's: the answer is right for both.
  python3 bench/attempts.py "$other" "$connections" "$attempts" "${files[@]/%/.other}"
fi

for round in $(seq "$rounds"); do
  load bare "$bare_pid" "$bare/"
  load get "$gradus_pid" "$gradus/step_07"
  load logged "$logged_pid" "$logged/step_07"
  load post "$gradus_pid" -s bench/post.lua "$gradus/step_07"
  ATTEMPTS=$work/attempts.$round load attempts "$gradus_pid" -s bench/attempts.lua "$gradus/step_01"
  load fresh "$gradus_pid" "$gradus/step_07?fresh=1"
  if [ -n "${replica:-}" ]; then
    ATTEMPTS=$work/attempts.$round.replica load replica "$replica_pid" -s bench/attempts.lua "$replica/step_01"
  fi
  if [ -n "${other:-}" ]; then
    load other-get "$other_pid" "$other/step_07"
    load other-post "$other_pid" -s bench/post.lua "$other/step_07"
    ATTEMPTS=$work/attempts.$round.other load other-attempts "$other_pid" -s bench/attempts.lua "$other/step_01"
  fi
done

# The median of a column of figures: 1 for requests per second, 2 for processor time.
median() { awk -v column="$2" '{ print $column }' "$work/$1.rps" | sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }
base=$(median bare 1)
show() {
  awk -v text="$1" -v rps="$(median "$2" 1)" -v used="$(median "$2" 2)" -v bare="$base" 'BEGIN {
    printf "%-42s %9.0f requests/s  %.2f of bare  %7.1f µs of processor time\n", text, rps, rps / bare, used
  }'
}

echo "$rounds rounds of ${seconds} s each, $connections connections, medians"
show "bare actix route" bare
show "GET /step_07" get
show "GET /step_07, each request logged" logged
show "POST /step_07, accepted" post
show "POST /step_01, accepted and stored" attempts
show "GET /step_07?fresh=1 (a new board each)" fresh
if [ -n "${replica:-}" ]; then
  show "POST /step_01, stored in PostgreSQL" replica
fi
if [ -n "${other:-}" ]; then
  show "other program: GET /step_07" other-get
  show "other program: POST /step_07, accepted" other-post
  show "other program: POST /step_01, stored" other-attempts
fi
