"""Frames that other implementations made, and damaged ones."""

import struct

import lz4.block
import lz4.frame
import zstandard

from inputs import insert

CONTENTS = [b"", b"a", b"hello world!", b"hello worlds!", "Größe, 東京 🌍".encode(), b"abc" * 200]


def zstd(content, level=3, **options):
    return zstandard.ZstdCompressor(level=level, **options).compress(content)


def zstd_frames(content):
    for level in (-7, -1, 1, 3, 19, 22):
        yield zstd(content, level)
    yield zstd(content, write_content_size=False)
    yield zstd(content, write_checksum=True)
    yield zstd(content[:3]) + zstd(content[3:])
    yield skippable(b"note") + zstd(content)


def skippable(note):
    return struct.pack("<II", 0x184D2A50, len(note)) + note


def lz4_frames(content):
    for level in (0, 9):
        yield lz4.frame.compress(content, compression_level=level)
    yield lz4.frame.compress(content, content_checksum=True, block_checksum=True, store_size=False)
    yield lz4.frame.compress(content, block_size=lz4.frame.BLOCKSIZE_MAX4MB, block_linked=False)
    yield lz4.frame.compress(content[:3]) + lz4.frame.compress(content[3:])
    yield skippable(b"note") + lz4.frame.compress(content)


def lz4_blocks(content):
    for mode in ("fast", "high_compression"):
        yield lz4.block.compress(content, mode=mode)


CODECS = {"zstd": zstd_frames, "lz4": lz4_frames, "lz4_block": lz4_blocks}


def records(query):
    for codec, frames in CODECS.items():
        rows = [(content, frame) for content in CONTENTS for frame in dict.fromkeys(frames(content))]
        yield f"statement ok\nCREATE TABLE {codec}_frames(id BIGINT, b BYTEA)\n"
        values = [(id, f"unhex('{frame.hex()}')") for id, (_, frame) in enumerate(rows)]
        yield insert(f"{codec}_frames", [*values, (len(rows), "NULL")])
        for prefix in ("", "try_"):
            for arguments in ("b", "b, 600"):
                name = f"{prefix}{codec}_decompress"
                values = [(id, content.hex() or "(empty)") for id, (content, _) in enumerate(rows)]
                sql = f"SELECT id, {name}({arguments}) FROM {codec}_frames ORDER BY id"
                yield query("IX", sql, [*values, (len(rows), "NULL")])
                values = [(id, content.decode() or "(empty)") for id, (content, _) in enumerate(rows)]
                sql = f"SELECT id, {name}_text({arguments}) FROM {codec}_frames ORDER BY id"
                yield query("IT", sql, [*values, (len(rows), "NULL")])
        # A limit that changes from row to row: what fits comes out, the rest is NULL.
        yield query("II", f"SELECT count(*), count(try_{codec}_decompress(b, id % 2)) FROM {codec}_frames",
            [[len(rows) + 1, sum(1 for id, (content, _) in enumerate(rows) if len(content) <= id % 2)]])


HASHLANE = b"hashlane" * 8


def bomb_zstd():
    """A frame without a content size: 10 blocks of 128 KiB that are one repeated byte."""
    header = bytes.fromhex("28b52ffd") + b"\x00" + b"\x58"
    blocks = [((128 << 10) << 3 | 1 << 1 | (i == 9)).to_bytes(3, "little") + b"a" for i in range(10)]
    return header + b"".join(blocks)


def declared(size):
    """A zstd frame whose header claims a size, over one empty block."""
    return bytes.fromhex("28b52ffd") + b"\xe0" + struct.pack("<Q", size) + b"\x01\x00\x00"


def flipped(frame, place):
    return frame[:place] + bytes([frame[place] ^ 0x40]) + frame[place + 1 :]


