"""Writes tables into systems, all tables of a run at once."""

import contextlib
import json
import sqlite3
import urllib.parse

import pyarrow
import pyarrow.parquet
from hard import literals
from hard.conditions import quoted
from hard.meaning import Decimal, Word

PRELUDE = """
CREATE EXTENSION citext;
CREATE DOMAIN price AS numeric(12,2);
CREATE DOMAIN short_text AS varchar(30) CHECK (value <> 'never');
CREATE ROLE hostile LOGIN;
ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO hostile;
CREATE ROLE low;
GRANT CREATE ON SCHEMA public TO low;
ALTER ROLE hostile SET quote_all_identifiers = on;
ALTER ROLE hostile SET client_encoding = 'latin1';
ALTER ROLE hostile SET TimeZone = 'Asia/Kathmandu';
ALTER ROLE hostile SET DateStyle = 'SQL, DMY';
ALTER ROLE hostile SET IntervalStyle = 'sql_standard';
ALTER ROLE hostile SET bytea_output = 'escape';
ALTER ROLE hostile SET extra_float_digits = -5;
ALTER ROLE hostile SET standard_conforming_strings = off;
ALTER ROLE hostile SET search_path = public, pg_catalog;
"""

# A low role makes operators and functions with exact types for what a statement may use. Whoever runs one fails.
THEFT = """
SET ROLE low;
DO $do$
DECLARE a text; b text; o text; f text;
  body text := 'LANGUAGE plpgsql AS $$BEGIN RAISE EXCEPTION ''stolen''; END$$';
  names text[] := '{md5,left,right,length,octet_length,encode,rtrim,to_char,convert_to,abs,sum,float8send,uuid_send,isfinite}';
  kinds text[] := '{int4,int8,float8,numeric,text,bpchar,bytea,bool,date,time,timestamp,timestamptz,uuid,bit}';
BEGIN
  FOREACH a IN ARRAY kinds LOOP
    FOREACH f IN ARRAY names LOOP
      EXECUTE format('CREATE FUNCTION public.%I(%s) RETURNS text %s', f, a, body);
    END LOOP;
    FOREACH b IN ARRAY kinds LOOP
      CONTINUE WHEN NOT (a = b OR a IN ('int4', 'int8', 'text') OR b IN ('int4', 'int8', 'text'));
      EXECUTE format('CREATE FUNCTION public.stolen(%s, %s) RETURNS bool %s', a, b, body);
      FOREACH o IN ARRAY '{+,-,*,/,=,<>,<,>,>=,<=,||,&,|,#,<<,>>,%}'::text[] LOOP
        CONTINUE WHEN o = '%' AND a = 'text' AND b = 'text';
        EXECUTE format('CREATE OPERATOR public.%s (LEFTARG = %s, RIGHTARG = %s, FUNCTION = public.stolen)', o, a, b);
      END LOOP;
    END LOOP;
  END LOOP;
END $do$;
"""


def create(system, side):
    """The statements that make a table in a server."""
    kinds = ", ".join(f"{quoted(system, name)} {of.declared}" for name, of in zip(side.names, side.types))
    table, end = quoted(system, side.table), {"clickhouse": " ENGINE = Memory"}.get(system, "")
    statements = [f"CREATE TABLE {table} ({kinds}){end}"]
    if side.rows:
        literal = literals.DATABASES[system]
        rows = [", ".join(literal(of, cell.stored) for of, cell in zip(side.types, row)) for row in side.rows]
        statements.append(f"INSERT INTO {table} VALUES " + ",\n".join(f"({row})" for row in rows))
    return statements


def fill_postgresql(engine, sides):
    schema = "SET search_path = pg_catalog, public;\n"
    create_in = [statement.replace("CREATE TABLE ", "CREATE TABLE public.", 1).replace("INSERT INTO ", "INSERT INTO public.", 1)
                 for side in sides for statement in create("postgresql", side)]
    engine.run(schema + ";\n".join(create_in) + ";")


def fill_mariadb(engine, sides):
    """Values longer than max_allowed_packet get in while it is larger."""
    engine.run("SET GLOBAL max_allowed_packet = 67108864")
    statements = [statement for side in sides for statement in create("mariadb", side)]
    engine.run("SET sql_mode = 'STRICT_ALL_TABLES';\n" + ";\n".join(statements) + ";")
    engine.run("SET GLOBAL max_allowed_packet = 1048576")


def fill_each(system):
    def fill(engine, sides):
        for side in sides:
            for statement in create(system, side):
                engine.run(statement)

    return fill


