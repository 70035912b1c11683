@_spi(Checks) import LibXML

extension GrowthEntryPoint {
    static let parsing: [Self] = [
        Self("nothing", []) { _ in },
        Self("tree", [.wellFormed, .malformed, .declaration, .repeatedFault]) { input in _ = try input.tree() },
        Self("tree-pushed", [.wellFormed, .malformed, .declaration]) { input in
            var options = input.options
            options.engine = .push
            _ = try XMLTree(parsing: input.bytes, options: options)
        },
        Self("tree-pulled", [.wellFormed, .malformed, .declaration]) { input in
            var options = input.options
            options.engine = .pull
            _ = try XMLTree(parsing: input.bytes, options: options)
        },
        Self("snippet", [.malformed]) { input in
            do throws(XMLError) {
                _ = try input.tree()
            } catch {
                for diagnostic in error.diagnostics.prefix(5) {
                    _ = (diagnostic.description, diagnostic.snippet(in: input.bytes))
                }
                _ = error.snippet(in: String(decoding: input.bytes, as: UTF8.self), isColored: true)
            }
        },
    ]

    static let trees: [Self] = [
        Self("siblings", [.wellFormed]) { input in
            let tree = try input.tree()
            for parent in tree.descendants {
                var element = parent.elements.first
                while let next = element?.nextSibling { element = next }
                var node = parent.children.first
                while let next = node?.nextSibling { node = next }
                _ = (element.map { Array($0.precedingSiblings) }, node.map { Array($0.precedingSiblings) }, node?.index)
            }
        },
        Self("places", [.wellFormed, .declaration], divisor: 2) { input in
            let tree = try input.tree()
            let elements = Array(tree.descendants)
            for element in elements {
                _ = (element.location, element.sourceRange)
                for node in element.children where node.element == nil { _ = (node.location, node.sourceRange) }
            }
            for element in elements.reversed() { _ = element.location }
            for node in tree.children { _ = (node.location, node.sourceRange, node.text) }
            _ = (tree.declaration, tree.documentType)
        },
        Self("attributes", [.wellFormed]) { input in
            for element in try input.tree().descendants {
                for attribute in element.attributes { _ = (attribute.name, attribute.qualifiedName, attribute.value) }
                _ = element.namespaceDeclarations
            }
        },
        Self("attribute-places", [.wellFormed]) { input in
            for element in try input.tree().descendants {
                for attribute in element.attributes { _ = (attribute.location, attribute.sourceRange) }
            }
        },
        Self("attribute-lookups", [.wellFormed]) { input in
            for element in try input.tree().descendants {
                for attribute in element.attributes {
                    _ = (element[attribute: attribute.qualifiedName], element[attribute: attribute.name])
                }
            }
        },
        Self("texts", [.wellFormed]) { input in
            let tree = try input.tree()
            for element in tree.descendants {
                _ = (element.ownText, element.name, element.qualifiedName, element.parent)
            }
            for child in tree.root.children { _ = (child.text, child.target, child.source, child.element?.text) }
            _ = (tree.root.text, tree.source, tree.utf8Source)
        },
        Self("texts-of-ancestors", [.wellFormed]) { input in
            // The time is the size of the document times the depth.
            guard !input.isDeep, let last = Array(try input.tree().descendants).last else { return }
            for element in last.ancestors { _ = element.text }
        },
        Self("paths-of-elements", [.wellFormed]) { input in
            let tree = try input.tree()
            var numbers = SiblingNumbers()
            for element in tree.descendants { _ = numbers.step(to: element) }
            for node in tree.root.children where node.kind == .comment { _ = numbers.step(to: node) }
        },
        Self("lookups", [.wellFormed]) { input in
            let tree = try input.tree()
            var names: Set<String> = []
            for (number, child) in tree.root.elements.enumerated() {
                let name = child.qualifiedName
                _ = (tree.root[name], tree.root[child.name], tree.root["no-such-\(number)"])
                _ = tree.root[at: XMLPath([.init(name), .init(number)])]
                if names.insert(name).inserted { _ = (tree.root[all: name], tree.root[all: child.name]) }
            }
        },
        Self("resolving", [.wellFormed]) { input in
            for child in try input.tree().root.elements { _ = (child.resolve("p1:x"), child.resolve("x")) }
        },
        Self("paths", [.wellFormed], divisor: 4) { input in
            let root = try input.tree().root
            for path: XMLPath in ["//a", "*", "//*", "a//b", "*/*", "//a[1]", "//@k", "//b/c", "a[7]", "*[3]"] {
                _ = (root.elements(at: path), root.strings(at: path), root[at: path])
            }
        },
        Self("predicates", [.wellFormed], divisor: 4) { input in
            let root = try input.tree().root
            for path: XMLPath in [
                "//*[last()]", "//*[@id='1']", "//*[a]", "//*[*='x']", "*[last()]", "//*[a][last()]", "//*[a]//*[2]",
            ] {
                _ = (root.elements(at: path), root[at: path])
            }
        },
        Self("deep-paths", [.wellFormed], divisor: 2) { input in
            let root = try input.tree().root
            for path: XMLPath in ["//a//a", "//a//a//a", "//*//*", "//a//b", "//a//x", "//a//b[1]"] {
                _ = root.elements(at: path).count
            }
        },
        Self("first-of-deep-paths", [.wellFormed], divisor: 2) { input in
            let root = try input.tree().root
            for path: XMLPath in ["//a//a//a", "//*//*//*", "//a//b", "//a//x", "//*//x//y", "//a/x"] {
                _ = root[at: path]
            }
        },
        Self("tree-records", [.wellFormed]) { input in
            let tree = try input.tree()
            for path: XMLPath in ["*/*", "//record", "*/g/a", "//*[@no='1']"] { _ = try tree.records(at: path) }
        },
        Self("outline", [.wellFormed, .declaration], divisor: 2) { input in
            if !input.isDeep { _ = try input.tree().outline }
        },
        Self("tree-json", [.wellFormed], divisor: 2) { input in _ = try input.tree().json(pretty: !input.isDeep) },
        Self("equality", [.wellFormed], divisor: 4) { input in
            let tree = try input.tree()
            _ = try (tree == input.tree(), tree.hashValue, tree.root.hasSameContent(as: tree.root.detached()))
            for child in tree.root.elements { _ = (child == child.parent?.elements.first, child.hashValue) }
        },
        Self("detached", [.wellFormed]) { input in
            for child in try input.tree().root.elements { _ = child.detached() }
        },
    ]
}
