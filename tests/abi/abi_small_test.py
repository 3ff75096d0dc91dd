"""Every kind of change of a parameter list, with values written by hand: what old programs get from the new library, and the text of
what cannot be kept.  abi_small_test.py PREFIX"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

PREFIX = pathlib.Path(sys.argv[1])
ARCH = next(p for p in PREFIX.iterdir() if p.name.endswith("-linux"))
KINDS = {"": "INPUT", "?": "OPTIONAL_INPUT", "*": "DYNAMIC_INPUT"}


def op(name, inputs, attrs=(), outputs="y"):
    """inputs: `x m? l*`; attrs: (name, type, default or None); outputs: `y z*`."""
    return {"op_type": name, "inputs": [{"name": i.rstrip("?*"), "type": KINDS[i[len(i.rstrip("?*")):]], "dtype": "TensorType::ALL()"} for i in inputs.split()],
            "outputs": [{"name": o.rstrip("*"), "type": "DYNAMIC_OUTPUT" if o.endswith("*") else "OUTPUT", "dtype": "TensorType::ALL()"} for o in outputs.split()],
            "attrs": [{"name": n, "type": t, "required": d is None, **({} if d is None else {"default_value": d})} for n, t, d in attrs], "subgraphs": []}


AXIS = ("axis", "Int", "1")
OLD = [op("AddInput", "x", [AXIS]), op("AddAttr", "x", [AXIS]), op("Reorder", "x", [AXIS, ("times", "Int", "2")]), op("Grow", "x"), op("GrowMore", "x", outputs="y z"),
       op("DropAttr", "x", [AXIS, ("rate", "Float", "0.10000000149011612"), ("name", "String", "\"a\\\"b\""), ("list", "ListInt", "[1,2]")]),
       op("DropInput", "x mask?"), op("AddRequired", "x"), op("DropOutput", "x", outputs="y z"), op("Retype", "x", [AXIS]), op("BecomeInput", "x", [AXIS]),
       op("Gone", "x", [AXIS]), op("Owner", "x?", [AXIS])]
# Between: attributes arrive with another default than today's.
MIDDLE = [op("AddInput", "x mask?", [AXIS]), op("AddAttr", "x", [AXIS, ("level", "Int", "5"), ("sizes", "ListInt", "[7,8]"), ("rows", "ListListInt", "[[1],[]]"),
                                                         ("text", "String", "\"q\\\"\\\\\""), ("kind", "Type", "\"DT_INT8\""), ("flag", "Bool", "true")])]
NEW = [op("AddInput", "mask? x more* ", [AXIS]), op("AddAttr", "x", [AXIS, ("level", "Int", "6"), ("sizes", "ListInt", "[9]"), ("rows", "ListListInt", "[]"),
                                                         ("text", "String", "\"\""), ("kind", "Type", "\"DT_FLOAT\""), ("flag", "Bool", "false")]),
       op("Reorder", "x", [("times", "Int", "2"), AXIS]), op("Grow", "x", outputs="z y"), op("GrowMore", "x", outputs="y z w*"), op("DropAttr", "x"),
       op("DropInput", "x"), op("AddRequired", "x", [("must", "Int", None)]), op("DropOutput", "x", outputs="y"), op("Retype", "x", [("axis", "ListInt", "[1]")]),
       op("BecomeInput", "x axis?"), op("Owner", "x? z", [AXIS])]
PROGRAM = r"""
#include <stdio.h>
#include "es_m_ops_c.h"
#include "ge/esb_funcs.h"
void show(const char *op, EsCTensorHolder *out, EsCGraphBuilder *b);
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
  BEGIN("AddRequired") END(EsAddRequired(x))
  BEGIN("DropOutput") END(EsDropOutput(x).y)
  BEGIN("Retype") END(EsRetype(x, 4))
  BEGIN("BecomeInput default") END(EsBecomeInput(x, 1))
  BEGIN("BecomeInput given") END(EsBecomeInput(x, 2))
  BEGIN("Gone") END(EsGone(x, 3))
  BEGIN("Owner") END(EsOwner(x, b, 3))
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
AddRequired: refused: operator AddRequired: the caller was built against release 1.0, whose call cannot be kept: required attribute must was added
DropOutput: refused: operator DropOutput: the caller was built against release 1.0, whose call cannot be kept: output z was removed
Retype: refused: operator Retype: the caller was built against release 1.0, whose call cannot be kept: attribute axis changed its type from Int to ListInt
BecomeInput default: Node[type=BecomeInput] (inputs = (x=%input_0))
BecomeInput given: refused: operator BecomeInput: the caller was built against release 1.0, whose call cannot be kept: attribute axis became an input and this call sets it
Gone: refused: operator Gone: the caller was built against release 1.0, whose call cannot be kept: the operator no longer exists
Owner: refused: operator Owner: the caller was built against release 1.0, whose call cannot be kept: required input z was added
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

    def library(self, version, operators, archive=True, linker="bfd"):
        source = self.path / f"{version}.json"
        source.write_text(json.dumps({"operators": operators}))
        if archive:
            run([ARCH / "bin" / "opstrata", "history", "add", "-r", self.registry, f"--release-version={version}", f"--release-date=2026-0{version[0]}-01", source])
        code = self.path / f"code{version}"
        run([ARCH / "bin" / "gen_esb", f"--prototypes={source}", f"--history_registry={self.registry}", f"--output_dir={code}", "--module_name=m", "--quiet",
             *([f"--release_version={version}"] if archive else [f"--release_date=2026-0{version[0]}-01", f"--abi_release={version}"])])
        lib = self.path / f"lib{version}"
        lib.mkdir()
        objects = []
        for file in sorted(code.glob("*.cpp")):
            objects.append(lib / (file.name + ".o"))
            run(["g++", "-std=c++17", "-fPIC", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-DOPSTRATA_ES_VERSIONED", f"-I{code}", f"-I{ARCH / 'include'}", f"-I{ARCH / 'include/ge'}", "-c", file, "-o", objects[-1]])
        run(["g++", "-shared", f"-fuse-ld={linker}", f"-Wl,--version-script={code / 'es_m.map'}", "-Wl,-soname,libes_m.so", *objects, *self.base, "-o", lib / "libes_m.so"])
        return code, lib

    def program(self, code, lib):
        (self.path / "main.c").write_text(PROGRAM)
        (self.path / "show.cpp").write_text(SHOW)
        includes = [f"-I{code}", f"-I{ARCH / 'include'}", f"-I{ARCH / 'include/ge'}"]
        run(["gcc", "-std=c11", *includes, "-c", self.path / "main.c", "-o", self.path / "main.o"])
        run(["g++", "-std=c++17", *includes, self.path / "show.cpp", self.path / "main.o", lib / "libes_m.so", *self.base, "-o", self.path / "main"])
        return self.path / "main"

    def output(self, program, lib):
        return run([program], env={**os.environ, "LD_LIBRARY_PATH": f"{lib}:{ARCH / 'lib64'}"})

    def test_every_kind_of_change(self):
        code, lib = self.library("1.0", OLD)
        program = self.program(code, lib)
        self.assertNotIn("refused", self.output(program, lib))
        self.library("2.0", MIDDLE + [o for o in OLD if o["op_type"] not in ("AddInput", "AddAttr")])
        _, lib3 = self.library("3.0", NEW)
        self.assertEqual(self.output(program, lib3).strip(), EXPECTED.strip())
        # The same lists and reasons in the report and in the plan.
        done = subprocess.run([ARCH / "bin" / "opstrata", "abi", "report", "-r", self.registry], capture_output=True, encoding="utf-8")
        self.assertEqual(done.returncode, 1)
        for text in ("refused: required attribute must was added", "refused: the operator no longer exists", "5 lists cannot be served by 3.0"):
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

    def test_check_names_what_is_missing(self):
        code, lib = self.library("1.0", OLD)
        old = self.program(code, lib)
        _, newer = self.library("3.0", NEW)
        check = lambda *a: subprocess.run([ARCH / "bin" / "opstrata", "abi", "check", *a], capture_output=True, encoding="utf-8")
        done = check(old, "--against", newer / "libes_m.so")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("found   EsReorder@ES_1.0", done.stdout)
        self.assertIn("13 generated functions needed, 0 missing", done.stdout)
        (self.path / "new.c").write_text('#include "es_m_ops_c.h"\nint main(void) { return EsReorder(0, 1, 2) != 0; }\n')
        code3 = self.path / "code3.0"
        run(["gcc", f"-I{code3}", f"-I{ARCH / 'include'}", self.path / "new.c", newer / "libes_m.so", *self.base, "-o", self.path / "new"])
        done = check(self.path / "new", "--against", lib / "libes_m.so")
        self.assertEqual(done.returncode, 1)
        self.assertIn("missing EsReorder@ES_3.0 (the library has it at ES_1.0)", done.stdout)
        done = check(self.path / "new.c", "--against", lib / "libes_m.so")
        self.assertEqual(done.returncode, 3)
        self.assertIn("no ELF file", done.stderr)

    def test_plain(self):
        source = self.path / "1.json"
        source.write_text(json.dumps({"operators": OLD}))
        run([ARCH / "bin" / "gen_esb", f"--prototypes={source}", f"--output_dir={self.path / 'plain'}", "--module_name=m", "--quiet", "--abi=plain"])
        self.assertEqual([p.name for p in (self.path / "plain").glob("*.map")] + [p.name for p in (self.path / "plain").glob("*.abi.cpp")], [])
        self.assertNotIn("EsReorder__", (self.path / "plain" / "es_Reorder.h").read_text() + (self.path / "plain" / "es_Reorder.cpp").read_text())


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
