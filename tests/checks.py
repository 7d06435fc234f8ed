"""What can run, and when: the table of tests/run.py."""

import os
from dataclasses import dataclass, field

from environments import (
    AZURITE, CLI_DUCKDB, CLUSTER, DUCKDB_VERSIONS, EXTENSION, EXTENSION_V2, LATEST_DUCKDB, LIBDUCKDB, LINEAR, NEIGHBOR, PACKAGES, PANICS,
    PANICS_V2, PROGRAM, PYTHON, RELEASE, ROOT, SYSTEM_PYTHON, TESTING, TESTING_EXTENSION, XTASK, needed,
)

# When a check runs.
CHANGE = "change"  # with each change: `make test`
SUITE = "suite"  # by the SQL suite, which `workspace` includes
FLOOR = "floor"  # with the checks of its floor alone, since `workspace` includes it
ALL = "all"  # by `make test-all` too
GATE = "gate"  # by .ci/run
HAND = "by hand"


@dataclass
class Check:
    name: str
    # A floor of the crates, or what else it is about. Checks of a floor run one after the other.
    floor: str
    when: str
    about: str
    command: list
    # Arguments, unless others are given after `--`.
    rest: list = field(default_factory=list)
    variables: dict = field(default_factory=dict)
    folder: str = "."
    # Environments beside those that give a file which the command names.
    needs: tuple = ()
    # It spills to the folder .tmp of the checkout, as others with this do.
    spills: bool = False

    def environments(self):
        paths = os.pathsep.join(self.variables.values()).split(os.pathsep)
        return needed([str(word) for word in [*self.command, *paths]], self.needs)

    def lane(self):
        return "spills" if self.spills else self.floor


def check(name, floor, when, about, *command, python=PYTHON, duckdb=None, path=(), rest="", variables=(), **more):
    """A script with a Python, and DuckDB and other folders on its path."""
    path = [*path, *([f"build/duckdb/{duckdb}"] if duckdb else [])]
    variables = {**dict(variables), **({"PYTHONPATH": os.pathsep.join(path)} if path else {})}
    return Check(name, floor, when, about, [python, *command], rest.split(), variables, **more)


def program(name, floor, when, about, *command, rest="", **more):
    """A program, and not a script in Python."""
    return Check(name, floor, when, about, list(command), rest.split(), **more)


def in_duckdb(name, version, about, *command, full=False, when=None, **more):
    """A script in a version of DuckDB, alone. `full`: in old versions not with each change."""
    when = when or (CHANGE if version == LATEST_DUCKDB or not full else ALL)
    return check(f"{name}-{version}", "engines", when, about, *command, duckdb=version, spills=True, **more)


def databases(name, when, about, script, *arguments, **more):
    needs = ("all-databases",) if when == ALL else ()
    return check(name, "tools", when, about, f"tests/tools/databases/{script}.py", PROGRAM, *arguments,
                 python="build/databases/bin/python", needs=needs, **more)


def packages(name, floor, when, folder, duckdb, *modules):
    return check(name, floor, when, "1 min", "-m", "unittest", *modules, folder=folder, path=[PACKAGES], duckdb=duckdb)


def packages_of(crates):
    return [word for crate in crates for word in ("--package", f"hashlane-{crate}")]


CORE = ["kernels", "codecs", "catalog", "arrow"]
NOT_CORE = ["--exclude" if word == "--package" else word for word in packages_of(CORE)]
WORKSPACE = ["cargo", "test", "--workspace", *TESTING]
# What the Rust tests of the workspace read or start.
RUST_TESTS = ("extension", "python", *(f"duckdb-{version}" for version in DUCKDB_VERSIONS), "chdb", "b3sum", "azurite")
PYTHON_TESTS, DATAFUSION_TESTS = "crates/tools/python/tests", "crates/engines/datafusion-python/tests"
ADBC = {"HASHLANE_ADBC_DUCKDB": LIBDUCKDB}.items()
SECONDS = "--seconds 15"

