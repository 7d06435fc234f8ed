# What a person types. `make demo` and `make test` set up all they need below build/ and target/;
# on the machine they need Rust (rustup or 1.94 and later) and Python 3.10 or later with venv.

PYTHON ?= python3
DUCKDB_VERSIONS = 1.4.5 1.5.6 2.0.1
LATEST_DUCKDB = 2.0.1
# Tested in part with each change, and in full by `make test-all`.
OLD_DUCKDB = $(filter-out $(LATEST_DUCKDB),$(DUCKDB_VERSIONS))
# How long each fuzz target runs, and each instrument of `make explore`.
SECONDS ?= 10

VENV = build/venv
VENV_PYTHON = $(VENV)/bin/python
EXTENSION = build/hashlane.duckdb_extension
B3SUM = build/tools/bin/b3sum
AZURITE = build/tools/azurite/node_modules/.bin/azurite-blob
LIBDUCKDB = build/libduckdb/package/libduckdb.so
CARGO_FUZZ = build/tools/bin/cargo-fuzz
MDBOOK = build/tools/bin/mdbook
ACTIONLINT = build/tools/bin/actionlint
# The newest version that Go 1.19 of Debian 12 builds.
ACTIONLINT_VERSION = v1.7.7
ZIZMOR = build/workflow-tools/bin/zizmor
# What crates.io gets, each after those that it depends on.
PUBLIC_CRATES = hashlane-kernels hashlane-codecs hashlane-catalog hashlane-files hashlane-arrow hashlane-parquet \
	hashlane-scrub hashlane-datafusion hashlane-databases hashlane-diff hashlane
# The branch v1.5-variegata of what DuckDB's community CI builds extensions with.
CI_TOOLS = https://github.com/duckdb/extension-ci-tools
CI_TOOLS_COMMIT = 72e76e99cd7fee45a99739cd118ec2db64e034ec
DBT_PYTHON = build/dbt/venv/bin/python
WHEELS = $(DUCKDB_VERSIONS:%=build/duckdb/%/.installed)
# The newest DuckDB for which PyPI has the program for Windows, and npm the library for musl.
CLI_DUCKDB = 1.5.6
MACOS_TARGETS = aarch64-apple-darwin x86_64-apple-darwin
TARGETS ?= x86_64-unknown-linux-gnu aarch64-unknown-linux-gnu x86_64-unknown-linux-musl aarch64-unknown-linux-musl \
	x86_64-pc-windows-gnu $(MACOS_TARGETS)
# Makes an extension of a shared library.
PACK = cargo run --quiet --package xtask --no-default-features -- pack

ifeq ($(shell uname),Darwin)
LIBRARY = libhashlane.dylib
MODULE = libhashlane_python.dylib
DATAFUSION_MODULE = libhashlane_datafusion_python.dylib
else
LIBRARY = libhashlane.so
MODULE = libhashlane_python.so
DATAFUSION_MODULE = libhashlane_datafusion_python.so
endif

# The oldest glibc that the wheel runs with: that of DuckDB's wheels.
GLIBC = 2.28
WHEEL_TOOLS = build/wheel-tools
# The packages hashlane and hashlane_datafusion as the dev build has them, for tests.
PACKAGE = build/python

HOST = $(shell rustc -vV | sed -n 's/host: //p')

# Cargo decides what is out of date.
.PHONY: public-api demo demo-duckdb demo-datafusion demo-changes demo-compression demo-cluster demo-databases test test-core test-engines test-tools test-all test-files core-checks engine-checks panic-extensions duckdb-checks tool-checks test-cluster test-scrub test-scrub-all test-databases test-all-databases extension testing-extension tools bench bench-codecs bench-sql bench-near-duplicates bench-files bench-databases bench-python bench-compare bench-scale figures docs wheel hashlane-wheel datafusion-wheel python-tests datafusion-package-tests package-tests fuzz explore sanitize test-arm64 test-avx512 count-arm64 sweep generate community-check publish-check publish-crates check-versions lint-workflows test-native test-windows test-musl cross dist dist-contents fmt lint clean

## Hash a real Parquet file in DuckDB and in DataFusion, and compare every row
demo: demo-duckdb demo-datafusion

demo-duckdb: extension $(VENV)/.demo build/duckdb/$(LATEST_DUCKDB)/.installed build/demo/.made
	PYTHONPATH=build/duckdb/$(LATEST_DUCKDB) $(VENV_PYTHON) examples/demo/run.py duckdb

demo-datafusion: demo-duckdb
	@echo "Building DataFusion, which takes 8 to 15 minutes the first time"
	cargo build --workspace
	$(VENV_PYTHON) examples/demo/run.py datafusion

