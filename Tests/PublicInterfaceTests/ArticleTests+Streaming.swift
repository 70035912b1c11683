import Foundation
import LibXML
import Testing

extension ArticleTests {
    /// What a server hands out as the body of a request.
    private struct Request {
        struct Buffer: Sendable {
            var readableBytesView: [UInt8]
        }
        let body = AsyncStream<Buffer> { continuation in
            for part in ["<orders><order id='7'/><ord", "er id='8'/></orders>"] {
                continuation.yield(Buffer(readableBytesView: Array(part.utf8)))
            }
            continuation.finish()
        }
    }

    /// A library that decompresses, which this one does not need.
    private struct Inflater {
        private var pieces: [[UInt8]]

        init(file: String) throws {
            pieces = ["<orders><order id='7'/><ord", "er id='8'/></orders>"].map { Array($0.utf8) }
        }

        mutating func nextPiece() throws -> [UInt8]? { pieces.isEmpty ? nil : pieces.removeFirst() }
    }

    @Test("A request body")
    func requestBody() async throws {
        let request = Request()
        var ids: [String] = []
        for try await order in try AsyncXMLRecords(request.body.map(\.readableBytesView), at: "orders/order") {
            ids.append(try order.require(attribute: "id"))
        }
        print(ids)  // ["7", "8"]
        #expect(printed() == "[\"7\", \"8\"]\n")
    }

    @Test("Compressed files")
    func compressedFiles() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let plain = folder.appendingPathComponent("orders.xml").path
        try FileManager.default.copyItem(atPath: "Examples/orders.xml", toPath: plain)
        let gzip = try Process.run(URL(fileURLWithPath: "/usr/bin/env"), arguments: ["gzip", plain])
        gzip.waitUntilExit()
        let path = plain + ".gz"
        #expect(throws: XMLError.self) { try XMLTree(parsing: .file(path)) }

        let gunzip = Process()
        gunzip.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        gunzip.arguments = ["gzip", "-dc", path]
        let output = Pipe()
        gunzip.standardOutput = output
        try gunzip.run()
        let descriptor = output.fileHandleForReading.fileDescriptor
        var records = try XMLRecords(parsing: .fileDescriptor(descriptor), at: "orders/order")
        while let order = try records.next() { print(order[attribute: "id"] ?? "") }  // 7, then 8
        gunzip.waitUntilExit()
        #expect(gunzip.terminationStatus == 0)

        var inflater = try Inflater(file: path)
        var inflated = try XMLRecords(parsing: .chunks { try inflater.nextPiece() }, at: "orders/order")
        while let order = try inflated.next() { print(order[attribute: "id"] ?? "") }  // 7, then 8
        #expect(printed() == "7\n8\n7\n8\n")
    }

    @Test("Checkpoints")
    func checkpoints() throws {
        var first = try XMLRecords(parsing: .file("Examples/orders.xml"), at: "orders/order")
        print(try first.next()?[attribute: "id"] ?? "")  // 7
        let stored = try JSONEncoder().encode(first.checkpoint)

        let checkpoint = try JSONDecoder().decode(XMLCheckpoint.self, from: stored)
        var rest = try XMLRecords(parsing: .file("Examples/orders.xml"), at: "orders/order", from: checkpoint)
        print(try rest.next()?[attribute: "id"] ?? "")  // 8
        #expect(printed() == "7\n8\n")
    }

    @Test("Several tasks")
    func severalTasks() async throws {
        var items = 0
        try await XMLRecords.parallel(.file("Examples/orders.xml"), at: "orders/order", jobs: 4) { records in
            var items = 0
            while let order = try records.next() { items += order[all: "item"].count }
            return items
        } forEachPart: { count in
            items += count
        }
        print(items)  // 3
        #expect(printed() == "3\n")
    }

    @Test("Several machines")
    func severalMachines() throws {
        let parts = try XMLRecords.parts(in: .file("Examples/orders.xml"), at: "orders/order", count: 2)
        let job = try JSONEncoder().encode(parts[0])

        let part = try JSONDecoder().decode(XMLCheckpoint.self, from: job)
        var orders = try XMLRecords(parsing: .file("Examples/orders.xml"), at: "orders/order", from: part)
        while let order = try orders.next() { print(order[attribute: "id"] ?? "") }  // 7, then 8
        #expect(printed() == "7\n8\n")
    }

    @Test("Checks")
    func checks() throws {
        var repairer = XMLRepairer()
        try repairer.feed("<orders><order>Tea & milk".utf8)
        var text = repairer.takeBytes()
        text += try repairer.finish()
        print(String(decoding: text, as: UTF8.self), repairer.diagnosticCount)
        let expected = try Documentation.output(of: "var repairer", in: "Streaming.md")
        #expect(printed() == expected)
    }

    @Test("Oversized records")
    func oversizedRecords() throws {
        var options = XMLParsingOptions()
        options.limits.recordSize = 150
        options.oversizedRecords = .skip
        var small = try XMLRecords(parsing: .file("Examples/orders.xml"), at: "orders/order", options: options)
        while let order = try small.next() { print(order[attribute: "id"] ?? "") }  // 8
        print(small.diagnostics[0])
        let expected = try "8\n" + Documentation.output(of: "oversizedRecords = .skip", in: "Streaming.md")
        #expect(printed() == expected)
    }

    @Test("A cancelled task ends the loop with an error")
    func cancellation() async throws {
        let (pieces, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        continuation.yield(Array("<orders><order id='7'/>".utf8))
        let task = Task {
            var ids: [String] = []
            for try await order in try AsyncXMLRecords(pieces, at: "orders/order") {
                ids.append(try order.require(attribute: "id"))
            }
            return ids
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
