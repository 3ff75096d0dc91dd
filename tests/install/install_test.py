#!/usr/bin/env python3
"""Installs into a fresh prefix, moves it, and builds and runs consumers: by CMake package from the moved install tree and from the
build tree, by pkg-config, and by the plain compiler lines of the operator libraries' examples, with three linkers."""
import argparse
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))


def run(*command, env=None, cwd=None, want=None):
    done = subprocess.run(command, env=env, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0 or (want is not None and want not in done.stdout):
        sys.exit(f"FAILED ({done.returncode}, expected output {want!r}): {' '.join(command)}\n{done.stdout[-6000:]}")
    return done.stdout


def clean_env(**more):
    env = {k: v for k, v in os.environ.items() if k not in ("LD_LIBRARY_PATH", "ASCEND_OPP_PATH", "ASCEND_CUSTOM_OPP_PATH", "ASCEND_HOME_PATH")}
    env.update(more)
    return env


def check_elf(prefix, arch):
    """No needed library of ours is looked up outside; third-party symbols and foreign names are not exported."""
    lib = os.path.join(prefix, arch, "lib64")
    for name in sorted(os.listdir(lib)):
        path = os.path.join(lib, name)
        with open(path, "rb") as file:
            if file.read(4) != b"\x7fELF":
                continue
        dynamic = run("readelf", "-dW", path)
        if "$ORIGIN" not in dynamic:
            sys.exit(f"{name}: no run path $ORIGIN")
        if f"soname: [{name}]" not in dynamic:
            sys.exit(f"{name}: its soname differs")
        exported = run("nm", "-DC", "--defined-only", path)
        bad = [line for line in exported.splitlines()
               if any(word in line for word in (" spdlog::", " fmt::v", " google::protobuf", " onnx::", " simdjson::", " nlohmann::"))
               and " V " not in line and " W " not in line and " u " not in line]
        if bad:
            sys.exit(f"{name} exports third-party symbols:\n" + "\n".join(bad[:10]))


# Interface functions that consumers' tests define themselves: no call of ours may reach their definition.
# (CheckLogLevel and DlogRecord are not among them: log functions are there to be replaced.)
REDEFINED = ("CreatAiCoreKernelLauncher", "op::internal::CreatAicpuKernelLauncher", "op::GetCurrentPlatformInfo", "op::PlatformInfo::",
             "op::ToString(op::SocVersion")


def check_interposition(prefix, arch):
    """No relocation of ours names an interface function that a consumer may redefine."""
    lib = os.path.join(prefix, arch, "lib64")
    for name in sorted(os.listdir(lib)):
        path = os.path.join(lib, name)
        with open(path, "rb") as file:
            if file.read(4) != b"\x7fELF" or name.startswith("libopapi_"):  # operator libraries are callers like others
                continue
        for line in run("objdump", "-RC", path).splitlines():
            symbol = line.split(None, 2)[2] if len(line.split(None, 2)) == 3 else ""
            if symbol.startswith(REDEFINED):
                sys.exit(f"{name} calls '{symbol}' in a way that a consumer's definition replaces")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True)
    parser.add_argument("--arch", required=True)
    parser.add_argument("--cmake", required=True)
    parser.add_argument("--version", required=True)
    parser.add_argument("--sanitize", default="")
    args = parser.parse_args()
    flags = f"-fsanitize={args.sanitize}" if args.sanitize else ""
    work = tempfile.mkdtemp(prefix="install_test.", dir=args.build)
    try:
        first = os.path.join(work, "first")
        run(args.cmake, "--install", args.build, "--prefix", first)
        prefix = os.path.join(work, "moved here")  # a blank in the path, and not where it was installed
        os.rename(first, prefix)
        check_elf(prefix, args.arch)
        check_interposition(prefix, args.arch)
        for folder in ("include", "pkg_inc", "lib64", "bin"):
            if not os.path.islink(os.path.join(prefix, folder)):
                sys.exit(f"{folder} is no link to {args.arch}/{folder}")
        source = os.path.join(work, "consumer")
        shutil.copytree(os.path.join(HERE, "consumer"), source)
        text = open(os.path.join(source, "CMakeLists.txt")).read().replace("@VERSION@", args.version)
        open(os.path.join(source, "CMakeLists.txt"), "w").write(text)
        programs = {"acl_program": "acl ok", "add_program": "add ok", "graph_program": "graph ok"}
        for where, hint in (("install", prefix), ("build", args.build)):
            build = os.path.join(work, f"by-{where}-tree")
            run(args.cmake, "-S", source, "-B", build, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={hint}", f"-DCMAKE_CXX_FLAGS={flags}",
                f"-DCMAKE_C_FLAGS={flags}", f"-DOpstrata_DIR={hint if where == 'build' else hint + '/lib/cmake/Opstrata'}", env=clean_env())
            run(args.cmake, "--build", build, env=clean_env())
            for program, want in programs.items():
                run(os.path.join(build, program), env=clean_env(), want=want)
        # The plain lines of foreign examples: -I A/include -I A/include/aclnn -L A/lib64 -lopapi_math -lascendcl -lnnopbase.
        home = os.path.join(work, "home")
        os.symlink(prefix, home)
        env = clean_env(LD_LIBRARY_PATH=os.path.join(home, "lib64"))
        for linker in ("bfd", "gold", "lld"):
            out = os.path.join(work, f"plain-{linker}")
            run("g++", *flags.split(), os.path.join(source, "add_program.cpp"), "-I", f"{home}/include", "-I", f"{home}/include/aclnn",
                "-L", f"{home}/lib64", "-lopapi_math", "-lascendcl", "-lnnopbase", f"-fuse-ld={linker}", "-o", out)
            run(out, env=env, want="add ok")
            # Every link name of foreign lines resolves, by -l and by path, also those that nothing is taken from.
            names = ["register", "opp_registry", "exe_graph", "graph_base", "metadef", "error_manager", "platform", "ge_common",
                     "ge_compiler", "runtime", "acl_rt", "mmpa", "unified_dlog", "ascendalog", "c_sec"]
            out = os.path.join(work, f"names-{linker}")
            run("g++", *flags.split(), os.path.join(source, "graph_program.cpp"), "-std=c++17", "-I", f"{home}/include", "-I", f"{home}/include/ge",
                "-L", f"{home}/lib64", "-leager_style_graph_builder_base", "-lgraph", "-lge_runner", *[f"-l{n}" for n in names],
                *[f"{home}/{args.arch}/lib64/lib{n}.so" for n in names],
                "-Wl,--whole-archive", f"{home}/lib64/librt2_registry.a", f"{home}/lib64/libaicpu_context_host.a", "-Wl,--no-whole-archive",
                f"-fuse-ld={linker}", "-o", out)
            run(out, env=env, want="graph ok")
        env = clean_env(PKG_CONFIG_PATH=f"{home}/lib/pkgconfig")
        line = run("pkg-config", "--cflags", "--libs", "opstrata-aclnn", env=env).split()
        if run("pkg-config", "--modversion", "opstrata-aclnn", env=env).strip() != args.version:
            sys.exit("pkg-config reports another version")
        out = os.path.join(work, "by-pkg-config")
        run("g++", *flags.split(), os.path.join(source, "add_program.cpp"), *line, "-o", out)
        run(out, env=clean_env(), want="add ok")
        line = run("pkg-config", "--cflags", "--libs", "opstrata-aicpu", env=env).split()
        run("g++", *flags.split(), "-shared", "-fPIC", os.path.join(source, "kernel.cpp"), *line, "-o", os.path.join(work, "libkernel.so"))
        print("install_test: all consumers built and ran")
    finally:
        shutil.rmtree(work, ignore_errors=True)


if __name__ == "__main__":
    main()
