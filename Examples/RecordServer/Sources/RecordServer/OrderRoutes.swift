import Hummingbird
import LibXML
import NIOCore

/// What the orders of a document add up to.
struct OrderSummary: ResponseCodable, Equatable {
    var orders = 0
    /// The sum of the prices, in cents.
    var total = 0
}

/// The size of a body.
struct BodySize: ResponseCodable, Equatable {
    var bytes = 0
}

/// `POST /orders` with a document of orders, of any size, answers with their summary.
///
/// `POST /bytes` reads a body without parsing it. The load test compares the two.
func orderRoutes() -> Router<BasicRequestContext> {
    let router = Router()
    router.post("orders") { request, _ in
        do {
            return try await summarize(request.body)
        } catch let error as XMLError {
            throw RejectedBody(error)
        }
    }
    router.post("bytes") { request, _ in
        var size = BodySize()
        for try await piece in request.body { size.bytes += piece.readableBytes }
        return size
    }
    return router
}

/// A constant, so that the path is not parsed again for each request.
private let orderPath: XMLPath = "orders/order"

/// Adds up orders while they arrive. One of them is in memory at a time, and the client is held back meanwhile.
private func summarize(_ body: RequestBody) async throws -> OrderSummary {
    var options = XMLParsingOptions()
    // The most bytes that one order may have; more is an error.
    options.limits.recordSize = 1 << 20

    var summary = OrderSummary()
    let orders = try AsyncXMLRecords(body.map(\.readableBytesView), at: orderPath, options: options)
    for try await order in orders {
        summary.orders += 1
        // With prices of 32 bits, it takes more than two billion orders for the sum to overflow.
        summary.total += Int(try order.require("price").value(as: UInt32.self))
    }
    // Without this, a document with another root element would be one without orders.
    if let error = orders.notFound { throw error }
    return summary
}
