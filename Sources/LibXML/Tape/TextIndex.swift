/// The texts in an element. With them, the text of any element in it is compared without visiting nodes without text.
///
/// Comparing each of the nested elements by itself would take time in proportion to their depth. One task uses it.
final class TextIndex {
    private let tape: Tape
    /// The entries of character data that are not empty, in document order.
    private lazy var texts: [Int] = {
        var texts: [Int] = []
        var index = range.lowerBound
        while index < range.upperBound {
            let head = tape.head(index)
            if head.kind.isText, !tape.data(index).range.isEmpty { texts.append(index) }
            index += head.length
        }
        return texts
    }()
    private let range: Range<Int>

    /// - Parameter element: the element, or the document, that contains the others.
    init(_ tape: Tape, in element: Int) {
        self.tape = tape
        range = element..<tape.end(element)
    }

    /// Creates the index for a path that compares the texts of elements at any depth; nil for other paths.
    convenience init?(_ steps: [PathStep], _ tape: Tape, in element: Int) {
        let comparesTexts = steps.contains { step in
            step.isDeep
                && step.predicates.contains { if case .element(_, .some) = $0 { true } else { false } }
        }
        guard comparesTexts else { return nil }
        self.init(tape, in: element)
    }

    /// Returns whether the character data in an element, with that of its descendants, is a text.
    ///
    /// Complexity: O(*m* + log *n*) in the length of the text and the number of texts.
    func hasText(in element: Int, equalTo text: Span<UInt8>) -> Bool {
        var (low, high) = (0, texts.count)
        while low < high {
            let middle = (low + high) / 2
            if texts[middle] < element { low = middle + 1 } else { high = middle }
        }
        let end = tape.end(element)
        var position = 0
        while low < texts.count, texts[low] < end {
            let length = tape.withData(texts[low]) { data in
                let rest = position..<min(position + data.count, text.count)
                return data.hasSameBytes(as: text.extracting(rest)) ? data.count : -1
            }
            if length < 0 { return false }
            position += length
            low += 1
        }
        return position == text.count
    }
}

extension Tape {
    /// Returns whether a child element that a test matches exists, with this text in it if `value` is not nil.
    ///
    /// - Parameter texts: the index of an element around this element, if there is one.
    func hasChild(of element: Int, _ test: NameTest, equalTo value: String?, _ texts: TextIndex?) -> Bool {
        guard let value else { return firstChild(of: element, named: test) != nil }
        return value.withUTF8Span { value in
            children(of: element, named: test).contains { hasText(in: $0, equalTo: value, texts) }
        }
    }

    /// Returns whether the character data in an element, with that of its descendants, is a text.
    func hasText(in element: Int, equalTo text: Span<UInt8>, _ texts: TextIndex?) -> Bool {
        if let texts { return texts.hasText(in: element, equalTo: text) }
        return withText(of: element, isDeep: true) { $0.hasSameBytes(as: text) }
    }
}
