"""The tables whose rows are hashed: every type, with the values at which an encoder may go wrong.

Arrow arrays are made from bits and numbers where Python's own values would lose something: NaN
payloads, nanoseconds, years that datetime does not have.
"""

import pyarrow as pa

import row_decimals
import row_nested

# A varint grows by a byte at each power of 128; 5, 9 and 10 bytes are where widths end.
VARINT_EDGES = [n for bits in range(7, 64, 7) for n in (2**bits - 1, 2**bits)]

ZONED = {"utc": "UTC", "zoned": "America/New_York"}
DAY = 86_400


def table(columns):
    """Columns of one length behind an id, which orders the rows; short ones end in NULLs."""
    length = max(len(array) for array in columns.values())
    padded = {name: padded_to(length, array) for name, array in columns.items()}
    return pa.table({"id": pa.array(range(length), pa.int64()), **padded})


def padded_to(length, array):
    missing = length - len(array)
    if pa.types.is_dictionary(array.type):
        # concat_arrays refuses a dictionary that has a NULL.
        return pa.DictionaryArray.from_arrays(padded_to(length, array.indices), array.dictionary)
    return pa.concat_arrays([array, pa.nulls(missing, array.type)]) if missing else array


def bits(numbers, width, kind):
    """An array whose values have these bits."""
    unsigned = {16: pa.uint16(), 32: pa.uint32(), 64: pa.uint64()}[width]
    return pa.array([n if n is None else n % 2**width for n in numbers], unsigned).view(kind)


def integers():
    columns = {}
    for width in (8, 16, 32, 64):
        low, high = -(2 ** (width - 1)), 2 ** (width - 1) - 1
        edges = [edge for edge in VARINT_EDGES if edge <= high]
        values = [None, 0, 1, -1, low, high, low + 1, high - 1, *edges, *(-edge for edge in edges)]
        columns[f"i{width}"] = pa.array(values, getattr(pa, f"int{width}")())
        top = 2**width - 1
        values = [0, None, 1, top, top - 1, high, high + 1, *(edge for edge in VARINT_EDGES if edge <= top)]
        columns[f"u{width}"] = pa.array(values, getattr(pa, f"uint{width}")())
    columns["flag"] = pa.array([True, False, None, True])
    return table(columns)


# Zeros, ones, the largest and smallest finite ones, infinities, NaNs quiet and signalling of either
# sign and with payloads, and subnormals, whose exponent changes when they are widened.
F16 = [0, 0x8000, None, 0x3C00, 0xBC00, 0x7BFF, 0x0400, 0x7C00, 0xFC00, 0x7E00, 0xFE00, 0x7C01, 0x7FFF, 1, 0x8001, 0x03FF, 0x3555]
F32 = [0, 0x80000000, None, 0x3F800000, 0xBF800000, 0x7F7FFFFF, 0x00800000, 0x7F800000, 0xFF800000, 0x7FC00000,
    0xFFC00000, 0x7F800001, 0xFFFFFFFF, 0x7FC12345, 1, 0x80000001, 0x007FFFFF, 0x3DCCCCCD]
F64 = [0, 1 << 63, None, 0x3FF0 << 48, 0xBFF0 << 48, 0x7FEFFFFFFFFFFFFF, 1 << 52, 0x7FF0 << 48, 0xFFF0 << 48,
    0x7FF8 << 48, 0xFFF8 << 48, 0x7FF0000000000001, 0xFFFFFFFFFFFFFFFF, 0x7FF8DEADBEEF1234, 1, (1 << 63) + 1,
    0x000FFFFFFFFFFFFF, 0x3FB999999999999A]


def floats():
    return table({"f16": bits(F16, 16, pa.float16()), "f32": bits(F32, 32, pa.float32()), "f64": bits(F64, 64, pa.float64())})


