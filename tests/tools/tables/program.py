"""Runs the program, and reads what it prints."""

import subprocess

from tables.values import parse


class Wrong(Exception):
    """The program's answer is wrong."""


class Refused(Exception):
    """The program refuses in one line."""


def run(program, *arguments, folder, timeout=180):
    try:
        done = subprocess.run([program, *map(str, arguments)], capture_output=True, cwd=folder, timeout=timeout)
    except subprocess.TimeoutExpired:
        raise Wrong(f"still runs after {timeout} s") from None
    return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")


def refusal(code, expected, error):
    """Raises what an exit code other than success means."""
    if code == expected and error.count("\n") == 1 and error.startswith("hashlane") and "bug in DataFusion" not in error:
        raise Refused(error.strip())
    raise Wrong(f"exit code {code}, standard error: {error[:600]!r}")


def lines(out):
    # A text may have other line breaks, such as U+2028.
    return [parse(line) for line in out.split("\n") if line]


def select(program, name, folder, *options, described=None):
    """What `hashlane sql` prints for a table's columns, number of rows and rows: lines in any order of the rows.

    A cluster can't describe a table: `described` are the lines that one machine printed.
    """
    quoted = name.replace("'", "''")
    statements = f"SELECT count(*) AS n FROM '{quoted}'; SELECT * FROM '{quoted}'"
    if described is None:
        statements = f"DESCRIBE SELECT * FROM '{quoted}'; {statements}"
    code, out, error = run(program, "sql", "--json", *options, "-c", statements, folder=folder)
    if code:
        refusal(code, 1, error)
    if error:
        raise Wrong(f"exit code 0, standard error: {error[:300]!r}")
    return (described or []) + [line for line in out.split("\n") if line]


def is_description(line):
    return line.startswith('{"column_name":') and [key for key, _ in parse(line)] == ["column_name", "data_type", "is_nullable"]


def answers(printed):
    """The columns' names and types, the number that count(*) returned, and the rows."""
    end = next(at for at, line in enumerate(printed) if not is_description(line))
    count, *rows = map(parse, printed[end:])
    columns = [(dict(line)["column_name"], dict(line)["data_type"]) for line in map(parse, printed[:end])]
    return columns, int(count[0][1]), rows
