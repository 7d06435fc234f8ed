"""Loads the extension for Windows in DuckDB's program for it, under wine, and compares the examples of all functions.

    examples.py DUCKDB EXTENSION EXAMPLES      in the root of tests/root/make.sh

DUCKDB is the program duckdb.exe, EXAMPLES what the example `examples` of the crate catalog prints.
"""

import json
import pathlib
import subprocess
import sys

# The text of a value as the catalogue writes it: bytes in hex.
TEXT = """CASE WHEN r IS NULL THEN 'NULL' WHEN typeof(r) = 'BLOB' THEN lower(hex(r::VARCHAR::BLOB))
    ELSE r::VARCHAR END"""
# What a call of an aggregate answers in DuckDB before 2.0.
NO_AGGREGATES = "can't pass the states of an extension's aggregate safely"


def run(duckdb, extension, statements):
    """What the program prints for each statement: the rows of its result, or the error."""
    script = [f"LOAD '{extension}';", ".mode json"]
    for statement in statements:
        script += [".print <", statement + ";", ".print >"]
    done = subprocess.run(
        ["wine", duckdb, "-unsigned", "-batch"], input="\n".join(script) + "\n",
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8", timeout=1200,
    )
    text = done.stdout.replace("\r\n", "\n")
    if done.returncode != 0:
        sys.exit(f"duckdb.exe ended with {done.returncode}: {text[-2000:]}")
    parts = [part.partition("\n>")[0].strip() for part in text.split("<\n")[1:]]
    assert len(parts) == len(statements), text[-2000:]
    return parts


def main(duckdb, extension, examples):
    lines = pathlib.Path(examples).read_text("utf-8").splitlines()
    examples = [json.loads(line) for line in lines]
    statements = [f"SELECT {TEXT} AS text FROM (SELECT {example['sql']} AS r)" for example in examples]
    about = ["SELECT platform AS text FROM pragma_platform()", "SELECT value AS text FROM hashlane_info() WHERE key = 'instruction_set'"]
    platform, isa, *results = [read(part) for part in run(duckdb, extension, about + statements)]
    if platform != "windows_amd64":
        sys.exit(f"the platform is {platform}")
    wrong, aggregates = [], 0
    for example, result in zip(examples, results):
        if NO_AGGREGATES in result:
            aggregates += 1
        elif result != example["result"]:
            wrong.append(f"{example['sql']}: {result}, where {example['result']} was expected")
    count = len(examples) - aggregates
    print(f"{count} examples on {platform} with {isa}: {len(wrong)} differ; "
          f"{aggregates} of aggregates, which this DuckDB refuses, are left out")
    if wrong or count < 250:
        sys.exit("\n".join(wrong) or "there are too few examples")


def read(part):
    """The only value of a result, or the error."""
    try:
        (row,) = json.loads(part)
        return row["text"]
    except ValueError:
        return part


if __name__ == "__main__":
    main(*sys.argv[1:])
