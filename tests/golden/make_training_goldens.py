#!/usr/bin/python3
"""Writes the expected values of steps of training to operators/<family>/<part>.golden.

Usage: make_training_goldens.py <checkout> [part...]       (needs PyTorch and NumPy; 1.13 made the committed files)

As make_family_goldens.py: cases by operator type, computed in float64 from the rounded inputs and rounded once; gradients are those that
PyTorch derives.
"""
import decimal

import numpy as np
import torch

from make_data_goldens import of
from make_family_goldens import C2, F3, F4, INTS, FamilyGold, write
from make_goldens import BITS, FLOATS, HELD

f = torch.nn.functional
NCHW, NHWC, ND, NDHWC, NCDHW = 0, 1, 2, 27, 30
EPS = 0.0009765625  # every type holds it


def gradients(fn, inputs, d):
    """Of fn at `inputs`, each."""
    return torch.autograd.functional.vjp(fn, tuple(x.contiguous() for x in inputs), d)[1]


def steps():
    g = FamilyGold("norm/steps")

    for dt in F3:
        for shape, groups in (((2, 6, 4), 3), ((2, 4, 3, 2), 2), ((3, 4), 4)):
            x, gamma, beta = g.ranged(dt, shape, -3, 3, "t"), g.ranged(dt, (shape[1],), -2, 2), g.ranged(dt, (shape[1],), -2, 2)

            def group(x, gamma, beta, scale=None):
                rows = x.reshape(shape[0], groups, -1)
                mean, variance = rows.mean(-1), rows.var(-1, unbiased=False)
                y = f.group_norm(x.contiguous(), groups, gamma, beta, EPS)
                return (y if scale is None else y * torch.sigmoid(scale * y)), mean, torch.rsqrt(variance + EPS)
            name = f"{dt}/{shape}"
            g.run("GroupNormV2", name, [x, gamma, beta], group, (dt,) * 3, {"num_groups": groups, "data_format": "NCHW", "eps": EPS, "is_training": True}, "o")
            for scale in (1.0, 1.5):
                g.run("GroupNormSwish", f"{name}/{scale}", [x, gamma, beta], lambda x, s, o: group(x, s, o, scale), (dt,) * 3, {"num_groups": groups, "data_format": "NCHW", "eps": EPS, "swish_scale": scale}, "o")
                d = g.ranged(dt, shape, -2, 2)
                _, mean, rstd = group(x.ww, gamma.ww, beta.ww)
                # float32 statistics keep the expected gradient within rounding.
                wide = [of("double", mean), of("double", rstd)]
                g.run("GroupNormSwishGrad", f"{name}/{scale}", [d] + wide + [x, gamma, beta], lambda d, m, r, x, s, o: gradients(lambda x, s, o: group(x, s, o, scale)[0], (x, s, o), d), (dt,) * 3,
                      {"num_groups": groups, "data_format": "NCHW", "swish_scale": scale, "dgamma_is_require": True, "dbeta_is_require": True}, "t")
    for dt in F4:
        for form, shape in ((ND, (2, 3, 5)), (NCHW, (2, 3, 2, 4)), (NHWC, (2, 2, 4, 3)), (NCDHW, (2, 3, 2, 2, 3)), (NDHWC, (2, 2, 2, 3, 3))):
            last = form in (NHWC, NDHWC)
            x = g.ranged(dt, shape, -3, 3)
            for each in (False, True):
                gamma, beta = (g.ranged(dt, (2, 3) if each else (3,), -2, 2) for _ in range(2))

                def instance(x, gamma, beta):
                    x = x.movedim(-1, 1) if last else x
                    dims = tuple(range(2, x.dim()))
                    mean, variance = x.mean(dims, True), x.var(dims, False, True)
                    place = lambda t: t.reshape((-1, 3) + (1,) * len(dims))
                    y = (x - mean) / (variance + EPS).sqrt() * place(gamma) + place(beta)
                    if not each:
                        assert torch.allclose(y, f.instance_norm(x, weight=gamma, bias=beta, eps=EPS))
                    back = lambda t: t.movedim(1, -1) if last else t
                    return back(y), back(mean), back(variance)
                a = {"data_format": "NHWC" if last else "NCHW", "epsilon": EPS, "#format": [form, ND, ND, form, form, form]}
                for op in ("InstanceNorm", "InstanceNormV3"):
                    g.run(op, f"{dt}/{form}/{each}", [x, gamma, beta], instance, (dt,) * 3, a, "o")

    for dt in F3:
        for params in F3 + ("double",):
            for shape, axis in (((2, 3, 4), 2), ((2, 3, 4), -2), ((5, 6), 1)):
                x, gamma, beta = g.ranged(dt, shape, -3, 3, "t"), *(g.ranged(params, shape[axis:], -2, 2) for _ in range(2))

                def layer(x, s, o):
                    dims = tuple(range(axis % x.dim(), x.dim()))
                    return f.layer_norm(x.contiguous(), shape[axis:], s, o, EPS), x.mean(dims, True), torch.rsqrt(x.var(dims, False, True) + EPS)
                g.run("LayerNormV3", f"{dt}/{params}/{shape}/{axis}", [x, gamma, beta], layer, (dt, "float", "float"), {"begin_norm_axis": axis, "begin_params_axis": axis, "epsilon": EPS}, "o")
                sizes = g.const("int64", list(shape[axis:]))
                g.run("LayerNormV4", f"{dt}/{params}/{shape}/{axis}", [x, sizes, gamma, beta], lambda x, n, s, o: layer(x, s, o), (dt, "float", "float"), {"epsilon": EPS}, "o", host=[1])
    for dt in F4:
        for shape, count in (((2, 3, 4), 1), ((2, 3, 4), 2), ((5, 6), 1)):
            sizes = shape[len(shape) - count:]
            dims = tuple(range(len(shape) - count, len(shape)))
            x, dy, gamma = g.ranged(dt, shape, -3, 3, "t"), g.ranged(dt, shape, -3, 3), g.ranged(dt, sizes, -2, 2)
            exact = "double"
            mean, variance = of(exact, x.ww.mean(dims, True)), of(exact, x.ww.var(dims, False, True) - 1e-12)  # what is added again
            rstd = of(exact, torch.rsqrt(x.ww.var(dims, False, True)))
            zero = torch.zeros(sizes).double()
            back = lambda dy, x, s, eps=0.0: gradients(lambda x, s, o: f.layer_norm(x, sizes, s, o, eps), (x, s, zero), dy)
            normal = lambda x: (x - x.mean(dims, True)) / x.std(dims, False, True)
            name, a = f"{dt}/{shape}/{count}", {"shape_gamma": list(sizes)}
            g.run("LayerNormGrad", name, [dy, x, variance, mean, gamma], lambda dy, x, v, m, s: back(dy, x, s), (dt,) * 3, {}, "o")
            g.run("LayerNormXBackprop", name, [dy, x, variance, mean, gamma], lambda dy, x, v, m, s: back(dy, x, s)[0], dt, {}, "t")
            g.run("LayerNormXBackpropV2", name, [dy, x, variance, mean, gamma], lambda dy, x, v, m, s: (back(dy, x, s)[0], normal(x)), (dt, "float"), {}, "o")
            g.run("LayerNormXBackpropV3", name, [dy, x, rstd, mean, gamma], lambda dy, x, v, m, s: (back(dy, x, s)[0], normal(x)), (dt, "float"), {}, "o")
            g.run("LayerNormBetaGammaBackprop", name, [dy, x, variance, mean], lambda dy, x, v, m: back(dy, x, torch.ones(sizes).double())[1:], (dt,) * 2, a, "c")
            res = g.ranged("float", shape, -2, 2)
            lead = tuple(range(len(shape) - count))
            g.run("LayerNormBetaGammaBackpropV2", name, [dy, res], lambda dy, r: ((dy * r).sum(lead), dy.sum(lead)), ("float", "float"), a, "c")
            more, total = g.ranged(dt, shape, -3, 3), g.ranged(dt, shape, -3, 3)
            both = x.ww + more.ww
            mean, rstd = of(exact, both.mean(dims, True)), of(exact, torch.rsqrt(both.var(dims, False, True)))
            for given in (True, False):
                g.run("AddLayerNormGrad", f"{name}/{given}", [dy, x, more, rstd, mean, gamma, total if given else None],
                      lambda dy, x, y, r, m, s, t: (lambda dx, ds, do: (dx + t if given else dx, ds, do))(*back(dy, x + y, s)), (dt, "float", "float"), {}, "o")
            beta = g.ranged(dt, sizes, -2, 2)
            deep = lambda x, y, o, s: f.layer_norm(0.25 * x + y, sizes, s, o, EPS)
            spread = lambda x, y: torch.rsqrt((0.25 * x + y).var(dims, False, True) + EPS)
            g.run("DeepNorm", name, [x, more, beta, gamma], lambda x, y, o, s: ((0.25 * x + y).mean(dims, True), spread(x, y), deep(x, y, o, s)), ("float", "float", dt), {"alpha": 0.25, "epsilon": EPS}, "o")
            mean, rstd = of(exact, (0.25 * x.ww + more.ww).mean(dims, True)), of(exact, spread(x.ww, more.ww))
            g.run("DeepNormGrad", name, [dy, x, more, gamma, mean, rstd], lambda dy, x, y, s, m, r: gradients(deep, (x, y, zero, s), dy), (dt, dt, "float", "float"), {"alpha": 0.25}, "t")
            for extra in (False, True):
                terms = [g.ranged(dt, sizes, -1, 1)] if extra else [None]

                def add(x, y, s, o, b):
                    z = x + y + (b if extra else 0)
                    return f.layer_norm(z, sizes, s, o, EPS), z.mean(dims, True), torch.rsqrt(z.var(dims, False, True) + EPS), z
                x1, x2 = g.ranged(dt, shape, -3, 3), g.ranged(dt, shape, -3, 3)
                g.run("InplaceAddLayerNorm", f"{name}/{extra}", [x1, x2, gamma, beta] + terms, add, (dt, "float", "float", dt), {"epsilon": EPS, "additional_output": True}, "c")

    for dt in F4:
        for form, shape in ((NCHW, (2, 3, 2, 4)), (NHWC, (2, 2, 4, 3)), (NCDHW, (2, 3, 2, 2, 3)), (NDHWC, (2, 2, 2, 3, 3))):
            last, three = form in (NHWC, NDHWC), "3D" if len(shape) == 5 else ""
            first, back = (lambda t: t.movedim(-1, 1), lambda t: t.movedim(1, -1)) if last else (lambda t: t, lambda t: t)
            n = 2 * int(torch.tensor(shape[1:]).prod()) // 3
            x, d = g.ranged(dt, shape, -3, 3), g.ranged(dt, shape, -3, 3)
            scale, offset, mean, variance = (g.ranged("float", (3,), lo, 2) for lo in (-2, -2, -2, 0.5))
            view = lambda t: t.reshape((1, 3) + (1,) * (len(shape) - 2))
            stats = lambda x: (first(x).movedim(1, -1).reshape(-1, 3).mean(0), first(x).movedim(1, -1).reshape(-1, 3).var(0, False))
            normal = lambda x, m, v: (first(x) - view(m)) / (view(v) + EPS).sqrt()
            whole = lambda x, s, o, m, v: back(normal(x, m, v) * view(s) + view(o))
            name = f"{dt}/{form}"
            forms = lambda count, more: {"#format": [form] + [ND] * count + more}
            a = {"epsilon": EPS, "data_format": "NHWC" if last else "NCHW"}

            def train(x, s, o, *_):
                m, v = stats(x)
                return whole(x, s, o, m, v), m, v * n / (n - 1), m, v
            g.run("BatchNorm", f"{name}/training", [x, scale, offset, None, None], train, (dt,) + ("float",) * 4, a | {"is_training": True} | forms(4, [form]))
            g.run("BatchNorm", f"{name}/inference", [x, scale, offset, mean, variance], lambda x, s, o, m, v: (whole(x, s, o, m, v), m, v, m, v), (dt,) + ("float",) * 4, a | {"is_training": False} | forms(4, [form]))
            m, v = (of("double", t) for t in stats(x.ww))
            both = lambda x, s, o: whole(x, s, o, *stats(x))
            fixed = lambda x, s, o: whole(x, s, o, m.ww, v.ww)
            none = torch.zeros(3).double()
            for training, way in ((True, both), (False, fixed)):
                g.run("BatchNormGrad", f"{name}/{training}", [d, x, scale, m, v], lambda d, x, s, m, v: gradients(way, (x, s, none), d) + (none, none), (dt,) + ("float",) * 4,
                      a | {"is_training": training, "#format": [form, form]})
            g.run("BNInferGrad", name, [d, scale, variance], lambda d, s, v: gradients(lambda x: whole(x, s, none, none, v), (x.ww,), d)[0], dt, {"epsilon": EPS} | forms(2, [form]), "o")
            total = [of("double", stats(x.ww)[0] * n), of("double", (stats(x.ww)[1] + stats(x.ww)[0] ** 2) * n)]
            if not three:
                g.run("BNTrainingUpdateV3", name, [x] + total + [scale, offset], lambda x, t, q, s, o: train(x, s, o), (dt,) + ("float",) * 4, {"epsilon": EPS} | forms(4, [form]))
            else:
                g.run("BN3DTrainingReduce", name, [x], lambda x: (stats(x)[0] * n, (stats(x)[1] + stats(x)[0] ** 2) * n), ("float", "float"), forms(0, []))

                def update(x, t, q, s, o, rm, rv):
                    y, m, unbiased, _, v = train(x, s, o)
                    return y, rm * 0.75 + m * 0.25, rv * 0.75 + unbiased * 0.25, m, v
                g.run("BN3DTrainingUpdate", name, [x] + total + [scale, offset, mean, variance], update, (dt,) + ("float",) * 4, {"factor": 0.25, "epsilon": EPS} | forms(6, [form]))
            ds, do = (of("double", t) for t in gradients(both, (x.ww, torch.ones(3).double(), none), d.ww)[1:])
            pair = {"epsilon": EPS, "#format": [form, form]}
            g.run(f"BN{three}TrainingUpdateGrad", name, [d, x, m, v], lambda *_: (ds.ww, do.ww), ("float", "float"), pair)
            g.run(f"BN{three}TrainingReduceGrad", name, [d, x, ds, do, scale, m, v], lambda d, x, *_: gradients(both, (x, scale.ww, none), d)[0], dt, {"epsilon": EPS, "#format": [form, form] + [ND] * 5 + [form]}, "o")
        sums, along, mean, rstd = (g.ranged(dt, (5,), -3, 3) for _ in range(4))
        g.run("SyncBatchNormBackwardReduce", dt, [sums, along, mean, rstd], lambda a, b, m, r: (b - a * m, (b - a * m) * r), (dt, dt), {}, "o")
        parts = [g.ranged("double", (k, 3), -3, 3) for k in (4, 6, 5)]
        counts = g.const("double", [[4.0], [6.0], [5.0]])
        every = torch.cat([p.ww for p in parts])
        running = g.ranged(dt, (3,), 0.5, 2)
        means, rstds = of("double", torch.stack([p.ww.mean(0) for p in parts])), of("double", torch.stack([torch.rsqrt(p.ww.var(0, False) + EPS) for p in parts]))
        for spread in (False, True):
            c = of("double", counts.ww.expand(3, 3)) if spread else counts
            g.run("SyncBatchNormGatherStatsWithCounts", f"{dt}/{spread}", [means, rstds, c, of("double", every.mean(0)), of("double", torch.full((3,) if spread else (1,), 15.0).double()), running],
                  lambda a, r, c, m, t, v: (torch.rsqrt(every.var(0, False) + EPS), v * 0.75 + every.var(0) * 0.25), ("double", dt), {"momentum": 0.25, "epsilon": EPS}, "o")
    return g


