#!/usr/bin/env bash
# Boots Linux in Bochs from DIR, which machine.sh has made, and runs the shell script of the standard input there, with copies
# of two programs as /unit and /it. Prints what it prints, and ends with its status.
#
# usage: boot.sh DIR UNIT IT
set -euo pipefail
dir=$(cd "$1" && pwd) unit=$2 it=$3
guest=$dir/guest
rm -rf "$guest" "$dir/serial.txt"
mkdir -p "$guest"/{bin,dev,lib64,lib/x86_64-linux-gnu,proc,tmp}
cat >"$guest/script"
cp "$(command -v busybox)" "$guest/bin/busybox"
strip -o "$guest/unit" "$unit"
strip -o "$guest/it" "$it"
libraries=$(ldd "$unit" "$it" | grep -o '/[^ ]*\.so[^ ]*' | sort -u)
# shellcheck disable=SC2086 # a list
cp --dereference $libraries "$guest/lib/x86_64-linux-gnu/"
cp --dereference /lib64/ld-linux-x86-64.so.2 "$guest/lib64/"
cat >"$guest/init" <<'END'
#!/bin/busybox sh
busybox=/bin/busybox
$busybox --install -s /bin
mount -t proc proc /proc
mount -t devtmpfs dev /dev
exec >/dev/ttyS0 2>&1
cd /tmp
(. /script)
echo "status: $?"
END
chmod +x "$guest/init"
(cd "$guest" && find . | cpio --quiet -o -H newc | gzip -1) >"$dir/disk/initrd"
genisoimage -quiet -o "$dir/boot.iso" -b isolinux/isolinux.bin -c isolinux/boot.cat -no-emul-boot -boot-load-size 4 \
    -boot-info-table "$dir/disk"

# Skylake-X is the newest of its CPUs that Linux 6.1 boots on.
cat >"$dir/bochsrc" <<END
megs: 1024
cpu: model=corei7_skylake_x, ips=100000000, reset_on_triple_fault=0, ignore_bad_msrs=1
ata0-master: type=cdrom, path=$dir/boot.iso, status=inserted
boot: cdrom
com1: enabled=1, mode=file, dev=$dir/serial.txt
display_library: term
log: $dir/bochs.log
END
# Debian's Bochs starts in its debugger.
echo continue >"$dir/continue"
touch "$dir/serial.txt"
# Its display needs a terminal.
setsid script -qc "bochs -q -f '$dir/bochsrc' -rc '$dir/continue'" /dev/null </dev/null >"$dir/display.txt" 2>&1 &
bochs=$!
# Without the messages of the kernel.
tail -n +1 -f "$dir/serial.txt" | sed -u -e '/^\[ /d' -e 's/\r$//' &
tail=$!
trap 'kill -KILL -- -$bochs; kill $tail' EXIT
until grep -aq '^status: ' "$dir/serial.txt"; do
    kill -0 $bochs
    sleep 1
done
grep -aq '^status: 0' "$dir/serial.txt"
