// Elements as wholes.

extension XMLReader {
    /// Reads the element at whose start the reader stands, which then stands at its end.
    ///
    /// - Returns: the element as a tree of its own, which may be kept: with its places in the document and the namespaces
    ///   that are in scope there, and without what is around it.
    /// - Throws: as ``next()``; ``XMLError/Code/missingElement`` where the reader stands at no start.
    /// - Complexity: O(*n*) in the length of the element, in time and memory.
    public mutating func readElement() throws(XMLError) -> XMLTree.Element {
        guard let tape = try cursor.readElement() else {
            throw XMLError(.missingElement, "the reader is not at the start of an element")
        }
        return XMLTree.Element(tape: tape, index: tape.firstElement(Tape.document) ?? Tape.document)
    }

    /// Reads the element at whose start the reader stands as a dictionary; the reader then stands at its end.
    ///
    /// - Returns: what a document would give of which the element is the root.
    /// - Throws: as ``readElement()``.
    public mutating func readDictionary(mapping: XMLMapping = .xmltodict) throws(XMLError) -> XMLDictionary {
        XMLDictionary(try readElement(), mapping: mapping)
    }

    /// Calls `body` at the start of each element from here on whose name is written so.
    ///
    /// ```swift
    /// var reader = try XMLReader(contentsOfFile: path)
    /// try reader.forEachElement("order") { order in
    ///     print(order[attribute: "id"] ?? "", try order.readDictionary()["order"]?["status"]?.string ?? "")
    /// }
    /// ```
    ///
    /// The element is a scope: to the body its end is the end of all there is, and what the body has not read of it is
    /// passed over. So neither a body that reads too little nor one that reads too much derails the loop. Elements of that
    /// name inside such an element are left to the body, which may call this again.
    ///
    /// Afterwards the reader is at the end of the document, or of the scope that it is in itself.
    ///
    /// - Throws: as ``next()``, but what the closure that supplies the document threw, as it is; what `body` throws. After
    ///   an error of the body the reader stands where the body left it, and can go on.
    public mutating func forEachElement(_ name: String, _ body: (inout XMLReader) throws -> Void) throws {
        do {
            while try readToFollowing(name) { try run(body) }
        } catch let error as XMLError {
            throw own(error)
        }
    }

    /// Calls `body` at the start of each element from here on that has this expanded name, as
    /// ``forEachElement(_:_:)-(String,_)`` does.
    public mutating func forEachElement(_ name: XMLName, _ body: (inout XMLReader) throws -> Void) throws {
        do {
            while try readToFollowing(name) { try run(body) }
        } catch let error as XMLError {
            throw own(error)
        }
    }

    private mutating func run(_ body: (inout XMLReader) throws -> Void) throws {
        guard let element = cursor.currentElement else { return }
        let outer = scope
        scope = element
        defer { scope = outer }
        try body(&self)
        try cursor.skip(to: element)
    }

    /// The error of what supplies the document for the one that stands for it.
    private func own(_ error: XMLError) -> any Error {
        error.code == .sourceFailed ? sourceError ?? error : error
    }
}
