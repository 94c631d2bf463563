#!/usr/bin/env bash
# Builds the server as one static program that needs nothing of the system it runs on, and lays out what a container image is made from:
#
#   DIRECTORY/rootfs/usr/bin/gradus    the program, stripped
#   DIRECTORY/rootfs/var/lib/gradus/   the empty directory that it works in
#
# DIRECTORY is target/image if none is given. It needs Rust with the musl target (rustup gets it) and a C compiler for musl, because SQLite,
# the allocator and the TLS library are C: `apt install musl-tools` on Debian, `apk add build-base` on Alpine.
set -euo pipefail
cd "$(dirname "$0")/.."

directory=${1:-target/image}
machine=$(uname -m)
target=$machine-unknown-linux-musl

command -v cargo >/dev/null || { echo "cargo is missing: install Rust from https://rustup.rs" >&2; exit 1; }
# A Rust that is not rustup's has the target or says that it has not.
if command -v rustup >/dev/null; then rustup --quiet target add "$target"; fi

# Where the system's own library is musl, cc is the right compiler.
if [[ "$(ldd --version 2>&1 || true)" != *musl* ]]; then
  compiler=
  for candidate in "$machine-linux-musl-gcc" musl-gcc; do
    if command -v "$candidate" >/dev/null; then compiler=$candidate && break; fi
  done
  [ -n "$compiler" ] || { echo "a C compiler for musl is missing: apt install musl-tools" >&2; exit 1; }
  export "CC_${target//-/_}=$compiler"
fi

cargo build --profile dist --locked --target "$target" --package gradus --bin gradus
output=$(cargo metadata --format-version 1 --no-deps --locked | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')/$target/dist/gradus

mkdir -p "$directory/rootfs/usr/bin" "$directory/rootfs/var/lib/gradus"
chmod 0755 "$directory/rootfs/usr" "$directory/rootfs/usr/bin"
chmod 0700 "$directory/rootfs/var/lib/gradus"
install -m 0755 "$output" "$directory/rootfs/usr/bin/gradus"

# It must not ask for an interpreter: an image from scratch has none. `--version` would not tell, where this system has one.
if readelf -l "$directory/rootfs/usr/bin/gradus" | grep -q INTERP; then
  echo "the program is linked to shared libraries: expected a static one" >&2
  exit 1
fi
"$directory/rootfs/usr/bin/gradus" --version
ls -l "$directory/rootfs/usr/bin/gradus"
