"""Two tables in PostgreSQL that differ in 1,000 rows, compared by sketches and by bisection.

usage: run.py HASHLANE [--rows N] [--record FILE]

Prints what each takes: seconds, bytes moved, and the server's time. All of them must find exactly the planted changes. reladiff
bisects: it asks for checksums of ranges of keys, and splits those that differ.
"""

import argparse
import contextlib
import csv
import json
import os
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import threading
import time

import duckdb

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/tools/databases"))
import servers

CHANGES = 1000
COLUMNS = "id:bigint,name:text,amount:decimal(12,2),is_paid:boolean,at:timestamp"


class Counter:
    """Passes bytes on to a server, and counts them."""

    def __init__(self, port):
        self.port, self.bytes = port, 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            client, _ = self.listener.accept()
            server = socket.create_connection(("127.0.0.1", self.port))
            for ends in ((client, server), (server, client)):
                threading.Thread(target=self.pass_on, args=ends, daemon=True).start()

    def pass_on(self, source, target):
        with contextlib.suppress(OSError):
            while data := source.recv(1 << 18):
                self.bytes += len(data)
                target.sendall(data)
            target.shutdown(socket.SHUT_WR)

    def url(self, url):
        return url.replace(f":{self.port}/", f":{self.listener.getsockname()[1]}/")


def step(rows):
    """One row of so many has a change of each kind."""
    return rows // (CHANGES // 4)


