"""ClickHouse's sipHash128, after src/Common/SipHash.h; `systems.json` has ClickHouse's own results."""

MASK = 2**64 - 1
START = [0x736F6D6570736575, 0x646F72616E646F6D, 0x6C7967656E657261, 0x7465646279746573]


def rotated(word, bits):
    return (word << bits | word >> (64 - bits)) & MASK


def rounds(state, count):
    v0, v1, v2, v3 = state
    for _ in range(count):
        v0, v2 = (v0 + v1) & MASK, (v2 + v3) & MASK
        v1, v3 = rotated(v1, 13) ^ v0, rotated(v3, 16) ^ v2
        v0 = (rotated(v0, 32) + v3) & MASK
        v2 = (v2 + v1) & MASK
        v3, v1 = rotated(v3, 21) ^ v0, rotated(v1, 17) ^ v2
        v2 = rotated(v2, 32)
    return [v0, v1, v2, v3]


def siphash128(data):
    """SipHash-2-4 under the key 0. Its end is that of 64 bits, and each half of the result joins two words."""
    state = START
    padded = data + bytes(7 - len(data) % 8) + bytes([len(data) % 256])
    for at in range(0, len(padded), 8):
        word = int.from_bytes(padded[at : at + 8], "little")
        v0, v1, v2, v3 = rounds([*state[:3], state[3] ^ word], 2)
        state = [v0 ^ word, v1, v2, v3]
    v0, v1, v2, v3 = rounds([*state[:2], state[2] ^ 0xFF, state[3]], 4)
    return (v0 ^ v1).to_bytes(8, "little") + (v2 ^ v3).to_bytes(8, "little")
