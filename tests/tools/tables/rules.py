"""Columns of random tables for `hashlane diff` with rules: values at the bounds of a rule, and the words of docs/diff.md.

A column has a kind, and a type in each of the two tables. Values are exact: fractions for decimals, nanoseconds for times.
"""

import datetime
import math
import re
import struct
from decimal import Decimal
from fractions import Fraction

import pyarrow as pa

UNITS = {"s": 10**9, "ms": 10**6, "us": 10**3, "ns": 1}
EPOCH, DAY = datetime.datetime(1970, 1, 1), 86400 * 10**9
# Upper and lower case of several scripts, and spaces, of which only U+0020 counts for --trim.
LETTERS = "a A ß ẞ SS ss Σ σ ς ΑΣ ας ασ İ i̇ i I ı K k Ǆ ǅ Ж ж 𐐀 𐐨 Ა ა é É".split()
SPACES = [" ", "  ", "\t", "\u00a0", "\u2003", "\u3000", "\u200b"]
NOT_A_VALUE = ["N/A", "?", "1,5", "--", "0x10"]


class Column:
    """A column: its kind, and the type it has in each of the two tables."""

    def __init__(self, r, name, kind, formats):
        self.r, self.name, self.kind = r, name, kind
        self.absolute = self.relative = None
        self.rules, self.unit = set(), None
        self.forms = [self.form(of) for of in formats]
        for side in (0, 1):
            if formats[side] == "csv" and formats[1 - side] != "csv" or "f32" in self.forms and formats[side] == "json":
                self.forms[side] = self.forms[1 - side]
        if formats == ("csv", "csv"):
            self.forms[1] = self.forms[0]

    def form(self, of):
        r = self.r
        if self.kind == "float":
            return "f64" if of == "json" or r.random() < 0.7 or of == "csv" else "f32"
        if self.kind == "decimal":
            return r.randint(0, 4)
        if self.kind == "integer":
            return "i64" if of != "parquet" else r.choice(["i64", "i32", "i64", "u32"])
        if self.kind in ("time", "timestamp"):
            zone = r.choice([None, "UTC", "+05:30", "Europe/Berlin"]) if of != "csv" and self.kind == "timestamp" else None
            return ("ns" if of == "csv" else r.choice(list(UNITS)), zone)
        return "text"

    def arrow(self, side):
        form = self.forms[side]
        if self.kind == "decimal":
            return pa.decimal128(20, form)
        if self.kind == "timestamp":
            return pa.timestamp(*form)
        if self.kind == "time":
            return (pa.time32 if form[0] in ("s", "ms") else pa.time64)(form[0])
        types = {"f64": pa.float64(), "f32": pa.float32(), "i64": pa.int64(), "i32": pa.int32(), "u32": pa.uint32()}
        return types.get(form) or self.r.choice([pa.string(), pa.large_string(), pa.dictionary(pa.int32(), pa.string())])

    def value(self):
        """A value from a few, so that two of them are often equal."""
        r = self.r
        if r.random() < 0.12:
            return None
        if self.kind == "float":
            return r.choice([0.0, -0.0, 0.1, 1.1, 1.09, -3.5, 1e16, 5e-324, 1e-9, 1e308, -1e308, math.nan, math.inf, -math.inf, 100.0])
        if self.kind == "decimal":
            return Fraction(r.choice(["0", "1.1", "1.09", "-2.5", "100", "99.99", "0.01", "12345678901234.1"]))
        if self.kind == "integer":
            return r.choice([0, 1, 2, 3, 100, 101, -1, 2**31 - 1, 2**53, 2**53 + 1])
        if self.kind in ("time", "timestamp"):
            edge = r.choice([0, 1, 59, 3600, 86399]) * 10**9 + r.choice([0, 10**6, 10**3, 123 * 10**6, 999_999_999])
            past = r.choice([0, -DAY, 19000 * DAY, -20000 * DAY]) if self.kind == "timestamp" else 0
            return edge + past
        text = "".join(r.choice(LETTERS) for _ in range(r.randint(0, 2)))
        return r.choice(["", r.choice(SPACES)]) + text + r.choice(["", r.choice(SPACES)])

    def sample(self):
        return {"text": "sample", "integer": 77, "float": 0.5}[self.kind]

    def near(self, value):
        """A value at a bound of the column's rule, or just beyond it."""
        r = self.r
        if value is None or r.random() < 0.3:
            return self.value()
        if self.kind in ("time", "timestamp"):
            unit = UNITS[self.unit or r.choice(list(UNITS))]
            found = value // unit * unit + r.choice([-1, 0, 1, unit - 1, unit, 999, -1000])
            return found if self.kind == "timestamp" else found % DAY
        if self.kind == "text":
            change = [str.lower, str.upper, str.strip, lambda text: text + r.choice(SPACES), lambda text: r.choice(SPACES) + text]
            return r.choice(change)(value)
        if self.kind == "float" and not math.isfinite(value):
            return value
        absolute, relative = Fraction(self.absolute or "0"), Fraction(self.relative or "0")
        far = [Fraction(value) + absolute, Fraction(value) - absolute]
        far += [(Fraction(value) + absolute) / (1 - relative)] if relative < 1 else [-Fraction(value)]
        far += [Fraction(value) * (1 - relative) - absolute]
        found = r.choice(far)
        if self.kind == "float":
            found = float(found) if abs(found) < 10**308 else value
            for _ in range(r.randint(0, 2)):
                found = math.nextafter(found, r.choice([-math.inf, math.inf]))
            return found
        step = Fraction(1, 10 ** max(self.forms)) if self.kind == "decimal" else 1
        return round(found / step) * step + r.choice([-1, 0, 0, 1]) * step

    def fit(self, value, side):
        """The value that the column's type on this side holds."""
        form = self.forms[side]
        if value is None:
            return None
        if self.kind == "decimal":
            return Fraction(round(value * 10**form), 10**form)
        if self.kind in ("time", "timestamp"):
            return value // UNITS[form[0]] * UNITS[form[0]]
        if form == "f32":
            return single(value)
        if self.kind == "integer":
            low, high = {"i32": (-(2**31), 2**31 - 1), "u32": (0, 2**32 - 1)}.get(form, (-(2**63), 2**63 - 1))
            return min(max(int(value), low), high)
        return value

    def exact_in(self):
        """Values of a key of singles and doubles are singles, so that both sides show the same."""
        return "f32" if "f32" in self.forms else None

    def equal(self, left, right):
        """The words of docs/diff.md, "When values count as equal"."""
        if self.kind == "text":
            left, right = (self.folded(value) for value in (left, right))
        if left is None or right is None or left == right:
            return left is right or left == right
        if self.absolute is not None or self.relative is not None:
            # A tolerance sees the number that a text spells, even if its type can't hold it.
            left, right = (spelled(value) for value in (left, right))
        if isinstance(left, Bad) or isinstance(right, Bad):
            return False
        if self.kind in ("time", "timestamp"):
            return self.unit is not None and left // UNITS[self.unit] == right // UNITS[self.unit]
        if self.kind == "float" and not (math.isfinite(left) and math.isfinite(right)):
            return math.isnan(left) and math.isnan(right)
        if self.kind == "text" or self.absolute is None and self.relative is None:
            return False
        number = float if self.kind == "float" else Fraction
        absolute, relative = number(self.absolute or "0"), number(self.relative or "0")
        return abs(left - right) <= absolute + relative * max(abs(left), abs(right))

    def folded(self, value):
        if value is not None and "trim" in self.rules:
            value = value.strip(" ")
        if value is not None and "ignore-case" in self.rules:
            value = value.lower()
        return "" if value is None and "null-equals-empty" in self.rules else value

    def canonical(self, shown, form=None):
        """What the program shows, as a value to compare."""
        if shown is None or self.kind == "text":
            return shown
        shown = str(shown).strip(" ")
        try:
            if self.kind in ("time", "timestamp"):
                return nanoseconds(shown)
            if self.kind == "float":
                found = float(shown)
                return "nan" if math.isnan(found) else single(found) if form == "f32" else found
            return Fraction(shown)
        except ValueError:
            return shown


