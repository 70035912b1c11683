"""The pairs of a shape and an entry point that a run measures, with the reason for each row.

A row selects every pair of one of its shapes and one of its entry points that receives this kind of document. Both are
groups, as in Checks/Cases/Growth, or single names; the commands of growth.py are the group `commands`.

Entry points differ in what they do after a document has been read. What is in the tree no longer depends on how it was
written, so that a shape that is about the latter is read in every way, and the tree of it is used in few.
"""

# The shapes whose trees differ from each other.
TREES = "elements namespaces contexts"
# The shapes that differ in how they are read.
SYNTAX = "declarations entities text encodings"

SELECTION = [
    (
        f"{TREES} {SYNTAX} faults repeated-faults", "parsing",
        "Every engine reads every document, up to its first error."),
]


class Selection:
    """Knows which pairs are selected. `shapes` and `entry_points` map each name to its group."""

    def __init__(self, shapes, entry_points):
        self.pairs = set()
        for shape_names, entry_names, _ in SELECTION:
            self.pairs.update(
                (shape, entry) for shape in members(shape_names, shapes) for entry in members(entry_names, entry_points))

    def contains(self, shape, entry_point):
        return (shape, entry_point) in self.pairs


def members(text, groups):
    """Returns the names that a text lists, with those of each group that it lists."""
    names = set(text.split())
    unknown = names - {*groups, *groups.values()}
    if unknown:
        raise SystemExit(f"growth: selection.py names {', '.join(sorted(unknown))}, which does not exist")
    return [name for name, group in groups.items() if name in names or group in names]
