/// A document of orders.
enum OrdersDocument {
    /// Returns a number of orders. For some indices, `fault` returns another text.
    static func text(_ count: Int, fault: (Int) -> String?) -> String {
        let orders = (0..<count).map { fault($0) ?? "<order id='\($0)'>\n <item>Tea</item>\n</order>\n" }
        return "<orders>\n" + orders.joined() + "</orders>\n"
    }
}
