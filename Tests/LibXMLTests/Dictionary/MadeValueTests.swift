import CheckCases
import Foundation
import Testing

@_spi(Checks) @testable import LibXML

@Suite struct MadeValueTests {
    @Test("Values are written as literals, and have their types in JSON")
    func literals() {
        let dictionary: XMLDictionary = ["a": ["b": ["1", 2, 2.5, true, .null], "c": [:]], "d": "x"]
        #expect(dictionary.json() == #"{"a":{"b":["1",2,2.5,true,null],"c":{}},"d":"x"}"#)
        #expect(dictionary["a"]?["b"]?[1]?.int == 2)
        #expect(dictionary["a"]?["b"]?[1]?.double == 2)
        #expect(dictionary["a"]?["b"]?[3]?.bool == true)
        #expect(dictionary["a"]?["b"]?[4]?.isNull == true)
        #expect(dictionary["a"]?["b"]?[5] == nil)
        #expect(dictionary.keys == ["a", "d"])
        #expect(dictionary.location == nil)
        #expect(dictionary.name == nil)
        #expect(dictionary.attributes.isEmpty)
        #expect(XMLValue(Double.nan).json() == "null")
    }

    @Test("Members of one key become a list, and nothing is lost")
    func repeated() {
        let pairs: [(key: String, value: XMLValue)] = [("a", "1"), ("b", "2"), ("a", "3")]
        #expect(XMLDictionary(pairs).json() == #"{"a":["1","3"],"b":"2"}"#)
    }

    @Test("Dictionaries are equal by their content, whatever their order and origin")
    func equality() throws {
        let parsed = try XMLDictionary(parsing: "<r a='1'><b>x</b><c/><b>y</b></r>")
        let made: XMLDictionary = ["r": ["c": .null, "b": ["x", "y"], "@a": "1"]]
        #expect(parsed == made)
        #expect(parsed.hashValue == made.hashValue)
        #expect(try parsed == XMLDictionary(parsing: "<r a='1'><b>x</b><b>y</b><c></c></r>"))
        let others: [XMLDictionary] = [
            ["r": ["c": .null, "b": ["y", "x"], "@a": "1"]], ["r": ["c": .null, "b": ["x", "y"], "@a": 1]],
            ["r": ["c": "", "b": ["x", "y"], "@a": "1"]], ["r": ["b": ["x", "y"], "@a": "1"]], [:],
        ]
        #expect(others.allSatisfy { $0 != parsed })
        #expect(Set(others + [parsed, made]).count == others.count + 1)
    }

    @Test("Keys that look alike are keys of their own")
    func lookalikes() throws {
        let text = "<r><\u{E9}>1</\u{E9}><e\u{301}>2</e\u{301}></r>"
        let kept = XMLMapping.xmltodict.transforming { _ in .keep }
        let made: XMLDictionary = ["r": ["e\u{301}": "2", "\u{E9}": "1"]]
        let documents = try [XMLDictionary(parsing: text), XMLDictionary(parsing: text, mapping: kept), made]
        for document in documents {
            #expect(document["r"]?["e\u{301}"]?.string == "2")
            #expect(document["r"]?["\u{E9}"]?.string == "1")
            for other in documents {
                #expect(document == other)
                #expect(document.hashValue == other.hashValue)
            }
            #expect(try document != XMLDictionary(parsing: "<r><\u{E9}>2</\u{E9}><e\u{301}>1</e\u{301}></r>"))
        }
    }

    @Test("A value of a part compares and prints as its text")
    func values() throws {
        let document = try XMLDictionary(parsing: "<r a='1'><b>x</b><c/></r>")
        #expect(document["r"]?["b"] == "x")
        #expect(document["r"]?["@a"] == "1")
        #expect(document["r"]?["c"] == .null)
        #expect("\(document["r"]?["b"] ?? .null)" == "x")
        #expect("\(document)" == #"{"r":{"@a":"1","b":"x","c":null}}"#)
        #expect(document["r"]?["b"]?.location?.column == 10)
        #expect(document["r"]?["@a"]?.location?.column == 4)
        #expect(document["r"]?["b"]?["x"] == nil)
        #expect(document["r"]?["c"]?["x"] == nil)
    }

