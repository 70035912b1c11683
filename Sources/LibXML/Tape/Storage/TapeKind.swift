/// The kind of a tape entry. An entry is a few 32-bit words; the first contains its kind, flags, and a payload of 24
/// bits.
///
/// | entry | words after the first | payload |
/// | --- | --- | --- |
/// | document | start, end, next, parent | name of the element from which the root was cut out, or none |
/// | element | start, end, next, parent | name |
/// | attribute | offset and length of the value | name |
/// | namespace | URI | prefix |
/// | text, CDATA, comment, entity reference: plain | offset | length |
/// | the same: wide | start, end, offset and length of the data | |
/// | processing instruction | start, end, offset and length of the data | target |
/// | document type | start, end, name, public ID, system ID | |
///
/// Start and end are offsets in the source. Next is the index of the entry after the last descendant. Names are numbers
/// in ``Tape/names``; URIs, prefixes, targets, IDs and the name of a document type are numbers of strings there. The
/// data of a plain entry is unchanged in the source. The data of a wide entry is in the source or in the arena, as
/// `isInArena` says.
enum TapeKind: UInt32 {
    case document, element, attribute, namespace, text, cdata, comment, entityReference, processingInstruction,
        documentType

    /// Creates a kind from its raw value. The synthesized initializer is not inlined.
    @inline(__always)
    fileprivate init(number: UInt32) {
        self =
            switch number {
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

    /// Whether an entry is character data: text, a CDATA section or a kept reference.
    @inline(__always)
    var isText: Bool {
        switch self {
        case .text, .cdata, .entityReference: true
        default: false
        }
    }
}

/// The first word of an entry.
struct TapeHead: BitwiseCopyable {
    static let maxPayload: UInt32 = 0xFF_FFFF
    /// A payload or string number that represents a missing value.
    static let none: UInt32 = 0xFF_FFFF
    /// The number of words in the entry of an element or the document.
    static let elementLength = 5

    static let wide: UInt32 = 0x10
    static let inArena: UInt32 = 0x20
    static let defaulted: UInt32 = 0x40
    static let hasElements: UInt32 = 0x80
    /// Flags of elements, which are never wide or in the arena: whether the element declares namespaces, and whether it
    /// is an empty-element tag.
    static let hasNamespaces: UInt32 = 0x10
    static let oneTag: UInt32 = 0x20

    var word: UInt32

    @inline(__always)
    init(word: UInt32) {
        self.word = word
    }

    @inline(__always)
    init(_ kind: TapeKind, flags: UInt32 = 0, payload: UInt32 = 0) {
        word = kind.rawValue | flags | payload << 8
    }

    @inline(__always)
    var kind: TapeKind { TapeKind(number: word & 0xF) }

    /// The number of words in the entry.
    @inline(__always)
    var length: Int {
        switch kind {
        case .document, .element: Self.elementLength
        case .attribute: 3
        case .namespace: 2
        case .text, .cdata, .comment, .entityReference, .processingInstruction: isWide ? 5 : 2
        case .documentType: 6
        }
    }

    var payload: UInt32 { word >> 8 }
    /// The name of an element or attribute.
    var name: Int { Int(payload) }
    /// The prefix of a namespace declaration.
    var prefix: Int { Int(payload) }
    /// The target of a processing instruction.
    var target: Int { Int(payload) }

    /// Returns the same head with another payload.
    func with(payload: UInt32) -> Self { Self(word: word & 0xFF | payload << 8) }

    /// Whether the entry of a text, CDATA section, comment or entity reference is wide. The entry of a processing
    /// instruction is always wide.
    var isWide: Bool { word & Self.wide != 0 }
    var isInArena: Bool { word & Self.inArena != 0 }
    /// Whether an attribute comes from a default value declaration.
    var isDefaulted: Bool { word & Self.defaulted != 0 }
    /// Whether an element declares namespaces.
    var hasNamespaces: Bool { word & Self.hasNamespaces != 0 }
    /// Whether an element is an empty-element tag, `<a/>`; false for one that comes from an entity.
    var isOneTag: Bool { word & Self.oneTag != 0 }
    /// Whether an element has child elements.
    var hasElements: Bool { word & Self.hasElements != 0 }
}
