"""Checks what `make test WHAT=community` has built, and the description that goes to DuckDB's repository.

    configure/venv/bin/python3 integrations/duckdb_community/check.py TEST_LOG

TEST_LOG is what their runner printed. It ends well even if it could not parse a file, or skipped one.
"""

import json
import pathlib
import re
import subprocess
import sys

import duckdb
import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXTENSION = ROOT / "build/release/hashlane.duckdb_extension"


def check_tests(log):
    passed = len(re.findall(r"^SUCCESS$", log.read_text(encoding="utf-8"), re.MULTILINE))
    files = len(list((ROOT / "test/sql").rglob("*.test")))
    assert passed == files > 0, f"{passed} of {files} files of test/sql passed; {log} says which were skipped"
    return passed


def check_description():
    description = yaml.safe_load((ROOT / "integrations/duckdb_community/description.yml").read_text(encoding="utf-8"))
    extension, repo = description["extension"], description["repo"]
    package = workspace_package()
    for key in ("version", "license"):
        assert extension[key] == package[key], f"description.yml: {key} is {extension[key]}, Cargo.toml has {package[key]}"
    assert extension["name"] == "hashlane" and extension["build"] == "cargo", extension
    assert repo["ref"] == f"v{package['version']}", repo
    assert package["repository"] in (None, f"https://github.com/{repo['github']}"), (package["repository"], repo)
    matrix = (ROOT / "extension-ci-tools/config/distribution_matrix.json").read_text(encoding="utf-8")
    known = {platform["duckdb_arch"] for group in json.loads(matrix).values() for platform in group["include"]}
    # Their scripts still name this one, which the matrix has no more.
    unknown = set(extension["excluded_platforms"].split(";")) - known - {"windows_amd64_rtools"}
    assert not unknown, f"description.yml excludes platforms that DuckDB doesn't have: {unknown}"
    return description["docs"]["hello_world"]


def workspace_package():
    command = ["cargo", "metadata", "--no-deps", "--format-version", "1"]
    packages = json.loads(subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout)["packages"]
    return next(package for package in packages if package["name"] == "hashlane-duckdb")


def check_hello_world(sql):
    connection = duckdb.connect(config={"allow_unsigned_extensions": True})
    connection.execute(f"LOAD '{EXTENSION}'")
    for statement in duckdb.extract_statements(sql):
        assert connection.execute(statement).fetchall(), statement


def main():
    passed = check_tests(pathlib.Path(sys.argv[1]))
    check_hello_world(check_description())
    print(f"community-check: {passed} test files and description.yml are fine on DuckDB {duckdb.__version__}")


main()
