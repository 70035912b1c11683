import LibXML
import Testing

/// What errors of paths say.
@Suite struct PathErrorTests {
    private static func error(_ path: String) throws -> XMLError {
        try #require(throws: XMLError.self) { _ = try XMLPath(parsing: path) }
    }

    @Test("The error of a malformed path has its place in the path, and an excerpt of it")
    func excerpt() throws {
        let error = try Self.error("a/b[x='1' and y]")
        #expect(
            error.description.hasPrefix("path:1:10: error: the path “a/b[x='1' and y]”: “ and y” cannot follow a value")
        )
        #expect(error.diagnostic.snippet()?.contains("| a/b[x='1' and y]") == true)
        #expect(error.help == "write each condition in brackets of its own: […][…]")
    }

    @Test(
        "A step or predicate of XPath says what a path has instead",
        arguments: [
            ("..", "“..” is not a name: a path does not lead to the parent"),
            (".", "“.” is not a name: a path begins at the element"), ("a[@id='1'", "“]” is missing"),
            ("a/b[last()-1]", "“last()-1” is not supported: a predicate is an index, last(), name"),
            ("a[x='1' or y]", "“ or y” cannot follow a value"), ("a[x='it's']", "the quote is not closed"),
        ])
    func steps(_ path: String, _ message: String) throws {
        #expect(try Self.error(path).message.contains(message))
    }

    @Test("A value with a quote of its own has help")
    func quotes() throws {
        #expect(try Self.error("a[x='it's']").help?.contains(".having(_:equals:)") == true)
        #expect(try Self.error("a[x='1' foo='2']").help == nil)
        let alternatives = "a path has no alternatives; XPath has it: elements(xpath:) of LibXMLQueries"
        #expect(try Self.error("a[x='1' or y]").help == alternatives)
        for path in ["a/..", "count(a)", "a/ancestor::b", "a|b", "a[x>1]", "a[x!='1']", "a/text()"] {
            #expect(try Self.error(path).help == "XPath has it: elements(xpath:) of LibXMLQueries", "\(path)")
        }
    }

    @Test("A mistaken name in a predicate is suggested, if no element has it")
    func suggestions() throws {
        let tree = try XMLTree(
            parsing: "<r><book id='1'><title>A</title></book><book><title>B</title><isbn/></book></r>")
        func help(_ path: XMLPath) throws -> String? {
            try #require(throws: XMLError.self) { try tree.require(at: path) }.help
        }
        #expect(try help("r/book[titel='A']") == "did you mean <title>?")
        #expect(try help("r/book[@idd='1']/title") == "did you mean “id”?")
        #expect(try help("r/book[isbn='1']") == "the number of these elements is 2 without “[isbn='1']”")
        let dictionary = XMLDictionary(tree)
        func helpOfValue(_ path: XMLPath) throws -> String? {
            try #require(throws: XMLError.self) { try dictionary.require(at: path) }.help
        }
        #expect(try helpOfValue("r/book[titel='A']") == "did you mean “title”?")
        #expect(try helpOfValue("r/book[@idd='1']") == "did you mean “@id”?")
        for path: XMLPath in ["r/book[*:title='Z']", "r/book[@*:id='8']", "r/book[*='Z']"] {
            #expect(try helpOfValue(path)?.hasPrefix("the number of values is 2 without") == true)
        }
        #expect(try helpOfValue("r/book[isbn='1']") == "the number of values is 2 without “[isbn='1']”")
    }

    @Test("An error says how many others there are")
    func others() throws {
        let error = try #require(throws: XMLError.self) { try XMLTree(parsing: "<a:b><c:d/><e:f/></a:b>") }
        #expect(error.description.hasSuffix("\nand 2 more in diagnostics"))
        let one = try #require(throws: XMLError.self) { try XMLTree(parsing: "<a:b/>") }
        #expect(!one.description.contains("more"))
    }
}
