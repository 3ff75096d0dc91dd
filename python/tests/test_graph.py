"""ge.graph: graphs, nodes, tensors, enumerations (es-api section 11.6)."""
import copy
import ctypes
import enum
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from ge._capi.pyes_graph_builder_wrapper import esb_lib
from ge.es import GraphBuilder
from ge.es.math import Add, Seed
from ge.graph import AttrValueType, DataType, DumpFormat, Format, Graph, Node, Placement, Shape, Tensor, TensorDesc


def small_graph():
    builder = GraphBuilder("small")
    x, y = builder.create_inputs(2)
    return builder.build_and_reset([Add(x, y)])


class Enumerations(unittest.TestCase):
    def test_numbers_are_those_of_the_c_header(self):
        with open(os.path.join(os.environ["GE_TEST_PREFIX"], "include/graph/c_types.h"), encoding="utf-8") as file:
            text = file.read()
        for prefix, kind in (("DT", DataType), ("FORMAT", Format)):
            expected = {name: int(value) for name, value in re.findall(rf"C_({prefix}_\w+) = (\d+)", text)}
            self.assertEqual({name: member.value for name, member in kind.__members__.items()}, expected)

    def test_kinds(self):
        for kind in (DataType, Format, Placement, AttrValueType):
            self.assertTrue(issubclass(kind, enum.IntEnum))
        self.assertFalse(issubclass(DumpFormat, int))
        self.assertEqual([f.value for f in (DumpFormat.kOnnx, DumpFormat.kTxt, DumpFormat.kReadable)], [0, 1, 2])
        self.assertEqual(AttrValueType.VT_LIST_DATA_TYPE, 1011)


