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


FAMILIES = [windows]


if __name__ == "__main__":
    write(FAMILIES)
