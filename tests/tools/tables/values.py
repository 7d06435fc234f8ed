"""Whether a value that the program prints is the one in the file.

The rules are tolerant of types and strict about values: a CSV text may come back as itself or as the number, date or
boolean that it denotes, but never as a neighbor. Numbers are compared as exact decimals, so that 12345678901234567.89
isn't 12345678901234568.
"""

import functools
import json
import re
import struct
from decimal import Decimal, getcontext

import pyarrow as pa

# Arithmetic on decimals must not round 76 digits.
getcontext().prec = 100
NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
MOMENT = re.compile(
    r"(?P<year>[+-]?\d{4,6})[-/.](?P<month>\d\d?)[-/.](?P<day>\d\d?)"
    r"(?:[T ](?P<hour>\d\d?):(?P<minute>\d\d)(?::(?P<second>\d\d)(?:\.(?P<fraction>\d{1,9}))?)?"
    r" ?(?P<zone>Z|UTC|[+-]\d\d(?::?\d\d)?)?)?"
)
OTHER_DATES = re.compile(r"(\d\d?)[-/.](\d\d?)[-/.](\d{4})(.*)")
TIME = re.compile(r"(\d\d?):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?")
TRUE, FALSE = {"true", "t", "yes", "y"}, {"false", "f", "no", "n"}
DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
SECOND = 10**9


class Number(str):
    """A number as it is written in JSON."""


class Pairs(list):
    """A JSON object: its names and values in order, names twice included."""


class ABSENT:
    """A field that a JSON object doesn't have."""


DECODER = json.JSONDecoder(parse_int=Number, parse_float=Number, parse_constant=Number, object_pairs_hook=Pairs)


def parse(line):
    return DECODER.decode(line)


@functools.lru_cache(100_000)
def number(text):
    """The exact value of a number's text, or None."""
    text = text.strip(" ")
    bare = text.lstrip("+-").lower()
    if bare in ("inf", "infinity"):
        return Decimal("-Infinity" if text[0] == "-" else "Infinity")
    if bare == "nan":
        return "NaN"
    if re.fullmatch("0x[0-9a-f]+", bare):
        return Decimal(int(bare, 16) * (-1 if text[0] == "-" else 1))
    return Decimal(text) if NUMBER.fullmatch(text) else None


def days(year, month, day):
    """Days since 1970 in the proleptic Gregorian calendar, or None for a date that doesn't exist."""
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    if not 1 <= month <= 12 or not 1 <= day <= DAYS[month - 1] + (month == 2 and leap):
        return None
    before = year - 1
    return before * 365 + before // 4 - before // 100 + before // 400 + sum(DAYS[: month - 1]) + (month > 2 and leap) + day - 719163


def nanoseconds(hour, minute, second, fraction):
    return (int(hour) * 3600 + int(minute) * 60 + int(second or 0)) * SECOND + int((fraction or "").ljust(9, "0"))


@functools.lru_cache(100_000)
def moment(text):
    """Nanoseconds since 1970 and whether the text has a zone; None if the text isn't a date or a timestamp."""
    found = MOMENT.fullmatch(text)
    day = found and days(int(found["year"]), int(found["month"]), int(found["day"]))
    if day is None:
        return None
    at = day * 86400 * SECOND
    if found["hour"]:
        at += nanoseconds(found["hour"], found["minute"], found["second"], found["fraction"])
    zone = found["zone"]
    if zone and zone[0] in "+-":
        shift = nanoseconds(zone[1:3], zone[3:].lstrip(":") or 0, 0, None)
        at += shift if zone[0] == "-" else -shift
    return at, bool(zone)


def time_of_day(text):
    found = TIME.fullmatch(text)
    return found and nanoseconds(*found.groups())


def year_first(order):
    """A reader of dates that end with the year: `order` says where the day and the month are."""
    def read(text):
        found = OTHER_DATES.fullmatch(text)
        if not found:
            return None
        month, day = (found[at] for at in order)
        return moment(f"{found[3]}-{month}-{day}{found[4]}")
    return read


# A column is read by one of these, whole: no text of it has two meanings.
READERS = [moment, year_first((1, 2)), year_first((2, 1))]


def is_text(type_):
    return "Utf8" in type_ and not type_.startswith(("List", "Struct"))


def wrong_in_csv(texts, shown, type_):
    """The first row whose value isn't what its text denotes, or None; texts are None for empty fields."""
    for at, (text, value) in enumerate(zip(texts, shown)):
        if (text is None) != (value is None):
            return at
    rows = [(at, text, value) for at, (text, value) in enumerate(zip(texts, shown)) if text is not None]
    if is_text(type_):
        return next((at for at, text, value in rows if value != text), None)
    if type_.startswith(("Date", "Timestamp")):
        wrong = [first_wrong_moment(rows, reader) for reader in READERS]
        return None if None in wrong else max(wrong)
    return next((at for at, text, value in rows if not denotes(text, value, type_)), None)


