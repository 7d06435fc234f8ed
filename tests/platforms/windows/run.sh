#!/usr/bin/env bash
# Tests Windows on x86-64 under wine: the packed extension in DuckDB's own program for Windows, the tests of kernels, codecs,
# catalogue, arrow, files, parquet, diff and of the program, files with Windows' names, and the hashes of a million random rows beside
# those of Linux. Makes what it needs below build/debian. `make test WHAT=windows` calls it.
#
# usage: run.sh [FILTER]      only the tests of kernels that the filter names
#
# PARTS names the parts to run, in their order. EXTENSION is an extension that is built already, such as one of `make dist`.
set -euo pipefail
cd "$(dirname "$0")/../../.."
root=${DEBIAN_ROOT:-build/debian/root}
parts=${PARTS:-extension limits modules tests command fingerprints}
duckdb=${DUCKDB_CLI_VERSION:-1.5.6}
target=x86_64-pc-windows-gnu
built=build/debian/target/$target
extension=${EXTENSION:-build/windows/hashlane.duckdb_extension}
folder=build/windows/duckdb/$duckdb

# With the features that all packages of the workspace need together, so that the parts share one DataFusion.
unified=(env CARGO_UNSTABLE_FEATURE_UNIFICATION=true CARGO_RESOLVER_FEATURE_UNIFICATION=workspace)

tests/platforms/root/make.sh "$root"
enter() {
    nice tests/platforms/root/enter.sh "$root" "$@"
}
cross() {
    enter "${unified[@]}" cargo "$1" --target "$target" "${@:2}"
}

# DuckDB's program for Windows, from PyPI.
install_duckdb() {
    if [ ! -e "$folder/.installed" ]; then
        build/venv/bin/python -m pip install --quiet --no-deps --only-binary=:all: --upgrade \
            --platform win_amd64 --target "$folder" "duckdb-cli==$duckdb"
        touch "$folder/.installed"
    fi
}

extension() {
    install_duckdb
    if [ -z "${EXTENSION:-}" ]; then
        cross build --package hashlane-duckdb
        enter env -u CARGO_UNSTABLE_BUILD_STD cargo run --quiet --package xtask --no-default-features -- \
            pack --platform windows_amd64 "$built/debug/hashlane.dll" "$extension"
    fi
    # On two lines, so that a failure of cargo isn't lost.
    cross build --quiet --package hashlane-catalog --example examples
    enter wine "$built/debug/examples/examples.exe" | tr -d '\r' >build/windows/examples.jsonl
    enter python3 tests/platforms/windows/examples.py "$(find "$folder" -name duckdb.exe)" "$extension" build/windows/examples.jsonl
}

limits() {
    install_duckdb
    PYTHONPATH=build/duckdb/$duckdb build/venv/bin/python tests/platforms/windows/limits.py \
        "$root" "$(find "$folder" -name duckdb.exe)" "$extension"
}

# The modules of the wheels. There is no Python for Windows in Debian or on PyPI, so their functions aren't called.
modules() {
    cross build --package hashlane-python --package hashlane-datafusion-python
    enter x86_64-w64-mingw32-gcc -Wall -Werror -o build/windows/exports.exe tests/platforms/windows/exports.c
    for module in hashlane_python hashlane_datafusion_python; do
        enter wine build/windows/exports.exe "$built/debug/$module.dll" PyInit__native
    done
}

tests() {
    # What it leaves out refuses one request for memory after the other, the same ones on every system, for four minutes under wine.
    cross test --no-fail-fast --lib --tests \
        --package hashlane-kernels --package hashlane-codecs --package hashlane-catalog --package hashlane-arrow \
        --package hashlane-files --package hashlane-parquet --package hashlane-diff --package hashlane \
        -- --skip no_memory::nothing_aborts
}

command() {
    cross build --package hashlane --bin hashlane
    enter x86_64-w64-mingw32-gcc -Wall -Werror -o build/windows/code.exe tests/platforms/windows/code.c
    enter python3 tests/platforms/windows/command.py "$built/debug/hashlane.exe" build/windows/code.exe
}

fingerprints() {
    tests/platforms/root/fingerprints.sh "$root" "$target" "${unified[@]}" cargo
}

mkdir -p build/windows
if [ $# -gt 0 ]; then
    cross test --package hashlane-kernels --lib --tests -- "$@"
    exit
fi
for part in $parts; do
    case $part in
    extension | limits | modules | tests | command | fingerprints) ;;
    *)
        echo "run.sh: PARTS names $part; the parts are extension, limits, modules, tests, command and fingerprints" >&2
        exit 1
        ;;
    esac
    echo "test-windows: $part"
    start=$SECONDS
    "$part"
    echo "test-windows: $part: $((SECONDS - start)) s"
done
