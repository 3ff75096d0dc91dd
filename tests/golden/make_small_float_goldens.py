#!/usr/bin/python3
"""Writes operators/cast/small.golden: conversions to and from the types of at most 8 bits that PyTorch does not know.

Usage: make_small_float_goldens.py <checkout>            (the Python standard library only)

Every value is an exact rational number, rounded once by the formulas of the formats' definitions (OCP 8-bit floating point, OCP
microscaling formats, HiFloat8: "Ascend HiFloat8 Format for Deep Learning"); no code table is used. Ties go to even, for
HiFloat8 away from zero. Conversions from these formats are exact first and then follow the rules of the Cast operator.
File format: make_goldens.py. Packed types: the first element of a byte stands in its lowest bits.
"""
import math
import pathlib
import random
import struct
import sys
from fractions import Fraction

CODES = dict(float=0, float16=1, int8=2, int32=3, uint8=4, int16=6, uint16=7, uint32=8, int64=9, uint64=10, double=11, bool=12,
             complex64=16, complex128=17, qint8=18, qint16=19, qint32=20, quint8=21, quint16=22, bf16=27, int4=29, uint1=30,
             complex32=33, hifloat8=34, e5m2=35, e4m3=36, e8m0=37, e2m1=40, e1m2=41)
PLAIN = ("bool", "float", "float16", "bf16", "double", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
         "complex32", "complex64", "complex128", "qint8", "qint16", "qint32", "quint8", "quint16")
SMALL = ("hifloat8", "e5m2", "e4m3", "e8m0", "e2m1", "e1m2", "int4")
INTEGERS = {t: (not t.lstrip("q").startswith("u"), int(t.lstrip("qu").lstrip("int"))) for t in PLAIN if "int" in t}
# sign, exponent and fraction bits, bias
IEEE = {"e5m2": (5, 2, 15), "e4m3": (4, 3, 7), "e2m1": (2, 1, 1), "float16": (5, 10, 15), "bf16": (8, 7, 127), "float": (8, 23, 127),
        "double": (11, 52, 1023)}
NAN, INF = float("nan"), float("inf")


def power(e):
    return Fraction(2) ** e


def floor_log2(x):
    e = x.numerator.bit_length() - x.denominator.bit_length()
    return e if power(e) <= x else e - 1


def half_even(x):
    return round(x)


def half_away(x):
    return math.floor(x + Fraction(1, 2))


# --- codes to values: a Fraction, NAN, INF or -INF; negative zero is a zero ---------------------------------------------------------

def value(t, code):
    if t in INTEGERS or t in ("int4", "uint1", "bool"):
        return Fraction(code)
    if t == "e8m0":
        return NAN if code == 255 else power(code - 127)
    if t == "e1m2":  # quarters: 0 to 1.75
        return Fraction(code & 7, 4) * (-1 if code & 8 else 1)
    if t == "hifloat8":
        return hifloat8_value(code)
    e_bits, m_bits, bias = IEEE[t]
    sign = -1 if code >> (e_bits + m_bits) else 1
    e, m = (code >> m_bits) & ((1 << e_bits) - 1), code & ((1 << m_bits) - 1)
    if t == "e4m3":
        if (e, m) == (15, 7):
            return NAN
    elif t != "e2m1" and e == (1 << e_bits) - 1:
        return NAN if m else sign * INF
    return sign * (m * power(1 - bias - m_bits) if e == 0 else (Fraction(1) + Fraction(m, 1 << m_bits)) * power(e - bias))


def hifloat8_value(code):
    bits = f"{code:08b}"
    sign, body = (-1 if bits[0] == "1" else 1), bits[1:]
    if body == "0000000":
        return NAN if sign < 0 else Fraction(0)
    if body == "1101111":
        return sign * INF
    for dot, width in (("11", 4), ("10", 3), ("01", 2), ("001", 1), ("0001", 0)):
        if body.startswith(dot):
            rest = body[len(dot):]
            exponent, fraction = rest[:width], rest[width:]
            e = 0
            if width:
                e = int("1" + exponent[1:], 2) * (-1 if exponent[0] == "1" else 1)
            return sign * (1 + Fraction(int(fraction, 2), 1 << len(fraction))) * power(e)
    return sign * power(int(body[4:], 2) - 23)


