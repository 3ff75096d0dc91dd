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


def untouched(*shape):
    """What the test fills outputs with, where an operator does not write them."""
    return torch.full(shape, -0x5A5A5A5B, dtype=torch.int32).view(torch.float32)


def raw_untouched(dt, *shape):
    if dt == "float":
        return untouched(*shape)
    return torch.full(shape, -0x5A5B, dtype=torch.int16).view({"float16": torch.float16, "bf16": torch.bfloat16}[dt])


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
            g.run("FlatQuant", f"{dt}/{ratio}/words", [x, p1, p2], flat_words, ("int32", "float"), {"clip_ratio": ratio})
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
                    g.case(f"SwiGluQuant:{dt}/{q}/{left}/{kind}/static", [x, many, more, index], [(q, still(x.ww, many.ww, more.ww, None)[0].to(torch.int8)), ("float", untouched(6))], a)
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
                g.case(f"DequantSwigluQuant:{dt}/{q}/{left}/static", [wide, one, tokens, of("int32", bias.ww[0]), scale, offset], [(q, y.to(torch.int8)), ("float", untouched(6))], {**a, "quant_mode": "static"})

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
        for kind, width in ((("int8"), 6), (dt, 1)):
            wide_gamma, scale, offset = of(dt, gamma.ww[None]), g.ranged(dt, (width,), 5, 40), g.ranged(kind, (width,), -9, 9)
            for q in ("int8", "int4"):
                g.run("RmsNormQuant", f"{dt}/{q}/{kind}", [a, wide_gamma, beta, scale, offset], lambda x, c, b, s, o: whole(x * torch.rsqrt((x * x).mean(-1, True) + eps) * c[0] * s + b * s + o, q), q, {"epsilon": eps}, "c" if q == "int4" else "o")
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


def to_heads(x, layout, heads):
    """[batch, heads, rows, depth] of a tensor in a layout; TND: one batch."""
    if layout == "BSH":
        return x.reshape(x.shape[0], x.shape[1], heads, -1).transpose(1, 2)
    if layout == "SBH":
        return x.reshape(x.shape[0], x.shape[1], heads, -1).permute(1, 2, 0, 3)
    if layout == "BSND":
        return x.transpose(1, 2)
    return x if layout == "BNSD" else x.transpose(0, 1)[None]


def from_heads(y, layout):
    if layout == "BSH":
        return y.transpose(1, 2).flatten(2)
    if layout == "SBH":
        return y.permute(2, 0, 1, 3).flatten(2)
    if layout == "BSND":
        return y.transpose(1, 2)
    return y if layout == "BNSD" else y[0].transpose(0, 1)


def in_layout(g, dt, layout, batch, heads, rows, depth):
    shape = {"BSH": (batch, rows, heads * depth), "SBH": (rows, batch, heads * depth), "BSND": (batch, rows, heads, depth), "BNSD": (batch, heads, rows, depth), "TND": (rows, heads, depth)}[layout]
    return g.ranged(dt, shape, -2, 2, "t")


def seen(mode, queries, keys, before=1 << 31, behind=1 << 31, mask=None, prefix=None):
    """Which keys [batch or 1, 1, queries, keys] a query sees."""
    i, j = torch.arange(queries)[:, None], torch.arange(keys)[None]
    end = i + keys - queries
    if mode == 2:
        return (j <= i)[None, None]
    if mode == 3:
        return (j <= end)[None, None]
    if mode == 4:
        return ((j >= end - before) & (j <= end + behind))[None, None]
    if mode in (5, 6):
        return ((j <= end)[None] | (j[None] < torch.tensor(prefix)[:, None, None]))[:, None]
    if mask is None:
        return torch.ones(1, 1, queries, keys, dtype=torch.bool)
    free = ~mask.bool()
    return free & ((j >= i - before) & (j <= i + behind)) if mode == 0 else free


