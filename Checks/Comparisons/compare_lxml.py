"""Compares `xmldict xpath` and `xmldict canon` with lxml, on documents below some folders.

About 300 expressions are evaluated in each of 20 documents: a fixed list, and others with names and values of the document.
The selected nodes must have the same order, texts and locations, which are those that expat reports. Attributes have no
location there. lxml does not return the document node, and namespaces have no order: both are only counted. Four canonical
forms of up to 500 documents must have the same bytes. Prints each difference. Skips calls of more than 10 s.

Usage: compare_lxml.py COMMAND FOLDER...
"""
import collections
import contextlib
import itertools
import os
import random
import re
import subprocess
import sys
import tempfile
import xml.parsers.expat

from lxml import etree

ENDINGS = (".xml", ".svg", ".xsd", ".rng", ".xsl", ".gir", ".ui")
GENERIC = """
/* ; //* ; //node() ; //text() ; //comment() ; //processing-instruction() ; //processing-instruction('q') ; //@* ; /node() ; / ; /..
//namespace::* ; //self::node() ; //@*/.. ; //@xml:* ; //*/@xml:lang ; id('k1 k2') ; //. ; //nothing ; //*[self::b]/self::node()
//*[last()]/ancestor::* ; //*[3]/ancestor-or-self::node() ; /*/attribute::node() ; /*/child::node()[2] ; /descendant-or-self::node()[position() < 9]
/*/*[2]/following::node()[position() < 30] ; /*/*[1]/following-sibling::* ; //*[2]/parent::* ; /descendant::*[last()]/preceding::*[position() < 20]
//*[last()]/preceding-sibling::node() ; //@*[1]/ancestor::*[last()] ; //comment()/.. ; //*[position() = last()] ; //*[position() mod 3 = 1]
//*[last() > 2][2] ; (//*)[last()] ; (//node())[5] ; //*[@*][position() > 1]/@*[last()] ; //* | //@* ; //text() | //comment() | /*
(//* | //text())[position() < 9] ; //*/ancestor::*[1] ; //*/preceding-sibling::*[2] ; //@*/following::*[1]
/descendant::text()[last()]/preceding::text()[1] ; //*[lang('en')] ; //text()/following-sibling::node()[1] ; //*[. = //@*] ; //*[1][2]
(//*)[position()=3]/@* ; //*[count(*) = 2] ; count(//*) ; count(//node()) ; count(//@*) ; count(//namespace::*) ; count(/ | /*)
concat(name(/*), '-', count(//*), '-', 1 = 2) ; name(/*) ; local-name(/*/*[1]) ; namespace-uri(/*) ; name(//@*) ; name(//processing-instruction())
local-name(//namespace::*) ; //*[namespace-uri()] ; string(/) ; string(//@*) ; string(/*/*[2]) ; starts-with(/*, ' ') ; contains(/*, 'e') ; false()
substring-before(/*, 'e') ; substring-after(/*, 'e') ; normalize-space(/*) ; string-length(/*) ; translate(/*, 'abcde ', 'ABC') ; true()
substring('12345', 1.5, 2.6) ; substring('12345', 0 div 0, 3) ; substring('12345', -42, 1 div 0) ; substring('é日😀x', 2, 2) ; string-length('é日😀')
number(' 12.50 ') ; number('x') ; number(//@*) ; sum(//@*) ; sum(//*[number() = number()]) ; floor(-1.5) ; ceiling(-1.5) ; round(-1.5) ; round(2.5)
round(-0.2) ; round(1 div 0) ; boolean(0 div 0) ; translate('é日😀', '日😀', 'x') ; 1 div 0 ; -1 div 0 ; 0 div 0 ; 1 div 3 ; -7 mod 3
1 + 2 * 3 - 4 div 2 ; - -3 ; 0.1 + 0.2 ; -0 ; .5 ; p:x ; 1 | 2 ; a::b ; id() ; 123456789012 ; 12345678901234567890 ; 0.0000001
1000000000 * 1000000000 ; 9007199254740993 ; //mod/and ; //@* = //text() ; $v ; 1e3 ; count(1) ; 1mod2 ; //* = 'x' ; //* != //* ; //@*[. != '-'] < 5
true() = 'x' ; (//*)[1] = string((//*)[1]) ; foo( ; not(1 = 2)
"""
NAMED = """
//A ; //A[N] ; //A[last()] ; //A/B ; /descendant::B[N] ; count(//A) ; count(//A/B) ; //A//B ; //A/B[N]/.. ; //A[B] ; //O[@K] ; //O[not(@K)] ; //O/@K
//@K ; //O[@K = V] ; //O[starts-with(@K, S)] ; //O[contains(@K, S)] ; //O[@K = //O[N]/@K] ; //@K[. = V]/.. ; string(//A[last()]) ; //B[ancestor::A]
//A/following-sibling::B ; //B/preceding-sibling::*[1] ; (//B)[N] ; //B/ancestor-or-self::* ; (//B)[N]/following::*[M]
(//B)[last()]/preceding::*[M] ; (//B)[N]/preceding::A ; //A | //B ; //O/@K | //B ; sum(//O/@K) ; string-length(//B) ; normalize-space(//A[N])
//B[string-length() > N] ; //B[contains(., S)] ; //A[count(B) > N] ; //A[B = //B[N]] ; //A = //B ; //A/B[last() - 1] ; //A/*[not(self::B)][N]
boolean(//A/B[N]) ; //A/text() ; //B/text()[normalize-space()] ; //A/node()[N] ; number(//O[N]/@K) ; translate(//B, 'aeiou ', 'AEI')
substring-before(//O/@K, S) ; substring-after(//B, S) ; concat(name(//A), '/', //O/@K, N) ; //B[lang('en')] ; //B[../B[2]] ; floor(count(//B) div M)
//A[.//B]/@* ; id(//O/@K) ; //A/descendant::*[N] ; //A/descendant-or-self::A ; //*[name() = name(//A)] ; //B[namespace-uri() = namespace-uri(/*)]
(//O/@K)[last()] ; //O[@K > N] ; //B[. = following::B[1]] ; //B[N]/following-sibling::node()[M] ; //B[count(following-sibling::B) = N]
//A/B | //B[M] | //@K ; round(sum(//O/@K) div count(//A)) ; //B[N]/@*[1]
"""
# Has what the documents below the folders seldom have.
RARE = """<!DOCTYPE r [<!ENTITY e "ent<i>x</i>y"><!ATTLIST b d CDATA "default" id ID #IMPLIED n NMTOKENS #IMPLIED><!--no-->]>
<!-- top --><?q  data ?>
<r xmlns:n="urn:n" xml:lang="en-GB">
  <b id="k1">t<![CDATA[<c>]]>u<!--c-->v</b><c><![CDATA[]]></c><d xml:id='k2'>a&amp;é<![CDATA[x]]>😀<?q?>z</d>
  <n:e n:a='1' a="&lt;&#10;2&quot;"
     z="3\t4">&e;&e;-&e;</n:e><o xmlns="" xmlns:p='urn:p&amp;'><p:s xmlns:n="urn:m" n:a="5" xml:space="preserve"/>1<p:s>2</p:s></o>
  <b id="k3" n=" x  y " d="">-1.5</b>\r\n<b xml:lang="de">\r</b>&#13;<b/><div><or/><mod><and/></mod></div><o xmlns="urn:d">日本</o>
</r>
<!-- end --><?q end?>
"""
# The reason for the difference of an expression that is not a fault of the command.
KNOWN = {"1mod2": "libxml2 reads an operator, but the longest token is a name (XPath 1.0, section 3.7)"}


