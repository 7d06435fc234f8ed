"""Hashes for short inputs that have no package: komihash 5, GxHash 3 of 64 bits and AquaHash.

The codes of SMHasher3 and the references' own values check the kernels, whose vectors these make.
"""

WORD = 2**64 - 1


def word(data, at=0, size=8):
    return int.from_bytes(data[at : at + size], "little")


def komihash(data, seed):
    """https://github.com/avaneev/komihash, komihash.h 5."""
    s1, s5 = 0x243F6A8885A308D3 ^ seed & 0x5555555555555555, 0x452821E638D01377 ^ seed & 0xAAAAAAAAAAAAAAAA

    def fold(a, b, s5):
        product = a * b
        s5 = (s5 + (product >> 64)) & WORD
        return s5 ^ product & WORD, s5

    def padded(tail):
        return int.from_bytes(tail + b"\x01", "little")

    s1, s5 = fold(s1, s5, s5)
    r1, r2 = s1, s5
    length, at = len(data), 0
    if length < 16:
        if length > 7:
            r2 ^= padded(data[8:])
            r1 ^= word(data)
        elif length:
            r1 ^= padded(data)
    elif length < 32:
        s1, s5 = fold(s1 ^ word(data), s5 ^ word(data, 8), s5)
        if length > 23:
            r2, r1 = s5 ^ padded(data[24:]), s1 ^ word(data, 16)
        else:
            r1, r2 = s1 ^ padded(data[16:]), s5
    else:
        if length > 63:
            initial = (0x13198A2E03707344, 0xA4093822299F31D0, 0x082EFA98EC4E6C89)
            low = [s1, *(constant ^ s1 for constant in initial)]
            initial = (0xBE5466CF34E90C6C, 0xC0AC29B7C97C50DD, 0x3F84D5B5B5470917)
            high = [s5, *(constant ^ s5 for constant in initial)]
            while length - at > 63:
                products = [(low[i] ^ word(data, at + 8 * i)) * (high[i] ^ word(data, at + 32 + 8 * i)) for i in range(4)]
                for i in range(4):
                    high[i] = (high[i] + (products[i] >> 64)) & WORD
                low = [high[(i + 3) % 4] ^ products[i] & WORD for i in range(4)]
                at += 64
            s5 = high[0] ^ high[1] ^ high[2] ^ high[3]
            s1 = low[0] ^ low[1] ^ low[2] ^ low[3]
        while length - at > 15:
            s1, s5 = fold(s1 ^ word(data, at), s5 ^ word(data, at + 8), s5)
            at += 16
        tail = data[at:]
        if len(tail) > 7:
            r2, r1 = s5 ^ padded(tail[8:]), s1 ^ word(tail)
        else:
            r1, r2 = s1 ^ padded(tail), s5
    s1, s5 = fold(r1, r2, s5)
    return fold(s1, s5, s5)[0]


def sbox():
    """The table of SubBytes, from its definition."""

    def times(a, b):
        product = 0
        while b:
            product ^= a if b & 1 else 0
            a, b = (a << 1) ^ (0x11B if a & 0x80 else 0), b >> 1
        return product

    def substituted(x):
        inverse = next((y for y in range(256) if times(x, y) == 1), 0)
        rotated = [(inverse << i | inverse >> 8 - i) & 0xFF for i in range(5)]
        return rotated[0] ^ rotated[1] ^ rotated[2] ^ rotated[3] ^ rotated[4] ^ 0x63

    return bytes(map(substituted, range(256)))


SBOX = sbox()


def double(x):
    return (x << 1 ^ (0x1B if x & 0x80 else 0)) & 0xFF


# What a byte at each place of a column adds to the column: SubBytes and MixColumns in one, as most programs have them.
COLUMNS = [
    [int.from_bytes((bytes([double(s), s, s, double(s) ^ s]) * 2)[4 - place : 8 - place], "little") for s in SBOX]
    for place in range(4)
]
# Where ShiftRows takes the bytes of each column from.
SHIFTED = [[(4 * column + 5 * row) % 16 for row in range(4)] for column in range(4)]


def xor(a, b):
    return (int.from_bytes(a, "little") ^ int.from_bytes(b, "little")).to_bytes(16, "little")


def aesenc(block, key):
    """A round of AES: the instruction AESENC."""
    first, second, third, fourth = COLUMNS
    mixed = 0
    for column, (a, b, c, d) in enumerate(SHIFTED):
        mixed |= (first[block[a]] ^ second[block[b]] ^ third[block[c]] ^ fourth[block[d]]) << 32 * column
    return (mixed ^ int.from_bytes(key, "little")).to_bytes(16, "little")


