"""Every hash, in hashlane.arrow and in hashlane.polars, against the packages of tests/core/reference.py."""

import pathlib
import sys
import unittest

import polars as pl

import hashlane.arrow as ha
import hashlane.polars as hl

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[4] / "tests/core"))
import reference

VALUES = [bytes((7 * i + n) % 251 for i in range(n)) for n in [*range(70), 127, 128, 129, 240, 241, 1023, 1024, 1025, 5000]]
TEXTS = [f"customer#{i:09} é" * (i % 9) for i in range(200)]

# The default arguments of the functions of reference.py, without the value.
PARAMETERS = {
    "blake3_keyed": {"key": reference.KEY},
    "blake3_derive_key": {"context": reference.CONTEXT},
    "siphash13": {"key": reference.KEY16},
    "siphash24": {"key": reference.KEY16},
    "siphash24_128": {"key": reference.KEY16},
    "digest": {"algorithm": "sha256"},
    "hexdigest": {"algorithm": "sha256"},
    "hmac": {"key": reference.MAC_KEY, "algorithm": "sha256"},
    "s3_checksum": {"algorithm": "SHA256"},
    **{f"highwayhash{width}": {"key": reference.KEY} for width in (64, 128, 256)},
    "iceberg_partition": {"n": reference.BUCKETS},
    "kafka_partition": {"n": reference.BUCKETS},
    "postgres_hashtextextended": {"seed": reference.SEED},
    "uuid5": {"namespace": "dns"},
    "uuid3": {"namespace": "dns"},
}

# The names of values that are not called v.
NAMES = {"kafka_partition": "key", "uuid5": "name", "uuid3": "name"}


def spelled(value):
    """A result as reference.py has it."""
    return "NULL" if value is None else value.hex() if isinstance(value, bytes) else str(value)


class Hashes(unittest.TestCase):
    def check(self, name, of_value):
        """One function over texts and, but where characters count, over bytes."""
        parameters = PARAMETERS.get(name.removesuffix("_hex"), PARAMETERS.get(name, {}))
        value = NAMES.get(name, "v")
        series = [pl.Series("v", [*TEXTS, None])]
        if name not in ("java_hash",):
            series.append(pl.Series("v", [*VALUES, None]))
        for column in series:
            expected = [of_value(v.encode() if isinstance(v, str) else v) for v in column.to_list()]
            with self.subTest(name, dtype=column.dtype):
                result = self.called(ha, name, value, column, parameters)
                self.assertEqual([spelled(v) for v in result.to_pylist()], expected)
                result = pl.select(self.called(hl, name, value, column, parameters)).to_series()
                self.assertEqual([spelled(v) for v in result.to_list()], expected)

    def called(self, module, name, value, column, parameters):
        # The values of a row have no names.
        if name.startswith("clickhouse_"):
            return getattr(module, name)(column)
        return getattr(module, name)(**{value: column}, **parameters)

    def test_every_hash(self):
        for name in reference.CANONICAL:
            self.check(name, lambda data, name=name: reference.text(name, data))
            self.check(reference.hex_name(name), lambda data, name=name: reference.hex_text(name, data))

    def test_every_hash_of_another_engine(self):
        for name in reference.OTHERS:
            self.check(name, lambda data, name=name: reference.other(name, data))

    def test_every_algorithm(self):
        column = pl.Series("v", VALUES)
        for algorithm, function in reference.ALGORITHMS.items():
            expected = [function(value) for value in VALUES]
            with self.subTest(algorithm):
                self.assertEqual(ha.digest(column, algorithm).to_pylist(), expected)
                result = pl.select(hl.digest(column, algorithm)).to_series()
                self.assertEqual(result.to_list(), expected)


if __name__ == "__main__":
    unittest.main()
