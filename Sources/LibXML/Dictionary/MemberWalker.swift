/// Receives the parts of a value, in order.
protocol DictionaryVisitor: ~Copyable {
    /// - Parameter count: the number of keys.
    mutating func beginDictionary(count: Int)
    mutating func endDictionary()
    mutating func beginList()
    mutating func endList()
    mutating func key(_ key: String)
    /// A key of a document, which may have a number beyond those of the table.
    mutating func key(_ number: Int, of table: KeyTable)
    mutating func null()
    mutating func string(_ text: Span<UInt8>)
    mutating func number(_ number: XMLValue.Number)
}

extension DictionaryVisitor where Self: ~Copyable {
    mutating func key(_ number: Int, of table: KeyTable) { key(table.text(number)) }
}

/// Visits all parts of a dictionary or list of a document, in the order of its keys. Does not recurse.
struct MemberWalker {
    private struct Frame {
        /// The element whose dictionary this is; nil for a list.
        var element: Int?
        /// The positions in `entries` of the next entry and of the first entry of this frame.
        var position: Int
        var start: Int
        /// The key of the open list; nil if no list is open.
        var list: Int?
    }

    private let context: DictionaryContext
    private let tape: Tape
    private let keys: KeyTable
    private var frames: [Frame] = []
    /// The entries of all frames, grouped by key.
    private var entries: [Entry] = []

    init(_ context: DictionaryContext) {
        self.context = context
        tape = context.tape
        keys = context.keys
        frames.reserveCapacity(32)
        entries.reserveCapacity(64)
    }

    /// Begins with a dictionary. Call ``step(_:)`` to continue.
    mutating func begin(_ element: Int, _ visitor: inout some DictionaryVisitor & ~Copyable) {
        let start = entries.count
        context.appendMembers(of: element, to: &entries)
        visitor.beginDictionary(count: context.group(&entries, from: start, of: element))
        frames.append(Frame(element: element, position: start, start: start))
    }

    /// Begins with a list. Call ``step(_:)`` to continue.
    mutating func begin(_ members: [Member], _ visitor: inout some DictionaryVisitor & ~Copyable) {
        visitor.beginList()
        entries = members.map { Entry(key: 0, member: $0) }
        frames.append(Frame(element: nil, position: 0, start: 0, list: 0))
    }

    /// Visits the next value. Returns false at the end.
    mutating func step(_ visitor: inout some DictionaryVisitor & ~Copyable) -> Bool {
        guard let top = frames.indices.last else { return false }
        let frame = frames[top]
        guard frame.position < entries.count else {
            if frame.list != nil { visitor.endList() }
            if frame.element != nil { visitor.endDictionary() }
            entries.removeLast(entries.count - frame.start)
            frames.removeLast()
            return !frames.isEmpty
        }
        let entry = entries[frame.position]
        if frame.list != entry.key, let element = frame.element {
            if frame.list != nil { visitor.endList() }
            let next = frame.position + 1
            let isOnly = next == entries.count || entries[next].key != entry.key
            let isList = context.isList(entry.key, first: entry.member, isOnly: isOnly, in: element)
            visitor.key(entry.key, of: keys)
            if isList { visitor.beginList() }
            frames[top].list = isList ? entry.key : nil
        }
        frames[top].position += 1
        write(entry.member, &visitor)
        return true
    }

    @inline(__always)
    private mutating func write(_ member: Member, _ visitor: inout some DictionaryVisitor & ~Copyable) {
        guard case .element(let element) = member else { return writePart(member, &visitor) }
        switch context.shape(of: element) {
        case .null: visitor.null()
        case .text: context.withText(of: element) { visitor.string($0) }
        case .dictionary: begin(element, &visitor)
        }
    }

    private func writePart(_ member: Member, _ visitor: inout some DictionaryVisitor & ~Copyable) {
        switch member {
        case .attributes(let element), .namespaces(let element):
            let pairs = MadeDictionary(context.pairs(in: member, of: element)).pairs
            visitor.beginDictionary(count: pairs.count)
            for (key, value) in pairs {
                visitor.key(key)
                // A string, or a list of strings.
                var walker = ValueWalker(value, &visitor)
                while walker.step(&visitor) {}
            }
            visitor.endDictionary()
        default: _ = context.withText(of: member) { visitor.string($0) }
        }
    }
}

extension DictionaryContext {
    /// Returns the keys and values of a group of attributes or namespace declarations. Keys may repeat unless names are
    /// qualified.
    func pairs(in group: Member, of element: Int) -> [(String, XMLValue)] {
        var pairs: [(String, XMLValue)] = []
        var isOfNamespaces = false
        if case .namespaces = group { isOfNamespaces = true }
        var tag = tape.tag(of: element)
        while let (index, head) = tag.next(tape) {
            if head.kind == .namespace {
                let uri = tape.string(tape.uri(ofDeclaration: index)) ?? ""
                if isOfNamespaces {
                    let key = mapping.namespaceDeclarations.key(ofPrefix: tape.string(head.prefix))
                    pairs.append((key, uri.isEmpty ? .null : XMLValue(uri)))
                } else if mapping.namespaceDeclarations.areAttributes {
                    pairs.append((tape.names.declaredName(head.prefix), XMLValue(uri)))
                }
            } else if !isOfNamespaces {
                pairs.append(
                    (mapping.names.name(head.name, tape.names), XMLValue(.attribute(index, of: element), self)))
            }
        }
        return pairs
    }
}
