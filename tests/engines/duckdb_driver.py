"""One DuckDB connection with the extension loaded, driven by JSON lines.

usage: duckdb_driver.py EXTENSION|-

Reads one {"sql": …} a line from stdin. Answers each with {"types": […], "rows": [[…], …]}, whose
values are texts as the suite writes them, or with {"error": …}. With - nothing is loaded.
"""

import json
import pathlib
import sys

import duckdb

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))

from support.extension import load


def text(value):
    if value is None:
        return "NULL"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (bytes, bytearray)):
        return value.hex() or "(empty)"
    return str(value) or "(empty)"


def connect(extension):
    connection = duckdb.connect(config={"allow_unsigned_extensions": True})
    if extension != "-":
        connection.execute(load(extension))
    return connection


def answer(connection, sql):
    try:
        connection.execute(sql)
        types = [str(column[1]) for column in connection.description or []]
        rows = [[text(value) for value in row] for row in connection.fetchall()]
        return {"types": types, "rows": rows}
    except Exception as error:  # The suite compares its text, whatever it is.
        return {"error": f"{type(error).__name__}: {error}"}


def main():
    try:
        connection = connect(sys.argv[1])
        ready = {"types": [], "rows": []}
    except Exception as error:
        connection, ready = None, {"error": str(error)}
    print(json.dumps(ready), flush=True)
    if connection is None:
        return
    for line in sys.stdin:
        print(json.dumps(answer(connection, json.loads(line)["sql"])), flush=True)


main()
