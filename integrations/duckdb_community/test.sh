#!/usr/bin/env bash
# Builds and tests the extension as DuckDB's community CI does on Linux, and checks that what their script packs is what xtask packs.
# Needs extension-ci-tools in the checkout, which tests/environments.py clones.
set -euo pipefail
cd "$(dirname "$0")/../.."
library=libhashlane.so
if [ "$(uname)" = Darwin ]; then library=libhashlane.dylib; fi
python=configure/venv/bin/python3

make configure release
$python -m pip install --quiet pyyaml==6.0.3
$python extension-ci-tools/scripts/append_extension_metadata.py --extension-name hashlane \
    --library-file "target/extension/$library" --out-file build/release/theirs.duckdb_extension --duckdb-version v1.2.0 \
    --duckdb-platform-file configure/platform.txt --extension-version "v$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml)"
cargo run --quiet --package xtask --no-default-features -- pack "target/extension/$library" build/release/ours.duckdb_extension
cmp build/release/theirs.duckdb_extension build/release/ours.duckdb_extension
make test_release >build/release/test.log || (cat build/release/test.log; exit 1)
$python integrations/duckdb_community/check.py build/release/test.log
