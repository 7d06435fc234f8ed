"""The recipes of sql/file_lists on real tables, and `hashlane scrub --files` with their lists.

usage: scrub_tables.py PROGRAM (with the Python that has tests/files/scrub/requirements.txt)

pyiceberg, delta-rs, DuckLake and DuckDB write the tables. pyiceberg and delta-rs, which did not make the lists, say which files there are.
"""

import shutil
import tempfile
from pathlib import Path
from urllib.parse import unquote, urlparse

import deltalake
import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
from pyiceberg.catalog.sql import SqlCatalog

from scrub.program import Program

RECIPES = Path(__file__).resolve().parents[2] / "sql/file_lists"
EXTENSIONS = ["avro", "delta", "ducklake", "iceberg"]
ODD = ["a b", "c%d", "é", "x/y", "z+", "q'r"]


def connect(folder):
    """DuckDB with its extensions, laid out as INSTALL does, so that an extension finds those that it needs."""
    home = folder / "duckdb"
    packages = Path(duckdb.__file__).parents[1]
    connection = duckdb.connect(config={
        "allow_unsigned_extensions": "true", "autoinstall_known_extensions": "false",
        "extension_directory": str(home / "extensions"), "home_directory": str(home),
    })
    platform = connection.execute("PRAGMA platform").fetchone()[0]
    installed = home / "extensions" / f"v{duckdb.__version__}" / platform
    installed.mkdir(parents=True)
    for name in EXTENSIONS:
        file = packages / f"duckdb_extension_{name}/extensions/v{duckdb.__version__}/{name}.duckdb_extension"
        (installed / file.name).symlink_to(file)
        connection.execute(f"LOAD {name}")
    return connection


def make_list(connection, recipe, target, **names):
    """Runs a recipe as it is, but for the names of the table and of the list."""
    text = (RECIPES / f"{recipe}.duckdb.sql").read_text()
    for old, new in {"files.parquet": str(target), **names}.items():
        assert old in text, (recipe, old)
        text = text.replace(f"'{old}", "'" + new.replace("'", "''"))
    connection.execute(text)
    return listed(connection, target)


def listed(connection, target):
    """The rows of a list: by path, bytes and rows."""
    columns = [row[0] for row in connection.execute(f"DESCRIBE FROM '{target}'").fetchall()]
    rows = [dict(zip(columns, row)) for row in connection.execute(f"FROM '{target}'").fetchall()]
    return {row["path"].removeprefix("file://"): (row.get("bytes"), row.get("rows")) for row in rows}


def check(program, root, target, *exclude):
    """The lake has what the list says. A file that is lost, added or replaced is found."""
    options = ["--files", target, *(word for pattern in exclude for word in ("--exclude", pattern))]

    def told(code):
        # A new state: only the list knows what was there before.
        program.state.unlink(missing_ok=True)
        verdicts = program.run(root, *options, expected=code).verdicts()
        return {path: verdict for path, verdict in verdicts.items() if verdict in ("unlisted", "missing", "mismatch")}

    assert (found := told(0)) == {}, found
    files = sorted(path for path in root.rglob("*.parquet"))
    victim, name = files[0], files[0].relative_to(root).as_posix()
    whole = victim.read_bytes()
    orphan = victim.parent / "orphan.parquet"
    shutil.copy(victim, orphan)
    victim.unlink()
    expected = {name: "missing", orphan.relative_to(root).as_posix(): "unlisted"}
    assert (found := told(1)) == expected, (found, expected)
    orphan.unlink()
    # Another table in the place of the file.
    pq.write_table(pa.table({"other": list(range(12345))}), victim)
    assert (found := told(1)) == {name: "mismatch"}, found
    victim.write_bytes(whole)
    assert (found := told(0)) == {}, found


def test_iceberg(connection, program, folder):
    warehouse = folder / "iceberg"
    warehouse.mkdir()
    catalog = SqlCatalog("tests", uri=f"sqlite:///{warehouse}/catalog.db", warehouse=f"file://{warehouse}")
    catalog.create_namespace("shop")
    rows = pa.table({"id": list(range(100)), "name": [f"name {i}" for i in range(100)]})
    table = catalog.create_table("shop.orders", schema=rows.schema)
    table.append(rows)
    table.append(rows.slice(0, 7))
    # Rewrites both files; the older snapshots keep theirs.
    table.delete("id < 3")
    table.append(rows.slice(50))
    known = table.inspect.all_files().to_pylist()
    expected = {urlparse(file["file_path"]).path: (file["file_size_in_bytes"], file["record_count"]) for file in known}
    target = folder / "iceberg.parquet"
    names = {"lake/orders/metadata/v3.metadata.json": table.metadata_location}
    found = make_list(connection, "iceberg", target, **names)
    assert found == expected and len(found) == 5, (found, expected)
    check(program, Path(urlparse(table.location()).path) / "data", target)


