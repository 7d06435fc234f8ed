"""Writes what the fuzz targets start from: FOLDER/TARGET/NUMBER, one input a file.

    venv/bin/python seeds.py FOLDER

Frames, dictionaries and packs are those of tests/vectors, which the reference packages have written; Parquet
files are pyarrow's. Published vectors are read from $HASHLANE_VECTORS, or ../shared/vectors, where that is
there.
"""

import base64
import io
import itertools
import json
import os
import pathlib
import random
import sys

import pyarrow as pa
import pyarrow.parquet as pq

ROOT = pathlib.Path(__file__).resolve().parents[2]
VECTORS = ROOT / "tests/vectors"
PUBLISHED = pathlib.Path(os.environ.get("HASHLANE_VECTORS", ROOT.parent / "shared/vectors"))

# In the order of `CODECS`, which has one more, "auto", behind it.
CODECS = [
    "zstd", "gzip", "zlib", "snappy", "brotli", "xz", "lz4", "lz4_block", "lz4hc_block", "deflate", "bzip2", "lzma",
    "snappy_frame", "snappy_java", "hadoop_snappy", "lz4_java", "lz4_legacy", "hadoop_lz4", "lz4_raw",
    "brotli_large",
]

# Longer inputs only make a run slower.
LONGEST = 6000

# The exponent of a cap of 512 KiB.
CAP = bytes([20])


def frames(name, key="frames"):
    for entry in json.loads((VECTORS / f"{name}.json").read_text())[key]:
        frame = base64.b64decode(entry["base64"])
        if len(frame) <= LONGEST:
            yield entry, frame


def part(data):
    """As `split::part` reads it."""
    return len(data).to_bytes(2, "little") + data


def decompress():
    sources = {
        "zstd": ("zstd", "frames"), "gzip": ("deflate", "gzip"), "zlib": ("deflate", "zlib"),
        "snappy": ("snappy", "frames"), "brotli": ("brotli", "frames"), "xz": ("xz", "frames"),
        "lz4": ("lz4", "frames"), "lz4_block": ("lz4", "blocks"),
    }
    for name in ("deflate", "bzip2", "lzma", "snappy_frame", "lz4_raw", "lz4_legacy"):
        sources[name] = ("streams", name)
    for name in ("snappy_java", "hadoop_snappy", "lz4_java", "hadoop_lz4"):
        sources[name] = ("streams_java", name)
    for name, (file, key) in sources.items():
        for _, frame in frames(file, key):
            yield bytes([CODECS.index(name)]) + CAP + frame


def texts():
    return [b"", b"x", b"hashlane " * 9, bytes(range(256)), b"\0" * 300, "Größe 東京".encode() * 5]


def round_trip():
    for codec, text in itertools.product(range(len(CODECS)), texts()):
        yield bytes([codec, 9]) + text


def dictionary():
    dictionaries = json.loads((VECTORS / "zstd_dictionary.json").read_text())["dictionaries"]
    dictionaries = [base64.b64decode(d["base64"]) for d in dictionaries]
    for entry, frame in frames("zstd_dictionary"):
        which = entry["dictionary"]
        chosen = dictionaries[which] if isinstance(which, int) and which < len(dictionaries) else dictionaries[0]
        if len(chosen) < 60_000:
            yield CAP + part(chosen) + frame


def fsst():
    # The tables without their checksums, which the target adds.
    tables = [
        b"FSST\1\0", b"FSST\1\3\2\7\1abhttp://x",
        b"FSST\1\5\2\2\3\4\1abcdefgwxyzq", b"FSST\1\1\1a",
    ]
    values = [b"", b"http://abx!", b"\1\0\2\xff!", bytes(range(40)), b"abab" * 20]
    for table, value in itertools.product(tables, values):
        yield CAP + part(table) + value


