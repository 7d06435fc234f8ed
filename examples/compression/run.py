"""What compression leaves of JSON events and of a log, and how fast it is, in DuckDB.

    make demo WHAT=compression
    python examples/compression/run.py EVENTS --column COLUMN

Without a file it makes two (generate.py): a Parquet file of 40,000 events of some 850 bytes, and a log of
100,000 lines. Events are compressed one by one, so that each can be read alone, by codecs that know nothing
but the event, and by zstd and FSST after training on one half of the events; then in packs of 1,000. What is
measured is the other half. The log is packed by the hour. All that is compressed is read back and compared.
"""

import argparse
import csv
import pathlib
import statistics
import sys
import time

import duckdb
import generate

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXTENSION = ROOT / "build" / "hashlane.duckdb_extension"
FOLDER = ROOT / "build" / "compression"
EVENTS, LINES = 40_000, 100_000
ROUNDS = 5
DICTIONARY_BYTES = 16_384  # The default, 112,640, saves no more where there is one kind of event.

# What is measured: its name, how a table of it is made of the table held_out, and how the texts come back.
DICTIONARY = "(SELECT dictionary FROM dictionaries)"
SYMBOLS = "(SELECT symbols FROM dictionaries)"
EVENT_FORMS = [
    ("as they are", "SELECT v FROM held_out", "v"),
    ("lz4_block", "SELECT lz4_block_compress(v) AS v FROM held_out", "lz4_block_decompress_text(v)"),
    ("fsst", f"SELECT fsst_compress(v, {SYMBOLS}) AS v FROM held_out", f"fsst_decompress_text(v, {SYMBOLS})"),
    ("zstd", "SELECT zstd_compress(v) AS v FROM held_out", "zstd_decompress_text(v)"),
    (
        "zstd, trained dictionary",
        f"SELECT zstd_compress(v, 3, {DICTIONARY}) AS v FROM held_out",
        f"zstd_decompress_text(v, {DICTIONARY})",
    ),
    (
        "packs of 1,000",
        "SELECT block_pack(v ORDER BY n) AS v FROM held_out GROUP BY n // 1000",
        "unnest(block_values_text(v))",
    ),
]
LOG_FORMS = [
    ("as it is", "SELECT v FROM held_out", "v"),
    ("zstd, line by line", "SELECT zstd_compress(v) AS v FROM held_out", "zstd_decompress_text(v)"),
    (
        "packs by the hour",
        "SELECT block_pack(v ORDER BY n) AS v FROM held_out GROUP BY v[:13]",
        "unnest(block_values_text(v))",
    ),
    (
        "the same, zstd(9), 128 KiB",
        "SELECT block_pack(v, 'zstd(9)', 131072 ORDER BY n) AS v FROM held_out GROUP BY v[:13]",
        "unnest(block_values_text(v))",
    ),
]


def connect(extension=EXTENSION):
    """A connection with Hashlane in it, on one thread. The extension is not signed, which DuckDB must be told."""
    connection = duckdb.connect(config={"allow_unsigned_extensions": "true", "threads": 1})
    connection.execute(f"LOAD '{extension}'")
    return connection


