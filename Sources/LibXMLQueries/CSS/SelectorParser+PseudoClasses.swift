import LibXML

extension SelectorParser {
    private static let names = [
        "root", "scope", "empty", "first-child", "last-child", "only-child", "first-of-type", "last-of-type",
        "only-of-type", "nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type", "is", "where", "not", "has",
        "lang",
    ]

    mutating func pseudoClass() throws(ExpressionFault) -> [Selector.Condition] {
        let start = position
        position += 1
        if byte(position) == UInt8(ascii: ":") {
            throw ExpressionFault("pseudo-elements select no elements", at: start)
        }
        let name = try identifier("the name of a pseudo-class").lowercased()
        guard Self.names.contains(name) else {
            let nearest = nearestName(to: name, in: Self.names)
            throw ExpressionFault(
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

    private mutating func argument(of name: String) throws(ExpressionFault) -> Selector.Condition {
        switch name {
        case "is", "where": return .matches(list: try list(isRelative: false, isForgiving: true))
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
                    throw .unexpected("“\(word)”", at: start)
                }
                of = try list(isRelative: false)
            }
            return nth(a: a, b: b, fromEnd: name.contains("last"), ofType: name.hasSuffix("type"), list: of)
        }
    }

    /// Reads languages, as a list of selectors with one condition.
    private mutating func languages() throws(ExpressionFault) -> Int32 {
        var complexes: [Selector.Complex] = []
        while true {
            skipSpace()
            let condition = Selector.Condition.language(text: addText(try language()))
            let conditions = add([condition], to: &selector.conditions)
            let compound = Selector.Compound(pattern: -1, isUnprefixed: false, conditions: conditions)
            complexes.append(complex([compound], .none))
            skipSpace()
            guard byte(position) == UInt8(ascii: ",") else { return addList(complexes) }
            position += 1
        }
    }

    /// A language range, such as `de`, `"de-*-DE"` or `*-DE`.
    private mutating func language() throws(ExpressionFault) -> String {
        var text = ""
        while byte(position) == UInt8(ascii: "*") {
            position += 1
            text += "*" + (identifierIfPresent() ?? "")
        }
        return text.isEmpty ? try stringOrIdentifier() : text
    }

    /// `odd`, `even`, `2n+1`, `-n + 3`, `5`.
    private mutating func formula() throws(ExpressionFault) -> (a: Int32, b: Int32) {
        skipSpace()
        let start = position
        for (word, b) in [("odd", Int32(1)), ("even", 0)] where hasWord(word) {
            position += word.utf8.count
            return (2, b)
        }
        let sign = self.sign()
        let digits = number()
        guard let n = byte(position), n | 0x20 == UInt8(ascii: "n") else {
            guard let digits else { throw ExpressionFault("expected a number, “odd”, “even” or “2n+1”", at: start) }
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

    /// A number; a number larger than any number of siblings is limited to it.
    private mutating func number() -> Int32? {
        let start = position
        var value = 0
        while let digit = byte(position), digit.isDigit {
            value = min(value * 10 + Int(digit - UInt8(ascii: "0")), Int(Int32.max))
            position += 1
        }
        return position > start ? Int32(value) : nil
    }

    private func hasWord(_ word: String) -> Bool {
        let isFollowed = byte(position + word.utf8.count).map { $0.isNameStart || $0.isDigit } ?? false
        return !isFollowed && bytes[position...].prefix(word.utf8.count).map { $0 | 0x20 }.elementsEqual(word.utf8)
    }
}
