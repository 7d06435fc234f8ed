"""Draws benches/figures/*.svg from records: the newest streaming record of `make bench` for each best instruction set of a
machine, and the newest of `make bench WHAT=compare`.
"""

import csv
import math
import pathlib
import sys

from svg import Drawing

HERE = pathlib.Path(__file__).resolve().parent
FIGURES = HERE / "figures"

# Panels: an algorithm with its title, and the peers that do the same job with another function.
FAST = [
    ("xxh3", "XXH3, 64 bits", ["rapidhash", "gxhash"]),
    ("xxh128", "XXH3, 128 bits", []),
    ("xxh64", "XXH64", []),
    ("crc32c", "CRC-32C", []),
    ("crc32", "CRC-32", []),
]
CRYPTOGRAPHIC = [
    ("blake3", "BLAKE3", ["blake2s"]),
    ("sha256", "SHA-256", []),
    ("md5", "MD5", []),
    ("sha1", "SHA-1", []),
]
# Rows of a panel, by length; a MiB is another scale.
SETS = {
    "words": "words",
    "short": "8–24 B",
    "mixed": "1–64 B",
    "uuid": "UUIDs",
    "hex": "64 hex digits",
    "text": "20–120 B",
    "json": "JSON",
}
MARKS = {
    "hashlane": ("ours", "circle"),
    "hashlane, AVX2": ("ours2", "circle"),
    "xxhash-rust": ("c1", "diamond"),
    "xxHash (C)": ("c2", "square"),
    "twox-hash": ("c3", "up"),
    "rapidhash": ("c4", "down"),
    "gxhash": ("c5", "bar"),
    "crc-fast": ("c1", "diamond"),
    "crc32fast": ("c2", "square"),
    "crc32c": ("c2", "square"),
    "blake3": ("c1", "diamond"),
    "blake2s_simd": ("c4", "down"),
    "RustCrypto": ("c2", "square"),
}
NAMES = {"rapidhash": "rapidhash (another function)", "gxhash": "GxHash (another function)",
         "blake2s_simd": "blake2s_simd, many at once (BLAKE2s)"}
ISAS = ["portable", "avx2", "avx512"]

PANEL, ROW, LABELS, RATIOS = 430, 21, 112, 48
HEAD = 26

# The bars of the figure of whole queries, by data set.
COLUMNS = {"short": ("ours", "8–24 B"), "text": ("ours2", "20–120 B"), "rows": ("ours3", "rows of five columns")}
# A record names a processor as the system does.
CPUS = {"amd-epyc-25-1": "AMD EPYC (Zen 3, AVX2)", "amd-epyc-26-2": "AMD EPYC (Zen 5, AVX-512)",
        "intel-xeon-processor-6-207": "Intel Xeon (Emerald Rapids, AVX-512)"}


def read(path):
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


class Scale:
    """A logarithmic axis from low to high over some pixels."""

    def __init__(self, values, left, width):
        self.low, self.high = min(values) / 1.25, max(values) * 1.25
        self.left, self.width = left, width

    def __call__(self, value):
        share = math.log(value / self.low) / math.log(self.high / self.low)
        return self.left + share * self.width

    def ticks(self):
        """1, 2 and 5 of each power of ten; fewer if they would be too close."""
        for steps in ([1, 2, 5], [1, 3], [1]):
            powers = range(-1, 6)
            ticks = [step * 10.0**power for power in powers for step in steps]
            ticks = [tick for tick in ticks if self.low <= tick <= self.high]
            if all(self(b) - self(a) > 34 for a, b in zip(ticks, ticks[1:])):
                break
        return ticks


def best_isa(rows):
    """The best instruction set that ours ran on."""
    ours = {row["instruction_set"] for row in rows if row["who"] == "hashlane"}
    return max(ours, key=ISAS.index, default="")


