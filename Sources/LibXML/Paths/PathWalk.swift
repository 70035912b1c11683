/// The source of a ``PathWalk``: the elements of a tree, or the values of a dictionary.
protocol PathCursor {
    associatedtype Item
    /// The items that one step finds in one item.
    associatedtype Matches

    /// Prepares the search of a step in an item, which is not searched before ``next(in:)``.
    ///
    /// - Parameter position: the position of the step in the path, from 0.
    func matches(of step: PathStep, at position: Int, in item: Item) -> Matches

    /// Returns the next item that a step finds, with all of its predicates; nil after the last one.
    mutating func next(in matches: inout Matches) -> Item?
}

/// The items at a path, found one at a time, depth first. Does not recurse.
struct PathWalk<Cursor: PathCursor>: Sequence, IteratorProtocol {
    private let steps: [PathStep]
    private var cursor: Cursor
    /// The steps in progress, and the position of the step after each.
    private var frames: [(matches: Cursor.Matches, next: Int)] = []
    /// The first item, until the walk begins.
    private var start: Cursor.Item?

    init(_ steps: [PathStep], from item: Cursor.Item, _ cursor: Cursor) {
        self.steps = steps
        self.cursor = cursor
        start = item
    }

    mutating func next() -> Cursor.Item? {
        if let item = start {
            start = nil
            if let end = follow(item, from: 0) { return end }
        }
        while let top = frames.indices.last {
            guard let item = cursor.next(in: &frames[top].matches) else {
                frames.removeLast()
                continue
            }
            if let end = follow(item, from: frames[top].next) { return end }
        }
        return nil
    }

    /// Begins the step at `position`. Returns the item if no step is left.
    private mutating func follow(_ item: Cursor.Item, from position: Int) -> Cursor.Item? {
        guard position < steps.count else { return item }
        frames.append((cursor.matches(of: steps[position], at: position, in: item), position + 1))
        return nil
    }
}
