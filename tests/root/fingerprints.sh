#!/usr/bin/env bash
# Compares the hashes of a million random rows, for each kernel and layout, between this machine and 64-bit ARM.
#
# usage: fingerprints.sh ROOT
set -euo pipefail
cd "$(dirname "$0")/../.."
rows=${HASHLANE_TEST_ROWS:-1000000}

# The arguments are a command that runs cargo, and its further arguments.
fingerprints() {
    HASHLANE_TEST_ROWS=$rows nice "$@" --package hashlane-kernels --test it \
        -- --ignored --exact instruction_sets::fingerprints::print --nocapture | grep '^fingerprint: '
}

mkdir -p build/arm64
fingerprints cargo test >build/arm64/fingerprints-x86_64.txt
fingerprints tests/arm64/enter.sh "$1" env HASHLANE_TEST_ROWS="$rows" \
    cargo test --target aarch64-unknown-linux-gnu >build/arm64/fingerprints-aarch64.txt
diff build/arm64/fingerprints-x86_64.txt build/arm64/fingerprints-aarch64.txt
echo "$(wc -l <build/arm64/fingerprints-aarch64.txt) fingerprints of $rows rows are equal"