def make_files(connection):
    """Writes the events and the log, unless they are there."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    events, log = FOLDER / "events.parquet", FOLDER / "shop.log"
    if not log.exists():
        log.write_text("".join(line + "\n" for line in generate.log_lines(LINES)))
    if not events.exists():
        rows = FOLDER / "events.csv"
        with rows.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows(generate.events(EVENTS))
        columns = "{'event_id': 'BIGINT', 'occurred_at': 'TIMESTAMP', 'payload': 'VARCHAR'}"
        connection.execute(f"""
            COPY (SELECT * FROM read_csv('{rows}', header = false, quote = '"', escape = '"', columns = {columns}))
            TO '{events}' (FORMAT parquet, COMPRESSION uncompressed)
        """)
        rows.unlink()
    return events, log


def train(connection, file, column):
    """Makes the table dictionaries of one half of the events, and held_out of the other."""
    path, name = str(file).replace("'", "''"), '"' + column.replace('"', '""') + '"'
    connection.execute(f"""
        CREATE OR REPLACE TEMP TABLE texts AS
        SELECT row_number() OVER () - 1 AS n, {name} AS v FROM read_parquet('{path}') WHERE {name} IS NOT NULL
    """)
    start = time.perf_counter()
    connection.execute(f"""
        CREATE OR REPLACE TEMP TABLE dictionaries AS
        SELECT zstd_train_dict(v, {DICTIONARY_BYTES}) AS dictionary, fsst_train(v) AS symbols
        FROM texts WHERE xxh3(v) % 2 = 0
    """)
    took = time.perf_counter() - start
    connection.execute("CREATE OR REPLACE TEMP TABLE held_out AS SELECT * FROM texts WHERE xxh3(v) % 2 = 1")
    sizes = "SELECT octet_length(dictionary), (SELECT count(*) FROM held_out) FROM dictionaries"
    size, events = connection.execute(sizes).fetchone()
    print(f"zstd's dictionary of {size:,} bytes and FSST's table were trained in {took:.2f} s on the other half.")
    return events


def measure(connection, forms):
    """Prints what each form leaves, and millions of the texts' bytes a second, the median of some rounds."""
    content, count = connection.execute("SELECT sum(strlen(v)), count(*) FROM held_out").fetchone()
    fingerprint = connection.execute("SELECT fingerprint(v) FROM held_out").fetchone()
    print(f"  {'':<28}{'bytes':>12}{'left':>8}{'compress':>12}{'read back':>12}")
    for name, made, read in forms:
        connection.execute(f"CREATE OR REPLACE TEMP TABLE form AS {made}")
        size = "strlen" if read == "v" else "octet_length"
        bytes_, = connection.execute(f"SELECT sum({size}(v)) FROM form").fetchone()
        # Equal texts, each as often as before.
        if connection.execute(f"SELECT fingerprint(v) FROM (SELECT {read} AS v FROM form)").fetchone() != fingerprint:
            sys.exit(f"{name}: other texts came back")
        speeds = [""] * 2
        if read != "v":
            compress = seconds(connection, f"SELECT sum(octet_length(v)) FROM ({made})")
            back = seconds(connection, f"SELECT sum(strlen(v)) FROM (SELECT {read} AS v FROM form)")
            speeds = [f"{content / each / 1e6:,.0f} MB/s" for each in (compress, back)]
        print(f"  {name:<28}{bytes_:>12,}{bytes_ / content:>7.1%} {speeds[0]:>12}{speeds[1]:>12}")
    print(f"  {count:,} texts of {content / count:.0f} bytes, one thread; all of them came back.")


def seconds(connection, query):
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        connection.execute(query).fetchall()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def read_one(connection, count):
    """One event of a pack by its place: its chunk is read, and no other."""
    connection.execute("CREATE OR REPLACE TEMP TABLE form AS SELECT block_pack(v ORDER BY n) AS v FROM held_out")
    place = count // 2
    found, = connection.execute(f"SELECT block_get_text(v, {place}) FROM form").fetchone()
    expected, = connection.execute(f"SELECT v FROM held_out ORDER BY n LIMIT 1 OFFSET {place - 1}").fetchone()
    if found != expected:
        sys.exit(f"place {place} of the pack has another text")
    one = seconds(connection, f"SELECT block_get_text(v, {place}) FROM form")
    whole = seconds(connection, "SELECT sum(strlen(t)) FROM (SELECT unnest(block_values_text(v)) AS t FROM form)")
    print(f"  One event out of a pack of {count:,}: {one * 1e3:.2f} ms; all of them: {whole * 1e3:.0f} ms.")


def choose(connection, shown=6):
    """The codecs that leave the least, by compress_bench."""
    rows = connection.execute(f"""
        FROM (SELECT unnest(compress_bench(v), recursive := true) FROM held_out) ORDER BY ratio LIMIT {shown}
    """).fetchall()
    print("What compress_bench finds on a sample, the smallest first:")
    for codec, level, ratio, compress, decompress in rows:
        name = codec if level is None else f"{codec}({level})"
        print(f"  {name:<28}{'':>12}{ratio:>7.1%} {compress:>7,.0f} MB/s{decompress:>7,.0f} MB/s")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("file", nargs="?", metavar="EVENTS", help="a Parquet file")
    parser.add_argument("--column", default="payload", help="its column of texts (payload)")
    arguments = parser.parse_args()
    connection = connect()
    file, log = (arguments.file, None) if arguments.file else make_files(connection)
    print(f"Events of {file}")
    count = train(connection, file, arguments.column)
    measure(connection, EVENT_FORMS)
    read_one(connection, count)
    choose(connection)
    if log:
        print(f"\nThe log {log}")
        connection.execute(f"""
            CREATE OR REPLACE TEMP TABLE held_out AS
            SELECT row_number() OVER () AS n, line AS v
            FROM (SELECT unnest(string_split(rtrim(content, chr(10)), chr(10))) AS line FROM read_text('{log}'))
        """)
        measure(connection, LOG_FORMS)


if __name__ == "__main__":
    main()
