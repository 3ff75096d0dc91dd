#!/usr/bin/env python3
"""Hostile registries and prototypes, full and unreadable disks, through the programs: refused with file, place and reason, exit 3, nothing
written, bounded memory (issue "Hostile input").  hostile_registry_test.py GEN_ESB OPSTRATA"""
import json
import os
import pathlib
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

GEN_ESB, OPSTRATA = sys.argv[1:3]
MEMORY = 300 << 20  # bytes that a refusal may take; files are read up to 64 MB
GOOD = {"operators": [{"op_type": "Foo", "inputs": [{"name": "x", "type": "INPUT"}], "outputs": [{"name": "y", "type": "OUTPUT"}]}]}
SANITIZED = len(sys.argv) > 3 and sys.argv[3] != ""  # shadow memory makes limits meaningless


def foo(**changes):
    return {"operators": [{**GOOD["operators"][0], **changes}]}


def attr(word, literal):
    return foo(attrs=[{"name": "a", "type": word, "required": False, "default_value": literal}])


#: name -> (content of operators.json, what the refusal must contain besides the file)
OPERATORS = {
    "path in an operator name": (foo(op_type="../../evil"), "#/operators/0/op_type: '../../evil' is no identifier"),
    "control character in an operator name": (foo(op_type="A\x1b[2J"), r"#/operators/0/op_type: 'A\x1b[2J' is no identifier"),
    "zero byte in an operator name": (foo(op_type="A\0"), "#/operators/0/op_type"),
    "code as input name": (foo(inputs=[{"name": "x; system(0)", "type": "INPUT"}]), "#/operators/0/inputs/0/name"),
    "blank in an output name": (foo(outputs=[{"name": "a b", "type": "OUTPUT"}]), "#/operators/0/outputs/0/name"),
    "line end in an attribute name": (foo(attrs=[{"name": "a\n", "type": "Int", "required": True}]), r"#/operators/0/attrs/0/name: 'a\x0a'"),
    "letter beyond ASCII in a subgraph name": (foo(subgraphs=[{"name": "é", "type": "STATIC"}]), "#/operators/0/subgraphs/0/name"),
    "endless operator name": (foo(op_type="-" * 1000000), "#/operators/0/op_type: '-----"),
    "duplicate key": ('{"operators": [{"op_type": "A", "inputs": [], "inputs": []}]}', "#/operators/0/inputs: the key appears twice"),
    "duplicate key far below": ('{"operators": [], "x": [{"a/b": {"k": 1, "k": 2}}]}', "#/x/0/a~1b/k: the key appears twice"),
    "invalid UTF-8": (b'{"operators": [{"op_type": "\xff\xfe"}]}', "not valid JSON"),
    "overlong UTF-8": (b'{"operators": [{"op_type": "\xc0\xaf"}]}', "not valid JSON"),
    "number beyond double": ('{"operators": [], "x": 1e999}', "not valid JSON"),
    "number beyond 64 bits": ('{"operators": [], "x": 123456789012345678901234567890}', "not valid JSON"),
    "deep nesting": ('{"operators": [], "x": ' + "[" * 200000 + "]" * 200000 + "}", "nested deeper than 64 levels"),
    "integer literal beyond 64 bits": (attr("Int", "9223372036854775808"), "#/operators/0/attrs/0/default_value"),
    "float literal beyond 32 bits": (attr("Float", "1e39"), "#/operators/0/attrs/0/default_value"),
    "number in a literal beyond double": (attr("ListFloat", "[0, -1e999]"), "#/operators/0/attrs/0/default_value"),
    "deep literal": (attr("ListListInt", "[" * 2000 + "]" * 2000), "#/operators/0/attrs/0/default_value"),
    "deep nesting, unclosed": ("[" * 5000000, ""),
    "no JSON": ("\x7fELF", ":1:1: not valid JSON"),
    "nothing": ("", ":1:1: not valid JSON"),
    "other root": ("[]", "the root must be an object"),
    "operators of another kind": ('{"operators": {}}', "#/operators: required array is missing or no array"),
    "a million empty operators": ('{"operators": [' + "{}," * 1000000 + "7]}", "/op_type"),
}
#: Refused where a file is given by itself; in a release the one operator drops out with a warning.
MALFORMED = {
    "literal of another kind": (attr("ListInt", '"x"'), "#/operators/0/attrs/0/default_value"),
    "literal that is no JSON": (attr("Int", "0; int main()"), "#/operators/0/attrs/0/default_value"),
    "endless kind": (foo(inputs=[{"name": "x", "type": "I" * 1000000}]), "#/operators/0/inputs/0/type: 'IIII"),
    "empty operator name": (foo(op_type=""), "#/operators/0/op_type"),
    "operator twice": ({"operators": [GOOD["operators"][0]] * 2}, "#/operators/0/op_type: 'Foo' appears more than once"),
    "input twice": (foo(inputs=[{"name": "x", "type": "INPUT"}] * 2), "#/operators/0/inputs/1/name: 'x' appears more than once"),
    "unknown kind": (foo(inputs=[{"name": "x", "type": "\x1bOUTPUT"}]), r"#/operators/0/inputs/0/type: '\x1bOUTPUT' is none of INPUT"),
}
INDEXES = {
    "path in a version": ({"releases": [{"release_version": "../../../tmp/x", "release_date": "2026-01-01"}]}, "#/releases/0: release version '../../../tmp/x'"),
    "control character in a version": ({"releases": [{"release_version": "a\x1bb", "release_date": "2026-01-01"}]}, r"#/releases/0: release version 'a\x1bb'"),
    "hidden version": ({"releases": [{"release_version": ".git", "release_date": "2026-01-01"}]}, "#/releases/0: release version '.git'"),
    "endless version": ({"releases": [{"release_version": "v" * 100000, "release_date": "2026-01-01"}]}, "#/releases/0: release version"),
    "duplicate key": ('{"version": "1.0.0", "releases": [], "releases": []}', "#/releases: the key appears twice"),
    "invalid UTF-8": (b'{"version": "1.0.0", "releases": [{"release_version": "\x80"}]}', "not valid JSON"),
    "deep nesting": ('{"version": "1.0.0", "releases": ' + "[" * 100000 + "]" * 100000 + "}", "nested deeper than 64 levels"),
    "no version": ({"version": 1, "releases": []}, "#/version"),
    "newer major version": ({"version": "2.0.0", "releases": []}, "opstrata history migrate"),
    "no releases": ('{"version": "1.0.0"}', "#/releases"),
    "truncated": ('{"version": "1.0.0", "rele', "not valid JSON"),
}


