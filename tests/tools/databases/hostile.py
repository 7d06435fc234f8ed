"""Servers and addresses that are hostile to `hashlane diff`: no password gets out, and nobody else's code or settings change a result.

usage: hostile.py PROGRAM [postgresql] [mariadb]

Servers that pretend to be MySQL and ClickHouse come first, then the servers that are named.
"""

import contextlib
import http.server
import os
import pathlib
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import threading

import servers

# The program finds the driver in the package of the Python that runs this.
os.environ["PATH"] = os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]])
PROGRAM = os.path.abspath(sys.argv[1])
SECRET = "hunter2"
PASSWORDS = {"PGPASSWORD": SECRET, "MYSQL_PWD": SECRET, "CLICKHOUSE_PASSWORD": SECRET}


def run(*arguments, environment=()):
    command = [PROGRAM, "diff", *arguments, "--key", "id"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, env={**os.environ, **dict(environment)})
    assert SECRET not in done.stdout + done.stderr, (arguments, done.stdout, done.stderr)
    return done


def refused(*arguments, parts=(), environment=()):
    """One line, exit code 2, nothing on the standard output, and no secret."""
    done = run(*arguments, environment=environment)
    assert done.returncode == 2 and not done.stdout and len(done.stderr.splitlines()) == 1, (arguments, done)
    for part in parts:
        assert part in done.stderr, (arguments, part, done.stderr)


def accepted(*arguments, code=0, environment=()):
    done = run(*arguments, environment=environment)
    assert done.returncode == code, (arguments, done)
    return done.stdout


def check_addresses():
    for scheme in ("postgresql", "postgres", "mysql", "mariadb", "clickhouse", "MySQL", "psql", "pg", "oracle", "mongodb", "jdbc:mysql",
                   "mssql", "redis", "snowflake", "mysql+pymysql", "frobnicate"):
        for rest in (f"//u:{SECRET}@127.0.0.1:1/d?table=t", f"//u%3A{SECRET}@127.0.0.1:1/d?table=t", f"//u:a/{SECRET}@h/d?table=t",
                     f"//u:a?{SECRET}@h/d?table=t", f"//u:1?{SECRET}@h/d?table=t", f"//u@h/d?table=t&pass%77ord={SECRET}",
                     f"//u@h/d?table=t&PASSWORD={SECRET}", f"//u@h/d?table=t&token={SECRET}", f"//u@h/d?table=t&other={SECRET}",
                     f"//u@h/d?table=a..{SECRET}", f"//u@h/d?table=t#password={SECRET}", f"//u@h/d?query=SELECT '{SECRET}"):
            refused(f"{scheme}:{rest}", f"{scheme}:{rest}")
    for scheme in ("postgresql", "mysql", "clickhouse", "psql", "jdbc", "oracle"):
        refused(f"{scheme}:u:{SECRET}@h/d?table=t", "absent.csv")
    refused("mysql://h/d?tables=t", "absent.csv", parts=["unknown parameter 'tables'", "table or query"])
    refused("psql://h/d?table=t", "absent.csv", parts=["postgresql://", "mysql://", "s3://"])
    refused("trino://h/d?table=t", "absent.csv", parts=["hashlane sketch --dialect trino"])
    refused("clickhouse://db.example/d?table=t", "absent.csv", parts=["CLICKHOUSE_PASSWORD", "&tls=true"], environment=PASSWORDS)


class FakeMySql:
    """Asks for the password in all ways, with a key of its own, and keeps what it gets."""

    def __init__(self, folder, plugin, greets, certificate=None):
        self.plugin, self.greets, self.certificate = plugin, greets, certificate
        self.key = pathlib.Path(f"{folder}/public.pem").read_bytes()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.received, self.packets, self.connections = b"", [], 0
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self.listener.accept()
                self.connections += 1
                with contextlib.suppress(OSError, EOFError, struct.error):
                    self.serve(connection)
                connection.close()

    def read(self, connection):
        header = self.bytes(connection, 4)
        payload = self.bytes(connection, int.from_bytes(header[:3], "little"))
        self.packets.append(payload)
        return header[3], payload

    def bytes(self, connection, count):
        data = b""
        while len(data) < count:
            part = connection.recv(count - len(data))
            if not part:
                raise EOFError
            data += part
            self.received += part
        return data

    @staticmethod
    def send(connection, number, payload):
        connection.sendall(len(payload).to_bytes(3, "little") + bytes([number % 256]) + payload)

    def serve(self, connection):
        nonce = b"abcdefghijklmnopqrst"
        capabilities = 0x00000200 | 0x8000 | 0x00080000 | 0x1 | 0x8 | (0x800 if self.certificate else 0)
        greeting = b"\x0a8.0.36\0" + struct.pack("<I", 7) + nonce[:8] + b"\0" + struct.pack("<H", capabilities & 0xffff)
        greeting += b"\x2d" + struct.pack("<HH", 2, capabilities >> 16) + bytes([21]) + bytes(10) + nonce[8:] + b"\0"
        greeting += (self.plugin if self.greets else b"mysql_native_password") + b"\0"
        self.send(connection, 0, greeting)
        number, payload = self.read(connection)
        if self.certificate and len(payload) == 32:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(*self.certificate)
            connection = context.wrap_socket(connection, server_side=True)
            number, payload = self.read(connection)
        if not self.greets:
            self.send(connection, number + 1, b"\xfe" + self.plugin + b"\0" + nonce + b"\0")
            number, payload = self.read(connection)
        if self.plugin == b"caching_sha2_password":
            self.send(connection, number + 1, b"\x01\x04")
            number, payload = self.read(connection)
        # Whatever came may have been a request for the key.
        self.send(connection, number + 1, b"\x01" + self.key)
        self.read(connection)


