import CheckCases
import LibXML
import Testing

/// The rule for names that are strings, in every method that takes a name.
@Suite struct NameRuleTests {
    @Test("Attributes without a prefix are in no namespace, in trees, readers and handlers")
    func attributes() throws {
        let text = "<p:r xmlns:p='u' xmlns:q='v' p:id='1' q:id='2' k='3'/>"
        let root = try XMLTree(parsing: text).root
        var reader = XMLReader(parsing: text)
        _ = try reader.next()
        struct Values: XMLHandler {
            let names: [String]
            var values: [String?] = []
            mutating func startElement(_ element: borrowing XMLElementEvent) {
                values = names.map { element[attribute: $0] }
            }
            mutating func endElement(_ element: borrowing XMLElementEvent) {}
            mutating func text(_ text: borrowing XMLTextEvent) {}
        }
        let expected = [
            "id": nil, "p:id": "1", "{v}id": "2", "*:id": "1", "k": "3", "{}k": "3", "{u}k": nil, "*:k": "3",
        ]
        let names = expected.keys.sorted()
        var values = Values(names: names)
        try values.parse(text)
        for (name, value) in zip(names, values.values) {
            #expect(root[attribute: name] == expected[name] ?? nil)
            #expect(root.attributes[name]?.value == expected[name] ?? nil)
            #expect(try root.string(at: XMLPath(parsing: "@" + name)) == expected[name] ?? nil)
            #expect(reader[attribute: name] == expected[name] ?? nil)
            #expect(value == expected[name] ?? nil)
        }
    }

    @Test(
        "Qualified names are compared byte by byte, and not by canonical equivalence",
        arguments: [
            (
                "ab:cd",
                [
                    "", ":", "a", "ab", "ab:", "ab:c", "a:cd", "abc:cd", "abc:d", "a:bcd", ":abcd", "abcd:", "ab::cd",
                    "ab.cd", "ab:ce", "ac:cd", "ab:cD", "Ab:cd", "ab:cde", "ab:cd\0", "ab:c\0", "ab\0:cd", "ab\0cd",
                ]
            ),
            ("a-longer-prefix:a-longer-name", ["a-longer-prefi:xa-longer-name", "a-longer-prefix:a-longer-namE"]),
            (
                "\u{E9}:\u{FC}",
                ["e\u{301}:\u{FC}", "\u{E9}:u\u{308}", "\u{E9}\u{FC}:", "\u{E8}:\u{FC}", "\u{E9}:\u{FD}"]
            ),
        ])
    func qualified(written: String, others: [String]) throws {
        let prefix = String(written.prefix { $0 != ":" })
        let tag = "<\(written) xmlns:\(prefix)='u' \(written)='1'/>"
        for siblings in [0, 100] {
            let text = "<r>\(String(repeating: "<x/>", count: siblings))\(tag)</r>"
            let root = try XMLTree(parsing: text).root
            let element = try #require(Array(root.elements).last)
            let dictionary = try #require(try XMLDictionary(parsing: text)["r"])
            let value = try #require(dictionary[written])
            for name in [written] + others {
                let count = name.utf8.elementsEqual(written.utf8) ? 1 : 0
                #expect(root[all: name].count == count)
                #expect(element.isNamed(name) == (count == 1))
                #expect((element[attribute: name] == nil) == (count == 0))
                #expect((dictionary[name] == nil) == (count == 0))
                #expect((value["@" + name] == nil) == (count == 0))
                var reader = XMLReader(parsing: text)
                var (elements, attributes) = (0, 0)
                while try reader.next() != nil {
                    guard reader.isEmptyElement else { continue }
                    if reader.isNamed(name) { elements += 1 }
                    if reader[attribute: name] != nil { attributes += 1 }
                }
                #expect([elements, attributes] == [count, count])
                var counter = QualifiedCounter(name: name)
                try counter.parse(text)
                #expect([counter.elements, counter.attributes] == [count, count])
                let declared = String(name.prefix { $0 != ":" })
                #expect((value["@xmlns:" + declared] != nil) == declared.utf8.elementsEqual(prefix.utf8))
            }
        }
    }

    private struct QualifiedCounter: XMLHandler {
        let name: String
        var elements = 0
        var attributes = 0
        mutating func startElement(_ element: borrowing XMLElementEvent) {
            if element.isNamed(name) { elements += 1 }
            if element[attribute: name] != nil { attributes += 1 }
        }
        mutating func endElement(_ element: borrowing XMLElementEvent) {}
        mutating func text(_ text: borrowing XMLTextEvent) {}
    }

