"""Every hash in PyPI's datafusion, against the packages of tests/core/reference.py."""

import pathlib
import sys
import unittest

import pyarrow as pa

from sessions import bytes_layouts, column, session, table, text, text_layouts

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[4] / "tests/core"))
import reference

VALUES = [None, *(bytes((7 * i + n) % 251 for i in range(n)) for n in [*range(70), 127, 128, 129, 240, 241, 1023, 1024, 1025, 5000]), None]
TEXTS = [None, *(f"customer#{i:09} é" * (i % 9) for i in range(100)), None]

# The calls of functions with more arguments than the value: what reference.py takes by default.
CALLS = {
    "blake3_keyed": f"{{}}(v, '{reference.KEY.decode()}')",
    "blake3_derive_key": f"{{}}('{reference.CONTEXT}', v)",
    **dict.fromkeys(("siphash13", "siphash24", "siphash24_128"), f"{{}}(v, '{reference.KEY16.decode()}')"),
    **{f"highwayhash{width}": f"{{}}(v, '{reference.KEY.decode()}')" for width in (64, 128, 256)},
    "digest": "{}(v, 'sha256')",
    "hmac": f"{{}}(v, '{reference.MAC_KEY.decode()}', 'sha256')",
    "s3_checksum": "{}(v, 'SHA256')",
    "iceberg_partition": f"{{}}(v, {reference.BUCKETS})",
    "kafka_partition": f"{{}}(v, {reference.BUCKETS})",
    **dict.fromkeys(("uuid5", "uuid3"), "{}('dns', v)"),
    "postgres_hashtextextended": f"{{}}(v, {reference.SEED})",
}


def calls():
    """Every hash: its call, and the function of a value's bytes that gives the text of its result."""
    for name in reference.CANONICAL:
        call = CALLS.get(name, "{}(v)")
        yield call.format(name), lambda data, name=name: reference.text(name, data)
        yield call.format(reference.hex_name(name)), lambda data, name=name: reference.hex_text(name, data)
    for name in reference.OTHERS:
        yield CALLS.get(name, "{}(v)").format(name), lambda data, name=name: reference.other(name, data)
    for algorithm, function in reference.ALGORITHMS.items():
        yield f"digest(v, '{algorithm}')", lambda data, function=function: "NULL" if data is None else function(data).hex()


class Hashes(unittest.TestCase):
    def check(self, layout, array, skipped=()):
        ctx = session()
        table(ctx, "t", pa.record_batch({"v": array}))
        values = [value.encode() if isinstance(value, str) else value for value in array.to_pylist()]
        for call, of_value in calls():
            if call.partition("(")[0] not in skipped:
                with self.subTest(layout=layout, type=array.type, call=call):
                    found = column(ctx, f"SELECT {call} FROM t")
                    self.assertEqual([text(value) for value in found], [of_value(value) for value in values])

    def test_texts(self):
        for layout, array in text_layouts(TEXTS).items():
            self.check(layout, array)

    def test_bytes(self):
        for layout, array in bytes_layouts(VALUES).items():
            # Java hashes characters.
            self.check(layout, array, skipped=("java_hash",))


if __name__ == "__main__":
    unittest.main()
