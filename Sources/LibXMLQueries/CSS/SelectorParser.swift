import LibXML

/// Parses a selector (Selectors Level 3, section 10).
struct SelectorParser: ExpressionReader {
    static let space: [UInt8] = [0x20, 0x09, 0x0A, 0x0C, 0x0D]

    let bytes: [UInt8]
    private let namespaces: [String: String]
    var position = 0
    private var depth = 0
    private var count = 0
    var selector = Selector()
    /// Whether the selector may begin with `>`.
    private let isScoped: Bool

    static let longest = 64 << 10
    static let most = 500
    static let deepest = 50

    init(_ text: String, _ namespaces: [String: String], isScoped: Bool) {
        self.isScoped = isScoped
        bytes = Array(text.utf8)
        self.namespaces = namespaces
    }

    /// - Throws: `XMLError.Code.invalidPath`, located in the selector.
    mutating func parse() throws(XMLError) -> Selector {
        do throws(ExpressionFault) {
            guard bytes.count <= Self.longest else {
                throw ExpressionFault("the selector is longer than \(Self.longest) bytes", at: Self.longest)
            }
            _ = try list(isRelative: false)
            guard position == bytes.count else { throw unexpected() }
            return selector
        } catch {
            throw XMLError(error.message, inThe: "selector", bytes, at: error.offset, help: error.help)
        }
    }

    /// Skips white space and comments. Returns whether there is white space: a comment alone separates nothing.
    @discardableResult
    mutating func skipSpace() -> Bool {
        var isSpace = false
        while let byte = byte(position) {
            if Self.space.contains(byte) {
                isSpace = true
                position += 1
            } else if !skipComment() {
                break
            }
        }
        return isSpace
    }

    /// Skips a comment, which may end with the selector.
    private mutating func skipComment() -> Bool {
        guard byte(position) == UInt8(ascii: "/"), byte(position + 1) == UInt8(ascii: "*") else { return false }
        position += 2
        while position < bytes.count {
            position += 1
            if bytes[position - 1] == UInt8(ascii: "*"), byte(position) == UInt8(ascii: "/") {
                position += 1
                break
            }
        }
        return true
    }

    // MARK: Lists and combinators

    /// Adds the items of a part to an array of the selector, after those of inner lists.
    func add<Item>(_ items: [Item], to array: inout [Item]) -> Selector.Part {
        defer { array += items }
        return Selector.Part(start: Int32(array.count), count: Int32(items.count))
    }

