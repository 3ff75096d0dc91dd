#!/usr/bin/python3
"""Every public header compiles alone, included twice, without a warning: as C++17 with GCC and Clang, and as the further
languages that languages.txt names. What arrivals.txt says to arrive through a header does. What passed is remembered by the hash of the header, everything that it includes, the
compiler and the flags.

usage: headers_test.py SOURCE_DIR CACHE_FILE [header ...]"""

import concurrent.futures
import fnmatch
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

WARNINGS = ['-Wall', '-Wextra', '-Wshadow', '-Wformat=2', '-Werror', '-isystem', '/usr/include/eigen3']
GCC_WARNINGS = ['-Wformat-signedness']  # Clang does not know it
COMPILERS = {'c++': ('g++', 'clang++'), 'c': ('gcc', 'clang')}
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^">]+)[">]', re.M)


def roots_of(root):
    text = (root / 'cmake/OpstrataRoom.cmake').read_text(encoding='utf-8')
    return [root / 'include' / path for path in re.findall(r'\$\{inc\}/([\w/]+)', text)]


def languages_of(root):
    rows = []
    for line in (root / 'tests/headers/languages.txt').read_text(encoding='utf-8').splitlines():
        if line.strip() and not line.startswith('#'):
            rows.append(line.split())
    return rows


def arrivals_of(root):
    text = (root / 'tests/headers/arrivals.txt').read_text(encoding='utf-8')
    return [[part.strip() for part in line.split('|', 1)] for line in text.splitlines() if line.strip() and not line.startswith('#')]


class Closure:
    """Hash of a header and of all our headers that it reaches."""

    def __init__(self, roots):
        self.roots, self.texts, self.edges = roots, {}, {}

    def read(self, path):
        if path not in self.texts:
            self.texts[path] = path.read_bytes()
            found = set()
            for name in INCLUDE.findall(self.texts[path].decode('utf-8', 'replace')):
                for folder in [path.parent, *self.roots]:
                    if (folder / name).is_file():
                        found.add((folder / name).resolve())
            self.edges[path] = found
        return self.edges[path]

    def digest(self, path):
        seen, open_ = set(), [path]
        while open_:
            current = open_.pop()
            if current not in seen:
                seen.add(current)
                open_.extend(self.read(current))
        result = hashlib.sha256()
        for member in sorted(seen):
            result.update(str(member).encode() + b'\0' + self.texts[member])
        return result.hexdigest()


def main():
    root, cache_file = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    only = sys.argv[3:]
    include = root / 'include'
    headers = sorted(p for p in include.rglob('*.h') if not only or any(o in str(p) for o in only))
    roots = roots_of(root)
    claims = languages_of(root)
    closure = Closure(roots)
    try:
        passed = set(json.loads(cache_file.read_text(encoding='utf-8')))
    except (OSError, ValueError):
        passed = set()

    versions, missing = {}, []
    for names in COMPILERS.values():
        for name in names:
            if shutil.which(name):
                versions[name] = subprocess.run([name, '--version'], capture_output=True, text=True, check=True).stdout
            else:
                missing.append(name)
    if missing:
        print('not found, not tried: ' + ', '.join(missing))

    jobs, faults = [], []
    used = set()
    for header in headers:
        below = header.relative_to(include).as_posix()
        standards = ['c++17']
        for language, pattern in claims:
            # `**` and `*` both cross folders here: a claim holds for a whole root.
            if fnmatch.fnmatchcase(below, pattern):
                standards.append(language)
                used.add((language, pattern))
        top = below.split('/', 1)
        for standard in standards:
            for compiler in COMPILERS['c' if standard == 'c11' else 'c++']:
                if compiler not in versions:
                    continue
                flags = [f'-std={standard}', '-fsyntax-only', *WARNINGS, *(GCC_WARNINGS if compiler[0] == 'g' else [])]
                key = hashlib.sha256('\0'.join([closure.digest(header.resolve()), versions[compiler], *flags]).encode()).hexdigest()
                jobs.append((key, compiler, flags, 'c' if standard == 'c11' else 'c++', top[1], below, ''))
    for below, code in arrivals_of(root):
        if only and not any(o in below for o in only):
            continue
        for compiler in COMPILERS['c++']:
            if compiler in versions:
                flags = ['-std=c++17', '-fsyntax-only', '-isystem', '/usr/include/eigen3']
                parts = [closure.digest((include / below).resolve()), versions[compiler], *flags, code]
                key = hashlib.sha256('\0'.join(parts).encode()).hexdigest()
                jobs.append((key, compiler, flags, 'c++', below.split('/', 1)[1], below, code + '\n'))

    def compile_alone(job):
        _, compiler, flags, language, name, _, code = job
        text = f'#include "{name}"\n#include "{name}"\n{code}'
        command = [compiler, *flags, '-x', language, *(f'-I{r}' for r in roots), '-']
        return subprocess.run(command, input=text, capture_output=True, text=True, check=False)

    todo = [job for job in jobs if job[0] not in passed]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for job, result in zip(todo, pool.map(compile_alone, todo)):
            if result.returncode == 0:
                passed.add(job[0])
            else:
                faults.append(f'{job[5]}: {job[1]} {" ".join(job[2])}\n' + '\n'.join(result.stderr.splitlines()[:8]))
    if not only:
        passed &= {job[0] for job in jobs}
        for language, pattern in claims:
            if (language, pattern) not in used:
                print(f'languages.txt: no header matches {language} {pattern} (yet)')
    cache_file.parent.mkdir(parents=True, exist_ok=True)
    cache_file.write_text(json.dumps(sorted(passed)), encoding='utf-8')
    print('\n'.join(faults))
    print(f'{len(headers)} headers, {len(jobs)} compilations ({len(todo)} done now), {len(faults)} failures')
    sys.exit(1 if faults else 0)


if __name__ == '__main__':
    main()
