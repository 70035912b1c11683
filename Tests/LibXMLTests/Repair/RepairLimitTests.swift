import CheckCases
import LibXML
import Testing

/// The limits of documents that are repaired.
@Suite struct RepairLimitTests {
    private var options: XMLParsingOptions {
        var options = XMLParsingOptions().recovering()
        options.encoding = "UTF-8"
        return options
    }

    @Test("A further root that exceeds a limit is an error, and one without an element is skipped")
    func furtherRootLimits() throws {
        var options = XMLParsingOptions()
        options.limits.depth = 3
        let error = try #require(throws: XMLError.self) {
            _ = try XMLTree(parsing: "<a/><b><c><d><e>x</e></d></c></b><g>y</g>", options: options.recovering())
        }
        #expect(error.code == .tooDeep)
        options.limits.depth = .max
        let roots = try XMLTree(parsing: "<a/><b>1</b>y<c2</c> <d>e</d>", options: options.recovering())
        #expect(roots.furtherRoots.map(\.root.source) == ["<b>1</b>", "<d>e</d>"])
        // The two further roots, and the text, “<”, text and end tag between them.
        #expect(roots.diagnostics.compactMap(\.location?.column) == [5, 13, 14, 15, 17, 22])
    }

    @Test("Limits hold")
    func limits() {
        var options = options
        options.limits.depth = 10
        let deep = String(repeating: "<p>", count: 11)
        #expect(throws: XMLError.self) { _ = try XMLTree(parsing: "<a>" + deep, options: options.recovering()) }
        for text in ["", "   ", "text", "</a>", "<!-- c -->", "&amp;"] {
            #expect(throws: XMLError.self) { _ = try XMLTree(parsing: text, options: .recovering) }
        }
    }

    @Test(
        "A tag that exceeds its limit is an error, though its end has not arrived",
        arguments: [
            ("<r><a k='b > 0123456789'/></r>", XMLError.Code.tagTooLong),
            ("<r><a k='b > c' l='0123456789'/></r>", .tagTooLong),
            ("<r><a k 0 l='0123456789' m='0'/></r>", .missingAttributeValue),
            ("<a k='b > c'\nl='012345'", .unclosedTag),
        ])
    func longTags(document: String, code: XMLError.Code) throws {
        var options = options
        options.limits.tagSize = 16
        let error = #expect(throws: XMLError.self) { try XMLTree(parsing: document, options: options) }
        #expect(error?.code == .tagTooLong)
        for size in [1, 5, 1000] {
            let error = #expect(throws: XMLError.self) {
                var parser = XMLPushParser(options: options)
                for piece in Array(document.utf8).chunks(of: size) { try parser.feed(piece) }
                _ = try parser.finish()
            }
            // A whole tag in one piece is measured after its repair.
            #expect(error?.code == (size == 1000 && document.hasPrefix("<r>") ? .tagTooLong : code), "\(size) bytes")
        }
    }

    @Test("A tag of a whole document is read to its end")
    func wholeTags() throws {
        var options = options
        options.limits.tagSize = 1000
        let text = String(repeating: "y", count: 64_000)
        let tree = try XMLTree(
            parsing: "<r>\(text)<a b=\"x>\(String(repeating: "z", count: 3_000))</a></r>", options: options)
        #expect(tree.root["a"]?[attribute: "b"] == "x")
    }

    @Test("A long tag after a notice and an XML declaration is an error, and not omitted")
    func longTagAfterNotice() throws {
        var options = options
        options.limits.tagSize = 24
        let error = #expect(throws: XMLError.self) {
            var parser = XMLPushParser(options: options)
            try parser.feed("<b>n</b><?xml version='1.0'?><rss version='2.0' lang='e".utf8)
            try parser.feed("n'><a/></rss>".utf8)
            _ = try parser.finish()
        }
        #expect(error?.code == .tagTooLong)
    }

    @Test("The semicolon of a reference may arrive later, whatever the limit of names")
    func longNames() throws {
        var options = options
        options.limits.nameLength = 3
        let text = "<a>&lt;x&amp;&auml;y</a>"
        var parser = XMLPushParser(options: options)
        for byte in text.utf8 { try parser.feed([byte]) }
        #expect(try parser.finish().outline == XMLTree(parsing: text, options: options).outline)
    }

    @Test(
        "Entities are known, though trials of their declarations have larger tags and names",
        arguments: [12, 20, 30, 100], ["e", "abcdefghijklmnopqrstuvwxyz-abcdefghijklmnopqrstuvwxyz"])
    func declaredEntities(tagSize: Int, name: String) throws {
        var options = options
        options.limits.tagSize = max(tagSize, name.utf8.count + 16)
        options.limits.nameLength = 10
        let text = "<!DOCTYPE a[<!ENTITY \(name) 'x'>]><a b='&\(name);'>&\(name);</a>"
        for size in [1, 5, 1000] {
            var parser = XMLPushParser(options: options)
            for piece in Array(text.utf8).chunks(of: size) { try parser.feed(piece) }
            let tree = try parser.finish()
            #expect(tree.root.text == "x" && tree.root[attribute: "b"] == "x" && tree.diagnostics.isEmpty)
        }
    }

    @Test(
        "Entities that cannot be used are repaired, whatever the size of tags",
        arguments: ["SYSTEM 'f'", "'<b>'", "'&e;'"])
    func unusableEntities(declaration: String) throws {
        var options = options
        options.limits.tagSize = 20
        let text = "<!DOCTYPE a[<!ENTITY e \(declaration)>]><a b='&e;'>x</a>"
        var parser = XMLPushParser(options: options)
        try parser.feed(text.utf8)
        let tree = try parser.finish()
        #expect(tree.root[attribute: "b"] == "&e;" && tree.diagnostics.count == 1)
    }

    @Test(
        "A reference whose name is too long is a fault at its “&”, wherever the text is cut",
        arguments: [50_001, 65_531, 65_532, 65_533, 70_000], ["c", "amp"])
    func longReferences(count: Int, name: String) throws {
        for end in [" x</r>", ";x</r>", "=x</r>"] {
            let text = "<r>&\(name)\(String(repeating: "c", count: count))\(end)"
            let tree = try XMLTree(parsing: text, options: options)
            #expect(tree.diagnostics.map(\.location?.column) == [4])
            let error = try #require(throws: XMLError.self) { try XMLTree(parsing: text) }
            #expect(error.code == .nameTooLong && error.location?.column == 4)
            for size in [1_000, 65_536] {
                var parser = XMLPushParser(options: options)
                for piece in Array(text.utf8).chunks(of: size) { try parser.feed(piece) }
                let pushed = try parser.finish()
                #expect(pushed.outline == tree.outline && pushed.diagnostics == tree.diagnostics)
                let error = #expect(throws: XMLError.self) {
                    var parser = XMLPushParser<XMLTree>()
                    for piece in Array(text.utf8).chunks(of: size) { try parser.feed(piece) }
                    _ = try parser.finish()
                }
                #expect(error?.code == .nameTooLong && error?.location?.column == 4)
            }
        }
    }
}
