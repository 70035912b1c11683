"""Compares what the tool `pages` reads from HTML with several versions of libxml2. Scripts/html-versions builds it.

Usage: html_versions.py MODE PATH NAME=TOOL=LIBRARY-FOLDER...

tokens: Each test of html5lib-tests' tokenizer suite becomes a document. In front of an initial state is the start tag of
  an element that has it: `title` or `textarea` (RCDATA), `style` or another one (RAWTEXT), `plaintext` and `script`; the
  name in lastStartTag is replaced if it is that of an element with another state. Left out are tests of CDATA sections,
  which only foreign elements have, tests whose input has lone surrogates, and xmlViolation.test. `<p>` is added to a document type, because a document
  needs an element; one without is read as a fragment. The tokens of a tree are
  its start tags, end tags, texts, comments, document type and processing instructions; elements without a tag in the
  source are not tokens. Also counts how many are those of the test, for which end tags are ignored.
trees: Left out are tests of fragments and those with scripting on. The text of a tree is that of all its text nodes in
  document order without white space, including those of the content of templates, which are children of the template
  in libxml2's trees. Trees are also compared without the paragraphs that libxml2 implies for text up to 2.13.
pages: All files below the folder. The nodes and attributes are compared, then their byte ranges, lines and columns.
places: The source of each element, attribute and text, parsed alone, must give the same node: see PlaceCheck.swift.
mutate FOLDER TO: Writes a damaged copy of each file of a folder to another one.

Each version is compared with the last one. Prints each difference with a guess at its cause from the input, then counts.
"""
import collections
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

RCDATA = ["title", "textarea"]
RAWTEXT = ["style", "xmp", "iframe", "noembed", "noframes"]
STATES = {
    "Data state": [""], "PLAINTEXT state": ["plaintext"], "RCDATA state": RCDATA, "RAWTEXT state": RAWTEXT,
    "Script data state": ["script"],
}
VOID = "area base basefont bgsound br col embed frame hr img input isindex keygen link meta param source track wbr".split()


class Version:
    """The tool with one version of libxml2."""

    def __init__(self, argument):
        self.name, self.tool, self.library = argument.split("=", 2)

    def read(self, paths, *options):
        """Returns the report of each path. A page that ends the process has the error `crashed`."""
        environment = dict(os.environ, LD_LIBRARY_PATH=self.library, SWIFT_BACKTRACE="enable=no")
        reports, rest = [], [str(path) for path in paths]
        while rest:
            result = subprocess.run(
                [self.tool, *options], input="".join(path + "\n" for path in rest).encode(), env=environment,
                capture_output=True)
            new = [json.loads(line) for line in result.stdout.split(b"\n")[:-1]]
            reports += new
            rest = rest[len(new):]
            if rest:
                reports.append({"page": rest.pop(0), "error": "crashed"})
        return reports


# What is compared.


def without_places(nodes):
    """The nodes as tuples: depth, kind, name, text, identifiers and attributes."""
    return [(node["depth"], node["kind"], node.get("name"), node.get("text"), node.get("identifiers"),
             [(each["name"], each["value"]) for each in node.get("attributes") or []]) for node in nodes]


def tokens(nodes, source):
    """The tokens of a page, whose bytes are given."""
    result, open_elements = [], []

    def add(token):
        if token[0] == "text" and result and result[-1][0] == "text":
            token = ("text", result.pop()[1] + token[1])
        result.append(token)

    def close(depth):
        while len(open_elements) > depth:
            token = open_elements.pop()
            if token:
                add(token)

    for node in nodes:
        close(node["depth"])
        kind, name, text = node["kind"], node.get("name"), node.get("text")
        if kind == "element":
            start, end = node["place"][:2]
            written = source[start:end].replace(b"\0", "\ufffd".encode())
            end_tag = None
            if written[:len(name.encode()) + 1].lower() == b"<" + name.encode().lower():
                add(("start", name, [(each["name"], each["value"]) for each in node["attributes"]]))
                if re.search(rb"(?i)</" + re.escape(name.encode()) + rb"(?![^\s/>])[^<]*\Z", written):
                    end_tag = ("end", name)
            open_elements.append(end_tag)
            continue
        if kind in ("text", "cdata"):
            add(("text", text))
        elif kind == "documentType":
            add(("doctype", name, *node["identifiers"]))
        elif kind == "processingInstruction":
            add(("instruction", name, text))
        else:
            add((kind, text))
        open_elements.append(None)
    close(0)
    return result