class Bad(str):
    """A text that isn't a value of its column's type."""


def spelled(value):
    is_number = isinstance(value, Bad) and re.fullmatch(r"[+-]?\d+(\.\d*)?([eE][+-]?\d+)?", value)
    return Fraction(value) if is_number else value


def single(value):
    try:
        return struct.unpack("f", struct.pack("f", value))[0]
    except OverflowError:
        return math.copysign(math.inf, value)


def nanoseconds(text):
    """The nanoseconds since 1970, or since midnight, of a timestamp or a time."""
    pattern = r"(?:(\d{4}-\d\d-\d\d)[T ])?(\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)?"
    found = re.fullmatch(pattern, text)
    if not found:
        raise ValueError(text)
    day, clock, fraction, zone = found.groups()
    moment = datetime.datetime.fromisoformat(f"{day or '1970-01-01'}T{clock}") - EPOCH
    if zone and zone != "Z":
        offset = datetime.timedelta(hours=int(zone[1:3]), minutes=int(zone[4:6]))
        moment -= -offset if zone[0] == "-" else offset
    return (moment.days * 86400 + moment.seconds) * 10**9 + int((fraction or "").ljust(9, "0"))


def written(column, value, side, r):
    """A value as a text of CSV that denotes exactly this value, in spaces if the column is trimmed."""
    if column.kind == "text" or isinstance(value, Bad):
        return value
    text = denoting(column, value, side, r)
    return text + r.choice(["", " "]) if "trim" in column.rules else text


