"""Writes test/sql/*.test, which DuckDB's community CI runs, from the suite's files in tests/sql.

    python integrations/duckdb_community/generate.py

DuckDB's runner reads a dialect of its own: results have tabs, BLOBs are DuckDB's text, errors stand below `----`, and a
label skips the whole file. Left out is what only another engine or only some versions of DuckDB do, files, which
older versions don't open, and results that have no tabs here and values with spaces.
"""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
SUITE = ROOT / "tests/sql"
TARGET = ROOT / "test/sql"
RECIPES = SUITE / "recipes"

# Vectors of functions. The larger files of tests/sql/values would be another 600 KB.
VALUES = ["bad_frames", "crc", "engines", "row_values", "s3", "siphash", "unseeded", "xxhash"]

# What a record may be labelled with and still be run. Any other label is for some engines or versions.
KEPT = {("onlyif", "duckdb"), ("skipif", "datafusion"), ("skipif", "datafusion-utf8")}


def sources():
    yield from sorted(SUITE.glob("*.slt"))
    yield from sorted((SUITE / "duckdb").glob("*.slt"))
    yield from (SUITE / f"values/{name}.slt" for name in VALUES)
    yield from sorted(RECIPES.glob("*/*.slt"))


def records(file):
    """The records of a file, each a list of lines, with included files in their places and without comments."""
    for text in file.read_text(encoding="utf-8").split("\n\n"):
        lines = [line for line in text.strip("\n").split("\n") if not line.startswith("#")]
        if lines and lines[0].startswith("include "):
            yield from records(file.parent / lines[0].split()[1])
        elif lines and lines[0]:
            yield lines


def statements(recipe):
    """The statements of a recipe, as tests/suite/recipes.rs splits them."""
    lines = recipe.read_text(encoding="utf-8").splitlines()
    code = "\n".join(line for line in lines if line.strip() and not line.lstrip().startswith("--")) + "\n"
    return [statement.strip() for statement in code.split(";\n") if statement.strip()]


def converted(file):
    """The records of a file in DuckDB's dialect, as texts."""
    recipe = []
    if file.is_relative_to(RECIPES):
        recipe = statements((ROOT / "sql" / file.relative_to(RECIPES)).with_suffix(".sql"))
    for lines in records(file):
        while lines[0].startswith(("onlyif ", "skipif ")) and tuple(lines[0].split()) in KEPT:
            lines = lines[1:]
        if lines[0].startswith(("onlyif ", "skipif ")):
            continue
        yield from convert(lines, recipe)


def convert(lines, recipe):
    header, body = lines[0], lines[1:]
    result = None
    if "----" in body:
        result = body[body.index("----") + 1 :]
        body = body[: body.index("----")]
    sql = "\n".join(body)
    if sql.strip() == "RECIPE":
        yield from (f"statement ok\n{statement}" for statement in recipe[:-1])
        sql = recipe[-1]
    sql = re.sub(r"RECIPE (\d+)", lambda match: f"\n{recipe[int(match[1]) - 1]}\n", sql)
    sql = "\n".join(line for line in sql.split("\n") if line.strip())
    if header == "statement ok":
        yield f"{header}\n{sql}"
    elif header.startswith(("statement error", "query error")):
        message = header.split(" error", 1)[1].strip()
        yield f"statement error\n{sql}\n----" + (f"\n<REGEX>:{message}" if message else "")
    else:
        _, types, *sort = header.split()
        rows = [columns(row, types) for row in result]
        if "?" not in types and None not in rows:
            letters = "".join("I" if letter == "I" else "T" for letter in types)
            yield "\n".join([" ".join(["query", letters, *sort]), sql, "----", *("\t".join(row) for row in rows)])


def columns(row, types):
    """The values of a row as DuckDB prints them, or None if it can't be told where one ends."""
    values = [row] if len(types) == 1 else row.split(" ")
    if len(values) != len(types) or "\t" in row:
        return None
    return [blob(value) if letter == "X" else value for value, letter in zip(values, types)]


def blob(value):
    """DuckDB's text of a BLOB: printable ASCII as it is, but for a backslash and quotes."""
    if value in ("NULL", "(empty)"):
        return value
    plain = set(range(32, 127)) - set(b"\\'\"")
    return "".join(chr(byte) if byte in plain else f"\\x{byte:02X}" for byte in bytes.fromhex(value))


def generated():
    """Each file's path and text."""
    for file in sources():
        relative = file.relative_to(SUITE)
        body = list(converted(file))
        # Files are opened only by DuckDB 1.5.6 and later. A file with no result checks nothing.
        if any("'lake/" in record for record in body) or not any("----" in record for record in body):
            continue
        name = (TARGET.relative_to(ROOT) / relative).with_suffix(".test")
        head = [
            f"# name: {name}\n# description: {relative} of tests/sql, converted by integrations/duckdb_community/generate.py\n"
            "# group: [hashlane]",
            "require hashlane",
        ]
        yield ROOT / name, "\n\n".join(head + body) + "\n"


def main():
    files = dict(generated())
    stale = [path for path in TARGET.rglob("*.test") if path not in files]
    for path in stale:
        path.unlink()
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


main()
