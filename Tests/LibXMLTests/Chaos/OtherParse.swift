import CheckCases
import LibXML

/// A parse of another document, which user code performs in the middle of one.
enum OtherParse: CaseIterable, Sendable {
    case tree, brokenTree, reader, brokenReader, records, throwingHandler, stoppingHandler, droppedPush, html, repair
    case libxml2Recovery

    private static let document = """
        <!DOCTYPE r [<!ENTITY e '<i k="v">x</i>y'><!ENTITY f 'f'>]><r xmlns='urn:o'>t<a k='&f;'/>&e;<![CDATA[c]]>u<a><b/></a></r>
        """
    private static let broken = "<r>t<a>u</b>&</r>"

    func run() throws {
        switch self {
        case .tree:
            let tree = try XMLTree(parsing: Self.document)
            try expect(tree.root.ownText == "tycu", "another document was misread: \(tree.root.ownText)")
        case .brokenTree:
            try expect((try? XMLTree(parsing: Self.broken)) == nil, "another document was accepted")
        case .reader:
            var reader = XMLReader(parsing: Self.document)
            try reader.forEachElement("a") { _ = try $0.readElement() }
            try expect(reader.event == nil, "a reader is not at its end")
        case .brokenReader:
            var reader = XMLReader(parsing: Self.broken)
            do { while try reader.next() != nil {} } catch { _ = reader.depth }
            try expect(reader.event == nil, "a reader is not at its end")
        case .records:
            var records = try XMLRecords(parsing: "<r><a>1</a><a>2</a><a>3</a></r>", at: "r/a")
            _ = try records.next()
            _ = records.checkpoint
        case .throwingHandler, .stoppingHandler:
            for number in 1...3 {
                var handler = Ending(number: number, throws: self == .throwingHandler)
                try? handler.parse("<r><![CDATA[x]]>t<a/>é<![CDATA[y]]>u</r>")
                try expect(handler.number == 0, "another handler was not called as often as it should be")
            }
        case .droppedPush:
            var parser = XMLPushParser()
            try parser.feed(Array(Self.document.utf8.prefix(90)))
        case .html:
            let page = try XMLTree(html: "<p class=x>Tea &amp; <b>more<p>Twice")
            try expect(page.descendants.contains { $0.qualifiedName == "b" }, "a page was misread")
        case .repair:
            let tree = try XMLTree(parsing: "<r>Bob & Co<a></r>", options: .recovering)
            try expect(tree.root.text == "Bob & Co", "a document was misread: \(tree.root.text)")
        case .libxml2Recovery: _ = try? XMLTree(parsing: "<r>Bob & Co<a></r>", options: .init(recovery: .libxml2))
        }
    }

    /// Stops its parse in a CDATA section or text.
    private struct Ending: XMLHandler {
        var number: Int
        var `throws`: Bool

        mutating func text(_ text: borrowing XMLTextEvent) throws {
            number -= 1
            guard number == 0 else { return }
            if `throws` { throw ChaosError(number: number) }
            text.stopParsing()
        }
        mutating func startElement(_ element: borrowing XMLElementEvent) {}
        mutating func endElement(_ element: borrowing XMLElementEvent) {}
    }
}
