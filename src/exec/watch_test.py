"""Verbose lines, launch lines in failures, the trace.  watch_test.py PROGRAM"""
import collections
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

PROGRAM = sys.argv[1]


def run(mode, **environment):
    return subprocess.run([PROGRAM, mode], capture_output=True, encoding="utf-8", timeout=100, env={**os.environ, **environment})


class Verbose(unittest.TestCase):
    def test_one_line_for_every_launch(self):
        done = run("run", OPSTRATA_VERBOSE="1")
        self.assertEqual((done.returncode, done.stdout), (0, ""))
        lines = done.stderr.splitlines()
        for line in lines:
            self.assertRegex(line, r"^opstrata1 \S+ in\(.*\) out\(.*\) attr\(.*\).* plan=(hit|miss) stream=\d+ us=\d+(\.\d+)?$")
        # Three pairs on each of two streams, three runs of one executor, one view.
        self.assertEqual(sum(line.startswith("opstrata1 TestAdd ") for line in lines), 7)
        self.assertEqual(sum(line.startswith("opstrata1 Gelu ") for line in lines), 6)
        self.assertEqual(sum(line.startswith("opstrata1 TestWait ") for line in lines), 3)
        self.assertEqual(len(lines), 16)
        half = [line for line in lines if "attr(alpha=0.5f) api=aclnnTestPair" in line]
        self.assertEqual(["plan=" + re.search(r"plan=(\w+)", line)[1] for line in half], ["plan=miss", "plan=hit", "plan=hit"])
        self.assertIn("in(x1=float[4] x2=float[4]) out(addOut=float[4])", half[0])
        view = next(line for line in lines if "strides" in line)
        self.assertIn("x1=float[3,2],strides[4,2],storage[12]", view)
        self.assertRegex(view, r"x2=\S*,@0\) out\(addOut=\S*,@0\)")
        self.assertTrue(all(" core=aicpu " in line for line in lines if line.startswith("opstrata1 Gelu")))

    def test_level_two_adds_the_sum_of_the_outputs(self):
        lines = [line for line in run("run", OPSTRATA_VERBOSE="2").stderr.splitlines() if " Gelu " in line]
        sums = {re.search(r"x=float\[4\].* sum=([0-9a-f]{16})$", line)[1] for line in lines}
        self.assertEqual(len(sums), 2, "two values of alpha, two results, whatever the plan")

    def test_nothing_without_being_asked(self):
        for environment in ({}, {"OPSTRATA_VERBOSE": "0"}, {"OPSTRATA_VERBOSE": ""}):
            self.assertEqual(run("run", **environment).stderr, "")

    def test_failures_end_with_the_line(self):
        refused = run("refuse").stdout.strip()
        self.assertRegex(refused, r"x2: \[3\] differs from x1.*; replay: opstrata1 TestAdd in\(x1=float\[2\] x2=float\[3\]\) out\(addOut=float\[2\]\) "
                                  r"attr\(alpha=2f\) api=aclnnTestPair\S*$")
        failed = run("fail").stdout.strip()
        self.assertRegex(failed, r"x: negative.*; replay: opstrata1 TestWait in\(x=float\[2\]\) out\(y=float\[2\]\) attr\(\) api=aclnnTestWait\S* stream=\d+$")