# --- values to codes -----------------------------------------------------------------------------------------------------------------

def encode(t, x, negative=None):
    """Code of the format nearest to x. `negative`: the sign of a zero or NaN."""
    if negative is None:
        negative = not isinstance(x, float) and x < 0 or isinstance(x, float) and math.copysign(1, x) < 0
    if t == "e8m0":
        if isinstance(x, float) or x < 0:
            return 255
        if x == 0 or x <= power(-127):
            return 0
        e = floor_log2(x)
        middle = power(e) * Fraction(3, 2)
        if x > middle or x == middle and (e + 127) % 2 == 1:
            e += 1
        return 255 if e > 127 else e + 127
    if t == "hifloat8":
        return hifloat8_encode(x)
    if t == "e1m2":
        bits, largest = 3, 7
        if isinstance(x, float):
            code = largest
        else:
            code = min(half_even(abs(x) * 4), largest)
        return code | (negative << bits)
    e_bits, m_bits, bias = IEEE[t]
    sign = negative << (e_bits + m_bits)
    top = {"e5m2": (30, 3), "e4m3": (15, 6), "e2m1": (3, 1)}[t]
    largest = (1 + Fraction(top[1], 1 << m_bits)) * power(top[0] - bias)
    largest_code = (top[0] << m_bits) | top[1]
    beyond = {"e5m2": 0x7C, "e4m3": 0x7F, "e2m1": largest_code}[t]
    if isinstance(x, float):
        if math.isnan(x):
            return sign | {"e5m2": 0x7E, "e4m3": 0x7F, "e2m1": largest_code}[t]
        return sign | beyond
    magnitude = abs(x)
    if magnitude == 0:
        return sign
    e = max(floor_log2(magnitude), 1 - bias)
    quantum = power(e - m_bits)
    rounded = half_even(magnitude / quantum) * quantum
    if rounded > largest:
        return sign | beyond
    e = floor_log2(rounded) if rounded else 1 - bias
    if rounded == 0 or e < 1 - bias:
        return sign | int(rounded / power(1 - bias - m_bits))
    return sign | ((e + bias) << m_bits) | int((rounded / power(e) - 1) * (1 << m_bits))


def hifloat8_encode(x):
    if isinstance(x, float):
        return 0x80 if math.isnan(x) else 0x6F | (0x80 if x < 0 else 0)
    sign, magnitude = (0x80 if x < 0 else 0), abs(x)
    if magnitude < power(-23):
        return 0
    if magnitude >= Fraction(5, 4) * power(15):
        return sign | 0x6F
    e = max(floor_log2(magnitude), -22)

    def fraction_bits(e):
        a = abs(e)
        return 0 if e <= -16 else 3 if a <= 3 else 2 if a <= 7 else 1

    quantum = power(e - fraction_bits(e))
    rounded = half_away(magnitude / quantum) * quantum
    e = floor_log2(rounded)
    if e <= -16:
        return sign | (e + 23)
    m = fraction_bits(e)
    fraction = format(int((rounded / power(e) - 1) * (1 << m)), f"0{m}b")
    width = abs(e).bit_length()
    dot = {4: "11", 3: "10", 2: "01", 1: "001", 0: "0001"}[width]
    exponent = "" if width == 0 else ("1" if e < 0 else "0") + format(abs(e), "b")[1:]
    return sign | int(dot + exponent + fraction, 2)


def as_integer(t, x):
    """A float or a number that fits: truncation through int32 or int64 as the machine does it, then wrapping."""
    signed, bits = INTEGERS.get(t, (True, 4))
    wide = 64 if not signed or bits == 64 else 32
    lowest = -(1 << (wide - 1))
    if isinstance(x, float):
        v = 0 if t == "uint64" and x == INF else lowest  # the upper half of uint64 is converted after taking 2^63 away
    else:
        v = math.trunc(x)
        if t == "uint64" and v >= 1 << 63:
            v = v - (1 << 63)
            v = (v if v < 1 << 63 else lowest) + (1 << 63)
        elif not lowest <= v <= -lowest - 1:
            v = lowest
    v &= (1 << bits) - 1
    return v - (1 << bits) if signed and v >> (bits - 1) else v


