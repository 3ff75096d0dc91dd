#!/usr/bin/python3
"""Writes the expected values of further operators of models (lists of tensors, gates, gradients, regions of images,
attention) to operators/<family>/<part>.golden.

Usage: make_model_goldens.py <checkout> [family...]       (needs PyTorch and NumPy; 1.13 made the committed files)

As make_network_goldens.py: cases by operator type, computed in float64 from the rounded inputs and rounded once.
"""

import torch

from make_data_goldens import of
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


FAMILIES = [foreach]


if __name__ == "__main__":
    write(FAMILIES)
