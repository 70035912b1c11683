/// The elements of HTML that have neither content nor an end tag (HTML standard, sections 13.1.2 and 13.3).
enum HTMLVoidElements {
    private static let anywhere: Set<String> = ["br", "hr", "img", "input", "wbr"]
    /// Feeds and other XML use these names for other elements: an RSS `<link>` contains a URL.
    private static let inPages: Set<String> = [
        "area", "base", "basefont", "bgsound", "col", "embed", "frame", "keygen", "link", "meta", "param", "source",
        "track",
    ]
    private static let longest = anywhere.union(inPages).map(\.utf8.count).max() ?? 0

    /// Returns whether an element is void.
    ///
    /// - Parameters:
    ///   - name: its name, in any letter case.
    ///   - isInPage: whether it is in a page, whose root element is `html`.
    static func contains(_ name: Span<UInt8>, isInPage: @autoclosure () -> Bool = true) -> Bool {
        guard name.count <= longest else { return false }
        let name = name.string(0..<name.count).lowercased()
        return anywhere.contains(name) || inPages.contains(name) && isInPage()
    }
}
