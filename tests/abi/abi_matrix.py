"""Programs and libraries built against the generated interface of one release, run with the libraries of all later releases.

abi_matrix.py --prefix PREFIX --history HISTORY [--releases N] [--operators N] [--work DIR] [--linkers bfd,gold,lld] [--report FILE]
              [--defaults] [--portable]

For every release of HISTORY, in the order of the dates: its operators are archived, its library is generated and linked (shared, with
symbol versions), and two programs are built against it: one in C, which binds `EsFoo@<version>`, and one in C++, whose inline functions
call the symbol of the parameter list. Every program then runs, not compiled anew, with every later library. It prints the graph of each
call; this must be the graph that the program got from the library it was built with: the same sources by input name, the same values of
the attributes that its release knew (an attribute of a default that the release had counts as given). A call that cannot be kept must
say so with operator, release and change, and only where `opstrata abi report` says so. Also checked: two libraries built against
different releases in one process, programs linked without symbol versions, static libraries, `opstrata abi check`, and abidiff."""
import argparse
import itertools
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import shuffled_history

SHOW = r"""
#include <cstdio>
#include <sstream>
#include "ge/esb_funcs.h"
#include "graph/graph.h"
extern "C" void show(const char *op, EsCTensorHolder *first, EsCTensorHolder **outputs, int num, EsCGraphBuilder *builder);
void show(const char *op, EsCTensorHolder *first, EsCTensorHolder **outputs, int num, EsCGraphBuilder *builder) {
  if (first == nullptr) { std::printf("== %s\nrefused: %s\n", op, EsGetRecentError()); return; }
  for (int i = 0; i < num; ++i) (void)EsSetGraphOutput(outputs[i], i);
  auto *graph = reinterpret_cast<ge::Graph *>(EsBuildGraphAndReset(builder));
  std::ostringstream text;
  if (graph != nullptr) (void)graph->Dump(ge::Graph::DumpFormat::kReadable, text);
  std::printf("== %s\n%s\n", op, text.str().c_str());
  delete graph;
}
extern "C" EsCGraph *subgraph(const char *name, int outputs);
EsCGraph *subgraph(const char *name, int outputs) {
  EsCGraphBuilder *builder = EsCreateGraphBuilder(name);
  EsCTensorHolder *x = EsCreateGraphInput(builder, 0);
  for (int i = 0; i < outputs; ++i) (void)EsSetGraphOutput(x, i);
  EsCGraph *graph = EsBuildGraphAndReset(builder);
  EsDestroyGraphBuilder(builder);
  return graph;
}
extern "C" EsCTensor *tensor(int64_t n);
EsCTensor *tensor(int64_t n) {
  const int64_t data[] = {n, n + 1}, dims[] = {2};
  return EsCreateEsCTensor(data, dims, 1, C_DT_INT64, C_FORMAT_ND);
}
"""
# What both kinds of programs know of it.
SHOWN = """void show(const char *op, EsCTensorHolder *first, EsCTensorHolder **outputs, int num, EsCGraphBuilder *builder);
EsCGraph *subgraph(const char *name, int outputs);
EsCTensor *tensor(int64_t n);
"""
CPP_HELPERS = """static std::unique_ptr<ge::Graph> graph(const char *name, int outputs) {
  return std::unique_ptr<ge::Graph>(static_cast<ge::Graph *>(static_cast<void *>(subgraph(name, outputs))));
}
static std::vector<std::unique_ptr<ge::Graph>> graphs(const char *name, int outputs) {
  std::vector<std::unique_ptr<ge::Graph>> list;
  list.push_back(graph((std::string(name) + "_0").c_str(), outputs));
  list.push_back(graph((std::string(name) + "_1").c_str(), outputs));
  return list;
}
"""

CPP_TYPES = {"Int", "Float", "Bool", "String", "Type", "ListInt", "ListFloat", "ListBool", "ListString", "ListType", "ListListInt", "Tensor"}


def run(command, **options):
    done = subprocess.run([str(c) for c in command], capture_output=True, encoding="utf-8", **options)
    if done.returncode != 0:
        raise SystemExit(f"failed: {' '.join(str(c) for c in command)}\n{done.stdout[-4000:]}{done.stderr[-4000:]}")
    return done.stdout


def attr_order(op):
    return [a for a in op["attrs"] if a["required"]] + [a for a in op["attrs"] if not a["required"]]


def testable(op):
    return op["outputs"] and all(a["type"] in CPP_TYPES for a in op["attrs"])


