"""Columns of pairs: values that every kind of file can hold, and how each kind writes them."""

import datetime
from decimal import Decimal

import pyarrow as pa

from tables.columns import CSV_KINDS, WORDS
from tables.values import Number

TEXTS = [word for word in WORDS if word]
BIG = [2**53, 2**53 + 1, 2**63 - 1, 2**63 - 2, -(2**63), 0]
HASHES = [2**63, 2**63 + 1, 2**64 - 1, 2**64 - 2, 17241709254077376921, 17241709254077376922, 5]
LONG = [
    Decimal(text) for text in
    ["12345678901234567.89", "12345678901234567.90", "1234567890123456789012345678.0123456789", "0.0000000001"]
]
LAST_MOMENT = 253402300799999999


def date_text(day):
    return (datetime.date(1970, 1, 1) + datetime.timedelta(day)).isoformat()


def timestamp_text(at):
    day, rest = divmod(at, 86400 * 10**6)
    second, fraction = divmod(rest, 10**6)
    text = f"{date_text(day)} {second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}"
    return text + (f".{fraction:06}" if fraction else "")


class Kind:
    """The values of a kind, their text in CSV and JSON, and Arrow types that hold them.

    `ambiguous` respells a text so that a reader may take it for the value or not. `other` are texts that aren't a value
    of the type for any reader, and `beyond` makes some of a text: one digit more than the type holds.
    """

    def __init__(self, draw, types, text=str, ambiguous=lambda text: [], other=(), beyond=lambda text: []):
        self.draw, self.types, self.text = draw, types, text
        self.ambiguous, self.other, self.beyond = ambiguous, other, beyond


def respelled(text):
    bare = text.lstrip("-")
    sign = text[: len(text) - len(bare)]
    spellings = [f"{sign}00{bare}", f" {text}", f"{text} ", f"{text}0" if "." in text else f"{text}.0"]
    return spellings if sign else [*spellings, f"+{text}"]


def number_kind(draw, types, **more):
    return Kind(draw, types, other=("abc", "5x", "1,5", "--1", "N/A", "1 2", "2024-01-01"), **more)


def beyond_integers(text):
    return [text + ".4", "1e30", "9" * 25]


KINDS = {
    "integer": number_kind(
        lambda r: r.randrange(-99, 999), [pa.int32(), pa.int64()], ambiguous=respelled, beyond=beyond_integers),
    "big": number_kind(lambda r: r.choice(BIG), [pa.int64()], ambiguous=respelled, beyond=beyond_integers),
    "uint64": number_kind(
        lambda r: r.choice(HASHES), [pa.uint64()], ambiguous=respelled, beyond=lambda text: [text + ".4", "-1"]),
    "decimal": number_kind(
        lambda r: Decimal(r.randrange(-99999, 99999)).scaleb(-2), [pa.decimal128(9, 2), pa.decimal128(18, 2)],
        ambiguous=lambda text: [text + "0", f" {text}", f"{text}00e0"], beyond=lambda text: [text + "1", "9" * 40]),
    "long decimal": number_kind(
        lambda r: r.choice(LONG), [pa.decimal128(38, 10)], text=lambda value: f"{value:f}",
        beyond=lambda text: [text.ljust(text.find(".") + 11, "0") + "1"]),
    "double": number_kind(lambda r: r.randrange(-4000, 4000) / 4, [pa.float64()], text=repr, ambiguous=respelled),
    "text": Kind(lambda r: r.choice(TEXTS), [pa.string(), pa.large_string(), pa.dictionary(pa.int32(), pa.string())]),
    "boolean": Kind(
        lambda r: r.random() < 0.5, [pa.bool_()], text=lambda value: "true" if value else "false",
        ambiguous=lambda text: [text.upper(), text[0], "yes" if text == "true" else "no", f" {text}"],
        other=("maybe", "2", "N/A")),
    "date": Kind(
        lambda r: r.choice([-719162, 2932896, 0, r.randrange(20000)]), [pa.date32()], text=date_text,
        ambiguous=lambda text: [text + " 00:00:00", f" {text}", text.replace("-", "/")],
        other=("2024-02-30", "soon", "2024-13-01", "N/A")),
    "timestamp": Kind(
        lambda r: r.choice([-62135596800 * 10**6, LAST_MOMENT, 0, r.randrange(2 * 10**15)]), [pa.timestamp("us")],
        text=timestamp_text, ambiguous=lambda text: [text.replace(" ", "T"), text + "Z", f" {text}"],
        other=("2024-01-01 25:00:00", "soon", "2024-02-30 00:00:00"),
        beyond=lambda text: [text + "1" if "." in text else text + ".0000001"]),
    "any text": Kind(lambda r: r.choice(r.choice(list(CSV_KINDS.values()))) or "x", [pa.string()]),
}
# What a kind of file beside another can hold so that equal values are equal for certain.
BOTH_JSON = ["integer", "big", "uint64", "double", "text", "boolean", "decimal", "long decimal"]
ONE_JSON = ["integer", "big", "uint64", "double", "text", "boolean"]
NO_JSON = [kind for kind in KINDS if kind != "any text"]


def kinds(left, right):
    if "json" in (left, right):
        return BOTH_JSON if left == right else ONE_JSON
    return [*NO_JSON, "any text", "any text"] if left == right == "csv" else NO_JSON

# The types that --types states for CSV beside CSV.
STATED = {
    "integer": "bigint", "big": "bigint", "decimal": "decimal(18,2)", "long decimal": "decimal(38,10)", "double": "double",
    "boolean": "boolean", "date": "date", "timestamp": "timestamp",
}


def cell(kind, value, file_kind):
    """The value as a file of a kind holds it."""
    if value is None or file_kind == "parquet":
        return value
    if file_kind == "csv":
        return KINDS[kind].text(value)
    return value if isinstance(value, (bool, str)) else Number(KINDS[kind].text(value))
