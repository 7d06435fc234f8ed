#!/usr/bin/env bash
# Compares the hashes of a million random rows, for each kernel and layout, between this machine and another target, which runs
# in the root that make.sh has made.
#
# usage: fingerprints.sh ROOT TARGET [CARGO...]      in the root, CARGO builds for the target; the default is cargo
set -euo pipefail
cd "$(dirname "$0")/../../.."
root=$1 target=$2
shift 2
rows=${HASHLANE_TEST_ROWS:-1000000}
build=build/debian/fingerprints

# The arguments are a command that runs cargo, and its further arguments.
fingerprints() {
    HASHLANE_TEST_ROWS=$rows nice "$@" --package hashlane-kernels --test it \
        -- --ignored --exact instruction_sets::fingerprints::print --nocapture | tr -d '\r' | grep '^fingerprint: '
}

mkdir -p "$build"
fingerprints cargo test >"$build/here.txt"
fingerprints tests/platforms/root/enter.sh "$root" env HASHLANE_TEST_ROWS="$rows" "${@:-cargo}" test --target "$target" >"$build/$target.txt"
diff "$build/here.txt" "$build/$target.txt"
echo "$(wc -l <"$build/$target.txt") fingerprints of $rows rows are equal"
