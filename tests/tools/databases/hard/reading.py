"""Reads texts of files as values of the type beside them, in all forms that the type's database reads and writes."""

import datetime
import re
import zoneinfo

from hard import moments
from hard.meaning import Decimal, Marked, Word, single
from hard.moments import DAY

NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
DATE = re.compile(r"([+-]?\d{4,})-(\d\d)-(\d\d)")
CLOCK = re.compile(r"(-?)(\d+):(\d\d)(?::(\d\d)(?:\.(\d+))?)?")
ZONE = re.compile(r"Z| UTC|([+-])(\d\d)(?::?(\d\d)(?::(\d\d))?)?")
NAMES = {"nan": "NaN", "inf": "Infinity", "+inf": "Infinity", "-inf": "-Infinity", "infinity": "Infinity", "+infinity": "Infinity",
         "-infinity": "-Infinity"}
BOOLEANS = {name: value for value, names in ((True, "t true y yes on 1"), (False, "f false n no off 0")) for name in names.split()}


def read(text, beside, is_csv=True):
    """The value that a text has beside a type, or the text itself, Marked."""
    if text is None or is_csv and is_null(text, beside):
        return None
    reader = {"number": number, "tinyint1": number, "real": floating, "double": floating, "boolean": boolean, "date": date, "time": time,
              "timestamp": moment, "bytes": binary, "uuid": identifier}.get(beside.kind)
    if not reader:
        return text.rstrip(" ") if beside.kind == "char" else text
    value = reader(text, beside)
    return Marked(text) if value is None else value


def is_null(text, beside):
    r"""MySQL and ClickHouse write NULL as \N, also in columns of text: quotes around it aren't kept."""
    return text == r"\N" and beside.system in ("mariadb", "clickhouse")


def number(text, beside):
    name = NAMES.get(text.lower())
    if name:
        return Word(name) if beside.fits(Word(name)) else None
    if beside.kind == "tinyint1" and text.lower() in ("true", "false"):
        return Decimal(int(text.lower() == "true"))
    return Decimal(text) if NUMBER.fullmatch(text) else None


def floating(text, beside):
    if not NUMBER.fullmatch(text) and text.lower() not in NAMES:
        return None
    return single(float(text)) if beside.kind == "real" else float(text)


def boolean(text, beside):
    return BOOLEANS.get(text.lower())


def era(text):
    """A text without its era, and whether that is BC."""
    rest = re.sub(r" BC$|(?<=-\d\d) \(BC\)", "", text)
    return rest, rest != text


def day_of(found, is_before):
    year, month, day = int(found[1]), int(found[2]), int(found[3])
    number = moments.days(1 - year if is_before else year, month, day)
    return number if moments.civil(number)[1:] == (month, day) else None


def word(text, beside):
    text = text.lower() if text.lower().endswith("infinity") else text
    # A zero or partial date may have zeros after its seconds.
    return Word(text) if beside.fits(Word(text)) or beside.fits(Word(moments.plain(text))) else None


def date(text, beside):
    if word(text, beside):
        return word(text, beside)
    rest, is_before = era(text)
    rest = re.sub(r"[T ]00:00(:00(\.0+)?)?Z?$", "", rest)
    rest = re.sub(r"^(\d{4})(\d\d)(\d\d)$", r"\1-\2-\3", rest)
    found = DATE.fullmatch(rest)
    return day_of(found, is_before) if found else None


def clock_of(found):
    """The microseconds of a matched time, or None for digits beyond them."""
    fraction = (found[5] or "").ljust(6, "0")
    if fraction[6:].strip("0") or int(found[3]) > 59 or int(found[4] or 0) > 59:
        return None
    total = moments.clock(int(found[2]), int(found[3]), int(found[4] or 0), int(fraction[:6]))
    return -total if found[1] else total


def time(text, beside):
    # pandas writes the times of MySQL as `0 days 01:30:00`.
    days = re.match(r"(-?\d+) days? \+?", text)
    found = CLOCK.fullmatch(text[days.end():] if days else text)
    value = clock_of(found) if found else None
    return value + int(days[1]) * DAY if days and value is not None else value


def moment(text, beside):
    known = word(text, beside)
    if known:
        return known
    rest, is_before = era(text)
    day = DATE.match(rest)
    if not day or day_of(day, is_before) is None:
        return None
    rest, number = rest[day.end():], day_of(day, is_before) * DAY
    clock = CLOCK.match(rest[1:]) if rest[:1] in ("T", " ") else None
    if rest and not clock:
        return None
    if clock:
        if clock_of(clock) is None or clock_of(clock) >= DAY or clock[1]:
            return None
        number, rest = number + clock_of(clock), rest[1 + clock.end():]
    if not rest:
        return number - local_offset(number, beside)
    zone = ZONE.fullmatch(rest)
    if not zone:
        return None
    seconds = sum(int(part or 0) * unit for part, unit in zip(zone.groups()[1:], (3600, 60, 1)))
    return number - (-seconds if zone[1] == "-" else seconds) * 1_000_000


def local_offset(number, beside):
    """The offset of a local time in the zone of a column, which only ClickHouse has."""
    found = re.search(r"DateTime64\(6,'(\w+/\w+)'", beside.declared)
    if not found:
        return 0
    local = datetime.datetime(1970, 1, 1) + datetime.timedelta(microseconds=number)
    offset = local.replace(tzinfo=zoneinfo.ZoneInfo(found[1])).utcoffset()
    return int(offset.total_seconds()) * 1_000_000


def binary(text, beside):
    if beside.system == "postgresql":
        digits = text.removeprefix("\\x")
        if text.startswith("\\x"):
            return bytes.fromhex(digits) if re.fullmatch("([0-9a-fA-F]{2})*", digits) else None
        return escaped(text)
    if beside.system == "duckdb" and re.fullmatch(r"([\x20-\x5b\x5d-\x7e]|\\x[0-9A-Fa-f]{2})*", text):
        return re.sub(r"\\x([0-9A-Fa-f]{2})", lambda found: chr(int(found[1], 16)), text).encode("latin-1")
    return None


def escaped(text):
    """The other form of bytes in PostgreSQL: two backslashes are one, and three octal digits after one are a byte."""
    if not re.fullmatch(r"([^\\]|\\\\|\\[0-3][0-7]{2})*", text, re.DOTALL):
        return None
    parts = re.findall(r"\\\\|\\[0-3][0-7]{2}|[^\\]+", text)
    return b"".join(b"\\" if part == "\\\\" else bytes([int(part[1:], 8)]) if part[0] == "\\" else part.encode() for part in parts)


def identifier(text, beside):
    digits = re.sub(r"^\{(.*)\}$", r"\1", text).replace("-", "").lower()
    if not re.fullmatch("[0-9a-f]{32}", digits):
        return None
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))
