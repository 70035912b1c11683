import CheckCases
import Foundation
import LibXML
import Testing

/// Every entry point with every kind of input.
@Suite struct XMLInputTests {
    private struct Lost: Error {}

    private struct Texts: XMLHandler {
        var text = ""
        mutating func startElement(_ element: borrowing XMLElementEvent) {}
        mutating func endElement(_ element: borrowing XMLElementEvent) {}
        mutating func text(_ text: borrowing XMLTextEvent) { self.text += text.string }
    }

    /// What each entry point reads from an input, by name.
    private static let entries: [(name: String, read: @Sendable (XMLInput, XMLParsingOptions) throws -> String)] = [
        ("tree", { try XMLTree(parsing: $0, options: $1).root.text }),
        ("dictionary", { try XMLDictionary(parsing: $0, options: $1).string(at: "r.a") ?? "" }),
        ("decoder", { try XMLDecoder().decode(String.self, from: $0, at: "r/a", options: $1) }),
        ("decoder of lists", { try XMLDecoder().decode([String].self, from: $0, at: "r/a", options: $1).joined() }),
        (
            "reader",
            {
                var reader = try XMLReader(parsing: $0, options: $1)
                return try reader.readToFollowing("a") ? reader.readElementText() : ""
            }
        ),
        (
            "records",
            {
                var records = try XMLRecords(parsing: $0, at: "r/a", options: $1)
                return try records.next()?.text ?? ""
            }
        ),
        (
            "handler",
            {
                var handler = Texts()
                try handler.parse($0, options: $1)
                return handler.text
            }
        ),
        ("HTML", { try XMLTree(html: $0, options: XMLHTMLOptions(limits: $1.limits)).root.text }),
    ]

    private static let document = "<r><a>Tëa</a></r>"

    /// A closure that returns the document in pieces, some of them empty.
    private static func chunks(_ text: String = document, failing: Bool = false) -> XMLInput {
        var rest = Array(text.utf8)[...]
        var count = 0
        return .chunks {
            count += 1
            if count.isMultiple(of: 2) { return [] }
            guard let byte = rest.popFirst() else {
                if failing { throw Lost() }
                return nil
            }
            return [byte]
        }
    }

