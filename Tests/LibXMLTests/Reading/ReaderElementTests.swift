import CheckCases
import Foundation
import LibXML
import Testing

@Suite struct ReaderElementTests {
    /// All nodes of an element, with their places and the source there.
    static func parts(_ element: XMLTree.Element) -> [String] {
        var walk = Walk()
        walk.add(element)
        var lines = walk.steps.map(\.description)
        lines += element.descendants.map {
            "\($0.qualifiedName) \($0.sourceRange) \($0.source) \($0.namespaceDeclarations)"
        }
        lines += element.attributes.map { "\($0.qualifiedName) \($0.isDefaulted) \($0.location)" }
        return lines
    }

    static func compare(_ text: String) throws {
        let tree = try XMLTree(parsing: text)
        var reader = XMLReader(parsing: text)
        var path = [tree.root]
        // All elements on a path of first children, each with a reader of its own.
        while let next = path.last?.elements.first { path.append(next) }
        for (depth, expected) in path.enumerated().prefix(4) {
            reader = XMLReader(parsing: text)
            while try reader.next() != nil, reader.depth < depth + 1 || reader.event != .startElement {}
            let found = try reader.readElement()
            #expect(found.violations.isEmpty)
            let difference = zip(Self.parts(found), Self.parts(expected)).first { $0 != $1 }
            #expect(difference == nil)
            #expect(found.hasSameContent(as: expected))
            #expect(found.resolve("p:x") == expected.resolve("p:x"))
            #expect(found.resolve("x") == expected.resolve("x"))
            let following = try reader.next()
            #expect((following == nil || following != .startElement) || reader.depth <= depth + 1)
        }
    }

    @Test("An element that is read is that of the tree", arguments: ReaderWalkTests.documents)
    func elements(text: String) throws {
        try Self.compare(text)
    }

    @Test("An element that is read from a generated document is that of the tree", arguments: 0..<40)
    func generated(seed: Int) throws {
        try Self.compare(DocumentGenerator(seed: UInt64(seed)).document(size: 3_000))
    }

    static let orders = """
        <orders><order id='1'><item>Tea</item><order id='1a'/></order>x<order id='2'/><other><order id='3'>\
        <item>Milk</item>t</order></other></orders>
        """

    @Test("A body that reads too little or too much does not derail the loop", arguments: 0..<7)
    func scopes(reads: Int) throws {
        var reader = XMLReader(parsing: Self.orders)
        var ids: [String] = []
        try reader.forEachElement("order") { order in
            ids.append(order[attribute: "id"] ?? "")
            for _ in 0..<reads { try order.next() }
            if reads == 5 { _ = try order.readToFollowing("nothing") }
            if reads == 6 { try order.forEachElement("item") { item in _ = try item.readElementText() } }
        }
        #expect(ids == ["1", "2", "3"])
        #expect(try reader.next() == nil)
    }

    @Test("Scopes nest, and end with the body")
    func nested() throws {
        var reader = XMLReader(parsing: Self.orders)
        var items: [String] = []
        try reader.forEachElement("order") { order in
            try order.forEachElement("item") { item in items.append(try item.readElementText()) }
            #expect(try order.next() == nil)
        }
        #expect(items == ["Tea", "Milk"])

        struct Enough: Error {}
        reader = XMLReader(parsing: Self.orders)
        #expect(throws: Enough.self) { try reader.forEachElement("order") { _ in throw Enough() } }
        #expect(reader[attribute: "id"] == "1")
        #expect(try reader.readToNextSibling("order"))
        #expect(reader[attribute: "id"] == "2")
    }

    @Test("Records are dictionaries")
    func dictionaries() throws {
        var reader = XMLReader(parsing: Self.orders)
        var values: [XMLDictionary] = []
        try reader.forEachElement(XMLName("order")) { values.append(try $0.readDictionary()) }
        #expect(values.count == 3)
        #expect(values[0]["order"]?["item"]?.string == "Tea")
        #expect(values[2]["order"]?["#text"]?.string == "t")
    }

    @Test("Moving by siblings, by name, over subtrees")
    func moving() throws {
        var reader = XMLReader(parsing: Self.orders)
        #expect(try reader.readToFollowing("order"))
        try reader.skip()
        #expect(reader.event == .endElement && reader.isNamed("order"))
        #expect(try reader.readToNextSibling("other"))
        #expect(try !reader.readToNextSibling())
        #expect(reader.event == .endElement && reader.isNamed("orders"))
        #expect(try reader.next() == nil)
        #expect(reader.event == nil)
        reader = XMLReader(parsing: Self.orders)
        #expect(try reader.readToFollowing(XMLName("order")))
        #expect(try reader.readElementText() == "Tea")
        #expect(throws: XMLError.self) { _ = try reader.readElement() }
    }
}
