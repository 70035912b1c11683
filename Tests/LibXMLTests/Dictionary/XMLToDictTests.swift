import Foundation
@_spi(Checks) import LibXML
import Testing

/// Compares the default mapping with the output of Python's xmltodict.
@Suite struct XMLToDictTests {
    static let table = [
        ("<r><a>1</a></r>", #"{"r":{"a":"1"}}"#),
        ("<r><a>1</a><b/><a>2</a></r>", #"{"r":{"a":["1","2"],"b":null}}"#),
        (
            "<r id=\"7\"><a x=\"1\">t</a><b y=\"2\"/></r>",
            ##"{"r":{"@id":"7","a":{"@x":"1","#text":"t"},"b":{"@y":"2"}}}"##
        ),
        ("<r><a/><b></b><c> </c></r>", #"{"r":{"a":null,"b":null,"c":null}}"#),
        ("<r><a>1</a><a/></r>", #"{"r":{"a":["1",null]}}"#),
        ("<p>one <b>two</b> three <i/> four</p>", ##"{"p":{"b":"two","i":null,"#text":"one  three  four"}}"##),
        ("<r><a><![CDATA[<b>]]> x</a></r>", #"{"r":{"a":"<b> x"}}"#),
        ("<r><!-- c --><a>1<!-- d -->2</a></r>", #"{"r":{"a":"12"}}"#),
        ("<r>\n  <a>  x\n y </a>\n</r>", #"{"r":{"a":"x\n y"}}"#),
        (
            "<s:r xmlns:s=\"urn:s\" xmlns=\"urn:d\"><a s:k=\"v\"/><s:a>1</s:a></s:r>",
            #"{"s:r":{"@xmlns:s":"urn:s","@xmlns":"urn:d","a":{"@s:k":"v"},"s:a":"1"}}"#
        ),
        ("<r>t</r>", #"{"r":"t"}"#),
        ("<r/>", #"{"r":null}"#),
        ("<r a=\"&lt;&#233;\">&amp;&#x1F600;</r>", ##"{"r":{"@a":"<é","#text":"&😀"}}"##),
        ("<r><a/><a>1</a></r>", #"{"r":{"a":[null,"1"]}}"#),
        ("<r><a><b/></a></r>", #"{"r":{"a":{"b":null}}}"#),
        ("<r><a/><b>x</b><a>1</a><a/></r>", #"{"r":{"a":[null,"1",null],"b":"x"}}"#),
        (
            "<r id=\"1\"><_id>2</_id><__text>3</__text>t</r>",
            ##"{"r":{"@id":"1","_id":"2","__text":"3","#text":"t"}}"##
        ),
        ("<r>\u{A0}\u{3000} x \u{2003}\u{85}</r>", #"{"r":"x"}"#),
        ("<r>\u{200B}x\u{FEFF}</r>", "{\"r\":\"\u{200B}x\u{FEFF}\"}"),
        ("<r><a k=''> </a></r>", #"{"r":{"a":{"@k":""}}}"#),
        ("<r b='1' xmlns:p='u' a='2'/>", #"{"r":{"@b":"1","@xmlns:p":"u","@a":"2"}}"#),
        (
            "<r xmlns:p='u' xmlns:q='v'><p:a/><q:a/><p:a/></r>",
            #"{"r":{"@xmlns:p":"u","@xmlns:q":"v","p:a":[null,null],"q:a":null}}"#
        ),
        ("<r><p:a xmlns:p='u'/><p:a xmlns:p='v'/></r>", #"{"r":{"p:a":[{"@xmlns:p":"u"},{"@xmlns:p":"v"}]}}"#),
        ("<r><a><b>1</b><b>2</b></a><c/><a><b>3</b></a></r>", #"{"r":{"a":[{"b":["1","2"]},{"b":"3"}],"c":null}}"#),
        ("<r>\"\\\t\u{7F}/</r>", "{\"r\":\"\\\"\\\\\\t\u{7F}/\"}"),
        ("<!-- c --><r/><?p?>", #"{"r":null}"#),
    ]

    @Test("The dictionary of a document is that of xmltodict", arguments: table)
    func json(text: String, expected: String) throws {
        #expect(try XMLDictionary(parsing: text).json() == expected)
    }

    @Test("Plain dictionaries, lookups and iteration have the same content as the JSON", arguments: table)
    func forms(text: String, expected: String) throws {
        let dictionary = try XMLDictionary(parsing: text)
        let object = try JSONSerialization.jsonObject(with: Data(expected.utf8)) as? NSDictionary
        #expect(try dictionary.anyDictionary() as NSDictionary == object)
        #expect(plain(dictionary) as NSDictionary == object)
        #expect(lookedUp(dictionary) as NSDictionary == object)
    }

    @Test("Pretty JSON is indented by two")
    func pretty() throws {
        #expect(
            try XMLDictionary(parsing: "<r><a>1</a><a/><b k='v'>t</b></r>").json(pretty: true) == """
                {
                  "r": {
                    "a": [
                      "1",
                      null
                    ],
                    "b": {
                      "@k": "v",
                      "#text": "t"
                    }
                  }
                }
                """)
    }

    /// The plain form that iteration over keys and values produces.
    private func plain(_ dictionary: XMLDictionary) -> [String: Any] {
        Dictionary(uniqueKeysWithValues: dictionary.map { ($0.key, plain($0.value) { plain($0) }) })
    }

    /// The plain form that looking up each key produces.
    private func lookedUp(_ dictionary: XMLDictionary) -> [String: Any] {
        var result: [String: Any] = [:]
        for key in dictionary.keys { result[key] = dictionary[key].map { plain($0) { lookedUp($0) } } }
        return result
    }

    private func plain(_ value: XMLValue, _ convert: (XMLDictionary) -> [String: Any]) -> Any {
        if value.isNull { return NSNull() }
        if let dictionary = value.dictionary { return convert(dictionary) }
        if let string = value.string { return string }
        return value.array.map { plain($0, convert) }
    }
}
