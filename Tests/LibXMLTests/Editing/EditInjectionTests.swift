import CheckCases
import LibXML
import Testing

/// Values in new markup that try to become markup.
@Suite struct EditInjectionTests {
    /// A method that adds a fragment to `<r xmlns:p='u'>1<e>2</e>3</r>`, as a literal and as markup on purpose.
    struct Method: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var add: @Sendable (inout XMLEdit, XMLTree.Element, XMLFragment) throws -> Void
        var addUnsafe: @Sendable (inout XMLEdit, XMLTree.Element, String) throws -> Void
    }

    static let methods: [Method] = [
        Method(testDescription: "append") {
            try $0.append($2, to: $1)
        } addUnsafe: {
            try $0.append(XMLFragment(unsafeMarkup: $2), to: $1)
        },
        Method(testDescription: "prepend") {
            try $0.prepend($2, to: $1)
        } addUnsafe: {
            try $0.prepend(XMLFragment(unsafeMarkup: $2), to: $1)
        },
        Method(testDescription: "insert before") {
            try $0.insert($2, before: $1.require("e"))
        } addUnsafe: {
            try $0.insert(XMLFragment(unsafeMarkup: $2), before: $1.require("e"))
        },
        Method(testDescription: "insert after") {
            try $0.insert($2, after: $1.require("e"))
        } addUnsafe: {
            try $0.insert(XMLFragment(unsafeMarkup: $2), after: $1.require("e"))
        },
        Method(testDescription: "insert before text") {
            try $0.insert($2, before: #require($1.children.first))
        } addUnsafe: {
            try $0.insert(XMLFragment(unsafeMarkup: $2), before: #require($1.children.first))
        },
        Method(testDescription: "insert after text") {
            try $0.insert($2, after: #require($1.children.first))
        } addUnsafe: {
            try $0.insert(XMLFragment(unsafeMarkup: $2), after: #require($1.children.first))
        },
        Method(testDescription: "replace") {
            try $0.replace($1.require("e"), with: $2)
        } addUnsafe: {
            try $0.replace($1.require("e"), with: XMLFragment(unsafeMarkup: $2))
        },
        Method(testDescription: "replace text") {
            try $0.replace(#require($1.children.first), with: $2)
        } addUnsafe: {
            try $0.replace(#require($1.children.first), with: XMLFragment(unsafeMarkup: $2))
        },
        Method(testDescription: "replaceContent") {
            try $0.replaceContent(of: $1, with: $2)
        } addUnsafe: {
            try $0.replaceContent(of: $1, with: XMLFragment(unsafeMarkup: $2))
        },
    ]

    private static let document = "<r xmlns:p='u'>1<e>2</e>3</r>"

    /// Strings of marks that end or begin something in XML.
    private static func hostileValues(_ count: Int) -> [String] {
        let marks = [
            "</i>", "<admin/>", "<i>", "\"", "'", ">", "<", "&", "]]>", "]]", "]", "<![CDATA[", "-->", "<!--", "?>",
            "<?x",
            "&amp;", "&#60;", "&e;", " a='1'", "\n", "\r\n", "\t", "é", "\\(x)", "/", "=", "p:", "_", "</_>",
        ]
        var random = SeededGenerator(seed: 7)
        return (0..<count).map { _ in
            (0..<Int.random(in: 1...6, using: &random)).map { _ in marks.randomElement(using: &random) ?? "" }.joined()
        }
    }

    @Test("A value never becomes markup, whichever method adds it", arguments: methods)
    func values(_ method: Method) throws {
        let evil = "</i><admin/><i>"
        for value in Self.hostileValues(300) + [evil] {
            let result = try edited(Self.document) {
                try method.add(&$0, $1, "<p:i a='\(value)' b=\"-\(value)-\">]\(value)>\(value)<![CDATA[x]]></p:i>")
            }
            let root = try XMLTree(parsing: result).root
            let new = try #require(root["p:i"], "\(result)")
            let others = root.elements.filter { $0 != new }
            #expect(others.allSatisfy { $0.localName == "e" } && others.count <= 1, "\(result)")
            #expect(new.elements.isEmpty && new.attributes.map(\.value) == [value, "-\(value)-"], "\(result)")
            #expect(new.text == "]\(value)>\(value)x", "\(result)")
        }
    }

    @Test("Text that is markup on purpose says so, and is not escaped", arguments: methods)
    func unsafeMarkup(_ method: Method) throws {
        let result = try edited(Self.document) { try method.addUnsafe(&$0, $1, "<p:i/>&amp;<!--c-->") }
        #expect(result.contains("<p:i/>&amp;<!--c-->"))
        let error = try #require(throws: XMLError.self) {
            _ = try edited(Self.document) { try method.addUnsafe(&$0, $1, "<i>\n</i><q:admin/><i>") }
        }
        #expect(error.code == .unclosedElement || error.code == .undeclaredPrefix)
        #expect(error.location?.line == 2)
        #expect(error.location?.sourceName == "<markup>")
    }

    @Test("Prefixes are those of the place, or of the fragment")
    func prefixes() throws {
        let document = "<r xmlns='d' xmlns:p='u'><s xmlns:p='v' xmlns:q='w'/></r>"
        let fragment: XMLFragment = "<p:a p:b='1'/><c/>"
        let outer = try XMLTree(parsing: edited(document) { try $0.append(fragment, to: $1) }).root
        #expect(outer.elements.map(\.name.namespaceURI) == ["d", "u", "d"])
        let inner = try XMLTree(parsing: edited(document) { try $0.append(fragment, to: $1.require("s")) }).root
        #expect(try inner.require("s").elements.map(\.name.namespaceURI) == ["v", "d"])
        let error = try #require(throws: XMLError.self) {
            _ = try edited(document) { try $0.append("<p:a/>\n <q:a/>", to: $1) }
        }
        #expect(error.code == .undeclaredPrefix)
        #expect(error.location?.line == 2)
        #expect(error.location?.column == 2)
        let bound: XMLFragment = "<q:a xmlns:q='x'/>"
        #expect(try edited("<r/>") { try $0.append(bound, to: $1) } == "<r><q:a xmlns:q='x'/></r>")
        // The place decides whether two names are the same.
        let twice: XMLFragment = "<a p:b='' q:b=''/>"
        let same = "<r xmlns:p='u' xmlns:q='u'/>"
        let duplicate = try #require(throws: XMLError.self) { _ = try edited(same) { try $0.append(twice, to: $1) } }
        #expect(duplicate.code == .duplicateAttribute)
        #expect(duplicate.location?.column == 11)
    }

    @Test("Values outside of text and quotes are errors", arguments: methods)
    func misplaced(_ method: Method) throws {
        let (value, markup) = ("x", "x><!--")
        let fragments: [(XMLFragment, code: XMLError.Code, column: Int)] = [
            ("<\(markup)/>", .invalidName, 2), ("<a \(markup)='1'/>", .invalidName, 4),
            ("<a></\(markup)>", .invalidName, 6), ("<a b=\(value)/>", .misplacedValue, 6),
            ("<!--\("x-->")-->", .doubleHyphenInComment, 5), ("<?\(value)?>", .misplacedValue, 3),
            ("<![CDATA[\(value)]]>", .misplacedValue, 10), ("&\(value);", .misplacedValue, 2),
        ]
        for (fragment, code, column) in fragments {
            let error = try #require(throws: XMLError.self) {
                _ = try edited(Self.document) { try method.add(&$0, $1, fragment) }
            }
            #expect(error.code == code)
            #expect(error.location?.line == 1)
            #expect(error.location?.column == column)
        }
    }

    @Test("Values are in the encoding and with the line ends of the document")
    func encodings() throws {
        let input = Array("<?xml version='1.0' encoding='US-ASCII'?>\r\n<r/>".utf8)
        let value = "日\né</i>"
        let result = try edited(input) { try $0.append("<i a='\(value)'>\(value)</i>", to: $1) }
        let i = try XMLTree(parsing: result).root.require("i")
        #expect(i.text == value)
        #expect(i[attribute: "a"] == value)
    }
}
