"""hashlane.parquet."""

import http.server
import os
import pathlib
import re
import shutil
import signal
import tempfile
import threading
import time
import unittest

import pyarrow as pa
import pyarrow.parquet as pq

import hashlane.arrow as ha
import hashlane.parquet as hp

TABLE = pa.table({"id": range(1000), "name": [f"name {i}" for i in range(1000)]})


class Ranges(http.server.BaseHTTPRequestHandler):
    """A web server with one file, which it sends in ranges."""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        data, range_ = self.server.data, re.fullmatch(r"bytes=(\d+)-(\d+)", self.headers.get("Range", ""))
        self.send_response(206 if range_ else 200)
        if range_:
            start, end = map(int, range_.groups())
            self.send_header("Content-Range", f"bytes {start}-{end}/{len(data)}")
            data = data[start:end + 1]
        self.send_header("ETag", '"1"')
        self.send_header("Last-Modified", "Sat, 01 Nov 2025 00:00:00 GMT")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(data)

    do_HEAD = do_GET

    def log_message(self, *_):
        pass


@unittest.skipUnless(hasattr(os, "fork"), "a system without fork")
class Fork(unittest.TestCase):
    """A process that was forked after its parent has read an object has none of the parent's threads."""

    def ends(self, child):
        """Whether a child ends by itself. One that hangs is killed after a minute."""
        for _ in range(600):
            ended, status = os.waitpid(child, os.WNOHANG)
            if ended:
                return os.waitstatus_to_exitcode(status)
            time.sleep(0.1)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        return "it hangs"

    def test_child_reads_objects(self):
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Ranges)
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        buffer = pa.BufferOutputStream()
        pq.write_table(TABLE, buffer)
        server.data = buffer.getvalue().to_pybytes()
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}/a.parquet"
        read = lambda: hp.fingerprint(url).to_pylist()
        expected = read()

        def fork(work):
            child = os.fork()
            if child:
                return self.ends(child)
            code = 3
            try:
                code = work()
            finally:
                os._exit(code)

        child = lambda: 0 if read() == expected else 1
        self.assertEqual(fork(child), 0)
        # A child of the child, and the parent afterwards.
        self.assertEqual(fork(lambda: child() or fork(child)), 0)
        self.assertEqual(read(), expected)


class Files(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.path = self.folder / "a.parquet"
        pq.write_table(TABLE, self.path, compression="none", write_page_checksum=True)

    def test_verify(self):
        result = hp.verify(self.path, deep=True)
        self.assertEqual(
            result.column_names, ["file", "row_group", "column_name", "page", "byte_offset", "check_name", "ok", "detail"]
        )
        self.assertNotIn(False, pa.table(result)["ok"].to_pylist())
        data = bytearray(self.path.read_bytes())
        data[data.index(b"name 500")] ^= 1
        self.path.write_bytes(data)
        damaged = [row for row in hp.verify(self.path).to_pylist() if row["ok"] is False]
        self.assertEqual({row["column_name"] for row in damaged}, {"name"})
        self.assertEqual(len(hp.verify(str(self.folder / "*.parquet"))), len(hp.verify(self.path)))

    def test_fingerprint(self):
        other = self.folder / "b.parquet"
        pq.write_table(TABLE.slice(500).select(["id", "name"]), other, compression="zstd")
        pq.write_table(pa.concat_tables([TABLE.slice(500), TABLE.slice(0, 500)]), other, compression="zstd")
        result = hp.fingerprint(self.path)
        self.assertEqual([row["column_name"] for row in result.to_pylist()], ["id", "name", None])
        of = lambda path, **options: [row["fingerprint"] for row in hp.fingerprint(path, **options).to_pylist()]
        self.assertEqual(of(self.path), of(other))
        self.assertNotEqual(of(self.path, ordered=True), of(other, ordered=True))
        self.assertEqual(of(self.path)[0], ha.fingerprint(TABLE["id"]))
        self.assertEqual(of(self.path)[2], ha.fingerprint(*TABLE.columns))

    def test_diff(self):
        other = self.folder / "b.parquet"
        shutil.copy(self.path, other)
        self.assertEqual(hp.diff(self.path, other).num_rows, 0)
        changed = TABLE.set_column(1, "name", pa.array(["changed", *TABLE["name"].to_pylist()[1:]]))
        pq.write_table(changed, other)
        found = hp.diff(self.path, other).to_pylist()
        self.assertIn("name", {row["column_name"] for row in found})
        self.assertNotIn("id", {row["column_name"] for row in found})

    def test_add_crc(self):
        plain, copy = self.folder / "plain.parquet", self.folder / "copy.parquet"
        pq.write_table(TABLE, plain)
        self.assertNotIn(True, [row["ok"] for row in hp.verify(plain).to_pylist() if row["page"] is not None])
        row, = hp.add_crc(plain, copy).to_pylist()
        self.assertEqual((row["file"], row["already"], row["wrong"]), (str(copy), 0, 0))
        self.assertEqual(row["bytes_written"], copy.stat().st_size)
        self.assertEqual(copy.stat().st_mode, plain.stat().st_mode)
        self.assertEqual(pq.read_table(copy, page_checksum_verification=True), TABLE)
        with self.assertRaisesRegex(OSError, "overwrite=True replaces it"):
            hp.add_crc(plain, copy)
        self.assertEqual(hp.add_crc(copy, copy, overwrite=True).to_pylist()[0]["already"], row["pages"])

    def test_errors(self):
        with self.assertRaisesRegex(OSError, "missing.parquet"):
            hp.verify(self.folder / "missing.parquet")
        with self.assertRaisesRegex(TypeError, "pass a str"):
            hp.verify(b"a.parquet")
        with self.assertRaises(TypeError):
            hp.verify(self.path, deep="yes")
        text = self.folder / "text.parquet"
        text.write_text("no Parquet file")
        with self.assertRaisesRegex(OSError, "text.parquet"):
            hp.fingerprint(text)
        self.assertFalse([path for path in self.folder.iterdir() if path.name.startswith(".")])


if __name__ == "__main__":
    unittest.main()
