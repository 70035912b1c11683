import CLibXML2

/// The event that has caused a report.
enum ValidatorEvent {
    case start, text, end
    /// The end of a text, before the event of a tag.
    case textBefore
}

/// An error of a validator of libxml2, copied.
struct ValidatorReport {
    var code: UInt32
    var message: String
    /// Texts that are a part of the message.
    var first: String?
    var second: String?
    var line: Int
    var file: String?
    var isOutOfMemory: Bool
    /// The level of libxml2: 1 for a warning, 2 for an error.
    var level: UInt32
    var event = ValidatorEvent.start
    /// The innermost element.
    var element = ReportedElement()
    /// The value and the attribute, if the value must be unique but is not.
    var duplicateID: (value: String, attribute: String, hasPrefix: Bool)?
    /// The attribute that a report about a node concerns.
    var attribute: ReportedAttribute?
    /// Where the element begins, if it is not that of the event, and where the text begins.
    var place: Int?
    var textPlace: Int?

    init(_ error: xmlError) {
        func string(_ pointer: UnsafeMutablePointer<CChar>?) -> String? {
            unsafe pointer.map { unsafe String(cString: $0) }
        }
        code = unsafe UInt32(bitPattern: error.code)
        message = unsafe string(error.message) ?? ""
        while message.last?.isNewline == true { message.removeLast() }
        first = unsafe string(error.str1)
        second = unsafe string(error.str2)
        line = unsafe Int(error.line)
        file = unsafe string(error.file)
        // An error of a RELAX NG type has the same number.
        let isOfRelaxNG = unsafe error.domain == Int32(XML_FROM_RELAXNGV.rawValue)
        // If memory is exhausted, an error has no message.
        isOutOfMemory =
            unsafe error.message == nil
            || code == XML_ERR_NO_MEMORY.rawValue && !(isOfRelaxNG && message.contains("type"))
        level = unsafe error.level.rawValue
    }

    /// Creates a report that does not come from libxml2.
    init(code: UInt32) {
        self.code = code
        message = ""
        line = 0
        isOutOfMemory = false
        level = 2
    }

    static func duplicateID(_ value: String, _ attribute: String, hasPrefix: Bool) -> Self {
        var report = Self(code: SchemaCode.types.lowerBound)
        report.duplicateID = (value, attribute, hasPrefix)
        return report
    }

    /// The code of an element that libxml2 does not validate, because content before it or in it is not known. It is
    /// not a code of libxml2.
    static let unread: UInt32 = 1_002

    static func danglingReference(_ value: String, _ attribute: ReportedAttribute) -> Self {
        var report = Self(code: RelaxNGCode.danglingReference)
        report.first = value
        report.attribute = attribute
        return report
    }
}

extension ValidatorReport {
    /// Whether it says that a value of a key was invalid, which was reported before.
    var isAboutInvalidKeyValue: Bool { code == SchemaCode.key && message.contains("No precomputed value available") }

    /// Whether it says that a key has no value.
    var isAboutMissingKeyValue: Bool { code == SchemaCode.key && message.contains("Not all fields of") }

    /// Whether it is about text where there may be none.
    var isAboutText: Bool {
        [SchemaCode.contentOfEmpty, SchemaCode.textBetweenElements].contains(code)
            && message.contains("Character content")
    }

    /// Whether it is about the value of an element, or elements that are missing.
    var isAboutContent: Bool { SchemaCode.values.contains(code) || code == SchemaCode.elementContent }

    /// Whether libxml2 validates neither the element that begins nor the content after it in its parent.
    var endsChecksOfParent: Bool {
        guard event == .start else { return false }
        return switch code {
        case SchemaCode.elementInSimpleType, SchemaCode.nilledContent, SchemaCode.elementContent: true
        case SchemaCode.contentOfEmpty, SchemaCode.elementInSimpleContent: message.contains("Element content")
        default: false
        }
    }

    /// Whether libxml2 does not validate the content of the element that begins: it has no declaration, or no type.
    var endsChecksOfElement: Bool {
        typealias Code = SchemaCode
        let codes = [Code.undeclaredElement, Code.abstractElement, Code.absentType, Code.abstractType]
        return event == .start && codes.contains(code)
    }
}

extension ValidatorReport {
    /// The message about a declaration of a DTD.
    var messageOfDeclaration: String {
        let (first, second) = (self.first ?? "", self.second ?? "")
        return switch xmlParserErrors(code) {
        case XML_DTD_ATTRIBUTE_DEFAULT: "the default of the attribute “\(first)” of <\(second)> is not of its type"
        case XML_DTD_ATTRIBUTE_VALUE:
            "the default “\(first)” of the attribute “\(second)” is not one of the values that are declared"
        case XML_DTD_ID_FIXED: "the attribute “\(first)” of <\(second)> is an ID, which cannot have a default"
        case XML_DTD_CONTENT_ERROR: Wording.listsTwice(second, in: first)
        case XML_DTD_EMPTY_NOTATION: "the attribute “\(first)” of <\(second)>, which is empty, is a notation"
        case XML_DTD_UNKNOWN_NOTATION: Wording.undeclaredNotation(second.isEmpty ? first : second)
        case XML_DTD_UNKNOWN_ENTITY: "the entity “\(second)”, a value of the attribute “\(first)”, is not declared"
        case XML_DTD_MULTIPLE_ID, XML_DTD_ID_SUBSET: "an element has two attributes of the type ID: “\(second)”"
        case XML_DTD_DUP_TOKEN: "the values of an attribute list “\(first)” twice"
        default: message
        }
    }
}
