"""zstd frames of every level, strategy and option."""

import zstandard

from contents import concatenation, cycle, entry, noise, rows, skippable, text, zeros

SMALL = {
    "empty": b"",
    "one byte": b"x",
    "text of 54": text(54),
    "text of 300": text(300),
    "zeros of 1000": zeros(1000),
    "cycle of 1000": cycle(1000),
    "noise of 200": noise(200),
}


def compress(content, **settings):
    """One frame in one call, with the content size and a checksum unless settings say otherwise."""
    settings = {"compression_level": 3, "write_content_size": 1, "write_checksum": 1, **settings}
    parameters = zstandard.ZstdCompressionParameters(**settings)
    return zstandard.ZstdCompressor(compression_params=parameters).compress(content)


def stream(content, chunk, **settings):
    """One frame in chunks with a block flushed after each: no content size."""
    settings = {"compression_level": 3, "write_checksum": 1, **settings}
    parameters = zstandard.ZstdCompressionParameters(**settings)
    compressor = zstandard.ZstdCompressor(compression_params=parameters).compressobj()
    frame = b""
    for start in range(0, len(content), chunk):
        frame += compressor.compress(content[start : start + chunk])
        frame += compressor.flush(zstandard.COMPRESSOBJ_FLUSH_BLOCK)
    return frame + compressor.flush()


def levels():
    content = text(2000)
    for level in [-100, -7, -1, *range(1, 23)]:
        yield entry(f"level {level}", content, compress(content, compression_level=level), checksum=True)


def options():
    for name, content in SMALL.items():
        for size in (0, 1):
            for checksum in (0, 1):
                frame = compress(content, write_content_size=size, write_checksum=checksum)
                settings = f"{name}, content size {size}, checksum {checksum}"
                yield entry(settings, content, frame, checksum=bool(checksum))


def strategies():
    content = text(3000)
    for strategy in range(1, 10):
        frame = stream(content, 700, strategy=strategy, window_log=10)
        yield entry(f"strategy {strategy}, window of 1 KiB, streamed", content, frame, checksum=True)


def large():
    yield entry("zeros of 1,000,000", zeros(1_000_000), compress(zeros(1_000_000)), checksum=True)
    yield entry("cycle of 300,000", cycle(300_000), compress(cycle(300_000)), checksum=True)
    yield entry("noise of 140,000: stored blocks", noise(140_000), compress(noise(140_000)), checksum=True)
    content = rows(400_000)
    yield entry("rows, level 1", content, compress(content, compression_level=1), checksum=True)
    yield entry("rows, level 19", content, compress(content, compression_level=19), checksum=True)
    frame = stream(content, 10_000)
    yield entry("rows, flushed every 10,000 bytes", content, frame, checksum=True)
    frame = stream(content, 400_000, enable_ldm=1, window_log=27, write_checksum=0)
    yield entry("rows, streamed with a window of 128 MiB", content, frame, checksum=False)
    content = rows(100_000)
    frame = stream(content, 100_000, window_log=10)
    yield entry("rows, streamed with a window of 1 KiB", content, frame, checksum=True)


def concatenations():
    def part(content, **settings):
        return content, compress(content, **settings)

    one, two, none = part(text(80)), part(cycle(300), write_content_size=0), part(b"")
    skip, skip_empty = skippable(b"metadata"), skippable(b"", 0x184D2A5F)
    yield concatenation("two frames", [one, two], checksum=True)
    yield concatenation("three frames, the second empty", [two, none, one], checksum=True)
    # No checksum covers the length of a skippable frame: damage to it can hide what follows.
    yield concatenation("a skippable frame first", [skip, one], checksum=False)
    yield concatenation("skippable frames everywhere", [skip, one, skip_empty, two, skip], checksum=False)
    yield concatenation("a skippable frame alone", [skip], checksum=False)
    every = [skippable(bytes(i), 0x184D2A50 + i) for i in range(16)]
    yield concatenation("skippable frames of all sixteen numbers", [*every, one], checksum=False)


def zstd_file():
    makers = (levels, options, strategies, large, concatenations)
    return {"frames": [frame for make in makers for frame in make()]}
