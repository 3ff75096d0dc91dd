#!/usr/bin/python3
"""Does what a README or the tutorial says: writes its ```cpp file=NAME blocks, runs the commands of its ```console blocks in order in one folder, and
compares what they print with what stands there. Links to files of the project must lead somewhere.

usage: readme_test.py README PREFIX [--print]   (--print shows the real output instead of comparing)"""
import os
import re
import subprocess
import sys
import tempfile

BLOCK = re.compile(r"^```(\w+)(?: file=(\S+))?\n(.*?)^```$", re.S | re.M)


def main():
    readme, prefix = os.path.abspath(sys.argv[1]), sys.argv[2]
    show = "--print" in sys.argv
    text = open(readme, encoding="utf-8").read()
    for target in re.findall(r"\]\(([^)#]+)\)", BLOCK.sub("", text)):  # links, not lambdas
        if "://" not in target and not os.path.exists(os.path.join(os.path.dirname(readme), target)):
            sys.exit(f"README: the link {target} leads nowhere")
    env = {k: v for k, v in os.environ.items() if not k.startswith("ASCEND_")}
    failures = 0
    with tempfile.TemporaryDirectory(prefix="readme_test.") as work:
        for language, name, body in BLOCK.findall(text):
            if name:
                os.makedirs(os.path.dirname(os.path.join(work, name)), exist_ok=True)
                with open(os.path.join(work, name), "w", encoding="utf-8") as file:
                    file.write(body)
            elif language == "console":
                for part in re.split(r"^\$ ", body, flags=re.M)[1:]:
                    command, _, want = part.partition("\n")
                    done = subprocess.run(["bash", "-c", f'source "{prefix}/set_env.sh"; {command}'], cwd=work, env=env,
                                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
                    if show:
                        print(f"$ {command}\n{done.stdout}", end="")
                    elif done.returncode != 0 or done.stdout.strip() != want.strip():
                        failures += 1
                        print(f"README: $ {command}\n  exit {done.returncode}, printed:\n{done.stdout}\n  README says:\n{want}")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