def damaged():
    """Codec, frame, and what the error says beside the function and the argument."""
    for codec, frame in (("zstd", zstd(HASHLANE, write_checksum=True)), ("lz4", lz4.frame.compress(HASHLANE, content_checksum=True))):
        kind = f"the input is not a valid {codec if codec == 'zstd' else 'LZ4'} frame"
        yield codec, b"", f"{kind}: it is empty"
        yield codec, b"not compressed", kind
        yield codec, frame[:3], kind
        yield codec, frame[:-1], kind
        yield codec, frame[: len(frame) // 2], kind
        yield codec, flipped(frame, len(frame) - 1), kind
        yield codec, flipped(frame, 0), kind
        yield codec, frame + b"tail", kind
        yield codec, frame + frame[:-2], kind
    block, kind = lz4.block.compress(HASHLANE), "the input is not a valid LZ4 block after a 4-byte length"
    for input in (b"", b"abc", block[:-1], block[:4], flipped(block, 0), block + b"tail"):
        yield "lz4_block", input, kind
    yield "zstd", declared(2**31), "max_bytes, which is 268435456"
    yield "zstd", declared(2**60), "max_bytes, which is 268435456"
    yield "zstd", declared(200_000_000), "more than 16 bytes can hold"
    yield "lz4_block", struct.pack("<I", 2**32 - 1) + b"\x00", "max_bytes, which is 268435456"
    yield "lz4_block", struct.pack("<I", 10**6) + b"\x00", "more than 1 bytes can hold"


def error(sql, message):
    # A message with an apostrophe and brackets is a pattern that matches itself.
    return f"statement error {message}\n{sql}\n"


def alive(query):
    """What must still work after an error: the published check value of CRC-32."""
    return query("I", "SELECT crc32('123456789')", [[3421780262]])


def bad_records(query):
    for codec, frame, message in damaged():
        sql = f"unhex('{frame.hex()}')"
        for suffix in ("", "_text"):
            name = f"{codec}_decompress{suffix}"
            yield error(f"SELECT {name}({sql})", f"{name}: argument b: .*{message}")
            yield alive(query)
            letter = "T" if suffix else "X"
            yield query(letter, f"SELECT try_{name}({sql})", [["NULL"]])
    yield from limits(query)
    yield from not_text(query)
    yield from in_columns(query)


def limits(query):
    """Content longer than max_bytes, by a byte and by far."""
    frames = {"zstd": zstd(HASHLANE), "lz4": lz4.frame.compress(HASHLANE), "lz4_block": lz4.block.compress(HASHLANE)}
    for codec, frame in frames.items():
        sql, name = f"unhex('{frame.hex()}')", f"{codec}_decompress"
        for limit in (63, 1, 0):
            message = f"{name}: argument b: the input decompresses to more than max_bytes, which is {limit};"
            yield error(f"SELECT {name}({sql}, {limit})", message)
            yield query("XT", f"SELECT try_{name}({sql}, {limit}), try_{name}_text({sql}, {limit})", [["NULL"] * 2])
        yield query("XT", f"SELECT {name}({sql}, 64), try_{name}_text({sql}, 64)", [[HASHLANE.hex(), HASHLANE.decode()]])
        yield alive(query)
    bomb = f"unhex('{bomb_zstd().hex()}')"
    size = len(zstandard.ZstdDecompressor().decompressobj().decompress(bomb_zstd()))
    yield error(f"SELECT zstd_decompress({bomb}, {size - 1})", f"max_bytes, which is {size - 1};")
    yield query("X", f"SELECT try_zstd_decompress({bomb}, 1000)", [["NULL"]])
    yield query("I", f"SELECT length(zstd_decompress_text({bomb}, {size}))", [[size]])


def not_text(query):
    content = b"abc\xffdef"
    frames = {"zstd": zstd(content), "lz4": lz4.frame.compress(content), "lz4_block": lz4.block.compress(content)}
    for codec, frame in frames.items():
        sql, name = f"unhex('{frame.hex()}')", f"{codec}_decompress_text"
        yield error(f"SELECT {name}({sql})", f"{name}: argument b: the decompressed bytes are not UTF-8 from byte 3 on")
        yield query("X", f"SELECT {codec}_decompress({sql})", [[content.hex()]])
        yield query("T", f"SELECT try_{name}({sql})", [["NULL"]])


def in_columns(query):
    """One bad row among good ones, more than a batch of them."""
    for codec in CODECS:
        name = f"{codec}_decompress"
        yield f"statement ok\nCREATE TABLE {codec}_rows(i BIGINT, b BYTEA)\n"
        sql = f"INSERT INTO {codec}_rows SELECT i, CASE WHEN i % 5 = 0 THEN NULL WHEN i = 9001 THEN unhex('00010203') "
        yield f"statement ok\n{sql}ELSE {codec}_compress(CAST(i AS VARCHAR)) END FROM range(0, 10000) AS r(i)\n"
        yield error(f"SELECT count({name}(b)) FROM {codec}_rows", f"{name}: argument b: the input")
        yield alive(query)
        yield query("I", f"SELECT count(try_{name}(b)) FROM {codec}_rows", [[7999]])
        yield query("I", f"SELECT sum(CAST({name}_text(b) AS BIGINT)) FROM {codec}_rows WHERE i <> 9001",
            [[sum(i for i in range(10000) if i % 5 and i != 9001)]])
        yield query("II", f"SELECT i, length(try_{name}_text(b)) FROM {codec}_rows WHERE i BETWEEN 8999 AND 9002 ORDER BY i",
            [[8999, 4], [9000, "NULL"], [9001, "NULL"], [9002, 4]])
