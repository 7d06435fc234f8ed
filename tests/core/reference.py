"""The hashes of other implementations, as expected values.

usage: reference.py FILE.parquet

prints, as JSON, the results of every function over the columns t, d and b of a file that has them,
in the order of its column id: {"xxh3": {"t": ["…", …], …}, …}. The calls are those that
suite/calls.rs builds: the fewest arguments, this key, this context and sha256.
"""

import base64
import hashlib
import json
import pathlib
import sys
import uuid
import zlib

import awscrt.checksums
import blake3 as b3
import cityhash
import farmhash
import fnvhash
import google_crc32c
import metrohash
import mmh3
import murmurhash2
import siphash
import siphash24
import skein
import spookyhash
import xxhash
from clickhouse_cityhash.cityhash import CityHash64 as cityhash64_of_clickhouse
from Crypto.Hash import RIPEMD160, SHA512, SHAKE128, SHAKE256, KangarooTwelve, keccak

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "vectors"))
import hashes
import lookup3
import multiplied
import short_inputs
import siphash_clickhouse

KEY = b"0123456789abcdef0123456789abcdef"
KEY16 = KEY[:16]
MAC_KEY = b"a key of any length"
CONTEXT = "example.org 2026 tokens"
BUCKETS = 1000
SEED = 7

HASHLIB = "md5 sha1 sha224 sha256 sha384 sha512 sha3_224 sha3_256 sha3_384 sha3_512 blake2b blake2s"

ALGORITHMS = {
    **{name: lambda data, name=name: hashlib.new(name, data).digest() for name in HASHLIB.split()},
    "sha512_224": lambda data: SHA512.new(data, truncate="224").digest(),
    "sha512_256": lambda data: SHA512.new(data, truncate="256").digest(),
    "keccak256": lambda data: keccak.new(digest_bits=256, data=data).digest(),
    "blake3": lambda data: b3.blake3(data).digest(),
    "shake128": lambda data: SHAKE128.new(data).read(32),
    "shake256": lambda data: SHAKE256.new(data).read(64),
    "k12": lambda data: KangarooTwelve.new(data).read(32),
    "skein256": lambda data: skein.skein256(data).digest(),
    "skein512": lambda data: skein.skein512(data).digest(),
    "ripemd160": lambda data: RIPEMD160.new(data).digest(),
    "sm3": lambda data: hashlib.new("sm3", data).digest(),
}


def blake3(data, length=32):
    return b3.blake3(data).digest(length)


def blake3_keyed(data, key=KEY):
    return b3.blake3(data, key=key).digest()


def blake3_derive_key(data, context=CONTEXT):
    return b3.blake3(data, derive_key_context=context).digest()


def digest(data, algorithm="sha256"):
    return ALGORITHMS[algorithm](data)


def hmac(data, key=MAC_KEY, algorithm="sha256"):
    return hashes.mac(data, key, algorithm)


def murmur3_x64_128(data, seed=0):
    return bytes.fromhex(hashes.murmur3_x64_128(data, seed))


def murmur3_x86_128(data, seed=0):
    return bytes.fromhex(hashes.murmur3_x86_128(data, seed))


def reversed_bytes(function):
    """SipHash as a number: its packages write the lowest byte first."""
    return lambda data, key=KEY16: function(data, key=key).digest()[::-1]


def number(width, function):
    """A hash with its canonical bytes: the number, big-endian."""
    return lambda *arguments: function(*arguments).to_bytes(width, "big")