def check_mysql(folder):
    certificate = (f"{folder}/server.pem", f"{folder}/server.key")
    for plugin in (b"caching_sha2_password", b"sha256_password", b"mysql_clear_password", b"mysql_old_password"):
        for greets in (True, False):
            for encrypts in (None, certificate):
                check_fake_mysql(folder, plugin, greets, encrypts)


def check_fake_mysql(folder, plugin, greets, certificate):
    server = FakeMySql(folder, plugin, greets, certificate)
    address = f"mysql://me@127.0.0.1:{server.port}/d?table=t"
    refused(address, address, parts=["MYSQL_PWD", "&tls=true"], environment=PASSWORDS)
    assert server.connections == 0, "connected without need"
    refused(f"{address}&tls=true", "absent.csv", environment=PASSWORDS)
    # Nothing of the account: a request for TLS, or the end.
    assert all(len(packet) == 32 or packet == b"\x01" for packet in server.packets), (plugin, greets, server.packets)
    refused(f"{address}&tls=false", "absent.csv", environment=PASSWORDS)
    assert SECRET.encode() not in server.received, (plugin, greets)
    # The request for a key, and what is encrypted with it.
    assert not any(packet == b"\x02" or len(packet) == 256 for packet in server.packets), (plugin, server.packets)


class Answers(http.server.BaseHTTPRequestHandler):
    """Answers as the server's function says, and keeps the headers of requests."""

    def do_POST(self):
        length = int(self.headers.get("Content-Length", 0))
        self.server.requests.append(({name.lower(): value for name, value in self.headers.items()}, self.rfile.read(length).decode()))
        self.server.answer(self)

    do_GET = do_POST

    def log_message(self, *arguments):
        pass

    def reply(self, body, status=200, declared=None, headers=()):
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        if declared is not False:
            self.send_header("Content-Length", str(declared if declared is not None else len(body)))
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(body)
        self.close_connection = True


@contextlib.contextmanager
def http_server(answer):
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answers) as server:
        server.answer, server.requests, server.port = answer, [], server.server_address[1]
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


# What a server answers to our first statements.
RIGHT = [b"s\tend\nlimit=0\\nread_overflow_mode=throw\t\n"] * 2 + [b"name\ttype\nid\tInt64\nv\tString\n"]


def check_clickhouse():
    address = "clickhouse://me@127.0.0.1:{}/d?table=t".format
    with http_server(lambda handler: handler.reply(b"")) as other:
        for status in (301, 302, 303, 307, 308):
            headers = [("Location", f"http://127.0.0.1:{other.port}/")]
            with http_server(lambda handler: handler.reply(b"", status, headers=headers)) as server:
                refused(address(server.port), "absent.csv", parts=["redirects", str(status)], environment=PASSWORDS)
                assert server.requests[0][0]["x-clickhouse-key"] == SECRET
        assert not other.requests, other.requests
    # Every answer in turn is wrong in every way.
    wrong = {
        "empty": lambda handler, body: handler.reply(b""),
        "cut": lambda handler, body: handler.reply(body[:-3], declared=len(body)),
        "within a row": lambda handler, body: handler.reply(body[:-3]),
        "to its end": lambda handler, body: handler.reply(body, declared=False),
        "exception": lambda handler, body: handler.reply(body, headers=[("X-ClickHouse-Exception-Code", "241")]),
    }
    for how, reply in wrong.items():
        for at, body in enumerate(RIGHT):
            def answer(handler, at=at, reply=reply):
                number = len(handler.server.requests) - 1
                return reply(handler, RIGHT[at]) if number == at else handler.reply(RIGHT[number])

            with http_server(answer) as server:
                refused(address(server.port), address(server.port), parts=["ClickHouse"])
                assert len(server.requests) == at + 1, (how, at, server.requests)


