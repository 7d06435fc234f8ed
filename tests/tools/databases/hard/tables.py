"""Random pairs of tables in two systems: their columns, their rows, and the options of the command."""

import dataclasses

from hard import cells, conditions
from hard.cells import Cell
from hard.columns import Type
from hard.meaning import comparable, meets
from hard.systems import TYPES

# Names that statements of `hashlane diff` or of SQL use, and names that must be quoted.
NAMES = ["row_key", "h", "k", "c0", "c1", "t", "j", "p", "cell", "numbers", "hashlane_value_0", "hashlane_query", "key", "value", "left",
         "right", "change", "column", "select", "count", "row_hashes", "row_checks", "row_count", "hash_sum", 'quote"d', "back`tick",
         "back\\slash", "two words", "percent%", "{c}", "a,b", "dot.ted", "'single'", "Ünï", "Mixed Case", "semi;colon", "-- x", "order",
         "hashlane_row", "x y:z", "$1", "?", "NULL", "md5", "sum", "text", "timestamp", "values", "count(*)", "@a", "#b", "q", "s"]
TABLES = ["t", "j", "p", "select", 'quote"d', "two words", "back`tick", "row_hashes", "numbers", "dot.ted", "percent%", "Ünï", "orders"]


@dataclasses.dataclass
class Side:
    system: str
    table: str
    names: list
    types: list
    rows: list
    is_hostile: bool = False
    is_query: bool = False


@dataclasses.dataclass
class Column:
    """Two columns that are compared as `kind`, or aren't if it is None."""

    left: int
    right: int
    kind: str | None


@dataclasses.dataclass
class Pair:
    number: int
    left: Side
    right: Side
    keys: list
    columns: list
    options: list = dataclasses.field(default_factory=list)
    wheres: tuple = (None, None)
    is_multiset: bool = False
    has_duplicates: bool = False
    # What the error of a pair says that is refused.
    refusal: str | None = None


def is_unclear(one, other):
    """Whether it isn't defined how columns of two types are compared."""
    for a, b in ((one, other), (other, one)):
        if a.is_file and not a.reads and a.kind == "number" and b.kind in ("double", "real"):
            return True
        if a.system == "json" and not a.reads and meets(a, b) is None:
            return True
        if a.kind == "bytes" and "FixedString" in a.declared and b.kind in ("char", "text", "uuid"):
            return True
        if a.kind == "bytes" and b.kind == "text" and b.system == "clickhouse" and "String" not in b.declared:
            return True
        if a.declared == "BOOLEAN" and b.is_file and b.kind in ("number", "double", "real"):
            return True
        if a.is_file and a.kind == "date" and b.kind == "timestamp" or a.is_file and a.kind in ("double", "real") and b.kind == "boolean":
            return True
        if a.kind == "any" and (b.kind != "any" or b.system != "sqlite"):
            return True
        if a.reads and b.kind == "bytes" and b.system not in ("postgresql", "duckdb"):
            return True
        if a.kind == "uuid" and (b.kind == "char" or "num" in b.declared or b.declared == "label"):
            return True
        if a.system == "json" and not a.reads and b.kind in ("text", "char", "any"):
            return True
        if a.kind == "real" and a.is_file and b.kind in ("number", "tinyint1"):
            return True
    return False


def random_types(choose, left, right, is_key=False):
    """Two types that can be compared, or rarely two that can't."""
    for _ in range(40):
        # Each kind of values is as likely as any other, however many types it has.
        wanted = choose.choice(sorted({of.kind for of in TYPES[left]}))
        one = choose.choice([of for of in TYPES[left] if of.kind == wanted])
        others = [of for of in TYPES[right] if not is_unclear(one, of) and not (one.reads and of.reads)]
        is_apart = not is_key and choose.random() < 0.04
        others = [of for of in others if (meets(one, of) is None) == is_apart]
        if others and (not is_key or wanted not in ("boolean", "any")):
            other = choose.choice(others)
            return one, other, meets(one, other)
    return None


def distinct_names(choose, count):
    found, seen = [], set()
    for name in choose.sample(NAMES, len(NAMES)):
        if name.lower() not in seen:
            seen.add(name.lower())
            found.append(name)
    return found[:count]


def random_pair(choose, number, systems):
    """A pair of tables, of which at least one is in a database."""
    while True:
        pair = any_pair(choose, number, systems)
        # A JSON file without rows has no columns.
        if all(side.rows or side.system != "json" for side in (pair.left, pair.right)):
            return pair


