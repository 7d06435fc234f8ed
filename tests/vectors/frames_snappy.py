"""Raw Snappy of Google's library, which Arrow links, and of the format's every tag by hand."""

import pyarrow

from contents import cycle, entry, noise, rows, text, zeros

CONTENTS = {
    "empty": b"",
    "one byte": b"x",
    "text of 54": text(54),
    "text of 300": text(300),
    "text of 2000": text(2000),
    "zeros of 1000": zeros(1000),
    "cycle of 1000": cycle(1000),
    "noise of 59": noise(59),
    "noise of 61": noise(61),
    "noise of 200": noise(200),
    "noise of 300": noise(300),
    "noise of 70,000": noise(70_000),
    "zeros of 300,000": zeros(300_000),
    "rows of 64 KiB": rows(65_536),
    "rows of 150,000": rows(150_000),
}

# The length, then a literal and copies: tags as the format's description has them.
BY_HAND = {
    "copy of 4 to 11 bytes, offset of 11 bits": (b"abcdabcd", b"\x08\x0cabcd\x01\x04"),
    "copy that repeats one byte": (b"aaaaaaaa", b"\x08\x00a\x0d\x01"),
    "copy with an offset of 16 bits": (b"abcdabcd", b"\x08\x0cabcd\x0e\x04\x00"),
    "copy with an offset of 32 bits": (b"abcdabcd", b"\x08\x0cabcd\x0f\x04\x00\x00\x00"),
    "copy of one byte": (b"aa", b"\x02\x00a\x02\x01\x00"),
    "literal with a length of 8 bits": (b"hello", b"\x05\xf0\x04hello"),
    "literal with a length of 16 bits": (b"hello", b"\x05\xf4\x04\x00hello"),
    "literal with a length of 24 bits": (b"hello", b"\x05\xf8\x04\x00\x00hello"),
    "literal with a length of 32 bits": (b"hello", b"\x05\xfc\x04\x00\x00\x00hello"),
}


def snappy_file():
    frames = [
        entry(name, content, pyarrow.compress(content, codec="snappy", asbytes=True), checksum=False)
        for name, content in CONTENTS.items()
    ]
    for name, (content, stream) in BY_HAND.items():
        decoded = pyarrow.decompress(stream, len(content), codec="snappy", asbytes=True)
        assert decoded == content, name
        frames.append(entry(name, content, stream, checksum=False))
    return {"frames": frames}
