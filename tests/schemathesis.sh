#!/usr/bin/env bash
# Compares real servers with the description of their API. schemathesis makes requests from /openapi.json, valid and invalid ones, and
# fails on a status 5xx, and on a reply whose status, type, headers or body the description does not have. What it sends is the same in
# every run. It asks as nobody, as a learner and as an instructor, each of a server of its own.
#
# Usage: tests/schemathesis.sh GRADUS VENV: the program, and a folder for the Python environment, which is made if it is not there.
set -euo pipefail
gradus=$(realpath "$1")
venv=$(realpath -m "$2")

# How many requests are made up for each operation, besides the examples and the borders of each field.
made_up=10

packages=(schemathesis==4.32.5 openapi-spec-validator==0.9.0)
if [ "$(cat "$venv/packages" 2>/dev/null)" != "${packages[*]}" ]; then
  rm -rf "$venv"
  python3 -m venv "$venv"
  "$venv/bin/pip" install --quiet --disable-pip-version-check "${packages[@]}"
  echo "${packages[*]}" >"$venv/packages"
fi

work=$(mktemp -d)
pid=
stop() {
  [ -z "$pid" ] || { kill "$pid" 2>/dev/null || true; wait "$pid" 2>/dev/null || true; }
  pid=
}
# What fails has its reason in the log of the server, also of one that ended when it started.
end() {
  code=$?
  stop
  [ "$code" = 0 ] || cat log
  rm -rf "$work"
}
trap end EXIT
cd "$work"
touch log

instructor=gi_the-instructor-of-schemathesis-01
printf 'name = "A course"\n\n[sections.A]\n\n[sections.B]\n' >course.toml

# Starts a server without data, and sets `url`.
start() {
  rm -rf gradus.db* gradus.secret out
  mkfifo out
  GRADUS_INSTRUCTORS="Grace Hopper:$instructor" "$gradus" --bind 127.0.0.1:0 --course course.toml --log warn >out 2>>log &
  pid=$!
  exec 3<out
  read -r line <&3
  url=${line#listening on }
}

# Tests the operations that the arguments choose. Streams of events have no end, so they are not asked for.
compare() {
  "$venv/bin/schemathesis" --no-color run "$url/openapi.json" --url "$url" \
    --phases examples,coverage,fuzzing --max-examples "$made_up" --generation-deterministic --suppress-health-check all \
    --checks not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,response_schema_conformance \
    --exclude-path-regex '/events$' --continue-on-failure --request-timeout 20 --warnings off "$@" >report 2>&1 ||
    { cat report; exit 1; }
  grep -E 'generated' report
}

start
curl --silent --fail "$url/openapi.json" >openapi.json
"$venv/bin/python" -m openapi_spec_validator openapi.json
echo "as nobody:"
compare
stop

start
key=$(curl --silent --fail "$url/learners" --json '{"name": "Ada"}' | sed 's/.*"key":"\([^"]*\)".*/\1/')
echo "as a learner:"
compare --exclude-tag Instructors --header "Authorization: Bearer $key"
stop

start
curl --silent --fail "$url/instructor/roster" --header "Authorization: Bearer $instructor" \
  --json '{"csv": "name,section\nAda Lovelace,A\nAlan Turing,B\n"}' >/dev/null
echo "as an instructor:"
compare --include-tag Instructors --header "Authorization: Bearer $instructor"
stop

# A panic is a 500, and nothing else may fail either.
if grep -qE 'ERROR|panicked' log; then exit 1; fi
