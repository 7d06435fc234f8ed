"""`hashlane diff --plan` beside the same comparisons one by one: results, exit codes, reports, and wrong plans.

usage: diff_plan.py PROGRAM [--seed S]
"""

import argparse
import csv
import json
import os
import pathlib
import random
import subprocess
import tempfile
import xml.etree.ElementTree

from diff_report import Report

NAMES = ["orders", "Order Items", 'say "hi"', "a.b", "ümläut", "x=1,y", "-dash", "t"]


def run(program, folder, *arguments):
    done = subprocess.run([program, "diff", *arguments], cwd=folder, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


def table(r, rows):
    return [[id, r.choice(["a", "B ", "", "c"]), round(r.uniform(0, 3), 1)] for id in rows]


def write(path, rows):
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([["id", "name", "price"], *rows])


def toml(value):
    return json.dumps(value, ensure_ascii=False)


class Plan:
    """Random tables with options: some equal, some missing, some whose options are wrong for the table."""

    def __init__(self, r, folder):
        self.r, self.folder, self.options = r, folder, {}
        for name in r.sample(NAMES, r.randint(1, len(NAMES))):
            rows = table(r, range(r.randint(0, 20)))
            write(folder / f"{name}.csv", rows)
            if r.random() < 0.9:
                write(folder / f"{name}.new.csv", rows if r.random() < 0.3 else table(r, r.sample(range(25), r.randint(0, 20))))
            own = {}
            if r.random() < 0.5:
                own |= {"types": "price=double", "tolerance": r.choice(["0.5", "price=0.1", 1])}
            for option, values in (("trim", [True, False, "name"]), ("allow", [3, "50%", "changed=20,added=5"]), ("ignore", [["name"], "price", "nix"])):
                if r.random() < 0.3:
                    own[option] = r.choice(values)
            self.options[name] = own
        text = "[defaults]\nleft = './{}.csv'\nright = './{}.new.csv'\nkey = ['id']\n"
        for name, own in self.options.items():
            text += f"\n[tables.{toml(name)}]\n" + "".join(f"{option} = {toml(value)}\n" for option, value in own.items())
        (folder / "plan.toml").write_text(text, encoding="utf-8")

    def alone(self, program, name):
        """The exit code, and the summary or the error of one table."""
        words = ["--key=id"]
        for option, value in self.options[name].items():
            value = ",".join(value) if isinstance(value, list) else value
            words += [] if value is False else [f"--{option}" if value is True else f"--{option}={value}"]
        code, out, error = run(program, self.folder, *words, "--summary", "--json", "--", f"./{name}.csv", f"./{name}.new.csv")
        return code, json.loads(out) if code != 2 else {"error": error.strip().removeprefix("hashlane: ")}

    def check(self, program):
        expected = {name: self.alone(program, name) for name in self.options}
        worst = max(code for code, _ in expected.values())
        jobs = str(self.r.choice([1, 2, 7]))
        code, out, error = run(program, self.folder, "--plan", "plan.toml", "--json", "--jobs", jobs, "--junit", "cases.xml", "-f")
        assert (code, error) == (worst, ""), (code, worst, error)
        found = [json.loads(line) for line in out.splitlines()]
        assert [line["table"] for line in found] == list(self.options), found
        for line in found:
            _, summary = expected[line["table"]]
            if "error" in summary:
                assert line["error"] == summary["error"] and not line["is_fine"], (line, summary)
            else:
                assert {name: value for name, value in line.items() if name != "table"} == summary, (line, summary)
        suite = xml.etree.ElementTree.parse(self.folder / "cases.xml").getroot()[0]
        failed = [len(case) for case in suite]
        assert failed == [int(code != 0) for code, _ in expected.values()], failed
        code, out, _ = run(program, self.folder, "--plan", "plan.toml", "-o", "report.html")
        report = Report((self.folder / "report.html").read_text(encoding="utf-8"))
        assert [cell for cell in report.cells if cell in self.options][: len(self.options)] == list(self.options), report.cells
        assert code == worst and len(out.splitlines()) == len(self.options) + 2, out


def check_wrong(program, folder):
    for plan, words in (
        ("", "it has no tables"), ("[tables.a]\nleft = 'a'\n", "[tables.a]: it has no right"), ("[tables.a", "line 1: "),
        ("[tables.a]\nleft='a'\nright='b'\nkey='id'\njson=true\n", "'json' is unknown"), ("[tables.a]\nleft='a'\nright='b'\nkey='id'\nallow='x'\n", "isn't a number"),
        ("x = 1\n", "'x' is unknown"),
    ):
        (folder / "wrong.toml").write_text(plan)
        code, out, error = run(program, folder, "--plan", "wrong.toml")
        assert code == 2 and not out and words in error and len(error.splitlines()) == 1, (plan, error)
    for more, words in ((["-o", "x.csv"], "in a file .html"), (["--key", "id"], "cannot be used with"), (["--threads", "2"], "cannot be used with"), (["a", "b"], "cannot be used with"),
                        (["-o", "x.html", "--junit", "x.html"], "is named twice")):
        (folder / "fine.toml").write_text("[tables.a]\nleft='a.csv'\nright='a.csv'\nkey='id'\n")
        code, _, error = run(program, folder, "--plan", "fine.toml", *more)
        assert code == 2 and words in error, (more, error)


def check_names(program, folder):
    """Names stand for themselves, in patterns too; a folder is a table; nothing that is read is overwritten."""
    for side in ("l", "r"):
        for name in ("x1", "x[1]", "[!z]", "s*", "a?b", "**"):
            (folder / side / name).mkdir(parents=True)
            (folder / side / name / "f.csv").write_text(f"id,v\n1,{side if name == 'x[1]' else ''}\n")
        (folder / side / "t.csv").write_text("id,v\n1,a\n")
    for template, tables in (("{}/*.csv", 6), ("{}", 7), ("{}/", 6), ("{}/f.csv", 6)):
        code, plan, _ = run(program, folder, f"l/{template}", f"r/{template}", "--print-plan")
        (folder / "p.toml").write_text(plan)
        code, out, error = run(program, folder, "--plan", "p.toml", "--json")
        found = {line["table"]: line["is_fine"] for line in map(json.loads, out.splitlines())}
        assert (code, len(found)) == (1, tables) and [name for name, fine in found.items() if not fine] == ["x[1]"], (template, found, error)
    (folder / "r/x[1]/f.csv").unlink()
    code, out, _ = run(program, folder, "--plan", "p.toml", "--json")
    assert code == 2 and '"error"' in out, out
    for read, written in (("r/*.csv", "r/t.csv"), ("r", "r/t.csv"), ("r/x1", "r/x1/f.csv")):
        before = (folder / written).read_text()
        code, _, error = run(program, folder, "l/t.csv", read, "--key", "id", "--junit", written, "-f")
        assert code == 2 and (folder / written).read_text() == before, (read, error)
    # The reader closes the output before anything is written.
    reading, writing = os.pipe()
    os.close(reading)
    plan = ["--plan", "p.toml", "--json", "--junit", "closed.xml"]
    for arguments in (["l/x1/f.csv", "l/t.csv", "--key", "id"], plan):
        done = subprocess.run([program, "diff", *arguments], cwd=folder, stdout=writing, stderr=subprocess.PIPE, check=False)
        assert (done.returncode, done.stderr) == (141, b""), (arguments, done)
    os.close(writing)
    assert (folder / "closed.xml").exists()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=os.path.abspath)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().getrandbits(32))
    options = parser.parse_args()
    print(f"seed {options.seed}")
    for number in range(4):
        with tempfile.TemporaryDirectory() as folder:
            Plan(random.Random(f"{options.seed}/{number}"), pathlib.Path(folder)).check(options.program)
    with tempfile.TemporaryDirectory() as folder:
        check_wrong(options.program, pathlib.Path(folder))
    with tempfile.TemporaryDirectory() as folder:
        check_names(options.program, pathlib.Path(folder))
    print("plans give what their comparisons give one by one")


if __name__ == "__main__":
    main()
