"""Every kind of change of a parameter list, with values written by hand: what old programs get from the new library, and the text of
what cannot be kept.  abi_small_test.py PREFIX"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

PREFIX = pathlib.Path(sys.argv[1])
ARCH = next(p for p in PREFIX.iterdir() if p.name.endswith("-linux"))
KINDS = {"": "INPUT", "?": "OPTIONAL_INPUT", "*": "DYNAMIC_INPUT"}


def op(name, inputs, attrs=(), outputs="y", subgraphs=()):
    """inputs: `x m? l*`; attrs: (name, type, default or None); outputs: `y z*`; subgraphs: names."""
    return {"op_type": name, "inputs": [{"name": i.rstrip("?*"), "type": KINDS[i[len(i.rstrip("?*")):]], "dtype": "TensorType::ALL()"} for i in inputs.split()],
            "outputs": [{"name": o.rstrip("*"), "type": "DYNAMIC_OUTPUT" if o.endswith("*") else "OUTPUT", "dtype": "TensorType::ALL()"} for o in outputs.split()],
            "attrs": [{"name": n, "type": t, "required": d is None, **({} if d is None else {"default_value": d})} for n, t, d in attrs],
            "subgraphs": [{"name": g, "type": "STATIC"} for g in subgraphs]}


AXIS = ("axis", "Int", "1")
OLD = [op("AddInput", "x", [AXIS]), op("AddAttr", "x", [AXIS]), op("Reorder", "x", [AXIS, ("times", "Int", "2")]), op("Grow", "x"), op("GrowMore", "x", outputs="y z"),
       op("DropAttr", "x", [AXIS, ("rate", "Float", "0.10000000149011612"), ("name", "String", "\"a\\\"b\""), ("list", "ListInt", "[1,2]")]),
       op("DropInput", "x mask?"), op("NeedInput", "x mask?", [AXIS]), op("AddRequired", "x"), op("DropOutput", "x", outputs="y z"), op("Retype", "x", [AXIS]), op("BecomeInput", "x", [AXIS]),
       op("Gone", "x", [AXIS]), op("Owner", "x?", [AXIS]), op("Again", "x", [("back", "Int", "5"), ("seed", "Tensor", None)]),
       # Calls that pass a graph or a tensor: kept, refused by the change, refused by this call's values.
       op("Body", "x", subgraphs=["body"]), op("Bodies", "x", [("seed", "Tensor", None), AXIS], subgraphs=["body"]), op("Odd", "x", [AXIS, ("odd", "Frobnicate", "1")])]
# Between: attributes arrive with another default than today's.
MIDDLE = [op("AddInput", "x mask?", [AXIS]), op("AddAttr", "x", [AXIS, ("level", "Int", "5"), ("sizes", "ListInt", "[7,8]"), ("rows", "ListListInt", "[[1],[]]"),
                                                         ("text", "String", "\"q\\\"\\\\\""), ("kind", "Type", "\"DT_INT8\""), ("flag", "Bool", "true")]),
          op("Again", "x", [("seed", "Tensor", None)])]
NEW = [op("AddInput", "mask? x more* ", [AXIS]), op("AddAttr", "x", [AXIS, ("level", "Int", "6"), ("sizes", "ListInt", "[9]"), ("rows", "ListListInt", "[]"),
                                                         ("text", "String", "\"\""), ("kind", "Type", "\"DT_FLOAT\""), ("flag", "Bool", "false")]),
       op("Reorder", "x", [("times", "Int", "2"), AXIS]), op("Grow", "x", outputs="z y"), op("GrowMore", "x", outputs="y z w*"), op("DropAttr", "x"),
       op("DropInput", "x"), op("NeedInput", "mask x", [AXIS]), op("AddRequired", "x", [("must", "Int", None)]), op("DropOutput", "x", outputs="y"), op("Retype", "x", [("axis", "ListInt", "[1]")]),
       op("BecomeInput", "x axis?"), op("Owner", "x? z", [AXIS]), op("Again", "x", [("back", "Int", "7"), ("seed", "Tensor", None), ("more", "Tensor", "\"Tensor()\"")]),
       op("Body", "x", [("must", "Int", None)], subgraphs=["body"]), op("Bodies", "x", [("seed", "Tensor", None), ("more", "Tensor", "\"Tensor()\"")], subgraphs=["body"]),
       op("Odd", "x", [AXIS, ("odd", "Frobnicate", "1"), ("new", "Int", "3")])]
PROGRAM = r"""
#include <stdio.h>
#include "es_m_ops_c.h"
#include "ge/esb_funcs.h"
void show(const char *op, EsCTensorHolder *out, EsCGraphBuilder *b);
EsCGraph *body(void);
EsCTensor *seed(void);
#define BEGIN(name) { const char *op = name; EsCGraphBuilder *b = EsCreateGraphBuilder(op); EsCTensorHolder *x = EsCreateGraphInput(b, 0); (void)x;
#define END(out) show(op, out, b); EsDestroyGraphBuilder(b); }
int main(void) {
  static const int64_t list[] = {1, 2}, other[] = {1, 3};
  BEGIN("AddInput") END(EsAddInput(x, 4))
  BEGIN("AddAttr") END(EsAddAttr(x, 4))
  BEGIN("Reorder") END(EsReorder(x, 4, 9))
  BEGIN("Grow") END(EsGrow(x))
  BEGIN("GrowMore") EsGrowMoreOutput r = EsGrowMore(x); printf("%d\n", r.y != NULL && r.z != NULL && r.y != r.z); END(r.z)
  BEGIN("DropAttr default") END(EsDropAttr(x, 1, 0.1f, "a\"b", list, 2))
  BEGIN("DropAttr float") END(EsDropAttr(x, 1, 0.10000001f * 1.5f, "a\"b", list, 2))
  BEGIN("DropAttr text") END(EsDropAttr(x, 1, 0.1f, "ab", list, 2))
  BEGIN("DropAttr list") END(EsDropAttr(x, 1, 0.1f, "a\"b", other, 2))
  BEGIN("DropInput none") END(EsDropInput(x, NULL))
  BEGIN("DropInput given") END(EsDropInput(x, x))
  BEGIN("NeedInput none") END(EsNeedInput(x, NULL, 3))
  BEGIN("NeedInput given") END(EsNeedInput(x, EsCreateGraphInput(b, 1), 3))
  BEGIN("AddRequired") END(EsAddRequired(x))
  BEGIN("DropOutput") END(EsDropOutput(x).y)
  BEGIN("Retype") END(EsRetype(x, 4))
  BEGIN("BecomeInput default") END(EsBecomeInput(x, 1))
  BEGIN("BecomeInput given") END(EsBecomeInput(x, 2))
  BEGIN("Gone") END(EsGone(x, 3))
  BEGIN("Owner") END(EsOwner(x, b, 3))
  BEGIN("Again") END(EsAgain(x, seed(), 5))
  BEGIN("Body") END(EsBody(x, body()))
  BEGIN("Bodies default") END(EsBodies(x, body(), seed(), 1))
  BEGIN("Bodies given") END(EsBodies(x, body(), seed(), 2))
  BEGIN("Odd") END(EsOdd(x, 4))
  return 0;
}
"""
SHOW = r"""
#include <cstdio>
#include <sstream>
#include "ge/esb_funcs.h"
#include "graph/graph.h"
extern "C" void show(const char *op, EsCTensorHolder *out, EsCGraphBuilder *b) {
  if (out == nullptr) { std::printf("%s: refused: %s\n", op, EsGetRecentError()); return; }
  (void)EsSetGraphOutput(out, 0);
  auto *graph = reinterpret_cast<ge::Graph *>(EsBuildGraphAndReset(b));
  std::ostringstream text;
  (void)graph->Dump(ge::Graph::DumpFormat::kReadable, text);
  std::string line, lines = text.str();
  for (std::istringstream in(lines); std::getline(in, line);)
    if (line.find("Node[type=Data]") == std::string::npos && line.find("Node[") != std::string::npos) std::printf("%s: %s\n", op, line.c_str() + line.find("Node["));
  delete graph;
}
extern "C" EsCGraph *body() {
  EsCGraphBuilder *b = EsCreateGraphBuilder("body");
  (void)EsSetGraphOutput(EsCreateGraphInput(b, 0), 0);
  EsCGraph *graph = EsBuildGraphAndReset(b);
  EsDestroyGraphBuilder(b);
  return graph;
}
extern "C" EsCTensor *seed() {
  static const int32_t value = 8;
  return EsCreateEsCTensor(&value, nullptr, 0, C_DT_INT32, C_FORMAT_ND);
}
"""
# What the loaded old program must print with the new library; written from the prototypes above.
EXPECTED = r"""
AddInput: Node[type=AddInput] (inputs = (x=%input_0), attrs = {axis: 4})
AddAttr: Node[type=AddAttr] (inputs = (x=%input_0), attrs = {axis: 4, level: 5, sizes: [7, 8], rows: [[1], []], text: "q\"\\", kind: DT_INT8, flag: true})
Reorder: Node[type=Reorder] (inputs = (x=%input_0), attrs = {times: 9, axis: 4})
Grow: Node[type=Grow] (inputs = (x=%input_0))
1
GrowMore: Node[type=GrowMore] (inputs = (x=%input_0))
DropAttr default: Node[type=DropAttr] (inputs = (x=%input_0))
DropAttr float: refused: operator DropAttr: the caller was built against release 1.0, whose call cannot be kept: attribute rate was removed and this call sets it
DropAttr text: refused: operator DropAttr: the caller was built against release 1.0, whose call cannot be kept: attribute name was removed and this call sets it
DropAttr list: refused: operator DropAttr: the caller was built against release 1.0, whose call cannot be kept: attribute list was removed and this call sets it
DropInput none: Node[type=DropInput] (inputs = (x=%input_0))
DropInput given: refused: operator DropInput: the caller was built against release 1.0, whose call cannot be kept: input mask was removed
NeedInput none: refused: operator NeedInput: the caller was built against release 1.0, whose call cannot be kept: input mask became required and this call does not connect it
NeedInput given: Node[type=NeedInput] (inputs = (mask=%input_1, x=%input_0), attrs = {axis: 3})
AddRequired: refused: operator AddRequired: the caller was built against release 1.0, whose call cannot be kept: required attribute must was added
DropOutput: refused: operator DropOutput: the caller was built against release 1.0, whose call cannot be kept: output z was removed
Retype: refused: operator Retype: the caller was built against release 1.0, whose call cannot be kept: attribute axis changed its type from Int to ListInt
BecomeInput default: Node[type=BecomeInput] (inputs = (x=%input_0))
BecomeInput given: refused: operator BecomeInput: the caller was built against release 1.0, whose call cannot be kept: attribute axis became an input and this call sets it
Gone: refused: operator Gone: the caller was built against release 1.0, whose call cannot be kept: the operator no longer exists
Owner: refused: operator Owner: the caller was built against release 1.0, whose call cannot be kept: required input z was added
Again: Node[type=Again] (inputs = (x=%input_0), attrs = {back: 5, seed: 8})
Body: refused: operator Body: the caller was built against release 1.0, whose call cannot be kept: required attribute must was added
Bodies default: Node[type=Bodies] (inputs = (x=%input_0), attrs = {body: %body, seed: 8})
Bodies given: refused: operator Bodies: the caller was built against release 1.0, whose call cannot be kept: attribute axis was removed and this call sets it
Odd: Node[type=Odd] (inputs = (x=%input_0), attrs = {axis: 4})
"""


def run(command, **options):
    done = subprocess.run([str(c) for c in command], capture_output=True, encoding="utf-8", **options)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(str(c) for c in command)}: exit {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


class Abi(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name)
        self.registry = self.path / "pkg"
        self.base = [f"-L{ARCH / 'lib64'}", "-leager_style_graph_builder_base", "-lgraph", f"-Wl,-rpath,{ARCH / 'lib64'}"]

    def archive(self, registry, version, operators, date, *options):
        source = self.path / f"{version}.json"
        source.write_text(json.dumps({"operators": operators}))
        run([ARCH / "bin" / "opstrata", "history", "add", "-r", registry, f"--release-version={version}", f"--release-date={date}", *options, source])
        return source

    def generate(self, name, source, registry, *options):
        code = self.path / f"code{name}"
        run([ARCH / "bin" / "gen_esb", f"--prototypes={source}", f"--history_registry={registry}", f"--output_dir={code}", "--module_name=m", "--quiet", *options])
        return code

    def link(self, name, code, linker="bfd", options=()):
        lib = self.path / f"lib{name}"
        lib.mkdir(exist_ok=True)
        objects = []
        for file in sorted(code.glob("*.cpp")):
            objects.append(lib / (file.name + ".o"))
            if not objects[-1].exists():
                run(["g++", "-std=c++17", "-fPIC", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-DOPSTRATA_ES_VERSIONED", *options, f"-I{code}", f"-I{ARCH / 'include'}", f"-I{ARCH / 'include/ge'}", "-c", file, "-o", objects[-1]])
        run(["g++", "-shared", f"-fuse-ld={linker}", f"-Wl,--version-script={code / 'es_m.map'}", "-Wl,-soname,libes_m.so", *objects, *self.base, "-o", lib / "libes_m.so"])
        return lib

    def library(self, version, operators, archive=True):
        date = f"2026-0{version[0]}-01"
        if archive:
            source = self.archive(self.registry, version, operators, date)
            code = self.generate(version, source, self.registry, f"--release_version={version}")
        else:
            source = self.path / f"{version}.json"
            source.write_text(json.dumps({"operators": operators}))
            code = self.generate(version, source, self.registry, f"--release_date={date}", f"--abi_release={version}")
        return code, self.link(version, code)

    def program(self, code, lib, text=None, name="main"):
        (self.path / f"{name}.c").write_text(text or PROGRAM)
        (self.path / "show.cpp").write_text(SHOW)
        includes = [f"-I{code}", f"-I{ARCH / 'include'}", f"-I{ARCH / 'include/ge'}"]
        run(["gcc", "-std=c11", *includes, "-c", self.path / f"{name}.c", "-o", self.path / f"{name}.o"])
        if not (self.path / "show.o").exists():
            run(["g++", "-std=c++17", *includes, "-c", self.path / "show.cpp", "-o", self.path / "show.o"])
        run(["g++", self.path / "show.o", self.path / f"{name}.o", lib / "libes_m.so", *self.base, "-o", self.path / name])
        return self.path / name

    def output(self, program, *libs, **environment):
        return run([program], env={**os.environ, "LD_LIBRARY_PATH": ":".join(map(str, (*libs, ARCH / "lib64"))), **environment})

    def test_every_kind_of_change(self):
        code, lib = self.library("1.0", OLD)
        program = self.program(code, lib)
        self.assertNotIn("refused", self.output(program, lib))
        self.library("2.0", MIDDLE + [o for o in OLD if o["op_type"] not in [m["op_type"] for m in MIDDLE]])
        code3, lib3 = self.library("3.0", NEW)
        self.assertEqual(self.output(program, lib3).strip(), EXPECTED.strip())
        # The same from the compiler, and with marks for indirect calls.
        for form in ("-DOPSTRATA_ES_PORTABLE", "-fcf-protection"):
            self.assertEqual(self.output(program, self.link(f"3.0{form}", code3, options=[form])).strip(), EXPECTED.strip(), form)
        # `back` was gone in release 2 and came back with another default: its programs get that one.
        again = (self.path / "code3.0" / "es_m_ops.abi.cpp").read_text()
        self.assertRegex(again[again.index("release 2.0"):], r"return EsAgain__\w+\(x, seed, [^,]*\b7\b")
        # The same lists and reasons in the report and in the plan.
        done = subprocess.run([ARCH / "bin" / "opstrata", "abi", "report", "-r", self.registry], capture_output=True, encoding="utf-8")
        self.assertEqual(done.returncode, 1)
        for text in ("refused: required attribute must was added", "refused: the operator no longer exists", "6 lists cannot be served by 3.0"):
            self.assertIn(text, done.stdout)
        run([ARCH / "bin" / "gen_esb", f"--prototypes={self.path / '3.0.json'}", f"--history_registry={self.registry}", "--release_version=3.0",
             f"--output_dir={self.path / 'again'}", "--quiet", f"--report={self.path / 'plan.json'}"])
        plan = {o["op_type"]: o["abi"] for o in json.loads((self.path / "plan.json").read_text())["operators"]}
        self.assertEqual([x["state"] for x in plan["AddInput"]["older_lists"]], ["forwarded", "forwarded"])
        self.assertEqual(plan["AddRequired"]["older_lists"][0]["reasons"], ["required attribute must was added"])

    def test_a_library_built_before_it_is_archived_has_the_versions_that_archiving_gives(self):
        self.library("1.0", OLD)
        code, lib = self.library("3.0", NEW, archive=False)
        self.assertIn("ES_3.0 {", (code / "es_m.map").read_text())
        run([ARCH / "bin" / "opstrata", "history", "add", "-r", self.registry, "--release-version=3.0", "--release-date=2026-03-01", self.path / "3.0.json"])
        run([ARCH / "bin" / "gen_esb", f"--prototypes={self.path / '3.0.json'}", f"--history_registry={self.registry}", "--release_version=3.0",
             f"--output_dir={self.path / 'again'}", "--module_name=m", "--quiet"])
        self.assertEqual((self.path / "again" / "es_m.map").read_text(), (code / "es_m.map").read_text())

    def test_merged_registries_serve_the_programs_of_both(self):
        """Interleaved branches, a replaced release, a late one, a pruned one, and one list that the two sides gave different nodes."""
        def foo(*names):
            return [op("Foo", "x", [(n, "Int", {"a": "1", "b": "2", "c": "3"}[n]) for n in names])]
        ours, theirs = self.path / "ours", self.path / "theirs"
        programs = {}

        def built(name, registry, version, source, linker, call):
            code = self.generate(name, source, registry, f"--release_version={version}")
            lib = self.link(name, code, linker)
            text = PROGRAM[:PROGRAM.index("int main")] + f'int main(void) {{ BEGIN("{name}") END({call}) return 0; }}\n'
            programs[name] = self.program(code, lib, text, f"use_{name}")
            return self.output(programs[name], lib)

        foo_ab = "{}: Node[type=Foo] (inputs = (x=%input_0), attrs = {{{}}})\n"
        one = self.archive(ours, "1.0", foo("a"), "2026-01-01")
        run([ARCH / "bin" / "opstrata", "history", "merge", "-r", theirs, ours])
        self.assertEqual(built("ours1", ours, "1.0", one, "bfd", "EsFoo(x, 4)"), foo_ab.format("ours1", "a: 4"))
        two = self.archive(ours, "2.0", foo("a", "b"), "2026-03-01")
        self.assertEqual(built("ours2", ours, "2.0", two, "gold", "EsFoo(x, 4, 9)"), foo_ab.format("ours2", "a: 4, b: 9"))
        odd = self.archive(theirs, "2.0-x+y", foo("a", "b"), "2026-02-01")  # the same list, another node
        self.assertEqual(built("theirs2", theirs, "2.0-x+y", odd, "lld", "EsFoo(x, 4, 9)"), foo_ab.format("theirs2", "a: 4, b: 9"))
        swapped = self.archive(theirs, "2.5", foo("b", "a") + [op("Bar", "x", outputs="y z")], "2026-04-01")
        built("theirs3", theirs, "2.5", swapped, "bfd", "EsFoo(EsBar(x).z, 4, 9)")
        again = self.archive(ours, "2.0", foo("a", "c"), "2026-03-01", "--replace")
        self.assertEqual(built("replaced", ours, "2.0", again, "gold", "EsFoo(x, 4, 9)"), foo_ab.format("replaced", "a: 4, c: 9"))
        late = self.archive(ours, "1.1", foo("c"), "2026-01-15")
        self.assertEqual(built("late", ours, "1.1", late, "lld", "EsFoo(x, 9)"), foo_ab.format("late", "c: 9"))
        run([ARCH / "bin" / "opstrata", "history", "prune", "-r", ours, "1.0"])
        run([ARCH / "bin" / "opstrata", "history", "merge", "-r", ours, theirs])

        newest = self.path / "3.0.json"
        newest.write_text(json.dumps({"operators": foo("c", "b", "a") + [op("Bar", "x", outputs="y z")]}))
        code = self.generate("3.0", newest, ours, "--release_date=2026-06-01", "--abi_release=3.0")
        for linker in ("bfd", "gold", "lld"):
            lib = self.link("3.0", code, linker)
            for name, attrs in {"ours1": "a: 4", "ours2": "b: 9, a: 4", "theirs2": "b: 9, a: 4", "replaced": "c: 9, a: 4", "late": "c: 9"}.items():
                self.assertEqual(self.output(programs[name], lib), foo_ab.format(name, attrs), linker)
            self.assertIn("Node[type=Foo] (inputs = (x=%Bar_0_1), attrs = {b: 4, a: 9})", self.output(programs["theirs3"], lib).replace("%Bar_0_z", "%Bar_0_1"), linker)
            for program in programs.values():
                self.assertIn(", 0 missing", run([ARCH / "bin" / "opstrata", "abi", "check", program, "--against", lib / "libes_m.so"]))

    def test_odd_versions_and_a_maintenance_release_that_comes_late(self):
        """Names that linkers do not take, an operator that goes and comes back, results that grow, lists as defaults, names that stand
        for two things although each release has one of them; and a release that is archived after later ones."""
        def foo(*names, **defaults):
            return op("Foo", "x", [(n, "Int", defaults.get(n, "1")) for n in names])
        texts, rows = ("texts", "ListString", '["a","b"]'), ("rows", "ListListInt", "[[1,2],[],[3]]")
        kept = ("keep", "Int", "4")
        releases = {
            "1.0-rc.1+b_7": ("2026-01-01", [foo("a"), op("Back", "x", [("k", "Int", "1")]), op("Grow", "x"), op("Lists", "x", [texts, rows, kept])],
                             """BEGIN("Foo") END(EsFoo(x, 4)) BEGIN("Back") END(EsBack(x, 6)) BEGIN("Grow") END(EsGrow(x))
                             static const int64_t one[] = {1, 2}, three[] = {3}; const int64_t *r[] = {one, NULL, three}; static const int64_t n[] = {2, 0, 1};
                             const char *t[] = {"a", "b"}, *u[] = {"a", "c"};
                             BEGIN("Lists default") END(EsLists(x, t, 2, r, 3, n, 9)) BEGIN("Lists rows") END(EsLists(x, t, 2, r, 2, n, 9))
                             BEGIN("Lists text") END(EsLists(x, u, 2, r, 3, n, 9))"""),
            "2.0": ("2026-03-01", [foo("a", "b", b="5"), op("New", "x"), op("Grow", "x", outputs="y z"), op("Lists", "x", [kept])],
                    'BEGIN("New") END(EsNew(x)) BEGIN("Grow") END(EsGrow(x).z)'),
            "3.0+hot": ("2026-05-01", [foo("a", "b", "c", b="7"), op("New", "x", [("must", "Int", None)]), op("Back", "x", [("k2", "Int", "2"), ("k", "Int", "1")]),
                                       op("Grow", "x", outputs="y z* w"), op("Lists", "x", [kept])],
                        'BEGIN("Back") END(EsBack(x, 8, 9)) BEGIN("Grow") EsGrowOutput r = EsGrow(x, 2); END(r.z == NULL ? NULL : r.z[1])'),
            "1.5": ("2026-02-01", [foo("a", "d", d="2"), op("Back", "x", [("k", "Int", "1"), ("v", "Int", "3")]), op("Grow", "x", outputs="y w")],
                    'BEGIN("Foo") END(EsFoo(x, 4, 6)) BEGIN("Back") END(EsBack(x, 8, 3)) BEGIN("Grow") END(EsGrow(x).w)'),
            "4.0": ("2026-07-01", [foo("c", "a", "b", "d", "e", b="9", d="8"), op("New", "x", [("must", "Int", None)]), op("Back", "x", [("k2", "Int", "2"), ("k", "Int", "1")]),
                                   op("Grow", "x", outputs="y z* w q"), op("Lists", "x", [kept])], 'BEGIN("Grow") END(EsGrow(x, 1).q)')}
        programs, libs, record = {}, {}, []
        for i, (version, (date, operators, calls)) in enumerate(releases.items()):
            source = self.archive(self.registry, version, operators, date)
            nodes = [{**n, "operators": {o["op_type"]: o for o in n["operators"]}} for n in json.loads((self.registry / "abi.json").read_text())["nodes"]]
            for before, after in zip(record, nodes):  # it only grows
                self.assertEqual((before["node"], before["release"], {**after["operators"], **before["operators"]}), (after["node"], after["release"], after["operators"]))
            self.assertGreaterEqual(len(nodes), len(record))
            record = nodes
            code = self.generate(version, source, self.registry, f"--release_version={version}")
            libs[version] = self.link(version, code, ("bfd", "gold", "lld")[i % 3])
            programs[version] = self.program(code, libs[version], PROGRAM[:PROGRAM.index("int main")] + f"int main(void) {{ {calls} return 0; }}\n", f"odd{i}")
            self.assertNotIn("refused", self.output(programs[version], libs[version]))
        def expect(old, new, text):
            lines = [" ".join(line.split()) for line in text.strip().splitlines()]
            self.assertEqual(self.output(programs[old], libs[new]).splitlines(), lines, f"{old} with the library of {new}")
        why = "whose call cannot be kept:"
        expect("1.0-rc.1+b_7", "2.0", f"""Foo: Node[type=Foo] (inputs = (x=%input_0), attrs = {{a: 4}})
            Back: refused: operator Back: the caller was built against release 1.0-rc.1+b_7, {why} the operator no longer exists
            Grow: Node[type=Grow] (inputs = (x=%input_0))
            Lists default: Node[type=Lists] (inputs = (x=%input_0), attrs = {{keep: 9}})
            Lists rows: refused: operator Lists: the caller was built against release 1.0-rc.1+b_7, {why} attribute rows was removed and this call sets it
            Lists text: refused: operator Lists: the caller was built against release 1.0-rc.1+b_7, {why} attribute texts was removed and this call sets it""")
        expect("2.0", "1.5", f"""New: refused: operator New: the caller was built against release 2.0, {why} the operator no longer exists
            Grow: refused: operator Grow: the caller was built against release 2.0, {why} output z was removed""")
        expect("2.0", "4.0", f"""New: refused: operator New: the caller was built against release 2.0, {why} required attribute must was added
            Grow: refused: operator Grow: the caller was built against release 2.0, {why} output z changed its kind""")
        expect("3.0+hot", "4.0", """Back: Node[type=Back] (inputs = (x=%input_0), attrs = {k2: 8, k: 9})
            Grow: Node[type=Grow] (inputs = (x=%input_0))""")
        # Of the list that came late, `b` is younger all the same: it gets the default with which it came.
        expect("1.5", "4.0", """Foo: Node[type=Foo] (inputs = (x=%input_0), attrs = {a: 4, b: 5, d: 6})
            Back: Node[type=Back] (inputs = (x=%input_0), attrs = {k: 8})
            Grow: Node[type=Grow] (inputs = (x=%input_0))""")

    @unittest.skipUnless((ARCH / "lib64" / "libgraph_wrapper.so").exists(), "no Python package in this build")
    def test_python_and_hidden_builds(self):
        """Python modules of the first release with the library of the second, whose sources were compiled with hidden visibility."""
        old = [op("Foo", "x m? l*", [("a", "Int", "1"), ("s", "String", '"q"'), ("v", "ListInt", "[1]")], outputs="y z*"), op("Need", "x"), op("Lists", "x", outputs="y*")]
        new = [op("Foo", "x m? l*", [("v", "ListInt", "[1]"), ("n", "Int", "9"), ("s", "String", '"q"'), ("a", "Int", "1")], outputs="y z* w"), op("Need", "x", [("must", "Int", None)]),
               op("Lists", "x", [("must", "Int", None)], outputs="y*")]
        code, lib = self.library("1.0", old)
        code2 = self.generate("2.0", self.archive(self.registry, "2.0", new, "2026-02-01"), self.registry, "--release_version=2.0")
        package = self.path / "python" / "es_m"
        package.mkdir(parents=True)
        (package / "__init__.py").write_text("")
        for file in code.glob("*.py"):
            shutil.copy(file, package)
        (self.path / "use.py").write_text("""
