#!/usr/bin/python3
"""Writes the expected values of operators on arrays as graphs have them to operators/<family>/<part>.golden.

Usage: make_array_goldens.py <checkout> [part...]       (needs PyTorch and NumPy; 1.13 made the committed files)

As make_family_goldens.py: cases by operator type. What moves elements is moved by PyTorch's views, or element by element as the definition
says; everything else is computed in float64 from the rounded inputs and rounded once.
"""
import colorsys
import decimal

import numpy as np
import torch

from make_data_goldens import of
from make_family_goldens import C2, F3, F4, INTS, FamilyGold, write
from make_goldens import CODES, Tensor

f = torch.nn.functional
WIDTHS = ("int8", "float16", "float", "double", "complex128")  # elements of 1, 2, 4, 8 and 16 bytes
BASIC = F4 + INTS + ("uint16", "uint32", "uint64", "complex32", "complex64", "complex128", "qint8", "quint8", "qint16", "quint16", "qint32")


def ints(g, values, dt="int32", shape=None):
    return g.const(dt, list(values), shape)


def space():
    g = FamilyGold("space")

    def d2s(x, b, mode, form):
        x = x if form == "NCHW" else x.permute(0, 3, 1, 2)
        if mode == "CRD":
            y = f.pixel_shuffle(x, b)
        else:
            n, c, h, w = x.shape
            y = x.reshape(n, b, b, c // (b * b), h, w).permute(0, 3, 4, 1, 5, 2).reshape(n, c // (b * b), h * b, w * b)
        return y if form == "NCHW" else y.permute(0, 2, 3, 1)

    def s2d(x, b, form):
        x = x if form == "NCHW" else x.permute(0, 3, 1, 2)
        n, c, h, w = x.shape
        y = x.reshape(n, c, h // b, b, w // b, b).permute(0, 3, 5, 1, 2, 4).reshape(n, c * b * b, h // b, w // b)
        return y if form == "NCHW" else y.permute(0, 2, 3, 1)

    def s2b(x, block, pads):
        m = len(block)
        flat = [0, 0] * (x.dim() - 1 - m)
        for p in reversed(pads):
            flat += list(p)
        if not x.is_complex():
            x = f.pad(x, flat)
        else:
            x = torch.complex(f.pad(x.real, flat), f.pad(x.imag, flat))
        shape = [x.shape[0]]
        for i, b in enumerate(block):
            shape += [x.shape[i + 1] // b, b]
        shape += list(x.shape[m + 1:])
        order = [2 * i + 2 for i in range(m)] + [0] + [2 * i + 1 for i in range(m)] + list(range(2 * m + 1, len(shape)))
        y = x.reshape(shape).permute(order)
        return y.reshape([-1 if x.numel() else x.shape[0] * int(np.prod(block))] + [x.shape[i + 1] // b for i, b in enumerate(block)] + list(x.shape[m + 1:]))

    def b2s(x, block, crops):
        m, n = len(block), x.shape[0] // int(np.prod(block))
        y = x.reshape(list(block) + [n] + list(x.shape[1:]))
        order = [m]
        for i in range(m):
            order += [m + 1 + i, i]
        y = y.permute(order + list(range(2 * m + 1, y.dim())))
        y = y.reshape([n] + [x.shape[i + 1] * b for i, b in enumerate(block)] + list(x.shape[m + 1:]))
        for i, (lo, hi) in enumerate(crops):
            y = y.narrow(i + 1, lo, y.shape[i + 1] - lo - hi)
        return y

    for dt in BASIC:
        for form, layout in (("NHWC", "t"), ("NCHW", "o")):
            full = dt in WIDTHS
            for b, small in ((2, (2, 3, 1, 8)), (3, (1, 2, 3, 9))) if full else ((2, (1, 2, 1, 4)),):
                shape = small if form == "NHWC" else (small[0], small[3], small[1], small[2])
                for mode in ("DCR", "CRD"):
                    g.run("DepthToSpace", f"{dt}/{form}/{b}/{mode}", [g.tensor(dt, shape, layout=layout)], lambda x: d2s(x, b, mode, form), dt, {"block_size": b, "mode": mode, "data_format": form}, layout)
                wide = (small[0], small[1] * b, small[2] * b, small[3] // 2 if b == 2 else 2)
                shape = wide if form == "NHWC" else (wide[0], wide[3], wide[1], wide[2])
                g.run("SpaceToDepth", f"{dt}/{form}/{b}", [g.tensor(dt, shape, layout=layout)], lambda x: s2d(x, b, form), dt, {"block_size": b, "data_format": form}, layout)
        cases = (((2, 3), (2, 4, 5, 3), ((0, 0), (1, 0))), ((2,), (3, 3), ((2, 1),)), ((3, 2), (1, 1, 4, 2), ((4, 4), (0, 2))), ((1, 2), (2, 3, 0, 2), ((0, 1), (2, 2)))) if dt in WIDTHS else (((2,), (1, 3), ((1, 0),)),)
        for k, (block, shape, pads) in enumerate(cases):
            x = g.tensor(dt, shape, layout="t")
            big = s2b(x.ww, block, pads)
            flat = [p for pair in pads for p in pair]
            index = ("int32", "int64")[k % 2]
            side = [ints(g, block, index), ints(g, flat, index, (len(block), 2))]
            g.run("SpaceToBatchND", f"{dt}/{k}", [x] + side, lambda x, *_: s2b(x, block, pads), dt, None, "o", host=(1, 2))
            g.run("SpaceToBatchNDD", f"{dt}/{k}", [x], lambda x: s2b(x, block, pads), dt, {"block_shape": list(block), "paddings": flat})
            y = g.tensor(dt, big.shape, layout="o")
            g.run("BatchToSpaceND", f"{dt}/{k}", [y] + side, lambda y, *_: b2s(y, block, pads), dt, None, "t", host=(1, 2))
            g.run("BatchToSpaceNDD", f"{dt}/{k}", [y], lambda y: b2s(y, block, pads), dt, {"block_shape": list(block), "crops": flat})
        x, pads = g.tensor(dt, (1, 3, 2, 2), layout="t"), ((1, 0), (1, 1))
        flat = [1, 0, 1, 1]
        g.run("SpaceToBatch", dt, [x, ints(g, flat, "int32", (2, 2))], lambda x, *_: s2b(x, (2, 2), pads), dt, {"block_size": 2}, "o", host=(1,))
        g.run("SpaceToBatchD", dt, [x], lambda x: s2b(x, (2, 2), pads), dt, {"block_size": 2, "paddings": flat}, "o")
        y = g.tensor(dt, (4, 2, 2, 2), layout="o")
        g.run("BatchToSpace", dt, [y, ints(g, flat, "int64", (2, 2))], lambda y, *_: b2s(y, (2, 2), pads), dt, {"block_size": 2}, "t", host=(1,))
        g.run("BatchToSpaceD", dt, [y], lambda y: b2s(y, (2, 2), pads), dt, {"block_size": 2, "crops": flat}, "t")
    for dt in F3 + INTS:
        if dt != "bf16":
            for groups, shape in ((2, (2, 6, 3)), (3, (1, 6)), (1, (2, 3, 2, 2))):
                g.run("ShuffleChannel", f"{dt}/{groups}", [g.tensor(dt, shape, layout="t")],
                      lambda x: x.reshape(x.shape[0], groups, -1, *x.shape[2:]).transpose(1, 2).reshape(x.shape), dt, {"group": groups}, "o")
        x = g.tensor(dt, (2, 3, 4), layout="t")
        g.run("ConfusionTransposeD", f"{dt}/first", [x], lambda x: x.permute(2, 0, 1).reshape(4, 6), dt, {"perm": [2, 0, 1], "shape": [4, 6], "transpose_first": True})
        y = g.tensor(dt, (4, 6))
        g.run("ConfusionTransposeD", f"{dt}/last", [y], lambda x: x.reshape(2, 3, 4).permute(2, 1, 0), dt, {"perm": [-1, 1, 0], "shape": [2, -1, 4], "transpose_first": False}, "t")
        if dt != "bf16":
            g.run("ConfusionTranspose", f"{dt}/first", [x, ints(g, [4, -1])], lambda x, _: x.permute(2, 0, 1).reshape(4, 6), dt, {"perm": [2, 0, 1], "transpose_first": True}, host=(1,))
            g.run("ConfusionTranspose", f"{dt}/last", [y, ints(g, [2, 3, 4], "int64")], lambda x, _: x.reshape(2, 3, 4).permute(2, 1, 0), dt, {"perm": [2, 1, 0], "transpose_first": False}, "o", host=(1,))

    def reverse(x, lengths, along, across):
        y = x.clone()
        for b, n in enumerate(int(v) for v in lengths):
            part = y.select(across, b)
            d = along - (across < along)
            if n:
                part.narrow(d, 0, n).copy_(x.select(across, b).narrow(d, 0, n).flip(d))
        return y

    for dt in ("float", "float16", "int8", "int16", "uint16", "uint8", "int32", "int64", "bool", "double") + C2:
        for k, (shape, lengths, along, across) in enumerate((((3, 5, 2), (0, 5, 2), 1, 0), ((4, 2), (3, 1), 0, 1), ((2, 2, 3), (1, 3), 2, 1))):
            g.run("ReverseSequence", f"{dt}/{k}", [g.tensor(dt, shape, layout="t"), ints(g, lengths, ("int32", "int64")[k % 2])], lambda x, n: reverse(x, n, along, across), dt, {"seq_dim": along, "batch_dim": across}, "o")
    return g


def shapes():
    g = FamilyGold("shapes")
    whole = lambda v: torch.tensor(v, dtype=torch.int64)
    for dt in ("float", "float16", "int8", "int16", "uint16", "uint8", "int32", "int64", "uint32", "uint64", "bool", "double", "bf16", "complex64"):
        for k, shape in enumerate(((2, 0, 3), (), (4,), (1, 2, 3, 4, 5))):
            x = g.tensor(dt, shape, layout="o")
            for out in ("int32", "int64"):
                g.run("Shape", f"{dt}/{k}/{out}", [x], lambda x: whole(list(x.shape)), out, {"dtype": CODES[out]}, "o" if shape else "c")
                if dt not in ("bf16", "complex64"):
                    g.run("Size", f"{dt}/{k}/{out}", [x], lambda x: whole(x.numel()), out, {"dtype": CODES[out]})
            if dt not in ("bf16", "complex64"):
                g.run("Rank", f"{dt}/{k}", [x], lambda x: whole(x.dim()), "int32")
        if dt in ("bf16", "complex64"):
            continue
        xs = [g.tensor(dt, s, layout="t") for s in ((2, 3), (), (5,))]
        g.run("ShapeN", dt, xs, lambda *v: tuple(whole(list(x.shape)) for x in v), "int64", {"dtype": 9}, lists=((3,), (3,)))
        g.run("IdentityN", dt, xs, lambda *v: v, dt, None, "c", lists=((3,), (3,)))
    mixed = [g.tensor("float", (2, 2), layout="t"), g.tensor("int64", (3,)), g.tensor("bool", (0, 2))]
    g.run("IdentityN", "mixed", mixed, lambda *v: v, ("float", "int64", "bool"), None, "c", lists=((3,), (3,)))

    held = {"bool": np.bool_, "float": np.float32, "double": np.float64}
    types = ("bool", "float16", "float", "int8", "int32", "uint8", "int64", "int16", "double", "complex64", "complex128")
    for a in types:
        for b in types:
            if "bool" in (a, b) and {a, b} - {"bool", "int8", "uint8"}:
                continue
            na, nb = np.dtype(held.get(a, a)), np.dtype(held.get(b, b))
            shape = (2, 3) if na.itemsize >= nb.itemsize else (2, nb.itemsize // na.itemsize)
            raw = g.rng.integers(0, 2 if "bool" in (a, b) else 120, int(np.prod(shape)) * na.itemsize).astype(np.uint8)
            x = torch.from_numpy(raw.view(na).copy())
            y = raw.view(nb)
            y = y.reshape(shape + (na.itemsize // nb.itemsize,) if na.itemsize > nb.itemsize else shape if na.itemsize == nb.itemsize else shape[:1])
            g.case(f"Bitcast:{a}/{b}", [Tensor(a, x, shape)], [(b, torch.from_numpy(y.copy()))], {"type": CODES[b], "keep_dim": False})
    x = g.tensor("float", (3, 4), layout="t")
    g.case("Bitcast:strided", [x], [("int32", x.t.contiguous().view(torch.int32))], {"type": CODES["int32"], "keep_dim": True}, "o")

    for dt in ("int32", "int64"):
        for n in (0, 1, 7):
            order = torch.from_numpy(g.rng.permutation(n))
            g.run("InvertPermutation", f"{dt}/{n}", [of(dt, order)], lambda x: torch.argsort(x), dt, None, "o")
        for k, (a, b) in enumerate((((2, 3, 1), (3, 5)), ((), (4,)), ((1,), (1,)), ((2, 1, 0, 1), (2, 6, 1, 1)), ((3,), (2, 1, 3)))):
            x1, x2 = ints(g, a, dt), ints(g, b, dt)
            rank = max(len(a), len(b))
            aa, bb = (1,) * (rank - len(a)) + a, (1,) * (rank - len(b)) + b
            g.run("BroadcastArgs", f"{dt}/{k}", [x1, x2], lambda *_: whole(list(np.broadcast_shapes(a, b))), dt)
            out = tuple(whole([d for d in range(rank) if p[d] == 1 and q[d] != 1]) for p, q in ((aa, bb), (bb, aa)))
            g.run("BroadcastGradientArgs", f"{dt}/{k}", [x1, x2], lambda *_: out, dt, {"#max0": [rank], "#max1": [rank]})
        for dims in ((3, 4, 5), (7,)):
            index = g.rng.integers(0, int(np.prod(dims)), 6)
            there = lambda i: np.stack(np.unravel_index(i, dims)).astype(np.int64)
            g.run("UnravelIndex", f"{dt}/{dims}", [of(dt, torch.from_numpy(index)), ints(g, dims, dt)], lambda i, _: torch.from_numpy(there(index)), dt, None, "t")
            g.run("UnravelIndex", f"{dt}/{dims}/one", [of(dt, torch.tensor(int(index[0]))), ints(g, dims, dt)], lambda i, _: torch.from_numpy(there(index[0])), dt)
    for axis in (1, -3, -1):
        extents = [[2, 3, 4] for _ in range(4)]
        for k, e in enumerate(extents):
            e[axis] = 5 * k + 1
        starts = [[0, 0, 0] for _ in extents]
        for k in range(1, 4):
            starts[k][axis] = starts[k - 1][axis] + extents[k - 1][axis]
        g.run("ConcatOffset", f"{axis}", [ints(g, [axis], shape=())] + [ints(g, e) for e in extents], lambda *_: tuple(whole(s) for s in starts), "int32", {"N": 4}, lists=((-1, 4), (4,)))
    handed = ("float", "float16", "int8", "int16", "uint16", "uint8", "int32", "int64", "uint32", "uint64", "bool", "double")
    for dt in handed:
        x = g.tensor(dt, (2, 3), layout="t")
        g.run("StopGradient", dt, [x], lambda x: x, dt, None, "o")
        g.run("PreventGradient", dt, [x], lambda x: x, dt, {"message": "text"}, "o")
        g.run("Snapshot", dt, [x], lambda x: x, dt, None, "o")
        if dt not in ("bool", "double"):
            g.run("TensorRedirect", dt, [x], lambda x: x, dt, None, "o")
        g.run("PlaceholderWithDefault", dt, [x], lambda x: x, dt, {"shape": [2, 3]})
        if dt in ("float", "float16", "double"):
            g.run("CheckNumerics", dt, [x], lambda x: x, dt, {"message": "text"}, "o")
    for dt in ("int32", "int64"):
        for src, dst in (("NHWC", "NCHW"), ("NCHW", "NHWC"), ("HWNC", "CWHN")):
            a = {"src_format": src, "dst_format": dst}
            x = ints(g, [0, 1, 2, 3, -1, -4, -2, 2], dt, (2, 4))
            g.run("DataFormatDimMap", f"{dt}/{src}/{dst}", [x], lambda x: whole([dst.index(src[int(v)]) for v in x.reshape(-1)]).reshape(2, 4), dt, a, "t")
            v = g.ranged(dt, (4,), -50, 50)
            order = [src.index(letter) for letter in dst]
            g.run("DataFormatVecPermute", f"{dt}/{src}/{dst}", [v], lambda v: v[order], dt, a, "o")
            v = g.ranged(dt, (4, 2), -50, 50, "t")
            g.run("DataFormatVecPermute", f"{dt}/{src}/{dst}/pairs", [v], lambda v: v[order], dt, a, "t")
            v = g.ranged(dt, (2,), -50, 50)
            hw = [[s for s in src if s in "HW"].index(letter) for letter in dst if letter in "HW"]
            g.run("DataFormatVecPermute", f"{dt}/{src}/{dst}/two", [v], lambda v: v[hw], dt, a)
    for dt in handed:
        g.run("Empty", dt, [ints(g, [2, 3])], lambda _: torch.zeros(2, 3, dtype=torch.float64), dt, {"dtype": CODES[dt], "init": True}, "t", host=(0,))
    return g


def diagonals():
    g = FamilyGold("diagonals")
    for dt in BASIC:
        full = dt in WIDTHS
        if dt in F4 + ("int32", "int64") + C2:
            for k, shape in enumerate(((3,), (2, 3), (2, 1, 2), (0,))):
                n = int(np.prod(shape))
                x = g.tensor(dt, shape, layout="t" if len(shape) > 1 else "o")
                g.run("Diag", f"{dt}/{k}", [x], lambda x: torch.diag(x.reshape(-1)).reshape(shape + shape), dt, None, "t")
                if dt != "bf16":
                    g.run("DiagPart", f"{dt}/{k}", [g.tensor(dt, shape + shape, layout="t")], lambda x: torch.diagonal(x.reshape(n, n)).reshape(shape), dt, None, "o")
        for k, shape in enumerate(((4,), (2, 3), (2, 0), (2, 1, 3)) if full else ((2, 3),)):
            g.run("MatrixDiag", f"{dt}/{k}", [g.tensor(dt, shape, layout="o")], torch.diag_embed, dt, None, "t")
        for k, shape in enumerate(((4, 4), (2, 3, 5), (5, 2), (3, 0)) if full else ((2, 3),)):
            x = g.tensor(dt, shape, layout="t")
            g.run("MatrixDiagPart", f"{dt}/{k}", [x], lambda x: torch.diagonal(x, 0, -2, -1), dt, None, "o")
            d = g.tensor(dt, shape[:-2] + (min(shape[-2:]),), layout="o")
            g.run("MatrixSetDiag", f"{dt}/{k}", [x, d], lambda x, d: torch.diagonal_scatter(x.contiguous(), d.contiguous(), 0, -2, -1), dt, None, "t")

        # Diagonals of a band, element by element.
        bands = (((), 4, 4, (0,)), ((2,), 3, 5, (2,)), ((2,), 4, 3, (-2, 1)), ((), 3, 4, (-1, 2)), ((2, 2), 2, 3, (1, 2)), ((), 5, 2, (-4, -1))) if full else (((), 3, 3, (-1, 1)),)
        for k, (batch, rows, columns, band) in enumerate(bands):
            low, high = band[0], band[-1]
            span = lambda d: min(rows + min(d, 0), columns - max(d, 0))
            longest = max(span(d) for d in range(low, high + 1))
            part = batch + ((high - low + 1,) if high > low else ()) + (longest,)
            kk = ints(g, band, shape=() if len(band) == 1 else None)
            pad = g.tensor(dt, (), special=False)
            for align in ("LEFT_LEFT", "RIGHT_LEFT", "LEFT_RIGHT", "RIGHT_RIGHT"):
                def places():
                    for d in range(low, high + 1):
                        right = align.split("_")[0 if d > 0 else 1] == "RIGHT"
                        first = longest - span(d) if right else 0
                        for i in range(span(d)):
                            yield (i + max(-d, 0), i + max(d, 0)), ((high - d,) if high > low else ()) + (first + i,)

                def make(x, *_):
                    y = torch.empty(batch + (rows, columns), dtype=x.dtype)
                    y[...] = pad.ww
                    for (r, c), at in places():
                        y[..., r, c] = x[(...,) + at]
                    return y

                def take(x, *_):
                    y = torch.empty(part, dtype=x.dtype)
                    y[...] = pad.ww
                    for (r, c), at in places():
                        y[(...,) + at] = x[..., r, c]
                    return y

                def put(x, d, *_):
                    y = x.clone()
                    for (r, c), at in places():
                        y[..., r, c] = d[(...,) + at]
                    return y
                rest = [kk, ints(g, [rows], shape=()), ints(g, [columns], shape=()), pad]
                x, m = g.tensor(dt, part, layout="t"), g.tensor(dt, batch + (rows, columns), layout="o")
                if align == "LEFT_LEFT":
                    g.run("MatrixDiagV2", f"{dt}/{k}", [x] + rest, make, dt, None, "o", host=(1, 2, 3))
                    g.run("MatrixDiagPartV2", f"{dt}/{k}", [m, kk, pad], take, dt, None, "t" if len(part) > 1 else "c", host=(1,))
                    g.run("MatrixSetDiagV2", f"{dt}/{k}", [m, x, kk], put, dt, None, "t", host=(2,))
                g.run("MatrixDiagV3", f"{dt}/{k}/{align}", [x] + rest, make, dt, {"align": align}, "t", host=(1, 2, 3))
                g.run("MatrixDiagPartV3", f"{dt}/{k}/{align}", [m, kk, pad], take, dt, {"align": align}, "c", host=(1,))
        if full:  # sizes that follow from the diagonals
            minus = ints(g, [-1], shape=())
            for k, (band, part, made) in enumerate((((0,), (3,), (3, 3)), ((2,), (2,), (4, 4)), ((-1,), (2,), (3, 3)))):
                x, pad = g.tensor(dt, part), g.const(dt, 0)
                g.run("MatrixDiagV3", f"{dt}/free/{k}", [x, ints(g, band, shape=()), minus, minus, pad], lambda x, *_: torch.diag_embed(x, band[0]), dt, {"align": "RIGHT_LEFT"}, host=(1, 2, 3))
            x = g.tensor(dt, (2,))
            g.run("MatrixDiagV3", f"{dt}/rows", [x, ints(g, (1,), shape=()), ints(g, [2], shape=()), minus, g.const(dt, 0)], lambda x, *_: torch.diag_embed(x, 1)[:2], dt, {"align": "RIGHT_LEFT"}, host=(1, 2, 3))
    return g


def views():
    """Into the layout family."""
    g = FamilyGold("layout/views")
    types = F4 + INTS + ("bool", "uint16") + C2
    for dt in types:
        x = g.tensor(dt, (2, 1, 3), layout="t")
        for axis in (0, -1, 3, -2):
            g.run("ExpandDims", f"{dt}/{axis}", [x, ints(g, [axis], "int64", ())], lambda x, _: x.unsqueeze(axis), dt, host=(1,))
        g.run("SqueezeV2", f"{dt}/all", [x], lambda x: x.squeeze(), dt, {"axis": []})
        g.run("SqueezeV2", f"{dt}/one", [x], lambda x: x.squeeze(1), dt, {"axis": [-2]})
        g.run("SqueezeV3", f"{dt}/one", [x, ints(g, [1], "int64")], lambda x, _: x.squeeze(1), dt, host=(1,))
        g.run("SqueezeV3", f"{dt}/all", [x, None], lambda x, _: x.squeeze(), dt)
        g.run("UnsqueezeV2", f"{dt}", [x], lambda x: x.reshape(1, 2, 1, 3, 1), dt, {"axis": [0, -1]})
        g.run("UnsqueezeV3", f"{dt}", [x, ints(g, [0, -1], "int64")], lambda x, _: x.reshape(1, 2, 1, 3, 1), dt, host=(1,))
        if dt in ("float", "float16") + INTS:
            y = g.tensor(dt, (2, 3, 1, 4), layout="t")
            for a, b in ((1, -1), (0, 2), (2, 2), (-3, -2)):
                g.run("FlattenV2", f"{dt}/{a}/{b}", [y], lambda x: x.flatten(a, b), dt, {"axis": a, "end_axis": b})
        m = g.tensor(dt, (2, 3, 4), layout="t")
        for k in (-2, 0, 1, 9):
            for upper in (0, 1):
                kk = None if k == 0 else ints(g, [k], "int64")
                g.run("Trilu", f"{dt}/{k}/{upper}", [m, kk], lambda x, _: (x.triu(k) if upper else x.tril(k)) if not x.is_complex() else torch.complex(*[(p.triu(k) if upper else p.tril(k)) for p in (x.real, x.imag)]), dt, {"upper": upper}, "o", host=() if kk is None else (1,))
        if dt != "bf16":
            for lower, upper in ((1, 0), (-1, 2), (0, -1), (-1, -1), (9, 1)):
                rows, columns = torch.arange(3).reshape(3, 1), torch.arange(4)
                keep = ((rows - columns <= lower) | (lower < 0)) & ((columns - rows <= upper) | (upper < 0))
                g.run("MatrixBandPart", f"{dt}/{lower}/{upper}", [m, ints(g, [lower], "int64", ()), ints(g, [upper], "int32", ())], lambda x, *_: torch.where(keep, x, torch.zeros((), dtype=x.dtype)), dt, None, "t", host=(1, 2))
    for dt in ("float", "double", "float16", "int32", "int64", "int8", "uint8", "int16") + C2:
        for mode in ("REFLECT", "SYMMETRIC"):
            pads = ((1, 2), (0, 1), (2, 0))
            before = (2, 3, 3) if mode == "SYMMETRIC" else (3, 2, 3)
            d = g.ranged(dt, tuple(n + a + b for n, (a, b) in zip(before, pads)), -3, 3, "t")
            at = torch.arange(int(np.prod(before))).reshape(before).numpy()
            at = torch.from_numpy(np.pad(at, pads, "reflect" if mode == "REFLECT" else "symmetric")).reshape(-1)
            g.run("MirrorPadGrad", f"{dt}/{mode}", [d, ints(g, [v for p in pads for v in p], "int32", (3, 2))],
                  lambda d, _: torch.zeros(int(np.prod(before)), dtype=d.dtype).index_add(0, at, d.reshape(-1)).reshape(before), dt, {"mode": mode}, host=(1,))
    for dt in F4 + INTS + C2:
        shape = (4, 5, 3)
        for k, (begin, end, step, masks, where) in enumerate((
                ([1, 0, 0], [4, 5, 3], [2, 2, 1], (0, 0, 0, 0, 0), np.s_[1:4:2, 0:5:2, 0:3]),
                ([3, 1], [0, -1], [-1, 1], (0, 0, 0, 0, 0), np.s_[3:0:-1, 1:-1]),
                ([1, 9, 0], [9, 9, 1], [1, 1, 1], (0, 2, 2, 0, 1), np.s_[1, ..., 0:1]),
                ([0, 2], [0, 4], [1, 1], (1, 1, 0, 0, 0), np.s_[:, 2:4]))):
            names = dict(zip(("begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask", "shrink_axis_mask"), masks))
            old = g.tensor(dt, shape, layout="t")

            def place(base, v):
                y = base.numpy().copy()
                y[where] = v.numpy()
                return torch.from_numpy(y)
            cut = old.ww.numpy()[where].shape
            lists = [ints(g, begin), ints(g, end), ints(g, step)]
            v = g.tensor(dt, cut, layout="t" if len(cut) > 1 else "c")
            g.run("StridedSliceGrad", f"{dt}/{k}", [ints(g, shape)] + lists + [v], lambda *a: place(torch.zeros(shape, dtype=a[-1].dtype), a[-1]), dt, names, "o", host=(0, 1, 2, 3))
            g.run("StridedSliceAssign", f"{dt}/{k}", [old] + lists + [v], lambda o, *a: place(o, a[-1]), dt, names, "o", host=(1, 2, 3))
            wide = g.tensor(dt, shape)
            g.run("StridedSliceAssign", f"{dt}/{k}/in place", [wide] + lists + [g.tensor(dt, (1,))], lambda o, *a: place(o, a[-1]), dt, names, host=(1, 2, 3), ref=[0])
        if dt in ("float", "float16", "bf16", "int32", "int64", "double", "int8"):
            old = g.tensor(dt, shape, layout="t")
            v = g.tensor(dt, (4, 3, 2), layout="t")

            def put(o, v, *_):
                y = o.numpy().copy()
                y[:, 1:-1, 0:3:2] = v.numpy()
                return torch.from_numpy(y)
            g.run("StridedSliceAssignV2", f"{dt}/axes", [old, v, ints(g, [0, 1]), ints(g, [9, -1]), ints(g, [2, 1]), ints(g, [2, 1])], put, dt, None, "o", host=(2, 3, 4, 5))
            g.run("StridedSliceAssignV2", f"{dt}/first", [old, g.tensor(dt, (2, 5, 3)), ints(g, [1]), ints(g, [3]), ints(g, [1]), None], lambda o, v, *_: torch.cat((o[:1], v, o[3:])), dt, None, "c", host=(2, 3, 4))
        if dt in ("float", "float16", "double", "int32", "int64"):
            x, v = g.tensor(dt, (4, 5), layout="t"), g.tensor(dt, (2, 3), layout="t")

            def write_block(x, _, v):
                y = x.clone()
                y[1:3, 2:5] = v
                return y
            g.run("SliceWrite", dt, [x, ints(g, [1, 2], "int64"), v], write_block, dt, None, "o", host=(1,))
            g.run("SliceWrite", f"{dt}/in place", [g.tensor(dt, (4, 5)), ints(g, [1, 2]), v], write_block, dt, host=(1,), ref=[0])
        if dt in ("float", "float16"):
            g.run("Permute", dt, [g.tensor(dt, (2, 3, 4), layout="t")], lambda x: x.permute(2, 0, 1), dt, {"order": [2, 0, 1]}, "o")
        if dt in ("float", "float16") + INTS:
            g.run("TransposeD", dt, [g.tensor(dt, (2, 3, 4), layout="t")], lambda x: x.permute(1, 2, 0), dt, {"perm": [1, 2, -3]}, "o")
            xs = [g.tensor(dt, s, layout="t") for s in ((2, 1, 3), (2, 4, 3), (2, 0, 3))]
            g.run("ConcatV2D", dt, xs, lambda *v: torch.cat(v, 1), dt, {"concat_dim": -2, "N": 3}, "o", lists=((3,), (-1,)))
        g.run("Assign", dt, [g.tensor(dt, (2, 3)), g.tensor(dt, (2, 3), layout="t")], lambda _, v: v, dt, {"validate_shape": True, "use_locking": False}, ref=[0])
        xs = [g.tensor(dt, s, layout="t") for s in ((2, 3), (1, 3))]
        g.run("Concat", dt, [ints(g, [0], "int64", ())] + xs, lambda _, *v: torch.cat(v, 0), dt, {"N": 2}, "o", host=(0,), lists=((-1, 2), (-1,)))
    return g


def steps():
    """Optimisers, also where what they remember changes in place."""
    g = FamilyGold("optim/steps")
    lr, b1, b2, eps, rho, mom, l1, l2, shrink, power = 0.125, 0.5, 0.75, 0.0009765625, 0.875, 0.625, 0.25, 0.5, 0.0625, -0.5

    def adam(nesterov):
        def step(var, m, v, p1, p2, lr, b1, b2, eps, grad):
            m, v = b1 * m + (1 - b1) * grad, b2 * v + (1 - b2) * grad ** 2
            return var - lr * (1 - p2).sqrt() / (1 - p1) * (b1 * m + (1 - b1) * grad if nesterov else m) / (v.sqrt() + eps), m, v
        return step

    def ada_max(var, m, v, p1, lr, b1, b2, eps, grad):
        m, v = b1 * m + (1 - b1) * grad, torch.maximum(b2 * v, grad.abs())
        return var - lr / (1 - p1) * (m / (v + eps)), m, v

    def momentum(nesterov):
        def step(var, accum, lr, grad, mom):
            accum = accum * mom + grad
            return var - lr * (grad + mom * accum if nesterov else accum), accum
        return step

    def keras(nesterov):
        def step(var, accum, lr, grad, mom):
            accum = mom * accum - lr * grad
            return var + (mom * accum - lr * grad if nesterov else accum), accum
        return step

    def adagrad(slots):
        def step(var, accum, lr, grad, eps=0.0):
            accum = accum + grad ** 2 if slots else accum
            return var - lr * grad / (accum.sqrt() + eps), accum
        return step

    def adadelta(var, accum, update, lr, rho, eps, grad):
        accum = rho * accum + (1 - rho) * grad ** 2
        d = (update + eps).sqrt() / (accum + eps).sqrt() * grad
        return var - lr * d, accum, rho * update + (1 - rho) * d ** 2

    def averaging(var, s, q, grad, lr, l1, l2, t):
        s, q = s + grad, q + grad ** 2
        return -lr * s.sign() * (s.abs() - l1 * t).clamp(min=0) / (l2 * t * lr + q.sqrt()), s, q

    def add_sign(var, m, lr, alpha, decay, beta, grad):
        m = beta * m + (1 - beta) * grad
        return var - lr * (alpha + decay * grad.sign() * m.sign()) * grad, m

    def power_sign(var, m, lr, logbase, decay, beta, grad):
        m = beta * m + (1 - beta) * grad
        return var - lr * torch.exp(logbase * decay * grad.sign() * m.sign()) * grad, m

    def centered(var, mg, ms, mo, lr, rho, mom, eps, grad):
        mg, ms = rho * mg + (1 - rho) * grad, rho * ms + (1 - rho) * grad ** 2
        mo = mom * mo + lr * grad / (ms - mg ** 2 + eps).sqrt()
        return var - mo, mg, ms, mo

    def rms(var, ms, mo, lr, rho, mom, eps, grad):
        ms = rho * ms + (1 - rho) * grad ** 2
        mo = mom * mo + lr * grad / (ms + eps).sqrt()
        return var - mo, ms, mo

    def ftrl(var, accum, linear, grad, lr, l1, l2, shrink, power):
        new = accum + grad ** 2
        linear = linear + grad + 2 * shrink * var - (new ** -power - accum ** -power) / lr * var
        there = (linear.sign() * l1 - linear) / (new ** -power / lr + 2 * l2)
        return torch.where(linear.abs() > l1, there, torch.zeros_like(there)), new, linear

    def proximal(var, alpha, l1, l2, delta):
        v = var - alpha * delta
        return v.sign() * (v.abs() - alpha * l1).clamp(min=0) / (1 + alpha * l2)

    def amsgrad(var, m, v, top, p1, p2, lr, b1, b2, eps, grad):
        m, v = b1 * m + (1 - b1) * grad, b2 * v + (1 - b2) * grad ** 2
        top = torch.maximum(top, v)
        return var - lr * (1 - p2).sqrt() / (1 - p1) * m / (top.sqrt() + eps), m, v, top

    for dt in F4:
        for layout in ("c", "t"):
            shape = (3, 5)
            var, m, grad = (g.ranged(dt, shape, -3, 3, layout) for _ in range(3))
            v, w, mg = g.ranged(dt, shape, 0.5, 3, layout), g.ranged(dt, shape, 0.5, 3, layout), g.ranged(dt, shape, -0.25, 0.25, layout)
            one = lambda x: of(dt, torch.tensor(x, dtype=torch.float64).reshape([1] if layout == "c" else []))
            step = of("int64" if layout == "c" else "int32", torch.tensor(3))

            def case(op, inputs, fn, attrs=None, plain=None, what=""):
                """`op` changes what it remembers in place; `plain` is the form in which those are outputs."""
                count = len(fn(*[x.ww for x in inputs])) if isinstance(fn(*[x.ww for x in inputs]), tuple) else 1
                attrs = attrs or {"use_locking": False}
                if op:
                    g.run(op, f"{dt}/{layout}{what}", inputs, fn, dt, attrs | ({"#changed": list(range(1, count))} if count > 1 else {}), layout)
                    if layout == "c":
                        g.run(op, f"{dt}{what}/in place", inputs, fn, dt, attrs | {"#changed": list(range(1, count)), "#ref": [0]} if count > 1 else attrs | {"#ref": [0]}, layout)
                if plain:
                    g.run(plain, f"{dt}/{layout}{what}", inputs, fn, dt, attrs, layout)
            for flag in (False, True):
                a, b = {"use_locking": False, "use_nesterov": flag}, {"use_nesterov": flag, "use_locking": False}
                case("ApplyAdam", [var, m, v, one(b1 ** 2), one(b2 ** 2), one(lr), one(b1), one(b2), one(eps), grad], adam(flag), a, what=f"/{flag}")
                case("ApplyMomentum", [var, m, one(lr), grad, one(mom)], momentum(flag), b, what=f"/{flag}")
                case("ApplyKerasMomentum", [var, m, one(lr), grad, one(mom)], keras(flag), a, what=f"/{flag}")
                s = {"update_slots": flag, "use_locking": False}
                case("ApplyAdagrad", [var, v, one(lr), grad], adagrad(flag), s, what=f"/{flag}")
                case("ApplyAdagradV2", [var, v, one(lr), one(eps), grad], lambda var, a, lr, eps, d: adagrad(flag)(var, a, lr, d, eps), s, what=f"/{flag}")
                case(None, [var, v, one(lr), grad], lambda var, a, lr, d: adagrad(flag)(var, a, lr, d, eps), {"epsilon": eps} | s, "ApplyAdagradV2D", f"/{flag}")
            case("ApplyAdaMax", [var, m, v, one(b1 ** 2), one(lr), one(b1), one(b2), one(eps), grad], ada_max)
            case("ApplyAdadelta", [var, v, w, one(lr), one(rho), one(eps), grad], adadelta)
            case("ApplyAdagradDA", [var, m, v, grad, one(lr), one(l1), one(l2), step], averaging)
            case("ApplyAddSign", [var, m, one(lr), one(b1), one(b2), one(rho), grad], add_sign, plain="ApplyAddSignD")
            case("ApplyPowerSign", [var, m, one(lr), one(b1), one(b2), one(rho), grad], power_sign, plain="ApplyPowerSignD")
            case("ApplyCenteredRMSProp", [var, mg, v, m, one(lr), one(rho), one(mom), one(eps), grad], centered, plain="ApplyCenteredRMSPropD")
            case("ApplyRMSProp", [var, v, m, one(lr), one(rho), one(mom), one(eps), grad], rms)
            case("ApplyFtrl", [var, v, m, grad, one(lr), one(l1), one(l2), one(power)], lambda *x: ftrl(*x[:7], 0.0, x[7]), plain="ApplyFtrlD")
            case("ApplyFtrlV2", [var, v, m, grad, one(lr), one(l1), one(l2), one(shrink), one(power)], ftrl, plain="ApplyFtrlV2D")
            case("ApplyProximalGradientDescent", [var, one(lr), one(l1), one(l2), grad], proximal)
            case("ApplyAdamWithAmsgrad", [var, m, v, w, one(b1 ** 2), one(b2 ** 2), one(lr), one(b1), one(b2), one(eps), grad], amsgrad)
            case(None, [var, m, v, w, one(b1 ** 2), one(b2 ** 2), one(lr), grad], lambda *x: amsgrad(*x[:7], b1, b2, eps, x[7]), {"beta1": b1, "beta2": b2, "epsilon": eps, "use_locking": False}, "ApplyAdamWithAmsgradD")

            def rows(op, inputs, at, fn, variables, attrs=None, plain=False, indices=(2, 0, 2)):
                """`fn` on the rows of the variables that input `at` names, one after another; the others and the gradient's row, then numbers."""
                grad_at = next(i for i, x in enumerate(inputs) if i >= variables and x.shape == (len(indices), 5))
                index = of("int32" if dt == "float" and layout == "c" else "int64" if op in ("SparseApplyAdadelta", "SparseApplyRMSProp") else "int32", torch.tensor(indices))
                given = inputs[:at] + [index] + inputs[at:]

                def apply(*x):
                    x = list(x)
                    x.pop(at)
                    now = [t.clone() for t in x[:variables]]
                    for i, r in enumerate(indices):
                        args = [t[r] for t in now] + [d[i] if k + variables == grad_at else d for k, d in enumerate(x[variables:])]
                        for t, y in zip(now, fn(*args)):
                            t[r] = y
                    return tuple(now)
                extra = {} if plain else {"#changed": list(range(1, variables))}
                g.run(op, f"{dt}/{layout}", given, apply, dt, (attrs or {"use_locking": False}) | extra, layout)
            d = g.ranged(dt, (3, 5), -3, 3, layout)
            var, m = g.ranged(dt, (4, 5), -3, 3, layout), g.ranged(dt, (4, 5), -3, 3, layout)
            v, w = g.ranged(dt, (4, 5), 0.5, 3, layout), g.ranged(dt, (4, 5), 0.5, 3, layout)
            rows("SparseApplyAdadelta", [var, v, w, one(lr), one(rho), one(eps), d], 7, adadelta, 3)
            rows("SparseApplyRMSProp", [var, v, m, one(lr), one(rho), one(mom), one(eps), d], 8, rms, 3)
            if dt == "float":
                for flag in (True, False):
                    lock = {"use_locking": False, "update_slots": flag}
                    rows("SparseApplyAdagrad", [var, v, one(lr), d], 4, adagrad(flag), 2, lock)
                    rows("SparseApplyAdagradV2", [var, v, one(lr), one(eps), d], 5, lambda var, a, lr, eps, d: adagrad(flag)(var, a, lr, d, eps), 2, lock)
                    rows("SparseApplyAdagradD", [var, v, d], 3, lambda var, a, d: adagrad(flag)(var, a, lr, d), 2, {"lr": lr} | lock, True)
                rows("SparseApplyFtrl", [var, v, m, d, one(lr), one(l1), one(l2), one(power)], 4, lambda *x: ftrl(*x[:7], 0.0, x[7]), 3)
                rows("SparseApplyFtrlV2", [var, v, m, d, one(lr), one(l1), one(l2), one(shrink), one(power)], 4, ftrl, 3)
    return g


def counting():
    g = FamilyGold("counting")
    whole = lambda v: torch.as_tensor(v, dtype=torch.int64)
    bad = float("nan"), float("inf")
    for index in ("int32", "int64"):
        x = g.ranged("float", (7, 6), -3, 3, "t", whole=True)
        x.storage[3], x.storage[9] = bad
        targets = ints(g, [0, 5, 2, 3, 6, -1, 4], index)
        for k in (0, 1, 3, 9):
            def top(x, t, *_):
                y = []
                for row, c in zip(x, [int(v) for v in t]):
                    there = 0 <= c < 6 and bool(torch.isfinite(row[c])) and not bool(torch.isnan(row).any())
                    y.append(there and int((row > row[c]).sum()) < k)
                return torch.tensor(y)
            for op in ("InTopK", "InTopKV2"):
                g.run(op, f"{index}/{k}", [x, targets, ints(g, [k], index, ())], top, "bool", None, "o")
            g.run("InTopKD", f"{index}/{k}", [x, targets], top, "bool", {"k": k})
    for dt in ("float", "int32", "float16", "int8", "uint8"):
        name = {"float": "float32"}.get(dt, dt)
        labels, found, w = (g.ranged(dt, (40,), 0, 4, whole=True) for _ in range(3))

        def confuse(a, b, w=None):
            y = torch.zeros(6, 6, dtype=torch.float64)
            y.index_put_((a.long(), b.long()), torch.ones(40, dtype=torch.float64) if w is None else w.double(), accumulate=True)
            return y
        g.run("ConfusionMatrix", f"{dt}/weights", [labels, found, w], confuse, dt, {"num_classes": 6, "dtype": name}, "t")
        g.run("ConfusionMatrix", dt, [labels, found], confuse, dt, {"num_classes": 6, "dtype": name})
    for index in ("int32", "int64"):
        for dt in ("int32", "int64", "float", "double"):
            for shape in ((9,), (3, 5), (2, 0)):
                x, w = g.ranged(index, shape, 0, 6), g.ranged(dt, shape, -3, 3)
                none = g.tensor(dt, (0,))
                for binary in (False, True):
                    def bins(x, *rest):
                        rows = x.reshape(-1, shape[-1]) if shape[-1] else x
                        weights = rest[1].reshape(rows.shape) if len(rest) > 1 and rest[1].numel() else torch.ones(rows.shape, dtype=rest[1].dtype)
                        y = torch.stack([torch.zeros(5, dtype=weights.dtype).index_add(0, r[r < 5].long(), v[r < 5]) for r, v in zip(rows, weights)])
                        if binary:
                            y = torch.stack([torch.zeros(5, dtype=weights.dtype).index_fill(0, r[r < 5].long(), 1) for r in rows])
                        return y.reshape(shape[:-1] + (5,))
                    for k, weights in enumerate((none, w)):
                        g.run("DenseBincount", f"{index}/{dt}/{shape}/{binary}/{k}", [x, ints(g, [5], index, ()), weights], bins, dt, {"binary_output": binary}, "o", host=(1,))
    for dt in ("int32", "int64", "double", "float"):
        x = g.ranged(dt, (3, 7), -6, 6, "t", whole=True)
        for bounds in ([-2.0, 0.0, 3.0], [-2.5, -2.5, 4.0], [5.0]):
            g.run("Bucketize", f"{dt}/{bounds}", [x], lambda x: torch.bucketize(x.double().contiguous(), torch.tensor(bounds, dtype=torch.float64), right=True), "int32", {"boundaries": bounds}, "o")
    for dt in ("float", "float16", "int8", "int16", "uint16", "uint8", "int32", "int64", "double"):
        x = g.ranged(dt, (2, 3, 7), -6, 6, "t", whole=True)
        for n in (0, 3, 6):
            g.run("NthElement", f"{dt}/{n}", [x, ints(g, [n], shape=())], lambda x, _: x.sort(-1).values[..., n], dt, {"reverse": False}, "o")
            g.run("NthElement", f"{dt}/{n}/reverse", [x, ints(g, [n], shape=())], lambda x, _: x.sort(-1, descending=True).values[..., n], dt, {"reverse": True}, "t")
        s = g.ranged(dt, (3, 8), -6, 6, whole=True)
        s.storage[:] = torch.from_numpy(np.sort(s.storage.reshape(3, 8).numpy(), 1)).reshape(-1)
        v = g.ranged(dt, (3, 5), -7, 7, "t", whole=True)
        for out in ("int32", "int64"):
            for op, right in (("LowerBound", False), ("UpperBound", True)):
                g.run(op, f"{dt}/{out}", [s, v], lambda s, v: torch.searchsorted(s, v.contiguous(), right=right), out, {"out_type": CODES[out]}, "o")
        a, b = g.ranged(dt, (12,), -4, 4, whole=True), g.ranged(dt, (5,), -4, 4, whole=True)
        for out in ("int32", "int64"):
            def differ(a, b):
                keep = torch.from_numpy(~np.isin(a.numpy(), b.numpy()))
                return a[keep], keep.nonzero().reshape(-1)
            g.run("ListDiff", f"{dt}/{out}", [a, b], differ, (dt, out), {"out_idx": CODES[out], "#max0": [12], "#max1": [12]})
        for axis, most in ((0, (6, 2)), (1, (6, 2))):
            def unique(x, axis_of=None):
                _, first, inverse = np.unique(x.numpy(), axis=axis, return_index=True, return_inverse=True)
                order = np.argsort(first)
                place = np.empty_like(order)
                place[order] = np.arange(len(order))
                return torch.from_numpy(x.numpy().take(np.sort(first), axis)), whole(place[inverse.reshape(-1)])
            x = g.ranged(dt, most, 0, 1, whole=True)
            g.run("UniqueExt2", f"{dt}/{axis}", [x, ints(g, [axis], "int64")], unique, (dt, "int32"), {"out_idx": 3, "#max0": list(most), "#max1": [most[axis]]}, host=(1,))
    for dt in ("float", "float16"):
        for axis in (0, 1, -1):
            x = g.ranged(dt, (3, 4, 2), -2, 2, "t", whole=True)
            g.run("HardMax", f"{dt}/{axis}", [x], lambda x: (torch.from_numpy(x.numpy().argmax(axis))).unsqueeze(axis) == torch.arange(x.shape[axis]).reshape([-1 if d == axis % 3 else 1 for d in range(3)]), dt, {"axis": axis}, "o")
    for dt in ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"):
        x = g.tensor(dt, (3, 5), True, layout="t")
        bits = int(dt.lstrip("uint"))
        g.run("PopulationCount", dt, [x], lambda x: whole([bin(int(v) & ((1 << bits) - 1)).count("1") for v in x.reshape(-1)]).reshape(3, 5), "uint8", None, "o")
    return g


def gamma():
    g = FamilyGold("elementwise/gamma")
    nan, inf = float("nan"), float("inf")

    def integral(x):
        """By its series in 120 digits, or for large numbers by the asymptotic one."""
        with decimal.localcontext() as context:
            context.prec = 120
            euler = decimal.Decimal("0.577215664901532860606512090082402431042159335939923598805767234884867726777664670936947063291746749")
            d = decimal.Decimal(x)
            total, term = euler + d.ln(), decimal.Decimal(1)
            for k in range(1, 3000):
                term *= d / k
                total += term / k
                if k > d and term < decimal.Decimal(10) ** -80:
                    break
            return float(total)
    for dt in F4:
        x = g.ranged(dt, (3, 7), 0.01, 60, "t")
        x.storage[:4] = torch.tensor([0.37, 49.5, 50.5, 0.0]).to(x.storage.dtype)
        g.run("Expint", dt, [x], lambda x: torch.tensor([integral(float(v)) if v > 0 else -inf for v in x.reshape(-1)], dtype=torch.float64).reshape(3, 7), dt, None, "o")
        g.run("Expint", f"{dt}/special", [g.const(dt, [nan, inf, -1.0])], lambda x: torch.tensor([nan, inf, nan], dtype=torch.float64), dt)
        x = g.ranged(dt, (3, 7), -40, 40, "t")
        g.run("BNLL", dt, [x], lambda x: torch.logaddexp(x, torch.zeros_like(x)), dt, None, "o")
        if dt in ("float", "float16"):
            c, a, b = (g.ranged(dt, (3, 4), -2, 2, "t") for _ in range(3))
            g.run("AddMatMatElements", dt, [c, a, b, g.const(dt, [0.5]), g.const(dt, [-1.25])], lambda c, a, b, beta, alpha: c * beta + alpha * a * b, dt, None, "o")
        if dt not in ("float", "double"):
            continue
        x, q = g.ranged(dt, (4, 5), 1.05, 12, "t"), g.ranged(dt, (4, 1), 0.1, 30)
        g.run("Zeta", f"{dt}/broadcast", [x, q], torch.special.zeta, dt, None, "o")
        g.run("Zeta", f"{dt}/special", [g.const(dt, [1.0, 0.5, 2.0, 2.5, 4.0, 3.0, nan]), g.const(dt, [2.0, 2.0, -3.0, -0.5, -2.5, 0.0, 1.0])], torch.special.zeta, dt)
        a, x = g.ranged(dt, (5, 6), 0.05, 20, "t"), g.ranged(dt, (5, 6), 0.01, 30)
        special = [g.const(dt, [0.0, 0.0, 3.0, inf, 2.0, -1.0, 5.0]), g.const(dt, [0.0, 1.0, 0.0, 2.0, inf, 1.0, -1.0])]
        for op, fn in (("Igamma", torch.special.gammainc), ("Igammac", torch.special.gammaincc)):
            g.run(op, dt, [a, x], lambda a, x: fn(a, x), dt, None, "o")
            g.run(op, f"{dt}/special", special, lambda a, x: fn(a, x), dt)
        x, y = g.tensor(dt, (3, 5), True, layout="t"), g.tensor(dt, (5,))
        there = np.nextafter(x.t.numpy(), y.t.numpy())
        g.case(f"NextAfter:{dt}", [x, y], [(dt, torch.from_numpy(there))], {}, "o")
    return g


def fake():
    g = FamilyGold("quant/fake")
    T = lambda v: torch.as_tensor(v, dtype=torch.float64)

    def ends(lo, hi, bits, narrow):
        least, most = int(narrow), (1 << bits) - 1
        step = (hi - lo) / (most - least)
        zero = (least - lo / step + 0.5).floor().clamp(least, most)
        return (least - zero) * step, (most - zero) * step, step

    def made(x, lo, hi, bits, narrow):
        low, high, step = ends(lo, hi, bits, narrow)
        return ((torch.maximum(torch.minimum(x, high), low) - low) / step + 0.5).floor() * step + low

    def back(d, x, lo, hi, bits, narrow, per):
        low, high, _ = ends(lo, hi, bits, narrow)
        below, above = (x < low) * d, (x > high) * d
        keep = lambda v: v.reshape(-1, v.shape[-1]).sum(0) if per else v.sum().reshape(lo.shape)
        return d * ((x >= low) & (x <= high)), keep(below), keep(above)
    for bits in (2, 8, 16):
        for narrow in (False, True):
            for lo, hi in ((-6.0, 6.0), (-1.0, 2.75), (0.5, 3.0), (-4.0, -1.5)):
                x, d = g.ranged("float", (4, 5), -8, 8, "t"), g.ranged("float", (4, 5), -2, 2)
                name, a = f"{bits}/{narrow}/{lo}", {"num_bits": bits, "narrow_range": narrow}
                g.run("FakeQuantWithMinMaxArgs", name, [x], lambda x: made(x, T(lo), T(hi), bits, narrow), "float", {"min": lo, "max": hi} | a, "o")
                g.run("FakeQuantWithMinMaxArgsGradient", name, [d, x], lambda d, x: back(d, x, T(lo), T(hi), bits, narrow, False)[0], "float", {"min": lo, "max": hi} | a, "o")
                for shape in ((), (1,)):
                    l, h = g.const("float", lo, shape), g.const("float", hi, shape)
                    g.run("FakeQuantWithMinMaxVars", f"{name}/{shape}", [x, l, h], lambda x, l, h: made(x, l, h, bits, narrow), "float", a, "o")
                    g.run("FakeQuantWithMinMaxVarsGradient", f"{name}/{shape}", [d, x, l, h], lambda d, x, l, h: back(d, x, l, h, bits, narrow, False), "float", a)
            l, h = g.ranged("float", (5,), -6, -0.5), g.ranged("float", (5,), 0.5, 6)
            for shape in ((5,), (3, 5), (2, 3, 5)):
                x, d = g.ranged("float", shape, -8, 8, "t"), g.ranged("float", shape, -2, 2)
                g.run("FakeQuantWithMinMaxVarsPerChannel", f"{bits}/{narrow}/{shape}", [x, l, h], lambda x, l, h: made(x, l, h, bits, narrow), "float", a, "o")
                g.run("FakeQuantWithMinMaxVarsPerChannelGradient", f"{bits}/{narrow}/{shape}", [d, x, l, h], lambda d, x, l, h: back(d, x, l, h, bits, narrow, True), "float", a)
    return g


def cosine():
    g = FamilyGold("loss/cosine")
    for dt in ("int8", "uint8", "int16", "int32", "int64", "float16", "float", "double"):
        for reduction in ("none", "mean", "sum"):
            x, y = (g.ranged(dt, (6, 4), -9, 9, "t") for _ in range(2))
            target = ints(g, [1, -1, 1, -1, -1, 1] if dt != "uint8" else [1, 0, 1, 0, 0, 1], dt if dt not in ("float16", "float", "double") else "int32")
            if dt in ("float16", "float", "double"):
                target = g.const(dt, [1.0, -1.0, 1.0, -1.0, -1.0, 1.0])

            def loss(x, y, t):
                each = f.cosine_embedding_loss(x.double(), y.double(), t.double(), margin=0.25, reduction="none")
                return each if reduction == "none" else each.mean() if reduction == "mean" else each.sum()
            g.run("CosineEmbeddingLoss", f"{dt}/{reduction}", [x, y, target], loss, "float", {"margin": 0.25, "reduction": reduction}, "o" if reduction == "none" else "c")
    x, y = g.ranged("float", (4,), -3, 3), g.ranged("float", (4,), -3, 3)
    g.run("CosineEmbeddingLoss", "vector", [x, y, g.const("float", -1.0)], lambda x, y, t: f.cosine_embedding_loss(x, y, t, margin=0.25, reduction="sum"), "float", {"margin": 0.25, "reduction": "sum"})
    for dim in (0, 1, -1):
        for eps in (1e-8, 20.0):
            x, y = g.ranged("float", (3, 4, 2), -3, 3, "t"), g.ranged("float", (3, 4, 2), -3, 3)
            g.run("CosineSimilarity", f"{dim}/{eps}", [x, y], lambda x, y: (x * y).sum(dim) / (x.norm(dim=dim) * y.norm(dim=dim)).clamp(min=float(np.float32(eps))), "float", {"dim": dim, "eps": eps}, "o")
    return g


def image():
    g = FamilyGold("image")

    def each(fn):
        return lambda x: torch.tensor([fn(*map(float, c)) for c in x.reshape(-1, 3)], dtype=torch.float64).reshape(x.shape)
    for dt in ("float16", "float", "double"):
        x = g.ranged(dt, (2, 3, 4, 3), 0, 1, "t")
        x.storage[:6] = torch.tensor([0.5, 0.5, 0.5, 0, 0, 0]).to(x.storage.dtype)
        g.run("RGBToHSV", dt, [x], each(colorsys.rgb_to_hsv), dt, None, "o")
        g.run("HSVToRGB", dt, [x], each(colorsys.hsv_to_rgb), dt, None, "o")
        if dt == "double":
            continue
        for delta in (0.25, -0.6, 0.0):
            turn = lambda r, gr, b: (lambda h, s, v: colorsys.hsv_to_rgb((h + float(np.float32(delta))) % 1.0, s, v))(*colorsys.rgb_to_hsv(r, gr, b))
            g.run("AdjustHue", f"{dt}/{delta}", [x, g.const("float", delta)], lambda x, _: each(turn)(x), dt, None, "o")
        for scale in (0.0, 0.5, 3.0):
            fade = lambda r, gr, b: (lambda h, s, v: colorsys.hsv_to_rgb(h, min(1.0, s * scale), v))(*colorsys.rgb_to_hsv(r, gr, b))
            g.run("AdjustSaturation", f"{dt}/{scale}", [x, g.const("float", scale)], lambda x, _: each(fade)(x), dt, None, "o")

        def contrast(x, k):
            m = x.mean((-3, -2), keepdim=True)
            return (x - m) * k + m
        for shape in ((2, 3, 4, 3), (4, 5, 2)):
            g.run("AdjustContrast", f"{dt}/{shape}", [g.ranged(dt, shape, -2, 2, "t"), g.const("float", 1.75)], contrast, dt, None, "o")
        for radius, bias, alpha, beta in ((1, 1.0, 0.5, 0.75), (5, 2.0, 1.0, 0.5), (0, 1.0, 1.0, 1.0)):
            for layout, number in (("NHWC", 1), ("NCHW", 0)):
                shape = (2, 3, 2, 4) if layout == "NHWC" else (2, 4, 3, 2)
                c = layout.index("C")
                x, d = g.ranged(dt, shape, -2, 2, "t"), g.ranged(dt, shape, -2, 2)

                def norm(x):
                    v = x.movedim(c, -1)
                    s = torch.stack([(v[..., max(0, k - radius):k + radius + 1] ** 2).sum(-1) for k in range(4)], -1)
                    return (v / (bias + alpha * s) ** beta).movedim(-1, c)
                a = {"depth_radius": radius, "bias": bias, "alpha": alpha, "beta": beta}
                g.run("LRN", f"{dt}/{radius}/{layout}", [x], norm, dt, a | {"norm_region": "ACROSS_CHANNELS", "#format": [number, number]}, "o")
                if dt == "float":
                    y = of("float", norm(x.ww))
                    g.run("LRNGrad", f"{dt}/{radius}/{layout}", [d, x, y], lambda d, x, y: lrn_slope(d, x, y, radius, bias, alpha, beta, c), dt, a | {"#format": [number] * 4}, "o")
    for dt in F4 + INTS:
        for k, (size, step, rate, padding) in enumerate((((2, 3), (1, 2), (1, 1), "VALID"), ((3, 2), (2, 1), (1, 2), "SAME"), ((1, 1), (2, 2), (1, 1), "SAME"))):
            x = g.ranged(dt, (2, 5, 6, 3), -9, 9, "t")

            def patches(x):
                h, w = x.shape[1:3]
                window = [(s - 1) * r + 1 for s, r in zip(size, rate)]
                places = [-(-n // s) if padding == "SAME" else (n - v) // s + 1 for n, s, v in zip((h, w), step, window)]
                top, left = [max((p - 1) * s + v - n, 0) // 2 if padding == "SAME" else 0 for n, s, v, p in zip((h, w), step, window, places)]
                y = torch.zeros((x.shape[0], places[0], places[1], size[0] * size[1], 3), dtype=x.dtype)
                for i in range(places[0]):
                    for j in range(places[1]):
                        for p in range(size[0] * size[1]):
                            r, c = i * step[0] - top + p // size[1] * rate[0], j * step[1] - left + p % size[1] * rate[1]
                            if 0 <= r < h and 0 <= c < w:
                                y[:, i, j, p] = x[:, r, c]
                return y.reshape(x.shape[0], places[0], places[1], -1)
            g.run("ExtractImagePatches", f"{dt}/{k}", [x], patches, dt, {"ksizes": [1, *size, 1], "strides": [1, *step, 1], "rates": [1, *rate, 1], "padding": padding}, "o")
    for dt in ("float16", "float", "double", "int32", "int64", "uint8", "int16", "int8", "uint16"):
        for k, (size, step, rate, padding, pads) in enumerate((((2, 3), (1, 2), (1, 1), "VALID", (0, 0, 0, 0)), ((3, 2), (2, 1), (1, 2), "SAME", (0, 0, 0, 0)), ((2, 2), (1, 1), (2, 1), "CALCULATED", (1, 0, 0, 1)))):
            x, w = g.ranged(dt, (2, 5, 6, 2), -9, 9, "t"), g.ranged(dt, (*size, 2), -4, 4)
            a = {"strides": [1, *step, 1], "rates": [1, *rate, 1], "padding_mode": padding, "pads": list(pads), "ceil_mode": False, "data_format": "NHWC"}

            def windows(x):
                """[n, rows, columns, points, channels], far below everything beyond the image."""
                h, wd = x.shape[1:3]
                window = [(s - 1) * r + 1 for s, r in zip(size, rate)]
                before, after = ([pads[0], pads[2]], [pads[1], pads[3]])
                if padding == "SAME":
                    missing = [max((-(-n // s) - 1) * s + v - n, 0) for n, s, v in zip((h, wd), step, window)]
                    before, after = [m // 2 for m in missing], [m - m // 2 for m in missing]
                wide = f.pad(x.double(), (0, 0, before[1], after[1], before[0], after[0]), value=-1e9)
                rows = [(wide.shape[d + 1] - window[d]) // step[d] + 1 for d in range(2)]
                points = [wide[:, i * rate[0]:i * rate[0] + (rows[0] - 1) * step[0] + 1:step[0], j * rate[1]:j * rate[1] + (rows[1] - 1) * step[1] + 1:step[1]] for i in range(size[0]) for j in range(size[1])]
                return torch.stack(points, 3)
            grow = lambda x, w: (windows(x) + w.double().reshape(-1, 2)).amax(3)
            y = grow(x.ww, w.ww)
            g.run("Dilation2D", f"{dt}/{k}", [x, w], grow, dt, a, "o")
            d = g.ranged(dt, y.shape, -5, 5)

            def slope(x, w, d, of_input):
                """By the first of the largest points of each window."""
                places = windows(torch.arange(1, x.numel() + 1).reshape(x.shape)).long()
                all_points = windows(x) + w.double().reshape(-1, 2)
                at = torch.from_numpy(all_points.numpy().argmax(3)).unsqueeze(3)
                if of_input:
                    where = places.gather(3, at).reshape(-1) - 1
                    return torch.zeros(x.numel(), dtype=torch.float64).index_add(0, where, d.double().reshape(-1)).reshape(x.shape)
                where = (at * 2 + torch.arange(2)).reshape(-1)
                return torch.zeros(w.numel(), dtype=torch.float64).index_add(0, where, d.double().reshape(-1)).reshape(w.shape)
            g.run("Dilation2DBackpropInput", f"{dt}/{k}", [x, w, d], lambda x, w, d: slope(x, w, d, True), dt, a, "o")
            g.run("Dilation2DBackpropFilter", f"{dt}/{k}", [x, w, d], lambda x, w, d: slope(x, w, d, False), dt, a)
    return g


def einsum():
    g = FamilyGold("einsum")
    cases = (("ij,jk->ik", (3, 4), (4, 2)), ("ij,jk", (3, 4), (4, 2)), ("bij,bjk->bik", (2, 3, 4), (2, 4, 2)), ("bhqd,bhkd->bhqk", (2, 2, 3, 4), (2, 2, 5, 4)),
             ("ii->i", (3, 3)), ("ii", (3, 3)), ("ij->ji", (3, 4)), ("ba", (3, 4)), ("ij->", (3, 4)), ("i,j->ij", (3,), (4,)), ("i,i->", (5,), (5,)),
             ("...ij,...jk->...ik", (2, 3, 4), (4, 2)), ("...i->...", (2, 3, 4)), ("i...,i...->...", (2, 3), (2, 3)), ("a...b,b...->...a", (2, 3, 4), (4, 1)),
             ("ij, jk ,kl->il", (2, 3), (3, 4), (4, 2)), ("Aa,aB->AB", (2, 3), (3, 2)), ("ij,jk->ik", (3, 0), (0, 2)), ("ij,jk->ik", (0, 3), (3, 2)),
             (",ij->ij", (), (2, 3)), ("bqhd,bkhd,bkhe->bqhe", (1, 2, 2, 3), (1, 4, 2, 3), (1, 4, 2, 2)))
    for dt in ("float", "float16", "int32"):
        for k, (equation, *shapes) in enumerate(cases):
            xs = [g.ranged(dt, s, -3, 3, "t" if len(s) > 1 else "c") for s in shapes]
            way = lambda *v: torch.as_tensor(np.einsum(equation, *[x.numpy() for x in v])).clone() if dt == "int32" else torch.einsum(equation, *v)
            g.run("EinSum", f"{dt}/{k}/{equation}", xs, way, dt, {"equation": equation, "tensor_size": len(xs)}, "c", lists=((len(xs),), (-1,)))
    return g


def combined():
    g = FamilyGold("sums/combined")
    for dt in F3:
        xs = [g.ranged(dt, (3, 4), -2, 2, "t") for _ in range(3)]
        whole = lambda *v: torch.stack(v)
        for mode, coeff, fn in ((1, [0.5, -2.0, 1.25], lambda *v: 0.5 * v[0] - 2 * v[1] + 1.25 * v[2]), (0, [], lambda *v: whole(*v).prod(0)), (1, [], lambda *v: whole(*v).sum(0)), (2, [], lambda *v: whole(*v).amax(0))):
            g.run("Eltwise", f"{dt}/{mode}/{len(coeff)}", xs, fn, dt, {"N": 3, "mode": mode, "coeff": coeff}, "o", lists=((3,), (-1,)))
        a, b = [g.ranged(dt, (2, 3, 1), -2, 2) for _ in range(2)], [g.ranged(dt, (2, 1, 4), -2, 2, "t") for _ in range(2)]
        g.run("MulAddn", dt, a + b, lambda a, b, c, d: a * c + b * d, dt, {"N": 2}, "o", lists=((2, 2), (-1,)))
        qkv, bias = g.ranged(dt, (2, 3, 24), -2, 2, "t"), g.ranged(dt, (24,), -2, 2)
        for heads in (1, 4):
            def parts(x, b):
                q, k, v = ((x + b).reshape(2, 3, 3, heads, 8 // heads).permute(2, 0, 3, 1, 4))
                return q / (8 / heads) ** 0.5, k, v
            g.run("TransformBiasRescaleQkv", f"{dt}/{heads}", [qkv, bias], parts, dt, {"num_heads": heads}, "o")
    for dt in ("float16", "float", "double"):
        for shape in ((2, 3, 4, 5), (2, 3, 4), (2, 3), (1, 2, 2, 3, 2)):
            g.run("GlobalAveragePool", f"{dt}/{len(shape)}", [g.ranged(dt, shape, -2, 2, "t")], lambda x: x.mean(tuple(range(2, x.dim())), keepdim=True) if x.dim() > 2 else x, dt, None, "o")
    for dt in ("float", "float16", "int32"):
        for k, (s1, s2) in enumerate((((3, 4), (3, 4)), ((3, 4), (4,)), ((3, 1), (1, 4)), ((), (3, 4)))):
            d, x, y = g.ranged(dt, (3, 4), -5, 5, "t"), g.ranged(dt, s1, -3, 3, whole=True), g.ranged(dt, s2, -3, 3, whole=True)

            def shares(d, x, y, mask):
                fold = lambda v, s: v.sum_to_size(s) if s else v.sum()
                return fold(d * mask, s1), fold(d * ~mask, s2)
            both = {"grad_x": True, "grad_y": True}
            g.run("MaximumGrad", f"{dt}/{k}", [d, x, y], lambda d, x, y: shares(d, x, y, x >= y), dt, both)
            g.run("MinimumGrad", f"{dt}/{k}", [d, x, y], lambda d, x, y: shares(d, x, y, x <= y), dt, both)
            g.run("MaximumGrad", f"{dt}/{k}/second", [d, x, y], lambda d, x, y: (torch.zeros_like(x), shares(d, x, y, x >= y)[1]), dt, {"grad_x": False, "grad_y": True})
    return g


def depthwise():
    g = FamilyGold("conv/depthwise")
    for k, (channels, copies, kernel, step, rate, pads, layout) in enumerate((
            (3, 2, (3, 2), (1, 2), (1, 1), (1, 1, 0, 1), "NHWC"), (2, 1, (2, 3), (2, 1), (2, 1), (0, 2, 1, 1), "NHWC"),
            (3, 2, (3, 3), (1, 1), (1, 1), (1, 1, 1, 1), "NCHW"), (4, 1, (2, 2), (2, 2), (1, 2), (0, 0, 1, 0), "NCHW"), (1, 3, (2, 2), (1, 1), (1, 1), (0, 0, 0, 0), "NHWC"))):
        last = layout == "NHWC"
        shape = (2, 6, 7, channels) if last else (2, channels, 6, 7)
        filter_shape = (*kernel, channels, copies) if last else (channels * copies, 1, *kernel)
        spread = lambda v: [1, *v, 1] if last else [1, 1, *v]
        a = {"strides": spread(step), "dilations": spread(rate), "pads": list(pads), "data_format": layout}

        def conv(x, w, *bias):
            x = x.movedim(-1, 1) if last else x
            w = w.permute(2, 3, 0, 1).reshape(channels * copies, 1, *kernel) if last else w
            x = f.pad(x, (pads[2], pads[3], pads[0], pads[1]))
            y = f.conv2d(x, w, bias[0] if bias else None, step, 0, rate, channels)
            return y.movedim(1, -1) if last else y
        for dt in ("float16", "int8"):
            x, w = g.ranged(dt, shape, -4, 4, "t"), g.ranged(dt, filter_shape, -3, 3, "t")
            out = "int32" if dt == "int8" else dt
            b = g.ranged(out, (channels * copies,), -5, 5)
            real = lambda *v: conv(*[t.double() for t in v])
            g.run("DepthwiseConv2D", f"{dt}/{k}", [x, w], real, out, a | {"offset_x": 0}, "o")
            g.run("DepthwiseConv2D", f"{dt}/{k}/bias", [x, w, b], real, out, a | {"offset_x": 0})
            if dt != "float16":
                continue
            d = g.ranged(dt, tuple(conv(x.ww, w.ww).shape), -2, 2, "t")
            slopes = torch.autograd.functional.vjp(conv, (x.ww.contiguous(), w.ww.contiguous()), d.ww.contiguous())[1]
            g.run("DepthwiseConv2DBackpropInput", f"{dt}/{k}", [ints(g, shape), w, d], lambda *_: slopes[0], dt, a, "o", host=(0,))
            g.run("DepthwiseConv2DBackpropFilter", f"{dt}/{k}", [x, ints(g, filter_shape, "int64"), d], lambda *_: slopes[1], "float", a, host=(1,))
    return g


def pooled():
    g = FamilyGold("pool/named")
    for dt in ("float16", "float", "double"):
        for k, (size, step) in enumerate((((2, 2), (2, 2)), ((3, 2), (1, 2)))):
            x = g.ranged(dt, (2, 5, 6, 3), -9, 9, "t")
            a = {"ksize": [1, *size, 1], "strides": [1, *step, 1], "padding": "VALID", "data_format": "NHWC"}
            g.run("MaxPoolExt2", f"{dt}/{k}", [x], lambda x: f.max_pool2d(x.movedim(-1, 1), size, step).movedim(1, -1), dt, a, "o")
    return g


def lrn_slope(d, x, y, radius, bias, alpha, beta, c):
    """By the y that is given, as the operator does."""
    d, v, y = d.movedim(c, -1), x.movedim(c, -1), y.movedim(c, -1)
    channels = v.shape[-1]
    s = torch.stack([bias + alpha * (v[..., max(0, k - radius):k + radius + 1] ** 2).sum(-1) for k in range(channels)], -1)
    z = d * s ** -beta
    for k in range(channels):
        for j in range(max(0, k - radius), min(channels, k + radius + 1)):
            z[..., j] -= 2 * alpha * beta * v[..., j] * d[..., k] * y[..., k] / s[..., k]
    return z.movedim(-1, c)


def sparse():
    g = FamilyGold("sparse")
    floats, both = ("float", "double"), ("int8", "uint8", "int16", "uint16", "int32", "int64", "double", "float", "float16")
    ids = [0, 0, 2, 2, 2, 4]
    for dt in F4 + INTS:
        x = g.ranged(dt, (6, 2, 3), -9, 9, "t")
        best = lambda x, _: torch.stack([torch.zeros(2, 3, dtype=x.dtype) if s not in ids else x[[i for i, v in enumerate(ids) if v == s]].amax(0) for s in range(5)])
        for index in ("int32", "int64"):
            g.run("SegmentMax", f"{dt}/{index}", [x, ints(g, ids, index)], best, dt, None, "o", host=(1,))
        g.run("SegmentMax", f"{dt}/given", [x, ints(g, ids)], best, dt, {"#given": [1]}, "t")
    rows = [3, 0, 1, 3, 2, 0]

    def join(x, mean):
        y = torch.zeros((5,) + x.shape[1:], dtype=x.dtype).index_add(0, torch.tensor(ids), x[rows])
        count = torch.bincount(torch.tensor(ids), minlength=5).clamp(min=1).reshape(5, 1)
        return y / count if mean else y
    for dt in both:
        x = g.ranged(dt, (4, 3), -9, 9, "t")
        g.run("SparseSegmentSum", dt, [x, ints(g, rows), ints(g, ids)], lambda x, *_: join(x, False), dt, None, "o", host=(2,))
    for dt in floats:
        x, d = g.ranged(dt, (4, 3), -9, 9, "t"), g.ranged(dt, (5, 3), -9, 9, "t")
        g.run("SparseSegmentMean", dt, [x, ints(g, rows), ints(g, ids)], lambda x, *_: join(x, True), dt, None, "o", host=(2,))
        back = lambda d, *_: torch.autograd.functional.vjp(lambda v: join(v, True), torch.zeros(4, 3, dtype=torch.float64), d)[1]
        g.run("SparseSegmentMeanGrad", dt, [d, ints(g, rows), ints(g, ids), ints(g, [4], shape=())], back, dt, None, "o", host=(3,))
    for dt in ("int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "bool", "float16", "bf16", "float", "double") + C2:
        parts = [0, 2, 2, 1, 0, 2]
        x = g.tensor(dt, (2, 3, 2))
        choose = lambda x, _: tuple(x.reshape(6, 2)[[i for i, p in enumerate(parts) if p == k]] for k in range(4))
        g.run("DynamicPartition", f"{dt}/matrix", [x, ints(g, parts, shape=(2, 3))], choose, dt, {"num_partitions": 4, "#given": [1]}, lists=((-1, -1), (4,)))
        x = g.tensor(dt, (6,))
        g.run("DynamicPartition", f"{dt}/vector", [x, ints(g, parts)], lambda x, _: tuple(x[[i for i, p in enumerate(parts) if p == k]] for k in range(3)), dt, {"num_partitions": 3, "#given": [1]}, lists=((-1, -1), (3,)))
        if dt == "uint64" or dt == "uint32" or dt == "bf16":
            continue
        index = [ints(g, [5, 0], shape=(2,)), ints(g, [1, 2, 3, 0], shape=(2, 2)), ints(g, [4], shape=())]
        data = [g.tensor(dt, (2, 3)), g.tensor(dt, (2, 2, 3)), g.tensor(dt, (3,))]

        def stitch(*v):
            y = torch.zeros(6, 3, dtype=v[3].dtype)
            for at, x in zip(v[:3], v[3:]):
                for i, row in zip(at.reshape(-1), x.reshape(-1, 3)):
                    y[int(i)] = row
            return y
        for op in ("DynamicStitch", "ParallelDynamicStitch"):
            g.run(op, dt, index + data, stitch, dt, {"N": 3}, host=(0, 1, 2), lists=((3, 3), (-1,)))
            g.run(op, f"{dt}/planned", index + data, stitch, dt, {"N": 3, "#max0": [7, 3]}, lists=((3, 3), (-1,)))
    for dt in ("int8", "uint8", "int16", "uint16", "int32", "int64", "float16", "float", "bool", "double"):
        places = [[0, 1], [1, 0], [1, 3], [2, 2]]
        for index in ("int32", "int64"):
            v, rest = g.tensor(dt, (4,), layout="o"), g.tensor(dt, ())

            def dense(at, shape, v, rest, where=places):
                y = torch.empty(3, 4, dtype=v.dtype)
                y[...] = rest
                for p, e in zip(where, v.expand(len(where))):
                    y[tuple(p)] = e
                return y
            inputs = [ints(g, [n for p in places for n in p], index, (4, 2)), ints(g, [3, 4], index), v, rest]
            g.run("SparseToDense", f"{dt}/{index}", inputs, dense, dt, {"validate_indices": True}, host=(1,))
            twice = [[2, 2], [0, 1], [2, 2]]
            g.run("SparseToDense", f"{dt}/{index}/any order", [ints(g, [n for p in twice for n in p], index, (3, 2)), inputs[1], g.tensor(dt, (3,)), rest], lambda *a: dense(*a, twice), dt, {"validate_indices": False}, host=(1,))
            g.run("SparseToDense", f"{dt}/{index}/one value", inputs[:2] + [g.tensor(dt, ()), rest], lambda a, s, v, r: dense(a, s, v.reshape(1), r), dt, {"validate_indices": True}, host=(1,))
            line = lambda at, shape, v, rest: torch.tensor([rest, v, rest, v], dtype=v.dtype)
            g.run("SparseToDense", f"{dt}/{index}/line", [ints(g, [1, 3], index), ints(g, [4], index), g.tensor(dt, ()), rest], line, dt, {"validate_indices": True}, host=(1,))
            g.run("SparseToDense", f"{dt}/{index}/place", [ints(g, [2], index, ()), ints(g, [3], index), g.tensor(dt, ()), rest], lambda at, shape, v, rest: torch.tensor([rest, rest, v], dtype=v.dtype), dt, {"validate_indices": True}, host=(1,))
    for dt in ("int64", "int32", "uint16", "int16", "uint8", "int8", "float16", "float", "double") + C2:
        for index in ("int32", "int64"):
            places = [[0, 1], [1, 0], [0, 1], [2, 2]]
            at = ints(g, [n for p in places for n in p], index, (4, 2))
            v, d = g.ranged(dt, (4,), -9, 9), g.ranged(dt, (3, 4), -9, 9, "t")
            i = tuple(torch.tensor(places).T)
            g.run("SparseTensorDenseAdd", f"{dt}/{index}", [at, v, ints(g, [3, 4], index), d], lambda a, v, s, d: d.clone().index_put(i, v, accumulate=True), dt, None, "o")
            if dt not in ("float", "double", "int32", "float16", "int64") + C2:
                continue
            for turn_a, turn_b in ((False, False), (True, False), (False, True), (True, True)):
                inner = 3 if turn_a else 4
                b = g.ranged(dt, (2, inner) if turn_b else (inner, 2), -9, 9, "t")

                def product(at, v, shape, b):
                    a = torch.zeros(3, 4, dtype=v.dtype).index_put(i, v, accumulate=True)
                    return (a.conj().T if turn_a else a).resolve_conj() @ (b.conj().T if turn_b else b).resolve_conj()
                g.run("SparseTensorDenseMatMul", f"{dt}/{index}/{turn_a}/{turn_b}", [at, v, ints(g, [3, 4], "int64"), b], product, dt, {"adjoint_a": turn_a, "adjoint_b": turn_b}, "o", host=(2,))
    for dt in ("float", "float16", "int8", "int16", "uint16", "uint8", "int32", "int64", "bool", "double") + C2:
        places = [[3, 1], [0, 2], [3, 0]]
        v, rest = g.tensor(dt, (3,), layout="o"), g.tensor(dt, ())

        def fill(at, v, shape, rest):
            made, out, back = [], [], [0] * 3
            for r in range(5):
                own = [i for i, p in enumerate(places) if p[0] == r]
                for i in own:
                    back[i] = len(made)
                    made.append(places[i])
                    out.append(v[i])
                if not own:
                    made.append([r, 0])
                    out.append(rest.reshape(()))
            empty = torch.tensor([all(p[0] != r for p in places) for r in range(5)])
            return torch.tensor(made), torch.stack(out), empty, torch.tensor(back)
        g.run("SparseFillEmptyRows", dt, [ints(g, [n for p in places for n in p], "int64", (3, 2)), v, ints(g, [5, 3], "int64"), rest], fill, ("int64", dt, "bool", "int64"),
              {"#max0": [8, 2], "#max1": [8], "#max2": [5], "#max3": [3]})
    for dt in ("float", "float16", "int32", "int8", "uint8", "int64", "double", "bf16", "int16") + C2:
        for op, sign in (("InplaceUpdate", None), ("InplaceAdd", 1), ("InplaceSub", -1)):
            def change(x, i, v, twice):
                y = x.clone()
                for r, row in zip(twice, v):
                    y[r] = row if sign is None else y[r] + sign * row
                return y
            for at in ([3, 0], [1, 1, 2]) if sign is None or dt in INTS else ([3, 0], [2]):  # every step is rounded
                x, v = g.ranged(dt, (4, 3), -9, 9), g.ranged(dt, (len(at), 3), -9, 9)
                g.run(op, f"{dt}/{at}", [x, ints(g, at), v], lambda x, i, v: change(x, i, v, at), dt)
        if dt in ("float", "float16", "int32", "int8", "uint8"):
            x, v = g.ranged(dt, (3, 4, 2), -9, 9), g.ranged(dt, (2, 2), -9, 9)
            take = lambda x, i, v: x.clone().index_put((torch.tensor([2, 0]), torch.tensor([1, 3])), -v, accumulate=True)
            g.run("TensorScatterSub", dt, [x, ints(g, [2, 1, 0, 3], "int64", (2, 2)), v], take, dt)
            x, v = g.ranged(dt, (3, 4, 2), -9, 9, "t"), g.ranged(dt, (3, 3, 2), -9, 9, "t")
            x, v = g.ranged(dt, (3, 4, 2), -9, 9), g.ranged(dt, (2, 2), -9, 9)
            add = lambda x, i, v: x.clone().index_put((torch.tensor([2, 0]), torch.tensor([1, 3])), v, accumulate=True)
            g.run("ScatterNonAliasingAdd", dt, [x, ints(g, [2, 1, 0, 3], "int32", (2, 2)), v], add, dt)
            x, v = g.ranged(dt, (3, 4, 2), -9, 9, "t"), g.ranged(dt, (3, 3, 2), -9, 9, "t")
            g.run("IndexAdd", dt, [x, ints(g, [3, 0, 3] if dt in INTS else [3, 0, 1]), v], lambda x, i, v: x.contiguous().index_add(1, i, v.contiguous()), dt, {"axis": 1}, "o")
    return g


FAMILIES = [space, shapes, diagonals, views, steps, counting, sparse, gamma, fake, cosine, image, einsum, combined, depthwise, pooled]


if __name__ == "__main__":
    write(FAMILIES)
