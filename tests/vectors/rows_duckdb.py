"""Checks that DuckDB reads from rows/*.parquet the types and the values that rows.json says.

    PYTHONPATH=…/duckdb/1.5.6 venv/bin/python rows_duckdb.py

What DuckDB has read is encoded by row_encoding.py, so this needs no extension: where it fails, no
row function can give the bytes of rows.json on that DuckDB.
"""

import json
import pathlib
import sys

import duckdb

import row_encoding

HERE = pathlib.Path(__file__).resolve().parent


def read(connection, path, column):
    """The type of a column and the bytes of its rows."""
    select = f"SELECT \"{column}\" FROM read_parquet('{path}') ORDER BY id"
    [[kind]] = connection.sql(f"SELECT typeof(\"{column}\") FROM read_parquet('{path}') LIMIT 1").fetchall()
    relation = connection.sql(select)
    table = relation.to_arrow_table() if hasattr(relation, "to_arrow_table") else relation.fetch_arrow_table()
    return kind, row_encoding.rows([table[column]])


def main():
    vectors = json.loads((HERE / "rows.json").read_text(encoding="utf-8"))
    expected = {(entry["file"], *entry["columns"]): entry.get("bytes") for entry in vectors["sets"]}
    connection, wrong, compared = duckdb.connect(), [], 0
    for file in vectors["files"]:
        if not file["file"].endswith(".parquet"):
            continue
        for column in file["columns"]:
            name = f"{file['file']}, {column['name']}"
            kind, encoded = read(connection, HERE / "rows" / file["file"], column["name"])
            says = column["duckdb"]
            says = says if isinstance(says, str) else says[duckdb.__version__]
            if kind != says:
                wrong.append(f"{name} is {kind}, not {says}")
            if rows := expected.get((file["file"], column["name"])):
                pairs = [(row.hex(), other) for row, other in zip(encoded, rows, strict=True) if other is not None]
                compared += len(pairs)
                differs = any(one != other for one, other in pairs)
                if differs != (f"duckdb-{duckdb.__version__}" in column.get("differs", [])):
                    wrong.append(f"{name}: the values {'differ' if differs else 'are the same'}")
    print(f"DuckDB {duckdb.__version__}: {compared} values compared")
    if wrong:
        sys.exit("\n".join(wrong))


main()
