"""Exports of a table: by the database's own command, and by pandas and Polars."""

import contextlib
import csv
import io
import pathlib
import shutil
import sqlite3
import subprocess
import uuid
import warnings

from hard import conditions


def postgresql_copy(engine, side, path):
    """In the time zone of the session, New York: its offsets before 1883 have seconds."""
    text = engine.run(f"COPY ({selected(side)}) TO STDOUT WITH (FORMAT csv, HEADER)")
    path.write_text(text, encoding="utf-8", newline="")


def quoted(side):
    return conditions.quoted(side.system, side.table)


def selected(side):
    """The statement that reads a side's columns, which may be some of the table's."""
    return f"SELECT {', '.join(side.names)} FROM {quoted(side)} ORDER BY id"


def outfile(engine, side, path, query, options):
    """The server writes into its own folder."""
    folder = pathlib.Path(engine.address("x").split("socket=")[1].split("&")[0]).parent
    target = folder / path.name
    engine.run(f"{query} INTO OUTFILE '{target}' CHARACTER SET utf8mb4 {options}")
    shutil.move(target, path)


def mariadb_quotes(engine, side, path):
    """CSV as other programs read it: NULL is empty, and quotes are doubled. A header comes by UNION with text."""
    header = ", ".join(f"'{name}'" for name in side.names)
    fields = ", ".join(f"ifnull(cast({name} AS char), '')" for name in side.names)
    query = f"SELECT {header} UNION ALL SELECT {fields} FROM {quoted(side)}"
    outfile(engine, side, path, query, """FIELDS TERMINATED BY ',' ENCLOSED BY '"' ESCAPED BY '"'""")


def mariadb_escapes(engine, side, path):
    r"""The server's own form, in which NULL is \N, below a header that somebody writes."""
    outfile(engine, side, path, selected(side), """FIELDS TERMINATED BY ',' OPTIONALLY ENCLOSED BY '"'""")
    path.write_bytes(",".join(side.names).encode() + b"\n" + path.read_bytes())


def mariadb_batch(engine, side, path):
    """What `mariadb --batch` prints, with its escapes undone and NULL as nothing."""
    command = [shutil.which("mariadb"), "--no-defaults", "--batch", "--default-character-set=utf8mb4", "--user=root", "test",
               f"--socket={engine.address('x').split('socket=')[1].split('&')[0]}", "-e", selected(side)]
    lines = subprocess.run(command, capture_output=True, check=True).stdout.decode().removesuffix("\n").split("\n")
    escapes = {"n": "\n", "t": "\t", "\\": "\\", "0": "\0", "r": "\r"}

    def field(text):
        parts = text.split("\\\\")
        for escape in "nt0r":
            parts = [part.replace("\\" + escape, escapes[escape]) for part in parts]
        return "" if text == "NULL" else "\\".join(parts)

    with open(path, "w", newline="", encoding="utf-8") as file:
        csv.writer(file, delimiter="\t", lineterminator="\n").writerows([field(text) for text in line.split("\t")] for line in lines)


def sqlite_csv(engine, side, path):
    program = shutil.which("sqlite3")
    if not program:
        raise FileNotFoundError("sqlite3 is missing: apt-get install sqlite3")
    commands = f".headers on\n.mode csv\n{selected(side)};\n"
    path.write_bytes(subprocess.run([program, "-batch", engine.path], input=commands.encode(), capture_output=True, check=True).stdout)


def duckdb_copy(engine, side, path):
    engine.run(f"SET TimeZone = 'America/New_York'; COPY ({selected(side)}) TO '{path}'")


def clickhouse_format(engine, side, path):
    name = {".csv": "CSVWithNames", ".json": "JSONEachRow", ".parquet": "Parquet"}[path.suffix]
    path.write_bytes(engine.bytes(selected(side), name))


@contextlib.contextmanager
def connection(engine, system):
    """A connection of Python's usual package for the database."""
    match system:
        case "postgresql":
            import psycopg2

            found = psycopg2.connect(engine.url, options="-c TimeZone=UTC")
        case "mariadb":
            import pymysql

            found = pymysql.connect(unix_socket=engine.address("x").split("socket=")[1].split("&")[0], user="root", database="test",
                                    charset="utf8mb4", max_allowed_packet=1 << 26)
        case "sqlite":
            found = sqlite3.connect(engine.path)
    with contextlib.closing(found):
        yield found


def from_duckdb(engine, statement, method):
    import duckdb

    with duckdb.connect(engine.path) as opened:
        opened.execute("SET TimeZone = 'UTC'")
        return getattr(opened.sql(statement), method)()


def as_pandas(engine, side):
    """What pandas.read_sql gives: integers with NULL are doubles, and decimals too."""
    import pandas

    statement = selected(side)
    if side.system == "clickhouse":
        return pandas.read_parquet(io.BytesIO(engine.bytes(statement, "Parquet")))
    if side.system == "duckdb":
        frame = from_duckdb(engine, statement, "df")
    else:
        with warnings.catch_warnings(), connection(engine, side.system) as opened:
            warnings.simplefilter("ignore")
            frame = pandas.read_sql(statement, opened)
    for name, of in zip(side.names, side.types):
        make = {"bytes": bytes, "uuid": str}.get(of.kind)
        if make:
            frame[name] = [None if pandas.isna(value) else make(value) for value in frame[name]]
    return frame


def pandas_parquet(engine, side, path):
    as_pandas(engine, side).to_parquet(path, index=False)


def pandas_csv(engine, side, path):
    as_pandas(engine, side).to_csv(path, index=False)


def pandas_json(engine, side, path):
    as_pandas(engine, side).to_json(path, orient="records", lines=True, date_format="iso", date_unit="us", double_precision=15)


def taken(value):
    """A value as Polars takes it."""
    if isinstance(value, memoryview):
        return bytes(value)
    return str(value) if isinstance(value, uuid.UUID) else value


def text(value):
    return None if value is None else str(value)


def as_polars(engine, side):
    import polars

    statement = selected(side)
    if side.system == "duckdb":
        return from_duckdb(engine, statement, "pl")
    if side.system == "clickhouse":
        return polars.read_parquet(io.BytesIO(engine.bytes(statement, "Parquet")))
    with connection(engine, side.system) as opened, contextlib.closing(opened.cursor()) as cursor:
        cursor.execute(statement)
        rows = cursor.fetchall()
    columns = [polars.Series(name, [taken(row[at]) for row in rows], strict=False) for at, name in enumerate(side.names)]
    # Decimals of more than 38 digits have no type: they become text.
    columns = [polars.Series(column.name, list(map(text, column))) if column.dtype == polars.Object else column for column in columns]
    return polars.DataFrame(columns)


def polars_parquet(engine, side, path):
    as_polars(engine, side).write_parquet(path)


def polars_csv(engine, side, path):
    as_polars(engine, side).write_csv(path)


def polars_json(engine, side, path):
    as_polars(engine, side).write_ndjson(path)
