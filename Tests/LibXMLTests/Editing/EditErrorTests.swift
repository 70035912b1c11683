import CheckCases
@_spi(Checks) import LibXML
import Testing

@Suite struct EditErrorTests {
    static let names: [BadEditCase] = [
        BadEditCase("<a>\n<b/></a>", .invalidName, 2, 1) { try $0.rename($1.require("b"), to: "1") },
        BadEditCase("<a/>", .invalidName, 1, 1) { try $0.set(attribute: "b c", of: $1, to: "") },
        BadEditCase("<a/>", .invalidName, 1, 1) { try $0.set(attribute: "*:b", of: $1, to: "") },
        BadEditCase("<a/>", .undeclaredPrefix, 1, 1) { try $0.set(attribute: "p:b", of: $1, to: "") },
        BadEditCase("<a xmlns='u'/>", .undeclaredPrefix, 1, 1) { try $0.set(attribute: "{u}b", of: $1, to: "") },
        BadEditCase("<a xmlns:p='\u{E9}'/>", .undeclaredPrefix, 1, 1) {
            try $0.set(attribute: "{e\u{301}}b", of: $1, to: "")
        },
        BadEditCase("<a xmlns:\u{E9}='u'/>", .undeclaredPrefix, 1, 1) {
            try $0.set(attribute: "e\u{301}:b", of: $1, to: "")
        },
        BadEditCase("<a/>", .undeclaredPrefix, 1, 1) { try $0.rename($1, to: "p:b") },
        BadEditCase("<a xmlns='u'/>", .invalidNamespaceDeclaration, 1, 1) {
            try $0.set(attribute: "xmlns", of: $1, to: "v")
        },
        BadEditCase("<a xmlns:p='u'/>", .invalidNamespaceDeclaration, 1, 1) {
            try $0.set(attribute: "xmlns:p", of: $1, to: "v")
        },
        BadEditCase("<a/>", .invalidNamespaceDeclaration, 1, 1) { try $0.set(attribute: "xmlns:p", of: $1, to: "") },
        BadEditCase("<a/>", .invalidNamespaceDeclaration, 1, 1) { try $0.set(attribute: "xmlns:xml", of: $1, to: "v") },
        BadEditCase("<a/>", .invalidName, 1, 1) { try $0.set(attribute: "xmlns:1", of: $1, to: "v") },
        BadEditCase("<a b='' c=''/>", .duplicateAttribute, 1, 4) {
            let attribute = try #require($1.attributes["b"])
            try $0.rename(attribute, to: "c")
        },
        BadEditCase("<a xmlns:p='u' xmlns:q='u' p:b=''/>", .duplicateAttribute, 1, 1) {
            try $0.set(attribute: "q:b", of: $1, to: "")
        },
        BadEditCase("<a>\n <b/></a>", .missingAttribute, 2, 2) { try $0.remove(attribute: "c", of: $1.require("b")) },
        BadEditCase("<a>\n<b/><b/></a>", .ambiguousPath, 2, 1, note: [2, 5]) { edit, _ in
            _ = try edit.element(at: "a/b")
        },
        BadEditCase("<a>\n<b c=''/></a>", .invalidPath, 2, 4) { edit, _ in _ = try edit.element(at: "a/b/@c") },
        BadEditCase("<a>\n<b/></a>", .invalidPath, 2, 1) { edit, _ in _ = try edit.element(at: "a/b/@c") },
        BadEditCase("<a><b/></a>", .missingElement, 1, 1) { edit, _ in _ = try edit.element(at: "a/c") },
        BadEditCase("<a><b/></a>", .missingElement, 1, 1) { edit, _ in try edit.removeAll(at: "a/c") },
        BadEditCase("<a><b/></a>", .missingAttribute, 1, 1) { edit, _ in try edit.removeAll(at: "//@c") },
        BadEditCase("<a/>", .missingRootElement, 1, 1) { edit, _ in try edit.removeAll(at: "//*") },
        BadEditCase("<a>x</a>", .invalidCharacter, 1, 4) { try $0.setText(of: $1, to: "\u{1}") },
        BadEditCase("<a b='x'/>", .invalidCharacter, 1, 7) { try $0.set(attribute: "b", of: $1, to: "\u{FFFE}") },
        BadEditCase("<!--c--><a/>", .missingRootElement, 1, 9) { try $0.remove($1) },
        BadEditCase("<a/>", .missingRootElement, 1, 1) { try $0.replace($1, with: "<!--c-->") },
        BadEditCase("<a/>", .contentAfterRootElement, 1, 1) { try $0.replace($1, with: "<b/><c/>") },
        BadEditCase("<a/>", .contentAfterRootElement, 1, 1) { try $0.insert("<b/>", after: $1) },
        BadEditCase("<a/>", .contentAfterRootElement, 1, 1) { try $0.insert("x", before: $1) },
    ]

