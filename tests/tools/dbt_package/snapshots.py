"""The snapshots of the project beside the history that history.py computes."""

from history import KEY, NIGHTS, comparable, history

# The nights on which something changes, by which a snapshot's times are known.
CHANGING = [1, 2, 3, 5]


def check(connection):
    check_one(connection, "customers_all", history())
    check_one(connection, "customers_switched", history())
    checked = ["name", "note", "score", "ratio", "tags"]
    check_one(connection, "customers_deletions", history(checked, record_deletions=True))


def check_one(connection, snapshot, versions):
    actual = sorted(read(connection, snapshot), key=repr)
    expected = sorted(map(as_row, versions), key=repr)
    for row in expected:
        assert row in actual, f"{snapshot}: the version {row} is missing; there are {actual}"
    assert len(actual) == len(expected), f"{snapshot}: {len(actual)} versions, expected {expected}, not {actual}"
    [[rows, ids]] = connection.sql(f"SELECT count(*), count(DISTINCT dbt_scd_id) FROM {snapshot}").fetchall()
    assert rows == ids, f"{snapshot}: {rows} versions have {ids} ids"


def as_row(version):
    names = [name for name, _ in NIGHTS[-1][0]]
    values = tuple(comparable(version["values"].get(name)) for name in names)
    return values, version["first"], version["last"], version["deleted"]


def read(connection, snapshot):
    """The versions in a snapshot, with nights in the place of times."""
    columns = [row[0] for row in connection.sql(f"DESCRIBE {snapshot}").fetchall()]
    rows = [dict(zip(columns, row)) for row in connection.sql(f"FROM {snapshot}").fetchall()]
    ends = {row[end] for row in rows for end in ("dbt_valid_from", "dbt_valid_to")} - {None}
    # One time a night, since each run of a snapshot is one transaction.
    assert len(ends) == len(CHANGING), f"{snapshot}: changed at {sorted(ends)}, expected on nights {CHANGING}"
    nights = dict(zip(sorted(ends), CHANGING))
    nights[None] = None
    names = [name for name, _ in NIGHTS[-1][0]]
    for row in rows:
        assert all(row[name] is not None for name in KEY), row
        values = tuple(comparable(row[name]) for name in names)
        deleted = row.get("dbt_is_deleted") == "True"
        yield values, nights[row["dbt_valid_from"]], nights[row["dbt_valid_to"]], deleted
