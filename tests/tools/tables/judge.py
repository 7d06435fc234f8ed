"""What the rules of `values` must accept and reject: the judge of all tables is judged first."""

import math

import pyarrow as pa

from tables.values import ABSENT, Number, Pairs, wrong_in_csv, wrong_in_json, wrong_in_parquet

N = Number
# Texts of a CSV column, what is printed for them, the type; whether that is right.
CSV = [
    (["1.10", "007", " 1"], [N("1.1"), N("7"), N("1")], "Float64", True),
    (["12345678901234567.89"], [N("12345678901234568")], "Float64", False),
    (["9007199254740993"], [N("9007199254740992.0")], "Float64", False),
    (["1.75"], [N("1")], "Int64", False),
    (["1e309"], ["Infinity"], "Float64", False),
    (["inf", "-inf", "nan"], ["Infinity", "-Infinity", "NaN"], "Float64", True),
    (["nan"], [None], "Float64", False),
    (["007", "1.10"], ["007", "1.10"], "Utf8", True),
    (["007"], ["7"], "Utf8View", False),
    ([None, "x"], [None, "x"], "Utf8", True),
    ([None], [""], "Utf8", False),
    (["NULL"], [None], "Utf8", False),
    (["yes", "no"], [True, False], "Boolean", True),
    (["1"], [True], "Boolean", False),
    (["2024-02-30"], ["2024-03-01"], "Date32", False),
    (["01/02/2024", "31/12/2024"], ["2024-02-01", "2024-12-31"], "Date32", True),
    (["01/02/2024", "31/12/2024"], ["2024-01-02", "2024-12-31"], "Date32", False),
    (["2024-01-01T00:00:00+02:00"], ["2023-12-31T22:00:00Z"], 'Timestamp(µs, "UTC")', True),
    (["2024-01-01T00:00:00Z", "2024-01-01T00:00:00"], ["2024-01-01T00:00:00Z"] * 2, 'Timestamp(µs, "UTC")', False),
    (["9999-12-31 23:59:59.9999999"], ["9999-12-31T23:59:59.999999"], "Timestamp(µs)", False),
    (["12:34"], ["12:34:00"], "Time64(ns)", True),
]
JSON = [
    ([N("1"), N("1.0"), None, ABSENT], [N("1.0"), N("1"), None, None], True),
    ([N("17241709254077376921")], [N("17241709254077377000")], False),
    ([N("1"), "1"], ["1", "1"], False),
    ([N("1"), "1"], ["1", '"1"'], True),
    ([True, "true"], ["true", "true"], False),
    ([{"a": N("1"), "late": "x"}], [Pairs([("a", N("1"))])], False),
    ([{"a": ABSENT}, None], [Pairs([("a", None)]), None], True),
    ([{"a": None}], [None], False),
    ([[N("1"), None]], [[N("1"), None]], True),
    ([[N("1.75")]], [[N("1")]], False),
    (["", None], ["", None], True),
]
PARQUET = [
    ([-0.0], [N("0.0")], pa.float64(), False),
    ([math.nan, math.inf], ["NaN", "Infinity"], pa.float64(), True),
    ([math.nan], [None], pa.float64(), False),
    ([0.10000000149011612], [N("0.1")], pa.float32(), True),
    ([2**53 + 1], [N("9007199254740992")], pa.int64(), False),
    ([0], ["1970-01-01T00:00:00"], pa.timestamp("ns"), True),
    ([1], ["1970-01-01T00:00:00"], pa.timestamp("ns"), False),
    ([0], ["1970-01-01T01:00:00+01:00"], pa.timestamp("ms", "Europe/Berlin"), True),
    ([{"a": 1, "b": 2}], [Pairs([("a", N("2")), ("b", N("1"))])], pa.struct([("a", pa.int8()), ("b", pa.int8())]), False),
    ([b"\xff"], ["ff"], pa.binary(), True),
]


def check():
    for rule, cases in ((wrong_in_csv, CSV), (lambda *case: wrong_in_json(*case, "Utf8"), JSON), (wrong_in_parquet, PARQUET)):
        for *case, right in cases:
            assert (rule(*case) is None) == right, case
