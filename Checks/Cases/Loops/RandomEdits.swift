import LibXML

/// Random edits of random documents.
enum RandomEdits {
    /// An edit of one element, and what must hold for the element in the result.
    struct RandomEdit {
        var name: String
        /// Whether only bytes in the element may change, or also white space around it.
        var isInside: Bool
        var apply: (inout XMLEdit, XMLTree.Element) throws -> Void
        var holds: (XMLTree.Element) -> Bool
    }

    static func edits(_ number: Int) -> [RandomEdit] {
        let text = ["", "x < \(number) & \"y\"", "a\nb\r\tc", "é日😀 ]]>", "  "][number % 5]
        return [
            RandomEdit(name: "text", isInside: true) {
                try $0.setText(of: $1, to: text)
            } holds: {
                $0.text == text && $0.elements.isEmpty
            },
            RandomEdit(name: "attribute", isInside: true) {
                try $0.set(attribute: "k", of: $1, to: text)
            } holds: {
                $0[attribute: "k"] == text
            },
            RandomEdit(name: "new attribute", isInside: true) {
                try $0.set(attribute: "new", of: $1, to: text)
            } holds: {
                $0[attribute: "new"] == text
            },
            RandomEdit(name: "rename", isInside: true) {
                try $0.rename($1, to: "p:renamed")
            } holds: {
                $0.name == XMLName("renamed", namespaceURI: "urn:p")
            },
            RandomEdit(name: "append", isInside: true) {
                try $0.append("<p:new k='1'>\(number)</p:new>", to: $1)
            } holds: {
                Array($0.elements).last?.qualifiedName == "p:new"
            },
            RandomEdit(name: "prepend", isInside: true) {
                try $0.prepend("<p:new/>", to: $1)
            } holds: {
                $0.elements.first?.qualifiedName == "p:new"
            },
            RandomEdit(name: "content", isInside: true) {
                try $0.replaceContent(of: $1, with: "1<new/><![CDATA[2]]>")
            } holds: {
                $0.text == "12" && $0.elements.count == 1
            },
            RandomEdit(name: "remove", isInside: false) {
                try $0.remove($1)
            } holds: { _ in
                true
            },
            RandomEdit(name: "before", isInside: false) {
                try $0.insert("<!--new-->", before: $1)
            } holds: { _ in
                true
            },
            RandomEdit(name: "after", isInside: false) {
                try $0.insert("<new/>", after: $1)
            } holds: { _ in
                true
            },
            RandomEdit(name: "replace", isInside: true) {
                try $0.replace($1, with: "<new>\(number)</new>")
            } holds: {
                $0.text == "\(number)"
            },
        ]
    }

    /// Edits of the places of elements.
    static func moves(beside other: XMLTree.Element) -> [RandomEdit] {
        [
            RandomEdit(name: "move before", isInside: false) {
                try $0.move($1, before: other)
            } holds: { _ in
                true
            },
            RandomEdit(name: "move after", isInside: false) {
                try $0.move($1, after: other)
            } holds: { _ in
                true
            },
            RandomEdit(name: "move to the end", isInside: false) {
                try $0.move($1, toEndOf: other)
            } holds: { _ in
                true
            },
            RandomEdit(name: "move to the start", isInside: false) {
                try $0.move($1, toStartOf: other)
            } holds: { _ in
                true
            },
            RandomEdit(name: "sort", isInside: true) {
                try $0.sortElements(of: $1) { $0.qualifiedName > $1.qualifiedName }
            } holds: {
                zip($0.elements, $0.elements.dropFirst()).allSatisfy { $0.qualifiedName >= $1.qualifiedName }
            },
        ]
    }

