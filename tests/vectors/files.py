"""Digests of whole files and S3's checksums of objects uploaded in parts.

Lengths are around the edges of 512 KiB, a multiple of the chunks that files are read in.
"""

import base64
import zlib

import hashes
import xxhash

CHUNK = 1 << 19
LENGTHS = [0, 1, 240, 241, 1025, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, 3 * CHUNK + 12345, 8 * CHUNK + 1]
PART_SIZES = [1000, CHUNK, CHUNK + 1, 1 << 20, 1 << 40]


def digests():
    s3 = hashes.s3_checksums()
    return {name: function for name, (_, function) in hashes.digest_functions().items()} | {
        "xxh32": xxhash.xxh32_digest,
        "xxh64": s3["XXHASH64"],
        "xxh3": s3["XXHASH3"],
        "xxh128": s3["XXHASH128"],
        "crc32": s3["CRC32"],
        "crc32c": s3["CRC32C"],
        "crc64nvme": s3["CRC64NVME"],
        "adler32": lambda data: zlib.adler32(data).to_bytes(4, "big"),
    }


def composite(name, function, data, part_size):
    """The checksum of the checksums, as S3's guide on object integrity has it; the ETag of MD5."""
    parts = [data[at : at + part_size] for at in range(0, len(data), part_size)] or [b""]
    whole = function(b"".join(function(part) for part in parts))
    text = whole.hex() if name == "MD5" else base64.b64encode(whole).decode()
    return f"{text}-{len(parts)}"


def files_file():
    inputs = [hashes.cycle(length) for length in LENGTHS]
    tables = [
        {"algorithm": name, "hex": [function(data).hex() for data in inputs]}
        for name, function in digests().items()
    ]
    values = [
        {"checksum": name, "part_size": part_size, "length": len(data), "value": composite(name, function, data, part_size)}
        for name, function in hashes.s3_checksums().items()
        if name != "CRC64NVME"
        for part_size in PART_SIZES
        for data in inputs
    ]
    return {"input": hashes.INPUT, "lengths": LENGTHS, "tables": tables, "composites": values}
