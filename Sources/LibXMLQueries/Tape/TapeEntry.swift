import LibXML

/// An entry of a tape, read from its words: see `TapeKind` of LibXML, which defines the layout.
@safe
struct TapeEntry {
    enum Kind: UInt32 {
        case document, element, attribute, namespace, text, cdata, comment, entityReference, processingInstruction,
            documentType

        /// The kind in the first word. The synthesized initializer is not inlined.
        @inline(__always)
        init(_ head: UInt32) {
            self =
                switch head & 0xF {
                case 1: .element
                case 2: .attribute
                case 3: .namespace
                case 4: .text
                case 5: .cdata
                case 6: .comment
                case 7: .entityReference
                case 8: .processingInstruction
                case 9: .documentType
                default: .document
                }
        }
    }

    /// A string that is missing.
    static let none = 0xFF_FFFF
    static let documentLength = 5
    static let elementLength = 5

    let kind: Kind
    private let head: UInt32
    private let words: UnsafePointer<UInt32>

    @inline(__always)
    init(_ words: UnsafeBufferPointer<UInt32>, _ index: Int) {
        unsafe self.words = words.baseAddress.unsafelyUnwrapped + index
        head = unsafe self.words[0]
        kind = Kind(head)
    }

    /// The number of a name, a prefix or a target.
    var number: Int { Int(head >> 8) }

    private var isWide: Bool { head & 0x10 != 0 }
    var isInArena: Bool { head & 0x20 != 0 }

    /// The number of words.
    @inline(__always)
    var length: Int {
        switch kind {
        case .document, .element: 5
        case .attribute: 3
        case .namespace: 2
        case .text, .cdata, .comment, .entityReference, .processingInstruction: isWide ? 5 : 2
        case .documentType: 6
        }
    }

    /// The entry after the last descendant of an element.
    var next: Int { unsafe Int(words[3]) }

    /// Where an element, a node or its text begins in the source.
    var start: Int { unsafe Int(words[1]) }

    /// The number of the URI of a namespace declaration.
    var uri: Int { unsafe Int(words[1]) }

    /// Where the data is, in the source or the arena.
    @inline(__always)
    var data: Range<Int> {
        let start: Int
        let count: Int
        if kind == .attribute {
            (start, count) = unsafe (Int(words[1]), Int(words[2]))
        } else if isWide {
            (start, count) = unsafe (Int(words[3]), Int(words[4]))
        } else {
            (start, count) = unsafe (Int(words[1]), number)
        }
        return start..<start + count
    }
}

// MARK: Without pointers

extension TapeMemory {
    /// The number of words.
    @inline(__always)
    var count: Int { unsafe words.count }

    @inline(__always)
    func entry(_ index: Int) -> TapeEntry { unsafe TapeEntry(words, index) }

    /// The number of names.
    var nameCount: Int { unsafe names.count / 3 }

    /// The name of the element at an entry.
    @inline(__always)
    func elementName(_ entry: Int) -> Int { unsafe Int(words[entry] >> 8) }

    /// The entry of the parent of an element; 0 for the root.
    @inline(__always)
    func parent(_ entry: Int) -> Int { unsafe Int(words[entry + 4]) }

    /// The entry after the last descendant of an element.
    @inline(__always)
    func end(_ entry: Int) -> Int { unsafe Int(words[entry + 3]) }

    /// The entries of the start tag of an element.
    func tag(_ element: Int) -> Range<Int> {
        var place = element + TapeEntry.elementLength
        while place < count, entry(place).kind == .attribute || entry(place).kind == .namespace {
            place += entry(place).length
        }
        return element..<place
    }

    /// Whether `body` returns true for the name and the entry of an attribute of an element.
    @inline(__always)
    func hasAttribute(of element: Int, where body: (_ name: Int, _ entry: Int) -> Bool) -> Bool {
        var place = element + TapeEntry.elementLength
        while place < count {
            let head = unsafe words[place]
            switch head & 0xF {
            case 2:
                if body(Int(head >> 8), place) { return true }
                place += 3
            case 3: place += 2
            default: return false
            }
        }
        return false
    }

    /// Calls `body` with each element in a range of entries.
    @inline(__always)
    func forEachElement(_ range: Range<Int>, _ body: (_ entry: Int, _ name: Int) -> Void) {
        var index = range.lowerBound
        while index < range.upperBound {
            let head = unsafe words[index]
            switch head & 0xF {
            case 1:
                body(index, Int(head >> 8))
                index += 5
            case 2: index += 3
            case 3: index += 2
            case 4...8: index += head & 0x10 != 0 ? 5 : 2
            case 9: index += 6
            default: index += 5
            }
        }
    }

    /// Whether a string is `text`, also with other ASCII letters of the same kind if case is ignored.
    func isString(_ number: Int, _ text: String, ignoresCase: Bool = false) -> Bool {
        let bytes = unsafe string(number)
        guard bytes.count == text.utf8.count else { return false }
        return ignoresCase
            ? unsafe bytes.elementsEqual(text.utf8) { $0.lowercased == $1.lowercased }
            : unsafe bytes.elementsEqual(text.utf8)
    }

    /// Whether two strings are the same.
    func isSame(_ first: Int, _ second: Int) -> Bool {
        if first == second { return true }
        return unsafe string(first).elementsEqual(string(second))
    }

    /// Whether the data of an entry contains a byte.
    func contains(_ byte: UInt8, _ entry: TapeEntry) -> Bool { unsafe bytes(entry).contains(byte) }
}

extension UInt8 {
    /// The byte with a small letter for a capital one of ASCII.
    var lowercased: UInt8 { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self }
}

// MARK: With pointers

extension TapeMemory {
    /// The bytes of the data of an entry.
    @inline(__always)
    func bytes(_ entry: TapeEntry) -> UnsafeBufferPointer<UInt8> {
        let buffer = unsafe entry.isInArena ? arena : source
        return unsafe UnsafeBufferPointer(rebasing: buffer[entry.data])
    }

    /// The bytes of a string; empty for a missing one.
    @inline(__always)
    func string(_ number: Int) -> UnsafeBufferPointer<UInt8> {
        guard number != TapeEntry.none else { return unsafe UnsafeBufferPointer(start: nil, count: 0) }
        let (start, count) = unsafe (Int(strings[2 * number]), Int(strings[2 * number + 1]))
        return unsafe UnsafeBufferPointer(rebasing: stringBytes[start..<start + count])
    }

    func text(_ number: Int) -> String { unsafe String(decoding: string(number), as: UTF8.self) }

    /// The strings of a name.
    @inline(__always)
    func name(_ number: Int) -> (local: Int, prefix: Int, uri: Int) {
        unsafe (Int(names[3 * number]), Int(names[3 * number + 1]), Int(names[3 * number + 2]))
    }
}
