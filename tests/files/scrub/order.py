"""Which files a run of `hashlane scrub` reads, and in which order, by the rules of docs/scrub.md."""

import datetime

EPOCH = datetime.datetime(1970, 1, 1)
# A time so much later than the start of a run was recorded under a wrong clock.
SLACK = datetime.timedelta(hours=1)


def is_changed(file, row):
    """Whether the listing tells that a file was written since its row was made."""
    if file.content is None:
        return True
    return file.modified // 1000 != row.modified // 1000 or file.content.bytes != row.content.bytes


def queue_of(file, row, run):
    """0 for new and changed files, 1 for others that are due, 2 for those that were wrong; None for files that aren't due."""
    if row is None:
        return 0
    if row.damaged or row.verdict == "unreadable":
        return 2
    if row.content is None or row.verdict == "missing" or is_changed(file, row):
        return 0
    if run.max_age is None or row.last_read is None or row.last_read > run.start + SLACK:
        return 1
    return 1 if row.last_read < run.start - run.max_age else None


def planned(files, rows, run):
    """The files that are due, in order, as far as the budget of bytes allows."""
    queues = [[], [], []]
    for path in sorted(files, key=str.encode):
        number = queue_of(files[path], rows.get(path), run)
        if number is not None:
            queues[number].append(path)

    def since(path):
        row = rows.get(path)
        return (run.number, run.start) if row is None else (row.turn, row.last_tried or row.first_seen)

    # What is equal stays in the order of paths.
    queues = [sorted(queue, key=since) for queue in queues]
    size = lambda path: files[path].content.bytes if files[path].content else 0
    order, taken, total = [], [0, 0, 0], 0
    while any(queues) and (run.max_bytes is None or total < run.max_bytes):
        turns = [(run.number + step) % 3 for step in range(3)]
        turn = min((turn for turn in turns if queues[turn]), key=lambda turn: taken[turn])
        path = queues[turn].pop(0)
        taken[turn] += max(size(path), 1)
        total += size(path)
        order.append(path)
    return order
