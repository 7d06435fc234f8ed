"""Names of other systems: the macros of sql/dialects, and the functions that docs/engine-hashes.md calls equal.

usage: dialects.py EXTENSION [--random N]

Expected values are the examples of the other systems' references and tests, and random values hashed by Python's standard
library, mmh3, spookyhash, xxhash and cityhash. Those of ClickHouse are in vectors/systems.json. --random sets the number of random
values, 1000 otherwise; if chdb is importable and has all of ClickHouse's hashes, as chdb-core 26.9 has, --random also takes
ClickHouse's values from it.
"""

import bz2
import hashlib
import hmac
import json
import os
import pathlib
import random
import re
import sys
import tempfile
import uuid
import zlib

import cramjam
import duckdb
import farmhash
import mmh3
import spookyhash
import xxhash
import zstandard

TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TESTS / "vectors"))

import system_clickhouse

EXTENSION = os.path.abspath(sys.argv[1])
COUNT = int(sys.argv[sys.argv.index("--random") + 1]) if "--random" in sys.argv else 1000
DIALECTS = TESTS.parent / "sql" / "dialects"


def connect(dialect=None):
    connection = duckdb.connect(config={"allow_unsigned_extensions": "true"})
    connection.execute(f"LOAD '{EXTENSION}'")
    if dialect:
        connection.execute((DIALECTS / f"{dialect}.sql").read_text())
    return connection


def signed(value, bits):
    return value - (1 << bits) if value >> (bits - 1) else value


def big_endian(value, size):
    return value.to_bytes(size, "big")


def md5(data):
    return hashlib.md5(data).digest()


def digest(name):
    return lambda data: hashlib.new(name, data).digest()


def hexdigest(name):
    return lambda data: hashlib.new(name, data).hexdigest()


def mac(name):
    return lambda data: hmac.new(b"key", data, name).digest()


