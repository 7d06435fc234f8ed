"""Objects of Azure, on Azurite."""

import base64

from stores.every import line_of, test_down, test_no_bucket, test_store
from support.program import one_line, run
from support.servers import Azurite


def test_settings(azurite):
    """The other ways to name the account and to authenticate."""
    account = {"AZURE_STORAGE_ACCOUNT_NAME": azurite.account}
    place = {name: azurite.settings[name] for name in ["AZURE_STORAGE_ENDPOINT", "AZURE_ALLOW_HTTP"]}
    emulator = {"AZURE_STORAGE_USE_EMULATOR": "true", "AZURITE_BLOB_STORAGE_URL": azurite.url}
    for settings in [
        {**account, **place, "AZURE_STORAGE_SAS_TOKEN": azurite.token("rl")},
        {**account, **place, "AZURE_STORAGE_SAS_TOKEN": "?" + azurite.token("rl")},
        {**account, **emulator, "AZURE_STORAGE_ACCOUNT_KEY": azurite.key},
    ]:
        for key in ["dir/b.csv", "odd name+%20 ?#é", "dir/*.csv"]:
            done = run("sum", "-a", "sha256", f"{azurite.root}/{key}", **settings)
            assert done.stdout.decode().splitlines() == [line_of(azurite, key.replace("*", "b"))]
    for root in ["abfs://container", f"abfss://container@{azurite.account}.dfs.core.windows.net"]:
        done = run("sum", "-a", "sha256", f"{root}/one", **azurite.settings)
        assert done.stdout.decode() == line_of(azurite, "one").replace(azurite.root, root) + "\n"


def test_wrong_credentials(azurite):
    other = base64.b64encode(b"another key").decode()
    place = {name: value for name, value in azurite.settings.items() if not name.endswith("_KEY")}
    fails = lambda path, settings, *words: one_line(
        run("sum", path, expected=2, **settings), path, *words
    )
    one, pattern = f"{azurite.root}/one", f"{azurite.root}/*"
    for name, value, code in [
        ("AZURE_STORAGE_ACCOUNT_KEY", other, "AuthorizationFailure"),
        ("AZURE_STORAGE_SAS_TOKEN", azurite.token("rl").rpartition("=")[0] + f"={other}", "AuthorizationFailure"),
        # This token may write, but neither read nor list.
        ("AZURE_STORAGE_SAS_TOKEN", azurite.token("w"), "AuthorizationPermissionMismatch"),
    ]:
        for path in [one, pattern]:
            fails(path, {**place, name: value}, f"access is denied ({code}): check the credentials")
    wrong = "the address or a setting in the environment is wrong"
    fails(one, {**place, "AZURE_STORAGE_ACCOUNT_KEY": "no base64!"}, wrong, "Invalid Access Key")
    fails(one, {"AZURE_STORAGE_ACCOUNT_KEY": other}, wrong, "Account must be specified")


def test_azure(program, folder):
    azurite = Azurite(program)
    test_store(azurite, folder)
    test_no_bucket(azurite)
    test_settings(azurite)
    test_wrong_credentials(azurite)
    test_down(azurite)
