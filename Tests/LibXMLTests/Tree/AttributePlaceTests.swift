import LibXML
import Testing

/// The places of attributes in a tag with many of them.
@Suite struct AttributePlaceTests {
    @Test("Each attribute has its place, in any order", arguments: [1, 64, 65, 300], [false, true])
    func places(_ count: Int, _ isHTML: Bool) throws {
        // A declaration, references, white space and line ends around the attributes.
        let attributes = (0..<count).map { "A\($0) = '\($0 % 3 == 0 ? "&amp;" : "")\($0)'" }
        let declaration = isHTML ? "" : "<!DOCTYPE p [<!ATTLIST p d CDATA 'x'>]>"
        let text = "\(declaration)<p xmlns:q='u'\n \(attributes.joined(separator: "\n\t"))>t</p>"
        let element =
            isHTML ? try #require(try XMLTree(html: text).root[at: "body/p"]) : try XMLTree(parsing: text).root
        for number in Array(0..<count) + Array((0..<count).reversed()) {
            let attribute = try #require(element.attributes[isHTML ? "a\(number)" : "A\(number)"])
            #expect(attribute.location.line == number + 2)
            #expect(attribute.location.column == 2)
            #expect(String(decoding: Array(text.utf8)[attribute.sourceRange], as: UTF8.self) == attributes[number])
            #expect(attribute.valueLocation.column == "\tA\(number) = '".count + 1)
        }
        if !isHTML {
            let attribute = try #require(element.attributes["d"])
            #expect(attribute.location == element.location)
        }
    }

    @Test("An attribute after many copies of another one has its place")
    func copies() throws {
        let text = "<p \(String(repeating: "a='' ", count: 100))z='1'>t</p>"
        let element = try #require(try XMLTree(html: text).root[at: "body/p"])
        #expect(element.attributes["z"]?.location.column == 504)
    }
}
