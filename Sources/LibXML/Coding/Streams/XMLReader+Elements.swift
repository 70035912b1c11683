// Whole elements.

extension XMLReader {
    /// Reads the current element, and moves to its end. The reader must be at a start tag.
    ///
    /// - Returns: the element as a separate tree, with its locations in the document and the namespaces that are in
    ///   scope. It does not keep other parts of the document in memory.
    /// - Throws: the errors of ``next()``; ``XMLError/Code/missingElement`` if the reader is not at a start tag.
    /// - Complexity: O(*n*) in the length of the element, in time and memory.
    public mutating func readElement() throws(XMLError) -> XMLTree.Element {
        guard let tape = try cursor.readElement() else {
            throw XMLError(.missingElement, "the reader is not at the start of an element")
        }
        return XMLTree.Element(rootOf: tape)
    }

    /// Reads the current element as a dictionary, and moves to its end. The reader must be at a start tag.
    ///
    /// - Returns: the dictionary, as if the element were the root of a document.
    /// - Throws: the errors of ``readElement()``.
    public mutating func readDictionary(mapping: XMLMapping = .xmltodict) throws(XMLError) -> XMLDictionary {
        XMLDictionary(try readElement(), mapping: mapping)
    }

    /// Decodes the element at whose start the reader is; the reader is then at its end.
    ///
    /// - Throws: as ``readElement()``; `DecodingError` for an element that is not of the type.
    public mutating func readValue<Value: Decodable>(
        as type: Value.Type, with decoder: XMLDecoder = .init()
    ) throws -> Value {
        try decoder.decode(type, from: readElement())
    }

    /// Calls `body` at the start of each following element whose name `name` matches.
    ///
    /// ```swift
    /// var reader = try XMLReader(parsing: .file(path))
    /// try reader.forEachElement("order") { order in
    ///     print(order[attribute: "id"] ?? "", try order.readDictionary()["order"]?["status"]?.string ?? "")
    /// }
    /// ```
    ///
    /// The element is a scope: within `body`, the reader ends at the end of the element. Any part that `body` does not
    /// read is skipped. The loop therefore works however much `body` reads. Matching elements inside such an element
    /// are not visited, but `body` may call this method again.
    ///
    /// After the call, the reader is at the end of the document, or of the scope in which it was called.
    ///
    /// - Throws: the errors of ``next()`` and of `body`. After an error of `body` the reader stays where `body` left
    ///   it, and reading may continue.
    public mutating func forEachElement(_ name: String, _ body: (inout XMLReader) throws -> Void) throws {
        while try readToFollowing(name) { try run(body) }
    }

    /// Calls `body` at the start of each following element with this expanded name.
    ///
    /// See ``forEachElement(_:_:)-(String,_)``.
    public mutating func forEachElement(_ name: XMLName, _ body: (inout XMLReader) throws -> Void) throws {
        while try readToFollowing(name) { try run(body) }
    }

    private mutating func run(_ body: (inout XMLReader) throws -> Void) throws {
        guard let element = cursor.currentElement else { return }
        let outer = scope
        scope = element
        defer { scope = outer }
        try body(&self)
        try cursor.skip(to: element)
    }
}
