"""`opstrata verify`: witnesses of a real history and of a small one; and that it notices generated code that breaks its promise.
verify_test.py OPSTRATA GEN_ESB HISTORIES"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

OPSTRATA, GEN_ESB, HISTORIES = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])


def operator(name, inputs, attrs):
    return {"op_type": name, "inputs": [{"name": n, "type": k, "dtype": "TensorType::ALL()"} for n, k in inputs],
            "outputs": [{"name": "y", "type": "OUTPUT", "dtype": "TensorType::ALL()"}],
            "attrs": [{"name": n, "type": t, "required": d is None, **({} if d is None else {"default_value": d})} for n, t, d in attrs],
            "subgraphs": []}


X, O = ("x", "INPUT"), ("xo1", "INPUT")
NEW = ("xo2", "OPTIONAL_INPUT")
MODE, TIMES = ("mode", "String", '"xx"'), ("times", "Int", "3")
# The seed's examples (design 4.2.2.1, 4.2.2.2), a changed default, and a required attribute that was added: a call that no
# overload can keep. Bare has nothing to compare.
OLD = [operator("Mode", [X, O], [MODE]), operator("Number", [X, O], [TIMES, ("sizes", "ListInt", "[]")]), operator("Level", [X], [TIMES]),
       operator("Lost", [X], []), operator("Bare", [], [])]
NOW = [operator("Mode", [X, O, NEW], [MODE]), operator("Number", [X, O, NEW], [TIMES, ("sizes", "ListInt", "[]")]),
       operator("Level", [X], [("times", "Int", "4")]), operator("Lost", [X], [("must", "Int", None)]), operator("Bare", [], [])]


class Verify(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.path = pathlib.Path(cls.folder.name)
        cls.registry = cls.path / "pkg"
        cls.archive(cls.registry, (("1.0", "2026-01-10", OLD), ("2.0", "2026-06-10", NOW)))

    @classmethod
    def archive(cls, registry, releases):
        for version, date, ops in releases:
            source = cls.path / f"{version}{'' if registry == cls.registry else registry.name}.json"
            source.write_text(json.dumps({"operators": ops}), encoding="utf-8")
            subprocess.run([OPSTRATA, "history", "add", "-r", registry, f"--release-version={version}", f"--release-date={date}", source],
                           check=True, capture_output=True)

    def verify(self, *arguments, registry=None):
        certificate = self.path / "certificate.json"
        done = subprocess.run([OPSTRATA, "verify", f"--history_registry={registry or self.registry}", f"--cache={self.path / 'cache'}",
                               f"--certificate={certificate}", *arguments], capture_output=True, encoding="utf-8")
        return done.returncode, done.stdout + done.stderr, json.loads(certificate.read_text()) if certificate.exists() else {}

    def generated(self, name, edit):
        return self.generated_from(self.registry, name, edit)

    def generated_from(self, registry, name, edit):
        """Generated code of the newest release, with one file changed."""
        folder = self.path / f"generated_{name}_{len(list(self.path.iterdir()))}"
        newest = json.loads((registry / "index.json").read_text())["releases"][-1]["release_version"]
        subprocess.run([GEN_ESB, f"--prototypes={registry / 'registry' / newest / 'operators.json'}", f"--history_registry={registry}",
                        f"--release_version={newest}", f"--output_dir={folder}", "--quiet", "--window=all"], check=True)
        file = folder / name
        text = file.read_text()
        changed = edit(text)
        self.assertNotEqual(text, changed)
        file.write_text(changed)
        return f"--generated={folder}"

    def test_promises_are_kept(self):
        code, text, certificate = self.verify("--sarif=" + str(self.path / "failures.sarif"))
        self.assertEqual(code, 0, text)
        self.assertGreater(certificate["calls_witnessed"], 60)
        self.assertGreaterEqual(certificate["calls_forbidden"], 2 * len(certificate["compilers"]))
        self.assertGreater(certificate["calls_with_changed_defaults"], 0)  # Level(x)
        self.assertEqual(certificate["calls_lost_silently"], 0)
        self.assertEqual({lost["operator"] for lost in certificate["lost"]}, {"Lost"})
        self.assertEqual([certificate["operators"], certificate["window"]], [5, ["1.0", "2.0"]])
        sarif = json.loads((self.path / "failures.sarif").read_text())
        self.assertEqual((sarif["version"], {r["ruleId"] for r in sarif["runs"][0]["results"]}), ("2.1.0", {"lost_call"}))
        self.assertEqual(self.verify("--strict")[0], 1)
        again = self.verify()
        self.assertEqual(again[0], 0)
        self.assertRegex(again[1], r"(\d+) of \1 batches from the cache")
        self.assertEqual(again[2], certificate)

    def test_braces_beside_new_inputs(self):
        """`{{0}}` might make a tensor for one compiler and not for the other; the list of lists takes it all the same. In the second
        operator braces for a list of types stand in the middle."""
        old = [operator("Nested", [X], [("lists", "ListListInt", "[]"), ("scale", "Float", "0.5")]),
               operator("Types", [X], [("types", "ListType", "[]"), ("flag", "Bool", "true"), ("sizes", "ListInt", "[1]")])]
        now = [{**op, "inputs": op["inputs"] + operator("", [("x2", "OPTIONAL_INPUT"), ("x3", "OPTIONAL_INPUT")], [])["inputs"]} for op in old]
        registry = self.path / "braces"
        self.archive(registry, (("1.0", "2026-01-10", old), ("2.0", "2026-06-10", now)))
        code, text, certificate = self.verify("--release_version=2.0", "--window=all", registry=registry)
        self.assertEqual(code, 0, text)
        self.assertEqual((certificate["lost"], certificate["failures"]), ([], []))
        self.assertEqual(certificate["calls_witnessed"], certificate["calls_kept"] * len(certificate["compilers"]))

    def test_attribute_that_becomes_the_input_of_its_name(self):
        """ONNX's Split: the first release has an input and an attribute `split`, later ones the attribute, today's the input."""
        both = operator("Split", [X, ("split", "OPTIONAL_INPUT")], [("split", "ListInt", "[]")])
        attribute = operator("Split", [X], [("split", "ListInt", "[]")])
        today = operator("Split", [X, ("split", "OPTIONAL_INPUT")], [])
        registry = self.path / "split"
        self.archive(registry, (("1.0", "2026-01-10", [both]), ("2.0", "2026-03-10", [attribute]), ("3.0", "2026-06-10", [today])))
        code, text, certificate = self.verify("--window=all", registry=registry)
        self.assertEqual(code, 0, text)
        self.assertEqual((certificate["failures"], certificate["calls_lost_silently"]), ([], 0))
        code, text, certificate = self.verify("--window=all", self.generated_from(registry, "es_Split.h", lambda t: t.replace(
            "const EsTensorLike opstrata_0(split);", "const EsTensorLike opstrata_0(std::vector<int64_t>(split.size(), 7));")), registry=registry)
        self.assertEqual(code, 1, text)
        self.assertEqual({(f["release"], f["kind"]) for f in certificate["failures"]}, {(r, "other_node") for r in ("1.0", "2.0", "3.0")})

    def test_other_values_are_noticed(self):
        code, text, certificate = self.verify(self.generated("es_Level.h", lambda t: t.replace("(), times)", "(), times + 1)")))
        self.assertEqual(code, 1, text)
        self.assertEqual({(f["operator"], f["kind"]) for f in certificate["failures"]}, {("Level", "other_node")})
        self.assertIn("Level(z[0], n[1])", {f["call"] for f in certificate["failures"]})

    def test_refused_calls_are_noticed(self):
        code, text, certificate = self.verify(self.generated("es_Mode.h", lambda t: t.replace("Holder Mode(", "Holder Mood(", 1)))
        self.assertEqual(code, 1, text)
        self.assertIn("refused", {f["kind"] for f in certificate["failures"]})

    def test_open_guards_are_noticed(self):
        def open_guard(text):
            return re.sub(r"\[\[deprecated\(.*?\)\]\] (.*) = delete;", r"\1 { (void)x; (void)xo1; (void)mode; return EsTensorHolder(nullptr); }", text)
        code, text, certificate = self.verify(self.generated("es_Mode.h", open_guard))
        self.assertEqual(code, 1, text)
        self.assertEqual({(f["operator"], f["kind"]) for f in certificate["failures"]}, {("Mode", "accepted")})

    def test_bad_requests(self):
        self.assertEqual(self.verify("--release_version=9.9")[0], 3)
        self.assertIn("release '9.9' is not in", self.verify("--release_version=9.9")[1])
        self.assertIn("has no operator Nope", self.verify("--operator=Nope")[1])
        self.assertEqual(self.verify("--window=soon")[0], 3)
        self.assertEqual(self.verify(registry="/nowhere")[0], 3)

    def test_real_history(self):
        code, text, certificate = self.verify("--window=all", "--operator=BnHost", "--release_version=1.2.0", registry=HISTORIES / "fwk2020")
        self.assertEqual(code, 0, text)
        self.assertGreater(certificate["distinct_prototypes"], 1)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
