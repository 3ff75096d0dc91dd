#!/usr/bin/python3
"""Writes the expected values of the shipped operators, computed by PyTorch, to operators/<op>/<op>.golden.

Usage: make_goldens.py <checkout> [operator...]      (needs PyTorch; 1.13 made the committed files)

A case holds inputs as strided views over a storage, attributes, and the contiguous expected result together with the view
into which the test must write it. Where PyTorch has no CPU kernel for a type the result is computed from the same rounded
inputs in a wider type (float32 for float16/bfloat16, complex64 for complex32, int64 for integers) and rounded once. Sums,
products of matrices, softmax and normalisation of float32 and narrower are computed in float64 and rounded once.

File: b"OPGOLD1\\n", u32 cases; case = str name, u8 inputs, tensors, u8 outputs, tensors, u8 attrs, attrs;
str = u16 length, bytes; tensor = i32 ge::DataType, u8 rank, i32 dims, i32 strides, i32 offset, i32 storage elements,
u32 bytes, data (inputs: the storage; outputs: the contiguous elements); attr = str name, u8 kind (0 i64, 1 f64; in make_family_goldens.py also
2 bool, 3 text, 4 list of i64), u16 n, values (text: bytes).
All little-endian. The generator is seeded per operator: the files are reproducible.
"""
import pathlib
import struct
import sys
import zlib

import numpy as np
import torch

CODES = dict(float=0, float16=1, int8=2, int32=3, uint8=4, int16=6, uint16=7, uint32=8, int64=9, uint64=10, double=11,
             bool=12, complex64=16, complex128=17, qint8=18, qint16=19, qint32=20, quint8=21, quint16=22, bf16=27, int4=29, complex32=33)
# Type in which a tensor of the named type is held here, and the type in which its arithmetic is done.
HELD = dict(float=torch.float32, float16=torch.float16, int8=torch.int8, int32=torch.int32, uint8=torch.uint8,
            int16=torch.int16, uint16=torch.int64, uint32=torch.int64, int64=torch.int64, uint64=torch.int64,
            double=torch.float64, bool=torch.bool, complex64=torch.complex64, complex128=torch.complex128,
            bf16=torch.bfloat16, complex32=torch.complex64, qint8=torch.int8, qint16=torch.int16, qint32=torch.int32,
            quint8=torch.uint8, quint16=torch.int64, int4=torch.int8)
BITS = dict(int8=8, int16=16, int32=32, int64=64, uint8=8, uint16=16, uint32=32, uint64=64,
            qint8=8, qint16=16, qint32=32, quint8=8, quint16=16, int4=4)
FLOATS = ("float", "float16", "bf16", "double")
COMPLEX = ("complex32", "complex64", "complex128")


def base(dt):
    return dt[1:] if dt.startswith(("qint", "quint")) else dt


def wide(dt):
    """Arithmetic type: one step wider, so that one rounding remains."""
    dt = base(dt)
    if dt in BITS or dt == "bool":
        return torch.int64
    return {"float16": torch.float32, "bf16": torch.float32, "float": torch.float32, "double": torch.float64,
            "complex32": torch.complex64, "complex64": torch.complex64, "complex128": torch.complex128}[dt]


def widest(dt):
    """Type for long sums: float64 (complex128) for every floating type, int64 otherwise."""
    w = wide(dt)
    return {torch.float32: torch.float64, torch.complex64: torch.complex128}.get(w, w)


def to_half_parts(t):
    parts = torch.view_as_real(t.to(torch.complex64)).to(torch.float16).to(torch.float32)
    return torch.view_as_complex(parts.contiguous())


def round_to(dt, t):
    """Value of type `dt` (in its held type) nearest to `t`; integers wrap."""
    d = base(dt)
    if d in BITS:
        bits = BITS[d]
        t = t.to(torch.int64)
        if bits < 64:
            t = t & ((1 << bits) - 1)
            if not d.startswith("u"):
                t = torch.where(t >= (1 << (bits - 1)), t - (1 << bits), t)
        return t.to(HELD[dt])
    if d == "complex32":
        return to_half_parts(t)
    if d in ("float16", "bf16") and t.dtype == torch.float64:
        return round_twice_safe(d, t)
    return t.to(HELD[dt])


def round_twice_safe(d, t):
    """float64 -> float16/bf16 with one rounding (PyTorch goes through float32): round to odd in float32 first."""
    f = t.to(torch.float32)
    bits = f.view(torch.int32)
    inexact = torch.isfinite(f) & (f.to(torch.float64) != t) & ((bits & 1) == 0)
    toward = f.to(torch.float64).abs() > t.abs()  # rounded away from zero: step back, else forward; both become odd
    bits = torch.where(inexact, torch.where(toward, bits - 1, bits + 1), bits)
    return bits.view(torch.float32).to(HELD[d])


