"""Table functions over files respect DuckDB's restrictions: if DuckDB refuses a file, they refuse it and open nothing.

    fence.py EXTENSION

Every path is also given to DuckDB's own read_blob. inotify tells whether a file was opened or a folder
listed, so this runs on Linux only.
"""

import ctypes
import os
import shutil
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

import duckdb

sys.path.append(str(Path(__file__).resolve().parents[1]))

from support.extension import load

ALLOW = "HASHLANE_ALLOW_FILES"
# Whether the host tells extensions which files a query may read: releases 1.5.6 and later do.
TELLS = tuple(map(int, duckdb.__version__.split("."))) >= (1, 5, 6)


class Watch:
    """Reports whether files below a folder are opened or read, and its folders listed."""

    OPEN, ACCESS = 0x20, 0x1

    def __init__(self, folder):
        libc = ctypes.CDLL(None, use_errno=True)
        self.descriptor = libc.inotify_init1(os.O_NONBLOCK)
        assert self.descriptor >= 0, os.strerror(ctypes.get_errno())
        for path in [folder, *(path for path in folder.rglob("*") if path.is_dir())]:
            watched = libc.inotify_add_watch(self.descriptor, bytes(path), self.OPEN | self.ACCESS)
            assert watched >= 0, os.strerror(ctypes.get_errno())

    def events(self):
        """The names of the files and folders touched since the last call."""
        names = []
        try:
            while data := os.read(self.descriptor, 1 << 16):
                while data:
                    _, _, _, length = struct.unpack_from("iIII", data)
                    names.append(data[16 : 16 + length].rstrip(b"\0").decode() or "(a folder)")
                    data = data[16 + length :]
        except BlockingIOError:
            return names


class Folder:
    """`inside` may be allowed; `outside` never is. Links lead from one to the other."""

    def __init__(self):
        # A path that engines spell in only one way.
        self.root = Path(tempfile.mkdtemp(prefix="hashlane-fence-")).resolve()
        self.inside, self.outside = self.root / "inside", self.root / "outside"
        for folder in (self.inside, self.outside):
            folder.mkdir()
            duckdb.sql("SELECT range AS i FROM range(1000)").write_parquet(str(folder / "x.parquet"))
        (self.inside / "link.parquet").symlink_to(self.outside / "x.parquet")
        (self.inside / "links").symlink_to(self.outside)
        os.environ["HOME"] = str(self.root)
        os.chdir(self.root)
        self.watch = Watch(self.outside)
        # Checks that the watch works.
        (self.outside / "x.parquet").read_bytes()
        list(self.outside.iterdir())
        assert {"x.parquet", "(a folder)"} <= set(self.watch.events())

    def forbidden(self):
        """Different spellings of paths to files outside."""
        outside = self.outside
        return [
            f"{outside}/x.parquet", f"{outside}/missing.parquet", f"{outside}/*.parquet", f"{outside}/*.none",
            f"{outside}/[x].parquet", f"{outside}/**", f"{self.root}/*/x.parquet", f"{outside}", f"{outside}/",
            "outside/x.parquet", "./outside/x.parquet", "outside/*", "inside/../outside/x.parquet",
            f"{self.inside}/../outside/x.parquet", f"{self.inside}//..//outside/x.parquet",
            "~/outside/x.parquet", f"file:{outside}/x.parquet", f"file://{outside}/x.parquet",
            f"file://localhost{outside}/x.parquet", f"FILE://{outside}/x.parquet", f"{outside}/x.parquet?a=b",
        ]


def calls(path, fine):
    """A call of every table function over files for `path`; `fine` is a file that can be read."""
    return [
        f"parquet_verify('{path}')", f"parquet_verify('{path}', deep := true)",
        f"parquet_fingerprint('{path}')", f"parquet_fingerprint('{path}', ordered := true)",
        f"parquet_diff('{path}', '{fine}')", f"parquet_diff('{fine}', '{path}')",
        f"file_digests('{path}', 'md5,xxh3')", f"imohash('{path}')",
    ]


def all_have_calls():
    """Whether `calls` has every table function over files."""
    query = "SELECT name FROM hashlane_functions() WHERE returns = 'TABLE' AND signature NOT LIKE '%()'"
    names = {name for (name,) in connect().execute(query).fetchall()}
    return names == {call.split("(")[0] for call in calls("", "")}


