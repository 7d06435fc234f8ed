"""Says at the end of `make test` which tests did nothing because something outside the project is missing.

Exits with 1 if the variable CI is set and something is missing that CI installs.
"""

import os
import pathlib
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
VECTORS = pathlib.Path(os.environ.get("HASHLANE_VECTORS", ROOT.parent / "shared" / "vectors"))

# A thing that may be missing, whether it is there, what isn't tested without it, and whether CI installs it.
NEEDED = [
    ("published vectors (set HASHLANE_VECTORS)", VECTORS.is_dir(), "vectors and corpora of other projects", False),
    ("xxhsum (package xxhash)", shutil.which("xxhsum"), "manifests that xxhsum writes", True),
    ("rhash", shutil.which("rhash"), "manifests that rhash writes", True),
    ("openssl", shutil.which("openssl"), "manifests that openssl writes", True),
    ("zstd", shutil.which("zstd"), "streams that zstd writes and reads", True),
    ("lz4", shutil.which("lz4"), "streams that lz4 writes and reads", True),
    ("valgrind", shutil.which("valgrind"), "that decoders are linear", True),
    ("objdump (package binutils)", shutil.which("objdump"), "that short functions are inlined", True),
    ("npm and node", shutil.which("npm") and shutil.which("node"), "Azure's object store", False),
    ("bash", shutil.which("bash"), "shell completions", True),
]


def main():
    missing = [(name, tests, installs) for name, found, tests, installs in NEEDED if not found]
    for name, tests, _ in missing:
        print(f"not tested, for want of {name}: {tests}")
    if not missing:
        print("nothing was left out: all that the tests need is there")
    sys.exit(int("CI" in os.environ and any(installs for _, _, installs in missing)))


if __name__ == "__main__":
    main()