def attention_parts(q, k, v, scale, see, shift=None, first=True, kept=None):
    """Softmax and result of attention by heads, the largest scores and the sums; queries that see nothing have 0."""
    k, v = (t.repeat_interleave(q.shape[1] // t.shape[1], 1) for t in (k, v))
    s = q @ k.transpose(-1, -2)
    s = s * scale if shift is None else (s + shift) * scale if first else s * scale + shift
    s = s.masked_fill(~see, -float("inf"))
    none = ~see.expand(s.shape).any(-1, True)
    most = s.amax(-1, True).masked_fill(none, 0.0)
    e = torch.exp(s - most)
    total = e.sum(-1, True)
    p = torch.where(none, torch.zeros(()).double(), e / total.masked_fill(none, 1.0))
    return p, (p if kept is None else p * kept) @ v, most, total


def attention_back(q, k, v, dy, y, most, total, scale, see, shift=None, first=True, kept=None):
    """Gradients of attention by heads, from the state that the forward operator left."""
    groups = q.shape[1] // k.shape[1]
    share = lambda t: t.reshape(t.shape[0], -1, groups, *t.shape[2:]).sum(2)
    wide_k, wide_v = (t.repeat_interleave(groups, 1) for t in (k, v))
    s = q @ wide_k.transpose(-1, -2)
    s = s * scale if shift is None else (s + shift) * scale if first else s * scale + shift
    p = torch.where(see.expand(s.shape), torch.exp(s - most) / total.masked_fill(total == 0, 1.0), torch.zeros(()).double())
    kept = 1.0 if kept is None else kept
    ds = p * (dy @ wide_v.transpose(-1, -2) * kept - (dy * y).sum(-1, True))
    back = [ds @ wide_k * scale, share(ds.transpose(-1, -2) @ q) * scale, share((p * kept).transpose(-1, -2) @ dy)]
    if shift is not None:
        d = ds * scale if first else ds
        for i, n in enumerate(shift.shape):
            d = d.sum(i, True) if n == 1 else d
        back.append(d)
    return back


def flash_attention():
    g = FamilyGold("flash_attention")
    ones = {"scale_value": 0.375, "keep_prob": 1.0, "pre_tockens": 2147483647, "next_tockens": 2147483647, "head_num": 4, "input_layout": "BSH", "inner_precise": 0, "sparse_mode": 0, "pse_type": 1}

    def training(name, dt, q, k, v, attrs, extra=(), see=None, shift=None, kept=None, whole=None):
        """extra: positions and tensors of further inputs of the forward operator."""
        layout, heads, scale, first = attrs["input_layout"], attrs["head_num"], attrs["scale_value"], attrs["pse_type"] == 1
        kv = k.shape[2] // (q.shape[2] // heads) if layout in ("BSH", "SBH") else 0

        def parts(q, k, v, shift):
            if whole is not None:
                return whole(q, k, v)
            return attention_parts(to_heads(q, layout, heads), to_heads(k, layout, kv), to_heads(v, layout, kv), scale, see, shift, first, kept)
        at = {3: None, 4: None, 5: None, 6: None, 7: None, 8: None, 9: None}
        at.update(dict(extra))
        inputs = [q, k, v] + [at[i] for i in sorted(at)]
        shift_value = None if shift is None else shift.ww
        p, y, most, total = parts(q.ww, k.ww, v.ww, shift_value)
        wide = (lambda t: from_heads(t, "TND").repeat(1, 1, 8)) if layout == "TND" else (lambda t: t.repeat(1, 1, 1, 8))
        out = [("float", wide(most).float()), ("float", wide(total).float()), (dt, torch.zeros(0, dtype=of(dt, torch.zeros(1)).t.dtype)), (dt, of(dt, from_heads(y, layout)).t)]
        g.case(f"FlashAttentionScore:{name}", inputs, out, attrs)
        # What came out of the forward operator is taken as it is, not as it would be without rounding.
        dy, most, total, held = of(dt, g.ranged(dt, tuple(from_heads(y, layout).shape), -2, 2).ww), of("float", wide(most)), of("float", wide(total)), of(dt, from_heads(y, layout))
        leaves = [t.ww.contiguous().clone().requires_grad_() for t in (q, k, v)] + ([] if shift is None else [shift.ww.contiguous().clone().requires_grad_()])
        exact = torch.autograd.grad(from_heads(parts(*leaves[:3], leaves[3] if shift is not None else None)[1], layout), leaves, dy.ww)
        state = (lambda t: to_heads(t.ww[..., :1], "TND", heads)) if layout == "TND" else (lambda t: t.ww[..., :1])
        by_heads = [to_heads(t, layout, n) for t, n in ((q.ww, heads), (k.ww, kv), (v.ww, kv), (dy.ww, heads), (held.ww, heads))] + [state(most), state(total)]
        if whole is None:
            found = attention_back(*by_heads, scale, see, shift_value, first, kept)
        else:
            found, at_rows = [], (0, 0)
            for e in zip(q_ends, k_ends):
                of_q, of_k = slice(at_rows[0], e[0]), slice(at_rows[1], e[1])
                found.append(attention_back(*(t[:, :, of_k if i in (1, 2) else of_q] for i, t in enumerate(by_heads)), scale, seen(3, e[0] - at_rows[0], e[1] - at_rows[1])))
                at_rows = e
            found = [torch.cat(t, 2) for t in zip(*found)]
        found = [from_heads(t, layout) for t in found[:3]] + list(found[3:])
        assert all(torch.allclose(a, b, atol={"bf16": 0.05, "float16": 0.01, "float": 1e-6}[dt]) for a, b in zip(exact, found))
        back = [q, k, v, dy, at[3], at[4], None, at[6], most, total, None, held, at[7], at[8], at[9]]
        results = [(dt, of(dt, e).t) for e in found]
        g.case(f"FlashAttentionScoreGrad:{name}", back, (results + [(dt, torch.zeros(0, dtype=results[0][1].dtype))])[:4], attrs)

    for dt in F3:
        for layout in ("BSH", "SBH", "BSND", "BNSD"):
            for kv in (4, 2, 1) if dt == "float" else (2,):
                q, k, v = in_layout(g, dt, layout, 2, 4, 5, 8), in_layout(g, dt, layout, 2, kv, 7, 8), in_layout(g, dt, layout, 2, kv, 7, 8 if kv != 2 else 4)
                a = {**ones, "input_layout": layout}
                training(f"{dt}/{layout}/{kv}", dt, q, k, v, a, see=seen(0, 5, 7))
        q, k, v = (in_layout(g, dt, "BNSD", 2, 4, n, 8) for n in (5, 7, 7))
        bnsd = {**ones, "input_layout": "BNSD"}
        for shape in ((5, 7), (1, 1, 5, 7), (2, 1, 5, 7), (2, 4, 5, 7)):
            for kind in ("bool", "uint8"):
                bits = torch.from_numpy(g.rng.integers(0, 3, shape) == 0)
                bits[..., 0, 0] = False
                mask = of(kind, bits.long() if kind == "uint8" else bits)
                for mode, near in ((0, 3), (1, 3)):
                    a = {**bnsd, "sparse_mode": mode, "pre_tockens": near, "next_tockens": near}
                    if (kind == "bool" or mode == 1) and (dt == "float" or len(shape) == 2):
                        see = seen(mode, 5, 7, near, near, bits.reshape((1,) * (4 - len(shape)) + shape))
                        training(f"{dt}/{shape}/{kind}/{mode}", dt, q, k, v, a, [(6, mask)], see)
        triangle = of("bool", torch.ones(9, 9).triu(1).bool())
        for mode in (2, 3, 4):
            a = {**bnsd, "sparse_mode": mode, "pre_tockens": 2, "next_tockens": 1}
            training(f"{dt}/sparse{mode}", dt, q, k, v, a, [(6, triangle)], seen(mode, 5, 7, 2, 1))
        training(f"{dt}/unseen", dt, k, q, q, {**bnsd, "sparse_mode": 3}, [(6, triangle)], seen(3, 7, 5))
        training(f"{dt}/prefix", dt, q, k, v, {**bnsd, "sparse_mode": 6}, [(6, triangle), (7, of("int64", torch.tensor([6, 2])))], seen(6, 5, 7, prefix=[6, 2]))
        for kind in (0, 1):
            for shape in ((2, 4, 5, 7), (1, 4, 5, 7), (2, 4, 1, 7))[:3 if dt == "float" else 1]:
                shift = g.ranged(dt, shape, -2, 2)
                training(f"{dt}/shift{kind}/{shape}", dt, q, k, v, {**bnsd, "pse_type": kind}, [(3, shift)], seen(0, 5, 7), shift)
        k8, v8 = (in_layout(g, dt, "BNSD", 2, 4, 8, 8) for _ in range(2))
        bits = torch.from_numpy(g.rng.integers(0, 2, (2, 4, 5, 8)))
        packed = of("uint8", (bits.reshape(-1, 8) << torch.arange(8)).sum(-1))
        training(f"{dt}/drop", dt, q, k8, v8, {**bnsd, "keep_prob": 0.5}, [(4, packed)], seen(0, 5, 8), kept=bits / 0.5)
        # Sequences one behind the other.
        q, k, v = (in_layout(g, dt, "TND", 0, 4, n, 8) for n in (7, 9, 9))
        tnd = {**ones, "input_layout": "TND", "sparse_mode": 3}
        q_ends, k_ends = [3, 7], [5, 9]

        def sequences(q, k, v):
            parts, at = [], (0, 0)
            for e in zip(q_ends, k_ends):
                part = (t[a:b] for t, a, b in ((q, at[0], e[0]), (k, at[1], e[1]), (v, at[1], e[1])))
                parts.append(attention_parts(*(to_heads(t, "TND", 4) for t in part), 0.375, seen(3, e[0] - at[0], e[1] - at[1])))
                at = e
            return (None, *(torch.cat([p[i] for p in parts], 2) for i in (1, 2, 3)))
        training(f"{dt}/TND", dt, q, k, v, tnd, [(6, triangle), (8, of("int64", torch.tensor(q_ends))), (9, of("int64", torch.tensor(k_ends)))], whole=sequences)

        # Inference.
        def prompt(layout, **more):
            return {"num_heads": 4, "scale_value": 0.375, "pre_tokens": 214748647, "next_tokens": 0, "input_layout": layout, "num_key_value_heads": 0, "sparse_mode": 0, "inner_precise": 1, **more}
        for layout in ("BSH", "BSND", "BNSD") if dt == "float" else ("BSH", "BNSD"):
            for kv in (4, 2) if dt == "float" else (2,):
                q, k, v = in_layout(g, dt, layout, 2, 4, 5, 8), in_layout(g, dt, layout, 2, kv, 7, 8), in_layout(g, dt, layout, 2, kv, 7, 8)
                heads = lambda q, k, v: (to_heads(q, layout, 4), to_heads(k, layout, kv), to_heads(v, layout, kv))
                plain = lambda q, k, v, *_: from_heads(attention_parts(*heads(q, k, v), 0.375, seen(0, 5, 7))[1], layout)
                g.run("PromptFlashAttention", f"{dt}/{layout}/{kv}", [q, k, v], plain, dt, prompt(layout, num_key_value_heads=kv % 4), "o")
                lengths = [of("int64", torch.tensor(n)) for n in ([5, 3], [7, 4])]

                def ragged(q, k, v, *_):
                    q, k, v = heads(q, k, v)
                    y = torch.zeros_like(q)
                    for b, (n, m) in enumerate(((5, 7), (3, 4))):
                        y[b:b + 1, :, :n] = attention_parts(q[b:b + 1, :, :n], k[b:b + 1, :, :m], v[b:b + 1, :, :m], 0.375, seen(3, n, m))[1]
                    return from_heads(y, layout)
                g.run("PromptFlashAttention", f"{dt}/{layout}/{kv}/lengths", [q, k, v, None, triangle] + lengths, ragged, dt, prompt(layout, num_key_value_heads=kv, sparse_mode=3))
                scale2, offset2 = g.ranged("float", (1,), 20, 40), g.ranged("float", (1,), -5, 5)
                g.run("PromptFlashAttention", f"{dt}/{layout}/{kv}/int8", [q, k, v] + [None] * 7 + [scale2, offset2], lambda q, k, v, *r: whole(plain(q, k, v) * scale2.ww + offset2.ww), "int8", prompt(layout, num_key_value_heads=kv))
                # One query.
                one = in_layout(g, dt, layout, 2, 4, 1, 8)
                a = {"num_heads": 4, "scale_value": 0.375, "input_layout": layout, "num_key_value_heads": kv, "block_size": 0, "inner_precise": 1}
                of_cache = lambda q, k, v: from_heads(torch.cat([attention_parts(q[b:b + 1], k[b:b + 1, :, :m], v[b:b + 1, :, :m], 0.375, seen(0, 1, m))[1] for b, m in enumerate((6, 4))]), layout)
                counts = of("int64", torch.tensor([6, 4]))
                g.run("IncreFlashAttention", f"{dt}/{layout}/{kv}", [one, k, v, None, None, counts], lambda q, k, v, *_: of_cache(*heads(q, k, v)), dt, a, lists=((-1, 1, 1, -1, -1, -1), (-1,)))
                parts = [[of(dt, t.ww[b:b + 1]) for b in range(2)] for t in (k, v)]
                g.run("IncreFlashAttention", f"{dt}/{layout}/{kv}/list", [one] + parts[0] + parts[1] + [None, None, counts], lambda q, k0, k1, v0, v1, *_: of_cache(*heads(q, torch.cat([k0, k1]), torch.cat([v0, v1]))), dt, a, lists=((-1, 2, 2, -1, -1, -1), (-1,)))
                small = [of("int8", g.ranged("int8", k.shape, -99, 99).ww) for _ in range(2)]
                anti, shift = g.ranged(dt, (2, kv * 8), 0.01, 0.03), g.ranged(dt, (2, kv * 8), -9, 9)

                def wide(t, i):
                    t = to_heads(t.double(), layout, kv)
                    return (t + shift.ww[i].reshape(kv, 1, 8)) * anti.ww[i].reshape(kv, 1, 8)
                g.run("IncreFlashAttention", f"{dt}/{layout}/{kv}/int8", [one] + small + [None, None, counts] + [None] * 5 + [anti, shift], lambda q, k, v, *_: of_cache(to_heads(q, layout, 4), wide(k, 0), wide(v, 1)), dt, a, lists=((-1, 1, 1) + (-1,) * 10, (-1,)))
            # A cache of blocks, whose order the table gives.
            for blocks in ((6, 2, 16), (6, 2, 2, 8)):
                kb, vb = g.ranged(dt, blocks, -2, 2), g.ranged(dt, blocks, -2, 2)
                table = of("int32", torch.tensor([[4, 0, 3], [1, 5, 0]]))

                def gathered(t):
                    t = t.reshape(6, 2, 2, 8).transpose(1, 2) if len(blocks) == 3 else t
                    return torch.stack([torch.cat([t[i] for i in row], 1) for row in ((4, 0, 3), (1, 5, 0))])
                paged = lambda q, k, v, *_: of_cache(to_heads(q, layout, 4), gathered(k), gathered(v))
                a = {"num_heads": 4, "scale_value": 0.375, "input_layout": layout, "num_key_value_heads": 2, "block_size": 2, "inner_precise": 1}
                g.run("IncreFlashAttention", f"{dt}/{layout}/{blocks}", [one, kb, vb, None, None, counts] + [None] * 7 + [table], paged, dt, a, lists=((-1, 1, 1) + (-1,) * 11, (-1,)))
                a = {"num_heads": 4, "scale": 0.375, "pre_tokens": 2147483647, "next_tokens": 2147483647, "input_layout": layout, "num_key_value_heads": 2, "sparse_mode": 0, "inner_precise": 1, "block_size": 2, "antiquant_mode": 0, "softmax_lse_flag": False}
                y = of(dt, paged(one.ww, kb.ww, vb.ww)).t
                g.case(f"FusedInferAttentionScore:{dt}/{layout}/{blocks}", [one, kb, vb, None, None, None, counts] + [None] * 7 + [table], [(dt, y), ("float", untouched(1))], {**a, "#in": [-1, 1, 1] + [-1] * 12, "#out": [-1, -1]})
        for layout in ("BNSD", "BSND", "BSH"):
            q, k, v = in_layout(g, dt, layout, 2, 4, 5, 8), in_layout(g, dt, layout, 2, 2, 7, 8), in_layout(g, dt, layout, 2, 2, 7, 8)
            qr, kr = in_layout(g, dt, layout, 2, 4, 5, 4), in_layout(g, dt, layout, 2, 2, 7, 4)
            bits = torch.from_numpy(g.rng.integers(0, 3, (2, 1, 5, 7)) == 0)
            bits[..., 0] = False
            mask, shift = of("bool", bits), g.ranged(dt, (1, 4, 5, 7), -2, 2)
            a = {"num_heads": 4, "scale": 0.375, "pre_tokens": 2147483647, "next_tokens": 2147483647, "input_layout": layout, "num_key_value_heads": 2, "sparse_mode": 1, "inner_precise": 1, "block_size": 0, "antiquant_mode": 0, "softmax_lse_flag": True}

            def fused(q, k, v, shift, mask, *more):
                h = lambda t, n: to_heads(t, layout, n)
                turned = ((more[-2], more[-1]),) if more else ()
                q, k, v = h(q, 4), h(k, 2), h(v, 2)
                for a, b in turned:
                    q, k = torch.cat([q, h(a, 4)], -1), torch.cat([k, h(b, 2)], -1)
                p, y, most, total = attention_parts(q, k, v, 0.375, seen(1, 5, 7, mask=mask), shift, False)
                return from_heads(y, layout), most + torch.log(total)
            g.run("FusedInferAttentionScore", f"{dt}/{layout}", [q, k, v, shift, mask], fused, (dt, "float"), a, lists=((-1, 1, 1, -1, -1), (-1, -1)))
            g.run("FusedInferAttentionScore", f"{dt}/{layout}/rope", [q, k, v, shift, mask] + [None] * 19 + [qr, kr], fused, (dt, "float"), a, lists=((-1, 1, 1) + (-1,) * 23, (-1, -1)))
        q, k, v = (in_layout(g, dt, "TND", 0, 4, n, 8) for n in (7, 9, 9))
        a = {"num_heads": 4, "scale": 0.375, "pre_tokens": 2147483647, "next_tokens": 2147483647, "input_layout": "TND", "num_key_value_heads": 4, "sparse_mode": 3, "inner_precise": 1, "block_size": 0, "antiquant_mode": 0, "softmax_lse_flag": True}

        def rows(q, k, v, *_):
            _, y, most, total = sequences(q, k, v)
            return from_heads(y, "TND"), from_heads(most + torch.log(total), "TND")
        g.run("FusedInferAttentionScore", f"{dt}/TND", [q, k, v, None, triangle, of("int64", torch.tensor(q_ends)), of("int64", torch.tensor(k_ends))], rows, (dt, "float"), a, lists=((-1, 1, 1) + (-1,) * 4, (-1, -1)))
    return g


def experts():
    g = FamilyGold("experts")
    for dt in F3:
        # Different numbers, so that the choice does not depend on the order of equal ones.
        x = of(dt, torch.stack([torch.randperm(12, generator=torch.Generator().manual_seed(i)).double() / 4 - 1.5 for i in range(5)]))
        bias = of(dt, torch.randperm(12, generator=torch.Generator().manual_seed(9)).double() / 64)
        for kind in (0, 1):
            for renorm in (0, 1):
                for groups, kept, select in ((1, 1, 0), (4, 2, 0), (4, 2, 1), (3, 1, 1)):
                    def gating(x, b=None):
                        s = torch.sigmoid(x) if kind else torch.softmax(x, -1)
                        by = s if b is None else s + b
                        if groups > 1:
                            parts = by.reshape(5, groups, -1)
                            of_groups = parts.amax(-1) if select == 0 else parts.topk(2, -1)[0].sum(-1)
                            best = torch.zeros(5, groups).scatter(1, of_groups.topk(kept, -1)[1], 1.0).bool()
                            by = parts.masked_fill(~best[..., None], -float("inf")).reshape(5, -1)
                        i = by.topk(3, -1)[1]
                        y = s.gather(1, i)
                        return (y / (y.sum(-1, True) + 1e-20) if kind or renorm else y) * 2.5, i, s
                    a = {"k": 3, "k_group": kept, "group_count": groups, "group_select_mode": select, "renorm": renorm, "norm_type": kind, "out_flag": True, "routed_scaling_factor": 2.5, "eps": 1e-20}
                    g.run("MoeGatingTopK", f"{dt}/{kind}/{renorm}/{groups}/{select}", [x], gating, (dt, "int32", "float"), a, "o")
                    g.run("MoeGatingTopK", f"{dt}/{kind}/{renorm}/{groups}/{select}/bias", [x, bias], gating, (dt, "int32", "float"), a)
        done = of("bool", torch.tensor([False, True, False, False, True]))
        for renorm in (0, 1):
            def chosen(x, d):
                s = torch.softmax(x, -1)
                v, i = x.topk(3, -1)
                i = torch.where(d.bool()[:, None], torch.tensor(12), i)
                return (torch.softmax(v, -1) if renorm else s.topk(3, -1)[0]), i, s
            result = (lambda *t: chosen(*t)) if renorm == 0 else (lambda *t: (*chosen(*t)[:2], untouched(5, 12)))
            if renorm == 0:
                g.run("MoeGatingTopKSoftmaxV2", f"{dt}/{renorm}", [x, done], result, (dt, "int32", "float"), {"k": 3, "renorm": renorm, "output_softmax_result_flag": True})
            else:
                y, i, _ = chosen(x.ww, done.ww)
                g.case(f"MoeGatingTopKSoftmaxV2:{dt}/{renorm}", [x, done], [(dt, of(dt, y).t), ("int32", i.int()), ("float", untouched(5, 12))], {"k": 3, "renorm": renorm, "output_softmax_result_flag": False})

        # Rows by experts.
        rows, k, n, count = 6, 2, 4, 5
        x, idx = g.ranged(dt, (rows, n), -3, 3, "t"), g.ranged("int32", (rows, k), 0, count - 1)
        order = idx.ww.reshape(-1).sort(stable=True)[1]
        where = torch.empty_like(order).scatter(0, order, torch.arange(rows * k))
        numbers = of("int32", torch.arange(rows * k).reshape(k, rows).T)  # column by column
        for active in (4, 99):
            some = min(rows, active) * k

            def init(x, r, i):
                r, o = r.reshape(-1), i.reshape(-1).sort(stable=True)[1]
                return x[r[o][:some] % rows], torch.empty_like(o).scatter(0, r[o], torch.arange(rows * k)), i.reshape(-1)[o]
            g.run("MoeInitRouting", f"{dt}/{active}", [x, numbers, idx], init, (dt, "int32", "int32"), {"active_num": active}, "o")
        amounts = torch.bincount(idx.ww.reshape(-1), minlength=count)
        for active in (0, 7):
            for flag in (0, 1, 2):
                tokens = [torch.zeros(0), amounts.cumsum(0), amounts][flag]
                a = {"active_num": active, "expert_capacity": 0, "expert_num": count, "drop_pad_mode": 0, "expert_tokens_count_or_cumsum_flag": flag, "expert_tokens_before_capacity_flag": False}
                g.run("MoeInitRoutingV2", f"{dt}/{active}/{flag}", [x, idx], lambda x, i: (x[order[:active or rows * k] // k], where, tokens, torch.zeros(0)), (dt, "int32", "int32", "int32"), a)
        padded, places = torch.zeros(count, 2, n, dtype=torch.float64), torch.full((rows * k,), -1)
        slots = [0] * count
        for p in order.tolist():
            e = int(idx.ww.reshape(-1)[p])
            if slots[e] < 2:
                places[p] = e * 2 + slots[e]
                padded[e, slots[e]] = x.ww[p // k]
            slots[e] += 1
        a = {"active_num": 0, "expert_capacity": 2, "expert_num": count, "drop_pad_mode": 1, "expert_tokens_count_or_cumsum_flag": 0, "expert_tokens_before_capacity_flag": True}
        g.run("MoeInitRoutingV2", f"{dt}/drop", [x, idx], lambda *_: (padded, places, torch.zeros(0), amounts), (dt, "int32", "int32", "int32"), a)
        d = g.ranged(dt, (rows * k, n), -2, 2)
        found = of("int32", where)
        back = torch.autograd.functional.vjp(lambda x: x[order // k], x.ww.contiguous(), d.ww)[1]
        g.run("MoeInitRoutingV2Grad", dt, [d, found], lambda *_: back, dt, {"top_k": k, "drop_pad_mode": 0, "active_num": 0}, "o")
        dropped = g.ranged(dt, (count, 2, n), -2, 2)
        taken = lambda t: torch.where((places >= 0)[:, None], t.reshape(-1, n)[places.clamp(min=0)], torch.zeros(()).double())
        g.run("MoeInitRoutingV2Grad", f"{dt}/drop", [dropped, of("int32", places)], lambda t, _: taken(t).reshape(rows, k, n).sum(1), dt, {"top_k": k, "drop_pad_mode": 1, "active_num": 0})

        # Some experts alone.
        begin, end = 1, 4
        active_order = torch.tensor([p for p in order.tolist() if begin <= int(idx.ww.reshape(-1)[p]) < end], dtype=torch.int64)
        m = len(active_order)
        stood = torch.full((rows * k,), -1).scatter(0, active_order, torch.arange(m))
        pad = lambda t: torch.cat([t, torch.zeros(rows * k - m, *t.shape[1:], dtype=t.dtype)])
        few = amounts[begin:end]
        of_rows = g.ranged("float", (rows,), 0.5, 2)
        for kind, tokens in ((0, few.cumsum(0)), (1, few), (2, torch.cat([torch.tensor([[e, amounts[e]] for e in range(begin, end) if amounts[e]]), torch.zeros(count - int((few > 0).sum()), 2).long()]))):
            a = {"active_num": rows * k, "expert_capacity": -1, "expert_num": count, "drop_pad_mode": 0, "expert_tokens_num_type": kind, "expert_tokens_num_flag": True, "quant_mode": -1, "active_expert_range": [begin, end], "row_idx_type": 0}
            g.run("MoeInitRoutingV3", f"{dt}/{kind}", [x, idx, of_rows], lambda x, i, s: (pad(x[active_order // k]), stood, tokens, pad(s[active_order // k])), (dt, "int32", "int64", "float"), a)
        a = {**a, "expert_tokens_num_type": 1, "quant_mode": 1, "row_idx_type": 1}
        smooth = g.ranged("float", (end - begin, n), 0.5, 2)
        scattered = torch.cat([active_order, torch.full((rows * k - m,), -1)])

        def quantised(x, i, s):
            y, scale = by_largest(x[active_order // k] * s[i.reshape(-1)[active_order] - begin], "int8")
            return pad(y), scattered, few, pad(scale)
        g.run("MoeInitRoutingV3", f"{dt}/quant", [x, idx, smooth], quantised, ("int8", "int32", "int64", "float"), a)

        # And back.
        for columns in (True, False):
            at = (lambda t: t.reshape(k, rows).T) if columns else (lambda t: t.reshape(rows, k))
            expanded, x1, x2 = g.ranged(dt, (rows * k, n), -3, 3, "t"), g.ranged(dt, (rows, n), -3, 3), g.ranged(dt, (rows, n), -3, 3)
            bias, scales = g.ranged(dt, (count, n), -1, 1), g.ranged(dt, (rows, k), 0, 1)
            moved = of("int32", torch.from_numpy(g.rng.permutation(rows * k)))

            def finalize(x, a, b, bias, s, w, i):
                y = ((x[at(w)] + (0.0 if bias is None else bias[i.long()])) * (1.0 if s is None else s[..., None])).sum(1)
                return y + (0.0 if a is None else a) + (0.0 if b is None else b)
            if columns:
                g.run("MoeFinalizeRouting", dt, [expanded, x1, x2, bias, scales, moved, idx], finalize, dt, {}, "o")
                g.run("MoeFinalizeRouting", f"{dt}/one", [expanded, x1, None, bias, scales, moved, idx], finalize, dt, {}, "t")
            a = {"drop_pad_mode": 0 if columns else 2}
            v2 = lambda x, w, a=None, b=None, bias=None, s=None, i=None: finalize(x, a, b, bias, s, w, i)
            g.run("MoeFinalizeRoutingV2", f"{dt}/{columns}", [expanded, moved, x1, x2, bias, scales, idx], v2, dt, a, "o")
            g.run("MoeFinalizeRoutingV2", f"{dt}/{columns}/plain", [expanded, moved, None, None, None, scales], v2, dt, a)
            lost = of("int32", torch.where(torch.arange(rows * k) % 3 == 0, torch.tensor(-1), moved.ww))
            blocks = of(dt, expanded.ww.reshape(3, 4, n))

            def dropping(x, w, *r):
                return v2(torch.cat([x.reshape(-1, n), torch.zeros(1, n).double()]), torch.where(w < 0, torch.tensor(rows * k), w), *r)
            g.run("MoeFinalizeRoutingV2", f"{dt}/{columns}/drop", [blocks, lost, x1, None, bias, scales, idx], dropping, dt, {"drop_pad_mode": 1 if columns else 3})
        d = g.ranged(dt, (rows, n), -2, 2)
        for biased in (False, True):
            way = lambda x, s: ((x[moved.ww.reshape(rows, k)] + (bias.ww[idx.ww.long()] if biased else 0.0)) * s[..., None]).sum(1)
            dx, ds = torch.autograd.functional.vjp(way, (expanded.ww.contiguous(), scales.ww.contiguous()), d.ww)[1]
            a = {"drop_pad_mode": 0, "active_num": 0, "expert_num": 0, "expert_capacity": 0}
            g.run("MoeFinalizeRoutingV2Grad", f"{dt}/{biased}", [d, moved, expanded, scales] + ([idx, bias] if biased else []), lambda *_: (dx, ds), (dt, dt), a)
        dx = torch.autograd.functional.vjp(lambda x: x[moved.ww.reshape(rows, k)].sum(1), expanded.ww.contiguous(), d.ww)[1]
        g.case(f"MoeFinalizeRoutingV2Grad:{dt}/plain", [d, moved], [(dt, of(dt, dx).t), (dt, raw_untouched(dt, rows, k))], a)
        for kind in ("int32", "int64"):
            many = of(kind, idx.ww)
            for wanted, made in ((0, 12), (7, 7), (-2, 10)):
                g.run("MoeTokenPermute", f"{dt}/{kind}/{wanted}", [x, many], lambda x, i: (x[order[:made] // k], where), (dt, "int32"), {"num_out_tokens": wanted, "padded_mode": False}, "o")
            g.run("MoeTokenPermute", f"{dt}/{kind}/one", [x, of(kind, idx.ww[:, 0])], lambda x, i: (x[i.sort(stable=True)[1]], i.sort(stable=True)[1].argsort()), (dt, "int32"), {"num_out_tokens": 0, "padded_mode": False})
        few_rows = g.ranged(dt, (7, n), -2, 2)
        g.run("MoeTokenPermuteGrad", dt, [few_rows, found], lambda t, w: torch.cat([t, torch.zeros(1, n).double()])[w.clamp(max=7)].reshape(rows, k, n).sum(1), dt, {"num_topk": k, "padded_mode": False}, "o")
        probs = g.ranged(dt, (rows, k), 0, 1)
        mixed = lambda t, w, p=None: (t[w].reshape(rows, k, n) * p[..., None]).sum(1) if p is not None else t[w]
        a = {"padded_mode": False, "restore_shape": []}
        g.run("MoeTokenUnpermute", dt, [expanded, moved, probs], mixed, dt, a, "o")
        g.run("MoeTokenUnpermute", f"{dt}/plain", [expanded, moved], mixed, dt, a)
        dx, dp = torch.autograd.functional.vjp(lambda t, p: mixed(t, moved.ww, p), (expanded.ww.contiguous(), probs.ww.contiguous()), d.ww)[1]
        g.run("MoeTokenUnpermuteGrad", dt, [expanded, d, moved, probs], lambda *_: (dx, dp), (dt, dt), a)
        whole_d = g.ranged(dt, (rows * k, n), -2, 2)
        g.run("MoeTokenUnpermuteGrad", f"{dt}/plain", [expanded, whole_d, moved], lambda t, d, w: (torch.zeros_like(t).index_copy(0, w, d), torch.zeros(0)), (dt, dt), a)

        # Tokens of ranks.
        per_rank = torch.tensor([[2, 0, 1], [1, 3, 1], [0, 2, 2]])
        tokens, scale = g.ranged(dt, (12, n), -3, 3, "t"), g.ranged("float", (12,), 0.5, 2)
        starts = per_rank.reshape(-1).cumsum(0) - per_rank.reshape(-1)
        source = torch.cat([torch.arange(int(starts[r * 3 + e]), int(starts[r * 3 + e] + per_rank[r, e])) for e in range(3) for r in range(3)])
        for kind in ("int32", "int64"):
            for sums in (0, 1):
                a = {"expert_token_num_type": sums, "idx_type": 0}
                g.run("MoeReRouting", f"{dt}/{kind}/{sums}", [tokens, of(kind, per_rank), scale], lambda x, c, s: (x[source], s[source], source, c.sum(0) if sums else c.sum(0).cumsum(0)), (dt, "float", "int32", kind), a)
    sorted_ids = g.const("int32", [0, 0, 1, 3, 3, 3, 4])
    g.run("MoeComputeExpertTokens", "int32", [sorted_ids], lambda s: torch.tensor([2, 3, 3, 6, 7, 7]), "int32", {"num_experts": 6}, "o")
    return g


def rotations():
    g = FamilyGold("attention/rotations")

    def turn(x, mode):
        """x as its mode takes it, and turned."""
        if mode == 0:
            a, b = x.chunk(2, -1)
            return x, torch.cat([-b, a], -1)
        if mode == 2:
            a, b, c, d = x.chunk(4, -1)
            return x, torch.cat([-b, a, -d, c], -1)
        a, b = x[..., ::2], x[..., 1::2]
        return (x, torch.stack([-b, a], -1).flatten(-2)) if mode == 1 else (torch.cat([a, b], -1), torch.cat([-b, a], -1))
    for dt in F3:
        for shape, few in (((2, 3, 4, 8), (1, 1, 4, 8)), ((2, 4, 3, 8), (2, 4, 1, 8)), ((5, 8), (8,))):
            x, d = g.ranged(dt, shape, -3, 3, "t"), g.ranged(dt, shape, -2, 2)
            c, s = g.ranged(dt, few, -1, 1), g.ranged(dt, few, -1, 1)
            for mode in range(4):
                def way(x, c, s):
                    own, other = turn(x, mode)
                    return own * c + other * s
                g.run("RotaryPositionEmbedding", f"{dt}/{shape}/{mode}", [x, c, s], way, dt, {"mode": mode}, "o")
                back = torch.autograd.functional.vjp(way, tuple(t.ww.contiguous() for t in (x, c, s)), d.ww)[1]
                g.run("RotaryPositionEmbeddingGrad", f"{dt}/{shape}/{mode}", [d, c, s, x], lambda *_: back, (dt, dt, dt), {"mode": mode}, "t")
                if mode == 3:
                    g.run("InterleaveRope", f"{dt}/{shape}", [x, c, s], way, dt, {}, "o")
                    continue
                name = ("half", "interleave", "quarter")[mode]
                g.run("RotaryMul", f"{dt}/{shape}/{name}", [x, c, s], way, dt, {"rotary_mode": name}, "o")
                if mode == 0:
                    g.run("RotaryMulGrad", f"{dt}/{shape}", [x, c, s, d], lambda *_: back, (dt, dt, dt), {"need_backward": True}, "t")
    return g


def grouped_mat_mul():
    g = FamilyGold("grouped_mat_mul")
    base = {"split_item": 0, "dtype": 0, "transpose_weight": False, "transpose_x": False, "group_type": -1, "group_list_type": 0, "act_type": 0}
    turn = lambda t, flag: t.transpose(-1, -2) if flag else t

    def run(name, x, weight, way, out, attrs, bias=(), scale=(), anti=(), anti_offset=(), groups=None, tokens=None, results=1):
        lists = [len(t) for t in (x, weight, bias, scale, (), anti, anti_offset)] + [-1, -1]
        g.run("GroupedMatmul", name, [*x, *weight, *bias, *scale, *anti, *anti_offset, groups, tokens], way, (out,) * results, {**base, **attrs}, lists=(lists, (results,)))
    for dt in F3:
        for tw in (False, True):
            stored = lambda t: of(dt, turn(t, tw))
            many = [g.ranged(dt, (k, n), -2, 2).ww for k, n in ((5, 3), (4, 6), (2, 2))]
            xs = [g.ranged(dt, (m, k), -2, 2, "t") for m, k in ((2, 5), (3, 4), (1, 2))]
            bias = [g.ranged(dt, (n,), -2, 2) for n in (3, 6, 2)]
            run(f"{dt}/{tw}/lists", xs, [stored(w) for w in many], lambda *t: tuple(t[i] @ turn(t[3 + i], tw) + t[6 + i] for i in range(3)), dt, {"transpose_weight": tw}, bias, results=3)
            # One x, whose rows belong to groups.
            x, w, b = g.ranged(dt, (7, 4), -2, 2, "t"), g.ranged(dt, (3, 4, 5), -2, 2).ww, g.ranged(dt, (3, 5), -2, 2)
            group = of_groups([2, 2, 7], 7)
            apart = lambda x, w: (x[:, None] @ turn(w, tw)[group])[:, 0]
            for kind, numbers in ((0, [2, 2, 7]), (1, [2, 0, 5])):
                a = {"split_item": 3, "transpose_weight": tw, "group_type": 0, "group_list_type": kind}
                run(f"{dt}/{tw}/rows/{kind}", [x], [stored(w)], lambda x, w, b, *_: apart(x, w) + b[group], dt, a, [b], groups=g.const("int64", numbers))
                run(f"{dt}/{tw}/rows/{kind}/list", [x], [stored(t) for t in w], lambda x, u, v, t, *_: apart(x, torch.stack([u, v, t])), dt, a, groups=g.const("int64", numbers))
            a = {"split_item": 3, "transpose_weight": tw, "group_type": 0}
            short = torch.cat([torch.ones(5), torch.zeros(2)]).double()[:, None]
            run(f"{dt}/{tw}/rows/short", [x], [stored(w)], lambda x, w, *_: (x[:, None] @ turn(w, tw)[of_groups([2, 3, 5], 7).clamp(max=2)])[:, 0] * short, dt, a, groups=g.const("int64", [2, 3, 5]))
            for act, fn in ((1, torch.relu), (2, lambda v: f.gelu(v, approximate="tanh")), (4, lambda v: v * torch.sigmoid(1.702 * v)), (5, f.silu)):
                run(f"{dt}/{tw}/act{act}", [x], [stored(w)], lambda x, w, *_: fn(apart(x, w)), dt, {**a, "act_type": act}, groups=g.const("int64", [2, 2, 7]))
            parts = [of(dt, x.ww[i:j]) for i, j in ((0, 2), (2, 3), (3, 7))]
            run(f"{dt}/{tw}/joined", parts, [stored(t) for t in w], lambda p, q, r, u, v, t, *_: torch.cat([p @ turn(u, tw), q @ turn(v, tw), r @ turn(t, tw)]), dt, {"split_item": 2, "transpose_weight": tw}, )
            # Weights that are integers.
            for kind in ("int8", "int4"):
                lo, hi = (-99, 99) if kind == "int8" else (-8, 7)
                for size in (1, 2):
                    small = g.ranged(kind, (3, 4, 5), lo, hi).ww
                    shape = (3, 5) if size == 1 else (3, 2, 5)
                    s, z = g.ranged(dt, shape, 0.01, 0.1), g.ranged(dt, shape, -3, 3)
                    wide = lambda t: t.reshape(3, -1, 5).repeat_interleave(4 // size, 1)
                    run(f"{dt}/{tw}/{kind}/{size}", [x], [of(kind, turn(small, tw))], lambda x, w, s, z, *_: (x[:, None] @ ((small.double() + wide(z)) * wide(s))[group])[:, 0], dt, a, anti=[s], anti_offset=[z], groups=g.const("int64", [2, 2, 7]))
        # The elements of rows in groups.
        x, w = g.ranged(dt, (7, 3), -2, 2), g.ranged(dt, (7, 5), -2, 2)
        pieces = ((0, 2), (2, 2), (2, 7))
        run(f"{dt}/depth", [x], [w], lambda x, w, *_: torch.stack([x[i:j].T @ w[i:j] for i, j in pieces]), dt, {"split_item": 3, "group_type": 2, "transpose_x": True}, groups=g.const("int64", [2, 2, 7]))
    for o, code in (("float16", 0), ("bf16", 1)):
        for tw in (False, True):
            for kind in ("int8", "int4"):
                lo, hi = (-128, 127) if kind == "int8" else (-8, 7)
                x, w = g.ranged(kind, (7, 4), lo, hi), g.ranged(kind, (3, 4, 5), lo, hi).ww
                group = of_groups([2, 2, 7], 7)
                s, tokens, bias = g.ranged("float", (3, 5), 0.001, 0.01), g.ranged("float", (7,), 0.5, 2), g.ranged("int32", (3, 5), -99, 99)
                a = {"split_item": 3, "dtype": code, "transpose_weight": tw, "group_type": 0, "group_list_type": 1}
                product = lambda x: (x.double()[:, None] @ w.double()[group])[:, 0]
                run(f"{o}/{tw}/{kind}", [x], [of(kind, turn(w, tw))], lambda x, w, b, s, l, t: (product(x) + b[group]) * s[group] * t[:, None], o, a, [bias], [s], groups=g.const("int64", [2, 0, 5]), tokens=tokens)
                run(f"{o}/{tw}/{kind}/plain", [x], [of(kind, turn(w, tw))], lambda x, w, s, *_: product(x) * s[group], o, a, scale=[s], groups=g.const("int64", [2, 0, 5]))
    x, w, s = g.ranged("int8", (7, 4), -128, 127), g.ranged("int8", (3, 4, 5), -128, 127), g.ranged("float", (3, 5), 0.001, 0.01)
    group = of_groups([2, 2, 7], 7)
    a = {"split_item": 3, "group_type": 0}
    run("int8", [x], [w], lambda x, w, s, *_: whole((x.double()[:, None] @ w.double()[group])[:, 0] * s[group]), "int8", {**a, "dtype": -1}, scale=[s], groups=g.const("int64", [2, 2, 7]))
    run("int32", [x], [w], lambda x, w, *_: (x.double()[:, None] @ w.double()[group])[:, 0], "int32", {**a, "dtype": 2}, groups=g.const("int64", [2, 2, 7]))
    return g


def blocks():
    g = FamilyGold("quant/blocks")
    turn = lambda t, flag: t.transpose(-1, -2) if flag else t
    wide = lambda t, down, across: t.repeat_interleave(down, 0).repeat_interleave(across, 1)
    for o, code in (("float16", 1), ("bf16", 27), ("float", 0)):
        for ta in (False, True):
            for tb in (False, True):
                for kind in ("int8", "int4"):
                    lo, hi = (-128, 127) if kind == "int8" else (-8, 7)
                    a, b = g.ranged(kind, (6, 8), lo, hi).ww.double(), g.ranged(kind, (8, 4), lo, hi).ww.double()
                    x1, x2 = of(kind, turn(a, ta)), of(kind, turn(b, tb))
                    attrs = {"dtype": code, "compute_type": -1, "transpose_x1": ta, "transpose_x2": tb, "group_size": 4}
                    tokens, bias = g.ranged("float", (6,), 0.5, 2), g.ranged("float", (4,), -9, 9)
                    # Groups of depth of each column, scales of rows.
                    s, z = g.ranged("float16", (2, 4), 0.001, 0.01), g.ranged("float16", (2, 4), -3, 3)
                    way = lambda *_: (a @ ((b - wide(z.ww, 4, 1)) * wide(s.ww, 4, 1))) * tokens.ww[:, None] + bias.ww
                    g.run("QuantBatchMatmulV4", f"{o}/{ta}/{tb}/{kind}/columns", [x1, x2, bias, tokens, of("float16", turn(s.ww, tb)), None, None, of("float16", turn(z.ww, tb))], way, o, attrs, "o")
                    # Blocks of both matrices.
                    s1, s2 = g.ranged("float", (3, 2), 0.01, 0.1), g.ranged("float", (2, 2), 0.01, 0.1)
                    way = lambda *_: (a * wide(s1.ww, 2, 4)) @ (b * wide(s2.ww, 4, 2)) + bias.ww
                    g.run("QuantBatchMatmulV4", f"{o}/{ta}/{tb}/{kind}/blocks", [x1, x2, bias, of("float", turn(s1.ww, ta)), of("float", turn(s2.ww, tb))], way, o, {**attrs, "group_size": 2 << 32 | 2 << 16 | 4})
                    # A term before the scales of the rows.
                    s, more = g.ranged("float", (4,), 0.001, 0.01), g.ranged("float", (4,), -3, 3)
                    way = lambda *_: (a @ b * s.ww + more.ww) * tokens.ww[:, None]
                    g.run("QuantBatchMatmulV4", f"{o}/{ta}/{tb}/{kind}/term", [x1, x2, None, tokens, s, None, None, None, more], way, o, {**attrs, "group_size": -1})
    return g


def gemm():
    g = FamilyGold("fused_mat_mul/gemm")
    turn = lambda t, flag: t.transpose(-1, -2) if flag else t
    for dt, o in (("float16", "float16"), ("float16", "float"), ("float", "float"), ("bf16", "bf16"), ("int8", "int32")):
        for ta in (False, True):
            for tb in (False, True):
                for batch, other in (((), ()), ((2,), ()), ((2,), (2,))):
                    a, b = (of(dt, turn(g.ranged(dt, s, -9, 9).ww, flag)) for s, flag in ((batch + (3, 7), ta), (other + (7, 5), tb)))
                    c = g.ranged(o, (5,) if batch else (3, 5), -9, 9)
                    alpha, beta = (g.const(o, [v]) for v in ((2, 3) if o == "int32" else (0.5, 1.5)))
                    way = lambda a, b, c, *_: (alpha.ww * (turn(a.double(), ta) @ turn(b.double(), tb)) + beta.ww * c)
                    g.run("GEMM", f"{dt}/{o}/{ta}/{tb}/{batch}/{other}", [a, b, c, alpha, beta], way, o, {"transpose_a": ta, "transpose_b": tb}, "o")
    return g


FAMILIES = [dynamic_quant, flash_attention, experts, rotations, grouped_mat_mul, blocks, gemm]


if __name__ == "__main__":
    write(FAMILIES)
