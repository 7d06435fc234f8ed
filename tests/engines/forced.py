"""HASHLANE_ISA forces an instruction set; LOAD fails for a name that this machine doesn't support.

    forced.py EXTENSION
"""

import os
import pathlib
import subprocess
import sys

import duckdb

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))

from support.extension import load

KNOWN = ["portable", "avx2", "avx512", "neon"]


def child(extension):
    """Prints the instruction set and a hash, or the error of LOAD. A process selects once."""
    connection = duckdb.connect(config={"allow_unsigned_extensions": "true"})
    try:
        connection.execute(load(extension))
    except duckdb.Error as error:
        # Not a panic: the connection stays usable, and another LOAD gives the same error.
        if connection.execute("SELECT 42").fetchall() != [(42,)]:
            sys.exit("the connection is not usable")
        print("refused:", error)
        return
    rows = connection.execute("FROM hashlane_info()").fetchall()
    print(dict(rows)["instruction_set"], connection.execute("SELECT xxh3('hashlane')").fetchone()[0])


def output(extension, name):
    environment = os.environ | {"HASHLANE_ISA": name}
    command = [sys.executable, __file__, extension, "child"]
    process = subprocess.run(command, env=environment, capture_output=True, text=True)
    if process.returncode != 0 or process.stderr:
        sys.exit(f"HASHLANE_ISA={name}: {process.returncode}: {process.stderr}")
    return process.stdout


def main(extension):
    refusal = output(extension, "sse9")
    start = 'HASHLANE_ISA is "sse9"; this machine supports portable'
    if "refused:" not in refusal or start not in refusal or "internal error" in refusal:
        sys.exit(f"LOAD with an unknown instruction set: {refusal}")
    for name in KNOWN:
        line = output(extension, name)
        is_refused = f'HASHLANE_ISA is "{name}"; this machine supports portable' in line
        if line != f"{name} 4052515222990873942\n" and (name == "portable" or not is_refused):
            sys.exit(f"HASHLANE_ISA={name}: {line}")


if __name__ == "__main__":
    child(sys.argv[1]) if sys.argv[2:] else main(sys.argv[1])
