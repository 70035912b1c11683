import CheckCases
import Testing

@testable import LibXML

/// A path that is printed leads to its node, and to no other.
@Suite struct PrintedPathTests {
    private static let documents = [
        "<a.b><c.d/><c.d k='1'/></a.b>", "<p:r xmlns:p='u'><p:i/><i xmlns='u'/><i/><p:i/></p:r>",
        "<r xmlns='u'><i/><p:i xmlns:p='u'/><i/><q:i xmlns:q='v'/></r>", "<r><!-- 1 --><?a b?><!-- 2 --><?c d?></r>",
    ]

    @Test("The path of each element of a tree leads to it", arguments: 0..<30)
    func elements(seed: UInt64) throws {
        let generated = DocumentGenerator(seed: seed).document(size: 1_500)
        for text in Self.documents + [generated] {
            let tree = try XMLTree(parsing: text)
            let edit = XMLEdit(tree)
            var numbers = SiblingNumbers()
            for element in [tree.root] + tree.root.descendants {
                let text = numbers.path(of: element)
                let path = try XMLPath(parsing: text)
                #expect(tree[at: path] == element, "\(text)")
                #expect(tree.elements(at: path) == [element], "\(text)")
                #expect(try tree.require(at: path) == element)
                #expect(tree.string(at: path) == element.text)
                if let found = try? edit.element(at: path) { #expect(found == element) }
                for attribute in element.attributes {
                    let path = try XMLPath(parsing: text + "/@" + attribute.qualifiedName)
                    #expect(tree.attributes(at: path) == [attribute])
                    #expect(tree.attributes(at: path).first?.element == element)
                    #expect(tree.string(at: path) == attribute.value)
                }
            }
        }
    }

    @Test("The path of an error leads to its element")
    func errors() throws {
        struct Item: Decodable { var n: Int }
        struct List: Decodable {
            var item: [Item]
        }
        let rows = [
            ("<r><item><n>1</n></item><item><n>x</n></item></r>", "r.item[1].n"),
            ("<r><item><n>x</n></item></r>", "r.item.n"),
            ("<a.b><item n='1'/><item n='x'/></a.b>", "/a.b/item[2]/@n"),
            ("<p:r xmlns:p='u'><p:item n='1'/><p:item n='x'/></p:r>", "p:r.p:item[1].@n"),
        ]
        for (text, path) in rows {
            let error = try #require(throws: DecodingError.self) { _ = try XMLDecoder().decode(List.self, from: text) }
            #expect(error.xmlError?.diagnostic.path == path)
            let tree = try XMLTree(parsing: text)
            #expect(try tree.string(at: XMLPath(parsing: path)) == "x")
        }
    }
}
