"""Hard values of every type, and the text of a row as docs/sketch-format.md defines it, without any code of ours.

A value is what Python has for it: int, bool, Decimal, float, str, bytes, UUID, date, time or datetime (UTC).
"""

import datetime
import decimal
import hashlib
import struct
import uuid

DAY = datetime.timedelta(days=1)
MICROSECOND = datetime.timedelta(microseconds=1)
EPOCH = datetime.datetime(1970, 1, 1)
UTC = datetime.timezone.utc

D = decimal.Decimal
TIMES = ["0001-01-01 00:00:00", "0001-01-01 00:00:00.000001", "1582-10-10 12:00:00", "1899-12-31 23:59:59.999999",
         "1969-12-31 23:59:59.999999", "1970-01-01 00:00:00", "1970-01-01 00:00:01.5", "2000-02-29 23:59:59.1",
         "2024-03-10 02:30:00", "2026-11-01 01:30:00.123456", "2038-01-19 03:14:08", "9999-12-31 23:59:59.999999"]
MOMENTS = [datetime.datetime.fromisoformat(text) for text in TIMES]
UUIDS = ["00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff",
         "A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11", "0189f7e2-0000-7000-8000-00000000000f"]

# Longer texts and bytes are the MD5 of their bytes.
LONGEST = 65_536

# The name of a type in `hashlane sketch`: its values.
VALUES = {
    "integer": [-(1 << 63), (1 << 63) - 1, 0, -1, 100, 1 << 32, 10, -1000],
    "hugeint": [0, 1, (1 << 64) - 1, 1 << 63, 100],
    "boolean": [True, False],
    "decimal(38,10)": [D("9" * 28 + "." + "9" * 10), D("-" + "9" * 28 + "." + "9" * 10), D("0"), D("-0.5"), D("100"),
                       D("1.5"), D("0.0000000001"), D("1000000"), D("-20.10")],
    "decimal(38,0)": [D("9" * 38), D("-" + "9" * 38), D(0), D(100), D(-10)],
    "decimal(18,18)": [D("0." + "9" * 18), D("-0." + "9" * 18), D(0), D("0.5"), D("-0.000000000000000001")],
    "float": [0.1, -0.0, 0.0, float("nan"), float("inf"), -float("inf"), 5e-324, 2.2250738585072014e-308,
              1.7976931348623157e308, -1.7976931348623157e308, 9007199254740993.0, 1e22, 1.0, -1.5, 2.0, 1e-5, 1e15 + 0.3,
              0.30000000000000004, -123456.789, 4.9406564584124654e-310],
    "real": [struct.unpack("<f", struct.pack("<f", number))[0] for number in (
        0.1, 3.14, -0.0, 0.0, float("nan"), float("inf"), -float("inf"), 16777217.0, 1e10, 1.17549435e-38, 1e-45, -1.5, 123456.789)],
    "text": ["", " ", "a", " a", "a ", "a|b:c", "N", "NULL", "1:N", "é", "e\u0301", "ß", "漢字", "😀", "\ufeff", "\t\n\r\x01\x7f",
             "back\\slash 'quote' \"double\"", "x" * 10_000, "%s {c} :name $1", "ABC", "abc",
             "x" * LONGEST, "x" * (LONGEST + 1), "é" * (LONGEST // 2), "é" * (LONGEST // 2 + 1)],
    "char": ["", "a", "ab cd", " x", "é"],
    "enum": ["a", "ünï", "with blank"],
    "bytes": [b"", b"\0", bytes(range(256)), b"text", b"\xff\xfe", b"a" * LONGEST, b"a" * (LONGEST + 1)],
    "uuid": [uuid.UUID(text) for text in UUIDS],
    "date": [moment.date() for moment in MOMENTS] + [datetime.date(1900, 2, 28)],
    "time": [datetime.time(0), datetime.time(23, 59, 59, 999999), datetime.time(12, 30, 1, 1), datetime.time(1, 2, 3)],
    "timestamp": MOMENTS,
    "timestamptz": [moment.replace(tzinfo=UTC) for moment in MOMENTS],
}


def canonical(value):
    """The canonical text of a value, or None."""
    match value:
        case None:
            return None
        case bool():
            return str(int(value))
        case int():
            return str(value)
        case decimal.Decimal():
            digits = format(value, "f")
            digits = digits.rstrip("0").rstrip(".") if "." in digits else digits
            return "0" if digits == "-0" else digits
        case float():
            number = 0.0 if value == 0 else value
            return "7ff8000000000000" if number != number else struct.pack(">d", number).hex()
        case str():
            return value
        case bytes():
            return value.hex() if len(value) <= LONGEST else long(value)
        case uuid.UUID():
            return str(value)
        case datetime.datetime():
            return str((value.replace(tzinfo=None) - EPOCH) // MICROSECOND)
        case datetime.date():
            return str((value - EPOCH.date()) // DAY)
        case datetime.time():
            return str((datetime.datetime.combine(EPOCH, value) - EPOCH) // MICROSECOND)
    raise TypeError(value)


def long(value):
    return f"#{len(value)}:{hashlib.md5(value).hexdigest()}"


def row_text(types, row):
    parts = []
    for name, value in zip(types, row):
        text = canonical(value.rstrip(" ") if name == "char" and value is not None else value)
        if text is None:
            parts.append("N")
        elif name in ("text", "char", "enum"):
            stored = text.encode()
            parts.append(f"{len(stored)}:{text}" if len(stored) <= LONGEST else long(stored))
        else:
            parts.append(text)
    return "|".join(parts)


def row_hash(types, row):
    return int.from_bytes(hashlib.md5(row_text(types, row).encode()).digest()[:8], "big")


def check_of(h):
    return ((h & 0xFFFFFFFF) * 2146121005) ^ ((h >> 32) * 1540483477)


def cells(p, types, rows, has_number_key=True):
    """The cells of a sketch that aren't empty: a dict from the cell to its number of rows and its sums. The first value of a
    row is its key."""
    found, mask = {}, (1 << p) - 1
    for row in rows:
        h = row_hash(types, row)
        k = check_of(h)
        key = (row[0] or 0) if has_number_key else 0
        places = (h & mask, (h >> 32) & mask, (k >> 16) & mask, (k >> 36) & mask)
        signed = h - (1 << 64) if h >> 63 else h
        for subtable, place in enumerate(places):
            cell = found.setdefault((subtable << p) + place, [0, 0, 0, 0])
            for at, number in enumerate((1, signed, k, key)):
                cell[at] += number
    return {cell: tuple(numbers) for cell, numbers in found.items()}
