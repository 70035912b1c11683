"""Compares documents that `xmldict format` writes as HTML with what html5lib and lxml read from them.

Generates random trees that HTML can nest, in two forms. As XHTML, they are written with `format --to html`: html5lib and
lxml must read the tree from the output, and the command must fail exactly if html5lib does not read the tree from HTML that
is written by the algorithm of the standard without any check. As HTML in a random syntax, they are written with
`format --html`: html5lib must read the same from the output as from the page. Prints the documents for which this fails.

Usage: compare_html.py COMMAND COUNT SEED
"""
import random
import re
import subprocess
import sys
import warnings

import html5lib
import lxml.html

warnings.filterwarnings("ignore")
VOID = "area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr".split()
LITERAL = "style script xmp iframe noembed noframes".split()
BLOCKS = "div section blockquote main".split()
INLINE = "span b em code sub small cite".split()
TOKENS = "a tea é \u00a0 & < > \" ' &amp; &lt; &nbsp; &#65; ] ]]> = - -- ! / 日本 😀 \u0085 \u00bb \t".split(" ") + ["\n", " ", "\n\n"]
SCRIPT = ["<!--", "-->", "<script", "</script", "</style", "</", "<", ">", "-", "!", "/", " ", "x", "&", "&lt;", "\n", "'"]
SCRIPT += ["</ScRipt\t", "<script>", "</script>", "<!-", "->", "--!>"]
COMMENT = [">", "->", "- ", "!", "<!-", " x", "<", "&amp;", "é", "-!>", "->x"]
NAMES = ["class", "title", "id", "data-x", "lang", "viewBox", "x.y", "on", "Data"]
SVG = "http://www.w3.org/2000/svg"
XHTML = "http://www.w3.org/1999/xhtml"


class Element:
    def __init__(self, name, children=(), attributes=None, space=XHTML):
        self.name, self.children, self.space = name, list(children), space
        self.attributes = dict(attributes or {})
        if name in ("html", "svg"):
            self.attributes["xmlns"] = space


class Comment(str):
    pass


def comment(tokens, most, chance):
    """A comment that XML allows."""
    content = "".join(chance.choice(tokens) for _ in range(chance.randrange(most)))
    return Comment(re.sub("-(?=-|$)", "", content))


def text(tokens, chance, least=0):
    return "".join(chance.choice(tokens) for _ in range(chance.randrange(least, 6)))


def attributes(chance):
    return {name: text(TOKENS, chance) for name in NAMES if chance.randrange(12) == 0}


def phrase(chance, depth):
    """What may be in a paragraph."""
    kind = chance.randrange(10)
    if kind < 4 or depth > 8:
        return text(TOKENS, chance, 1)
    if kind < 7:
        return Element(chance.choice(INLINE), [phrase(chance, depth + 1) for _ in range(chance.randrange(4))], attributes(chance))
    if kind == 7:
        return Element(chance.choice(["br", "img", "wbr", "input"]), [], attributes(chance))
    if kind == 8:
        return Element("textarea", [text(TOKENS + ["\n"] * 9, chance)], attributes(chance))
    return comment([" x", "é", "&amp;", "<", "!"], 4, chance)


