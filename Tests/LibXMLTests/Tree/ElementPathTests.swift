import CheckCases
import LibXML
import Testing

@Suite struct ElementPathTests {
    private static let document = """
        <r xmlns:p="u" xmlns:q="v" id="0"><a id="1"><b>x</b><b k="y">y<c>z</c></b><p:d>d</p:d></a>\
        <a id="2"><b>v</b><p:e>1</p:e><q:e>2</q:e><n.m/></a><a><a id="3"><b>w</b></a><b>u</b></a><b>t</b></r>
        """

    @Test(
        "A path leads to elements in document order, each once",
        arguments: [
            ("a/b", ["x", "y", "v", "u"]), ("a.b", ["x", "y", "v", "u"]), ("b", ["t"]), ("a/b[1]", ["x", "v", "u"]),
            ("a/b[2]", ["y"]), ("a[2]/b", ["v"]), ("a[2]/*", ["v", "1", "2", ""]), ("*/b", ["x", "y", "v", "u"]),
            ("*[2]/b", ["v"]), ("*[3]", ["t"]), ("a[1]/*[2]", ["y"]), ("//b", ["x", "y", "v", "w", "u", "t"]),
            ("//a/b", ["x", "y", "v", "w", "u"]), ("//a//b", ["x", "y", "v", "w", "u"]), ("a//c", ["z"]),
            ("//b[1]", ["x", "v", "w", "u", "t"]), ("//b[2]", ["y"]), ("a/d", []), ("a/p:d", ["d"]), ("a/e", []),
            ("a/*:e", ["1", "2"]), ("a/{v}e", ["2"]), ("//*:d", ["d"]), ("a/{}b[1]", ["x", "v", "u"]),
            ("a.{v}e", ["2"]),
            ("a/q:e", ["2"]), ("//c", ["z"]), ("a/b[2]/c[1]", ["z"]), ("a/b[2][1]/c", ["z"]), ("a/b[2][2]", []),
            ("a/@id", []), ("//@id", []), ("x", []), ("a/x/b", []), ("a[3]", []), ("[1]/b", ["t"]), ("[1]", []),
            ("/a[2]/n.m", [""]), ("//a[1]/b[1]", ["x", "w"]),
        ])
    func elements(_ path: String, _ texts: [String]) throws {
        let path = try XMLPath(parsing: path)
        let root = try XMLTree(parsing: Self.document).root
        #expect(root.elements(at: path).map(\.ownText) == texts)
        #expect(root[at: path]?.ownText == texts.first)
    }

    @Test(
        "A path leads to texts and values of attributes",
        arguments: [
            ("a/@id", ["1", "2"]), ("@id", ["0"]), ("//@id", ["0", "1", "2", "3"]), ("a//@id", ["1", "2", "3"]),
            ("a[3]/@id", []), ("a/b/@k", ["y"]), ("//b", ["x", "yz", "v", "w", "u", "t"]),
            ("a/@no", []), ("a/@*:id", ["1", "2"]), ("a/@{}id", ["1", "2"]), ("//a/@id", ["1", "2", "3"]),
        ])
    func strings(_ path: String, _ texts: [String]) throws {
        let path = try XMLPath(parsing: path)
        let root = try XMLTree(parsing: Self.document).root
        #expect(root.strings(at: path) == texts)
        #expect(root.string(at: path) == texts.first)
    }

    @Test("Children of a large element are found by index in a step, the first without the others")
    func large() async {
        await #expect(processExitsWith: .success) {
            limitProcessorTime(toSeconds: 20)
            let count = 20_000
            let root = try XMLTree(parsing: "<r>\((0..<count).map { "<a>\($0)</a>" }.joined())</r>").root
            for index in 0..<count {
                try #require(root.string(at: ["a", .init(index)]) == String(index))
                try #require(root.string(at: "a") == "0")
            }
            try #require(root[at: ["a", .init(count)]] == nil)
        }
    }
}
