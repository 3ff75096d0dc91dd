"""docs/performance.md, of which each measuring script writes its own section: the machine's facts, the place of a section."""
import os
import pathlib
import platform
import re
import shutil
import subprocess

DOCUMENT = pathlib.Path(__file__).resolve().parent.parent / "docs" / "performance.md"
TITLE = ("# Performance\n\nMeasured, with the machine's facts; also where others are faster. What a section says of its figures (a script's run, or "
         "taken by hand) stands at its head.\n")


def machine():
    """Processor, cores, caches, memory, system, compilers and load, on one line."""
    model = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())
    cache = subprocess.run(["getconf", "LEVEL2_CACHE_SIZE"], capture_output=True, text=True, check=False).stdout.strip()
    memory = int(re.search(r"MemTotal:\s*(\d+)", pathlib.Path("/proc/meminfo").read_text())[1]) >> 20
    version = lambda program: subprocess.run([program, "--version"], capture_output=True, text=True).stdout.splitlines()[0]
    compilers = "; ".join(version(program) for program in ("g++", "clang++") if shutil.which(program))
    return (f"{model[1] if model else platform.machine()}, {os.cpu_count()} cores, second-level cache {cache} bytes, {memory} GB, "
            f"{platform.system()} {platform.release().split('-')[0]}; {compilers}; load {os.getloadavg()[0]:.1f}")


def put_section(begin, end, text, path=DOCUMENT):
    """Puts `text`, which begins and ends with the markers, in place of the section between them, or at the end."""
    old = path.read_text() if path.exists() else TITLE
    if begin in old:
        new = old[:old.index(begin)] + text.rstrip("\n") + old[old.index(end) + len(end):]
    else:
        new = old.rstrip("\n") + "\n\n" + text.rstrip("\n") + "\n"
    path.write_text(new)
