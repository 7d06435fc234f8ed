"""The sketches of docs/sketch-format.md, version 1.

Written from that page and from nothing else, so that where it and Hashlane give the same bytes, the page says enough to
write a sketch from. Slow and plain on purpose: it is read beside the page.
"""

import datetime
import decimal
import hashlib
import math
import struct
import uuid

import xxhash

# Longer texts and bytes are represented by their length and their MD5.
LONGEST = 65_536
KEYS = {"integer": 0, "hashed": 1, "absent": 2}


def text(value):
    """The text of a value, as bytes."""
    if value is None:
        return b"N"
    if isinstance(value, bool):
        return b"1" if value else b"0"
    if isinstance(value, int):
        return b"%d" % value
    if isinstance(value, float):
        bits = b"\x7f\xf8" + bytes(6) if math.isnan(value) else struct.pack(">d", value or 0.0)
        return bits.hex().encode()
    if isinstance(value, decimal.Decimal):
        digits = f"{value:f}"
        digits = digits.rstrip("0").rstrip(".") if "." in digits else digits
        return ("0" if digits == "-0" else digits).encode()
    if isinstance(value, str):
        encoded = value.encode()
        return digest(encoded) if len(encoded) > LONGEST else b"%d:" % len(encoded) + encoded
    if isinstance(value, bytes):
        return digest(value) if len(value) > LONGEST else value.hex().encode()
    if isinstance(value, uuid.UUID):
        return str(value).encode()
    microsecond = datetime.timedelta(microseconds=1)
    if isinstance(value, datetime.datetime):
        epoch = datetime.datetime(1970, 1, 1, tzinfo=value.tzinfo and datetime.timezone.utc)
        return b"%d" % ((value - epoch) // microsecond)
    if isinstance(value, datetime.date):
        return b"%d" % (value - datetime.date(1970, 1, 1)).days
    if isinstance(value, datetime.time):
        since = datetime.timedelta(
            hours=value.hour, minutes=value.minute, seconds=value.second, microseconds=value.microsecond
        )
        return b"%d" % (since // microsecond)
    raise TypeError(f"{value!r} has no text")


def digest(content):
    return b"#%d:%s" % (len(content), hashlib.md5(content).hexdigest().encode())


def half_md5(content):
    return int.from_bytes(hashlib.md5(content).digest()[:8], "big", signed=True)


def row(key, *values):
    """The key and the hash of a row. A key of several columns is a tuple."""
    parts = key if isinstance(key, tuple) else (key,)
    key_text = b"|".join(map(text, parts))
    is_integer = isinstance(key, int) and not isinstance(key, bool)
    content = b"|".join([key_text, *map(text, values)])
    return (key if is_integer else half_md5(key_text)), half_md5(content)


def check(hashed):
    low, high = hashed & 0xFFFFFFFF, hashed >> 32 & 0xFFFFFFFF
    return low * 2146121005 ^ high * 1540483477


def places(hashed, p):
    """The cells of a row, one of each subtable."""
    mask, checked = (1 << p) - 1, check(hashed)
    bits = (hashed, hashed >> 32, checked >> 16, checked >> 36)
    return [(table << p) + (bit & mask) for table, bit in enumerate(bits)]


def cells(p, rows):
    """The cells of a sketch of rows, which are keys and hashes."""
    sums = [[0, 0, 0, 0] for _ in range(4 << p)]
    for key, hashed in rows:
        for place in places(hashed, p):
            added = (1, hashed, check(hashed), key)
            sums[place] = [own + more for own, more in zip(sums[place], added)]
    return sums


def write(p, rows, keys="integer"):
    """The bytes of a sketch."""
    content = b"HLSK" + bytes([1, p, KEYS[keys], 0])
    for count, *sums in cells(p, rows):
        content += count.to_bytes(4, "little", signed=True)
        content += b"".join(number.to_bytes(12, "little", signed=True) for number in sums)
    return content + xxhash.xxh3_64_intdigest(content).to_bytes(8, "little")


def read(content):
    """The p and the cells of a sketch, and the kind of its keys."""
    assert content[:5] == b"HLSK\x01" and content[7] == 0
    assert content[-8:] == xxhash.xxh3_64_intdigest(content[:-8]).to_bytes(8, "little")
    p, keys = content[5], content[6]
    table = content[8:-8]
    assert len(table) == 40 * (4 << p)
    whole = lambda start, end: int.from_bytes(table[start:end], "little", signed=True)
    offsets = (0, 4, 16, 28, 40)
    sums = [
        [whole(at + start, at + end) for start, end in zip(offsets, offsets[1:])]
        for at in range(0, len(table), 40)
    ]
    return p, sums, next(name for name, number in KEYS.items() if number == keys)


def difference(left, right):
    """What two sketches differ in: (side, key, hash, rows), or None if it can't be decoded."""
    (p, own, keys), (other_p, other, other_keys) = read(left), read(right)
    assert (p, keys) == (other_p, other_keys)
    sums = [[a - b for a, b in zip(*pair)] for pair in zip(own, other)]
    found, waiting = [], list(range(len(sums)))
    while waiting:
        place = waiting.pop()
        count, hashes, checks, key_sum = sums[place]
        if count == 0 or hashes % count or key_sum % count:
            continue
        hashed, key = hashes // count, key_sum // count
        if check(hashed) * count != checks or place not in places(hashed, p):
            continue
        found.append(("left" if count > 0 else "right", key, hashed, abs(count)))
        for other_place in places(hashed, p):
            removed = (count, hashes, checks, key_sum)
            sums[other_place] = [own - gone for own, gone in zip(sums[other_place], removed)]
            waiting.append(other_place)
    return None if any(map(any, sums)) else sorted(found)


if __name__ == "__main__":
    example = write(8, [row(1, "a"), row(2, None)])
    print("example of row_sketch:", hashlib.md5(example).hexdigest())
