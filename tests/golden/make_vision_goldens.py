#!/usr/bin/python3
"""Writes the expected values of windows, boxes and regions of images to operators/<family>/<part>.golden.

Usage: make_vision_goldens.py <checkout> [part...]       (needs PyTorch and NumPy; 1.13 made the committed files)

As make_family_goldens.py: cases by operator type, computed in float64 from the rounded inputs and rounded once; gradients are those that
PyTorch derives.
"""
import torch

from make_data_goldens import of
from make_family_goldens import F3, F4, INTS, FamilyGold, write

f = torch.nn.functional
NHWC = 1


def gradients(fn, inputs, d):
    """Of fn at `inputs`, each."""
    return torch.autograd.functional.vjp(fn, tuple(x.contiguous() for x in inputs), d)[1]


def last(t):
    return t.movedim(1, -1).contiguous()


def first(t):
    return t.movedim(-1, 1).contiguous()


def windows():
    g = FamilyGold("pool/windows")
    real = ("float16", "float", "double")

    def around(sizes, size, step, mode):
        """What SAME adds before and after each direction, the last one first."""
        pads = []
        for n, k, s in reversed(list(zip(sizes, size, step))):
            total = max((-(-n // s) - 1) * s + k - n, 0) if mode == "SAME" else 0
            pads += [total // 2, total - total // 2]
        return pads

    def mean(x, size, step, mode):
        pads = around(x.shape[2:], size, step, mode)
        pool = f.avg_pool2d
        return pool(f.pad(x, pads), size, step) / pool(f.pad(torch.ones_like(x), pads), size, step)

    def largest(x, size, step, mode, places=False):
        pads = around(x.shape[2:], size, step, mode)
        pool = f.max_pool2d if x.dim() == 4 else f.max_pool3d
        y, at = pool(f.pad(x, pads, value=-1e9), size, step, return_indices=True)
        if not places:
            return y
        width = x.shape[3] + pads[0] + pads[1]
        row, column = at // width - pads[2], at % width - pads[0]
        n, c, h, w = x.shape
        return y, (row * w + column) * c + torch.arange(c).reshape(1, c, 1, 1)

    for k, (size, step) in enumerate((((3, 2), (2, 2)), ((2, 3), (3, 1)))):
        for mode in ("SAME", "VALID"):
            for form in ("NCHW", "NHWC"):
                lay, unlay = (last, first) if form == "NHWC" else (lambda t: t, lambda t: t)
                four = lambda v: [1, *v, 1] if form == "NHWC" else [1, 1, *v]
                a = {"ksize": four(size), "strides": four(step), "padding": mode}
                shape = (1, 2, 6, 7)
                for dt in real:
                    x = of(dt, lay(g.ranged(dt, shape, -3, 3).ww))
                    name = f"{dt}/{k}/{mode}/{form}"
                    way = lambda x: mean(x, size, step, mode)
                    g.run("AvgPool", name, [x], lambda x: lay(way(unlay(x))), dt, a | {"data_format": form}, "o")
                    y = way(unlay(x.ww))
                    d = of(dt, lay(g.ranged(dt, y.shape, -3, 3).ww))
                    back = lambda s, d: lay(gradients(way, (unlay(x.ww),), unlay(d))[0])
                    sizes = g.const("int32", list(x.shape))
                    g.run("AvgPoolGrad", name, [sizes, d], back, dt, a | {"data_format": form}, "t", host=[0])
                    b = {"ksize": four(size), "strides": four(step), "padding_mode": mode, "pads": [0, 0, 0, 0], "data_format": form, "global_pooling": False, "ceil_mode": False}
                    g.run("AvgPoolV2Grad", name, [sizes, d], back, dt, b | {"exclusive": True}, "o", host=[0])
                for dt in real + INTS + ("uint16", "bf16"):
                    x = of(dt, lay(g.ranged(dt, shape, -3, 3, whole=True).ww))  # equal ones: the first counts
                    top = lambda x: largest(x.double(), size, step, mode)
                    name = f"{dt}/{k}/{mode}/{form}"
                    if dt != "bf16":
                        g.run("MaxPool", name, [x], lambda x: lay(top(unlay(x))).to(x.dtype), dt, a | {"data_format": form}, "o")
                    y = top(unlay(x.ww))
                    d = of(dt, lay(g.ranged(dt, y.shape, 0, 9, whole=True).ww))
                    back = lambda x, y, d: lay(gradients(top, (unlay(x).double(),), unlay(d).double())[0]).to(x.dtype)
                    g.run("MaxPoolGrad", name, [x, of(dt, lay(y)), d], back, dt, a | {"data_format": form}, "t")
                    b = {"ksize": four(size), "strides": four(step), "padding_mode": mode, "pads": [0, 0, 0, 0], "data_format": form, "global_pooling": False, "ceil_mode": False}
                    g.run("MaxPoolV3Grad", name, [x, of(dt, lay(y)), d], back, dt, b, "o")
                    if form == "NHWC":
                        for number, index in ((3, "int32"), (9, "int64")):
                            both = lambda x: tuple(lay(t) for t in largest(unlay(x).double(), size, step, mode, True))
                            integers = lambda x: tuple(t.long() for t in both(x)) if not x.is_floating_point() else both(x)
                            g.run("MaxPoolWithArgmax", f"{name}/{index}", [x], integers, (dt, index), a | {"Targmax": number}, "o")
                            at = of(index, both(x.ww)[1])
                            g.run("MaxPoolGradWithArgmax", f"{name}/{index}", [x, d, at], lambda x, d, at: back(x, y, d), dt, a)
        for ceil in (False, True):
            for exclusive in (False, True):
                shape, pad = (2, 2, 6, 7), (size[0] // 2, size[1] // 2)
                way = lambda x: f.avg_pool2d(x, size, step, pad, ceil, not exclusive)
                d = g.ranged("float", way(torch.zeros(shape)).shape, -3, 3)
                a = {"ksize": [1, 1, *size], "strides": [1, 1, *step], "padding_mode": "CALCULATED", "pads": [pad[0], pad[0], pad[1], pad[1]], "data_format": "NCHW",
                     "global_pooling": False, "ceil_mode": ceil, "exclusive": exclusive}
                g.run("AvgPoolV2Grad", f"{k}/{ceil}/{exclusive}", [g.const("int32", list(shape)), d], lambda s, d: gradients(way, (torch.zeros(shape).double(),), d)[0], "float", a, host=[0])
            for dilation in (1, 2):
                for dt in F3:
                    pad = (size[0] // 2, size[1] // 2)
                    x = g.ranged(dt, (1, 2, 6, 7), -3, 3, "t", whole=True)
                    places = lambda x: f.max_pool2d(x.contiguous(), size, step, pad, dilation, ceil, True)
                    for number, index in ((3, "int32"), (9, "int64")):
                        a = {"ksize": list(size), "strides": list(step), "pads": list(pad), "dtype": number, "dilation": [dilation] * 2, "ceil_mode": ceil, "data_format": "NCHW"}
                        if dilation == 2:
                            a |= {"ksize": [1, 1, *size], "dilation": [1, 1, 2, 2]}  # a number for each dimension
                        name = f"{dt}/{k}/{ceil}/{dilation}/{index}"
                        g.run("MaxPoolWithArgmaxV3", name, [x], places, (dt, index), a, "o")
                        y, at = places(x.ww)
                        d = g.ranged(dt, y.shape, -3, 3)
                        g.run("MaxPoolGradWithArgmaxV3", name, [x, d, of(index, at)], lambda x, d, at: gradients(lambda v: places(v)[0], (x,), d)[0], dt, a, "t")
    whole = {"ksize": [1, 1, 1, 1], "strides": [1, 1, 1, 1], "padding_mode": "VALID", "pads": [0, 0, 0, 0], "data_format": "NCHW", "global_pooling": True, "ceil_mode": False}
    x = g.ranged("float", (2, 3, 4, 5), -3, 3)
    top = x.ww.amax((2, 3), True)
    d = g.ranged("float", (2, 3, 1, 1), -3, 3)
    g.run("MaxPoolV3Grad", "whole", [x, of("float", top), d], lambda x, y, d: (x == y) * d, "float", whole)
    for mode in ("SAME", "VALID", "CALCULATED"):
        for form in ("NCDHW", "NDHWC"):
            lay, unlay = (last, first) if form == "NDHWC" else (lambda t: t, lambda t: t)
            five = lambda v: [1, *v, 1] if form == "NDHWC" else [1, 1, *v]
            size, step, shape = (3, 2, 2), (2, 1, 2), (1, 2, 5, 6, 4)
            for dt in F4 + ("int32",):
                x = of(dt, lay(g.ranged(dt, shape, -3, 3, whole=True).ww))
                way = lambda x: f.max_pool3d(x, size, step, (1, 0, 1)) if mode == "CALCULATED" else largest(x, size, step, mode)
                y = way(unlay(x.ww).double())
                d = of(dt, lay(g.ranged(dt, y.shape, 0, 9, whole=True).ww))
                a = {"ksize": five(size), "strides": five(step), "padding": mode, "pads": [1, 1, 0, 0, 1, 1], "data_format": form}
                g.run("MaxPool3DGrad", f"{dt}/{mode}/{form}", [x, of(dt, lay(y)), d],
                      lambda x, y, d: lay(gradients(way, (unlay(x).double(),), unlay(d).double())[0]).to(x.dtype), dt, a, "t")
    for shape in ((2, 1, 5, 4, 3), (2, 5, 4, 3)):
        for size in ((2, 3, 2), (1, 1, 1), (6, 4, 2)):
            even = lambda x: f.adaptive_avg_pool3d(x, size)
            for dt in F3:
                x = g.ranged(dt, shape, -3, 3, "t")
                d = g.ranged(dt, shape[:-3] + size, -3, 3)
                back = lambda d, x: gradients(even, (x,), d)[0]
                for form in ("NCDHW", "NDHWC"):
                    away = len(shape) - 4
                    lay, unlay = (lambda t: t.movedim(away, -1).contiguous(), lambda t: t.movedim(-1, away).contiguous()) if form == "NDHWC" else (lambda t: t, lambda t: t)
                    a, name = {"data_format": form}, f"{dt}/{len(shape)}/{size}/{form}"
                    z, e = of(dt, lay(x.ww)), of(dt, lay(d.ww))
                    g.run("AdaptiveAvgPool3d", name, [z], lambda z: lay(even(unlay(z))), dt, {"output_size": list(size)} | a, "o")
                    g.run("AdaptiveAvgPool3dGrad", name, [e, z], lambda e, z: lay(back(unlay(e), unlay(z))), dt, a, "t")
            for dt in F4:
                for number, index in ((3, "int32"), (9, "int64")):
                    x = g.ranged(dt, shape, -3, 3, "t", whole=True)
                    places = lambda x: f.adaptive_max_pool3d(x.contiguous(), size, True)
                    name = f"{dt}/{len(shape)}/{size}/{index}"
                    g.run("AdaptiveMaxPool3D", name, [x], places, (dt, index), {"output_size": list(size), "dtype": number}, "o")
                    y, at = places(x.ww)
                    d = g.ranged(dt, y.shape, -3, 3)
                    g.run("AdaptiveMaxPool3DGrad", name, [x, d, of(index, at)], lambda x, d, at: gradients(lambda v: places(v)[0], (x,), d)[0], dt, {}, "t")
                    if len(shape) == 4:
                        flat = lambda x: f.adaptive_max_pool2d(x.contiguous(), size[1:], True)
                        y, at = flat(x.ww)
                        d = g.ranged(dt, y.shape, -3, 3)
                        g.run("AdaptiveMaxPool2dGrad", name, [x, d, of(index, at)], lambda x, d, at: gradients(lambda v: flat(v)[0], (x,), d)[0], dt, {}, "t")
    return g


def tents(at, count):
    """Weights of `count` points for places `at` between them: linear interpolation."""
    return (1 - (at[:, None] - torch.arange(count)).abs()).clamp(min=0)


def detection():
    g = FamilyGold("detection")

    def boxes(dt, count, columns=False, centred=False, scale=8.0):
        """Corners or centres with sides, in eighths, so that every type holds them."""
        begin, size = torch.from_numpy(g.rng.uniform(0, 1, (count, 2))) * scale, (torch.from_numpy(g.rng.uniform(0.2, 1, (count, 2)))) * scale
        b = (torch.cat([begin, size if centred else begin + size], 1) * 8).round() / 8
        return of(dt, b.t().contiguous() if columns else b)

    def regions(x, rois, scale, rows, columns, samples, end, mode="avg"):
        out = []
        for roi in rois.tolist():
            n, (x1, y1, x2, y2) = int(roi[0]), roi[1:]
            shift = 0.5 if end >= 2 else 0
            x1, y1 = x1 * scale - shift, y1 * scale - shift
            w, h = ((v + (end == 1)) * scale - shift - a for v, a in ((x2, x1), (y2, y1)))
            if end < 2:
                w, h = max(w, 1.0), max(h, 1.0)
            axes = []
            for begin, length, cells, points in ((y1, h, rows, x.shape[2]), (x1, w, columns, x.shape[3])):
                count = samples or -int(-(length / cells) // 1)
                at = begin + (torch.arange(cells * count, dtype=torch.float64) + 0.5) * (length / cells / count)
                inside = (at >= -1) & (at <= points)
                axes.append((tents(at.clamp(0, points - 1), points) * inside[:, None], count))
            (wy, ny), (wx, nx) = axes
            sampled = torch.einsum("yh,chw,xw->cyx", wy, x[n], wx).reshape(x.shape[1], rows, ny, columns, nx)
            out.append(sampled.mean((2, 4)) if mode == "avg" else sampled.amax((2, 4)))
        return torch.stack(out)

    for end in (0, 1, 2, 3):
        for samples in (0, 2, 3):
            for dt in F4:
                x = g.ranged(dt, (2, 3, 7, 6), -3, 3, "t")
                owner = torch.tensor([0.0, 1.0, 1.0, 0.0], dtype=torch.float64)[:, None]
                corners = boxes(dt, 4, scale=14.0).ww
                corners[3] = torch.tensor([-9.0, -9.0, 40.0, 41.5])
                corners[2] = torch.tensor([3.0, 2.0, 3.25, 2.5])  # less than a point
                rois = of(dt, torch.cat([owner, corners], 1))
                a = {"spatial_scale": 0.5, "pooled_height": 2, "pooled_width": 3, "sample_num": samples, "roi_end_mode": end}
                for mode in ("avg", "max"):
                    g.run("ROIAlign", f"{dt}/{end}/{samples}/{mode}", [x, rois, None], lambda x, r, _: regions(x, r, 0.5, 2, 3, samples, end, mode), dt, a | {"pool_mode": mode}, "o")
                d = g.ranged(dt, (4, 3, 2, 3), -3, 3)
                way = lambda x: regions(x, rois.ww, 0.5, 2, 3, samples, end)
                b = {"xdiff_shape": [2, 3, 7, 6], "pooled_width": 3, "pooled_height": 2, "spatial_scale": 0.5, "sample_num": samples, "roi_end_mode": end}
                g.run("ROIAlignGrad", f"{dt}/{end}/{samples}", [d, rois, None], lambda d, r, _: gradients(way, (torch.zeros(2, 3, 7, 6).double(),), d)[0], dt, b, "t")
                order = torch.tensor([0, 3, 1, 2])
                counted = of(dt, rois.ww[order, 1:])
                if samples == 2:
                    g.run("ROIAlign", f"{dt}/{end}/counted", [x, counted, g.const("int32", [2, 2])], lambda x, r, c: regions(x, rois.ww[order], 0.5, 2, 3, 2, end), dt, a | {"pool_mode": "avg"})

    types = (("float", "float"), ("float16", "float16"), ("float", "float16"), ("float16", "float"))
    for form in ("NHWC", "NCHW"):
        for method in ("bilinear", "nearest"):
            for size in ((3, 4), (1, 1), (2, 7)):
                for dt in ("uint8", "uint16", "int8", "int16", "int32", "int64", "float16", "float", "double"):
                    for box, out in types[: 4 if dt == "float" else 1]:
                        x = g.ranged(dt, (2, 6, 5, 3), -9, 9)
                        index = g.const("int32", [1, 0, 1, 1])
                        part = of(box, torch.tensor([[0.1, 0.2, 0.8, 0.9], [0.9, 0.7, 0.1, 0.3], [-0.5, 0.0, 1.5, 1.25], [0.25, 0.25, 0.25, 0.25]], dtype=torch.float64))

                        def crop(x, b, i, s):
                            x = (x if form == "NHWC" else last(x)).double()
                            made = []
                            for (y1, x1, y2, x2), n in zip(b.tolist(), i.tolist()):
                                weights, inside = [], []
                                for begin, end, count, points in ((y1, y2, size[0], x.shape[1]), (x1, x2, size[1], x.shape[2])):
                                    m = points - 1
                                    at = begin * m + torch.arange(count, dtype=torch.float64) * ((end - begin) * m / (count - 1)) if count > 1 else torch.tensor([(begin + end) / 2 * m], dtype=torch.float64)
                                    inside.append((at >= 0) & (at <= m))
                                    weights.append(tents(torch.floor(at + 0.5) if method == "nearest" else at, points))
                                both = inside[0][:, None] & inside[1][None]
                                made.append(torch.where(both[..., None], torch.einsum("yh,hwc,xw->yxc", weights[0], x[n], weights[1]), torch.tensor(0.5, dtype=torch.float64)))
                            y = torch.stack(made)
                            return y if form == "NHWC" else first(y)
                        if form == "NCHW":
                            x = of(dt, first(x.t))
                        a = {"extrapolation_value": 0.5, "method": method}
                        if form == "NCHW":
                            a["#format"] = [0, 2, 2, 2, 0]
                        g.run("CropAndResize", f"{dt}/{box}/{form}/{method}/{size}", [x, part, index, g.const("int32", list(size))], crop, out, a, "o", host=[3])

    def overlap(a, b, longer, mode, over=None):
        """Of boxes in columns x1, y1, x2, y2 that broadcast; over: what is taken off."""
        sides = [(torch.minimum(a[k + 2], b[k + 2]) - torch.maximum(a[k], b[k]) + longer).clamp(min=0) for k in (0, 1)]
        areas = [(c[2] - c[0] + longer) * (c[3] - c[1] + longer) for c in (a, b)]
        common = sides[0] * sides[1]
        union = areas[0] + areas[1] - common
        share = common / (union if mode == "iou" else areas[1])
        if over is None:
            return share
        w, h = (torch.maximum(a[k + 2], b[k + 2]) - torch.minimum(a[k], b[k]) for k in (0, 1))
        if over == "cover":
            return share - (w * h - union) / (w * h)
        near = share - sum(((b[k] + b[k + 2] - a[k] - a[k + 2]) / 2) ** 2 for k in (0, 1)) / (w * w + h * h)
        if over == "distance":
            return near
        angle = lambda c: torch.atan((c[2] - c[0]) / (c[3] - c[1]))
        turn = angle(b) - angle(a)
        v = (2 / torch.pi * turn) ** 2
        alpha = (v / (1 - share + v)).detach()
        return near - alpha * v, turn

    for mode in ("iou", "iof"):
        for dt in F4:
            a, b = boxes(dt, 5), boxes(dt, 3)
            cross = lambda eps: lambda a, b: overlap(a.t()[:, None, :], b.t()[:, :, None], eps, mode)
            g.run("Iou", f"{dt}/{mode}", [a, b], cross(1.0), dt, {"mode": mode}, "o")
            for eps in (1.0, 0.0, 0.25):
                g.run("IouV2", f"{dt}/{mode}/{eps}", [a, b], cross(eps), dt, {"mode": mode, "eps": eps, "aligned": False}, "t")
                c = boxes(dt, 5)
                g.run("IouV2", f"{dt}/{mode}/{eps}/aligned", [a, c], lambda a, c: overlap(a.t(), c.t(), eps, mode)[:, None], dt, {"mode": mode, "eps": eps, "aligned": True}, "o")
            for op, over in (("GIoU", "cover"), ("DIoU", "distance"), ("CIoU", "shape")):
                for centred in (False, True):
                    for is_cross in (False, True):
                        a, b = boxes(dt, 5, True, centred), boxes(dt, 3 if is_cross else 5, True, centred)
                        corners = lambda t: torch.stack([t[0] - t[2] / 2, t[1] - t[3] / 2, t[0] + t[2] / 2, t[1] + t[3] / 2]) if centred else t

                        def way(a, b):
                            a, b = corners(a), corners(b)
                            y = overlap(a[:, None, :], b[:, :, None], 0.0, mode, over) if is_cross else overlap(a, b, 0.0, mode, over)
                            return y if is_cross else tuple(t[None] for t in y) if isinstance(y, tuple) else y[None]
                        attrs = {"trans": centred, "is_cross": is_cross, "mode": mode}
                        name = f"{dt}/{mode}/{centred}/{is_cross}"
                        more = {"atan_sub_flag": True} if op == "CIoU" else {}
                        g.run(op, name, [a, b], way, dt, attrs | more, "o")
                        only = lambda a, b: way(a, b)[0] if op == "CIoU" else way(a, b)
                        y = only(a.ww, b.ww)
                        d = g.ranged(dt, y.shape, -3, 3)
                        extra = [of(dt, way(a.ww, b.ww)[1])] if op == "CIoU" else []
                        g.run(op + "Grad", name, [d, a, b] + extra, lambda d, a, b, *_: gradients(only, (a, b), d), dt, attrs, "t")
    for dt in F4:
        a, b = boxes(dt, 6), boxes(dt, 6)
        for means, stds in (([0.0] * 4, [1.0] * 4), ([0.25, -0.5, 0.125, 0.5], [0.5, 0.25, 2.0, 4.0])):
            m, s = torch.tensor(means).double(), torch.tensor(stds).double()
            centre = lambda b: torch.cat([(b[:, :2] + b[:, 2:]) / 2, b[:, 2:] - b[:, :2] + 1], 1)

            def encode(a, b):
                p, q = centre(a), centre(b)
                return (torch.cat([(q[:, :2] - p[:, :2]) / p[:, 2:], (q[:, 2:] / p[:, 2:]).log()], 1) - m) / s

            def decode(a, t):
                p, t = centre(a), t * s + m
                size = t[:, 2:].clamp(-limit, limit).exp() * p[:, 2:]
                at = p[:, :2] + t[:, :2] * p[:, 2:]
                y = torch.cat([at - size / 2 + 0.5, at + size / 2 - 0.5], 1)
                return torch.minimum(y.clamp(min=0), torch.tensor([11.0, 9.0, 11.0, 9.0]).double())
            limit = -torch.tensor(0.0625).double().log()
            attrs = {"means": means, "stds": stds}
            g.run("BoundingBoxEncode", f"{dt}/{means[0]}", [a, b], encode, dt, attrs, "o")
            t = g.ranged(dt, (6, 4), -4, 4)
            g.run("BoundingBoxDecode", f"{dt}/{means[0]}", [a, t], decode, dt, attrs | {"max_shape": [10, 12], "wh_ratio_clip": 0.0625}, "t")

    def select(corners, scores, most, threshold, least=None, longer=0.0):
        order = [i for i in torch.argsort(scores, descending=True, stable=True).tolist() if least is None or scores[i] > least]
        chosen = []
        for i in order:
            if len(chosen) < most and all(overlap(corners[j], corners[i], longer, "iou") <= threshold for j in chosen):
                chosen.append(i)
        return chosen

    for dt in F4:
        b = boxes(dt, 12)
        scores = of(dt, torch.from_numpy(g.rng.permutation(12)).double() / 16)
        order = torch.arange(12).double() / 16
        with_scores = of(dt, torch.cat([b.ww, order.flip(0)[:, None]], 1))
        for threshold in (0.125, 0.25, 0.5):
            def mask(x):
                kept = select(x[:, :4], -torch.arange(12.0), 12, threshold)
                return x, torch.arange(12), torch.tensor([i in kept for i in range(12)]).long()
            g.run("NMSWithMask", f"{dt}/{threshold}", [with_scores], mask, (dt, "int32", "uint8"), {"iou_threshold": threshold}, "o")
            turned = of(dt, b.ww[:, [1, 0, 3, 2]][:, [2, 1, 0, 3]])  # y2, x1, y1, x2
            for most in (3, 12):
                number, t = g.const("int32", [most], ()), of(dt, torch.tensor(threshold).double())
                kept = lambda **how: torch.tensor(select(b.ww, scores.ww, most, threshold, **how)).long()
                name = f"{dt}/{threshold}/{most}"
                bound = {"#max0": [most]}
                g.run("NonMaxSuppression", name, [turned, scores, number], lambda *_: kept(), "int32", {"iou_threshold": threshold} | bound)
                g.run("NonMaxSuppressionV2", name, [turned, scores, number, t], lambda *_: kept(), "int32", bound)
                least = of(dt, torch.tensor(0.25).double())
                for longer in (0, 1):
                    g.run("NonMaxSuppressionV3", f"{name}/{longer}", [turned, scores, number, t, least], lambda *_: kept(least=0.25, longer=float(longer)), "int32", {"offset": longer} | bound)
                for padded in (False, True):
                    def counted(*_):
                        k = kept(least=0.25)
                        return f.pad(k, (0, most - len(k))) if padded else k, torch.tensor(len(k))
                    g.run("NonMaxSuppressionV4", f"{name}/{padded}", [turned, scores, number, t, least], counted, "int32", {"pad_to_max_output_size": padded} | bound)
        many = of(dt, torch.stack([boxes(dt, 7).ww for _ in range(2)]))
        of_classes = of(dt, torch.from_numpy(g.rng.permuted(torch.arange(7).repeat(2, 3, 1).numpy(), axis=2)).double() / 8)
        for given in (True, False):
            for centred in (0, 1):
                for limit in (0, 4):
                    least = of("float", torch.tensor([0.25]).double()) if given else None

                    def chosen(b, s, *_):
                        rows = []
                        for n in range(2):
                            c = b[n]
                            c = torch.stack([c[:, 0] - c[:, 2] / 2, c[:, 1] - c[:, 3] / 2, c[:, 0] + c[:, 2] / 2, c[:, 1] + c[:, 3] / 2], 1) if centred else c
                            rows += [[n, k, i] for k in range(3) for i in select(c, s[n, k], 2 if given else 5, 0.5 if given else 0.0, least=0.25 if given else None)]
                        return torch.tensor(rows[:limit] if limit else rows)
                    g.run("NonMaxSuppressionV6", f"{dt}/{given}/{centred}/{limit}", [many, of_classes, g.const("int32", [2 if given else 5]), of("float", torch.tensor([0.5]).double()) if given else None, least],
                          chosen, "int32", {"center_point_box": centred, "max_boxes_size": limit, "#max0": [42, 3]})
        for index in ("int32", "int64"):
            x, i = g.ranged(dt, (7, 3), -3, 3, "t"), g.const(index, [[0, 1, 1], [2, 0, 2], [3, 0, 1], [1, 1, 1]])
            firsts = torch.tensor([0, 0, 3, 3])[:, None]
            g.run("StackGroupPoints", f"{dt}/{index}", [x, g.const(index, [3, 4]), i, g.const(index, [2, 2])], lambda x, own, i, p: x[i + firsts].movedim(2, 1), dt, {}, "o")
            d, w = g.ranged(dt, (2, 3, 4), -3, 3, "t"), g.ranged(dt, (2, 4, 3), 0, 1)
            i = of(index, torch.from_numpy(g.rng.integers(0, 5, (2, 4, 3))))
            three = lambda d, i, w: torch.einsum("ncp,npk,npkm->ncm", d, w, f.one_hot(i.long(), 5).double())
            g.run("ThreeInterpolateBackward", f"{dt}/{index}", [d, i, w], three, dt, {"m": 5}, "t")
    return g


def sizes():
    g = FamilyGold("resample/sizes")
    aten = torch.ops.aten
    pictures = (([5, 4], [3, 7]), ([3, 6], [6, 2]), ([1, 7], [4, 1]))
    for k, (old, new) in enumerate(pictures):
        for corners in (False, True):
            for dt in F3:
                x, d = g.ranged(dt, (1, 2, *old), -3, 3, "t"), g.ranged(dt, (1, 2, *new), -3, 3)
                for op, back, fn, names in (("UpsampleBilinear2d", "UpsampleBilinear2dGrad", aten.upsample_bilinear2d, "scales_"), ("UpsampleBicubic2d", "UpsampleBicubic2dGrad", aten.upsample_bicubic2d, "scale_"),
                                            ("UpsampleBilinear2dAA", "UpsampleBilinear2dAABackward", aten._upsample_bilinear2d_aa, "scales_"), ("UpsampleBicubic2dAA", "UpsampleBicubic2dAAGrad", aten._upsample_bicubic2d_aa, "scales_")):
                    for scales in ([0.0, 0.0], [0.5, 1.75]):
                        if scales[0] and (k or corners):
                            continue
                        way = lambda x: fn(x.contiguous(), new, corners, *(s or None for s in scales))
                        a = {"align_corners": corners, names + "h": scales[0], names + "w": scales[1]}
                        name = f"{dt}/{k}/{corners}/{scales}"
                        g.run(op, name, [x], way, dt, {"output_size": new} | a, "o")
                        g.run(back, name, [d], lambda d: gradients(way, (x.ww,), d)[0], dt, {"output_size": new, "input_size": list(x.shape)} | a, "t")
                line = g.ranged(dt, (1, 2, old[1]), -3, 3, "t")
                g.run("UpsampleLinear1d", f"{dt}/{k}/{corners}", [line], lambda x: f.interpolate(x, new[1], mode="linear", align_corners=corners), dt, {"output_size": [new[1]], "align_corners": corners, "scale": 0.0}, "o")
                cube, made = g.ranged(dt, (1, 2, 3, *old), -3, 3), [2] + new
                way = lambda x: f.interpolate(x, made, mode="trilinear", align_corners=corners)
                a = {"align_corners": corners, "scale_d": 0.0, "scale_h": 0.0, "scale_w": 0.0}
                g.run("ResizeUpsampleTrilinear", f"{dt}/{k}/{corners}", [cube], way, dt, {"output_size": made} | a, "o")
                d3 = g.ranged(dt, (1, 2, *made), -3, 3)
                g.run("UpsampleTrilinear3dGrad", f"{dt}/{k}/{corners}", [d3], lambda d: gradients(way, (cube.ww,), d)[0], dt, {"output_size": made, "input_size": list(cube.shape)} | a, "t")
                if not corners:
                    exact = lambda x: f.interpolate(x, new, mode="nearest-exact")
                    g.run("UpsampleNearestExact2dGrad", f"{dt}/{k}", [d], lambda d: gradients(exact, (x.ww,), d)[0], dt, {"output_size": new, "input_size": list(x.shape), "scale_h": 0.0, "scale_w": 0.0}, "t")
    return g


FAMILIES = [windows, detection, sizes]


if __name__ == "__main__":
    write(FAMILIES)
