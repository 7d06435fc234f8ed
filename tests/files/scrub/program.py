"""Runs `hashlane scrub`, the first argument of the test, and reads its state.

Root may read everything, so root runs the program as the user nobody.
"""

import datetime
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

sys.path.append(str(Path(__file__).resolve().parents[2]))

from support.program import NOBODY, environment, for_everyone

FINDINGS = {"new", "modified", "damaged", "moved", "missing", "unreadable"}
VERDICTS = FINDINGS | {"unchanged", "not_read", "excluded"}
# Where Debian and Fedora have the library that gives a program another clock.
FAKETIME = next((path for folder in ("/usr/lib", "/usr/lib64") for path in sorted(Path(folder).glob("**/libfaketime.so.1"))), None)


@dataclass
class Done:
    """What a run printed with --json."""

    code: int
    findings: list
    summary: dict
    errors: list

    def verdicts(self):
        return {finding["path"]: finding["verdict"] for finding in self.findings}


class Program:
    """The program, which keeps its state in `state`."""

    def __init__(self, folder, state, **variables):
        self.path, self.state, self.variables = for_everyone(folder), state, environment(**variables)

    def start(self, *arguments, json_lines=True, clock=datetime.timedelta()):
        """Starts the program. `clock` is how far its clock is ahead."""
        # The library is for the program alone, not for what starts it.
        clocks = [
            "env", f"LD_PRELOAD={FAKETIME}", f"FAKETIME={clock.total_seconds():+.0f}", "NO_FAKE_STAT=1", "FAKETIME_DONT_FAKE_MONOTONIC=1",
        ]
        command = [*NOBODY, *(clocks if clock else []), self.path, "scrub", "--state", self.state, *arguments]
        return subprocess.Popen(
            [os.fsencode(str(word)) for word in command] + ([b"--json"] if json_lines else []),
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=self.variables,
        )

    def run(self, *arguments, expected=None, **options):
        """Runs to the end. `expected` is the exit code."""
        child = self.start(*arguments, **options)
        out, error = child.communicate(timeout=1800)
        # A path that isn't UTF-8 is printed escaped, so the output is UTF-8.
        lines = [json.loads(line) for line in out.decode().splitlines()]
        summary = lines.pop()["summary"] if lines and "summary" in lines[-1] else {}
        done = Done(child.returncode, lines, summary, error.decode().splitlines())
        assert expected in (None, done.code), (arguments, done.code, done.errors[-5:], lines[:5])
        assert not any("panic" in line for line in done.errors), done.errors
        return done

    def refuses(self, *arguments, words=()):
        """The program exits with 2 after one line."""
        done = self.run(*arguments, expected=2)
        assert len(done.errors) == 1 and not done.findings, done
        assert all(word in done.errors[0] for word in words), (done.errors, words)


def read_state(path):
    """The rows of a state by their path."""
    table = pq.ParquetFile(path, page_checksum_verification=True).read()
    for index, field in enumerate(table.schema):
        if pa.types.is_timestamp(field.type):
            # All times are UTC; without a zone they compare with each other.
            table = table.set_column(index, field.name, table.column(index).cast(pa.timestamp("us")))
    rows = {row["path"]: row for row in table.to_pylist()}
    assert len(rows) == table.num_rows, "a path has two rows"
    assert list(rows) == sorted(rows, key=str.encode), "the rows are not sorted by path"
    return rows


def runs_of(path):
    """The number of complete runs that a state records."""
    return int(pq.read_metadata(path).metadata[b"hashlane.scrub.run"]) if path.exists() else 0


def spelled(path):
    """A path as the state has it: `\\` for a backslash, `\\xNN` for a byte that isn't UTF-8."""
    return os.fsencode(path).replace(b"\\", b"\\\\").decode(errors="backslashreplace")
