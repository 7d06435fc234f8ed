#!/usr/bin/env bash
# The public crates, each after those that it depends on.
#
# usage: crates.sh package [--no-verify]   packages every crate, and builds each from its package, DataFusion too
#        crates.sh publish                 uploads those that crates.io lacks in this version
#
# After a failure of `publish`, run it again: it uploads the rest. It builds nothing, since `package` does, and the token that crates.io
# gives to a workflow expires after half an hour.
set -euo pipefail
cd "$(dirname "$0")/.."
crates="hashlane-kernels hashlane-codecs hashlane-catalog hashlane-files hashlane-arrow hashlane-parquet
    hashlane-scrub hashlane-datafusion hashlane-databases hashlane-diff hashlane"
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml)
packages=()

case ${1:-} in
package)
    for crate in $crates; do packages+=(--package "$crate"); done
    cargo package "${packages[@]}" "${@:2}"
    ;;
publish)
    for crate in $crates; do
        cargo info --quiet --registry crates-io "$crate@$version" >/dev/null 2>&1 || packages+=(--package "$crate")
    done
    if [ ${#packages[@]} = 0 ]; then
        echo "crates.io has every crate in version $version"
        exit
    fi
    echo "cargo publish --locked --no-verify ${packages[*]}"
    cargo publish --locked --no-verify "${packages[@]}"
    ;;
*)
    echo "usage: crates.sh package [--no-verify] | publish" >&2
    exit 1
    ;;
esac
