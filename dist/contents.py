"""Checks what a release holds by looking into it, and writes a table of it.

    contents.py DIST VERSION      writes DIST/CONTENTS.md

Every library must export what its host calls and nothing of Rust's, need only libraries that its system has, and run on
the system's oldest version that its name promises. For macOS, only modules leave symbols to the process that loads them,
and only Python's. Nothing is executed here.
"""

import dataclasses
import io
import pathlib
import re
import sys
import tarfile
import zipfile

import lief

# What a library may need, in lower case. Patterns match the whole name.
SYSTEM_LIBRARIES = {
    "ELF": r"(libc|libm|libdl|libpthread|librt|libgcc_s|ld-linux-x86-64|ld-linux-aarch64)\.so(\.\d+)?|libc\.musl-\w+\.so\.1",
    "PE": r"(kernel32|kernelbase|ntdll|advapi32|bcrypt|bcryptprimitives|crypt32|secur32|ws2_32|userenv|msvcrt|shell32|ole32|"
    r"combase|oleaut32|iphlpapi|powrprof|pdh|psapi|netapi32|user32|gdi32|ktmw32|dbghelp|python3|api-ms-win-[\w-]+|ncrypt)\.dll",
    "MACHO": r"/usr/lib/lib(system\.b|iconv\.2|charset\.1|resolv\.9|objc\.a)\.dylib|/system/library/frameworks/(corefoundation|security|iokit|"
    r"systemconfiguration|foundation)\.framework/versions/\w/\w+",
}
# The oldest versions, by the platforms in names of files.
GLIBC = (2, 28)
MACOS = (11, 0)
ENTRY_POINTS = {"hashlane": "hashlane_init_c_api", "hashlane_v2": "hashlane_v2_init_c_api_v2", "module": "PyInit__native"}


@dataclasses.dataclass
class Row:
    """A line of the table."""

    file: str
    holds: str
    size: int
    needs: str


def fail(name, why):
    sys.exit(f"{name}: {why}")


def parse(name, data):
    """The library or program in these bytes."""
    binary = lief.parse(io.BytesIO(data))
    if binary is None:
        fail(name, "neither ELF nor PE nor Mach-O")
    if isinstance(binary, lief.MachO.FatBinary):
        (binary,) = binary
    return binary


def exports(binary):
    return {function.name.removeprefix("_") for function in binary.exported_functions} | {
        function.name for function in binary.exported_functions
    }


def libraries(binary):
    if binary.format == lief.Binary.FORMATS.PE:
        return [library.name for library in binary.imports]
    if binary.format == lief.Binary.FORMATS.MACHO:
        # Not the name of the library itself.
        own = lief.MachO.LoadCommand.TYPE.ID_DYLIB
        return [library.name for library in binary.libraries if library.command != own]
    return list(binary.libraries)


def left_to_process(binary):
    """For macOS, the symbols that are in no library, and that the process may have."""
    if binary.format != lief.Binary.FORMATS.MACHO:
        return []
    return [binding.symbol.name for binding in binary.bindings if not binding.has_library]


def oldest_system(name, binary):
    """The oldest system that the file runs on, as text; fails if its name promises an older one."""
    if binary.format == lief.Binary.FORMATS.ELF:
        texts = [str(aux.name) for need in binary.symbols_version_requirement for aux in need.get_auxiliary_symbols()]
        versions = [tuple(map(int, text[6:].split("."))) for text in texts if re.fullmatch(r"GLIBC_[\d.]+", text)]
        if not versions:
            return "musl or none"
        if max(versions) > GLIBC:
            fail(name, f"needs glibc {max(versions)}")
        return "glibc " + ".".join(map(str, max(versions)))
    if binary.format == lief.Binary.FORMATS.MACHO:
        command = binary.build_version if binary.has_build_version else binary.version_min
        version = tuple((command.minos if binary.has_build_version else command.version)[:2])
        if version > MACOS:
            fail(name, f"needs macOS {version}")
        # On ARM, macOS refuses code without a signature. One without a certificate is enough.
        if binary.header.cpu_type == lief.MachO.Header.CPU_TYPE.ARM64 and not binary.has_code_signature:
            fail(name, "isn't signed")
        return "macOS " + ".".join(map(str, version))
    optional = binary.optional_header
    return f"Windows {optional.major_operating_system_version}.{optional.minor_operating_system_version}"


