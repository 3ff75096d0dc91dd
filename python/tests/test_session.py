"""ge.ge_global, ge.session, ge.allocator (es-api section 11.7)."""
import copy
import os
import unittest

from ge.allocator import Allocator, MemBlock
from ge.error import GeError
from ge.es import GraphBuilder
from ge.es.math import Add, Mul
from ge.graph import DataType, Format, Placement, Tensor


def doubled_sum():
    builder = GraphBuilder("doubled_sum")
    x, y = (builder.create_input(i, shape=[2, 2]) for i in range(2))
    return builder.build_and_reset([Mul(Add(x, y), 2.0)])


def tensor(values, placement=Placement.PLACEMENT_HOST):
    return Tensor(values, None, DataType.DT_FLOAT, Format.FORMAT_ND, [2, 2], placement)


class Errors(unittest.TestCase):
    def test_ge_error(self):
        error = GeError("why", "run_graph", {"graph_id": 1})
        self.assertIsInstance(error, RuntimeError)
        self.assertEqual((error.error_message, error.api_name, error.context), ("why", "run_graph", {"graph_id": 1}))
        self.assertIn("run_graph failed: why", str(error))

    def test_mem_block(self):
        block = MemBlock(4096, 64)
        self.assertEqual((block.addr, block.size), (4096, 64))
        with self.assertRaises(AttributeError):
            block.addr = 1
        with self.assertRaises(TypeError):
            MemBlock("1", 2)
        with self.assertRaises(TypeError):
            Allocator()


@unittest.skipUnless(os.environ.get("GE_TEST_SESSION"), "built without the graph engine")
class Sessions(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        from ge.ge_global import GeApi
        from ge.session import Session
        cls.GeApi, cls.Session = GeApi, staticmethod(Session)
        assert GeApi.ge_initialize({"ge.exec.deviceId": "0"}) == 0

    @classmethod
    def tearDownClass(cls):
        assert cls.GeApi.ge_finalize() == 0

    def test_arguments(self):
        session = self.Session()
        for call in (lambda: self.GeApi.ge_initialize({}), lambda: self.GeApi.ge_initialize({"a": 1}), lambda: self.GeApi.ge_initialize(None),
                     lambda: self.Session([]), lambda: session.add_graph("1", doubled_sum()), lambda: session.add_graph(1, "graph"),
                     lambda: session.add_graph(-1, doubled_sum()), lambda: session.run_graph(1, [1]), lambda: session.run_graph(1, None),
                     lambda: session.run_graph_with_stream_async(1, "s", []), lambda: session.register_external_allocator(0, object())):
            with self.assertRaises(TypeError):
                call()
        for copier in (copy.copy, copy.deepcopy):
            with self.assertRaises(RuntimeError):
                copier(session)

    def test_run(self):
        session = self.Session({"ge.exec.deviceId": "0"})
        self.assertEqual(session.add_graph(1, doubled_sum()), 0)
        for _ in range(2):
            result, = session.run_graph(1, [tensor([1, 2, 3, 4]), tensor([0.5, 0.5, 0.5, 0.5])])
            self.assertEqual((result.data, result.shape, result.placement), ([3.0, 5.0, 7.0, 9.0], [2, 2], Placement.PLACEMENT_HOST))
        self.assertIsNone(session.remove_graph(1))

    def test_failures(self):
        session = self.Session()
        with self.assertRaises(GeError) as caught:
            session.run_graph(77, [])
        self.assertEqual((caught.exception.api_name, caught.exception.context), ("run_graph", {"graph_id": 77}))
        session.add_graph(1, doubled_sum())
        with self.assertRaises(GeError):
            session.add_graph(1, doubled_sum())
        with self.assertRaises(GeError):
            session.run_graph(1, [tensor([1, 2, 3, 4])])
        with self.assertRaises(GeError):
            session.remove_graph(2)

    def test_asynchronous_with_and_without_allocator(self):
        import acl
        stream, code = acl.rt.create_stream()
        self.assertEqual(code, 0)
        session = self.Session()
        session.add_graph(1, doubled_sum())
        on_device = Placement.PLACEMENT_DEVICE
        inputs = [tensor([1, 2, 3, 4], on_device), tensor([1, 1, 1, 1], on_device)]

        class Counting(Allocator):
            def __init__(self):
                self.taken, self.freed = [], []

            def malloc(self, size):
                address, malloc_code = acl.rt.malloc(size, 0)
                assert malloc_code == 0
                self.taken.append(address)
                return MemBlock(address, size)

            def free(self, block):
                self.freed.append(block.addr)
                acl.rt.free(block.addr)

        result, = session.run_graph_with_stream_async(1, stream, inputs)
        self.assertEqual(acl.rt.synchronize_stream(stream), 0)
        self.assertEqual((result.placement, result.data), (on_device, [4.0, 6.0, 8.0, 10.0]))
        del result
        allocator = Counting()
        other, code = acl.rt.create_stream()
        session.register_external_allocator(other, allocator)
        result, = session.run_graph_with_stream_async(1, other, inputs)
        self.assertEqual(acl.rt.synchronize_stream(other), 0)
        self.assertEqual(result.data, [4.0, 6.0, 8.0, 10.0])
        self.assertTrue(allocator.taken)
        del result
        session.unregister_external_allocator(other)
        del session
        self.assertEqual(sorted(allocator.freed), sorted(allocator.taken))
        self.assertEqual([acl.rt.destroy_stream(s) for s in (stream, other)], [0, 0])