def panel_rows(rows, algorithm, others):
    """By data set: the row of every candidate, ours on the best instruction set and on AVX2."""
    wanted = [
        row for row in rows
        if row["algorithm"] in (algorithm, *others) and row["data_set"] in SETS
        and row["layout"] == "offsets" and row["seed"] in ("zero", "none")
    ]
    best = best_isa(wanted)
    by_set = {}
    for row in wanted:
        who, isa = row["who"], row["instruction_set"]
        if who == "hashlane" and isa != best:
            if isa != "avx2":
                continue
            who = "hashlane, AVX2"
        by_set.setdefault(row["data_set"], {})[who] = row
    return {name: by_set[name] for name in SETS if name in by_set}


def draw_panel(drawing, x, y, title, algorithm, by_set):
    times = [float(row["min_ns_per_row"]) for each in by_set.values() for row in each.values()]
    scale = Scale(times, x + LABELS, PANEL - LABELS - RATIOS - 14)
    bottom = y + HEAD + ROW * len(by_set)
    drawing.text(x, y + 12, title, size=14, bold=True)
    for tick in scale.ticks():
        drawing.line(scale(tick), y + HEAD - 4, scale(tick), bottom)
        drawing.text(scale(tick), bottom + 14, f"{tick:g}", "faint", 11, "middle")
    for i, (name, each) in enumerate(by_set.items()):
        middle = y + HEAD + ROW * (i + 0.5)
        draw_row(drawing, x, middle, scale, name, algorithm, each)


def draw_row(drawing, x, y, scale, name, algorithm, each):
    mean = float(next(iter(each.values()))["mean_bytes"])
    says_length = name in ("short", "mixed", "text", "hex")
    label = SETS[name] if says_length else f"{SETS[name]}, {mean:.0f} B"
    drawing.text(x + LABELS - 10, y + 4, label, "ink", 12, "end")
    ns = {who: float(row["min_ns_per_row"]) for who, row in each.items()}
    peers = [ns[who] for who, row in each.items()
             if row["who"] != "hashlane" and row["algorithm"] == algorithm]
    if "hashlane" in ns and peers:
        drawing.line(scale(ns["hashlane"]), y, scale(min(peers)), y, "axis", 1.5)
        ratio = f"{min(peers) / ns['hashlane']:.1f} ×"
        drawing.text(x + PANEL - 6, y + 4, ratio, "ink", 12, "end", bold=True)
    # Ours last, so that it is on top.
    for who in sorted(ns, key=lambda who: (who == "hashlane", who)):
        drawing.mark(scale(ns[who]), y, *MARKS[who])


def placed(entries, left, right):
    """Each entry of a legend with its place, and the number of lines that they take."""
    x, line, places = left, 0, []
    for kind, shape, text in entries:
        width = 17 + 6.6 * len(text)
        if x + width > right:
            x, line = left, line + 1
        places.append((x, 18 * line, kind, shape, text))
        x += width + 18
    return places, line + 1


def legend(drawing, y, places):
    for x, dy, kind, shape, text in places:
        drawing.mark(x + 6, y + dy - 4, kind, shape)
        drawing.text(x + 17, y + dy, text, "ink", 12)


def provenance(panels):
    """The machine, the instruction set and the date of our times."""
    rows = (each for _, _, sets in panels for each in sets.values())
    row = next((each["hashlane"] for each in rows if "hashlane" in each), {})
    return ", ".join(row.get(column, "?") for column in ("cpu", "instruction_set", "date"))


