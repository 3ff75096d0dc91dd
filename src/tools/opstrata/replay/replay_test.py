"""opstrata replay on shipped operators and on kernels made here.  replay_test.py OPSTRATA PREFIX COMPILER..."""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

OPSTRATA, PREFIX, COMPILER = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3:]
ADD = "opstrata1 Add in(x1=float[2,3] x2=float[2,3]) out(y=float[2,3]) attr()"
LINES = [
    ADD,
    "opstrata1 Add in(x1=float16[4,8],strides[1,4],storage[32] x2=float16[1,8]) out(y=float16[4,8]) attr() api=aclnnAdd plan=hit stream=3 us=1.5",
    "opstrata1 Add in(x1=int64[3,2],strides[4,2],storage[12] x2=int64[3,2],strides[1,3]) out(y=int64[3,2],strides[4,2],storage[12],@0) attr()",
    "opstrata1 Cast in(x=float[5]) out(y=int32[5]) attr(dst_type=3)",
    "opstrata1 ConcatV2 in(x=<float[2,3];float[2,1]> concat_dim=int64[],const(0100000000000000)) out(y=float[2,4]) attr(N=2)",
    "opstrata1 ReduceSum in(x=float[4,6] axes=int64[1],const(0100000000000000)) out(y=float[4]) attr(keep_dims=false)",
    "opstrata1 Add in(x1=bf16[7] x2=bf16[7]) out(y=bf16[7]) attr() core=aicpu",
    "opstrata1 Adds in(x=float[5]) out(y=float[5]) attr(value=nan(ffc12345)f)",
    "opstrata1 Add in(x1=float[2],const(0000803f00000040) x2=float[2],@0) out(y=float[2],@0) attr() api=aclnnAdd",
    "opstrata1 Add in(x1=float[0,3] x2=float[0,3]) out(y=float[0,3]) attr()",
]


def environment(**variables):
    env = {k: v for k, v in os.environ.items() if not k.startswith(("ASCEND_", "OPSTRATA_"))}
    env.update({k: str(v) for k, v in variables.items()})
    return env


def run(*arguments, **variables):
    done = subprocess.run([OPSTRATA, "replay", *arguments], capture_output=True, encoding="utf-8", env=environment(**variables))
    return done.returncode, done.stdout, done.stderr


