"""The packs of docs/block-format.md, versions 1 and 2: a writer and a reader.

Written from that page and from nothing else, so that where it and Hashlane agree, the page says
enough. Slow and plain on purpose: it is read beside the page.
"""

import base64
import collections
import struct

import lz4.block
import xxhash
import zstandard

from contents import cycle, noise, rows, text, zeros

MAGIC = b"HLBP"
NONE, LZ4, ZSTD, FSST = 0, 1, 2, 3
VERSIONS = {NONE: 1, LZ4: 1, ZSTD: 1, FSST: 2}
ESCAPE = 255
HEADER = struct.Struct("<4sBBbBIIIQ")
ENTRY = struct.Struct("<QII")
WIDTHS = (0, 1, 2, 4, 8, 16, 32)
MAX_CHUNK_BYTES = 16_777_216


class Damaged(ValueError):
    """What a reader has to refuse."""


def demand(condition, what):
    if not condition:
        raise Damaged(what)


def xxh3(data, seed=0):
    return xxhash.xxh3_64_intdigest(data, seed) & 0xFFFFFFFF


def chunk_checksum(chunk, first, count):
    return xxh3(chunk, first + (count << 32))


def compress(codec, level, content):
    if codec == LZ4:
        return lz4.block.compress(content, store_size=False)
    settings = {"compression_level": level, "write_content_size": 1, "write_checksum": 0}
    parameters = zstandard.ZstdCompressionParameters(**settings)
    return zstandard.ZstdCompressor(compression_params=parameters).compress(content)


def decompress(codec, payload, length):
    demand(codec != NONE, "a payload is compressed without a codec")
    try:
        if codec == LZ4:
            content = lz4.block.decompress(payload, uncompressed_size=length)
        else:
            content = zstandard.ZstdDecompressor().decompress(payload, max_output_size=length)
    except (lz4.block.LZ4BlockError, zstandard.ZstdError) as error:
        raise Damaged(error) from error
    demand(len(content) == length, "a payload has another length than its values")
    return content


