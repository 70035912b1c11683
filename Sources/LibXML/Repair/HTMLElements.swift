/// HTML elements whose content has special rules.
///
/// Feeds use some of these names for other elements: their `<title>` may contain elements. The rules for these names
/// apply only in a page, whose root element is `html`.
enum HTMLElements {
    static func containsRawText(_ name: Span<UInt8>) -> Bool {
        name.count <= 6 && ["script", "style"].contains(name.string(0..<name.count).lowercased())
    }

    /// Returns whether an element of a page contains text in which references are recognized, but tags are not.
    static func containsPlainText(_ name: Span<UInt8>) -> Bool {
        name.count <= 8 && ["title", "textarea"].contains(name.string(0..<name.count).lowercased())
    }
}
