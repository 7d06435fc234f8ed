"""DuckDB reads the same files: a check of the generator. Its rows must be those that the generator knows."""

from decimal import Decimal

import pyarrow as pa

from tables.values import ABSENT, canonical, parse, wrong_in_parquet, Number, Pairs


class GeneratorWrong(Exception):
    """DuckDB reads other rows than the generator knows."""


def connect():
    import duckdb

    connection = duckdb.connect(config={"threads": 1})
    connection.sql("SET TimeZone = 'UTC'")
    return connection


def check(connection, part, columns, folder):
    """Compares the rows of one file, which was decompressed first: DuckDB doesn't read every method."""
    plain = folder / f".reference.{part.kind}"
    plain.write_bytes(part.plain)
    columns = [column for column in columns if column.name in part.names]
    if not part.rows and part.kind == "json" or len({name.casefold() for name in part.names}) < len(part.names):
        return
    rows = {"csv": csv_rows, "json": json_rows, "parquet": parquet_rows}[part.kind](connection, part, columns, plain)
    plain.unlink()
    if len(rows) != len(part.rows):
        raise GeneratorWrong(f"{part.path}: DuckDB has {len(rows)} rows, the generator {len(part.rows)}")


def differs(part, equal, shown, wanted):
    if not equal:
        raise GeneratorWrong(f"{part.path}: DuckDB has {shown}, the generator {wanted}")


def quoted(name):
    return '"' + name.replace('"', '""') + '"'


def csv_rows(connection, part, columns, plain):
    # Two threads that start within quotes can take a line of a value for a row.
    relation = connection.read_csv(
        str(plain), parallel=False, header=True, delimiter=part.delimiter, quotechar='"', escapechar='"', all_varchar=True, auto_detect=False,
        columns={name: "VARCHAR" for name in part.names},
    )
    rows = relation.fetchall()
    for shown, row in zip(rows, part.rows):
        wanted = tuple(row.get(name) for name in part.names)
        differs(part, shown == wanted, shown, wanted)
    return rows


def json_rows(connection, part, columns, plain):
    relation = connection.sql(f"FROM read_ndjson_objects('{plain}', maximum_object_size = 100000000)")
    rows = [parse(text) for text, in relation.fetchall()]
    for shown, row in zip(rows, part.rows):
        wanted = {name: row.get(name, ABSENT) for name in part.names}
        differs(part, canonical(as_cell(shown)) == canonical(wanted), shown, wanted)
    return rows


def as_cell(value):
    if isinstance(value, Pairs):
        return {name: as_cell(inner) for name, inner in value}
    return [as_cell(inner) for inner in value] if isinstance(value, list) else value


def parquet_rows(connection, part, columns, plain):
    selected = ", ".join(["file_row_number", *map(readable, columns)])
    shown = connection.sql(f"SELECT {selected} FROM read_parquet('{plain}', file_row_number = true) ORDER BY 1").fetchall()
    for at, column in enumerate(columns, 1):
        if pa.types.is_decimal256(column.type):
            continue
        cells = [row.get(column.name) for row in part.rows]
        wrong = wrong_in_parquet(cells, [printed(row[at], column.type) for row in shown], column.type)
        if wrong is not None:
            differs(part, False, (column.name, shown[wrong][at]), (column.type, cells[wrong]))
    return shown


def readable(column):
    """The column in a form that Python's types hold: dates and timestamps of any year as text."""
    name = quoted(column.name)
    if pa.types.is_date(column.type) or pa.types.is_time(column.type):
        return f"{name}::VARCHAR"
    return f"{name}::VARCHAR" if pa.types.is_timestamp(column.type) else name


def printed(value, type_):
    """A value of DuckDB as the program would print it."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, (int, Decimal)):
        return Number(value)
    if isinstance(value, float):
        return Number(repr(value))
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, list):
        return [printed(inner, None) for inner in value]
    if isinstance(value, dict):
        return Pairs((name, printed(inner, None)) for name, inner in value.items())
    return value
