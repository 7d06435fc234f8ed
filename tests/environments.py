"""What tests, demos and benchmarks need: each is made when it is first needed, below build/ and target/.

usage: environments.py [--no-build] [NAME…]      makes these; without a name, prints the table

With --no-build nothing is built or installed: what is there is used.
"""

import argparse
import glob
import os
import pathlib
import platform
import shlex
import shutil
import subprocess
import sys
import threading
from dataclasses import dataclass

ROOT = pathlib.Path(__file__).resolve().parents[1]
DUCKDB_VERSIONS = ["1.4.5", "1.5.6", "2.0.1"]
# Tested in full with each change; the others in part, and in full by `make test-all`.
LATEST_DUCKDB = DUCKDB_VERSIONS[-1]
# The newest DuckDB for which PyPI has the program for Windows, and npm the library for musl.
CLI_DUCKDB = "1.5.6"
# The branch v1.5-variegata of extension-ci-tools. weekly.yml names the same commit.
CI_TOOLS_COMMIT = "72e76e99cd7fee45a99739cd118ec2db64e034ec"

SYSTEM_PYTHON = sys.executable
PYTHON = "build/venv/bin/python"
EXTENSION = "build/hashlane.duckdb_extension"
# The same library with the footer of the C API v2, for the latest DuckDB alone.
EXTENSION_V2 = "build/hashlane_v2.duckdb_extension"
TESTING_EXTENSION = "build/testing/hashlane.duckdb_extension"
TESTING_EXTENSION_V2 = "build/testing/hashlane_v2.duckdb_extension"
PANICS = "build/panics/hashlane.duckdb_extension"
PANICS_V2 = "build/panics/hashlane_v2.duckdb_extension"
NEIGHBOR = "build/panics/neighbor.duckdb_extension"
PACKAGES = "build/python"
PROGRAM = "target/debug/hashlane"
CLUSTER = "target/debug/hashlane-cluster"
RELEASE = "target/release/hashlane"
LINEAR = "target/debug/examples/linear"
DEMO = "target/debug/examples/demo"
XTASK = "target/debug/xtask"
AZURITE = "build/tools/azurite/node_modules/.bin/azurite-blob"
LIBDUCKDB = "build/libduckdb/package/libduckdb.so"

# What only tests need of these crates. With it in every command, the workspace is built once.
TESTING = ["--features", "hashlane-duckdb/testing,hashlane-datafusion-python/testing"]
BUILD = shlex.join(["cargo", "build", "--workspace", *TESTING])
# Makes an extension of a shared library.
PACK = "cargo run --quiet --package xtask --no-default-features -- pack"
LIBRARY, MODULE, DATAFUSION_MODULE = (
    f"lib{name}.{'dylib' if platform.system() == 'Darwin' else 'so'}"
    for name in ("hashlane", "hashlane_python", "hashlane_datafusion_python")
)


@dataclass
class Environment:
    name: str
    # The file or folder that commands name: a command that names it needs this environment.
    gives: str
    # It is made if this file is missing. Without one it is built in each run, and cargo decides what is out of date.
    stamp: str | None
    # Lines for the shell.
    steps: list
    # It is made again if one of these is newer than the stamp.
    files: tuple = ()
    # The environments that it is made with.
    after: tuple = ()
    # Said before something that takes long.
    note: str = ""

    def is_made(self):
        if self.stamp is None or not (ROOT / self.stamp).exists():
            return False
        made = (ROOT / self.stamp).stat().st_mtime
        files = [file for pattern in self.files for file in glob.glob(str(ROOT / pattern))]
        return all(os.stat(file).st_mtime <= made for file in files)


def venv(name, *requirements, packages="", folder=None, wheels=""):
    """A virtual environment with the packages of files of requirements, and others. `wheels` is a pattern of those that must be there."""
    folder = folder or f"build/{name}"
    files = "".join(f" --requirement {file}" for file in requirements)
    check = [f"ls {wheels} >/dev/null 2>&1 || {{ echo 'no {wheels}: run `make wheel` first' >&2; exit 1; }}"] if wheels else []
    install = f"{folder}/bin/python -m pip install --quiet{' --force-reinstall ' + wheels if wheels else ''}{files} {packages}".rstrip()
    files = (*requirements, *filter(None, [wheels]))
    return Environment(name, f"{folder}/bin/python", f"{folder}/.installed", [*check, f"{SYSTEM_PYTHON} -m venv {folder}", install], files)


