"""`hashlane scrub` on objects of local servers that speak the protocols of S3, Azure and Google, and of a web server.

usage: scrub_stores.py PROGRAM [AZURITE] (with the Python that has requirements.txt and pyarrow)

AZURITE is `azurite-blob` of the npm package; without it, Azure is not tested. A replaced object has a new tag or time, so it is
modified, not damaged.
"""

import random
import shutil
import sys
import tempfile
from pathlib import Path
from urllib.parse import quote

import xxhash

sys.path.append(str(Path(__file__).resolve().parents[1]))

from support.relay import Relay
from scrub.contents import flipped_page, parquet
from scrub.program import Program, read_state
from support.proxy import Proxy
from support.servers import Azurite, FakeGcs, Moto

ODD = "deep/odd name+%20 ?#é"


def delete(server, key):
    """Removes an object as the store's own clients do."""
    if isinstance(server, Moto):
        server.client.delete_object(Bucket="bucket", Key=key)
    elif isinstance(server, Azurite):
        server.request("DELETE", f"/{server.account}/container/{quote(key)}?{server.token('rwlcd')}", b"", 202)
    else:
        server.request("DELETE", f"/storage/v1/b/bucket/o/{quote(key, safe='')}", b"", 200)


def objects(choice):
    """Objects below the prefix `lake/`, and one beside it."""
    made = {f"part-{number}.parquet": parquet(choice, with_checksums=True)[0] for number in range(6)}
    made |= {f"deep/{number}.bin": choice.randbytes(3000) for number in range(6)}
    return made | {ODD: b"odd", "empty": b""}


def other(data):
    """Other bytes of the same size."""
    return data[:-1] + bytes([data[-1] ^ 1])


class Lake:
    """The objects below `lake/` of a server, and the program over them."""

    def __init__(self, server, folder, **settings):
        self.server, self.url = server, f"{server.root}/lake"
        self.files = {}
        self.program = Program(folder, folder / f"{type(server).__name__}.parquet", **(server.settings | settings))
        server.put("lake-house.bin", b"not below lake/")

    def put(self, name, data):
        self.server.put(f"lake/{name}", data)
        self.files[name] = data

    def delete(self, name):
        delete(self.server, f"lake/{name}")
        return self.files.pop(name)

    def scrub(self, *arguments, expected=0):
        """The verdicts of a run; the digests of the state are those of the objects."""
        done = self.program.run(self.url, "--all", *arguments, expected=expected)
        state = read_state(self.program.state)
        for name, row in state.items():
            assert row["verdict"] == done.verdicts().get(name), (name, row, done)
            if row["verdict"] in ("new", "unchanged", "modified", "moved"):
                data = self.files[name]
                assert (row["xxh128"], row["bytes"]) == (xxhash.xxh3_128_hexdigest(data), len(data)), (name, row)
                assert row["tag"], (name, row)
        return done.verdicts()


def test_verdicts(server, folder, choice):
    lake = Lake(server, folder)
    for name, data in objects(choice).items():
        lake.put(name, data)
    assert lake.scrub() == dict.fromkeys(lake.files, "new")
    assert lake.scrub("--max-age", "1d") == dict.fromkeys(lake.files, "not_read")
    assert lake.scrub() == dict.fromkeys(lake.files, "unchanged")
    # A folder is left out at any depth, and so is what is below it.
    expected = {name: "excluded" if name.startswith("deep/") else "unchanged" for name in lake.files}
    assert (found := lake.scrub("--exclude", "deep")) == expected, (found, expected)
    for typed in ["deep/0.bin", f"{lake.url}/deep/0.bin"]:
        done = lake.program.run(lake.url, "--accept", typed, expected=0)
        assert done.verdicts() == {"deep/0.bin": "unchanged"} and done.summary["read_files"] == 1, done

    expected = dict.fromkeys(lake.files, "unchanged")
    for name in ["deep/0.bin", ODD]:
        lake.put(name, other(lake.files[name]))
        expected[name] = "modified"
    lake.put("deep/1.bin", lake.files["deep/1.bin"] + b"more")
    lake.put("part-1.parquet", parquet(choice, with_checksums=True)[0])
    # Written again with the same bytes.
    lake.put("deep/2.bin", lake.files["deep/2.bin"])
    whole = lake.files["part-2.parquet"]
    lake.put("part-2.parquet", flipped_page(whole, choice))
    gone = lake.delete("deep/3.bin")
    lake.put("moved.bin", lake.delete("deep/4.bin"))
    del expected["deep/4.bin"]
    lake.put("copy.bin", lake.files["deep/5.bin"])
    expected |= {"deep/1.bin": "modified", "part-1.parquet": "modified", "part-2.parquet": "damaged", "deep/3.bin": "missing"}
    expected |= {"moved.bin": "moved", "copy.bin": "new"}
    assert (found := lake.scrub(expected=1)) == expected, (found, expected)

    lake.put("deep/3.bin", gone)
    lake.put("part-2.parquet", whole)
    assert lake.scrub() == dict.fromkeys(lake.files, "unchanged")
    return lake


