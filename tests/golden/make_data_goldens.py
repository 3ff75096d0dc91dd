#!/usr/bin/python3
"""Writes the expected values of losses, selections, counts and random numbers to operators/<family>/<family>.golden.

Usage: make_data_goldens.py <checkout> [family...]       (needs PyTorch and NumPy; 1.13 made the committed files)

As make_family_goldens.py: cases by operator type, computed in float64, complex128 or int64 from the rounded inputs and rounded once. The
random numbers come from an implementation of Philox4x32-10 in this file, which is compared with the published vectors first.
"""
import math

import numpy as np
import torch

from make_family_goldens import C2, F3, F4, INTS, FamilyGold, write
from make_goldens import BITS, FLOATS, HELD, Tensor, base, round_to

f = torch.nn.functional


def loss():
    g = FamilyGold("loss")

    def grads(fn):
        """Gradient of fn by its first argument, times d."""
        def apply(x, t, d, *rest):
            return torch.autograd.functional.vjp(lambda v: fn(v, t, *rest), x.contiguous(), d)[1]
        return apply

    shape = (3, 4)
    for dt in F4:
        p, t = g.ranged(dt, shape, -3, 3, "t"), g.ranged(dt, shape, -3, 3)
        d, one = g.ranged(dt, shape, -2, 2), g.ranged(dt, (), -2, 2)
        for red in ("none", "mean", "sum"):
            a, out = {"reduction": red}, "o" if red == "none" else "c"
            dd = d if red == "none" else one
            mse = lambda x, y: f.mse_loss(x, y, reduction=red)
            g.run("MseLoss", f"{dt}/{red}", [p, t], mse, dt, a, out)
            g.run("MseLossGrad", f"{dt}/{red}", [p, t, dd], grads(mse), dt, a, "o")
            l1 = lambda x, y: f.l1_loss(x, y, reduction=red)
            g.run("LpLoss", f"{dt}/{red}", [p, t], l1, dt, {"p": 1} | a, out)
            g.run("LpLoss", f"{dt}/{red}/square", [p, t], mse, dt, {"p": 2} | a, out)
            g.run("L1LossGrad", f"{dt}/{red}", [dd, p, t], lambda d, x, y: grads(l1)(x, y, d), dt, a, "o")
            for sigma in (1.0, 2.5):
                smooth = lambda x, y: f.smooth_l1_loss(x, y, reduction=red, beta=sigma)
                s = {"sigma": sigma}
                g.run("SmoothL1LossV2", f"{dt}/{red}/{sigma}", [p, t], smooth, dt, s | a, out)
                g.run("SmoothL1LossGradV2", f"{dt}/{red}/{sigma}", [p, t, dd], grads(smooth), dt, s | a, "o")
                if red == "none":
                    g.run("SmoothL1Loss", f"{dt}/{sigma}", [p, t], smooth, dt, s, out)
                    g.run("SmoothL1LossGrad", f"{dt}/{sigma}", [p, t, dd], grads(smooth), dt, s, "o")
            q, y, w = g.ranged(dt, shape, 0.05, 0.95, "t"), g.ranged(dt, shape, 0, 1), g.ranged(dt, (4,), 0.5, 2)
            for weight in (None, w):
                ww = None if weight is None else weight.ww
                bce = lambda x, z, *_: f.binary_cross_entropy(x, z, None if ww is None else ww.expand(3, 4), reduction=red)
                extra = [] if weight is None else [weight]
                name = f"{dt}/{red}/{'weight' if extra else 'plain'}"
                g.run("BinaryCrossEntropy", name, [q, y] + extra, bce, dt, a, out)
                g.run("BinaryCrossEntropyGrad", name, [q, y, dd] + extra, lambda x, z, d, *_: grads(bce)(x, z, d), dt, a, "o")
            g.run("SigmoidCrossEntropyWithLogitsV2", f"{dt}/{red}", [p, y], lambda x, z: f.binary_cross_entropy_with_logits(x, z, reduction=red), dt, a, out)
            pw = g.ranged(dt, (4,), 0.5, 3)
            g.run("SigmoidCrossEntropyWithLogitsV2", f"{dt}/{red}/weights", [p, y, w, pw],
                  lambda x, z, w, v: f.binary_cross_entropy_with_logits(x, z, w, reduction=red, pos_weight=v), dt, a, out)
            sign = Tensor(dt, round_to(dt, torch.sign(t.ww) + (t.ww == 0)).contiguous().reshape(-1), shape)
            soft = lambda x, z: f.soft_margin_loss(x, z, reduction=red)
            g.run("SoftMarginLoss", f"{dt}/{red}", [p, sign], soft, dt, a, out)
            g.run("SoftMarginLossGrad", f"{dt}/{red}", [p, sign, dd], grads(soft), dt, a, "o")
        g.run("SigmoidCrossEntropyWithLogits", dt, [p, y], lambda x, z: f.binary_cross_entropy_with_logits(x, z, reduction="none"), dt, None, "o")
        x, t = g.ranged(dt, shape, -4, -0.1), g.ranged(dt, shape, 0.1, 1, "t")
        t.storage[2] = 0
        for red in ("none", "mean", "sum", "batchmean"):
            out = "o" if red == "none" else "c"
            dd = d if red == "none" else one
            for log in (False, True):
                kl = lambda x, t: f.kl_div(x, t, reduction=red, log_target=log)
                g.run("KLDivV2", f"{dt}/{red}/{log}", [x, t], kl, dt, {"reduction": red, "log_target": log}, out)
                g.run("KlDivLossGrad", f"{dt}/{red}/{log}", [dd, x, t], lambda d, x, t: grads(kl)(x, t, d), dt, {"reduction": red, "log_target": log}, "o")
            g.run("KLDiv", f"{dt}/{red}", [x, t], lambda x, t: f.kl_div(x, t, reduction=red), dt, {"reduction": red}, out)
        for k, (xs, ts) in enumerate((((5, 4), (5,)), ((4,), ()), ((2, 4, 3), (2, 3)))):
            for red in ("none", "mean", "sum"):
                x, w = g.ranged(dt, xs, -4, 0, "t"), g.ranged(dt, (4,), 0.5, 2)
                target = g.const(("int64", "int32")[k % 2], [[1, 3, 0, 2, 1], 2, [[0, 2, 2], [3, 1, 2]]][k])
                nll = lambda x, t, w: f.nll_loss(x, t.long(), w, reduction=red, ignore_index=2 if k != 1 else -100)
                a = {"reduction": red, "ignore_index": 2 if k != 1 else -100}
                counted = w.ww[target.t.long().flatten()][target.t.flatten() != a["ignore_index"]].sum()
                g.run("NLLLoss", f"{dt}/{k}/{red}", [x, target, w], lambda *v: (nll(*v), counted), dt, a)
                dd = g.ranged(dt, ts if red == "none" else (), -2, 2)
                # the total weight as it was handed out: rounded
                total = Tensor(dt, round_to(dt, counted.reshape(1)), ())
                def gradient(x, d, t, w, tw):
                    r = torch.autograd.functional.vjp(lambda v: f.nll_loss(v, t.long(), w, reduction="none" if red == "none" else "sum", ignore_index=a["ignore_index"]), x, d)[1]
                    return r / tw if red == "mean" else r
                g.run("NLLLossGrad", f"{dt}/{k}/{red}", [x, dd, target, w, total], gradient, dt, a, "o")
    return g