def target(name, packages, folder=None, files=()):
    """Wheels in a folder for PYTHONPATH, without what they depend on."""
    folder = folder or f"build/{name}"
    step = f"{PYTHON} -m pip install --quiet --no-deps --upgrade --target {folder} {packages}"
    return Environment(name, folder, f"{folder}/.installed", [step], files, after=("demo",))


def tool(name, version):
    step = f"cargo install --quiet --locked --root build/tools --version {version} {name}"
    return Environment(name, f"build/tools/bin/{name}", f"build/tools/bin/{name}", [step])


ENVIRONMENTS = [
    Environment("python", PYTHON, "build/venv/.installed", [
        f"{PYTHON} -m pip install --quiet --requirement requirements.txt --requirement tests/vectors/requirements.txt",
    ], files=("requirements.txt", "tests/vectors/requirements.txt"), after=("demo",)),
    # What demos need of it, which takes seconds to install. Tests also need packages that are built from source.
    Environment("demo", PYTHON, "build/venv/.demo", [
        f"{SYSTEM_PYTHON} -m venv build/venv",
        f"{PYTHON} -m pip install --quiet --requirement examples/requirements.txt",
    ], files=("examples/requirements.txt",)),
    *(target(f"duckdb-{version}", f"duckdb=={version}", f"build/duckdb/{version}") for version in DUCKDB_VERSIONS),
    # ClickHouse in a process: 51 MB to download, 200 MB when installed.
    target("chdb", "chdb-core-lite==26.5.0"),
    # DuckDB with its own extensions: 360 MB to download, 1.2 GB when installed.
    target("duckdb-extensions", "--requirement tests/engines/extensions/requirements.txt",
           files=("tests/engines/extensions/requirements.txt",)),
    venv("databases", "tests/tools/databases/requirements.txt"),
    Environment("all-databases", "build/databases/.all", "build/databases/.all", [
        "build/databases/bin/python -m pip install --quiet --requirement tests/tools/databases/all-requirements.txt",
    ], files=("tests/tools/databases/all-requirements.txt",), after=("databases",)),
    venv("dbt", "tests/tools/dbt_package/requirements.txt", folder="build/dbt/venv"),
    # pyiceberg, delta-rs, and DuckDB with the extensions that read their tables: 150 MB to download.
    venv("lakes", "tests/files/scrub/requirements.txt"),
    venv("wheel-tools", "crates/tools/python/build-requirements.txt"),
    venv("bench-databases", "benches/databases/requirements.txt"),
    venv("bench-python", wheels="build/wheel/hashlane-*.whl",
         packages=f"duckdb=={LATEST_DUCKDB} polars==2.1.0 polars-hash==0.9.3 pyarrow==26.0.1"),
    venv("bench-compare", wheels="build/wheel/*.whl",
         packages=f"duckdb=={LATEST_DUCKDB} polars==2.1.0 polars-hash==0.9.3 pyarrow==26.0.1 datafusion==55.0.0 chdb-core==26.9.0"),
    # DuckDB as a library, which its Python package isn't.
    Environment("libduckdb", LIBDUCKDB, LIBDUCKDB, [
        "mkdir -p build/libduckdb",
        "cd build/libduckdb && npm pack --silent @duckdb/node-bindings-linux-x64@1.5.6-r.1 && tar xzf *.tgz",
    ]),
    # The tools whose lines `hashlane sum` writes: this one, coreutils, and xxhsum where it is installed.
    tool("b3sum", "1.8.2"),
    tool("mdbook", "0.5.4"),
    tool("cargo-fuzz", "0.13.2"),
    # The server that stands for Azure, where there is npm: the newest that Node 20 runs.
    Environment("azurite", AZURITE, AZURITE, [
        "if command -v npm >/dev/null; then npm install --prefix build/tools/azurite --ignore-scripts --no-audit --no-fund "
        "--loglevel=error azurite@3.35.0; fi",
    ]),
    # The newest version that Go 1.19 of Debian 12 builds.
    Environment("actionlint", "build/tools/bin/actionlint", "build/tools/bin/actionlint", [
        'GOBIN="$PWD/build/tools/bin" go install github.com/rhysd/actionlint/cmd/actionlint@v1.7.7',
    ]),
    Environment("zizmor", "build/workflow-tools/bin/zizmor", "build/workflow-tools/bin/zizmor", [
        f"{SYSTEM_PYTHON} -m venv build/workflow-tools",
        "build/workflow-tools/bin/python -m pip install --quiet zizmor==1.32.0",
    ]),
    # What DuckDB's community CI builds with.
    Environment("extension-ci-tools", "extension-ci-tools", "extension-ci-tools/.installed", [
        "rm -rf extension-ci-tools",
        f"git clone --quiet https://github.com/duckdb/extension-ci-tools && git -C extension-ci-tools checkout --quiet {CI_TOOLS_COMMIT}",
    ]),
    # TPC-H at scale 1: 150,000 customers and 1,500,000 orders.
    Environment("orders", "build/demo", "build/demo/.made", [
        "build/venv/bin/tpchgen-cli parquet --scale-factor 1 --tables customer,orders --output-dir build/demo",
    ], after=("demo",)),
    # Builds: cargo decides what is out of date.
    Environment("extension", EXTENSION, None, [
        "cargo build --profile extension --package hashlane-duckdb",
        *(f"{PACK} target/extension/{LIBRARY} {file}" for file in (EXTENSION, EXTENSION_V2)),
    ]),
    Environment("extension-v2", EXTENSION_V2, None, [], after=("extension",)),
    # With what only benchmarks need: functions to measure ours against.
    Environment("testing-extension", TESTING_EXTENSION, None, [
        "cargo build --profile extension --package hashlane-duckdb --features testing",
        *(f"{PACK} target/extension/{LIBRARY} {file}" for file in (TESTING_EXTENSION, TESTING_EXTENSION_V2)),
    ]),
    # With the parts of DataFusion that the demo needs, and no other.
    Environment("demo-program", DEMO, None, ["cargo build --package hashlane-datafusion --example demo --features demo"],
                note="Building DataFusion, which takes some minutes the first time"),
    # Packing the extension builds an xtask without most of its commands in the place of the workspace's, so it comes first.
    Environment("workspace", PROGRAM, None, [BUILD], after=("extension",),
                note="Building DataFusion, which takes 8 to 15 minutes the first time"),
    Environment("xtask", XTASK, None, [], after=("workspace",)),
    Environment("linear", LINEAR, None, [f"{BUILD} --examples"]),
    # Extensions that panic where tests ask them to.
    Environment("panics", PANICS, None, [f"{XTASK} pack target/debug/{LIBRARY} {file}" for file in (PANICS, PANICS_V2, NEIGHBOR)],
                after=("workspace",)),
    Environment("panics-v2", PANICS_V2, None, [], after=("panics",)),
    # The wheels' packages from the dev build of their modules, with the feature testing, and the extension that is there: a minute,
    # unlike `make wheel`.
    Environment("packages", PACKAGES, None, [
        f"{XTASK} python-modules",
        f"rm -rf {PACKAGES}",
        f"mkdir -p {PACKAGES}",
        f"cp -R crates/tools/python/python/hashlane {PACKAGES}/",
        f"cp target/debug/{MODULE} {PACKAGES}/hashlane/_native.abi3.so",
        f"cp {EXTENSION} {PACKAGES}/hashlane/",
        f"mkdir -p {PACKAGES}/hashlane/bin",
        f"ln -sf {ROOT}/{PROGRAM} {PACKAGES}/hashlane/bin/",
        f"cp -R crates/engines/datafusion-python/python/hashlane_datafusion {PACKAGES}/",
        f"cp target/debug/{DATAFUSION_MODULE} {PACKAGES}/hashlane_datafusion/_native.abi3.so",
    ], after=("workspace",)),
    # The cluster's workspace shares the target folder, and with it all that it has in common with the main one.
    Environment("cluster", CLUSTER, None, [
        "cargo build --manifest-path cluster/Cargo.toml --target-dir target --bins --tests",
    ], note="Building DataFusion and Ballista, which takes 10 to 15 minutes the first time"),
    Environment("release", RELEASE, None, ["cargo build --release --package hashlane --no-default-features"]),
    Environment("release-sql", RELEASE, None, ["cargo build --release --package hashlane"]),
    Environment("release-workspace", RELEASE, None, ["cargo build --release --workspace --features hashlane/testing"]),
]
BY_NAME = {environment.name: environment for environment in ENVIRONMENTS}

