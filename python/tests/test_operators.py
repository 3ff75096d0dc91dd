"""Generated operator functions and plug-ins (es-api sections 9.1 to 9.6), arithmetic of holders (11.3)."""
import gc
import os
import subprocess
import sys
import unittest

import ge.es
from ge._capi.libraries import get_loaded_lib_names
from ge.es import GraphBuilder
from ge.es.graph_builder import attr_scope, control_dependency_scope
from ge.es.math import AddN, Blend, Choose, Every, Free, Grown, Hold, Nest, Odd, Seed, SplitEven, Tune
from ge.graph import DataType, Tensor


def branch(name):
    """A subgraph with the input and output that Choose below needs."""
    builder = GraphBuilder(name)
    return builder.build_and_reset([builder.create_input(0)])


class Generated(unittest.TestCase):
    def setUp(self):
        self.builder = GraphBuilder("main")
        self.x = self.builder.create_input(0)

    def test_attributes_and_optional_input(self):
        y = Blend(self.x, 2.0, mode="add", alpha=0.25, axes=[1, -1])
        z = Blend(1, [self.x, self.x][0], self.x, mode="or")
        names = y.name, z.name
        graph = self.builder.build_and_reset([y, z])
        y, z = map(graph.find_node_by_name, names)
        self.assertEqual(y.type, "Blend")
        self.assertEqual([y.get_attr(n) for n in ("mode", "alpha", "axes")], ["add", 0.25, [1, -1]])
        self.assertEqual(y.get_in_data_nodes_and_port_indexes(0)[0].name, "input_0")
        self.assertEqual(y.get_in_data_nodes_and_port_indexes(1)[0].get_attr("value").data, [2.0])
        with self.assertRaises(RuntimeError):
            y.get_in_data_nodes_and_port_indexes(2)
        self.assertEqual(z.get_in_data_nodes_and_port_indexes(2)[0].name, "input_0")

    def test_counted_attributes(self):
        made = [AddN([self.x, self.x, self.x]), AddN([self.x], N=None), AddN([self.x, self.x], N=7)]
        with self.assertRaisesRegex(TypeError, "parameter N"):
            AddN([self.x], N="2")
        names = [y.name for y in made]
        graph = self.builder.build_and_reset(made)
        self.assertEqual([graph.find_node_by_name(n).get_attr("N") for n in names], [3, 1, 7])

    def test_every_attribute_kind(self):
        values = dict(i=-(1 << 63), f=0.1, s="a\"é", b=True, t=DataType.DT_BF16, v=Tensor([1.0, 2.0]), li=[1, 2], lf=[0.5, 3],
                      lb=[True, False], lt=[DataType.DT_FLOAT, DataType.DT_INT8], ls=["a", ""], ll=[[1, 2], [], [3]])
        y = Every(self.x, **values)
        name = y.name
        node = self.builder.build_and_reset([y]).find_node_by_name(name)
        for key in ("i", "s", "b", "t", "li", "lb", "lt", "ls", "ll"):
            self.assertEqual(node.get_attr(key), values[key], key)
        self.assertAlmostEqual(node.get_attr("f"), 0.1, 7)
        self.assertEqual(node.get_attr("lf"), [0.5, 3.0])
        self.assertEqual(node.get_attr("v").data, [1.0, 2.0])

    def test_wrong_attributes(self):
        good = dict(i=1, f=0.1, s="a", b=True, t=DataType.DT_BF16, v=Tensor(), li=[1], lf=[1.0], lb=[True], lt=[DataType.DT_FLOAT], ls=["a"],
                    ll=[[1]])
        for key, value, error in (("i", 1.5, TypeError), ("i", 1 << 63, ValueError), ("f", "1", TypeError), ("s", 3, TypeError),
                                  ("s", "a\0b", ValueError), ("b", "x", TypeError), ("t", 999, ValueError), ("v", 1, TypeError),
                                  ("li", 1, TypeError), ("li", ["a"], TypeError), ("ls", "abc", TypeError), ("ll", [1], TypeError)):
            with self.assertRaises(error, msg=f"{key}={value!r}"):
                Every(self.x, **{**good, key: value})

    def test_dynamic_outputs(self):
        outputs = SplitEven(self.x, 3, count=3)
        self.assertEqual(type(outputs).__name__, "SplitEvenOutput")
        self.assertEqual(len(outputs.part), 3)
        graph = self.builder.build_and_reset([*outputs.part, outputs.rest])
        net_output = next(n for n in graph.get_all_nodes() if n.type == "NetOutput")
        self.assertEqual([net_output.get_in_data_nodes_and_port_indexes(i)[1] for i in range(4)], [0, 1, 2, 3])

    def test_no_inputs_and_all_optional_inputs(self):
        seed = Seed(self.builder, value=9)
        tuned = [Tune(owner_builder=self.builder), Tune(self.x), Tune(None, None, self.builder), Tune(1, in_for=self.x, steps=[[1], []])]
        with self.assertRaises(ValueError):
            Tune()
        with self.assertRaises(ValueError):
            Tune(1)
        names = [h.name for h in tuned]
        graph = self.builder.build_and_reset([self.x, seed, *tuned])
        self.assertEqual(next(n for n in graph.get_all_nodes() if n.type == "Seed").get_attr("value"), 9)
        self.assertEqual(graph.find_node_by_name(names[3]).get_attr("steps"), [[1], []])
        self.assertEqual(graph.find_node_by_name(names[3]).get_in_data_nodes_and_port_indexes(1)[0].name, "input_0")

    def test_positions_of_an_earlier_release(self):
        """Release 1 had Grown(x, part_num), Nest(x, body) and Free(a, owner_builder); each got an optional input since."""
        before = len(self.x._builder.build_and_reset([self.x]).get_all_nodes())
        self.setUp()
        old = Grown(self.x, 2) + Grown(self.x, part_num=1) + Grown(part_num=1, x=self.x)
        new = Grown(self.x, 1.0, 1) + Grown(self.x, None, part_num=1)
        nests = Nest(self.x, branch("a")), Nest(self.x, body=branch("b")), Nest(self.x, self.x, branch("c"))
        free = Free(1.0, self.builder), Free(self.x, None, self.builder), Free(self.x, self.x)
        self.assertEqual((len(old), len(new)), (4, 2))
        names = [tensor.name for tensor in (old[0], new[0], nests[0], nests[2], free[0], free[2])]
        graph = self.builder.build_and_reset([*old, *new, *nests, *free])
        connected = []
        for name in names:
            try:
                graph.find_node_by_name(name).get_in_data_nodes_and_port_indexes(1)
                connected.append(True)
            except RuntimeError:
                connected.append(False)
        self.assertEqual(connected, [False, True, False, True, False, True])
        # Nothing is left of readings that were given up: the nodes above, two constants, and two nodes in each subgraph.
        self.assertEqual(len(graph.get_all_nodes()), before + 5 + 3 + 3 + 2 + 3 * 2)
        self.setUp()
        with self.assertRaisesRegex(TypeError, "part_num"):
            Grown(self.x)
        with self.assertRaisesRegex(TypeError, "body"):
            Nest(self.x, self.x)
        with self.assertRaises(TypeError):
            Free(self.x, self.x, self.x)
        with self.assertRaises(TypeError):
            Grown(self.x, 1, 1, 1)
        self.assertEqual(Grown.__name__, "Grown")

    def test_subgraphs_stay_views_and_keep_the_builder(self):
        fallback, one, two = branch("fallback"), branch("one"), branch("two")
        outputs = Choose(0, [self.x], 1, fallback, [one, two], tags=["a", "b"])
        self.assertIsInstance(outputs, list)
        self.assertEqual([n.type for n in fallback.get_all_nodes()], ["Data", "NetOutput"])
        with self.assertRaisesRegex(RuntimeError, "passed as a subgraph before"):
            Choose(0, [self.x], 1, branch("new"), [one])
        graph = self.builder.build_and_reset(outputs)
        self.assertEqual(sorted(g.name for g in graph.get_all_subgraphs()), ["fallback", "one", "two"])
        del graph, outputs, self.builder, self.x
        gc.collect()
        self.assertEqual(one.name, "one")
        self.assertEqual(len(two.get_all_nodes()), 2)

    def test_nothing_is_handed_over_when_arguments_are_wrong(self):
        fallback, other = branch("fallback"), branch("other")
        with self.assertRaises(TypeError):
            Choose(0, [self.x], 1, fallback, [other], tags=[1])
        with self.assertRaises(TypeError):
            Choose(0, [self.x], 1, fallback, "other")
        self.assertEqual(len(Choose(0, [self.x], 1, fallback, [other])), 1)

    def test_tensor_attribute_is_handed_over_once(self):
        good = dict(i=1, f=0.1, s="a", b=True, t=DataType.DT_BF16, li=[1], lf=[1.0], lb=[True], lt=[], ls=[], ll=[])
        value = Tensor([1.0])
        Every(self.x, v=value, **good)
        self.assertEqual(value.data, [1.0])
        with self.assertRaises(RuntimeError):
            Every(self.x, v=value, **good)

    def test_tensor_attribute_left_out_is_an_empty_tensor(self):
        for _ in range(50):  # each call makes one, which must live until the library has it
            y = Hold(self.x)
        name = y.name
        self.assertEqual(self.builder.build_and_reset([y]).find_node_by_name(name).get_attr("value").data, [])

    def test_names_that_are_keywords_or_taken(self):
        y = Odd(self.x, 2.0, attr_import=Tensor([1.0]), attr_x=Tensor([2, 3]), self=4)
        name = y.name
        node = self.builder.build_and_reset([y]).find_node_by_name(name)
        self.assertEqual((node.get_attr("import").data, node.get_attr("x").data, node.get_attr("self")), ([1.0], [2, 3], 4))
        self.assertEqual(node.get_in_data_nodes_and_port_indexes(1)[0].get_attr("value").data, [2.0])

    def test_texts_of_other_bytes(self):
        """Bytes that are no UTF-8 (a default may have them) come and go as Python writes them elsewhere."""
        y = Every(self.x, i=1, f=0.1, s="a\udcff\u20ac", b=True, t=DataType.DT_BF16, v=Tensor([1.0]), li=[], lf=[], lb=[], lt=[], ls=["\udc80"], ll=[])
        name = y.name
        node = self.builder.build_and_reset([y]).find_node_by_name(name)
        self.assertEqual((node.get_attr("s"), node.get_attr("ls")), ("a\udcff\u20ac", ["\udc80"]))
        node.set_attr("s", "\udcfe")
        node.set_attr("ls", ["\udcfd", ""])
        self.assertEqual((node.get_attr("s"), node.get_attr("ls")), ("\udcfe", ["\udcfd", ""]))

    def test_wrong_tensors(self):
        other = GraphBuilder("other").create_input(0)
        for call, error in ((lambda: Blend(self.x, other, mode="m"), ValueError), (lambda: Blend(self.x, None, mode="m"), TypeError),
                            (lambda: Blend(self.x, "1", mode="m"), TypeError), (lambda: SplitEven(1, 2, count=1), TypeError),
                            (lambda: Choose(0, self.x, 1, branch("a"), []), TypeError),
                            (lambda: Choose(0, [self.x, None], 1, branch("a"), []), TypeError),
                            (lambda: Blend(self.x, 1), TypeError)):
            with self.assertRaises(error):
                call()

    def test_scopes_reach_operators(self):
        with attr_scope({"where": "scope"}), control_dependency_scope([self.x]):
            outputs = SplitEven(self.builder.create_scalar_float(1), 1, count=1)
        name = outputs.rest.name
        node = self.builder.build_and_reset([outputs.rest]).find_node_by_name(name)
        self.assertEqual(node.get_attr("where"), "scope")
        self.assertEqual([n.name for n in node.get_in_control_nodes()], ["input_0"])