def content(value):
    return value if isinstance(value, bytes) else (value if isinstance(value, str) else json.dumps(value)).encode("utf-8", "surrogatepass")


def state(folder):
    """Every entry below a folder: links by target, files by content (holes are not read)."""
    found = {}
    for path in sorted(folder.rglob("*")):
        info = path.lstat()
        found[str(path)] = (os.readlink(path) if path.is_symlink() else "folder" if path.is_dir() else
                            (info.st_size, path.read_bytes() if path.is_file() and info.st_size < 1 << 24 else None))
    return found


class Run:
    """One run of a program: exit code, both streams, peak memory, seconds."""

    def __init__(self, *command, limit=None, cwd=None):
        environment = {k: v for k, v in os.environ.items() if not k.startswith("ASCEND_")}

        def prepare():
            if limit is not None:
                signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
                resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

        start = time.monotonic()
        child = subprocess.Popen([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment,
                                 preexec_fn=prepare, cwd=cwd)
        streams = [b"", b""]

        def read(i, stream):
            streams[i] = stream.read()

        readers = [threading.Thread(target=read, args=pair) for pair in enumerate((child.stdout, child.stderr))]
        for reader in readers:
            reader.start()
        for reader in readers:
            reader.join()
        child.stdout.close(), child.stderr.close()
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        self.seconds, self.memory, self.code = time.monotonic() - start, usage.ru_maxrss << 10, child.returncode
        self.out, self.err = (text.decode("utf-8", "replace") for text in streams)


class Hostile(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="hostile."))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.registry, self.out, self.good = self.folder / "pkg", self.folder / "out", self.folder / "good.json"
        self.good.write_bytes(content(GOOD))

    def fill(self, index=None, operators=GOOD, metadata=None):
        release = self.registry / "registry/v1"
        shutil.rmtree(self.registry, ignore_errors=True)
        release.mkdir(parents=True)
        (release / "metadata.json").write_bytes(content({"release_version": "v1"} if metadata is None else metadata))
        (release / "operators.json").write_bytes(content(operators))
        if isinstance(index, dict):
            index = {"version": "1.0.0", **index}
        (self.registry / "index.json").write_bytes(content(index if index is not None else {
            "version": "1.0.0", "releases": [{"release_version": "v1", "release_date": "2026-01-01"}]}))

    def generate(self, prototypes=None, *more, **how):
        return Run(GEN_ESB, f"--prototypes={prototypes or self.good}", f"--output_dir={self.out}", *more, **how)

    def refused(self, run, *texts, code=3):
        self.assertEqual(run.code, code, run.err[-2000:])
        for text in texts:
            self.assertIn(text, run.err)
        self.assertNotRegex(run.err, "[\x00-\x08\x0b-\x1f\x7f]", "a terminal would obey")
        self.assertLess(len(run.err), 20000)
        if not SANITIZED:
            self.assertLess(run.memory, MEMORY)
            self.assertLess(run.seconds, 10)

    def nothing_written(self, before):
        self.assertFalse(self.out.exists() and any(self.out.iterdir()), "files were written")
        self.assertEqual(state(self.folder), before)

    def test_operators_as_prototypes_and_in_a_release(self):
        for cases, in_release in ((OPERATORS, 3), (MALFORMED, 0)):
            for name, (value, reason) in cases.items():
                with self.subTest(name):
                    value = content(value)
                    bad = self.folder / "bad.json"
                    bad.write_bytes(value)
                    self.fill(operators=value)
                    before = state(self.folder)
                    self.refused(self.generate(bad), str(bad), reason)
                    self.refused(self.generate(bad, "--extract-history", "--release_version=v2", f"--history_registry={self.registry}"), str(bad), reason)
                    self.refused(Run(OPSTRATA, "history", "add", "-r", self.registry, "--release-version=v2", bad), str(bad), reason)
                    self.nothing_written(before)
                    run = self.generate(None, f"--history_registry={self.registry}", "--release_version=v1")
                    self.refused(run, "v1/operators.json", reason, code=in_release)
                    if in_release == 3:
                        self.nothing_written(before)
                        for verb in (("show", "-r", self.registry, "Foo@v1"), ("stat", self.registry), ("log", "-r", self.registry, "Foo"),
                                     ("add", "-r", self.registry, "--release-version=v2", self.good)):
                            self.refused(Run(OPSTRATA, "history", *verb), "v1/operators.json", reason)
                        self.refused(Run(GEN_ESB, f"--prototypes={self.good}", "--extract-history", "--release_version=v2",
                                         f"--output_dir={self.registry}"), "v1/operators.json", reason)
                        self.nothing_written(before)
                    else:
                        shutil.rmtree(self.out)
                        self.refused(self.generate(None, f"--history_registry={self.registry}", "--release_version=v1", "--strict"), reason, code=1)
                        shutil.rmtree(self.out)
                        self.assertEqual(state(self.folder), before)
                    # The checker tells the same as findings.
                    run = Run(OPSTRATA, "history", "fsck", self.registry)
                    self.assertEqual(run.code, 1, run.err)
                    self.assertIn(reason, run.out)

    def test_indexes(self):
        for name, (value, reason) in INDEXES.items():
            with self.subTest(name):
                self.fill(index=value)
                before = state(self.folder)
                file = str(self.registry / "index.json")
                for run in (self.generate(None, f"--history_registry={self.registry}", "--release_version=v1"),
                            self.generate(None, "--extract-history", "--release_version=v2", f"--history_registry={self.registry}"),
                            Run(GEN_ESB, f"--prototypes={self.good}", "--extract-history", "--release_version=v2", f"--output_dir={self.registry}"),
                            Run(OPSTRATA, "history", "stat", self.registry), Run(OPSTRATA, "history", "log", "-r", self.registry, "Foo"),
                            Run(OPSTRATA, "history", "merge", "-r", self.folder / "other", self.registry)):
                    self.refused(run, file, reason)
                    self.nothing_written(before)

    def test_versions_and_dates_on_the_command_line(self):
        self.fill()
        before = state(self.folder)
        for version in ("../x", "a/b", "a\\b", "..", ".x", "a\nb", "a\x1b[2Jb", " a", "v" * 200, os.fsdecode(b"\xff\xfe")):
            run = Run(GEN_ESB, f"--prototypes={self.good}", "--extract-history", f"--output_dir={self.registry}", "--release_version=" + version)
            self.refused(run, "release version")
            self.refused(Run(OPSTRATA, "history", "add", "-r", self.registry, "--release-version=" + version, self.good), "release version")
            self.nothing_written(before)
        for date in ("2026-02-31", "2026-2-3", "20260203", "2026-13-01", "9999999999-01-01", "today", "2026-01-01\x1b"):
            run = Run(GEN_ESB, f"--prototypes={self.good}", "--extract-history", f"--output_dir={self.registry}", "--release_version=v2", "--release_date=" + date)
            self.refused(run, "release date")
            self.nothing_written(before)

    def test_gigabytes(self):
        for name in ("index.json", "registry/v1/operators.json"):
            self.fill()
            with open(self.registry / name, "r+b") as file:
                file.truncate(5 << 30)
            before = state(self.folder)
            self.refused(self.generate(None, f"--history_registry={self.registry}", "--release_version=v1"), name, "5368709120 bytes; at most")
            self.refused(self.generate(self.registry / name), name, "5368709120 bytes; at most")
            self.nothing_written(before)

    def test_largest_file_that_is_read(self):
        # 60 MB of small values: the tree of the parser is several times as large, but bounded.
        bad = self.folder / "bad.json"
        bad.write_bytes(b'{"operators": [' + b"[]," * 20000000 + b"7]}")
        run = self.generate(bad)
        self.assertEqual(run.code, 3)
        if not SANITIZED:
            self.assertLess(run.memory, 2 << 30)
            self.assertLess(run.seconds, 60)

    def test_links_pipes_and_folders_in_place_of_files(self):
        elsewhere = self.folder / "elsewhere"
        for name in ("index.json", "registry", "registry/v1", "registry/v1/operators.json"):
            self.fill()
            shutil.rmtree(elsewhere, ignore_errors=True)
            elsewhere.mkdir()
            (self.registry / name).rename(elsewhere / "target")
            (self.registry / name).symlink_to(elsewhere / "target")
            before = state(self.folder)
            run = self.generate(None, f"--history_registry={self.registry}", "--release_version=v1")
            self.refused(run, name, "a symbolic link stands where")
            self.nothing_written(before)
            run = Run(GEN_ESB, f"--prototypes={self.good}", "--extract-history", f"--output_dir={self.registry}",
                      f"--release_version={'v1' if name.endswith('operators.json') else 'v2'}")
            self.assertEqual(run.code, 3, f"{name}: archived through a link")
            self.nothing_written(before)
        for make in (os.mkfifo, os.mkdir):
            self.fill()
            (self.registry / "index.json").unlink()
            make(self.registry / "index.json")
            self.refused(self.generate(None, f"--history_registry={self.registry}", "--release_version=v1"), "index.json", "not a regular file")
        for device in ("/dev/zero", "/dev/null"):
            self.refused(self.generate(device), device, "not a regular file")

    def test_full_disks(self):
        """The limit of file sizes stands for a full disk: writing stops at some byte."""
        self.fill()
        many = self.folder / "many.json"
        many.write_bytes(content({"operators": [{**GOOD["operators"][0], "op_type": f"Op{i}"} for i in range(200)]}))
        before = state(self.folder)
        for limit in (0, 1, 100, 1000, 4000):
            self.refused(self.generate(many, limit=limit), str(self.out))
            self.assertFalse(self.out.exists() and any(self.out.iterdir()), f"limit {limit}: {sorted(os.listdir(self.out)) if self.out.exists() else ''}")
            run = Run(GEN_ESB, f"--prototypes={many}", "--extract-history", f"--output_dir={self.registry}", "--release_version=v2", limit=limit)
            self.refused(run, str(self.registry))
            shutil.rmtree(self.out, ignore_errors=True)
            self.assertEqual(state(self.folder), before)
        # Over an existing generation: it stays whole.
        self.assertEqual(self.generate().code, 0)
        before = state(self.folder)
        self.refused(self.generate(many, limit=1000), str(self.out))
        self.assertEqual(state(self.folder), before)

    @unittest.skipIf(os.geteuid() != 0 or not pathlib.Path("/proc/self/ns/mnt").exists(), "needs a user who may mount")
    def test_full_file_system(self):
        disk = self.folder / "disk"
        disk.mkdir()
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "none", disk], capture_output=True).returncode != 0:
            self.skipTest("this machine does not let a test mount")
        self.addCleanup(subprocess.run, ["umount", "-l", disk])
        many = self.folder / "many.json"
        many.write_bytes(content({"operators": [{**GOOD["operators"][0], "op_type": f"Op{i}"} for i in range(2000)]}))
        self.refused(Run(GEN_ESB, f"--prototypes={many}", f"--output_dir={disk / 'out'}"), "No space left on device")
        self.assertFalse((disk / "out").exists() and any((disk / "out").iterdir()))
        self.assertEqual(Run(GEN_ESB, f"--prototypes={self.good}", "--extract-history", f"--output_dir={disk / 'pkg'}", "--release_version=v1").code, 0)
        before = state(disk / "pkg")
        self.refused(Run(GEN_ESB, f"--prototypes={many}", "--extract-history", f"--output_dir={disk / 'pkg'}", "--release_version=v2"), "No space left on device")
        self.assertEqual(state(disk / "pkg"), before)

    @unittest.skipIf(os.geteuid() != 0 or not pathlib.Path("/proc/self/ns/mnt").exists(), "needs a user who may mount")
    def test_disk_that_fills_up_anywhere(self):
        """However much space there is: the release is archived with its record, or nothing has changed."""
        disk = self.folder / "disk"
        disk.mkdir()
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=600k", "none", disk], capture_output=True).returncode != 0:
            self.skipTest("this machine does not let a test mount")
        self.addCleanup(subprocess.run, ["umount", "-l", disk])
        files = []
        for count in (1, 2):  # every operator changes its parameter list, so that the record grows as much as the archive
            inputs = [{"name": f"x{k}", "type": "INPUT"} for k in range(count)]
            files.append(self.folder / f"many{count}.json")
            files[-1].write_bytes(content({"operators": [{"op_type": f"Op{i}", "inputs": inputs} for i in range(80)]}))
        package, codes = disk / "pkg", set()
        for pages in range(0, 40):
            for path in (package, disk / "fill"):
                shutil.rmtree(path, ignore_errors=True)
                path.unlink(missing_ok=True)
            self.assertEqual(Run(GEN_ESB, f"--prototypes={files[0]}", "--extract-history", f"--output_dir={package}", "--release_version=v1").code, 0)
            before = state(package)
            info = os.statvfs(disk)
            (disk / "fill").write_bytes(b"x" * max(0, info.f_bavail * info.f_frsize - pages * 4096))
            run = Run(GEN_ESB, f"--prototypes={files[1]}", "--extract-history", f"--output_dir={package}", "--release_version=v2")
            codes.add(run.code)
            if run.code == 0:
                self.assertIn("ES_v2", (package / "abi.json").read_text(), f"{pages} pages")
            else:
                self.refused(run, "No space left on device")
                self.assertEqual(state(package), before, f"{pages} pages: {run.err}")
        self.assertEqual(codes, {0, 3})

    def test_unreadable_and_unwritable(self):
        self.fill()
        self.refused(self.generate("/nowhere/x.json"), "/nowhere/x.json")
        self.refused(Run(GEN_ESB, f"--prototypes={self.good}", f"--output_dir={self.good}/inside"), str(self.good))
        self.refused(Run(GEN_ESB, f"--prototypes={self.good}", "--output_dir=/proc/nowhere"), "/proc/nowhere")
        self.refused(Run(GEN_ESB, f"--prototypes={self.good}", "--extract-history", "--output_dir=/proc/nowhere", "--release_version=v1"), "/proc/nowhere")
        if os.geteuid() != 0:
            before = state(self.folder)
            (self.registry / "registry/v1/operators.json").chmod(0)
            self.refused(self.generate(None, f"--history_registry={self.registry}", "--release_version=v1"), "v1/operators.json", "Permission denied")
            (self.registry / "registry/v1/operators.json").chmod(0o644)
            self.nothing_written(before)


unittest.main(argv=sys.argv[:1])
