"""Hash vectors: byte i of an input of length n is i % 251, so that swapped blocks show.

The package blake3 wraps the crate that Hashlane uses, so its values check how we call the crate;
the crate itself is checked against BLAKE3's own published vectors.
"""

import base64
import functools
import hashlib
import hmac
import struct
import zlib

import awscrt.checksums
import blake3
import cityhash
import farmhash
import fnvhash
import google_crc32c
import highwayhash
import jump
import metrohash
import mmh3
import multiplied
import murmurhash2
import short_inputs
import siphash
import siphash24
import skein
import spookyhash
import xxhash
from clickhouse_cityhash.cityhash import CityHash64 as cityhash64_of_clickhouse
from Crypto.Hash import RIPEMD160, SHA512, SHAKE128, SHAKE256, KangarooTwelve, keccak
from kafka.partitioner.default import murmur2

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


def murmur3_x64_128(data, seed):
    """h1 and then h2, big-endian both; mmh3's bytes have each of them little-endian."""
    return "".join(f"{half:016x}" for half in mmh3.hash64(data, seed, x64arch=True, signed=False))


def murmur3_x86_128(data, seed):
    """h1 to h4, each big-endian; mmh3's bytes have each of them little-endian."""
    words = struct.unpack("<4I", mmh3.hash_bytes(data, seed, x64arch=False))
    return "".join(f"{word:08x}" for word in words)


def spookyhash_v2_128(data, seed):
    """Both halves in the order of the reference, each big-endian."""
    return "".join(f"{half:016x}" for half in spookyhash.hash128_pair(data, seed, seed))


def seeded_file():
    functions = {
        "murmur2_32": ("murmurhash2", lambda data, seed: f"{murmurhash2.murmurhash2(data, seed):08x}", 2**32 - 1),
        "murmur2_64": ("multiplied.py", lambda data, seed: f"{multiplied.murmur2_64(data, seed):016x}", 2**64 - 1),
        "murmur3_x86_32": ("mmh3", lambda data, seed: f"{mmh3.hash(data, seed, signed=False):08x}", 2**32 - 1),
        "murmur3_x64_128": ("mmh3", murmur3_x64_128, 2**32 - 1),
        "murmur3_x86_128": ("mmh3", murmur3_x86_128, 2**32 - 1),
        "metrohash64": ("metrohash", lambda data, seed: f"{metrohash.hash64_int(data, seed):016x}", 2**64 - 1),
        "metrohash128": ("metrohash", lambda data, seed: f"{metrohash.hash128_int(data, seed):032x}", 2**64 - 1),
        "komihash": ("short_inputs.py", lambda data, seed: f"{short_inputs.komihash(data, seed):016x}", 2**64 - 1),
        "gxhash64": ("short_inputs.py", lambda data, seed: f"{short_inputs.gxhash64(data, seed):016x}", 2**64 - 1),
        "aquahash": ("short_inputs.py", lambda data, seed: short_inputs.aquahash(data, seed).hex(), 2**64 - 1),
        "meowhash": ("short_inputs.py", lambda data, seed: short_inputs.meowhash(data, seed).hex(), 2**64 - 1),
        "spookyhash_v2_32": ("spookyhash", lambda data, seed: f"{spookyhash.hash32(data, seed):08x}", 2**32 - 1),
        "spookyhash_v2_64": ("spookyhash", lambda data, seed: f"{spookyhash.hash64(data, seed):016x}", 2**64 - 1),
        "spookyhash_v2_128": ("spookyhash", spookyhash_v2_128, 2**64 - 1),
        "wyhash": ("multiplied.py", lambda data, seed: f"{multiplied.wyhash(data, seed):016x}", 2**64 - 1),
        "rapidhash": ("multiplied.py", lambda data, seed: f"{multiplied.rapidhash(data, seed):016x}", 2**64 - 1),
    }
    tables = [
        {"function": name, "source": source, "seed": seed & mask, "hex": table(lambda data: function(data, seed & mask))}
        for name, (source, function, mask) in functions.items()
        for seed in SEEDS
    ]
    return {"input": INPUT, "lengths": LENGTHS, "tables": tables}


def unseeded_file():
    functions = {
        "adler32": ("zlib of Python", lambda data: f"{zlib.adler32(data):08x}"),
        "fnv1a_32": ("fnvhash", lambda data: f"{fnvhash.fnv1a_32(data):08x}"),
        "fnv1a_64": ("fnvhash", lambda data: f"{fnvhash.fnv1a_64(data):016x}"),
        "cityhash64": ("cityhash", lambda data: f"{cityhash.CityHash64(data):016x}"),
        "farmhash64": ("cityhash", lambda data: f"{farmhash.Fingerprint64(data):016x}"),
        "clickhouse_cityhash64": ("clickhouse-cityhash", lambda data: f"{cityhash64_of_clickhouse(data):016x}"),
    }
    tables = [
        {"function": name, "source": source, "hex": table(function)}
        for name, (source, function) in functions.items()
    ]
    return {"input": INPUT, "lengths": LENGTHS, "tables": tables}


