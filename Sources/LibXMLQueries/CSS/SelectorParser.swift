@_spi(Checks) import LibXML

/// Parses a selector (Selectors Level 3, section 10).
struct SelectorParser {
    private let bytes: [UInt8]
    private let namespaces: [String: String]
    private var position = 0
    private var depth = 0
    private var count = 0
    private var patterns: [NamePattern] = []

    static let longest = 64 << 10
    static let most = 1_000
    static let deepest = 50

    init(_ text: String, _ namespaces: [String: String]) {
        bytes = Array(text.utf8)
        self.namespaces = namespaces
    }

    /// - Throws: ``XMLError/Code/invalidPath``, located in the selector.
    mutating func parse() throws(XMLError) -> SelectorList {
        do throws(SelectorSyntaxError) {
            guard bytes.count <= Self.longest else {
                throw SelectorSyntaxError("the selector is longer than \(Self.longest) bytes", at: Self.longest)
            }
            var list = try self.list(isRelative: false)
            guard position == bytes.count else { throw unexpected() }
            list.patterns = patterns
            return list
        } catch {
            throw XMLError(error.message, inThe: "selector", bytes, at: error.offset, help: error.help)
        }
    }

    // MARK: Lists and combinators

    private mutating func list(isRelative: Bool) throws(SelectorSyntaxError) -> SelectorList {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepest else {
            throw SelectorSyntaxError("the selector nests deeper than \(Self.deepest)", at: position)
        }
        var selectors: [ComplexSelector] = []
        while true {
            skipSpace()
            var leading: ComplexSelector.Combinator?
            if isRelative {
                leading = combinatorSymbol() ?? .descendant
                skipSpace()
            }
            var selector = try complex()
            selector.leading = leading
            selectors.append(selector)
            skipSpace()
            guard byte(position) == UInt8(ascii: ",") else { return SelectorList(selectors: selectors) }
            position += 1
        }
    }

    private mutating func complex() throws(SelectorSyntaxError) -> ComplexSelector {
        var selector = ComplexSelector(subject: try compound())
        while true {
            let start = position
            skipSpace()
            let isSpaced = position > start
            var combinator = combinatorSymbol()
            if combinator != nil {
                skipSpace()
            } else if isSpaced, position < bytes.count,
                ![UInt8(ascii: ","), UInt8(ascii: ")")].contains(bytes[position])
            {
                combinator = .descendant
            }
            guard let combinator else { return selector }
            let next = try compound()
            selector.rest.insert((combinator, selector.subject), at: 0)
            selector.subject = next
        }
    }

    private mutating func combinatorSymbol() -> ComplexSelector.Combinator? {
        let found: ComplexSelector.Combinator
        switch byte(position) {
        case UInt8(ascii: ">"): found = .child
        case UInt8(ascii: "+"): found = .next
        case UInt8(ascii: "~"): found = .subsequent
        default: return nil
        }
        position += 1
        return found
    }

    // MARK: Compounds

    private mutating func compound() throws(SelectorSyntaxError) -> CompoundSelector {
        count += 1
        guard count <= Self.most else {
            throw SelectorSyntaxError("the selector has more than \(Self.most) parts", at: position)
        }
        var compound = CompoundSelector(type: try typeName())
        if compound.type != nil {
            compound.type?.number = patterns.count
            if let type = compound.type { patterns.append(type) }
        }
        let start = position
        while true {
            switch byte(position) {
            case UInt8(ascii: "#"):
                position += 1
                compound.conditions.append(.id(try identifier("the name of an ID")))
            case UInt8(ascii: "."):
                position += 1
                compound.conditions.append(.hasClass(try identifier("the name of a class")))
            case UInt8(ascii: "["): compound.conditions.append(try attribute())
            case UInt8(ascii: ":"): compound.conditions.append(try pseudoClass())
            default:
                guard compound.type != nil || position > start else { throw unexpected("a selector") }
                return compound
            }
        }
    }

    /// The name of an element, with a namespace: `name`, `*`, `p|name`, `*|name`, `|name`.
    private mutating func typeName() throws(SelectorSyntaxError) -> NamePattern? {
        let start = position
        let isStar = byte(position) == UInt8(ascii: "*")
        var first: String?
        if isStar { position += 1 } else { first = identifierIfPresent() }
        let isBar = byte(position) == UInt8(ascii: "|") && byte(position + 1) != UInt8(ascii: "=")
        guard isBar else {
            if isStar { return NamePattern(namespace: .any, local: nil) }
            return first.map { NamePattern(namespace: .unprefixed, local: $0) }
        }
        position += 1
        let namespace: NamePattern.Namespace =
            try isStar ? .any : first == nil ? .none : .uri(uri(of: first ?? "", at: start))
        if byte(position) == UInt8(ascii: "*") {
            position += 1
            return NamePattern(namespace: namespace, local: nil)
        }
        return NamePattern(namespace: namespace, local: try identifier("the name of an element"))
    }

