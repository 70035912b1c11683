"""Times XMLRecords against Python's lxml and xmltodict on one file, and the speedup of two jobs against that of two
processes in C.

All run alternately, each in a process of its own. The times of Python exclude its start and imports; the others are
those of whole processes.

Usage: compare_streams.py BENCHMARKS DOCUMENT
"""
import statistics
import subprocess
import sys
import time

from bar import print_bar

benchmarks, document = sys.argv[1:]

# Each prints the sum of the ids, and its time in seconds.
lxml = """
import sys, time
from lxml import etree
start = time.monotonic()
total = 0
for _, order in etree.iterparse(sys.argv[1], tag="order"):
    total += int(order.get("id"))
    order.clear()
    while order.getprevious() is not None:
        del order.getparent()[0]
print(total, time.monotonic() - start)
"""
xmltodict = """
import sys, time
import xmltodict
start = time.monotonic()
total = 0
def use(path, order):
    global total
    total += int(path[-1][1]["id"])
    return True
with open(sys.argv[1], "rb") as file:
    xmltodict.parse(file, item_depth=2, item_callback=use)
print(total, time.monotonic() - start)
"""


def run(*commands):
    """Returns the output of processes that run at the same time, and the seconds until all have ended."""
    start = time.monotonic()
    processes = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for command in commands]
    outputs = [process.communicate()[0] for process in processes]
    if any(process.returncode for process in processes):
        sys.exit(f"failed: {commands}")
    return outputs[0].split(), time.monotonic() - start


def python(script):
    (total, seconds), _ = run([sys.executable, "-c", script, document])
    return total, float(seconds)


def ours(jobs):
    (total,), seconds = run([benchmarks, "sum", "--jobs", str(jobs), document])
    return total, seconds


push = [benchmarks, "push", document]
candidates = {
    "1 job": lambda: ours(1),
    "2 jobs": lambda: ours(2),
    "C, one after the other": lambda: (None, run(push)[1] + run(push)[1]),
    "C, at the same time": lambda: (None, run(push, push)[1]),
    "lxml": lambda: python(lxml),
    "xmltodict": lambda: python(xmltodict),
}
times = {name: [] for name in candidates}
totals = set()
for _ in range(5):
    for name, candidate in candidates.items():
        total, seconds = candidate()
        times[name].append(seconds)
        if total:
            totals.add(total)
if len(totals) != 1:
    sys.exit(f"The candidates do not agree: {totals}")


def ratio(slow, fast):
    return statistics.median(times[slow]) / statistics.median(times[fast])


print_bar("records : iterparse of Python's lxml, clearing", ratio("lxml", "1 job"), 5)
print_bar("records : Python's xmltodict, streaming", ratio("xmltodict", "1 job"), 20)
mine, theirs = ratio("1 job", "2 jobs"), ratio("C, one after the other", "C, at the same time")
print_bar(f"gain of two jobs ({mine:.2f}) : of two processes in C ({theirs:.2f})", mine / theirs, 0.85)
