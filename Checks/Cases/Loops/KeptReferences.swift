import LibXML

enum KeptReferences {
    /// The references and explicit attributes in the content of a document, as written.
    private static func parts(_ document: String) -> [String] {
        let content = document.replacing("\r\n", with: "\n").replacing(/<!DOCTYPE(?s:.)*?\]\s*>/, with: "")
            .replacing(/<!\[CDATA\[(?s:.)*?\]\]>|<!--(?s:.)*?-->/, with: "")
        return content.matches(of: /&[^;]*;|[\w:.]+\s*=\s*("[^"]*"|'[^']*')|<[\w:]+/)
            .map { String($0.output.0).replacing(/\s*=\s*/, with: "=") }
            .filter { !$0.hasPrefix("version=") && !$0.hasPrefix("encoding=") && !$0.hasPrefix("standalone=") }
    }

    /// The nodes of a tree, without white space between elements.
    private static func meaning(_ tree: XMLTree) throws -> [String] {
        let minified = try tree.xmlString(options: .init(whiteSpace: .minified, references: .expanded))
        return try XMLTree(parsing: minified).root.xmlString().split(separator: ">").map(String.init)
    }

    private static let options: [XMLWritingOptions] = [
        .init(whiteSpace: .indented(by: " ")), .init(whiteSpace: .minified), .init(lineEnding: .carriageReturnLineFeed),
        .init(whiteSpace: .indented(by: ""), encoding: "UTF-16"),
    ]

    /// Checks that ten random documents keep their references, explicit attributes and content, unless they are errors.
    static func check(group: Int) throws {
        var read = 0
        for seed in 10 * group..<10 * group + 10 {
            let document = DeclaredDocument(seed: seed).text
            guard let tree = try? XMLTree(parsing: document) else { continue }
            read += 1
            try check(tree, document, pieces: 1 + seed % 50)
        }
        try expect(read > 0, "No document is well-formed.")
    }

    /// Whether libxml2 does not normalize line ends of entities in attributes (XML 1.0, section 2.11): 2.13, and the last
    /// releases of 2.14 and 2.15. The same document with other line ends then has another value.
    private static let readsTwoSpaces: Bool = {
        let text = "<!DOCTYPE d [<!ENTITY e '\r\n'>]><d a='&e;'/>"
        return (try? XMLTree(parsing: text))?.root[attribute: "a"] == "  "
    }()

    private static func check(_ tree: XMLTree, _ document: String, pieces size: Int) throws {
        let same = tree.xmlString()
        try expect(same == document || document.utf8.contains(0x0D), same)
        for options in options {
            let bytes = try tree.xmlBytes(options: options)
            let output = try XMLTree(parsing: bytes)
            try expect(parts(output.source) == parts(document), "\(document)\n\(output.source)")
            let isSame = try options.whiteSpace == .kept ? output == tree : meaning(output) == meaning(tree)
            let isMisread = readsTwoSpaces && (document.utf8.contains(0x0D) || bytes.contains(0x0D))
            try expect(isSame || isMisread, "\(document)\n\(output.source)")
            if options.encoding == "UTF-8" {
                let copy = try copied(Array(document.utf8), options, size)
                try expect(copy == bytes, "\(document)\n\(String(decoding: copy, as: UTF8.self))\n\(output.source)")
            }
        }
    }

    /// Returns a document as a writer copies it from a reader, to which it arrives in pieces.
    private static func copied(_ document: [UInt8], _ options: XMLWritingOptions, _ size: Int) throws -> [UInt8] {
        var pieces = document.chunks(of: size).makeIterator()
        var reader = try XMLReader(parsing: .chunks { pieces.next().map(Array.init) })
        let writer = try XMLWriter(options: options)
        try writer.writeDocument(from: &reader)
        return try writer.xmlBytes()
    }
}
