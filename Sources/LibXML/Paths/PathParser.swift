/// Parses the text of an ``XMLPath``.
struct PathParser {
    private let text: [Character]
    private let separator: Character
    private var position = 0
    private var steps: [XMLPath.Step] = []
    /// The namespace URIs of prefixes.
    private let namespaces: [String: String]

    init(_ text: String, _ namespaces: [String: String]) {
        self.text = Array(text)
        self.namespaces = namespaces
        var isInURI = false
        let hasSlash = text.contains { character in
            if character == "{" { isInURI = true }
            if character == "}" { isInURI = false }
            return character == "/" && !isInURI
        }
        separator = hasSlash ? "/" : "."
    }

    mutating func parse() throws(XMLError) -> [XMLPath.Step] {
        if has("/") { position = 1 }
        readDescent()
        while true {
            try readStep()
            guard let next = current else { return steps }
            guard next == separator else { throw error("“\(next)” cannot follow a step") }
            position += 1
            readDescent()
        }
    }

    /// Reads the second `/` of `//`.
    private mutating func readDescent() {
        guard separator == "/", position > 0, has("/") else { return }
        steps.append(.descendants)
        position += 1
    }

    private var current: Character? { position < text.count ? text[position] : nil }

    private func has(_ character: Character) -> Bool { current == character }

    private mutating func readStep() throws(XMLError) {
        if position == 0, has("[") { return try readIndices() }
        let start = position
        if has("@") { position += 1 }
        if has("{") {
            guard let brace = text[position...].firstIndex(of: "}") else { throw error("“}” is missing") }
            position = brace
        }
        while let character = current, character != separator, character != "[" { position += 1 }
        let end = position
        let name = String(text[start..<end])
        switch name {
        case "": throw error("the name of an element or attribute is missing")
        case "*": steps.append(.any)
        case "@": throw error("the name of an attribute is missing")
        default:
            position = start
            let isAttribute = name.hasPrefix("@")
            if isAttribute { position += 1 }
            let test = try test(isAttribute ? String(name.dropFirst()) : name, isAttribute: isAttribute)
            steps.append(isAttribute ? .attribute(test) : .element(test))
            position = end
            if isAttribute, current == separator { throw error("“\(name)” can only be the last step") }
        }
        try readIndices()
    }

    /// Returns the test for a name. Its prefix is that of a namespace if the caller binds prefixes.
    private func test(_ name: String, isAttribute: Bool) throws(XMLError) -> NameTest {
        let test = NameTest(name)
        if test == .any { return test }
        let local = test.localName
        if local.isEmpty { throw error("“\(name)” has no local name") }
        if let reason = Self.reasonAgainst(local) { throw error("“\(name)” \(reason)") }
        guard !namespaces.isEmpty, case .written = test else { return test }
        guard let colon = name.firstIndex(of: ":") else {
            let uri = isAttribute ? nil : namespaces[""]
            return uri.map { .expanded(XMLName(name, namespaceURI: $0)) } ?? test
        }
        let prefix = String(name[..<colon])
        if prefix == "xml" { return .expanded(XMLNamespace.xml[local]) }
        guard let uri = namespaces[prefix] else { throw error("the prefix “\(prefix)” is not in “namespaces”") }
        return .expanded(XMLName(local, namespaceURI: uri))
    }

    /// Returns why a text, which is a step of XPath or a slip, cannot be a name; nil if it may be one.
    private static func reasonAgainst(_ local: String) -> String? {
        if local.contains("(") || local.contains(")") { return "is not a name: a path has no functions" }
        if local == "." || local == ".." { return "is not a name: a path only leads inwards" }
        if local.contains("::") || local.hasPrefix(":") { return "is not a name: a path has no axes" }
        if local == "*" { return "is not supported: “*” and “*:name” match any namespace" }
        if local.contains(where: { "]{}@=<>&\"' \t\n".contains($0) }) { return "is not a name" }
        return nil
    }

    private mutating func readIndices() throws(XMLError) {
        while has("[") { try readIndex() }
    }

    private mutating func readIndex() throws(XMLError) {
        let start = position + 1
        while let character = current, character != "]" { position += 1 }
        guard has("]") else { throw error("“]” is missing") }
        let digits = String(text[start..<position])
        guard let index = Int(digits), index >= 0, digits.allSatisfy(\.isNumber) else {
            position = start
            throw error("“\(digits)” is not a valid index")
        }
        steps.append(.index(index))
        position += 1
    }

    private func error(_ message: String) -> XMLError {
        let path = String(text)
        let location = XMLLocation(
            line: 1, column: String(text[..<position]).unicodeScalars.count + 1,
            byteOffset: String(text[..<position]).utf8.count)
        return XMLError(XMLDiagnostic(.invalidPath, "the path “\(path)”: \(message)", at: location))
    }
}