def block(chance, depth, is_hostile):
    """What may be in a `div`."""
    kind = chance.randrange(14)
    if kind < 4 and depth < 8:
        children = [block(chance, depth + 1, is_hostile) for _ in range(chance.randrange(5))]
        return Element(chance.choice(BLOCKS), children, attributes(chance))
    if kind < 7:
        return Element("p", [phrase(chance, depth) for _ in range(chance.randrange(5))], attributes(chance))
    if kind == 7:
        return Element("ul", [Element("li", [phrase(chance, depth)]) for _ in range(chance.randrange(4))])
    if kind == 8:
        return Element(chance.choice(["pre", "listing"]), [text(TOKENS + ["\n"] * 9, chance), phrase(chance, depth)])
    if kind == 9:
        # In cells, html5lib does not ignore a line feed at the beginning of a `pre`.
        cells = [Element("td", [Element("p", [text(TOKENS, chance)]), text(TOKENS, chance)], attributes(chance)) for _ in range(2)]
        return Element("table", [Element("tbody", [Element("tr", cells)])])
    if kind == 10:
        name = chance.choice(["script", "style"] + (LITERAL if is_hostile else []))
        # libxml2 up to 2.13 knows no comments in scripts, and ends them at other end tags too.
        tokens = SCRIPT if is_hostile else ["<", ">", "&lt;", "&", "'", "x", "-->", "\n"]
        return Element(name, ["".join(chance.choice(tokens) for _ in range(chance.randrange(9)))])
    if kind == 11:
        return comment(COMMENT, 4 if is_hostile else 1, chance)
    if kind == 12 and is_hostile:
        shapes = [Element(name, [text(TOKENS, chance, 1)], {"viewBox": "0"}, SVG) for name in ("style", "title", "linearGradient")]
        return Element("svg", shapes, {}, SVG)
    if kind == 13 and is_hostile and chance.randrange(8) == 0:
        return chance.choice([
            Element("br", ["x"]), Element("img", [Comment("c")]), Element("title", [Element("b", ["x"])]),
            Element("textarea", [Comment("c")]), Element("iframe", [Element("b")]), Element("plaintext", ["x"]),
            Element("script", [Comment("c")]), Element("_a", ["x"]), Element("é", ["x"]), Element("p", [], {"B": "1", "b": "2"}),
        ])
    return phrase(chance, depth)


def document(chance, is_hostile):
    head = [Element("title", [text(TOKENS, chance, 1)])]
    body = [block(chance, 0, is_hostile) for _ in range(chance.randrange(1, 6))]
    return Element("html", [Element("head", head), Element("body", [Element("div", body)], attributes(chance))])


# MARK: Writing


def escaped(value):
    return re.sub("[&<>\"\r\n\t]", lambda match: f"&#{ord(match[0])};", value)


def xml(node):
    if isinstance(node, Comment):
        return f"<!--{node}-->"
    if isinstance(node, str):
        return escaped(node)
    attributes = "".join(f' {name}="{escaped(value)}"' for name, value in node.attributes.items())
    return f"<{node.name}{attributes}>{''.join(map(xml, node.children))}</{node.name}>"


def html(node, parent=None):
    """Writes a tree by the algorithm of the standard."""
    if isinstance(node, Comment):
        return f"<!--{node}-->"
    if isinstance(node, str):
        if parent and parent.name in LITERAL + ["plaintext"] and parent.space == XHTML:
            return node
        return node.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\u00a0", "&nbsp;")
    attributes = "".join(f' {name}="{html(value)}"'.replace('"' + html(value), '"' + html(value).replace('"', "&quot;"))
                         for name, value in node.attributes.items())
    if node.space == XHTML and node.name in VOID:
        return f"<{node.name}{attributes}>"
    content = "".join(html(child, node) for child in node.children)
    if node.name in ("pre", "listing", "textarea") and content.startswith("\n"):
        content = "\n" + content
    return f"<{node.name}{attributes}>{content}</{node.name}>"


def page(node, chance, parent=None):
    """Writes a tree in a random syntax that HTML 4 and HTML5 read as the same."""
    if isinstance(node, Comment):
        return f"<!--{node}-->"
    if isinstance(node, str):
        if parent.name in ("script", "style"):
            return node
        forms = {"&": ["&amp;", "&#38;"], "<": ["&lt;", "&#x3C;"], "é": ["é", "&eacute;"], "\u00a0": ["\u00a0", "&nbsp;"], "\n": ["\n", "\r\n"]}
        return "".join(chance.choice(forms.get(character, [character])) for character in node)
    name = chance.choice([node.name, node.name.upper()])
    tag = "<" + name
    for key, value in node.attributes.items():
        if re.fullmatch("[a-zé0-9日本😀.]+", value) and chance.randrange(2):
            tag += f" {key}={value}"
        elif "'" not in value and chance.randrange(2):
            tag += f" {key} = '{value.replace('&', '&amp;')}'"
        else:
            tag += f" {key}=\"{value.replace('&', '&amp;').replace(chr(34), '&quot;')}\""
    if node.name in VOID:
        return tag + chance.choice([">", " />"])
    content = "".join(page(child, chance, node) for child in node.children)
    return f"{tag}>{content}</{name}>"


