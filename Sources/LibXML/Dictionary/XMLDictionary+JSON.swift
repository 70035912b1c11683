extension XMLDictionary {
    /// Writes the dictionary as JSON, keys in the order of the document, piece by piece.
    ///
    /// - Parameter sink: receives the text in UTF-8, in pieces of about 64 KiB.
    /// - Complexity: O(*n*) in the size of the document.
    public func writeJSON<Failure: Error>(
        pretty: Bool = false, to sink: ([UInt8]) throws(Failure) -> Void
    ) throws(Failure) {
        var text = JSONText(isPretty: pretty)
        var walker = DictionaryWalker(self)
        walker.begin(index, &text)
        while walker.step(&text) {
            if text.isFull { try sink(text.take()) }
        }
        try sink(text.take())
    }

    /// The dictionary as JSON, keys in the order of the document.
    ///
    /// - Complexity: O(*n*) in the size of the document.
    public func json(pretty: Bool = false) -> String {
        var text = ""
        writeJSON(pretty: pretty) { text += String(decoding: $0, as: UTF8.self) }
        return text
    }
}

extension JSONText: DictionaryVisitor {
    mutating func beginDictionary() { beginObject() }
    mutating func endDictionary() { endObject() }
    mutating func beginList() { beginArray() }
    mutating func endList() { endArray() }
    mutating func key(_ key: DictionaryKey) { self.key(quoted: key.json) }
}
