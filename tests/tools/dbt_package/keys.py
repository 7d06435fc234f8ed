"""The keys, hashes and fingerprints of the project's models beside those of Python's packages.

Rows are encoded by tests/vectors/row_encoding.py and hashed by xxhash; dbt_utils' keys are hashlib's.
"""

import hashlib
import pathlib
import sys
import uuid

import duckdb
import pyarrow as pa
import xxhash

from history import NIGHTS

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "vectors"))
import row_encoding  # noqa: E402

PLACEHOLDER = "_dbt_utils_surrogate_key_null_"


def check(connection):
    columns, rows = NIGHTS[-1]
    customers = [dict(zip([name for name, _ in columns], row)) for row in rows]
    check_keys(connection, customers)
    check_fingerprints(connection, customers)
    check_comparisons(connection)


def check_keys(connection, customers):
    actual = connection.sql("FROM keys ORDER BY region, customer_id")
    names = actual.columns
    expected = sorted(customers, key=lambda row: (row["region"], row["customer_id"]))
    for row, customer in zip(actual.fetchall(), expected, strict=True):
        row = dict(zip(names, row))
        key = row_hash(customer["region"], customer["customer_id"])
        assert row["surrogate_key"] == row["dispatched_key"] == row["drop_in_key"] == key.hex(), row
        assert row["uuid_key"] == uuid.UUID(bytes=key), row
        entity = row_hash("customer's", customer["region"], customer["customer_id"])
        assert row["entity_key"] == entity.hex(), row
        assert row["row_hash"] == row_hash(customer["region"], customer["customer_id"], customer["name"]), row
        assert row["dbt_utils_key"] == row["rebuilt_key"] == md5_key(customer["region"], customer["name"]), row
        assert row["dbt_utils_key_of_one"] == row["rebuilt_key_of_one"] == md5_key(customer["name"]), row


def check_fingerprints(connection, customers):
    [[version, two, everything, many, none]] = connection.sql("FROM fingerprints").fetchall()
    assert version == f"v{duckdb.__version__}", version
    assert two == fingerprint(encoded([(row["region"], row["customer_id"]) for row in customers])), two
    table = connection.sql("FROM raw.customers")
    table = table.to_arrow_table() if hasattr(table, "to_arrow_table") else table.fetch_arrow_table()
    assert everything == fingerprint(row_encoding.rows(table.columns)), everything
    assert many == fingerprint(row_encoding.rows([pa.array(range(100_000))])), many
    assert none == "hl1:0:" + "0" * 32, none


def check_comparisons(connection):
    expected = {
        "shuffled": True, "duplicate": False, "no_rows": True, "one_column": False,
        "audit_helper_equal": True, "audit_helper_different": False,
    }
    assert dict(connection.sql("FROM comparisons").fetchall()) == expected


def encoded(rows):
    return row_encoding.rows([pa.array(column) for column in zip(*rows)])


def row_hash(*values):
    [row] = encoded([values])
    return xxhash.xxh3_128_digest(row)


def md5_key(*values):
    texts = [PLACEHOLDER if value is None else str(value) for value in values]
    return hashlib.md5("-".join(texts).encode()).hexdigest()


def fingerprint(rows):
    total = sum(xxhash.xxh3_128_intdigest(row) for row in rows) % 2**128
    return f"hl1:{len(rows)}:{total:032x}"
