import CheckCases
import LibXML
import Testing

/// Work that must not grow faster than the document. Each test has a process of its own, with a limit of seconds for
/// work that would otherwise take minutes.
@Suite struct DictionaryGrowthTests {
    private static func list(_ count: Int, _ item: (Int) -> String) -> String {
        "<r>" + (0..<count).map(item).joined() + "</r>"
    }

    @Test("Values of a list are found in a step under rules that list, omit and transform")
    func indices() async {
        await #expect(processExitsWith: .success) {
            limitProcessorTime(toSeconds: 20)
            let text = Self.list(30_000) { $0 % 2 == 0 ? "<a>\($0)</a>" : "<a/>" }
            var named = XMLMapping.xmltodict
            (named.arrays, named.wrapsRoot) = (.named(["a"]), false)
            for mapping in [.objcXMLDictionary, named, .objcXMLDictionary.transforming { _ in .keep }] {
                let document = try XMLDictionary(parsing: text, mapping: mapping)
                let count = document["a"]?.array.count ?? 0
                try #require((0..<count).allSatisfy { document["a"]?[$0] != nil } && count >= 15_000)
            }
        }
    }

    @Test("Children of several namespaces that are written the same are found in a step")
    func namespaces() async {
        await #expect(processExitsWith: .success) {
            limitProcessorTime(toSeconds: 20)
            let text = Self.list(20_000) { "<a xmlns='u\($0 % 2)'>\($0)</a>" }
            let document = try XMLDictionary(parsing: text)
            try #require((0..<20_000).allSatisfy { document["r"]?["a"]?[$0]?.string == String($0) })
        }
    }

    @Test("The text of an element of many children is found in a step")
    func text() async {
        await #expect(processExitsWith: .success) {
            limitProcessorTime(toSeconds: 20)
            let blank = try XMLDictionary(parsing: Self.list(50_000) { _ in "\n<a/>" })
            let mixed = try XMLDictionary(parsing: Self.list(50_000) { $0 == 49_999 ? "t" : "<a/>" })
            for _ in 0..<20_000 {
                try #require(blank["r"]?["#text"] == nil && blank["r"]?.string == nil)
                try #require(mixed["r"]?["#text"]?.string == "t" && mixed["r"]?.string == "t")
            }
        }
    }

    @Test("A key that is missing is found out in a step", arguments: [false, true])
    func missing(merges: Bool) async {
        await #expect(processExitsWith: .success) { [merges] in
            limitProcessorTime(toSeconds: 20)
            var mapping = XMLMapping.objcXMLDictionary
            if merges { mapping.attributes = .merged }
            let document = try XMLDictionary(parsing: Self.list(15_000) { "<k\($0)>1</k\($0)>" }, mapping: mapping)
            try #require((0..<15_000).allSatisfy { document["no\($0)"] == nil })
        }
    }

    @Test("Elements that are omitted from a transformed dictionary cost a step each")
    func omitted() async {
        await #expect(processExitsWith: .success) {
            limitProcessorTime(toSeconds: 20)
            let text = Self.list(40_000) { $0 < 15_000 ? "<k\($0)>1</k\($0)>" : "<e/>" }
            let mapping = XMLMapping.objcXMLDictionary.transforming { _ in .keep }
            try #require(try XMLDictionary(parsing: text, mapping: mapping).count == 15_001)
        }
    }

    @Test("The first value at a path is found without the others")
    func first() async {
        await #expect(processExitsWith: .success) {
            limitProcessorTime(toSeconds: 20)
            let document = try XMLDictionary(parsing: Self.list(20_000) { "<a k='\($0)'><b>\($0)</b></a>" })
            for _ in 0..<20_000 {
                try #require(document.int(at: "r.a.b") == 0 && document.string(at: "r.a.@k") == "0")
            }
        }
    }

    @Test("Lists in lists are released without recursion, also while they are created from a document")
    func nestedLists() async {
        await #expect(processExitsWith: .success) {
            limitProcessorTime(toSeconds: 40)
            var value: XMLValue = "t"
            for _ in 0..<200_000 { value = XMLValue([value]) }
            value = .null
            for _ in 0..<200_000 { value = ["k": XMLValue([value, 1])] }
            value = value.detached()
            value = .null
            let depth = 20_000
            var options = XMLParsingOptions()
            options.limits.depth = depth
            let text = String(repeating: "<a>", count: depth) + "t" + String(repeating: "</a>", count: depth)
            let mapping = XMLMapping.xmltodict.transforming { member in
                .replace(XMLValue([member.value["a"] ?? member.value]))
            }
            let document = try XMLDictionary(parsing: text, mapping: mapping, options: options)
            try #require(document["a"]?[0]?[0] != nil)
        }
    }
}
