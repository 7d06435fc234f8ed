"""Runs tests, demos and benchmarks, and says what there is.

usage: run.py [--jobs N] [--no-build] NAME… [-- ARGUMENT…]
       run.py --list [NAME…]

    run.py change --jobs 2         what each change is tested with: `make test`
    run.py all                     also what isn't needed for each change: `make test-all`
    run.py engines                 a floor: core, engines, files, tools, or tree for what is about all files
    run.py scrub                   scrub-lake, scrub-flips, …
    run.py load-2.0.1 documents    some checks
    run.py scrub-flips -- --flips 3

What follows `--` replaces the last arguments of each check, such as the seconds of random-tables. checks.py has the table, and
environments.py what the checks need: it is made when a check first needs it. With --no-build nothing is built or installed.
"""

import argparse
import os
import shlex
import subprocess
import sys
import threading
import time

import environments
from checks import ALL, CHANGE, FLOOR, FLOORS, TABLE
from environments import ROOT, SYSTEM_PYTHON


def chosen(name):
    """The checks that a name stands for."""
    if name in ("change", "all"):
        return [one for one in TABLE if one.when in (CHANGE, ALL if name == "all" else CHANGE)]
    if name in FLOORS:
        return [one for one in TABLE if one.floor == name and one.when in (CHANGE, FLOOR)]
    found = [one for one in TABLE if one.name == name or one.name.startswith(f"{name}-")]
    return found or sys.exit(f"run.py: nothing is called {name}: `run.py --list` has the names")


def command(check, arguments):
    """The words and the variables that a check is started with, with absolute paths."""
    words = [*check.command, *(arguments or check.rest)]
    variables = {
        name: os.pathsep.join(absolute(part) for part in value.split(os.pathsep)) for name, value in check.variables.items()
    }
    return [absolute(word) for word in words], variables


def absolute(word):
    """A path below the checkout that tests use, as an absolute one: some run elsewhere."""
    return str(ROOT / word) if word.startswith(("build/", "target/", "tests/", ".ci/")) and " " not in word else word


def show(checks):
    for one in checks:
        variables = [f"{name}={value}" for name, value in one.variables.items()]
        words = shlex.join([*variables, *("python3" if word == SYSTEM_PYTHON else word for word in one.command), *one.rest])
        print(f"{one.name:<26} {one.floor:<9} {one.when:<8} {one.about:<7} {' '.join(one.environments()) or '-'}\n{'':<26} {words}")


class Run:
    """Runs checks, at most so many at once, and checks of one lane one after the other."""

    def __init__(self, checks, jobs, arguments):
        self.waiting, self.jobs, self.arguments = list(checks), jobs, arguments
        self.busy, self.failed, self.change = set(), [], threading.Condition()

    def run(self):
        workers = [threading.Thread(target=self.work) for _ in range(self.jobs)]
        for worker in workers:
            worker.start()
        try:
            for worker in workers:
                worker.join()
        except KeyboardInterrupt:
            self.waiting.clear()
            raise
        return self.failed

    def work(self):
        while check := self.take():
            succeeded = self.one(check)
            with self.change:
                if not succeeded:
                    self.failed.append(check.name)
                self.busy.discard(check.lane())
                self.change.notify_all()

    def take(self):
        """The next check whose lane is free, or None at the end."""
        with self.change:
            while self.waiting:
                for check in self.waiting:
                    if check.lane() not in self.busy:
                        self.waiting.remove(check)
                        self.busy.add(check.lane())
                        return check
                self.change.wait()

    def one(self, check):
        words, variables = command(check, self.arguments)
        # Of several at once, each prints when it has ended.
        output = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT} if self.jobs > 1 else {}
        try:
            environments.make(*check.environments())
            if not output:
                print(f"=== {check.name}", flush=True)
            start = time.monotonic()
            done = subprocess.run(words, cwd=ROOT / check.folder, env={**os.environ, **variables}, **output)
        except (environments.Missing, OSError) as error:
            print(f"=== {check.name}: not run: {error}", flush=True)
            return False
        code = f"exit code {done.returncode}, " if done.returncode else ""
        with self.change:
            sys.stdout.buffer.write(done.stdout or b"")
            print(f"=== {check.name}: {code}{time.monotonic() - start:.0f} s", flush=True)
        return done.returncode == 0


def main():
    words = sys.argv[1:]
    arguments = words[words.index("--") + 1 :] if "--" in words else []
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--no-build", action="store_true")
    parser.add_argument("names", nargs="*", metavar="NAME")
    options = parser.parse_args(words[: words.index("--")] if "--" in words else words)
    names = options.names or (["all", "demo", "bench"] if options.list else parser.error("it needs names: --list prints them"))
    checks = list({one.name: one for name in names for one in chosen(name)}.values())
    if options.list:
        return show(TABLE if not options.names else checks)
    if options.no_build:
        environments.no_build()
    # Cargo uses all cores, and what runs by `make test-all` alone has the machine to itself.
    parts = [
        ([one for one in checks if one.command[0] == "cargo" and one.when != ALL], 1),
        ([one for one in checks if one.command[0] != "cargo" and one.when != ALL], options.jobs),
        ([one for one in checks if one.when == ALL], 1),
    ]
    failed = [name for some, jobs in parts for name in Run(some, jobs, arguments).run()]
    missing = not FLOORS.union(["change", "all"]).isdisjoint(names) and environments.left_out()
    if failed:
        sys.exit(f"failed: {' '.join(failed)}")
    sys.exit(int(missing))


if __name__ == "__main__":
    # Cargo counts its own jobs: make's beside it would leave it one.
    os.environ.pop("MAKEFLAGS", None)
    main()
