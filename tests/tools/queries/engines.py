"""Runs queries with `hashlane sql` and with DuckDB, and returns their rows as multisets."""

import datetime
import json
import re
import subprocess
from collections import Counter

import duckdb

from support.extension import connect
from support.program import PROGRAM, environment

# A statement that runs in the client, between the results of two queries.
MARK = "SHOW datafusion.execution.batch_size"
MARKED = '"datafusion.execution.batch_size"'


class Refused:
    """A query that ended with one line."""

    def __init__(self, line):
        self.line = line

    def reason(self):
        """The line without names and numbers, to count how often it occurs."""
        return re.sub(r"'[^']*'|\"[^\"]*\"|\d+|^hashlane: |statement \d+: ", "…", self.line)[:200]


class Broken(Refused):
    """A query that ended in a way that no query should: a panic, several lines."""


def rows(lines, width):
    """The rows of a query, whose columns are named c0, c1, …"""
    parsed = (json.loads(line) for line in lines)
    return Counter(tuple(row.get(f"c{i}") for i in range(width)) for row in parsed)


class Program:
    """`hashlane sql` with arguments. Many statements share a process."""

    def __init__(self, name, *arguments, seconds=90):
        self.name, self.seconds = name, seconds
        self.command = [PROGRAM, "sql", "--json", *map(str, arguments), "-"]

    def run(self, tables, queries):
        """The rows of each query over tables, which are parts of a WITH, or why there are none."""
        results = []
        while len(results) < len(queries):
            results += self.run_some(tables, queries[len(results) :])
        return results

    def run_some(self, tables, queries):
        """Results up to the first query that fails."""
        statements = [text for query in queries for text in (MARK, over(tables, query.sql))]
        try:
            done = subprocess.run(
                self.command, input=";\n".join(statements).encode(), capture_output=True,
                timeout=self.seconds, env=environment(),
            )
            out, errors, code = done.stdout.decode(), done.stderr.decode(), done.returncode
        except subprocess.TimeoutExpired as expired:
            # Joins of joins may take long: such a query counts as refused.
            out, errors, code = (expired.stdout or b"").decode(), "no result in time\n", 1
        parts = [[]]
        for line in filter(None, out.split("\n")):
            if MARKED in line:
                parts.append([])
            else:
                parts[-1].append(line)
        parts = parts[1:]
        if code == 0:
            assert len(parts) == len(queries), (self.name, len(parts), len(queries))
            return [rows(part, query.width) for part, query in zip(parts, queries)]
        assert parts, (self.name, errors)
        refusal = Refused(errors.strip()) if code == 1 and errors.count("\n") == 1 else Broken(f"exit code {code}: {errors}")
        return [*(rows(part, query.width) for part, query in zip(parts[:-1], queries)), refusal]


def over(tables, sql):
    """A query over tables, which may have a WITH of its own."""
    return f"WITH {', '.join(tables)}" + (f", {sql.removeprefix('WITH ')}" if sql.startswith("WITH ") else f" {sql}")


class DuckDB:
    """The same queries in DuckDB, with our extension."""

    def __init__(self, tables, extension):
        self.connection = connect(extension)
        for table in tables:
            table.into(self.connection)

    def run(self, queries):
        return [self.one(query) for query in queries]

    def one(self, query):
        try:
            found = self.connection.execute(query.duckdb()).fetchall()
        except duckdb.Error as error:
            return Refused(str(error))
        return Counter(tuple(map(plain, row)) for row in found)


def plain(value):
    """A value as JSON has it."""
    return value.isoformat() if isinstance(value, datetime.date) else value
