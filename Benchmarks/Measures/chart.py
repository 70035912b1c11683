"""Draws the figures of a run of the benchmarks.

Usage: chart.py RESULTS.json MESSAGES.json CHART.svg
"""
import json
import sys

import matplotlib

matplotlib.use("svg")
matplotlib.rcParams["svg.hashsalt"] = "LibXML"
import matplotlib.pyplot as plt

with open(sys.argv[1]) as file:
    documents = json.load(file)["documents"]
with open(sys.argv[2]) as file:
    messages = json.load(file)
names = [
    "C: SAX2 from memory", "LibXML: tree", "C: libxml2's tree", "LibXML: [String: Any]", "XMLParser, empty delegate",
    "LibXML: XMLDecoder", "JSONDecoder", "JSONSerialization", "XMLParser to dictionary", "XMLCoder",
]
# The ways of `messages` that read a message, or write it.
ways = {
    "sax": "C: SAX2, pushed", "libxml2-tree": "C: libxml2's tree", "tree": "LibXML: tree",
    "dictionary": "LibXML: dictionary, one value", "decoder": "LibXML: XMLDecoder", "handler": "LibXML: handler",
    "encoder": "LibXML: XMLEncoder",
}
MESSAGE = 1  # The index of the size of messages.


def draw(axis, title, names, speeds):
    colors = ["#d9480f" if name.startswith("LibXML") else "#adb5bd" for name in names]
    bars = axis.barh(range(len(names)), speeds, color=colors)
    axis.bar_label(bars, labels=[f"{speed:.0f}" if speed >= 1 else "" for speed in speeds], padding=2, fontsize=8)
    axis.set_title(title, fontsize=9)
    axis.set_xlim(0, max(speeds) * 1.2)
    axis.set_xticks([])
    axis.spines[["top", "right", "bottom"]].set_visible(False)


figure = plt.figure(figsize=(3.2 * len(documents), 5.4))
grid = figure.add_gridspec(2, len(documents), height_ratios=(len(names), len(ways)))
axes = [figure.add_subplot(grid[0, column]) for column in range(len(documents))]
for axis, document in zip(axes, documents):
    seconds = document["seconds"]
    speeds = [document["bytes"] / seconds[name] / 1e6 if name in seconds else 0 for name in names]
    draw(axis, document["group"], names, speeds)
    axis.set_yticks([])
    axis.invert_yaxis()
axes[0].set_yticks(range(len(names)), names, fontsize=8)
axis = figure.add_subplot(grid[1, :])
title = f"Thousands of messages of {messages['bytes'][MESSAGE]} bytes per second"
draw(axis, title, list(ways.values()), [1e3 / messages["microseconds"][way][MESSAGE] for way in ways])
axis.set_yticks(range(len(ways)), ways.values(), fontsize=8)
axis.invert_yaxis()
figure.suptitle("MB of XML per second, one core (JSON: of the same records)", fontsize=10)
figure.tight_layout()
figure.savefig(sys.argv[3], metadata={"Date": None})