## What has changed between two nights' Parquet files, in DuckDB
demo-changes: extension $(VENV)/.demo build/duckdb/$(LATEST_DUCKDB)/.installed build/demo/.made
	PYTHONPATH=build/duckdb/$(LATEST_DUCKDB) $(VENV_PYTHON) examples/change_detection/run.py

## What compression leaves of JSON events and of a log, and how fast it is, in DuckDB
demo-compression: extension $(VENV)/.demo build/duckdb/$(LATEST_DUCKDB)/.installed
	PYTHONPATH=build/duckdb/$(LATEST_DUCKDB) $(VENV_PYTHON) examples/compression/run.py

## TPC-H in a bucket, fingerprinted and deduplicated by a scheduler and two executors on this machine
demo-cluster: $(VENV)/.installed
	@echo "Building DataFusion and Ballista, which takes 10 to 15 minutes the first time"
	$(BUILD_CLUSTER)
	$(VENV_PYTHON) examples/cluster/run.py

# Needs Debian's postgresql, and says so.
## A million rows in PostgreSQL and in a lake: which differ?
demo-databases: build/databases/.installed
	cargo build --workspace
	build/databases/bin/python examples/databases/run.py target/debug/hashlane

## What each change is tested with: what test-core, test-engines and test-tools test, with one build of the workspace
test: test-files
	cargo test --workspace $(TESTING)
	cargo build --workspace $(TESTING)
	$(MAKE) panic-extensions
	$(TWO_AT_ONCE) duckdb-checks tool-checks engine-checks core-checks

## Kernels, codecs, the catalogue and Arrow, without DataFusion: 10 minutes the first time
test-core: $(VENV)/.installed
	cargo test $(CORE:%=--package %)
	$(MAKE) core-checks

# Without Python, so that it runs wherever cargo does.
## Kernels, codecs, the catalogue, Arrow, files and Parquet on this machine, which needs Rust and nothing else
test-native:
	cargo test --locked $(CORE:%=--package %) --package hashlane-files --package hashlane-parquet --package hashlane-scrub --lib --tests

## The functions in DuckDB, in DataFusion and in Python
test-engines: test-files
	cargo test --workspace $(TESTING) $(CORE:%=--exclude %) --exclude hashlane --exclude hashlane-diff
	cargo build --workspace $(TESTING)
	$(MAKE) panic-extensions engine-checks duckdb-checks

## The program `hashlane`
test-tools: test-files
	cargo test --workspace $(TESTING) --lib --test it $(CORE:%=--exclude %)
	$(MAKE) tool-checks

## Also what isn't needed for each change: every version of DuckDB in full, beside 26 extensions, dbt, terminals, large lakes, clusters
test-all: test build/duckdb-extensions/.installed build/dbt/venv/.installed
	HASHLANE_ALL_VERSIONS=1 cargo test --workspace $(TESTING) --test sql -- duckdb-1
	$(TWO_AT_ONCE) $(OLD_DUCKDB:%=duckdb-package-tests-%)
	$(MAKE) $(OLD_DUCKDB:%=duckdb-full-tests-%)
	$(VENV_PYTHON) tests/tools/terminal.py $(CURDIR)/target/debug/hashlane
	$(VENV_PYTHON) tests/tools/faults.py $(CURDIR)/target/debug/hashlane
	PYTHONPATH=build/duckdb-extensions $(VENV_PYTHON) tests/engines/extensions.py $(EXTENSION)
	for version in 1.5.6 2.0.1; do \
		PYTHONPATH=build/duckdb/$$version $(VENV_PYTHON) tests/tools/dbt_package/run.py $(DBT_PYTHON) $(EXTENSION) || exit 1; \
	done
	$(MAKE) test-scrub-all
	$(MAKE) test-all-databases
	$(MAKE) test-cluster

CORE = hashlane-kernels hashlane-codecs hashlane-catalog hashlane-arrow
# What only tests need of these crates. With it in every command, the workspace is built once.
TESTING = --features hashlane-duckdb/testing,hashlane-datafusion-python/testing

test-files: extension $(VENV)/.installed $(WHEELS) build/chdb/.installed $(B3SUM) $(AZURITE)

core-checks:
	$(VENV_PYTHON) tests/vectors/generate.py --check
	$(PYTHON) tests/left_out.py

engine-checks:
	cargo build --workspace $(TESTING)
	PYTHONPATH=build/duckdb/$(LATEST_DUCKDB):build/chdb $(VENV_PYTHON) tests/files/parquet_writers.py target/debug/hashlane $(EXTENSION)
	$(VENV_PYTHON) tests/files/linear.py target/debug/examples/linear
	$(MAKE) python-tests
	PYTHONPATH=$(PACKAGE):build/duckdb/$(LATEST_DUCKDB) $(VENV_PYTHON) tests/tools/documents.py target/debug/hashlane
	target/debug/xtask generate --check
	target/debug/xtask arrows
	target/debug/xtask prose
	target/debug/xtask public-api --check