class NoSubset(etree.Resolver):
    """Replaces external subsets by empty ones, because the command does not load them."""

    def resolve(self, url, identifier, context):
        return None if url.endswith(ENDINGS) else self.resolve_string(" ", context)


def tree(path):
    """The document with the default values of attributes (XML 1.0, section 3.3.2); None if lxml rejects it."""
    parser = etree.XMLParser(huge_tree=False, no_network=True, attribute_defaults=True)
    parser.resolvers.add(NoSubset())
    with contextlib.suppress(etree.XMLSyntaxError, OSError):
        return etree.parse(path, parser)


def documents(folders):
    """Documents of 2 KB to 1 MB: the largest one of each folder, then the second largest ones."""
    groups = []
    for directory, _, names in sorted(entry for folder in folders for entry in os.walk(folder)):
        paths = [os.path.join(directory, name) for name in sorted(names) if name.endswith(ENDINGS)]
        sizes = {path: os.path.getsize(path) for path in paths if os.path.isfile(path)}
        groups.append(sorted((path for path in sizes if 2 << 10 <= sizes[path] <= 1 << 20), key=sizes.get, reverse=True))
    return [path for row in itertools.zip_longest(*groups) for path in row if path]


def run(*arguments):
    outcome = subprocess.run([command, *arguments], capture_output=True, timeout=10)
    if b" operations\n" in outcome.stderr:
        raise subprocess.TimeoutExpired(command, 10)  # lxml has no limit of operations.
    return outcome.returncode, outcome.stdout


