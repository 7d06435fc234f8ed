"""What DuckDB and `hashlane sql` read from each kind of CSV text: the type and the values.

Usage: csv_kinds.py PROGRAM [all] (with the Python that has DuckDB; `all` prints the kinds on which both agree too)

A kind is three texts in a column of a file with a column `id`. Two engines agree if their types are of one class and the
values are equal, so that fingerprints are equal as well.
"""

import sys
import tempfile
from decimal import Decimal
from pathlib import Path

import duckdb

from tables.columns import unquoted
from tables.files import Dialect
from tables.program import Refused, Wrong, answers, select
from tables.texts import KINDS
from tables.values import moment, number, time_of_day

# Classes of types whose values hash alike.
CLASSES = {
    "number": ["Int", "UInt", "Decimal", "BIGINT", "HUGEINT", "DOUBLE", "Float", "DECIMAL", "INTEGER", "UBIGINT", "BIGNUM"],
    "zoned": ["TIMESTAMP WITH TIME ZONE"],
    "timestamp": ["TIMESTAMP", "Timestamp"],
    "time": ["TIME", "Time"],
    "date": ["DATE", "Date"],
    "boolean": ["BOOLEAN", "Boolean"],
    "text": ["VARCHAR", "Utf8", "LargeUtf8", "JSON", "UUID"],
    "null": ["Null"],
}


class Plain:
    """The random choices of a dialect, without chance."""

    choice = staticmethod(lambda options: options[0])
    random = staticmethod(lambda: 0.5)


def class_of(type_):
    if type_.startswith("Timestamp") and '"' in type_:
        return "zoned"
    return next((name for name, starts in CLASSES.items() if type_.startswith(tuple(starts))), type_)


def comparable(class_, value):
    """Equal for values with equal hashes."""
    if value is None:
        return None
    if class_ == "number":
        # A double is the number that it stores, not its shortest text.
        exact = number(str(value))
        return Decimal(float(value)) if isinstance(exact, Decimal) and ("." in value or "e" in value.lower()) else exact
    if class_ in ("timestamp", "zoned", "date"):
        return moment(value) and moment(value)[0]
    return time_of_day(value) if class_ == "time" else str(value).lower() if class_ == "boolean" else value


def in_duckdb(connection, file):
    # Into a table first: a cast above read_csv would be pushed into the scan, and read the text.
    connection.execute(f"CREATE OR REPLACE TABLE t AS FROM read_csv('{file}')")
    rows = connection.execute("SELECT typeof(v), v::VARCHAR FROM t ORDER BY id").fetchall()
    return rows[0][0], [value for _, value in rows]


def in_program(program, file):
    try:
        columns, _, rows = answers(select(program, str(file), file.parent))
    except (Refused, Wrong) as error:
        return f"refused: {error}", []
    rows = sorted(map(dict, rows), key=lambda row: int(row["id"]))
    return dict(columns)["v"], [row["v"] if not isinstance(row["v"], bool) else str(row["v"]).lower() for row in rows]


def main():
    program, everything = sys.argv[1], "all" in sys.argv[2:]
    connection = duckdb.connect()
    connection.execute("SET TimeZone = 'UTC'")
    disagree = 0
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "kind.csv"
        for kind, fields in KINDS.items():
            texts = [unquoted(field) or None for field in fields]
            file.write_bytes(Dialect(Plain, "csv").file(["id", "v"], [{"id": str(at), "v": text} for at, text in enumerate(texts)]))
            answers = [in_duckdb(connection, file), in_program(program, file)]
            keys = [(class_of(type_), [comparable(class_of(type_), value) for value in values]) for type_, values in answers]
            # All values NULL: a column of no type has the fingerprint of any other.
            agree = keys[0] == keys[1] or all(all(value is None for value in values) and values for _, values in answers)
            disagree += not agree
            if everything or not agree:
                print(f"{'agree' if agree else 'DIFFER':<7} {kind:<26} {' | '.join(map(str, texts))}")
                for name, (type_, values) in zip(("DuckDB", "hashlane"), answers):
                    print(f"{'':<10} {name:<9} {type_:<26} {' | '.join(map(str, values))}")
    print(f"{disagree} of {len(KINDS)} kinds differ")


if __name__ == "__main__":
    main()
