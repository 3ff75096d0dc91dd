"""docs/settings.md and the sources know the same environment variables and chips.  settings_test.py SOURCE"""
import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1])
FOLDERS = ("src", "include", "operators", "python", "cmake")
USUAL = {"HOME", "PATH", "TMPDIR", "LD_LIBRARY_PATH", "DESTDIR"}  # of every program
PRIVATE = {"OPSTRATA_REPLAY_CHILD"}  # between a tool and the process that it starts
NAME = r"[A-Z][A-Z0-9_]+"
READS = [rf'getenv\("({NAME})"', rf'setting(?:_refused)?\(\s*"({NAME})"', rf'kVariable = "({NAME})"', rf'environ(?:\.get\(|\[)"({NAME})"',
         rf"ENV\{{({NAME}(?:\$\{{\w+\}})?)\}}"]
#: Readers to which the name is handed over: names of these families in the same file.
HANDED_OVER = re.compile(r"getenv\([a-z]")
FAMILIES = re.compile(r'"((?:OPSTRATA|ASCEND|ACLNN|GE|NPU|DUMP|DISABLE)_[A-Z0-9_]+)"')


def read_variables():
    found = {}
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            if not path.is_file() or path.suffix not in (".cc", ".h", ".py", ".cmake", ".in") or "test" in path.name.lower():
                continue
            text = path.read_text(errors="replace")
            names = [name for pattern in READS for name in re.findall(pattern, text)]
            names += FAMILIES.findall(text) if HANDED_OVER.search(text) else []
            for name in names:
                found.setdefault(re.sub(r"\$\{\w+\}", "<NAME>", name), path.relative_to(ROOT))
    return found


def main():
    text = (ROOT / "docs/settings.md").read_text()
    documented = {name for row in re.findall(r"^\| (`.*?) \|", text, re.M) for name in re.findall(r"`([^`]+)`", row)}
    found = {name: path for name, path in read_variables().items() if name not in USUAL | PRIVATE}
    faults = [f"{path} reads {name}, which docs/settings.md lacks" for name, path in found.items() if name not in documented]
    faults += [f"docs/settings.md has {name}, which nothing reads" for name in sorted(documented) if name not in found]
    chips = re.findall(r'^ +\{"(\w+)", "\w+", \d+', (ROOT / "src/device/chip.cc").read_text(), re.M)
    listed = re.findall(r"`(\w+)`", next(line for line in text.splitlines() if line.startswith("Chips: ")))
    if not chips or chips != listed:
        faults.append(f"chips: src/device/chip.cc has {chips}, docs/settings.md {listed}")
    print("\n".join(faults) or f"{len(found)} variables, {len(chips)} chips")
    return 1 if faults or len(found) < 25 else 0


raise SystemExit(main())
