#!/usr/bin/env bash
# rustdoc, as cargo calls it for the tests in documentation: makes the documentation too. By itself, `cargo doc` would read every crate
# of others once more.
set -euo pipefail

rustdoc "$@"
documented=()
for argument in "$@"; do
  [ "$argument" = --test ] || documented+=("$argument")
done
[ ${#documented[@]} = $# ] || rustdoc "${documented[@]}" --out-dir "$GRADUS_DOCUMENTATION" -D warnings || {
  echo "the documentation has errors, not its tests: cargo doc shows them" >&2
  exit 1
}
