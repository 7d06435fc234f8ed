#!/usr/bin/env bash
# Runs a command in the root that make.sh has made, in this checkout, which has the same path there, with the host's registry
# of cargo. What it builds goes to build/debian/target, with a standard library that is built for each target.
#
# usage: enter.sh ROOT COMMAND...
set -euo pipefail
checkout=$(cd "$(dirname "$0")/../../.." && pwd)
root=$(cd "$1" && pwd)
shift
registry=${CARGO_HOME:-$HOME/.cargo}/registry
mkdir -p "$registry" "$root$checkout" "$root/root/.cargo/registry"
# In a mount namespace of its own, so that nothing stays mounted.
exec unshare --mount bash -euc '
    root=$1 checkout=$2 registry=$3
    shift 3
    mount --bind "$checkout" "$root$checkout"
    mount --bind "$registry" "$root/root/.cargo/registry"
    mount --bind /proc "$root/proc"
    mount --bind /dev "$root/dev"
    qemu="qemu-aarch64 -L /usr/aarch64-linux-gnu"
    exec chroot "$root" /usr/bin/env -i \
        HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 CI="${CI:-}" \
        CARGO_TARGET_DIR="$checkout/build/debian/target" \
        RUSTC_BOOTSTRAP=1 CARGO_UNSTABLE_BUILD_STD=std,panic_unwind,test \
        CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc \
        CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER="$qemu" \
        CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER="$checkout/tests/platforms/root/windows-linker.sh" \
        CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER=wine \
        CC_aarch64_unknown_linux_gnu=aarch64-linux-gnu-gcc \
        CXX_aarch64_unknown_linux_gnu=aarch64-linux-gnu-g++ \
        HASHLANE_TEST_RUNNER="${HASHLANE_TEST_RUNNER:-}" \
        WINEDEBUG=-all \
        RUSTFLAGS="--deny warnings" \
        /bin/sh -c "cd \"\$0\" && exec \"\$@\"" "$checkout" "$@"
' bash "$root" "$checkout" "$registry" "$@"
