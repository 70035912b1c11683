extension LosslessStringConvertible where Self: BinaryFloatingPoint {
    /// A number with white space around it, in the forms of XML Schema (part 2, sections 3.2.4 and 3.2.5). A number
    /// that is too large becomes infinite, as in Swift and in XML Schema 1.1.
    init?(xmlText text: String) {
        let trimmed = text.trimmingXMLSpace
        // Swift also accepts hexadecimal numbers and other names for infinity.
        guard trimmed.isXMLFloat else { return nil }
        self.init(trimmed.hasSuffix("INF") ? trimmed.lowercased() : trimmed)
    }
}

extension String {
    /// Whether the text is a floating-point number of XML Schema.
    fileprivate var isXMLFloat: Bool {
        if ["INF", "-INF", "NaN"].contains(self) { return true }
        return utf8.contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            && utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || "+-.eE".utf8.contains($0) }
    }

    /// At most 40 characters of the text, for a message.
    var excerpt: String {
        let part = prefix(40)
        return part.endIndex == endIndex ? self : part + "…"
    }
}
