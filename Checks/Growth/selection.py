"""The pairs of a shape and an entry point that a run measures, with the reason for each row.

A row selects each pair of one of its shapes and one of its entry points that receives this kind of document. Both are
names or groups, as in Checks/Cases/Growth; the group `commands` is that of growth.py.

An entry point differs from others in what it does after a document has been read. Trees do not contain how a document
was written: a shape that is about this is read in every way, but its tree is only used where it differs from others.
"""

# The shapes whose trees have many elements, attributes, namespaces or levels.
TREES = "elements namespaces contexts"

# The shapes without a tree like those: one long text or attribute, many texts, comments, instructions or sections.
TEXTS = """
    long-text long-text-with-accents long-text-of-wide-characters empty-lines references-and-text references-and-elements
    closing-brackets section-ends-in-text hyphens-in-text instruction-ends-in-text colons-in-text long-comment
    brackets-in-section markup-in-section long-instruction long-attribute references-in-attribute lines-in-attribute
    quotes-in-attribute tokens-in-attribute white-space-around-text spaces-of-unicode combining-characters
    text-split-by-comments embedded-elements"""

# The entry points that use trees, dictionaries or records of a document without faults.
USES = """
    decoding encoding trees misses queries validation differences edits writing written-parts dictionaries readers
    records"""

# Those of them whose work depends on texts, or on the number of nodes, rather than on elements.
TEXT_USES = """
    siblings places attribute-places texts outline tree-json equality detached decode-strings decode-nested
    decode-choices decode-roles decode-trimmed decode-alternatives decode-dictionary encode-element encode-dictionary
    xpath canonical xml-schema relaxng-streamed dtd dtd-of-the-document differences differences-moved edited-attributes
    edited-texts edited-section insertions xml-bytes xml-bytes-latin xml-minified xml-indented html-bytes
    written-dictionary copied-events taken-events taken-minified-events fragment-with-values unsafe-markup json
    json-of-lists json-of-local-names json-of-objc dictionary-equality made-dictionary embedded-html
    embedded-html-of-root"""

# The entry points that use nothing of a document but its size, or make their own.
SIZES = """
    added-attributes trimmed-under-attributes words-of-two-lists written-under-many-prefixes encoded-under-many-prefixes
    fragments-in-namespaces fragments-in-fragment failing-attributes"""

SELECTION = [
    (
        "declarations entities elements namespaces contexts text encodings faults repeated-faults",
        "parsing reader records handler-of-65536 checked-of-65536 pushed-tree-of-100",
        "Every way to read a document has its own loop around libxml2, and finds places for itself."),
    (
        "declarations entities text encodings elements faults", "pushed reader-of-pieces records-of-pieces",
        "The end of a piece can be in any token, and what was read of the token may be read again."),
    (TREES, USES, "They search, count, compare or copy elements, attributes, namespaces and levels."),
    ("text entities", TEXT_USES, "They search, divide, escape or copy text and references, or place nodes."),
]


class Selection:
    """The selected pairs. `shapes` and `entry_points` map each name to its group."""

    def __init__(self, shapes, entry_points):
        self.pairs = {
            (shape, entry_point)
            for row in SELECTION
            for shape in members(row[0], shapes)
            for entry_point in members(row[1], entry_points)
        }

    def contains(self, shape, entry_point):
        return (shape, entry_point) in self.pairs


def members(text, groups):
    """Returns the names in a text, and those of the groups in it."""
    names = set(text.split())
    unknown = names - {*groups, *groups.values()}
    if unknown:
        raise SystemExit(f"growth: selection.py has {', '.join(sorted(unknown))}, which there is not")
    return [name for name, group in groups.items() if name in names or group in names]
