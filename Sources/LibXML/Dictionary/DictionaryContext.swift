import Synchronization

/// The state that all dictionaries of a document under one mapping share.
final class DictionaryContext: Sendable {
    let tape: Tape
    let mapping: XMLMapping
    /// The element that is treated as the root.
    let root: Int
    /// The keys of the elements around the original of a detached copy.
    let ancestors: [String]
    let diagnostics: [XMLDiagnostic]
    /// Whether a key can be compared with names without a key table: see ``DictionaryContext/isDirect(_:)``.
    let isDirect: Bool
    /// Whether text that child elements divide becomes a list.
    let listsText: Bool
    /// Whether a single member may be a list.
    let mayForceLists: Bool

    private let lazyKeys = LazyReference<KeyTable>()
    private let lazyPresence = LazyReference<Presence>()
    private let indexes = Mutex<[Int: EntryIndex]>([:])
    /// The text of large elements for which it was requested.
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

    /// The keys of all names, created on first use. Complexity: O(*n*) in the number of names for the first call.
    var keys: KeyTable { lazyKeys.load { KeyTable.shared(tape.names, mapping) } }

    /// The elements that remain if empty ones are omitted. Complexity: O(*n*) in the document for the first call.
    var presence: Presence { lazyPresence.load { Presence(self) } }

    /// Returns the members of a dictionary by key. The index of a large element is cached.
    func index(of element: Int) -> EntryIndex {
        guard isLarge(element) else { return EntryIndex(self, element) }
        if let index = indexes.locked({ $0[element] }) { return index }
        let index = EntryIndex(self, element)
        // Another task may have created an equal index in the meantime.
        indexes.locked { $0[element] = index }
        return index
    }

    /// Returns whether results about an element are cached, because computing them takes long.
    func isLarge(_ element: Int) -> Bool { tape.end(element) - element > 256 }

    /// Returns the cached text of a large element, or creates it with `make`.
    func keptText(of element: Int, or make: () -> String) -> String {
        if let text = texts.locked({ $0[element] }) { return text }
        let text = make()
        texts.locked { $0[element] = text }
        return text
    }

    /// Returns whether a key that begins like a name is the qualified name of an element, elements are never omitted,
    /// and single elements are never lists. Then a lookup of the name finds the value.
    private static func isDirect(_ mapping: XMLMapping) -> Bool {
        func isDistinct(_ key: String?) -> Bool {
            guard let first = key?.unicodeScalars.first else { return key == nil }
            return !first.mayBeginName
        }
        switch mapping.attributes {
        case .prefixed(let prefix):
            if prefix.isEmpty || !isDistinct(prefix) { return false }
            // An attribute could have the key of the text.
            if let text = mapping.textKey, text.utf8.starts(with: prefix.utf8) { return false }
        case .discarded: break
        case .grouped, .merged: return false
        }
        if case .grouped = mapping.namespaceDeclarations { return false }
        guard mapping.namespaceDeclarations != .discarded || mapping.attributes == .discarded else { return false }
        guard case .nothing = mapping.arrays else { return false }
        // A separator may be the only text of an element.
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
    /// Returns the keys of an element and its ancestors, from the root inwards.
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
