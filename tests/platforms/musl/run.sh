#!/usr/bin/env bash
# Tests Linux with musl on x86-64: the packed extension in DuckDB's own library for musl, the tests of kernels, codecs, catalogue,
# arrow, files and parquet, and the hashes of a million random rows beside those with glibc. Makes what it needs below build/debian and
# build/musl. `make test WHAT=musl` calls it.
#
# usage: run.sh [FILTER]      only the tests of kernels that the filter names
#
# PARTS names the parts to run, in their order. EXTENSION is an extension that is built already, such as one of `make dist`.
set -euo pipefail
cd "$(dirname "$0")/../../.."
root=${DEBIAN_ROOT:-build/debian/root}
parts=${PARTS:-extension tests fingerprints}
duckdb=${DUCKDB_NODE_VERSION:-1.5.6-r.1}
target=x86_64-unknown-linux-musl
tools=$PWD/build/debian/tools
folder=build/musl/duckdb
extension=${EXTENSION:-build/musl/hashlane.duckdb_extension}
# rustc would take start files of its own, which Debian's Rust doesn't have. zig has them.
programs=(env RUSTFLAGS="--deny warnings -Clink-self-contained=no")
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml)

enter() {
    nice tests/platforms/root/enter.sh "$root" env PATH="$tools/bin:/usr/bin:/bin" "$@"
}

# DuckDB's library for musl is in npm's package. The C++ library that it needs is in a wheel of PyPI that has one for musl.
install_duckdb() {
    if [ -e "$folder/.installed" ]; then
        return
    fi
    rm -rf "$folder"
    mkdir -p "$folder/wheel"
    (cd "$folder" && npm pack --silent "@duckdb/node-bindings-linux-x64-musl@$duckdb" && tar xzf ./*.tgz)
    enter "$tools/bin/python" -m pip download --quiet --no-deps --only-binary=:all: --platform musllinux_1_2_x86_64 \
        --python-version 3.13 --dest "$folder" pyzmq==27.3.0
    python3 -m zipfile --extract "$folder"/pyzmq-*.whl "$folder/wheel"
    cp "$folder/package/libduckdb.so" "$folder"
    # The wheel's libraries have a digest in their names, by which they need each other.
    cp "$folder"/wheel/pyzmq.libs/lib{stdc++,gcc_s}-* "$folder"
    ln -s "$(basename "$folder"/libstdc++-*)" "$folder/libstdc++.so.6"
    ln -s "$(basename "$folder"/libgcc_s-*)" "$folder/libgcc_s.so.1"
    touch "$folder/.installed"
}

extension() {
    install_duckdb
    if [ -z "${EXTENSION:-}" ]; then
        PARTS=extension dist/build.sh "$target"
        cp "build/dist/hashlane-$version-linux_amd64_musl.duckdb_extension" "$extension"
    fi
    enter musl-gcc -Wall -Werror -o build/musl/query tests/platforms/musl/query.c
    enter cargo run --quiet --target x86_64-unknown-linux-gnu --package hashlane-catalog --example examples >build/musl/examples.jsonl
    enter env LD_LIBRARY_PATH="$folder" python3 tests/platforms/musl/examples.py build/musl/query "$extension" \
        build/musl/examples.jsonl
}

tests() {
    # What it leaves out reads the names of functions in the test program, and zig links programs without names.
    enter "${programs[@]}" cargo-zigbuild test --no-fail-fast --target "$target" --lib --tests \
        --package hashlane-kernels --package hashlane-codecs --package hashlane-catalog --package hashlane-arrow \
        --package hashlane-files --package hashlane-parquet \
        -- --skip no_intrinsic_and_no_vector_operation_is_called
}

fingerprints() {
    tests/platforms/root/fingerprints.sh "$root" "$target" "${programs[@]}" PATH="$tools/bin:/usr/bin:/bin" cargo-zigbuild
}

# Without a target, this makes the root and installs zig in it.
dist/build.sh
mkdir -p build/musl
if [ $# -gt 0 ]; then
    enter "${programs[@]}" cargo-zigbuild test --target "$target" --package hashlane-kernels --lib --tests -- "$@"
    exit
fi
for part in $parts; do
    case $part in
    extension | tests | fingerprints) ;;
    *)
        echo "run.sh: PARTS names $part; the parts are extension, tests and fingerprints" >&2
        exit 1
        ;;
    esac
    echo "test-musl: $part"
    start=$SECONDS
    "$part"
    echo "test-musl: $part: $((SECONDS - start)) s"
done
