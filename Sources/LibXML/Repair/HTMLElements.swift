/// HTML elements whose tags or content have special rules.
enum HTMLElements {
    private static let void: Set<String> = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr",
    ]

    static func isVoid(_ name: Span<UInt8>) -> Bool {
        name.count <= 6 && void.contains(name.string(0..<name.count).lowercased())
    }

    static func holdsRawText(_ name: Span<UInt8>) -> Bool {
        name.count <= 6 && ["script", "style"].contains(name.string(0..<name.count).lowercased())
    }

    /// Returns whether an element contains text in which references are recognized, but tags are not.
    static func holdsPlainText(_ name: Span<UInt8>) -> Bool {
        name.count <= 8 && ["title", "textarea"].contains(name.string(0..<name.count).lowercased())
    }
}