def fill_duckdb(engine, sides):
    engine.run(";\n".join(statement for side in sides for statement in create("duckdb", side)))


def fill_sqlite(engine, sides):
    with contextlib.closing(sqlite3.connect(engine.path)) as connection:
        for side in sides:
            table, is_view = quoted("sqlite", side.table), sum(side.table.encode()) % 4 == 0
            stored = quoted("sqlite", f"{side.table} stored") if is_view else table
            kinds = ", ".join(f"{quoted('sqlite', name)} {of.declared}" for name, of in zip(side.names, side.types))
            connection.execute(f"CREATE TABLE {stored} ({kinds})")
            rows = [[literals.sqlite(of, cell.stored) for of, cell in zip(side.types, row)] for row in side.rows]
            connection.executemany(f"INSERT INTO {stored} VALUES ({','.join('?' * len(side.names))})", rows)
            if is_view:
                connection.execute(f"CREATE VIEW {table} AS SELECT * FROM {stored}")
        connection.commit()


def arrow_type(declared):
    name, _, arguments = declared.partition("(")
    arguments = [int(part) if part.isdigit() else part for part in arguments.rstrip(")").split(",") if part]
    found = getattr(pyarrow, {"bool": "bool_"}.get(name, name))
    return found(*arguments)


def arrow_value(of, value):
    if isinstance(value, Word):
        greatest = (1 << (31 if of.kind == "date" else 63)) - 1
        return greatest if value == "infinity" else -greatest
    match of.kind:
        case "number" if value is not None and "int" in of.declared:
            return int(value)
        case "time" if value is not None and of.declared == "time32(ms)":
            return value // 1000
        case "timestamp" if value is not None:
            return value // 1000 if "(ms" in of.declared else value * 1000 if "(ns" in of.declared else value
    return value


def arrow_array(of, cells):
    kind = arrow_type(of.declared)
    values = [arrow_value(of, cell.stored) for cell in cells]
    if of.kind in ("date", "time", "timestamp"):
        return pyarrow.array(values, pyarrow.int32() if kind.bit_width == 32 else pyarrow.int64()).view(kind)
    return pyarrow.array(values, kind)


def write_parquet(path, side):
    arrays = [arrow_array(of, [row[at] for row in side.rows]) for at, of in enumerate(side.types)]
    schema = pyarrow.schema([(name, arrow_type(of.declared)) for name, of in zip(side.names, side.types)])
    pyarrow.parquet.write_table(pyarrow.Table.from_arrays(arrays, schema=schema), path)


def write_csv(path, side):
    def field(text):
        if text is None:
            return ""
        return '"' + text.replace('"', '""') + '"' if any(char in text for char in ',"\r\n') or text.strip() != text else text

    lines = [",".join(field(name) for name in side.names)]
    lines += [",".join(field(cell.stored) for cell in row) for row in side.rows]
    # A line of one NULL would be an empty line.
    lines = [line or '""' for line in lines]
    path.write_bytes("".join(line + "\n" for line in lines).encode())


def json_value(of, value):
    if isinstance(value, Decimal):
        return str(value)
    return json.dumps(value, ensure_ascii=of.declared == "string" and len(value or "") % 2 == 0)


def write_json(path, side):
    lines = []
    for row in side.rows:
        fields = [f"{json.dumps(name)}:{json_value(of, cell.stored)}" for name, of, cell in zip(side.names, side.types, row)]
        lines.append("{" + ",".join(fields) + "}\n")
    path.write_bytes("".join(lines).encode())


FILL = {"postgresql": fill_postgresql, "mariadb": fill_mariadb, "clickhouse": fill_each("clickhouse"), "duckdb": fill_duckdb,
        "sqlite": fill_sqlite}
WRITE = {"parquet": write_parquet, "csv": write_csv, "json": write_json}


def prepare(system, engine):
    if system == "postgresql":
        engine.run(PRELUDE)


def file_name(side):
    return f"{side.table.split(' ')[-1]}.{side.system}"


def address(side, engine):
    """What the command is given for a side."""
    if side.system in WRITE:
        return file_name(side)
    table = '"' + side.table.replace('"', '""') + '"'
    found = engine.address(urllib.parse.quote(table, safe=""))
    if side.is_query:
        query = f"SELECT * FROM {quoted(side.system, side.table)}" + ("" if len(side.rows) % 2 else " -- all of it")
        found = found.rpartition("table=")[0] + "query=" + urllib.parse.quote(query, safe="")
    return found.replace("hashlane@", "hostile@") if side.is_hostile else found
