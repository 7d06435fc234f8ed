"""Runs `hashlane`, the first argument of the test, without the settings of the user's own stores."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

PROGRAM = sys.argv[1]
# Root may read everything, so root runs some tests as the user nobody.
NOBODY = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] if os.geteuid() == 0 else []
MIB = 1 << 20
# Prefixes of the variables that object stores and their clients read.
THEIRS = ("AWS_", "AZURE_", "AZURITE_", "GOOGLE_", "SERVICE_ACCOUNT", "HASHLANE_")


def environment(**variables):
    mine = {key: value for key, value in os.environ.items() if not key.startswith(THEIRS)}
    return mine | {"HASHLANE_RETRY_SECONDS": "20", "NO_PROXY": "127.0.0.1", **variables}


def for_everyone(folder):
    """A copy of the program that any user may run: root often builds in a folder that other users can't read."""
    program = Path(PROGRAM).resolve()
    if not NOBODY or subprocess.run([*NOBODY, program, "--version"], capture_output=True).returncode == 0:
        return str(program)
    copy = shutil.copy(program, folder / "hashlane")
    os.chmod(copy, 0o755)
    return str(copy)


def run(*arguments, expected=0, **variables):
    done = subprocess.run(
        [PROGRAM, *map(str, arguments)], capture_output=True, timeout=180,
        env=environment(**variables),
    )
    assert expected in (None, done.returncode), (arguments, done.returncode, done.stderr[-600:])
    return done


def one_line(done, *words):
    text = done.stderr.decode()
    assert text.count("\n") == 1, text
    assert all(word in text for word in words), (text, words)
