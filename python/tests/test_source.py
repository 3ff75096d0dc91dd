"""Graphs as source (es-api section 13.5) from Python and from the command line: the source runs and gives the same graph."""
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import unittest
import warnings
from xml.dom import minidom

from ge.es import GraphBuilder
from ge.es.math import Blend, Choose, Every, Seed, SplitEven, Tune
from ge.graph import DataType, Format, Graph, Tensor

HERE = pathlib.Path(__file__).resolve().parent
PREFIX = pathlib.Path(os.environ.get("GE_TEST_PREFIX", "."))
WORK = pathlib.Path(os.environ.get("GE_TEST_WORK", "."))


def everything():
    """Constants of several types, results of every form, subgraphs, names, descriptions, attributes, control edges."""
    b = GraphBuilder("main graph")
    x = b.create_input(0)
    y = b.create_input(1, name="picture", data_type=DataType.DT_FLOAT16, format=Format.FORMAT_NCHW, shape=[-1, 3, 8, 8])
    b.set_next_node_name("layer/weights")
    weights = b.create_const_float([1.0, -0.0, 1e-12, 4.0], shape=[2, 2])
    flags = b.create_const(Tensor([True, False], data_type=DataType.DT_BOOL))
    one = Blend(x, weights, flags, mode="quote \" and \\", alpha=0.1, axes=[1, -1])
    one.set_data_type(DataType.DT_INT32).set_shape([2, -1])
    b.set_node_attr_int64(one, "_stream", 7)
    b.set_node_attr_string(one, "_label", "a\nb")
    two = Blend(1, x, mode="m")
    b.set_next_node_name("split it")
    parts = SplitEven(two, 2, count=2)
    every = Every(x, i=-(1 << 63), f=0.1, s="a", b=True, t=DataType.DT_BF16, v=Tensor([1.0, 2.0]), li=[], lf=[0.5], lb=[True, False], lt=[],
                  ls=["a", ""], ll=[[1, 2], []])
    b.add_control_dependency(every, [one, parts.rest])

    def branch(name, number):
        inner = GraphBuilder(name)
        data = inner.create_input(0)
        return inner.build_and_reset([Blend(data, number, mode=name)])

    chosen = Choose(0, [x], 1, branch("else branch", 1.5), [branch("first", 2), branch("second", 3)])
    tuned = [Tune(x), Tune(None, y), Tune(owner_builder=b), Tune(x, steps=[[1], []], out_type=DataType.DT_BOOL)]
    return b.build_and_reset([one, *parts.part, every, *chosen, *tuned, Seed(b, value=9)])


