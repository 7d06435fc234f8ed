"""What goes wrong between `hashlane diff` and a database: nothing wrong is printed.

usage: failures.py PROGRAM [postgresql] [mariadb] [clickhouse]

A server ends a connection, a connection breaks, answers take 100 ms, a table changes while it is read, and Ctrl-C stops the server's
statement. Each ends with the right answer, or with one line and exit code 2.
"""

import contextlib
import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

import engines

# The program finds the driver in the package of the Python that runs this.
os.environ["PATH"] = os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]])
PROGRAM = os.path.abspath(sys.argv[1])
ROWS = 300_000
# Statements that are executed, as each database tells.
ACTIVE = {"postgresql": "SELECT pid FROM pg_stat_activity WHERE query LIKE '%hashlane_hashes%' AND pid <> pg_backend_pid() AND state = 'active'",
          "mariadb": "SELECT id FROM information_schema.processlist WHERE info LIKE '%hashlane_hashes%' AND id <> connection_id()"}
STOP = {"postgresql": "SELECT pg_terminate_backend({})", "mariadb": "KILL {}"}
NUMBERS = {"postgresql": f"generate_series(1, {ROWS}) AS s(i)", "mariadb": f"(SELECT seq AS i FROM seq_1_to_{ROWS}) s"}


class Proxy:
    """Passes bytes on to a server, with a delay. `before` is called when the client sends a text."""

    def __init__(self, port, delay=0.0, before=None, text=b"\0"):
        self.port, self.delay, self.before, self.text = port, delay, before, text
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.sockets = []
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        with contextlib.suppress(OSError):
            while True:
                client, _ = self.listener.accept()
                server = socket.create_connection(("127.0.0.1", self.port))
                self.sockets += [client, server]
                threading.Thread(target=self.pass_on, args=(client, server, True), daemon=True).start()
                threading.Thread(target=self.pass_on, args=(server, client, False), daemon=True).start()

    def pass_on(self, source, target, is_client):
        with contextlib.suppress(OSError):
            while data := source.recv(1 << 16):
                if is_client and self.before and self.text in data:
                    self.before()
                if not is_client and self.delay:
                    time.sleep(self.delay)
                target.sendall(data)
        for end in (source, target):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def address(self, url):
        return url.replace(f":{self.port}/", f":{self.listener.getsockname()[1]}/")

    def cut(self):
        for end in self.sockets:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


