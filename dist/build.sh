#!/usr/bin/env bash
# Builds what a release holds for each TARGET, in the root that tests/platforms/root/make.sh makes: the extension, the program, and the two wheels.
# They go to build/dist.
#
# usage: build.sh [TARGET...]      without a target, it makes the root and installs the tools there
#
# PARTS names the parts to build, in their order: extension, program, and the wheels hashlane and hashlane-datafusion. The extension is
# signed with the key in HASHLANE_SIGNING_KEY, if there is one.
set -euo pipefail
cd "$(dirname "$0")/.."
root=${DEBIAN_ROOT:-build/debian/root}
parts=${PARTS:-extension program hashlane hashlane-datafusion}
dist=$PWD/build/dist
tools=$PWD/build/debian/tools
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml)
# The oldest glibc that the wheels run with: that of DuckDB's wheels.
glibc=2.28
package=crates/tools/python

tests/platforms/root/make.sh "$root"
mkdir -p "$dist"
# cargo-zigbuild and maturin each call zig through a script with a path of their own, and cargo compiles everything once more for a
# linker with another path. With this variable, maturin uses the script of cargo-zigbuild. It would rather take the linker that the
# root's variables name for ARM, and with it Debian's glibc.
enter() {
    tests/platforms/root/enter.sh "$root" env -u CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER -u CC_aarch64_unknown_linux_gnu \
        -u CXX_aarch64_unknown_linux_gnu "CARGO_BIN_EXE_cargo-zigbuild=$tools/bin/cargo-zigbuild" PATH="$tools/bin:/usr/bin:/bin" \
        "${environment[@]}" "$@"
}

install_tools() {
    if [ ! -e "$tools/.installed" ]; then
        enter python3 -m venv "$tools"
        enter "$tools/bin/python" -m pip install --quiet --requirement dist/requirements.txt
        touch "$tools/.installed"
    fi
}

# Sets what the parts need to know of a target: DuckDB's name of the platform, the wheels' tag, and how cargo builds. Flags are spelt as
# maturin spells them: it adds those that it doesn't find, and cargo compiles everything once more for other flags.
describe() {
    target=$1 cargo_target=$1 prefix=lib suffix=so exe="" environment=() link=()
    cargo=(cargo-zigbuild) maturin=(maturin build --zig)
    case $target in
    x86_64-unknown-linux-gnu) platform=linux_amd64 ;;
    aarch64-unknown-linux-gnu) platform=linux_arm64 ;;
    x86_64-unknown-linux-musl) platform=linux_amd64_musl ;;
    aarch64-unknown-linux-musl) platform=linux_arm64_musl ;;
    x86_64-apple-darwin) platform=osx_amd64 suffix=dylib ;;
    aarch64-apple-darwin) platform=osx_arm64 suffix=dylib ;;
    x86_64-pc-windows-gnu)
        platform=windows_amd64 prefix="" suffix=dll exe=.exe
        cargo=(cargo) maturin=(maturin build)
        ;;
    *)
        echo "build.sh: $target is not a target of ours: see the list in dist/build.sh" >&2
        exit 1
        ;;
    esac
    case $target in
    *-linux-gnu)
        cargo_target=$target.$glibc
        maturin+=(--compatibility "manylinux_${glibc/./_}")
        ;;
    *-linux-musl)
        maturin+=(--compatibility musllinux_1_2)
        # Libraries use the C library of their process. Programs have it in them, which the linker is told and not the compiler:
        # it would compile all of DataFusion once more.
        environment=(RUSTFLAGS="--deny warnings -C target-feature=-crt-static")
        link=(-- -Clink-arg=-static)
        ;;
    *-apple-darwin)
        # zig has no frameworks of macOS. These name the symbols that are used, as zig's own stubs of libSystem do. Modules find
        # Python's symbols when they are loaded. What else has such symbols, contents.py refuses. zig passes over the list of what a
        # library exports: it would export every symbol of Rust, and leave out nothing that isn't called.
        local looked_up_when_loaded="-C link-arg=-undefined -C link-arg=dynamic_lookup"
        environment=(
            MACOSX_DEPLOYMENT_TARGET=11.0
            RUSTFLAGS="--deny warnings -Zdefault-visibility=hidden -Clink-arg=-F$PWD/dist/macos $looked_up_when_loaded"
        )
        ;;
    esac
    built=build/debian/target/$target/extension
}

# Runs a part with the features that all packages of the workspace need together. Otherwise the program and the wheel for DataFusion
# each compile a DataFusion of their own.
unified() {
    local environment=(
        "${environment[@]}" CARGO_UNSTABLE_FEATURE_UNIFICATION=true CARGO_RESOLVER_FEATURE_UNIFICATION=workspace
    )
    "$@"
}

# The same library is hashlane for every DuckDB, and hashlane_v2 for the release that it is built for, the last one in the list at last.
extension() {
    local releases release
    mapfile -t releases <dist/duckdb_releases.txt
    for release in "${releases[@]}"; do
        enter HASHLANE_DUCKDB_V2="$release" "${cargo[@]}" rustc --profile extension --target "$cargo_target" --package hashlane-duckdb --lib
        pack "hashlane_v2-$version-duckdb-$release"
    done
    pack "hashlane-$version"
}

# Makes a signed extension of the library, of this name without the platform.
pack() {
    local extension=$dist/$1-$platform.duckdb_extension
    cargo run --quiet --package xtask -- pack --platform "$platform" "$built/${prefix}hashlane.$suffix" "$extension"
    python3 dist/repository.py sign "$extension"
}

# The wheel has the extension and the program of its platform, and the public key of the extension's signature.
hashlane() {
    rm -rf "$package/python/hashlane/bin" "$package/python/hashlane/duckdb-extension-repo.json"
    mkdir "$package/python/hashlane/bin"
    cp "$built/hashlane$exe" "$package/python/hashlane/bin/"
    cp "$dist/hashlane-$version-$platform.duckdb_extension" "$package/python/hashlane/hashlane.duckdb_extension"
    python3 dist/repository.py keys "$package/python/hashlane/duckdb-extension-repo.json"
    cargo run --quiet --package xtask -- python-modules
    wheel "$package"
}

program() {
    unified enter "${cargo[@]}" rustc --profile extension --target "$cargo_target" --package hashlane \
        --bin hashlane "${link[@]}"
    local name=hashlane-$version-$target
    rm -rf "build/debian/$name"
    mkdir -p "build/debian/$name"
    cp "$built/hashlane$exe" LICENSE-APACHE LICENSE-MIT crates/tools/cli/README.md "build/debian/$name"
    tar -C build/debian -czf "$dist/$name.tar.gz" "$name"
}

hashlane-datafusion() {
    unified wheel crates/engines/datafusion-python
}

wheel() {
    enter "${maturin[@]}" --target "$target" --profile extension --out "$dist" --manifest-path "$1/Cargo.toml"
}

environment=()
install_tools
for target in "$@"; do
    describe "$target"
    for part in $parts; do
        case $part in
        extension | program | hashlane | hashlane-datafusion) ;;
        *)
            echo "build.sh: PARTS names $part; the parts are extension, program, hashlane and hashlane-datafusion" >&2
            exit 1
            ;;
        esac
        echo "=== $target: $part"
        start=$SECONDS
        "$part"
        echo "=== $target: $part: $((SECONDS - start)) s"
    done
done