def draw_kernels(rows, panels, title, path):
    panels = [(name, text, panel_rows(rows, name, others)) for name, text, others in panels]
    panels = [panel for panel in panels if panel[2]]
    if not panels:
        return
    who = {who for _, _, sets in panels for each in sets.values() for who in each}
    entries = {}
    for name in MARKS:
        if name in who:
            entries.setdefault(MARKS[name], []).append(NAMES.get(name, name))
    width = 2 * PANEL + 70
    entries = [(*mark, ", ".join(names)) for mark, names in entries.items()]
    places, lines = placed(entries, 20, width - 20)
    top = 74 + 18 * lines
    per_panel = HEAD + ROW * max(len(by_set) for _, _, by_set in panels) + 40
    drawing = Drawing(width, top + per_panel * math.ceil(len(panels) / 2) + 6, title)
    drawing.text(20, 30, title, size=17, bold=True)
    bold = "bold: the best peer of the same function over ours"
    subtitle = f"nanoseconds a string, logarithmic; {bold} ({provenance(panels)})"
    drawing.text(20, 50, subtitle, "faint", 12)
    legend(drawing, 76, places)
    for i, (name, text, by_set) in enumerate(panels):
        x, y = 20 + (i % 2) * (PANEL + 30), top + (i // 2) * per_panel
        draw_panel(drawing, x, y, text, name, by_set)
    drawing.write(path)
    print(f"written: {path}")


def contests(rows, same_value):
    """By rival and job, the ratio of their time to ours by data set."""
    found = {}
    for row in rows:
        if row["who"] == row["rival"] and row["same_value"] == same_value:
            found.setdefault((row["rival"], row["job"]), {})[row["data_set"]] = float(row["times_ours"])
    return found


def draw_queries(rows, path):
    sections = {"The same values": contests(rows, "yes"), "The same job by another function": contests(rows, "no")}
    bar, gap, left, width = 13, 9, 330, 900
    bars = [values for section in sections.values() for values in section.values()]
    height = 118 + sum(len(values) * bar + gap for values in bars) + len(sections) * 40
    title = "Whole SQL queries: their time over ours"
    drawing = Drawing(width, height, title)
    drawing.text(20, 30, title, size=17, bold=True)
    engines = sorted({row["engine"] for row in rows if row["engine"]})
    drawing.text(20, 50, f"one thread, {int(rows[0]['rows']) // 1_000_000} million rows in memory; {', '.join(engines)}", "faint", 12)
    drawing.text(20, 67, f"{CPUS.get(rows[0]['cpu'], rows[0]['cpu'])}, {rows[0]['date']}", "faint", 12)
    places, _ = placed([(kind, "square", text) for kind, text in COLUMNS.values()], 20, width)
    legend(drawing, 90, places)
    per_unit = (width - left - 60) / max(value for values in bars for value in values.values())
    y = 102
    for name, section in sections.items():
        y = draw_section(drawing, y + 22, name, section, left, per_unit, bar, gap) + 18
    drawing.write(path)
    print(f"written: {path}")


def draw_section(drawing, y, name, section, left, per_unit, bar, gap):
    """Draws a heading and its bars, and returns where they end."""
    drawing.text(20, y, name, size=14, bold=True)
    y += 8
    end = y + sum(len(values) * bar + gap for values in section.values())
    drawing.line(left + per_unit, y, left + per_unit, end, "axis", 1)
    for (rival, job), values in section.items():
        drawing.text(left - 10, y + (len(values) * bar + gap) / 2 + 4, f"{rival}, {job}", "ink", 12, "end")
        for i, (column, value) in enumerate(values.items()):
            at = y + gap / 2 + i * bar
            drawing.rect(left, at, value * per_unit, bar - 1.5, COLUMNS[column][0])
            drawing.text(left + value * per_unit + 5, at + 10, f"{value:.1f} ×", "ink", 11, halo=True)
        y += len(values) * bar + gap
    drawing.text(left + per_unit, end + 11, "1 ×", "faint", 10, "middle")
    return end


def oldest_first(pattern):
    """The records of every machine."""
    paths = (HERE / "record").glob(f"*/{pattern}")
    return sorted(paths, key=lambda path: (path.name, path.stat().st_mtime))


def main():
    kernels = {}
    for path in oldest_first("*-streaming.csv"):
        rows = read(path)
        kernels[best_isa(rows)] = rows
    queries = oldest_first("*-compare.csv")
    if not kernels and not queries:
        sys.exit("no records: run `make bench` or `make bench WHAT=compare` first")
    FIGURES.mkdir(exist_ok=True)
    for isa, rows in kernels.items():
        draw_kernels(rows, FAST, "Fast hashes and checksums", FIGURES / f"fast-{isa}.svg")
        draw_kernels(rows, CRYPTOGRAPHIC, "Cryptographic hashes", FIGURES / f"cryptographic-{isa}.svg")
    if queries:
        draw_queries(read(queries[-1]), FIGURES / "queries.svg")


if __name__ == "__main__":
    main()
