import CLibXML2
import CheckCases
import Foundation
import LibXML
import Testing

/// libxml2 has one allocator for the whole process, so each test counts in a separate process.
@Suite struct LeakTests {
    @Test("Parsing that stops before the end releases all memory of libxml2", arguments: Stop.allCases)
    func stops(_ stop: Stop) async {
        await #expect(processExitsWith: .success) { [name = stop.rawValue as String] in
            let stop = try #require(Stop(rawValue: name))
            #expect(TestAllocator.install())
            // libxml2, its threads and the encoding tables keep their first allocations.
            try await stop.run()
            let (kept, made) = (TestAllocator.shared.live, TestAllocator.shared.made)
            for _ in 0..<20 { try await stop.run() }
            #expect(TestAllocator.shared.live == kept)
            #expect(TestAllocator.shared.made > made + 20)
        }
    }

    @Test("The count sees a leak")
    func leak() async {
        await #expect(processExitsWith: .success) {
            #expect(TestAllocator.install())
            xmlInitParser()
            let kept = TestAllocator.shared.live
            let cDocument = unsafe xmlNewDoc("1.0")
            #expect(TestAllocator.shared.live > kept)
            unsafe xmlFreeDoc(cDocument)
            #expect(TestAllocator.shared.live == kept)
        }
    }
}

/// A way to stop before the end of a document.
enum Stop: String, CaseIterable, Sendable {
    case readerDropped, readerDroppedInEncoding, readerAfterElement, readerInBrokenElement, readerAfterFault
    case sourceFails, bodyThrows, handlerThrows, handlerStops, pushParserDropped, pushParserAfterFault
    case recordsDropped, recordsResumed, taskCancelled

    private struct Failure: Error {}

    private static let document = """
        <!DOCTYPE a SYSTEM 'a' [<!ENTITY e '<i k="v">x<j/></i>y'><!ENTITY t 'text'><!ENTITY x SYSTEM 'x'>
        <!ATTLIST b d CDATA 'v'><!NOTATION n PUBLIC 'n'><!ELEMENT a ANY>]>
        <a xmlns='urn:a'>t&e;&t;<b k='&t;' p:l='v' xmlns:p='urn:&t;'/>&x;&unknown;&e;<![CDATA[c\r\n]]><!-- c --><?p d?><b>x</b></a>
        """
    private static let broken = document.replacing("</b></a>", with: "</c></a>")
    private static let cyrillic = CheckCases.encode(document, as: "ISO-8859-5")
    private static let events = 25

    func run() async throws {
        guard self != .taskCancelled else { return try await Self.cancel() }
        // libxml2 keeps the last error of each thread.
        defer { xmlResetLastError() }
        try runHere()
    }

    private func runHere() throws {
        switch self {
        case .readerDropped: try Self.dropReader(of: Array(Self.document.utf8))
        case .readerDroppedInEncoding:
            try Self.dropReader(of: #require(Self.cyrillic), "ISO-8859-5")
        case .readerAfterElement:
            var reader = XMLReader(parsing: Self.document)
            _ = try reader.readToFollowing("i")
            _ = try reader.readElement()
            _ = try reader.readToFollowing("b")
            _ = try reader.readDictionary()
        case .readerInBrokenElement:
            var reader = XMLReader(parsing: Self.broken)
            _ = try reader.readToFollowing("a")
            #expect(throws: XMLError.self) { try reader.readElement() }
        case .readerAfterFault:
            var reader = XMLReader(parsing: Self.broken)
            #expect(throws: XMLError.self) { while try reader.next() != nil {} }
        case .sourceFails:
            var pieces = Array(Self.document.utf8.dropLast(20)).chunks(of: 10)[...]
            var reader = try XMLReader(
                parsing: .chunks { try pieces.popFirst().map(Array.init) ?? { throw Failure() }() })
            #expect(throws: XMLError.self) { while try reader.next() != nil {} }
        case .bodyThrows:
            var reader = XMLReader(parsing: Self.document)
            #expect(throws: Failure.self) { try reader.forEachElement("i") { _ in throw Failure() } }
        case .handlerThrows, .handlerStops:
            for count in 1...6 {
                var handler = Stopper(count: count, error: self == .handlerThrows ? Failure() : nil)
                do { try handler.parse(Self.document) } catch is Failure {}
                #expect(handler.count == 0)
            }
        case .pushParserDropped:
            let pieces = Array(Self.document.utf8).chunks(of: 7)
            for count in 0..<pieces.count {
                var parser = XMLPushParser()
                for piece in pieces.prefix(count) { try parser.feed(piece) }
            }
        case .pushParserAfterFault:
            #expect(throws: XMLError.self) { try parse(chunks: Array(Self.broken.utf8).chunks(of: 7)) }
        case .recordsDropped:
            for count in 0...2 {
                var records = try XMLRecords(parsing: Self.document, at: "//b")
                for _ in 0..<count { _ = try records.next() }
            }
        case .recordsResumed:
            let file = try TemporaryFile(Self.document.utf8)
            var records = try XMLRecords(parsing: .file(file.path), at: "a/b")
            _ = try records.next()
            var rest = try XMLRecords(parsing: .file(file.path), at: "a/b", from: records.checkpoint)
            #expect(try rest.next() != nil)
        case .taskCancelled: break
        }
    }

    /// Drops readers after no event, one event, and so on.
    private static func dropReader(of bytes: [UInt8], _ encoding: String? = nil) throws {
        var options = XMLParsingOptions()
        options.encoding = encoding
        for count in 0..<events {
            var reader = XMLReader(parsing: bytes, options: options)
            for _ in 0..<count { try reader.next() }
        }
    }

    /// Cancels a task in the middle of its records.
    private static func cancel() async throws {
        let task = Task {
            let chunks = AsyncStream { continuation in
                for piece in Array(document.utf8).chunks(of: 7) { continuation.yield(piece) }
                continuation.finish()
            }
            for try await _ in try AsyncXMLRecords(chunks, at: "//b") {
                unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}

/// Ends the parse at an element.
private struct Stopper: XMLHandler {
    var count: Int
    var error: (any Error)?

    mutating func startElement(_ element: borrowing XMLElementEvent) throws {
        count -= 1
        guard count == 0 else { return }
        if let error { throw error }
        element.stopParsing()
    }
    mutating func endElement(_ element: borrowing XMLElementEvent) {}
    mutating func text(_ text: borrowing XMLTextEvent) {}
}