class Graphs(unittest.TestCase):
    def test_walk(self):
        graph = small_graph()
        self.assertEqual(graph.name, "small")
        self.assertEqual(sorted(n.type for n in graph.get_direct_nodes()), ["Add", "Data", "Data", "NetOutput"])
        add = next(n for n in graph.get_all_nodes() if n.type == "Add")
        self.assertEqual((add.get_inputs_size(), add.get_outputs_size()), (2, 1))
        producer, port = add.get_in_data_nodes_and_port_indexes(1)
        self.assertEqual((producer.name, port), ("input_1", 0))
        (consumer, port), = add.get_out_data_nodes_and_port_indexes(0)
        self.assertEqual((consumer.type, port), ("NetOutput", 0))
        with self.assertRaises(RuntimeError):
            graph.find_node_by_name("absent")
        with self.assertRaises(RuntimeError):
            Node()

    def test_edges(self):
        graph = small_graph()
        add = next(n for n in graph.get_all_nodes() if n.type == "Add")
        one = graph.find_node_by_name("input_1")
        graph.remove_edge(one, 0, add, 1)
        with self.assertRaises(RuntimeError):
            add.get_in_data_nodes_and_port_indexes(1)
        with self.assertRaises(RuntimeError):
            graph.remove_edge(one, 0, add, 1)
        graph.add_data_edge(one, 0, add, 1)
        graph.add_control_edge(one, add)
        self.assertEqual([n.name for n in add.get_in_control_nodes()], ["input_1"])
        self.assertEqual([n.name for n in one.get_out_control_nodes()], [add.name])
        graph.remove_edge(one, -1, add, -1)
        self.assertEqual(add.get_in_control_nodes(), [])
        graph.remove_node(one)
        self.assertEqual(len(graph.get_all_nodes()), 3)
        with self.assertRaises(TypeError):
            graph.remove_node("Add")

    def test_attributes(self):
        graph = small_graph()
        node = graph.find_node_by_name("input_0")
        values = {"i": 1 << 40, "f": 0.5, "b": True, "s": "text", "t": DataType.DT_INT8, "li": [1, -2], "lf": [0.5, 1.0],
                  "lb": [True, False], "ls": ["a", "", "é"], "lt": [DataType.DT_FLOAT], "ll": [[1], [], [2, 3]]}
        for setter, getter in ((graph.set_attr, graph.get_attr), (node.set_attr, node.get_attr),
                               (lambda n, v: node.set_output_attr(n, 0, v), lambda n: node.get_output_attr(n, 0)),
                               (lambda n, v: node.set_input_attr(n, 0, v), lambda n: node.get_input_attr(n, 0))):
            for name, value in values.items():
                setter(name, value)
                self.assertEqual(getter(name), value)
                self.assertIs(type(getter(name)), type(value))
        node.set_attr("tensor", Tensor([1, 2, 3], None, DataType.DT_INT32))
        self.assertEqual(node.get_attr("tensor").data, [1, 2, 3])
        node.set_attr("tensors", [Tensor([1.0]), Tensor([2.0, 3.0])])
        self.assertEqual([t.data for t in node.get_attr("tensors")], [[1.0], [2.0, 3.0]])
        # An empty list, where its kind is named.
        for owner in (graph, node):
            for kind in ("STRING", "FLOAT", "BOOL", "INT", "DATA_TYPE", "LIST_INT", "TENSOR"):
                owner.set_attr("empty" + kind, [], value_type=AttrValueType["VT_LIST_" + kind])
                self.assertEqual(owner.get_attr("empty" + kind), [])
        node.set_output_attr("empty", 0, [], AttrValueType.VT_LIST_INT)
        self.assertEqual(node.get_output_attr("empty", 0), [])
        node.set_attr("whole", [1, 2], AttrValueType.VT_LIST_FLOAT)
        self.assertEqual([type(v) for v in node.get_attr("whole")], [float, float])
        self.assertTrue(node.has_attr("i"))
        self.assertFalse(node.has_attr("absent"))
        for wrong, error in ((lambda: node.set_attr("e", []), ValueError), (lambda: graph.set_attr("e", []), ValueError),
                             (lambda: node.set_attr("e", {}), TypeError), (lambda: node.set_attr("e", [1], AttrValueType.VT_LIST_BOOL), TypeError),
                             (lambda: node.set_attr("e", [], AttrValueType.VT_INT), ValueError), (lambda: node.set_attr("e", [1, "a"]), TypeError),
                             (lambda: node.set_attr(1, 1), TypeError), (lambda: node.set_attr("e", 1 << 63), ValueError),
                             (lambda: node.get_attr("absent"), RuntimeError)):
            with self.assertRaises(error):
                wrong()

    def test_descriptions(self):
        node = small_graph().find_node_by_name("input_0")
        desc = TensorDesc([1, 2], Format.FORMAT_NC1HWC0, DataType.DT_FLOAT16, [1, 2, 3], Format.FORMAT_NCHW)
        node.update_output_desc(0, desc)
        self.assertEqual(node.get_output_desc(0), desc)
        node.update_input_desc(0, desc)
        self.assertEqual(node.get_input_desc(0), desc)
        with self.assertRaises(RuntimeError):
            node.get_output_desc(5)
        with self.assertRaises(TypeError):
            node.update_output_desc(0, [1])

    def test_dumps(self):
        graph = small_graph()
        text = str(graph)
        self.assertEqual(text, graph.dump_to_stream(DumpFormat.kReadable))
        self.assertIn("input_0", text)
        self.assertIn("op_type", graph.dump_to_stream(DumpFormat.kOnnx))
        with self.assertRaises(TypeError):
            graph.dump_to_stream(2)
        with tempfile.TemporaryDirectory() as folder:
            code = ("import os, sys; sys.path.insert(0, sys.argv[1]); from test_graph import small_graph; from ge.graph import DumpFormat;"
                    "small_graph().dump_to_file(suffix='probe'); small_graph().dump_to_file(DumpFormat.kOnnx, 'probe')")
            subprocess.run([sys.executable, "-c", code, os.path.dirname(__file__)], check=True, env={**os.environ, "DUMP_GRAPH_PATH": folder})
            names = sorted(name for _, _, files in os.walk(folder) for name in files)
            self.assertEqual(len(names), 2)
            self.assertRegex(names[0], r"^ge_onnx_\d{8}_graph_\d+_probe\.pbtxt$")
            self.assertRegex(names[1], r"^ge_readable_\d{8}_graph_\d+_probe\.txt$")

    def test_save_and_load(self):
        with tempfile.TemporaryDirectory() as folder:
            path = folder + "/graph.air"
            small_graph().save_to_air(path)
            loaded = Graph("other")
            loaded.load_from_air(path)
            self.assertEqual(sorted(n.type for n in loaded.get_all_nodes()), ["Add", "Data", "Data", "NetOutput"])
            with self.assertRaises(RuntimeError):
                loaded.load_from_air(folder + "/absent")

    def test_subgraphs(self):
        graph, part = small_graph(), Graph("part")
        graph.add_subgraph(part)
        self.assertEqual([g.name for g in graph.get_all_subgraphs()], ["part"])
        self.assertEqual(graph.get_subgraph("part").name, "part")
        with self.assertRaises(RuntimeError):
            graph.add_subgraph(Graph("part"))
        graph.remove_subgraph("part")
        self.assertIsNone(graph.get_subgraph("part"))
        with self.assertRaises(TypeError):
            graph.add_subgraph("part")
        with self.assertRaises(TypeError):
            Graph(1)
        self.assertEqual(Graph().name, "graph")

    def test_node_keeps_its_graph_alive(self):
        node = small_graph().find_node_by_name("input_0")
        self.assertEqual(node.get_out_data_nodes_and_port_indexes(0)[0][0].type, "Add")


