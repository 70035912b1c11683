import LibXML
import Testing

@Suite struct HTMLLimitTests {
    private func code(_ text: String, _ change: (inout XMLParsingLimits) -> Void) -> XMLError.Code? {
        var options = XMLHTMLOptions()
        change(&options.limits)
        do throws(XMLError) {
            _ = try XMLTree(html: text, options: options)
            return nil
        } catch {
            return error.code
        }
    }

    @Test("Limits hold for HTML")
    func limits() {
        #expect(code("<p>aaaa") { $0.inputSize = 6 } == .inputTooLarge)
        #expect(code("<div><div><div>") { $0.depth = 4 } == .tooDeep)
        #expect(code("<div><div>") { $0.depth = 4 } == nil)
        #expect(code("<p a=1 b c='3' d>") { $0.attributesPerElement = 3 } == .tooManyAttributes)
        #expect(code("<p a=1 b c='3'>") { $0.attributesPerElement = 3 } == nil)
        #expect(code("<p a='0123456789'>") { $0.tagSize = 16 } == .tagTooLong)
        #expect(code("<p abcdefgh=1>") { $0.nameLength = 7 } == .nameTooLong)
        #expect(code("<p a b c d e f g>") { $0.distinctNames = 5 } == .tooManyNames)
        #expect(code("<p>0123456789") { $0.textLength = 9 } == .textTooLong)
        #expect(code("<p><!--0123456789-->") { $0.textLength = 9 } == .textTooLong)
        #expect(code("<script>0123456789</script>") { $0.textLength = 9 } == .textTooLong)
    }

    @Test("Deep pages end with an error, by default at 256 levels, and at any level if that is allowed")
    func depth() throws {
        let page = String(repeating: "<div>", count: 20_000) + "x"
        #expect(code(page) { _ in } == .tooDeep)
        #expect(code(page) { $0.depth = 100_000 } == nil)
        let fragment = String(repeating: "<b>", count: 256) + "x"
        #expect(try XMLTree(htmlFragment: fragment).root.text == "x")
    }

    @Test("A tag with very many attributes is rejected immediately")
    func attributes() {
        let names = (0..<200_000).map { "a\($0)" }.joined(separator: " ")
        #expect(code("<p \(names)>") { _ in } == .tooManyAttributes)
        // From 2.14 on, libxml2 omits repeated attributes.
        let repeated = code("<p \(String(repeating: "a ", count: 200_000))>") { _ in }
        #expect(repeated == .tooManyAttributes || repeated == nil)
        // Similar text in a script or a comment is not a tag.
        #expect(code("<script>a<b \(names)</script><!-- <p \(names)> -->") { _ in } == nil)
    }

    @Test("Long texts are kept as a whole, with their places")
    func longText() throws {
        let text = String(repeating: "é&amp;y \n", count: 20_000)
        let tree = try XMLTree(html: "<p>\(text)</p><b title='\(text)'>x</b>")
        let plain = text.replacing("&amp;", with: "&")
        #expect(tree.first("p")?.text == plain)
        let bold = try #require(tree.first("b"))
        #expect(bold[attribute: "title"] == plain)
        #expect(bold.location.line == 20_001)
        #expect(bold.location.column == 5)
    }
}
