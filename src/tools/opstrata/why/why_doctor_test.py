"""`opstrata why` and `opstrata doctor` on the build tree and on operator folders made here.
why_doctor_test.py OPSTRATA PREFIX PLUGINS"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

OPSTRATA, PREFIX, PLUGINS = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
KERNELS = "op_impl/cpu/aicpu_kernel/impl"


def run(*arguments, **variables):
    env = {k: v for k, v in os.environ.items() if not k.startswith(("ASCEND_", "OPSTRATA_"))}
    env.update({k: str(v) for k, v in variables.items()})
    done = subprocess.run([OPSTRATA, *arguments], capture_output=True, encoding="utf-8", env=env)
    return done.returncode, done.stdout, done.stderr


class WhyAndDoctor(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def install(self, number, below):
        target = self.root / below / KERNELS
        target.mkdir(parents=True, exist_ok=True)
        return shutil.copy(PLUGINS / f"libaicpu_test_plugin{number}.so", target)

    def test_usage_is_2(self):
        for arguments in (("why",), ("why", "Add", "Mul"), ("doctor", "--format=xml"), ("doctor", "Add")):
            self.assertEqual(run(*arguments)[0], 2, arguments)

    def test_shipped_operator(self):
        code, out, _ = run("why", "Add", "--format=json")
        self.assertEqual(code, 0)
        found = json.loads(out)
        self.assertEqual(found["operator"], "Add")
        for what in ("prototype", "shape_function", "kernel"):
            self.assertEqual(found[what]["in_force"]["origin"], "built-in", what)
            self.assertTrue(found[what]["in_force"]["library"].startswith(str(PREFIX.resolve())), what)
            self.assertEqual(found[what]["shadowed"], [])
        for what in ("prototype", "shape_function"):  # where the source says so
            self.assertRegex(found[what]["in_force"]["by"], r"\.(h|cc|def):[1-9][0-9]*$")
        self.assertTrue(found["data_type_function"]["found"])
        code, out, _ = run("why", "Add")
        self.assertEqual(code, 0)
        self.assertIn("(built-in), by", out)

    def test_shadowed_kernels_in_order_of_precedence(self):
        built_in, vendor = self.install(1, "opp/built-in"), self.install(2, "opp/vendors/v")
        custom, second = self.install(1, "my ops"), self.install(3, "my ops")
        code, out, _ = run("why", "AicpuPluginClass", "--format=json", ASCEND_OPP_PATH=self.root / "opp",
                           ASCEND_CUSTOM_OPP_PATH=f" :{self.root}/my ops//:")
        self.assertEqual(code, 1)  # no prototype, no inference
        found = json.loads(out)
        self.assertFalse(found["prototype"]["found"])
        kernel = found["kernel"]
        self.assertEqual((kernel["in_force"]["library"], kernel["in_force"]["origin"]), (custom, "custom path"))
        self.assertEqual(kernel["in_force"]["by"], "REGISTER_CPU_KERNEL")
        self.assertEqual([c["library"] for c in kernel["shadowed"]], [second, vendor, built_in])
        self.assertEqual([c["origin"] for c in kernel["shadowed"]], ["custom path", "vendor", "built-in"])
        code, out, _ = run("why", "AicpuPluginState", ASCEND_CUSTOM_OPP_PATH=self.root / "my ops")
        self.assertEqual(code, 1)
        self.assertIn("prototype: none; searched in this order: ", out)
        self.assertIn(f"shadows {second} (custom path), by opstrata/kernel.h", out)

    def test_nothing_is_3_with_the_places_and_the_failures(self):
        broken = self.root / "custom" / KERNELS / "broken.so"
        broken.parent.mkdir(parents=True)
        broken.write_text("no library")
        code, out, err = run("why", "NoSuchOp", ASCEND_CUSTOM_OPP_PATH=self.root / "custom")
        self.assertEqual((code, out), (3, ""))
        for part in ("NoSuchOp", f"{broken.parent} (1 library)", str(broken), "file too short", "built-in"):
            self.assertIn(part, err)

    def test_doctor_finds_the_build_tree_complete(self):
        code, out, err = run("doctor", "--format=json", ASCEND_HOME_PATH=PREFIX)
        document = json.loads(out)
        missing = [r for r in document["requirements"] if r["required"] and r["status"] == "missing"]
        self.assertEqual((code, missing, document["missing"]), (0, [], 0), err)
        names = [r["requirement"] for r in document["requirements"]]
        for name in ("libnnopbase.so", "headers", "CMake package", "test kit", "kernel libraries", "prototype libraries", "program c++"):
            self.assertIn(name, names)
        home = next(r for r in document["requirements"] if r["requirement"] == "ASCEND_HOME_PATH")
        self.assertEqual(home["status"], "found")
        out = run("doctor")[1]  # without ASCEND_HOME_PATH, which is no requirement
        self.assertRegex(out.splitlines()[-1], r"^All requirements are met; [1-9][0-9]* warnings?\.$")
        self.assertIn("warning  ASCEND_HOME_PATH: not set", out)
        self.assertNotIn("missing", out)
        help_text = run("doctor", "--help")[1]
        self.assertIn("MISSING:", help_text)
        self.assertIn("warning:", help_text)

    def test_doctor_names_what_is_missing(self):
        broken = self.root / "custom" / KERNELS / "broken.so"
        broken.parent.mkdir(parents=True)
        broken.write_text("no library")
        code, out, _ = run("doctor", ASCEND_OPP_PATH="/nowhere", ASCEND_CUSTOM_OPP_PATH=f"{self.root}/custom:{self.root}/gone")
        self.assertEqual(code, 1)
        for part in ("MISSING  ASCEND_OPP_PATH: /nowhere", f"MISSING  ASCEND_CUSTOM_OPP_PATH: {self.root}/gone",
                     f"found    ASCEND_CUSTOM_OPP_PATH: {self.root}/custom", "MISSING  prototype libraries: 0 loaded",
                     f"MISSING  kernel library: ", "file too short", " missing; "):
            self.assertIn(part, out)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
