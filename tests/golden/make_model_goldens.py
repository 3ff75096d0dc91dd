#!/usr/bin/python3
"""Writes the expected values of further operators of models (lists of tensors, gates, gradients, regions of images,
attention) to operators/<family>/<part>.golden.

Usage: make_model_goldens.py <checkout> [family...]       (needs PyTorch and NumPy; 1.13 made the committed files)

As make_network_goldens.py: cases by operator type, computed in float64 from the rounded inputs and rounded once.
"""

import math

import torch

from make_data_goldens import Stream, of
from make_family_goldens import F3, F4, INTS, FamilyGold, write

f = torch.nn.functional


def foreach():
    g = FamilyGold("foreach")
    shapes = ((3, 4), (5,), (), (2, 0), (2, 1, 3))

    def run(op, dt, parameters, fn, lo=-3, hi=3, out=None, one=None, count=len(shapes)):
        """parameters: a letter for each input: l a list, n one number, s a number for each tensor."""
        inputs, lists, where = [], [], []
        one_type = one[0] if one else dt
        for letter in parameters:
            where.append((letter, len(inputs)))
            if letter == "l":
                # Divisors and the like stay away from 0 where the caller says so by `lo`.
                inputs += [g.ranged(dt, s, lo, hi, "t" if k == 0 else "c") for k, s in enumerate(shapes[:count])]
                lists.append(count)
            else:
                values = [one[1]] if one else [1.5 if dt in F4 else 2]
                inputs.append(g.const(one_type, values if letter == "n" else [values[0] + i for i in range(count)]))
                lists.append(-1)

        def all_of(*x):
            def value(letter, at, i):
                return x[at + i] if letter == "l" else x[at][0 if letter == "n" else i]
            return tuple(fn(*(value(letter, at, i) for letter, at in where)) for i in range(count))
        g.run(op, f"{dt}/{one_type}/{one[1] if one else ''}", inputs, all_of, (out or dt,) * count, {}, "o", lists=(lists, (count,)))

    reals = {"Acos": (torch.acos, -1, 1), "Asin": (torch.asin, -1, 1), "Atan": (torch.atan, -3, 3), "Cos": (torch.cos, -3, 3), "Cosh": (torch.cosh, -3, 3),
             "Erf": (torch.erf, -3, 3), "Erfc": (torch.erfc, -3, 3), "Exp": (torch.exp, -3, 3), "Expm1": (torch.expm1, -3, 3), "Log": (torch.log, 0.1, 9),
             "Log10": (torch.log10, 0.1, 9), "Log1p": (torch.log1p, -0.9, 9), "Log2": (torch.log2, 0.1, 9), "Reciprocal": (torch.reciprocal, 0.1, 9),
             "Sigmoid": (torch.sigmoid, -9, 9), "Sin": (torch.sin, -3, 3), "Sinh": (torch.sinh, -3, 3), "Sqrt": (torch.sqrt, 0, 9), "Tan": (torch.tan, -1, 1),
             "Tanh": (torch.tanh, -3, 3)}
    for dt in F4:
        for name, (fn, lo, hi) in reals.items():
            run(f"Foreach{name}", dt, "l", fn, lo, hi)
        for mode, fn in ((1, torch.round), (2, torch.floor), (3, torch.ceil), (5, torch.trunc), (7, torch.frac)):
            run("ForeachRoundOffNumber", dt, "ln", lambda x, _: fn(x), -9, 9, one=("int8", mode))
        for weight in (0.25, 0.75):
            run("ForeachLerpScalar", dt, "lln", torch.lerp, one=("float", weight))
        run("ForeachLerpList", dt, "lll", torch.lerp)
        for order in (2.0, 1.0, 0.0, 3.0, float("inf"), float("-inf")):
            x = [g.ranged(dt, s, -3, 3, "t") for s in ((3, 4), (5,), (2, 1, 3))]
            g.run("ForeachNorm", f"{dt}/{order}", x + [g.const("float", [order])], lambda *x: tuple(torch.linalg.vector_norm(t, order) for t in x[:3]), (dt,) * 3, lists=((3, -1), (3,)))
        run("ForeachDivScalar", dt, "ln", torch.div)
        run("ForeachDivScalarList", dt, "ls", torch.div)
        run("ForeachDivList", dt, "ll", torch.div, 0.5, 3)
        run("ForeachAddcdivScalar", dt, "llln", lambda x, y, z, w: x + w * y / z, 0.5, 3)
        run("ForeachAddcdivScalarList", dt, "llls", lambda x, y, z, w: x + w * y / z, 0.5, 3)
        run("ForeachAddcdivList", dt, "llls", lambda x, y, z, w: x + w * y / z, 0.5, 3)
        for bad in (False, True):
            x = [g.ranged(dt, s, -3, 3) for s in ((3, 4), (5,))]
            if bad:
                x[1].storage[2] = float("inf")
            g.run("ForeachNonFiniteCheckAndUnscale", f"{dt}/{bad}", x + [g.const("float", [0.0]), g.const("float", [0.25])],
                  lambda a, b, found, scale: (a * scale, b * scale, torch.tensor([float(bad)])), (dt, dt, "float"), lists=((2, -1, -1), (2, -1)), ref=(0, 1, 2))
    for dt in F4 + ("int32", "int64"):
        run("ForeachAbs", dt, "l", torch.abs)
        run("ForeachNeg", dt, "l", torch.neg)
        for name, fn in (("Add", torch.add), ("Sub", torch.sub), ("Mul", torch.mul), ("Maximum", torch.maximum), ("Minimum", torch.minimum), ("Pow", torch.pow)):
            lo = 0 if name == "Pow" else -3
            run(f"Foreach{name}Scalar", dt, "ln", fn, lo)
            run(f"Foreach{name}ScalarList", dt, "ls", fn, lo)
            if name in ("Add", "Sub"):
                run(f"Foreach{name}List", dt, "lln", lambda x, y, a: fn(x, a * y))
            else:
                run(f"Foreach{name}List", dt, "ll", fn, lo)
        run("ForeachPowScalarAndTensor", dt, "nl", torch.pow, 0)
        run("ForeachAddcmulScalar", dt, "llln", lambda x, y, z, w: x + w * y * z)
        run("ForeachAddcmulScalarList", dt, "llls", lambda x, y, z, w: x + w * y * z)
        run("ForeachAddcmulList", dt, "llls", lambda x, y, z, w: x + w * y * z)
    for dt in F3:
        run("ForeachAddScalar", dt, "ln", torch.add, one=("float", 0.5))
        run("ForeachMulScalarList", dt, "ls", torch.mul, one=("float", 0.5))
    for dt in F4 + INTS + ("bool",):
        run("ForeachCopy", dt, "l", lambda x: x)
        if dt != "bool":
            run("ForeachSign", dt, "l", torch.sign)
        x = [g.ranged(dt, s, -3, 3) for s in ((3, 4), (5,))]
        g.run("ForeachZeroInplace", dt, x, lambda a, b: (torch.zeros_like(a), torch.zeros_like(b)), (dt, dt), lists=((2,), (2,)), ref=(0, 1))
    return g


