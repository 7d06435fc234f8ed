"""Texts in files: the forms in which the database beside them reads and writes a value, and texts that it can't read."""

from hard import moments
from hard.meaning import Decimal, Marked, Word, digits_of, shortest

UNREADABLE = {
    "number": ("N/A", "--5", "1,5", "twelve", "1.2.3", "1:N", "?1:5"), "tinyint1": ("N/A", "yes!", "?1:1"),
    "real": ("N/A", "1,5", "0.1.2"), "double": ("N/A", "1,5", "0.1.2", "3fb999999999999g"), "boolean": ("N/A", "2", "maybe", "?1:1"),
    "date": ("N/A", "2024-02-30", "2024-13-01", "19000"), "time": ("N/A", "12:61", "noon"),
    "timestamp": ("N/A", "2024-02-30 00:00:00", "1711848600000000", "soon"), "bytes": (), "uuid": ("N/A", "a0eebc99", "?1:a"),
}


def unreadable(choose, beside):
    """A text that isn't a value of the type beside it, or None."""
    found = UNREADABLE.get(beside.kind)
    return Marked(choose.choice(found)) if found else None


def spelled(choose, value, beside):
    """A value as a text, as the type beside it reads it."""
    if isinstance(value, Marked):
        return value.text
    if isinstance(value, Word):
        return str(value)
    return {"number": number, "tinyint1": number, "real": real, "double": double, "boolean": boolean, "date": date, "time": time,
            "timestamp": moment, "bytes": binary, "uuid": identifier, "char": padded}.get(beside.kind, same)(choose, value, beside)


def same(choose, value, beside):
    return value


def number(choose, value, beside):
    text = digits_of(value)
    is_fraction = beside.fits(Decimal("0.5"))
    forms = [text, text, text if text.startswith("-") else "+" + text, text.replace("-", "-00") if text.startswith("-") else "00" + text]
    if is_fraction:
        forms.append(text + ("00" if "." in text else ".00"))
        forms.append(f"{value:E}" if value else "0")
    return choose.choice(forms)


def special(value, beside):
    text = shortest(value, False)
    words = {"NaN": "nan", "Infinity": "inf", "-Infinity": "-inf"}
    return words[text] if beside.system in ("duckdb", "clickhouse") else text


def real(choose, value, beside):
    if value != value or abs(value) == float("inf"):
        return special(value, beside)
    return choose.choice([shortest(value, True), f"{value:.9g}", repr(value)])


def double(choose, value, beside):
    if value != value or abs(value) == float("inf"):
        return special(value, beside)
    return choose.choice([repr(value), f"{value:.17g}", repr(value).upper()])


def boolean(choose, value, beside):
    return choose.choice(["true", "t", "1", "TRUE"] if value else ["false", "f", "0", "FALSE"])


def era_of(beside):
    return {"postgresql": " BC", "duckdb": " (BC)"}.get(beside.system)


def date(choose, value, beside):
    text = moments.date_text(value, era_of(beside))
    return choose.choice([text, text.replace("-", "") if len(text) == 10 else text])


def time(choose, value, beside):
    forms = [moments.time_text(value), moments.time_text(value, 6)]
    if value % 60_000_000 == 0 and 0 <= value < moments.DAY:
        forms.append(moments.time_text(value)[:5])
    return choose.choice(forms)


def moment(choose, value, beside):
    era = era_of(beside)
    forms = [moments.moment_text(value, " ", era), moments.moment_text(value, " ", era, 6)]
    year = moments.civil(value // moments.DAY)[0]
    if 0 < year <= 9999:
        forms += [moments.moment_text(value, "T"), moments.moment_text(value, "T", digits=6)]
        if value % 60_000_000 == 0:
            forms.append(moments.moment_text(value, choose.choice(" T"))[:16])
    text = choose.choice(forms)
    if not has_zone(beside):
        return text
    # A text without an offset would be in the zone of the column.
    if text.endswith(" BC"):
        return f"{text.removesuffix(era)}+00{era}"
    if choose.random() < 0.3 and 1 < year < 9999:
        return moments.moment_text(value + 330 * 60_000_000, "T") + "+05:30"
    return text + choose.choice(["Z", "+00:00"] if "T" in text else ["+00", "+00:00"])


def has_zone(beside):
    return "timestamptz" in beside.declared or "DateTime" in beside.declared or "timestamp(6) null" in beside.declared


def binary(choose, value, beside):
    if beside.system == "postgresql":
        escaped = "".join(chr(byte) if 32 <= byte < 127 and byte != 92 else "\\\\" if byte == 92 else f"\\{byte:03o}" for byte in value)
        return choose.choice(["\\x" + value.hex(), "\\x" + value.hex().upper(), escaped])
    if beside.system == "duckdb":
        return "".join(chr(byte) if 32 <= byte < 127 and byte not in b"\\'\"" else f"\\x{byte:02X}" for byte in value)
    raise AssertionError(f"bytes of {beside.system} have no text")


def identifier(choose, value, beside):
    forms = [value, value.upper()]
    if beside.system == "postgresql":
        forms += [value.replace("-", ""), "{" + value + "}"]
    return choose.choice(forms)


def padded(choose, value, beside):
    return value + choose.choice(["", "  "])
