"""The wheel hashlane-datafusion in fresh environments, in which there is no Rust.

usage: wheel.py hashlane_datafusion-….whl

The environments are made below a temporary folder, with packages from PyPI.
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import venv

FOLDER = pathlib.Path(__file__).resolve().parent

# What results are compared with, and what tests read tables with.
REFERENCES = ["xxhash==4.1.0", "blake3==1.0.11", "pyarrow==26.0.1"]
TESTS = ["test_aggregates", "test_functions", "test_rows", "test_versions"]

# A session of an older datafusion, which pip would not install beside the wheel.
OLDER = "54.1.0"
REFUSED = f"""
import datafusion, hashlane_datafusion
assert datafusion.__version__ == "{OLDER}", datafusion.__version__
try:
    hashlane_datafusion.register(datafusion.SessionContext())
except ImportError as error:
    assert "needs datafusion 55, and {OLDER} is installed" in str(error), error
else:
    raise AssertionError("datafusion {OLDER} is not refused")
"""

MISSING = """
import hashlane_datafusion
try:
    hashlane_datafusion.register(None)
except ImportError as error:
    assert "pip install 'datafusion==55" in str(error), error
else:
    raise AssertionError("there is no datafusion")
"""


class Environment:
    """A fresh environment, without Rust and without what the caller's has."""

    def __init__(self, folder):
        venv.create(folder, with_pip=True)
        self.python = pathlib.Path(folder) / "bin/python"
        path = f"{self.python.parent}:/usr/bin:/bin"
        self.variables = {"PATH": path, "HOME": os.environ.get("HOME", "/"), "PYTHONDONTWRITEBYTECODE": "1"}

    def run(self, *arguments):
        subprocess.run([self.python, *arguments], check=True, env=self.variables, cwd=FOLDER)

    def install(self, *packages):
        self.run("-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages)


def main():
    wheel = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as folder:
        print("--- the newest datafusion that the wheel allows", flush=True)
        environment = Environment(folder)
        environment.install(wheel, *REFERENCES)
        environment.run("-m", "unittest", *TESTS)
    with tempfile.TemporaryDirectory() as folder:
        print("--- no datafusion", flush=True)
        environment = Environment(folder)
        environment.install("--no-deps", wheel)
        environment.run("-c", MISSING)
        print(f"--- datafusion {OLDER}", flush=True)
        environment.install(f"datafusion=={OLDER}")
        environment.run("-c", REFUSED)


if __name__ == "__main__":
    main()