def any_pair(choose, number, systems):
    while True:
        left, right = choose.choice(systems), choose.choice(systems)
        if not {left, right} <= {"parquet", "csv", "json"}:
            break
    keys, width = choose.choice([1, 1, 1, 2]), choose.randrange(0, 7)
    is_multiset = choose.random() < 0.05
    found = [random_types(choose, left, right, is_key=at < keys) for at in range(keys + width)]
    found = [types for types in found if types and (types[2] or not is_multiset)]
    names = distinct_names(choose, len(found) + 2)
    sides = [Side(system, f"{choose.choice(TABLES)} {number}{mark}", names[: len(found)], [types[at] for types in found], [])
             for at, (system, mark) in enumerate(((left, "l"), (right, "r")))]
    columns = [Column(at, at, types[2]) for at, types in enumerate(found)]
    pair = Pair(number, *sides, columns[:keys], columns[keys:], is_multiset=is_multiset)
    fill(choose, pair)
    duplicate(choose, pair)
    rename(choose, pair, names[len(found):])
    for side in sides:
        side.is_hostile = side.system == "postgresql" and choose.random() < 0.4
        side.is_query = choose.random() < 0.1
    leave_out(choose, pair)
    if not is_multiset and not pair.has_duplicates and pair.refusal is None:
        conditions.add(choose, pair)
    return pair


def fill(choose, pair):
    """Rows whose keys are unique on each side."""
    seen = [set(), set()]
    for _ in range(choose.choice([0, 1, 5, 12, 25])):
        rows = ([], [])
        is_same = choose.random() < 0.75
        for column in [*pair.keys, *pair.columns]:
            left, right = pair.left.types[column.left], pair.right.types[column.right]
            is_equal = column in pair.keys or is_same or choose.random() < 0.7
            if column.kind and is_equal:
                both = cells.pair(choose, left, right)
            else:
                both = cells.pick(choose, left, right), cells.pick(choose, right, left)
            rows[0].append(both[0])
            rows[1].append(both[1])
        for at, side in enumerate((pair.left, pair.right)):
            key = key_of(pair, side, rows[at])
            if key not in seen[at] and choose.random() < 0.93:
                seen[at].add(key)
                side.rows.append(rows[at])
    choose.shuffle(pair.right.rows)


def key_of(pair, side, row):
    """What rows with equal keys have in common."""
    other = pair.right if side is pair.left else pair.left
    at = [(column.left, column.kind) for column in pair.keys]
    return tuple(comparable(row[index].value, side.types[index], other.types[index], kind) for index, kind in at)


def duplicate(choose, pair):
    """Rarely, a key twice: on one side, on both, or equal on both."""
    if choose.random() > 0.06 or not pair.left.rows or not pair.right.rows:
        return
    by_key = {key_of(pair, pair.right, row): row for row in pair.right.rows}
    common = [(row, by_key[key_of(pair, pair.left, row)]) for row in pair.left.rows if key_of(pair, pair.left, row) in by_key]
    if common and choose.random() < 0.4:
        for side, row in zip((pair.left, pair.right), choose.choice(common)):
            side.rows.append(list(row))
    else:
        for side in choose.choice([[pair.left], [pair.right], [pair.left, pair.right]]):
            side.rows.append(list(choose.choice(side.rows)))
    pair.has_duplicates = True


def rename(choose, pair, free):
    """Rarely, a column that has another name on the right: with --map, or without, so that each side lacks one."""
    if choose.random() > 0.25 or not pair.columns or len(free) < 2 or pair.is_multiset:
        return
    column = choose.choice(pair.columns)
    old = pair.left.names[column.left]
    # Names are compared by case.
    new = choose.choice([free[0], old.swapcase()]) if old.swapcase() != old else free[0]
    pair.right.names = [new if name == old else name for name in pair.right.names]
    if choose.random() < 0.7:
        pair.options += [f"--map={given(old)}={given(new)}"]
    else:
        column.kind = "alone"


# Types that no other system has a text for.
UNSHARED = {"postgresql": ["interval", "json", "int4range", "int[]", "point"], "mariadb": ["bit(9)", "point"],
            "clickhouse": ["Array(Int8)"], "duckdb": ["interval", "integer[]"]}


def leave_out(choose, pair):
    """Rarely, a column of NULL whose type no other system shares: it is refused by name, or ignored."""
    unshared = UNSHARED.get(pair.left.system)
    if choose.random() > 0.04 or not unshared or pair.is_multiset or pair.has_duplicates:
        return
    for side, of in ((pair.left, Type(pair.left.system, choose.choice(unshared), "unshared", ())), (pair.right, pair.right.types[0])):
        side.names.append("unshared")
        side.types.append(of)
        for row in side.rows:
            row.append(Cell("[]", None) if "Array" in of.declared else cells.NULL)
    if choose.random() < 0.6:
        pair.options += ["--ignore", "unshared"]
    else:
        pair.refusal = "unshared"


def given(name):
    """A name as an argument."""
    return '"' + name.replace('"', '""') + '"' if any(char in name for char in '",=.') else name
