"""Draws the figures of a run of the benchmarks.

Usage: chart.py RESULTS.json CHART.svg
"""
import json
import sys

import matplotlib

matplotlib.use("svg")
matplotlib.rcParams["svg.hashsalt"] = "LibXML"
import matplotlib.pyplot as plt

with open(sys.argv[1]) as file:
    documents = json.load(file)["documents"]
names = [
    "C: SAX2 from memory", "LibXML: tree", "C: libxml2's tree", "LibXML: [String: Any]", "XMLParser, empty delegate",
    "JSONDecoder", "JSONSerialization", "XMLParser to dictionary", "XMLCoder",
]
figure, axes = plt.subplots(1, len(documents), figsize=(3.2 * len(documents), 3.2), sharey=True)
for axis, document in zip(axes, documents):
    speeds = [document["bytes"] / document["seconds"][name] / 1e6 if name in document["seconds"] else 0 for name in names]
    colors = ["#d9480f" if name.startswith("LibXML") else "#adb5bd" for name in names]
    bars = axis.barh(range(len(names)), speeds, color=colors)
    axis.bar_label(bars, labels=[f"{speed:.0f}" if speed >= 1 else "" for speed in speeds], padding=2, fontsize=8)
    axis.set_title(f"{document['group']}", fontsize=9)
    axis.set_xlim(0, max(speeds) * 1.2)
    axis.set_xticks([])
    axis.spines[["top", "right", "bottom"]].set_visible(False)
axes[0].set_yticks(range(len(names)), names, fontsize=8)
axes[0].invert_yaxis()
figure.suptitle("MB of XML per second, one core (JSON: of the same records)", fontsize=10)
figure.tight_layout()
figure.savefig(sys.argv[2], metadata={"Date": None})
