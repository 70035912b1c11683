import CheckCases
@_spi(Checks) import LibXML
import Testing

@Suite struct OptionInitializerTests {
    @Test("Options are made in one expression, and arguments that are not given have the documented defaults")
    func arguments() {
        var options = XMLParsingOptions()
        options.encoding = "ISO-8859-1"
        options.recovery = .repair
        #expect(XMLParsingOptions(encoding: "ISO-8859-1", recovery: .repair) == options)
        options = XMLParsingOptions()
        options.sourceName = "a"
        options.unresolvedEntities = .error
        options.oversizedRecords = .skip
        options.limits.depth = 3
        #expect(
            XMLParsingOptions(
                sourceName: "a", unresolvedEntities: .error, oversizedRecords: .skip, limits: .init(depth: 3))
                == options)
        #expect(XMLParsingLimits(depth: -1, recordSize: -9) == XMLParsingLimits(depth: 0, recordSize: 0))
        #expect(XMLRepairOptions(diagnosticLimit: -1).diagnosticLimit == 0)
        let repair = XMLRepairOptions()
        #expect(repair.invalidCharacters == .replace)
        #expect(repair.extraContent == .skip)
        #expect(repair.undeclaredPrefixes == .declare)
        #expect(repair.controlsAreWindows1252)
        #expect(!repair.ignoresCase)
        #expect(!repair.isHTML)
        #expect(repair.diagnosticLimit == 1_000)
        #expect(XMLHTMLOptions().impliesElements)
        #expect(XMLHTMLOptions(impliesElements: false) != XMLHTMLOptions())
    }

    @Test("A mapping is made in one expression")
    func mapping() throws {
        let mapping = XMLMapping(attributes: .prefixed("-"), textKey: "_", names: .local)
        #expect(
            try XMLDictionary(parsing: "<p:a xmlns:p='u' k='1'>t</p:a>", mapping: mapping).json()
                == ##"{"a":{"-xmlns:p":"u","-k":"1","_":"t"}}"##)
    }

    @Test("Declarations of entities are rejected where none is allowed")
    func entities() throws {
        let options = XMLParsingOptions(limits: .init(declaredEntities: 0))
        let text = "<!DOCTYPE a [\n<!ELEMENT a ANY>\n<!ENTITY x 'y'>]><a>&x;</a>"
        let error = try #require(throws: XMLError.self) { try XMLTree(parsing: text, options: options) }
        #expect(error.code == .tooManyDeclarations)
        #expect(error.location?.description == "3:1")
        _ = try XMLTree(parsing: "<!DOCTYPE a [<!ELEMENT a ANY><!-- <!ENTITY x 'y'> -->]><a>&lt;</a>", options: options)
        _ = try XMLTree(parsing: text, options: XMLParsingOptions(limits: .init(declaredEntities: 1)))
        #expect(throws: XMLError.self) { try XMLTree(parsing: text, options: options.recovering()) }
        for size in [1, 1000] {
            #expect(throws: XMLError.self) { try parse(chunks: Array(text.utf8).chunks(of: size), options: options) }
        }
    }
}
