"""What the frames hold, and how a frame is written down.

The contents are made by rules that any language can repeat, but the tests need not: they compare
the length and the SHA-256 of what comes out.
"""

import base64
import hashlib

WORDS = (
    "the quick brown fox jumps over a lazy dog while seven grey wolves watch from cold hills "
    "order customer invoice street Köln 東京 naïve -17.25 2024-02-29 0xdeadbeef http://example.org/ "
    "null true price total shipped pending returned"
).split()


def text(length):
    """Words of a small vocabulary in the order of a linear congruential generator."""
    state, words, size = 12345, [], 0
    while size < length:
        state = (state * 1103515245 + 12345) % 2**31
        words.append(WORDS[(state >> 16) % len(WORDS)].encode())
        size += len(words[-1]) + 1
    return b" ".join(words)[:length].ljust(length, b".")


def rows(length):
    """Lines that differ in a number and a word: long matches at many distances."""
    lines = (f"{i:08d}|customer#{i % 997:09d}|{WORDS[i % len(WORDS)]}|0.0{i % 9}\n" for i in range(length))
    joined = bytearray()
    while len(joined) < length:
        joined += next(lines).encode()
    return bytes(joined[:length])


def cycle(length):
    return (bytes(range(251)) * (length // 251 + 1))[:length]


def zeros(length):
    return bytes(length)


def noise(length):
    """Bytes that no codec can shorten."""
    blocks = (hashlib.sha256(i.to_bytes(8, "little")).digest() for i in range(length // 32 + 1))
    return b"".join(blocks)[:length]


def entry(settings, content, frame, *, checksum, ends=None):
    """A frame as the files list it.

    checksum: whether all of the content is under a checksum, so that no damage may go unseen.
    ends: where a concatenation of frames can be cut and be whole.
    """
    return {
        "settings": settings,
        "length": len(content),
        "sha256": hashlib.sha256(content).hexdigest(),
        "checksum": checksum,
        "ends": ends or [len(frame)],
        "base64": base64.b64encode(frame).decode(),
    }


def concatenation(settings, parts, *, checksum):
    """An entry for frames one after the other; parts are (content, frame)."""
    content = b"".join(content for content, _ in parts)
    ends, position = [], 0
    for _, frame in parts:
        position += len(frame)
        ends.append(position)
    return entry(settings, content, b"".join(frame for _, frame in parts), checksum=checksum, ends=ends)


def skippable(data, magic=0x184D2A50):
    """A skippable frame, which zstd and LZ4 share, and its content: none."""
    return b"", magic.to_bytes(4, "little") + len(data).to_bytes(4, "little") + data
