"""Times the recipe near_duplicates.sql in DuckDB, and measures what it finds beside the exact Jaccard similarity.

usage: near_duplicates.py EXTENSION [TEXTS]

Texts have twelve words, common ones more often. One in ten is a copy of another text with one to four words replaced. The similarity
of all pairs is computed over the first 100,000 texts, by a join on their shingles.
"""

import pathlib
import sys
import tempfile
import time

import duckdb

RECIPE = pathlib.Path(__file__).parents[2] / "sql/deduplicate/near_duplicates.sql"
COMPARED = 100_000
WORDS, WIDTH = 50_000, 12

ARTICLES = f"""
CREATE TABLE articles AS
WITH sources AS (
    SELECT i AS id, IF(hash(i, 1) % 10 = 0 AND i > 0, (hash(i, 2) % i)::BIGINT, i) AS source, hash(i, 3) % 4 + 1 AS replaced
    FROM range(?) AS r(i)
)
SELECT id, list_aggregate(list_transform(range({WIDTH}), lambda j: IF(
    source <> id AND hash(id, 4, j) % {WIDTH} < replaced,
    'm' || hash(id, 5, j) % {WORDS},
    'w' || floor({WORDS} * pow(hash(source * 16 + j) % 1000000 / 1000000.0, 2))::INT)), 'string_agg', ' ') AS body
FROM sources
"""

EXACT = f"""
CREATE TABLE exact AS
WITH elements AS (SELECT DISTINCT id, unnest(shingles(body, 3)) AS shingle FROM articles WHERE id < {COMPARED}),
sizes AS (SELECT id, count(*) AS size FROM elements GROUP BY id),
common AS (
    SELECT a.id AS id, b.id AS other, count(*) AS shared
    FROM elements a JOIN elements b ON a.shingle = b.shingle AND a.id < b.id GROUP BY ALL
)
SELECT common.id AS id, other, shared / (a.size + b.size - shared) AS jaccard
FROM common JOIN sizes a ON a.id = common.id JOIN sizes b ON b.id = other
"""

FOUND = """
SELECT
    count(*) FILTER (jaccard >= $t) AS near,
    count(*) FILTER (jaccard >= $t AND overlap IS NOT NULL) AS candidates,
    count(*) FILTER (overlap >= $t) AS reported,
    count(*) FILTER (overlap >= $t AND jaccard >= $t) AS correct
FROM exact FULL JOIN (FROM found WHERE other < $n) AS f USING (id, other)
"""


def timed(connection, sql):
    start = time.monotonic()
    connection.execute(sql)
    return time.monotonic() - start


def main():
    texts = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
    signatures, pairs = [part for part in RECIPE.read_text().split(";") if part.strip()]
    with tempfile.TemporaryDirectory() as folder:
        config = {"allow_unsigned_extensions": True, "temp_directory": folder}
        connection = duckdb.connect(config=config)
        connection.execute(f"LOAD '{pathlib.Path(sys.argv[1]).resolve()}'")
        connection.execute(ARTICLES, [texts])
        print(f"{texts} texts, DuckDB {duckdb.__version__}")
        print(f"signatures: {timed(connection, signatures):.0f} s")
        print(f"pairs: {timed(connection, f'CREATE TABLE found AS {pairs}'):.0f} s")
        connection.execute(EXACT)
        for least in (0.5, 0.6, 0.7, 0.8):
            given = {"t": least, "n": COMPARED}
            near, candidates, reported, correct = connection.execute(FOUND, given).fetchone()
            print(
                f"overlap of {least} or more: {near} pairs, of which {candidates / near:.3f} share a band; {reported} pairs "
                f"are reported with such an overlap: recall {correct / near:.3f}, precision {correct / reported:.3f}"
            )


main()
