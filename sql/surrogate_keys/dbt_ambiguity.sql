-- Why text joined by '-' is ambiguous as a key: four different rows, two keys.
--
-- 'a-b', 'c' and 'a', 'b-c' both become a-b-c, and NULL equals the text of its placeholder. row_xxh128 hashes
-- each value with its type and its length, and NULL as a value of its own: four rows, four keys.
SELECT
    a,
    b,
    hexdigest(
        coalesce(a, '_dbt_utils_surrogate_key_null_') || '-' ||
        coalesce(b, '_dbt_utils_surrogate_key_null_'),
        'md5')              AS dbt_key,
    row_xxh128_hex(a, b)    AS row_key
FROM (VALUES
    ('a-b', 'c'),
    ('a', 'b-c'),
    ('d', NULL),
    ('d', '_dbt_utils_surrogate_key_null_')
) AS t(a, b)
ORDER BY a, b NULLS LAST;