def value_of(kind, seed):
    """Python value of an attribute, other than the usual defaults."""
    n = seed % 50 + 11
    return {"Int": n, "Float": n + 0.5, "Bool": bool(seed % 2), "String": f"text {n}", "Type": 3, "ListInt": [n, n + 1], "ListFloat": [n + 0.25],
            "ListBool": [True, False, bool(seed % 2)], "ListString": [f"a{n}", "b"], "ListType": [0, 3], "ListListInt": [[n], [n, 2]], "Tensor": n}[kind]


#: Data types by their values (es-api section 2.1); archives spell BF16 in two ways.
TYPE_NAMES = """FLOAT FLOAT16 INT8 INT32 UINT8 - INT16 UINT16 UINT32 INT64 UINT64 DOUBLE BOOL STRING DUAL_SUB_INT8 DUAL_SUB_UINT8 COMPLEX64 COMPLEX128
QINT8 QINT16 QINT32 QUINT8 QUINT16 RESOURCE STRING_REF DUAL VARIANT BF16 UNDEFINED INT4 UINT1 INT2 UINT2 COMPLEX32 HIFLOAT8 FLOAT8_E5M2 FLOAT8_E4M3FN
FLOAT8_E8M0 FLOAT6_E3M2 FLOAT6_E2M3 FLOAT4_E2M1 FLOAT4_E1M2 HIFLOAT4""".split()
TYPES = {"DT_" + name: value for value, name in enumerate(TYPE_NAMES)} | {"DT_BFLOAT16": 27}


def given_default(attr):
    """Python value of an attribute's default."""
    value = json.loads(attr["default_value"])
    convert = {"Float": float, "ListFloat": lambda v: [float(x) for x in v], "Type": TYPES.__getitem__, "ListType": lambda v: [TYPES[x] for x in v]}
    return convert.get(attr["type"], lambda v: v)(value)


def integer(value):
    return "INT64_MIN" if value == -2**63 else f"INT64_C({value})" if abs(value) > 2**31 - 1 else str(value)


def c_argument(kind, value, name, lines):
    quote = json.dumps
    if kind == "Int":
        return [integer(value)]
    if kind == "Tensor":
        return [f"tensor({value})"]
    if kind == "Float":
        return [f"{value}f"]
    if kind == "Bool":
        return ["true" if value else "false"]
    if kind == "String":
        return [quote(value)]
    if kind == "Type":
        return [f"(C_DataType){value}"]
    if kind == "ListListInt":
        for i, row in enumerate(value):
            lines.append(f"static const int64_t {name}_{i}[] = {{{', '.join(map(str, row))}}};")
        rows = ", ".join(f"{name}_{i}" for i in range(len(value)))
        lines.append(f"const int64_t *{name}[] = {{{rows}}}; static const int64_t {name}_n[] = {{{', '.join(str(len(r)) for r in value)}}};")
        return [name, str(len(value)), f"{name}_n"]
    c_type, item = {"ListInt": ("static const int64_t ", str), "ListFloat": ("static const float ", lambda v: f"{v}f"),
                    "ListBool": ("static const bool ", lambda v: "true" if v else "false"), "ListString": ("const char *", quote),
                    "ListType": ("static const C_DataType ", lambda v: f"(C_DataType){v}")}[kind]
    lines.append(f"{c_type}{name}[] = {{{', '.join(item(v) for v in value)}}};")
    return [name, str(len(value))]


def cpp_argument(kind, value):
    quote = json.dumps
    if kind == "Type":
        return f"static_cast<ge::DataType>({value})"
    if kind == "Tensor":
        return f"std::unique_ptr<ge::Tensor>(static_cast<ge::Tensor *>(static_cast<void *>(tensor({value}))))"
    if kind == "ListListInt":
        return "std::vector<std::vector<int64_t>>{" + ", ".join("{" + ", ".join(map(str, row)) + "}" for row in value) + "}"
    lists = {"ListInt": ("int64_t", str), "ListFloat": ("float", lambda v: f"{v}f"), "ListBool": ("uint8_t", lambda v: "1" if v else "0"),
             "ListString": ("const char *", quote), "ListType": ("ge::DataType", lambda v: f"static_cast<ge::DataType>({v})")}
    if kind in lists:
        item_type, item = lists[kind]
        return f"std::vector<{item_type}>{{{', '.join(item(v) for v in value)}}}"
    return {"Int": lambda v: f"int64_t{{{integer(v)}}}", "Float": lambda v: f"{v}f", "Bool": lambda v: "true" if v else "false", "String": quote}[kind](value)


