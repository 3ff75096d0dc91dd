#!/usr/bin/python3
"""Writes the expected values of the operator families, computed by PyTorch, to operators/<family>/<family>.golden.

Usage: make_family_goldens.py <checkout>     (needs PyTorch; 1.13 made the committed files)

The cases are run by operator type (operators/support/op_run.h): the name begins with the type, attributes stand in the order of
the prototype. Expected values are computed in float64, complex128 or int64 from the rounded inputs, and rounded once.
"""
import pathlib
import struct
import sys

import numpy as np
import torch

from make_goldens import BITS, COMPLEX, FLOATS, Gold, HELD, Tensor, base, round_to, widest


class FamilyGold(Gold):
    def attr(self, value):
        if isinstance(value, bool):
            return struct.pack("<BHq", 2, 1, value)
        if isinstance(value, str):
            return struct.pack("<BH", 3, len(value)) + value.encode()
        if isinstance(value, (list, tuple)):
            if value and all(isinstance(v, bool) for v in value):
                return struct.pack("<BH", 6, len(value)) + struct.pack(f"<{len(value)}q", *value)
            if any(isinstance(v, float) for v in value):
                return struct.pack("<BH", 5, len(value)) + struct.pack(f"<{len(value)}d", *value)
            return struct.pack("<BH", 4, len(value)) + struct.pack(f"<{len(value)}q", *value)
        return super().attr(value)

    def ranged(self, dt, shape, lo, hi, layout="c", whole=False):
        """Uniform values in [lo, hi], whole numbers on request; integers stay in their range."""
        x = self.tensor(dt, shape, layout=layout)
        n = x.storage.numel()
        if base(dt) == "bool":
            return x
        d = base(dt)
        if d in BITS:
            v = torch.from_numpy(self.rng.integers(max(int(lo), 0) if d.startswith("u") else int(lo), int(hi) + 1, n))
        else:
            v = torch.from_numpy(self.rng.uniform(lo, hi, n))
            if dt in COMPLEX:
                v = torch.complex(v, torch.from_numpy(self.rng.uniform(lo, hi, n)))
            if whole:
                v = torch.view_as_complex(torch.round(torch.view_as_real(v))) if dt in COMPLEX else torch.round(v)
        x.storage = round_to(dt, v)
        return x

    def run(self, op, what, inputs, fn, out=None, attrs=None, layout="c", host=(), lists=None, ref=None):
        """One case: fn over the inputs (None: absent) in the widest type gives the output (or several, as a tuple); `out`: their types."""
        results = fn(*[None if x is None else x.ww for x in inputs])
        results = results if isinstance(results, tuple) else (results,)
        out = out or inputs[0].dt
        out = (out,) * len(results) if isinstance(out, str) else out
        attrs = dict(attrs or {})
        if host:
            attrs["#host"] = list(host)
        if lists is not None:
            attrs["#in"] = list(lists[0])
            attrs["#out"] = list(lists[1])
        if ref is not None:
            attrs["#ref"] = list(ref)
        outputs = [(dt, round_to(dt, r).contiguous()) for dt, r in zip(out, results)]
        self.case(f"{op}:{what}", inputs, outputs, attrs, layout)


F3 = ("float", "float16", "bf16")
F4 = F3 + ("double",)
C2 = ("complex64", "complex128")
INTS = ("int8", "int16", "int32", "int64", "uint8")


