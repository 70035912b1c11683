import LibXML
import Testing

/// A tree as a string is its source, as are its bytes.
@Suite struct TreeStringTests {
    @Test(
        "The string and the bytes of a tree are its source",
        arguments: [
            "<a  b = 'c'\t><d ></d ></a >", "<?xml version='1.0'?>\n<!--x--><a/>\n",
            "<!DOCTYPE a [<!ENTITY e 'x'>]><a>&e;&#65;<![CDATA[<]]></a>", "<p:a xmlns:p='u'/>",
        ])
    func source(_ document: String) throws {
        let tree = try XMLTree(parsing: document)
        #expect(tree.xmlString() == document)
        #expect(try tree.xmlBytes() == Array(document.utf8))
    }

    @Test("Line ends and the declared encoding are those of the output")
    func changed() throws {
        #expect(try XMLTree(parsing: "<a>\r\n</a>").xmlString() == "<a>\n</a>")
        let latin: [UInt8] = Array("<?xml version='1.0' encoding='ISO-8859-1'?><a>".utf8) + [0xE9] + Array("</a>".utf8)
        let text = try XMLTree(parsing: latin).xmlString()
        #expect(text.contains("UTF-8") && text.hasSuffix("<a>é</a>"))
        #expect(try XMLTree(html: "<p @click=x>y").xmlString().contains(">y</p>"))
    }
}