def cycle(length):
    return (bytes(range(251)) * (length // 251 + 1))[:length]


# Around 12 bytes views and string_t change, at 128 and 16,384 the length takes another byte, and with
# the 3 to 5 bytes before them rows of the others are just below or above where XXH3 and BLAKE3 turn.
LENGTHS = [0, 1, 11, 12, 13, 14, 28, 60, 64, 122, 123, 124, 125, 126, 127, 128, 129, 235, 236, 250, 255, 256, 1000, 1019, 1020]
TEXTS = ["ä", "€", "🌍", "Größe, 東京 🌍", "a\0b", "\0", "e\u0301", "\u00e9", "NULL", " ", "'", "\x7f", "\U0010ffff"]


def texts():
    letters = "abcdefghijklmnopqrstuvwxyz"
    cut = [(letters * 700)[:length] for length in [*LENGTHS, 16_383, 16_384]]
    words = ["red", "green", None, "", "a word of more than 12 bytes", "red"] * 3
    return table({
        "text": pa.array([None, *TEXTS, *cut]),
        "blob": pa.array([None, b"\xff", b"\xc3\x28", b"a\0b", b"ab", *map(cycle, LENGTHS)]),
        "four": pa.array([b"\0\0\0\0", None, b"abcd", b"\xff" * 4], pa.binary(4)),
        "word": pa.array(words).dictionary_encode(),
    })


def times():
    """What every DuckDB holds as it is; the other units are in `units` and `arrow_types`."""
    i64 = [2**63 - 1, -(2**63), 2**63 - 2, -(2**63) + 2, -(2**63) + 1]
    day_us = [0, None, 1, 999_999, DAY * 10**6 - 1, 45_296_789_012]
    # 1970, its second before and after, 2000-02-29, 1582, 9999 and the year 1, in seconds.
    seconds = [0, None, 1, -1, 951_782_400, -12_219_292_800, 253_402_300_799, -62_135_596_800]
    fine = [s if s is None else s * 10**6 + (s % 7) * 142_857 for s in seconds]
    columns = {
        "day": bits([0, None, 1, -1, 18_262, -141_427, 2_932_896, -719_162, 2**31 - 1, -(2**31)], 32, pa.date32()),
        "time_ms": bits([n if n is None else n // 1000 for n in day_us], 32, pa.time32("ms")),
        "time_us": bits(day_us, 64, pa.time64("us")),
        "at_ms": bits([s if s is None else s * 1000 + s % 7 for s in seconds], 64, pa.timestamp("ms")),
        "at_us": bits([*fine, *i64], 64, pa.timestamp("us")),
        "at_ns": bits([0, None, 1, -1, 1_577_836_799_999_999_999, -999_999_999, *i64], 64, pa.timestamp("ns")),
    }
    columns |= {f"at_us_{name}": bits([*fine, *i64], 64, pa.timestamp("us", zone)) for name, zone in ZONED.items()}
    return table(columns)


# A unit's largest counts are not a DuckDB timestamp's.
COUNTS = [0, None, 1, -1, 1_577_836_799_999, -1_577_836_799_999, 127, 128, 2**63 - 1, -(2**63)]


def units():
    """What Parquet carries but some DuckDB reads as another value."""
    columns = {f"lasts_{unit}": bits(COUNTS, 64, pa.duration(unit)) for unit in ("ms", "us", "ns")}
    columns["time_ns"] = bits([0, None, 1, 999, 45_296_789_012_345, DAY * 10**9 - 1], 64, pa.time64("ns"))
    columns["at_ns_utc"] = bits(COUNTS[:8], 64, pa.timestamp("ns", "UTC"))
    return table(columns)


def arrow_types():
    """What Parquet has no form for, or forgets."""
    seconds = [0, None, 1, -1, 2**53, -(2**53)]
    words = ["red", None, "", "exactly 12 b", "a word of more than 12 bytes", "Größe, 東京 🌍"]
    return table({
        "lasts_s": bits(seconds, 64, pa.duration("s")),
        "at_s": bits(seconds, 64, pa.timestamp("s")),
        "at_s_utc": bits(seconds, 64, pa.timestamp("s", "UTC")),
        "at_ms": bits(COUNTS, 64, pa.timestamp("ms")),
        "time_s": bits([0, None, 1, DAY - 1], 32, pa.time32("s")),
        "text_large": pa.array(words, pa.large_string()),
        "text_view": pa.array(words, pa.string_view()),
        "blob_large": pa.array([b"\xff", None, b"", b"ab" * 10], pa.large_binary()),
        "blob_view": pa.array([b"\xff", None, b"", b"ab" * 10], pa.binary_view()),
        "word_u8": pa.DictionaryArray.from_arrays(pa.array([1, None, 0, 0, 1], pa.uint8()), pa.array(["x", "yy"], pa.large_string())),
        "word_i16": pa.DictionaryArray.from_arrays(pa.array([0, None, 1], pa.int16()), pa.array(["", "a view of more bytes"], pa.string_view())),
        "number_of_dictionary": pa.DictionaryArray.from_arrays(pa.array([1, None, 0, 1], pa.int32()), pa.array([300, -5], pa.int64())),
        **row_decimals.small(),
        **row_nested.arrow_only(),
    })


def arrow_own():
    """What polars cannot read, or reads as something else, so that our encoder alone gives the bytes."""
    return table({
        "runs": pa.RunEndEncodedArray.from_arrays(pa.array([2, 3, 6], pa.int32()), pa.array(["red", None, ""])),
        "runs_i64": pa.RunEndEncodedArray.from_arrays(pa.array([1, 6], pa.int64()), pa.array([300, -1], pa.int32())),
        "at_us_offset": bits(COUNTS[:4] + COUNTS[-2:], 64, pa.timestamp("us", "+05:30")),
        **row_decimals.wide(),
        **row_nested.arrow_own(),
    })


def many():
    """Rows for three of DuckDB's vectors, for the aggregates."""
    words, rows = "0123456789abcdefghijklmnopqrstuvwxyz" * 20, range(4_100)
    name_lengths = [300 if i % 97 == 5 else i % 40 for i in rows]
    return table({
        "customer": pa.array([None if i % 11 == 0 else i % 500 - 7 for i in rows], pa.int32()),
        "name": pa.array([None if i % 13 == 4 else words[i % 7 :][: name_lengths[i]] for i in rows]),
        "price": row_decimals.prices(rows),
        "paid": pa.array([None if i % 5 == 0 else i % 3 == 0 for i in rows]),
        "score": pa.array([None if i % 17 == 0 else i % 100 / 8 for i in rows], pa.float64()),
        "day": bits([None if i % 19 == 0 else i % 365 + 18_000 for i in rows], 32, pa.date32()),
        "at": bits([None if i % 23 == 0 else (i % 600 - 300) * 1_234_567 for i in rows], 64, pa.timestamp("us")),
        "tags": pa.array([None if i % 7 == 0 else [None if i % 3 == 0 else "tag", words[: i % 3]][: i % 4] for i in rows], pa.list_(pa.string())),
        "place": pa.array(
            [None if i % 8 == 0 else {"zip": i % 90, "spot": {"x": i % 3 / 2, "y": None}} for i in rows],
            pa.struct([("zip", pa.int16()), ("spot", pa.struct([("x", pa.float32()), ("y", pa.int8())]))]),
        ),
    })


# File name: the table's maker.
TABLES = {
    "integers.parquet": integers,
    "floats.parquet": floats,
    "texts.parquet": texts,
    "times.parquet": times,
    "units.parquet": units,
    "decimals.parquet": lambda: table(row_decimals.columns()),
    "nested.parquet": lambda: table(row_nested.columns()),
    "nulls.parquet": lambda: table(row_nested.nulls()),
    "maps.parquet": lambda: table(row_nested.maps()),
    "arrow_types.arrow": arrow_types,
    "arrow_own.arrow": arrow_own,
    "many.parquet": many,
}
