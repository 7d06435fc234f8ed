"""A proxy on loopback that lets a test see, delay and answer requests."""

import http.client
import http.server
import threading

UNAVAILABLE = b"HTTP/1.1 503 Slow Down\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
# The headers that the proxy sets itself.
OWN = ("transfer-encoding", "connection", "server", "date", "content-length")


class Proxy(http.server.ThreadingHTTPServer):
    """Passes requests on to a port of this machine. `before` receives the first line of each, one at a time, and may
    return an answer in the server's place."""

    daemon_threads = True

    def __init__(self, port):
        super().__init__(("127.0.0.1", 0), Handler)
        self.port, self.before, self.lock = port, lambda request: None, threading.Lock()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_address[1]}"

    def stop(self):
        self.shutdown()
        self.server_close()

    def handle_error(self, request, client_address):
        """A client that ends early closes its connections."""


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self):
        length = int(self.headers.get("Content-Length", 0))
        body = self.rfile.read(length) if length else None
        with self.server.lock:
            instead = self.server.before(self.requestline)
        if instead is not None:
            self.close_connection = True
            self.wfile.write(instead)
            return
        there = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        there.request(self.command, self.path, body, dict(self.headers))
        reply = there.getresponse()
        content = reply.read()
        self.send_response(reply.status)
        for name, value in reply.getheaders():
            if name.lower() not in OWN:
                self.send_header(name, value)
        size = reply.getheader("Content-Length", "0") if self.command == "HEAD" else str(len(content))
        self.send_header("Content-Length", size)
        self.end_headers()
        self.wfile.write(content)
        there.close()

    do_GET = do_HEAD = do_PUT = do_POST = do_DELETE = answer

    def log_message(self, *arguments):
        pass
