"""Counts the instructions that a message takes in each way to read it, beside the same with libxml2 in C.

Usage: messages.py PROGRAM [WAY…]; PROGRAM is `messages` of this package. Needs valgrind. The figures are those of one
message: the difference of two runs, so that the start of the process is not in them.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ITEMS = [1, 4, 16, 64]
ROUNDS = (60, 160)


def instructions(program, way, items, rounds):
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program, way, str(items), str(rounds)]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    return int(re.search(r"Collected : (\d+)", run.stderr)[1]), int(run.stdout)


def main():
    program, *ways = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        # Valgrind cannot read the compiler's debug information.
        stripped = Path(folder) / "messages"
        shutil.copy(program, stripped)
        subprocess.run(["strip", "-g", stripped], check=True)
        ways = ways or subprocess.run([stripped], capture_output=True, text=True, check=True).stdout.split()
        table = {}
        for way in ways:
            row = []
            for items in ITEMS:
                few, size = instructions(stripped, way, items, ROUNDS[0])
                many, _ = instructions(stripped, way, items, ROUNDS[1])
                row.append((size, (many - few) // (ROUNDS[1] - ROUNDS[0])))
            table[way] = row
            if way == ways[0]:
                print(f"{'bytes':>20}" + "".join(f"{size:>12,}" for size, _ in row))
            print(f"{way:>20}" + "".join(f"{count:>12,}" for _, count in row), flush=True)
        for way, base in [("tree", "sax"), ("decoder", "sax"), ("handler", "tree"), ("dictionary", "tree")]:
            if way in table and base in table:
                ratios = [count / other for (_, count), (_, other) in zip(table[way], table[base])]
                print(f"{way + ' : ' + base:>20}" + "".join(f"{ratio:>12.2f}" for ratio in ratios))


main()