def sketches():
    sys.path.insert(0, str(VECTORS))
    import sketch

    rows = [sketch.row(key, f"value {key}") for key in range(40)]
    yield b"\0" + sketch.write(8, rows)
    for count in (1, 2, 5):
        _, cells, _ = sketch.read(sketch.write(8, rows[:count]))
        used = [(place, cell) for place, cell in enumerate(cells) if any(cell)]
        yield b"\1" + b"".join(
            place.to_bytes(2, "little") + rows.to_bytes(4, "little", signed=True)
            + b"".join(number.to_bytes(12, "little", signed=True) for number in sums)
            for place, (rows, *sums) in used
        )


def samples():
    values = b"".join(bytes([len(t) % 256, 3]) + t[: len(t) % 256] for t in texts())
    for most in (1, 3, 100):
        yield bytes([most]) + values


def packs():
    for mode, (_, pack) in itertools.product((0, 1), frames("packs", "packs")):
        yield bytes([mode]) + pack


def pack_round_trip():
    values = [b"".join(bytes([min(len(t), 254)]) + t for t in texts()), b"\xff\xff\1a\xff" * 9, b"\0" * 40]
    for codec, size, value in itertools.product(range(4), (0, 4, 11), values):
        yield bytes([codec, size]) + value


def rows():
    random.seed(6)
    for length in (0, 8, 40, 200, 1000):
        for _ in range(8):
            yield random.randbytes(length)


def streams():
    for name in ("zstd", "lz4"):
        for _, frame in frames(name):
            yield frame


def stream_round_trip():
    for format, text in itertools.product(range(4), texts()):
        yield bytes([format, 0, format, 20]) + text


def table(rows):
    def some(value):
        return [None if i % 5 == 3 else value(i) for i in range(rows)]

    return {
        "ints": pa.table({"i": pa.array(some(lambda i: i * 7), pa.int32()), "u": pa.array(range(rows), pa.uint64())}),
        "texts": pa.table({"t": some(lambda i: "text %d" % (i % 4)), "b": pa.array(some(lambda i: bytes([i % 256]) * (i % 3)))}),
        "nested": pa.table({
            "l": pa.array(some(lambda i: list(range(i % 4))), pa.list_(pa.int16())),
            "s": pa.array(some(lambda i: {"x": i, "y": str(i)}), pa.struct([("x", pa.int32()), ("y", pa.string())])),
        }),
        "others": pa.table({
            "f": pa.array(some(lambda i: i / 3), pa.float64()), "h": pa.array(some(lambda i: float(i % 9)), pa.float32()),
            "z": some(lambda i: i % 2 == 0), "d": pa.array(some(lambda i: i * 10**6), pa.timestamp("us")),
            "x": pa.array(some(lambda i: i), pa.int64()).cast(pa.decimal128(20, 0)),
        }),
        "map": pa.table({"m": pa.array(some(lambda i: [(str(i), i)] * (i % 3)), pa.map_(pa.string(), pa.int32()))}),
    }


def parquet_files():
    def written(content, **settings):
        out = io.BytesIO()
        # The schema of Arrow would be half of a small file.
        pq.write_table(content, out, store_schema=False, **settings)
        return out.getvalue()

    codecs = ["none", "snappy", "gzip", "brotli", "zstd", "lz4"]
    tables = table(12)
    for (name, content), version, crc in itertools.product(tables.items(), ("1.0", "2.0"), (False, True)):
        codec = codecs[(len(name) + int(crc) + (version == "2.0")) % len(codecs)]
        yield written(content, compression=codec, data_page_version=version, write_page_checksum=crc)
    for codec in codecs:
        yield written(tables["texts"], compression=codec, write_page_checksum=True, row_group_size=6)
    for encoding in ("DELTA_BINARY_PACKED", "BYTE_STREAM_SPLIT", "PLAIN"):
        yield written(tables["ints"], use_dictionary=False, column_encoding={"i": encoding, "u": encoding})
    for encoding in ("DELTA_BYTE_ARRAY", "DELTA_LENGTH_BYTE_ARRAY"):
        yield written(tables["texts"], use_dictionary=False, column_encoding={"t": encoding, "b": encoding})
    yield written(tables["ints"], write_page_index=True, write_page_checksum=True, data_page_size=16, write_batch_size=4)
    yield written(tables["texts"], bloom_filter_options={"t": {"ndv": 8, "fpp": 0.1}}, write_page_index=True)
    yield written(tables["ints"].slice(0, 0))
    published = [*(PUBLISHED / "parquet-testing").glob("*/*.parquet"), *(VECTORS / "rows").glob("*.parquet")]
    for path in sorted(published):
        if path.stat().st_size <= LONGEST:
            yield path.read_bytes()


