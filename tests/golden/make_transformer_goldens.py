#!/usr/bin/python3
"""Writes the expected values of operators of transformers (quantisation by the values, experts, attention) to
operators/<family>/<family>.golden.

Usage: make_transformer_goldens.py <checkout> [family...]       (needs PyTorch and NumPy; 1.13 made the committed files)

As make_network_goldens.py: cases by operator type, computed in float64 from the rounded inputs and rounded once; scales
are rounded to float32 before they are used.
"""
import torch

from make_data_goldens import of
from make_family_goldens import F3, FamilyGold, write

f = torch.nn.functional
HALVES = ("float16", "bf16")
LARGEST = {"int8": 127, "int4": 7}
CODE = {"int8": 2, "int4": 29}


def whole(x, dt="int8"):
    """The nearest integers of the type, halves to even; 0 for what is no number."""
    most = LARGEST[dt]
    return torch.nan_to_num(torch.round(x), nan=0.0).clamp(-most - 1, most)


def by_eights(x):
    """Eight integers of four bits in each of 32, the first in the lowest bits."""
    codes = (x.long() & 15).reshape(*x.shape[:-1], -1, 8)
    return (codes << (4 * torch.arange(8))).sum(-1)


def by_largest(x, dt, dims=-1):
    """Quantised rows, and their scales."""
    scale = (x.abs().amax(dims, True) / LARGEST[dt]).float().double()
    return whole(x / scale, dt), scale.squeeze(-1) if dims == -1 else scale.reshape(1)


def of_groups(ends, rows):
    """The group of each row from the ends of the groups."""
    return torch.bucketize(torch.arange(rows), torch.tensor(ends), right=True)


