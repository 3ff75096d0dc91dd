"""ge.es: builders, holders, scopes, numbers as tensors (es-api sections 9.4, 11.1 to 11.4)."""
import copy
import gc
import threading
import unittest

from ge.es import GraphBuilder, TensorHolder, resolve_builder
from ge.es.graph_builder import InputType, attr_scope, control_dependency_scope
from ge.es.tensor_like import convert_to_tensor_holder
from ge.graph import DataType, Format


def consts(graph):
    """Values of the constants, by node name."""
    return {n.name: (n.get_attr("value").data_type, list(n.get_attr("value").shape), n.get_attr("value").data)
            for n in graph.get_all_nodes() if n.type == "Const"}


class Builder(unittest.TestCase):
    def test_restart(self):
        builder = GraphBuilder("first")
        x = builder.create_input(0)
        first = builder.build_and_reset([x])
        with self.assertRaises(RuntimeError):
            builder.create_input(0)
        builder.restart("second")
        y = builder.create_input(0)
        with self.assertRaises(RuntimeError):  # a tensor of the graph before
            builder.set_graph_output(x, 0)
        second = builder.build_and_reset([y])
        self.assertEqual((first.name, second.name, builder.name), ("first", "second", "second"))
        self.assertEqual(len(first.get_all_nodes()), len(second.get_all_nodes()))
        with self.assertRaises(TypeError):
            builder.restart(1)
        builder.restart()
        self.assertEqual(len(builder.build_and_reset([builder.create_input(0)]).get_all_nodes()), 2)

    def test_name(self):
        self.assertEqual(GraphBuilder().name, "graph")
        self.assertEqual(GraphBuilder("g").name, "g")
        with self.assertRaises(TypeError):
            GraphBuilder(3)
        for copier in (copy.copy, copy.deepcopy):
            with self.assertRaises(RuntimeError):
                copier(GraphBuilder())

    def test_inputs(self):
        builder = GraphBuilder("g")
        x = builder.create_input(0)
        y = builder.create_input(1, name="y", type_str=InputType.REF_DATA, data_type=DataType.DT_INT8, format=Format.FORMAT_NCHW,
                                 shape=[1, 2, 3, -1])
        self.assertEqual((x.name, y.name), ("input_0", "y"))
        graph = builder.build_and_reset([x, y])
        node = graph.find_node_by_name("y")
        self.assertEqual(node.type, "RefData")
        desc = node.get_output_desc(0)
        self.assertEqual((desc.data_type, desc.format, desc.shape), (DataType.DT_INT8, Format.FORMAT_NCHW, [1, 2, 3, -1]))
        self.assertEqual(graph.find_node_by_name("input_0").get_output_desc(0).shape, [])

    def test_input_errors(self):
        builder = GraphBuilder()
        for bad in ("0", 0.0, None, True):
            with self.assertRaises(TypeError):
                builder.create_input(bad)
        for shape in ("12", [1.0], [True], 3):
            with self.assertRaises(TypeError):
                builder.create_input(0, shape=shape)
        builder.create_input(0)
        for index in (0, -1):
            with self.assertRaises(RuntimeError):
                builder.create_input(index)
        for arguments in ((0,), (-1,), (1, -1), (1.0,)):
            with self.assertRaises(TypeError):
                builder.create_inputs(*arguments)
        self.assertEqual([h.name for h in builder.create_inputs(2, 1)], ["input_1", "input_2"])

    def test_constants(self):
        builder = GraphBuilder()
        made = {
            "scalar": builder.create_const_int64(7), "flat": builder.create_const_int32([1, -2]),
            "shaped": builder.create_const_float([1, 2.5, 3, 4], [2, 2]), "empty_shape": builder.create_const_uint64(9, []),
            "unsigned": builder.create_const_uint32([4294967295]), "none": builder.create_const_float([], [0, 3]),
            "vector": builder.create_vector_int64([5, 6]), "one": builder.create_scalar_uint64((1 << 64) - 1),
            "real": builder.create_scalar_float(0.5), "small": builder.create_scalar_int32(-5)}
        names = {key: holder.name for key, holder in made.items()}
        values = consts(builder.build_and_reset(list(made.values())))
        expected = {
            "scalar": (DataType.DT_INT64, [], [7]), "flat": (DataType.DT_INT32, [2], [1, -2]),
            "shaped": (DataType.DT_FLOAT, [2, 2], [1.0, 2.5, 3.0, 4.0]), "empty_shape": (DataType.DT_UINT64, [], [9]),
            "unsigned": (DataType.DT_UINT32, [1], [4294967295]), "none": (DataType.DT_FLOAT, [0, 3], []),
            "vector": (DataType.DT_INT64, [2], [5, 6]), "one": (DataType.DT_UINT64, [], [(1 << 64) - 1]),
            "real": (DataType.DT_FLOAT, [], [0.5]), "small": (DataType.DT_INT32, [], [-5])}
        self.assertEqual({key: values[name] for key, name in names.items()}, expected)

    def test_constant_errors(self):
        builder = GraphBuilder()
        with self.assertRaisesRegex(ValueError, "holds 4 elements, but there are 3"):
            builder.create_const_float([1, 2, 3], [2, 2])
        for call in (lambda: builder.create_scalar_uint64(-1), lambda: builder.create_scalar_uint32(-1),
                     lambda: builder.create_scalar_uint32(1 << 32), lambda: builder.create_const_int64(1 << 63)):
            with self.assertRaises(ValueError):
                call()
        for value in ("1", [[1]], None):
            with self.assertRaises(TypeError):
                builder.create_const_int64(value)

    def test_variable_and_attributes(self):
        builder = GraphBuilder("g")
        holder = builder.create_variable(0, "weights")
        builder.set_graph_attr_int64("gi", 3)
        builder.set_graph_attr_string("gs", "text")
        builder.set_graph_attr_bool("gb", True)
        builder.set_node_attr_int64(holder, "ni", -1)
        builder.set_node_attr_string(holder, "ns", "é")
        builder.set_node_attr_bool(holder, "nb", False)
        builder.set_tensor_attr_int64(holder, "ti", 1 << 40)
        builder.set_tensor_attr_string(holder, "ts", "")
        builder.set_tensor_attr_bool(holder, "tb", True)
        for wrong in (lambda: builder.set_node_attr_bool(holder, "x", 1), lambda: builder.set_graph_attr_int64("x", True),
                      lambda: builder.set_tensor_attr_string(holder, "x", 5), lambda: builder.set_node_attr_int64("holder", "x", 1)):
            with self.assertRaises(TypeError):
                wrong()
        graph = builder.build_and_reset([holder])
        node = graph.find_node_by_name("weights")
        self.assertEqual(node.type, "Variable")
        self.assertEqual([graph.get_attr(n) for n in ("gi", "gs", "gb")], [3, "text", True])
        self.assertEqual([node.get_attr(n) for n in ("ni", "ns", "nb")], [-1, "é", False])
        self.assertEqual([node.get_output_attr(n, 0) for n in ("ti", "ts", "tb")], [1 << 40, "", True])

    def test_descriptions(self):
        builder = GraphBuilder()
        holder = builder.create_input(0).set_data_type(DataType.DT_BF16).set_format(Format.FORMAT_NHWC).set_shape([4, 5])
        desc = builder.build_and_reset([holder]).find_node_by_name("input_0").get_output_desc(0)
        self.assertEqual((desc.data_type, desc.format, desc.origin_format), (DataType.DT_BF16, Format.FORMAT_NHWC, Format.FORMAT_NHWC))
        self.assertEqual((desc.shape, desc.origin_shape), ([4, 5], [4, 5]))

    def test_everything_is_refused_after_the_build(self):
        builder = GraphBuilder()
        x = builder.create_input(0)
        builder.build_and_reset([x])
        for call in (lambda: builder.create_input(1), lambda: builder.create_const_int64(1), lambda: builder.create_vector_int64([1]),
                     lambda: builder.create_scalar_float(1), lambda: builder.create_variable(0, "v"), lambda: x.set_shape([1]),
                     lambda: x.set_format(Format.FORMAT_ND), lambda: x.set_data_type(DataType.DT_INT8),
                     lambda: builder.set_graph_output(x, 0), lambda: builder.set_graph_attr_int64("a", 1),
                     lambda: builder.set_node_attr_bool(x, "a", True), lambda: builder.add_control_dependency(x, [x]),
                     lambda: x + 1, builder.build_and_reset):
            with self.assertRaisesRegex(RuntimeError, "built already"):
                call()

    def test_outputs(self):
        builder = GraphBuilder()
        x, y = builder.create_inputs(2)
        builder.set_graph_output(y, 0)
        with self.assertRaises(RuntimeError):
            builder.set_graph_output(x, 0)
        with self.assertRaises(RuntimeError):
            builder.set_graph_output(x, -1)
        builder.set_graph_output(x, 1)
        graph = builder.build_and_reset()
        net_output = next(n for n in graph.get_all_nodes() if n.type == "NetOutput")
        self.assertEqual([net_output.get_in_data_nodes_and_port_indexes(i)[0].name for i in (0, 1)], ["input_1", "input_0"])

    def test_holder_keeps_its_builder_alive(self):
        holder = GraphBuilder("kept").create_input(0)
        gc.collect()
        self.assertEqual(holder.get_owner_builder().name, "kept")
        self.assertEqual(holder.name, "input_0")
        with self.assertRaises(RuntimeError):
            TensorHolder()


