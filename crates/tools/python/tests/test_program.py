"""The command `hashlane` as the wheel has it."""

import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import unittest

import hashlane
import xxhash


def run(*arguments, **options):
    command = [sys.executable, "-m", "hashlane", *arguments]
    return subprocess.run(command, capture_output=True, timeout=60, **options)


class Program(unittest.TestCase):
    def test_version(self):
        done = run("--version")
        self.assertEqual(done.stdout.decode(), f"hashlane {hashlane.__version__}\n")
        self.assertEqual(done.returncode, 0)

    def test_sums(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "a"
            path.write_bytes(b"hashlane" * 1000)
            done = run("sum", "-a", "xxh64", path)
            self.assertEqual(done.stdout.split()[0].decode(), xxhash.xxh64_hexdigest(path.read_bytes()))
            sums = path.with_name("SUMS")
            sums.write_bytes(done.stdout)
            self.assertEqual(run("check", sums).returncode, 0)
            path.write_bytes(b"changed")
            self.assertEqual(run("check", sums).returncode, 1)

    def test_errors(self):
        self.assertEqual(run("sum", "/no/such/file").returncode, 2)
        done = run("no-such-command")
        self.assertEqual((done.returncode, done.stdout), (2, b""))
        self.assertIn(b"no-such-command", done.stderr)

    def test_absent_commands(self):
        """Without hashlane-cli, the commands that only it has say where they are."""
        if b"\n  sql " in run("--help").stdout:
            self.skipTest("built with the rest of the workspace, the module has them; the wheel doesn't")
        for command in (["diff", "a.csv", "b.csv", "--key", "id"], ["sql", "-c", "SELECT 1"], ["sql", "--help"]):
            done = run(*command)
            self.assertEqual((done.returncode, done.stdout), (2, b""))
            self.assertEqual(done.stderr.count(b"\n"), 1, done.stderr)
            self.assertIn(b"pip install 'hashlane[cli]'", done.stderr)

    def test_whole_program(self):
        """With hashlane-cli installed, the command is its program."""
        with tempfile.TemporaryDirectory() as folder:
            site = pathlib.Path(folder) / "site"
            info = site / "hashlane_cli-0.1.0.dist-info"
            info.mkdir(parents=True)
            program = pathlib.Path(folder) / "bin" / "hashlane-cli"
            program.parent.mkdir()
            program.write_text('#!/bin/sh\necho "$0 runs $*"\nexit 7\n')
            program.chmod(0o755)
            (info / "METADATA").write_text("Metadata-Version: 2.1\nName: hashlane-cli\nVersion: 0.1.0\n")
            (info / "RECORD").write_text("../bin/hashlane-cli,,\n")
            paths = os.pathsep.join([str(site), os.environ.get("PYTHONPATH", "")])
            done = run("sql", "-c", "SELECT 1", env=os.environ | {"PYTHONPATH": paths})
            self.assertEqual(done.returncode, 7)
            self.assertEqual(done.stdout.decode(), f"{site / '../bin/hashlane-cli'} runs sql -c SELECT 1\n")

    def test_interrupts(self):
        reader, writer = os.pipe()
        command = [sys.executable, "-m", "hashlane", "sum", "-a", "xxh3", "/dev/stdin"]
        # A shell starts its background jobs with SIGINT ignored, which children inherit.
        handler = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, handler)
        process = subprocess.Popen(command, stdin=reader, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        os.close(reader)
        # The pipe holds less than this, so the program has read of it when the last byte is written.
        os.write(writer, bytes(1 << 20))
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
        os.close(writer)
        self.assertEqual(process.returncode, -signal.SIGINT)


if __name__ == "__main__":
    unittest.main()
