"""`hashlane diff --print-plan`: the tables of a schema and their primary keys, and the plan that compares them.

usage: plans.py PROGRAM [postgresql] [sqlite] [duckdb] [mariadb] [clickhouse]

Each database has tables with odd names and keys in an order of their own, a view, and tables of the same names in another schema, which
aren't listed.
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import tomllib

import engines

# The program finds the driver in the package of the Python that runs this.
os.environ["PATH"] = os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]])
PROGRAM = os.path.abspath(sys.argv[1])
KEYS = {"orders": ["id"], "pairs": ["b", "a"], "Our \"odd\".name": None, "no key": None, "v": None}
# What only some databases have: partitions aren't listed, and the table they belong to is.
MORE = {"postgresql": [("parts", ["id"], "CREATE TABLE parts (id int PRIMARY KEY) PARTITION BY RANGE (id); "
                        "CREATE TABLE parts_1 PARTITION OF parts FOR VALUES FROM (1) TO (9); INSERT INTO parts VALUES (1);"),
                       ("copied", None, "CREATE MATERIALIZED VIEW copied AS SELECT * FROM orders;"),
                       ("part_of_other", None, "CREATE TABLE other.whole (x int) PARTITION BY RANGE (x); "
                        "CREATE TABLE part_of_other PARTITION OF other.whole FOR VALUES FROM (1) TO (9);"),
                       ("including", ["b"], "CREATE TABLE including (a int, b int, PRIMARY KEY (b) INCLUDE (a));")],
        "mariadb": [("versioned", ["id"], "CREATE TABLE versioned (id int PRIMARY KEY, v int) WITH SYSTEM VERSIONING;"),
                    ("hidden", ["h"], "CREATE TABLE hidden (v int, h int INVISIBLE DEFAULT 1 PRIMARY KEY);")]}


def create(engine):
    name, key = engine.name, lambda columns: f", PRIMARY KEY ({', '.join(columns)})"
    engines_of = {"clickhouse": " ENGINE = Memory"}.get(name, "")
    number = {"clickhouse": "Int64"}.get(name, "bigint")
    for table, columns in KEYS.items():
        if table == "v":
            engine.run("CREATE VIEW v AS SELECT * FROM orders;")
            continue
        declared = key(columns) if columns and name != "clickhouse" else ""
        engine.run(f"CREATE TABLE {engine.quote(table)} (id {number}, a {number}, b {number}{declared}){engines_of};")
        engine.run(f"INSERT INTO {engine.quote(table)} VALUES (1, 2, 3), (2, 3, 4);")
    if name != "sqlite":
        engine.run(f"CREATE {'SCHEMA' if name in ('postgresql', 'duckdb') else 'DATABASE'} other;")
        for table in ("orders", "elsewhere"):
            engine.run(f"CREATE TABLE other.{table} (x {number}{key('x') if name != 'clickhouse' else ''}){engines_of};")
    for _, _, sql in MORE.get(name, []):
        engine.run(sql)


def run(*arguments, code=0):
    done = subprocess.run([PROGRAM, "diff", *arguments], capture_output=True, text=True, timeout=120)
    assert done.returncode == code, f"{arguments}: exit code {done.returncode}, not {code}\n{done.stdout}{done.stderr}"
    return done.stdout if code != 2 else done.stderr


def keys_of(plan):
    """The key of each table in a plan, or None for rows without one."""
    assert all(("key" in table) != table.get("multiset", False) for table in plan["tables"].values()), plan
    return {name: table.get("key") for name, table in plan["tables"].items()}


def check(engine, folder):
    create(engine)
    expected = dict(KEYS) if engine.name != "clickhouse" else dict.fromkeys(KEYS)
    expected |= {name: key for name, key, _ in MORE.get(engine.name, [])}
    address = engine.address("{}")
    schema = {"postgresql": "public", "duckdb": "main", "sqlite": "main", "mariadb": "test", "clickhouse": "default"}[engine.name]
    for right in (address, engine.address(f"{schema}.{{}}")):
        text = run(address, right, "--print-plan")
        plan = tomllib.loads(text)
        assert engine.name != "postgresql" or "compared with their tables:\n# parts_1\n" in text, text
        assert plan["defaults"] == {"left": address, "right": right} and keys_of(plan) == expected, text
        path = folder / "plan.toml"
        path.write_text(text)
        out = run("--plan", str(path))
        assert f"{len(expected)} tables: {len(expected)} fine" in out, out
    if engine.name != "sqlite":
        plan = tomllib.loads(run(engine.address("other.{}"), engine.address("other.{}"), "--print-plan"))
        assert set(plan["tables"]) - {"whole"} == {"orders", "elsewhere"}, plan
    if engine.name == "mariadb":
        check_invisible(engine)
    for name in ("orders", "Our \"odd\".name", "only here"):
        (folder / f"{name}.csv").write_text("id,a,b\n1,2,3\n2,3,4\n")
    text = run(str(folder / "{}.csv"), address, "--print-plan")
    assert set(keys_of(tomllib.loads(text))) == {"orders", "Our \"odd\".name"} and "# only here\n" in text and "# pairs\n" in text, text
    (folder / "files.toml").write_text(text)
    assert "2 tables: 2 fine" in run("--plan", str(folder / "files.toml"))
    for wrong, words in ((engine.address("orders"), "doesn't say once"), (engine.address("{}.orders"), "isn't the name of the table"),
                         (engine.address("nix.{}"), "no such table: nix" if engine.name == "sqlite" else "no name of a table is on both sides"), (engine.address("a.b.{}"), "tables are listed of a schema")):
        error = run(wrong, address, "--print-plan", code=2)
        assert words in error and len(error.splitlines()) == 1, error


def check_invisible(engine):
    """An invisible column is a column like others, with a condition too."""
    for name, value in (("inv_1", 1), ("inv_2", 2)):
        engine.run(f"CREATE TABLE {name} (id int PRIMARY KEY, v int, h int INVISIBLE); INSERT INTO {name} (id, v, h) VALUES (1, 1, {value});")
    sides = engine.address("inv_1"), engine.address("inv_2")
    for more in ([], ["--where", "h > 0"]):
        assert "h: 1 → 2" in run(*sides, "--key", "id", *more, code=1)
    assert "1 equal" in run(*sides, "--key", "id", "--ignore", "h")


def main():
    names = sys.argv[2:] or ["postgresql", "sqlite"]
    for name in names:
        with engines.ADDRESSED[name]() as engine, tempfile.TemporaryDirectory() as folder:
            check(engine, pathlib.Path(folder))
        print(f"{name}: the plan has its tables with their keys")


if __name__ == "__main__":
    main()
