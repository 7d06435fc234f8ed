"""The tables that the SQL benchmarks hash: the same rows for every engine, from a fixed seed."""

import random
import uuid

# The share of words of each length from 1 to 12, about that of English prose.
WORD_LENGTHS = [30, 170, 210, 160, 110, 85, 80, 60, 44, 30, 16, 9]
HEX = "0123456789abcdef"


def words(rng, rows):
    """Words of 1 to 12 characters."""
    lengths = rng.choices(range(1, 13), WORD_LENGTHS, k=rows)
    return [text(rng, length) for length in lengths]


def short(rng, rows):
    """Strings of 8 to 24 characters, every length as often."""
    return [text(rng, rng.randint(8, 24)) for _ in range(rows)]


def uuids(rng, rows):
    """UUIDs as text, 36 characters."""
    return [str(uuid.UUID(int=rng.getrandbits(128))) for _ in range(rows)]


def text(rng, length):
    return "%0*x" % (length, rng.getrandbits(4 * length))


COLUMNS = {"words": words, "short": short, "uuid": uuids}


def column(name, rows):
    """The rows of a column; always the same ones."""
    return COLUMNS[name](random.Random(7), rows)


def rows_query(rows):
    """DuckDB's query for a table of five columns of different types. MD5 serves as the dice, since it is the
    same in every version."""
    return f"""
        WITH dice AS (
            SELECT i, md5(i::VARCHAR) AS h, md5_number_lower(i::VARCHAR) AS n, md5_number_upper(i::VARCHAR) AS m
            FROM range({rows}) t(i)
        )
        SELECT
            (n % 1000000000)::BIGINT AS a,
            substr(h, 1, 8 + (m % 17)::INTEGER) AS b,
            CASE WHEN m % 10 > 0 THEN substr(h || md5(h), 1, 20 + (n % 41)::INTEGER) END AS c,
            TIMESTAMP '2020-01-01' + to_microseconds((n % 200000000000000)::BIGINT) AS d,
            ((m % 1000000000000)::BIGINT / 100)::DECIMAL(12, 2) AS e
        FROM dice
    """