# What the machine may lack, whether it is there, what isn't tested without it, and whether CI installs it.
OUTSIDE = [
    ("published vectors (set HASHLANE_VECTORS)", pathlib.Path(os.environ.get("HASHLANE_VECTORS", ROOT.parent / "shared/vectors")).is_dir(),
     "vectors and corpora of other projects", False),
    ("xxhsum (package xxhash)", shutil.which("xxhsum"), "manifests that xxhsum writes", True),
    ("rhash", shutil.which("rhash"), "manifests that rhash writes", True),
    ("openssl", shutil.which("openssl"), "manifests that openssl writes", True),
    ("zstd", shutil.which("zstd"), "streams that zstd writes and reads", True),
    ("lz4", shutil.which("lz4"), "streams that lz4 writes and reads", True),
    ("valgrind", shutil.which("valgrind"), "that decoders are linear", True),
    ("objdump (package binutils)", shutil.which("objdump"), "that short functions are inlined", True),
    ("npm and node", shutil.which("npm") and shutil.which("node"), "Azure's object store", False),
    ("bash", shutil.which("bash"), "shell completions", True),
]

making, made, broken = threading.RLock(), set(), set()


class Missing(Exception):
    """An environment could not be made."""


def make(*names):
    """Makes environments that aren't there, each once in a run. What has failed isn't tried again."""
    with making:
        for name in names:
            if name in made:
                continue
            if name in broken:
                raise Missing(f"{name} could not be made")
            one = BY_NAME[name]
            make(*one.after)
            if not one.is_made():
                print(f"=== making {name}", flush=True)
                if one.note and not (ROOT / one.gives).exists():
                    print(one.note, flush=True)
                for step in one.steps:
                    if subprocess.run(step, shell=True, cwd=ROOT).returncode != 0:
                        broken.add(name)
                        raise Missing(f"{name} could not be made: {step}")
                if one.stamp and pathlib.Path(one.stamp).name.startswith("."):
                    (ROOT / one.stamp).touch()
            made.add(name)


