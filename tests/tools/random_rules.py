"""Random rules: `hashlane diff` with its options, beside a plain comparison of all pairs of rows.

Usage: random_rules.py PROGRAM [--pairs N] [--seed S] [--only NUMBER]
(with the Python that has pyarrow)

Two small tables hold values at the bounds of the rules: a tolerance and one unit beside it, times at the edge of a
millisecond, NULL beside the empty text. The rules are computed here in exact arithmetic from the words of docs/diff.md. Each
pair must give the same changed values, rows, counts, verdict and exit code. Every run has a fresh seed, which is printed:
with `--seed S` and `--only NUMBER` it repeats one pair, and keeps its files.
"""

import argparse
import csv
import json
import math
import random
import shlex
import shutil
import subprocess
import sys
import tempfile
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from tables.rules import Bad, Column, arrow_array, beyond, single, written

ABSOLUTE = ["0", "0.01", "0.1", "1", "2.5", "0.005", "1e-9", "3e2", "0.3"]
RELATIVE = ["0", "1e-9", "0.01", "0.1", "0.5", "1", "1e-16"]
FORMATS = ["parquet parquet"] * 3 + ["parquet csv", "csv parquet", "csv csv", "json json", "json csv", "parquet json"]


class Pair:
    """Two tables with rules, and what `diff` must find."""

    def __init__(self, r, folder):
        self.r, self.folder = r, folder
        self.formats = tuple(r.choice(FORMATS).split())
        kinds = ["float", "integer", "text"] + ([] if "json" in self.formats else ["decimal", "timestamp", "time"])
        names = r.sample(["a", "b", "c d", "é", "E", "f,g", 'h"i', "value"], r.randint(1, 5))
        self.columns = [Column(r, name, r.choice(kinds), self.formats) for name in names]
        self.key = [Column(r, "id", "integer", self.formats)]
        if r.random() < 0.4:
            self.key.append(Column(r, "k", r.choice(kinds), self.formats))
        if len(self.key) == 2 and r.random() < 0.3:
            del self.key[0]
        self.options = ["--key", ",".join(quoted(column.name) for column in self.key)]
        self.choose_columns()
        self.choose_rules()
        self.rows = self.make_rows()
        self.extra = [r.random() < 0.1, r.random() < 0.1]
        self.files = [self.write(side) for side in (0, 1)]
        self.choose_allowed()

    def choose_columns(self):
        r, names = self.r, [column.name for column in self.columns]
        self.compared, self.only = self.columns, False
        if len(names) > 1 and r.random() < 0.3:
            some = r.sample(names, r.randint(1, len(names) - 1))
            self.only = r.random() < 0.5
            self.options += ["--columns" if self.only else "--ignore", ",".join(map(quoted, some))]
            self.compared = [column for column in self.columns if (column.name in some) == self.only]
        if self.formats == ("csv", "csv"):
            types = {"float": "double", "integer": "bigint", "timestamp": "timestamp", "time": "time"}
            typed = [c for c in self.columns + self.key if c.kind != "text"]
            texts = [f"{quoted(c.name)}={types.get(c.kind) or f'decimal(20,{c.forms[0]})'}" for c in typed]
            self.options += ["--types", ",".join(texts)] if texts else []

    def choose_rules(self):
        r = self.r
        for name, numbers in (("tolerance", ABSOLUTE), ("relative-tolerance", RELATIVE)):
            if r.random() < 0.5:
                self.numbers(name, numbers, "absolute" if name == "tolerance" else "relative")
        times = [c for c in self.compared if c.kind in ("time", "timestamp")]
        if times and r.random() < 0.7:
            named = {c.name: r.choice(["s", "ms", "us"]) for c in times if r.random() < 0.4}
            everywhere = r.choice(["s", "ms", "us"]) if r.random() < 0.6 or not named else None
            for column in times:
                column.unit = named.get(column.name, everywhere)
            self.options += ["--time-precision", listed(named, everywhere, r)]
        texts = [c for c in self.compared if c.kind == "text"]
        for rule in ("trim", "ignore-case", "null-equals-empty"):
            if texts and r.random() < 0.4:
                some = r.sample(texts, r.randint(1, len(texts)))
                everywhere = r.random() < 0.5
                self.options.append(f"--{rule}" if everywhere else f"--{rule}=" + ",".join(quoted(c.name) for c in some))
                for column in texts if everywhere else some:
                    column.rules.add(rule)
                if rule == "trim" and everywhere and "csv" in self.formats:
                    # Also text that is read as a type is trimmed.
                    for column in self.compared:
                        column.rules.add(rule)

    def numbers(self, option, numbers, field):
        """A tolerance for all floats and decimals, or for some numbers by name; `r` makes it a relative one."""
        r = self.r
        fits = [c for c in self.compared if c.kind in ("float", "decimal", "integer")]
        all_fit = [c for c in fits if c.kind != "integer"]
        named = {c.name: r.choice(numbers) for c in fits if r.random() < 0.4}
        everywhere = r.choice(numbers) if all_fit and r.random() < 0.6 else None
        if not named and everywhere is None:
            return
        for column in fits:
            value = named.get(column.name, everywhere if column in all_fit else None)
            setattr(column, field, value)
        if field == "relative" and "--tolerance" not in self.options and r.random() < 0.5:
            option, named = "tolerance", {name: f"{value}r" for name, value in named.items()}
            everywhere = everywhere and f"{everywhere}r"
        self.options += [f"--{option}", listed(named, everywhere, r)]

    def make_rows(self):
        """Each side's rows by key: some are on both sides, and their values are near each other."""
        r, sides = self.r, ({}, {})
        for number in range(r.choice([0, 1, 5, 20, 60])):
            left = [c.value() for c in self.key if c.name != "id"]
            right = [c.near(value) if r.random() < 0.2 else value for c, value in zip(self.key[-1:], left)]
            cells = [c.value() for c in self.columns]
            for side, keys in enumerate((left, right)):
                if r.random() < 0.1:
                    continue
                keys = ([number - 3] if self.key[0].name == "id" else []) + keys
                keys = [single(key) if key is not None and c.exact_in() else key for c, key in zip(self.key, keys)]
                key = [self.cell(c, value, side, False) for c, value in zip(self.key, keys)]
                values = cells if side == 0 else [c.near(value) if r.random() < 0.6 else value for c, value in zip(self.columns, cells)]
                row = [self.cell(c, value, side, True) for c, value in zip(self.columns, values)]
                sides[side][tuple("nan" if k != k else k for k in key)] = (key, row)
        for side in (0, 1):
            if "json" in self.formats:
                # JSON has a column, and its type, only where a row has a value.
                key, row = ([c.sample() for c in columns] for columns in (self.key, self.columns))
                sides[side][tuple(key)] = (key, row)
        return sides

    def cell(self, column, value, side, may_be_bad):
        """What the file of this side can hold: CSV has no empty text, JSON no NaN."""
        value = column.fit(value, side)
        if self.formats[side] == "csv":
            if column.kind != "text" and may_be_bad and self.r.random() < 0.05:
                return beyond(column, value, side, self.r)
            value = None if value == "" else value
        if self.formats[side] == "json" and column.kind == "float" and value is not None and not math.isfinite(value):
            return None
        return value

    def write(self, side):
        r, of = self.r, self.formats[side]
        path = self.folder / f"{side}.{of}"
        rows = [key + row for key, row in self.rows[side].values()]
        if r.random() < 0.5:
            r.shuffle(rows)
        columns = self.key + self.columns
        names = [c.name for c in columns]
        if of == "parquet":
            arrays = [arrow_array(c, [row[at] for row in rows], side) for at, c in enumerate(columns)]
            arrays += [pa.array([1] * len(rows), pa.int64())] if self.extra[side] else []
            table = pa.table(arrays, names + [f"extra{side}"] * self.extra[side])
            pq.write_table(table, path, row_group_size=r.choice([3, 1000]))
        elif of == "csv":
            with path.open("w", newline="", encoding="utf-8") as file:
                out = csv.writer(file)
                out.writerow(names + [f"extra{side}"] * self.extra[side])
                for row in rows:
                    texts = [None if v is None else written(c, v, side, r) for c, v in zip(columns, row)]
                    out.writerow(texts + ["1"] * self.extra[side])
        else:
            self.extra[side] = False
            with path.open("w", encoding="utf-8") as file:
                for row in rows:
                    file.write(json.dumps(dict(zip(names, row)), ensure_ascii=r.random() < 0.5) + "\n")
        return path

    def choose_allowed(self):
        """`--allow`, with numbers about as large as what differs."""
        self.find()
        r, counts = self.r, self.counts
        self.fine = not any(counts.values()) and not self.lacking
        if r.random() < 0.5:
            return
        larger = max(map(len, self.rows))
        kinds = {kind: self.limit(counts[kind], larger) for kind in counts if r.random() < 0.4}
        rest = [kind for kind in counts if kind not in kinds]
        number = self.limit(sum(counts[kind] for kind in rest), larger) if r.random() < 0.6 else None
        parts = [f"{kind}={limit}" for kind, limit in kinds.items()] + ([number] if number else [])
        parts += ["extra-columns"] if r.random() < 0.3 or not parts else []
        r.shuffle(parts)
        self.options += ["--allow", ",".join(parts)]
        fits = [allowed(counts[kind], limit, larger) for kind, limit in kinds.items()]
        fits.append(allowed(sum(counts[kind] for kind in rest), number or "0", larger))
        self.fine = all(fits) and (not self.lacking or "extra-columns" in parts)

    def limit(self, count, larger):
        count = max(0, count + self.r.choice([-1, 0, 0, 1]))
        if self.r.random() < 0.5 or not larger:
            return str(count)
        share = Decimal(100 * count) / larger
        return f"{min(share, Decimal(100)):.{self.r.choice([0, 2, 9])}f}%"

    def find(self):
        left, right = self.rows
        self.changes, per_row = {}, set()
        for key in left.keys() & right.keys():
            for at, column in enumerate(self.columns):
                values = left[key][1][at], right[key][1][at]
                if column in self.compared and not column.equal(*values):
                    self.changes[key, column.name] = tuple(shown(column, value, form) for value, form in zip(values, column.forms))
                    per_row.add(key)
        self.added, self.removed = right.keys() - left.keys(), left.keys() - right.keys()
        self.counts = {"added": len(self.added), "removed": len(self.removed), "changed": len(per_row)}
        self.lacking = [] if self.only else [f"extra{side}" for side in (0, 1) if self.extra[side]]

    def expected(self):
        by_column = {}
        for column in self.compared:
            found = [values for (_, name), values in self.changes.items() if name == column.name]
            nulls = sum(values[0] is None for values in found), sum(values[1] is None for values in found)
            by_column[column.name] = (len(found), *nulls)
        common = len(self.rows[0].keys() & self.rows[1].keys())
        counts = self.counts | {"equal": common - self.counts["changed"], "left_rows": len(self.rows[0]), "right_rows": len(self.rows[1])}
        return {"changes": self.changes, "added": self.added, "removed": self.removed, "counts": counts, "columns": by_column,
                "lacking": sorted(self.lacking), "is_fine": self.fine, "exit code": 0 if self.fine else 1}

    def found(self, program):
        command = [program, "diff", *map(str, self.files), *self.options, "--json"]
        self.command = shlex.join(command)
        done = subprocess.run(command, capture_output=True, text=True, timeout=120)
        if done.returncode not in (0, 1):
            return {"exit code": done.returncode, "error": done.stderr.strip()}
        lines = [json.loads(line, parse_float=Decimal) for line in done.stdout.splitlines()]
        *lines, summary = lines
        columns = {c.name: c for c in self.columns}
        found = {"changes": {}, "added": set(), "removed": set()}
        for line in lines:
            if line["change"] == "column":
                continue
            key = tuple(c.canonical(line["key"][c.name], c.exact_in()) for c in self.key)
            if line["change"] == "changed":
                c = columns[line["column"]]
                found["changes"][key, c.name] = c.canonical(line["left"], c.forms[0]), c.canonical(line["right"], c.forms[1])
            else:
                found[line["change"]].add(key)
        names = ["added", "removed", "changed", "equal", "left_rows", "right_rows"]
        found["counts"] = {name: summary[name] for name in names}
        found["columns"] = {c["column"]: (c["changed"], c["from_null"], c["to_null"]) for c in summary["columns"]}
        found["lacking"] = sorted(c["column"] for c in summary["not_compared"])
        return found | {"is_fine": summary["is_fine"], "exit code": done.returncode}