class Tensors(unittest.TestCase):
    def test_data_of_each_type(self):
        for data_type, data in ((DataType.DT_INT8, [-128, 127]), (DataType.DT_UINT8, [0, 255]), (DataType.DT_INT16, [-32768]),
                                (DataType.DT_UINT16, [65535]), (DataType.DT_INT32, [-(1 << 31)]), (DataType.DT_UINT32, [(1 << 32) - 1]),
                                (DataType.DT_INT64, [-(1 << 63)]), (DataType.DT_UINT64, [(1 << 64) - 1]), (DataType.DT_FLOAT, [0.5, -2.0]),
                                (DataType.DT_FLOAT16, [0.5, 65504.0]), (DataType.DT_BOOL, [True, False])):
            tensor = Tensor(data, None, data_type)
            self.assertEqual((tensor.data, tensor.data_type, tensor.shape), (data, data_type, [len(data)]))
        for data_type, data in ((DataType.DT_INT8, [128]), (DataType.DT_UINT8, [-1]), (DataType.DT_DOUBLE, [1.0])):
            with self.assertRaises(ValueError):
                Tensor(data, None, data_type)
        with self.assertRaises(TypeError):
            Tensor([1.5], None, DataType.DT_INT32)

    def test_positional_constructor_and_shape(self):
        tensor = Tensor([1, 2, 3, 4], None, DataType.DT_INT64, Format.FORMAT_NCHW, [2, 2], Placement.PLACEMENT_HOST)
        self.assertEqual((tensor.get_shape(), tensor.get_format(), tensor.get_placement()),
                         ([2, 2], Format.FORMAT_NCHW, Placement.PLACEMENT_HOST))
        self.assertEqual(Tensor([5.0], None, DataType.DT_FLOAT, Format.FORMAT_ND, []).shape, [])
        self.assertEqual(Tensor([[1, 2], [3, 4]], data_type=DataType.DT_INT8, shape=[2, 2]).data, [1, 2, 3, 4])
        with self.assertRaises(ValueError):
            Tensor([1.0], shape=[2])
        self.assertIn("DT_INT64", str(tensor))
        self.assertIn("[1, 2, 3, 4]", str(tensor))

    def test_the_image_is_that_of_tensors_of_the_c_functions(self):
        def image(tensor):
            graph = small_graph()
            node = graph.find_node_by_name("input_0")
            node.set_attr("one", tensor)
            node.set_attr("more", [tensor, tensor])
            path = os.path.join(folder, "graph.air")
            graph.save_to_air(path)
            with open(path, "rb") as file:
                return file.read()

        esb_lib.EsCreateEsCTensor.restype = ctypes.c_void_p
        values, dims = (ctypes.c_int16 * 6)(1, 2, 3, 4, 5, 6), (ctypes.c_int64 * 2)(2, 3)
        of_c = Tensor._adopt(esb_lib.EsCreateEsCTensor(values, dims, ctypes.c_int64(2), int(DataType.DT_INT16), int(Format.FORMAT_NCHW)))
        with tempfile.TemporaryDirectory() as folder:
            wanted = image(of_c)
            same = Tensor([1, 2, 3, 4, 5, 6], None, DataType.DT_INT16, Format.FORMAT_NCHW, [2, 3])
            self.assertEqual(image(same), wanted)
            self.assertEqual(image(Tensor.from_bytes(bytes(values), DataType.DT_INT16, [2, 3], Format.FORMAT_NCHW)), wanted)
            changed = Tensor([0, 0], None, DataType.DT_INT8, Format.FORMAT_ND, [2])
            changed.set_data_type(DataType.DT_INT16).set_format(Format.FORMAT_NCHW).set_shape([2, 3])
            changed.data = [1, 2, 3, 4, 5, 6]
            self.assertEqual(image(changed), wanted)

    def test_setters(self):
        tensor = Tensor([1, 2, 3, 4], data_type=DataType.DT_INT32)
        self.assertIs(tensor.set_shape([2, 2]), tensor)
        tensor.data = [5, 6, 7, 8]
        tensor.set_format(Format.FORMAT_NHWC)
        self.assertEqual((tensor.shape, tensor.data, tensor.format), ([2, 2], [5, 6, 7, 8], Format.FORMAT_NHWC))
        with self.assertRaises(ValueError):
            tensor.set_data([1])

    def test_file(self):
        with tempfile.NamedTemporaryFile() as file:
            file.write(bytes([1, 0, 0, 0, 2, 0, 0, 0, 9]))
            file.flush()
            self.assertEqual(Tensor(None, file.name, DataType.DT_INT32, shape=[2]).data, [1, 2])
            with self.assertRaises(RuntimeError):
                Tensor(None, file.name, DataType.DT_INT32, shape=[3])
            with self.assertRaises(RuntimeError):
                Tensor([1], file.name)

    def test_device(self):
        import acl
        self.assertEqual(acl.init(), 0)
        self.assertEqual(acl.rt.set_device(0), 0)
        tensor = Tensor([1.0, 2.0], None, DataType.DT_FLOAT, Format.FORMAT_ND, [2], Placement.PLACEMENT_DEVICE)
        self.assertEqual((tensor.placement, tensor.data), (Placement.PLACEMENT_DEVICE, [1.0, 2.0]))
        with self.assertRaises(ValueError):
            tensor.to_device()
        tensor.data = [3.0, 4.0]
        self.assertEqual(tensor.placement, Placement.PLACEMENT_DEVICE)
        self.assertIs(tensor.to_host(), tensor)
        self.assertEqual((tensor.placement, tensor.data), (Placement.PLACEMENT_HOST, [3.0, 4.0]))
        with self.assertRaises(ValueError):
            tensor.to_host()
        stream, code = acl.rt.create_stream()
        self.assertEqual((code, stream != 0), (0, True))
        self.assertEqual((acl.rt.synchronize_stream(stream), acl.rt.destroy_stream(stream)), (0, 0))
        address, code = acl.rt.malloc(64, 0)
        self.assertEqual((code, acl.rt.free(address)), (0, 0))

    def test_no_copies(self):
        for copier in (copy.copy, copy.deepcopy):
            with self.assertRaises(RuntimeError):
                copier(Tensor())

    def test_shape(self):
        self.assertEqual([Shape(s).get_shape_size() for s in ([], [2, 3], [2, -1], [0])], [0, 6, -1, 0])
        self.assertTrue(Shape([-2]).is_unknown_shape())
        self.assertFalse(Shape([1]).is_unknown_shape())