def connect(database=":memory:"):
    connection = duckdb.connect(database, config={"allow_unsigned_extensions": "true"})
    connection.execute(load(EXTENSION))
    return connection


def error(connection, sql):
    """The error of a query; None if it succeeds."""
    try:
        connection.execute(sql).fetchall()
    except duckdb.Error as failure:
        return str(failure)
    return None


def duckdb_refuses(connection, path):
    """Whether DuckDB's own function fails. Columns other than the content need a package for time zones."""
    return error(connection, f"SELECT count(content) FROM read_blob('{path}')")


def refused(connection, folder, path, fine):
    """Checks that DuckDB and all our functions refuse a path, and touch nothing."""
    assert duckdb_refuses(connection, path), f"DuckDB reads {path}"
    folder.watch.events()
    for call in calls(path, fine):
        text = error(connection, f"FROM {call}")
        assert text, f"{call} is not refused"
        events = folder.watch.events()
        assert not events, f"{call} touches {events}"
    # The functions still work, and so does the connection.
    assert connection.execute("SELECT xxh3('hashlane')").fetchall() == [(4052515222990873942,)]


def all_refused(connection, folder, fine):
    for path in folder.forbidden():
        refused(connection, folder, path, fine)
    # An existing file is refused in the same words as a missing one.
    there, missing = f"{folder.outside}/x.parquet", f"{folder.outside}/missing.parquet"
    for one, other in zip(calls(there, fine), calls(missing, fine)):
        texts = [error(connection, f"FROM {call}") for call in (one, other)]
        assert texts[0].replace(there, missing) == texts[1], texts


def test_free(folder):
    """Without restrictions everything can be read, also through patterns and links."""
    connection = connect()
    fine = f"{folder.inside}/x.parquet"
    for path in [fine, "outside/x.parquet", "inside/link.parquet", "inside/links/x.parquet"]:
        assert not duckdb_refuses(connection, path)
        for call in calls(path, fine):
            assert error(connection, f"FROM {call}") is None, call
    found = connection.execute("FROM imohash('outside/*.parquet')").fetchall()
    assert len(found) == 1, found


def test_local_disabled(folder):
    connection = connect()
    connection.execute("SET disabled_filesystems='LocalFileSystem'")
    fine = f"{folder.inside}/x.parquet"
    all_refused(connection, folder, fine)
    for path in [fine, "inside/*.parquet", "inside/link.parquet", "inside/links/x.parquet"]:
        refused(connection, folder, path, fine)


def test_no_external_access(folder):
    connection = connect()
    connection.execute("SET enable_external_access=false")
    connection.execute("SET lock_configuration=true")
    fine = f"{folder.inside}/x.parquet"
    all_refused(connection, folder, fine)
    for path in [fine, "inside/*.parquet", "inside/link.parquet", "inside/links/x.parquet"]:
        refused(connection, folder, path, fine)


def test_allowed(folder):
    """A folder or a path that is allowed, and nothing else; links lead where DuckDB follows them."""
    fine = f"{folder.inside}/x.parquet"
    for setting, value in [("allowed_directories", folder.inside), ("allowed_paths", fine)]:
        connection = connect()
        expected = [connection.execute(f"FROM {call}").fetchall() for call in calls(fine, fine)]
        connection.execute(f"SET {setting}=['{value}']")
        connection.execute("SET enable_external_access=false")
        connection.execute("SET lock_configuration=true")
        for call, rows in zip(calls(fine, fine), expected):
            assert connection.execute(f"FROM {call}").fetchall() == rows, call
        all_refused(connection, folder, fine)
        for path in [f"{folder.inside}/link.parquet", f"{folder.inside}/links/x.parquet",
                     f"{folder.inside}/../inside/x.parquet", "inside/x.parquet", "~/inside/x.parquet"]:
            if duckdb_refuses(connection, path):
                refused(connection, folder, path, fine)
            else:
                for call in calls(path, fine):
                    assert error(connection, f"FROM {call}") is None, call
        # Expanding a pattern would mean reading folders that DuckDB may forbid.
        text = error(connection, f"FROM imohash('{folder.inside}/*.parquet')")
        assert "is a pattern" in text, text


