"""gzip and zlib of every option of zlib, of every header field, and of two other encoders."""

import itertools
import struct
import zlib

import deflate
import zopfli.gzip
import zopfli.zlib

from contents import concatenation, cycle, entry, noise, rows, text, zeros

SMALL = {
    "empty": b"",
    "one byte": b"x",
    "text of 54": text(54),
    "text of 300": text(300),
    "zeros of 1000": zeros(1000),
    "cycle of 1000": cycle(1000),
    "noise of 200": noise(200),
}
STRATEGIES = {
    "default": zlib.Z_DEFAULT_STRATEGY,
    "filtered": zlib.Z_FILTERED,
    "Huffman only": zlib.Z_HUFFMAN_ONLY,
    "run lengths": zlib.Z_RLE,
    "fixed": zlib.Z_FIXED,
}
GZIP, RAW = 16, -15


def compress(content, *, wbits, chunk=None, flush=None, level=6, memory=8, strategy=zlib.Z_DEFAULT_STRATEGY):
    """One stream, flushed after every chunk."""
    compressor = zlib.compressobj(level, zlib.DEFLATED, wbits, memory, strategy)
    chunk = chunk or len(content) or 1
    stream = b""
    for start in range(0, len(content), chunk):
        stream += compressor.compress(content[start : start + chunk])
        if flush is not None:
            stream += compressor.flush(flush)
    return stream + compressor.flush()


def options(wrapper):
    for name, content in SMALL.items():
        yield entry(name, content, compress(content, wbits=wrapper + 15), checksum=True)
    content = text(2000)
    for level in range(10):
        yield entry(f"level {level}", content, compress(content, wbits=wrapper + 15, level=level), checksum=True)
    content = text(1200)
    for bits, memory in itertools.product((9, 12, 15), (1, 9)):
        stream = compress(content, wbits=wrapper + bits, memory=memory)
        yield entry(f"window of {bits} bits, memory {memory}", content, stream, checksum=True)
    for name, strategy in STRATEGIES.items():
        stream = compress(content, wbits=wrapper + 15, strategy=strategy)
        yield entry(f"strategy {name}", content, stream, checksum=True)
    for name, flush in {"sync": zlib.Z_SYNC_FLUSH, "full": zlib.Z_FULL_FLUSH, "block": zlib.Z_BLOCK}.items():
        stream = compress(content, wbits=wrapper + 15, chunk=200, flush=flush)
        yield entry(f"{name} flush every 200 bytes", content, stream, checksum=True)


def large(wrapper):
    for name, content in {
        "zeros of 1,000,000": zeros(1_000_000),
        "cycle of 300,000": cycle(300_000),
        "noise of 70,000: stored blocks": noise(70_000),
        "rows of 150,000": rows(150_000),
    }.items():
        for level in (1, 9):
            yield entry(f"{name}, level {level}", content, compress(content, wbits=wrapper + 15, level=level), checksum=True)


def member(content, *, name=None, comment=None, extra=None, header_crc=False, is_text=False, time=0, system=3):
    """A gzip member with the given header fields, RFC 1952."""
    fields = [(extra, 4), (name, 8), (comment, 16)]
    flags = sum(bit for field, bit in fields if field is not None) | header_crc * 2 | is_text
    header = struct.pack("<BBBBIBB", 0x1F, 0x8B, 8, flags, time, 0, system)
    if extra is not None:
        header += struct.pack("<H", len(extra)) + extra
    header += b"".join(field + b"\0" for field in (name, comment) if field is not None)
    if header_crc:
        header += struct.pack("<H", zlib.crc32(header) & 0xFFFF)
    trailer = struct.pack("<II", zlib.crc32(content), len(content))
    return header + compress(content, wbits=RAW) + trailer


def headers():
    content = text(100)
    fields = {
        "a name": {"name": b"file.txt"},
        "an empty name": {"name": b""},
        "a comment": {"comment": b"comment"},
        "an extra field": {"extra": b"AB\x04\0data"},
        "an empty extra field": {"extra": b""},
        "a header checksum": {"header_crc": True},
        "time and text": {"time": 0x5FEE6600, "is_text": True, "system": 0},
        "all": {"name": b"n", "comment": b"c", "extra": b"e", "header_crc": True, "is_text": True, "time": 1},
    }
    for name, settings in fields.items():
        yield entry(f"header with {name}", content, member(content, **settings), checksum=True)


def concatenations():
    def part(content, **settings):
        return content, member(content, **settings)

    one, two, none = part(text(80), name=b"one"), part(cycle(300)), part(b"", header_crc=True)
    yield concatenation("two members", [one, two], checksum=True)
    yield concatenation("three members, the second empty", [two, none, one], checksum=True)
    yield concatenation("empty members", [none, none], checksum=True)


def others(libdeflate, iterate):
    for name, content in {**SMALL, "text of 2000": text(2000), "rows of 20,000": rows(20_000)}.items():
        for level in (0, 1, 6, 12):
            yield entry(f"{name}, libdeflate {level}", content, bytes(libdeflate(content, level)), checksum=True)
        yield entry(f"{name}, zopfli", content, iterate(content), checksum=True)


def deflate_file():
    return {
        "gzip": [
            *options(GZIP),
            *large(GZIP),
            *headers(),
            *concatenations(),
            *others(deflate.gzip_compress, zopfli.gzip.compress),
        ],
        "zlib": [*options(0), *large(0), *others(deflate.zlib_compress, zopfli.zlib.compress)],
    }
