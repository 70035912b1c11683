import CheckCases
import LibXML
import Testing

@Suite struct EditRepairedTests {
    static let repairing = XMLParsingOptions(recovery: .repair)

    static let cases: [EditCase] = [
        EditCase("an ampersand", "<a><b>1</b> & <c x=1/></a>", "<a><b>2</b> &amp; <c x=\"1\"/></a>") {
            try $0.setText(of: $1.require("b"), to: "2")
        },
        EditCase("an unclosed element", "<a>\n<b>1</b>\n<c>2", "<a>\n<b x=\"1\">1</b>\n<c>2</c></a>") {
            try $0.set(attribute: "x", of: $1.require("b"), to: "1")
        },
        EditCase(
            "an undeclared prefix", "<a><p:b/><c/></a>", "<a><p:b xmlns:p=\"urn:undeclared:p\"/><c>1</c></a>"
        ) {
            try $0.setText(of: $1.require("c"), to: "1")
        },
        EditCase("a well-formed document", "<a  b='1'/>", "<a  b='2'/>") {
            try $0.set(attribute: "b", of: $1, to: "2")
        },
    ]

    @Test("The repairs of a document are applied", arguments: cases)
    func repaired(_ test: EditCase) throws {
        let result = try edited(test.document, options: Self.repairing, test.edits)
        #expect(result == test.result)
    }

    static let errors: [BadEditCase] = [
        BadEditCase("<a>x & <b/></a>", .uneditable, 1, 4) { try $0.setText(of: $1, to: "1") },
        BadEditCase("<a><b>x & y</b></a>", .uneditable, 1, 4) { try $0.remove($1.require("b")) },
        BadEditCase("<a>\n <b x=1/></a>", .uneditable, 2, 7) {
            try $0.set(attribute: "x", of: $1.require("b"), to: "2")
        },
        BadEditCase("<a><b>1", .uneditable, 1, 7) { try $0.setText(of: $1.require("b"), to: "2") },
        BadEditCase("<a><b>1", .uneditable, 1, 8) { try $0.append("<c/>", to: $1) },
    ]

    @Test("A part that was repaired cannot be edited", arguments: errors)
    func touched(_ test: BadEditCase) throws { try test.check(Self.repairing) }

    @Test("Repairs are written in the encoding of the document", arguments: ["ISO-8859-1", "UTF-16", "Shift_JIS"])
    func encoding(_ encoding: String) throws {
        let text = encoding == "Shift_JIS" ? "日本" : "é"
        func document(_ content: String) throws -> [UInt8] {
            try #require(encode("<?xml version='1.0' encoding='\(encoding)'?><a>\(content)</a>", as: encoding))
        }
        let result = try edited(document("\(text) & \(text)<b/>"), options: Self.repairing) {
            try $0.setText(of: $1.require("b"), to: text)
        }
        #expect(try result == document("\(text) &amp; \(text)<b>\(text)</b>"))
    }

    @Test("What replaces an invalid byte may need a reference")
    func invalidByte() throws {
        let input = Array("<?xml version='1.0' encoding='ISO-8859-6'?><a>".utf8) + [0xFF] + Array("<b/></a>".utf8)
        let result = try edited(input, options: Self.repairing) { try $0.setText(of: $1.require("b"), to: "1") }
        #expect(String(decoding: result, as: UTF8.self).hasSuffix("<a>&#xFFFD;<b>1</b></a>"))
    }

    @Test("A document in another encoding than it declares is an error", arguments: ["UTF-8", "US-ASCII"])
    func contradiction(_ name: String) throws {
        let input = Array("<?xml version='1.0' encoding='\(name)'?><a>".utf8) + [0xE9, 0xE9] + Array("<b/></a>".utf8)
        let tree = try XMLTree(parsing: input, options: Self.repairing)
        #expect(tree.root.text == "éé")
        var edit = XMLEdit(tree)
        try edit.setText(of: tree.root.require("b"), to: "1")
        let error = try #require(throws: XMLError.self) { try edit.xmlBytes() }
        #expect(error.code == .uneditable)
    }

    @Test("A repair that cannot be written in the encoding is an error")
    func unwritableRepair() throws {
        let options = XMLParsingOptions(encoding: "ISO-8859-1", recovery: .repair)
        // Windows-1252 has a character for this byte, which ISO-8859-1 lacks.
        for (content, isWritable) in [(" <!--\u{80}-->", false), (" \u{80}", true)] {
            let input = Array("<a><b/>".utf8) + content.unicodeScalars.map { UInt8($0.value) } + Array("</a>".utf8)
            let tree = try XMLTree(parsing: input, options: options)
            var edit = XMLEdit(tree)
            try edit.setText(of: tree.root.require("b"), to: "1")
            guard !isWritable else {
                #expect(try edit.xmlString() == "<a><b>1</b> &#x20AC;</a>")
                continue
            }
            let error = try #require(throws: XMLError.self) { try edit.xmlBytes() }
            #expect(error.code == .uneditable)
        }
    }

    @Test("The first document of several is the one that is edited")
    func furtherRoots() throws {
        let recovered = try XMLTree(parsing: "<a>1</a>\n<b>2</b>", options: .recovering)
        var first = XMLEdit(recovered)
        try first.set(attribute: "x", of: recovered.root, to: "3")
        #expect(try first.xmlString() == "<a x=\"3\">1</a>\n")
        let tree = try #require(recovered.furtherRoots.first)
        var second = XMLEdit(tree)
        try second.setText(of: tree.root, to: "4")
        #expect(try second.xmlString() == "<b>4</b>")
    }

    @Test("The rules of a repair are not applied twice")
    func rules() throws {
        var rules = XMLRepairOptions()
        rules.extraContent = .wrap("all")
        #expect(
            try edited("<a>1</a><b/>", options: XMLParsingOptions(recovery: .repair(rules))) {
                try $0.setText(of: $1.require("a"), to: "2")
            } == "<all><a>2</a><b/></all>")
        var html = XMLRepairOptions()
        html.isHTML = true
        let script = try edited(
            "<a><script>1 < 2</script><b/></a>", options: XMLParsingOptions(recovery: .repair(html))
        ) {
            try $0.set(attribute: "x", of: $1, to: "1")
        }
        #expect(
            script == "<a x=\"1\"><script>1 &lt; 2</script><b/></a>")
    }
}