def page_headers():
    """Structures of Parquet files from the footer's on, and all that starts where a page may."""
    for file in itertools.islice(parquet_files(), 20):
        yield file[4:200]
        length = int.from_bytes(file[-8:-4], "little")
        yield file[-8 - length:-8]


def diff():
    files = list(itertools.islice(parquet_files(), 26))
    for first, second in zip(files, files[1:]):
        yield part(first) + second
    for first, second in zip(files, files[2:]):
        yield part(first) + second


def sums():
    digests = {"MD5": 16, "SHA1": 20, "SHA256": 32, "SHA512": 64, "XXH32": 4, "XXH64": 8, "XXH3": 8, "XXH128": 16,
               "BLAKE3": 32, "BLAKE2b": 64, "CRC32": 4}
    names = ["file", "a file (1) = x", "new\\nline", " space", "*star", "Größe"]
    for (tag, width), name in itertools.product(digests.items(), names):
        escape = "\\" if "\\" in name else ""
        digest = random.randbytes(width).hex()
        for line in (f"{escape}{digest}  {name}", f"{escape}{digest} *{name}", f"{escape}{tag} ({name}) = {digest}"):
            yield b"\0\0" + line.encode()
    yield b"\0\0XXH3_0011223344556677  file"
    yield b"\0\0XXH64_LE (file) = 0011223344556677"
    yield b"\0\0# comment"


def arguments():
    for line in (
        "sum -a xxh3,blake3 a.parquet b", "sum --s3 CRC64NVME --part-size 8MiB a", "sum --tag -z -T 4 --json -",
        "check SUMS --quiet", "check -a xxh64 --status --ignore-missing -", "parquet verify --deep a.parquet",
        "parquet fingerprint --ordered a.parquet", "parquet diff a b --json", "parquet add-crc a b",
        "parquet add-crc a b -o c", "compress -T 2 --adapt=min=1,max=19 a", "compress --format lz4 -9 -c -",
        "decompress --memory 1GiB a.zst", "completions bash", "man", "--help", "sum --help", "--version", "",
    ):
        yield line.replace(" ", "\n").encode()


def calls():
    random.seed(7)
    text = {"codec": b"zstd(3)", "auto": b"auto", "algorithm": b"sha256", "key": b"0123456789abcdef", "checksum": b"CRC64NVME",
            "long key": b"0123456789abcdef" * 2, "pack": b"lz4"}
    for function in range(180):
        value = b"the value"
        yield bytes([function]) + value
        yield bytes([function, 2, 3]) + value
        yield bytes([function, 130]) + (2**40).to_bytes(16, "little") + value
        for name in text.values():
            yield bytes([function, 3]) + part(name) + value


TARGETS = {
    "decompress": decompress, "round_trip": round_trip, "dictionary": dictionary,
    "fsst": fsst, "samples": samples, "sketches": sketches, "packs": packs,
    "pack_round_trip": pack_round_trip, "rows": rows, "streams": streams, "stream_round_trip": stream_round_trip,
    "thrift": page_headers, "parquet_verify": parquet_files, "parquet_fingerprint": parquet_files,
    "parquet_diff": diff, "parquet_add_crc": parquet_files,
    "sum_manifest": sums, "arguments": arguments, "calls": calls,
}

if __name__ == "__main__":
    if not PUBLISHED.exists():
        print(f"{PUBLISHED} is not there: no published vectors among the seeds")
    for name, inputs in TARGETS.items():
        folder = pathlib.Path(sys.argv[1]) / name
        folder.mkdir(parents=True, exist_ok=True)
        count = 0
        for count, content in enumerate(inputs(), 1):
            (folder / f"{count:04}").write_bytes(content)
        print(f"{name}: {count} seeds")