def dynamic_quant():
    g = FamilyGold("dynamic_quant")
    for dt in F3:
        x = g.ranged(dt, (3, 4, 6), -9, 9, "t")
        smooth = g.ranged(dt, (6,), 0.25, 2)
        for q in ("int8", "int4"):
            a = {"dst_type": CODE[q], "quant_mode": "pertoken"}
            lay = "c" if q == "int4" else "o"
            g.run("DynamicQuant", f"{dt}/{q}", [x], lambda x: by_largest(x, q), (q, "float"), a, lay)
            g.run("DynamicQuant", f"{dt}/{q}/smooth", [x, smooth], lambda x, s: by_largest(x * s, q), (q, "float"), a, lay)
            g.run("DynamicQuant", f"{dt}/{q}/tensor", [x], lambda x: by_largest(x, q, (0, 1, 2)), (q, "float"), {**a, "quant_mode": "pertensor"})
            rows, many = g.ranged(dt, (7, 6), -9, 9), g.ranged(dt, (3, 6), 0.25, 2)
            ends = g.const("int32", [2, 2, 7])
            group = of_groups([2, 2, 7], 7)
            g.run("DynamicQuant", f"{dt}/{q}/groups", [rows, many, ends], lambda x, s, _: by_largest(x * s[group], q), (q, "float"), a)

            def spread(x):
                most, least = x.amax(-1, True), x.amin(-1, True)
                scale = ((most - least) / (2 * LARGEST[q] + 1)).float().double()
                offset = (LARGEST[q] - most / scale).float().double()
                return whole(x / scale + offset, q), scale.squeeze(-1), offset.squeeze(-1)
            a = {"dst_type": CODE[q], "is_symmetrical": False, "quant_mode": "pertoken"}
            g.run("DynamicQuantV2", f"{dt}/{q}", [x], spread, (q, "float", "float"), a)
            g.run("DynamicQuantV2", f"{dt}/{q}/smooth", [x, smooth], lambda x, s: spread(x * s), (q, "float", "float"), a)
            g.run("DynamicQuantV2", f"{dt}/{q}/same", [x], lambda x: (*by_largest(x, q), torch.zeros(3, 4)), (q, "float", "float"), {**a, "is_symmetrical": True})
        x, p1, p2 = g.ranged(dt, (3, 4, 8), -3, 3, "t"), g.ranged(dt, (4, 4), -1, 1), g.ranged(dt, (8, 8), -1, 1, "t")
        for ratio in (1.0, 0.75):
            def flat(x, a, b):
                y = a @ x @ b
                scale = (y.abs().amax((1, 2), True) / (7 / ratio)).float().double()
                return whole(y / scale, "int4"), scale.reshape(-1)
            g.run("FlatQuant", f"{dt}/{ratio}", [x, p1, p2], flat, ("int4", "float"), {"clip_ratio": ratio})

            def flat_words(x, a, b):
                y, scale = flat(x, a, b)
                return by_eights(y), scale
            g.run("FlatQuant", f"{dt}/{ratio}/words", [x, p1, p2], flat_words, ("int32", "float"), {"clip_ratio": ratio, "#given": 1})
        for shape, rows, columns in (((4, 7), 2, 3), ((2, 5, 6), 1, 4), ((3, 3), 5, 5)):
            x = g.ranged(dt, shape, -9, 9, "t")

            def blocks(x):
                y, scales = x.clone(), torch.zeros(*shape[:-2], -(-shape[-2] // rows), -(-shape[-1] // columns), dtype=torch.float64)
                for r in range(0, shape[-2], rows):
                    for c in range(0, shape[-1], columns):
                        part = x[..., r:r + rows, c:c + columns]
                        s = (part.abs().amax((-1, -2)) / 127).float().double()
                        scales[..., r // rows, c // columns] = s
                        y[..., r:r + rows, c:c + columns] = part / s[..., None, None]
                return whole(y), scales
            a = {"min_scale": 0.0, "round_mode": "rint", "dst_type": 2, "row_block_size": rows, "col_block_size": columns}
            g.run("DynamicBlockQuant", f"{dt}/{shape}", [x], blocks, ("int8", "float"), a, "o")

        # Behind activations.
        x = g.ranged(dt, (6, 8), -4, 4, "t")
        ends, sizes, group = g.const("int32", [1, 4, 6]), g.const("int32", [1, 3, 2]), of_groups([1, 4, 6], 6)
        for left in (False, True):
            def swi(x):
                a, b = x.chunk(2, -1)
                return f.silu(a) * b if left else f.silu(b) * a
            for q in ("int8", "int4"):
                def dynamic(y):
                    scale = (LARGEST[q] / y.abs().amax(-1, True)).float().double()
                    return whole(y * scale, q), scale.squeeze(-1)
                for kind, index in ((0, ends), (1, sizes)):
                    a = {"activate_left": left, "quant_mode": "dynamic", "group_list_type": kind, "dst_type": CODE[q]}
                    many = g.ranged("float", (3, 4), 0.25, 2)
                    g.run("SwiGluQuant", f"{dt}/{q}/{left}/{kind}", [x, many, None, index], lambda x, s, o, i: dynamic(swi(x) * s[group]), (q, "float"), a)
                    a["quant_mode"] = "static"
                    more = g.ranged("float", (3, 4), -3, 3)
                    still = lambda x, s, o, i: (whole(swi(x) * s[group] + o[group], q),)
                    # The scales of static quantisation are not made.
                    g.case(f"SwiGluQuant:{dt}/{q}/{left}/{kind}/static", [x, many, more, index], [(q, still(x.ww, many.ww, more.ww, None)[0].to(torch.int8)), ("float", torch.zeros(0))], {**a, "#given": 1})
                a = {"activate_left": left, "quant_mode": "dynamic", "group_list_type": 0, "dst_type": CODE[q]}
                g.run("SwiGluQuant", f"{dt}/{q}/{left}/plain", [x], lambda x: dynamic(swi(x)), (q, "float"), a)
                a = {"activate_left": left, "quant_mode": "dynamic", "dst_type": CODE[q]}
                smooth = g.ranged("float", (4,), 0.25, 2)
                g.run("DequantSwigluQuant", f"{dt}/{q}/{left}", [x, None, None, None, smooth], lambda x, w, t, b, s: by_largest(swi(x) * s, q), (q, "float"), a)
                wide, counts = g.ranged("int32", (6, 8), -900, 900, "t"), g.const("int64", [1, 3, 2])
                weight, tokens, bias = g.ranged("float", (3, 8), 0.001, 0.01), g.ranged("float", (6,), 0.25, 2), g.ranged("int32", (3, 8), -99, 99)
                many = g.ranged(dt, (3, 4), 0.25, 2)
                back = lambda x, w, t, b: (x.double() + b) * w * t[:, None]
                g.run("DequantSwigluQuant", f"{dt}/{q}/{left}/groups", [wide, weight, tokens, bias, many, None, counts], lambda x, w, t, b, s, o, n: by_largest(swi(back(x, w[group], t, b[group])) * s[group], q), (q, "float"), a)
                late = g.ranged(dt, (8,), -2, 2)
                one = of("float", weight.ww[0])
                g.run("DequantSwigluQuant", f"{dt}/{q}/{left}/late", [wide, one, tokens, late, smooth], lambda x, w, t, b, s: by_largest(swi(x.double() * w * t[:, None] + b) * s, q), (q, "float"), a)
                scale, offset = g.ranged(dt, (4,), 0.02, 0.2), g.ranged(dt, (4,), -3, 3)
                y = whole(swi(back(wide.ww, one.ww, tokens.ww, bias.ww[0])) / scale.ww + offset.ww, q)
                g.case(f"DequantSwigluQuant:{dt}/{q}/{left}/static", [wide, one, tokens, of("int32", bias.ww[0]), scale, offset], [(q, y.to(torch.int8)), ("float", torch.zeros(0))], {**a, "quant_mode": "static", "#given": 1})

        def pairs(x):
            a, b = x[..., ::2].clamp(max=3), x[..., 1::2].clamp(-3, 3)
            return by_largest(a * torch.sigmoid(1.5 * a) * (b + 0.5), "int8")
        a = {"activate_left": False, "quant_mode": "dynamic", "dst_type": 2, "round_mode": "rint", "activate_dim": -1, "swiglu_mode": 1, "clamp_limit": 3.0, "glu_alpha": 1.5, "glu_bias": 0.5}
        g.run("DequantSwigluQuant", f"{dt}/pairs", [x], pairs, ("int8", "float"), a)

        # With given scales.
        x = g.ranged(dt, (6, 4), -20, 20, "t")
        for q in ("int8", "int4"):
            many, offset = g.ranged(dt, (3, 4), 0.25, 2), g.ranged(dt, (1,), -2, 2)
            g.run("GroupQuant", f"{dt}/{q}", [x, many, ends, offset], lambda x, s, i, o: whole(x * s[group] + o, q), q, {"dst_type": CODE[q]})
        x = g.ranged(dt, (2, 3, 4), -20, 20, "t")
        for shape, axis, view in (((1,), 0, (1,)), ((3,), 1, (3, 1)), ((4,), -1, (4,))):
            scale, zero = g.ranged(dt, shape, 0.1, 0.4), g.ranged("int32", shape, -9, 9)

            def fake(x, s, z):
                if dt == "float" and shape != (1,):
                    want = torch.fake_quantize_per_channel_affine(x.float(), s.float(), z.int(), axis % 3, -60, 60)
                    assert torch.allclose(want.double(), (torch.round(x / s.reshape(view) + z.reshape(view)).clamp(-60, 60) - z.reshape(view)) * s.reshape(view), atol=1e-4)
                q = torch.round(x / s.reshape(view) + z.reshape(view))
                return (q.clamp(-60, 60) - z.reshape(view)) * s.reshape(view), (q >= -60) & (q <= 60)
            g.run("FakeQuantAffineCachemask", f"{dt}/{shape}", [x, scale, zero], fake, (dt, "bool"), {"axis": axis, "quant_min": -60, "quant_max": 60}, "o")
            for name, o in (("torch.quint8", "uint8"), ("torch.qint8", "int8"), ("torch.qint32", "int32")):
                lo, hi = {"uint8": (0, 255), "int8": (-128, 127), "int32": (-2 ** 31, 2 ** 31 - 1)}[o]
                zero = g.ranged("int32", shape, 3, 30)
                g.run("Quantize", f"{dt}/{o}/{shape}", [x, scale, zero], lambda x, s, z: torch.round(x / s.reshape(view) + z.reshape(view)).clamp(lo, hi), o, {"dtype": name, "axis": axis}, "o")
        wide = g.ranged("int32", (3, 5), -9000, 9000, "t")
        for o, code in (("float16", 1), ("bf16", 27)):
            scale, tokens = g.ranged("float", (5,), 0.001, 0.01), g.ranged("float", (3,), 0.25, 2)
            late, early = g.ranged(dt, (5,), -9, 9), g.ranged("int32", (5,), -99, 99)
            g.run("DequantBias", f"{dt}/{o}", [wide, scale, tokens, late], lambda x, s, t, b: x.double() * s * t[:, None] + b, o, {"output_dtype": code}, "o")
            g.run("DequantBias", f"{dt}/{o}/early", [wide, scale, None, early], lambda x, s, t, b: (x.double() + b) * s, o, {"output_dtype": code}, "t")

        # Behind a normalisation.
        eps = 0.0009765625
        a, b, gamma, beta = g.ranged(dt, (3, 2, 6), -3, 3, "t"), g.ranged(dt, (3, 2, 6), -3, 3), g.ranged(dt, (6,), -2, 2), g.ranged(dt, (6,), -1, 1)

        def rms(a, b, gamma, beta=0.0):
            x = of(dt, a + b).ww
            rstd = torch.rsqrt((x * x).mean(-1, True) + eps)
            return x * rstd * gamma + beta, x, rstd
        g.run("AddRmsNormCast", dt, [a, b, gamma], lambda a, b, c: (lambda y, x, r: (y, y, r, x))(*rms(a, b, c)), ("float", dt, "float", dt), {"epsilon": eps}, "o")
        for q in ("int8", "int4"):
            s1, s2, z1, z2 = g.ranged(dt, (6,), 0.02, 0.2), g.ranged(dt, (1,), 0.02, 0.2), g.ranged("int32", (6,), -9, 9), g.ranged(dt, (6,), -9, 9)
            for divide in (True, False):
                at = {"axis": -1, "epsilon": eps, "div_mode": divide, "dst_type": CODE[q]}
                way = lambda y, s, z: whole((y / s if divide else y * s) + z, q)

                def two(a, b, c, s1, s2, z1, z2, beta=0.0):
                    y, x, _ = rms(a, b, c, beta)
                    return way(y, s1, z1), way(y, s2, z2), x
                g.run("AddRmsNormQuant", f"{dt}/{q}/{divide}", [a, b, gamma, s1, s2, z1, z2], two, (q, q, dt), at)
                g.run("AddRmsNormQuant", f"{dt}/{q}/{divide}/beta", [a, b, gamma, s1, s2, z1, z2, beta], two, (q, q, dt), at)
            s1, s2 = g.ranged(dt, (6,), 0.25, 2), g.ranged(dt, (6,), 0.25, 2)

            def dynamics(a, b, c, s1, s2, beta=0.0):
                y, x, _ = rms(a, b, c, beta)
                (y1, r1), (y2, r2) = by_largest(y * s1, q), by_largest(y * s2, q)
                return y1, y2, x, r1, r2
            at = {"epsilon": eps, "output_mask": [], "dst_type": CODE[q]}
            g.run("AddRmsNormDynamicQuant", f"{dt}/{q}", [a, b, gamma, s1, s2], dynamics, (q, q, dt, "float", "float"), at)
            g.run("AddRmsNormDynamicQuant", f"{dt}/{q}/beta", [a, b, gamma, s1, s2, beta], dynamics, (q, q, dt, "float", "float"), {**at, "output_mask": [True, True]})
    return g


FAMILIES = [dynamic_quant]


if __name__ == "__main__":
    write(FAMILIES)
