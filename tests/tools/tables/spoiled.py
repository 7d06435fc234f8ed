"""Files that must be refused, since no reading of them is right, and folders that may be."""

from tables.files import COMPRESS
from tables.layouts import Writer


def csv_line(part, last):
    """A line with a value for each column of the file, `last` the last."""
    return ("" if part.plain.endswith(b"\n") else "\n") + part.delimiter * (len(part.names) - 1) + last


# What is wrong with a file, and its bytes then. A quote that isn't closed is the end of many a file that was cut.
DAMAGE = {
    "csv": {
        "a field too many": lambda part: part.plain + (csv_line(part, "x") + part.delimiter + "y\n").encode(),
        "not UTF-8": lambda part: part.plain + csv_line(part, "").encode() + b"\xff\xfe\n",
        "a quote that isn't closed": lambda part: part.plain + csv_line(part, '"abc').encode(),
    },
    "json": {
        "not JSON": lambda part: part.plain + b'\n{"id": nothing}\n',
        "half an object": lambda part: part.plain + b'\n{"id": "x"',
        "two fields of one name": lambda part: part.plain + b'\n{"id": "x", "same": 1, "same": 2}\n',
    },
}


def spoil(r, files, writer):
    """Spoils one of the files in a way that is drawn."""
    one = files.parts[0].path == writer.folder / files.table
    part = r.choice(files.parts)
    how = r.choice(["empty file", "cut", "another kind", *DAMAGE.get(writer.kind, [])])
    if how == "empty file" and (writer.kind == "parquet" or not one):
        (part.path if one else part.path.parent / f"zero{writer.suffix()}").write_bytes(b"")
        refused = writer.kind == "parquet" or writer.method
    elif how == "cut" and (writer.method or writer.kind == "parquet"):
        # In one part: a cut between two would leave a whole file.
        data = COMPRESS[writer.method](part.plain) if writer.method else part.plain
        part.path.write_bytes(data[: r.randrange(len(data) // 2, len(data))])
        refused = True
    # The values of a Hive folder come from the rows of a part in it.
    elif how == "another kind" and not one and "*" not in files.table and (part.rows or not files.hive):
        add_another_kind(r, files, writer, part)
        refused = False
    elif how in DAMAGE.get(writer.kind, []):
        data = DAMAGE[writer.kind][how](part)
        part.path.write_bytes(COMPRESS[writer.method](data) if writer.method else data)
        refused = True
    else:
        return
    files.must_refuse = how if refused else None
    files.excused = True
    files.tags.append(f"spoiled: {how}")


def add_another_kind(r, files, writer, part):
    """Adds a file of another kind or compression, with the column `id` alone: to be read or refused, not passed over."""
    other = Writer(r, writer.folder, r.choice(["json", "csv"]), {})
    rows = [{"id": f"other {at}"} for at in range(r.randrange(1, 4))]
    for row in rows:
        row.update({name: next(iter(part.rows), {}).get(name) for name in files.hive})
    files.parts.append(other.write(part.path.parent / f"other{other.suffix()}", ["id"], rows))
