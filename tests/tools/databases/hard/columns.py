"""The types of columns in each system, with their hard values: every boundary, and what other systems can't hold."""

import dataclasses
import struct
from collections.abc import Callable

from hard.meaning import Decimal, Word, single
from hard.moments import clock, days, moment

MEBI = 1 << 20


@dataclasses.dataclass(frozen=True)
class Type:
    """A type of a column. `reads` says that it is a file's text, which is read as the type beside it."""

    system: str
    declared: str
    kind: str
    values: tuple
    fits: Callable = lambda value: True
    odd: tuple = ()
    reads: bool = False

    @property
    def is_file(self):
        return self.system in FILES


FILES = ("parquet", "csv", "json")
DATABASES = ("postgresql", "mariadb", "clickhouse", "duckdb", "sqlite")


def known(values):
    """A test for types whose values are only those of a list."""
    found = frozenset(values)
    return lambda value: value in found


def integers(system, declared, bits, is_signed=True, kind="number"):
    low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if is_signed else (0, (1 << bits) - 1)
    values = {low, low + 1, high, high - 1, 0, 1, 10, 100, (high >> 1) + 1, -1 if is_signed else 7}
    # Floats can't tell these from their neighbours.
    values |= {number for number in ((1 << 53) + 1, (1 << 63) - 1, 1 << 63, (1 << 64) - 1) if number <= high}
    return Type(system, declared, kind, tuple(sorted(Decimal(number) for number in values)), between(low, high, 0))


def between(low, high, scale):
    """Whether a number is in a range, and has at most `scale` digits after the point."""
    def fits(value):
        if not isinstance(value, Decimal):
            return False
        return low <= value <= high and value == value.quantize(Decimal(1).scaleb(-scale))

    return fits


def decimals(system, declared, precision, scale, words=()):
    high = Decimal(10 ** precision - 1).scaleb(-scale)
    unit = Decimal(1).scaleb(-scale)
    values = [high, -high, Decimal(0), unit, -unit, high - unit, *(number for number in TYPICAL if abs(number) <= high)]
    in_range = between(-high, high, scale)
    values = tuple(value for value in values if in_range(value))
    return Type(system, declared, "number", (*values, *words), lambda value: value in words if isinstance(value, Word) else in_range(value))


TYPICAL = [Decimal(text) for text in ("1.5", "-0.5", "100", "-20.1", "0.1", "1000000", "12345678901234567890.5", "0.000001")]
NAN, INFINITE = Word("NaN"), (Word("Infinity"), Word("-Infinity"))
FOREVER = (Word("infinity"), Word("-infinity"))


def numeric(system, declared):
    values = [*TYPICAL, Decimal("9" * 60), Decimal("-" + "9" * 39), Decimal("0." + "0" * 50 + "1"), Decimal("1e45"), Decimal(10 ** 38),
              Decimal("123." + "4" * 39), Decimal(0), Decimal(1 << 64), Decimal("0.5")]
    return Type(system, declared, "number", (*values, NAN, *INFINITE), lambda value: isinstance(value, (Decimal, Word)))


NOT_A_NUMBER = float("nan")
SPECIAL = (NOT_A_NUMBER, float("inf"), float("-inf"))
DOUBLES = (0.1, -0.0, 0.0, 5e-324, 2.2250738585072014e-308, 1.7976931348623157e308, -1.7976931348623157e308, 9007199254740993.0, 1e22,
           1e23, 1.0, -1.5, 2.0, 1e-5, 1e15 + 0.3, 0.30000000000000004, -123456.789, 1e16, 123456789012345680.0, 0.1 + 0.7)
REALS = tuple(single(number) for number in (0.1, 3.14, -0.0, 0.0, 1.0, -1.5, 16777216.0, 16777217.0, 1e10, 1.17549435e-38, 1e-45, 0.3,
                                            3.4028234663852886e38, -3.4028234663852886e38, 123456.789, 2.0, 8388608.5, 9.999999e9))


def floats(system, declared, is_single=False, special=SPECIAL):
    values = REALS if is_single else DOUBLES
    has_nan, has_infinite = NOT_A_NUMBER in special, float("inf") in special

    def fits(value):
        if not isinstance(value, float) or value != value:
            return isinstance(value, float) and has_nan
        return (has_infinite or abs(value) < float("inf")) and (not is_single or single(value) == value)

    return Type(system, declared, "real" if is_single else "double", values + special, fits)


TEXTS = ("", " ", "a", " a", "a ", "A", "a|b:c", "N", "NULL", "1:N", "?1:a", "é", "e\u0301", "ß", "漢字", "😀", "\U000e0001", "\ufeff",
         "\t\n\r\x01\x7f", "back\\slash 'quote' \"double\"", "%s {c} :name $1", "\\N", "true", "0", "1.50", "NaN", "infinity", "{}",
         "#1:0cc175b9c0f1b6a831c399e269772661", "x" * 65_536, "x" * 65_537, "é" * 32_768, "é" * 32_769, "N" * (MEBI - 6))
