#!/usr/bin/python3
"""Checks the dependency direction: every #include under src/, operators/ and include/ against the table of rooms in
docs/design.md ("The house"). No edge that the table does not allow, no cycle, no public header that includes a private
one, nothing but public headers for operators/, includes of our own headers by their full path only. And every protocol
buffer file has a name of its own: the names of a process stand in one pool, where two `graph.proto` end the program."""

import pathlib
import re
import sys
import tempfile

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^">]+)[">]', re.M)
ROW = re.compile(r'^\| `(\w+)` \|\s*(.*?)\s*\|$', re.M)
# Reached through several include roots (pkg_inc, pkg_inc/runtime, pkg_inc/runtime/runtime): only neighbours always resolve.
NEIGHBOURS_ALLOWED = ('include/pkg_inc/runtime/',)
# Third-party headers that consumers have on their path, by the spelling that the interface prescribes.
THIRD_PARTY = ('unsupported/Eigen/', 'Eigen/', 'gtest/', 'gmock/', 'nlohmann/')
SOURCES = {'.h', '.hpp', '.cc', '.cpp', '.c', '.def'}


def read_rooms(design):
    """The table between the `rooms` markers: room -> set of rooms that it may include (closed over nothing)."""
    text = design.read_text(encoding='utf-8')
    match = re.search(r'<!-- rooms -->(.*?)<!-- /rooms -->', text, re.S)
    if not match:
        sys.exit(f'{design}: no table between <!-- rooms --> and <!-- /rooms -->')
    return {room: set(re.findall(r'`(\w+)`', allowed)) for room, allowed in ROW.findall(match.group(1))}


def find_cycle(edges):
    """One cycle of a graph {node: iterable of nodes} as a list, or None."""
    state = {}
    for start in edges:
        if start in state:
            continue
        stack, path = [(start, iter(sorted(edges.get(start, ()))))], [start]
        state[start] = 'open'
        while stack:
            node, successors = stack[-1]
            for successor in successors:
                if state.get(successor) == 'open':
                    return path[path.index(successor):] + [successor]
                if successor not in state:
                    state[successor] = 'open'
                    path.append(successor)
                    stack.append((successor, iter(sorted(edges.get(successor, ())))))
                    break
            else:
                state[node] = 'done'
                path.pop()
                stack.pop()
    return None


def public_roots(root):
    """The interface's include roots as the build names them, short ones last."""
    text = (root / 'cmake/OpstrataRoom.cmake').read_text(encoding='utf-8')
    return [root / 'include' / path for path in re.findall(r'\$\{inc\}/([\w/]+)', text)]


def check(root):
    faults = []
    rooms = read_rooms(root / 'docs/design.md')
    for room, allowed in rooms.items():
        for unknown in sorted(allowed - rooms.keys()):
            faults.append(f'docs/design.md: room {room} may include {unknown}, which is not in the table')
    if cycle := find_cycle(rooms):
        faults.append('docs/design.md: the table of rooms has a cycle: ' + ' -> '.join(cycle))
    src = root / 'src'
    for folder in sorted(p.name for p in src.iterdir() if p.is_dir()):
        if folder not in rooms:
            faults.append(f'src/{folder}: a folder without a row in the table of docs/design.md')
    roots = public_roots(root)
    include = root / 'include'
    header_edges = {}

    def resolve(including, path, area):
        """What `path` names: ('room', file), ('public', file), ('operators', file), ('beside', file), or None."""
        for public in roots:
            if (public / path).is_file():
                return 'public', (public / path).resolve()
        if (src / path).is_file():
            return 'room', (src / path).resolve()
        if area == 'operators' and (root / 'operators' / path).is_file():
            return 'operators', (root / 'operators' / path).resolve()
        beside = including.parent / path
        if beside.is_file():
            return 'beside', beside.resolve()
        return None

    def generated(including, path):
        """protoc's header of a .proto file of the same room."""
        return path.endswith('.pb.h') and any(including.parent.rglob(pathlib.Path(path).name[:-len('.pb.h')] + '.proto'))

    for area in ('src', 'operators', 'include'):
        for file in sorted((root / area).rglob('*')):
            if file.suffix not in SOURCES or not file.is_file():
                continue
            name = file.relative_to(root).as_posix()
            room = file.relative_to(src).parts[0] if area == 'src' else None
            text = file.read_text(encoding='utf-8', errors='replace')
            for match in INCLUDE.finditer(text):
                quote, path = match.groups()
                at = f'{name}:{text.count(chr(10), 0, match.start()) + 1}'
                target = resolve(file, path, area)
                if target is None:
                    if quote == '"' and not generated(file, path) and not path.startswith(THIRD_PARTY):
                        faults.append(f'{at}: "{path}" is neither a public header nor "room/file.h"')
                    continue
                kind, found = target
                if kind == 'room':
                    other = found.relative_to(src.resolve()).parts[0]
                    if area == 'include':
                        faults.append(f'{at}: a public header includes the private {path}')
                    elif area == 'operators':
                        faults.append(f'{at}: operators/ sees only include/, not {path}')
                    elif other != room and other not in rooms.get(room, ()):
                        faults.append(f'{at}: room {room} must not include room {other} ({path})')
                elif kind == 'beside':
                    if area != 'operators' and not name.startswith(NEIGHBOURS_ALLOWED):
                        faults.append(f'{at}: "{path}" is found only beside the file; write its full path')
                if file.suffix in {'.h', '.hpp'}:
                    header_edges.setdefault(name, set()).add(found.relative_to(root.resolve()).as_posix())
    for file in sorted(src.rglob('*.proto')):
        lite = re.search(r'optimize_for\s*=\s*LITE_RUNTIME', file.read_text(encoding='utf-8'))  # registers nothing
        if not lite and not file.name.startswith('opstrata_'):
            faults.append(f'{file.relative_to(root).as_posix()}: a full protocol buffer file that is not named opstrata_*')
    if cycle := find_cycle(header_edges):
        faults.append('headers include each other: ' + ' -> '.join(cycle))
    return faults