def classes():
    g = FamilyGold("loss/classes")
    aten = torch.ops.aten

    for dt in F4:
        x = g.ranged(dt, (5, 4), -3, 3, "t")
        for index in ("int32", "int64"):
            target = g.const(index, [1, 3, 2, 0, 3])
            for red in ("none", "mean", "sum"):
                for smoothing in (0.0, 0.25):
                    for weighted in (False, True):
                        w = g.ranged("float", (4,), 0.5, 2) if weighted else None
                        of_log = lambda v, w: f.cross_entropy(v, target.t.long(), w, reduction=red, ignore_index=2, label_smoothing=smoothing)
                        lse = lambda x: torch.logsumexp(x, 1)
                        square = lambda x: (lambda z: z if red == "none" else z.sum() / (4 if red == "mean" else 1))((0.5 * lse(x) ** 2) * (target.t != 2))
                        a = {"reduction": red, "ignore_index": 2, "label_smoothing": smoothing, "lse_square_scale_for_zloss": 0.5}
                        name = f"{dt}/{index}/{red}/{smoothing}/{weighted}"
                        g.run("CrossEntropyLoss", name, [x, target, w], lambda x, t, w: (of_log(x, w), torch.log_softmax(x, 1), square(x), lse(x)), (dt,) * 4, a | {"return_zloss": True})
                        d, e = (g.ranged(dt, (5,) if red == "none" else (), -2, 2) for _ in range(2))
                        p, l = (of("double", v) for v in (torch.log_softmax(x.ww, 1), lse(x.ww)))
                        weight = None if w is None else w.ww
                        first = lambda d: gradients(lambda x: of_log(x, weight), (x.ww,), d)[0]
                        g.run("CrossEntropyLossGrad", name, [d, p, target, w], lambda d, *_: first(d), dt, a, "t")
                        g.run("CrossEntropyLossGrad", f"{name}/square", [d, p, target, w, e, l], lambda d, p, t, w, e, l: first(d) + gradients(square, (x.ww,), e)[0], dt, a, "o")
            for red in ("none", "mean", "sum"):
                w = g.ranged(dt, (4,), 0.5, 2)
                d = g.ranged(dt, (5,) if red == "none" else (), -2, 2)
                picked = lambda x: f.nll_loss(x, target.t.long(), w.ww, ignore_index=2, reduction=red)
                total = of("double", w.ww[[1, 3, 0, 3]].sum())
                g.run("NllLossGrad", f"{dt}/{index}/{red}", [x, d, target, w, total], lambda x, d, *_: gradients(picked, (x,), d)[0], dt, {"reduction": red, "ignore_index": 2}, "o")
            loss = lambda x, y: -(y * torch.log_softmax(x, 1)).sum(1)
            exact = lambda x, t: f.cross_entropy(x, t.long(), reduction="none")
            g.run("SparseSoftmaxCrossEntropyWithLogits", f"{dt}/{index}", [x, target], lambda x, t: (exact(x, t), gradients(lambda x: exact(x, t), (x,), torch.ones(5).double())[0]), (dt, dt), {}, "o")
            places = g.const(index, [[1, 3, -1, 2], [0, -1, 1, 1], [-1, 0, 0, 0], [2, 1, 3, 0], [3, 0, 2, -1]])
            for red in ("none", "mean", "sum"):
                def margins(x, t):
                    mask = torch.zeros(5, 4)
                    for r, row in enumerate(t.tolist()):
                        for k in row[:(row + [-1]).index(-1)]:
                            mask[r, k] = 1
                    return f.multilabel_margin_loss(x.contiguous(), t.long(), reduction=red), mask
                g.run("MultilabelMarginLoss", f"{dt}/{index}/{red}", [x, places], margins, (dt, "int32"), {"reduction": red})
        shares = of(dt, torch.softmax(g.ranged("double", (5, 4), -1, 1).t, 1))
        g.run("SoftmaxCrossEntropyWithLogits", dt, [x, shares], lambda x, y: (loss(x, y), torch.softmax(x, 1) - y), (dt, dt), {}, "o")
        for red in ("none", "mean", "sum"):
            for log in (True, False):
                for full in (True, False):
                    rate, count = g.ranged(dt, (5, 4), -2 if log else 0.5, 3, "t"), g.ranged(dt, (5, 4), 0, 5, whole=True)
                    g.run("PoissonNllLoss", f"{dt}/{red}/{log}/{full}", [rate, count], lambda x, t: f.poisson_nll_loss(x, t, log, full, eps=EPS, reduction=red), dt,
                          {"log_input": log, "full": full, "eps": EPS, "reduction": red})
        g.run("L2Loss", dt, [x], lambda x: (x * x).sum() / 2, dt)
        for red in ("none", "mean", "sum"):
            for count in (0, 1, 2):
                t, (w, p) = g.ranged(dt, (5, 4), 0, 1), (g.ranged(dt, (4,), 0.5, 2) for _ in range(2))
                d = g.ranged(dt, (5, 4) if red == "none" else (), -2, 2)
                way = lambda x, t, w, p: f.binary_cross_entropy_with_logits(x, t, w if count else None, reduction=red, pos_weight=p if count == 2 else None)
                g.run("SigmoidCrossEntropyWithLogitsGradV2", f"{dt}/{red}/{count}", [x, t, d, w if count else None, p if count == 2 else None],
                      lambda x, t, d, w, p: gradients(lambda x: way(x, t, w, p), (x,), d)[0], dt, {"reduction": red}, "t")

        steps, n, kinds = 7, 3, 5
        logs = of(dt, torch.log_softmax(g.ranged("double", (steps, n, kinds), -2, 2).t, -1))
        for index in ("int32", "int64"):
            for blank in (0, 4):
                other = lambda rows: [[(v + 1) % 5 if blank == 0 else v for v in row] for row in rows]
                for zero in (False, True):
                    for flat in (False, True):
                        rows = other([[1, 1, 2], [3, 0, 0], [2, 2, 2]])
                        lengths, own = [3, 1, 3], [7, 5, 4 if zero else 6]  # four steps are not enough for the last
                        t, ends, counts = g.const(index, sum((r[:k] for r, k in zip(rows, lengths)), []) if flat else rows), g.const(index, own), g.const(index, lengths)
                        ctc = lambda lp: aten._ctc_loss(lp.contiguous(), g.const("int64", rows).t.reshape(3, 3), own, lengths, blank, zero)

                        def forward(lp, *_):
                            loss, alpha = ctc(lp)
                            for k in range(n):  # what PyTorch leaves as it was
                                alpha[k, own[k]:] = -torch.inf
                                alpha[k, :, 2 * lengths[k] + 1:] = -torch.inf
                            return torch.where(torch.isinf(loss) & zero, torch.zeros_like(loss), loss), alpha
                        a, host = {"blank": blank, "reduction": "mean", "zero_infinity": zero}, [3] if flat else []
                        d = g.ranged(dt, (n,), -2, 2)
                        raw, alpha = ctc(logs.ww)
                        exact = [of("double", t) for t in forward(logs.ww)]
                        back = aten._ctc_loss_backward(d.ww, logs.ww.contiguous(), g.const("int64", rows).t.reshape(3, 3), own, lengths, raw, alpha, blank, zero)
                        for v in ("V2", "V3"):
                            name = f"{dt}/{index}/{blank}/{zero}/{flat}"
                            g.run(f"CTCLoss{v}", name, [logs, t, ends, counts], forward, (dt, dt), a, host=host)
                            g.run(f"CTCLoss{v}Grad", name, [d, logs, t, ends, counts] + exact, lambda *_: back, dt, a)
    return g


