import CLibXML2

/// What libxml2 says of a fault: its own code, and where it stood.
struct Libxml2Report {
    /// One of `xmlParserErrors`.
    var code: Int
    var isWarning: Bool
    /// Whether it is an error that ends nothing, because the text was repaired.
    var isTolerated = false
    /// Where libxml2 stood in the source, or where the reference to the entity is that the fault lies in.
    var offset: Int
    var isInEntity: Bool
    /// For what it takes for a reference in a circle, whether it is one.
    var isRecursion = true
    /// Its own text, on which nothing depends.
    var libxml2Message: String?
    /// The names that the text speaks of.
    var strings: (String?, String?, String?)

    /// URIs that are none or relative, which are errors of level 2 in some versions.
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

    /// Whether a document may be well-formed all the same. Errors of namespaces are not fatal to libxml2; its other
    /// errors that are not concern URIs and validity.
    static func isWarning(_ error: xmlError) -> Bool {
        unsafe error.level != XML_ERR_FATAL
            && !(error.domain == Int32(XML_FROM_NAMESPACE.rawValue) && error.level == XML_ERR_ERROR
                && !uriCodes.contains(error.code))
    }
}

extension Fault {
    /// Keeps what libxml2 itself says of the fault.
    mutating func setCause(_ report: Libxml2Report) {
        libxml2Code = report.code
        libxml2Message = report.libxml2Message
    }
}