def elementwise():
    g = FamilyGold("elementwise")

    def unary(op, types, fn, lo=-3.0, hi=3.0, out=None, special=True, attrs=None):
        for dt in types:
            o = out(dt) if callable(out) else out
            x = g.ranged(dt, (11,), lo, hi)
            if special and dt in FLOATS and lo < 0:
                x.storage[:5] = torch.tensor([float("nan"), float("inf"), -float("inf"), 0.0, -0.0]).to(HELD[dt])
            g.run(op, f"{dt}/flat", [x], fn, o, attrs)
            g.run(op, f"{dt}/strided", [g.ranged(dt, (2, 3), lo, hi, "t")], fn, o, attrs, "o")

    def binary(op, types, fn, lo=-3.0, hi=3.0, out=None, attrs=None, lo2=None, hi2=None, mixed=()):
        lo2, hi2 = lo if lo2 is None else lo2, hi if hi2 is None else hi2
        for a, b in [(t, t) for t in types] + list(mixed):
            o = out(a) if callable(out) else out
            if (a, b) in mixed and out is None:
                o = "float"
            g.run(op, f"{a}+{b}/same", [g.ranged(a, (9,), lo, hi), g.ranged(b, (9,), lo2, hi2)], fn, o, attrs)
            g.run(op, f"{a}+{b}/broadcast", [g.ranged(a, (2, 3), lo, hi, "t"), g.ranged(b, (2, 1), lo2, hi2, "o")], fn, o, attrs, "t")

    real = F4 + INTS
    unary("Abs", real + C2, torch.abs, out=lambda dt: {"complex64": "float", "complex128": "double"}.get(dt, dt))
    unary("Sign", F4 + INTS + C2, torch.sgn)
    unary("Signbit", F4 + ("int32",), torch.signbit, out="bool")
    unary("Square", real + C2, torch.square)
    unary("Sqrt", F4 + C2, torch.sqrt, 0, 9)
    unary("Rsqrt", F4 + C2, torch.rsqrt, 0.1, 9)
    unary("Reciprocal", F4 + C2, torch.reciprocal)
    unary("Inv", F4, torch.reciprocal)
    for op, fn in (("Floor", torch.floor), ("Ceil", torch.ceil), ("Trunc", torch.trunc), ("Rint", torch.round)):
        unary(op, F4 + ("int32",), lambda x, fn=fn: fn(x) if x.is_floating_point() else x)
    unary("Round", F4 + ("int32",), lambda x: torch.round(x) if x.is_floating_point() else x, attrs={"decimals": 0})
    unary("Round", ("float", "double"), lambda x: torch.round(x, decimals=2), -30, 30, attrs={"decimals": 2})
    unary("Round", ("double",), lambda x: torch.round(x, decimals=-1), -300, 300, attrs={"decimals": -1})
    plain = {"base": -1.0, "scale": 1.0, "shift": 0.0}
    two = {"base": 2.0, "scale": 3.0, "shift": 0.5}
    unary("Exp", F4 + C2, torch.exp, attrs=plain)
    unary("Exp", ("float", "double"), lambda x: torch.pow(2.0, 3 * x + 0.5), -2, 2, attrs=two)
    unary("Log", F4 + C2, torch.log, 0.1, 9, attrs=plain)
    unary("Log", ("float", "double"), lambda x: torch.log2(3 * x + 0.5), 0.1, 9, attrs=two)
    for op, fn in (("Expm1", torch.expm1), ("Sin", torch.sin), ("Cos", torch.cos), ("Tan", torch.tan), ("Atan", torch.atan),
                   ("Sinh", torch.sinh), ("Cosh", torch.cosh), ("Tanh", torch.tanh), ("Asinh", torch.asinh), ("Erf", torch.erf),
                   ("Erfc", torch.erfc), ("Sinc", torch.sinc), ("Sigmoid", torch.sigmoid)):
        unary(op, F4 + (C2 if op not in ("Expm1", "Erf", "Erfc", "Sinc") else ()), fn)
    unary("Log1p", F4, torch.log1p, -0.9, 3)
    for op, fn in (("Asin", torch.asin), ("Acos", torch.acos), ("Atanh", torch.atanh)):
        unary(op, F4 + C2, fn, -0.9, 0.9)
    unary("Acosh", F4 + C2, torch.acosh, 1.1, 5)
    unary("Acosh", ("int32", "uint8"), lambda x: torch.acosh(x.double()), 1, 9, out="float")
    unary("Erfinv", F4, torch.erfinv, -0.95, 0.95, special=False)
    unary("Erfinv", ("double",), torch.erfinv, 0.999, 1.0)
    unary("Ndtri", ("float", "double"), torch.special.ndtri, 0.01, 0.99)
    unary("Lgamma", F4, torch.lgamma, 0.1, 9)
    unary("Digamma", F4, torch.digamma, 0.2, 9)
    unary("Digamma", ("double",), torch.digamma, -4, -0.2, special=False)
    for op, fn in (("IsFinite", torch.isfinite), ("IsInf", torch.isinf), ("IsNan", torch.isnan), ("IsPosInf", torch.isposinf), ("IsNegInf", torch.isneginf)):
        unary(op, F4, fn, out="bool")
    unary("IsFinite", ("int32", "bool"), torch.isfinite, out="bool")
    unary("NanToNum", F3, lambda x: torch.nan_to_num(x, 1.5, 7.0, -8.0), attrs={"nan": 1.5, "posinf": 7.0, "neginf": -8.0})
    unary("LogicalNot", F4 + ("int32", "bool"), torch.logical_not, out="bool")
    unary("Invert", INTS, torch.bitwise_not)
    unary("Adds", F4 + ("int32",), lambda x: x + 2, attrs={"value": 2.0})
    unary("Muls", F4 + ("int32",) + C2, lambda x: x * 3, attrs={"value": 3.0})
    unary("Fills", F4 + ("int32",), lambda x: torch.full_like(x, 4), attrs={"value": 4.0})
    unary("Power", ("float", "double"), lambda x: (2 * x + 1) ** 3, attrs={"power": 3.0, "scale": 2.0, "shift": 1.0})
    parts = lambda dt: {"complex64": "float", "complex128": "double"}[dt]
    unary("ComplexAbs", C2, torch.abs, out=parts)
    unary("Real", C2, torch.real, out=parts)
    unary("Imag", C2, torch.imag, out=parts)
    unary("Angle", C2, torch.angle, out=parts)
    unary("AngleV2", C2, torch.angle, out=parts)
    unary("AngleV2", ("float", "double"), torch.angle)
    unary("Conj", C2, lambda x: torch.conj(x).resolve_conj())
    unary("ZerosLike", F4 + INTS + C2, torch.zeros_like)
    unary("OnesLike", F4 + INTS + C2, torch.ones_like)

    f = torch.nn.functional
    def grad(fn):
        def apply(d, x):
            d, x = torch.broadcast_tensors(d, x)
            return torch.autograd.functional.vjp(fn, x.contiguous(), d.contiguous())[1]
        return apply

    swapped = lambda fn: (lambda y, d: grad(fn)(d, y))
    activations = {
        "LogSigmoid": (f.logsigmoid, {}), "Relu6": (f.relu6, {}), "LeakyRelu": (lambda x: f.leaky_relu(x, 0.25), {"negative_slope": 0.25}),
        "Elu": (lambda x: torch.where(x > 0, x, 1.5 * torch.expm1(2 * x)) * 0.5, {"alpha": 1.5, "scale": 0.5, "input_scale": 2.0}),
        "Selu": (f.selu, {}), "Celu": (lambda x: f.celu(x, 1.5), {"alpha": 1.5}), "CeluV2": (lambda x: f.celu(x, 1.5), {"alpha": 1.5}),
        "Gelu": (lambda x: f.gelu(x, approximate="tanh"), {}), "FastGelu": (lambda x: x * torch.sigmoid(1.702 * x), {}),
        "Swish": (lambda x: x * torch.sigmoid(1.5 * x), {"scale": 1.5}), "Mish": (f.mish, {}), "Softplus": (f.softplus, {}),
        "SoftplusV2": (lambda x: f.softplus(x, 2, 3), {"beta": 2.0, "threshold": 3.0}), "Softsign": (f.softsign, {}),
        "HardSigmoid": (lambda x: torch.clamp(0.25 * x + 0.5, 0, 1), {"alpha": 0.25, "beta": 0.5}), "HardSwish": (f.hardswish, {}),
        "HardShrink": (lambda x: f.hardshrink(x, 0.75), {"lambd": 0.75}), "SoftShrink": (lambda x: f.softshrink(x, 0.75), {"lambd": 0.75}),
        "Shrink": (lambda x: torch.where(x > 0.75, x - 0.25, torch.where(x < -0.75, x + 0.25, 0.0)), {"bias": 0.25, "lambd": 0.75}),
        "Threshold": (lambda x: (x > 0.5).to(x.dtype), {"threshold": 0.5})}
    for op, (fn, attrs) in activations.items():
        unary(op, F3, fn, attrs=attrs, special=False)
        unary(op, ("double",), fn, attrs=attrs, special=False)
    by_input = {"LeakyReluGrad": "LeakyRelu", "FastGeluGrad": "FastGelu", "MishGrad": "Mish", "SoftplusGrad": "Softplus", "SoftplusV2Grad": "SoftplusV2",
                "HardSigmoidGrad": "HardSigmoid", "HardSwishGrad": "HardSwish", "HardShrinkGrad": "HardShrink", "SoftShrinkGrad": "SoftShrink",
                "LogSigmoidGrad": "LogSigmoid", "Relu6Grad": "Relu6"}
    for op, forward in by_input.items():
        fn, attrs = activations[forward]
        attrs = {"lambda" if op == "HardShrinkGrad" else k: v for k, v in attrs.items()}
        binary(op, ("float", "bf16", "double"), grad(fn), attrs=attrs)
    binary("ReluGrad", F4, grad(torch.relu))
    binary("SiluGrad", F4, grad(f.silu))
    binary("ThresholdGradV2D", F4, lambda d, x: torch.where(x > 0.5, d, 0.0), attrs={"threshold": 0.5})
    for op, forward in (("GeluGrad", "Gelu"), ("SwishGrad", "Swish")):
        fn, attrs = activations[forward]
        for dt in ("float", "bf16"):
            d, x = g.ranged(dt, (9,), -3, 3), g.ranged(dt, (9,), -3, 3)
            y = Tensor(dt, round_to(dt, fn(x.ww)), (9,))
            g.run(op, dt, [d, x, y], lambda d, x, y, fn=fn: grad(fn)(d, x), None, attrs)
    unit = dict(lo=0.1, hi=0.9, lo2=-3.0, hi2=3.0)
    binary("SigmoidGrad", F4 + C2, lambda y, d: d * y * (1 - y), **unit)
    binary("TanhGrad", F4, lambda y, d: d * (1 - y * y), attrs={"complex_conj": False}, **unit)
    binary("SqrtGrad", F4, lambda y, d: 0.5 * d / y, **unit)
    binary("RsqrtGrad", F4, lambda y, d: -0.5 * d * y ** 3, **unit)
    binary("InvGrad", F4, lambda y, d: -d * y * y, **unit)
    for op, fn in (("AcosGrad", torch.acos), ("AsinGrad", torch.asin), ("AtanGrad", torch.atan), ("AbsGrad", torch.abs)):
        binary(op, F4, swapped(fn), **unit)
    binary("AsinhGrad", F4, lambda y, d: d / torch.cosh(y), **unit)
    binary("AcoshGrad", F4, lambda y, d: d / torch.sinh(y), **unit)
    binary("EluGrad", F3, lambda d, y: torch.where(y > 0, d, d * (y + 1)))
    binary("SeluGrad", F3, lambda d, y: torch.where(y > 0, d * 1.0507009873554805, d * (y + 1.0507009873554805 * 1.6732632423543772)))

    cross = (("float16", "float"), ("int32", "float"))
    for op, fn in (("Equal", torch.eq), ("NotEqual", torch.ne), ("NotEqualV2", torch.ne), ("Less", torch.lt), ("LessEqual", torch.le),
                   ("Greater", torch.gt), ("GreaterEqual", torch.ge)):
        complex_too = C2 if op in ("Equal", "NotEqual") else ()
        for dt in real + complex_too + ("bool",):
            # Few different values, so that equal ones meet.
            x, y = (g.ranged(dt, (12,), -2, 2, whole=True) for _ in range(2))
            if dt in FLOATS:
                x.storage[0] = float("nan")
            g.run(op, f"{dt}/few", [x, y], fn, "bool")
            g.run(op, f"{dt}/broadcast", [g.ranged(dt, (2, 3), -2, 2, "t"), g.ranged(dt, (), -2, 2)], fn, "bool", None, "o")
        binary(op, (), fn, out="bool", mixed=cross)
    for op, fn in (("LogicalAnd", torch.logical_and), ("LogicalOr", torch.logical_or)):
        binary(op, ("bool", "float", "int32"), fn, -1, 1, "bool")
    for op, fn in (("BitwiseAnd", torch.bitwise_and), ("BitwiseOr", torch.bitwise_or), ("BitwiseXor", torch.bitwise_xor)):
        binary(op, INTS, fn, -100, 100)
        binary(op, ("bool",), fn)
    binary("LeftShift", INTS, torch.bitwise_left_shift, -100, 100, lo2=0, hi2=7)
    binary("RightShift", INTS, torch.bitwise_right_shift, -100, 100, lo2=0, hi2=7)
    for op, fn in (("Maximum", torch.maximum), ("Minimum", torch.minimum)):
        binary(op, real, fn, mixed=cross)
    nonzero = dict(lo2=0.5, hi2=3.0)
    binary("Div", F4 + C2, torch.div, **nonzero)
    for dt in ("int32", "int8", "uint8"):
        x, y = g.ranged(dt, (16,), -100, 100), g.ranged(dt, (16,), 1, 9)
        for op, fn in (("Div", lambda a, b: torch.div(a, b, rounding_mode="trunc")), ("TruncateDiv", lambda a, b: torch.div(a, b, rounding_mode="trunc")),
                       ("FloorDiv", torch.floor_divide), ("FloorMod", torch.remainder), ("Mod", torch.fmod), ("TruncateMod", torch.fmod)):
            g.run(op, f"{dt}/positive", [x, y], fn)
            if dt != "uint8":
                z = Tensor(dt, -y.storage, y.shape)
                g.run(op, f"{dt}/negative", [x, z], fn)
    for op, fn in (("TruncateDiv", lambda a, b: torch.div(a, b, rounding_mode="trunc")), ("FloorDiv", lambda a, b: torch.div(a, b, rounding_mode="floor")),
                   ("FloorMod", torch.remainder), ("Mod", torch.fmod), ("TruncateMod", torch.fmod)):
        binary(op, ("float", "float16", "double"), fn, -30, 30)
    for mode, fn in enumerate((torch.div, lambda a, b: torch.div(a, b, rounding_mode="trunc"), lambda a, b: torch.div(a, b, rounding_mode="floor"))):
        binary("DivV3", ("float",), fn, -30, 30, attrs={"mode": mode})
    few = lambda dt: Tensor(dt, round_to(dt, torch.tensor([0.0, 1.5, -2.0, 0.0, 4.0, 0.0])), (6,))
    for dt in F4:
        x = g.ranged(dt, (6,), -3, 3)
        x.storage[0] = 0.0
        g.run("DivNoNan", dt, [x, few(dt)], lambda a, b: torch.where(b == 0, 0.0, a / b))
        g.run("MulNoNan", dt, [x, few(dt)], lambda a, b: torch.where(b == 0, 0.0, a * b))
        g.run("Xdivy", dt, [few(dt), g.ranged(dt, (6,), 1, 3)], lambda a, b: torch.where(a == 0, 0.0, a / b))
        g.run("Xlogy", dt, [few(dt), g.ranged(dt, (6,), 0.1, 3)], torch.xlogy)
        g.run("Xlog1py", dt, [few(dt), g.ranged(dt, (6,), 0.1, 3)], torch.special.xlog1py)
    binary("Gcd", ("int16", "int32", "int64"), torch.gcd, -100, 100)
    binary("Pow", F4, torch.pow, 0.1, 3, lo2=-2, hi2=2)
    binary("Pow", INTS, torch.pow, -5, 5, lo2=0, hi2=4)
    binary("Pow", C2, torch.pow)
    binary("Pows", F3, torch.pow, 0.1, 3, lo2=-2, hi2=2)
    binary("SquaredDifference", F4 + ("int32", "int64"), lambda a, b: (a - b) ** 2)
    binary("Atan2", F4, torch.atan2)
    binary("LogAddExp", F4, torch.logaddexp, attrs=plain)
    binary("IsClose", ("float", "double"), lambda a, b: torch.isclose(a, b, 0.25, 0.5), out="bool", attrs={"rtol": 0.25, "atol": 0.5, "equal_nan": False})
    binary("ApproximateEqual", ("float",), lambda a, b: (a - b).abs() < 1.0, out="bool", attrs={"tolerance": 1.0})
    binary("Axpy", F3 + ("int32",), lambda a, b: a + 2 * b, attrs={"alpha": 2.0})
    binary("Complex", ("float",), torch.complex, out="complex64")
    binary("Complex", ("double",), torch.complex, out="complex128")
    binary("Polar", ("float",), torch.polar, 0.1, 3, out="complex64")

    for dt in real + C2 + ("bool",):
        cond = g.tensor("bool", (3, 1))
        x, y = g.ranged(dt, (3, 4), -9, 9, "t"), g.ranged(dt, (4,), -9, 9, "o")
        choose = lambda c, a, b: torch.where(c.bool(), a, b)
        g.run("SelectV2", dt, [cond, x, y], choose, dt)
        g.run("Select", dt, [g.tensor("bool", (3, 4)), x, g.ranged(dt, (3, 4), -9, 9)], choose, dt)
        if dt not in C2:
            g.run("MaskedFill", dt, [x, cond, g.ranged(dt, (1,), -9, 9)], lambda a, m, v: torch.where(m.bool(), v, a), dt, None, "o")
        if dt in real:
            low, high = (Tensor(dt, round_to(dt, torch.tensor([v], dtype=torch.float64)), ()) for v in (1.0, 5.0))
            for op in ("ClipByValue", "ClipByValueV2"):
                g.run(op, dt, [x, low, high], lambda a, lo, hi: torch.clamp(a, lo, hi))
    for dt in F4:
        x, y, z = (g.ranged(dt, (2, 3), -3, 3, l) for l in ("c", "t", "o"))
        g.run("Lerp", dt, [x, y, g.ranged(dt, (2, 1), 0, 1)], torch.lerp)
        one = g.ranged(dt, (1,), 1, 2)
        g.run("FusedMulAdd", dt, [x, y, z], lambda a, b, c: a * b + c)
        g.run("FusedMulAddN", dt, [x, y, one], lambda a, b, c: a * c + b)
        g.run("Addcmul", dt, [x, y, z, one], lambda a, b, c, v: a + v * b * c, None, None, "t")
        g.run("Addcdiv", dt, [x, y, g.ranged(dt, (3,), 1, 3), one], lambda a, b, c, v: a + v * b / c)
        g.run("ThresholdV2", dt, [x, one, z], lambda a, t, v: torch.where(a <= t, v, a))
    g.run("Addcmul", "int32", [g.ranged("int32", (5,), -9, 9) for _ in range(3)] + [g.ranged("int32", (1,), 2, 3)], lambda a, b, c, v: a + v * b * c)
    return g


