#!/usr/bin/env bash
# Everything that has to hold before a change is good: format, lints, documentation, tests, the challenges, and the client
# against a real server. Installs what it needs. Runs from anywhere.
set -euo pipefail
cd "$(dirname "$0")/.."

step() { printf '\n== %s\n' "$*"; }

# The database and TLS libraries of the crates are built from C; the README's script is run with Python.
if ! command -v cc >/dev/null || ! command -v make >/dev/null || ! command -v python3 >/dev/null; then
  step "installing a C compiler and Python"
  sudo=$([ "$(id -u)" = 0 ] || echo sudo)
  $sudo apt-get update -qq
  $sudo apt-get install -y -qq build-essential python3
fi
command -v cargo >/dev/null || { echo "cargo is missing: install Rust from https://rustup.rs" >&2; exit 1; }

step "format"
cargo fmt --all --check

step "lints"
cargo clippy --workspace --all-targets --locked --quiet -- -D warnings

step "documentation"
RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --locked --quiet

step "tests"
cargo test --workspace --locked --quiet

step "gradus check, 1000 tasks a step"
cargo build --release --workspace --bins --locked --quiet
target=$(cargo metadata --format-version 1 --no-deps --locked | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')
"$target/release/gradus" check --seeds 1000

step "solve-all against a server"
work=$(mktemp -d)
mkfifo "$work/out"
"$target/release/gradus" --bind 127.0.0.1:0 --database "$work/gradus.db" --secret-file "$work/secret" >"$work/out" &
server=$!
trap 'kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; rm -rf "$work"' EXIT
exec 3<"$work/out"
read -r line <&3
"$target/release/gradus-client" solve-all --server "${line#listening on }" --rounds 5 --fresh

step "all of it holds"
