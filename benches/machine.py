"""Describes where and when a record was made."""

import csv
import datetime
import pathlib
import platform
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]


def cpu():
    """The processor's name, family and model, fit for the name of a folder."""
    name, numbers = processor()
    return re.sub("[^a-z0-9]+", "-", " ".join([name.lower(), *numbers])).strip("-")


def processor():
    cpuinfo = pathlib.Path("/proc/cpuinfo")
    if not cpuinfo.exists():
        return run("sysctl", "-n", "machdep.cpu.brand_string") or platform.machine(), []
    pairs = [line.partition(":") for line in cpuinfo.read_text().splitlines()]
    fields = {key.strip(): value.strip() for key, _, value in pairs}
    name = fields.get("model name") or platform.machine()
    numbers = [fields[key] for key in ("cpu family", "model") if key in fields]
    return re.sub(r"\(R\)|\(TM\)|CPU|@.*", "", name), numbers


def last_level_cache():
    """The bytes of the first processor's largest cache. Not every build of Python knows SC_LEVEL3_CACHE_SIZE."""
    caches = pathlib.Path("/sys/devices/system/cpu/cpu0/cache").glob("index*/size")
    sizes = [int(path.read_text().strip().removesuffix("K")) * 1024 for path in caches]
    if not sizes:
        sys.exit("the size of the last-level cache is unknown: this machine has no /sys/devices/system/cpu/cpu0/cache")
    return max(sizes)


def compiler():
    """The Rust compiler's version."""
    return run("rustc", "--version").split(" (")[0]


def commit():
    """The commit, with a + if files have changed since."""
    changed = run("git", "status", "--porcelain", "--untracked-files=no")
    return run("git", "rev-parse", "--short=10", "HEAD") + ("+" if changed else "")


def date():
    """Today, as ISO 8601."""
    return datetime.date.today().isoformat()


def record(suffix=""):
    """The path of today's record of this machine."""
    return ROOT / "benches" / "record" / cpu() / f"{date()}{suffix}.csv"


def write(path, rows):
    """Writes the output of a benchmark, with the machine, the compiler, the commit and the date."""
    where = {"cpu": cpu(), "compiler": compiler(), "commit": commit(), "date": date()}
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, [*where, *rows.fieldnames], lineterminator="\n")
        writer.writeheader()
        writer.writerows({**where, **row} for row in rows)


def run(*command):
    try:
        result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return ""
    return result.stdout.strip()
