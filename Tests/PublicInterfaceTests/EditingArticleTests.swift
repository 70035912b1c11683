import LibXML
import Testing

/// The examples of edits as they stand in the article and in doc comments.
@Suite final class EditingArticleTests {
    private var output = ""

    func print(_ items: Any...) {
        output += items.map { "\($0)" }.joined(separator: " ") + "\n"
    }

    @Test("The article")
    func article() throws {
        let text = """
            <?xml version='1.0'?>
            <server  port = '80'>
              <!-- the name -->
              <name>a</name>
            </server>
            """
        let tree = try XMLTree(parsing: text)
        var edit = XMLEdit(tree)
        try edit.set(attribute: "port", of: tree.root, to: "8080")
        try edit.setText(of: tree.root.require("name"), to: "b & c")
        try edit.append("<tls/>", to: tree.root)
        print(try edit.xmlString())

        let expected = try Documentation.output(of: "b & c", in: "EditingDocuments.md")
        #expect(output == expected)
    }

    @Test("A value in new markup")
    func values() throws {
        let input = "</i><admin/><i>"
        var comment = XMLEdit(try XMLTree(parsing: "<p>Tea </p>"))
        try comment.append("<i>\(input)</i>", to: comment.tree.root)
        print(try comment.xmlString())

        let expected = try Documentation.output(of: "<admin/>", in: "EditingDocuments.md")
        #expect(output == expected)
    }

    @Test("The tree of the result")
    func result() throws {
        var first = XMLEdit(try XMLTree(parsing: "<list><item id='2'/><item id='1'/></list>"))
        try first.append("<item id='0'/>", to: first.tree.root)
        var second = XMLEdit(try first.editedTree())
        try second.sortElements(of: second.tree.root) { ($0[attribute: "id"] ?? "") < ($1[attribute: "id"] ?? "") }
        print(try second.xmlString())

        let expected = try Documentation.output(of: "editedTree()", in: "EditingDocuments.md")
        #expect(output == expected)
    }

    @Test("XMLEdit.editedTree")
    func editedTree() throws {
        var edit = XMLEdit(try XMLTree(parsing: "<list/>"))
        try edit.append("<item/>", to: edit.tree.root)
        var next = XMLEdit(try edit.editedTree())
        try next.setText(at: "list/item", to: "tea")
        let text = try next.xmlString()  // <list><item>tea</item></list>
        #expect(text == "<list><item>tea</item></list>")
    }

    @Test("XMLEdit.move")
    func move() throws {
        var edit = XMLEdit(try XMLTree(parsing: "<list><item/> <rule xmlns:p='u'><p:last/></rule></list>"))
        try edit.move(edit.element(at: "//p:last"), before: edit.element(at: "list/item"))
        let bytes = try edit.xmlBytes()
        // <list><p:last xmlns:p="u"/><item/> <rule xmlns:p='u'></rule></list>
        let expected = "<list><p:last xmlns:p=\"u\"/><item/> <rule xmlns:p='u'></rule></list>"
        #expect(String(decoding: bytes, as: UTF8.self) == expected)
    }

    @Test("XMLEdit.sortElements")
    func sortElements() throws {
        var edit = XMLEdit(try XMLTree(parsing: "<list><item id='2'/> <item id='1'/></list>"))
        try edit.sortElements(of: edit.tree.root) { ($0[attribute: "id"] ?? "") < ($1[attribute: "id"] ?? "") }
        let bytes = try edit.xmlBytes()  // <list><item id='1'/> <item id='2'/></list>
        #expect(String(decoding: bytes, as: UTF8.self) == "<list><item id='1'/> <item id='2'/></list>")
    }

    @Test("XMLEdit.append")
    func append() throws {
        var edit = XMLEdit(try XMLTree(parsing: "<cart/>"))
        try edit.append("<item>\("Salt & <pepper>")</item>", to: edit.tree.root)
        let bytes = try edit.xmlBytes()  // <cart><item>Salt &amp; &lt;pepper&gt;</item></cart>
        #expect(String(decoding: bytes, as: UTF8.self) == "<cart><item>Salt &amp; &lt;pepper&gt;</item></cart>")
    }

    @Test("XMLEdit.removeAll")
    func removeAll() throws {
        var edit = XMLEdit(try XMLTree(parsing: "<a><b/>x<b id='1'/></a>"))
        try edit.removeAll(at: "a/b")
        let bytes = try edit.xmlBytes()  // <a>x</a>
        #expect(String(decoding: bytes, as: UTF8.self) == "<a>x</a>")
    }

    @Test("XMLEdit")
    func edit() throws {
        let tree = try XMLTree(parsing: "<server port='80'><name>a</name></server>")
        var edit = XMLEdit(tree)
        try edit.set(attribute: "port", of: tree.root, to: "8080")
        try edit.append("<tls/>", to: tree.root)
        let bytes = try edit.xmlBytes()  // <server port='8080'><name>a</name><tls/></server>
        #expect(String(decoding: bytes, as: UTF8.self) == "<server port='8080'><name>a</name><tls/></server>")
    }

    @Test("Edits at paths")
    func paths() throws {
        var edit = XMLEdit(try XMLTree(parsing: "<project><version>1.0</version></project>"))
        try edit.setText(at: "project/version", to: "1.1")
        try edit.setText(at: "project/@id", to: "tea")
        let bytes = try edit.xmlBytes()  // <project id="tea"><version>1.1</version></project>
        #expect(String(decoding: bytes, as: UTF8.self) == "<project id=\"tea\"><version>1.1</version></project>")
    }
}
