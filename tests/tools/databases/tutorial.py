"""Runs the tutorial docs/tutorials/postgres-and-lake.md with a PostgreSQL server.

usage: tutorial.py PROGRAM [--write]

Blocks that need PostgreSQL run here, and print what the page says. --write puts there what they print.
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

PAGE = ROOT / "docs/tutorials/postgres-and-lake.md"
NEEDED = "not run: it needs PostgreSQL"


def main():
    program, text = pathlib.Path(sys.argv[1]).resolve(), PAGE.read_text()
    page, ran, changed = documents.Page(program, text), 0, []
    with servers.postgresql() as server, tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        os.environ.update(PGHOST="127.0.0.1", PGPORT=str(server.port), PGUSER="hashlane", PGDATABASE="postgres",
                          PATH=os.pathsep.join([os.path.dirname(sys.executable), os.path.dirname(server.psql), os.environ["PATH"]]))
        for _, end, language, code, directive in documents.blocks(text):
            assert language == "sh" and directive.startswith(NEEDED), (code, directive)
            code_expected = re.search(r"exits with (\d+)", directive)
            printed = documents.plain(page.sh(code, code_expected=int(code_expected[1]) if code_expected else 0))
            expected, match = documents.expected(text, end)
            if "--write" in sys.argv and match:
                changed.append((match.start(1), match.end(1), printed))
            else:
                assert expected in (None, printed), f"{code}prints\n{printed}and not\n{expected}"
            ran += 1
    for start, end, printed in reversed(changed):
        text = text[:start] + printed + text[end:]
    if changed:
        PAGE.write_text(text)
    print(f"{PAGE.name}: {ran} blocks print what the page says")


main()
