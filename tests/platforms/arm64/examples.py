"""Loads the extension for 64-bit ARM in DuckDB's wheel for it, under qemu, and compares the examples of all functions.

    examples.py EXTENSION PACKAGE EXAMPLES      in the root of tests/platforms/root/make.sh

PACKAGE is a folder with the package duckdb, EXAMPLES what the example `examples` of the crate catalog prints.
"""

import json
import os
import pathlib
import subprocess
import sys

PREFIX = "/opt/arm64"
DRIVER = pathlib.Path(__file__).resolve().parents[2] / "engines/duckdb_driver.py"


def main(extension, package, examples):
    python = ["qemu-aarch64", "-L", PREFIX, f"{PREFIX}/usr/bin/python3.13"]
    environment = os.environ | {"PYTHONPATH": os.path.abspath(package), "HASHLANE_ALLOW_FILES": "1"}
    process = subprocess.Popen(
        [*python, DRIVER, extension], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )

    def answer():
        line = process.stdout.readline()
        if not line:
            sys.exit(f"the process of DuckDB ended with {process.wait()}")
        return json.loads(line)

    def run(sql):
        print(json.dumps({"sql": sql}), file=process.stdin, flush=True)
        return answer()

    ready = answer()
    if "error" in ready:
        process.kill()
        sys.exit(f"LOAD: {ready['error']}")
    platform = run("PRAGMA platform")["rows"]
    info = dict(run("FROM hashlane_info()")["rows"])
    if platform != [["linux_arm64"]] or info["instruction_set"] != "neon":
        sys.exit(f"the platform is {platform}, and hashlane_info() is {info}")
    wrong, count = [], 0
    for line in pathlib.Path(examples).read_text().splitlines():
        example = json.loads(line)
        count += 1
        given = run(f"SELECT {example['sql']}")
        if given.get("rows") != [[example["result"]]]:
            wrong.append(f"{example['sql']}: {given}, where {example['result']} was expected")
    # Under qemu, DuckDB's process doesn't end by itself.
    process.kill()
    print(f"{count} examples on {platform[0][0]} with {info['instruction_set']}: {len(wrong)} differ")
    if wrong or count < 250:
        sys.exit("\n".join(wrong) or "there are too few examples")


if __name__ == "__main__":
    main(*sys.argv[1:])
