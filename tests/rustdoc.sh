#!/usr/bin/env bash
# rustdoc, as cargo calls it for the tests in documentation: makes the documentation too. By itself, `cargo doc` would read every crate
# of others once more.
set -euo pipefail

rustdoc "$@"
documented=()
for argument in "$@"; do
  [ "$argument" = --test ] || documented+=("$argument")
done
[ ${#documented[@]} = $# ] || exec rustdoc "${documented[@]}" --out-dir "$GRADUS_DOCUMENTATION" -D warnings
