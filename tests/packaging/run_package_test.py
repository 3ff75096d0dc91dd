#!/usr/bin/env python3
"""The self-extracting package: killed before each command that it runs, out of disk space, beside files of others.  run_package_test.py TEMPLATE

After an interrupted upgrade every file that both versions have is there, whole, old or new; the next run finishes or takes back what the
interrupted one began; after uninstalling the folder is as it was before."""
import hashlib
import io
import os
import pathlib
import resource
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import unittest

TEMPLATE = pathlib.Path(sys.argv[1])
#: What an interruption may come before: every program that the script calls and that is not in the shell itself.
PROGRAMS = ("mv", "rm", "ln", "cp", "mkdir", "rmdir", "tar", "find", "sed", "sort", "cat", "grep", "dirname", "mktemp", "sha256sum", "cut")
VERSIONS = {"1.0": {"lib64/libes.so": "library 1", "include/es/a.h": "header 1", "include/es/gone.h": "only in 1", "opp/history/index.json": "one"},
            "2.0": {"lib64/libes.so": "library 2", "include/es/a.h": "header 2", "include/es/deep/new.h": "only in 2", "opp/history/index.json": "one two"}}
OTHERS = {"lib64/libes.so": "another library", "include/es/deep/new.h": "of somebody", "mine.txt": "mine"}


def package(folder, version):
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w:gz") as archive:
        for path, text in VERSIONS[version].items():
            info = tarfile.TarInfo("./" + path)
            info.size = len(text)
            archive.addfile(info, io.BytesIO(text.encode()))
    payload = stream.getvalue()
    head = TEMPLATE.read_text()
    for name, value in (("NAME", "es-test"), ("VERSION", version), ("SUM", hashlib.sha256(payload).hexdigest())):
        head = head.replace(f"@{name}@", value)
    path = folder / f"es-test-{version}.run"
    path.write_bytes(head.encode() + payload)
    return path


def state(folder):
    return {str(path.relative_to(folder)): path.read_text() if path.is_file() else None for path in sorted(folder.rglob("*"))}