# What the systems' own documents and tests show.
EXAMPLES = {
    # docs.snowflake.com/en/sql-reference/functions
    "snowflake": [
        ("md5('Snowflake')", "edf1439075a83a447fb8b630ddc9c8de"),
        ("md5_hex('Snowflake')", "edf1439075a83a447fb8b630ddc9c8de"),
        ("md5_binary('Snowflake')", bytes.fromhex("EDF1439075A83A447FB8B630DDC9C8DE")),
        ("md5_number_lower64('Snowflake')", 9203306159527282910),
        ("md5_number_upper64('Snowflake')", 17145559544104499780),
        ("md5_number_lower64('test')", 14618207765679027446),
        ("md5_number_upper64('test')", 688887797400064883),
        ("sha1('Snowflake')", "fda76b0bcc1e87cf259b1d1e3271d76f590fb5dd"),
        ("sha1_hex('Snowflake')", "fda76b0bcc1e87cf259b1d1e3271d76f590fb5dd"),
        ("sha1_binary('Snowflake')", bytes.fromhex("FDA76B0BCC1E87CF259B1D1E3271D76F590FB5DD")),
        ("sha2('Snowflake', 224)", "6267d3d7a59929e6864dd4b737d98e3ef8569d9f88a7466647838532"),
        ("sha2('a', 256)", "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"),
        ("sha2('a')", "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"),
        ("sha2_hex('Snowflake', 224)", "6267d3d7a59929e6864dd4b737d98e3ef8569d9f88a7466647838532"),
        ("sha2_binary('test')", b"\x9f\x86\xd0\x81\x88L}e\x9a/\xea\xa0\xc5Z\xd0\x15\xa3\xbfO\x1b+\x0b\x82,\xd1]l\x15\xb0\xf0\n\x08"),
        ("compress('Snowflake', 'SNAPPY')", bytes.fromhex("0920536E6F77666C616B65")),
        ("decompress_string(unhex('0920536E6F77666C616B65'), 'SNAPPY')", "Snowflake"),
        ("hex(decompress_binary(compress('Hello', 'SNAPPY'), 'SNAPPY'))", "48656C6C6F"),
        ("uuid_string('fe971b24-9572-4005-b22f-351e9c09274d', 'foo')", "dc0b6f65-fca6-5b4b-9d37-ccc3fde1f3e2"),
    ],
    # cloud.google.com/bigquery/docs/reference/standard-sql/hash_functions
    "bigquery": [
        ("farm_fingerprint(concat(CAST(1 AS VARCHAR), 'foo', CAST(true AS VARCHAR)))", -1541654101129638711),
        ("farm_fingerprint('2applefalse')", 2794438866806483259),
        ("farm_fingerprint('3true')", -4880158226897771312),
    ],
    # docs.databricks.com/sql/language-manual/functions, and the reference of PySpark
    "databricks": [
        ("hash('Spark', [123], 2)", -1321691492),
        ("xxhash64('Spark', [123], 2)", 5602566077635097486),
        ("xxhash64('ABC')", 4105715581806190027),
        ("xxhash64('ABC', 'DEF')", 3233247871021311208),
        ("crc32('Spark')", 1557323817),
        ("crc32('ABC')", 2743272264),
        ("md5('Spark')", "8cde774d6f7333752ed72cacddb05126"),
        ("sha('Spark')", "85f5955f4b27a9a4c2aab6ffe5d7189fc298b92c"),
        ("sha1('Spark')", "85f5955f4b27a9a4c2aab6ffe5d7189fc298b92c"),
        ("sha2('Spark', 256)", "529bc3b07127ecb7e53a4dcf1991d9152c24537d919178022b2c42657f79a26b"),
        ("sha2('Alice', 0)", "3bc51062973c458d5a6f2d8d64a023246354ad7e064b1e4e009ec8a0699a3043"),
    ],
    # trinodb/trino, TestVarbinaryFunctions
    "trino": [
        ("to_hex(md5(to_utf8('hashme')))", "533F6357E0210E67D91F651BC49E1278"),
        ("to_hex(sha1(to_utf8('hashme')))", "FB78992E561929A6967D5328F49413FA99048D06"),
        ("to_hex(sha256(to_utf8('hashme')))", "02208B9403A87DF9F4ED6B2EE2657EFAA589026B4CCE9ACCC8E8A5BF3D693C86"),
        (
            "to_hex(sha512(to_utf8('hashme')))",
            "8A4B59FB9188D09B989FF596AC9CEFBF2ED91DED8DCD9498E8BF2236814A92B2"
            "3BE6867E7FC340880E514F8FDF97E1F147EA4B0FD6C2DA3557D0CF1C0B58A204",
        ),
        ("to_hex(murmur3(to_utf8('')))", "00000000000000000000000000000000"),
        ("to_hex(murmur3(to_utf8('hashme')))", "93192FE805BE23041C8318F67EC4F2BC"),
        ("to_hex(xxhash64(to_utf8('')))", "EF46DB3751D8E999"),
        ("to_hex(xxhash64(to_utf8('hashme')))", "F9D96E0E1165E892"),
        ("to_hex(spooky_hash_v2_32(to_utf8('')))", "6BF50919"),
        ("to_hex(spooky_hash_v2_32(to_utf8('hello')))", "D382E6CA"),
        ("to_hex(spooky_hash_v2_64(to_utf8('')))", "232706FC6BF50919"),
        ("to_hex(spooky_hash_v2_64(to_utf8('hello')))", "3768826AD382E6CA"),
        ("crc32(to_utf8('CRC me!'))", 38028046),
        ("crc32(to_utf8('ABCDEFGHIJKLM'))", 4223167559),
        ("to_hex(hmac_md5(to_utf8(''), to_utf8('key')))", "63530468A04E386459855DA0063B6596"),
        ("to_hex(hmac_md5(to_utf8('hashme'), to_utf8('key')))", "0A26EBEB0E7B65F528D96F7BC631BC8F"),
        ("to_hex(hmac_sha1(to_utf8('hashme'), to_utf8('key')))", "2E7C4C6AEFA7E69F106EEE3CE21944D0046D2F3D"),
        (
            "to_hex(hmac_sha256(to_utf8('hashme'), to_utf8('key')))",
            "D3D72F9FACDE059DA3A4EB43A9ABDD4B35118E0FEF00E6D16FB04BB332AF0484",
        ),
        (
            "to_hex(hmac_sha512(to_utf8('hashme'), to_utf8('key')))",
            "FEFA712B67DED871E1ED987F8B20D6A69EB9FCC87974218B9A1A6D5202B54C18"
            "ECDA4839A979DED22F07E0881CF40B762691992D120408F49D6212E112509D72",
        ),
    ],
    # docs.starrocks.io and doris.apache.org: no macros, but the calls of docs/engine-hashes.md.
    None: [
        ("xxh3_signed('hello')", -7685981735718036227),
        ("xxh3_signed('world', xxh3('hello'))", 7001965798170371843),
        ("xxh128_hex('hello')", f"{-98478366302105124680504504609445627880 % 2**128:032x}"),
        ("xxh128_hex('hello' || 'world')", f"{-45235302294609689438180196264627189905 % 2**128:032x}"),
        ("murmur3_x86_32('hello', 104729)", 1321743225),
        ("murmur3_x86_32('world', murmur3_x86_32('hello', 104729))", 984713481),
        ("xxh32('hello')", -83855367 % 2**32),
        ("xxh32('world', xxh32('hello'))", -920844969 % 2**32),
        ("murmur3_x64_128_hex('hello')[1:16]", f"{-3758069500696749310 % 2**64:016x}"),
        ("murmur3_x64_128_hex('1013199993_1756808272')[1:16]", f"{15798640563451009166:016x}"),
        # The pull request that adds them to Spark.
        ("xxh3_signed('Spark')", 80997306238743657),
        ("xxh128_hex('Spark')", "7d57dd84c60c86ca1f4e82ab91a12b5e"),
    ],
}

