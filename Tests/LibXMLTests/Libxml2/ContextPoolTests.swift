import CLibXML2
@_spi(Checks) import LibXML
import Testing

/// A context of libxml2 that has parsed a document without any fault parses another one. Nothing that depends on it is
/// visible.
@Suite struct ContextPoolTests {
    private static let valid = [
        "<a/>", "<p:a xmlns:p='urn:p' p:k='1'><p:b/></p:a>", "<a xmlns='urn:d' k='v'>text &amp; more<![CDATA[x]]></a>",
        "<?xml version='1.0' standalone='yes'?><!-- c --><a>\n<b c='d'>é</b><?p d?></a>",
        "<!DOCTYPE a [<!ENTITY e 'x'><!ATTLIST a k CDATA 'default'>]><a>&e;</a>",
    ]

    @Test("Valid and malformed documents in turn are parsed as with new contexts")
    func alternating() {
        let malformed = FaultTests.all.map(\.text) + ["<p:a/>", "<a p:k='1'/>", "<a xmlns:p=''/>", "<a>&e;</a>"]
        let documents = Self.valid + malformed
        let expected = documents.map(resultInPieces)
        for number in 0..<5_000 {
            let index =
                number.isMultiple(of: 2)
                ? number / 2 % Self.valid.count : Self.valid.count + number / 2 % malformed.count
            #expect(result(documents[index]) == expected[index], "\(documents[index])")
        }
    }

    @Test("A document type declaration has no effect on later documents")
    func declarations() {
        // More levels than libxml2 reads, unless its limits were lifted.
        let levels = String(repeating: "(", count: 400) + "b" + String(repeating: ")", count: 400)
        func fault() -> XMLError? {
            var handler = Ignoring()
            return #expect(throws: XMLError.self) {
                try handler.parse("<!DOCTYPE a [<!ELEMENT a \(levels)>]><a/>")
            }
        }
        let expected = fault()
        for _ in 0..<8 {
            var handler = Ignoring()
            #expect(throws: Never.self) { try handler.parse("<!DOCTYPE a [<!ENTITY e 'x'>]><a>&e;</a>") }
            #expect(fault()?.description == expected?.description)
        }
    }

    @Test("Tags have any number of attributes after documents with few")
    func attributes() throws {
        for count in [1, 12, 11, 60, 3, 256, 300, 12] {
            let tag = (0..<count).map { "k\($0)='&lt;v'" }.joined(separator: " ")
            for _ in 0..<4 { #expect(try XMLTree(parsing: "<a \(tag)/>").root.attributes.count == count) }
        }
    }

    /// It has a property because ThreadSanitizer crashes on the `self` of an empty type.
    private struct Ignoring: XMLHandler {
        var count = 0
        mutating func startElement(_ element: borrowing XMLElementEvent) { count += 1 }
        mutating func endElement(_ element: borrowing XMLElementEvent) {}
        mutating func text(_ text: borrowing XMLTextEvent) {}
    }

    @Test("The limits on names hold for those of earlier documents")
    func limits() throws {
        let long = String(repeating: "n", count: 100)
        let many = (0..<20).map { "k\($0)='v'" }.joined(separator: " ")
        for (document, code) in [
            ("<a \(long)='v'/>", XMLError.Code.nameTooLong), ("<a><\(long)/></a>", .nameTooLong),
            ("<a \(many)/>", .tooManyNames),
        ] {
            var options = XMLParsingOptions()
            (options.limits.nameLength, options.limits.distinctNames) = (50, 15)
            for _ in 0..<4 {
                _ = try XMLTree(parsing: document)
                #expect(throws: XMLError.self) { try XMLTree(parsing: document, options: options) }
                var handler = Ignoring()
                let error = #expect(throws: XMLError.self) { try handler.parse(document, options: options) }
                #expect(error?.code == code)
            }
        }
    }

    @Test("A handler that throws, stops or parses another document leaves no trace")
    func handlers() throws {
        struct Failure: Error {}
        struct Counting: XMLHandler {
            var count = 0
            var (failsAt, nestsAt) = (-1, -1)
            mutating func startElement(_ element: borrowing XMLElementEvent) throws {
                count += 1
                if count == failsAt { throw Failure() }
                guard count == nestsAt else { return }
                #expect(try XMLTree(parsing: "<p:x xmlns:p='urn:x'><y/></p:x>").root.children.count == 1)
                #expect(throws: XMLError.self) { try XMLTree(parsing: "<x><y></x>") }
            }
            mutating func endElement(_ element: borrowing XMLElementEvent) {}
            mutating func text(_ text: borrowing XMLTextEvent) {}
        }
        let document = "<p:a xmlns:p='urn:p'>\(String(repeating: "<p:b k='v'/>", count: 20))</p:a>"
        for round in 0..<200 {
            var handler = Counting(failsAt: round % 3 == 0 ? round % 21 + 1 : -1, nestsAt: round % 21 + 1)
            do {
                try handler.parse(document)
                #expect(handler.count == 21)
            } catch is Failure {
                #expect(handler.count == handler.failsAt)
            }
            #expect(throws: XMLError.self) { try XMLTree(parsing: "<a><p:b/></a>") }
        }
    }

    @Test("A host program may clean up libxml2 between two documents, and set its own allocator")
    func hosts() async {
        await #expect(processExitsWith: .success) {
            let expected = ContextPoolTests.valid.map(result)
            for _ in 0..<3 {
                xmlCleanupParser()
                #expect(ContextPoolTests.valid.map(result) == expected)
            }
            // From now on, no context that was made with another allocator is used.
            #expect(TestAllocator.install())
            for _ in 0..<3 {
                let made = TestAllocator.shared.made
                #expect(ContextPoolTests.valid.map(result) == expected)
                #expect(TestAllocator.shared.made > made + 10 * ContextPoolTests.valid.count)
                xmlCleanupParser()
            }
        }
    }
}

private func result(_ text: String) -> String {
    do {
        return try XMLTree(parsing: text).outline
    } catch {
        return error.description
    }
}

/// The same with a parser that does not know where the document ends, and therefore makes a new context.
private func resultInPieces(_ text: String) -> String {
    var parser = XMLPushParser()
    do throws(XMLError) {
        for part in [text.utf8.dropLast(), text.utf8.suffix(1)] { try parser.feed(part) }
        return try parser.finish().outline
    } catch {
        return error.description
    }
}
