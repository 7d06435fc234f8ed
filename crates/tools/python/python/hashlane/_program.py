"""The command `hashlane`."""

import signal
import sys

from hashlane import _native


def main() -> int:
    # Python's handler would wait for the program to return. What is ignored, as by nohup, stays so.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _native.program(["hashlane", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
