#!/usr/bin/env bash
# Builds the wheels of this machine's platform below build/wheel, and tests each in fresh environments. The extension is signed with the
# key in HASHLANE_SIGNING_KEY, if there is one.
#
# usage: wheel.sh [hashlane] [datafusion]      both without arguments; most of the time goes into DataFusion
set -euo pipefail
cd "$(dirname "$0")/.."
# The oldest glibc that the wheels run with: that of DuckDB's wheels. zig links them, so that it may be older than this machine's.
glibc=2.28
host=$(rustc -vV | sed -n 's/host: //p')
library=libhashlane.so
if [ "$(uname)" = Darwin ]; then library=libhashlane.dylib; fi
python=${PYTHON:-python3}

"$python" tests/environments.py wheel-tools
export PATH="$PWD/build/wheel-tools/bin:$PATH"

wheel() {
    maturin build --zig --profile extension --compatibility "manylinux_${glibc/./_}" --out build/wheel --manifest-path "$1/Cargo.toml"
}

hashlane() {
    local package=crates/tools/python/python/hashlane
    rm -rf "$package/bin" "$package/duckdb-extension-repo.json"
    mkdir "$package/bin"
    cargo zigbuild --profile extension --package hashlane-duckdb --package hashlane --target "$host.$glibc"
    cp "target/$host/extension/hashlane" "$package/bin/"
    cargo run --quiet --package xtask --no-default-features -- pack "target/$host/extension/$library" "$package/hashlane.duckdb_extension"
    "$python" dist/repository.py sign "$package/hashlane.duckdb_extension"
    "$python" dist/repository.py keys "$package/duckdb-extension-repo.json"
    rm -f build/wheel/hashlane-*.whl
    cargo run --quiet --package xtask -- python-modules
    wheel crates/tools/python
    "$python" crates/tools/python/tests/wheel.py build/wheel/hashlane-*.whl
}

datafusion() {
    rm -f build/wheel/hashlane_datafusion-*.whl
    wheel crates/engines/datafusion-python
    "$python" crates/engines/datafusion-python/tests/wheel.py build/wheel/hashlane_datafusion-*.whl
}

if [ $# = 0 ]; then set -- hashlane datafusion; fi
for name in "$@"; do
    case $name in
    hashlane | datafusion) "$name" ;;
    *)
        echo "wheel.sh: $name is not a wheel: they are hashlane and datafusion" >&2
        exit 1
        ;;
    esac
done
