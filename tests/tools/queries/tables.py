"""Small tables with NULLs and duplicates, each in several files or in memory."""

import csv
import datetime

import pyarrow as pa
import pyarrow.parquet as pq

# Columns and their types, as SQL and as Arrow name them.
COLUMNS = {
    "id": ("BIGINT", pa.int64()),
    "a": ("INTEGER", pa.int32()),
    "b": ("BIGINT", pa.int64()),
    "s": ("VARCHAR", pa.string()),
    "d": ("DATE", pa.date32()),
}
KINDS = {"id": "int", "a": "int", "b": "int", "s": "text", "d": "date"}
# What the columns hold besides NULL. Few values, so that rows match; no empty text, which CSV can't tell from NULL.
VALUES = {
    "a": range(-1, 5),
    "b": range(-1, 5),
    "s": ["x", "y", "Z", "xy", "é"],
    "d": [datetime.date(1969, 12, 31), datetime.date(2024, 2, 29), datetime.date(2024, 3, 1)],
}
FORMATS = ["parquet", "parquet", "csv", "memory"]


class Table:
    """Rows, and where they are."""

    def __init__(self, name, generator):
        self.name = name
        self.format = generator.choice(FORMATS)
        # Columns without NULLs are declared so, which optimizers rely on.
        self.required = {"id"} | {column for column in VALUES if generator.random() < 0.2}
        if self.format == "memory":
            self.required = set()
        count = generator.choice([0, 1, 4, 6, 8, 10, 12, 20])
        self.rows = [self.row(number, generator) for number in range(count)]
        self.files = generator.randrange(1, 6)

    def row(self, number, generator):
        values = [number]
        for column, choices in VALUES.items():
            is_null = column not in self.required and generator.random() < 0.2
            values.append(None if is_null else generator.choice(choices))
        return tuple(values)

    def write(self, folder):
        """Writes the files, of which some may have no rows, and returns the table's part of a WITH."""
        place = folder / self.name
        place.mkdir(parents=True)
        # Texts of CSV, and literals, have the type that all of them have.
        casts = ", ".join(f"CAST({name} AS {kind}) AS {name}" for name, (kind, _) in COLUMNS.items())
        if self.format == "memory":
            rows = ", ".join(literal_row(row) for row in self.rows)
            source = f"(VALUES {rows or literal_row([None] * len(COLUMNS))}) AS v({', '.join(COLUMNS)})"
            return f"{self.name} AS (SELECT {casts} FROM {source}{'' if rows else ' WHERE 1 = 0'})"
        for number in range(self.files):
            rows = self.rows[number :: self.files]
            if self.format == "parquet":
                fields = [pa.field(name, kind, name not in self.required) for name, (_, kind) in COLUMNS.items()]
                columns = list(zip(*rows)) or [()] * len(fields)
                arrays = [pa.array(column, field.type) for column, field in zip(columns, fields)]
                pq.write_table(pa.Table.from_arrays(arrays, schema=pa.schema(fields)), place / f"{number}.parquet")
            else:
                with open(place / f"{number}.csv", "w", newline="", encoding="utf-8") as file:
                    csv.writer(file).writerows([list(COLUMNS), *rows])
        return f"{self.name} AS (SELECT {'*' if self.format == 'parquet' else casts} FROM '{place}/')"

    def column(self, name):
        return f"{name} {COLUMNS[name][0]}{' NOT NULL' if name in self.required else ''}"

    def into(self, duckdb):
        """Creates the table in DuckDB, from the values and not from the files."""
        duckdb.execute(f"CREATE TABLE {self.name} ({', '.join(self.column(name) for name in COLUMNS)})")
        if self.rows:
            duckdb.execute(f"INSERT INTO {self.name} VALUES {', '.join(literal_row(row) for row in self.rows)}")

    def describe(self):
        return f"{self.name}: {self.format}, {self.files} files, required {sorted(self.required)}, rows {list(map(literal_row, self.rows))}"


def literal_row(row):
    return f"({', '.join(literal(value) for value in row)})"


def literal(value):
    if value is None:
        return "NULL"
    if isinstance(value, datetime.date):
        return f"DATE '{value}'"
    return f"'{value}'" if isinstance(value, str) else str(value)