def check_real_clickhouse_settings():
    """A setting that cuts results is corrected or refused, whether the server accepts the correction or not."""
    for value, expected in (("limit=5", "ignores the settings limit=0"), ("sort_overflow_mode=break", "sort_overflow_mode")):
        body = f"s\tend\n{value}\t\n".encode()
        with http_server(lambda handler: handler.reply(body)) as server:
            refused(f"clickhouse://127.0.0.1:{server.port}/d?table=t", "absent.csv", parts=[expected])


HOSTILE_SETTINGS = ["quote_all_identifiers = on", "client_encoding = latin1", "\"DateStyle\" = 'German, DMY'", "\"TimeZone\" = 'Asia/Tokyo'",
                    "bytea_output = escape", "extra_float_digits = -15", "standard_conforming_strings = off",
                    "\"IntervalStyle\" = sql_standard", "xmloption = document", "search_path = evil, public, pg_catalog"]
EVIL = """
CREATE SCHEMA evil; CREATE SCHEMA data;
CREATE TABLE called(name text);
CREATE TABLE data.values_of(id int PRIMARY KEY, v float8, s text, b bytea, at timestamptz, n numeric(10,2), r real);
INSERT INTO data.values_of VALUES (1, 0.1, 'a\\b€', '\\x00ff5c', '2024-01-01 10:00+00', 1.5, 0.1), (2, 1e300, 'it''s', '', NULL, NULL, 2);
CREATE TABLE public.same AS SELECT * FROM data.values_of;
CREATE TABLE evil.only_here AS SELECT * FROM data.values_of;
CREATE FUNCTION evil.current_setting(text) RETURNS text LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION $$code of others$$; END';
CREATE FUNCTION evil.set_config(text, text, bool) RETURNS text LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION $$code of others$$; END';
CREATE FUNCTION evil.to_regclass(text) RETURNS regclass LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION $$code of others$$; END';
CREATE FUNCTION evil.equal(oid, oid) RETURNS bool LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION $$code of others$$; END';
CREATE OPERATOR evil.= (leftarg = oid, rightarg = oid, function = evil.equal);
CREATE FUNCTION public.greater(float8, int) RETURNS bool LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION $$code of others$$; END';
CREATE OPERATOR public.> (leftarg = float8, rightarg = int, function = public.greater);
CREATE EXTENSION citext;
CREATE DOMAIN price AS numeric(10,2); CREATE DOMAIN cheap AS price CHECK (value < 100);
CREATE TABLE data.texts(id int PRIMARY KEY, c citext, d cheap, n name);
INSERT INTO data.texts VALUES (1, 'Ab', 1.50, 'x'), (2, 'aB', 2, 'y');
CREATE TABLE data.odd(id int PRIMARY KEY, c "char", x xid);
CREATE TABLE data.pg_class(id int PRIMARY KEY);
"""


def check_postgresql(server, folder):
    # Client side: the same rows by COPY.
    server.run(EVIL)
    for role, settings in (("plain", []), ("hostile", HOSTILE_SETTINGS)):
        server.run(f"CREATE ROLE {role} LOGIN SUPERUSER; " + "".join(f"ALTER ROLE {role} SET {setting};" for setting in settings))
    plain, hostile = (server.url.replace("//hashlane@", f"//{role}@") for role in ("plain", "hostile"))
    for table in ("data.values_of", "public.same", "evil.only_here", "only_here"):
        accepted(f"{hostile}?table={table}", f"{plain}?table=data.values_of")
    accepted(f"{hostile}?query=SELECT * FROM only_here", f"{plain}?table=public.same")
    for setting in HOSTILE_SETTINGS[:-1]:
        options = "-c " + setting.replace('"', "").replace(" = ", "=").replace("'", "").replace(", ", ",")
        accepted(f"{plain}?table=public.same", f"{plain}?table=data.values_of", environment={"PGOPTIONS": options})
    accepted(f"{plain}?table=public.same", f"{plain}?table=data.values_of", environment={"PGCLIENTENCODING": "latin1", "PGTZ": "Asia/Tokyo"})
    # The operator in public isn't found for a qualified table.
    accepted(f"{plain}?table=data.values_of", f"{hostile}?table=data.values_of", "--where", "v > 1")
    # The operators of a column's type are.
    out = accepted(f"{plain}?table=data.texts", f"{plain}?query=SELECT * FROM data.texts WHERE id = 1", "--left-where", "c = 'AB'", code=1)
    assert "left 2 rows" in out, out
    refused(f"{plain}?table=data.odd", f"{plain}?table=data.odd", parts=["""'c' ("char"), 'x' (xid)""", "--ignore c,x"])
    path = {"PGOPTIONS": "-c search_path=data,pg_catalog"}
    # The table that the search path means, although pg_catalog has one of this name.
    accepted(f"{plain}?table=pg_class", f"{plain}?table=data.pg_class", environment=path)
    rows = pathlib.Path(f"{folder}/texts.csv")
    rows.write_text("id,c,d,n\n1,Ab,1.5,x\n2,aB,2.00,y\n")
    accepted(f"{plain}?table=data.texts", str(rows))


