"""Lists of files that can't be compared: each is refused in one line, which names a file."""
def test_refusals(connection, folder):
    pass
