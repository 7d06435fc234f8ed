# What a person types. `make demo` and `make test` set up all they need below build/ and target/; on the machine they need Rust
# (rustup or 1.94 and later) and Python 3.10 or later with venv. What runs, and when, is in tests/checks.py: `tests/run.py --list`.

PYTHON ?= python3
RUN = $(PYTHON) tests/run.py
MAKE_READY = $(PYTHON) tests/environments.py
# How long each fuzz target runs, and each test of `make explore`.
SECONDS ?= 10

# Cargo decides what is out of date.
.PHONY: demo test test-all test-native lint fmt docs dist bench fuzz explore extension wheel generate clean help

## Hash a real Parquet file in DuckDB and in DataFusion, and compare every row; WHAT=changes, compression, cluster or databases for others
demo:
ifdef WHAT
	$(RUN) demo-$(WHAT)
else
	$(RUN) demo-duckdb
	$(RUN) demo-datafusion
endif

## What each change is tested with; WHAT="core" a floor, WHAT="scrub documents" some checks, WHAT="cluster -- smoke" with arguments
test:
	$(RUN) $(or $(WHAT),change --jobs 2)

## Also what isn't needed for each change: every version of DuckDB in full, beside 26 extensions, dbt, terminals, large lakes, clusters
test-all:
	$(RUN) all --jobs 2

# Without Python, so that it runs wherever cargo does.
## Kernels, codecs, the catalogue, Arrow, files and Parquet on this machine, which needs Rust and nothing else
test-native:
	cargo test --locked $(addprefix --package hashlane-,kernels codecs catalog arrow files parquet scrub) --lib --tests

## Check the format and clippy's warnings
lint:
	cargo fmt --all --check
	cargo fmt --manifest-path cluster/Cargo.toml --check
	cargo clippy --workspace --all-targets -- --deny warnings
	cargo clippy --manifest-path cluster/Cargo.toml --target-dir target --all-targets -- --deny warnings

## Format the code
fmt:
	cargo fmt --all
	cargo fmt --manifest-path cluster/Cargo.toml

## Build the documentation as a site below build/docs/book
docs:
	$(MAKE_READY) mdbook
	$(PYTHON) docs/site.py build/docs
	build/tools/bin/mdbook build build/docs

## Build all that a release holds below build/dist, and try it (Debian for x86-64, as root); TARGETS="x86_64-pc-windows-gnu" some platforms
dist:
	dist/release.sh $(TARGETS)

## Time the kernels; WHAT=codecs, sql, near-duplicates, files, databases, python, compare, scale or arm64 for others; FILTER="xxh3 words" some
bench:
	$(RUN) bench-$(or $(WHAT),kernels) -- $(FILTER)

## Try to break what reads bytes: each target of tests/fuzz for SECONDS; TARGETS="packs rows" some of them
fuzz:
	$(RUN) fuzz -- $(SECONDS) $(TARGETS)

## Look for wrong answers on random tables and texts, and of random queries on one machine, on a cluster and in DuckDB, for SECONDS each; SEED=7 repeats a run
explore:
	$(RUN) random-tables random-texts random-queries -- --seconds $(SECONDS) $(if $(SEED),--seed $(SEED))

## Build build/hashlane.duckdb_extension
extension:
	$(MAKE_READY) extension

## Build the wheels below build/wheel, and test them in fresh environments: an hour; WHAT=hashlane or WHAT=datafusion for one
wheel:
	dist/wheel.sh $(WHAT)

## Write the files that come from the catalogue, the lists of the public API in docs/public-api, and the test vectors
generate:
	$(MAKE_READY) python
	cargo run --quiet --package xtask -- generate
	cargo run --quiet --package xtask -- public-api
	build/venv/bin/python tests/vectors/generate.py

## Remove all that was built
clean:
	rm -rf build target

## Print this list
help:
	@awk '/^## / { text = substr($$0, 4) } /^[a-z-]+:/ && text { printf "make %-12s %s\n", substr($$1, 1, length($$1) - 1), text; text = "" }' Makefile

# Where DuckDB's community CI builds: its targets configure_ci, release and test_release.
ifneq ($(wildcard extension-ci-tools/makefiles),)
include integrations/duckdb_community/targets.mk
endif
