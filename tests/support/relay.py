"""A web server on loopback whose answers can be late, cut or refused."""

import hashlib
import http.server
import re
import threading


class Relay(http.server.ThreadingHTTPServer):
    """Serves files with ranges and tags, and injects the faults that `fault` asks for, each once per request."""

    daemon_threads = True

    def __init__(self, files, port=0):
        super().__init__(("127.0.0.1", port), Handler)
        self.files, self.requests, self.fault = files, [], lambda handler: None
        self.lock, self.tags = threading.Lock(), {}
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def tag(self, content):
        """Computed once: on a busy machine, hashing a large file with MD5 for each range takes longer than a request may."""
        with self.lock:
            if content not in self.tags:
                self.tags[content] = f'"{hashlib.md5(content).hexdigest()}"'
            return self.tags[content]

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_address[1]}"

    def handle_error(self, request, client_address):
        """Ignores errors of connections, which are cut on purpose."""


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_HEAD(self):
        self.answer()

    def do_GET(self):
        self.answer()

    def refuse(self, status, body=b""):
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(body)

    def answer(self):
        server = self.server
        wanted = self.headers.get("Range")
        with server.lock:
            server.requests.append((self.command, wanted))
        fault = server.fault(self)
        if fault == "refused":
            return
        content = server.files.get(self.path)
        if content is None:
            return self.refuse(404)
        tag = server.tag(content)
        if self.headers.get("If-Match", tag) != tag:
            return self.refuse(412)
        start, end = 0, len(content)
        if wanted:
            first, last = re.fullmatch(r"bytes=(\d+)-(\d+)", wanted).groups()
            start, end = int(first), min(int(last) + 1, len(content))
        self.send_response(206 if wanted else 200)
        if wanted:
            self.send_header("Content-Range", f"bytes {start}-{end - 1}/{len(content)}")
        self.send_header("Content-Length", str(end - start))
        self.send_header("ETag", tag)
        self.end_headers()
        if self.command == "GET":
            if fault == "cut":
                end = start + (end - start) // 2
                self.close_connection = True
            self.wfile.write(content[start:end])

    def log_message(self, *arguments):
        pass
