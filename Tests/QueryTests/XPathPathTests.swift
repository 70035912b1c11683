import CheckCases
import LibXML
import LibXMLQueries
import Testing

/// Paths that libxml2 up to 2.12 evaluates while it goes through the tree once.
@Suite struct XPathPathTests {
    private func describe(_ value: XPathValue) -> [String] {
        value.nodes.map { node in
            if case .document = node { "/" } else { "\(node.location.line):\(node.location.column)" }
        }
    }

    @Test(
        "A context node among its descendants",
        arguments: [
            ".//.", "././/.", ".//./.", ".// .", ". // .//.", ".//.|*", "b | .//.", "self::node()//.",
        ])
    func contextNode(_ expression: String) throws {
        let tree = try XMLTree(parsing: "<r><a k='1'>t<b/></a></r>")
        let a = try #require(tree.root["a"])
        let found = try a.evaluate(XPathExpression(expression))
        #expect(describe(found) == ["1:4", "1:13", "1:14"])
        let all = try tree.evaluate(XPathExpression("/.//."))
        #expect(describe(all) == ["/", "1:1", "1:4", "1:13", "1:14"])
    }

    /// Up to 2.12, libxml2 evaluates paths without parentheses in another way.
    @Test("A path has the same value in parentheses", arguments: 0..<20)
    func parentheses(seed: Int) throws {
        var numbers = SeededGenerator(seed: UInt64(seed))
        func random(_ count: Int) -> Int { Int.random(in: 0..<count, using: &numbers) }
        func content(_ depth: Int) -> String {
            (0..<random(4)).map { _ in
                let kind = random(6)
                return kind < 3 || depth > 4 ? ["t", "<!--c-->", "<?p d?>"][min(kind, 2)] : element(depth + 1)
            }.joined()
        }
        func element(_ depth: Int) -> String {
            let name = ["a", "b", "p:a"][random(3)]
            return "<\(name)\([" i='1'", ""][random(2)])>\(content(depth))</\(name)>"
        }
        func path() -> String {
            let steps = (0..<1 + random(4)).map { _ in
                ["a", "b", "*", ".", ".", ".", "..", "p:a", "p:*", "@i"][random(10)]
            }
            return ["", "", "/", "//", ".//"][random(5)] + steps[0]
                + steps.dropFirst().map { ["/", "//"][random(2)] + $0 }.joined()
        }
        let tree = try XMLTree(parsing: "<r xmlns:p='u'>\((0..<3).map { _ in element(0) }.joined())</r>")
        let contexts = [tree.root] + tree.root.descendants.prefix(8)
        for _ in 0..<40 {
            let text = (0..<1 + random(8) / 6).map { _ in path() }.joined(separator: [" | ", "|"][random(2)])
            let expression = try XPathExpression(text, namespaces: ["p": "u"])
            let other = try XPathExpression("(\(text))", namespaces: ["p": "u"])
            #expect(describe(try tree.evaluate(expression)) == describe(try tree.evaluate(other)), "\(text)")
            for context in contexts {
                let (value, expected) = (try context.evaluate(expression), try context.evaluate(other))
                #expect(describe(value) == describe(expected), "\(text) \(tree.source)")
            }
        }
    }
}
