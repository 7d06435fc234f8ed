"""Cases by hand that the oracle itself is checked with: pairs of values, and whether they are equal."""

from hard import reading
from hard.columns import Type
from hard.meaning import Decimal, Marked, Word, comparable, is_printed, meets, single
from hard.moments import moment

D = Decimal
# The left type, its value, the right type, its value, and whether they are equal. A None type means: not compared.
PG = {kind: Type("postgresql", kind, kind, (), lambda value: not isinstance(value, Word) or value in ("NaN", "Infinity", "infinity"))
      for kind in ("number", "real", "double", "boolean", "date", "time", "timestamp", "text", "char", "bytes", "uuid")}
MY = {kind: Type("mariadb", kind, kind, (), lambda value: isinstance(value, Word))
      for kind in ("number", "tinyint1", "date", "timestamp", "text", "real", "boolean")}
PQ = {kind: Type("parquet", kind, kind, ()) for kind in ("number", "double", "real", "date", "boolean", "timestamp")}
LITE = {kind: Type("sqlite", kind, kind, ()) for kind in ("number", "any", "text")}
CASES = [
    (PG["number"], D("1.50"), MY["number"], D("1.5"), True), (PG["number"], D("-0"), PG["number"], D(0), True),
    (PG["number"], Word("NaN"), PG["number"], Word("NaN"), True), (PG["number"], Word("NaN"), PG["number"], None, False),
    (PG["number"], D(1 << 64), PQ["double"], 2.0 ** 64, False), (PG["number"], D("0.1"), PQ["double"], 0.1, True),
    (PG["number"], D(9007199254740993), PQ["double"], 9007199254740992.0, False), (PG["number"], D(0), PG["number"], None, False),
    (PG["number"], Word("NaN"), PQ["double"], float("nan"), True), (PG["number"], Word("Infinity"), PQ["double"], -float("inf"), False),
    (PG["real"], single(0.1), PG["double"], 0.1, False), (PG["real"], single(0.1), PQ["double"], 0.1, True),
    (PG["real"], single(0.1), PQ["double"], single(0.1), True), (PG["real"], single(0.1), PQ["double"], 0.1000001, False),
    (PG["double"], -0.0, PG["double"], 0.0, True), (PG["double"], float("nan"), PG["double"], -float("nan"), True),
    (MY["tinyint1"], D(2), PG["boolean"], True, False), (MY["tinyint1"], D(1), PG["boolean"], True, True),
    (PG["char"], "ab", PG["text"], "ab  ", True), (PG["char"], "ab", PG["text"], " ab", False),
    (PG["uuid"], "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11", PG["text"], "A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11", True),
    (MY["date"], Word("0000-00-00"), MY["date"], None, False), (MY["date"], Word("0000-00-00"), PG["date"], None, True),
    (MY["date"], Word("2024-00-15"), PG["date"], None, False),
    (MY["timestamp"], Word("0000-00-00 00:00:00"), PQ["timestamp"], 0, False),
    (LITE["number"], Marked("abc"), LITE["number"], Marked("abc"), True), (LITE["number"], Marked("5"), LITE["number"], D(5), False),
    (LITE["any"], 5, LITE["any"], "5", False), (LITE["text"], "5", LITE["text"], "5", True),
    (PG["timestamp"], Word("infinity"), PG["timestamp"], Word("-infinity"), False),
]
CASES += [(PG["date"], 0, PQ["timestamp"], 0, True), (PG["date"], 1, PQ["timestamp"], 86_400_000_001, False)]
UNCOMPARED = [(PG["double"], PG["number"]), (PG["text"], PG["number"]), (PG["date"], PG["timestamp"]), (PG["boolean"], PG["number"]),
              (PG["bytes"], PG["text"]), (PG["text"], PQ["number"])]
# A text of a file, the type beside it, and the value that it means.
READINGS = [
    ("1.50", PG["number"], D("1.5")), ("1.5e3", PG["number"], D(1500)), ("007", PG["number"], D(7)), ("1,5", PG["number"], Marked("1,5")),
    ("NaN", PG["number"], Word("NaN")), ("0.1", PG["real"], single(0.1)), ("t", PG["boolean"], True), ("N/A", PG["boolean"], Marked("N/A")),
    ("ab   ", PG["char"], "ab"), (r"\x61", PG["bytes"], b"a"), ("2024-03-31T01:30", PG["timestamp"], moment(2024, 3, 31, 1, 30)),
    ("2024-03-31 03:30+02", PG["timestamp"], moment(2024, 3, 31, 1, 30)), ("24:00", PG["time"], 86_400_000_000),
    ("0044-03-15 BC", PG["date"], -735_160), ("2024-02-30", PG["date"], Marked("2024-02-30")), (r"\N", PG["number"], Marked(r"\N")),
    (r"\N", MY["number"], None), ("0000-00-00", MY["date"], Word("0000-00-00")), ("-838:59:59", PG["time"], -3_020_399_000_000),
]
PRINTED = [("1.5", D("1.50"), PG["number"]), ("0.1", single(0.1), PG["real"]), ("0.1", 0.1, PG["double"]),
           ("24:00:00", 86_400_000_000, PG["time"]),
           ("294276-12-31T23:59:59.999999", moment(294_276, 12, 31, 23, 59, 59, 999_999), PG["timestamp"]), ("6162", b"ab", PG["bytes"]),
           ("#65537:558715a61caa9d0cd83b83b0e7f7db34", "x" * 65_537, PG["text"]), ("x" * 65_536, "x" * 65_536, PG["text"])]


def check():
    """Raises AssertionError if the oracle is wrong about a case."""
    for left, one, right, other, is_equal in CASES:
        kind = meets(left, right)
        found = comparable(one, left, right, kind) == comparable(other, right, left, kind)
        assert kind and found == is_equal, (left.declared, one, right.declared, other)
    for left, right in UNCOMPARED:
        assert meets(left, right) is None, (left.declared, right.declared)
    for text, beside, value in READINGS:
        found = reading.read(text, beside)
        assert found == value and type(found) is type(value), (text, beside.declared, found)
    for text, value, of in PRINTED:
        assert is_printed(text, value, of, of), (text, value)
        assert not is_printed(text + "1", value, of, of), (text, value)
