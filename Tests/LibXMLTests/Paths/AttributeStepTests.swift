import LibXML
import Testing

/// The path step `@name` selects an attribute of an element, however the mapping represents it.
@Suite struct AttributeStepTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var document: String
        var path: XMLPath
        var json: String?
        var mapping: XMLMapping

        init(
            _ document: String, _ path: XMLPath, _ json: String?, _ base: XMLMapping = .xmltodict,
            _ change: (inout XMLMapping) -> Void = { _ in }
        ) {
            (self.document, self.path, self.json, mapping) = (document, path, json, base)
            change(&mapping)
        }

        var testDescription: String { "\(document) \(path)" }
    }

    static let cases = [
        Case("<r><_id>child</_id></r>", "@id", nil, .objcXMLDictionary),
        Case("<r id='A'><id>child</id></r>", "r/@id", #""A""#) { $0.attributes = .prefixed("") },
        Case("<r id='A'><id>child</id></r>", "r/@id", #""A""#) { $0.attributes = .merged },
        Case("<r><id>child</id></r>", "r/@id", nil) { $0.attributes = .merged },
        Case("<r id='1'><attrs>x</attrs><k/></r>", "r/@id", #""1""#) { $0.attributes = .grouped("attrs") },
        Case("<r><attrs><id>9</id></attrs></r>", "r/@id", nil) { $0.attributes = .grouped("attrs") },
        Case("<r id='1'><attrs><id>9</id></attrs></r>", "//@id", #""1""#) { $0.attributes = .grouped("attrs") },
        Case("<r id='1'><a id='2'>t</a><a id='3'/></r>", "//@id", #"["1","2","3"]"#) { $0.attributes = .prefixed("#") },
        Case("<r id='1'><a id='2'>t</a><b id='3'><c/></b></r>", "//@id", nil, .parker),
        Case("<r id='1'><a id='2'>t</a><b id='3'><c/></b></r>", "//@id", nil) { $0.attributes = .discarded },
        Case("<r p:id='1' xmlns:p='u'/>", "r/@id", #""1""#) { $0.names = .local },
        Case("<r p:id='1' id='2' xmlns:p='u'/>", "r/@id", #"["1","2"]"#) { $0.names = .local },
        Case("<r p:id='1' xmlns:p='u'/>", ["r", "@u:id"], #""1""#) { $0.names = .expanded() },
        Case("<r p:id='1' xmlns:p='u'/>", "r/@xmlns:p", #""u""#),
        Case("<r xmlns='u'/>", "r/@xmlns", #""u""#, .badgerFish),
        Case("<r xmlns='u' a='1'/>", "r/@xmlns", nil) { $0.namespaceDeclarations = .discarded },
    ]

    @Test("An attribute is one of the element, and not a child with its key", arguments: cases)
    func attribute(_ item: Case) throws {
        let kept = item.mapping.transforming { _ in .keep }
        for mapping in [item.mapping, kept] {
            let document = try XMLDictionary(parsing: item.document, mapping: mapping)
            #expect(document[at: item.path]?.json() == item.json)
        }
    }

    @Test("All elements are found, even if attributes have keys beside them")
    func elements() throws {
        let text = "<r b='1' c='2'>t<b>3</b><text>u</text></r>"
        for attributes in [XMLMapping.Attributes.merged, .grouped("b"), .prefixed("")] {
            var mapping = XMLMapping.xmltodict
            (mapping.attributes, mapping.textKey) = (attributes, "text")
            for mapping in [mapping, mapping.transforming { _ in .keep }] {
                let document = try XMLDictionary(parsing: text, mapping: mapping)
                #expect(document.strings(at: "r/*") == ["3", "u"])
                #expect(document["r"]?.dictionary?.elements == ["b": "3", "text": "u"])
                #expect(document["r"]?.dictionary?.attributes == ["b": "1", "c": "2"])
                #expect(document["r"]?.dictionary?.string == "t")
                #expect(document.strings(at: "r.b").contains("3"))
            }
        }
    }

    @Test("Paths find the transformed values")
    func transformed() throws {
        let mapping = XMLMapping.xmltodict.transforming { member in
            switch member.key {
            case "@id": .put(XMLValue(member.value.int ?? 0), under: "@number")
            case "@x": .drop
            case "@y": .rename("key")
            case "a": .rename("b")
            case "#text": .replace(XMLValue((member.value.string ?? "").uppercased()))
            default: .keep
            }
        }
        let document = try XMLDictionary(
            parsing: "<r id='7' x='1' y='2'>t<a>1</a><c>2</c></r>", mapping: mapping)
        let root = try #require(document["r"]?.dictionary)
        #expect(root.attributes == ["number": "7", "key": "2"])
        #expect(root.elements == ["b": "1", "c": "2"])
        #expect(root.string == "T")
        #expect(document[at: "r/@number"] == 7)
        #expect(document[at: "r/@key"] == "2")
        #expect(document[at: "r/@id"] == nil)
        #expect(document[at: "r/@x"] == nil)
        #expect(document.strings(at: "r/*") == ["1", "2"])
        #expect(document.strings(at: "//b") == ["1"])
        #expect(document[at: "//a"] == nil)
    }
}