def without_implied_paragraphs(nodes, source):
    """The nodes with the content of each `p` that is not in the source in its place."""
    result, dropped = [], []
    for node in nodes:
        while dropped and node["depth"] <= dropped[-1]:
            dropped.pop()
        if node["kind"] == "element" and node["name"] == "p":
            start = node["place"][0]
            if source[start:start + 2].lower() != b"<p":
                dropped.append(node["depth"])
                continue
        node = dict(node, depth=node["depth"] - len(dropped))
        if result and node["kind"] == result[-1]["kind"] == "text" and node["depth"] == result[-1]["depth"]:
            node = dict(node, text=result.pop()["text"] + node["text"])
        result.append(node)
    return result


def text_of(nodes):
    return "".join(node["text"] for node in nodes if node["kind"] in ("text", "cdata"))


def without_space(text):
    return re.sub(r"\s", "", text)


def first_difference(one, other):
    """What is first in one list and not in the other, as a short text."""
    for left, right in zip(one, other):
        if left != right:
            return f"{left!r:.160} | {right!r:.160}"
    longer = one if len(one) > len(other) else other
    rest = longer[min(len(one), len(other)):]
    return f"{rest[0]!r:.160} | nothing" if longer is one else f"nothing | {rest[0]!r:.160}"


# The tests of html5lib-tests.


def unescaped(value):
    """Resolves the escapes of a test that is escaped twice."""
    if isinstance(value, str):
        return re.sub(r"\\u([0-9A-Fa-f]{4})", lambda match: chr(int(match[1], 16)), value)
    if isinstance(value, list):
        return [unescaped(each) for each in value]
    return {unescaped(key): unescaped(each) for key, each in value.items()} if isinstance(value, dict) else value


