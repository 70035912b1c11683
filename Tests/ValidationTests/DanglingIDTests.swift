import LibXML
import LibXMLValidation
import Testing

@Suite struct DanglingIDTests {
    private static let dtd = "<!ELEMENT r (r*)><!ATTLIST r a IDREFS #IMPLIED b IDREF #IMPLIED id ID #IMPLIED>"
    private static let grammar = """
        <grammar xmlns="http://relaxng.org/ns/structure/1.0"
            datatypeLibrary="http://www.w3.org/2001/XMLSchema-datatypes">
         <start><ref name="r"/></start><define name="r"><element name="r">
          <optional><attribute name="a"><data type="IDREFS"/></attribute></optional>
          <optional><attribute name="b"><data type="IDREF"/></attribute></optional>
          <optional><attribute name="id"><data type="ID"/></attribute></optional>
          <zeroOrMore><ref name="r"/></zeroOrMore></element></define></grammar>
        """

    @Test("References without an ID are reported in document order, also those of one value", arguments: [true, false])
    func order(isDTD: Bool) throws {
        let schema: any XMLDocumentSchema =
            isDTD ? try XMLDTDSchema(parsing: Self.dtd) : try XMLRelaxNGSchema(parsing: Self.grammar)
        let tree = try XMLTree(parsing: "<r a='m c x a k z b i'>\n<r b='c'/>\n<r id='i' a='q m\n d'/></r>")
        let found = schema.validate(tree).diagnostics
        #expect(found.map(\.code) == Array(repeating: .danglingReference, count: 11))
        let places = found.map { "\($0.location?.line ?? 0):\($0.location?.column ?? 0)" }
        #expect(places == Array(repeating: "1:7", count: 7) + ["2:7"] + Array(repeating: "3:14", count: 3))
        let values = found.map { $0.message.split(whereSeparator: { "“”".contains($0) }).first ?? "" }
        #expect(values == ["m", "c", "x", "a", "k", "z", "b", "c", "q", "m", "d"])
    }
}
