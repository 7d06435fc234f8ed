"""`hashlane diff` must find exactly the differences that were planted in a random pair of tables, or refuse it."""

import pyarrow as pa

from tables import logical
from tables.layouts import Writer, arrange
from tables.program import Refused, Wrong, lines, refusal, run
from tables.values import Number

LAYOUTS = ["file"] * 6 + ["folder", "pattern", "deep pattern"]
ROWS = [1, 3, 20, 200, 200, 1001, 1500, 1500, 4000]
KEYS = {
    "number": lambda at: at,
    "text": lambda at: None if at == 7 else f"k{at}",
    "big": lambda at: 2**53 + at,
    "late big": lambda at: at if at < 1000 else 2**63 + at,
    # Different texts of one number: in CSV beside CSV they are different keys.
    "spelled": lambda at: ["{}", "0{}", "{}.0", "+{}", " {}"][at % 5].format(at // 5 + 1),
}
KEY_TYPES = {"number": pa.int64(), "big": pa.int64(), "late big": pa.uint64()}


class Pair:
    """Two tables in files, and the differences between them."""

    def __init__(self, r, folder):
        self.r, self.folder = r, folder
        self.kinds = [r.choice(["csv", "csv", "json", "parquet"]) for _ in range(2)]
        if r.random() < 0.4:
            self.kinds[1] = self.kinds[0]
        self.count = r.choice(ROWS)
        self.both_csv = self.kinds == ["csv", "csv"]
        styles = [style for style in KEYS if style != "spelled" or self.both_csv]
        self.key_style = r.choice(styles)
        # The name of a second column of the key: with a comma, it is quoted as in CSV.
        self.second = r.choice(["part", "part", "a, b"]) if r.random() < 0.2 else None
        allowed = logical.kinds(*self.kinds)
        self.columns = {f"{name} {kind}": kind for name, kind in zip("abcde", r.choices(allowed, k=r.randrange(1, 5)))}
        self.must, self.may, self.shown = set(), set(), {}
        self.tags = [f"diff {' beside '.join(sorted(self.kinds))}", f"diff key {self.key_style}"]
        self.tags += ["diff key with a comma"] if self.second and "," in self.second else []
        self.options = self.types() if self.both_csv else []
        # Texts differ as texts, unless a type was stated or found.
        self.as_text = self.both_csv and not self.options
        self.excused = "long decimal" in self.columns.values()
        left, right = self.rows()
        self.files = [self.write(side, rows) for side, rows in enumerate((left, right))]

    def types(self):
        """Options that make CSV beside CSV typed, for some of the pairs that they suit."""
        kinds = set(self.columns.values())
        if self.r.random() < 0.15 and kinds <= set(logical.STATED):
            self.tags.append("diff --types")
            return ["--types", ",".join(f"{name}={logical.STATED[kind]}" for name, kind in self.columns.items())]
        if self.r.random() < 0.15:
            self.tags.append("diff --infer")
            return ["--infer"]
        return []

    def describe(self):
        return f"diff {self.files[0].table} {self.files[1].table} {' '.join(self.options)} ({', '.join(self.columns)})"

    def rows(self):
        """The rows of both sides as cells of their kinds; the differences go to `must` and `may`."""
        r = self.r
        often = r.choice([0, 0.002, 0.02, 0.3])
        late = {name: r.random() < 0.4 and self.count > 1000 and r.randrange(1000, self.count) for name in self.columns}
        missing = r.random() < 0.05 and len(self.columns) > 1 and r.choice(list(self.columns))
        left, right = [], []
        for at in range(self.count):
            values = {name: None if late[name] and at < late[name] else self.draw(kind) for name, kind in self.columns.items()}
            where = r.choice(["removed", "added"]) if at and r.random() < often / 3 else "both"
            key = self.key(at)
            if where != "both":
                self.must.add((where, self.key_text(at), None))
                side = where == "added"
                (right if side else left).append({**key[side], **self.cells(values, side)})
                continue
            before, after = self.cells(values, 0), self.cells(values, 1)
            for name in self.columns:
                if r.random() < often:
                    self.plant(at, name, values[name], before, after)
            left.append({**key[0], **before})
            right.append({**key[1], **after})
        self.drop(missing, left, right)
        if r.random() < 0.5:
            r.shuffle(right)
        return left, right

    def draw(self, kind):
        return None if self.r.random() < 0.1 else logical.KINDS[kind].draw(self.r)

    def key(self, at):
        """The key's cells on each side."""
        value = KEYS[self.key_style](at)
        cells = []
        for kind in self.kinds:
            cell = value if kind == "parquet" or not isinstance(value, int) else (str if kind == "csv" else Number)(value)
            cells.append({"id": cell, **({self.second: f"r{at % 3}"} if self.second else {})})
        return cells

    def key_text(self, at):
        return (str(KEYS[self.key_style](at)), *([f"r{at % 3}"] if self.second else []))

    def cells(self, values, side):
        return {name: logical.cell(kind, values[name], self.kinds[side]) for name, kind in self.columns.items()}

    def plant(self, at, name, value, before, after):
        """Changes a value of the right side, or respells the text of a CSV side."""
        r, kind = self.r, logical.KINDS[self.columns[name]]
        triple = ("changed", self.key_text(at), name)
        sides = [side for side in (0, 1) if self.kinds[side] == "csv"]
        how = r.choice(["value", "null", "text", "ambiguous", "other"])
        if value is None or how in ("value", "null") or not sides:
            new = None if how == "null" else kind.draw(r)
            after[name] = logical.cell(self.columns[name], new, self.kinds[1])
            if new != value:
                self.must.add(triple)
                self.shown[triple] = (before[name], after[name])
            return
        side = r.choice(sides)
        text = kind.text(value)
        other = [*kind.other, *kind.beyond(text)]
        spellings = {"ambiguous": kind.ambiguous(text), "other": other, "text": logical.respelled(text)}[how]
        if self.as_text:
            spellings = [*spellings, text + " ", text.swapcase()]
        spellings = [spelling for spelling in spellings if spelling != text]
        if not spellings or how == "text" and not self.as_text:
            return
        (before if side == 0 else after)[name] = r.choice(spellings)
        # A type is found only for texts that differ if their values do.
        is_found = "--infer" in self.options
        (self.must if self.as_text or is_found or how == "other" else self.may).add(triple)
        if self.as_text:
            self.shown[triple] = (before[name], after[name])

    def drop(self, missing, left, right):
        """Leaves out a column of one side, and columns of JSON that have no value there."""
        for name in list(self.columns):
            absent = [kind == "json" and all(row[name] is None for row in rows) for kind, rows in zip(self.kinds, (left, right))]
            if name != missing and not any(absent):
                continue
            for triples in (self.must, self.may):
                triples -= {triple for triple in triples if triple[2] == name}
            one = missing == name and not any(absent)
            for side, rows in enumerate((left, right)):
                for row in rows:
                    if not one or side == 0:
                        del row[name]
            if one:
                self.must.add(("column", None, name))
                self.tags.append("diff column of one side")
            else:
                del self.columns[name]

    def write(self, side, rows):
        kind = self.kinds[side]
        types = {name: self.r.choice(logical.KINDS[logical_kind].types) for name, logical_kind in self.columns.items()}
        types |= {"id": KEY_TYPES.get(self.key_style, pa.string()), self.second: pa.string()}
        names = list(rows[0])
        if self.r.random() < 0.3:
            self.r.shuffle(names)
        folder = self.folder / "ab"[side]
        writer = Writer(self.r, folder, kind, types, strict=True)
        files = arrange(self.r, writer, names, rows, LAYOUTS)
        files.table = f"{folder.name}/{files.table}"
        self.excused = self.excused or files.excused
        return files

    def check(self, program, *options):
        key = f'id,"{self.second}"' if self.second and "," in self.second else ",".join(filter(None, ["id", self.second]))
        tables = [files.table for files in self.files]
        code, out, error = run(program, "diff", *tables, "--key", key, "--json", *self.options, *options, folder=self.folder)
        if code not in (0, 1):
            refusal(code, 2, error)
        found = [self.triple(dict(line)) for line in lines(out)[:-1]]
        triples = {triple for triple, _, _ in found}
        if len(triples) != len(found):
            raise Wrong("a difference is printed twice")
        if not self.must <= triples <= self.must | self.may:
            missing, more = sorted(map(str, self.must - triples)), sorted(map(str, triples - self.must - self.may))
            raise Wrong(
                f"exit code {code}; {len(missing)} differences not found, such as {missing[:2]}; "
                f"{len(more)} printed that don't exist, such as {more[:2]}"
            )
        if code != bool(triples):
            raise Wrong(f"exit code {code} with {len(triples)} differences")
        for triple, left, right in found:
            if self.as_text and triple[0] == "changed" and (left, right) != self.shown[triple]:
                raise Wrong(f"{triple}: shows {left!r} and {right!r}; the files have {self.shown[triple]}")

    def triple(self, line):
        if line["change"] == "column":
            return ("column", None, line["column"]), None, None
        key = dict(line["key"])
        values = [key["id"], *([key[self.second]] if self.second else [])]
        if self.as_text and any(isinstance(value, Number) for value in values):
            raise Wrong(f"the key of CSV files is printed as a number: {key}")
        return (line["change"], tuple(map(str, values)), line.get("column")), line.get("left"), line.get("right")


def check(pair, program, _connection):
    """Compares the pair. Returns the refusal, if any."""
    try:
        pair.check(program, "--threads", pair.r.choice([1, 2, 7]))
    except Refused as error:
        return error
    return None
