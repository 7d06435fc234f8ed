"""Values as literals in the SQL of each database, and as what the files' libraries take."""

from hard import moments
from hard.columns import bits_of
from hard.meaning import Word, digits_of, shortest


def long_parts(value):
    """One character and how often it is there, for long values of one character."""
    return (value[:1], len(value)) if len(value) > 1000 and value == value[:1] * len(value) else None


def postgresql(of, value):
    if value is None:
        return "NULL"
    if of.kind == "bytes":
        found = long_parts(value)
        return f"pg_catalog.decode(pg_catalog.repeat('{found[0].hex()}', {found[1]}), 'hex')" if found else f"'\\x{value.hex()}'"
    found = long_parts(value) if isinstance(value, str) else None
    if found:
        return f"pg_catalog.repeat('{found[0]}', {found[1]})"
    text = plain_text(of, value, " BC")
    if of.kind == "timestamp" and "timestamptz" in of.declared and not isinstance(value, Word):
        text = text.replace(" BC", "+00 BC") if text.endswith(" BC") else text + "+00"
    return "'" + text.replace("'", "''") + "'"


def plain_text(of, value, era=None):
    """A value as most databases read it from text."""
    if isinstance(value, Word):
        return str(value)
    match of.kind:
        case "number" | "tinyint1":
            return digits_of(value)
        case "real" | "double":
            return shortest(value, of.kind == "real")
        case "boolean":
            return "true" if value else "false"
        case "date":
            return moments.date_text(value, era)
        case "time":
            return moments.time_text(value)
        case "timestamp":
            return moments.moment_text(value, " ", era)
    return value


def duckdb(of, value):
    if value is None:
        return "NULL"
    if of.kind == "bytes":
        found = long_parts(value)
        return f"unhex(repeat('{found[0].hex()}', {found[1]}))" if found else f"unhex('{value.hex()}')"
    if of.kind in ("text", "char"):
        found = long_parts(value)
        text = f"repeat('{found[0]}', {found[1]})" if found else f"decode(unhex('{value.encode().hex()}'))"
        return f"{text}::{of.declared}"
    if of.kind == "timestamp" and not isinstance(value, Word):
        return f"make_timestamp{'tz' * (of.declared == 'timestamptz')}({value})::{of.declared}"
    return f"'{plain_text(of, value, ' (BC)')}'::{of.declared}"


def mariadb(of, value):
    if value is None:
        return "NULL"
    if of.kind in ("text", "char", "bytes"):
        mark = "" if of.kind == "bytes" else "_utf8mb4 "
        found = long_parts(value)
        unit, count = found or (value, 1)
        text = f"{mark}X'{(unit if isinstance(unit, bytes) else unit.encode()).hex()}'"
        return f"repeat({text}, {count})" if found else text
    # The shortest digits of the greatest FLOAT are above its range.
    return f"'{value!r}'" if of.kind == "real" else f"'{plain_text(of, value)}'"


def clickhouse(of, value):
    if value is None:
        return "NULL"
    if of.kind in ("text", "bytes"):
        found = long_parts(value)
        unit, count = found or (value, 1)
        text = f"unhex('{(unit if isinstance(unit, bytes) else unit.encode()).hex()}')"
        # It repeats at most a million times.
        text = f"concat(repeat({text}, {count // 3}), repeat({text}, {count - count // 3}))" if found else text
        return f"toFixedString({text}, 4)" if "FixedString" in of.declared else text
    if of.kind in ("real", "double"):
        width = 32 if of.kind == "real" else 64
        return f"reinterpretAsFloat{width}(toUInt{width}({bits_of(value, width == 32)}))"
    text = plain_text(of, value)
    match of.kind:
        case "date":
            return f"toDate32('{text}')"
        case "time":
            return f"CAST('{text}' AS Time64(6))"
        case "timestamp":
            return f"toDateTime64('{text}', 6, 'UTC')"
    return f"'{text}'"


def sqlite(of, value):
    """What is bound to a statement."""
    match of.kind:
        case _ if value is None or isinstance(value, (bytes, float)):
            return value
        case "number":
            return digits_of(value) if not isinstance(value, (str, int)) else value
        case "boolean" | "any":
            return value
        case "date" | "time" | "timestamp" if not isinstance(value, str):
            return plain_text(of, value)
    return value


DATABASES = {"postgresql": postgresql, "duckdb": duckdb, "mariadb": mariadb, "clickhouse": clickhouse}
