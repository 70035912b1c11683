@_spi(Checks) import LibXML

/// Parses a selector (Selectors Level 3, section 10).
struct SelectorParser {
    private let bytes: [UInt8]
    private let namespaces: [String: String]
    private var position = 0
    private var depth = 0
    private var count = 0
    private var selector = Selector()

    static let longest = 64 << 10
    static let most = 1_000
    static let deepest = 50

    init(_ text: String, _ namespaces: [String: String]) {
        bytes = Array(text.utf8)
        self.namespaces = namespaces
    }

    /// - Throws: ``XMLError/Code/invalidPath``, located in the selector.
    mutating func parse() throws(XMLError) -> Selector {
        do throws(SelectorSyntaxError) {
            guard bytes.count <= Self.longest else {
                throw SelectorSyntaxError("the selector is longer than \(Self.longest) bytes", at: Self.longest)
            }
            _ = try list(isRelative: false)
            guard position == bytes.count else { throw unexpected() }
            return selector
        } catch {
            throw XMLError(error.message, inThe: "selector", bytes, at: error.offset, help: error.help)
        }
    }

    // MARK: Lists and combinators

    /// Adds the items of a part to an array of the selector, after those of inner lists.
    private func add<Item>(_ items: [Item], to array: inout [Item]) -> Selector.Part {
        defer { array += items }
        return Selector.Part(start: Int32(array.count), count: Int32(items.count))
    }

    /// Reads a list, and returns its number.
    private mutating func list(isRelative: Bool) throws(SelectorSyntaxError) -> Int32 {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepest else {
            throw SelectorSyntaxError("the selector nests deeper than \(Self.deepest)", at: position)
        }
        var complexes: [Selector.Complex] = []
        while true {
            skipSpace()
            var leading = Selector.Combinator.none
            if isRelative {
                leading = combinatorSymbol() ?? .descendant
                skipSpace()
            }
            if leading == .next || leading == .subsequent { selector.needsSiblings = true }
            let compounds = try complex()
            complexes.append(complex(compounds, leading))
            skipSpace()
            guard byte(position) == UInt8(ascii: ",") else { return addList(complexes) }
            position += 1
        }
    }

    private mutating func complex(
        _ compounds: [Selector.Compound], _ leading: Selector.Combinator
    ) -> Selector.Complex {
        let hasSiblings = compounds.contains { $0.combinator == .next || $0.combinator == .subsequent }
        return Selector.Complex(
            compounds: add(compounds, to: &selector.compounds), leading: leading,
            isVertical: leading == .none && !hasSiblings)
    }

    private mutating func addList(_ complexes: [Selector.Complex]) -> Int32 {
        selector.lists.append(add(complexes, to: &selector.complexes))
        return Int32(selector.lists.count - 1)
    }

    /// Reads compounds and combinators. Returns the compounds from right to left.
    private mutating func complex() throws(SelectorSyntaxError) -> [Selector.Compound] {
        var compounds = [try compound()]
        while true {
            let start = position
            skipSpace()
            var combinator = combinatorSymbol()
            if combinator != nil {
                skipSpace()
            } else if position > start, position < bytes.count,
                ![UInt8(ascii: ","), UInt8(ascii: ")")].contains(bytes[position])
            {
                combinator = .descendant
            }
            guard let combinator else { return compounds.reversed() }
            if combinator == .next || combinator == .subsequent { selector.needsSiblings = true }
            var next = try compound()
            next.combinator = combinator
            compounds.append(next)
        }
    }

