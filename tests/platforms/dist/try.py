"""Tries what `make dist` made for this platform as its users would: in fresh environments, with packages from PyPI, without Rust.

usage: try.py build/dist

Loads the DuckDB extension, runs each command, and installs and calls each wheel. The hashes must be those of the package xxhash.
"""

import contextlib
import hashlib
import json
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import venv

ROOT = pathlib.Path(__file__).resolve().parents[3]
XXHASH = "xxhash==4.1.0"

# DuckDB's name of this platform, which the extension's name ends with, and Rust's names, which are in the names of commands.
PLATFORMS = {
    ("Linux", "x86_64"): ("linux_amd64", ["x86_64-unknown-linux-gnu", "x86_64-unknown-linux-musl"]),
    ("Linux", "aarch64"): ("linux_arm64", ["aarch64-unknown-linux-gnu", "aarch64-unknown-linux-musl"]),
    ("Darwin", "arm64"): ("osx_arm64", ["aarch64-apple-darwin"]),
    ("Darwin", "x86_64"): ("osx_amd64", ["x86_64-apple-darwin"]),
    ("Windows", "AMD64"): ("windows_amd64", ["x86_64-pc-windows-gnu", "x86_64-pc-windows-msvc"]),
}

# Empty, short, not ASCII, and long enough for XXH3's code for long input.
TEXTS = ["", "a", "grün", "hashlane " * 100]
VALUES = ", ".join(f"({place}, '{text}')" for place, text in enumerate(TEXTS))
SQL = f"SELECT xxh3_hex(text) AS hash FROM (VALUES {VALUES}) AS texts(place, text) ORDER BY place"

# Programs that set `hashes`.
EXTENSION = f"""
import duckdb, sys
con = duckdb.connect(config={{"allow_unsigned_extensions": "true"}})
con.execute(f"LOAD '{{sys.argv[1]}}'")
hashes = [hash for hash, in con.execute({SQL!r}).fetchall()]
"""
HASHLANE = f"""
import hashlane
hashes = [hash for hash, in hashlane.duckdb.connect().execute({SQL!r}).fetchall()]
"""
HASHLANE_DATAFUSION = f"""
import datafusion, hashlane_datafusion
ctx = datafusion.SessionContext()
hashlane_datafusion.register(ctx)
hashes = ctx.sql({SQL!r}).to_pydict()["hash"]
"""
# What follows each of them.
COMPARED = f"""
import json, xxhash
print(json.dumps([hashes, [xxhash.xxh3_64_hexdigest(text.encode()) for text in {TEXTS!r}]]))
"""


