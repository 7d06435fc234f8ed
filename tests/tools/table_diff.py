"""`hashlane diff` beside DuckDB's full outer join with IS DISTINCT FROM, on random pairs of Parquet files.

Usage: table_diff.py PROGRAM [PAIRS [SEED]] (with the Python that has pyarrow, and DuckDB on the path)

Columns have every type that both engines read, and each side stores equal values in its own way: other widths, scales,
units and orders. A twentieth of the pairs has duplicate keys, an eighth is compared as multisets. Then the errors: one
clear line, exit code 2, no output file.
"""

import concurrent.futures
import csv
import datetime
import decimal
import json
import math
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

PROGRAM = sys.argv[1]
PAIRS = int(sys.argv[2]) if len(sys.argv) > 2 else 500
SEED = int(sys.argv[3]) if len(sys.argv) > 3 else random.SystemRandom().getrandbits(32)

DAY = datetime.date(2024, 2, 28)
NOON = datetime.datetime(2024, 2, 28, 12, 30, 15, 250000)
FLOATS = [0.0, -0.0, 1.5, -2.25, math.nan, math.inf, -math.inf, 1e10]
INTEGERS = [pa.int8(), pa.int16(), pa.int32(), pa.int64(), pa.uint8(), pa.uint16(), pa.uint32(), pa.uint64()]
UNITS = [pa.timestamp("ms"), pa.timestamp("us"), pa.timestamp("ns"), pa.timestamp("us", "UTC")]

# How a value of each type is generated, and the types that store it.
TYPES = {
    "bool": (lambda r: r.random() < 0.5, [pa.bool_()]),
    "integer": (lambda r: r.randrange(100), INTEGERS),
    "signed": (lambda r: r.choice([-(1 << 62), -1, 0, 7, (1 << 62) + 1]), [pa.int64()]),
    "float": (lambda r: r.choice(FLOATS), [pa.float32(), pa.float64()]),
    "decimal": (
        lambda r: decimal.Decimal(r.randrange(-99999, 99999)) / 100,
        [pa.decimal128(9, 2), pa.decimal128(18, 4), pa.decimal128(38, 10)],
    ),
    "text": (lambda r: r.choice(["", "a", "é", "x" * 40, 'q"\n,'] + [str(n) for n in range(20)]), [pa.string(), pa.large_string()]),
    "bytes": (lambda r: r.randbytes(r.randrange(4)), [pa.binary(), pa.large_binary()]),
    "date": (lambda r: DAY + datetime.timedelta(r.randrange(-20000, 9)), [pa.date32()]),
    "time": (lambda r: datetime.time(r.randrange(24), 5, 1, r.choice([0, 1000])), [pa.time32("ms"), pa.time64("us")]),
    "timestamp": (lambda r: NOON + datetime.timedelta(hours=r.randrange(-90000, 9)), UNITS),
    "list": (lambda r: [r.choice([None, 1, 2]) for _ in range(r.randrange(4))], [pa.list_(pa.int32()), pa.list_(pa.int64())]),
    "texts": (lambda r: [r.choice([None, "", "b"]) for _ in range(r.randrange(3))], [pa.list_(pa.string())]),
    "struct": (
        lambda r: {"a": r.choice([None, 1, 2]), "b": r.choice([None, "", "c"])},
        [pa.struct([("a", pa.int32()), ("b", pa.string())]), pa.struct([("a", pa.int64()), ("b", pa.string())])],
    ),
    "structs": (
        lambda r: [{"a": r.choice([None, 1.0, math.nan])} for _ in range(r.randrange(3))],
        [pa.list_(pa.struct([("a", pa.float64())]))],
    ),
}
KEYS = ["integer", "text", "date", "decimal", "signed"]
# Types whose values look the same in JSON and in Python.
SHOWN = {"bool", "integer", "signed", "float", "decimal", "text", "bytes", "date"}


def draw(r, kind):
    return None if r.random() < 0.15 else TYPES[kind][0](r)


