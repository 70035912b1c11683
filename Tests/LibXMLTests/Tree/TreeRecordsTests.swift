import CheckCases
@_spi(Checks) import LibXML
import Testing

/// Compares the records of a tree with those of the stream.
@Suite struct TreeRecordsTests {
    private static let document = """
        <!-- c --><r id='0' xmlns='u' xmlns:p='v'>text<a id='1'><b id='11'><c id='12'/></b></a><b id='3'><a id='31'><a/></a></b>
        <p:a id='4' p:k='1'><c id='41' xmlns=''/></p:a><a xmlns='w'>t<![CDATA[u]]></a></r><?p?>
        """

    private static let paths: [XMLPath] = [
        "r", "*", "r/a", "/r/a", "r.*", "r/b/a", "//a", "r//c", "//b", "r/*/*", "//*", "r/p:a", "r/*:a", "p:a", "a",
        "r/x",
        "//a//a", "r//*//c", [.element(XMLName("r", namespaceURI: "u")), .element(XMLName("a", namespaceURI: "w"))],
        [.descendants, .element(XMLName("c"))],
    ]

    private static let mappings: [XMLMapping] = {
        var expanded = XMLMapping.xmltodict
        expanded.names = .expanded()
        var named = XMLMapping.xmltodict
        named.nameKey = .root("__name")
        return [.xmltodict, .objcXMLDictionary, .objcXMLReader, .badgerFish, .parker, expanded, named]
    }()

    private static func compare(_ document: String, _ path: XMLPath) throws {
        let found = try XMLTree(parsing: document).records(at: path)
        var stream = try XMLRecords(parsing: document, at: path)
        var expected: [XMLTree.Element] = []
        while let record = try stream.next() { expected.append(record) }
        #expect(found.count == expected.count)
        #expect(zip(found, expected).allSatisfy { $0.hasSameContent(as: $1) })
        #expect(found.map(\.sourceRange) == expected.map(\.sourceRange))
        for mapping in mappings {
            let (left, right) = (found.first, expected.first)
            #expect(
                left.map { XMLValue($0, mapping: mapping).json() }
                    == right.map { XMLValue($0, mapping: mapping).json() })
        }
    }

    @Test("The records of a tree are those of a stream", arguments: paths)
    func same(_ path: XMLPath) throws {
        try Self.compare(Self.document, path)
    }

    @Test("The records of a tree are those of a stream, in generated documents", arguments: 0..<20)
    func generated(seed: Int) throws {
        let document = DocumentGenerator(seed: UInt64(seed)).document(size: 5_000)
        for path in ["r/*", "//a", "r/*/b", "//p:c//item", "//b/a"] as [XMLPath] { try Self.compare(document, path) }
    }

    @Test(
        "A path that no element can be at is an error",
        arguments: ["r/a[1]", "r/@k", XMLPath(releaseLiteral: "r/"), XMLPath(releaseLiteral: "a[")] as [XMLPath])
    func usage(_ path: XMLPath) throws {
        let error = try #require(throws: XMLError.self) {
            _ = try XMLTree(parsing: "<r/>").records(at: path)
        }
        #expect(error.code == .invalidPath)
    }

    @Test("The records of a page are found by local names in lower case")
    func html() throws {
        let page = try XMLTree(html: "<UL><LI>1<LI>2<UL><LI>3</UL></UL><svg:a>4")
        #expect(try page.records(at: "//li").map(\.text) == ["1", "23"])
        #expect(try page.records(at: "html/body/svg:a").map(\.text) == ["4"])
        #expect(try page.records(at: "//a").isEmpty)
    }
}
