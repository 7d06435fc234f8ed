"""The values that functions are tried on, in SQL and as bytes."""

ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyz"


def cut(length):
    """A text of that length whose every 16 bytes differ."""
    return f"substr(repeat('{ALPHABET}', 60), 1, {length})", (ALPHABET * 60)[:length].encode()


def literal(text):
    return f"'{text}'", text.encode()


# The lengths around which the hashes change their way: 12 bytes fit in DuckDB's string_t and in
# Arrow's view, XXH3 turns at 16, 128 and 240, SHA-2 at 56 and 112, BLAKE3 at 1024.
LENGTHS = [3, 4, 8, 9, 12, 13, 16, 17, 55, 56, 64, 111, 112, 128, 129, 240, 241, 1024, 1025, 2049]

TEXTS = [
    ("NULL", None),
    literal(""),
    literal("a"),
    literal("hello world!"),
    literal("hello worlds!"),
    literal("Größe, 東京 🌍"),
    literal("tab\tand 'quote'".replace("'", "''")),
    *(cut(length) for length in LENGTHS),
    ("repeat('hashlane10', 100000)", b"hashlane10" * 100_000),
]
TEXTS[6] = (TEXTS[6][0], b"tab\tand 'quote'")


def blob(digits):
    return f"unhex('{digits}')", bytes.fromhex(digits)


BLOBS = [
    ("CAST(NULL AS BYTEA)", None),
    blob(""),
    blob("00"),
    blob("ff"),
    blob("c328"),  # half a character
    blob("61006200"),
    blob("000102030405060708090a0b"),  # 12 bytes
    blob("000102030405060708090a0b0c"),
    blob("f0288cbce28281ff00" * 8),
    blob(bytes(range(256)).hex()),
    ("CAST(repeat('hashlane10', 100000) AS BYTEA)", b"hashlane10" * 100_000),
]

# Texts with a NUL in them, which each engine makes its own way.
NUL_TEXTS = ["610062", "00", "000000000000000000000000000000"]


def insert(table, rows):
    """One statement, so that the rows are one batch: rows are tuples of SQL."""
    values = ", ".join(f"({', '.join(map(str, row))})" for row in rows)
    return f"statement ok\nINSERT INTO {table} VALUES {values}\n"


def include():
    """Tables of these values, which the files include."""
    yield "statement ok\nCREATE TABLE texts(id BIGINT, v VARCHAR)\n"
    yield insert("texts", ((id, sql) for id, (sql, _) in enumerate(TEXTS)))
    yield "statement ok\nCREATE TABLE blobs(id BIGINT, v BYTEA)\n"
    yield insert("blobs", ((id, sql) for id, (sql, _) in enumerate(BLOBS)))
    yield "statement ok\nCREATE TABLE nul_texts(id BIGINT, v VARCHAR)\n"
    yield f"onlyif duckdb\n{insert('nul_texts', nul_texts('decode({})'))}"
    yield f"onlyif datafusion\n{insert('nul_texts', nul_texts('CAST({} AS VARCHAR)'))}"


def nul_texts(call):
    for id, digits in enumerate(NUL_TEXTS):
        yield id, call.format(f"unhex('{digits}')")


TABLES = {
    "texts": [value for _, value in TEXTS],
    "blobs": [value for _, value in BLOBS],
    "nul_texts": [bytes.fromhex(digits) for digits in NUL_TEXTS],
}

# A table of more rows than a batch of either engine has; every third value is NULL.
MANY = 20_000


def many_include():
    return f"""statement ok
CREATE TABLE many(i BIGINT, v VARCHAR, seed UBIGINT, algorithm VARCHAR)

statement ok
INSERT INTO many SELECT i,
    CASE WHEN i % 3 = 0 THEN NULL
         ELSE substr(repeat('{ALPHABET}', 3), 1, CAST(i % 70 AS INT)) || CAST(i AS VARCHAR) END,
    CAST(i % 5 AS UBIGINT),
    CASE WHEN i % 4 = 0 THEN 'md5' WHEN i % 4 = 1 THEN 'sha256' WHEN i % 4 = 2 THEN 'blake3' END
FROM range(0, {MANY}) AS r(i)
"""


def many():
    """Its rows: i, value, seed, algorithm."""
    for i in range(MANY):
        value = None if i % 3 == 0 else (ALPHABET * 3)[: i % 70].encode() + str(i).encode()
        yield i, value, i % 5, ["md5", "sha256", "blake3", None][i % 4]
