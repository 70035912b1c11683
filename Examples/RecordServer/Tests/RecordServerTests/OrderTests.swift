import AsyncHTTPClient
import Foundation
import Hummingbird
import HummingbirdTesting
import LibXML
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
        "The answer to a body with a fault has its code and its place",
        arguments: [
            BadBody("<orders>\n  <order><price>1</price></orders>", .mismatchedEndTag, line: 2, column: 26),
            BadBody(
                "<orders>\n  <order><price>1 & 2</price></order></orders>", .malformedReference, line: 2, column: 19),
            BadBody("<orders>\n  <order><price>free</price></order></orders>", .invalidValue, line: 2, column: 17),
            BadBody("<orders>\n  <order/></orders>", .missingElement, line: 2, column: 3),
            BadBody("<orders><order><price>1</price></order>", .unclosedElement, line: 1, column: 40),
            BadBody([0xFF, 0x3C], .invalidEncoding, line: 1, column: 1),
            BadBody(Array("<orders>\n<order>".utf8) + [0xE4], .invalidEncoding, line: 2, column: 8),
            BadBody("", .emptyDocument, line: 1, column: 1),
            BadBody("<order><price>1</price></order>", .missingElement, line: 1, column: 1),
            BadBody("<orders/>", .missingElement, line: 1, column: 1),
        ])
    func badRequest(_ bad: BadBody) async throws {
        let answer = try await post(bad.body)
        #expect(answer.status == .badRequest)
        try answer.expectFault(of: bad)
    }

    @Test(
        "A hostile body is rejected before it takes much time or memory",
        arguments: [
            BadBody(String(repeating: "<a>", count: 500_000), .tooDeep, line: 1, column: 769),
            BadBody(
                "<orders><order>" + String(repeating: "<a>", count: 500_000), .tooDeep, line: 1, column: 778),
            BadBody(expandingEntities, .entityExpansionTooLarge, line: 1, column: 612),
            BadBody(
                "<!DOCTYPE orders [<!ENTITY a '&b;'><!ENTITY b '&a;'>]><orders>&a;</orders>", .recursiveEntity, line: 1,
                column: 63),
            BadBody(
                "<!DOCTYPE orders [<!ENTITY a SYSTEM '/etc/passwd'>]><orders><order><price>&a;</price></order></orders>",
                .invalidValue, line: 1, column: 75),
            BadBody(
                "<orders>" + (1...30_000).map { "<a\($0)/>" }.joined() + "</orders>", .tooManyNames, line: 1,
                column: 168_894),
        ])
    func hostile(_ bad: BadBody) async throws {
        let answer = try await post(bad.body)
        #expect(answer.status == .badRequest)
        try answer.expectFault(of: bad)
    }

    @Test("An order that is larger than the limit is rejected as such")
    func largeOrder() async throws {
        let spaces = String(repeating: " ", count: 2 << 20)
        let bad = BadBody("<orders>\n  <order>\(spaces)</order></orders>", .recordTooLarge, line: 2, column: 3)
        let answer = try await post(bad.body)
        #expect(answer.status == .payloadTooLarge)
        try answer.expectFault(of: bad)
    }

    @Test("A handler for comparison counts bytes")
    func bytes() async throws {
        let answer = try await post(.bytes(ByteBuffer(string: "<orders>")), to: "bytes")
        #expect(try answer.decode(BodySize.self) == BodySize(bytes: 8))
    }

    @Test("A fault at the beginning of a large body is answered, too")
    func earlyFault() async throws {
        let answer = try await post(OrderStream(pieces: 256, start: "<orders><order></orders>"))
        #expect(answer.status == .badRequest)
        try answer.expectFault(of: BadBody("", .mismatchedEndTag, line: 1, column: 16))
    }
}

/// A body, and the fault that the server is to find in it.
struct BadBody: Sendable, CustomTestStringConvertible {
    var body: [UInt8]
    var code: XMLError.Code
    var line: Int
    var column: Int

    init(_ body: [UInt8], _ code: XMLError.Code, line: Int, column: Int) {
        self.body = body
        self.code = code
        self.line = line
        self.column = column
    }

    init(_ body: String, _ code: XMLError.Code, line: Int, column: Int) {
        self.init(Array(body.utf8), code, line: line, column: column)
    }

    var testDescription: String { "\(code) at \(line):\(column), \(body.count) bytes" }
}

/// A document with ten entities. Each one refers ten times to the one before it.
private let expandingEntities: String = {
    let declarations = (1...10).map { "<!ENTITY e\($0) '\(String(repeating: "&e\($0 - 1);", count: 10))'>" }
    return "<!DOCTYPE orders [<!ENTITY e0 'lol'>\(declarations.joined())]>"
        + "<orders><order><price>&e10;</price></order></orders>"
}()

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

    func expectFault(of bad: BadBody) throws {
        let fault = try decode(RejectedBody.self).error
        #expect(fault.code == bad.code.rawValue)
        #expect((fault.line, fault.column) == (bad.line, bad.column))
        #expect(!fault.message.isEmpty)
    }
}

private func post(_ body: [UInt8]) async throws -> Answer {
    try await post(.bytes(ByteBuffer(bytes: body)))
}

private func post(_ body: String) async throws -> Answer {
    try await post(Array(body.utf8))
}

private func post(_ orders: OrderStream) async throws -> Answer {
    try await post(.stream(orders, length: .unknown))
}

private func post(_ body: HTTPClientRequest.Body, to path: String = "orders") async throws -> Answer {
    try await Application(router: orderRoutes()).test(.live) { client in
        var request = HTTPClientRequest(url: "http://localhost:\(try #require(client.port))/\(path)")
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
