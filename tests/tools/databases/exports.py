"""A table and its own export: `hashlane diff` finds them equal, or finds exactly what the export lost.

usage: exports.py PROGRAM [SYSTEM…]

Python's own libraries read each export. What they find in it beside the table must be what the program finds. These exports lose
values; all other values of all types must be equal:

| export | what it loses |
|---|---|
| every CSV | the empty text, which is read as NULL as everywhere, and DuckDB's empty bytes |
| MariaDB, all but a cast | FLOAT has 6 digits. A cast to text cuts doubles of more than 22 characters |
| SQLite's .mode csv | floats have 15 digits |
| DuckDB's COPY to Parquet | integers of 128 bits are doubles |
| pandas, Polars | times of MariaDB are ISO durations in JSON |
| pandas | NaN is NULL, integers beside a NULL are doubles, and decimals are doubles. In JSON, doubles have 15 digits after the point: 9999999.99 is 9999999.990000000223517 |
| JSON | NaN and infinities are NULL |

These columns aren't compared: times of MariaDB that pandas and Polars write to Parquet as durations, and what ClickHouse's Parquet has
as bytes or numbers: integers of 128 and 256 bits, labels, and UUIDs through Polars.
Exports in text of bytes are left out, save those of PostgreSQL and DuckDB, and what a library refuses.
"""

import os
import pathlib
import sys
import tempfile

import engines
import random_pairs
import servers
from hard import exported, exporters, meaning, oracle, stores, tables
from hard.cells import NULL, Cell, odd_cell
from hard.meaning import Decimal, Word
from hard.moments import moment
from hard.systems import TYPES

LIBRARIES = [(f"{library} {suffix}", suffix, getattr(exporters, f"{library}_{suffix}")) for library in ("pandas", "polars")
             for suffix in ("parquet", "csv", "json")]
OWN = {
    "postgresql": [("COPY", "csv", exporters.postgresql_copy)],
    "mariadb": [("OUTFILE, quotes", "csv", exporters.mariadb_quotes), ("OUTFILE, escapes", "csv", exporters.mariadb_escapes),
                ("--batch", "tsv", exporters.mariadb_batch)],
    "sqlite": [(".mode csv", "csv", exporters.sqlite_csv)],
    "duckdb": [(f"COPY {suffix}", suffix, exporters.duckdb_copy) for suffix in ("csv", "json", "parquet")],
    "clickhouse": [(f"FORMAT {suffix}", suffix, exporters.clickhouse_format) for suffix in ("csv", "json", "parquet")],
}


def is_plain(of, value):
    """Whether Python's datetime holds a value, and exports in text take it."""
    if isinstance(value, (Word, meaning.Marked)):
        return False
    match of.kind:
        case "date":
            return -719_162 <= value <= 2_932_896
        case "time":
            return 0 <= value < 86_400_000_000
        case "timestamp":
            return moment(1, 1, 3) <= value < moment(9999, 12, 30)
        case "double":
            return abs(value) < 1e300 or of.system != "duckdb" and not abs(value) < float("inf")
        case "real":
            return abs(value) < 1e300 or of.system != "duckdb"
        case "text" | "char":
            return len(value) < 70_000 and "\U000e0001" not in value
    return True


def is_held(of, value, name):
    """Whether an export is given a value: it may be refused by the library, or break the file."""
    if name.startswith(("pandas", "polars")) or name == "COPY json":
        return is_plain(of, value)
    if name.startswith("OUTFILE") and isinstance(value, str):
        return not any(char in value for char in ('\n\r\0"\\' if name.endswith("escapes") else "\n\r\0"))
    return True


def is_exported(of, name, suffix):
    """Whether an export is given a type. What isn't compared by any rule is left out."""
    system = of.system
    if of.kind == "any" or of.kind == "bytes" and suffix != "parquet" and system not in BYTES.get(name, ()):
        return False
    # Booleans of SQLite are integers for libraries. DuckDB gives them unsigned integers of 128 bits as signed ones.
    if of.declared in ("BOOLEAN", "uhugeint") and name.startswith(("pandas", "polars")):
        return False
    if system == "clickhouse" and name not in ("FORMAT csv", "FORMAT json"):
        return of.kind != "time" and not (name.startswith("polars") and "Decimal(76" in of.declared)
    return not (of.kind == "time" and system == "mariadb" and name == "polars csv")


