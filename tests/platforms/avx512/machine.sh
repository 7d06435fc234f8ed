#!/usr/bin/env bash
# Installs Bochs, and puts a Linux kernel, busybox and a boot loader into DIR, unless they are there.
#
# usage: machine.sh DIR
set -euo pipefail
dir=${1:?a folder}
if [ -e "$dir/.made" ]; then
    exit
fi
if ! command -v apt-get >/dev/null || [ "$(id -u)" != 0 ] || [ "$(dpkg --print-architecture)" != amd64 ]; then
    echo "machine.sh: this needs Debian for x86-64, and must run as root, since it installs packages" >&2
    exit 1
fi
apt-get update -qq
apt-get install -qq --yes --no-install-recommends \
    bochs bochs-term bochsbios vgabios isolinux syslinux-common genisoimage busybox-static cpio
rm -rf "$dir"
mkdir -p "$dir/disk/isolinux" "$dir/kernel"
package=$(apt-cache depends linux-image-cloud-amd64 | awk '/Depends: linux-image-/ { print $2; exit }')
# Not installed, since this machine boots another one.
(cd "$dir/kernel" && apt-get download -qq "$package" && dpkg -x "$package"_*.deb .)
cp "$dir"/kernel/boot/vmlinuz-* "$dir/disk/kernel"
cp /usr/lib/ISOLINUX/isolinux.bin /usr/lib/syslinux/modules/bios/ldlinux.c32 "$dir/disk/isolinux/"
# Without XSAVEC and XSAVES (clearcpuid), whose size Bochs gets wrong, so that Linux would turn AVX off. Without ACPI and APIC,
# with which Linux waits for ever for a timer.
cat >"$dir/disk/isolinux/isolinux.cfg" <<'END'
DEFAULT linux
LABEL linux
 KERNEL /kernel
 APPEND initrd=/initrd console=ttyS0,115200n8 quiet mitigations=off acpi=off noapic nolapic hpet=disable nopku clearcpuid=321,323 lpj=1000000
END
touch "$dir/.made"