class Scopes(unittest.TestCase):
    def test_attributes_merge_and_are_restored(self):
        builder = GraphBuilder()
        with attr_scope({"stream": 1, "label": "outer", "real": 0.5, "list": [1, 2]}):
            a = builder.create_input(0)
            with attr_scope({"label": "inner"}):
                b = builder.create_const_int64(1)
        with self.assertRaises(KeyError), attr_scope({"lost": 1}):
            raise KeyError
        c = builder.create_input(1)
        names = [h.name for h in (a, b, c)]
        graph = builder.build_and_reset([a, b, c])
        a, b, c = map(graph.find_node_by_name, names)
        self.assertEqual([a.get_attr(n) for n in ("stream", "label", "real", "list")], [1, "outer", 0.5, [1, 2]])
        self.assertEqual([b.get_attr(n) for n in ("stream", "label")], [1, "inner"])
        self.assertFalse(c.has_attr("label") or c.has_attr("lost"))

    def test_control_edges(self):
        builder = GraphBuilder()
        a, b = builder.create_inputs(2)
        with control_dependency_scope([a]):
            c = builder.create_const_int64(1)
            with control_dependency_scope([b]):
                d = builder.create_const_int64(2)
        e = builder.create_const_int64(3)
        builder.add_control_dependency(e, [c, d])
        names = [h.name for h in (c, d, e)]
        graph = builder.build_and_reset([c, d, e])
        before = {name: [n.name for n in graph.find_node_by_name(name).get_in_control_nodes()] for name in names}
        self.assertEqual(before, {names[0]: ["input_0"], names[1]: ["input_0", "input_1"], names[2]: [names[0], names[1]]})
        with self.assertRaises(TypeError), control_dependency_scope([1]):
            pass

    def test_scopes_belong_to_their_thread(self):
        seen = []

        def other():
            builder = GraphBuilder()
            holder = builder.create_input(0)
            seen.append(builder.build_and_reset([holder]).find_node_by_name("input_0").has_attr("mine"))

        with attr_scope({"mine": 1}):
            thread = threading.Thread(target=other)
            thread.start()
            thread.join()
        self.assertEqual(seen, [False])


