#!/usr/bin/env bash
# Compares the hashes of a million random rows, for each kernel and layout, between x86-64 and 64-bit ARM.
#
# usage: fingerprints.sh ROOT
set -euo pipefail
cd "$(dirname "$0")/../.."
rows=${HASHLANE_TEST_ROWS:-1000000}

fingerprints() {
    nice tests/arm64/enter.sh "$root" env HASHLANE_TEST_ROWS="$rows" \
        cargo test --package hashlane-kernels --test it "$@" \
        -- --ignored --exact instruction_sets::fingerprints::print --nocapture | grep '^fingerprint: '
}

root=$1
fingerprints >build/arm64/fingerprints-x86_64.txt
fingerprints --target aarch64-unknown-linux-gnu >build/arm64/fingerprints-aarch64.txt
diff build/arm64/fingerprints-x86_64.txt build/arm64/fingerprints-aarch64.txt
echo "$(wc -l <build/arm64/fingerprints-aarch64.txt) fingerprints of $rows rows are equal"
