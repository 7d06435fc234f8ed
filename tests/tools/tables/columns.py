"""Columns with the values that readers of tables get wrong, for each kind of file."""

import math
import string
from decimal import Decimal

import pyarrow as pa

from tables.texts import KINDS
from tables.values import ABSENT, Number

LIMITS = sorted({sign * (1 << bits) + more for bits in (7, 8, 15, 16, 31, 32, 53, 62) for more in (-1, 0, 1) for sign in (1, -1)})
WORDS = ["a", "é", "日本", "x" * 300, "two words", " blank before", "blank after ", "a,b", "a\tb", 'says ""', '"', "it's", "\\", "#",
         "null", "NULL", "-", "NaN", "true", "007", "1.10", "{}", "[1]", "💧", "'", ";"]
BREAKS = ["line one\nline two", "\n", "line one\r\nline two", "first\n123,looks like a row", 'says "x"\nand\n"y"', "\n\n\n", "a\r"]


def unquoted(field):
    """The text of a CSV field."""
    return field[1:-1].replace('""', '"') if field.startswith('"') else field


CSV_KINDS = {name: [unquoted(field) or None for field in fields] for name, fields in KINDS.items()}
CSV_KINDS["words"] = WORDS
CSV_KINDS["line breaks"] = BREAKS + ["plain", "also plain"]
# A file of 1,500 such rows is read in several ranges.
CSV_KINDS["long line breaks"] = ["123,looks like a row\n" * 50, "\n" * 900, 'a "quoted" line\r\n' * 60, "short"]
CSV_KINDS["few line breaks"] = BREAKS + ["plain"] * 300

# Mixed types have no exact type but text; numbers beyond all types may be refused.
JSON_KINDS = {
    "integer": lambda r: Number(r.randrange(-999, 999)),
    "limits": lambda r: Number(r.choice(LIMITS + [2**63 - 1, -(2**63)])),
    "uint64": lambda r: Number(r.choice([2**63, 2**64 - 1, 17241709254077376921, 17241709254077376922, 0])),
    "beyond uint64": lambda r: Number(r.choice([2**64, -(2**63) - 1, 2**127, 10**38 - 1, 5])),
    "number": lambda r: Number(r.choice(
        ["0", "1.5", "-2.25", "1e5", "1E-3", "1.10", "-0", "0.1", "1e308", "5e-324", "100", "2.0"])),
    "decimal": lambda r: Number(r.choice(
        ["12345678901234567.89", "12345678901234567.90", "0.12345678901234567890", "9007199254740993.0", "1.5"])),
    "beyond double": lambda r: Number(r.choice(["1e400", "-1e309", "1e-400", "1.5"])),
    "boolean": lambda r: r.random() < 0.5,
    "words": lambda r: r.choice(WORDS + BREAKS + [""]),
    "long words": lambda r: r.choice(["{}\n[1]," * 200, "é" * 900, ""]),
    "texts of numbers": lambda r: r.choice(["1", "01", "1.0", "1.10", "1e5", "NaN", "true", "null"]),
    "texts of dates": lambda r: r.choice(["2024-01-01", "2024-02-30", "9999-12-31", "2024-01-01T00:00:00Z"]),
    "texts of timestamps": lambda r: r.choice(["2024-01-01 00:00:00", "2024-01-01T00:00:00.123456789", "9999-12-31 23:59:59.9999999"]),
    "list": lambda r: [r.choice([None, Number(r.randrange(9)), Number(1 << 60)]) for _ in range(r.randrange(4))],
    "list of texts": lambda r: [r.choice(["", "a", None]) for _ in range(r.randrange(4))],
    "object": lambda r: {"a": Number(r.randrange(9)), "b": r.choice(["x", None, ABSENT])},
    "deep": lambda r: {
        "a": [{"b": {"c": r.choice([Number(1), None, ABSENT])}} for _ in range(r.randrange(3))],
        "n": Number(1),
    },
    "field sometimes": lambda r:
        {"a": Number(1)} if r.random() < 0.99 else {"a": Number(2), "late": r.choice([Number(7), "text", [Number(1)]])},
    "mixed": lambda r: r.choice([Number(1), "1", True, "true", Number("1.5"), "abc"]),
    "mixed nested": lambda r: r.choice([Number(1), [Number(1)], {"a": Number(1)}, "text"]),
    "null": lambda r: None,
}
JSON_EXCUSED = {"beyond uint64", "decimal", "beyond double", "field sometimes", "mixed", "mixed nested"}
# What appears for the first time after 1,000 rows, and what stands before it.
JSON_LATE = [("null", "words"), ("null", "integer"), ("null", "object"), ("null", "list"), ("integer", "number"),
             ("integer", "limits"), ("limits", "uint64"), ("object", "object with more"), ("list", "list of numbers"), ("integer", "mixed")]
