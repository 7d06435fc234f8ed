#!/usr/bin/env bash
# Tests 64-bit ARM on x86-64: the packed extension in DuckDB's own wheel for ARM, the tests of kernels, catalogue and arrow
# under qemu, and the hashes of a million random rows beside those of x86-64. Makes what it needs below build/debian.
# `make test WHAT=arm64` calls it.
#
# usage: run.sh [FILTER]      only the tests of kernels that the filter names
#
# PARTS names the parts to run, in their order. EXTENSION is an extension that is built already, such as one of `make dist`.
# Besides the builds, the tests take 20 minutes and the fingerprints 5.
set -euo pipefail
cd "$(dirname "$0")/../../.."
root=${DEBIAN_ROOT:-build/debian/root}
parts=${PARTS:-targets extension tests fingerprints}
duckdb=${DUCKDB_VERSION:-2.0.0}
qemu="qemu-aarch64 -L /usr/aarch64-linux-gnu"
target=aarch64-unknown-linux-gnu
built=build/debian/target/$target
extension=${EXTENSION:-build/arm64/hashlane.duckdb_extension}

tests/platforms/root/make.sh "$root"
enter() {
    nice env HASHLANE_TEST_RUNNER="$qemu" tests/platforms/root/enter.sh "$root" "$@"
}

kernels() {
    enter cargo test --target "$target" --package hashlane-kernels --lib --tests -- "$@"
}

targets() {
    tests/platforms/arm64/targets.sh "$root"
}

extension() {
    if [ -z "${EXTENSION:-}" ]; then
        enter cargo build --profile extension --target "$target" --package hashlane-duckdb
        enter env -u CARGO_UNSTABLE_BUILD_STD cargo run --quiet --package xtask --no-default-features -- \
            pack --platform linux_arm64 "$built/extension/libhashlane.so" "$extension"
    fi
    if [ ! -e "build/arm64/duckdb/$duckdb/.installed" ]; then
        build/venv/bin/python -m pip install --quiet --no-deps --only-binary=:all: --upgrade \
            --platform manylinux_2_28_aarch64 --platform manylinux_2_26_aarch64 --platform manylinux2014_aarch64 \
            --python-version 3.13 --implementation cp --target "build/arm64/duckdb/$duckdb" "duckdb==$duckdb"
        touch "build/arm64/duckdb/$duckdb/.installed"
    fi
    # On two lines, so that a failure of cargo isn't lost.
    enter cargo build --quiet --target "$target" --package hashlane-catalog --example examples
    enter $qemu "$built/debug/examples/examples" >build/arm64/examples.jsonl
    enter python3 tests/platforms/arm64/examples.py "$extension" "build/arm64/duckdb/$duckdb" build/arm64/examples.jsonl
}

tests() {
    # What it leaves out refuses one request for memory after the other, the same ones on every CPU. It hadn't ended after six
    # minutes of CPU time under qemu.
    enter cargo test --no-fail-fast --target "$target" --lib --tests \
        --package hashlane-kernels --package hashlane-catalog --package hashlane-arrow \
        -- --skip no_memory::nothing_aborts
}

fingerprints() {
    tests/platforms/root/fingerprints.sh "$root" "$target"
}

if [ $# -gt 0 ]; then
    kernels "$@"
    exit
fi
for part in $parts; do
    case $part in
    targets | extension | tests | fingerprints) ;;
    *)
        echo "run.sh: PARTS names $part; the parts are targets, extension, tests and fingerprints" >&2
        exit 1
        ;;
    esac
    echo "test-arm64: $part"
    "$part"
done
