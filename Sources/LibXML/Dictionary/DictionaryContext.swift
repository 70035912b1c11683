import Synchronization

/// A document under a mapping: what all dictionaries of it share.
final class DictionaryContext: Sendable {
    let tape: Tape
    let mapping: XMLMapping
    /// The element that counts as the root.
    let root: Int
    /// The keys of the elements around a copy of an element, which it was taken from.
    let ancestors: [String]
    let diagnostics: [XMLDiagnostic]
    /// Whether keys can be told from names without making them: see ``DictionaryContext/isDirect(_:)``.
    let isDirect: Bool
    /// Whether text that children divide is a list.
    let listsText: Bool
    /// Whether a single member may be a list.
    let mayForceLists: Bool

    private let lazyKeys = LazyReference<KeyTable>()
    private let lazyPresence = LazyReference<Presence>()
    private let indexes = Mutex<[Int: EntryIndex]>([:])
    /// The text of large elements, of those that were asked for it.
    private let texts = Mutex<[Int: String]>([:])

    init(
        _ tape: Tape, root: Int, _ mapping: XMLMapping, ancestors: [String] = [], diagnostics: [XMLDiagnostic] = []
    ) {
        self.tape = tape
        self.mapping = mapping
        self.root = root
        self.ancestors = ancestors
        self.diagnostics = diagnostics
        isDirect = Self.isDirect(mapping)
        listsText = mapping.mixedText == .list
        if case .nothing = mapping.arrays { mayForceLists = mapping.listsComments } else { mayForceLists = true }
    }

    /// The keys of all names, made on first use. Complexity: O(*n*) in the number of names for the first call.
    var keys: KeyTable { lazyKeys.load { KeyTable.shared(tape.names, mapping) } }

    /// Which elements are not left out, where empty ones are. Complexity: O(*n*) in the document for the first call.
    var presence: Presence { lazyPresence.load { Presence(self) } }

    /// What is in a dictionary, by key. It is kept for large elements.
    func index(of element: Int) -> EntryIndex {
        guard isLarge(element) else { return EntryIndex(self, element) }
        if let index = indexes.locked({ $0[element] }) { return index }
        let index = EntryIndex(self, element)
        // Another task may have made one meanwhile; either will do.
        indexes.locked { $0[element] = index }
        return index
    }

    /// Whether what was found out about an element is kept, because it takes long to find out.
    func isLarge(_ element: Int) -> Bool { tape.end(element) - element > 256 }

    /// The text of a large element, made with `make` when it is not known.
    func keptText(of element: Int, or make: () -> String) -> String {
        if let text = texts.locked({ $0[element] }) { return text }
        let text = make()
        texts.locked { $0[element] = text }
        return text
    }

    /// Whether a key that begins like a name is the name of an element as it is written, and elements are never left
    /// out or made a list of one: then a value is found by looking for the name.
    private static func isDirect(_ mapping: XMLMapping) -> Bool {
        func isDistinct(_ key: String?) -> Bool {
            guard let first = key?.unicodeScalars.first else { return key == nil }
            return !first.mayBeginName
        }
        switch mapping.attributes {
        case .prefixed(let prefix):
            if prefix.isEmpty || !isDistinct(prefix) { return false }
            // An attribute may have the key of the text.
            if let text = mapping.textKey, text.utf8.starts(with: prefix.utf8) { return false }
        case .discarded: break
        case .grouped, .merged: return false
        }
        if case .grouped = mapping.namespaceDeclarations { return false }
        guard mapping.namespaceDeclarations != .discarded || mapping.attributes == .discarded else { return false }
        guard case .nothing = mapping.arrays else { return false }
        // A separator may be all the text that there is.
        guard case .never = mapping.nodeName, mapping.mixedText == .joined(separator: "") else { return false }
        switch mapping.dictionaries {
        case .nothing, .all: break
        case .named, .matching: return false
        }
        return mapping.names == .qualified && mapping.emptyElements != .omitted && mapping.commentsKey == nil
            && mapping.cdataKey == nil && isDistinct(mapping.textKey)
    }
}

extension DictionaryContext {
    /// The keys of the elements around a dictionary's members, from the root to the dictionary's own.
    func path(to element: Int) -> [String] {
        var path: [String] = []
        var current: Int? = element
        while let element = current, element != Tape.document {
            path.append(key(of: element))
            current = element == root ? nil : tape.parent(ofElement: element)
        }
        return ancestors + path.reversed()
    }
}
