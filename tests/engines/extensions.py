"""Hashlane beside DuckDB's own extensions: each one loads before and after ours, and no function changes.

    extensions.py EXTENSION      with the packages of tests/engines/extensions/requirements.txt on PYTHONPATH

Community extensions are in no package registry, so only the names of their functions are compared with ours. A line of
community_functions.csv has an extension, the pages that list its functions, and their names: from DuckDB's pages of community
extensions of August 2026 or later, else from the extension's description or source. Pragmas and operators are left out. No
names means that the extension registers none, or that no list was found, if the source begins with "unknown:".
"""

import csv
import json
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import duckdb

HERE = Path(__file__).resolve().parent / "extensions"
EXTENSION = os.path.abspath(sys.argv[1])
# The names by which DuckDB knows these extensions' files.
FULL_NAMES = {"mysql": "mysql_scanner", "postgres": "postgres_scanner", "sqlite": "sqlite_scanner"}
# Functions of these extensions whose values are compared; the others are only bound. Ours once had these names.
VALUES = {
    "ducklake": ["murmur3_32('x')", "murmur3_32(34)"],
    "iceberg": ["iceberg_bucket(16, 34)", "iceberg_bucket(16, 'x')"],
}
# Names that we share with community extensions. docs/limits.md describes the effect.
# All of these are scalar functions on both sides. In DuckDB, table functions and table macros have names of their own.
SHARED = {
    ("hashfuncs", "rapidhash"),
    ("hashfuncs", "xxh32"),
    ("hashfuncs", "xxh64"),
    ("trino_parity", "trino_xxhash64"),
}
FUNCTIONS = "SELECT function_name, function_type, parameter_types FROM duckdb_functions() ORDER BY ALL"


def wheels():
    """The extensions of requirements.txt."""
    lines = (HERE / "requirements.txt").read_text().splitlines()
    names = [re.match(r"duckdb-extension-([a-z0-9-]+)==", line) for line in lines]
    return [name[1].replace("-", "_") for name in names if name]


def install(folder):
    """Lays the files out as INSTALL does, so that an extension finds the ones it needs."""
    packages = Path(duckdb.__file__).parents[1]
    platform = duckdb.connect().execute("PRAGMA platform").fetchone()[0]
    target = folder / "installed" / f"v{duckdb.__version__}" / platform
    target.mkdir(parents=True)
    for name in wheels():
        file = f"duckdb_extension_{name}/extensions/v{duckdb.__version__}/{name}.duckdb_extension"
        source = packages / file
        if not source.is_file():
            sys.exit(f"{source} is missing: install tests/engines/extensions/requirements.txt")
        (target / f"{FULL_NAMES.get(name, name)}.duckdb_extension").symlink_to(source)
    (folder / "home" / ".duckdb").mkdir(parents=True)


def answer(connection, sql):
    """The rows of a query, or its error, as text."""
    try:
        return repr(connection.execute(sql).fetchall())
    except duckdb.Error as error:
        return f"{type(error).__name__}: {error}"


def child(folder, name, order):
    """Loads the extensions in `order`, and prints the functions' results. In its own process, since some end badly."""
    folder = Path(folder)
    connection = duckdb.connect(config={
        "allow_unsigned_extensions": "true",
        "extension_directory": str(folder / "installed"),
        "home_directory": str(folder / "home"),
        "autoinstall_known_extensions": "false",
    })
    before = set(map(repr, connection.execute(FUNCTIONS).fetchall()))
    result = {"error": None, "ours": {}, "theirs": {}}
    load = {"ours": f"LOAD '{EXTENSION}'", "theirs": f"LOAD {FULL_NAMES.get(name, name)}"}
    for who in order.split("+"):
        try:
            connection.execute(load[who])
        except duckdb.Error as error:
            result["error"] = f"{load[who]}: {error}"
            print(json.dumps(result))
            return
    if "ours" in order:
        query = "SELECT example FROM hashlane_functions() WHERE returns <> 'TABLE'"
        for (example,) in connection.execute(query).fetchall():
            result["ours"][example] = answer(connection, f"SELECT {example}")
        result["ours"]["FROM hashlane_info()"] = answer(connection, "FROM hashlane_info()")
    added = json.loads(sys.stdin.read() or "null")
    if added is None:
        rows = connection.execute(FUNCTIONS).fetchall()
        added = [row for row in rows if repr(row) not in before]
        result["added"] = added
    connection.execute("PRAGMA disable_optimizer")  # The optimizer would evaluate the calls.
    for function, kind, types in added:
        if kind in ("scalar", "aggregate"):
            arguments = ", ".join(f"NULL::{kind}" for kind in types)
            call = f'"{function}"({arguments})'
            text = answer(connection, f"EXPLAIN SELECT {call}")
            result["theirs"][call] = text if "Error" in text[:40] else "binds"
    for call in VALUES.get(name, []):
        result["theirs"][call] = repr(connection.execute(f"SELECT {call}").fetchall())
    print(json.dumps(result), flush=True)
    os._exit(0)


