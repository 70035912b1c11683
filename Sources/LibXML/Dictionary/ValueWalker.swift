/// Visits all parts of a value. Does not recurse.
struct ValueWalker {
    private enum Frame {
        case pairs([(key: String, value: XMLValue)], position: Int)
        case values([XMLValue], position: Int)
    }

    /// The open dictionaries and lists that were created in code.
    private var frames: [Frame] = []
    /// The walker of an open dictionary or list of a document inside them.
    private var members: MemberWalker?

    /// Begins with a value. Call ``step(_:)`` to continue.
    init(_ value: XMLValue, _ visitor: inout some DictionaryVisitor & ~Copyable) {
        write(value, &visitor)
    }

    /// Visits the next value. Returns false at the end.
    mutating func step(_ visitor: inout some DictionaryVisitor & ~Copyable) -> Bool {
        if members?.step(&visitor) == true { return true }
        members = nil
        return stepMade(&visitor)
    }

    private mutating func stepMade(_ visitor: inout some DictionaryVisitor & ~Copyable) -> Bool {
        switch frames.popLast() {
        case nil: return false
        case .pairs(let pairs, let position)?:
            guard position < pairs.count else {
                visitor.endDictionary()
                return true
            }
            frames.append(.pairs(pairs, position: position + 1))
            visitor.key(pairs[position].key)
            write(pairs[position].value, &visitor)
        case .values(let values, let position)?:
            guard position < values.count else {
                visitor.endList()
                return true
            }
            frames.append(.values(values, position: position + 1))
            write(values[position], &visitor)
        }
        return true
    }

    private mutating func write(_ value: XMLValue, _ visitor: inout some DictionaryVisitor & ~Copyable) {
        switch value.storage {
        case .null: visitor.null()
        case .number(let number): visitor.number(number)
        case .string(let text): visitor.write(text)
        case .member(let member, let context): _ = context.withText(of: member) { visitor.string($0) }
        case .element(let element, let context):
            switch context.shape(of: element) {
            case .null: visitor.null()
            case .text: context.withText(of: element) { visitor.string($0) }
            case .dictionary: begin(element, context, &visitor)
            }
        case .dictionary(let dictionary):
            switch dictionary.storage {
            case .view(let context, let element): begin(element, context, &visitor)
            case .made(let made):
                let pairs = made.pairs
                visitor.beginDictionary(count: pairs.count)
                frames.append(.pairs(pairs, position: 0))
            }
        case .list(.members(let context, let list)):
            var walker = MemberWalker(context)
            walker.begin(list, &visitor)
            members = walker
        case .list(let list):
            visitor.beginList()
            frames.append(.values(list.values, position: 0))
        }
    }
}

extension ValueWalker {
    private mutating func begin(
        _ element: Int, _ context: DictionaryContext, _ visitor: inout some DictionaryVisitor & ~Copyable
    ) {
        var walker = MemberWalker(context)
        walker.begin(element, &visitor)
        members = walker
    }
}

extension DictionaryVisitor where Self: ~Copyable {
    fileprivate mutating func write(_ text: String) {
        let bytes = Array(text.utf8)
        string(bytes.contiguous.span)
    }
}