    private func uri(of prefix: String, at place: Int) throws(SelectorSyntaxError) -> String {
        if let uri = namespaces[prefix] { return uri }
        let nearest = nearestName(to: prefix, in: namespaces.keys.sorted())
        throw SelectorSyntaxError(
            "the prefix “\(prefix)” is not bound", at: place,
            help: nearest.map { "did you mean \($0)?" } ?? "pass its namespace: namespaces: [\"\(prefix)\": …]")
    }

    private mutating func attribute() throws(SelectorSyntaxError) -> SelectorCondition {
        position += 1
        skipSpace()
        let name = try attributeName()
        skipSpace()
        if byte(position) == UInt8(ascii: "]") {
            position += 1
            return .attribute(name, .exists, "", ignoresCase: nil)
        }
        let match: SelectorCondition.Match
        switch byte(position) {
        case UInt8(ascii: "="): match = .equals
        case UInt8(ascii: "~"): match = .includes
        case UInt8(ascii: "|"): match = .dash
        case UInt8(ascii: "^"): match = .prefix
        case UInt8(ascii: "$"): match = .suffix
        case UInt8(ascii: "*"): match = .substring
        default: throw unexpected("“=”, another operator or “]”")
        }
        position += 1
        if match != .equals {
            guard byte(position) == UInt8(ascii: "=") else { throw unexpected("“=”") }
            position += 1
        }
        skipSpace()
        let value = try stringOrIdentifier()
        skipSpace()
        var ignoresCase: Bool?
        if let flag = byte(position).map({ $0 | 0x20 }), flag == UInt8(ascii: "i") || flag == UInt8(ascii: "s") {
            ignoresCase = flag == UInt8(ascii: "i")
            position += 1
            skipSpace()
        }
        guard byte(position) == UInt8(ascii: "]") else { throw unexpected("“]”") }
        position += 1
        return .attribute(name, match, value, ignoresCase: ignoresCase)
    }

    /// The name of an attribute, which is in no namespace without a prefix.
    private mutating func attributeName() throws(SelectorSyntaxError) -> NamePattern {
        let start = position
        var namespace = NamePattern.Namespace.none
        if byte(position) == UInt8(ascii: "*"), byte(position + 1) == UInt8(ascii: "|") {
            position += 2
            namespace = .any
        } else if byte(position) == UInt8(ascii: "|") {
            position += 1
        }
        let first = try identifier("the name of an attribute")
        if byte(position) == UInt8(ascii: "|"), byte(position + 1) != UInt8(ascii: "=") {
            position += 1
            return NamePattern(
                namespace: .uri(try uri(of: first, at: start)), local: try identifier("the name of an attribute"))
        }
        return NamePattern(namespace: namespace, local: first)
    }

    // MARK: Pseudo-classes

    private static let names = [
        "root", "scope", "empty", "first-child", "last-child", "only-child", "first-of-type", "last-of-type",
        "only-of-type", "nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type", "is", "where", "not", "has",
        "lang",
    ]

    private mutating func pseudoClass() throws(SelectorSyntaxError) -> SelectorCondition {
        let start = position
        position += 1
        if byte(position) == UInt8(ascii: ":") {
            throw SelectorSyntaxError("pseudo-elements select no elements", at: start)
        }
        let name = try identifier("the name of a pseudo-class").lowercased()
        switch name {
        case "root": return .root
        case "scope": return .scope
        case "empty": return .empty
        case "first-child": return .nth(a: 0, b: 1, fromEnd: false, ofType: false, of: nil)
        case "last-child": return .nth(a: 0, b: 1, fromEnd: true, ofType: false, of: nil)
        case "first-of-type": return .nth(a: 0, b: 1, fromEnd: false, ofType: true, of: nil)
        case "last-of-type": return .nth(a: 0, b: 1, fromEnd: true, ofType: true, of: nil)
        case "only-child": return .onlyChild
        case "only-of-type": return .onlyOfType
        default: break
        }
        guard Self.names.contains(name) else {
            let nearest = nearestName(to: name, in: Self.names)
            throw SelectorSyntaxError(
                "there is no pseudo-class “\(name)” for a document", at: start,
                help: nearest.map { "did you mean :\($0)?" })
        }
        guard byte(position) == UInt8(ascii: "(") else { throw unexpected("“(”") }
        position += 1
        let condition = try argument(of: name)
        skipSpace()
        guard byte(position) == UInt8(ascii: ")") else { throw unexpected("“)”") }
        position += 1
        return condition
    }

    private mutating func argument(of name: String) throws(SelectorSyntaxError) -> SelectorCondition {
        switch name {
        case "is", "where": return .matches(try list(isRelative: false))
        case "not": return .not(try list(isRelative: false))
        case "has": return .has(try list(isRelative: true))
        case "lang":
            var languages: [String] = []
            while true {
                skipSpace()
                languages.append(try stringOrIdentifier())
                skipSpace()
                guard byte(position) == UInt8(ascii: ",") else { return .language(languages) }
                position += 1
            }
        default:
            let (a, b) = try formula()
            skipSpace()
            var of: SelectorList?
            let start = position
            if let word = identifierIfPresent() {
                guard word.lowercased() == "of", !name.hasSuffix("type") else {
                    throw SelectorSyntaxError("“\(word)” has no meaning here", at: start)
                }
                of = try list(isRelative: false)
            }
            return .nth(a: a, b: b, fromEnd: name.contains("last"), ofType: name.hasSuffix("type"), of: of)
        }
    }