LONGER = ("x" * MEBI, "y" * (MEBI + 1), "z" * (MEBI + 300_000), "é" * 600_000)


def texts(system, declared, extra=(), longest=None, encoding="utf-8", kind="text"):
    def fits(value):
        # PostgreSQL has no character 0.
        if not isinstance(value, str) or system == "postgresql" and "\0" in value or longest and len(value) > longest:
            return False
        try:
            return bool(value.encode(encoding) is not None)
        except UnicodeEncodeError:
            return False

    values = TEXTS + tuple(extra) + (() if longest else LONGER[:1])
    return Type(system, declared, kind, tuple(value for value in values if fits(value)), fits)


def chars(system, declared, longest, encoding="utf-8"):
    """char(n): blanks at the end aren't part of a value."""
    of = texts(system, declared, ("ab cd", " x", "b"), longest, encoding, kind="char")

    def fits(value):
        return isinstance(value, str) and value == value.rstrip(" ") and of.fits(value)

    return dataclasses.replace(of, values=tuple(value for value in of.values if fits(value)), fits=fits)


def labels(system, declared):
    values = ("a", "ünï", "with blank")
    return Type(system, declared, "text", values, known(values))


BYTES = (b"", b"\0", bytes(range(256)), b"text", b"\xff\xfe", b"N", b"\\x61", b"a" * 65_536, b"b" * 65_537, b"\xe2\x28", b"a" * 600_000)


def blobs(system, declared, longest=None, is_fixed=False):
    values = BYTES + (() if longest else (b"c" * (MEBI + 5), b"\xff" * (MEBI - 9)))
    if longest:
        values = tuple(value.ljust(longest, b"\0") if is_fixed else value for value in values if len(value) <= longest)
    return Type(system, declared, "bytes", values,
                lambda value: isinstance(value, bytes) and (len(value) == longest if is_fixed else not longest or len(value) <= longest))


UUIDS = ("00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff", "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11",
         "0189f7e2-0000-7000-8000-00000000000f")


def uuids(system, declared):
    return Type(system, declared, "uuid", UUIDS, lambda value: isinstance(value, str) and len(value) == 36 and value.count("-") == 4)


def booleans(system, declared):
    return Type(system, declared, "boolean", (True, False), lambda value: isinstance(value, bool))


DAYS = tuple(days(*date) for date in ((1, 1, 1), (1582, 10, 10), (1899, 12, 31), (1900, 1, 1), (1969, 12, 31), (1970, 1, 1), (1970, 1, 2),
                                      (2000, 2, 29), (2024, 2, 29), (2149, 6, 6), (2299, 12, 31), (9999, 12, 31)))


def within(low, high, words=(), step=1):
    """Whether a date, time or point in time is in a range, and a multiple of a step."""
    def fits(value):
        if isinstance(value, Word):
            return value in words
        return type(value) is int and low <= value <= high and value % step == 0

    return fits


def moving(system, declared, kind, usual, low, high, words=(), step=1):
    """Dates, times and points in time between two boundaries, which are values too."""
    fits = within(low, high, words, step)
    values = {value for value in (*usual, low, high, high - step) if fits(value)}
    return Type(system, declared, kind, (*sorted(values), *words), fits)


def dates(system, declared, low, high, words=()):
    return moving(system, declared, "date", DAYS, days(*low), days(*high), words)


CLOCKS = (0, clock(23, 59, 59, 999_999), clock(12, 30, 1, 1), clock(1, 2, 3), clock(1, 30), clock(12, 30, 0, 500_000), clock(23))


def times(system, declared, low=0, high=clock(23, 59, 59, 999_999), step=1):
    return moving(system, declared, "time", CLOCKS, low, high, (), step)


MOMENTS = tuple(moment(*parts) for parts in (
    (1, 1, 1), (1, 1, 1, 0, 0, 0, 1), (1582, 10, 10, 12), (1899, 12, 31, 23, 59, 59, 999_999), (1969, 12, 31, 23, 59, 59, 999_999),
    (1970, 1, 1), (1970, 1, 1, 0, 0, 1, 500_000), (1970, 1, 1, 0, 0, 1), (2000, 2, 29, 23, 59, 59, 100_000), (2024, 3, 10, 2, 30),
    (2024, 3, 31, 1, 30), (2026, 11, 1, 1, 30, 0, 123_456), (2038, 1, 19, 3, 14, 7), (2262, 4, 12), (9999, 12, 31, 23, 59, 59, 999_999)))


def stamps(system, declared, low, high, words=(), step=1):
    return moving(system, declared, "timestamp", MOMENTS, low, high, words, step)


def bits_of(number, is_single):
    return int.from_bytes(struct.pack("<f" if is_single else "<d", number), "little")
