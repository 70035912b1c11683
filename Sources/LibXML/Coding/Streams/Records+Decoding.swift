// Records as types.

extension XMLRecords {
    /// Returns the next record as a type; nil at the end of the document.
    ///
    /// ```swift
    /// struct Order: Decodable {
    ///     var id: Int
    ///     var customer: String
    /// }
    /// var orders = try XMLRecords(parsing: .file("Examples/orders.xml"), at: "orders/order")
    /// while let order = try orders.next(as: Order.self) {
    ///     print(order.id, order.customer)
    /// }
    /// ```
    ///
    /// - Throws: as ``next()``; `DecodingError` for a record that is not of the type, after which the next call returns
    ///   the next record. With ``XMLDecoder/InvalidElements/skip`` such a record is omitted, and is
    ///   one of the ``diagnostics``.
    public mutating func next<Value: Decodable>(
        as type: Value.Type, with decoder: XMLDecoder = .init()
    ) throws -> Value? {
        while let record = try next() {
            defer { note(recordDecoder.takeOmitted()) }
            if let value = try recordDecoder.decode(type, from: record, decoder) { return value }
        }
        return nil
    }
}

extension XMLPushParser where Target == XMLTree.Element {
    /// Returns the next record as a type; nil if more of the document is needed, or after ``finish()->()`` at the end.
    ///
    /// - Throws: as ``next()``; `DecodingError` for a record that is not of the type, after which the next call returns
    ///   the next record. With ``XMLDecoder/InvalidElements/skip`` such a record is omitted, and is
    ///   one of the ``diagnostics``.
    public mutating func next<Value: Decodable>(
        as type: Value.Type, with decoder: XMLDecoder = .init()
    ) throws -> Value? {
        while let record = try next() {
            defer { note(recordDecoder.takeOmitted()) }
            if let value = try recordDecoder.decode(type, from: record, decoder) { return value }
        }
        return nil
    }
}

extension AsyncXMLRecords {
    /// Creates a sequence of the records of a document that arrives in pieces of any size, as values of a type.
    ///
    /// ```swift
    /// let orders = try AsyncXMLRecords(of: Order.self, request.body, at: "orders/order")
    /// for try await order in orders { print(order.id) }
    /// ```
    ///
    /// The loop throws `DecodingError` for a record that is not of the type.
    ///
    /// - Throws: ``XMLError/Code/invalidPath`` for a path with an index or an attribute.
    public init(
        of type: Element.Type, _ source: Source, at path: XMLPath, with decoder: XMLDecoder = .init(),
        options: XMLParsingOptions = .init()
    ) throws(XMLError) where Element: Decodable & SendableMetatype {
        try self.init(source, path, options) {
            var records = RecordDecoder()
            return { element, parser in
                defer { parser.note(records.takeOmitted()) }
                return try records.decode(Element.self, from: element, decoder)
            }
        }
    }
}
