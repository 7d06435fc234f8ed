"""Joins and subqueries whose rows Ballista would multiply, drop or invent: the right rows, or one line. Python says which rows are right."""

import json

import pyarrow as pa
import pyarrow.parquet as pq

from support.program import one_line, run

X = list(range(20))
# Two files. Both sides of each comparison have rows in both files.
Y = [[3, 4, 5, 40], [7, 18]]
# NULLs and duplicates.
N, M = [1, 1, 2, None], [1, None]


def write(folder):
    """Writes tables of one or several files, and returns the WITH that names them."""
    tables = {"x": [X[:5], X[5:10], X[10:15], X[15:]], "y": Y, "four": [[0], [1], [2], [3]], "n": [N], "m": [M]}
    for name, files in tables.items():
        (folder / name).mkdir(parents=True)
        for number, values in enumerate(files):
            column = pa.table({"a": pa.array(values, pa.int64())})
            pq.write_table(column, folder / name / f"{number}.parquet")
    named = [f"{name} AS (SELECT * FROM '{folder}/{name}/')" for name in tables]
    pairs = "SELECT column1 AS a, column2 AS b FROM (VALUES (1, 20), (2, 7), (1, 10), (2, 5))"
    return f"WITH {', '.join(named)}, pairs AS ({pairs}) "


