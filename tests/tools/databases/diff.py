"""`hashlane diff` across systems: PostgreSQL, SQLite, Parquet and CSV.

usage: diff.py PROGRAM [--all]

The same rows are in PostgreSQL, SQLite and Parquet, with planted changes. Every pair of systems must print the planted changes, and
so must the files alone. Needs the packages adbc-driver-postgresql and duckdb, and Debian's postgresql.
"""

import datetime
import decimal
import json
import os
import pathlib
import random
import sqlite3
import subprocess
import sys
import tempfile
from fractions import Fraction

import duckdb
import engines

# The program finds the driver in the package of the Python that runs this.
os.environ["PATH"] = os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]])
PROGRAM = os.path.abspath(sys.argv[1])
D = decimal.Decimal
# A column's name, its type in `hashlane sketch`, and its values.
COLUMNS = [
    ("id", "integer", None),
    ("name", "text", ["", " ", "a|b", "é漢😀", "N", "line\nbreak", 'quote"\'', "x" * 300]),
    ("amount", "decimal(12,2)", [D("0.00"), D("-1.50"), D("100.00"), D("9999999999.99"), D("0.01")]),
    ("ratio", "float", [0.1, -0.0, 1e300, -5e-324, 2.5, float("inf")]),
    ("is_paid", "boolean", [True, False]),
    ("born", "date", [datetime.date(1, 1, 1), datetime.date(1969, 12, 31), datetime.date(9999, 12, 31)]),
    ("at", "timestamp", [datetime.datetime(1, 1, 1), datetime.datetime(1969, 12, 31, 23, 59, 59, 999999),
                         datetime.datetime(2024, 2, 29, 12, 0, 0, 1), datetime.datetime(9999, 12, 31, 23, 59, 59)]),
    ("body", "bytes", [b"", b"\0\xff", b"text", bytes(range(256))]),
]
NAMES = [name for name, _, _ in COLUMNS]
KINDS = [kind for _, kind, _ in COLUMNS]
SQLITE = {"integer": "INTEGER", "text": "TEXT", "decimal(12,2)": "DECIMAL(12,2)", "float": "REAL", "boolean": "BOOLEAN", "date": "DATE",
          "timestamp": "DATETIME", "bytes": "BLOB"}


def run(*arguments, code, folder, env=None):
    done = subprocess.run([PROGRAM, "diff", *arguments], capture_output=True, text=True, timeout=300, cwd=folder,
                          env={**os.environ, **(env or {})})
    assert done.returncode == code, f"{arguments}: exit code {done.returncode}, not {code}\n{done.stdout[:2000]}{done.stderr}"
    return done.stdout, done.stderr


def one_line(error, *parts):
    assert len(error.splitlines()) == 1, error
    for part in parts:
        assert part in error, (part, error)


def random_row(choose, id):
    return [id] + [choose.choice([*values, None]) for _, _, values in COLUMNS[1:]]


def pair(seed, count, changes):
    """Two lists of rows, and the changes between them as `--json` has them, without values."""
    choose = random.Random(seed)
    left = [random_row(choose, id * 3 - count) for id in range(count)]
    right = [list(row) for row in left]
    planted = set()
    for row in choose.sample(range(count), changes):
        kind, id = choose.choice(["changed", "removed", "added"]), left[row][0]
        if kind == "removed":
            right[row] = None
            planted.add(("removed", id, None))
        elif kind == "added":
            right.append(random_row(choose, id + 1))
            planted.add(("added", id + 1, None))
        else:
            at = choose.randrange(1, len(COLUMNS))
            others = [value for value in [*COLUMNS[at][2], None] if value != left[row][at]]
            right[row][at] = choose.choice(others)
            planted.add(("changed", id, NAMES[at]))
    right = [row for row in right if row is not None]
    choose.shuffle(right)
    return left, right, planted