def sets():
    g = FamilyGold("sets")
    kinds = F4 + INTS + ("bool",)

    def few(dt, shape, layout="c"):
        """Values of which many are equal or 0."""
        return g.ranged(dt, shape, 0 if dt.startswith("u") else -2, 2, layout, whole=True)

    def run(op, what, inputs, fn, out, attrs, limits, **more):
        g.run(op, what, inputs, fn, out, dict(attrs or {}) | {f"#max{i}": list(m) for i, m in enumerate(limits) if m is not None}, **more)

    for i, dt in enumerate(kinds + C2):
        x = few(dt, (3, 4), "t")
        run("NonZero", dt, [x], lambda x: torch.nonzero(x), "int64", {"transpose": False, "dtype": 9}, [(12, 2)])
        run("NonZero", dt + "/columns", [x], lambda x: torch.nonzero(x).t(), "int32", {"transpose": True, "dtype": 3}, [(2, 12)])
        if dt not in C2 + ("bf16",):
            run("Where", dt, [few(dt, (2, 2, 3))], lambda x: torch.nonzero(x), "int64", None, [(12, 3)])
        mask = Tensor("bool", torch.from_numpy(g.rng.integers(0, 2, 4).astype(bool)), (4,))
        ops = ("MaskedSelect",) + (("MaskedSelectV2",) if dt in ("float", "float16") else ()) + (("MaskedSelectV3",) if dt not in C2 else ())
        for op in ops:
            run(op, dt, [x, mask], lambda x, m: torch.masked_select(x, m.bool()), dt, None, [(12,)])
        if dt not in C2:
            updates = g.ranged(dt, (12,), 1, 9, "o")
            g.run("MaskedScatter", dt, [x, mask, updates], lambda x, m, u: torch.masked_scatter(x, m.bool(), u.to(x.dtype)), dt, layout="o")
            run("UniqueWithCountsAndSorting", dt, [x], lambda x: torch.unique(x, return_inverse=True, return_counts=True), (dt, "int64", "int64"),
                {"sorted": True, "return_inverse": True, "return_counts": True}, [(12,), (3, 4), (12,)])
        v = few(dt, (9,), "o")

        def first_order(x):
            """Distinct elements in the order of their first places."""
            values, inverse, counts = torch.unique(x, return_inverse=True, return_counts=True)
            first = torch.tensor([int((inverse == k).nonzero()[0]) for k in range(len(values))])
            order = torch.argsort(first)
            place = torch.empty_like(order)
            place[order] = torch.arange(len(order))
            return values[order], place[inverse], counts[order]

        if dt not in C2 + ("bool",):
            run("Unique", dt, [v], lambda x: first_order(x)[:2], (dt, "int32"), {"out_idx": 3}, [(9,), (9,)])
        if dt not in C2 + ("bool", "bf16"):
            run("UniqueWithCounts", dt, [v], first_order, (dt, "int64", "int64"), {"out_idx": 9}, [(9,), (9,), (9,)])
            rows = Tensor(dt, few(dt, (2, 3)).t[[0, 1, 0, 0, 1]].contiguous().reshape(-1), (5, 3))
            def by_rows(x, _):
                y, idx, count = first_order(torch.unique(x, dim=0, return_inverse=True)[1])
                return torch.unique(x, dim=0)[y], idx, count
            run("UniqueWithCountsExt2", dt, [rows, g.const("int64", [0])], by_rows, (dt, "int32", "int32"), {"out_idx": 3}, [(5, 3), (5,), (5,)], host=[1])
        if dt not in C2:
            order = torch.sort(v.t.to(torch.float64) if dt != "bool" else v.t)[1]
            sorted_x = Tensor(dt, v.t[order].contiguous(), (9,))
            a = lambda axis: {"return_idx": True, "return_counts": True, "axis": axis, "out_idx": 9}
            run("UniqueConsecutive", dt, [sorted_x], lambda x: torch.unique_consecutive(x, return_inverse=True, return_counts=True),
                (dt, "int64", "int64"), a(1000), [(9,), (9,), (9,)])
            cols = Tensor(dt, few(dt, (3, 2)).t[:, [0, 0, 1, 0, 0]].contiguous().reshape(-1), (3, 5))
            run("UniqueConsecutive", dt + "/axis", [cols], lambda x: torch.unique_consecutive(x, return_inverse=True, return_counts=True, dim=1),
                (dt, "int64", "int64"), a(-1), [(3, 5), (5,), (5,)])
            it = ("int64", "int32")[i % 2]
            g.run("RepeatInterleave", dt, [x, g.const(it, [2, 0, 1])], lambda x, r: torch.repeat_interleave(x, r.long(), 0), dt, {"axis": 0}, host=[1])
            g.run("RepeatInterleave", dt + "/all", [x, g.const(it, [2])], lambda x, r: torch.repeat_interleave(x, 2), dt, {"axis": 1000}, host=[1])
            run("RepeatInterleave", dt + "/unknown", [x, g.const(it, [0, 3, 1, 0])], lambda x, r: torch.repeat_interleave(x, r.long(), 1), dt, {"axis": -1}, [(3, 9)])
        if dt in F3:
            d = g.ranged(dt, (4, 5), -3, 3, "t")
            def fold(d, r):
                y = torch.zeros(4, 3, dtype=d.dtype)
                return y.index_add(1, torch.repeat_interleave(torch.arange(3), r.long()), d)
            g.run("RepeatInterleaveGrad", dt, [d, g.const("int64", [2, 0, 3])], fold, dt, {"axis": -1}, "o", host=[1])
    return g