# Calls on a BLOB x, the type of their results, and the same in Python.
RANDOM = {
    "snowflake": [
        ("md5(x)", "VARCHAR", hexdigest("md5")),
        ("md5_hex(x)", "VARCHAR", hexdigest("md5")),
        ("md5_binary(x)", "BLOB", md5),
        ("md5_number_upper64(x)", "UBIGINT", lambda data: int.from_bytes(md5(data)[:8], "big")),
        ("md5_number_lower64(x)", "UBIGINT", lambda data: int.from_bytes(md5(data)[8:], "big")),
        ("sha1(x)", "VARCHAR", hexdigest("sha1")),
        ("sha1_hex(x)", "VARCHAR", hexdigest("sha1")),
        ("sha1_binary(x)", "BLOB", digest("sha1")),
        ("sha2(x)", "VARCHAR", hexdigest("sha256")),
        ("sha2_hex(x)", "VARCHAR", hexdigest("sha256")),
        ("sha2_binary(x)", "BLOB", digest("sha256")),
        *((f"sha2(x, {bits})", "VARCHAR", hexdigest(f"sha{bits}")) for bits in (224, 256, 384, 512)),
        *((f"sha2_hex(x, {bits})", "VARCHAR", hexdigest(f"sha{bits}")) for bits in (224, 256, 384, 512)),
        *((f"sha2_binary(x, {bits})", "BLOB", digest(f"sha{bits}")) for bits in (224, 256, 384, 512)),
    ],
    "bigquery": [
        *((f"{name}(x)", "BLOB", digest(name)) for name in ("md5", "sha1", "sha256", "sha512")),
        ("farm_fingerprint(x)", "BIGINT", lambda data: signed(farmhash.Fingerprint64(data), 64)),
        ("to_hex(x)", "VARCHAR", bytes.hex),
    ],
    "databricks": [
        ("sha(x)", "VARCHAR", hexdigest("sha1")),
        ("md5(x)", "VARCHAR", hexdigest("md5")),
        ("crc32(x)", "BIGINT", zlib.crc32),
        ("xxhash64(x)", "BIGINT", lambda data: signed(xxhash.xxh64_intdigest(data, 42), 64)),
        ("sha2(x, 0)", "VARCHAR", hexdigest("sha256")),
        *((f"sha2(x, {bits})", "VARCHAR", hexdigest(f"sha{bits}")) for bits in (224, 256, 384, 512)),
    ],
    "trino": [
        *((f"{name}(x)", "BLOB", digest(name)) for name in ("md5", "sha1", "sha256", "sha512")),
        *((f"hmac_{name}(x, to_utf8('key'))", "BLOB", mac(name)) for name in ("md5", "sha1", "sha256", "sha512")),
        ("crc32(x)", "BIGINT", zlib.crc32),
        ("murmur3(x)", "BLOB", mmh3.hash_bytes),
        ("xxhash64(x)", "BLOB", lambda data: big_endian(xxhash.xxh64_intdigest(data), 8)),
        ("spooky_hash_v2_32(x)", "BLOB", lambda data: big_endian(spookyhash.hash32(data, 0), 4)),
        ("spooky_hash_v2_64(x)", "BLOB", lambda data: big_endian(spookyhash.hash64(data, 0), 8)),
    ],
}

