import CLibXML2

/// The value of an attribute of a DTD.
struct DTDValue {
    private let type: xmlAttributeType
    /// The value without white space at its ends, and with single spaces, unless it is of the type CDATA.
    let text: String

    init(_ value: String, _ type: xmlAttributeType) {
        self.type = type
        text = type == XML_ATTRIBUTE_CDATA ? value : value.words.joined(separator: " ")
    }

    var words: [String] { text.words }

    /// Whether it is of its type, apart from what is declared.
    var isOfType: Bool {
        switch type {
        case XML_ATTRIBUTE_ID, XML_ATTRIBUTE_IDREF, XML_ATTRIBUTE_ENTITY, XML_ATTRIBUTE_NOTATION:
            unsafe xmlValidateNameValue(text) == 1
        case XML_ATTRIBUTE_IDREFS, XML_ATTRIBUTE_ENTITIES: unsafe xmlValidateNamesValue(text) == 1
        case XML_ATTRIBUTE_NMTOKEN: unsafe xmlValidateNmtokenValue(text) == 1
        case XML_ATTRIBUTE_NMTOKENS: unsafe xmlValidateNmtokensValue(text) == 1
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
