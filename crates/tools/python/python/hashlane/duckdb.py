"""The functions in DuckDB, by the extension that lies in this package.

    import hashlane

    con = hashlane.duckdb.connect()
    con.sql("SELECT xxh3(name) FROM 'customers.parquet'")

Nothing is downloaded. DuckDB 1.5 and 2.0 are supported, and 1.4 still loads it.
"""

from __future__ import annotations

import os
import secrets
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hashlane._optional import optional
from hashlane._sql import literal

if TYPE_CHECKING:
    import duckdb
else:
    duckdb = optional("duckdb", "hashlane.duckdb")

__all__ = ["connect", "extension_path", "load"]


# The public key of the extension's signature, in a package that was built with a key.
_KEYS = Path(__file__).with_name("duckdb-extension-repo.json")


def extension_path() -> str:
    """The path of the extension, for `LOAD` in a program of your own."""
    return str(Path(__file__).with_name("hashlane.duckdb_extension"))


def connect(
    database: str | os.PathLike[str] = ":memory:",
    read_only: bool = False,
    config: dict[str, Any] | None = None,
) -> duckdb.DuckDBPyConnection:
    """Connects to a database, as `duckdb.connect` does, and loads the functions.

    The connection allows unsigned extensions unless `config` says otherwise, which works in every version.

    After a crash, DuckDB applies the log of a database before it can load an extension, which fails if a generated column,
    a DEFAULT or a CHECK calls a function of the extension. The log is then applied with the functions loaded.

    Raises:
        ValueError: the connection does not allow unsigned extensions, or is read-only and its log must be applied first.
    """
    config = {"allow_unsigned_extensions": "true", **(config or {})}
    try:
        con = duckdb.connect(database, read_only=read_only, config=config)
    except duckdb.Error as error:
        if "replaying WAL" not in str(error):
            raise
        if read_only or str(config.get("access_mode", "")).lower() == "read_only":
            raise ValueError(
                f"the log of {os.fspath(database)!r} can't be applied by a read-only connection: connect once without read_only, "
                "or attach the file to hashlane.duckdb.connect() by ATTACH … (READ_ONLY)"
            ) from error
        _apply_log(database, config, error)
        con = duckdb.connect(database, read_only=read_only, config=config)
    try:
        load(con)
    except BaseException:
        con.close()
        raise
    return con


def _apply_log(database: str | os.PathLike[str], config: dict[str, Any], failure: duckdb.Error) -> None:
    """Applies the log of a database that can't be opened, which a database attached after LOAD can."""
    # The caller gets a connection to the file itself: cursors of DuckDB 1 would start in the database in memory, and a file
    # that is attached to one database can't be opened by another.
    with duckdb.connect(config=config) as con:
        load(con)
        try:
            con.execute(f"ATTACH {literal(os.fspath(database))} AS applied; CHECKPOINT applied; DETACH applied")
        except duckdb.Error:
            raise failure from None


def load(con: duckdb.DuckDBPyConnection) -> None:
    """Loads the functions into the database of a connection.

    If the connection does not allow unsigned extensions, DuckDB 2.0 and later check the extension's signature: a repository in a
    temporary folder is registered, the extension is installed from it there and loaded, and the repository is dropped again.
    The setting `allow_extension_repositories` stays at 'allowed', since a running DuckDB doesn't take it back.

    Raises:
        ValueError: the connection does not allow unsigned extensions, and its DuckDB is older, its settings forbid repositories, or
            the extension isn't signed.
    """
    with con.cursor() as cursor:
        if _setting(cursor, "allow_unsigned_extensions").lower() == "true":
            cursor.execute(f"LOAD {literal(extension_path())}")
            return
        _check_signed(cursor)
        with tempfile.TemporaryDirectory(prefix="hashlane-", ignore_cleanup_errors=True) as folder:
            _load_from(cursor, _repository(cursor, Path(folder)), Path(folder, "extensions"))


_UNSIGNED = (
    "this connection does not allow unsigned extensions, which can only be set when it is made: use hashlane.duckdb.connect(), "
    "or duckdb.connect(…, config={'allow_unsigned_extensions': 'true'})"
)


def _check_signed(cursor: duckdb.DuckDBPyConnection) -> None:
    settings = cursor.execute("SELECT count(*) FROM duckdb_settings() WHERE name = 'allow_extension_repositories'").fetchall()
    if settings[0][0] == 0:
        raise ValueError(f"{_UNSIGNED}. The signature of this package's extension is checked by DuckDB 2.0 and later")
    if not _KEYS.exists():
        raise ValueError(f"{_UNSIGNED}. This package's extension isn't signed, since the package was built without a key")


def _repository(cursor: duckdb.DuckDBPyConnection, folder: Path) -> Path:
    """A repository of this package's extension, for the DuckDB that runs."""
    [[version]] = cursor.execute("SELECT library_version FROM pragma_version()").fetchall()
    [[platform]] = cursor.execute("SELECT platform FROM pragma_platform()").fetchall()
    repository = folder / "repository"
    extension = repository / version / platform / "hashlane.duckdb_extension"
    keys = repository / ".well-known" / "duckdb-extension-repo.json"
    for source, to in [(Path(extension_path()), extension), (_KEYS, keys)]:
        to.parent.mkdir(parents=True)
        try:
            to.symlink_to(source)
        except OSError:  # as on Windows, where links need a right
            shutil.copyfile(source, to)
    return repository


def _load_from(cursor: duckdb.DuckDBPyConnection, repository: Path, extensions: Path) -> None:
    """Loads the extension from a repository, which no other process knows, by way of a folder for installed extensions."""
    name = f"hashlane_{secrets.token_hex(8)}"
    before = _setting(cursor, "extension_directory")
    try:
        if _setting(cursor, "allow_extension_repositories") != "allowed":
            cursor.execute("SET allow_extension_repositories = 'allowed'")
        cursor.execute(f"CREATE EXTENSION REPOSITORY {name} WITH PREFIX {literal(str(repository))}")
    except duckdb.Error as error:
        raise ValueError(f"{_UNSIGNED}. DuckDB refuses a repository for the signed extension: {error}") from error
    try:
        cursor.execute(f"SET extension_directory = {literal(str(extensions))}")
        cursor.execute(f"INSTALL hashlane FROM {name}; LOAD hashlane FROM {name}")
    finally:
        cursor.execute(f"SET extension_directory = {literal(before)}")
        cursor.execute(f"DROP EXTENSION REPOSITORY {name}")


def _setting(cursor: duckdb.DuckDBPyConnection, name: str) -> str:
    [[value]] = cursor.execute(f"SELECT current_setting('{name}')").fetchall()
    return str(value)
