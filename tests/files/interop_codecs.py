"""Other implementations read what the codecs of the extension write, and it reads what they write.

usage: interop_codecs.py EXTENSION

Dictionaries and packs go both ways as well. zstd and LZ4 without a dictionary are in interop.py.
"""

import gzip
import json
import lzma
import pathlib
import sys
import zlib

import brotli
import lz4.block
import pyarrow
import zstandard

TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS), str(TESTS / "vectors")]
import pack
from support.extension import call, connect

CONTENTS = [
    b"",
    b"a",
    b"twelve bytes",
    bytes(range(256)) * 9,
    "Größe, 東京 🌍".encode() * 50,
    json.dumps([{"id": i * 7919 % 1009, "name": "hashlane"} for i in range(300)]).encode(),
]
LARGE = b"hashlane10" * 100_000


def snappy_decompress(data, length):
    return pyarrow.decompress(data, decompressed_size=length, codec="snappy", asbytes=True)


def snappy_compress(content):
    return pyarrow.compress(content, codec="snappy", asbytes=True)


# The codec, its levels, a decoder, and encoders.
CODECS = {
    "gzip": (range(10), gzip.decompress, [lambda v, n=n: gzip.compress(v, n) for n in (0, 1, 6, 9)]),
    "zlib": (range(10), zlib.decompress, [lambda v, n=n: zlib.compress(v, n) for n in (0, 1, 6, 9)]),
    "brotli": (range(12), brotli.decompress, [lambda v, n=n: brotli.compress(v, quality=n) for n in (0, 5, 11)]),
    "xz": (range(10), lzma.decompress, [lambda v, n=n: lzma.compress(v, preset=n) for n in (0, 6, 9)]),
}


def check(actual, content, what):
    assert actual == content, f"{what}: {len(content)} bytes became {len(actual)}"


def check_codecs(run, content):
    for name, (levels, decode, encoders) in CODECS.items():
        for level in levels if len(content) < 10_000 else (levels[1],):
            frame = run(f"{name}_compress(?, ?)", content, level)
            check(decode(frame), content, f"{name}_compress at {level}")
            check(run(f"{name}_decompress(?)", frame), content, f"{name} at {level}")
        for encode in encoders:
            check(run(f"{name}_decompress(?)", encode(content)), content, f"their {name}")
            check(run("decompress(?, ?)", encode(content), name), content, f"their {name} by name")
    frame = run("snappy_compress(?)", content)
    check(snappy_decompress(frame, len(content)), content, "snappy_compress")
    check(run("snappy_decompress(?)", snappy_compress(content)), content, "their snappy")
    for level in range(1, 13) if len(content) < 10_000 else (9,):
        check(lz4.block.decompress(run("lz4hc_block_compress(?, ?)", content, level)), content, f"HC at {level}")


def events(count):
    for i in range(count):
        yield json.dumps({"user": i * 7919 % 100_003, "status": "shipped", "url": f"/orders/{i * 31 % 997}"}).encode()


def check_dictionaries(connection, run):
    connection.execute("CREATE TABLE events AS SELECT unnest(?) AS v", [list(events(3000))])
    ours = connection.execute(f"SELECT {call('zstd_train_dict', 'v', 4096)} FROM events").fetchone()[0]
    theirs = zstandard.train_dictionary(4096, list(events(3000)), k=200, d=8).as_bytes()
    for name, data in (("ours", ours), ("theirs", theirs)):
        dictionary = zstandard.ZstdCompressionDict(data)
        assert run("zstd_dict_id(?)", data) == dictionary.dict_id(), name
        decoder = zstandard.ZstdDecompressor(dict_data=dictionary)
        for level in range(-7, 23):
            encoder = zstandard.ZstdCompressor(level=level, dict_data=dictionary, write_checksum=level % 2 == 0)
            for content in [*CONTENTS, *events(3)]:
                frame = run("zstd_compress(?, ?, ?)", content, level, data)
                parameters = zstandard.get_frame_parameters(frame)
                assert parameters.has_checksum and parameters.content_size == len(content), level
                assert parameters.dict_id == dictionary.dict_id(), level
                check(decoder.decompress(frame), content, f"zstd_compress with {name} at {level}")
                check(run("zstd_decompress(?, ?)", encoder.compress(content), data), content, f"their zstd, {name}")
        damaged = bytearray(run("zstd_compress(?, 3, ?)", CONTENTS[-1], data))
        damaged[-1] ^= 1
        try:
            decoder.decompress(bytes(damaged))
            raise AssertionError("zstandard took a frame with a wrong checksum")
        except zstandard.ZstdError:
            pass


def check_raw_dictionaries(run):
    """Content without a header is a dictionary: `zstd -D` takes any file."""
    for data in (b"".join(events(40)), b"12345678", b'{"user": 1, "status": "shipped", "url": "/orders/'):
        dictionary = zstandard.ZstdCompressionDict(data, dict_type=zstandard.DICT_TYPE_RAWCONTENT)
        decoder = zstandard.ZstdDecompressor(dict_data=dictionary)
        for level in range(-7, 23):
            encoder = zstandard.ZstdCompressor(level=level, dict_data=dictionary, write_checksum=True)
            for content in [*CONTENTS, *events(3)]:
                frame = run("zstd_compress(?, ?, ?)", content, level, data)
                assert zstandard.get_frame_parameters(frame).dict_id == 0, level
                check(decoder.decompress(frame), content, f"zstd_compress with raw content at {level}")
                check(run("zstd_decompress(?, ?)", encoder.compress(content), data), content, "their zstd, raw content")
    (content,) = events(1)
    assert len(run("zstd_compress(?, 3, ?)", content, data)) < len(run("zstd_compress(?, 3)", content)) - 20


def check_packs(connection, run):
    values = [None if i % 7 == 3 else b"" if i % 11 == 5 else b"line %d of a log" % (i * i) for i in range(3000)]
    connection.execute("CREATE TABLE lines AS SELECT * FROM (SELECT unnest(?) AS i, unnest(?) AS v)", [list(range(3000)), values])
    for codec in ("none", "lz4", "zstd", "zstd(19)", "fsst"):
        for chunk_bytes in (1, 100, 16_384, 1_000_000):
            query = f"SELECT {call('block_pack', 'v', repr(codec), chunk_bytes, order='i')} FROM lines"
            assert pack.read(connection.execute(query).fetchone()[0]) == values, query
    for codec, level in ((pack.NONE, 0), (pack.LZ4, 0), (pack.ZSTD, 7), (pack.FSST, 0)):
        theirs = pack.write(values, codec=codec, level=level, chunk_bytes=500)
        assert run("block_values(?)", theirs) == values, codec
        assert run("block_get(?, 3000)", theirs) == values[-1], codec


def main():
    connection = connect(sys.argv[1])

    def run(call, *arguments):
        return connection.execute(f"SELECT {call}", arguments).fetchone()[0]

    for content in [*CONTENTS, LARGE]:
        check_codecs(run, content)
    check_dictionaries(connection, run)
    check_raw_dictionaries(run)
    check_packs(connection, run)


main()