def first_wrong_moment(rows, reader):
    zones = set()
    for at, text, value in rows:
        read, back = reader(text), moment(value)
        if read is None or back is None or read[0] != back[0]:
            return at
        zones.add(read[1])
        if len(zones) > 1:
            return at
    return None


def denotes(text, value, type_):
    if isinstance(value, bool):
        return text.strip(" ").lower() in (TRUE if value else FALSE)
    if type_.startswith("Time"):
        return isinstance(value, str) and time_of_day(text) == time_of_day(value) is not None
    return type_.startswith(("Int", "UInt", "Decimal", "Float")) and number(text) is not None and number(text) == number(value)


def wrong_in_json(cells, shown, type_):
    """As `wrong_in_csv` for the values of a JSON field. Different values must also stay different."""
    seen = {}
    for at, (cell, value) in enumerate(zip(cells, shown)):
        if not same_json(cell, value):
            return at
        key = repr(value)
        if seen.setdefault(key, canonical(cell)) != canonical(cell):
            return at
    return None


def same_json(cell, value):
    if cell is None or cell is ABSENT:
        return value is None
    if isinstance(cell, bool):
        return value is cell or value == ("true" if cell else "false")
    if isinstance(cell, Number):
        return isinstance(value, str) and number(value) == number(cell)
    if isinstance(cell, str):
        is_string = isinstance(value, str) and not isinstance(value, Number)
        return is_string and (value == cell or decoded(value) == cell or same_moment(cell, value))
    value = decoded(value) if isinstance(value, str) else value
    if isinstance(cell, list):
        return isinstance(value, list) and not isinstance(value, Pairs) and len(value) == len(cell) and all(map(same_json, cell, value))
    if not isinstance(value, Pairs) or len(dict(value)) != len(value):
        return False
    value = dict(value)
    return all(same_json(cell.get(name), value.get(name)) for name in {*cell, *value})


def same_moment(cell, value):
    return moment(cell) is not None and moment(cell) == moment(value)


def decoded(value):
    try:
        return parse(value)
    except ValueError:
        return None


def canonical(cell):
    """Equal for equal values alone."""
    if cell is ABSENT or cell is None or isinstance(cell, bool):
        return repr(None if cell is ABSENT else cell)
    if isinstance(cell, Number):
        return "number", number(cell)
    if isinstance(cell, list):
        return "list", *map(canonical, cell)
    if isinstance(cell, dict):
        return "object", *sorted((name, canonical(value)) for name, value in cell.items() if value is not None and value is not ABSENT)
    return "text", cell


def wrong_in_parquet(cells, shown, type_):
    """As `wrong_in_csv` for cells of the Arrow type `type_`; dates, times and timestamps are numbers of its unit."""
    return next((at for at, (cell, value) in enumerate(zip(cells, shown)) if not same_typed(cell, value, type_)), None)


UNITS = {"s": SECOND, "ms": 10**6, "us": 10**3, "ns": 1}


def same_typed(cell, value, type_):
    if cell is None or value is None:
        return cell is None and value is None
    if pa.types.is_dictionary(type_):
        return same_typed(cell, value, type_.value_type)
    if pa.types.is_list(type_):
        return isinstance(value, list) and len(cell) == len(value) and all(same_typed(a, b, type_.value_type) for a, b in zip(cell, value))
    if pa.types.is_struct(type_):
        return isinstance(value, Pairs) and len(value) == type_.num_fields and all(
            same_typed(cell[field.name], dict(value).get(field.name), field.type) for field in type_)
    if pa.types.is_boolean(type_):
        return value is cell
    if pa.types.is_floating(type_):
        return same_float(cell, value, type_)
    if pa.types.is_integer(type_) or pa.types.is_decimal(type_):
        return isinstance(value, Number) and Decimal(value) == cell
    if not isinstance(value, str) or isinstance(value, Number):
        return False
    if pa.types.is_date(type_):
        return moment(value) == (cell * 86400 * SECOND, False)
    if pa.types.is_timestamp(type_):
        return moment(value) == (cell * UNITS[type_.unit], type_.tz is not None)
    if pa.types.is_time(type_):
        return time_of_day(value) == cell * UNITS[type_.unit]
    return value == (cell.hex() if isinstance(cell, bytes) else cell)


def same_float(cell, value, type_):
    if not isinstance(value, str):
        return False
    read = float(value)
    if read != read:
        return cell != cell
    if type_.bit_width < 64:
        read, = struct.unpack("f", struct.pack("f", read))
    return struct.pack("d", read) == struct.pack("d", cell)