SIPHASH_KEYS = [bytes(range(16)), bytes(16), bytes(range(255, 239, -1))]


def siphash_file():
    """Those of 64 bits are numbers, so their bytes are in the other order than the packages'."""
    functions = {
        "siphash13": ("siphash24", lambda data, key: siphash24.siphash13(data, key=key).digest()[::-1]),
        "siphash24": ("siphash24", lambda data, key: siphash24.siphash24(data, key=key).digest()[::-1]),
        "siphash24_128": ("siphash-cffi", lambda data, key: siphash.siphash_128(key, data)),
    }
    tables = [
        {"function": name, "source": source, "key": key.hex(), "hex": table(lambda data: function(data, key).hex())}
        for name, (source, function) in functions.items()
        for key in SIPHASH_KEYS
    ]
    return {"input": INPUT, "lengths": LENGTHS, "tables": tables}


def highway_functions():
    """The bytes of HighwayHash under a key, by name: a number's highest first, and words as the reference has them."""
    return {
        "highwayhash64": lambda data, key: highwayhash.highwayhash_64(key, data)[::-1],
        "highwayhash128": lambda data, key: highwayhash.highwayhash_128(key, data),
        "highwayhash256": lambda data, key: highwayhash.highwayhash_256(key, data),
    }


HIGHWAY_KEYS = [bytes(range(32)), bytes(32), bytes(range(255, 223, -1))]


def highwayhash_file():
    tables = [
        {"function": name, "key": key.hex(), "hex": table(lambda data: function(data, key).hex())}
        for name, function in highway_functions().items()
        for key in HIGHWAY_KEYS
    ]
    return {"input": INPUT, "lengths": LENGTHS, "tables": tables}


class Keccak256:
    """The interface that hmac wants of a hash, with the rate of Keccak-256 for a block."""

    digest_size, block_size = 32, 136

    def __init__(self, data=b""):
        self.data = data

    def update(self, data):
        self.data += data

    def copy(self):
        return Keccak256(self.data)

    def digest(self):
        return keccak.new(data=self.data, digest_bits=256).digest()


MAC_HASHES = (
    {
        name: getattr(hashlib, name)
        for name in "md5 sha1 sha224 sha256 sha384 sha512 sha3_224 sha3_256 sha3_384 sha3_512 blake2b blake2s".split()
    }
    | {name: functools.partial(hashlib.new, name) for name in ("sha512_224", "sha512_256", "sm3")}
    | {"keccak256": Keccak256}
)


def mac(data, key, algorithm):
    if algorithm == "ripemd160":
        from Crypto.Hash import HMAC

        return HMAC.new(key, data, digestmod=RIPEMD160).digest()
    return hmac.new(key, data, MAC_HASHES[algorithm]).digest()


# Shorter than a block, a block of most, longer than any.
MAC_KEYS = [b"", b"key", cycle(64), cycle(65), cycle(200)]
MAC_LENGTHS = [0, 1, 8, 55, 56, 63, 64, 65, 71, 72, 111, 112, 127, 128, 129, 136, 144, 200, 300, 1000]


def hmac_file():
    tables = [
        {"algorithm": name, "key": key.hex(), "hex": [mac(cycle(length), key, name).hex() for length in MAC_LENGTHS]}
        for name in [*MAC_HASHES, "ripemd160"]
        for key in MAC_KEYS
    ]
    return {"input": INPUT, "lengths": MAC_LENGTHS, "tables": tables}


def s3_checksums():
    crc = awscrt.checksums
    return {
        "CRC32": lambda data: zlib.crc32(data).to_bytes(4, "big"),
        "CRC32C": lambda data: google_crc32c.value(data).to_bytes(4, "big"),
        "CRC64NVME": lambda data: crc.crc64nvme(data).to_bytes(8, "big"),
        "XXHASH64": xxhash.xxh64_digest,
        "XXHASH3": xxhash.xxh3_64_digest,
        "XXHASH128": xxhash.xxh3_128_digest,
        "SHA1": lambda data: hashlib.sha1(data).digest(),
        "SHA256": lambda data: hashlib.sha256(data).digest(),
        "SHA512": lambda data: hashlib.sha512(data).digest(),
        "MD5": lambda data: hashlib.md5(data).digest(),
    }


def s3_file():
    tables = [
        {"algorithm": name, "base64": table(lambda data: base64.b64encode(function(data)).decode())}
        for name, function in s3_checksums().items()
    ]
    return {"input": INPUT, "lengths": LENGTHS, "tables": tables}


def java_hash(text):
    """The formula of java.lang.String.hashCode, over units of UTF-16."""
    units = text.encode("utf-16-be")
    number = 0
    for i in range(0, len(units), 2):
        number = (31 * number + int.from_bytes(units[i : i + 2], "big")) % 2**32
    return number - 2**32 if number >> 31 else number


