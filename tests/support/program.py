"""Runs `hashlane`, the first argument of the test, without the settings of the user's own stores."""

import os
import subprocess
import sys

PROGRAM = sys.argv[1]
MIB = 1 << 20
# Prefixes of the variables that object stores and their clients read.
THEIRS = ("AWS_", "AZURE_", "AZURITE_", "GOOGLE_", "SERVICE_ACCOUNT", "HASHLANE_")


def environment(**variables):
    mine = {key: value for key, value in os.environ.items() if not key.startswith(THEIRS)}
    return mine | {"HASHLANE_RETRY_SECONDS": "20", "NO_PROXY": "127.0.0.1", **variables}


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
