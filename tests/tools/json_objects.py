"""The objects of `--json` beside docs/json.md: every object has fields of the page alone, of the page's types, and every field occurs.

usage: json_objects.py PROGRAM
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "json.md"
TYPES = {
    "string": (str,), "number": (int, float), "bool": (bool,), "object": (dict,), "array": (list,), "any": (object,),
}

# For each section the commands whose objects it describes, with the exit code; what isn't an object of its own is left out.
COMMANDS = {
    "hashlane sum": [(0, "sum -a xxh3,sha256 a.csv b.csv"), (0, "sum --s3 CRC64NVME a.csv")],
    "hashlane check": [(1, "check --extra . SUMS"), (1, "check GONE")],
    "hashlane parquet verify": [(0, "parquet verify --all a.parquet"), (1, "parquet verify --all broken.parquet")],
    "hashlane parquet fingerprint": [(0, "parquet fingerprint a.parquet")],
    "hashlane parquet diff": [(1, "parquet diff a.parquet b.parquet")],
    "hashlane diff": [(1, "diff a.parquet b.parquet --key id"), (1, "diff a.parquet b.parquet --multiset"), (1, "diff a.parquet wide.parquet --key id")],
    "hashlane diff --summary": [
        (1, "diff a.parquet b.parquet --key id --summary"), (1, "diff --left-files a.list --right-files b.list --key id --summary"),
        (2, "diff --plan plan.toml"),
    ],
    "hashlane scrub": [(0, "scrub --state state.parquet *.csv a.parquet")],
    "hashlane compress and decompress": [(0, "compress -o a.zst a.csv"), (0, "decompress -o back.csv a.zst")],
}
# Beside the fields of the table.
FURTHER = {"hashlane parquet verify": {"failed", "verified_pages", "pages_without_checksum", "unverified_pages", "unverified_checks"}}


def sections():
    """The fields and their types by section."""
    for section in re.split(r"^## ", PAGE.read_text(encoding="utf-8"), flags=re.M)[1:]:
        title, text = section.split("\n", 1)
        yield title.replace("`", ""), dict(re.findall(r"^\| `(\w+)` \| (\w+\??) \|", text, re.M))


def fits(value, kind):
    if value is None:
        return kind.endswith("?") or kind == "any"
    allowed = TYPES[kind.rstrip("?")]
    return isinstance(value, allowed) and (bool in allowed or object in allowed or not isinstance(value, bool))


def prepare(run):
    pathlib.Path("a.csv").write_text("id,v\n1,a\n2,b\n4,e\n")
    pathlib.Path("plan.toml").write_text("[defaults]\nleft = '{}.csv'\nright = 'b.csv'\nkey = 'id'\n[tables.a]\n[tables.none]\n")
    pathlib.Path("b.csv").write_text("id,v\n1,a\n2,c\n3,d\n")
    for name in "ab":
        run(0, f"sql -o {name}.parquet FROM~'{name}.csv'")
    run(0, "sql -o wide.parquet SELECT~id,v,1~AS~w~FROM~'a.csv'")
    for name in "ab":
        pathlib.Path(f"{name}.list").write_text(f"path,bytes,rows\n{name}.parquet,{os.path.getsize(f'{name}.parquet')},3\n")
    run(0, "parquet add-crc a.parquet broken.parquet")
    broken = bytearray(pathlib.Path("broken.parquet").read_bytes())
    broken[40] ^= 1
    pathlib.Path("broken.parquet").write_bytes(broken)
    pathlib.Path("SUMS").write_text(run(0, "sum -a sha256 a.csv b.csv"))
    pathlib.Path("GONE").write_text(f"{'0' * 64}  gone.csv\n")
    with open("b.csv", "a") as file:
        file.write("5,f\n")


def main(program):
    def run(code, line):
        arguments = [part.replace("~", " ") for part in line.split()]
        globbed = [name for part in arguments for name in (sorted(map(str, pathlib.Path().glob(part))) if "*" in part else [part])]
        done = subprocess.run([program, *globbed], capture_output=True, text=True, check=False)
        if done.returncode != code:
            sys.exit(f"hashlane {line}: exit code {done.returncode} and not {code}: {done.stderr}")
        return done.stdout

    pages = dict(sections())
    if pages.keys() != COMMANDS.keys():
        sys.exit(f"docs/json.md has the sections {sorted(pages)}, and this test commands for {sorted(COMMANDS)}")
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        prepare(run)
        for title, fields in pages.items():
            seen = set()
            for code, line in COMMANDS[title]:
                for printed in run(code, line + " --json").splitlines():
                    item = json.loads(printed)
                    if "summary" in item and len(item) == 1 or item.get("change") == "summary" and title == "hashlane diff":
                        continue
                    unknown = item.keys() - fields.keys() - FURTHER.get(title, set())
                    wrong = {field: item[field] for field in item.keys() & fields.keys() if not fits(item[field], fields[field])}
                    if unknown or wrong:
                        sys.exit(f"hashlane {line} --json: fields that docs/json.md lacks: {sorted(unknown)}; of other types: {wrong}; in {printed}")
                    seen |= item.keys()
            if missing := fields.keys() - seen:
                sys.exit(f"{title}: docs/json.md has fields that no object has: {sorted(missing)}")
            print(f"{title}: OK")


if __name__ == "__main__":
    main(str(pathlib.Path(sys.argv[1]).resolve()))
