"""The links of the repository's documents: every relative one must lead to a file, and to a heading if it names one."""

import re
import subprocess

LINK = re.compile(r"!?\[[^\]]*\]\(([^()\s]+)\)")
CODE = re.compile(r"^```.*?^```$|`[^`\n]*`", re.M | re.S)
HEADING = re.compile(r"^#+ +(.*?) *$", re.M)


def documents(root):
    """The Markdown files that git knows or would add."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md"],
        cwd=root, check=True, stdout=subprocess.PIPE, text=True,
    )
    return sorted(root / name for name in set(listed.stdout.splitlines()) if (root / name).exists())


def anchors(text):
    """The anchors that GitHub and mdBook make of headings."""
    titles = HEADING.findall(CODE.sub(lambda code: code[0].strip("`") if "\n" not in code[0] else "", text))
    slugs = {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}
    return slugs | set(re.findall(r'<a (?:id|name)="([^"]+)"', text))


def broken(root):
    """A line for every link that leads nowhere."""
    failures = []
    for page in documents(root):
        text = CODE.sub("", page.read_text())
        for target in LINK.findall(text):
            if re.match(r"[a-z]+:", target):
                continue
            path, _, anchor = target.partition("#")
            file = (page.parent / path).resolve() if path else page
            if not file.exists():
                failures.append(f"{page.relative_to(root)}: no file {target}")
            elif anchor and file.suffix == ".md" and anchor not in anchors(file.read_text()):
                failures.append(f"{page.relative_to(root)}: no heading {target}")
    return failures
