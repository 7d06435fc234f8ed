"""Makes streams_java.json: what lz4-java, snappy-java and aircompressor write.

    python3 streams_java.py            # writes streams_java.json; needs Java 17 and Maven
    python3 streams_java.py --check    # fails where the file differs from what would be written

It stands apart from generate.py, whose check runs everywhere: without Java or Maven this says so and checks nothing.
"""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

from contents import concatenation, cycle, entry, noise, rows, text, zeros

HERE = pathlib.Path(__file__).resolve().parent
FILE = HERE / "streams_java.json"
PROGRAM = HERE / "streams_java" / "Streams.java"
PACKAGES = {
    "org.lz4:lz4-java": "1.8.0",
    "org.xerial.snappy:snappy-java": "1.1.10.7",
    "io.airlift:aircompressor": "0.27",
}
CODECS = ["lz4_java", "snappy_java", "snappy_frame", "hadoop_snappy", "hadoop_lz4"]
# In framed Snappy, a damaged type of a chunk can make readers pass over it.
CHECKED = ["lz4_java"]
CONTENTS = {
    "empty": b"",
    "one byte": b"x",
    "hashlane": b"hashlane",
    "text of 54": text(54),
    "text of 2000": text(2000),
    "zeros of 1000": zeros(1000),
    "cycle of 1000": cycle(1000),
    "noise of 200": noise(200),
    "noise of 70,000": noise(70_000),
    "zeros of 1,000,000": zeros(1_000_000),
    "rows of 300,000": rows(300_000),
}


def missing():
    """What is not on this machine, or None."""
    return next((tool for tool in ("java", "mvn") if not shutil.which(tool)), None)


def run(direction, inputs):
    """The outputs of pairs of a codec and bytes: `direction` is compress or decompress."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        jars, files = folder / "jars", folder / "files"
        files.mkdir()
        for name, version in PACKAGES.items():
            subprocess.run(["mvn", "-q", "-B", "dependency:copy", f"-Dartifact={name}:{version}",
                f"-DoutputDirectory={jars}"], check=True, stdout=subprocess.DEVNULL)
        for number, (codec, content) in enumerate(inputs):
            (files / f"{number}.{codec}").write_bytes(content)
        subprocess.run(["java", "-cp", f"{jars}/*", str(PROGRAM), direction, str(files)], check=True)
        return [(files / f"{number}.{codec}.out").read_bytes() for number, (codec, _) in enumerate(inputs)]


def streams_file():
    inputs = [(codec, content) for codec in CODECS for content in CONTENTS.values()]
    made = dict(zip([(codec, name) for codec in CODECS for name in CONTENTS], run("compress", inputs)))
    file = {codec: [] for codec in CODECS}
    for (codec, name), frame in made.items():
        checked = codec in CHECKED
        # A header alone is a whole stream for those that have no end mark.
        ends = sorted({len(made[codec, "empty"]), len(frame)} - {0}) if codec.startswith("snappy") else None
        file[codec].append(entry(name, CONTENTS[name], frame, checksum=checked, ends=ends))
    for codec in ["lz4_java", "snappy_java"]:
        parts = [(CONTENTS[name], made[codec, name]) for name in ("text of 54", "empty", "hashlane")]
        listed = concatenation("three streams, the second empty", parts, checksum=codec in CHECKED)
        if codec == "snappy_java":
            header = len(made[codec, "empty"])
            listed["ends"] = sorted({*listed["ends"], header, listed["ends"][1] + header})
        file[codec].append(listed)
    return file


def dump(value):
    return json.dumps(value, separators=(",", ":"))


def main():
    check = sys.argv[1:] == ["--check"]
    if sys.argv[1:] and not check:
        sys.exit(__doc__)
    if missing():
        print(f"streams_java.json is not checked: there is no {missing()} on this machine")
        return
    head = {"about": "streams of lz4-java, snappy-java and aircompressor", "from": PACKAGES}
    lines = [f" {dump(key)}: {dump(value)}" for key, value in head.items()]
    for codec, entries in streams_file().items():
        listed = ",\n".join("  " + dump(entry) for entry in entries)
        lines.append(f" {dump(codec)}: [\n{listed}\n ]")
    rendered = "{\n" + ",\n".join(lines) + "\n}\n"
    if not check:
        FILE.write_text(rendered)
    elif FILE.read_text() != rendered:
        sys.exit(f"{FILE} differs from what the packages write")


if __name__ == "__main__":
    main()