class Numbers(unittest.TestCase):
    def test_conversion(self):
        builder = GraphBuilder()
        x = builder.create_input(0)
        self.assertIsNone(convert_to_tensor_holder(None, builder))
        self.assertIs(convert_to_tensor_holder(x, builder), x)
        values = [3, True, 0.5, [1, 2], [[1, 2.0], [3, 4]], []]
        holders = [convert_to_tensor_holder(v, builder) for v in values]
        names = [h.name for h in holders]
        made = consts(builder.build_and_reset([x] + holders))
        self.assertEqual([made[n] for n in names], [
            (DataType.DT_INT64, [], [3]), (DataType.DT_INT64, [], [1]), (DataType.DT_FLOAT, [], [0.5]), (DataType.DT_INT64, [2], [1, 2]),
            (DataType.DT_FLOAT, [2, 2], [1.0, 2.0, 3.0, 4.0]), (DataType.DT_INT64, [0], [])])

    def test_errors(self):
        builder = GraphBuilder()
        with self.assertRaisesRegex(ValueError, "not rectangular"):
            convert_to_tensor_holder([[1], [2, 3]], builder)
        for value in ("text", [1, "2"], {1: 2}, [None]):
            with self.assertRaises(TypeError):
                convert_to_tensor_holder(value, builder)

    def test_resolve_builder(self):
        builder = GraphBuilder()
        x = builder.create_input(0)
        for values in ((x,), (builder,), (1, [2, x]), (None, builder)):
            self.assertIs(resolve_builder(*values), builder)
        with self.assertRaises(ValueError):
            resolve_builder(1, None, [2.0])