# Two extensions that panic where tests ask them to.
panic-extensions:
	target/debug/xtask pack target/debug/$(LIBRARY) build/panics/hashlane.duckdb_extension
	target/debug/xtask pack target/debug/$(LIBRARY) build/panics/neighbor.duckdb_extension

# One version after the other: each spills to the folder .tmp of this folder.
duckdb-checks:
	$(MAKE) --jobs 1 $(DUCKDB_VERSIONS:%=duckdb-tests-%) duckdb-full-tests-$(LATEST_DUCKDB)

tool-checks:
	cargo build --workspace $(TESTING)
	$(VENV_PYTHON) tests/files/pipes.py $(CURDIR)/target/debug/hashlane
	$(VENV_PYTHON) tests/files/object_stores.py $(CURDIR)/target/debug/hashlane $(AZURITE)
	$(VENV_PYTHON) tests/engines/row_functions.py $(CURDIR)/target/debug/hashlane
	$(VENV_PYTHON) tests/engines/sketches.py $(CURDIR)/target/debug/hashlane
	$(VENV_PYTHON) tests/tools/outputs.py $(CURDIR)/target/debug/hashlane
	$(MAKE) test-scrub
	PYTHONPATH=build/duckdb/$(LATEST_DUCKDB) $(VENV_PYTHON) tests/tools/table_diff.py $(CURDIR)/target/debug/hashlane
	$(RANDOM_TABLES) --seconds 15
	$(RANDOM_TEXTS) --seconds 15
	$(MAKE) test-databases

## Test `hashlane scrub`: a lake with planted faults, flipped bits, what runs refuse and print, object stores
test-scrub: $(VENV)/.installed $(AZURITE)
	cargo build --workspace $(TESTING)
	$(VENV_PYTHON) tests/files/scrub_lake.py $(CURDIR)/target/debug/hashlane
	$(VENV_PYTHON) tests/files/scrub_flips.py $(CURDIR)/target/debug/hashlane
	$(VENV_PYTHON) tests/files/scrub_rules.py $(CURDIR)/target/debug/hashlane
	$(VENV_PYTHON) tests/files/scrub_runs.py $(CURDIR)/target/debug/hashlane
	$(VENV_PYTHON) tests/files/scrub_stores.py $(CURDIR)/target/debug/hashlane $(AZURITE)

# Needs 15 GB of disk. Times are those of a release build.
## Test `hashlane scrub` at scale: three lakes of 2,500 files, one of 20,000, 1,000 flipped bits, tables of Iceberg, Delta and DuckLake, 10 GB, a million files
test-scrub-all: $(VENV)/.installed build/lakes/.installed
	cargo build --release --package hashlane --no-default-features
	$(VENV_PYTHON) tests/files/scrub_lake.py $(CURDIR)/target/release/hashlane --files 2500 --faults 300 --lakes 3
	$(VENV_PYTHON) tests/files/scrub_lake.py $(CURDIR)/target/release/hashlane --files 20000 --faults 500
	$(VENV_PYTHON) tests/files/scrub_flips.py $(CURDIR)/target/release/hashlane --flips 1000
	build/lakes/bin/python tests/files/scrub_tables.py $(CURDIR)/target/release/hashlane
	$(VENV_PYTHON) tests/files/scrub_scale.py $(CURDIR)/target/release/hashlane

# Needs Debian's postgresql. The servers run as an ordinary user, on free ports, in folders of their own.
## Tables in PostgreSQL, SQLite, DuckDB and files, compared by sketches
test-databases: build/databases/.installed
	cargo build --workspace $(TESTING)
	build/databases/bin/python tests/tools/databases/statements.py target/debug/hashlane postgresql duckdb
	build/databases/bin/python tests/tools/databases/diff.py target/debug/hashlane
	build/databases/bin/python tests/tools/databases/failures.py target/debug/hashlane
	build/databases/bin/python tests/tools/databases/hostile.py target/debug/hashlane postgresql
	build/databases/bin/python tests/tools/databases/random_pairs.py target/debug/hashlane postgresql sqlite csv parquet json
	build/databases/bin/python tests/tools/databases/tutorial.py target/debug/hashlane