try:
    import numpy
except ImportError:
    numpy = None


@unittest.skipIf(numpy is None, "numpy is not installed")
class Arrays(unittest.TestCase):
    """numpy arrays where tensors and attributes are expected (issue "Back ends"); expected bytes are numpy's own."""

    def constant(self, value):
        builder = GraphBuilder("arrays")
        x = builder.create_input(0)
        y = Blend(x, value, mode="m")
        name = y.name
        return builder.build_and_reset([y]).find_node_by_name(name).get_in_data_nodes_and_port_indexes(1)[0].get_attr("value")

    def test_every_element_type_keeps_its_bytes(self):
        for name in ("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32"):
            for array in (numpy.array([[0, 1, 2], [3, 4, 5]]).astype(name), numpy.array(3).astype(name), numpy.zeros((0, 4), name),
                          numpy.arange(12).reshape(3, 4).astype(name)[::2, ::-1].T):
                tensor = self.constant(array)
                wanted = {"bool": "DT_BOOL", "float16": "DT_FLOAT16", "float32": "DT_FLOAT"}.get(name, "DT_" + name.upper())
                self.assertEqual((tensor.data_type.name, tensor.data), (wanted, array.ravel().tolist()), (name, array.shape))
                if array.shape and array.size:
                    self.assertEqual(list(tensor.shape), list(array.shape))
        self.assertEqual(self.constant(numpy.array([1, 2], ">i4")).data, [1, 2])

    def test_double_precision_becomes_single(self):
        tensor = self.constant(numpy.array([0.1, 1e300]))
        self.assertEqual(tensor.data_type, DataType.DT_FLOAT)
        self.assertEqual(tensor.data, numpy.array([0.1, numpy.inf], "float32").tolist())

    def test_scalars_and_lists_of_them(self):
        self.assertEqual(self.constant(numpy.int32(7)).data_type, DataType.DT_INT32)
        self.assertEqual(self.constant(numpy.float64(0.5)).data, [0.5])
        tensor = self.constant([[numpy.int64(1), 2], [3, numpy.int8(4)]])
        self.assertEqual((tensor.data_type, list(tensor.shape), tensor.data), (DataType.DT_INT64, [2, 2], [1, 2, 3, 4]))
        self.assertEqual(self.constant([numpy.float32(0.5), 1]).data, [0.5, 1.0])

    def test_what_has_no_data_type_is_refused(self):
        for value in (numpy.array(["a"]), numpy.array([object()]), numpy.array(["2020-01-01"], "datetime64[D]")):
            with self.assertRaisesRegex(TypeError, "Blend, parameter layer: an array of"):
                self.constant(value)

    def test_attributes_and_operands(self):
        builder = GraphBuilder("arrays")
        x = builder.create_input(0)
        y = Blend(x, 1, mode="m", alpha=numpy.float32(0.25), axes=numpy.array([1, -1], "int32"))
        z = [x * numpy.array([1.0, 2.0]), numpy.array([3, 4]) - x]
        names = [holder.name for holder in (y, *z)]
        graph = builder.build_and_reset([y, *z])
        y, product, difference = map(graph.find_node_by_name, names)
        self.assertEqual([y.get_attr(n) for n in ("alpha", "axes")], [0.25, [1, -1]])
        self.assertEqual((product.type, difference.type), ("Mul", "Sub"))
        self.assertEqual(difference.get_in_data_nodes_and_port_indexes(0)[0].get_attr("value").data, [3, 4])


