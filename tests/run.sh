#!/usr/bin/env bash
# Everything that has to hold before a change is good: format, lints, documentation, tests, the challenges, and the client
# against a real server. Installs what it needs. Runs from anywhere. At its end it says how many seconds each part took.
#
#   tests/run.sh                      the tests to run while working
#   tests/run.sh --long               these, and those to run before a release: more tasks of each step, lost replicas, full disks, images
#   tests/run.sh --without-postgres   without the tests of PostgreSQL and of replicas, which count as ignored
#   tests/run.sh --without-nginx      without the tests with nginx in front of servers, which count as ignored
#
# Everything is built once, with one profile: tests, `gradus check` and `solve-all` run the same programs, which are linted while they
# are built, and what is documented is read while its examples are tested.
set -euo pipefail
cd "$(dirname "$0")/.."

long=
for argument in "$@"; do
  case $argument in
    --long) long=1 ;;
    --without-postgres) export GRADUS_TESTS_WITHOUT_POSTGRES=1 ;;
    --without-nginx) export GRADUS_TESTS_WITHOUT_NGINX=1 ;;
    *) echo "unknown argument $argument: expected --long, --without-postgres, --without-nginx, or nothing" >&2; exit 2 ;;
  esac
done
with_postgres=$([ "${GRADUS_TESTS_WITHOUT_POSTGRES:-}" = 1 ] || echo 1)
with_nginx=$([ "${GRADUS_TESTS_WITHOUT_NGINX:-}" = 1 ] || echo 1)

# Clippy is a compiler with lints: by itself it would read every crate of others once more, which takes a third of the whole build. The
# programs that it makes are a little slower than those of rustc.
export RUSTC_WORKSPACE_WRAPPER=clippy-driver CLIPPY_ARGS=-Dwarnings__CLIPPY_HACKERY__
# For a single build, keeping what the next one could use takes longer than it saves, and makes slower programs.
export CARGO_INCREMENTAL=0
# Many tests wait for a server, so that cores have time for others.
RUST_TEST_THREADS=$((2 * $(nproc)))
export RUST_TEST_THREADS

parts=()
part=
began=$SECONDS
step() {
  [ -z "$part" ] || parts+=("$(printf '%5d s  %s' $((SECONDS - began)) "$part")")
  part=$1 began=$SECONDS
  printf '\n== %s\n' "$part"
}

sudo=$([ "$(id -u)" = 0 ] || echo sudo)
work=$(mktemp -d)
pids=()
trap 'kill "${pids[@]}" 2>/dev/null || true; wait; rm -rf "$work"' EXIT

# The database and TLS libraries of the crates are built from C; the script in MATCHES.md is run with Python, what a page shows with curl.
if ! command -v cc >/dev/null || ! command -v make >/dev/null || ! command -v python3 >/dev/null || ! command -v curl >/dev/null; then
  step "installing a C compiler, Python and curl"
  $sudo apt-get update -qq
  $sudo apt-get install -y -qq build-essential python3 curl
fi
command -v cargo >/dev/null || { echo "cargo is missing: install Rust from https://rustup.rs" >&2; exit 1; }
clippy-driver --version >/dev/null 2>&1 || { echo "clippy is missing: rustup component add clippy" >&2; exit 1; }

# What only the tests need is installed while the crates are built.
packages=() without_recommended=()
# The pages are tested in a real browser.
if ! command -v chromium-headless-shell >/dev/null || ! command -v chromedriver >/dev/null; then
  packages+=(chromium-headless-shell chromium-driver)
fi
# Events have to pass through a proxy that keeps back what it can. The sample in `packaging/` needs a certificate, which is made with openssl.
if [ -n "$with_nginx" ] && ! { [ -x /usr/sbin/nginx ] && command -v openssl >/dev/null; }; then
  packages+=(nginx-light openssl)
