#!/usr/bin/env bash
# Checks that a change is good: format, lints, documentation, tests, and servers against their description. Installs what it needs. Runs
# from anywhere. At its end it says how many seconds each part took.
#
#   tests/run.sh                      everything that is run for every change
#   tests/run.sh --long               what takes long, before a release: the cases in tests/long, many made-up requests, and a small campaign
#   tests/run.sh --without-postgres   PostgreSQL is not installed, and the tests that need it count as ignored
#   tests/run.sh --without-nginx      the same for nginx
#
# Everything is built once, with one profile: all tests run the same programs, which are linted while they are built, and what is documented
# is read while its examples are tested.
set -euo pipefail
cd "$(dirname "$0")/.."

long=
for argument in "$@"; do
  case $argument in
    --long) long=1 ;;
    --without-postgres) export GRADUS_TESTS_WITHOUT_POSTGRES=1 ;;
    --without-nginx) export GRADUS_TESTS_WITHOUT_NGINX=1 ;;
    *) echo "unknown argument $argument: expected --long, --without-postgres or --without-nginx" >&2; exit 2 ;;
  esac
done
with_postgres=$([ "${GRADUS_TESTS_WITHOUT_POSTGRES:-}" = 1 ] || echo 1)
with_nginx=$([ "${GRADUS_TESTS_WITHOUT_NGINX:-}" = 1 ] || echo 1)

# Clippy is a compiler with lints: by itself it would read every crate of others once more, which takes a third of the whole build. The
# programs that it makes are a little slower than those of rustc.
export RUSTC_WORKSPACE_WRAPPER=clippy-driver CLIPPY_ARGS=-Dwarnings__CLIPPY_HACKERY__
# For a single build, keeping what the next one could use takes longer than it saves, and makes slower programs.
export CARGO_INCREMENTAL=0

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
# Completions are typed in each of these shells.
command -v zsh >/dev/null || packages+=(zsh)
command -v fish >/dev/null || packages+=(fish)
# A manual page is rendered.
command -v man >/dev/null || command -v mandoc >/dev/null || packages+=(mandoc)
# The container image is built, without fetching another one.
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

# Compares servers with their description beside the tests, with so many made-up requests for each operation.
describe() {
  nice tests/schemathesis.sh "$target/debug/gradus" "$target/schemathesis" "$1" >"$work/described" 2>&1 &
  pids=("$!")
}

# Every wait within the tests is bounded; the timeout bounds the one that nobody has thought of.
if [ -z "$long" ]; then
  step "documentation"
  GRADUS_DOCUMENTATION="$target/doc" RUSTDOC="$PWD/tests/rustdoc.sh" cargo test --workspace --doc --locked --quiet
  step "tests, and beside them servers against their description"
  describe 0
  timeout 20m cargo test --workspace --tests --locked --quiet
else
  # These need the machine: beside other cases a request may take longer than a client or a server waits.
  step "servers that lose their database"
  timeout 10m cargo test --workspace --test suite --locked --quiet long::losses -- --test-threads 1
  step "long cases, and beside them servers against their description"
  describe 50
  timeout 20m cargo test --workspace --test suite --locked --quiet long:: -- --skip long::losses
fi
wait "${pids[0]}" || { cat "$work/described"; exit 1; }
cat "$work/described"

if [ -n "$long" ]; then
  step "a small campaign"
  "$target/debug/campaign" --scale 0.05 --seconds 3 --settle 3 >"$work/campaign" || { cat "$work/campaign"; exit 1; }
fi

step "all of it holds"
printf '%s\n' "${parts[@]}"
printf '%5d s  together\n' "$SECONDS"