class Arithmetic(unittest.TestCase):
    def test_operators_and_methods(self):
        builder = GraphBuilder()
        x = builder.create_input(0)
        made = [x + x, x - 1, 2 * x, x / [1.0, 2.0], 3 - x, 1.5 / x, x.add(1), x.sub(x), x.mul(x), x.div(2)]
        names = [h.name for h in made]
        graph = builder.build_and_reset(made)
        nodes = [graph.find_node_by_name(n) for n in names]
        self.assertEqual([n.type for n in nodes], ["Add", "Sub", "Mul", "Div", "Sub", "Div", "Add", "Sub", "Mul", "Div"])
        first = lambda node: node.get_in_data_nodes_and_port_indexes(0)[0]
        self.assertEqual(first(nodes[1]).name, "input_0")
        self.assertEqual(first(nodes[4]).get_attr("value").data, [3])
        self.assertEqual(first(nodes[5]).get_attr("value").data, [1.5])
        self.assertIn("libes_math.so", get_loaded_lib_names())

    def test_errors(self):
        x = GraphBuilder("a").create_input(0)
        with self.assertRaises(ValueError):
            x + GraphBuilder("b").create_input(0)
        with self.assertRaises(TypeError):
            x + "1"
        with self.assertRaises(TypeError):
            x.add(None)


