"""Prints what a generation made: operators, overload sets per mode, files, bytes, seconds.
summary.py MODULE RELEASE FOLDER REPORT SECONDS"""
import json
import os
import sys


def main():
    module, release, folder, report, seconds = sys.argv[1:]
    with open(report, encoding="utf-8") as file:
        data = json.load(file)
    files = [os.path.join(folder, name) for name in os.listdir(folder)]
    size = sum(os.path.getsize(path) for path in files)
    modes = ", ".join(f"{name} {count}" for name, count in data["modes"].items() if count)
    print(f"      {module} {release}: {len(data['operators'])} operators ({modes}), window of {len(data['window'])} releases,"
          f" {len(files)} files, {size / 1e6:.1f} MB, {seconds}")


if __name__ == "__main__":
    main()
