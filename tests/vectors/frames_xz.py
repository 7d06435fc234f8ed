""".xz files of every level, filter, checksum and layout."""

import io
import lzma

import xz

from contents import concatenation, cycle, entry, noise, rows, text, zeros

SMALL = {
    "empty": b"",
    "one byte": b"x",
    "text of 54": text(54),
    "text of 300": text(300),
    "zeros of 1000": zeros(1000),
    "cycle of 1000": cycle(1000),
    "noise of 200": noise(200),
}
CHECKS = {
    "none": lzma.CHECK_NONE,
    "CRC-32": lzma.CHECK_CRC32,
    "CRC-64": lzma.CHECK_CRC64,
    "SHA-256": lzma.CHECK_SHA256,
}
LZMA2 = {"id": lzma.FILTER_LZMA2, "preset": 6}


def compress(content, **settings):
    return lzma.compress(content, format=lzma.FORMAT_XZ, **settings)


def options():
    for name, content in SMALL.items():
        for check, code in CHECKS.items():
            made = compress(content, check=code)
            yield entry(f"{name}, check {check}", content, made, checksum=code != lzma.CHECK_NONE)
    content = text(1000)
    for level in range(10):
        yield entry(f"level {level}", content, compress(content, preset=level), checksum=True)
        made = compress(content, preset=level | lzma.PRESET_EXTREME)
        yield entry(f"level {level}, extreme", content, made, checksum=True)


def filters():
    content = text(500)
    chains = {
        "delta of 4": [{"id": lzma.FILTER_DELTA, "dist": 4}, LZMA2],
        "x86": [{"id": lzma.FILTER_X86}, LZMA2],
        "ARM": [{"id": lzma.FILTER_ARM}, LZMA2],
        "PowerPC": [{"id": lzma.FILTER_POWERPC}, LZMA2],
        "four filters": [{"id": lzma.FILTER_DELTA, "dist": 1}, {"id": lzma.FILTER_X86}, {"id": lzma.FILTER_ARM}, LZMA2],
        "lc 0, lp 4, pb 0": [{**LZMA2, "lc": 0, "lp": 4, "pb": 0}],
        "lc 4, lp 0, pb 4": [{**LZMA2, "lc": 4, "lp": 0, "pb": 4}],
        "hash chains": [{**LZMA2, "mf": lzma.MF_HC4, "mode": lzma.MODE_FAST}],
        "binary trees": [{**LZMA2, "mf": lzma.MF_BT2, "nice_len": 273}],
    }
    for name, chain in chains.items():
        yield entry(f"filters: {name}", content, compress(content, filters=chain), checksum=True)
    for size in (4096, 5000, 1 << 16, 3 << 19):
        made = compress(content, filters=[{**LZMA2, "dict_size": size}])
        yield entry(f"dictionary of {size} bytes", content, made, checksum=True)


def large():
    contents = {
        "zeros of 1,000,000": zeros(1_000_000),
        "cycle of 300,000": cycle(300_000),
        "noise of 70,000": noise(70_000),
        "rows of 150,000": rows(150_000),
    }
    for name, content in contents.items():
        yield entry(name, content, compress(content, preset=2), checksum=True)
    content = rows(150_000)
    made = compress(content, filters=[{**LZMA2, "dict_size": 4096}])
    yield entry("rows with a dictionary of 4096 bytes", content, made, checksum=True)


def in_blocks(content, size):
    """One stream of blocks that hold `size` bytes each."""
    file = io.BytesIO()
    with xz.open(file, "wb") as writer:
        for start in range(0, len(content), size):
            writer.write(content[start : start + size])
            writer.change_block()
    return file.getvalue()


def blocks():
    for length, size in ((600, 100), (3000, 7), (100_000, 30_000)):
        content = rows(length)
        yield entry(f"{length} bytes in blocks of {size}", content, in_blocks(content, size), checksum=True)


def concatenations():
    def part(content, **settings):
        return content, compress(content, **settings)

    one, two, none = part(text(80)), part(cycle(300), check=lzma.CHECK_CRC32), part(b"")
    padding = (b"", bytes(4))
    in_two = (text(200), in_blocks(text(200), 100))
    yield concatenation("two streams", [one, two], checksum=True)
    yield concatenation("three streams, the second empty", [two, none, one], checksum=True)
    yield concatenation("a stream of blocks between two", [one, in_two, two], checksum=True)
    yield concatenation("padding between and behind", [one, padding, two, padding, padding], checksum=True)


def xz_file():
    makers = (options, filters, large, blocks, concatenations)
    return {"frames": [frame for make in makers for frame in make()]}