    /// `odd`, `even`, `2n+1`, `-n + 3`, `5`.
    private mutating func formula() throws(SelectorSyntaxError) -> (a: Int, b: Int) {
        skipSpace()
        let start = position
        for (word, value) in [("odd", (2, 1)), ("even", (2, 0))] where hasWord(word) {
            position += word.utf8.count
            return value
        }
        let sign = self.sign()
        let digits = number()
        guard let n = byte(position), n | 0x20 == UInt8(ascii: "n") else {
            guard let digits else { throw SelectorSyntaxError("expected a number, “odd”, “even” or “2n+1”", at: start) }
            return (0, (sign ?? 1) * digits)
        }
        position += 1
        let a = (sign ?? 1) * (digits ?? 1)
        let beforeSpace = position
        skipSpace()
        guard let second = self.sign() else {
            position = beforeSpace
            return (a, 0)
        }
        skipSpace()
        guard let b = number() else { throw unexpected("a number") }
        return (a, second * b)
    }

    private mutating func sign() -> Int? {
        guard let sign = byte(position), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
        position += 1
        return sign == UInt8(ascii: "-") ? -1 : 1
    }

    /// A number; one beyond any number of siblings becomes that.
    private mutating func number() -> Int? {
        let start = position
        var value = 0
        while let digit = byte(position), (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) {
            value = min(value * 10 + Int(digit - UInt8(ascii: "0")), Int(Int32.max))
            position += 1
        }
        return position > start ? value : nil
    }

    private func hasWord(_ word: String) -> Bool {
        bytes[position...].prefix(word.utf8.count).map { $0 | 0x20 }.elementsEqual(word.utf8)
    }

    // MARK: Names and strings

    private mutating func identifier(_ what: String) throws(SelectorSyntaxError) -> String {
        guard let identifier = identifierIfPresent() else { throw unexpected(what) }
        return identifier
    }

    private mutating func identifierIfPresent() -> String? {
        var name: [UInt8] = []
        let start = position
        while let byte = byte(position) {
            let isDigit = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            if byte == UInt8(ascii: "\\") {
                guard let escaped = escape() else { break }
                name += escaped
            } else if isLetter || byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
                || isDigit && !name.isEmpty
            {
                name.append(byte)
                position += 1
            } else {
                break
            }
        }
        if name.isEmpty { position = start }
        return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
    }

    /// The character that an escape stands for: `\31 23` or `\.`.
    private mutating func escape() -> [UInt8]? {
        var place = position + 1
        guard let first = byte(place), first != 0x0A else { return nil }
        var value: UInt32 = 0
        var digits = 0
        while digits < 6, let byte = byte(place), let digit = Character(UnicodeScalar(byte)).hexDigitValue {
            value = value << 4 | UInt32(digit)
            digits += 1
            place += 1
        }
        guard digits > 0 else {
            position += 2
            return [first]
        }
        if let byte = byte(place), [0x20, 0x09, 0x0A, 0x0D].contains(byte) { place += 1 }
        position = place
        return Array(String(Character(Unicode.Scalar(value == 0 ? 0xFFFD : value) ?? "\u{FFFD}")).utf8)
    }

    private mutating func stringOrIdentifier() throws(SelectorSyntaxError) -> String {
        guard let quote = byte(position), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            return try identifier("a string or a name")
        }
        let start = position
        position += 1
        var text: [UInt8] = []
        while let byte = byte(position), byte != quote {
            if byte == UInt8(ascii: "\\"), let escaped = escape() {
                text += escaped
            } else {
                text.append(byte)
                position += 1
            }
        }
        guard position < bytes.count else { throw SelectorSyntaxError("the string is not closed", at: start) }
        position += 1
        return String(decoding: text, as: UTF8.self)
    }

    // MARK: Characters

    private func byte(_ place: Int) -> UInt8? { place < bytes.count ? bytes[place] : nil }

    private mutating func skipSpace() {
        while let byte = byte(position), [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains(byte) { position += 1 }
    }

    private func unexpected(_ expected: String? = nil) -> SelectorSyntaxError {
        let found =
            position == bytes.count
            ? "the end of the selector" : "“\(String(decoding: bytes[position...].prefix(4), as: UTF8.self).prefix(1))”"
        return SelectorSyntaxError(
            expected.map { "expected \($0), found \(found)" } ?? "\(found) has no meaning here", at: position)
    }
}

/// What is wrong in a selector.
struct SelectorSyntaxError: Error {
    let message: String
    let offset: Int
    let help: String?

    init(_ message: String, at offset: Int, help: String? = nil) {
        self.message = message
        self.offset = offset
        self.help = help
    }
}
