"""A panic in any callback is an exception of Python, and the session stays usable.

The module must be built with `--features hashlane-datafusion-python/testing`.
"""

import contextlib
import os
import unittest

import pyarrow as pa
from datafusion import SessionConfig

from sessions import column, session, table

ROUNDS = 100
SCALAR = "SELECT xxh3(v) FROM t"
GROUPS = "SELECT fingerprint(v) FROM t GROUP BY k"
WHOLE = "SELECT fingerprint(v) FROM t"
SLIDING = "SELECT fingerprint(v) OVER (ORDER BY k ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM t"
CALLBACKS = {
    "Accumulator": [GROUPS, WHOLE, SLIDING],
    "Coerce": [SCALAR, WHOLE],
    "ConvertToState": [GROUPS],
    "Evaluate": [GROUPS, WHOLE, SLIDING],
    "Invoke": [SCALAR],
    "Merge": [GROUPS, WHOLE],
    "Retract": [SLIDING],
    "ReturnField": [SCALAR, WHOLE],
    "State": [GROUPS, WHOLE],
    "StateFields": [GROUPS, WHOLE],
    "Update": [GROUPS, WHOLE, SLIDING],
}


class Panics(unittest.TestCase):
    def test_every_callback(self):
        # Groups are converted to states without a partial stage.
        config = SessionConfig().with_target_partitions(2).with_batch_size(10)
        config = config.set("datafusion.execution.skip_partial_aggregation_probe_rows_threshold", "20")
        ctx = session(config.set("datafusion.execution.skip_partial_aggregation_probe_ratio_threshold", "0"))
        batches = [pa.record_batch({"k": list(range(start, start + 10)), "v": ["hashlane"] * 10}) for start in range(0, 100, 10)]
        ctx.register_record_batches("t", [batches[:5], batches[5:]])
        for callback, queries in CALLBACKS.items():
            for sql in queries:
                with self.subTest(callback=callback, sql=sql), silence():
                    for _ in range(ROUNDS):
                        self.fails(ctx, callback, sql)
                    self.assertEqual(column(ctx, SCALAR), [4052515222990873942] * 100)

    def fails(self, ctx, callback, sql):
        os.environ["HASHLANE_PANIC"] = callback
        try:
            with self.assertRaisesRegex(Exception, f"internal error, please report it: injected into {callback}"):
                ctx.sql(sql).collect()
        finally:
            # Not removed: threads of the query may read the environment, and a new value takes the old one's place.
            os.environ["HASHLANE_PANIC"] = ""


@contextlib.contextmanager
def silence():
    """Standard error goes nowhere: Rust prints a line for each panic."""
    stderr, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        os.dup2(stderr, 2)
        os.close(stderr)
        os.close(nowhere)


if __name__ == "__main__":
    unittest.main()