    @Test("A detached dictionary does not keep its document")
    func detached() throws {
        weak var tape: AnyObject?
        let part: XMLDictionary
        do {
            let document = try XMLDictionary(parsing: "<r>\n<a k='1'><b>x</b></a></r>")
            tape = document.origin?.context
            part = try #require(document["r"]?["a"]?.dictionary).detached()
        }
        #expect(tape == nil)
        #expect(part == ["@k": "1", "b": "x"])
        #expect(part.location?.line == 2)
        #expect(part.name == "a")
    }

    @Test("An element is a dictionary as a document of it would be")
    func element() throws {
        let root = try XMLTree(parsing: "<r><a k='1'><b>x</b></a></r>").root
        let element = try root.require("a")
        #expect(XMLDictionary(element) == ["a": ["@k": "1", "b": "x"]])
        #expect(XMLDictionary(element, mapping: .objcXMLDictionary) == ["__name": "a", "_k": "1", "b": "x"])
    }

    @Test("Numbers are whole or not, and written as XML Schema writes them")
    func numbers() {
        let doubles: [(XMLValue, Double?)] = [
            ("1.5", 1.5), (" -1e3\n", -1000), ("+.5E-1", 0.05), ("7.", 7), ("INF", .infinity), ("-INF", -.infinity),
            ("1e400", .infinity), (2, 2), (2.5, 2.5), ("inf", nil), ("infinity", nil), ("nan", nil), ("0x1p3", nil),
            ("NAN", nil), ("1e", nil), ("", nil), ("--1", nil), ("1 2", nil), ("e", nil), (true, nil), (.null, nil),
        ]
        for (value, double) in doubles { #expect(value.double == double, "\(value)") }
        #expect(XMLValue("NaN").double?.isNaN == true)
        let integers: [(XMLValue, Int?)] = [
            (3, 3), (3.0, 3), (3.5, nil), (1e300, nil), (XMLValue(Double.nan), nil), (" 3 ", 3), ("3.0", nil),
        ]
        for (value, integer) in integers { #expect(value.int == integer, "\(value)") }
    }

    @Test("A document is parsed into the value that its mapping specifies for the root")
    func parsing() throws {
        let text = "<r><a>1</a><a/></r>"
        #expect(try XMLValue(XMLTree(parsing: text), mapping: .parker) == ["1", .null])
        #expect(try XMLValue(XMLTree(parsing: Array(text.utf8)), mapping: .parker) == ["1", .null])
        #expect(try XMLValue(XMLTree(parsing: Array(text.utf8).span), mapping: .parker) == ["1", .null])
        #expect(try XMLValue(XMLTree(parsing: "<r>t</r>")) == ["r": "t"])
        let file = try TemporaryFile(text.utf8)
        #expect(try XMLValue(XMLTree(parsing: .file(file.path)), mapping: .parker) == ["1", .null])
        #expect(
            try XMLValue(XMLTree(parsing: .url(URL(fileURLWithPath: file.path))), mapping: .parker) == ["1", .null])
        #expect(throws: XMLError.self) { _ = try XMLValue(XMLTree(parsing: "<r>")) }
    }

    @Test("Plain forms hold strings, dictionaries, lists and null")
    func plain() throws {
        let document = try XMLDictionary(parsing: "<r a='1'><b>x</b><b/></r>")
        let expected: NSDictionary = ["r": ["@a": "1", "b": ["x", NSNull()] as [Any]] as [String: Any]]
        #expect(try document.anyDictionary() as NSDictionary == expected)
        let sendable = try document.sendableDictionary()
        #expect((sendable["r"] as? [String: any Sendable])?["@a"] as? String == "1")
        #expect(try XMLValue([1, "x", true]).anyValue() as? NSArray == [1, "x", true])
        #expect(try XMLValue(["x"]).sendableValue() as? [String] == ["x"])
        let looksAlike = try XMLDictionary(parsing: "<r><\u{E9}>1</\u{E9}><e\u{301}>2</e\u{301}></r>").anyDictionary()
        #expect((looksAlike["r"] as? [String: Any])?["\u{E9}"] as? [String] == ["1", "2"])
    }

    @Test("The warnings of the parse come along")
    func diagnostics() throws {
        let document = try XMLDictionary(parsing: "<!DOCTYPE r [<!ENTITY e SYSTEM 'e'>]><r>&e;</r>")
        #expect(document.diagnostics.map(\.code) == [.unresolvedEntity])
    }
}
