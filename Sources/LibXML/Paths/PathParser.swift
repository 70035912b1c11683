/// Parses the text of an ``XMLPath``, in UTF-8: everything that is not part of a name or value is ASCII.
struct PathParser {
    private let text: [UInt8]
    private let separator: Unicode.Scalar
    /// The index of the first of several elements: 1 with `/`, as in XPath, 0 with `.`, as in JSON.
    var firstIndex: Int { separator == "/" ? 1 : 0 }
    private var position = 0
    private var steps: [PathStep] = []
    /// Whether `//` precedes the next step.
    private var isDeep = false
    /// The namespace URIs of prefixes.
    private let namespaces: [String: String]

    init(_ text: String, _ namespaces: [String: String]) {
        self.text = Array(text.utf8)
        self.namespaces = namespaces
        separator = Self.hasSlash(self.text) ? "/" : "."
    }

    /// Whether a text has a slash outside of URIs and predicates.
    private static func hasSlash(_ text: [UInt8]) -> Bool {
        var isInURI = false
        var position = 0
        while position < text.count {
            switch text[position] {
            case UInt8(ascii: "{"): isInURI = true
            case UInt8(ascii: "}"): isInURI = false
            case UInt8(ascii: "/") where !isInURI: return true
            case UInt8(ascii: "[") where !isInURI: position = endOfPredicate(in: text, from: position) ?? position
            default: break
            }
            position += 1
        }
        return false
    }

    /// Returns the position of the `]` of a predicate, which is neither in a URI nor in quotes; nil if it is missing.
    private static func endOfPredicate(in text: [UInt8], from start: Int) -> Int? {
        var end: Unicode.Scalar = "]"
        return position(of: &end, in: text, from: start)
    }

    /// - Parameter end: initially `]`; if the result is nil, the missing character: `]`, `}` or a quote.
    private static func position(of end: inout Unicode.Scalar, in text: [UInt8], from start: Int) -> Int? {
        for position in text.indices[start...] {
            let byte = text[position]
            if end != "]" {
                if byte == UInt8(ascii: end) { end = "]" }
            } else {
                switch byte {
                case UInt8(ascii: "]"): return position
                case UInt8(ascii: "{"): end = "}"
                case UInt8(ascii: "'"), UInt8(ascii: "\""): end = Unicode.Scalar(byte)
                default: break
                }
            }
        }
        return nil
    }

    mutating func parse() throws(XMLError) -> [PathStep] {
        if has("/") { position = 1 }
        readDescent()
        while true {
            try readStep()
            guard current != nil else { return steps }
            guard has(separator) else {
                let next = String(decoding: text[position...], as: UTF8.self).prefix(1)
                throw error("“\(next)” cannot follow a step", help: has(".") ? Self.notations : nil)
            }
            position += 1
            readDescent()
        }
    }

    /// Reads the second `/` of `//`.
    private mutating func readDescent() {
        guard separator == "/", position > 0, has("/") else { return }
        isDeep = true
        position += 1
    }

    private var current: UInt8? { position < text.count ? text[position] : nil }

    private func has(_ character: Unicode.Scalar) -> Bool { current == UInt8(ascii: character) }

    private func string(_ range: Range<Int>) -> String { String(decoding: text[range], as: UTF8.self) }

    private mutating func readStep() throws(XMLError) {
        if position == 0, has("[") {
            steps.append(PathStep(target: .itself))
            return try readPredicates()
        }
        let start = position
        if has("@") { position += 1 }
        if has("{") {
            guard let brace = position(of: "}", to: text.count) else { throw error("“}” is missing") }
            position = brace
        }
        while current != nil, !has(separator), !has("[") { position += 1 }
        let end = position
        let name = string(start..<end)
        switch name {
        case "" where text.count <= 2 && text.allSatisfy { $0 == UInt8(ascii: ".") } && !text.isEmpty:
            let text = string(text.startIndex..<text.count)
            throw error("“\(text)” \(Self.reasonToReject(text) ?? "")", help: Self.xpath)
        case "": throw error("the name of an element or attribute is missing")
        case "@": throw error("the name of an attribute is missing")
        default:
            position = start
            let isAttribute = name.hasPrefix("@")
            if isAttribute { position += 1 }
            let test = try test(isAttribute ? String(name.dropFirst()) : name, isAttribute: isAttribute)
            steps.append(PathStep(target: isAttribute ? .attribute(test) : .element(test), isDeep: isDeep))
            isDeep = false
            position = end
            if isAttribute, has(separator) { throw error("“\(name)” can only be the last step") }
        }
        try readPredicates()
    }

