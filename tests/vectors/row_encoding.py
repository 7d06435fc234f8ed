"""The row encoding of docs/row-encoding.md, version 1, over Arrow arrays.

Written from that page and from nothing else, so that where it and polars-hash give the same bytes,
the page says enough to write an encoder from. Slow and plain on purpose: it is read beside the page.
"""

import math
import struct
import uuid

import pyarrow as pa
import pyarrow.types as of

NULL = b"\x00"
NANOSECONDS = {"s": 1_000_000_000, "ms": 1_000_000, "us": 1_000, "ns": 1}


def varint(number):
    groups = bytearray()
    while number > 127:
        groups.append(128 | number & 127)
        number >>= 7
    groups.append(number)
    return bytes(groups)


def signed(tag, number):
    return bytes([tag, number >= 0]) + varint(abs(number))


def counted(tag, data):
    return bytes([tag]) + varint(len(data)) + data


def boolean(value):
    return b"\x02" if value else b"\x01"


def integer(value):
    return signed(0x03, value)


def real(value):
    """Python's float is an f64, so that f16 and f32 were widened when the value was read."""
    if math.isnan(value):
        return bytes.fromhex("04 7ff8000000000000")
    return b"\x04" + struct.pack(">d", value or 0.0)


def string(value):
    return counted(0x05, value.encode())


def binary(value):
    return counted(0x06, value)


def decimal(value):
    """From the digits as they are: arithmetic would round to the precision of Python's context."""
    sign, digits, exponent = value.as_tuple()
    unscaled, scale = int("".join(map(str, digits))), -exponent
    while scale > 0 and unscaled % 10 == 0:
        unscaled, scale = unscaled // 10, scale - 1
    return signed(0x0B, -unscaled if sign else unscaled) + varint(scale)


def sequence(elements):
    return b"\x0c" + varint(len(elements)) + b"".join(elements)


def fields(values):
    return b"\x0d" + varint(len(values)) + b"".join(values)


def rows(columns):
    """The bytes of each row of these arrays: what row_bytes returns."""
    return [fields(values) for values in zip(*map(column, columns), strict=True)]


def column(array):
    """The bytes of each value of an array."""
    if isinstance(array, pa.ChunkedArray):
        return [value for chunk in array.chunks for value in column(chunk)]
    encoded = encoded_values(array, array.type)
    return [NULL if null else value for null, value in zip(array.is_null().to_pylist(), encoded, strict=True)]


def encoded_values(array, kind):
    """As `column`, but what stands at a null is of no account."""
    if of.is_null(kind):
        return [NULL] * len(array)
    if of.is_dictionary(kind):
        values = column(array.dictionary)
        return [NULL if index is None else values[index] for index in array.indices.to_pylist()]
    if of.is_run_end_encoded(kind):
        values, ends = column(array.values), array.run_ends.to_pylist()
        starts = [0, *ends]
        return [value for value, start, end in zip(values, starts, ends) for _ in range(start, end)]
    if of.is_struct(kind):
        children = [column(array.field(i)) for i in range(kind.num_fields)]
        return [fields([child[row] for child in children]) for row in range(len(array))]
    if of.is_map(kind):
        entries = [fields(pair) for pair in zip(column(array.keys), column(array.items), strict=True)]
        return between(array.offsets.to_pylist(), entries)
    if of.is_fixed_size_list(kind):
        starts = [(array.offset + row) * kind.list_size for row in range(len(array) + 1)]
        return between(starts, column(array.values))
    if of.is_list(kind) or of.is_large_list(kind):
        return between(array.offsets.to_pylist(), column(array.values))
    if of.is_list_view(kind) or of.is_large_list_view(kind):
        values, ranges = column(array.values), zip(array.offsets.to_pylist(), array.sizes.to_pylist())
        return [sequence(values[start : start + size]) for start, size in ranges]
    return [None if value is None else leaf(kind)(value) for value in physical(array, kind)]


def between(offsets, values):
    return [sequence(values[start:end]) for start, end in zip(offsets, offsets[1:])]


def physical(array, kind):
    """Values as Python's, but times as the numbers that Arrow stores: Python has no nanoseconds."""
    if of.is_temporal(kind):
        return array.view(f"int{kind.bit_width}").to_pylist()
    return array.to_pylist()


def leaf(kind):
    """How a value of a type without children is encoded."""
    if of.is_boolean(kind):
        return boolean
    if of.is_integer(kind):
        return integer
    if of.is_floating(kind):
        return real
    if of.is_string(kind) or of.is_large_string(kind) or of.is_string_view(kind):
        return string
    if kind == pa.uuid():
        return lambda value: string(str(value) if isinstance(value, uuid.UUID) else str(uuid.UUID(bytes=value)))
    if of.is_binary(kind) or of.is_large_binary(kind) or of.is_binary_view(kind) or of.is_fixed_size_binary(kind):
        return binary
    if of.is_date32(kind):
        return lambda days: signed(0x07, days)
    if of.is_date64(kind):
        return lambda milliseconds: signed(0x07, milliseconds // 86_400_000)
    if of.is_decimal(kind):
        return decimal
    tags = [(of.is_time, 0x08), (of.is_timestamp, 0x09), (of.is_duration, 0x0A)]
    for is_kind, tag in tags:
        if is_kind(kind):
            return lambda count: signed(tag, count * NANOSECONDS[kind.unit])
    raise TypeError(f"no encoding for {kind}")
