"""hashlane.diff."""

import contextlib
import io
import math
import os
import random
import subprocess
import sys
import tempfile
import unittest
from decimal import Decimal

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

import hashlane

SEED = random.SystemRandom().getrandbits(32)


class Diff(unittest.TestCase):
    a = pa.table({"id": [1, 2, 3], "city": ["Oslo", None, "Rome"], "price": [Decimal("1.5"), None, Decimal("2.0")]})
    b = pl.DataFrame({"city": ["Bern", "Oslo", "Paris"], "id": [4, 1, 3], "price": [1.0, 1.5, 2.0], "more": [0, 0, 0]})

    def test_rows(self):
        b = self.b.with_columns(pl.col("price").cast(pl.Decimal(10, 4)))
        changes = hashlane.diff(self.a, b, key="id")
        expected = [
            ("added", 4, None, None, None),
            ("changed", 3, "city", "Rome", "Paris"),
            ("column", None, "more", None, "BIGINT"),
            ("removed", 2, None, None, None),
        ]
        self.assertEqual(changes.columns, ["change", "id", "column", "left", "right"])
        self.assertEqual(sorted(changes.fetchall(), key=str), expected)
        self.assertEqual(len(changes), 4)
        self.assertEqual(sorted(pl.DataFrame(changes).rows(), key=str), expected)
        self.assertEqual(pa.table(changes).num_rows, 4)

    def test_other_forms(self):
        """As text, and in the libraries that people use."""
        changes = hashlane.diff(self.a, self.b, key="id")
        rows = sorted(changes.fetchall(), key=str)
        self.assertEqual(sorted(changes.pl().rows(), key=str), rows)
        self.assertEqual(sorted(map(tuple, changes.arrow().to_pandas().astype(object).where(lambda f: f.notna(), None).values), key=str), rows)
        self.assertEqual(sorted(changes.df()["change"]), [row[0] for row in rows])
        for text in ("removed", "Paris"):
            self.assertIn(text, repr(changes))
        with contextlib.redirect_stdout(io.StringIO()) as out:
            changes.show()
        self.assertEqual(out.getvalue(), repr(changes) + "\n")
        self.assertEqual(repr(hashlane.diff(self.a, self.a, key="id")), "no differences")

    def test_missing_packages(self):
        """A package that isn't installed is named, with what to type."""
        script = """
import sys
sys.modules[{package!r}] = None
import hashlane, duckdb
changes = hashlane.diff(duckdb.sql("SELECT 1 AS id"), duckdb.sql("SELECT 2 AS id"), key="id")
{call}
"""
        calls = {"pandas": "changes.df()", "polars": "changes.pl()", "pyarrow": "changes.arrow()"}
        path = os.pathsep.join(map(os.path.abspath, sys.path))
        for package, call in calls.items():
            code = script.format(package=package, call=call)
            done = subprocess.run([sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True)
            # DuckDB 1.4 reads streams with pyarrow.
            user = f"DuckDB {duckdb.__version__}" if package == "pyarrow" and duckdb.__version__ < "1.5" else call[8:]
            self.assertIn(f"{user} needs the package {package}: pip install {package}\n", done.stderr)
        for package, code in (("duckdb", "hashlane.diff"), ("duckdb", "hashlane.duckdb"), ("polars", "hashlane.polars")):
            code = f"import sys; sys.modules[{package!r}] = None; import hashlane; {code}"
            done = subprocess.run([sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True)
            self.assertRegex(done.stderr, f"hashlane.\\w+ needs the package {package}: pip install {package}\n$")

    def test_streams_and_keys_of_two_columns(self):
        reader = pa.RecordBatchReader.from_batches(self.a.schema, self.a.to_batches())
        self.assertEqual(len(hashlane.diff(reader, self.a, key=["id", "city"])), 0)

    def test_relations_of_another_connection(self):
        con = duckdb.connect()
        monday = con.sql("SELECT 1 AS id, 'Oslo' AS city UNION ALL SELECT 2, NULL")
        tuesday = con.sql("SELECT 1 AS id, 'Bergen' AS city UNION ALL SELECT 2, NULL")
        self.assertEqual(hashlane.diff(monday, tuesday, key="id").fetchall(), [("changed", 1, "city", "Oslo", "Bergen")])

    def test_streams_of_slices(self):
        """DuckDB 1 reads wrong values from a struct in a struct of a slice."""
        table = pa.table({"id": range(10), "s": [{"a": i, "b": {"c": i}} for i in range(10)]})
        reader = pa.RecordBatchReader.from_batches(table.schema, table.to_batches(3))
        self.assertEqual(found(table, reader, "id"), [])


    def test_nanoseconds(self):
        """DuckDB 1 reads those with a time zone as microseconds, and milliseconds of Date64 as days."""
        for of in (pa.timestamp("ns"), pa.timestamp("ns", "UTC"), pa.date64(), pa.time64("ns")):
            values = [dates(n) if of == pa.date64() else pa.array([n], pa.int64()).cast(of) for n in (1001, 1002)]
            structs = [pa.StructArray.from_arrays([value], ["x"]) for value in values]
            lists = [pa.ListArray.from_arrays(pa.array([0, 1], pa.int32()), struct) for struct in structs]
            for pair in (values, lists):
                left, right = (pa.table({"id": [1], "v": value}) for value in pair)
                with self.subTest(left["v"].type):
                    if of == pa.time64("ns") and duckdb.__version__.startswith("1.4"):
                        with self.assertRaisesRegex(ValueError, "column 'v' of the left table has times in nanoseconds"):
                            hashlane.diff(left, right, key="id")
                        continue
                    self.assertEqual([row[:3] for row in found(left, right, "id")], [("changed", 1, "v")])
                    self.assertEqual(found(left, left, "id"), [])


    def test_times_with_and_without_a_zone(self):
        """A time without a zone is in UTC, wherever the session is."""
        left = pa.table({"t": pa.array([0, 3600], pa.timestamp("us")), "v": pa.array([5, 6], pa.timestamp("us"))})
        right = pa.table({"t": left["t"].cast(pa.timestamp("us", "UTC")), "v": pa.array([5, 7], pa.timestamp("us", "Asia/Tokyo"))})
        read = "duckdb.read_parquet"
        changed = f"hashlane.diff({read}('l'), {read}('r'), key='t')"
        script = f"import hashlane, duckdb, pyarrow; print(pyarrow.table({changed}).to_pylist())"
        changes = hashlane.diff(left, right, key="t")
        self.assertEqual(pa.table(changes)["t"].cast(pa.int64()).to_pylist(), [3600])
        with tempfile.TemporaryDirectory() as folder:
            for name, table in (("l", left), ("r", right)):
                pq.write_table(table, os.path.join(folder, name))
            env = {**os.environ, "TZ": "Asia/Tokyo", "PYTHONPATH": os.pathsep.join(map(os.path.abspath, sys.path))}
            done = subprocess.run([sys.executable, "-c", script], cwd=folder, env=env, capture_output=True, text=True)
        self.assertIn("'left': '1970-01-01 00:00:00.000006', 'right': '1970-01-01 00:00:00.000007+00'", done.stdout, done.stderr)


def dates(milliseconds):
    """A Date64 of milliseconds, which Arrow's functions would cut to days."""
    return pa.Array.from_buffers(pa.date64(), 1, [None, pa.py_buffer(milliseconds.to_bytes(8, "little"))])


def found(a, b, key):
    """The differences in the order of their texts."""
    tables = [pa.table(table) if isinstance(table, dict) else table for table in (a, b)]
    return sorted(hashlane.diff(*tables, key=key).fetchall(), key=str)


class Once:
    """A table that gives one stream only."""

    def __init__(self, table):
        self.stream = table.__arrow_c_stream__()

    def __arrow_c_stream__(self, requested_schema=None):
        return self.stream


class ByName(unittest.TestCase):
    def test_columns(self):
        left, right = {"id": [1], "first": ["Ada"], "last": ["Lee"]}, {"last": ["Ada"], "id": [1], "first": ["Lee"]}
        self.assertEqual(found(left, right, "id"), [("changed", 1, "first", "Ada", "Lee"), ("changed", 1, "last", "Lee", "Ada")])
        self.assertEqual(found(left, {"last": ["Lee"], "first": ["Ada"], "id": [1]}, "id"), [])

    def test_keys(self):
        left = {"x": [1], "y": [2], "v": [0]}
        swapped, same = {"y": [1], "x": [2], "v": [0]}, {"v": [0], "y": [2], "x": [1]}
        expected = [("added", 2, 1, None, None, None), ("removed", 1, 2, None, None, None)]
        self.assertEqual(found(left, swapped, ["x", "y"]), expected)
        self.assertEqual(found(left, same, ["x", "y"]), [])
        self.assertEqual(found(left, same, ["y", "x"]), [])
        self.assertEqual(hashlane.diff(pa.table(left), pa.table(swapped), key=["y", "x"]).columns[1:3], ["y", "x"])

    def test_cases(self):
        left, right = {"id": [1], "V": [1]}, {"id": [1], "v": [1]}
        one_side = [("column", None, "V", "BIGINT", None), ("column", None, "v", None, "BIGINT")]
        self.assertEqual(found(left, right, "id"), one_side)
        self.assertEqual(found({**left, **right}, {"v": [2], "V": [1], "id": [1]}, "id"), [("changed", 1, "v", "1", "2")])

    def test_names_of_the_result(self):
        names = ["change", "left", "right", "column", "_key", "none", "key:.x", 'a "quote"', "it's", "name"]
        left = {"id": [1], **{name: [0] for name in names}}
        right = {name: [1] for name in names} | {"id": [1]}
        self.assertEqual(found(left, right, "id"), sorted((("changed", 1, name, "0", "1") for name in names), key=str))
        for name in ("change", "Left", "right", "column"):
            with self.assertRaisesRegex(ValueError, f"the result would have two columns named '{name}'"):
                found({name: [1]}, {name: [1]}, name)

    def test_structs(self):
        left = {"id": [1], "s": [{"first": "Ada", "last": "Lee"}]}
        right = {"id": [1], "s": [{"last": "Ada", "first": "Lee"}]}
        texts = ("{'first': Ada, 'last': Lee}", "{'first': Lee, 'last': Ada}")
        self.assertEqual(found(left, right, "id"), [("changed", 1, "s", *texts)])
        self.assertEqual(found(left, {"id": [1], "s": [{"last": "Lee", "first": "Ada"}]}, "id"), [])

    def test_structs_in_lists_and_maps(self):
        ab, ba = (pa.struct([(name, pa.int64()) for name in names]) for names in ("ab", "ba"))
        nested = {
            "lists": (lambda of: pa.list_(pa.list_(of)), lambda item: [[item, None], None]),
            "maps": (lambda of: pa.map_(pa.string(), of), lambda item: [("k", item), ("l", None)]),
            "structs": (lambda of: pa.struct([("x", of), ("y", pa.list_(of))]), lambda item: {"x": None, "y": [item]}),
        }
        for name, (of, within) in nested.items():
            left = {"id": [1, 2], "v": pa.array([within({"a": 1, "b": 2}), None], of(ab))}
            equal = {"id": [1, 2], "v": pa.array([within({"a": 1, "b": 2}), None], of(ba))}
            swapped = {"id": [1, 2], "v": pa.array([within({"a": 2, "b": 1}), None], of(ba))}
            with self.subTest(name):
                self.assertEqual(found(left, equal, "id"), [])
                self.assertEqual([row[:3] for row in found(left, swapped, "id")], [("changed", 1, "v")])

    def test_columns_that_cannot_be_compared(self):
        left = {"id": [1, 2], "n": [5, 6], "s": [{"a": 1}] * 2, "l": [[1], [2]], "gone": ["x", "y"]}
        right = {"id": [1, 2], "n": ["5", "N/A"], "s": [{"b": 1}] * 2, "l": [["1"], ["2"]], "new": [1.5, 2.5]}
        expected = [
            ("column", None, "gone", "VARCHAR", None),
            ("column", None, "l", "BIGINT[]", "VARCHAR[]"),
            ("column", None, "n", "BIGINT", "VARCHAR"),
            ("column", None, "new", None, "DOUBLE"),
            ("column", None, "s", "STRUCT(a BIGINT)", "STRUCT(b BIGINT)"),
        ]
        self.assertEqual(found(left, right, "id"), expected)
        # Tables without rows have columns, too.
        empty = [pa.table(table).slice(0, 0) for table in (left, right)]
        self.assertEqual(found(*empty, "id"), expected)

    def test_nulls(self):
        left, right = {"id": [1, 2], "v": pa.nulls(2)}, {"id": [1, 2], "v": ["a", None]}
        self.assertEqual(found(left, right, "id"), [("changed", 1, "v", None, "a")])
        self.assertEqual(found(right, left, "id"), [("changed", 1, "v", "a", None)])
        self.assertEqual(found(left, left, "id"), [])


class Tolerances(unittest.TestCase):
    """Beside differences that Python computes: of doubles, and exact ones of integers and decimals."""

    def test_random_numbers(self):
        random_ = random.Random(SEED)
        for _ in range(20):
            columns = {}
            for name, of in (
                ("f", pa.float64()), ("g", pa.float32()), ("d", pa.decimal128(9, 2)), ("e", pa.decimal128(38, 3)), ("n", pa.int64()),
                ("u", pa.uint64()),
            ):
                columns[name] = [[number(random_, of) for _ in range(50)] for _ in range(2)], of
            # The numbers of a row are near to each other.
            for (left, right), of in columns.values():
                for at, value in enumerate(left):
                    if value is not None and random_.random() < 0.7:
                        right[at] = near(random_, value, of)
            left, right = (
                pa.table({"id": range(50), **{name: pa.array(sides[at], of) for name, (sides, of) in columns.items()}}) for at in (0, 1)
            )
            for tolerance in (None, 0, 0.01, {"f": 0.5, "n": 1, "u": 2}, {"e": 0.001, "g": 0}, {}):
                expected = set()
                for name in columns:
                    most = tolerance.get(name) if isinstance(tolerance, dict) else tolerance if name in "fgde" else None
                    for id, a, b in zip(range(50), left[name].to_pylist(), right[name].to_pylist()):
                        if not same(a, b) and not (most is not None and close(a, b, most)):
                            expected.add((id, name))
                found = {row[1:3] for row in hashlane.diff(left, right, key="id", tolerance=tolerance).fetchall()}
                self.assertEqual(found, expected, (SEED, tolerance))

    def test_numbers_that_no_double_holds(self):
        exact = lambda value, of: pa.table({"id": [1], "v": pa.array([Decimal(value)], of)})
        for left, right, of, tolerance, is_close in (
            ("1.000000000000000001", "0.99", pa.decimal128(38, 18), 0.01, False),
            ("1.000000000000000000", "0.99", pa.decimal128(38, 18), 0.01, True),
            ("9007199254740993", "0", pa.decimal128(38, 0), 9007199254740992, False),
            ("9007199254740993", "0", pa.decimal128(38, 0), 9007199254740993, True),
        ):
            found = hashlane.diff(exact(left, of), exact(right, of), key="id", tolerance=tolerance)
            self.assertEqual(len(found), 0 if is_close else 1, (left, right))
        nulls = pa.table({"id": [1], "v": pa.nulls(1)})
        found = hashlane.diff(nulls, pa.table({"id": [1], "v": [0.5]}), key="id", tolerance=1)
        self.assertEqual(len(found), 1)

    def test_relative_tolerances(self):
        """Exact at the bound, of the greater magnitude, and together with an absolute one."""
        for left, right, of, absolute, relative, is_close in (
            ("100", "101", pa.decimal128(9, 2), None, 0.01, True),
            ("100", "101.01", pa.decimal128(9, 2), None, 0.01, True),
            ("100", "101.02", pa.decimal128(9, 2), None, 0.01, False),
            ("-100", "-101.02", pa.decimal128(9, 2), 0.01, 0.01, True),
            ("-1", "1", pa.decimal128(9, 2), None, 1, False),
            ("-1", "1", pa.decimal128(9, 2), 1, 1, True),
            (1.0, 2.0, pa.float64(), None, 0.5, True),
            (1.0, math.nextafter(2.0, 3), pa.float64(), None, 0.5, False),
            (math.inf, 1.0, pa.float64(), 1, 1, False),
        ):
            value = Decimal if pa.types.is_decimal(of) else float
            left, right = (pa.table({"id": [1], "v": pa.array([value(side)], of)}) for side in (left, right))
            for tolerances in ((absolute, relative), (absolute, {"v": relative})):
                found = hashlane.diff(left, right, key="id", tolerance=tolerances[0], relative_tolerance=tolerances[1])
                self.assertEqual(len(found), 0 if is_close else 1, (left, right, tolerances))

    def test_notebooks_show_values_as_text(self):
        left = pa.table({"<b>": [1, 2], "v": ["<script>", "x" * 500], "n": ["a", None]})
        right = pa.table({"<b>": [1, 2], "v": ["a\u202eb\0", "y"], "n": ["a", ""]})
        shown = hashlane.diff(left, right, key="<b>")._repr_html_()
        for text in ("&lt;script&gt;", "a\\u202eb\\x00", "&lt;b&gt;", f"{'x' * 160}…<", "<i>NULL</i>", "<td>changed</td><td>v</td><td>2</td>"):
            self.assertIn(text, shown)
        for text in ("<script", "\u202e", "\0", "x" * 161):
            self.assertNotIn(text, shown)
        self.assertEqual(hashlane.diff(left, left, key="<b>")._repr_html_(), "no differences")

    def test_what_has_no_tolerance(self):
        table = pa.table({"id": [1], "v": ["x"], "n": [1]})
        for tolerance, words, error in (
            ({"x": 1}, "tolerance names 'x', which isn't a compared column; these are v, n", ValueError),
            ({"id": 1}, "tolerance names 'id', which isn't a compared column", ValueError),
            ({"v": 1}, "tolerance names 'v', which holds no numbers", ValueError),
            (-1, "tolerance is -1; allowed is a number of 0 or more", ValueError),
            ({"n": float("nan")}, "tolerance is nan; allowed is a number of 0 or more", ValueError),
            ("1", "tolerance is '1'; allowed is a number, or a dictionary", TypeError),
            ({"n": True}, "tolerance is True; allowed is a number, or a dictionary", TypeError),
        ):
            with self.assertRaisesRegex(error, "^hashlane.diff: " + words):
                hashlane.diff(table, table, key="id", tolerance=tolerance)


def number(random_, of):
    """A number of a type, or NULL."""
    if random_.random() < 0.1:
        return None
    if pa.types.is_floating(of):
        return random_.choice([0.0, -0.0, math.nan, math.inf, -math.inf, 1.5, round(random_.uniform(-9, 9), 2)])
    if pa.types.is_decimal(of):
        return Decimal(random_.randrange(10**6)).scaleb(-of.scale) + (10**30 if of.precision == 38 else 0)
    return random_.choice([2**53, 2**63 - 100, random_.randrange(10)])


def near(random_, value, of):
    step = random_.randrange(-3, 4)
    if pa.types.is_floating(of):
        return value + step / 100
    return value + (Decimal(step).scaleb(-of.scale) if pa.types.is_decimal(of) else abs(step))


def same(a, b):
    return a == b or a is not None and b is not None and a != a and b != b


def close(a, b, most):
    if a is None or b is None or not (math.isfinite(a) and math.isfinite(b)):
        return False
    return float(abs(a - b)) <= most


class Pandas(unittest.TestCase):
    """An index is a column if it has a name."""

    frame = pd.DataFrame({"id": [1, 2, 3, 4], "v": list("wxyz")})

    def test_an_index_without_a_name(self):
        some = self.frame[self.frame.id != 3]
        for other in (some, some.reset_index(drop=True), some.set_axis([7, 8, 9])):
            self.assertEqual(hashlane.diff(some, other, key="id").fetchall(), [])

    def test_an_index_with_a_name(self):
        for ids in ([1, 2, 3, 4], [1, 2, 4]):
            frame = self.frame[self.frame.id.isin(ids)]
            changed = frame.assign(v=list("WXYZ")[: len(ids)])
            for left, right in ((frame.set_index("id"), changed), (frame, changed.set_index("id"))):
                found = hashlane.diff(left, right, key="id").fetchall()
                self.assertEqual(sorted(found), [("changed", id, "v", old, new) for id, old, new in zip(ids, frame.v, changed.v)])
        both = self.frame.set_index(["id", "v"])
        self.assertEqual(hashlane.diff(both, self.frame, key=["id", "v"]).fetchall(), [])
        twice = self.frame.rename_axis("id")
        with self.assertRaisesRegex(ValueError, "the left table can't be read: cannot insert id, already exists"):
            hashlane.diff(twice, self.frame, key="id")


class Errors(unittest.TestCase):
    table = pa.table({"tenant": [1], "id": [7], "v": [0]})

    def refuses(self, words, a=None, b=None, key="id", error=ValueError):
        """One line, which starts with the function's name."""
        with self.assertRaisesRegex(error, "^hashlane.diff: .*" + words) as raised:
            hashlane.diff(self.table if a is None else a, self.table if b is None else b, key=key)
        self.assertNotIn("\n", str(raised.exception))

    def test_keys(self):
        self.refuses("the left table has no key column 'tennant'; it has tenant, id, v", key=["tennant", "id"])
        self.refuses("the left table has no key column 'Id'; it has tenant, id, v", key="Id")
        self.refuses("the right table has no key column 'v'; it has tenant, id", b=self.table.drop_columns("v"), key="v")
        self.refuses("key is an empty list", key=[])
        self.refuses("key is None; allowed is", key=None, error=TypeError)
        self.refuses("key is \\[1\\]; allowed is", key=[1], error=TypeError)
        self.refuses("two columns named 'id'", key=["id", "id"])
        self.refuses("the key column 'id' is BIGINT in the left table and VARCHAR in the right table", b=pa.table({"id": ["7"]}))
        wide = pa.table({"id": pa.array([Decimal(10**37)], pa.decimal128(38, 0))})
        fine = pa.table({"id": pa.array([Decimal("0.1")], pa.decimal128(38, 10))})
        self.refuses("no type holds the keys of both tables: cast the key to one type in both", a=wide, b=fine)
        self.refuses("the left table has a key twice", a=pa.concat_tables([self.table] * 2))
        self.refuses("the right table has a key twice", b=pa.concat_tables([self.table] * 2))

    def test_tables(self):
        self.refuses("the left table is 'a.parquet', of type str; pass a table", a="a.parquet", error=TypeError)
        self.refuses("the right table is 5, of type int; pass a table", b=5, error=TypeError)
        self.refuses("the left table is .*, of type Int64Array; pass a table", a=pa.array([1]), error=TypeError)
        self.refuses("the left table can't be read: it is a stream of one column", a=pa.chunked_array([[1]]))
        once = Once(self.table)
        self.refuses("the right table can't be read: .* has been read already", a=once, b=once)
        twice = pa.Table.from_arrays([pa.array([1]), pa.array([1]), pa.array([2])], names=["id", "a", "a"])
        self.refuses("the right table has two columns named 'a'", b=twice)

    def test_types(self):
        duration = pa.table({"id": [1], "d": pa.array([{"x": [1]}], pa.struct([("x", pa.list_(pa.duration("s")))]))})
        self.refuses("column 'd' of the left table has the type INTERVAL", a=duration, b=duration)
        objects = pl.DataFrame({"id": [1], "o": pl.Series([(1,)], dtype=pl.Object)})
        self.refuses("the left table can't be read: the column 'o' has the type Object of Polars", a=objects)
        wide = pl.DataFrame({"id": [1], "i": pl.Series([1]).cast(pl.Int128)})
        self.refuses("the right table can't be read: the column 'i' has the type Int128 of Polars", b=wide)
        half = pa.table({"id": [1], "v": [pa.scalar(1.5, pa.float32()).cast(pa.float16())]})
        self.refuses("the left table can't be read: the column 'v' has the type Float16", a=half)
        digits = pa.table({"id": [1], "l": pa.array([[1]], pa.list_(pa.decimal256(50, 0)))})
        self.refuses("the right table can't be read: the column 'l' has the type .*Decimal256", b=digits)
        self.refuses("LazyFrame; pass a table with .* after collect", a=pl.LazyFrame({"id": [1]}), error=TypeError)
        cases = [pa.StructArray.from_arrays([pa.array([1])] * 2, names) for names in (["a", "A"], ["A", "a"])]
        left, right = (pa.table({"id": [1], "s": struct}) for struct in cases)
        self.refuses("DuckDB can't compare the tables: .* [Dd]uplicate", a=left, b=right)
        # One side's alone is only named.
        self.assertEqual([row[2] for row in hashlane.diff(duration, pa.table({"id": [1]}), key="id").fetchall()], ["d"])


if __name__ == "__main__":
    unittest.main()
