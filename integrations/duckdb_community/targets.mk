# The targets that DuckDB's community CI calls: configure_ci, release and test_release. The CI puts duckdb/extension-ci-tools
# into the folder extension-ci-tools first, and the Makefile includes this file where that folder is.
#
# Theirs are how an extension is configured, packed and tested. The library is built here, in the profile that
# `make extension` builds; their rust.Makefile would build every crate of the workspace's default in the profile release.

EXTENSION_NAME = hashlane
# The oldest C API that the extension can do with, as in crates/xtask/src/pack.rs.
TARGET_DUCKDB_VERSION = v1.2.0

include extension-ci-tools/makefiles/c_api_extensions/base.Makefile

.PHONY: generated_tests configure release debug test_release test_debug build_extension_library_release build_extension_library_debug

configure: venv platform extension_version
release: build_extension_library_release build_extension_with_metadata_release
debug: build_extension_library_debug build_extension_with_metadata_debug
test_release: generated_tests test_extension_release
test_debug: generated_tests test_extension_debug

# Their runner reads test/sql, which git ignores.
generated_tests: venv
	$(PYTHON_VENV_BIN) integrations/duckdb_community/generate.py

# A Mac builds for both kinds of Mac.
ifeq ($(DUCKDB_PLATFORM),osx_amd64)
CARGO_TARGET = x86_64-apple-darwin
else ifeq ($(DUCKDB_PLATFORM),osx_arm64)
CARGO_TARGET = aarch64-apple-darwin
endif

# As their template does it: no redistributable of Microsoft's runtime is needed.
ifeq ($(OS),Windows_NT)
export RUSTFLAGS += -Ctarget-feature=+crt-static
endif

build_extension_library_release: PROFILE = extension
build_extension_library_release: FOLDER = release
build_extension_library_debug: PROFILE = dev
build_extension_library_debug: FOLDER = debug
build_extension_library_release build_extension_library_debug: check_configure
	cargo build --locked --profile $(PROFILE) --package hashlane-duckdb $(CARGO_TARGET:%=--target %)
	$(PYTHON_VENV_BIN) -c "import os; os.makedirs('build/$(FOLDER)/extension/hashlane', exist_ok=True)"
	$(PYTHON_VENV_BIN) -c "import shutil; shutil.copyfile('target/$(CARGO_TARGET:%=%/)$(PROFILE:dev=debug)/$(EXTENSION_LIB_FILENAME)', 'build/$(FOLDER)/$(EXTENSION_LIB_FILENAME)')"