# The hashes that take a seed, but those of xxHash. A new one has its line here.
SEEDED = {
    "murmur2_32": number(4, lambda data, seed=0: murmurhash2.murmurhash2(data, seed)),
    "murmur2_64": number(8, multiplied.murmur2_64),
    "murmur3_x86_32": number(4, lambda data, seed=0: mmh3.hash(data, seed, signed=False)),
    "murmur3_x64_128": murmur3_x64_128,
    "murmur3_x86_128": murmur3_x86_128,
    "wyhash": number(8, multiplied.wyhash),
    "rapidhash": number(8, multiplied.rapidhash),
    "metrohash64": number(8, lambda data, seed=0: metrohash.hash64_int(data, seed)),
    "metrohash128": number(16, lambda data, seed=0: metrohash.hash128_int(data, seed)),
    "spookyhash_v2_32": number(4, spookyhash.hash32),
    "spookyhash_v2_64": number(8, spookyhash.hash64),
    "spookyhash_v2_128": lambda data, seed=0: bytes.fromhex(hashes.spookyhash_v2_128(data, seed)),
    "komihash": number(8, lambda data, seed=0: short_inputs.komihash(data, seed)),
    "gxhash64": number(8, lambda data, seed=0: short_inputs.gxhash64(data, seed)),
    "aquahash": lambda data, seed=0: short_inputs.aquahash(data, seed),
    "meowhash": lambda data, seed=0: short_inputs.meowhash(data, seed),
}

# The canonical bytes of every hash that has a _hex form.
CANONICAL = {
    "xxh32": number(4, xxhash.xxh32_intdigest),
    "xxh64": number(8, xxhash.xxh64_intdigest),
    "xxh3": number(8, xxhash.xxh3_64_intdigest),
    "xxh128": xxhash.xxh3_128_digest,
    "blake3": blake3,
    "blake3_keyed": blake3_keyed,
    "blake3_derive_key": blake3_derive_key,
    "crc32": number(4, zlib.crc32),
    "crc32c": number(4, google_crc32c.value),
    "crc64nvme": number(8, awscrt.checksums.crc64nvme),
    "adler32": number(4, zlib.adler32),
    "fnv1a_32": number(4, fnvhash.fnv1a_32),
    "fnv1a_64": number(8, fnvhash.fnv1a_64),
    **SEEDED,
    "farmhash64": number(8, farmhash.Fingerprint64),
    "cityhash64": number(8, cityhash.CityHash64),
    **{
        name: lambda data, key=KEY, function=function: function(data, key)
        for name, function in hashes.highway_functions().items()
    },
    "siphash13": reversed_bytes(siphash24.siphash13),
    "siphash24": reversed_bytes(siphash24.siphash24),
    "siphash24_128": lambda data, key=KEY16: siphash.siphash_128(key, data),
    "clickhouse_siphash128": siphash_clickhouse.siphash128,
    "digest": digest,
    "hmac": hmac,
}
# Hashes that require a fixed length: an algorithm whose hex has that length, and the hash.
OF_ONE_LENGTH = {
    "haraka256": ("md5", short_inputs.haraka256),
    "haraka512": ("sha256", short_inputs.haraka512),
}
# The others are bytes.
NUMBERS = {name for name, function in CANONICAL.items() if len(function(b"")) <= 8}


def s3_checksum(data, algorithm="SHA256"):
    return base64.b64encode(hashes.s3_checksums()[algorithm](data)).decode()


def signed(number):
    return number - (number >> 63 << 64)


def version_8(digest):
    """A UUID of version 8, as in RFC 9562, section 5.8."""
    number = int.from_bytes(digest, "big")
    return uuid.UUID(int=number & ~(0xF << 76) & ~(0b11 << 62) | 8 << 76 | 0b10 << 62)


def named(version, algorithm, data):
    """The UUID of a name, which may be any bytes, in the namespace that the calls have."""
    return uuid.UUID(bytes=algorithm(uuid.NAMESPACE_DNS.bytes + data).digest()[:16], version=version)


def java_hash(data):
    try:
        return hashes.java_hash(data.decode())
    except UnicodeDecodeError:
        return "no text"


