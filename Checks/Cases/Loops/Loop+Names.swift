@_spi(Checks) import LibXML

extension Loop {
    /// The rule for names that are strings, for each way to read random documents.
    static let names = [
        Self("names-in-trees", 40) { try NameRule.trees(seed: UInt64($0)) },
        Self("names-in-streams", 20) { try NameRule.streams(seed: UInt64($0)) },
        Self("names-of-records", 20) { try NameRule.records(seed: UInt64($0)) },
    ]
}

private enum NameRule {
    /// The documented rule, for an element of a tree.
    private static func matches(_ element: XMLTree.Element, _ name: String) -> Bool {
        if name.hasPrefix("*:") { return element.localName == name.dropFirst(2) }
        if name.hasPrefix("{") {
            return (element.name.namespaceURI ?? "") + "}" + element.localName == name.dropFirst()
        }
        if element.qualifiedName == name { return true }
        guard element.prefix != nil, element.localName == name else { return false }
        guard let parent = element.parent else { return true }
        return parent.namespaceURI == element.namespaceURI
    }

    private static let names = ["a", "b", "p:a", "q:a", "{u}a", "{}a", "{v}b", "*:a", "*:b", "x", "*:x", "{}x", "p:x"]

    /// Elements of few names and namespaces, in random order, with prefixes bound anew inside some.
    private static func document(seed: UInt64, width: Int = 6) -> String {
        var random = SeededGenerator(seed: seed)
        func elements(_ depth: Int) -> String {
            guard depth < 4 else { return "" }
            return (0..<Int.random(in: 0...width, using: &random)).map { _ in
                let prefix = ["", "", "p:", "q:", "r:"].randomElement(using: &random) ?? ""
                let name = prefix + (["a", "b", "x"].randomElement(using: &random) ?? "")
                let declarations = ["", "", "", " xmlns='u'", " xmlns=''", " xmlns:p='v'", " xmlns:q='u'"]
                let declaration = declarations.randomElement(using: &random) ?? ""
                return "<\(name)\(declaration)>\(elements(depth + 1))</\(name)>"
            }.joined()
        }
        let root = ["a", "p:a", "x"].randomElement(using: &random) ?? "a"
        return "<\(root) xmlns:p='u' xmlns:q='v' xmlns:r='u'>\(elements(1))</\(root)>"
    }

    private static func offsets(_ elements: some Sequence<XMLTree.Element>) -> [Int] {
        elements.map(\.location.byteOffset)
    }

    /// Lookups in trees follow the rule.
    static func trees(seed: UInt64) throws {
        let tree = try XMLTree(parsing: document(seed: seed, width: seed < 4 ? 40 : 6))
        for name in names {
            let path = try XMLPath(parsing: name)
            for element in tree.descendants.prefix(300) {
                let children = element.elements.filter { matches($0, name) }
                try expect(offsets(element[all: name]) == offsets(children), name)
                try expect(element[name]?.location == children.first?.location, name)
                try expect(offsets(element.elements(at: path)) == offsets(children), name)
                try expect(element.isNamed(name) == matches(element, name), name)
            }
            let all = tree.descendants.filter { matches($0, name) }
            try expect(offsets(tree.descendants(named: name)) == offsets(all), name)
            try expect(offsets(tree.elements(at: XMLPath(parsing: "//" + name))) == offsets(all), name)
            let first = tree.descendants.compactMap { parent in parent.elements.first { matches($0, name) } }
            let roots = matches(tree.root, name) ? [tree.root] : []
            let found = try offsets(tree.elements(at: XMLPath(parsing: "//\(name)[1]")))
            try expect(found == offsets(roots + first).sorted(), name)
        }
    }

    /// Readers and handlers follow the rule, in pieces of any size.
    static func streams(seed: UInt64) throws {
        let text = document(seed: seed)
        let tree = try XMLTree(parsing: text)
        for name in names {
            let expected = offsets(tree.descendants.filter { matches($0, name) })
            for size in [1, 50, 100_000] {
                let chunks = Array(text.utf8).chunks(of: size)
                var pieces = chunks.makeIterator()
                var reader = try XMLReader(parsing: .chunks { pieces.next().map(Array.init) })
                var starts: [Int] = []
                var ends = 0
                while let event = try reader.next() {
                    guard reader.isNamed(name) else { continue }
                    if event == .startElement { starts.append(reader.location.byteOffset) } else { ends += 1 }
                    if reader.isEmptyElement { ends += 1 }
                }
                try expect(starts == expected && ends == expected.count, name)

                var parser = XMLPushParser(handler: Finder(name: name))
                for chunk in chunks { try parser.feed(chunk) }
                let finder = try parser.finish()
                try expect(finder.starts == expected, name)
                try expect(finder.ends == expected.count, name)
            }
        }
    }

    private struct Finder: XMLHandler {
        let name: String
        var starts: [Int] = []
        var ends = 0
        mutating func startElement(_ element: borrowing XMLElementEvent) {
            if element.isNamed(name) { starts.append(element.location.byteOffset) }
        }
        mutating func endElement(_ element: borrowing XMLElementEvent) {
            if element.isNamed(name) { ends += 1 }
        }
        mutating func text(_ text: borrowing XMLTextEvent) {}
    }

    /// Records follow the rule, after a checkpoint too.
    static func records(seed: UInt64) throws {
        let text = document(seed: seed)
        let tree = try XMLTree(parsing: text)
        let file = try TemporaryFile(Array(text.utf8))
        for name in names {
            for path in ["//\(name)", "*/\(name)", "a/\(name)", "*/*/\(name)"] {
                let path = try XMLPath(parsing: path)
                // An element at the path inside of another one is part of it.
                var end = 0
                let expected = tree.elements(at: path).filter { element in
                    defer { end = max(end, element.sourceRange.upperBound) }
                    return element.sourceRange.lowerBound >= end
                }
                try expect(offsets(tree.records(at: path)) == offsets(expected), name)
                var found: [Int] = []
                var records = try XMLRecords(parsing: .file(file.path), at: path)
                while let record = try records.next() {
                    found.append(record.location.byteOffset)
                    let stored = records.checkpoint
                    records = try XMLRecords(parsing: .file(file.path), at: path, from: stored)
                }
                try expect(found == offsets(expected), name)
            }
        }
    }
}
