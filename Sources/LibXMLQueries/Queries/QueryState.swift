import LibXML
import Synchronization

/// A selector as it was given.
struct SelectorKey: Hashable, Sendable {
    private let text: ExactKey
    private let namespaces: [ExactKey: ExactKey]

    init(text: String, namespaces: [String: String]) {
        self.text = ExactKey(text)
        self.namespaces = Dictionary(uniqueKeysWithValues: namespaces.map { (ExactKey($0.key), ExactKey($0.value)) })
    }
}

/// Objects that queries have created from a tree, kept with it.
final class QueryState: Sendable {
    private struct Made {
        var bridge: DocumentBridge?
        var elements: ElementIndex?
        var siblings: SiblingIndex?
        var programs: [SelectorKey: SelectorProgram] = [:]
    }

    private let made = Mutex(Made())

    /// The elements of the tree by name, which the first call collects.
    func elements(_ tape: TapeMemory) -> ElementIndex {
        made.locked { made in Self.load(&made.elements) { ElementIndex(of: tape) } }
    }

    /// The elements of the tree among their siblings, which the first call collects.
    func siblings(_ tape: TapeMemory) -> SiblingIndex {
        let elements = elements(tape)
        return made.locked { made in Self.load(&made.siblings) { SiblingIndex(elements) } }
    }

    /// The program of a selector. Up to 16 are kept.
    func program(_ key: SelectorKey, or make: () -> SelectorProgram) -> SelectorProgram {
        made.locked { made in
            if made.programs.count >= 16, made.programs[key] == nil { made.programs.removeAll() }
            return Self.load(&made.programs[key], or: make)
        }
    }

    /// libxml2's document of the tree, which the first call builds; nil if there is no memory for it.
    func bridge(of tree: XMLTree, withLines: Bool) -> DocumentBridge? {
        made.locked { made in
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
