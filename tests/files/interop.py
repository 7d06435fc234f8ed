"""Other implementations read what the extension writes, and it reads what they write.

usage: interop.py EXTENSION
"""

import hashlib
import os
import struct
import sys

import duckdb
import lz4.block
import lz4.frame
import zstandard

NOISE = b"".join(hashlib.sha256(bytes([i % 256, i // 256])).digest() for i in range(3000))
CONTENTS = [
    b"",
    b"a",
    b"twelve bytes",
    b"thirteen byte",
    b"\x00\xff" * 1000,
    "Größe, 東京 🌍".encode() * 50,
    b"hashlane10" * 100_000,
    NOISE,
    bytes(5_000_000),
]


def read_block(data):
    """An LZ4 block after its length, the layout of lz4.block."""
    assert struct.unpack("<I", data[:4])[0] == len(lz4.block.decompress(data))
    return lz4.block.decompress(data)


def check(actual, content, what):
    assert actual == content, f"{what}: {len(content)} bytes became {len(actual)}"


def check_zstd(run, content):
    for level in range(-7, 23):
        frame = run("zstd_compress(?, ?)", content, level)
        parameters = zstandard.get_frame_parameters(frame)
        assert parameters.content_size == len(content) and parameters.has_checksum, level
        check(zstandard.ZstdDecompressor().decompress(frame), content, f"zstd_compress at {level}")
        check(run("zstd_decompress(?)", frame), content, f"zstd_decompress at {level}")
        for size in (True, False):
            theirs = zstandard.ZstdCompressor(level=level, write_content_size=size).compress(content)
            check(run("zstd_decompress(?)", theirs), content, f"their zstd at {level}, size {size}")


def check_lz4(run, content):
    frame = run("lz4_compress(?)", content)
    info = lz4.frame.get_frame_info(frame)
    assert info["content_size"] == len(content) and info["content_checksum"], info
    check(lz4.frame.decompress(frame), content, "lz4_compress")
    for size in (lz4.frame.BLOCKSIZE_MAX64KB, lz4.frame.BLOCKSIZE_MAX4MB):
        for linked in (True, False):
            theirs = lz4.frame.compress(
                content, compression_level=9, block_size=size, block_linked=linked, block_checksum=True
            )
            check(run("lz4_decompress(?)", theirs), content, f"their lz4, {size}, linked {linked}")
    check(read_block(run("lz4_block_compress(?)", content)), content, "lz4_block_compress")
    for mode in ("fast", "default", "high_compression"):
        theirs = lz4.block.compress(content, mode=mode)
        check(run("lz4_block_decompress(?)", theirs), content, f"their lz4 block, {mode}")


def main():
    connection = duckdb.connect(config={"allow_unsigned_extensions": True})
    connection.execute(f"LOAD '{os.path.abspath(sys.argv[1])}'")

    def run(call, *arguments):
        return connection.execute(f"SELECT {call}", arguments).fetchone()[0]

    for content in CONTENTS:
        # The high levels take seconds for megabytes that test nothing more.
        if len(content) < 2_000_000:
            check_zstd(run, content)
        check_lz4(run, content)


main()
