#!/usr/bin/env bash
# Makes a root of Debian 13 in DIR, unless it is there: rustc, cargo and the sources of Rust's standard library, which cargo builds
# for each target (-Zbuild-std), compilers of C for Windows, 64-bit ARM and musl, wine, qemu-user, and Python with venv.
# DIR/opt/arm64 gets Debian's Python for 64-bit ARM, unpacked and not configured. Takes about five minutes and 4 GB. Runs as root
# on Debian for x86-64.
#
# usage: make.sh DIR
set -euo pipefail
dir=${1:?a folder}
if [ -e "$dir/.made" ]; then
    exit
fi
if ! command -v apt-get >/dev/null || [ "$(id -u)" != 0 ] || [ "$(dpkg --print-architecture)" != amd64 ]; then
    echo "make.sh: this needs Debian for x86-64, and must run as root, since it makes a chroot" >&2
    exit 1
fi
keyring=/usr/share/keyrings/debian-archive-keyring.gpg
mirror=$(awk '/^URIs/ { print $2; exit }' /etc/apt/sources.list.d/debian.sources 2>/dev/null || true)
mirror=${mirror:-http://deb.debian.org/debian}
if ! command -v mmdebstrap >/dev/null || [ ! -e "$keyring" ]; then
    apt-get update -qq
    apt-get install -qq --yes mmdebstrap debian-archive-keyring
fi
rm -rf "$dir"
mkdir -p "$dir"
# mmdebstrap gives the folder the mode of a root.
mmdebstrap --mode=root --variant=apt --architectures=amd64 \
    --include=ca-certificates,gcc,g++,libc6-dev,make,pkg-config,python3,python3-venv \
    --include=gcc-aarch64-linux-gnu,g++-aarch64-linux-gnu,libc6-dev-arm64-cross,qemu-user,musl-tools \
    --include=gcc-mingw-w64-x86-64-posix,g++-mingw-w64-x86-64-posix,wine \
    trixie "$dir" \
    "deb [signed-by=$keyring] $mirror trixie main" \
    "deb [signed-by=$keyring] $mirror trixie-backports main"
cp /etc/resolv.conf /etc/hosts "$dir/etc/"
# A proxy, where there is one, and the certificates that this machine trusts.
cp -r /etc/apt/apt.conf.d/. "$dir/etc/apt/apt.conf.d/"
cp /etc/ssl/certs/ca-certificates.crt "$dir/etc/ssl/certs/"
# In a mount namespace of its own, so that nothing stays mounted.
unshare --mount bash -euc '
    mount --bind /proc "$1/proc"
    mount --bind /dev "$1/dev"
    DEBIAN_FRONTEND=noninteractive chroot "$1" bash -euc "
        apt-get update -qq
        apt-get install --yes -qq -t trixie-backports rustc cargo rust-src"
' bash "$dir"
# zig warns about folders of libraries that don't exist. Rust's standard library, which cargo builds, isn't in them.
for target in x86_64-unknown-linux-musl aarch64-unknown-linux-musl; do
    mkdir -p "$dir/usr/lib/rustlib/$target/lib"
done
# Its scripts would need to run on ARM. Python works without them. Programs name their loader below /lib, which only a
# configured root has.
mmdebstrap --mode=root --variant=extract --architectures=arm64 --include=python3,libstdc++6 \
    trixie "$dir/opt/arm64" "deb [signed-by=$keyring] $mirror trixie main"
ln -s usr/lib "$dir/opt/arm64/lib"
touch "$dir/.made"
