import Foundation
@_spi(Checks) import LibXML
import Testing

/// The conventions, by example.
@Suite struct ConventionTests {
    struct Conversion: Sendable, CustomTestStringConvertible {
        var document: String
        var objc: String
        var xmltodict: String

        init(_ document: String, objc: String, xmltodict: String) {
            self.document = document
            self.objc = objc
            self.xmltodict = xmltodict
        }

        var testDescription: String { document }
    }

    /// The output of Python's xmltodict and of the Objective-C library XMLDictionary.
    static let table = [
        Conversion(
            #"<r><a>1</a></r>"#,
            objc: ##"{"__name": "r", "a": "1"}"##,
            xmltodict: ##"{"r": {"a": "1"}}"##),
        Conversion(
            #"<r><a>1</a><b/><a>2</a></r>"#,
            objc: ##"{"__name": "r", "a": ["1", "2"]}"##,
            xmltodict: ##"{"r": {"a": ["1", "2"], "b": null}}"##),
        Conversion(
            #"<r id="7"><a x="1">t</a><b y="2"/></r>"#,
            objc: ##"{"__name": "r", "_id": "7", "a": {"_x": "1", "__text": "t"}, "b": {"_y": "2"}}"##,
            xmltodict: ##"{"r": {"@id": "7", "a": {"@x": "1", "#text": "t"}, "b": {"@y": "2"}}}"##),
        Conversion(
            #"<r><a/><b></b><c> </c></r>"#,
            objc: ##"{"__name": "r"}"##,
            xmltodict: ##"{"r": {"a": null, "b": null, "c": null}}"##),
        Conversion(
            #"<r><a>1</a><a/></r>"#,
            objc: ##"{"__name": "r", "a": ["1"]}"##,
            xmltodict: ##"{"r": {"a": ["1", null]}}"##),
        Conversion(
            #"<p>one <b>two</b> three <i/> four</p>"#,
            objc: ##"{"__name": "p", "__text": ["one", "three", "four"], "b": "two"}"##,
            xmltodict: ##"{"p": {"b": "two", "i": null, "#text": "one  three  four"}}"##),
        Conversion(
            #"<r><a><![CDATA[<b>]]> x</a></r>"#,
            objc: ##"{"__name": "r", "a": "<b> x"}"##,
            xmltodict: ##"{"r": {"a": "<b> x"}}"##),
        Conversion(
            #"<r><!-- c --><a>1<!-- d -->2</a></r>"#,
            objc: ##"{"__name": "r", "a": "12"}"##,
            xmltodict: ##"{"r": {"a": "12"}}"##),
        Conversion(
            #"<r>\#n  <a>  x\#n y </a>\#n</r>"#,
            objc: ##"{"__name": "r", "a": "x\n y"}"##,
            xmltodict: ##"{"r": {"a": "x\n y"}}"##),
        Conversion(
            #"<s:r xmlns:s="urn:s" xmlns="urn:d"><a s:k="v"/><s:a>1</s:a></s:r>"#,
            objc: ##"{"__name": "s:r", "_xmlns:s": "urn:s", "_xmlns": "urn:d", "a": {"_s:k": "v"}, "s:a": "1"}"##,
            xmltodict: ##"{"s:r": {"@xmlns:s": "urn:s", "@xmlns": "urn:d", "a": {"@s:k": "v"}, "s:a": "1"}}"##),
        Conversion(
            #"<r>t</r>"#,
            objc: ##"{"__name": "r", "__text": "t"}"##,
            xmltodict: ##"{"r": "t"}"##),
        Conversion(
            #"<r/>"#,
            objc: ##"{"__name": "r"}"##,
            xmltodict: ##"{"r": null}"##),
        Conversion(
            #"<r a="&lt;&#233;">&amp;&#x1F600;</r>"#,
            objc: ##"{"__name": "r", "_a": "<é", "__text": "&😀"}"##,
            xmltodict: ##"{"r": {"@a": "<é", "#text": "&😀"}}"##),
        Conversion(
            #"<r><a/><a>1</a></r>"#,
            objc: ##"{"__name": "r", "a": "1"}"##,
            xmltodict: ##"{"r": {"a": [null, "1"]}}"##),
        Conversion(
            #"<r><a><b/></a></r>"#,
            objc: ##"{"__name": "r"}"##,
            xmltodict: ##"{"r": {"a": {"b": null}}}"##),
        Conversion(
            #"<r><a/><b>x</b><a>1</a><a/></r>"#,
            objc: ##"{"__name": "r", "b": "x", "a": ["1"]}"##,
            xmltodict: ##"{"r": {"a": [null, "1", null], "b": "x"}}"##),
        Conversion(
            #"<r id="1"><_id>2</_id><__text>3</__text>t</r>"#,
            objc: ##"{"__name": "r", "_id": ["1", "2"], "__text": ["3", "t"]}"##,
            xmltodict: ##"{"r": {"@id": "1", "_id": "2", "__text": "3", "#text": "t"}}"##),

    ]

    @Test("The dictionary of a document is that of the other libraries", arguments: table)
    func conversion(_ conversion: Conversion) throws {
        try expect(conversion.document, .objcXMLDictionary, conversion.objc)
        try expect(conversion.document, .xmltodict, conversion.xmltodict)
    }

    @Test(
        "The other conventions, example by example",
        arguments: [
            (
                #"<alice xmlns="d" xmlns:c="e"><bob>x</bob><bob k="1">y<z/>w</bob></alice>"#,
                ##"{"alice":{"@xmlns":{"$":"d","c":"e"},"bob":[{"$":"x"},{"@k":"1","z":{},"$":"yw"}]}}"##
            ),
            ("<a> <b> t </b> </a>", #"{"a":{"b":{"$":"t"}}}"#),
        ])
    func badgerFish(_ document: String, _ json: String) throws {
        try expect(document, .badgerFish, json)
    }

    @Test(
        "Parker leaves out the root, attributes and text beside elements",
        arguments: [
            ("<r>t</r>", #""t""#), ("<r/>", "null"), ("<r a='1'/>", "null"),
            ("<r><a>1</a><b/></r>", #"{"a":"1","b":null}"#),
            ("<r><a>1</a><a>2</a></r>", #"["1","2"]"#), ("<r><a>1</a></r>", #"{"a":"1"}"#),
            ("<r><a>1</a><b>2</b><a>3</a></r>", #"{"a":["1","3"],"b":"2"}"#),
            ("<r><a x='1'>t</a><b>u<c/></b></r>", #"{"a":"t","b":{"c":null}}"#),
        ])
    func parker(_ document: String, _ json: String) throws {
        #expect(XMLValue(try XMLTree(parsing: document), mapping: .parker).json() == json)
    }

    @Test("The donuts of the article on XMLReader")
    func donuts() throws {
        let text = """
            <items><item id="0001" type="donut"><name>Cake</name><ppu>0.55</ppu><batters><batter id="1001">Regular\
            </batter><batter id="1002">Chocolate</batter></batters><topping id="5001">None</topping>\
            <topping id="5002">Glazed</topping></item></items>
            """
        try expect(
            text, .objcXMLReader,
            #"""
            {"items":{"item":{"id":"0001","type":"donut","name":{"text":"Cake"},"ppu":{"text":"0.55"},\#
            "batters":{"batter":[{"id":"1001","text":"Regular"},{"id":"1002","text":"Chocolate"}]},\#
            "topping":[{"id":"5001","text":"None"},{"id":"5002","text":"Glazed"}]}}}
            """#)
        try expect("<a b='1'> <b>2</b> </a>", .objcXMLReader, #"{"a":{"b":["1",{"text":"2"}]}}"#)
        try expect("<a> <b/> </a>", .objcXMLReader, #"{"a":{"b":{}}}"#)
    }

    private func expect(_ document: String, _ mapping: XMLMapping, _ json: String) throws {
        let dictionary = try XMLDictionary(parsing: document, mapping: mapping)
        let mine = try JSONSerialization.jsonObject(with: Data(dictionary.json().utf8)) as? NSDictionary
        let theirs = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? NSDictionary
        #expect(mine != nil && mine == theirs, "\(dictionary.json())")
    }
}
