-- Databricks' names in DuckDB, which are Spark's too. After LOAD hashlane, in DuckDB's shell:
--
--     .read sql/dialects/databricks.sql
--
-- The macros are temporary: read the file in each session. They take precedence over functions with the same name (DuckDB's hash,
-- Hashlane's crc32), whose results differ: write system.main.hash(…) for DuckDB's and system.main.crc32(…) for Hashlane's.
--
-- Defined here: hash, xxhash64, sha, sha2, crc32.
-- DuckDB's md5, sha1 and unhex already return what Databricks' do.
--
-- hash and xxhash64 take up to 16 values, since DuckDB's macros have no variable number of arguments; spark_hash(…) and
-- spark_xxhash64(…) take any number. Types matter: docs/engine-hashes.md says which types of DuckDB are which of Spark's.
-- NULL gives NULL, but for hash and xxhash64, which are never NULL.

CREATE OR REPLACE TEMP MACRO hash
    (a) AS spark_hash(a),
    (a, b) AS spark_hash(a, b),
    (a, b, c) AS spark_hash(a, b, c),
    (a, b, c, d) AS spark_hash(a, b, c, d),
    (a, b, c, d, e) AS spark_hash(a, b, c, d, e),
    (a, b, c, d, e, f) AS spark_hash(a, b, c, d, e, f),
    (a, b, c, d, e, f, g) AS spark_hash(a, b, c, d, e, f, g),
    (a, b, c, d, e, f, g, h) AS spark_hash(a, b, c, d, e, f, g, h),
    (a, b, c, d, e, f, g, h, i) AS spark_hash(a, b, c, d, e, f, g, h, i),
    (a, b, c, d, e, f, g, h, i, j) AS spark_hash(a, b, c, d, e, f, g, h, i, j),
    (a, b, c, d, e, f, g, h, i, j, k) AS spark_hash(a, b, c, d, e, f, g, h, i, j, k),
    (a, b, c, d, e, f, g, h, i, j, k, l) AS spark_hash(a, b, c, d, e, f, g, h, i, j, k, l),
    (a, b, c, d, e, f, g, h, i, j, k, l, m) AS spark_hash(a, b, c, d, e, f, g, h, i, j, k, l, m),
    (a, b, c, d, e, f, g, h, i, j, k, l, m, n) AS spark_hash(a, b, c, d, e, f, g, h, i, j, k, l, m, n),
    (a, b, c, d, e, f, g, h, i, j, k, l, m, n, o) AS spark_hash(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o),
    (a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p) AS spark_hash(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p);

CREATE OR REPLACE TEMP MACRO xxhash64
    (a) AS spark_xxhash64(a),
    (a, b) AS spark_xxhash64(a, b),
    (a, b, c) AS spark_xxhash64(a, b, c),
    (a, b, c, d) AS spark_xxhash64(a, b, c, d),
    (a, b, c, d, e) AS spark_xxhash64(a, b, c, d, e),
    (a, b, c, d, e, f) AS spark_xxhash64(a, b, c, d, e, f),
    (a, b, c, d, e, f, g) AS spark_xxhash64(a, b, c, d, e, f, g),
    (a, b, c, d, e, f, g, h) AS spark_xxhash64(a, b, c, d, e, f, g, h),
    (a, b, c, d, e, f, g, h, i) AS spark_xxhash64(a, b, c, d, e, f, g, h, i),
    (a, b, c, d, e, f, g, h, i, j) AS spark_xxhash64(a, b, c, d, e, f, g, h, i, j),
    (a, b, c, d, e, f, g, h, i, j, k) AS spark_xxhash64(a, b, c, d, e, f, g, h, i, j, k),
    (a, b, c, d, e, f, g, h, i, j, k, l) AS spark_xxhash64(a, b, c, d, e, f, g, h, i, j, k, l),
    (a, b, c, d, e, f, g, h, i, j, k, l, m) AS spark_xxhash64(a, b, c, d, e, f, g, h, i, j, k, l, m),
    (a, b, c, d, e, f, g, h, i, j, k, l, m, n) AS spark_xxhash64(a, b, c, d, e, f, g, h, i, j, k, l, m, n),
    (a, b, c, d, e, f, g, h, i, j, k, l, m, n, o) AS spark_xxhash64(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o),
    (a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p) AS spark_xxhash64(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p);

CREATE OR REPLACE TEMP MACRO sha(expr) AS hexdigest(expr, 'sha1');

-- 0 is 256. As in Spark, any other length gives NULL.
CREATE OR REPLACE TEMP MACRO sha2(expr, bit_length) AS CASE bit_length
    WHEN 224 THEN hexdigest(expr, 'sha224') WHEN 0 THEN hexdigest(expr, 'sha256') WHEN 256 THEN hexdigest(expr, 'sha256')
    WHEN 384 THEN hexdigest(expr, 'sha384') WHEN 512 THEN hexdigest(expr, 'sha512') END;

CREATE OR REPLACE TEMP MACRO crc32(expr) AS CAST(system.main.crc32(expr) AS BIGINT);
