@_spi(Checks) import LibXML

extension Loop {
    /// Work on large documents, each in a separate process, which has limits on time and the small stack of a thread.
    ///
    /// The documents of the tests are a quarter as large.
    static let work = [
        Self("lookups", 1, isLimited: true) { _ in try lookUp() },
        Self("places", 1, isLimited: true) { _ in try locate() },
        Self("depth", 1, isLimited: true) { _ in try descend() },
        Self("memory-of-a-stream", 1, isLimited: true) { _ in try readStream() },
    ]

    private static func share(of count: Int) -> Int { isOptimized ? count : count / 4 }

    /// Operations on a document take time in proportion to its size.
    private static func lookUp() throws {
        func text(_ count: Int, _ part: (Int) -> String) -> String { (0..<share(of: count)).map(part).joined() }
        limitProcessorTime(toSeconds: 60)
        let names = (0..<4_000).map { " a\($0)=''" }.joined()
        let tags = try XMLTree(parsing: "<r>" + text(50) { _ in "<a\(names)/>" } + "</r>")
        try expect(tags.outline.utf8.count > share(of: 5_000_000), "The outline is short.")
        let items = try XMLTree(parsing: "<r>" + text(30_000) { "<i id='\($0)'/>" } + "</r>")
        try expect(Set(items.root.elements).count == share(of: 30_000), "Elements are equal.")
        let behind = try XMLTree(parsing: "<r>" + text(100_000) { _ in "<!---->" } + "<a/></r>")
        for _ in 0..<share(of: 30_000) { try expect(behind.root["a"] != nil, "The element is not found.") }
        let lines = text(30_000) { "<a>\($0)あ</a>\n" }
        var options = XMLParsingOptions()
        options.encoding = "ISO-2022-JP"
        guard let bytes = encode("<r>\(lines)</r>", as: "ISO-2022-JP") else {
            throw BrokenProperty(description: "There is no ISO-2022-JP.")
        }
        for element in try XMLTree(parsing: bytes, options: options).root.elements {
            let place = element.location
            try expect(place.column == 1 || place.line == 1, "\(place)")
        }
    }

    private struct Places: XMLHandler {
        var lines: [Int] = []
        mutating func startElement(_ element: borrowing XMLElementEvent) { lines.append(element.location.line) }
        mutating func endElement(_ element: borrowing XMLElementEvent) { lines.append(element.startTagLocation.line) }
        mutating func text(_ text: borrowing XMLTextEvent) {}
    }

    /// Places in a stream take time in proportion to its size, regardless of the order of requests.
    private static func locate() throws {
        limitProcessorTime(toSeconds: 20)
        let count = share(of: 60_000)
        let text = "<r>\n<g>\n\(String(repeating: "<a><b/>text\n</a>", count: count))</g></r>"
        for repair in [nil, .repair] as [XMLRecoveryMode?] {
            var options = XMLParsingOptions()
            options.recovery = repair
            var parser = XMLPushParser(handler: Places(), options: options)
            try parser.feed(text.utf8)
            let lines = try parser.finish().lines
            try expect(lines.count == 4 * count + 4, "\(lines.count)")
            try expect(Array(lines.prefix(7)) == [1, 2, 3, 3, 3, 3, 4], "\(lines.prefix(7))")
            try expect(Array(lines.suffix(3)) == [count + 2, 2, 1], "\(lines.suffix(3))")
            var pieces = [Array(text.utf8)][...]
            var records = try XMLRecords(parsing: .chunks { pieces.popFirst() }, at: "r/g/a", options: options)
            var offset = 8
            while try records.next() != nil {
                offset += 16
                try expect(records.checkpoint.byteOffset == offset, "\(offset)")
            }
        }
    }

    /// Deep documents are parsed, compared, copied and written without recursion.
    private static func descend() throws {
        var options = XMLParsingOptions()
        options.limits.depth = 1_000_000
        let depth = share(of: 1_000_000)
        let text = String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
        limitProcessorTime(toSeconds: 60)
        let tree = try XMLTree(parsing: text, options: options)
        try expect(tree == tree, "A tree differs from itself.")
        try expect(tree == XMLTree(parsing: text, options: options), "Equal trees differ.")
        try expect(tree.root.detached().hasSameContent(as: tree.root), "A copy differs.")
        try expect(tree.hashValue == tree.hashValue, "Hashes differ.")
        var length = 0
        tree.writeJSON { length += $0.count }
        XMLDictionary(tree).writeJSON { length += $0.count }
        try expect(length > 50 * depth, "\(length) bytes of JSON")
        let less = String(repeating: "<a>", count: depth / 10) + String(repeating: "</a>", count: depth / 10)
        let dictionary = try XMLDictionary(parsing: less, options: options)
        try expect(dictionary == XMLDictionary(parsing: less, options: options), "Equal dictionaries differ.")
        try expect(dictionary.hashValue == dictionary.hashValue, "Hashes of a dictionary differ.")
        // The build of the command, which includes that of the loops, does not have this trait.
        #if Foundation
            try expect((try? dictionary.anyDictionary()) == nil, "A deep dictionary became plain values.")
        #endif
        try expect(tree.root.text.isEmpty, "There is text.")
    }

    /// A stream takes no more memory the longer it is.
    private static func readStream() throws {
        let count = share(of: 500_000)
        // This is more than is read, because an empty piece does not end a stream.
        var left = count / 1_250 + 40
        let piece = (0..<1_500).map {
            "<order id='\($0)'>\n  <item xml:id='i\($0)'>é&amp;</item><!-- c --></order>\n"
        }.joined()
        var isFirst = true
        var reader = try XMLReader(
            parsing: .chunks {
                defer { isFirst = false }
                left -= 1
                return Array((isFirst ? "<orders>" : left == 0 ? "</orders>" : left < 0 ? "" : piece).utf8)
            })
        _ = try reader.readToFollowing("order")
        for _ in 0..<40_000 { _ = try reader.readToFollowing("order") }
        let memory = residentMemory().allocated
        var (read, most) = (0, memory)
        try? reader.forEachElement("order") { order in
            read += 1
            if read % 3 == 0 { _ = try order.readDictionary() }
            if read % (count / 20) == 0 { most = max(most, residentMemory().allocated) }
            if read == count { throw CancellationError() }
        }
        try expect(read == count, "\(read) of \(count)")
        try expect(isSanitized || most - memory < 4 << 20, "\(most - memory) bytes")
        try expect(reader.location.line > 2 * count, "\(reader.location)")
    }
}
