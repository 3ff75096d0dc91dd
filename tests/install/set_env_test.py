#!/usr/bin/env python3
"""set_env.sh in every shell that is there: by relative and absolute path, from other folders, in subshells, and in a folder that is none of ours."""
import argparse
import os
import pathlib
import shutil
import subprocess
import tempfile

SHELLS = {"sh": ["sh", "-c"], "dash": ["dash", "-c"], "bash": ["bash", "-c"], "bash as sh": ["bash", "--posix", "-c"], "zsh": ["zsh", "-f", "-c"],
          "ksh": ["ksh", "-c"], "busybox": ["busybox", "sh", "-c"]}
SHOW = 'echo "$ASCEND_HOME_PATH|$ASCEND_OPP_PATH|${PATH%%:*}|$LD_LIBRARY_PATH"'


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--script", required=True, type=pathlib.Path)
    script = parser.parse_args().script.resolve()
    tried, failed = [], []
    with tempfile.TemporaryDirectory() as work:
        home = pathlib.Path(work).resolve() / "a prefix $HOME"
        for folder in ("opp", "lib64", "bin"):
            (home / folder).mkdir(parents=True)
        shutil.copy(script, home / "set_env.sh")
        stray = home.parent / "stray"
        stray.mkdir()
        shutil.copy(script, stray / "set_env.sh")
        quoted = f"'{home}/set_env.sh'"
        wanted = f"{home}|{home}/opp|{home}/bin|{home}/lib64:before"
        environment = {"PATH": os.environ["PATH"], "LD_LIBRARY_PATH": "before"}
        for name, shell in SHELLS.items():
            if shutil.which(shell[0]) is None:
                print(f"{name}: skipped, not installed")
                continue
            tried.append(name)
            for form, command, where in (("absolute path", f". {quoted}; {SHOW}", "/"),
                                         ("relative path", f". './{home.name}/set_env.sh'; {SHOW}", home.parent),
                                         ("own folder", f". ./set_env.sh; cd /; {SHOW}", home),
                                         ("subshell", f"(cd /; . {quoted}; {SHOW})", home.parent),
                                         ("stopping at errors", f"set -eu; . {quoted}; {SHOW}", "/")):
                done = subprocess.run([*shell, command], cwd=where, env=environment, capture_output=True, text=True)
                if (done.returncode, done.stdout.strip(), done.stderr) != (0, wanted, ""):
                    failed.append(f"{name}, {form}: {done.returncode} {done.stdout!r} {done.stderr!r}, wanted {wanted!r}")
            done = subprocess.run([*shell, f". ./set_env.sh; echo $?; {SHOW}"], cwd=stray, env=environment, capture_output=True, text=True)
            if done.stdout.splitlines() != ["1", f"||{environment['PATH'].split(':')[0]}|before"] or "nothing is set" not in done.stderr:
                failed.append(f"{name}: a folder that is no prefix is not refused: {done.stdout!r} {done.stderr!r}")
    print("\n".join(failed) or f"set_env.sh is right in: {', '.join(tried)}")
    return 1 if failed or len(tried) < 2 else 0


raise SystemExit(main())
