-- Trino's names in DuckDB. After LOAD hashlane, in DuckDB's shell:
--
--     .read sql/dialects/trino.sql
--
-- The macros are temporary: read the file in each session. They take precedence over functions with the same name (DuckDB's md5,
-- sha1 and sha256, Hashlane's crc32), whose results differ: write system.main.md5(…) for DuckDB's and system.main.crc32(…) for
-- Hashlane's.
--
-- Defined here: to_utf8, md5, sha1, sha256, sha512, hmac_md5, hmac_sha1, hmac_sha256, hmac_sha512, crc32, murmur3, xxhash64,
-- spooky_hash_v2_32, spooky_hash_v2_64.
-- DuckDB's to_hex, and from_hex of an even number of digits, already return what Trino's do.
--
-- Arguments and results are VARBINARY (BLOB); crc32 is a BIGINT. Trino refuses VARCHAR; these macros hash its UTF-8. NULL gives NULL.
--
-- Left out: the aggregate checksum, since no document defines the hashes that it adds.

CREATE OR REPLACE TEMP MACRO to_utf8(string) AS encode(string);

CREATE OR REPLACE TEMP MACRO md5(data) AS digest(data, 'md5');

CREATE OR REPLACE TEMP MACRO sha1(data) AS digest(data, 'sha1');

CREATE OR REPLACE TEMP MACRO sha256(data) AS digest(data, 'sha256');

CREATE OR REPLACE TEMP MACRO sha512(data) AS digest(data, 'sha512');

CREATE OR REPLACE TEMP MACRO hmac_md5(data, key) AS hmac(data, key, 'md5');

CREATE OR REPLACE TEMP MACRO hmac_sha1(data, key) AS hmac(data, key, 'sha1');

CREATE OR REPLACE TEMP MACRO hmac_sha256(data, key) AS hmac(data, key, 'sha256');

CREATE OR REPLACE TEMP MACRO hmac_sha512(data, key) AS hmac(data, key, 'sha512');

CREATE OR REPLACE TEMP MACRO crc32(data) AS CAST(system.main.crc32(data) AS BIGINT);

-- The bytes of each half are in the opposite order of murmur3_x64_128's.
CREATE OR REPLACE TEMP MACRO murmur3(data) AS
    unhex(regexp_replace(murmur3_x64_128_hex(data), '(..)(..)(..)(..)(..)(..)(..)(..)', '\8\7\6\5\4\3\2\1', 'g'));

-- Big-endian.
CREATE OR REPLACE TEMP MACRO xxhash64(data) AS trino_xxhash64(data);

CREATE OR REPLACE TEMP MACRO spooky_hash_v2_32(data) AS unhex(spookyhash_v2_32_hex(data));

CREATE OR REPLACE TEMP MACRO spooky_hash_v2_64(data) AS unhex(spookyhash_v2_64_hex(data));