# MARK: Reading


def normal(node):
    """A tree as nested tuples, with joined texts, and without what HTML does not distinguish."""
    if isinstance(node, Comment):
        return ("#comment", str(node))
    if isinstance(node, str):
        return node
    names = {name if node.space == SVG else lowered(name): value for name, value in node.attributes.items()}
    children = []
    for child in node.children:
        if isinstance(child, str) and not isinstance(child, Comment):
            if children and isinstance(children[-1], str):
                children[-1] += child
            elif child:
                children.append(child)
        else:
            children.append(normal(child))
    return (node.name, node.space, tuple(sorted(names.items())), tuple(children))


def lowered(name):
    return "".join(character.lower() if character.isascii() else character for character in name)


def read(node, space=None):
    """The tree that a parser has read, from its etree."""
    if not isinstance(node.tag, str):
        return Comment(node.text or "")
    own, name = re.fullmatch(r"(?:\{(.*)\})?(.*)", node.tag, re.S).groups()
    element = Element(name, [], None, space or own)
    element.attributes = {key.rpartition("}")[2]: value for key, value in node.attrib.items()}
    if node.text:
        element.children.append(node.text)
    for child in node:
        element.children.append(read(child, space))
        if child.tail:
            element.children.append(child.tail)
    return element


def by_html5lib(text):
    return normal(read(html5lib.parse(text, treebuilder="etree")))


def by_lxml(text):
    def without_line_feed(element):
        # libxml2 keeps the line feed that HTML5 ignores.
        first = element.children[0] if element.children else None
        if element.name in ("pre", "listing", "textarea") and type(first) is str and first.startswith("\n"):
            element.children[0] = first[1:]
        for child in element.children:
            if isinstance(child, Element):
                without_line_feed(child)
        return element

    parser = lxml.html.HTMLParser(encoding="utf-8")
    return normal(without_line_feed(read(lxml.html.document_fromstring(text.encode(), parser=parser), XHTML)))


def uses(node, names):
    return isinstance(node, Element) and (node.name in names or any(uses(child, names) for child in node.children))


command, count, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
chance = random.Random(seed)
different = written = refused = pages = by_libxml2 = 0


def run(text, *arguments):
    outcome = subprocess.run([command, "format", *arguments], input=text.encode(), capture_output=True)
    return outcome.stdout.decode().removesuffix("\n"), outcome.returncode, outcome.stderr.decode()


def complain(what, *texts):
    global different
    different += 1
    print(what, *map(repr, texts), sep="\n  ")


for number in range(count):
    is_hostile = number % 2 == 0
    tree = document(chance, is_hostile)
    expected = normal(tree)
    source = xml(tree)
    output, status, errors = run(source, "--to", "html")
    # No end tag can follow a `plaintext` element.
    unchecked = re.sub(r"</plaintext>(</\w+>)*$", "", html(tree))
    is_writable = not is_hostile or by_html5lib(unchecked) == expected
    if status == 0 and by_html5lib(output) != expected:
        complain("html5lib reads another tree:", source, output)
    elif (status == 0) != is_writable:
        complain("the command fails, but need not: " + errors if is_writable else "the command does not fail:", source)
    elif status == 0 and not uses(tree, ["svg", "wbr"]):
        # libxml2 has no foreign elements, and up to 2.14 does not know `wbr`.
        by_libxml2 += 1
        if by_lxml(output) != expected:
            complain("lxml reads another tree:", source, output)
    written += status == 0
    refused += status == 1
    if not is_hostile:
        pages += 1
        # In a tree of libxml2 up to 2.13, this character may come from a reference that means another one in browsers.
        original = page(tree, chance).replace("\u0085", "")
        output, status, errors = run(original, "--html")
        if status or by_html5lib(output) != by_html5lib(original):
            complain("html5lib reads another page: " + errors, original, output)
print(f"{written} documents were written as HTML, {by_libxml2} of them compared with lxml, {refused} cannot be, {pages} pages; "
      f"{different} differ")
sys.exit(different > 0 or not written or not refused)
