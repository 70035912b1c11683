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
        try edit.append(markup: "<tls/>", to: tree.root)
        print(String(decoding: try edit.bytes(), as: UTF8.self))

        let expected = try Documentation.output(of: "b & c", in: "EditingDocuments.md")
        #expect(output == expected)
    }

    @Test("XMLEdit")
    func edit() throws {
        let tree = try XMLTree(parsing: "<server port='80'><name>a</name></server>")
        var edit = XMLEdit(tree)
        try edit.set(attribute: "port", of: tree.root, to: "8080")
        try edit.append(markup: "<tls/>", to: tree.root)
        let bytes = try edit.bytes()  // <server port='8080'><name>a</name><tls/></server>
        #expect(String(decoding: bytes, as: UTF8.self) == "<server port='8080'><name>a</name><tls/></server>")
    }

    @Test("Edits at paths")
    func paths() throws {
        var edit = XMLEdit(try XMLTree(parsing: "<project><version>1.0</version></project>"))
        try edit.setText(at: "project/version", to: "1.1")
        try edit.setText(at: "project/@id", to: "tea")
        let bytes = try edit.bytes()  // <project id="tea"><version>1.1</version></project>
        #expect(String(decoding: bytes, as: UTF8.self) == "<project id=\"tea\"><version>1.1</version></project>")
    }
}
