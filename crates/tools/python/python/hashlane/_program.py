"""The command `hashlane`: the program in this package."""

import os
import pathlib
import signal
import subprocess
import sys

PROGRAM = pathlib.Path(__file__).parent / "bin" / ("hashlane.exe" if os.name == "nt" else "hashlane")
MISSING = "this package was built without the program; `cargo install hashlane` installs it"


def main() -> int:
    if not PROGRAM.exists():
        print(f"hashlane: {MISSING}", file=sys.stderr)
        return 2
    # Python's handler would wait for the program to return. What is ignored, as by nohup, stays so.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    if os.name == "nt":
        # There, the process that execv starts isn't waited for.
        return subprocess.run([PROGRAM, *sys.argv[1:]]).returncode
    os.execv(PROGRAM, ["hashlane", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
