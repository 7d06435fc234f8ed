#!/usr/bin/env bash
# Tests the kernels for AVX-512 on a machine without it, in Bochs, which emulates a whole PC: the hashes of random rows beside
# those of the portable code, and the unit tests of kernels; then the other tests of kernels that the filters name. Makes what it needs
# below build/avx512. Runs as root on Debian for x86-64. `make test WHAT=avx512` calls it.
#
# usage: run.sh [FILTER...]      such as "blake3::" or "instruction_sets::lengths"
#
# The emulator takes hundreds of times as long as a CPU. ROWS sets the number of random rows.
set -euo pipefail
cd "$(dirname "$0")/../../.."
rows=${ROWS:-20000}
fingerprints="--test-threads=1 --ignored --exact instruction_sets::fingerprints::print --nocapture"

tests/platforms/avx512/machine.sh build/avx512
executables=$(cargo test --package hashlane-kernels --lib --test it --no-run 2>&1 | tee /dev/stderr |
    sed -n 's/.*Executable .* (\(.*\))$/\1/p')
unit=$(sed -n 1p <<<"$executables") it=$(sed -n 2p <<<"$executables")

guest() {
    echo "grep -q -w avx512vl /proc/cpuinfo || exit 1"
    echo "HASHLANE_TEST_ROWS=$rows HASHLANE_ISA=avx512 /it $fingerprints || exit 1"
    echo "/unit --test-threads=1 || exit 1"
    for filter in "$@"; do
        echo "/it --test-threads=1 '$filter' || exit 1"
    done
}

# shellcheck disable=SC2086 # options
HASHLANE_TEST_ROWS=$rows HASHLANE_ISA=portable "$it" $fingerprints | grep -o 'fingerprint: .*' >build/avx512/fingerprints-here.txt
guest "$@" | tests/platforms/avx512/boot.sh build/avx512 "$unit" "$it" | tee build/avx512/output.txt
grep -o 'fingerprint: .*' build/avx512/output.txt | diff build/avx512/fingerprints-here.txt -
echo "$(wc -l <build/avx512/fingerprints-here.txt) fingerprints of $rows rows are equal"