    private mutating func combinatorSymbol() -> Selector.Combinator? {
        let found: Selector.Combinator
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

    private mutating func compound() throws(SelectorSyntaxError) -> Selector.Compound {
        count += 1
        guard count <= Self.most else {
            throw SelectorSyntaxError("the selector has more than \(Self.most) parts", at: position)
        }
        let type = try typeName()
        let isUnprefixed = if case .unprefixed? = type?.namespace { true } else { false }
        let pattern = type.map { addPattern($0) } ?? -1
        var conditions: [Selector.Condition] = []
        while true {
            switch byte(position) {
            case UInt8(ascii: "#"):
                position += 1
                conditions.append(condition("id", .equals, try identifier("the name of an ID")))
            case UInt8(ascii: "."):
                position += 1
                conditions.append(condition("class", .includes, try identifier("the name of a class")))
            case UInt8(ascii: "["): conditions.append(try attribute())
            case UInt8(ascii: ":"): conditions += try pseudoClass()
            default:
                guard type != nil || !conditions.isEmpty else { throw unexpected("a selector") }
                return .init(
                    pattern: pattern, isUnprefixed: isUnprefixed,
                    conditions: add(conditions, to: &selector.conditions))
            }
        }
    }

    private mutating func addPattern(_ pattern: Selector.NamePattern) -> Int32 {
        selector.patterns.append(pattern)
        return Int32(selector.patterns.count - 1)
    }

    private mutating func addText(_ text: String) -> Selector.Part { add(Array(text.utf8), to: &selector.texts) }

    private mutating func condition(_ attribute: String, _ match: Selector.Match, _ text: String) -> Selector.Condition {
        let name = Selector.NamePattern(namespace: .none, local: attribute, isAttribute: true)
        return .attribute(pattern: addPattern(name), match, text: addText(text), ignoresCase: false)
    }

    /// The name of an element, with a namespace: `name`, `*`, `p|name`, `*|name`, `|name`.
    private mutating func typeName() throws(SelectorSyntaxError) -> Selector.NamePattern? {
        let start = position
        let isStar = byte(position) == UInt8(ascii: "*")
        var first: String?
        if isStar { position += 1 } else { first = identifierIfPresent() }
        let isBar = byte(position) == UInt8(ascii: "|") && byte(position + 1) != UInt8(ascii: "=")
        guard isBar else {
            if isStar { return Selector.NamePattern(namespace: .any, local: nil) }
            return first.map { Selector.NamePattern(namespace: .unprefixed, local: $0) }
        }
        position += 1
        let namespace: Selector.NamePattern.Namespace =
            try isStar ? .any : first == nil ? .none : .uri(uri(of: first ?? "", at: start))
        if byte(position) == UInt8(ascii: "*") {
            position += 1
            return Selector.NamePattern(namespace: namespace, local: nil)
        }
        return Selector.NamePattern(namespace: namespace, local: try identifier("the name of an element"))
    }

    private func uri(of prefix: String, at place: Int) throws(SelectorSyntaxError) -> String {
        if let uri = namespaces[prefix] { return uri }
        let nearest = nearestName(to: prefix, in: namespaces.keys.sorted())
        throw SelectorSyntaxError(
            "the prefix “\(prefix)” is not bound", at: place,
            help: nearest.map { "did you mean \($0)?" } ?? "pass its namespace: namespaces: [\"\(prefix)\": …]")
    }

    private mutating func attribute() throws(SelectorSyntaxError) -> Selector.Condition {
        position += 1
        skipSpace()
        let name = addPattern(try attributeName())
        skipSpace()
        if byte(position) == UInt8(ascii: "]") {
            position += 1
            return .attribute(pattern: name, .exists, text: addText(""), ignoresCase: false)
        }
        let match: Selector.Match
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
        var ignoresCase = false
        if let flag = byte(position).map({ $0 | 0x20 }), flag == UInt8(ascii: "i") || flag == UInt8(ascii: "s") {
            ignoresCase = flag == UInt8(ascii: "i")
            position += 1
            skipSpace()
        }
        guard byte(position) == UInt8(ascii: "]") else { throw unexpected("“]”") }
        position += 1
        return .attribute(pattern: name, match, text: addText(value), ignoresCase: ignoresCase)
    }

    /// The name of an attribute, which is in no namespace without a prefix.
    private mutating func attributeName() throws(SelectorSyntaxError) -> Selector.NamePattern {
        let start = position
        var namespace = Selector.NamePattern.Namespace.none
        if byte(position) == UInt8(ascii: "*"), byte(position + 1) == UInt8(ascii: "|") {
            position += 2
            namespace = .any
        } else if byte(position) == UInt8(ascii: "|") {
            position += 1
        }
        let first = try identifier("the name of an attribute")
        if byte(position) == UInt8(ascii: "|"), byte(position + 1) != UInt8(ascii: "=") {
            position += 1
            return Selector.NamePattern(
                namespace: .uri(try uri(of: first, at: start)), local: try identifier("the name of an attribute"),
                isAttribute: true)
        }
        return Selector.NamePattern(namespace: namespace, local: first, isAttribute: true)
    }

    // MARK: Pseudo-classes

    private static let names = [
        "root", "scope", "empty", "first-child", "last-child", "only-child", "first-of-type", "last-of-type",
        "only-of-type", "nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type", "is", "where", "not", "has",
        "lang",
    ]

    private mutating func pseudoClass() throws(SelectorSyntaxError) -> [Selector.Condition] {
        let start = position
        position += 1
        if byte(position) == UInt8(ascii: ":") {
            throw SelectorSyntaxError("pseudo-elements select no elements", at: start)
        }
        let name = try identifier("the name of a pseudo-class").lowercased()
        guard Self.names.contains(name) else {
            let nearest = nearestName(to: name, in: Self.names)
            throw SelectorSyntaxError(
                "there is no pseudo-class “\(name)” for a document", at: start,
                help: nearest.map { "did you mean :\($0)?" })
        }
        switch name {
        case "root": return [.root]
        case "scope": return [.scope]
        case "empty": return [.empty]
        case "first-child": return [nth(fromEnd: false)]
        case "last-child": return [nth(fromEnd: true)]
        case "only-child": return [nth(fromEnd: false), nth(fromEnd: true)]
        case "first-of-type": return [nth(fromEnd: false, ofType: true)]
        case "last-of-type": return [nth(fromEnd: true, ofType: true)]
        case "only-of-type": return [nth(fromEnd: false, ofType: true), nth(fromEnd: true, ofType: true)]
        default: break
        }
        guard byte(position) == UInt8(ascii: "(") else { throw unexpected("“(”") }
        position += 1
        let condition = try argument(of: name)
        skipSpace()
        guard byte(position) == UInt8(ascii: ")") else { throw unexpected("“)”") }
        position += 1
        return [condition]
    }

    private mutating func nth(
        a: Int32 = 0, b: Int32 = 1, fromEnd: Bool, ofType: Bool = false, list: Int32 = -1
    ) -> Selector.Condition {
        selector.needsSiblings = true
        return .nth(a: a, b: b, fromEnd: fromEnd, ofType: ofType, list: list)
    }

    private mutating func argument(of name: String) throws(SelectorSyntaxError) -> Selector.Condition {
        switch name {
        case "is", "where": return .matches(list: try list(isRelative: false))
        case "not": return .not(list: try list(isRelative: false))
        case "has": return .has(list: try list(isRelative: true))
        case "lang": return .matches(list: try languages())
        default:
            let (a, b) = try formula()
            skipSpace()
            var of: Int32 = -1
            let start = position
            if let word = identifierIfPresent() {
                guard word.lowercased() == "of", !name.hasSuffix("type") else {
                    throw SelectorSyntaxError("“\(word)” has no meaning here", at: start)
                }
                of = try list(isRelative: false)
            }
            return nth(a: a, b: b, fromEnd: name.contains("last"), ofType: name.hasSuffix("type"), list: of)
        }
    }

    /// Reads languages, as a list of selectors with one condition.
    private mutating func languages() throws(SelectorSyntaxError) -> Int32 {
        var complexes: [Selector.Complex] = []
        while true {
            skipSpace()
            let condition = Selector.Condition.language(text: addText(try stringOrIdentifier()))
            let conditions = add([condition], to: &selector.conditions)
            let compound = Selector.Compound(pattern: -1, isUnprefixed: false, conditions: conditions)
            complexes.append(complex([compound], .none))
            skipSpace()
            guard byte(position) == UInt8(ascii: ",") else { return addList(complexes) }
            position += 1
        }
    }

    /// `odd`, `even`, `2n+1`, `-n + 3`, `5`.
    private mutating func formula() throws(SelectorSyntaxError) -> (a: Int32, b: Int32) {
        skipSpace()
        let start = position
        for (word, b) in [("odd", Int32(1)), ("even", 0)] where hasWord(word) {
            position += word.utf8.count
            return (2, b)
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

    private mutating func sign() -> Int32? {
        guard let sign = byte(position), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
        position += 1
        return sign == UInt8(ascii: "-") ? -1 : 1
    }

    /// A number; one beyond any number of siblings becomes that.
    private mutating func number() -> Int32? {
        let start = position
        var value = 0
        while let digit = byte(position), (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) {
            value = min(value * 10 + Int(digit - UInt8(ascii: "0")), Int(Int32.max))
            position += 1
        }
        return position > start ? Int32(value) : nil
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