class Systems:
    """The same tables in every system, by name."""

    def __init__(self, postgresql, folder):
        self.postgresql, self.folder = postgresql, pathlib.Path(folder)

    def add(self, table, rows):
        self.postgresql.create(table, list(zip(NAMES, KINDS)), rows)
        client = sqlite3.connect(self.folder / "tables.db")
        client.execute(f"CREATE TABLE {table} ({', '.join(f'{name} {SQLITE[kind]}' for name, kind in zip(NAMES, KINDS))})")
        marks = ",".join("?" * len(NAMES))
        client.executemany(f"INSERT INTO {table} VALUES ({marks})", [[sqlite_value(value) for value in row] for row in rows])
        client.commit()
        client.close()
        engine = engines.Engine("duckdb", None, None)
        connection = duckdb.connect()
        engine.run = connection.execute
        engine.create(table, list(zip(NAMES, KINDS)), rows)
        connection.execute(f"COPY {table} TO '{self.folder}/{table}.parquet' (ROW_GROUP_SIZE 2048)")

    def address(self, system, table):
        return {"postgresql": f"{self.postgresql.url}?table=public.{table}", "sqlite": f"sqlite:tables.db?table={table}",
                "parquet": f"{table}.parquet"}[system]


def sqlite_value(value):
    match value:
        case decimal.Decimal():
            return str(value)
        case datetime.datetime():
            return value.isoformat(" ", "microseconds")
        case datetime.date():
            return value.isoformat()
    return value


def changes_of(out):
    """The changes that `--json` printed, without the summary."""
    found = set()
    for line in out.splitlines()[:-1]:
        change = json.loads(line)
        found.add((change["change"], change["key"]["id"], change.get("column")))
    return found


def number(digits):
    return float(digits) or 0.0


def check_pairs(systems):
    """Every pair of systems prints what was planted, and the same lines."""
    tested = 0
    for seed, count, changes in [(1, 500, 60), (2, 3000, 1), (3, 40, 0), (4, 1, 1)]:
        left, right, planted = pair(seed, count, changes)
        tables = f"left_{seed}", f"right_{seed}"
        systems.add(tables[0], left)
        systems.add(tables[1], right)
        code = 1 if planted else 0
        lines = {}
        for one in ("postgresql", "sqlite", "parquet"):
            for other in ("postgresql", "sqlite", "parquet"):
                sides = systems.address(one, tables[0]), systems.address(other, tables[1])
                out, error = run(*sides, "--key", "id", "--json", code=code, folder=systems.folder)
                assert changes_of(out) == planted, f"{one}, {other}, seed {seed}: {changes_of(out) ^ planted}"
                # Databases send the canonical text, which has one zero, and no zeros at the end of a decimal.
                lines[one, other] = sorted(json.dumps(json.loads(line, parse_float=number, parse_int=number)) for line in out.splitlines()[:-1])
                summary = json.loads(run(*sides, "--key", "id", "--json", "--summary", code=code, folder=systems.folder)[0])
                assert (summary["left_rows"], summary["right_rows"]) == (len(left), len(right)), summary
                tested += 1
        for systems_pair, found in lines.items():
            other = set(found) ^ set(lines["parquet", "parquet"])
            assert not other, (systems_pair, sorted(other)[:6])
    return tested


def check_keys(systems):
    """Keys of text, of two columns, and NULL keys; a column that isn't compared; a query."""
    run_sql, folder = systems.postgresql.run, systems.folder
    run_sql("""CREATE TABLE old AS SELECT 'k' || i AS k, i % 7 AS part, i AS v FROM generate_series(1, 5000) i;
               CREATE TABLE new AS SELECT * FROM old WHERE v <> 17;
               UPDATE new SET v = -1 WHERE k = 'k4000'; INSERT INTO new VALUES ('K1', 1, 1), (NULL, 1, 2);""")
    old, new = (f"{systems.postgresql.url}?table={name}" for name in ("old", "new"))
    expected = {("removed", "k17"), ("changed", "k4000"), ("added", "K1"), ("added", None)}
    for key in ("k", "k,part"):
        out, _ = run(old, new, "--key", key, "--json", code=1, folder=folder)
        found = {(change["change"], change["key"]["k"]) for change in map(json.loads, out.splitlines()[:-1])}
        assert found == expected, (key, found)
    out, _ = run(old, new, "--key", "k", "--columns", "part", "--json", code=1, folder=folder)
    assert '"change":"changed"' not in out and out.count("\n") == 4, out
    out, _ = run(old, new, "--key", "k", "--where", "v > 3000 -- only these", "--json", code=1, folder=folder)
    assert out.count("\n") == 2 and "k4000" in out, out
    query = f"{systems.postgresql.url}?query=SELECT%20k,%20part,%20v%20FROM%20old%20WHERE%20v%20%3C%3E%2017"
    out, _ = run(query, new, "--key", "k", "--json", code=1, folder=folder)
    assert out.count("\n") == 4 and '"change":"removed"' not in out, out
    run_sql("CREATE TABLE numbered AS SELECT NULLIF(i, 5)::int AS id, i AS v FROM generate_series(1, 9) i")
    run_sql("CREATE TABLE renumbered AS SELECT id, CASE WHEN id IS NULL THEN 0 ELSE v END AS v FROM numbered")
    sides = [f"{systems.postgresql.url}?table={name}" for name in ("numbered", "renumbered")]
    out, _ = run(*sides, "--key", "id", "--json", code=1, folder=folder)
    assert json.loads(out.splitlines()[0]) == {"change": "changed", "key": {"id": None}, "column": "v", "left": 5, "right": 0}, out


