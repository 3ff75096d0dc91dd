#!/usr/bin/python3
"""Compiles odd_forms.h as consumers would (two compilers, C++14 and C++17, both string ABIs, warnings as errors), checks that
libgraph exports every name that the results import, and that all of them register the same prototypes.

usage: compile_forms.py SOURCE_DIR LIBGRAPH PROBE WORK_DIR"""

import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys

COMBINATIONS = [('g++', 14, 0), ('g++', 17, 1), ('clang++', 14, 1), ('clang++', 17, 0)]
FLAGS = ['-O0', '-Wall', '-Wextra', '-Wshadow', '-Wformat=2', '-Werror', '-fPIC', '-shared']


def names(library, option):
    output = subprocess.run(['nm', '-D', option, library], capture_output=True, text=True, check=True).stdout
    return {line.split()[-1].split('@')[0] for line in output.splitlines()}


def main():
    source, libgraph, probe, work = (pathlib.Path(a) for a in sys.argv[1:])
    folder = work / 'op_proto' / 'built-in'
    shutil.rmtree(work, ignore_errors=True)
    folder.mkdir(parents=True)
    testdata = source / 'src/proto/testdata'

    def compile_one(job):
        compiler, standard, abi, header = job
        target = folder / f'lib{header}_{compiler.rstrip("+")}{standard}_{abi}.so'
        command = [compiler, f'-std=c++{standard}', f'-D_GLIBCXX_USE_CXX11_ABI={abi}', *FLAGS, f'-I{source / "include/ascend"}',
                   '-x', 'c++', str(testdata / f'{header}.h'), '-o', str(target)]
        return subprocess.run(command, capture_output=True, text=True, check=False), target

    jobs = [(c, s, a, 'odd_forms') for c, s, a in COMBINATIONS if shutil.which(c)] + [('g++', 17, 0, 'full_width')]
    faults = []
    exported = names(libgraph, '--defined-only')
    imported = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for job, (result, target) in zip(jobs, pool.map(compile_one, jobs)):
            if result.returncode != 0:
                faults.append(f'{job}: does not compile\n{result.stderr[:2000]}')
                continue
            wanted = {n for n in names(target, '--undefined-only') if n.startswith(('_ZN2ge', '_ZNK2ge', '_ZTIN2ge', '_ZTVN2ge'))}
            imported += len(wanted)
            faults += [f'{job}: libgraph does not export {n}' for n in sorted(wanted - exported)]
            if job[3] == 'odd_forms':
                # Nothing that takes or returns std::string is imported: its name would carry the string ABI.
                faults += [f'{job}: {n} depends on the string ABI' for n in sorted(wanted) if 'RKSs' in n or 'cxx11' in n]
    output = subprocess.run([probe, work], capture_output=True, text=True, check=True).stdout
    lines = [line.split('\t') for line in output.splitlines()]
    faults += ['\t'.join(line) for line in lines if line[0] in ('failed', 'duplicate')]
    types = {line[1] for line in lines if line[0] == 'prototype'}
    for type_ in ('Blend', 'OddTypes', 'Defaults', 'Required', 'Symbols', 'FullWidth'):
        if type_ not in types:
            faults.append(f'{type_} was not registered')
    if imported < 50:
        faults.append(f'only {imported} imported names were seen')
    print('\n'.join(faults))
    print(f'{len(jobs)} libraries, {len(types)} types, {imported} imported names, {len(faults)} faults')
    sys.exit(1 if faults else 0)


if __name__ == '__main__':
    main()
