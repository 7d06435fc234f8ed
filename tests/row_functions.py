"""Functions over rows and over lists of texts beside other implementations, on 100,000 rows.

usage: row_functions.py EXTENSION|PROGRAM

EXTENSION is run in the DuckDB that Python imports, PROGRAM is `hashlane`, which runs DataFusion. The values come from
polars-hash's encoding as tests/vectors/row_encoding.py has it, xxhash, Python's uuid, datasketch and simhash.
"""

import pathlib
import random
import subprocess
import sys
import tempfile
import uuid

import datasketch
import pyarrow as pa
import pyarrow.parquet
import simhash
import xxhash

sys.path.insert(0, str(pathlib.Path(__file__).parent / "vectors"))
import row_encoding

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
    # Two's complement of any other hash, as in sql/FUNCTIONS.md.
    "signed_xxh64": "CASE WHEN xxh64(t) <= 9223372036854775807 THEN CAST(xxh64(t) AS BIGINT) "
    "ELSE -1 - CAST(18446744073709551615 - xxh64(t) AS BIGINT) END",
}


def rows():
    chosen = random.Random(20)
    for number in range(ROWS):
        text = " ".join(chosen.choices(WORDS, k=chosen.randrange(12)))
        words = chosen.choices([*WORDS, None], k=chosen.randrange(9))
        yield {
            "id": number,
            "i": chosen.choice([None, number, -number, chosen.getrandbits(63)]),
            "t": chosen.choice([None, text, text, text]),
            "seed": chosen.choice([None, 0, 1, chosen.getrandbits(62)]),
            "n": chosen.choice([None, *COUNTS]),
            "fraction": chosen.choice([None, *FRACTIONS, chosen.random()]),
            "l": chosen.choice([None, [], [None], words, words, words]),
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
    return [int(number) for number in made.hashvalues]


def sim_hash(words):
    words = [word for word in words or [] if word is not None]
    return simhash.Simhash(words).value if words else None


def expected(row):
    text, seed, data = row["t"], row["seed"], encoded(row["i"], row["t"])
    of_row = xxhash.xxh3_64_intdigest(data)
    given = None if text is None else text.encode()
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
        "min": min_hash(row["l"]),
        "sim": sim_hash(row["l"]),
        "signed_xxh64": None if given is None else signed(xxhash.xxh64_intdigest(given)),
    }


def run(engine, sql):
    if not engine.endswith(".duckdb_extension"):
        subprocess.run([engine, "sql", "-c", sql], check=True)
        return
    import duckdb

    connection = duckdb.connect(config={"allow_unsigned_extensions": True})
    connection.execute(f"LOAD '{pathlib.Path(engine).resolve()}'")
    connection.execute(sql)


def main():
    types = {"id": pa.int64(), "i": pa.int64(), "t": pa.string(), "seed": pa.int64(), "n": pa.int64()}
    schema = pa.schema({**types, "fraction": pa.float64(), "l": pa.list_(pa.string())})
    given = list(rows())
    table = pa.Table.from_pylist(given, schema=schema)
    calls = ", ".join(f"{call} AS {name}" for name, call in CALLS.items())
    with tempfile.TemporaryDirectory() as folder:
        source, result = f"{folder}/given.parquet", f"{folder}/result.parquet"
        pa.parquet.write_table(table, source)
        run(sys.argv[1], f"COPY (SELECT id, {calls} FROM '{source}') TO '{result}'")
        results = sorted(pa.parquet.read_table(result).to_pylist(), key=lambda row: row["id"])
    wrong = [(found, wanted) for found, wanted in zip(results, map(expected, given), strict=True) if found != wanted]
    for found, wanted in wrong[:5]:
        print({name: (found[name], wanted[name]) for name in found if found[name] != wanted[name]})
    if wrong:
        sys.exit(f"{len(wrong)} of {ROWS} rows differ")
    print(f"{len(CALLS)} calls over {ROWS} rows agree")


main()