def check_csv(systems):
    """Text of CSV is read as the database's types."""
    folder = systems.folder
    systems.postgresql.run("""CREATE TABLE priced (id int, price numeric(9,2), at timestamp, ok boolean, t text, free numeric);
        INSERT INTO priced VALUES (1, 1.5, '2024-02-29 12:00:00.5', true, '007', 1.10), (2, NULL, NULL, NULL, NULL, NULL),
                                  (3, 2, '1900-01-01', false, 'z', 3)""")
    text = "id,price,at,ok,t,free\n1,1.50,2024-02-29T12:00:00.500,yes,007,1.1\n2,,,,,\n3,{},1900-01-01 00:00:00,0,z,3\n"
    (folder / "same.csv").write_text(text.format("2"))
    (folder / "other.csv").write_text(text.format("N/A"))
    address = f"{systems.postgresql.url}?table=priced"
    run(address, "same.csv", "--key", "id", code=0, folder=folder)
    run("same.csv", address, "--key", "id", code=0, folder=folder)
    out, _ = run(address, "other.csv", "--key", "id", "--csv", code=1, folder=folder)
    assert out == "change,id,column,left,right\nchanged,3,price,2,N/A\n", out


def check_many(systems):
    """More differences than the first sketch holds, all rows different, and an empty side."""
    run_sql, folder = systems.postgresql.run, systems.folder
    run_sql("""CREATE TABLE many AS SELECT i AS id, i::text AS v FROM generate_series(1, 60000) i;
               CREATE TABLE shifted AS SELECT id, CASE WHEN id % 2 = 0 THEN v ELSE v || 'x' END AS v FROM many;
               CREATE TABLE empty_one AS SELECT * FROM many LIMIT 0;""")
    many, shifted, empty = (f"{systems.postgresql.url}?table={name}" for name in ("many", "shifted", "empty_one"))
    out, error = run(many, shifted, "--key", "id", "--summary", "--json", code=1, folder=folder)
    assert json.loads(out)["changed"] == 30_000, out
    one_line(error, "rows differ", "read again")
    out, _ = run(empty, many, "--key", "id", "--summary", "--json", code=1, folder=folder)
    assert json.loads(out)["added"] == 60_000, out
    run(empty, empty, "--key", "id", code=0, folder=folder)
    _, error = run(many, shifted, "--key", "id", "--max-differences", "1000", "--output", "out.parquet", code=2, folder=folder)
    one_line(error, "--max-differences allows 1000")
    assert not (folder / "out.parquet").exists()


def check_counts(systems):
    """From one difference to all rows of two large tables."""
    run_sql, folder = systems.postgresql.run, systems.folder
    run_sql("CREATE TABLE counted AS SELECT i AS id, i::text AS v FROM generate_series(1, 300000) i")
    whole = f"{systems.postgresql.url}?table=counted"
    for count in (1, 10, 45_000, 200_000, 300_000):
        run_sql(f"DROP TABLE IF EXISTS recounted; CREATE TABLE recounted AS SELECT id, CASE WHEN id <= {count} THEN 'x' ELSE v END AS v FROM counted")
        out, _ = run(whole, f"{systems.postgresql.url}?table=recounted", "--key", "id", "--json", code=1, folder=folder)
        assert changes_of(out) == {("changed", id, "v") for id in range(1, count + 1)}, count


