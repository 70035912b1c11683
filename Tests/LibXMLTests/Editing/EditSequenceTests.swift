import LibXML
import Testing

/// Several edits of one part of a document, in their order.
@Suite struct EditSequenceTests {
    static let whiteSpace: [EditCase] = [
        EditCase("beside it, and at the end", "<a><y> </y></a>", "<a><y><z/> <w/></y></a>") {
            let y = try $1.require("y")
            try $0.insert("<z/>", before: #require(Array(y.children).first))
            try $0.append("<w/>", to: y)
        },
        EditCase("removed, and at the end", "<a><y> </y></a>", "<a><y><w/></y></a>") {
            let y = try $1.require("y")
            try $0.remove(#require(Array(y.children).first))
            try $0.append("<w/>", to: y)
        },
        EditCase("at the start, and replaced", "<a><y> </y></a>", "<a><y><w/>\t</y></a>") {
            let y = try $1.require("y")
            try $0.prepend("<w/>", to: y)
            try $0.replace(#require(Array(y.children).first), with: "\t")
        },
        EditCase("beside it in lines", "<a>\n <y>\n </y>\n</a>", "<a>\n <y><z/>\n <w/></y>\n</a>") {
            let y = try $1.require("y")
            try $0.insert("<z/>", before: #require(Array(y.children).first))
            try $0.append("<w/>", to: y)
        },
    ]

    @Test("An element that contains only white space", arguments: whiteSpace)
    func inWhiteSpace(_ test: EditCase) throws { try test.check() }

    static let tags: [EditCase] = [
        EditCase("a value twice", "<a b='x'/>", "<a b='2'/>") {
            try $0.set(attribute: "b", of: $1, to: "1")
            try $0.set(attribute: "b", of: $1, to: "2")
        },
        EditCase("a new attribute twice", "<a/>", "<a b=\"2\" c=\"3\"/>") {
            try $0.set(attribute: "b", of: $1, to: "1")
            try $0.set(attribute: "c", of: $1, to: "3")
            try $0.set(attribute: "b", of: $1, to: "2")
        },
        EditCase("set, removed", "<a b='x'/>", "<a/>") {
            try $0.set(attribute: "b", of: $1, to: "1")
            try $0.remove(attribute: "b", of: $1)
            try $0.remove(attribute: "b", of: $1)
        },
        EditCase("added, removed", "<a/>", "<a/>") {
            try $0.set(attribute: "b", of: $1, to: "1")
            try $0.remove(attribute: "b", of: $1)
            #expect($0.isEmpty)
        },
        EditCase("removed, set", "<a b='x' c='y'/>", "<a b='1' c='y'/>") {
            try $0.remove(attribute: "b", of: $1)
            try $0.set(attribute: "b", of: $1, to: "1")
        },
        EditCase("added, removed, added", "<a/>", "<a c=\"\" b=\"2\"/>") {
            try $0.set(attribute: "b", of: $1, to: "1")
            try $0.set(attribute: "c", of: $1, to: "")
            try $0.remove(attribute: "b", of: $1)
            try $0.set(attribute: "b", of: $1, to: "2")
        },
        EditCase("renamed twice", "<a b='x'/>", "<a d='x'/>") {
            let attribute = try #require($1.attributes["b"])
            try $0.rename(attribute, to: "c")
            try $0.rename(attribute, to: "d")
        },
        EditCase("renamed, renamed back", "<a b='x'/>", "<a b='x'/>") {
            let attribute = try #require($1.attributes["b"])
            try $0.rename(attribute, to: "c")
            try $0.rename(attribute, to: "b")
        },
        EditCase("renamed, set by the new name", "<a b='x'/>", "<a c='1'/>") {
            try $0.rename(#require($1.attributes["b"]), to: "c")
            try $0.set(attribute: "c", of: $1, to: "1")
        },
        EditCase("renamed, removed by the new name", "<a b='x'/>", "<a/>") {
            try $0.rename(#require($1.attributes["b"]), to: "c")
            try $0.remove(attribute: "c", of: $1)
        },
        EditCase("renamed, removed, set", "<a b='x'/>", "<a b='1'/>") {
            let attribute = try #require($1.attributes["b"])
            try $0.rename(attribute, to: "c")
            try $0.remove(attribute)
            try $0.setText(of: attribute, to: "1")
        },
        EditCase("removed, renamed into its place, set", "<a b='x' c='y'/>", "<a b='1'/>") {
            try $0.remove(attribute: "b", of: $1)
            try $0.rename(#require($1.attributes["c"]), to: "b")
            try $0.set(attribute: "b", of: $1, to: "1")
        },
        EditCase("expanded and written names", "<a xmlns:p='u'/>", "<a xmlns:p='u' p:b='2'/>") {
            try $0.set(attribute: "p:b", of: $1, to: "1")
            try $0.set(attribute: "{u}b", of: $1, to: "2")
        },
        EditCase("an element renamed twice", "<a><b></b></a>", "<a><d></d></a>") {
            try $0.rename($1.require("b"), to: "c")
            try $0.rename($1.require("b"), to: "d")
        },
    ]

    @Test("The later edit of a tag applies", arguments: tags)
    func editedTags(_ test: EditCase) throws { try test.check() }

    static let contents: [EditCase] = [
        EditCase("text twice", "<a>x</a>", "<a>2</a>") {
            try $0.setText(of: $1, to: "1")
            try $0.setText(of: $1, to: "2")
        },
        EditCase("content and text", "<a>x</a>", "<a>2</a>") {
            try $0.replaceContent(of: $1, with: "<b/>")
            try $0.setText(of: $1, to: "2")
        },
        EditCase("text, then more", "<a>x</a>", "<a><c/>1<b/>2</a>") {
            try $0.setText(of: $1, to: "1")
            try $0.append("<b/>", to: $1)
            try $0.prepend("<c/>", to: $1)
            try $0.append("2", to: $1)
        },
        EditCase("text of one tag, then more", "<a><b/></a>", "<a><b>1<c/></b></a>") {
            try $0.setText(of: $1.require("b"), to: "1")
            try $0.append("<c/>", to: $1.require("b"))
        },
        EditCase("appended, then text", "<a/>", "<a>1</a>") {
            try $0.append("<b/>", to: $1)
            try $0.setText(of: $1, to: "1")
        },
        EditCase("appended and prepended", "<a/>", "<a><c/><b/></a>") {
            try $0.append("<b/>", to: $1)
            try $0.prepend("<c/>", to: $1)
        },
        EditCase("inserted, then text", "<a><b/>1</a>", "<a>1</a>") {
            try $0.insert("<c/>", before: $1.require("b"))
            try $0.setText(of: $1, to: "1")
        },
        EditCase("an attribute inside, then text", "<a><b/></a>", "<a>1</a>") {
            try $0.set(attribute: "c", of: $1.require("b"), to: "1")
            try $0.setText(of: $1, to: "1")
        },
        EditCase("an attribute inside, then removed", "<a><b><c/></b></a>", "<a></a>") {
            try $0.set(attribute: "x", of: $1.require(at: "b/c"), to: "1")
            try $0.append("<d/>", to: $1.require("b"))
            try $0.remove($1.require("b"))
            try $0.remove($1.require("b"))
        },
        EditCase("renamed, then removed", "<a><b/></a>", "<a></a>") {
            try $0.rename($1.require("b"), to: "c")
            try $0.remove($1.require("b"))
        },
        EditCase("replaced twice, then removed", "<a><b/><c/></a>", "<a><d>2</d></a>") {
            try $0.replace($1.require("b"), with: "<d>1</d>")
            try $0.replace($1.require("b"), with: "<d>2</d>")
            try $0.replace($1.require("c"), with: "<d/>")
            try $0.remove($1.require("c"))
        },
    ]

    @Test("A later edit of a whole replaces those of its parts", arguments: contents)
    func editedContents(_ test: EditCase) throws { try test.check() }

    static let lines: [EditCase] = [
        EditCase("before a line that is removed", "<a>\n  <b/>\n</a>", "<a>\n  <c/>\n</a>") {
            try $0.remove($1.require("b"))
            try $0.insert("<c/>", before: $1.require("b"))
        },
        EditCase("on both sides of it", "<a>\n  <b/>\n</a>", "<a>\n  <c/>\n  <d/>\n  <e/>\n</a>") {
            try $0.insert("<d/>", after: $1.require("b"))
            try $0.insert("<c/>", before: $1.require("b"))
            try $0.remove($1.require("b"))
            try $0.append("<e/>", to: $1)
        },
        EditCase("appended after it", "<a>\r\n  <b/>\r\n</a>", "<a>\r\n  <c/>\r\n</a>") {
            try $0.append("<c/>", to: $1)
            try $0.remove($1.require("b"))
        },
        EditCase("text in its place", "<a>\n  <b/>\n</a>", "<a>\n  x\n</a>") {
            try $0.remove($1.require("b"))
            try $0.insert("x", after: $1.require("b"))
        },
        EditCase("with its white space", "<a>\n  <b/>\n  <c/>\n</a>", "<a><c/>\n</a>") {
            for node in $1.children.prefix(3) { try $0.remove(node) }
        },
        EditCase("beside the root", "<?p?>\n<a/>\n", "<!--b-->\n<a/>\n") {
            let node = try #require($0.tree.children.first)
            try $0.remove(node)
            try $0.insert("<!--b-->", before: node)
            #expect($1.parent == nil)
        },
    ]

    @Test("What is inserted beside a removed line takes its place", arguments: lines)
    func removedLines(_ test: EditCase) throws { try test.check() }

    static let errors: [BadEditCase] = [
        BadEditCase("<a>\n <b><c/></b></a>", .overlappingEdits, 2, 7, note: [2, 2]) {
            try $0.remove($1.require("b"))
            try $0.setText(of: $1.require(at: "b/c"), to: "1")
        },
        BadEditCase("<a><b/></a>", .overlappingEdits, 1, 4, note: [1, 4]) {
            try $0.remove($1.require("b"))
            try $0.replace($1.require("b"), with: "<c/>")
        },
        BadEditCase("<a><b/></a>", .overlappingEdits, 1, 6, note: [1, 4]) {
            try $0.replace($1.require("b"), with: "<c/>")
            try $0.set(attribute: "x", of: $1.require("b"), to: "1")
        },
        BadEditCase("<a><b/></a>", .overlappingEdits, 1, 5, note: [1, 4]) {
            try $0.remove($1.require("b"))
            try $0.rename($1.require("b"), to: "c")
        },
        BadEditCase("<a>1<b/></a>", .overlappingEdits, 1, 9, note: [1, 4]) {
            try $0.setText(of: $1, to: "1")
            try $0.insert("<c/>", after: $1.require("b"))
        },
        // An insertion after the text does not hide that the edit in between was too late.
        BadEditCase("<a><b/></a>", .overlappingEdits, 1, 6, note: [1, 4]) {
            try $0.setText(of: $1, to: "1")
            try $0.set(attribute: "x", of: $1.require("b"), to: "1")
            try $0.append("<c/>", to: $1)
        },
        BadEditCase("<a b='x'/>", .overlappingEdits, 1, 4, note: [1, 4]) {
            let attribute = try #require($1.attributes["b"])
            try $0.remove(attribute)
            try $0.rename(attribute, to: "c")
        },
    ]

    @Test("An edit of what an earlier one has removed is an error, with both places", arguments: errors)
    func removedBefore(_ test: BadEditCase) throws { try test.check() }

    @Test("The tree of the result has what was inserted")
    func result() throws {
        var edit = XMLEdit(try XMLTree(parsing: "<a/>"))
        try edit.append("<b/>", to: edit.tree.root)
        let error = try #require(throws: XMLError.self) { try edit.setText(at: "a/b", to: "1") }
        #expect(error.code == .missingElement)
        var next = XMLEdit(try edit.editedTree())
        try next.setText(at: "a/b", to: "1")
        #expect(try next.xmlString() == "<a><b>1</b></a>")
    }
}
