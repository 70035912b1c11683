/// The XML declaration that an encoder writes.
public struct XMLHeader: Sendable {
    /// The version of XML.
    public let version: Double?
    /// The name of the encoding: that of UTF-8.
    public let encoding: String?
    /// `yes` or `no`.
    public let standalone: String?

    /// Creates a declaration with the attributes that are not nil.
    public init(version: Double? = nil, encoding: String? = nil, standalone: String? = nil) {
        self.version = version
        self.encoding = encoding
        self.standalone = standalone
    }

    /// The declaration and a line feed; nothing without attributes.
    var markup: String {
        var text = ""
        if let version { text += " version=\"\(version)\"" }
        if let encoding { text += " encoding=\"\(encoding)\"" }
        if let standalone { text += " standalone=\"\(standalone)\"" }
        return text.isEmpty ? "" : "<?xml\(text)?>\n"
    }
}

/// The document type declaration that an encoder writes.
public struct XMLDocumentType: Sendable {
    /// The kind of identifiers.
    public enum External: String, Sendable {
        case `public` = "PUBLIC"
        case system = "SYSTEM"
    }

    /// The name of the root element.
    public let rootElement: String
    /// Which identifiers it has.
    public let external: External
    /// The public identifier.
    public let dtdName: String?
    /// The system identifier.
    public let dtdLocation: String

    /// Creates a declaration with both identifiers.
    public static func `public`(rootElement: String, dtdName: String, dtdLocation: String) -> Self {
        Self(rootElement: rootElement, external: .public, dtdName: dtdName, dtdLocation: dtdLocation)
    }

    /// Creates a declaration with a system identifier.
    public static func system(rootElement: String, dtdLocation: String) -> Self {
        Self(rootElement: rootElement, external: .system, dtdName: nil, dtdLocation: dtdLocation)
    }

    /// The declaration and a line feed.
    var markup: String {
        let name = dtdName.map { " \"\($0)\"" } ?? ""
        return "<!DOCTYPE \(rootElement) \(external.rawValue)\(name) \"\(dtdLocation)\">\n"
    }
}
