"""Functions over rows and over lists of texts beside other implementations, on 100,000 rows.

usage: row_functions.py EXTENSION|PROGRAM

EXTENSION is run in the DuckDB that Python imports, PROGRAM is `hashlane`, which runs DataFusion. The values come from
polars-hash's encoding as tests/vectors/row_encoding.py has it, xxhash, Python's uuid, datasketch and simhash.
"""

import hashlib
import pathlib
import random
import sys
import tempfile
import uuid

import datasketch
import pyarrow as pa
import pyarrow.parquet
import simhash
import xxhash

TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS), str(TESTS / "vectors")]
import row_encoding
from support.either import write

ROWS = 100_000
SIGNATURE = 16
FRACTIONS = [0.0, 1.0, 0.1, 0.5, 2.0**-60, 1 - 2.0**-53]
COUNTS = [1, 2, 3, 7, 10, 1000, 2**31 - 1]
WORDS = "the quick brown fox jumps over a lazy dog füchschen 東京 🦊 x".split()

CALLS = {
    "signed": "xxh3_signed(t)",
    "seeded": "xxh3_signed(t, CAST(seed AS BIGINT))",
    "of_text": "CAST(xxh128_uuid(t) AS VARCHAR)",
    "row_signed": "row_xxh3_signed(i, t)",
    "of_row": "CAST(row_uuid(i, t) AS VARCHAR)",
    "bucket": "hash_bucket(i, t, n)",
    "bucket_of_10": "hash_bucket(i, t, 10)",
    "sampled": "hash_sample(i, t, fraction)",
    "a_tenth": "hash_sample(i, t, 0.1)",
    "min": f"minhash(l, {SIGNATURE})",
    "sim": "simhash(l)",
    "merged": f"minhash_merge(minhash(l, {SIGNATURE}), minhash(m, {SIGNATURE}))",
    "similar": f"minhash_similarity(minhash(l, {SIGNATURE}), minhash(m, {SIGNATURE}))",
    "bands": f"minhash_bands(minhash(l, {SIGNATURE}), bands)",
    "by_name": "CAST(uuid5('dns', t) AS VARCHAR)",
    "by_name_in": "CAST(uuid5(space, t) AS VARCHAR)",
    "by_name_md5": "CAST(uuid3(space, t) AS VARCHAR)",
    "row_by_name": "CAST(row_uuid5('oid', i, t) AS VARCHAR)",
    "pairs": "shingles(t, 2)",
    "triples": "shingles(t, 3, 'characters')",
    # Two's complement of any other hash, as in sql/FUNCTIONS.md.
    "signed_xxh64": "CASE WHEN xxh64(t) <= 9223372036854775807 THEN CAST(xxh64(t) AS BIGINT) "
    "ELSE -1 - CAST(18446744073709551615 - xxh64(t) AS BIGINT) END",
}


def rows():
    chosen = random.Random(20)
    for number in range(ROWS):
        text = chosen.choice([" ", "  ", "\t\u2003"]).join(chosen.choices(WORDS, k=chosen.randrange(12)))
        words = chosen.choices([*WORDS, None], k=chosen.randrange(9))
        yield {
            "id": number,
            "i": chosen.choice([None, number, -number, chosen.getrandbits(63)]),
            "t": chosen.choice([None, text, text, text]),
            "seed": chosen.choice([None, 0, 1, chosen.getrandbits(62)]),
            "n": chosen.choice([None, *COUNTS]),
            "fraction": chosen.choice([None, *FRACTIONS, chosen.random()]),
            "l": chosen.choice([None, [], [None], words, words, words]),
            "m": chosen.choice([None, words, words[1:]]),
            "bands": chosen.choice([None, 1, 2, 4, SIGNATURE]),
            "space": chosen.choice([None, "url", str(uuid.UUID(int=chosen.getrandbits(128)))]),
        }


def signed(number):
    return number - (number >> 63 << 64)


def version_8(digest):
    number = int.from_bytes(digest, "big")
    number = number & ~(0xF << 76) & ~(0b11 << 62) | 8 << 76 | 0b10 << 62
    made = uuid.UUID(int=number)
    assert (made.version, made.variant) == (8, uuid.RFC_4122)
    return str(made)


def encoded(number, text):
    values = (
        row_encoding.NULL if number is None else row_encoding.integer(number),
        row_encoding.NULL if text is None else row_encoding.string(text),
    )
    return b"\x0d\x02" + b"".join(values)