# Texts of bytes have a form of their own only here.
BYTES = {"COPY": ("postgresql",), "COPY csv": ("duckdb",), "COPY json": ("duckdb",)}


def table(system, number, name, suffix):
    """A table with every value of every type that an export can be given."""
    columns, types = [], [of for of in TYPES[system] if is_exported(of, name, suffix)]
    for of in types:
        cells = [Cell(value, value) for value in of.values if is_held(of, value, name)]
        cells += [odd_cell(stored) for stored in of.odd if isinstance(stored, str) and name == ".mode csv"]
        columns.append([NULL, *cells])
    key = next(of for of in TYPES[system] if of.declared in ("bigint", "INTEGER", "Nullable(Int64)"))
    rows = [[Cell(Decimal(id), Decimal(id)), *(column[id % len(column)] for column in columns)] for id in range(max(map(len, columns)))]
    return tables.Side(system, f"t{number}", ["id", *(f"c{at:02}" for at in range(len(types)))], [key, *types], rows)


def check(program, engine, side, export, path):
    """Compares a table with an export of it. Returns the types that lost values, and those that can't be compared."""
    export(engine, side, path)
    other = exported.read(path, side)
    pairs = list(zip(side.types, other.types))
    ignored = [name for name, (one, two) in zip(side.names, pairs) if two is None or tables.is_unclear(one, two)]
    columns = [tables.Column(at, at, meaning.meets(*both)) for at, both in enumerate(pairs) if side.names[at] not in ignored]
    pair = tables.Pair(1, side, other, columns[:1], columns[1:], ["--ignore", ",".join(ignored)] if ignored else [])
    expected = oracle.Oracle(pair)
    changes = expected.changes()
    if any(kind != "changed" for kind, *_ in changes):
        raise AssertionError(f"{path.name} has other rows than its table")
    lost = {side.types[column.left].declared for *_, differing in changes for column in differing}
    apart = {of.declared for at, of in enumerate(side.types) if side.names[at] in ignored}
    apart |= {side.types[column.left].declared for column in columns if column.kind is None}
    addresses = [stores.address(side, engine), path.name]
    try:
        compare(program, expected, addresses, path.parent)
    except oracle.Wrong as wrong:
        raise oracle.Wrong(f"{wrong}{by_column(program, pair, addresses, path.parent)}") from None
    return lost, apart


def by_column(program, pair, addresses, folder):
    """The columns that are wrong alone."""
    found = []
    for column in pair.columns:
        name = pair.left.names[column.left]
        one = oracle.Oracle(tables.Pair(1, pair.left, pair.right, pair.keys, [column], [f"--columns={name}"]))
        try:
            compare(program, one, addresses, folder)
        except oracle.Wrong as wrong:
            found.append(f"\n    {one.kinds(column)}: {wrong}")
    return "".join(found)


def compare(program, expected, addresses, folder):
    _, code, out, error = random_pairs.run(program, addresses, expected.pair, folder)
    if code != expected.exit_code():
        explained = random_pairs.explained(expected, out)
        raise oracle.Wrong(f"exit code {code}, not {expected.exit_code()}: {oracle.short(error)} {explained}")
    expected.check_lines(random_pairs.lines(out))


BIG = {"postgresql": {"bigint"}, "mariadb": {"bigint", "bigint unsigned"}, "sqlite": {"INTEGER", "BIGINT UNSIGNED", "int8"},
       "clickhouse": {"Nullable(Int64)", "Nullable(UInt64)"}, "duckdb": {"hugeint"}}
PRECISE = {"postgresql": {"numeric", "numeric(60,5)", "numeric(38,10)", "decimal(18,18)"}, "mariadb": {"decimal(65,0)", "decimal(65,30)"},
           "duckdb": {"decimal(38,0)", "decimal(38,10)"}}
