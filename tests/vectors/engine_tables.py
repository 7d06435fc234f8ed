"""The rows that spark_hive.py has other engines hash: tables of typed columns.

A type is a name of Spark's, ["array", type], ["struct", type, …] or ["map", type, type]. Values are what JSON can hold
exactly: days of a date, microseconds of a timestamp or an interval, the digits of a decimal without its
point as a text, the bits of a float in hex, bytes in hex, a list for an array or a struct, a list of keys with values for a map.
"""

import random
import struct

RANDOM = random.Random(20)


def integers(bits):
    edges = [0, 1, -1, 42, 2 ** (bits - 1) - 1, -(2 ** (bits - 1)), 2 ** (bits - 2)]
    return edges + [RANDOM.randrange(-(2 ** (bits - 1)), 2 ** (bits - 1)) for _ in range(8)]


FLOATS = [0.0, -0.0, 1.0, -1.0, 1.5, 0.1, 1e30, -1e-30, 3.141592653589793]
FLOATS += [float("nan"), float("inf"), float("-inf")]


def float_bits(value):
    return struct.pack(">f", value).hex()


def double_bits(value):
    return struct.pack(">d", value).hex()


def decimals(precision):
    """Both sides of every number of bytes, and the longest."""
    longest = 10**precision - 1
    edges = [0, 1, 10, 100, 1500, 12345, longest, longest - 9, 10 ** (precision - 1)]
    edges += [2 ** (8 * n - 1) + d for n in range(1, 17) for d in (-1, 0, 1)]
    edges += [2**32, 2**64, 2**64 - 1, 2**96, 10**20, 123456789012345678901234567890 * 1000]
    edges += [RANDOM.randrange(longest + 1) for _ in range(4)]
    fitting = sorted({n for n in edges if n <= longest})
    return [str(sign * n) for n in fitting for sign in (1, -1) if sign > 0 or n]


ALPHABET = "The quick brown fox — füchschen, ключ, 狐 🦊 — jumps over the lazy dog. "
LENGTHS = [*range(41), 63, 64, 65, 127, 128, 129, 300]
DECIMALS = [(1, 0), (5, 2), (9, 9), (18, 0), (18, 4), (18, 18), (19, 0), (20, 5), (38, 0), (38, 10), (38, 38)]
DAYS = [0, 1, -1, 18262, -719162, 2932896, 2**31 - 1, -(2**31)]
SECOND = 1_000_000
MICROSECONDS = [0, 1, -1, SECOND, -SECOND, SECOND // 2, -SECOND // 2, 1577836800 * SECOND + 123456]
MICROSECONDS += [-62135596800 * SECOND, 253402300799 * SECOND + 999999, 2**63 - 1, -(2**63)]
TEXTS = [(ALPHABET * 5)[:length] for length in LENGTHS]
# Every value of a byte, in each place of a word.
BYTES = [bytes((7 * length + i) * 37 % 256 for i in range(length)).hex() for length in LENGTHS]

FLAT = {
    "boolean": [False, True],
    "tinyint": integers(8),
    "smallint": integers(16),
    "int": integers(32),
    "bigint": integers(64),
    "float": [float_bits(value) for value in FLOATS + [1.401298464324817e-45, 3.4028234663852886e38]],
    "double": [double_bits(value) for value in FLOATS + [5e-324, 1.7976931348623157e308]],
    "string": TEXTS,
    "binary": BYTES,
    "date": DAYS,
    "timestamp": MICROSECONDS,
    "interval": MICROSECONDS,
    **{f"decimal({p},{s})": decimals(p) for p, s in DECIMALS},
}


def some(kind):
    """A value of a type, or NULL."""
    if RANDOM.random() < 0.2:
        return None
    if isinstance(kind, str):
        return RANDOM.choice(FLAT[kind]) if kind != "void" else None
    if kind[0] == "array":
        return [some(kind[1]) for _ in range(RANDOM.choice([0, 1, 1, 2, 3, 5, 9]))]
    if kind[0] == "map":
        keys = RANDOM.sample(FLAT[kind[1]], min(len(FLAT[kind[1]]), RANDOM.choice([0, 1, 2, 5])))
        return [[key, some(kind[2])] for key in keys]
    return [some(field) for field in kind[1:]]


NESTED = [
    *(["array", kind] for kind in ("boolean", "int", "bigint", "double", "string", "date", "timestamp")),
    ["array", "decimal(38,10)"],
    ["array", "void"],
    ["array", ["array", "int"]],
    ["array", ["array", ["array", "string"]]],
    ["array", ["struct", "int", "string"]],
    ["array", ["struct", ["array", "bigint"], ["struct", "binary"]]],
    ["struct", "int"],
    ["struct", "int", "string", "double"],
    ["struct", ["struct", "bigint", ["struct", "string"]], "float"],
    ["struct", ["array", "string"], ["array", ["struct", "date", "decimal(18,4)"]]],
    ["struct", "void", "boolean"],
]

MAPS = [
    ["map", "int", "string"],
    ["map", "string", ["array", "bigint"]],
    ["array", ["map", "date", "boolean"]],
    ["struct", "int", ["map", "bigint", ["map", "int", "int"]]],
]

ROWS = [
    ["void"],
    ["string", ["array", "int"], "int"],
    ["int", "int"],
    ["bigint", "string", "double"],
    ["void", "int", "void"],
    ["boolean", "tinyint", "smallint", "int", "bigint", "float", "double", "string", "binary"],
    ["date", "timestamp", "decimal(5,2)", "decimal(38,10)", ["array", "string"]],
    [["struct", "int", "string"], ["array", ["array", "int"]], "string"],
]


def tables():
    """Names, types of the columns, and rows."""
    for kind, values in FLAT.items():
        yield kind, [kind], [[value] for value in [*values, None]]
    for number, kind in enumerate(NESTED):
        rows = [[some(kind)] for _ in range(30)] + [[None]]
        if kind[0] == "array":
            rows += [[[]], [[None]], [[None, None]], [[some(kind[1]) for _ in range(150)]]]
        yield f"nested {number}", [kind], rows
    for number, kinds in enumerate(ROWS):
        yield f"rows {number}", kinds, [[some(kind) for kind in kinds] for _ in range(25)]
    for number, kind in enumerate(MAPS):
        yield f"maps {number}", [kind], [[some(kind)] for _ in range(25)] + [[None]]


def has(name, kind):
    """Whether a type is of that name, or has a part that is."""
    return kind == name or isinstance(kind, list) and any(has(name, part) for part in kind)
