"""The vectors of tests/vectors that are about rows, for tests of several modules."""

import json
import pathlib

FOLDER = pathlib.Path(__file__).resolve().parents[4] / "tests/vectors"
ROWS = json.loads((FOLDER / "rows.json").read_text())


def row_sets():
    """The sets of columns with their expected values: (file, columns, entry)."""
    for entry in ROWS["sets"]:
        yield FOLDER / "rows" / entry["file"], entry["columns"], entry
