"""bzip2, .lzma, raw deflate, framed Snappy and LZ4 without a length, of the libraries that define them."""

import bz2
import lzma
import struct
import zlib

import cramjam
import lz4.block

from contents import concatenation, cycle, entry, noise, rows, text, zeros

CONTENTS = {
    "empty": b"",
    "one byte": b"x",
    "hashlane": b"hashlane",
    "text of 54": text(54),
    "text of 2000": text(2000),
    "zeros of 1000": zeros(1000),
    "cycle of 1000": cycle(1000),
    "noise of 200": noise(200),
    "noise of 70,000": noise(70_000),
    "zeros of 1,000,000": zeros(1_000_000),
    "rows of 150,000": rows(150_000),
}
LEGACY = struct.pack("<I", 0x184C2102)


def of(content, settings):
    """The settings to compress a content with: one if it is long."""
    return settings if len(content) < 10_000 or not any(content) else settings[-1:]


def bzip2_frames():
    for name, content in CONTENTS.items():
        for level in of(content, (1, 9)):
            yield entry(f"{name}, level {level}", content, bz2.compress(content, level), checksum=True)
    parts = [(content, bz2.compress(content)) for content in (text(80), b"", cycle(300), b"")]
    yield concatenation("four streams, two of them empty", parts, checksum=True)


def alone(content, **options):
    return lzma.compress(content, format=lzma.FORMAT_ALONE, filters=[{"id": lzma.FILTER_LZMA1, **options}])


def lzma_frames():
    for name, content in CONTENTS.items():
        for preset in of(content, (0, 6)):
            yield entry(f"{name}, preset {preset}", content, alone(content, preset=preset), checksum=False)
    content = text(2000)
    for lc, lp, pb in ((0, 0, 0), (4, 0, 4), (0, 4, 2), (2, 2, 3)):
        yield entry(f"lc {lc}, lp {lp}, pb {pb}", content, alone(content, lc=lc, lp=lp, pb=pb), checksum=False)
    for size in (4096, 3 << 20, 0xC0000000):
        frame = alone(content, dict_size=min(size, 1 << 26))
        frame = frame[:1] + struct.pack("<I", size) + frame[5:]
        yield entry(f"dictionary of {size}", content, frame, checksum=False)
    frame = alone(content)
    known = frame[:5] + struct.pack("<Q", len(content)) + frame[13:]
    assert lzma.decompress(known, format=lzma.FORMAT_ALONE) == content
    # The end marker that follows the known size can be left out.
    yield entry("content size True", content, known, checksum=False)


def deflate_frames():
    for name, content in CONTENTS.items():
        for level in (0, 1, 9) if len(content) < 10_000 else (9,):
            compressor = zlib.compressobj(level, zlib.DEFLATED, -15)
            yield entry(f"{name}, level {level}", content, compressor.compress(content) + compressor.flush(), checksum=False)


def snappy_frames():
    """A damaged type of a chunk can make readers pass over it, so not all of the content is under a checksum."""
    header = 10
    for name, content in CONTENTS.items():
        frame = bytes(cramjam.snappy.compress(content))
        if frame:  # cramjam writes nothing for no content
            yield entry(name, content, frame, checksum=False, ends=[header, len(frame)])
    frame = bytes(cramjam.snappy.compress(text(80)))
    padded = frame + b"\xfe\x03\x00\x00abc"
    assert bytes(cramjam.snappy.decompress(padded)) == text(80)
    yield entry("padding behind", text(80), padded, checksum=False, ends=[header, len(frame), len(padded)])


def lz4_raw_frames():
    for name, content in CONTENTS.items():
        for mode in of(content, ("fast", "high_compression")):
            frame = lz4.block.compress(content, mode=mode, store_size=False)
            yield entry(f"{name}, {mode}", content, frame, checksum=False)


def lz4_legacy_frames():
    """As the frame format's description has them: the library writes the blocks."""
    def frame(content):
        blocks = [content[start : start + (8 << 20)] for start in range(0, len(content), 8 << 20)]
        blocks = [lz4.block.compress(block, store_size=False) for block in blocks]
        return LEGACY + b"".join(struct.pack("<I", len(block)) + block for block in blocks)

    for name, content in CONTENTS.items():
        made = frame(content)
        yield entry(name, content, made, checksum=False, ends=sorted({4, len(made)}))
    yield entry("zeros of 9,000,000: two blocks", zeros(9_000_000), frame(zeros(9_000_000)), checksum=False)


def streams_file():
    return {
        "bzip2": list(bzip2_frames()),
        "lzma": list(lzma_frames()),
        "deflate": list(deflate_frames()),
        "snappy_frame": list(snappy_frames()),
        "lz4_raw": list(lz4_raw_frames()),
        "lz4_legacy": list(lz4_legacy_frames()),
    }
