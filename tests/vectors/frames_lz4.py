"""LZ4 frames of every option, and blocks after a 4-byte length."""

import itertools

import lz4.block
import lz4.frame

from contents import concatenation, cycle, entry, noise, rows, skippable, text, zeros

BLOCK_SIZES = {"64 KiB": 4, "256 KiB": 5, "1 MiB": 6, "4 MiB": 7}
SMALL = {
    "empty": b"",
    "one byte": b"x",
    "12 bytes": b"twelve bytes",
    "text of 54": text(54),
    "text of 300": text(300),
    "zeros of 1000": zeros(1000),
    "cycle of 1000": cycle(1000),
    "noise of 200": noise(200),
}


def compress(content, **settings):
    return lz4.frame.compress(content, **{"content_checksum": True, **settings})


def options():
    content = text(150)
    flags = itertools.product(BLOCK_SIZES.items(), (False, True), (False, True), (False, True), (False, True))
    for (name, code), linked, checksum, block_checksum, size in flags:
        frame = compress(
            content,
            block_size=code,
            block_linked=linked,
            content_checksum=checksum,
            block_checksum=block_checksum,
            store_size=size,
        )
        settings = f"blocks of {name}, linked {linked}, checksum {checksum}, "
        settings += f"block checksum {block_checksum}, content size {size}"
        # A block's checksum does not cover the bit that says whether the block is stored.
        yield entry(settings, content, frame, checksum=checksum)


def small():
    for name, content in SMALL.items():
        yield entry(name, content, compress(content), checksum=True)
        yield entry(f"{name}, no checksum", content, compress(content, content_checksum=False), checksum=False)


def levels():
    content = text(2000)
    for level in [-10, -1, 0, 1, 3, 4, 6, 9, 10, 12, 16]:
        yield entry(f"level {level}", content, compress(content, compression_level=level), checksum=True)


def stream(content, chunk, **settings):
    """A frame whose blocks hold `chunk` bytes each."""
    compressor = lz4.frame.LZ4FrameCompressor(auto_flush=True, content_checksum=True, **settings)
    frame = compressor.begin()
    for start in range(0, len(content), chunk):
        frame += compressor.compress(content[start : start + chunk])
    return frame + compressor.flush()


def large():
    # Bigger than three, two, one and one blocks of their size.
    contents = {4: rows(200_000), 5: rows(520_000), 6: cycle(1_100_000), 7: cycle(4_300_000)}
    for (code, content), linked in itertools.product(contents.items(), (False, True)):
        if code == 5:
            content = content[:280_000] if linked else cycle(520_000)
        frame = compress(content, block_size=code, block_linked=linked)
        yield entry(f"{len(content)} bytes, block size {code}, linked {linked}", content, frame, checksum=True)
    yield entry("noise of 66,000: stored blocks", noise(66_000), compress(noise(66_000), block_size=4), checksum=True)
    content = rows(3_000)
    for linked in (False, True):
        frame = stream(content, 100, block_linked=linked, block_checksum=True)
        yield entry(f"blocks of 100 bytes, linked {linked}", content, frame, checksum=True)


def concatenations():
    def part(content, **settings):
        return content, compress(content, **settings)

    one, two, none = part(text(80)), part(cycle(300), store_size=False), part(b"")
    skip, skip_empty = skippable(b"metadata"), skippable(b"", 0x184D2A5F)
    yield concatenation("two frames", [one, two], checksum=True)
    yield concatenation("three frames, the second empty", [two, none, one], checksum=True)
    # No checksum covers the length of a skippable frame: damage to it can hide what follows.
    yield concatenation("a skippable frame first", [skip, one], checksum=False)
    yield concatenation("skippable frames everywhere", [skip, one, skip_empty, two, skip], checksum=False)
    yield concatenation("a skippable frame alone", [skip], checksum=False)
    every = [skippable(bytes(i), 0x184D2A50 + i) for i in range(16)]
    yield concatenation("skippable frames of all sixteen numbers", [*every, one], checksum=False)


def blocks():
    contents = {**SMALL, "text of 2000": text(2000), "zeros of 300,000": zeros(300_000), "rows of 70,000": rows(70_000)}
    modes = {
        "default": {},
        "fast 50": {"mode": "fast", "acceleration": 50},
        "high 3": {"mode": "high_compression", "compression": 3},
        "high 12": {"mode": "high_compression", "compression": 12},
    }
    for (name, content), (mode, settings) in itertools.product(contents.items(), modes.items()):
        block = lz4.block.compress(content, store_size=True, **settings)
        yield entry(f"{name}, {mode}", content, block, checksum=False)


def lz4_file():
    makers = (options, small, levels, large, concatenations)
    return {"frames": [frame for make in makers for frame in make()], "blocks": list(blocks())}