class Pair:
    """Two files, and the differences that DuckDB finds."""

    def __init__(self, number, folder):
        r = self.random = random.Random(SEED * 1_000_003 + number)
        self.number = number
        self.multiset = r.random() < 0.125
        self.duplicates = not self.multiset and r.random() < 0.05
        self.keys = [(f"Key {at}", r.choice(KEYS)) for at in range(r.choice([1, 1, 2]))]
        self.values = [(f"{kind} {at}", kind) for at, kind in enumerate(r.choices(list(TYPES), k=r.randrange(0, 7)))]
        self.files = [folder / f"{number}_{side}.parquet" for side in ("left", "right")]
        left = self.rows()
        right = self.changed(left)
        for file, rows in zip(self.files, (left, right)):
            self.write(file, rows)

    def rows(self):
        r = self.random
        count = r.choice([0, 1, 5, 50, 200] if r.random() < 0.97 else [9000])
        rows = {}
        for _ in range(count):
            key = tuple(draw(r, kind) for _, kind in self.keys)
            rows[key] = [*key, *(draw(r, kind) for _, kind in self.values)]
        rows = list(rows.values())
        return rows + r.choices(rows, k=len(rows) // 3) if self.multiset else rows

    def changed(self, left):
        r = self.random
        often = r.choice([0, 0.01, 0.1, 0.5])
        right = []
        for row in left:
            if r.random() >= often / 2:
                kept = row[: len(self.keys)]
                values = (draw(r, kind) if r.random() < often else value for (_, kind), value in zip(self.values, row[len(self.keys):]))
                right.append([*kept, *values])
        seen = {tuple(row[: len(self.keys)]) for row in left}
        for _ in range(r.randrange(5) if often else 0):
            key = tuple(draw(r, kind) for _, kind in self.keys)
            if key not in seen:
                seen.add(key)
                right.append([*key, *(draw(r, kind) for _, kind in self.values)])
        if self.duplicates and right:
            right += r.choices(right, k=r.randrange(1, 4))
        r.shuffle(right)
        return right

    def write(self, file, rows):
        columns = self.keys + self.values
        types = [self.random.choice(TYPES[kind][1]) for _, kind in columns]
        arrays = [pa.array([row[at] for row in rows], type_) for at, type_ in enumerate(types)]
        names = [name for name, _ in columns]
        pq.write_table(pa.table(arrays, names=names), file, row_group_size=self.random.choice([40, 5000]))

    def expected(self, connection):
        """The number of duplicate keys, or the changes."""
        left, right = (f"read_parquet('{file}')" for file in self.files)
        names = [name for name, _ in self.keys]
        if self.multiset:
            return self.counted(connection, left, right)
        listed = ", ".join(f'"{name}"' for name in names)
        for table in (left, right):
            count = connection.sql(f"SELECT count(*) FROM (FROM {table} SELECT 1 GROUP BY {listed} HAVING count(*) > 1)").fetchall()[0][0]
            if count:
                return count
        on = " AND ".join(f'l."{name}" IS NOT DISTINCT FROM r."{name}"' for name in names)
        keys = ", ".join(f'CASE WHEN l.here THEN l."{name}" ELSE r."{name}" END' for name in names)
        pairs = "".join(
            (f', l."{name}", r."{name}"' if kind in SHOWN else ", NULL, NULL") + f', l."{name}" IS DISTINCT FROM r."{name}"'
            for name, kind in self.values
        )
        rows = connection.sql(
            f"SELECT l.here, r.here, {keys}{pairs} FROM (SELECT true AS here, * FROM {left}) l "
            f"FULL OUTER JOIN (SELECT true AS here, * FROM {right}) r ON {on}"
        ).fetchall()
        found = set()
        for here, there, *rest in rows:
            key, rest = tuple(map(plain, rest[: len(names)])), rest[len(names):]
            if not (here and there):
                values = rest[0 if here else 1 :: 3]
                found.add(("removed" if here else "added", key, None, None, tuple(map(plain, values))))
                continue
            for at, (name, kind) in enumerate(self.values):
                before, after, differs = rest[3 * at : 3 * at + 3]
                if differs:
                    shown = (plain(before), plain(after)) if kind in SHOWN else (None, None)
                    found.add(("changed", key, name, *shown))
        return found

    def counted(self, connection, left, right):
        def rows_of(one, other):
            return connection.sql(f"SELECT count(*) FROM (FROM {one} EXCEPT ALL FROM {other})").fetchall()[0][0]

        return rows_of(right, left), rows_of(left, right)

    def check(self, connection):
        keys = ",".join(name for name, _ in self.keys)
        expected = self.expected(connection)
        files = [str(file) for file in self.files]
        if self.multiset:
            code, out, error = run("diff", *files, "--multiset", "--summary", "--json")
            assert code in (0, 1), (self, code, error)
            summary = json.loads(out)
            assert (summary["added"], summary["removed"]) == expected, (self, expected, summary)
            assert code == (1 if any(expected) else 0), (self, code, error)
            return
        memory = ["--memory", "1GB"] if self.random.random() < 0.3 else []
        code, out, error = run("diff", *files, "--key", keys, "--json", *memory)
        if isinstance(expected, int):
            assert code == 2 and not out and f" {expected} duplicate key" in error, (self, code, out, error)
            return
        assert code == (1 if expected else 0), (self, code, error)
        kinds = dict(self.values)
        lines = [json.loads(line, parse_float=decimal.Decimal) for line in out.splitlines()[:-1]]
        found = {entry(line, kinds) for line in lines}
        assert len(found) == len(lines), self
        assert found == expected, (self, "missing", expected - found, "wrong", found - expected)

    def __repr__(self):
        return f"pair {self.number} of seed {SEED}"


def entry(line, kinds):
    """A line of the program in the form of `Pair.expected`."""
    key, column = tuple(map(plain, line["key"].values())), line.get("column")
    if column is None:
        assert list(line["values"]) == list(kinds), line
        return line["change"], key, None, None, tuple(shown(kinds[name], value) for name, value in line["values"].items())
    return line["change"], key, column, *(shown(kinds[column], line[side]) for side in ("left", "right"))


def shown(kind, value):
    """A value of JSON, or None if its type looks different in Python."""
    if kind not in SHOWN:
        return None
    return plain(float(value) if kind == "float" and value is not None else value)


def plain(value):
    """A value of JSON or of DuckDB in a common form."""
    if isinstance(value, float):
        return repr(value + 0.0)
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, datetime.date):
        return value.isoformat()
    return value


