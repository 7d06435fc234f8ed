-- BigQuery's names in DuckDB. After LOAD hashlane, in DuckDB's shell:
--
--     .read sql/dialects/bigquery.sql
--
-- The macros are temporary: read the file in each session. They take precedence over DuckDB's functions md5, sha1, sha256 and
-- to_hex, whose results differ: write system.main.md5(…) for DuckDB's.
--
-- Defined here: md5, sha1, sha256, sha512, farm_fingerprint, to_hex.
-- DuckDB's from_hex, to_base64 and from_base64 already return what BigQuery's do.
--
-- Values are STRING (VARCHAR) or BYTES (BLOB). Digests are BYTES. NULL gives NULL.

CREATE OR REPLACE TEMP MACRO md5(value) AS digest(value, 'md5');

CREATE OR REPLACE TEMP MACRO sha1(value) AS digest(value, 'sha1');

CREATE OR REPLACE TEMP MACRO sha256(value) AS digest(value, 'sha256');

CREATE OR REPLACE TEMP MACRO sha512(value) AS digest(value, 'sha512');

-- Signed, as INT64.
CREATE OR REPLACE TEMP MACRO farm_fingerprint(value) AS bq_farm_fingerprint(value);

-- In lower case, unlike DuckDB's.
CREATE OR REPLACE TEMP MACRO to_hex(bytes) AS lower(hex(bytes));