JSON_KINDS["object with more"] = lambda r: {"a": Number(r.randrange(9)), "more": {"deeper": r.choice(["x", "y"])}}
JSON_KINDS["list of numbers"] = lambda r: [Number("1.75"), Number(r.randrange(9))]

FLOATS = [0.0, -0.0, 1.5, 0.1, math.nan, math.inf, -math.inf, 1e10, 1.7976931348623157e308, 5e-324, 123456789.125]
DAY = 86400


def whole(bits, signed=True):
    low, high = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if signed else (0, (1 << bits) - 1)
    return lambda r: r.choice([low, high, 0, 1, r.randint(low, high)])


def moments(per_second, low=-62135596800, high=253402300799):
    """Timestamps from the year 1 to the year 9999, in units of which a second has `per_second`."""
    ends = [low * per_second, (high + 1) * per_second - 1]
    return lambda r: r.choice([0, -1, 1, *ends, 1709210096 * per_second + 1, r.randint(*ends)])


def decimals(precision, scale):
    most = 10**precision - 1
    return lambda r: Decimal(r.choice([0, 1, -1, most, -most, r.randint(-most, most)])).scaleb(-scale)


PARQUET_KINDS = {
    **{f"int{bits}": (getattr(pa, f"int{bits}")(), whole(bits)) for bits in (8, 16, 32, 64)},
    **{f"uint{bits}": (getattr(pa, f"uint{bits}")(), whole(bits, False)) for bits in (8, 16, 32, 64)},
    "float32": (
        pa.float32(),
        lambda r: r.choice([0.0, -0.0, 1.5, math.nan, math.inf, -math.inf, 16777216.0, 2.0**-149, 0.10000000149011612]),
    ),
    "float64": (pa.float64(), lambda r: r.choice(FLOATS)),
    "decimal 9,2": (pa.decimal128(9, 2), decimals(9, 2)),
    "decimal 18,4": (pa.decimal128(18, 4), decimals(18, 4)),
    "decimal 38,10": (pa.decimal128(38, 10), decimals(38, 10)),
    "decimal 38,0": (pa.decimal128(38, 0), decimals(38, 0)),
    "decimal 76,5": (pa.decimal256(76, 5), lambda r: Decimal(r.choice([0, 10**75, -(10**75) + 1, 1])).scaleb(-5)),
    "text": (pa.string(), lambda r: r.choice(WORDS + BREAKS + [""])),
    "large text": (pa.large_string(), lambda r: r.choice(WORDS + [""])),
    "dictionary": (pa.dictionary(pa.int32(), pa.string()), lambda r: r.choice(WORDS)),
    "bytes": (pa.binary(), lambda r: r.randbytes(r.randrange(5))),
    "fixed bytes": (pa.binary(3), lambda r: r.randbytes(3)),
    "boolean": (pa.bool_(), lambda r: r.random() < 0.5),
    "date": (pa.date32(), lambda r: r.choice([0, -1, 19782, -719162, 2932896, r.randint(-719162, 2932896)])),
    "time ms": (pa.time32("ms"), lambda r: r.choice([0, DAY * 10**3 - 1, 45296789])),
    "time us": (pa.time64("us"), lambda r: r.choice([0, DAY * 10**6 - 1, 1])),
    "time ns": (pa.time64("ns"), lambda r: r.choice([0, DAY * 10**9 - 1, 1])),
    "timestamp s": (pa.timestamp("s"), moments(1)),
    "timestamp ms": (pa.timestamp("ms"), moments(10**3)),
    "timestamp us": (pa.timestamp("us"), moments(10**6)),
    "timestamp ns": (pa.timestamp("ns"), moments(10**9, -9223372036, 9223372035)),
    "timestamp us UTC": (pa.timestamp("us", "UTC"), moments(10**6)),
    "timestamp ms Berlin": (pa.timestamp("ms", "Europe/Berlin"), moments(10**3, 0, 4102444800)),
    "list": (pa.list_(pa.int64()), lambda r: [r.choice([None, 1, 2**63 - 1]) for _ in range(r.randrange(4))]),
    "list of texts": (pa.list_(pa.string()), lambda r: [r.choice([None, "", "a"]) for _ in range(r.randrange(3))]),
    "struct": (
        pa.struct([("a", pa.int32()), ("b", pa.string())]),
        lambda r: {"a": r.choice([None, 1]), "b": r.choice([None, "", "x"])},
    ),
    "list of structs": (
        pa.list_(pa.struct([("a", pa.float64())])),
        lambda r: [{"a": r.choice([None, 1.5, -0.0])} for _ in range(r.randrange(3))],
    ),
    "null": (pa.null(), lambda r: None),
}


