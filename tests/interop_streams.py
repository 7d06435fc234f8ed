"""lz4-java, snappy-java, aircompressor and tools read the streams that the extension writes.

usage: interop_streams.py EXTENSION

Java's part is skipped on a machine without Java and Maven. The other direction is in tests/vectors.
"""

import bz2
import lzma
import os
import pathlib
import sys
import zlib

import duckdb
import lz4.block

sys.path.insert(0, str(pathlib.Path(__file__).parent / "vectors"))
import streams_java
from contents import cycle, noise, rows, text, zeros

CONTENTS = [b"", b"a", text(54), cycle(1000), noise(300), noise(70_000), zeros(1_000_000), rows(300_000)]


def lz4_legacy(frame, length):
    assert frame[:4] == b"\x02\x21\x4c\x18"
    size = int.from_bytes(frame[4:8], "little")
    assert len(frame) == (8 + size if length else 4), "one block of up to 8 MiB"
    return lz4.block.decompress(frame[8:], uncompressed_size=length) if length else b""


DECODERS = {
    "bzip2(1)": lambda frame, _: bz2.decompress(frame),
    "bzip2(9)": lambda frame, _: bz2.decompress(frame),
    "lzma(0)": lambda frame, _: lzma.decompress(frame, format=lzma.FORMAT_ALONE),
    "lzma(9)": lambda frame, _: lzma.decompress(frame, format=lzma.FORMAT_ALONE),
    "deflate(0)": lambda frame, _: zlib.decompress(frame, wbits=-15),
    "deflate(9)": lambda frame, _: zlib.decompress(frame, wbits=-15),
    "lz4_raw": lambda frame, length: lz4.block.decompress(frame, uncompressed_size=length),
    "lz4_legacy": lz4_legacy,
}


def main():
    connection = duckdb.connect(config={"allow_unsigned_extensions": True})
    connection.execute(f"LOAD '{os.path.abspath(sys.argv[1])}'")

    def compress(content, codec):
        return connection.execute("SELECT compress(?::BLOB, ?)", [content, codec]).fetchone()[0]

    for codec, decode in DECODERS.items():
        for content in CONTENTS:
            assert decode(compress(content, codec), len(content)) == content, f"{codec}: {len(content)} bytes"
    if streams_java.missing():
        return print(f"Java's readers are not tried: there is no {streams_java.missing()} on this machine")
    pairs = [(codec, content) for codec in streams_java.CODECS for content in CONTENTS]
    back = streams_java.run("decompress", [(codec, compress(content, codec)) for codec, content in pairs])
    for (codec, content), result in zip(pairs, back):
        assert result == content, f"{codec}: {len(content)} bytes became {len(result)}"
    print(f"{len(DECODERS)} codecs and {len(pairs)} streams in Java come back")


main()
