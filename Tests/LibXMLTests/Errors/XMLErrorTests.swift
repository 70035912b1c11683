import LibXML
import Testing

@Suite struct XMLErrorTests {
    @Test("Codes are compared by their names, which others may add to")
    func codes() {
        #expect(XMLError.Code.mismatchedEndTag == .init(rawValue: "mismatchedEndTag"))
        #expect(XMLError.Code.mismatchedEndTag != .unclosedElement)
        #expect(XMLError.Code(rawValue: "mine").description == "mine")
    }

    @Test("A location prints as compilers print it")
    func location() {
        #expect(XMLLocation(line: 3, column: 5, byteOffset: 40).description == "3:5")
        #expect(XMLLocation(line: 3, column: 5, byteOffset: 40, sourceName: "a.xml").description == "a.xml:3:5")
    }

    @Test("Errors are values: equal ones are equal, and hash alike")
    func equality() throws {
        let first = try fault("<a></b>")
        let second = try fault("<a></b>")
        #expect(first == second)
        #expect(Set([first, second]).count == 1)
        #expect(try first != fault("<a> </b>"))
    }

    @Test("The number of libxml2 goes along where the fault is one of its own")
    func number() throws {
        #expect(try fault("<a></b>").libxml2Code == 76)
        let missing = try #require(throws: XMLError.self) { _ = try XMLTree(parsing: .file("/no/such/file")) }
        #expect(missing.libxml2Code == nil)
        #expect(missing.location == nil)
    }

    @Test("The first error is the error, and all are in the diagnostics")
    func diagnostics() throws {
        let error = try fault("<a>&x;</a>")
        #expect(error.diagnostics.first == error.diagnostic)
        #expect(error.diagnostic.severity == .error)
    }
}