def layout():
    g = FamilyGold("layout")
    types = ("float", "bf16", "int8", "int64", "bool", "complex128")
    f = torch.nn.functional

    def index(values, dt="int64"):
        return g.const(dt, values)

    def moves(op, shape, fn, attrs=None, consts=(), kinds=types, lists=None, layout="t", first=0):
        for i, dt in enumerate(kinds):
            x = g.ranged(dt, shape, -9, 9, layout)
            extra = [index(c, ("int64", "int32")[i % 2]) for c in consts]
            inputs = extra[:first] + [x] + extra[first:]
            g.run(op, f"{dt}", inputs, lambda *a: fn(a[first]), dt, attrs, "c" if lists else "o",
                  [k for k in range(len(inputs)) if k != first], lists)

    def pad_np(x, pads, mode, **kw):
        return torch.from_numpy(np.pad(x.numpy(), pads, mode=mode, **kw))

    pads = ((1, 2), (0, 1), (2, 0))
    flat, split = [v for p in pads for v in p], [p[0] for p in pads] + [p[1] for p in pads]
    for op in ("Pad", "PadV3"):
        attrs = {"mode": "constant", "paddings_contiguous": True} if op == "PadV3" else None
        moves(op, (2, 2, 3), lambda x: pad_np(x, pads, "constant"), attrs, [flat])
    for mode in ("reflect", "symmetric", "edge"):
        moves("PadV3", (3, 2, 3), lambda x, mode=mode: pad_np(x, pads, mode), {"mode": mode, "paddings_contiguous": False}, [split], ("float", "int8"))
    moves("PadV3", (3, 2, 3), lambda x: pad_np(x, pads, "wrap"), {"mode": "circular", "paddings_contiguous": True}, [flat], ("float",))
    moves("CircularPad", (3, 2, 3), lambda x: pad_np(x, pads, "wrap"), None, [flat], ("float", "int32"))
    moves("MirrorPad", (3, 2, 3), lambda x: pad_np(x, pads, "reflect"), {"mode": "REFLECT"}, [flat], ("float", "int32"))
    moves("MirrorPad", (3, 2, 3), lambda x: pad_np(x, pads, "symmetric"), {"mode": "SYMMETRIC"}, [flat], ("float",))
    moves("PadV3", (4, 5), lambda x: x[1:, :3], {"mode": "constant", "paddings_contiguous": True}, [[-1, 0, 0, -2]], ("float",))
    for dt in ("float", "bf16", "int32"):
        x, value = g.ranged(dt, (2, 3), -9, 9), g.ranged(dt, (1,), 1, 9)
        for op, attrs in (("PadV2", None), ("PadV3", {"mode": "constant", "paddings_contiguous": True})):
            g.run(op, f"{dt}/value", [x, index([1, 0, 0, 2]), value],
                  lambda a, p, v: f.pad(a.double(), (0, 2, 1, 0), value=float(v)), dt, attrs, host=[1])
    modes = {"reflect": "reflect", "edge": "replicate", "circular": "circular"}
    for op, mode in (("PadV3Grad", "reflect"), ("PadV3Grad", "edge"), ("PadV4Grad", "reflect"), ("PadV3GradReplicate", "edge"), ("PadV3GradReplication", "edge"),
                     ("ReflectionPad3dGrad", "reflect"), ("CircularPadGrad", "circular")):
        for dt in ("float", "bf16"):
            d = g.ranged(dt, (2, 1, 3 + 3, 4 + 1), -3, 3)
            forward = lambda x: f.pad(x, (1, 0, 1, 2), mode=modes[mode])
            attrs = {"mode": mode, "paddings_contiguous": True} if op in ("PadV3Grad", "PadV4Grad", "PadV3GradReplicate") else None
            g.run(op, f"{mode}/{dt}", [d, index([0, 0, 0, 0, 1, 2, 1, 0])],
                  lambda d, p: torch.autograd.functional.vjp(forward, torch.zeros(2, 1, 3, 4, dtype=d.dtype), d)[1], dt, attrs, host=[1])
    moves("Tile", (2, 3), lambda x: x.repeat(2, 1, 3), None, [[2, 1, 3]])
    moves("Tile", (2, 1, 3), lambda x: x.repeat(1, 2, 2), None, [[2, 2]], ("float",))
    moves("TileD", (2, 3), lambda x: x.repeat(2, 2), {"multiples": [2, 2]}, kinds=("float", "int8"))
    moves("TileWithAxis", (2, 3), lambda x: x.repeat(1, 4), {"axis": 1, "tiles": 4}, kinds=("float",))
    moves("ReverseV2", (2, 3, 4), lambda x: torch.flip(x, (0, 2)), None, [[0, -1]])
    moves("Roll", (2, 3, 4), lambda x: torch.roll(x, (1, -2), (0, 2)), {"shifts": [1, -2], "dims": [0, 2]})
    moves("Roll", (3, 4), lambda x: torch.roll(x, 5), {"shifts": [5], "dims": []}, kinds=("float",), layout="c", lists=((-1,), (-1,)))
    moves("Expand", (3, 1), lambda x: x.expand(2, 3, 4), None, [[2, -1, 4]])
    moves("BroadcastTo", (3, 1), lambda x: x.expand(2, 3, 4), None, [[2, 3, 4]])
    moves("SliceV2", (4, 5), lambda x: x[1:3, 2:], None, [[1, 2], [2, -1]])
    moves("Identity", (2, 3), lambda x: x)
    moves("Reshape", (2, 3, 4), lambda x: x.reshape(4, 6), {"axis": 0, "num_axes": -1}, [[4, -1]], lists=((-1, -1), (-1,)))
    moves("Reshape", (2, 12, 5), lambda x: x.reshape(2, 3, 4, 5), {"axis": 1, "num_axes": 1}, [[3, 4]], ("float",), lists=((-1, -1), (-1,)))
    moves("Flatten", (2, 3, 4), lambda x: x.reshape(6, 4), {"axis": 2}, lists=((-1,), (-1,)))
    moves("Squeeze", (2, 1, 3, 1), lambda x: x.squeeze(1), {"axis": [1]}, lists=((-1,), (-1,)))
    moves("Squeeze", (2, 1, 3, 1), lambda x: x.squeeze(), {"axis": []}, kinds=("float",), lists=((-1,), (-1,)))
    moves("Unsqueeze", (2, 3), lambda x: x.reshape(1, 2, 3, 1), {"axes": [0, -1]}, lists=((-1,), (-1,)))
    masks = lambda *m: dict(zip(("begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask", "shrink_axis_mask"), m))
    moves("StridedSlice", (4, 5, 6), lambda x: x[1:4:2, :3, 2:], masks(2, 4, 0, 0, 0), [[1, 7, 2], [4, 3, 0], [2, 1, 1]])
    moves("StridedSlice", (4, 5, 6), lambda x: torch.flip(x, (0,))[1:4:2, 2, :, None], masks(1, 1, 0, 8, 2)
          | {"begin_mask": 4, "end_mask": 5}, [[2, 2, 0, 0], [0, 3, 0, 0], [-2, 1, 1, 1]], ("float",))
    moves("StridedSlice", (4, 5, 6), lambda x: x[1, ..., 2:5], masks(0, 0, 2, 0, 1), [[1, 0, 2], [2, 0, 5], [1, 1, 1]], ("float", "int64"))
    moves("StridedSliceD", (4, 5), lambda x: x[1:3, ::2], {"begin": [1, 0], "end": [3, 5], "strides": [1, 2]} | masks(0, 0, 0, 0, 0), kinds=("float",))
    moves("StridedSliceV2", (4, 5), lambda x: x[:, 1:-1:2], masks(0, 0, 0, 0, 0), [[1], [-1], [1], [2]])
    moves("StridedSliceV3", (4, 5), lambda x: torch.flip(x, (0,))[:, 1:100], None, [[-1, 1], [-100, 100], [0, -1], [-1, 1]])
    many = lambda n: ((-1,), (n,))
    moves("SplitD", (4, 6), lambda x: torch.split(x, 2, 1), {"split_dim": 1, "num_split": 3}, lists=many(3))
    moves("Split", (4, 6), lambda x: torch.split(x, 2, 0), {"num_split": 2}, [[0]], lists=((-1, -1), (2,)), first=1)
    for op in ("SplitV", "SplitV2"):
        moves(op, (4, 6), lambda x: torch.split(x, [1, 3, 2], 1), {"num_split": 3}, [[1, -1, 2], [-1]], lists=((-1, -1, -1), (3,)))
    moves("SplitVD", (4, 6), lambda x: torch.split(x, [1, 3, 2], 1), {"size_splits": [1, 3, 2], "split_dim": 1, "num_split": 3}, kinds=("float",), lists=many(3))
    moves("Unpack", (3, 2, 4), lambda x: torch.unbind(x, 2), {"num": 4, "axis": -1}, lists=many(4))
    for dt in types:
        xs = [g.ranged(dt, (2, 3), -9, 9, "ct"[i % 2]) for i in range(3)]
        g.run("Pack", dt, xs, lambda *a: torch.stack(a, 1), dt, {"axis": 1, "N": 3}, lists=((3,), (-1,)))
        g.run("ConcatDV2", dt, xs, lambda *a: torch.cat(a, 1), dt, {"concat_dim": -1, "N": 3}, lists=((3,), (-1,)))
    for k in (-1, 0, 2):
        moves("Tril", (2, 3, 4), lambda x: torch.tril(x, k), {"diagonal": k}, kinds=("float", "int8", "complex64"))
        moves("Triu", (2, 4, 3), lambda x: torch.triu(x, k), {"diagonal": k}, kinds=("bf16", "int64"))
        moves("DiagV2", (3, 4), lambda x: torch.diag(x, k).contiguous(), {"diagonal": k}, kinds=("float", "int16"))
        moves("DiagV2", (3,), lambda x: torch.diag(x, k), {"diagonal": k}, kinds=("float", "bool"), layout="o")
        moves("DiagFlat", (2, 2), lambda x: torch.diagflat(x, k), {"diagonal": k}, kinds=("float", "int64"), layout="c")
    return g


