"""Objects of Google's cloud, on fake-gcs-server."""

from pathlib import Path

from support.relay import Relay
from stores.every import line_of, test_down, test_store
from support.program import one_line, run
from support.servers import FakeGcs


def test_settings(server):
    """No account, and an address that the user sets."""
    settings = {"GOOGLE_BASE_URL": server.url, "GOOGLE_SKIP_SIGNATURE": "true"}
    for key in ["dir/b.csv", "dir/*.csv"]:
        done = run("sum", "-a", "sha256", f"{server.root}/{key}", **settings)
        assert done.stdout.decode().splitlines() == [line_of(server, "dir/b.csv")]


def test_wrong_account(server, folder):
    missing, text, no_key = (folder / name for name in ["none.json", "text.json", "no_key.json"])
    text.write_text("no JSON")
    account = Path(server.settings["GOOGLE_SERVICE_ACCOUNT"]).read_text()
    no_key.write_text(account.replace("true", "false"))
    for file, words in [
        (missing, ["Unable to open service account file", str(missing)]),
        (text, ["Unable to decode service account file"]), (no_key, ["Error reading pem file"]),
    ]:
        path = f"{server.root}/one"
        done = run("sum", path, expected=2, GOOGLE_SERVICE_ACCOUNT=str(file))
        one_line(done, path, "the address or a setting in the environment is wrong", *words)


def refusing(status, code):
    body = f"<?xml version='1.0' encoding='UTF-8'?><Error><Code>{code}</Code></Error>".encode()

    def fault(handler):
        handler.refuse(status, body)
        return "refused"

    return fault


def test_refusals(server):
    """Answers that Google gives, but not fake-gcs-server, which accepts any credentials."""
    relay = Relay({})
    settings = {"GOOGLE_BASE_URL": relay.url, "GOOGLE_SERVICE_ACCOUNT": server.settings["GOOGLE_SERVICE_ACCOUNT"]}
    one, pattern = f"{server.root}/one", f"{server.root}/*"
    for status, code, path, meaning in [
        (401, "AuthenticationRequired", one, "the credentials are missing or not valid (AuthenticationRequired)"),
        (401, "AuthenticationRequired", pattern, "the credentials are missing or not valid (AuthenticationRequired)"),
        (403, "AccessDenied", one, "access is denied (AccessDenied): check the credentials"),
        (403, "AccessDenied", pattern, "access is denied (AccessDenied): check the credentials"),
        (404, "NoSuchBucket", one, "the bucket or container does not exist"),
        (404, "NoSuchBucket", pattern, "the bucket or container does not exist"),
    ]:
        relay.fault = refusing(status, code)
        one_line(run("sum", path, expected=2, **settings), path, meaning)
    relay.shutdown()


def test_google(folder):
    server = FakeGcs(folder)
    test_store(server, folder)
    test_settings(server)
    test_wrong_account(server, folder)
    test_refusals(server)
    test_down(server)
