import CheckCases
import LibXML
import Testing

/// The namespaces of undeclared prefixes in a repaired document.
@Suite struct RepairNamespaceTests {
    private static let document = "<r><soap:Body><m:Get xsi:nil='true' b>1</m:Get></soap:Body><item></r>"
    private static let soap = "http://schemas.xmlsoap.org/soap/envelope/"

    @Test("Names are in the namespaces of their prefixes, whose declarations are not listed")
    func tree() throws {
        let root = try XMLTree(parsing: Self.document, options: .recovering).root
        let body = try root.require(XMLName("Body", namespaceURI: Self.soap))
        let get = try body.require(XMLName("Get", namespaceURI: "urn:undeclared:m"))
        #expect(get.qualifiedName == "m:Get")
        #expect(get.attributes.map(\.qualifiedName) == ["xsi:nil", "b"])
        #expect(get.attributes.first?.name.namespaceURI == "http://www.w3.org/2001/XMLSchema-instance")
        #expect(body.namespaceDeclarations.isEmpty)
        #expect(get.namespaceDeclarations.isEmpty)
    }

    @Test("Dictionaries do not have the declarations")
    func dictionary() throws {
        let dictionary = try XMLDictionary(parsing: Self.document, options: .recovering)
        #expect(
            dictionary.json()
                == ##"{"r":{"soap:Body":{"m:Get":{"@xsi:nil":"true","@b":"","#text":"1"}},"item":null}}"##)
    }

