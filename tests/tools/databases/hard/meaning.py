"""What a value means, whichever system it is in: which values are equal, and how they are printed.

A value is None, or by the kind of its column:
  number      Decimal, or the Word NaN, Infinity or -Infinity
  real        the float of 32 bits, as Python's float
  double      float
  boolean     bool
  tinyint1    Decimal, MySQL's integer that is also its boolean
  date        days, or a Word such as infinity or 2024-00-15
  time        microseconds
  timestamp   microseconds of UTC, or a Word; timestamptz too
  text, char  str
  bytes       bytes
  uuid        str, in lower case
A Marked value is one that isn't of its column's type.
"""

import decimal
import hashlib
import math
import struct
from typing import NamedTuple

from hard import moments

decimal.getcontext().prec = 400
Decimal = decimal.Decimal
LONGEST = 65_536


class Word(str):
    """A value that only a word names, such as infinity, NaN in numeric, or a date with a zero part."""

    def is_zero_date(self):
        return self.startswith("0000-00-00")


class Marked(NamedTuple):
    """A value of another storage class or a text that can't be read as the column's type."""

    text: str


def single(number):
    """The nearest float of 32 bits."""
    if math.isnan(number) or math.isinf(number):
        return number
    try:
        return struct.unpack("<f", struct.pack("<f", number))[0]
    except OverflowError:
        return math.copysign(math.inf, number)


def shortest(number, is_single):
    """The fewest digits that give the number in its own width."""
    if math.isnan(number):
        return "NaN"
    if math.isinf(number):
        return "Infinity" if number > 0 else "-Infinity"
    if not is_single:
        return repr(number)
    for digits in range(1, 10):
        text = f"{number:.{digits}g}"
        if single(float(text)) == number:
            return text
    raise AssertionError(number)


def number_of(text):
    """Digits as a number, or a word."""
    return Word(text) if text in ("NaN", "Infinity", "-Infinity") else Decimal(text)


def digits_of(number):
    """A number as canonical digits: no zeros at the end of a fraction, and no -0."""
    if isinstance(number, Word):
        return str(number)
    text = format(number, "f")
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text in ("-0", "") else text


def bits(number):
    number = 0.0 if number == 0 else number
    return "nan" if math.isnan(number) else struct.pack(">d", number).hex()


def meets(one, other):
    """The kind by which columns of two types are compared, or None if they aren't."""
    for a, b in ((one, other), (other, one)):
        found = meeting(a, b)
        if found:
            return found
    return None


SAME = {"number", "double", "boolean", "date", "time", "timestamp", "text", "bytes", "uuid", "any"}


def has_doubles_only(side):
    """Whether a float of 32 bits becomes a double there: in files that pandas writes, and in SQLite."""
    return side.is_file or side.system == "sqlite"


def meeting(a, b):
    if a.reads:
        # A text in a file is read as the type beside it. Beside a text it is text.
        return {"real": "single", "tinyint1": "number", "char": "char", "text": "text"}.get(b.kind, b.kind)
    kinds = (a.kind, b.kind)
    if a.kind == b.kind and a.kind in SAME:
        return a.kind
    match kinds:
        case ("char", "char" | "text"):
            return "char"
        case ("real", "real"):
            return "double"
        case ("double", "real"):
            return "single" if has_doubles_only(a) else "double"
        case ("double" | "real", "number" | "tinyint1"):
            return "number" if a.is_file and not b.is_file else None
        case ("boolean", "number") if b.system == "sqlite" and "INT" in b.declared.upper():
            # Its own booleans are integers.
            return "number"
        case ("tinyint1", "boolean" | "number" | "tinyint1"):
            return "number"
        case ("uuid", "text"):
            return "uuid"
        case ("timestamp", "date"):
            # pandas writes dates as timestamps.
            return "date" if a.is_file and not b.is_file else None
        case ("bytes", "text"):
            return "bytes" if b.system == "clickhouse" else None
    return None


def read_beside_text(value, own, other):
    """A text of SQLite beside the texts of a file is read as these are: a table equals its own export."""
    if not isinstance(value, Marked) or own.system != "sqlite" or not other.reads:
        return value
    from hard import reading

    return reading.read(value.text, own, other.system == "csv")


