-- From sql/compare_tables/table_diff.duckdb.sql, by `make generate`.
CREATE OR REPLACE MACRO table_diff(left_table, right_table, key) AS TABLE
-- The tables come first, since below this a table's name could be that of a part of this query.
WITH "table_diff left" AS NOT MATERIALIZED (FROM query_table(left_table)),
"table_diff right" AS NOT MATERIALIZED (FROM query_table(right_table)),
-- The type of each column, from a row of NULLs, since a table may be empty. Types without widths, units and names of
-- fields are equal if they have values in common.
left_types AS (
    UNPIVOT (SELECT typeof(COLUMNS(*)) AS '\0' FROM (SELECT any_value(COLUMNS(*)) AS '\0' FROM (FROM "table_diff left" LIMIT 0)))
    ON COLUMNS(*) INTO NAME name VALUE type
), right_types AS (
    UNPIVOT (SELECT typeof(COLUMNS(*)) AS '\0' FROM (SELECT any_value(COLUMNS(*)) AS '\0' FROM (FROM "table_diff right" LIMIT 0)))
    ON COLUMNS(*) INTO NAME name VALUE type
), types AS (
    SELECT
        coalesce(l.name, r.name) AS name, l.type AS "left", r.type AS "right", '([(]|, )("(?:[^"]|"")*"|\w+) ' AS field,
        [regexp_replace(regexp_replace(type, 'ENUM\((''([^'']|'''')*''(, )?)+\)', 'VARCHAR', 'g'),
            '\b(TIMESTAMP\w*) WITH TIME ZONE', '\1', 'g') FOR type IN [l.type, r.type]] AS plain
    FROM left_types l FULL JOIN right_types r ON lower(l.name) = lower(r.name)
), classes AS (
    SELECT name, "left", "right", [regexp_extract_all(lower(type), field, 2) FOR type IN plain] AS fields,
        [regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(regexp_replace(type,
            field, '\1', 'g'),
            '\bU?(TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT)\b', 'INTEGER', 'g'),
            '\bFLOAT\b', 'DOUBLE', 'g'),
            '\bDECIMAL\(\d+,\d+\)', 'DECIMAL', 'g'),
            '\b(UUID|JSON)\b', 'VARCHAR', 'g'),
            '\b(TIME|TIMESTAMP)(TZ)?_(S|MS|NS)\b', '\1', 'g'),
            '\[\d+\]', '[]', 'g') FOR type IN plain] AS class
    FROM types
), table_columns AS MATERIALIZED (
    SELECT name, "left", "right", list_contains([lower(k) FOR k IN key::VARCHAR[]], lower(name)) AS is_key,
        fields[1] <> fields[2] AND list_sort(fields[1]) = list_sort(fields[2]) AS is_reordered,
        coalesce("left" = '"NULL"' OR "right" = '"NULL"' OR fields[1] = fields[2] AND class[1] = class[2], false) AS is_compared
    FROM classes
), problems AS (
    SELECT 'the key is empty: name at least one column' AS problem WHERE len(key) = 0
    UNION ALL
    SELECT format('the {} table has no key column ''{}''; it has {}', side, k, names)
    FROM (SELECT unnest(key::VARCHAR[]) AS k), (
        SELECT 'left' AS side, string_agg(name, ', ') AS names, list(lower(name)) AS lowered FROM left_types
        UNION ALL
        SELECT 'right', string_agg(name, ', '), list(lower(name)) FROM right_types
    ) WHERE NOT list_contains(lowered, lower(k))
    UNION ALL
    SELECT format('the result would have two columns named ''{}'': rename that column of the key', name)
    FROM table_columns WHERE is_key AND lower(name) IN ('change', 'column', 'left', 'right')
    UNION ALL
    SELECT format('the fields of column ''{}'' have another order in the right table: {} and {}. Cast one of them',
        name, "left", "right")
    FROM table_columns WHERE is_reordered
    UNION ALL
    SELECT format('the key column ''{}'' is {} in the left table and {} in the right table, which never have equal values: '
        || 'cast one of them', name, "left", "right")
    FROM table_columns WHERE is_key AND NOT is_compared AND NOT is_reordered AND "left" IS NOT NULL AND "right" IS NOT NULL
-- Both tables as one, by name: a column x is `hash:.x`, `value:.x` and, in the key, `key:.x`. The table that has it has
-- `left:.x` or `right:.x` as well. A hash has one type, so only the key's types must fit. The column `none` is there because
-- COLUMNS must find a column.
), both_tables AS NOT MATERIALIZED (
    SELECT
        true AS is_left, COLUMNS(*) IS NULL AS 'left:\0', row_xxh128(COLUMNS(*)) AS 'hash:\0',
        {'hash': row_xxh128(COLUMNS(*)), 'text': CAST(COLUMNS(*) AS VARCHAR)} AS 'value:\0',
        COLUMNS(lambda name: name = 'none' OR list_contains(['.' || lower(k) FOR k IN key::VARCHAR[]], lower(name))) AS 'key:\0'
    FROM (SELECT 0 AS none, COLUMNS(*) AS '.\0' FROM "table_diff left")
    UNION ALL BY NAME
    SELECT
        false AS is_left, COLUMNS(*) IS NULL AS 'right:\0', row_xxh128(COLUMNS(*)) AS 'hash:\0',
        {'hash': row_xxh128(COLUMNS(*)), 'text': CAST(COLUMNS(*) AS VARCHAR)} AS 'value:\0',
        COLUMNS(lambda name: name = 'none' OR list_contains(['.' || lower(k) FOR k IN key::VARCHAR[]], lower(name))) AS 'key:\0'
    FROM (SELECT 0 AS none, COLUMNS(*) AS '.\0' FROM "table_diff right")
), keyed AS NOT MATERIALIZED (
    SELECT *, row_xxh128(*COLUMNS(lambda name: name = 'hash:none' OR
        list_contains(['hash:.' || lower(k) FOR k IN key::VARCHAR[]], lower(name)))) AS _key
    FROM both_tables
    WHERE (SELECT CASE WHEN count(*) = 0 THEN true ELSE error('table_diff: ' || min(problem)) END FROM problems)
), versions AS (
    SELECT
        _key, count(*) FILTER (is_left) AS lefts, count(*) FILTER (NOT is_left) AS rights,
        min(version) <> max(version) AS differs
    FROM (
        SELECT _key, is_left, row_xxh128(*COLUMNS(lambda name: name[:5] = 'hash:'
            AND list_contains([lower(n) FOR n IN (*)], 'left:' || lower(name[6:]))
            AND list_contains([lower(n) FOR n IN (*)], 'right:' || lower(name[6:])) OR name = 'hash:none')) AS version
        FROM keyed
    ) GROUP BY _key
), differing AS MATERIALIZED (
    SELECT _key, CASE
        WHEN lefts > 1 THEN error('table_diff: the left table has a key twice: name a key that is unique')
        WHEN rights > 1 THEN error('table_diff: the right table has a key twice: name a key that is unique')
        WHEN lefts = 0 THEN 'added' WHEN rights = 0 THEN 'removed' ELSE 'changed'
    END AS change
    FROM versions WHERE lefts <> rights OR lefts > 1 OR differs
), keys AS (
    -- The keys of both tables now have one type. Their hashes are as before, unless a value has changed with its type.
    SELECT COLUMNS(lambda name: name IN ('_key', 'change') OR name[:5] = 'key:.')
    FROM (
        SELECT *, row_xxh128(COLUMNS('^key:')) AS 'again:\0'
        FROM keyed JOIN differing USING (_key) WHERE is_left = (change <> 'added')
    ) WHERE CASE WHEN row_xxh128(*COLUMNS('^again:')) = _key THEN true
        ELSE error('table_diff: no type holds the keys of both tables: cast the key to one type in both') END
), changed_values AS (
    SELECT _key, name[8:] AS "column", min(value.text) FILTER (is_left) AS "left", min(value.text) FILTER (NOT is_left) AS "right"
    FROM (UNPIVOT (
        SELECT _key, is_left, COLUMNS(lambda name: name[:6] = 'value:'
            AND list_contains([lower(n) FOR n IN (*)], 'left:' || lower(name[7:]))
            AND list_contains([lower(n) FOR n IN (*)], 'right:' || lower(name[7:])) OR name = 'value:none')
        FROM keyed SEMI JOIN (FROM differing WHERE change = 'changed') USING (_key)
    ) ON COLUMNS('^value:') INTO NAME name VALUE value)
    WHERE name[8:] IN (SELECT name FROM table_columns WHERE is_compared)
    GROUP BY _key, name HAVING min(value.hash) <> max(value.hash)
), differences AS (
    SELECT change, keys.* EXCLUDE (_key, change), "column", "left", "right"
    FROM keys LEFT JOIN changed_values USING (_key) WHERE change <> 'changed' OR "column" IS NOT NULL
    UNION ALL BY NAME
    SELECT 'column' AS change, name AS "column", "left", "right" FROM table_columns WHERE NOT is_compared
)
SELECT COLUMNS('^(?:key:\.)?(.*)') AS '\1' FROM differences;