class PlugIns(unittest.TestCase):
    def test_listed_and_reachable(self):
        self.assertEqual(ge.es.list_plugins(), ["math"])
        self.assertIs(ge.es.get_plugin("math"), ge.es.math)
        self.assertIs(sys.modules["ge.es.math"].Blend, Blend)
        self.assertIsNone(ge.es.get_plugin("absent"))
        self.assertIn("math", ge.es.__all__)

    def test_broken_plug_in_is_reported_and_skipped(self):
        # Three packages beside the real one: a module's name, a module, and one that fails.
        folder = os.path.join(os.environ["GE_TEST_WORK"], "plugins")
        os.makedirs(folder + "/probe-1.dist-info", exist_ok=True)
        with open(folder + "/probe.py", "w", encoding="utf-8") as file:
            file.write("VALUE = 5\nname = 'probe'\ndef fails():\n    raise OSError('no licence')\n")
        with open(folder + "/probe-1.dist-info/entry_points.txt", "w", encoding="utf-8") as file:
            file.write("[ge.es.plugins]\nby_name = probe:name\nby_module = probe\nbroken = probe:fails\n")
        with open(folder + "/probe-1.dist-info/METADATA", "w", encoding="utf-8") as file:
            file.write("Metadata-Version: 2.1\nName: probe\nVersion: 1\n")
        code = "import ge.es; print(ge.es.list_plugins(), ge.es.by_name.VALUE, ge.es.by_module.VALUE)"
        path = os.pathsep.join(filter(None, (folder, os.environ.get("PYTHONPATH"))))
        done = subprocess.run([sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True)
        self.assertEqual(done.stdout.strip(), "['by_module', 'by_name', 'math'] 5 5", done.stderr)
        self.assertIn("plug-in broken of ge.es.plugins cannot be loaded: no licence", done.stderr)