def expected():
    """Queries and their rows."""
    ys = [a for values in Y for a in values]
    pairs = [(x, y) for x in X for y in ys]
    outer = lambda matches: len([pair for pair in pairs if matches(*pair)]) + len(
        [x for x in X if not any(matches(x, y) for y in ys)]
    )
    none = lambda matches: [x for x in X if not any(matches(x, y) for y in ys)]
    unmatched = [y for y in ys if not any(x + 30 < y for x in X)]
    less, far = (lambda x, y: x < y), (lambda x, y: x + 30 < y)
    rows = lambda values: [{"a": value} for value in values]
    count = lambda number: [{"n": number}]
    twice = [{"a": a, "b": b} for a, b in [(1, 10), (1, 20), (2, 5), (2, 7)] for _ in range(2)]
    return {
        "SELECT count(*) AS n FROM x LEFT JOIN four ON x.a < four.a": count(23),
        "SELECT count(*) AS n FROM x WHERE NOT EXISTS (SELECT 1 FROM four WHERE x.a < four.a)": count(17),
        "SELECT count(*) AS n FROM x WHERE a > ALL (SELECT a FROM four)": count(16),
        "SELECT count(*) AS n FROM x LEFT JOIN y ON x.a < y.a": count(outer(less)),
        "SELECT count(*) AS n FROM x LEFT JOIN y ON x.a + 30 < y.a": count(outer(far)),
        "SELECT count(*) AS n FROM x FULL JOIN y ON x.a + 30 < y.a": count(outer(far) + len(unmatched)),
        "SELECT count(*) AS n FROM y RIGHT JOIN x ON x.a < y.a": count(outer(less)),
        "SELECT y.a, count(*) AS n FROM x LEFT JOIN y ON x.a + 35 < y.a GROUP BY y.a ORDER BY 1 NULLS FIRST": [
            {"a": None, "n": 15}, {"a": 40, "n": 5},
        ],
        "SELECT a FROM x WHERE NOT EXISTS (SELECT 1 FROM y WHERE x.a + 30 < y.a) ORDER BY 1": rows(none(far)),
        "SELECT a FROM x WHERE EXISTS (SELECT 1 FROM y WHERE x.a > y.a) ORDER BY 1": rows(x for x in X if x > min(ys)),
        "SELECT a FROM x WHERE a <> ALL (SELECT a FROM y) ORDER BY 1": rows(x for x in X if x not in ys),
        "SELECT a FROM x WHERE a = -1 OR a > ALL (SELECT a FROM y WHERE y.a < 10) ORDER BY 1": rows(range(8, 20)),
        "SELECT a FROM x WHERE a < 2 OR NOT EXISTS (SELECT 1 FROM y WHERE x.a < y.a) ORDER BY 1": rows([0, 1]),
        "SELECT count(*) AS n FROM (SELECT x.a FROM x CROSS JOIN (SELECT max(a) AS b FROM y) UNION ALL SELECT y.a FROM y CROSS JOIN x)": count(
            20 + 6 * 20
        ),
        # Unknown is not false.
        "SELECT a FROM n WHERE a NOT IN (SELECT a FROM m)": [],
        # A field of a struct.
        "SELECT a, s['b'] AS n FROM (SELECT -a AS a, named_struct('b', a) AS s FROM x WHERE a > 17) ORDER BY a": [
            {"a": -19, "n": 19}, {"a": -18, "n": 18},
        ],
        # A condition without columns.
        "SELECT count(*) AS n FROM x FULL JOIN y ON x.a = y.a AND CAST(NULL AS INT) = 1": count(20 + 6),
        # Rows of a join in the order of both sides: each pair of equal keys is there twice.
        "SELECT r.a, r.b FROM pairs l JOIN pairs r ON l.a = r.a ORDER BY r.a, r.b": twice,
        "SELECT r.a, r.b FROM pairs l JOIN pairs r ON l.a = r.a ORDER BY r.a, r.b, l.b LIMIT 3": twice[:3],
        "SELECT a, b, row_number() OVER (ORDER BY a, b) AS n FROM (SELECT r.a, r.b FROM pairs l JOIN pairs r ON l.a = r.a) ORDER BY n": [
            {**row, "n": n} for n, row in enumerate(twice, 1)
        ],
        "SELECT a, b, count(*) AS n FROM (SELECT l.a, r.b FROM pairs l JOIN (SELECT *, row_number() OVER (PARTITION BY a ORDER BY b) AS i FROM pairs) r ON l.a = r.a WHERE i > 0) GROUP BY a, b ORDER BY 1, 2": [
            {**row, "n": 2} for row in twice[::2]
        ],
        "SELECT count(*) AS n FROM (SELECT r.a FROM pairs l LEFT JOIN pairs r USING (b)) s JOIN (VALUES (1), (2)) AS v(k) ON v.k = s.a": count(4),
        # A sorted UNION of joins without equality: the parts are sorted for the window.
        "SELECT a, row_number() OVER (ORDER BY a) AS n FROM (SELECT x.a FROM x JOIN m ON x.a < m.a + 19 UNION ALL SELECT x.a FROM x JOIN m ON x.a > m.a) ORDER BY 2": [
            {"a": a, "n": n} for n, a in enumerate(sorted([*X, *range(2, 20)]), 1)
        ],
        "SELECT a, row_number() OVER (ORDER BY a) AS n FROM (SELECT a FROM x UNION ALL SELECT a FROM y) ORDER BY 2": [
            {"a": a, "n": n} for n, a in enumerate(sorted([*X, *ys]), 1)
        ],
        # A part of a plan without rows.
        "SELECT count(*) AS n, count(e.a) AS a FROM x LEFT JOIN (SELECT a FROM y WHERE 1 = 0) e ON x.a < e.a": [{"n": 20, "a": 0}],
        # A part of a UNION that reads no table, beside one that several tasks read.
        "SELECT DISTINCT n FROM (SELECT count(x.a) AS n FROM x JOIN y ON FALSE UNION ALL SELECT DISTINCT a FROM four) ORDER BY 1": [
            {"n": value} for value in range(4)
        ],
        "SELECT n, count(*) AS c FROM (SELECT 7 AS n UNION ALL SELECT DISTINCT a FROM four) GROUP BY n ORDER BY 1": [
            {"n": value, "c": 1} for value in (0, 1, 2, 3, 7)
        ],
        # A window over a constant.
        "SELECT rank() OVER (PARTITION BY k ORDER BY a) AS a FROM (SELECT a, 'é' AS k FROM four) ORDER BY 1": rows([1, 2, 3, 4]),
    }


# A subquery that is used as a value, and has several rows.
SEVERAL_ROWS = "SELECT (SELECT a FROM x) AS a"


def test_joins(cluster, folder, partitions=(1, 4)):
    setup = write(folder)
    runs = {"one machine": run_here} | {
        f"{n} partitions": lambda *arguments, expected=0, n=n: cluster.sql(*arguments, partitions=n, expected=expected)
        for n in partitions
    }
    for name, runner in runs.items():
        for sql, right in expected().items():
            lines = runner("--json", "-c", setup + sql).stdout.splitlines()
            found = [json.loads(line) for line in lines]
            assert found == right, (name, sql, found, right)
        one_line(runner("-c", setup + SEVERAL_ROWS, expected=1), "row")


def run_here(*arguments, expected=0):
    return run("sql", "--threads", 4, *arguments, expected=expected)
