#!/usr/bin/python3
"""Writes the expected values of operators of neural networks to operators/<family>/<family>.golden.

Usage: make_network_goldens.py <checkout> [family...]       (needs PyTorch and NumPy; 1.13 made the committed files)

As make_family_goldens.py: cases by operator type, computed in float64 from the rounded inputs and rounded once.
"""

import torch

from make_data_goldens import of
from make_family_goldens import F3, F4, INTS, FamilyGold, write

f = torch.nn.functional
NCHW, NHWC, NDHWC, NCDHW = 0, 1, 27, 30


def gradient(fn, like, d):
    """Of a linear map or any other, at `like`."""
    return torch.autograd.functional.vjp(fn, like.contiguous(), d.contiguous())[1]


def back(x, first):
    """Channels last."""
    return x.movedim(1, -1) if first else x


def resample():
    g = FamilyGold("resample")
    aten = torch.ops.aten
    real = F4 + INTS + ("uint16",)
    pictures = (([5, 4], [3, 7]), ([3, 2], [6, 5]), ([1, 3], [1, 1]))

    def nearest(x, size, corners, half):
        def index(n, m):
            i = torch.arange(m, dtype=torch.float32)
            if corners:
                at = torch.floor(i * ((n - 1) / (m - 1) if m > 1 else 0) + 0.5)
            else:
                at = torch.floor((i + 0.5 if half else i) * torch.tensor(n / m, dtype=torch.float32))
            return at.long().clamp(0, n - 1)
        return x[:, :, index(x.shape[2], size[0])][:, :, :, index(x.shape[3], size[1])]

    for k, (old, new) in enumerate(pictures):
        x = torch.rand(2, 3, *old, dtype=torch.float64)
        assert torch.equal(nearest(x, new, False, False), f.interpolate(x, new, mode="nearest"))
        assert torch.equal(nearest(x, new, False, True), f.interpolate(x, new, mode="nearest-exact"))
        for corners, half in ((False, False), (True, False), (False, True)):
            a = {"align_corners": corners, "half_pixel_centers": half, "scales": [0.0, 0.0]}
            way = lambda x: nearest(x, new, corners, half)
            for dt in real if k == 0 else ("float", "int32"):
                g.run("ResizeNearestNeighborV2", f"{dt}/{k}/{corners}/{half}", [g.ranged(dt, (2, 3, *old), -9, 9, "t"), g.const("int32", new)],
                      lambda x, s: way(x), dt, a, "o", host=[1])
                # Sums of small whole numbers are exact in every type.
                g.run("ResizeNearestNeighborV2Grad", f"{dt}/{k}/{corners}/{half}", [g.ranged(dt, (2, 3, *new), 0, 5, whole=True), g.const("int32", old)],
                      lambda d, s: gradient(way, torch.zeros(2, 3, *old, dtype=torch.float64), d.double()).to(d.dtype), dt, a, "t", host=[1])
        x = g.const("int64", [[[[(1 << 62) + 1 + i * old[1] + j for j in range(old[1])] for i in range(old[0])]]])
        g.run("ResizeNearestNeighborV2", f"large/{k}", [x, g.const("int32", new)], lambda x, s: nearest(x, new, False, False), "int64", {"align_corners": False, "half_pixel_centers": False, "scales": [0.0, 0.0]}, host=[1])
        x = g.ranged("float", (2, *old, 3), -3, 3)
        a = {"align_corners": False, "half_pixel_centers": False, "scales": [0.0, 0.0], "#format": [NHWC, 2, NHWC]}
        g.run("ResizeNearestNeighborV2", f"channels last/{k}", [x, g.const("int32", new)], lambda x, s: back(nearest(x.movedim(-1, 1), new, False, False), True), "float", a, host=[1])
        for corners, half in ((False, False), (True, False), (False, True)):
            way = lambda x: f.interpolate(x, new, mode="bilinear", align_corners=corners)
            if not corners and not half:  # each point where its number says, as matrices

                def matrix(n, m):
                    at = torch.arange(m, dtype=torch.float64) * n / m
                    low = at.floor().long()
                    w = torch.zeros(m, n, dtype=torch.float64)
                    w[torch.arange(m), low.clamp(max=n - 1)] += 1 - (at - low)
                    w[torch.arange(m), (low + 1).clamp(max=n - 1)] += at - low
                    return w
                rows, columns = matrix(old[0], new[0]), matrix(old[1], new[1])
                way = lambda x: torch.einsum("ij,ncjk,lk->ncil", rows, x, columns)
            a = {"align_corners": corners, "half_pixel_centers": half}
            for dt in F3 + ("double", "int32") + (("uint8",) if k == 2 or corners else ()):
                o, number = {"double": ("float", 0), "int32": ("float", 0), "uint8": ("uint8", 4), "float": ("float", 0), "float16": ("float16", 1), "bf16": ("bf16", 27)}[dt]
                x = g.ranged(dt, (2, 3, *old), -9, 9, "t")
                if o == "uint8":  # multiples of 64: what lies at halves then is exactly there
                    x = of(dt, (g.ranged(dt, (2, 3, *old), 0, 3).t.long() * 64))
                whole = torch.round if o == "uint8" else lambda y: y
                g.run("ResizeBilinearV2", f"{dt}/{k}/{corners}/{half}", [x, g.const("int32", new)], lambda x, s: whole(way(x.double())), o, a | {"dtype": number, "scales": [0.0, 0.0]}, "o", host=[1])
            for dt in F3:
                g.run("ResizeBilinearV2Grad", f"{dt}/{k}/{corners}/{half}", [g.ranged(dt, (2, 3, *new), -3, 3), g.ranged(dt, (2, 3, *old), -3, 3)],
                      lambda d, x: gradient(way, x, d), dt, a | {"scales": [0.0, 0.0]}, "t")
    for k, (old, new) in enumerate(pictures):
        for corners in (False, True):
            for dt in F3:
                cubic = lambda x: f.interpolate(x, new, mode="bicubic", align_corners=corners)
                a = {"align_corners": corners, "scales": [0.0, 0.0]}
                g.run("ResizeBicubicV2", f"{dt}/{k}/{corners}", [g.ranged(dt, (2, 3, *old), -3, 3, "t"), g.const("int32", new)], lambda x, s: cubic(x), dt, a, "o", host=[1])
                g.run("ResizeBicubicV2Grad", f"{dt}/{k}/{corners}", [g.ranged(dt, (2, 3, *new), -3, 3), g.ranged(dt, (2, 3, *old), -3, 3)], lambda d, x: gradient(cubic, x, d), dt, a, "t")
                linear = lambda x: f.interpolate(x, new[1], mode="linear", align_corners=corners)
                a = {"align_corners": corners, "scale": 0.0}
                g.run("ResizeLinear", f"{dt}/{k}/{corners}", [g.ranged(dt, (2, 3, old[1]), -3, 3, "t"), g.const("int32", [new[1]])], lambda x, s: linear(x), dt, a, "o", host=[1])
                g.run("ResizeLinearGrad", f"{dt}/{k}/{corners}", [g.ranged(dt, (2, 3, new[1]), -3, 3), g.ranged(dt, (2, 3, old[1]), -3, 3)], lambda d, x: gradient(linear, x, d), dt, a, "t")
            for dt in ("float16", "float", "double"):
                size = [4] + new
                a = {"align_corners": corners, "half_pixel_centers": not corners}
                cube = lambda x: f.interpolate(x, size, mode="trilinear", align_corners=corners)
                g.run("ResizeTrilinear", f"{dt}/{k}/{corners}", [g.ranged(dt, (2, 2, 3, *old), -3, 3, "t"), g.const("int32", size)], lambda x, s: cube(x), dt, a, "o", host=[1])
    # Given scales count in place of the sizes.
    for scales in ([1.75, 2.25], [0.625, 0.875]):
        old, new = [5, 4], [int(5 * scales[0]), int(4 * scales[1])]
        for dt in F3:
            x, d = g.ranged(dt, (2, 3, *old), -3, 3), g.ranged(dt, (2, 3, *new), -3, 3)
            a = {"align_corners": False, "half_pixel_centers": True, "dtype": {"float": 0, "float16": 1, "bf16": 27}[dt], "scales": scales}
            linear = lambda x: aten.upsample_bilinear2d(x.contiguous(), new, False, *scales)
            g.run("ResizeBilinearV2", f"{dt}/scales {scales}", [x, g.const("int32", new)], lambda x, s: linear(x), dt, a, host=[1])
            cubic = lambda x: aten.upsample_bicubic2d(x.contiguous(), new, False, *scales)
            a = {"align_corners": False, "scales": scales}
            g.run("ResizeBicubicV2", f"{dt}/scales {scales}", [x, g.const("int32", new)], lambda x, s: cubic(x), dt, a, host=[1])
            g.run("ResizeBicubicV2Grad", f"{dt}/scales {scales}", [d, x], lambda d, x: gradient(cubic, x, d), dt, a)
    for dt in F4 + ("uint8",):
        for size, scales in (([4, 2, 7], []), ([], [1.5, 2.0, 0.5]), ([1, 6, 3], [])):
            made = size or [int(n * s) for n, s in zip((3, 4, 5), scales)]
            x = g.ranged(dt, (2, 2, 3, 4, 5), -9, 9, "t")
            way = lambda x: f.interpolate(x.double(), made, mode="nearest") if size else aten.upsample_nearest3d(x.double().contiguous(), made, *scales)
            g.run("UpsampleNearest3d", f"{dt}/{size}/{scales}", [x], lambda x: way(x).to(x.dtype), dt, {"output_size": size, "scales": scales}, "o")
            d = g.ranged(dt, (2, 2, *made), 0, 3, whole=True)
            g.run("UpsampleNearest3dGrad", f"{dt}/{size}/{scales}", [d], lambda d: gradient(way, torch.zeros(2, 2, 3, 4, 5, dtype=torch.float64), d.double()).to(d.dtype), dt,
                  {"input_size": [2, 2, 3, 4, 5], "output_size": made, "scales": scales}, "t")
            if dt in F3:
                exact = lambda x: f.interpolate(x, made, mode="nearest-exact")
                g.run("UpsampleNearestExact3d", f"{dt}/{made}", [x], exact, dt, {"output_size": made, "scale_d": 0.0, "scale_h": 0.0, "scale_w": 0.0}, "o")
                g.run("UpsampleNearestExact3dGrad", f"{dt}/{made}", [d], lambda d: gradient(exact, x.ww, d), dt,
                      {"input_size": [2, 2, 3, 4, 5], "output_size": made, "scales": [0.0, 0.0, 0.0]}, "t")

    for corners in (False, True):
        for beyond in ("zeros", "border", "reflection"):
            for mode in ("bilinear", "nearest", "bicubic"):
                a = {"interpolation_mode": mode, "padding_mode": beyond, "align_corners": corners}
                sample = lambda x, p: f.grid_sample(x.contiguous(), p.contiguous(), mode, beyond, corners)

                def both(d, x, p):
                    x, p = x.contiguous().requires_grad_(), p.contiguous().requires_grad_()
                    dx, dp = torch.autograd.grad(sample(x, p), (x, p), d, allow_unused=True)
                    return dx, torch.zeros_like(p) if dp is None else dp
                for dt in F4:
                    case = f"{dt}/{mode}/{beyond}/{corners}"
                    x, grid = g.ranged(dt, (2, 3, 4, 5), -3, 3, "t"), g.ranged(dt, (2, 3, 2, 2), -1.8, 1.8, "t")
                    if dt != "bf16":
                        g.run("GridSampler2D", case, [x, grid], sample, dt, a, "o")
                    g.run("GridSampler2DGrad", case, [g.ranged(dt, (2, 3, 3, 2), -2, 2), x, grid], both, dt, a, "t")
                    if dt in ("float", "float16"):
                        g.run("GridSample", case, [x, grid], sample, dt, a | {"channel_last": False, "scheduler_mode": 1}, "o")
                        last = of(dt, back(x.ww, True))
                        g.run("GridSample", f"{case}/last", [last, grid], lambda x, p: sample(x.movedim(-1, 1), p), dt, a | {"channel_last": True, "scheduler_mode": 1})
                    if mode != "bicubic" and dt != "bf16":
                        x, grid = g.ranged(dt, (2, 2, 3, 4, 2), -3, 3, "t"), g.ranged(dt, (2, 2, 3, 2, 3), -1.8, 1.8, "t")
                        g.run("GridSampler3D", case, [x, grid], sample, dt, a, "o")
                        g.run("GridSampler3DGrad", case, [g.ranged(dt, (2, 2, 2, 3, 2), -2, 2), x, grid], both, dt, a, "t")
                        if dt != "double":
                            g.run("GridSample", f"{case}/depth", [x, grid], sample, dt, a | {"channel_last": False, "scheduler_mode": 1})
    return g


