"""Makes the test vectors in this folder from independent reference packages.

    python3 -m venv venv && venv/bin/pip install -r requirements.txt
    venv/bin/python generate.py            # writes the *.json files and rows/
    venv/bin/python generate.py --check    # fails where a file differs from what would be written

Nothing here imports Hashlane: a vector that our own code has made would only prove that the code
does what it does. Each file names the packages and versions that its values come from.
"""

import json
import pathlib
import sys
from importlib.metadata import version

import files
import frames_brotli
import frames_deflate
import frames_lz4
import frames_snappy
import frames_streams
import frames_xz
import frames_zstd
import frames_zstd_dictionary
import hashes
import pack
import rows

HERE = pathlib.Path(__file__).resolve().parent

# File name: what it holds, the packages behind it, and the function that makes it.
FILES = {
    "xxhash.json": ("XXH32, XXH64, XXH3-64 and XXH3-128 in canonical hex", ["xxhash"], hashes.xxhash_file),
    "blake3.json": ("BLAKE3: plain, keyed, derived keys and extended outputs", ["blake3"], hashes.blake3_file),
    "crc.json": ("CRC-32, CRC-32C and CRC-64/NVME", ["google-crc32c", "awscrt"], hashes.crc_file),
    "seeded.json": (
        "MurmurHash, MetroHash, SpookyHash, wyhash, rapidhash and others in canonical hex",
        ["murmurhash2", "mmh3", "metrohash", "spookyhash"],
        hashes.seeded_file,
    ),
    "unseeded.json": (
        "Adler-32, FNV-1a, CityHash and FarmHash in canonical hex",
        ["fnvhash", "cityhash", "clickhouse-cityhash"],
        hashes.unseeded_file,
    ),
    "siphash.json": ("SipHash in canonical hex", ["siphash24", "siphash-cffi"], hashes.siphash_file),
    "highwayhash.json": ("HighwayHash in canonical hex", ["highwayhash-cffi"], hashes.highwayhash_file),
    "digest.json": ("every algorithm of digest", ["pycryptodome", "blake3", "pyskein"], hashes.digest_file),
    "hmac.json": ("HMAC over every hash that it is defined over", ["pycryptodome"], hashes.hmac_file),
    "s3.json": ("the checksums of S3 in base64", ["awscrt", "google-crc32c", "xxhash"], hashes.s3_file),
    "files.json": (
        "digests of whole files, and S3's checksums of objects in parts",
        ["awscrt", "google-crc32c", "xxhash", "pycryptodome", "blake3", "pyskein"],
        files.files_file,
    ),
    "engines.json": (
        "hashes of other engines",
        ["mmh3", "kafka-python", "cityhash"],
        hashes.engines_file,
    ),
    "zstd.json": ("zstd frames of many settings", ["zstandard"], frames_zstd.zstd_file),
    "zstd_dictionary.json": (
        "zstd dictionaries, and frames made with them",
        ["zstandard"],
        frames_zstd_dictionary.dictionary_file,
    ),
    # zlib and liblzma are Python's: 1.2.13 and 5.4 made what is here.
    "deflate.json": (
        "gzip and zlib of many settings and encoders",
        ["deflate", "zopfli"],
        frames_deflate.deflate_file,
    ),
    "xz.json": (".xz files of many settings", ["python-xz"], frames_xz.xz_file),
    "snappy.json": ("raw Snappy", ["pyarrow"], frames_snappy.snappy_file),
    "brotli.json": ("Brotli streams of many settings", ["brotli"], frames_brotli.brotli_file),
    "lz4.json": ("LZ4 frames and blocks of many settings", ["lz4"], frames_lz4.lz4_file),
    "streams.json": (
        "bzip2, .lzma, raw deflate, framed Snappy, legacy LZ4 frames and LZ4 blocks without a length",
        ["cramjam", "lz4"],
        frames_streams.streams_file,
    ),
    "packs.json": (
        "block packs of every codec, by the page that describes them",
        ["lz4", "xxhash", "zstandard"],
        pack.packs_file,
    ),
    "rows.json": (
        "the row functions over the files of rows/, by hash_rows(version=1) of polars-hash",
        ["polars-hash", "polars", "pyarrow", "xxhash", "blake3"],
        rows.rows_file,
    ),
}


def render(about, packages, make):
    """The text of one file: one line for each key, and for each entry of a list of objects."""
    head = {"about": about, "from": {name: version(name) for name in packages}}
    lines = []
    for key, value in {**head, **make()}.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            entries = ",\n".join("  " + dump(entry) for entry in value)
            lines.append(f" {dump(key)}: [\n{entries}\n ]")
        else:
            lines.append(f" {dump(key)}: {dump(value)}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def dump(value):
    return json.dumps(value, separators=(",", ":"))


def main():
    check = sys.argv[1:] == ["--check"]
    if sys.argv[1:] and not check:
        sys.exit(__doc__)
    rows.writing = not check
    differing = []
    for name, parts in FILES.items():
        text, path = render(*parts), HERE / name
        if not check:
            path.write_text(text, encoding="utf-8", newline="\n")
            print(f"{name}: {len(text)} bytes")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            differing.append(name)
    if differing:
        sys.exit(f"not what generate.py makes: {', '.join(differing)}")


if __name__ == "__main__":
    main()
