#!/usr/bin/env bash
# Compares real servers with the description of their API. schemathesis makes requests from /openapi.json, valid and invalid ones. It fails on a
# status 5xx, on a reply whose status, type, headers or body the description does not have, and where an invalid request succeeds. What it sends
# is the same in every run. It asks as nobody, as a learner and as an instructor, each of a server of its own. At the end it says of how many
# operations at least one request succeeded: learner and instructor name matches, learners and attempts that exist.
#
# Usage: tests/schemathesis.sh GRADUS VENV MADE_UP: the program, a folder for the Python environment, which is made if it is not there, and
# how many requests are made up for each operation, besides the examples and the borders of each field.
set -euo pipefail
gradus=$(realpath "$1")
venv=$(realpath -m "$2")
made_up=$3
checks=not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,response_schema_conformance
if [ "$made_up" = 0 ]; then
  phases=examples,coverage
  checks+=,negative_data_rejection
else
  # What is made up has `?fresh=` and the like, which are read as booleans though they are none in JSON.
  phases=examples,coverage,fuzzing
fi

packages=(schemathesis==4.32.5 openapi-spec-validator==0.9.0)
if [ "$(cat "$venv/packages" 2>/dev/null)" != "${packages[*]}" ]; then
  rm -rf "$venv"
  python3 -m venv "$venv"
  "$venv/bin/pip" install --quiet --disable-pip-version-check "${packages[@]}"
  echo "${packages[*]}" >"$venv/packages"
fi

work=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; wait; rm -rf "$work"' EXIT

instructor=gi_the-instructor-of-schemathesis-01
printf 'name = "A course"\n\n[sections.A]\n\n[sections.B]\n' >"$work/course.toml"

# Goes to a new folder, starts a server there without data, and sets `url`.
start() {
  mkdir "$work/$1"
  cd "$work/$1"
  mkfifo out
  GRADUS_INSTRUCTORS="Grace Hopper:$instructor" "$gradus" --bind 127.0.0.1:0 --course ../course.toml --log warn >out 2>log &
  trap "kill $! 2>/dev/null || true; wait" EXIT
  exec 3<out
  # What fails has its reason in the log of the server, also of one that ended when it started.
  read -r line <&3 || { cat log; exit 1; }
  url=${line#listening on }
}

# Asks an address of the server with a key, and keeps the reply. Further arguments are options of curl.
ask() {
  curl --silent --fail --output reply "$url$1" --header "Authorization: Bearer $2" "${@:3}"
}

# Prints the member with this name of the reply that was kept, of a list its first item.
member() {
  "$venv/bin/python" -c 'import json, sys
value = json.load(open("reply"))[sys.argv[1]]
print(value[0] if isinstance(value, list) else value)' "$1"
}

# Solves the first step with a key.
solve() {
  ask /step_01 "$1"
  ask "/step_01?ans=$(member word)" "$1"
}

# Makes a match with a key, in which the computer has answered a move, and lets the operations on a match use it.
make_match() {
  ask /games "$1" --json '{"game": "gomoku", "seats": ["human", "rules"]}'
  local id seat_key
  id=$(member id) seat_key=$(member keys)
  ask "/games/$id/moves" "$1" --header "X-Seat-Key: $seat_key" --json '{"move": "aa"}'
  use '^/games/.*/(moves|undo)$' "\"path.id\" = \"$id\", \"header.X-Seat-Key\" = \"$seat_key\""
  use '^/games/' "\"path.id\" = \"$id\""
}

# Lets the operations at addresses of this pattern use these values of parameters. Of several patterns the first one counts.
use() {
  printf '[[operations]]\ninclude-path-regex = "%s"\nparameters = { %s }\n\n' "$1" "$2" >>schemathesis.toml
}

# Tests the operations that the arguments choose. Streams of events have no end, so they are not asked for.
compare() {
  touch schemathesis.toml
  curl --silent --fail "$url/openapi.json" --output openapi.json
  "$venv/bin/schemathesis" --no-color --config-file schemathesis.toml run "$url/openapi.json" --url "$url" --report har --report-har-path har.json \
    --phases "$phases" --max-examples "$((made_up > 0 ? made_up : 1))" --generation-deterministic --suppress-health-check all \
    --checks "$checks" --exclude-path-regex '/events$' --continue-on-failure --request-timeout 20 --warnings off "$@" >report 2>&1 ||
    { cat report log; exit 1; }
  # A panic is a 500, and nothing else may fail either.
  if grep -E 'ERROR|panicked' log; then exit 1; fi
  grep -E 'generated' report >generated
}

as_nobody() {
  start nobody
  compare
  "$venv/bin/python" -m openapi_spec_validator openapi.json
}

as_learner() {
  start learner
  curl --silent --fail --output reply "$url/learners" --json '{"name": "Ada"}'
  key=$(member key)
  solve "$key"
  make_match "$key"
  ask /me/records/opening "$key" --request PUT --json "{\"game\": \"$(member id)\"}"
  use '^/me/records/' '"path.name" = "opening"'
  compare --exclude-tag Instructors --header "Authorization: Bearer $key"
}

as_instructor() {
  start instructor
  ask /instructor/roster "$instructor" --json '{"csv": "name,section\nAda Lovelace,A\nAlan Turing,B\n"}'
  ask /instructor/learners/1/rekey "$instructor" --json '{}'
  solve "$(member key)"
  ask /instructor/instructors "$instructor" --json '{"name": "Barbara Liskov"}'
  ask /instructor/extensions "$instructor" --json '{"learner": "1", "step": "02", "due": "2030-01-01"}'
  # Of each there is now one, and it has the number 1.
  use '^/instructor/(learners|attempts|extensions|instructors)/' '"path.id" = "1"'
  compare --include-tag Instructors --header "Authorization: Bearer $instructor"
}

# One waits for its server while another makes its requests.
for caller in nobody learner instructor; do
  (set -e; "as_$caller") >"$work/$caller.said" 2>&1 &
  callers[$!]=$caller
done
failed=
for pid in "${!callers[@]}"; do
  caller=${callers[$pid]}
  if wait "$pid"; then
    echo "as $caller:$(cat "$work/$caller/generated")"
  else
    failed+=" $caller"
    cat "$work/$caller.said"
  fi
done
[ -z "$failed" ] || { echo "what was asked as$failed is not as described" >&2; exit 1; }

# Says of how many operations at least one request succeeded. Each must have replied something else to somebody than that a key is needed.
"$venv/bin/python" - "$work"/*/har.json <<'PYTHON'
import json, re, sys
from urllib.parse import urlsplit

paths = json.load(open(sys.argv[1].replace("har.json", "openapi.json")))["paths"]
patterns = [(re.compile(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(path)) + "/?"), path) for path in paths]
statuses = {}
for name in sys.argv[1:]:
    for entry in json.load(open(name))["log"]["entries"]:
        method, address = entry["request"]["method"], urlsplit(entry["request"]["url"]).path
        path = next((path for pattern, path in patterns if pattern.fullmatch(address)), None)
        if path and method.lower() in paths[path]:
            statuses.setdefault(f"{method} {path}", set()).add(entry["response"]["status"])
failed = sorted(name for name, found in statuses.items() if not any(200 <= status < 400 for status in found))
print(f"{len(statuses) - len(failed)} of {len(statuses)} operations succeeded, all but {', '.join(failed)}")
unreached = sorted(name for name, found in statuses.items() if found == {401})
if unreached:
    sys.exit(f"only refused for want of a key: {', '.join(unreached)}")
PYTHON
