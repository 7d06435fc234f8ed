"""PostgreSQL's hash of bytes, after src/common/hashfn.c; `systems.json` has PostgreSQL's own results."""

WORD = 2**32 - 1


def rotated(word, bits):
    return (word << bits | word >> (32 - bits)) & WORD


def mixed(a, b, c):
    for bits in (4, 6, 8, 16, 19, 4):
        a = ((a - c) & WORD) ^ rotated(c, bits)
        c = (c + b) & WORD
        a, b, c = b, c, a
    return a, b, c


def finished(a, b, c):
    c = ((c ^ b) - rotated(b, 14)) & WORD
    a = ((a ^ c) - rotated(c, 11)) & WORD
    b = ((b ^ a) - rotated(a, 25)) & WORD
    c = ((c ^ b) - rotated(b, 16)) & WORD
    a = ((a ^ c) - rotated(c, 4)) & WORD
    b = ((b ^ a) - rotated(a, 14)) & WORD
    c = ((c ^ b) - rotated(b, 24)) & WORD
    return b, c


def hash_bytes(data, seed=0):
    """The high and the low half."""
    a = b = c = (0x9E3779B9 + len(data) + 3923095) & WORD
    seed &= 2**64 - 1
    if seed:
        a, b, c = mixed((a + (seed >> 32)) & WORD, (b + seed) & WORD, c)
    while len(data) >= 12:
        words = [int.from_bytes(data[at : at + 4], "little") for at in (0, 4, 8)]
        a, b, c = mixed((a + words[0]) & WORD, (b + words[1]) & WORD, (c + words[2]) & WORD)
        data = data[12:]
    words = [int.from_bytes(data[at : at + 4], "little") for at in (0, 4, 8)]
    # The lowest byte of the last word is left to the length.
    return finished((a + words[0]) & WORD, (b + words[1]) & WORD, (c + (words[2] << 8)) & WORD)


def signed(number, bits):
    return number - (number >> bits - 1 << bits)


def hashtext(data):
    return signed(hash_bytes(data)[1], 32)


def hashtextextended(data, seed):
    high, low = hash_bytes(data, seed)
    return signed(high << 32 | low, 64)
