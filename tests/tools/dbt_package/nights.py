"""Runs dbt in the folder PROJECT, a night after the other: in dbt's venv and in one process, where a run takes a
second. A process of its own for each night takes five.

    HASHLANE_DBT_…=… python nights.py PROJECT EXPORT…
"""

import os
import pathlib
import shutil
import sys

from dbt.cli.main import dbtRunner

# Calls that dbt must refuse, each with a part of the error's text.
REFUSED = [
    ("hashlane.surrogate_key('region')", "hashlane.surrogate_key takes a list of columns or expressions"),
    ("hashlane.row_hash([])", "hashlane.row_hash needs at least one column"),
    ("hashlane.quick_are_relations_equal(source('raw', 'customers'), ref('keys'))", "pass columns=[…]"),
    ("hashlane.fingerprint('raw.customers')", "takes a relation, such as ref('orders'); it was given the text 'raw.customers'"),
    ("hashlane.fingerprint(adapter.get_relation('x', 'y', 'z'))", "was given none, which adapter.get_relation returns"),
    ("hashlane.fingerprint(ref('regions'))", "is an ephemeral model"),
    ("hashlane.quick_are_relations_equal(source('raw', 'customers'), none)", "hashlane.quick_are_relations_equal was given none"),
    ("audit_helper.quick_are_queries_identical('a', 'b', ['c'], 'd')", "can't filter by event_time"),
]


def run(*arguments):
    result = dbtRunner().invoke(["--quiet", *arguments])
    if not result.success:
        sys.exit(f"dbt {' '.join(arguments)} failed: {result.exception or ''}")


def check_refusals():
    for call, message in REFUSED:
        result = dbtRunner().invoke(["--log-level", "none", "compile", "--inline", f"{{{{ {call} }}}}"])
        text = error_text(result)
        if result.success or message not in text:
            sys.exit(f"{call}: expected an error with '{message}', not: {text}")


def error_text(result):
    """What dbt says went wrong: while it parses it raises, later a node's result has the message."""
    nodes = getattr(result.result, "results", None) or []
    raised = []
    error = result.exception
    while error is not None:
        raised.append(str(error))
        error = error.__cause__ or error.__context__
    return " ".join(raised + [str(node.message) for node in nodes])


def switch_strategy():
    """What someone edits who moves a snapshot from dbt's strategy to ours."""
    file = pathlib.Path("snapshots/customers_switched.yml")
    text = file.read_text(encoding="utf-8")
    assert text.count("strategy: check") == 1, text
    file.write_text(text.replace("strategy: check", "strategy: hashlane.row_hash"), encoding="utf-8")


def main():
    project, exports = sys.argv[1], sys.argv[2:]
    os.chdir(project)
    run("deps")
    for night, export in enumerate(exports, start=1):
        shutil.copyfile(export, os.environ["HASHLANE_DBT_EXPORT"])
        run("build")
        if night == 1:
            switch_strategy()
    check_refusals()
    # dbt leaves a pool of threads of each run, whose destructors print errors while Python ends.
    os._exit(0)


main()
