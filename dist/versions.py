"""Checks that every file that names Hashlane's version names the same one.

usage: versions.py [TAG]

TAG is a release's tag, such as v0.1.0. CHANGELOG.md must have a section of that version.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]

# A file, and a pattern of every place in it that has the version.
PLACES = [
    ("Cargo.toml", r'^version = "(.+)"'),
    ("Cargo.toml", r'^hashlane.*path = .*version = "(.+?)"'),
    ("cluster/Cargo.toml", r'^version = "(.+)"'),
    ("cluster/Cargo.toml", r'^hashlane.*path = .*version = "(.+?)"'),
    ("CITATION.cff", r"^version: (.+)"),
    ("integrations/dbt_hashlane/dbt_project.yml", r"^version: (.+)"),
    ("integrations/duckdb_community/description.yml", r"^  version: (.+)"),
    ("integrations/duckdb_community/description.yml", r"^  ref: v(.+)"),
]


def read(file):
    return (ROOT / file).read_text(encoding="utf-8")


def main(tag=None):
    version = re.search(PLACES[0][1], read("Cargo.toml"), re.M)[1]
    wrong = []
    for file, pattern in PLACES:
        found = re.findall(pattern, read(file), re.M)
        if not found:
            wrong.append(f"{file}: nothing matches {pattern}")
        wrong += [f"{file}: {other}, and Cargo.toml has {version}" for other in found if other != version]
    if tag is not None:
        if tag != f"v{version}":
            wrong.append(f"the tag is {tag}, and Cargo.toml has {version}")
        if f"\n## [{version}]" not in read("CHANGELOG.md"):
            wrong.append(f"CHANGELOG.md: no section {version}")
    if wrong:
        sys.exit("\n".join(wrong))
    print(f"every file names version {version}")


main(*sys.argv[1:])