def places(path, encoding):
    """Where nodes begin, by their numbers in document order; and texts, by the number of the node before or around them."""
    parser = xml.parsers.expat.ParserCreate()
    # The keys of texts that follow, at each level.
    found, counter, levels = {}, itertools.count(), [None]

    def add(key):
        found.setdefault(key, (parser.CurrentLineNumber, parser.CurrentColumnNumber + 1))

    def begin(*_, is_element=False):
        number = next(counter)
        add((number, None))
        levels[-1] = (number, True)
        levels.extend([(number, False)] if is_element else [])

    def set_handlers(*type_arguments):
        # A document type may have comments, which are not nodes.
        parser.CommentHandler = parser.ProcessingInstructionHandler = None if type_arguments else begin

    set_handlers()
    parser.StartDoctypeDeclHandler = parser.EndDoctypeDeclHandler = set_handlers
    parser.StartElementHandler = lambda *_: begin(is_element=True)
    parser.EndElementHandler = lambda _: levels.pop()
    parser.CharacterDataHandler = parser.StartCdataSectionHandler = lambda *_: add(levels[-1])
    # Locations are not compared if the encoding cannot be found this way.
    with open(path, "rb") as file, contextlib.suppress(ValueError, LookupError, xml.parsers.expat.ExpatError):
        parser.Parse(file.read().decode(encoding).removeprefix("\ufeff"), True)
    return found


class Document:
    def __init__(self, path):
        self.path, self.tree = path, tree(path)
        self.places = places(path, self.tree.docinfo.encoding or "utf-8")
        # libxml2 finds comments and entities in the document type, which has no nodes in XPath (XPath 1.0, section 5).
        self.tree.docinfo.clear()
        root = self.tree.getroot()
        self.nodes = [*reversed(list(root.itersiblings(preceding=True))), *root.iter(), *root.itersiblings()]
        self.numbers = {node: number for number, node in enumerate(self.nodes)}
        uris = {uri for node in root.iter("*") for uri in node.nsmap.values() if uri}
        self.namespaces = {f"n{number}": uri for number, uri in enumerate(sorted(uris))}
        self.xpath = etree.XPathDocumentEvaluator(self.tree, namespaces=self.namespaces)

    def name(self, written):
        name = etree.QName(written)
        prefixes = [prefix + ":" for prefix, uri in self.namespaces.items() if uri == name.namespace]
        return (prefixes or ["xml:" if name.namespace else ""])[0] + name.localname

    def expressions(self, chance, count):
        """Expressions with names of an element and a child (A, B), of an element and its attribute (O, K), and its value."""
        elements = [node for node in self.nodes if isinstance(node.tag, str)]
        pairs = sorted({(self.name(child.getparent().tag), self.name(child.tag)) for child in elements[1:]}) or [("x", "y")]
        values = {(self.name(element.tag), self.name(key)): value for element in elements
                  for key, value in element.attrib.items() if "'" not in value} or {("x", "y"): "z"}
        found = {}
        for template in itertools.islice(itertools.cycle(re.split(" ; |\n", NAMED.strip())), 8 * count):
            owner, value = chance.choice(list(values.items()))
            part = chance.choice([value[:2], chance.choice("aeinrst ")])
            numbers = f"{chance.randrange(1, 4)}{chance.randrange(2, 7)}"
            names = dict(zip("ABOKNMVS", (*chance.choice(pairs), *owner, *numbers, f"'{value}'", f"'{part}'")))
            found[re.sub(r"(?<!\w)[ABOKNMVS](?!\w)", lambda match: names[match[0]], template)] = True
        return list(found)[:count]

    def expected(self, expression):
        """What lxml returns: None for an error, a text, a number of nodes, or nodes as places and texts."""
        try:
            value = self.xpath(expression)
            if not isinstance(value, list):
                return self.xpath(f"string({expression})")
            count = int(self.xpath(f"count({expression})"))
            return count if count > len(value) or value and isinstance(value[0], tuple) else list(map(self.result, value))
        except etree.XPathError:
            return None

    def result(self, node):
        if isinstance(node, str):
            key = (self.numbers[node.getparent()], node.is_tail)
            return None if node.is_attribute else self.places.get(key), node.encode()
        text = node.xpath("string()") if isinstance(node.tag, str) else node.text or ""
        return self.places.get((self.numbers[node], None)), text.encode()

    def difference(self, expression):
        """The results of both that differ; None if there are none."""
        query = [*(f"--ns={prefix}={uri}" for prefix, uri in self.namespaces.items()), "--", expression, self.path]
        status, output = run("xpath", "--text", "--locations", *query)
        expected = self.expected(expression)
        if isinstance(expected, list) and status == (0 if expected else 3):
            offset, location = 0, re.compile(re.escape(self.path.encode()) + rb":(\d+):(\d+): ")
            for number, (place, text) in enumerate(expected):
                match = location.match(output, offset)
                is_same = match and output.startswith(text + b"\n", match.end())
                if not is_same or place not in (None, tuple(map(int, match.groups()))):
                    return output[offset:], expected[number:]
                offset = match.end() + len(text) + 1
            return None if offset == len(output) else (output[offset:], [])
        if isinstance(expected, int):
            status, output = run("xpath", "--count", *query)
        is_same = status in (1, 64) and not output if expected is None else (status, output) == (0, f"{expected}\n".encode())
        return None if is_same else ((status, output), expected)


