/// A token of an expression (XPath 1.0, section 3.7), with its place in bytes.
struct XPathToken {
    enum Kind: Equatable {
        case literal, number, variable
        /// A name, `p:name`, `p:*` or `*`, as a node test, a function, a node type or an axis.
        case name
        /// `(`, `)`, `[`, `]`, `.`, `..`, `@`, `,`, `::`, `/` and `//`.
        case symbol
        /// `and`, `or`, `mod`, `div`, `*`, `|`, `+`, `-`, `=`, `!=`, `<`, `<=`, `>` and `>=`.
        case binary
        case end
    }

    let kind: Kind
    let text: String
    let range: Range<Int>
}

/// Divides an expression into tokens.
struct XPathLexer: ExpressionReader {
    static let space: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]

    let bytes: [UInt8]
    var position = 0
    /// Whether the last token ends an operand, so that `*` and names are operators.
    private var isAfterOperand = false

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Reads the next token.
    mutating func next() throws(ExpressionFault) -> XPathToken {
        skipSpace()
        guard position < bytes.count else { return token(.end, position..<position) }
        let start = position
        switch bytes[position] {
        case UInt8(ascii: "'"), UInt8(ascii: "\""):
            guard let end = bytes[(position + 1)...].firstIndex(of: bytes[position]) else {
                throw .unclosedString(at: start)
            }
            return token(.literal, start..<end + 1)
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return number()
        case UInt8(ascii: "."):
            if isDigit(position + 1) { return number() }
            return token(.symbol, start..<start + (byte(start + 1) == UInt8(ascii: ".") ? 2 : 1))
        case UInt8(ascii: "$"):
            position += 1
            guard let end = qualifiedNameEnd(from: position) else {
                throw ExpressionFault("the name of a variable is missing", at: position)
            }
            return token(.variable, start..<end)
        case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "@"),
            UInt8(ascii: ","):
            return token(.symbol, start..<start + 1)
        case UInt8(ascii: "/"):
            return token(.symbol, start..<start + (byte(start + 1) == UInt8(ascii: "/") ? 2 : 1))
        case UInt8(ascii: ":") where byte(start + 1) == UInt8(ascii: ":"): return token(.symbol, start..<start + 2)
        case UInt8(ascii: "|"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "="):
            return token(.binary, start..<start + 1)
        case UInt8(ascii: "<"), UInt8(ascii: ">"):
            return token(.binary, start..<start + (byte(start + 1) == UInt8(ascii: "=") ? 2 : 1))
        case UInt8(ascii: "!"):
            guard byte(start + 1) == UInt8(ascii: "=") else {
                throw ExpressionFault("“!” is not an operator", at: start, help: "write not(…), or !=")
            }
            return token(.binary, start..<start + 2)
        case UInt8(ascii: "*"): return token(isAfterOperand ? .binary : .name, start..<start + 1)
        default: return try name()
        }
    }

    private mutating func number() -> XPathToken {
        let start = position
        var end = position
        while isDigit(end) { end += 1 }
        if byte(end) == UInt8(ascii: ".") {
            end += 1
            while isDigit(end) { end += 1 }
        }
        // libxml2 reads an exponent, which XPath 1.0 does not allow.
        if byte(end).map({ $0 | 0x20 }) == UInt8(ascii: "e") {
            var digits = end + 1
            if byte(digits) == UInt8(ascii: "-") || byte(digits) == UInt8(ascii: "+") { digits += 1 }
            if isDigit(digits) {
                while isDigit(digits) { digits += 1 }
                end = digits
            }
        }
        return token(.number, start..<end)
    }

    private mutating func name() throws(ExpressionFault) -> XPathToken {
        let start = position
        if isAfterOperand {
            guard let end = nameEnd(from: start) else { throw unexpected() }
            let text = String(decoding: bytes[start..<end], as: UTF8.self)
            guard ["and", "or", "mod", "div"].contains(text) else {
                throw ExpressionFault("expected an operator, found “\(text)”", at: start)
            }
            return token(.binary, start..<end)
        }
        guard let end = qualifiedNameEnd(from: start, allowsStar: true) else { throw unexpected() }
        return token(.name, start..<end)
    }

    private mutating func token(_ kind: XPathToken.Kind, _ range: Range<Int>) -> XPathToken {
        position = range.upperBound
        let text = String(decoding: bytes[range], as: UTF8.self)
        switch kind {
        case .literal, .number, .variable, .name: isAfterOperand = true
        case .symbol: isAfterOperand = [")", "]", ".", ".."].contains(text)
        case .binary: isAfterOperand = false
        case .end: break
        }
        // A name before `(` or `::` does not end an operand; these symbols determine what follows.
        return XPathToken(kind: kind, text: text, range: range)
    }

    // MARK: Characters

    /// The end of an `NCName`; nil if there is none.
    private func nameEnd(from start: Int) -> Int? {
        var end = start
        while let byte = byte(end) {
            let continues = byte.isDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
            guard byte.isNameStart || end > start && continues else { break }
            end += 1
        }
        return end > start ? end : nil
    }

    /// The end of `name` or `p:name`, or of `p:*`.
    private func qualifiedNameEnd(from start: Int, allowsStar: Bool = false) -> Int? {
        guard let end = nameEnd(from: start) else { return nil }
        guard byte(end) == UInt8(ascii: ":"), byte(end + 1) != UInt8(ascii: ":") else { return end }
        if allowsStar, byte(end + 1) == UInt8(ascii: "*") { return end + 2 }
        return nameEnd(from: end + 1) ?? end
    }
}