def write_head(lengths):
    """Width, base and codes of lengths, None for NULL."""
    known = [length for length in lengths if length is not None]
    nulls = len(known) < len(lengths)
    base = min(known, default=0)
    codes = [0 if length is None else length - base + nulls for length in lengths]
    width = next(width for width in WIDTHS if max(codes) < 1 << width)
    packed = sum(code << i * width for i, code in enumerate(codes))
    packed = packed.to_bytes((len(codes) * width + 7) // 8, "little")
    return struct.pack("<BI", width | nulls << 7, base) + packed


def lengths_of(values):
    return [None if value is None else len(value) for value in values]


def write_chunk(values, codec, level):
    if codec == FSST:
        return write_fsst_chunk(values)
    content = b"".join(value for value in values if value is not None)
    payload = content if codec == NONE else compress(codec, level, content)
    if len(payload) >= len(content):
        payload = content
    return write_head(lengths_of(values)) + payload


def choose_symbols(values):
    """Substrings that occur often, and of them those that get used: no match for real training, which
    the page leaves open."""
    counts = collections.Counter()
    for value in values:
        value = value[:2000]
        for start in range(len(value)):
            counts.update(value[start:end] for end in range(start + 1, min(start + 8, len(value)) + 1))
    symbols = [symbol for symbol, count in counts.items() if count > 2]
    for left in (2000, 500, 255):
        codes = {symbol: symbol for symbol in symbols}
        used = collections.Counter()
        for value in values:
            used.update(encode_value(codes, value[:2000])[1])
        # What a symbol saves is not escaped, and does not lie in the table.
        saved = {symbol: count * (2 * len(symbol) - 1) - len(symbol) for symbol, count in used.items()}
        symbols = sorted((s for s in saved if saved[s] > 0), key=lambda s: (-saved[s], s))[:left]
    return sorted(symbols, key=lambda symbol: (9 if len(symbol) == 1 else len(symbol), symbol))


def encode_value(codes, value):
    """The codes of a value, and the symbols they stand for: the longest that fits, again and again."""
    encoded, used, position = [], [], 0
    while position < len(value):
        pieces = (value[position : position + length] for length in range(8, 0, -1))
        symbol = next((piece for piece in pieces if piece in codes), None)
        if symbol is None:
            encoded += [ESCAPE, value[position]]
            position += 1
        else:
            encoded.append(codes[symbol])
            used.append(symbol)
            position += len(symbol)
    return encoded, used


def write_fsst_chunk(values):
    contents = [value for value in values if value is not None]
    table = choose_symbols(contents)
    counts = bytes(sum(len(symbol) == length for symbol in table) for length in range(2, 9))
    head = bytes([len(table)]) + counts + b"".join(table)
    codes = {symbol: code for code, symbol in enumerate(table)}
    stored = [None if value is None else bytes(encode_value(codes, value)[0]) for value in values]
    size = len(head) + sum(length or 0 for length in lengths_of(stored))
    if not table or size >= sum(map(len, contents)):
        head, stored = b"\0", values
    body = b"".join(value for value in stored if value is not None)
    return write_head(lengths_of(stored)) + head + body


def split(values, chunk_bytes):
    """The values of one chunk after the other."""
    chunk, size = [], 0
    for value in values:
        length = 0 if value is None else len(value)
        if length >= chunk_bytes and chunk:
            yield chunk
            chunk, size = [], 0
        chunk.append(value)
        size += length
        if size >= chunk_bytes or len(chunk) >= chunk_bytes:
            yield chunk
            chunk, size = [], 0
    if chunk:
        yield chunk


def write_chunks(chunks, codec, level, chunk_bytes):
    """A pack of chunks, each of which is a list of values."""
    position, first, body, table = HEADER.size + 4, 0, b"", b""
    for values in chunks:
        chunk = write_chunk(values, codec, level)
        table += ENTRY.pack(position, first, chunk_checksum(chunk, first, len(values)))
        position, first, body = position + len(chunk), first + len(values), body + chunk
    length = position + len(table)
    header = HEADER.pack(
        MAGIC,
        VERSIONS[codec],
        codec,
        level,
        0,
        chunk_bytes,
        len(table) // ENTRY.size,
        first,
        length,
    )
    return header + xxh3(header).to_bytes(4, "little") + body + table


def write(values, codec=ZSTD, level=None, chunk_bytes=16_384):
    """The pack of a list of bytes and None."""
    if level is None:
        level = 3 if codec == ZSTD else 0
    return write_chunks(split(values, chunk_bytes), codec, level, chunk_bytes)


def read_chunk(chunk, count, codec, chunk_bytes):
    demand(count <= chunk_bytes, "a chunk has too many values")
    demand(len(chunk) >= 5, "a chunk has no head")
    first, base = struct.unpack_from("<BI", chunk)
    width, nulls = first & 0x7F, first >> 7
    demand(width in WIDTHS, "a width is not known")
    end = 5 + (count * width + 7) // 8
    demand(len(chunk) >= end, "a chunk ends within its codes")
    packed = int.from_bytes(chunk[5:end], "little")
    codes = [packed >> i * width & (1 << width) - 1 for i in range(count)]
    lengths = [None if nulls and not code else base + code - nulls for code in codes]
    total, payload = sum(length or 0 for length in lengths), chunk[end:]
    demand(count == 1 or total < 2 * chunk_bytes, "a chunk has too much content")
    if codec == FSST:
        return read_fsst_values(payload, lengths, total, chunk_bytes)
    demand(len(payload) <= total, "a payload is longer than its content")
    content = payload if len(payload) == total else decompress(codec, payload, total)
    return cut(content, lengths)


def cut(content, lengths):
    """One piece of content for each length, None for None."""
    values, position = [], 0
    for length in lengths:
        values.append(None if length is None else content[position : position + length])
        position += length or 0
    return values


def read_symbols(chunk):
    """The symbols at the start of what follows the head, and what follows them."""
    demand(chunk, "a chunk ends before its symbols")
    n = chunk[0]
    if n == 0:
        return [], chunk[1:]
    demand(len(chunk) >= 8, "a chunk ends within its symbols")
    counts = list(chunk[1:8])
    demand(sum(counts) <= n, "there are more symbols than there are")
    counts.append(n - sum(counts))
    lengths = [length for length, count in zip([2, 3, 4, 5, 6, 7, 8, 1], counts) for _ in range(count)]
    end = 8 + sum(lengths)
    demand(len(chunk) >= end, "a chunk ends within its symbols")
    return cut(chunk[8:end], lengths), chunk[end:]


def decode_value(symbols, codes):
    content, codes = b"", iter(codes)
    for code in codes:
        if code == ESCAPE:
            literal = next(codes, None)
            demand(literal is not None, "a value ends within an escaped byte")
            content += bytes([literal])
        else:
            demand(code < len(symbols), "a code has no symbol")
            content += symbols[code]
    return content


def read_fsst_values(chunk, lengths, total, chunk_bytes):
    symbols, stored = read_symbols(chunk)
    demand(len(stored) == total, "values do not end where the chunk ends")
    values = cut(stored, lengths)
    if symbols:
        values = [None if value is None else decode_value(symbols, value) for value in values]
    longest = max((len(value) for value in values if value is not None), default=0)
    demand(len(values) == 1 or longest < chunk_bytes, "a value is not alone")
    return values


def read(pack):
    """The values of a pack, None for NULL. A pack that breaks a rule is an error: Damaged."""
    demand(len(pack) >= HEADER.size + 4, "there is no header")
    magic, version, codec, level, zero, chunk_bytes, chunks, count, length = HEADER.unpack_from(pack)
    demand(magic == MAGIC, "this is not a pack")
    demand(version in VERSIONS.values(), f"version {version} is not known")
    demand(xxh3(pack[:28]) == int.from_bytes(pack[28:32], "little"), "the header is damaged")
    known = -7 <= level <= 22 if codec == ZSTD else level == 0
    demand(VERSIONS.get(codec) == version and known and zero == 0, "the codec is not known")
    demand(1 <= chunk_bytes <= MAX_CHUNK_BYTES, "chunk_bytes is not allowed")
    demand(length == len(pack), "the pack is cut")
    table = length - chunks * ENTRY.size
    demand(table >= 32, "the table does not fit")
    entries = list(ENTRY.iter_unpack(pack[table:])) + [(table, count, 0)]
    demand(entries[0][:2] == (32, 0), "chunk 0 does not start at 32 with value 0")
    values = []
    for (start, first, checksum), (end, after, _) in zip(entries, entries[1:]):
        demand(start <= end <= table and first < after, "the table is damaged")
        chunk = pack[start:end]
        demand(chunk_checksum(chunk, first, after - first) == checksum, "a chunk is damaged")
        values += read_chunk(chunk, after - first, codec, chunk_bytes)
    return values


CODECS = {
    "none": (NONE, 0),
    "lz4": (LZ4, 0),
    "zstd(3)": (ZSTD, 3),
    "zstd(-7)": (ZSTD, -7),
    "zstd(22)": (ZSTD, 22),
    "fsst": (FSST, 0),
}

EXAMPLE = [b"abc" * 8, None, b"z"]

# What a pack may hold: name, values, chunk_bytes.
CONTENTS = [
    ("nothing", [], 16),
    ("one NULL", [None], 16),
    ("one empty value", [b""], 16),
    ("the example of the page", EXAMPLE, 16),
    ("NULLs and empty values", [None, b"", None, None, b"", b"x"] * 5, 64),
    ("more NULLs than a chunk holds", [None] * 40, 16),
    ("every value alone", [b"", b"a", None, b"bc"], 1),
    ("values of one length", [cycle(16)] * 20, 100),
    ("values of one length and NULLs", [cycle(7), None] * 20, 100),
    ("codes of 1 bit", [b"x" * (3 + i % 2) for i in range(21)], 40),
    ("codes of 2 bits", [b"x" * (3 + i % 4) for i in range(21)], 40),
    ("codes of 2 bits for NULLs", [b"xy" * (i % 2) if i % 3 else None for i in range(21)], 40),
    ("codes of 4 bits", [text(i % 14) for i in range(33)], 200),
    ("codes of 8 bits", [text(i * 37 % 250) for i in range(9)], 1000),
    ("codes of 16 bits", [text(i * 370 % 1500) for i in range(3)], 5000),
    ("codes of 32 bits", [zeros(70_000), b"end", None], 100_000),
    ("giants", [b"a", zeros(200), b"b", noise(100), zeros(100), None, text(99)], 100),
    ("noise, which is stored", [noise(30 + i) for i in range(6)], 100),
    ("rows", [line for line in rows(2_000).split(b"\n")], 500),
    ("rows in a larger chunk", [line for line in rows(8_000).split(b"\n")], 16_384),
    ("symbols of every length", [b"abcdefgh"[: 1 + i % 8] + b"-" for i in range(300)], 4_000),
    ("bytes that escape", [b"https://a.example/" + bytes([i * 37 % 256]) for i in range(60)] + [None], 4_000),
]

FSST_CONTENTS = ("rows in a larger chunk", "symbols of every length", "bytes that escape")


def encode(value):
    """Base64, or for a long value, which repeats one byte, its length and that byte."""
    if value is None:
        return None
    if len(value) < 10_000:
        return base64.b64encode(value).decode()
    assert len(set(value)) == 1
    return {"length": len(value), "byte": value[0]}


def entry(name, values, codec, pack):
    return {
        "settings": name,
        "codec": codec,
        "values": [encode(value) for value in values],
        "base64": base64.b64encode(pack).decode(),
    }


def packs_file():
    packs = []
    for name, values, chunk_bytes in CONTENTS:
        for codec, (number, level) in CODECS.items():
            pack = write(values, number, level, chunk_bytes)
            # The other levels of zstd differ in few packs, and long ones would be most of the file.
            # The last ones are for FSST.
            if name in FSST_CONTENTS and codec != "fsst":
                continue
            if (level in (0, 3) or name in ("rows", "nothing")) and len(pack) < 10_000:
                packs.append(entry(name, values, codec, pack))
    # As two packs put together leave it: chunks that are shorter than they could be.
    for codec, (number, level) in CODECS.items():
        chunks = [[b"one", None], [b"two"], [None], [text(60)]]
        pack = write_chunks(chunks, number, level, 1000)
        packs.append(entry("short chunks", sum(chunks, []), codec, pack))
    for pack in packs:
        read(base64.b64decode(pack["base64"]))
    return {"packs": packs}
