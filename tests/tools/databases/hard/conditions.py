"""Conditions of --where, --left-where and --right-where, in each database's own SQL, and what they mean."""

from hard.meaning import Decimal, Marked, Word


def quoted(system, name):
    if system == "mariadb":
        return "`" + name.replace("`", "``") + "`"
    if system == "clickhouse":
        return "`" + name.replace("\\", "\\\\").replace("`", "\\`") + "`"
    return '"' + name.replace('"', '""') + '"'


def is_above(cell, bound):
    return cell.value is not None and cell.value > bound


# What doesn't stand alone: it would end our parentheses, or our statement.
HOSTILE = ["1 = 1) OR (1 = 1", "1 = 1; SELECT 1", "'a", "1 = 1)", "(1 = 1", "1 = 1 /*"]


def add(choose, pair):
    """Rarely, a condition on a number: on one side or on both. Or one that must be refused."""
    if choose.random() < 0.03:
        pair.options.append(f"{choose.choice(['--left-where', '--right-where'])}={choose.choice(HOSTILE)}")
        pair.refusal = ""
        return
    column = choose.choice([*pair.keys, *pair.columns])
    types = pair.left.types[column.left], pair.right.types[column.right]
    values = [row[at].value for side, at in ((pair.left, column.left), (pair.right, column.right)) for row in side.rows]
    # A query and its condition have the search path of their role, which may put others' operators first.
    # The schema of citext, where others may create operators, is in the path of a table that has one.
    sides = [side for side in (pair.left, pair.right) if side.system == "postgresql"]
    if any(side.is_query or any(of.declared == "citext" for of in side.types) for side in sides):
        return
    is_number = all(of.kind == "number" and not of.reads and of.system != "json" for of in types)
    if choose.random() > 0.2 or column.kind in (None, "alone") or not is_number:
        return
    if any(isinstance(value, (Marked, Word)) or isinstance(value, Decimal) and abs(value) > 1 << 62 for value in values):
        return
    bound, texts = choose.choice([0, 5, -7]), []
    for side, at in ((pair.left, column.left), (pair.right, column.right)):
        # Conditions on files use the left side's names.
        name = pair.left.names[column.left] if side.system in ("parquet", "csv", "json") else side.names[at]
        texts.append(f"{quoted(side.system, name)} > {bound}")
    conditions = [lambda row, at=at: is_above(row[at], bound) for at in (column.left, column.right)]
    if texts[0] == texts[1] and choose.random() < 0.6:
        pair.options += [f"--where={texts[0]}"]
        pair.wheres = tuple(conditions)
    elif choose.random() < 0.5:
        pair.options += [f"--left-where={texts[0]}"]
        pair.wheres = (conditions[0], None)
    else:
        pair.options += [f"--right-where={texts[1]}"]
        pair.wheres = (None, conditions[1])