BUCKETS = [1, 2, 16, 1000, 2**31 - 1]


def iceberg_hash(data):
    return mmh3.hash(data, 0)


def iceberg_partition(data, buckets):
    return (mmh3.hash(data, 0) & 0x7FFFFFFF) % buckets


def kafka_partition(data, partitions, client="java"):
    if client == "librdkafka":
        return zlib.crc32(data) % partitions
    if client == "sarama":
        # The remainder of a negative number, without its sign.
        return abs(signed(fnvhash.fnv1a_32(data), 32)) % partitions
    hash = murmur2(data) if client == "java" else murmur2_of_kafkajs(data)
    return (hash & 0x7FFFFFFF) % partitions


def murmur2_of_kafkajs(data):
    """kafkajs's LegacyPartitioner, whose numbers are doubles; `systems.json` has its own results."""

    def product(number):
        signed = number - (number >> 31 << 32)
        return int(float(signed) * 0x5BD1E995) % 2**32

    hash = 0x9747B28C ^ len(data)
    for at in range(0, len(data), 4):
        word = product(int.from_bytes(data[at : at + 4], "little"))
        hash = product(hash) ^ product(word ^ word >> 24)
    if tail := len(data) % 4:
        hash = product(hash ^ int.from_bytes(data[-tail:], "little"))
    hash = product(hash ^ hash >> 13)
    return hash ^ hash >> 15


def jump_hash(number, buckets):
    return jump.hash(number % 2**64, buckets)


# FNV's offset basis, which is the seed if there is no other.
FNV_BASIS = -3750763034362895579


def redshift_fnv_hash(data, seed=FNV_BASIS):
    return signed(fnvhash.fnv1a_64(data, seed % 2**64))


def signed(number, bits=64):
    return number - 2**bits if number >> (bits - 1) else number


def bq_farm_fingerprint(data):
    return signed(farmhash.Fingerprint64(data))


# Characters of one to four bytes in UTF-8, and so of one and of two units in UTF-16.
JAVA_TEXTS = ["", "a", "hello", "polygenelubricants", "Größe", "東京", "🌍", "a🌍b", "\0", "\uffff", "x" * 300]


def engines_file():
    buckets = [
        {"function": name, "source": source, "n": n, "numbers": table(lambda data: function(data, n))}
        for name, source, function in [
            ("iceberg_partition", "mmh3", iceberg_partition),
            ("kafka_partition", "kafka-python", kafka_partition),
        ]
        for n in BUCKETS
    ]
    plain = [
        {"function": name, "source": source, "numbers": table(function)}
        for name, source, function in [
            ("bq_farm_fingerprint", "cityhash", bq_farm_fingerprint),
            ("iceberg_hash", "mmh3", iceberg_hash),
        ]
    ]
    java = [{"text": text, "hash": java_hash(text)} for text in JAVA_TEXTS]
    return {"input": INPUT, "lengths": LENGTHS, "tables": buckets + plain, "java": java}


def digest_functions():
    """The source of every algorithm of digest, and the function to its bytes."""
    hashlib_names = ["md5", "sha1", "sha224", "sha256", "sha384", "sha512"]
    hashlib_names += ["sha3_224", "sha3_256", "sha3_384", "sha3_512", "blake2b", "blake2s"]
    functions = {name: ("hashlib of Python", getattr(hashlib, name)) for name in hashlib_names}
    functions["sha512_224"] = ("pycryptodome", lambda data: SHA512.new(data, truncate="224"))
    functions["sha512_256"] = ("pycryptodome", lambda data: SHA512.new(data, truncate="256"))
    # Keccak as it was submitted, which Ethereum uses: not SHA3-256, whose padding differs.
    functions["keccak256"] = ("pycryptodome", lambda data: keccak.new(data=data, digest_bits=256))
    functions["blake3"] = ("blake3", blake3.blake3)
    functions["ripemd160"] = ("pycryptodome", RIPEMD160.new)
    functions["sm3"] = ("OpenSSL", functools.partial(hashlib.new, "sm3"))
    functions["skein256"] = ("pyskein", skein.skein256)
    functions["skein512"] = ("pyskein", skein.skein512)
    outputs = {
        "shake128": lambda data: SHAKE128.new(data).read(32),
        "shake256": lambda data: SHAKE256.new(data).read(64),
        "k12": lambda data: KangarooTwelve.new(data).read(32),
    }
    hashers = {
        name: (source, lambda data, hasher=hasher: hasher(data).digest())
        for name, (source, hasher) in functions.items()
    }
    return hashers | {name: ("pycryptodome", function) for name, function in outputs.items()}


def digest_file():
    tables = [
        {"algorithm": name, "source": source, "hex": table(lambda data: function(data).hex())}
        for name, (source, function) in digest_functions().items()
    ]
    return {"input": INPUT, "lengths": LENGTHS, "tables": tables}
