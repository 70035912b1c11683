import AsyncHTTPClient
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LibXML
import NIOCore
import Testing

/// The recipes of the article on servers and clients, as they stand there.
@Suite struct RecipeTests {
    struct Order: ResponseCodable {
        var id: Int
        var item: [String]
    }

    @Test(
        "The lines of the article stand in this file",
        arguments: ["Bodies of Hummingbird", "Responses of AsyncHTTPClient"])
    func article(_ title: String) throws {
        let root = URL(filePath: #filePath).appending(path: "../../../../..").standardized
        let article = try String(
            contentsOf: root.appending(path: "Sources/LibXML/LibXML.docc/ServersAndClients.md"), encoding: .utf8)
        let section = try #require(article.components(separatedBy: "\n## ").first { $0.hasPrefix(title) })
        // What differs in a test: its server, its type, and what it does with a result.
        let differing = ["print(", "let request =", "struct Order:", "var id", "var item"]
        let blocks = section.components(separatedBy: "\n").split { line in
            !line.hasPrefix("    ") || differing.contains { line.contains($0) }
        }
        #expect(blocks.reduce(0) { $0 + $1.count } > 10)
        let source = try String(contentsOfFile: #filePath, encoding: .utf8).components(separatedBy: "\n").map(Self.code)
        for block in blocks.map({ $0.map(Self.code) }) {
            #expect(source.indices.contains { source[$0...].starts(with: block) }, "\(block)")
        }
    }

    /// A line without its indentation.
    private static func code(_ line: String) -> String { String(line.trimmingPrefix { $0 == " " }) }

    @Test("Bodies of Hummingbird")
    func bodies() async throws {
        let app = Application(router: router)
        try await app.test(.router) { client in
            let order = "<order><id>7</id><item>Tea</item></order>"
            try await client.execute(uri: "/orders", method: .post, body: ByteBuffer(string: order)) { answer in
                #expect(answer.status == .ok)
                #expect(answer.headers[.contentType] == "application/xml")
                #expect(String(buffer: answer.body).hasSuffix(order))
            }
            for (body, place) in [("<order><id>7</order>", "1:13"), ("<order>\n<id>x</id></order>", "2:5")] {
                try await client.execute(uri: "/orders", method: .post, body: ByteBuffer(string: body)) { answer in
                    #expect(answer.status == .badRequest)
                    #expect(String(buffer: answer.body).contains(place))
                }
            }
        }
    }

    @Test("Responses of AsyncHTTPClient")
    func responses() async throws {
        let router = Router()
        router.get("orders.xml") { _, _ in
            "<orders><order><id>7</id><item>Tea</item></order><order><id>8</id></order></orders>"
        }
        router.get("order.xml") { _, _ in "<order><id>7</id><item>Tea</item></order>" }
        try await Application(router: router).test(.live) { server in
            let place = "http://localhost:\(try #require(server.port))"
            #expect(try await records(at: place + "/orders.xml") == [7, 8])
            #expect(try await tree(at: place + "/orders.xml") == "orders 1 7")
            #expect(try await whole(at: place + "/order.xml").item == ["Tea"])
        }
    }

    private var router: Router<XMLContext> {
        let router = Router(context: XMLContext.self)
        router.post("orders") { request, context in
            try await request.decode(as: Order.self, context: context)  // Order: ResponseCodable
        }
        return router
    }

    private func records(at url: String) async throws -> [Int] {
        var ids: [Int] = []
        let request = HTTPClientRequest(url: url)
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
        let body = response.body.map(\.readableBytesView)
        for try await order in try AsyncXMLRecords(of: Order.self, body, at: "orders/order") {
            ids.append(order.id)
        }
        return ids
    }

    private func tree(at url: String) async throws -> String {
        let request = HTTPClientRequest(url: url)
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
        var parser = XMLPushParser(options: XMLParsingOptions(sourceName: request.url))
        for try await piece in response.body { try parser.feed(piece.readableBytesView) }
        let tree = try parser.finish()
        let order = try XMLDecoder().decode(Order.self, from: tree.root.require("order"))
        return "\(tree.root.qualifiedName) \(tree.elements(at: "//item").count) \(order.id)"
    }

    private func whole(at url: String) async throws -> Order {
        let request = HTTPClientRequest(url: url)
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
        let bytes = try await response.body.collect(upTo: 1 << 20)
        let order = try XMLDecoder().decode(Order.self, from: bytes.readableBytesView)
        return order
    }
}

struct XMLRequestDecoder: RequestDecoder {
    func decode<T: Decodable>(_ type: T.Type, from request: Request, context: some RequestContext) async throws -> T {
        let body = try await request.body.collect(upTo: context.maxUploadSize)
        do {
            return try XMLDecoder().decode(type, from: body.readableBytesView)
        } catch {
            guard let fault = error as? XMLError ?? (error as? DecodingError)?.xmlError else { throw error }
            throw HTTPError(.badRequest, message: fault.description)
        }
    }
}

struct XMLResponseEncoder: ResponseEncoder {
    func encode(_ value: some Encodable, from request: Request, context: some RequestContext) throws -> Response {
        let body = ByteBuffer(bytes: try XMLEncoder().xmlBytes(value))
        return Response(status: .ok, headers: [.contentType: "application/xml"], body: .init(byteBuffer: body))
    }
}

struct XMLContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    var requestDecoder: XMLRequestDecoder { .init() }
    var responseEncoder: XMLResponseEncoder { .init() }

    init(source: Source) {
        coreContext = .init(source: source)
    }
}
