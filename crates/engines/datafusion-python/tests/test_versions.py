"""What `register` refuses."""

import os
import subprocess
import sys
import unittest
from unittest import mock

import datafusion
from datafusion import SessionContext

import hashlane_datafusion


class Versions(unittest.TestCase):
    def test_another_major_version(self):
        for version in ("54.0.0", "56.1.0", "5.5.0", "550.0.0", "unknown"):
            with mock.patch.object(datafusion, "__version__", version):
                with self.subTest(version), self.assertRaisesRegex(ImportError, f"needs datafusion 55, and {version} is installed"):
                    hashlane_datafusion.register(SessionContext())

    def test_another_minor_version(self):
        for version in ("55.0.0", "55.3.1", "55.1.0rc1"):
            with mock.patch.object(datafusion, "__version__", version):
                hashlane_datafusion.register(SessionContext())

    def test_without_datafusion(self):
        with mock.patch.dict(sys.modules, {"datafusion": None}):
            with self.assertRaisesRegex(ImportError, "pip install 'datafusion==55"):
                hashlane_datafusion.register(None)

    def test_an_instruction_set_that_is_missing(self):
        code = "import datafusion, hashlane_datafusion; hashlane_datafusion.register(datafusion.SessionContext())"
        environment = {**os.environ, "HASHLANE_ISA": "avx1024"}
        done = subprocess.run([sys.executable, "-c", code], env=environment, stderr=subprocess.PIPE, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn("ValueError", done.stderr)
        self.assertIn("avx1024", done.stderr)


if __name__ == "__main__":
    unittest.main()