class Call:
    """One call of an operator as a release has it: which optional inputs are connected, which attribute values are given."""

    def __init__(self, op, connected, seed, defaults=False):
        self.op, self.name, self.seed = op, f"{op['op_type']}#{seed}{'d' if defaults else ''}", f"{seed}d" if defaults else seed
        self.connected = connected
        self.values = {a["name"]: value_of(a["type"], seed + i) for i, a in enumerate(attr_order(op))}
        if defaults:  # what an attribute that is gone has to be
            self.values.update({a["name"]: given_default(a) for a in op["attrs"] if not a["required"] and a["type"] != "Tensor"})

    def all_optional(self):
        return all(i["type"] == "OPTIONAL_INPUT" for i in self.op["inputs"])

    def inputs(self):
        """(input, how many tensors): None for one that is not connected."""
        for i in self.op["inputs"]:
            if i["type"] == "DYNAMIC_INPUT":
                yield i, 2
            else:
                yield i, 1 if i["type"] == "INPUT" or self.connected else None

    def subgraphs(self):
        """(name, whether dynamic, number of outputs): as many outputs as the first dynamic output has, es-api 7.3."""
        outputs = 2 if any(o["type"] == "DYNAMIC_OUTPUT" for o in self.op["outputs"]) else 1
        return [(g["name"], g["type"] == "DYNAMIC", outputs) for g in self.op.get("subgraphs", [])]

    def c_code(self):
        op, lines, args, n = self.op, [], [], 0
        for i, count in self.inputs():
            if i["type"] == "DYNAMIC_INPUT":
                lines.append(f"EsCTensorHolder *v{n}[] = {{EsCreateGraphInput(b, {n}), EsCreateGraphInput(b, {n + 1})}};")
                args += [f"v{n}", "2"]
                n += 2
            elif count is None:
                args.append("NULL")
            else:
                args.append(f"EsCreateGraphInput(b, {n})")
                lines.append(f"EsCTensorHolder *v{n} = {args[-1]};")
                args[-1] = f"v{n}"
                n += 1
        if self.all_optional():
            args.append("b")
        args += ["2" for o in op["outputs"] if o["type"] == "DYNAMIC_OUTPUT"]
        for k, (name, dynamic, outputs) in enumerate(self.subgraphs()):
            if dynamic:  # the graphs of one node need different names
                lines.append(f'EsCGraph *g{k}[] = {{subgraph("{name}_0", {outputs}), subgraph("{name}_1", {outputs})}};')
            args += [f"g{k}", "2"] if dynamic else [f'subgraph("{name}", {outputs})']
        for k, a in enumerate(attr_order(op)):
            args += c_argument(a["type"], self.values[a["name"]], f"a{k}", lines)
        call = f"Es{op['op_type']}({', '.join(args)})"
        single = len(op["outputs"]) == 1 and op["outputs"][0]["type"] == "OUTPUT"
        if single:
            lines.append(f"EsCTensorHolder *out = {call}; EsCTensorHolder *outs[] = {{out}}; show({json.dumps(self.name)}, out, outs, 1, b);")
        else:
            lines.append(f"{{__auto_type r = {call};")
            first = f"r.{self.member(0)}"
            guard = first if op["outputs"][0]["type"] == "OUTPUT" else f"({first} ? {first}[0] : NULL)"
            outs = [f"r.{self.member(k)}[{j}]" if o["type"] == "DYNAMIC_OUTPUT" else f"r.{self.member(k)}"
                    for k, o in enumerate(op["outputs"]) for j in range(2 if o["type"] == "DYNAMIC_OUTPUT" else 1)]
            lines.append(f"if ({guard} == NULL) show({json.dumps(self.name)}, NULL, NULL, 0, b); else {{ EsCTensorHolder *outs[] = {{{', '.join(outs)}}}; "
                         f"show({json.dumps(self.name)}, {guard}, outs, {len(outs)}, b); }} }}")
        return f"static void call_{op['op_type']}_{self.seed}(void) {{ EsCGraphBuilder *b = EsCreateGraphBuilder({json.dumps(self.name)});\n  " + "\n  ".join(lines) + "\n  EsDestroyGraphBuilder(b); }"

    def member(self, k):
        return self.members[k]

    def owner_form(self):
        """Names of the inputs of the C++ function with an owner builder that holds what is connected; None where there is none."""
        forms = [[p["name"] for p in s["params"]] for s in self.signatures if s["kind"] != "guard"]
        forms = [names for names in forms if "owner_builder" in names]
        wanted = {i["name"] for i in self.op["inputs"]} if self.connected else set()
        return next((names for names in sorted(forms, key=len, reverse=True) if wanted <= set(names)), None)

    def cpp_code(self):
        op, args, n = self.op, [], 0
        # Where inputs were added there is one function without owner for calls that connect them, and older ones with owner.
        form = self.owner_form() if self.all_optional() and len(self.signatures) > 1 else [i["name"] for i in op["inputs"]]
        for i, count in self.inputs():
            if count is None and form is not None and i["name"] not in form:
                continue
            if i["type"] == "DYNAMIC_INPUT":
                args.append(f"std::vector<ge::es::EsTensorHolder>{{b.CreateInput({n}), b.CreateInput({n + 1})}}")
                n += 2
            elif count is None:
                args.append("nullptr")
            else:
                args.append(f"b.CreateInput({n})")
                n += 1
        if self.all_optional() and form is not None:
            args.append("&b" if op["inputs"] else "b")
        args += ["2" for o in op["outputs"] if o["type"] == "DYNAMIC_OUTPUT"]
        args += [f'{"graphs" if dynamic else "graph"}("{name}", {outputs})' for name, dynamic, outputs in self.subgraphs()]
        args += [cpp_argument(a["type"], self.values[a["name"]]) for a in attr_order(op)]
        call = f"ge::es::{op['op_type']}({', '.join(args)})"
        lines = [f"ge::es::EsGraphBuilder b({json.dumps(self.name)});", f"auto r = {call};", "std::vector<EsCTensorHolder *> outs;"]
        if len(op["outputs"]) == 1:
            member = "r"
            if op["outputs"][0]["type"] == "DYNAMIC_OUTPUT":
                lines.append("for (auto &t : r) outs.push_back(t.GetCTensorHolder());")
            else:
                lines.append("outs.push_back(r.GetCTensorHolder());")
        else:
            for k, o in enumerate(op["outputs"]):
                member = f"r.{self.member(k)}"
                lines.append(f"for (auto &t : {member}) outs.push_back(t.GetCTensorHolder());" if o["type"] == "DYNAMIC_OUTPUT" else f"outs.push_back({member}.GetCTensorHolder());")

        lines.append(f"show({json.dumps(self.name)}, outs.empty() ? nullptr : outs[0], outs.data(), static_cast<int>(outs.size()), b.GetCGraphBuilder());")
        return f"static void call_{op['op_type']}_{self.seed}() {{\n  " + "\n  ".join(lines) + "\n}"


