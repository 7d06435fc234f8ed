"""`hashlane sql` must return exactly the rows of a random table, or refuse it in one line."""

from tables import duckdb_rows
from tables.columns import columns
from tables.layouts import Arranged, Writer, arrange
from tables.program import Refused, Wrong, answers, is_description, select
from tables.spoiled import spoil
from tables.values import is_text, wrong_in_csv, wrong_in_json, wrong_in_parquet

ROWS = [0, 1, 3, 20, 20, 300, 1001, 1500, 3000]
HIVE_TYPES = {"number": "Int", "date": "Date"}


class Table:
    """A random table, its files, and what they are known to hold."""

    def __init__(self, r, folder):
        # What the program printed when it was found right: the same lines needn't be checked again.
        self.r, self.folder, self.checked = r, folder, None
        kind = r.choice(["csv", "csv", "csv", "json", "json", "parquet"])
        count = r.choice(ROWS) if r.random() < 0.93 else r.choice([20_000, 60_000])
        self.columns = columns(r, kind, count)
        self.twice = count > 0 and kind != "json" and len(self.columns) > 2 and r.random() < 0.03
        names = [column.name for column in self.columns]
        rows = [dict(zip(names, cells)) for cells in zip(*(column.cells for column in self.columns))]
        self.writer = Writer(r, folder, kind, {column.name: column.type for column in self.columns})
        if self.twice:
            self.write_twice(names, rows)
            return
        self.files = arrange(r, self.writer, names, rows)
        if r.random() < 0.08:
            spoil(r, self.files, self.writer)
        self.rows = [row for part in self.files.parts for row in part.rows]
        self.tags = [*self.files.tags, *(tag for column in self.columns for tag in column.tags)]
        folded = [name.casefold() for name in names]
        self.tags += ["names that differ in case"] if len(set(folded)) < len(folded) else []
        self.excused = self.files.excused or any(column.excused for column in self.columns)
        # DuckDB reads each file for itself, so that its answer is about the file and not about folders.
        self.reference_parts = self.files.parts if not self.files.must_refuse else []

    def describe(self):
        return f"sql {self.files.table}"

    def write_twice(self, names, rows):
        """Two columns of one name: they can only be refused, since no one can tell them apart."""
        names[-1] = names[0] if names[-1] == "id" else names[-1]
        names[0] = names[-1]
        self.files = Arranged("twice" + self.writer.suffix())
        self.writer.write(self.folder / self.files.table, names, rows)
        self.files.must_refuse = "two columns of one name"
        self.tags, self.excused, self.rows, self.reference_parts = ["two columns of one name"], True, rows, []

    def check_reference(self, connection):
        for part in self.reference_parts:
            duckdb_rows.check(connection, part, self.columns, self.folder)

    def check(self, program, *options):
        self.check_printed(select(program, self.files.table, self.folder, *options))

    def check_on_cluster(self, program, *options):
        """Reads the table by its absolute path, after `check`."""
        described = [line for line in self.checked if is_description(line)]
        self.check_printed(select(program, f"{self.folder}/{self.files.table}", self.folder, *options, described=described))

    def check_printed(self, printed):
        if sorted(printed) == self.checked:
            return
        self.check_lines(printed)
        self.checked = sorted(printed)

    def check_lines(self, printed):
        columns, count, shown = answers(printed)
        if self.files.must_refuse:
            raise Wrong(f"{self.files.must_refuse} was read: {count} rows")
        if count != len(self.rows) or len(shown) != len(self.rows):
            raise Wrong(f"{len(self.rows)} rows; count(*) says {count}, SELECT * returns {len(shown)}")
        if not self.rows and (not columns or self.writer.kind == "json"):
            return
        types = dict(columns)
        expected = {column.name for column in self.columns} | set(self.files.hive)
        unknown = {column.name for column in self.columns if all(row.get(column.name) is None for row in self.rows)}
        if len(types) != len(columns) or not expected - unknown <= set(types) <= expected:
            raise Wrong(f"columns {sorted(expected)}; the program has {columns}")
        shown = self.in_order([dict(row) for row in shown], types["id"])
        for column in self.columns:
            self.check_column(column, [row.get(column.name) for row in shown], types.get(column.name, "Null"))
        for name, kind in self.files.hive.items():
            self.check_hive(name, kind, [row.get(name) for row in shown], types[name])

    def in_order(self, shown, type_):
        """The printed rows in the order of `rows`, by the column `id`."""
        by_id = {str(row["id"]): row for row in shown}
        wanted = [str(row["id"]) for row in self.rows]
        if len(by_id) != len(shown) or set(by_id) != set(wanted):
            missing = [key for key in wanted if key not in by_id][:3]
            more = sorted(set(by_id) - set(wanted))[:3]
            raise Wrong(f"column id ({type_}): {missing} of the file are not printed; {more} are not in the file")
        return [by_id[key] for key in wanted]

    def check_column(self, column, shown, type_):
        cells = [row.get(column.name) for row in self.rows]
        if self.writer.kind == "csv":
            at = wrong_in_csv(cells, shown, type_)
        elif self.writer.kind == "json":
            at = wrong_in_json(cells, shown, type_)
        else:
            at = wrong_in_parquet(cells, shown, column.type)
        if at is not None:
            where = f"column {column.name!r} ({type_}; {', '.join(column.tags)}), id {self.rows[at]['id']}"
            raise Wrong(f"{where}: {cells[at]!r} became {shown[at]!r}")

    def check_hive(self, name, kind, shown, type_):
        cells = [row[name] for row in self.rows]
        at = wrong_in_csv(cells, shown, type_)
        if at is not None:
            raise Wrong(f"partition {name} ({type_}; {kind}): {cells[at]!r} became {shown[at]!r}")
        wanted = HIVE_TYPES.get(kind)
        if wanted and any(cell is not None for cell in cells) and is_text(type_):
            raise Wrong(f"partition {name} has the type {type_}; DuckDB reads {kind}s")


def check(table, program, connection):
    """Reads the table with several numbers of threads; all must agree. Returns the refusal, if any."""
    table.check_reference(connection)
    refused, read = None, False
    # Small files aren't split, so that threads matter less.
    for threads in table.r.sample([1, 2, 7], 3 if len(table.rows) > 300 else 2):
        try:
            table.check(program, "--threads", threads)
            read = True
        except Refused as error:
            refused = error
    if refused and read:
        raise Wrong(f"refused with some numbers of threads alone: {refused}")
    return refused


def check_on_cluster(table, program, cluster):
    """Reads the table on a cluster, which this process alone can't. Returns the refusal, if any."""
    try:
        table.check_on_cluster(program, "--cluster", cluster, "--partitions", table.r.choice([1, 4, 16]))
    except Refused as error:
        return error
    return None