class Libraries(unittest.TestCase):
    def test_one_error_names_the_library_the_places_and_the_reason(self):
        from ge._capi import libraries
        from ge.es._generated import Operator
        absent = Operator("es_absent", "Absent", [], "required", [("y", "required")], [], [], None)
        with self.assertRaises(RuntimeError) as caught:
            absent([], GraphBuilder(), [], [], [])
        text = str(caught.exception)
        self.assertTrue(text.startswith("cannot load libes_absent.so: there is no such file; searched: "), text)
        self.assertIsNone(caught.exception.__context__)
        self.assertNotIn("libabsent.so", text)
        self.assertIn("LD_LIBRARY_PATH", text)
        libraries.load("libes_math.so")
        before = os.environ.get("OPSTRATA_LIBRARY_PATH")
        with tempfile.TemporaryDirectory() as folder:
            os.environ["OPSTRATA_LIBRARY_PATH"] = folder
            try:
                path = os.path.join(folder, "libes_broken.so")
                with open(path, "w") as file:
                    file.write("no library")
                with self.assertRaises(RuntimeError) as caught:
                    libraries.load("libes_broken.so")
                text = str(caught.exception)
                self.assertEqual((text.count(path), text.count("file too short")), (1, 1), text)
                self.assertIn(folder, text.split("searched: ")[1])
                # What lies beside a library that the package has loaded is found without any variable.
                source = next(p for p in (os.path.join(f, "libes_math.so") for f in libraries._folders_of_loaded()) if os.path.exists(p))
                for name in ("libes_one.so", "libes_other.so"):
                    shutil.copy(source, os.path.join(folder, name))
                libraries.load("libes_one.so")
            finally:
                os.environ.pop("OPSTRATA_LIBRARY_PATH")
                if before is not None:
                    os.environ["OPSTRATA_LIBRARY_PATH"] = before
            try:
                self.assertIn(folder, libraries.load("libes_other.so")._name)
            finally:
                libraries.clear_lib_cache()

    def test_loading(self):
        from ge._capi import pyes_graph_builder_wrapper as capi
        self.assertTrue(capi.is_generated_lib_available("libes_math.so"))
        self.assertFalse(capi.is_generated_lib_available("libes_absent.so"))
        with self.assertRaisesRegex(RuntimeError, "cannot load libes_all.so"):
            capi.get_generated_lib()
        self.assertIs(capi.get_generated_lib("libes_math.so"), capi.get_generated_lib("libes_math.so"))
        self.assertIn("libeager_style_graph_builder_base.so", capi.get_loaded_lib_names())
        before = capi.get_generated_lib("libes_math.so")
        capi.clear_lib_cache()
        self.assertNotIn("libes_math.so", capi.get_loaded_lib_names())
        self.assertIsNot(capi.get_generated_lib("libes_math.so"), before)
        builder = GraphBuilder()
        builder.build_and_reset([Seed(builder)])
