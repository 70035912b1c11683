"""Compares `xmldict json` with xmltodict.parse, including the order of keys, and `xmldict xml` with xmltodict.unparse,
after parsing. Omits documents that xmltodict rejects.

Usage: compare_xmltodict.py COMMAND FOLDER...
"""
import json
import os
import subprocess
import sys

import xmltodict

command, folders = sys.argv[1], sys.argv[2:]
same = different = refused = 0


def written(document, json_text, pretty):
    """Whether both write a dictionary as XML that is read as the same dictionary."""
    arguments = [command, "xml"] + (["--pretty"] if pretty else [])
    run = subprocess.run(arguments, input=json_text, capture_output=True)
    ours = xmltodict.parse(run.stdout) if run.returncode == 0 else None
    return json.dumps(ours) == json.dumps(xmltodict.parse(xmltodict.unparse(document, pretty=pretty)))


for folder in folders:
    for directory, _, names in os.walk(folder):
        for name in sorted(names):
            if not name.endswith((".xml", ".gir", ".svg", ".pom")):
                continue
            path = os.path.join(directory, name)
            try:
                with open(path, "rb") as file:
                    theirs = xmltodict.parse(file.read())
            except Exception:
                refused += 1
                continue
            run = subprocess.run([command, "json", path], capture_output=True)
            is_same = run.returncode == 0 and json.dumps(json.loads(run.stdout)) == json.dumps(theirs)
            if is_same and written(theirs, run.stdout, False) and written(theirs, run.stdout, True):
                same += 1
            else:
                different += 1
                print("differs:", path)
print(f"{same} documents are the same, {different} differ, {refused} were rejected by xmltodict")
sys.exit(different > 0 or same == 0)
