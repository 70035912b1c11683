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
    results = json.load(file)
documents = results["documents"]
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
# The beginnings of the names of bars that compare two speeds.
comparisons = {
    "reader, every node with its place :": "LibXML: reader with places (C: xmlTextReader)",
    "records of 100 MB :": "LibXML: records of 100 MB (C: SAX2, pushed)",
    "XPath :": "LibXML: XPath (C: over libxml2's tree)",
    "canonical form with the bridge :": "LibXML: canonical form of a tree (C: parse and C14N)",
    "reader with XML Schema :": "LibXML: reader with an XML Schema (C: xmlTextReader)",
    "reader with RELAX NG :": "LibXML: reader with RELAX NG (C: xmlTextReader)",
    "reader with a DTD :": "LibXML: reader with a DTD (C: xmlTextReader)",
    "XMLWriter :": "LibXML: XMLWriter (C: xmlTextWriter)",
    "tree to bytes, event by event :": "LibXML: tree, written event by event (C: xmlDocDumpMemory)",
    "XMLDecoder : JSONDecoder, messages of 0.7": "LibXML: XMLDecoder, 0.7 KB (JSONDecoder)",
    "XMLDecoder : JSONDecoder, messages of 1.7": "LibXML: XMLDecoder, 1.7 KB (JSONDecoder)",
    "XMLEncoder : JSONEncoder, a message": "LibXML: XMLEncoder, 0.7 KB (JSONEncoder)",
    "XMLEncoder : JSONEncoder, records": "LibXML: XMLEncoder, 3 MB (JSONEncoder)",
}


def draw(axis, title, names, speeds, digits=0):
    colors = ["#d9480f" if name.startswith("LibXML") else "#adb5bd" for name in names]
    bars = axis.barh(range(len(names)), speeds, color=colors)
    labels = [f"{speed:.{digits}f}" if speed > 0 else "" for speed in speeds]
    axis.bar_label(bars, labels=labels, padding=2, fontsize=8)
    axis.set_title(title, fontsize=9)
    axis.set_xlim(0, max(speeds) * 1.2)
    axis.set_xticks([])
    axis.set_yticks(range(len(names)), names, fontsize=8)
    axis.invert_yaxis()
    axis.spines[["top", "right", "bottom"]].set_visible(False)


def speed(beginning):
    """The speed of LibXML divided by that of the other program."""
    found = [bar for bar in results["bars"] if bar["name"].startswith(beginning)]
    if len(found) != 1:
        sys.exit(f"{len(found)} figures begin with {beginning}")
    return found[0]["value"] if found[0]["isAtLeast"] else 1 / found[0]["value"]


figure = plt.figure(figsize=(3.2 * len(documents), 9))
heights = (len(names), len(ways), len(comparisons))
grid = figure.add_gridspec(3, len(documents), height_ratios=heights)
for column, document in enumerate(documents):
    seconds = document["seconds"]
    speeds = [document["bytes"] / seconds[name] / 1e6 if name in seconds else 0 for name in names]
    axis = figure.add_subplot(grid[0, column])
    draw(axis, document["group"], names, speeds)
    if column > 0:
        axis.set_yticks([])
axis = figure.add_subplot(grid[1, :])
title = f"Thousands of messages of {messages['bytes'][MESSAGE]} bytes per second"
draw(axis, title, list(ways.values()), [1e3 / messages["microseconds"][way][MESSAGE] for way in ways])
axis = figure.add_subplot(grid[2, :])
title = "Speed divided by that of the program in parentheses"
draw(axis, title, list(comparisons.values()), [speed(beginning) for beginning in comparisons], digits=2)
axis.axvline(1, color="#868e96", linewidth=0.8)
figure.suptitle("MB of XML per second, one core (JSON: of the same records)", fontsize=10)
figure.tight_layout()
figure.savefig(sys.argv[3], metadata={"Date": None})