def joined(text):
    """A text whose surrogate pairs are characters."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def renamed(text, name, element):
    """The text with the name of another element, of which one letter is a capital where the name has capitals."""
    def replace(match):
        return element if match[0].islower() else element[:2].title() + element[2:]
    return re.sub(re.escape(name), replace, text, flags=re.IGNORECASE) if name else text


def tokenizer_cases(checkout):
    """Yields the input and the expected tokens of each test and initial state."""
    skipped = collections.Counter()
    cases = {}
    for path in sorted(pathlib.Path(checkout, "tokenizer").glob("*.test")):
        for test in json.loads(path.read_text()).get("tests", []):
            if test.get("doubleEscaped"):
                test["input"], test["output"] = unescaped(test["input"]), unescaped(test["output"])
            for state in test.get("initialStates", ["Data state"]):
                elements, last = STATES.get(state), test.get("lastStartTag")
                if elements is None:
                    skipped[state] += 1
                    continue
                if re.search("[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]", test["input"]):
                    skipped["lone surrogate"] += 1
                    continue
                source, element = test["input"], elements[0]
                if element and last in elements:
                    element = last
                elif element:
                    source = renamed(source, last, element)
                if element:
                    source = f"<{element}>{source}"
                expected = [("start", element, [])] if element else []
                for token in test["output"]:
                    expected.append(expected_token(token, last, element))
                if re.match(r"(?is)<!doctype.*>\Z", source):
                    source += "<p>"
                    expected.append(("start", "p", []))
                case = joined(source)
                if case in cases:
                    skipped["same input"] += 1
                cases.setdefault(case, [each for each in expected if each])
    print(f"{len(cases)} inputs; left out:", dict(skipped))
    return cases


def expected_token(token, last, element):
    kind = token[0]
    if kind == "Character":
        return ("text", joined(renamed(token[1], last, element) if element else token[1]))
    if kind == "Comment":
        return ("comment", joined(token[1]))
    if kind == "StartTag":
        return ("start", joined(token[1]), [(joined(name), joined(value)) for name, value in token[2].items()])
    if kind == "DOCTYPE":
        return ("doctype", joined(token[1] or ""), *token[2:4])
    return None


def comparable(list_of_tokens):
    """Tokens without end tags, with one text in place of adjacent ones."""
    result = []
    for token in list_of_tokens:
        if token[0] == "end" or token[0] == "text" and not token[1]:
            continue
        if token[0] == "start":
            token = ("start", token[1], sorted(token[2]))
        if token[0] == "doctype":
            token = ("doctype", token[1] or "", token[2], token[3])
        if token[0] == "text" and result and result[-1][0] == "text":
            token = ("text", result.pop()[1] + token[1])
        result.append(token)
    return result


def tree_cases(checkout):
    """Yields the input and the expected text of each tree construction test."""
    skipped, cases = collections.Counter(), []
    for path in sorted(pathlib.Path(checkout, "tree-construction").glob("**/*.dat")):
        for block in re.split(r"\n\n(?=#data\n)", path.read_bytes().decode()):
            data = re.match(r"(?s)#data\n(.*?)\n?#errors\n", block)
            if not data:
                continue
            rest = block[data.end():]
            kind = re.search(r"(?m)^#(document-fragment|script-on)$", rest)
            if kind:
                skipped[kind[1]] += 1
                continue
            document = rest[rest.index("#document\n") + len("#document\n"):]
            cases.append((data[1], "".join(texts_of_expected(document))))
    print(f"{len(cases)} inputs; left out:", dict(skipped))
    return cases


def texts_of_expected(document):
    """The texts of an expected tree, one after the other. Lines of a text may begin with anything but `| `."""
    texts, current = [], None
    for line in document.rstrip("\n").split("\n"):
        match = re.match(r"\| +(.*)", line, re.S)
        if match and (current is None or current.endswith('"')):
            if current is not None:
                texts.append(current[1:-1])
            current = match[1] if match[1].startswith('"') else None
        elif current is not None:
            current += "\n" + line
    if current is not None:
        texts.append(current.rstrip("\n")[1:-1])
    return texts


# A guess at the cause of a difference, from the input.

NAME = r"[A-Za-z][A-Za-z0-9._:-]*"
CAUSES = [
    ("NUL", r"\0"),
    ("CDATA section", r"(?i)<!\[CDATA\["),
    ("document type in content", r"(?is)\S.*<!doctype"),
    ("text of script or style", r"(?is)<(script|style)\b[^>]*>.*(<!--|<script|</)"),
    ("text of title, textarea and others", r"(?i)<(title|textarea|xmp|iframe|noembed|noframes|plaintext)\b"),
    ("document type", r"(?i)<!doctype"),
    ("<?", r"<\?"),
    ("comment", r"<!--"),
    ("bogus comment", r"<!"),
    ("</ and no letter", r"</(?![A-Za-z])"),
    ("end tag with attributes", r"</" + NAME + r"(?![A-Za-z0-9._:-])[^>]"),
    ("end in a tag", r"</?[A-Za-z][^>]*\Z"),
    ("/ in a tag", r"<[A-Za-z][^\s>]*/[^>]"),
    ("attribute name", r"""(?s)<[A-Za-z][^>]*\s([^\s>/="']*[^\s>/="'A-Za-z0-9._:-]|[^\s>/A-Za-z_:])[^>]*>"""),
    ("element name", r"<[A-Za-z][A-Za-z0-9._:-]*[^A-Za-z0-9._:>/\s-]"),
    ("numeric reference", r"&#"),
    ("reference without semicolon", r"&[A-Za-z][A-Za-z0-9]*(?![A-Za-z0-9;])"),
    ("reference with semicolon", r"&[A-Za-z]"),
    ("duplicate attribute", r"(?i)<[^>]*\s([\w-]+)(?:=[^\s>]*)?\s+(?:[^>]*\s)?\1[=\s/>]"),
    ("< and no name", r"<(?![A-Za-z/!?])"),
    ("carriage return", r"\r"),
    ("control character", "[\x01-\x08\x0b-\x1f\x7f-\x9f\ufdd0-\ufdef\ufffe\uffff]"),
    ("attribute", r"<[A-Za-z][^>]*[\s/]"),
]


def cause(source):
    source = re.sub(r"(?i)\A<!doctype html>", "", source)
    return next((name for name, pattern in CAUSES if re.search(pattern, source)), "tree construction")


# Modes.


def read_texts(versions, texts):
    """Reads each text with each version."""
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for number, text in enumerate(texts):
            path = pathlib.Path(folder, str(number))
            path.write_bytes(text.encode())
            paths.append(path)
        return [version.read(paths) for version in versions]


def show(label, source, difference):
    print(f"{label}\t{json.dumps(source, ensure_ascii=True)[:400]}\t{difference}")


def tokens_mode(checkout, versions):
    cases = tokenizer_cases(checkout)
    # A BOM keeps bytes from being guessed at.
    reports = read_texts(versions, list(cases))
    lists = [[tokens(each.get("nodes") or [], source.encode()) if each.get("nodes") else [("error", each.get("error"))]
              for each, source in zip(report, cases)] for report in reports]
    counts = collections.Counter()
    for version, report, results in zip(versions, reports, lists):
        groups = collections.Counter()
        for source, expected, result, wanted, one, last in zip(
                cases, cases.values(), results, lists[-1], report, reports[-1]):
            counts[version.name, "expected"] += comparable(result) == comparable(expected)
            equal = result == wanted
            counts[version.name, "tokens"] += equal
            trees = [without_places(each.get("nodes") or []) for each in (one, last)]
            counts[version.name, "trees"] += trees[0] == trees[1]
            if not equal:
                groups[cause(source)] += 1
                show(f"{version.name}: {cause(source)}", source, first_difference(result, wanted))
        print_groups(version, groups)
    for version in versions:
        print(f"{version.name}: tokens as {versions[-1].name} {counts[version.name, 'tokens']} of {len(cases)}, "
              f"trees {counts[version.name, 'trees']}; tokens as html5lib-tests {counts[version.name, 'expected']}")


def print_groups(version, groups):
    for name, count in groups.most_common():
        print(f"{version.name}: {count} with {name}")


def trees_mode(checkout, versions):
    cases = tree_cases(checkout)
    reports = read_texts(versions, [source for source, _ in cases])
    counts = collections.Counter()
    for version, report in zip(versions, reports):
        groups = collections.Counter()
        for (source, text), one, last in zip(cases, report, reports[-1]):
            trees = [without_places(each.get("nodes") or []) for each in (one, last)]
            counts[version.name, "trees"] += trees[0] == trees[1]
            counts[version.name, "places"] += one.get("nodes") == last.get("nodes")
            read = text_of(one.get("nodes") or [])
            same_text = without_space(read) == without_space(text)
            counts[version.name, "text"] += same_text
            counts[version.name, "exact"] += read == text
            trees[0] = without_places(without_implied_paragraphs(one.get("nodes") or [], source.encode()))
            counts[version.name, "paragraphs"] += trees[0] == trees[1]
            if trees[0] != trees[1]:
                groups[cause(source)] += 1
                show(f"{version.name}: {cause(source)}", source, first_difference(*trees))
            elif version is versions[-1] and not same_text:
                show(f"{version.name}: text", source, f"{read!r} | {text!r}")
        print_groups(version, groups)
    for version in versions:
        print(f"{version.name}: trees as {versions[-1].name} {counts[version.name, 'trees']} of {len(cases)}, "
              f"{counts[version.name, 'paragraphs']} without implied paragraphs, {counts[version.name, 'places']} with "
              f"places; texts as html5lib-tests {counts[version.name, 'text']}, "
              f"{counts[version.name, 'exact']} with white space")


def files(folder):
    return sorted(path for path in pathlib.Path(folder).rglob("*") if path.is_file())


def pages_mode(folder, versions):
    paths = files(folder)
    reports = [version.read(paths) for version in versions]
    counts = collections.Counter()
    for version, report in zip(versions[:-1], reports):
        for one, last in zip(report, reports[-1]):
            nodes = [each.get("nodes") or [] for each in (one, last)]
            trees = [without_places(each) for each in nodes]
            name = os.path.relpath(one["page"], folder)
            if one.get("error") != last.get("error"):
                print(f"{version.name}: error\t{name}\t{one.get('error')} | {last.get('error')}")
            elif trees[0] != trees[1]:
                print(f"{version.name}: tree\t{name}\t{first_difference(*trees)}")
            else:
                counts[version.name, "trees"] += 1
                if nodes[0] == nodes[1]:
                    counts[version.name, "places"] += 1
                else:
                    print(f"{version.name}: places\t{name}\t{place_difference(*nodes)}")
    for version in versions[:-1]:
        print(f"{version.name}: trees as {versions[-1].name} {counts[version.name, 'trees']} of {len(paths)}, "
              f"with places {counts[version.name, 'places']}")


def place_difference(one, other):
    for left, right in zip(one, other):
        if left == right:
            continue
        label = f"{left['kind']} {left.get('name') or left.get('text')!r:.60}"
        if left["place"] != right["place"]:
            return f"{label}: {left['place']} | {right['place']}"
        for attribute, wanted in zip(left["attributes"], right["attributes"]):
            if attribute != wanted:
                return (f"{label}, attribute {attribute['name']}: {attribute['place']} {attribute['valueAt']} | "
                        f"{wanted['place']} {wanted['valueAt']}")
    return ""


def places_mode(folder, versions):
    paths = files(folder)
    for version in versions:
        counts, failures, pages = collections.Counter(), collections.Counter(), 0
        for report in version.read(paths, "--places"):
            name = os.path.relpath(report["page"], folder)
            if "check" not in report:
                print(f"{version.name}: error\t{name}\t{report.get('error')}")
                continue
            counts.update(report["check"]["counts"])
            pages += not report["check"]["failures"]
            for failure in report["check"]["failures"]:
                failures[failure["kind"]] += 1
                source = json.dumps(failure["source"][:120])
                print(f"{version.name}: {failure['kind']}\t{name}:{failure['place'][2]}:{failure['place'][3]}\t"
                      f"{failure['name']!r}\t{source}")
        kinds = ", ".join(f"{counts[kind] - failures[kind]} of {counts[kind]} {kind}s"
                          for kind in ("element", "attribute", "text"))
        print(f"{version.name}: the same alone: {kinds}; {pages} of {len(paths)} pages; {counts['implied']} implied elements")


# Damaged pages.

BITS = [b"<", b">", b"&", b"=", b'"', b"'", b"/", b"\0", b"</", b"<!", b"<?", b"-->", b"<!--", b"]]>", b"&#", b"&amp", b"&copy x",
        b"&notit;", b"&#128;", b"&#x0;", b"</ >", b"</3>", b"<![if !IE]>", b"<![CDATA[x]]>", b"<?php a > b ?>", b"<b", b"<p", b"<td>",
        b"<textarea><b>", b"<title>", b"<style>", b"<script><!--", b"<xmp>", b"</p x='>'>", b"\x0c", b"\r", b"\xc3", b"<div\n", b"<a/b=c>"]
NAMES = ["@click", "(click)", "[x]", "*ngIf", "#ref", ":k", "v-on:a.b", "ёж", "data-x[0]", "{{a}}", "$x", "x\"y", "A_b.C", "1a", "="]


def mutated(page, chance):
    """A page with one to eight damages."""
    page = bytearray(page)
    for _ in range(chance.randrange(1, 9)):
        place = chance.randrange(len(page) + 1)
        kind = chance.randrange(7)
        if kind == 0:
            del page[place:place + chance.choice([1, 1, 2, 5, 30])]
        elif kind == 1:
            page[place:place] = chance.choice(BITS)
        elif kind == 2:
            page[place:place] = page[place:place + chance.choice([1, 3, 20, 100])]
        elif kind == 3:
            marks = [index for index in range(place, min(len(page), place + 2000)) if page[index] in b"<>\"'&=/"]
            if marks:
                del page[marks[chance.randrange(len(marks))]]
        elif kind == 4 and place < len(page):
            page[place:place + 1] = chance.choice(BITS)
        else:
            tags = [match.end() for match in re.finditer(rb"<[a-zA-Z][a-zA-Z0-9]*", page[place:place + 2000])]
            if tags:
                name = chance.choice(NAMES)
                value = chance.choice(["", "=x", '="a b"', "='a\"b'", "=", "=a>b", '="&lt', "='&copy=1&amp'", '="x'])
                tag = place + chance.choice(tags)
                page[tag:tag] = f" {name}{value}".encode()
    return bytes(page)


def mutate(folder, target):
    target = pathlib.Path(target)
    target.mkdir(parents=True, exist_ok=True)
    for number, path in enumerate(files(folder)):
        (target / f"{number:03}-{path.name}").write_bytes(mutated(path.read_bytes(), random.Random(number)))


MODES = {"tokens": tokens_mode, "trees": trees_mode, "pages": pages_mode, "places": places_mode}

if __name__ == "__main__":
    mode, path, *rest = sys.argv[1:]
    if mode == "mutate":
        mutate(path, rest[0])
    elif mode in MODES:
        MODES[mode](path, [Version(each) for each in rest])
    else:
        sys.exit(f"unknown mode {mode}")