class Release:
    def __init__(self, matrix, version, date, operators, index):
        self.version, self.index, self.matrix = version, index, matrix
        self.folder = matrix.work / f"r{index}"
        self.folder.mkdir()
        self.operators = {op["op_type"]: op for op in operators}
        source = self.folder / "operators.json"
        source.write_text(json.dumps({"operators": operators}))
        run([matrix.opstrata, "history", "add", "-r", matrix.registry, f"--release-version={version}", f"--release-date={date}", source])
        self.code = self.folder / "code"
        run([matrix.gen_esb, f"--prototypes={source}", f"--history_registry={matrix.registry}", f"--release_version={version}", f"--output_dir={self.code}",
             "--module_name=m", "--quiet", "--window=all", f"--report={self.folder / 'plan.json'}"])
        signatures = {op["op_type"]: op["signatures"] for op in json.loads((self.folder / "plan.json").read_text())["operators"]}
        self.linker = matrix.linkers[index % len(matrix.linkers)]
        self.compiler = matrix.compilers[index % len(matrix.compilers)]
        self.build_library()
        self.calls = []
        for i, op in enumerate(operators):
            if not testable(op) or not (self.code / f"es_{op['op_type']}.h").exists():
                continue
            optional = [x for x in op["inputs"] if x["type"] == "OPTIONAL_INPUT"]
            for connected in ([True, False] if optional else [True]):
                if not connected and all(x["type"] == "OPTIONAL_INPUT" for x in op["inputs"]) and not op["inputs"]:
                    continue
                call = Call(op, connected, 2 * i + (0 if connected else 1))
                call.members, call.signatures = self.members(op), signatures[op["op_type"]]
                # Guards refuse a written null for a new input: C++ callers write another form.
                call.in_cpp = connected or "= delete" not in (self.code / f"es_{op['op_type']}.h").read_text()
                self.calls.append(call)
                if matrix.defaults and any(not a["required"] for a in op["attrs"]):
                    again = Call(op, connected, call.seed, True)
                    again.members, again.signatures, again.in_cpp = call.members, call.signatures, call.in_cpp
                    self.calls.append(again)
        self.build_programs()

    def members(self, op):
        text = (self.code / f"es_{op['op_type']}_c.h").read_text()
        found = re.search(r"typedef struct \w+ \{\n(.*?)\} ", text, re.S)
        if not found:
            return ["?"]
        names = re.findall(r"\*(\w+);", found.group(1))
        return names

    def flags(self):
        return [f"-I{self.code}", *self.matrix.includes]

    def build_library(self):
        sources = sorted(p for p in self.code.glob("es_*.cpp") if not p.name.endswith(".abi.cpp"))
        (self.folder / "all.cpp").write_text("".join(f'#include "{p}"\n' for p in sources))
        (self.folder / "abi.cpp").write_text("#include <stdint.h>\n" + "".join(f'#include "{p}"\n' for p in sorted(self.code.glob("es_*.abi.cpp"))))
        library = self.folder / "lib"
        library.mkdir()
        self.library = library / "libes_m.so"
        base = [self.compiler, "-std=c++17", "-O1", "-fPIC", "-fno-lto", "-Wall", "-Wextra", "-Werror", *self.flags(), "-c"]
        run([*base, self.folder / "all.cpp", "-o", self.folder / "all.o"])
        run([*base, *self.matrix.portable, "-DOPSTRATA_ES_VERSIONED", self.folder / "abi.cpp", "-o", self.folder / "abi.o"])
        run([self.compiler, "-shared", f"-fuse-ld={self.linker}", f"-Wl,--version-script={self.code / 'es_m.map'}", "-Wl,-soname,libes_m.so", "-Wl,-z,defs",
             self.folder / "all.o", self.folder / "abi.o", *self.matrix.base_libraries, "-o", self.library])

    def build_programs(self):
        c_main = "#include <stdio.h>\n#include \"es_m_ops_c.h\"\n#include \"ge/esb_funcs.h\"\n" + SHOWN
        c_main += "\n".join(c.c_code() for c in self.calls) + "\nint main(void) {\n" + "".join(f"  call_{c.op['op_type']}_{c.seed}();\n" for c in self.calls) + "  return 0;\n}\n"
        (self.folder / "main.c").write_text(c_main)
        cpp = "#include <cstdio>\n#include <memory>\n#include <string>\n#include <vector>\n#include \"es_m_ops.h\"\nextern \"C\" {\n" + SHOWN + "}\n" + CPP_HELPERS
        cpp_calls = [c for c in self.calls if c.in_cpp]
        cpp += "\n".join(c.cpp_code() for c in cpp_calls) + "\nextern \"C\" int run_all() {\n" + "".join(f"  call_{c.op['op_type']}_{c.seed}();\n" for c in cpp_calls) + "  return 0;\n}\n"
        (self.folder / "main.cpp").write_text(cpp)
        c_compiler = {"g++": "gcc", "clang++": "clang"}[self.compiler]
        run([c_compiler, "-std=gnu11", "-O0", "-Wno-unused", *self.flags(), "-c", self.folder / "main.c", "-o", self.folder / "main_c.o"])
        run([self.compiler, "-std=c++17", "-O0", "-fPIC", "-Wno-unused-function", *self.flags(), "-c", self.folder / "main.cpp", "-o", self.folder / "main_cpp.o"])
        run([self.compiler, f"-fuse-ld={self.linker}", self.folder / "main_c.o", self.matrix.show, self.library, *self.matrix.base_libraries, "-o", self.folder / "main_c"])
        (self.folder / "entry.cpp").write_text('extern "C" int run_all();\nint main() { return run_all(); }\n')
        run([self.compiler, f"-fuse-ld={self.linker}", self.folder / "entry.cpp", self.folder / "main_cpp.o", self.matrix.show, self.library, *self.matrix.base_libraries, "-o", self.folder / "main_cpp"])
        # The same calls as a shared library of a foreign product.
        run([self.compiler, "-shared", f"-fuse-ld={self.linker}", self.folder / "main_cpp.o", self.matrix.show, self.library, *self.matrix.base_libraries, "-o", self.folder / f"libproduct{self.index}.so"])

    def output(self, program, other):
        done = subprocess.run([str(self.folder / program)], capture_output=True, encoding="utf-8", env={**os.environ, "LD_LIBRARY_PATH": self.matrix.library_path(other)})
        if done.returncode != 0:
            raise SystemExit(f"{program} of {self.version} with the library of {other.version}: exit {done.returncode}\n{done.stdout[-1500:]}{done.stderr[-1500:]}")
        return sections(done.stdout)


