"""A signed repository of the extension in DuckDB, with a key of its own for each run.

usage: repository.py EXTENSION EXTENSION_V2 PACKAGE WHEELS      PACKAGE has the Python package `hashlane`, WHEELS a folder for each version of DuckDB

DuckDB 2.0 and later install from it by default settings and in a process of their own, and refuse one flipped byte and a foreign key;
the package loads its signed extension on a plain connection. DuckDB 1.5 refuses in one line. Over HTTP, DuckDB needs its extension
httpfs, so only the layout of a repository is tried there, as a repository of unsigned extensions.
"""

import functools
import gzip
import http.server
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading

ROOT = pathlib.Path(__file__).resolve().parents[3]
# XXH3 of "hashlane", by the package xxhash.
SQL, HASH = "SELECT xxh3('hashlane')", "4052515222990873942"
NEWEST, OLD = "2.0.1", "1.5.6"


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def generated_key():
    command = ["openssl", "genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"]
    return subprocess.run(command, capture_output=True, check=True, text=True).stdout


def repository(key, *arguments):
    """Runs dist/repository.py with a key."""
    command = [sys.executable, ROOT / "dist" / "repository.py", *map(str, arguments)]
    subprocess.run(command, env={**os.environ, "HASHLANE_SIGNING_KEY": key}, check=True)


class Host:
    """Processes that have a version of DuckDB, and a home folder of their own."""

    def __init__(self, folder, *packages):
        self.home = folder
        folder.mkdir()
        self.environment = {**os.environ, "HOME": str(folder), "USERPROFILE": str(folder), "PYTHONPATH": os.pathsep.join(map(str, packages))}

    def python(self, code):
        """The last line that the code prints, or the error that ends it."""
        ran = subprocess.run([sys.executable, "-c", code], env=self.environment, capture_output=True, text=True, check=False)
        return (ran.stdout if ran.returncode == 0 else ran.stderr).strip()

    def sql(self, *statements, config=None):
        code = f"import duckdb\ncon = duckdb.connect(config={config or {}})\nfor sql in {statements!r}:\n    rows = con.execute(sql).fetchall()\nprint(rows[0][0])"
        return self.python(code)


def expect(name, printed, part):
    if part not in printed:
        sys.exit(f"{name}: {part!r} isn't in what was printed:\n{printed}")
    print(f"{name}: OK", flush=True)


def install(prefix):
    return [
        "SET allow_extension_repositories = 'allowed'",
        f"CREATE EXTENSION REPOSITORY hl WITH PREFIX '{prefix}'",
        "INSTALL hashlane FROM hl",
        "LOAD hashlane FROM hl",
        SQL,
    ]


def flipped(folder, to):
    """A copy of a repository, one bit of whose extensions is flipped."""
    shutil.copytree(folder, to)
    for file in to.glob("v*/*/*.duckdb_extension"):
        content = bytearray(file.read_bytes())
        content[len(content) // 2] ^= 1
        file.write_bytes(content)
        file.with_name(file.name + ".gz").write_bytes(gzip.compress(content))
    return to


def try_repository(folder, extension, extension_v2, wheels):
    served = folder / "served"
    key = generated_key()
    repository(key, "write", served, extension, extension_v2)
    if [file.parts[-3] for file in served.glob("v*/*/hashlane_v2.duckdb_extension")] != [f"v{NEWEST}"]:
        sys.exit(f"hashlane_v2 isn't in the folder of DuckDB {NEWEST} alone")
    for file in served.glob("v*/*/*.duckdb_extension"):
        if gzip.decompress(file.with_name(file.name + ".gz").read_bytes()) != file.read_bytes():
            sys.exit(f"{file}.gz has another content")
    host = Host(folder / "home", wheels / NEWEST)
    expect("installed from a folder by default settings", host.sql(*install(served)), HASH)
    expect("loaded in another process", host.sql("LOAD hashlane FROM hl", SQL), HASH)
    both = ["INSTALL hashlane_v2 FROM hl", "LOAD hashlane_v2 FROM hl", "LOAD hashlane FROM hl", f"{SQL} WHERE xxh3(v := 'a') = xxh3('a')"]
    expect("hashlane_v2 with hashlane", host.sql(*both), HASH)
    wrong = flipped(served, folder / "flipped")
    expect("a flipped byte", Host(folder / "home2", wheels / NEWEST).sql(*install(wrong)), "doesn't have a valid signature")
    foreign = folder / "foreign"
    shutil.copytree(served, foreign)
    repository(generated_key(), "keys", foreign / ".well-known" / "duckdb-extension-repo.json")
    expect("a foreign key", Host(folder / "home3", wheels / NEWEST).sql(*install(foreign)), "doesn't have a valid signature")
    expect("an old DuckDB", Host(folder / "home4", wheels / OLD).sql(*install(served)), "allow_extension_repositories")
    handler = functools.partial(Quiet, directory=served)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}"
        unsigned = {"allow_unsigned_extensions": "true"}
        printed = Host(folder / "home5", wheels / NEWEST).sql(f"INSTALL hashlane FROM '{url}'", "LOAD hashlane", SQL, config=unsigned)
        expect("installed over HTTP", printed, HASH)
        server.shutdown()


LOAD = "import duckdb, hashlane\ncon = duckdb.connect(%s)\n%shashlane.duckdb.load(con)\nprint(con.execute(\"" + SQL + "\").fetchall()[0][0])"


def try_package(folder, package, wheels):
    """The package loads a signed extension on any connection, and leaves nothing behind."""
    packages = folder / "packages"
    shutil.copytree(package / "hashlane", packages / "hashlane", ignore=shutil.ignore_patterns("__pycache__"))
    host = Host(folder / "home6", packages, wheels / NEWEST)
    expect("an unsigned package", host.python(LOAD % ("", "")), "This package's extension isn't signed")
    key = generated_key()
    repository(key, "sign", packages / "hashlane" / "hashlane.duckdb_extension")
    repository(key, "keys", packages / "hashlane" / "duckdb-extension-repo.json")
    expect("a signed package on a plain connection", host.python(LOAD % ("", "")), HASH)
    left = [path for path in host.home.rglob("*") if path.is_file()]
    if left:
        sys.exit(f"the package left {left} behind")
    setting = "con.execute(\"SET extension_directory = '/nowhere'\")\n"
    kept = LOAD % ("", setting) + "\nprint(con.execute(\"SELECT current_setting('extension_directory')\").fetchall()[0][0])"
    expect("the folder of extensions stays as it was set", host.python(kept), "/nowhere")
    locked = "con.execute(\"SET lock_configuration = true\")\n"
    expect("a locked configuration", host.python(LOAD % ("", locked)), "DuckDB refuses a repository for the signed extension")
    expect("hashlane.duckdb.connect()", host.python(f"import hashlane\nprint(hashlane.duckdb.connect().execute(\"{SQL}\").fetchall())"), HASH)
    old = Host(folder / "home7", packages, wheels / OLD)
    expect("an old DuckDB with the package", old.python(LOAD % ("", "")), "is checked by DuckDB 2.0 and later")
    expect("a signed extension in an old DuckDB", old.python(LOAD % ("config={'allow_unsigned_extensions': 'true'}", "")), HASH)


def main(*paths):
    extension, extension_v2, package, wheels = (pathlib.Path(path).resolve() for path in paths)
    with tempfile.TemporaryDirectory(prefix="hashlane-repository-") as folder:
        try_repository(pathlib.Path(folder), extension, extension_v2, wheels)
        try_package(pathlib.Path(folder), package, wheels)


if __name__ == "__main__":
    main(*sys.argv[1:])