    @Test("A file, a URL, a descriptor and a closure are read by every entry point")
    func inputs() throws {
        let file = try TemporaryFile(Array(Self.document.utf8))
        for (name, read) in Self.entries {
            let options = XMLParsingOptions(encoding: "UTF-8")
            #expect(try read(.file(file.path), options) == "Tëa", "\(name)")
            #expect(try read(.file(file.path, mapped: true), options) == "Tëa", "\(name)")
            #expect(try read(.url(URL(fileURLWithPath: file.path)), options) == "Tëa", "\(name)")
            #expect(try read(Self.chunks(), options) == "Tëa", "\(name)")
            let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: file.path))
            #expect(try read(.fileDescriptor(handle.fileDescriptor), options) == "Tëa", "\(name)")
        }
    }

    @Test("A descriptor is read from its position to its end, and stays open")
    func positions() throws {
        let file = try TemporaryFile(Array(("skipped" + Self.document).utf8))
        for (name, read) in Self.entries where name != "HTML" {
            let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: file.path))
            try handle.seek(toOffset: 7)
            // As many bytes as there are left.
            var options = XMLParsingOptions()
            options.limits.inputSize = Self.document.utf8.count
            #expect(try read(.fileDescriptor(handle.fileDescriptor), options) == "Tëa", "\(name)")
            #expect(throws: Never.self) { try handle.offset() }
        }
        let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: file.path))
        try handle.seek(toOffset: 7)
        let records = try XMLRecords(parsing: .fileDescriptor(handle.fileDescriptor), at: "r/a")
        #expect(records.size == Self.document.utf8.count)
    }

    @Test("An input that is too large is an error")
    func limits() throws {
        let file = try TemporaryFile(Array(Self.document.utf8))
        for (name, read) in Self.entries {
            var options = XMLParsingOptions(encoding: "UTF-8")
            options.limits.inputSize = 10
            for input in [.file(file.path), Self.chunks()] as [XMLInput] {
                let error = #expect(throws: XMLError.self, "\(name)") { try read(input, options) }
                #expect(error?.code == .inputTooLarge, "\(name)")
            }
        }
    }

    @Test("The name of a file is that of the document, unless the options have another one")
    func names() throws {
        let file = try TemporaryFile(Array("<r>".utf8))
        for (name, read) in Self.entries where name != "HTML" {
            let own = #expect(throws: XMLError.self, "\(name)") { try read(.file(file.path), .init()) }
            #expect(own?.location?.sourceName == file.path, "\(name)")
            let given = #expect(throws: XMLError.self) { try read(.file(file.path), .init(sourceName: "r.xml")) }
            #expect(given?.location?.sourceName == "r.xml", "\(name)")
            let closed = #expect(throws: XMLError.self) { try read(.fileDescriptor(-1), .init(sourceName: "in")) }
            #expect(closed?.code == .unreadableFile && closed?.message.hasPrefix("in: ") == true, "\(name)")
            #expect(throws: XMLError.self) { try read(.fileDescriptor(-1), .init()) }
        }
        #expect(try XMLTree(parsing: Self.chunks()).sourceName == nil)
        for (_, read) in Self.entries {
            let missing = #expect(throws: XMLError.self) { try read(.file("/none/x.xml"), .init()) }
            #expect(missing?.code == .fileNotFound)
            let address = #expect(throws: XMLError.self) {
                try read(.url(URL(string: "https://example.com/a.xml") ?? URL(fileURLWithPath: "/")), .init())
            }
            #expect(address?.code == .unsupportedURL)
        }
    }

    @Test("An error of a closure is the cause of the error that is thrown, after what came before it")
    func failures() throws {
        for (name, read) in Self.entries where name != "records" && name != "reader" {
            let error = #expect(throws: XMLError.self) {
                try read(Self.chunks("<r><a>Tea</a>", failing: true), .init())
            }
            #expect(error?.code == .sourceFailed && error?.underlyingError is Lost, "\(name)")
        }
        let own = XMLError("lost", code: .invalidValue)
        for (name, read) in Self.entries {
            #expect(throws: own, "\(name)") { try read(.chunks { throw own }, .init()) }
        }
        var handler = Texts()
        #expect(throws: XMLError.self) { try handler.parse(Self.chunks("<r>hello<b", failing: true)) }
        #expect(handler.text == "hello")
        // Errors that differ only in their cause are equal.
        let cause = #expect(throws: XMLError.self) { try XMLTree(parsing: .chunks { throw Lost() }) }
        #expect(cause == XMLError(cause?.message ?? "", code: .sourceFailed))
    }

    @Test("The path or address of a document is not a document, and the help says so")
    func paths() throws {
        for text in ["/tmp/orders.xml", "orders.xml", " ./a.xml\n", "https://example.com/feed", "file.xml?x"] {
            let error = try #require(throws: XMLError.self) { try XMLTree(parsing: text) }
            #expect(error.help?.contains(".file(") == true, "\(text)")
        }
        for text in ["text", "a/b", "/<a/>", "a.xml<a/>"] {
            let error = try #require(throws: XMLError.self) { try XMLTree(parsing: text) }
            #expect(error.help?.contains(".file(") != true, "\(text)")
        }
    }

    @Test("Only a file can be divided, or continued after a checkpoint")
    func checkpoints() throws {
        let file = try TemporaryFile(Array("<r><a>1</a><a>2</a></r>".utf8))
        var records = try XMLRecords(parsing: .file(file.path), at: "r/a")
        _ = try records.next()
        let checkpoint = records.checkpoint
        let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: file.path))
        for input in [.fileDescriptor(handle.fileDescriptor), Self.chunks()] as [XMLInput] {
            let error = #expect(throws: XMLError.self) {
                _ = try XMLRecords(parsing: input, at: "r/a", from: checkpoint)
            }
            #expect(error?.code == .unreadableFile)
            #expect(throws: XMLError.self) { try XMLRecords.parts(in: input, at: "r/a", count: 2) }
        }
        var rest = try XMLRecords(parsing: .url(URL(fileURLWithPath: file.path)), at: "r/a", from: checkpoint)
        #expect(try rest.next()?.text == "2")
        #expect(try rest.next() == nil)
    }
}
