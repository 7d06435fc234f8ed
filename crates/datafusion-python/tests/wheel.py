"""The wheel hashlane-datafusion in a fresh environment, in which there is no Rust.

usage: wheel.py hashlane_datafusion-….whl

pip installs the newest `datafusion` that the wheel allows.
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import venv

FOLDER = pathlib.Path(__file__).resolve().parent
# What tests/reference.py compares with.
REFERENCES = FOLDER.parents[2] / "tests" / "vectors" / "requirements.txt"


def main():
    wheel = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = pathlib.Path(folder) / "bin/python"
        # Neither Rust nor what the caller's environment has.
        environment = {"PATH": f"{python.parent}:/usr/bin:/bin", "HOME": os.environ.get("HOME", "/")}
        pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, wheel, "--requirement", REFERENCES], check=True, env=environment)
        subprocess.run([python, "-m", "unittest", "test_datafusion"], check=True, env=environment, cwd=FOLDER)


if __name__ == "__main__":
    main()
