"""`opstrata verify` over made-up histories (esgen_history_maker): twenty releases in a line over five years, and thirteen with interleaved
branches. Whatever the prototypes do, a call is witnessed with both compilers or the plan names it.
synthetic_histories_test.py OPSTRATA MAKER [--full] [--seed=N]"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

OPSTRATA, MAKER = sys.argv[1], sys.argv[2]
FULL = "--full" in sys.argv
SEEDS = [int(a[7:]) for a in sys.argv if a.startswith("--seed=")] or ([1, 2, 3] if FULL else [1])
OPERATORS = 200 if FULL else 8


class Synthetic(unittest.TestCase):
    def witness(self, kind, releases, breaking, window, operators):
        for seed in SEEDS:
            with self.subTest(seed=seed), tempfile.TemporaryDirectory() as folder:
                path = pathlib.Path(folder)
                subprocess.run([MAKER, path / "pkg", str(seed), str(operators), kind, str(releases), str(breaking), "30"], check=True)
                done = subprocess.run([OPSTRATA, "verify", f"--history_registry={path / 'pkg'}", f"--window={window}", f"--cache={path / 'cache'}",
                                       f"--certificate={path / 'certificate.json'}"], capture_output=True, encoding="utf-8")
                print(kind, "seed", seed, "breaking", breaking, "window", window, done.stdout[-400:], flush=True)
                self.assertEqual(done.returncode, 0, (done.stdout + done.stderr)[:8000])
                certificate = json.loads((path / "certificate.json").read_text())
                self.assertEqual((certificate["failures"], certificate["calls_lost_silently"]), ([], 0))
                self.assertGreater(certificate["calls_witnessed"], 4 * operators)

    def test_five_years_all(self):
        self.witness("straight", 20, 30, "all", OPERATORS)

    def test_five_years_of_additions(self):
        self.witness("straight", 20, 0, "all", OPERATORS)

    def test_one_year(self):
        self.witness("straight", 20, 30, "365d", OPERATORS)

    def test_interleaved_branches(self):
        self.witness("interleaved", 13, 20, "all", OPERATORS)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
