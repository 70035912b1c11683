import CheckCases
import Testing

@testable import LibXML

/// Literals whose steps are read from their text.
@Suite struct PlainPathTests {
    @Test("The steps of a plain text are those that the parser finds in it")
    func agreement() throws {
        var numbers = SeededGenerator(seed: 7)
        let parts = ["a", "b1", "p", ":", ".", "/", "@", "[", "]", "0", "1", "12", "-", "_", "*", "{", "é", "#"]
        var plainCount = 0
        for _ in 0..<20_000 {
            let text = (0..<Int.random(in: 1...7, using: &numbers)).map { _ in
                parts.randomElement(using: &numbers) ?? ""
            }.joined()
            let bytes = Array(text.utf8)
            guard let steps = PlainPath.steps(of: bytes.span) else { continue }
            plainCount += 1
            #expect(try XMLPath(parsing: text).steps == steps, "\(text)")
        }
        #expect(plainCount > 500)
    }

    @Test(
        "A literal is the path of its text",
        arguments: [
            ("a", "a"), ("a.b", "a.b"), ("a/b", "a/b"), ("a.b[0].@id", "a.b[0].@id"), ("a/b[1]/@p:id", "a/b[1]/@p:id"),
            ("java.version/x", "java.version/x"), ("//a", "//a"), ("a/*", "a/*"), ("/a", "/a"),
        ] as [(XMLPath, String)])
    func literals(_ literal: XMLPath, _ text: String) throws {
        let path = try XMLPath(parsing: text)
        #expect(literal == path)
        #expect(literal.hashValue == path.hashValue)
        #expect(literal.description == path.description)
        #expect(literal.parsed == path)
        #expect(literal.error == nil)
        #expect(literal.firstIndex == path.firstIndex)
    }

    @Test(
        "A literal finds what its text finds",
        arguments: [
            "a", "r", "r.a", "r/a/b", "r.a.b", "r.a[1].b", "r/a[2]/b[1]", "r/a[3]", "r.a.@k", "r.a[0].@k", "r/@k",
            "r/c/d",
            "r.c.d.e", "r/p:x", "r.a.no", "r/a/c",
        ] as [XMLPath])
    func lookups(_ literal: XMLPath) throws {
        let document = """
            <r k="0" xmlns:p="u"><a/><a k="1"><b>1</b><b>2</b></a><a k="2"><b>3</b><c>4</c></a><c/><c><d/></c><c><d>5</d></c>\
            <p:x>6</p:x></r>
            """
        let path = literal.parsed
        let tree = try XMLTree(parsing: document)
        if !path.leadsToAttributes {
            #expect(tree[at: literal] == tree[at: path])
            #expect(tree.elements(at: literal) == tree.elements(at: path))
        } else {
            #expect(tree.attributes(at: literal) == tree.attributes(at: path))
        }
        #expect(tree.string(at: literal) == tree.string(at: path))
        #expect(tree.strings(at: literal) == tree.strings(at: path))
        for mapping in [XMLMapping.xmltodict, .badgerFish, .parker] {
            let value = XMLValue(tree, mapping: mapping)
            #expect(value[at: literal] == value[at: path])
            #expect(value.string(at: literal) == value.string(at: path))
            #expect(value.array(at: literal) == value.array(at: path))
        }
    }
}