def check_refusals(systems):
    """One line and exit code 2, without an output file and without a secret."""
    url, folder = systems.postgresql.url, systems.folder
    systems.postgresql.run("""CREATE TABLE odd (id int, j json, v int); INSERT INTO odd VALUES (1, '{}', 1);
        CREATE TABLE twice (id int, j json, v int); INSERT INTO twice VALUES (1, '{}', 1), (1, '{}', 2);
        CREATE TABLE endless (id int, d date); INSERT INTO endless VALUES (1, 'infinity');
        CREATE TABLE ended (id int, d date); INSERT INTO ended VALUES (1, '2024-01-01');""")
    odd, twice = f"{url}?table=odd", f"{url}?table=twice"
    for arguments, parts in [
        ([odd, odd, "--key", "id"], ["column 'j'", "json", "--ignore j"]),
        ([odd, twice, "--key", "id", "--ignore", "j"], ["duplicate"]),
        ([f"{url}?table=absent", odd, "--key", "id"], ["absent"]),
        ([odd, odd, "--key", "nothing", "--ignore", "j"], ["nothing"]),
        ([url, odd, "--key", "id"], ["?table="]),
        ([odd, odd, "--key", "id", "--infer"], ["--infer", "files only"]),
        (["sqlite:missing.db?table=t", odd, "--key", "id", "--ignore", "j"], ["missing.db"]),
        (["trino://h/d?table=t", odd, "--key", "id"], ["hashlane sketch --dialect trino"]),
        (["mysql://u@127.0.0.1:1/d?table=t", odd, "--key", "id", "--ignore", "j"], ["MySQL"]),
        (["clickhouse://127.0.0.1:1/d?table=t", odd, "--key", "id", "--ignore", "j"], ["ClickHouse"]),
        (["postgresql://u@127.0.0.1:1/d?table=t", odd, "--key", "id"], ["PostgreSQL"]),
        ([url.replace("hashlane@", "hashlane:hunter2@") + "?table=odd", odd, "--key", "id"], ["~/.pgpass"]),
    ]:
        out, error = run(*arguments, "--output", "out.parquet", code=2, folder=folder)
        one_line(error, *parts)
        assert not out and "hunter2" not in error and not (folder / "out.parquet").exists(), (arguments, out, error)
    run(odd, odd, "--key", "id", "--ignore", "j", code=0, folder=folder)
    _, error = run(odd, odd, "--key", "id", code=2, folder=folder,
                   env={"PATH": "/nonexistent", "HASHLANE_ADBC_POSTGRESQL": "/nonexistent/driver.so"})
    one_line(error, "/nonexistent/driver.so")
    # Values that no type of Arrow holds are values like others.
    out, _ = run(f"{url}?table=endless", f"{url}?table=ended", "--key", "id", "--csv", code=1, folder=folder)
    assert out == "change,id,column,left,right\nchanged,1,d,infinity,2024-01-01\n", out
    run_sqlite(folder / "small.db", "CREATE TABLE d (id INTEGER, n DECIMAL(38,10)); INSERT INTO d VALUES (1, 1e-10);"
               "CREATE TABLE e (id INTEGER, n DECIMAL(38,10)); INSERT INTO e VALUES (1, 1e-20)")
    out, _ = run("sqlite:small.db?table=d", "sqlite:small.db?table=e", "--key", "id", "--csv", code=1, folder=folder)
    assert out == "change,id,column,left,right\nchanged,1,n,0.0000000001,0.00000000000000000001\n", out
    run_sqlite(folder / "dates.db", "CREATE TABLE d (id INTEGER, at DATETIME); INSERT INTO d VALUES (1, '2024-02-30 00:00:00');"
               "CREATE TABLE e (id INTEGER, at DATETIME); INSERT INTO e VALUES (1, '2024-03-01 00:00:00')")
    out, _ = run("sqlite:dates.db?table=d", "sqlite:dates.db?table=e", "--key", "id", "--csv", code=1, folder=folder)
    assert out == "change,id,column,left,right\nchanged,1,at,2024-02-30 00:00:00,2024-03-01T00:00:00\n", out