def shown(column, value, form):
    return "nan" if value != value else column.canonical(value, form) if isinstance(value, Bad) else value


def quoted(name):
    return '"' + name.replace('"', '""') + '"' if set(name) & set(',"') else name


def listed(named, everywhere, r):
    parts = [f"{quoted(name)}={value}" for name, value in named.items()] + ([everywhere] if everywhere else [])
    r.shuffle(parts)
    return ",".join(parts)


def allowed(count, limit, larger):
    if limit.endswith("%"):
        return count * 100 <= Fraction(limit[:-1]) * larger
    return count <= int(limit)


def report(what, expected, found):
    if isinstance(found, dict) and isinstance(expected, dict):
        for name in expected.keys() | found.keys():
            report(f"{what} {name}", expected.get(name, "nothing"), found.get(name, "nothing"))
    elif expected != found:
        print(f"  {what}: expected {expected}, found {found}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--pairs", type=int, default=200)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().getrandbits(32))
    parser.add_argument("--only", type=int, help="the number of one pair, whose files are kept")
    options = parser.parse_args()
    numbers = range(options.pairs) if options.only is None else [options.only]
    wrong = 0
    for number in numbers:
        folder = tempfile.mkdtemp()
        pair = Pair(random.Random(f"{options.seed}/{number}"), Path(folder))
        expected, found = pair.expected(), pair.found(options.program)
        if expected != found:
            wrong += 1
            print(f"--seed {options.seed} --only {number}: {pair.command}")
            for what in found:
                report(what, expected.get(what), found[what])
        if options.only is None:
            shutil.rmtree(folder)
    print(f"seed {options.seed}: {len(numbers)} pairs, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