def canonical_difference(path, theirs, prefix, options):
    """The canonical forms of both that differ; None if they are the same, or if both reject the document."""
    status, output = run("canon", *options, path)
    expected = None
    with contextlib.suppress(etree.C14NError):
        expected = theirs and etree.tostring(
            theirs, method="c14n", exclusive="--exclusive" in options, with_comments="--comments" in options,
            inclusive_ns_prefixes=[prefix] if prefix in options else None)
    return None if (output if status == 0 else None) == expected else ((status, output), expected)


def compare(kind, path, what, difference, *arguments):
    try:
        different = difference(*arguments)
    except subprocess.TimeoutExpired:
        tally["slow"] += 1
        return
    tally[kind, "compared"] += 1
    if different:
        tally[kind, "different"] += 1
        tally["unknown"] += what not in KNOWN
        shown = [text if len(text) < 300 else text[:200] + " … " + text[-80:] for text in map(repr, different)]
        print(f"{path}: {what}", *([KNOWN[what]] if what in KNOWN else []), "xmldict: " + shown[0], "lxml: " + shown[1], sep="\n  ")


command, folders = sys.argv[1], sys.argv[2:]
tally, chance = collections.Counter(), random.Random(1)
# lxml ignores a prefix, and also "#default", that is not a name or namespace in any document before.
etree.fromstring('<a xmlns:b="#default"/>')
paths = documents(folders)
with tempfile.NamedTemporaryFile(suffix=".xml", buffering=0) as rare:
    rare.write(RARE.encode())
    readable = [path for path in paths[:60] if (theirs := tree(path)) and theirs.xpath("count(//*) > 20")]
    for path in [rare.name, *{readable[number * len(readable) // 19]: None for number in range(19) if readable}]:
        document = Document(path)
        for expression in re.split(" ; |\n", GENERIC.strip()) + document.expressions(chance, 160):
            compare("expressions", path, expression, document.difference, expression)
    for path in [rare.name] + paths[:499]:
        theirs = tree(path)
        prefix = min((prefix for node in theirs.iter("*") for prefix in node.nsmap if prefix), default="#default") if theirs else "p"
        for options in [], ["--comments"], ["--exclusive"], ["--exclusive", "--inclusive-prefix", prefix]:
            compare("canonical forms", path, " ".join(["canon", *options]), canonical_difference, path, theirs, prefix, options)
for kind in "expressions", "canonical forms":
    print(f"{tally[kind, 'compared'] - tally[kind, 'different']} of {tally[kind, 'compared']} {kind} equal")
print(f"{tally['unknown']} differences without a reason, {tally['slow']} calls skipped")
sys.exit(tally["unknown"] > 0 or not readable)
