"""zstd dictionaries, and frames made with them."""

import base64
import json

import zstandard

from contents import WORDS, concatenation, entry, skippable

LEVELS = (-7, -1, 1, 2, 3, 5, 7, 9, 13, 16, 19, 22)


def values(count, start=0):
    """Small JSON values that have their keys in common."""
    for i in range(start, start + count):
        word, other = WORDS[i * 7 % len(WORDS)], WORDS[i * 13 % len(WORDS)]
        value = {
            "customer_id": i * 7919 % 100_003,
            "order": f"{i * 104_729 % 1_000_003:08d}",
            "status": ("shipped", "pending", "returned")[i % 3],
            "comment": f"{word} {other}",
            "url": f"https://shop.example.com/orders/{i * 31 % 997}?ref={word}",
        }
        yield json.dumps(value, ensure_ascii=False).encode()


def train(length, dictionary_id):
    return zstandard.train_dictionary(length, list(values(2000)), k=200, d=8, dict_id=dictionary_id)


# Ids of one, two and four bytes, as frames have them; the last is zstd's own choice.
DICTIONARIES = [train(2048, 7), train(1024, 300), train(1024, 2**31 + 5), train(4096, 0)]


def compress(dictionary, content, **settings):
    settings = {"compression_level": 3, "write_content_size": 1, "write_checksum": 1, "write_dict_id": 1, **settings}
    parameters = zstandard.ZstdCompressionParameters(**settings)
    return zstandard.ZstdCompressor(dict_data=dictionary, compression_params=parameters).compress(content)


def with_dictionary(dictionary, listed):
    return {"dictionary": dictionary.dict_id(), **listed}


def levels(dictionary):
    (content,) = values(1, 5000)
    for level in LEVELS:
        for checksum in (0, 1):
            frame = compress(dictionary, content, compression_level=level, write_checksum=checksum)
            yield entry(f"level {level}, checksum {checksum}", content, frame, checksum=bool(checksum))


def options(dictionary):
    for length in (0, 1, 50, 256, 70_000):
        content = b"\n".join(values(400, 6000))[:length]
        for size in (0, 1):
            for named in (0, 1):
                frame = compress(dictionary, content, write_content_size=size, write_dict_id=named)
                settings = f"{length} bytes, content size {size}, dictionary id {named}"
                yield entry(settings, content, frame, checksum=True)


def concatenations(dictionary):
    one, two = values(2, 7000)
    parts = [(one, compress(dictionary, one)), (two, compress(dictionary, two))]
    plain = (two, zstandard.ZstdCompressor(write_checksum=True).compress(two))
    yield concatenation("two frames", parts, checksum=True)
    yield concatenation("a frame without a dictionary behind", [parts[0], plain], checksum=True)
    yield concatenation("a skippable frame first", [skippable(b"data", 0x184D2A57), parts[0]], checksum=False)


def dictionary_file():
    """The frames of each dictionary, and the dictionaries."""
    return {
        "dictionaries": [
            {"id": d.dict_id(), "base64": base64.b64encode(d.as_bytes()).decode()} for d in DICTIONARIES
        ],
        "frames": [
            with_dictionary(dictionary, listed)
            for dictionary in DICTIONARIES
            for make in (levels, options, concatenations)
            for listed in make(dictionary)
        ],
    }