def conv():
    g = FamilyGold("conv")
    ORDER = {"NCHW": (0, 1, 2, 3), "NHWC": (0, 2, 3, 1), "HWCN": (2, 3, 1, 0), "NCDHW": (0, 1, 2, 3, 4), "NDHWC": (0, 2, 3, 4, 1), "DHWCN": (2, 3, 4, 1, 0)}

    def lay(t, form):
        """A tensor of N, C and the directions in the order of a format."""
        return t.permute(ORDER[form]).contiguous()

    def unlay(t, form):
        back = [0] * t.dim()
        for i, d in enumerate(ORDER[form]):
            back[d] = i
        return t.permute(back).contiguous()

    def listed(values, form):
        """One number per direction, as one per dimension."""
        values = iter(values)
        return [next(values) if letter in "DHW" else 1 for letter in form]

    cases2 = (((2, 4, 6, 7), (6, 4, 3, 2), 1, (1, 1), (0, 0, 0, 0), (1, 1)), ((2, 4, 6, 7), (6, 2, 3, 2), 2, (2, 1), (1, 1, 0, 0), (1, 2)),
              ((1, 4, 5, 5), (4, 1, 3, 3), 4, (1, 2), (1, 2, 2, 0), (1, 1)), ((2, 3, 5, 4), (2, 3, 1, 1), 1, (2, 3), (0, 0, 0, 0), (1, 1)))
    cases3 = (((2, 4, 4, 5, 3), (2, 4, 2, 3, 2), 1, (1, 1, 1), (0, 0, 0, 0, 0, 0), (1, 1, 1)), ((1, 4, 5, 4, 6), (4, 2, 2, 2, 3), 2, (2, 1, 2), (1, 0, 1, 1, 0, 2), (1, 2, 1)))
    for axes, cases in ((2, cases2), (3, cases3)):
        fn = f.conv2d if axes == 2 else f.conv3d
        forms = (("NCHW", "NCHW"), ("NHWC", "HWCN")) if axes == 2 else (("NCDHW", "NCDHW"), ("NDHWC", "DHWCN"))
        for k, (x_shape, w_shape, groups, strides, pads, dilations) in enumerate(cases):
            around = [p for a in reversed(range(axes)) for p in pads[2 * a:2 * a + 2]]
            way = lambda x, w: fn(f.pad(x, around), w, None, strides, 0, dilations, groups)
            for form, w_form in forms:
                a = {"strides": listed(strides, form), "pads": list(pads), "dilations": listed(dilations, form), "groups": groups, "data_format": form}
                op = f"Conv{axes}D"
                for dt in (("float", "float16", "int8") if axes == 2 else ("float16",)):
                    o = "int32" if dt == "int8" else dt
                    x, w = (of(dt, lay(g.ranged(dt, s, -3, 3).ww, t)) for s, t in ((x_shape, form), (w_shape, w_form)))
                    b = g.ranged(o, (w_shape[0],), -3, 3)
                    plain = lambda x, w, *rest: way(unlay(x, form).double(), unlay(w, w_form).double()) + (rest[0].double().reshape(-1, *[1] * axes) if rest else 0)
                    for bias in (False, True):
                        g.run(op, f"{dt}/{k}/{form}/{bias}", [x, w] + [b] * bias, lambda x, w, *r: lay(plain(x, w, *r), form), o, a | {"offset_x": 0})
                    if form == "NHWC" and dt == "float":  # formats of their own count more than data_format
                        x2, w2 = of(dt, unlay(x.ww, form)), of(dt, unlay(w.ww, w_form))
                        g.run(op, f"{dt}/{k}/own formats", [x2, w2], lambda x, w: way(x, w), o, a | {"offset_x": 0, "#format": [NCHW, NCHW, NCHW]})
                y_shape = tuple(way(torch.zeros(x_shape), torch.zeros(w_shape)).shape)
                for dt in ("float", "float16", "double"):
                    x, w, d = (of(dt, lay(g.ranged(dt, s, -3, 3).ww, t)) for s, t in ((x_shape, form), (w_shape, w_form), (y_shape, form)))
                    sizes = lambda s, t: g.const("int32" if axes == 2 or k else "int64", [s[i] for i in ORDER[t]])
                    g.run(op + "BackpropInput", f"{dt}/{k}/{form}", [sizes(x_shape, form), w, d],
                          lambda s, w, d: lay(gradient(lambda x: way(x, unlay(w, w_form)), torch.zeros(x_shape).double(), unlay(d, form)), form), dt, a, "t" if k else "c", host=[0])
                    g.run(op + "BackpropFilter", f"{dt}/{k}/{form}", [x, sizes(w_shape, w_form), d],
                          lambda x, s, d: lay(gradient(lambda w: way(unlay(x, form), w), torch.zeros(w_shape).double(), unlay(d, form)), w_form), dt, a, "o" if k else "c", host=[1])
    for k, (x_shape, w_shape, groups, strides, pad, dilations, more) in enumerate((
            ((2, 4, 3, 4), (4, 3, 3, 2), 1, (1, 1), (0, 0), (1, 1), (0, 0)), ((1, 4, 3, 2), (4, 2, 3, 3), 2, (2, 3), (1, 1), (1, 2), (1, 2)))):
        way = lambda x, w: f.conv_transpose2d(x, w, None, strides, pad, more, groups, dilations)
        y_shape = tuple(way(torch.zeros(x_shape), torch.zeros(w_shape)).shape)
        for form, w_form in (("NCHW", "NCHW"), ("NHWC", "HWCN")):
            for dt, o in (("float16", "float16"), ("int8", "int32")):
                x, w = (of(dt, lay(g.ranged(dt, s, -3, 3).ww, t)) for s, t in ((x_shape, form), (w_shape, w_form)))
                b = g.ranged(o, (y_shape[1],), -3, 3)
                a = {"strides": listed(strides, form), "pads": [pad[0], pad[0], pad[1], pad[1]], "dilations": listed(dilations, form), "groups": groups, "data_format": form,
                     "output_padding": [{"H": more[0], "W": more[1]}.get(letter, 0) for letter in form], "offset_x": 0}
                for sizes in ([y_shape[i] for i in ORDER[form]], [0, 0, 0, 0]):
                    g.run("Conv2DTranspose", f"{dt}/{k}/{form}/{sizes}", [g.const("int32", sizes), x, w, b],
                          lambda s, x, w, b: lay(way(unlay(x, form).double(), unlay(w, w_form).double()) + b.double().reshape(-1, 1, 1), form), o, a, host=[0])
    return g