def start(*arguments, folder):
    key = () if "--plan" in arguments else ("--key", "id")
    return subprocess.Popen([PROGRAM, "diff", *arguments, *key, "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            text=True, cwd=folder)


def refused(running, *parts):
    """One line, exit code 2, and nothing on the standard output."""
    out, error = running.communicate(timeout=120)
    assert running.returncode == 2 and not out, (running.returncode, out[:500], error)
    assert len(error.splitlines()) == 1, error
    for part in parts:
        assert part in error, (part, error)


def wait_until(condition, what, seconds=60):
    until = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < until, what
        time.sleep(0.02)
    return found


def check_killed(engine, folder):
    """The server ends the connection during the scan."""
    address = engine.address("slow")
    running = start(address, address, folder=folder)
    ids = wait_until(lambda: engine.query(ACTIVE[engine.name]), "the scan was never seen")
    engine.run(STOP[engine.name].format(ids[0][0]) + ";")
    refused(running)
    wait_until(lambda: not engine.query(ACTIVE[engine.name]), "the statement of the other side is still executed")


def check_interrupt(engine, folder):
    """Ctrl-C ends the program, and the server's statements, those of all comparisons of a plan."""
    address = engine.address("slower")
    plan = pathlib.Path(folder) / "plan.toml"
    plan.write_text("".join(f"[tables.t{at}]\nleft = '{address}'\nright = '{address}'\nkey = 'id'\n" for at in range(2)))
    interrupt(engine, start(address, address, folder=folder), 2)
    interrupt(engine, start("--plan", "plan.toml", "--jobs", "2", folder=folder), 4)


def interrupt(engine, running, statements):
    wait_until(lambda: len(engine.query(ACTIVE[engine.name])) == statements, "the scans were never seen")
    running.send_signal(signal.SIGINT)
    out, error = running.communicate(timeout=60)
    assert running.returncode == -signal.SIGINT and not out, (running.returncode, out, error)
    # A scan takes longer than this.
    wait_until(lambda: not engine.query(ACTIVE[engine.name]), "the statement is still executed", seconds=2)


def check_postgresql(engine, folder):
    """Broken connections, slow ones, and a table that changes between the two statements."""
    port, url = int(engine.url.rsplit(":", 1)[1].split("/")[0]), engine.url
    broken = Proxy(port)
    address = f"{broken.address(url)}?table=slow"
    running = start(address, engine.address("slow"), folder=folder)
    wait_until(lambda: engine.query(ACTIVE[engine.name]), "the scan was never seen")
    broken.cut()
    refused(running, "PostgreSQL")

    engine.run("CREATE TABLE small AS SELECT * FROM slow WHERE id <= 1000; CREATE TABLE changed AS SELECT * FROM small;"
               "UPDATE changed SET v = 'other' WHERE id IN (3, 700);")
    expected = {("changed", 3), ("changed", 700)}
    slow = Proxy(port, delay=0.1)
    running = start(engine.address("small"), f"{slow.address(url)}?table=changed", folder=folder)
    assert changes(running) == expected

    # The transaction has one state of the table, whatever others commit.
    meanwhile = Proxy(port, before=lambda: engine.run("UPDATE changed SET v = 'later'"), text=b"unnest('{")
    running = start(engine.address("small"), f"{meanwhile.address(url)}?table=changed", folder=folder)
    assert changes(running) == expected
    assert engine.query("SELECT count(*) FROM changed WHERE v = 'later'") == [["1000"]]


def check_clickhouse(engine, folder):
    """A table that changes between the two statements is an error: ClickHouse has no transactions."""
    engine.run("CREATE TABLE small (id Int64, v String) ENGINE = MergeTree ORDER BY id")
    engine.run("INSERT INTO small SELECT number, 'x' FROM numbers(1000)")
    engine.run("CREATE TABLE changed (id Int64, v String) ENGINE = MergeTree ORDER BY id")
    engine.run("INSERT INTO changed SELECT id, if(id = 700, 'other', v) FROM small")
    assert changes(start(engine.address("small"), engine.address("changed"), folder=folder)) == {("changed", 700)}
    engine.run("SET read_overflow_mode = 'break'")
    refused(start(engine.address("small"), engine.address("changed"), folder=folder), "read_overflow_mode")
    engine.run("SET read_overflow_mode = 'throw'")
    port = int(engine.address("").split(":")[2].split("/")[0])
    meanwhile = Proxy(port, before=lambda: engine.run("TRUNCATE TABLE changed"), text=b'"id" IN (')
    running = start(engine.address("small"), meanwhile.address(engine.address("changed")), folder=folder)
    refused(running, "changed while it was read")


def changes(running):
    out, error = running.communicate(timeout=120)
    assert running.returncode == 1, (running.returncode, error)
    return {(change["change"], change["key"]["id"]) for change in map(json.loads, out.splitlines()[:-1])}


def check_secrets(engine, folder):
    """A password from the environment is in no line and not in the list of processes."""
    environment = {**os.environ, "PGPASSWORD": "hunter2", "MYSQL_PWD": "hunter2", "CLICKHOUSE_PASSWORD": "hunter2"}
    running = subprocess.Popen([PROGRAM, "diff", engine.address("absent"), engine.address("absent"), "--key", "id"],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=folder, env=environment)
    command = pathlib.Path(f"/proc/{running.pid}/cmdline").read_bytes()
    out, error = running.communicate(timeout=60)
    assert running.returncode == 2 and len(error.splitlines()) == 1, error
    assert "hunter2" not in error + out and b"hunter2" not in command, error


def main():
    names = sys.argv[2:] or ["postgresql"]
    for name in names:
        with engines.ADDRESSED[name]() as engine, tempfile.TemporaryDirectory() as folder:
            if name in NUMBERS:
                for table, length in (("slow", 50), ("slower", 2000)):
                    engine.run(f"CREATE TABLE {table} AS SELECT i AS id, repeat('x', {length}) AS v FROM {NUMBERS[name]};")
                check_killed(engine, folder)
                check_interrupt(engine, folder)
            if name == "postgresql":
                check_postgresql(engine, folder)
            if name == "clickhouse":
                check_clickhouse(engine, folder)
            check_secrets(engine, folder)
        print(f"{name}: whatever breaks, nothing wrong is printed")


if __name__ == "__main__":
    main()
