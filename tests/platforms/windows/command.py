"""The program for Windows, under wine, over files with Windows' paths, names and lines.

    command.py PROGRAM CODE      in the root of tests/platforms/root/make.sh

CODE is the program of code.c.

Every expected hash is computed by Python's hashlib.
"""

import hashlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile

PROGRAM, CODE = map(os.path.abspath, sys.argv[1:])
NAMES = ["a.txt", "with space.txt", "größe 東京.txt", "folder/b.txt", "folder/deep er/c.txt"]


def run(folder, *arguments, code=0, given=None):
    """What the program prints; it ends with `code`."""
    with tempfile.NamedTemporaryFile("r") as file:
        done = subprocess.run(
            ["wine", CODE, PROGRAM, *arguments], cwd=folder, input=given, capture_output=True, timeout=120,
            env=os.environ | {"CODE": drive(file.name)},
        )  # fmt: skip
        ended_with = file.read()
    output = done.stdout.decode("utf-8")
    if ended_with != str(code):
        sys.exit(f"{arguments} ended with {ended_with}: {output}{done.stderr.decode('utf-8', 'replace')}")
    return output


def content(name):
    return f"the content of {name}\n".encode() * 1000


def digest(name):
    return hashlib.sha256(content(name)).hexdigest()


def drive(path):
    """The path as Windows writes it: wine has all files below Z:."""
    return "Z:" + str(path).replace("/", "\\")


def make_files(folder):
    for name in NAMES:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content(name))


def lines(names):
    return "".join(f"{digest(name)}  {name}\n" for name in names)


def test_sum(folder):
    """Lines have slashes, whatever the arguments have."""
    expected = lines(NAMES)
    windows = [name.replace("/", "\\") for name in NAMES]
    for arguments in (NAMES, windows):
        assert run(folder, "sum", "-a", "sha256", *arguments) == expected, arguments
    listed = run(folder, "sum", "-a", "sha256", "-r", ".")
    assert sorted(listed.splitlines()) == sorted(f"{digest(name)}  ./{name}" for name in NAMES), listed
    path = drive(folder / NAMES[1])
    assert run(folder, "sum", "-a", "sha256", path) == f"{digest(NAMES[1])}  {path.replace(chr(92), '/')}\n"
    # A pattern in quotes, which no shell has expanded.
    assert run(folder, "sum", "-a", "sha256", "folder\\*.txt") == lines(["folder/b.txt"])


def test_check(folder):
    """Manifests with lines of Windows or of Unix, slashes or escaped backslashes."""
    plain = lines(NAMES)
    escaped = "".join("\\" + line.replace("/", "\\\\") if "/" in line else line for line in plain.splitlines(True))
    for text in (plain, plain.replace("\n", "\r\n"), escaped):
        (folder / "sums.txt").write_bytes(text.encode())
        run(folder, "check", "sums.txt")
        run(folder, "check", drive(folder / "sums.txt"))
    (folder / "a.txt").write_bytes(b"other")
    output = run(folder, "check", "sums.txt", code=1)
    assert "a.txt: FAILED" in output, output
    (folder / "a.txt").write_bytes(content("a.txt"))
    (folder / "sums.txt").unlink()


def test_compress(folder):
    """Outputs replace files at once, or not at all."""
    run(folder, "compress", NAMES[1])
    packed = folder / (NAMES[1] + ".zst")
    assert packed.read_bytes()[:4] == b"\x28\xb5\x2f\xfd"
    run(folder, "decompress", packed.name, code=2)
    run(folder, "decompress", "-f", packed.name)
    assert (folder / NAMES[1]).read_bytes() == content(NAMES[1])
    assert run(folder, "decompress", "-o", "-", drive(packed)).encode() == content(NAMES[1])
    packed.unlink()
    assert not list(folder.glob("*.tmp"))


def test_tables(folder):
    """`sql`, `diff` and `parquet` over files by their paths on Windows."""
    out = drive(folder / "größe 1.parquet")
    run(folder, "sql", "-o", out, "-c", "SELECT value AS id, 'name ' || value AS name FROM range(1000)")
    out = out.replace("'", "''")
    one, other = folder / "größe 1.parquet", folder / "zwei.csv"
    rows = run(folder, "sql", "--json", "-c", f"SELECT count(*) AS n, fingerprint(id, name) AS f FROM '{out}'")
    assert json.loads(rows.splitlines()[0])["n"] == 1000, rows
    # -o writes no checksums of pages.
    assert "4 without checksum" in run(folder, "parquet", "verify", one.name)
    run(folder, "parquet", "add-crc", one.name, "with crc.parquet")
    run(folder, "parquet", "verify", drive(folder / "with crc.parquet"))
    run(folder, "diff", drive(one), "with crc.parquet", "--key", "id")
    text = "id,name\r\n" + "".join(f"{i},name {i}\r\n" for i in range(999)) + "999,other\r\n"
    other.write_bytes(text.encode())
    changed = run(folder, "diff", one.name, drive(other), "--key", "id", code=1)
    assert "1 changed" in changed, changed
    same = run(folder, "sql", "--json", "-c", f"SELECT count(*) AS n FROM '{drive(folder)}\\*.csv'")
    assert json.loads(same.splitlines()[0])["n"] == 1000, same


def test_streams(folder):
    """Standard input and output are bytes."""
    bytes_in = bytes(range(256)) * 10
    line = run(folder, "sum", "-a", "sha256", "-", given=bytes_in)
    assert line.split()[0] == hashlib.sha256(bytes_in).hexdigest(), line


def main():
    tests = [test_sum, test_check, test_compress, test_tables, test_streams]
    for test in tests:
        with tempfile.TemporaryDirectory(prefix="files of ü ") as folder:
            folder = pathlib.Path(folder)
            make_files(folder)
            test(folder)
    print(f"{len(tests)} tests of the program with Windows' paths pass")


if __name__ == "__main__":
    main()
