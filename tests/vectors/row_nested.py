"""Lists, structs and maps, with NULL at every level, and columns that are all NULL."""

import uuid
from decimal import Decimal

import pyarrow as pa

POINT = pa.struct([("x", pa.int32()), ("word", pa.string())])
LINE = pa.struct([("origin", POINT), ("length", pa.float64()), ("tags", pa.list_(pa.string()))])
NOWHERE = {"x": None, "word": None}
A, B = {"x": 1, "word": "a"}, {"x": -300, "word": "a word of more than 12 bytes"}


def columns():
    dictionary = pa.array(["red", None, "green", "red", ""]).dictionary_encode()
    return {
        "numbers": pa.array([[1, 300], [], None, [None], [None, None, -1], list(range(130))], pa.list_(pa.int32())),
        "one_list": pa.array([[[1], [2]], [[1, 2]], [[], []], [[]], [], None, [None], [None, []]], pa.list_(pa.list_(pa.int8()))),
        "words": pa.array([[["ab", "c"]], [["a", "bc"]], [["ab"], ["c"]], None, [["", None], None, []]], pa.list_(pa.list_(pa.string()))),
        "reals": pa.array([[-0.0, 0.0], [float("nan")], None, [float("-inf"), None]], pa.list_(pa.float32())),
        "blobs": pa.array([[b"", b"\0"], [b"\0", b""], None, [None]], pa.list_(pa.binary())),
        "flags": pa.array([[True, False, None], [], None, [False]], pa.list_(pa.bool_())),
        "prices": pa.array([[Decimal("1.50"), None, Decimal("0.00")], None, []], pa.list_(pa.decimal128(9, 2))),
        "moments": pa.array([[0, -1, None], None, [], [10**15]], pa.list_(pa.int64())).cast(pa.list_(pa.timestamp("us"))),
        "points": pa.array([[A, B], [A, None], [None], [NOWHERE], [], None, [B]], pa.list_(POINT)),
        "pair": pa.array([[1, 2], None, [None, None], [None, 2], [-1, 300]], pa.list_(pa.int16(), 2)),
        "pairs": pa.array([[["a", None], ["", "b"]], None, [None, ["a", "b"]], [None, None]], pa.list_(pa.list_(pa.string(), 2), 2)),
        "point": pa.array([A, None, NOWHERE, B, {"x": 1, "word": None}, {"x": None, "word": ""}], POINT),
        "line": pa.array(
            [
                {"origin": A, "length": 1.5, "tags": ["t", None]},
                {"origin": None, "length": None, "tags": None},
                None,
                {"origin": NOWHERE, "length": -0.0, "tags": []},
            ],
            LINE,
        ),
        "deep": pa.array([[{"parts": [{"v": 1}, None]}], [{"parts": None}, {"parts": []}], None, [None]], pa.list_(pa.struct([("parts", pa.list_(pa.struct([("v", pa.uint8())])))]))),
        "colours": pa.ListArray.from_arrays(pa.array([0, 2, 2, 5], pa.int32()), dictionary),
        # In a row beside "x" and "y", the same values as the struct {x, y}: only the counts tell them apart.
        "x": pa.array([1, None, 2], pa.int8()),
        "y": pa.array([2, None, None], pa.int8()),
        "xy": pa.array([{"x": 1, "y": 2}, None, {"x": 2, "y": None}], pa.struct([("x", pa.int8()), ("y", pa.int8())])),
    }


def nulls():
    kinds = {
        "none": pa.null(),
        "number": pa.int32(),
        "real": pa.float64(),
        "flag": pa.bool_(),
        "text": pa.string(),
        "blob": pa.binary(),
        "day": pa.date32(),
        "at": pa.timestamp("us"),
        "price": pa.decimal128(38, 2),
        "list": pa.list_(pa.int8()),
        "point": POINT,
        "line": LINE,
        "word": pa.dictionary(pa.int32(), pa.string()),
    }
    return {name: pa.nulls(5, kind) for name, kind in kinds.items()}


def maps():
    entries = [[("b", 1), ("a", 2)], [("a", 2), ("b", 1)], [], [("k", None)], [("", -1)]]
    ids = [0, 5, 2**128 - 1, 0x0123456789ABCDEF0123456789ABCDEF]
    return {
        "map": pa.array([*entries, [("z", 0)]], pa.map_(pa.string(), pa.int32())),
        "map_of_points": pa.array([[(1, A), (2, None)], [], [(3, NOWHERE)], [(4, B)], [], []], pa.map_(pa.int64(), POINT)),
        "map_or_null": pa.array([None, *entries], pa.map_(pa.string(), pa.int32())),
        "uuid": pa.array([None, *(uuid.UUID(int=n).bytes for n in ids), None], pa.uuid()),
    }


def arrow_only():
    """Layouts that no other format has, and values below NULLs, which must not be read."""
    hidden = pa.array([1, 2, 3, 4, None, 6], pa.int32())
    invalid = pa.array([False, True, False, True, False, False])
    offsets = pa.array([0, 1, 3, 3, 5, 5, 6], pa.int32())
    return {
        "list_large": pa.array([[1, 300], None, [], [None]], pa.large_list(pa.int64())),
        "empty_struct": pa.array([{}, None, {}], pa.struct([])),
        "hidden_in_struct": pa.StructArray.from_arrays([hidden, hidden], ["a", "b"], mask=invalid),
        "hidden_in_list": pa.ListArray.from_arrays(offsets, hidden, mask=invalid),
        "hidden_in_pair": pa.FixedSizeListArray.from_arrays(hidden, 2, mask=pa.array([False, True, False])),
        "null_in_dictionary": pa.DictionaryArray.from_arrays(pa.array([0, 1, None, 1], pa.int8()), pa.array(["red", None])),
        "list_of_nulls": pa.array([[None, None], [], None], pa.list_(pa.null())),
        "list_of_views": pa.array([["a", None, "a word of more than 12 bytes"], None, []], pa.list_(pa.string_view())),
    }


def arrow_own():
    numbers = pa.array([1, None, 300, 4], pa.int16())
    offsets, sizes = pa.array([2, 0, 0, 1, 3], pa.int32()), pa.array([2, 0, 3, 2, 1], pa.int32())
    mask = pa.array([False, False, False, True, False])
    return {
        # A list view's ranges may overlap and stand in any order.
        "list_view": pa.ListViewArray.from_arrays(offsets, sizes, numbers, mask=mask),
        "list_view_large": pa.array([[1], None, [], [None, 2]], pa.large_list_view(pa.int64())),
        "no_elements": pa.FixedSizeListArray.from_buffers(pa.list_(pa.int8(), 0), 6, [None], children=[pa.array([], pa.int8())]),
    }