def numeric():
    g = FamilyGold("numeric")
    for i, dt in enumerate(F4 + ("int8", "uint8", "int16", "int32", "int64")):
        rows = Tensor(dt, torch.sort(g.ranged(dt, (2, 7), 0, 9, whole=True).t, 1)[0].contiguous().reshape(-1), (2, 7))
        line = Tensor(dt, rows.t[0].contiguous(), (7,))
        v = g.ranged(dt, (2, 3), 0, 9, "t", whole=True)
        for right in (False, True):
            ot, code = (("int64", 9), ("int32", 3))[i % 2]
            a = {"dtype": code, "right": right}
            g.run("SearchSorted", f"{dt}/{right}/rows", [rows, v], lambda s, v: torch.searchsorted(s.contiguous(), v.contiguous(), right=right), ot, a)
            g.run("SearchSorted", f"{dt}/{right}/line", [line, v], lambda s, v: torch.searchsorted(s.contiguous(), v.contiguous(), right=right), ot, a, "o")
            order = torch.from_numpy(g.rng.permutation(7))
            mixed = Tensor(dt, line.t[order].contiguous(), (7,))
            sorter = g.const("int64", torch.argsort(order).tolist())
            g.run("SearchSorted", f"{dt}/{right}/sorter", [mixed, v, sorter], lambda s, v, o: torch.searchsorted(s[o].contiguous(), v.contiguous(), right=right), ot, a)
        a, b = g.ranged(dt, (2, 3, 2), -5 if not dt.startswith("u") else 0, 5, "t"), g.ranged(dt, (2, 3, 2), 0, 5)
        for op in ("Cross", "CrossV2"):
            g.run(op, dt, [a, b], lambda a, b: torch.cross(a, b, 1), dt, {"dim": -2}, "o")
            g.run(op, dt + "/first", [a, b], lambda a, b: torch.cross(a, b, 1), dt, {"dim": -65530})
        x = g.ranged(dt, (2, 3, 5, 6), 0, 9, "t", whole=True)
        im = {"ksizes": [2, 3], "strides": [1], "dilations": [1, 2], "padding_mode": "CALCULATED", "pads": [1, 0]}
        def unfold(x, kernel, stride, dilation, pads):
            x = f.pad(x, (pads[2], pads[3], pads[0], pads[1]))
            y = f.unfold(x, kernel, dilation, 0, stride)
            size = [(x.shape[2 + d] - (kernel[d] - 1) * dilation[d] - 1) // stride[d] + 1 for d in (0, 1)]
            return y.reshape(x.shape[0], -1, *size)
        as_double = lambda x: x.double()
        g.run("Im2col", dt, [x], lambda x: unfold(as_double(x), (2, 3), (1, 1), (1, 2), (1, 1, 0, 0)), dt, im, "o")
        g.run("Im2col", dt + "/valid", [x], lambda x: unfold(as_double(x), (3, 2), (2, 2), (1, 1), (0, 0, 0, 0)), dt,
              {"ksizes": [3, 2], "strides": [2], "dilations": [1], "padding_mode": "VALID", "pads": [0]})
        g.run("Im2col", dt + "/same", [x], lambda x: unfold(as_double(x), (3, 3), (2, 2), (1, 1), (1, 1, 0, 1)), dt,
              {"ksizes": [3], "strides": [2], "dilations": [1], "padding_mode": "SAME", "pads": [0]})
    for dt in C2:
        a, b = g.ranged(dt, (3, 2), -5, 5), g.ranged(dt, (3, 2), -5, 5)
        g.run("Cross", dt, [a, b], lambda a, b: torch.cross(a, b, 0), dt, {"dim": -65530})
    array = g.const("int32", [0, 3, 1, 3, 3, 5, 0, 9])
    for dt in ("float", "double", "int32", "int64"):
        w = g.ranged(dt, (8,), 1, 5)
        g.run("Bincount", dt, [array, g.const("int32", [6]), w], lambda a, s, w: torch.bincount(a, w.double(), 6)[:6], dt, host=[1])
        g.run("Bincount", dt + "/plain", [array, g.const("int32", [12]), g.ranged(dt, (0,), 1, 5)], lambda a, s, w: torch.bincount(a, minlength=12), dt, host=[1])
    for dt in ("float16", "float", "int64", "int32", "int16", "int8", "uint8"):
        x = g.ranged(dt, (3, 5), 0, 20, "t")
        out = "float" if dt == "float16" else dt
        for low, high in ((0.0, 0.0), (3.0, 17.0)):
            g.run("Histogram", f"{dt}/{low}", [x], lambda x: torch.histc(x.double(), 7, low, high), out, {"bins": 7, "min": low, "max": high})
            ends = [g.const(dt, [v] if dt in FLOATS else [int(v)]) for v in (low, high)]
            g.run("HistogramV2", f"{dt}/{low}", [x, *ends], lambda x, *_: torch.histc(x.double(), 7, low, high), "int32", {"bins": 7, "y_dtype": 3})
        if dt in ("float16", "float", "int32", "int64"):
            ends = g.const(dt, [4.0, 16.0] if dt in FLOATS else [4, 16])
            fixed = lambda x, r, n: torch.bincount(torch.clamp(torch.floor((x.double() - 4) / 12 * 5), 0, 4).long().flatten(), minlength=5)
            g.run("HistogramFixedWidth", dt, [x, ends, g.const("int32", [5])], fixed, "int32", {"dtype": "int32"}, host=[2])
    for dt in F3:
        for p in (0.0, 1.0, 2.0, 3.5, math.inf):
            a, b = g.ranged(dt, (2, 3, 5), -3, 3, "t"), g.ranged(dt, (2, 4, 5), -3, 3)
            g.run("Cdist", f"{dt}/{p}", [a, b], lambda a, b: torch.cdist(a, b, p, compute_mode="donot_use_mm_for_euclid_dist"), dt, {"p": p}, "o")
        xs = [g.ranged(dt, s, -9, 9, "ct"[k % 2]) for k, s in enumerate(((5, 2), (3,), (4, 1, 3)))]
        def chunks(*xs):
            parts = []
            for x in xs:
                rows = -(-x.shape[0] // 3)
                padded = torch.zeros(rows * 3, *x.shape[1:], dtype=x.dtype)
                padded[:x.shape[0]] = x
                parts.append(padded.reshape(3, -1))
            return torch.cat(parts, 1)
        g.run("ChunkCat", dt, xs, chunks, dt, {"dim": 0, "num_chunks": 3}, lists=((3,), (-1,)))
    for dt in F4:
        for size, step in ((3, 2), (2, 1), (2, 3)):
            d = g.ranged(dt, (2, (7 - size) // step + 1, 3, size), -3, 3, "t")
            back = lambda d, s: torch.autograd.functional.vjp(lambda x: x.unfold(1, size, step), torch.zeros(2, 7, 3, dtype=d.dtype), d.contiguous())[1]
            g.run("UnfoldGrad", f"{dt}/{size}/{step}", [d, g.const("int64", [2, 7, 3])], back, dt, {"dim": -2, "size": size, "step": step}, "o", host=[1])
        x = g.ranged(dt, (3, 4, 2), -3, 3, "t")
        for p in (1.0, 2.0, 3.0, math.inf):
            def factors(x):
                norms = torch.linalg.vector_norm(x, p, dim=(0, 2), keepdim=True)
                return torch.where(norms > 4, 4 / (norms + 1e-7), torch.ones_like(norms))
            g.run("Renorm", f"{dt}/{p}", [x], factors, dt, {"p": p, "dim": 1, "maxnorm": 4.0})
    for dt in ("float", "float16"):
        x = g.ranged(dt, (19,), -3, 3)
        x.storage[3] = 0
        g.run("SignBitsPack", dt, [x], lambda x: torch.from_numpy(np.packbits((x.numpy() >= 0), bitorder="little")).reshape(1, 3), "uint8", {"size": 1})
        y = g.ranged("uint8", (4,), 0, 255)
        g.run("SignBitsUnpack", dt, [y], lambda y: torch.from_numpy(np.unpackbits(y.numpy().astype(np.uint8), bitorder="little").astype(np.int64) * 2 - 1).reshape(2, 16),
              dt, {"size": 2, "dtype": 0 if dt == "float" else 1})
    pairs(g)
    images(g)
    return g


def of(dt, values):
    """A contiguous tensor of `dt` that holds `values`, rounded."""
    rounded = round_to(dt, values).contiguous()
    return Tensor(dt, rounded.reshape(-1), tuple(rounded.shape))


def pairs(g):
    for dt in F3:
        for p in (0.0, 0.5, 1.0, 2.0, 3.5, math.inf):
            if dt != "bf16":
                g.run("Pdist", f"{dt}/{p}", [g.ranged(dt, (5, 3), -3, 3, "t")], lambda x: f.pdist(x.contiguous(), p), dt, {"p": p}, "o")
            a, b, d = g.ranged(dt, (2, 3, 5), -3, 3).ww, g.ranged(dt, (2, 4, 5), -3, 3).ww, g.ranged(dt, (2, 3, 4), -3, 3).ww
            b[:, 1] = a[:, 2]
            every = (2, 3, 4, 5)
            norms = torch.cdist(a, b, p, compute_mode="donot_use_mm_for_euclid_dist")
            inputs = [of(dt, t.expand(every)) for t in (d[..., None], a[:, :, None], b[:, None], norms[..., None])]
            back = lambda d, a, b, n: torch.ops.aten._cdist_backward(d[..., 0].contiguous(), a[:, :, 0].contiguous(), b[:, 0].contiguous(), p, n[..., 0].contiguous())
            g.run("CdistGrad", f"{dt}/{p}", inputs, back, dt, {"p": p}, "t")

        def segsum(x):
            n = x.shape[-1]
            below = torch.tril(torch.ones(n, n, dtype=torch.bool), -1)
            sums = torch.where(below, x[..., None].expand(*x.shape, n), torch.zeros((), dtype=x.dtype)).cumsum(-2)
            return torch.where(torch.tril(torch.ones(n, n, dtype=torch.bool)), sums.exp(), torch.zeros((), dtype=x.dtype))
        x = g.ranged(dt, (2, 3, 4), -1, 1, "t")
        g.run("Segsum", dt, [x], segsum, dt, layout="o")
        y, d = of(dt, segsum(x.ww)), g.ranged(dt, (2, 3, 4, 4), -2, 2, "o")

        def segsum_grad(d, y):  # y is not exactly the exponential of anything, so the derivative is taken by its formula
            terms = torch.tril(d * y, -1)
            return torch.stack([terms[..., k:, :k].sum((-1, -2)) for k in range(4)], -1)
        exact = segsum(x.ww)
        back = torch.autograd.functional.vjp(segsum, x.ww.contiguous(), d.ww.contiguous())[1]
        assert torch.allclose(segsum_grad(d.ww, exact), back)
        g.run("ExpSegsumGrad", dt, [d, y], segsum_grad, dt)

        def sinkhorn(cost):
            rows, columns = cost.shape
            cost, row, column, change = cost.exp(), torch.ones(rows).double(), torch.ones(columns).double(), 1e9
            while change > 0.001:
                row = 1 / (rows * ((column * cost).sum(1) + 1e-8))
                following = 1 / (columns * ((row[:, None] * cost).sum(0) + 1e-8))
                column, change = following, (column - following).abs().mean()
            return column * cost * row[:, None]
        g.run("Sinkhorn", dt, [g.ranged(dt, (3, 4), -2, 2, "t")], sinkhorn, dt, {"tol": 0.001}, "o")


def images(g):
    for i, dt in enumerate(F3):
        for corners in (False, True):
            for sizes in ([2, 1, 3, 4], [2, 1, 2, 1, 3]):
                axes = len(sizes) - 2
                theta = g.ranged(dt, (2, axes, axes + 1), -2, 2, "t")
                g.run("AffineGrid", f"{dt}/{corners}/{axes}", [theta, g.const("int32", sizes)],
                      lambda t, s: torch.affine_grid_generator(t.contiguous(), sizes, corners).reshape(2, -1, axes), dt, {"align_corners": corners}, "o", host=[1])
        for shape in ((2, 3 * 6, 16), (2, 3, 6, 16)):
            x = g.ranged(dt, shape, -3, 3, "t")
            fold = lambda x, s: f.fold(x.reshape(2, 18, 16), (6, 8), (2, 3), (1, 2), (1, 0), (2, 1))
            g.run("Col2im", f"{dt}/{len(shape)}", [x, g.const("int32", [6, 8])], fold, dt,
                  {"kernel_size": [2, 3], "dilation": [1, 2], "padding": [1, 0], "stride": [2, 1]}, "o", host=[1])
        x = g.ranged(dt, (2, 3, 4, 2), -3, 3, "t")
        for axis, shape in ((1, (3,)), (-3, (3, 4)), (0, (2, 3, 4, 2)), (2, ())):
            scale, bias = g.ranged(dt, shape, -3, 3), g.ranged(dt, shape, -3, 3)
            tail = (1,) * (4 - axis % 4 - len(shape))
            a = {"axis": axis, "num_axes": max(len(shape), 1), "scale_from_blob": True}
            scaled = lambda x, s, b=0.0: x * s.reshape(shape + tail) + (b.reshape(shape + tail) if torch.is_tensor(b) else b)
            g.run("Scale", f"{dt}/{axis}", [x, scale, bias], scaled, dt, a, "o")
            g.run("Scale", f"{dt}/{axis}/plain", [x, scale], scaled, dt, a)
        for mask in ("int8", "uint8", dt):
            g.run("MaskedScale", f"{dt}/{mask}", [x, g.ranged(mask, (2, 3, 4, 2), 0, 1, "t", whole=True)], lambda x, m: x * m * 1.25, dt, {"value": 1.25}, "o")
    for dt in F3 + ("int8", "uint8", "bool"):
        for op in ("Addr", "AddrV2"):
            for shape in ((3, 4), (4,)):
                vectors = [g.ranged(dt, (n,), 0, 3, "o") for n in (3, 4)]
                for beta in (0, 2):
                    factors = [of(dt, torch.tensor([v])) for v in (beta, 3)]

                    def addr(x, u, v, b, a):
                        if dt == "bool":
                            return ((b != 0) & (x != 0)) | ((a != 0) & (torch.outer((u != 0).double(), (v != 0).double()) != 0))
                        return torch.outer(u, v) * a + (x * b if beta else torch.zeros_like(x))
                    g.run(op, f"{dt}/{len(shape)}/{beta}", [g.ranged(dt, shape, 0, 3), *vectors, *factors], addr, dt, layout="t")
    for dt in F4 + INTS + ("bool", "uint16", "uint32", "uint64"):
        x = g.ranged(dt, (2, 3), 0, 5, "t")
        other = of(dt, x.t)
        equal = lambda x, y: torch.tensor([torch.equal(x, y)])
        g.run("TensorEqual", f"{dt}/same", [x, other], equal, "bool")
        g.run("TensorEqual", f"{dt}/shape", [x, of(dt, x.t.reshape(3, 2))], equal, "bool")
        changed = other.t.clone()
        changed[1, 1] = changed[1, 1] != 1
        g.run("TensorEqual", f"{dt}/other", [x, of(dt, changed)], equal, "bool")
    nan = g.const("float", [1.0, math.nan])
    g.run("TensorEqual", "nan", [nan, nan], lambda x, y: torch.tensor([torch.equal(x, y)]), "bool")


def linalg():
    g = FamilyGold("linalg")
    la = torch.linalg
    eye = torch.eye(3, dtype=torch.float64)
    for dt in ("float", "float16", "double") + C2:
        a = g.ranged(dt, (2, 3, 3), -2, 2).ww
        x = of(dt, a @ a.mH + 2 * eye)
        for upper in (False, True):
            one = Tensor(dt, x.storage.clone(), x.shape)
            for row, column in ((0, 1), (0, 2), (1, 2)) if not upper else ((1, 0), (2, 0), (2, 1)):
                one.t[:, row, column] = 99  # the other triangle is not read
            full = lambda v: torch.tril(v) + torch.tril(v, -1).mH if not upper else torch.triu(v) + torch.triu(v, 1).mH
            g.run("Cholesky", f"{dt}/{upper}", [one], lambda v: la.cholesky(full(v), upper=upper), dt, {"upper": upper}, "o")
        for shape in ((2, 4, 3), (3, 4), (3, 3), (1, 1)):
            y = g.ranged(dt, shape, -3, 3, "t")
            for whole in (False, True):
                g.run("Qr", f"{dt}/{shape}/{whole}", [y], lambda v: tuple(la.qr(v, "complete" if whole else "reduced")), (dt, dt), {"full_matrices": whole}, "o")
    nothing = torch.zeros(0, dtype=torch.float64)
    for dt in ("float", "double"):
        for shape in ((2, 4, 3), (3, 5), (3, 3)):
            g.run("Svd", f"{dt}/{shape}", [g.ranged(dt, shape, -3, 3, "t")], lambda v: (la.svdvals(v), nothing, nothing), (dt,) * 3,
                  {"compute_uv": False, "full_matrices": False})
    for dt in ("float", "double") + C2:
        a = of(dt, g.ranged(dt, (2, 3, 3), -1, 1).ww + 4 * eye)
        b = g.ranged(dt, (2, 3, 2), -3, 3, "t")
        for adjoint in (False, True):
            side = lambda v: v.mH if adjoint else v
            for lower in (False, True):
                g.run("MatrixTriangularSolve", f"{dt}/{lower}/{adjoint}", [a, b],
                      lambda a, b: la.solve_triangular(side(torch.tril(a) if lower else torch.triu(a)), b, upper=lower == adjoint), dt,
                      {"lower": lower, "adjoint": adjoint}, "o")
            g.run("MatrixSolve", f"{dt}/{adjoint}", [a, b], lambda a, b: la.solve(side(a), b), dt, {"adjoint": adjoint}, "o")
            g.run("MatrixInverse", f"{dt}/{adjoint}", [a], lambda a: la.inv(side(a)), dt, {"adjoint": adjoint}, "t")
        flat = g.const(dt if dt not in C2 else "float", [[[1.0, 2.0], [2.0, 4.0]], [[0.0, 1.0], [1.0, 0.0]]])
        flat = of(dt, flat.t)
        for name, v in (("three", a), ("flat", flat), ("one", g.ranged(dt, (1, 1), -3, -1)), ("any", g.ranged(dt, (4, 3, 3), -3, 3, "t"))):
            g.run("MatrixDeterminant", f"{dt}/{name}", [v], la.det, dt, layout="o")
            g.run("LogMatrixDeterminant", f"{dt}/{name}", [v], lambda v: tuple(t.to(v.dtype) for t in la.slogdet(v)), (dt, dt), layout="o")
            if dt not in C2:
                g.run("Slogdet", f"{dt}/{name}", [v], lambda v: tuple(la.slogdet(v)), (dt, dt))
                g.run("Logdet", f"{dt}/{name}", [v], torch.logdet, dt)
    return g


def index_put():
    g = FamilyGold("index/put")
    for i, dt in enumerate(F4 + ("int8", "uint8", "int16", "int32", "int64", "bool") + C2):
        ids = lambda values: g.const(("int64", "int32")[i % 2], values)
        marks = lambda *m: g.const("int64", list(m))
        fresh = lambda shape: g.ranged(dt, shape, 0, 5)
        x = g.ranged(dt, (3, 4, 5), 0, 9, "t")
        long = lambda *t: [v.long() for v in t]
        if dt not in C2:
            for dim, at in ((1, [2, 0]), (-3, [-1])):
                value = g.ranged(dt, (1,), 1, 9)
                g.run("IndexFill", f"{dt}/{dim}", [x, ids(at), value],
                      lambda x, k, v: torch.index_fill(x, dim, torch.where(k < 0, k + 3, k).long(), v.reshape(()).to(x.dtype)), dt, {"dim": dim}, "o")
        a, b = ids([[1, 0], [2, -1]]), ids([3, 1])
        for name, mark, indices, pick in (("two", (1, 1), [a, b], lambda x, p, q: x[p, q]), ("middle", (0, 1), [b], lambda x, p: x[:, p]),
                                          ("apart", (1, 0, 1), [ids([0, 2]), ids([[4], [1]])], lambda x, p, q: x[p, :, q]),
                                          ("last", (0, 0, 1), [a], lambda x, p: x[:, :, p])):
            lists = ((-1, -1, -1, len(indices)), (-1,))
            g.run("Index", f"{dt}/{name}", [x, marks(*mark), marks(0), *indices], lambda x, m, s, *k: pick(x, *long(*k)), dt, layout="o", host=[1], lists=lists)
            picked = pick(x.t, *[k.t.long() for k in indices])
            for accumulate in (False,) if dt == "bool" else (False, True):
                start = fresh((3, 4, 5))
                value = g.ranged(dt, tuple(picked.shape[-1:]), 1, 3)
                def put(x, v, m, s, *k):
                    where = [None] * 3
                    rest = list(long(*k))
                    for d, one in enumerate(mark):
                        if one:
                            n = x.shape[d]
                            where[d] = torch.where(rest[0] < 0, rest[0] + n, rest[0])
                            rest = rest[1:]
                    places = torch.arange(60).reshape(3, 4, 5)
                    places = pick(places, *[w for w in where if w is not None])
                    flat = x.reshape(-1).clone()
                    v = v.to(x.dtype).expand(places.shape)
                    if accumulate:
                        return flat.index_add(0, places.reshape(-1), v.reshape(-1)).reshape(3, 4, 5)
                    for place, item in zip(places.reshape(-1).tolist(), v.reshape(-1)):
                        flat[place] = item
                    return flat.reshape(3, 4, 5)
                g.run("IndexPutV2", f"{dt}/{name}/{accumulate}", [start, value, marks(*mark), marks(0), *indices], put, dt, {"accumulate": accumulate},
                      lists=((-1, -1, -1, -1, len(indices)), (-1,)), ref=[0])
        if dt in C2 or dt == "bool":
            continue
        for op in ("IndexPutWithSort", "IndexPutWithSortV2"):
            for accumulate in (False, True):
                def sorted_put(x, k, p, v):
                    x = x.clone()
                    for to, source in zip(k.tolist(), p.tolist()):
                        x[to] = x[to] + v[source] if accumulate else v[source]
                    return x
                g.run(op, f"{dt}/{accumulate}", [fresh((4, 3)), ids([0, 2, 2, 3]), ids([1, 0, 3, 2]), g.ranged(dt, (4, 3), 1, 3)], sorted_put, dt,
                      {"accumulate": accumulate}, ref=[0])
        if dt in F3:
            for scale in (False, True):
                d, k = g.ranged(dt, (2, 3, 4), -3, 3), ids([[1, 0, 1], [4, 2, 1]])
                back = lambda d, k: torch.ops.aten.embedding_dense_backward(d, k.long(), 5, 2, scale)
                g.run("EmbeddingDenseGrad", f"{dt}/{scale}", [d, k], back, dt, {"num_weights": 5, "padding_idx": 2, "scale_grad_by_freq": scale})
    return g


# ---- Random numbers

def philox(key, counter):
    """One block of Philox4x32-10: key of two words, counter of four."""
    c, k = list(counter), list(key)
    for _ in range(10):
        a, b = 0xD2511F53 * c[0], 0xCD9E8D57 * c[2]
        c = [(b >> 32) ^ c[1] ^ k[0], b & 0xFFFFFFFF, (a >> 32) ^ c[3] ^ k[1], a & 0xFFFFFFFF]
        k = [(k[0] + 0x9E3779B9) & 0xFFFFFFFF, (k[1] + 0xBB67AE85) & 0xFFFFFFFF]
    return c


# Known answers of the Random123 distribution (kat_vectors).
assert philox((0, 0), (0, 0, 0, 0)) == [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]
assert philox((0xFFFFFFFF,) * 2, (0xFFFFFFFF,) * 4) == [0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD]
assert philox((0xA4093822, 0x299F31D0), (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344)) == [0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1]


class Stream:
    def __init__(self, seed, low, high):
        self.key, self.start = (seed & 0xFFFFFFFF, seed >> 32), low | high << 64

    def word(self, i):
        counter = (self.start + i // 4) % (1 << 128)
        return philox(self.key, [counter >> s & 0xFFFFFFFF for s in (0, 32, 64, 96)])[i % 4]

    def uniform(self, i, dt):
        if dt == "double":
            return ((self.word(2 * i) & 0xFFFFF) << 32 | self.word(2 * i + 1)) / 2.0 ** 52
        bits = {"float16": 10, "bf16": 7}.get(dt, 23)
        return (self.word(i) & ((1 << bits) - 1)) / 2.0 ** bits

    def normal(self, i, dt):
        dt = "double" if dt == "double" else "float"
        p = i // 2
        u, angle = max(self.uniform(2 * p, dt), 1.0e-7), 2 * math.pi * self.uniform(2 * p + 1, dt)
        return (math.sin, math.cos)[i % 2](angle) * math.sqrt(-2 * math.log(u))

    def truncated(self, i, dt):
        return next(v for v in (self.normal(128 * i + k, dt) for k in range(128)) if abs(v) < 2)

    def below(self, i, n):
        return self.word(i) % n if n <= 1 << 32 else (self.word(2 * i) | self.word(2 * i + 1) << 32) % n


def random():
    g = FamilyGold("random")
    shape, n = (3, 7), 21
    dims = lambda i=0: g.const(("int64", "int32")[i % 2], list(shape))
    whole = lambda dt, *v: Tensor(dt, torch.tensor([x - (1 << 64) if x >= 1 << 63 else x for x in v], dtype=torch.int64).to(HELD[dt]), (len(v),))
    made = lambda fn, dtype=torch.float64: torch.tensor([fn(i) for i in range(n)], dtype=dtype).reshape(shape)
    seeds = (0x123456789ABCDEF0, 7, (1 << 64) - 2)
    codes = dict(float=0, float16=1, bf16=27, double=11)
    for i, dt in enumerate(F4):
        for seed in seeds:
            for low, high in ((0, 0), ((1 << 64) - 3, 5)):
                s = Stream(seed, low, high)
                inputs = [dims(i), whole("uint64", seed), whole("uint64", low, high), g.const("int32", [1])]
                for op, fn in (("Uniform", s.uniform), ("Normal", s.normal)):
                    g.run(f"StatelessRandom{op}V2", f"{dt}/{seed}/{high}", inputs, lambda *_: made(lambda k: fn(k, dt)), dt, {"dtype": codes[dt]}, "o", host=[0, 3])
                g.run("StatelessTruncatedNormalV2", f"{dt}/{seed}/{high}", inputs, lambda *_: made(lambda k: s.truncated(k, dt)), dt, {"dtype": codes[dt]}, host=[0, 3])
        s = Stream(3, 0, 9)
        a = {"dtype": codes[dt], "seed": 3, "seed2": 9}
        g.run("RandomUniform", dt, [dims()], lambda *_: made(lambda k: s.uniform(k, dt)), dt, a, "o", host=[0])
        g.run("RandomStandardNormal", dt, [dims()], lambda *_: made(lambda k: s.normal(k, dt)), dt, a, host=[0])
        g.run("TruncatedNormal", dt, [dims()], lambda *_: made(lambda k: s.truncated(k, dt)), dt, {"seed": 3, "seed2": 9, "dtype": codes[dt]}, host=[0])
        if dt == "double":
            continue
        seed, offset = whole("int64", 11), whole("int64", 4)
        s = Stream(11, 0, 4)
        means, devs = g.ranged(dt, shape, -3, 3), g.ranged(dt, (1,), 1, 2)
        flat = lambda t: t.reshape(-1)
        g.run("StatelessNormal", dt, [dims(), seed, offset, means, devs], lambda a, b, c, m, d: made(lambda k: float(flat(m)[k] + s.normal(k, dt) * flat(d)[0])), dt, {"dtype": codes[dt]}, host=[0])
        g.run("StatelessRandomNormalV3", dt, [dims(), whole("uint64", 11), whole("uint64", 0, 4), g.const(dt, [1.5]), g.const(dt, [0.5])],
              lambda *_: made(lambda k: 1.5 + s.normal(k, dt) * 0.5), dt, {"dtype": codes[dt]}, host=[0])
        g.run("StatelessUniform", dt, [dims(), seed, offset, g.const("double", [-2.0]), g.const("double", [6.0])],
              lambda *_: made(lambda k: -2 + s.uniform(k, dt) * 8), dt, {"dtype": codes[dt]}, "o", host=[0])
        count = g.const("int64", [n])
        line = lambda fn: torch.tensor([fn(k) for k in range(n)], dtype=torch.float64)
        ends = [g.const(dt, [v]) for v in (-2.0, 6.0)]
        draw = {"DSARandomUniform": lambda k: -2 + s.uniform(k, dt) * 8, "DSARandomNormal": lambda k: -2 + s.normal(k, dt) * 6,
                "DSARandomTruncatedNormal": lambda k: -2 + s.truncated(k, dt) * 6}
        for op, fn in draw.items():
            g.run(op, dt, [count, whole("uint64", 11), whole("uint64", 4), *ends], lambda *_: line(fn), dt, {"random_algorithm": "Philox"}, host=[0])
        x = g.ranged(dt, (4, 5), -3, 3, "t")
        mask = g.ranged("uint8", (3,), 0, 255)
        bits = torch.from_numpy(np.unpackbits(mask.t.numpy(), bitorder="little"))[:20].reshape(4, 5).double()
        keep = g.const(dt, [0.75])
        g.run("DropOutDoMask", dt, [x, mask, keep], lambda x, m, k: torch.where(bits != 0, x / 0.75, torch.zeros_like(x)), dt, layout="o")
        bytes_mask = g.ranged("uint8", (4, 5), 0, 1)
        g.run("DropOutDoMaskV3", dt, [x, bytes_mask, keep], lambda x, m, k: torch.where(m != 0, x / 0.75, torch.zeros_like(x)), dt)
        g.run("DropOutDoMaskV3D", dt, [x, bytes_mask], lambda x, m: torch.where(m != 0, x / 0.5, torch.zeros_like(x)), dt, {"keep_prob": 0.5})
    s = Stream(11, 0, 4)
    seed, offset = whole("int64", 11), whole("int64", 4)
    for dt in ("int32", "uint32", "int64", "uint64"):
        for low, high in ((2, 9), (0, 1 << 31)) + (((0, 1 << 40),) if dt[-2:] == "64" else ()):
            ends = [whole(dt, v) for v in ((low, high) if dt != "int32" or high < 1 << 31 else (low, (1 << 31) - 1))]
            hi = min(high, (1 << 31) - 1) if dt == "int32" else high
            g.run("DSARandomUniform", f"{dt}/{high}", [g.const("int64", [n]), whole("uint64", 11), whole("uint64", 4), *ends],
                  lambda *_: torch.tensor([low + s.below(k, hi - low) for k in range(n)]), dt, {"random_algorithm": "Philox"}, host=[0])
    for dt in ("int32", "int64"):
        r = Stream(3, 0, 9)
        g.run("RandomUniformInt", dt, [dims(), whole(dt, -4), whole(dt, 100)], lambda *_: made(lambda k: -4 + r.below(k, 104), torch.int64), dt, {"seed": 3, "seed2": 9}, host=[0])
    limits = dict(bool=1 << 1, int8=1 << 7, uint8=1 << 8, bf16=1 << 8, float16=1 << 11, int16=1 << 15, float=1 << 24, int32=1 << 31, int64=1 << 63)
    number = dict(bool=12, int8=2, uint8=4, bf16=27, float16=1, int16=6, float=0, int32=3, int64=9)
    for dt, limit in limits.items():
        g.run("StatelessRandom", dt, [dims(), seed, offset], lambda *_: made(lambda k: s.below(k, limit), torch.int64), dt, {"dtype": number[dt]}, host=[0])
        if dt != "bool":
            g.run("StatelessRandom", dt + "/range", [dims(), seed, offset, whole("int64", 3), whole("int64", 90)], lambda *_: made(lambda k: 3 + s.below(k, 87), torch.int64), dt, {"dtype": number[dt]}, host=[0])
    outs = dict(int8=2, uint8=4, int16=6, uint16=7, int32=3, uint32=8, int64=9, uint64=10, bool=12, float16=1, float=0, double=11, bf16=27)
    for k, (dt, code) in enumerate(outs.items()):
        pt = ("float16", "float", "double", "bf16")[k % 4]
        p = g.const(pt, [0.625])
        g.run("StatelessBernoulli", dt, [dims(k), p, seed, offset], lambda *_: made(lambda i: s.uniform(i, "float") < 0.625, torch.int64), dt, {"dtype": code}, host=[0])
        ps = g.ranged(("float16", "float", "double")[k % 3], shape, 0, 1)
        g.run("StatelessBernoulliV2", dt, [ps, seed, offset], lambda p, *_: made(lambda i: s.uniform(i, "float") < float(p.reshape(-1)[i]), torch.int64), dt, {"dtype": code}, "o")
    perm = list(range(n))
    for i in range(n - 1, 0, -1):
        j = s.below(i, i + 1)
        perm[i], perm[j] = perm[j], perm[i]
    for dt, code in dict(int64=9, int32=3, int16=6, uint8=4, int8=2, float16=1, float=0, double=11, bf16=27).items():
        g.run("StatelessRandperm", dt, [g.const("int64", [n]), seed, offset], lambda *_: torch.tensor(perm), dt, {"layout": 0, "dtype": code}, host=[0])

    def bytes_of(stream, count, test):
        return torch.from_numpy(np.packbits(np.array([test(stream.uniform(i, "float")) for i in range(count)], dtype=np.uint8), bitorder="little").astype(np.int64))

    for dt in F3:
        p = g.const(dt, [0.375])
        g.run("DSAGenBitMask", dt, [g.const("int64", [48]), whole("uint64", 11), whole("uint64", 4), p], lambda *_: bytes_of(s, 48, lambda u: u >= 0.375), "uint8",
              {"random_algorithm": "Philox", "output_dtype": "uint8"}, host=[0])
        if dt != "bf16":
            g.run("DropOutGenMask", dt, [g.const("int32", [3, 50]), p], lambda *_: bytes_of(Stream(3, 0, 9), 256, lambda u: u < 0.375), "uint8", {"seed": 3, "seed2": 9}, host=[0])
        g.run("StatelessDropOutGenMask", dt, [g.const("int64", [5, 5]), p, whole("int32", 11), whole("int32", 1), whole("int64", 3)],
              lambda *_: bytes_of(s, 128, lambda u: u < 0.375), "uint8", host=[0])
    for dt in F3:
        a = {"dtype": codes[dt], "seed": 3, "seed2": 9}
        r = Stream(3, 0, 9 + 5)
        for op, draw, words in (("RandomUniformV2", r.uniform, 1), ("RandomStandardNormalV2", r.normal, 1), ("TruncatedNormalV2", r.truncated, 128)):
            attrs = a if words == 1 else {"seed": 3, "seed2": 9, "dtype": codes[dt]}
            g.run(op, dt, [dims(), whole("int64", 5)], lambda *_: (made(lambda k: draw(k, dt)), torch.tensor([5 + -(-n * words // 4)])), (dt, "int64"), attrs, host=[0])
        for rate in (1.0, 2.5):
            x = g.ranged(dt, shape, -3, 3)
            g.run("StatelessExponential", f"{dt}/{rate}", [x, whole("int64", 11), whole("int64", 4)],
                  lambda *_: made(lambda k: -math.log1p(-s.uniform(k, "float")) / rate), dt, {"lambd": rate}, ref=[0])
        for size in ((3, 4), (4,)):
            w = g.ranged(dt, size, 1, 5, whole=True)
            w.storage[0] = 0
            rows = w.t.double().reshape(-1, 4)

            def samples(count, again):
                drawn = []
                for row in rows.tolist():
                    for _ in range(count):
                        u = s.uniform(len(drawn), "float") * sum(row)
                        sums = np.cumsum(row)
                        drawn.append(next(k for k in range(4) if u < sums[k]))
                        if not again:
                            row[drawn[-1]] = 0
                return torch.tensor(drawn).reshape(*size[:-1], count)
            for op in ("StatelessSampleMultinomial", "MultinomialWithReplacement"):
                b = {"num_samples": 6} if op[0] == "S" else {"numsamples": 6, "replacement": True}
                g.run(op, f"{dt}/{len(size)}", [w, whole("int64", 11), whole("int64", 4)], lambda *_: samples(6, True), "int64", b)
            g.run("MultinomialWithReplacement", f"{dt}/{len(size)}/once", [w, whole("int64", 11), whole("int64", 4)], lambda *_: samples(3, False), "int64",
                  {"numsamples": 3, "replacement": False})
        x = g.ranged(dt, shape, -3, 3, "t")
        pt = {"float": "double", "float16": "float16", "bf16": "float"}[dt]
        kept = [s.uniform(k, "float") < 0.625 for k in range(128)]
        bits = torch.from_numpy(np.packbits(np.array(kept), bitorder="little").astype(np.int64))
        for place in (whole("int64", 4), whole("int64", 0, 4)):
            g.run("DropOutV3", f"{dt}/{place.shape[0]}", [x, g.const("int64", [2]), g.const(pt, [0.375]), whole("int64", 11), place],
                  lambda x, *_: (torch.where(torch.tensor(kept[:n]).reshape(shape), x / 0.625, torch.zeros_like(x)), bits), (dt, "uint8"), layout="o")
        d = g.ranged(dt, shape, -3, 3, "t")
        for mask, flags in ((of("uint8", bits), kept[:n]), (g.const("uint8", [int(v) for v in kept[:n]]), kept[:n])):
            g.run("DropOutV3Grad", f"{dt}/{mask.shape[0]}", [d, mask, g.const("float", [1.6])],
                  lambda d, *_: torch.where(torch.tensor(flags).reshape(shape), d * float(np.float32(1.6)), torch.zeros_like(d)), dt, layout="o")
    for dt in ("int32", "int64"):
        r = Stream(3, 0, 14)
        g.run("RandomUniformIntV2", dt, [dims(), whole(dt, -4), whole(dt, 100), whole("int64", 5)],
              lambda *_: (made(lambda k: -4 + r.below(k, 104), torch.int64), torch.tensor([5 + -(-n * 2 // 4)])), (dt, "int64"), {"seed": 3, "seed2": 9}, host=[0])
    return g


FAMILIES = [loss, sets, numeric, linalg, index_put, random]


if __name__ == "__main__":
    write(FAMILIES)