def sections(text):
    found = {}
    for part in text.split("== ")[1:]:
        name, _, rest = part.partition("\n")
        found[name] = rest.strip()
    return found


def split_list(text):
    """Splits at commas outside of brackets and quotes."""
    items, depth, quoted, item, escaped = [], 0, False, "", False
    for c in text:
        if quoted:
            quoted = not (c == '"' and not escaped)
            escaped = c == "\\" and not escaped
        elif c == '"':
            quoted = True
        elif c in "[({":
            depth += 1
        elif c in "])}":
            depth -= 1
        if c == "," and depth == 0 and not quoted:
            items.append(item.strip())
            item = ""
        else:
            item += c
    return items + ([item.strip()] if item.strip() else [])


def node_of(text, op):
    """Inputs and attributes of the operator's node, by name."""
    for line in text.splitlines():
        found = re.match(rf"\s*%\S+ : \[[^]]*\] = Node\[type={re.escape(op['op_type'])}\](?: \((.*)\))?$", line)
        if found:
            body = found.group(1) or ""
            parts = {}
            for item in split_list(body):
                key, _, value = item.partition(" = ")
                parts[key] = value[1:-1]
            inputs = [tuple(i.split("=", 1)) for i in split_list(parts.get("inputs", ""))]
            attrs = dict(tuple(a.split(": ", 1)) for a in split_list(parts.get("attrs", "")))
            return inputs, attrs
    return None


