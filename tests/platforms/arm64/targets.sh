#!/usr/bin/env bash
# Checks that the crates refuse big-endian and 32-bit targets by an error that says so. There is no standard library for such a
# target in the root, so the compiler is told that this one is both.
#
# usage: targets.sh ROOT
set -euo pipefail
cd "$(dirname "$0")/../../.."

for cfg in 'target_endian="big"' 'target_pointer_width="32"'; do
    refusal=$(nice tests/platforms/root/enter.sh "$1" rustc -A explicit_builtin_cfgs_in_flags --edition 2024 --crate-type lib \
        --emit metadata -o /tmp/refused.rmeta --cfg "$cfg" crates/core/kernels/src/lib.rs 2>&1 || true)
    if ! grep -q "Hashlane supports 64-bit little-endian targets only" <<<"$refusal"; then
        echo "with $cfg the crate hashlane-kernels isn't refused: $refusal" >&2
        exit 1
    fi
done
echo "big-endian and 32-bit targets are refused"