# Needs Debian's mariadb-server and sqlite3, Java 17 and npm too.
## Sketches by ClickHouse, Spark and MariaDB, tables beside their own exports, and 1,000 random pairs of tables in all systems
test-all-databases: build/databases/.installed $(LIBDUCKDB)
	cargo build --workspace $(TESTING)
	build/databases/bin/python -m pip install --quiet --requirement tests/tools/databases/all-requirements.txt
	build/databases/bin/python tests/tools/databases/statements.py target/debug/hashlane clickhouse spark mariadb
	build/databases/bin/python tests/tools/databases/diff.py target/debug/hashlane --all
	build/databases/bin/python tests/tools/databases/failures.py target/debug/hashlane mariadb clickhouse
	build/databases/bin/python tests/tools/databases/hostile.py target/debug/hashlane mariadb
	HASHLANE_ADBC_DUCKDB=$(CURDIR)/$(LIBDUCKDB) \
		build/databases/bin/python tests/tools/databases/exports.py target/debug/hashlane
	HASHLANE_ADBC_DUCKDB=$(CURDIR)/$(LIBDUCKDB) \
		build/databases/bin/python tests/tools/databases/random_pairs.py target/debug/hashlane --pairs 1000

## Clusters of real processes: the SQL suite, random queries, numbers of partitions, and everything that can fail; NAMES="killed 503" some of it
test-cluster: extension $(VENV)/.installed build/duckdb/$(LATEST_DUCKDB)/.installed
	$(BUILD_CLUSTER)
	$(VENV_PYTHON) cluster/tests/cluster.py $(CLUSTER) $(if $(NAMES),$(NAMES),--all)
	$(RANDOM_QUERIES) --seconds 15

# The wheels' packages from the dev build of their modules, with the feature testing, and the extension that is there: a minute,
# unlike `make wheel`.
python-tests: $(VENV)/.installed $(WHEELS)
	target/debug/xtask python-modules
	rm -rf $(PACKAGE)
	mkdir -p $(PACKAGE)
	cp -R crates/tools/python/python/hashlane $(PACKAGE)/
	cp target/debug/$(MODULE) $(PACKAGE)/hashlane/_native.abi3.so
	cp $(EXTENSION) $(PACKAGE)/hashlane/
	cp -R crates/engines/datafusion-python/python/hashlane_datafusion $(PACKAGE)/
	cp target/debug/$(DATAFUSION_MODULE) $(PACKAGE)/hashlane_datafusion/_native.abi3.so
	$(TWO_AT_ONCE) datafusion-package-tests package-tests duckdb-package-tests-$(LATEST_DUCKDB)

# Most of these tests keep one core busy. The output of each comes when it has ended.
TWO_AT_ONCE = $(MAKE) --jobs 2 --output-sync=target
PACKAGE_TESTS = PYTHONPATH=$(CURDIR)/$(PACKAGE) $(CURDIR)/$(VENV_PYTHON) -m unittest

datafusion-package-tests:
	cd crates/engines/datafusion-python/tests && $(PACKAGE_TESTS) \
		test_aggregates test_functions test_panics test_reference test_rows test_versions

package-tests:
	cd crates/tools/python/tests && $(PACKAGE_TESTS) \
		test_arrow test_parquet test_polars test_polars_hash test_program test_reference

duckdb-package-tests-%:
	cd crates/tools/python/tests && PYTHONPATH=$(CURDIR)/$(PACKAGE):$(CURDIR)/build/duckdb/$* \
		$(CURDIR)/$(VENV_PYTHON) -m unittest test_diff test_duckdb test_random_diff

# What an old version of DuckDB could break.
duckdb-tests-%:
	PYTHONPATH=build/duckdb/$* $(VENV_PYTHON) tests/engines/load.py build/panics/hashlane.duckdb_extension build/panics/neighbor.duckdb_extension
	PYTHONPATH=build/duckdb/$* $(VENV_PYTHON) tests/engines/edges.py build/panics/hashlane.duckdb_extension
	PYTHONPATH=build/duckdb/$* $(VENV_PYTHON) tests/engines/memory_limits.py $(EXTENSION) --every $(if $(filter $(LATEST_DUCKDB),$*),3,9)
	PYTHONPATH=build/duckdb/$* $(VENV_PYTHON) tests/engines/dialects.py $(EXTENSION)

duckdb-full-tests-%:
	PYTHONPATH=build/duckdb/$* $(VENV_PYTHON) tests/engines/panics.py build/panics/hashlane.duckdb_extension
	PYTHONPATH=build/duckdb/$* $(VENV_PYTHON) tests/vectors/rows_duckdb.py
	PYTHONPATH=build/duckdb/$* $(VENV_PYTHON) tests/engines/row_functions.py $(EXTENSION)
	PYTHONPATH=build/duckdb/$* $(VENV_PYTHON) tests/engines/sketches.py $(EXTENSION)
	PYTHONPATH=build/duckdb/$* $(VENV_PYTHON) tests/engines/group_memory.py $(EXTENSION)

## Build both wheels below build/wheel, and test them in fresh environments: 40 minutes
wheel: hashlane-wheel datafusion-wheel

# Needs Debian for x86-64, and root's rights.
## Build the extension, the programs and the wheels for macOS below build/dist, and look into them; nothing here can run them
cross:
	dist/build.sh $(MACOS_TARGETS)
	dist/contents.sh

