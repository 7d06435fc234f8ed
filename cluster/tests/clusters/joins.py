"""Joins and subqueries whose rows DataFusion or Ballista would multiply, drop or invent: the right rows, or one line.

The right rows come from Python, or from the issues of DataFusion that the code links.
"""

import json

import pyarrow as pa
import pyarrow.parquet as pq

from stores.program import one_line, run

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
        "SELECT a FROM n WHERE a NOT IN (SELECT a FROM m) OR a = 7": [],
        "SELECT a FROM n WHERE (a NOT IN (SELECT a FROM m)) IS NULL ORDER BY 1 NULLS LAST": rows([2, None]),
        "SELECT a FROM n WHERE 3 NOT IN (SELECT a FROM m)": [],
        "SELECT a FROM n WHERE a NOT IN (SELECT m.a FROM m WHERE m.a IS NOT NULL AND m.a < n.a) ORDER BY 1 NULLS FIRST": rows([None, 1, 1, 2]),
        "SELECT a FROM n WHERE a NOT IN (SELECT m.a FROM m) OR EXISTS (SELECT 1 FROM m WHERE m.a < n.a)": rows([2]),
        "SELECT a FROM n WHERE CAST(NULL AS BIGINT) NOT IN (SELECT a FROM m)": [],
        "SELECT a FROM n WHERE coalesce(3, a) NOT IN (SELECT a FROM m)": [],
        # The table of the subquery has the name of the one around it.
        "SELECT a FROM x WHERE a >= ALL (SELECT a FROM x)": rows([19]),
        "SELECT count(*) AS n FROM x WHERE a < ANY (SELECT a FROM x)": count(19),
        # Two joins, of which one equates NULLs: six and two pairs.
        "SELECT count(*) AS n FROM n JOIN n AS o ON n.a IS NOT DISTINCT FROM o.a CROSS JOIN m": count(6 * 2),
        "SELECT count(*) AS n FROM n JOIN m ON n.a = m.a JOIN m AS o ON o.a IS NOT DISTINCT FROM m.a": count(2),
        "SELECT count(*) AS n FROM n FULL JOIN m ON n.a IS NOT DISTINCT FROM m.a WHERE n.a = m.a": count(2),
        # A list with values of the row.
        "SELECT a FROM x WHERE 4 NOT IN (CASE WHEN a >= 2 THEN 4 ELSE a END, 17, 18, 19) ORDER BY 1": rows([0, 1]),
        # Two lists of the same value, one with NULL.
        "SELECT count(*) AS n FROM x WHERE NOT (a NOT IN (a, 30, 31) AND a IN (a, CAST(NULL AS BIGINT), 32))": count(20),
        "SELECT a FROM x WHERE a NOT IN (CAST(NULL AS BIGINT), 1) AND a IN (1, 2)": [],
        "SELECT x.a FROM x CROSS JOIN m WHERE x.a NOT IN (m.a, 30) AND x.a IN (m.a, 11)": rows([11]),
        "SELECT count(*) AS n FROM n WHERE a NOT IN (1) OR a NOT IN (2)": count(3),
        # The same value in two types.
        "SELECT count(*) AS n FROM x WHERE a IN (1, 5) AND a IN (CAST(1 AS INT), CAST(6 AS SMALLINT))": count(1),
        "SELECT count(*) AS n FROM n WHERE (a IN (1) AND a IN (2)) IS NULL": count(1),
        # A field of a struct, beside a column with the name of another.
        "SELECT a, s['b'] AS n FROM (SELECT -a AS a, named_struct('b', a) AS s FROM x WHERE a > 17) ORDER BY a": [
            {"a": -19, "n": 19}, {"a": -18, "n": 18},
        ],
        # A condition on columns of one name, of both sides of a join.
        "SELECT count(*) AS n FROM (SELECT a + 0 AS a, b FROM pairs) l RIGHT JOIN (SELECT a, b FROM pairs) p ON l.a = p.b WHERE p.a <> 7 AND 10 BETWEEN coalesce(l.b, p.b) AND coalesce(l.b, l.b)": count(0),
        # A condition without columns.
        "SELECT c AS n FROM (SELECT count(*) AS c FROM x) WHERE 99 < (SELECT min(a) FROM x)": [],
        "SELECT count(*) AS n FROM x HAVING 99 < (SELECT min(a) FROM y)": [],
        "SELECT a FROM (SELECT a FROM x GROUP BY ROLLUP (a)) WHERE 99 < (SELECT min(a) FROM y)": [],
        "SELECT count(*) AS n FROM x WHERE EXISTS (SELECT 1 FROM n WHERE a NOT IN (SELECT a FROM m WHERE a < 0) AND 1 = 2)": count(0),
        "SELECT count(*) AS n FROM x FULL JOIN y ON x.a = y.a AND CAST(NULL AS INT) = 1": count(20 + 6),
        "SELECT c AS n FROM (SELECT count(*) AS c FROM x) q LEFT SEMI JOIN x ON q.c = x.a + 1 AND 2 IS NOT DISTINCT FROM 3": [],
        # A subquery over two tables with columns of one name.
        "SELECT a FROM x WHERE EXISTS (SELECT 1 FROM four CROSS JOIN n WHERE four.a = x.a AND n.a > x.a) ORDER BY 1": rows([0, 1]),
        "SELECT a FROM x WHERE x.a IN (SELECT n.a FROM four CROSS JOIN n WHERE four.a = x.a + 1) ORDER BY 1": rows([1, 2]),
        "SELECT a, (SELECT max(n.a) FROM four CROSS JOIN n WHERE four.a = x.a) AS n FROM x WHERE a > 2 AND a < 5 ORDER BY 1": [
            {"a": 3, "n": 2}, {"a": 4, "n": None},
        ],
        "SELECT count(*) AS n FROM x, LATERAL (SELECT n.a FROM four CROSS JOIN n WHERE four.a = x.a AND n.a > x.a) s": count(4),
        # Rows of a join in the order of both sides: each pair of equal keys is there twice.
        "SELECT r.a, r.b FROM pairs l JOIN pairs r ON l.a = r.a ORDER BY r.a, r.b": twice,
        "SELECT r.a, r.b FROM pairs l JOIN pairs r ON l.a = r.a ORDER BY r.a, r.b, l.b LIMIT 3": twice[:3],
        "SELECT a, b, row_number() OVER (ORDER BY a, b) AS n FROM (SELECT r.a, r.b FROM pairs l JOIN pairs r ON l.a = r.a) ORDER BY n": [
            {**row, "n": n} for n, row in enumerate(twice, 1)
        ],
        "SELECT a, b, count(*) AS n FROM (SELECT l.a, r.b FROM pairs l JOIN (SELECT *, row_number() OVER (PARTITION BY a ORDER BY b) AS i FROM pairs) r ON l.a = r.a WHERE i > 0) GROUP BY a, b ORDER BY 1, 2": [
            {**row, "n": 2} for row in twice[::2]
        ],
        "SELECT r.b, l.b AS n FROM (SELECT *, row_number() OVER (ORDER BY b) AS i FROM pairs) l JOIN (SELECT a, b % 2 AS b, row_number() OVER (ORDER BY b % 2) AS i FROM pairs) r ON l.a = r.a WHERE l.i > 0 AND r.i > 0 ORDER BY r.b, l.b": [
            {"b": 0, "n": 10}, {"b": 0, "n": 10}, {"b": 0, "n": 20}, {"b": 0, "n": 20},
            {"b": 1, "n": 5}, {"b": 1, "n": 5}, {"b": 1, "n": 7}, {"b": 1, "n": 7},
        ],
        # A sorted UNION of joins without equality: the parts are sorted for the window.
        "SELECT a, row_number() OVER (ORDER BY a) AS n FROM (SELECT x.a FROM x JOIN m ON x.a < m.a + 19 UNION ALL SELECT x.a FROM x JOIN m ON x.a > m.a) ORDER BY 2": [
            {"a": a, "n": n} for n, a in enumerate(sorted([*X, *range(2, 20)]), 1)
        ],
        "SELECT a, row_number() OVER (ORDER BY a) AS n FROM (SELECT a FROM x UNION ALL SELECT a FROM y) ORDER BY 2": [
            {"a": a, "n": n} for n, a in enumerate(sorted([*X, *ys]), 1)
        ],
        # Constants, and NULL in the rows of one side.
        "SELECT x.a, o.b AS n FROM x LEFT JOIN (SELECT a, 4 AS b FROM four) o ON x.a = o.a + 2 ORDER BY o.b NULLS FIRST, x.a LIMIT 3": [
            {"a": a, "n": None} for a in (0, 1, 6)
        ],
        "SELECT o.b AS n FROM (SELECT 4 AS a, 0 AS b FROM pairs) o FULL JOIN x ON o.a > x.a AND o.b >= x.a ORDER BY 1 NULLS FIRST LIMIT 2": [
            {"n": None}, {"n": None},
        ],
        "SELECT x.a FROM x LEFT JOIN (SELECT a FROM four WHERE a = 3) o ON x.a = o.a + 2 ORDER BY o.a, x.a LIMIT 2": rows([5, 0]),
        # Aggregates of windows, which rise and fall.
        "SELECT a, count(*) OVER (PARTITION BY a ORDER BY b ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS n FROM pairs ORDER BY n, a": [
            {"a": a, "n": n} for n in (1, 2) for a in (1, 2)
        ],
        "SELECT a, count(a) OVER (ORDER BY a NULLS LAST ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS n FROM n ORDER BY 2, 1 NULLS FIRST": [
            {"a": None, "n": 1}, {"a": 1, "n": 1}, {"a": 1, "n": 2}, {"a": 2, "n": 2},
        ],
        "SELECT max(a) OVER (ORDER BY a NULLS LAST ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING) AS n FROM n ORDER BY n DESC NULLS FIRST": [
            {"n": n} for n in (None, 2, 2, 2)
        ],
        # A subquery of one row for each row.
        "SELECT count(*) AS n FROM x WHERE EXISTS (SELECT max(a) FROM four WHERE four.a = x.a)": count(20),
        "SELECT count(*) AS n FROM x WHERE NOT EXISTS (SELECT 1 FROM four WHERE four.a = x.a HAVING count(*) = 0)": count(4),
        "SELECT count(*) AS n FROM x WHERE 0 IN (SELECT count(*) FROM four WHERE four.a = x.a) OR x.a = 1": count(17),
        "SELECT count(*) AS n FROM x WHERE (x.a >= ALL (SELECT max(a) FROM four WHERE four.a = x.a)) IS NULL": count(16),
        # A condition that is told in two ways.
        "SELECT count(*) AS n FROM x WHERE 3 IN (SELECT a FROM four WHERE a = 3)": count(20),
        # A LIMIT above groups.
        "SELECT -a AS a FROM (SELECT DISTINCT a FROM x) ORDER BY a LIMIT 2": rows([-19, -18]),
        "SELECT a, count(*) OVER () AS n FROM (SELECT DISTINCT a FROM x) ORDER BY a LIMIT 1": [{"a": 0, "n": 20}],
        "SELECT 1 AS n FROM pairs LIMIT 2": [{"n": 1}, {"n": 1}],
        # A part of a plan without rows.
        "SELECT count(*) AS n, count(e.a) AS a FROM x LEFT JOIN (SELECT a FROM y WHERE 1 = 0) e ON x.a < e.a": [{"n": 20, "a": 0}],
        # A part of a UNION that reads no table, beside one that several tasks read.
        "SELECT DISTINCT n FROM (SELECT count(x.a) AS n FROM x JOIN y ON FALSE UNION ALL SELECT DISTINCT a FROM four) ORDER BY 1": [
            {"n": value} for value in range(4)
        ],
        "SELECT n, count(*) AS c FROM (SELECT 7 AS n UNION ALL SELECT DISTINCT a FROM four) GROUP BY n ORDER BY 1": [
            {"n": value, "c": 1} for value in (0, 1, 2, 3, 7)
        ],
        "SELECT rank() OVER (PARTITION BY k ORDER BY a) AS a FROM (SELECT a, 'é' AS k FROM four) ORDER BY 1": rows([1, 2, 3, 4]),
    }


