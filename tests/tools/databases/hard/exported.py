"""Reads an exported file with Python's own libraries, as a side of a comparison: what each of its values means beside the table."""

import csv
import json

import pyarrow
import pyarrow.parquet
from hard import columns, reading
from hard.cells import NULL, Cell
from hard.columns import FOREVER, Type
from hard.meaning import Decimal
from hard.tables import Side

csv.field_size_limit(1 << 30)

def read(path, beside):
    """The file as a side. `beside` is the side of the table that it is an export of."""
    names, rows = {".csv": csv_rows, ".tsv": csv_rows, ".json": json_rows, ".parquet": parquet_rows}[path.suffix](path)
    if list(names) != beside.names:
        raise AssertionError(f"{path.name} has the columns {names}, not {beside.names}")
    side = Side("file", path.name, list(names), [], [[] for _ in range(rows.num_rows if hasattr(rows, "num_rows") else len(rows))])
    for at, (name, of) in enumerate(zip(names, beside.types)):
        found, cells = column(path, rows, at, name, of)
        side.types.append(found)
        for row, cell in zip(side.rows, cells):
            row.append(cell)
    return side

def csv_rows(path):
    with open(path, newline="", encoding="utf-8") as file:
        # A field that isn't quoted and one that is can't be told apart: an empty one is NULL.
        rows = list(csv.reader(file, delimiter="\t" if path.suffix == ".tsv" else ",", strict=True))
    return rows[0], [[text or None for text in row] for row in rows[1:] if row]

class Digits(str):
    """A number of JSON as it is written."""

def json_rows(path):
    lines = [line for line in path.read_text(encoding="utf-8").split("\n") if line]
    objects = [json.loads(line, parse_int=Digits, parse_float=Digits, parse_constant=refused) for line in lines]
    names = list(dict.fromkeys(name for found in objects for name in found))
    return names, [[found.get(name) for name in names] for found in objects]

def refused(word):
    raise ValueError(f"{word} isn't JSON")

def parquet_rows(path):
    table = pyarrow.parquet.read_table(path)
    return table.column_names, table

def column(path, rows, at, name, beside):
    """The type of a column, and its cells."""
    if isinstance(rows, pyarrow.Table):
        return parquet_column(rows.column(name), beside)
    values = [row[at] for row in rows]
    kinds = {type(value) for value in values if value is not None}
    if kinds == {Digits}:
        return json_numbers(values, beside)
    if kinds == {bool}:
        return columns.booleans("json", "boolean"), [Cell(value, value) for value in values]
    if len(kinds) > 1 or kinds and not issubclass(next(iter(kinds)), str):
        return None, [NULL] * len(values)
    found = Type("json" if path.suffix == ".json" else "csv", "text", "text", (), reads=True)
    return found, texts(values, beside, path.suffix != ".json")

def texts(values, beside, is_csv=False):
    return [Cell(value, reading.read(value, beside, is_csv)) for value in values]

def json_numbers(values, beside):
    """Numbers with a point or an exponent are doubles, if these print the same numbers, and are else exact."""
    found = [value for value in values if value is not None]
    is_whole = all(value.lstrip("-").isdigit() for value in found)
    if beside.kind in ("double", "real") or not is_whole and all(map(is_double, found)):
        return columns.floats("json", "number"), [Cell(value, value) for value in (value and float(value) for value in values)]
    return Type("json", "integer", "number", ()), [Cell(value, value) for value in (value and Decimal(value) for value in values)]


def is_double(text):
    """Whether the double prints the same digits."""
    return Decimal(text) == Decimal(repr(float(text)))


def parquet_column(column, beside):
    """A column of Arrow's types."""
    kind, types = column.type, pyarrow.types
    if types.is_dictionary(kind):
        column = column.cast(kind.value_type)
        kind = kind.value_type
    declared = str(kind)
    if types.is_integer(kind) or types.is_decimal(kind):
        return plain("number", declared, [None if value is None else Decimal(value) for value in column.to_pylist()])
    if types.is_floating(kind):
        return plain("real" if kind.bit_width == 32 else "double", declared, column.to_pylist())
    if types.is_boolean(kind):
        return plain("boolean", declared, column.to_pylist())
    if types.is_string(kind) or types.is_large_string(kind) or declared == "string_view":
        return Type("parquet", declared, "text", (), reads=True), texts(column.to_pylist(), beside)
    if types.is_date32(kind):
        return plain("date", declared, endless(integers(column, pyarrow.int32()), (1 << 31) - 1))
    if types.is_time(kind):
        return plain("time", declared, scaled(integers(column, pyarrow.int64() if kind.bit_width == 64 else pyarrow.int32()), kind.unit))
    if types.is_timestamp(kind):
        return plain("timestamp", declared, endless(integers(column, pyarrow.int64()), (1 << 63) - 1, kind.unit))
    if "uuid" in declared:
        return plain("uuid", declared, [None if value is None else str(value) for value in column.to_pylist()])
    if types.is_null(kind):
        return plain(beside.kind, declared, column.to_pylist())
    if "binary" in declared:
        return plain("bytes", declared, column.to_pylist())
    return None, [NULL] * len(column)

def plain(kind, declared, values):
    return Type("parquet", declared, kind, ()), [Cell(value, value) for value in values]

def integers(column, width):
    return [value for chunk in column.chunks for value in chunk.view(width).to_pylist()]

def endless(values, greatest, unit="us"):
    """Dates or points in time, of which the greatest number of the type and its negative are infinity, as DuckDB writes it."""
    words = {greatest: FOREVER[0], -greatest: FOREVER[1]}
    return [words.get(value) or found for value, found in zip(values, scaled(values, unit))]


def scaled(values, unit):
    """Microseconds. A value between two of them is a fraction, which equals none."""
    factor = {"s": 1_000_000, "ms": 1_000, "us": 1}.get(unit)
    if factor:
        return [None if value is None else value * factor for value in values]
    return [None if value is None else value // 1000 if value % 1000 == 0 else Decimal(value) / 1000 for value in values]
