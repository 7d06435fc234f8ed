#!/usr/bin/env bash
# Writes the source distributions of the two wheels to build/dist.
set -euo pipefail
cd "$(dirname "$0")/.."
root=${DEBIAN_ROOT:-build/debian/root}
# The modules that come from the catalogue are in no commit, and pip builds without xtask.
cargo run --quiet --package xtask -- python-modules
for package in crates/tools/python crates/engines/datafusion-python; do
    tests/platforms/root/enter.sh "$root" env PATH="$PWD/build/debian/tools/bin:/usr/bin:/bin" \
        maturin sdist --out build/dist --manifest-path "$package/Cargo.toml"
done