def lines():
    g = FamilyGold("lines")
    reals = F4 + INTS
    index = lambda values: g.const("int64", values)

    def values(dt, shape, layout="t", nan=False, lo=-5, hi=5):
        x = g.ranged(dt, shape, lo, hi, layout)
        if nan and dt in FLOATS:
            x.storage[x.offset + 1] = float("nan")
        return x

    def reduce(op, kinds, fn, out=None, noop=None, **kw):
        """fn(x, dims, keep) over one, two and all dimensions."""
        for dt in kinds:
            for axes, keep in (([1], False), ([0, -1], True), ([0, 1, 2], False)):
                attrs = {"keep_dims": keep} | ({} if noop is None else {"noop_with_empty_axes": noop})
                g.run(op, f"{dt}/{len(axes)}", [values(dt, (2, 3, 4), **kw), index(axes)], lambda x, a: fn(x, axes, keep), out, attrs, "c", [1])
                if op in ("ReduceMax", "ReduceMin", "ReduceMean", "ReduceProd", "ReduceAll", "ReduceAny"):
                    g.run(op + "D", f"{dt}/{len(axes)}", [values(dt, (2, 3, 4), **kw)], lambda x: fn(x, axes, keep), out, {"axes": axes, "keep_dims": keep})

    def over(fn):
        """A function of one dimension applied to several, from the last."""
        def apply(x, dims, keep):
            for d in sorted([d % x.dim() for d in dims], reverse=True):
                x = fn(x, d, keep)
            return x
        return apply

    reduce("ReduceMax", reals, lambda x, d, k: torch.amax(x, d, k), noop=True)
    reduce("ReduceMin", reals, lambda x, d, k: torch.amin(x, d, k), noop=True)
    reduce("ReduceMax", ("float", "bf16"), lambda x, d, k: torch.amax(x, d, k), noop=False, nan=True)
    reduce("ReduceMean", F4 + C2, lambda x, d, k: torch.mean(x, d, k), noop=True)
    reduce("ReduceMean", ("int32",), lambda x, d, k: torch.div(torch.sum(x, d, k), int(np.prod([x.shape[i] for i in d])), rounding_mode="trunc"), noop=True)
    reduce("ReduceProd", reals + C2, over(lambda x, d, k: torch.prod(x, d, k)), noop=True, lo=1, hi=2)
    reduce("ReduceAll", ("bool",), over(lambda x, d, k: torch.all(x.bool(), d, k)))
    reduce("ReduceAny", ("bool",), over(lambda x, d, k: torch.any(x.bool(), d, k)))
    reduce("ReduceNansum", F3, lambda x, d, k: torch.nansum(x, d, k), nan=True)
    reduce("ReduceLogSum", F3, lambda x, d, k: torch.log(torch.sum(x, d, k)), lo=1, hi=5)
    reduce("ReduceLogSumExp", F4, lambda x, d, k: torch.logsumexp(x, d, k))
    for dt in F3 + ("int32",):
        x = values(dt, (3, 4))
        g.run("ReduceSumD", dt, [x], lambda x: torch.sum(x, 1, True), None, {"axes": [1], "keep_dims": True})
        g.run("SquareSumV1", dt, [x], lambda x: torch.sum(x * x, 0), None, {"axis": [0], "keep_dims": False})
        g.run("Dot", dt, [values(dt, (9,), "o"), values(dt, (9,), "c")], torch.dot)
    for dt in F3:
        x = values(dt, (3, 4))
        count = g.const("float", [[2.0], [3.0], [5.0]])
        g.run("ReduceMeanWithCount", dt, [x, count, g.const("float", [[10.0]])], lambda x, c, s: torch.sum(x * c / s, 0), dt, {"axes": [0], "keep_dims": False})
        for correction in (0, 1):
            attrs = lambda keep: {"dim": [1], "correction": correction, "keepdim": keep, "is_mean_out": True}
            g.run("ReduceVar", f"{dt}/{correction}", [x], lambda x: torch.var_mean(x, (1,), correction=correction), (dt, dt), attrs(False))
            g.run("ReduceStdV2", f"{dt}/{correction}", [x], lambda x: torch.std_mean(x, (1,), correction=correction, keepdim=True), (dt, dt), attrs(True))
        mean = Tensor(dt, round_to(dt, torch.mean(x.ww, 1, True)), (3, 1))
        spread = lambda x, m, n: torch.sum((x - m) ** 2, 1) / n
        for std in (False, True):
            g.run("ReduceStdV2Update", f"{dt}/{std}", [x, mean], lambda x, m: spread(x, m, 3) ** (0.5 if std else 1), dt,
                  {"dim": [1], "if_std": std, "unbiased": True, "keepdim": False, "correction": 1})
            g.run("ReduceStdWithMean", f"{dt}/{std}", [x, mean], lambda x, m: (spread(x, m, 4) + 0.25) ** (-0.5 if std else 0.5), dt,
                  {"dim": [1], "unbiased": False, "keepdim": False, "invert": std, "epsilon": 0.25, "correction": 1})
    for dt in reals:
        x = values(dt, (3, 5, 2), nan=dt == "float")
        for op, fn in (("ArgMaxV2", torch.argmax), ("ArgMin", torch.argmin)):
            g.run(op, dt, [x, index([1])], lambda x, d: fn(x, 1), "int32", {"dtype": 3}, "c", [1])
        for op, fn in (("ArgMaxWithValue", torch.max), ("ArgMinWithValue", torch.min)):
            g.run(op, dt, [x], lambda x: tuple(reversed(fn(x, -1, True))), ("int32", dt), {"dimension": -1, "keep_dims": True, "indice_dtype": 3})
        for op, fn in (("Cummax", torch.cummax), ("Cummin", torch.cummin)):
            g.run(op, dt, [x], lambda x: tuple(fn(x, 1)), (dt, "int64"), {"dim" if op == "Cummax" else "axis": 1})
        for descending in (False, True):
            g.run("Sort", f"{dt}/{descending}", [x], lambda x: tuple(torch.sort(x, dim=1, descending=descending, stable=True)), (dt, "int64"),
                  {"axis": 1, "descending": descending, "stable": True, "y2_dtype": 9}, "t")
            different = Tensor(dt, round_to(dt, torch.from_numpy(g.rng.permutation(20)).double() if dt in FLOATS else torch.from_numpy(g.rng.permutation(20))), (4, 5))
            top = lambda x, k: tuple(torch.topk(x, 3, 1, largest=descending))
            for op in ("TopKV2", "TopKV3"):
                attrs = {"sorted": True, "dim": 1, "largest": descending} | ({"indices_dtype": 3} if op == "TopKV2" else {})
                g.run(op, f"{dt}/{descending}", [different, index([3])], top, (dt, "int32"), attrs, "c", [1])
            g.run("TopK", f"{dt}/{descending}", [different, index([3])], top, (dt, "int32"), {"sorted": True, "largest": descending, "dim": -1}, "c", [1])
        g.run("KthValue", dt, [different], lambda x: tuple(torch.kthvalue(x, 2, 1, True)), (dt, "int64"), {"k": 2, "dim": 1})
        ids = g.ranged("int32", (4, 5), 0, 99)
        def with_index(x, i):
            y, order = torch.sort(x, dim=1, descending=True)
            return y, torch.gather(i, 1, order)
        g.run("SortWithIndex", dt, [different, ids], with_index, (dt, "int32"), {"axis": -1, "descending": True, "stable": False})
    for dt in F4 + ("int32", "int64", "int8") + C2:
        x = values(dt, (3, 4, 2), lo=1, hi=2)
        for op, fn in (("Cumsum", torch.cumsum), ("Cumprod", torch.cumprod)):
            for exclusive, reverse in ((False, False), (True, False), (False, True), (True, True)):
                def scan(x, fn=fn):
                    x = torch.flip(x, (1,)) if reverse else x
                    if exclusive:
                        start = torch.zeros_like(x[:, :1]) if fn is torch.cumsum else torch.ones_like(x[:, :1])
                        x = torch.cat([start, x[:, :-1]], 1)
                    y = fn(x, 1)
                    return torch.flip(y, (1,)) if reverse else y
                flags = {"exclusive": exclusive, "reverse": reverse}
                g.run(op, f"{dt}/{int(exclusive)}{int(reverse)}", [x, index([1])], lambda x, a: scan(x), dt, flags, "o", [1])
                if dt == "float":
                    g.run(op + "D", f"{int(exclusive)}{int(reverse)}", [x], scan, dt, {"axis": 1} | flags)
    for dt in F4:
        x = values(dt, (2, 3, 4))
        g.run("LogSoftmaxV2", dt, [x], lambda x: torch.log_softmax(x, -1), None, {"axes": [-1]})
        g.run("CumulativeLogsumexp", dt, [x, index([1])], lambda x, a: torch.logcumsumexp(x, 1), dt, {"exclusive": False, "reverse": False}, "c", [1])
    return g


