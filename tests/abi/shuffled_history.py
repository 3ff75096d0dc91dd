"""A made-up history whose operators change as hard as functions of older parameter lists can bear: attributes of every kind, more
parameters than registers hold, reordered, left out and added, with every kind of default; inputs and outputs that come and go."""
import copy
import json
import pathlib
import random

KINDS = ["Int", "Float", "Bool", "String", "Type", "ListInt", "ListFloat", "ListBool", "ListString", "ListType", "ListListInt"]
# Most parameters are numbers: these fill the registers of both kinds.
WEIGHTS = [8, 10, 5, 2, 3, 2, 1, 1, 1, 1, 1]


def default(rng, kind):
    simple = {"Int": lambda: rng.choice([0, 0, 1, -1, 127, -2**31, 2**31, 2**32 - 1, 2**40, -2**63, 2**63 - 1]), "Float": lambda: rng.choice([0.0, 0.5, -2.25, 1e30]),
              "Bool": lambda: rng.random() < 0.5, "String": lambda: rng.choice(["", "NHWC", 'a "quoted" \\ text;\n#']), "Type": lambda: rng.choice(["DT_FLOAT", "DT_INT64"])}
    if kind in simple:
        return simple[kind]()
    if rng.random() < 0.6:
        return []
    return {"ListInt": [1, -2], "ListFloat": [0.5], "ListBool": [True, False], "ListString": ["x", ""], "ListType": ["DT_INT32"], "ListListInt": [[1], [], [2, 3]]}[kind]


def attr(rng, name, required):
    kind = rng.choices(KINDS, WEIGHTS)[0]
    out = {"name": name, "type": kind, "required": required}
    if not required:
        out["default_value"] = json.dumps(default(rng, kind))
    return out


def operator(rng, number):
    inputs = [{"name": f"x{i}", "type": rng.choice(["INPUT", "INPUT", "OPTIONAL_INPUT", "DYNAMIC_INPUT"]), "dtype": "TensorType({DT_FLOAT})"}
              for i in range(rng.randint(0, 5))]
    outputs = [{"name": f"y{i}", "type": rng.choice(["OUTPUT"] * 4 + ["DYNAMIC_OUTPUT"]), "dtype": "TensorType({DT_FLOAT})"} for i in range(rng.choice([1, 1, 1, 2, 3, 4]))]
    attrs = [attr(rng, f"a{i}", rng.random() < 0.25) for i in range(rng.choice([0, 2, 4, 7, 12, 18]))]
    return {"op_type": f"Shuffled{number}", "inputs": inputs, "outputs": outputs, "attrs": attrs, "subgraphs": []}


def change(rng, op, release):
    op = copy.deepcopy(op)
    for _ in range(rng.randint(1, 3)):
        kind = rng.randrange(7)
        if kind == 0:
            rng.shuffle(op["attrs"])
        elif kind == 1:
            op["attrs"] = [a for a in op["attrs"] if a["required"] or rng.random() < 0.8]
        elif kind == 2:
            for i in range(rng.randint(1, 4)):
                op["attrs"].insert(rng.randint(0, len(op["attrs"])), attr(rng, f"n{release}_{len(op['attrs'])}_{i}", False))
        elif kind == 3 and any(i["type"] != "OPTIONAL_INPUT" for i in op["inputs"]):  # without, C++ has other forms of call
            op["inputs"].insert(rng.randint(0, len(op["inputs"])), {"name": f"z{release}_{len(op['inputs'])}", "type": "OPTIONAL_INPUT", "dtype": "TensorType({DT_FLOAT})"})
        elif kind == 4:
            op["inputs"] = [i for i in op["inputs"] if i["type"] != "OPTIONAL_INPUT" or rng.random() < 0.5]
        elif kind == 5 and rng.random() < 0.4:
            op["outputs"].append({"name": f"w{release}_{len(op['outputs'])}", "type": "OUTPUT", "dtype": "TensorType({DT_FLOAT})"})
        elif kind == 6 and op["attrs"] and rng.random() < 0.3:
            op["attrs"].append(attr(rng, f"m{release}_{len(op['attrs'])}", True))
    return op


def write(folder, operators, releases, seed):
    """The history of so many operators over so many releases below `folder`; the same for the same numbers."""
    rng = random.Random(seed)
    current = [operator(rng, i) for i in range(operators)]
    index = []
    for release in range(1, releases + 1):
        place = pathlib.Path(folder) / "registry" / f"{release}.0"
        place.mkdir(parents=True, exist_ok=True)
        (place / "operators.json").write_text(json.dumps({"operators": current}))
        index.append({"release_version": f"{release}.0", "release_date": f"{2020 + release}-01-01"})
        current = [change(rng, op, release + 1) for op in current]
    (pathlib.Path(folder) / "index.json").write_text(json.dumps({"version": "1.0.0", "releases": index}))
