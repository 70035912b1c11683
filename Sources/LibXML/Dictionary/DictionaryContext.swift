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
    /// The names of the document; for a copy, those of the original.
    let family: TapeNames
    /// Whether a key can be compared with names without a key table: see ``XMLMapping/isDirect``.
    let isDirect: Bool
    /// Whether the root is that of its document.
    let isOfDocument: Bool
    /// Whether text that child elements divide becomes a list.
    let listsText: Bool
    /// Whether a single member may be a list.
    let mayForceLists: Bool

    private let lazyKeys = LazyReference<KeyTable>()
    private let lazyPresence = LazyReference<Presence>()
    private let indexes = Mutex<[Int: EntryIndex]>([:])
    /// The text of large elements for which it was requested.
    private let texts = Mutex<[Int: String]>([:])

    /// - Parameter mayBeDirect: false makes the same dictionaries without direct lookups, for comparison.
    init(
        _ tape: Tape, root: Int, _ mapping: consuming XMLMapping, ancestors: [String] = [],
        diagnostics: [XMLDiagnostic] = [], family: TapeNames? = nil, mayBeDirect: Bool = true
    ) {
        self.family = family ?? tape.names
        isOfDocument = tape.parent(ofElement: root) == Tape.document
        self.tape = tape
        self.root = root
        self.ancestors = ancestors
        self.diagnostics = diagnostics
        isDirect = mayBeDirect && mapping.isDirect
        listsText = mapping.mixedText.isList
        mayForceLists = mapping.mayForceLists
        // Assigned last, so that the mapping is moved instead of copied.
        self.mapping = mapping
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
