/// Tells what is wrong first with a document that is read strictly; nil when it is well-formed. The scanner is handed it by
/// what is built on both.
typealias StrictCheck = @Sendable (_ document: String, _ options: XMLParsingOptions) -> XMLError.Code?

/// The entities that a document declares, as far as references to them can be left as they are.
struct DeclaredEntities {
    /// The root element of documents that are tried, for which nothing declares attributes.
    private static let element = "libxml-no-such-element"

    private var declared: Set<String> = []
    private var inContent: Set<String> = []
    private var inAttributes: Set<String> = []
    /// Whether others may be declared in what is not read, so that a reference is well-formed.
    private(set) var mayBeElsewhere = false
    /// Whether that is a DTD of HTML, whose names are known.
    private var isElsewhereHTML = false

    /// Looks at a document type declaration; nil for one that is not well-formed.
    ///
    /// Complexity: O(*n*) in the length of the declaration and of what its entities expand to.
    init?(declaredIn declaration: String, isStandalone: Bool, _ options: XMLParsingOptions, _ check: StrictCheck) {
        var options = options
        options.repair = nil
        func isWellFormed(_ content: String) -> Bool { check(declaration + content, options) == nil }
        if let fault = check("\(declaration)<\(Self.element)/>", options) {
            // One that passes a limit stays, so that the document does.
            if fault.isLimit { return } else { return nil }
        }
        declared = Self.names(in: declaration)
        // Each try parses the declaration.
        let tries = min(512, 2 + (4 << 20) / declaration.utf8.count)
        inContent = Self.usable(declared, tries: tries) { names in
            isWellFormed("<\(Self.element)>\(names.map { "&\($0);" }.joined())</\(Self.element)>")
        }
        inAttributes = Self.usable(inContent, tries: tries) { names in
            isWellFormed("<\(Self.element) a=\"\(names.map { "&\($0);" }.joined())\"/>")
        }
        let head = declaration.prefix { $0 != "[" }
        // libxml2 takes a reference to what it does not know for an error, unless more may be declared outside.
        options.unresolvedEntities = .keep
        mayBeElsewhere = !isStandalone && isWellFormed("<\(Self.element)>&libxml-no-such-entity;</\(Self.element)>")
        isElsewhereHTML = head.contains("//DTD XHTML") || head.contains("//DTD HTML")
    }

    /// Whether a reference to an entity of this name, which is not predefined, can be left as it is.
    func mayRefer(to name: String, isInAttribute: Bool) -> Bool {
        if (isInAttribute ? inAttributes : inContent).contains(name) { return true }
        guard mayBeElsewhere, !inContent.contains(name) else { return false }
        return !isElsewhereHTML || HTMLCharacterNames.characters(for: name) == nil
    }

    /// Whether the document type declaration declares an entity of this name.
    func isDeclared(_ name: String) -> Bool { declared.contains(name) }

    /// Those names for which `isUsable` holds.
    ///
    /// - Parameter tries: how often it may be asked, at most.
    private static func usable(
        _ names: Set<String>, tries: Int, _ isUsable: ([String]) -> Bool
    ) -> Set<String> {
        var triesLeft = tries
        func usable(_ names: ArraySlice<String>) -> [String] {
            guard triesLeft > 0 else { return [] }
            triesLeft -= 1
            if names.isEmpty || isUsable(Array(names)) { return Array(names) }
            guard names.count > 1 else { return [] }
            let middle = names.startIndex + names.count / 2
            return usable(names[..<middle]) + usable(names[middle...])
        }
        return Set(usable(names.sorted()[...]))
    }

    private static func names(in declaration: String) -> Set<String> {
        var names: Set<String> = []
        for part in declaration.split(separator: "<!ENTITY", omittingEmptySubsequences: false).dropFirst() {
            let words = part.prefix(4096).split(maxSplits: 1) { $0.isWhitespace }
            guard let name = words.first, name != "%" else { continue }
            names.insert(String(name))
        }
        return names
    }
}