class Column:
    """A name, the cells, and tags that say what is in it. Some columns may be refused always."""

    def __init__(self, name, cells, tags, excused=False, type_=None):
        self.name, self.cells, self.tags, self.excused, self.type = name, cells, tags, excused, type_


def with_gaps(r, cells):
    share = r.choice([0, 0, 0.1, 0.9])
    return [None if share and r.random() < share else cell for cell in cells]


def csv_column(r, name, rows):
    late = rows > 1000 and r.random() < 0.6
    kinds = r.sample(list(CSV_KINDS), r.choice([1, 1, 1, 2]))
    if not late:
        pool = [text for kind in kinds for text in CSV_KINDS[kind]]
        tags = [f"csv {kind}" for kind in kinds] if len(kinds) == 1 else ["csv two kinds"]
        return Column(name, with_gaps(r, r.choices(pool, k=rows)), tags)
    before = [None] if r.random() < 0.4 else CSV_KINDS[r.choice(["integer", "decimal", "date", "timestamp", "0 and 1", "true", kinds[-1]])]
    start = r.randrange(1000, rows)
    cells = r.choices(before, k=start) + r.choices(CSV_KINDS[kinds[0]], k=rows - start)
    if r.random() < 0.5:
        cells[start + 1 :] = r.choices(before, k=rows - start - 1)
    return Column(name, cells, ["csv late"])


def json_column(r, name, rows):
    if rows > 1000 and r.random() < 0.6:
        before, after = r.choice(JSON_LATE)
        start = r.randrange(1000, rows)
        cells = [JSON_KINDS[before if at < start else after](r) for at in range(rows)]
        return Column(name, cells, [f"json late {after}"], after in JSON_EXCUSED)
    kind = r.choice([kind for kind in JSON_KINDS])
    return Column(name, with_gaps(r, [JSON_KINDS[kind](r) for _ in range(rows)]), [f"json {kind}"], kind in JSON_EXCUSED)


def parquet_column(r, name, rows):
    kind = r.choice(list(PARQUET_KINDS))
    type_, draw = PARQUET_KINDS[kind]
    return Column(name, with_gaps(r, [draw(r) for _ in range(rows)]), [f"parquet {kind}"], type_=type_)


def identifiers(r, kind, rows):
    """The column `id`: no value twice. A big number may come late."""
    style = r.choice(["number", "number", "text", "big", "late big"])
    numbers = list(range(rows)) if r.random() < 0.7 else r.sample(range(10 * rows + 1), rows)
    if style == "text":
        cells = [f"k{n}" for n in numbers]
    else:
        shift = {"number": lambda at: 0, "big": lambda at: 2**53, "late big": lambda at: 2**63 if at >= 1000 else 0}[style]
        cells = [n + shift(at) for at, n in enumerate(numbers)]
        cells = cells if kind == "parquet" else [(str if kind == "csv" else Number)(n) for n in cells]
    type_ = pa.string() if style == "text" else pa.uint64() if style == "late big" else pa.int64()
    return Column("id", cells, [f"{kind} id {style}"], type_=type_)


NAMES = ["v", "name", "Name", "é", "two words", "a.b", 'q"q', "select", "1st", "x,y", "UPPER", "日本", "a'b", "tab\tbed", "-", "a;b"]


def columns(r, kind, rows):
    """`id` and up to five other columns, in any order."""
    draw = {"csv": csv_column, "json": json_column, "parquet": parquet_column}[kind]
    names = r.sample(NAMES, r.randrange(6)) if r.random() < 0.3 else list(string.ascii_lowercase[: r.randrange(6)])
    if names and r.random() < 0.05:
        names.append(names[0].swapcase() if names[0].swapcase() not in names else "other")
    found = [identifiers(r, kind, rows), *(draw(r, name, rows) for name in names)]
    r.shuffle(found)
    return found
