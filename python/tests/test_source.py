"""Graphs as source (es-api section 13.5) from Python and from the command line: the source runs and gives the same graph."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
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
                                    (("graph", "dump", model, "--format=png"), 2), (("graph", "dump", model, "--format=cpp", "--release=9"), 3)):
            code, out, err = self.opstrata(*arguments)
            self.assertEqual((code, out), (expected, ""), arguments)
            self.assertNotEqual(err, "")


if __name__ == "__main__":
    unittest.main()
