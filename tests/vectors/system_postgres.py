"""PostgreSQL's hashtext and hashtextextended, from a server on a socket of its own."""

import contextlib
import os
import pathlib
import shutil
import subprocess
import tempfile

SEEDS = [0, 1, -1, 8816678312871386365, -(2**63), 2**63 - 1]
ALPHABET = "aZ09 .é東𝄞\u0001"


def program(name):
    return shutil.which(name) or next((str(p) for p in pathlib.Path("/usr/lib/postgresql").glob(f"*/bin/{name}")), None)


def missing():
    return next((name for name in ("initdb", "pg_ctl", "psql") if program(name) is None), None)


def versions():
    out = subprocess.run([program("pg_ctl"), "--version"], capture_output=True, text=True, check=True).stdout
    return {"postgresql": out.split()[2]}


@contextlib.contextmanager
def server():
    """The folder of the socket of a server, which listens nowhere else."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o777)
        as_user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        data = f"{folder}/data"
        run = lambda *command: subprocess.run([*as_user, *command], check=True, stdout=subprocess.DEVNULL, cwd="/")
        run(program("initdb"), "-D", data, "-U", "test", "-E", "UTF8", "--locale", "C", "-A", "trust")
        options = f"-c listen_addresses='' -c unix_socket_directories={folder} -c fsync=off"
        run(program("pg_ctl"), "-D", data, "-w", "-o", options, "-l", f"{data}/log", "start")
        try:
            yield folder
        finally:
            run(program("pg_ctl"), "-D", data, "-m", "immediate", "stop")


def table(count, rng):
    def text(length):
        return "".join(rng.choice(ALPHABET) for _ in range(length))

    texts = ["", *("x" * length for length in range(1, 26)), *(text(rng.randrange(1, 60)) for _ in range(count - 26))]
    seeds = [SEEDS[i % len(SEEDS)] if i % 2 else rng.randrange(-(2**63), 2**63) for i in range(len(texts))]
    lines = "".join(f"{t.encode().hex()}\t{seed}\n" for t, seed in zip(texts, seeds))
    sql = (
        "CREATE TABLE t(id serial, hex text, seed bigint);\n\\copy t(hex, seed) from pstdin\n" + lines + "\\.\n"
        "SELECT hashtext(v), hashtextextended(v, seed) FROM"
        " (SELECT id, seed, convert_from(decode(hex, 'hex'), 'UTF8') AS v FROM t) AS rows ORDER BY id;\n"
    )
    with server() as folder:
        psql = [program("psql"), "-h", folder, "-U", "test", "-d", "postgres", "-qAtX", "-v", "ON_ERROR_STOP=1", "-f", "-"]
        # psql reads data after \copy from its input.
        sql = sql.replace("from pstdin", "from stdin")
        out = subprocess.run(psql, input=sql, text=True, capture_output=True, check=True).stdout
    hashes = [line.split("|") for line in out.split()]
    assert len(hashes) == len(texts), out[:500]
    return [
        [t.encode().hex(), str(seed), int(hash), str(extended)]
        for t, seed, (hash, extended) in zip(texts, seeds, hashes)
    ]