    @Test("An element that was cut out of its document is not a root")
    func cut() throws {
        let text = "<rss xmlns:a='u'><channel><a:link/><link/></channel><a:x><a:link/></a:x></rss>"
        let tree = try XMLTree(parsing: text)
        var records = try XMLRecords(parsing: text, at: "rss/channel/*")
        let link = try #require(try records.next())
        var reader = XMLReader(parsing: text)
        _ = try reader.readToFollowing("a:link")
        let read = try reader.readElement()
        let detached = try #require(tree[at: "rss/channel/*"]?.detached())
        for element in [link, read, detached, detached.detached()] {
            #expect(element.qualifiedName == "a:link")
            #expect(!element.isNamed("link"))
            #expect(element.isNamed("a:link"))
            #expect(element.isNamed("*:link"))
        }
        #expect(try records.next()?.isNamed("link") == true)
        let inside = try #require(tree[at: "rss/a:x/link"])
        #expect(
            inside.isNamed("link") && inside.detached().isNamed("link") && inside.detached().detached().isNamed("link"))
        #expect(tree.root.detached().isNamed("rss"))
    }

    @Test("A step by namespace in a dictionary has one list, as a key has")
    func dictionaryIndices() throws {
        let text = """
            <o:orders xmlns:o='urn:o'><o:order k='a'><o:id>1</o:id></o:order><o:order o:k='b' k='c'><o:id>2</o:id>\
            </o:order></o:orders>
            """
        let tree = try XMLTree(parsing: text)
        let dictionary = XMLDictionary(tree)
        let paths: [XMLPath] = [
            "*:orders/*:order[2]/*:id", "*:orders/*:order[1]/*:id", "*/{urn:o}order[2]/*:id", "*/*:order/*:id",
            "//*:id",
            "//@*:k", "*/*/@*", "//@*:k", "*/*:order[3]/*:id", "//@{urn:o}k",
            try XMLPath(parsing: "orders/order[2]/id", namespaces: ["": "urn:o"]),
            try XMLPath(parsing: "p:orders/p:order[2]/@k", namespaces: ["p": "urn:o"]),
        ]
        for path in paths { #expect(dictionary.strings(at: path) == tree.strings(at: path), "\(path)") }
        #expect(tree.strings(at: "//@*:k") == ["a", "b", "c"])
    }

    @Test("The rows of a spreadsheet are found whatever its prefix, and the link of a feed is its own")
    func examples() throws {
        let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
        for (open, prefix) in [("xmlns='\(main)'", ""), ("xmlns:x='\(main)'", "x:")] {
            let rows = "<\(prefix)row r='1'/><\(prefix)row r='2'/>"
            let sheet =
                "<\(prefix)worksheet \(open)><\(prefix)sheetData>\(rows)</\(prefix)sheetData></\(prefix)worksheet>"
            var records = try XMLRecords(parsing: sheet, at: "worksheet/sheetData/row")
            #expect(try records.next()?[attribute: "r"] == "1")
            #expect(try records.next()?[attribute: "r"] == "2")
            let path = try XMLPath(parsing: "m:worksheet/m:sheetData/m:row", namespaces: ["m": main])
            #expect(try XMLTree(parsing: sheet).elements(at: path).count == 2)
            #expect(try XMLDictionary(parsing: sheet).array(at: path).count == 2)
            var bound = try XMLRecords(parsing: sheet, at: path)
            #expect(try bound.next() != nil)
        }
        let feed = try XMLTree(
            parsing: "<rss xmlns:atom='a'><channel><atom:link href='x'/><link>http://y</link></channel></rss>")
        #expect(feed.string(at: "rss/channel/link") == "http://y")
    }

    @Test(
        "Prefixes of a path are bound by the caller",
        arguments: [
            ("m:a/n:b", ["m": "u"], 5 as Int?), ("m:a/@n:b", ["m": "u"], 6), ("m:a", ["m": "u"], nil),
            ("m:a", [:], nil),
            ("xml:a", ["m": "u"], nil), ("@xml:lang", ["m": "u"], nil), ("{u/v}", [:], 1), ("{u", [:], 1),
            ("m:", [:], 1), ("*:", [:], 1),
        ])
    func bindings(text: String, namespaces: [String: String], column: Int?) throws {
        do throws(XMLError) {
            let path = try XMLPath(parsing: text, namespaces: namespaces)
            #expect(column == nil)
            #expect(try XMLPath(parsing: path.description) == path)
        } catch {
            #expect(error.code == .invalidPath)
            #expect(error.location?.column == column)
        }
    }
}