def is_sampled(data, fraction):
    if fraction is None:
        return None
    top, bottom = fraction.as_integer_ratio()
    return xxhash.xxh3_64_intdigest(data, 1) * bottom < top << 64


def min_hash(words):
    words = [word.encode() for word in words or [] if word is not None]
    if not words:
        return None
    made = datasketch.MinHash(num_perm=SIGNATURE)
    made.update_batch(words)
    return made


def numbers(made):
    return None if made is None else [int(number) for number in made.hashvalues]


def merged(a, b):
    if a is None or b is None:
        return None
    both = a.copy()
    both.merge(b)
    return both


def bands(made, count):
    if made is None or count is None:
        return None
    parts = made.hashvalues.astype("<u4").reshape(count, -1)
    return [xxhash.xxh3_64_intdigest(part.tobytes(), index) for index, part in enumerate(parts)]


def by_name(version, space, name):
    if space is None or name is None:
        return None
    known = {"dns": uuid.NAMESPACE_DNS, "url": uuid.NAMESPACE_URL}
    return str(version(known.get(space) or uuid.UUID(space), name))


def row_by_name(data):
    digest = hashlib.sha1(uuid.NAMESPACE_OID.bytes + data).digest()
    return str(uuid.UUID(bytes=digest[:16], version=5))


def shingles(units, n, separator):
    return [separator.join(units[i : i + n]) for i in range(len(units) - n + 1)]


def sim_hash(words):
    words = [word for word in words or [] if word is not None]
    return simhash.Simhash(words).value if words else None


def expected(row):
    text, seed, data = row["t"], row["seed"], encoded(row["i"], row["t"])
    of_row = xxhash.xxh3_64_intdigest(data)
    given = None if text is None else text.encode()
    a, b = min_hash(row["l"]), min_hash(row["m"])
    return {
        "id": row["id"],
        "signed": None if given is None else signed(xxhash.xxh3_64_intdigest(given)),
        "seeded": None if given is None or seed is None else signed(xxhash.xxh3_64_intdigest(given, seed)),
        "of_text": None if given is None else version_8(xxhash.xxh3_128_digest(given)),
        "row_signed": signed(of_row),
        "of_row": version_8(xxhash.xxh3_128_digest(data)),
        "bucket": None if row["n"] is None else of_row * row["n"] >> 64,
        "bucket_of_10": of_row * 10 >> 64,
        "sampled": is_sampled(data, row["fraction"]),
        "a_tenth": is_sampled(data, 0.1),
        "min": numbers(a),
        "merged": numbers(merged(a, b)),
        "similar": None if a is None or b is None else a.jaccard(b),
        "bands": bands(a, row["bands"]),
        "by_name": by_name(uuid.uuid5, "dns", text),
        "by_name_in": by_name(uuid.uuid5, row["space"], text),
        "by_name_md5": by_name(uuid.uuid3, row["space"], text),
        "row_by_name": row_by_name(data),
        "pairs": None if text is None else shingles(text.split(), 2, " "),
        "triples": None if text is None else shingles(text, 3, ""),
        "sim": sim_hash(row["l"]),
        "signed_xxh64": None if given is None else signed(xxhash.xxh64_intdigest(given)),
    }


def main():
    types = {"id": pa.int64(), "i": pa.int64(), "t": pa.string(), "seed": pa.int64(), "n": pa.int64()}
    lists = {"l": pa.list_(pa.string()), "m": pa.list_(pa.string())}
    more = {"fraction": pa.float64(), "bands": pa.int32(), "space": pa.string()}
    schema = pa.schema({**types, **more, **lists})
    given = list(rows())
    table = pa.Table.from_pylist(given, schema=schema)
    calls = ", ".join(f"{call} AS {name}" for name, call in CALLS.items())
    with tempfile.TemporaryDirectory() as folder:
        source, result = f"{folder}/given.parquet", f"{folder}/result.parquet"
        pa.parquet.write_table(table, source)
        write(sys.argv[1], f"SELECT id, {calls} FROM '{source}'", result)
        results = sorted(pa.parquet.read_table(result).to_pylist(), key=lambda row: row["id"])
    wrong = [(found, wanted) for found, wanted in zip(results, map(expected, given), strict=True) if found != wanted]
    for found, wanted in wrong[:5]:
        print({name: (found[name], wanted[name]) for name in found if found[name] != wanted[name]})
    if wrong:
        sys.exit(f"{len(wrong)} of {ROWS} rows differ")
    print(f"{len(CALLS)} calls over {ROWS} rows agree")


main()