from ge.es import GraphBuilder
from es_m.es_m_ops import Foo, Lists, Need
b = GraphBuilder("g")
x = b.create_input(0)
r = Foo(x, None, [x, x], 2, a=5, s="text", v=[3, 4])
print(len(r.z), r._fields if hasattr(r, "_fields") else r.__slots__)
try:
    Need(x)
    print("kept")
except Exception as error:
    print(type(error).__name__, error)
try:
    print(len(Lists(x, 2)))
except Exception as error:
    print(type(error).__name__, error)
""")
        python = pathlib.Path(__file__).resolve().parents[2] / "python"
        def use(*libs):
            paths = ":".join(map(str, (*libs, ARCH / "lib64")))
            return run([sys.executable, self.path / "use.py"], env={**os.environ, "PYTHONPATH": f"{python}:{package.parent}", "OPSTRATA_LIBRARY_PATH": paths, "LD_LIBRARY_PATH": paths})
        self.assertEqual(use(lib).splitlines()[1:], ["kept", "2"])
        exported = None
        for options in ([], ["-fvisibility=hidden"], ["-fvisibility=hidden", "-DOPSTRATA_ES_PORTABLE"]):
            lib2 = self.link("2.0" + "".join(options), code2, options=options)
            found = [line.split()[-1] for line in run(["nm", "-D", "--defined-only", lib2 / "libes_m.so"]).splitlines() if " T " in line]
            exported = exported or found
            self.assertEqual(sorted(found), sorted(exported))
            lines = use(lib2).splitlines()
            self.assertTrue(lines[0].startswith("2 "), lines)
            self.assertIn("operator Need: the caller was built against release 1.0, whose call cannot be kept: required attribute must was added", lines[1])
            self.assertIn("ValueError Lists: there is no tensor handle: operator Lists: the caller was built against release 1.0", lines[2])

    def test_operators_of_tensor_holders(self):
        """+ - * / give two tensors to the function of any release, by name; the base library's place among the libraries is of no matter."""
        old = [op("Add", "x1 x2"), op("Sub", "x1 x2"), op("Mul", "a b"), op("Div", "x1 x2")]
        new = [op("Add", "x1 x2", [("alpha", "Float", "0.5"), ("sizes", "ListInt", "[1,2]")]), op("Sub", "z? x2 x1 l*", [("s", "String", '"t"')]), op("Mul", "a b c?"),
               op("Div", "x1 x2", [("must", "Int", None)])]
        code, lib = self.library("1.0", old)
        _, lib2 = self.library("2.0", new)
        (self.path / "show.cpp").write_text(SHOW)
        (self.path / "plus.cpp").write_text(r"""
#include "es_m_ops.h"
#include "ge/es_graph_builder.h"
#include "ge/es_tensor_holder.h"
extern "C" void show(const char *op, EsCTensorHolder *out, EsCGraphBuilder *b);
int main() {
  for (const char *op : {"+", "-", "*", "/", "EsAdd"}) {
    ge::es::EsGraphBuilder b("g");
    const auto x = b.CreateInput(0), y = b.CreateInput(1);
    EsCTensorHolder *out = op[0] == 'E' ? EsAdd(x.GetCTensorHolder(), y.GetCTensorHolder())
                           : (op[0] == '+' ? x + y : op[0] == '-' ? x - y : op[0] == '*' ? x * y : x / y).GetCTensorHolder();
    show(op, out, b.GetCGraphBuilder());
  }
}
""")
        includes = [f"-I{code}", f"-I{ARCH / 'include'}", f"-I{ARCH / 'include/ge'}"]
        for linker in ("bfd", "gold", "lld"):
            for libraries in ([*self.base, lib / "libes_m.so"], [lib / "libes_m.so", *self.base]):
                run(["g++", "-std=c++17", f"-fuse-ld={linker}", "-Wl,--no-as-needed", *includes, self.path / "show.cpp", self.path / "plus.cpp", *libraries, "-o", self.path / "plus"])
                self.assertEqual(self.output(self.path / "plus", lib).splitlines(), """
+: Node[type=Add] (inputs = (x1=%input_0, x2=%input_1))
-: Node[type=Sub] (inputs = (x1=%input_0, x2=%input_1))
*: Node[type=Mul] (inputs = (a=%input_0, b=%input_1))
/: Node[type=Div] (inputs = (x1=%input_0, x2=%input_1))
EsAdd: Node[type=Add] (inputs = (x1=%input_0, x2=%input_1))
""".strip().splitlines())
                self.assertEqual(self.output(self.path / "plus", lib2).splitlines(), """
+: Node[type=Add] (inputs = (x1=%input_0, x2=%input_1))
-: Node[type=Sub] (inputs = (x2=%input_1, x1=%input_0))
*: Node[type=Mul] (inputs = (a=%input_0, b=%input_1))
/: refused: operator Div: the caller was built against release any (an operator + - * / of tensor holders), whose call cannot be kept: it requires attribute must
EsAdd: Node[type=Add] (inputs = (x1=%input_0, x2=%input_1))
""".strip().splitlines())
        self.assertNotRegex(run(["nm", "-D", "--defined-only", ARCH / "lib64/libeager_style_graph_builder_base.so"]), r"\bEs(Add|Sub|Mul|Div)\b")
        if not (ARCH / "lib64" / "libgraph_wrapper.so").exists():
            return  # no Python package in this build
        (self.path / "use.py").write_text("""
import ctypes
from ge.es import GraphBuilder
ctypes.CDLL("libes_m.so", mode=ctypes.RTLD_GLOBAL)
import ge._capi.pyes_graph_builder_wrapper as w
w.get_loaded_lib_names = lambda: ["libes_m.so"]
b = GraphBuilder("g")
x, y = b.create_input(0), b.create_input(1)
r = x + y
try:
    x / y
except Exception as error:
    print(error)
""")
        paths = f"{lib2}:{ARCH / 'lib64'}"
        text = run([sys.executable, self.path / "use.py"], env={**os.environ, "PYTHONPATH": str(pathlib.Path(__file__).resolve().parents[2] / "python"),
                                                              "OPSTRATA_LIBRARY_PATH": paths, "LD_LIBRARY_PATH": paths})
        self.assertIn("operator Div", text)

    def test_results_of_two_releases_share_a_process(self):
        """C++ compilers make destructors and templates of result structures: those of two layouts must not merge."""
        text = """#include <vector>
#include "es_m_ops.h"
extern "C" int run_@() {
  ge::es::EsGraphBuilder b("g");
  std::vector<ge::es::PairOutput> list;
  list.push_back(ge::es::Pair(b.CreateInput(0), @ARGS));
  list.push_back(list[0]);
  std::vector<EsPairOutput> c(3);
  c.push_back(EsPair(b.CreateInput(1).GetCTensorHolder(), @ARGS));
  return static_cast<int>(100 * c[3].z_num + 10 * list[1].z.size() + (list[1].y.GetCTensorHolder() != nullptr));
}
"""
        products = []
        for version, outputs, arguments in (("1.0", "y z*", "3"), ("2.0", "a* y z* w", "2, 4")):
            source = self.archive(self.registry, version, [op("Pair", "x", outputs=outputs)], f"2026-0{version[0]}-01")
            code = self.generate(version, source, self.registry, f"--release_version={version}")
            lib = self.link(version, code)
            file = self.path / f"product{version[0]}.cpp"
            file.write_text(text.replace("@ARGS", arguments).replace("@", version[0]))
            for compiler in ("g++", "clang++"):
                if shutil.which(compiler):
                    (self.path / compiler).mkdir(exist_ok=True)
                    products.append(self.path / compiler / f"libproduct{version[0]}.so")
                    run([compiler, "-std=c++17", "-O0", "-fPIC", "-shared", "-Wall", "-Wextra", "-Wpedantic", "-Werror", f"-I{code}", f"-I{ARCH / 'include'}", f"-I{ARCH / 'include/ge'}",
                         file, lib / "libes_m.so", *self.base, "-o", products[-1]])
        (self.path / "main.c").write_text('#include <stdio.h>\nint run_1(void);\nint run_2(void);\n'
                                          'int main(void) { printf("%d %d %d\\n", run_1(), run_2(), run_1()); return 0; }\n')
        for first in products:
            for second in products:
                if first.name != second.name:
                    run(["gcc", self.path / "main.c", first, second, lib / "libes_m.so", *self.base, "-o", self.path / "both"])
                    self.assertEqual(self.output(self.path / "both", lib, first.parent, second.parent), "331 441 331\n", (first, second))

    def test_generators_and_bases_of_different_ages(self):
        """A library of an older generator runs on a newer base; a newer one on an older base is refused with both versions."""
        code, lib = self.library("1.0", OLD)
        program = self.program(code, lib)
        _, lib3 = self.library("3.0", NEW)
        code3 = self.path / "code3.0"
        now = int(re.search(r"OPSTRATA_ES_NODE_VERSION (\d+)u", (ARCH / "include/opstrata/es_node.h").read_text())[1])
        for linker in ("bfd", "gold", "lld"):
            for version in range(1, now):
                older = self.link(f"older{version}_{linker}", code3, linker, [f"-DOPSTRATA_ES_NODE_VERSION={version}u"])
                self.assertEqual(self.output(program, older), self.output(program, lib3), (linker, version))
        # The older base: today's, without the functions that came after version 1.
        base = self.path / "base"
        base.mkdir()
        later = ["OpstrataEsRefuseOldCall", "OpstrataEsRefuseOldArguments", "OpstrataEsEmptyTensor"]
        run(["objcopy", *(f"--localize-symbol={name}" for name in later), ARCH / "lib64/libeager_style_graph_builder_base.a", base / "base.a"])
        name = "libeager_style_graph_builder_base.so"
        run(["g++", "-shared", "-Wl,--whole-archive", base / "base.a", "-Wl,--no-whole-archive", f"-L{ARCH / 'lib64'}", "-lgraph", "-lopstrata_base", f"-Wl,-soname,{name}",
             "-o", base / name])
        self.assertFalse(set(later) & set(run(["nm", "-D", base / name]).split()))
        calls = len([line for line in EXPECTED.splitlines() if ":" in line])
        for linker in ("bfd", "gold", "lld"):
            newer = self.link(f"newer_{linker}", code3, linker, [f"-DOPSTRATA_ES_NODE_VERSION={now + 1}u"])
            for options in ({}, {"LD_BIND_NOW": "1"}):
                lines = [line for line in self.output(program, newer, base, **options).splitlines() if ":" in line]
                self.assertEqual(len(lines), calls, linker)
                for line in lines:
                    self.assertRegex(line, rf"refused: .*version {now + 1} .*version {now}\b", linker)

    def test_check_names_what_is_missing(self):
        code, lib = self.library("1.0", OLD)
        old = self.program(code, lib)
        _, newer = self.library("3.0", NEW)
        check = lambda *a: subprocess.run([ARCH / "bin" / "opstrata", "abi", "check", *a], capture_output=True, encoding="utf-8")
        done = check(old, "--against", newer / "libes_m.so")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("found   EsReorder@ES_1.0", done.stdout)
        self.assertIn("18 generated functions needed, 0 missing", done.stdout)
        (self.path / "new.c").write_text('#include "es_m_ops_c.h"\nint main(void) { return EsReorder(0, 1, 2) != 0; }\n')
        code3 = self.path / "code3.0"
        run(["gcc", f"-I{code3}", f"-I{ARCH / 'include'}", self.path / "new.c", newer / "libes_m.so", *self.base, "-o", self.path / "new"])
        done = check(self.path / "new", "--against", lib / "libes_m.so")
        self.assertEqual(done.returncode, 1)
        self.assertIn("missing EsReorder@ES_3.0 (the library has it at ES_1.0)", done.stdout)
        # A library of the plain interface says nothing about its parameters.
        run([ARCH / "bin" / "gen_esb", f"--prototypes={self.path / '3.0.json'}", f"--output_dir={self.path / 'codeplain'}", "--module_name=m", "--quiet", "--abi=plain"])
        (self.path / "codeplain" / "es_m.map").write_text("{ global: *; };")
        plain = check(self.path / "new", "--against", self.link("plain", self.path / "codeplain") / "libes_m.so")
        self.assertEqual(plain.returncode, 1)
        self.assertIn("missing EsReorder@ES_3.0 (the library has it without version, of whatever parameters)", plain.stdout)
        # A library that is not the one that the program was linked with.
        lost = check(old, "--against", ARCH / "lib64" / "libgraph.so")
        self.assertEqual(lost.returncode, 1)
        self.assertIn("missing EsReorder@ES_1.0 (of libes_m.so, which was not given)", lost.stdout)
        self.assertIn("18 generated functions needed, 18 missing", lost.stdout)
        # Stripped, and as position-dependent program: the same answer.
        run(["gcc", "-no-pie", f"-I{code3}", f"-I{ARCH / 'include'}", self.path / "new.c", newer / "libes_m.so", *self.base, "-o", self.path / "fixed"])
        for name in ("new", "fixed"):
            run(["strip", self.path / name])
            self.assertEqual(check(self.path / name, "--against", lib / "libes_m.so").stdout, done.stdout)
        # What is no program for this library is refused.
        (self.path / "small.s").write_text(".globl main\nmain: ret\n")
        run(["as", "--32", self.path / "small.s", "-o", self.path / "small32.o"])
        run(["ld", "-m", "elf_i386", "-shared", self.path / "small32.o", "-o", self.path / "small32.so"])
        run(["gcc", "-static", "-nostdlib", "-e", "main", "-x", "assembler", self.path / "small.s", "-o", self.path / "static"])
        other = bytearray((self.path / "new").read_bytes())
        other[18:20] = b"\xb7\0"  # e_machine: AArch64
        (self.path / "other").write_bytes(other)
        (self.path / "torn").write_bytes(other[:100])
        bare = bytearray((self.path / "new").read_bytes())
        bare[40:48], bare[58:64] = bytes(8), bytes(6)  # where the section headers are, and how many
        (self.path / "bare").write_bytes(bare)
        (self.path / "empty").write_bytes(b"")
        os.mkfifo(self.path / "pipe")
        for name, text in (("new.c", "no ELF file"), ("small32.so", "(32 bit, machine 3)"), ("other", "machine 183"), ("small32.o", "neither a program nor a shared library"),
                           ("static", "no dynamic symbols"), ("torn", "torn: "), ("bare", "table of sections was stripped"), ("empty", "no ELF file"), ("pipe", "no ordinary file"), (".", "no ordinary file"), ("none", "No such file")):
            done = check(self.path / name, "--against", lib / "libes_m.so")
            self.assertEqual((done.returncode, done.stdout), (3, ""), name)
            self.assertIn(text, done.stderr)

    @unittest.skipUnless(shutil.which("valgrind"), "counts instructions with valgrind")
    def test_a_call_of_the_current_list_costs_what_a_plain_one_costs(self):
        old = self.archive(self.registry, "1.0", [op("Cheap", "x", [AXIS])], "2026-01-01")
        new = self.archive(self.registry, "2.0", [op("Cheap", "x", [AXIS, ("times", "Int", "2")])], "2026-02-01")
        calls = PROGRAM[:PROGRAM.index("int main")] + """#include <stdlib.h>
int main(int argc, char **argv) {
  EsCGraphBuilder *b = EsCreateGraphBuilder("g");
  EsCTensorHolder *x = EsCreateGraphInput(b, 0);
  for (int i = 0; i < atoi(argv[argc - 1]); ++i) if (%s == NULL) return 1;
  EsDestroyGraphBuilder(b);
  return 0;
}
"""
        def cost(program, lib):
            counted = []
            for n in ("100", "300"):
                done = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program, n], capture_output=True, encoding="utf-8",
                                      env={**os.environ, "LD_LIBRARY_PATH": f"{lib}:{ARCH / 'lib64'}"})
                self.assertEqual(done.returncode, 0, done.stderr)
                counted.append(int(re.search(r"Collected : (\d+)", done.stderr).group(1)))
            return (counted[1] - counted[0]) / 200

        costs = {}
        for name, source, call in (("1.0", old, "EsCheap(x, 4)"), ("2.0", new, "EsCheap(x, 4, 9)"), ("plain", new, "EsCheap(x, 4, 9)")):
            code = self.generate(name, source, self.registry, *(["--abi=plain"] if name == "plain" else [f"--release_version={name}"]))
            script = code / "es_m.map"
            if name == "plain":
                script.write_text("{ global: *; };")
            program = self.program(code, self.link(name, code), calls % call, f"cost{name}")
            costs[name] = cost(program, self.path / f"lib{name}")
        costs["old"] = cost(self.path / "cost1.0", self.path / "lib2.0")
        print(f"instructions per call: {costs}", file=sys.stderr)
        # Addresses differ, and with them what hash tables do: a thousandth. A call of the old list passes one function more.
        self.assertLess(costs["2.0"], costs["plain"] * 1.001)
        self.assertLess(costs["old"], costs["plain"] + 60)

    def test_plain(self):
        source = self.path / "1.json"
        source.write_text(json.dumps({"operators": OLD}))
        run([ARCH / "bin" / "gen_esb", f"--prototypes={source}", f"--output_dir={self.path / 'plain'}", "--module_name=m", "--quiet", "--abi=plain"])
        self.assertEqual([p.name for p in (self.path / "plain").glob("*.map")] + [p.name for p in (self.path / "plain").glob("*.abi.cpp")], [])
        self.assertNotIn("EsReorder__", (self.path / "plain" / "es_Reorder.h").read_text() + (self.path / "plain" / "es_Reorder.cpp").read_text())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
