"""Five nights of a table of customers, and the history that a snapshot must make of them.

The history is computed here from the rows, by comparing Python's values, with no hash and no SQL.
"""

import math
import struct
from decimal import Decimal

KEY = ("region", "customer_id")
NAN = float("nan")

# The columns of a night: name and type.
COLUMNS = [
    ("region", "VARCHAR"), ("customer_id", "INTEGER"), ("name", "VARCHAR"), ("note", "VARCHAR"),
    ("score", "INTEGER"), ("ratio", "FLOAT"), ("balance", "DECIMAL(12,2)"), ("tags", "VARCHAR[]"),
]
# From the third night on the source has scores and ratios as DOUBLE, while the snapshot keeps its types. On the fifth a
# column was added.
RETYPED = [(name, "DOUBLE" if name in ("score", "ratio") else kind) for name, kind in COLUMNS]
WIDENED = RETYPED + [("email", "VARCHAR")]

FIRST = [
    ("north", 1, "a-b", "c", 7, -0.0, Decimal("1.50"), ["x"]),
    ("north", 2, None, "x", 8, 0.1, None, None),
    ("north", 3, "same", "same", 9, NAN, Decimal("0.00"), []),
    ("north", 4, None, None, None, None, None, None),
    ("north", 5, "zero", "z", 0, -0.0, Decimal("2.00"), ["x", None]),
    ("north-", 1, "dash", None, 5, 0.1, None, None),  # Its key under dbt_utils is that of the next row.
    ("north", -1, "minus", None, 5, 1.5, None, None),
    ("south", 1, "", "y", 1, 0.25, Decimal("3.00"), ["p", "q"]),
    ("south", 2, "gone", None, 2, 0.1, Decimal("4.00"), None),
    ("south", 3, "|", "", 3, 0.0, Decimal("5.00"), ["pq"]),
]

SECOND = [
    ("north", 1, "a", "b-c", 7, -0.0, Decimal("1.50"), ["x"]),  # Joined by '-' it is what it was.
    ("north", 2, "x", None, 8, 0.1, None, None),  # A value moved to the next column.
    ("north", 3, "same", "same", 9, NAN, Decimal("0.00"), []),
    ("north", 4, None, None, None, None, None, None),
    ("north", 5, "zero", "z", 0, 0.0, Decimal("2.00"), ["x", None]),  # The zero lost its sign: no change.
    ("north-", 1, "dash", None, 5, 0.1, None, None),
    ("north", -1, "minus", None, 5, 1.5, None, None),
    ("south", 1, None, "y", 1, 0.25, Decimal("3.00"), ["p", "q"]),  # The empty text became NULL.
    ("south", 3, "", "|", 3, 0.0, Decimal("5.00"), ["p", "q"]),
    ("south", 4, "new", None, 4, 0.0, None, [None]),
]

THIRD = [
    ("north", 1, "a", "b-c", 7.0, -0.0, Decimal("1.50"), ["x"]),
    ("north", 2, "x", None, 9.0, 0.1, None, None),
    ("north", 3, "same", "same", 9.0, NAN, Decimal("0.00"), None),  # The empty list became NULL.
    ("north", 4, None, None, None, None, None, None),
    ("north", 5, "zero", "z", None, 0.0, Decimal("2.00"), ["x", None]),
    ("north-", 1, "dash", None, 5.0, 0.1, None, None),
    ("north", -1, "minus", None, 5.0, 1.5, None, None),
    ("south", 1, None, "y", 1.0, 0.25, Decimal("3.00"), ["p", "q"]),
    ("south", 2, "gone", None, 2.0, 0.1, Decimal("4.00"), None),  # It is back as it was.
    ("south", 3, "", "|", 3.0, 0.0, Decimal("5.00"), ["p", "q"]),
]

NIGHTS = [
    (COLUMNS, FIRST),
    (COLUMNS, SECOND),
    (RETYPED, THIRD),
    (RETYPED, list(reversed(THIRD))),  # The rows only moved.
    (WIDENED, [row + (None,) for row in THIRD if row[:2] != ("south", 1)]),
]


def comparable(value):
    """A value under Python's ==, where NaN is itself, and a float is the FLOAT that the snapshot keeps."""
    if isinstance(value, float):
        return "NaN" if math.isnan(value) else struct.unpack("f", struct.pack("f", value))[0]
    return tuple(value) if isinstance(value, list) else value


def history(checked=None, record_deletions=False):
    """The versions of every customer: (key, values by name, first night, last night or None, deleted).

    `checked` are the columns whose change makes a version; None takes all, and an added one changes every row.
    """
    versions, current = [], {}
    known = {name for name, _ in COLUMNS}
    for night, (columns, rows) in enumerate(NIGHTS, start=1):
        names = [name for name, _ in columns]
        added = checked is None and not known.issuperset(names)
        known.update(names)
        tonight = {row[:2]: dict(zip(names, row)) for row in rows}
        for key, values in tonight.items():
            if key in current and not added and not is_new_version(current[key], values, checked):
                continue
            end(versions, current, key, night)
            current[key] = start(versions, key, values, night, False)
        for key in [key for key in current if key not in tonight and not current[key]["deleted"]]:
            values = current[key]["values"]
            end(versions, current, key, night)
            if record_deletions:
                current[key] = start(versions, key, values, night, True)
    return versions


def is_new_version(version, values, checked):
    compared = checked or [name for name in values if name in version["values"]]
    before = [comparable(version["values"][name]) for name in compared]
    return version["deleted"] or before != [comparable(values[name]) for name in compared]


def start(versions, key, values, night, deleted):
    version = {"key": key, "values": values, "first": night, "last": None, "deleted": deleted}
    versions.append(version)
    return version


def end(versions, current, key, night):
    if key in current:
        current.pop(key)["last"] = night
