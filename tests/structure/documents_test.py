#!/usr/bin/python3
"""What the documents name is there: every test and test case in the tables of docs/status.md, every relative link of every page.
documents_test.py SOURCE BUILD CTEST | --self-test"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

IGNORED = {'build', 'out', '.git'}
CASE = re.compile(r'^[A-Za-z_]\w*(?:\.\w+)?…?$')


def tracked(root, *patterns):
    found = []
    for pattern in patterns:
        found += [p for p in root.rglob(pattern) if not IGNORED & set(p.relative_to(root).parts)]
    return found


def registered(build, ctest):
    listed = subprocess.run([ctest, '--test-dir', build, '--show-only=json-v1'], stdout=subprocess.PIPE, check=True).stdout
    return '\n'.join(test['name'] for test in json.loads(listed)['tests'])


def check(root, tests):
    """Faults, with file and line. `tests`: names of the registered tests, one per line."""
    faults = []
    # Tests of the long groups are registered on demand only.
    cmake = tests + '\n' + '\n'.join(p.read_text(encoding='utf-8') for p in tracked(root, 'CMakeLists.txt', '*.cmake'))
    sources = '\n'.join(p.stem for p in tracked(root, 'test_*.py')) + '\n'.join(p.read_text(encoding='utf-8') for p in tracked(root, '*_test.cc', '*_test.py', 'test_*.py', '*_test.cpp', '*_cases.h', '*_fixture.h'))
    status = root / 'docs/status.md'
    for number, line in enumerate(status.read_text(encoding='utf-8').split('\n'), 1):
        cells = [cell.strip() for cell in re.split(r'(?<!\\)\|', line)]
        if len(cells) != 5 or cells[3] in ('Test', '') or set(cells[3]) <= {'-'}:
            if line.startswith('| ') and len(cells) > 3 and not cells[3]:
                faults.append(f'docs/status.md:{number}: no test')
            continue
        names = re.findall(r'`([^`]+)`', cells[3])
        if not names:
            faults.append(f'docs/status.md:{number}: no test is named')
        for name in names:
            for word in re.split(r',\s*|:\s*', name):
                known = cmake if re.fullmatch(r'[a-z0-9_]+_(?:test|replay)(?:_\w+)?|opstrata_round_trip_\w+', word) else sources
                if CASE.match(word) and re.search(r'\b' + re.escape(word.rstrip('…').split('.')[-1]), known) is None:
                    faults.append(f'docs/status.md:{number}: there is no {word}')
    for page in tracked(root, '*.md'):
        text = re.sub(r'```.*?```', lambda m: '\n' * m.group(0).count('\n'), page.read_text(encoding='utf-8'), flags=re.S)
        for match in re.finditer(r'\]\(([^)#\s]+)(?:#[^)]*)?\)', text):
            if re.match(r'[a-z]+:', match.group(1)) is None and not (page.parent / match.group(1)).exists():
                line = text.count('\n', 0, match.start()) + 1
                faults.append(f'{page.relative_to(root)}:{line}: there is no {match.group(1)}')
    return faults


def self_test():
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        (root / 'docs').mkdir()
        (root / 'CMakeLists.txt').write_text('add_test(NAME long_test COMMAND x)\n')
        (root / 'a_test.cc').write_text('TEST(Suite, GoodCase) {}\n')
        (root / 'docs/status.md').write_text('| Room | Feature | Test |\n|---|---|---|\n| a | b | `good_test` (`GoodCase`), `long_test` |\n'
                                             '| a | b | `gone_test` |\n| a | b | `good_test` (`GoneCase`) |\n| a | b | by hand |\n')
        (root / 'README.md').write_text('[here](docs/status.md) [web](https://example.org) [gone](docs/gone.md#part)\n```\n[code](none)\n```\n')
        return check(root, 'good_test') == ['docs/status.md:4: there is no gone_test', 'docs/status.md:5: there is no GoneCase',
                               'docs/status.md:6: no test is named', 'README.md:1: there is no docs/gone.md']


def main():
    if sys.argv[1] == '--self-test':
        sys.exit(0 if self_test() else 1)
    faults = check(pathlib.Path(sys.argv[1]), registered(sys.argv[2], sys.argv[3]))
    print('\n'.join(faults))
    sys.exit(1 if faults else 0)


if __name__ == '__main__':
    main()
