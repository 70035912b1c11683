@_spi(Checks) import LibXML
import Testing

@Suite struct TransformingTests {
    private func json(
        _ document: String, _ mapping: XMLMapping = .xmltodict,
        _ transform: @escaping @Sendable (XMLMapping.Member) -> XMLMapping.Transformation
    ) throws -> String {
        try XMLDictionary(parsing: document, mapping: mapping.transforming(transform)).json()
    }

    @Test("Members are seen with their path, from the innermost outwards, text only beside other content")
    func order() throws {
        // The paths, keys and values that xmltodict passes to its `postprocessor`.
        let mapping = XMLMapping.xmltodict.transforming { member in
            .rename("\(member.path.joined(separator: "/")):\(member.key)")
        }
        let dictionary = try XMLDictionary(parsing: "<a x='1'>t<b>u</b></a>", mapping: mapping)
        #expect(dictionary.json() == ##"{":a":{"a:@x":"1","a:b":"u","a:#text":"t"}}"##)
    }

    @Test(
        "Members are dropped, and what is left is what xmltodict leaves",
        arguments: [
            ("<a><b>u</b><b>v</b></a>", #"{"a":{"b":"v"}}"#), ("<a x='u'>t</a>", #"{"a":"t"}"#),
            ("<a x='u'/>", #"{"a":null}"#), ("<a x='u'><b>u</b></a>", #"{"a":null}"#),
            ("<a x='u'>t<b>u</b></a>", #"{"a":"t"}"#), ("<a>u</a>", "{}"),
        ])
    func drop(_ document: String, _ json: String) throws {
        #expect(try self.json(document) { $0.value.string == "u" ? .drop : .keep } == json)
    }

    @Test("Values are replaced, by others of any kind")
    func replace() throws {
        let document = "<a><n>7</n><d>1.5</d><b>true</b><l>1 2</l><e/></a>"
        let result = try json(document) { member in
            switch member.key {
            case "n": .replace(XMLValue(member.value.int ?? 0))
            case "d": .replace(XMLValue(member.value.double ?? 0))
            case "b": .replace(XMLValue(member.value.bool ?? false))
            case "l": .replace(XMLValue((member.value.string ?? "").split(separator: " ").map { XMLValue(String($0)) }))
            case "e": .put(["k": .null], under: "f")
            default: .keep
            }
        }
        #expect(result == #"{"a":{"n":7,"d":1.5,"b":true,"l":["1","2"],"f":{"k":null}}}"#)
    }

    @Test("Keys that become the same become a list")
    func rename() throws {
        #expect(
            try json("<a><b>1</b><c>2</c><b>3</b></a>") { $0.key == "c" ? .rename("b") : .keep }
                == #"{"a":{"b":["1","2","3"]}}"#)
    }

    @Test("Changes follow each other, and lists are forced by what they leave")
    func chain() throws {
        var mapping = XMLMapping.xmltodict.transforming { $0.key == "b" ? .rename("c") : .keep }
            .transforming { $0.key == "c" ? .replace(XMLValue("<\($0.value.string ?? "")>")) : .keep }
        mapping.arrays = .named(["c"])
        #expect(try XMLDictionary(parsing: "<a><b>1</b></a>", mapping: mapping).json() == #"{"a":{"c":["<1>"]}}"#)
    }

    @Test("Outer members receive the transformed inner ones, and know their places")
    func nesting() throws {
        let mapping = XMLMapping.xmltodict.transforming { member in
            if member.key == "id" { return .rename("key") }
            if member.key == "item" { return .put(member.value["key"] ?? .null, under: "found") }
            return .keep
        }
        let dictionary = try XMLDictionary(
            parsing: "<a>\n<item><id>7</id></item><b><c>1</c><d/></b></a>", mapping: mapping)
        #expect(dictionary.json() == #"{"a":{"found":"7","b":{"c":"1","d":null}}}"#)
        #expect(dictionary["a"]?["b"]?.location?.line == 2)
        #expect(dictionary["a"]?["b"]?.dictionary?.name == "b")
    }

    @Test("Empty elements that are left by dropping follow the mapping")
    func omitted() throws {
        #expect(
            try json("<r><a><b>x</b></a><c>1</c></r>", .objcXMLDictionary) { $0.key == "b" ? .drop : .keep }
                == #"{"__name":"r","c":"1"}"#)
    }

    @Test(
        "A root becomes the same value with transformations that keep everything",
        arguments: [
            "<r><a>1</a><a/></r>", "<r><a>1</a></r>", "<r>t</r>", "<r/>", "<r k='1'>t</r>", "<r><a/><b/></r>",
            "<r>t<a/></r>", "<r><a><b/><b/></a></r>",
        ])
    func roots(_ text: String) throws {
        let tree = try XMLTree(parsing: text)
        for mapping in [XMLMapping.parker, .xmltodict, .objcXMLDictionary] {
            let value = XMLValue(tree, mapping: mapping)
            let kept = XMLValue(tree, mapping: mapping.transforming { _ in .keep })
            #expect(kept == value)
            #expect(kept.json() == value.json())
        }
    }

    @Test("A document of many levels is transformed without recursion")
    func deep() throws {
        var options = XMLParsingOptions()
        options.limits.depth = 20_000
        let text = String(repeating: "<a>", count: 20_000) + "t" + String(repeating: "</a>", count: 20_000)
        let mapping = XMLMapping.xmltodict.transforming { $0.key == "a" ? .keep : .drop }
        let dictionary = try XMLDictionary(parsing: text, mapping: mapping, options: options)
        #expect(dictionary.json().utf8.count > 100_000)
    }
}