def run_sqlite(path, script):
    client = sqlite3.connect(path)
    client.executescript(script)
    client.close()


def check_sketches(systems):
    """Sketches as CSV, from the statements of two databases."""
    folder = systems.folder
    columns = ",".join(f"{name}={kind}" for name, kind in zip(NAMES, KINDS))

    def statement(dialect, table, key="id"):
        return subprocess.run([PROGRAM, "sketch", table, "--key", key, "--dialect", dialect, "--columns", columns],
                              capture_output=True, text=True, check=True).stdout

    header = "p,cell,row_count,hash_sum,check_sum,key_sum\n"
    for name, key in [("by_id", "id"), ("by_name", "name,id")]:
        rows = systems.postgresql.query(statement("postgresql", "left_1", key))
        (folder / f"{name}.csv").write_text(header + "".join(",".join(row) + "\n" for row in rows))
        connection = duckdb.connect()
        connection.execute(f"CREATE TABLE right_1 AS FROM '{folder}/right_1.parquet'")
        connection.execute(f"COPY ({statement('duckdb', 'right_1', key)}) TO '{folder}/{name}.parquet'")
    left, right, planted = pair(1, 500, 60)
    out, _ = run("--left-sketch", "by_id.csv", "--right-sketch", "by_id.parquet", "--json", code=1, folder=folder)
    found = {(change["change"], change["key"]["key"]) for change in map(json.loads, out.splitlines()[:-1])}
    assert found == {(change, id) for change, id, _ in planted}, found
    out, _ = run("--left-sketch", "by_name.csv", "--right-sketch", "by_name.parquet", "--summary", "--json", code=1, folder=folder)
    kinds = [change for change, _, _ in planted]
    summary = json.loads(out)
    assert summary["removed"] == kinds.count("removed") + kinds.count("changed"), summary
    assert (summary["left_rows"], summary["right_rows"]) == (len(left), len(right)), summary
    run("--left-sketch", "by_id.csv", "--right-sketch", "by_id.csv", code=0, folder=folder)
    (folder / "none.csv").write_text(header)
    _, error = run("--left-sketch", "none.csv", "--right-sketch", "none.csv", code=2, folder=folder)
    one_line(error, "none.csv", "no rows")
    (folder / "none.csv").write_text(header + "12,0,0,0,0,0\n")
    out, _ = run("--left-sketch", "none.csv", "--right-sketch", "by_id.csv", "--summary", "--json", code=1, folder=folder)
    assert json.loads(out)["added"] == len(left), out
    whole = (folder / "by_id.csv").read_text().splitlines(keepends=True)
    # One of the last lines may be that of zeros.
    for cut in (2, 200, len(whole) // 2):
        (folder / "cut.csv").write_text("".join(whole[:-cut]))
        for sides in (["cut.csv", "cut.csv"], ["by_id.parquet", "cut.csv"]):
            _, error = run("--left-sketch", sides[0], "--right-sketch", sides[1], code=2, folder=folder)
            one_line(error, "cut.csv", "incomplete")
    (folder / "wrong.csv").write_text(header + "12,99999999,1,1,1,1\n")
    run("--left-sketch", "by_id.csv", "--right-sketch", "by_id.csv", "--left-where", "id > 1", code=2, folder=folder)
    for arguments, part in [(["left_1.parquet", "by_id.csv"], "row_count"), (["wrong.csv", "by_id.csv"], "out of range")]:
        _, error = run("--left-sketch", arguments[0], "--right-sketch", arguments[1], code=2, folder=folder)
        one_line(error, part)


def check_conditions(systems):
    """Conditions for each side, and columns with other names, in databases and in files."""
    folder = systems.folder
    systems.postgresql.run("""CREATE TABLE ours AS SELECT i AS id, i % 10 AS part, i::text AS v FROM generate_series(1, 100) i;
                              CREATE TABLE theirs AS SELECT id AS number, v AS id, part FROM ours WHERE id > 50;
                              UPDATE theirs SET id = 'other' WHERE number = 90""")
    connection = duckdb.connect()
    for name, rows in (("ours", "SELECT i AS id, i % 10 AS part, i::VARCHAR AS v FROM range(1, 101) r(i)"),
                       ("theirs", "SELECT i AS number, CASE i WHEN 90 THEN 'other' ELSE i::VARCHAR END AS id, i % 10 AS part FROM range(51, 101) r(i)")):
        connection.execute(f"COPY ({rows}) TO '{folder}/{name}.parquet'")
        connection.execute(f"COPY ({rows}) TO '{folder}/{name}.csv'")
    expected = {"change": "changed", "key": {"id": 90}, "column": "v", "left": "90", "right": "other"}
    options = ["--key", "id", "--map", "id=number,v=id", "--left-where", "id > 50", "--json"]
    for left in (f"{systems.postgresql.url}?table=ours", "ours.parquet"):
        for right in (f"{systems.postgresql.url}?table=theirs", "theirs.parquet"):
            out, _ = run(left, right, *options, code=1, folder=folder)
            assert json.loads(out.splitlines()[0]) == expected, (left, right, out)
            run(left, right, *options, "--right-where", "part <> 0", "--ignore", "v", code=1, folder=folder)
            run(left, right, *options[:4], "--where", "part = 3", "--left-where", "id > 1", code=2, folder=folder)
    # The key of untyped text is shown as text.
    expected["key"] = {"id": "90"}
    out, _ = run("ours.csv", "theirs.csv", *options, "--types", "id=bigint", code=1, folder=folder)
    assert json.loads(out.splitlines()[0]) == expected, out
    # Beside a database it is read as its type.
    expected["key"] = {"id": 90}
    out, _ = run(f"{systems.postgresql.url}?table=ours", "theirs.csv", *options, code=1, folder=folder)
    assert json.loads(out.splitlines()[0]) == expected, out
    for wrong, part in [("id=absent", "no column 'absent'"), ("id=part,v=id", "ours"), ("part=number", "map it to another name")]:
        _, error = run("ours.parquet", "theirs.parquet", "--key", "id", "--map", wrong, code=2, folder=folder)
        if part != "ours":
            one_line(error, part)


def check_tolerances(systems):
    """Tolerances by column, beside differences that Python computes. Integers and decimals have exact ones."""
    folder = systems.folder
    left = [(1, 7, 1.5, "1.10", "a"), (2, 2**53 + 1, 2.5, "2.25", "b"), (3, 1, 4024000000000000.0, "3", "c"), (4, 9, 10.0, None, "d")]
    right = [(1, 8, 1.625, "1.09", "a"), (2, 2**53, 2.5, "2.26", "b"), (3, 3, 4024000000000001.0, "3.02", "c"), (4, 9, 10.5, "0.00", "d")]
    rows = ", ".join(f"({i}, {n}, {f}, {d or 'NULL'}, '{s}')" for i, n, f, d, s in left)
    systems.postgresql.run("CREATE TABLE near (id int, n bigint, f float8, d numeric(9,2), s text); INSERT INTO near VALUES " + rows)
    (folder / "near.txt").write_text("id;n;f;d;s\n" + "".join(f"{i};{n};{f};{d};{s}\n" for i, n, f, d, s in right))
    database = f"{systems.postgresql.url}?table=near"
    arguments = [database, "near.txt", "--key", "id", "--delimiter", ";", "--json"]
    for tolerance in ({}, {"n": 1, "d": 0.01}, {"n": 0.5, "f": 0.125}, {"f": 1, "d": 0.02}, {"n": 2, "f": 0}):
        expected = set()
        for old, new in zip(left, right):
            for name, a, b in zip("nfd", old[1:], new[1:]):
                exact = None if None in (a, b) else abs(Fraction(a) - Fraction(b))
                if exact is None or exact > Fraction(str(tolerance.get(name, 0))):
                    expected.add((old[0], name))
        given = ["--tolerance", ",".join(f"{name}={most}" for name, most in tolerance.items())] if tolerance else []
        out, _ = run(*arguments, *given, code=1, folder=folder)
        assert {(line["key"]["id"], line["column"]) for line in map(json.loads, out.splitlines()[:-1])} == expected, (tolerance, out)
    for wrong, part in [("s=1", "column 's' has a tolerance, but holds no numbers"), ("id=1", "the key is compared exactly"), ("x=1", "column 'x'")]:
        _, error = run(*arguments, "--tolerance", wrong, code=2, folder=folder)
        one_line(error, part)


def check_rules(systems):
    """What differs within a rule is fetched and passed over: times in a unit, spaces, case, NULL beside the empty text, names."""
    folder, values = systems.folder, [
        # The time and the name in the database, in the file, and the rules under which the name is equal.
        ("2024-01-01 00:00:00.123456", "ann", "2024-01-01 00:00:00.123", "ann", set()),
        ("2024-01-01 00:00:00.1239", "Ann", "2024-01-01 00:00:00.123", "ann", {"ignore-case"}),
        ("1969-12-31 23:59:59.9999", " ann", "1969-12-31 23:59:59.999", "Ann ", {"trim", "ignore-case"}),
        ("1969-12-31 23:59:59.9999", None, "1970-01-01 00:00:00.000", "", {"null-equals-empty"}),
        ("2024-01-01 00:00:00.124", "  ", "2024-01-01 00:00:00.123", None, {"null-equals-empty", "trim"}),
        (None, "x", "2024-01-01 00:00:00", "y", None),
    ]
    text = lambda value: "NULL" if value is None else f"'{value}'"
    rows = [", ".join(f"({at}, {text(row[place])}, {text(row[place + 1])})" for at, row in enumerate(values)) for place in (0, 2)]
    systems.postgresql.run(f"CREATE TABLE ruled (id int, at timestamp, name text); INSERT INTO ruled VALUES {rows[0]}")
    for kind in ("TIMESTAMP_MS", "TIMESTAMP_NS"):
        table = f"(VALUES {rows[1]}) AS t(i, a, n)"
        duckdb.sql(f"""COPY (SELECT i AS "ID", a::{kind} AS "At", n AS name FROM {table}) TO '{folder}/{kind}.parquet'""")
    sides = [f"{systems.postgresql.url}?table=ruled", "TIMESTAMP_MS.parquet", "--key", "id", "--ignore-name-case", "--json"]
    for unit, times, given in (
        (None, {0, 1, 2, 3, 4, 5}, set()), ("us", {0, 1, 2, 3, 4, 5}, {"trim"}), ("ms", {3, 4, 5}, {"ignore-case"}),
        ("s", {3, 5}, {"trim", "ignore-case"}), ("ms", {3, 4, 5}, {"null-equals-empty"}), ("s", {3, 5}, {"null-equals-empty", "trim"}),
    ):
        names = {at for at, row in enumerate(values) if row[1] != row[3] and (row[4] is None or not row[4] <= given)}
        options = [*(["--time-precision", f"at={unit}"] if unit else []), *(f"--{rule}=name" for rule in given)]
        out, _ = run(*sides, *options, code=1, folder=folder)
        found = {(line["key"]["id"], line["column"]) for line in map(json.loads, out.splitlines()[:-1])}
        assert found == {(at, "at") for at in times} | {(at, "name") for at in names}, (options, found)
    _, error = run(sides[0], "TIMESTAMP_NS.parquet", *sides[2:], "--time-precision", "ms", code=2, folder=folder)
    one_line(error, "column 'at' has nanoseconds in a file")
    for wrong, part in (("--trim=at", "column 'at' has a rule for text, but holds no text"), ("--time-precision=name=s", "holds no times")):
        _, error = run(*sides, wrong, code=2, folder=folder)
        one_line(error, part)


def main():
    with engines.ALL["postgresql"]() as postgresql, tempfile.TemporaryDirectory() as folder:
        systems = Systems(postgresql, folder)
        tested = check_pairs(systems)
        for check in (check_keys, check_csv, check_many, check_sketches, check_refusals, check_conditions, check_tolerances, check_rules):
            check(systems)
        if "--all" in sys.argv:
            check_counts(systems)
    print(f"{tested} pairs of PostgreSQL, SQLite and Parquet have the planted changes; keys, CSV, sketches and refusals too")


if __name__ == "__main__":
    main()