    /// Reads a list, and returns its number. A forgiving list may have empty items, which match nothing.
    mutating func list(isRelative: Bool, isForgiving: Bool = false) throws(ExpressionFault) -> Int32 {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepest, StackSpace.isEnough else {
            throw ExpressionFault(
                "the selector nests deeper than \(Self.deepest), or than the stack of this thread allows", at: position)
        }
        var complexes: [Selector.Complex] = []
        while true {
            skipSpace()
            if isForgiving, byte(position) == UInt8(ascii: ",") {
                position += 1
                continue
            }
            if isForgiving, byte(position) == UInt8(ascii: ")") { return addList(complexes) }
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

    mutating func complex(
        _ compounds: [Selector.Compound], _ leading: Selector.Combinator
    ) -> Selector.Complex {
        let hasSiblings = compounds.contains { $0.combinator == .next || $0.combinator == .subsequent }
        return Selector.Complex(
            compounds: add(compounds, to: &selector.compounds), leading: leading,
            isVertical: leading == .none && !hasSiblings)
    }

    mutating func addList(_ complexes: [Selector.Complex]) -> Int32 {
        selector.lists.append(add(complexes, to: &selector.complexes))
        return Int32(selector.lists.count - 1)
    }

    /// Reads compounds and combinators. Returns the compounds from right to left.
    mutating func complex() throws(ExpressionFault) -> [Selector.Compound] {
        var compounds = [try first()]
        while true {
            let isSpaced = skipSpace()
            var combinator = combinatorSymbol()
            if combinator != nil {
                skipSpace()
            } else if isSpaced, position < bytes.count,
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

    /// Reads the first compound. A selector that begins with `>` is relative to `:scope`.
    private mutating func first() throws(ExpressionFault) -> Selector.Compound {
        guard depth == 1, isScoped, byte(position) == UInt8(ascii: ">") else { return try compound() }
        return .init(pattern: -1, isUnprefixed: false, conditions: add([.scope], to: &selector.conditions))
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

    private mutating func compound() throws(ExpressionFault) -> Selector.Compound {
        count += 1
        guard count <= Self.most else {
            throw ExpressionFault("the selector has more than \(Self.most) parts", at: position)
        }
        let type = try typeName()
        let isUnprefixed = if case .unprefixed? = type?.namespace { true } else { false }
        let pattern = type.map { addPattern($0) } ?? -1
        var conditions: [Selector.Condition] = []
        while true {
            while skipComment() {}
            switch byte(position) {
            case UInt8(ascii: "#"), UInt8(ascii: "."), UInt8(ascii: "["), UInt8(ascii: ":"):
                count += 1
                guard count <= Self.most else {
                    throw ExpressionFault("the selector has more than \(Self.most) parts", at: position)
                }
            default: break
            }
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

    mutating func addText(_ text: String) -> Selector.Part { add(Array(text.utf8), to: &selector.texts) }

    private mutating func condition(
        _ attribute: String, _ match: Selector.Match, _ text: String
    ) -> Selector.Condition {
        let name = Selector.NamePattern(namespace: .none, local: attribute, isAttribute: true)
        return .attribute(pattern: addPattern(name), match, text: addText(text), .sensitive)
    }

    /// The name of an element, with a namespace: `name`, `*`, `p|name`, `*|name`, `|name`.
    private mutating func typeName() throws(ExpressionFault) -> Selector.NamePattern? {
        let start = position
        let isStar = byte(position) == UInt8(ascii: "*")
        var first: String?
        if isStar { position += 1 } else { first = identifierIfPresent() }
        let isBar = byte(position) == UInt8(ascii: "|") && byte(position + 1) != UInt8(ascii: "=")
        guard isBar else {
            if isStar { return Selector.NamePattern(namespace: .any, local: nil) }
            let unprefixed = namespaces[""].map { Selector.NamePattern.Namespace.uri($0) } ?? .unprefixed
            return first.map { Selector.NamePattern(namespace: unprefixed, local: $0) }
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

    private func uri(of prefix: String, at place: Int) throws(ExpressionFault) -> String {
        if let uri = namespaces.first(where: { $0.key.hasSameBytes(as: prefix) })?.value { return uri }
        throw .unboundPrefix(prefix, nearest: nearestName(to: prefix, in: namespaces.keys.sorted()), at: place)
    }

    private mutating func attribute() throws(ExpressionFault) -> Selector.Condition {
        position += 1
        skipSpace()
        let pattern = try attributeName()
        let name = addPattern(pattern)
        skipSpace()
        if byte(position) == UInt8(ascii: "]") {
            position += 1
            return .attribute(pattern: name, .exists, text: addText(""), .sensitive)
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
        var sensitivity = pattern.hasCaselessValuesInHTML ? Selector.Case.insensitiveInHTML : .sensitive
        if let flag = byte(position).map({ $0 | 0x20 }), flag == UInt8(ascii: "i") || flag == UInt8(ascii: "s") {
            sensitivity = flag == UInt8(ascii: "i") ? .insensitive : .sensitive
            position += 1
            skipSpace()
        }
        guard byte(position) == UInt8(ascii: "]") else { throw unexpected("“]”") }
        position += 1
        return .attribute(pattern: name, match, text: addText(value), sensitivity)
    }

    /// The name of an attribute, which is in no namespace without a prefix.
    private mutating func attributeName() throws(ExpressionFault) -> Selector.NamePattern {
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

    // MARK: Names and strings

    mutating func identifier(_ what: String) throws(ExpressionFault) -> String {
        guard let identifier = identifierIfPresent() else { throw unexpected(what) }
        return identifier
    }

    mutating func identifierIfPresent() -> String? {
        var name: [UInt8] = []
        let start = position
        if byte(position) == UInt8(ascii: "-") {
            let next = byte(position + 1) ?? 0
            guard next.isNameStart || next == UInt8(ascii: "-") || next == UInt8(ascii: "\\") else { return nil }
        }
        while let byte = byte(position) {
            if byte == UInt8(ascii: "\\") {
                guard let escaped = escape() else { break }
                name += escaped
            } else if byte.isNameStart || byte == UInt8(ascii: "-") || byte.isDigit && !name.isEmpty {
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
        guard let first = byte(place), ![0x0A, 0x0C, 0x0D].contains(first) else { return nil }
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
        if bytes[place...].starts(with: [0x0D, 0x0A]) {
            place += 2
        } else if let byte = byte(place), [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains(byte) {
            place += 1
        }
        position = place
        return Array(String(Character(Unicode.Scalar(value == 0 ? 0xFFFD : value) ?? "\u{FFFD}")).utf8)
    }

    mutating func stringOrIdentifier() throws(ExpressionFault) -> String {
        guard let quote = byte(position), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            return try identifier("a string or a name")
        }
        let start = position
        position += 1
        var text: [UInt8] = []
        while let byte = byte(position), byte != quote {
            if byte == UInt8(ascii: "\\"), let escaped = escape() {
                text += escaped
            } else if byte == UInt8(ascii: "\\"), position + 1 < bytes.count {
                // An escaped end of a line is omitted.
                let isPair = bytes[position...].dropFirst().starts(with: [0x0D, 0x0A])
                position += isPair ? 3 : 2
            } else if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") || byte == 0x0C {
                throw ExpressionFault("the string is not closed in its line", at: start)
            } else {
                text.append(byte)
                position += 1
            }
        }
        guard position < bytes.count else { throw .unclosedString(at: start) }
        position += 1
        return String(decoding: text, as: UTF8.self)
    }
}
