"""The statements of `hashlane sketch` in real databases: the cells are those that Python computes.

usage: statements.py PROGRAM [ENGINE…]

Tables are filled with hard values of every type. A database that isn't named is left out; without names, all of them are
tested. The statements of all dialects are parsed by sqlglot.
"""

import random
import subprocess
import sys

import engines
import servers
import sqlglot
import values

PROGRAM = sys.argv[1]
NAMES = sys.argv[2:] or list(engines.ALL)
DIALECTS = ["postgresql", "duckdb", "clickhouse", "spark", "mariadb", "trino", "bigquery", "snowflake", "redshift"]
# What no database of a dialect can express.
REFUSED = {("trino", "time"), ("trino", "timestamp"), ("trino", "timestamptz")}
REFUSED |= {(dialect, name) for dialect in ("bigquery", "snowflake", "redshift") for name in ("float", "real")}


def sketch(dialect, table, columns, key, p, *more):
    """The statement for a table, with columns as names and types."""
    names = ",".join(f"{given(name)}={kind}" for name, kind in columns)
    done = subprocess.run([PROGRAM, "sketch", table, "--key", key, "--dialect", dialect, "--columns", names, "-p", str(p), *more],
                          capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout, done.stderr


def given(name):
    """A name as an argument."""
    return '"' + name.replace('"', '""') + '"'


def cells_of(engine, statement, p):
    """The cells that aren't empty. A row of zeros in cell 0 says that the statement ran."""
    found = {}
    for size, cell, *numbers in engine.query(statement):
        assert int(size) == p, size
        before = found.get(int(cell), (0, 0, 0, 0))
        found[int(cell)] = tuple(int(number) + more for number, more in zip(numbers, before))
    assert 0 in found, "no row of zeros"
    return {cell: numbers for cell, numbers in found.items() if any(numbers)}


def check_type(engine, name):
    """One value in each row, and a NULL."""
    if not engines.column_type(engine.name, name):
        return 0
    stored = [value for value in values.VALUES[name] if engines.holds(engine.name, name, value)]
    rows = [(id, value) for id, value in enumerate([*stored, None], start=-1)]
    table = "t_" + "".join(char if char.isalnum() else "_" for char in name)
    columns = [("id", "integer"), ("c", name)]
    engine.create(table, columns, rows)
    code, statement, error = sketch(engine.name, table, columns, "id", 8)
    assert code == 0, error
    expected = values.cells(8, ["integer", name], rows)
    found = cells_of(engine, statement, 8)
    if found != expected:
        wrong = [row for row in rows if check_row(engine, table, columns, row, ["integer", name])]
        raise AssertionError(f"{engine.name}, {name}: {wrong or 'the cells'} differ")
    return len(rows)


def check_row(engine, table, columns, row, types):
    """Whether one row alone has other cells."""
    _, statement, _ = sketch(engine.name, table, columns, "id", 8, "--where", f"id = {row[0]}")
    return cells_of(engine, statement, 8) != values.cells(8, types, [row])


def check_wide(engine, seed):
    """Random rows of all types, with hard names, a key of text and one of two columns, an empty table, and a filter."""
    choose = random.Random(seed)
    types = [name for name in values.VALUES if engines.column_type(engine.name, name)]
    names = ["id", 'quote"d', "back`tick", "semi;colon", "Ünï", "select", "two words", "percent%", "{c}", "a:b,c", "dot.ted"]
    columns = list(zip(names + [f"c{at}" for at in range(len(types))], types))
    stored = {name: [value for value in values.VALUES[name] if engines.holds(engine.name, name, value)] for name in types}
    rows = []
    for id in range(300):
        row = [choose.choice([*stored[name], None]) for name in types[1:]]
        rows.append((id * 7_000_000_007 - 500, *row))
    # Spark allows letters, digits and underscores in names of tables.
    table = "wide_table" if engine.name == "spark" else "wide table"
    engine.create(table, columns, rows)
    key_of_text = next(at for at, (_, kind) in enumerate(columns) if kind == "text")
    second = given(columns[key_of_text][0])
    for p, key, order in [(8, "id", range(len(types))), (12, second, by_key(types, [key_of_text])),
                          (9, f"{second},id", by_key(types, [key_of_text, 0]))]:
        code, statement, error = sketch(engine.name, given(table), columns, key, p)
        assert code == 0, error
        ordered = [tuple(row[at] for at in order) for row in rows]
        expected = values.cells(p, [types[at] for at in order], ordered, has_number_key=key == "id")
        assert cells_of(engine, statement, p) == expected, f"{engine.name}: key {key}"
    _, statement, _ = sketch(engine.name, given(table), columns, "id", 8, "--where", "id > 0 -- only these")
    expected = values.cells(8, types, [row for row in rows if row[0] > 0])
    assert cells_of(engine, statement, 8) == expected, f"{engine.name}: --where"
    engine.create("empty", columns[:2], [])
    _, statement, _ = sketch(engine.name, "empty", columns[:2], "id", 8)
    assert cells_of(engine, statement, 8) == {}, f"{engine.name}: no rows"
    _, statement, error = sketch_query(engine.name, "SELECT 5 AS id, 'x' AS t -- a row", [("id", "integer"), ("t", "text")])
    assert cells_of(engine, statement, 8) == values.cells(8, ["integer", "text"], [(5, "x")]), f"{engine.name}: --query"


def by_key(types, key):
    return key + [at for at in range(len(types)) if at not in key]


def sketch_query(dialect, query, columns):
    names = ",".join(f"{name}={kind}" for name, kind in columns)
    done = subprocess.run([PROGRAM, "sketch", "--query", query, "--key", "id", "--dialect", dialect, "--columns", names, "-p", "8"],
                          capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout, done.stderr


def check_syntax():
    """Every dialect's parser reads every type, and finds our names in it."""
    parsed = 0
    for dialect in DIALECTS:
        reader = {"postgresql": "postgres", "mariadb": "mysql"}.get(dialect, dialect)
        for name in values.VALUES:
            columns = [("id", "integer"), ("two words", name)]
            code, statement, error = sketch(dialect, "shop.orders", columns, "id", 12)
            if (dialect, name) in REFUSED:
                assert code == 2 and "no canonical text" in error and len(error.splitlines()) == 1, (dialect, name, error)
                continue
            assert code == 0, (dialect, name, error)
            tree = sqlglot.parse_one(statement, read=reader)
            assert tree.find(sqlglot.exp.Command) is None, (dialect, statement)
            tables = {table.name for table in tree.find_all(sqlglot.exp.Table)}
            assert "orders" in tables, (dialect, tables)
            names = {column.name for column in tree.find_all(sqlglot.exp.Column)}
            assert {"id", "two words"} <= names, (dialect, name, names)
            parsed += 1
    print(f"sqlglot parsed {parsed} statements of {len(DIALECTS)} dialects")


def check_refusals():
    """Wrong usage is one line and exit code 2."""
    for arguments, expected in [
        (["t", "--key", "id", "--dialect", "sqlite", "--columns", "id=int"], "sqlite:FILE?table=NAME"),
        (["t", "--key", "no", "--dialect", "duckdb", "--columns", "id=int"], "no=bigint"),
        (["t", "--key", "id", "--dialect", "duckdb", "--columns", "id=int,n=numeric"], "decimal(p,s)"),
    ]:
        done = subprocess.run([PROGRAM, "sketch", *arguments], capture_output=True, text=True, timeout=60)
        assert done.returncode == 2 and not done.stdout, (arguments, done)
        assert expected in done.stderr and len(done.stderr.splitlines()) == 1, done.stderr
    for arguments in (["t", "--key", "id", "--dialect", "oracle", "--columns", "id=int"],
                      ["t", "--key", "id", "--dialect", "duckdb", "--columns", "id=json"],
                      ["t", "--key", "id", "--dialect", "duckdb", "--columns", "id=int", "-p", "21"]):
        done = subprocess.run([PROGRAM, "sketch", *arguments], capture_output=True, text=True, timeout=60)
        assert done.returncode == 2 and not done.stdout, (arguments, done)


def main():
    check_syntax()
    check_refusals()
    for name in NAMES:
        try:
            with engines.ALL[name]() as engine:
                rows = sum(check_type(engine, kind) for kind in values.VALUES)
                check_wide(engine, seed=7)
        except servers.Missing as error:
            sys.exit(f"{name}: {error}")
        print(f"{name}: {rows} values of hard types, and 300 random rows, have the cells that Python computes")


if __name__ == "__main__":
    main()
