"""Writes the median of each figure of several runs of the benchmarks.

Usage: median.py RUN.json RUN.json … FILE.json
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
    # The names of bars contain figures of the run.
    return first if isinstance(first, (str, bool)) else statistics.median(values)


*paths, result = sys.argv[1:]
runs = []
for path in paths:
    with open(path) as file:
        runs.append(json.load(file))
with open(result, "w") as file:
    json.dump(median(runs), file, indent=1)
