"""What `hashlane diff` must print about a pair of tables: a full outer join in Python, by what the values mean."""

import collections
import itertools
import json

from hard.meaning import comparable, is_printed, shown_text

class Number(str):
    """A number of JSON, with its digits as they were printed."""

class Wrong(Exception):
    """The command printed something else."""

def parsed(line):
    try:
        return json.loads(line, parse_int=Number, parse_float=Number, parse_constant=Number)
    except json.JSONDecodeError as error:
        raise Wrong(f"not JSON: {short(line)}: {error}") from None

def text_of(value):
    """A printed value as text, or None for NULL."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return value

class Oracle:
    """The changes between the tables of a pair."""

    def __init__(self, pair):
        self.pair = pair
        self.compared = [column for column in pair.columns if column.kind not in (None, "alone")]
        self.rows = [self.kept(side, where) for side, where in zip((pair.left, pair.right), pair.wheres)]

    @staticmethod
    def kept(side, where):
        return [row for row in side.rows if where is None or where(row)]

    def sides(self, at):
        return (self.pair.left, self.pair.right) if at == 0 else (self.pair.right, self.pair.left)

    def types(self, column, at):
        """The type of a column on a side, and the one on the other side."""
        types = (self.pair.left.types[column.left], self.pair.right.types[column.right])
        return types if at == 0 else types[::-1]

    def cell(self, row, column, at):
        return row[column.left if at == 0 else column.right]

    def comparables(self, row, columns, at):
        return tuple(comparable(self.cell(row, column, at).value, *self.types(column, at), column.kind) for column in columns)

    def has_duplicates(self):
        counts = [collections.Counter(self.comparables(row, self.pair.keys, at) for row in rows) for at, rows in enumerate(self.rows)]
        return any(count > 1 for counter in counts for count in counter.values())

    def changes(self):
        """Every change: its kind, the rows of both sides, and the columns that differ."""
        by_key = [{self.comparables(row, self.pair.keys, at): row for row in rows} for at, rows in enumerate(self.rows)]
        found = []
        for key in by_key[0].keys() | by_key[1].keys():
            left, right = by_key[0].get(key), by_key[1].get(key)
            if right is None:
                found.append(("removed", left, None, []))
            elif left is None:
                found.append(("added", None, right, []))
            else:
                differing = [column for column in self.compared
                             if self.comparables(left, [column], 0) != self.comparables(right, [column], 1)]
                if differing:
                    found.append(("changed", left, right, differing))
        return found

    def name(self, column):
        return self.pair.left.names[column.left]

    def is_shown(self, printed, row, column, at):
        """Whether a printed value is a cell's."""
        cell, (own, other) = self.cell(row, column, at), self.types(column, at)
        # A file's text that is read as a number is printed as one.
        if isinstance(printed, Number) and (other if own.reads else own).kind in ("text", "char", "bytes", "uuid"):
            return False
        text = text_of(printed)
        if own.reads and text is not None and cell.stored is not None:
            return text in (cell.stored, shown_text(cell.stored)) or is_printed(text, cell.value, other, own)
        return is_printed(text, cell.value, own, other)

    def is_key(self, printed, left, right):
        """Whether a printed key is that of a row, as either side prints it."""
        if set(printed) != {self.name(column) for column in self.pair.keys}:
            return False
        rows = [(at, row) for at, row in enumerate((left, right)) if row is not None]
        return all(any(self.is_shown(printed[self.name(column)], row, column, at) for at, row in rows) for column in self.pair.keys)

    def check_lines(self, lines):
        """Compares the lines of --json with the changes."""
        objects = [parsed(line) for line in lines]
        self.check_columns([found for found in objects if found["change"] == "column"])
        objects = [found for found in objects if found["change"] != "column"]
        if self.pair.is_multiset:
            return self.check_multiset(objects)
        changes = self.changes()
        for kind, left, right, differing in changes:
            mine = [found for found in objects if found["change"] == kind and self.is_key(found["key"], left, right)]
            if not mine:
                raise Wrong(f"missing: {self.described(kind, left, right, differing)}")
            if kind == "changed":
                # Bytes and a text of SQLite may print the same key.
                if len({found["column"] for found in mine}) < len(mine):
                    mine = self.of_one_row(mine, left, right, differing)
                self.check_changed(mine, left, right, differing)
            else:
                row, at = (left, 0) if right is None else (right, 1)
                mine = [found for found in mine if self.has_values(found, row, at)][:1] if len(mine) > 1 else mine
                self.check_alone(mine, row, at)
            for found in mine:
                objects.remove(found)
        if objects:
            raise Wrong(f"not a change: {short(objects[0])}{self.rows_of(objects[0])}")
        return len(changes)

    def check_changed(self, mine, left, right, differing):
        found = {change["column"]: change for change in mine}
        expected = {self.name(column) for column in differing}
        if set(found) != expected or len(mine) != len(found):
            different = [column for column in self.compared if self.name(column) in set(found) ^ expected]
            raise Wrong(f"changed columns {sorted(found)}, not {sorted(expected)}: {self.described('changed', left, right, different)}")
        for column in differing:
            change = found[self.name(column)]
            for at, row, side in ((0, left, "left"), (1, right, "right")):
                if not self.is_shown(change[side], row, column, at):
                    raise Wrong(f"{side} of {short(change)}: {self.described('changed', left, right, [column])}")

    def of_one_row(self, mine, left, right, differing):
        """Of the changes of two rows whose keys print the same, those of one."""
        def fits(found, column):
            shown = self.is_shown(found["left"], left, column, 0) and self.is_shown(found["right"], right, column, 1)
            return found["column"] == self.name(column) and shown

        chosen = [next((found for found in mine if fits(found, column)), None) for column in differing]
        return [found for found in chosen if found is not None]

    def has_values(self, found, row, at):
        values = found.get("values", {})
        return all(self.is_shown(values.get(self.name(column)), row, column, at) for column in self.compared)

    def check_alone(self, mine, row, at):
        if len(mine) != 1 or "values" not in mine[0]:
            raise Wrong(f"a row of one side without values, or twice: {short(mine)}")
        values = mine[0]["values"]
        if list(values) != [self.name(column) for column in self.compared]:
            raise Wrong(f"values of {short(mine[0])} aren't those of {[self.name(column) for column in self.compared]}")
        for column in self.compared:
            if not self.is_shown(values[self.name(column)], row, column, at):
                rows = (row, None) if at == 0 else (None, row)
                raise Wrong(f"a value of {short(mine[0])}: {self.described('one side', *rows, [column])}")

    def check_columns(self, found):
        expected = [column for column in self.pair.columns if column.kind is None]
        names = sorted((self.name(column), True, True) for column in expected)
        for column in self.pair.columns:
            if column.kind == "alone":
                names += [(self.name(column), True, False), (self.pair.right.names[column.right], False, True)]
        printed = sorted((change["column"], change["left"] is not None, change["right"] is not None) for change in found)
        if printed != sorted(names):
            raise Wrong(f"columns not compared: {printed}, not {sorted(names)}: {[self.kinds(column) for column in expected]}")

    def check_multiset(self, objects):
        columns = [*self.pair.keys, *self.compared]
        counts = [collections.Counter(self.comparables(row, columns, at) for row in rows) for at, rows in enumerate(self.rows)]
        total = 0
        for at, change in ((0, "removed"), (1, "added")):
            for key, count in (counts[at] - counts[1 - at]).items():
                row = next(row for row in self.rows[at] if self.comparables(row, columns, at) == key)
                mine = [found for found in objects if found["change"] == change and found["count"] == str(count)
                        and all(self.is_shown(found["key"].get(self.name(column)), row, column, at) for column in columns)]
                if not mine:
                    raise Wrong(f"missing {count} times {change}: {self.described(change, row, row, columns)}")
                objects.remove(mine[0])
                total += 1
        if objects:
            raise Wrong(f"not a change: {short(objects[0])}")
        return total

    def check_summary(self, found):
        """Compares the object of --summary --json with the changes."""
        kinds = collections.Counter(kind for kind, *_ in self.changes())
        expected = {"left_rows": len(self.rows[0]), "right_rows": len(self.rows[1]), "added": kinds["added"], "removed": kinds["removed"],
                    "changed": kinds["changed"], "equal": len(self.rows[0]) - kinds["removed"] - kinds["changed"]}
        printed = {name: found[name] and int(found[name]) for name in expected}
        if printed != expected:
            raise Wrong(f"the summary is {printed}, not {expected}")
        changed = collections.Counter(self.name(column) for *_, differing in self.changes() for column in differing)
        printed = {column["column"]: int(column["changed"]) for column in found["columns"] if int(column["changed"])}
        if printed != dict(changed):
            raise Wrong(f"the summary's columns are {printed}, not {dict(changed)}")

    def exit_code(self):
        if self.pair.is_multiset:
            columns = [*self.pair.keys, *self.compared]
            counts = [collections.Counter(self.comparables(row, columns, at) for row in rows) for at, rows in enumerate(self.rows)]
            return int(counts[0] != counts[1])
        return int(bool(self.changes()) or any(column.kind in (None, "alone") for column in self.pair.columns))

    def kinds(self, column):
        return " | ".join(f"{of.system} {of.declared}" for of in self.types(column, 0))

    def described(self, kind, left, right, columns):
        parts = []
        for column in itertools.chain(self.pair.keys, columns):
            cells = [self.cell(row, column, at) if row else None for at, row in enumerate((left, right))]
            shown = [short(f"{cell.stored!r}" if cell else "-") for cell in cells]
            parts.append(f"{self.name(column)} ({self.kinds(column)}): {shown[0]} | {shown[1]}")
        return f"{kind}, " + "; ".join(parts)

    def rows_of(self, change):
        """The rows that a printed change may be about."""
        for left in self.rows[0]:
            for right in self.rows[1]:
                if self.is_key(change["key"], left, right) and self.comparables(left, self.pair.keys, 0) == self.comparables(
                        right, self.pair.keys, 1):
                    column = [column for column in self.compared if self.name(column) == change.get("column")]
                    return ": " + self.described("equal", left, right, column)
        return f": {[self.kinds(column) for column in self.pair.keys]}"

def short(value):
    text = str(value)
    return text if len(text) <= 300 else f"{text[:150]}…{text[-100:]} ({len(text)})"

