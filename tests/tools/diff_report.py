"""The reports of `hashlane diff`: HTML with hostile values, JUnit's XML, exit codes, and how large a report gets.

usage: diff_report.py PROGRAM [--browser CHROMIUM] [--rows N]

With a browser, pictures of a report are taken, narrow and wide, light and dark, into build/reports; nothing may be asked of a network.
"""

import argparse
import html.parser
import json
import os
import pathlib
import struct
import subprocess
import tempfile
import xml.etree.ElementTree

import pyarrow as pa
import pyarrow.parquet as pq

PICTURES = pathlib.Path(__file__).resolve().parents[2] / "build" / "reports"
HOSTILE = [
    "<script>alert(1)</script>", "</td></table><img src=x onerror=alert(1)>", "&lt;b&gt; &amp;", "\"'`", "a\u202eb\u2066c", "\0\x01\x1b[31m",
    "line\nbreak\ttab\r", "<!-- -->", "]]>", "javascript:alert(1)", "\ufffe\uffff", "'; DROP TABLE t; --", "NULL", " ", "x" * 10_000_000,
]
# What could run, load or lead elsewhere.
FORBIDDEN = {"script", "link", "img", "iframe", "object", "embed", "form", "base", "a", "svg", "video", "audio", "source", "input", "button"}


class Report(html.parser.HTMLParser):
    """The text of a report, and the cells of its tables."""

    def __init__(self, page):
        super().__init__()
        self.text, self.cells, self.open = [], [], []
        self.feed(page)
        assert not self.open, self.open

    def handle_starttag(self, tag, attributes):
        assert tag not in FORBIDDEN, (tag, attributes)
        assert not any(name.startswith("on") or name in ("src", "href", "action") for name, _ in attributes), (tag, attributes)
        if tag not in ("meta",):
            self.open.append(tag)
        if tag == "td":
            self.cells.append("")

    def handle_endtag(self, tag):
        assert self.open.pop() == tag, tag

    def handle_data(self, data):
        self.text.append(data)
        if "td" in self.open:
            self.cells[-1] += data


def write(folder, name, **columns):
    pq.write_table(pa.table(columns), folder / name)


