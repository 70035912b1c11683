"""Compares `xmldict xpath` and `xmldict canon` with lxml, on documents below some folders.

About 300 expressions are evaluated in each of 20 documents: a fixed list, and others with names of the document. The nodes,
their order, their texts, and their locations must be the same; expat reports where nodes begin. The nodes of attributes have
no location there, and namespaces no order. lxml does not return the document node: results with it are only counted.
Four canonical forms of up to 500 documents must have the same bytes. Prints the differences. Omits calls of more than 10 s.

Usage: compare_lxml.py COMMAND FOLDER...
"""
import collections
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
/* ; //* ; //node() ; //text() ; //comment() ; //processing-instruction() ; //processing-instruction('q') ; //@* ; /node()
/ ; /.. ; //namespace::* ; //self::node() ; //*[1]/namespace::* ; //namespace::xml ; //@*/.. ; //@xml:* ; //*/@xml:lang ; id('k1 k2')
//*[last()]/ancestor::* ; //*[3]/ancestor-or-self::node() ; /*/attribute::node() ; /*/child::node()[2] ; /descendant::*[7]
/descendant-or-self::node()[position() < 9] ; /*/*[2]/following::node()[position() < 30] ; /*/*[1]/following-sibling::*
//*[not(*)]/parent::* ; /descendant::*[last()]/preceding::*[position() < 20] ; //*[last()]/preceding-sibling::node()
/*/*/self::* ; //*[position() = last()] ; //*[position() mod 3 = 1] ; //*[last() > 2][2] ; (//*)[last()] ; (//node())[5]
//*[@*][position() > 1]/@*[last()] ; //* | //@* ; //text() | //comment() | /* ; (//* | //text())[position() < 9] ; //*[.//text()]
/descendant::text()[last()]/preceding::text()[1] ; //*/ancestor::*[1] ; //*/preceding-sibling::*[2] ; //*[lang('en')] ; //*[lang('de')]
//@*[1]/ancestor::*[last()] ; /descendant::*[5]/following::text()[1] ; //comment()/.. ; //@*/following::*[1] ; //@*/preceding::*[1]
//text()/following-sibling::node()[1] ; //text()[normalize-space()][last()] ; //*[namespace-uri()] ; //*[. = //@*] ; //@*[. = //text()]
count(//*) ; count(//node()) ; count(//@*) ; count(//namespace::*) ; count(//text()[string-length() > 20]) ; count(/ | /*)
name(/*) ; local-name(/*/*[1]) ; namespace-uri(/*) ; name(//@*) ; name(/) ; name(//processing-instruction()) ; local-name(//namespace::*)
string(/) ; string(//@*) ; string(/*/*[2]) ; string(//comment()) ; string(12 div 8) ; string(-0) ; string(1 = 1) ; string(//nothing)
concat(name(/*), '-', count(//*), '-', 1 = 2) ; starts-with(/*, ' ') ; contains(/*, 'e') ; substring-before(/*, 'e') ; substring-after(/*, 'e')
substring('12345', 2, 3) ; substring('12345', 1.5, 2.6) ; substring('12345', 0 div 0, 3) ; substring('12345', -42, 1 div 0)
substring('é日😀x', 2, 2) ; string-length('é日😀') ; string-length(/*) ; normalize-space(/*) ; normalize-space(' a &#10; b ')
translate(/*, 'abcde ', 'ABC') ; translate('é日😀', '日😀', 'x') ; boolean(//*) ; boolean(0 div 0) ; boolean('false') ; not(//nothing) ; true() ; false()
number(' 12.50 ') ; number('x') ; number(//@*) ; number(1 = 1) ; number('') ; number('+1') ; number('1e3') ; number('-.5') ; number('1.') ; sum(//@*)
sum(//*[number() = number()]) ; sum(//nothing) ; floor(-1.5) ; ceiling(-1.5) ; round(-1.5) ; round(2.5) ; round(-0.2) ; round(1 div 0) ; round(0 div 0)
1 div 0 ; -1 div 0 ; 0 div 0 ; 1 div 3 ; 7 mod 3 ; -7 mod 3 ; 7 mod -3 ; 1.5 mod 0.5 ; 5 mod 0 ; 1 + 2 * 3 - 4 div 2 ; -(3) ; - -3 ; 0.1 + 0.2
123456789012 ; 12345678901234567890 ; 0.0000001 ; 0.00001 ; 1000000000 * 1000000000 ; 9007199254740993 ; -0 ; 0 div -1 ; .5 ; 5. ; 1 div -0
//* = 'x' ; //* != //* ; //@* < 5 ; //@* >= 0 ; 'a' < 'b' ; 1 < 2 < 3 ; 3 > 2 > 1 ; true() = 'x' ; //nothing = //nothing ; //nothing = false()
//@* = //text() ; //@* > //@* ; 1 = 1 or 1 div 0 ; not(1 = 2 and //*) ; '1' = 1 ; 'a' = "a" ; //* = true() ; //* > true() ; (//*)[1] = string((//*)[1])
//*[position() = 2 or position() = 4] ; //*[2][1] ; //*[1][2] ; //*['x'] ; //*[''] ; //*[0] ; //*[1.5] ; //*[-1] ; //*[number('x')] ; (//*)[position()=3]/@*
//*[count(*) = 2] ; //*[count(ancestor::*) = 2] ; //*[@*[2]] ; //*[text()][comment()] ; //div ; //mod/and ; //*[self::or] ; //*/div/or ; //text ; //node
/*/*[position() = last() - 1] ; //.. ; //. ; /./* ; //*/./.. ; ((/*)) ; (/*/*)[1] | (/*/*)[2] ; /*[1]/*[1]//node() ; //*[string() = ''] ; //*[not(node())]
foo( ; //[ ; //* [ ; count(1) ; count() ; 1 | 2 ; //*[ 1 ; nothing() ; $v ; unbound:x ; //* | 'x' ; string(1, 2) ; sum('x') ; id() ; nothing::x ; @ ; a b ; 1e3
"""
NAMED = """
//A ; //A[N] ; //A[last()] ; //A[position() mod 3 = 1] ; //A/B ; /descendant::B[N] ; count(//A) ; count(//A/B) ; //A//B ; //A/B[N]/..
//O[@K] ; //O[not(@K)] ; //O/@K ; //@K ; //O[@K = V] ; //O[starts-with(@K, S)] ; //O[contains(@K, S)] ; //O[@K = //O[N]/@K] ; //@K[. = V]/..
string(//A[last()]) ; //B[ancestor::A] ; //A/following-sibling::B ; //B/preceding-sibling::*[1] ; (//B)[N] ; //B/parent::* ; //B/ancestor-or-self::*
(//B)[N]/following::*[M] ; (//B)[last()]/preceding::*[M] ; (//B)[N]/preceding::A ; //A | //B ; //O/@K | //B ; sum(//O/@K) ; sum(//B) ; string-length(//B)
normalize-space(//A[N]) ; //B[string-length() > N] ; //B[contains(., S)] ; //A[B] ; //A[count(B) > N] ; //A[B[N]] ; //A[B = //B[N]] ; //A = //B ; //A != //B
//A/B[last() - 1] ; //A/*[self::B] ; //A/*[not(self::B)][N] ; boolean(//A/B[N]) ; //A/text() ; //B/text()[normalize-space()] ; //A/node()[N] ; //B[@*]
translate(//B, 'aeiou ', 'AEI') ; substring(//B, N, M) ; substring-before(//O/@K, S) ; substring-after(//B, S) ; concat(name(//A), '/', //O/@K, N)
//B[lang('en')] ; //B[../B[2]] ; //B[position() = last()] ; floor(count(//B) div M) ; //A[.//B]/@* ; id(//O/@K) ; //A/descendant::*[N] ; number(//O[N]/@K)
//A/descendant-or-self::A ; //*[name() = name(//A)] ; //B[namespace-uri() = namespace-uri(/*)] ; //O[@K][N] ; //O[N][@K] ; (//O/@K)[last()] ; //O[@K > N]
//B[N]/following-sibling::node()[M] ; //B[count(following-sibling::B) = N] ; //A[*[M]] ; //*[local-name() = local-name(//B)] ; //B[. = following::B[1]]
//A[position() > N and position() <= M] ; //A/B | //B[M] | //@K ; //B[@K or not(@*)] ; round(sum(//O/@K) div count(//A)) ; //O[@K != V]/@* ; //B[N]/@*[1]
"""
# Has what the documents below the folders seldom have.
RARE = """<!DOCTYPE r [<!ENTITY e "ent<i>x</i>y"><!ATTLIST b d CDATA "default" id ID #IMPLIED n NMTOKENS #IMPLIED><!--no-->]>
<!-- top --><?q  data ?>
<r xmlns:n="urn:n" xml:lang="en-GB">
  <b id="k1">t<![CDATA[<c>]]>u<!--c-->v</b><c><![CDATA[]]></c><d xml:id='k2'>a&amp;é<![CDATA[x]]>😀<?q?>z</d>
  <n:e n:a='1' a="&lt;&#10;2&quot;"
     z="3\t4">&e;&e;-&e;</n:e><o xmlns="" xmlns:p='urn:p&amp;'><p:s xmlns:n="urn:m" n:a="5" xml:space="preserve"/>1<p:s>2</p:s></o>
  <b id="k3" n=" x  y " d="">-1.5</b>\r\n<b xml:lang="de">\r</b>&#13;<b/><div xmlns="urn:d"><or xmlns=""/><mod><and/></mod></div><text>日本</text><node> 7 </node>
</r>
<!-- end --><?q end?>
"""
# A reason for each difference that is not one of the command: of an expression.
KNOWN = {
    "1e3": "XPath 1.0 has no exponents; libxml2 accepts them",
}


class NoSubset(etree.Resolver):
    """Replaces external subsets by empty ones, because the command does not load them."""

    def resolve(self, url, identifier, context):
        return None if url.endswith(ENDINGS) else self.resolve_string(" ", context)


def tree(path):
    """Nil if lxml rejects the document. The defaults of attributes are a part of it (XML 1.0, section 5.1)."""
    parser = etree.XMLParser(huge_tree=False, no_network=True, attribute_defaults=True)
    parser.resolvers.add(NoSubset())
    try:
        return etree.parse(path, parser)
    except (etree.XMLSyntaxError, OSError):
        return None


def documents(folders):
    """Documents of 2 KB to 1 MB: the first one of each folder, then the second ones."""
    groups = []
    for folder in folders:
        for directory, _, names in sorted(os.walk(folder)):
            paths = [os.path.join(directory, name) for name in sorted(names) if name.endswith(ENDINGS)]
            groups.append([path for path in paths if os.path.isfile(path) and 2048 <= os.path.getsize(path) <= 1 << 20])
    groups = [group for group in groups if group]
    return [path for row in itertools.zip_longest(*groups) for path in row if path], len(groups)


def run(*arguments):
    """The status and the output; nil if it takes too long."""
    try:
        outcome = subprocess.run([command, *arguments], capture_output=True, timeout=10)
        return outcome.returncode, outcome.stdout
    except subprocess.TimeoutExpired:
        return None


# MARK: XPath


def places(path):
    """Where nodes begin, by their number in document order, and texts, by the node before or around them."""
    parser = xml.parsers.expat.ParserCreate()
    parser.buffer_text = False
    found, open_nodes, number, last, is_type = {}, [], 0, None, False

    def place():
        return parser.CurrentLineNumber, parser.CurrentColumnNumber + 1

    def node(*_, is_element=False):
        nonlocal number, last
        if not is_type:
            found[number, None] = place()
            last = (number, not is_element)
            if is_element:
                open_nodes.append(number)
            number += 1

    def text(*_):
        found.setdefault(last, place())

    def end(_):
        nonlocal last
        last = (open_nodes.pop(), True)

    def document_type(*arguments):
        nonlocal is_type
        is_type = bool(arguments)

    parser.StartElementHandler = lambda *_: node(is_element=True)
    parser.CommentHandler = parser.ProcessingInstructionHandler = node
    parser.CharacterDataHandler = parser.StartCdataSectionHandler = text
    parser.EndElementHandler = end
    parser.StartDoctypeDeclHandler = parser.EndDoctypeDeclHandler = document_type
    try:
        with open(path, "rb") as file:
            parser.ParseFile(file)
    except (ValueError, xml.parsers.expat.ExpatError):
        # expat knows few encodings.
        return {}
    return found


class Document:
    def __init__(self, path):
        self.path, self.tree = path, tree(path)
        root = self.tree.getroot()
        self.nodes = [*reversed(list(root.itersiblings(preceding=True))), *root.iter(), *root.itersiblings()]
        self.numbers = {node: number for number, node in enumerate(node for node in self.nodes if node.tag is not etree.Entity)}
        self.places = places(path)
        uris = sorted({uri for node in root.iter("*") for uri in node.nsmap.values() if uri})
        self.namespaces = {f"n{number}": uri for number, uri in enumerate(uris)}
        self.xpath = etree.XPathDocumentEvaluator(self.tree, namespaces=self.namespaces)

    def name(self, written):
        name = etree.QName(written)
        prefixes = [prefix + ":" for prefix, uri in self.namespaces.items() if uri == name.namespace]
        return (prefixes or ["xml:" if name.namespace else ""])[0] + name.localname

    def expressions(self, chance, count):
        elements = [node for node in self.nodes if isinstance(node.tag, str)]
        pairs = sorted({(self.name(child.getparent().tag), self.name(child.tag)) for child in elements[1:]})
        owned = sorted({(self.name(node.tag), self.name(key), value) for node in elements for key, value in node.attrib.items()})
        owned = [part for part in owned if "'" not in part[2]] or [(self.name(elements[0].tag), "none", "x")]
        by_key = sorted({part[:2] for part in owned})
        found = {}
        templates = re.split(r"\s*[;\n]\s*", NAMED.strip())
        for number in range(8 * count):
            pair, key = chance.choice(pairs or [("x", "y")]), chance.choice(by_key)
            value = chance.choice([part[2] for part in owned if part[:2] == key])
            names = dict(zip("ABOKNM", (*pair, *key, str(chance.randrange(1, 4)), str(chance.randrange(2, 7)))))
            names |= {"V": f"'{value}'", "S": f"'{value[:2] if chance.randrange(2) else chance.choice('aeinrst ')}'"}
            found[re.sub(r"(?<![\w:-])[ABOKNMVS](?!\w)", lambda match: names[match[0]], templates[number % len(templates)])] = True
        return list(found)[:count]

    def expected(self, expression):
        """What lxml returns: nil for an error, a text, a count, or nodes as places and texts."""
        try:
            value = self.xpath(expression)
            if isinstance(value, float):
                return self.xpath(f"string({expression})")
            if not isinstance(value, list):
                return str(value).lower() if isinstance(value, bool) else str(value)
            count = int(self.xpath(f"count({expression})"))
            return [self.result(node) for node in value] if count == len(value) else count
        except etree.XPathError:
            return None

    def result(self, node):
        if isinstance(node, tuple):
            return "namespace", node[1]
        if isinstance(node, str):
            key = (self.numbers.get(node.getparent()), node.is_tail)
            return None if node.is_attribute else self.places.get(key), str(node)
        text = node.xpath("string()") if isinstance(node.tag, str) else node.text or ""
        return self.places.get((self.numbers.get(node), None)), text

    def difference(self, expression):
        """Nil if both results are the same."""
        options = [argument for prefix, uri in self.namespaces.items() for argument in ("--ns", f"{prefix}={uri}")]
        outcome = run("xpath", "--text", "--locations", *options, "--", expression, self.path)
        if outcome is None:
            raise TimeoutError
        (status, output), expected = outcome, self.expected(expression)
        if isinstance(expected, int):
            outcome, expected = run("xpath", "--count", *options, "--", expression, self.path), f"{expected}\n".encode()
            return None if outcome and outcome[1] == expected else (outcome, expected)
        if expected is None or expected == []:
            return None if (status in (1, 64) if expected is None else status == 3) and not output else ((status, output), expected)
        if isinstance(expected, str):
            return None if (status, output) == (0, f"{expected}\n".encode()) else ((status, output), expected)
        if expected[0][0] == "namespace":
            outcome, texts = run("xpath", "--text", *options, "--", expression, self.path), [text.encode() for _, text in expected]
            return None if outcome and sorted(outcome[1].splitlines()) == sorted(texts) else (outcome, sorted(texts))
        offset, location = 0, re.compile(re.escape(self.path.encode()) + rb":(\d+):(\d+): ")
        for number, (place, text) in enumerate(expected):
            match = location.match(output, offset)
            if not match or place not in (None, tuple(map(int, match.groups()))) or not output.startswith(text.encode() + b"\n", match.end()):
                return f"result {number + 1} of {len(expected)}: {output[offset:offset + 150]}", (place, text)
            offset = match.end() + len(text.encode()) + 1
        return None if offset == len(output) else (f"more than {len(expected)} results: {output[offset:]}", "")


# MARK: Comparison


def shortened(value):
    text = repr(value)
    return text if len(text) < 300 else text[:200] + " … " + text[-80:]


def complain(path, what, ours, theirs):
    reason = KNOWN.get(what)
    tally["known" if reason else "different"] += 1
    print(f"{path}: {what}" + (f" ({reason})" if reason else ""), f"xmldict: {shortened(ours)}", f"lxml: {shortened(theirs)}", sep="\n  ")


def compare_expressions(document, chance):
    for expression in re.split(r"\s*[;\n]\s*", GENERIC.strip()) + document.expressions(chance, 120):
        try:
            different = document.difference(expression)
        except TimeoutError:
            tally["slow"] += 1
            continue
        tally["expressions"] += 1
        if different:
            complain(document.path, expression, *different)


def compare_canonical(path):
    theirs = tree(path)
    prefixes = sorted({prefix for node in theirs.iter("*") for prefix in node.nsmap if prefix}) if theirs else []
    prefix = (prefixes or ["#default"])[0]
    for options in [], ["--comments"], ["--exclusive"], ["--exclusive", "--inclusive-prefix", prefix]:
        outcome = run("canon", *options, path)
        if outcome is None:
            tally["slow"] += 1
            continue
        try:
            listed = [prefix] if prefix in options else None
            expected = theirs and etree.tostring(theirs, method="c14n", exclusive="--exclusive" in options,
                                                 with_comments="--comments" in options, inclusive_ns_prefixes=listed)
        except etree.C14NError:
            expected = None
        tally["forms"] += 1
        if (outcome[1] if outcome[0] == 0 else None) != expected:
            complain(path, " ".join(["canon", *options]), outcome, expected)


command, folders = sys.argv[1], sys.argv[2:]
tally, chance = collections.Counter(), random.Random(1)
paths, folder_count = documents(folders)
with tempfile.NamedTemporaryFile(suffix=".xml") as rare:
    rare.write(RARE.encode())
    rare.flush()
    readable = [path for path in paths[:max(folder_count, 60)] if tree(path)]
    for path in [rare.name] + [readable[number * len(readable) // 19] for number in range(min(19, len(readable)))]:
        compare_expressions(Document(path), chance)
    for path in [rare.name] + paths[:499]:
        compare_canonical(path)
for kind in "expressions", "forms":
    print(kind, tally[kind])
print(dict(tally))
sys.exit(tally["different"] > 0 or not tally["expressions"] or not tally["forms"])
