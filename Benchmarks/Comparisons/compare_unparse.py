"""Times XMLDictionary.xmlBytes() against Python's xmltodict.unparse on the dictionary of one document, alternately, each in a process of
its own. The times exclude reading the document.

Usage: compare_unparse.py BENCHMARKS DOCUMENT
"""
import statistics
import subprocess
import sys

from bar import print_bar

benchmarks, document = sys.argv[1:]
python = """
import sys, time
import xmltodict
with open(sys.argv[1], "rb") as file:
    dictionary = xmltodict.parse(file)
start = time.monotonic()
text = xmltodict.unparse(dictionary)
print(len(text.encode()), time.monotonic() - start)
"""
candidates = {
    "LibXML": [benchmarks, "unparse", document],
    "xmltodict": [sys.executable, "-c", python, document],
}
times = {name: [] for name in candidates}
for _ in range(5):
    for name, arguments in candidates.items():
        output = subprocess.run(arguments, check=True, capture_output=True, text=True).stdout.split()
        times[name].append(float(output[1]))
ratio = statistics.median(times["xmltodict"]) / statistics.median(times["LibXML"])
print_bar("dictionary to XML : Python's xmltodict.unparse", ratio, 10)