def raw(dt, t):
    t = t.contiguous()
    d = base(dt)
    if d == "bf16":
        return t.view(torch.int16).numpy().tobytes()
    if d == "complex32":
        return torch.view_as_real(t).to(torch.float16).numpy().tobytes() if t.numel() else b""
    if d == "int4":  # two elements a byte, the first in the lower bits
        codes = np.append(t.numpy().reshape(-1), np.zeros(t.numel() % 2, np.int8)).astype(np.uint8) & 15
        return (codes[::2] | codes[1::2] << 4).tobytes()
    if d in ("uint16", "uint32", "uint64"):
        return t.numpy().astype(d).tobytes()
    return t.numpy().tobytes()


class Tensor:
    """A view over a storage. `t` is the view as a torch tensor in the held type."""

    def __init__(self, dt, storage, shape, strides=None, offset=0):
        self.dt, self.storage, self.shape, self.offset = dt, storage, tuple(shape), offset
        self.strides = tuple(strides) if strides is not None else contiguous_strides(shape)

    @property
    def t(self):
        return torch.as_strided(self.storage, self.shape, self.strides, self.offset)

    @property
    def w(self):
        return self.t.to(wide(self.dt))

    @property
    def ww(self):
        return self.t.to(widest(self.dt))


def contiguous_strides(shape):
    strides, step = [], 1
    for n in reversed(shape):
        strides.append(step)
        step *= max(int(n), 1)
    return tuple(reversed(strides))


SPECIAL = dict(float=[float("nan"), float("inf"), -float("inf"), 0.0, -0.0, 1e-42, -3e-45, 3.4e38, -3.4e38, 1.17549435e-38],
               float16=[float("nan"), float("inf"), -float("inf"), 0.0, -0.0, 6e-8, -3e-5, 65504.0, -65504.0, 6.104e-5],
               bf16=[float("nan"), float("inf"), -float("inf"), 0.0, -0.0, 1e-40, -1e-39, 3.38e38, -3.38e38, 1.2e-38],
               double=[float("nan"), float("inf"), -float("inf"), 0.0, -0.0, 5e-324, -1e-310, 1.7e308, -1.7e308, 2.3e-308])