# Needs Debian for x86-64, and root's rights.
## Build all that a release holds below build/dist, and try it; TARGETS="x86_64-pc-windows-gnu" for some platforms
dist: $(VENV)/.demo
	rm -rf build/dist
	dist/build.sh $(TARGETS)
	dist/sources.sh
	dist/contents.sh
	dist/try.sh $(TARGETS)

## Look into all that is below build/dist, such as what several machines have built, and write its table and digests
dist-contents:
	dist/build.sh
	dist/contents.sh

# zig links what wheels hold, so that it runs with an older glibc than this machine's.
ZIG = PATH="$(CURDIR)/$(WHEEL_TOOLS)/bin:$$PATH"
MATURIN = $(ZIG) maturin build --zig --profile extension --compatibility manylinux_$(subst .,_,$(GLIBC)) --out build/wheel

## Build and test the wheel hashlane alone: 10 minutes
hashlane-wheel: $(WHEEL_TOOLS)/.installed
	$(ZIG) cargo zigbuild --profile extension --package hashlane-duckdb --target $(HOST).$(GLIBC)
	$(PACK) target/$(HOST)/extension/$(LIBRARY) crates/tools/python/python/hashlane/hashlane.duckdb_extension
	rm -f build/wheel/hashlane-*.whl
	cargo run --quiet --package xtask -- python-modules
	$(MATURIN) --manifest-path crates/tools/python/Cargo.toml
	$(PYTHON) crates/tools/python/tests/wheel.py build/wheel/hashlane-*.whl

## Build and test the wheel hashlane-datafusion alone: 30 minutes, most of them for DataFusion
datafusion-wheel: $(WHEEL_TOOLS)/.installed
	rm -f build/wheel/hashlane_datafusion-*.whl
	$(MATURIN) --manifest-path crates/engines/datafusion-python/Cargo.toml
	$(PYTHON) crates/engines/datafusion-python/tests/wheel.py build/wheel/hashlane_datafusion-*.whl

## Build the documentation as a site below build/docs/book
docs: $(MDBOOK)
	$(PYTHON) docs/site.py build/docs
	$(MDBOOK) build build/docs

## Build build/hashlane.duckdb_extension
extension:
	cargo build --profile extension --package hashlane-duckdb
	$(PACK) target/extension/$(LIBRARY) $(EXTENSION)

# With what only benchmarks need: functions to measure ours against.
testing-extension:
	cargo build --profile extension --package hashlane-duckdb --features testing
	$(PACK) target/extension/$(LIBRARY) build/testing/hashlane.duckdb_extension

## Try to break what reads bytes: each target of tests/fuzz for SECONDS; TARGETS="packs rows" some of them
fuzz: $(VENV)/.installed $(CARGO_FUZZ)
	$(VENV_PYTHON) tests/fuzz/run.py $(CARGO_FUZZ) $(SECONDS) $(TARGETS)

# AddressSanitizer comes with the stable toolchain, but only the compiler's developers may switch it on. It takes a
# build of its own, C included. There, GCC reports constant arrays of a function that it has made static (zstd_opt.c)
# as used after their scope, so scopes are left out. Tests request more memory than
# the machine has. The allocator that refuses requests is left out: it takes too long. Instrumented code isn't inlined.
## Look for faults of memory: AddressSanitizer under the tests, and memcheck under the extension in DuckDB
sanitize: extension $(VENV)/.installed $(WHEELS)
	ASAN_OPTIONS=allocator_may_return_null=1 \
		RUSTC_BOOTSTRAP=1 RUSTFLAGS="-Zsanitizer=address" CFLAGS="-fno-sanitize-address-use-after-scope" \
		cargo test --no-fail-fast --target $(HOST) --target-dir target/sanitize \
		--package hashlane-kernels --package hashlane-codecs --package hashlane-catalog --package hashlane-arrow --lib --tests \
		-- --skip no_memory --skip processes::inlined
	for version in $(DUCKDB_VERSIONS); do \
		PYTHONPATH=build/duckdb/$$version $(VENV_PYTHON) tests/engines/memcheck.py $(EXTENSION) || exit 1; \
	done

RANDOM_TABLES = PYTHONPATH=build/duckdb/$(LATEST_DUCKDB) $(VENV_PYTHON) tests/tools/random_tables.py --program target/debug/hashlane
RANDOM_TEXTS = $(VENV_PYTHON) tests/tools/random_texts.py --program target/debug/hashlane
RANDOM_QUERIES = PYTHONPATH=build/duckdb/$(LATEST_DUCKDB) $(VENV_PYTHON) tests/tools/random_queries.py $(CLUSTER)