fi
# The store is tested on both databases, and replicas on a real PostgreSQL, which each test run starts for itself.
if [ -n "$with_postgres" ] && ! ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; then
  packages+=(postgresql)
fi
# What compares the server with its description is a Python program, in an environment of its own.
python3 -c 'import ensurepip, venv' 2>/dev/null || packages+=(python3-venv)
# The container image is built, without fetching another one. Where buildah may not run, the test says so.
command -v buildah >/dev/null || without_recommended+=(buildah)

install_for_tests() {
  $sudo apt-get update -qq
  [ ${#packages[@]} = 0 ] || $sudo apt-get install -y -qq "${packages[@]}"
  [ ${#without_recommended[@]} = 0 ] || $sudo apt-get install -y -qq --no-install-recommends "${without_recommended[@]}"
  # Debian starts servers of its own with these, which nobody has asked for.
  for service in nginx postgresql; do
    if [[ " ${packages[*]} " = *" $service"* ]] && command -v systemctl >/dev/null; then
      $sudo systemctl disable --quiet --now $service || true
    fi
  done
  if [[ " ${packages[*]} " = *" postgresql "* ]] && command -v pg_lsclusters >/dev/null; then
    pg_lsclusters --no-header | while read -r version name _ state _; do
      case $state in online*) $sudo pg_ctlcluster "$version" "$name" stop || true ;; esac
    done
  fi
}
installing=
if [ $((${#packages[@]} + ${#without_recommended[@]})) -gt 0 ]; then
  echo "installing beside the build: ${packages[*]} ${without_recommended[*]}"
  # A password is asked for now, and nothing is left half installed by an interrupt.
  [ -z "$sudo" ] || $sudo -v
  (trap '' INT; set -e; install_for_tests) >"$work/installing" 2>&1 &
  installing=$!
fi

step "format"
cargo fmt --all --check

step "building and linting all programs and tests"
cargo build --workspace --all-targets --locked --quiet

target=$(cargo metadata --format-version 1 --no-deps --locked | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')
[ -z "$installing" ] || wait "$installing" || { cat "$work/installing" >&2; exit 1; }

seeds=${long:+1000}
seeds=${seeds:-100} rounds=${long:+5}
step "tests and documentation, and beside them gradus check, $seeds tasks a step"
nice "$target/debug/gradus" check --seeds "$seeds" >"$work/check" 2>&1 &
check=$!
pids+=("$check")
# Every wait within the tests is bounded; this bounds the one that nobody has thought of.
timeout 20m cargo test --workspace --tests --locked --quiet
[ -z "$long" ] || timeout 20m cargo test -p gradus-tests --test suite --locked --quiet long::
GRADUS_DOCUMENTATION="$target/doc" RUSTDOC="$PWD/tests/rustdoc.sh" cargo test --workspace --doc --locked --quiet
wait "$check" || { cat "$work/check"; exit 1; }
cat "$work/check"

step "servers against their description, and beside them solve-all against a server"
mkfifo "$work/out"
"$target/debug/gradus" --bind 127.0.0.1:0 --database "$work/gradus.db" --secret-file "$work/secret" --log warn >"$work/out" &
pids+=("$!")
exec 3<"$work/out"
read -r line <&3
"$target/debug/gradus-client" solve-all --server "${line#listening on }" --rounds "${rounds:-1}" --fresh >"$work/solved" 2>&1 &
solving=$!
pids+=("$solving")
tests/schemathesis.sh "$target/debug/gradus" "$target/schemathesis"
wait "$solving" || { cat "$work/solved"; exit 1; }
tail -n 1 "$work/solved"

left_out=
[ -n "$with_postgres" ] || left_out+=" PostgreSQL and replicas;"
[ -n "$with_nginx" ] || left_out+=" nginx and the loss of replicas;"
step "all of it holds${left_out:+, without the tests of${left_out%;}}"
printf '%s\n' "${parts[@]}"
printf '%5d s  together\n' "$SECONDS"
