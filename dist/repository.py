"""Signs extensions, and writes a repository of them that DuckDB installs from.

usage: repository.py sign EXTENSION...            sign the files in place
       repository.py write FOLDER EXTENSION...    write the repository

       repository.py keys FILE                    write the public key alone, as the wheel has it

The environment variable HASHLANE_SIGNING_KEY holds the private key, RSA of 2048 bits in PEM. Without it, nothing is signed or written:
DuckDB takes no unsigned extension from a repository.

A repository has a file for each release of DuckDB, whose list is duckdb_releases.txt, and for each platform, which the footer of an
extension names, as it does the one release that a file of hashlane_v2 is for. DuckDB takes the file that gzip has compressed, over HTTP that one alone. The format is that of
https://duckdb.org/docs/2.0/extensions/publishing_extension_repositories; DuckDB says that it may change.
"""

import gzip
import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

RELEASES = pathlib.Path(__file__).with_name("duckdb_releases.txt")
# Where the project's pages serve the repository. A metadata file at https://hashlane.github.io says so of that host.
URL = "https://hashlane.github.io/hashlane/duckdb"
SIGNATURE = 256
CHUNK = 1 << 20
# The fields of the footer before the signature, the first of them last.
FIELD, FIELDS = 32, 8
PLATFORM, VERSION, ABI = 1, 2, 4


def openssl(*arguments, key):
    """The output of openssl, which reads the key from a file that only this user can read."""
    with tempfile.NamedTemporaryFile("w", suffix=".pem") as file:
        file.write(key)
        file.flush()
        command = ["openssl", *(file.name if argument == "KEY" else argument for argument in arguments)]
        ran = subprocess.run(command, capture_output=True, check=False)
    if ran.returncode:
        sys.exit(f"HASHLANE_SIGNING_KEY isn't a private RSA key of 2048 bits in PEM: openssl says {ran.stderr.decode().strip()}")
    return ran.stdout


def signature(content, key):
    """The signature of an extension without its last 256 bytes: RSA of the SHA-256 of the SHA-256 of each MiB."""
    chunks = (content[start : start + CHUNK] for start in range(0, len(content), CHUNK))
    digest = hashlib.sha256(b"".join(hashlib.sha256(chunk).digest() for chunk in chunks)).digest()
    with tempfile.NamedTemporaryFile() as file:
        file.write(digest)
        file.flush()
        signed = openssl("pkeyutl", "-sign", "-in", file.name, "-inkey", "KEY", "-pkeyopt", "digest:sha256", key=key)
    if len(signed) != SIGNATURE:
        sys.exit(f"HASHLANE_SIGNING_KEY has {8 * len(signed)} bits; DuckDB takes keys of {8 * SIGNATURE} bits")
    return signed


def metadata(key):
    """What DuckDB reads of a repository first: its public keys."""
    return {"version": 1, "repository_url": URL, "signature_keys": [openssl("pkey", "-in", "KEY", "-pubout", key=key).decode()]}


def sign(extensions, key):
    for extension in extensions:
        content = extension.read_bytes()[:-SIGNATURE]
        extension.write_bytes(content + signature(content, key))


def footer(extension):
    """The fields of the footer, from the last one on."""
    footer = extension.read_bytes()[-SIGNATURE - FIELD * FIELDS : -SIGNATURE]
    fields = [footer[start : start + FIELD].rstrip(b"\0").decode() for start in range(0, len(footer), FIELD)]
    if fields[-1] != "4":
        sys.exit(f"{extension} has no footer of an extension: pack it with `cargo run -p xtask -- pack`")
    return fields[::-1]


def write(folder, extensions, key):
    shutil.rmtree(folder, ignore_errors=True)
    for release in RELEASES.read_text(encoding="utf-8").split():
        for extension in extensions:
            fields = footer(extension)
            is_v2 = fields[ABI] == "C_STRUCT_UNSTABLE"
            if is_v2 and fields[VERSION] != f"v{release}":
                continue
            file = folder / f"v{release}" / fields[PLATFORM] / f"hashlane{'_v2' if is_v2 else ''}.duckdb_extension"
            file.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(extension, file)
            sign([file], key)
            # Without the time, so that the same extensions make the same repository.
            file.with_name(file.name + ".gz").write_bytes(gzip.compress(file.read_bytes(), mtime=0))
    write_keys(folder / ".well-known" / "duckdb-extension-repo.json", key)


def write_keys(file, key):
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(metadata(key), indent=2) + "\n", encoding="utf-8")


def main(command, *paths):
    key, paths = os.environ.get("HASHLANE_SIGNING_KEY"), [pathlib.Path(path) for path in paths]
    if command not in ("sign", "write", "keys"):
        sys.exit(f"repository.py has no command {command}: they are sign, write and keys")
    if not key:
        print("HASHLANE_SIGNING_KEY isn't set: the extension stays unsigned, and there is no repository")
        return
    match command:
        case "sign":
            sign(paths, key)
        case "write":
            write(paths[0], paths[1:], key)
        case "keys":
            write_keys(paths[0], key)


if __name__ == "__main__":
    main(*sys.argv[1:])