DECIMALS = {"postgresql": {"numeric(9,2)", "price"}, "mariadb": {"decimal(9,2)"}, "sqlite": {"NUMERIC", "DECIMAL(15,4)"},
            "duckdb": {"decimal(9,2)"}}
TIMES = {"time", "time(6)"}
NUMBERS = {"Nullable(Int128)", "Nullable(UInt256)"}


def kinds(system, *names):
    return {of.declared for of in TYPES[system] if of.kind in names}


def empty(system):
    """Types with an empty text. PostgreSQL pads it, and labels have none."""
    found = {of.declared for of in TYPES[system] if of.kind in ("text", "char") and "" in of.values}
    return found - {"char(8)"} if system == "postgresql" else found


def lost(system, name):
    """The types of which an export loses values, as in the table above."""
    library, _, suffix = name.partition(" ")
    is_text, found = name.endswith(("csv", "COPY", "quotes", "escapes", "--batch")), set()
    floats = kinds(system, "real", "double")
    if is_text:
        found |= {"Nullable(String)", "LowCardinality(Nullable(String))"} if system == "clickhouse" else empty(system)
    if system == "mariadb":
        found |= {"float"} | ({"double"} if name == "OUTFILE, quotes" else set())
        found |= TIMES if suffix == "json" else set()
    if name == ".mode csv":
        found |= floats
    if system == "duckdb" and name in ("COPY csv", "COPY parquet"):
        found |= {"blob"} if is_text else {"hugeint", "uhugeint"}
    if library == "pandas":
        found |= BIG[system] | PRECISE.get(system, set())
        found |= {"double precision", "real", "Nullable(Float32)", "Nullable(Float64)"} & floats
    if suffix == "json":
        found |= floats if (system, library) in (("postgresql", "polars"), ("sqlite", "polars"), ("clickhouse", "FORMAT")) else set()
        # A number beside DuckDB's FLOAT is read as one, and 15 digits after the point are enough for it.
        found |= floats - {"float"} if library == "pandas" and system != "mariadb" else set()
        found |= DECIMALS.get(system, set()) if library == "pandas" else set()
        found |= {"double"} if library == "pandas" and system in ("mariadb", "duckdb") else set()
    return found


def apart(system, name):
    """The types that can't be compared with what an export makes of them."""
    if system == "clickhouse" and name.endswith("parquet"):
        return NUMBERS | ({"Nullable(UUID)"} if name.startswith("polars") else kinds(system, "text") - empty(system))
    return TIMES if system == "mariadb" and name.endswith("parquet") else set()


def exports_of(system):
    # Bytes in ClickHouse's Parquet have no form in the libraries' texts.
    libraries = [library for library in LIBRARIES if system != "clickhouse" or library[1] == "parquet"]
    return [*OWN[system], *libraries]


def check_system(program, system):
    """Every export of a system. Returns the faults."""
    faults = []
    with engines.ADDRESSED[system]() as engine, tempfile.TemporaryDirectory() as folder:
        stores.prepare(system, engine)
        for number, (name, suffix, export) in enumerate(exports_of(system)):
            side = table(system, number, name, suffix)
            stores.FILL[system](engine, [side])
            try:
                found = check(program, engine, side, export, pathlib.Path(folder) / f"e{number}.{suffix}")
                if found != (lost(system, name), apart(system, name)):
                    raise AssertionError(f"it loses {found}, not {lost(system, name), apart(system, name)}")
            except (oracle.Wrong, AssertionError) as error:
                faults.append(f"{system}, {name}: {error}")
        print(f"{system}: {number + 1} exports are as Python reads them" if not faults else "\n".join(faults), flush=True)
    return faults


def main():
    program = os.path.abspath(sys.argv[1])
    try:
        faults = [fault for system in sys.argv[2:] or OWN for fault in check_system(program, system)]
    except (servers.Missing, FileNotFoundError) as error:
        sys.exit(str(error))
    if faults:
        sys.exit(f"{len(faults)} exports are wrong")


if __name__ == "__main__":
    main()
