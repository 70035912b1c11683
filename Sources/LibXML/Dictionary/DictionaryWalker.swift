/// What a dictionary is made into, part by part.
protocol DictionaryVisitor {
    mutating func beginDictionary()
    mutating func endDictionary()
    mutating func beginList()
    mutating func endList()
    mutating func key(_ key: DictionaryKey)
    mutating func null()
    mutating func string(_ text: Span<UInt8>)
}

/// A key, made once for each distinct name.
final class DictionaryKey {
    let text: String
    /// The key in JSON, in quotes.
    let json: [UInt8]

    init(_ text: String) {
        self.text = text
        var writer = JSONText(isPretty: false)
        writer.string(text)
        json = writer.take()
    }
}

/// Goes through a dictionary in the order of its keys, for forms that need all of it. Does not recurse.
struct DictionaryWalker {
    private struct Frame {
        var element: Int
        /// The children that are left, in `members`, and where those of the frame begin.
        var position: Int
        var start: Int
        /// The key of the list that is open, if one is.
        var list: Int?
    }

    private let tape: Tape
    private let mapping: XMLMapping
    private var keys: KeyTable
    private var frames: [Frame] = []
    /// The child elements of all frames, in the order of their keys.
    private var members: [Int] = []

    init(_ dictionary: XMLDictionary) {
        tape = dictionary.tape
        mapping = dictionary.mapping
        keys = KeyTable(dictionary.tape, dictionary.mapping)
        frames.reserveCapacity(32)
    }

    /// Begins with a dictionary; ``step(_:)`` does the rest.
    mutating func begin(_ element: Int, _ visitor: inout some DictionaryVisitor) {
        visitor.beginDictionary()
        if element != Tape.document { writeAttributes(of: element, &visitor) }
        let start = members.count
        keys.appendChildren(of: element, to: &members)
        frames.append(Frame(element: element, position: start, start: start))
    }

    /// Goes on by one value; false at the end.
    mutating func step(_ visitor: inout some DictionaryVisitor) -> Bool {
        guard let top = frames.indices.last else { return false }
        let frame = frames[top]
        let child = frame.position < members.count ? members[frame.position] : nil
        let key = child.map { keys.key(of: $0) }
        if let list = frame.list, list != key {
            visitor.endList()
            frames[top].list = nil
        }
        guard let child, let key else {
            end(frame, &visitor)
            return !frames.isEmpty
        }
        if frames[top].list == nil {
            visitor.key(keys.text(of: key))
            let next = frame.position + 1
            if next < members.count, keys.key(of: members[next]) == key {
                visitor.beginList()
                frames[top].list = key
            }
        }
        frames[top].position += 1
        if tape.isDictionary(child) {
            begin(child, &visitor)
        } else {
            writeText(of: child, &visitor)
        }
        return true
    }

    private mutating func end(_ frame: Frame, _ visitor: inout some DictionaryVisitor) {
        if frame.element != Tape.document, !tape.isBlank(frame.element) {
            visitor.key(keys.textKey)
            writeText(of: frame.element, &visitor)
        }
        visitor.endDictionary()
        members.removeSubrange(frame.start...)
        frames.removeLast()
    }

    private func writeText(of element: Int, _ visitor: inout some DictionaryVisitor) {
        tape.withStrippedText(of: element) { text in
            if text.isEmpty { visitor.null() } else { visitor.string(text) }
        }
    }

    private mutating func writeAttributes(of element: Int, _ visitor: inout some DictionaryVisitor) {
        var index = element + 5
        let end = tape.firstChild(element)
        while index < end {
            let head = tape.head(index)
            if head.kind == .attribute {
                visitor.key(keys.attributeKey(Int(head.payload)))
                tape.withData(index) { visitor.string($0) }
            } else {
                visitor.key(DictionaryKey(mapping.attributePrefix + tape.declaredName(Int(head.payload))))
                tape.withString(tape.word(index + 1)) { visitor.string($0) }
            }
            index += head.kind.length(head)
        }
    }
}
