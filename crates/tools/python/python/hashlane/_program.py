"""The command `hashlane`."""

import importlib.metadata
import os
import pathlib
import signal
import subprocess
import sys

from hashlane import _native


def whole_program() -> pathlib.Path | None:
    """The program of the package hashlane-cli, which also has `diff` and `sql`, if it is installed."""
    try:
        files = importlib.metadata.files("hashlane-cli") or []
    except importlib.metadata.PackageNotFoundError:
        return None
    programs = (pathlib.Path(file.locate()) for file in files if file.stem == "hashlane-cli")
    return next((program for program in programs if program.is_file()), None)


def main() -> int:
    # Python's handler would wait for the program to return. What is ignored, as by nohup, stays so.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    program = whole_program()
    if program is None:
        return _native.program(["hashlane", *sys.argv[1:]])
    if os.name == "nt":
        # There, the process that execv starts isn't waited for.
        return subprocess.run([program, *sys.argv[1:]]).returncode
    os.execv(program, ["hashlane", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
