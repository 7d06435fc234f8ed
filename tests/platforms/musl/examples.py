"""Loads the extension for musl in DuckDB's library for it, and compares the examples of all functions.

    examples.py QUERY EXTENSION EXAMPLES      in the root of tests/platforms/root/make.sh

QUERY is the program of query.c, EXAMPLES what the example `examples` of the crate catalog prints.
"""

import os
import pathlib
import subprocess
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "root"))

from compare_examples import compare_examples


def run(query, extension, statements):
    """What the program prints for each statement."""
    lines = [statement.replace("\n", " ") for statement in [f"LOAD '{os.path.abspath(extension)}'", *statements]]
    done = subprocess.run([query], input="\n".join(lines) + "\n", stdout=subprocess.PIPE, encoding="utf-8", timeout=600)
    answers = done.stdout.split("\0")[:-1]
    if done.returncode != 0 or len(answers) != len(lines) or answers[0] not in ("", "true"):
        sys.exit(f"{query} ended with {done.returncode} after {len(answers)} statements: {answers[:1]}{answers[-1:]}")
    return answers[1:]


if __name__ == "__main__":
    query, extension, examples = sys.argv[1:]
    compare_examples(examples, "linux_amd64_musl", lambda statements: run(query, extension, statements))
