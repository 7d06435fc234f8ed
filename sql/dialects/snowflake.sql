-- Snowflake's names in DuckDB. After LOAD hashlane, in DuckDB's shell:
--
--     .read sql/dialects/snowflake.sql
--
-- The macros are temporary: read the file in each session. They take precedence over functions with the same name: write
-- system.main.compress(…) for Hashlane's.
--
-- Defined here: md5_hex, md5_binary, md5_number_lower64, md5_number_upper64, sha1_hex, sha1_binary, sha2, sha2_hex,
-- sha2_binary, compress, decompress_binary, decompress_string, uuid_string.
-- DuckDB's md5 and sha1 already return what Snowflake's do.
--
-- Messages are VARCHAR, as in Snowflake, or BLOB, whose bytes are hashed. Snowflake converts other types to text; cast them
-- yourself, since text of numbers and timestamps can differ. If an argument is NULL, so is the result.
--
-- Left out: hash and hash_agg are proprietary, and no document defines them.

CREATE OR REPLACE TEMP MACRO md5_hex(msg) AS hexdigest(msg, 'md5');

CREATE OR REPLACE TEMP MACRO md5_binary(msg) AS digest(msg, 'md5');

-- The digest is a big-endian number. Both halves are unsigned.
CREATE OR REPLACE TEMP MACRO md5_number_upper64(msg) AS CAST('0x' || hexdigest(msg, 'md5')[1:16] AS UBIGINT);

CREATE OR REPLACE TEMP MACRO md5_number_lower64(msg) AS CAST('0x' || hexdigest(msg, 'md5')[17:32] AS UBIGINT);

CREATE OR REPLACE TEMP MACRO sha1_hex(msg) AS hexdigest(msg, 'sha1');

CREATE OR REPLACE TEMP MACRO sha1_binary(msg) AS digest(msg, 'sha1');

-- Sizes are 224, 256, 384 and 512 bits. As in Snowflake, any other size is an error.
CREATE OR REPLACE TEMP MACRO sha2_hex
    (msg) AS hexdigest(msg, 'sha256'),
    (msg, digest_size) AS CASE digest_size
        WHEN 224 THEN hexdigest(msg, 'sha224') WHEN 256 THEN hexdigest(msg, 'sha256')
        WHEN 384 THEN hexdigest(msg, 'sha384') WHEN 512 THEN hexdigest(msg, 'sha512')
        ELSE CASE WHEN digest_size IS NOT NULL THEN error('sha2: digest_size must be 224, 256, 384 or 512') END END;

CREATE OR REPLACE TEMP MACRO sha2
    (msg) AS sha2_hex(msg),
    (msg, digest_size) AS sha2_hex(msg, digest_size);

CREATE OR REPLACE TEMP MACRO sha2_binary
    (msg) AS unhex(sha2_hex(msg)),
    (msg, digest_size) AS unhex(sha2_hex(msg, digest_size));

-- Methods are SNAPPY, ZLIB, ZSTD and BZ2, in any case, with a level as in 'ZLIB(1)'. Level 0 is the default, and SNAPPY ignores the
-- level. Hashlane's other codecs work too. The output decompresses in Snowflake. Its bytes can differ from Snowflake's, since
-- compressors of the same format choose differently.
CREATE OR REPLACE TEMP MACRO compress(input, method) AS system.main.compress(input,
    regexp_replace(regexp_replace(method, '^(snappy)\(\d+\)$', '\1', 'i'), '^(zlib|zstd|bz2)\(0+\)$', '\1', 'i'));

-- Levels are ignored.
CREATE OR REPLACE TEMP MACRO decompress_binary(input, method) AS
    decompress(input, regexp_replace(method, '^(snappy|zlib|zstd|bz2)\(\d+\)$', '\1', 'i'));

-- Content that is not UTF-8 is an error. Snowflake's reference leaves its result open.
CREATE OR REPLACE TEMP MACRO decompress_string(input, method) AS
    decompress_text(input, regexp_replace(method, '^(snappy|zlib|zstd|bz2)\(\d+\)$', '\1', 'i'));

-- Without arguments, a random UUID (version 4). With a namespace, a UUID in text form, the name's UUID (version 5).
CREATE OR REPLACE TEMP MACRO uuid_string
    () AS CAST(uuid() AS VARCHAR),
    (namespace, name) AS CAST(uuid5(namespace, name) AS VARCHAR);