def equal_to_default(text, new_op, name):
    """Whether `text` (of a readable dump) is the default value of attribute `name` in the new prototype."""
    for attr in new_op["attrs"] if new_op else []:
        if attr["name"] == name and not attr["required"]:
            try:
                return json.loads(attr["default_value"]) == json.loads(text)
            except ValueError:
                return attr["default_value"].strip('"') == text.strip('"')
    return False


def same_node(before, after, op, new_op):
    """Whether the new node means what the old one meant."""
    old, new = node_of(before, op), node_of(after, op)
    if old is None or new is None:
        return f"no node: {after!r}"
    if dict(old[0]) != dict(new[0]) and [s for _, s in old[0]] != [s for _, s in new[0]]:
        return f"inputs {old[0]} became {new[0]}"
    for graph in op.get("subgraphs", []):
        if old[1].get(graph["name"]) != new[1].get(graph["name"]):
            return f"subgraph {graph['name']}: {old[1].get(graph['name'])} became {new[1].get(graph['name'])}"
    for attr in op["attrs"]:
        a, b = old[1].get(attr["name"]), new[1].get(attr["name"])
        if a != b and None not in (a, b):
            return f"attribute {attr['name']}: {a} became {b}"
        if a is not None and b is None and not equal_to_default(a, new_op, attr["name"]):
            return f"attribute {attr['name']}: {a} is lost"
    return None