def pool():
    g = FamilyGold("pool")
    real = ("float16", "float", "double")

    def last(t):
        return t.movedim(1, -1).contiguous()

    def first(t):
        return t.movedim(-1, 1).contiguous()

    windows2 = (((3, 2), (2, 1), (1, 1)), ((2, 3), (3, 2), (0, 1)), ((1, 1), (2, 2), (0, 0)), ((3, 3), (3, 3), (1, 1)))
    for k, (size, step, pad) in enumerate(windows2):
        for ceil in (False, True):
            for exclusive in (False, True):
                for form in ("NCHW", "NHWC"):
                    lay, unlay = (last, first) if form == "NHWC" else (lambda t: t, lambda t: t)
                    four = lambda v: [1, *v, 1] if form == "NHWC" else [1, 1, *v]
                    a = {"ksize": four(size), "strides": four(step), "padding_mode": "CALCULATED", "pads": [pad[0], pad[0], pad[1], pad[1]], "data_format": form,
                         "global_pooling": False, "ceil_mode": ceil}
                    for dt in real:
                        x = of(dt, lay(g.ranged(dt, (2, 2, 6, 7), -3, 3).ww))
                        mean = lambda x: lay(f.avg_pool2d(unlay(x), size, step, pad, ceil, not exclusive))
                        g.run("AvgPoolV2", f"{dt}/{k}/{ceil}/{exclusive}/{form}", [x], mean, dt, a | {"exclusive": exclusive}, "o")
                    if exclusive:
                        for dt in real + INTS + ("uint16",):
                            x = of(dt, lay(g.ranged(dt, (1, 2, 6, 7), -9, 9).ww))
                            way = lambda x: lay(f.max_pool2d(unlay(x).double(), size, step, pad, 1, ceil).to(x.dtype))
                            g.run("MaxPoolV3", f"{dt}/{k}/{ceil}/{form}", [x], way, dt, a, "o")
    x = g.ranged("float", (2, 3, 6, 7), -3, 3, "t")
    same = {"ksize": [1, 1, 3, 2], "strides": [1, 1, 2, 2], "padding_mode": "SAME", "pads": [0, 0, 0, 0], "data_format": "NCHW", "global_pooling": False, "ceil_mode": False}
    around = lambda x, value: f.pad(x, (0, 1, 0, 1), value=value)  # what SAME adds to 6 x 7 points
    g.run("MaxPoolV3", "same", [x], lambda x: f.max_pool2d(around(x, -1e9), (3, 2), 2), "float", same)
    g.run("AvgPoolV2", "same", [x], lambda x: f.avg_pool2d(around(x, 0), (3, 2), 2), "float", same | {"exclusive": False})
    valid = same | {"padding_mode": "VALID"}
    g.run("MaxPoolV3", "valid", [x], lambda x: f.max_pool2d(x, (3, 2), 2), "float", valid)
    whole = same | {"global_pooling": True}
    g.run("MaxPoolV3", "whole", [x], lambda x: x.amax((2, 3), True), "float", whole)
    g.run("AvgPoolV2", "whole", [x], lambda x: x.mean((2, 3), True), "float", whole | {"exclusive": True})
    nan = g.ranged("float", (1, 1, 4, 4), -3, 3)
    nan.storage[5] = float("nan")
    g.run("MaxPoolV3", "nan", [nan], lambda x: f.max_pool2d(x, 2, 1), "float", valid | {"ksize": [1, 1, 2, 2], "strides": [1, 1, 1, 1]})

    windows3 = (((2, 3, 2), (2, 1, 1), (1, 1, 0)), ((3, 2, 2), (3, 2, 3), (0, 1, 1)))
    for k, (size, step, pad) in enumerate(windows3):
        pads = [p for p in pad for _ in range(2)]
        for ceil in (False, True):
            for form in ("NCDHW", "NDHWC"):
                lay, unlay = (last, first) if form == "NDHWC" else (lambda t: t, lambda t: t)
                five = lambda v: [1, *v, 1] if form == "NDHWC" else [1, 1, *v]
                shape = (1, 2, 5, 6, 4)
                for dt in real:
                    x = of(dt, lay(g.ranged(dt, shape, -3, 3).ww))
                    for counts, divisor in ((True, 0), (False, 0), (True, 5)):
                        mean = lambda x: f.avg_pool3d(x, size, step, pad, ceil, counts, divisor or None)
                        a = {"ksize": five(size), "strides": list(step), "pads": pads, "ceil_mode": ceil, "count_include_pad": counts, "divisor_override": divisor, "data_format": form}
                        name = f"{dt}/{k}/{ceil}/{form}/{counts}/{divisor}"
                        g.run("AvgPool3D", name, [x], lambda x: lay(mean(unlay(x))), dt, a, "o")
                        d = of(dt, lay(g.ranged(dt, mean(torch.zeros(shape)).shape, -3, 3).ww))
                        sizes = list(lay(torch.zeros(shape)).shape)
                        g.run("AvgPool3DGrad", name, [g.const("int32", sizes), d], lambda s, d: lay(gradient(mean, torch.zeros(shape).double(), unlay(d))), dt, a, "t", host=[0])
                    largest = lambda x: f.max_pool3d(x, size, step, pad, 1, ceil)
                    g.run("MaxPool3D", f"{dt}/{k}/{ceil}/{form}", [x], lambda x: lay(largest(unlay(x))), dt,
                          {"ksize": five(size), "strides": five(step), "padding": "CALCULATED", "pads": pads, "dilation": [1] * 6, "ceil_mode": int(ceil), "data_format": form}, "o")
            for dilation in (1, 2):
                for dt in F3:
                    x = g.ranged(dt, (1, 2, 5, 6, 4), -3, 3, whole=True)  # equal ones: the first counts
                    places = lambda x: f.max_pool3d(x, size, step, pad, dilation, ceil, True)
                    for number, index in ((3, "int32"), (9, "int64")):
                        a = {"ksize": list(size), "strides": list(step), "pads": list(pad), "dilation": [dilation] * 3, "ceil_mode": ceil, "data_format": "NCDHW"}
                        g.run("MaxPool3DWithArgmaxV2", f"{dt}/{k}/{ceil}/{dilation}/{index}", [x], places, (dt, index), a | {"dtype": number}, "o")
                        y, at = places(x.ww.contiguous())
                        d = g.ranged(dt, y.shape, -3, 3)
                        g.run("MaxPool3DGradWithArgmax", f"{dt}/{k}/{ceil}/{dilation}/{index}", [x, d, of(index, at)], lambda x, d, at: gradient(lambda v: places(v)[0], x, d), dt, a, "t")
    for shape in ((2, 3, 5, 7), (3, 5, 7)):
        for size in ((2, 3), (5, 7), (1, 1), (6, 4)):
            for dt in real:
                x = g.ranged(dt, shape, -3, 3, "t", whole=True)
                even = lambda x: f.adaptive_avg_pool2d(x, size)
                if dt != "double":
                    g.run("AdaptiveAvgPool2d", f"{dt}/{len(shape)}/{size}", [x], even, dt, {"output_size": list(size)}, "o")
                    d = g.ranged(dt, shape[:-2] + size, -3, 3)
                    g.run("AdaptiveAvgPool2dGrad", f"{dt}/{len(shape)}/{size}", [d], lambda d: gradient(even, torch.zeros(shape).double(), d), dt, {"orig_input_shape": list(shape)}, "t")
                for index in ("int32", "int64"):
                    g.run("AdaptiveMaxPool2d", f"{dt}/{len(shape)}/{size}/{index}", [x], lambda x: f.adaptive_max_pool2d(x.contiguous(), size, True), (dt, index), {"output_size": list(size)}, "o")
    return g


