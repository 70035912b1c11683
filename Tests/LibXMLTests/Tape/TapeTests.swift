import CheckCases
import Testing

@_spi(Checks) @testable import LibXML

@Suite struct TapeTests {
    @Test("The tape keeps its rules", arguments: OutlineTests.documents.map(\.text), XMLParsingOptions.Engine.allCases)
    func invariants(text: String, engine: XMLParsingOptions.Engine) throws {
        let tree = try parse(text, engine: engine)
        #expect(tree.violations == [])
        for element in tree.descendants { #expect(element.detached().violations == []) }
    }

    @Test("The pulling and the pushing engine make the same tape of generated documents", arguments: 0..<60)
    func engines(seed: UInt64) throws {
        let text = DocumentGenerator(seed: seed).document()
        let pulled = try parse(text, engine: .pull)
        let pushed = try parse(text, engine: .push)
        #expect(pulled.violations == [])
        #expect(pulled.outline == pushed.outline)
        #expect(pulled == pushed)
        #expect(pulled.hashValue == pushed.hashValue)
        let detached = pulled.root.detached()
        #expect(detached.hasSameContent(as: pulled.root))
        #expect(detached.violations == [])
    }

    @Test(
        "What comes out of an entity stands where its reference does",
        arguments: [
            ("&w;&c;", "cdata:3-6"), ("<e/>&lt;t&c;&c;", "element:0-4 text:4-12 cdata:9-12 cdata:12-15"),
            ("&c;x", "cdata:0-3 text:3-4"), ("&c;<![CDATA[]]>", "cdata:0-3 cdata:3-15"),
            ("&c;<e/>", "cdata:0-3 element:3-7"), ("&m;", "cdata:0-3 text:0-3 cdata:0-3 comment:0-3"),
            ("&m;&c;", "cdata:0-3 text:0-3 cdata:0-3 comment:0-3 cdata:3-6"),
        ], XMLParsingOptions.Engine.allCases)
    func entities(_ test: (content: String, nodes: String), engine: XMLParsingOptions.Engine) throws {
        let declarations = "<!ENTITY w ''><!ENTITY c '<![CDATA[q]]>'><!ENTITY m '&c;u&w;&c;<!--d-->'>"
        let root = try parse("<!DOCTYPE r [\(declarations)]><r>\(test.content)</r>", engine: engine).root
        #expect(root.violations == [])
        let start = root.sourceRange.lowerBound + 3
        let nodes = root.children.map { node in
            "\(node.kind):\(node.sourceRange.lowerBound - start)-\(node.sourceRange.upperBound - start)"
        }
        #expect(nodes.joined(separator: " ") == test.nodes)
    }

    @Test(
        "A declaration may hold what looks like its end, and be longer than a piece",
        arguments: [
            "<?p don't]> ?>", "<?p ]> \(String(repeating: "\"]>", count: 40_000))?>",
            "<!-- it's ]> \(String(repeating: "]>", count: 40_000))-->",
            "<!ENTITY f \"\(String(repeating: "]>'", count: 30_000))\">",
        ], ["", "\u{FEFF}"])
    func declarations(part: String, mark: String) throws {
        let text = "\(mark)<!DOCTYPE a [\(part)<!ENTITY e 'x'>]><?q don't?><a>&e;<b/></a>"
        let pushed = try parse(text, engine: .push)
        #expect(pushed.outline == (try parse(text, engine: .pull)).outline)
        #expect(pushed.root.text == "x")
    }

    @Test("Documents larger than the pieces in which they are fed are the same in both engines")
    func pieces() throws {
        let text = DocumentGenerator(seed: 4711).document(size: 600_000)
        let pulled = try parse(text, engine: .pull)
        #expect(try parse(text, engine: .push).outline == pulled.outline)
        #expect(pulled.violations == [])
    }

    @Test(
        "Long constructs cross the pieces", arguments: [60_000, 65_536, 70_000, 300_000],
        XMLParsingOptions.Engine.allCases)
    func long(length: Int, engine: XMLParsingOptions.Engine) throws {
        let long = String(repeating: "é<y\n", count: length / 5)
        let escaped = long.replacing("<", with: "&lt;")
        let text = "<r k='\(escaped)'>\(escaped)<!--\(long)--><?p \(long)?><![CDATA[\(long)]]><e/></r>"
        let root = try parse(text, engine: engine).root
        #expect(root[attribute: "k"] == long.replacing("\n", with: " "))
        #expect(root.children.map(\.text) == [long, long, long, long, nil])
        #expect(root.violations == [])
    }

    @Test("A pointer table keeps what is put into it")
    func pointerTable() {
        var table = PointerTable(capacity: 4)
        func key(_ number: Int) -> PointerTable.Key {
            unsafe PointerTable.Key(
                UnsafePointer(bitPattern: 8 * (number + 1)), UnsafePointer(bitPattern: 8 * (number % 3)))
        }
        for number in 0..<5_000 {
            #expect(table.number(of: key(number)) == nil)
            #expect(table.number(of: key(number), orAdd: UInt32(number)) == UInt32(number))
        }
        for number in 0..<5_000 {
            #expect(table.number(of: key(number)) == UInt32(number))
            #expect(table.number(of: key(number), orAdd: 5_000) == UInt32(number))
        }
        #expect(table.count == 5_000)
    }
}