# What ClickHouse's functions of a String t are here, as docs/engine-hashes.md says.
OURS = {
    "xxHash32(t)": "xxh32(t)",
    "xxHash64(t)": "xxh64(t)",
    "xxh3(t)": "xxh3(t)",
    "leftPad(hex(xxh3_128(t)), 32, '0')": "upper(xxh128_hex(t))",
    "xxHash64Spark(t)": "spark_xxhash64(t)",
    "CRC32(t)": "crc32(t)",
    "murmurHash3_32(t)": "murmur3_x86_32(t)",
    "murmurHash3_64(t)": "xor(CAST('0x' || murmur3_x64_128_hex(t)[1:16] AS UBIGINT), CAST('0x' || murmur3_x64_128_hex(t)[17:32] AS UBIGINT))",
    "hex(murmurHash3_128(t))": "upper(regexp_replace(murmur3_x64_128_hex(t), '(..)(..)(..)(..)(..)(..)(..)(..)', '\\8\\7\\6\\5\\4\\3\\2\\1', 'g'))",
    "farmFingerprint64(t)": "farmhash64(t)",
    "hex(sipHash128Reference(t))": "hex(siphash24_128(t, unhex(repeat('00', 16))))",
    "icebergHash(t)": "iceberg_hash(t)",
    "hex(HMAC('sha256', t, 'key'))": "hex(hmac(t, 'key', 'sha256'))",
    "hex(keccak256(t))": "hex(digest(t, 'keccak256'))",
    **{
        f"hex({name}(t))": f"hex(digest(t, '{name}'))"
        for name in ("MD5", "SHA1", "SHA224", "SHA256", "SHA384", "SHA512", "SHA512_256", "RIPEMD160")
    },
}


def compare(calls, expected, found):
    for call, values, results in zip(calls, expected, found):
        for i, (value, result) in enumerate(zip(values, results, strict=True)):
            assert result == value, f"{call}: row {i} is {result!r} instead of {value!r}"


def test_examples():
    for dialect, examples in EXAMPLES.items():
        connection = connect(dialect)
        for call, expected in examples:
            result = connection.execute(f"SELECT {call}").fetchone()[0]
            assert result == expected and type(result) is type(expected), f"{dialect}: {call} is {result!r}"


