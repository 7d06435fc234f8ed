"""Hash vectors: byte i of an input of length n is i % 251, so that swapped blocks show.

The package blake3 wraps the crate that Hashlane uses, so its values check how we call the crate;
the crate itself is checked against BLAKE3's own published vectors.
"""

import hashlib
import zlib

import awscrt.checksums
import blake3
import google_crc32c
import xxhash
from Crypto.Hash import SHA512, keccak

EDGES = [n + d for n in (512, 768, 1024, 2048, 3072, 4096, 8192, 16384, 65536) for d in (-1, 0, 1)]
# Every length through all special cases of short inputs, then the edges of blocks and chunks.
LENGTHS = [*range(301), *EDGES]
SEEDS = [0, 1, 0x9E3779B97F4A7C15, 2**64 - 1]
INPUT = "byte i is i % 251"


def cycle(length):
    return (bytes(range(251)) * (length // 251 + 1))[:length]


INPUTS = [cycle(length) for length in LENGTHS]


def table(digest):
    return [digest(data) for data in INPUTS]


def xxhash_file():
    functions = {
        "xxh32": (xxhash.xxh32_hexdigest, 2**32 - 1),
        "xxh64": (xxhash.xxh64_hexdigest, 2**64 - 1),
        "xxh3": (xxhash.xxh3_64_hexdigest, 2**64 - 1),
        "xxh128": (xxhash.xxh3_128_hexdigest, 2**64 - 1),
    }
    tables = [
        {"function": name, "seed": seed & mask, "hex": table(lambda data: function(data, seed & mask))}
        for name, (function, mask) in functions.items()
        for seed in SEEDS
    ]
    return {"input": INPUT, "lengths": LENGTHS, "tables": tables}


KEY = bytes(range(100, 132))
CONTEXT = "hashlane 2025-01-01 00:00:00 test vectors"
# Input lengths whose extended outputs are listed: around blocks (64) and chunks (1024).
EXTENDED_LENGTHS = [0, 1, 63, 64, 65, 1023, 1024, 1025, 2049, 16385]
EXTENDED_BYTES = 300


def blake3_file():
    modes = {
        "plain": lambda data: blake3.blake3(data),
        "keyed": lambda data: blake3.blake3(data, key=KEY),
        "derive_key": lambda data: blake3.blake3(data, derive_key_context=CONTEXT),
    }
    tables = [
        {"mode": name, "hex": table(lambda data: mode(data).hexdigest())} for name, mode in modes.items()
    ]
    extended = [
        {
            "mode": name,
            "length": length,
            "hex": mode(cycle(length)).hexdigest(length=EXTENDED_BYTES),
            "sha256_of_65536": hashlib.sha256(mode(cycle(length)).digest(length=65536)).hexdigest(),
        }
        for name, mode in modes.items()
        for length in EXTENDED_LENGTHS
    ]
    head = {"input": INPUT, "key": KEY.hex(), "context": CONTEXT, "lengths": LENGTHS}
    return {**head, "tables": tables, "extended": extended}


def crc_file():
    functions = {
        "crc32": ("zlib of Python", lambda data: f"{zlib.crc32(data):08x}"),
        "crc32c": ("google-crc32c", lambda data: f"{google_crc32c.value(data):08x}"),
        "crc64nvme": ("awscrt", lambda data: f"{awscrt.checksums.crc64nvme(data):016x}"),
    }
    tables = [
        {"function": name, "source": source, "hex": table(function)}
        for name, (source, function) in functions.items()
    ]
    return {"input": INPUT, "lengths": LENGTHS, "tables": tables}


def digest_file():
    hashlib_names = ["md5", "sha1", "sha224", "sha256", "sha384", "sha512"]
    hashlib_names += ["sha3_224", "sha3_256", "sha3_384", "sha3_512", "blake2b", "blake2s"]
    functions = {name: ("hashlib of Python", getattr(hashlib, name)) for name in hashlib_names}
    functions["sha512_256"] = ("pycryptodome", lambda data: SHA512.new(data, truncate="256"))
    # Keccak as it was submitted, which Ethereum uses: not SHA3-256, whose padding differs.
    functions["keccak256"] = ("pycryptodome", lambda data: keccak.new(data=data, digest_bits=256))
    functions["blake3"] = ("blake3", blake3.blake3)
    tables = [
        {"algorithm": name, "source": source, "hex": table(lambda data: function(data).hexdigest())}
        for name, (source, function) in functions.items()
    ]
    return {"input": INPUT, "lengths": LENGTHS, "tables": tables}