    /// A moved element keeps its bytes, except for declarations, and its names.
    static func moved(seed: Int) throws {
        let document = DocumentGenerator(seed: UInt64(seed)).document(size: 800)
        let tree = try XMLTree(parsing: document)
        var choices = SeededGenerator(seed: UInt64(seed))
        for element in tree.root.descendants {
            guard let other = ([tree.root] + tree.root.descendants).randomElement(using: &choices) else { continue }
            for random in moves(beside: other) {
                var edit = XMLEdit(tree)
                do {
                    try random.apply(&edit, element)
                } catch let error as XMLError {
                    try expect(isExpected(error), "\(random.name): \(error)")
                    try expect(edit.isEmpty, random.name)
                    continue
                }
                let output = try edit.xmlBytes()
                if random.name == "sort" { continue }
                // Declarations are added at the end of its start tag.
                let source = String(decoding: Array(document.utf8)[element.sourceRange], as: UTF8.self)
                let start = source.prefix { $0 != ">" && $0 != "/" && $0 != "=" }
                let text = String(decoding: output, as: UTF8.self)
                try expect(text.contains(start), "\(random.name) of \(source) in \(document.debugDescription)")
                let names = try edit.editedTree().root.descendants.map(\.name.description).sorted()
                try expect(names == tree.root.descendants.map(\.name.description).sorted(), random.name)
            }
        }
    }

    /// Whether an error is one that an edit of a random element may cause.
    static func isExpected(_ error: XMLError) -> Bool {
        [.uneditable, .missingRootElement, .contentAfterRootElement].contains(error.code)
    }

    /// One edit changes only bytes at its place, and the element has the expected content.
    static func one(seed: Int) throws {
        let document = DocumentGenerator(seed: UInt64(seed)).document(size: 600)
        let input = Array(document.utf8)
        let tree = try XMLTree(parsing: document)
        let elements = [tree.root] + tree.root.descendants
        for (number, element) in elements.enumerated() {
            for random in edits(number + seed) {
                var edit = XMLEdit(tree)
                do throws(XMLError) {
                    do { try random.apply(&edit, element) } catch let error as XMLError { throw error } catch {}
                } catch {
                    try expect(isExpected(error), "\(random.name): \(error)")
                    try expect(edit.isEmpty, random.name)
                    continue
                }
                let output: [UInt8]
                do {
                    output = try edit.xmlBytes()
                } catch {
                    let place = "\(random.name) of \(element) in \(document.debugDescription)"
                    throw BrokenProperty(description: "\(place): \(error)")
                }
                try check(input, output, element.sourceRange, isInside: random.isInside)
                let found = try edit.editedTree()
                let place = found.root.descendants.first { $0.location.byteOffset == element.location.byteOffset }
                let same = element.parent == nil ? found.root : place
                if random.isInside { try expect(same.map(random.holds) == true, "\(random.name) \(element)") }
            }
        }
    }

    private static func check(_ input: [UInt8], _ output: [UInt8], _ range: Range<Int>, isInside: Bool) throws {
        let isSpace = { (byte: UInt8) in [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
        var before = input[..<range.lowerBound]
        var after = input[range.upperBound...]
        if !isInside {
            while let byte = before.last, isSpace(byte) { before.removeLast() }
            while let byte = after.first, isSpace(byte) { after.removeFirst() }
        }
        try expect(output.starts(with: before), "Text before the edit changed.")
        try expect(output.reversed().starts(with: after.reversed()), "Text after the edit changed.")
    }

    /// Many edits result in the expected content, or overlap.
    static func many(seed: Int) throws {
        let document = DocumentGenerator(seed: UInt64(seed)).document(size: 1_500)
        let tree = try XMLTree(parsing: document)
        let elements = [tree.root] + tree.root.descendants
        var choices = SeededGenerator(seed: UInt64(seed))
        var edit = XMLEdit(tree)
        var applied = 0
        for number in 0..<Int.random(in: 6...20, using: &choices) {
            guard let element = elements.randomElement(using: &choices),
                let other = elements.randomElement(using: &choices),
                let random = (edits(number) + moves(beside: other)).randomElement(using: &choices)
            else { continue }
            var next = edit
            do {
                try random.apply(&next, element)
                _ = try next.xmlBytes()
                edit = next
                applied += 1
            } catch let error as XMLError {
                try expect(isExpected(error) || error.code == .overlappingEdits, "\(random.name): \(error)")
            }
        }
        try expect(applied > 0, "No edit was possible.")
        try expect(edit.editedTree() == XMLTree(parsing: edit.xmlBytes()), "The edited tree differs.")
    }
}