def recurrent():
    g = FamilyGold("recurrent")
    for dt in F4:
        n, h, k, steps = 3, 4, 5, 4
        a, b, c = g.ranged(dt, (n, 4 * h), -2, 2, "t"), g.ranged(dt, (n, 4 * h), -2, 2), g.ranged(dt, (n, h), -2, 2)
        for biased in (False, True):
            terms = [g.ranged(dt, (4 * h,), -1, 1) for _ in range(2)] if biased else [None, None]

            def functions(gates):
                i, f_, u, o = gates.chunk(4, -1)
                return torch.sigmoid(i), torch.sigmoid(f_), torch.tanh(u), torch.sigmoid(o)

            def cell(gates, c):
                i, f_, u, o = functions(gates)
                after = f_ * c + i * u
                return o * torch.tanh(after), after

            def whole(a, b, c, *biases):
                gates = a + b + (sum(biases) if biased else 0)
                return cell(gates, c) + (torch.cat(functions(gates), -1),)
            g.run("ThnnFusedLstmCell", f"{dt}/{biased}", [a, b, c] + terms, whole, (dt,) * 3, {}, "o")
            gates = a.ww + b.ww
            after, storage = of("double", cell(gates, c.ww)[1]), of("double", torch.cat(functions(gates), -1))
            for given in ((True, True), (True, False), (False, True)):
                dh, dc = (g.ranged(dt, (n, h), -2, 2) if there else None for there in given)
                zero = torch.zeros(n, h).double()

                def back(dh, dc, c, *_):
                    d = torch.autograd.functional.vjp(cell, (gates.contiguous(), c.contiguous()), tuple(zero if v is None else v for v in (dh, dc)))[1]
                    return d + ((d[0].sum(0),) if biased else (torch.zeros(4 * h),))
                if biased:
                    g.run("ThnnFusedLstmCellGrad", f"{dt}/{given}", [dh, dc, c, after, storage], back, (dt,) * 3, {"has_bias": True}, "t")
        for backward in (False, True):
            for lengths in (None, [4, 2, 3]):
                for started in (False, True):
                    x, w, b = g.ranged(dt, (steps, n, k), -2, 2, "t"), g.ranged(dt, (k + h, 4 * h), -1, 1), g.ranged(dt, (4 * h,), -1, 1)
                    h0, c0 = (g.ranged(dt, (1, n, h), -1, 1) if started else None for _ in range(2))
                    own = None if lengths is None else g.const("int32", lengths)
                    counts = torch.tensor(lengths or [steps] * n)

                    def run(x, step, state, width):
                        outs = [None] * steps
                        for t in reversed(range(steps)) if backward else range(steps):
                            made, new = step(x[t], state)
                            keep = (t < counts)[:, None]
                            state = tuple(torch.where(keep, a, b) for a, b in zip(new, state))
                            outs[t] = (torch.where(keep, state[0], torch.zeros_like(state[0])),) + made(state)
                        return tuple(torch.stack(v) for v in zip(*outs))

                    def lstm(x, w, b, own, h0, c0, *_):
                        def step(x, state):
                            i, j, f_, o = (torch.cat([x, state[0]], -1) @ w + b).chunk(4, -1)
                            i, j, f_, o = torch.sigmoid(i), torch.tanh(j), torch.sigmoid(f_ + 0.5), torch.sigmoid(o)
                            after = f_ * state[1] + i * j
                            return lambda s: (s[0], s[1], i, j, f_, o, torch.tanh(s[1])), (o * torch.tanh(after), after)
                        zero = torch.zeros(n, h).double()
                        return run(x, step, tuple(zero if v is None else v[0] for v in (h0, c0)), h)
                    if not backward and lengths is None:  # PyTorch's own cell has the gates i, f, j, o
                        order = lambda t: torch.cat([t.chunk(4, -1)[p] for p in (0, 2, 1, 3)], -1)
                        own_cell = torch.nn.LSTM(k, h).double()
                        with torch.no_grad():
                            own_cell.weight_ih_l0.copy_(order(w.ww)[:k].t())
                            own_cell.weight_hh_l0.copy_(order(w.ww)[k:].t())
                            own_cell.bias_ih_l0.copy_(order(b.ww))
                            own_cell.bias_hh_l0.copy_(torch.cat([torch.zeros(h), torch.full((h,), 0.5), torch.zeros(2 * h)]))
                            state = tuple(torch.zeros(1, n, h).double() if v is None else v.ww for v in (h0, c0))
                            assert torch.allclose(own_cell(x.ww, state)[0], lstm(x.ww, w.ww, b.ww, None, None if h0 is None else h0.ww, None if c0 is None else c0.ww)[0])
                    name = f"{dt}/{backward}/{lengths}/{started}"
                    a = {"cell_type": "LSTM", "direction": "REDIRECTIONAL" if backward else "UNIDIRECTIONAL", "cell_depth": 1, "use_peephole": False, "keep_prob": 1.0, "cell_clip": -1.0,
                         "num_proj": 0, "time_major": True, "activation": "tanh", "forget_bias": 0.5, "is_training": True}
                    g.run("DynamicRNN", name, [x, w, b, own, h0, c0] + [None] * 4, lstm, (dt,) * 8, a)
                    wx, wh, bx, bh = g.ranged(dt, (k, 3 * h), -1, 1), g.ranged(dt, (h, 3 * h), -1, 1), g.ranged(dt, (3 * h,), -1, 1), g.ranged(dt, (3 * h,), -1, 1)
                    for order, after in (("zrh", True), ("rzh", True), ("zrh", False)):
                        def gru(x, wx, wh, bx, bh, own, h0):
                            def step(x, state):
                                p, q = (x @ wx + bx).chunk(3, -1), (state[0] @ wh + bh).chunk(3, -1)
                                z, r = (torch.sigmoid(p[v] + q[v]) for v in ((0, 1) if order == "zrh" else (1, 0)))
                                inner = q[2] if after else (r * state[0]) @ wh.chunk(3, -1)[2] + bh.chunk(3, -1)[2]
                                fresh = torch.tanh(p[2] + (r * inner if after else inner))
                                return lambda s: (s[0], z, r, fresh, inner), ((1 - z) * fresh + z * state[0],)
                            return run(x, step, (torch.zeros(n, h).double() if h0 is None else h0[0],), h)
                        if order == "rzh" and not backward and lengths is None:  # the gates of PyTorch's own cell
                            own_gru = torch.nn.GRU(k, h).double()
                            with torch.no_grad():
                                for to, v in ((own_gru.weight_ih_l0, wx.ww.t()), (own_gru.weight_hh_l0, wh.ww.t()), (own_gru.bias_ih_l0, bx.ww), (own_gru.bias_hh_l0, bh.ww)):
                                    to.copy_(v)
                                start = torch.zeros(1, n, h).double() if h0 is None else h0.ww
                                assert torch.allclose(own_gru(x.ww, start)[0], gru(x.ww, wx.ww, wh.ww, bx.ww, bh.ww, None, None if h0 is None else h0.ww)[0])
                        a = {"direction": "REDIRECTIONAL" if backward else "UNIDIRECTIONAL", "cell_depth": 1, "keep_prob": 1.0, "cell_clip": -1.0, "num_proj": 0, "time_major": True, "activation": "tanh",
                             "gate_order": order, "reset_after": after, "is_training": True}
                        if dt in ("float", "float16"):
                            g.run("DynamicGRUV2", f"{name}/{order}/{after}", [x, wx, wh, bx, bh, own, h0], gru, (dt,) * 6, a)
    return g