class RunPackage(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="run_package."))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.one, self.two = package(self.folder, "1.0"), package(self.folder, "2.0")
        self.prefix, self.counter, shims = self.folder / "prefix", self.folder / "count", self.folder / "shims"
        shims.mkdir()
        for name in PROGRAMS:
            shim = shims / name
            shim.write_text(f'#!/bin/sh\nread -r n < "$COUNTER"; n=$((n + 1)); echo $n > "$COUNTER"\n'
                            f'[ $n = "$KILL_AT" ] && kill -9 0\nexec {shutil.which(name)} "$@"\n')
            shim.chmod(0o755)
        self.shims = f"{shims}:{os.environ['PATH']}"

    def start(self, others=OTHERS):
        shutil.rmtree(self.prefix, ignore_errors=True)
        for path, text in others.items():
            (self.prefix / path).parent.mkdir(parents=True, exist_ok=True)
            (self.prefix / path).write_text(text)

    def run_package(self, program, *options, code=0, prefix=None):
        done = subprocess.run(["sh", program, f"--install-path={prefix or self.prefix}", *options], capture_output=True, text=True)
        if code is not None:
            self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout + done.stderr

    def killed(self, program, *options, at):
        """Runs with a kill before the `at`-th command. False when the program ended before."""
        self.counter.write_text("0\n")
        child = subprocess.Popen(["sh", program, f"--install-path={self.prefix}", *options], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                 start_new_session=True, env={**os.environ, "PATH": self.shims, "COUNTER": str(self.counter), "KILL_AT": str(at)})
        return child.wait() == -signal.SIGKILL

    def holds(self, version):
        return all((self.prefix / path).read_text() == text for path, text in VERSIONS[version].items())

    def test_life(self):
        for others in (OTHERS, {}):
            self.prefix = self.folder / ("prefix" if others else "made/deep/prefix")
            self.start(others)
            before = state(self.prefix) if others else None
            self.run_package(self.one)
            self.assertTrue(self.holds("1.0"))
            self.assertIn("use --upgrade", self.run_package(self.two, code=3))
            self.assertIn("version 1.0", self.run_package(self.two, "--upgrade"))
            self.assertTrue(self.holds("2.0"))
            self.assertFalse((self.prefix / "include/es/gone.h").exists())
            self.run_package(self.one, "--upgrade")  # back again
            self.assertTrue(self.holds("1.0"))
            if others:
                self.assertEqual((self.prefix / "include/es/deep/new.h").read_text(), "of somebody")
            self.run_package(self.two, "--upgrade")
            self.run_package(self.two, "--uninstall")
            self.assertEqual(state(self.prefix) if self.prefix.exists() else None, before)
            self.run_package(self.two, "--uninstall", code=3)
            self.assertFalse((self.folder / "made").exists())

    def test_killed_installation(self):
        self.start()
        before = state(self.prefix)
        self.run_package(self.one)
        installed = state(self.prefix)
        at = 0
        while True:
            at += 1
            self.start()
            if not self.killed(self.one, at=at):
                break
            self.assertEqual((self.prefix / "mine.txt").read_text(), "mine")
            self.assertIn((self.prefix / "lib64/libes.so").read_text(), ("another library", "library 1"), at)
            if at % 2:  # the same again
                text = self.run_package(self.one, code=None)
                self.assertTrue("is installed" in text, text)
                self.assertEqual(state(self.prefix), installed, at)
            self.run_package(self.one, "--uninstall", code=None)
            self.assertEqual(state(self.prefix), before, at)
        self.assertGreater(at, 25)

    def test_killed_upgrade(self):
        self.start()
        before = state(self.prefix)
        self.run_package(self.one)
        self.run_package(self.two, "--upgrade")
        upgraded = state(self.prefix)
        both = VERSIONS["1.0"].keys() & VERSIONS["2.0"].keys()
        at, seen = 0, set()
        while True:
            at += 1
            self.start()
            self.run_package(self.one)
            if not self.killed(self.two, "--upgrade", at=at):
                break
            for path in both:
                self.assertIn((self.prefix / path).read_text(), (VERSIONS["1.0"][path], VERSIONS["2.0"][path]), f"{path}, command {at}")
            if at % 2:
                self.run_package(self.two, "--upgrade")
                self.assertEqual(state(self.prefix), upgraded, at)
            else:
                # Whatever is asked for next, the tree is one version's first.
                self.run_package(self.two, "--install", code=3)
                seen.add(next(version for version in VERSIONS if self.holds(version)))
            self.run_package(self.one, "--uninstall")
            self.assertEqual(state(self.prefix), before, at)
        self.assertEqual(seen, {"1.0", "2.0"})
        self.assertGreater(at, 45)

    def test_killed_removal(self):
        self.start()
        before = state(self.prefix)
        at = 0
        while True:
            at += 1
            self.start()
            self.run_package(self.one)
            if not self.killed(self.one, "--uninstall", at=at):
                break
            self.run_package(self.one, "--uninstall", code=None)
            self.assertEqual(state(self.prefix), before, at)
        self.assertGreater(at, 10)

    def test_no_space(self):
        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (8, 8))

        self.start()
        self.run_package(self.one)
        before = state(self.prefix)
        done = subprocess.run(["sh", self.two, "--upgrade", f"--install-path={self.prefix}"], capture_output=True, text=True, preexec_fn=limit)
        self.assertEqual(done.returncode, 3, done.stderr)
        self.run_package(self.one, code=3)
        self.assertEqual(state(self.prefix), before)

    def test_a_folder_in_the_place_of_a_file(self):
        self.start({"include/es/a.h/inside": "x"})
        before = state(self.prefix)
        self.assertIn("a.h is a folder", self.run_package(self.one, code=3))
        self.assertEqual(state(self.prefix), before)


unittest.main(argv=sys.argv[:1])