def run(program, folder, *arguments, code):
    done = subprocess.run([program, "diff", *map(str, arguments)], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == code, (arguments, done.returncode, done.stderr[-2000:])
    assert code != 2 or len(done.stderr.splitlines()) == 1 or "For more information" in done.stderr, done.stderr
    return done.stdout


def shown(text):
    """How a value appears: without control characters, without characters that turn the text around, and cut."""
    escapes = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
    text = text if len(text) <= 160 else text[:160] + "…"
    is_hidden = lambda char: ord(char) < 32 or 0x7F <= ord(char) < 0xA0 or char in "\u061c\u200e\u200f" or 0x202A <= ord(char) <= 0x202E or 0x2066 <= ord(char) <= 0x2069
    return "".join(escapes.get(char, f"\\u{{{ord(char):x}}}") if is_hidden(char) else char for char in text)


def check_hostile(program, folder):
    names = ["<b>name</b>", "plain"]
    count = len(HOSTILE)
    write(folder, "left.parquet", **{"id": list(range(count)), names[0]: ["x"] * count, names[1]: [None] * count})
    write(folder, "right.parquet", **{"id": list(range(1, count + 1)), names[0]: HOSTILE, names[1]: [*HOSTILE[1:], HOSTILE[0]]})
    sides = ("left.parquet", "right.parquet", "--key", "id")
    out = run(program, folder, *sides, "-o", "report.html", "--junit", "report.xml", code=1)
    assert out == "", out
    page = (folder / "report.html").read_text(encoding="utf-8")
    report = Report(page)
    # The first ten changes of a column are shown: NULL beside each value, which is then marked as a whole.
    for value in HOSTILE[2:11]:
        assert shown(value) in report.cells or value.strip() == "", (shown(value), report.cells)
    assert "default-src 'none'" in page and len(page) < 1_000_000
    suite = xml.etree.ElementTree.parse(folder / "report.xml").getroot()[0]
    assert [case.get("name") for case in suite] == ["added", "removed", "changed", *names], [case.attrib for case in suite]
    # It is not overwritten unasked, and never over a side.
    run(program, folder, *sides, "-o", "report.html", code=2)
    run(program, folder, *sides, "-o", "report.html", "-f", code=1)
    run(program, folder, *sides, "--junit", "left.parquet", "-f", code=2)
    run(program, folder, *sides, "-o", "one.html", "--junit", "one.html", code=2)


def check_allowed(program, folder):
    write(folder, "a.parquet", id=list(range(1000)), v=[0] * 1000)
    write(folder, "b.parquet", id=list(range(1000)), v=[1] * 7 + [0] * 993, extra=[0] * 1000)
    sides = ("a.parquet", "b.parquet", "--key", "id")
    for allowed, code in [
        ("7,extra-columns", 0), ("6,extra-columns", 1), ("7", 1), ("0.7%,extra-columns", 0), ("0.69%,extra-columns", 1),
        ("changed=7,extra-columns", 0), ("added=7,extra-columns", 1), ("-1", 2), ("101%", 2), ("moved=1", 2),
    ]:
        out = run(program, folder, *sides, "--json", f"--allow={allowed}", code=code)
        if code != 2:
            summary = json.loads(out.splitlines()[-1])
            assert summary["changed"] == 7 and summary["is_fine"] is (code == 0) and summary["rules"] == {"allow": allowed}, summary
    run(program, folder, *sides, "--allow=7,extra-columns", "-o", "fine.html", "--junit", "fine.xml", code=0)
    assert "differ no more than is allowed" in (folder / "fine.html").read_text(encoding="utf-8")
    assert "<failure" not in (folder / "fine.xml").read_text(encoding="utf-8")


def check_large(program, folder, rows):
    """Every value of five columns differs; 150 columns differ in long values."""
    numbers = list(range(rows))
    columns = {f"column {at}": pa.array(numbers, pa.int64()) for at in range(5)}
    write(folder, "many.parquet", id=numbers, **columns)
    write(folder, "other.parquet", id=numbers, **{name: pa.array([-1 - n for n in numbers], pa.int64()) for name in columns})
    wide = {f"{'wide ' * 40}{at}": ["x" * 1000] * 20 for at in range(150)}
    write(folder, "wide.parquet", id=list(range(20)), **wide)
    write(folder, "wider.parquet", id=list(range(20)), **{name: ["y" * 1000] * 20 for name in wide})
    for pair in (("many.parquet", "other.parquet"), ("wide.parquet", "wider.parquet")):
        run(program, folder, *pair, "--key", "id", "-o", f"{pair[0]}.html", code=1)
        page = (folder / f"{pair[0]}.html").read_text(encoding="utf-8")
        Report(page)
        assert len(page.encode()) < 1_000_000, len(page)


def check_empty(program, folder):
    for name in ("none", "nothing"):
        write(folder, f"{name}.parquet", id=pa.array([], pa.int64()), v=pa.array([], pa.string()))
    run(program, folder, "none.parquet", "nothing.parquet", "--key", "id", "-o", "equal.html", code=0)
    assert "The tables are equal" in Report((folder / "equal.html").read_text(encoding="utf-8")).text
    run(program, folder, "left.parquet", "right.parquet", "--multiset", "-o", "multiset.html", code=1)
    Report((folder / "multiset.html").read_text(encoding="utf-8"))


def take_pictures(browser, page):
    """Pictures of a page. The width of each is what was asked for."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    for width in (320, 1400):
        for scheme, number in (("light", 1), ("dark", 0)):
            picture = PICTURES / f"{width}-{scheme}.png"
            picture.unlink(missing_ok=True)
            command = [
                browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--host-resolver-rules=MAP * ~NOTFOUND",
                f"--blink-settings=preferredColorScheme={number}", f"--window-size={width},2400", f"--screenshot={picture}", page.as_uri(),
            ]
            subprocess.run(command, capture_output=True, timeout=120, check=True)
            assert struct.unpack(">I", picture.read_bytes()[16:20])[0] == width, picture
    print(f"pictures are in {PICTURES}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=os.path.abspath)
    parser.add_argument("--browser")
    parser.add_argument("--rows", type=int, default=5_000)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        check_hostile(arguments.program, folder)
        check_allowed(arguments.program, folder)
        check_large(arguments.program, folder, arguments.rows)
        check_empty(arguments.program, folder)
        if arguments.browser:
            take_pictures(arguments.browser, folder / "report.html")
    print("reports show hostile values as text, stay below 1 MB, and the exit codes are right")


if __name__ == "__main__":
    main()
