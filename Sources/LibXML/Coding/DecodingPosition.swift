/// Where a decoder is in the tape, in 16 bytes.
struct DecodingPosition {
    enum Kind: UInt8 {
        case element, attribute
        /// The text of an element, under the key `#text`.
        case text
        /// The child elements of a parent that a key matches. There may be none, which only a list accepts.
        case list
    }

    let kind: Kind
    /// The number of the key of a list.
    private let keyNumber: UInt32
    private let entry: UInt32
    private let parentEntry: UInt32

    /// - Parameters:
    ///   - index: the entry of the element or attribute; that of the first element of a list, or 0 if there is none.
    ///   - parent: the element around an attribute or a list.
    @inline(__always)
    init(_ kind: Kind, _ index: Int, parent: Int = 0, key: Int = 0) {
        self.kind = kind
        keyNumber = UInt32(truncatingIfNeeded: key)
        entry = UInt32(truncatingIfNeeded: index)
        parentEntry = UInt32(truncatingIfNeeded: parent)
    }

    var index: Int { Int(entry) }
    var parent: Int { Int(parentEntry) }
    var key: Int { Int(keyNumber) }
}