# The cluster's workspace shares the target folder, and with it all that it has in common with the main one.
# Cargo counts its own jobs: make's beside it would leave it one.
BUILD_CLUSTER = env -u MAKEFLAGS cargo build --manifest-path cluster/Cargo.toml --target-dir target --bins --tests
CLUSTER = $(CURDIR)/target/debug/hashlane-cluster

## Look for wrong answers on random tables and texts, and of random queries on one machine, on a cluster and in DuckDB, for SECONDS each; SEED=7 repeats a run
explore: $(VENV)/.installed build/duckdb/$(LATEST_DUCKDB)/.installed
	cargo build --workspace --bins
	$(BUILD_CLUSTER)
	$(RANDOM_TABLES) --seconds $(SECONDS) $(if $(SEED),--seed $(SEED))
	$(RANDOM_TEXTS) --seconds $(SECONDS) $(if $(SEED),--seed $(SEED))
	$(RANDOM_QUERIES) --seconds $(SECONDS) $(if $(SEED),--seed $(SEED))

# Needs Debian for x86-64, and root's rights.
## Test 64-bit ARM under emulation: the extension in DuckDB, kernels, catalogue, arrow; FILTER="blake3" some of kernels, PARTS="tests" a part
test-arm64: $(VENV)/.demo
	tests/platforms/arm64/run.sh $(FILTER)

# Needs Debian for x86-64, and root's rights.
## Test Windows under wine: the extension in DuckDB, kernels, files, the program; FILTER="blake3" some of kernels, PARTS="tests" a part
test-windows: $(VENV)/.demo build/duckdb/$(CLI_DUCKDB)/.installed
	tests/platforms/windows/run.sh $(FILTER)

# Needs Debian for x86-64, and root's rights.
## Test Linux with musl as C library: the extension in DuckDB, kernels, files; FILTER="blake3" some of kernels, PARTS="tests" a part
test-musl:
	tests/platforms/musl/run.sh $(FILTER)

# Needs Debian for x86-64, and root's rights.
## Test the kernels for AVX-512 in an emulator, on a machine without it; FILTER="blake3::" more tests of kernels
test-avx512:
	tests/platforms/avx512/run.sh $(FILTER)

## Count instructions on emulated 64-bit ARM, in the root of test-arm64; FILTER="md5 words" counts some
count-arm64:
	$(PYTHON) benches/kernels/count.py $(FILTER)

## Every function under every memory_limit and every limit on the process: half an hour for each DuckDB
sweep: extension $(VENV)/.installed $(WHEELS)
	for version in $(DUCKDB_VERSIONS); do \
		PYTHONPATH=build/duckdb/$$version $(VENV_PYTHON) tests/engines/memory_limits.py $(EXTENSION) --full || exit 1; \
	done

## Time every kernel beside other crates; FILTER="xxh3,crc32c words" times some
bench:
	$(PYTHON) benches/kernels/record.py $(FILTER)

## Time the codecs beside the naive call per row and C; FILTER="zstd_compress urls" times some
bench-codecs:
	$(PYTHON) benches/codecs/record.py $(FILTER)

## Time whole queries in both engines against their own functions
bench-sql: testing-extension $(VENV)/.installed build/duckdb/1.5.6/.installed build/duckdb/2.0.1/.installed
	cargo build --release --workspace --features hashlane/testing
	$(VENV_PYTHON) benches/sql/run.py
	$(VENV_PYTHON) benches/sql/repeats.py

## Time the recipe for near-duplicates, and measure what it finds; TEXTS=10000000 for more texts
bench-near-duplicates: testing-extension $(VENV)/.installed build/duckdb/2.0.1/.installed
	PYTHONPATH=build/duckdb/2.0.1 $(VENV_PYTHON) benches/sql/near_duplicates.py build/testing/hashlane.duckdb_extension $(TEXTS)

## Time whole files beside xxhsum (of Debian's package xxhash), b3sum, pyarrow and DuckDB
bench-files: $(B3SUM) $(VENV)/.installed build/duckdb/1.5.6/.installed build/demo/.made
	cargo build --release --package hashlane --no-default-features
	$(PYTHON) benches/files/run.py
	PYTHONPATH=build/duckdb/1.5.6 $(VENV_PYTHON) benches/files/parquet.py
	cargo build --release --workspace --features hashlane/testing
	PYTHONPATH=build/duckdb/1.5.6 $(VENV_PYTHON) benches/files/diff.py

# Needs Debian's postgresql.
## Time two tables of ROWS rows (10,000,000) in PostgreSQL, compared by sketches, beside reladiff
bench-databases: build/bench-databases/.installed
	cargo build --release --package hashlane
	build/bench-databases/bin/python benches/databases/run.py target/release/hashlane $(ROWS:%=--rows %)

## Time the Polars plugin of the wheel that `make hashlane-wheel` built beside polars-hash
bench-python: build/bench-python/.installed
	build/bench-python/bin/python benches/python/run.py

