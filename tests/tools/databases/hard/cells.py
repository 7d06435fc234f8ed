"""Pairs of cells: the same value in two systems if both can hold it, or two that differ."""

import uuid
from typing import Any, NamedTuple

from hard import moments, reading, spelling
from hard.meaning import Decimal, Marked, Word, number_of, shortest, single


class Cell(NamedTuple):
    """What a system stores, and the value that it means."""

    stored: Any
    value: Any


NULL = Cell(None, None)


def pair(choose, left, right):
    """Two cells with one value, if both types have it."""
    first, second = (left, right) if choose.random() < 0.5 else (right, left)
    if first.reads and not second.reads:
        first, second = second, first
    one = pick(choose, first, second)
    other = moved(choose, one, first, second) or pick(choose, second, first)
    return (one, other) if first is left else (other, one)


def pick(choose, of, beside):
    """A cell of a type: a hard value of it, one of another storage class, or a text that can't be read."""
    chance = choose.random()
    if chance < 0.08:
        return NULL
    if chance < 0.2 and of.odd:
        return odd_cell(choose.choice(of.odd))
    typed = of.reads and beside.kind not in ("text", "char")
    if chance < 0.2 and typed:
        text = spelling.unreadable(choose, beside)
        if text:
            return Cell(text.text, text)
    values = beside.values if typed and beside.kind != "any" else of.values
    if chance > 0.75:
        value = another(choose, beside if typed else of)
        if value is not None:
            return cell(choose, value, of, beside)
    # Values of a MiB are rare, since they are slow.
    short = [value for value in values if not isinstance(value, (str, bytes)) or len(value) < 1000]
    return cell(choose, choose.choice(values if choose.random() < 0.2 else short), of, beside)


def odd_cell(stored):
    return Cell(stored, Marked(stored.hex() if isinstance(stored, bytes) else stored))


def cell(choose, value, of, beside):
    """A value as a type stores it."""
    if value is None:
        return NULL
    if not of.reads:
        return Cell(value, value)
    text = spelling.spelled(choose, value, beside)
    if of.system == "csv" and (text == "" or reading.is_null(text, beside)):
        return NULL
    return Cell(text, value)


def moved(choose, one, of, beside):
    """The cell with the same value in the other type, or None if it can't hold it."""
    value = one.value
    if value is None:
        return NULL
    if isinstance(value, Marked):
        is_text = isinstance(one.stored, str)
        if beside.reads and is_text and beside.fits(value.text) and (value.text or beside.system != "csv"):
            # The text may be one that the file's reader knows, such as `true` among SQLite's integers.
            return Cell(value.text, reading.read(value.text, of, beside.system == "csv"))
        return one if one.stored in beside.odd and beside.kind == of.kind else None
    if isinstance(value, Word) and value.is_zero_date() and beside.system != "mariadb" and not beside.reads:
        return NULL
    if beside.reads and beside.kind != of.kind:
        text = cell(choose, value, beside, of)
        return text if text.stored is not None and beside.fits(text.stored) else None
    value = converted(value, of, beside)
    return cell(choose, value, beside, of) if value is not None and beside.fits(value) else None


def converted(value, of, beside):
    """The value of another kind that is equal to it, or None."""
    match (of.kind, beside.kind):
        case ("real" | "double", "number" | "tinyint1"):
            return number_of(shortest(value, of.kind == "real"))
        case ("number" | "tinyint1", "double" | "real"):
            if isinstance(value, Word):
                return float(value)
            number = float(value) if abs(value) < Decimal("1e300") else None
            return number if number is not None and Decimal(shortest(number, False)) == value else None
        case ("double", "real"):
            return single(value)
        case ("timestamp", "date"):
            return value if isinstance(value, Word) else value // moments.DAY if value % moments.DAY == 0 else None
        case ("date", "timestamp"):
            return value if isinstance(value, Word) else value * moments.DAY
        case ("boolean", "tinyint1"):
            return Decimal(int(value))
        case ("tinyint1", "boolean"):
            return bool(value) if value in (0, 1) else None
        case ("bytes", "text"):
            try:
                return value.decode()
            except UnicodeDecodeError:
                return None
        case ("text", "bytes"):
            return value.encode()
        case ("char" | "text", "char"):
            return value.rstrip(" ")
    return value


def another(choose, of):
    """A random value of a type, or None if only its list is known."""
    match of.kind:
        case "number" | "tinyint1":
            value = Decimal(choose.randrange(-1000, 1000)).scaleb(choose.choice([0, 0, -1, -2, -4]))
        case "double" | "real":
            value = choose.choice([choose.randrange(-999, 999) / 100, choose.uniform(-1, 1) * 10.0 ** choose.randrange(-30, 30)])
            value = single(value) if of.kind == "real" else value
        case "date":
            value = choose.randrange(0, 50_000)
        case "time":
            value = choose.randrange(0, moments.DAY) // 1_000_000 * 1_000_000 + choose.choice([0, 500_000, 1])
        case "timestamp":
            value = choose.randrange(0, 1 << 31) * 1_000_000 + choose.choice([0, 0, 250_000, 1])
        case "text" | "char":
            value = choose.choice(["k", "K", "é", "a b"]) + str(choose.randrange(1000))
        case "bytes":
            value = choose.randbytes(choose.randrange(1, 9))
        case "uuid":
            # MariaDB rejects most versions that nobody makes.
            value = str(uuid.UUID(int=choose.getrandbits(128), version=4))
        case _:
            return None
    return value if of.fits(value) else None