def aesenclast(block, key):
    """The last round, which mixes no columns: the instruction AESENCLAST."""
    return xor(bytes(SBOX[block[place]] for places in SHIFTED for place in places), key)


def words(high, low):
    return (high << 64 | low).to_bytes(16, "little")


GX_KEYS = [
    words(0xFC3BC28E89C222E5, 0xB09D3E21F2784542),
    words(0x39132BD9B361DC58, 0xCB6B2E9B03FCE279),
    words(0xC78B122B5544B1B7, 0x689D2B7DD0012E32),
]


def gxhash64(data, seed):
    """https://github.com/ogxd/gxhash, version 3."""
    added = lambda a, b: bytes((x + y) % 256 for x, y in zip(a, b))
    partial = lambda tail: added(tail.ljust(16, b"\0"), [len(tail)] * 16)

    def compressed():
        if len(data) <= 16:
            return partial(data) if data else bytes(16)
        at = len(data) % 16 or 16
        hash = data[:16] if at == 16 else partial(data[:at])
        blocks = [data[i : i + 16] for i in range(at, len(data), 16)]
        other = blocks.pop(0)
        for _ in range(min(2, len(blocks))):
            other = aesenc(other, blocks.pop(0))
        if len(data) > 64:
            for _ in range(len(blocks) % 8):
                hash = aesenc(hash, blocks.pop(0))
            lanes, counters = [hash, hash], [bytes(16), bytes(16)]
            while blocks:
                for i in range(2):
                    mixed = aesenc(aesenc(aesenc(blocks[i], blocks[i + 2]), blocks[i + 4]), blocks[i + 6])
                    counters[i] = added(counters[i], GX_KEYS[i])
                    lanes[i] = aesenclast(aesenc(mixed, counters[i]), lanes[i])
                del blocks[:8]
            length = len(data).to_bytes(4, "little") * 4
            hash = aesenc(added(lanes[0], length), added(lanes[1], length))
        return aesenclast(hash, aesenc(aesenc(other, GX_KEYS[0]), GX_KEYS[1]))

    hash = aesenc(compressed(), words(seed, seed))
    hash = aesenc(aesenc(hash, GX_KEYS[0]), GX_KEYS[1])
    return word(aesenclast(hash, GX_KEYS[2]))


AQUA = [
    words(0xA11202C9B468BEA1, 0xD75157A01452495B),
    words(0xB1293B3305418592, 0xD210D232C6429B69),
    words(0xBD3DC2B7B87C4715, 0x6A6C9527AC2E0E4E),
    words(0xCC96ED1674EAAA03, 0x1E863F24B2A8316A),
]
AQUA_LAST = [
    words(0x8E51EF21FABB4522, 0xE43D7A0656954B6C),
    words(0x56082007C71AB18F, 0x76435569A03AF7FA),
    words(0xD2600DE7157ABC68, 0x6339E901C3031EFB),
]


def aquahash(data, seed):
    """https://github.com/jandrewrogers/AquaHash, aquahash.h of 2018; both halves of its initializer are the seed."""
    start = words(seed, seed)
    blocks = [data[at : at + 16] for at in range(0, len(data) - 15, 16)]
    tail, parts = data[16 * len(blocks) :], []
    for size, constant in zip((8, 4, 2, 1), AQUA):
        if len(data) & size:
            parts.append((size, constant[size : 2 * size] + tail[:size] + constant[2 * size :]))
            tail = tail[size:]
    if len(data) < 64:
        hash, other = start, AQUA[0]
        for block in blocks:
            hash, other = aesenc(hash, block), aesenc(other, block)
        hash = aesenc(hash, other) if blocks else hash
        for _, part in parts:
            hash = xor(hash, part)
        for key in AQUA_LAST:
            hash = aesenc(hash, key)
        return hash
    lanes = [xor(lane, start) for lane in AQUA]
    while len(blocks) >= 4:
        lanes = [aesenc(lane, blocks.pop(0)) for lane in lanes]
    if len(data) & 32:
        lanes[0], lanes[1] = aesenc(lanes[0], blocks.pop(0)), aesenc(lanes[1], blocks.pop(0))
    if len(data) & 16:
        lanes[2] = aesenc(lanes[2], blocks.pop(0))
    for size, part in parts:
        lane = {8: 3, 4: 0, 2: 1, 1: 2}[size]
        lanes[lane] = aesenc(lanes[lane], part)
    mix = xor(xor(lanes[0], lanes[1]), xor(lanes[2], lanes[3]))
    lanes = [aesenc(lane, mix) for lane in lanes]
    return aesenc(aesenc(aesenc(lanes[0], lanes[1]), aesenc(lanes[2], lanes[3])), AQUA_LAST[0])
