import Testing

@testable import LibXML

@Suite struct DetachedTests {
    private static let text = "<r>\n<a k='1'><b>x</b><b>y</b><c/></a><d>z</d></r>"

    static let mappings: [XMLMapping] = {
        var byPath = XMLMapping.xmltodict
        byPath.arrays = .matching { $0.path == ["r", "a"] && $0.key == "c" }
        byPath.dictionaries = .matching { $0.path == ["r"] || $0.path == ["r", "a"] }
        var bare = byPath
        bare.wrapsRoot = false
        return [
            .xmltodict, byPath, bare, .objcXMLDictionary, .badgerFish,
            byPath.transforming { $0.key == "b" ? .put(XMLValue([$0.value]), under: "e") : .keep },
            .xmltodict.transforming { .replace(["made": $0.value, "of": XMLValue($0.path.map { XMLValue($0) })]) },
        ]
    }()

    @Test("A copy has the same content, at every depth, and does not keep its document", arguments: mappings.indices)
    func copies(_ index: Int) throws {
        let mapping = Self.mappings[index]
        weak var tape: AnyObject?
        var copies: [XMLValue] = []
        do {
            let document = try XMLDictionary(parsing: Self.text, mapping: mapping)
            tape = document.origin?.context
            var pending = document.map(\.value)
            while let value = pending.popLast() {
                let copy = value.detached()
                #expect(copy == value)
                #expect(copy.json() == value.json())
                #expect(copy.detached() == value)
                #expect(copy.dictionary?.name == value.dictionary?.name)
                #expect(copy.dictionary?.location == value.dictionary?.location)
                #expect(copy[at: "//c"] == value[at: "//c"])
                copies.append(copy)
                if let dictionary = value.dictionary { pending += dictionary.map(\.value) }
                if value.isList { pending += value.array }
            }
        }
        #expect(copies.count > 4)
        #expect(tape == nil)
    }

    @Test("A dictionary of an element does not keep the document around it", arguments: [false, true])
    func element(isTransformed: Bool) throws {
        weak var tape: AnyObject?
        let copy: XMLDictionary
        do {
            let tree = try XMLTree(parsing: Self.text)
            tape = tree.tape
            let mapping: XMLMapping = isTransformed ? .xmltodict.transforming { _ in .keep } : .xmltodict
            copy = XMLDictionary(try tree.root.require("a"), mapping: mapping).detached()
        }
        #expect(tape == nil)
        #expect(copy == ["a": ["@k": "1", "b": ["x", "y"], "c": .null]])
        #expect(copy["a"]?.location?.line == 2)
    }
}
