"""Times `xmldict json` against Python's xmltodict and json on one document, alternately.

Usage: compare_json.py COMMAND DOCUMENT
"""
import statistics
import subprocess
import sys
import time

from bar import print_bar

command, document = sys.argv[1:]
python = "import json, sys, xmltodict; json.dump(xmltodict.parse(open(sys.argv[1], 'rb')), open('/dev/null', 'w'))"
candidates = {
    "xmldict": [command, "json", document],
    "python": [sys.executable, "-c", python, document],
}
times = {name: [] for name in candidates}
for _ in range(3):
    for name, arguments in candidates.items():
        start = time.monotonic()
        subprocess.run(arguments, check=True, stdout=subprocess.DEVNULL)
        times[name].append(time.monotonic() - start)
ratio = statistics.median(times["python"]) / statistics.median(times["xmldict"])
print_bar("xmldict json : xmltodict and json of Python", ratio, 5)
