/// HTML elements whose content has special rules.
///
/// Some of their names are those of other elements in feeds: `<title>` may contain elements. The rules for these hold
/// only in a page, whose root element is `html`.
enum HTMLElements {
    static func containsRawText(_ name: Span<UInt8>) -> Bool {
        name.count <= 6 && ["script", "style"].contains(name.string(0..<name.count).lowercased())
    }

    /// Returns whether an element of a page contains text in which references are recognized, but tags are not.
    static func containsPlainText(_ name: Span<UInt8>) -> Bool {
        name.count <= 8 && ["title", "textarea"].contains(name.string(0..<name.count).lowercased())
    }
}