    /// Returns the test for a name. Its prefix is that of a namespace if the caller binds prefixes.
    private func test(_ name: String, isAttribute: Bool) throws(XMLError) -> NameTest {
        let test = NameTest(name)
        if test == .any { return test }
        let local = test.localName
        if local.isEmpty { throw error("“\(name)” has no local name") }
        if let reason = Self.reasonToReject(local) {
            throw error("“\(name)” \(reason)", help: reason.contains(": a path") ? Self.xpath : nil)
        }
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

    /// Returns the reason why a text cannot be a name, such as a step of XPath or a mistake; nil if it may be a name.
    private static func reasonToReject(_ local: String) -> String? {
        let bytes = local.utf8
        func has(_ character: Unicode.Scalar) -> Bool { bytes.contains(UInt8(ascii: character)) }
        if local == "." { return "is not a name: a path begins at the element or value, without it" }
        if local == ".." { return "is not a name: a path does not lead to the parent" }
        if local == "*" { return "is not supported: “*” and “*:name” match any namespace" }
        if bytes.allSatisfy(\.isASCIIDigit) {
            return "is not a name: an index is written in brackets, [\(local)]"
        }
        guard bytes.contains(where: \.isReservedInPaths) else { return nil }
        if has("(") || has(")") { return "is not a name: a path has no functions" }
        if local.contains("::") || local.hasPrefix(":") { return "is not a name: a path has no axes" }
        return has("|") ? "is not a name: a path has no alternatives" : "is not a name"
    }

    // MARK: Predicates

    private mutating func readPredicates() throws(XMLError) {
        while has("[") {
            var missing: Unicode.Scalar = "]"
            guard let end = Self.position(of: &missing, in: text, from: position) else {
                position = text.count
                let isQuoted = missing == "'" || missing == "\""
                throw isQuoted
                    ? error("the quote is not closed", help: Self.quotes) : error("“\(missing)” is missing")
            }
            position += 1
            steps[steps.count - 1].predicates.append(try readPredicate(to: end))
            position = end + 1
        }
    }

    private mutating func readPredicate(to end: Int) throws(XMLError) -> PathPredicate {
        skipSpace(to: end)
        var last = end
        while last > position, text[last - 1].isXMLSpace { last -= 1 }
        let content = string(position..<last)
        if content == "last()" { return .last }
        if content.hasPrefix("last()") { throw error("“\(content)” is not supported: \(Self.predicateForms)") }
        guard let first = content.first else { throw error("a predicate is missing") }
        let isDigit = { (character: Character) in character.isASCII && character.isNumber }
        if isDigit(first) || first == "-" || first == "+" {
            guard let index = Int(content), index >= 0, content.allSatisfy(isDigit) else {
                throw error("“\(content)” is not a valid index")
            }
            guard index >= firstIndex else {
                throw error("indices count from 1 in a path with “/”, as in XPath", help: Self.notations)
            }
            // “orders.order[1]/item” more probably stands for two steps than for a name, unlike “/orders.order[1]”.
            if separator == "/", text.first != UInt8(ascii: "/"),
                case .element(.written(let name))? = steps.last?.target, name.contains(".")
            {
                throw error("“\(name)” is one name in a path with “/”", help: Self.notations)
            }
            return .index(index - firstIndex)
        }
        let isAttribute = first == "@"
        if isAttribute { position += 1 }
        let test = try test(readName(to: last, isAttribute: isAttribute), isAttribute: isAttribute)
        let value = try readComparison(to: last)
        return isAttribute ? .attribute(test, equals: value) : .element(test, equals: value)
    }

    /// Returns a name without moving, so that an error is located at its beginning.
    private func readName(to end: Int, isAttribute: Bool) throws(XMLError) -> String {
        var nameEnd = position
        if has("{"), let brace = position(of: "}", to: end) { nameEnd = brace }
        while nameEnd < end, !text[nameEnd].endsPredicateName { nameEnd += 1 }
        let name = string(position..<nameEnd)
        if name.isEmpty { throw error("the name of an element or attribute is missing") }
        if NameTest(name).localName.contains("/") {
            throw error(
                "“\(name)” is not supported: a predicate tests a child element or an attribute",
                help: "select the elements without it, and filter them in Swift")
        }
        if !isAttribute, name.hasPrefix(".") { throw error("“\(name)” is not supported: \(Self.predicateForms)") }
        return name
    }

    /// Reads the rest of a predicate after a name; returns the value with which it is compared, or nil.
    private mutating func readComparison(to end: Int) throws(XMLError) -> String? {
        if has("{") { position = position(of: "}", to: end) ?? end }
        while position < end, !text[position].endsPredicateName { position += 1 }
        skipSpace(to: end)
        guard position < end else { return nil }
        guard has("=") else {
            throw unexpected(to: end, after: "a name")
        }
        position += 1
        skipSpace(to: end)
        guard position < end, has("'") || has("\"") else { throw error("the value must be in quotes") }
        guard let quote = text[(position + 1)..<end].firstIndex(of: text[position]) else {
            throw error("the quote is not closed")
        }
        guard quote == end - 1 else {
            position = quote + 1
            throw unexpected(to: end, after: "a value")
        }
        return string(position + 1..<quote)
    }

    /// The error for the rest of a predicate.
    private func unexpected(to end: Int, after part: String) -> XMLError {
        let rest = string(position..<end)
        let trimmed = rest.drop(while: \.isWhitespace)
        let help: String? =
            if trimmed.hasPrefix("and ") {
                "write each condition in brackets of its own: […][…]"
            } else if trimmed.hasPrefix("or ") {
                "a path has no alternatives; \(Self.xpath)"
            } else if ["!", "<", ">"].contains(trimmed.first) {
                Self.xpath
            } else if part == "a value", !rest.contains("="), rest.last == "'" || rest.last == "\"" {
                Self.quotes
            } else {
                nil
            }
        return error("“\(rest)” cannot follow \(part): \(Self.predicateForms)", help: help)
    }

    private static let notations =
        "“orders/order[1]” counts from 1 as XPath does, and “orders.order[0]” from 0 as JSON does: use one notation"
    private static let xpath = "XPath has it: elements(xpath:) of LibXMLQueries"
    private static let quotes =
        "enclose a value that contains ' in double quotes, or use .having(_:equals:), which accepts any value"
    private static let predicateForms =
        "a predicate is an index, last(), name, @name, name='value' or @name='value'"

    private mutating func skipSpace(to end: Int) {
        while position < end, text[position].isXMLSpace { position += 1 }
    }

    /// The position of the next character from the current one on; nil if it is not before `end`.
    private func position(of character: Unicode.Scalar, to end: Int) -> Int? {
        text[position..<end].firstIndex(of: UInt8(ascii: character))
    }

    private func error(_ message: String, help: String? = nil) -> XMLError {
        let path = string(0..<text.count)
        let location = XMLLocation(
            line: 1, column: string(0..<position).unicodeScalars.count + 1, byteOffset: position, sourceName: "path")
        var diagnostic = XMLDiagnostic(.invalidPath, "the path “\(path)”: \(message)", at: location, help: help)
        diagnostic.extract = SourceExtract(text: text, offset: position)
        return XMLError(diagnostic)
    }
}

extension UInt8 {
    /// Whether it ends the name in a predicate: white space, or the beginning of an operator of XPath.
    fileprivate var endsPredicateName: Bool {
        isXMLSpace || self == UInt8(ascii: "=") || self == UInt8(ascii: "!") || self == UInt8(ascii: "<")
            || self == UInt8(ascii: ">")
    }

    /// Whether it is a character that names cannot contain, and that has a meaning in XPath or between names.
    fileprivate var isReservedInPaths: Bool {
        switch self {
        case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "|"), UInt8(ascii: "]"), UInt8(ascii: "{"),
            UInt8(ascii: "}"), UInt8(ascii: "@"), UInt8(ascii: "="), UInt8(ascii: "<"), UInt8(ascii: ">"),
            UInt8(ascii: "&"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: ","), UInt8(ascii: ";"),
            UInt8(ascii: "!"), UInt8(ascii: ":"):
            true
        default: isXMLSpace
        }
    }
}
