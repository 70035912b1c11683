extension XMLValue {
    /// Writes the value as JSON in several pieces, with keys in document order.
    ///
    /// - Parameters:
    ///   - pretty: whether to indent the text.
    ///   - sink: receives the text in UTF-8, in pieces of at least 64 KiB that never divide a string or key; the last
    ///     piece may be shorter.
    /// - Throws: the errors that `sink` throws.
    /// - Complexity: O(*n*) in the size of the value.
    public func writeJSON<Failure: Error>(
        pretty: Bool = false, to sink: ([UInt8]) throws(Failure) -> Void
    ) throws(Failure) {
        var text = JSONText(isPretty: pretty)
        var walker = ValueWalker(self, &text)
        while walker.step(&text) {
            if text.isFull { try sink(text.take()) }
        }
        try sink(text.take())
    }

    /// Returns the value as JSON, with keys in document order. Complexity: O(*n*) in the size of the value.
    public func json(pretty: Bool = false) -> String {
        var text = ""
        writeJSON(pretty: pretty) { text += String(decoding: $0, as: UTF8.self) }
        return text
    }
}

extension XMLValue: CustomStringConvertible {
    /// The text of a string; JSON for other values.
    public var description: String { (dictionary == nil ? string : nil) ?? json() }
}

extension XMLDictionary {
    /// Writes the dictionary as JSON in several pieces, with keys in document order.
    ///
    /// - Parameters:
    ///   - pretty: whether to indent the text.
    ///   - sink: receives the text in UTF-8, in pieces of at least 64 KiB that never divide a string or key; the last
    ///     piece may be shorter.
    /// - Throws: the errors that `sink` throws.
    /// - Complexity: O(*n*) in the size of the dictionary.
    public func writeJSON<Failure: Error>(
        pretty: Bool = false, to sink: ([UInt8]) throws(Failure) -> Void
    ) throws(Failure) {
        try XMLValue(self).writeJSON(pretty: pretty, to: sink)
    }

    /// Returns the dictionary as JSON, with keys in document order. Complexity: O(*n*) in its size.
    public func json(pretty: Bool = false) -> String { XMLValue(self).json(pretty: pretty) }
}

extension XMLDictionary: CustomStringConvertible {
    /// The dictionary as JSON.
    public var description: String { json() }
}

extension JSONText: DictionaryVisitor {
    mutating func beginDictionary(count: Int) { beginObject() }
    mutating func endDictionary() { endObject() }
    mutating func beginList() { beginArray() }
    mutating func endList() { endArray() }

    mutating func key(_ number: Int, of table: KeyTable) {
        guard number < table.count else { return key(table.text(number)) }
        key(quoted: table.json, table.json(number))
    }

    mutating func number(_ number: XMLValue.Number) {
        // JSON has no infinite numbers and no NaN.
        if case .double(let value) = number, !value.isFinite { null() } else { literal(number.text) }
    }
}
