/// The elements of a document that remain under a mapping that omits empty elements.
final class Presence: Sendable {
    private let bits: [UInt64]

    /// Complexity: O(*n*) in the size of the document.
    init(_ context: DictionaryContext) {
        let tape = context.tape
        var bits = [UInt64](repeating: 0, count: tape.count / 64 + 1)
        func has(_ index: Int) -> Bool { bits[index / 64] >> (index % 64) & 1 == 1 }
        /// Marks an element and its ancestors, up to one that is already marked.
        func mark(_ element: Int) {
            var current: Int? = element
            while let element = current, element != Tape.document, !has(element) {
                bits[element / 64] |= 1 << (element % 64)
                current = tape.parent(ofElement: element)
            }
        }
        var open: [Int] = []
        var index = tape.firstChild(Tape.document)
        while index < tape.count {
            while let last = open.last, index >= tape.end(last) { open.removeLast() }
            let head = tape.head(index)
            if let element = open.last, !has(element), context.isPresence(index, head.kind, in: element) {
                mark(element)
            }
            if head.kind == .element { open.append(index) }
            index += head.length
        }
        self.bits = bits
    }

    func has(_ element: Int) -> Bool { bits[element / 64] >> (element % 64) & 1 == 1 }
}
