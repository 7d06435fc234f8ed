"""A cluster of processes of `hashlane-cluster` on loopback. The program is the first argument."""

import atexit
import resource
import socket
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path

from support.program import PROGRAM, environment, run
from support.servers import free_port

HERE = Path(PROGRAM).resolve()


def wait_until(condition, what, seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"{what}: not within {seconds} s"
        time.sleep(0.05)


class Process:
    """A process whose output is in a file."""

    def __init__(self, log, command, settings, **options):
        self.log = log
        with open(log, "ab") as output:
            self.process = subprocess.Popen(
                [str(word) for word in command], env=environment(**settings), stdin=subprocess.DEVNULL,
                stdout=output, stderr=output, **options,
            )
        atexit.register(self.process.kill)

    def kill(self):
        """Ends the process like a machine that loses power."""
        self.process.kill()
        self.process.wait(timeout=20)

    def text(self):
        return self.log.read_text(errors="replace")


class Executor(Process):
    """An executor; `vcores` is how many partitions it works on at a time."""

    def __init__(self, cluster, name, vcores=1, program=HERE, bytes_per_file=None):
        folder = cluster.folder / name
        folder.mkdir(exist_ok=True)
        self.port, grpc, self.health = free_port(), free_port(), free_port()

        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (bytes_per_file, bytes_per_file))

        # Python ignores the signal of the limit, so a write beyond it is an error.
        options = {"preexec_fn": limit, "restore_signals": False} if bytes_per_file else {}
        super().__init__(
            cluster.folder / f"{name}.log",
            [
                program, "executor", "--scheduler-host", "127.0.0.1", "--scheduler-port", cluster.port,
                "--bind-host", "127.0.0.1", "--external-host", "127.0.0.1", "--bind-port", self.port,
                "--bind-grpc-port", grpc, "--bind-health-port", self.health, "--work-dir", folder,
                "--vcores", vcores, "--memory-pool-size", "1GB", "--scheduler-connect-timeout-seconds", 30,
                "--executor-heartbeat-interval-seconds", 1,
            ],
            cluster.settings, **options,
        )
        wait_until(self.is_ready, f"{name}: {self.log}")

    def is_ready(self):
        assert self.process.poll() is None, self.text()[-2000:]
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.health}/readyz", timeout=2) as answer:
                return answer.status == 200
        except (urllib.error.URLError, OSError):
            return False


class Cluster:
    """A scheduler and executors. `settings` are environment variables for all of them, and for clients."""

    def __init__(self, folder, settings=None, executors=2, program=HERE):
        self.folder, self.settings, self.port = folder, settings or {}, free_port()
        self.program = program
        folder.mkdir(exist_ok=True)
        self.start_scheduler()
        self.executors = [Executor(self, f"executor-{i}") for i in range(executors)]

    @property
    def url(self):
        return f"df://127.0.0.1:{self.port}"

    def start_scheduler(self):
        self.scheduler = Process(
            self.folder / "scheduler.log",
            [
                self.program, "scheduler", "--bind-host", "127.0.0.1", "--bind-port", self.port,
                "--external-host", "127.0.0.1", "--executor-timeout-seconds", 4,
                "--expire-dead-executor-interval-seconds", 1,
            ],
            self.settings,
        )

        def listens():
            assert self.scheduler.process.poll() is None, self.scheduler.text()[-2000:]
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return True
            except OSError:
                return False

        wait_until(listens, "the scheduler")

    def sql(self, *arguments, partitions=3, expected=0):
        """The output of `hashlane-cluster sql` on the cluster."""
        return run(
            "sql", "--cluster", self.url, "--partitions", partitions, *arguments, expected=expected, **self.settings,
        )

    def stop(self):
        for process in [*self.executors, self.scheduler]:
            process.process.terminate()
        for process in [*self.executors, self.scheduler]:
            try:
                process.process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                process.kill()
