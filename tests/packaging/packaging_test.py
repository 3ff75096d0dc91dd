#!/usr/bin/env python3
"""The CMake functions of ES packages, used by a foreign project: four kinds of prototype target, with and without OUTPUT_PATH, Ninja and
Make, a second build that does nothing, and the life of a package over three releases (archive, upgrade, old callers)."""
import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))


class Failed(Exception):
    pass


def run(*command, want=None, ok=True):
    env = {k: v for k, v in os.environ.items() if not k.startswith(("ASCEND_", "GE_ES_"))}
    done = subprocess.run(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    # CMake breaks the lines of its warnings.
    if (done.returncode == 0) != ok or (want is not None and " ".join(want.split()) not in " ".join(done.stdout.split())):
        raise Failed(f"{' '.join(command)}: exit {done.returncode}, wanted {want!r}\n{done.stdout[-6000:]}")
    return done.stdout


def snapshot(folder):
    """Times of what a build makes; the build tools' own records in CMakeFiles count only as far as they are objects."""
    return {os.path.join(d, f): os.stat(os.path.join(d, f)).st_mtime_ns for d, _, files in os.walk(folder) for f in files
            if not f.startswith(".ninja_") and ("/CMakeFiles" not in d or f.endswith(".o"))}


def configure(args, source, build, generator, *options):
    flags = f"-fsanitize={args.sanitize}" if args.sanitize else ""
    return run(args.cmake, "-S", source, "-B", build, "-G", generator, f"-DTOOLKIT={args.prefix}", "-DPython3_EXECUTABLE=/usr/bin/python3",
               f"-DCMAKE_CXX_FLAGS={flags}", f"-DCMAKE_C_FLAGS={flags}", *options)


def check(condition, text):
    if not condition:
        raise Failed(text)


def kinds(args, source, work):
    for generator in ("Ninja", "Unix Makefiles"):
        build = os.path.join(work, generator.split()[0])
        text = configure(args, source, build, generator, "-DKINDS=ON")
        check("no history registry, plain API" in text, "no line that no registry was found")
        run(args.cmake, "--build", build, "--parallel", "2")
        for kind, nodes in (("shared", 5), ("static", 5), ("object", 5), ("placed", 4)):
            run(os.path.join(build, f"use_{kind}"), want=f"nodes {nodes}")
        for path in ("out/include/es_static/es_Scale.h", "out/include/es_object/es_object_ops.h", "out/lib64/libes_static.so", "out/lib64/libes_object.a",
                     "out/whl/es_static-1.0.0-py3-none-any.whl"):
            check(os.path.exists(os.path.join(build, path)), f"{path} was not made")
        for kind in ("static", "object"):
            check("no symbols" in run("nm", os.path.join(build, f"out/lib64/libes_{kind}.so")), f"libes_{kind}.so has a table of local symbols")
        with zipfile.ZipFile(os.path.join(build, "out/whl/es_object-1.0.0-py3-none-any.whl")) as wheel:
            check("es_object/es_Scale.py" in wheel.namelist(), "the wheel lacks es_Scale.py")
            check(b"object = es_object:get_module" in wheel.read("es_object-1.0.0.dist-info/entry_points.txt"), "the wheel lacks its entry point")
        before = snapshot(build)
        run(args.cmake, "--build", build, "--parallel", "2")
        changed = [f for f, t in snapshot(build).items() if before.get(f) != t]
        check(not changed, f"{generator}: a second build changed {changed[:5]}")
    # A target of INTERFACE kind names the folder of finished libraries.
    build = os.path.join(work, "Ninja")
    text = open(os.path.join(source, "CMakeLists.txt")).read().replace("proto_placed EXCLUDE_OPS Twice", "proto_interface EXCLUDE_OPS Twice")
    open(os.path.join(source, "CMakeLists.txt"), "w").write(text)
    configure(args, source, build, "Ninja", "-DKINDS=ON")
    run(args.cmake, "--build", build, "--parallel", "2")
    run(os.path.join(build, "use_placed"), want="nodes 4")
    # Registered counts reach the generator; a change of their file is noticed.
    counts = os.path.join(work, "counts.json")
    open(counts, "w").write("{}")
    configure(args, source, build, "Ninja", f"-DGE_ES_COUNTS={counts}")
    run(args.cmake, "--build", build, "--parallel", "2")
    open(counts, "w").write('{"Scale": {"axis": "x"}}')
    run(args.cmake, "--build", build, ok=False, want="counts.json#/Scale/axis: 'x' is no dynamic input or output of Scale")


def in_place(args, source, work):
    """A registry that is read and written at one place, with a release called as the format is; then an operator that goes."""
    for generator in ("Ninja", "Unix Makefiles"):
        build = os.path.join(work, "place" + generator[0])
        registry = os.path.join(build, "out/history_registry/life")

        def build_twice(release, version, date, operators):
            configure(args, source, build, generator, "-DKINDS=OFF", "-DCALLER=caller1.cpp", f"-DRELEASE={release}", "-DGE_ES_EXTRACT_HISTORY=ON",
                      f"-DGE_ES_RELEASE_VERSION={version}", f"-DGE_ES_RELEASE_DATE={date}", f"-DGE_ES_HISTORY_REGISTRY={registry}", f"-DEXCLUDE={operators}")
            run(args.cmake, "--build", build, "--parallel", "2")
            before = snapshot(build)
            for again in (False, True):
                if again:
                    configure(args, source, build, generator)
                run(args.cmake, "--build", build, "--parallel", "2")
                changed = [f for f, t in snapshot(build).items() if before.get(f) != t and f.endswith((".stamp", ".o", ".json", ".h", ".so", ".whl"))]
                check(not changed, f"{generator}: another build of {version} changed {changed[:5]}")
        build_twice(1, "0.9", "2026-01-10", "")
        check(os.path.exists(os.path.join(build, "out/include/es_life/es_Twice.h")), "no header of Twice")
        build_twice(2, "1.0.0", "2026-05-10", "Twice")
        check(not os.path.exists(os.path.join(build, "out/include/es_life/es_Twice.h")), "the header of an operator that is gone stayed")
        index = json.load(open(os.path.join(registry, "index.json")))
        check([r["release_version"] for r in index["releases"]] == ["0.9", "1.0.0"], f"the archive holds {index}")
        # Somebody else adds a release: what is generated follows.
        stamp = os.path.join(build, "es_life_build/generated.stamp")
        before = os.stat(stamp).st_mtime_ns
        run(os.path.join(args.prefix, "bin/opstrata"), "history", "add", "-r", registry, "--release-version=0.8", "--release-date=2025-12-01",
            os.path.join(registry, "registry/0.9/operators.json"))
        run(args.cmake, "--build", build, "--target", "generate_es_life_code")
        check(os.stat(stamp).st_mtime_ns > before, f"{generator}: a new release in the registry went unnoticed")
    # Named, but not there: said, and an error only under STRICT.
    bad = os.path.join(work, "nowhere")
    for strict in (False, True):
        text = run(args.cmake, "-S", source, "-B", os.path.join(work, "absent"), f"-DTOOLKIT={args.prefix}", "-DKINDS=OFF", "-DCALLER=caller1.cpp", "-DRELEASE=1",
                   f"-DGE_ES_HISTORY_REGISTRY={bad}", f"-DGE_ES_STRICT={strict}", ok=not strict)
        check("holds no index.json" in " ".join(text.split()), f"a registry that is not there was not told of: {text}")
        if not strict:
            run(args.cmake, "--build", os.path.join(work, "absent"), "--parallel", "2")
            check(not os.path.exists(os.path.join(work, "absent/out/history_registry")), "a registry came from nowhere")


def state(folder):
    """Everything below a folder: kind, link target or content."""
    found = {}
    for d, folders, files in os.walk(folder):
        for entry in folders + files:
            path = os.path.join(d, entry)
            key = os.path.relpath(path, folder)
            found[key] = os.readlink(path) if os.path.islink(path) else open(path, "rb").read() if os.path.isfile(path) else None
    return found


def mirror(prefix, target):
    """A toolkit of its own, made of links to the files of `prefix`."""
    for d, _, files in os.walk(prefix, followlinks=True):
        to = os.path.join(target, os.path.relpath(d, prefix))
        os.makedirs(to, exist_ok=True)
        for file in files:
            os.symlink(os.path.join(d, file), os.path.join(to, file))


def package(args, build, release, toolkit, clean):
    """Installs, or upgrades to, the run package of one release; every form holds the same files."""
    run(args.cmake, "--build", build, "--target", "package_es_life")
    base = os.path.join(build, f"out/package/es-life-{release}")
    listed = {line.removeprefix("./") for line in run("sh", base + ".run", "--list").splitlines() if not line.endswith("/")}
    for path in ("x86_64-linux/include/es_life/es_life_ops.h", "x86_64-linux/lib64/libes_life.so", "x86_64-linux/lib64/libes_life.a",
                 "python/whl/es_life-1.0.0-py3-none-any.whl", "opp/history_registry/life/index.json",
                 f"opp/history_registry/life/registry/v{release}/operators.json"):
        check(path in listed, f"{path} is not in the package: {sorted(listed)}")
    check({line.removeprefix("./") for line in run("tar", "-tzf", base + ".tar.gz").splitlines() if not line.endswith("/")} == listed, "the .tar.gz holds other files")
    deb = {line.split()[-1].removeprefix("./opt/opstrata/") for line in run("dpkg-deb", "-c", base + ".deb").splitlines() if not line.endswith("/")}
    check(deb == listed, f"the .deb holds other files: {sorted(deb ^ listed)}")
    # Alone in a folder that did not exist, and in one that holds a file of the same name: both are as before afterwards.
    alone = os.path.join(build, "alone/deep")
    run("sh", base + ".run", "--install", f"--install-path={alone}", "--quiet")
    check(os.path.exists(os.path.join(alone, "opp/history_registry/life/index.json")), "the package was not installed")
    run("sh", base + ".run", f"--install-path={alone}", ok=False, want="use --upgrade")
    run("sh", base + ".run", "--upgrade", f"--install-path={alone}")
    run("sh", base + ".run", "--uninstall", f"--install-path={alone}")
    check(not os.path.exists(os.path.join(build, "alone")), f"left behind: {sorted(state(os.path.join(build, 'alone')))}")
    taken = os.path.join(build, "taken")
    os.makedirs(os.path.join(taken, "x86_64-linux/lib64"))
    for path, text in (("x86_64-linux/lib64/libes_life.so", "another library"), ("mine.txt", "mine")):
        with open(os.path.join(taken, path), "w") as file:
            file.write(text)
    before = state(taken)
    run("sh", base + ".run", f"--install-path={taken}")
    run("sh", base + ".run", "--upgrade", f"--install-path={taken}", want="is now")
    run("sh", base + ".run", "--uninstall", f"--install-path={taken}")
    check(state(taken) == before, f"uninstalling changed the folder: {sorted(state(taken))}")
    # A damaged package, and a folder that cannot be written to, change nothing.
    with open(base + ".run", "rb") as file:
        content = file.read()
    damaged = os.path.join(build, "damaged.run")
    with open(damaged, "wb") as file:
        file.write(content[:-100])
    run("sh", damaged, f"--install-path={taken}", ok=False, want="is damaged")
    check(state(taken) == before, "a damaged package changed the folder")
    run("sh", base + ".run", "--nonsense", ok=False, want="unknown option")
    # Into the toolkit, where the next release finds its history.
    if release == 1:
        clean.update(state(toolkit))
        run("sh", base + ".run", f"--install-path={toolkit}", want="version 1 is installed")
    else:
        run("sh", base + ".run", "--upgrade", f"--install-path={toolkit}", want=f"version {release - 1} in {toolkit} is now {release}")
    call_package(args, build, release, toolkit)
    if release == 3:
        run("sh", base + ".run", "--uninstall", f"--install-path={toolkit}")
        check(state(toolkit) == clean, "uninstalling did not leave the toolkit as it was")


def call_package(args, build, release, toolkit):
    """A program is built against the toolkit and the package in it alone."""
    caller = os.path.join(os.path.dirname(build), "project", "caller1.cpp" if release < 3 else "caller2.cpp")
    include, program = os.path.join(toolkit, "x86_64-linux/include"), os.path.join(build, "installed_caller")
    flags = [f"-fsanitize={args.sanitize}"] if args.sanitize else []
    run("c++", "-std=c++17", *flags, caller, "-o", program, *(f"-I{include}{d}" for d in ("", "/ge", "/es_life")), f"-L{toolkit}/x86_64-linux/lib64",
        f"-Wl,-rpath,{toolkit}/x86_64-linux/lib64", f"-DRELEASE={release}", "-les_life", "-leager_style_graph_builder_base", "-lgraph", "-lopstrata_base")
    run(program, want="axis 0 third input no" if release < 3 else "axis 2 third input yes")


def unpacked(args, source, work):
    """The .tar.gz of release 1, unpacked into a toolkit: programs build against it, and a second project finds its history there and gets overloads."""
    tree, build = os.path.join(work, "unpacked"), os.path.join(work, "second")
    mirror(args.prefix, tree)
    run("tar", "-xzf", os.path.join(work, "release1/out/package/es-life-1.tar.gz"), "-C", tree)
    call_package(args, os.path.join(work, "release1"), 1, tree)
    text = configure(argparse.Namespace(**{**vars(args), "prefix": tree}), source, build, "Ninja", "-DKINDS=OFF", "-DRELEASE=2", "-DCALLER=caller1.cpp",
                     "-DGE_ES_RELEASE_VERSION=v2", "-DGE_ES_RELEASE_DATE=2026-05-10")
    check("no history registry" not in text, f"the history in the unpacked package was not found: {text}")
    run(args.cmake, "--build", build, "--parallel", "2", "--target", "caller")
    run(os.path.join(build, "caller"), want="axis 0 third input no")
    header = open(os.path.join(build, "out/include/es_life/es_Scale.h")).read()
    check(header.count(" Scale(") > 1, f"no overloads: {header}")
    check("since v1" in header or "v1" in header, f"release 1 is no part of the history: {header}")


def life(args, source, work):
    toolkit = os.path.join(work, "toolkit")
    mirror(args.prefix, toolkit)
    plain, args = args, argparse.Namespace(**{**vars(args), "prefix": toolkit})
    clean = {}
    registry = []
    for release, date in ((1, "2026-01-10"), (2, "2026-05-10"), (3, "2026-09-10")):
        build = os.path.join(work, f"release{release}")
        caller = "caller1.cpp" if release < 3 else "caller2.cpp"
        options = ["-DKINDS=OFF", f"-DRELEASE={release}", f"-DCALLER={caller}", "-DGE_ES_EXTRACT_HISTORY=ON", f"-DGE_ES_RELEASE_VERSION=v{release}",
                   f"-DGE_ES_RELEASE_DATE={date}", *([f"-DGE_ES_HISTORY_REGISTRY={registry[0]}"] if release == 3 else [])]
        # Release 2 finds its history in the toolkit, where the package of release 1 put it.
        text = configure(args, source, build, "Ninja", *options)
        check(("no history registry" in text) == (release == 1), f"release {release} looked for its history elsewhere")
        run(args.cmake, "--build", build, "--parallel", "2")
        run(os.path.join(build, "caller"), want="axis 0 third input no" if release < 3 else "axis 2 third input yes")
        if release == 3:
            configure(args, source, build, "Ninja", *[o for o in options if "CALLER" not in o], "-DCALLER=caller1.cpp")
            run(args.cmake, "--build", build, "--parallel", "2")
            run(os.path.join(build, "caller"), want="axis 0 third input no")
        registry = [os.path.join(build, "out/history_registry/life")]
        index = json.load(open(os.path.join(registry[0], "index.json")))
        check([r["release_version"] for r in index["releases"]] == [f"v{i}" for i in range(1, release + 1)], f"the archive holds {index}")
        package(args, build, release, toolkit, clean)
    unpacked(plain, source, work)
    run(args.cmake, "-S", source, "-B", os.path.join(work, "bad"), f"-DTOOLKIT={plain.prefix}", "-DKINDS=OFF", "-DCALLER=caller1.cpp",
        "-DGE_ES_EXTRACT_HISTORY=ON", ok=False, want="EXTRACT_HISTORY needs RELEASE_VERSION")
    # Where shared libraries have no symbol versions.
    run(args.cmake, "-S", source, "-B", os.path.join(work, "unversioned"), f"-DTOOLKIT={plain.prefix}", "-DKINDS=OFF", "-DCALLER=caller1.cpp", "-DRELEASE=1",
        "-DOPSTRATA_ES_SYMBOL_VERSIONS=OFF", want="plain binary interface")


def changing(args, work):
    """Prototypes that change between builds, below paths with spaces: one build brings libraries, programs and wheels up to date, the next does
    nothing; versions, suffixes and private links of the prototype target do not matter."""
    for generator in ("Ninja", "Unix Makefiles"):
        source, build = os.path.join(work, f"changing {generator}"), os.path.join(work, f"build of {generator}")
        shutil.copytree(os.path.join(HERE, "changing"), source)
        text = configure(args, source, build, generator)
        check("no symbol versions" not in text, f"a path with a space cost the symbol versions: {text}")
        proto = os.path.join(source, "proto.cpp")
        with open(proto) as file:
            first = file.read()
        for change, want in ((None, "no size"), ("    .ATTR(size, Int, 7)", "size 5"), ("    .ATTR(size, Int, 8)", "size 5"), ("    // less", "no size")):
            if change:
                with open(proto, "w") as file:
                    file.write(first.replace("    // more", change))
            run(args.cmake, "--build", build, "--parallel", "2")
            before = snapshot(build)
            for name in ("shared", "static", "object", "module"):
                run(os.path.join(build, f"use_{name}"), want=want)
            run(args.cmake, "--build", build, "--parallel", "2")
            changed = [f for f, t in snapshot(build).items() if before.get(f) != t]
            check(not changed, f"{generator}, {change}: a second build changed {changed[:5]}")


def versions(args, work):
    """Packages of releases are upgrades in the order of the releases, as dpkg sees it."""
    script = os.path.join(work, "versions.cmake")
    modules = os.path.join(args.prefix, "include/ge/cmake")
    for line in (["8.0.RC1", "8.0.RC2", "8.0.0", "8.0.1.beta1", "8.0.1"], ["9.0.0-alpha.1", "9.0.0-beta.1", "9.0.0-beta.2.pre", "9.0.0-beta.2", "9.0.0-rc.1", "9.0.0"],
                 ["v1", "v2", "v10"], ["2026-03-30", "2026-06-30"]):
        made = []
        for version in line:
            with open(script, "w") as file:
                file.write(f'include({modules}/package_version.cmake)\nopstrata_package_version(made "{version}")\nmessage("${{made}}")\n')
            made.append(run(args.cmake, "-P", script).strip())
        check(all(m and m[0].isdigit() for m in made), f"no versions of packages: {made}")
        if shutil.which("dpkg"):
            for older, newer in zip(made, made[1:]):
                run("dpkg", "--compare-versions", older, "lt", newer)


def main():
    parser = argparse.ArgumentParser()
    for name in ("prefix", "cmake", "work"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--sanitize", default="")
    args = parser.parse_args()
    work = tempfile.mkdtemp(prefix="packaging_test.", dir=args.work)
    try:
        source = os.path.join(work, "project")
        shutil.copytree(os.path.join(HERE, "project"), source)
        versions(args, work)
        life(args, source, work)
        in_place(args, source, work)
        kinds(args, source, work)
        changing(args, work)
        print("packaging_test: all kinds of target, both generators, three releases")
    except Failed as failed:
        sys.exit(f"FAILED: {failed}")
    finally:
        shutil.rmtree(work, ignore_errors=True)


if __name__ == "__main__":
    main()
