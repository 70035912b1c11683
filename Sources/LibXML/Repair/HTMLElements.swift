/// HTML elements whose tags or content have special rules.
///
/// Some of their names are those of other elements in feeds: an RSS `<link>` contains a URL, and `<title>` may contain
/// elements. The rules for these hold only in a page, whose root element is `html`.
enum HTMLElements {
    private static let void: Set<String> = ["br", "hr", "img", "input", "wbr"]
    private static let voidInPages: Set<String> = [
        "area", "base", "col", "embed", "link", "meta", "param", "source", "track",
    ]

    static func isVoid(_ name: Span<UInt8>, isInPage: @autoclosure () -> Bool) -> Bool {
        guard name.count <= 6 else { return false }
        let name = name.string(0..<name.count).lowercased()
        return void.contains(name) || voidInPages.contains(name) && isInPage()
    }

    static func containsRawText(_ name: Span<UInt8>) -> Bool {
        name.count <= 6 && ["script", "style"].contains(name.string(0..<name.count).lowercased())
    }

    /// Returns whether an element of a page contains text in which references are recognized, but tags are not.
    static func containsPlainText(_ name: Span<UInt8>) -> Bool {
        name.count <= 8 && ["title", "textarea"].contains(name.string(0..<name.count).lowercased())
    }
}
