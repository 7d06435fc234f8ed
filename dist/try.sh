#!/usr/bin/env bash
# Runs what is in build/dist for each TARGET, as far as this machine and its emulators can. Extensions run in DuckDB: for Linux with
# glibc on x86-64 in every version, else with every example. Nothing here runs what is for macOS, the wheels for musl, or the
# extension for musl on ARM.
#
# usage: try.sh TARGET...
set -euo pipefail
cd "$(dirname "$0")/.."
root=${DEBIAN_ROOT:-build/debian/root}
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml)
arm64="qemu-aarch64 -L /usr/aarch64-linux-gnu"
folder=build/debian/try

enter() {
    tests/platforms/root/enter.sh "$root" "$@"
}

# The examples of an extension, in the DuckDB of its platform.
extension() {
    # DuckDB takes the name of the function that it calls from the file's name.
    local extension=$folder/$1/hashlane.duckdb_extension
    mkdir -p "$folder/$1"
    cp "build/dist/hashlane-$version-$1.duckdb_extension" "$extension"
    EXTENSION=$extension PARTS=extension "tests/platforms/$2/run.sh"
}

# A program, which the further arguments run: its version, and the SHA-256 of a file.
program() {
    local name=hashlane-$version-$1 file=build/dist/SHA256SUMS
    tar -C "$folder" -xzf "build/dist/$name.tar.gz"
    local command=("${@:2}" "$(find "$folder/$name" -name 'hashlane*' -type f)")
    enter "${command[@]}" --version | tr -d '\r' | grep -Fx "hashlane $version"
    enter "${command[@]}" sum -a sha256 "$file" | tr -d '\r' | sha256sum --check
}

# The modules of the wheels for a platform, each of which the further arguments load.
modules() {
    local wheel unpacked
    for wheel in build/dist/hashlane-*"$1".whl build/dist/hashlane_datafusion-*"$1".whl; do
        unpacked=$folder/$(basename "$wheel")
        python3 -m zipfile --extract "$wheel" "$unpacked"
        enter "${@:2}" "$(find "$unpacked" -name '_native*' ! -name '*.pyi')" PyInit__native
    done
}

rm -rf "$folder"
mkdir -p "$folder"
for target in "$@"; do
    echo "=== $target"
    case $target in
    # As its users install it, and the program for musl too.
    x86_64-unknown-linux-gnu) python3 tests/platforms/dist/try.py build/dist ;;
    x86_64-pc-windows-gnu)
        extension windows_amd64 windows
        program "$target" wine
        enter x86_64-w64-mingw32-gcc -Wall -Werror -o build/windows/exports.exe tests/platforms/windows/exports.c
        modules win_amd64 wine build/windows/exports.exe
        ;;
    x86_64-unknown-linux-musl)
        extension linux_amd64_musl musl
        program "$target"
        ;;
    aarch64-unknown-linux-gnu)
        extension linux_arm64 arm64
        program "$target" $arm64
        modules manylinux_2_28_aarch64 qemu-aarch64 -L /opt/arm64 /opt/arm64/usr/bin/python3.13 tests/platforms/dist/load.py
        ;;
    aarch64-unknown-linux-musl) program "$target" $arm64 ;;
    *) echo "nothing here runs it" ;;
    esac
done
