-- From sql/compare_tables/table_diff.duckdb.sql, by `make generate`.
CREATE OR REPLACE MACRO table_diff(left_table, right_table, key) AS TABLE
WITH left_rows AS NOT MATERIALIZED (
    SELECT row_xxh128(*COLUMNS(lambda name: list_contains(key, name))) AS _key, * FROM query_table(left_table)
), right_rows AS NOT MATERIALIZED (
    SELECT row_xxh128(*COLUMNS(lambda name: list_contains(key, name))) AS _key, * FROM query_table(right_table)
), left_versions AS NOT MATERIALIZED (
    SELECT _key, CASE WHEN count(*) > 1 THEN error('table_diff: the left table has a key twice') ELSE min(version) END AS version
    FROM (SELECT _key, row_xxh128(*COLUMNS(*)) AS version FROM left_rows) GROUP BY _key
), right_versions AS NOT MATERIALIZED (
    SELECT _key, CASE WHEN count(*) > 1 THEN error('table_diff: the right table has a key twice') ELSE min(version) END AS version
    FROM (SELECT _key, row_xxh128(*COLUMNS(*)) AS version FROM right_rows) GROUP BY _key
), differing AS MATERIALIZED (
    SELECT
        _key,
        CASE WHEN l.version IS NULL THEN 'added' WHEN r.version IS NULL THEN 'removed' ELSE 'changed' END AS change
    FROM left_versions l FULL JOIN right_versions r USING (_key)
    WHERE l.version IS DISTINCT FROM r.version
), keys AS (
    SELECT _key, COLUMNS(lambda name: list_contains(key, name))
    FROM left_rows SEMI JOIN differing USING (_key)
    UNION ALL BY NAME
    SELECT _key, COLUMNS(lambda name: list_contains(key, name))
    FROM right_rows SEMI JOIN (FROM differing WHERE change = 'added') USING (_key)
), left_values AS (
    UNPIVOT (
        SELECT _key, {'hash': row_xxh128(COLUMNS(* EXCLUDE (_key))), 'text': CAST(COLUMNS(* EXCLUDE (_key)) AS VARCHAR)} AS '\0'
        FROM left_rows SEMI JOIN (FROM differing WHERE change = 'changed') USING (_key)
    ) ON COLUMNS(* EXCLUDE (_key)) INTO NAME "column" VALUE value
), right_values AS (
    UNPIVOT (
        SELECT _key, {'hash': row_xxh128(COLUMNS(* EXCLUDE (_key))), 'text': CAST(COLUMNS(* EXCLUDE (_key)) AS VARCHAR)} AS '\0'
        FROM right_rows SEMI JOIN (FROM differing WHERE change = 'changed') USING (_key)
    ) ON COLUMNS(* EXCLUDE (_key)) INTO NAME "column" VALUE value
), changed_values AS (
    SELECT _key, "column", l.value.text AS "left", r.value.text AS "right"
    FROM left_values l JOIN right_values r USING (_key, "column")
    WHERE l.value.hash <> r.value.hash
)
SELECT change, keys.* EXCLUDE (_key), "column", "left", "right"
FROM differing JOIN keys USING (_key) LEFT JOIN changed_values USING (_key)
WHERE change <> 'changed' OR "column" IS NOT NULL;