class RandomGraph:
    """A graph of random operators, values, names, descriptions, attributes, control edges and subgraphs. Equal seeds, equal graphs."""

    TEXTS = ("", "a", 'quote " and \\', "line\nbreak", "caf\u00e9", "'''", "{x}%s")
    FLOATS = (0.0, -0.0, 0.5, 1e-12, -1e30, float("inf"), 3.4028234663852886e38)
    INTS = (0, 1, -1, 7, 1 << 40, -(1 << 63), (1 << 63) - 1)
    TYPES = (DataType.DT_FLOAT, DataType.DT_BF16, DataType.DT_INT64, DataType.DT_BOOL)

    def __init__(self, seed):
        self.random = random.Random(seed)

    def some(self, values, most=3):
        return [self.random.choice(values) for _ in range(self.random.randrange(most + 1))]

    def given(self, **values):
        """Half of the optional attributes."""
        return {name: value for name, value in values.items() if self.random.random() < 0.5}

    def branch(self, depth):
        return self.build(f"branch {self.random.randrange(1 << 30)}", 3, depth + 1)

    def build(self, name, size, depth=0):
        r, b = self.random, GraphBuilder(name)
        held = [b.create_input(0)]
        if depth == 0:
            held.append(b.create_input(1, name='image "one"', data_type=DataType.DT_FLOAT16, format=Format.FORMAT_NCHW, shape=[-1, 3]))
            held.append(b.create_variable(0, "state"))
        held.append(b.create_scalar_float(r.choice(self.FLOATS)))
        held.append(b.create_const(Tensor(self.some((1, 2, 3)) or [4], data_type=DataType.DT_INT8)))
        for i in range(size):
            if r.random() < 0.3:
                b.set_next_node_name(f"layer/{r.randrange(1 << 30)}-{i}")
            kind = r.randrange(6 if depth < 2 else 5)
            if kind == 0:
                new = [Blend(r.choice(held), r.choice(held), r.choice([None, *held]), mode=r.choice(self.TEXTS),
                             **self.given(alpha=r.choice(self.FLOATS), axes=self.some(self.INTS)))]
            elif kind == 1:
                parts = SplitEven(r.choice(held), r.randrange(1, 4), count=r.choice(self.INTS))
                new = [*parts.part, parts.rest]
            elif kind == 2:
                new = [Tune(r.choice([None, *held]), r.choice([None, *held]), b,
                            **self.given(attr_x=r.choice(self.INTS), steps=[self.some(self.INTS), []], out_type=r.choice(self.TYPES)))]
            elif kind == 3:
                new = [Seed(b, **self.given(value=r.choice(self.INTS)))]
            elif kind == 4:
                new = [Every(r.choice(held), i=r.choice(self.INTS), f=r.choice(self.FLOATS), s=r.choice(self.TEXTS), b=r.random() < 0.5,
                             t=r.choice(self.TYPES), v=Tensor([1.0, 2.0]), li=self.some(self.INTS), lf=self.some(self.FLOATS),
                             lb=self.some((True, False)), lt=self.some(self.TYPES), ls=self.some(self.TEXTS), ll=[self.some(self.INTS), []])]
            else:
                new = Choose(r.choice(held), [r.choice(held)], 1, self.branch(depth), [self.branch(depth) for _ in range(r.randrange(3))],
                             **self.given(tags=self.some(self.TEXTS)))
            if r.random() < 0.3:
                new[0].set_data_type(r.choice(self.TYPES)).set_shape([2, -1])
            if r.random() < 0.3:
                b.set_node_attr_int64(new[0], "_stream", r.choice(self.INTS))
            if r.random() < 0.3:
                b.set_tensor_attr_string(new[0], "_label", r.choice(self.TEXTS))
            if r.random() < 0.3:
                b.add_control_dependency(new[0], [r.choice(held)])
            held += new
        # The operator that a subgraph belongs to wants one output.
        return b.build_and_reset([held[-1]] if depth else [held[-1], r.choice(held)])