    @Test("Declarations of the document stay beside those that are taken as declared", arguments: [1, 3, 64])
    func beside(size: Int) throws {
        let text =
            "<r xmlns:a='u'><b:c xmlns:d='v' d:e='1' xmlns='w' f><a:g/></b:c><h:i xmlns:j='x'/><k xmlns:l='y'/></r>"
        var options = XMLParsingOptions()
        options.recovery = .repair
        var parser = XMLPushParser(options: options)
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: size) {
            try parser.feed(bytes[start..<min(start + size, bytes.count)])
        }
        let tree = try parser.finish()
        let expected = ["r a=u", "b:c d=v =w", "a:g", "h:i j=x", "k l=y"]
        for tree in [tree, try XMLTree(parsing: text, options: .recovering)] {
            let found = tree.root.descendants.reduce(into: [Self.declared(tree.root)]) { $0.append(Self.declared($1)) }
            #expect(found == expected)
        }
        var reader = XMLReader(parsing: text, options: options)
        var read: [String] = []
        while let event = try reader.next() {
            if event == .startElement {
                read.append(reader.qualifiedName + (reader.namespaceURI.map { " \($0)" } ?? ""))
            }
        }
        #expect(read == ["r", "b:c urn:undeclared:b", "a:g u", "h:i urn:undeclared:h", "k"])
    }

    private static func declared(_ element: XMLTree.Element) -> String {
        ([element.qualifiedName] + element.namespaceDeclarations.map { "\($0.prefix ?? "")=\($0.uri)" }).joined(
            separator: " ")
    }

    @Test("After a checkpoint, prefixes have the same bindings")
    func checkpoint() throws {
        let text = "<r xmlns:a='u'><b:c><a:d/><b:d/><a:d b=1/></b:c></r>"
        var options = XMLParsingOptions()
        options.recovery = .repair
        let file = try TemporaryFile(Array(text.utf8))
        var records = try XMLRecords(parsing: .file(file.path), at: "r/*/*", options: options)
        _ = try records.next()
        var rest = try XMLRecords(parsing: .file(file.path), at: "r/*/*", from: records.checkpoint, options: options)
        var found: [String] = []
        while let record = try rest.next() { found.append("\(record.qualifiedName) \(record.name.namespaceURI ?? "")") }
        #expect(found == ["b:d urn:undeclared:b", "a:d u"])
        #expect(rest.diagnostics.map(\.code) == [.unquotedAttributeValue])
    }

    @Test("An entity stays a reference where the prefixes in it are bound, and is text elsewhere")
    func entity() throws {
        let type = "<!DOCTYPE r [<!ENTITY e '<p:x/>'>]>"
        let bound = try XMLTree(parsing: "\(type)<r xmlns:p='u'>&e;<b></r>", options: .recovering)
        #expect(bound.source == "\(type)<r xmlns:p='u'>&e;<b></b></r>")
        #expect(bound.diagnostics.map(\.code) == [.mismatchedEndTag])
        let other = try XMLTree(
            parsing: "<!DOCTYPE r [<!ENTITY e '<p:x/>'><!ENTITY f 'urn:a:b <q:y/>'>]><r xmlns:p='u'>&e;&f;<b></r>",
            options: .recovering)
        #expect(other.source.hasSuffix("<r xmlns:p='u'>&e;&amp;f;<b></b></r>"))
        let unbound = try XMLTree(parsing: "\(type)<r>&e;<b></r>", options: .recovering)
        #expect(unbound.source == "\(type)<r>&amp;e;<b></b></r>")
    }

    @Test("A prefix that is kept is part of the name")
    func kept() throws {
        var repair = XMLRepairOptions()
        repair.undeclaredPrefixes = .keep
        let root = try XMLTree(parsing: "<a:b c/>", options: .init(recovery: .repair(repair))).root
        #expect(root.qualifiedName == "a:b")
        #expect(root.namespaceURI == nil)
    }

    @Test("Bytes of ISO-8859-1 that are control characters there are those of Windows-1252")
    func controls() throws {
        let bytes =
            Array("<?xml version='1.0' encoding='ISO-8859-1'?><a>".utf8) + [0x93, 0x41, 0x94] + Array("</a>".utf8)
        let recovered = try XMLTree(parsing: bytes, options: .recovering)
        #expect(recovered.root.text == "“A”")
        #expect(recovered.diagnostics.map(\.severity) == [.warning, .warning])
        #expect(try XMLTree(parsing: bytes).root.text == "\u{93}A\u{94}")
    }

    // MARK: Rules of namespaces in repaired documents

    private static let uris = [
        "u", "v", "", " ", "&#1;", "&#2;", "&nbsp;", "\u{A0}", "\u{93}", "“", "&#147;", "&#65", "A", "&#X41;", "a\r\nb",
        "a b", "&e;", " &e; ", "&empty;", "&none;", "http://www.w3.org/XML/1998/namespace", "&xml;",
    ]
    private static let names = [
        "a", "p:a", "q:a", "p:b", ":a", "p:", "p:q:a", "p:1", "xml:lang", "xsi:nil", "soap:a", "soapenv:a", "a$", "é:a",
    ]
    private static let documentTypes = [
        "", "", "<!DOCTYPE r [<!ENTITY e 'u'><!ENTITY empty ''><!ENTITY xml 'http://www.w3.org/XML/1998/namespace'>]>",
        "<!DOCTYPE r [<!ENTITY e 'u'><!ATTLIST r xmlns:p CDATA 'u' q:a CDATA '1'>]>",
        "<!DOCTYPE r [<!ATTLIST a p:b CDATA '1'><!ATTLIST r xmlns:q NMTOKEN 'u'>]>",
        "<!DOCTYPE r [<!ENTITY c '<p:a>x</p:a>'><!ENTITY e 'u'>]>",
    ]

    private static func document(_ random: inout SeededGenerator) -> String {
        func tag(_ name: String) -> String {
            var tag = "<\(name)"
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                let quote = ["'", "\"", "'", ""].randomElement(using: &random) ?? "'"
                let prefix = ["xmlns:p", "xmlns:q", "xmlns", "xmlns:xml", "xmlns:é", "xmlns:"].randomElement(
                    using: &random)
                let name = Bool.random(using: &random) ? prefix : names.randomElement(using: &random)
                tag += " \(name ?? "a")=\(quote)\(uris.randomElement(using: &random) ?? "u")\(quote)"
            }
            return tag + ">"
        }
        var text = (documentTypes.randomElement(using: &random) ?? "") + tag("r")
        for _ in 0..<Int.random(in: 0...4, using: &random) {
            let name = names.randomElement(using: &random) ?? "a"
            text += tag(name) + (["&c;", "x", "<b/>", "&"].randomElement(using: &random) ?? "")
            if Bool.random(using: &random) { text += "</\(name)>" }
        }
        return text + "</r>"
    }

    @Test(
        "Names and declarations of any kind are repaired to well-formed text, which needs no repair",
        arguments: 0..<20)
    func random(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        for _ in 0..<100 {
            let text = Self.document(&random)
            let recovered = try XMLTree(parsing: text, options: .recovering)
            do {
                _ = try XMLTree(parsing: recovered.utf8Source)
            } catch {
                Issue.record("\(error) in \(recovered.source), repaired from \(text)")
            }
            let again = try XMLTree(parsing: recovered.utf8Source, options: .recovering)
            #expect(again.source == recovered.source)
        }
    }

    @Test(
        "No default of a document type ends the process",
        arguments: [
            "<!DOCTYPE r [<!ATTLIST r : CDATA '1'>]><r p:a='1'/>",
            "<!DOCTYPE r [<!ATTLIST r :a CDATA '1'>]><r><x::/></r>",
            "<!DOCTYPE r [<!ATTLIST r a:b:c CDATA '1'>]><r p:a='1'/>",
        ])
    func defaults(_ text: String) throws {
        #expect(try XMLTree(parsing: text, options: .recovering).root.qualifiedName == "r")
    }

    @Test("Defaults of many elements are found with one parse")
    func manyDefaults() throws {
        let numbers = 0..<1_000
        let lists = numbers.map { "<!ATTLIST e\($0) xmlns:p CDATA 'u' q:a CDATA '1'>" }.joined()
        let elements = numbers.map { "<e\($0) p:b=''/>" }.joined()
        let recovered = try XMLTree(parsing: "<!DOCTYPE r [\(lists)]><r>\(elements)<b></r>", options: .recovering)
        #expect(
            recovered.root.elements.prefix(1_000).allSatisfy { $0.attributes.first?.name.namespaceURI == "u" })
        _ = try XMLTree(parsing: recovered.utf8Source)
    }

    @Test("Many attributes with one local name: each namespace keeps its first attribute")
    func namesakes() throws {
        for count in [2, 8, 9, 10, 30] {
            // The prefixes `p0` and `p5` have one URI, and so on; `q…` have none that is declared.
            let declared = (0..<count).map { "xmlns:p\($0)='u\($0 % 5)'" }
            let names = (0..<count).flatMap { ["p\($0):b", "q\($0):b"] }
            let tag = "<a \(declared.joined(separator: " ")) \(names.map { "\($0)=''" }.joined(separator: " ")) c/>"
            let found = try XMLTree(parsing: tag, options: .recovering)
            let kept = (0..<count).flatMap { $0 < 5 ? ["p\($0):b", "q\($0):b"] : ["q\($0):b"] } + ["c"]
            #expect(found.root.attributes.map(\.qualifiedName) == kept)
            #expect(found.diagnostics.count { $0.code == .duplicateAttribute } == max(0, count - 5))
        }
    }
}