def check_mariadb(server, port, folder):
    server.run("CREATE USER me@'127.0.0.1' IDENTIFIED BY 'hunter2'; GRANT ALL ON *.* TO me@'127.0.0.1';"
               "CREATE TABLE victim(id int PRIMARY KEY, v text); INSERT INTO victim SELECT seq, seq FROM seq_1_to_100;"
               "CREATE TABLE odd(id int PRIMARY KEY, a inet6, b bit(3), p point);"
               "CREATE TABLE ids(id uuid PRIMARY KEY, r float, y year, z int(5) zerofill); INSERT INTO ids VALUES (uuid(), 0.5, 1999, 7);"
               "SET GLOBAL sql_select_limit = 5; SET GLOBAL sql_mode = 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES,PAD_CHAR_TO_FULL_LENGTH,ORACLE';"
               "SET GLOBAL time_zone = '+05:00'; SET GLOBAL sql_auto_is_null = 1")
    local = f"mysql://root@localhost/test?socket={server.socket}&table="
    accepted(f"{local}victim", f"{local}victim")
    for condition in ("1=1)) SELECT 12,0,0,0,0,0; COMMIT; DELETE FROM victim; -- ", "1=1); COMMIT; DELETE FROM victim; -- ",
                      "id > 0; DELETE FROM victim", "id > ?", "id > :a"):
        refused(f"{local}victim", f"{local}victim", "--left-where", condition)
        refused(f"{local}victim", local.replace("&table=", "&query=") + f"SELECT * FROM victim WHERE {condition}".replace("#", "%23"))
    assert server.query("SELECT count(*) FROM victim") == [["100"]]
    for column, name in (("a", "inet6"), ("b", "bit"), ("p", "geometry")):
        others = ",".join({"a", "b", "p"} - {column})
        refused(f"{local}odd", f"{local}odd", "--ignore", others, parts=[f"column '{column}'", name])
    accepted(f"{local}ids", f"{local}ids")
    remote = f"mysql://me@127.0.0.1:{port}/test?table=victim"
    refused(remote, remote, parts=["&tls=true"], environment=PASSWORDS)
    refused(f"{remote}&tls=true", remote, parts=["certificate", "&tls-ca=FILE"], environment=PASSWORDS)
    verified = f"{remote}&tls-ca={folder}/ca.pem"
    accepted(verified, f"{remote}&tls=false", environment=PASSWORDS)
    refused(verified.replace("127.0.0.1", "localhost"), remote, parts=["certificate"], environment=PASSWORDS)


def make_keys(folder):
    """A CA, a certificate of it for 127.0.0.1, and a key that a hostile server offers."""
    def openssl(*arguments):
        subprocess.run(["openssl", *arguments], check=True, capture_output=True, cwd=folder)

    openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "ca.key", "-out", "ca.pem", "-days", "2", "-subj", "/CN=ca")
    openssl("req", "-newkey", "rsa:2048", "-nodes", "-keyout", "server.key", "-out", "server.csr", "-subj", "/CN=server")
    pathlib.Path(f"{folder}/names").write_text("subjectAltName=IP:127.0.0.1\nbasicConstraints=CA:FALSE\n")
    openssl("x509", "-req", "-in", "server.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2", "-extfile", "names",
            "-out", "server.pem")
    openssl("rsa", "-in", "server.key", "-pubout", "-out", "public.pem")
    for name in ("server.key", "server.pem", "ca.pem"):
        os.chmod(f"{folder}/{name}", 0o644)
    os.chmod(folder, 0o755)


def main():
    check_addresses()
    print("addresses: no secret is printed")
    with tempfile.TemporaryDirectory() as folder:
        make_keys(folder)
        check_mysql(folder)
        print("mysql: the password goes to no server that isn't verified")
        check_clickhouse()
        check_real_clickhouse_settings()
        print("clickhouse: no redirects, and no parts of results")
        if "postgresql" in sys.argv[2:]:
            with servers.postgresql() as server:
                check_postgresql(server, folder)
            print("postgresql: nobody else's settings and code")
        if "mariadb" in sys.argv[2:]:
            port = servers.free_port()
            with servers.mariadb(f"--port={port}", "--bind-address=127.0.0.1", f"--ssl-cert={folder}/server.pem",
                                 f"--ssl-key={folder}/server.key") as server:
                check_mariadb(server, port, folder)
            print("mariadb: a condition is a condition")


if __name__ == "__main__":
    main()
