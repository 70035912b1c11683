extension LosslessStringConvertible {
    /// Creates a value from text in a document. Booleans may be `1` and `0`, and floating-point numbers have the forms
    /// of XML Schema (part 2, sections 3.2.2, 3.2.4 and 3.2.5). A number that is too large becomes infinite, as in
    /// Swift and in XML Schema 1.1.
    @inlinable
    init?(xmlText text: String) {
        if Self.self == String.self {
            self.init(text)
            return
        }
        let trimmed = text.trimmingXMLSpace
        if Self.self == Bool.self {
            guard let value = trimmed.xmlBoolean else { return nil }
            self.init(value.description)
        } else if !Self.isKnownInteger, Self.self is any FloatingPoint.Type {
            // Swift also accepts hexadecimal numbers and other names for infinity.
            guard trimmed.isXMLFloat else { return nil }
            self.init(trimmed.hasSuffix("INF") ? trimmed.lowercased() : trimmed)
        } else {
            self.init(trimmed)
        }
    }

    /// Whether this is one of the common integer types: looking up a conformance takes longer than the conversion.
    @inlinable
    static var isKnownInteger: Bool {
        Self.self == Int.self || Self.self == Int64.self || Self.self == Int32.self || Self.self == UInt.self
            || Self.self == UInt64.self || Self.self == UInt32.self || Self.self == Int16.self
            || Self.self == UInt16.self || Self.self == Int8.self || Self.self == UInt8.self
    }
}

extension String {
    /// The Boolean that the text is; nil for other text.
    @usableFromInline
    var xmlBoolean: Bool? { withUTF8Span { Bool(xml: $0) } }

    /// Whether the text is a floating-point number of XML Schema.
    @usableFromInline
    var isXMLFloat: Bool {
        if ["INF", "-INF", "NaN"].contains(self) { return true }
        return utf8.contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            && utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || "+-.eE".utf8.contains($0) }
    }
}