def no_build():
    """Takes all environments as made."""
    made.update(BY_NAME)


def needed(words, explicit=()):
    """The environments that a command needs: the explicit ones, and those that give a file which it names."""
    given = {BY_NAME[name].gives for name in explicit}
    names = {one.gives: one.name for one in reversed(ENVIRONMENTS) if one.gives not in given}
    return [*explicit, *dict.fromkeys(names[word] for word in words if word in names)]


def left_out():
    """Says which tests did nothing because the machine lacks something. Returns whether CI should have installed it."""
    missing = [(name, tests, installs) for name, found, tests, installs in OUTSIDE if not found]
    for name, tests, _ in missing:
        print(f"not tested, for want of {name}: {tests}")
    if not missing:
        print("nothing was left out: all that the tests need is there")
    return "CI" in os.environ and any(installs for _, _, installs in missing)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--no-build", action="store_true")
    parser.add_argument("names", nargs="*", metavar="NAME")
    arguments = parser.parse_args()
    if unknown := [name for name in arguments.names if name not in BY_NAME]:
        parser.error(f"no environment {', '.join(unknown)}; run it without names to print them")
    if arguments.no_build:
        no_build()
    try:
        make(*arguments.names)
    except Missing as missing:
        sys.exit(f"environments.py: {missing}")
    if not arguments.names:
        for one in ENVIRONMENTS:
            print(f"{one.name:<18} {one.gives:<56} {' && '.join(one.steps)}")


if __name__ == "__main__":
    # For the builds, make's own jobs don't count.
    os.environ.pop("MAKEFLAGS", None)
    main()
