import LibXML

extension Loop {
    static let layout = [
        Self("layout-of-rows", 64) { try Layout.rows(padding: $0) },
        Self("layout-of-documents", 60) { try Layout.anyDocument(seed: $0) },
    ]
}

private enum Layout {
    /// Output is passed on, wherever rows of one length end.
    static func rows(padding: Int) throws {
        var (chunks, pieces): ([[UInt8]], [[UInt8]]) = ([], [])
        let options = XMLWritingOptions(whiteSpace: .indented(by: "  "))
        let writer = try XMLWriter(options: options) { chunks.append($0) }
        let pulled = try XMLWriter(options: options)
        for writer in [writer, pulled] {
            try writer.startElement("rows")
            for _ in 0..<8_000 {
                try writer.startElement("row", ["a": String(repeating: "x", count: padding)])
                // Takes output while the start tag is open.
                pieces.append(try writer.takeBytes())
                try writer.element("b", text: "1")
                try writer.endElement()
            }
            try writer.endElement()
            pieces.append(try writer.xmlBytes())
        }
        for output in [chunks, pieces] {
            let largest = output.map(\.count).max() ?? 0
            try expect(largest < 144 << 10, "\(largest) bytes")
        }
        try expect(chunks.joined().elementsEqual(pieces.joined()), "Taken output differs.")
    }

    /// A layout changes no text of any document, in any size of chunks.
    static func anyDocument(seed: Int) throws {
        let text = DocumentGenerator(seed: UInt64(seed)).document(size: seed % 6 == 0 ? 200_000 : 3_000)
        let tree = try XMLTree(parsing: text)
        for space in [XMLWritingOptions.WhiteSpace.indented(by: "\t"), .minified] {
            let options = XMLWritingOptions(whiteSpace: space)
            let whole = try tree.xmlString(options: options)
            var chunks: [UInt8] = []
            let writer = try XMLWriter(options: .init(whiteSpace: space, declaration: .never)) { chunks += $0 }
            try writer.write(tree.root)
            try writer.finish()
            let read = try XMLTree(parsing: whole)
            try expect(words(read.root) == words(tree.root), "The texts differ.")
            try expect(XMLTree(parsing: chunks).root.hasSameContent(as: read.root), "Chunks differ.")
        }
    }

    /// The character data of each element whose data is not only white space, or that has no child elements.
    private static func words(_ root: XMLTree.Element) -> [String] {
        root.descendants.filter { element in
            element.elements.first { _ in true } == nil || !element.text.allSatisfy(\.isWhitespace)
        }
        .map { "\($0.qualifiedName): \($0.text)" }
    }
}
