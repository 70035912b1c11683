/// Where a decoder is in the tape, in 16 bytes.
struct DecodingPosition {
    enum Kind: UInt8 {
        case element, attribute
        /// A namespace declaration, by its entry.
        case declaration
        /// The text of an element, under the key `#text`.
        case text
        /// A word of an attribute or of the text of an element, at an offset in it in UTF-8.
        case word
        /// The child elements of a parent that a key matches. Only a list accepts a position without elements.
        case list
        /// Text between two child elements, by its first entry.
        case run
        /// The elements and texts in a parent that the cases of an ``XMLChoice`` match.
        case choices
        /// An element or a run as a choice, whose only key is the case.
        case choice
        /// The value of a case, which is in the same element.
        case payload
        /// The place of a value that is missing, if errors are collected.
        case absent
        /// A comment in an element.
        case comment
        /// The entries of a dictionary, by the number of the map in the session.
        case map
    }

    let kind: Kind
    private var flags: UInt8 = 0
    /// The scope of the keys: of those in an element, and of the key of a list. ``byName`` for a choice without roles.
    var scope: UInt16 = 0
    /// The number of the key of a list.
    private let keyNumber: UInt32
    private let entry: UInt32
    private let parentEntry: UInt32

    /// - Parameters:
    ///   - index: the entry of the element or attribute; that of the first element of a list, or 0 for an empty list.
    ///   - parent: the element around an attribute, a run or a list.
    ///   - key: the number of the key of a list; the offset of a word.
    @inline(__always)
    init(_ kind: Kind, _ index: Int, parent: Int = 0, key: Int = 0, scope: UInt16 = 0) {
        self.kind = kind
        self.scope = scope
        keyNumber = UInt32(truncatingIfNeeded: key)
        entry = UInt32(truncatingIfNeeded: index)
        parentEntry = UInt32(truncatingIfNeeded: parent)
    }

    /// The scope of a choice whose cases are the names of elements.
    static let byName = UInt16.max

    /// Whether a string does not have the white space around the text.
    var isTrimmed: Bool {
        get { flags & 1 != 0 }
        set { flags = newValue ? flags | 1 : flags & ~1 }
    }

    /// Whether an optional is known to have a value, even if its element is empty.
    var isPresent: Bool {
        get { flags & 2 != 0 }
        set { flags = newValue ? flags | 2 : flags & ~2 }
    }

    /// Whether it is an element with the keys of a `Dictionary`, or a value in it.
    var isEntry: Bool {
        get { flags & 8 != 0 }
        set { flags = newValue ? flags | 8 : flags & ~8 }
    }

    /// Whether another key of the type may read the same node.
    var mayMeet: Bool {
        get { flags & 16 != 0 }
        set { flags = newValue ? flags | 16 : flags & ~16 }
    }

    /// Whether a word is in the text of an element without that of its child elements.
    var isOwn: Bool {
        get { flags & 32 != 0 }
        set { flags = newValue ? flags | 32 : flags & ~32 }
    }

    /// Whether it is an element or a text in a list of children, which may be a case by its name.
    var isItem: Bool {
        get { flags & 64 != 0 }
        set { flags = newValue ? flags | 64 : flags & ~64 }
    }

    var index: Int { Int(entry) }
    var parent: Int { Int(parentEntry) }
    var key: Int { Int(keyNumber) }

    /// Whether the index of choices is the number of a list in the session. Their element is then the parent.
    var isStored: Bool {
        get { flags & 4 != 0 }
        set { flags = newValue ? flags | 4 : flags & ~4 }
    }

    /// The element around choices.
    var choicesParent: Int { isStored ? parent : index }

    /// The same place for the keys of a type without roles.
    @inline(__always)
    var unscoped: Self {
        guard kind == .element, scope != 0 else { return self }
        return with(.element)
    }

    /// The same place as another kind.
    func with(_ kind: Kind, scope: UInt16 = 0) -> Self {
        Self(kind, index, parent: parent, key: key, scope: scope)
    }
}