class Replay(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def test_runs_times_and_checks(self):
        for line in LINES:
            with self.subTest(line):
                code, out, err = run(line, "--format=json", "--runs=3")
                self.assertEqual((code, err), (0, ""))
                found = json.loads(out)
                self.assertEqual(found["operator"], line.split()[1])
                self.assertEqual(found["findings"], [])
                self.assertGreater(found["microseconds"]["median"], 0)
                self.assertEqual(any("contiguous" in check for check in found["checks"]), "strides" in line)

    def test_text(self):
        code, out, _ = run("some log: " + ADD + " api=aclnnAdd us=2 \n")
        self.assertEqual(code, 0)
        self.assertRegex(out, r"^Add: median [\d.]+ us, least [\d.]+ us of 10 runs .*; sum=[0-9a-f]{16}\n  checked: ran\n")

    def test_programs_compile_and_compute_the_same(self):
        for number, line in enumerate(LINES[2:5] + LINES[6:9]):
            with self.subTest(line):
                source, program = self.root / f"p{number}.cpp", self.root / f"p{number}"
                self.assertEqual(run(line, f"--emit={source}"), (0, "", ""))
                arguments = [*COMPILER, "-std=c++17", str(source), *(f"-I{PREFIX}/{i}" for i in ("include", "include/aclnn", "pkg_inc")), f"-L{PREFIX}/lib64",
                             "-lnnopbase", "-lascendcl", "-lgraph", f"-Wl,-rpath,{PREFIX}/lib64", f"-Wl,-rpath-link,{PREFIX}/lib64", "-o", str(program)]
                built = subprocess.run(arguments, capture_output=True, encoding="utf-8")
                self.assertEqual((built.returncode, built.stderr), (0, ""))
                done = subprocess.run([program], capture_output=True, encoding="utf-8", env=environment(OPSTRATA_VERBOSE=1))
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(done.stdout, "sum=" + json.loads(run(line, "--format=json", "--runs=1")[1])["sum"] + "\n")
                # The program's own launch is the line, but for what was measured and where attributes got their defaults.
                described = re.sub(r" (core=.*|api=.*|plan=.*)$", "", line)
                if "const" not in line:
                    self.assertTrue(done.stderr.startswith(described.split(" attr(")[0]), done.stderr)

    def test_could_not_is_3_with_the_reason(self):
        for line, reason in (("opstrata1 Add in(x1=flaot[2]) out() attr()", "launch line, column 21: a data type is expected"),
                             ("Add", "launch line, column 1:"),
                             ("opstrata1 NoSuchOp in() out() attr()", "NoSuchOp"),
                             ("opstrata1 Add in(x1=float[2] x2=float[3]) out(y=float[2]) attr()", "; replay: opstrata1 Add in(x1=float[2] x2=float[3])"),
                             ("opstrata1 Add in(x1=float[2] x2=float[3]) out(y=float[2]) attr() api=aclnnAdd", "attr() api=aclnnAdd"),
                             ("opstrata1 Add in(x1=string[2] x2=string[2]) out(y=string[2]) attr()", "cannot be made up"),
                             ("opstrata1 Add in(x1=float[2],const(#4000) x2=float[2]) out(y=float[2]) attr()", "does not hold its value of 4000 bytes"),
                             ("opstrata1 Add in(x1=float[99999999999] x2=float[1]) out(y=float[99999999999]) attr()", "cannot be allocated")):
            code, out, err = run(line, OPSTRATA_DEVICE_MEMORY=1 << 30)
            self.assertEqual((code, out), (3, ""), line + err)
            self.assertIn(reason, err)
        self.assertEqual(run()[0], 2)
        code, _, err = run("opstrata1 Odd-Name in() out() attr()", f"--emit={self.root}/x.cpp")
        self.assertEqual(code, 3)
        code, _, err = run(ADD, "--emit=/nowhere/x.cpp")
        self.assertEqual(code, 3)
        self.assertIn("/nowhere/x.cpp", err)

    def test_programs_say_every_attribute_or_none(self):
        path = self.root / "x.cpp"
        code, _, err = run('opstrata1 Cast in(x=float[5]) out(y=int32[5]) attr(dst_type=3 mode="x")', f"--emit={path}")
        self.assertEqual(code, 3)
        self.assertIn("attribute mode is not in the prototype of operator Cast", err)
        self.assertEqual(run(r'opstrata1 Own in(x=float[1]) out(y=float[1]) attr(s="a\x00b" l=i[-9223372036854775808] i=-9223372036854775808) core=aicpu',
                             f"--emit={path}"), (0, "", ""))
        source = path.read_text(encoding="utf-8")
        self.assertIn(r'std::string("\141\000\142", 3)', source, "not cut at its zero byte")
        self.assertIn("{INT64_MIN}", source)
        self.compiles(path)
        # Nothing lies where a tensor is left out or a constant.
        self.assertEqual(run("opstrata1 Own in(a=none b=float[1],const(0000803f) c=float[2],@0 d=float[2],@1 e=float[3],@2 f=float[2],@4) out(y=float[2],@5) "
                             "attr(v=nan(7fa00001)f w=nan(fff8000000000001)d) core=aicpu api=aclnnOwn", f"--emit={path}"), (0, "", ""))
        source = path.read_text(encoding="utf-8")
        memory = re.findall(r"void \*(m\d) = (\w+)", source)
        self.assertEqual(memory, [("m2", "memory"), ("m3", "memory"), ("m4", "memory"), ("m5", "m4"), ("m6", "m4")], "e needs more than c has")
        self.compiles(path)

    def compiles(self, path):
        built = subprocess.run([*COMPILER, "-std=c++17", "-fsyntax-only", "-Wall", str(path), *(f"-I{PREFIX}/{i}" for i in ("include", "include/aclnn", "pkg_inc"))],
                               capture_output=True, encoding="utf-8")
        self.assertEqual((built.returncode, built.stderr), (0, ""))

    def test_findings_are_1(self):
        """Kernels of a custom library that are wrong in one way each."""
        kernels = {
            "Neg": "run.out<float>(0)[i] = -run.in<float>(0)[i] + 1;",                      # not what the shipped one computes
            "Relu": "run.out<float>(0)[i] += run.in<float>(0)[i];",                         # reads what was there before
            "Sqrt": "const_cast<float *>(run.in<float>(0))[i] = 7; run.out<float>(0)[i] = 7;",  # writes to its input
            "Exp": "run.out<float>(0)[i + 16] = 1;",                                    # beyond the end
            "Abs": "if (i != 1) run.out<float>(0)[i] = run.in<float>(0)[i];",               # leaves a hole
        }
        source = ["#include \"opstrata/kernel.h\""]
        for op, body in kernels.items():
            source.append(f"""static std::unique_ptr<opstrata::KernelState> prepare_{op}(opstrata::PrepareContext &ctx) {{
  return opstrata::make_kernel([n = ctx.input(0)->elements](opstrata::RunContext &run) {{
    for (int64_t i = 0; i < n; ++i) {{ {body} }}
    return true;
  }});
}}
OPSTRATA_KERNEL({op}, prepare_{op});""")
        folder = self.root / "custom/op_impl/cpu/aicpu_kernel/impl"
        folder.mkdir(parents=True)
        path = self.root / "kernels.cpp"
        path.write_text("\n".join(source), encoding="utf-8")
        built = subprocess.run([*COMPILER, "-std=c++17", "-shared", "-fPIC", str(path), f"-I{PREFIX}/include", f"-I{PREFIX}/pkg_inc", f"-L{PREFIX}/lib64",
                                "-lopstrata_aicpu", "-o", str(folder / "libwrong.so")], capture_output=True, encoding="utf-8")
        self.assertEqual(built.returncode, 0, built.stderr)
        for op, finding in (("Neg", "output y differs from that of the kernel of "), ("Relu", "output y differs between two runs"),
                            ("Sqrt", "input 0 was changed"), ("Exp", "touched memory that is not its own"), ("Abs", "output y differs between two runs")):
            code, out, err = run(f"opstrata1 {op} in(x=float[6]) out(y=float[6]) attr()", "--runs=1", ASCEND_CUSTOM_OPP_PATH=self.root / "custom")
            self.assertEqual(code, 1, op + out + err)
            self.assertIn(finding, out)
            if op == "Exp":
                self.assertIn("opstrata: checked mode: operator Exp touches byte", err)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