def as_float(x, negative):
    if isinstance(x, float):
        return x
    return -0.0 if x == 0 and negative else float(x)


def convert(source, code, target):
    """The element of `target`: a number as `pack` takes it."""
    if source in ("complex32", "complex64", "complex128", "float", "double", "float16", "bf16"):
        x = code.real if isinstance(code, complex) else code
        negative = math.copysign(1, x) < 0
        x = x if math.isnan(x) or math.isinf(x) else Fraction(x)
    else:
        x = value(source, code)
        negative = (source in IEEE or source == "e1m2") and bool(code >> (3 if source in ("e2m1", "e1m2") else 7))
        if x < 0:
            negative = True
    if target == "bool":
        return x != 0
    if target in INTEGERS or target == "int4":
        return int(x) % 16 if target == "int4" and source in INTEGERS else as_integer(target, x)
    if target in SMALL:
        return encode(target, x, negative)
    return as_float(x, negative)


# --- bytes -------------------------------------------------------------------------------------------------------------------------------

def bf16_bits(x):
    bits = struct.unpack("<I", struct.pack("<f", x))[0]
    assert bits & 0xFFFF == 0 or math.isnan(x)
    return bits >> 16


def half_bytes(x):
    try:
        return struct.pack("<e", x)
    except OverflowError:
        return struct.pack("<e", math.copysign(INF, x))