# Results without a hex form, as the suite writes them.
OTHERS = {
    "xxh3_signed": lambda data: signed(xxhash.xxh3_64_intdigest(data)),
    "xxh128_uuid": lambda data: version_8(xxhash.xxh3_128_digest(data)),
    "uuid5": lambda data: named(5, hashlib.sha1, data),
    "uuid3": lambda data: named(3, hashlib.md5, data),
    "s3_checksum": s3_checksum,
    "trino_xxhash64": lambda data: xxhash.xxh64_hexdigest(data),
    "bq_farm_fingerprint": hashes.bq_farm_fingerprint,
    "clickhouse_cityhash64": cityhash64_of_clickhouse,
    "clickhouse_siphash64": lambda data: int.from_bytes(siphash24.siphash24(data, key=bytes(16)).digest(), "little"),
    "clickhouse_halfmd5": lambda data: int.from_bytes(hashlib.md5(data).digest()[:8], "big"),
    "postgres_hashtext": lookup3.hashtext,
    "postgres_hashtextextended": lambda data, seed=SEED: lookup3.hashtextextended(data, seed),
    "redshift_fnv_hash": lambda data, seed=hashes.FNV_BASIS: hashes.redshift_fnv_hash(data, seed),
    "iceberg_hash": hashes.iceberg_hash,
    "iceberg_partition": lambda data, n=BUCKETS: hashes.iceberg_partition(data, n),
    "kafka_partition": lambda data, n=BUCKETS, client="java": hashes.kafka_partition(data, n, client),
    "java_hash": java_hash,
}


def other(name, data, *arguments):
    """The result of a function without a hex form."""
    return "NULL" if data is None or None in arguments else str(OTHERS[name](data, *arguments))


def hex_name(name):
    return "hexdigest" if name == "digest" else f"{name}_hex"


def text(name, data, *arguments):
    """The result of a hash as the suite writes it."""
    if data is None or None in arguments:
        return "NULL"
    canonical = CANONICAL[name](data, *arguments)
    return str(int.from_bytes(canonical, "big")) if name in NUMBERS else canonical.hex()


def hex_text(name, data, *arguments):
    if data is None or None in arguments:
        return "NULL"
    return CANONICAL[name](data, *arguments).hex()


def round_trips():
    """The results of the decompressors for the output of the compressors: the value itself."""
    for codec in ("zstd_", "lz4_", "lz4_block_", "gzip_", "zlib_", "snappy_", "brotli_", "xz_", "fsst_", ""):
        for prefix in ("", "try_"):
            yield f"{prefix}{codec}decompress", lambda data: "NULL" if data is None else data.hex() or "(empty)"
            yield f"{prefix}{codec}decompress_text", decompressed_text


def decompressed_text(data):
    if data is None:
        return "NULL"
    try:
        return data.decode() or "(empty)"
    except UnicodeDecodeError:
        return "NULL"


def functions():
    for name in CANONICAL:
        yield name, lambda data, name=name: text(name, data)
        yield hex_name(name), lambda data, name=name: hex_text(name, data)
    for name in OTHERS:
        yield name, lambda data, name=name: other(name, data)
    # The hash of the number that replaces every text: see suite/calls.rs.
    yield "jump_hash", lambda data: "NULL" if data is None else str(hashes.jump_hash(34, BUCKETS))
    # The hash of a digest's hex: see suite/calls.rs.
    for name, (algorithm, function) in OF_ONE_LENGTH.items():
        result = lambda data, algorithm=algorithm, function=function: (
            "NULL" if data is None else function(hashlib.new(algorithm, data).hexdigest().encode()).hex()
        )
        yield from ((name, result), (f"{name}_hex", result))
    yield from round_trips()
    # The frames need no dictionary.
    yield "zstd_dict_id", lambda data: "NULL"


def main():
    import duckdb

    columns = duckdb.connect().execute(f"SELECT t, d, b FROM '{sys.argv[1]}' ORDER BY id").fetchall()
    columns = dict(zip("tdb", zip(*columns)))
    columns = {
        name: [value.encode() if isinstance(value, str) else value for value in values]
        for name, values in columns.items()
    }
    results = {
        name: {column: [function(value) for value in values] for column, values in columns.items()}
        for name, function in functions()
    }
    json.dump(results, sys.stdout)


if __name__ == "__main__":
    main()