def fill(server, rows):
    """Two tables: the second has a fourth of the changes each as other values, NULLs, missing and new rows."""
    server.run(f"""CREATE TABLE before AS SELECT i::bigint AS id, 'customer ' || i % 99991 AS name, (i * 7 % 1000003 / 100.0)::numeric(12, 2) AS amount,
                     i % 3 = 0 AS is_paid, timestamp '2020-01-01' + i * interval '10 seconds' AS at FROM generate_series(1, {rows}) s(i);
                   ALTER TABLE before ADD PRIMARY KEY (id);""")
    every = step(rows)
    server.run(f"""CREATE TABLE after AS SELECT * FROM before;
                   ALTER TABLE after ADD PRIMARY KEY (id);
                   UPDATE after SET amount = amount + 0.01 WHERE id % {every} = 1;
                   UPDATE after SET name = NULL WHERE id % {every} = 2;
                   DELETE FROM after WHERE id % {every} = 3;
                   INSERT INTO after SELECT -i, 'new', 1, true, '2026-01-01' FROM generate_series(1, {CHANGES // 4}) s(i);
                   ANALYZE before; ANALYZE after;""")
    changed = {("changed", i) for i in range(1, rows + 1) if i % every in (1, 2)}
    return changed | {("removed", i) for i in range(1, rows + 1) if i % every == 3} | {("added", -i) for i in range(1, CHANGES // 4 + 1)}


def seconds(work):
    start = time.monotonic()
    found = work()
    return time.monotonic() - start, found


def diff(program, left, right, key="id"):
    done = subprocess.run([program, "diff", left, right, "--key", key, "--json"], stdout=subprocess.PIPE, text=True)
    assert done.returncode == 1, done.returncode
    lines = map(json.loads, done.stdout.splitlines())
    return {(line["change"], line["key"]["id"]) for line in lines}


def bisect(before, after):
    import reladiff

    tables = [reladiff.connect_to_table(url, table, "id", extra_columns=("name", "amount", "is_paid", "at"))
              for url, table in (before, after)]
    signs = {}
    # Within one database it would join the tables, which two databases can't. It can't sort rows with NULL.
    found = reladiff.diff_tables(*tables, algorithm=reladiff.Algorithm.HASHDIFF, skip_sort_results=True,
                                 extra_columns=("name", "amount", "is_paid", "at"))
    for sign, row in found:
        signs.setdefault(int(row[0]), set()).add(sign)
    return {({"-": "removed", "+": "added"}[next(iter(sign))] if len(sign) == 1 else "changed", id) for id, sign in signs.items()}


def server_seconds(server, program):
    """The server's time for the sketch, and for the smallest MD5 of the same text."""
    sketch = subprocess.run([program, "sketch", "before", "--key", "id", "--dialect", "postgresql", "--columns", COLUMNS],
                            stdout=subprocess.PIPE, text=True, check=True).stdout
    text = re.search(r"left\(md5\((.*)\),16\)\)::bit\(64\)::bigint AS h FROM", sketch)[1]
    server.run("SELECT count(*) FROM before")
    return [min(seconds(lambda: server.run(sql))[0] for _ in range(2)) for sql in (sketch, f"SELECT min(md5({text})) FROM before")]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--record")
    arguments = parser.parse_args()
    program, figures = os.path.abspath(arguments.program), []
    os.environ["PATH"] = os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]])

    def tell(what, value):
        figures.append((what, value))
        print(f"{what}: {value}", flush=True)

    with servers.postgresql() as server, tempfile.TemporaryDirectory() as folder:
        planted = fill(server, arguments.rows)
        size = int(server.query("SELECT pg_table_size('before')")[0][0])
        tell("rows", arguments.rows)
        tell("bytes of each table", size)
        for table in ("before", "after"):
            server.run(f"COPY {table} TO STDOUT")  # The pages are read once.
        counter = Counter(server.port)
        urls = [f"{counter.url(server.url)}?table={table}" for table in ("before", "after")]
        taken, found = seconds(lambda: diff(program, *urls))
        assert found == planted, len(found ^ planted)
        tell("hashlane diff, seconds", round(taken, 2))
        tell("hashlane diff, bytes moved", counter.bytes)
        tell("bytes moved of both tables", round(counter.bytes / (2 * size), 5))
        sketch, smallest = server_seconds(server, program)
        tell("sketch in the server, seconds", round(sketch, 2))
        tell("sketch beside min(md5(text)), ratio", round(sketch / smallest, 2))
        # A row whose name becomes NULL is another row by this key.
        found = diff(program, *urls, "name,id")
        expected = {(kind, id) for kind, id in planted if id < 0 or id % step(arguments.rows) != 2}
        expected |= {(kind, id) for _, id in planted if id > 0 and id % step(arguments.rows) == 2 for kind in ("added", "removed")}
        assert found == expected, len(found ^ expected)
        for table in ("before", "after"):
            with open(f"{folder}/{table}.csv", "wb") as file:
                command = [server.psql, "-XqAt", server.url, "-c", f"COPY {table} TO STDOUT CSV HEADER"]
                subprocess.run(command, stdout=file, check=True)
            types = "{'id': 'BIGINT', 'name': 'VARCHAR', 'amount': 'DECIMAL(12,2)', 'is_paid': 'BOOLEAN', 'at': 'TIMESTAMP'}"
            duckdb.execute(f"COPY (FROM read_csv('{folder}/{table}.csv', columns = {types})) TO '{folder}/{table}.parquet'")
        files = [f"{folder}/{table}.parquet" for table in ("before", "after")]
        taken_files, found = seconds(lambda: diff(program, *files))
        assert found == planted, len(found ^ planted)
        tell("hashlane diff of Parquet files, seconds", round(taken_files, 2))
        taken_mixed, found = seconds(lambda: diff(program, urls[0], files[1]))
        assert found == planted, len(found ^ planted)
        tell("hashlane diff of PostgreSQL and Parquet, seconds", round(taken_mixed, 2))
        counter.bytes = 0
        url = counter.url(server.url)
        taken_other, found = seconds(lambda: bisect((url, "before"), (url, "after")))
        assert found == planted, len(found ^ planted)
        tell("reladiff, seconds", round(taken_other, 2))
        tell("reladiff, bytes moved", counter.bytes)
        tell("reladiff beside hashlane diff, ratio", round(taken_other / taken, 2))
    if arguments.record:
        with open(arguments.record, "w", newline="") as file:
            csv.writer(file).writerows([("figure", "value"), *figures])


if __name__ == "__main__":
    main()
