import LibXML

// Documents that are written, and read again.

extension FuzzedInput {
    func runWriting() throws {
        if chooses(0) { return try runReplacingWriting() }
        var options = options
        if chooses(1) { options.recovery = .repair(XMLRepairOptions(isHTML: chooses(2))) }
        guard let tree = try? XMLTree(parsing: document, options: options) else { return }
        let writing = XMLWritingOptions(
            lineEnding: chooses(3) ? .carriageReturnLineFeed : .lineFeed,
            encoding: choice(4..<6, of: ["UTF-8", "UTF-16", "ISO-8859-1", "windows-1251"]), declaration: .always,
            emptyElementTags: chooses(6) ? .twoTags : .kept, attributeOrder: chooses(7) ? .sorted : .kept)
        do {
            try expectSame(tree.xmlBytes(options: writing), tree, "the written tree")
        } catch let error as XMLError {
            // Names, comments and instructions have no references.
            try expect(error.code == .unrepresentableCharacter, "the tree could not be written: \(error)")
        }
        try expectSame(tree.xmlBytes(), tree, "the tree as it is")
        if options.recovery == nil { try expectSame(copy(options), tree, "the copied events") }

        let text = try tree.root.xmlString(options: XMLWritingOptions(whiteSpace: .indented(by: " ")))
        let indented = try XMLTree(parsing: text)
        try expect(Self.words(indented.root) == Self.words(tree.root), "indentation changes no text")
        let minified = XMLWritingOptions(whiteSpace: .minified)
        try expect(
            XMLTree(parsing: indented.root.xmlString(options: minified))
                == XMLTree(parsing: tree.root.xmlString(options: minified)),
            "minified documents are equal")

        let written = try XMLDictionary(tree).xmlString()
        // Prefixes that a repair has declared are not a part of the dictionary, but are written.
        let isRepaired = options.recovery != nil && tree.root.xmlString().contains("xmlns:")
        let mapping: XMLMapping = isRepaired ? .init(namespaceDeclarations: .discarded) : .xmltodict
        let again = try XMLDictionary(parsing: written, mapping: mapping)
        try expect(again == XMLDictionary(tree, mapping: mapping), "the written dictionary is the same")
    }

    /// Writes documents that may contain names and characters that XML does not allow.
    private func runReplacingWriting() throws {
        let tree =
            chooses(1)
            ? try? XMLTree(html: document)
            : try? XMLTree(parsing: document, options: options.recovering(.libxml2))
        guard let tree else { return }
        let replacing = XMLWritingOptions(invalidCharacters: .replaced(with: "\u{FFFD}"), invalidNames: .replaced)
        _ = try XMLTree(parsing: tree.xmlString(options: replacing))
        _ = try XMLTree(parsing: tree.root.xmlString(options: replacing))
        _ = try XMLTree(parsing: "<x>\(tree.root.innerXML(options: replacing))</x>")
        _ = try? tree.htmlBytes(options: XMLHTMLWritingOptions(encoding: chooses(2) ? "ISO-8859-2" : "UTF-8"))
    }

    private func expectSame(_ bytes: [UInt8], _ tree: XMLTree, _ what: String) throws {
        let again = try XMLTree(parsing: bytes)
        try expect(again == tree, "\(what) is the same")
        try expect(again.documentType?.internalSubset == nil || tree.documentType != nil, "\(what) has the same type")
    }

    private func copy(_ options: XMLParsingOptions) throws -> [UInt8] {
        var reader = XMLReader(parsing: document, options: options)
        let writer = try XMLWriter()
        while try reader.next() != nil { try writer.write(reader) }
        return try writer.xmlBytes()
    }

    /// The character data of elements whose data is not only white space, or that have no child elements.
    private static func words(_ root: XMLTree.Element) -> [String] {
        ([root] + root.descendants).filter { element in
            element.elements.first { _ in true } == nil || !element.ownText.allSatisfy(\.isWhitespace)
        }
        .map { "\($0.qualifiedName): \($0.ownText)" }
    }
}
