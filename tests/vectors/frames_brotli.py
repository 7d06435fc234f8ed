"""Brotli streams of every quality, window and mode."""

import itertools

import brotli

from contents import cycle, entry, noise, rows, text, zeros

SMALL = {
    "empty": b"",
    "one byte": b"x",
    "text of 54": text(54),
    "text of 300": text(300),
    "zeros of 1000": zeros(1000),
    "cycle of 1000": cycle(1000),
    "noise of 200": noise(200),
    "words of the dictionary": b"the time and the other people of the United States government",
}
MODES = {"generic": brotli.MODE_GENERIC, "text": brotli.MODE_TEXT, "font": brotli.MODE_FONT}


def stream(content, chunk, **settings):
    """One stream with a flush after every chunk."""
    compressor = brotli.Compressor(**settings)
    out = b""
    for start in range(0, len(content), chunk):
        out += compressor.process(content[start : start + chunk]) + compressor.flush()
    return out + compressor.finish()


def options():
    for name, content in SMALL.items():
        for quality in (1, 5, 11):
            yield entry(f"{name}, quality {quality}", content, brotli.compress(content, quality=quality), checksum=False)
    content = text(2000)
    for quality in range(12):
        yield entry(f"quality {quality}", content, brotli.compress(content, quality=quality), checksum=False)
    for bits, quality in itertools.product(range(10, 25), (2, 9)):
        made = brotli.compress(content, quality=quality, lgwin=bits)
        yield entry(f"window of {bits} bits, quality {quality}", content, made, checksum=False)
    for name, mode in MODES.items():
        yield entry(f"mode {name}", content, brotli.compress(content, mode=mode), checksum=False)
    for bits in (10, 16, 22):
        made = stream(content, 300, quality=5, lgwin=bits)
        yield entry(f"flushed every 300 bytes, window of {bits} bits", content, made, checksum=False)


def large():
    contents = {
        "zeros of 1,000,000": zeros(1_000_000),
        "cycle of 300,000": cycle(300_000),
        "noise of 70,000": noise(70_000),
        "rows of 150,000": rows(150_000),
    }
    for (name, content), (quality, bits) in itertools.product(contents.items(), [(1, 10), (5, 16), (9, 24), (11, 18)]):
        made = brotli.compress(content, quality=quality, lgwin=bits)
        yield entry(f"{name}, quality {quality}, window of {bits} bits", content, made, checksum=False)


def brotli_file():
    return {"frames": [*options(), *large()]}
