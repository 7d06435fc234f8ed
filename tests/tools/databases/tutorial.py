"""Runs the blocks of pages that need PostgreSQL, with a server.

usage: tutorial.py PROGRAM [--write]

They must print what the page says. --write puts there what they print.
"""

import contextlib
import os
import pathlib
import re
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.append(str(ROOT / "tests/tools"))
import documents
import servers

# The pages, and what one needs that its other blocks make.
PAGES = {
    "docs/tutorials/postgres-and-lake.md": "",
    "README.md": """
        psql -q <<'SQL'
        CREATE TABLE customers AS
        SELECT i::bigint AS id, 'c' || i % 98 AS name, 'p' || i % 98 || '@example.com' AS email FROM generate_series(0, 99) AS s(i);
SQL
        hashlane sql -o tuesday.parquet "SELECT value AS id, CASE value WHEN 7 THEN 'Carla' ELSE 'c' || CAST(value % 98 AS VARCHAR) END AS name,
          'p' || CAST(value % 98 AS VARCHAR) || '@example.com' AS email FROM range(100)"
    """,
}
NEEDED = "not run: it needs PostgreSQL"


def run(path, page, text, write):
    """Runs the blocks of a page and returns how many, and the page with what they print."""
    ran, changed = 0, []
    for _, end, language, code, directive in documents.blocks(text):
        if language != "sh" or not directive.startswith(NEEDED):
            continue
        code_expected = re.search(r"exits with (\d+)", directive)
        printed = documents.plain(page.sh(code, code_expected=int(code_expected[1]) if code_expected else 0))
        expected, match = documents.expected(text, end)
        if write and match:
            changed.append((match.start(1), match.end(1), printed))
        elif expected not in (None, printed):
            sys.exit(f"{path}: {code}prints\n{printed}and not\n{expected}")
        ran += 1
    for start, end, printed in reversed(changed):
        text = text[:start] + printed + text[end:]
    return ran, text


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    for path, needs in PAGES.items():
        text = (ROOT / path).read_text()
        page = documents.Page(program, text)
        with servers.postgresql() as server, tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
            os.environ.update(PGHOST="127.0.0.1", PGPORT=str(server.port), PGUSER="hashlane", PGDATABASE="postgres",
                              PATH=os.pathsep.join([os.path.dirname(sys.executable), os.path.dirname(server.psql), os.environ["PATH"]]))
            page.sh(needs)
            ran, text = run(path, page, text, "--write" in sys.argv)
        if "--write" in sys.argv:
            (ROOT / path).write_text(text)
        print(f"{path}: {ran} blocks print what the page says")


main()
