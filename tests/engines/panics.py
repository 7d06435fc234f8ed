"""A panic in any callback becomes an SQL error, and the connection stays usable: 1,000 times for each.

    panics.py EXTENSION      an extension built with the feature `testing`
"""

import os
import pathlib
import sys

import duckdb

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))

from support.extension import HAS_AGGREGATES, load

ROUNDS = 1_000
SCALAR = "SELECT xxh3(s) FROM t"
AGGREGATE = "SELECT fingerprint(s) FROM t"
ORDERED = "SELECT digest_agg(s, 'md5' ORDER BY s) FROM t"
TABLE = "SELECT count(*) FROM hashlane_functions()"
CALLBACKS = [
    ("Execute", SCALAR),
    ("TableBind", TABLE),
    ("TableInit", TABLE),
    ("TableScan", TABLE),
]
# DuckDB before 2.0 lacks our aggregates.
if HAS_AGGREGATES:
    CALLBACKS += [
        ("Update", AGGREGATE),
        ("Combine", AGGREGATE),
        ("Finalize", AGGREGATE),
        ("Update", ORDERED),
        ("Finalize", ORDERED),
    ]


def fails(connection, callback, query):
    os.environ["HASHLANE_PANIC"] = callback
    try:
        connection.execute(query).fetchall()
    except duckdb.Error as error:
        return f"injected into {callback}" in str(error)
    finally:
        os.environ["HASHLANE_PANIC"] = ""
    return False


def main(extension):
    silence_panic_messages()
    os.environ["RUST_BACKTRACE"] = "0"  # each takes 30 ms
    # A panic at LOAD: DuckDB reports the error, and the next LOAD works.
    connection = duckdb.connect(config={"allow_unsigned_extensions": "true"})
    if not fails(connection, "Load", load(extension)):
        sys.exit("a panic at LOAD is no error")
    connection.execute(load(extension))
    connection.execute("CREATE TABLE t AS SELECT 'hashlane' AS s")
    for callback, query in CALLBACKS:
        for _ in range(ROUNDS):
            if not fails(connection, callback, query):
                sys.exit(f"a panic in {callback} is no error")
        if connection.execute(SCALAR).fetchall() != [(4052515222990873942,)]:
            sys.exit(f"the connection is not usable after panics in {callback}")
    if HAS_AGGREGATES:
        # Callbacks that drop states can't report errors, so the query returns its result.
        os.environ["HASHLANE_PANIC"] = "Destroy"
        connection.execute(AGGREGATE).fetchall()
    report(f"{len(CALLBACKS) * ROUNDS} panics in DuckDB {duckdb.__version__}: all were errors")


def silence_panic_messages():
    """Rust prints each panic to stderr. Those go to /dev/null, and our own messages to a copy of stderr."""
    global stderr
    stderr = os.fdopen(os.dup(2), "w")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)


def report(text):
    print(text, file=stderr, flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
