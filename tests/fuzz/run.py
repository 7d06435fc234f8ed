"""Builds the fuzz targets and runs each for so many seconds.

    venv/bin/python run.py CARGO-FUZZ SECONDS [TARGET…]

What the targets have found so far is kept in build/fuzz/corpus, and what they start from, which seeds.py
writes, in build/fuzz/seeds. An input that a target fails on is left in build/fuzz/findings; the exit code
is then 1.
"""

import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
BUILD = ROOT / "build/fuzz"

# For each target: no input is longer, in bytes; none takes longer, in seconds; no process holds more memory, in
# MiB. An input of 8 KiB takes milliseconds at most, so one of 10 seconds is a finding on any machine. What a call
# asks the allocator for, touched or not, the targets bound themselves (src/alloc.rs); libFuzzer bounds a single
# request as well, but only with a sanitizer.
LIMITS = {"max_len": 8192, "timeout": 10, "rss_limit_mb": 512, "malloc_limit_mb": 256}
TARGET_LIMITS = {
    # Long enough for work that is quadratic in members, frames and blocks to take its time.
    "decompress": {"max_len": 65536},
    "streams": {"max_len": 65536},
    "packs": {"max_len": 65536},
    # The parquet crate decodes whole pages and dictionaries: `within` in the targets allows 256 MiB and more.
    "parquet_diff": {"timeout": 20, "rss_limit_mb": 1024},
    "parquet_fingerprint": {"timeout": 20, "rss_limit_mb": 1024},
    "parquet_verify": {"timeout": 20, "rss_limit_mb": 1024},
    # Several calls with contexts of every codec at every level; level 22 of zstd takes hundreds of MiB.
    "calls": {"timeout": 20, "rss_limit_mb": 1024},
    "round_trip": {"timeout": 20, "rss_limit_mb": 1024, "malloc_limit_mb": 1024},
    "stream_round_trip": {"timeout": 20, "rss_limit_mb": 1024, "malloc_limit_mb": 1024},
}


def limits(target):
    return [f"-{name}={value}" for name, value in {**LIMITS, **TARGET_LIMITS.get(target, {})}.items()]


def cargo_fuzz(program, command, *arguments, **options):
    # Without a sanitizer the stable compiler will do.
    call = [program, command, "--sanitizer", "none", "--fuzz-dir", HERE, *arguments]
    return subprocess.run(call, cwd=ROOT, **options)


def run(program, target, seconds):
    """Runs a target and says what came of it; returns whether nothing was found."""
    corpus, findings = BUILD / "corpus" / target, BUILD / "findings" / target
    for folder in (corpus, findings):
        folder.mkdir(parents=True, exist_ok=True)
    flags = [f"-max_total_time={seconds}", f"-artifact_prefix={findings}/", "-print_final_stats=1", *limits(target)]
    done = cargo_fuzz(
        program, "run", target, corpus, BUILD / "seeds" / target, "--", *flags,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
    )
    if done.returncode != 0:
        print(done.stdout[-6000:])
        found = f"FOUND something; the input is in {findings}"
        # Missing if the sources were changed meanwhile and don't compile.
        print(f"{target}: {found if any(findings.iterdir()) else 'did not run'}", flush=True)
        return False
    runs = re.search(r"number_of_executed_units: (\d+)", done.stdout)[1]
    edges = re.findall(r"cov: (\d+)", done.stdout)[-1]
    print(f"{target}: {int(runs):,} inputs in {seconds} s, {edges} edges, nothing found", flush=True)
    return True


def targets():
    return re.findall(r'^path = "targets/(\w+)\.rs"', (HERE / "Cargo.toml").read_text(), re.M)


if __name__ == "__main__":
    program, seconds, *chosen = sys.argv[1:]
    unknown = {*chosen, *TARGET_LIMITS}.difference(targets())
    if unknown:
        sys.exit(f"there is no fuzz target {', '.join(sorted(unknown))}")
    subprocess.run([sys.executable, HERE / "seeds.py", BUILD / "seeds"], check=True, stdout=subprocess.DEVNULL)
    cargo_fuzz(program, "build", check=True)
    fine = [run(program, target, seconds) for target in chosen or targets()]
    sys.exit(not all(fine))
