"""wyhash (final version 4.2) and rapidhash (V3), for which PyPI has no package of these versions, and MurmurHash64A.

They are written from the references' definitions, https://github.com/wangyi-fudan/wyhash,
https://github.com/Nicoshev/rapidhash and https://github.com/aappleby/smhasher, and checked here
against the codes of SMHasher3: one number for 256 hashes under 256 seeds, made by the references
themselves.
"""

MASK = 2**64 - 1
SECRET = [
    0x2D358DCCAA6C78A5, 0x8BB84B93962EACC9, 0x4B33A62ED433D4A3, 0x4D5A2DA51DE1AA47,
    0xA0761D6478BD642F, 0xE7037ED1A0B428DB, 0x90ED1765281C388C, 0xAAAAAAAAAAAAAAAA,
]  # fmt: skip


def product(a, b):
    return (a * b) & MASK, a * b >> 64


def mix(a, b):
    low, high = product(a, b)
    return low ^ high


def word(data, at, size=8):
    return int.from_bytes(data[at : at + size], "little")


def wyhash(data, seed=0):
    size = len(data)
    seed ^= mix(seed ^ SECRET[0], SECRET[1])
    if size > 16:
        states, at = [seed] * 3, 0
        while size - at >= 48:
            states = [
                mix(word(data, at + 16 * i) ^ SECRET[1 + i], word(data, at + 16 * i + 8) ^ state)
                for i, state in enumerate(states)
            ]
            at += 48
        seed = states[0] ^ states[1] ^ states[2] if at else seed
        while size - at > 16:
            seed = mix(word(data, at) ^ SECRET[1], word(data, at + 8) ^ seed)
            at += 16
        a, b = word(data, size - 16), word(data, size - 8)
    elif size >= 4:
        step = size // 8 * 4
        a = word(data, 0, 4) << 32 | word(data, step, 4)
        b = word(data, size - 4, 4) << 32 | word(data, size - 4 - step, 4)
    elif size:
        a, b = data[0] << 16 | data[size // 2] << 8 | data[-1], 0
    else:
        a = b = 0
    low, high = product(a ^ SECRET[1], b ^ seed)
    return mix(low ^ SECRET[0] ^ size, high ^ SECRET[1])


def rapidhash(data, seed=0):
    size = left = len(data)
    seed ^= mix(seed ^ SECRET[2], SECRET[1])
    if size > 16:
        seed, left = rapidhash_middle(data, seed)
        a, b = word(data, size - 16) ^ left, word(data, size - 8)
    elif size >= 4:
        seed ^= size
        part = 8 if size >= 8 else 4
        a, b = word(data, 0, part), word(data, size - part, part)
    elif size:
        a, b = data[0] << 45 | data[-1], data[size // 2]
    else:
        a = b = 0
    low, high = product(a ^ SECRET[1], b ^ seed)
    return mix(low ^ SECRET[7], high ^ SECRET[1] ^ left)


def rapidhash_middle(data, seed):
    """The seed after all but the last 16 bytes, and how many bytes the last part of them has."""
    states, at = [seed] * 7, 0
    while len(data) - at > 112:
        states = [
            mix(word(data, at + 16 * i) ^ SECRET[i], word(data, at + 16 * i + 8) ^ state)
            for i, state in enumerate(states)
        ]
        at += 112
    seed = states[0]
    if at:
        for state in states[1:]:
            seed ^= state
    left = len(data) - at
    for i, secret in enumerate([2, 2, 1, 1, 2, 1]):
        if left > 16 * (i + 1):
            seed = mix(word(data, at + 16 * i) ^ SECRET[secret], word(data, at + 16 * i + 8) ^ seed)
    return seed, left


def murmur2_64(data, seed=0):
    factor = 0xC6A4A7935BD1E995
    size, whole = len(data), len(data) // 8 * 8
    hash = seed ^ size * factor & MASK
    for at in range(0, whole, 8):
        part = word(data, at) * factor & MASK
        hash = (hash ^ (part ^ part >> 47) * factor & MASK) * factor & MASK
    if whole < size:
        hash = (hash ^ word(data, whole)) * factor & MASK
    hash = (hash ^ hash >> 47) * factor & MASK
    return hash ^ hash >> 47


def verification_code(function):
    data = bytes(range(256))
    hashes = b"".join(function(data[:i], 256 - i).to_bytes(8, "little") for i in range(256))
    return function(hashes, 0) & 0xFFFFFFFF


# https://gitlab.com/fwojcik/smhasher3, results/raw/VerifyAll.txt
assert verification_code(wyhash) == 0x9DAE7DD3
assert verification_code(rapidhash) == 0x1FDC65EE
assert verification_code(murmur2_64) == 0x1F0D3804
