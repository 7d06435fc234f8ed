"""Runs the program, and reads what it prints."""

import subprocess

from tables.values import parse


class Wrong(Exception):
    """The program's answer is wrong."""


class Refused(Exception):
    """The program refuses in one line."""


def run(program, *arguments, folder, timeout=120):
    done = subprocess.run([program, *map(str, arguments)], capture_output=True, cwd=folder, timeout=timeout)
    return done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace")


def refusal(code, expected, error):
    """Raises what an exit code other than success means."""
    if code == expected and error.count("\n") == 1 and error.startswith("hashlane"):
        raise Refused(error.strip())
    raise Wrong(f"exit code {code}, standard error: {error[:600]!r}")


def lines(out):
    return [parse(line) for line in out.splitlines() if line]


def statements(name):
    """The types of a table's columns, its number of rows, and the rows."""
    quoted = name.replace("'", "''")
    return f"DESCRIBE SELECT * FROM '{quoted}'; SELECT count(*) AS n FROM '{quoted}'; SELECT * FROM '{quoted}'"


def select(program, name, folder, *options):
    """What `hashlane sql` prints for a table's columns, number of rows and rows: lines in any order of the rows."""
    code, out, error = run(program, "sql", "--format", "json", *options, "-c", statements(name), folder=folder)
    if code:
        refusal(code, 1, error)
    if error:
        raise Wrong(f"exit code 0, standard error: {error[:300]!r}")
    return out.splitlines()


def described(printed):
    """The columns' names and types, the number that count(*) returned, and the rows."""
    found = [parse(line) for line in printed]
    end = next(at for at, line in enumerate(found) if [key for key, _ in line] != ["column_name", "data_type", "is_nullable"])
    columns = [(dict(line)["column_name"], dict(line)["data_type"]) for line in found[:end]]
    return columns, int(found[end][0][1]), found[end + 1 :]