def pack(t, values):
    bits = {"int4": 4, "e2m1": 4, "e1m2": 4, "uint1": 1}.get(t)
    if bits:
        total = sum((v & ((1 << bits) - 1)) << (i * bits) for i, v in enumerate(values))
        return total.to_bytes((len(values) * bits + 7) // 8, "little")
    if t in INTEGERS:
        signed, width = INTEGERS[t]
        return b"".join(v.to_bytes(width // 8, "little", signed=signed) for v in values)
    parts = {"complex32": half_bytes, "complex64": lambda x: struct.pack("<f", x), "complex128": lambda x: struct.pack("<d", x),
             "float": lambda x: struct.pack("<f", x), "double": lambda x: struct.pack("<d", x), "float16": half_bytes,
             "bf16": lambda x: struct.pack("<H", bf16_bits(x))}.get(t)
    if parts is None:
        return bytes(values)
    out = b""
    for v in values:
        out += parts(v.real) + parts(v.imag) if t.startswith("complex") and isinstance(v, complex) else parts(v)
        if t.startswith("complex") and not isinstance(v, complex):
            out += parts(0.0)
    return out


def tensor(t, shape, strides, data, storage):
    return (struct.pack("<iB", CODES[t], len(shape)) + struct.pack(f"<{len(shape)}i", *shape) + struct.pack(f"<{len(shape)}i", *strides) +
            struct.pack("<iiI", 0, storage, len(data)) + data)


def text(s):
    return struct.pack("<H", len(s)) + s.encode()


CASES = []


def case(source, target, values, what):
    """A flat case, and a transposed one of its first twelve values."""
    expected = [convert(source, v, target) for v in values]
    n = len(values)
    record = text(f"{source}->{target}/{what}") + b"\x01" + tensor(source, [n], [1], pack(source, values), n)
    record += b"\x01" + tensor(target, [n], [1], pack(target, expected), n)
    attrs = b"\x01" + text("dtype") + struct.pack("<BHq", 0, 1, CODES[target])
    CASES.append(record + attrs)
    if n < 12:
        return
    view = [expected[c * 3 + r] for r in range(3) for c in range(4)]
    record = text(f"{source}->{target}/{what}/transposed") + b"\x01" + tensor(source, [3, 4], [1, 3], pack(source, values[:12]), 12)
    record += b"\x01" + tensor(target, [3, 4], [4, 1], pack(target, view), 12)
    CASES.append(record + attrs)


def codes(t):
    if t == "uint1":
        return [0, 1] * 6 + [1]
    if t == "int4":
        return list(range(-8, 8))
    return list(range(16 if t in ("e2m1", "e1m2") else 256))


def float_samples(t, target, rng):
    """Values of the float type t that try target: its numbers, the middles between them, their neighbours, specials, others."""
    e_bits, m_bits, bias = IEEE[{"complex32": "float16", "complex64": "float", "complex128": "double"}.get(t, t)]
    top = (2 - power(-m_bits)) * power((1 << e_bits) - 2 - bias)

    def representable(x):
        """x rounded towards zero to t, and its neighbours."""
        if x == 0 or abs(x) > top:
            return []
        e = max(floor_log2(abs(x)), 1 - bias)
        quantum = power(e - m_bits)
        k = math.trunc(x / quantum)
        return [Fraction(v) * quantum for v in ((k,) if Fraction(k) * quantum == x else (k, k + 1))]

    points = sorted({abs(value(target, c)) for c in codes(target) if not isinstance(value(target, c), float)})
    middles = [(a + b) / 2 for a, b in zip(points, points[1:])]
    wanted = []
    for m in rng.sample(middles, min(len(middles), 14)) + [points[-1], points[1], points[1] / 2, points[-1] * Fraction(9, 8),
                                                            points[-1] * Fraction(17, 16), points[-1] * Fraction(5, 4), points[-1] * 4]:
        for r in representable(m):
            step = max(abs(r) * power(-m_bits - 1), power(1 - bias - m_bits))
            wanted += [r]
            for near in representable(r + step) + representable(r - step):
                wanted.append(near)
    out = [0.0, -0.0, NAN, INF, -INF, 1.0, -1.5, 0.7, 2.5, -3.5]
    out += [float(x) * rng.choice((1, 1, -1)) for x in wanted if abs(x) <= top]
    if t == "bf16":
        out = [struct.unpack("<f", struct.pack("<I", struct.unpack("<I", struct.pack("<f", x))[0] & 0xFFFF0000))[0] for x in out]
    if t in ("float16", "complex32"):
        out = [struct.unpack("<e", struct.pack("<e", x))[0] for x in out]
    if t in ("float", "complex64"):
        out = [struct.unpack("<f", struct.pack("<f", x))[0] for x in out]
    return [complex(x, rng.uniform(-2, 2) if t == "complex128" else 0.5) for x in out] if t.startswith("complex") else out


def integer_samples(t, rng):
    signed, bits = INTEGERS[t]
    low, high = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if signed else (0, (1 << bits) - 1)
    out = {low, high, 0, 1, 2, 3, 5, 6, 7, 8, 9, 15, 17, 18, 19, 100, 104, 105, 127}
    for e in range(bits):
        for k in (8, 9, 10, 12, 17, 19, 20, 21):
            for d in (-1, 0, 1):
                if bits <= 16 or e % 3 == 0:
                    out.add((k << e >> 3) + d)
                    out.add(-(k << e >> 3) + d)
    return [v for v in sorted(out) if low <= v <= high]


def main():
    checkout = pathlib.Path(sys.argv[1])
    rng = random.Random(8)
    for target in SMALL:
        for source in PLAIN:
            if source == "bool":
                case(source, target, [0, 1, 1, 0], "values")
            elif source in INTEGERS:
                case(source, target, integer_samples(source, rng), "values")
            else:
                case(source, target, float_samples(source, target, rng), "values")
    for source in SMALL + ("uint1",):
        for target in PLAIN + SMALL:
            if source != target:
                all_codes = codes(source)
                few = len(all_codes) > 16 and target not in ("float", "double")
                case(source, target, sorted(rng.sample(all_codes, 40)) if few else all_codes, "codes")
    path = checkout / "operators/cast/small.golden"
    path.write_bytes(b"OPGOLD1\n" + struct.pack("<I", len(CASES)) + b"".join(CASES))
    print(f"{path}: {len(CASES)} cases, {path.stat().st_size} bytes")


main()