def test_later(folder):
    """Prepared statements and open transactions obey settings that change later."""
    fine = f"{folder.inside}/x.parquet"
    settings = ["enable_external_access=false", "disabled_filesystems='LocalFileSystem'"]
    for setting in settings:
        for path in [fine, "outside/*.parquet"]:
            connection = connect()
            other = connection.cursor()
            for i, call in enumerate(calls(path, fine)):
                connection.execute(f"PREPARE p{i} AS FROM {call}")
                if "*" not in path:
                    connection.execute(f"EXECUTE p{i}").fetchall()
            connection.execute("BEGIN")
            # Set from another connection: the setting belongs to the database.
            other.execute(f"SET {setting}")
            folder.watch.events()
            for i, call in enumerate(calls(path, fine)):
                assert error(connection, f"EXECUTE p{i}"), f"{call}, prepared before SET {setting}"
                connection.execute("ROLLBACK; BEGIN")
            assert not folder.watch.events()


def test_closed(folder):
    """A host that reports no restrictions: nothing can be read, and the error says what to do."""
    fine = f"{folder.inside}/x.parquet"
    connection = connect()
    os.environ[ALLOW] = "1"  # too late: the environment is read at LOAD
    for path in [fine, *folder.forbidden()]:
        folder.watch.events()
        for call in calls(path, fine):
            text = error(connection, f"FROM {call}")
            for words in (f"{ALLOW}=1", "1.5.6", "enable_external_access"):
                assert text and words in text, f"{call}: {text}"
        assert not folder.watch.events()
    del os.environ[ALLOW]
    # Queries that read no files still work.
    assert connection.execute("SELECT count(*) > 100 FROM hashlane_functions()").fetchone() == (True,)


def test_database_closes(folder):
    """LOAD leaves no open connection, which would keep a database open after its user has closed it."""
    path = folder.root / "a.duckdb"
    connection = connect(str(path))
    error(connection, "FROM imohash('inside/x.parquet')")
    connection.close()
    command = f"import duckdb; duckdb.connect({str(path)!r}).execute('CREATE TABLE t(i INT)')"
    subprocess.run([sys.executable, "-c", command], check=True)


def test_unknown_version(folder):
    """A DuckDB whose version is no release number fails closed. The test puts a letter into the version of a copy."""
    package, copy = Path(duckdb.__file__).parents[1], folder.root / "unknown"
    copy.mkdir()
    version = f"v{duckdb.__version__}".encode()
    patched = 0
    for path in package.iterdir():
        if not path.name.startswith("_duckdb.") and path.name != "_duckdb.so":
            (copy / path.name).symlink_to(path)
            continue
        content = path.read_bytes()
        patched += content.count(b"\0" + version + b"\0")
        (copy / path.name).write_bytes(content.replace(b"\0" + version, b"\0" + version[:-1] + b"x"))
    assert patched == 1, f"the library holds its version {patched} times"
    again([EXTENSION, "unknown"], **{"PYTHONPATH": str(copy), ALLOW: ""})


def again(arguments, **environment):
    """Runs this program in another process, since a process reads the environment once."""
    subprocess.run([sys.executable, __file__, *arguments], check=True, env={**os.environ, **environment})


def main():
    if not sys.platform.startswith("linux"):
        print("fence: not tested, for want of inotify")
        return
    folder = Folder()
    try:
        match sys.argv[2:]:
            case ["allowed"]:
                tests = [test_free]
            case ["unknown"]:
                version = duckdb.sql("SELECT version()").fetchall()[0][0]
                assert version.endswith("x"), version
                tests = [test_closed]
            case _ if TELLS:
                os.environ[ALLOW] = "1"  # is for other hosts
                tests = [test_free, test_local_disabled, test_no_external_access, test_allowed, test_later,
                         test_database_closes, test_unknown_version]
            case _:
                os.environ[ALLOW] = "0"  # is not 1
                tests = [test_closed, test_local_disabled, test_no_external_access, test_database_closes]
        # After the environment is set: the extension reads it once.
        assert all_have_calls(), "calls() lacks a table function over files"
        for test in tests:
            test(folder)
        if not TELLS and not sys.argv[2:]:
            again([EXTENSION, "allowed"], **{ALLOW: "1"})
    finally:
        os.chdir("/")
        shutil.rmtree(folder.root)
    names = ", ".join(test.__name__.removeprefix("test_").replace("_", " ") for test in tests)
    print(f"fence in DuckDB {duckdb.__version__}: {names}: ok")


EXTENSION = os.path.abspath(sys.argv[1])
if __name__ == "__main__":
    main()