class Environment:
    """A fresh environment of Python."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        venv.create(folder, with_pip=True, symlinks=os.name != "nt")
        self.scripts = self.folder / ("Scripts" if os.name == "nt" else "bin")

    def install(self, *arguments):
        run(self.scripts / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *arguments)

    def install_wheel(self, dist, project, version):
        """Installs the wheel that was made here, whatever PyPI has."""
        self.install("--no-index", "--no-deps", "--only-binary=:all:", "--find-links", dist, f"{project}=={version}")

    def compare(self, name, code, *arguments):
        hashes, expected = json.loads(run(self.scripts / "python", "-c", code + COMPARED, *arguments))
        if hashes != expected:
            sys.exit(f"{name} returned {hashes}; xxhash returns {expected}")
        print(f"{name}: OK", flush=True)


@contextlib.contextmanager
def temporary_folder():
    # Windows removes no library that a process has just closed.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        yield pathlib.Path(folder)


def run(*command, **options):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, **options).stdout


def check_sums(dist):
    """SHA256SUMS has the digest of every file."""
    lines = (dist / "SHA256SUMS").read_text(encoding="utf-8").splitlines()
    listed = {name.lstrip("*"): digest for digest, name in (line.split(maxsplit=1) for line in lines)}
    files = [file for file in dist.iterdir() if file.name != "SHA256SUMS"]
    digests = {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in files}
    if listed != digests:
        sys.exit(f"SHA256SUMS is wrong about {sorted({name for name, _ in listed.items() ^ digests.items()})}")
    print(f"SHA256SUMS: {len(files)} files OK", flush=True)


def try_extension(dist, platform_name):
    [packed] = dist.glob(f"*{platform_name}.duckdb_extension")
    versions = re.search(r"^DUCKDB_VERSIONS = (\[.*\])", (ROOT / "tests/environments.py").read_text(encoding="utf-8"), re.M)[1]
    with temporary_folder() as folder:
        # DuckDB takes the name of the function that it calls from the file's name.
        extension = folder / "hashlane.duckdb_extension"
        shutil.copy(packed, extension)
        python = Environment(folder / "venv")
        for version in json.loads(versions):
            python.install(f"duckdb=={version}", XXHASH)
            python.compare(f"{packed.name} in DuckDB {version}", EXTENSION, extension.as_posix())


def try_command(name, command, version):
    printed = run(command, "--version").strip()
    if printed != f"hashlane {version}":
        sys.exit(f"{name}: --version printed {printed!r} instead of 'hashlane {version}'")
    with temporary_folder() as folder:
        for text in TEXTS:
            (folder / "text").write_bytes(text.encode())
            digest = run(command, "sum", "-a", "sha256", "text", cwd=folder).split()[0]
            if digest != hashlib.sha256(text.encode()).hexdigest():
                sys.exit(f"{name}: sum printed {digest} for {text[:20]!r}")
    print(f"{name}: OK", flush=True)


def try_sql(name, command):
    """The command of the wheel is the whole program."""
    printed = run(command, "sql", "--csv", "-c", "SELECT hexdigest('a', 'sha256') AS hash")
    if printed.split() != ["hash", hashlib.sha256(b"a").hexdigest()]:
        sys.exit(f"{name}: sql printed {printed!r}")
    print(f"{name}: OK", flush=True)


def try_commands(dist, targets, version):
    files = [file for file in dist.iterdir() if any(target in file.name for target in targets)]
    if not files:
        sys.exit(f"{dist} has no command for {' or '.join(targets)}")
    for file in files:
        with temporary_folder() as folder:
            if file.name.endswith((".tar.gz", ".tar.xz", ".zip")):
                shutil.unpack_archive(file, folder)
            else:
                shutil.copy(file, folder / ("hashlane" + ".exe" * (os.name == "nt")))
            [command] = [path for path in folder.rglob("hashlane*") if path.is_file() and path.stem == "hashlane"]
            command.chmod(0o755)
            try_command(file.name, command, version)


def try_wheels(dist, version):
    with temporary_folder() as folder:
        python = Environment(folder)
        python.install_wheel(dist, "hashlane", version)
        python.install("duckdb", XXHASH)
        python.compare("the wheel hashlane", HASHLANE)
        try_command("the wheel hashlane's command", python.scripts / "hashlane", version)
        try_sql("the wheel hashlane's command", python.scripts / "hashlane")
    with temporary_folder() as folder:
        python = Environment(folder)
        python.install_wheel(dist, "hashlane-datafusion", version)
        # With what it depends on.
        python.install(f"hashlane-datafusion=={version}", XXHASH)
        python.compare("the wheel hashlane-datafusion", HASHLANE_DATAFUSION)


def main(dist):
    dist = pathlib.Path(dist).resolve()
    version = re.search('^version = "(.+)"', (ROOT / "Cargo.toml").read_text(encoding="utf-8"), re.M)[1]
    platform_name, targets = PLATFORMS[platform.system(), platform.machine()]
    check_sums(dist)
    try_extension(dist, platform_name)
    try_commands(dist, targets, version)
    try_wheels(dist, version)


if __name__ == "__main__":
    main(*sys.argv[1:])