    @Test("A name or text that is not allowed is an error at its place", arguments: names)
    func allowed(_ test: BadEditCase) throws { try test.check() }

    static let markup: [BadEditCase] = [
        BadEditCase("<a/>", .mismatchedEndTag, 2, 4, note: [2, 1]) { try $0.append("<b>\n<c></b>", to: $1) },
        BadEditCase("<a/>", .unclosedElement, 1, 2) { try $0.append(" <b>", to: $1) },
        BadEditCase("<a/>", .mismatchedEndTag, 1, 2) { try $0.append(" </b>", to: $1) },
        BadEditCase("<a/>", .undeclaredPrefix, 1, 5) { try $0.append("<b/><p:c/>", to: $1) },
        BadEditCase("<!DOCTYPE a [<!ENTITY e ''>]><a/>", .undeclaredEntity, 1, 2) {
            try $0.append(" &e;", to: $1)
        },
        BadEditCase("<a/>", .malformedReference, 1, 3) { try $0.replaceContent(of: $1, with: "x & y") },
        BadEditCase("<a/>", .duplicateAttribute, 1, 9, note: [1, 4]) {
            try $0.append("<b c='' c=''/>", to: $1)
        },
        BadEditCase("<a/>", .unclosedComment, 1, 1) { try $0.insert("<!--", before: $1) },
        BadEditCase("<a/>", .cdataEndInText, 1, 2) { try $0.append("x]]>", to: $1) },
    ]

    @Test("Malformed markup is an error in the markup", arguments: markup)
    func faults(_ test: BadEditCase) throws {
        try test.check()
        let error = try #require(throws: XMLError.self) { _ = try edited(test.document, test.edits) }
        #expect(error.location?.sourceName == "<markup>")
        #expect(error.diagnostic.snippet() != nil)
    }

