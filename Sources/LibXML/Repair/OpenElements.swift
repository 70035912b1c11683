/// The open elements, the outermost first.
struct OpenElements: ~Copyable {
    private struct Element {
        /// Its name in ``names``, as written to the repaired text.
        var name: Range<Int>
        /// The offset of its start tag in the whole text.
        var offset: Int
        /// Whether it is the element that was inserted around the document.
        var isWrapper: Bool
    }

    private var elements: [Element] = []
    /// The positions of the outer elements, whose start tags are before the current piece of text.
    private(set) var places: [Position] = []
    /// The names, concatenated.
    private var names = RawBuffer<UInt8>(capacity: 0)
    /// How many elements have each name. Counted once an end tag has matched none of more than ``few`` elements, so
    /// that the next end tag need not be compared with all of them.
    private var counts: [[UInt8]: Int] = [:]
    private let ignoresCase: Bool

    /// The default limit of the depth of documents.
    private static let few = 256

    init(ignoringCase ignoresCase: Bool) { self.ignoresCase = ignoresCase }

    var count: Int { elements.count }
    var isEmpty: Bool { elements.isEmpty }
    var isInnermostWrapper: Bool { elements.last?.isWrapper ?? false }

    /// - Parameter place: its position, if its start tag is before the current piece of text.
    @inline(__always)
    mutating func push(_ name: Span<UInt8>, at offset: Int, place: Position? = nil, isWrapper: Bool = false) {
        let start = names.count
        name.append(to: &names)
        elements.append(Element(name: start..<names.count, offset: offset, isWrapper: isWrapper))
        if let place { places.append(place) }
        if elements.count > Self.few / 2, !counts.isEmpty { counts[key(of: name), default: 0] += 1 }
    }

    /// Closes the innermost element.
    @inline(__always)
    mutating func pop() {
        let element = elements.removeLast()
        if places.count > elements.count { places.removeLast() }
        if elements.count >= Self.few / 2, !counts.isEmpty { uncount(element) }
        names.truncate(to: element.name.lowerBound)
    }

    // MARK: Names

    /// Whether the root element is that of an HTML page.
    var isPage: Bool {
        guard let root = elements.first(where: { !$0.isWrapper }), root.name.count == 4 else { return false }
        return names.withSpan(root.name) { $0.string(0..<4).lowercased() == "html" }
    }

    func name(at level: Int) -> [UInt8] { names.withSpan(elements[level].name) { $0.array } }

    var lengthOfInnermostName: Int { elements.last?.name.count ?? 0 }

    /// Returns the name for a message, shortened if it is long.
    func shownName(at level: Int) -> String {
        let name = elements[level].name
        return names.withSpan(name.prefix(Fault.longestName)) {
            Fault.shown(String(decoding: $0.array, as: UTF8.self), of: name.count)
        }
    }

    /// Returns the offset after the innermost element's name, if the name is at an offset and does not end the text.
    @inline(__always)
    func endOfInnermostName(_ text: Span<UInt8>, at index: Int) -> Int? {
        guard let element = elements.last, !element.isWrapper, text.count - index > element.name.count
        else { return nil }
        let end = index + element.name.count
        return names.withSpan(element.name) { $0.hasSameBytes(as: text.extracting(index..<end)) } ? end : nil
    }

    /// Returns the level of the innermost element with a name, from 0; nil if there is no such element.
    ///
    /// Complexity: O(1) in the number of open elements, amortized over the tags that opened them and the elements
    /// inside the one found.
    mutating func level(named name: Span<UInt8>) -> Int? {
        if !counts.isEmpty, counts[key(of: name)] == nil { return nil }
        if let level = elements.lastIndex(where: { matches($0, name) }) { return level }
        if elements.count > Self.few, counts.isEmpty {
            for element in elements where !element.isWrapper { counts[key(of: element), default: 0] += 1 }
        }
        return nil
    }

    private func matches(_ element: Element, _ name: Span<UInt8>) -> Bool {
        guard !element.isWrapper, element.name.count == name.count else { return false }
        return names.withSpan(element.name) { own in
            if own.hasSameBytes(as: name) { return true }
            return ignoresCase && own.indices.allSatisfy { own[$0].asciiLowercased == name[$0].asciiLowercased }
        }
    }

    private func key(of name: Span<UInt8>) -> [UInt8] {
        ignoresCase ? name.array.map(\.asciiLowercased) : name.array
    }

    private func key(of element: Element) -> [UInt8] { names.withSpan(element.name) { key(of: $0) } }

    private mutating func uncount(_ element: Element) {
        if elements.count == Self.few / 2 {
            counts = [:]
        } else if let count = counts[key(of: element)] {
            counts[key(of: element)] = count == 1 ? nil : count - 1
        }
    }

    // MARK: Places

    /// The offset of the innermost element's start tag in the whole text.
    var offsetOfInnermost: Int { elements[elements.count - 1].offset }

    /// Returns the position of the innermost element's start tag.
    func placeOfInnermost(_ text: Span<UInt8>, _ piece: inout RepairPiece) -> Position {
        places.count == elements.count
            ? places[places.count - 1]
            : piece.earlierPosition(at: elements[elements.count - 1].offset - piece.base, text)
    }

    /// The offset of the first element whose position has not been recorded.
    var firstWithoutPlace: Int? { places.count < elements.count ? elements[places.count].offset : nil }

    /// Records the positions of the elements that have none yet.
    mutating func addPlaces(_ place: (_ offset: Int) -> Position) {
        for element in elements[places.count...] { places.append(place(element.offset)) }
    }
}