def denoting(column, value, side, r):
    if column.kind == "float":
        if math.isfinite(value) and column.forms[side] == "f32":
            return next(text for digits in range(1, 10) if single(float(text := f"{value:.{digits}g}")) == value)
        return r.choice([repr(value), f"{value:.17g}", f"{value:.16e}"]) if math.isfinite(value) else str(value)
    if column.kind == "integer":
        return r.choice([str(value), f"{value:+d}", f"{value:04d}"])
    if column.kind == "decimal":
        exact = Decimal(value.numerator) / Decimal(value.denominator)
        return r.choice([f"{exact:f}", f"{exact:.{column.forms[side]}f}", f"{exact:e}"])
    digits = f"{value % 10**9:09d}"[: {"s": 0, "ms": 3, "us": 6, "ns": 9}[column.forms[side][0]]]
    moment = EPOCH + datetime.timedelta(seconds=value // 10**9)
    text = f"{moment:%H:%M:%S}" + (f".{digits}" if digits else "")
    if column.kind == "time":
        return text
    offset = r.choice([0, 60, -90, 330])
    moment += datetime.timedelta(minutes=offset)
    text = f"{moment:%Y-%m-%d}{r.choice('T ')}{moment:%H:%M:%S}" + (f".{digits}" if digits else "")
    if offset or column.forms[side][1]:
        return text + ("-" if offset < 0 else "+") + f"{abs(offset) // 60:02d}:{abs(offset) % 60:02d}"
    return text + r.choice(["", "Z"])


def beyond(column, value, side, r):
    """A text that isn't a value of the column's type: another word, spaces, or a digit more than the type has."""
    if value is None or r.random() < 0.3:
        return Bad(r.choice(NOT_A_VALUE))
    text = denoting(column, value, side, r)
    if column.kind in ("time", "timestamp") and column.forms[side][0] != "ns" and (point := re.search(r"\d\d:\d\d:\d\d(\.\d+)?", text)):
        return Bad(text[: point.end()] + ("" if point[1] else ".") + "0001" + text[point.end() :])
    if column.kind == "integer":
        return Bad(text + ".5")
    if column.kind == "decimal" and "e" not in text:
        return Bad(text + ("" if "." in text else ".") + "00001")
    return Bad(r.choice(NOT_A_VALUE)) if "trim" in column.rules else Bad(" " + text)


def arrow_array(column, values, side):
    if column.kind == "decimal":
        values = [v if v is None else Decimal(v.numerator) / Decimal(v.denominator) for v in values]
    if column.kind in ("time", "timestamp"):
        values = [v if v is None else v // UNITS[column.forms[side][0]] for v in values]
    return pa.array(values, column.arrow(side))
