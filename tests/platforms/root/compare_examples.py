"""The examples of all functions in a DuckDB that has no package of Python: what it answers, beside what the catalogue says."""

import json
import pathlib
import sys

# The text of a value as the catalogue writes it: bytes in hex.
TEXT = """CASE WHEN r IS NULL THEN 'NULL' WHEN typeof(r) = 'BLOB' THEN lower(hex(r::VARCHAR::BLOB)) ELSE r::VARCHAR END"""
ABOUT = [
    "SELECT platform AS text FROM pragma_platform()",
    "SELECT value AS text FROM hashlane_info() WHERE key = 'instruction_set'",
]
# What a call of an aggregate answers in DuckDB before 2.0.
NO_AGGREGATES = "can't pass the states of an extension's aggregate safely"


def compare_examples(examples, expected_platform, run):
    """`run` returns, for a list of statements, the only value of each one's result, or its error.

    `examples` is a file that has what the example `examples` of the crate catalog prints.
    """
    lines = pathlib.Path(examples).read_text("utf-8").splitlines()
    examples = [json.loads(line) for line in lines]
    calls = [f"SELECT {TEXT} AS text FROM (SELECT {example['sql']}) AS x(r)" for example in examples]
    platform, isa, *results = run(ABOUT + calls)
    if platform != expected_platform:
        sys.exit(f"the platform is {platform}, and not {expected_platform}")
    assert len(results) == len(examples)
    wrong, aggregates = [], 0
    for example, result in zip(examples, results):
        if NO_AGGREGATES in result:
            aggregates += 1
        elif (result or "(empty)") != example["result"]:
            wrong.append(f"{example['sql']}: {result}, where {example['result']} was expected")
    count = len(examples) - aggregates
    print(
        f"{count} examples on {platform} with {isa}: {len(wrong)} differ; "
        f"{aggregates} of aggregates, which this DuckDB refuses, are left out"
    )
    if wrong or count < 250:
        sys.exit("\n".join(wrong) or "there are too few examples")
