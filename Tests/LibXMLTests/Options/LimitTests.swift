import Testing

@_spi(Checks) @testable import LibXML

@Suite struct LimitTests {
    struct Limit: Sendable, CustomTestStringConvertible {
        var kind: ParsingLimit
        var value: Int
        /// A document that is just within the limit, and one that just exceeds it.
        var within: String
        var beyond: String
        /// The column where the document exceeds the limit.
        var column: Int?

        var testDescription: String { kind.rawValue }
        var code: XMLError.Code { kind.row.code }

        func change(_ limits: inout XMLParsingLimits) { limits[keyPath: kind.row.property] = value }
    }

    static let limits = [
        Limit(kind: .inputSize, value: 9, within: "<r>xy</r>", beyond: "<r>xyz</r>"),
        Limit(kind: .depth, value: 3, within: "<a><b><c/></b></a>", beyond: "<a><b><c><d/></c></b></a>", column: 10),
        Limit(
            kind: .attributesPerElement, value: 3, within: "<a b='' c='' xmlns:d='u'/>",
            beyond: "<r><a b='' c='' d='' xmlns:d='u'/></r>", column: 4),
        Limit(
            kind: .attributesPerElement, value: 2, within: "<!DOCTYPE r [<!ATTLIST r a CDATA 'x'>]><r b=''/>",
            beyond: "<!DOCTYPE r [<!ATTLIST r a CDATA 'x' c CDATA 'y'>]><r b=''/>", column: 52),
        Limit(
            kind: .namespacesInScope, value: 2, within: "<r xmlns='u'><a xmlns:p='v'/><b xmlns:q='w'/></r>",
            beyond: "<r xmlns='u'><a xmlns:p='v'><b xmlns:q='w'/></a></r>", column: 29),
        Limit(kind: .tagSize, value: 11, within: "<abcdefgh/>", beyond: "<abcdefghi/>", column: 1),
        Limit(kind: .nameLength, value: 5, within: "<p:abc xmlns:p='u'/>", beyond: "<p:abcd xmlns:p='u'/>", column: 1),
        // A prefix and a local name that are known.
        Limit(
            kind: .nameLength, value: 5, within: "<r xmlns:ppp='u'><b lll='1'/><b ppp:l='1'/></r>",
            beyond: "<r xmlns:ppp='u'><b lll='1'/><b ppp:lll='1'/></r>", column: 30),
        Limit(kind: .nameLength, value: 5, within: "<a><?abcde f?></a>", beyond: "<a><?abcdef f?></a>", column: 4),
        Limit(kind: .distinctNames, value: 2, within: "<a><b/><b/></a>", beyond: "<a><b/><c/></a>", column: 8),
        // A name that a declaration also has.
        Limit(
            kind: .distinctNames, value: 4, within: "<!DOCTYPE a [<!NOTATION n SYSTEM ''>]><a k=''><a n=''/></a>",
            beyond: "<!DOCTYPE a [<!NOTATION n SYSTEM ''>]><a k=''><a n=''/><c/></a>", column: 56),
        Limit(
            kind: .distinctNames, value: 2, within: "<!DOCTYPE a [<!ENTITY x ''><!ENTITY y ''>]><a/>",
            beyond: "<!DOCTYPE a [<!ENTITY x ''><!ENTITY y ''><!ENTITY z ''>]><a/>"),
        Limit(kind: .textLength, value: 5, within: "<a>12345</a>", beyond: "<a>123456</a>", column: 4),
        Limit(kind: .textLength, value: 5, within: "<a>1234&amp;</a>", beyond: "<a>12345&amp;</a>", column: 4),
        Limit(
            kind: .textLength, value: 5, within: "<a><![CDATA[12345]]></a>", beyond: "<a><![CDATA[123456]]></a>",
            column: 4),
        Limit(kind: .textLength, value: 5, within: "<a><!--12345--></a>", beyond: "<a><!--123456--></a>", column: 4),
        Limit(kind: .textLength, value: 5, within: "<a><?p 12345?></a>", beyond: "<a><?p 123456?></a>", column: 4),
        Limit(
            kind: .documentTypeSize, value: 26, within: "<!DOCTYPE a [<!-- 12 -->]><a/>",
            beyond: "<!DOCTYPE a [<!-- 123 -->]><a/>"),
        Limit(
            kind: .declaredElements, value: 2, within: "<!DOCTYPE a [<!ELEMENT a (b?)><!ELEMENT b EMPTY>]><a/>",
            beyond: "<!DOCTYPE a [<!ATTLIST a k CDATA ''><!ATTLIST b k CDATA ''><!ATTLIST c k CDATA ''>]><a/>"),
        Limit(
            kind: .declaredEntities, value: 1, within: "<!DOCTYPE a [<!ENTITY x ''>]><a/>",
            beyond: "<!DOCTYPE a [<!ENTITY x ''><!ENTITY y ''>]><a/>"),
        Limit(
            kind: .declaredValues, value: 2, within: "<!DOCTYPE a [<!ATTLIST a k (x|y) #IMPLIED>]><a/>",
            beyond: "<!DOCTYPE a [<!ATTLIST a k (x|y|z) #IMPLIED>]><a/>"),
        Limit(
            kind: .entityExpansion, value: 100, within: "<!DOCTYPE a [<!ENTITY e '0123456789'>]><a>&e;&e;</a>",
            beyond:
                "<!DOCTYPE a [<!ENTITY e '\(String(repeating: "0123456789", count: 100))'>]><a>&e;\(String(repeating: "&e;", count: 20))</a>"
        ),
    ]

