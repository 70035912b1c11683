"""Counts the instructions that a message takes in each way to read it, beside the same with libxml2 in C, and times it.

Usage: messages.py PROGRAM [--json FILE] [WAY…]; PROGRAM is `messages` of this package. Needs valgrind. The figures are
those of one message: the difference of two runs, so that the start of the process is not in them. Times are medians of
runs in turn.
"""

import argparse
import json
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent.parent / "Comparisons"))
from bar import print_bar  # noqa: E402

ITEMS = [1, 4, 16, 64]
ROUNDS = (60, 160)
TIMED_BYTES = 20_000_000
RATIOS = [("tree", "sax"), ("decoder", "sax"), ("handler", "tree"), ("dictionary", "tree")]
# The largest allowed ratio of the instructions of a way to those of another one, for a number of items. libxml2 sets
# what is possible, since all ways call it: a handler without work of ours would have the ratio 1, and records 1.33. An
# event takes 240 instructions of ours, for its place, the number of its name, limits, and calls of the handler; an empty
# callback in C does nothing. A message with four lookups takes less than libxml2's tree, which allocates each node.
BOUNDS = [
    ("handler", "sax", 16, 1 / 0.66),
    ("records", "sax-records", 1, 1 / 0.55),
    ("records", "sax-records", 16, 1 / 0.64),
    ("soap-with-four-lookups", "libxml2-tree-of-soap", 1, 0.94),
]


def instructions(program, way, items, rounds):
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", program, way, str(items), str(rounds)]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    return int(re.search(r"Collected : (\d+)", run.stderr)[1]), int(run.stdout)


def seconds(program, way, items, rounds):
    start = time.perf_counter()
    subprocess.run([program, way, str(items), str(rounds)], capture_output=True, check=True)
    return time.perf_counter() - start


def microseconds(program, ways, items, size):
    """The time of one message in each way."""
    rounds = TIMED_BYTES // size
    times = {way: [] for way in ways}
    for _ in range(5):
        for way in ways:
            many, few = seconds(program, way, items, rounds + 1), seconds(program, way, items, 1)
            times[way].append((many - few) / rounds * 1e6)
    return {way: statistics.median(values) for way, values in times.items()}


def print_table(title, sizes, table, form):
    print(f"{title:>24}" + "".join(f"{size:>12,}" for size in sizes))
    for way, row in table.items():
        print(f"{way:>24}" + "".join(f"{form.format(value):>12}" for value in row))
    for way, base in RATIOS:
        if way in table and base in table:
            ratios = [value / other for value, other in zip(table[way], table[base])]
            print(f"{way + ' : ' + base:>24}" + "".join(f"{ratio:>12.2f}" for ratio in ratios))
    print(flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--json", help="a file for the table")
    parser.add_argument("ways", nargs="*")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        # Valgrind cannot read the compiler's debug information.
        stripped = Path(folder) / "messages"
        shutil.copy(arguments.program, stripped)
        subprocess.run(["strip", "-g", stripped], check=True)
        listed = subprocess.run([stripped], capture_output=True, text=True, check=True)
        ways = arguments.ways or listed.stdout.split()
        counts, sizes = {}, []
        for way in ways:
            few = [instructions(stripped, way, items, ROUNDS[0]) for items in ITEMS]
            many = [instructions(stripped, way, items, ROUNDS[1]) for items in ITEMS]
            counts[way] = [(m[0] - f[0]) // (ROUNDS[1] - ROUNDS[0]) for f, m in zip(few, many)]
            sizes = [size for _, size in few]
        print_table("instructions; bytes:", sizes, counts, "{:,}")
        for way, base, items, bound in BOUNDS:
            if way in counts and base in counts:
                index = ITEMS.index(items)
                name = f"instructions, {way} : {base}, items: {items}"
                print_bar(name, counts[way][index] / counts[base][index], bound, is_at_least=False)
        columns = [microseconds(stripped, ways, items, size) for items, size in zip(ITEMS, sizes)]
        times = {way: [column[way] for column in columns] for way in ways}
        print_table("microseconds; bytes:", sizes, times, "{:.2f}")
    if arguments.json:
        with open(arguments.json, "w") as file:
            json.dump({"bytes": sizes, "instructions": counts, "microseconds": times}, file, indent=1)


main()
