"""Compares what `xmldict get` reads in each encoding with Python's codecs and iconv.

Usage: compare_encodings.py XMLDICT [SEED]

The labels are those of the Encoding Standard and all names that iconv knows. Each document has random text of the
encoding, of lengths around those of the blocks that are converted, and then invalid bytes in it. Every byte of a
document must be in the output, in a diagnostic, or in an error: a text that lacks a character is a loss. Characters that
are read otherwise than Python reads them are listed, and are no loss.
"""

import codecs
import collections
import os
import random
import re
import subprocess
import sys
import tempfile

import webencodings.labels

LENGTHS = (1, 7, 500, 1100, 2100)
RANGES = (
    (0x20, 0x7F), (0xA0, 0x250), (0x370, 0x500), (0x5D0, 0x5EB), (0x621, 0x64B), (0xE01, 0xE3A), (0x3041, 0x3097),
    (0x30A1, 0x30FF), (0x4E00, 0x9FA6), (0xAC00, 0xD7A4),
)
INVALID = (b"\xff", b"\x80 ", b"\x81 ", b"\xfe\xfe")
ALPHABET = [chr(c) for start, end in RANGES for c in range(start, end) if chr(c) not in "<&\r\x7f"]


def labels():
    known = subprocess.run(["iconv", "-l"], capture_output=True, text=True, check=True).stdout
    names = {name.strip("/").lower() for name in known.replace(",", " ").split()}
    # Others cannot be declared (XML 1.0, section 4.3.3).
    return sorted(name for name in names | set(webencodings.labels.LABELS) if re.fullmatch("[a-z][a-z0-9._-]*", name))


def encoder(label):
    """A function that encodes one character in an encoding, as superset of ASCII without shift states; None for others.
    """
    names = [label, webencodings.labels.LABELS.get(label, label)]
    for name in names:
        try:
            info = codecs.lookup(name)
            if info._is_text_encoding and info.name not in ("idna", "punycode", "unicode_escape", "undefined"):
                return info.encode
        except LookupError:
            pass
    return None


def alphabet(encode):
    """The characters of an encoding with their bytes: None if the encoding has shift states, or is not ASCII."""
    found = []
    for character in ALPHABET:
        try:
            found.append((character, encode(character)[0]))
        except UnicodeError:
            pass
    is_plain = dict(found).get("<", encode("<")[0]) == b"<" and dict(found).get("a") == b"a"
    return found if is_plain and not any(b"\x1b" in code or b"~{" in code for _, code in found) else None


def run(command, mode, path):
    result = subprocess.run([command, "get", *mode, "r", path], capture_output=True)
    return result.returncode, result.stdout.decode("utf-8", "replace").rstrip("\n"), result.stderr.decode()


def main():
    command, seed = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1
    randomness = random.Random(seed)
    counts, losses, others = collections.Counter(), [], collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.xml")
        for label in labels():
            encode = encoder(label)
            characters = alphabet(encode) if encode else None
            if not characters:
                counts["labels without an oracle"] += 1
                continue
            wide = [pair for pair in characters if len(pair[1]) > 1] or characters
            counts["labels"] += 1
            for length in LENGTHS:
                pairs = [randomness.choice(randomness.choice((characters, wide))) for _ in range(length)]
                text = "x" + "".join(character for character, _ in pairs) + "x"
                codes = [code for _, code in pairs]
                at = randomness.randrange(length + 1)
                bad = randomness.choice(INVALID + (randomness.choice(wide)[1][:-1] or b"\xff",))
                start, end = f'<?xml version="1.0" encoding="{label}"?><r>x'.encode(), b"x</r>"
                documents = (
                    (False, start + b"".join(codes) + end),
                    (True, start + b"".join(codes[:at]) + bad + b"".join(codes[at:]) + end),
                )
                for is_invalid, document in documents:
                    with open(path, "wb") as file:
                        file.write(document)
                    status, found, error = run(command, [], path)
                    counts["documents"] += 1
                    if status != 0:
                        is_unknown = "does not know the encoding" in error
                        others[label, "unknown" if is_unknown else "refused" if not is_invalid else "error"] += 1
                        _, recovered, reported = run(command, ["--recover"], path)
                        if is_invalid and not is_unknown and not ("\ufffd" in recovered or "repair:" in reported):
                            losses.append((label, "nothing replaced", bad.hex()))
                    elif not is_invalid:
                        if len(found) < len(text):
                            losses.append((label, "characters", len(text) - len(found)))
                        elif found != text:
                            others[label, "read otherwise"] += 1
                    elif len(found) < len(text):
                        # The invalid bytes may have become a character with those after them.
                        others[label, "shorter"] += 1
                        if len(found) + 2 < len(text):
                            losses.append((label, "invalid", bad.hex(), len(text) - len(found)))
    for (label, kind), count in sorted(others.items()):
        if kind not in ("error", "unknown"):
            print(f"{label}: {kind}: {count}")
    for loss in losses:
        print("lost:", *loss)
    print(", ".join(f"{count} {kind}" for kind, count in counts.items()) + f"; {len(losses)} lost")
    sys.exit(1 if losses else 0)


main()
