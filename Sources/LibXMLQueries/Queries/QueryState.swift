import LibXML
import Synchronization

/// What queries have made of a tree, kept with it.
final class QueryState: Sendable {
    private let made = Mutex<(bridge: DocumentBridge?, index: ElementIndex?)>((nil, nil))

    /// The elements of the tree by number, which the first call collects.
    func index(of tree: XMLTree) -> ElementIndex {
        made.withLock { made in
            if let index = made.index { return index }
            let index = tree.withMemory { ElementIndex(of: $0) }
            made.index = index
            return index
        }
    }

    /// libxml2's document of the tree, which the first call builds; nil if there is no memory for it.
    func bridge(of tree: XMLTree) -> DocumentBridge? {
        made.withLock { made in
            if let bridge = made.bridge { return bridge }
            made.bridge = DocumentBridge.make(tree)
            return made.bridge
        }
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
