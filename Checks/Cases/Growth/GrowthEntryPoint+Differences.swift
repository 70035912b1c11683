import LibXML
import LibXMLDifferences

extension GrowthEntryPoint {
    static let differences: [Self] = [
        Self("differences", [.wellFormed, .declaration], divisor: 2) { input in
            let tree = try input.tree()
            let changed = try edited(tree, input) { zip(0..., $0).map { $0 % 3 == 1 ? "<new/>" : $1 } }
            describe(tree.differences(from: changed))
            let options = XMLDifferenceOptions(whiteSpace: .normalized, ignoresOrder: true)
            describe(changed.differences(from: tree, options: options))
        },
        Self("differences-moved", [.wellFormed, .declaration], divisor: 2) { input in
            let tree = try input.tree()
            let reversed = try edited(tree, input) { $0.reversed() }
            describe(tree.differences(from: reversed))
            let wrapped = try edited(tree, input) { ["<w>"] + $0 + ["</w>"] }
            describe(wrapped.differences(from: tree))
        },
        Self("differences-of-attributes", [.wellFormed], divisor: 2) { input in
            let tree = try input.tree()
            let values = tree.source.split(separator: "''", omittingEmptySubsequences: false)
            let changed = try XMLTree(parsing: values.joined(separator: "'x'"), options: input.options)
            describe(tree.differences(from: changed))
        },
    ]

    /// The document with other children of the root element.
    private static func edited(
        _ tree: XMLTree, _ input: GrowthInput, _ change: ([String]) -> [String]
    ) throws -> XMLTree {
        let root = tree.root
        let declarations = root.namespaceDeclarations.map { " xmlns\($0.prefix.map { ":" + $0 } ?? "")='\($0.uri)'" }
        let content = change(root.children.map(\.source)).joined()
        let name = root.qualifiedName
        return try XMLTree(
            parsing: "<\(name)\(declarations.joined())>\(content)</\(name)>", options: input.options)
    }

    private static func describe(_ differences: [XMLDifference]) {
        for difference in differences { _ = difference.description.utf8.count }
    }
}