RUST = [
    program("workspace", "rust", CHANGE, "20 min", *WORKSPACE, needs=RUST_TESTS),
    program("old-duckdb", "rust", ALL, "10 min", *WORKSPACE, "--test", "sql", "--", "duckdb-1", needs=RUST_TESTS,
            variables={"HASHLANE_ALL_VERSIONS": "1"}),
    program("suite-v2", "rust", CHANGE, "20 s", *WORKSPACE, "--test", "sql", "--", f"slt::duckdb-{LATEST_DUCKDB}", needs=RUST_TESTS,
            variables={"HASHLANE_EXTENSION": EXTENSION_V2}),
    # But for what loads the extension alone.
    program("whole-suite-v2", "rust", ALL, "2 min", *WORKSPACE, "--test", "sql", "--", f"duckdb-{LATEST_DUCKDB}", "--skip", "change detection",
            "--skip", "fence", needs=RUST_TESTS, variables={"HASHLANE_EXTENSION": EXTENSION_V2}),
    program("core-rust", "core", FLOOR, "10 min", "cargo", "test", *packages_of(CORE), needs=("python",)),
    program("engines-rust", "engines", FLOOR, "15 min", *WORKSPACE, *NOT_CORE, "--exclude", "hashlane", "--exclude", "hashlane-diff",
            needs=RUST_TESTS),
    program("files-rust", "files", FLOOR, "5 min", "cargo", "test", *packages_of(["files", "parquet", "scrub"]), needs=RUST_TESTS),
    program("tools-rust", "tools", FLOOR, "15 min", *WORKSPACE, "--lib", "--test", "it", *NOT_CORE, needs=RUST_TESTS),
]

IN_SUITE = [
    ("cancel", "15 s", "engines/cancel"), ("change-detection", "1 s", "engines/change_detection"), ("fence", "10 s", "engines/fence"),
    ("forced", "1 s", "engines/forced"), ("memory-growth", "10 s", "engines/memory"), ("threads", "15 s", "engines/threads"),
    ("interop", "5 s", "files/interop"), ("interop-codecs", "5 s", "files/interop_codecs"),
    ("interop-streams", "1 min", "files/interop_streams"),
]


def duckdb(version):
    every = "3" if version == LATEST_DUCKDB else "9"
    return [
        # What an old version of DuckDB could break.
        in_duckdb("load", version, "5 s", "tests/engines/load.py", PANICS, NEIGHBOR),
        in_duckdb("load-v2", version, "5 s", "tests/engines/load_v2.py", PANICS_V2, NEIGHBOR),
        in_duckdb("edges", version, "20 s", "tests/engines/edges.py", PANICS),
        in_duckdb("memory-limits", version, "3 min", "tests/engines/memory_limits.py", EXTENSION, rest=f"--every {every}"),
        in_duckdb("dialects", version, "5 s", "tests/engines/dialects.py", EXTENSION),
        in_duckdb("panics", version, "1 min", "tests/engines/panics.py", PANICS, full=True),
        in_duckdb("rows", version, "2 s", "tests/vectors/rows_duckdb.py", full=True),
        in_duckdb("row-functions", version, "30 s", "tests/engines/row_functions.py", EXTENSION, full=True),
        in_duckdb("sketches", version, "5 s", "tests/engines/sketches.py", EXTENSION, full=True),
        in_duckdb("group-memory", version, "10 s", "tests/engines/group_memory.py", EXTENSION, full=True),
        packages(f"package-duckdb-{version}", "tools", CHANGE if version == LATEST_DUCKDB else ALL, PYTHON_TESTS, version,
                 "test_diff", "test_diff_files", "test_duckdb", "test_random_diff"),
        *(in_duckdb(name, version, about, f"tests/{script}.py", EXTENSION, when=SUITE, variables={"HASHLANE_ALLOW_FILES": "1"})
          for name, about, script in IN_SUITE),
        in_duckdb("memcheck", version, "10 min", "tests/engines/memcheck.py", EXTENSION, when=HAND),
        in_duckdb("sweep", version, "30 min", "tests/engines/memory_limits.py", EXTENSION, "--full", when=HAND),
    ]


