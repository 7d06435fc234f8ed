"""Assembles the source of the site from docs, the function reference and the figures: `site.py FOLDER`.

Pages link to files as they lie in the repository. What the site contains keeps its link; other files
become links to the repository.
"""

import os
import pathlib
import re
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
# What lies outside docs and is part of the site, and where it goes.
MOVED = {"sql/FUNCTIONS.md": "functions.md", "benches/figures": "figures", "README.md": "introduction.md"}
LINK = re.compile(r"(\[[^\]]*\]\()([^()\s:]+)(\))")


def repository():
    """The address of the repository, as the crates name it."""
    return re.search(r'^repository = "(.*)"', (ROOT / "Cargo.toml").read_text(), re.M)[1]


def place(file):
    """Where a file of the repository lies in the site. None if it doesn't."""
    path = file.relative_to(ROOT).as_posix()
    for source, target in MOVED.items():
        if path == source or path.startswith(source + "/"):
            return target + path[len(source):]
    return path.removeprefix("docs/") if path.startswith("docs/") else None


def moved(target, page):
    """A link of a page, as the site needs it."""
    path, hash_mark, anchor = target.partition("#")
    if not path:
        return target
    file = (page.parent / path).resolve()
    inside = place(file)
    if inside is None:
        kind = "tree" if file.is_dir() else "blob"
        return f"{repository()}/{kind}/main/{file.relative_to(ROOT).as_posix()}{hash_mark}{anchor}"
    start = pathlib.PurePosixPath(place(page)).parent.as_posix()
    return os.path.relpath(inside, start) + hash_mark + anchor


def assemble(folder):
    source = folder / "src"
    shutil.rmtree(source, ignore_errors=True)
    pages = [*sorted((ROOT / "docs").rglob("*.md")), ROOT / "sql" / "FUNCTIONS.md"]
    for page in pages:
        text = LINK.sub(lambda link: link[1] + moved(link[2], page) + link[3], page.read_text())
        target = source / place(page)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)
    shutil.copytree(ROOT / "docs" / "pictures", source / "pictures", ignore=shutil.ignore_patterns("*.py"))
    shutil.copytree(ROOT / "benches" / "figures", source / "figures")
    shutil.copy(ROOT / "docs" / "book.toml", folder)


if __name__ == "__main__":
    assemble(pathlib.Path(sys.argv[1]))
