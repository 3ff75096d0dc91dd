"""What the generated operator functions share: a table per operator, one way to call its C function.

A generated module describes its operator with an :class:`Operator` and calls it with the arguments in prototype order."""
import ctypes
import functools
import inspect
import operator as _operator

from ge._capi import graph_wrapper as _native
from ge._capi.pyes_graph_builder_wrapper import (EsCGraphBuilderPtr, EsCGraphPtr, EsCTensorHolderPtr, EsCTensorPtr, get_generated_lib, load_optional,
                                                recent_error)
from ge.es.graph_builder import GraphBuilder
from ge.es.tensor_holder import TensorHolder
from ge.es.tensor_like import convert_to_tensor_holder, resolve_builder
from ge.graph.graph import Graph
from ge.graph.tensor import Tensor
from ge.graph.types import DataType

_int64 = ctypes.c_int64
_HolderArray = ctypes.POINTER(EsCTensorHolderPtr)
#: Element type of each list attribute.
_LISTS = {"ListInt": _int64, "ListFloat": ctypes.c_float, "ListBool": ctypes.c_bool, "ListType": ctypes.c_int, "ListString": ctypes.c_char_p}
_SCALARS = {"Int": _int64, "Count": _int64, "Float": ctypes.c_float, "Bool": ctypes.c_bool, "String": ctypes.c_char_p, "Type": ctypes.c_int,
            "Tensor": EsCTensorPtr}


class Output:
    """Results of an operator with several outputs; one attribute per output, in the order of the prototype."""

    __slots__ = ()

    def __init__(self, *values):
        for name, value in zip(self.__slots__, values):
            setattr(self, name, value)

    def __iter__(self):
        return (getattr(self, name) for name in self.__slots__)

    def __repr__(self):
        return f"{type(self).__name__}({', '.join(f'{n}={getattr(self, n)!r}' for n in self.__slots__)})"


def _int(value):
    number = _operator.index(value)
    if not -(1 << 63) <= number < 1 << 63:
        raise ValueError(f"{number} does not fit 64 bits")
    return number


def _count(value):
    """A count that the node builder takes from the inputs or outputs when the call leaves it out (``None``)."""
    return -(1 << 63) if value is None else _int(value)


def _float(value):
    if isinstance(value, (str, bytes)):
        raise TypeError(f"a number is needed, not {type(value).__name__}")
    return float(value)


def _bool(value):
    if not isinstance(value, (bool, int)) and type(value).__name__ != "bool_":
        raise TypeError(f"a bool is needed, not {type(value).__name__}")
    return bool(value)


def _text(value):
    if not isinstance(value, str):
        raise TypeError(f"a str is needed, not {type(value).__name__}")
    data = value.encode("utf-8", "surrogateescape")  # other bytes of a default
    if b"\0" in data:
        raise ValueError("a zero byte cannot be passed in a string")
    return data


def _data_type(value):
    return int(DataType(value))


_CONVERT = {"Int": _int, "Count": _count, "Float": _float, "Bool": _bool, "String": _text, "Type": _data_type}