def run(*arguments, folder=None):
    done = subprocess.run([PROGRAM, *map(str, arguments), "--threads", "1"], capture_output=True, text=True, cwd=folder, timeout=300)
    return done.returncode, done.stdout, done.stderr


def check_pairs(numbers, folder):
    connection = duckdb.connect(config={"threads": 1})
    connection.sql("SET TimeZone = 'UTC'")
    for number in numbers:
        Pair(number, folder).check(connection)


def check_errors(folder):
    good = folder / "good.parquet"
    pq.write_table(pa.table({"id": range(1000), "v": [f"value {n}" for n in range(1000)]}), good, compression="none")
    twice = folder / "twice.parquet"
    pq.write_table(pa.table({"id": [1, 1, 2], "v": ["a", "b", "c"]}), twice)
    bytes_ = good.read_bytes()
    cut, damaged = folder / "cut.parquet", folder / "damaged.parquet"
    cut.write_bytes(bytes_[: len(bytes_) // 2])
    damaged.write_bytes(bytes_[:4] + b"\xff" * 200 + bytes_[204:])
    output = folder / "out.parquet"
    for right, key, words in [
        (cut, "id", ["cut.parquet"]),
        (damaged, "id", ["damaged.parquet"]),
        (twice, "id", ["the right side has 1 duplicate key in 2 rows, such as id=1"]),
        (good, "nothing", ["the left side has no key column 'nothing'; it has id, v"]),
        (folder / "missing.parquet", "id", ["no such file", "missing.parquet"]),
    ]:
        code, out, error = run("diff", good, right, "--key", key, "--output", output)
        assert code == 2 and not out and error.count("\n") == 1, (right, code, out, error)
        assert all(word in error for word in words), (right, error)
        assert not output.exists() and not list(folder.glob(".hashlane*")), right
    # The file is complete, and there is only one.
    other = folder / "other.parquet"
    pq.write_table(pa.table({"id": [*range(1, 1000), 5000], "v": ["new", *(f"value {n}" for n in range(2, 1001))]}), other)
    code, _, error = run("diff", good, other, "--key", "id", "--output", output)
    assert code == 1, (code, error)
    rows = pq.read_table(output).to_pylist()
    assert rows == [
        {"change": "removed", "id": 0, "column": "v", "left": "value 0", "right": None},
        {"change": "changed", "id": 1, "column": "v", "left": "value 1", "right": "new"},
        {"change": "added", "id": 5000, "column": "v", "left": None, "right": "value 1000"},
    ], rows
    code, _, error = run("diff", good, other, "--key", "id", "--output", output)
    assert code == 2 and "-f overwrites it" in error, (code, error)
    code, out, _ = run("diff", good, other, "--key", "id", "--csv")
    assert (code, out) == (1, "change,id,column,left,right\nremoved,0,v,value 0,\nchanged,1,v,value 1,new\nadded,5000,v,,value 1000\n"), out
    code, out, _ = run("diff", good, other, "--key", "id")
    assert (code, out) == (1, (
        "left 1000 rows, right 1000 rows\n1 added, 1 removed, 1 changed, 998 equal\ncolumn v: 1 changed\n\n"
        "- id=0  v=value 0\n~ id=1\n    v: value 1 → new\n+ id=5000  v=value 1000\n"
    )), out
    code, out, _ = run("diff", good, good, "--key", "id")
    assert (code, out) == (0, "left 1000 rows, right 1000 rows\n0 added, 0 removed, 0 changed, 1000 equal\n"), out


def check_tolerances(folder):
    """Tolerances by column, in CSV with every delimiter and in Parquet, beside differences of Python's decimals and floats."""
    source = random.Random(SEED)
    types = {"f": pa.float64(), "d": pa.decimal128(12, 3), "n": pa.int64(), "s": pa.string()}
    for number in range(24):
        sides = [{"id": list(range(40))}, {"id": list(range(40))}]
        for name in types:
            for at in range(40):
                left = (source.choice(FLOATS + [0.1]) if name == "f" else decimal.Decimal(source.randrange(10**9)).scaleb(-3)
                        if name == "d" else source.choice([7, 2**53, -(2**63) + 9]) if name == "n" else source.choice("ab"))
                step = source.randrange(-2, 3)
                right = (left + step / 4 if name == "f" else left + decimal.Decimal(step).scaleb(-3) if name == "d"
                         else left + step if name == "n" else left)
                for side, value in zip(sides, (left, right)):
                    side.setdefault(name, []).append(value)
        tolerance = {name: source.choice(steps) for name, steps in (("f", (0, 0.25, 0.3)), ("d", (0.001, 0.0015)), ("n", (0, 1, 2)))}
        given = source.sample(sorted(tolerance), source.randrange(1, 4))
        expected = {
            (at, name) for name in types for at, (left, right) in enumerate(zip(*(side[name] for side in sides)))
            if plain(left) != plain(right) and not (name in given and math.isfinite(left) and float(abs(left - right)) <= tolerance[name])
        }
        arguments, paths = [], []
        for word, side in zip(("left", "right"), sides):
            delimiter = source.choice([None, ";", "|", "\t", ","])
            paths.append(folder / f"{word}{number}.{'txt' if delimiter else 'parquet'}")
            if delimiter is None:
                pq.write_table(pa.table({name: pa.array(side[name], types.get(name, pa.int64())) for name in side}), paths[-1])
                continue
            arguments += [f"--{word}-delimiter", "\\t" if delimiter == "\t" else delimiter]
            with open(paths[-1], "w", newline="") as file:
                csv.writer(file, delimiter=delimiter).writerows([list(side), *zip(*side.values())])
        if all(path.suffix == ".txt" for path in paths):
            arguments += ["--types", "f=double,d=decimal(12,3),n=bigint"]
        arguments += ["--tolerance", ",".join(f"{name}={tolerance[name]}" for name in given)]
        code, out, error = run("diff", *paths, "--key", "id", "--json", *arguments)
        found = {(int(line["key"]["id"]), line["column"]) for line in map(json.loads, out.splitlines()[:-1])}
        assert not error and code == bool(expected) and found == expected, (SEED, paths, arguments, error, found ^ expected)


def check_standard_input(folder):
    """Each format as standard input and as a pipe, on each side, is what the file is. No copy stays."""
    rows = [{"id": n, "v": f"value {n}"} for n in range(20_000)]
    files = [folder / name for name in ("in.parquet", "in.csv", "in.json")]
    pq.write_table(pa.Table.from_pylist(rows), files[0])
    files[1].write_text("id,v\n" + "".join(f"{row['id']},{row['v']}\n" for row in rows))
    files[2].write_text("\n" + "".join(json.dumps(row) + "\n" for row in rows))
    changed = folder / "changed.parquet"
    pq.write_table(pa.Table.from_pylist(rows[:7] + [{"id": 7, "v": "new"}] + rows[8:]), changed)
    temporary = folder / "temporary"
    temporary.mkdir()
    for file in files:
        for arguments in (["-", changed], [changed, "-"], ["/dev/fd/0", changed]):
            done = subprocess.run(
                [PROGRAM, "diff", *arguments, "--key", "id", "--csv"], input=file.read_bytes(), capture_output=True,
                env={**os.environ, "TMPDIR": str(temporary)}, timeout=300,
            )
            old, new = ("new", "value 7") if arguments[0] == changed else ("value 7", "new")
            expected = f"change,id,column,left,right\nchanged,7,v,{old},{new}\n"
            assert (done.returncode, done.stdout.decode(), done.stderr) == (1, expected, b""), (file, arguments, done)
            assert not list(temporary.iterdir()), list(temporary.iterdir())


def main():
    print(f"seed {SEED}, {PAIRS} pairs")
    workers = os.cpu_count() or 1
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        check_errors(folder)
        check_tolerances(folder)
        check_standard_input(folder)
        with concurrent.futures.ProcessPoolExecutor(workers) as pool:
            parts = [pool.submit(check_pairs, range(at, PAIRS, workers), folder) for at in range(workers)]
            for part in parts:
                part.result()
    print("all pairs agree with DuckDB")


if __name__ == "__main__":
    main()