class Source(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.registry = self.folder / "math"
        release = self.registry / "registry/1.0"
        release.mkdir(parents=True)
        (self.registry / "index.json").write_text('{"version": "1.0.0", "releases": [{"release_version": "1.0", "release_date": "2026-01-01"}]}')
        (release / "metadata.json").write_text('{"release_version": "1.0"}')
        shutil.copy(HERE / "operators.json", release / "operators.json")

    def opstrata(self, *arguments):
        done = subprocess.run([PREFIX / "bin/opstrata", *map(str, arguments)], capture_output=True, encoding="utf-8",
                              env={**os.environ, "LD_PRELOAD": ""})
        return done.returncode, done.stdout, done.stderr

    def test_python_source_builds_the_same_graph(self):
        graph = everything()
        text = graph.dump_source(history_registry=self.registry, module="math")
        names = {"__name__": "dump"}
        exec(compile(text, "dump.py", "exec"), names)
        again = names["build_graph"]()
        self.assertEqual(str(again), str(graph))
        self.assertEqual(again.dump_source(history_registry=self.registry, module="math"), text)
        # As a script.
        script = self.folder / "dump.py"
        script.write_text(text, encoding="utf-8", errors="surrogateescape")
        subprocess.run([sys.executable, script, self.folder / "again.air"], check=True)
        loaded = Graph()
        loaded.load_from_air(str(self.folder / "again.air"))
        self.assertEqual(str(loaded), str(graph))

    def test_random_graphs_come_back_as_they_were(self):
        for seed in range(40):
            graph = RandomGraph(seed).build("random", 12)
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                text = graph.dump_source(history_registry=self.registry, module="math")
            names = {"__name__": "dump"}
            exec(compile(text.encode("utf-8", "surrogateescape"), "dump.py", "exec"), names)
            again = names["build_graph"]()
            self.assertEqual(str(again), str(graph), f"seed {seed}\n{text}")
            self.assertEqual(again.dump_source(history_registry=self.registry, module="math"), text, f"seed {seed}")

    def test_what_is_left_out_is_warned_of(self):
        graph = everything()
        lonely = GraphBuilder("lonely")
        graph.add_subgraph(lonely.build_and_reset([lonely.create_input(0)]))
        with self.assertWarnsRegex(UserWarning, "graph 'main graph' has subgraphs that belong to no node; they are left out"):
            graph.dump_source(history_registry=self.registry, module="math")

    def test_refusals_name_the_node(self):
        with self.assertRaisesRegex(RuntimeError, "node 'Blend_[0-9]+'.*operator Blend"):
            everything().dump_source()
        with self.assertRaisesRegex(RuntimeError, "'rust'"):
            everything().dump_source("rust")

    def test_command_line(self):
        model, graph = self.folder / "model.air", everything()
        graph.save_to_air(str(model))
        options = ("-r", self.registry, "--module_name=math", "--release=1.0")
        code, text, err = self.opstrata("graph", "dump", model, "--format=cpp", *options)
        self.assertEqual((code, err), (0, ""))
        source = self.folder / "dump.cc"
        source.write_text(text, encoding="utf-8")
        include, libs = PREFIX / "include", [f"-L{PREFIX}/lib64", f"-Wl,-rpath,{PREFIX}/lib64", f"-L{WORK}/lib", f"-Wl,-rpath,{WORK}/lib"]
        if not os.environ.get("LD_PRELOAD"):  # a sanitizer's libraries do not fit a plain program
            subprocess.run(["c++", "-std=c++17", "-Wall", "-Wextra", "-Werror", f"-I{WORK}/code", f"-I{include}", f"-I{include}/ge", source, "-o",
                            self.folder / "dump", *libs, "-les_math", "-leager_style_graph_builder_base", "-lgraph", "-lopstrata_base"], check=True)
            subprocess.run([self.folder / "dump", self.folder / "again.air"], check=True)
            again = Graph()
            again.load_from_air(str(self.folder / "again.air"))
            self.assertEqual(str(again), str(graph))
            self.assertEqual(self.opstrata("graph", "dump", self.folder / "again.air", "--format=cpp", *options)[1], text)
        self.assertEqual(self.opstrata("graph", "dump", model, "--format=python", *options)[1],
                         graph.dump_source(history_registry=self.registry, module="math", release="1.0"))
        self.assertEqual(self.opstrata("graph", "dump", model)[1], str(graph))
        picture = minidom.parseString(self.opstrata("graph", "dump", model, "--format=svg")[1])
        labels = [node.firstChild.data for node in picture.getElementsByTagName("text")]
        for node in graph.get_all_nodes():
            self.assertIn(node.name, labels)
        target = self.folder / "model.onnx"
        self.assertEqual(self.opstrata("graph", "dump", model, "--format=onnx", "-o", target)[0], 0)
        self.assertGreater(target.stat().st_size, 100)
        for arguments, expected in ((("graph", "dump", self.folder / "none"), 3), (("graph", "dump", source), 3),
                                    (("graph", "dump", model, "--format=png"), 2), (("graph", "dump", model, "--format=cpp", "--release=9"), 2)):
            code, out, err = self.opstrata(*arguments)
            self.assertEqual((code, out), (expected, ""), arguments)
            self.assertNotEqual(err, "")

    def test_hostile_models(self):
        model, hostile = self.folder / "model.air", self.folder / "hostile.air"
        everything().save_to_air(str(model))
        good, random_ = model.read_bytes(), random.Random(7)
        name = everything().get_all_nodes()[0].name.encode()
        cases = [b"", good[:-1], good + b"\x0a\xff\xff\xff\xff\x07", b"\x0b" * 100000, good.replace(name, b"<\xff\xed\xa0\x80&\x01"[:len(name)].ljust(len(name), b"\xc0"))]
        for _ in range(45):
            bad = bytearray(good if random_.random() < 0.8 else good[:random_.randrange(len(good))])
            for _ in range(random_.randrange(1, 6)):
                bad[random_.randrange(len(bad))] = random_.choice((0, 1, 0x7F, 0x80, 0xFF, random_.randrange(256)))
            cases.append(bytes(bad))
        for i, bad in enumerate(cases):
            hostile.write_bytes(bad)
            for form in ("svg", ("readable", "onnx", "cpp", "python")[i % 4]) if i < 5 else (("svg", "readable", "onnx", "cpp", "python")[i % 5],):
                options = ("-r", self.registry, "--module_name=math") if form in ("cpp", "python") else ()
                command = [str(PREFIX / "bin" / "opstrata"), "graph", "dump", str(hostile), f"--format={form}", *map(str, options)]
                done = subprocess.run(command, capture_output=True, timeout=60)
                self.assertIn(done.returncode, (0, 3), f"case {i} {form}: {done.stderr[-500:]}")
                self.assertEqual(done.returncode == 3, done.stdout == b"", f"case {i} {form}")
                if form == "svg" and done.returncode == 0:
                    minidom.parseString(done.stdout)


if __name__ == "__main__":
    unittest.main()
