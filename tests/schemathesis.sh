#!/usr/bin/env bash
# Compares real servers with the description of their API. schemathesis makes requests from /openapi.json, valid and invalid ones, and
# fails on a status 5xx, and on a reply whose status, type, headers or body the description does not have. What it sends is the same in
# every run. It asks as nobody, as a learner and as an instructor, each of a server of its own.
#
# Usage: tests/schemathesis.sh GRADUS VENV MADE_UP: the program, a folder for the Python environment, which is made if it is not there, and
# how many requests are made up for each operation, besides the examples and the borders of each field.
set -euo pipefail
gradus=$(realpath "$1")
venv=$(realpath -m "$2")
made_up=$3
phases=examples,coverage
[ "$made_up" = 0 ] || phases+=,fuzzing

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

# Tests the operations that the arguments choose. Streams of events have no end, so they are not asked for.
compare() {
  "$venv/bin/schemathesis" --no-color run "$url/openapi.json" --url "$url" \
    --phases "$phases" --max-examples "$((made_up > 0 ? made_up : 1))" --generation-deterministic --suppress-health-check all \
    --checks not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,response_schema_conformance \
    --exclude-path-regex '/events$' --continue-on-failure --request-timeout 20 --warnings off "$@" >report 2>&1 ||
    { cat report log; exit 1; }
  # A panic is a 500, and nothing else may fail either.
  if grep -E 'ERROR|panicked' log; then exit 1; fi
  grep -E 'generated' report >generated
}

as_nobody() {
  start nobody
  curl --silent --fail "$url/openapi.json" >openapi.json
  "$venv/bin/python" -m openapi_spec_validator openapi.json
  compare
}

as_learner() {
  start learner
  key=$(curl --silent --fail "$url/learners" --json '{"name": "Ada"}' | sed 's/.*"key":"\([^"]*\)".*/\1/')
  compare --exclude-tag Instructors --header "Authorization: Bearer $key"
}

as_instructor() {
  start instructor
  curl --silent --fail "$url/instructor/roster" --header "Authorization: Bearer $instructor" \
    --json '{"csv": "name,section\nAda Lovelace,A\nAlan Turing,B\n"}' >/dev/null
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
