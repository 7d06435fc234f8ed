"""Database servers of a test: started as an ordinary user, on a free port, with an empty folder, and stopped at its end."""

import contextlib
import glob
import http.server
import os
import pathlib
import shutil
import socket
import subprocess
import tempfile
import threading
import time
import urllib.parse


class Missing(Exception):
    """A server isn't installed. The message says what to install."""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def program(name, folders, package):
    found = shutil.which(name) or next(iter(sorted(glob.glob(f"{folders}/{name}"), reverse=True)), None)
    if not found:
        raise Missing(f"{name} is missing: apt-get install {package}")
    return found


def unprivileged(folder):
    """What a command of a server starts with: root may not run PostgreSQL. The folder then belongs to that user."""
    if os.getuid() != 0:
        return []
    shutil.chown(folder, "nobody")
    return ["setpriv", "--reuid=nobody", "--clear-groups", "--inh-caps=-all"]


class PostgreSql:
    """A running server. `query` returns rows of text."""

    def __init__(self, folder, port, psql):
        self.folder, self.port, self.psql = folder, port, psql
        self.url = f"postgresql://hashlane@127.0.0.1:{port}/postgres"

    def run(self, sql):
        command = [self.psql, "-XqAt", "-v", "ON_ERROR_STOP=1", "-F", "\x1f", self.url]
        done = subprocess.run(command, input=sql.encode(), capture_output=True, timeout=300)
        if done.returncode:
            raise AssertionError(f"{done.stderr.decode()}\n{sql[:2000]}")
        return done.stdout.decode()

    def query(self, sql):
        return [line.split("\x1f") for line in self.run(sql).splitlines()]


@contextlib.contextmanager
def postgresql():
    folders = "/usr/lib/postgresql/*/bin"
    initdb, postgres = (program(name, folders, "postgresql") for name in ("initdb", "postgres"))
    psql = program("psql", folders, "postgresql")
    with tempfile.TemporaryDirectory(prefix="hashlane-postgresql-") as folder:
        start = unprivileged(folder)
        data, port = f"{folder}/data", free_port()
        subprocess.run([*start, initdb, "-D", data, "-U", "hashlane", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8",
                        "--no-sync"], check=True, capture_output=True, cwd=folder)
        settings = {"port": port, "listen_addresses": "127.0.0.1", "unix_socket_directories": folder, "fsync": "off",
                    "timezone": "America/New_York", "shared_buffers": "64MB", "max_parallel_workers_per_gather": 0}
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        with open(f"{folder}/log", "wb") as log:
            server = subprocess.Popen([*start, postgres, "-D", data, *options], stdout=log, stderr=log, cwd=folder)
        database = PostgreSql(folder, port, psql)
        database.server = server
        try:
            wait_for(lambda: database.run("SELECT 1"), server, pathlib.Path(f"{folder}/log"))
            yield database
        finally:
            stop(server)


@contextlib.contextmanager
def clickhouse(query):
    """ClickHouse's HTTP interface over its engine in this process: PyPI has the engine, and no server."""
    lock = threading.Lock()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            sql = self.rfile.read(int(self.headers["Content-Length"])).decode()
            parameters = dict(urllib.parse.parse_qsl(self.path.partition("?")[2], keep_blank_values=True))
            try:
                with lock:
                    status, body = 200, query(sql, parameters["default_format"])
            except Exception as error:
                status, body = 500, str(error).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *arguments):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"clickhouse://default@127.0.0.1:{server.server_address[1]}/default"
        server.shutdown()


class MariaDb:
    """A running server. `query` returns rows of text."""

    def __init__(self, folder, client):
        self.socket, self.client = f"{folder}/socket", client

    def run(self, sql):
        command = [self.client, "--no-defaults", "--batch", "--raw", "-N", "--default-character-set=utf8mb4",
                   f"--socket={self.socket}", "--user=root", "test"]
        done = subprocess.run(command, input=sql.encode(), capture_output=True, timeout=300)
        if done.returncode:
            raise AssertionError(f"{done.stderr.decode()}\n{sql[:2000]}")
        return done.stdout.decode()

    def query(self, sql):
        return [line.split("\t") for line in self.run(sql).splitlines()]


@contextlib.contextmanager
def mariadb(*options):
    """A server that has a socket only, unless the options say more."""
    install, server_program = (program(name, "/usr/sbin", "mariadb-server") for name in ("mariadb-install-db", "mariadbd"))
    client = program("mariadb", "/usr/bin", "mariadb-client")
    with tempfile.TemporaryDirectory(prefix="hashlane-mariadb-") as folder:
        start, data = unprivileged(folder), f"{folder}/data"
        subprocess.run([*start, install, "--no-defaults", f"--datadir={data}", "--auth-root-authentication-method=normal",
                        "--skip-test-db"], check=True, capture_output=True, cwd=folder)
        with open(f"{folder}/log", "wb") as log:
            server = subprocess.Popen([*start, server_program, "--no-defaults", f"--datadir={data}",
                                       f"--socket={folder}/socket", f"--pid-file={folder}/pid", "--default-time-zone=+00:00",
                                       "--sql-mode=ANSI_QUOTES,STRICT_ALL_TABLES", *(options or ["--skip-networking"])],
                                      stdout=log, stderr=log, cwd=folder)
        create = [client, "--no-defaults", f"--socket={folder}/socket", "--user=root", "-e",
                  "CREATE DATABASE test CHARACTER SET latin1"]
        try:
            wait_for(lambda: subprocess.run(create, check=True, capture_output=True), server, pathlib.Path(f"{folder}/log"))
            yield MariaDb(folder, client)
        finally:
            stop(server)


def wait_for(attempt, server, log):
    until = time.monotonic() + 60
    while True:
        try:
            attempt()
            return
        except (AssertionError, subprocess.CalledProcessError):
            if server.poll() is not None or time.monotonic() > until:
                raise AssertionError(f"the server did not start:\n{log.read_text(errors='replace')}") from None
            time.sleep(0.1)


def stop(server):
    server.terminate()
    try:
        server.wait(30)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()
