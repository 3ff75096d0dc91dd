#!/usr/bin/env python3
"""A history registry of any size, made from a real one.  make_registry.py SOURCE TARGET --operators N --releases R [--changes PERCENT]

The operators of the real releases are taken in order, copied under new names until there are N, and prolonged by releases in which a few
operators get another optional input or attribute, as real ones do. The same arguments give the same bytes."""
import argparse
import copy
import datetime
import json
import pathlib
import random


def read(source):
    index = json.loads((source / "index.json").read_text())
    releases = sorted(index["releases"], key=lambda r: r["release_date"])
    return [{op["op_type"]: op for op in json.loads((source / "registry" / r["release_version"] / "operators.json").read_text())["operators"]}
            for r in releases]


def grow(op, chance):
    op = copy.deepcopy(op)
    number = chance.randrange(1000000)
    if chance.random() < 0.3:
        op["inputs"].append({"name": f"more_{number}", "type": "OPTIONAL_INPUT", "dtype": "TensorType({DT_FLOAT})"})
    else:
        word, literal = chance.choice((("Int", "0"), ("Float", "0.5"), ("Bool", "false"), ("String", '""'), ("ListInt", "[]"), ("Type", '"DT_FLOAT"')))
        op["attrs"].append({"name": f"more_{number}", "type": word, "required": False, "default_value": literal})
    return op


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("target", type=pathlib.Path)
    parser.add_argument("--operators", type=int, required=True)
    parser.add_argument("--releases", type=int, required=True)
    parser.add_argument("--changes", type=float, default=2.0, help="percent of the operators that a further release changes")
    args = parser.parse_args()
    chance = random.Random(1)
    real = read(args.source)[-args.releases:]
    copies = -(-args.operators // len(real[-1]))
    names = sorted(real[-1])
    wanted = [name + ("" if i == 0 else f"Copy{i}") for i in range(copies) for name in names][:args.operators]
    base = {name: name.partition("Copy")[0] for name in wanted}
    releases = []
    for release in real:
        releases.append({name: {**release[base[name]], "op_type": name} for name in wanted if base[name] in release})
    while len(releases) < args.releases:
        following = dict(releases[-1])
        for name in chance.sample(sorted(following), int(len(following) * args.changes / 100)):
            following[name] = grow(following[name], chance)
        releases.append(following)
    day = datetime.date(2026, 1, 1)
    entries = []
    for i, release in enumerate(releases):
        version = f"v{i:03d}"
        folder = args.target / "registry" / version
        folder.mkdir(parents=True, exist_ok=True)
        date = day - datetime.timedelta(days=7 * (len(releases) - 1 - i))
        entries.append({"release_version": version, "release_date": date.isoformat()})
        (folder / "metadata.json").write_text(json.dumps({"release_version": version}))
        (folder / "operators.json").write_text('{"operators": [\n' + ",\n".join(json.dumps(release[name]) for name in sorted(release)) + "\n]}")
    (args.target / "index.json").write_text(json.dumps({"version": "1.0.0", "releases": entries}, indent=2))


main()
