"""lz4-java, snappy-java, aircompressor and packages read the streams that the extension writes, and it reads theirs.

usage: interop_streams.py EXTENSION

Java's part is skipped on a machine without Java and Maven, Brotli's large windows on one without Node. Random contents are
tried everywhere; where the corpora of $HASHLANE_VECTORS or ../shared/vectors are at hand, the start of each file is too.
"""

import bz2
import lzma
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import zlib

import cramjam
import lz4.block

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests/vectors")]
import streams_java
from contents import cycle, noise, rows, text, zeros
from support.extension import connect

CORPORA = pathlib.Path(os.environ.get("HASHLANE_VECTORS", ROOT.parent / "shared/vectors")) / "corpora"
# The most bytes of each file of a corpus.
MOST = 300_000
CONTENTS = [b"", b"a", text(54), cycle(1000), noise(300), noise(70_000), zeros(1_000_000), rows(300_000)]


def lz4_legacy(frame, length):
    assert frame[:4] == b"\x02\x21\x4c\x18"
    size = int.from_bytes(frame[4:8], "little")
    assert len(frame) == (8 + size if length else 4), "one block of up to 8 MiB"
    return lz4.block.decompress(frame[8:], uncompressed_size=length) if length else b""


def alone(content, **options):
    return lzma.compress(content, format=lzma.FORMAT_ALONE, filters=[{"id": lzma.FILTER_LZMA1, **options}])


def raw_deflate(content, level):
    compressor = zlib.compressobj(level, zlib.DEFLATED, -15)
    return compressor.compress(content) + compressor.flush()


def of_lzma(frame, _):
    return lzma.decompress(frame, format=lzma.FORMAT_ALONE)


def of_block(frame, length):
    return lz4.block.decompress(frame, uncompressed_size=length)


# Our name of a codec, a reader of our output, and other writers.
CODECS = {
    "bzip2(1)": (lambda frame, _: bz2.decompress(frame), [lambda v: bz2.compress(v, 1)]),
    "bzip2(9)": (lambda frame, _: bz2.decompress(frame), [lambda v: bz2.compress(v, 9), lambda v: bytes(cramjam.bzip2.compress(v))]),
    "lzma(0)": (of_lzma, [lambda v: alone(v, preset=0)]),
    "lzma(9)": (of_lzma, [lambda v: alone(v, preset=6, lc=0, lp=2, pb=1)]),
    "deflate(0)": (lambda frame, _: zlib.decompress(frame, wbits=-15), [lambda v: raw_deflate(v, 0)]),
    "deflate(9)": (lambda frame, _: zlib.decompress(frame, wbits=-15), [lambda v: raw_deflate(v, 9), lambda v: bytes(cramjam.deflate.compress(v))]),
    "lz4_raw": (of_block, [lambda v: lz4.block.compress(v, store_size=False), lambda v: lz4.block.compress(v, mode="high_compression", store_size=False)]),
    # cramjam writes nothing for no content.
    "snappy_frame": (lambda frame, _: bytes(cramjam.snappy.decompress(frame)), [lambda v: bytes(cramjam.snappy.compress(v or b"x"))[: None if v else 10]]),
    "lz4_legacy": (lz4_legacy, []),
}
NODE = """
const zlib = require("zlib"), fs = require("fs"), c = zlib.constants, [direction, folder] = process.argv.slice(1);
for (const name of fs.readdirSync(folder)) {
  const bytes = fs.readFileSync(`${folder}/${name}`);
  const out = direction == "compress"
    ? zlib.brotliCompressSync(bytes, {params: {[c.BROTLI_PARAM_LARGE_WINDOW]: 1, [c.BROTLI_PARAM_LGWIN]: 26, [c.BROTLI_PARAM_QUALITY]: 5}})
    : zlib.brotliDecompressSync(bytes, {params: {[c.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1}});
  fs.writeFileSync(`${folder}/${name}`, out);
}
"""


def node(direction, inputs):
    with tempfile.TemporaryDirectory() as folder:
        for number, content in enumerate(inputs):
            pathlib.Path(folder, str(number)).write_bytes(content)
        subprocess.run(["node", "-e", NODE, direction, folder], check=True)
        return [pathlib.Path(folder, str(number)).read_bytes() for number in range(len(inputs))]


def random_contents():
    dice = random.Random(27)
    for _ in range(60):
        length = dice.choice([dice.randrange(40), dice.randrange(3000), dice.randrange(200_000)])
        words = [dice.randbytes(dice.randint(1, 12)) for _ in range(dice.choice([1, 5, 300]))]
        content = b"".join(dice.choices(words, k=length // 4 + 1)) if dice.random() < 0.7 else dice.randbytes(length)
        yield content[:length]


def corpora():
    """The starts of files; those kept as gzip are decompressed."""
    for path in sorted(CORPORA.rglob("*")) if CORPORA.is_dir() else []:
        if path.is_file():
            content = path.read_bytes()
            content = zlib.decompressobj(wbits=31).decompress(content, MOST) if path.suffix == ".gz" else content
            yield content[:MOST]


def check(result, content, what):
    assert result == content, f"{what}: {len(content)} bytes became {len(result)}"


def check_packages(compress, decompress, contents):
    for codec, (decode, encoders) in CODECS.items():
        name = codec.split("(")[0]
        for content in contents:
            check(decode(compress(content, codec), len(content)), content, codec)
            for encode in encoders:
                check(decompress(encode(content), name), content, f"their {name}")


def check_node(compress, decompress, contents):
    if not shutil.which("node"):
        return print("Brotli's large windows are not tried: there is no node on this machine")
    # Noise that repeats after more than 16 MiB, which needs the large window.
    again = noise(100_000) + cycle(17 << 20) + noise(100_000)
    contents = [*contents, again]
    for content, result in zip(contents, node("decompress", [compress(content, "brotli_large(5)") for content in contents])):
        check(result, content, "brotli_large in Node")
    for content, stream in zip(contents, node("compress", contents)):
        check(decompress(stream, "brotli_large"), content, "Node's brotli_large")


def check_java(compress, decompress, contents):
    if streams_java.missing():
        return print(f"Java's readers and writers are not tried: there is no {streams_java.missing()} on this machine")
    pairs = [(codec, content) for codec in streams_java.CODECS for content in contents]
    back = streams_java.run("decompress", [(codec, compress(content, codec)) for codec, content in pairs])
    theirs = streams_java.run("compress", pairs)
    for (codec, content), result, stream in zip(pairs, back, theirs):
        check(result, content, f"{codec} in Java")
        check(decompress(stream, codec), content, f"Java's {codec}")
    print(f"{len(pairs)} streams went to Java and {len(pairs)} came from it")


def main():
    connection = connect(sys.argv[1])

    def compress(content, codec):
        return connection.execute("SELECT compress(?::BLOB, ?)", [content, codec]).fetchone()[0]

    def decompress(frame, codec):
        return connection.execute("SELECT decompress(?::BLOB, ?)", [frame, codec]).fetchone()[0]

    contents = [*CONTENTS, *random_contents(), *corpora()]
    check_packages(compress, decompress, contents)
    check_node(compress, decompress, contents)
    check_java(compress, decompress, contents)
    print(f"{len(CODECS)} codecs, {len(contents)} contents")


main()
