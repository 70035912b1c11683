"""Writes the median of each figure of several runs of the benchmarks.

Usage: median.py RUN.json RUN.json RUN.json FILE.json

After each run of Scripts/benchmark, copy Results/results.json and Results/messages.json, which the next run replaces.
Then write the medians of each of the two to its place, and draw the chart from them with chart.py.
"""
import json
import statistics
import sys


def median(values):
    first = values[0]
    if isinstance(first, dict):
        return {key: median([value[key] for value in values]) for key in first}
    if isinstance(first, list):
        return [median(list(items)) for items in zip(*values, strict=True)]
    if isinstance(first, (str, bool)):
        if any(value != first for value in values):
            sys.exit(f"the runs differ in “{first}”")
        return first
    return statistics.median_low(values)


*paths, result = sys.argv[1:]
runs = []
for path in paths:
    with open(path) as file:
        runs.append(json.load(file))
with open(result, "w") as file:
    json.dump(median(runs), file, indent=1)