class Operator:
    """One operator of a generated library.

    ``inputs``, ``outputs``, ``subgraphs``: (parameter name, kind); ``attrs``: (parameter name, type word); ``owner``: None,
    "required" or "optional"; ``result``: None (one tensor), list (one dynamic output), or a class derived from Output.
    """

    def __init__(self, library, op_type, inputs, owner, outputs, subgraphs, attrs, result, symbol=None):
        # The symbol of this parameter list: the name without it is the newest one, which may take other parameters.
        self.symbol = symbol or "Es" + op_type
        self.library, self.op_type, self.result = library, op_type, result
        self.inputs, self.outputs, self.subgraphs, self.attrs = inputs, outputs, subgraphs, attrs
        self.takes_owner = owner is not None
        self.takes_numbers = len(inputs) > 1 or all(kind == "optional" for _, kind in inputs)
        self._returns_struct = len(outputs) > 1 or any(kind == "dynamic" for _, kind in outputs)
        self._function = None

    # --- The C function ---------------------------------------------------------------------------------------------

    def _load(self):
        try:
            library = get_generated_lib(f"lib{self.library}.so")
        except RuntimeError:
            # Older packages name the library after the module alone; if that is not there either, the name of today is what is missing.
            library = load_optional(f"lib{self.library[3:]}.so") if self.library.startswith("es_") else None
            if library is None:
                raise
        function = getattr(library, self.symbol)
        types = []
        for _, kind in self.inputs:
            types += [_HolderArray, _int64] if kind == "dynamic" else [EsCTensorHolderPtr]
        if self.takes_owner:
            types.append(EsCGraphBuilderPtr)
        types += [_int64 for _, kind in self.outputs if kind == "dynamic"]
        for _, kind in self.subgraphs:
            types += [ctypes.POINTER(EsCGraphPtr), _int64] if kind == "dynamic" else [EsCGraphPtr]
        for _, word in self.attrs:
            if word == "ListListInt":
                types += [ctypes.POINTER(ctypes.POINTER(_int64)), _int64, ctypes.POINTER(_int64)]
            elif word in _LISTS:
                types += [ctypes.POINTER(_LISTS[word]), _int64]
            else:
                types.append(_SCALARS[word])
        function.argtypes = types
        function.restype = self._c_result() if self._returns_struct else EsCTensorHolderPtr
        self._function = function

    def _c_result(self):
        fields = []
        for name, kind in self.outputs:
            fields += [(name, _HolderArray), (name + "#", _int64)] if kind == "dynamic" else [(name, EsCTensorHolderPtr)]
        return type(f"C{self.op_type}Output", (ctypes.Structure,), {"_fields_": fields})

    # --- Calling ----------------------------------------------------------------------------------------------------

    def also_called_by(self, *earlier):
        """Decorator of the operator's function: calls by the positions of earlier releases are understood.

        ``earlier``: for each such release, newest first, the parameters that stood at its positions, by today's names. A call that today's
        positions do not explain (a parameter is missing; a builder or a graph stands where a tensor is expected) is read by theirs; optional
        inputs that they lack are None. A call that neither explains raises today's error."""
        empty = [name for name, kind in self.inputs if kind == "optional"] + (["owner_builder"] if self.takes_owner else [])

        def decorate(function):
            signature = inspect.signature(function)
            names = [p.name for p in signature.parameters.values() if p.kind is not p.KEYWORD_ONLY]
            defaults = {name for name in empty if name in signature.parameters}
            is_input = {name for name, _ in self.inputs}

            def explained(values):
                """Whether every value can be what it is called, as far as its type tells."""
                for name, value in values.items():
                    items = value if isinstance(value, (list, tuple)) else (value,)
                    if name in is_input and any(isinstance(item, (GraphBuilder, Graph)) for item in items):
                        return False
                try:
                    signature.bind(**values)
                except TypeError:
                    return False
                return True

            @functools.wraps(function)
            def call(*args, **kwargs):
                if len(args) <= len(names) and kwargs.keys().isdisjoint(names[:len(args)]) and not explained({**dict(zip(names, args)), **kwargs}):
                    for layout in earlier:
                        if len(args) > len(layout) or not kwargs.keys().isdisjoint(layout[:len(args)]):
                            continue
                        values = {**dict.fromkeys(defaults), **dict(zip(layout, args)), **kwargs}
                        if explained(values):
                            return function(**values)
                return function(*args, **kwargs)
            return call
        return decorate

    def __call__(self, inputs, owner, counts, graphs, attrs):
        if owner is not None and not isinstance(owner, GraphBuilder):
            raise TypeError(f"{self.op_type}: the owner must be a GraphBuilder, not {type(owner).__name__}")
        if not self.takes_numbers:
            for (name, kind), value in zip(self.inputs, inputs):
                for item in value if kind == "dynamic" and isinstance(value, (list, tuple)) else (value,):
                    if not isinstance(item, TensorHolder):
                        raise TypeError(f"{self.op_type}, parameter {name}: a TensorHolder is needed, not {type(item).__name__}")
        builder = resolve_builder(inputs, owner)
        builder._require_open(self.op_type)
        keep = []  # Python objects behind pointers, alive until the call returns
        arguments = []
        for (name, kind), value in zip(self.inputs, inputs):
            arguments += self._input(name, kind, value, builder, keep)
        if self.takes_owner:
            arguments.append(builder._handle)
        dynamic = [name for name, kind in self.outputs if kind == "dynamic"]
        arguments += [self._converted(name + "_num", _int, count) for name, count in zip(dynamic, counts)]
        # Everything that can fail on this side comes before ownership moves.
        attr_arguments = []
        for (name, word), value in zip(self.attrs, attrs):
            attr_arguments += self._attr(name, word, value, keep)
        owned = []
        for (name, kind), value in zip(self.subgraphs, graphs):
            owned += self._check_graphs(name, kind, value)
        owned += [value for (_, word), value in zip(self.attrs, attrs) if word == "Tensor" and value is not None]
        if self._function is None:
            self._load()
        self._transfer(owned, builder)
        for (_, kind), value in zip(self.subgraphs, graphs):
            arguments += self._graph(kind, value, keep)
        for argument in attr_arguments:
            arguments.append(argument() if callable(argument) else argument)
        return self._results(self._function(*arguments), builder, dict(zip(dynamic, counts)))

    def _converted(self, name, convert, value):
        try:
            return convert(value)
        except (TypeError, ValueError) as error:
            raise type(error)(f"{self.op_type}, parameter {name}: {error}") from None

    def _tensor(self, name, value, builder):
        holder = self._converted(name, lambda v: convert_to_tensor_holder(v, builder), value)
        if holder is not None and holder._builder is not builder:
            raise ValueError(f"{self.op_type}, parameter {name}: the tensor belongs to another builder")
        return holder

    def _input(self, name, kind, value, builder, keep):
        if kind != "dynamic":
            holder = self._tensor(name, value, builder)
            if holder is None and kind == "required":
                raise TypeError(f"{self.op_type}, parameter {name}: a tensor is needed")
            return [None if holder is None else holder._handle]
        if not isinstance(value, (list, tuple)):
            raise TypeError(f"{self.op_type}, parameter {name}: a list is needed, not {type(value).__name__}")
        holders = [self._tensor(f"{name}[{i}]", item, builder) for i, item in enumerate(value)]
        if None in holders:
            raise TypeError(f"{self.op_type}, parameter {name}: element {holders.index(None)} is None")
        array = (EsCTensorHolderPtr * len(holders))(*(holder._handle for holder in holders))
        keep.append(array)
        return [array, len(holders)]

    def _attr(self, name, word, value, keep):
        if word == "Tensor":
            if value is not None and not isinstance(value, Tensor):
                raise TypeError(f"{self.op_type}, parameter {name}: a Tensor is needed, not {type(value).__name__}")
            # The handle is made at the last moment: the C function takes it whatever comes after. Until then the tensor must live.
            tensor = Tensor() if value is None else value
            return [lambda: ctypes.cast(_native.lib.GePyTensorCopyHandle(tensor._handle), EsCTensorPtr)]
        if word in _CONVERT:
            return [self._converted(name, _CONVERT[word], value)]
        if isinstance(value, (str, bytes)) or not hasattr(value, "__iter__"):
            raise TypeError(f"{self.op_type}, parameter {name}: a list is needed, not {type(value).__name__}")
        if word == "ListListInt":
            rows = [[self._converted(f"{name}[{i}]", _int, v) for v in row] for i, row in enumerate(value)]
            arrays = [(_int64 * len(row))(*row) for row in rows]
            pointers = (ctypes.POINTER(_int64) * len(rows))(*(ctypes.cast(a, ctypes.POINTER(_int64)) for a in arrays))
            lengths = (_int64 * len(rows))(*map(len, rows))
            keep += [arrays, pointers, lengths]
            return [pointers, len(rows), lengths]
        items = [self._converted(f"{name}[{i}]", _CONVERT[word[4:]], v) for i, v in enumerate(value)]
        array = (_LISTS[word] * len(items))(*items)
        keep.append(array)
        return [array, len(items)]

    def _check_graphs(self, name, kind, value):
        graphs = value if kind == "dynamic" else [value]
        if not isinstance(graphs, (list, tuple)) or not all(isinstance(graph, Graph) for graph in graphs):
            raise TypeError(f"{self.op_type}, parameter {name}: {'a list of Graph' if kind == 'dynamic' else 'a Graph'} is needed")
        return list(graphs)

    @staticmethod
    def _transfer(owned, builder):
        done = []
        try:
            for item in owned:
                if isinstance(item, Graph):
                    item._transfer_ownership_when_pass_as_subgraph(builder)
                else:
                    item._transfer_ownership_when_pass_as_attr(builder)
                done.append(item)
        except RuntimeError:
            for item in done:
                item._transferred, item._keep = False, None
            raise

    @staticmethod
    def _graph(kind, value, keep):
        # The C function gets handles of its own; the Python objects go on as views of the same graphs.
        graphs = value if kind == "dynamic" else [value]
        handles = [ctypes.cast(_native.lib.GePyGraphCopyHandle(graph._handle), EsCGraphPtr) for graph in graphs]
        if kind != "dynamic":
            return handles
        array = (EsCGraphPtr * len(handles))(*handles)
        keep.append(array)
        return [array, len(handles)]

    # --- Results ----------------------------------------------------------------------------------------------------

    def _results(self, raw, builder, asked):
        if not self._returns_struct:
            values = [self._wrap(raw, builder)]
        else:
            values = []
            for name, kind in self.outputs:
                item = getattr(raw, name)
                if kind != "dynamic":
                    values.append(self._wrap(item, builder))
                    continue
                count = getattr(raw, name + "#")
                if count != int(asked[name]) or (count and not item):  # a refused call gives none
                    self._refused()
                values.append([self._wrap(item[i], builder) for i in range(count)])
            if not any(values):
                # No tensor at all: no instance was asked for, or the call failed.
                if any(kind != "dynamic" for _, kind in self.outputs):
                    self._refused()
        first = values[0] if values else None
        first = first[0] if isinstance(first, list) and first else first
        if isinstance(first, TensorHolder):
            builder._apply_scope_infos_to_node(first)
        if self.result is None or self.result is list:
            return values[0]
        return self.result(*values)

    def _wrap(self, handle, builder):
        if not handle:
            self._refused()
        return TensorHolder._create_from(handle, builder)

    def _refused(self):
        raise ValueError(f"{self.op_type}: there is no tensor handle: {recent_error('the library refused')}")