def duckdb_v2(version):
    return [
        in_duckdb("host-apis", version, "25 s", "tests/engines/host_apis.py", EXTENSION, EXTENSION_V2),
        in_duckdb("edges-v2", version, "20 s", "tests/engines/edges.py", PANICS_V2),
        in_duckdb("panics-v2", version, "10 s", "tests/engines/panics.py", PANICS_V2),
        in_duckdb("memory-limits-v2", version, "3 min", "tests/engines/memory_limits.py", EXTENSION_V2, rest="--every 3", when=ALL),
        in_duckdb("row-functions-v2", version, "30 s", "tests/engines/row_functions.py", EXTENSION_V2, when=ALL),
        in_duckdb("group-memory-v2", version, "10 s", "tests/engines/group_memory.py", EXTENSION_V2, when=ALL),
        in_duckdb("memcheck-v2", version, "10 min", "tests/engines/memcheck.py", EXTENSION_V2, when=HAND),
    ]


CHECKS = [
    *RUST,
    *(one for version in DUCKDB_VERSIONS for one in duckdb(version)),
    *duckdb_v2(LATEST_DUCKDB),
    check("vectors", "core", CHANGE, "10 s", "tests/vectors/generate.py", "--check"),
    check("sql-values", "core", SUITE, "30 s", "tests/sql/expected.py", "--check"),
    check("systems-vectors", "core", HAND, "5 min", "tests/vectors/systems.py", "--check", python=SYSTEM_PYTHON),
    check("spark-vectors", "core", HAND, "2 min", "tests/vectors/spark_hive.py", "--check", python="build/databases/bin/python",
          needs=("all-databases",)),
    check("java-vectors", "core", HAND, "1 min", "tests/vectors/streams_java.py", "--check"),
    check("parquet-writers", "files", CHANGE, "10 s", "tests/files/parquet_writers.py", PROGRAM, EXTENSION,
          path=[f"build/duckdb/{LATEST_DUCKDB}", "build/chdb"]),
    check("linear", "files", CHANGE, "30 s", "tests/files/linear.py", LINEAR),
    packages("datafusion-package", "engines", CHANGE, DATAFUSION_TESTS, None,
             "test_aggregates", "test_functions", "test_panics", "test_reference", "test_rows", "test_versions"),
    packages("package", "tools", CHANGE, PYTHON_TESTS, None,
             "test_arrow", "test_parquet", "test_polars", "test_polars_hash", "test_program", "test_reference"),
    check("documents", "tools", CHANGE, "10 s", "tests/tools/documents.py", PROGRAM, path=[PACKAGES], duckdb=LATEST_DUCKDB),
    program("generated", "tree", CHANGE, "1 s", XTASK, "generate", "--check"),
    program("arrows", "tree", CHANGE, "1 s", XTASK, "arrows"),
    program("prose", "tree", CHANGE, "1 s", XTASK, "prose"),
    program("public-api", "tree", CHANGE, "5 s", XTASK, "public-api", "--check"),
    check("pipes", "files", CHANGE, "90 s", "tests/files/pipes.py", PROGRAM),
    check("object-stores", "files", CHANGE, "2 min", "tests/files/object_stores.py", PROGRAM, AZURITE),
    check("row-functions-program", "engines", CHANGE, "45 s", "tests/engines/row_functions.py", PROGRAM),
    check("sketches-program", "engines", CHANGE, "5 s", "tests/engines/sketches.py", PROGRAM),
    check("outputs", "tools", CHANGE, "15 s", "tests/tools/outputs.py", PROGRAM),
    check("json-objects", "tools", CHANGE, "5 s", "tests/tools/json_objects.py", PROGRAM),
    check("repository", "platforms", CHANGE, "20 s", "tests/platforms/dist/repository.py", EXTENSION, EXTENSION_V2, PACKAGES, "build/duckdb",
          needs=(f"duckdb-{LATEST_DUCKDB}", "duckdb-1.5.6")),
    check("scrub-lake", "files", CHANGE, "10 s", "tests/files/scrub_lake.py", PROGRAM),
    check("scrub-flips", "files", CHANGE, "5 s", "tests/files/scrub_flips.py", PROGRAM),
    check("scrub-rules", "files", CHANGE, "10 s", "tests/files/scrub_rules.py", PROGRAM),
    check("scrub-runs", "files", CHANGE, "10 s", "tests/files/scrub_runs.py", PROGRAM),
    check("scrub-stores", "files", CHANGE, "15 s", "tests/files/scrub_stores.py", PROGRAM, AZURITE),
    check("table-diff", "tools", CHANGE, "1 min", "tests/tools/table_diff.py", PROGRAM, duckdb=LATEST_DUCKDB),
    check("diff-report", "tools", CHANGE, "15 s", "tests/tools/diff_report.py", PROGRAM),
    check("diff-plan", "tools", CHANGE, "15 s", "tests/tools/diff_plan.py", PROGRAM),
    check("random-rules", "tools", CHANGE, "15 s", "tests/tools/random_rules.py", PROGRAM, rest="--pairs 50"),
    check("all-random-rules", "tools", ALL, "10 min", "tests/tools/random_rules.py", PROGRAM, rest="--pairs 2000"),
    # Pictures of a report, in Debian's chromium.
    check("browser-diff-report", "tools", ALL, "20 s", "tests/tools/diff_report.py", PROGRAM, rest="--browser chromium"),
    check("random-tables", "tools", CHANGE, "15 s", "tests/tools/random_tables.py", "--program", PROGRAM, duckdb=LATEST_DUCKDB,
          rest=SECONDS),
    check("random-texts", "tools", CHANGE, "15 s", "tests/tools/random_texts.py", "--program", PROGRAM, rest=SECONDS),
    # These need Debian's postgresql. The servers run as an ordinary user, on free ports, in folders of their own.
    databases("databases-statements", CHANGE, "15 s", "statements", "postgresql", "duckdb"),
    databases("databases-diff", CHANGE, "30 s", "diff"),
    databases("databases-failures", CHANGE, "15 s", "failures"),
    databases("databases-plans", CHANGE, "5 s", "plans"),
    databases("databases-hostile", CHANGE, "30 s", "hostile", "postgresql"),
    databases("databases-random-pairs", CHANGE, "45 s", "random_pairs", "postgresql", "sqlite", "csv", "parquet", "json"),
    databases("databases-tutorial", CHANGE, "10 s", "tutorial"),
    check("terminal", "tools", ALL, "20 s", "tests/tools/terminal.py", PROGRAM),
    check("faults", "tools", ALL, "10 s", "tests/tools/faults.py", PROGRAM),
    check("extensions", "engines", ALL, "2 min", "tests/engines/extensions.py", EXTENSION, path=["build/duckdb-extensions"]),
    *(check(f"dbt-{version}", "tools", ALL, "1 min", "tests/tools/dbt_package/run.py", "build/dbt/venv/bin/python", EXTENSION,
            duckdb=version) for version in DUCKDB_VERSIONS[1:]),
    # `hashlane scrub` at scale needs 15 GB of disk. Its times are those of a release build.
    check("scale-lakes", "files", ALL, "20 min", "tests/files/scrub_lake.py", RELEASE,
          rest="--files 2500 --faults 300 --lakes 3"),
    check("scale-lake", "files", ALL, "20 min", "tests/files/scrub_lake.py", RELEASE, rest="--files 20000 --faults 500"),
    check("scale-flips", "files", ALL, "2 min", "tests/files/scrub_flips.py", RELEASE, rest="--flips 1000"),
    check("scale-tables", "files", ALL, "1 min", "tests/files/scrub_tables.py", RELEASE, python="build/lakes/bin/python"),
    check("snapshot-histories", "files", ALL, "1 min", "tests/files/snapshot_histories.py", PROGRAM, python="build/lakes/bin/python"),
    check("scale-scrub", "files", ALL, "20 min", "tests/files/scrub_scale.py", RELEASE),
    # These need Debian's postgresql, mariadb-server and sqlite3, Java 17 and npm.
    databases("all-databases-statements", ALL, "5 min", "statements", "clickhouse", "spark", "mariadb"),
    databases("all-databases-diff", ALL, "5 min", "diff", "--all"),
    databases("all-databases-failures", ALL, "2 min", "failures", "mariadb", "clickhouse"),
    databases("all-databases-plans", ALL, "20 s", "plans", "duckdb", "mariadb", "clickhouse", variables=ADBC),
    databases("all-databases-hostile", ALL, "1 min", "hostile", "mariadb"),
    databases("all-databases-exports", ALL, "5 min", "exports", variables=ADBC),
    databases("all-databases-random-pairs", ALL, "20 min", "random_pairs", rest="--pairs 1000", variables=ADBC),
    # A name of cluster.py's tests after `--` runs that one.
    check("cluster", "tools", ALL, "10 min", "cluster/tests/cluster.py", CLUSTER, rest="--all",
          needs=("extension", f"duckdb-{LATEST_DUCKDB}")),
    check("random-queries", "tools", ALL, "1 min", "tests/tools/random_queries.py", CLUSTER, duckdb=LATEST_DUCKDB, rest=SECONDS,
          needs=("workspace",)),
    check("csv-kinds", "tools", HAND, "10 s", "tests/tools/csv_kinds.py", PROGRAM, duckdb=LATEST_DUCKDB),
    check("fuzz", "fuzz", HAND, "10 min", "tests/fuzz/run.py", "build/tools/bin/cargo-fuzz", rest="10"),
    # AddressSanitizer comes with the stable toolchain, but only the compiler's developers may switch it on. It takes a build of its
    # own, C included. There, GCC reports constant arrays of a function that it has made static (zstd_opt.c) as used after their scope,
    # so scopes are left out. Tests request more memory than the machine has. The allocator that refuses requests is left out: it takes
    # too long. Instrumented code isn't inlined.
    program("sanitize", "core", HAND, "30 min", "cargo", "test", "--no-fail-fast", "--target", "host-tuple", "--target-dir",
            "target/sanitize", *packages_of(CORE), "--lib", "--tests", "--", "--skip", "no_memory", "--skip", "processes::inlined",
            variables={"ASAN_OPTIONS": "allocator_may_return_null=1", "RUSTC_BOOTSTRAP": "1", "RUSTFLAGS": "-Zsanitizer=address",
                       "CFLAGS": "-fno-sanitize-address-use-after-scope"}),
    # On Debian for x86-64, as root. A word after `--` names tests of kernels, and PARTS="tests" a part.
    program("arm64", "platforms", HAND, "1 h", "tests/platforms/arm64/run.sh", needs=("demo",)),
    program("windows", "platforms", HAND, "1 h", "tests/platforms/windows/run.sh", needs=("demo", f"duckdb-{CLI_DUCKDB}")),
    program("musl", "platforms", HAND, "1 h", "tests/platforms/musl/run.sh"),
    program("avx512", "platforms", HAND, "10 min", "tests/platforms/avx512/run.sh"),
    # Builds the extension, the programs and the wheels for macOS below build/dist, and looks into them; nothing here can run them.
    program("macos", "platforms", HAND, "1 h", "sh", "-c", "dist/build.sh aarch64-apple-darwin x86_64-apple-darwin && dist/contents.sh"),
    # Needs git and GitHub.
    program("community", "platforms", HAND, "20 min", "integrations/duckdb_community/test.sh", needs=("extension-ci-tools",)),
    # Packages every public crate, and builds each from its package. With --no-verify crates are packaged and not built.
    program("crates", "platforms", HAND, "40 min", "dist/crates.sh", "package"),
    # After `--`, a tag such as v0.1.0, which the files and the changelog must have.
    check("versions", "tree", GATE, "1 s", "dist/versions.py", python=SYSTEM_PYTHON),
    program("workflows", "tree", GATE, "10 s", ".ci/workflows", needs=("actionlint", "zizmor")),
]

