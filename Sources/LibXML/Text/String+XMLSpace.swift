extension String {
    /// The text without the white space of XML at both ends.
    @usableFromInline
    var trimmingXMLSpace: String {
        // Most values have no white space at their ends.
        guard let first = utf8.first, first.isXMLSpace || utf8[utf8.index(before: utf8.endIndex)].isXMLSpace else {
            return self
        }
        let bytes = utf8.drop { $0.isXMLSpace }
        guard let last = bytes.lastIndex(where: { !$0.isXMLSpace }) else { return "" }
        return String(bytes[...last]) ?? self
    }
}
