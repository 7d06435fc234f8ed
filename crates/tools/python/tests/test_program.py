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

    def test_sql(self):
        done = run("sql", "--csv", "-c", "SELECT xxh3_hex('hashlane') AS hash")
        self.assertEqual(done.stdout.decode().split(), ["hash", xxhash.xxh3_64_hexdigest(b"hashlane")])

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
