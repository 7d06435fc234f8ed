#!/usr/bin/env bash
# Builds all that a release holds below build/dist, and tries it. Needs Debian for x86-64, and root's rights.
#
# usage: release.sh [TARGET...]      those of dist/targets.txt without arguments
set -euo pipefail
cd "$(dirname "$0")/.."
if [ $# = 0 ]; then mapfile -t targets <dist/targets.txt && set -- "${targets[@]}"; fi
python3 tests/environments.py demo
rm -rf build/dist
dist/build.sh "$@"
dist/sources.sh
dist/contents.sh
dist/try.sh "$@"