def optim():
    g = FamilyGold("optim")
    # Numbers that every type holds exactly.
    lr, b1, b2, eps, rho, mom = 0.125, 0.5, 0.75, 0.0009765625, 0.875, 0.625

    def torch_step(make, var, grad, state):
        p = torch.nn.Parameter(var.clone().contiguous())
        opt = make([p])
        opt.state[p].update({k: v.clone() if torch.is_tensor(v) else v for k, v in state.items()})
        p.grad = grad.clone().contiguous()
        opt.step()
        return p.detach(), opt.state[p]

    for dt in F4:
        for layout in ("c", "t"):
            shape = (3, 5)
            var, m, grad = g.ranged(dt, shape, -3, 3, layout), g.ranged(dt, shape, -3, 3, layout), g.ranged(dt, shape, -3, 3)
            v, w = g.ranged(dt, shape, 0.1, 3, layout), g.ranged(dt, shape, 0.1, 3)
            one = lambda x: of(dt, torch.tensor(x, dtype=torch.float64).reshape([1] if layout == "c" else []))

            def case(op, what, inputs, fn, attrs, outputs, layout=layout):
                g.run(op, f"{dt}/{layout}/{what}", inputs, fn, dt, attrs, layout)
                if layout == "c":  # in place
                    g.run(op, f"{dt}/{what}/in place", inputs, fn, dt, attrs, ref=list(range(outputs)))
            for nesterov in (False, True):
                def adam(var, m, v, p1, p2, lr, b1, b2, eps, grad):
                    m, v = b1 * m + (1 - b1) * grad, b2 * v + (1 - b2) * grad ** 2
                    top = b1 * m + (1 - b1) * grad if nesterov else m
                    return var - lr * (1 - p2).sqrt() / (1 - p1) * top / (v.sqrt() + eps), m, v
                case("ApplyAdamD", nesterov, [var, m, v, one(b1 ** 2), one(b2 ** 2), one(lr), one(b1), one(b2), one(eps), grad], adam, {"use_locking": False, "use_nesterov": nesterov}, 3)

                def momentum(var, accum, lr, grad, mom):
                    p, state = torch_step(lambda ps: torch.optim.SGD(ps, lr.item(), mom.item(), nesterov=nesterov), var, grad, {"momentum_buffer": accum})
                    return p, state["momentum_buffer"]
                case("ApplyMomentumD", nesterov, [var, m, one(lr), grad, one(mom)], momentum, {"use_nesterov": nesterov, "use_locking": False}, 2)

                def keras(var, accum, lr, grad, mom):
                    a = mom * accum - lr * grad
                    return (var + mom * a - lr * grad if nesterov else var + a), a
                case("ApplyKerasMomentumD", nesterov, [var, m, one(lr), grad, one(mom)], keras, {"use_locking": False, "use_nesterov": nesterov}, 2)
            def adamax(var, m, v, p1, lr, b1, b2, eps, grad):
                m, v = b1 * m + (1 - b1) * grad, torch.maximum(b2 * v, grad.abs())
                return var - lr / (1 - p1) * (m / (v + eps)), m, v
            case("ApplyAdaMaxD", "", [var, m, v, one(b1 ** 2), one(lr), one(b1), one(b2), one(eps), grad], adamax, {"use_locking": False}, 3)
            for slots in (True, False):
                def adagrad(var, accum, lr, grad):
                    if not slots:
                        return var - lr * grad / accum.sqrt(), accum
                    p, state = torch_step(lambda ps: torch.optim.Adagrad(ps, lr.item(), eps=0), var, grad, {"sum": accum, "step": torch.tensor(0.0)})
                    return p, state["sum"]
                case("ApplyAdagradD", slots, [var, v, one(lr), grad], adagrad, {"update_slots": slots, "use_locking": False}, 2)

            def adadelta(var, accum, update, lr, rho, eps, grad):
                p, state = torch_step(lambda ps: torch.optim.Adadelta(ps, lr.item(), rho.item(), eps.item()), var, grad, {"square_avg": accum, "acc_delta": update, "step": 0})
                return p, state["square_avg"], state["acc_delta"]
            case("ApplyAdadeltaD", "", [var, v, w, one(lr), one(rho), one(eps), grad], adadelta, {"use_locking": False}, 3)

            def rms(var, ms, mom_before, lr, grad):
                ms = rho * ms + (1 - rho) * grad ** 2
                moved = mom * mom_before + lr * grad * torch.rsqrt(ms + eps)
                return var - moved, ms, moved
            case("ApplyRMSPropD", "", [var, v, m, one(lr), grad], rms, {"rho": rho, "momentum": mom, "epsilon": eps, "use_locking": False}, 3)
            case("ApplyGradientDescent", "", [var, one(lr), grad], lambda var, lr, d: torch_step(lambda ps: torch.optim.SGD(ps, lr.item()), var, d, {})[0], {"use_locking": False}, 1)
            for amsgrad in (False, True) if dt != "double" else ():
                for maximize in (False, True):
                    def adam_w(var, m, v, p1, p2, lr, wd, b1, b2, eps, grad, norm=None):
                        state = {"step": torch.tensor(2.0), "exp_avg": m, "exp_avg_sq": v} | ({"max_exp_avg_sq": norm} if amsgrad else {})
                        p, after = torch_step(lambda ps: torch.optim.AdamW(ps, lr.item(), (b1.item(), b2.item()), eps.item(), wd.item(), amsgrad, maximize=maximize), var, grad, state)
                        return p, after["exp_avg"], after["exp_avg_sq"]
                    inputs = [var, m, v, one(b1 ** 2), one(b2 ** 2), one(lr), one(0.0625), one(b1), one(b2), one(eps), grad] + [w] * amsgrad
                    case("ApplyAdamW", f"{amsgrad}/{maximize}", inputs, adam_w, {"amsgrad": amsgrad, "maximize": maximize}, 3)
    return g