def index():
    g = FamilyGold("index")
    types = F3 + ("double", "int8", "int32", "int64")
    ids = lambda values, i: g.const(("int64", "int32")[i % 2], values)
    for i, dt in enumerate(types):
        x, u = g.ranged(dt, (3, 4), -9, 9, "t"), g.ranged(dt, (2, 4), 1, 3)
        places = ids([[2, 0, 1, 2], [0, -1, 2, 1]], i)
        at = lambda p, n: torch.where(p < 0, p + n, p)
        g.run("GatherElements", dt, [x, places], lambda x, p: torch.gather(x, 0, at(p, 3)), dt, {"dim": 0}, "o")
        for op in ("ScatterElements", "ScatterElementsV2"):
            for reduction in ("none", "add") if dt in FLOATS else ("none", "add", "mul"):
                def scatter(x, p, u):
                    if reduction == "none":
                        return torch.scatter(x, 0, at(p, 3), u)
                    return torch.scatter_reduce(x, 0, at(p, 3), u, {"add": "sum", "mul": "prod"}[reduction])
                start = Tensor(dt, x.t.reshape(-1).clone(), (3, 4)) if op[-1] == "2" else x  # in place: its own memory is the result
                g.run(op, f"{dt}/{reduction}", [start, places, u], scatter, dt, {"axis": 0, "reduction": reduction}, ref=[0] if op[-1] == "2" else None)
        c = g.ranged(dt, (4, 3), -9, 9)
        rows = g.ranged(dt, (2, 3), 1, 3)
        place = ids([3, 1], i)
        joins = {"Update": lambda a, b: b, "Add": torch.add, "Sub": torch.sub, "Mul": torch.mul, "Max": torch.maximum, "Min": torch.minimum}
        for name, join in joins.items():
            def change(v, p, u):
                v = v.clone()
                v[p.flatten()] = join(v[p.flatten()], u)
                return v
            g.run("Scatter" + name, dt, [Tensor(dt, c.storage.clone(), (4, 3)), place, rows], change, dt, {"use_locking": False}, ref=[0])
            if name != "Mul":
                nd = ids([[3], [1]], i)
                g.run("ScatterNd" + name, dt, [Tensor(dt, c.storage.clone(), (4, 3)), nd, rows], change, dt, {"use_locking": False}, ref=[0])
                if name != "Sub":
                    g.run("TensorScatter" + name, dt, [c, nd, rows], change, dt)
        pairs = ids([[1, 2], [0, 0], [1, 2]], i)
        g.run("GatherNd", dt, [c, pairs], lambda x, p: x[p[:, 0].long(), p[:, 1].long()], dt)
        g.run("GatherNd", dt + "/rows", [c, ids([[[1]], [[3]]], i)], lambda x, p: x[p[..., 0].long()], dt)
        def fresh(p, x, s):
            y = torch.zeros(4, 3, dtype=x.dtype)
            return y.index_put((p[:, 0].long(), p[:, 1].long()), x, accumulate=True)
        g.run("ScatterNd", dt, [pairs, g.ranged(dt, (3,), 1, 3), ids([4, 3], 0)], fresh, dt, host=[2])
        alpha = g.const(dt, [2.0] if dt in FLOATS else [2])
        for extra in ((), (alpha,)):
            factor = 2 if extra else 1
            g.run("InplaceIndexAdd", f"{dt}/{factor}", [Tensor(dt, c.storage.clone(), (4, 3)), ids([2, 0], i), g.ranged(dt, (4, 2), 1, 3), *extra],
                  lambda v, p, u, *a: torch.index_add(v, 1, p.long(), u, alpha=factor), dt, {"axis": 1}, ref=[0])
    return g


