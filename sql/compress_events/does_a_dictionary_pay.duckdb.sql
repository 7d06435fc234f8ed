-- What does a trained dictionary save? JSON events of a few hundred bytes are similar, but each is too short
-- to show zstd what they share: compressed alone, every event repeats it. A dictionary stores it once.
--
-- It is trained on one half of the events and measured on the other, since a dictionary knows the events that
-- it was trained on. A hash of the event chooses the half, so the same event is never in both.
--
-- DataFusion can't count the bytes of a BLOB: write octet_length(encode(b, 'hex')) / 2 instead of octet_length(b).
--
-- 16 KiB suffice for one kind of event. For many kinds, use more, up to the default of 110 KiB: try 65536.

-- 1. The dictionary.
CREATE TABLE trained AS
SELECT list_zstd_train_dict(array_agg(payload), 16384) AS dictionary
FROM events
WHERE xxh3(payload) % 2 = 0;

-- 2. The size of the other half: uncompressed, without a dictionary, and with it.
WITH held_out AS (
    SELECT
        strlen(payload) AS bytes,
        zstd_compress(payload) AS alone,
        zstd_compress(payload, 3, (SELECT dictionary FROM trained)) AS trained
    FROM events
    WHERE xxh3(payload) % 2 = 1
)
SELECT
    count(*)                    AS events,
    sum(bytes)                  AS bytes,
    sum(octet_length(alone))    AS without_dictionary,
    sum(octet_length(trained))  AS with_dictionary
FROM held_out;