def quant():
    g = FamilyGold("quant")
    rounds = {"round": torch.round, "floor": torch.floor, "ceil": torch.ceil, "trunc": torch.trunc}

    def whole(v, mode="round", bits=8):
        return rounds[mode.lower()](v).clamp(-(1 << bits - 1), (1 << bits - 1) - 1).long()
    for dt in F3:
        for mode in rounds:
            for root in (False, True):
                x = g.ranged(dt, (3, 4, 5), -60, 60, "t")
                scale = lambda s: s * s if root else s
                if dt != "bf16":
                    a = {"scale": 1.5, "offset": -0.75, "sqrt_mode": root, "round_mode": mode.capitalize()}
                    g.run("AscendQuant", f"{dt}/{mode}/{root}", [x], lambda x: whole(x * scale(1.5) - 0.75, mode), "int8", a, "o")
                for shape, axis, view in (((1,), -1, (1,)), ((5,), -1, (5,)), ((4,), 1, (4, 1)), ((3, 1, 1), -1, (3, 1, 1)), ((4, 5), -1, (4, 5))):
                    s, o = g.ranged(dt, shape, 0.25, 2), g.ranged(dt, shape, -3, 3)
                    for bits, number in ((8, 2), (4, 29)):
                        a = {"sqrt_mode": root, "round_mode": mode, "dst_type": number, "axis": axis}
                        name = f"{dt}/{mode}/{root}/{shape}/{axis}/{bits}"
                        if bits == 8:
                            g.run("AscendQuantV2", name, [x, s, o], lambda x, s, o: whole(x * scale(s.reshape(view)) + o.reshape(view), mode), "int8", a, "o")
                            g.run("AscendQuantV2", f"{name}/plain", [x, s], lambda x, s: whole(x * scale(s.reshape(view)), mode), "int8", a)
    for root in (False, True):
        q = g.ranged("int8", (3, 4, 5), -128, 127, "t")
        for o, number in (("float", 0), ("float16", 1)):
            g.run("AscendAntiQuant", f"{o}/{root}", [q], lambda q: (q.double() + 2.5) * (0.25 if root else 0.5), o, {"scale": 0.5, "offset": 2.5, "dtype": number, "sqrt_mode": root}, "o")
        for dt in ("float", "bf16"):
            for shape in ((1,), (5,), (4, 1)):
                s, z = g.ranged(dt, shape, 0.01, 2), g.ranged(dt, shape, -9, 9)
                for o, number in (("float16", 1), ("bf16", 27)):
                    way = lambda q, s, z=0.0: (q.double() + z) * (s * s if root else s)
                    g.run("AscendAntiQuantV2", f"{dt}/{o}/{root}/{shape}", [q, s, z], way, o, {"dst_type": number, "sqrt_mode": root}, "o")
                    g.run("AscendAntiQuantV2", f"{dt}/{o}/{root}/{shape}/plain", [q, s], way, o, {"dst_type": number, "sqrt_mode": root})

    def word(scale, offset=None):
        """Scale and offset in 64 bits, by their definition."""
        bits = torch.from_numpy(scale.float().contiguous().numpy().view("uint32").astype("int64"))
        words = (bits >> 13 << 13) + (1 << 46)
        return words if offset is None else words + ((torch.round(offset).clamp(-256, 255).long() % 512) << 37)
    for o in ("int64", "uint64"):
        for n, m in ((5, None), (5, 5), (1, 5), (5, 1)):
            s = g.ranged("float", (n,), -3, 3)
            z = None if m is None else g.ranged("float", (m,), -400, 400)
            g.run("TransQuantParamV2", f"{o}/{n}/{m}", [s] + ([] if m is None else [z]), lambda s, z=None: word(s) if z is None else word(s.expand(5), z.expand(5)), o, {}, "o")
    for ta in (False, True):
        for tb in (False, True):
            turn = lambda t, flag: t.transpose(-1, -2) if flag else t
            for k, (left, right) in enumerate((((3, 7), (7, 5)), ((2, 3, 7), (7, 5)), ((2, 1, 3, 7), (4, 7, 5)))):
                a, b = (of("int8", turn(g.ranged("int8", s, -128, 127).ww, flag)) for s, flag in ((left, ta), (right, tb)))
                bias, tokens = g.ranged("int32", (5,), -900, 900), g.ranged("float", (3,), 0.1, 2)
                product = lambda x, w: turn(x.double(), ta) @ turn(w.double(), tb)
                for o, number in (("float16", 1), ("bf16", 27), ("float", 0)):
                    attrs = {"dtype": number, "transpose_x1": ta, "transpose_x2": tb, "group_size": 0}
                    for dt, n in (("float", 5), ("bf16", 1)):
                        s = g.ranged(dt, (n,), 0.0001, 0.001)
                        name = f"{o}/{ta}/{tb}/{k}/{dt}"
                        g.run("QuantBatchMatmulV3", name, [a, b, s, None, bias], lambda x, w, s, z, c: (product(x, w) + c) * s, o, attrs, "o")
                        g.run("QuantBatchMatmulV3", f"{name}/plain", [a, b, s], lambda x, w, s: product(x, w) * s, o, attrs)
                        if left[:-2] in ((), (2,)):
                            real = g.ranged("float", (5,), -3, 3)
                            g.run("QuantBatchMatmulV3", f"{name}/rows", [a, b, s, None, real] + [tokens], lambda x, w, s, z, c, r: product(x, w) * s * r[:, None] + c, o, attrs) if k == 0 else None
                s = g.ranged("float", (5,), 0.001, 0.004)
                z = g.ranged("float", (5,), -20, 20, whole=True)
                attrs = {"dtype": 2, "transpose_x1": ta, "transpose_x2": tb, "group_size": 0}
                words = of("int64", word(s.ww, z.ww))
                cut = torch.from_numpy((s.ww.float().numpy().view("uint32") & 0xFFFFE000).view("float32")).double()
                g.run("QuantBatchMatmulV3", f"int8/{ta}/{tb}/{k}", [a, b, words, None, bias], lambda x, w, s, _, c: whole((product(x, w) + c) * cut + z.ww), "int8", attrs, "o")
            for dt in ("float16", "bf16"):
                x = of(dt, turn(g.ranged(dt, (3, 8), -3, 3).ww, ta))
                w = of("int8", turn(g.ranged("int8", (8, 5), -128, 127).ww, tb))
                for size in (0, 4):
                    groups = 2 if size else 1
                    for full in (True, False):
                        shape = ((groups, 5) if size else (5,)) if full else (1,)
                        s, z = (g.ranged(dt, shape, lo, hi) for lo, hi in ((0.01, 0.1), (-9, 9)))
                        stand = (lambda t: of(dt, t.ww.transpose(0, 1))) if tb and size and full else (lambda t: t)
                        rows = lambda t: turn(t, tb and size > 0 and full).repeat_interleave(8 // groups, 0) if full and size else t
                        bias = g.ranged("float", (5,), -3, 3)
                        attrs = {"transpose_x": ta, "transpose_weight": tb, "antiquant_group_size": size, "dtype": -1, "inner_precise": 0}
                        way = lambda x, w, s, z=None, *_: turn(x, ta) @ ((turn(w.double(), tb) + (0.0 if z is None else rows(z))) * rows(s))
                        name = f"{dt}/{ta}/{tb}/{size}/{full}"
                        g.run("WeightQuantBatchMatmulV2", name, [x, w, stand(s), stand(z)], way, dt, attrs, "o")
                        g.run("WeightQuantBatchMatmulV2", f"{name}/bias", [x, w, stand(s), None, None, None, bias], lambda x, w, s, z, f1, f2, c: way(x, w, s) + c, dt, attrs)
                        factor, term = g.ranged("float", (5,), 0.5, 3), g.ranged("float", (5,), -3, 3)
                        g.run("WeightQuantBatchMatmulV2", f"{name}/int8", [x, w, stand(s), stand(z), factor, term], lambda x, w, s, z, f1, f2: whole(way(x, w, s, z) * f1 + f2), "int8", attrs)
    return g


def norm():
    g = FamilyGold("norm")
    eps = 0.0009765625
    for dt in F3:
        for shape, sizes in (((3, 4, 5), (5,)), ((3, 4, 5), (4, 5)), ((2, 6), (6,))):
            dims = tuple(range(-len(sizes), 0))
            x, other, gamma, dy = g.ranged(dt, shape, -3, 3, "t"), g.ranged(dt, shape, -3, 3), g.ranged(dt, sizes, -2, 2), g.ranged(dt, shape, -2, 2, "t")
            name = f"{dt}/{shape}/{sizes}"

            def rms(x, gamma):
                rstd = torch.rsqrt((x * x).mean(dims, True) + eps)
                return x * rstd * gamma, rstd
            g.run("RmsNorm", name, [x, gamma], rms, (dt, "float"), {"epsilon": eps}, "o")

            def add_rms(a, b, gamma):
                x = of(dt, a + b).ww
                return (*rms(x, gamma), x)
            g.run("AddRmsNorm", name, [x, other, gamma], add_rms, (dt, "float", dt), {"epsilon": eps}, "o")
            # What came out of the forward operator is taken as it is, not as it would be without rounding.
            rstd = of("float", rms(x.ww, gamma.ww)[1])

            def rms_grad(dy, x, rstd, gamma):
                n = x * rstd
                w = dy * gamma
                return rstd * (w - n * (w * n).mean(dims, True)), (dy * n).reshape(-1, *sizes).sum(0)
            exact = torch.autograd.functional.vjp(lambda x, w: rms(x, w)[0], (x.ww.contiguous(), gamma.ww.contiguous()), dy.ww.contiguous())[1]
            found = rms_grad(dy.ww, x.ww, rms(x.ww, gamma.ww)[1], gamma.ww)
            assert all(torch.allclose(a, b) for a, b in zip(exact, found))
            g.run("RmsNormGrad", name, [dy, x, rstd, gamma], rms_grad, (dt, "float"), {}, "t")

            mean = of("float", x.ww.mean(dims, True))
            rstd = of("float", torch.rsqrt(x.ww.var(dims, False, True) + eps))

            def layer_grad(dy, x, rstd, mean, gamma):
                n = (x - mean) * rstd
                w = dy * gamma
                return rstd * (w - w.mean(dims, True) - n * (w * n).mean(dims, True)), (dy * n).reshape(-1, *sizes).sum(0), dy.reshape(-1, *sizes).sum(0)
            beta = torch.zeros(sizes).double()
            exact = torch.autograd.functional.vjp(lambda x, w, b: f.layer_norm(x, sizes, w, b, eps), (x.ww.contiguous(), gamma.ww.contiguous(), beta), dy.ww.contiguous())[1]
            found = layer_grad(dy.ww, x.ww, torch.rsqrt(x.ww.var(dims, False, True) + eps), x.ww.mean(dims, True), gamma.ww)
            assert all(torch.allclose(a, b) for a, b in zip(exact, found))
            g.run("LayerNormGradV3", name, [dy, x, rstd, mean, gamma], layer_grad, (dt, "float", "float"), {"output_mask": [True] * 3}, "t")
            untouched = torch.frombuffer(bytearray(b"\xa5" * 4), dtype=torch.float32).double()
            g.run("LayerNormGradV3", f"{name}/first", [dy, x, rstd, mean, gamma], lambda *a: (layer_grad(*a)[0], untouched.expand(sizes), untouched.expand(sizes)), (dt, "float", "float"),
                  {"output_mask": [True, False, False]})
        for shape, groups in (((2, 6, 3, 4), 3), ((3, 4, 5), 1), ((2, 4), 2)):
            for silu in (False, True):
                x, gamma, beta = g.ranged(dt, shape, -3, 3, "t"), g.ranged(dt, shape[1:2], -2, 2), g.ranged(dt, shape[1:2], -2, 2)

                def group(x, gamma=None, beta=None):
                    y = f.group_norm(x, groups, gamma, beta, eps)
                    flat = x.reshape(shape[0], groups, -1)
                    return f.silu(y) if silu else y, flat.mean(-1), torch.rsqrt(flat.var(-1, False) + eps)
                a = {"num_groups": groups, "eps": eps, "activate_silu": silu}
                g.run("GroupNormSilu", f"{dt}/{shape}/{silu}", [x, gamma, beta], group, (dt, dt, dt), a, "o")
                g.run("GroupNormSilu", f"{dt}/{shape}/{silu}/plain", [x], group, (dt, dt, dt), a)
        # A batch in three parts, as one whole: the statistics, and what goes back from them.
        parts = [g.ranged("float", (k, 3, 2), -3, 3) for k in (2, 1, 3)]
        batch = torch.cat([p.ww for p in parts])
        total = of(dt, torch.stack([p.ww.sum((0, 2)) for p in parts]))
        squares = of(dt, torch.stack([(p.ww ** 2).sum((0, 2)) for p in parts]))
        counts = g.const("int32", [p.ww.shape[0] * 2 for p in parts])
        mean, variance = g.ranged(dt, (3,), -2, 2), g.ranged(dt, (3,), 0.5, 2)

        def gather(total, squares, counts, mean, variance):
            n = counts.sum()
            m = total.sum(0) / n
            v = squares.sum(0) / n - m ** 2
            return m, torch.rsqrt(v + eps), mean * 0.75 + m * 0.25, variance * 0.75 + v * n / (n - 1) * 0.25
        m, v = mean.ww.clone(), variance.ww.clone()
        f.batch_norm(batch, m, v, None, None, True, 0.25, eps)
        exact = [torch.stack([fn(p.ww) for p in parts]) for fn in (lambda p: p.sum((0, 2)), lambda p: (p ** 2).sum((0, 2)))]
        made = gather(*exact, counts.ww, mean.ww, variance.ww)
        assert torch.allclose(m, made[2]) and torch.allclose(v, made[3])
        g.run("SyncBatchNormGatherStats", dt, [total, squares, counts, mean, variance], gather, (dt,) * 4, {"momentum": 0.25, "eps": eps}, "o")
        x, d, weight = g.ranged(dt, (4, 3, 2), -3, 3, "t"), g.ranged(dt, (4, 3, 2), -2, 2), g.ranged(dt, (3,), -2, 2)
        view = lambda t: t.reshape(1, -1, 1) if t.dim() == 1 else t
        elements = lambda d, x, m, s, w, dm, dx: (d - view(dm) - (x - view(m)) * view(s) ** 2 * view(dx)) * view(s) * view(w)
        average, invstd = x.ww.mean((0, 2)), torch.rsqrt(x.ww.var((0, 2), False) + eps)
        mean_d, mean_dx = d.ww.mean((0, 2)), (d.ww * (x.ww - view(average))).mean((0, 2))
        exact = gradient(lambda x: f.batch_norm(x, None, None, weight.ww, None, True, 0, eps), x.ww, d.ww)
        assert torch.allclose(exact, elements(d.ww, x.ww, average, invstd, weight.ww, mean_d, mean_dx))
        few = [of(dt, t) for t in (average, invstd, weight.ww, mean_d, mean_dx)]
        g.run("SyncBatchNormBackwardElemt", dt, [d, x, *few], elements, dt, {}, "o")
        g.run("SyncBatchNormBackwardElemt", f"{dt}/whole", [d, x, *[of(dt, view(t.ww).expand(4, 3, 2)) for t in few]], elements, dt, {})
    for dt in ("float16", "float"):
        for last in (False, True):
            shape, n = (2, 3, 4, 5), 40
            x = g.ranged(dt, shape, -3, 3)
            if last:
                x = of(dt, back(x.ww, True))
            first = lambda x: x.movedim(-1, 1) if last else x
            again = lambda y: back(y, True) if last else y
            form = lambda count, more: {"#format": [NHWC] + [2] * count + more} if last else {}
            sums = lambda x: (first(x).sum((0, 2, 3)), (first(x) ** 2).sum((0, 2, 3)))
            g.run("BNTrainingReduce", f"{dt}/{last}", [x], sums, ("float", "float"), form(0, [2, 2]))
            total, squares = (of("float", s) for s in sums(x.ww))
            scale, offset, mean, variance = (g.ranged("float", (3,), lo, 2) for lo in (-2, -2, -2, 0.5))

            def update(x, total, squares, scale, offset, mean, variance):
                m = total / n
                v = squares / n - m * m
                view = lambda t: t.reshape(1, 3, 1, 1)
                y = (first(x) - view(m)) / (view(v) + eps).sqrt() * view(scale) + view(offset)
                return again(y), mean * 0.75 + m * 0.25, variance * 0.75 + v * n / (n - 1) * 0.25, m, v
            m, v = mean.ww.clone(), variance.ww.clone()
            whole = again(f.batch_norm(first(x.ww).contiguous(), m, v, scale.ww, offset.ww, True, 0.25, eps))
            made = update(x.ww, *sums(x.ww), scale.ww, offset.ww, mean.ww, variance.ww)
            assert torch.allclose(whole, made[0]) and torch.allclose(m, made[1]) and torch.allclose(v, made[2])
            g.run("BNTrainingUpdate", f"{dt}/{last}", [x, total, squares, scale, offset, mean, variance], update, (dt,) + ("float",) * 4, {"factor": 0.25, "epsilon": eps} | form(6, [NHWC, 2, 2, 2, 2]))
            g.run("BNInfer", f"{dt}/{last}", [x, scale, offset, mean, variance],
                  lambda x, s, o, m, v: again(f.batch_norm(first(x).contiguous(), m.clone(), v.clone(), s, o, False, 0, eps)), dt, {"epsilon": eps} | form(4, [NHWC]))
    return g


FAMILIES = [resample, conv, pool, optim, quant, norm]


if __name__ == "__main__":
    write(FAMILIES)