def test_delta(connection, program, folder):
    root = folder / "delta orders"
    rows = pa.table({"id": list(range(60)), "name": [ODD[i % len(ODD)] for i in range(60)]})
    deltalake.write_deltalake(root, rows, partition_by=["name"])
    deltalake.write_deltalake(root, rows.slice(0, 9), mode="append")
    table = deltalake.DeltaTable(root)
    table.delete("id = 5")
    # Files of older versions are not in the list.
    table.vacuum(retention_hours=0, enforce_retention_duration=False, dry_run=False)
    actions = pa.table(table.get_add_actions()).to_pylist()
    # The log has addresses: a percent sign of a name is written %25.
    expected = {f"{root}/{unquote(action['path'])}": (None, action["num_records"]) for action in actions}
    target = folder / "delta.parquet"
    found = make_list(connection, "delta", target, **{"lake/orders": str(root)})
    assert found == expected and len(found) >= len(ODD), (found, expected)
    check(program, root, target, "_delta_log")


def test_ducklake(connection, program, folder):
    root = folder / "ducklake data"
    connection.execute(f"ATTACH 'ducklake:{folder}/catalog.ducklake' AS lake (DATA_PATH '{root}/', DATA_INLINING_ROW_LIMIT 0)")
    for statement in [
        "CREATE TABLE lake.orders AS SELECT i AS id, 'name ' || i AS name FROM range(1000) AS r(i)",
        "INSERT INTO lake.orders SELECT i, 'more' FROM range(10) AS r(i)",
        "DELETE FROM lake.orders WHERE id = 5",
        'CREATE SCHEMA lake."odd schema"',
        'CREATE TABLE lake."odd schema"."odd table é" AS SELECT i AS n FROM range(5) AS r(i)',
        "ALTER TABLE lake.orders ADD COLUMN extra INTEGER",
        "INSERT INTO lake.orders VALUES (-1, 'last', 7)",
        "CALL ducklake_merge_adjacent_files('lake')",
    ]:
        connection.execute(statement)
    target = folder / "ducklake.parquet"
    found = make_list(connection, "ducklake", target)
    on_disk = {str(path): path.stat().st_size for path in root.rglob("*.parquet")}
    assert found.keys() == on_disk.keys(), found.keys() ^ on_disk.keys()
    assert all(size is None or size == on_disk[path] for path, (size, _) in found.items()), (found, on_disk)
    newest = connection.execute("SELECT data_file, data_file_size_bytes FROM ducklake_list_files('lake', 'orders')").fetchall()
    assert newest and all(found[path][0] == size for path, size in newest), (newest, found)
    check(program, root, target)
    connection.execute("DETACH lake")


def test_hive(connection, program, folder):
    root = folder / "hive"
    connection.execute(f"COPY (SELECT i AS id, i % 5 AS day FROM range(1000) AS r(i)) TO '{root}' (FORMAT parquet, PARTITION_BY (day))")
    target = folder / "hive.parquet"
    found = make_list(connection, "hive", target, **{"lake/orders/**/*.parquet": f"{root}/**/*.parquet"})
    expected = {str(path): (path.stat().st_size, 200) for path in root.rglob("*.parquet")}
    assert found == expected and len(found) == 5, (found, expected)
    check(program, root, target)


def main():
    folder = Path(tempfile.mkdtemp(prefix="scrub-tables-"))
    folder.chmod(0o777)
    program = Program(folder, folder / "state.parquet")
    try:
        connection = connect(folder)
        for test in [test_iceberg, test_delta, test_ducklake, test_hive]:
            test(connection, program, folder)
            print(f"scrub: a list of {test.__name__.removeprefix('test_')} ok", flush=True)
    finally:
        shutil.rmtree(folder)
    recipes = {path.name.removesuffix(".duckdb.sql") for path in RECIPES.iterdir() if "_snapshot" not in path.name}
    assert recipes == {"iceberg", "delta", "ducklake", "hive"}, recipes


if __name__ == "__main__":
    main()
