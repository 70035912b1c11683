"""The pairs of a shape and an entry point that a run measures, with the reason for each row.

A row selects each pair of one of its shapes and one of its entry points that receives this kind of document. Both are
names or groups, as in Checks/Cases/Growth, except those with a minus; the group `commands` is that of growth.py.

What an entry point does after a document has been read depends on its tree. Trees do not contain how a document was
written: a shape that is about this is read in every way, but its tree is only used where it differs from others.
"""

# Groups of shapes.
XML = "declarations entities elements namespaces contexts text encodings faults"

# Shapes with texts of different characters, and malformed ones whose source is written as text.
CHARACTERS = """
    long-text long-text-with-accents long-text-of-wide-characters empty-lines carriage-returns references angles-in-text
    closing-brackets pairs-of-brackets section-ends-in-text hyphens-in-text instruction-ends-in-text colons-in-text
    white-space-around-text spaces-of-unicode combining-characters control-characters control-characters-alone not-utf8
    invalid-bytes surrogates less-than-signs quotes-in-values"""

# A shape or two of each kind, for entry points whose work the library does.
EXAMPLES = """
    used-entities records-after-declarations records many-names depth mixed-content comments sections used-prefixes
    different-namespaces four-thousand-prefixes long-text references-and-elements long-attribute latin1 utf16
    external-entities default-attributes-of-one-element roots faults-on-one-line crossed-tags depth-and-stray-end-tags
    faulty-records records-before-fault not-utf8 html-again-in-document ampersand-again-in-content
    end-tag-again-in-document html-paragraphs html-long-script html-nested-div html-numbered-elements"""

# Entry points that use a document's size only, or begin with a document of their own.
SIZES = """
    added-attributes trimmed-under-attributes words-of-two-lists written-under-many-prefixes encoded-under-many-prefixes
    fragments-in-namespaces fragments-in-fragment failing-attributes key-references"""

# Entry points that use trees, dictionaries or records.
USES = f"""
    decoding encoding trees misses queries validation differences edits writing written-parts dictionaries readers
    record-streams {" ".join("-" + name for name in SIZES.split())}"""

# Those whose work depends on texts, or on the number of nodes, and not on elements only.
TEXT_USES = """
    siblings places attribute-places texts outline tree-json equality detached decode-strings decode-nested
    decode-choices decode-roles decode-trimmed decode-alternatives decode-dictionary encode-element encode-dictionary
    xpath canonical xml-schema relaxng-streamed dtd dtd-of-the-document differences edited-attributes edited-texts
    edited-section insertions xml-bytes xml-bytes-latin xml-minified xml-indented html-bytes written-dictionary
    copied-events taken-events taken-minified-events fragment-with-values unsafe-markup json json-of-lists
    json-of-local-names json-of-objc dictionary-equality made-dictionary embedded-html embedded-html-of-root"""

SELECTION = [
    (
        f"{XML} repeated-faults", "parsing reader records handler-of-65536 checked-of-65536 pushed-tree-of-100",
        "Every way to read has its own loop around libxml2, and finds places for itself."),
    (
        XML, """pushed-tree-of-1 pushed-records-of-1 checked-of-1 handler-of-1 repaired-text-of-1 repaired-push-of-1
        reader-of-pieces records-of-pieces repairing-reader-of-pieces""",
        "A piece can end in any token, which may then be read again. Pieces of one byte show this best."),
    (
        "elements namespaces contexts", USES + " pushed",
        "Elements, attributes, namespaces and levels are searched, counted, compared and copied."),
    ("text entities", TEXT_USES, "Texts, values and references are searched, divided, escaped and copied."),
    (
        "declarations", """validation queries differences outline places checkpoints decode-strings edited-attributes
        xml-bytes""",
        "Of a declaration, a tree has its place, its source, its entities and its default attributes."),
    (
        "encodings", """readers record-streams places attribute-places texts edited-texts edited-attributes
        edited-section decode-errors missing-in-elements missing-at-paths described-misses xml-bytes xml-bytes-latin""",
        "Places in the original are found by converting it again."),
    (
        "faults", "readers record-streams repaired-text-of-100 repaired-text-of-65536 repaired-push-of-65536",
        "What was read before a fault is delivered, by each kind of reader."),
    (
        f"{XML} repeated-faults", "repairs repaired repaired-push-of-100",
        "Every rule of repair receives every fault; a repaired document has places, edits and snippets of its own."),
    (
        "html", "pages parsed-pages repair repair-by-html",
        "Pages are read by another parser, and often repaired as if they were XML."),
    ("text faults repeated-faults", "html", "The parser of pages accepts everything."),
    (CHARACTERS, "written-texts edited-section", "Each place of a document forbids or escapes other characters."),
    ("records long-text", SIZES, "These do not depend on the shape."),
    ("json", "commands", "Only the command reads JSON."),
    (EXAMPLES, "commands", "Commands add to an entry point how files are read and results are written."),
]

# Pairs that the rows above select, but whose time grows with the square of the size by definition.
EXCEPTIONS = [
    (
        "depth depth-with-children depth-of-different-names depth-with-text depth-with-attributes",
        "paths decode-roles insertions-at-one-place moved-elements moved-in-element",
        """A text consists of those of all levels below its element; an insertion and a move look at all levels around it.
        The levels of a document are limited unless a program permits more, as these entry points do."""),
]


class Selection:
    """The selected pairs. `shapes` and `entry_points` map each name to its group."""

    def __init__(self, shapes, entry_points):
        self.pairs = pairs(SELECTION, shapes, entry_points) - pairs(EXCEPTIONS, shapes, entry_points)

    def contains(self, shape, entry_point):
        return (shape, entry_point) in self.pairs


def pairs(rows, shapes, entry_points):
    """Returns the pairs of rows."""
    return {
        (shape, entry_point)
        for row in rows
        for shape in members(row[0], shapes)
        for entry_point in members(row[1], entry_points)
    }


def members(text, groups):
    """Returns the names in a text, and those in its groups."""
    names = set(text.split())
    without = {name[1:] for name in names if name.startswith("-")}
    names -= {"-" + name for name in without}
    unknown = (names | without) - {*groups, *groups.values()}
    if unknown:
        raise SystemExit(f"growth: there is no {', '.join(sorted(unknown))}, which selection.py names")
    return [name for name, group in groups.items() if (name in names or group in names) and name not in without]
