import LibXML
import Synchronization

/// What queries have made of a tree, kept with it.
final class QueryState: Sendable {
    private struct Made {
        var bridge: DocumentBridge?
        var elements: ElementIndex?
        var siblings: SiblingIndex?
    }

    private let made = Mutex(Made())

    /// The elements of the tree by name, which the first call collects.
    func elements(_ tape: TapeMemory) -> ElementIndex {
        made.withLock { made in Self.load(&made.elements) { ElementIndex(of: tape) } }
    }

    /// The elements of the tree among their siblings, which the first call collects.
    func siblings(_ tape: TapeMemory) -> SiblingIndex {
        let elements = elements(tape)
        return made.withLock { made in Self.load(&made.siblings) { SiblingIndex(elements) } }
    }

    /// libxml2's document of the tree, which the first call builds; nil if there is no memory for it.
    func bridge(of tree: XMLTree, withLines: Bool) -> DocumentBridge? {
        made.withLock { made in
            if let bridge = made.bridge, bridge.hasLines || !withLines { return bridge }
            made.bridge = DocumentBridge.make(tree, withLines: withLines) ?? made.bridge
            return made.bridge
        }
    }

    private static func load<Object>(_ object: inout Object?, or make: () -> Object) -> Object {
        let made = object ?? make()
        object = made
        return made
    }
}

extension XMLTree {
    var queries: QueryState {
        guard let state = derived(or: { QueryState() }) as? QueryState else {
            preconditionFailure("only this module keeps something with a tree")
        }
        return state
    }
}