## Time what README.md compares: the wheels that `make wheel` built, and the alternatives
bench-compare: build/bench-compare/.installed
	build/bench-compare/bin/python benches/compare/run.py

## Time 10^6 to 10^9 rows in one query, in one process and on two executors
bench-scale: $(VENV)/.installed
	cargo build --release --workspace --features hashlane/testing
	$(VENV_PYTHON) benches/scale/run.py target/release/hashlane

## Draw the figures of the README from the newest record
figures:
	$(PYTHON) benches/figures.py

## Write the files that come from the catalogue, and the test vectors
generate: $(VENV)/.installed
	cargo run --quiet --package xtask -- generate
	$(VENV_PYTHON) tests/vectors/generate.py

# Needs git and GitHub. What their script packs must be what xtask packs.
## Build and test the extension as DuckDB's community CI does
community-check: extension-ci-tools/.installed
	$(MAKE) configure release
	configure/venv/bin/python3 -m pip install --quiet pyyaml==6.0.3
	configure/venv/bin/python3 extension-ci-tools/scripts/append_extension_metadata.py --extension-name hashlane \
		--library-file target/extension/$(LIBRARY) --out-file build/release/theirs.duckdb_extension --duckdb-version v1.2.0 \
		--duckdb-platform-file configure/platform.txt --extension-version v$$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml)
	$(PACK) target/extension/$(LIBRARY) build/release/ours.duckdb_extension
	cmp build/release/theirs.duckdb_extension build/release/ours.duckdb_extension
	$(MAKE) test_release > build/release/test.log || (cat build/release/test.log; exit 1)
	configure/venv/bin/python3 integrations/duckdb_community/check.py build/release/test.log

## Write the lists of the public API in docs/public-api
public-api:
	cargo run --quiet --package xtask -- public-api

# With --no-verify crates are packaged and not built. Building takes DataFusion once more.
## Package every public crate, and build each from its package
publish-check:
	cargo package $(PUBLIC_CRATES:%=--package %) $(PUBLISH_CHECK)

# After a failure, run it again: it uploads the rest. It builds nothing, since `make publish-check` does, and the token that
# crates.io gives to a workflow expires after half an hour.
## Upload the public crates that crates.io lacks in this version, each after those that it depends on
publish-crates:
	@version=$$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml); missing=; \
	for crate in $(PUBLIC_CRATES); do \
		cargo info --quiet --registry crates-io $$crate@$$version >/dev/null 2>&1 || missing="$$missing --package $$crate"; \
	done; \
	if [ -z "$$missing" ]; then echo "crates.io has every crate in version $$version"; exit; fi; \
	echo "cargo publish --locked --no-verify$$missing" && cargo publish --locked --no-verify $$missing

## Check that all files name the same version; with TAG=v0.1.0 also the tag and the changelog
check-versions:
	$(PYTHON) dist/versions.py $(TAG)

extension-ci-tools/.installed:
	git clone --quiet $(CI_TOOLS) extension-ci-tools
	git -C extension-ci-tools checkout --quiet $(CI_TOOLS_COMMIT)
	touch $@

fmt:
	cargo fmt --all
	cargo fmt --manifest-path cluster/Cargo.toml

lint:
	cargo fmt --all --check
	cargo fmt --manifest-path cluster/Cargo.toml --check
	cargo clippy --workspace --all-targets -- --deny warnings
	cargo clippy --manifest-path cluster/Cargo.toml --target-dir target --all-targets -- --deny warnings

# Needs Go. actionlint checks the syntax, zizmor what an attacker could use. Both work offline.
## Check the workflows in .github
lint-workflows: $(ACTIONLINT) $(ZIZMOR)
	$(ACTIONLINT) -color
	$(ZIZMOR) --offline --pedantic --quiet --no-progress .github
	@[ $$(grep -c $(CI_TOOLS_COMMIT) .github/workflows/weekly.yml) = 2 ] || { echo "weekly.yml must name CI_TOOLS_COMMIT twice"; exit 1; }
	@for target in $(TARGETS); do \
		grep -q -- "- $$target$$" .github/workflows/release.yml || { echo "release.yml doesn't build $$target"; exit 1; }; \
	done

clean:
	rm -rf build target

# What demos need takes seconds to install. Tests also need packages that are built from source.
$(VENV)/.demo: examples/requirements.txt
	$(PYTHON) -m venv $(VENV)
	$(VENV_PYTHON) -m pip install --quiet --requirement $<
	touch $@

$(VENV)/.installed: requirements.txt tests/vectors/requirements.txt $(VENV)/.demo
	$(VENV_PYTHON) -m pip install --quiet --requirement requirements.txt --requirement tests/vectors/requirements.txt
	touch $@