    @Test("End tags in markup do not end the element around it")
    func endTags() throws {
        for markup in ["</_>", "</_><_>", "</_><!--", "</a>", "</a><a>", "x</_>", "</_>x"] {
            let error = try #require(throws: XMLError.self) {
                _ = try edited("<a/>") { try $0.append(XMLFragment(unsafeMarkup: markup), to: $1) }
            }
            #expect(error.location?.sourceName == "<markup>", "\(markup)")
        }
    }

    static let entities: [BadEditCase] = [
        BadEditCase("<!DOCTYPE a [<!ENTITY e '<b>1</b>'>]>\n<a>&e;</a>", .uneditable, 2, 4) {
            try $0.setText(of: $1.require("b"), to: "2")
        },
        BadEditCase("<!DOCTYPE a [<!ENTITY e '<b c=\"\"/>'>]>\n<a>&e;</a>", .uneditable, 2, 4) {
            try $0.set(attribute: "c", of: $1.require("b"), to: "2")
        },
        BadEditCase("<!DOCTYPE a [<!ENTITY e '<b/>'>]>\n<a>&e;</a>", .uneditable, 2, 4) {
            try $0.insert("<c/>", after: $1.require("b"))
        },
        BadEditCase("<!DOCTYPE a [<!ENTITY e 'x'>]>\n<a>1&e;2</a>", .uneditable, 2, 4) {
            let node = try #require($1.children.first)
            try $0.remove(node)
        },
        BadEditCase("<!DOCTYPE a [<!ENTITY e 'x<b/>y'>]>\n<a>1&e;2</a>", .uneditable, 2, 4) {
            let node = try #require($1.children.first)
            try $0.insert("<c/>", after: node)
        },
        BadEditCase("<!DOCTYPE a [<!ENTITY e 'x<b/>y'>]>\n<a>1&e;2</a>", .uneditable, 2, 5) {
            let node = try #require(Array($1.children).last)
            try $0.insert("<c/>", before: node)
        },
        BadEditCase("<!DOCTYPE a [<!ENTITY e '<!--c-->'>]>\n<a>&e;</a>", .uneditable, 2, 4) {
            let node = try #require($1.children.first)
            try $0.remove(node)
        },
        BadEditCase("<!DOCTYPE a [<!ATTLIST a b CDATA 'x'>]>\n<a/>", .uneditable, 2, 1) {
            try $0.remove(attribute: "b", of: $1)
        },
        BadEditCase("<!DOCTYPE a>\n<a/>", .uneditable, 1, 1) {
            let node = try #require($0.tree.children.first)
            #expect(node.kind == .documentType)
            #expect($1.parent == nil)
            try $0.remove(node)
        },
    ]

    @Test("What an entity or a declaration produced cannot be edited", arguments: entities)
    func entity(_ test: BadEditCase) throws { try test.check() }

    @Test("Elements of another tree cannot be edited")
    func otherTree() throws {
        let tree = try XMLTree(parsing: "<a>\n<b/></a>")
        let other = try XMLTree(parsing: "<a>\n<b/></a>")
        var edit = XMLEdit(tree)
        for element in [try other.root.require("b"), try tree.root.require("b").detached()] {
            let error = try #require(throws: XMLError.self) { try edit.setText(of: element, to: "") }
            #expect(error.code == .uneditable)
            #expect(error.location?.line == 2)
        }
        #expect(edit.isEmpty)
        #expect(try edit.xmlBytes() == Array("<a>\n<b/></a>".utf8))
    }

    @Test("HTML and libxml2's own recovery cannot be edited")
    func otherParsers() throws {
        let html = try XMLTree(html: "<p>a</p>")
        let recovered = try XMLTree(parsing: "<a>1</b>", options: .init(recovery: .libxml2))
        for tree in [html, recovered] {
            var edit = XMLEdit(tree)
            let error = try #require(throws: XMLError.self) { try edit.setText(of: tree.root, to: "") }
            #expect(error.code == .uneditable)
            #expect(throws: XMLError.self) { try edit.xmlBytes() }
        }
    }

    @Test("A result that exceeds a limit is an error")
    func limit() throws {
        var options = XMLParsingOptions()
        options.limits.depth = 2
        let error = try #require(throws: XMLError.self) {
            _ = try edited("<a/>", options: options) { try $0.append("<b><c/></b>", to: $1) }
        }
        #expect(error.code == .tooDeep)
        #expect(try edited("<a/>", options: options) { try $0.append("<b/>", to: $1) } == "<a><b/></a>")
    }

    @Test("A call that throws records nothing")
    func failedCall() throws {
        let result = try edited("<a><b/></a>") { edit, root in
            #expect(throws: XMLError.self) { try edit.append("<c>", to: root) }
            #expect(throws: XMLError.self) { try edit.set(attribute: "p:x", of: root, to: "") }
            try edit.setText(of: root.require("b"), to: "1")
            #expect(throws: XMLError.self) { try edit.setText(of: root.require("b"), to: "\u{1}") }
            #expect(throws: XMLError.self) { try edit.move(root.require("b"), before: root) }
        }
        #expect(result == "<a><b>1</b></a>")
    }

    @Test("An edited document is written to a file")
    func files() throws {
        let file = try TemporaryFile(Array("<a>\r\n<b>1</b></a>".utf8))
        let tree = try XMLTree(parsing: .file(file.path))
        var edit = XMLEdit(tree)
        try edit.setText(at: "a/b", to: "2")
        try edit.write(toFile: file.path)
        #expect(try XMLTree(parsing: .file(file.path)).source == "<a>\r\n<b>2</b></a>")
        let other = try #require(throws: XMLError.self) { try edit.write(toFile: "/none/a.xml") }
        #expect(other.code == .unwritableFile)
    }
}
