"""Writes Parquet files for the tests of table functions, and prints the values that other implementations compute.

usage: parquet_files.py FOLDER
"""

import base64
import hashlib
import json
import pathlib
import struct
import sys

import blake3
import mmh3
import pyarrow as pa
import pyarrow.parquet as pq
import xxhash

ROWS = 5000


def table(changed=None):
    words = [None if i % 7 == 0 else f"word {i * 7919 % 1009}" for i in range(ROWS)]
    if changed is not None:
        words[changed] = "another word"
    return pa.table({
        "id": pa.array(range(ROWS), pa.int64()),
        "word": pa.array(words, pa.string()),
        "price": pa.array([i / 4 for i in range(ROWS)], pa.float64()),
    })


def flip_last_bit(source, target, row_group, column):
    """Flips the last bit of a column chunk, in the body of its last page."""
    chunk = pq.ParquetFile(source).metadata.row_group(row_group).column(column)
    start = chunk.dictionary_page_offset or chunk.data_page_offset
    content = bytearray(source.read_bytes())
    content[start + chunk.total_compressed_size - 1] ^= 1
    target.write_bytes(content)


def imohash(content):
    """imohash of a file of less than 128 KiB: MurmurHash3 of all of it, with its size in the first bytes."""
    digest = bytearray(struct.pack(">QQ", *struct.unpack("<QQ", mmh3.hash_bytes(content))))
    size, at = len(content), 0
    while True:
        size, low = size >> 7, size & 0x7F
        digest[at] = low | (0x80 if size else 0)
        at += 1
        if not size:
            return digest.hex()


def digests(content):
    return {
        "md5": hashlib.md5(content).digest(),
        "sha256": hashlib.sha256(content).digest(),
        "blake3": blake3.blake3(content).digest(),
        "xxh3": xxhash.xxh3_64_digest(content),
        "xxh128": xxhash.xxh3_128_digest(content),
    }


def main():
    folder = pathlib.Path(sys.argv[1])
    crc = folder / "crc.parquet"
    options = dict(write_page_checksum=True, row_group_size=ROWS // 2, compression="snappy")
    pq.write_table(table(), crc, **options)
    flip_last_bit(crc, folder / "flipped.parquet", 1, 1)
    other = dict(compression="zstd", use_dictionary=False, data_page_version="2.0")
    pq.write_table(table(), folder / "plain.parquet", **other)
    pq.write_table(table(changed=4000), folder / "changed.parquet", **other)
    (folder / "text.parquet").write_bytes(b"This is no Parquet file.\n" * 10)
    (folder / "empty.parquet").write_bytes(b"")
    content = crc.read_bytes()
    print(json.dumps({
        "size": len(content),
        "imohash": imohash(content),
        "digests": {
            name: {"hex": digest.hex(), "base64": base64.b64encode(digest).decode()}
            for name, digest in digests(content).items()
        },
    }))


if __name__ == "__main__":
    main()
