"""Hashes for short inputs that have no package: komihash 5, GxHash 3 of 64 bits, AquaHash, MeowHash 0.5 and Haraka v2.

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


def inverted():
    table = bytearray(256)
    for x, s in enumerate(SBOX):
        table[s] = x
    return bytes(table)


INVERSE = inverted()


def times(x, factor):
    product = 0
    while factor:
        product ^= x if factor & 1 else 0
        x, factor = double(x), factor >> 1
    return product


# What a byte at each place of a column adds to the column: SubBytes and MixColumns backwards.
BACK = [
    [int.from_bytes((bytes(times(s, factor) for factor in (14, 9, 13, 11)) * 2)[4 - place : 8 - place], "little") for s in INVERSE]
    for place in range(4)
]
# Where ShiftRows backwards takes the bytes of each column from.
SHIFTED_BACK = [[(4 * column - 3 * row) % 16 for row in range(4)] for column in range(4)]


def aesdec(block, key):
    """A round of AES backwards: the instruction AESDEC."""
    first, second, third, fourth = BACK
    mixed = 0
    for column, (a, b, c, d) in enumerate(SHIFTED_BACK):
        mixed |= (first[block[a]] ^ second[block[b]] ^ third[block[c]] ^ fourth[block[d]]) << 32 * column
    return (mixed ^ int.from_bytes(key, "little")).to_bytes(16, "little")


def add_words(a, b):
    return words((word(a, 8) + word(b, 8)) & WORD, (word(a) + word(b)) & WORD)


MEOW_SEED = [
    words(0x340737E0A2983131, 0x8D305A88A8F64332),
    words(0xC8E6C48EA9EF8200, 0x1DF399228293404A),
    words(0xC6904EF36C46E57B, 0x37018D631E825294),
    words(0x9170545B5B4DF8D3, 0x0DC5977C9BC20ACC),
    words(0x5AFB8D69BA1013BD, 0xB19F97985D6D2179),
    words(0xE967A2D6FE1A8E7B, 0xFBAD01BD2DD7FFC2),
    words(0xCF16397B94194A92, 0xF9C7125F04C9A76B),
    words(0xE67415870D923666, 0xC1EF58282E1F8070),
]


def meowhash(data, seed):
    """https://github.com/cmuratori/meow_hash, 0.5/calico; the seed is what its reference leaves zero behind the length."""
    lanes = list(MEOW_SEED)

    def mix(first, piece, low=0, high=16):
        r1, r2, r3, r4, r5 = ((first + lane) % 8 for lane in (0, 4, 6, 1, 2))
        lanes[r1] = aesdec(lanes[r1], lanes[r2])
        lanes[r3] = add_words(lanes[r3], piece[15:31])
        lanes[r2] = aesdec(xor(lanes[r2], piece[low : low + 16]), lanes[r4])
        lanes[r5] = add_words(lanes[r5], piece[1:17])
        lanes[r4] = xor(lanes[r4], piece[high : high + 16])

    pieces = [data[at : at + 32] for at in range(0, len(data) - 31, 32)]
    while len(pieces) >= 8:
        for first in range(8):
            mix(first, pieces.pop(0))
    tail = data[len(data) // 32 * 32 :]
    block, part = (tail[:16], tail[16:]) if len(tail) >= 16 else (tail.ljust(16, b"\0"), b"")
    mix(0, part.ljust(16, b"\0") + block, 16, 0)
    mix(1, words(seed, len(data)) + bytes(16), 16, 0)
    for first, piece in enumerate(pieces, 2):
        mix(first, piece)
    for first in range(12):
        r1, r2, r3, r4, r5, r6 = ((first + lane) % 8 for lane in (0, 1, 2, 4, 5, 6))
        lanes[r1] = aesdec(lanes[r1], lanes[r4])
        lanes[r2] = add_words(lanes[r2], lanes[r5])
        lanes[r4] = aesdec(xor(lanes[r4], lanes[r6]), lanes[r2])
        lanes[r5] = add_words(lanes[r5], lanes[r6])
        lanes[r2] = xor(lanes[r2], lanes[r3])
    sums = [add_words(lanes[lane], lanes[lane + 2]) for lane in (0, 1, 4, 5)]
    return add_words(xor(sums[0], sums[1]), xor(sums[2], sums[3]))


HARAKA = [
    0x0684704CE620C00AB2C5FEF075817B9D, 0x8B66B4E188F3A06B640F6BA42F08F717,
    0x3402DE2D53F28498CF029D609F029114, 0x0ED6EAE62E7B4F08BBF3BCAFFD5B4F79,
    0xCBCFB0CB4872448B79EECD1CBE397044, 0x7EEACDEE6E9032B78D5335ED2B8A057B,
    0x67C28F435E2E7CD0E2412761DA4FEF1B, 0x2924D9B0AFCACC07675FFDE21FC70B3B,
    0xAB4D63F1E6867FE9ECDB8FCAB9D465EE, 0x1C30BF84D4B7CD645B2A404FAD037E33,
    0xB2CC0BB9941723BF69028B2E8DF69800, 0xFA0478A6DE6F55724AAA9EC85C9D2D8A,
    0xDFB49F2B6B772A120EFA4F2E29129FD4, 0x1EA10344F449A23632D611AEBB6A12EE,
    0xAF0449884B0500845F9600C99CA8ECA6, 0x21025ED89D199C4F78A2C7E327E593EC,
    0xBF3AAAF8A759C9B7B9282ECD82D40173, 0x6260700D6186B01737F2EFD910307D6B,
    0x5ACA45C22130044381C29153F6FC9AC6, 0x9223973C226B68BB2CAF92E836D1943A,
    0xD3BF9238225886EB6CBAB958E51071B4, 0xDB863CE5AEF0C677933DFDDD24E1128D,
    0xBB606268FFEBA09C83E48DE3CB2212B1, 0x734BD3DCE2E4D19C2DB91A4EC72BF77D,
    0x43BB47C361301B434B1415C42CB3924E, 0xDBA775A8E707EFF603B231DD16EB6899,
    0x6DF3614B3C7559778E5E23027ECA472C, 0xCDA75A17D6DE7D776D1BE5B9B88617F9,
    0xEC6B43F06BA8E9AA9D6C069DA946EE5D, 0xCB1E6950F957332BA25311593BF327C1,
    0x2CEE0C7500DA619CE4ED0353600ED0D9, 0xF0B1A5A196E90CAB80BBBABC63A4A350,
    0xAE3DB1025E962988AB0DDE30938DCA39, 0x17BB8F38D554A40B8814F3A82E75B442,
    0x34BB8A5B5F427FD7AEB6B779360A16F6, 0x26F65241CBE5543843CE5918FFBAAFDE,
    0x4CE99A54B9F3026AA2CA9CF7839EC978, 0xAE51A51A1BDFF7BE40C06E2822901235,
    0xA0C1613CBA7ED22BC173BC0F48A659CF, 0x756ACC03022882884AD6BDFDE9C59DA1,
]


def permuted(blocks, mix):
    state, keys = blocks, [key.to_bytes(16, "little") for key in HARAKA]
    for _ in range(5):
        for _ in range(2):
            state = [aesenc(block, keys.pop(0)) for block in state]
        state = [b"".join(state[int(at[0])][4 * int(at[1]) :][:4] for at in columns.split()) for columns in mix]
    return [xor(after, before) for after, before in zip(state, blocks)]


def haraka256(data):
    """https://github.com/kste/haraka; 32 bytes."""
    assert len(data) == 32
    return b"".join(permuted([data[:16], data[16:]], ["00 10 01 11", "02 12 03 13"]))


def haraka512(data):
    """https://github.com/kste/haraka; 64 bytes."""
    assert len(data) == 64
    blocks = [data[at : at + 16] for at in range(0, 64, 16)]
    a, b, c, d = permuted(blocks, ["03 23 13 33", "20 00 30 10", "21 01 31 11", "02 22 12 32"])
    return a[8:] + b[8:] + c[:8] + d[:8]