    @Test("Each limit is an error of its own kind", arguments: limits, XMLParsingOptions.Engine.allCases)
    func limit(_ limit: Limit, engine: XMLParsingOptions.Engine) throws {
        _ = try parse(limit.within, engine: engine) { limit.change(&$0.limits) }
        let error = try fault(limit.beyond, engine: engine) { limit.change(&$0.limits) }
        #expect(error.code == limit.code)
        if let column = limit.column { #expect(error.location?.column == column) }
    }

    /// The ways to read a document in pieces.
    enum Way: String, CaseIterable, CustomTestStringConvertible {
        case tree, handler, records, reader, elements
        var testDescription: String { rawValue }

        /// The error of a document that arrives in pieces of a given size.
        func error(of text: String, inPiecesOf size: Int, _ options: XMLParsingOptions) -> XMLError? {
            struct Nothing: XMLHandler {
                mutating func startElement(_ element: borrowing XMLElementEvent) {}
                mutating func endElement(_ element: borrowing XMLElementEvent) {}
                mutating func text(_ text: borrowing XMLTextEvent) {}
            }
            var rest = Array(text.utf8)[...]
            func next() -> [UInt8]? {
                defer { rest = rest.dropFirst(size) }
                return rest.isEmpty ? nil : Array(rest.prefix(size))
            }
            do {
                switch self {
                case .tree:
                    var parser = XMLPushParser<XMLTree>(options: options)
                    while let piece = next() { try parser.feed(piece) }
                    _ = try parser.finish()
                case .handler:
                    var parser = XMLPushParser(handler: Nothing(), options: options)
                    while let piece = next() { try parser.feed(piece) }
                    _ = try parser.finish()
                case .records:
                    var records = try XMLRecords(parsing: .chunks(next), at: "*", options: options)
                    while try records.next() != nil {}
                case .reader:
                    var reader = try XMLReader(parsing: .chunks(next), options: options)
                    while try reader.next() != nil {}
                case .elements:
                    var reader = try XMLReader(parsing: .chunks(next), options: options)
                    try reader.forEachElement(XMLName("a")) { _ = try $0.readElement() }
                }
                return nil
            } catch {
                return error as? XMLError
            }
        }
    }

    @Test(
        "Each limit is the same error, at the same place, however a document is read in pieces", arguments: limits,
        Way.allCases)
    func limit(_ limit: Limit, way: Way) throws {
        var options = XMLParsingOptions()
        limit.change(&options.limits)
        for size in [1, 7, 1 << 16] {
            #expect(way.error(of: limit.within, inPiecesOf: size, options) == nil)
            let error = try #require(way.error(of: limit.beyond, inPiecesOf: size, options))
            #expect(error.code == limit.code)
            if let column = limit.column { #expect(error.location?.column == column) }
        }
    }

    @Test(
        "Documents may go far beyond libxml2's own limits where ours allow it",
        arguments: XMLParsingOptions.Engine.allCases)
    func long(engine: XMLParsingOptions.Engine) throws {
        let long = String(repeating: "0123456789", count: 1_100_000)
        let root = try parse("<r><!--\(long)--><![CDATA[\(long)]]><?p \(long)?>\(long)</r>", engine: engine).root
        #expect(root.children.map { $0.text?.utf8.count } == [11_000_000, 11_000_000, 11_000_000, 11_000_000])
        let attribute = try parse("<r k='\(long)'/>", engine: engine) { $0.limits.tagSize = 1 << 30 }
        #expect(attribute.root[attribute: "k"]?.utf8.count == 11_000_000)
        #expect(try fault("<r k='\(long)'/>", engine: engine).code == .tagTooLong)
    }

    @Test("Depth is bounded by default, and as deep as the limit allows")
    func depth() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
        }
        #expect(try parse(nested(256)).root.descendants.reduce(1) { sum, _ in sum + 1 } == 256)
        let error = try fault(nested(257))
        #expect(error.code == .tooDeep)
        #expect(error.location?.column == 256 * 3 + 1)
        let deep = try parse(nested(300_000)) { $0.limits.depth = 300_000 }
        #expect(deep.descendants.reduce(0) { sum, _ in sum + 1 } == 300_000)
        #expect(deep.violations.isEmpty)
    }

    @Test("Every limit can be lifted", arguments: XMLParsingOptions.Engine.allCases)
    func lifted(engine: XMLParsingOptions.Engine) throws {
        let text = "<!DOCTYPE a [<!ENTITY e 'x'><!ATTLIST a d CDATA 'y'>]><a b='&e;'>&e;<![CDATA[c]]><!--d--></a>"
        let tree = try parse(text, engine: engine) {
            for limit in ParsingLimit.allCases { $0.limits[keyPath: limit.row.property] = .max }
        }
        #expect(tree.root.text == "xc")
    }

    @Test("A document of many faults is not read to its end")
    func faults() throws {
        let error = try fault("<r>" + String(repeating: "<p:a/>", count: 100_000) + "</r>")
        #expect(error.diagnostics.count == 100)
        #expect(error.diagnostics.allSatisfy { $0.code == .undeclaredPrefix })
        #expect(error.diagnostics.map(\.location?.column).first == 4)
    }
}
