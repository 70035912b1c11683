import CLibXML2

/// An error or warning that libxml2 reports: its code, and libxml2's position.
struct Libxml2Report {
    /// One of `xmlParserErrors`.
    var code: Int
    var isWarning: Bool
    /// Whether it is an error that does not end the parse, because the text was repaired.
    var isTolerated = false
    /// libxml2's position in the source, or the reference to the entity that contains the fault.
    var offset: Int
    var isInEntity: Bool
    /// For a report of an entity loop, whether an entity really refers to itself.
    var isRecursion = true
    /// libxml2's own message. No decision depends on it.
    var libxml2Message: String?
    /// The names that the message contains.
    var strings: (String?, String?, String?)

    /// The codes for invalid and for relative URIs, which some versions report as errors (level 2).
    private static let uriCodes = [Int32(XML_WAR_NS_URI.rawValue), Int32(XML_WAR_NS_URI_RELATIVE.rawValue)]

    init(_ error: xmlError, at offset: Int, isInEntity: Bool) {
        func string(_ cString: UnsafePointer<CChar>?) -> String? {
            unsafe cString.map { unsafe String(cString: $0) }
        }
        unsafe code = Int(error.code)
        isWarning = unsafe Self.isWarning(error)
        self.offset = offset
        self.isInEntity = isInEntity
        libxml2Message = unsafe string(error.message)
        strings = unsafe (string(error.str1), string(error.str2), string(error.str3))
    }

    /// Whether a document with this error may still be well-formed. libxml2 does not treat namespace errors as fatal;
    /// its other nonfatal errors concern URIs and validity.
    static func isWarning(_ error: xmlError) -> Bool {
        unsafe error.level != XML_ERR_FATAL
            && !(error.domain == Int32(XML_FROM_NAMESPACE.rawValue) && error.level == XML_ERR_ERROR
                && !uriCodes.contains(error.code))
    }
}

extension Fault {
    /// Records libxml2's own code and message for the fault.
    mutating func setCause(_ report: Libxml2Report) {
        libxml2Code = report.code
        libxml2Message = report.libxml2Message
    }
}
