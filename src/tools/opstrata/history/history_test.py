"""The verbs of `opstrata history` on a real history and on small ones.  history_test.py OPSTRATA HISTORIES"""
import json
import os
import pathlib
import pty
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest

OPSTRATA, HISTORIES = sys.argv[1], pathlib.Path(sys.argv[2])
MATH = HISTORIES / "math"


def run(*arguments):
    done = subprocess.run([OPSTRATA, *map(str, arguments)], capture_output=True, encoding="utf-8")
    return done.returncode, done.stdout, done.stderr


class Verbs(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.registry = pathlib.Path(self.folder.name) / "pkg"

    def operators(self, name, *ops):
        path = pathlib.Path(self.folder.name) / name
        path.write_text(json.dumps({"operators": list(ops)}), encoding="utf-8")
        return path

    def add(self, version, date, *inputs, more=()):
        return run("history", "add", "-r", self.registry, f"--release-version={version}", f"--release-date={date}", *more, *inputs)

    def test_usage_is_2_and_help_is_0(self):
        for arguments in ((), ("history",), ("nothing",), ("history", "log"), ("history", "stat", "--format=xml", MATH), ("proto", "source")):
            self.assertEqual(run(*arguments)[0], 2, arguments)
        for arguments in (("--help",), ("history", "diff", "--help"), ("--version",)):
            self.assertEqual(run(*arguments)[0], 0, arguments)

    def test_a_refused_command_line_names_its_verb(self):
        for arguments, text in ((("history", "log", "Add"), "opstrata history log: --registry is required"),
                                (("history", "stat"), "opstrata history stat: --registry is required"),
                                (("history", "nothing"), "opstrata history: "), (("nothing",), "opstrata: ")):
            code, out, err = run(*arguments)
            self.assertEqual((code, out), (2, ""), arguments)
            self.assertTrue(err.startswith(text), err)
            self.assertIn(f"Run '{text.split(':')[0]} --help'", err)

    def test_the_registry_may_stand_behind_the_other_arguments(self):
        for arguments in (("log", "ArgMaxWithValue"), ("show", "HistogramV2@9.0.1"), ("diff", "9.0.0-beta.1", "9.0.0-beta.2"), ("stat",), ("fsck",)):
            by_option, by_place = run("history", arguments[0], "-r", MATH, *arguments[1:]), run("history", *arguments, MATH)
            self.assertEqual(by_option, by_place, arguments)
            self.assertIn(by_option[0], (0, 1), arguments)
            self.assertTrue(by_option[1] or arguments == ("fsck",), arguments)

    def test_could_not_is_3_with_the_reason(self):
        for arguments, reason in ((("history", "stat", "/nowhere"), "/nowhere/index.json: cannot open"),
                                  (("history", "diff", "-r", MATH, "9.0.0", "nine"), "release 'nine' is not in"),
                                  (("history", "log", "-r", MATH, "NoSuchOp"), "no release holds operator 'NoSuchOp'"),
                                  (("proto", "source", "/nowhere.json"), "/nowhere.json: cannot open")):
            code, out, err = run(*arguments)
            self.assertEqual((code, out), (3, ""), arguments)
            self.assertIn(reason, err)

    def test_migrate(self):
        old, new = self.registry, self.registry.parent / "new"
        release = old / "registry/one"
        release.mkdir(parents=True)
        index = {"version": "0.9", "note": "kept", "releases": [{"release_version": "one", "release_date": "2026-01-01", "more": [1]}]}
        (old / "index.json").write_text(json.dumps(index))
        (release / "metadata.json").write_text('{"release_version": "one", "future": {"a": 1}}')
        operators = {"operators": [{"op_type": "A", "inputs": [{"name": "x", "type": "INPUT", "later": True}], "outputs": [], "attrs": [],
                                    "subgraphs": [], "extra": "e"}], "schema_version": "3"}
        (release / "operators.json").write_text(json.dumps(operators))
        before = {path: path.read_bytes() for path in old.rglob("*.json")}
        code, out, err = run("history", "migrate", old, new)
        self.assertEqual((code, out, err), (0, "migrated 1 releases\n", ""))
        self.assertEqual({path: path.read_bytes() for path in old.rglob("*.json")}, before)
        self.assertEqual(json.loads((new / "index.json").read_text()), {**index, "version": "1.0.0"})
        self.assertEqual(json.loads((new / "registry/one/metadata.json").read_text())["future"], {"a": 1})
        self.assertEqual(json.loads((new / "registry/one/operators.json").read_text()), operators)
        self.assertEqual(run("history", "fsck", new)[0], 0)
        self.assertEqual(run("history", "migrate", old, new)[0], 3)

    def test_migrate_an_empty_registry(self):
        self.registry.mkdir()
        (self.registry / "index.json").write_text('{"version": "0.9", "releases": [], "note": "kept"}')
        new = self.registry.parent / "new"
        self.assertEqual(run("history", "migrate", self.registry, new), (0, "migrated 0 releases\n", ""))
        self.assertEqual(json.loads((new / "index.json").read_text()), {"version": "1.0.0", "releases": [], "note": "kept"})

    def test_migrate_takes_what_can_be_read_and_names_the_rest(self):
        for version in ("good", "odd", "torn", "bare"):
            self.assertEqual(self.add(version, "2026-01-01", self.operators("one.json", {"op_type": "A"}))[0], 0)
        releases = self.registry / "registry"
        odd = '{"operators": [{"op_type": "A"}, {"op_type": 7}]}'
        (releases / "odd/operators.json").write_text(odd)
        (releases / "torn/operators.json").write_text('{"operators": [')
        (releases / "bare/metadata.json").unlink()
        new = self.registry.parent / "new"
        code, out, err = run("history", "migrate", self.registry, new)
        self.assertEqual(code, 1, err)
        self.assertIn("left out: " + str(releases / "torn/operators.json") + ":1:", err)
        self.assertIn("left out: " + str(releases / "bare/metadata.json"), err)
        # A merge refuses what is not to be trusted, and takes what is there.
        merged = self.registry.parent / "merged"
        code, out, err = run("history", "merge", "-r", merged, self.registry)
        self.assertEqual((code, out, merged.exists()), (3, "", False), err)
        self.assertIn("release torn: " + str(releases / "torn/operators.json") + ":1:", err)
        whole = self.registry.parent / "whole"
        shutil.copytree(self.registry, whole)
        (whole / "registry/torn/operators.json").unlink()
        code, out, err = run("history", "merge", "-r", merged, whole)
        self.assertEqual(code, 1, err)
        for file in ("torn/operators.json", "bare/metadata.json"):
            self.assertIn("left out: " + str(whole / "registry" / file), err)
        kept = (merged, new)
        for folder in kept:
            self.assertEqual([r["release_version"] for r in json.loads((folder / "index.json").read_text())["releases"]], ["good", "odd"])
            self.assertEqual((folder / "registry/odd/operators.json").read_text(), odd)
            self.assertFalse((folder / "registry/torn").exists())
        self.assertIn("kept as it stands: " + str(releases / "odd/operators.json") + "#/operators/1", run("history", "migrate", self.registry, self.registry.parent / "third")[2])
        # An archive that is built upon has to be whole.
        built = self.registry.parent / "built"
        code, _, err = run("history", "add", "-r", built, "--release-version=new", "--release-date=2026-02-01", "--merge-from", self.registry, self.registry.parent / "one.json")
        self.assertEqual((code, built.exists()), (3, False), err)
        self.assertIn("torn/operators.json", err)
        # Nothing that can be read: nothing is written.
        for version in ("good", "odd"):
            (releases / version / "operators.json").write_text("[]")
        code, out, err = run("history", "migrate", self.registry, self.registry.parent / "fourth")
        self.assertEqual((code, out), (3, ""))
        self.assertIn("no release of it can be migrated", err)
        self.assertFalse((self.registry.parent / "fourth").exists())
        # What only cannot be read today ends the matter.
        os.chmod(releases / "good/operators.json", 0)
        if not os.access(releases / "good/operators.json", os.R_OK):
            self.assertEqual(run("history", "migrate", self.registry, self.registry.parent / "fifth")[0], 3)

    # The facts about HistogramV2 and ArgMaxWithValue stand in the data's own event list.
    def test_log(self):
        code, out, _ = run("history", "log", "-r", MATH, "ArgMaxWithValue", "--format=json")
        self.assertEqual(code, 0)
        changes = {entry["release_version"]: [c["class"] for c in entry["changes"]] for entry in json.loads(out)}
        self.assertIn("attr.new_optional.end", changes["9.0.0-beta.2"])
        self.assertIn("\n  attr.new_optional.end indice_dtype", run("history", "log", "-r", MATH, "ArgMaxWithValue")[1])

    def test_diff(self):
        code, out, _ = run("history", "diff", "-r", MATH, "9.0.0-beta.1", "9.0.0-beta.2", "--format=json", "--op=ArgMaxWithValue")
        self.assertEqual(code, 1)
        old, new = "ArgMaxWithValue(x, Int dimension, Bool keep_dims=false) -> indice, values", \
            "ArgMaxWithValue(x, Int dimension, Bool keep_dims=false, Type indice_dtype=\"DT_INT32\") -> indice, values"
        self.assertIn({"class": "attr.new_optional.end", "op": "ArgMaxWithValue", "name": "indice_dtype", "index": 2, "before": old, "after": new},
                      json.loads(out)["changes"])
        out = run("history", "diff", "-r", MATH, "9.0.0-beta.1", "9.0.0-beta.2", "--op=ArgMaxWithValue")[1]
        self.assertIn(f"ArgMaxWithValue\n  - {old}\n  + {new}\n  attr.new_optional.end indice_dtype (place 2)\n", out)
        code, out, _ = run("history", "diff", "-r", MATH, "9.0.0-rc.1", "9.0.0")  # two tags of one content
        self.assertEqual((code, out), (0, ""))
        release = lambda version: MATH / "registry" / version / "operators.json"
        self.assertEqual(run("history", "diff", release("9.0.0"), release("9.0.1"))[0],
                         run("history", "diff", "-r", MATH, "9.0.0", "9.0.1")[0])

    def test_colours_on_a_terminal_only(self):
        def on_terminal(command, **environment):
            # The terminal stays open until its text has been read: what lies in one that nobody has open may be lost.
            control, terminal = pty.openpty()
            parts, end = [], b"\0"

            def read():
                while not (parts and parts[-1].endswith(end)):
                    parts.append(os.read(control, 65536))
            reader = threading.Thread(target=read)
            reader.start()
            process = subprocess.run(command, stdout=terminal, env={**os.environ, "NO_COLOR": "", "TERM": "xterm", **environment})
            os.write(terminal, end)
            reader.join()
            os.close(terminal)
            os.close(control)
            text = b"".join(parts)[:-len(end)]
            self.assertIn(process.returncode, (0, 1))
            return text.replace(b"\r\n", b"\n")
        for verb in (("diff", "9.0.0-beta.1", "9.0.0-beta.2", MATH), ("log", "ArgMaxWithValue", MATH), ("show", "HistogramV2", MATH), ("stat", MATH)):
            command = [OPSTRATA, "history", *map(str, verb)]
            plain = subprocess.run(command, stdout=subprocess.PIPE).stdout
            self.assertNotIn(b"\033", plain)
            coloured = on_terminal(command)
            self.assertIn(b"\033[", coloured, verb)
            self.assertEqual(re.sub(rb"\033\[\d+m", b"", coloured), plain)
            self.assertEqual(on_terminal(command, NO_COLOR="1"), plain)
            self.assertEqual(on_terminal(command, TERM="dumb"), plain)

    def test_show_and_stat(self):
        code, out, _ = run("history", "show", "-r", MATH, "HistogramV2@9.0.1")
        self.assertEqual(code, 0)
        self.assertIn("HistogramV2(x, min, max, Int bins=100) -> y", out)
        self.assertIn("REG_OP(HistogramV2)", out)
        shown = json.loads(run("history", "show", "-r", MATH, "HistogramV2@9.0.1", "--format=json")[1])
        archived = json.loads((MATH / "registry/9.0.1/operators.json").read_text())["operators"]
        self.assertEqual(shown["operator"], next(op for op in archived if op["op_type"] == "HistogramV2"))
        rows = json.loads(run("history", "stat", MATH, "--format=json")[1])
        self.assertEqual([row["release_version"] for row in rows[:2]], ["8.5.0-beta.1", "8.5.0"])
        for row in rows:
            content = json.loads((MATH / "registry" / row["release_version"] / "operators.json").read_text())
            self.assertEqual(row["operators"], len(content["operators"]))
        self.assertEqual(rows[1]["operators"], rows[0]["operators"] + rows[1]["new"] - rows[1]["removed"])

    def test_verbs_that_write_answer_in_json(self):
        one = self.operators("one.json", {"op_type": "A"})
        release = {"release_version": "1", "release_date": "2026-01-01"}
        for changed in (True, False):
            code, out, err = self.add("1", "2026-01-01", one, more=["--format=json"])
            self.assertEqual((code, json.loads(out), err), (0, {**release, "changed": changed, "operators": 1, "took_over": [], "left_out": []}, ""))
        other, third = self.registry.parent / "other", self.registry.parent / "third"
        code, out, _ = run("history", "merge", "-r", other, self.registry, "--format=json")
        self.assertEqual((code, json.loads(out)), (0, {"took_over": [release], "left_out": []}))
        code, out, _ = run("history", "migrate", other, third, "--format=json")
        self.assertEqual((code, json.loads(out)), (0, {"took_over": [release], "left_out": [], "kept_as_it_stands": []}))
        code, out, _ = run("history", "prune", "-r", other, "1", "--format=json")
        self.assertEqual((code, json.loads(out)), (0, {"removed": ["1"]}))
        (third / "registry/1/operators.json").unlink()
        code, out, err = run("history", "merge", "-r", other, third, "--format=json")
        self.assertEqual((code, len(json.loads(out)["left_out"]), err), (1, 1, ""))

    def test_life_of_a_registry(self):
        one = self.operators("one.json", {"op_type": "A"})
        two = self.operators("two.json", {"op_type": "A"}, {"op_type": "B"})
        self.assertEqual(self.add("1", "2026-01-01", one)[0], 0)
        self.assertIn("already archived 1", self.add("1", "2026-01-01", one)[1])
        self.assertEqual(self.add("1", "2026-01-01", two)[0], 3)
        self.assertEqual(self.add("1", "2026-01-01", two, more=["--replace"])[0], 0)
        self.assertEqual(self.add("2", "2026-02-31", one)[0], 3)
        self.assertEqual(self.add("../2", "2026-02-01", one)[0], 3)
        self.assertEqual(self.add("2", "2026-02-01", one)[0], 0)
        other = pathlib.Path(self.folder.name) / "other"
        self.assertEqual(run("history", "merge", "-r", other, self.registry)[1], "took over 1 (2026-01-01)\ntook over 2 (2026-02-01)\n")
        self.assertEqual(run("history", "merge", "-r", other, self.registry)[1], "nothing to take over\n")
        self.assertEqual(run("history", "prune", "-r", other, "7")[0], 3)
        self.assertEqual(run("history", "prune", "-r", other, "1")[0], 0)
        self.assertFalse((other / "registry/1").exists())
        self.assertEqual([r["release_version"] for r in json.loads(run("history", "stat", other, "--format=json")[1])], ["2"])

    def test_fsck(self):
        self.assertEqual(run("history", "fsck", MATH), (0, "", ""))
        self.add("1", "2026-01-01", self.operators("one.json", {"op_type": "A"}))
        (self.registry / "registry/stray").mkdir()
        (self.registry / "registry/1/operators.json").write_text('{"operators": [{"op_type": "A"}, {"op_type": "A"}]}')
        code, out, _ = run("history", "fsck", self.registry, "--format=json")
        self.assertEqual(code, 1)
        texts = [finding["text"] for finding in json.loads(out)]
        self.assertEqual(len(texts), 3)
        self.assertIn("#/operators/0/op_type: 'A' appears more than once", texts[0])
        # The record of symbol versions counts too: nothing can be generated without it.
        for record, text in (('{"version":', "not valid JSON"), ('{"version": "1.0.0", "nodes": [{"node": "-", "release": "1", "operators": []}]}', "#/nodes/0/node")):
            (self.registry / "abi.json").write_text(record)
            code, out, _ = run("history", "fsck", self.registry)
            self.assertEqual(code, 1)
            self.assertIn(text, out)
        self.assertIn("registry/stray: no entry of the index names it", texts[2])


unittest.main(argv=sys.argv[:1])