DEMOS = [
    check("demo-duckdb", "demos", HAND, "1 min", "examples/demo/run.py", "duckdb", duckdb=LATEST_DUCKDB,
          needs=("extension", "demo", "orders")),
    check("demo-datafusion", "demos", HAND, "1 min", "examples/demo/run.py", "datafusion", needs=("demo-program", "demo", "orders")),
    check("demo-changes", "demos", HAND, "1 min", "examples/change_detection/run.py", duckdb=LATEST_DUCKDB,
          needs=("extension", "demo", "orders")),
    check("demo-compression", "demos", HAND, "1 min", "examples/compression/run.py", duckdb=LATEST_DUCKDB, needs=("extension", "demo")),
    check("demo-cluster", "demos", HAND, "2 min", "examples/cluster/run.py", needs=("cluster",)),
    # Needs Debian's postgresql, and says so.
    check("demo-databases", "demos", HAND, "1 min", "examples/databases/run.py", PROGRAM, python="build/databases/bin/python"),
]

# benches/README.md says what they time. Words after `--` choose some of it.
BENCHES = [
    check("bench-kernels", "benches", HAND, "1 h", "benches/kernels/record.py", python=SYSTEM_PYTHON),
    check("bench-codecs", "benches", HAND, "3 min", "benches/codecs/record.py", python=SYSTEM_PYTHON),
    check("bench-sql", "benches", HAND, "15 min", "benches/sql/run.py",
          needs=("testing-extension", "duckdb-1.5.6", "duckdb-2.0.1", "release-workspace")),
    check("bench-sql-repeats", "benches", HAND, "5 min", "benches/sql/repeats.py",
          needs=("testing-extension", "duckdb-1.5.6", "duckdb-2.0.1", "release-workspace")),
    check("bench-near-duplicates", "benches", HAND, "1 min", "benches/sql/near_duplicates.py", TESTING_EXTENSION, duckdb="2.0.1"),
    check("bench-files", "benches", HAND, "5 min", "benches/files/run.py", python=SYSTEM_PYTHON, needs=("b3sum", "orders", "release")),
    check("bench-files-parquet", "benches", HAND, "2 min", "benches/files/parquet.py", duckdb="1.5.6", needs=("orders", "release")),
    check("bench-files-diff", "benches", HAND, "5 min", "benches/files/diff.py", duckdb="1.5.6", needs=("release-workspace",)),
    check("bench-databases", "benches", HAND, "10 min", "benches/databases/run.py", RELEASE, python="build/bench-databases/bin/python",
          needs=("release-sql",)),
    check("bench-python", "benches", HAND, "5 min", "benches/python/run.py", python="build/bench-python/bin/python"),
    check("bench-compare", "benches", HAND, "5 min", "benches/compare/run.py", python="build/bench-compare/bin/python"),
    check("bench-scale", "benches", HAND, "6 min", "benches/scale/run.py", RELEASE, needs=("release-workspace",)),
    # Instructions on emulated 64-bit ARM, in the root of `arm64`.
    check("bench-arm64", "benches", HAND, "5 min", "benches/kernels/count.py", python=SYSTEM_PYTHON),
    check("bench-figures", "benches", HAND, "1 s", "benches/figures.py", python=SYSTEM_PYTHON),
]

TABLE = [*CHECKS, *DEMOS, *BENCHES]
FLOORS = {one.floor for one in CHECKS} - {"rust", "platforms", "fuzz"}
assert len({one.name for one in TABLE}) == len(TABLE)
assert all((ROOT / word).exists() for one in TABLE for word in one.command if word.endswith((".py", ".sh")) and " " not in word)
