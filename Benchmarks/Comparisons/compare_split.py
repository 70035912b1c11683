"""Times xmldict records --split against reading all records of the same file, alternately, as whole processes.

Usage: compare_split.py COMMAND DOCUMENT
"""
import statistics
import subprocess
import sys
import time

from bar import print_bar

command, document = sys.argv[1:]
candidates = {"split": ["--split", "16"], "records": []}
times = {name: [] for name in candidates}
for _ in range(5):
    for name, options in candidates.items():
        start = time.monotonic()
        subprocess.run(
            [command, "records", "orders/order", document, *options], check=True, stdout=subprocess.DEVNULL)
        times[name].append(time.monotonic() - start)
ratio = statistics.median(times["records"]) / statistics.median(times["split"])
print_bar("xmldict records : records --split 16", ratio, 5)
