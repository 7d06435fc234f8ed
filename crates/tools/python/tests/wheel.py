"""The wheel in fresh environments, in which there is no Rust.

usage: wheel.py hashlane-….whl

Each environment has other versions of what the wheel works with. They are made below a temporary folder, with packages
from PyPI.
"""

import contextlib
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import venv
import zipfile

FOLDER = pathlib.Path(__file__).resolve().parent
ROOT = FOLDER.parents[3]

# Packages that results are compared with.
REFERENCES = ["xxhash==4.1.0", "blake3==1.0.11"]
PYARROW = "pyarrow==26.0.1"
PANDAS = "pandas==2.3.3"

# By name: packages, and the tests that they let run.
ENVIRONMENTS = {
    "nothing else": ([], []),
    "the oldest": (
        [*REFERENCES, PYARROW, "duckdb==1.4.5", "polars==1.0.0"],
        ["test_arrow", "test_duckdb", "test_parquet", "test_polars", "test_program"],
    ),
    "the newest of 1.x": (
        [*REFERENCES, PYARROW, PANDAS, "duckdb==1.5.6", "polars==1.44.2"],
        ["test_arrow", "test_diff", "test_diff_files", "test_duckdb", "test_polars", "test_random_diff"],
    ),
    "the newest": (
        [*REFERENCES, PYARROW, PANDAS, "duckdb==2.0.1", "polars==2.1.0", "polars-hash==0.9.3"],
        ["test_arrow", "test_diff", "test_diff_files", "test_duckdb", "test_polars", "test_random_diff", "test_polars_hash"],
    ),
    "without pyarrow": (
        [*REFERENCES, "duckdb==2.0.1", "polars==2.1.0"],
        ["test_duckdb", "test_polars", "test_program", "test_without_pyarrow"],
    ),
}

# What README.md installs beside the wheel. Its blocks run with that, in their order, and print what the page says.
FIRST_MINUTES = ["duckdb"]

# Without what it works with, the wheel says so.
ALONE = """
import shutil
assert shutil.which("cargo") is None and shutil.which("rustc") is None
import hashlane, hashlane.arrow as ha
assert ha.row_bytes_hex(7, "ok") == "0d0203010705026f6b"
for missing in ("duckdb", "polars"):
    try:
        getattr(hashlane, missing)
    except ImportError as error:
        assert missing in str(error), error
    else:
        raise AssertionError(f"{missing} is there")
"""

# The newest glibc that a system of the wheel's tag may lack.
TAG = re.compile(r"manylinux_2_(\d+)_")
SYMBOL = re.compile(rb"GLIBC_2\.(\d+)")


def check_symbols(wheel):
    """The extension, too, needs no newer glibc than the wheel's tag says: `maturin` looks at the module alone."""
    tag = TAG.search(wheel.name)
    if tag is None:
        print(f"{wheel.name} is not for manylinux: its libraries are not looked at")
        return
    libraries = 0
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            if name.endswith((".so", ".duckdb_extension")):
                libraries += 1
                newest = max(int(version) for version in SYMBOL.findall(archive.read(name)))
                assert newest <= int(tag[1]), f"{name} needs glibc 2.{newest}"
    assert libraries == 2, f"{libraries} libraries in {wheel.name}"


def run(python, *arguments):
    # Neither Rust nor what the caller's environment has.
    path = f"{python.parent}:/usr/bin:/bin"
    variables = {"PATH": path, "HOME": os.environ.get("HOME", "/"), "PYTHONDONTWRITEBYTECODE": "1"}
    subprocess.run([python, *arguments], check=True, env=variables, cwd=FOLDER)


@contextlib.contextmanager
def environment(name, wheel, packages):
    """The Python of a fresh environment with the wheel and these packages."""
    print(f"--- {name}: {' '.join(packages)}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = pathlib.Path(folder) / "bin/python"
        run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wheel, *packages)
        yield python


def check_readme(wheel):
    """What a new user types works with what the page installs, without Rust."""
    command = f"pip install {' '.join(FIRST_MINUTES)} build/wheel/hashlane-*.whl "
    assert command in (ROOT / "README.md").read_text("utf-8"), f"README.md says other than {command}"
    with environment("README.md", wheel, FIRST_MINUTES) as python:
        start = time.monotonic()
        run(python, ROOT / "tests/tools/documents.py", python.with_name("hashlane"), ROOT / "README.md")
        print(f"README.md: {time.monotonic() - start:.1f} seconds")


def main():
    wheel = pathlib.Path(sys.argv[1]).resolve()
    check_symbols(wheel)
    check_readme(wheel)
    for name, (packages, tests) in ENVIRONMENTS.items():
        with environment(name, wheel, packages) as python:
            if tests:
                run(python, "-m", "unittest", *tests)
            else:
                run(python, "-c", ALONE)
            subprocess.run([python.with_name("hashlane"), "--version"], check=True)


if __name__ == "__main__":
    main()
