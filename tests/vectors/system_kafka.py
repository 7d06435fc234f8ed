"""The partitions that librdkafka, kafkajs and Sarama choose, from their own code."""

import ctypes
import pathlib
import shutil
import subprocess
import tempfile

KAFKAJS = "2.2.4"
SARAMA = "v1.61.1"
HERE = pathlib.Path(__file__).resolve().parent
PROGRAM = HERE / "kafkajs" / "murmur2.js"
COUNTS = [1, 7, 1000, 2**31 - 1]


def missing():
    try:
        library()
    except (ImportError, OSError):
        return "confluent-kafka"
    return next((tool for tool in ("node", "npm", "go") if not shutil.which(tool)), None)


def library():
    """librdkafka, which the package confluent-kafka carries."""
    import confluent_kafka

    folder = pathlib.Path(confluent_kafka.__file__).resolve().parent.parent / "confluent_kafka.libs"
    paths = list(folder.glob("librdkafka-*.so*"))
    if not paths:
        raise OSError("no librdkafka")
    # The others are found by their names.
    for _ in range(5):
        for other in folder.iterdir():
            try:
                ctypes.CDLL(str(other), mode=ctypes.RTLD_GLOBAL)
            except OSError:
                pass
    return ctypes.CDLL(str(paths[0]))


def versions():
    import confluent_kafka

    return {"librdkafka": confluent_kafka.libversion()[0], "kafkajs": KAFKAJS, "sarama": SARAMA.removeprefix("v")}


def librdkafka(keys, count):
    partition = library().rd_kafka_msg_partitioner_consistent
    partition.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p]
    partition.restype = ctypes.c_int32
    return [partition(None, key, len(key), count, None, None) for key in keys]


def kafkajs(keys, partitioner):
    """The hashes without their signs."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["npm", "install", "--silent", "--prefix", folder, f"kafkajs@{KAFKAJS}"], check=True)
        lines = "".join(key.hex() + "\n" for key in keys)
        arguments = ["node", str(PROGRAM), folder, partitioner]
        out = subprocess.run(arguments, input=lines, text=True, check=True, capture_output=True).stdout
    return [int(line) & 0x7FFFFFFF for line in out.split()]


def sarama(keys):
    """The partition of each key, by the number of partitions."""
    lines = "".join(key.hex() + "\n" for key in keys)
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(HERE / "sarama" / "partition.go", folder)
        for arguments in (
            ["mod", "init", "partition"],
            ["get", f"github.com/IBM/sarama@{SARAMA}"],
            ["run", ".", *map(str, COUNTS)],
        ):
            run = subprocess.run(["go", *arguments], cwd=folder, input=lines, text=True, check=True, capture_output=True)
    return dict(zip(COUNTS, zip(*(map(int, line.split()) for line in run.stdout.splitlines()))))


def tables(count, rng):
    keys = [rng.randbytes(length) for length in range(21)]
    keys += [rng.randbytes(rng.randrange(1, 60)) for _ in range(count - len(keys))]
    hashes = kafkajs(keys, "legacy")
    # Since 2.0, its default is the Java client's.
    java = kafkajs(keys, "default")
    of_sarama = sarama(keys)
    by_client = {
        "java": lambda n: [hash % n for hash in java],
        "librdkafka": lambda n: librdkafka(keys, n),
        "kafkajs": lambda n: [hash % n for hash in hashes],
        "sarama": lambda n: of_sarama[n],
    }
    inputs = [key.hex() for key in keys]
    partitions = [
        {"client": client, "n": n, "numbers": of(n)} for client, of in by_client.items() for n in COUNTS
    ]
    return {"keys": inputs, "tables": partitions}
