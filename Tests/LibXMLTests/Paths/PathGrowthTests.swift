import CheckCases
import Testing

@testable import LibXML

/// Paths that lead to the same element in many ways.
@Suite struct PathGrowthTests {
    /// The elements at a path by definition: those that match each step within those that match the step before.
    private static func expected(_ steps: [PathStep], from element: XMLTree.Element) -> [Int] {
        Set(PathWalk(steps, from: element).map(\.entry)).sorted()
    }

    private static let documents = [
        "<a><a><a><b/></a></a><b><a><b><a/><a/></b></a></b><a/></a>",
        "<r xmlns:p='u' xmlns:q='v'><p:a><a><p:a><p:b/></p:a></a><q:a><p:a/><q:a/></q:a></p:a><p:a><p:a><b/></p:a></p:a></r>",
        "<r xmlns:p='u' xmlns:q='v'><p:b><p:a><p:a/><p:a/></p:a></p:b><b><q:a><p:b><p:a/></p:b><q:a/></q:a></b></r>",
    ]

    @Test(
        "A path leads to each element once, in document order",
        arguments: [
            "//a//a", "//a//a//a", "//a/a", "//a/b//a", "//b//a", "//a//b/a", "//a[1]//a", "//a//a[1]", "//a//a[2]",
            "//*//*", "//*[2]//a[1]", "//*//a", "//*//b//*", "//b[1]//*[2]", "a//*//a", "//p:a//a", "//a//p:a//b",
            "//a[1][1]//a", "//a[1][2]//a", "//a[last()]//a", "//a//a[b][last()]",
        ], documents)
    func definition(_ path: String, _ document: String) throws {
        let path = try XMLPath(parsing: path)
        let tree = try XMLTree(parsing: document)
        for element in tree.descendants {
            let found = element.elements(at: path).map(\.entry)
            #expect(found == Self.expected(path.steps, from: element))
            #expect(element[at: path]?.entry == found.first)
        }
        guard let last = path.steps.last, case .element(.written) = last.target else { return }
        let values = XMLDictionary(tree).array(at: path).compactMap { $0.dictionary?.origin?.element }
        #expect(Set(values).count == values.count)
    }

    @Test("Trees, dictionaries and the values of keys have one order", arguments: 0..<60 as Range<UInt64>)
    func order(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        func element(_ depth: Int) -> String {
            let name = random.pick(["a", "b", "c"])
            let children = depth == 0 ? [] : (0..<Int.random(in: 0...4, using: &random)).map { _ in element(depth - 1) }
            return "<\(name) id='\(Int.random(in: 0...99, using: &random))'>\(children.joined())</\(name)>"
        }
        let tree = try XMLTree(parsing: "<r>\(element(3))\(element(3))\(element(2))\(element(3))</r>")
        let dictionary = XMLDictionary(tree)
        for path: XMLPath in ["//a", "//*", "r/*", "r/*/a", "*/*/*", "r//b/c", "//a//b", "//{}a", "r/*:b", "*//a/*"] {
            let values = dictionary.array(at: path).compactMap(\.place)
            let expected = tree.elements(at: path).map(\.entry)
            #expect(values == expected, "\(path)")
            #expect(dictionary[at: path]?.array.compactMap(\.place) ?? [] == expected, "\(path)")
            #expect(dictionary.dictionary(at: path)?.origin?.element == expected.first, "\(path)")
        }
        for path: XMLPath in ["//@id", "*//@id", "r/*/*/@id", "//a/@id"] {
            #expect(dictionary.strings(at: path) == tree.strings(at: path), "\(path)")
            #expect(dictionary.string(at: path) == tree.string(at: path), "\(path)")
        }
    }

    @Test("Steps that nest take no longer than those that do not")
    func nested() async {
        await #expect(processExitsWith: .success) {
            limitProcessorTime(toSeconds: 20)
            let depth = 2_000
            var options = XMLParsingOptions()
            options.limits.depth = depth + 1
            let opened = String(repeating: "<a id='1'>", count: depth)
            let tree = try XMLTree(
                parsing: opened + "<b/>" + String(repeating: "</a>", count: depth), options: options)
            let dictionary = XMLDictionary(tree)
            let typed = XMLDictionary(tree, mapping: .xmltodict.transforming { _ in .keep })
            for path: XMLPath in ["//a//a//a//a//@id", "//a/a//a//a[1]//@id", "//*//*//*//@id", "//a[1]//a[1]//a/@id"] {
                try #require(tree.root.strings(at: path).count > depth - 10)
                try #require(tree.root.string(at: path) == "1")
                for values in [dictionary, typed] {
                    try #require(values.strings(at: path).count > depth - 10)
                    try #require(values.string(at: path) == "1")
                }
            }
        }
    }

    @Test("A dictionary at several places of a value created in code is found at each")
    func made() {
        let shared: XMLValue = ["x": "1"]
        let value: XMLValue = ["a": ["b": shared, "c": shared]]
        #expect(value.strings(at: "//a//x") == ["1", "1"])
    }
}