class Matrix:
    def __init__(self, options):
        self.work = pathlib.Path(options.work)
        self.registry = self.work / "pkg"
        prefix = pathlib.Path(options.prefix)
        arch = next(p for p in prefix.iterdir() if p.name.endswith("-linux"))
        self.opstrata, self.gen_esb = arch / "bin" / "opstrata", arch / "bin" / "gen_esb"
        self.lib = arch / "lib64"
        self.includes = [f"-I{arch / 'include'}", f"-I{arch / 'include' / 'ge'}"]
        self.base_libraries = [f"-L{self.lib}", "-leager_style_graph_builder_base", "-lgraph", f"-Wl,-rpath,{self.lib}"]
        self.linkers = [x for x in options.linkers.split(",") if shutil.which("ld." + x)]
        self.compilers = [x for x in ("g++", "clang++") if shutil.which(x)]
        self.defaults, self.portable = options.defaults, ["-DOPSTRATA_ES_PORTABLE"] if options.portable else []
        self.show = self.work / "show.o"
        (self.work / "show.cpp").write_text(SHOW)
        run(["g++", "-std=c++17", "-O1", "-fPIC", *self.includes, "-c", self.work / "show.cpp", "-o", self.show])
        self.failures, self.counts = [], dict(programs=0, calls=0, kept=0, refused=0)
        history = pathlib.Path(options.history)
        index = sorted(json.loads((history / "index.json").read_text())["releases"], key=lambda r: r["release_date"])
        if options.releases and options.releases < len(index):
            step = (len(index) - 1) / (options.releases - 1)
            index = [index[round(i * step)] for i in range(options.releases)]
        loaded = [(r, json.loads((history / "registry" / r["release_version"] / "operators.json").read_text())["operators"]) for r in index]
        wanted = self.changed_operators([ops for _, ops in loaded], options.operators)
        self.releases = []
        for i, (release, ops) in enumerate(loaded):
            self.releases.append(Release(self, release["release_version"], release["release_date"], [op for op in ops if op["op_type"] in wanted], i))
            print(f"release {release['release_version']}: {len(self.releases[-1].calls)} calls, {self.releases[-1].compiler}, ld.{self.releases[-1].linker}", flush=True)

    @staticmethod
    def changed_operators(releases, limit):
        """Operators whose parameters changed, then others, up to `limit`."""
        def shape(op):
            return json.dumps([[(x["name"], x["type"]) for x in op["inputs"]], [(x["name"], x["type"]) for x in op["outputs"]], [(x["name"], x["type"]) for x in attr_order(op)]])
        seen = {}
        for ops in releases:
            for op in ops:
                seen.setdefault(op["op_type"], set()).add(shape(op))
        newest = {op["op_type"] for op in releases[-1]}
        ranked = sorted(seen, key=lambda t: (-len(seen[t]), t in newest, t))
        return set(ranked if not limit else ranked[:limit])

    def library_path(self, release):
        return f"{release.library.parent}:{self.lib}"

    def fail(self, text):
        self.failures.append(text)
        print("FAILED:", text, flush=True)

    def refused_lists(self, release):
        """(operator, release that had the list first) of what `opstrata abi report` calls refused by this release's library."""
        done = subprocess.run([str(self.opstrata), "abi", "report", "-r", str(self.registry), f"--release={release.version}", "--format=json"], capture_output=True, encoding="utf-8")
        report = json.loads(done.stdout)
        return {item["symbol"]: item["reason"] for f in report["functions"] for item in f["lists"] if item["state"] == "refused"}

    def run_all(self):
        hashes = {}
        for release in self.releases:
            for op in release.operators:
                header = release.code / f"es_{op}.h"
                if header.exists():
                    found = re.search(rf"Es{op}__[0-9A-Za-z]{{6}}", header.read_text())
                    hashes[release.index, op] = found.group(0)
        for new in self.releases:
            refused = self.refused_lists(new)
            for old in self.releases[:new.index + 1]:
                for program in ("main_c", "main_cpp"):
                    expected = old.output(program, old)
                    got = expected if old is new else old.output(program, new)
                    self.counts["programs"] += 1
                    for call in old.calls:
                        if program == "main_cpp" and not call.in_cpp:
                            continue
                        self.counts["calls"] += 1
                        symbol = hashes[old.index, call.op["op_type"]]
                        before, after = expected.get(call.name, ""), got.get(call.name, "")
                        place = f"{call.name} of {old.version} with the library of {new.version} ({program})"
                        if before.startswith("refused") and old is new:
                            self.fail(f"{place}: {before}")
                        elif after.startswith("refused"):
                            self.counts["refused"] += 1
                            removed = any(change in after for change in ("and this call sets it", "was removed", "and this call does not connect it"))
                            if symbol not in refused and not removed:
                                self.fail(f"{place}: {after}")
                            elif call.op["op_type"] not in after or "built against release" not in after:
                                self.fail(f"{place}: the refusal does not say why: {after}")
                        elif symbol in refused:
                            self.fail(f"{place}: built a node although the report says: {refused[symbol]}")
                        else:
                            self.counts["kept"] += 1
                            problem = same_node(before, after, call.op, new.operators.get(call.op["op_type"]))
                            if problem:
                                self.fail(f"{place}: {problem}")
        self.shared_process()
        self.checks()

    def shared_process(self):
        """The products of the oldest, a middle and the newest release in one process, with the newest library, in both orders."""
        new = self.releases[-1]
        chosen = sorted({0, len(self.releases) // 2, len(self.releases) - 1})
        loader = self.work / "loader"
        (self.work / "loader.cpp").write_text('#include <dlfcn.h>\n#include <cstdio>\nint main(int argc, char **argv) {\n  for (int i = 1; i < argc; ++i) {\n'
            '    void *h = dlopen(argv[i], RTLD_NOW | RTLD_GLOBAL);\n    if (h == nullptr) { std::puts(dlerror()); return 1; }\n'
            '    auto run = reinterpret_cast<int (*)()>(dlsym(h, "run_all"));\n    std::printf("## %d\\n", i);\n    run();\n  }\n}\n')
        run(["g++", self.work / "loader.cpp", "-ldl", "-o", loader])
        for order in (chosen, chosen[::-1]):
            text = run([loader, *(self.releases[i].folder / f"libproduct{i}.so" for i in order)], env={**os.environ, "LD_LIBRARY_PATH": self.library_path(new)})
            for part, i in zip(re.split(r"## \d+\n", text)[1:], order):
                old = self.releases[i]
                alone, together = old.output("main_cpp", new), sections(part)
                for call in old.calls:
                    if alone.get(call.name) != together.get(call.name):
                        self.fail(f"{call.name} of {old.version}: another node when products of {len(order)} releases share the process")

    def checks(self):
        first, new = self.releases[0], self.releases[-1]
        done = subprocess.run([str(self.opstrata), "abi", "check", str(first.folder / "main_c"), "--against", str(new.library)], capture_output=True, encoding="utf-8")
        if done.returncode != 0 or ", 0 missing" not in done.stdout:
            self.fail(f"abi check: {done.stdout[-500:]}{done.stderr}")
        # The other way round: what the newest program needs is not in the oldest library, unless nothing changed.
        nodes = set(re.findall(r"^(ES_\S+) \{", (new.code / "es_m.map").read_text(), re.M)) - set(re.findall(r"^(ES_\S+) \{", (first.code / "es_m.map").read_text(), re.M))
        done = subprocess.run([str(self.opstrata), "abi", "check", str(new.folder / "main_c"), "--against", str(first.library)], capture_output=True, encoding="utf-8")
        if (done.returncode == 1) != bool(nodes):
            self.fail(f"abi check of a newer program: exit {done.returncode}: {done.stdout[-300:]}")
        # Linked without versions (a library of --abi=plain, or an old one): the reference binds to the first node, the oldest list.
        plain = self.work / "plain"
        plain.mkdir()
        run([first.compiler, "-shared", "-Wl,-soname,libes_m.so", first.folder / "all.o", *self.base_libraries, "-o", plain / "libes_m.so"])
        run([first.compiler, first.folder / "main_c.o", self.show, plain / "libes_m.so", *self.base_libraries, "-o", first.folder / "main_plain"])
        expected, got = first.output("main_plain", first), first.output("main_plain", new)
        versioned = first.output("main_c", new)
        for call in first.calls:
            if got.get(call.name) != versioned.get(call.name):
                self.fail(f"{call.name}: linked without versions it does not bind to the oldest list: {got.get(call.name)!r}")
        # Static: the newest objects with the oldest program's C++ code.
        (self.work / "static_abi.o").unlink(missing_ok=True)
        run([new.compiler, "-std=c++17", "-O1", "-fPIC", *new.flags(), "-c", new.folder / "abi.cpp", "-o", self.work / "static_abi.o"])
        run(["ar", "rcs", self.work / "libes_m.a", new.folder / "all.o", self.work / "static_abi.o"])
        run([first.compiler, first.folder / "entry.cpp", first.folder / "main_cpp.o", self.show, self.work / "libes_m.a", *self.base_libraries, "-o", first.folder / "main_static"])
        for name, text in first.output("main_static", new).items():
            if text != first.output("main_cpp", new).get(name):
                self.fail(f"{name}: the static library serves the old object differently")
                break
        if shutil.which("abidiff"):
            for old, later in itertools.pairwise(self.releases) if hasattr(itertools, "pairwise") else zip(self.releases, self.releases[1:]):
                done = subprocess.run(["abidiff", str(old.library), str(later.library)], capture_output=True, encoding="utf-8")
                if done.returncode & 8 or re.search(r"[1-9]\d* Removed", done.stdout):
                    self.fail(f"abidiff {old.version} {later.version}: {done.stdout[:1500]}")

    def report(self):
        return {"releases": [r.version for r in self.releases], "linkers": self.linkers, "compilers": self.compilers,
                "operators": len({o for r in self.releases for o in r.operators}), **self.counts, "failures": self.failures}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--prefix", required=True)
    parser.add_argument("--history", help="package folder of a registry")
    parser.add_argument("--made-up", nargs=7, metavar=("MAKER", "SEED", "OPERATORS", "KIND", "RELEASES", "BREAKING", "RESTLESS"),
                        help="instead of --history: a history that the program esgen_history_maker writes")
    parser.add_argument("--shuffled", nargs=3, type=int, metavar=("OPERATORS", "RELEASES", "SEED"),
                        help="instead of --history: a history of shuffled_history.py")
    parser.add_argument("--releases", type=int, default=0, help="sample so many releases (0: all)")
    parser.add_argument("--operators", type=int, default=0, help="only so many operators, changed ones first (0: all)")
    parser.add_argument("--linkers", default="bfd,gold,lld")
    parser.add_argument("--defaults", action="store_true", help="also a call per operator that gives every optional attribute its default")
    parser.add_argument("--portable", action="store_true", help="functions of older lists by the compiler, not as instructions")
    parser.add_argument("--work", help="keep the work here")
    parser.add_argument("--report", help="write the result as JSON")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        if options.work:
            shutil.rmtree(options.work, ignore_errors=True)
            os.makedirs(options.work)
        else:
            options.work = scratch
        if options.made_up:
            options.history = os.path.join(options.work, "made_up")
            run([options.made_up[0], options.history, *options.made_up[1:]])
        if options.shuffled:
            options.history = os.path.join(options.work, "shuffled")
            shuffled_history.write(options.history, *options.shuffled)
        matrix = Matrix(options)
        matrix.run_all()
        result = matrix.report()
        if options.report:
            pathlib.Path(options.report).write_text(json.dumps(result, indent=2) + "\n")
        print(f"{result['operators']} operators, {len(result['releases'])} releases, {result['programs']} runs, {result['calls']} calls: {result['kept']} kept, "
              f"{result['refused']} refused with their reason, {len(result['failures'])} failures")
        return 1 if result["failures"] else 0


if __name__ == "__main__":
    sys.exit(main())
