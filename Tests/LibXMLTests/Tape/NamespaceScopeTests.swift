import CheckCases
import LibXML
import Testing

/// The namespaces that are in scope around parts that were cut out of a document.
@Suite struct NamespaceScopeTests {
    private static let document = """
        <!DOCTYPE r [<!ENTITY e '<p:g xmlns:p="urn:4" xmlns:s="urn:5"><x/></p:g>'>]>\
        <r xmlns="urn:d" xmlns:p="urn:1"><x/><g xmlns:p="urn:2" xmlns=""><x/><p:g><x/></p:g></g><x/>\
        <g xmlns:q="urn:3"><g><x/></g><x xmlns:p="urn:6"><x/></x></g><g>&e;<x/></g><x/></r>
        """
    private static let names = ["n", "p:n", "q:n", "s:n", "xml:n"]

    private static func resolved(_ element: XMLTree.Element) -> [XMLName?] { names.map(element.resolve) }

    /// The expanded names by the declarations of an element and its ancestors.
    private static func expected(_ element: XMLTree.Element) -> [XMLName?] {
        var uris: [String: String] = ["xml": "http://www.w3.org/XML/1998/namespace"]
        var around: XMLTree.Element? = element
        while let current = around {
            for declared in current.namespaceDeclarations where uris[declared.prefix ?? ""] == nil {
                uris[declared.prefix ?? ""] = declared.uri
            }
            around = current.parent
        }
        return names.map { name in
            let parts = name.split(separator: ":")
            guard parts.count == 2 else { return XMLName("n", namespaceURI: uris[""]) }
            return uris[String(parts[0])].map { XMLName("n", namespaceURI: $0) }
        }
    }

    @Test("Names mean the same in elements, in copies of them, in records, and in what a reader reads")
    func scopes() throws {
        let tree = try XMLTree(parsing: Self.document)
        let elements = tree.descendants(named: "x").filter { $0.parent?.localName != "x" }
        let expected = elements.map(Self.expected)
        #expect(elements.map(Self.resolved) == expected)
        #expect(elements.reversed().map(Self.resolved) == expected.reversed())
        let copies = elements.map { $0.detached() }
        #expect(copies.map(Self.resolved) == expected)
        #expect(copies.map { Self.resolved($0.detached()) } == expected)
        #expect(copies.allSatisfy { $0.violations.isEmpty && $0.hasSameContent(as: $0.detached()) })

        for size in [1, 7, 100_000] {
            var options = XMLParsingOptions()
            options.limits.recordSize = 10_000
            var chunks = Array(Self.document.utf8).chunks(of: size).makeIterator()
            var records = try XMLRecords(
                parsing: .chunks { chunks.next().map { Array($0) } }, at: "//x", options: options)
            var found: [XMLTree.Element] = []
            while let record = try records.next() { found.append(record) }
            #expect(found.map(Self.resolved) == expected)
            #expect(found.map { Self.resolved($0.detached()) } == expected)
        }

        var reader = XMLReader(parsing: Self.document)
        var read: [XMLTree.Element] = []
        while let event = try reader.next() {
            if event == .startElement, reader.isNamed("x") { read.append(try reader.readElement()) }
        }
        #expect(read.map(Self.resolved) == expected)
    }

    @Test("A record in an element that was discarded knows what it declares")
    func discarded() throws {
        let row = "<g xmlns:q='urn:q'><a>some text</a></g>"
        let text = "<r xmlns:p='urn:p'>" + String(repeating: row, count: 10_000) + "</r>"
        var records = try XMLRecords(parsing: text, at: "r/g/a")
        var count = 0
        while let record = try records.next() {
            try #require(record.resolve("p:n") == XMLName("n", namespaceURI: "urn:p"))
            try #require(record.resolve("q:n") == XMLName("n", namespaceURI: "urn:q"))
            count += 1
        }
        #expect(count == 10_000)
    }

    @Test("Many declarations around an element, or many elements, cost once")
    func growth() async {
        await #expect(processExitsWith: .success) {
            limitProcessorTime(toSeconds: 20)
            let count = 5_000
            var options = XMLParsingOptions()
            options.limits.namespacesInScope = count
            options.limits.attributesPerElement = count
            options.limits.depth = count
            let declarations = (0..<count).map { "xmlns:p\($0)='u\($0)'" }.joined(separator: " ")
            let rows = String(repeating: "<x/>", count: count)
            let deep = String(repeating: "<a>", count: count - 2)
            let deepEnd = String(repeating: "</a>", count: count - 2)
            for text in ["<r \(declarations)>\(rows)</r>", "<r xmlns:p0='u0'>\(deep)\(rows)\(deepEnd)</r>"] {
                var records = try XMLRecords(parsing: text, at: "//x", options: options)
                while let record = try records.next() { try #require(record.resolve("p0:n") != nil) }
                let tree = try XMLTree(parsing: text, options: options)
                for element in tree.descendants(named: "x") {
                    try #require(element.resolve("p0:n") != nil && element.detached().resolve("p0:n") != nil)
                }
                var reader = XMLReader(parsing: text, options: options)
                while let event = try reader.next() {
                    guard event == .startElement, reader.isNamed("x") else { continue }
                    try #require(try reader.readElement().resolve("p0:n") != nil)
                }
            }
        }
    }

    @Test("Scopes nest as deep as elements, and go without recursion")
    func nested() async {
        await #expect(processExitsWith: .success) {
            let depth = 100_000
            var options = XMLParsingOptions()
            options.limits.depth = depth + 1
            options.limits.namespacesInScope = depth
            let text =
                String(repeating: "<a xmlns:p='u'>", count: depth) + "<b/>" + String(repeating: "</a>", count: depth)
            var records = try XMLRecords(parsing: text, at: "//b", options: options)
            var record = try records.next()
            try #require(record?.resolve("p:n") != nil && record?.resolve("q:n") == nil)
            record = nil
        }
    }
}