# What isn't exact in DataFusion.
REFUSED = {
    "SELECT a FROM x RIGHT JOIN y USING (a)": ["RIGHT JOIN with USING", "coalesce"],
    "SELECT a FROM x NATURAL FULL JOIN y": ["FULL JOIN with USING or NATURAL", "coalesce"],
    "SELECT a FROM n INTERSECT ALL SELECT a FROM m": ["INTERSECT ALL", "row_number"],
    "SELECT a FROM n EXCEPT ALL SELECT a FROM m": ["EXCEPT ALL", "row_number"],
    "SELECT a FROM x WHERE EXISTS (SELECT 1 FROM y WHERE y.a = x.a GROUP BY ROLLUP (y.a))": ["ROLLUP", "UNION ALL"],
    "SELECT a FROM n, (SELECT 5 AS k) o WHERE n.a NOT IN (SELECT n.a FROM n WHERE n.a < o.k) OR k = 0": ["n.a", "AS other"],
    "SELECT (SELECT a FROM x) AS a": ["row"],
    "SELECT a ^ 1 ^ a AS a FROM n": ["exclusive or"],
    "SELECT a FROM x WHERE 0 IN (SELECT count(*) FROM four WHERE four.a = x.a HAVING min(a) IS NULL)": ["HAVING", "x = (SELECT"],
    "SELECT a FROM x WHERE EXISTS (SELECT count(*) FROM four WHERE four.a = x.a LIMIT 0)": ["LIMIT", "leave them out"],
    "SELECT a FROM x WHERE EXISTS (SELECT 1 FROM four JOIN n USING (a) WHERE a = x.a)": ["several tables", "in front of the name"],
    "SELECT a FROM x WHERE EXISTS (SELECT 1 FROM (SELECT n.a FROM four CROSS JOIN n WHERE four.a = x.a) s)": ["\"s\"", "rename"],
}


def test_joins(cluster, folder, partitions=(1, 4)):
    setup = write(folder)
    runs = {"one machine": run_here} | {
        f"{n} partitions": lambda *arguments, expected=0, n=n: cluster.sql(*arguments, partitions=n, expected=expected)
        for n in partitions
    }
    for name, runner in runs.items():
        for sql, right in expected().items():
            lines = runner("--format", "json", "-c", setup + sql).stdout.splitlines()
            found = [json.loads(line) for line in lines]
            assert found == right, (name, sql, found, right)
        for sql, words in REFUSED.items():
            one_line(runner("-c", setup + sql, expected=1), *words)


def run_here(*arguments, expected=0):
    return run("sql", "--threads", 4, *arguments, expected=expected)