def generate():
    g = FamilyGold("generate")
    one = lambda dt, v: g.const(dt, [v])
    for dt in F4 + ("int8", "int32", "int64", "bool"):
        value = g.ranged(dt, (1,), 1, 9)
        g.run("Fill", dt, [g.const("int64", [2, 3]), value], lambda d, v: v.expand(2, 3), dt, layout="t", host=[0])
        g.run("Eye", dt, [], lambda: torch.eye(3, 4), dt, {"num_rows": 3, "num_columns": 4, "batch_shape": [], "dtype": 0})
        if dt != "bool":
            x = g.const("int32", [[0, 2], [3, 1]])
            on, off = one(dt, 5.0 if dt in FLOATS else 5), one(dt, -1.0 if dt in FLOATS else -1)
            for axis in (-1, 0):
                def hot(x, d, a, b):
                    y = torch.nn.functional.one_hot(x.long(), 4) * (a - b) + b
                    return y if axis == -1 else y.permute(2, 0, 1)
                g.run("OneHot", f"{dt}/{axis}", [x, g.const("int64", [4]), on, off], hot, dt, {"axis": axis}, host=[1])
    for dt in ("float", "double"):
        g.run("Range", dt, [one(dt, 1.0), one(dt, 3.0), one(dt, 0.25)], lambda a, b, c: torch.arange(float(a), float(b), float(c), dtype=torch.float64), dt, {"is_closed": False}, host=[0, 1, 2])
        g.run("Range", dt + "/closed", [one(dt, 1.0), one(dt, -1.0), one(dt, -0.5)], lambda a, b, c: torch.arange(1, -1.25, -0.5, dtype=torch.float64), dt, {"is_closed": True}, host=[0, 1, 2])
        g.run("LinSpace", dt, [one(dt, -1.5), one(dt, 4.0), g.const("int64", [7])], lambda a, b, n: torch.linspace(-1.5, 4, 7, dtype=torch.float64), dt, host=[2])
        g.run("LogSpace", dt, [], lambda: torch.logspace(-1, 2, 7, 3, dtype=torch.float64), dt, {"start": -1.0, "end": 2.0, "steps": 7, "base": 3.0})
    for dt in ("int32", "int64"):
        g.run("Range", dt, [one(dt, 2), one(dt, 11), one(dt, 3)], lambda a, b, c: torch.arange(2, 11, 3), dt, {"is_closed": False}, host=[0, 1, 2])
    return g


