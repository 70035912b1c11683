import CLibXML2
import CheckCases
import LibXML
import Testing

/// Paths with slashes mean what libxml2's XPath says that the same text means.
@Suite struct XPathComparisonTests {
    /// Returns a document in no namespace, with few names and values.
    private static func document(_ random: inout SeededGenerator) -> String {
        var text = "<r>"
        var open = ["r"]
        for _ in 0..<Int.random(in: 5...40, using: &random) {
            switch Int.random(in: 0..<6, using: &random) {
            case 0 where open.count > 1: text += "</\(open.removeLast())>"
            case 1: text += random.pick(["1", "2", " "])
            default:
                let name = random.pick(["a", "b", "c"])
                let attributes = random.pick(["", " k='1'", " k='2'", " l=''", " k='1' l='2'"])
                let isOpen = open.count < 6 && Bool.random(using: &random)
                text += "<\(name)\(attributes)\(isOpen ? ">" : "/>")"
                if isOpen { open.append(name) }
            }
        }
        return text + open.reversed().map { "</\($0)>" }.joined()
    }

    private static func path(_ random: inout SeededGenerator) -> String {
        let predicates = [
            "[1]", "[2]", "[3]", "[last()]", "[a]", "[*]", "[b='1']", "[c='2']", "[@k]", "[@k='1']", "[@l='']", "[@*]",
        ]
        var text = random.pick(["/r", "//a", "//*", "//b", "/*"])
        for step in 0..<Int.random(in: 0...4, using: &random) {
            if step > 0 || Bool.random(using: &random) {
                text += random.pick(["/", "/", "//"]) + random.pick(["a", "b", "c", "*"])
            }
            for _ in 0..<Int.random(in: 0...2, using: &random) { text += random.pick(predicates) }
        }
        if Int.random(in: 0..<4, using: &random) == 0 {
            text += random.pick(["/@", "//@"]) + random.pick(["k", "l", "*"])
        }
        return text
    }

    /// Returns what libxml2 finds: the places of elements among all elements, and the values of attributes.
    private static func found(_ expression: String, in text: String) -> (places: [Int], values: [String])? {
        guard let document = unsafe xmlReadMemory(text, Int32(text.utf8.count), nil, nil, 0) else { return nil }
        defer { unsafe xmlFreeDoc(document) }
        guard let context = unsafe xmlXPathNewContext(document) else { return nil }
        defer { unsafe xmlXPathFreeContext(context) }
        /// Returns the addresses of nodes in document order, and the values of attributes.
        func nodes(_ expression: String) -> [(address: UInt, value: String?)]? {
            guard let result = unsafe xmlXPathEvalExpression(expression, context) else { return nil }
            defer { unsafe xmlXPathFreeObject(result) }
            guard let set = unsafe result.pointee.nodesetval else { return [] }
            unsafe xmlXPathNodeSetSort(set)
            return (0..<Int(unsafe set.pointee.nodeNr)).compactMap { index in
                guard let node = unsafe set.pointee.nodeTab[index] else { return nil }
                let isAttribute = unsafe node.pointee.type == XML_ATTRIBUTE_NODE
                let text = unsafe isAttribute ? node.pointee.children : nil
                let value = unsafe text.map { unsafe String(cString: $0.pointee.content) } ?? ""
                return (UInt(bitPattern: node), isAttribute ? value : nil)
            }
        }
        guard let all = nodes("//*")?.map(\.address), let found = nodes(expression) else { return nil }
        return (
            found.filter { $0.value == nil }.map { all.firstIndex(of: $0.address) ?? -1 }, found.compactMap(\.value)
        )
    }

    @Test("Generated paths", arguments: Chaos.seeds(150))
    func generatedPaths(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let document = Self.document(&random)
        let tree = try XMLTree(parsing: document)
        let all = Array(tree.descendants)
        for _ in 0..<40 {
            let text = Self.path(&random)
            let path = try XMLPath(parsing: text)
            let expected = try #require(Self.found(text, in: document), "\(text)")
            if text.split(separator: "/").last?.hasPrefix("@") == true {
                #expect(tree.strings(at: path) == expected.values, "\(text) in \(document)")
            } else {
                let places = tree.elements(at: path).map { element in all.firstIndex(of: element) ?? -1 }
                #expect(places == expected.places, "\(text) in \(document)")
            }
        }
    }
}
