"""Arranges a table's rows as files: one file, folders, patterns and Hive partitions, under names of every sort."""

import urllib.parse

from tables.files import COMPRESS, EXTENSIONS, Dialect, compressed, json_file, parquet_file

STEMS = ["t", "a b", "x[1]", "é", "日本", "a%20b", "p#1", "UPPER", "a+b", "it's", "dot.dot", "(1)", "a&b", "x{1}"]
HIVE = {
    "number": ["1", "20", "-3", None],
    "leading zeros": ["007", "08", None],
    "date": ["2024-01-01", "2024-02-29", None],
    "text": ["a", "é", "a b", "x=y", "100%", "a/b", None],
    "mixed": ["1", "b", None],
}
LAYOUTS = ["file"] * 8 + [
    "folder", "folder", "folder without slash", "pattern", "deep pattern", "pattern of folders", "hive", "hive", "hive of two",
]


class Part:
    """A file: the rows in it, and its bytes before compression."""

    def __init__(self, path, kind, names, rows, plain, delimiter=","):
        self.path, self.kind, self.names, self.rows, self.plain, self.delimiter = path, kind, names, rows, plain, delimiter


class Arranged:
    """What was written: the name of the table, its files, and tags that say what is special about them."""

    def __init__(self, table):
        self.table, self.parts, self.tags, self.excused, self.must_refuse, self.hive = table, [], [], False, None, {}


class Writer:
    """Writes the parts of one table in one kind. `strict` is for pairs: every NULL is written in the same way."""

    def __init__(self, r, folder, kind, types, strict=False):
        self.r, self.folder, self.kind, self.types, self.strict = r, folder, kind, types, strict
        self.extension = r.choice(EXTENSIONS[kind])
        self.method = r.choice([None, None, *COMPRESS]) if kind != "parquet" else None
        # Whether Parquet files have Arrow's schema too; None: some of them, so that the types of files differ.
        self.schema = r.choice([True, True, True, False, False, None])
        self.tags = {f"kind .{self.extension}"}

    def suffix(self):
        return f".{self.extension}" + (f".{self.method}" if self.method else "")

    def write(self, path, names, rows):
        path.parent.mkdir(parents=True, exist_ok=True)
        delimiter = ","
        if self.kind == "csv":
            dialect = Dialect(self.r, self.extension, not self.strict)
            self.tags.update(dialect.tags())
            plain, delimiter = dialect.file(names, rows), dialect.delimiter
            self.tags.update(["csv above 1 MiB"] if len(plain) > 1 << 20 else [])
        elif self.kind == "json":
            plain = json_file(self.r, names, rows)
        else:
            plain = parquet_file(self.r, names, rows, self.types, self.schema if self.schema is not None else self.r.random() < 0.5)
        data = plain
        if self.method:
            data, parts = compressed(self.r, plain, self.method)
            self.tags.add(f"{self.method}, {'one part' if parts == 1 else 'parts'}")
        path.write_bytes(data)
        return Part(path, self.kind, names, rows, plain, delimiter)


def split(r, rows):
    """The rows of each of several files, in order; some may have none."""
    cuts = sorted(r.randrange(len(rows) + 1) for _ in range(r.choice([0, 1, 2, 4])))
    return [rows[start:end] for start, end in zip([0, *cuts], [*cuts, len(rows)])]


def paths(r, layout, stem, suffix, count):
    """The name of the table and where its files are."""
    files = [f"{r.choice(['part', 'x y', 'é', 'n'])}-{at}{suffix}" for at in range(count)]
    if layout == "file":
        return stem + suffix, [stem + suffix]
    if layout in ("folder", "folder without slash"):
        return stem + ("/" if layout == "folder" else ""), [f"{stem}/{file}" for file in files]
    if layout == "pattern":
        return f"{escaped(stem)}/*{suffix}", [f"{stem}/{file}" for file in files]
    if layout == "deep pattern":
        return f"{escaped(stem)}/**/*{suffix}", [f"{stem}/{r.choice(['', 'sub/', 'sub/deep/', 'other one/'])}{file}" for file in files]
    return f"{escaped(stem)}/*/*{suffix}", [f"{stem}/{r.choice(['sub', 'x y', 'é'])}/{file}" for file in files]


def escaped(stem):
    """The stem as a pattern that matches it alone."""
    return "".join(f"[{c}]" if c in "[]" else c for c in stem)


def arrange(r, writer, names, rows, layouts=LAYOUTS):
    layout = r.choice(layouts)
    stem = r.choice(STEMS) if r.random() < 0.4 else "t"
    if layout.startswith("hive"):
        arranged = arrange_hive(r, writer, names, rows, layout, stem)
    else:
        chunks = [rows] if layout == "file" else split(r, rows)
        table, files = paths(r, layout, stem, writer.suffix(), len(chunks))
        arranged = Arranged(table)
        reorder = len(chunks) > 1 and r.random() < 0.4
        for file, chunk in zip(files, chunks):
            listed = r.sample(names, len(names)) if reorder else names
            arranged.parts.append(writer.write(writer.folder / file, listed, chunk))
        arranged.tags += ["columns in another order"] if reorder else []
    # A file of JSON without rows has no columns.
    arranged.excused = writer.kind == "json" and not rows or writer.kind == "parquet" and writer.schema is None and len(arranged.parts) > 1
    arranged.tags += [f"layout {layout}", *(["name " + stem] if stem != "t" else [])]
    arranged.tags += writer.tags
    return arranged


def arrange_hive(r, writer, names, rows, layout, stem):
    arranged = Arranged(stem + r.choice(["/", ""]))
    arranged.hive = {"year": r.choice(list(HIVE)), "p q": r.choice(list(HIVE))} if layout == "hive of two" else {"y": r.choice(list(HIVE))}
    arranged.tags += [f"hive {kind}" for kind in arranged.hive.values()]
    safe = r.choice([" é=", " é", ""])
    folders = set()
    for at, chunk in enumerate(split(r, rows)):
        values = {name: r.choice(HIVE[kind]) for name, kind in arranged.hive.items()}
        folder = "/".join(f"{name}={encoded(value, safe)}" for name, value in values.items())
        folders.add(folder)
        for row in chunk:
            row.update(values)
        arranged.parts.append(writer.write(writer.folder / stem / folder / f"{at}{writer.suffix()}", names, chunk))
    return arranged


def encoded(value, safe):
    if value is None:
        return "__HIVE_DEFAULT_PARTITION__"
    return "".join(c if c in safe else urllib.parse.quote(c, safe="") for c in value)
