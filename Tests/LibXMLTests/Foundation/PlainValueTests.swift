import Foundation
@_spi(Checks) import LibXML
import Testing

@Suite struct PlainValueTests {
    @Test("Plain values become a dictionary with sorted keys, and a document")
    func document() throws {
        let nothing: String? = nil
        let plain: [String: Any] = [
            "order": [
                "@id": 7, "b": [1.5, "x", NSNull(), ["c": true]] as [Any], "a": nothing as Any, "n": Int64(-3),
                "e": [:],
            ] as [String: Any]
        ]
        let dictionary = try XMLDictionary(plain: plain)
        #expect(
            try dictionary.xmlString(options: .init(declaration: .never))
                == "<order id=\"7\"><a/><b>1.5</b><b>x</b><b/><b><c>true</c></b><e/><n>-3</n></order>")
    }

    @Test("What anyDictionary returns is read again")
    func roundTrip() throws {
        let dictionary = try XMLDictionary(
            parsing: "<r a='1'><b>x</b><b/><c d='é'>text<e/></c></r>")
        #expect(try XMLDictionary(plain: dictionary.anyDictionary()) == dictionary)
        #expect(try XMLValue(plain: XMLValue(dictionary).anyValue()) == XMLValue(dictionary))
    }

    @Test("A value of another type is an error that names the path")
    func errors() throws {
        let error = try #require(throws: XMLError.self) {
            _ = try XMLDictionary(plain: ["a": ["b": [1, Date()] as [Any]]])
        }
        #expect(error.code == .invalidValue)
        #expect(error.diagnostic.path == "a.b[1]")
        let list: [Any] = [[1], ["a": [2, Date()] as [Any]]]
        let lists = #expect(throws: XMLError.self) { _ = try XMLValue(plain: list) }
        #expect(lists?.diagnostic.path == "[1].a[1]")
    }

    @Test("Values may nest 256 levels deep", arguments: [256, 257, 2_000])
    func depth(_ count: Int) throws {
        var deep: Any = "x"
        for level in 0..<count { deep = level % 2 == 0 ? ["a": deep] as Any : [deep] as Any }
        if count <= 256 {
            #expect(throws: Never.self) { _ = try XMLValue(plain: deep) }
        } else {
            #expect { _ = try XMLValue(plain: deep) } throws: { ($0 as? XMLError)?.code == .tooDeep }
        }
    }

    @Test("Values of JSONSerialization keep their kinds")
    func serialization() throws {
        let json = Data(#"{"r":{"t":true,"f":false,"i":1,"n":1.5,"z":null,"l":[true,0]}}"#.utf8)
        let plain = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
        let text = try XMLDictionary(plain: plain).xmlString(options: .init(declaration: .never))
        #expect(text == "<r><f>false</f><i>1</i><l>true</l><l>0</l><n>1.5</n><t>true</t><z/></r>")
    }

    @Test("Numbers are written as in XML Schema, with the digits that they have")
    func numbers() throws {
        let values: [String: Any] = [
            "a": Float(0.1), "b": Double.infinity, "c": -Double.infinity, "d": Double.nan, "e": Float.infinity,
            "f": "text".dropFirst(), "g": UInt8(7), "h": NSNumber(value: 3), "i": NSNumber(value: true),
        ]
        let text = try XMLDictionary(plain: ["r": values]).xmlString(options: .init(declaration: .never))
        #expect(
            text
                == "<r><a>0.1</a><b>INF</b><c>-INF</c><d>NaN</d><e>INF</e><f>ext</f><g>7</g><h>3</h><i>true</i></r>")
    }

    @Test("Values are decoded from JSON")
    func decoding() throws {
        let json = #"{"a":[1,true,null,"x",1.5,{"b":[]}]}"#
        let large = try JSONDecoder().decode(XMLValue.self, from: Data("[18446744073709551615]".utf8))
        #expect(large.json() == #"["18446744073709551615"]"#)
        let value = try JSONDecoder().decode(XMLValue.self, from: Data(json.utf8))
        #expect(value.json() == json)
        #expect(try JSONDecoder().decode(XMLDictionary.self, from: JSONEncoder().encode(value)).json() == json)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(XMLDictionary.self, from: Data("[1]".utf8)) }
    }
}
