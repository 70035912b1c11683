import AsyncHTTPClient
import Foundation
import Hummingbird
import HummingbirdTesting
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import Testing

@testable import RecordServer

/// Starts the server on a free port of the loopback interface and posts documents to it.
@Suite(.serialized) struct OrderTests {
    @Test("Orders are counted and their prices added up")
    func summary() async throws {
        let answer = try await post(
            "<orders><order><price>250</price></order><order><price>1</price></order></orders>")
        #expect(answer.status == .ok)
        #expect(try answer.decode(OrderSummary.self) == OrderSummary(orders: 2, total: 251))
    }

    @Test("A large body is added up in constant memory")
    func largeBody() async throws {
        let small = OrderStream(pieces: 16)
        let large = OrderStream(pieces: 512)
        #expect(try await post(small).decode(OrderSummary.self) == small.summary)
        let before = peakMemory()
        #expect(try await post(large).decode(OrderSummary.self) == large.summary)
        if let before, let after = peakMemory() {
            #expect(after - before < 8 << 20, "\(large.size) bytes of orders took \(after - before) bytes of memory")
        }
    }

    @Test(
        "What is wrong with a body is a bad request, with its place",
        arguments: [
            ("<orders>\n  <order><price>1</price></orders>", "2:26:"),
            ("<orders>\n  <order><price>1 & 2</price></order></orders>", "2:19:"),
            ("<orders>\n  <order><price>free</price></order></orders>", "2:10:"),
            ("<orders>\n  <order/></orders>", "2:3:"),
            ("<orders>\n  <order>\(String(repeating: " ", count: 2 << 20))</order></orders>", "2:3:"),
            ("", "1:1:"),
        ])
    func badRequest(body: String, place: String) async throws {
        let answer = try await post(body)
        #expect(answer.status == .badRequest)
        #expect(try answer.decode(ErrorAnswer.self).error.message.hasPrefix(place))
    }

    @Test("A fault at the beginning of a large body is answered, too")
    func earlyFault() async throws {
        let answer = try await post(OrderStream(pieces: 256, start: "<orders><order></orders>"))
        #expect(answer.status == .badRequest)
        #expect(try answer.decode(ErrorAnswer.self).error.message.hasPrefix("1:16:"))
    }
}

/// A document of orders that is made while it is sent.
private struct OrderStream: AsyncSequence, Sendable {
    /// A thousand orders, as they are sent again and again.
    private static let piece = ByteBuffer(
        string: (1...1_000).map { "<order><customer>Ana &amp; Sons</customer><price>\($0)</price></order>\n" }.joined())

    var pieces: Int
    var start = "<orders>"

    /// In bytes, start and end aside.
    var size: Int { pieces * Self.piece.readableBytes }
    var summary: OrderSummary { OrderSummary(orders: pieces * 1_000, total: pieces * 500_500) }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(stream: self) }

    struct AsyncIterator: AsyncIteratorProtocol {
        var stream: OrderStream
        var index = 0

        mutating func next() async -> ByteBuffer? {
            defer { index += 1 }
            if index == 0 { return ByteBuffer(string: stream.start) }
            if index <= stream.pieces { return OrderStream.piece }
            return index == stream.pieces + 1 ? ByteBuffer(string: "</orders>") : nil
        }
    }
}

private struct Answer {
    var status: HTTPResponseStatus
    var body: ByteBuffer

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try JSONDecoder().decode(type, from: body)
    }
}

/// How Hummingbird puts an error.
private struct ErrorAnswer: Decodable {
    struct Content: Decodable { var message: String }
    var error: Content
}

private func post(_ body: String) async throws -> Answer {
    try await post(.bytes(ByteBuffer(string: body)))
}

private func post(_ orders: OrderStream) async throws -> Answer {
    try await post(.stream(orders, length: .unknown))
}

private func post(_ body: HTTPClientRequest.Body) async throws -> Answer {
    try await Application(router: orderRoutes()).test(.live) { client in
        var request = HTTPClientRequest(url: "http://localhost:\(try #require(client.port))/orders")
        request.method = .POST
        request.body = body
        let response = try await HTTPClient.shared.execute(request, timeout: .minutes(5))
        return Answer(status: response.status, body: try await response.body.collect(upTo: 1 << 20))
    }
}

/// The most memory that this process, client and server, has had, in bytes; nil where the system has no /proc.
private func peakMemory() -> Int? {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return nil }
    return status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }.flatMap { Int($0.filter(\.isNumber)) }
        .map { $0 << 10 }
}