def test_random_values():
    rng = random.Random(7)
    values = [bytes.fromhex(text) for text in system_clickhouse.random_texts(COUNT, rng)]
    for dialect, calls in RANDOM.items():
        connection = connect(dialect)
        connection.execute("CREATE TABLE t (id INTEGER, x BLOB)")
        connection.execute(
            "INSERT INTO t SELECT unnest(range(len($1))), unhex(unnest($1))", [[value.hex() for value in values]]
        )
        names = ", ".join(call for call, _, _ in calls)
        rows = connection.execute(f"SELECT {names} FROM t ORDER BY id").fetchall()
        types = [str(column[1]) for column in connection.description]
        assert types == [kind for _, kind, _ in calls], (dialect, types)
        expected = [[of(value) for value in values] for _, _, of in calls]
        compare([call for call, _, _ in calls], expected, zip(*rows))
        # Text gives what its UTF-8 gives, and NULL is NULL, except for Spark's hashes.
        for call, _, of in calls:
            text = re.sub(r"\bx\b", "'naïve 東'", call, count=1)
            assert connection.execute(f"SELECT {text}").fetchone()[0] == of("naïve 東".encode()), text
            null = re.sub(r"\bx\b", "CAST(NULL AS BLOB)", call, count=1)
            value = 42 if null.startswith(("hash(", "xxhash64(")) and dialect == "databricks" else None
            assert connection.execute(f"SELECT {null}").fetchone()[0] == value, null


def refused(connection, call, *words):
    try:
        result = connection.execute(f"SELECT {call}").fetchone()
    except duckdb.Error as error:
        assert all(word in str(error) for word in words), f"{call}: {error}"
    else:
        raise AssertionError(f"{call} is {result}")


def test_snowflake():
    connection = connect("snowflake")
    one = lambda call: connection.execute(f"SELECT {call}").fetchone()[0]
    text = "a text that repeats, " * 50
    data = text.encode()
    readers = {
        "SNAPPY": lambda stream: bytes(cramjam.snappy.decompress_raw(stream)),
        "ZLIB": zlib.decompress,
        "ZSTD": zstandard.decompress,
        "BZ2": bz2.decompress,
    }
    writers = {
        "SNAPPY": lambda content: bytes(cramjam.snappy.compress_raw(content)),
        "ZLIB": zlib.compress,
        "ZSTD": zstandard.compress,
        "BZ2": bz2.compress,
    }
    for method, read in readers.items():
        for spelled in (method, method.lower(), f"{method}(1)", f"{method.title()}(9)", f"{method}(0)"):
            assert read(one(f"compress('{text}', '{spelled}')")) == data, spelled
            stream = writers[method](data).hex()
            assert one(f"decompress_binary(unhex('{stream}'), '{spelled}')") == data, spelled
            assert one(f"decompress_string(unhex('{stream}'), '{spelled}')") == text, spelled
    assert one("compress('a', 'ZLIB(0)') = compress('a', 'ZLIB')")
    refused(connection, "compress('a', 'LZO')", "LZO")
    refused(connection, "compress('a', 'ZLIB(10)')", "zlib(9)")
    refused(connection, "decompress_binary('a', 'LZO')", "LZO")
    for call in ("compress(NULL, 'ZLIB')", "decompress_binary(NULL, 'ZSTD')", "uuid_string(NULL, 'a')", "sha2('a', NULL)"):
        assert one(call) is None, call
    refused(connection, "sha2('a', 1)", "digest_size", "224, 256, 384 or 512")
    refused(connection, "sha2_binary('a', 0)", "digest_size")
    assert uuid.UUID(one("uuid_string()")).version == 4
    assert connection.execute("SELECT count(DISTINCT uuid_string()) FROM range(100)").fetchone() == (100,)
    rng = random.Random(5)
    for _ in range(min(COUNT, 500)):
        space, name = uuid.UUID(int=rng.getrandbits(128)), f"name {rng.getrandbits(64)}"
        assert one(f"uuid_string('{space}', '{name}')") == str(uuid.uuid5(space, name))


