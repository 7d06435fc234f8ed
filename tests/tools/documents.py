"""Runs the SQL, Python and shell blocks of README.md and docs, and checks the links of all documents.

usage: documents.py [--write] HASHLANE [PAGE…]

HASHLANE is the program. The packages `hashlane` and `duckdb` must be importable. The blocks of a page run in their
order, in an empty folder. Python runs in one namespace, SQL in one DuckDB connection, which is `con` of the Python blocks above if
there is one, and shell blocks in bash with the program in PATH. A `text` block right after a block is what that block prints; --write puts it there. A comment above
a block changes how it runs:

    <!-- in DataFusion -->      SQL runs in `hashlane sql`
    <!-- exits with 1 -->       the last command of a shell block does
    <!-- not run: why -->       the block doesn't run, and why is printed
    <!-- setup: sql             what a page needs that its reader has: not shown. Also python and sh
    …
    -->

A page that tells its readers to show its SQL by con.sql("…").show() has no block that ends with a statement without rows: DuckDB 1.x
returns None for it.
"""

import contextlib
import io
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import links

ROOT = pathlib.Path(__file__).resolve().parents[2]
LANGUAGES = {"sql", "python", "sh"}
BLOCK = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```$", re.M | re.S)
SETUP = re.compile(r"<!-- setup: (\w+)\n(.*?)^-->$", re.M | re.S)
DIRECTIVE = re.compile(r"<!-- ([^\n]*) -->\n\Z")


# tests/tools/dbt_package runs this page's models and statements with dbt.
ELSEWHERE = [ROOT / "docs" / "from-dbt-utils.md"]


def pages():
    """Every page whose blocks run here: README.md and the pages below docs."""
    return [page for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))] if page not in ELSEWHERE]


class Page:
    """Runs the blocks of one page."""

    def __init__(self, program, text):
        self.program = program
        self.is_shown = 'con.sql("…").show()' in text
        self.connection = None
        self.names = {}

    def sql(self, code):
        import duckdb
        import hashlane.duckdb

        if self.connection is None:
            self.connection = self.names.get("con") or hashlane.duckdb.connect()
        printed = ""
        statements = self.connection.extract_statements(code)
        if self.is_shown and statements[-1].type != duckdb.StatementType.SELECT:
            raise AssertionError("the page says that blocks of SQL are shown: the last statement must have rows")
        for statement in statements:
            relation = self.connection.sql(statement)
            printed = str(relation) if relation is not None else ""
        return printed

    def datafusion(self, code):
        return self.sh('hashlane sql -c "$CODE"', {"CODE": code})

    def python(self, code):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(code, "block", "exec"), self.names)
        return printed.getvalue()

    def sh(self, code, variables=None, code_expected=0):
        path = f"{self.program.parent}{os.pathsep}{os.environ['PATH']}"
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", code],
            env={**os.environ, **(variables or {}), "PATH": path},
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        if done.returncode != code_expected:
            raise AssertionError(f"exit code {done.returncode} and not {code_expected}: {done.stderr or done.stdout}")
        return done.stdout

    def run(self, language, code, directive=""):
        """The output of a block."""
        if language == "sql" and directive == "in DataFusion":
            return self.datafusion(code)
        if match := re.fullmatch(r"exits with (\d+)", directive):
            return self.sh(code, code_expected=int(match[1]))
        if directive:
            raise AssertionError(f"unknown comment above a block: {directive}")
        return getattr(self, language)(code)


def blocks(text):
    """(position, end, language, code, directive) of each block that runs and of each setup, in their order."""
    found = [(m.start(), m.end(), m[1], m[2], "") for m in SETUP.finditer(text)]
    for match in BLOCK.finditer(text):
        above = DIRECTIVE.search(text[: match.start()])
        if match[1] in LANGUAGES:
            found.append((match.start(), match.end(), match[1], match[2], above[1] if above else ""))
    return sorted(found)


def expected(text, end):
    """The `text` block that follows a block, and where it ends."""
    match = re.compile(r"\n+```text\n(.*?)^```$", re.M | re.S).match(text, end)
    return (match[1], match) if match else (None, None)


def plain(printed):
    """Text in the form of the pages: without blanks at the ends of lines and empty lines around it."""
    return "\n".join(line.rstrip() for line in printed.splitlines()).strip("\n") + "\n"


def check(path, page, write):
    """Runs a page. Returns how many blocks ran, those that didn't, and what failed."""
    text, ran, skipped, failures = path.read_text(), 0, [], []
    name, changed = path.relative_to(ROOT), []
    for start, end, language, code, directive in blocks(text):
        place = f"{name}:{text.count(chr(10), 0, start) + 1}"
        if directive.startswith("not run: "):
            skipped.append(f"{place}: {directive[9:]}")
            continue
        try:
            printed = plain(page.run(language, code, directive))
            ran += 1
        except Exception as error:  # Any failure of a block is a failure of its page.
            failures.append(f"{place}: {type(error).__name__}: {error}")
            break
        want, match = expected(text, end)
        if want is not None and want != printed:
            if write:
                changed.append((match.start(1), match.end(1), printed))
            else:
                failures.append(f"{place}: it prints\n{printed}and not\n{want}")
    for start, end, printed in reversed(changed):
        text = text[:start] + printed + text[end:]
    if changed:
        path.write_text(text)
    return ran, skipped, failures


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--write"]
    program = pathlib.Path(arguments[0]).resolve()
    chosen = [pathlib.Path(argument).resolve() for argument in arguments[1:]] or pages()
    total, failures = 0, links.broken(ROOT)
    for path in chosen:
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
            ran, skipped, failed = check(path, Page(program, path.read_text()), "--write" in sys.argv)
        total += ran
        failures += failed
        for line in skipped:
            print(f"not run: {line}")
    print("\n".join(failures) or f"documents: {total} blocks ran, and all links lead somewhere")
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()