def comparable(value, own, other, kind):
    """What two values have in common exactly if they are equal, compared as `kind`."""
    value = read_beside_text(value, own, other)
    if value is None:
        return None
    if isinstance(value, Marked):
        return ("?", value.text)
    if kind == "number" and isinstance(value, float):
        value = number_of(shortest(value, own.kind == "real"))
    if isinstance(value, Word):
        # MySQL's zero dates are NULL beside typed columns of other systems, which can't hold them.
        is_null = value.is_zero_date() and other.system != "mariadb" and not other.reads
        return None if is_null else ("word", moments.plain(value))
    match kind:
        case "number":
            return ("number", digits_of(Decimal(int(value)) if isinstance(value, bool) else value))
        case "double":
            return bits(value)
        case "single":
            return bits(as_real(value, own) if own.kind == "double" else value)
        case "date" if own.kind == "timestamp":
            return value // moments.DAY if value % moments.DAY == 0 else ("moment", value)
        case "char":
            return value.rstrip(" ")
        case "bytes":
            return value.encode() if isinstance(value, str) else value
        case "uuid":
            return value.lower()
        case "any":
            return (type(value).__name__, value)
    return value


def as_real(number, own):
    """A double beside a real. A number of JSON is text, which is read as a real if it is in its range."""
    near = single(number)
    return near if own.system == "json" and not math.isinf(near) else widened(number)


def widened(number):
    """A double of a file beside a real: the real, if its shortest digits are those of the double."""
    near = single(number)
    if math.isnan(near) or math.isinf(near):
        return number
    # A double that is rounded once more may give the neighbour of the real that prints its digits.
    bits = struct.unpack("<i", struct.pack("<f", near))[0]
    neighbours = [struct.unpack("<f", struct.pack("<i", max(bits & 0x7fffffff, 1) - 1 + step | bits & -0x80000000))[0] for step in range(3)]
    reals = [real for real in neighbours if math.isfinite(real)]
    return next((real for real in reals if number in (real, float(shortest(real, True)))), number)


def is_printed(text, value, own, other):
    """Whether a printed text is that of a value. Numbers of databases have only one."""
    value = read_beside_text(value, own, other)
    if value is None or text is None:
        zero_date = isinstance(value, Word) and value.is_zero_date() and text is None
        return value is None and text is None or zero_date and comparable(value, own, other, own.kind) is None
    if isinstance(value, Marked):
        return text == value.text
    if isinstance(value, Word):
        return text == value or moments.plain(text) == moments.plain(value)
    match own.kind:
        case "number" | "tinyint1":
            is_one = text in ("true", "false") and other.kind == "boolean" and value == (text == "true")
            return is_one or text == digits_of(value) or own.is_file and is_number(text) and Decimal(text) == value
        case "real" | "double":
            # Such a double beside a real may be printed as that real.
            is_real = has_doubles_only(own) and other.kind == "real" and is_float(text, as_real(value, own), True)
            return is_real or is_float(text, value, own.kind == "real")
        case "boolean":
            return text == ("true" if value else "false") or other.kind == "tinyint1" and text == str(int(value))
        case "date":
            return moments.plain(text) == moments.date_text(value)
        case "time":
            return moments.plain(text) == moments.time_text(value)
        case "timestamp":
            is_date = other.kind == "date" and value % moments.DAY == 0 and moments.plain(text) == moments.date_text(value // moments.DAY)
            return is_date or moments.plain(text) == moments.moment_text(value)
        case "char":
            return text.rstrip(" ") == shown_text(value.rstrip(" ")).rstrip(" ")
        case "bytes":
            return text == shown_bytes(value)
        case "uuid":
            return text.lower() == value
        case "text" if other.kind == "uuid":
            return text.lower() == shown_text(value).lower() or text == shown_text(value.lower())
        case "text" if other.kind == "char" and text == shown_text(value.rstrip(" ")):
            return True
        case "text":
            return text == shown_text(value) or other.kind == "bytes" and text == shown_bytes(value.encode())
    return text == value_text(value) or isinstance(value, float) and is_float(text, value, False)


def is_number(text):
    try:
        return Decimal(text).is_finite()
    except decimal.InvalidOperation:
        return False


def is_float(text, value, is_single):
    """Whether digits are the shortest ones of a float."""
    if is_single and single(value) != value and not math.isnan(value):
        return False
    expected = shortest(value, is_single)
    if not is_number(expected) or not is_number(text):
        return text == expected
    if value == 0:
        return Decimal(text) == 0
    found = single(float(text)) if is_single else float(text)
    return found == value and significant(text) <= significant(expected)


def significant(text):
    """How many digits a number needs, without zeros at either end."""
    return len(Decimal(text).normalize().as_tuple().digits)


def shown_text(value):
    return shown_long(value.encode()) if len(value.encode()) > LONGEST else value


def shown_bytes(value):
    return shown_long(value) if len(value) > LONGEST else value.hex()


def shown_long(value):
    return f"#{len(value)}:{hashlib.md5(value).hexdigest()}"


def value_text(value):
    """A value of SQLite's columns without a type, by its storage class."""
    match value:
        case bytes():
            return shown_bytes(value)
        case float():
            return shortest(value, False)
        case str():
            return shown_text(value)
    return digits_of(Decimal(value))