def test_databricks():
    connection = connect("databricks")
    for bits in (1, 128, -256, "NULL"):
        assert connection.execute(f"SELECT sha2('a', {bits})").fetchone() == (None,), bits
    for name in ("hash", "xxhash64"):
        for count in range(1, 17):
            values = ", ".join(str(i) for i in range(count))
            both = connection.execute(f"SELECT {name}({values}), spark_{name}({values})").fetchone()
            assert both[0] == both[1], (name, count)


def test_macros_leave_nothing_behind():
    """A macro in the database would make the next LOAD fail, since some have names of our functions."""
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(2):
            connection = duckdb.connect(f"{folder}/a.duckdb", config={"allow_unsigned_extensions": "true"})
            connection.execute(f"LOAD '{EXTENSION}'")
            for dialect in RANDOM:
                connection.execute((DIALECTS / f"{dialect}.sql").read_text())
            connection.close()


def test_starrocks_and_doris():
    """Several arguments chain: the hash of one is the seed of the next, but for xx_hash3_128, which hashes them joined."""
    connection = connect()
    rng = random.Random(9)
    for _ in range(min(COUNT, 1000)):
        a, b = (rng.randbytes(rng.randrange(300)) for _ in range(2))
        x, y = (f"unhex('{value.hex()}')" for value in (a, b))
        row = connection.execute(
            f"SELECT xxh3_signed({y}, xxh3({x})), xxh128_hex({x} || {y}),"
            f" murmur3_x86_32({y}, murmur3_x86_32({x}, 104729)), xxh32({y}, xxh32({x}))"
        ).fetchone()
        assert row == (
            signed(xxhash.xxh3_64_intdigest(b, xxhash.xxh3_64_intdigest(a)), 64),
            xxhash.xxh3_128_hexdigest(a + b),
            mmh3.hash(b, mmh3.hash(a, 104729, signed=False), signed=False),
            xxhash.xxh32_intdigest(b, xxhash.xxh32_intdigest(a)),
        ), (a, b)


def clickhouse_values():
    if "--random" in sys.argv:
        try:
            return system_clickhouse.texts(COUNT)
        except Exception as error:
            print(f"not compared with ClickHouse on {COUNT} values: {error}")
    return json.loads((TESTS / "vectors" / "systems.json").read_text())["clickhouse_texts"]


def test_clickhouse():
    values = clickhouse_values()
    assert sorted(OURS) == sorted(set(values) - {"texts"}) == sorted(system_clickhouse.OF_TEXTS)
    connection = connect()
    connection.execute("CREATE TABLE t AS SELECT unnest(range(len($1))) AS id, unhex(unnest($1)) AS t", [values["texts"]])
    calls = ", ".join(f"CAST({call} AS VARCHAR)" for call in OURS.values())
    rows = connection.execute(f"SELECT {calls} FROM t ORDER BY id").fetchall()
    compare(OURS, [values[name] for name in OURS], zip(*rows))
    print(f"{len(rows)} values equal ClickHouse's")


def test_documents_name_the_macros():
    """The header of a dialect lists its macros, all of which are tested."""
    for dialect in RANDOM:
        text = (DIALECTS / f"{dialect}.sql").read_text()
        defined = re.findall(r"^CREATE OR REPLACE TEMP MACRO (\w+)", text, re.M)
        listed = re.search(r"^-- Defined here: (.*?)\.$", text, re.M | re.S)[1]
        assert sorted(re.findall(r"\w+", listed)) == sorted(defined), dialect
        tested = " ".join(call for call, *_ in EXAMPLES[dialect] + RANDOM[dialect])
        assert all(re.search(rf"\b{name}\(", tested) for name in defined), dialect
    assert sorted(path.stem for path in DIALECTS.iterdir()) == sorted(RANDOM)


def main():
    for name, test in sorted(globals().items()):
        if name.startswith("test_"):
            test()
    print(f"names of other systems, DuckDB {duckdb.__version__}: {COUNT} random values each")


main()
