-- What does a trained dictionary save? JSON events of some hundred bytes are all alike, and each is too short
-- to show zstd what they share: compressed alone, every event repeats it. A dictionary says it once.
--
-- It is trained on one half of the events and measured on the other, since a dictionary knows the events that
-- it was trained on. The half is chosen by a hash of the event: the same text is never in both.
--
-- DataFusion counts no bytes of a BLOB: for octet_length(b) write octet_length(encode(b, 'hex')) / 2 there.
--
-- 16 KiB do for one kind of event. More, up to the default of 110 KiB, is for many kinds: try 65536.

-- 1. The dictionary.
CREATE TABLE trained AS
SELECT list_zstd_train_dict(array_agg(payload), 16384) AS dictionary
FROM events
WHERE xxh3(payload) % 2 = 0;

-- 2. Bytes of the other half: as they are, without a dictionary, with it.
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
