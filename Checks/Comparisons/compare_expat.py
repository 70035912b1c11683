"""Compares the verdicts of `xmldict lint` with those of expat on mutated documents, and has expat read the output of
`xmldict repair`. Prints the documents for which they differ, except for the differences in `is_known`.

Usage: compare_expat.py COMMAND COUNT SEED
"""
import os
import random
import re
import subprocess
import sys
import tempfile
from xml.parsers import expat

DOCUMENTS = [
    b'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<!DOCTYPE a [<!ELEMENT a ANY><!ATTLIST a b CDATA "x" '
    b'c (u|v) "u" d ID #IMPLIED><!ENTITY e "v"><!ENTITY % p "q"><!NOTATION n SYSTEM "m"><!ENTITY g SYSTEM "h" NDATA '
    b'n>]>\n<a b="1 &amp; 2" c=\'u\'>&e;t<!-- c --><?p d?><![CDATA[z]]><b/>&#65;&#x42;</a>\n<!-- e -->',
    b'<?xml version="1.0"?><!-- x --><a:r xmlns:a="u" xmlns="v"><a:b c="d" a:e="f">t</a:b></a:r><?q?>',
    b'<!DOCTYPE r SYSTEM "s" [<!ENTITY a "<b>x</b>"><!ATTLIST r x NMTOKENS #REQUIRED y ENTITY #FIXED "z">]>'
    b"<r>&a;&lt;&gt;&amp;&quot;&apos;]] &gt;</r>",
    b'<!DOCTYPE r PUBLIC "-//X//Y" "s"><r/>',
    b"<!DOCTYPE r [<!ELEMENT r (a,(b|c)*,d?)+><!ELEMENT a (#PCDATA|b)*><!ELEMENT b EMPTY>"
    b'<!ENTITY % x "<!ELEMENT z ANY>">%x;<!-- k --><?i j?>]><r> </r>',
    b'<!DOCTYPE r [<!ENTITY e SYSTEM "u"><!ENTITY f PUBLIC "p" "u"><!NOTATION m PUBLIC "p"><!NOTATION o PUBLIC "p" "u">'
    b'<!ATTLIST r n NOTATION (m|o) #IMPLIED x CDATA #FIXED "&lt;" y ENTITIES #IMPLIED><!ELEMENT q (a?,b+,(c|d)*)>'
    b'<!ELEMENT s (#PCDATA)*>]><r n="m">&e;</r>',
    b'<!DOCTYPE r [<!ENTITY a "1&#38;b;&#60;"><!ENTITY b "<i>&c;</i>"><!ENTITY c "x"><!ATTLIST r d CDATA "&c;">]>\n'
    b'<r e="&c;">&b;</r><!-- - -->\n<?z ?>',
    b'<r>\r\n<x y="a&#10;b&lt;"/>]]x</r>',
    # Evidently UTF-8, in which a byte that is not cannot be decoded.
    '<r:日本 xmlns:r="日本é" é="日本é"><?日本 é?><日本é 日本="é"/><!--日本é-->日本é</r:日本>'.encode(),
]
TOKENS = (
    rb"""< > & " ' ; ! ? / = [ ] ( ) % # - -- : a 1 . , | * + &#0; &#x; &e; %p; <! <? ?> --> <!-- ]]> <![CDATA[ xml xmlns
    SYSTEM PUBLIC "x" EMPTY #PCDATA NDATA <!ENTITY <!DOCTYPE <!ELEMENT version encoding standalone CDATA #FIXED
    NOTATION <![INCLUDE[""".split()
    + [b" ", b"\n", b"\x01", b"\xc0", b"\xff", "é".encode(), "\ufffe".encode()]
)


def mutated(document, chance):
    for _ in range(chance.choice((1, 1, 1, 1, 2, 3))):
        at, length = chance.randrange(len(document) + 1), chance.choice((1, 1, 2, 4, 8, 16))
        kind = chance.randrange(4)
        if kind == 0:
            document = document[:at] + chance.choice(TOKENS) + document[at:]
        elif kind == 1:
            document = document[:at] + chance.choice(TOKENS) + document[at + 1 :]
        elif kind == 2:
            document = document[:at] + document[at + length :]
        else:
            to = chance.randrange(len(document) + 1)
            document = document[:to] + document[at : at + length] + document[to:]
    return document


def fault(document):
    """What expat says of a document; None if it is well-formed."""
    parser = expat.ParserCreate(namespace_separator="\x1f")
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_ALWAYS)
    parser.ExternalEntityRefHandler = lambda *_: 1
    try:
        parser.Parse(document, True)
    except expat.ExpatError as error:
        return str(error)
    except LookupError as error:
        return f"encoding: {error}"


def is_known(document, theirs, ours):
    if theirs is None:
        # expat accepts any version, knows encodings by more names, and does not check URIs. libxml2 rejects a reference
        # to a parameter entity that is not declared.
        return re.search(r"version|does not know the encoding|fragment|entity “\S+” is not declared", ours)
    # Neither libxml2 nor Namespaces in XML require the names in declarations to be those that elements can have, and
    # libxml2 does not look at the colons of an entity that may be declared elsewhere.
    colon = rb"[^\w]:|:[^\w]|:[^\s<>]*:"
    declared = re.search(rb"<!(DOCTYPE|ELEMENT|ATTLIST|ENTITY)[^<]*(" + colon + rb")|&[^;]*:[^;]*;", document)
    return declared or "encoding" in theirs


command, count, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
chance = random.Random(seed)
different = repaired = 0
with tempfile.TemporaryDirectory() as folder:
    documents = [mutated(chance.choice(DOCUMENTS), chance) for _ in range(count)]
    os.mkdir(f"{folder}/repaired")
    for number, document in enumerate(documents):
        with open(f"{folder}/{number}.xml", "wb") as file:
            file.write(document)
    files = "\n".join(f"{folder}/{number}.xml" for number in range(count)).encode()

    def run(*arguments):
        return subprocess.run([command, *arguments, "--files-from", "-"], input=files, capture_output=True)

    report = run("lint", "--color", "never").stderr.decode(errors="replace")
    faults = {int(n): text for n, text in re.findall(r"/(\d+)\.xml:\d+:\d+: error: (.*)", report)}
    run("repair", "--output-dir", f"{folder}/repaired")
    for number, document in enumerate(documents):
        ours, theirs = faults.get(number), fault(document)
        if (ours is None) != (theirs is None) and not is_known(document, theirs, ours):
            different += 1
            print(f"xmldict: {ours}; expat: {theirs}; {document!r}")
        path = f"{folder}/repaired/{number}.xml"
        if os.path.exists(path):
            repaired += 1
            with open(path, "rb") as file:
                result = file.read()
            theirs = fault(result)
            if theirs and not is_known(result, theirs, None):
                different += 1
                print(f"repaired, but expat: {theirs}; {document!r}; {result!r}")
print(f"{count} documents, {count - len(faults)} of them well-formed, {repaired} repaired; {different} differ")
sys.exit(different > 0 or not faults or not repaired)
