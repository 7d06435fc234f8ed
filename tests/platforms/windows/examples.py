"""Loads the extension for Windows in DuckDB's program for it, under wine, and compares the examples of all functions.

    examples.py DUCKDB EXTENSION EXAMPLES      in the root of tests/platforms/root/make.sh

DUCKDB is the program duckdb.exe, EXAMPLES what the example `examples` of the crate catalog prints.
"""

import json
import pathlib
import subprocess
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "root"))

from compare_examples import compare_examples


def run(duckdb, extension, statements):
    """What the program prints for each statement: the only value of its result, or the error."""
    script = [f"LOAD '{extension}';", ".mode json"]
    for statement in statements:
        script += [".print <", statement.replace("\n", " ") + ";", ".print >"]
    done = subprocess.run(
        ["wine", duckdb, "-unsigned", "-batch"], input="\n".join(script) + "\n", encoding="utf-8",
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=1200,
    )  # fmt: skip
    text = done.stdout.replace("\r\n", "\n")
    parts = [part.partition("\n>")[0].strip() for part in text.split("<\n")[1:]]
    if len(parts) != len(statements):
        sys.exit(f"duckdb.exe ended with {done.returncode} after {len(parts)} statements: {text[-2000:]}")
    return [value(part) for part in parts]


def value(part):
    """The only value of a result, or the error."""
    try:
        (row,) = json.loads(part)
        return row["text"]
    except ValueError:
        return part


if __name__ == "__main__":
    duckdb, extension, examples = sys.argv[1:]
    compare_examples(examples, "windows_amd64", lambda statements: run(duckdb, extension, statements))
