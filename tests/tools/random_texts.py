"""Values in every notation of JSON and CSV: `hashlane sql` and `hashlane diff` read exactly what Python reads, or refuse.

Usage: random_texts.py [--program PATH] [--seconds N] [--seed N] [--only NUMBER] [--jobs N] [--refusals]
(with the Python that has zstandard and pyarrow)

A file is right or has one wrong place. A wrong one must be refused in one line, a right one must be read exactly or refused, and every kind
of right file must be read at times. Every run has a fresh seed, which is printed: with `--seed N` and `--only NUMBER` it repeats one
file, and keeps it.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import random
import sys
import tempfile
import time
from pathlib import Path

from tables.csv_texts import Records
from tables.files import COMPRESS
from tables.json_texts import Lines
from tables.program import Refused, Wrong, lines, refusal, run
from tables.values import ABSENT, Number, same_json

ROOT = Path(__file__).resolve().parents[2]


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", default=str(ROOT / "target/debug/hashlane"))
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().getrandbits(32))
    parser.add_argument("--only", type=int, help="the number of one file, which is kept")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--refusals", action="store_true", help="print why right files were refused")
    return parser.parse_args()


def selected(program, name, r, folder):
    statement = f"SELECT * FROM '{name}'"
    code, out, error = run(program, "sql", "--json", "--threads", r.choice([1, 3]), "-c", statement, folder=folder)
    if code:
        refusal(code, 1, error)
    return [dict(row) for row in lines(out)]


def check_rows(expected, shown):
    """Compares rows by their column `id`."""
    by_id = {str(row.get("id")): row for row in shown}
    if len(shown) != len(expected) or set(by_id) != {str(row["id"]) for row in expected}:
        raise Wrong(f"{len(expected)} rows, of which {len(shown)} were read: {sorted(by_id)[:9]}")
    for row in expected:
        read = by_id[str(row["id"])]
        for name in {*row, *read}:
            if not same_json(row.get(name, ABSENT), read.get(name)):
                raise Wrong(f"id {row['id']}, {name!r}: {row.get(name)!r} became {read.get(name)!r}")


def diff(program, left, right, folder):
    code, out, error = run(program, "diff", left, right, "--key", "id", "--json", folder=folder)
    if code not in (0, 1):
        refusal(code, 2, error)
    # Without the summary.
    return code, out.removesuffix("\n").rpartition("\n")[0]


def plain_json(value):
    """A value in the only notation that has neither escapes nor spaces."""
    if isinstance(value, Number):
        return str(value)
    if isinstance(value, dict):
        return "{" + ",".join(f"{plain_json(str(name))}:{plain_json(one)}" for name, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(plain_json, value)) + "]"
    return "null" if value is None or value is ABSENT else json.dumps(value, ensure_ascii=False)


def quoted(text):
    return "" if text is None else '"' + text.replace('"', '""') + '"'


def rewritten(kind, rows):
    """The same rows in one plain notation."""
    if kind == "json":
        return "\n".join(map(plain_json, rows)).encode()
    return "\n".join(",".join(map(quoted, record)) for record in [rows[0].keys(), *(row.values() for row in rows)]).encode()


class File:
    """A random file: what it is to hold, and what became of it."""

    def __init__(self, number, options, folder):
        r = random.Random(f"{options.seed}/{number}")
        kind, texts = r.choice([("json", Lines), ("csv", Records)])
        texts = texts(r)
        method = r.choice([None, None, None, *COMPRESS])
        name = f"{number}.{kind}" + (f".{method}" if method else "")
        self.number, self.wrong, self.message, self.refusal, self.word = number, texts.wrong, None, None, "read"
        self.kind = f"{kind} {texts.wrong or 'right'}"
        try:
            rows = texts.rows()
        except ValueError:
            rows = None
        if (rows is None) != bool(texts.wrong):
            raise RuntimeError(f"the generator is wrong: {name} is {texts.wrong or 'right'}, and Python says {rows}: {texts.data[:500]!r}")
        (folder / name).write_bytes(COMPRESS[method](texts.data) if method else texts.data)
        try:
            self.check(options.program, name, kind, rows, r, folder)
        except Refused as error:
            self.word, self.refusal = "refused", str(error)
        except Wrong as error:
            self.word, self.message = "wrong", f"{self.kind}: {name}: {error}"

    def check(self, program, name, kind, rows, r, folder):
        shown = selected(program, name, r, folder)
        if rows is None:
            raise Wrong(f"{self.wrong} was read as {shown}")
        check_rows(rows, shown)
        # The same rows written plainly are equal, and a row more is a difference.
        other = f"other_{name.split('.')[0]}.{kind}"
        (folder / other).write_bytes(rewritten(kind, rows))
        code, out = diff(program, name, other, folder)
        if code or out:
            raise Wrong(f"differs from the same rows written plainly: {out[:300]}")


def work(first, options, folder):
    found, end, number = [], time.monotonic() + options.seconds, first
    while time.monotonic() < end:
        found.append(File(number, options, folder))
        for file in folder.glob(f"*{number}.*"):
            file.unlink()
        number += options.jobs
    return found


def report(files, options):
    """Prints numbers by kind and the failures. Returns whether all went well."""
    kinds = collections.defaultdict(collections.Counter)
    for file in files:
        kinds[file.kind][file.word] += 1
    print(f"{'kind':<44} {'read':>7} {'refused':>8} {'wrong':>6}")
    for kind, counts in sorted(kinds.items()):
        print(f"{kind:<44} {counts['read']:>7} {counts['refused']:>8} {counts['wrong']:>6}")
    for file in files if options.refusals else []:
        if file.refusal and not file.wrong:
            print(f"refused: number {file.number}: {file.refusal[:400]}")
    wrong = [file for file in files if file.message]
    for file in wrong[:20]:
        print(f"FAILED: number {file.number}: {file.message[:900]}")
        print(f"  repeat: {sys.argv[0]} --seed {options.seed} --only {file.number}")
    never = [kind for kind, counts in kinds.items() if kind.endswith(" right") and not counts["read"]]
    for kind in never:
        print(f"FAILED: {kind} was never read")
    print(f"seed {options.seed}: {len(files)} files, {len(wrong)} wrong")
    return bool(files) and not wrong and not never


def main():
    options = arguments()
    options.program = str(Path(options.program).resolve())
    print(f"seed {options.seed}", flush=True)
    if options.only is not None:
        folder = Path(tempfile.mkdtemp(prefix="random_texts"))
        file = File(options.only, options, folder)
        print(f"{folder}: {file.kind}: {file.word} {file.message or file.refusal or ''}")
        sys.exit(file.word == "wrong")
    with tempfile.TemporaryDirectory(prefix="random_texts") as folder:
        with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
            parts = [pool.submit(work, first, options, Path(folder)) for first in range(options.jobs)]
            files = sorted((file for part in parts for file in part.result()), key=lambda file: file.number)
    sys.exit(not report(files, options))


if __name__ == "__main__":
    main()
