#!/usr/bin/env bash
# Looks into what is in build/dist, and writes CONTENTS.md, a table of it, SHA256SUMS, and with a key the repository build/repository that
# DuckDB installs the extensions from.
set -euo pipefail
cd "$(dirname "$0")/.."
root=${DEBIAN_ROOT:-build/debian/root}
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml)
tests/platforms/root/enter.sh "$root" build/debian/tools/bin/python dist/contents.py build/dist "$version"
python3 dist/repository.py write build/repository build/dist/*.duckdb_extension
cargo build --quiet --package hashlane --no-default-features --bin hashlane
program=$PWD/target/debug/hashlane
cd build/dist
rm -f SHA256SUMS
"$program" sum -a sha256 -- * >../SHA256SUMS
mv ../SHA256SUMS .