def special():
    g = FamilyGold("elementwise/special")
    decimal.getcontext().prec = 120
    pi = decimal.Decimal("3.14159265358979323846264338327950288419716939937510582097494459230781640628620899862803482534211706798214808651")

    def series(x, sine):
        x = decimal.Decimal(x)
        turn = pi / 2 * x * x
        term, total, n = x, decimal.Decimal(0), 0
        while n < 2 or abs(term) > decimal.Decimal(10) ** -40:
            if n % 2 == sine:
                total += term / (2 * n + 1) * (-1) ** (n // 2)
            n += 1
            term = term * turn / n
        return float(total)

    for op, sine in (("FresnelCos", 0), ("FresnelSin", 1)):
        way = lambda x: torch.tensor([series(v, sine) for v in x.flatten().tolist()], dtype=torch.float64).reshape(x.shape)
        for dt in F4:
            g.run(op, f"{dt}/flat", [g.ranged(dt, (40,), -7, 7)], way)
            g.run(op, f"{dt}/strided", [g.ranged(dt, (3, 4), -2.5, 2.5, "t")], way, dt, {}, "o")
    for op, way in (("BesselI0e", torch.special.i0e), ("BesselI1e", torch.special.i1e)):
        for dt in F4:
            for reach in (3, 90):
                g.run(op, f"{dt}/{reach}", [g.ranged(dt, (5, 8), -reach, reach, "t")], way, dt, {}, "o")

    def dawson(x):
        x = decimal.Decimal(x)
        term, total, n = x, decimal.Decimal(0), 0
        while n < 3 or abs(term) > decimal.Decimal(10) ** -40:
            total += term
            n += 1
            term *= -2 * x * x / (2 * n + 1)
        return float(total)

    def dilogarithm(y):
        if y < -1:
            return -pi * pi / 6 - (-y).ln() ** 2 / 2 - dilogarithm(1 / y)
        return sum(y ** k / (k * k) for k in range(1, 2500))

    each = lambda fn: lambda x: torch.tensor([fn(v) for v in x.flatten().tolist()], dtype=torch.float64).reshape(x.shape)
    for dt in F4:
        g.run("Dawsn", dt, [g.ranged(dt, (5, 6), -9, 9, "t")], each(dawson), dt, {}, "o")
        g.run("Dawsn", f"{dt}/far", [g.ranged(dt, (6,), 12, 14)], each(dawson), dt, {}, "o")
        for low, high in ((0.0625, 1.9375), (2.125, 9)):
            g.run("Spence", f"{dt}/{low}", [g.ranged(dt, (3, 4), low, high, "t")], each(lambda x: float(dilogarithm(1 - decimal.Decimal(x)))), dt, {}, "o")
        g.run("Spence", f"{dt}/ends", [g.const(dt, [0.0, 1.0])], lambda x: torch.tensor([torch.pi ** 2 / 6, 0.0], dtype=torch.float64), dt)
    return g


def segments():
    g = FamilyGold("index/segments")
    for dt in F4:
        for index in ("int32", "int64"):
            w, i, o = g.ranged(dt, (7, 4), -3, 3, "t"), g.const(index, [1, 6, 2, 2, 0, 5, 3, 1]), g.const(index, [0, 3, 3, 6])
            ends = [(0, 3), (3, 3), (3, 6), (6, 8)]
            square, share = g.const(index, [[1, 0, 6], [2, 2, 5]]), g.ranged(dt, (8,), -2, 2)
            for mode in ("sum", "mean", "max"):
                for padding in (-1, 2):
                    a = {"mode": mode, "scale_grad_by_freq": False, "sparse": False, "include_last_offset": False, "padding_idx": padding}

                    def bags(w, i, parts, share=None):
                        rows, sizes, top, owner = [], [], [], torch.zeros(i.numel())
                        for b, (begin, end) in enumerate(parts):
                            owner[begin:end] = b
                            at = [k for k in range(begin, end) if i[k] != padding]
                            x = w[i[at].long()]
                            weighted = x if share is None else x * share[at][:, None]
                            sizes.append(len(at))
                            rows.append(torch.zeros(4).double() if not at else weighted.sum(0) if mode == "sum" else x.mean(0) if mode == "mean" else x.amax(0))
                            top.append(torch.zeros(4) if not at else i[at][x.argmax(0)].double())
                        sizes = torch.tensor(sizes)
                        return torch.stack(rows), owner, sizes, torch.stack(top) if mode == "max" else sizes
                    if padding < 0:
                        assert torch.allclose(f.embedding_bag(i.t.long(), w.ww.contiguous(), o.t.long(), mode=mode), bags(w.ww, i.t, ends)[0])
                    name, out = f"{dt}/{index}/{mode}/{padding}", (dt,) + (index,) * 3
                    g.run("EmbeddingBag", name, [w, i, o, None], lambda w, i, *_: bags(w, i, ends), out, a, "o")
                    last = g.const(index, [0, 3, 3, 6, 8])
                    g.run("EmbeddingBag", f"{name}/last", [w, i, last, None], lambda w, i, *_: bags(w, i, ends), out, a | {"include_last_offset": True})
                    g.run("EmbeddingBag", f"{name}/rows", [w, square, None, None], lambda w, i, *_: bags(w, i.flatten(), [(0, 3), (3, 6)]), out, a)
                    if mode == "sum":
                        g.run("EmbeddingBag", f"{name}/weighted", [w, i, o, share], lambda w, i, o, s: bags(w, i, ends, s), out, a)
    for dt in F4 + INTS + ("uint16", "uint32", "uint64") + C2:
        for index in ("int32", "int64"):
            for ids in ([2, 0, 2, -1, 4, 0], [[1, 1], [0, 3], [3, -2]]):
                marks = g.const(index, ids)
                lead = tuple(marks.shape)
                x = g.ranged(dt, lead + (3,), -4, 4, "t")
                for op, empty in (("Sum", 0), ("Prod", 1), ("Max", "least"), ("Min", "most")):
                    if dt in C2 and isinstance(empty, str):
                        continue
                    if dt in FLOATS:
                        limit = torch.finfo(HELD[dt]).max
                        none = {"least": -limit, "most": limit}.get(empty, empty)
                    else:
                        bits, signed = BITS.get(dt, 8), not dt.startswith("u")
                        top = (1 << (bits - signed)) - 1
                        none = {"least": -(1 << (bits - 1)) if signed else 0, "most": top if dt != "uint64" else -1}.get(empty, empty)

                    def joined(x, m, _):
                        rows = x.reshape(-1, 3)
                        made = []
                        for s in range(5):
                            own = rows[(m.flatten() == s).nonzero()[:, 0]]
                            made.append(torch.full((3,), none, dtype=x.dtype) if not len(own) else {"Sum": own.sum(0), "Prod": own.prod(0)}[op] if op in ("Sum", "Prod") else own.amax(0) if op == "Max" else own.amin(0))
                        return torch.stack(made)
                    g.run(f"UnsortedSegment{op}", f"{dt}/{index}/{len(lead)}", [x, marks, g.const(index, [5], ())], joined, dt, {}, "o", host=[2])
    return g


def masks():
    g = FamilyGold("relu/masks")
    for dt in ("float", "float16", "double", "bf16", "uint16") + INTS:
        for shape in ((2, 16), (3, 2, 8), (2, 11)):
            x, d = g.ranged(dt, shape, -3, 3, "t", whole=True), g.ranged(dt, shape, -3, 3)
            bits = torch.from_numpy(np.packbits((x.ww > 0).numpy(), -1, "little"))
            g.run("ReluV2", f"{dt}/{shape}", [x], lambda x: (x.clamp(min=0), bits), (dt, "uint8"), {}, "o")
            g.run("ReluGradV2", f"{dt}/{shape}", [d, of("uint8", bits)], lambda d, m: torch.where(x.ww > 0, d, torch.zeros_like(d)), dt, {}, "t")
    return g


def radix():
    g = FamilyGold("lines/radix")
    for dt in ("float16", "bf16"):
        for dim in (-1, 0):
            for largest in (True, False):
                for number, index in ((3, "int32"), (9, "int64")):
                    x = of(dt, torch.from_numpy(g.rng.permutation(24)).reshape(6, 4).double())
                    g.run("RadixTopK", f"{dt}/{dim}/{largest}/{index}", [x, g.const("int32", [3], ())], lambda x, k: tuple(torch.topk(x, 3, dim, largest)), (dt, index),
                          {"sorted": True, "dim": dim, "largest": largest, "indices_dtype": number}, "o", host=[1])
    return g


FAMILIES = [steps, classes, recurrent, special, segments, masks, radix]


if __name__ == "__main__":
    write(FAMILIES)
