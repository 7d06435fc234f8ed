"""Tries integrations/dbt_hashlane with dbt, on the DuckDB of PYTHONPATH: five nights of a load.

    PYTHONPATH=build/duckdb/1.5.6 build/venv/bin/python tests/tools/dbt_package/run.py build/dbt/venv/bin/python EXTENSION

The models and the statements of docs/from-dbt-utils.md are run with them.
"""

import os
import pathlib
import shutil
import subprocess
import sys

import duckdb

import keys
import migration
import snapshots
from history import NIGHTS

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]


def write_exports(folder):
    """A Parquet file for each night."""
    files = []
    connection = duckdb.connect()
    for night, (columns, rows) in enumerate(NIGHTS, start=1):
        declared = ", ".join(f"{name} {kind}" for name, kind in columns)
        connection.execute(f"CREATE OR REPLACE TABLE night({declared})")
        connection.executemany(f"INSERT INTO night VALUES ({', '.join('?' * len(columns))})", rows)
        files.append(folder / f"night_{night}.parquet")
        connection.execute(f"COPY night TO '{files[-1]}'")
    return files


def run_nights(dbt_python, extension, folder):
    """Copies the package, since dbt writes into projects, adds the models of the page, and runs dbt."""
    shutil.copytree(ROOT / "integrations/dbt_hashlane", folder / "dbt_hashlane")
    project = folder / "dbt_hashlane/integration_tests"
    for path, sql in migration.models():
        (project / path).write_text(sql, encoding="utf-8")
    environment = {
        **os.environ,
        "DBT_SEND_ANONYMOUS_USAGE_STATS": "false",
        "HASHLANE_DBT_DATABASE": str(folder / "warehouse.duckdb"),
        "HASHLANE_DBT_EXPORT": str(folder / "customers.parquet"),
        "HASHLANE_DBT_EXTENSION": str(extension.resolve()),
        "HASHLANE_DBT_INSTALLED": str(folder / "extensions"),
    }
    # nights.py ends without cleaning up dbt's pools of threads, which Python would report.
    warnings = "-Wignore::UserWarning:multiprocessing.resource_tracker"
    command = [dbt_python.absolute(), warnings, HERE / "nights.py", project, *write_exports(folder)]
    subprocess.run(command, env=environment, check=True)


def main():
    dbt_python, extension = map(pathlib.Path, sys.argv[1:])
    folder = ROOT / "build/dbt" / duckdb.__version__
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    run_nights(dbt_python, extension, folder)
    connection = duckdb.connect(folder / "warehouse.duckdb", config={"allow_unsigned_extensions": True})
    connection.execute(f"LOAD '{extension.resolve()}'")
    snapshots.check(connection)
    keys.check(connection)
    migration.check(connection)
    print(f"dbt_hashlane on DuckDB {duckdb.__version__}: snapshots, keys, fingerprints and the migration are right")


main()