class Gold:
    def __init__(self, op):
        self.op, self.cases = op, []
        self.rng = np.random.default_rng(zlib.crc32(op.encode()))

    def values(self, dt, n, special=False, scale=3.0):
        d = base(dt)
        if d == "bool":
            return torch.from_numpy(self.rng.integers(0, 2, n).astype(bool))
        if d in BITS:
            lo, hi = (0, (1 << BITS[d]) - 1) if d.startswith("u") else (-(1 << (BITS[d] - 1)), (1 << (BITS[d] - 1)) - 1)
            v = [int(x) for x in self.rng.integers(max(lo, -100), min(hi, 100) + 1, n)]
            if special:
                for i, s in enumerate([lo, hi, lo + 1, hi - 1, hi // 3, 0]):
                    if i * 2 < n:
                        v[i * 2] = s
            return torch.from_numpy(np.array(v, dtype=np.uint64 if d == "uint64" else np.int64).astype(np.int64)).to(HELD[dt])
        v = torch.from_numpy(self.rng.standard_normal(n) * scale)
        if d in COMPLEX:
            v = torch.complex(v, torch.from_numpy(self.rng.standard_normal(n) * scale))
            return round_to(dt, v)
        v = round_to(dt, v)
        if special:
            for i, s in enumerate(SPECIAL[d]):
                if i * 2 < n:
                    v[i * 2] = s
        return v

    def tensor(self, dt, shape, special=False, scale=3.0, layout="c"):
        """layout: c contiguous; t last two axes (or the only one) strided: transposed storage; o offset and gaps."""
        shape = tuple(shape)
        n = int(np.prod(shape, dtype=np.int64))
        if layout == "t" and len(shape) >= 2:
            swapped = shape[:-2] + (shape[-1], shape[-2])
            st = list(contiguous_strides(swapped))
            st[-1], st[-2] = st[-2], st[-1]
            return Tensor(dt, self.values(dt, n, special, scale), shape, st, 0)
        if layout == "o" and len(shape) >= 1:
            st = contiguous_strides(shape[:-1] + (shape[-1] * 2,))
            st = st[:-1] + (2,)
            total = 3 + max(n * 2, 1)
            return Tensor(dt, self.values(dt, total, special, scale), shape, st, 3)
        return Tensor(dt, self.values(dt, n, special, scale), shape)

    def const(self, dt, values, shape=None):
        t = torch.tensor(values, dtype=torch.float64 if base(dt) in FLOATS else None)
        t = round_to(dt, t)
        return Tensor(dt, t.reshape(-1), tuple(t.shape) if shape is None else shape)

    def case(self, name, inputs, outputs, attrs=None, out_layout="c"):
        """outputs: list of (dt, torch tensor already in the held type)."""
        self.cases.append((name, inputs, [(dt, t, out_layout) for dt, t in outputs], attrs or {}))

    def attr(self, value):
        values = list(value) if isinstance(value, (list, tuple)) else [value]
        real = any(isinstance(v, float) for v in values)
        return struct.pack("<BH", 1 if real else 0, len(values)) + struct.pack(f"<{len(values)}{'d' if real else 'q'}", *values)

    def write(self, root):
        out = [b"OPGOLD1\n", struct.pack("<I", len(self.cases))]

        def string(s):
            b = s.encode()
            return struct.pack("<H", len(b)) + b

        def tensor(dt, shape, strides, offset, elements, data):
            r = len(shape)
            return (struct.pack("<iB", CODES[dt], r) + struct.pack(f"<{2 * r}i", *shape, *strides)
                    + struct.pack("<iiI", offset, elements, len(data)) + data)

        for name, inputs, outputs, attrs in self.cases:
            out.append(string(name) + struct.pack("<B", len(inputs)))
            for x in inputs:
                if x is None:
                    out.append(struct.pack("<iB", -1, 0) + struct.pack("<iiI", 0, 0, 0))
                else:
                    out.append(tensor(x.dt, x.shape, x.strides, x.offset, x.storage.numel(), raw(x.dt, x.storage)))
            out.append(struct.pack("<B", len(outputs)))
            for dt, t, layout in outputs:
                shape, n = tuple(t.shape), t.numel()
                strides, offset, elements = contiguous_strides(shape), 0, n
                if layout == "t" and len(shape) >= 2:
                    st = list(contiguous_strides(shape[:-2] + (shape[-1], shape[-2])))
                    st[-1], st[-2] = st[-2], st[-1]
                    strides = tuple(st)
                elif layout == "o" and len(shape) >= 1:
                    strides = contiguous_strides(shape[:-1] + (shape[-1] * 2,))[:-1] + (2,)
                    offset, elements = 3, 3 + 2 * max(n, 1)
                out.append(tensor(dt, shape, strides, offset, elements, raw(dt, t)))
            out.append(struct.pack("<B", len(attrs)))
            for key, value in attrs.items():
                out.append(string(key) + self.attr(value))
        data = b"".join(out)
        path = pathlib.Path(root) / "operators" / (f"{self.op}.golden" if "/" in self.op else f"{self.op}/{self.op}.golden")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        print(f"{path.relative_to(root)}: {len(self.cases)} cases, {len(data)} bytes")


def promoted(a, b):
    """Result type of two tensors, by PyTorch where it has the types."""
    if a == b:
        return a
    names = {torch.float32: "float", torch.float16: "float16", torch.bfloat16: "bf16", torch.float64: "double",
             torch.int8: "int8", torch.uint8: "uint8", torch.int16: "int16", torch.int32: "int32", torch.int64: "int64",
             torch.bool: "bool", torch.complex64: "complex64", torch.complex128: "complex128"}
    return names[torch.promote_types(HELD[a], HELD[b])]


def binary(op, types, fn, mixed, alphas, with_alpha=torch.add):
    g = Gold(op)

    def add(name, a, b, out_layout="c", attrs=None, alpha=None):
        dt = promoted(a.dt, b.dt)
        x, y = a.t.to(wide(dt)), b.t.to(wide(dt))
        if base(dt) == "bool":
            r = fn(a.t, b.t) if alpha is None else fn(a.t, b.t & bool(alpha))
        elif alpha is None:
            r = fn(x, y)
        else:
            r = with_alpha(x, y, alpha=alpha)
        g.case(name, [a, b], [(dt, round_to(dt, r))], attrs, out_layout)

    for dt in types:
        add(f"{dt}/same", g.tensor(dt, (4, 6), True), g.tensor(dt, (4, 6), True))
        add(f"{dt}/broadcast_strided", g.tensor(dt, (2, 3, 4), layout="t"), g.tensor(dt, (3, 1), layout="o"), "o")
        add(f"{dt}/scalar", g.tensor(dt, (5,), layout="o"), g.tensor(dt, ()), "c")
        add(f"{dt}/scalars", g.tensor(dt, ()), g.tensor(dt, ()))
        add(f"{dt}/transposed_out", g.tensor(dt, (3, 2)), g.tensor(dt, (1, 2)), "t")
        add(f"{dt}/empty", g.tensor(dt, (0, 3)), g.tensor(dt, (1, 3)))
        for alpha in alphas:
            if base(dt) in BITS or base(dt) == "bool":
                alpha = int(alpha)
            add(f"{dt}/alpha{alpha}", g.tensor(dt, (3, 5)), g.tensor(dt, (5,)), attrs={"alpha": alpha}, alpha=alpha)
    for a, b in mixed:
        add(f"{a}+{b}", g.tensor(a, (3, 4)), g.tensor(b, (4,)))
    return g


def neg():
    g = Gold("neg")
    for dt in ("bf16", "float16", "float", "double", "int8", "int32", "int64", "complex64", "complex128"):
        for name, shape, layout, out in (("flat", (23,), "c", "c"), ("strided", (2, 3, 4), "t", "o"), ("scalar", (), "c", "c"),
                                         ("empty", (2, 0), "c", "c"), ("gaps", (3, 3), "o", "t")):
            x = g.tensor(dt, shape, True, layout=layout)
            g.case(f"{dt}/{name}", [x], [(dt, round_to(dt, -x.t))], None, out)
    return g


def relu():
    g = Gold("relu")
    for dt in ("float", "float16", "double", "int8", "int32", "int16", "int64", "uint8", "uint16", "bf16", "qint8"):
        for name, shape, layout, out in (("flat", (23,), "c", "c"), ("strided", (2, 3, 4), "t", "o"), ("scalar", (), "c", "c"),
                                         ("empty", (2, 0), "c", "c"), ("gaps", (3, 3), "o", "t")):
            x = g.tensor(dt, shape, True, layout=layout)
            g.case(f"{dt}/{name}", [x], [(dt, round_to(dt, torch.relu(x.w)))], None, out)
    return g


def cast():
    g = Gold("cast")
    types = ("bool", "float16", "float", "int8", "int32", "uint32", "uint8", "int64", "uint64", "int16", "uint16", "double",
             "complex64", "complex128", "bf16", "complex32", "qint8", "quint8", "qint16", "quint16", "qint32")
    wide_ints = ("uint32", "uint64", "uint16")

    def convert(src, dst, t):
        s, d = base(src), base(dst)
        if s == d:
            return t
        if d == "bool":
            # torch takes the real part of a complex number first
            return (t.real if s in COMPLEX else t).to(torch.bool)
        if s == "uint64" and d in FLOATS + COMPLEX:
            f = np.float32 if d in ("float", "float16", "bf16", "complex64", "complex32") else np.float64
            t = torch.from_numpy(t.numpy().astype(np.uint64).astype(f))
        if s in COMPLEX and d not in COMPLEX:
            t = t.real
        if d in wide_ints:
            if s in FLOATS + COMPLEX:
                return round_to(dst, t.to(torch.float64).to(torch.int64))
            return round_to(dst, t.to(torch.int64))
        if d == "complex32":
            return to_half_parts(t.to(torch.complex64))
        return t.to(HELD[dst])

    for s in types:
        for d in types:
            if (s[0] == "q" or d[0] == "q") and d not in ("float", "qint8", "qint32") and s not in ("float", "qint8"):
                continue  # quantised types are their integers; a cross-section is enough
            if base(s) in FLOATS:
                v = g.values(s, 14, False, 40.0)
                if base(d) in FLOATS + COMPLEX + ("bool",):
                    for i, x in enumerate(SPECIAL[base(s)][:8]):
                        v[i] = x
                elif base(d).startswith("u"):
                    v = v.abs()
                if base(d) in ("int32", "int64", "int8"):
                    v[0], v[1], v[2] = float("nan"), float("inf"), -float("inf")  # torch on x86: the lowest value
            elif base(s) in COMPLEX:
                v = g.values(s, 10, False, 20.0)
                if base(d).startswith("u"):
                    v = torch.complex(v.real.abs(), v.imag)
                v[0], v[1] = 0, 1j
            else:
                v = g.values(s, 12, True)
            layout = "c"
            x = Tensor(s, v, (len(v),)) if layout == "c" else None
            g.case(f"{s}>{d}", [x], [(d, convert(s, d, x.t))], {"dtype": CODES[d]})
    for s, d in (("float", "float16"), ("int32", "float"), ("bf16", "double"), ("bool", "int64"), ("double", "bf16")):
        x = g.tensor(s, (2, 3, 4), layout="t")
        g.case(f"{s}>{d}/strided", [x], [(d, convert(s, d, x.t))], {"dtype": CODES[d]}, "o")
        for shape in ((), (0, 3)):
            x = g.tensor(s, shape)
            g.case(f"{s}>{d}/{shape}", [x], [(d, convert(s, d, x.t))], {"dtype": CODES[d]})
    return g


def matmul():
    g = Gold("mat_mul")
    for dt in ("float", "float16", "bf16", "int32"):
        scale = 1.0

        def add(name, a, b, bias=None, out="c"):
            r = torch.matmul(a.ww, b.ww)
            if bias is not None:
                r = r + bias.ww
            g.case(f"{dt}/{name}", [a, b] + ([bias] if bias is not None else []), [(dt, round_to(dt, r))], None, out)

        def t(shape, layout="c", special=False):
            return g.tensor(dt, shape, special and dt == "int32", scale, layout)

        add("2d", t((5, 7), special=True), t((7, 3), special=True))
        add("2d_transposed", t((5, 7), "t"), t((7, 3), "t"), out="t")
        add("2d_gaps", t((4, 6), "o"), t((6, 5), "o"), out="o")
        add("bias", t((6, 5)), t((5, 4)), t((4,)))
        add("k1", t((3, 1)), t((1, 4)))
        add("vector_vector", t((9,)), t((9,)))
        add("matrix_vector", t((4, 9)), t((9,)))
        add("vector_matrix", t((9,)), t((9, 4)))
        add("batch", t((3, 2, 4)), t((3, 4, 5)))
        add("batch_broadcast", t((2, 1, 3, 4), "t"), t((5, 4, 2)), out="o")
        add("batch_matrix", t((2, 3, 4)), t((4, 5), "t"))
        add("empty_m", t((0, 4)), t((4, 3)))
        add("empty_k", t((2, 0)), t((0, 3)))
        add("odd", t((17, 33)), t((33, 19)))
    a, b = g.tensor("float", (70, 130), False, 1.0), g.tensor("float", (130, 65), False, 1.0, "t")
    g.case("float/blocks", [a, b], [("float", round_to("float", torch.matmul(a.ww, b.ww)))])
    return g


def softmax():
    g = Gold("softmax_v2")
    for dt in ("double", "float16", "float", "bf16"):
        def add(name, x, axes, out="c"):
            y = x.ww
            if len(axes) == 1:
                r = torch.softmax(y, axes[0])
            else:
                keep = [i for i in range(y.dim()) if i not in [a % y.dim() for a in axes]]
                order = keep + [i for i in range(y.dim()) if i not in keep]
                p = y.permute(order)
                r = torch.softmax(p.reshape(p.shape[: len(keep)] + (-1,)), -1).reshape(p.shape)
                r = r.permute([order.index(i) for i in range(y.dim())])
            g.case(f"{dt}/{name}", [x], [(dt, round_to(dt, r))], {"axes": axes}, out)

        add("last", g.tensor(dt, (3, 7)), [-1])
        add("first", g.tensor(dt, (5, 3)), [0])
        add("middle", g.tensor(dt, (2, 5, 3)), [1], "o")
        add("strided", g.tensor(dt, (2, 4, 6), layout="t"), [2], "t")
        add("gaps", g.tensor(dt, (3, 5), layout="o"), [-2])
        add("joint", g.tensor(dt, (2, 3, 4)), [0, 2])
        add("scalar", g.tensor(dt, ()), [0])
        add("empty", g.tensor(dt, (2, 0)), [1])
        x = g.tensor(dt, (6, 4))
        v = x.storage
        big = 60000.0 if dt == "float16" else 1e30
        v[0], v[5], v[8:12], v[13], v[16:20] = float("nan"), float("inf"), -float("inf"), -float("inf"), big
        v[20] = -big
        add("special", x, [1])
        add("wide", g.tensor(dt, (2, 300)), [1])
    return g


def reduce_sum():
    g = Gold("reduce_sum")
    types = ("float", "float16", "bf16", "double", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
             "complex32", "complex64", "complex128", "qint8", "qint32", "quint8")

    def add(name, x, dims, keep, dt=None, out="c"):
        dt = dt or x.dt
        y = x.ww if dt == x.dt else x.t.to(widest(dt))
        r = torch.sum(y, dims if dims else list(range(y.dim())), keepdim=keep) if y.dim() else y
        g.case(name, [x], [(dt, round_to(dt, r))], {"dims": dims, "keep": int(keep), "dtype": CODES[dt]}, out)

    for dt in types:
        add(f"{dt}/last", g.tensor(dt, (3, 7)), [-1], False)
        add(f"{dt}/first_keep", g.tensor(dt, (4, 5)), [0], True)
        add(f"{dt}/outer_inner", g.tensor(dt, (3, 4, 5), layout="t"), [0, 2], False, None, "o")
        add(f"{dt}/all", g.tensor(dt, (3, 2, 3), layout="o"), [], False)
        add(f"{dt}/empty", g.tensor(dt, (3, 0)), [1], True)
        if dt in FLOATS:
            x = g.tensor(dt, (5, 20), True)
            add(f"{dt}/special", x, [1], False)
            x = g.tensor(dt, (2, 700))
            add(f"{dt}/long", x, [1], False)
        elif base(dt) in BITS:
            add(f"{dt}/wrap", g.tensor(dt, (3, 12), True), [0], False)
    add("scalar", g.tensor("float", ()), [], False)
    add("axis0_of_vector", g.tensor("int64", (9,)), [0], False)
    for s, d in (("float16", "float"), ("int32", "int64"), ("bool", "int64"), ("int8", "float"), ("float", "double")):
        add(f"{s}>{d}", g.tensor(s, (4, 6)), [1], False, d)
    return g


def transpose():
    g = Gold("transpose")
    types = ("bf16", "float16", "float", "double", "int64", "int32", "uint8", "uint16", "uint32", "uint64", "int8", "int16",
             "complex32", "complex64", "complex128", "qint8", "quint8", "qint16", "quint16", "qint32", "bool")
    for dt in types:
        for name, shape, perm, layout, out in (("2d", (3, 4), [1, 0], "c", "c"), ("4d", (2, 1, 3, 2), [3, 0, 2, 1], "c", "o"),
                                               ("strided", (2, 3, 2), [-1, 0, 1], "t", "c")):
            x = g.tensor(dt, shape, True, layout=layout)
            g.case(f"{dt}/{name}", [x], [(dt, x.t.permute([p % len(shape) for p in perm]).contiguous())], {"dims": perm}, out)
    for name, shape, perm in (("scalar", (), []), ("vector", (5,), [0]), ("empty", (2, 0, 3), [2, 1, 0]), ("tiles", (37, 41), [1, 0]),
                              ("identity", (3, 4), [0, 1]), ("rank6", (2, 3, 1, 2, 2, 2), [5, 2, 0, 4, 1, 3])):
        x = g.tensor("float", shape)
        g.case(f"float/{name}", [x], [("float", x.t.permute(perm).contiguous())], {"dims": perm})
    return g


def concat():
    g = Gold("concat_v2")
    types = ("float", "float16", "bf16", "double", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
             "complex32", "complex64", "complex128", "qint8", "qint16", "qint32", "quint8", "quint16", "bool")
    for dt in types:
        def add(name, xs, dim, out="c"):
            g.case(f"{dt}/{name}", xs, [(dt, torch.cat([x.t for x in xs], dim))], {"dim": dim}, out)

        add("last", [g.tensor(dt, (2, 3), True), g.tensor(dt, (2, 1)), g.tensor(dt, (2, 2), layout="t")], -1)
        add("first_strided", [g.tensor(dt, (1, 3), layout="o"), g.tensor(dt, (2, 3), layout="t")], 0, "o")
    dt = "float"
    g.case("float/middle", [g.tensor(dt, (2, 1, 3)), g.tensor(dt, (2, 2, 3))], [(dt, torch.zeros(0))], {"dim": 1})
    name, xs, _, attrs = g.cases.pop()
    g.case(name, xs, [(dt, torch.cat([x.t for x in xs], 1))], attrs)
    xs = [g.tensor(dt, (2, 0)), g.tensor(dt, (2, 3)), g.tensor(dt, (0,))]
    g.case("float/empty_parts", xs, [(dt, torch.cat([x.t for x in xs], 1))], {"dim": 1})
    xs = [g.tensor(dt, (0, 3)), g.tensor(dt, (0, 3))]
    g.case("float/all_empty", xs, [(dt, torch.cat([x.t for x in xs], 0))], {"dim": 0})
    xs = [g.tensor(dt, (4,))]
    g.case("float/one", xs, [(dt, torch.cat([x.t for x in xs], 0))], {"dim": 0})
    xs = [g.tensor("float16", (2, 2)), g.tensor("float", (2, 2)), g.tensor("int32", (1, 2))]
    g.case("mixed", xs, [("float", torch.cat([x.t.to(torch.float32) for x in xs], 0))], {"dim": 0})
    return g


def gather():
    g = Gold("gather_v2")
    types = ("float", "float16", "bf16", "double", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
             "complex32", "complex64", "complex128", "qint8", "qint16", "qint32", "quint8", "quint16", "bool")

    def add(name, x, index, dim, out="c"):
        i = index.t.to(torch.int64)
        d = dim % max(x.t.dim(), 1)
        flat = torch.where(i < 0, i + x.t.shape[d], i).reshape(-1)
        r = torch.index_select(x.t, d, flat).reshape(x.t.shape[:d] + i.shape + x.t.shape[d + 1:])
        g.case(name, [x, index], [(x.dt, r.contiguous())], {"dim": dim}, out)

    for dt in types:
        add(f"{dt}/rows", g.tensor(dt, (5, 3), True), g.const("int64", [4, 0, 0, 2]), 0)
        add(f"{dt}/columns", g.tensor(dt, (2, 5), layout="t"), g.const("int32", [[1, 3], [0, 4]]), -1, "o")
    x = g.tensor("float", (2, 4, 3))
    add("float/middle", x, g.const("int64", [3, 1]), 1)
    add("float/negative", x, g.const("int64", [-1, 0, -4]), 1)
    add("float/scalar_index", x, g.const("int64", [2], ()), 2)
    add("float/no_index", x, Tensor("int64", torch.zeros(0, dtype=torch.int64), (0,)), 1)
    add("float/empty", g.tensor("float", (0, 3)), g.const("int32", [1, 2]), 1)
    add("float/vector", g.tensor("float", (7,), layout="o"), g.const("int32", [6, 0, 3]), 0)
    return g


def layer_norm():
    g = Gold("layer_norm")
    for dt in ("float", "float16", "bf16"):
        def add(name, x, normalized, gamma, beta, eps, stats=True, out="c"):
            y = x.ww
            dims = list(range(y.dim() - len(normalized), y.dim()))
            w = gamma.ww if gamma else None
            b = beta.ww if beta else None
            r = torch.nn.functional.layer_norm(y, normalized, w, b, eps)
            mean = y.mean(dims, keepdim=True)
            rstd = torch.rsqrt(y.var(dims, unbiased=False, keepdim=True) + eps)
            outs = [(dt, round_to(dt, r))]
            if stats:
                outs += [("float", mean.to(torch.float32)), ("float", rstd.to(torch.float32))]
            g.case(f"{dt}/{name}", [x, gamma, beta], outs, {"normalized": list(normalized), "eps": eps}, out)

        for stats in (False, True):
            s = "_stats" if stats else ""
            add("last" + s, g.tensor(dt, (3, 8)), (8,), g.tensor(dt, (8,)), g.tensor(dt, (8,)), 1e-5, stats)
            add("two" + s, g.tensor(dt, (2, 3, 4)), (3, 4), g.tensor(dt, (3, 4)), g.tensor(dt, (3, 4)), 1e-5, stats)
            add("strided" + s, g.tensor(dt, (2, 3, 4), layout="t"), (4,), g.tensor(dt, (4,), layout="o"), g.tensor(dt, (4,)), 1e-3, stats, "o")
        add("no_gamma", g.tensor(dt, (3, 5)), (5,), None, g.tensor(dt, (5,)), 1e-5)
        add("no_beta", g.tensor(dt, (3, 5)), (5,), g.tensor(dt, (5,)), None, 1e-5)
        add("plain", g.tensor(dt, (3, 5)), (5,), None, None, 0.5)
        add("wide", g.tensor(dt, (2, 200)), (200,), g.tensor(dt, (200,)), g.tensor(dt, (200,)), 1e-5)
        x = g.tensor(dt, (3, 4))
        x.storage[:] = x.storage[0]
        add("constant", x, (4,), g.tensor(dt, (4,)), g.tensor(dt, (4,)), 1e-5)
        add("empty", g.tensor(dt, (0, 4)), (4,), g.tensor(dt, (4,)), g.tensor(dt, (4,)), 1e-5)
    return g


def real_div():
    """Quotients; `mode` as of aclnnDivMod."""
    g = Gold("real_div")
    modes = {0: None, 1: "trunc", 2: "floor"}

    def add(name, a, b, mode=0, out_layout="c"):
        dt = promoted(a.dt, b.dt)
        if mode == 0 and (base(dt) in BITS or base(dt) == "bool"):
            dt = "float"
        r = torch.div(a.t.to(wide(dt)), b.t.to(wide(dt)), rounding_mode=modes[mode])
        g.case(name, [a, b], [(dt, round_to(dt, r))], {"mode": mode}, out_layout)

    def divisor(dt, shape, layout="c"):
        y = g.tensor(dt, shape, layout=layout)
        if base(dt) in BITS or base(dt) == "bool":
            y.storage[y.storage == 0] = 1
        return y

    ints = ("int8", "int16", "int32", "int64", "uint8")
    for dt in ("float", "float16", "bf16", "double", "complex32", "complex64", "complex128", "bool") + ints:
        for mode in (0, 1, 2):
            if mode and (dt.startswith("complex") or dt == "bool"):
                continue
            special = dt in FLOATS and mode == 0
            add(f"{dt}/{mode}/same", g.tensor(dt, (4, 6), special), divisor(dt, (4, 6)), mode)
            add(f"{dt}/{mode}/broadcast_strided", g.tensor(dt, (2, 3, 4), layout="t"), divisor(dt, (3, 1), "o"), mode, "o")
            add(f"{dt}/{mode}/scalar", g.tensor(dt, (5,), layout="o"), divisor(dt, ()), mode)
            add(f"{dt}/{mode}/empty", g.tensor(dt, (0, 3)), divisor(dt, (1, 3)), mode)
        if dt in FLOATS:
            zeros = g.tensor(dt, (3,))
            zeros.storage[:] = 0
            add(f"{dt}/by_zero", g.const(dt, [1.0, -2.0, 0.0]), zeros)
    for a, b in (("float16", "float"), ("int32", "float"), ("bool", "int8"), ("int64", "float16"), ("float", "complex64"), ("int8", "uint8")):
        add(f"{a}+{b}", g.tensor(a, (3, 4)), divisor(b, (4,)))
    return g


def addmm():
    g = Gold("mat_mul/addmm")
    for dt in ("float", "float16", "bf16", "int32"):
        small = dict(scale=1.0)

        def add(name, c, a, b, beta, alpha, out="c"):
            if dt == "int32":
                beta, alpha = int(beta), int(alpha)
            r = torch.matmul(a.ww, b.ww) * alpha
            if beta:
                r = r + c.ww * beta
            g.case(f"{dt}/{name}", [c, a, b], [(dt, round_to(dt, r))], {"beta": beta, "alpha": alpha}, out)

        t = lambda shape, layout="c": g.tensor(dt, shape, layout=layout, **small)
        add("plain", t((3, 5)), t((3, 4)), t((4, 5)), 1.0, 1.0)
        add("factors", t((3, 5)), t((3, 4)), t((4, 5)), -2.0, 3.0)
        add("row", t((5,)), t((3, 4)), t((4, 5)), 1.0, 2.0, "o")
        add("column", t((3, 1)), t((3, 4), "t"), t((4, 5), "t"), 2.0, 1.0, "t")
        add("no_third", t((3, 5)), t((3, 4)), t((4, 5)), 0.0, 1.0)
        add("strided", t((3, 5), "t"), t((3, 4), "o"), t((4, 5), "o"), 1.0, -1.0)
        add("empty", t((0, 5)), t((0, 4)), t((4, 5)), 1.0, 1.0)
    c = g.tensor("float", (2, 2))
    c.storage[:] = float("nan")  # with beta 0 it is not read
    a, b = g.tensor("float", (2, 3), scale=1.0), g.tensor("float", (3, 2), scale=1.0)
    g.case("float/nan_left_out", [c, a, b], [("float", round_to("float", torch.matmul(a.ww, b.ww)))], {"beta": 0.0, "alpha": 1.0})
    return g


def copy():
    g = Gold("copy")
    types = ("float", "float16", "bf16", "double", "int8", "int32", "int64", "uint8", "bool", "complex64")
    for i, dt in enumerate(types):
        other = types[(i + 3) % len(types)]
        for target in (dt, other):
            def held(x):
                t = x.t.real if base(x.dt) in COMPLEX and target not in COMPLEX else x.t
                return t if x.dt == target else t.to(HELD[target])
            def positive(x):
                if base(x.dt) not in ("bool",) and target == "uint8":
                    x.storage = x.storage.abs().to(x.storage.dtype)
                return x
            x = positive(g.tensor(dt, (3, 4), layout="t"))
            g.case(f"{dt}->{target}/strided", [x], [(target, held(x))], None, "o")
            x = positive(g.tensor(dt, (4,), layout="o"))
            g.case(f"{dt}->{target}/row", [x], [(target, held(x).expand(2, 3, 4).contiguous())], None, "t")
            x = positive(g.tensor(dt, ()))
            g.case(f"{dt}->{target}/number", [x], [(target, held(x).expand(2, 2).contiguous())])
            x = g.tensor(dt, (1, 0))
            g.case(f"{dt}->{target}/empty", [x], [(target, held(x).expand(2, 0).contiguous())])
    return g


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    torch.set_num_threads(1)
    arith = ("float", "float16", "bf16", "double", "int8", "int16", "int32", "int64", "uint8", "complex32", "complex64", "complex128")
    mixed = (("float16", "float"), ("bf16", "float"), ("float", "double"), ("int32", "float"), ("bool", "int8"), ("int8", "uint8"),
             ("float16", "bf16"), ("int64", "float16"), ("float", "complex64"), ("complex64", "double"), ("bool", "float"))
    golds = [binary("add", arith + ("bool",), torch.add, mixed, (2, -1.5)),
             binary("mul", arith + ("uint16", "bool"), torch.mul, mixed, ()),
             binary("sub", arith, torch.sub, [m for m in mixed if "bool" not in m], (2, -1.5), torch.sub), real_div(), addmm(), copy(),
             neg(), relu(), cast(), matmul(), softmax(), reduce_sum(), transpose(), concat(), gather(), layer_norm()]
    for g in golds:
        if len(sys.argv) < 3 or g.op in sys.argv[2:]:
            g.write(root)


if __name__ == "__main__":
    main()
