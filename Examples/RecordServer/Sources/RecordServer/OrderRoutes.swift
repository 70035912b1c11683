import Hummingbird
import LibXML
import NIOCore

/// What the orders of a document add up to.
struct OrderSummary: ResponseCodable, Equatable {
    var orders = 0
    /// The sum of the prices, in cents.
    var total = 0
}

/// `POST /orders` with a document of orders, of any size, answers with their summary.
func orderRoutes() -> Router<BasicRequestContext> {
    let router = Router()
    router.post("orders") { request, _ in
        do {
            return try await summarize(request.body)
        } catch let error as XMLError {
            throw HTTPError(.badRequest, message: error.description)
        }
    }
    return router
}

/// Adds up orders while they arrive. One of them is in memory at a time, and the client is held back meanwhile.
private func summarize(_ body: RequestBody) async throws -> OrderSummary {
    var options = XMLParsingOptions()
    // The most bytes that one order may have; more is an error.
    options.limits.recordSize = 1 << 20

    var summary = OrderSummary()
    for try await order in try AsyncXMLRecords(body.map(\.readableBytesView), at: "orders/order", options: options) {
        summary.orders += 1
        // With prices of 32 bits, it takes more than two billion orders for the sum to overflow.
        summary.total += Int(try order.require("price").value(as: UInt32.self))
    }
    return summary
}