# DuckDB as a library, which its Python package isn't.
$(LIBDUCKDB):
	mkdir -p build/libduckdb
	cd build/libduckdb && npm pack --silent @duckdb/node-bindings-linux-x64@1.5.6-r.1 && tar xzf *.tgz
	touch $@

# The tools whose lines `hashlane sum` writes: this one, coreutils, and xxhsum where it is installed.
$(B3SUM):
	cargo install --quiet --locked --root build/tools --version 1.8.2 b3sum

# The server that tests/files/object_stores.py tests Azure on, where there is npm: the newest that Node 20 runs.
$(AZURITE):
	if command -v npm >/dev/null; then \
		npm install --prefix build/tools/azurite --ignore-scripts --no-audit --no-fund --loglevel=error azurite@3.35.0; \
	fi

# What the tests run beside ours.
tools: $(B3SUM) $(AZURITE)

$(WHEEL_TOOLS)/.installed: crates/tools/python/build-requirements.txt
	$(PYTHON) -m venv $(WHEEL_TOOLS)
	$(WHEEL_TOOLS)/bin/python -m pip install --quiet --requirement $<
	touch $@

build/bench-databases/.installed: benches/databases/requirements.txt
	$(PYTHON) -m venv build/bench-databases
	build/bench-databases/bin/python -m pip install --quiet --requirement $<
	touch $@

build/bench-python/.installed: $(wildcard build/wheel/hashlane-*.whl)
	$(if $<,,$(error no wheel below build/wheel: run `make hashlane-wheel` first))
	$(PYTHON) -m venv build/bench-python
	build/bench-python/bin/python -m pip install --quiet --force-reinstall $< duckdb==$(LATEST_DUCKDB) polars==2.1.0 \
		polars-hash==0.9.3 pyarrow==26.0.1
	touch $@

build/bench-compare/.installed: $(wildcard build/wheel/*.whl)
	$(if $<,,$(error no wheel below build/wheel: run `make wheel` first))
	$(PYTHON) -m venv build/bench-compare
	build/bench-compare/bin/python -m pip install --quiet --force-reinstall $^ duckdb==$(LATEST_DUCKDB) polars==2.1.0 \
		polars-hash==0.9.3 pyarrow==26.0.1 datafusion==55.0.0 chdb-core-lite==26.5.0
	touch $@

$(MDBOOK):
	cargo install --quiet --locked --root build/tools --version 0.5.4 mdbook

$(ACTIONLINT):
	GOBIN=$(CURDIR)/build/tools/bin go install github.com/rhysd/actionlint/cmd/actionlint@$(ACTIONLINT_VERSION)

$(ZIZMOR):
	$(PYTHON) -m venv build/workflow-tools
	build/workflow-tools/bin/python -m pip install --quiet zizmor==1.32.0

$(CARGO_FUZZ):
	cargo install --quiet --locked --root build/tools --version 0.13.2 cargo-fuzz

build/duckdb/%/.installed: $(VENV)/.demo
	$(VENV_PYTHON) -m pip install --quiet --no-deps --upgrade --target build/duckdb/$* duckdb==$*
	touch $@

# ClickHouse in a process: 51 MB to download, 200 MB when installed.
build/chdb/.installed: $(VENV)/.demo
	$(VENV_PYTHON) -m pip install --quiet --no-deps --upgrade --target build/chdb chdb-core-lite==26.5.0
	touch $@

build/databases/.installed: tests/tools/databases/requirements.txt
	$(PYTHON) -m venv build/databases
	build/databases/bin/python -m pip install --quiet --requirement $<
	touch $@

build/dbt/venv/.installed: tests/tools/dbt_package/requirements.txt
	$(PYTHON) -m venv build/dbt/venv
	$(DBT_PYTHON) -m pip install --quiet --requirement $<
	touch $@

# pyiceberg, delta-rs, and DuckDB with the extensions that read their tables: 150 MB to download.
build/lakes/.installed: tests/files/scrub/requirements.txt
	$(PYTHON) -m venv build/lakes
	build/lakes/bin/python -m pip install --quiet --requirement $<
	touch $@

# DuckDB with its own extensions: 360 MB to download, 1.2 GB when installed.
build/duckdb-extensions/.installed: tests/engines/extensions/requirements.txt $(VENV)/.demo
	$(VENV_PYTHON) -m pip install --quiet --no-deps --upgrade --target build/duckdb-extensions --requirement $<
	touch $@

# TPC-H at scale 1: 150,000 customers and 1,500,000 orders.
build/demo/.made: $(VENV)/.demo
	$(VENV)/bin/tpchgen-cli parquet --scale-factor 1 --tables customer,orders --output-dir build/demo
	touch $@

# Where DuckDB's community CI builds: its targets configure_ci, release and test_release.
ifneq ($(wildcard extension-ci-tools/makefiles),)
include integrations/duckdb_community/targets.mk
endif