def self_test(root):
    """Every kind of fault must be found in a small tree that has it, and nothing in one that has none."""
    table = '<!-- rooms -->\n| Room | May include |\n|---|---|\n| `base` | |\n| `proto` | `base` |\n<!-- /rooms -->\n'
    good = {'docs/design.md': table, 'cmake/OpstrataRoom.cmake': '${inc}/ascend ${inc}/pkg_inc',
            'src/base/a.h': '#include <vector>\n', 'src/proto/b.cc': '#include "base/a.h"\n#include "graph/x.h"\n',
            'include/ascend/graph/x.h': '#include "graph/y.h"\n', 'include/ascend/graph/y.h': '',
            'operators/relu/r.cc': '#include "graph/x.h"\n#include "relu/r.h"\n', 'operators/relu/r.h': ''}
    cases = [({}, None),
             ({'src/base/c.cc': '#include "proto/d.h"\n', 'src/proto/d.h': ''}, 'room base must not include room proto'),
             ({'include/ascend/graph/y.h': '#include "base/a.h"\n'}, 'public header includes the private'),
             ({'include/ascend/graph/y.h': '#include "graph/x.h"\n'}, 'headers include each other'),
             ({'include/ascend/graph/x.h': '#include "y.h"\n'}, 'write its full path'),
             ({'src/proto/b.cc': '#include "e.h"\n', 'src/proto/e.h': ''}, 'write its full path'),
             ({'operators/relu/r.cc': '#include "base/a.h"\n'}, 'operators/ sees only include/'),
             ({'src/proto/b.cc': '#include "nothing.h"\n'}, 'neither a public header'),
             ({'src/base/a.proto': 'syntax = "proto3";'}, 'not named opstrata_*'),
             ({'src/base/a.proto': 'option optimize_for = LITE_RUNTIME;', 'src/base/opstrata_b.proto': ''}, None),
             ({'src/extra/f.cc': ''}, 'a folder without a row'),
             ({'docs/design.md': table.replace('| `base` | |', '| `base` | `proto` |')}, 'has a cycle'),
             ({'docs/design.md': table.replace('| `base` |\n<', '| `base`, `other` |\n<')}, 'which is not in the table')]
    failed = 0
    for change, expected in cases:
        with tempfile.TemporaryDirectory() as folder:
            tree = pathlib.Path(folder)
            for path, text in {**good, **change}.items():
                (tree / path).parent.mkdir(parents=True, exist_ok=True)
                (tree / path).write_text(text, encoding='utf-8')
            faults = check(tree)
            if (expected is None and faults) or (expected is not None and not any(expected in fault for fault in faults)):
                failed += 1
                print(f'expected {expected!r}, found {faults}')
    if len(read_rooms(root / 'docs/design.md')) < 8:
        failed += 1
        print('the table of rooms was not read')
    print(f'{len(cases)} trees, {failed} failures')
    return failed


def main():
    if sys.argv[1] == '--self-test':
        sys.exit(1 if self_test(pathlib.Path(sys.argv[2])) else 0)
    faults = check(pathlib.Path(sys.argv[1]))
    print('\n'.join(faults) if faults else 'every include is allowed')
    sys.exit(1 if faults else 0)


if __name__ == '__main__':
    main()