def test_state_in_the_store(server, folder, lake):
    """A state in a store continues like one on this machine."""
    program = Program(folder, f"{server.root}/states/scrub.parquet", **server.settings)
    assert set(program.run(lake.url, "--all", expected=0).verdicts().values()) == {"new"}
    assert set(program.run(lake.url, "--all", expected=0).verdicts().values()) == {"unchanged"}


def test_one_lake(server, folder, lake):
    """An object with the name of the folder belongs to the lake, which is the same with a slash; paths to exclude begin in it."""
    below = f"{lake.url}/both"
    for key, data in [("lake/both", b"beside"), ("lake/both/deep/x", b"below")]:
        server.put(key, data)
    program = Program(folder, folder / f"both {type(server).__name__}.parquet", **server.settings)
    assert program.run(below, expected=0).verdicts() == {below: "new", "deep/x": "new"}
    assert program.run(f"{below}/", "--all", expected=0).verdicts() == {below: "unchanged", "deep/x": "unchanged"}
    excluded = program.run(below, "--exclude", "deep/x", "--all", expected=0).verdicts()
    assert excluded == {below: "unchanged", "deep/x": "excluded"}, excluded
    for key in ("lake/both", "lake/both/deep/x"):
        delete(server, key)


def test_requests(moto, folder, lake):
    """A run with nothing due asks for the list of objects once and reads none."""
    proxy, asked = Proxy(moto.port), []
    proxy.before = asked.append
    lake.program.variables["AWS_ENDPOINT_URL"] = proxy.url
    lake.scrub("--max-age", "1d")
    lists = [request for request in asked if "list-type=2" in request]
    # And for an object that has the name of the folder.
    assert len(lists) == 1 and asked == [*lists, "HEAD /bucket/lake HTTP/1.1"], asked
    # Each object is read once, with one request.
    asked.clear()
    lake.scrub()
    gets = [request for request in asked if request.startswith("GET") and "list-type=2" not in request]
    assert len(set(gets)) == len(gets) <= len(lake.files), gets
    proxy.stop()
    lake.program.variables["AWS_ENDPOINT_URL"] = moto.url


def test_down(server, lake):
    """If a store doesn't answer, nothing is missing, and the state stays."""
    before = lake.program.state.read_bytes()
    server.stop()
    lake.program.variables["HASHLANE_RETRY_SECONDS"] = "1"
    lake.program.refuses(lake.url, words=["HASHLANE_RETRY_SECONDS"])
    assert lake.program.state.read_bytes() == before


def test_web(folder, choice):
    """Single objects by their address. Without a list, an object that is gone is missing."""
    files = {f"/lake/{name.replace(ODD, 'odd')}": data for name, data in objects(choice).items()}
    relay = Relay(dict(files))
    urls = [relay.url + path for path in files]
    program = Program(folder, folder / "web.parquet")
    scrub = lambda **more: program.run(*urls, "--all", **more).verdicts()
    assert scrub(expected=0) == dict.fromkeys(urls, "new")
    assert scrub(expected=0) == dict.fromkeys(urls, "unchanged")
    replaced, damaged = urls[6], urls[7]
    relay.files["/lake/deep/0.bin"] = other(files["/lake/deep/0.bin"])
    # The server still gives the tag of the whole object.
    relay.files["/lake/deep/1.bin"] = other(files["/lake/deep/1.bin"])
    relay.tags[relay.files["/lake/deep/1.bin"]] = relay.tag(files["/lake/deep/1.bin"])
    found = scrub(expected=1)
    assert found == dict.fromkeys(urls, "unchanged") | {replaced: "modified", damaged: "damaged"}, found
    relay.files = files
    found = scrub(expected=0)
    assert found == dict.fromkeys(urls, "unchanged") | {replaced: "modified"}, found
    relay.shutdown()


def main():
    azurite = sys.argv[2] if len(sys.argv) > 2 else ""
    choice = random.Random(51)
    folder = Path(tempfile.mkdtemp(prefix="scrub-stores-"))
    folder.chmod(0o777)
    servers = {"s3": Moto, "gs": lambda: FakeGcs(folder)}
    if Path(azurite).is_file() and shutil.which("node"):
        servers["az"] = lambda: Azurite(azurite)
    else:
        print("scrub: az not tested, for want of Azurite, which npm installs", flush=True)
    try:
        test_web(folder, choice)
        print("scrub: web ok", flush=True)
        for name, start in servers.items():
            server = start()
            lake = test_verdicts(server, folder, choice)
            if server.takes_uploads:
                test_state_in_the_store(server, folder, lake)
            if name == "s3":
                test_requests(server, folder, lake)
            test_one_lake(server, folder, lake)
            test_down(server, lake)
            print(f"scrub: {name} ok", flush=True)
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
