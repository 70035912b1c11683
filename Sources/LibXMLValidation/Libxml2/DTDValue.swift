import CLibXML2

/// The value of an attribute of a DTD.
struct DTDValue {
    private let type: xmlAttributeType
    /// The value without white space at its ends, and with single spaces, unless it is of the type CDATA.
    let text: String

    init(_ value: String, _ type: xmlAttributeType) {
        self.type = type
        // Only spaces are normalized; other white space is from references (XML 1.0, section 3.3.3).
        text = type == XML_ATTRIBUTE_CDATA ? value : Self.words(value).joined(separator: " ")
    }

    var words: [String] { Self.words(text) }

    /// A token may begin with a combining character, which is one `Character` with the space before it.
    private static func words(_ text: String) -> [String] {
        text.unicodeScalars.split(separator: " ").map { String($0) }
    }

    /// Whether the bytes of a value show that it is valid: text, a token of ASCII characters, or one of the listed
    /// values. Most values are such values, and need neither a string nor libxml2.
    static func isPlain(_ value: UnsafeBufferPointer<UInt8>, _ declared: xmlAttributePtr) -> Bool {
        guard unsafe declared.pointee.def != XML_ATTRIBUTE_FIXED else { return false }
        switch unsafe declared.pointee.atype {
        case XML_ATTRIBUTE_CDATA: return true
        case XML_ATTRIBUTE_NMTOKEN: return unsafe !value.isEmpty && value.allSatisfy { $0.isASCIINameCharacter }
        case XML_ATTRIBUTE_ENUMERATION: return unsafe DTDDeclarations.lists(value, declared)
        default: return false
        }
    }

    /// Whether the value conforms to its type, regardless of declarations in the document.
    var isOfType: Bool {
        switch type {
        case XML_ATTRIBUTE_ID, XML_ATTRIBUTE_IDREF, XML_ATTRIBUTE_ENTITY, XML_ATTRIBUTE_NOTATION:
            unsafe xmlValidateNameValue(text) == 1
        case XML_ATTRIBUTE_IDREFS, XML_ATTRIBUTE_ENTITIES:
            !words.isEmpty && words.allSatisfy { unsafe xmlValidateNameValue($0) == 1 }
        case XML_ATTRIBUTE_NMTOKEN: unsafe xmlValidateNmtokenValue(text) == 1
        case XML_ATTRIBUTE_NMTOKENS: !words.isEmpty && words.allSatisfy { unsafe xmlValidateNmtokenValue($0) == 1 }
        default: true
        }
    }

    var typeName: String {
        switch type {
        case XML_ATTRIBUTE_ID: "ID"
        case XML_ATTRIBUTE_IDREF: "IDREF"
        case XML_ATTRIBUTE_IDREFS: "IDREFS"
        case XML_ATTRIBUTE_ENTITY: "ENTITY"
        case XML_ATTRIBUTE_ENTITIES: "ENTITIES"
        case XML_ATTRIBUTE_NMTOKEN: "NMTOKEN"
        case XML_ATTRIBUTE_NMTOKENS: "NMTOKENS"
        case XML_ATTRIBUTE_NOTATION: "NOTATION"
        default: "CDATA"
        }
    }
}

extension UInt8 {
    /// Whether it is a `NameChar` of XML 1.0, section 2.3.
    fileprivate var isASCIINameCharacter: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "-")...UInt8(ascii: "."), UInt8(ascii: "0")...UInt8(ascii: ":"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