def inspected(name, data, entry):
    """What a library needs. It must export `entry`."""
    binary = parse(name, data)
    kind = binary.format.name
    if entry and entry not in exports(binary):
        fail(name, f"doesn't export {entry}")
    # Symbols of Rust in the list show that the linker had no list of exports, and so has kept what nothing calls.
    of_rust = [symbol for symbol in exports(binary) if re.match("_?_(R|ZN)[A-Z0-9]", symbol)]
    if entry and of_rust:
        fail(name, f"exports {len(of_rust)} symbols of Rust, such as {of_rust[0]}")
    needs = libraries(binary)
    foreign = [library for library in needs if not re.fullmatch(SYSTEM_LIBRARIES[kind], library.lower())]
    if foreign:
        fail(name, f"needs {', '.join(foreign)}, which not every system has")
    missing = [symbol for symbol in left_to_process(binary) if entry != ENTRY_POINTS["module"] or not re.match("__?Py", symbol)]
    if missing:
        fail(name, f"needs {', '.join(missing)}, which no library has")
    return f"{oldest_system(name, binary)}; {', '.join(pathlib.PurePosixPath(n).name for n in needs) or 'no libraries'}"


def wheel_rows(path):
    with zipfile.ZipFile(path) as archive:
        needs = []
        for name in archive.namelist():
            if name.endswith((".so", ".pyd", ".dylib")):
                needs.append("module: " + inspected(f"{path.name}/{name}", archive.read(name), ENTRY_POINTS["module"]))
            elif name.endswith(".duckdb_extension"):
                entry = ENTRY_POINTS["hashlane"]
                needs.append("extension: " + inspected(f"{path.name}/{name}", archive.read(name), entry))
            elif name.startswith("hashlane/bin/"):
                needs.append("program: " + inspected(f"{path.name}/{name}", archive.read(name), None))
    if not needs:
        fail(path.name, "no library and no program in it")
    return Row(path.name, "wheel", path.stat().st_size, "<br>".join(needs))


def row(path):
    if path.suffix == ".whl":
        return wheel_rows(path)
    if path.suffix == ".duckdb_extension":
        data = path.read_bytes()
        name, platform = path.name.split("-")[0], path.name.split("-")[-1].removesuffix(path.suffix)
        fields = [data[-512 + i * 32 : -480 + i * 32].rstrip(b"\0").decode() for i in range(8)]
        if platform not in fields:
            fail(path.name, f"its footer says {fields}")
        return Row(path.name, "extension", len(data), inspected(path.name, data, ENTRY_POINTS[name]))
    with tarfile.open(path) as archive:
        members = [member for member in archive if re.fullmatch(r"[^/]+/hashlane(\.exe)?", member.name)]
        if not members:
            return Row(path.name, "sources", path.stat().st_size, "Rust")
        data = archive.extractfile(members[0]).read()
    needs = inspected(path.name, data, None)
    if "musl" in path.name and not needs.endswith("no libraries"):
        fail(path.name, f"isn't static: {needs}")
    return Row(path.name, "program", path.stat().st_size, needs)


def main(dist, version):
    dist = pathlib.Path(dist)
    others = {"CONTENTS.md", "SHA256SUMS"}
    paths = sorted(path for path in dist.iterdir() if path.name not in others)
    for path in paths:
        if f"-{version}" not in path.name:
            fail(path.name, f"isn't of version {version}")
    lines = ["| file | holds | MB | needs |", "|---|---|---|---|"]
    for entry in map(row, paths):
        lines.append(f"| `{entry.file}` | {entry.holds} | {entry.size / 1e6:.1f} | {entry.needs} |")
    (dist / "CONTENTS.md").write_text(f"# Hashlane {version}\n\n" + "\n".join(lines) + "\n")
    print("\n".join(lines))


if __name__ == "__main__":
    main(*sys.argv[1:])