def gradients(fn, inputs, d):
    """Of fn at `inputs`, each."""
    return torch.autograd.functional.vjp(fn, tuple(x.contiguous() for x in inputs), d.contiguous())[1]


def gated():
    g = FamilyGold("gated")
    for dt in F3:
        for shape, weights in (((2, 3, 4), (1,)), ((2, 3, 4), (3,)), ((4, 5), (5,)), ((6,), (1,))):
            x, w, d = g.ranged(dt, shape, -3, 3, "t"), g.ranged(dt, weights, -2, 2), g.ranged(dt, shape, -2, 2)
            g.run("PRelu", f"{dt}/{shape}/{weights}", [x, w], f.prelu, dt, {}, "o")
            g.run("PReluGrad", f"{dt}/{shape}/{weights}", [d, x, w], lambda d, x, w: gradients(f.prelu, (x, w), d), (dt, dt), {}, "t")
        for how in ("none", "tanh"):
            x, d = g.ranged(dt, (3, 7), -4, 4, "t"), g.ranged(dt, (3, 7), -2, 2)
            way = lambda x: f.gelu(x, approximate=how)
            g.run("GeluV2", f"{dt}/{how}", [x], way, dt, {"approximate": how}, "o")
            g.run("GeluGradV2", f"{dt}/{how}", [d, x], lambda d, x: gradients(way, (x,), d)[0], dt, {"approximate": how}, "t")
            x = g.ranged(dt, (2, 3, 8), -4, 4, "t")
            g.run("GeluMul", f"{dt}/{how}", [x], lambda x: way(x[..., :4]) * x[..., 4:], dt, {"approximate": how}, "o")
        for shape, dim in (((2, 3, 8), -1), ((4, 3, 2), 0), ((2, 6, 5), 1), ((2, 6, 5), -2)):
            x = g.ranged(dt, shape, -4, 4, "t")
            half = [n // (2 if k == dim % len(shape) else 1) for k, n in enumerate(shape)]
            d = g.ranged(dt, half, -2, 2)

            def swi_glu(x):
                a, b = x.chunk(2, dim)
                return f.silu(a) * b
            g.run("SwiGlu", f"{dt}/{shape}/{dim}", [x], swi_glu, dt, {"dim": dim}, "o")
            g.run("SwiGluGrad", f"{dt}/{shape}/{dim}", [d, x], lambda d, x: gradients(swi_glu, (x,), d)[0], dt, {"dim": dim}, "t")
            for number, how in ((0, "none"), (1, "tanh")):
                for left in (False, True):
                    def ge_glu(x):
                        a, b = x.chunk(2, dim)
                        gate = f.gelu(a if left else b, approximate=how)
                        return (b if left else a) * gate, gate
                    a = {"dim": dim, "approximate": number, "activate_left": left}
                    g.run("GeGluV2", f"{dt}/{shape}/{dim}/{how}/{left}", [x], ge_glu, (dt, dt), a, "o")
                    gate = of(dt, ge_glu(x.ww)[1])
                    exact = gradients(lambda x: ge_glu(x)[0], (x.ww,), d.ww)[0]

                    def ge_glu_grad(d, x, gate):
                        # The gate as it came in counts, not as it would be without rounding.
                        parts = list(exact.chunk(2, dim))
                        parts[1 if left else 0] = d * gate
                        return torch.cat(parts, dim)
                    g.run("GeGluGradV2", f"{dt}/{shape}/{dim}/{how}/{left}", [d, x, gate], ge_glu_grad, dt, a, "t")
        x = g.ranged(dt, (3, 2, 10), -3, 3, "t")
        g.run("FatreluMul", dt, [x, g.const(dt, [0.5])], lambda x, t: f.threshold(x[..., :5], 0.5, 0) * x[..., 5:], dt, {}, "o")
        for triangle in (False, True):
            for with_mask in (False, True):
                shape = (2, 3, 4, 5)
                x = g.ranged(dt, shape, -3, 3, "t")
                mask = of("bool", torch.from_numpy(g.rng.integers(0, 2, (2, 1, 4, 5))).bool())
                hidden = torch.ones(4, 5).triu(1).bool() if triangle else mask.t.reshape(2, 1, 4, 5) if with_mask else torch.zeros(4, 5).bool()
                a = {"scale": 0.5, "fixed_triu_mask": triangle}
                soft = lambda x: torch.softmax((x * 0.5).masked_fill(hidden, -10000.0), -1)
                inputs = [mask] if with_mask else []
                g.run("ScaledMaskedSoftmaxV2", f"{dt}/{triangle}/{with_mask}", [x] + inputs, lambda x, *_: soft(x), dt, a, "o")
                y, d = of(dt, soft(x.ww)), g.ranged(dt, shape, -2, 2)
                back = lambda d, y, *_: ((d - (d * y).sum(-1, True)) * y * 0.5).masked_fill(hidden, 0)
                assert torch.allclose(gradients(soft, (x.ww,), d.ww)[0], back(d.ww, soft(x.ww)))
                g.run("ScaledMaskedSoftmaxGradV2", f"{dt}/{triangle}/{with_mask}", [d, y] + inputs, back, dt, a, "t")
        x, m, b = g.ranged(dt, (2, 3, 4, 5, 5), -3, 3, "t"), g.ranged(dt, (3, 1, 5, 5), -3, 3), g.ranged(dt, (4, 5, 5), -3, 3)
        a = {"scale_value": 0.75, "inner_precision_mode": 0}
        g.run("MaskedSoftmaxWithRelPosBias", dt, [x, m, b], lambda x, m, b: torch.softmax(x * 0.75 + m + b, -1), dt, a, "o")
        g.run("MaskedSoftmaxWithRelPosBias", f"{dt}/plain", [x, None, b], lambda x, m, b: torch.softmax(x * 0.75 + b, -1), dt, a)
    return g


def lengths():
    g = FamilyGold("lines/lengths")
    for dt in F4:
        for axes in ([-1], [1], [0, 2], []):
            dims = tuple(axes) or (0, 1, 2)
            shape = (3, 4, 5)
            x, d = g.ranged(dt, shape, -3, 3, "t"), g.ranged(dt, shape, -2, 2)
            name = f"{dt}/{axes}"
            if axes:
                soft = lambda x: torch.exp(x - torch.logsumexp(x, dims, True))
                s, back = of(dt, soft(x.ww)), lambda s, d: s * (d - (s * d).sum(dims, True))
                assert torch.allclose(gradients(soft, (x.ww,), d.ww)[0], back(soft(x.ww), d.ww))
                g.run("SoftmaxGrad", name, [s, d], back, dt, {"axes": axes}, "o")
                logs = lambda x: x - torch.logsumexp(x, dims, True)
                s, back = of(dt, logs(x.ww)), lambda d, s: d - s.exp() * d.sum(dims, True)
                assert torch.allclose(gradients(logs, (x.ww,), d.ww)[0], back(d.ww, logs(x.ww)))
                g.run("LogSoftmaxGrad", name, [d, s], back, dt, {"axis": axes}, "o")
            if dt == "double":
                continue
            for eps in (0.0009765625, 400.0):
                unit = lambda x: x / (x * x).sum(dims, True).clamp(min=eps).sqrt()
                g.run("L2Normalize", f"{name}/{eps}", [x], unit, dt, {"axis": axes, "eps": eps}, "o")
                y = of(dt, unit(x.ww))
                back = lambda x, y, d: (d - y * (y * d).sum(dims, True)) / (x * x).sum(dims, True).clamp(min=eps).sqrt()
                if eps < 1:
                    assert torch.allclose(gradients(unit, (x.ww,), d.ww)[0], back(x.ww, unit(x.ww), d.ww))
                g.run("L2NormalizeGrad", f"{name}/{eps}", [x, y, d], back, dt, {"dim": axes, "eps": eps}, "t")
            for keep in (False, True):
                for order in (2, 1, 0, 3):
                    size = lambda x: torch.linalg.vector_norm(x, order, dims, keep)
                    g.run("LpNorm", f"{name}/{keep}/{order}", [x], size, dt, {"p": order, "axes": axes, "keepdim": keep, "epsilon": 1e-12})
                for order in (2.0, 0.5, float("inf"), float("-inf")):
                    size = lambda x: torch.linalg.vector_norm(x, order, dims, keep)
                    g.run("LpNormV2", f"{name}/{keep}/{order}", [x], size, dt, {"p": order, "axes": axes, "keepdim": keep, "epsilon": 1e-12})
    return g


def slopes():
    g = FamilyGold("elementwise/slopes")
    for dt in F3:
        x, y, z = g.ranged(dt, (3, 5), -4, 4, "t"), g.ranged(dt, (3, 5), -2, 2), g.ranged(dt, (3, 5), -2, 2)
        x.storage[:2] = 0
        g.run("EluGradV2", dt, [y, x], lambda d, a: torch.ops.aten.elu_backward(d.contiguous(), 0.75, 1, 1, True, a.contiguous()), dt, {"alpha": 0.75}, "o")
        g.run("HardtanhGrad", dt, [x, y], lambda x, d: gradients(lambda x: f.hardtanh(x, -1.5, 2), (x,), d)[0], dt, {"min_val": -1.5, "max_val": 2.0}, "o")
        g.run("HardSwishGradV2", dt, [y, x], lambda d, x: gradients(f.hardswish, (x,), d)[0], dt, {}, "o")
        unit = g.ranged(dt, (3, 5), 0.1, 0.9, "t")
        for eps in (-1.0, 0.25):
            way = lambda x: torch.logit(x, None if eps < 0 else eps)
            g.run("Logit", f"{dt}/{eps}", [unit], way, dt, {"eps": eps}, "o")
            g.run("LogitGrad", f"{dt}/{eps}", [unit, y], lambda x, d: gradients(way, (x,), d)[0], dt, {"eps": eps}, "o")
        g.run("SquaredRelu", dt, [x], lambda x: torch.relu(x) ** 2, dt, {}, "o")
        g.run("SiluMul", dt, [x, y], lambda x, y: f.silu(x) * y, dt, {}, "o")
        g.run("ThresholdedRelu", dt, [x], lambda x: f.threshold(x, 1.25, 0), dt, {"alpha": 1.25}, "o")
        target = g.ranged(dt, (3, 5), 0, 1)
        g.run("SigmoidCrossEntropyWithLogitsGrad", dt, [x, target, y], lambda x, t, d: gradients(lambda x: f.binary_cross_entropy_with_logits(x, t, reduction="none"), (x,), d)[0], dt, {}, "o")
        g.run("ReciprocalGrad", dt, [unit, y], lambda y, d: -d * y * y, dt, {}, "o")
        g.run("FusedMulAddAdd", dt, [x, y, z, unit], lambda x, y, z, w: x * y + z + w, dt, {}, "o")
    for dt in F4 + ("int32", "int64"):
        x, y = g.ranged(dt, (3, 5), -2, 2, whole=True), g.ranged(dt, (1, 5), -3, 3)
        g.run("Heaviside", dt, [x, y], torch.heaviside, dt, {}, "o")
    for dt in F4 + INTS + ("complex64", "complex128"):
        x, y = g.ranged(dt, (3, 5), -9, 9), g.ranged(dt, (3, 5), -9, 9, "t")
        g.run("AddV2", dt, [x, y], torch.add, dt, {}, "o")
        g.run("AssignAdd", dt, [x, y], torch.add, dt, {"use_locking": False}, ref=(0,))
        g.run("AssignSub", dt, [x, y], torch.sub, dt, {"use_locking": False}, ref=(0,))
    return g


def versions():
    g = FamilyGold("conv/versions")
    for axes, x_shape, w_shape, groups, strides, pads, dilations in (
            (2, (2, 4, 6, 7), (6, 2, 3, 2), 2, (2, 1), (1, 1, 0, 0), (1, 2)), (3, (1, 4, 5, 4, 6), (4, 2, 2, 2, 3), 2, (2, 1, 2), (1, 0, 1, 1, 0, 2), (1, 2, 1)),
            (3, (2, 3, 4, 5, 3), (2, 3, 2, 3, 2), 1, (1, 1, 1), (0,) * 6, (1, 1, 1))):
        fn = (f.conv2d, f.conv3d)[axes - 2]
        around = [p for k in reversed(range(axes)) for p in pads[2 * k:2 * k + 2]]
        way = lambda x, w: fn(f.pad(x, around), w, None, strides, 0, dilations, groups)
        a = {"strides": [1, 1, *strides], "pads": list(pads), "dilations": [1, 1, *dilations], "groups": groups, "data_format": ("NCHW", "NCDHW")[axes - 2]}
        y_shape = tuple(way(torch.zeros(x_shape), torch.zeros(w_shape)).shape)
        for dt in F3 + ("int8",):
            o = "int32" if dt == "int8" else dt
            x, w, b = g.ranged(dt, x_shape, -3, 3, "t"), g.ranged(dt, w_shape, -3, 3), g.ranged(o, w_shape[:1], -3, 3)
            plain = lambda x, w, *r: way(x.double(), w.double()) + (r[0].double().reshape(-1, *[1] * axes) if r else 0)
            more = {"offset_x": 0, "pad_mode": "SPECIFIC", "enable_hf32": False}
            for terms in ([], [b]):
                g.run(f"Conv{axes}DV2", f"{dt}/{x_shape}/{len(terms)}", [x, w] + terms, plain, o, a | more, "o")
            if dt == "int8":
                continue
            d = g.ranged(dt, y_shape, -3, 3)
            more = {"enable_hf32": False}
            g.run(f"Conv{axes}DBackpropInputV2", f"{dt}/{x_shape}", [g.const("int32", x_shape), w, d], lambda s, w, d: gradients(lambda x: way(x, w), (torch.zeros(x_shape).double(),), d)[0], dt, a | more, host=[0])
            g.run(f"Conv{axes}DBackpropFilterV2", f"{dt}/{x_shape}", [x, g.const("int64", w_shape), d], lambda x, s, d: gradients(lambda w: way(x, w), (torch.zeros(w_shape).double(),), d)[0], dt, a | more, host=[1])
    for op in ("Conv3DTranspose", "Conv3DTransposeV2"):
        for dt in ("float16", "float") + (("bf16",) if op.endswith("V2") else ()):
            x, w, b = g.ranged(dt, (1, 4, 3, 2, 3), -3, 3), g.ranged(dt, (4, 2, 2, 3, 3), -3, 3), g.ranged(dt, (4,), -3, 3)
            way = lambda x, w: f.conv_transpose3d(x, w, None, (2, 3, 1), (1, 0, 1), (1, 2, 0), 2, (1, 1, 2))
            y = tuple(way(x.ww, w.ww).shape)
            a = {"strides": [1, 1, 2, 3, 1], "pads": [1, 1, 0, 0, 1, 1], "dilations": [1, 1, 1, 1, 2], "groups": 2, "data_format": "NCDHW", "output_padding": [0, 0, 1, 2, 0], "offset_x": 0}
            if op.endswith("V2"):
                a["enable_hf32"] = False
            for sizes in (list(y), [0] * 5):
                g.run(op, f"{dt}/{sizes}", [g.const("int32", sizes), x, w, b], lambda s, x, w, b: way(x, w) + b.reshape(-1, 1, 1, 1), dt, a, "o", host=[0])
    return g


def signal():
    g = FamilyGold("signal")
    for dt in ("float", "double", "float16"):
        for shape, n in (((2, 3, 8), 8), ((5, 9), 6), ((7,), 12), ((2, 5), 5)):
            for norm, name in ((1, "backward"), (2, "forward"), (3, "ortho")):
                x = g.ranged(dt, shape, -3, 3, "t")
                g.run("Rfft1D", f"{dt}/{shape}/{n}/{norm}", [x], lambda x: torch.view_as_real(torch.fft.rfft(x, n, norm=name)), dt, {"n": n, "norm": norm}, "o")
    for dt, out in (("float", "complex64"), ("double", "complex128")):
        for shape in ((2, 20), (23,)):
            for n, hop, width in ((8, 0, 0), (8, 3, 6), (5, 2, 5)):
                for one_sided in (False, True):
                    for as_complex in (False, True):
                        x, w = g.ranged(dt, shape, -3, 3), g.ranged(dt, (width or n,), 0, 1)
                        way = lambda w: lambda x, *_: (lambda y: y if as_complex else torch.view_as_real(y))(
                            torch.stft(x, n, hop or n // 4, width or n, w, False, normalized=one_sided, onesided=one_sided, return_complex=True))
                        a = {"hop_length": hop, "win_length": width, "normalized": one_sided, "onesided": one_sided, "return_complex": as_complex, "n_fft": n}
                        name = f"{dt}/{shape}/{n}/{one_sided}/{as_complex}"
                        g.run("STFT", name, [x, None, w], way(w.ww), out if as_complex else dt, a, "o")
                        g.run("STFT", f"{name}/second", [x, w], way(w.ww), out if as_complex else dt, a)
                        if width == 0:
                            g.run("STFT", f"{name}/plain", [x], way(torch.ones(n, dtype=torch.float64)), out if as_complex else dt, a)
    # With the matrix of the transform: rows of real and imaginary parts in turn, filled up with zeros; the window as long, or within the matrix.
    for dt, out, n, hop, width in (("float", "complex64", 8, 3, 6), ("double", "complex128", 5, 2, 5)):
        x, w = g.ranged(dt, (2, 23), -3, 3), g.ranged(dt, (width,), 0, 1)
        turns = -2 * math.pi / n * torch.outer(torch.arange(n // 2 + 1, dtype=torch.float64), torch.arange(n, dtype=torch.float64))
        matrix = torch.nn.functional.pad(torch.stack((turns.cos(), turns.sin()), 1), (0, 3))
        window = torch.nn.functional.pad(w.ww, ((n - width) // 2, n + 3 - width - (n - width) // 2))
        a = {"hop_length": hop, "win_length": width, "normalized": False, "onesided": True, "return_complex": True, "n_fft": n}
        for name, plan, given in (("plan", matrix, g.const(dt, window.tolist())), ("windowed_plan", matrix * window, None)):
            g.run("STFT", f"{dt}/{name}", [x, g.const(dt, plan.tolist(), (2, n // 2 + 1, n + 3)), given],
                  lambda x, *_: torch.stft(x, n, hop, width, w.ww, False, onesided=True, return_complex=True), out, a)
    return g


def bias():
    g = FamilyGold("bias")
    for dt in F4 + ("int32", "complex64"):
        for form, shape in (("NHWC", (2, 3, 4, 5)), ("NCHW", (2, 5, 3, 4)), ("NDHWC", (2, 2, 2, 3, 5)), ("NCDHW", (2, 5, 2, 2, 3)), ("NHWC", (3, 5))):
            x, b = g.ranged(dt, shape, -9, 9, "t"), g.ranged(dt, (5,), -9, 9)
            second = form.startswith("NC")
            place = (1, 5) + (1,) * (len(shape) - 2) if second else (5,)
            g.run("BiasAdd", f"{dt}/{shape}", [x, b], lambda x, b: x + b.reshape(place), dt, {"data_format": form}, "o")
            g.run("BiasAddGrad", f"{dt}/{shape}", [x], lambda x: x.sum([d for d in range(len(shape)) if d != (1 if second else len(shape) - 1)]), dt, {"data_format": form})
    for dt in F3:
        x = g.ranged(dt, (10, 4), -3, 3, "t")
        parts = lambda x, *_: torch.stack([x[:3].sum(0), x[3:3].sum(0), x[3:10].sum(0)])
        g.run("GroupedBiasAddGrad", f"{dt}/ends", [x, g.const("int32", [3, 3, 10])], parts, dt, {"group_idx_type": 0}, "o")
        g.run("GroupedBiasAddGrad", f"{dt}/counts", [x, g.const("int64", [3, 0, 7])], parts, dt, {"group_idx_type": 1}, "o")
        g.run("GroupedBiasAddGrad", f"{dt}/plain", [g.ranged(dt, (3, 2, 4), -3, 3)], lambda x: x.sum(1), dt, {"group_idx_type": 0}, "o")
    return g


def diagonals():
    g = FamilyGold("layout/diagonals")
    for dt in F4 + INTS + ("bool",):
        for shape in ((4, 6), (9, 3), (7, 3), (3, 3, 3)):
            for wrap in (False, True):
                x = g.ranged(dt, shape, -9, 9, "t")
                value = 1 if dt == "bool" else 7
                g.run("FillDiagonal", f"{dt}/{shape}/{wrap}", [x], lambda x: x.clone().contiguous().fill_diagonal_(value, wrap), dt, {"fill_value": float(value), "wrap": wrap}, "o")
                g.run("FillDiagonalV2", f"{dt}/{shape}/{wrap}", [g.ranged(dt, shape, -9, 9), g.const(dt, [value])], lambda x, v: x.clone().contiguous().fill_diagonal_(value, wrap), dt, {"wrap": wrap}, ref=(0,))
    for dt in F3 + ("int8", "uint8", "int32"):
        x, y = g.ranged(dt, (4, 5), -3, 3, "t", whole=True), g.ranged(dt, (4, 5), -3, 3, whole=True)
        g.run("DataCompare", dt, [x, y], lambda a, b: ((a.double() - b).abs() > 0.5 + 0.25 * b.double().abs()).double().sum(), "float", {"atol": 0.5, "rtol": 0.25})
    for dt in F3:
        r = Stream(11, 0, 5)
        g.run("StatelessRandomUniformV3", dt, [g.const("int32", [3, 7]), g.const("int64", [11]), g.const("int64", [0, 5]), g.const("float", [-2.0]), g.const("float", [6.0])],
              lambda *_: torch.tensor([-2 + 8 * r.uniform(i, dt) for i in range(21)], dtype=torch.float64).reshape(3, 7), dt, {"dtype": {"float": 0, "float16": 1, "bf16": 27}[dt], "v3KernelMode": 0}, "o", host=[0])
    return g


def fused_mat_mul():
    g = FamilyGold("fused_mat_mul")
    turn = lambda t, flag: t.transpose(-1, -2) if flag else t
    for dt in F3:
        for pa, pb, py in (((0, 1, 2), (0, 1, 2), (1, 0, 2)), ((1, 0, 2), (0, 1, 2), (1, 0, 2)), ((1, 0, 2), (0, 2, 1), (0, 1, 2)), ((2, 0, 1), (1, 2, 0), (2, 1, 0))):
            a, b, bias = g.ranged(dt, (3, 4, 5), -3, 3), g.ranged(dt, (3, 5, 2), -3, 3), g.ranged(dt, (2,), -3, 3)
            back = lambda perm: [perm.index(i) for i in range(3)]
            a, b = of(dt, a.ww.permute(back(list(pa)))), of(dt, b.ww.permute(back(list(pb))))
            way = lambda x, w, *c: (x.permute(pa) @ w.permute(pb) + (c[0] if c else 0)).permute(py)
            at = {"perm_x1": list(pa), "perm_x2": list(pb), "perm_y": list(py), "enable_hf32": False, "batch_split_factor": 1}
            for terms in ([], [bias]):
                g.run("TransposeBatchMatMul", f"{dt}/{pa}/{pb}/{py}/{len(terms)}", [a, b] + terms, way, dt, at, "o")
        for ta in (False, True):
            for tb in (False, True):
                for kind, fn in (("", lambda v, z: v), ("add", torch.add), ("mul", torch.mul), ("relu", lambda v, z: torch.relu(v)), ("gelu_erf", lambda v, z: f.gelu(v)),
                                 ("gelu_tanh", lambda v, z: f.gelu(v, approximate="tanh")), ("16cast32", lambda v, z: v)):
                    a, b = of(dt, turn(g.ranged(dt, (2, 1, 3, 4), -2, 2).ww, ta)), of(dt, turn(g.ranged(dt, (5, 4, 2), -2, 2).ww, tb))
                    c, z = g.ranged(dt, (2,), -2, 2), g.ranged(dt, (2, 5, 3, 2), -2, 2, "t")
                    at = {"transpose_x1": ta, "transpose_x2": tb, "enable_hf32": False, "fused_op_type": kind}
                    o = "float" if kind == "16cast32" else dt
                    more = [z] if kind in ("add", "mul") else []
                    way = lambda a, b, c=None, z=None: fn(turn(a, ta) @ turn(b, tb) + (0 if c is None else c), z)
                    g.run("FusedMatMul", f"{dt}/{ta}/{tb}/{kind}", [a, b, c] + more, way, o, at, "o")
                    g.run("FusedMatMul", f"{dt}/{ta}/{tb}/{kind}/plain", [a, b] + ([None] + more if more else []), way, o, at)
    for ta in (False, True):
        for tb in (False, True):
            for o, number in (("float16", 1), ("bf16", 27), ("float", 0)):
                a, b = of("int8", turn(g.ranged("int8", (2, 3, 7), -128, 127).ww, ta)), of("int8", turn(g.ranged("int8", (7, 5), -128, 127).ww, tb))
                bias, rows, columns = g.ranged("int32", (5,), -900, 900), g.ranged("float", (6,), 0.1, 2), g.ranged("float", (5,), 0.0001, 0.001)
                at = {"dtype": number, "compute_type": -1, "transpose_x1": ta, "transpose_x2": tb, "group_size": -1}
                way = lambda x, w, c, r, s: (turn(x.double(), ta) @ turn(w.double(), tb) + (0 if c is None else c)) * s * (1 if r is None else r.reshape(2, 3, 1))
                g.run("QuantBatchMatmulV4", f"{o}/{ta}/{tb}", [a, b, bias, rows, columns], way, o, at, "o")
                g.run("QuantBatchMatmulV4", f"{o}/{ta}/{tb}/plain", [a, b, None, None, columns], way, o, at, "o")
    return g


def upsample():
    g = FamilyGold("resample/upsample")
    for dt in F3:
        for old, new in (([5, 4], [3, 7]), ([3, 2], [6, 5]), ([1, 3], [1, 1])):
            for exact in (False, True):
                x, d = g.ranged(dt, (2, 3, *old), -9, 9, "t"), g.ranged(dt, (2, 3, *new), 0, 3, whole=True)
                way = lambda x: f.interpolate(x, new, mode="nearest-exact" if exact else "nearest")
                a = {"output_size": new, "scale_h": 0.0, "scale_w": 0.0, "exact_mode": exact}
                g.run("UpsampleNearest", f"{dt}/{old}/{exact}", [x], way, dt, a, "o")
                g.run("UpsampleNearest2dGrad", f"{dt}/{old}/{exact}", [d], lambda d: gradients(way, (x.ww,), d)[0], dt, {"input_size": [2, 3, *old]} | a, "t")
        x = g.ranged(dt, (1, 2, 5, 4), -9, 9)
        a = {"output_size": [8, 9], "scale_h": 1.75, "scale_w": 2.25, "exact_mode": False}
        g.run("UpsampleNearest", f"{dt}/scales", [x], lambda x: torch.ops.aten.upsample_nearest2d(x.contiguous(), [8, 9], 1.75, 2.25), dt, a, "o")
    return g


def training():
    g = FamilyGold("norm/training")
    eps = 0.0009765625
    for dt in F3:
        for shape, sizes in (((3, 4, 5), (5,)), ((3, 4, 5), (4, 5)), ((2, 6), (6,))):
            dims = tuple(range(-len(sizes), 0))
            x, other, gamma, beta = g.ranged(dt, shape, -3, 3, "t"), g.ranged(dt, shape, -3, 3), g.ranged(dt, sizes, -2, 2), g.ranged(dt, sizes, -2, 2)

            def rms(x, gamma):
                rstd = torch.rsqrt((x * x).mean(dims, True) + eps)
                return x * rstd * gamma, rstd
            g.run("GemmaRmsNorm", f"{dt}/{shape}/{sizes}", [x, gamma], lambda x, w: rms(x, w + 1), (dt, "float"), {"epsilon": eps}, "o")

            def add_rms(a, b, gamma):
                x = of(dt, a + b).ww
                return (*rms(x, gamma), x)
            g.run("InplaceAddRmsNorm", f"{dt}/{shape}/{sizes}", [g.ranged(dt, shape, -3, 3), other, gamma], add_rms, (dt, "float", dt), {"epsilon": eps}, ref=(0, -1, 1))
            for terms in ([], [g.ranged(dt, sizes, -3, 3)], [g.ranged(dt, shape, -3, 3)]):
                def add_layer(a, b, gamma, beta, c=None):
                    x = a + b + (0 if c is None else c)
                    return f.layer_norm(x.contiguous(), sizes, gamma, beta, eps), x.mean(dims, True), torch.rsqrt(x.var(dims, False, True) + eps), x
                name = f"{dt}/{shape}/{sizes}/{[t.shape for t in terms]}"
                g.run("AddLayerNorm", name, [x, other, gamma, beta] + terms, add_layer, (dt, "float", "float", dt), {"epsilon": eps, "additional_output": True}, "o")
        for shape in ((4, 3, 2, 5), (6, 3), (4, 3, 2, 3, 2)):
            n = torch.zeros(shape).numel() // 3
            x, d = g.ranged(dt, shape, -3, 3, "t"), g.ranged(dt, shape, -2, 2)
            weight, bias, mean, variance = (g.ranged("float", (3,), lo, 2) for lo in (-2, -2, -2, 0.5))
            others = [i for i in range(len(shape)) if i != 1]
            view = lambda t: t.reshape(1, 3, *[1] * (len(shape) - 2))
            for train in (True, False):
                def norm(x, w, b, m, v):
                    m, v = m.clone(), v.clone()
                    y = f.batch_norm(x.contiguous(), m, v, w, b, train, 0.25, eps)
                    saved = (x.mean(others), torch.rsqrt(x.var(others, False) + eps)) if train else (m, torch.rsqrt(v + eps))
                    return (y, m, v, *saved)
                g.run("BatchNormV3", f"{dt}/{shape}/{train}", [x, weight, bias, mean, variance], norm, (dt,) + ("float",) * 4, {"epsilon": eps, "momentum": 0.25, "is_training": train}, "o")
                made = norm(x.ww, weight.ww, bias.ww, mean.ww, variance.ww)
                saved = [of("float", t) for t in made[3:]]

                def back(d, x, w, m, v, sm, sr):
                    sm, sr = (sm, sr) if train else (m, torch.rsqrt(v + eps))
                    normal = (x - view(sm)) * view(sr)
                    dw, db = (d * normal).sum(others), d.sum(others)
                    return (d - (view(db) + normal * view(dw)) / n * train) * view(sr) * view(w), dw, db
                exact = gradients(lambda x, w, b: f.batch_norm(x, mean.ww.clone(), variance.ww.clone(), w, b, train, 0.25, eps), (x.ww, weight.ww, bias.ww), d.ww)
                assert all(torch.allclose(a, b) for a, b in zip(exact, back(d.ww, x.ww, weight.ww, mean.ww, variance.ww, *made[3:])))
                g.run("BatchNormGradV3", f"{dt}/{shape}/{train}", [d, x, weight, mean, variance] + saved, back, (dt, "float", "float"), {"is_training": train, "epsilon": eps}, "t")
        for shape, groups in (((2, 6, 3, 4), 3), ((3, 4, 5), 1), ((2, 4), 2)):
            x, d, gamma = g.ranged(dt, shape, -3, 3, "t"), g.ranged(dt, shape, -2, 2), g.ranged(dt, shape[1:2], -2, 2)
            flat = x.ww.reshape(shape[0], groups, -1)
            exact = (flat.mean(-1), torch.rsqrt(flat.var(-1, False) + eps))
            mean, rstd = (of(dt, t) for t in exact)

            def group_back(d, mean, rstd, x, gamma):
                part = lambda t: t.reshape(shape[0], groups, -1)
                place = (1, shape[1]) + (1,) * (len(shape) - 2)
                normal = ((part(x) - mean[..., None]) * rstd[..., None]).reshape(shape)
                w = part(d * gamma.reshape(place))
                p = part(normal)
                dx = rstd[..., None] * (w - w.mean(-1, True) - p * (w * p).mean(-1, True))
                rest = [i for i in range(len(shape)) if i != 1]
                return dx.reshape(shape), (d * normal).sum(rest), d.sum(rest)
            made = gradients(lambda x, w, b: f.group_norm(x, groups, w, b, eps), (x.ww, gamma.ww, torch.zeros(shape[1]).double()), d.ww)
            assert all(torch.allclose(a, b) for a, b in zip(made, group_back(d.ww, *exact, x.ww, gamma.ww)))
            a = {"num_groups": groups, "data_format": "NCHW", "dx_is_require": True, "dgamma_is_require": True, "dbeta_is_require": True}
            g.run("GroupNormGrad", f"{dt}/{shape}", [d, mean, rstd, x, gamma], group_back, (dt, dt, dt), a, "t")
    return g


def attention():
    g = FamilyGold("attention")

    def turn(x, pairs):
        if pairs:
            return torch.stack([-x[..., 1::2], x[..., ::2]], -1).flatten(-2)
        a, b = x.chunk(2, -1)
        return torch.cat([-b, a], -1)
    for dt in F3:
        for shape, few in (((2, 3, 4, 8), (1, 1, 4, 8)), ((2, 4, 3, 6), (2, 4, 1, 6))):
            q, k = g.ranged(dt, shape, -3, 3, "t"), g.ranged(dt, shape[:2] + (1 if few[2] == 1 else 4, shape[3]), -3, 3)
            c, s = g.ranged(dt, few, -1, 1), g.ranged(dt, few, -1, 1)
            for pairs in (False, True):
                way = lambda x, c, s: x * c + turn(x, pairs) * s
                g.run("RotaryPositionEmbedding", f"{dt}/{shape}/{pairs}", [q, c, s], way, dt, {"mode": int(pairs)}, "o")
                both = [g.ranged(dt, shape, -3, 3), k, c, s]
                g.run("ApplyRotaryPosEmb", f"{dt}/{shape}/{pairs}", both, lambda q, k, c, s: (way(q, c, s), way(k, c, s)), (dt, dt), {"layout": 1, "rotary_mode": "interleave" if pairs else "half"}, ref=(0, 1))
        for shape in ((5, 7), (2, 3, 6)):
            x = of(dt, torch.stack([torch.randperm(shape[-1], generator=torch.Generator().manual_seed(i)).double() / 2 for i in range(torch.zeros(shape[:-1]).numel())]).reshape(shape))
            rows = torch.zeros(shape[:-1]).numel()
            done = of("bool", torch.arange(rows).reshape(shape[:-1]) % 2 == 1)
            for ended in (False, True):
                def gating(x, d=None):
                    y, i = torch.softmax(x, -1).topk(3, -1)
                    i = torch.where(d.bool()[..., None], torch.tensor(shape[-1]), i) if ended else i
                    return y, i, (torch.arange(3)[None] * rows + torch.arange(rows)[:, None]).reshape(shape[:-1] + (3,))
                g.run("MoeGatingTopKSoftmax", f"{dt}/{shape}/{ended}", [x] + [done] * ended, gating, (dt, "int32", "int32"), {"k": 3}, "o")
    return g


FAMILIES = [foreach, gated, lengths, slopes, versions, signal, bias, diagonals, fused_mat_mul, upsample, training, attention]


if __name__ == "__main__":
    write(FAMILIES)