def run(folder, name, order, added=None):
    command = [sys.executable, __file__, EXTENSION, str(folder), name, order]
    done = subprocess.run(command, input=json.dumps(added), capture_output=True, text=True, timeout=600)
    if done.returncode != 0:
        return {"error": f"the process died: {done.returncode}: {done.stderr[-600:]}"}
    return json.loads(done.stdout.splitlines()[-1])


def beside(folder, name, alone):
    """The problems when `name` is loaded before or after ours; empty if there are none."""
    theirs = run(folder, name, "theirs")
    if theirs["error"]:
        return [f"{name} can't be loaded alone, so nothing is tested: {theirs['error']}"]
    wrong = []
    for order in ("ours+theirs", "theirs+ours"):
        both = run(folder, name, order, theirs["added"])
        if both["error"]:
            wrong.append(f"{name}, {order}: {both['error']}")
            continue
        for who, expected in (("ours", alone["ours"]), ("theirs", theirs["theirs"])):
            wrong += [
                f"{name}, {order}: {call} gives {both[who].get(call)} and not {text}"
                for call, text in expected.items() if both[who].get(call) != text
            ]
    print(f"{name}: {len(theirs['theirs'])} functions of theirs, {len(wrong)} things wrong", flush=True)
    return wrong


def shared_names():
    """Community extensions that have a function with one of our names."""
    connection = duckdb.connect(config={"allow_unsigned_extensions": "true"})
    names = lambda: {row[0] for row in connection.execute(FUNCTIONS).fetchall()}
    before = names()
    connection.execute(f"LOAD '{EXTENSION}'")
    ours = names() - before
    assert len(ours) > 100, ours
    with open(HERE / "community_functions.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    extensions = [row["extension"] for row in rows]
    assert extensions == sorted(set(extensions)) and len(extensions) > 300, len(extensions)
    theirs = [(row["extension"], function) for row in rows for function in row["functions"].split()]
    assert len(theirs) > 6000, len(theirs)
    unknown = [row["extension"] for row in rows if row["source"].startswith("unknown:")]
    assert len(unknown) < 10, unknown
    # `sr_*` stands for all names that begin with sr_.
    taken = lambda function, name: name.startswith(function[:-1]) if function.endswith("*") else name == function
    return {(extension, name) for extension, function in theirs for name in ours if taken(function, name.lower())}


def main():
    found = shared_names()
    if found != SHARED:
        sys.exit(f"names that we share with community extensions: {found}, and not {SHARED}")
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        install(folder)
        alone = run(folder, "-", "ours", [])
        if alone["error"]:
            sys.exit(alone["error"])
        failed = [call for call, text in alone["ours"].items() if "Error" in text[:40]]
    # Some hosts lack our aggregates.
        assert len(alone["ours"]) > 120 and len(failed) < 12, failed
        names = wheels()
        with ThreadPoolExecutor(max(2, (os.cpu_count() or 2) // 2)) as pool:
            wrong = [line for lines in pool.map(lambda n: beside(folder, n, alone), names) for line in lines]
    if wrong:
        sys.exit("\n".join(wrong))
    print(f"{len(names)} extensions of DuckDB {duckdb.__version__}, before us and after us: "
          f"all load, {len(alone['ours'])} calls of ours give the same")


if __name__ == "__main__":
    child(*sys.argv[2:]) if len(sys.argv) > 2 else main()