class Trace(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = pathlib.Path(self.folder.name) / "trace.json"

    def traced(self, mode, expected):
        done = run(mode, OPSTRATA_TRACE=str(self.path))
        self.assertEqual(done.returncode, expected, done.stderr)
        events = json.loads(self.path.read_text(encoding="utf-8"))
        self.well_formed(events)
        return events

    def well_formed(self, events):
        """The rules of the Chrome trace event format, as far as they concern what is written here."""
        slices = collections.defaultdict(list)
        arrows = collections.defaultdict(list)
        named = set()
        for event in events:
            self.assertIn(event["ph"], "XMCstf")
            self.assertIsInstance(event["name"], str)
            self.assertIsInstance(event["pid"], int)
            self.assertIsInstance(event["tid"], int)
            track = (event["pid"], event["tid"])
            if event["ph"] == "M":
                self.assertIn(event["name"], ("process_name", "thread_name"))
                self.assertIsInstance(event["args"]["name"], str)
                named.add(track if event["name"] == "thread_name" else event["pid"])
                continue
            self.assertIsInstance(event["ts"], (int, float))
            self.assertGreater(event["ts"], 0)
            self.assertIn(event["pid"], named, "a process has its name before its first event")
            if event["ph"] == "C":
                self.assertEqual(list(event["args"]), ["value"])
                self.assertGreaterEqual(event["args"]["value"], 0)
                continue
            self.assertIn(track, named, "a track has its name before its first event")
            if event["ph"] == "X":
                self.assertGreaterEqual(event["dur"], 0)
                begin = round(event["ts"] * 1000)
                slices[track].append((begin, begin + round(event["dur"] * 1000), event))
            else:
                arrows[event["id"]].append(event)
        for track, of_track in slices.items():
            of_track.sort(key=lambda s: (s[0], -s[1]))
            open_slices = []
            for begin, end, event in of_track:
                while open_slices and open_slices[-1] <= begin:
                    open_slices.pop()
                if open_slices:
                    self.assertLessEqual(end, open_slices[-1], f"slices of a track lie one in the other: {event}")
                open_slices.append(end)
        for parts in arrows.values():
            kinds = [part["ph"] for part in sorted(parts, key=lambda p: (p["ts"], "stf".index(p["ph"])))]
            self.assertEqual((kinds[0], kinds[-1]), ("s", "f"))
            self.assertEqual(set(kinds[1:-1]) - {"t"}, set())
            for part in parts:
                at = round(part["ts"] * 1000)
                self.assertTrue(any(b <= at <= e for b, e, _ in slices[(part["pid"], part["tid"])]), f"an arrow ends at a slice: {part}")
                if part["ph"] == "f":
                    self.assertEqual(part["bp"], "e")
        self.slices = [event for of_track in slices.values() for _, _, event in of_track]
        self.arrows = arrows

    def names(self, kind):
        return collections.Counter(event["name"] for event in self.slices if event["cat"] == kind)

    def test_phases_launches_kernels_and_arrows(self):
        events = self.traced("run", 0)
        self.assertEqual(self.names("kernel"), {"TestAdd": 7, "Gelu": 6, "TestWait": 3})
        api = self.names("api")
        self.assertEqual(api["aclnnTestPairGetWorkspaceSize"], 6)
        self.assertEqual(sum(self.names("launch").values()), 10)
        self.assertEqual(len(self.arrows), 10, "one for every launch")
        device = {event["pid"] for event in self.slices if event["cat"] == "kernel"}
        threads = {event["tid"] for event in self.slices if event["cat"] == "api"}
        streams = {event["tid"] for event in self.slices if event["cat"] == "kernel"}
        self.assertEqual((len(device), len(threads), len(streams)), (1, 2, 2))
        self.assertTrue(any("copy of 64 bytes" in name for name in self.names("task")))
        for parts in self.arrows.values():
            by_kind = {part["ph"]: part for part in parts}
            self.assertLessEqual(by_kind["s"]["ts"], by_kind["f"]["ts"])
            self.assertIn(by_kind["f"]["pid"], device)
            self.assertNotIn(by_kind["s"]["pid"], device)
        counters = collections.defaultdict(list)
        for event in sorted((e for e in events if e["ph"] == "C"), key=lambda e: e["ts"]):
            counters[event["name"]].append(event["args"]["value"])
        self.assertEqual(max(counters["plan cache hits"]), 4)
        self.assertEqual(max(counters["plan cache misses"]), 6)
        self.assertGreater(max(counters["memory"]), 0)
        self.assertEqual(counters["memory"][-1], 0, "everything was given back")

    def test_complete_however_the_process_ends(self):
        for mode, code in (("exit", 3), ("finalized", 0), ("abort", -6), ("leave", 4), ("busy-abort", -6), ("busy-fault", -11), ("fork", 0)):
            with self.subTest(mode):
                self.traced(mode, code)
                kernels = self.names("kernel")
                self.assertGreaterEqual(sum(kernels.values()), 616 if mode.startswith("busy") else 16)
                if mode == "fork":
                    self.assertEqual(kernels["TestAdd"], 8, "the child leaves no trace")
                self.path.unlink()

    def test_faults_are_explained_beside_a_trace(self):
        """Whoever comes to a fault first, the trace or the checked mode: both say what they know, and the signal stays what it was."""
        for checked in ("0", "1"):
            done = run("busy-fault", OPSTRATA_TRACE=str(self.path), OPSTRATA_CHECKED=checked)
            self.assertEqual((done.returncode, done.stdout, done.stderr), (-11, "", ""))
            self.well_formed(json.loads(self.path.read_text(encoding="utf-8")))
            self.assertGreaterEqual(sum(self.names("kernel").values()), 616)

    def test_a_file_that_cannot_be_written_disturbs_nobody(self):
        for path in ("/nowhere/trace.json", "/dev/full", self.folder.name):
            done = run("run", OPSTRATA_TRACE=path)
            self.assertEqual((done.returncode, done.stdout), (0, ""))
            self.assertTrue(done.stderr.startswith(f"opstrata: warning: OPSTRATA_TRACE: cannot write {path}: "), done.stderr)
            self.assertEqual(done.stderr.count("\n"), 1, "said once")

    def test_with_the_other_watchers(self):
        done = run("run", OPSTRATA_TRACE=str(self.path), OPSTRATA_VERBOSE="1", OPSTRATA_CHECKED="1", OPSTRATA_PROFILE=self.folder.name + "/profile")
        self.assertEqual((done.returncode, done.stdout, len(done.stderr.splitlines())), (0, "", 16))
        self.well_formed(json.loads(self.path.read_text(encoding="utf-8")))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