def sums():
    """Sums, and the further names of products and transposition."""
    g = FamilyGold("sums")
    for dt in F4 + ("int32", "int64") + C2:
        xs = [g.ranged(dt, (2, 3), -9, 9) for _ in range(3)]
        for op in ("AddN", "AccumulateNV2"):
            g.run(op, dt, xs, lambda *a: sum(a), dt, {"N": 3}, lists=((3,), (-1,)))
        g.run("Ger", dt, [g.ranged(dt, (3,), -9, 9), g.ranged(dt, (4,), -9, 9)], torch.outer, dt)
        g.run("TransposeV2", dt, [xs[0], g.const("int64", [1, 0])], lambda x, p: x.t(), dt, None, "o", [1])
        if dt not in C2:
            g.run("Trace", dt, [g.ranged(dt, (4, 3), -9, 9, "t")], torch.trace, dt)
            x = g.ranged(dt, (12,), 0, 1, whole=True)
            g.run("AdjacentDifference", dt, [x], lambda x: torch.cat([torch.zeros(1), (x[1:] != x[:-1]).float()]), "int32", {"y_dtype": 3})
    for dt in F3:
        a, b = g.ranged(dt, (3, 4), -3, 3), g.ranged(dt, (4, 5), -3, 3, "t")
        flags = {"transpose_x1": False, "transpose_x2": False}
        g.run("MatMulV2", dt, [a, b], torch.matmul, dt, flags | {"offset_x": 0})
        g.run("MatMulV3", dt, [a, b], torch.matmul, dt, flags | {"offset_x": 0, "enable_hf32": False})
        c, d = g.ranged(dt, (2, 4, 3), -3, 3), g.ranged(dt, (1, 4, 5), -3, 3)
        flags = {"adj_x1": True, "adj_x2": False}
        for op in ("BatchMatMul", "BatchMatMulV3"):
            more = {} if op == "BatchMatMul" else {"offset_x": 0, "enable_hf32": False}
            g.run(op, dt, [c, d], lambda x, y: torch.matmul(x.transpose(1, 2), y), dt, flags | more)
    return g


FAMILIES = [elementwise, layout, lines, index, generate, sums]


def write(families):
    """The files of the families that the command line names (all without names), below the checkout that it gives."""
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    torch.set_num_threads(1)
    for family in families:
        if len(sys.argv) < 3 or family.__name__ in sys.argv[2:]:
            family().write(root)


if __name__ == "__main__":
    write(FAMILIES)
