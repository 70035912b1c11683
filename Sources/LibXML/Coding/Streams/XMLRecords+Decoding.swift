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
